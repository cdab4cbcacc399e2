"""The cases of each line of the score sheet: exactly one counts, whatever was bid and taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations, filterfalse, islice, product
from math import prod
from typing import Final

from spadesdsl.algebra.bids import options_of_ranges
from spadesdsl.algebra.forms import negated, questions
from spadesdsl.algebra.judge import COMPARISONS
from spadesdsl.algebra.reads import facts_of, options_read, topics_of
from spadesdsl.algebra.sums import Form
from spadesdsl.diagnostics import Diagnostic, Note, warning
from spadesdsl.engine.scoring import earners, scored
from spadesdsl.engine.spec import SIDE, Spec
from spadesdsl.engine.state import StateData
from spadesdsl.frozen import Changing, replace
from spadesdsl.proofs.by_kernel import condition_of, see_more
from spadesdsl.proofs.cases import case_without, missing_case, never_counts
from spadesdsl.proofs.claims import Event, Happening, Id, Proof, Standing, id_of
from spadesdsl.proofs.conditions import at_its_bound
from spadesdsl.proofs.context import OF_PAST, ProofContext, Setting, settings_of, values_of
from spadesdsl.proofs.playing import can_be_bid
from spadesdsl.proofs.ranges import FROM_BIDS, FROM_SHEET, Range, deals_of, range_of, told
from spadesdsl.proofs.witness import what_is_read
from spadesdsl.rules.game import Option, Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Award, Line, Round, Skip
from spadesdsl.rules.terms import Term, Value
from spadesdsl.rules.walking import all_steps, terms_of
from spadesdsl.source import Span
from spadesdsl.syntax.bodies import Cases
from spadesdsl.words import and_list
from spadesdsl.work import GIVEN_UP, at_most, share, spend

MOST_DEALS: Final = 60_000
"""If there are more deals than this, only some are tried."""
MOST_TRIED: Final = 6_000
"""How many deals to try when not all are tried."""
_MOST_AT_ONCE: Final = 4_000
"""How many deals to check when nobody asked for proofs."""
MOST_SHEETS: Final = 1_500
"""How many deals to try when each needs its whole sheet."""
MOST_SETTINGS: Final = 40
_MOST_AIMS: Final = 2
_MOST_MARKS: Final = 8
_DEALS_AT_A_MARK: Final = 20


class _Seen(Changing):
    """What was seen about a line."""

    cases: int
    how: str
    is_whole: bool
    gap: str = ""
    """A deal that no case covers."""
    overlap: tuple[int, int, str] | None = None
    """Two cases, and a deal in which both hold."""
    unreached: frozenset[int] = frozenset()
    """Cases that never count, for certain."""

    def tell(self, what: Happening, example: str, many: int) -> None:
        """Keep a deal that shows something wrong."""
        example = example[:1].upper() + example[1:]
        if what[0] is Event.GAP:
            self.gap = example
        else:
            self.overlap = (*divmod(what[2], many), example)


def prove_lines(context: ProofContext, *, is_own_alone: bool = False) -> Iterator[Proof]:
    """Prove for each line with cases that exactly one counts.

    Args:
        context: The file.
        is_own_alone: Whether to check only the file's own lines.
    """
    done: set[tuple[object, ...]] = set()
    found: dict[Id, list[tuple[Line, _Seen]]] = {}
    left = sum(one.cases[0].condition is not None for _, game in context.editions for one in game.scoring.lines)
    for deal, game in context.editions:
        around = context.around(game)
        for line in game.scoring.lines:
            left -= line.cases[0].condition is not None
            if line.cases[0].condition is None or (line, around) in done:
                continue
            if is_own_alone and not context.is_own(line.rule):
                continue
            if any(seen.gap or seen.overlap for _, seen in found.get(id_of(line.rule), ())):
                continue
            done.add((line, around))
            try:
                with at_most(2 * share(1 + left)) as budget:
                    seen = _of_line(context, game, line, deal, _MOST_AT_ONCE if is_own_alone else MOST_DEALS)
            except GIVEN_UP:
                seen = _Seen(0, budget.said, is_whole=False)
            found.setdefault(id_of(line.rule), []).append((line, seen))
    for places in found.values():
        wrong = [one for one in places if one[1].gap or one[1].overlap]
        yield from (_proof(context, line, seen) for line, seen in wrong or places)
        yield from _unreached(context, places)


def _of_line(context: ProofContext, game: Rules, line: Line, deal: int, most: int) -> _Seen:
    told = (_by_answers(context, game, line, has_cases=has_cases) for has_cases in (False, True))
    seen = next(filter(None, told), None) or _by_deals(context, game, line, deal, most)
    return replace(seen, unreached=seen.unreached | frozenset(never_counts(context, game, line)))


def _unreached(context: ProofContext, places: list[tuple[Line, _Seen]]) -> Iterator[Proof]:
    """Report the cases of a line that count on no deal, in any version of the line."""
    line, seen = places[0]
    for at in sorted(frozenset.intersection(*(one.unreached for _, one in places))):
        finding = warning(
            "W803",
            _place(line, at),
            f"This case of `{line.name}` never counts: an earlier case always comes first, or it never holds.",
            "remove it, or fix its condition",
        )
        never: tuple[Happening, ...] = ((Event.CASE, id_of(line.rule), at),)
        claim = f"case {at + 1} never counts"
        yield Proof(line.rule.key, claim, Standing.FOUND, seen.cases, seen.how, _if_own(context, line, finding), never)


def _if_own(context: ProofContext, line: Line, finding: Diagnostic) -> Diagnostic | None:
    return finding if context.is_own(line.rule) else None


def _proof(context: ProofContext, line: Line, seen: _Seen) -> Proof:
    key, rule, many = line.rule.key, id_of(line.rule), len(line.cases)
    if seen.gap:
        message = f"{seen.gap}: no case of `{line.name}` says what that scores."
        games = [game for _, game in context.editions if line in game.scoring.lines]
        try:
            missing = next(filter(None, (missing_case(context, game, line) for game in games)), "")
        except GIVEN_UP:
            missing = ""
        hint = f"write `case {missing}: …`, or let one of the other cases hold then" if missing else ""
        hint = hint or "write the case that is missing, or `otherwise: 0` if it scores nothing"
        found = warning("W801", line.rule.name_span, message, hint)
        return Proof(key, "a case is missing", Standing.FOUND, seen.cases, seen.how, found)
    if seen.overlap is not None:
        first, second, deal = seen.overlap
        message = f"{deal}: two cases of `{line.name}` hold, and they say different things. The first one counts."
        condition, later = (line.cases[at].condition for at in (first, second))
        games = [game for _, game in context.editions if line in game.scoring.lines]
        if condition is not None and not any(context.asker(game).can_be(condition)[1] for game in games):
            always = at_its_bound(context, condition) or "leave it out, or fix its condition"
            hint = f"the first always holds, and no case after it counts: {always}"
        elif condition is None or later is None:
            hint = "leave one of them out"
        elif _covers(context, line, first, second):
            hint = "whenever this case holds, the one above holds too, so it never counts: for the one above write "
            hint += f"`case {case_without(context, games[0], condition, later)}:`"
        else:
            told = case_without(context, games[0], later, condition)
            hint = f"write `case {told}:`, or write this case above the other one if it is to count"
        found = warning("W802", _place(line, second), message, hint, Note(_place(line, first), "this one holds too"))
        return Proof(key, "two cases hold at once", Standing.FOUND, seen.cases, seen.how, found)
    standing = Standing.PROVED if seen.is_whole else Standing.OPEN
    doubles = ((Event.OVERLAP, rule, one * many + two) for one in range(many) for two in range(one + 1, many))
    never = ((Event.GAP, rule, 0), *doubles) if seen.cases else ()
    return Proof(key, "one case counts, and one only", standing, seen.cases, seen.how, None, never)


def _covers(context: ProofContext, line: Line, first: int, second: int) -> bool:
    """Tell whether one case holds whenever a later one does."""
    games = [game for _, game in context.editions if line in game.scoring.lines]
    conditions = [line.cases[at].condition for at in (first, second)]
    for asker in map(context.asker, games):
        above, below = (asker.former.condition(one) for one in conditions)
        if asker.can_hold(below, negated(above)):
            return False
    return bool(games)


def _place(line: Line, at: int) -> Span:
    body = line.rule.node.body if line.rule.node is not None else None
    return body.cases[at].span if isinstance(body, Cases) else line.rule.name_span


# ---------------------------------------------------------------- by every answer to what the cases ask


def _by_answers(context: ProofContext, game: Rules, line: Line, *, has_cases: bool = False) -> _Seen | None:
    """Check every combination of what the conditions read; None if that does not decide it."""
    asker = context.asker(game)
    conditions: tuple[Term | None, ...] = (line.when, *(case.condition for case in line.cases))
    if (answers := asker.take_apart(conditions, has_cases=has_cases)) is None:
        return None
    count, chosen = 0, set()
    for _, (when, *cases) in answers.combinations():
        if when is False:
            continue
        count += 1
        holding = [at for at, holds in enumerate(cases) if holds]
        if len(holding) > 1 or (not holding and cases[-1] is not None):
            return None
        chosen.add(holding[0] if holding else len(cases) - 1)
    asked = ", ".join(dict.fromkeys(f"`{context.said(one.term)}`" for one in answers.quantities))
    unreached = frozenset(range(len(line.cases))) - chosen
    return _Seen(count, f"every answer to {asked or 'what it asks'}", is_whole=True, unreached=unreached)


# ---------------------------------------------------------------- by bids and tricks


def _by_deals(context: ProofContext, game: Rules, line: Line, deal: int, most: int) -> _Seen:
    """Score deals: all of them if there are few and the line reads only bids and tricks."""
    over = range_of(game, context.game(), (line,), deal)
    settings, are_all = settings_of(_options(game, line), MOST_SETTINGS, is_quick=most < MOST_DEALS)
    suspects = _suspects(context, game, line) if most == MOST_DEALS else []
    settings = settings if are_all else list(dict.fromkeys((*(setting for setting, _ in suspects), *settings)))
    budget = max(1, min(most, MOST_DEALS if over.is_whole else MOST_TRIED) // max(1, len(settings)))
    is_whole = over.is_whole and over.count <= budget and are_all
    seen = _Seen(0, "all bids × all tricks of a side" if is_whole else "bids and tricks, and deals played", is_whole)
    topics = topics_of(game, *terms_of(line))
    if not topics <= FROM_SHEET:
        return _in_games(context, game, line, _by_play(context, game, line, seen))
    reads_sheet = bool(topics & {Topic.TALLY, Topic.SUBTOTAL})
    if is_whole and any(settings):
        seen.how += f", {len(settings)} settings of options"
    rule, many = id_of(line.rule), len(line.cases)
    first = _by_play(context, game, line, seen)
    are_real = context.asker(game).bounds.are_tricks_free
    unsure: set[tuple[object, ...]] = set()
    never_bid: set[tuple[object, ...]] = set()
    for setting in settings:
        if context.settled & {name for name, _ in setting}:
            over = range_of(context.rules(setting).edition(deal), context.game(setting), (line,), deal)
        most = min(budget, MOST_SHEETS) if reads_sheet else budget
        ask: Callable[[StateData], object]
        ask = scored if reads_sheet else _asker(context.game(setting).edition(deal), line)
        smallest = islice(deals_of(context.game(setting), over, deal), _MOST_UNMADE * budget)
        smallest = islice(filterfalse(partial(_is_never_bid, never_bid, setting, over), smallest), most)
        nearest = () if is_whole else _nearest(context, game, line, over, deal, setting)
        tried = 0
        days = [day for its, day in suspects if its == setting and day]
        for s in chain(_on_days(context, game, line, days, setting), smallest, nearest):
            tried += 1
            spend(12 + len(line.cases))
            with context.record.checked():  # nobody may be able to bid so
                ask(s)
            for what, example in _wrong(context, rule).items() if context.record.examples else ():
                bids = (setting, example.bids, example.side_bids)
                alone = {(setting, seat, example.bids[seat]) for seat in over.seats}
                if bids in unsure or len(unsure) > _MOST_UNSURE:
                    continue
                if sum(example.taken) != example.tricks_total or not are_real:
                    unsure.add(bids)  # only play can show whether there are tricks that nobody won, or such shares
                    continue
                many_ways = 1 if len(unsure) > _MOST_REBID else _MOST_SETTINGS
                ways = list(islice(_ways_to_set(context, game, setting), many_ways))
                bid_with = next((one for one in ways if _is_bid_with(context, one, example, over.seats)), None)
                if bid_with is None:
                    # A bid that is not made alone is not made with others: what holds it is not looked for again.
                    unmade = {one for one in alone if not _is_bid(context, ways, example, one[1])}
                    never_bid |= unmade
                    unsure |= set() if unmade else {bids}
                else:
                    case = told(example, over.seats) if topics <= FROM_BIDS else _case(context, line, what, example)
                    seen.tell(what, _where(context, bid_with, example) + case, many)
                    seen.cases += tried
                    return seen
        seen.cases += tried
    if first.gap or first.overlap:
        return first
    if unsure or never_bid:
        seen.is_whole = False
        seen.how += "; what no bidding led to is left out"
    if not seen.is_whole:
        seen.cases += context.deals
    elif len(settings) == prod(len(option.choices) for option in _options(game, line)):
        seen.unreached = frozenset(at for at in range(many) if not context.record.has(Event.CASE, rule, at))
    return _in_games(context, game, line, seen)


def _is_never_bid(never_bid: set[tuple[object, ...]], setting: Setting, over: Range, s: StateData) -> bool:
    return bool(never_bid) and not never_bid.isdisjoint((setting, seat, s.bids[seat]) for seat in over.seats)


def _aims(context: ProofContext, game: Rules, line: Line) -> Iterator[Term]:
    """Yield what may be wrong with a line, as conditions: no case holds, or two do that say different things."""
    rule, many = id_of(line.rule), len(line.cases)
    pairs = ((Event.OVERLAP, rule, one * many + two) for one, two in combinations(range(many), 2))
    for what in ((Event.GAP, rule, 0), *pairs):
        term = condition_of(line, what)
        if term is not None and context.asker(game).can_hold(context.asker(game).former.form(term)):
            yield term


def _nearest(
    context: ProofContext, game: Rules, line: Line, over: Range, deal: int, setting: Setting
) -> Iterator[StateData]:
    """Yield deals that come nearer to what may be wrong with a line."""
    from spadesdsl.proofs.aimed import aim_at, nearing

    for term in islice(_aims(context, game, line), _MOST_AIMS):
        with context.record.aimed(id_of(line.rule), aim_at(context, game, term)) as is_aimed:
            if is_aimed:
                yield from nearing(context.record, context.game(setting), over, deal)


def _in_games(context: ProofContext, game: Rules, line: Line, seen: _Seen) -> _Seen:
    """Look for games that come to what may be wrong with a line, if it reads what earlier deals leave."""
    facts = {fact.topic for fact in facts_of(game, *terms_of(line))}
    if seen.gap or seen.overlap or seen.is_whole or not facts & OF_PAST:
        return seen
    from spadesdsl.proofs.aimed import aim_at, games_nearing

    for term in islice(_aims(context, game, line), _MOST_AIMS):
        with context.record.aimed(id_of(line.rule), aim_at(context, game, term)) as is_aimed:
            if is_aimed and games_nearing(context, lambda: _wrong_seen(context, line)):
                break
    for what, example in _wrong(context, id_of(line.rule)).items():
        seen.tell(what, _where(context, (), example) + _case(context, line, what, example), len(line.cases))
    return seen


def _suspects(context: ProofContext, game: Rules, line: Line) -> list[tuple[Setting, int]]:
    """Return settings and deals with which alone something may be wrong with a line; 0 for any deal."""
    asker, options = context.asker(game), _options(game, line)
    found: dict[tuple[Setting, int], None] = {}
    for term in islice(_aims(context, game, line), _MOST_AIMS):
        for chosen, day in islice(asker.suspects(asker.former.form(term), options), _MOST_MARKS):
            values = _values(game) | chosen
            found[tuple((one.name, values[one.name]) for one in options if values[one.name] != one.value), day] = None
    return list(found)


def _on_days(
    context: ProofContext, game: Rules, line: Line, days: Sequence[int], setting: Setting
) -> Iterator[StateData]:
    """Yield deals whose numbers are some, or those that the cases of a line ask for."""
    former = context.asker(game).former
    forms = [former.condition(one) for one in (line.when, *(case.condition for case in line.cases))]
    numbers = {int(one[2]) for one in questions(*forms) if one[0] in COMPARISONS and _is_deal(one[1])}
    bound = context.game(setting)
    last = None if _may_come(context) else context.asker(game).bounds.last_deal({**_values(game), **dict(setting)}) or 0
    for number in dict.fromkeys((*days, *sorted(numbers)[:_MOST_MARKS])):
        if number > 1 and context.variant.edition(number) is game and (last is None or number <= last):
            over = range_of(context.rules(setting).edition(number), bound, (line,), number)
            yield from islice(deals_of(bound, over, number, is_extreme=True), _DEALS_AT_A_MARK)


def _values(game: Rules) -> dict[str, Value]:
    return {option.name: option.value for option in game.options}


def _is_deal(amount: Form) -> bool:
    """Tell whether an amount is the number of the deal and nothing else."""
    return len(amount) == 2 and amount[1][0] == (("deal",),) and amount[1][1] == 1


def _may_come(context: ProofContext) -> bool:
    """Tell whether any deal may come: no ending reads their number."""
    return all(Topic.DEAL not in topics_of(game, *terms_of(game.endings)) for game in context.variant.games)


def _by_play(context: ProofContext, game: Rules, line: Line, seen: _Seen) -> _Seen:
    """Check the played deals: if a line reads cards or decisions, only these show what occurs together."""
    _share_tricks(context, game, line)
    if not _wrong_seen(context, line):
        see_more(context)
    found = replace(seen, cases=context.record.cases, how=f"{context.deals} deals played", is_whole=False)
    for what, example in _wrong(context, id_of(line.rule)).items():
        found.tell(what, _where(context, (), example) + _case(context, line, what, example), len(line.cases))
    return found


def _share_tricks(context: ProofContext, game: Rules, line: Line) -> None:
    """Score played deals with their tricks shared out otherwise, if a line reads only those, bids and decisions."""
    topics = {fact.topic for fact in facts_of(game, *terms_of(line))}
    plan = context.game().edition(context.first_deal(game)).plan
    plays_alone = not any(isinstance(action, Award | Skip) for action in plan.actions) and not plan.in_play
    if Topic.TAKEN not in topics or not topics <= _OF_PLAYED or not plays_alone or game.play.equal == "cancel":
        return
    for s in (*context.varied, *context.record.deals):
        # Where hands are not of one size, the last tricks belong to who still has cards.
        is_even = len({len(trick.cards) for trick in s.tricks}) == 1
        if context.variant.edition(s.deal) is not game or not is_even or _wrong_seen(context, line):
            continue
        ask, total = _asker(s.spec, line, is_of_all=True), sum(s.taken)
        takers = [seat for seat in s.spec.players if s.taken[seat] or not game.play.controls]
        for one, other in product(takers, takers):
            if s.side_of[one] == s.side_of[other]:
                continue
            for number in range(int(total) + 1):
                made = s.copy()
                made.taken = tuple({one: number, other: total - number}.get(seat, 0) for seat in range(len(s.taken)))
                with context.record.given(() if context.replays(s) else OF_PAST):
                    ask(made)


def _wrong_seen(context: ProofContext, line: Line) -> bool:
    """Tell whether a deal showed something wrong with a line."""
    return bool(_wrong(context, id_of(line.rule), is_kept=True))


_OF_PLAYED: Final = FROM_BIDS | {Topic.DECISION, Topic.LOOKED, Topic.PLACE}
"""What a played deal settles even if its tricks had gone to others."""


def _case(context: ProofContext, line: Line, what: Happening, s: StateData) -> str:
    game = context.variant.edition(s.deal)  # where its quantities may be others
    line = next(one for one in game.scoring.lines if id_of(one.rule) == id_of(line.rule))
    conditions = (line.when, *(case.condition for case in line.cases))
    wrong = () if what[0] is Event.GAP else divmod(what[2], len(line.cases))

    def shows(answers: Sequence[bool | None]) -> bool:
        when, *cases = answers
        return when is not False and (all(cases[at] for at in wrong) if wrong else not any(cases))

    env = context.record.asked[what]
    who = and_list([s.spec.seats[seat] for seat in s.sides[env[SIDE]]])
    return f"{who}: {', '.join(what_is_read(context, game, conditions, shows, s, env))}"


def _where(context: ProofContext, setting: Setting, s: StateData) -> str:
    """Say which settings a case belongs to, and which deal if the rules differ between deals."""
    parts = [f"on deal {s.deal}"] if context.variant.scopes else []
    parts += [f"with {context.told(setting)}"] if setting else []
    return "".join(f"{part}, " for part in parts)


def _ways_to_set(context: ProofContext, game: Rules, setting: Setting) -> Iterator[Setting]:
    """Yield a setting, and then others that differ from it in one option that the bidding reads."""
    yield setting
    musts = (must for must in game.play.musts if not must.judges_card)
    rounds = (step.when for step in all_steps(game) if isinstance(step, Round))
    for option in options_read(game, *terms_of((game.bids, tuple(musts))), *rounds):
        if option.name not in dict(setting):
            yield from ((*setting, (option.name, value)) for value in values_of(option) if value != option.value)


def _is_bid(context: ProofContext, ways: Sequence[Setting], example: StateData, seat: int) -> bool:
    """Tell whether a bidding was found, with one of some settings, in which a seat makes the bid that it has."""
    return example.bids[seat] is None or any(_is_bid_with(context, one, example, (seat,)) for one in ways)


def _is_bid_with(context: ProofContext, setting: Setting, example: StateData, seats: tuple[int, ...]) -> bool:
    """Tell whether a bidding was found, with a setting, in which some seats make the bids that they have."""
    return can_be_bid(context.game(setting), example, seats, context.reach)


def _wrong(context: ProofContext, rule: Id, *, is_kept: bool = False) -> dict[Happening, StateData]:
    """Return what is wrong with a line, and remove it from the record unless it is kept."""
    wrong = [what for what in context.record.examples if what[:2] in ((Event.GAP, rule), (Event.OVERLAP, rule))]
    take = context.record.examples.__getitem__ if is_kept else context.record.examples.pop
    return {what: take(what) for what in wrong}


_MOST_UNSURE: Final = 60
"""After this many failed searches for a bidding, the search stops."""
_MOST_SETTINGS: Final = 12
_MOST_REBID: Final = 4
"""So many biddings are looked for with other settings of the options that the bidding reads, too."""
_MOST_UNMADE: Final = 8
"""At least one in this many deals is checked: the others may have bids that nobody can make."""


def _options(game: Rules, line: Line) -> tuple[Option, ...]:
    of_ranges = {name for bid in game.bids for name in options_of_ranges(game, bid)}
    return options_read(game, *terms_of(line), *(bid.contract for bid in game.bids), also=of_ranges)


@lru_cache(maxsize=256)
def _largest(sides: tuple[tuple[int, ...], ...]) -> int:
    return max(range(len(sides)), key=lambda one: len(sides[one]))


def _asker(spec: Spec, line: Line, *, is_of_all: bool = False) -> Callable[[StateData], object]:
    """Return what tries a deal on a line, for the side with the most seats or for all sides."""
    bound = next(one for one in spec.scoring.lines if one.name == line.name and one.rule == line.rule)
    when, first = bound.when, bound.cases[0].condition
    assert first is not None

    def ask(s: StateData) -> None:
        s.memo = {}  # nothing changes until the next deal
        for side in range(len(s.sides)) if is_of_all else (_largest(s.sides),):
            for _, env in earners(s, bound, side):
                if when is None or when(s, env):
                    first(s, env)

    return ask
