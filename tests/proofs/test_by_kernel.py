"""What few deals do not show, a kernel's thousands do; the interpreter then sees it in the same deal."""

from __future__ import annotations

import pytest

from spadesdsl.kernel.native import is_there
from spadesdsl.loader import load_text
from spadesdsl.proofs import by_kernel
from spadesdsl.proofs.at_once import context_of
from spadesdsl.proofs.claims import Event

HOUSE = """language 1
variant house "H" extends whist {
  scoring for each team {
    score rare { case not (cards_won includes 2C and cards_won includes 2D and taken = 2): 1 }
  }
}
"""


@pytest.mark.skipif(not is_there(), reason="a kernel in Python takes minutes")
def test_a_case_that_few_deals_show_is_missing_where_a_kernel_found_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_kernel, "MOST_PLAYED", 4_000)
    context = context_of(load_text(HOUSE.encode(), {}))
    by_kernel.see_more(context)
    (gap,) = [s for (event, _, _), s in context.record.examples.items() if event is Event.GAP]
    twos = sum(1 << card for card, name in enumerate(gap.spec.deck.names) if name in ("2C", "2D"))
    assert any(gap.taken[side[0]] + gap.taken[side[1]] == 2 for side in gap.sides)
    assert any((gap.won[side[0]] | gap.won[side[1]]) & twos == twos for side in gap.sides)
    assert context.deals > 1
