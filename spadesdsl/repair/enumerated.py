"""Proposals of several changes of one kind on a line: bids by their names, cards in capitals, cases as cases."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.text import lines_of, replaced, several

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix
    from spadesdsl.repair.text import Words


def in_lists(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose several changes of one kind: bids by their names, cards without commas, in capitals, cases as cases."""
    start, line = lines_of(finding, words)
    joined = [(start + one.start(), start + one.end(), ",") for one in re.finditer(r"(?<=\w) and(?= \w)", line)]
    if joined and re.match(r"\s*(?:.*\{)?\s*bids\b", line):
        hint = "write `,` for each `and`" if joined[1:] else "write `,` for `and`"
        yield several(words.source, iter(joined), hint, "The bids of a side are separated by commas.")
    commas = [
        (start + one.start(), start + one.end(), "") for one in re.finditer(r",(?= (?:10|[2-9TJQKA])[A-Z]\b)", line)
    ]
    if commas and re.search(r"\b(?:holds|won|legal|illegal)\b", line):
        yield several(
            words.source,
            iter(commas),
            "leave out the commas",
            "The cards of an example are written side by side, without commas.",
        )
    between = [
        (start + one.start(), start + one.start(), ",")
        for one in re.finditer(r"(?<=[A-Z0-9])(?= [A-Z][a-z]+ (?:10|[2-9TJQKA])[A-Z]\b)", line)
    ]
    if between and re.search(r"\bplays\b", line):
        hint = "write `,` between the players, as in `plays West JC, North 4H`"
        yield several(words.source, iter(between), hint, "The cards that players played are separated by commas.")
    cards_first = [
        (start + one.start(), start + one.end(), f"{one[2]} {one[1]}")
        for one in re.finditer(
            r"(?<=[s,;] )((?:10|[2-9TJQKA])[A-Z]) (?:by |from )?([A-Z][a-z]+)(?=\s*(?:[,;}]|$|expect))", line
        )
    ]
    if cards_first and re.search(r"\bplays\b", line):
        hint = f"write `{cards_first[0][2]}`" + (", and so on" if cards_first[1:] else "")
        yield several(words.source, iter(cards_first), hint, "First comes the player, then the card.")
    turned = [
        (start + one.start(), start + one.end(), f"{one[2]}{one[1]}")
        for one in re.finditer(r"\b([A-Z])(10|[2-9TJQKA])\b", line)
    ]
    if turned:
        hint = f"write `{turned[0][2]}`" + (", and so on" if turned[1:] else "")
        yield several(words.source, iter(turned), hint, "A card is written with its rank first, then its suit.")
    small = re.finditer(r"\b(?:10|[2-9tjqkaTJQKA])[a-z]\b", line)
    capitals = [(start + one.start(), start + one.end(), one[0].upper()) for one in small]
    if capitals:
        hint = f"write `{capitals[0][2]}` for `{capitals[0][2].lower()}`" + (", and so on" if capitals[1:] else "")
        yield several(words.source, iter(capitals), hint, "Cards are written in capitals.")
    cases = [(start + one.start(), start + one.end(), "case") for one in re.finditer(r"\bif\b(?=[^:{}]*:)", line)]
    cases += [
        (start + one.start(), start + one.end(), "otherwise")
        for one in re.finditer(r"\b(?:else|default)\b(?=\s*:)", line)
    ]
    for said, text in ((r"\bwhen\b(?=[^:{}]*:)", "case"), (r"\belse\b(?!\s*:)", "otherwise:")):
        cases += [(start + one.start(), start + one.end(), text) for one in re.finditer(said, line)]
    found = re.finditer(r"[,;](?=\s*(?:case|otherwise)\b)", line)
    commas = [(start + one.start(), start + one.end(), "") for one in found]
    if commas:
        yield several(words.source, iter(commas), "leave the commas out", "No comma separates the cases of a `score`.")
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
