"""What a person can type besides a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spadesdsl.engine.game import GameError
from spadesdsl.session.prompt import choice_lines, prompt_lines
from spadesdsl.session.table import side_lines, table_lines
from spadesdsl.sheet import sheet_text
from spadesdsl.words import WIDTH, folded

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.check.checked import RuleInfo
    from spadesdsl.engine.turns import Turn
    from spadesdsl.session.session import Session


class Leaving(Exception):
    """The person leaves the game, or the input has ended; the message says which."""


@dataclass(frozen=True, slots=True)
class Command:
    """A word that the session obeys."""

    form: str
    """How it is typed: `why CARD`."""
    help: str
    run: Callable[[Session, str, Turn | None], bool]
    """Does it, given what followed the word; tells whether the game has moved on."""


def find(text: str) -> Command | None:
    """Return the command that a text begins with."""
    word = text.split()[0].lower()
    return _SHORT.get(word) or COMMANDS.get(word)


def _why(session: Session, rest: str, turn: Turn | None) -> bool:
    seat = session.seat if turn is None else turn.seat
    assert seat is not None
    if not rest:
        session.say(["Type what you ask about: `why` and a card, a bid or an answer."])
        return False
    try:
        verdict = session.state.why(session.state.read_move(rest, seat), seat)
    except GameError as refusal:
        session.say(folded(f"{refusal}."))
        return False
    session.say(folded(verdict.message))
    if verdict.rule is not None:
        session.say([f"  {verdict.rule.key}, {verdict.rule.file}:{verdict.rule.line}"])
        if not verdict.legal and verdict.allowed_if:
            session.say(folded(f"allowed if {' or '.join(verdict.allowed_if)}", WIDTH, "  ", "    "))
    return False


def _legal(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest
    offers = session.offers()
    session.say(choice_lines(offers if turn is None else turn.moves, all_of_them=True))
    if turn is not None and offers:
        session.say(folded(f"You may also say {', '.join(offers)}", WIDTH, "", "  "))
    return False


def _table(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest
    assert session.seat is not None
    session.say(table_lines(session.state, session.state.view(session.seat), turn))
    if turn is not None:
        session.say(prompt_lines(session.state, turn, session.seat, session.offers()))
    return False


def _score(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest, turn
    state = session.state
    assert session.seat is not None
    if state.last_sheet is not None:
        session.say([sheet_text(state.last_sheet, session.game.seats, first=session.side or 0)])
    session.say(side_lines(state, state.view(session.seat)))
    return False


def _last(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest, turn
    assert session.seat is not None
    view = session.state.view(session.seat)
    if not view.last_trick:
        session.say(["No trick is over in this deal."])
        return False
    cards = ", ".join(f"{session.story.who(seat)} {card}" for seat, card in view.last_trick)
    winner = "Nobody wins" if view.last_winner is None else session.story.wins(view.last_winner)
    session.say(folded(f"The last trick: {cards}. {winner} it."))
    return False


def _said(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest, turn
    room = max(map(len, session.game.seats)) + 2
    for seat, choice, text in session.state.said:
        session.say(folded(f"{session.story.who(seat).ljust(room)}{choice}: {text}", WIDTH, "  ", "    "))
    if not session.state.said:
        session.say(["Nothing has been said in this deal."])
    return False


def _rules(session: Session, rest: str, turn: Turn | None) -> bool:
    del turn
    rules = [rule for rule in session.rules if rule.section not in ("top", "table", "deck")]
    if not rest:
        session.say(["The rules; `rules NAME` tells more of one."])
        for rule in rules:
            if rule.sentence:
                session.say(folded(f"{rule.key}  {rule.sentence}", WIDTH, "  ", "      "))
        return False
    wanted = rest.lower().replace(" ", "_")
    found = [rule for rule in rules if wanted in (rule.key.lower(), rule.name.lower())] or [
        rule for rule in rules if wanted in rule.key.lower()
    ]
    if not found:
        session.say([f"There is no rule `{rest}`. `rules` lists those that say something."])
    for rule in found:
        session.say(_rule_lines(rule))
    return False


def _rule_lines(rule: RuleInfo) -> list[str]:
    lines = folded(f"{rule.key}: {rule.sentence}" if rule.sentence else rule.key)
    lines.append(f"  {rule.span.file}:{rule.span.line}")
    return lines + (folded(f"from {rule.source}", WIDTH, "  ", "    ") if rule.source else [])


def _undo(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest, turn
    if session.take_back():
        session.say(["Your last choice is taken back."])
        return True
    session.say(["There is nothing to take back."])
    return False


def _help(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest, turn
    session.say(folded("Type a card (`qs`, `10h`), a bid or an answer as it is listed, or its place in the list."))
    width = max(len(command.form) for command in COMMANDS.values())
    session.say([f"  {command.form.ljust(width)}  {command.help}" for command in COMMANDS.values()])
    return False


def _quit(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest, turn
    raise Leaving("You leave the game.")


COMMANDS = {
    "why": Command("why CARD", "whether a card, bid or answer is allowed, and which rule says so", _why),
    "legal": Command("legal", "all that you can choose now", _legal),
    "table": Command("table", "the table and your hand once more", _table),
    "last": Command("last", "the last trick", _last),
    "said": Command("said", "what was bid and answered in this deal", _said),
    "score": Command("score", "the last score sheet, and the score", _score),
    "rules": Command("rules [NAME]", "the rules, or one of them with its place and source", _rules),
    "undo": Command("undo", "back to your last choice", _undo),
    "help": Command("help", "this list", _help),
    "quit": Command("quit", "leave the game", _quit),
}
_SHORT = {"?": COMMANDS["help"], "hand": COMMANDS["table"], "exit": COMMANDS["quit"]}
