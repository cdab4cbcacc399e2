"""Very large rules: the work of the proofs has a limit, and what was given up says so."""

from __future__ import annotations

import pytest

from spadesdsl.loader import load_text
from spadesdsl.proofs.claims import Standing
from spadesdsl.proofs.prove import Proved, glance, prove
from tests.work import at_most


def _proved(body: str) -> Proved:
    choices = "set failed_nil = help, set_cost = per_bid, bags_past_limit = carried"
    loaded = load_text(f'language 1\nvariant house "H" extends standard {{ {choices}\n{body} }}\n'.encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    return prove(loaded)


def test_four_hundred_musts_share_one_limit_and_those_that_are_given_up_say_so() -> None:
    musts = "\n".join(
        f"must m{at} when leading and trick_number = {1 + at % 13} and count of played in hearts > {at % 7}: "
        f"card in hearts or card.rank > {2 + at % 8}"
        for at in range(400)
    )
    found = _proved(f"play {{ {musts} }}")
    open_ones = [proof.how for proof in found.proofs if proof.standing is Standing.OPEN and proof.about == "play.m13"]
    assert any("given up after " in how for how in open_ones)


def test_a_quantity_that_is_read_twice_by_each_of_forty_is_worked_out_once() -> None:
    lets = "\n".join(f"let l{at} = l{at - 1} + l{at - 1}" for at in range(1, 41))
    found = _proved(f"scoring for each team {{ let l0 = taken {lets} score gift when l40 > l39 : 5 }}")
    assert ("scoring.contract", Standing.PROVED) in {(proof.about, proof.standing) for proof in found.proofs}


CHAINS = {
    "deal": ("deal", "{0} + {0}", "deal {{ replace dealer next: if {0} > 4 then left of dealer else dealer }}"),
    "lead": ("left of dealer", "if {0} is North then left of {0} else {0}", "play {{ replace lead first: {0} }}"),
    "must": ("deal", "if {0} > 5 then {0} + 1 else {0} - 1", "play {{ must m when {0} > 5: card in hearts }}"),
    "bid": ("deal > 2", "({0} and deal > 1) or {0}", 'bidding {{ bid odd "odd" when {0} {{ contract 3 }} }}'),
    "ending": ("deal", "max({0}, {0} + 1)", "ending {{ win w when score > {0} }}"),
    "card": ("card in hearts", "({0} and deal > 1) or {0}", "play {{ must m: card.{0} }}"),
}


@pytest.mark.parametrize("where", CHAINS)
def test_forty_quantities_that_read_one_another_are_written_out_in_no_block(where: str) -> None:
    first, each, rule = CHAINS[where]
    own = " for each card" if where == "card" else ""
    lets = "\n".join(f"let l{at}{own} = {each.format(f'l{at - 1}')}" for at in range(1, 41))
    with at_most(9_000_000):
        loaded = load_text(
            f'language 1 variant h "H" extends whist {{ let l0{own} = {first} {lets}\n{rule.format("l40")} }}'.encode(),
            {},
            has_fixes=False,
        )
        assert loaded.game is not None, [one.message for one in loaded.diagnostics]
        glance(loaded)
