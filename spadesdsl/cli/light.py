"""The usual forms of the commands that scripts and editors call, read without typer.

Loading typer takes as long as checking a file. Anything else (a mistake, `--help`, an abbreviation) is left to typer,
which knows all forms; `tests/cli/test_light.py` checks that both agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.cli.calls import FORMATS, Call, Referee, Score, Test, Validate
from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(slots=True)
class _Words:
    """The words of a command, sorted."""

    names: list[str]
    flags: set[str]
    values: dict[str, list[str]]

    @property
    def settings(self) -> tuple[tuple[str, str], ...]:
        pairs = (text.partition("=") for text in self.values.get("--set", ()))
        return tuple((name, value) for name, _, value in pairs)

    @property
    def form(self) -> str:
        return self.values.get("--format", ["text"])[-1]


_FORMS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "validate": (frozenset({"--strict", "--proofs", "--no-cache"}), frozenset({"--format", "--set"})),
    "test": (frozenset(), frozenset({"--format", "--set"})),
    "score": (frozenset({"--strict"}), frozenset({"--format", "--set"})),
    "referee": (frozenset(), frozenset({"--set"})),
}
"""By command: its flags, and its options with a value."""


def read(words: Sequence[str]) -> Call | None:
    """Return the call that the words make, or None if typer should look at them."""
    if not words or words[0] not in _FORMS:
        return None
    command = words[0]
    sorted_words = _sort(command, words[1:], *_FORMS[command])
    return None if sorted_words is None else _call(command, sorted_words)


def _sort(command: str, words: Sequence[str], flags: frozenset[str], options: frozenset[str]) -> _Words | None:
    found = _Words([], set(), {})
    rest = iter(words)
    for word in rest:
        option, equals, value = ("--format=json" if word == "--json" else word).partition("=")
        if word in flags:
            found.flags.add(word)
        elif option in options:
            given = value if equals else next(rest, None)
            if given is None or not _is_plain(command, option, given):
                return None
            found.values.setdefault(option, []).append(given)
        elif word == "-" or not word.startswith("-"):
            found.names.append(word)
        else:
            return None
    return found


def _is_plain(command: str, option: str, value: str) -> bool:
    """Tell whether a value needs no complaint."""
    if option == "--format":
        return value in FORMATS[command]
    name, equals, _ = value.partition("=")
    return bool(name and equals) and not value.startswith("-")


def _call(command: str, words: _Words) -> Call | None:
    names = tuple(words.names)
    match command, names:
        case "validate", [_, *_]:
            flags = ("--strict" in words.flags, "--proofs" in words.flags, "--no-cache" in words.flags)
            return Validate(names, words.settings, words.form, *flags)
        case "test", [_, *_]:
            return Test(names, words.settings, words.form)
        case "score", [_] | [_, _]:
            file = names[1] if len(names) > 1 else "-"
            return Score(names[0], file, words.settings, words.form, "--strict" in words.flags)
        case "referee", [_]:
            return Referee(names[0], words.settings)
        case _:
            return None
