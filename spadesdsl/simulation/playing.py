"""Playing the same games under each set of rules, on as many cores as wanted, with the same answer on any number."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from spadesdsl.bots import Effort, GreedyPlayer, named
from spadesdsl.bots.greedy import Habits, by_habit
from spadesdsl.bots.thinkers import kernel_of
from spadesdsl.engine import choices, seats
from spadesdsl.engine.boundary import GameError, whole
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.generator import draw
from spadesdsl.kernel import Kernel, Packed
from spadesdsl.simulation import deals as measured
from spadesdsl.simulation.deals import Findings, Played, Under

MOST_DEALS: Final = 100
"""A game that goes on for longer is stopped there."""
WITHOUT_DEALS: Final = 3
"""If so many games have ended and all their deals were thrown in, no more are played."""
COUNTED: Final = 20
"""Where a kernel may play, what the rules decide is counted in the first deal of so many games ..."""
COUNTS: Final = 4
"""... and, where `greedy` plays, of one in so many later, by the interpreter."""
SHARD: Final = 4
"""How many games a worker elsewhere plays at a time."""
Bots: TypeAlias = "tuple[str, ...]"
"""Who plays: one for all players, or one for each."""


class Side(NamedTuple):
    """A set of rules to play by."""

    label: str
    load: Callable[[], Game]
    """Loads the rules; it can be pickled where there are several workers."""


def run(
    sides: Sequence[Side],
    *,
    bots: str | Sequence[str] = "greedy",
    deals: int = 1000,
    seed: int = 1,
    workers: int = 1,
    until: float = 0.0,
    dask: str = "",
    tell: Callable[[Findings], None] = lambda _: None,
) -> Findings:
    """Play the same games under each set of rules.

    Args:
        sides: The sets of rules; the others are compared with the first.
        bots: Who plays: a bot for all players, or one for each. Kernels play if all are `random`. `MODULE:NAME` is one
            of your own: a class that is made with a seed and has `choose(view, turn)`.
        deals: Whole games are played until there were so many deals under the first rules, or `until` is reached.
        seed: The same seed gives the same answer, for any number of workers.
        workers: How many processes play.
        until: Stop earlier, once the points of a side are known within so much; 0 for no.
        dask: The address of a Dask scheduler whose workers play; empty for this machine.
        tell: Is given what there is after each game.

    Returns:
        What was found; what there was so far after Ctrl-C.

    Raises:
        GameError: there is no side, no such bot, no deal to play, or not a bot for each player, or yours fails.
    """
    players = (bots,) if isinstance(bots, str) else tuple(bots)
    games = tuple(side.load() for side in sides)
    _check(games, players, deals)
    why_not = tuple(game.kernel().why_not if is_random(players) else "" for game in games)
    found = Findings(tuple(Under(side.label) for side in sides), players, seed, until=until, kernels=why_not)
    found.is_for_players = all(game.base.teams.after is None and len(game.sides) == len(game.players) for game in games)
    if dask:
        rows = _elsewhere(games, players, seed, dask)
    else:
        rows = _in_turn(games, players, seed) if workers < 2 else _side_by_side(sides, players, seed, workers)
    try:
        for row in rows:
            found.add(row)
            tell(found)
            if found.deals >= deals or (until and found.games >= 10 and found.margin(measured.POINTS) <= until):
                break
            if found.games >= WITHOUT_DEALS and not found.deals:
                break
    except KeyboardInterrupt:
        found.is_cut = True
    finally:
        rows.close()
    return found


def _check(games: Sequence[Game], bots: Bots, deals: int) -> None:
    """Refuse what cannot be played."""
    whole(None, "deals", deals, 1)
    if not games:
        raise GameError("there is nothing to play: `sides` is empty")
    for bot in bots:
        named(bot)
    for game in games:
        if len(bots) != 1 and len(bots) != len(game.players):
            told = f"{len(bots)} bots are named, and `{game.name}` has {len(game.players)} players"
            raise GameError(f"{told}: name one bot for all, or one for each")


def is_random(bots: Bots) -> bool:
    """Tell whether all players choose at random."""
    return set(bots) == {"random"}


def _in_turn(games: Sequence[Game], bots: Bots, seed: int) -> Any:  # noqa: ANN401 - a generator, which can be closed
    yield from (tuple(play(game, bots, seed, number) for game in games) for number in count())


_games: list[Game] = []
"""In a worker: the games that it plays."""


def _enter(sides: Sequence[Side]) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process hears it
    _games[:] = [side.load() for side in sides]


def _row(bots: Bots, seed: int, number: int) -> tuple[Played, ...]:
    return tuple(play(game, bots, seed, number) for game in _games)


def _side_by_side(sides: Sequence[Side], bots: Bots, seed: int, workers: int) -> Any:  # noqa: ANN401 - a generator
    """Yield the games in order, each played by some worker."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _enter, (tuple(sides),))
    try:
        yield from _in_order(lambda number: pool.submit(_row, bots, seed, number), 2 * workers)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _in_order(submit: Callable[[int], Any], many: int) -> Iterator[Any]:
    """Yield the results of tasks 0, 1, 2 … in this order, while so many are under way."""
    waiting = deque(submit(number) for number in range(many))
    for number in count(many):
        done = waiting.popleft()
        waiting.append(submit(number))
        yield done.result()


# ---------------------------------------------------------------- over Dask


def _elsewhere(games: tuple[Game, ...], bots: Bots, seed: int, address: str) -> Any:  # noqa: ANN401 - a generator
    """Yield the games in order, played by the workers of a Dask scheduler.

    Rules are sent as texts, so no file has to be there. A shard is given by numbers alone: if a worker dies, another
    one plays the same games.
    """
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        key = f"{seed}-{bots}-{[game.hash for game in games]}"

        def submit(number: int) -> Any:  # noqa: ANN401 - a future of Dask
            return client.submit(_shard, games, bots, seed, number, key=f"{key}-{number}", retries=5, pure=True)

        for rows in _in_order(submit, 2 * max(1, sum(client.nthreads().values()))):
            yield from rows


def _shard(games: tuple[Game, ...], bots: Bots, seed: int, number: int) -> list[tuple[Played, ...]]:
    """Play some games under each set of rules, in a worker elsewhere."""
    return [tuple(play(game, bots, seed, one) for game in games) for one in range(number * SHARD, (number + 1) * SHARD)]


# ---------------------------------------------------------------- one game


_thought: set[str] = set()
"""Games in which `greedy` came to a choice that takes more than habit, by hash: a kernel need not try them."""


def play(game: Game, bots: Bots, seed: int, number: int) -> Played:
    """Play a game to its end; the same cards for the same seed and number, whatever the rules."""
    cards, state = draw((seed * 0x9E3779B97F4A7C15 + number) & (1 << 64) - 1)
    chance, _ = draw(state)
    by_habit = not is_random(bots)
    if by_habit and set(bots) != {"greedy"}:
        return _by_bots(game, bots, cards, chance, counts=True)
    fast: Kernel | None = game.kernel()
    if by_habit:
        fast = None if game.hash in _thought else kernel_of(game)
    elif fast is not None and fast.why_not:
        fast = None
    played = None if fast is None else _by_kernel(game, fast, cards, chance, by_habit=by_habit)
    played = played or _by_bots(game, bots, cards, chance, counts=False)
    if (number >= COUNTED and (number % COUNTS or not by_habit)) or not played.deals:
        return played
    # What the rules decide is counted in some first deals alone, by the interpreter, for every set of rules.
    (counted,) = _by_bots(game, bots, cards, chance, most=1, counts=True).deals[:1] or ({},)
    rules = {name: value for name, value in counted.items() if name.endswith(measured.DECIDED)}
    return Played(({**played.deals[0], **rules}, *played.deals[1:]), played.game)


def _by_bots(game: Game, bots: Bots, cards: int, chance: int, *, most: int = MOST_DEALS, counts: bool) -> Played:
    """Let the interpreter play a game, or so many of its deals; it may count what the rules decide.

    Random players draw from all moves alike, as kernels do.
    """
    s: State = game.start(cards)
    players = {seat: named(bots[at % len(bots)], chance, Effort.QUICK) for at, seat in enumerate(game.players)}
    rng = Random(chance)
    found: list[dict[str, float]] = []
    first, before = seats.holder_of(s, measured.left_of(s.spec, s.dealer)), s.scores
    counted: Counter[str] = Counter()
    while not s.over and len(found) < most and s.thrown_in < MOST_DEALS:
        entry = choices.due(s)[0]
        if counts:
            counted.update(measured.decided(s, entry))
        dealt = s
        option = rng.choice(entry.options) if is_random(bots) else None
        if isinstance(players[entry.seat], GreedyPlayer) and (option := by_habit(s, entry)) is None:
            _thought.add(game.hash)
        if option is not None:
            s = s.take(entry, option)
        else:
            turn = s.turns[0]
            s = s.apply(players[turn.seat].choose(s.view(turn.seat), turn), turn.seat)
        for sheet in s.sheets:
            scored = measured.measures(measured.of_state(dealt, s, sheet, before))
            before = s.scores
            found.append({**scored, **measured.of_rules(dealt.spec, counted)} if counts else scored)
            counted.clear()
    return Played(tuple(found), measured.of_game(game, len(found), s.winners if s.over else None, first, s.ended_by))


def _by_kernel(
    game: Game, kernel: Kernel, cards: int, chance: int, *, by_habit: bool = False, most: int = MOST_DEALS
) -> Played | None:
    """Let a kernel play a game, at random or by habit; None if that is left to the interpreter.

    It is where a choice takes more than habit, and where a fraction or a number has no room in a kernel: what came
    before that in the game would not be like all games.
    """
    array = Packed(kernel, [])
    habits = Habits(kernel, array) if by_habit else None
    layout = array.built.layout
    array[array.slot("chance")] = chance
    array.start(cards)
    rows = array.slot("scores")
    found: list[dict[str, float]] = []
    leads = measured.left_of(game.base, array[array.slot("dealer")])
    first = next((number for number, members in enumerate(game.sides) if leads in members), None)
    before = [0] * layout.holders
    over = False
    while not over and len(found) < most:
        array[array.slot("scored")], array[array.slot("until")] = 0, 1
        array[array.slot("steps")] = 1_000_000
        code = array.call("play_out") if habits is None else habits.play_deal()
        if code not in (2, 4) and habits is not None:
            _thought.add(game.hash)
            return None
        if code == 5:
            return None
        if code != 4:
            break
        found.append(measured.measures(measured.of_array(array, before)))
        before = [array[at] for at in range(rows, rows + layout.holders)]
        over = bool(array[array.slot("over")])
    winners = [at for at in range(layout.holders) if array[array.slot("winners")] >> at & 1]
    endings = array.spec.endings
    number = array[array.slot("ended_by")]
    ended_by = endings[number].rule.key if over and 0 <= number < len(endings) else ""
    return Played(tuple(found), measured.of_game(game, len(found), winners if over else None, first, ended_by))
