"""How much better one bot plays than another, on duplicate deals: the same cards, with the sides exchanged.

A match is a few deals from one seed, played once for each way to sit: with two sides twice, the sides exchanged; where
everyone plays for himself every other seat is the bot's, and the seats are rotated. Where a game is over sooner,
another is begun. What counts is the sum over all ways to sit, so that good cards are nobody's luck; the match is won
where it is above 0, and half won where it is 0.
Every match that is over is appended to a file, and a run goes on where the file ends:

    python benchmarks/bots.py standard nyc hearts --bots steady greedy --deals 200 --workers 2 --file bots.jsonl
    python benchmarks/bots.py --all --bots steady random --deals 40 --file bots.jsonl
    python benchmarks/bots.py --deals 40 --file ladder.jsonl
    python benchmarks/bots.py --table --file ladder.jsonl --page docs/bots.md

Without `--bots` each plays the ones below it on the ladder, without games in the twelve of the ladder. `--table` plays
nothing and writes the table into a page, between its `ladder` marks. `--whole` plays games to their end, and as many
as it takes for at least `--match` deals. `--effort normal` sets how long `strong` and `steady` think.
To find out where points are lost: `strong+greedy` bids as `strong` does and plays as `greedy` does, and `seer` is a
`strong` that sees all cards.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import count
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import mean, median, stdev
from time import process_time
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import spadesdsl
from spadesdsl.bots import Effort, by_name
from spadesdsl.bots.aims import promises
from spadesdsl.bots.evaluation import evaluation_of
from spadesdsl.bots.thinkers import kernel_of
from spadesdsl.engine.belief import Belief
from spadesdsl.engine.events import taken_after
from spadesdsl.frozen import replace
from spadesdsl.resources import variant_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl import Game, State
    from spadesdsl.engine.turns import Turn

MARKS = re.compile(r"(<!-- ladder -->\n).*?(<!-- end of ladder -->)", re.DOTALL)
LADDER = (
    *("standard", "nyc", "suicide_one_nil", "auction_spades", "cutthroat", "two_player", "six_player_2D"),
    *("hearts", "euchre", "oh_hell", "whist", "german_whist"),
)
"""The games of the ladder."""
RUNGS = (("greedy", "random"), ("strong", "greedy"), ("strong", "steady"))
"""Who plays whom on the ladder."""
USUAL = 2
"""The deals of a match, if nothing else is said."""
APART = 1_000_003
"""Between the seeds of a match's games, so that no two matches share one."""
Z = 1.96
"""Standard errors to each side of a 95 % interval."""


@dataclass(frozen=True)
class Task:
    """A match that is to be played."""

    game: str
    bots: tuple[str, str]
    effort: str
    seed: int
    most: int
    """Deals of a match: another game begins until there are so many."""
    whole: bool = False
    """Whether its last game is played to the end, too."""


@dataclass(frozen=True)
class Result:
    """A match, played in one way to sit."""

    game: str
    bots: tuple[str, str]
    effort: str
    seed: int
    most: int
    seated: tuple[int, ...]
    """The sides that the first bot plays."""
    margin: float
    """Points a deal that its sides are ahead on average, in the direction in which the game is won."""
    deals: int
    contracts: int
    """Contracts of the first bot's sides, and how many of them were kept: tricks as promised, and points for them."""
    kept: int
    times: tuple[float, float, float]
    """Of the first bot's moves with a choice, in milliseconds: median, 95th percentile, most."""
    whole: bool = False


@dataclass
class Told:
    """What is known of a match so far, in one way to sit."""

    deals: int = 0
    points: float = 0.0
    """By how many the first bot's sides are ahead on average."""
    contracts: int = 0
    kept: int = 0
    times: list[float] = field(default_factory=list)

    def add(self, state: State, seated: tuple[int, ...]) -> None:
        """Count a game that is over, or far enough."""
        sign = -1 if state.game.base.best_lowest else 1
        scores = [sign * float(score) for score in state.scores]
        own = [score for side, score in enumerate(scores) if side in seated]
        others = [score for side, score in enumerate(scores) if side not in seated]
        self.points += mean(own) - mean(others)
        self.deals += max(1, state.deal if state.over else state.deal - 1)

    def result(self, task: Task, seated: tuple[int, ...]) -> Result:
        """Write it down."""
        ordered = sorted(self.times) or [0.0]
        told = (ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1])
        low, high, most = (round(time * 1e3, 2) for time in told)
        return Result(
            *(task.game, task.bots, task.effort, task.seed, task.most, seated),
            margin=self.points / self.deals,
            deals=self.deals,
            contracts=self.contracts,
            kept=self.kept,
            times=(low, high, most),
            whole=task.whole,
        )


@dataclass(frozen=True)
class Sitter:
    """A bot as a match names it."""

    name: str
    seed: int
    effort: Effort

    def choose(self, state: State, turn: Turn) -> str:
        """Return a move."""
        before, _, played = self.name.partition("+")
        name = played if played and turn.choice == "play" else before
        view = state.view(turn.seat)
        if name == "seer":
            s = state.copy()
            s.line, s.events, s.sheets = None, (), ()
            name, view = "strong", replace(view, belief=Belief(turn.seat, s, (), (0,) * len(s.hands)))
        return by_name(name, self.seed, self.effort).choose(view, turn)


@cache
def game_of(name: str) -> Game:
    """Load a game once a process; what its rules make worth points is read before any move is timed."""
    game = spadesdsl.load(name)
    evaluation_of(game)
    kernel_of(game)
    return game


def seatings(sides: int) -> list[tuple[int, ...]]:
    """Return every way in which the first bot sits at every other side."""
    taken = range(0, sides // 2 * 2, 2)
    turns = 2 if sides % 2 == 0 else sides
    return [tuple(sorted((side + turn) % sides for side in taken)) for turn in range(turns)]


def play(task: Task) -> list[Result]:
    """Play a match."""
    return [play_match(task, seated) for seated in seatings(len(game_of(task.game).sides))]


def play_match(task: Task, seated: tuple[int, ...]) -> Result:
    """Play a match in one way to sit: a game, and where that is over too soon, another from the next seed."""
    told = Told()
    for number in count():
        state = play_game(task, seated, task.seed + number * APART, told)
        told.add(state, seated)
        if told.deals >= task.most:
            return told.result(task, seated)
    raise AssertionError


def play_game(task: Task, seated: tuple[int, ...], seed: int, told: Told) -> State:
    """Play a game until it is over, or the match has its deals; return its end."""
    game = game_of(task.game)
    seats = {seat for side in seated for seat in game.sides[side]}
    first, second = (Sitter(name, seed, Effort(task.effort)) for name in task.bots)
    state = game.start(seed)
    while not state.over and (task.whole or told.deals + state.deal <= task.most):
        turn = state.turns[0]
        started = process_time()
        move = (first if turn.seat in seats else second).choose(state, turn)
        if turn.seat in seats and len(turn.moves) > 1:
            told.times.append(process_time() - started)
        before, state = state, state.apply(move, turn.seat)
        if state.sheets and state.sheets[0].deal == before.deal:
            kept, promised = count_kept(before, state, seats)
            told.kept, told.contracts = told.kept + kept, told.contracts + promised
    return state


def count_kept(before: State, after: State, seats: set[int]) -> tuple[int, int]:
    """Count the contracts of some seats' sides that a deal has kept, and all of them."""
    taken = taken_after(before.taken, after.events)
    kept = promised = 0
    for points in after.sheets[0].sides:
        side = next((one for one, members in enumerate(before.sides) if members == points.members), None)
        found = None if side is None or not seats & set(points.members) else promises(before, side)
        if found is None or not found[0]:
            continue
        contract, makers = found
        promised += 1
        kept += sum(taken[seat] for seat in makers) >= contract and points.points > 0
    return kept, promised


# ---------------------------------------------------------------- figures


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    share = won / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and half of its 95 % interval; the games of a match count as one value."""
    return mean(values), Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")


def table(results: Sequence[Result], least: int) -> Iterator[str]:
    """Write the figures as a table, a line for each game and pair of bots that played so many deals."""
    heads = ("game", "bots", "deals", "matches won", "95 %", "points a deal", "95 %", "contracts kept", "ms a move")
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    groups: dict[tuple[str, tuple[str, str], str, int, bool], list[Result]] = {}
    for one in results:
        groups.setdefault((one.game, one.bots, one.effort, one.most, one.whole), []).append(one)
    for (game, bots, effort, *_), found in sorted(groups.items(), key=str):
        matches: dict[int, list[Result]] = {}
        for one in found:
            matches.setdefault(one.seed, []).append(one)
        deals = round(sum(mean(one.deals for one in match) for match in matches.values()))
        if deals < least:
            continue
        margins = [mean(one.margin for one in match) for match in matches.values()]
        won = sum(1.0 if margin > 0 else 0.5 if margin == 0 else 0.0 for margin in margins)
        low, high = wilson(won, len(margins))
        margin, half = mean_interval(margins)
        contracts = sum(one.contracts for one in found)
        kept = f"{sum(one.kept for one in found) / contracts:.0%} of {contracts}" if contracts else "-"
        times = (median(one.times[0] for one in found), median(one.times[1] for one in found))
        way = ", whole games" if found[0].whole else f", {found[0].most} deals" if found[0].most != USUAL else ""
        cells = (
            *(game, f"{' : '.join(bots)}, {effort}{way}", str(deals)),
            *(f"{won / len(margins):.0%} of {len(margins)}", f"{low:.0%} to {high:.0%}"),
            *(f"{margin:+.1f}", f"±{half:.1f}", kept),
            f"{times[0]:.0f}, {times[1]:.0f}, {max(one.times[2] for one in found):.0f}",
        )
        yield f"| {' | '.join(cells)} |"


def read(file: Path) -> list[Result]:
    """Read the matches that were played."""
    if not file.exists():
        return []
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        row.update(bots=tuple(row["bots"]), seated=tuple(row["seated"]), times=tuple(row["times"]))
        found.append(Result(**row))
    return found


def tasks_of(options: argparse.Namespace, played: Sequence[Result]) -> list[Task]:
    """Return the matches that are still to be played."""
    done = {Task(one.game, one.bots, one.effort, one.seed, one.most, one.whole) for one in played}
    pairs = RUNGS if options.bots is None else (tuple(options.bots),)
    matches = -(-options.deals // options.match)
    names = sorted(variant_names()) if options.all else options.games or LADDER
    # Seed by seed, so that a run that is broken off has played something of every game.
    tasks = [
        Task(name, (first, second), options.effort, seed, options.match, options.whole)
        for seed in range(options.first, options.first + matches)
        for first, second in pairs
        for name in names
    ]
    return [task for task in tasks if task not in done]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure one bot against another on duplicate deals.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="names of games or packs, or files (twelve games)")
    parser.add_argument("--all", action="store_true", help="all bundled games and packs")
    parser.add_argument("--deals", type=int, default=40, help="duplicate deals to play of each (40)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the seed of the first match (0)")
    parser.add_argument("--match", type=int, default=USUAL, metavar="DEALS", help=f"deals in a match ({USUAL})")
    parser.add_argument("--whole", action="store_true", help="play the last game of a match to its end")
    parser.add_argument("--bots", nargs=2, metavar="BOT", help="who plays whom (each bot those below it)")
    parser.add_argument("--effort", choices=[*Effort], default=Effort.QUICK, help="how long they think")
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--file", type=Path, default=Path("bots.jsonl"), help="where matches are kept (bots.jsonl)")
    parser.add_argument("--table", action="store_true", help="play nothing, write the table")
    parser.add_argument("--least", type=int, default=0, metavar="DEALS", help="table: the least deals of a line")
    parser.add_argument("--page", type=Path, help="a page that the table is written into")
    return parser.parse_args()


def main() -> None:
    """Play what is still to be played, then print the table."""
    options = arguments()
    played = read(options.file)
    if not options.table:
        tasks = tasks_of(options, played)
        with options.file.open("a", encoding="utf-8") as file, Pool(options.workers) as pool:
            for number, found in enumerate(pool.imap_unordered(play, tasks), 1):
                played += found
                # A match is written in one piece, so that one that was broken off is played again whole.
                file.write("".join(f"{json.dumps(asdict(one))}\n" for one in found))
                file.flush()
                print(f"{number} of {len(tasks)}: {found[0].game} {found[0].seed}", file=sys.stderr)
    lines = "\n".join(table(played, options.least))
    print(lines)
    if options.page is not None:
        text = options.page.read_text(encoding="utf-8")
        options.page.write_text(MARKS.sub(lambda marks: f"{marks[1]}{lines}\n{marks[2]}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
