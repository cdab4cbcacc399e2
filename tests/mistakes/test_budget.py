"""How much is read again to find fixes is limited for a whole file, whatever is wrong with it."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from spadesdsl.diagnostics import Edit, Fix
from spadesdsl.frozen import replace
from spadesdsl.repair.excerpt import Excerpt, trail_of
from spadesdsl.repair.settle import settle
from spadesdsl.resources import variant_text
from spadesdsl.source import Source
from spadesdsl.syntax.parser import read
from tests.work import at_most

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from spadesdsl.diagnostics import Diagnostic

MOST = 2_400_000
"""Two million characters, and what each of twelve findings reads to find its excerpt."""


def test_a_long_torn_file_is_not_read_again_from_end_to_end_for_each_try(monkeypatch: pytest.MonkeyPatch) -> None:
    line = f"  zxq{' # …' * 200}\n"
    source = Source("torn.spades", f'variant torn "Torn" extends standard {{\n{line * 12}')
    first = read(source).found[0]
    starts = [at for at in range(len(source.text)) if source.text.startswith("zxq", at)]
    found = tuple(replace(first, message=f"{at}", span=source.span(at, at + 3)) for at in starts)
    lengths: list[int] = []

    def again(_source: Source, start: int, end: int, _heads: tuple[str, ...]) -> tuple[Diagnostic, ...]:
        lengths.append(end - start)
        return found

    def hopeless(finding: Diagnostic, *_others: Any, **_named: Any) -> Iterator[Fix]:
        return (Fix((Edit(finding.span, f"{n}"),), "") for n in range(1_000))

    monkeypatch.setattr(import_module("spadesdsl.repair.excerpt"), "_found", again)
    monkeypatch.setattr(import_module("spadesdsl.repair.tries"), "proposals", hopeless)
    assert settle(found, source, lambda _text: found) == found
    assert len(source.text) < sum(lengths) < MOST


def test_what_follows_a_change_is_not_read_again_once_it_is_read_as_before() -> None:
    random = Random(5)
    for name in ("standard", "euchre", "skat") * 40:
        text = (variant_text(name) or ("", ""))[1]
        at = random.randrange(len(text))
        source = Source(name, text[:at] + random.choice(("", ")", "x", "{", "take")) + text[at + random.randrange(9) :])
        trail = trail_of(Excerpt(source, 0, len(source.text), (), is_alone=True))
        start = random.randrange(min(len(source.text), max(20, trail.stop)))
        put = random.choice(("", "a", "when x", "in hearts", ": 3", "\n", "}", "{"))
        fix = Fix((Edit(source.span(start, start + random.randrange(12)), put),), "")
        assert trail.stop_with(fix) == replace(trail, after_words={}).stop_with(fix)
    line = "  score l{}: 1 * taken\n"
    source = Source("h", f"variant h {{ scoring {{\n{''.join(map(line.format, range(400)))}}} }}")
    trail, at = trail_of(Excerpt(source, 0, len(source.text), (), is_alone=True)), source.text.index("l7:")
    with at_most(2_000):
        assert trail.stop_with(Fix((Edit(source.span(at, at + 2), "other"),), "")) is None
