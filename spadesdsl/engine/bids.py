"""How a bid is written: by its label (`3`), or by the name of its type (`tricks(3)`); and moves as people type them.

Both are accepted everywhere: in examples, score documents and records, at the prompt and by the referee. Output uses
the label; if two types in one choice share a label, the name comes before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from spadesdsl.engine import choices, offers
from spadesdsl.engine.actions import environment
from spadesdsl.engine.labels import bid_label, written
from spadesdsl.engine.state import StateData
from spadesdsl.engine.turns import NO, Turn


class OneBid(NamedTuple):
    """A bid that exists under the rules of a deal."""

    kind: int
    """Number of the bid type."""
    arguments: tuple[Any, ...]


class AmbiguousBid(Exception):
    """A text that can mean several bids."""

    def __init__(self, text: str, readings: Iterable[str]) -> None:
        super().__init__(f"`{text}` can be {' or '.join(f'`{one}`' for one in readings)}")


def spellings(s: StateData, bid: OneBid) -> tuple[str, ...]:
    """Return the ways to write a bid, its label first."""
    kind = s.spec.bids[bid.kind]
    label = bid_label(s, *bid)
    if not bid.arguments:
        return (label, kind.name, f"{kind.name} {label}")
    inside = ", ".join(written(s, one.kind, value) for one, value in zip(kind.parameters, bid.arguments, strict=True))
    return (label, f"{kind.name} {label}", f"{kind.name}({inside})")


def named(s: StateData, bid: OneBid) -> str:
    """Write a bid with the name of its type before it: `tricks 3`."""
    return spellings(s, bid)[1] if bid.arguments else s.spec.bids[bid.kind].name


def key(text: str) -> tuple[str, ...]:
    """Reduce a text to its words and numbers, so that `Name Hearts`, `name(hearts)` and `namehearts` are the same."""
    words = re.findall(r"[0-9.]+|[a-z]+", text.lower())
    found: list[str] = []
    for word in words:
        if found and word.isalpha() and found[-1].isalpha():
            found[-1] += word
        else:
            found.append(word)
    return tuple(found)


def every_bid(s: StateData, seat: int) -> Iterator[OneBid]:
    """Yield every bid that exists under the rules of a deal; one that names a card of a hand, for each card."""
    env = environment(s, seat)
    for kind in s.spec.bids:
        yield from (OneBid(kind.id, arguments) for arguments in offers.ways(s, kind.parameters, env))


def meant(s: StateData, text: str, bids: Iterable[OneBid]) -> list[OneBid]:
    """Return the bids that a text can mean; an exact match rules out the others."""
    found = [(bid, spellings(s, bid)) for bid in bids]
    exact = [bid for bid, ways in found if text in ways]
    wanted = key(text)
    return exact or [bid for bid, ways in found if wanted in map(key, ways)]


def in_rounds(s: StateData, text: str, found: Sequence[OneBid], place: int) -> tuple[OneBid, int]:
    """Choose between the readings of a seat's next bid: the one that the earliest round offers.

    Args:
        found: What it can mean, at least one.
        place: The first round that the bid can belong to.

    Returns:
        The bid, and the round after its own.

    Raises:
        AmbiguousBid: one round offers several of them.
    """
    rounds = [step.offers for step in s.spec.plan.rounds]
    for number in range(place, len(rounds)):
        offered = [bid for bid in found if bid.kind in rounds[number]]
        if len(offered) == 1:
            return offered[0], number + 1
        if offered:
            raise AmbiguousBid(text, (named(s, bid) for bid in offered))
    if len(found) > 1:
        raise AmbiguousBid(text, (named(s, bid) for bid in found))
    return found[0], place + 1


def is_asked_again(s: StateData, bid: OneBid, place: int) -> bool:
    """Tell whether a bid is offered by a round from `place` on, or by one that keeps going round."""
    return any(
        bid.kind in one.offers and (number >= place or one.by.until is not None)
        for number, one in enumerate(s.spec.plan.rounds)
    )


# ---------------------------------------------------------------- moves as people type them


def letters(text: str) -> str:
    """Reduce a text to what tells moves apart: letters and digits in lower case, with words and signs run together."""
    return re.sub(r"[^0-9a-z.]+", "", text.lower())


def read_move(s: StateData, text: str, seat: int | None) -> str | None:
    """Return the listed move that a text means; a card or bid of the game that is not listed; or None."""
    entries = [e for e in (*choices.due(s), *choices.volunteered(s)) if seat is None or e.seat == seat]
    listed = [option.text for entry in entries for option in entry.options]
    if text in listed:
        return text
    wanted = letters(text)
    ten = re.sub(r"^t([a-z])$", r"10\1", wanted)
    for candidates in (listed, s.spec.deck.names):
        for one in candidates:
            if letters(one) in (wanted, ten):
                return one
    bid = _bid(s, text, entries)
    if bid is not None:
        return bid
    short = {"y": "yes", "n": "no", "pass": "no"}.get(wanted, wanted)
    if short in listed:
        return short
    if short == "yes" and any(entry.options == (NO,) for entry in entries):
        return short  # not a legal move, but the one that is meant: the rule says why it is refused
    others = [one for one in listed if one != "no"]
    if short == "yes" and "no" in listed and len(others) == 1:
        return others[0]
    starts = re.compile(rf"{re.escape(wanted)}(?!(?<=\d)\d)")  # a number is never short for a longer one
    starting = [one for one in dict.fromkeys(listed) if wanted and starts.match(letters(one))]
    if len(starting) == 1:
        return starting[0]
    card, _, word = text.partition(" ")
    found = read_move(s, card, seat) if word else None
    return f"{found} {word}" if found in s.spec.deck.names else None


def _bid(s: StateData, text: str, entries: list[Turn]) -> str | None:
    """Return the bid that a text means: one that is open, else one in the rules; `AmbiguousBid` if several are open."""
    listed = {
        OneBid(option.value, option.arguments): option.text
        for entry in entries
        for option in entry.options
        if option.kind == "bid"
    }
    open_ones = meant(s, text, listed)
    if len(open_ones) > 1:
        raise AmbiguousBid(text, (listed[one] for one in open_ones))
    if open_ones:
        return listed[open_ones[0]]
    known = (
        OneBid(kind.id, arguments)
        for kind in s.spec.bids
        for arguments in (kind.fixed or (() if kind.parameters else ((),)))
    )
    found = meant(s, text, known)
    return bid_label(s, *found[0]) if found else None
