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
    """Tell whether something could be chosen, and which rule says so."""
    del turn
    seat = session.seat
    assert seat is not None
    if not rest:
        session.say(["Type what you ask about: `why` and a card, a bid or an answer."])
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
    """Return what can be asked about: what can be chosen, and the cards that the person sees in their hand."""
    if session.seat is None:
        return ()
    hand = session.state.view(session.seat).hand or ()
    return [*(() if turn is None else turn.moves), *hand]


def legal(session: Session, rest: str, turn: Turn | None) -> bool:
    """List all that can be chosen."""
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
        session.say(["There is nothing to choose just now."])
        return False
    session.think("A bot thinks")
    advice = session.player(turn.seat).advise(session.state.view(turn.seat), turn)
    session.say([f"{advice.move}: {advice.reason}"])
    return False
