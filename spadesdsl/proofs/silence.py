"""Players who finish a bidding without a bid, though a round asked everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine import choices
from spadesdsl.engine.actions import environment
from spadesdsl.proofs.claims import Event, id_of

if TYPE_CHECKING:
    from spadesdsl.engine.state import StateData
    from spadesdsl.proofs.watching import Record


def note_silence(s: StateData, record: Record) -> None:
    """Note, as the play begins, who had no bid in a round that asked everybody."""
    for step in s.spec.plan.rounds:
        if step.bids and len(step.unseen) < len(step.bids):
            for _ in silent_in(s, step.name):
                record.note(Event.SILENT, id_of(step.rule), 0, s)


def silent_in(s: StateData, name: str) -> list[int]:
    """Return the seats that have not bid because a round that asks everybody once has nothing to offer them."""
    step = next(one for one in s.spec.plan.rounds if one.name == name)
    by = step.by
    if by.turns == "one" or by.stopping is not None or by.until is not None or step.block:
        return []
    return [
        seat
        for seat in s.spec.players
        if not _has_bid(s, seat)
        and not s.out >> seat & 1
        and (step.when is None or step.when(s, environment(s, seat)))
        and not choices.bid_candidates(s, step, seat)
    ]


def _has_bid(s: StateData, seat: int) -> bool:
    side = s.side_of[seat]
    return s.bids[seat] is not None or (side is not None and s.side_bids[side] is not None)


def bids_so_far(s: StateData) -> str:
    """Say what was bid."""
    names = s.spec.seats
    told = [f"{names[seat]} has bid {bid.label}" for seat, bid in enumerate(s.bids) if bid is not None]
    return ", ".join(told) or "nobody has bid"
