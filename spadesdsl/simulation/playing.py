"""Playing the same games under each set of rules, on as many cores as wanted, with the same answer on any number."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.bots import by_name
from spadesdsl.engine import seats
from spadesdsl.engine.generator import draw
from spadesdsl.kernel import Packed
from spadesdsl.simulation.measuring import Findings, Played, Under

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Spec
    from spadesdsl.kernel import Kernel

MOST_DEALS: Final = 100
"""A game that goes on for longer is stopped there."""
POINTS: Final = "points of a side in a deal"
LENGTH: Final = "deals in a game"
AHEAD: Final = "points that the side left of the dealer is ahead of the others in a deal"
FIRST_WINS: Final = "games won by the side that led first"


class Side(NamedTuple):
    """A set of rules to play by."""

    label: str
    load: Callable[[], Game]
    """Loads the rules; it can be pickled where there are several workers."""


def run(
    sides: Sequence[Side],
    *,
    bots: str = "greedy",
    deals: int = 1000,
    seed: int = 1,
    workers: int = 1,
    until: float = 0.0,
    tell: Callable[[Findings], None] = lambda _: None,
) -> Findings:
    """Play the same games under each set of rules.

    Args:
        sides: The sets of rules; the others are compared with the first.
        bots: Who plays: `random` is played by kernels, the others by the interpreter.
        deals: Whole games are played until there were so many deals under the first rules.
        seed: The same seed gives the same answer, for any number of workers.
        workers: How many processes play.
        until: Stop earlier, once the points of a side are known within so much; 0 for no.
        tell: Is given what there is after each game.

    Returns:
        What was found; what there was so far after Ctrl-C.
    """
    games = [side.load() for side in sides]
    why_not = tuple(game.kernel().why_not if bots == "random" else "" for game in games)
    found = Findings(tuple(Under(side.label) for side in sides), bots, seed, kernels=why_not)
    rows = _in_turn(games, bots, seed) if workers < 2 else _side_by_side(sides, bots, seed, workers)
    try:
        for row in rows:
            found.add(row)
            tell(found)
            if found.deals >= deals or (until and found.games >= 10 and found.margin(POINTS) <= until):
                break
    except KeyboardInterrupt:
        found.is_cut = True
    finally:
        rows.close()
    return found


def _in_turn(games: Sequence[Game], bots: str, seed: int) -> Any:  # noqa: ANN401 - a generator, which can be closed
    for number in count():
        yield tuple(play(game, bots, seed, number) for game in games)


_games: list[Game] = []
"""In a worker: the games that it plays."""


def _enter(sides: Sequence[Side]) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process hears it
    _games[:] = [side.load() for side in sides]


def _row(bots: str, seed: int, number: int) -> tuple[Played, ...]:
    return tuple(play(game, bots, seed, number) for game in _games)


def _side_by_side(sides: Sequence[Side], bots: str, seed: int, workers: int) -> Any:  # noqa: ANN401 - a generator
    """Yield the games in order, each played by some worker."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _enter, (tuple(sides),))
    numbers = count()
    waiting = [pool.submit(_row, bots, seed, number) for number in islice(numbers, 2 * workers)]
    try:
        while True:
            done = waiting.pop(0)
            waiting.append(pool.submit(_row, bots, seed, next(numbers)))
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


# ---------------------------------------------------------------- one game


def play(game: Game, bots: str, seed: int, number: int) -> Played:
    """Play a game to its end; the same cards for the same seed and number, whatever the rules."""
    cards, state = draw((seed * 0x9E3779B97F4A7C15 + number) & (1 << 64) - 1)
    chance, _ = draw(state)
    kernel: Kernel | None = game.kernel() if bots == "random" else None
    if kernel is not None and not kernel.why_not:
        return _by_kernel(game, kernel, cards, chance)
    return _by_bots(game, bots, cards, chance)


def _by_bots(game: Game, bots: str, cards: int, chance: int) -> Played:
    s: State = game.start(cards)
    player = by_name(bots, chance)
    deals: list[dict[str, float]] = []
    first, before = _holder(s, _left(s.spec, s.dealer)), s.scores
    while not s.over and len(deals) < MOST_DEALS:
        turn = s.turns[0]
        dealt = s
        s = s.apply(player.choose(s.view(turn.seat), turn), turn.seat)
        for sheet in s.sheets:
            points = [float(now - old) for now, old in zip(s.scores, before, strict=True)]
            before = s.scores
            lines: dict[str, list[float]] = {line.rule.name: [] for line in dealt.spec.lines}
            for side in sheet.sides:
                for line in side.lines:
                    lines.setdefault(line.rule.name, []).append(float(line.points))
            bids = [bid.type for bid in (*dealt.bids, *dealt.side_bids) if bid is not None]
            leads = _holder(dealt, _left(dealt.spec, dealt.dealer))
            deals.append(_deal(dealt.spec, points, leads, lines, bids))
    return Played(tuple(deals), _game(deals, s.winners if s.over else None, first))


def _by_kernel(game: Game, kernel: Kernel, cards: int, chance: int) -> Played:
    array = Packed(kernel, [])
    layout, spec = array.built.layout, game.base
    array[array.slot("chance")] = chance
    array.start(cards)
    rows, sheet, bids = array.slot("scores"), array.slot("sheet"), array.slot("bid_rows")
    deals: list[dict[str, float]] = []
    first, before = _left_holder(spec, array), [0] * layout.holders
    over = False
    while not over and len(deals) < MOST_DEALS:
        array[array.slot("scored")], array[array.slot("until")] = 0, 1
        array[array.slot("steps")] = 1_000_000
        if array.call("play_out") != 4:
            break
        spec = array.built.specs[array[array.slot("edition")]]
        now = [array[at] for at in range(rows, rows + layout.holders)]
        points = [float(new - old) for new, old in zip(now, before, strict=True)]
        before = now
        made = [array[bids + number * layout.record] for number in range(layout.seats + layout.sides)]
        lines = _lines(spec, array, sheet, made)
        deals.append(_deal(spec, points, _left_holder(spec, array), lines, [kind for kind in made if kind >= 0]))
        over = bool(array[array.slot("over")])
    winners = [at for at in range(layout.holders) if array[array.slot("winners")] >> at & 1]
    return Played(tuple(deals), _game(deals, winners if over else None, first))


def _lines(spec: Spec, array: Packed, sheet: int, made: Sequence[int]) -> dict[str, list[float]]:
    """Return the points that each line gave to each side, or to each who made its bid."""
    found: dict[str, list[float]] = {}
    count_of = array.built.layout.seats
    for number, line in enumerate(spec.lines):
        at = sheet + number * count_of
        earners: Sequence[int] = range(len(spec.teams.sides))
        if line.bid_type is not None:
            bid = spec.bids[spec.bid_numbers[line.bid_type]]
            held = made[count_of:] if bid.by_side else made[:count_of]
            earners = [one for one, kind in enumerate(held) if kind == bid.id]
        found.setdefault(line.rule.name, []).extend(float(array[at + one]) for one in earners)
    return found


def _left(spec: Spec, dealer: int) -> int:
    """Return the player on the dealer's left."""
    many = len(spec.seats)
    return next(seat for seat in ((dealer + away) % many for away in range(1, many + 1)) if seat in spec.players)


def _holder(s: State, seat: int) -> int | None:
    return seats.holder_of(s, seat)


def _left_holder(spec: Spec, array: Packed) -> int | None:
    seat = _left(spec, array[array.slot("dealer")])
    return next((number for number, members in enumerate(spec.teams.sides) if seat in members), None)


def _deal(
    spec: Spec, points: Sequence[float], leads: int | None, lines: dict[str, list[float]], bids: Sequence[int]
) -> dict[str, float]:
    """Measure a deal."""
    found = {POINTS: sum(points) / len(points)}
    if leads is not None and len(points) > 1:
        others = [one for at, one in enumerate(points) if at != leads]
        found[AHEAD] = points[leads] - sum(others) / len(others)
    for name, values in lines.items():
        label = name.replace("_", " ")
        found[f"{label}: points of a side in a deal"] = sum(values) / len(points)
        found[f"{label}: times it counts in a deal"] = float(sum(one != 0 for one in values))
    for bid in spec.bids:
        label = bid.name.replace("_", " ")
        found[f"{label}: bids in a deal"] = float(sum(one == bid.id for one in bids))
    return found


def _game(deals: Sequence[object], winners: Sequence[int] | None, first: int | None) -> dict[str, float]:
    """Measure a game."""
    found = {LENGTH: float(len(deals))}
    if winners and first is not None:
        found[FIRST_WINS] = float(first in winners) / len(winners)
    return found
