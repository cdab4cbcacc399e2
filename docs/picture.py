"""Draws `docs/session.svg`, the picture of a game in the README: `python -m docs.picture`.

It is a game that is really played: a seed, and what somebody types. Rich draws the terminal. A test holds that the
words in the picture are those of the program; how Rich of another version draws them does not matter.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadesdsl import loader
from spadesdsl.bots import RandomPlayer
from spadesdsl.cli.paint import Painter
from spadesdsl.session import Session
from spadesdsl.session.terminal import Leaving
from spadesdsl.words import WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

PICTURE: Final = Path(__file__).resolve().parent / "session.svg"
_GAME: Final = "standard"
_SEED: Final = 12
_TYPED: Final = ("3", "qc", "ah", "js")
_TITLE: Final = f"spadesdsl play {_GAME} --seed {_SEED} --bots random"


class _Enough(Leaving):
    """The picture is full."""


@dataclass(slots=True)
class _Stage:
    """A terminal on which somebody types, and which is looked at."""

    is_live: bool = False
    width: int = WIDTH
    height: int = 24
    can_redraw: bool = True
    has_symbols: bool = True
    lines: list[tuple[str, str]] = field(default_factory=list)
    """What the program wrote, and what was typed behind it."""
    typed: list[str] = field(default_factory=lambda: list(_TYPED))

    def say(self, text: str = "") -> None:
        """Keep what is written."""
        self.lines += [(line, "") for line in text.split("\n")]

    def redraw(self) -> None:
        """Begin again with an empty picture."""
        self.lines.clear()

    def rest(self, seconds: float) -> bool:
        """Wait for nothing."""
        del seconds
        return False

    def murmur(self, text: str) -> None:
        """Leave out what goes away again."""

    def ask(self, prompt: str, complete: Callable[[str], list[str]] | None = None, limit: object = None) -> str | None:
        """Type the next answer; after the last the picture ends with the prompt."""
        del complete, limit
        answer = self.typed.pop(0) if self.typed else None
        self.lines.append((prompt, answer or ""))
        if answer is None:
            raise _Enough
        return answer

    def wipe(self, *, is_plain: bool) -> None:
        """Take away what was written."""
        del is_plain
        self.lines.clear()


def played() -> tuple[list[tuple[str, str]], Painter]:
    """Play as far as the picture goes; return its lines, and who colours them."""
    loaded = loader.load(_GAME, {})
    assert loaded.game is not None
    assert loaded.variant is not None
    stage = _Stage()
    people = (loaded.game.seats.index("South"),)
    session = Session(
        loaded.game, stage, lambda seat: RandomPlayer(_SEED + seat), loaded.variant, people=people, seed=_SEED
    )
    session.run()
    end = next(at for at, (line, typed) in enumerate(stage.lines) if line.endswith("> ") and not typed)
    return stage.lines[: end + 1], Painter(loaded.game.base.deck)


def drawn() -> str:
    """Draw the picture."""
    from rich.console import Console
    from rich.text import Text

    screen = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    lines, painter = played()
    for line, typed in lines:
        text = painter.text(line)
        text.append(Text(typed, style="bold"))
        screen.print(text, soft_wrap=True)
    return screen.export_svg(title=_TITLE, unique_id="session")


def words_of(svg: str) -> list[str]:
    """Return the words in a picture, whatever drew it."""
    texts = re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL)
    return unescape(" ".join(texts)).replace("\N{NO-BREAK SPACE}", " ").split()


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
