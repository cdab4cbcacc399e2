"""Proposals of several changes of one kind on a line: bids by their names, cards in capitals, cases as cases."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.text import Words, lines_of, replaced, several

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix


def in_lists(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose several changes of one kind: bids by their names, cards without commas, in capitals, cases as cases."""
    start, line = lines_of(finding, words)
    cases = [(start + one.start(), start + one.end(), "case") for one in re.finditer(r"\bif\b(?=[^:{}]*:)", line)]
    cases += [
        (start + one.start(), start + one.end(), "otherwise")
        for one in re.finditer(r"\b(?:else|default)\b(?=\s*:)", line)
    ]
    for said, text in ((r"\bwhen\b(?=[^:{}]*:)", "case"), (r"\belse\b(?!\s*:)", "otherwise:")):
        cases += [(start + one.start(), start + one.end(), text) for one in re.finditer(said, line)]
    if cases and re.search(r"\bscore\b[^:{}]*\{", line):
        only = {(words.source.text[low:high], text) for low, high, text in cases}
        said = next((f"write `{text}` for `{was}`" for was, text in only), "") if len(only) == 1 else ""
        yield several(
            words.source,
            iter(cases),
            said or "write `case` and `otherwise`",
            "The braces of a `score` contain `case …:` and `otherwise:`.",
        )
    for one in re.finditer(r"\bon deals? (?:(?:from|in) )?[\[(]?(\d+) ?(?:-|–|to|through|\.\.+) ?(\d+)[\])]?", line):
        text = "on deals " + ", ".join(str(deal) for deal in range(int(one[1]), min(int(one[2]), int(one[1]) + 40) + 1))
        cause = "The deals are listed one by one."
        yield replaced(words.source, start + one.start(), start + one.end(), text, cause, f"write `{text}`")
    if re.match(r"\s*include\b", line) and "with" not in line and re.search(r",|\b(?:and|plus)\b|[&+]", line):
        indent = line[: len(line) - len(line.lstrip())]
        gaps = re.finditer(r",?\s*\b(?:and|plus)\s+|\s*[,&+]\s*", line)
        more = [(start + one.start(), start + one.end(), f"\n{indent}include ") for one in gaps]
        yield several(
            words.source,
            iter(more),
            "write `include` for each pack, on a line of its own",
            "One `include` takes in one pack.",
        )
    for block in re.finditer(r"\bscore\b[^:{}\n]*\{([^{}]*)", words.source.text):
        lacking = [one.end() for one in _NO_CASE.finditer(block[1])] if block.start() <= finding.span.start else []
        if lacking and finding.span.start <= block.end():
            yield several(
                words.source,
                ((block.start(1) + at, block.start(1) + at, "case ") for at in lacking),
                "write `case` before it" if len(lacking) == 1 else "write `case` before each",
                "The braces of a `score` contain `case …:` and `otherwise:`.",
            )


_NO_CASE: Final = re.compile(
    r"(?:\A\s*|^[ \t]*)(?!case\b|otherwise\b|else\b|default\b|source\b|note\b)(?=[\w(][^\n:\"]*:)|"
    r"(?<=[\w)\"] )(?<!case )(?<!not )(?!otherwise\b|else\b|default\b)(?=(?:not )?[a-z]\w*:)",
    re.MULTILINE,
)
"""Where a case begins without its word."""
