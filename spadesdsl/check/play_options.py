"""Options that only a game in progress reads: they are set differently without checking all the rules again.

Other options decide cards and hands, which the check settles. A whole check takes several hundred times as long, and
examples, proofs and `Game.with_options` try many settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from spadesdsl.check.constants import constant_of, listed_range
from spadesdsl.check.findings import Mistake
from spadesdsl.check.meaning_sizes import can_all_be_listed
from spadesdsl.check.options import is_among, plain_value
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Rules, Variant
from spadesdsl.rules.parts import Ask, Give, MakeBid, Parameter
from spadesdsl.rules.terms import Did, IsBid, Term, Value
from spadesdsl.rules.walking import all_actions, all_steps, every_term, options_named, with_parameters
from spadesdsl.syntax.bodies import Assign, Range
from spadesdsl.syntax.expressions import names_in
from spadesdsl.syntax.node import Node


def reset(variant: Variant, assigns: Sequence[Assign], settled: frozenset[str]) -> Variant | None:
    """Return rules with some settings over all else; None if they have to be checked again, as for `settled` ones."""
    options = variant.game.option_of
    values: dict[str, Value] = {}
    for assign in assigns:
        option = options.get(assign.name)
        value = None if option is None else plain_value(assign.value, option.type)
        if option is None or value is None or not is_among(value, option.choices):
            return None
        values[assign.name] = value
    every = (one for game in variant.games for one in game.options)
    changed = {one.name for one in every if one.name in values and one.value != values[one.name]}
    if settled & changed:
        return None
    try:
        games = [_set(game, values, changed) for game in variant.games]
    except Mistake:
        return None
    if changed & ranged_options(variant) and not all(_is_sound(game, games) for game in games):
        return None
    editions = tuple((which, game) for (which, _), game in zip(variant.editions, games[1:], strict=True))
    return replace(variant, game=games[0], editions=editions)


def _set(game: Rules, values: Mapping[str, Value], changed: set[str]) -> Rules:
    """Return rules with other values of options, and their ranges; if one of the ranges is none, raise `Mistake`."""
    options = tuple(
        replace(one, value=values[one.name], is_set=True) if one.name in values else one for one in game.options
    )
    made = replace(game, options=options)
    known = {one.name: one for one in options}

    def ranged(one: Parameter) -> Parameter:
        return one if one.low is None else listed_range(one, known, one.low.span)

    if changed & _options_of_ranges(game):
        made = with_parameters(made, ranged)
    return made


def _is_sound(game: Rules, games: Sequence[Rules]) -> bool:
    """Tell whether all that can be said can be listed, and rules name only numbers that can be said on every deal."""
    if not can_all_be_listed(game):
        return False
    options = game.option_of
    ranges = {name: parameters for other in games for name, parameters in _said_in(other)}
    return all(
        value is None or parameter.choices is None or value in parameter.choices
        for name, arguments in _named_values(game)
        for parameter, argument in zip(ranges.get(name, ()), arguments, strict=False)
        for value in (constant_of(argument, options),)
    )


def settled_options(variant: Variant) -> frozenset[str]:
    """Return the options that decide cards or hands on some deal."""
    return frozenset[str]().union(*map(options_of_the_table, variant.games))


def ranged_options(variant: Variant) -> frozenset[str]:
    """Return the options that the ranges of bids and answers name on some deal."""
    return frozenset[str]().union(*map(_options_of_ranges, variant.games))


def _ranges(game: Rules, *, are_ranges: bool) -> Iterator[Node]:
    """Yield the choices of parameters as written: those from a number to another, or all the others."""
    for rule in game.rules:
        for parameter in () if rule.node is None else rule.node.parameters:
            if isinstance(parameter.choices, Range) is are_ranges:
                yield parameter.choices


def _options_of_ranges(game: Rules) -> frozenset[str]:
    named = set(names_in(*_ranges(game, are_ranges=True)))
    return frozenset(option.name for option in game.options if option.name in named)


def options_of_the_table(game: Rules) -> frozenset[str]:
    """Return the options that decide cards or the number of cards dealt: the check settles those."""
    lets = game.let_of
    laid = [rule.node for rule in game.rules if rule.node is not None and rule.section in ("table", "deck")]
    names = set(names_in(*laid, *_ranges(game, are_ranges=False)))
    terms = [lets[name].body for name in names & lets.keys()]
    gives = [action for action in all_actions(game) if isinstance(action, Give)]
    terms += [give.number for give in gives if give.number is not None]
    terms += [clock.written for clock in game.clocks]
    terms += [argument for _, arguments in _named_values(game) for argument in arguments]
    return options_named(lets, *terms).union(names) & game.option_of.keys()


def _named_values(game: Rules) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """Yield the bids and decisions that rules name with values: those have to be in the range."""
    makes = [action for action in all_actions(game) if isinstance(action, MakeBid)]
    makes += [clock.bid for clock in game.clocks if clock.bid is not None]
    yield from ((one.bid_type, one.arguments) for one in makes)
    for one in every_term(game):
        if isinstance(one, Did | IsBid):
            yield one.decision if isinstance(one, Did) else one.bid_type, one.arguments


def _said_in(game: Rules) -> Iterator[tuple[str, tuple[Parameter, ...]]]:
    """Yield the bids and decisions of a game with their parameters."""
    yield from ((bid.name, bid.parameters) for bid in game.bids)
    yield from ((step.name, step.parameters) for step in all_steps(game) if isinstance(step, Ask))
