"""A state of the interpreter as the array of a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine.choices import sitting_out
from spadesdsl.engine.plan import AsksAtOnce, BidsAtOnce
from spadesdsl.engine.queries import played_by
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import Ask
from spadesdsl.kernel.layout import KINDS, MOST_CALLS
from spadesdsl.kernel.values import NONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spadesdsl.engine.plan import Point, Turns
    from spadesdsl.engine.state import Bid, StateData
    from spadesdsl.kernel.build import Built


class NotPackedError(ValueError):
    """A state that a kernel cannot go on from."""


def packed(built: Built, s: StateData) -> list[int]:
    """Return a state as an array.

    Raises:
        NotPackedError: the state holds something that kernels do not follow, such as a deal that is given.
    """
    if s.given_deals or any(s.designated):
        raise NotPackedError("cards of a given deal are still to be dealt")
    if s.late or s.time_up:
        raise NotPackedError("somebody has run out of time")
    return _Packer(built, s).array()


class _Packer:
    def __init__(self, built: Built, s: StateData) -> None:
        self.built, self.layout, self.s = built, built.layout, s
        self.edition = built.editions[built.specs.index(s.spec)]
        self.array_: list[int] = [0] * built.size

    def put(self, name: str, values: Any, at: int = 0) -> None:  # noqa: ANN401 - a value of a state
        """Write a value, or several, to a place."""
        start = self.layout.places[name][0] + at
        for number, value in enumerate(values if isinstance(values, tuple | list) else (values,)):
            self.array_[start + number] = self.number(value)

    def number(self, value: Any) -> int:  # noqa: ANN401 - a value of a state
        """Return a value as a kernel writes it."""
        if type(value) is int:
            return value
        if value is None:
            return NONE
        if isinstance(value, str):
            return self.layout.word(value)
        if isinstance(value, tuple):
            return mask_of(value)
        if value != int(value):
            raise NotPackedError("a fraction of a point")
        return int(value)

    def row(self, at: int, items: Sequence[int]) -> None:
        """Write a row."""
        self.array_[at : at + 1 + len(items)] = [len(items), *items]

    def array(self) -> list[int]:
        """Return the array."""
        s, layout = self.s, self.layout
        place = layout.places
        constants = self.edition.unit.constants
        for name in ("deal", "deals_dealt", "dealer", "out", "looked", "leader", "trick_number",
                     "tricks_total", "thrown_in", "played", "scores", "taken", "hands", "did"):  # fmt: skip
            self.put(name, getattr(s, name))
        self.put("bid_count", len(s.calls))
        self.put("broke", s.broke)
        self.put("broke_now", s.broke_now)
        self.put("over", int(s.over))
        self.put("winners", mask_of(s.winners))
        endings = [one.rule.key for one in s.spec.endings]
        self.put("ended_by", endings.index(s.ended_by) if s.over and s.ended_by in endings else -1)
        if constants["TRACKS_OPEN"]:
            self.put("open", s.open)
        if constants["KEEPS_WON"]:
            self.put("won", s.won)
        self.put("edition", built_number(self.built, s))
        ranking = s.ranking
        self.put("ranking", self.edition.rankings[ranking.trumps, ranking.suit, ranking.strength])
        if constants["HAS_CONTROLS"] and constants["FIXED_IDLE"] and s.tricks_total:
            self.put("idle", sitting_out(s))
        self.put("skips", sum(1 << self.built.phases[name] for name in s.skips))
        seed = s.generator
        self.put("generator", seed)
        self.put("in_deal", int(bool(s.flow)))
        self.row(place["trick"][0], s.trick)
        self.row(place["trick_seats"][0], s.trick_seats)
        self.put("trick_mask", mask_of(s.trick_seats))
        self._tricks(constants)
        if constants["KEEPS_PLAYED"]:
            self.put("played_by", [played_by(s, seat) for seat in range(layout.seats)])
        for name in ("tallies", "tallies_before", "filled"):
            for number, tally in enumerate(getattr(s, name)):
                self.put(name, tally, number * layout.holders)
        self._bids()
        self._answers()
        for name in ("piles", "moved"):
            for number, pile in enumerate(getattr(s, name)):
                self.row(place[name][0] + number * (layout.cards + 1), pile)
        for seat, stack in enumerate(s.stacks):
            at = place["stacks"][0] + seat * (layout.cards + 1)
            self.row(at, stack or ())
            if stack is None:
                self.array_[at] = -1
        if not layout.fixed_sides:
            self.put("side_count", len(s.sides))
            self.put("side_sets", tuple(mask_of(members) for members in s.sides))
            self.put("sides_of", s.side_of)
        self._flow()
        for at, value in layout.settings.items():
            self.array_[at] = value
        return self.array_

    def _tricks(self, constants: dict[str, Any]) -> None:
        layout = self.layout
        self.put("trick_count", len(self.s.tricks))
        for number, trick in enumerate(self.s.tricks):
            self.put("winner_of", trick.winner, number)
            if constants["KEEPS_TRICKS"]:
                self.put("leader_of", trick.leader, number)
                self.put("best_of", trick.best, number)
            if constants["KEEPS_CARDS"]:
                for name, items in (("cards_of", trick.cards), ("seats_of", trick.seats)):
                    self.row(layout.places[name][0] + number * (layout.seats + 1), items)

    def _record(self, at: int, head: Iterable[int], values: Sequence[Any]) -> None:
        self.array_[at : at + self.layout.record] = [NONE] * self.layout.record
        row = [*head, *(self.number(value) for value in values)]
        self.array_[at : at + len(row)] = row

    def _bids(self) -> None:
        s, layout = self.s, self.layout
        rows, held = layout.places["bid_rows"][0], layout.places["held"][0]
        made: list[Bid | None] = [*s.bids, *s.side_bids]
        contracts = [*s.contracts, *s.side_contracts]
        for number in range(layout.places["held"][1]):
            at = rows + number * layout.record
            bid = made[number] if number < len(made) else None
            if bid is None:
                self.array_[at] = -1
            else:
                self._record(at, (bid.type, bid.place, bid.seat), bid.arguments)
            contract = contracts[number] if number < len(contracts) else None
            self.array_[held + number] = self.number(contract)

        if self.edition.unit.constants["KEEPS_CALLS"]:
            if len(s.calls) > MOST_CALLS:
                raise NotPackedError("too many bids")
            for number, call in enumerate(s.calls):
                at = layout.places["call_rows"][0] + number * layout.record
                self._record(at, (call.type, call.place, call.seat), call.arguments)

    def _answers(self) -> None:
        for decision, at in self.layout.answers.items():
            if decision >= len(self.s.answers):  # a decision of other deals
                continue
            answers = self.s.answers[decision]
            self.array_[at] = len(answers)
            for number, one in enumerate(answers):
                record = at + 1 + number * self.layout.record
                self._record(record, (one.seat, one.card, 0), one.arguments)
                for name, value in one.fixed:
                    self.array_[record + self.layout.fixed(name)] = self.number(value)

    # ---- the point of the plan

    def _flow(self) -> None:
        s, layout = self.s, self.layout
        if not s.flow:
            return
        self.put("depth", len(s.flow) - 1)
        stack = layout.places["stack"][0]
        for number, point in enumerate(s.flow):
            self.array_[layout.frame : layout.frame + layout.frame_size] = [0] * layout.frame_size
            self._frame(point)
            if number < len(s.flow) - 1:
                frame = self.array_[layout.frame : layout.frame + layout.frame_size]
                self.array_[stack : stack + layout.frame_size] = frame
                stack += layout.frame_size

    def _frame(self, point: Point) -> None:
        self.put("node", self.edition.base + point.node)
        self.put("subject", point.subject)
        self.put("asked_partner", None)
        turns = point.turns
        if turns is None:
            return
        self.put("has_turns", 1)
        self.put("turn_count", len(turns.order))
        self.put("turn_at", turns.at)
        self.put("turn_laps", turns.laps)
        self.put("turn_asked", int(turns.was_asked))
        self.put("order", tuple(mask_of(group) for group in turns.order))
        self.put("order_sides", turns.sides)
        closed = [0] * self.layout.seats
        for seat, kind in turns.closed:
            closed[seat] |= 1 << kind
        self.put("closed", closed)
        if turns.asked:
            partner, bidder, option = turns.asked
            self.put("asked_partner", partner)
            self.put("asked_bidder", bidder)
            self.put("asked_type", option.value)
            self.put("asked_arguments", option.arguments)
        self._chosen(point, turns)

    def _chosen(self, point: Point, turns: Turns) -> None:
        layout = self.layout
        rows, width = layout.places["chosen_rows"][0], layout.cards + 1
        node = self.s.spec.plan.nodes[point.node]
        if not isinstance(node, AsksAtOnce | BidsAtOnce):
            self.row(rows, [card for card in turns.chosen if isinstance(card, int)])
            return
        is_pass = isinstance(node.step, Ask) and node.step.kind == "pass"
        for number, one in enumerate(turns.chosen):
            self.put("chosen_seat", None if one is None else one[0], number)
            if one is None:
                continue
            if is_pass:
                self.row(rows + number * width, one[1])
                self.put("chosen_kind", KINDS["pass"], number)
                self.put("chosen_value", one[1][-1], number)
            else:
                self.put("chosen_kind", KINDS[one[1].kind], number)
                self.put("chosen_value", one[1].value, number)
                self.put("chosen_arguments", one[1].arguments, number * max(1, layout.arguments))


def built_number(built: Built, s: StateData) -> int:
    """Return the number of the edition that a state's deal is played by."""
    return built.specs.index(s.spec)
