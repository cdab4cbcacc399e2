"""Values, bids and places as an example or a score document names them, and the bidding that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.engine import bids, choices
from spadesdsl.engine.bids import AmbiguousBid, OneBid
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.game import State
from spadesdsl.engine.plan import BidsUnseen
from spadesdsl.engine.ranking import card_name
from spadesdsl.engine.spec import Amount, Round
from spadesdsl.engine.turns import Option, Turn

MOST_QUESTIONS = 500
"""How many questions are put on the way through a bidding."""
_LISTED = 16
"""So many bids are listed where one is not known."""


class UnknownBid(GameError):
    """A text that means no bid of a deal."""

    def __init__(self, s: State, text: str, every: Iterable[OneBid]) -> None:
        super().__init__(f"there is no bid `{text[:40]}` on deal {s.deal}")
        known = list(dict.fromkeys(bids.spellings(s, one)[0] for one in every))
        near = "" if text[:1].isdigit() else did_you_mean(text, known)
        listed = ", ".join(f"`{one}`" for one in known[:_LISTED]) + (" …" if len(known) > _LISTED else "")
        self.hint = near or (f"the bids of this deal are {listed}" if known else "this deal has no bids")


class UnknownValue(GameError):
    """A word that is no value of its kind."""


class ToldBid(NamedTuple):
    """A bid, and who is said to have made it."""

    at: Any
    """Where that is said."""
    seats: tuple[int, ...]
    """The seats of which one makes it."""
    found: tuple[OneBid, ...]
    """What it can mean; empty for a look or a wait."""
    text: str
    by_side: bool = False


class NotBid(Exception):
    """A bid that is not made: the rules do not offer it, or it is another's turn."""

    def __init__(self, s: State, told: ToldBid, entry: Turn | None) -> None:
        """Keep the state, and the turn at which it was tried; None if its seat is not asked."""
        super().__init__(told.text)
        self.s, self.told, self.entry = s, told, entry


def bids_meant(s: State, text: str, seat: int) -> list[OneBid]:
    """Return the bids that a text can mean; if there is none, raise `UnknownBid`."""
    every = list(bids.every_bid(s, seat))
    if not (found := bids.meant(s, text, every)):
        raise UnknownBid(s, text, every)
    return found


def option_of(entry: Turn, told: ToldBid) -> Option | None:
    """Return the move of a turn that is meant; None if it is not possible, and `AmbiguousBid` if several are."""
    if not told.found:
        return next((option for option in entry.options if option.kind == told.text), None)
    options = [one for one in entry.options if one.kind == "bid" and OneBid(one.value, one.arguments) in told.found]
    if len(options) > 1:
        raise AmbiguousBid(told.text, (one.text for one in options))
    return options[0] if options else None


def next_bid(
    s: State, queue: list[ToldBid], pass_over: Callable[[State, bool], State], formal: Sequence[str] = ()
) -> State | None:
    """Make the next bid that is given and take it off the queue, or pass over a question.

    Args:
        queue: The bids that are still to be made; of each seat in order.
        pass_over: Answers a question that is no bid; or, if that is true, looks before a bid that comes later.
        formal: Kinds of moves to make where the seat's next bid is not possible yet.

    Returns:
        The next state; None if nothing is left to bid, or the bidding is over.

    Raises:
        NotBid: it is not possible.
    """
    if not (entries := choices.due(s)) or s.is_playing:
        return None
    if not isinstance(s.step, Round):
        return pass_over(s, False)
    heads = [(entry, told) for entry in entries if (told := _next_of(queue, entry)) is not None]
    for entry, told in heads:
        if (option := option_of(entry, told)) is not None:
            queue[:] = [one for one in queue if one is not told]
            return s.take(entry, option)
    by_kind = {option.kind: option for option in entries[0].options}
    for kind in formal:
        if kind in by_kind:
            return s.take(entries[0], by_kind[kind])
    if heads:
        raise NotBid(s, heads[0][1], heads[0][0])
    if queue and isinstance(s.node, BidsUnseen):
        return pass_over(s, True)
    if queue:
        raise NotBid(s, queue[0], None)
    return None


def _next_of(queue: Sequence[ToldBid], entry: Turn) -> ToldBid | None:
    """Return the next bid of the seat whose turn it is; of its side where a side is asked."""
    mine = [one for one in queue if entry.seat in one.seats]
    return next((one for one in mine if one.by_side is (entry.side is not None)), mine[0] if mine else None)


# ---------------------------------------------------------------- values


def exact(value: float | Fraction) -> Amount:
    """Return a number as the runtime keeps it."""
    found = Fraction(value).limit_denominator(10**6)
    return found.numerator if found.denominator == 1 else found


def value_of(s: State, kind: str, given: object, words: Sequence[str] | None = ()) -> Any:  # noqa: ANN401 - of any kind
    """Return a value: a number, a truth value, or a suit, seat, card or rank by name; a seat or side by number too.

    Args:
        kind: The kind it has to be; empty if that is not known.
        words: For a word: its possible values; None if any is.

    Raises:
        UnknownValue: It is not of that kind.
    """
    if isinstance(given, bool) and kind == "":
        return given
    if isinstance(given, int | float | Fraction) and not isinstance(given, bool):
        count = {"seat": len(s.spec.seats), "side": len(s.sides)}.get(kind)
        if kind in ("", "number") or (count is not None and given in range(count)):
            return exact(given)
    if kind == "word" and (words is None or given in words):
        return given
    deck = s.spec.deck
    names = {"suit": deck.suits, "seat": s.spec.seats, "card": deck.names, "rank": deck.ranks}
    text = card_name(str(given))
    for one in (names.get(kind, ()),) if kind else names.values():
        if text in one:
            return one.index(text)
    raise UnknownValue(f"`{str(given)[:40]}` is no {kind or 'value'} of this game")


def memory_of(s: State, name: str) -> int | None:
    """Return the number of what is kept under the name of a rule that moves cards; None if nothing is."""
    return next((at for at, rule in enumerate(s.spec.memories) if rule.endswith(f".{name}")), None)


def cards_at(s: State, zone: str, owner: int = 0) -> tuple[int, ...]:
    """Return the cards of a zone, or those that a rule has moved, if its name is read."""
    found = next((one for one in s.spec.zones if one.name == zone), None)
    if found is not None:
        return s.piles[found.base + (owner if found.is_each else 0)]
    memory = memory_of(s, zone)
    return () if memory is None else s.moved[memory]
