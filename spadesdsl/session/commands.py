"""What a person can type besides a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass
from spadesdsl.session import recalling, saving
from spadesdsl.session.asking import advise, legal, why, why_words
from spadesdsl.session.prompt import prompt_lines
from spadesdsl.session.rulebook import rule_words, tell_rules
from spadesdsl.session.terminal import Leaving

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.engine.turns import Turn
    from spadesdsl.session.session import Session


def _nothing(session: Session, turn: Turn | None) -> Sequence[str]:
    del session, turn
    return ()


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the session."""

    letter: str
    """Its short form."""
    form: str
    """How to type it: `why CARD`."""
    help: str
    run: Callable[[Session, str, Turn | None], bool]
    """Does it, with the rest of the line; returns whether the game has moved on."""
    is_public: bool = False
    """Whether it shows only what everybody at the table may know."""
    completes: Callable[[Session, Turn | None], Sequence[str]] = _nothing
    """What may come after the word."""


def find(text: str) -> Command | None:
    """Return the command at the start of a text."""
    word = text.split()[0].lower() if text.split() else ""
    return COMMANDS.get(word) or _SHORT.get(word)


def _table(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest
    session.say(session.table(turn))
    if turn is not None and session.seat is not None:
        session.say(prompt_lines(session.state, turn, session.seat, session.offers(), session.page))
    return False


def _undo(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest, turn
    if session.take_back():
        session.say(["You took back your last choice."])
        return True
    session.say(["There is nothing to take back."])
    return False


def _help(session: Session, rest: str, turn: Turn | None) -> bool:
    del rest, turn
    session.say(["Type a card (`qs`, `10h`), a bid or an answer from the list, or its number in the list."])
    if session.page.is_linear:
        session.say([f"{one.form}, or {one.letter}: {one.help}." for one in COMMANDS.values()])
        return False
    width = max(len(command.form) for command in COMMANDS.values())
    session.say([f"  {one.letter}  {one.form.ljust(width)}  {one.help}" for one in COMMANDS.values()])
    return False


def _quit(session: Session, rest: str, turn: Turn | None) -> bool:
    del session, rest, turn
    raise Leaving("You left the game.")


COMMANDS = {
    "why": Command("w", "why CARD", "is a card, bid or answer allowed, and by which rule", why,
                   completes=why_words),
    "hint": Command("h", "hint", "what a bot would choose here, and why", advise),
    "legal": Command("l", "legal", "everything you can do now", legal),
    "table": Command("b", "table", "the table and your hand again", _table),
    "score": Command("s", "score", "the last score sheet, and the score", recalling.score, is_public=True),
    "last": Command("a", "last", "the last trick", recalling.last, is_public=True),
    "tricks": Command("t", "tricks", "the tricks of this deal", recalling.tricks, is_public=True),
    "history": Command("i", "history", "the bids and answers of this deal, and the earlier deals", recalling.history,
                       is_public=True),
    "rules": Command("r", "rules [NAME]", "the rules, or one rule with its place and source", tell_rules,
                     is_public=True, completes=rule_words),
    "undo": Command("u", "undo", "back to your own last choice", _undo),
    "save": Command("v", "save [FILE]", "where the game is saved; with a name, save a copy", saving.save,
                    is_public=True),
    "help": Command("?", "help", "this list", _help, is_public=True),
    "quit": Command("q", "quit", "leave the game", _quit, is_public=True),
}  # fmt: skip
_SHORT = {one.letter: one for one in COMMANDS.values()} | {
    "hand": COMMANDS["table"], "said": COMMANDS["history"], "exit": COMMANDS["quit"]
}  # fmt: skip
