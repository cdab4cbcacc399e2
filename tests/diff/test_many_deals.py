"""A deal that two kernels play with the same luck points at a difference, and the interpreter shows it."""

from __future__ import annotations

from itertools import islice, repeat
from typing import TYPE_CHECKING

from spadesdsl.algebra.reads import Effect
from spadesdsl.diff import case_search
from spadesdsl.diff.case_search import ManyDeals
from spadesdsl.kernel import Kernel
from spadesdsl.loader import load_text
from spadesdsl.proofs.situations import fresh

if TYPE_CHECKING:
    import pytest

    from spadesdsl.engine.game import Game


_HOUSE = """language 1
variant house "H" extends whist {{ play {{ must low when leading and trick_number = {}: card.rank < 9 }} }}
"""


def _in_python(*games: Game) -> list[Kernel]:
    return [Kernel(game, native=False) for game in games]


def test_a_deal_that_is_dealt_again_is_followed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_search, "_kernels_of", _in_python)
    monkeypatch.setattr("spadesdsl.kernel.kernel.SLICE", 4)
    monkeypatch.setattr(case_search, "_OF_A_CASE", 4)
    again = "bidding {{ redeal poor when times_dealt < 3: by dealer }} scoring for each team {{ score gift: {} }}"
    texts = (f'variant it "It" extends standard {{ {again.format(points)} }}' for points in (1, 2))
    pair = [load_text(text.encode(), {}).game for text in texts]
    assert pair[0] is not None
    assert pair[1] is not None
    assert list(ManyDeals((pair[0], pair[1])).walks([fresh(pair[0], 1)]))


def test_what_kernels_point_at_is_played_by_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_search, "_kernels_of", _in_python)
    monkeypatch.setattr("spadesdsl.kernel.kernel.SLICE", 8)
    monkeypatch.setattr(case_search, "_OF_A_CASE", 8)
    pair = [load_text(_HOUSE.format(number).encode(), {}).game for number in (3, 4)]
    assert pair[0] is not None
    assert pair[1] is not None
    found = ManyDeals((pair[0], pair[1]))
    walks = list(islice(found.walks(repeat(fresh(pair[0], 1))), 2))
    assert {one.effect for walk in walks for one in walk.partings} == {Effect.PLAYS}
    assert found.played >= 8
    same = ManyDeals((pair[0], pair[0]))
    assert list(same.walks([fresh(pair[0], 1)])) == []
    assert same.played == 8
