"""Examples that score a deal: `case us take 7: us { score = 389 }`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import product
from operator import ge
from typing import Final, TypeVar

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.engine.dealing import next_dealer
from spadesdsl.engine.events import ScoreSheet, SideScore
from spadesdsl.engine.game import State
from spadesdsl.engine.labels import written
from spadesdsl.engine.outcomes import IsOpen, awards_tricks, leave_open, leave_played_open
from spadesdsl.engine.possible import divisions, thrown_in_by
from spadesdsl.engine.scoring import scored, subject
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.spec import SIDE, Code, MissingFact, Spec, Told, Value
from spadesdsl.examples import names, situations
from spadesdsl.examples.situations import Scene
from spadesdsl.frozen import replace
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Line, TallyStep
from spadesdsl.rules.terms import Op, TallyRef, Term
from spadesdsl.source import Span
from spadesdsl.syntax import examples
from spadesdsl.words import amount_text, and_list, count
from spadesdsl.work import spend

_OF_A_DEAL: Final = 200
"""Steps of work that a deal takes, besides its scoring."""

L = TypeVar("L", "Line[Code]", "TallyStep[Code]")


def run_case(scene: Scene, outcomes: tuple[examples.Outcome, ...], expect: examples.Expect) -> tuple[State, ...]:
    """Score a deal and compare it with what is expected; if it does not hold, raise `Failed`.

    If an outcome gives a side's tricks as one number, every way to divide them among its seats has to hold: the deal is
    scored for each of them.
    """
    sit = situations.start(scene)
    s = sit.s
    situations.put_bids(sit, scene)
    situations.put_in(sit, scene.facts)
    situations.put_in(sit, [outcome for outcome in outcomes if isinstance(outcome, examples.GivenDid)])
    earlier = s.taken
    situations.put_tricks(sit, scene)
    sit.check()
    is_played = any(isinstance(outcome, examples.Take) for outcome in outcomes)
    if is_played and (rule := thrown_in_by(s)) is not None:
        message = f"Nobody takes a trick here: `{rule.key}` throws the deal in."
        raise names.fail("E720", outcomes[0].span, message, "give what was bid or decided before the play")
    situations.check_taken(sit, scene)
    taken = [] if s.tricks else scene.given(examples.GivenTaken)
    shares = _told_shares(sit, taken, outcomes, None if is_played or s.taken == earlier else s.taken)
    counted = frozenset(names.seat_of(s, one.who, one.span) for one in taken)
    shares = names.that_win(s, _with_cards_won(s, shares, outcomes), outcomes, counted)
    if not _reads_seats(s.spec, frozenset(bid.type for bid in (*s.bids, *s.side_bids) if bid)):
        # The rules cannot tell apart how the tricks of a side are divided.
        by_side = {tuple(sum(share[seat] for seat in side) for side in s.sides): share for share in reversed(shares)}
        shares = list(reversed(by_side.values()))
    held: dict[tuple[int, ...], list[State]] = {}
    problems: list[tuple[tuple[int, ...], names.Failed]] = []
    for share in shares:
        try:
            said = names.winners_of(s, share, outcomes, counted)
            held[share] = _hold(s, share, said, expect, is_told=bool(outcomes or counted))
        except names.Failed as problem:
            problems.append((share, problem))
    if problems and held:
        where = _told_share(s, problems[0][0], list(held))
        message = f"This holds only for some ways to share the tricks: where {where}, {problems[0][1].finding.message}"
        raise names.fail("E706", outcomes[0].span, message, "give them by seat, as in `us take 2 + 4`")
    if problems:
        _check_players(s, expect)
        raise _cut_short(s, _shares(sit, taken, outcomes, is_cut=True), outcomes, expect) or problems[0][1]
    return tuple(end for ends in held.values() for end in ends)


def _cut_short(
    s: State, shares: Iterable[tuple[int, ...]], outcomes: tuple[examples.Outcome, ...], expect: examples.Expect
) -> names.Failed | None:
    """Say what the others take if an example holds where the play ends early; None if it does not."""
    message, hint = "This holds only if the play ends early, and the others take nothing.", "say what the others take"
    for share in shares if awards_tricks(s) else ():
        with suppress(names.Failed):
            _hold(s, share, names.winners_of(s, share, outcomes, frozenset()), expect, is_told=True)
            return names.fail("E706", outcomes[0].span, message, f"{hint}, too, as in `us take 7, them take 0`")
    return None


def _told_shares(
    sit: Situation,
    given: Iterable[examples.GivenTaken],
    outcomes: tuple[examples.Outcome, ...],
    in_all: tuple[int, ...] | None,
) -> list[tuple[int, ...]]:
    """Return the ways to divide the tricks; if no case says how many are taken, those given are `in_all`."""
    s, shares = sit.s, list(_shares(sit, given, outcomes))
    if in_all is not None:
        return [in_all]
    # The tricks given are some of those taken.
    has_takes = any(isinstance(outcome, examples.Take) for outcome in outcomes)
    found = [share for share in shares if not (has_takes and s.tricks) or all(map(ge, share, s.taken))]
    if not found:
        raise names.fail("E707", outcomes[0].span, _why_no_share(s, shares), names.COUNT_HINT)
    return found


def _why_no_share(s: State, shares: Iterable[tuple[int, ...]]) -> str:
    """Say which side, or else which seat, takes fewer tricks in every share than it won of those that are given."""
    for members in (*s.sides, *((seat,) for seat in range(len(s.taken)))):
        won = sum(s.taken[seat] for seat in members)
        most = max((sum(share[seat] for seat in members) for share in shares), default=won)
        if most < won:
            who = and_list(s.spec.seats[seat] for seat in members)
            return f"{who} won {count(won, 'trick')} above, and {'take' if len(members) > 1 else 'takes'} {most} here."
    return "The tricks of a side differ from those of its seats."


@lru_cache(maxsize=64)
def _reads_seats(spec: Spec, bids: frozenset[int]) -> bool:
    """Tell whether scoring a deal with these bids reads who of a side took tricks, and which."""
    lines = (one for one in spec.scoring.lines if one.bid_type is None or spec.bid_numbers[one.bid_type] in bids)
    steps = [step for tally in spec.scoring.tallies for step in tally.steps]
    codes = [code for one in steps for code in (one.amount, one.when)]
    codes += [spec.dealer_next, *(one.when for one in spec.endings)]
    return _reads(spec, lines, _is_of_tricks) or any(spec.reads(code, _is_of_tricks) for code in codes if code)


def _is_of_tricks(term: Term) -> bool:
    topics = (Topic.TAKEN, Topic.TRICKS, Topic.WON)
    return isinstance(term, Op) and topic_of(term.op) in topics and term.op != "side_taken"


def _check_players(s: State, expect: examples.Expect) -> None:
    """Refuse cards that are only said to be won where the rules read who played a card, or which lay in one trick."""
    if not any(won & ~s.played for won in s.won):
        return
    spec = _only(s.spec, expect)
    for op, what in _NOT_SAID_BY_WON.items():
        if _reads(spec, spec.scoring.lines, partial(_is_of, op)):
            message = f"The rules read {what}, and `won` does not say that."
            raise names.fail("E727", expect.span, message, "give the `tricks`")


def _is_of(op: str, term: Term) -> bool:
    return isinstance(term, Op) and term.op == op


_NOT_SAID_BY_WON = {
    "card_player": "who played a card",
    "trick_cards": "which cards lay in one trick",
}


def _reads(spec: Spec, lines: Iterable[Line[Code]], is_read: Callable[[Term], bool]) -> bool:
    """Tell whether lines of the sheet read something."""
    codes = (code for line in lines for case in line.cases for code in (line.when, case.condition, case.value))
    return any(spec.reads(code, is_read) for code in codes if code)


def _with_cards_won(
    s: State, shares: list[tuple[int, ...]], outcomes: tuple[examples.Outcome, ...]
) -> list[tuple[int, ...]]:
    """Return the shares in which each seat that won cards has a trick."""
    winners = [seat for seat, cards in enumerate(s.won) if cards]
    found = [share for share in shares if all(share[seat] for seat in winners)]
    if not found and any(isinstance(one, examples.Take) for one in outcomes):
        who = s.spec.seats[next(seat for seat in winners if not shares[0][seat])]
        raise names.fail("E707", outcomes[0].span, f"{who} won cards, and takes no trick here.", names.COUNT_HINT)
    return found or shares


def _told_share(s: State, failed: tuple[int, ...], held: list[tuple[int, ...]]) -> str:
    """Say how tricks are divided where an example fails, as far as the nearest way in which it holds differs."""
    different = [
        [seat for seat, (mine, theirs) in enumerate(zip(failed, other, strict=True)) if mine != theirs]
        for other in held
    ]
    return and_list(f"{s.spec.seats[seat]} takes {failed[seat]}" for seat in min(different, key=len))


def _shares(
    sit: Situation,
    given: Iterable[examples.GivenTaken],
    outcomes: tuple[examples.Outcome, ...],
    *,
    is_cut: bool = False,
) -> Iterator[tuple[int, ...]]:
    """Yield the tricks by seat in every way that is left open; if the play is cut short, the others take none."""
    s = sit.s
    taken: list[int | None] = [None] * len(s.spec.seats)
    for fact in given:
        taken[s.spec.seats.index(fact.who)] = fact.tricks
    takes = [outcome for outcome in outcomes if isinstance(outcome, examples.Take)]
    totals = [(members, take.tricks[0]) for take in takes for members in _read_take(s, take, taken)]
    rest = {seat for seat, number in enumerate(taken) if number is None}.difference(*(seats for seats, _ in totals))
    known = sum(number or 0 for number in taken)
    known += sum(total - sum(taken[seat] or 0 for seat in members) for members, total in totals)
    is_said = bool(totals) or any(number is not None for number in taken)
    if outcomes:
        place, hint = (takes or outcomes)[0].span, names.COUNT_HINT
        if len(takes) == _TWO_SIDES == len(totals) and totals[0][1] <= s.tricks_total:
            left, (first, second) = s.tricks_total - totals[0][1], takes
            place, hint = second.span, f"with {first.who} taking {totals[0][1]}, write `{second.who} take {left}`"
        situations.check_total(sit.blank, [known, None] if rest or not takes else [known], place, hint)
    ways = [(members, tuple(divisions(total, len(members)))) for members, total in totals]
    if rest and is_said:
        # The seats that nothing is said about: one of them takes all that is left, each in turn.
        least = [s.taken[seat] * bool(s.tricks) for seat in range(len(s.taken))]
        with_cards = [max(taken, bool(won)) for taken, won in zip(least, s.won, strict=True)]
        if known + sum(with_cards[seat] for seat in rest) <= s.tricks_total:
            least = with_cards
        left = 0 if is_cut else max(s.tricks_total - known - sum(least[seat] for seat in rest), 0)
        ways.append((tuple(rest), tuple(tuple(least[seat] + left * (seat == one) for seat in rest) for one in rest)))
    for way in product(*(parts for _, parts in ways)):
        share = [number or 0 for number in taken]
        for (members, _), parts in zip(ways, way, strict=True):
            for seat, number in zip(members, parts, strict=True):
                share[seat] = number
        if all(number in (None, share[seat]) for seat, number in enumerate(taken)):
            yield tuple(share)


_TWO_SIDES = 2


def _read_take(s: State, take: examples.Take, taken: list[int | None]) -> Iterator[tuple[int, ...]]:
    """Note what each seat takes; yield the seats among whom a side's number is divided."""
    members = names.members_of(s, take.who, take.span)
    if len(take.tricks) > len(members):
        members = s.sides[names.side_of(s, take.who, take.span)]
    if len(take.tricks) == len(members):
        for seat, number in zip(members, take.tricks, strict=True):
            if taken[seat] not in (None, number):
                message = f"{s.spec.seats[seat]} takes {number} here, and {taken[seat]} elsewhere."
                raise names.fail("E722", take.span, message, "say it once")
            taken[seat] = number
    elif len(take.tricks) == 1:
        yield members
    else:
        message = f"{len(take.tricks)} numbers are given for a side of {len(members)} seats."
        hint = "give one number for the side, or one for each of its seats"
        if len(take.tricks) == len(s.spec.seats):
            told = (f"{name} take {number}" for name, number in zip(s.spec.seats, take.tricks, strict=True))
            hint = f"for the tricks of each player write `case {', '.join(told)}`"
        raise names.fail("E707", take.span, message, hint)


def _hold(
    s: State, share: tuple[int, ...], said: list[names.Winners] | None, expect: examples.Expect, *, is_told: bool
) -> list[State]:
    """Score a deal and compare it, in every order of its tricks if rules read that and the example does not say it."""
    orders: Sequence[names.Winners | None] = said or [None]
    if len(orders) == 1:
        try:
            return [_compare(scored(_deal(s, share, orders[0], lambda _: True, is_told=is_told)), expect)]
        except MissingFact:
            if orders[0] is None:
                orders = _orders(s, share) if s.tricks else names.orders_of(share)
    ends: list[State] = []
    problems: list[names.Failed] = []
    for order in orders:
        try:
            ends.append(_compare(_scored(s, share, order, expect, is_told=is_told), expect))
        except names.Failed as problem:
            problems.append(problem)
    if ends and problems:
        raise _unsaid(s, "winners", "who won each trick", expect)
    if problems:
        raise problems[0]
    return ends


def _orders(s: State, share: tuple[int, ...]) -> list[names.Winners]:
    """Return orders in which the tricks may have been won, those that are given in their places."""
    won = {trick.number: trick.winner for trick in s.tricks}
    others = [number - list(won.values()).count(seat) for seat, number in enumerate(share)]
    orders = map(iter, names.orders_of(others))
    return [[won[at] if at in won else next(one, None) for at in range(1, s.tricks_total + 1)] for one in orders]


def _scored(
    s: State, share: tuple[int, ...], winners: names.Winners | None, expect: examples.Expect, *, is_told: bool
) -> State:
    """Score a deal whose tricks had no card that counts, but for those that are given."""
    said = ("winners", "tricks")  # of which every order is tried, and whose cards do not count
    unseen = _deal(s, share, winners, lambda key: key.partition(".")[0] not in said, is_told=is_told)
    unseen.spec = _for_sides(_only(s.spec, expect), s, expect)
    try:
        after = scored(unseen)
        if any(isinstance(result, examples.ExpectDealer) for result in expect.results):
            next_dealer(after)
    except MissingFact as missing:
        raise _unsaid(s, missing.key, missing.what, expect) from None
    return scored(_deal(s, share, winners, lambda _: False, is_told=is_told))


def _deal(s: State, share: tuple[int, ...], winners: names.Winners | None, is_open: IsOpen, *, is_told: bool) -> State:
    """Return the deal with its tricks."""
    spend(_OF_A_DEAL)
    after = s.copy()
    taken: Sequence[int | None] = share if winners is None else [winners.count(seat) for seat in range(len(share))]
    if not winners and not any(share) and not (is_told and awards_tricks(s)):
        taken = [None] * len(share)  # each deal is played
    if after.tricks and winners is None and sum(share) <= sum(s.taken):
        Situation(after).take(share)
        if len(after.tricks) < after.tricks_total:
            leave_played_open(after, is_open)
    else:
        given = {trick.number: trick.winner for trick in s.tricks}
        leave_open(after, taken, winners or given, range(len(share)) if any(s.won) else (), is_open)
    return after


def _only(spec: Spec, expect: examples.Expect) -> Spec:
    """Return the rules without the lines and the endings that an expectation does not depend on."""
    sheets = [result for result in expect.results if isinstance(result, examples.Sheet)]
    named = {amount.name for sheet in sheets for amount in sheet.amounts}
    is_of_game = any(isinstance(result, examples.ExpectGame) for result in expect.results)
    if any(isinstance(result, examples.ExpectDealer) for result in expect.results):
        is_of_game = is_of_game or spec.reads(spec.dealer_next, _adds_up)
    if "score" in named or is_of_game or expect.because is not None or spec.reads_subtotal:
        return spec
    lines = tuple(line for line in spec.scoring.lines if line.name in named or named.intersection(line.instead_of))
    is_read = _reads(spec, lines, lambda term: isinstance(term, TallyRef))
    tallies = tuple(tally for tally in spec.scoring.tallies if is_read or tally.name in named)
    return replace(spec, scoring=replace(spec.scoring, lines=lines, tallies=tallies), endings=())


def _adds_up(term: Term) -> bool:
    """Tell whether a term reads what the scoring of a deal changes."""
    return isinstance(term, TallyRef) or (isinstance(term, Op) and topic_of(term.op) is Topic.SCORE)


def _for_sides(spec: Spec, s: State, expect: examples.Expect) -> Spec:
    """Return the rules with lines and tallies for the sides alone that an expectation names, if it names some."""
    sheets = [result for result in expect.results if isinstance(result, examples.Sheet) and result.who != "table"]
    if len(sheets) < len(expect.results) or expect.because is not None or spec.endings or spec.reads_subtotal:
        return spec
    sides = (None, *(names.side_of(s, sheet.who, sheet.span) for sheet in sheets))

    def of_sides(one: L) -> L:
        when = one.when
        return replace(one, when=lambda s, e: e[SIDE] in sides and (when is None or when(s, e)))

    lines = tuple(map(of_sides, spec.scoring.lines))
    tallies = tuple(replace(one, steps=tuple(map(of_sides, one.steps))) for one in spec.scoring.tallies)
    return replace(spec, scoring=replace(spec.scoring, lines=lines, tallies=tallies))


def _unsaid(s: State, key: str, what: str, expect: examples.Expect) -> names.Failed:
    """Return the failure of an example that does not say what the rules read."""
    sides = [names.word_of(s, side) for side in range(len(s.sides))]
    if key == "winners":
        how = f"`{sides[0]} win tricks {max(1, s.tricks_total - 2)} to {s.tricks_total}`"
    elif key.startswith("won"):
        who = s.spec.seats[int(key.removeprefix("won."))]
        how = f"`given {who} won {s.spec.deck.names[0]} …`"
    elif len(sides) > 2:
        how = f"`case {sides[0]} take 3, {sides[1]} take 4, …: …`"
    else:
        how = f"`case {sides[0]} take 3: …`"
    message = f"The rules read {what}, and the example does not say."
    return names.fail(
        "E727", expect.span, message, "add the `tricks`" if key == "played" else f"add {how}, or the `tricks`"
    )


def _compare(end: State, expect: examples.Expect) -> State:
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
            who = names.word_of(end, 0)
            hint = f"write `{who} {{ score = 50 }}` or `{who} wins`, and the other in an example of its own"
            raise names.fail("E701", result.span, "A scored deal has no such outcome.", hint)
    if expect.because is not None:
        _hold_reason(end, sheet, expect)
    return end


def hold_dealer(s: State, dealer: int, result: examples.ExpectDealer) -> None:
    """Compare who deals next with what is expected."""
    if s.over:
        raise names.fail(
            "E711", result.span, f"{result.who} should deal next, and `{s.ended_by}` ends the game.", names.FIX_HINT
        )
    if dealer != names.seat_of(s, result.who, result.span):
        message = f"{result.who} should deal next, and {s.spec.seats[dealer]} does."
        raise names.fail("E725", result.span, message, names.came_out(f"{s.spec.seats[dealer]} deals next"))


def _hold_sheet(s: State, sheet: ScoreSheet, result: examples.Sheet) -> None:
    """Compare what a side, or the table, has now with what is expected."""
    side = None if result.who == "table" else names.side_of(s, result.who, result.span)
    found = next((one for one in sheet.sides if one.side == side), None)
    for amount in result.amounts:
        expected = names.value_of(s, amount.value)
        if found is None:
            got = s.tallies[s.game.tallies.index(amount.name)][0]
            message = f"The table's `{amount.name}` should be {_signed(expected)}, and is {_signed(got)}."
        else:
            got = _amount(s, found, amount.name, amount.span)
            message = _difference(s, found, amount.name, expected, got)
        if got != expected:
            raise names.fail("E710", amount.span, message, names.came_out(f"{amount.name} = {amount_text(got)}"))


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
    hint = did_you_mean(name, known) or f"it has {names.listed(known)}"
    raise names.fail("E704", span, f"The sheet of deal {s.deal} has no line or tally `{name}`.", hint)


def _signed(number: Value) -> str:
    return amount_text(number).replace("-", "−")


def _difference(s: State, found: SideScore, name: str, expected: Value, got: Value) -> str:
    """Say what was expected, what the result was, and which lines made it."""
    who = " and ".join(s.spec.seats[seat] for seat in found.members)
    message = f"{who}: `{name}` should be {_signed(expected)}, and is {_signed(got)}"
    told = [line for line in found.lines if line.points and (name == "score" or line.rule.key == f"scoring.{name}")]
    if not told:
        counted = {line.rule for line in found.lines if line.case is not None}
        instead = [one for one in s.spec.scoring.lines if name in one.instead_of and one.rule in counted]
        why = f"`{instead[0].rule.key}` counts instead of it" if instead else "no line gave points"
        return message + ("." if name in found.tallies else f": {why}.{_what_it_read(s, found.side, name)}")
    parts = [
        f"`{line.rule.key}` {'added' if line.points > 0 else 'took'} {_signed(abs(line.points))}, "
        f"{line.rule.file}:{line.rule.line}"
        for line in told
    ]
    return f"{message}: {'; '.join(parts)}.{_what_it_read(s, found.side, name)}"


def _what_it_read(s: State, side: int, name: str) -> str:
    """Say what a line that no bid earns read, as far as scoring the deal did not change it."""
    env, found = subject(s, side), []
    lines = [line for line in s.spec.scoring.lines if line.name == name]
    told = s.spec.told(lines[0].rule) if len(lines) == 1 and lines[0].bid_type is None else Told()
    for read in told.reads:
        if read.kind != "cards" and not s.spec.reads(read.code, _adds_up):
            with suppress(MissingFact):  # the example leaves it open
                found.append(f"`{read.text}` is {written(s, read.kind, read.code(s, env))}")
    return f" Here {and_list(found)}." if found else ""


def _hold_winner(s: State, result: examples.ExpectGame) -> None:
    hint = names.came_out(f"{names.word_of(s, s.winners[0])} wins") if s.winners else names.FIX_HINT
    if result.who == "nobody":
        if s.over:
            raise names.fail("E711", result.span, f"The game should go on, and `{s.ended_by}` ends it.", hint)
        return
    side = names.side_of(s, result.who, result.span)
    named = _people(s, (side,))
    if not s.over:
        raise names.fail(
            "E711", result.span, f"{named} should win, and the game goes on.", names.came_out("nobody wins")
        )
    if side not in s.winners:
        message = f"{named} should win, and {_people(s, s.winners)} won by `{s.ended_by}`."
        raise names.fail("E711", result.span, message, hint)


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
        raise names.fail("E712", expect.span, message, "name a rule that did, or fix this one")
