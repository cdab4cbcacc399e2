"""Turn the lines of a worked example into text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, assert_never

from spadesdsl.syntax import nodes
from spadesdsl.syntax.printing_expressions import SOFT, quoted, show
from spadesdsl.syntax.sentences import EXAMPLE_LINES

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Assign, Expect, Fact, Outcome, Result


def assigns_text(assigns: tuple[Assign, ...]) -> str:
    """Write settings with commas between them."""
    return f",{SOFT}".join(f"{one.name} = {show(one.value)}" for one in assigns)


def line_text(line: nodes.Line) -> str:
    """Write a line of an example."""
    match line:
        case nodes.NextDeal():
            return "next deal"
        case nodes.SetOptions():
            return f"set {assigns_text(line.assigns)}"
        case nodes.Given():
            return "given " + f",{SOFT}".join(_fact(fact) for fact in line.facts)
        case nodes.Bids():
            return "bids " + f";{SOFT}".join(f"{one.who} {_bids(one.bids)}" for one in line.bids)
        case nodes.Plays():
            return "plays " + f",{SOFT}".join(_played(*play) for play in line.plays)
        case nodes.Tricks():
            return "tricks " + f";{SOFT}".join(f"{one.leader} {_cards(one.cards)}" for one in line.tricks)
        case nodes.CaseOf():
            outcomes = f",{SOFT}".join(_outcome(outcome) for outcome in line.outcomes)
            return f"case {outcomes}:{SOFT}{_results(line.expect)}"
        case nodes.Expect():
            return f"expect {_results(line)}"
        case _:
            assert_never(line)


STARTS: Final = frozenset((*EXAMPLE_LINES, "next", "because"))
"""Words at which a bid without quotation marks ends."""
_WORDS = re.compile(r"(?:[0-9]+(?:\.[0-9]+)?|[a-z][a-z0-9_]*)(?: (?:[0-9]+(?:\.[0-9]+)?|[a-z][a-z0-9_]*))*")
"""A label that can be written without quotation marks, if none of its words begins a line."""


def bid_text(bid: nodes.BidNode) -> str:
    """Write a bid, in quotation marks only if its words would be read as something else."""
    if not isinstance(bid, nodes.BidText):
        return show(bid)
    is_plain = _WORDS.fullmatch(bid.text) and not STARTS.intersection(bid.text.split())
    return bid.text if is_plain else quoted(bid.text)


def _bids(bids: tuple[nodes.BidNode, ...]) -> str:
    return f",{SOFT}".join(bid_text(one) for one in bids)


def _played(who: str, card: nodes.Expr, said: nodes.Expr | None) -> str:
    return f"{who} {show(card)}" + ("" if said is None else f" {show(said)}")


def _cards(cards: tuple[nodes.Expr, ...]) -> str:
    return SOFT.join(show(card) for card in cards)


def _sheet(sheet: nodes.Sheet) -> str:
    return f"{sheet.who} {{ {assigns_text(sheet.amounts)} }}"


def _fact(fact: Fact) -> str:
    match fact:
        case nodes.Sheet():
            return _sheet(fact)
        case nodes.GivenValue():
            return f"{fact.name} = {show(fact.value)}"
        case nodes.GivenCards():
            owned = "" if fact.zone is None else f".{fact.zone}"
            return f"{fact.who}{owned} {fact.verb} {_cards(fact.cards)}"
        case nodes.GivenTaken():
            return f"{fact.who} took {fact.tricks}"
        case nodes.GivenUnlooked():
            return f"{fact.who} not looked"
        case nodes.GivenDid():
            return _did(fact)
        case _:
            assert_never(fact)


def _did(fact: nodes.GivenDid) -> str:
    fixed = " and ".join(f"{one.name} = {show(one.value, 'sum')}" for one in fact.fixed)
    return f"{fact.who} {fact.verb} {bid_text(fact.what)}" + (f" with {fixed}" if fixed else "")


def _outcome(outcome: Outcome) -> str:
    match outcome:
        case nodes.Take():
            return f"{outcome.who} take {' + '.join(str(count) for count in outcome.tricks)}"
        case nodes.WinTricks():
            return f"{outcome.who} win tricks {outcome.first} to {outcome.last}"
        case nodes.GivenDid():
            return _did(outcome)
        case _:
            assert_never(outcome)


def _results(expect: Expect) -> str:
    because = f"{SOFT}because {'.'.join(expect.because)}" if expect.because is not None else ""
    return f";{SOFT}".join(_result(result) for result in expect.results) + because


def _result(result: Result) -> str:
    match result:
        case nodes.Sheet():
            return _sheet(result)
        case nodes.ExpectMoves():
            verb = "legal" if result.legal else "illegal"
            if result.bids:
                return f"{verb} bids {_bids(result.moves)}"
            return f"{verb} {SOFT.join(bid_text(move) for move in result.moves)}"
        case nodes.ExpectTrick():
            return f"{result.who} wins the trick"
        case nodes.ExpectGame():
            return f"{result.who} wins"
        case nodes.ExpectAsked():
            return f"{result.who} {'asked' if result.is_asked else 'not asked'} {result.decision}"
        case nodes.ExpectLead():
            return f"{result.who} leads"
        case nodes.ExpectDealer():
            return f"{result.who} deals next"
        case nodes.ExpectHeld():
            owned = "" if result.zone is None else f".{result.zone}"
            held = str(result.held) if isinstance(result.held, int) else _cards(result.held)
            return f"{result.who}{owned} {'lacks' if result.lacks else 'holds'} {held}"
        case nodes.ExpectLate():
            return f"{result.clock} {'bids' if result.is_bid else 'plays'} {bid_text(result.what)}"
        case _:
            assert_never(result)
