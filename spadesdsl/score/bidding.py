"""Bids of a score document: which bid a text means, and whether it could have been made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.documents import Fault
from spadesdsl.engine import bids, choices, deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.spec import Ask
from spadesdsl.engine.told import MOST_QUESTIONS, NotBid, ToldBid, UnknownBid, bids_meant, next_bid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.score.facts import Facts


def bids_of(s: State, facts: Facts, faults: list[Fault], *, but_sides: frozenset[int]) -> list[list[ToldBid]]:
    """Return the bids of each seat and each side, in order; not of the sides whose number is to be divided.

    A text that means no bid is a fault, and what follows it in its line is left out.
    """
    lines: list[tuple[str, tuple[str, ...], tuple[int, ...], bool]] = []
    lines += [(f"bids[{seat}]", texts, (seat,), False) for seat, texts in enumerate(facts.seat_bids or ())]
    of_sides = ((side, texts) for side, texts in enumerate(facts.side_bids or ()) if side not in but_sides)
    lines += [(f"bids.by_side[{side}]", texts, s.sides[side], True) for side, texts in of_sides]
    found: list[list[ToldBid]] = []
    for at, texts, seats, by_side in lines:
        made: list[ToldBid] = []
        place = 0  # each bid is looked for in the rounds after the previous one's
        for text in texts:
            wrong = ""
            try:
                meant = bids_meant(s, text, seats[0])
                is_alone = len(s.sides[s.side_of[seats[0]] or 0]) == 1
                mine = [one for one in meant if is_alone or s.spec.bids[one.kind].by_side is by_side]
                if mine:
                    chosen, place = bids.in_rounds(s, text, mine, place)
                else:
                    whose = "players bid here, not sides: list the bids by seat"
                    wrong = f"`{text}`: {whose if by_side else 'sides bid here: use `by_side`'}"
            except UnknownBid as unknown:
                wrong = f"{unknown}; {unknown.hint}"
            except bids.AmbiguousBid as several:
                wrong = str(several)
            if wrong:
                faults.append(Fault(at, wrong))
                break
            made.append(told_bid(s, at, seats, chosen, by_side=by_side))
        found.append(made)
    return found


def told_bid(s: State, at: str, seats: tuple[int, ...], bid: bids.OneBid, *, by_side: bool = False) -> ToldBid:
    """Return a bid of a document."""
    return ToldBid(at, seats, (bid,), bids.spellings(s, bid)[0], by_side)


def put_in(s: State, lines: list[list[ToldBid]], facts: Facts) -> None:
    """Make bids in a deal, in the order in which the seats are asked for them."""
    for one in in_order(s, lines, facts):
        bid = one.found[0]
        Situation(s).bid(s.spec.bids[bid.kind].name, bid.arguments, seat=one.seats[0])


def in_order(s: State, lines: list[list[ToldBid]], facts: Facts) -> list[ToldBid]:
    """Return bids in the order of an auction; of those that nobody is asked for, the first of each seat first."""
    is_auction = any(step.by.until is not None for step in s.spec.plan.rounds)
    found = replayed(s, lines, facts)[0] if is_auction else []
    first = (s.dealer + 1) % len(s.spec.seats)
    turn = sorted(lines, key=lambda line: (line[0].seats[0] - first) % len(s.spec.seats) if line else 0)
    for number in range(max((len(line) for line in lines), default=0)):
        found += [line[number] for line in turn if number < len(line) and not any(line[number] is one for one in found)]
    return found


# ---------------------------------------------------------------- could they have been made?


def replayed(before: State, lines: list[list[ToldBid]], facts: Facts) -> tuple[list[ToldBid], list[str]]:
    """Bid again by the rules, until they ask for something that the document does not say.

    Returns:
        The bids in the order in which they were made, and what the rules do not allow, if cards do not decide that.
    """
    made: list[ToldBid] = []
    left = [one for line in lines for one in line]
    unseen = before.copy()
    if before.spec.has_unseen_bids:
        unseen.looked = 0
    state = deals.begun(before.game, deal=before.deal, like=unseen)
    for _ in range(MOST_QUESTIONS):
        queue = list(left)
        try:
            step = next_bid(state, left, lambda s, _: _answered(s, facts), ("wait", "look", "yes"))
        except NotBid as refused:
            return made, [] if refused.entry is None else list(_refusal(state, refused.entry, refused.told))
        made += [one for one in queue if not any(one is other for other in left)]
        if step is None:
            break
        state = step
    deals_first = f"; {state.spec.seats[state.dealer]} deals"
    unasked = {one.at: one for one in reversed(left)}
    return made, [f"{at}: nobody was asked for {one.text}{deals_first}" for at, one in sorted(unasked.items())]


def _refusal(state: State, entry: Turn, told: ToldBid) -> Iterator[str]:
    """Say why a bid is not allowed, unless that depends on the cards."""
    kind = state.spec.bids[told.found[0].kind]
    conditions = state.spec.told(kind.rule).conditions
    needed = [text for text, code in conditions if not code(state, environment(state, told.seats[0]))]
    if kind.before_looking and needed:
        if not any("hand" in text for text in needed):
            yield f"{told.at}: {told.text} is bid when {' and '.join(needed)} (`{kind.rule.key}`)"
        return
    try:
        verdict = state.why(told.text, entry.seat)
    except GameError as refused:
        yield f"{told.at}: {refused}"
        return
    reads_cards = verdict.rule is not None and any("hand" in one.text for one in state.spec.told(verdict.rule).reads)
    if not verdict.legal and not reads_cards:
        rule = f" (`{verdict.rule.key}`)" if verdict.rule else ""
        yield f"{told.at}: {verdict.message}{rule}"


def _answered(s: State, facts: Facts) -> State:
    """Answer a question as the document does, otherwise no."""
    step, entries = s.step, choices.due(s)
    did = {decision.seat for decision in facts.decisions if isinstance(step, Ask) and decision.name == step.name}
    entry = next((entry for entry in entries if entry.seat in did), entries[0])
    wanted = ("yes", "look") if entry.seat in did else ("no",)
    return s.take(entry, next((option for option in entry.options if option.kind in wanted), entry.options[0]))
