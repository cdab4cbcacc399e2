"""What can happen at a table, judged without the cards that nobody has named.

A situation from outside names only some cards, bids and decisions. The question here is whether the rest could be
such that all of it happened: "no" is certain, "yes" is not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices, seats
from spadesdsl.engine.spec import CARD, PLAYER, SIDE, Ask
from spadesdsl.engine.unknown import MissingFact, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount, Code, Spec

_CARDS = (
    *("hands", "stacks", "piles", "open", "known", "looked", "designated"),
    *("generator", "leader", "trick", "trick_seats", "trick_number", "taken", "won", "played", "broke", "broke_now"),
)
"""Fields of a state that depend on the cards or on the moment."""


def without_cards(s: State, *, keep_tricks: bool = False) -> State:
    """Return a state in which every read of a card, a hand or the play raises `MissingFact`."""
    unknown: Any = Unknown("", "the cards")
    after = s.copy()
    for name in _CARDS:
        setattr(after, name, unknown)
    after.moved = tuple(cards or unknown for cards in s.moved)
    if not keep_tricks:
        after.tricks = unknown
    if not s.spec.ranking_is_fixed:
        after.ranking = unknown
    return after


def known(code: Code | None, s: State, env: list[Any], default: object = True) -> Any:  # noqa: ANN401 - any value
    """Work out a rule without the cards; return `default` if there is no rule.

    Raises:
        MissingFact: it depends on the cards.
    """
    return default if code is None else code(s, env)


# ---------------------------------------------------------------- decisions


def refusal_of_decision(
    before: Iterable[State], name: str, seat: int, arguments: tuple[Any, ...], card: int = -1
) -> str:
    """Say why a seat cannot have made a decision, whatever the cards; empty if it can have.

    Args:
        before: The states in one of which it was made; their cards are not read.
        name: The decision.
        seat: The seat that is said to have made it.
        arguments: What was chosen with it.
        card: The card that it was said with; −1 for none.
    """
    reason = ""
    for s in before:
        for step in s.spec.steps:
            if isinstance(step, Ask) and step.name == name:
                reason = _refusal(without_cards(s), step, seat, arguments, card)
                if not reason:
                    return ""
    return reason


def _refusal(s: State, ask: Ask, seat: int, arguments: tuple[Any, ...], card: int) -> str:
    who, name = s.spec.seats[seat], ask.name
    try:
        asked = _asked(s, ask)
    except MissingFact:
        asked = None
    if asked is not None and seat not in asked:
        others = " or ".join(s.spec.seats[one] for one in asked)
        return f"{who} is never asked `{name}`: {f'{others} is' if others else 'nobody is'}"
    env = _subject(s, seat)
    if any(asks.step is ask for asks in s.spec.plan.with_card):
        return _refusal_with_card(s, ask, env, arguments, card)
    if _is_false(ask.when, s, env):
        return f"{who} is not asked `{name}` here: its condition is not met"
    for parameter, value in zip(ask.parameters, arguments, strict=False):
        try:
            allowed = tuple(parameter.values(s, env))
        except MissingFact:
            continue
        if value not in allowed:
            return f"`{choices.answer_text(s, ask, arguments)}` is no answer that {who} can give"
        env[parameter.slot] = value
    is_whole = len(arguments) == len(ask.parameters) and CARD not in {p.slot for p in ask.parameters}
    if is_whole and _is_false(ask.when_choice, s, env):
        return f"{who} cannot answer `{choices.answer_text(s, ask, arguments)}` here: its condition is not met"
    return ""


def _subject(s: State, seat: int) -> list[Any]:
    """Return an environment whose subject is a seat; the last card played is unknown."""
    env: list[Any] = list(s.spec.environment)
    env[CARD] = Unknown("", "the card")
    if seat >= 0:
        env[PLAYER], env[SIDE] = seat, s.side_of[seat]
    return env


def _refusal_with_card(s: State, ask: Ask, env: list[Any], arguments: tuple[Any, ...], card: int) -> str:
    for parameter, value in zip(ask.parameters, arguments, strict=False):
        env[parameter.slot] = value
    try:
        mask = s.spec.deck.all if ask.when is None else ask.when(s, env)
    except MissingFact:
        return ""
    return "" if card < 0 or mask >> card & 1 else f"`{ask.name}` is never said with {s.spec.deck.names[card]}"


def _asked(s: State, ask: Ask) -> tuple[int, ...]:
    """Return the seats that may be asked a question, for any asker."""
    by = ask.by
    if by.turns != "one" or by.who is None:
        return seats.players_of(s)
    found: list[int] = []
    for subject in (-1, *s.spec.players):
        who = by.who(s, _subject(s, subject))
        if who is not None:
            found += s.sides[who] if by.noun == "side" else (int(who),)
    return tuple(dict.fromkeys(found))


def _is_false(code: Code | None, s: State, env: list[Any]) -> bool:
    """Tell whether a condition certainly fails."""
    try:
        found = known(code, s, env)
    except MissingFact:
        return False
    return not found


# ---------------------------------------------------------------- tallies


@lru_cache(maxsize=256)
def tally_is_full_at(game: Game, deal: int, name: str) -> Amount | None:
    """Return the amount that a tally never has when a deal begins, because the deal before took it away; None if none.

    It is certain only if the tally is emptied after everything is added to it, at a number that is always the same.
    """
    limits = {_full_at(game.edition(one), name) for one in {deal, max(1, deal - 1)}}
    return limits.pop() if len(limits) == 1 else None


def _full_at(spec: Spec, name: str) -> Amount | None:
    steps = next((tally.steps for tally in spec.tallies if tally.name == name), ())
    last = [step for step in steps if step.verb != "reset"][-1:]
    nothing: Any = Unknown("", "the game in progress")
    if not last or last[0].verb != "full at" or last[0].amount is None:
        return None
    try:
        limit: Amount = last[0].amount(nothing, list(spec.environment))
    except MissingFact:
        return None
    return limit if limit > 0 else None


def too_full(game: Game, deal: int, name: str, value: Amount) -> str:
    """Say why no deal begins with this much in a tally; empty if one may."""
    limit = tally_is_full_at(game, deal, name)
    if limit is None or value < limit:
        return ""
    return f"`{name}` cannot be {value} when a deal begins: at {limit} it is full, and that much is taken away"
