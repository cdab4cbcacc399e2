"""An auction that can be over before everybody was asked, though the bid of who was not asked would have counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, cast

from spadesdsl.diagnostics import warning
from spadesdsl.engine import choices, offers
from spadesdsl.engine.actions import environment
from spadesdsl.engine.game import State
from spadesdsl.engine.narrowing import judged, narrow_bids
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.seats import bid_of
from spadesdsl.engine.spec import Round as RoundSpec
from spadesdsl.engine.turns import Option
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.playing import begin, bids_so_far
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Round
from spadesdsl.rules.walking import all_steps, ops_read, terms_of

_MOST_MOVES: Final = 400
_CONTRACTS: Final = frozenset({"seat_contract", "side_contract"})


def of_auction(context: ProofContext, game: Rules, step: Round, deal: int) -> Iterator[Proof]:
    """Look for a way to bid with which an auction ends before somebody was asked.

    It is a mistake if the hands are thrown in after passes alone, or if each contract counts. Otherwise who wins the
    auction may win it at once.
    """
    by, key = step.by, step.rule.key
    ends = next((word for word, end in (("until", by.until), ("stopping when", by.stopping)) if end is not None), "")
    later = [one for one in all_steps(game) if isinstance(one, Round)]
    if not ends or not context.is_own(step.rule) or by.noun not in ("player", "seat") or later[-1] is not step:
        return
    ops = ops_read(game.let_of, *terms_of(game.scoring))
    each_counts = bool(ops & _CONTRACTS) and "calls" not in ops
    begun = begin(context.game(), Random(0), deal, context.reach)
    for before, after in _endings(begun, step.rule.name):
        for seat in _left_out(before):
            is_over = after.deals_dealt != before.deals_dealt or not after.flow
            if _is_missed(before, seat) if is_over else each_counts and _counts(after, before, seat):
                who, said = before.spec.seats[seat], bids_so_far(before)
                message = f"`{step.rule.name}` can be over before {who} is asked: {said}."
                hint = f"let the `{ends}` hold only once everybody was asked, as in `every player did bid and …`"
                found = warning("W805", step.rule.name_span, message, hint)
                yield Proof(key, "it can end before all are asked", Standing.FOUND, 1, "ways to bid", found)
                return


def _endings(begun: State, name: str) -> Iterator[tuple[State, State]]:
    """Yield the states right after a bid that ends a round, and once it has; of each kind the first and the last."""
    waiting, moves = deque([begun]), 0
    while waiting and moves < _MOST_MOVES:
        s = waiting.popleft()
        is_here = isinstance(s.step, RoundSpec) and s.step.name == name
        if not s.flow or s.is_playing or (is_here and not any(_left_out(s))):
            continue
        for entry in choices.due(s)[:1]:
            for option in _few(entry.options):
                moves += 1
                after = s.take(entry, option)
                if after.deals_dealt == s.deals_dealt and (not is_here or after.step is s.step):
                    waiting.append(after)
                elif is_here and option.kind == "bid":
                    yield cast("State", judged(s, option, entry.seat)), after


def _few(options: Sequence[Option]) -> list[Option]:
    by_kind: dict[object, list[Option]] = {}
    for one in options:
        by_kind.setdefault((one.kind, one.value if one.kind == "bid" else 0), []).append(one)
    return [one for some in by_kind.values() for one in dict.fromkeys((some[0], some[-1]))]


def _left_out(s: State) -> Iterator[int]:
    """Yield who is asked later in the round, if it goes on, and has made no bid yet."""
    step, turns = s.step, s.asking
    assert isinstance(step, RoundSpec)
    for group in turns.order[turns.at + 1 :]:
        for seat in group:
            if bid_of(s, seat) is None and (step.when is None or step.when(s, environment(s, seat))):
                yield seat


def _bids(s: State, step: RoundSpec, seat: int) -> tuple[Option, ...]:
    return narrow_bids(s, step, seat, offers.bid_candidates(s, step, seat), is_unseen=False)


def _is_missed(s: State, seat: int) -> bool:
    """Tell whether several have bid, all of them the same, while a seat could bid something else."""
    bids = [bid.type for bid in s.bids if bid is not None]
    made = set(bids)
    assert isinstance(s.step, RoundSpec)
    return len(made) == 1 < len(bids) and any(option.value not in made for option in _bids(s, s.step, seat))


def _counts(after: State, before: State, seat: int) -> bool:
    """Tell whether the bid of a seat changes what its side scores for the same tricks."""
    assert isinstance(before.step, RoundSpec)
    options = _bids(after, before.step, seat)
    side = after.side_of[seat] or 0
    return len(options) > 1 and any(
        _points(after, side, seat, taken) != _points(cast("State", judged(after, option, seat)), side, seat, taken)
        for option in _few(options)
        for taken in (0, 1)
    )


def _points(s: State, side: int, seat: int, taken: int) -> object:
    made = s.copy()
    made.taken = tuple(taken if one == seat else 0 for one in range(len(made.taken)))
    return scored(made, has_sheet=False).scores[side]
