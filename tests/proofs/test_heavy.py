"""Very large rules: the work of the proofs has a limit, and what was given up says so."""

from __future__ import annotations

from importlib import import_module

import pytest

from spadesdsl import work
from spadesdsl.engine.choices import volunteered
from spadesdsl.loader import load, load_text
from spadesdsl.proofs.at_once import glance, look_over
from spadesdsl.proofs.claims import Standing
from spadesdsl.proofs.prove import Proved, prove
from tests.work import at_most


def _proved(body: str) -> Proved:
    choices = "set failed_nil = help, set_cost = per_bid, bags_past_limit = carried"
    loaded = load_text(f'language 1\nvariant house "H" extends standard {{ {choices}\n{body} }}\n'.encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    return prove(loaded)


def test_four_hundred_musts_share_one_limit_and_those_that_are_given_up_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("spadesdsl.proofs.prove"), "MOST_WORK", 1_000_000)  # a third
    musts = "\n".join(
        f"must m{at} when leading and trick_number = {1 + at % 13} and count of played in hearts > {at % 7}: "
        f"card in hearts or card.rank > {2 + at % 8}"
        for at in range(400)
    )
    found = _proved(f"play {{ {musts} }}")
    open_ones = [proof.how for proof in found.proofs if proof.standing is Standing.OPEN and proof.about == "play.m13"]
    assert any("given up after " in how for how in open_ones)


@pytest.mark.parametrize("name", ["euchre", "hearts", "skat"])
def test_with_less_work_nothing_is_claimed_that_is_not_claimed_with_more(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("spadesdsl.proofs.prove")

    def settled(work: int) -> set[tuple[str, str]]:
        monkeypatch.setattr(module, "MOST_WORK", work)
        found = prove(load(name, {}))
        assert not any(proof.never for proof in found.proofs if "given up" in proof.how)
        # How many games were walked is part of these.
        told = ((one.about, one.claim) for one in found.proofs if one.standing is not Standing.OPEN)
        return {one for one in told if not one[1].startswith(("a game can end", "each"))}

    whole = settled(1 << 40)
    assert all(settled(work) <= whole for work in (1_000, 10_000, 40_000, 100_000))


def test_what_is_left_of_a_share_goes_back() -> None:
    with work.at_most(100) as around:
        with work.at_most(work.share(2)):
            work.spend(20)
        assert around.left == 80
        with pytest.raises(work.GivenUpError), work.at_most(work.share(2)):
            work.spend(41)
        assert around.left == 40
        with pytest.raises(work.GivenUpError), work.at_most(1_000):
            work.spend(41)
    work.spend(1 << 60)  # nobody gave a budget


def test_a_file_that_is_too_large_for_what_shows_at_once_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("spadesdsl.proofs.at_once"), "MOST_AT_A_GLANCE", 2_000)
    said = look_over(load("skat", {}))[1]
    assert said.startswith("some checks are left out: given up after ")


def test_a_quantity_that_is_read_twice_by_each_of_forty_is_worked_out_once() -> None:
    lets = "\n".join(f"let l{at} = l{at - 1} + l{at - 1}" for at in range(1, 41))
    found = _proved(f"scoring for each team {{ let l0 = taken {lets} score gift when l40 > l39 : 5 }}")
    assert ("scoring.contract", Standing.PROVED) in {(proof.about, proof.standing) for proof in found.proofs}


def test_a_product_with_too_many_parts_is_no_other_line() -> None:
    product = " * ".join(f"(count of cards_won + {at} + deal)" for at in range(24))
    found = load_text(f'variant h "H" extends whist {{ scoring for each team {{ score g: {product} }} }}'.encode(), {})
    assert glance(found) == ()


def test_answers_that_are_listed_count_as_work() -> None:
    asks = "".join(f"may v{at}(n from 1 to 50) any time during play by each player: nothing " for at in range(60))
    found = load_text(f'variant h "H" extends whist {{ play {{ {asks} }} }}'.encode(), {})
    assert found.game is not None
    with pytest.raises(work.GivenUpError), work.at_most(30_000):
        volunteered(found.game.start(1))


def test_deals_that_are_thrown_in_count_as_work() -> None:
    again = "deal { redeal weak when some player has count of hand in spades < 12: by dealer }"
    found = load_text(f'variant h "H" extends whist {{ {again} }}'.encode(), {})
    assert found.game is not None
    with pytest.raises(work.GivenUpError), work.at_most(10_000):
        found.game.start(1)


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
