"""A kernel beside the interpreter: the same choices, and the same state after each."""

from __future__ import annotations

import ctypes
from array import array as packed_row
from functools import cache
from itertools import chain, compress, zip_longest
from operator import attrgetter, is_not
from typing import TYPE_CHECKING, Any, NamedTuple

from spadesdsl.engine import choices
from spadesdsl.engine import deals as deals_of_engine
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.kernel import Kernel, NotPackedError, Packed
from spadesdsl.kernel.edition import LARGEST
from spadesdsl.kernel.native import functions
from spadesdsl.kernel.pack import listed, option_of, packed
from spadesdsl.rules.game import calendar
from tests.kernel.checked import Checked, CheckedPacked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from random import Random
    from typing import TypeAlias

    from spadesdsl.engine.events import ScoreSheet
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.kernel.layout import Layout
    from spadesdsl.kernel.pack import Piece

    Part: TypeAlias = list[int] | bytes
    """What is expected somewhere: places, each with how many values follow, and these."""

PLAYED = ("start", "advance", "play_chosen", "take_chosen", "volunteers", "volunteer")
"""The functions of a kernel that are compared, with all that they call."""
GIVEN_BACK = 5
"""What `advance` returns where a kernel can go on no further."""
MOST_IN_A_DEAL = 400
SHARE_BEYOND = 0.1
"""How often a game begins with a score at the end of what a kernel follows."""
SHARE_OF_HABIT = 0.3
"""How often all begin a game with a habit: always the first or the last option, so that everybody passes or raises."""
FIRM = 0.85
"""How often they follow it, in half of these games: so most pass, and somebody bids low."""
LONGEST_HABIT = 80
"""Choices after which it is given up: some games go on for as long as everybody passes."""
SHARE_UNEVEN = 0.4
"""How often the cards of a deal are dealt again so that one side has the best of them, or each player a suit."""
SHARE_BY_SUIT = 0.3
SHARE_UNASKED = 0.2
"""How often something is said unasked, where that is possible."""


class DifferError(AssertionError):
    """The kernel and the interpreter differ."""


class Expected(NamedTuple):
    """What a kernel's array has to hold."""

    where: Any
    """The interpreter's state, or the sheet of a deal."""
    parts: tuple[Part, ...]

    def check(self, array: Packed) -> None:
        """Compare it with an array."""
        if isinstance(array, Mirrored) and array.holds(self.parts):
            return
        for begin, values in (piece for part in self.parts for piece in _pieces(part, array.words)):
            end = begin + len(values)
            found = [array[at] for at in range(begin, end)] if array.kernel.is_native else array.cells[begin:end]
            if found != values:
                name = max((at, name) for name, (at, _) in array.built.layout.places.items() if at <= begin)[1]
                raise DifferError(f"{name} at {begin}: {found} instead of {values}, {self.place}")

    @property
    def place(self) -> str:
        """Say what the interpreter is at."""
        s = self.where
        return f"deal {s.deal}" + (f", {type(s.node).__name__} of {s.step}" if hasattr(s, "step") else "")


def _part(pieces: Iterable[Piece], words: int) -> Part:
    """Return pieces one after the other, each with its place and its length before it; as bytes if they have words."""
    found: list[int] = []
    for begin, values in pieces:
        found += (begin, len(values), *values)
    return _bytes(found, words) if words else found


def _bytes(numbers: list[int], words: int) -> bytes:
    """Return numbers as the machine's own code keeps them."""
    if words == 2:
        numbers = [part for one in numbers for part in (_signed(one), _signed(one >> 64))]
    try:
        return packed_row("q", numbers).tobytes()
    except OverflowError:
        return packed_row("q", map(_signed, numbers)).tobytes()


def _signed(number: int) -> int:
    """Return the low word of a number as memory shows it."""
    low = number & (1 << 64) - 1
    return low if low < 1 << 63 else low - (1 << 64)


def _pieces(part: Part, words: int) -> Iterator[tuple[int, list[int]]]:
    """Yield each place, and what is there and in those after it."""
    if isinstance(part, bytes):
        row = packed_row("q", part).tolist()
        part = (
            row
            if words == 1
            else [low & (1 << 64) - 1 | high << 64 for low, high in zip(row[::2], row[1::2], strict=True)]
        )
    at = 0
    while at < len(part):
        begin, many = part[at : at + 2]
        yield begin, part[at + 2 : at + 2 + many]
        at += 2 + many


class Mirrored(Packed):
    """An array of the machine's own code, with what it has to hold behind it: so all is compared at once."""

    def __init__(self, kernel: Kernel, values: Sequence[int]) -> None:
        assert kernel.built is not None
        mask, size = kernel.built.total, kernel.built.size
        self.list = mask + 2 * size
        numbers = {"SIZE": size, "MASK": mask, "VALUES": mask + size, "LIST": self.list}
        super().__init__(kernel, values, self.list + 2 * size)
        self.compare = _comparing(tuple(numbers.items()), kernel.width)["step"]
        self.at = ctypes.addressof(self.cells) + 8 * self.words * self.list
        self.end = _bytes([-1], self.words)
        self.parts: tuple[Part, ...] = ()

    def holds(self, parts: tuple[Part, ...]) -> bool:
        """Tell whether it holds this; only what has changed since the last time is written."""
        old, new = b"", b""
        for part, before in zip_longest(parts, self.parts, fillvalue=b""):
            if part is not before:
                old += before
                new += part
        self.parts = parts
        changes = old + self.end + new + self.end
        ctypes.memmove(self.at, changes, len(changes))
        return not self.compare(self.cells)


COMPARING = """
def step(S):
    at = LIST
    while S[at] >= 0:
        for i in range(S[at + 1]):
            S[MASK + S[at] + i] = 0
            S[VALUES + S[at] + i] = 0
        at = at + 2 + S[at + 1]
    at = at + 1
    while S[at] >= 0:
        for i in range(S[at + 1]):
            S[MASK + S[at] + i] = -1
            S[VALUES + S[at] + i] = S[at + 2 + i]
        at = at + 2 + S[at + 1]
    found = 0
    for i in range(SIZE):
        found = found | ((S[i] & S[MASK + i]) ^ S[VALUES + i])
    return 1 if found != 0 else 0
"""
"""Takes what was expected away and what is expected now over, and compares it with the array."""


@cache
def _comparing(numbers: tuple[tuple[str, int], ...], width: int) -> dict[str, Any]:
    """Compile the comparison, with numbers for its names in capitals."""
    text = COMPARING
    for name, number in numbers:
        text = text.replace(name, str(number))
    return functions(text, width, is_native=True)


class Expecting:
    """What a kernel's array has to hold, state by state: a part is written again when what it is made from changed."""

    def __init__(self, kernel: Kernel) -> None:
        assert kernel.built is not None
        self.built = kernel.built
        self.words = kernel.width // 64 if kernel.is_native else 0
        self.parts: Any = None
        self.known: tuple[Any, ...] = ()
        self.expected: list[Part] = []

    def state(self, s: State) -> Expected:
        """Return what an array holds at a state."""
        packer = self.built.packer(s.spec)
        parts = (packer.end,) if s.over else packer.parts
        if parts != self.parts:
            self.parts, self.expected = parts, [[] for _ in parts]
            names = dict.fromkeys(name for part in parts for name in part.reads)
            self.reads = attrgetter(*names)
            self.known = (self,) * len(names)
            self.made_from = [[at for at, part in enumerate(parts) if name in part.reads] for name in names]
        known, self.known = self.known, self.reads(s)
        for number in set(chain.from_iterable(compress(self.made_from, map(is_not, known, self.known)))):
            self.expected[number] = _part(parts[number].write(s), self.words)
        return Expected(s, tuple(self.expected))

    def sheet(self, game: Game, sheet: ScoreSheet, number: int) -> Expected:
        """Return what an array holds when so many deals have been scored: the points of each line and of each side."""
        layout, lines = self.built.layout, game.edition(sheet.deal).scoring.lines
        numbers = {line.rule.key: number for number, line in enumerate(lines)}
        points = [0] * (len(lines) * layout.seats)
        for side in sheet.sides:
            for line in side.lines:
                points[numbers[line.rule.key] * layout.seats + (side.side if line.seat is None else line.seat)] = int(
                    line.points
                )
        totals = [int(side.points) for side in sheet.sides]
        rows = {"sheet": points, "subtotals": totals, "scored": [number]}
        return Expected(sheet, (_part(((layout.places[name][0], row) for name, row in rows.items()), self.words),))


def compare(array: Packed, s: State) -> None:
    """Compare two whole states."""
    assert isinstance(array.kernel, Kernel)
    Expecting(array.kernel).state(s).check(array)


class Moment(NamedTuple):
    """What the interpreter is at when somebody chooses, or when the game is over."""

    sheets: tuple[Expected, ...]
    """The deals that were scored since the last choice."""
    state: Expected
    turn: tuple[int, int] | None = None
    """Whose card it is, if one has to be played: the hand, and who chooses."""
    options: tuple[Any, ...] = ()
    """What can be chosen: cards, or options as a kernel lists them; none when the game is over."""
    choice: int = -1
    """The number of the option that is chosen; -1 at the end."""
    unasked: tuple[tuple[int, ...], ...] = ()
    """What may be said unasked: seat, number of the question, arguments."""
    said: int = -1
    """The number of what is said instead of that choice; -1 if nothing is."""
    is_beyond: bool = False
    """Whether a score got so large, or there are so many bids, that the kernel gives the deal back."""

    def check(self, array: Packed) -> None:
        """Compare it with a kernel that has got to the same choice, and choose the same."""
        for sheet in self.sheets:
            if (code := array.advance()) != 4:
                raise DifferError(f"no deal is scored, but there is {code}")
            sheet.check(array)
        code = array.advance()
        if self.is_beyond:
            if code != GIVEN_BACK:
                raise DifferError(f"scores or bids are beyond what a kernel follows, but there is {code}")
            return
        if code != (2 if not self.options else 1 if self.turn is None else 3):
            raise DifferError(f"the kernel says {code} at {self.state.place}")
        self.state.check(array)
        s = self.state.where
        if s.spec.plan.volunteered:
            self._check_unasked(array)
            if self.said >= 0:
                return
            array.advance()
        if self.turn is None:
            mine = listed(array, s) if self.options else {}
            if set(mine) != set(self.options):
                raise DifferError(f"options at {self.state.place}: {sorted(set(mine) ^ set(self.options))[:6]}")
            if self.choice >= 0:
                array.take(mine[self.options[self.choice]])
            return
        if tuple(array.read(array.slot("turn_seat"), 2)) != self.turn:
            raise DifferError("whose card it is")
        if mask_of(self.options) != array.legal:
            raise DifferError(f"legal cards: {array.legal:x} instead of {self.options}")
        if self.choice >= 0:
            array.play(self.options[self.choice])

    def _check_unasked(self, array: Packed) -> None:
        asks = self.state.where.spec.plan.volunteered
        rows = [(seat, said, *rest[: len(asks[said - 1].step.parameters)]) for seat, _, _, said, *rest in array.unasked]
        if sorted(rows) != list(self.unasked):
            raise DifferError(f"unasked at {self.state.place}: {sorted(set(rows) ^ set(self.unasked))[:6]}")
        if self.said >= 0:
            array.say(rows.index(self.unasked[self.said]))


def chooser(chance: Random) -> Callable[[int], int]:
    """Return what chooses one of so many options."""
    habit = chance.choice((0, -1)) if chance.random() < SHARE_OF_HABIT else None
    firm = chance.choice((1.0, FIRM))
    choices_left = iter(range(LONGEST_HABIT))

    def choose(many: int) -> int:
        follows = habit is not None and next(choices_left, None) is not None and chance.random() < firm
        return habit % many if follows else chance.randrange(many)

    return choose


def moments(kernel: Kernel, s: State, chance: Random, *, deals: int, most: int) -> Iterator[Moment]:
    """Play on with the interpreter, and yield each choice, and what comes after the last one."""
    expecting, choose = Expecting(kernel), chooser(chance)
    layout = expecting.built.layout
    first, scored = s.deal, 0
    sheets: tuple[Expected, ...] = ()
    for number in range(most + 1):
        known, turn = _options(layout, s)
        options, chosen = sorted(known), -1
        if options and number < most and s.deal < first + deals:
            chosen = choose(len(options))
        said, saying = {}, -1
        if s.spec.plan.volunteered:
            said = {
                _unasked(layout, s, entry, one): (entry, one)
                for entry in choices.volunteered(s)
                for one in entry.options
            }
            saying = chance.randrange(len(said)) if said and chosen >= 0 and chance.random() < SHARE_UNASKED else -1
        unasked = sorted(said)
        try:
            state = expecting.state(s)
        except NotPackedError:  # too many bids
            yield Moment(sheets, Expected(s, ()), is_beyond=True)
            return
        yield Moment(sheets, state, turn, tuple(options), chosen, tuple(unasked), saying)
        if chosen < 0:
            return
        s = s.take(*(known[options[chosen]] if saying < 0 else said[unasked[saying]]))
        sheets = s.sheets and tuple([expecting.sheet(s.game, one, at) for at, one in enumerate(s.sheets, scored + 1)])
        scored += len(sheets)
        if sheets and any(abs(one) > LARGEST for one in s.scores):
            yield Moment(sheets[:-1], sheets[-1], is_beyond=True)
            return


def _unasked(layout: Layout, s: State, entry: Turn, option: Option) -> tuple[int, ...]:
    """Return what may be said unasked as a kernel lists it, with the number of its question."""
    number = [asks.id for asks in s.spec.plan.volunteered].index(entry.node) + 1
    return entry.seat, number, *map(layout.number, option.arguments)


def _options(layout: Layout, s: State) -> tuple[dict[Any, tuple[Turn, Option]], tuple[int, int] | None]:
    """Return what can be chosen, and whose card it is if one has to be played."""
    entries = choices.due(s)
    hand = entries[0].holder if entries else -1
    if hand < 0 or (s.spec.plan.with_card and s.stacks[hand] is None):
        return {option_of(layout, s, entry, one): (entry, one) for entry in entries for one in entry.options}, None
    (entry,) = entries
    stack = s.stacks[hand]
    cards = {one.value if stack is None else stack[0]: (entry, one) for one in entry.options}
    return cards, (hand, entry.seat)


def planted(kernel: Kernel, s: State, chance: Random) -> State:
    """Return a state with other scores and tallies: in the middle of a game, near its end, just at a limit, or far off.

    For a limit the deal is played once, and the scores are set so that the same choices end near it. A game whose deals
    differ begins with any kind of deal, and in some one side has the best cards, so that it makes what it bids.
    """
    assert kernel.built is not None
    days = calendar(s.game.scopes) or ()
    if len(days) > 1:
        cards = chance.sample(range(s.spec.deck.size), s.spec.deck.size)
        s = deals_of_engine.begun(s.game, deal=chance.choice(days).first, like=s, stock=cards)
    new = s.copy()
    if chance.random() < SHARE_UNEVEN:
        new.hands = uneven(s, chance)
    goals = [int(one) for one in s.game.options.values() if isinstance(one, int) and one > 12] or [500]
    goal = chance.choice(goals)
    most = chance.choice((3, 12, 30))
    new.tallies = new.tallies_before = tuple(tuple(chance.randrange(most) for _ in row) for row in s.tallies)
    low, high = chance.choice(((-300, 400), (0, 12), (goal - 150, goal + 20), (goal, goal), (goal - 1, goal + 1)))
    new.scores = tuple(chance.randint(low, high) for _ in s.scores)
    if high - low < 3:
        before = chance.getstate()
        new.waits()
        new.scores = tuple(
            one - won for one, won in zip(new.scores, _won(kernel.built.layout, new, chance), strict=True)
        )
        chance.setstate(before)
    if chance.random() < SHARE_BEYOND:
        one = chance.randrange(len(new.scores))
        beyond = chance.choice((1, -1)) * (LARGEST - chance.randrange(2))
        new.scores = (*new.scores[:one], beyond, *new.scores[one + 1 :])
    new.waits()
    return new


def uneven(s: State, chance: Random) -> tuple[int, ...]:
    """Return the hands of a deal with their cards dealt again: by suit, or from the best to the worst, side by side."""
    best, ranking = chance.choice(s.game.players), s.ranking
    seats = [seat for seat, hand in enumerate(s.hands) if hand and s.stacks[seat] is None]
    seats.sort(key=lambda seat: (seat != best, s.side_of[seat] != s.side_of[best], seat))
    cards = [card for seat in seats for card in bits(s.hands[seat] & ~s.open)]
    cards.sort(key=lambda card: (ranking.suit[card] != ranking.trumps, -ranking.strength[card]))
    if chance.random() < SHARE_BY_SUIT:
        cards.sort(key=lambda card: ranking.suit[card] or 0)
    hands = list(s.hands)
    for seat in seats:
        many = (hands[seat] & ~s.open).bit_count()
        hands[seat] = hands[seat] & s.open | mask_of(cards[:many])
        del cards[:many]
    return tuple(hands)


def _won(layout: Layout, s: State, chance: Random) -> list[int]:
    """Return what is won in this deal, by whom scores are kept, with the choices that `moments` would make."""
    scores, choose = s.scores, chooser(chance)
    for _ in range(MOST_IN_A_DEAL):
        known, _ = _options(layout, s)
        if not known or s.sheets:
            break
        options = sorted(known)
        s = s.take(*known[options[choose(len(options))]])
    return [int(now - old) for now, old in zip(s.scores, scores, strict=True)]


def begun(kernel: Kernel, s: State) -> Packed:
    """Return a kernel's array of a state, which waits after each deal that it scores."""
    assert kernel.built is not None
    kind = Mirrored if kernel.is_native else CheckedPacked if isinstance(kernel, Checked) else Packed
    array = kind(kernel, packed(kernel.built, s))
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
    array = begun(kernel, s)
    scored = chosen = 0
    for moment in moments(kernel, s, chance, deals=deals, most=most):
        moment.check(array)
        scored, chosen = scored + len(moment.sheets), chosen + (moment.choice >= 0)
    return Compared(scored, chosen)
