"""Two games that are called the same, played side by side by their kernels from planted deals.

Each pair gets a thousand deals with scores, tallies, dealers and numbers of the deal that no proof has chosen. In some
of them who may do what is compared after each choice, hands and tricks after some, and the first turn of the next deal.
The others are played whole with the same luck: had anybody another choice on the way, they would go on otherwise, and
what they come to is compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine.ranking import bits
from spadesdsl.kernel import Kernel
from spadesdsl.proofs.situations import drawn
from tests.diff.edited_pairs import OF_MOVES, first_unlike, planted

if TYPE_CHECKING:
    from random import Random

    from spadesdsl.engine.game import Game
    from spadesdsl.kernel import Packed
    from spadesdsl.proofs.situations import Case

_SHOWN: Final = (
    *("turn_seat", "turn_player", "hands", "trick", "trick_seats", "leader", "taken", "won", "open", "looked", "out"),
    *("scores", "over", "winners", "dealer", "deal", "generator", "did", "sides_of", "tallies", "filled"),
)
"""What has to be alike after each choice, besides the moves; parts that no rule reads stay empty in both."""
_MOST_CHOICES: Final = 400
_MOST_STEPS: Final = 4_000
_GIVEN_BACK: Final = 5
"""What a kernel says that can go on no further, as with a fraction of a point."""
STEPWISE: Final = 10
"""One deal in so many is compared after each choice."""
_ALONE: Final = 40
"""Deals of the interpreter in which a difference between two kernels is looked for again."""


class Pair:
    """The kernels of two games whose states have the same places."""

    def __init__(self, one: Game, other: Game, *, native: bool | None = None) -> None:
        """Compile both; `why_not` says why they cannot be compared."""
        self.games = one, other
        kernels = Kernel(one, native=native), Kernel(other, native=native)
        self.why_not = next((kernel.why_not for kernel in kernels if kernel.why_not), "")
        if not self.why_not and _names(kernels[0]) != _names(kernels[1]):
            self.why_not = "bids, decisions or tallies have other names, or another order"
        if not self.why_not:
            self.arrays = kernels[0].memory(), kernels[1].memory()
            self.shown = [[array.built.layout.places[name] for name in _SHOWN] for array in self.arrays]

    def ends_otherwise(self, random: Random) -> str:
        """Play a whole planted deal in both with the same luck; return what differs after it."""
        begin, seed = drawn(self.games, random), random.getrandbits(40)
        codes = []
        for array in self.arrays:
            _plant(array, seed, begin)
            for name, value in {"chance": seed, "steps": _MOST_STEPS, "scored": 0, "until": 1}.items():
                array[array.slot(name)] = value
            codes.append(array.call("play_out"))
        unlike = f"{codes[0]} and {codes[1]}" if codes[0] != codes[1] else self._shown_unlike()
        unlike = "" if _GIVEN_BACK in codes else unlike
        return f"{begin}, seed {seed}, at the end: {unlike}" if unlike else ""

    def differs(self, random: Random) -> str:
        """Play a planted deal in both; return what differs."""
        begin, seed = drawn(self.games, random), random.getrandbits(40)
        for array in self.arrays:
            _plant(array, seed, begin)
        for number in range(_MOST_CHOICES):
            codes = [array.advance() for array in self.arrays]
            if _GIVEN_BACK in codes:
                return ""
            unlike = f"{codes[0]} and {codes[1]}" if codes[0] != codes[1] else self._unlike(codes[0], random)
            if unlike:
                return f"{begin}, seed {seed}, choice {number}: {unlike}"
            is_next = self.arrays[0][self.arrays[0].slot("deal")] != begin.deal
            if codes[0] in (2, 5) or (is_next and codes[0] != 4):
                return ""
            if codes[0] != 4:
                self._choose(codes[0], random)
        return ""

    def _unlike(self, code: int, random: Random) -> str:
        one, other = self.arrays
        if code == 3 and one.legal != other.legal:
            return f"cards {one.legal:x} and {other.legal:x}"
        if code == 1 and one.options != other.options:
            return f"options {one.options} and {other.options}"
        if code in (1, 3) and random.random() > OF_MOVES:
            return ""
        return self._shown_unlike()

    def _shown_unlike(self) -> str:
        one, other = self.arrays
        for name, (at, size), (their, _) in zip(_SHOWN, *self.shown, strict=True):
            if one.read(at, size) != other.read(their, size):
                return f"{name} {one.read(at, size)} and {other.read(their, size)}"
        return ""

    def _choose(self, code: int, random: Random) -> None:
        one = self.arrays[0]
        if code == 3:
            card = random.choice(bits(one.legal))
            for array in self.arrays:
                array.play(card)
        else:
            number = random.randrange(len(one.options))
            for array in self.arrays:
                array.take(number)


def _names(kernel: Kernel) -> Any:
    """Return what an option of a kernel is numbered by."""
    assert kernel.built is not None
    layout = kernel.built.layout
    bids = [[(bid.name, len(bid.parameters)) for bid in spec.bids] for spec in kernel.built.specs]
    return kernel.game.tallies, bids, layout.decisions, layout.words, layout.holders, layout.cards, layout.shares


def _plant(array: Packed, seed: int, begin: Case) -> None:
    """Begin a deal anywhere, with cards from a seed."""
    array.start(seed)
    given = {"deal": begin.deal, "dealer": begin.dealer, "in_deal": 0, "thrown_in": 0, "stops": 1, "hurries": 1}
    for name, value in given.items():
        array[array.slot(name)] = value
    array.write(array.slot("scores"), begin.scores)
    game, many = array.kernel.game, len(begin.tallies)
    for number, name in enumerate(game.tallies if many else ()):
        row = [dict(holder)[name] for holder in begin.tallies]
        array.write(array.slot("tallies") + number * many, row[:1] if name in game.table_tallies else row)


def played_apart(random: Random, one: Game, other: Game, many: int, *, native: bool | None = None) -> tuple[int, str]:
    """Play so many planted deals by the kernels of both games; return how many there were, and what differs."""
    pair = Pair(one, other, native=native)
    for number in range(0 if pair.why_not else many):
        found = pair.differs(random) if number % STEPWISE == 0 else pair.ends_otherwise(random)
        if found:
            seen = (first_unlike(random, *planted(random, one, other)) for _ in range(_ALONE))
            return number, f"{found}; the interpreter: {next(filter(None, seen), 'nothing')}"
    return (0 if pair.why_not else many), ""
