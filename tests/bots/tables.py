"""Tables for bots: games made for a test, deals in which one hand is given, bots that play a deal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import spadesdsl
from spadesdsl.engine.boundary import Deal
from tests.loading import game_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from spadesdsl import Game, State
    from spadesdsl.bots import Adviser

SETTLED = "set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried"
"""The open choices of `standard`, settled."""
NIL_EXAMPLES = 'drop example "a failed nil\'s tricks are bags", "a failed nil\'s tricks help"'
ALL_EXAMPLES = f'{NIL_EXAMPLES}\ndrop example "337 points, 7 bags, bid 5: two, three or four overtricks"'


def standard() -> Game:
    return game_of("standard")


def made(folder: Path, body: str) -> Game:
    """Return `standard` as these lines change it."""
    file = folder / "made_up.spades"
    file.write_text(f'language 1\n\nvariant made_up "Made up" extends standard {{\n{SETTLED}\n{body}\n}}\n')
    return spadesdsl.load(file)


def overtricks_worth(folder: Path, points: int) -> Game:
    """Return `standard` in which an overtrick is worth so many points, and nothing is fined."""
    return made(
        folder,
        f"scoring for each team {{ replace score overtricks: {points} * extra\n"
        f"drop score bag_fine\ndrop tally bags }}\n{ALL_EXAMPLES}",
    )


def nil_worth(folder: Path, won: int, lost: int) -> Game:
    """Return `standard` with a nil that wins and loses so much."""
    return made(
        folder,
        'bidding { replace bid nil "nil" { contract 0\n'
        f'score nil: if taken = 0 then {won} else {lost} "Made up." }} }}\n{NIL_EXAMPLES}',
    )


def dealt(game: Game, hand: str, luck: int) -> Deal:
    """Return a deal that gives South this hand, and the others what luck brings."""
    south = hand.split()
    rest = [card for card in game.deck if card not in south]
    random.Random(luck).shuffle(rest)
    return Deal((tuple(rest[:13]), tuple(rest[13:26]), tuple(south), tuple(rest[26:])))


def first_bids(game: Game, hand: str, bots: Sequence[Adviser]) -> list[str]:
    """Return what South bids first of all with a hand, once for each bot, over other hands each time."""
    found = []
    for luck, bot in enumerate(bots):
        state = game.start(luck, dealer=1, deals=[dealt(game, hand, luck)])
        found.append(bot.choose(state.view(2), state.turns[0]))
    return found


def play_deal(state: State, bots: Mapping[int, Adviser]) -> State:
    """Play until the deal is scored; return the state after that, in which the next may have been dealt."""
    while True:
        turn = state.turns[0]
        state = state.apply(bots[turn.seat].choose(state.view(turn.seat), turn), turn.seat)
        if state.sheets or state.over:
            return state
