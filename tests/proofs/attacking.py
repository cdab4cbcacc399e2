"""Claims attacked: deals played and deals made, by other seeds than the proofs', in games that note what happens."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from spadesdsl.binding.game import bind
from spadesdsl.engine.scoring import scored
from spadesdsl.proofs.conditions import prove_conditions
from spadesdsl.proofs.context import settings_of
from spadesdsl.proofs.narrowing import prove_musts
from spadesdsl.proofs.playing import begin, play_deal, reach_of
from spadesdsl.proofs.prove import context_of
from spadesdsl.proofs.recording import Record, watched
from spadesdsl.proofs.rounds import prove_rounds
from spadesdsl.proofs.scoring import prove_lines
from spadesdsl.proofs.settings import prove_settings
from spadesdsl.proofs.situations import Range, deals_of, range_of

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game
    from spadesdsl.loader import Loaded
    from spadesdsl.proofs.claims import Proof
    from spadesdsl.proofs.context import ProofContext, Setting

ATTACKED = (prove_settings, prove_rounds, prove_lines, prove_musts, prove_conditions)
"""The proofs that claim what no case may contradict. What was shown by a case needs no attack."""


def claims_of(loaded: Loaded, deals: int) -> tuple[ProofContext, list[Proof]]:
    """Return the claims about a file, few deals having been played for them."""
    context = context_of(loaded)
    context.play(deals)
    return context, [proof for one in ATTACKED for proof in one(context)]


def attack(context: ProofContext, cases: int, seed: int) -> Record:
    """Run so many cases through games with the options as they are, and with some set otherwise."""
    record = Record(is_keeping=False)
    rng = Random(seed)
    settings = settings_of(context.variant.game.options, 40)[0]
    chosen: list[Setting] = [(), *rng.sample(settings, min(2, len(settings)))]
    games = [watched(bind(context.rules(setting), context.sources), record) for setting in chosen]
    reach = reach_of(context.variant)
    while record.cases < cases:
        game = games[rng.randrange(len(games))] if rng.random() < 0.3 else games[0]
        play_deal(begin(game, rng, 1 + rng.randrange(12), reach), rng, record)
        _score_some(context, games[0], record, rng, 12)
    return record


def _score_some(context: ProofContext, game: Game, record: Record, rng: Random, many: int) -> None:
    """Score deals of any bids and tricks, as their rules stand on some deal."""
    deal = 1 + rng.randrange(12)
    rules = context.variant.edition(deal)
    if rules.teams.after is not None:
        return
    over = _range(context, deal)
    if not over.choices:
        return
    place = rng.randrange(len(over.choices))
    few = Range(over.seats, over.choices[place : place + 1], over.tricks, over.is_whole)
    for s in islice(deals_of(game, few, deal), rng.randrange(20), None, 9):
        scored(s)
        record.cases += 1
        many -= 1
        if not many:
            return


_RANGES: dict[tuple[int, int], Range] = {}


def _range(context: ProofContext, deal: int) -> Range:
    rules = context.variant.edition(deal)
    about = (id(context), deal)
    if about not in _RANGES:
        _RANGES.clear()
        lines = rules.scoring.lines
        _RANGES[about] = range_of(rules, context.game(), lines, deal)
    return _RANGES[about]


def contradicted(proofs: list[Proof], record: Record) -> list[str]:
    """List the claims that a case has contradicted."""
    return [
        f"{proof.line}: {event} {rule} {part}"
        for proof in proofs
        for event, rule, part in proof.never
        if proof.standing != "not proved" and record.has(event, rule, part)
    ]
