"""What two games that are the same have in common as it is written: all that is not compared by what it decides.

Of questions, bids and cards that are moved only the conditions may be worded differently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.algebra.former import Former
from spadesdsl.algebra.reads import topics_of
from spadesdsl.binding.digest import digest
from spadesdsl.diff.effects import bare
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Let, Rules, Variant
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, BidType, Control, Do, Round
from spadesdsl.rules.terms import Const, Kind, LetRef, OptionRef, Term, Type
from spadesdsl.rules.walking import all_read, all_steps, terms_of, walk

if TYPE_CHECKING:
    from spadesdsl.diff.equivalence import Pair

Conditional: TypeAlias = Ask | BidType | Control | Do | Round
_HIDDEN: Final = frozenset({Topic.HAND, Topic.HELD, Topic.PILE, Topic.CARD, Topic.SHOWN, Topic.LUCK})
_TO_STEPS: Final = ("bids", "phases", "play", "steps", "block", "controls")
"""The fields that hold what has conditions."""

_NOTHING: Final = Const(value=None, type=Type(Kind.NOBODY))


def are_alike_else(pair: Pair) -> bool:
    """Tell whether two games agree in everything that is not compared by what it decides."""
    old, new = pair.rules
    if old.scoring.each != new.scoring.each:
        return False
    rests = [_rest(game) for game in pair.rules]
    if digest(Variant(rests[0])) != digest(Variant(rests[1])):
        return False
    (own, options), (their, others) = map(_read_by, rests, pair.rules)
    if options != others or own.keys() != their.keys():
        return False
    lets = [(own[key], their[key]) for key in own if _written(own[key], old) != _written(their[key], new)]
    if any(one.subject != it.subject for one, it in lets):
        return False
    # The first dealer is chosen before there is a deal.
    first = [Former(game).form(game.dealer_first) for game in pair.rules]
    return pair.alike.are(*first) and pair.are_alike(
        *((one.body, it.body) for one, it in lets),
        *zip(*map(_open_conditions, pair.rules), strict=True),
        (old.dealer_next, new.dealer_next),
        (old.play.lead_first, new.play.lead_first),
        (old.play.lead_next, new.play.lead_next),
    )


def _open_conditions(game: Rules) -> list[Term | None]:
    """Return when bids are offered, steps come and players sit out, as far as no player alone sees whether."""
    asked = (*all_steps(game), *game.bids, *game.play.controls)
    return [one.when for one in asked if _is_open(one, game)]


def _is_open(rule: Conditional, game: Rules) -> bool:
    """Tell whether no part of a question's condition is hidden: of one that is, the wording says who is asked."""
    return not isinstance(rule, Ask) or topics_of(game, *terms_of(rule.when)).isdisjoint(_HIDDEN)


def _without_conditions(part: Any, game: Rules) -> Any:  # noqa: ANN401 - any part of a game
    if isinstance(part, tuple):
        return tuple(_without_conditions(one, game) for one in part)
    inner = {name: _without_conditions(getattr(part, name), game) for name in _TO_STEPS if hasattr(part, name)}
    when = {"when": None} if isinstance(part, Conditional) and _is_open(part, game) else {}
    return replace(part, **inner, **when) if inner or when else part


def _rest(game: Rules) -> Rules:
    game = _without_conditions(game, game)
    play = replace(
        game.play, lead_first=_NOTHING, lead_next=_NOTHING, winner=_NOTHING, equal=None, equal_rule=None, musts=()
    )
    scoring = replace(game.scoring, tallies=(), lines=())
    plain = bare(Variant(game)).game
    return replace(
        plain, dealer_first=_NOTHING, dealer_next=_NOTHING, play=play, scoring=scoring, endings=(), options=(), lets=()
    )


def _written(let: Let, game: Rules) -> dict[str, tuple[Kind | None, Term]]:
    """Return a quantity, and those that it reads, as they are written."""
    behind = (game.let_of[one.let] for one in all_read(game.let_of, let.body) if isinstance(one, LetRef))
    return {one.key: (one.subject, one.body) for one in (let, *behind)}


def _read_by(rest: Rules, game: Rules) -> tuple[dict[str, Let], dict[str, object]]:
    """Return the quantities and options that rules which are compared as written name."""
    values = {option.name: option.value for option in game.options}
    terms = [part for term in terms_of(rest) for part in walk(term)]
    lets = {one.let: game.let_of[one.let] for one in terms if isinstance(one, LetRef)}
    return lets, {one.name: values[one.name] for one in terms if isinstance(one, OptionRef)}
