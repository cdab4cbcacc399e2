"""Bids of a score document: which bid a text means, and whether it could have been made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.documents import Fault
from spadesdsl.engine import bids, choices, deals
from spadesdsl.engine.actions import bid_label, environment
from spadesdsl.engine.game import GameError
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.spec import Ask, Round
from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from spadesdsl.engine.game import State
    from spadesdsl.engine.spec import Step
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.score.facts import Facts


@dataclass(frozen=True, slots=True)
class Made:
    """A bid in the document."""

    at: str
    """Its key."""
    seat: int
    """Who made it; for a side's bid, its first seat."""
    kind: int
    """Number of the bid type."""
    arguments: tuple[Any, ...]


class BidReader:
    """Finds the bids that texts mean; collects those that no rule knows."""

    def __init__(self, s: State) -> None:
        """Read for a deal."""
        self.s = s
        self.faults: list[Fault] = []

    def lines(self, facts: Facts, *, but_sides: frozenset[int]) -> list[list[Made]]:
        """Return the bids of each seat and each side, in order; not of the sides whose number is to be divided."""
        found = [
            self.line(f"bids[{seat}]", texts, seat, by_side=False) for seat, texts in enumerate(facts.seat_bids or ())
        ]
        found += [
            self.line(f"bids.by_side[{side}]", texts, self.s.sides[side][0], by_side=True)
            for side, texts in enumerate(facts.side_bids or ())
            if side not in but_sides
        ]
        return found

    def line(self, at: str, texts: tuple[str, ...], seat: int, *, by_side: bool) -> list[Made]:
        """Return the bids of one seat or side; each is looked for in the rounds after the previous one's."""
        made: list[Made] = []
        place = 0
        for text in texts:
            found = self.meant(at, text, seat, by_side=by_side)
            if not found:
                return made
            try:
                chosen, place = bids.in_rounds(self.s, text, found, place)
            except bids.AmbiguousBid as several:
                self.faults.append(Fault(at, str(several)))
                return made
            made.append(Made(at, seat, *chosen))
        return made

    def meant(self, at: str, text: str, seat: int, *, by_side: bool) -> list[bids.OneBid]:
        """Return the bids that a text can mean."""
        every = list(bids.every_bid(self.s, seat))
        found = bids.meant(self.s, text, every)
        alone = len(self.s.sides[self.s.side_of[seat] or 0]) == 1
        mine = [one for one in found if alone or self.s.spec.bids[one.kind].by_side is by_side]
        if not mine:
            known = [bid_label(self.s, *one) for one in every]
            self.faults.append(Fault(at, self._unknown(text, known, is_others=bool(found), by_side=by_side)))
        return mine

    def _unknown(self, text: str, known: list[str], *, is_others: bool, by_side: bool) -> str:
        if is_others:
            whose = "players bid here, not sides: list the bids by seat" if by_side else "sides bid here: use `by_side`"
            return f"`{text}`: {whose}"
        if not known:
            return f"`{text}`: nobody bids on deal {self.s.deal}"
        listed = list(dict.fromkeys(known))
        shown = ", ".join(listed) if len(listed) <= 16 else f"{', '.join(listed[:15])} …"
        near = "" if text.isdecimal() else did_you_mean(text, listed)
        return "; ".join(filter(None, (f"no rule knows the bid `{text[:40]}`", near or f"the bids are {shown}")))


def put_in(s: State, lines: list[list[Made]], facts: Facts) -> None:
    """Make bids in a deal, in the order in which the seats are asked for them."""
    for one in in_order(s, lines, facts):
        Situation(s).bid(s.spec.bids[one.kind].name, one.arguments, seat=one.seat)


def in_order(s: State, lines: list[list[Made]], facts: Facts) -> list[Made]:
    """Return bids in the order of an auction; of those that nobody is asked for, the first of each seat first."""
    is_auction = any(step.by.until is not None for step in s.spec.plan.rounds)
    found = Replay(s, lines, facts).made if is_auction else []
    first = (s.dealer + 1) % len(s.spec.seats)
    turn = sorted(lines, key=lambda line: (line[0].seat - first) % len(s.spec.seats) if line else 0)
    for number in range(max((len(line) for line in lines), default=0)):
        found += [line[number] for line in turn if number < len(line) and not any(line[number] is one for one in found)]
    return found


# ---------------------------------------------------------------- could they have been made?


class Replay:
    """The bidding of a document, done again by the rules as far as they allow it.

    Attributes:
        made: The bids in the order in which they were made.
        notes: What the rules do not allow, as far as that does not depend on the cards.
    """

    def __init__(self, before: State, lines: list[list[Made]], facts: Facts) -> None:
        """Bid until the rules ask for something that the document does not say."""
        self.made: list[Made] = []
        self.notes: list[str] = []
        self._left = {(line[0].at.startswith("bids.by_side"), line[0].seat): list(line) for line in lines if line}
        unseen = before.copy()
        if before.spec.has_unseen_bids:
            unseen.looked = 0
        state = deals.begun(before.game, deal=before.deal, like=unseen)
        for _ in range(500):
            if not state.turns or state.is_playing:
                break
            entries = choices.due(state)
            step = state.step
            chosen = self._bid(state, entries) if isinstance(step, Round) else _answer(entries, step, facts)
            if chosen is None:
                return
            state = state.take(*chosen)
        unasked = (line[0] for line in self._left.values() if line)
        deals_first = f"; {state.spec.seats[state.dealer]} deals"
        self.notes += [f"{one.at}: nobody was asked for {_label(state, one)}{deals_first}" for one in unasked]

    def _bid(self, state: State, entries: tuple[Turn, ...]) -> tuple[Turn, Option] | None:
        """Choose what the document says was bid; None if the document says no more."""
        by_kind = {option.kind: option for option in entries[0].options}
        lines = [line for entry in entries if (line := self._left.get(_owner(state, entry)))]
        lines += [line for entry in entries if (line := self._left.get((False, entry.seat)))]
        for line in lines:
            for entry in entries:
                for option in entry.options:
                    if option.kind == "bid" and (option.value, option.arguments) == (line[0].kind, line[0].arguments):
                        self.made.append(line.pop(0))
                        return entry, option
        for kind in ("wait", "look", "yes"):
            if kind in by_kind:
                return entries[0], by_kind[kind]
        if lines:
            _refuse(state, entries[0], lines[0][0], self.notes)
        return None


def _label(state: State, made: Made) -> str:
    return bid_label(state, made.kind, made.arguments)


def _owner(state: State, entry: Turn) -> tuple[bool, int]:
    """Return whose bid is due: a seat, or for a side its first seat."""
    return (False, entry.seat) if entry.side is None else (True, state.sides[entry.side][0])


def _refuse(state: State, entry: Turn, made: Made, found: list[str]) -> None:
    kind = state.spec.bids[made.kind]
    needed = [
        text for text, code in state.spec.told(kind.rule).conditions if not code(state, environment(state, made.seat))
    ]
    if kind.before_looking and needed:
        if not any("hand" in text for text in needed):
            found.append(f"{made.at}: {_label(state, made)} is bid when {' and '.join(needed)} (`{kind.rule.key}`)")
        return
    try:
        verdict = state.why(_label(state, made), entry.seat)
    except GameError as refused:
        found.append(f"{made.at}: {refused}")
        return
    reads_cards = verdict.rule is not None and any("hand" in one.text for one in state.spec.told(verdict.rule).reads)
    if not verdict.legal and not reads_cards:
        rule = f" (`{verdict.rule.key}`)" if verdict.rule else ""
        found.append(f"{made.at}: {verdict.message}{rule}")


def _answer(entries: tuple[Turn, ...], step: Step | None, facts: Facts) -> tuple[Turn, Option]:
    """Answer a question as the document does, otherwise no."""
    did = {decision.seat for decision in facts.decisions if isinstance(step, Ask) and decision.name == step.name}
    entry = next((entry for entry in entries if entry.seat in did), entries[0])
    wanted = ("yes", "look") if entry.seat in did else ("no",)
    return entry, next((option for option in entry.options if option.kind in wanted), entry.options[0])
