"""The exact value of a position in which all cards are seen."""

from __future__ import annotations

from typing import Any, Final

from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.engine.spec import Spec
from spadesdsl.engine.state import StateData
from spadesdsl.kernel.build import Built
from spadesdsl.kernel.kernel import Kernel, Packed
from spadesdsl.kernel.native import functions
from spadesdsl.kernel.plain import Cards, Tricks
from spadesdsl.kernel.reading import above, has_trumps, reading, suits_of
from spadesdsl.kernel.templates import code_of
from spadesdsl.kernel.text import reachable

GOALS: Final = ("score", "tricks", "no tricks")
"""What can be asked for: points of the deal, tricks of the deal, whether a player takes no trick."""
SCORE, TRICKS, NO_TRICKS = range(3)
ENTRIES: Final = ("solve_cards", "solve_worths")
TABLE_BITS: Final = {True: 20, False: 12}
"""How many positions the table remembers, as a power of two: in the machine's code, and in Python."""
MOST_TRICKS: Final = 13
MOST_COUNTS: Final = (MOST_TRICKS + 1) ** 4
"""Ways in which four seats can have taken so many tricks, and some that cannot be."""
CARD_CODE: Final = 3
"""What `advance` returns when a card is to be played."""


class CannotSolveError(GameError, ValueError):
    """A position or a game whose exact value cannot be worked out; the message says why."""


class _Room:
    """Where the search keeps things, behind the kernel's own array."""

    def __init__(self, built: Built) -> None:
        layout = built.layout
        self.at = built.size
        seats, cards, places = layout.seats, layout.cards, layout.places
        is_simple = layout.fixed_sides and all(reading(spec).is_simple for spec in built.specs)
        kept = layout.prefix if is_simple else layout.size
        scored = places["bid_rows"][0] if is_simple else layout.size
        self.numbers = {
            name.upper(): places[name][0]
            for name in ("hands", "trick", "trick_seats", "trick_mask", "legal", "taken", "won", "broke", "turn_seat",
                         "turn_player", "ranking", "looked", "scores")
        }  # fmt: skip
        self.numbers |= {
            "SEATS": seats, "BREACHES": places["broke"][1], "KEPT": kept, "SCORED": scored, "LARGEST": 1 << 40,
            "WIDTH": seats + 2, "CARDS": cards,
        }  # fmt: skip
        for name, size in {
            **dict.fromkeys(("goal", "sign", "mine", "theirs", "keeper", "broken", "nodes", "tabled", "table_mask"), 1),
            **dict.fromkeys(("generation", "reads_won", "sides", "two", "left", "counted"), 1),
            "holder_of_side": seats, "side_of": seats, "before": max(seats, layout.holders), "above": cards, "key": 2,
            "vector": seats, "found": 1 + cards * (seats + 1), "bests": (cards + 2) * seats, "pristine": scored,
            "undo": (cards + 2) * kept, "known": cards + 1, "worths": cards + 1,
            "first_taken": 4, "history": 2 * seats * cards, "lows": MOST_COUNTS, "highs": MOST_COUNTS,
            "marks": MOST_COUNTS, "table": 0,
        }.items():  # fmt: skip
            self.numbers[name.upper()] = self.at
            self.at += size


class Solver:
    """Works out the exact value of positions of a game, all cards seen.

    It keeps its room and its code, and can be asked again and again. A game in which suits are followed and the highest
    card wins is searched for tricks alone, if the score follows from them; any other by the kernel's own steps.
    """

    def __init__(self, kernel: Kernel) -> None:
        """Compile the search of a game; if it has no kernel, raise `CannotSolveError`."""
        if kernel.built is None:
            raise CannotSolveError(kernel.why_not)
        self.kernel, self.built, self.width = kernel, kernel.built, kernel.width
        self.is_native = kernel.is_native
        self.room = _Room(self.built)
        self.text = reachable(self.built.text + code_of(("steps",), self.room.numbers, ENTRIES), *ENTRIES)
        self.functions: Any = functions(self.text, self.width, is_native=self.is_native)
        many = 1 << TABLE_BITS[self.is_native]
        stride = max(4, self.room.numbers["WIDTH"])
        self.array = Packed(self, (), self.room.at + (many + 1) * stride)
        self._write("table_mask", many - 1)
        self.generation = 0
        self.by_tricks = any(reading(spec).is_plain for spec in self.built.specs)
        """Whether it may search for tricks alone."""
        self._tricks: Tricks | None = None
        self._shared: tuple[Any, ...] = ()
        self._suits: dict[tuple[int, int], tuple[int, ...]] = {}

    def _write(self, name: str, value: int, at: int = 0) -> None:
        self.array[self.room.numbers[name.upper()] + at] = value

    def _read(self, name: str, at: int = 0) -> int:
        return self.array[self.room.numbers[name.upper()] + at]

    # ---- what is asked

    def values(
        self, state: StateData | Packed, side: int | None, goal: str = "score", seat: int = -1
    ) -> dict[int, tuple[int, ...]]:
        """Return what each legal card is worth: one number with two sides, else one for each side.

        Args:
            state: A position in which a card is to be played.
            side: The side whose value is wanted; None for the one whose turn it is.
            goal: One of `GOALS`.
            seat: For "no tricks": who wants to take none.

        Raises:
            CannotSolveError: the position cannot be solved.
        """
        mover, wanted, number = self._set(state, side, goal, seat)
        if worths := self._worths(mover, wanted, number):
            found = self._ask_tricks(all_cards=True)
            assert isinstance(found, dict)
            return {card: (worths[tricks],) for card, tricks in found.items()}
        return self._search(wanted)

    def for_side(
        self, state: StateData | Packed, side: int | None, goal: str = "score", seat: int = -1
    ) -> dict[int, int]:
        """Return what each legal card is worth for one side; None for the side whose turn it is."""
        found = self.values(state, side, goal, seat)
        wanted = self._turn() if side is None else side
        return {card: row[0] if len(row) == 1 else row[wanted] for card, row in found.items()}

    def value(self, state: StateData | Packed, side: int, goal: str = "score", seat: int = -1) -> int:
        """Return what a position is worth for a side, if each side plays what is best for itself."""
        mover, wanted, number = self._set(state, side, goal, seat)
        if worths := self._worths(mover, wanted, number):
            found = self._ask_tricks(all_cards=False)
            assert isinstance(found, int)
            return worths[found]
        values = self._search(wanted)
        rows = [values[card] for card in sorted(values)]
        if len(rows[0]) > 1:
            return max(rows, key=lambda row: row[mover])[wanted]
        return max(rows)[0] if mover == wanted else min(rows)[0]

    @property
    def nodes(self) -> int:
        """How many positions were looked at for the last answer."""
        return self._read("nodes")

    # ---- the position

    def _set(self, state: StateData | Packed, side: int | None, goal: str, seat: int) -> tuple[int, int, int]:
        """Take over a position; return the side whose turn it is, the side that is wanted, the number of the goal."""
        if goal not in GOALS:
            raise CannotSolveError(f"the goal is one of {', '.join(GOALS)}")
        array, built = self.array, self.built
        array.take_from(state if isinstance(state, Packed) else self.kernel.pack(state), built.size)
        array[array.slot("stops")] = 1
        read = reading(self.array.spec)
        if read.why_not:
            raise CannotSolveError(f"{read.why_not}, so its value cannot be worked out")
        if array.advance() != CARD_CODE:
            raise CannotSolveError("no card is to be played in this position")
        sides = tuple(map(mask_of, array.sides))
        if side is not None and not 0 <= side < len(sides):
            raise CannotSolveError(f"there is no side {side}: sides are 0 to {len(sides) - 1}")
        self._share(sides)
        mover = self._turn()
        return mover, mover if side is None else side, self._aim(sides, mover if side is None else side, goal, seat)

    def _turn(self) -> int:
        """Return the side whose turn it is."""
        return self._read("side_of", self._read("turn_player"))

    def _share(self, sides: tuple[int, ...]) -> None:
        """Write what is the same for many positions."""
        array, spec = self.array, self.array.spec
        shared = (array[array.slot("edition")], array[array.slot("ranking")], sides)
        if shared == self._shared:
            return
        self._shared = shared
        read = reading(spec)
        for name, value in {
            "sign": -1 if spec.best_lowest else 1, "tabled": int(read.is_tabled), "reads_won": int(read.reads_won),
            "sides": len(sides),
        }.items():  # fmt: skip
            self._write(name, value)
        for number, members in enumerate(sides):
            rows = enumerate(spec.teams.sides)
            holder = next((place for place, row in rows if members & sum(1 << s for s in row)), 0)
            self._write("holder_of_side", number if self.built.layout.fixed_sides else holder, number)
            for one in bits(members):
                self._write("side_of", number, one)
        rankings = self._rankings(spec)
        moves = spec.ranking_follows_play and len(rankings) > 1
        tables = above(spec, rankings[shared[1]]) if read.is_by_order and not moves else (0,) * spec.deck.size
        for card, mask in enumerate(tables):
            self._write("above", mask, card)

    def _rankings(self, spec: Spec) -> Any:  # noqa: ANN401 - rankings, among constants of all kinds
        return self.built.editions[self.built.specs.index(spec)].unit.constants["RANKINGS"]

    def _aim(self, sides: tuple[int, ...], side: int, goal: str, seat: int) -> int:
        """Write what is wanted, and from where the deal is counted; return the number of the goal."""
        array, number = self.array, GOALS.index(goal)
        if number == NO_TRICKS and not sides[side] >> max(seat, 0) & (seat >= 0):
            raise CannotSolveError("`no tricks` needs the seat of a member of the side")
        self.generation += 1
        for name, value in {
            "goal": number, "mine": side, "keeper": seat, "nodes": 0, "generation": self.generation,
            "theirs": 1 if side == 0 else 0, "two": int(len(sides) == 2 or number == NO_TRICKS),
        }.items():  # fmt: skip
            self._write(name, value)
        scores = array.slot("scores")
        for holder in range(self.built.layout.holders):
            self._write("before", array[scores + holder], holder)
        return number

    # ---- the search

    def _search(self, side: int) -> dict[int, tuple[int, ...]]:
        """Search by the kernel's own steps."""
        self._write("mine", side)
        self._write("theirs", 1 if side == 0 else 0)
        array = self.array
        read, left = reading(self.array.spec), array[array.slot("hands") + array[array.slot("turn_seat")]].bit_count()
        counts = read.counts_tricks or self._read("goal") != SCORE
        has_room = self.built.layout.seats == 4 and left <= MOST_TRICKS
        self._write("left", left)
        self._write("counted", int(counts and has_room and read.is_tabled and self._read("two") == 1))
        if array.call("solve_cards"):
            raise CannotSolveError("the deal goes on beyond what a kernel can follow")
        width, at = self.built.layout.seats + 1, self.room.numbers["FOUND"]
        many = 1 if self._read("two") else self._read("sides")
        return {
            array[begin]: tuple(array[begin + 1 + number] for number in range(many))
            for begin in range(at + 1, at + 1 + width * array[at], width)
        }

    # ---- tricks alone

    def _worths(self, mover: int, side: int, goal: int) -> tuple[int, ...]:
        """Return what each number of the tricks left is worth, if the side whose turn it is takes them.

        Empty if more counts than that.
        """
        spec = self.array.spec
        read = reading(spec)
        if not self.by_tricks or not read.is_plain or goal == NO_TRICKS or not self._suits_now(spec):
            return ()
        array = self.array
        hands = [hand.bit_count() for hand in array.read(array.slot("hands"), 4)]
        left = hands[array[array.slot("turn_seat")]]
        on_table = array[array.slot("trick_mask")]
        if any(many + (on_table >> seat & 1) != left for seat, many in enumerate(hands)):
            return ()
        if goal == TRICKS:
            sure = sum(array[array.slot("taken") + seat] for seat in spec.teams.sides[side])
            return tuple(sure + (tricks if mover == side else left - tricks) for tricks in range(left + 1))
        if not read.counts_tricks:
            return ()
        self._write("left", left)
        self._write("mine", mover)
        self._write("theirs", 1 - mover)
        if array.call("solve_worths"):
            return ()
        worths = [self._read("worths", tricks) for tricks in range(left + 1)]
        if worths != sorted(worths):
            return ()
        return tuple(worth if mover == side else -worth for worth in worths)

    def _suits_now(self, spec: Spec) -> tuple[int, ...]:
        """Return the cards of each suit by the ranking that holds; empty if there are others."""
        array = self.array
        key = (array[array.slot("edition")], array[array.slot("ranking")])
        if key not in self._suits:
            self._suits[key] = suits_of(spec, self._rankings(spec)[key[1]])
        return self._suits[key]

    def _ask_tricks(self, *, all_cards: bool) -> dict[int, int] | int:
        """Return how many of the tricks left each card takes for the side whose turn it is, or the most of them."""
        array, spec = self.array, self.array.spec
        suits, slot = self._suits_now(spec), array.slot
        ranking = self._rankings(spec)[array[slot("ranking")]]
        trump = 0
        if has_trumps(spec) and ranking.trumps is not None:
            trump = next((mask for mask in suits if ranking.suit[bits(mask)[0]] == ranking.trumps), 0)
        many, broken = array[slot("trick")], bool(array[slot("played")] & trump)
        cards = Cards(
            array.read(slot("hands"), 4), suits, trump, reading(spec).restricts and not broken,
            array[slot("turn_seat")], array[slot("legal")], array.read(slot("trick") + 1, many),
            array.read(slot("trick_seats") + 1, many),
        )  # fmt: skip
        self._tricks = self._tricks or Tricks(is_native=self.is_native)
        found = self._tricks.ask(cards, all_cards=all_cards)
        self._write("nodes", self._tricks.nodes)
        return found
