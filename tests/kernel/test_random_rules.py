"""Rules made at random, played by a kernel beside the interpreter: any rule is compiled as it is meant, or not at all.

In each game a line of the sheet, a `must` and three quantities read whatever there is. What a kernel gives back to the
interpreter, such as a part of a point, is no difference; nor is a rule that it leaves to it.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from spadesdsl.binding.game import bind
from spadesdsl.frozen import replace
from spadesdsl.kernel import Kernel
from spadesdsl.rules import operations as v
from spadesdsl.rules import terms as t
from spadesdsl.rules.parts import Case
from tests.binding.making import Maker
from tests.binding.test_operations import states
from tests.kernel import lockstep
from tests.kernel.log import DifferError, Player
from tests.loading import loaded

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game

GAMES: Final = ("standard", "six_player_2D", "three_player_dummy", "oh_hell_team", "euchre", "hearts", "two_player")
EACH: Final = 8
"""Games of each file."""
GIVEN_BACK: Final = re.compile(r"the kernel says 5|no deal is scored")


def game_with_random_rules(name: str, number: int) -> Game:
    """Return a game with a line, a `must` and quantities that nobody would write."""
    whole = loaded(name)
    rules = whole.rules.game
    maker = Maker(rules, states(name)[number % 12].copy(), number)
    line = next(one for one in rules.scoring.lines if one.bid_type is None)
    maker.make_quantities(3, line.rule)
    cases = (
        Case(condition=maker.make(v.TRUTH, 2), value=maker.make(v.NUMBER, 3), sentence=""),
        Case(condition=None, value=maker.make(v.POINTS, 3), sentence=""),
    )
    rule = replace(line.rule, key="scoring.random", name="random")
    line = replace(line, rule=rule, name="random", when=maker.make(v.TRUTH, 3), instead_of=(), cases=cases)
    must = replace(rules.play.musts[-1], when=maker.make(v.TRUTH, 3))
    maker.bound = [t.Var("card", v.CARD)]
    must = replace(must, rule=replace(must.rule, key="play.random", name="random"), body=maker.make(v.TRUTH, 3))
    play = replace(rules.play, musts=(*rules.play.musts, must))
    scoring = replace(rules.scoring, lines=(*rules.scoring.lines, line))
    new = replace(rules, lets=(*rules.lets, *maker.lets), play=play, scoring=scoring)
    return bind(replace(whole.rules, game=new), whole.sources)


@pytest.mark.parametrize("name", GAMES)
def test_random_rules_are_compiled_as_they_are_meant_or_not_at_all(name: str) -> None:
    found = Counter[bool]()
    for number in range(EACH):
        game = game_with_random_rules(name, number)
        kernel = Kernel(game, native=False)
        found[not kernel.why_not] += 1
        if kernel.why_not:
            continue
        player = Player(kernel)
        for again in range(2):
            chance = Random(7 * number + again)
            start = game.start(chance.getrandbits(64))
            start = lockstep.planted(start, chance) if again else start
            try:
                lockstep.play_with(player, start, chance, deals=2, most=2_000)
            except DifferError as problem:
                if not GIVEN_BACK.search(str(problem)):
                    problem.add_note(f"in game {number} of {name}")
                    raise
    assert found[True] > EACH // 2
