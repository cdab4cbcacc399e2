"""Lenient reading of moves as people type them: `qs`, `10h`, `th`, `Name Hearts`, `bid6`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.engine import bids, choices
from spadesdsl.engine.actions import bid_label
from spadesdsl.engine.turns import NO, Turn

if TYPE_CHECKING:
    from spadesdsl.engine.state import StateData


def _plain(text: str) -> str:
    """Reduce a text to what tells moves apart: letters and digits in lower case, with words and signs run together."""
    return re.sub(r"[^0-9a-z.]+", "", text.lower())


def read_move(s: StateData, text: str, seat: int | None) -> str | None:
    """Return the listed move that a text means; a card or bid of the game that is not listed; or None."""
    entries = [e for e in (*choices.due(s), *choices.volunteered(s)) if seat is None or e.seat == seat]
    listed = [option.text for entry in entries for option in entry.options]
    if text in listed:
        return text
    wanted = _plain(text)
    ten = re.sub(r"^t([a-z])$", r"10\1", wanted)
    for candidates in (listed, s.spec.deck.names):
        for one in candidates:
            if _plain(one) in (wanted, ten):
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
    starting = [one for one in dict.fromkeys(listed) if wanted and _plain(one).startswith(wanted)]
    if len(starting) == 1:
        return starting[0]
    card, _, word = text.partition(" ")
    found = read_move(s, card, seat) if word else None
    return f"{found} {word}" if found in s.spec.deck.names else None


def _bid(s: StateData, text: str, entries: list[Turn]) -> str | None:
    """Return the bid that a text means: one that is open, else one that exists in the rules.

    Raises:
        AmbiguousBid: it can mean several open bids.
    """
    listed = {
        bids.OneBid(option.value, option.arguments): option.text
        for entry in entries
        for option in entry.options
        if option.kind == "bid"
    }
    open_ones = bids.meant(s, text, listed)
    if len(open_ones) > 1:
        raise bids.AmbiguousBid(text, (listed[one] for one in open_ones))
    if open_ones:
        return listed[open_ones[0]]
    known = (
        bids.OneBid(kind.id, arguments)
        for kind in s.spec.bids
        for arguments in (kind.fixed or (() if kind.parameters else ((),)))
    )
    found = bids.meant(s, text, known)
    return bid_label(s, *found[0]) if found else None
