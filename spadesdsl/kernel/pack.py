"""A state of the interpreter as the array of a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from spadesdsl.engine.actions import sitting_out
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.plan import Agrees, Asks, AsksAtOnce, BidsAtOnce, OfRound, Point, Turns
from spadesdsl.engine.queries import played_by
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import Ask
from spadesdsl.kernel.layout import KINDS, MOST_ANSWERS, MOST_BLOCKS, MOST_CALLS, Layout
from spadesdsl.kernel.values import NONE, CannotCompileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from spadesdsl.engine.state import Bid, StateData
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.kernel.build import Built
    from spadesdsl.kernel.edition import Edition
    from spadesdsl.kernel.kernel import Packed

    Piece: TypeAlias = tuple[int, Sequence[int]]
    """A place of an array, and what is there and in those after it."""


class NotPackedError(GameError, ValueError):
    """A state that a kernel cannot go on from."""


class Part(NamedTuple):
    """A part of a state: it changes only with the attributes that it is made from."""

    write: Callable[[StateData], Iterable[Piece]]
    """Returns what an array holds of it. A place that means nothing at a state is left out."""
    reads: tuple[str, ...]
    """The names of those attributes."""


def packed(built: Built, s: StateData) -> list[int]:
    """Return a state as an array; if kernels do not follow what it holds, say a given deal, raise `NotPackedError`."""
    if s.given_deals or any(s.designated):
        raise NotPackedError("cards of a given deal are still to be dealt")
    if s.late or s.time_up:
        raise NotPackedError("somebody has run out of time")
    layout = built.layout
    array = [0] * built.size
    rows, (held, many) = layout.places["bid_rows"][0], layout.places["held"]
    array[rows : rows + many * layout.record : layout.record] = [-1] * many
    array[held : held + many] = [NONE] * many
    for part in built.packer(s.spec).parts:
        for at, values in part.write(s):
            array[at : at + len(values)] = values
    for at, value in layout.settings.items():
        array[at] = value
    return array


class Packer:
    """Writes states of an edition as arrays, part by part."""

    def __init__(self, edition: Edition) -> None:
        self.built, self.layout, self.edition = edition.built, edition.layout, edition
        self.known = edition.unit.constants
        idle = self.known["HAS_CONTROLS"] and self.known["FIXED_IDLE"]
        self.cards = tuple(map(self.at, ("hands", "trick", "trick_seats", "trick_mask", "played")))
        names = ("leader", "trick_number", "tricks_total", "taken", "broke", "trick_count", "winner_of", "won")
        self.tricks = tuple(map(self.at, names))
        self.end = Part(self._end, ("scores", "tallies", "filled", "over", "winners", "out", "ended_by"))
        """What is left of a game that is over."""
        self.parts = (
            self.end,
            Part(self._deal, ("generator", "deal", "deals_dealt", "dealer", "thrown_in", "tallies_before", "spec")),
            Part(self._cards, ("hands", "trick", "trick_seats", "played")),
            Part(lambda s: self._each(s, ("broke_now",)), ("broke_now",)),
            *[Part(lambda s: self._each(s, ("open",)), ("open",))] * self.known["TRACKS_OPEN"],
            Part(self._tricks, ("tricks", "leader", "trick_number", "tricks_total", "taken", "won", "broke")),
            *[Part(self._played, ("tricks", "trick_seats"))] * self.known["KEEPS_PLAYED"],
            Part(self._ranking, ("ranking",)),
            Part(self._bids, ("bids", "side_bids", "contracts", "side_contracts", "calls", "looked", "skips")),
            Part(self._answers, ("did", "answers")),
            Part(self._zones, ("piles", "moved", "stacks")),
            *[Part(self._sides, ("sides", "side_of"))] * (not self.layout.fixed_sides),
            *[Part(self._idle, ("tricks_total", "hands", "bids", "side_bids", "calls", "did", "answers"))] * idle,
            Part(self._flow, ("flow",)),
        )

    def at(self, name: str) -> int:
        """Return where a part of a state is."""
        return self.layout.places[name][0]

    def number(self, value: Any) -> int:  # noqa: ANN401 - a value of a state
        """Return a value as a kernel writes it."""
        if type(value) is int:
            return value
        if isinstance(value, tuple):
            return mask_of(value)
        return self._packed(self.layout.number, value)

    def argument(self, value: Any) -> int:  # noqa: ANN401 - a value of a state
        """Return what a bid says, or a contract, as a kernel writes it."""
        return self._packed(self.layout.argument, value)

    def _packed(self, write: Callable[[Any], int], value: Any) -> int:  # noqa: ANN401 - a value of a state
        try:
            return write(value)
        except CannotCompileError:
            raise NotPackedError("a fraction of a point") from None

    def _numbers(self, values: Iterable[Any]) -> list[int]:
        return [self.number(one) for one in values]

    def _each(self, s: StateData, names: Iterable[str]) -> Iterator[Piece]:
        """Yield attributes that are numbers, or rows of numbers, each at the place of its name."""
        for name in names:
            value = getattr(s, name)
            yield self.at(name), self._numbers(value) if isinstance(value, tuple) else [self.number(value)]

    def _tables(self, s: StateData, *names: str) -> Iterator[Piece]:
        for name in names:
            for number, row in enumerate(getattr(s, name)):
                yield self.at(name) + number * self.layout.holders, self._numbers(row)

    def _end(self, s: StateData) -> Iterator[Piece]:
        yield from self._each(s, ("out", "scores", "over"))
        yield from self._tables(s, "tallies", "filled")
        yield self.at("winners"), [mask_of(s.winners)]
        endings = [one.rule.key for one in s.spec.endings]
        if s.over:
            yield self.at("ended_by"), [endings.index(s.ended_by) if s.ended_by in endings else -1]

    def _deal(self, s: StateData) -> Iterator[Piece]:
        yield from self._each(s, ("deal", "deals_dealt", "dealer", "generator"))
        if self.built.throws_in:
            yield self.at("thrown_in"), [s.thrown_in]
        yield from self._tables(s, "tallies_before")
        yield self.at("edition"), [self.built.specs.index(s.spec)]

    def _cards(self, s: StateData) -> Iterable[Piece]:
        hands, trick, seats, mask, played = self.cards
        table, on_table = s.trick_seats, mask_of(s.trick_seats)
        many = len(table)
        return (
            (hands, s.hands), (trick, (many, *s.trick)), (seats, (many, *table)), (mask, (on_table,)),
            (played, (s.played,)),
        )  # fmt: skip

    def _tricks(self, s: StateData) -> Iterator[Piece]:
        leader, number, total, taken, broke, count, winners, won = self.tricks
        yield leader, (s.leader,)
        yield number, (s.trick_number,)
        yield total, (s.tricks_total,)
        yield taken, s.taken
        yield broke, s.broke
        if self.known["KEEPS_WON"]:
            yield won, s.won
        yield count, (len(s.tricks),)
        yield winners, [NONE if one.winner is None else one.winner for one in s.tricks]
        for name in ("leader", "best") if self.known["KEEPS_TRICKS"] else ():
            yield self.at(f"{name}_of"), self._numbers(getattr(one, name) for one in s.tricks)
        for number, trick in enumerate(s.tricks if self.known["KEEPS_CARDS"] else ()):
            for name in ("cards", "seats"):
                yield self.at(f"{name}_of") + number * (self.layout.seats + 1), _row(getattr(trick, name))

    def _played(self, s: StateData) -> Iterator[Piece]:
        yield self.at("played_by"), [self.number(played_by(s, seat)) for seat in range(self.layout.seats)]

    def _ranking(self, s: StateData) -> Iterator[Piece]:
        one = s.ranking
        yield self.at("ranking"), [self.edition.rankings[one.trumps, one.suit, one.strength]]

    def _bids(self, s: StateData) -> Iterator[Piece]:
        layout, rows = self.layout, self.at("bid_rows")
        yield self.at("looked"), [s.looked]
        yield self.at("skips"), [sum(1 << self.built.phases[name] for name in s.skips)]
        made: list[Bid | None] = [*s.bids, *s.side_bids]
        for number, bid in enumerate(made):
            yield rows + number * layout.record, [-1] if bid is None else self._bid(bid)
        yield self.at("held"), [*map(self.argument, (*s.contracts, *s.side_contracts))]
        yield self.at("bid_count"), [len(s.calls)]
        if self.known["KEEPS_CALLS"]:
            if len(s.calls) > MOST_CALLS:
                raise NotPackedError("too many bids")
            for number, call in enumerate(s.calls):
                yield self.at("call_rows") + number * layout.record, self._bid(call)

    def _bid(self, bid: Bid) -> list[int]:
        return [bid.type, bid.place, bid.seat, *map(self.argument, bid.arguments)]

    def _answers(self, s: StateData) -> Iterator[Piece]:
        layout = self.layout
        yield self.at("did"), s.did
        for decision, at in layout.answers.items():
            if decision >= len(s.answers):  # a decision of other deals
                continue
            answers = s.answers[decision]
            if len(answers) > MOST_ANSWERS:
                raise NotPackedError("too many answers")
            row = [len(answers)]
            for one in answers:
                record = [one.seat, one.card, 0, *[NONE] * (layout.record - layout.FIRST)]
                record[layout.FIRST : layout.FIRST + len(one.arguments)] = map(self.argument, one.arguments)
                for name, value in one.fixed:
                    record[layout.fixed(name)] = self.number(value)
                row += record
            yield at, row

    def _zones(self, s: StateData) -> Iterator[Piece]:
        wide = self.layout.cards + 1
        for name in ("piles", "moved"):
            for number, pile in enumerate(getattr(s, name)):
                yield self.at(name) + number * wide, _row(pile)
        for seat, stack in enumerate(s.stacks):
            yield self.at("stacks") + seat * wide, [-1] if stack is None else _row(stack)

    def _sides(self, s: StateData) -> Iterator[Piece]:
        yield self.at("side_count"), [len(s.sides)]
        yield self.at("side_sets"), [mask_of(members) for members in s.sides]
        yield self.at("sides_of"), self._numbers(s.side_of)

    def _idle(self, s: StateData) -> Iterator[Piece]:
        if s.tricks_total:
            yield self.at("idle"), [sitting_out(s)]

    # ---- the point of the plan

    def _flow(self, s: StateData) -> Iterator[Piece]:
        layout = self.layout
        yield self.at("in_deal"), [int(bool(s.flow))]
        if not s.flow:
            return
        if len(s.flow) > MOST_BLOCKS + 1:
            raise NotPackedError("too many blocks that interrupt each other")
        yield self.at("depth"), [len(s.flow) - 1]
        for number, point in enumerate(s.flow):
            aside = number < len(s.flow) - 1
            shift = self.at("stack") + number * layout.frame_size - layout.frame if aside else 0
            yield from ((at + shift, values) for at, values in self._frame(s, point))
        asking = [(point, point.turns) for point in s.flow if point.turns is not None]
        if asking:
            yield from self._chosen(s, *asking[-1])

    def _frame(self, s: StateData, point: Point) -> Iterator[Piece]:
        turns = point.turns
        yield self.at("node"), [self.edition.base + point.node, point.subject, int(turns is not None)]
        if turns is None:
            return
        yield self.at("turn_count"), [len(turns.order), turns.at, turns.laps, int(turns.was_asked)]
        yield self.at("order"), [mask_of(group) for group in turns.order]
        yield self.at("order_sides"), self._numbers(turns.sides)
        node = s.spec.plan.nodes[point.node]
        if isinstance(node, OfRound):
            closed = [0] * self.layout.seats
            for seat, kind in turns.closed:
                closed[seat] |= 1 << kind
            yield self.at("closed"), closed
        if isinstance(node, Agrees) and turns.asked:
            partner, bidder, option = turns.asked
            yield self.at("asked_partner"), [partner, bidder, option.value]
            yield self.at("asked_arguments"), [*map(self.argument, option.arguments)]

    def _chosen(self, s: StateData, point: Point, turns: Turns) -> Iterator[Piece]:
        rows, wide = self.at("chosen_rows"), self.layout.cards + 1
        node = s.spec.plan.nodes[point.node]
        if not isinstance(node, AsksAtOnce | BidsAtOnce):
            if isinstance(node, Asks):
                yield rows, _row([card for card in turns.chosen if isinstance(card, int)])
            return
        yield self.at("chosen_count"), [len(turns.order)]
        is_pass = isinstance(node.step, Ask) and node.step.kind == "pass"
        for number, one in enumerate(turns.chosen):
            at = self.at("chosen") + number * self.layout.option_width
            yield at, [NONE if one is None else one[0]]
            if is_pass:
                yield rows + number * wide, _row(() if one is None else one[1])
            elif one is not None:
                yield at + 1, [KINDS[one[1].kind], one[1].value]
                yield at + 4, [*map(self.argument, one[1].arguments)]


def _row(items: Sequence[int]) -> list[int]:
    return [len(items), *items]


# ---------------------------------------------------------------- options


def option_of(layout: Layout, s: StateData, entry: Turn, option: Option) -> tuple[int, ...]:
    """Return an option as a kernel lists it."""
    arguments = map(layout.argument, option.arguments)
    if option.kind == "card":
        return entry.seat, KINDS["card"], option.value, option.said, *arguments
    return entry.seat, KINDS[option.kind], option.value, *arguments


def listed(array: Packed, s: StateData) -> dict[tuple[int, ...], int]:
    """Return the options that a kernel lists, each with its number."""
    found, spec, step = {}, s.spec, s.step
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
