"""Commands that answer what a person asks about their own choice: why, hint, legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine.game import GameError
from spadesdsl.session.prompt import choice_lines, offer_lines
from spadesdsl.session.verdicts import verdict_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.turns import Turn
    from spadesdsl.session.session import Session


def why(session: Session, rest: str, turn: Turn | None) -> bool:
    """Say whether a choice is allowed, and by which rule."""
    del turn
    seat = session.seat
    assert seat is not None
    if not rest:
        session.say(["Type `why` and a card, a bid or an answer."])
        return False
    try:
        verdict = session.state.why(session.state.read_move(rest, seat), seat)
    except GameError as refusal:
        words = str(refusal)
        session.say([f"{words[:1].upper()}{words[1:]}."])
        return False
    session.say(verdict_lines(verdict))
    return False


def why_words(session: Session, turn: Turn | None) -> Sequence[str]:
    """Return what a person can ask about: their choices, and the cards they see in their hand."""
    if session.seat is None:
        return ()
    hand = session.state.view(session.seat).hand or ()
    return [*(() if turn is None else turn.moves), *hand]


def legal(session: Session, rest: str, turn: Turn | None) -> bool:
    """List everything the person can choose."""
    del rest
    offers = session.offers()
    session.say(choice_lines(offers if turn is None else turn.moves, session.page, all_of_them=True))
    if turn is not None:
        session.say(offer_lines(offers, session.page))
    return False


def advise(session: Session, rest: str, turn: Turn | None) -> bool:
    """Say what a bot would choose, and why."""
    del rest
    if turn is None:
        session.say(["You have nothing to choose now."])
        return False
    session.think("A bot thinks")
    advice = session.player(turn.seat).advise(session.state.view(turn.seat), turn)
    session.say([f"{advice.move}: {advice.reason}"])
    return False
