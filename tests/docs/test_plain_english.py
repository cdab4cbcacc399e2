"""What people read is plain English: none of the turns of phrase that give a translation away."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from spadesdsl.codes import CODES

ROOT: Final = Path(__file__).parent.parent.parent
TELL_TALES: Final[dict[str, str]] = {
    r"\b(hangs?|hung|hanging) on\b": "depends on",
    r"\bwhoever\b": "the player who",
    r"\b(is|are|was|were|be|being) told\b": "you see, you get, it shows",
    r"\bmend(s|ed|ing)?\b": "fix",
    r"\bwhat stands\b|\bstands (there|here|in|beside|before|behind|at|on)\b": "is",
    r"\b(comes?|came) to (?!an end\b|a stop\b|[A-Z])": "is worth, adds up to",
    r"\bbecomes? of\b": "what happens to",
    r"\banew\b": "again",
    r"\bby whom\b|\bof whom\b|\bto whom\b": "who",
    r"\bin vain\b": "for nothing",
    r"\bhas its way\b": "wins",
    r"\b(cannot|may|can|must|could) stand\b": "can come, fits, belongs",
    r"\bstands? (twice|too|after|between|inside|instead|side by side|beside|round)\b": "is, comes, goes",
    r"\b(is|are) wanted here\b": "belongs here",
    r"\bnothing is said, so\b": "this file does not say, so",
    r"\blikewise\b": "also",
    r"\bgone on with\b": "continued",
    r"\bin a circle of\b|\bgo round in a circle\b": "depend on each other",
    r"\bso it is with\b": "the same goes for",
    r"\baltogether\b": "completely",
    r"` is no (?=(?:word|value|decision|move|card|bid|text|number|condition|line|record|file)\b)": "is not a",
    r"\btake (?:one of them|this line|this setting|it) away\b": "remove",
}
"""A phrase that a card player would not use, and what to say instead."""
HONEST: Final[dict[str, tuple[str, ...]]] = {}
"""Where such a phrase has its place: a name in the code, a quotation."""
PYTHON: Final = ("docs", "spadesdsl")
"""The folders whose modules are plain in every docstring, comment and message."""
MOST_LINES: Final = 5
"""A longer paragraph is not read."""
READ: Final = sorted(
    str(file.relative_to(ROOT))
    for file in [
        ROOT / "README.md",
        *(page for page in (ROOT / "docs").glob("*.md") if page.name != "diagnostics.md"),
        *(ROOT / "variants").rglob("*.spades"),
        *(module for folder in PYTHON for module in (ROOT / folder).rglob("*.py")),
    ]
)


def tell_tales(file: str, text: str) -> list[str]:
    """Return the phrases of a text that a card player would not use, each with what to say instead."""
    found = []
    for pattern, better in TELL_TALES.items():
        if pattern not in HONEST.get(file, ()):
            found += [
                f"`{' '.join(match[0].split())}`: {better}"
                for match in re.finditer(pattern.replace(" ", r"\s+"), text, re.I)
            ]
    return found


def test_nobody_would_say_it_otherwise() -> None:
    found = {file: tell_tales(file, (ROOT / file).read_text(encoding="utf-8")) for file in READ}
    assert {file: said for file, said in found.items() if said} == {}


def test_no_paragraph_is_longer_than_five_lines() -> None:
    found = []
    for page in sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md")} - {ROOT / "docs" / "diagnostics.md"}):
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        parts = re.split(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.)\s)", text)
        found += [f"{page.name}: {part.strip()[:60]}" for part in parts if part.strip().count("\n") >= MOST_LINES]
    assert found == []


def test_every_code_is_explained_in_plain_words() -> None:
    for code, entry in CODES.items():
        assert tell_tales(code, f"{entry.title}. {entry.explanation} {entry.fix}") == []


def test_a_tell_tale_is_found() -> None:
    assert tell_tales("page.md", "It hangs\non the trick.") == ["`hangs on`: depends on"]
    assert tell_tales("page.md", "The deal comes to an end.") == []
