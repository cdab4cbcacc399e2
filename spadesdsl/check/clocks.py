"""Clocks: how long a choice or a game may take, and what is done when time runs out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from spadesdsl.check.checker import Checker
from spadesdsl.check.constants import constant_of
from spadesdsl.check.findings import Mistake, mistake
from spadesdsl.check.names import refuse_missing
from spadesdsl.check.resolved import Resolved
from spadesdsl.check.steps import bid_of, offered
from spadesdsl.check.symbols import DECISIONS
from spadesdsl.check.types import NOBODY_ASKED, seat_scope
from spadesdsl.diagnostics import Diagnostic, error, warning
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Clock, MakeBid
from spadesdsl.rules.terms import Term
from spadesdsl.rules.walking import all_steps, clocks_read
from spadesdsl.syntax import bodies, expressions, nodes

SECONDS: Final = {"seconds": 1, "minutes": 60, "hours": 3600}
_LONGEST: Final = 24 * 3600
_CARD_WORDS: Final = ("lowest", "highest")


def check_clocks(checker: Checker) -> tuple[Clock, ...]:
    """Check every clock: those of the choices by phase, then those of the whole game."""
    resolution = checker.symbols.resolution
    found = [one for section in (*resolution.phases, "ending") for one in resolution.of(section, "clock")]
    return checker.findings.each(lambda one: _clock(checker, one), found)


def _clock(checker: Checker, resolved: Resolved) -> Clock:
    rule = resolved.sentence(nodes.Clock)
    body = rule.body
    if not isinstance(body, bodies.Time):
        raise Mistake
    of_game = resolved.section == "ending"
    if of_game and (body.then or body.bid):
        message = "A clock of `ending` is for the whole game: nobody chooses anything when it runs out."
        hint = f"leave out the part after `then`, and write `win by_then when {rule.name}`"
        raise mistake("E325", body.span, message, hint)
    if not of_game and not body.unit:
        message = f"A clock of `{resolved.section}` is for each choice, and no choice lasts until an hour of the day."
        raise mistake("E325", body.span, message, "write `10 seconds`, or write the clock in `ending`")
    amount = checker.amount(NOBODY_ASKED, body.amount)
    number = _hour(checker, amount, body) if not body.unit else _length(checker, amount, body)
    _check_during(checker, resolved)
    return Clock(
        checker.info(resolved),
        rule.name or "",
        "" if of_game else resolved.section,
        rule.during or "",
        checker.truth_or_none(seat_scope(), rule.when),
        amount,
        not body.unit,
        number,
        body.then,
        None if body.bid is None else _bid(checker, resolved, body.bid),
    )


def _constant(checker: Checker, amount: Term, body: bodies.Time) -> Fraction:
    if (number := constant_of(amount, checker.symbols.options)) is None:
        message = "A clock's time depends on how the game goes: it has to be known in advance."
        raise mistake("E322", body.amount.span, message, "write a number, or an option")
    return number


def _length(checker: Checker, amount: Term, body: bodies.Time) -> Fraction:
    seconds = _constant(checker, amount, body) * SECONDS[body.unit]
    if 0 < seconds <= _LONGEST:
        return seconds
    message = "A clock runs for more than 0 seconds and at most 24 hours."
    raise mistake("E323", body.amount.span, message, "write `10 seconds`, or `90 minutes`")


def _hour(checker: Checker, amount: Term, body: bodies.Time) -> Fraction:
    hour = _constant(checker, amount, body)
    if 0 <= hour < 24 and (hour * 4).denominator == 1:
        return hour
    message = "This is not an hour of the day: hours go from 0 to 23.75, in quarters."
    raise mistake("E324", body.amount.span, message, "half past ten in the evening is `22.5`, a quarter past `22.25`")


def _check_during(checker: Checker, resolved: Resolved) -> None:
    """Report a clock for a choice that its phase does not have."""
    during = resolved.sentence(nodes.Clock).during
    symbols = checker.symbols
    places = {**symbols.rounds, **symbols.decisions}
    known = [name for name, one in places.items() if one.resolved.section == resolved.section]
    if during is not None:
        message = f"There is no choice `{during}` in `{resolved.section}` for `{resolved.rule.name}` to time."
        refuse_missing(checker, during, known, "choices", (resolved.rule.span, message), "round", *DECISIONS)


def _bid(checker: Checker, resolved: Resolved, node: expressions.Name | expressions.Call) -> MakeBid:
    bid = bid_of(checker, NOBODY_ASKED, node)
    if any(constant_of(one, checker.symbols.options) is None for one in bid.arguments):
        raise mistake("E322", node.span, "What is bid when time runs out has to be known in advance.", "write a number")
    during = resolved.sentence(nodes.Clock).during
    named = [one.resolved for name, one in checker.symbols.rounds.items() if during in (None, name)]
    rounds = [one for one in named if one.section == resolved.section]
    if any(bid.bid_type in offered(checker, one) for one in rounds):
        return bid
    where = f"The round `{during}`" if during else f"No round of `{resolved.section}`"
    never = "does not offer" if during else "offers"
    message = f"{where} {never} the bid `{bid.bid_type}`, so it cannot be made when time runs out."
    raise mistake("E327", node.span, message, "name a bid that can be made there")


def clocks_find_a_choice(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a clock that has a card chosen where nobody chooses cards, or says no where nothing asks (E326)."""
    asked = {(one.rule.section, one.rule.keyword, one.rule.name) for one in all_steps(game)}
    for clock in game.clocks:
        if clock.then == "no" and clock.during and (clock.phase, "may", clock.during) not in asked:
            message = f"`{clock.name}` says no when time runs out, and nothing there can be answered with no."
            yield error("E326", clock.rule.span, message, "write `then random`, or the bid that is made: `then bid …`")
        if clock.then not in _CARD_WORDS or clock.phase == "play":
            continue
        passes = [name for section, keyword, name in asked if (section, keyword) == (clock.phase, "pass")]
        if not any(clock.during in ("", name) for name in passes):
            message = f"`{clock.name}` lets the {clock.then} card be chosen, and no cards are chosen there."
            hint = "write `then random`, `then no`, or the bid that is made: `then bid …`"
            yield error("E326", clock.rule.span, message, hint)


def clocks_matter(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a clock that does nothing when it runs out and that no rule reads (W522)."""
    read = clocks_read(game) if game.clocks else frozenset[str]()
    for clock in game.clocks:
        if clock.name not in read and not clock.then and clock.bid is None:
            where = "an ending" if not clock.phase else "a line of the sheet"
            example = f"win by_then when {clock.name}" if not clock.phase else f"score late: -10 * {clock.name}"
            message = f"When the time of `{clock.name}` runs out, nothing happens."
            yield warning("W522", clock.rule.span, message, f"let {where} read it: `{example}`")
