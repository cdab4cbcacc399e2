"""On which deals which `on deal` blocks hold, beside a plain count of the deals."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spadesdsl.loader import load_text
from spadesdsl.rules.game import LONGEST, DealScope, calendar
from tests.check.texts import codes, good

BLOCKS = st.one_of(
    st.builds(DealScope, st.lists(st.integers(1, 30), min_size=1, max_size=4).map(tuple), st.none()),
    st.integers(1, 6).flatmap(
        lambda every: st.builds(
            DealScope, st.lists(st.integers(1, every), min_size=1, max_size=3).map(tuple), st.just(every)
        )
    ),
)
LAST = 30 + 2 * 60
"""Beyond the deals that are named all goes on as in the sixty deals before."""


@given(st.lists(BLOCKS, max_size=5))
def test_every_combination_is_found_with_its_first_and_last_deal(blocks: list[DealScope]) -> None:
    seen: dict[tuple[bool, ...], list[int]] = {}
    for deal in range(1, LAST + 1):
        seen.setdefault(tuple(block.covers(deal) for block in blocks), []).append(deal)
    days = calendar(blocks)
    assert days is not None
    assert [(one.holds, one.first) for one in days] == [(holds, deals[0]) for holds, deals in seen.items()]
    for one in days:
        deals = seen[one.holds]
        assert one.last == (None if deals[-1] > LAST - 60 else deals[-1])


def test_late_deals_are_found_without_going_through_those_before() -> None:
    days = calendar([DealScope((9_000_000,), None), DealScope((7,), 10)])
    assert days is not None
    assert [(one.holds, one.first, one.last) for one in days] == [
        ((False, False), 1, None),
        ((False, True), 7, None),
        ((True, False), 9_000_000, 9_000_000),
    ]


def test_periods_that_take_too_long_to_meet_are_not_followed() -> None:
    assert calendar([DealScope((1,), LONGEST)]) is not None
    assert calendar([DealScope((1,), 101), DealScope((1,), 103)]) is None


def test_an_edition_has_its_first_and_its_last_deal() -> None:
    blocks = "on deal 70 { set most = 2 }\non deal 5 of every 8 { set most = 1 }"
    variant = good(f'variant child "Child" extends small {{ {blocks} }}')
    assert [(one.first, one.last) for one in variant.calendar()] == [(1, None), (5, None), (70, 70)]
    assert all(one.game is variant.edition(one.first) for one in variant.calendar())


def test_blocks_that_hold_in_very_many_ways_are_refused() -> None:
    blocks = "\n".join(
        f"on deals {', '.join(str(deal) for deal in range(1, 400) if deal >> bit & 1)} {{ set most = 2 }}"
        for bit in range(9)
    )
    assert codes(f'variant child "Child" extends small {{ {blocks} }}') == ["E261"]


def test_a_rule_is_dropped_on_deals_on_which_another_block_drops_it_too() -> None:
    block = "on deal {0} of every {0} {{ phase passing {{ drop pass three }} }}"
    child = f'language 1 variant child "Child" extends hearts {{{{ {block} }}}}'
    five, four = (load_text(child.format(number).encode(), {}) for number in (5, 4))
    assert not five.diagnostics
    assert [one.code for one in four.diagnostics] == ["E203"]
