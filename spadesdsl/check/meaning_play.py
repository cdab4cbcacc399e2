"""Checks of meaning about the course of a deal: bids, rounds, and when things happen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from spadesdsl.check.checker import Checker
from spadesdsl.diagnostics import Diagnostic, Note, error, guess, warning
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.operations import ops_of
from spadesdsl.rules.parts import Ask, BidType, Do, Give, MakeBid, Must, Round, Step
from spadesdsl.rules.terms import BidParameter, IsBid, LetRef, Op, Term
from spadesdsl.rules.walking import all_actions, all_steps, is_subject, walk, walk_behind, with_blocks

_CONTRACTS: Final = ops_of("contract")
_OF_BIDDER: Final = ops_of("bid", "contract")


def play_is_timed(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report sentences of `play` that do not say when they happen (E435)."""
    for step in game.play.steps:
        if step.timing is None:
            message = f"Nothing says when in the play `{step.rule.name}` is due."
            times = "`before each trick`, `after each trick`, `after each card` or `any time during play`"
            yield error("E435", step.rule.span, message, f"write {times} after its name")


def timings_fit_their_phase(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report tricks and cards of the play that a step outside the play waits for (E437)."""
    outside = [(phase.name, step) for phase in game.phases for step in with_blocks(phase.steps)]
    for place, step in (*outside, *(("bidding", step) for bid in game.bids for step in bid.steps)):
        if step.timing is not None and step.timing.what in ("trick", "card"):
            message = f"No {step.timing.what} is played in `{place}`."
            yield error("E437", step.rule.span, message, f"move `{step.rule.name}` into `play`")


_DUE: Final = (("before each", "trick"), ("after each", "trick"), ("after each", "card"), ("with each", "card"))


def timings_are_kept(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a moment at which no such step can happen (E444)."""
    outside = [step for phase in game.phases for step in phase.steps]
    in_blocks = [inner for step in outside if isinstance(step, Round) for inner in step.block]
    in_blocks += [step for bid in game.bids for step in bid.steps]
    found: list[tuple[Step, str]] = [(step, _fix_in_play(step)) for step in game.play.steps]
    found += [(step, _fix_elsewhere(step, is_in_block=False)) for step in outside]
    found += [(step, _fix_elsewhere(step, is_in_block=True)) for step in in_blocks]
    for step, fix in found:
        if fix and step.timing is not None:
            written = f"{step.timing.moment} {step.timing.what}"
            message = f"A `{step.rule.keyword}` cannot happen `{written}`."
            yield error("E444", step.rule.span, message, fix)


def _fix_in_play(step: Step) -> str:
    """Return what to write if a step of the play cannot have its time; empty if it can."""
    if (timing := step.timing) is None or not timing.moment.endswith("each"):
        return _fix_elsewhere(step, is_in_block=False)
    is_said = isinstance(step, Ask) and step.kind in ("may", "choose")
    if (timing.moment, timing.what) in _DUE and (is_said or timing.moment != "with each"):
        return ""
    if timing.moment == "with each" and timing.what == "card":
        return "only a `may` or a `choose` goes with a card: write `after each card`"
    return "write `before each trick`, `after each card` or `after each trick`"


def _fix_elsewhere(step: Step, *, is_in_block: bool) -> str:
    timing = step.timing
    if timing is None or timing.moment == "after" or timing.what in ("trick", "card"):
        return ""
    if timing.moment != "any time during":
        return "write `after` and a decision, or move it into `play`"
    if is_in_block:
        return f"move `{step.rule.name}` out of the block, and write `when …`"
    # Only what a player says can happen at any time.
    return (
        f"write `may {step.rule.name} any time during {timing.what} by each player: …`" if isinstance(step, Do) else ""
    )


_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")


def bids_are_offered(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a bid type of the file that no round offers (W506)."""
    offered = {name for step in all_steps(game) if isinstance(step, Round) for name in step.bids}
    made = {action.bid_type for action in all_actions(game) if isinstance(action, MakeBid)}
    for bid in game.bids:
        if bid.name not in offered | made:
            message = f"No round offers the bid `{bid.name}`."
            hint = f"name it in a round: `round …: …, {bid.name}`, or write a round for it in `bidding`"
            yield warning("W506", bid.rule.span, message, hint)


def rounds_ask_something(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a round that asks nothing and does nothing (E436)."""
    for step in all_steps(game):
        if isinstance(step, Round) and not step.bids and not step.block:
            message = f"Nothing is asked in the round `{step.rule.name}`."
            hint = f"list its bids after `round {step.rule.name} …:`, or write a `bid` in `bidding`"
            yield error("E436", step.rule.span, message, hint)


def rounds_end(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a round whose end condition its turns can never bring nearer (E427)."""
    for step in all_steps(game):
        if not isinstance(step, Round) or step.by.until is None or step.bids:
            continue
        gives = any(isinstance(action, Give) for inner in with_blocks(step.block) for action in inner.actions)
        if not gives:
            message = f"The round `{step.rule.name}` may go on for ever: no turn uses anything up."
            hint = "let each turn move a card or make a bid, or write `stopping when` for `until`"
            yield error("E427", step.rule.span, message, hint)


def labels_name_parameters(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a label that names what the bid or decision does not have, or hides what it has (E424, E425)."""
    labelled: list[tuple[str, BidType | Ask, str]] = [("bid", bid, bid.label) for bid in game.bids]
    labelled += [("decision", step, step.rule.label) for step in all_steps(game) if isinstance(step, Ask)]
    for what, one, label in labelled:
        names = [parameter.name for parameter in one.parameters]
        written = _PLACEHOLDER.findall(label)
        for word in written:
            if word not in names:
                message = f"The label of `{one.name}` shows `{{{word}}}`, which the {what} does not have."
                yield error("E424", one.rule.span, message, guess(word, names) or "take it out of the label")
        # The label of a decision may leave the answers to their own words.
        for name in names if set(names).issuperset(written) and (written or what == "bid") else ():
            if name not in written:
                message = f"The label of `{one.name}` does not show its `{name}`, so that all of them look the same."
                yield error("E425", one.rule.span, message, f"write `{{{name}}}` into the label")


def labels_are_told_apart(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about two bids of one round that are written the same (W507)."""
    bids = {bid.name: bid for bid in game.bids}
    for step in all_steps(game):
        if not isinstance(step, Round):
            continue
        seen: dict[tuple[str, bool], BidType] = {}
        for bid in (bids[name] for name in step.bids if name in bids):
            look = (_PLACEHOLDER.sub("#", bid.label), bid.before_looking)
            first = seen.setdefault(look, bid)
            if first is not bid:
                message = f'`{first.name}` and `{bid.name}` are written the same in one round: "{bid.label}".'
                hint = "give one of them another label"
                yield warning("W507", bid.rule.span, message, hint, Note(first.rule.span, f"`{first.name}` is here"))


def bids_do_not_read_themselves(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a `must` whose `when` reads the bid being judged, and warn about one that counts it twice (E428, W508)."""
    for must in game.play.musts:
        if must.judges_card:
            continue
        if must.when is not None and must.bid_type is None:
            yield from _check_when(must, game.let_of)
        for one in walk(must.body):
            if isinstance(one, Op) and one.op == "+" and _is_double(one):
                message = "`contract` already includes this bid, so it counts twice here."
                yield warning("W508", one.span, message, "write `contract` alone")


def _check_when(must: Must, lets: Mapping[str, Let]) -> Iterator[Diagnostic]:
    assert must.when is not None
    for one in _of_the_bidder(must.when, lets):
        if isinstance(one, IsBid | BidParameter):
            read: Term = one.bid
        elif isinstance(one, Op) and one.op in _CONTRACTS:
            read = one
        else:
            continue
        if _is_of_subject(read):
            message = (
                f"`when` of `{must.rule.name}` reads the bid that it judges, "
                "which has not been made when the `when` is checked."
            )
            hint = "write it after the colon, as in `bid is not … or …`"
            yield error("E428", one.span if one.span.end else must.rule.span, message, hint)
            return


def _of_the_bidder(term: Term, lets: Mapping[str, Let]) -> Iterator[Term]:
    """Walk a term and the bidder's quantities that it reads, not those of others."""

    def behind(one: Term, _: bool) -> Iterator[tuple[Term, bool]]:
        if isinstance(one, LetRef) and one.let in lets and (one.subject is None or is_subject(one.subject)):
            yield lets[one.let].body, True

    return (one for one, _, _ in walk_behind((term,), behind))


def _is_of_subject(term: Term) -> bool:
    """Tell whether a bid or contract belongs to the bidder or their side."""
    return isinstance(term, Op) and term.op in _OF_BIDDER and is_subject(term.arguments[0])


def _is_double(total: Op) -> bool:
    contract = any(isinstance(one, Op) and one.op in _CONTRACTS and _is_of_subject(one) for one in total.arguments)
    number = any(isinstance(one, BidParameter) and _is_of_subject(one.bid) for one in total.arguments)
    return contract and number
