"""What is claimed of shipped files, and of files made by chance, holds in 10⁵ cases that no proof has chosen.

The time goes into proving a file, so a sixth of the shipped files are attacked here, each for longer. With
`SPADESDSL_ATTACK=20` it is all of them, and twenty times as many cases; `benchmarks/attack.py` attacks for as long as
you like.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Final

import pytest

from spadesdsl.proofs.asked import answers_of, conditions_of
from spadesdsl.proofs.at_once import context_of
from spadesdsl.proofs.claims import Event, Proof, Standing, id_of
from spadesdsl.proofs.prove import prove
from spadesdsl.resources import variant_names
from spadesdsl.work import GivenUpError, at_most
from tests.loading import loaded
from tests.proofs.attacking import attack, contradicted
from tests.proofs.conditions import with_conditions
from tests.proofs.counting import count
from tests.proofs.making import edits, houses

PARTS = 4
MORE = int(os.environ.get("SPADESDSL_ATTACK", "1"))
NAMES = variant_names() if MORE > 1 else variant_names()[::6]
CASES = 90_000 * MORE
OF_A_FILE = CASES // len(NAMES) + 1


@pytest.mark.parametrize("part", range(PARTS))
def test_no_case_contradicts_a_proof_about_a_shipped_file(part: int) -> None:
    names = NAMES[part::PARTS]
    wrong: list[str] = []
    cases = claims = 0
    for number, name in enumerate(names):
        proofs = list(prove(loaded(name)).proofs)
        found = attack(context_of(loaded(name)), proofs, OF_A_FILE, seed=PARTS * number + part)
        cases += found.cases
        claims += sum(bool(proof.never) for proof in proofs)
        wrong += [f"{name}: {one}" for one in contradicted(proofs, found)]
        wrong += [f"{name}: {proof.line}" for proof in proofs if proof.finding is not None]
    assert wrong == []
    assert cases >= OF_A_FILE * len(names)
    assert claims > len(names) / 2, "there was something to attack"


MADE: Final = {"house rules": (houses, 6), "edits": (edits, 3)}


@pytest.mark.parametrize("kind", MADE)
def test_no_case_contradicts_a_proof_about_a_file_made_by_chance(kind: str) -> None:
    make, many = MADE[kind]
    wrong: list[str] = []
    for number, house in enumerate(islice(make(1), many * MORE)):
        proofs = list(prove(house).proofs)
        found = attack(context_of(house), proofs, 1_200, seed=number)
        wrong += [f"{number}: {one}" for one in contradicted(proofs, found)]
    assert wrong == []


@pytest.mark.parametrize("name", NAMES if MORE > 1 else ("standard", "hearts", "euchre", "oh_hell"))
@pytest.mark.parametrize("is_twisted", [False, True])
def test_no_case_contradicts_what_is_said_of_conditions_made_by_chance(name: str, *, is_twisted: bool) -> None:
    wrong: list[str] = []
    for seed in range((MORE + 1) // 2):
        wrong += answers_contradicted(name, Random(seed), many=40, cases=1_500, is_twisted=is_twisted)
    assert wrong == []


def answers_contradicted(name: str, chance: Random, many: int, cases: int, *, is_twisted: bool = False) -> list[str]:
    """List the conditions made by chance that are said never to hold, or never to fail, and do."""
    made = with_conditions(name, chance, many, is_twisted=is_twisted)
    if made is None:
        return []
    loaded, said = made
    context = context_of(loaded)
    can: dict[str, list[bool]] = {}
    for _, game in context.editions:
        for one in (one for one in conditions_of(game) if re.fullmatch(r"c\d+", one.rule.name)):
            answers = [True, True]
            with suppress(GivenUpError), at_most(400_000):
                answers = [*answers_of(context, game, one)[:2]]
            before = can.get(one.rule.key, [False, False])
            can[one.rule.key] = [new or old for new, old in zip(answers, before, strict=True)]
    found = attack(context, [], cases, chance.randrange(1_000_000))
    lines = [one.rule for _, game in context.editions for one in game.scoring.lines if one.rule.key in can]
    return [
        f"{name}: {event.name} of {said[int(rule.name[1:])]}"
        for rule in lines
        for event, is_said in zip((Event.HOLDS, Event.FAILS), can[rule.key], strict=True)
        if not is_said and found.record.has(event, id_of(rule), 0)
    ]


@pytest.mark.parametrize(("event", "rule"), [(Event.NARROWS, "play.follow_suit"), (Event.CASE, "scoring.contract")])
def test_a_false_claim_is_caught(event: Event, rule: str) -> None:
    context = context_of(loaded("standard"))
    base = context.game().base
    found = next(one for one in (*base.play.musts, *base.scoring.lines) if one.rule.key == rule)
    false = Proof(
        rule, "it never happens", Standing.PROVED, 0, "said without a look", None, ((event, id_of(found.rule), 0),)
    )
    assert contradicted([false], attack(context, [false], 300, seed=7))


def test_a_kernel_counts_what_is_said_never_to_happen() -> None:
    context = context_of(loaded("standard"))
    line = id_of(next(one.rule for one in context.game().base.scoring.lines if one.rule.key == "scoring.contract"))
    said = [(Event.CASE, line, 0), (Event.GAP, line, 0), (Event.CASE, line, 3)]
    claims = [Proof("scoring.contract", "never", Standing.PROVED, 0, "said", None, (one,)) for one in said]
    found = count(context, claims, 1_000, seed=1)
    assert found.why_not or [one.rpartition(" ")[2] for one in found.wrong] == ["0"], "the first case counts"
