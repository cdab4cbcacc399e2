"""Mistakes as people make them: each gives one message, with its line, its cause and the fix that was meant.

After a change of words, look at what is new and write it with `python -m tests.mistakes.write`.
"""

from __future__ import annotations

from itertools import zip_longest

import pytest

from spadesdsl.diagnostics import Severity, has_errors
from tests.mistakes.planted import Planted, findings_of, planted, said_of

ALL = planted()
LEAST = 100


def line_of(one: Planted) -> set[int]:
    """Return the line on which a mistake is, or the two between which one is missing."""
    pairs = zip_longest(one.wrong.splitlines(), one.right.splitlines())
    first = next(at for at, (wrong, right) in enumerate(pairs, 1) if wrong != right)
    return {first, first - 1} if one.right.count("\n") > one.wrong.count("\n") else {first}


def test_a_hundred_mistakes_are_planted() -> None:
    assert len(ALL) >= LEAST
    assert len({one.title for one in ALL}) == len(ALL)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.title)
def test_a_mistake_gives_one_message_on_its_line(one: Planted) -> None:
    assert said_of(one.wrong) == one.said
    (found,) = findings_of(one.wrong)
    assert found.span.line in line_of(one)
    assert found.hint


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.title)
def test_the_fix_that_is_printed_is_what_was_meant(one: Planted) -> None:
    (found,) = findings_of(one.wrong)
    if not one.is_fixed:
        assert found.fix is None
        return
    assert found.fix is not None
    assert found.fix.applied(one.wrong) == one.right


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.title)
def test_what_was_meant_is_right(one: Planted) -> None:
    found = findings_of(one.right)
    assert not has_errors(found), [f"{it.code} {it.message}" for it in found if it.severity is Severity.ERROR]
