"""After the tricks: tallies, the lines of the sheet, and whether the game is over."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.engine import seats
from spadesdsl.engine.events import EndEvent, OutEvent, ScoreSheet, SheetLine, SideScore, SidesEvent
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import PLAYER, SIDE, amount
from spadesdsl.engine.state import DRAFT, Bid, changed
from spadesdsl.engine.unknown import MissingFact
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.terms import Broke, Moved, Op, ZoneRef

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.engine.spec import Amount, Code
    from spadesdsl.engine.state import Made, StateData
    from spadesdsl.rules.parts import Ending, Line, Tally
    from spadesdsl.rules.terms import Term

    Env: TypeAlias = list[Any]


def score_deal(s: StateData) -> None:
    """Score a finished deal, and end the game if an ending says so."""
    sheet = write_sheet(s)
    s.sheets += (sheet,)
    s.last_sheet = sheet
    s.events += (sheet,)
    end_game(s)


def subject(s: StateData, side: int) -> list[Any]:
    """Return an environment whose subject is a side."""
    env: list[Any] = list(s.spec.environment)
    env[SIDE] = side
    env[PLAYER] = _first_of(s.sides[side], seats.players_of(s))
    return env


@lru_cache(maxsize=256)
def _first_of(members: tuple[int, ...], players: tuple[int, ...]) -> int:
    """Return the first member who is a player, or the first of all if none is."""
    return next((seat for seat in members if seat in players), members[0])


# ---------------------------------------------------------------- tallies


def _update(s: StateData, tally: Tally[Code], subjects: Sequence[Env]) -> None:
    """Do the steps of a tally, each for all sides before the next one, which reads the tally as it is now."""
    number = s.game.tallies.index(tally.name)
    if tally.of_table:  # changes once, with no subject
        changing: list[tuple[Env, tuple[int, ...]]] = [(list(s.spec.environment), (0,))]
    else:
        changing = [(env, seats.holders_of(s, env[SIDE])) for env in subjects if not seats.is_out(s, env[SIDE])]
    row, filled = list(s.tallies[number]), list(s.filled[number])
    for step in tally.steps:
        for env, holders in changing:
            holds = step.when is None or bool(step.when(s, env))
            if not holds and step.verb != "full at":
                continue
            value = 0 if step.amount is None else step.amount(s, env)
            for holder in holders:
                now, times = step.change(row[holder], value, holds=holds)
                row[holder] = amount(now)
                filled[holder] += times
        s.tallies = changed(s.tallies, number, tuple(row))
        s.filled = changed(s.filled, number, tuple(filled))
        _forget(s)


def _forget(s: StateData) -> None:
    """Forget named quantities that read what a deal has scored so far."""
    if s.spec.quantities_read_sheet:
        s.memo = {}


# ---------------------------------------------------------------- lines


def write_sheet(s: StateData) -> ScoreSheet:
    """Update the tallies, work out every line for every side, and add the points to the scores."""
    scoring, sides = s.spec.scoring, range(len(s.sides))
    s.memo = {}
    s.subtotals = (0,) * len(s.sides)
    subjects = [subject(s, side) for side in sides]
    for tally in scoring.tallies:
        _update(s, tally, subjects)
    gone = _suppressed(s, subjects)
    written: list[list[SheetLine]] = [[] for _ in sides]
    for line in scoring.lines:
        totals: list[Amount] = list(s.subtotals)
        for side in sides:
            for seat, env in _earners(s, line, subjects[side]):
                entry = _entry(s, line, seat, env, is_gone=line.name in gone[side])
                written[side].append(entry)
                totals[side] += entry.points
        s.subtotals = tuple([amount(total) for total in totals])
        _forget(s)
    scores = list(s.scores)
    for side in sides:
        for holder in seats.holders_of(s, side):
            scores[holder] = amount(scores[holder] + s.subtotals[side])
    s.scores, s.memo = tuple(scores), DRAFT
    return ScoreSheet(s.deal, tuple([_side_score(s, env, written[env[SIDE]]) for env in subjects]))


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
        return None if found is None else amount(found)
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


def _suppressed(s: StateData, subjects: Sequence[Env]) -> list[frozenset[str]]:
    """Return, by side, the names of the lines that do not count for it: others stand in their place."""
    lines = s.spec.scoring.lines
    instead = [line for line in lines if line.instead_of]
    gone = []
    for env in subjects:
        if seats.is_out(s, env[SIDE]):
            gone.append(frozenset([line.name for line in lines]))
        else:
            gone.append(frozenset([name for line in instead if _counts(s, line, env) for name in line.instead_of]))
    return gone


def _counts(s: StateData, line: Line[Code], env: Env) -> bool:
    return any(line.when is None or line.when(s, one) for _, one in _earners(s, line, env))


def earners(s: StateData, line: Line[Code], side: int) -> list[tuple[int | None, Env]]:
    """Return the subjects of a side's line: the side, or each member that made the line's bid."""
    return _earners(s, line, subject(s, side))


def _earners(s: StateData, line: Line[Code], env: Env) -> list[tuple[int | None, Env]]:
    if line.bid_type is None:
        return [(None, env)]
    number, side = s.spec.bid_numbers[line.bid_type], env[SIDE]
    kind = s.spec.bids[number]
    made: Sequence[tuple[int | None, Bid | None]]
    made = [(None, s.side_bids[side])] if kind.by_side else [(seat, s.bids[seat]) for seat in s.sides[side]]
    found: list[tuple[int | None, Env]] = []
    for seat, bid in made:
        if bid is None or bid.type != number:
            continue
        own = [*env]
        if seat is not None:
            own[PLAYER] = seat
        for parameter, value in zip(kind.parameters, bid.arguments, strict=True):
            own[parameter.slot] = value
        found.append((seat, own))
    return found


def _entry(s: StateData, line: Line[Code], seat: int | None, env: Env, *, is_gone: bool) -> SheetLine:
    if not is_gone and (line.when is None or line.when(s, env)):
        for number, case in enumerate(line.cases):
            if case.condition is None or case.condition(s, env):
                points = amount(case.value(s, env))
                return SheetLine(line.rule, seat, points, case.sentence or line.rule.sentence, number)
    return SheetLine(line.rule, seat, 0, line.rule.sentence)


# ---------------------------------------------------------------- endings


def end_game(s: StateData) -> None:
    """End the game if an ending says so: the first, in the order written, that decides it.

    If the bidding makes the sides, scores are kept by player, so a player wins.
    """
    if s.spec.teams.after is not None:
        seats.with_sides(s, s.spec.teams.sides)
    for ending in s.spec.endings:
        sides = [side for side in range(len(s.sides)) if not seats.is_out(s, side)]
        holds = [side for side in sides if ending.when is None or ending.when(s, subject(s, side))]
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
        best = (min if s.spec.best_lowest else max)(seats.score_of(s, side) for side in rivals)
        winners = tuple(side for side in rivals if seats.score_of(s, side) == best)
        if len(winners) > 1 and s.spec.tie != "shared":
            continue
        s.over = True
        s.winners = winners
        s.ended_by = ending.rule.key
        s.flow = ()
        if s.spec.teams.after is not None:
            s.events += (SidesEvent(s.sides),)
        scores = tuple(seats.score_of(s, side) for side in range(len(s.sides)))
        s.events += (EndEvent(winners, s.ended_by, scores, tuple(holds)),)
        return


def give_up(s: StateData, reason: str) -> None:
    """End a game that nobody wins."""
    s.over, s.winners, s.ended_by = True, (), reason
    scores = tuple(seats.score_of(s, side) for side in range(len(s.sides)))
    s.events += (EndEvent((), reason, scores),)


def _put_out(s: StateData, ending: Ending[Code], sides: list[int], left: list[int]) -> None:
    """Take sides out of the game, unless none would be left."""
    if not left:
        return
    gone = tuple(sorted(seat for side in sides for seat in s.sides[side]))
    s.out |= mask_of(gone)
    s.events += (OutEvent(ending.rule.key, gone),)


# ---------------------------------------------------------------- deals apart from a game


def scored(deal: Made) -> Made:
    """Return the state after scoring a deal: its `last_sheet` is the score sheet."""
    after = deal.copy()
    after.events, after.sheets = (), ()
    score_deal(after)
    return after
