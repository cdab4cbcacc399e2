"""Public events and the score sheet. `to_json` writes what `docs/referee.md` promises."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from spadesdsl.frozen import Frozen, field, fields, is_dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from spadesdsl.engine.spec import Amount
    from spadesdsl.rules.parts import RuleInfo

Json: TypeAlias = "dict[str, Any]"


def number(value: Amount) -> int | float:
    """Write an amount for JSON: as an integer if it is whole."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value


def plain(value: Any) -> Any:  # noqa: ANN401 - anything that a result holds
    """Write a value for JSON: in its own way, or what a dataclass holds by the names of its fields."""
    match value:
        case Fraction():
            return number(value)
        case None | int() | str():
            return value
        case _ if hasattr(value, "to_json"):
            return value.to_json()
        case tuple() | list():
            return [plain(one) for one in value]
        case dict():
            return {key: plain(one) for key, one in value.items()}
        case _ if is_dataclass(value):
            return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
        case _:
            return value


def some(thing: object, names: str) -> Json:
    """Write some attributes of a thing for JSON, by their names."""
    return {name: plain(getattr(thing, name)) for name in names.split()}


class Told(Frozen):
    """An event that is written with its fields, but for those that are as usual; `as` is another name, or none."""

    def to_json(self) -> Json:
        """Write the event."""
        held: Any = self  # a dataclass, as every event
        told = [(one.metadata.get("as", one.name), getattr(self, one.name), one.default) for one in fields(held)]
        kind = type(self).__name__.removesuffix("Event").lower()
        return {"event": kind, **{name: plain(value) for name, value, usual in told if name and value != usual}}


class DealEvent(Told):
    """Cards were dealt."""

    deal: int
    dealer: int
    sizes: tuple[int, ...]
    """Cards in each hand."""


class GiveEvent(Told):
    """Cards moved; `cards` if all see them, else how many."""

    rule: str
    source: str = field(metadata={"as": "from"})
    """Name of a zone, or `hand`, and its owner, as in `hand of 2`."""
    target: str = field(metadata={"as": "to"})
    cards: tuple[str, ...] | int


class ChoiceEvent(Told):
    """A bid, an answer, a pass; `move` is given if all may hear it."""

    seat: int
    choice: str
    move: str | None = None
    side: int | None = None


class PlayEvent(Told):
    """A card was played."""

    seat: int
    card: str
    said: str = ""
    """What was said with it, for all to hear."""

    @property
    def text(self) -> str:
        """Return the card with what was said: `KD marry`."""
        return f"{self.card} {self.said}" if self.said else self.card


class TrickEvent(NamedTuple):
    """A trick is over. A tuple, because many are made."""

    trick: int
    leader: int
    cards: tuple[str, ...]
    winner: int | None

    def to_json(self) -> Json:
        """Write the event."""
        return {"event": "trick", **some(self, "trick leader cards winner")}


class AwardEvent(Told):
    """Tricks were counted without being played."""

    rule: str
    seat: int
    tricks: int


class RedealEvent(Told):
    """The cards are thrown in."""

    dealer: int
    """Who deals now."""
    is_new: bool = field(metadata={"as": "new_deal"})


class SidesEvent(Told):
    """The bidding made the sides."""

    sides: tuple[tuple[int, ...], ...]


class TimeEvent(Told):
    """Time has run out: a seat's for its choice, or the game's."""

    clock: str
    rule: str
    seat: int | None = None


class OutEvent(Told):
    """Seats are out of the game; the others play on."""

    rule: str
    seats: tuple[int, ...]


class EndEvent(Told):
    """The game is over."""

    winners: tuple[int, ...]
    ended_by: str
    scores: tuple[Amount, ...]

    met_by: tuple[int, ...] = field(default=(), metadata={"as": ""})
    """The sides that meet the ending's condition."""


class SheetLine(Frozen):
    """One line of a score sheet."""

    rule: RuleInfo
    seat: int | None
    """The seat whose bid earns it, if a bid does."""
    points: Amount
    sentence: str
    """The sentence of the case that counted, else of the rule."""
    case: int | None = None
    """The number of the case that counted; None if none did."""

    def to_json(self) -> Json:
        """Write the line."""
        seat = {} if self.seat is None else {"seat": self.seat}
        return {"rule": self.rule.key, **seat, "points": number(self.points)}


class SideScore(Frozen):
    """What a side scored on a deal."""

    side: int
    members: tuple[int, ...]
    lines: tuple[SheetLine, ...]
    points: Amount
    score: Amount
    """After the deal."""
    tallies: Mapping[str, Amount] = field(hash=False)
    """After the deal."""
    bids: tuple[str, ...] = ()
    """The bids that its members made, or the one that it made as a side."""
    taken: tuple[int, ...] = ()
    """Tricks taken, by member."""
    contract: Amount | None = None
    """What it promised; None if it promised nothing."""
    counted: Amount | None = None
    """The tricks that count toward the contract; None if the sheet does not say it in one way."""
    grown: Mapping[str, tuple[Amount, Amount | None]] = field(hash=False, default_factory=dict)
    """By tally: what this deal added, and where the tally is full, if it ever is."""
    compared: Mapping[str, Amount] = field(hash=False, default_factory=dict)
    """By key: the named amounts that conditions of its lines compare."""

    def to_json(self) -> Json:
        """Write the side's part of the sheet."""
        return some(self, "side lines points score tallies")


class ScoreSheet(Frozen):
    """The score sheet of a deal."""

    deal: int
    sides: tuple[SideScore, ...]

    def to_json(self) -> Json:
        """Write the sheet, which is the `score` event."""
        return {"event": "score", **some(self, "deal sides")}


Event: TypeAlias = (
    DealEvent | GiveEvent | ChoiceEvent | PlayEvent | TrickEvent | AwardEvent | RedealEvent | SidesEvent | TimeEvent
    | OutEvent | EndEvent | ScoreSheet
)  # fmt: skip


def taken_after(taken: Sequence[Amount], events: Iterable[Event]) -> list[Amount]:
    """Return how many tricks each seat has after some events, by how many it had before."""
    found = list(taken)
    for event in events:
        if isinstance(event, TrickEvent) and event.winner is not None:
            found[event.winner] += 1
        elif isinstance(event, AwardEvent):
            found[event.seat] += event.tricks
    return found
