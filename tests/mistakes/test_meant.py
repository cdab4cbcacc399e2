"""No fix that a fixture's message prints is wrong, and no hint with code in it leads astray.

What each mistake was meant as is written down in `tests/data/errors/meant.txt`; see `tests.mistakes.meant`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.mistakes.meant import CODE, Meant, findings_of, fixtures, meant, numbered, of_fix, prescribes, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.diagnostics import Diagnostic

LISTS = re.compile(
    r"what can come here|there are the|it has|it takes|the order is|the bids of this deal|after `then` comes|such as|"
    r"look at the `when`|a section stands|.* names with `let`|.*\bbelongs in\b|what can be skipped"
)
"""Hints that say what there is, not what to write."""
EXAMPLE = re.compile(r"\b(such as|as in|like) `")
"""Hints with code that is only an example."""
HELD = sorted(meant())


def about(findings: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    """Count findings by what they say, without their places."""
    return Counter((one.code, one.message) for one in findings)


def pattern(code: str) -> str:
    """Return a pattern for code of a hint: `…` is any code, and `x` any name."""
    parts = re.split(r"( … }|…|\bx\b)", " ".join(code.split()))
    return "".join({" … }": "", "…": ".*", "x": r"[\w.]+"}.get(part, re.escape(part)) for part in parts)


@pytest.mark.parametrize("title", HELD)
def test_what_was_meant_leaves_only_the_other_mistakes(title: str) -> None:
    one = meant()[title]
    text = text_of(one.file)
    finding = numbered(one.file)[title]
    after = about(findings_of(one.file, one.applied(text)))
    before = about(findings_of(one.file, text))
    assert after[finding.code, finding.message] < before[finding.code, finding.message]
    if is_read(text, one):
        assert after <= before


def is_read(text: str, one: Meant) -> bool:
    """Tell whether a fixture can be read with what was meant and was before: otherwise more is found only now."""
    codes = {found.code for found in findings_of(one.file, text)}
    return not any(code.startswith("E1") for code in codes)


@pytest.mark.parametrize("title", HELD)
def test_what_is_printed_for_a_fixture_is_what_was_meant(title: str) -> None:
    one = meant()[title]
    finding = numbered(one.file)[title]
    if finding.fix is not None:
        assert of_fix(title, finding).edits == one.edits
        return
    old = " ".join(" ".join(line for _, lines, _ in one.edits for line in lines).split())
    new = " ".join(" ".join(line for _, _, lines in one.edits for line in lines).split())
    codes = CODE.findall(finding.hint)
    written = [code for code in codes if re.search(pattern(code), new)]
    taken_out = [code for code in codes if re.search(pattern(code), old) and not re.search(pattern(code), new)]
    assert written or taken_out or EXAMPLE.search(finding.hint), finding.hint


@pytest.mark.parametrize("file", fixtures())
def test_each_hint_that_says_what_to_write_has_been_held(file: str) -> None:
    missing = [
        f"{title}: {finding.hint}"
        for title, finding in numbered(file).items()
        if prescribes(finding) and title not in meant() and (finding.fix or not LISTS.match(finding.hint))
    ]
    assert not missing


def test_what_was_meant_is_about_findings_that_there_are() -> None:
    assert [title for title in HELD if title not in numbered(title.split(" ")[0])] == []
