"""What the interpreter played as a row of numbers, a log, and code that plays it with a kernel and compares everything.

A log has what was chosen, and what a kernel's array has to hold at each choice: each part of a state once, and again
where it changed. It lies behind the array, and the code that plays it is compiled with the kernel: so hardly anything
but the interpreter takes time.
"""

from __future__ import annotations

import ctypes
from array import array as packed_row
from itertools import chain, compress, count
from operator import is_not, itemgetter, or_
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.kernel import Kernel, NotPackedError, Packed
from spadesdsl.kernel.native import functions
from spadesdsl.kernel.pack import option_of, packed
from spadesdsl.kernel.text import reachable
from tests.kernel.checked import Checked, CheckedPacked, checked_functions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.engine.events import ScoreSheet
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.kernel.build import Built
    from spadesdsl.kernel.pack import Part, Piece

PLAYED = ("start", "advance", "play_chosen", "take_chosen", "volunteers", "volunteer")
"""The functions of a kernel that are compared, with all that they call."""
CHOOSES, OVER, CARD, GIVEN_BACK = 1, 2, 3, 5
"""What `advance` returns: options, the end of the game, a card, that a kernel can go on no further."""
WIDE: Final = 8
"""How many numbers a choice has: what `advance` returns, where the options are, the number of the chosen one or the
card, whose hand and whose choice it is, the legal cards, where is what may be said unasked, the number of what is."""
HEAD: Final = 10
"""Places of a log before those of its parts: where a difference is and at which choice, how many choices and parts
there are, and where options, sheets and choices are."""
REPLAY: Final = """
def differs(S, at):
    while S[at] >= 0:
        for i in range(S[at + 1]):
            if S[S[at] + i] != S[at + 2 + i]:
                S[LOG] = at
                return 1
        at = at + 2 + S[at + 1]
    return 0
def is_option(S, option, row):
    for i in range(WIDTH):
        if S[row] >> i & 1 and S[option + i] != S[row + 1 + i]:
            return 0
    return 1
def number_of(S, row, first):
    for i in range(S[MANY]):
        number = (first + i) % S[MANY]
        if is_option(S, OPTIONS + WIDTH * number, row) != 0:
            return number
    return -1
def is_known(S, option, table, first):
    for i in range(S[table]):
        if is_option(S, option, table + 1 + (WIDTH + 1) * ((first + i) % S[table])) != 0:
            return 1
    return 0
def others(S, table):
    S[LOG] = table
    for i in range(S[table]):
        if number_of(S, table + 1 + (WIDTH + 1) * i, i) < 0:
            return 1
    for i in range(S[MANY]):
        if is_known(S, OPTIONS + WIDTH * i, table, i) == 0:
            return 1
    return 0
def step(S):
    sheet = S[LOG + 6]
    at = S[LOG + 8]
    for number in range(S[LOG + 2]):
        S[LOG + 1] = number
        while S[sheet] == number:
            if advance(S) != 4:
                return 3
            if differs(S, sheet + 2) != 0:
                return 1
            sheet = sheet + S[sheet + 1]
        S[LOG] = advance(S)
        if S[LOG] != S[at]:
            return 4
        if S[at] == 5:
            return 0
        for part in range(S[LOG + 3]):
            place = LOG + HEAD + 2 * part
            if S[S[place]] == number:
                S[place + 1] = S[place] + 2
                S[place] = S[place] + S[S[place] + 1]
            if differs(S, S[place + 1]) != 0:
                return 1
        table = S[at + 6]
        if table != 0:
            volunteers(S)
            if others(S, table) != 0:
                return 2
            if S[at + 7] < 0:
                advance(S)
        if S[at + 7] >= 0:
            S[ARGUMENT] = number_of(S, table + 1 + (WIDTH + 1) * S[at + 7], S[at + 7])
            volunteer(S)
        elif S[at] == 3:
            if S[TURN] != S[at + 3] or S[TURN + 1] != S[at + 4]:
                return 5
            if S[LEGAL] != S[at + 5]:
                return 6
            if S[at + 2] >= 0:
                S[ARGUMENT] = S[at + 2]
                play_chosen(S)
        elif S[at] == 1:
            table = S[at + 1]
            if others(S, table) != 0:
                return 2
            if S[at + 2] >= 0:
                S[ARGUMENT] = number_of(S, table + 1 + (WIDTH + 1) * S[at + 2], S[at + 2])
                take_chosen(S)
        at = at + WIDE
    return 0
"""
"""Plays a log; returns 0 if the array held all that it has to hold, else what is different."""
IN_PYTHON: Final = (
    REPLAY[REPLAY.index("        for i") : REPLAY.index("                S[LOG] = at")],
    "        if S[S[at] : S[at] + S[at + 1]] != S[at + 2 : at + 2 + S[at + 1]]:\n",
)
"""The loop that compares, and what does the same with lists."""


class DifferError(AssertionError):
    """The kernel and the interpreter differ."""


def replay(built: Built, text: str, *, is_native: bool) -> str:
    """Return the code of a kernel, and behind it what plays logs with it."""
    layout, more = built.layout, REPLAY if is_native else REPLAY.replace(*IN_PYTHON)
    numbers = {
        "LOG": built.total, "HEAD": HEAD, "WIDTH": layout.option_width, "OPTIONS": built.options, "WIDE": WIDE,
        "MANY": built.slot("options"), "ARGUMENT": built.slot("argument"), "TURN": built.slot("turn_seat"),
        "LEGAL": built.slot("legal"),
    }  # fmt: skip
    for name, number in numbers.items():
        more = more.replace(name, str(number))
    for name in PLAYED:  # a game may have nothing to choose but cards, or nothing to say unasked
        more = more if f"def {name}(" in text else more.replace(f" {name}(S)", " pass")
    return text + more


class Player:
    """A kernel that plays logs."""

    def __init__(self, kernel: Kernel, text: str = "") -> None:
        """Compile it, or a text instead of its own, together with what plays logs."""
        assert kernel.built is not None
        self.kernel, self.built = kernel, kernel.built
        text = replay(self.built, text or reachable(kernel.text, *PLAYED), is_native=kernel.is_native)
        self.kind = CheckedPacked if isinstance(kernel, Checked) else Packed
        made = (
            checked_functions(text)
            if isinstance(kernel, Checked)
            else functions(text, kernel.width, is_native=kernel.is_native)
        )
        self.step, self.start = made["step"], made["start"]
        self.room = 1 << 16 if kernel.is_native else 0
        self.array = self.kind(kernel, (), self.built.total + self.room)

    def begin(self, s: State | int, *, hurries: bool = False) -> None:
        """Take over a state, or begin a game with a seed; it waits after each deal that it scores."""
        if isinstance(s, int):
            self.array[self.built.slot("generator")] = s
            self.start(self.array.cells)
        else:
            self.array.write(0, packed(self.built, s))
        self.array[self.built.slot("stops")] = 1
        self.array[self.built.slot("hurries")] = int(hurries)

    def check(self, log: Log) -> None:
        """Play a log."""
        self._load(log)
        if found := self.step(self.array.cells):
            at, number = self.array.read(self.built.total, 2)
            raise DifferError(f"{self._difference(found, at)}, {log.place(number)}")

    def _load(self, log: Log) -> None:
        """Write a log behind the state."""
        array, begin = self.array, self.built.total
        if not self.kernel.is_native:
            array.cells[begin:] = log.data
            return
        wide = 8 * array.words
        if len(log.data) > wide * self.room:
            self.room = 2 * len(log.data) // wide
            array = self.kind(self.kernel, (), begin + self.room)
            array.take_from(self.array, begin)
            self.array = array
        ctypes.memmove(ctypes.addressof(array.cells) + wide * begin, log.data, len(log.data))

    def _difference(self, found: int, at: int) -> str:
        """Say what is different."""
        array, layout = self.array, self.built.layout
        match found:
            case 1:
                begin, many = array[at], array[at + 1]
                mine, wanted = ([array[one + i] for i in range(many)] for one in (begin, at + 2))
                name = max((at, name) for name, (at, _) in layout.places.items() if at <= begin)[1]
                return f"{name} at {begin}: {mine} instead of {wanted}"
            case 2:
                wide = layout.option_width
                rows = [array.read(at + 2 + (wide + 1) * number, wide) for number in range(array[at])]
                return f"options {[*array.options][:8]} instead of {rows[:8]}"
            case 3:
                return "no deal is scored"
            case 4:
                return f"the kernel says {at}"
            case 5:
                return "whose card it is"
            case _:
                return f"legal cards {array[self.built.slot('legal')]:x}"


class Log:
    """What a kernel has to do and its array to hold, choice by choice, as long as all states have the same parts."""

    def __init__(self, kernel: Kernel, s: State) -> None:
        """Begin at a state."""
        assert kernel.built is not None
        self.built, self.layout = kernel.built, kernel.built.layout
        self.words = kernel.width // 64 if kernel.is_native else 0
        self.parts = self._parts_of(s)
        self.states: list[State] = []
        self.choices: list[int] = []
        self.sheets: list[int] = []
        self.options: list[int] = []
        self.first = self.built.total + HEAD + 2 * len(self.parts)
        self.known: dict[Any, tuple[Any, int]] = {}
        self.scored = self.many = 0
        """How many deals were scored, and how many choices there are, which `closed` counts."""
        self.is_cut = False
        """Whether the kernel gives a deal back: then the game ends here."""
        self.data: Any = ()

    def _parts_of(self, s: State) -> tuple[Part, ...]:
        packer = self.built.packer(s.spec)
        return (packer.end,) if s.over else packer.parts

    def fits(self, s: State) -> bool:
        """Tell whether a state has these parts."""
        return self._parts_of(s) == self.parts

    def place(self, number: int) -> str:
        """Say what the interpreter is at."""
        s = self.states[number]
        return f"deal {s.deal}, {type(s.node).__name__} of {s.step}"

    def add(self, s: State, told: tuple[int, ...]) -> None:
        """Add a choice; see `WIDE`."""
        self.states.append(s)
        self.choices += told

    def score(self, game: Game, sheet: ScoreSheet, number: int) -> None:
        """Add what an array holds when so many deals have been scored: the points of each line and of each side."""
        self.scored += 1
        layout, lines = self.layout, game.edition(sheet.deal).scoring.lines
        numbers = {line.rule.key: number for number, line in enumerate(lines)}
        points = [0] * (len(lines) * layout.seats)
        for side in sheet.sides:
            for line in side.lines:
                seat = side.side if line.seat is None else line.seat
                points[numbers[line.rule.key] * layout.seats + seat] = int(line.points)
        totals = [int(side.points) for side in sheet.sides]
        rows = {"sheet": points, "subtotals": totals, "scored": [number]}
        _add(self.sheets, len(self.states), ((layout.places[name][0], row) for name, row in rows.items()))

    def listed(self, s: State, turns: tuple[Turn, ...]) -> int:
        """Return where the options of some turns are: how many, and each after a mask of its numbers that count."""
        key = tuple([(turn.seat, id(turn.options)) for turn in turns])
        if key not in self.known:
            self.known[key] = turns, self.first + len(self.options)  # what is known is kept, so its `id` stays its own
            self.options.append(sum(len(turn.options) for turn in turns))
            for turn in turns:
                for option in turn.options:
                    seat, kind, value, *rest = option_of(self.layout, s, turn, option)
                    if turn.node >= 0:  # said unasked: with the number of its question
                        number = [asks.id for asks in s.spec.plan.volunteered].index(turn.node) + 1
                        mask, row = 0b1001, [seat, 0, 0, number, *rest]
                    elif option.kind == "card":
                        mask, row = 0b1111, [seat, kind, value, *rest]
                    else:
                        mask, row = 0b0111, [seat, kind, value, 0, *rest]
                    mask |= (1 << len(row)) - 1 & ~0b1111
                    self.options += (mask, *row, *[0] * (self.layout.option_width - len(row)))
        return self.known[key][1]

    def closed(self) -> Log:
        """Write it; it ends early where there are more bids than a kernel follows."""
        names = tuple(dict.fromkeys(name for part in self.parts for name in part.reads))
        columns = zip(*map(itemgetter(*names), map(vars, self.states)), strict=True)
        changes = {name: [*map(is_not, row[1:], row)] for name, row in zip(names, columns, strict=True)}
        self.many = len(self.states)
        parts = [self._written(part, changes) for part in self.parts]
        if self.many < len(self.states):
            self.choices[WIDE * self.many] = GIVEN_BACK
            self.many, self.is_cut = self.many + 1, True
        head, at = [0, 0, self.many, len(parts)], self.first
        rows = (self.options, self.sheets, self.choices, *parts)
        for row in rows:
            row.append(-1)
            head += (at, 0)
            at += len(row)
        self.data = b"".join([_bytes(row, self.words) for row in (head, *rows)]) if self.words else sum(rows, head)
        return self

    def _written(self, part: Part, changes: dict[str, list[bool]]) -> list[int]:
        """Return what an array holds of a part, from each choice on where that changes."""
        flags: Iterable[bool] = changes[part.reads[0]]
        for name in part.reads[1:]:
            flags = map(or_, flags, changes[name])
        found: list[int] = []
        for number in chain((0,), compress(count(1), flags)):
            try:
                _add(found, number, part.write(self.states[number]))
            except NotPackedError:  # too many bids
                self.many = min(self.many, number)
                break
        return found


def _add(row: list[int], number: int, pieces: Iterable[Piece]) -> None:
    """Add pieces, each with its place and its length before it; before all, the number of a choice and the length."""
    begin = len(row)
    row += (number, 0)
    for at, values in pieces:
        row += (at, len(values))
        row += values
    row.append(-1)
    row[begin + 1] = len(row) - begin


def _bytes(numbers: list[int], words: int) -> bytes:
    """Return numbers as the machine's own code keeps them."""
    if words == 2:
        row = packed_row("q", bytes(16 * len(numbers)))
        row[::2] = packed_row("q", map(_signed, numbers))
        row[1::2] = packed_row("q", [_signed(one >> 64) for one in numbers])
        return row.tobytes()
    try:
        return packed_row("q", numbers).tobytes()
    except OverflowError:
        return packed_row("q", map(_signed, numbers)).tobytes()


def _signed(number: int) -> int:
    """Return the low word of a number as memory shows it."""
    low = number & (1 << 64) - 1
    return low if low < 1 << 63 else low - (1 << 64)
