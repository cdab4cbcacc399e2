"""Playing many deals of a game: by its kernel, or by the interpreter where no kernel can be made."""

from __future__ import annotations

import ctypes
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.engine import choices
from spadesdsl.engine.boundary import AnySeat, Count, Seat, checked
from spadesdsl.engine.generator import below, draw
from spadesdsl.engine.ranking import bits
from spadesdsl.kernel.build import THINKING, Built
from spadesdsl.kernel.native import BEST, PYTHON, functions, is_there, recall, remember
from spadesdsl.kernel.pack import NotPackedError, packed
from spadesdsl.kernel.text import reachable
from spadesdsl.kernel.thinking import MOST_LUCK
from spadesdsl.kernel.values import CannotCompileError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.engine.game import Game
    from spadesdsl.engine.spec import Spec
    from spadesdsl.engine.state import StateData
    from spadesdsl.kernel.solve import Solver

SLICE: Final = 256
"""How many deals are played before Ctrl-C is heard."""
STEPS: Final = 400_000
"""Points of the plan and choices after which a playout is given to the interpreter, which has its own limits."""
MOST_TEXT: Final = 200_000
"""How many characters of code are compiled for the machine; the longest of the shipped games has 123,000."""
_MASK: Final = (1 << 64) - 1


PLAYING: Final = ("start", "advance", "play_chosen", "take_chosen", "play_out", "rollouts")
"""What is compiled at once to the machine's code; other functions are compiled when they are first wanted."""


class _Compiled(dict[str, Any]):
    """The functions of a kernel, compiled in groups."""

    def __init__(self, built: Built, playing: dict[str, Any], *, is_native: bool, most: int) -> None:
        super().__init__(playing)
        self.built, self.is_native, self.most = built, is_native, most

    def __missing__(self, name: str) -> Any:  # noqa: ANN401 - a function of ctypes, or of Python
        text = self.built.thinking_text if name in THINKING else self.built.text
        text = reachable(text, name) if self.is_native else text
        self.update(functions(text, self.built.width, is_native=self.is_native, most=self.most))
        return self[name]


class Result(NamedTuple):
    """How a playout ended."""

    scores: tuple[int, ...]
    """Points by holder: a side, or a player where the bidding makes the sides."""
    deals: int
    """Deals that were scored."""
    over: bool
    winners: tuple[int, ...]
    """Its winners, by holder; empty unless it is over."""


class Kernel:
    """The rules of a game as straight code, for playing many deals.

    Its code is the machine's own if `llvmlite` is installed (`spadesdsl[fast]`), else Python. A rule that cannot be
    compiled leaves the game to the interpreter, which plays the same rules; `why_not` then names the rule.
    """

    def __init__(self, game: Game, *, native: bool | None = None, is_for_few: bool = False) -> None:
        """Compile a game.

        Args:
            game: The game.
            native: Whether to compile to the machine's code; None for if there is a compiler.
            is_for_few: Whether only some thousand deals are to be played: what plays slower is compiled much faster.
        """
        self.game = game
        self.built: Built | None = None
        self.why_not = ""
        """Why the interpreter plays instead; empty if the kernel does."""
        self.is_native = is_there() if native is None else native
        """Whether it is the machine's own code."""
        self.functions: Any = {}
        self._solver: Solver | None = None
        level = BEST if self.is_native else PYTHON
        known = recall(game.hash, level)
        if known is None and is_for_few and self.is_native:
            level, known = 0, recall(game.hash, 0)
        try:
            built = Built(game, known and known[0])
            if self.is_native and known is None and len(built.text) > MOST_TEXT:
                raise CannotCompileError("too many others beside it to be compiled in a moment")
        except CannotCompileError as error:
            self.why_not = f"{error.why}; the interpreter plays instead"
            self.is_native = False
            return
        self.built = built
        self.width = built.width
        playing = {} if known is None else known[1]
        if known is None:
            text = reachable(built.text, *PLAYING) if self.is_native else built.text
            remember(game.hash, text, self.width, built.found_out, level)
            playing = functions(text, self.width, is_native=True, most=level) if self.is_native else {}
        self.functions = _Compiled(built, playing, is_native=self.is_native, most=level)

    @property
    def text(self) -> str:
        """The code, as Python; empty if the interpreter plays."""
        return "" if self.built is None else self.built.text

    @checked
    def pack(self, state: StateData) -> Packed:
        """Return a state as the kernel's array.

        Raises:
            NotPackedError: no kernel can go on from this state.
        """
        if self.built is None:
            raise NotPackedError(self.why_not)
        return Packed(self, packed(self.built, state))

    def memory(self) -> Packed:
        """Return an array with nothing in it.

        Raises:
            NotPackedError: there is no kernel.
        """
        if self.built is None:
            raise NotPackedError(self.why_not)
        return Packed(self, ())

    @checked
    def play_out(self, state: StateData, n: Count = 1, seed: int = 0, *, deals: Count = 1) -> list[Result]:
        """Play on from a state, at random, so many times.

        Args:
            state: Where to begin. All cards stay where they are.
            n: How many times.
            seed: The same seed gives the same playouts, whatever is installed, as long as no rule stops the kernel.
            deals: Each ends after so many scored deals, or with the game.
        """
        return list(self._played(state, n, seed, deals, -1))

    @checked
    def rollouts(self, state: StateData, seat: Seat, n: Count = 1, seed: int = 0, *, deals: Count = 1) -> list[Result]:
        """Play on as `play_out` does, each time with other hands for all but one seat.

        The cards that `seat` cannot see in other hands are drawn again each time; each hand keeps its size, and nothing
        is concluded from what was played.
        """
        return list(self._played(state, n, seed, deals, seat))

    @checked
    def solve(self, state: StateData, side: int, *, goal: str = "score", seat: AnySeat = -1) -> int:
        """Return the exact value of a position for a side, all cards seen; see `Solver.values`."""
        return self.solver().value(state, side, goal, seat)

    @checked
    def solve_moves(
        self, state: StateData, side: int | None = None, *, goal: str = "score", seat: AnySeat = -1
    ) -> dict[str, int]:
        """Return the exact value of each legal card, by name, for a side; None for the side whose turn it is."""
        names = self.game.deck
        found = self.solver().for_side(state, side, goal, seat)
        return {names[card]: value for card, value in found.items()}

    def solver(self) -> Solver:
        """Return what works out exact values; it is compiled when it is first asked for.

        Raises:
            CannotSolveError: the game has no kernel.
        """
        from spadesdsl.kernel.solve import Solver

        if self._solver is None:
            self._solver = Solver(self)
        return self._solver

    def _played(self, state: StateData, n: int, seed: int, deals: int, viewer: int) -> Iterator[Result]:
        first, _ = draw(seed & _MASK)
        try:
            array = None if self.built is None else packed(self.built, state)
        except NotPackedError:
            array = None
        if array is None:
            yield from (_by_interpreter(state, first + number, deals, viewer) for number in range(n))
            return
        memory = Packed(self, array)
        for begin in range(0, n, SLICE):
            many = min(SLICE, n - begin)
            for number, found in enumerate(memory.rollouts(many, first + begin, deals, viewer)):
                yield found or _by_interpreter(state, first + begin + number, deals, viewer)


class Packed:
    """A state in the array of a kernel."""

    def __init__(self, kernel: Kernel | Solver, values: Sequence[int], many: int = 0) -> None:
        """Copy an array; `many` is how many places there are, if not those of a kernel."""
        assert kernel.built is not None
        self.kernel, self.built = kernel, kernel.built
        many = many or self.built.total
        self.words = kernel.width // 64 if kernel.is_native else 1
        self.cells: Any
        if kernel.is_native:
            self.cells = (ctypes.c_int64 * (many * self.words))()
        else:
            self.cells = [0] * many
        self.write(0, values)
        for at, value in self.built.layout.settings.items():
            self[at] = value

    def __getitem__(self, at: int) -> int:
        if self.words == 1:
            return int(self.cells[at])
        return int((self.cells[2 * at] & _MASK) | self.cells[2 * at + 1] << 64)

    def __setitem__(self, at: int, value: int) -> None:
        """Write a value; memory takes the lowest bits of one that is too large."""
        if self.words == 1:
            self.cells[at] = value
        else:
            self.cells[2 * at], self.cells[2 * at + 1] = value & _MASK, value >> 64

    def write(self, at: int, values: Sequence[int]) -> None:
        """Write values side by side."""
        if self.words == 1:
            self.cells[at : at + len(values)] = values
            return
        for number, value in enumerate(values, at):
            self[number] = value

    def read(self, at: int, many: int) -> list[int]:
        """Return values side by side."""
        if self.words == 1:
            return list(self.cells[at : at + many])
        found: list[int] = self.cells[2 * at : 2 * (at + many) : 2]  # numbers of one word
        return found

    def slot(self, name: str) -> int:
        """Return where a number of the state is."""
        return self.built.slot(name)

    @property
    def spec(self) -> Spec:
        """The rules of the deal."""
        return self.built.specs[self[self.slot("edition")]]

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side now."""
        if self.built.layout.fixed_sides:
            return self.spec.teams.sides
        return tuple(map(bits, self.read(self.slot("side_sets"), self[self.slot("side_count")])))

    def call(self, name: str) -> int:
        """Call a function of the kernel."""
        found: int = self.kernel.functions[name](self.cells)
        return found

    def copy(self, source: int, target: int, many: int) -> None:
        """Copy some of the array."""
        if not self.kernel.is_native:
            self.cells[target : target + many] = self.cells[source : source + many]
            return
        wide = 8 * self.words
        begin = ctypes.addressof(self.cells)
        ctypes.memmove(begin + target * wide, begin + source * wide, many * wide)

    def take_from(self, other: Packed, many: int) -> None:
        """Copy the first places of another array."""
        if self.kernel.is_native and other.kernel.is_native:
            ctypes.memmove(self.cells, other.cells, 8 * self.words * many)
        elif self.kernel.is_native == other.kernel.is_native:
            self.cells[:many] = other.cells[:many]
        else:
            for at in range(many):
                self[at] = other[at]

    def advance(self) -> int:
        """Go on until somebody has to choose.

        Returns:
            1 for options, 3 for a card, 4 after a deal if the state asks for it, 2 when the game is over, 5 if the
            kernel can go on no further.
        """
        return self.call("advance")

    def play(self, card: int) -> None:
        """Play a card."""
        self[self.slot("argument")] = card
        self.call("play_chosen")

    def take(self, number: int) -> None:
        """Take an option, by its number among those that are listed."""
        self[self.slot("argument")] = number
        self.call("take_chosen")

    @property
    def unasked(self) -> tuple[tuple[int, ...], ...]:
        """What may be said unasked now, as `options` has it; it takes the place of those until `advance`."""
        has_any = any(spec.plan.volunteered for spec in self.built.specs)
        return self.options if has_any and self.call("volunteers") else ()

    def say(self, number: int) -> None:
        """Say something unasked, by its number among those that are listed."""
        self[self.slot("argument")] = number
        self.call("volunteer")

    @property
    def legal(self) -> int:
        """The cards that may be played, as a mask; of equal cards the first."""
        return self[self.slot("legal")]

    @property
    def options(self) -> tuple[tuple[int, ...], ...]:
        """The options that are listed: seat, kind, value, what it is said with, arguments."""
        width, first = self.built.layout.option_width, self.built.options
        many = self[int(self.built.layout.types["options"].text[2:-1])]
        return tuple(
            tuple(self[at] for at in range(begin, begin + width)) for begin in range(first, first + many * width, width)
        )

    def start(self, seed: int) -> None:
        """Begin a game, up to its first deal."""
        self[self.slot("generator")] = seed & _MASK
        self.call("start")

    def lucky(self, seed: int) -> int:
        """Make ready to be played on, choice by choice, as the playout of a seed; return what its choices draw from."""
        chance, seed = below(seed & _MASK, MOST_LUCK)
        self[self.slot("generator")], _ = below(seed, MOST_LUCK)
        self[self.slot("hurries")] = self[self.slot("stops")] = 1
        return chance

    def rollouts(self, many: int, seed: int, deals: int, viewer: int) -> list[Result | None]:
        """Play on from here so many times; None where the kernel gave up."""
        built, layout = self.built, self.built.layout
        given = {"seeds": seed & _MASK, "steps": STEPS, "until": deals, "viewer": viewer, "many": many}
        for name, value in given.items():
            self[self.slot(name)] = value
        self.copy(0, built.backup, layout.size)
        self.call("rollouts")
        width = layout.holders + 4
        found: list[Result | None] = []
        for begin in range(built.results, built.results + many * width, width):
            code, scored, over, winners, *scores = (self[at] for at in range(begin, begin + width))
            ended = Result(tuple(scores), scored, bool(over), bits(winners))
            found.append(ended if code in (2, 4) else None)
        self.copy(built.backup, 0, layout.size)
        return found


def _by_interpreter(state: StateData, seed: int, deals: int, viewer: int) -> Result:
    """Play on from a state with the interpreter, at random."""
    chance = Random(seed)
    s: Any = state.copy()
    s.generator = chance.getrandbits(64)
    if viewer >= 0:
        _redraw(s, viewer, chance)
    s.waits()
    scored = 0
    while not s.over and scored < deals:
        options = [(entry, option) for entry in choices.due(s) for option in entry.options]
        if not options:
            break
        s = s.take(*chance.choice(options))
        scored += len(s.sheets)
    return Result(tuple(s.scores), scored, bool(s.over), tuple(s.winners))


def _redraw(s: Any, viewer: int, chance: Random) -> None:  # noqa: ANN401 - a state that is being built
    """Draw again the cards that a seat cannot see in other hands."""
    others = [seat for seat in range(len(s.hands)) if seat != viewer and s.stacks[seat] is None]
    unknown = [card for seat in others for card in bits(s.hands[seat] & ~s.open)]
    chance.shuffle(unknown)
    hands = list(s.hands)
    for seat in others:
        many = (hands[seat] & ~s.open).bit_count()
        hands[seat] = hands[seat] & s.open | sum(1 << card for card in unknown[:many])
        del unknown[:many]
    s.hands = tuple(hands)
