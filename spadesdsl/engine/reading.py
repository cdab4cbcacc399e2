"""Forgiving reading of moves as people type them: `qs`, `10h`, `th`, `Name Hearts`, `bid6`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.engine import choices
from spadesdsl.engine.actions import bid_label

if TYPE_CHECKING:
    from spadesdsl.engine.state import StateData


def _plain(text: str) -> str:
    """Reduce a text to what tells moves apart: letters and digits, lower case, words and signs run together."""
    return re.sub(r"[^0-9a-z.]+", "", text.lower())


def read_move(s: StateData, text: str, seat: int | None) -> str | None:
    """Return the listed move that a text means; a card or bid of the game that is not listed; or None."""
    entries = [e for e in (*choices.due(s), *choices.volunteered(s)) if seat is None or e.seat == seat]
    listed = [option.text for entry in entries for option in entry.options]
    if text in listed:
        return text
    wanted = _plain(text)
    ten = re.sub(r"^t([a-z])$", r"10\1", wanted)
    for candidates in (listed, [*s.spec.deck.names, *_all_bids(s)]):
        for one in candidates:
            if _plain(one) in (wanted, ten):
                return one
    short = {"y": "yes", "n": "no", "pass": "no"}.get(wanted, wanted)
    if short in listed:
        return short
    if short == "yes" and any(entry.options == (choices.NO,) for entry in entries):
        return short  # no move, but the one that is meant: the rule says why it is refused
    others = [one for one in listed if one != "no"]
    if short == "yes" and "no" in listed and len(others) == 1:
        return others[0]
    starting = [one for one in dict.fromkeys(listed) if wanted and _plain(one).startswith(wanted)]
    return starting[0] if len(starting) == 1 else None


def _all_bids(s: StateData) -> list[str]:
    found = []
    for number, kind in enumerate(s.spec.bids):
        if kind.fixed is not None:
            found += [bid_label(s, number, arguments) for arguments in kind.fixed]
        elif not kind.parameters:
            found.append(bid_label(s, number, ()))
    return found
