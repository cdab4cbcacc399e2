"""Examples that score a deal: `case us take 7: us { score = 389 }`."""

from __future__ import annotations

from operator import ge
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.engine.dealing import next_dealer
from spadesdsl.engine.possible import divisions
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.situation import Situation, may_lose_tricks
from spadesdsl.examples import situations
from spadesdsl.examples.names import FIX_HINT, Failed, fail, listed, members_of, seat_of, side_of, value_of
from spadesdsl.syntax import examples
from spadesdsl.words import and_list, count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from spadesdsl.engine.events import ScoreSheet, SideScore
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Value
    from spadesdsl.examples.situations import Before
    from spadesdsl.source import Span


def run_case(
    game: Game,
    example: examples.Example,
    before: Before,
    outcomes: tuple[examples.Outcome, ...],
    expect: examples.Expect,
) -> tuple[State, ...]:
    """Score a deal and compare it with what is expected.

    If an outcome gives a side's tricks as one number, every way to divide them among its seats has to hold.

    Returns:
        The scored deal, once for each of these ways.

    Raises:
        Failed: it does not hold.
    """
    sit = situations.start(game, example, before)
    s = sit.s
    situations.put_bids(sit, example)
    situations.put_in(sit, situations.facts(example))
    situations.put_in(sit, [outcome for outcome in outcomes if isinstance(outcome, examples.GivenDid)])
    earlier = s.taken
    situations.put_tricks(sit, example)
    sit.check()
    situations.check_taken(sit, example)
    problems: list[tuple[tuple[int, ...], Failed]] = []
    shares = list(_shares(s, situations.facts(example), outcomes))
    if shares and not may_lose_tricks(sit.blank):
        _check_all_taken(s, shares, outcomes)
    if not shares:
        message = "The tricks of a side differ from those of its seats."
        raise fail("E707", outcomes[0].span, message, "count the tricks again")
    shares = _with_cards_won(s, shares, outcomes)
    if s.taken != earlier:
        # The tricks given are some of those taken; if no case says how many, they are all.
        told = any(isinstance(outcome, examples.Take) for outcome in outcomes)
        shares = [share for share in shares if told and all(map(ge, share, s.taken))] or [s.taken]
    scored: list[State] = []
    for share in shares:
        try:
            scored.append(_hold(s, share, outcomes, expect))
        except Failed as problem:
            problems.append((share, problem))
    if problems and len(problems) < len(shares):
        where = _told_share(s, problems[0][0], shares)
        message = f"This holds only for some ways to share the tricks: where {where}, {problems[0][1].finding.message}"
        raise fail("E706", outcomes[0].span, message, "give them by seat, as in `us take 2 + 4`")
    if problems:
        raise problems[0][1]
    return tuple(scored)


def _with_cards_won(
    s: State, shares: list[tuple[int, ...]], outcomes: tuple[examples.Outcome, ...]
) -> list[tuple[int, ...]]:
    """Return the shares in which each seat that won cards has a trick."""
    winners = [seat for seat, cards in enumerate(s.won) if cards]
    found = [share for share in shares if all(share[seat] for seat in winners)]
    if not found and any(isinstance(one, examples.Take) for one in outcomes):
        who = s.spec.seats[next(seat for seat in winners if not shares[0][seat])]
        raise fail("E707", outcomes[0].span, f"{who} won cards, and takes no trick here.", "count the tricks again")
    return found or shares


def _check_all_taken(s: State, shares: list[tuple[int, ...]], outcomes: tuple[examples.Outcome, ...]) -> None:
    """Refuse fewer tricks than the deal has, if every trick has a winner."""
    at = next((one.span for one in outcomes if isinstance(one, examples.Take)), None)
    number = sum(shares[0])
    if at is not None and number < s.tricks_total:
        message = f"{count(number, 'trick')} are taken, and the deal has {s.tricks_total}."
        raise fail("E707", at, message, "count the tricks again")


def _told_share(s: State, share: tuple[int, ...], shares: list[tuple[int, ...]]) -> str:
    """Say how the tricks are divided, as far as that was left open."""
    open_seats = [seat for seat in range(len(share)) if len({other[seat] for other in shares}) > 1]
    return and_list(f"{s.spec.seats[seat]} takes {share[seat]}" for seat in open_seats)


def _shares(
    s: State, given: Iterable[examples.Fact], outcomes: tuple[examples.Outcome, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield the tricks by seat in every way that facts and outcomes leave open."""
    taken: list[int | None] = [None] * len(s.spec.seats)
    totals: list[tuple[tuple[int, ...], int]] = []
    for fact in given:
        if isinstance(fact, examples.GivenTaken):
            taken[s.spec.seats.index(fact.who)] = fact.tricks
    for outcome in outcomes:
        if isinstance(outcome, examples.Take):
            members = members_of(s, outcome.who, outcome.span)
            if len(outcome.tricks) > len(members):
                members = s.sides[side_of(s, outcome.who, outcome.span)]
            if len(outcome.tricks) == len(members):
                for seat, number in zip(members, outcome.tricks, strict=True):
                    if s.tricks == () and taken[seat] not in (None, number):
                        message = f"{s.spec.seats[seat]} takes {number} here, and {taken[seat]} elsewhere."
                        raise fail("E722", outcome.span, message, "say it once")
                    taken[seat] = number
            elif len(outcome.tricks) == 1:
                totals.append((members, outcome.tricks[0]))
            else:
                count = len(outcome.tricks)
                message = f"{count} numbers are given for a side of {len(members)} seats."
                raise fail("E707", outcome.span, message, "give one number for the side, or one for each of its seats")
    yield from _fill(s, taken, totals, outcomes)


def _fill(
    s: State,
    taken: list[int | None],
    totals: list[tuple[tuple[int, ...], int]],
    outcomes: tuple[examples.Outcome, ...],
) -> Iterator[tuple[int, ...]]:
    if totals:
        members, total = totals[0]
        for split in divisions(total, len(members)):
            if any(taken[seat] not in (None, number) for seat, number in zip(members, split, strict=True)):
                continue
            filled = list(taken)
            for seat, number in zip(members, split, strict=True):
                filled[seat] = number
            yield from _fill(s, filled, totals[1:], outcomes)
        return
    given = sum(number or 0 for number in taken)
    left = s.tricks_total - given
    if left < 0 and outcomes:
        message = f"{given} tricks are taken, and the deal has {s.tricks_total}."
        raise fail("E707", outcomes[0].span, message, "count the tricks again")
    rest = [seat for seat, number in enumerate(taken) if number is None]
    filled_in = [number or 0 for number in taken]
    if rest and any(number is not None for number in taken):
        filled_in[rest[0]] += left
    yield tuple(filled_in)


def _hold(s: State, share: tuple[int, ...], outcomes: tuple[examples.Outcome, ...], expect: examples.Expect) -> State:
    after = s.copy()
    Situation(after).take(share)
    _win(after, [outcome for outcome in outcomes if isinstance(outcome, examples.WinTricks)])
    end = scored(after)
    sheet = end.last_sheet
    assert sheet is not None
    for result in expect.results:
        if isinstance(result, examples.Sheet):
            _hold_sheet(end, sheet, result)
        elif isinstance(result, examples.ExpectGame):
            _hold_winner(end, result)
        elif isinstance(result, examples.ExpectDealer):
            hold_dealer(end, next_dealer(end), result)
        else:
            hint = "write `us { score = 50 }` or `us wins`, and the other in an example of its own"
            raise fail("E701", result.span, "A scored deal has no such outcome.", hint)
    if expect.because is not None:
        _hold_reason(end, sheet, expect)
    return end


def hold_dealer(s: State, dealer: int, result: examples.ExpectDealer) -> None:
    """Compare who deals next with what is expected."""
    if s.over:
        raise fail("E711", result.span, f"{result.who} should deal next, and `{s.ended_by}` ends the game.", FIX_HINT)
    if dealer != seat_of(s, result.who, result.span):
        message = f"{result.who} should deal next, and {s.spec.seats[dealer]} does."
        raise fail("E725", result.span, message, FIX_HINT)


def _win(s: State, outcomes: Sequence[examples.WinTricks]) -> None:
    """Put in who won which tricks; all others go to a seat that is not named."""
    if not outcomes:
        return
    won: dict[int, int] = {}
    named: set[int] = set()
    for outcome in outcomes:
        if not 1 <= outcome.first <= outcome.last <= max(s.tricks_total, 1):
            message = f"There are no tricks {outcome.first} to {outcome.last}: this deal has {s.tricks_total}."
            raise fail("E707", outcome.span, message, "count the tricks again")
        members = members_of(s, outcome.who, outcome.span)
        named.update(members)
        for number in range(outcome.first, outcome.last + 1):
            if number in won:
                raise fail("E707", outcome.span, f"Trick {number} is won twice.", "count the tricks again")
            won[number] = members[0]
    other = next((seat for seat in range(len(s.spec.seats)) if seat not in named), None)
    total = max(s.tricks_total, *won)
    Situation(s).win_tricks([won.get(number, other) for number in range(1, total + 1)])


def _hold_table(s: State, result: examples.Sheet) -> None:
    """Compare the table's own tallies with what is expected."""
    for amount in result.amounts:
        expected = value_of(s, amount.value)
        got = s.tallies[s.game.tallies.index(amount.name)][0]
        if got != expected:
            message = f"The table's `{amount.name}` should be {_signed(expected)}, and is {_signed(got)}."
            hint = f"write `{amount.name} = {got}` if that is right, or fix the rule"
            raise fail("E710", amount.span, message, hint)


def _hold_sheet(s: State, sheet: ScoreSheet, result: examples.Sheet) -> None:
    if result.who == "table":
        _hold_table(s, result)
        return
    side = side_of(s, result.who, result.span)
    found = next(one for one in sheet.sides if one.side == side)
    for amount in result.amounts:
        expected = value_of(s, amount.value)
        got = _amount(s, found, amount.name, amount.span)
        if got != expected:
            message = _difference(s, found, amount.name, expected, got)
            hint = f"write `{amount.name} = {got}` if that is right, or fix the rule"
            raise fail("E710", amount.span, message, hint)


def _amount(s: State, found: SideScore, name: str, span: Span) -> Value:
    if name == "score":
        return found.score
    if name in found.tallies:
        return found.tallies[name]
    lines = [line for line in found.lines if line.rule.key == f"scoring.{name}"]
    if lines:
        return sum(line.points for line in lines)
    if any(line.rule.key == f"scoring.{name}" for line in s.spec.scoring.lines):
        return 0
    known = ["score", *(line.name for line in s.spec.scoring.lines), *found.tallies]
    hint = did_you_mean(name, known) or f"it has {listed(known)}"
    raise fail("E704", span, f"The sheet of deal {s.deal} has no line or tally `{name}`.", hint)


def _signed(number: Value) -> str:
    return str(number).replace("-", "−")


def _difference(s: State, found: SideScore, name: str, expected: Value, got: Value) -> str:
    """Say what was expected, what the result was, and which lines made it."""
    who = " and ".join(s.spec.seats[seat] for seat in found.members)
    message = f"{who}: `{name}` should be {_signed(expected)}, and is {_signed(got)}"
    told = [line for line in found.lines if line.points and (name == "score" or line.rule.key == f"scoring.{name}")]
    if not told:
        return message + ("." if name in found.tallies else ": no line gave points.")
    parts = [
        f"`{line.rule.key}` {'added' if line.points > 0 else 'took'} {abs(line.points)}, "
        f"{line.rule.file}:{line.rule.line}"
        for line in told
    ]
    return f"{message}: {'; '.join(parts)}."


def _hold_winner(s: State, result: examples.ExpectGame) -> None:
    if result.who == "nobody":
        if s.over:
            raise fail("E711", result.span, f"The game should go on, and `{s.ended_by}` ends it.", FIX_HINT)
        return
    side = side_of(s, result.who, result.span)
    named = _people(s, (side,))
    if not s.over:
        raise fail("E711", result.span, f"{named} should win, and the game goes on.", FIX_HINT)
    if side not in s.winners:
        message = f"{named} should win, and {_people(s, s.winners)} won by `{s.ended_by}`."
        raise fail("E711", result.span, message, FIX_HINT)


def _people(s: State, sides: Iterable[int]) -> str:
    return " and ".join(s.spec.seats[seat] for side in sides for seat in s.sides[side])


def _hold_reason(s: State, sheet: ScoreSheet, expect: examples.Expect) -> None:
    assert expect.because is not None
    key = ".".join(expect.because)
    if key == s.ended_by:
        return
    lines = [line for side in sheet.sides for line in side.lines if line.rule.key == key]
    if not any(line.points for line in lines):
        ended = f"`{s.ended_by}` ended the game" if s.over else "the line is 0 for every side"
        message = f"`{key}` should decide, and it did not: {ended}."
        raise fail("E712", expect.span, message, "name a rule that did, or fix this one")
