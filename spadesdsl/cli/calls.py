"""The calls of commands: one frozen value each, made by `light` or by `app`, and run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from spadesdsl.cli.console import Console

_FORMATS = ("text", "json")
FORMATS = {
    "validate": (*_FORMATS, "github", "sarif"),
    "test": _FORMATS,
    "show": _FORMATS,
    "score": _FORMATS,
    "replay": _FORMATS,
    "list": _FORMATS,
    "diff": (*_FORMATS, "markdown"),
    "compare": (*_FORMATS, "markdown", "html"),
    "export": ("pbn",),
}
"""By command: the forms of its answer, the usual one first. `--json` is short for `--format json` everywhere."""
BOTS = ("steady", "greedy", "random")
"""The bots of `spadesdsl.bots`, which is slow to import; the first is the default."""
MOST_DEALS = 1_000_000
"""The most deals that `diff` plays."""


class Call(Protocol):
    """A command with its arguments."""

    def run(self, console: Console) -> int:
        """Run it and return the exit code."""


@dataclass(frozen=True, slots=True)
class Validate:
    """`spadesdsl validate`."""

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...] = ()
    form: str = "text"
    is_strict: bool = False
    with_proofs: bool = False
    is_fresh: bool = False
    """Whether to leave the cache alone."""

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
        """Tidy files."""
        from spadesdsl.cli.fmt import fmt

        return fmt(console, self)


@dataclass(frozen=True, slots=True)
class Play:
    """`spadesdsl play`."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()
    seat: str = ""
    """Empty: the usual seat of a person; `none`: nobody."""
    seats: str = ""
    """How many people, or which seats, and `bots`; empty: one person."""
    seed: int | None = None
    deals: int = 200
    """How many deals bots play alone if nothing ends the game."""
    bots: str = "steady"
    record: str = ""
    """The file of the record; empty: one in the player's own folder, if somebody sits at a terminal."""
    resume: str | None = None
    """The record to continue; empty: the last game; None: a new game."""
    is_hotseat: bool = False
    is_plain: bool = False
    start: str = ""
    """A position, or a deal to score, to start from; empty: a new game."""

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


@dataclass(frozen=True, slots=True)
class Replay:
    """`spadesdsl replay`."""

    file: str
    to: int | None = None
    """The last move to show; None for all."""
    form: str = "text"
    under: str = ""
    """Other rules to judge the game by; empty: its own."""

    def run(self, console: Console) -> int:
        """Show and verify a record."""
        from spadesdsl.cli.replay import replay

        return replay(console, self)


@dataclass(frozen=True, slots=True)
class Export:
    """`spadesdsl export`."""

    file: str
    out: str = ""
    """The file to write; empty: the standard output."""

    def run(self, console: Console) -> int:
        """Write a record in the form of another program."""
        from spadesdsl.cli.export import export

        return export(console, self)


@dataclass(frozen=True, slots=True)
class List:
    """`spadesdsl list`."""

    words: tuple[str, ...] = ()
    """Words that a game or pack must mention to be listed."""
    is_long: bool = False
    form: str = "text"

    def run(self, console: Console) -> int:
        """List games and packs."""
        from spadesdsl.cli.listing import list_all

        return list_all(console, self)


@dataclass(frozen=True, slots=True)
class New:
    """`spadesdsl new`."""

    name: str
    parent: str
    packs: tuple[str, ...] = ()

    def run(self, console: Console) -> int:
        """Start a file of house rules."""
        from spadesdsl.cli.new import new

        return new(console, self)


@dataclass(frozen=True, slots=True)
class Diff:
    """`spadesdsl diff`."""

    before: str
    after: str
    settings: tuple[tuple[str, str], ...] = ()
    has_witnesses: bool = False
    deals: int = 200
    form: str = "text"
    fail_on: tuple[str, ...] = ()
    """Effects; empty: any difference."""
    save: str = ""
    """A folder for the documents of the cases; empty: write none."""

    def run(self, console: Console) -> int:
        """Compare two games."""
        from spadesdsl.cli.diff import diff

        return diff(console, self)


@dataclass(frozen=True, slots=True)
class Compare:
    """`spadesdsl compare`."""

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...] = ()
    form: str = "text"
    has_all: bool = False

    def run(self, console: Console) -> int:
        """Put the rules of several games side by side."""
        from spadesdsl.cli.compare import compare

        return compare(console, self)


@dataclass(frozen=True, slots=True)
class Explain:
    """`spadesdsl explain`."""

    code: str

    def run(self, console: Console) -> int:
        """Say what a code means."""
        from spadesdsl.cli.explain import explain

        return explain(console, self)
