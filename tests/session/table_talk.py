"""A terminal for tests: somebody who types, and a record of what was shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spadesdsl import loader
from spadesdsl.bots import RandomPlayer
from spadesdsl.session import Session
from spadesdsl.session.past import Past
from spadesdsl.session.session import turn_of
from spadesdsl.words import WIDTH
from tests import loading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spadesdsl.engine.game import Game
    from spadesdsl.engine.turns import Turn


@dataclass(slots=True)
class Typist:
    """Types given lines, and then what it is told to choose, if anything."""

    lines: list[str] = field(default_factory=list)
    then: Callable[[], str | None] = lambda: None
    is_live: bool = False
    width: int = WIDTH
    height: int = 24
    can_redraw: bool = False
    has_symbols: bool = False
    shown: list[str] = field(default_factory=list)
    murmured: list[str] = field(default_factory=list)

    def say(self, text: str = "") -> None:
        """Keep what is shown."""
        self.shown += text.split("\n")

    def wipe(self, *, is_plain: bool) -> None:
        """Forget what was shown, and mark the place."""
        self.shown.append(f"<wiped{', plainly' if is_plain else ''}>")

    def redraw(self) -> None:
        """Never happens: it cannot."""

    def rest(self, seconds: float) -> bool:
        """Wait for nothing."""
        del seconds
        return False

    def murmur(self, text: str) -> None:
        """Keep what is said while it lasts."""
        self.murmured.append(text)

    def ask(self, prompt: str, complete: Callable[[str], list[str]] | None = None, limit: object = None) -> str | None:
        """Type the next line."""
        del complete, limit
        text = self.lines.pop(0) if self.lines else self.then()
        self.shown.append(f"{prompt}{text}" if text is not None else prompt)
        return text

    def find(self, words: str) -> str:
        """Return the first line shown with these words."""
        return next(line for line in self.shown if words in line)

    def has(self, words: str) -> bool:
        """Tell whether these words were shown, in one line or across lines."""
        return words in " ".join(" ".join(self.shown).split())


def game_of(name: str, **settings: str) -> tuple[Game, loader.Loaded]:
    """Load a game that is right."""
    loaded = loader.load(name, settings) if settings else loading.loaded(name)
    assert loaded.game is not None, [one.message for one in loaded.diagnostics]
    return loaded.game, loaded


def session_of(
    name: str,
    lines: Iterable[str] = (),
    *,
    people: tuple[int, ...] = (2,),
    seed: int = 7,
    is_live: bool = False,
    is_plain: bool = False,
    log: Any = None,
    **settings: str,
) -> tuple[Session, Typist]:
    """Return a session on a bundled variant, and who types in it."""
    game, loaded = game_of(name, **settings)
    variant = loaded.variant
    assert variant is not None
    typist = Typist(list(lines), is_live=is_live)
    session = Session(
        game, typist, bots=lambda number: RandomPlayer(seed + number),
        variant=variant, people=people, seed=seed, most_deals=3, is_plain=is_plain, past=Past(log),
    )  # fmt: skip
    return session, typist


def own_turn(session: Session) -> Turn | None:
    """Return the turn of the person at the machine."""
    return None if session.seat is None else turn_of(session.state, session.seat)


def first_choice(session: Session) -> Callable[[], str | None]:
    """Return somebody who always takes the first choice there is."""

    def choose() -> str | None:
        turn = own_turn(session)
        return "" if turn is None else turn.moves[0]

    return choose
