"""Reads the values of options, or refuses them in plain words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import typer

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.words import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_WHOLE: Final = re.compile(r"-?[0-9]{1,40}\Z")


def pairs(texts: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    """Return settings as names and values.

    Raises:
        typer.BadParameter: One of them sets nothing.
    """
    found = []
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name and equals):
            message = f"`{printable(text)}` does not set anything: write OPTION=VALUE, as in `target=300`."
            raise typer.BadParameter(message, param_hint="--set")
        found.append((name, value))
    return tuple(found)


def whole(text: str, option: str, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number.

    Raises:
        typer.BadParameter: It is none, or out of range.
    """
    if not _WHOLE.match(text):
        raise typer.BadParameter(f"`{printable(text)}` is not a whole number.", param_hint=option)
    number = int(text)
    if (least is not None and number < least) or (most is not None and number > most):
        span = f"at least {least}" if most is None else f"from {least} to {most:,}"
        raise typer.BadParameter(f"`{text}` is out of range: it must be {span}.", param_hint=option)
    return number


def one_of(text: str, words: Sequence[str], option: str) -> str:
    """Return one of a few words.

    Raises:
        typer.BadParameter: It is none of them.
    """
    if text not in words:
        near = did_you_mean(text, words) or f"write {' or '.join(words)}."
        raise typer.BadParameter(f"there is no `{printable(text)}`: {near}", param_hint=option)
    return text


def offered(words: Sequence[str]) -> Callable[[str], list[str]]:
    """Return what completes one of a few words."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return complete
