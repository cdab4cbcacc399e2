"""From the lines of a worked example to their text."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.syntax import nodes
from spadesdsl.syntax.printing_expressions import SOFT, show, show_all

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Assign, Expect, Fact, Outcome, Result


def assigns_text(assigns: tuple[Assign, ...]) -> str:
    """Write settings with commas between them."""
    return f",{SOFT}".join(f"{one.name} = {show(one.value)}" for one in assigns)


def line_text(line: nodes.Line) -> str:
    """Write a line of an example."""
    match line:
        case nodes.SetOptions():
            return f"set {assigns_text(line.assigns)}"
        case nodes.Given():
            return "given " + f",{SOFT}".join(_fact(fact) for fact in line.facts)
        case nodes.Bids():
            return "bids " + f";{SOFT}".join(f"{one.who} {show_all(one.bids)}" for one in line.bids)
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
    return f"{fact.who} {fact.verb} {show(fact.what)}" + (f" with {fixed}" if fixed else "")


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
                return f"{verb} bids {show_all(result.moves)}"
            return f"{verb} {_cards(result.moves)}"
        case nodes.ExpectTrick():
            return f"{result.who} wins the trick"
        case nodes.ExpectGame():
            return f"{result.who} wins"
        case nodes.ExpectAsked():
            return f"{result.who} asked {result.decision}"
        case nodes.ExpectLate():
            return f"{result.clock} {'bids' if result.is_bid else 'plays'} {show(result.what)}"
        case _:
            assert_never(result)
