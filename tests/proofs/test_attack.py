"""What is claimed of every shipped file holds in 10⁵ cases that were not looked at when it was claimed.

`SPADESDSL_ATTACK=20` runs twenty times as many.
"""

from __future__ import annotations

import os

import pytest

from spadesdsl.proofs.claims import Event, Proof, Standing, id_of
from spadesdsl.proofs.prove import context_of, prove
from spadesdsl.resources import variant_names
from tests.loading import loaded
from tests.proofs.attacking import attack, contradicted

PARTS = 6
CASES = 100_000 * int(os.environ.get("SPADESDSL_ATTACK", "1"))


@pytest.mark.parametrize("part", range(PARTS))
def test_no_case_contradicts_a_proof_about_a_shipped_file(part: int) -> None:
    names = variant_names()[part::PARTS]
    wrong: list[str] = []
    cases = claims = 0
    for number, name in enumerate(names):
        proofs = list(prove(loaded(name)).proofs)
        found = attack(context_of(loaded(name)), proofs, CASES // len(variant_names()) + 1, seed=PARTS * number + part)
        cases += found.cases
        claims += sum(bool(proof.never) for proof in proofs)
        wrong += [f"{name}: {one}" for one in contradicted(proofs, found)]
        wrong += [f"{name}: {proof.line}" for proof in proofs if proof.finding is not None]
    assert wrong == []
    assert cases >= CASES * len(names) / len(variant_names())
    assert claims > len(names) / 2, "there was something to attack"


@pytest.mark.parametrize(("event", "rule"), [(Event.NARROWS, "play.follow_suit"), (Event.CASE, "scoring.contract")])
def test_a_false_claim_is_caught(event: Event, rule: str) -> None:
    context = context_of(loaded("standard"))
    base = context.game().base
    found = next(one for one in (*base.play.musts, *base.lines) if one.rule.key == rule)
    false = Proof(
        rule, "it never happens", Standing.PROVED, 0, "said without a look", None, ((event, id_of(found.rule), 0),)
    )
    assert contradicted([false], attack(context, [false], 300, seed=7))
