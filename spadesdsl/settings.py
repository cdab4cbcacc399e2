"""Settings from outside a file: `--set name=value`, turned into what a file would say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from spadesdsl.diagnostics import Diagnostic, error
from spadesdsl.reading import PLACE
from spadesdsl.source import Source, Span
from spadesdsl.syntax.bodies import Assign
from spadesdsl.syntax.expressions import CardName, Expr, Name, Negative, Number, Truth

MOST_DIGITS: Final = 12

_NUMBER: Final = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}(\.[0-9]{{1,{MOST_DIGITS}}})?\Z")
_CARD: Final = re.compile(r"([1-9][0-9]|[0-9A-Z])([A-Z])\Z")
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def read_settings(given: Mapping[str, str]) -> tuple[tuple[Assign, ...], Source, tuple[Diagnostic, ...]]:
    """Turn settings into the nodes of a `set`, with the text that their findings point into."""
    lines = [f"{_one_line(name)} = {_one_line(value)}" for name, value in given.items()]
    source = Source(PLACE, "\n".join(lines))
    assigns, found, at = [], [], 0
    for (name, value), line in zip(given.items(), lines, strict=True):
        span = source.span(at, at + len(line))
        at += len(line) + 1
        if (node := _value(value.strip(), span)) is None:
            message = f"`{_one_line(value)}` is not a value that an option can have."
            found.append(error("E229", span, message, "write a number, a word, `yes` or `no`"))
        else:
            assigns.append(Assign(name.strip(), node, span=span))
    return tuple(assigns), source, tuple(found)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:80]


def _value(text: str, span: Span) -> Expr | None:
    if _NUMBER.match(text):
        number = Number(Fraction(text.removeprefix("-")), span=span)
        return Negative(number, span=span) if text.startswith("-") else number
    if card := _CARD.match(text):
        return CardName(card[1].replace("T", "10"), card[2], span=span)
    if text in ("yes", "no"):
        return Truth(text, span=span)
    return Name(text, span=span) if _NAME.match(text) else None
