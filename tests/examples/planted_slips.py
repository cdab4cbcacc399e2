"""Slips planted into the shipped games: how often a failed example leads to the line and to the rule that was meant.

`python -m tests.examples.planted_slips [SEED] [A FILE]` takes some minutes.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.examples.causes import with_causes
from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load_draft
from spadesdsl.source import Source
from spadesdsl.syntax import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.loader import Loaded

VARIANTS = Path(__file__).parent.parent.parent / "variants"
_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[A-Za-z_]\w*|\d+[A-Za-z]*|[<>!=]=|[^\s\w]|\w')
_SIGNS = {"<": "<= >", "<=": "< >=", ">": ">= <", ">=": "> <=", "+": "-", "-": ""}
_WORDS = (
    "some every no", "player opponent member team", "highest lowest", "most least", "first last", "win lose", "and or",
    "taken contract", "left right across partner", "dealer leader player", "yes no", "North East South West", "not ",
)  # fmt: skip


def slips(text: str, found: Loaded) -> Iterator[tuple[str, int, int, str]]:
    """Yield kinds of slips, where they are, and what is written there by mistake."""
    assert found.document is not None
    for item in found.document.items:
        if isinstance(item, examples.Example):
            continue
        for token in _TOKEN.finditer(text, item.span.start, item.span.end):
            word, (start, end) = token[0], token.span()
            if word in _SIGNS:
                yield from (("sign", start, end, other) for other in _SIGNS[word].split(" "))
            if word.isdigit():
                number = int(word)
                for other in {number * 10, number + 1, max(number - 1, 0), number // 10 or number + 2} - {number}:
                    yield "number", start, end, str(other)
                yield "minus", start, end, f"-{number}"
            for row in _WORDS:
                if word in row.split():
                    yield from (("word", start, end, other) for other in row.split(" ") if other != word)


def _loaded(file: Path, text: str) -> Loaded:
    return load_draft(Source(str(file), text), file.parent, first=file, has_fixes=False)


def main(seed: int, per_file: int) -> None:
    """Plant slips in every shipped game, and count."""
    chance = random.Random(seed)
    planted = lines = meant = among = 0
    for file in sorted(VARIANTS.glob("*.spades")):
        text = file.read_text(encoding="utf-8")
        right = _loaded(file, text)
        if right.document is None or right.variant is None:
            continue
        made = sorted(slips(text, right), key=lambda one: (chance.random(), one))
        done = 0
        for kind, start, end, other in made[:14]:
            wrong = _loaded(file, text[:start] + other + text[end:])
            results = () if wrong.variant is None else run_examples(wrong)
            if done >= per_file or all(one.passed for one in results):
                continue
            done += 1
            line = text.count("\n", 0, start) + 1
            said = [one for result in with_causes(wrong, results) for one in result.failures]
            is_named = any(abs(note.span.line - line) <= 1 for one in said for note in one.notes)
            fixed = [_loaded(file, one.fix.applied(wrong.texts[0].text)) for one in said if one.fix is not None]
            is_meant = any(one.variant and one.playable.hash == right.playable.hash for one in fixed)
            is_among = any(", or if you" in one.hint for one in said)
            planted, lines, meant, among = planted + 1, lines + is_named, meant + is_meant, among + is_among
            slip = f"{file.stem}:{line} {kind} {text[start:end]} -> {other}"
            sys.stdout.write(f"{slip}: line {is_named}, fix {is_meant}, several {is_among}\n")
    sys.stdout.write(f"{planted} slips: {lines} times the line, {meant} times the fix, {among} times several\n")


if __name__ == "__main__":
    main(*(int(one) for one in (*sys.argv[1:], *("1", "1")[len(sys.argv) - 1 :])))
