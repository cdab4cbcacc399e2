"""What is said never to hold, or always to, is so in every position of games that are played at random."""

from __future__ import annotations

from random import Random

import pytest

from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.cases import Asker
from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine import choices
from spadesdsl.engine.actions import environment
from spadesdsl.loader import load_text
from spadesdsl.proofs.situations import dealt, drawn

AMOUNTS = (
    *("deal", "trick_number", "count of played", "count of played in hearts", "count of trick", "count of tricks"),
    *("North.taken", "dealer.taken", "sum of taken over players", "most of taken over players", "count of players"),
    *("count of North.members", "count of North.opponents", "count of (North.members where taken > 1)"),
    *("sum of taken over North.opponents", "count of (played where card.rank is A)", "last_trick.winner.taken"),
)
SEATS = ("North", "dealer", "leader", "last_trick.winner", "North.partner")
WAYS = ("left of {}", "right of {}", "across of {}", "partner of {}", "{}")
QUESTIONS = (
    *("leading", "following", "led in hearts", "led in spades", "led is AS", "played is empty", "played includes AS"),
    *(
        "last_trick.winner is North",
        "some player has taken > 5",
        "every player has taken > 0",
        "no player has taken = 1",
    ),
)


def condition(random: Random) -> str:
    """Return a condition that can be asked at any time."""
    sign, number = random.choice(("<", ">", "=", "<=", ">=", "!=")), random.choice((0, 1, 2, 3, 4, 12, 13, 14, 26, 52))
    seats = [random.choice(WAYS).format(random.choice(WAYS).format(random.choice(SEATS))) for _ in range(2)]
    found = random.choice(
        (
            f"{random.choice(AMOUNTS)} {sign} {number}",
            f"{random.choice(AMOUNTS)} {sign} {random.choice(AMOUNTS)}",
            f"{seats[0]} is {seats[1]}",
            f"({seats[0]}) in {random.choice(SEATS)}.{random.choice(('members', 'opponents'))}",
            random.choice(QUESTIONS),
        )
    )
    if random.random() < 0.5:
        found = f"({found}) {random.choice(('and', 'and', 'or'))} ({condition(random)})"
    return f"not ({found})" if random.random() < 0.2 else found


@pytest.mark.parametrize("name", ["whist", "standard", "euchre", "bridge", "cancellation"])
def test_a_condition_that_is_ruled_out_never_holds_in_play(name: str) -> None:
    random = Random(name)
    wanted = [condition(random) for _ in range(120)]
    musts = "\n".join(f"must asked_{at} when {said}: card in hearts" for at, said in enumerate(wanted))
    found = load_text(
        f'language 1\nvariant x "X" extends {name} {{ play {{ {musts} }} }}'.encode(), {}, has_fixes=False
    )
    assert found.variant is not None, [one.message for one in found.diagnostics]
    game, rules = found.game, found.variant.edition(1)
    assert game is not None
    asker, compiler = Asker(Bounds(rules, game, found.variant)), Compiler(rules, {}, game.tallies)
    settled = []
    for must in rules.play.musts:
        if must.rule.name.startswith("asked_") and must.when is not None:
            holds, fails, _ = asker.can_be(must.when)
            if not (holds and fails):
                settled.append((wanted[int(must.rule.name[6:])], holds, compiler.value(must.when)))
    assert settled
    for _ in range(6):
        s = dealt(drawn((game, game), random, days=(1,)), game, random).begun(game)
        for _ in range(200):
            if s.deal != 1 or s.over or not choices.due(s):
                break
            env = [*environment(s, 0), *compiler.environment]
            for said, holds, code in settled:
                assert bool(code(s, env)) is holds, (said, s.trick_number, s.taken, s.trick)
            entry = random.choice(choices.due(s))
            s = s.take(entry, random.choice(entry.options))
