"""Examples that ask who leads, who deals next, who is not asked, and which cards are where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine import choices
from spadesdsl.engine.spec import Round
from spadesdsl.examples import situations
from spadesdsl.examples.bidding import at_bidding
from spadesdsl.examples.moves import hold_cards, hold_not_asked
from spadesdsl.examples.names import Failed, came_out, fail
from spadesdsl.examples.scores import hold_dealer, run_case
from spadesdsl.frozen import replace
from spadesdsl.syntax import examples

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game, State
    from spadesdsl.examples.situations import Before

CHANCES = 8
"""How many deals to try for a result that may depend on cards the example does not give."""


def run_anyhow(game: Game, example: examples.Example, before: Before, expect: examples.Expect) -> None:
    """Check what may depend on the cards on several deals, so that it does not hold by chance.

    Raises:
        Failed: it does not hold, or only on some of them.
    """
    problems: list[Failed] = []
    for chance in range(CHANCES):
        try:
            _run_once(game, example, replace(before, chance=chance), expect)
        except Failed as problem:
            problems.append(problem)
    if problems and len(problems) < CHANCES:
        message = f"This depends on what the example does not give: on some deals, {problems[0].finding.message}"
        raise fail("E706", expect.span, message, "give the dealer, or the cards that decide it")
    if problems:
        raise problems[0]


def _run_once(game: Game, example: examples.Example, before: Before, expect: examples.Expect) -> None:
    for result in expect.results:
        match result:
            case examples.ExpectHeld():
                hold_cards(_at_point(game, example, before), result)
            case examples.ExpectLead():
                _hold_lead(game, example, before, result)
            case examples.ExpectAsked():
                s, answers = at_bidding(game, example, before, to_bid=False)
                hold_not_asked(s, result, answers)
                answers.check(s)
            case examples.ExpectDealer():
                after = _thrown_in(game, example, before)
                if after is None:
                    run_case(game, example, before, (), replace(expect, results=(result,)))
                else:
                    hold_dealer(after, after.dealer, result)
            case _:
                raise fail("E701", result.span, "This has no such outcome.", "write it in an `expect` of its own")


def _at_point(game: Game, example: examples.Example, before: Before) -> State:
    """Return the deal after what the example gives; with `trick_number = 1`, at the beginning of the play."""
    s, answers = at_bidding(game, example, before, to_bid=False)
    numbers = [fact for fact in situations.facts(example) if isinstance(fact, examples.GivenValue)]
    is_at_play = any(fact.name == "trick_number" for fact in numbers)
    s = answers.until(s, lambda s: _is_played(s) or (answers.are_made and not is_at_play))
    answers.check(s)
    return s


def _is_played(s: State) -> bool:
    """Tell whether the play has begun, or the deal has come to its end without it."""
    phase = choices.phase_now(s)
    return not choices.due(s) or phase is None or phase.name == "play"


def _hold_lead(game: Game, example: examples.Example, before: Before, result: examples.ExpectLead) -> None:
    leader = _leader(game, example, before, result)
    names = game.seats
    if leader != names.index(result.who):
        message = f"{result.who} should lead, and {names[leader]} does."
        raise fail("E725", result.span, message, came_out(f"{names[leader]} leads"))


def _leader(game: Game, example: examples.Example, before: Before, result: examples.ExpectLead) -> int:
    """Return who leads to the trick after those that are given, or to the first."""
    if situations.lines_of(example, examples.Tricks):
        leader = situations.next_leader(game, example, before)
        if leader is None:
            message = "Who leads depends on cards that the example does not give."
            raise fail("E701", result.span, message, "give them")
        return leader
    s, answers = at_bidding(game, example, before, to_bid=False)
    s = answers.until(s, _is_played)
    if not choices.due(s) or choices.phase_now(s) is None:
        raise fail("E701", result.span, "No card is played in this deal.", "give what leads to the play")
    answers.check(s)
    return s.leader


def _thrown_in(game: Game, example: examples.Example, before: Before) -> State | None:
    """Return the deal after one that is thrown in before its first bid; None if it is played."""
    s, answers = at_bidding(game, example, before, to_bid=False)
    dealt = situations.start(game, example, before).s.deals_dealt
    s = answers.until(
        s, lambda s: s.deals_dealt > dealt or not choices.due(s) or s.is_playing or isinstance(s.step, Round)
    )
    return s if s.deals_dealt > dealt else None
