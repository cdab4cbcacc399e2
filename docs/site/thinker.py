"""What the page asks of the program while it runs in the browser: findings, examples, a rule book, a table to play at.

Questions and answers are JSON. Places in a text are counted as the page counts them, in units of UTF-16.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.book.blocks import Para, body
from spadesdsl.book.book import book
from spadesdsl.diff import difference
from spadesdsl.diff.telling import blocks_of
from spadesdsl.editor.completion import proposals
from spadesdsl.editor.draft import Draft, describe
from spadesdsl.loader import load
from spadesdsl.reading import LARGEST_BYTES, SUFFIX
from spadesdsl.session.people import find_seat
from spadesdsl.syntax.formatting import format_text
from spadesdsl.web.frames import answer, do
from spadesdsl.web.house import House
from spadesdsl.web.room import Room, Watcher
from spadesdsl.web.table import Refused, new_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.loader import Loaded

RULES: Final = Path("/rules")
"""Where a text seems to be; the folder is never made."""
_NAME: Final = re.compile(r"^\s*(?:variant|pack)\s+([a-z_]\w*)", re.MULTILINE)
_PERSON: Final = "You"


# ---------------------------------------------------------------- the editor


class Units:
    """Offsets of a text in characters, and in the units in which a browser counts."""

    def __init__(self, text: str) -> None:
        """Find the characters that count twice."""
        self.twice = [at for at, letter in enumerate(text) if letter > "\uffff"]

    def of(self, offset: int) -> int:
        """Return an offset in units."""
        return offset + sum(at < offset for at in self.twice)

    def characters(self, unit: int) -> int:
        """Return an offset in characters."""
        return unit - sum(at + number < unit for number, at in enumerate(self.twice))


class Desk:
    """The text that is being written, and what is known of it."""

    def __init__(self) -> None:
        """Begin without a text."""
        self.kept = Draft(RULES / f"rules{SUFFIX}", "")

    def draft(self, text: str) -> Draft:
        """Return the draft of a text; the last one is kept."""
        if self.kept.text != text:
            named = _NAME.search(text)
            self.kept = Draft(RULES / f"{named[1] if named else 'rules'}{SUFFIX}", text)
        return self.kept

    def look(self, text: str) -> dict[str, Any]:
        """Say what is wrong with the rules themselves."""
        return self._seen(self.draft(text), self.draft(text).loaded.diagnostics)

    def study(self, text: str) -> dict[str, Any]:
        """Say everything that `validate` finds, with fixes, and which examples pass."""
        draft = self.draft(text)
        found = draft.findings
        results = [
            {
                "title": one.title, "passed": one.passed, "of": one.document,
                "line": one.line if one.file == draft.source.name else None,
                "says": [failure.message for failure in one.failures],
            }
            for one in draft.examples
        ]  # fmt: skip
        return self._seen(draft, found) | {"examples": results}

    def _seen(self, draft: Draft, found: tuple[Diagnostic, ...]) -> dict[str, Any]:
        units, variant = Units(draft.text), draft.loaded.variant
        document = draft.loaded.document
        parent = None if document is None else document.extends or document.pack_for
        title = variant.game.title if variant is not None else ""
        return {
            "findings": [_finding(draft, units, one) for one in found],
            "plays": variant is not None, "title": title, "parent": parent, "name": draft.path.stem,
        }  # fmt: skip

    def complete(self, text: str, at: int) -> list[dict[str, str]]:
        """List what can come at a place."""
        draft = self.draft(text)
        return [
            {"text": one.text, "sort": one.sort.name.lower(), "says": one.says}
            for one in proposals(draft, Units(text).characters(at))
        ]

    def hover(self, text: str, at: int) -> dict[str, Any] | None:
        """Say what the word at a place means."""
        units = Units(text)
        found = describe(self.draft(text), units.characters(at))
        return None if found is None else {"says": found[0], "from": units.of(found[1]), "to": units.of(found[2])}

    def tidy(self, text: str) -> str | None:
        """Return the text in the standard layout; None if it cannot be read."""
        return format_text(self.draft(text).source)[0]

    def book(self, text: str) -> dict[str, str]:
        """Write the rule book."""
        loaded = self._fine(text)
        assert loaded.variant is not None
        return {"html": body(book(loaded.variant, loaded.parent()))}

    def diff(self, text: str) -> dict[str, str]:
        """Say how the game differs from its parent."""
        loaded = self._fine(text)
        assert loaded.document is not None
        name = loaded.document.extends or loaded.document.pack_for
        if name is None:
            raise Refused("This game has no parent: it does not extend another, so there is nothing to compare it to.")
        parent = load(name, {})
        found = difference(_named(name, parent), _named(f"{loaded.document.name} (yours)", loaded), deals=_DEALS)
        more = f"{_DEALS} deals were played in both games to find cases. The command spadesdsl diff plays more."
        return {"html": body([*blocks_of(found, has_witnesses=True), Para(more)])}

    def _fine(self, text: str) -> Loaded:
        loaded = self.draft(text).loaded
        if loaded.variant is None:
            raise Refused("The rules have mistakes. Fix them first; they are listed under the text.")
        return loaded


_DEALS: Final = 40
"""How many are played to find cases: fewer than at a desk, since a browser is slower."""


def _finding(draft: Draft, units: Units, found: Diagnostic) -> dict[str, Any]:
    is_here = found.span.file == draft.source.name
    fix = found.fix
    return {
        "code": found.code,
        "severity": found.severity.name.lower(),
        "message": found.message
        if is_here
        else f"{Path(found.span.file).name}, line {found.span.line}: {found.message}",
        "hint": found.hint,
        "line": found.span.line if is_here else 1,
        "from": units.of(found.span.start) if is_here else 0,
        "to": units.of(found.span.end) if is_here else 0,
        "fix": None
        if fix is None
        else {
            "words": fix.words[:1].upper() + fix.words[1:],
            "edits": [
                {"from": units.of(one.span.start), "to": units.of(one.span.end), "insert": one.text}
                for one in fix.edits
            ],
        },
    }


def _named(name: str, loaded: Loaded) -> tuple[str, Any, Callable[[], Any]]:
    return name, loaded.variant, lambda: loaded.game


# ---------------------------------------------------------------- the table


class Parlour:
    """The one table of the page: a person, and bots at all other seats."""

    def __init__(self) -> None:
        """Begin without a game."""
        self.folder = Path(mkdtemp())
        self.house: House | None = None
        self.guest: tuple[Room, str] | None = None
        self.seats: list[asyncio.Task[None]] = []

    async def deal(self, desk: Desk, text: str, seed: int | None) -> dict[str, Any]:
        """Begin a game by the rules of a text, with a seat for the person; return which cards it has."""
        loaded = desk.draft(text).loaded
        if loaded.game is None:
            raise Refused("These rules have mistakes, so they cannot be played yet.")
        for task in self.seats:
            task.cancel()
        self.seats.clear()
        if self.house is not None:
            await self.house.close()
        for path in self.folder.iterdir():
            path.unlink()
        self.house = House(loaded, self.folder)
        room = self.house.rooms[self.house.open()]
        key = new_key()
        seat = find_seat(loaded.game, "")
        assert isinstance(seat, int), "somebody plays"
        room.table.sit(seat, _PERSON, key)
        await room.begin(Watcher(key=key), seed)
        self.guest = room, key
        return {"seed": room.table.seed, "title": loaded.game.title}

    def seed(self) -> int | None:
        """Return which cards the game has that is being played."""
        return None if self.guest is None else self.guest[0].table.seed

    async def seat(self, hear: Callable[[], Any], tell: Callable[[str], None]) -> None:
        """Carry frames between the page of the table and its room, as long as the game goes on.

        Args:
            hear: Waits for the next text from the page.
            tell: Sends the page a text.
        """
        assert self.guest is not None, "the cards are dealt"
        room, key = self.guest
        watcher = Watcher()
        first = json.loads(await hear())
        room.enter(watcher, key, int(first.get("since", 0)), str(first.get("epoch", "")))

        async def listen() -> None:
            while True:
                await answer(watcher, await hear(), lambda frame: do(room, watcher, frame))

        async def send() -> None:
            while True:
                await watcher.wake.wait()
                watcher.wake.clear()
                for message in room.messages(watcher):
                    tell(message)

        self.seats += [asyncio.ensure_future(listen()), asyncio.ensure_future(send())]


# ---------------------------------------------------------------- questions


_DESK, _PARLOUR = Desk(), Parlour()


async def answered(question: str) -> str:
    """Answer a question of the page."""
    asked = json.loads(question)
    try:
        if len(asked.get("text", "")) > LARGEST_BYTES:
            raise Refused("These rules are too long.")
        told = {"done": await _done(asked)}
    except Refused as refused:
        told = {"refused": str(refused)}
    return json.dumps(told, ensure_ascii=False)


async def _done(asked: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
    text = asked.get("text", "")
    match asked["do"]:
        case "deal":
            return await _PARLOUR.deal(_DESK, text, asked["seed"])
        case "seed":
            return _PARLOUR.seed()
        case "complete" | "hover" as what:
            return getattr(_DESK, what)(text, asked["at"])
        case "look" | "study" | "tidy" | "book" | "diff" as what:
            return getattr(_DESK, what)(text)
        case other:
            raise Refused(f"`{other}` is not a question.")


seated = _PARLOUR.seat


def bring(games: str, packages: Path) -> None:
    """Put the shipped files, which the page has too, where the program looks for them."""
    for one in json.loads(games):
        if not one["file"]:
            continue
        path = packages / "spadesdsl" / "_data" / one["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(one["text"], encoding="utf-8")
