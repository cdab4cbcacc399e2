"""Checks of meaning about bids and rounds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Note, error, guess, warning
from spadesdsl.rules.parts import Ask, Give, MakeBid, Round
from spadesdsl.rules.terms import BidParameter, IsBid, LetRef, Op, Term, Var
from spadesdsl.rules.walking import actions_in, all_steps, parts_of, walk, with_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spadesdsl.check.checker import Checker
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.rules.game import Let, Rules
    from spadesdsl.rules.parts import BidType, Must

_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")


def bids_are_offered(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a bid type of the file that no round offers (W506)."""
    offered = {name for step in all_steps(game) if isinstance(step, Round) for name in step.bids}
    made = {action.bid_type for step in all_steps(game) for action in actions_in(step) if isinstance(action, MakeBid)}
    for bid in game.bids:
        if bid.name not in offered | made and bid.rule.document == checker.symbols.resolution.document.name:
            yield warning(
                "W506",
                bid.rule.span,
                f"No round offers the bid `{bid.name}`.",
                f"name it in a round: `round …: …, {bid.name}`, or write a round for it in `bidding`",
            )


def rounds_ask_something(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a round that asks nothing and does nothing (E436)."""
    for step in all_steps(game):
        if isinstance(step, Round) and not step.bids and not step.block:
            yield error(
                "E436",
                step.rule.span,
                f"Nothing is asked in the round `{step.rule.name}`.",
                f"list its bids after `round {step.rule.name} …:`, or write a `bid` in `bidding`",
            )


def rounds_end(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a round whose end condition its turns can never bring nearer (E427)."""
    for step in all_steps(game):
        if not isinstance(step, Round) or step.by.until is None or step.bids:
            continue
        gives = any(isinstance(action, Give) for inner in with_blocks(step.block) for action in actions_in(inner))
        if not gives:
            yield error(
                "E427",
                step.rule.span,
                f"The round `{step.rule.name}` may go on for ever: no turn uses anything up.",
                "let each turn move a card or make a bid, or write `stopping when` for `until`",
            )


def labels_name_parameters(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a label that names what the bid or decision does not have, or hides what it has (E424, E425)."""
    labelled: list[tuple[str, BidType | Ask, str]] = [("bid", bid, bid.label) for bid in game.bids]
    labelled += [("decision", step, step.rule.label) for step in all_steps(game) if isinstance(step, Ask)]
    for what, one, label in labelled:
        names = [parameter.name for parameter in one.parameters]
        written = _PLACEHOLDER.findall(label)
        for word in written:
            if word not in names:
                yield error(
                    "E424",
                    one.rule.span,
                    f"The label of `{one.name}` shows `{{{word}}}`, which the {what} does not have.",
                    guess(word, names) or "take it out of the label",
                )
        # The label of a decision may leave the answers to their own words.
        for name in names if written or what == "bid" else ():
            if name not in written:
                yield error(
                    "E425",
                    one.rule.span,
                    f"The label of `{one.name}` does not show its `{name}`, so that all of them look the same.",
                    f"write `{{{name}}}` into the label",
                )


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
                yield warning(
                    "W507",
                    bid.rule.span,
                    f'`{first.name}` and `{bid.name}` are written the same in one round: "{bid.label}".',
                    "give one of them another label",
                    Note(first.rule.span, f"`{first.name}` is here"),
                )


def bids_do_not_read_themselves(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a `must` whose `when` reads the bid being judged, and warn about one that counts it twice (E428, W508)."""
    lets = {let.key: let for let in game.lets}
    for must in game.play.musts:
        if must.judges_card:
            continue
        if must.when is not None and must.bid_type is None:
            yield from _check_when(must, lets)
        for one in walk(must.body):
            if isinstance(one, Op) and one.op == "+" and _is_double(one):
                yield warning(
                    "W508",
                    one.span,
                    "`contract` already includes this bid, so it counts twice here.",
                    "write `contract` alone",
                )


def _check_when(must: Must, lets: Mapping[str, Let]) -> Iterator[Diagnostic]:
    assert must.when is not None
    for one in _of_the_bidder(must.when, lets):
        if isinstance(one, IsBid | BidParameter):
            read: Term = one.bid
        elif isinstance(one, Op) and one.op in ("seat_contract", "side_contract"):
            read = one
        else:
            continue
        if _is_of_subject(read):
            yield error(
                "E428",
                one.span if one.span.end else must.rule.span,
                f"`when` of `{must.rule.name}` reads the bid that it judges, "
                "which has not been made when the `when` is checked.",
                "write it after the colon, as in `bid is not … or …`",
            )
            return


def _of_the_bidder(term: Term, lets: Mapping[str, Let]) -> Iterator[Term]:
    """Walk a term and the bidder's quantities that it reads, not those of others."""
    seen: set[str] = set()
    waiting = [term]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(parts_of(one))
        if isinstance(one, LetRef) and one.let in lets and one.let not in seen and _is_bidder(one.subject):
            seen.add(one.let)
            waiting.append(lets[one.let].body)


def _is_bidder(subject: Term | None) -> bool:
    """Tell whether a quantity belongs to the bidder or their side."""
    match subject:
        case None | Var(name="player" | "side") | Op(op="side", arguments=(Var(name="player"),)):
            return True
        case _:
            return False


def _is_of_subject(term: Term) -> bool:
    """Tell whether a bid or contract belongs to the bidder or their side."""
    match term:
        case Op(
            op="seat_bid" | "side_bid" | "seat_contract" | "side_contract", arguments=(Var(name="player" | "side"),)
        ):
            return True
        case Op(op="side_bid" | "side_contract", arguments=(Op(op="side", arguments=(Var(name="player"),)),)):
            return True
        case _:
            return False


def _is_double(total: Op) -> bool:
    contract = any(
        isinstance(one, Op) and one.op in ("seat_contract", "side_contract") and _is_of_subject(one)
        for one in total.arguments
    )
    number = any(isinstance(one, BidParameter) and _is_of_subject(one.bid) for one in total.arguments)
    return contract and number
