"""After the tricks: tallies, the lines of the sheet, and whether the game is over."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.engine import seats
from spadesdsl.engine.events import EndEvent, OutEvent, ScoreSheet, SheetLine, SideScore, SidesEvent
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import PLAYER, SIDE, Amount, BidType, Code, MissingFact, Spec, amount
from spadesdsl.engine.state import DRAFT, Made, StateData, changed
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.terms import Broke, Moved, Op, Term, ZoneRef
from spadesdsl.work import spend

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.rules.parts import Ending, Line, Tally, TallyStep

    Env: TypeAlias = list[Any]


def score_deal(s: StateData) -> None:
    """Score a finished deal, and end the game if an ending says so."""
    written = new_sheet(s)
    add_up(s, written)
    sheet = ScoreSheet(s.deal, tuple([_side_score(s, subject(s, side), written[side]) for side in range(len(s.sides))]))
    s.sheets += (sheet,)
    s.last_sheet = sheet
    s.events += (sheet,)
    end_game(s)


def settle(s: StateData) -> None:
    """Score a finished deal for those who read no sheet."""
    add_up(s, None)
    end_game(s)


def subject(s: StateData, side: int) -> list[Any]:
    """Return an environment whose subject is a side: its first member who is a player, or the first if none is."""
    env: list[Any] = list(s.spec.environment)
    env[SIDE] = side
    env[PLAYER] = _first_of(s.sides[side], seats.players_of(s))
    return env


@lru_cache(maxsize=256)
def _first_of(members: tuple[int, ...], players: tuple[int, ...]) -> int:
    return min([seat for seat in members if seat in players] or members)


# ---------------------------------------------------------------- tallies


def _take_step(s: StateData, tally: Tally[Code], step: TallyStep[Code], subjects: list[Env]) -> None:
    """Do a step of a tally, for all sides before the next one, which reads the tally as it is then."""
    number = s.game.tallies.index(tally.name)
    row, filled = list(s.tallies[number]), list(s.filled[number])
    if tally.of_table:  # changes once, with no subject
        _change(s, step, list(s.spec.environment), (0,), row, filled)
    else:
        for side in range(len(s.sides)):
            if not seats.is_out(s, side):
                _change(s, step, subjects[side], seats.holders_of(s, side), row, filled)
    s.tallies = changed(s.tallies, number, tuple(row))
    if step.verb == "full at":
        s.filled = changed(s.filled, number, tuple(filled))
    _forget(s)


def _change(
    s: StateData, step: TallyStep[Code], env: Env, holders: tuple[int, ...], row: list[Amount], filled: list[int]
) -> None:
    holds = step.when is None or bool(step.when(s, env))
    if holds or step.verb == "full at":
        value = 0 if step.amount is None else step.amount(s, env)
        for holder in holders:
            now, times = step.change(row[holder], value, holds=holds)
            row[holder] = amount(now)
            filled[holder] += times


def _forget(s: StateData) -> None:
    """Forget named quantities that read what a deal has scored so far."""
    if s.spec.quantities_read_sheet:
        s.memo = {}


# ---------------------------------------------------------------- lines


def add_up(s: StateData, written: list[list[SheetLine]] | None) -> None:
    """Update the tallies, work out every line for every side, and add the points to the scores.

    Each line is written down in `written`, by side, unless nobody reads it.
    """
    s.memo = {}
    s.subtotals = (0,) * len(s.sides)
    subjects = [subject(s, side) for side in range(len(s.sides))]
    for tally in s.spec.scoring.tallies:
        for step in tally.steps:
            _take_step(s, tally, step, subjects)
    gone = [0] * len(s.sides)
    for side in range(len(s.sides)):
        gone[side] = _suppressed(s, side, subjects[side])
    totals: list[Amount] = list(s.subtotals)
    for number, line in enumerate(s.spec.scoring.lines):
        for side in range(len(s.sides)):
            totals[side] = amount(totals[side] + _score_line(s, line, number, subjects[side], gone[side], written))
        if s.spec.reads_subtotal:  # all sides have a line before anybody reads its total
            s.subtotals = tuple(totals)
        _forget(s)
    s.subtotals = tuple(totals)
    for side in range(len(s.sides)):
        for holder in seats.holders_of(s, side):
            s.scores = changed(s.scores, holder, amount(s.scores[holder] + s.subtotals[side]))
    s.memo = DRAFT


_HIDDEN: Final = frozenset({Topic.HAND, Topic.HELD, Topic.LUCK, Topic.SUBTOTAL, Topic.SCORE})


def is_hidden(term: Term) -> bool:
    """Tell whether a term reads what somebody may not see, or what changes while a deal is scored."""
    return isinstance(term, Broke | Moved | ZoneRef) or (isinstance(term, Op) and topic_of(term.op) in _HIDDEN)


def _side_score(s: StateData, env: Env, lines: list[SheetLine]) -> SideScore:
    side = env[SIDE]
    members, toward = s.sides[side], s.spec.tricks_toward
    own, own_contract = s.side_bids[side], s.side_contracts[side]
    bids = [s.bids[seat] for seat in members] if own is None else [own]
    promised = [s.contracts[seat] for seat in members] if own_contract is None else [own_contract]
    made = [one for one in promised if one is not None]
    return SideScore(
        side, members, tuple(lines), s.subtotals[side], seats.score_of(s, side), tallies_of(s, side),
        bids=tuple([bid.label for bid in bids if bid is not None]),
        taken=tuple([s.taken[seat] for seat in members]),
        contract=sum(made) if made else None,
        counted=None if toward is None else _known(toward, s, env),
        grown={tally.name: _grown(s, env, tally) for tally in s.spec.scoring.tallies if not tally.of_table},
        compared={key: value for key, code in s.spec.compared.items() if (value := _known(code, s, env)) is not None},
    )  # fmt: skip


def _known(code: Code, s: StateData, env: Env) -> Amount | None:
    """Return an amount; None if it reads what a document leaves out, or has no value here."""
    try:
        found = code(s, env)
        return None if found is None else amount(found + 0)
    except MissingFact:
        return None


def _grown(s: StateData, env: Env, tally: Tally[Code]) -> tuple[Amount, Amount | None]:
    """Return what a deal added to a side's tally, and where the tally is full."""
    limit = None
    for step in tally.steps:
        if step.verb == "full at" and step.amount is not None:
            limit = amount(step.amount(s, env))
            break
    number, holders = s.game.tallies.index(tally.name), seats.holders_of(s, env[SIDE])
    if not holders:
        return 0, limit
    holder = holders[0]
    added = s.tallies[number][holder] - s.tallies_before[number][holder]
    return amount(added + s.filled[number][holder] * (limit or 0)), limit


def tallies_of(s: StateData, side: int) -> Mapping[str, Amount]:
    """Return the current tallies of a side."""
    found = seats.holders_of(s, side)
    rows = zip(s.game.tallies, s.tallies, strict=True)
    return {name: row[0] if len(row) == 1 else row[found[0]] if found else 0 for name, row in rows}


def _suppressed(s: StateData, side: int, env: Env) -> int:
    """Return the lines, as a mask, that do not count for a side: others stand in their place."""
    if seats.is_out(s, side):
        return -1
    found = 0
    for line, instead in _in_place(s.spec):
        kind = s.spec.bids[s.spec.bid_numbers[line.bid_type]] if line.bid_type else None
        for seat in _places(s, kind, side):
            own = [*env]
            if (kind is None or _has_made(s, kind, seat, own)) and (line.when is None or line.when(s, own)):
                found |= instead
    return found


@lru_cache(maxsize=256)
def _in_place(spec: Spec) -> list[tuple[Line[Code], int]]:
    """Return the lines that stand in the place of others, each with those as a mask."""
    at_name: dict[str, int] = {}
    for at, line in enumerate(spec.scoring.lines):
        at_name[line.name] = at_name.get(line.name, 0) | 1 << at
    return [
        (line, reduce(or_, [at_name.get(name, 0) for name in line.instead_of]))
        for line in spec.scoring.lines
        if line.instead_of
    ]


def earners(s: StateData, line: Line[Code], side: int) -> list[tuple[int, Env]]:
    """Return the subjects of a side's line, each with a seat: the side, or each member that made the line's bid."""
    kind = s.spec.bids[s.spec.bid_numbers[line.bid_type]] if line.bid_type else None
    found = [(seat, subject(s, side)) for seat in _places(s, kind, side)]
    return [(seat, own) for seat, own in found if kind is None or _has_made(s, kind, seat, own)]


def _places(s: StateData, kind: BidType | None, side: int) -> tuple[int, ...]:
    """Return for whom a side's line may be scored: each member, if it is of a bid that members make, or the side."""
    return (side,) if kind is None or kind.by_side else s.sides[side]


def _has_made(s: StateData, kind: BidType, place: int, env: Env) -> bool:
    """Tell whether a member or a side made a bid, and put it into the environment."""
    bid = s.side_bids[place] if kind.by_side else s.bids[place]
    if bid is None or bid.type != kind.id:
        return False
    if not kind.by_side:
        env[PLAYER] = place
    for parameter, value in zip(kind.parameters, bid.arguments, strict=True):
        env[parameter.slot] = value
    return True


def _score_line(
    s: StateData, line: Line[Code], number: int, env: Env, gone: int, written: list[list[SheetLine]] | None
) -> Amount:
    """Score a line for a side; `gone` are the lines that do not count for it. Return its points."""
    total: Amount = 0
    kind = s.spec.bids[s.spec.bid_numbers[line.bid_type]] if line.bid_type else None
    side = env[SIDE]
    is_of_side = kind is None or kind.by_side
    for place in (side,) if is_of_side else s.sides[side]:
        own = env if kind is None else [*env]
        if kind is None or _has_made(s, kind, place, own):
            case = -1
            points: Amount = 0
            if not gone >> number & 1 and (line.when is None or line.when(s, own)):
                for at, one in enumerate(line.cases):
                    if one.condition is None or one.condition(s, own):
                        case = at
                        points = amount(one.value(s, own))
                        break
            put_down(written, side, line, number, place, points, case, is_of_side)
            total += points
    return total


def new_sheet(s: StateData) -> list[list[SheetLine]]:
    """Return a sheet with no line on it, by side."""
    return [[] for _ in s.sides]


def put_down(
    written: list[list[SheetLine]] | None,
    side: int,
    line: Line[Code],
    number: int,
    place: int,
    points: Amount,
    case: int,
    is_of_side: bool,
) -> None:
    """Write a line on a side's sheet, with the number of the case that applies; −1 if it scores nothing."""
    if written is None:
        return
    seat = None if is_of_side else place
    if case < 0:
        written[side].append(SheetLine(line.rule, seat, 0, line.rule.sentence))
    else:
        sentence = line.cases[case].sentence or line.rule.sentence
        written[side].append(SheetLine(line.rule, seat, points, sentence, case))


# ---------------------------------------------------------------- endings


def end_game(s: StateData) -> None:
    """End the game if an ending says so: the first, in the order written, that decides it.

    If the bidding makes the sides, scores are kept by player, so a player wins.
    """
    if s.spec.teams.after is not None:
        seats.first_sides(s)
    subjects = [subject(s, side) for side in range(len(s.sides))]
    for ending in s.spec.endings:
        sides = [side for side in range(len(s.sides)) if not seats.is_out(s, side)]
        holds = [side for side in sides if ending.when is None or ending.when(s, subjects[side])]
        if not holds:
            continue
        left = [side for side in sides if side not in holds]
        if ending.kind == "out":
            _put_out(s, ending, holds, left)
            rivals = left if len(left) == 1 else []
        else:
            rivals = holds if ending.kind == "win" else left or holds
        if not rivals:
            continue
        most = max([_standing(s, side) for side in rivals])
        winners = tuple([side for side in rivals if _standing(s, side) == most])
        if len(winners) > 1 and s.spec.tie != "shared":
            continue
        if s.spec.teams.after is not None:
            s.events += (SidesEvent(s.sides),)
        _end(s, winners, ending.rule.key, tuple(holds))
        return


def _standing(s: StateData, side: int) -> Amount:
    """Return a score, the higher the better."""
    return -seats.score_of(s, side) if s.spec.best_lowest else seats.score_of(s, side)


def _end(s: StateData, winners: tuple[int, ...], reason: str, holds: tuple[int, ...] = ()) -> None:
    s.over = True
    s.winners = winners
    s.ended_by = reason
    s.flow = ()
    s.events += (EndEvent(winners, reason, tuple([seats.score_of(s, one) for one in range(len(s.sides))]), holds),)


def give_up(s: StateData) -> None:
    """End a game that nobody wins, because all its deals are thrown in."""
    _end(s, (), "redeal")


def _put_out(s: StateData, ending: Ending[Code], sides: list[int], left: list[int]) -> None:
    """Take sides out of the game, unless none would be left."""
    if not left:
        return
    gone = [seat for seat in range(len(s.side_of)) if s.side_of[seat] in sides]
    s.out |= mask_of(gone)
    s.events += (OutEvent(ending.rule.key, tuple(gone)),)


# ---------------------------------------------------------------- deals apart from a game


def scored(deal: Made, *, has_sheet: bool = True) -> Made:
    """Return the state after scoring a deal: its `last_sheet` is the score sheet, if it has to be written."""
    scoring = deal.spec.scoring
    spend(10 + len(deal.sides) * (len(scoring.lines) + len(scoring.tallies)) + deal.spec.loops()[1])
    after = deal.copy()
    after.events, after.sheets = (), ()
    if has_sheet:
        score_deal(after)
    else:
        settle(after)
    return after
