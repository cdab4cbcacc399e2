"""What was asked for: one frozen value a command, made by `light` or by `app`, and run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from spadesdsl.cli.console import Console

FORMATS = ("text", "json")


class Call(Protocol):
    """A command with all that it was given."""

    def run(self, console: Console) -> int:
        """Do it and return the exit code."""


@dataclass(frozen=True, slots=True)
class Validate:
    """`spadesdsl validate`."""

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...] = ()
    form: str = "text"
    is_strict: bool = False

    def run(self, console: Console) -> int:
        """Check files."""
        from spadesdsl.cli.validate import validate

        return validate(console, self)


@dataclass(frozen=True, slots=True)
class Test:
    """`spadesdsl test`."""

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...] = ()
    form: str = "text"

    def run(self, console: Console) -> int:
        """Run examples."""
        from spadesdsl.cli.examples import run_examples

        return run_examples(console, self)


@dataclass(frozen=True, slots=True)
class Show:
    """`spadesdsl show`."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()
    form: str = "text"

    def run(self, console: Console) -> int:
        """Show resolved rules."""
        from spadesdsl.cli.show import show

        return show(console, self)


@dataclass(frozen=True, slots=True)
class Format:
    """`spadesdsl fmt`."""

    names: tuple[str, ...]
    is_check: bool = False

    def run(self, console: Console) -> int:
        """Write files in the one way."""
        from spadesdsl.cli.fmt import fmt

        return fmt(console, self)


@dataclass(frozen=True, slots=True)
class Play:
    """`spadesdsl play`."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()
    seat: str = ""
    """Empty: where the game would have a person sit; `none`: nobody."""
    seed: int | None = None
    deals: int = 200
    """When bots alone stop, if nothing has ended the game."""

    def run(self, console: Console) -> int:
        """Play in the terminal."""
        from spadesdsl.cli.play import play

        return play(console, self)


@dataclass(frozen=True, slots=True)
class Score:
    """`spadesdsl score`."""

    name: str
    file: str = "-"
    settings: tuple[tuple[str, str], ...] = ()
    form: str = "text"
    is_strict: bool = False

    def run(self, console: Console) -> int:
        """Score a deal played elsewhere."""
        from spadesdsl.cli.score import score

        return score(console, self)


@dataclass(frozen=True, slots=True)
class Referee:
    """`spadesdsl referee`."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    def run(self, console: Console) -> int:
        """Serve a program that plays."""
        from spadesdsl.cli.referee import referee

        return referee(console, self)


@dataclass(frozen=True, slots=True)
class Schema:
    """`spadesdsl schema`."""

    name: str

    def run(self, console: Console) -> int:
        """Print the JSON Schema of a document."""
        from spadesdsl.cli.schema import print_schema

        return print_schema(console, self)
