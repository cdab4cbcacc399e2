"""How `strong` does against players that others wrote, on duplicate deals.

OpenSpiel's `ISMCTSBot` plays its own hearts, euchre and oh hell; the `.spades` files of `tests/data/oracle` are those
games to the letter. In whist, the other player deals the hidden cards out as `strong` does, asks DDS what each of its
cards is worth in every deal, and plays the best on average. How long a stranger may think is a multiple of what
`strong` took for a move, counted in processor time:

    python benchmarks/strangers.py hearts euchre oh_hell --times 1 --deals 20
    python benchmarks/strangers.py whist --times 10 --deals 20
    python benchmarks/strangers.py hearts --effort 1500

A match of two deals (`--match`) is over soon: of two players of whom one is a point a deal better, the other wins many.

It needs `open_spiel` and `endplay`. A deal is played once for each way to sit, and the sum counts, as in
`benchmarks/bots.py`.
"""

# ruff: noqa: ANN401 - a state of OpenSpiel has no type

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import mean
from time import process_time
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pyspiel

import spadesdsl
from benchmarks.bots import mean_interval, seatings, wilson
from spadesdsl.bots import Effort, StrongPlayer
from spadesdsl.bots.aims import likely
from spadesdsl.bots.player import luck_of
from tests.kernel import dds
from tests.oracle import test_open_spiel as spiel
from tests.oracle import test_open_spiel_hearts as spiel_hearts
from tests.oracle.spiel import Names

if TYPE_CHECKING:
    from spadesdsl import Game, State

FIRST = 200
"""Simulations of the first move, before it is known how long one takes."""
PASSING = "three"
"""The choice of cards to pass in hearts: `strong` makes it for both, as `ISMCTSBot` ends the process there."""
OPTIONS: dict[str, dict[str, int]] = {"oh_hell": {"most_cards": 10}}
CARDS = {"hearts": 13, "euchre": 5, "oh_hell": 10, "whist": 13}


@dataclass
class Clock:
    """How long both players took, for moves with a choice."""

    times: int
    """How many times as long as `strong` the stranger may think."""
    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)

    @property
    def allowed(self) -> float:
        """Return how long the stranger may think about its next move, in seconds."""
        owed = self.times * mean(self.own or [0.01]) * (len(self.others) + 1) - sum(self.others)
        return max(owed, 0.001)

    def table(self) -> str:
        """Write milliseconds a move."""
        return f"{1e3 * mean(self.own):.0f}, {1e3 * mean(self.others):.0f}"


class TreeSearch:
    """OpenSpiel's search in the tree of information sets, with playouts at random."""

    def __init__(self, clock: Clock, seed: int) -> None:
        self.clock, self.seed = clock, seed
        self.cost = 0.0
        """Seconds that a simulation takes for each card still to be played; at first it is not known."""

    def choose(self, theirs: Any, left: int) -> int:
        """Return one of its actions, with so many cards still to be played."""
        many = max(8, int(self.clock.allowed / (self.cost * left))) if self.cost else FIRST
        game = theirs.get_game()
        # What tells two moves apart is a share of what a deal can bring.
        curiosity = (game.max_utility() - game.min_utility()) / 4
        started = process_time()
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(self.seed, evaluator, curiosity, many, -1, most_visited, False, False)
        action: int = bot.step(theirs)
        spent = process_time() - started
        self.clock.others.append(spent)
        self.cost = spent / many / left
        return action


class SolvedDeals:
    """Whist by double dummy: the card that takes the most tricks on average, if all play on with open cards."""

    def __init__(self, clock: Clock, seed: int) -> None:
        self.clock, self.seed = clock, seed

    def choose(self, state: State, seat: int) -> str:
        """Return a card."""
        turn = state.turns[0]
        view = state.view(seat)
        belief = view.belief
        assert belief is not None
        lacks, luck = belief.lacks(), luck_of(self.seed, view, turn)
        won: dict[str, int] = defaultdict(int)
        started, allowed = process_time(), self.clock.allowed
        for number in range(1, 10_000):
            world = likely(belief, (luck + number * 0x9E3779B97F4A7C15) % (1 << 64), lacks)
            for card, tricks in dds.tricks(on_the_table(world)).items():
                won[card] += tricks
            if process_time() - started > allowed:
                break
        self.clock.others.append(process_time() - started)
        return max(turn.moves, key=lambda card: won[card])


def on_the_table(s: State) -> Any:
    """Return a deal as DDS takes it, with the cards of a trick that has begun."""
    whole = s.copy()
    hands = list(s.hands)
    for card, seat in zip(s.trick, s.trick_seats, strict=True):
        hands[seat] |= 1 << card
    whole.hands = tuple(hands)
    board = dds.board(whole)
    for card in s.trick:
        name = s.spec.deck.names[card]
        board.play(f"{name[-1]}{name[:-1].replace('10', 'T')}")
    return board


# ---------------------------------------------------------------- deals


@cache
def game_of(name: str) -> Game:
    """Load a game as the stranger plays it."""
    game = spadesdsl.load(
        "whist" if name == "whist" else spiel.FILES / f"pyspiel_{name}.spades", **OPTIONS.get(name, {})
    )
    state = game.start(0)
    while state.deal == 1 and not state.over:
        # What is compiled when it is first needed is not to be timed.
        turn = state.turns[0]
        state = state.apply(StrongPlayer(0, 1).choose(state.view(turn.seat), turn), turn.seat)
    return game


def begun(name: str, seed: int) -> tuple[State, Any]:
    """Deal the same cards in our game and in theirs."""
    game, rng = game_of(name), random.Random(seed)
    if name == "whist":
        return game.start(seed), None
    ((cards, deal),) = spiel.deals_of(game, rng, [CARDS[name]])
    state = game.start(seed, deals=[deal])
    if name == "hearts":
        return state, spiel_hearts.begun(1, cards)
    options = {"num_tricks_fixed": CARDS[name]} if name == "oh_hell" else {}
    theirs = pyspiel.load_game(name, options).new_initial_state()
    if name == "oh_hell":
        theirs.apply_action(CARDS[name])
    theirs.apply_action(state.dealer)
    if name == "oh_hell":
        NAMES[name].deal(theirs, cards[: 3 * CARDS[name] + 1])
    else:
        dealt = [deal.hands[(state.dealer + place) % 4][place // 4] for place in range(20)]
        NAMES[name].deal(theirs, [*dealt, deal.rest[0]])
    return state, theirs


NAMES = {"hearts": spiel_hearts.NAMES, "euchre": Names(spiel.euchre_name), "oh_hell": Names(spiel.oh_hell_name)}


def as_searched(state: State) -> State:
    """Show which cards nobody holds: OpenSpiel's search shuffles only the cards that other hands really hold."""
    s = state.copy()
    s.open |= s.spec.deck.all & ~sum(s.hands)
    return s


def play(name: str, seed: int, seats: set[int], clock: Clock, effort: Effort | int) -> list[float]:
    """Play a deal with `strong` in these seats; return the points of the sides, the more the better."""
    state, theirs = begun(name, seed)
    own, search, solver = StrongPlayer(seed, effort), TreeSearch(clock, seed), SolvedDeals(clock, seed)
    while not state.sheets and not state.over:
        seat = state.turns[0].seat if theirs is None else theirs.current_player()
        turn = next(one for one in state.turns if one.seat == seat)
        actions = {} if theirs is None else NAMES[name].of(theirs, turn.choice)
        if len(turn.moves) == 1:
            move = turn.moves[0]
        elif seat in seats or turn.choice == PASSING:
            started = process_time()
            move = own.choose((state if theirs is None else as_searched(state)).view(seat), turn)
            if turn.choice != PASSING:
                clock.own.append(process_time() - started)
        elif theirs is None:
            move = solver.choose(state, seat)
        else:
            action = search.choose(theirs, sum(hand.bit_count() for hand in state.hands))
            move = next(one for one, number in actions.items() if number == action)
        state = state.apply(move, seat)
        if theirs is not None:
            theirs.apply_action(actions[move])
    sign = -1 if state.game.base.best_lowest else 1
    return [sign * float(side.points) for side in state.sheets[0].sides]


def margin_of(name: str, seed: int, clock: Clock, effort: Effort | int) -> float:
    """Play a deal for each way to sit; return by how many points `strong` is ahead on average."""
    margins = []
    sides = game_of(name).sides
    for seated in seatings(len(sides)):
        points = play(name, seed, {seat for side in seated for seat in sides[side]}, clock, effort)
        own = [value for side, value in enumerate(points) if side in seated]
        margins.append(mean(own) - mean(value for side, value in enumerate(points) if side not in seated))
    return mean(margins)


def matches_of(name: str, deals: int, many: int, times: int, effort: Effort | int) -> str:
    """Play matches of so many deals; return a line of the table."""
    clock = Clock(times)
    margins = [
        mean(margin_of(name, deal, clock, effort) for deal in range(first, first + many))
        for first in range(0, deals - many + 1, many)
    ]
    won = sum(1.0 if margin > 0 else 0.5 if margin == 0 else 0.0 for margin in margins)
    low, high = wilson(won, len(margins))
    points, half = mean_interval(margins)
    cells = (
        *(name, "DDS in imagined deals" if name == "whist" else "ISMCTSBot", str(effort), str(times)),
        *(str(many * len(margins)), str(many)),
        *(f"{won / len(margins):.0%} of {len(margins)}", f"{low:.0%} to {high:.0%}", f"{points:+.2f}", f"±{half:.2f}"),
        clock.table(),
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Play each game and print a table."""
    parser = argparse.ArgumentParser(description="Measure `strong` against players that others wrote.")
    parser.add_argument("games", nargs="+", choices=CARDS, metavar="GAME", help=", ".join(CARDS))
    parser.add_argument("--times", type=int, default=1, help="how many times as long the stranger may think (1)")
    parser.add_argument("--deals", type=int, default=20, help="duplicate deals to play of each (20)")
    parser.add_argument("--match", type=int, default=2, help="deals in a match (2)")
    parser.add_argument(
        "--effort", default="quick", help="how long `strong` thinks: quick, normal, or a number (quick)"
    )
    options = parser.parse_args()
    effort = int(options.effort) if options.effort.isdecimal() else Effort(options.effort)
    heads = (
        "game",
        "stranger",
        "effort",
        "its time",
        "deals",
        "a match",
        "matches won",
        "95 %",
        "points a deal",
        "95 %",
        "ms a move",
    )
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}", flush=True)
    for name in options.games:
        print(matches_of(name, options.deals, options.match, options.times, effort), flush=True)


if __name__ == "__main__":
    main()
