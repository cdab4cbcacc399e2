"""An auction that can be over before everybody was asked, though that bid would have counted; or that is never over."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, cast

from spadesdsl.algebra.bids import bids_made_in, numbers_in
from spadesdsl.algebra.forms import compared, joined, negated, without_bids
from spadesdsl.algebra.sums import Form, plain
from spadesdsl.diagnostics import warning
from spadesdsl.engine import choices, offers
from spadesdsl.engine.actions import environment
from spadesdsl.engine.game import State
from spadesdsl.engine.narrowing import judged, narrow_bids
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.seats import bid_of
from spadesdsl.engine.spec import Round as RoundSpec
from spadesdsl.engine.turns import Option
from spadesdsl.frozen import replace
from spadesdsl.proofs.claims import Proof, Standing, found_at
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.kept import MADE, as_made, can_always_be_made
from spadesdsl.proofs.playing import begin, bids_so_far
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import BidType, Round
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


def of_endless(context: ProofContext, game: Rules, bid: BidType) -> Iterator[Proof]:
    """Find a bid that everybody can make again and again, while the `until` of its round never holds.

    While nobody makes any other bid, all calls are such bids: what the round waits for then counts none, or asks about
    one that nobody has made. The bid is always there if its condition cannot fail with its highest or with its lowest
    number, no matter who made such bids before, and no `must` takes it away then.
    """
    rounds = [one for one in all_steps(game) if isinstance(one, Round)]
    if len(rounds) != 1 or bids_made_in(game):
        return
    (step,) = rounds
    if bid.name not in step.bids or step.by.until is None:
        return
    is_plain = (step.when, step.block, step.by.turns, step.by.stopping) == (None, (), "each", None)
    is_plain = is_plain and step.by.noun in ("player", "seat") and can_always_be_made(replace(bid, when=None))
    musts = [one for one in game.play.musts if not one.judges_card]
    is_own = context.is_own(bid.rule) or context.is_own(step.rule)
    if not is_own or not is_plain or bid.is_final or bid.by_side or any(one.bid_type is not None for one in musts):
        return
    asker, names = context.asker(game), frozenset(one.name for one in game.bids) - {bid.name}

    def can_hold(form: Form, *then: Form, is_judged: bool = False) -> bool:
        return asker.can_hold(without_bids(form, names), *then, is_judged=is_judged)

    fails = negated(asker.former.condition(bid.when))
    barred = negated(joined("and", map(asker.former.narrowing, musts)))
    made = tuple(as_made(asker, bid))
    is_there = any(
        not can_hold(fails, *now) and not can_hold(barred, *made, *said, is_judged=True)
        for now, said in _at_an_end(bid)
    )
    until = asker.former.condition(step.by.until)
    if is_there and asker.can_hold(until) and not can_hold(until):
        name, told = step.rule.name, context.said(step.by.until)
        message = f"All may bid `{bid.name}` again and again, and then `{name}` never ends: it waits for `{told}`."
        yield found_at(bid.rule if context.is_own(bid.rule) else step.rule, "W808", message, _as_it_ends(bid))


def _as_it_ends(bid: BidType) -> str:
    """Say how a bid is written that cannot be made again and again."""
    numbers = [one.name for one in bid.parameters if one.type.is_amount]
    if not bid.parameters:
        return f"let it be bid once, as in `when no call has bid is {bid.name}`"
    plain_one = f", as in `when {numbers[0]} > most of bid.{numbers[0]} over calls`"
    return f"let each bid be higher than those before it{plain_one if len(bid.parameters) == len(numbers) == 1 else ''}"


def _at_an_end(bid: BidType) -> Iterator[tuple[list[Form], list[Form]]]:
    """Yield that the numbers of a bid are the highest, then that they are the lowest: before it is made, and after."""
    ranges = {one.name: numbers for one in bid.parameters if (numbers := numbers_in(one.choices or ()))}
    for end in (max, min):
        number = {name: plain(end(numbers)) for name, numbers in ranges.items()}
        now = [compared("=", {(("variable", f"param:{name}"),): 1}, value) for name, value in number.items()]
        said = [compared("=", {(("BidParameter", MADE, name, True),): 1}, value) for name, value in number.items()]
        yield now, said


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
