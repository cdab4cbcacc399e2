"""Cases and deals of two games that they score differently, or that end only one of them.

Cases are made up and scored; deals are played by kernels with the same luck. A kernel only points at a deal: the
interpreter plays it again in both games, and what it finds there counts.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import chain, islice, product
from random import Random
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import mentions, worked_out
from spadesdsl.algebra.reads import Effect, places, topics_of
from spadesdsl.diff import matching
from spadesdsl.diff.effects import Direction
from spadesdsl.diff.from_documents import fitting
from spadesdsl.diff.lockstep import Chooser, Walk, walk
from spadesdsl.diff.witnesses import Witness, of_case
from spadesdsl.engine import deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.possible import ended_before
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.seats import holders
from spadesdsl.engine.situation import SituationError
from spadesdsl.engine.state import changed
from spadesdsl.frozen import Changing, replace
from spadesdsl.proofs.by_kernel import moves
from spadesdsl.proofs.playing import dealers_of
from spadesdsl.proofs.ranges import MOST_CASES, cases_of, range_of_side
from spadesdsl.proofs.situations import Case, after_some_deals, drawn_scored, usual_case
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.terms import Const, OptionRef, Term, Value
from spadesdsl.rules.walking import all_read, all_steps, terms_of
from spadesdsl.score import score_well_formed
from spadesdsl.words import or_list
from spadesdsl.work import spend

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from spadesdsl.algebra.sums import Form
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount
    from spadesdsl.kernel import Kernel, Packed
    from spadesdsl.rules.game import Rules


_MOST_SEARCHED = 2_000
"""How many cases are tried to find one where the games part."""
_MOST_TALLIED = 5
_MOST_TOLD = 24
"""How many cases are scored as documents to see whether they are real."""
_MOST_DRAWN = 700
"""How many cases are drawn in which nothing is as usual."""
_MOST_DEALS = 60
"""How many deals of a game are tried to find its end."""
_FEWEST_POINTS = 5
"""Smaller numbers are tricks and cards."""
_MANY_RULES = 100
"""With so many rules, a choice or a sheet takes twice as long; a `must` of bids counts ten times."""


def weight_of(rules: tuple[Rules, Rules]) -> int:
    """Return how many times as long as usual a choice or a sheet takes."""
    heavy = (10 * sum(not must.judges_card for must in one.play.musts) + len(one.rules) for one in rules)
    return 1 + max(heavy) // _MANY_RULES


class Scored:
    """Two games at one table that score the same cases."""

    def __init__(self, games: tuple[Game, Game], rules: tuple[Rules, Rules], last: int | None = None) -> None:
        """Score in two games, one of which is over after the `last` deal; rules name numbers that are tried first."""
        self.games, self.rules, self.last = games, rules, last
        self._about: Case | None = None
        self._bid: tuple[State, ...] = ()
        """Both games after the last bidding; empty if it is impossible in one."""

    @property
    def are_at_one_table(self) -> bool:
        """Whether both have as many seats and sides."""
        one, other = self.games
        return (len(one.sides), len(one.seats)) == (len(other.sides), len(other.seats))

    def both(self, case: Case) -> tuple[State, State] | None:
        """Return both games after a case was scored; None if it is impossible in one of them."""
        if self.last is not None and case.deal > self.last:
            return None
        about = replace(case, taken=())
        if about != self._about:
            self._about = about
            try:
                self._bid = tuple([case.bid(game) for game in self.games])
            except SituationError:
                self._bid = ()
        if not self._bid:
            return None
        one, other = (s.copy() for s in self._bid)
        one.taken = other.taken = case.taken
        return scored(one, has_sheet=False), scored(other, has_sheet=False)

    def shows(self, effect: Effect, case: Case, *, is_judged: bool = True) -> Witness | None:
        """Return a case as one that shows an effect, if it does and is a real deal, perhaps but for its bids.

        The games score it as a document, with what it leaves open: what then differs is not what nobody has filled in.
        """
        for told in (case, case.with_cards_won(self.games[0])):
            one, other = (None if told is None else self._told(game, told, is_judged) for game in self.games)
            if told is not None and one is not None and other is not None:
                return of_case(effect, told, self.games[0], one, other) if effect in _unlike(one, other) else None
        return None

    def _told(self, game: Game, case: Case, is_judged: bool) -> State | None:
        """Return a deal as it is scored from outside; None if it lacks something, or no game comes to it."""
        spend(1_000 + 40 * len(game.tallies))
        document = fitting(game, case.to_json(game))
        told = score_well_formed(game, document, strict=is_judged).state
        return None if told is None or ended_before(case.blank(game)) else told

    @property
    def tallies(self) -> list[str]:
        """The tallies that either game keeps."""
        return sorted({*self.games[0].tallies, *self.games[1].tallies})

    def reads_deals(self, *parts: str) -> bool:
        """Tell whether some parts of the rules read the number of the deal."""
        read = ((game, tuple(getattr(game, part) for part in parts)) for game in self.rules)
        return any(Topic.DEAL in topics_of(game, *terms_of(held)) for game, held in read)


def _unlike(one: State, other: State, side: int | None = None) -> set[Effect]:
    """Return in what two scored deals differ, or one side of them; the end only if all that both keep is equal."""
    results = [_results(s) if s.last_sheet is None else matching.of_sheet(s.last_sheet) for s in (one, other)]
    unlike = matching.unlike_results(*(rows if side is None else [rows[side]] for rows in results))
    is_end = unlike.leaves_ends and (one.over, one.winners) != (other.over, other.winners)
    found = {Effect.SCORE: unlike.points, Effect.TALLIES: unlike.tallies, Effect.ENDING: is_end}
    return {effect for effect, is_unlike in found.items() if is_unlike}


def _results(s: State) -> list[matching.Result]:
    """Return what each holder of scores has after a deal without a sheet; both games began it with the same."""
    rows = tuple(zip(s.game.tallies, s.tallies, strict=True))
    return [(score, {name: row[min(at, len(row) - 1)] for name, row in rows}) for at, score in enumerate(s.scores)]


# ---------------------------------------------------------------- scores and tallies


def search_sheets(pair: Scored, wanted: frozenset[Effect]) -> tuple[Witness, ...]:
    """Look for the plainest deal that the games score differently, and for one whose tallies differ."""
    own: dict[Effect, Witness] = {}
    found: dict[Effect, Witness] = {}
    tries = _MOST_TOLD
    for case in _plainest(pair) if wanted and pair.are_at_one_table else ():
        both = pair.both(case)
        for side, kept in ((0, own), (None, found)) if both is not None else ():
            assert both is not None
            for effect in wanted & _unlike(*both, side) - kept.keys() if tries else ():
                tries -= 1
                if (shown := pair.shows(effect, case)) is not None:
                    kept[effect] = shown
        # A case of the side whose bids and tricks are varied is plainer than one of its opponents.
        if len(own) == len(wanted):
            break
    return tuple({**found, **own}.values())


def _named(game: Rules) -> set[Amount]:
    """Return the plain numbers that a game names in its lines, tallies and quantities."""
    values = [one.value for one in all_read({}, *terms_of((game.scoring, game.lets))) if isinstance(one, Const)]
    return {value for value in values if isinstance(value, int | Fraction) and not isinstance(value, bool)}


def named_by_one(rules: tuple[Rules, Rules]) -> list[Amount]:
    """Return the plain numbers that only one of two games names in its lines, tallies and quantities."""
    return sorted(_named(rules[0]) ^ _named(rules[1]))


def _plainest(pair: Scored) -> Iterator[Case]:
    """Yield cases: with the tallies as at the start of a game, then with tallies just below their limits.

    All of the plainest are tried, and only so many of the others that it ends: first those in which the side bids and
    takes one of the numbers that only one game names.
    """
    before = pair.games[0]
    numbers = named_by_one(pair.rules)
    most = _MOST_SEARCHED // weight_of(pair.rules)
    cases = tuple(islice(cases_of(before, range_of_side(pair.games)), MOST_CASES))
    own = before.sides[0]

    def named(case: Case) -> int:
        total = sum(value for seat, bid in case.bids if seat in own for value in bid[1] if isinstance(value, int))
        return (total in numbers) + (sum(case.taken[seat] for seat in own) in numbers)

    plain, others = cases[: most // 2], cases[most // 2 :]
    pointed = sorted(others, key=named, reverse=True)[: most // 4]
    picked = (*plain, *others[:: max(1, 4 * len(others) // most)], *pointed)
    yield from picked
    limits = {**_limits_of(before), **_limits_of(pair.games[1])}
    row = tuple((name, limits[name] - 1) for name in before.tallies if name in limits)
    rest = ((),) * (holders(before.base) - 1)
    yield from (after_some_deals(case, tallies=(row, *rest)) for case in picked[::4] if limits)


def _limits_of(game: Game) -> dict[str, Amount]:
    """Return at what number each tally is full, for the first side of a blank deal."""
    s = deals.blank(game)
    env = environment(s, s.sides[0][0])
    steps = [(tally.name, step) for tally in s.spec.scoring.tallies for step in tally.steps]
    return {name: step.amount(s, env) for name, step in steps if step.verb == "full at" and step.amount is not None}


def search_drawn(pair: Scored, wanted: frozenset[Effect], days: Sequence[int]) -> tuple[Witness, ...]:
    """Look among deals in which all is drawn for one that the games score differently, or that ends one of them."""
    if not wanted or not pair.are_at_one_table:
        return ()
    marks = sorted({0, *landmarks_of(*pair.rules), *_named(pair.rules[0]), *_named(pair.rules[1])})
    if pair.reads_deals("scoring", "endings"):
        days = sorted({*days, *(int(mark) + away for mark in marks for away in (0, 1) if 0 < mark <= _MOST_DEALS)})
    found: dict[Effect, Witness] = {}
    tries = _MOST_TOLD
    cases = drawn_scored(pair.games, Random(0), days, marks)
    for case in islice(cases, _MOST_DRAWN // weight_of(pair.rules) ** 2):
        both = pair.both(case)
        for effect in wanted & _unlike(*both) - found.keys() if both is not None and tries else ():
            if pair.shows(effect, case, is_judged=False) is not None:
                tries -= 1
                if (shown := _with_less(pair, effect, case, marks)) is not None:
                    found[effect] = shown
        if len(found) == len(wanted):
            break
    return tuple(found.values())


def _with_less(pair: Scored, effect: Effect, case: Case, marks: Sequence[Amount]) -> Witness | None:
    """Show a case with the usual bids, and what else is as at the start of a game, as far as it still shows it.

    None if its bids cannot be made: of those that were drawn, some are real only beside the usual ones, or with scores
    at the marks.
    """
    usual = dict(usual_case(pair.games, case.deal).bids)
    is_real = pair.shows(effect, case) is not None
    for at, (seat, bid) in enumerate(case.bids):
        case = _lesser(pair, effect, case, is_judged=is_real, bids=changed(case.bids, at, (seat, usual.get(seat, bid))))
    standings = () if is_real else islice(_standings(marks, holders(pair.games[0].base)), _MOST_TOLD)
    scores = (tuple(mark or 0 for mark in some) for some in standings)
    others = (case, *(after_some_deals(case, scores=some) for some in scores))
    real = next((one for one in others if pair.shows(effect, one) is not None), None)
    if real is None:
        return None
    case = _lesser(pair, effect, real, dealer=-1)
    for at in range(len(case.scores)):
        case = _lesser(pair, effect, case, scores=changed(case.scores, at, 0))
    for at in range(len(case.tallies)):
        case = _lesser(pair, effect, case, tallies=changed(case.tallies, at, ()))
    return pair.shows(effect, case)


def _lesser(pair: Scored, effect: Effect, case: Case, *, is_judged: bool = True, **less: object) -> Case:
    """Return a case with less in it, if it still shows the effect."""
    other = replace(case, **less)
    return other if other != case and pair.shows(effect, other, is_judged=is_judged) is not None else case


# ---------------------------------------------------------------- endings


def landmarks_of(*games: Rules) -> tuple[Amount, ...]:
    """Return the numbers that endings and the conditions of bids and decisions mention: options and plain numbers."""
    found: set[Amount] = set()
    for game in games:
        options = {option.name: option.value for option in game.options}
        for part in (*game.endings, *game.bids, *all_steps(game)):
            for term in all_read(game.let_of, *terms_of(part)):
                value = _number(term, options)
                if value is not None and not -_FEWEST_POINTS < value < _FEWEST_POINTS:
                    found |= {value, -value}
    return tuple(sorted(found))


def days_apart(before: Rules, after: Rules) -> tuple[int, ...]:
    """Return the first deal of each kind, by the questions about it, or its hands, that one of two games asks alone.

    If both ask the same, it is by what both ask.
    """
    first, second = (set(_of_deals(game)) for game in (before, after))
    found: dict[tuple[bool, ...], int] = {}
    for day in range(1, _MOST_DEALS + 1):
        found.setdefault(tuple(worked_out(one, {("deal",): day}) for one in first ^ second or first), day)
    return tuple(found.values())


def _of_deals(game: Rules) -> Iterator[Form]:
    """Yield the questions in a game that the number of the deal answers, with its options as they are set."""
    former = Former(game)
    waiting: list[Any] = [former.form(term) for _, _, terms in places(game) for term in terms]
    while waiting:
        match waiting.pop():
            case ("less" | "more" | "equal" | "is_whole", amount, *_) as question if mentions(amount, ("deal",)):
                with suppress(KeyError):  # it reads something else
                    worked_out(question, {("deal",): 1})
                    yield question
                waiting.append(amount)
            case tuple() as form:
                waiting.extend(form)
            case _:
                pass


def _number(term: Term, options: Mapping[str, Value]) -> Amount | None:
    """Return the number that a term is, directly or as an option; None if it is not one."""
    value = term.value if isinstance(term, Const) and term.type.is_amount else None
    if isinstance(term, OptionRef):
        value = options.get(term.name)
    return value if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


def search_endings(pair: Scored) -> tuple[Witness, ...]:
    """Look for scores, or a deal number, with which one game is over and the other goes on or has another winner."""
    if not pair.are_at_one_table:
        return ()
    before = pair.games[0]
    cases = chain((usual_case(pair.games),), islice(cases_of(before, range_of_side(pair.games)), MOST_CASES))
    plain = next((case for case in cases if _is_plain(pair, case)), None)
    if plain is None:
        return ()
    # The first side makes its bid, or takes so few tricks that it loses points, or nothing.
    fewer = [replace(plain, taken=taken) for taken in _fewer(before, plain.taken)]
    lost = next((case for case in fewer if (both := pair.both(case)) and both[0].scores[0] < 0), fewer[-1])
    marks = {0, *landmarks_of(*pair.rules)}
    near = sorted({mark + away for mark in marks for away in (0, 10, -10)}, key=lambda mark: (abs(mark), mark < 0))
    last = _MOST_DEALS if pair.reads_deals("endings") else 1
    later = (usual_case(pair.games, deal) for deal in range(2, last + 1))
    every = chain(later, *(_as_given(pair, case, near) for case in (plain, lost)))
    some = islice(every, 10 * _MOST_SEARCHED // weight_of(pair.rules) ** 2)
    unlike = (case for case in some if (both := pair.both(case)) is not None and Effect.ENDING in _unlike(*both))
    begun = (case for case in unlike if not any(ended_before(case.blank(game)) for game in pair.games))
    shown = (pair.shows(Effect.ENDING, case) for case in islice(begun, _MOST_TOLD))
    return tuple(islice((one for one in shown if one is not None), 1))


def search_dealers(before: Game, after: Game) -> tuple[Witness, ...]:
    """Return who may deal first, if that is not the same in both games."""
    dealers = [dealers_of(game, 1) for game in (before, after)]
    if before.seats != after.seats or dealers[0] == dealers[1]:
        return ()
    told = [f"{or_list(before.seats[seat] for seat in seats)} deals" for seats in dealers]
    return (Witness(Effect.DEAL, Direction.OTHER, ("A new game begins.",), told[0], told[1]),)


def _fewer(game: Game, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the tricks with more and more of those of the first side given to the next one."""
    row = list(taken)
    yield taken
    for seat in game.sides[0]:
        while row[seat]:
            row[seat] -= 1
            row[game.sides[-1][0]] += 1
            yield tuple(row)


def _as_given(pair: Scored, case: Case, near: Sequence[Amount]) -> Iterator[Case]:
    """Yield a case with scores that reach the marks after it, then with tallies of the first side."""
    if (both := pair.both(case)) is None:
        return
    after = both[0].scores
    for marks in _standings(near, len(after)):
        yield after_some_deals(
            case, scores=tuple(0 if mark is None else mark - own for mark, own in zip(marks, after, strict=True))
        )
    for name, value in product(pair.tallies, range(1, _MOST_TALLIED + 1)):
        yield after_some_deals(case, tallies=(((name, value),), *[()] * (len(after) - 1)))


def _standings(marks: Sequence[Amount], count: int) -> Iterator[tuple[Amount | None, ...]]:
    """Yield scores for the sides: one at a mark, two at marks, all level; None means as at the start of a game."""
    for mark in marks:
        yield from (tuple(mark if side == at else None for side in range(count)) for at in range(count))
    yield from ((mark, other, *[None] * (count - 2)) for mark, other in product(marks, repeat=2))
    yield from ((mark,) * count for mark in marks)


def _is_plain(pair: Scored, case: Case) -> bool:
    """Tell whether both games score a case alike and go on."""
    both = pair.both(case)
    return both is not None and not any(s.over for s in both) and not _unlike(*both)


_OF_A_CASE: Final = 512
"""How many deals begin with the same cards."""
_MOST_WALKS: Final = 12
"""How many deals are played again."""


class ManyDeals(Changing):
    """Plays deals in two games by their kernels; `played` says how many there were."""

    games: tuple[Game, Game]
    played: int = 0

    def walks(self, cases: Iterable[Case]) -> Iterator[Walk]:
        """Play each case many times; yield some of the deals whose results differ, as the interpreter plays them."""
        arrays = [kernel.memory() for kernel in _kernels_of(*self.games)]
        left = _MOST_WALKS
        for number, case in enumerate(cases if arrays else ()):
            for seed in self._unlike(arrays, number << 32) if self._lays_out(case, arrays) else ():
                script = _script(arrays[0], case.begun(self.games[0]), seed)
                yield walk(*self.games, case, Chooser(number, script=script))
                left -= 1
            if left <= 0:
                return

    def _lays_out(self, case: Case, arrays: list[Packed]) -> bool:
        """Begin a case in both games; tell whether kernels can go on from there."""
        from spadesdsl.kernel.pack import NotPackedError, packed

        try:
            for array, game in zip(arrays, self.games, strict=True):
                array.write(0, packed(array.built, case.begun(game)))
        except NotPackedError:
            return False
        return True

    def _unlike(self, arrays: list[Packed], first: int) -> Iterator[int]:
        """Play on in both with the same seeds; yield one of the seeds with which the results differ."""
        from spadesdsl.kernel.kernel import SLICE

        for seed in range(first, first + _OF_A_CASE, SLICE):
            found = [array.rollouts(SLICE, seed, 1, -1) for array in arrays]
            self.played += SLICE
            for at, (one, other) in enumerate(zip(*found, strict=True)):
                if one is not None and other is not None and one != other:
                    yield seed + at
                    return


def _kernels_of(*games: Game) -> list[Kernel]:
    """Return the kernels of two games in the machine's own code; none if one has none."""
    from spadesdsl.kernel.native import is_there

    kernels = [game.kernel(is_for_few=True) for game in games if is_there() and game.compiled is not None]
    return kernels if len(kernels) == len(games) and all(kernel.is_native for kernel in kernels) else []


def _script(array: Packed, s: State, seed: int) -> dict[int, str]:
    """Return the moves of a deal that a kernel plays with a seed, by how many moves were made before each."""
    chance, lucky = array.lucky(seed), s.copy()
    lucky.generator = array[array.slot("generator")]  # a deal that is dealt again has the same cards in both
    lucky.waits()
    return {now.moves_made: option.text for now, _, option in moves(array, lucky, chance)}
