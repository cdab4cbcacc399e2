"""Very large rules: the work of the proofs has a limit, and what was given up says so."""

from __future__ import annotations

from spadesdsl.loader import load_text
from spadesdsl.proofs.claims import Standing
from spadesdsl.proofs.prove import Proved, prove


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
