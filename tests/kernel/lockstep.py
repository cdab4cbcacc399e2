"""A kernel beside the interpreter: the same choices, and the same state after each."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from spadesdsl.engine import choices
from spadesdsl.engine.plan import Agrees, Asks, AsksAtOnce, BidsAtOnce, OfRound
from spadesdsl.engine.spec import Ask
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.pack import packed
from spadesdsl.kernel.values import NONE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from spadesdsl.engine.events import ScoreSheet
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Spec
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.kernel import Kernel, Packed
    from spadesdsl.kernel.build import Built

AT_END = ("scores", "tallies", "filled", "over", "winners", "out", "ended_by")
"""What is left of a game that is over."""
ALWAYS = (
    *("generator", "deal", "deals_dealt", "dealer", "out", "over", "winners", "scores", "tallies", "tallies_before"),
    *("filled", "looked", "bid_count", "leader", "trick_number", "tricks_total", "played", "taken", "hands", "did"),
    *("broke", "broke_now", "edition", "ranking", "skips", "in_deal", "trick_mask", "trick_count", "depth", "node"),
    "has_turns",
)

MOST_IN_A_DEAL = 400
SHARE_UNASKED = 0.2
"""How often something is said unasked, where that is possible."""


class DifferError(AssertionError):
    """The kernel and the interpreter differ."""


def _places(built: Built, s: State, wanted: list[int]) -> Iterator[tuple[str, range]]:
    """Yield the places of an array that mean something in a state, by name."""
    layout = built.layout
    if s.over:
        yield from ((name, _all(layout, name)) for name in AT_END)
        return
    known = built.editions[built.specs.index(s.spec)].unit.constants
    yield from _always(built)
    if known["TRACKS_OPEN"]:
        yield "open", _all(layout, "open")
    if known["KEEPS_WON"]:
        yield "won", _all(layout, "won")
    if known["KEEPS_PLAYED"]:
        yield "played_by", _all(layout, "played_by")
    tricks = range(len(s.tricks))
    for name in ("winner_of", *(("leader_of", "best_of") if known["KEEPS_TRICKS"] else ())):
        yield name, range(layout.places[name][0], layout.places[name][0] + len(s.tricks))
    rows = {"trick": (range(1), 0), "trick_seats": (range(1), 0)}
    rows |= {"piles": (range(s.spec.piles), layout.cards + 1), "moved": (range(len(s.moved)), layout.cards + 1)}
    if known["HAS_STACKS"]:
        rows["stacks"] = (range(layout.seats), layout.cards + 1)
    if known["KEEPS_CARDS"]:
        rows |= {"cards_of": (tricks, layout.seats + 1), "seats_of": (tricks, layout.seats + 1)}
    for name, (numbers, width) in rows.items():
        for number in numbers:
            yield name, _row(layout.places[name][0] + number * width, wanted)
    bids = layout.places["bid_rows"][0]
    for number, bid in enumerate([*s.bids, *s.side_bids]):
        at = bids + number * layout.record
        yield "bids", range(at, at + (1 if bid is None else layout.FIRST + len(bid.arguments)))
    for number, bid in enumerate(s.calls if known["KEEPS_CALLS"] else ()):
        at = layout.places["call_rows"][0] + number * layout.record
        yield "calls", range(at, at + layout.FIRST + len(bid.arguments))
    held = layout.places["held"][0]
    yield "contracts", range(held, held + layout.seats + len(s.sides))
    for at in layout.answers.values():
        yield "answers", range(at, at + 1 + wanted[at] * layout.record)
    if not layout.fixed_sides:
        yield "side_sets", range(layout.places["side_sets"][0], layout.places["side_sets"][0] + len(s.sides))
        yield "sides_of", _all(layout, "sides_of")
    yield from _turns(layout, s, wanted)


@cache
def _always(built: Built) -> tuple[tuple[str, range], ...]:
    return tuple((name, _all(built.layout, name)) for name in ALWAYS)


def _turns(layout: Any, s: State, wanted: list[int]) -> Iterator[tuple[str, range]]:
    turns, node = s.asking, s.node
    if not turns.order:
        return
    for name in ("turn_count", "turn_at", "turn_laps", "turn_asked"):
        yield name, _all(layout, name)
    for name in ("order", "order_sides"):
        yield name, range(layout.places[name][0], layout.places[name][0] + len(turns.order))
    if isinstance(node, OfRound):
        yield "closed", _all(layout, "closed")
    if isinstance(node, Agrees):
        for name in ("asked_partner", "asked_bidder", "asked_type"):
            yield name, _all(layout, name)
        at = layout.places["asked_arguments"][0]
        yield "asked_arguments", range(at, at + len(turns.asked[2].arguments))
    chosen, wide = layout.places["chosen_rows"][0], layout.cards + 1
    is_pass = isinstance(s.step, Ask) and s.step.kind == "pass"
    if isinstance(node, AsksAtOnce | BidsAtOnce):
        at = layout.places["chosen_seat"][0]
        yield "chosen_seat", range(at, at + len(turns.chosen))
        for number in range(len(turns.chosen)) if is_pass else ():
            yield "chosen_rows", _row(chosen + number * wide, wanted)
    elif isinstance(node, Asks):
        yield "chosen_rows", _row(chosen, wanted)


def _all(layout: Any, name: str) -> range:
    at, size = layout.places[name]
    return range(at, at + size)


def _row(at: int, wanted: list[int]) -> range:
    return range(at, at + 1 + max(0, wanted[at]))


def compare(array: Packed, s: State) -> None:
    """Compare two whole states."""
    expected(array.built, s).check(array)


class Expected(NamedTuple):
    """What a kernel's array has to hold."""

    where: tuple[Any, ...]
    names: tuple[str, ...]
    places: tuple[range, ...]
    values: tuple[tuple[int, ...], ...]

    def check(self, array: Packed) -> None:
        """Compare it with an array."""
        for name, places, values in zip(self.names, self.places, self.values, strict=True):
            found: tuple[int, ...] = tuple(
                array.read(places.start, len(places)) if array.words == 1 else map(array.__getitem__, places)
            )
            if name == "generator":
                found = tuple([one & (1 << 64) - 1 for one in found])
            if found != values:
                raise DifferError(f"{name} at {places.start}: {found} instead of {values}, {self.place}")

    @property
    def place(self) -> str:
        """Say what the interpreter is at."""
        return " of ".join(map(str, self.where))


def expected(built: Built, s: State) -> Expected:
    """Return what an array holds at a state."""
    wanted = packed(built, s)
    names, places = [], []
    for name, numbers in _places(built, s, wanted):
        names.append(name)
        places.append(numbers)
    values = [tuple(wanted[one.start : one.stop]) for one in places]
    return Expected((s.node, s.step), tuple(names), tuple(places), tuple(values))


def expected_sheet(built: Built, game: Game, sheet: ScoreSheet, number: int) -> Expected:
    """Return what an array holds when so many deals have been scored: the points of each line and of each side."""
    layout, lines = built.layout, game.edition(sheet.deal).scoring.lines
    numbers = {line.rule.key: number for number, line in enumerate(lines)}
    points = [0] * (len(lines) * layout.seats)
    for side in sheet.sides:
        for line in side.lines:
            points[numbers[line.rule.key] * layout.seats + (side.side if line.seat is None else line.seat)] = int(
                line.points
            )
    totals = [int(side.points) for side in sheet.sides]
    found = {"sheet": tuple(points), "subtotals": tuple(totals), "scored": (number,)}
    places = tuple(range(layout.places[name][0], layout.places[name][0] + len(row)) for name, row in found.items())
    return Expected(("the sheet", f"deal {sheet.deal}"), tuple(found), places, tuple(found.values()))


def option_of(s: State, entry: Turn, option: Option) -> tuple[int, ...]:
    """Return an option as a kernel lists it."""
    if option.kind == "card":
        words = [asks.id for asks in s.spec.plan.with_card]
        said = words.index(option.said) if option.said >= 0 else -1
        return entry.seat, KINDS["card"], option.value, said, *(_number(s, value) for value in option.arguments)
    return entry.seat, KINDS[option.kind], option.value, *(_number(s, value) for value in option.arguments)


def _number(s: State, value: Any) -> int:
    if value is None:
        return NONE
    assert s.game.compiled is not None
    if isinstance(value, str):
        return int(s.game.kernel().built.layout.word(value))
    return int(value)


def listed(array: Packed, s: State) -> dict[tuple[int, ...], int]:
    """Return the options that a kernel lists, each with its number."""
    return _listed(array, s.spec, s.step)


def _listed(array: Packed, spec: Spec, step: Any) -> dict[tuple[int, ...], int]:
    found = {}
    for number, (seat, kind, value, said, *arguments) in enumerate(array.options):
        many = 0
        if kind == KINDS["bid"]:
            many = len(spec.bids[value].parameters)
        elif kind == KINDS["yes"] and isinstance(step, Ask):
            many = len(step.parameters)
        if kind == KINDS["card"] and said >= 0:
            many = len(spec.plan.with_card[said].step.parameters)
        head = (seat, kind, value, said) if kind == KINDS["card"] else (seat, kind, value)
        found[*head, *arguments[:many]] = number
    return found


class Moment(NamedTuple):
    """What the interpreter is at when somebody chooses, or when the game is over."""

    sheets: tuple[Expected, ...]
    """The deals that were scored since the last choice."""
    state: Expected
    spec: Spec
    step: Any
    turn: tuple[int, int] | None = None
    """Whose card it is, if one has to be played: the hand, and who chooses."""
    options: tuple[tuple[int, ...], ...] = ()
    """What can be chosen: cards, or options as a kernel lists them; none when the game is over."""
    choice: int = -1
    """The number of the option that is chosen; -1 at the end."""
    unasked: tuple[tuple[int, ...], ...] = ()
    """What may be said unasked: seat, number of the question, arguments."""
    said: int = -1
    """The number of what is said instead of that choice; -1 if nothing is."""

    def check(self, array: Packed) -> None:
        """Compare it with a kernel that has got to the same choice, and choose the same."""
        for sheet in self.sheets:
            if (code := array.advance()) != 4:
                raise DifferError(f"no deal is scored, but there is {code}")
            sheet.check(array)
        code = array.advance()
        if code != (2 if not self.options else 1 if self.turn is None else 3):
            raise DifferError(f"the kernel says {code} at {self.state.place}")
        self.state.check(array)
        if self.spec.plan.volunteered:
            self._check_unasked(array)
            if self.said >= 0:
                return
            array.advance()
        if self.turn is None:
            mine = _listed(array, self.spec, self.step) if self.options else {}
            if set(mine) != set(self.options):
                raise DifferError(f"options at {self.state.place}: {sorted(set(mine) ^ set(self.options))[:6]}")
            if self.choice >= 0:
                array.take(mine[self.options[self.choice]])
            return
        if (array[array.slot("turn_seat")], array[array.slot("turn_player")]) != self.turn:
            raise DifferError("whose card it is")
        if sum(1 << card for (card,) in self.options) != array.legal:
            raise DifferError(f"legal cards: {array.legal:x} instead of {self.options}")
        if self.choice >= 0:
            array.play(*self.options[self.choice])

    def _check_unasked(self, array: Packed) -> None:
        asks = self.spec.plan.volunteered
        rows = [(seat, said, *rest[: len(asks[said - 1].step.parameters)]) for seat, _, _, said, *rest in array.unasked]
        if sorted(rows) != list(self.unasked):
            raise DifferError(f"unasked at {self.state.place}: {sorted(set(rows) ^ set(self.unasked))[:6]}")
        if self.said >= 0:
            array.say(rows.index(self.unasked[self.said]))


def moments(built: Built, s: State, chance: Random, *, deals: int, most: int) -> Iterator[Moment]:
    """Play on with the interpreter, and yield each choice, and what comes after the last one."""
    first, scored = s.deal, 0
    sheets: tuple[Expected, ...] = ()
    for number in range(most + 1):
        known, turn = _options(s)
        options, chosen = sorted(known), -1
        if options and number < most and s.deal < first + deals:
            chosen = chance.randrange(len(options))
        said = {_unasked(s, entry, one): (entry, one) for entry in choices.volunteered(s) for one in entry.options}
        saying = chance.randrange(len(said)) if said and chosen >= 0 and chance.random() < SHARE_UNASKED else -1
        unasked = sorted(said)
        yield Moment(sheets, expected(built, s), s.spec, s.step, turn, tuple(options), chosen, tuple(unasked), saying)
        if chosen < 0:
            return
        s = s.take(*(known[options[chosen]] if saying < 0 else said[unasked[saying]]))
        sheets = tuple([expected_sheet(built, s.game, sheet, at) for at, sheet in enumerate(s.sheets, scored + 1)])
        scored += len(sheets)


def _unasked(s: State, entry: Turn, option: Option) -> tuple[int, ...]:
    """Return what may be said unasked as a kernel lists it, with the number of its question."""
    number = [asks.id for asks in s.spec.plan.volunteered].index(entry.node) + 1
    return entry.seat, number, *(_number(s, value) for value in option.arguments)


def _options(s: State) -> tuple[dict[tuple[int, ...], tuple[Turn, Option]], tuple[int, int] | None]:
    """Return what can be chosen, and whose card it is if one has to be played."""
    entries = choices.due(s)
    hand = entries[0].holder if entries else -1
    if hand < 0 or (s.spec.plan.with_card and s.stacks[hand] is None):
        return {option_of(s, entry, one): (entry, one) for entry in entries for one in entry.options}, None
    (entry,) = entries
    stack = s.stacks[hand]
    cards = {(one.value if stack is None else stack[0],): (entry, one) for one in entry.options}
    return cards, (hand, entry.seat)


def planted(s: State, chance: Random) -> State:
    """Return a state with other scores and tallies: in the middle of a game, near its end, or just at a limit.

    For a limit the deal is played once, and the scores are set so that the same choices end near it.
    """
    new = s.copy()
    goals = [int(one) for one in s.game.options.values() if isinstance(one, int) and one > 12] or [500]
    goal = chance.choice(goals)
    most = chance.choice((3, 12, 30))
    new.tallies = new.tallies_before = tuple(tuple(chance.randrange(most) for _ in row) for row in s.tallies)
    low, high = chance.choice(((-300, 400), (0, 12), (goal - 150, goal + 20), (goal, goal), (goal - 1, goal + 1)))
    new.scores = tuple(chance.randint(low, high) for _ in s.scores)
    if high - low < 3:
        before = chance.getstate()
        new.waits()
        new.scores = tuple(one - won for one, won in zip(new.scores, _won(new, chance), strict=True))
        chance.setstate(before)
    new.waits()
    return new


def _won(s: State, chance: Random) -> list[int]:
    """Return what is won in this deal, by whom scores are kept, with the choices that `moments` would make."""
    scores = s.scores
    for _ in range(MOST_IN_A_DEAL):
        known, _ = _options(s)
        if not known or s.sheets:
            break
        options = sorted(known)
        s = s.take(*known[options[chance.randrange(len(options))]])
    return [int(now - old) for now, old in zip(s.scores, scores, strict=True)]


def begun(kernel: Kernel, s: State) -> Packed:
    """Return a kernel's array of a state, which waits after each deal that it scores."""
    array = kernel.pack(s)
    array[array.slot("stops")] = 1
    return array


class Compared(NamedTuple):
    """How far a game was compared."""

    deals: int
    choices: int


def play(kernel: Kernel, s: State, chance: Random, *, deals: int = 3, most: int = 10_000) -> Compared:
    """Play on from a state in both, with the same choices, and compare everything; return how far that was.

    Args:
        kernel: The kernel.
        s: Where to begin: at a choice.
        chance: What chooses.
        deals: How many deals to play.
        most: How many choices at most.
    """
    assert kernel.built is not None
    array = begun(kernel, s)
    scored = chosen = 0
    for moment in moments(kernel.built, s, chance, deals=deals, most=most):
        moment.check(array)
        scored, chosen = scored + len(moment.sheets), chosen + (moment.choice >= 0)
    return Compared(scored, chosen)
