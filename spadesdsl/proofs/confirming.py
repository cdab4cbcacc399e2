"""Is a constructed case reachable, through the deal's own bidding?"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from spadesdsl.engine import choices
from spadesdsl.engine.plan import Agrees
from spadesdsl.proofs.playing import begin

if TYPE_CHECKING:
    from spadesdsl.engine.choices import Entry, Option
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.state import Bid, StateData

_TRIES: Final = 16
_MOST_QUESTIONS: Final = 200


def can_be_bid(game: Game, wanted: StateData, seats: tuple[int, ...], reach: range) -> bool:
    """Tell whether a bidding was found in which these seats, and their sides, make the bids of a state."""
    return any(
        _bids_so(_beginning(game, wanted.deal, reach, seed), wanted, seats, Random(seed)) for seed in range(_TRIES)
    )


@lru_cache(maxsize=4 * _TRIES)
def _beginning(game: Game, deal: int, reach: range, seed: int) -> State:
    """Return a deal at its first choice; the same few deals are tried for every bidding."""
    return begin(game, Random(seed), deal, reach)


def _bids_so(s: State, wanted: StateData, seats: tuple[int, ...], rng: Random) -> bool:
    for _ in range(_MOST_QUESTIONS):
        entries = choices.due(s)
        if not entries or s.is_playing or s.deal != wanted.deal:
            break
        entry = entries[0]
        option = _answer(s, entry, wanted, seats, rng)
        if option is None:
            return False
        s = s.take(entry, option)
    sides = {s.side_of[seat] for seat in seats}
    return all(_same(s.bids[seat], wanted.bids[seat]) for seat in seats) and all(
        _same(s.side_bids[side], wanted.side_bids[side]) for side in sides if side is not None
    )


def _answer(s: State, entry: Entry, wanted: StateData, seats: tuple[int, ...], rng: Random) -> Option | None:
    bids = [option for option in entry.options if option.kind == "bid"]
    if not bids:
        refusals = {option.kind: option for option in entry.options if option.kind in ("look", "no")}
        refusal = refusals.get("no") or refusals.get("look")
        agreed = next((option for option in entry.options if option.kind == "yes"), None)
        is_consent = isinstance(s.node, Agrees)
        return (agreed if is_consent else refusal) or entry.options[rng.randrange(len(entry.options))]
    side = s.side_of[entry.seat]
    if entry.seat in seats or side in {s.side_of[seat] for seat in seats}:
        aims = [wanted.bids[entry.seat], None if side is None else wanted.side_bids[side]]
        for option in bids:
            if any(aim is not None and (aim.type, aim.arguments) == (option.value, option.arguments) for aim in aims):
                return option
        look = [option for option in entry.options if option.kind in ("look", "wait")]
        return look[-1] if look else None
    return entry.options[rng.randrange(len(entry.options))]


def _same(one: Bid | None, other: Bid | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.type, one.arguments) == (other.type, other.arguments)
