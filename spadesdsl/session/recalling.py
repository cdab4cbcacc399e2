"""Commands that repeat what everybody has seen: the score, the last trick, all tricks, the talk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine.choices import told_cards
from spadesdsl.session.spoken import spoken_sides
from spadesdsl.session.table import shared_lines, side_lines
from spadesdsl.words import amount_text, side_name

if TYPE_CHECKING:
    from spadesdsl.engine.events import ScoreSheet
    from spadesdsl.engine.state import Trick
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View
    from spadesdsl.session.session import Session


def _view(session: Session) -> View:
    """Return a view, for the public part of it."""
    return session.state.view(session.seat)


def score(session: Session, rest: str, turn: Turn | None) -> bool:
    """Show the last score sheet, and the score."""
    del rest, turn
    if session.sheets:
        session.say(session.story.teller(session.seat).sheet(session.sheets[-1][1]))
    page = session.page
    view = _view(session)
    session.say((spoken_sides if page.is_linear else side_lines)(session.state, view, page))
    session.say(shared_lines(session.state, view, page))
    session.say(session.time_lines())
    return False


def last(session: Session, rest: str, turn: Turn | None) -> bool:
    """Show the last trick."""
    del rest, turn
    if not session.state.tricks:
        session.say(["There is no finished trick in this deal yet."])
        return False
    session.say([f"The last trick. {_trick(session, session.state.tricks[-1])}"])
    return False


def tricks(session: Session, rest: str, turn: Turn | None) -> bool:
    """Show all tricks of the deal."""
    del rest, turn
    for trick in session.state.tricks:
        session.say(["  " + _trick(session, trick)])
    if not session.state.tricks:
        session.say(["There is no finished trick in this deal yet."])
    return False


def _trick(session: Session, trick: Trick) -> str:
    played = zip(trick.seats, told_cards(session.state, trick.cards), strict=True)
    return session.story.teller(session.seat).trick(trick.number, played, trick.winner)


def history(session: Session, rest: str, turn: Turn | None) -> bool:
    """Show the deals so far, and the bids and answers of this one."""
    del rest, turn
    for _, sheet in session.sheets:
        session.say(["  " + _deal(session, sheet)])
    for seat, choice, text in session.state.said:
        who = session.story.teller(session.seat).who(seat)
        session.say([f"  {who}, {choice}: {text}"])
    open_turns = [place.turns for place in session.state.flow if place.turns is not None]
    if any(chosen is not None for turns in open_turns for chosen in turns.chosen):
        session.say(["Some have chosen already: what they chose is shown when all have."])
    elif not session.state.said:
        session.say(["Nobody has said anything in this deal yet."])
    return False


def _deal(session: Session, sheet: ScoreSheet) -> str:
    sides = [
        f"{side_name(session.game.seats, side.members)} {amount_text(side.points)}, score {amount_text(side.score)}"
        for side in sheet.sides
    ]
    return f"Deal {sheet.deal}: {'; '.join(sides)}."
