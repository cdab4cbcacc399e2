"""Mistakes that were planted into house rules, each with what was meant and what is said of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import Fix, Severity
from spadesdsl.loader import load_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.diagnostics import Diagnostic

FOLDER = Path(__file__).parent.parent / "data" / "mistakes"
_BEGINNINGS = ("variant ", "pack ", "language ", "rules ", "```", "> ")
_HEAD = 'variant house "Our house" extends standard {\n'


@dataclass(frozen=True, slots=True)
class Planted:
    """One mistake."""

    kind: str
    """The name of its file."""
    title: str
    wrong: str
    right: str
    """What was meant; with no `fix` the text is right too, but nobody can know that it was meant."""
    is_fixed: bool
    said: str
    """What is said of it: line, code, message and hint."""


def whole(text: str) -> str:
    """Write the file around a few sentences."""
    if text.startswith(_BEGINNINGS):
        return text
    return _HEAD + "".join(f"  {line}\n" if line else "\n" for line in text.splitlines()) + "}\n"


def planted() -> list[Planted]:
    """Read all mistakes."""
    return [one for file in sorted(FOLDER.glob("*.txt")) for one in read(file)]


def read(file: Path) -> list[Planted]:
    """Read the mistakes of a file."""
    found = []
    for part in file.read_text(encoding="utf-8").split("=== ")[1:]:
        title, _, rest = part.partition("\n")
        arrow = "--->\n" if "--->\n" in rest else "-/->\n"
        wrong, _, rest = rest.partition(arrow)
        right, _, said = rest.partition("---\n")
        found.append(Planted(file.stem, title, whole(wrong), whole(right), arrow == "--->\n", said))
    return found


def findings_of(text: str, *, has_fixes: bool = True) -> list[Diagnostic]:
    """Check a file and return what is wrong with it."""
    found = load_text(text.encode(), {}, has_fixes=has_fixes).diagnostics
    return [one for one in found if one.severity is not Severity.OPEN]


@cache
def errors_of(text: str) -> list[str]:
    """Check a file and return its errors; many mistakes were meant as the same file."""
    found = findings_of(text, has_fixes=False)
    return [f"{one.code} {one.message}" for one in found if one.severity is Severity.ERROR]


def fixed(text: str, found: Sequence[Diagnostic]) -> str | None:
    """Return a file with the fixes of all findings; None if one of them has none."""
    fixes = [one.fix for one in found if one.fix is not None]
    if len(fixes) < len(found):
        return None
    edits = sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: edit.span.start)
    return Fix(tuple(edits), "").applied(text)


def said_of(found: Sequence[Diagnostic]) -> str:
    """Write what is said of a file."""
    return "".join(f"{one.span.line} {one.code} {one.message}\n  {without_shipped(one.hint)}\n" for one in found)


def without_shipped(hint: str) -> str:
    """Leave out which shipped sentence is most like the author's: that changes with each file that is shipped."""
    hint = re.sub(r"^(?:the nearest|another such)(?: shipped)? rule is `.*` in (?:the pack )?`\w+`; ", "", hint)
    return re.sub(r"such as `.*` in `\w+`$", "such as …", re.sub(r"; `\w+` has `.*`$", "; … has …", hint))
