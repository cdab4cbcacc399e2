"""Options that only a game in progress reads: they are set differently without checking all the rules again.

Other options decide cards, ranges and hands, which the check settles. A whole check takes several hundred times as
long, and examples, proofs and `Game.with_options` try many settings.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

from spadesdsl.check.options import is_among, plain_value
from spadesdsl.rules.parts import Give, MakeBid
from spadesdsl.rules.terms import Did, IsBid, OptionRef
from spadesdsl.rules.walking import actions_in, all_steps, terms_of, walk, walk_through
from spadesdsl.syntax.nodes import Name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spadesdsl.rules.game import Rules, Variant
    from spadesdsl.rules.terms import Term, Value
    from spadesdsl.syntax.nodes import Assign


def reset(variant: Variant, assigns: Sequence[Assign], settled: frozenset[str]) -> Variant | None:
    """Return rules with some settings over all else; None if they have to be checked again for that.

    Args:
        variant: The rules.
        assigns: The settings.
        settled: The options that cannot be set this way: `settled_options`.
    """
    options = {option.name: option for option in variant.game.options}
    values: dict[str, Value] = {}
    for assign in assigns:
        option = options.get(assign.name)
        value = None if option is None else plain_value(assign.value, option.type)
        if option is None or value is None or not is_among(value, option.choices):
            return None
        values[assign.name] = value
    every = (one for game in _games(variant) for one in game.options)
    changed = {one.name for one in every if one.name in values and one.value != values[one.name]}
    return None if settled & changed else with_options(variant, values)


def settled_options(variant: Variant) -> frozenset[str]:
    """Return the options that decide cards, ranges or hands on some deal."""
    return frozenset[str]().union(*map(options_of_the_table, _games(variant)))


def _games(variant: Variant) -> tuple[Rules, ...]:
    return (variant.game, *(game for _, game in variant.editions))


def with_options(variant: Variant, values: Mapping[str, Value]) -> Variant:
    """Return rules with other values of options that decide no card and no range."""
    return replace(
        variant,
        game=_set(variant.game, values),
        editions=tuple((which, _set(game, values)) for which, game in variant.editions),
    )


def _set(game: Rules, values: Mapping[str, Value]) -> Rules:
    options = tuple(
        replace(one, value=values[one.name], is_set=True) if one.name in values else one for one in game.options
    )
    return replace(game, options=options)


def options_of_the_table(game: Rules) -> frozenset[str]:
    """Return the options that decide cards, ranges or the number of cards dealt: the check settles those."""
    lets = {let.key: let for let in game.lets}
    names: set[str] = set()
    for rule in game.rules:
        if rule.node is not None:
            names.update(names_in(rule.node if rule.section in ("table", "deck") else rule.node.parameters))
    terms = [lets[name].body for name in names & lets.keys()]
    for step in all_steps(game):
        for action in actions_in(step):
            if isinstance(action, Give) and action.number is not None:
                terms.append(action.number)
            elif isinstance(action, MakeBid):
                terms.extend(action.arguments)
    terms.extend(clock.written for clock in game.clocks)
    terms.extend(_named_values(game))
    names.update(one.name for term in terms for one in walk_through(term, lets) if isinstance(one, OptionRef))
    return frozenset(names & {option.name for option in game.options})


def _named_values(game: Rules) -> Iterator[Term]:
    """Yield the values of bids and answers that rules name: they have to be in the range."""
    for outer in terms_of(game):
        for one in walk(outer):
            if isinstance(one, Did | IsBid):
                yield from one.arguments


def names_in(thing: object) -> Iterator[str]:
    """Yield every name in a node."""
    if isinstance(thing, Name):
        yield thing.name
    elif isinstance(thing, tuple):
        for one in thing:
            yield from names_in(one)
    elif is_dataclass(thing):
        for one in fields(thing):
            yield from names_in(getattr(thing, one.name))
