"""Go through all cases to find score lines and endings that differ, or to show that two games score alike."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import chain, islice, product
from random import Random
from typing import TYPE_CHECKING

from spadesdsl.algebra.reads import Effect, topics_of
from spadesdsl.diff.effects import Direction
from spadesdsl.diff.from_documents import fitting
from spadesdsl.diff.scored_cases import (
    Case,
    Scorer,
    compare,
    drawn_cases,
    field_of,
    limits_of,
    usual_case,
    with_tallies,
)
from spadesdsl.diff.witnesses import Witness, of_case
from spadesdsl.engine.state import changed
from spadesdsl.frozen import replace
from spadesdsl.proofs.playing import dealers_of
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.terms import Const, OptionRef
from spadesdsl.rules.walking import all_read, all_steps, terms_of
from spadesdsl.score import score_well_formed
from spadesdsl.words import or_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.terms import Term, Value

_MOST_SEARCHED = 2_000
"""How many cases are tried to find one where the games part; a proof tries all."""
_MOST_TALLIED = 5
_MOST_DRAWN = 700
"""How many cases are drawn in which nothing is as usual."""
_MOST_DEALS = 60
"""How many deals of a game are tried to find its end."""
_FEWEST_POINTS = 5
"""Smaller numbers are tricks and cards."""


# ---------------------------------------------------------------- looking for a case


def search_sheets(
    before: Game, after: Game, wanted: frozenset[Effect], rules: tuple[Rules, Rules]
) -> tuple[Witness, ...]:
    """Look for the plainest deal that the games score differently, and for one whose tallies differ.

    Args:
        before: A game.
        after: Another game.
        wanted: The effects to show: scores, tallies or both.
        rules: The rules of both, whose numbers are tried before others.
    """
    if len(before.sides) != len(after.sides) or len(before.seats) != len(after.seats):
        return ()
    first, second = Scorer(before), Scorer(after)
    own: dict[Effect, Witness] = {}
    found: dict[Effect, Witness] = {}
    for case in _plainest(before, after, _named(rules[0]) ^ _named(rules[1])):
        one, other = first.score(case), second.score(case)
        if one is None or other is None:
            continue
        for side in (0, None):
            unlike = compare(one, other, side)
            for effect, is_unlike in ((Effect.SCORE, unlike.points), (Effect.TALLIES, unlike.tallies)):
                kept = found if side is None else own
                if is_unlike and effect not in kept:
                    if not _tells_all(case, before, after):
                        return ()
                    kept[effect] = of_case(effect, case, before, one, other)
        # A case of the side whose bids and tricks are varied is plainer than one of its opponents.
        if len(own) == len(wanted):
            break
    return tuple({**found, **own}.values())


def _tells_all(case: Case, *games: Game) -> bool:
    """Tell whether bids and tricks are all that both games read of such a deal; otherwise it is not a real deal."""
    return all(score_well_formed(game, fitting(game, case.to_json(game))).sheet is not None for game in games)


def _named(game: Rules) -> set[Amount]:
    """Return the plain numbers that a game names in its lines, tallies and quantities."""
    values = [one.value for one in all_read({}, *terms_of((game.scoring, game.lets))) if isinstance(one, Const)]
    return {value for value in values if isinstance(value, int | Fraction) and not isinstance(value, bool)}


def _plainest(before: Game, after: Game, numbers: AbstractSet[Amount]) -> Iterator[Case]:
    """Yield cases: with the tallies as at the start of a game, then with tallies just below their limits.

    All of the plainest are tried, and only so many of the others that it ends: first those in which the side bids and
    takes one of the numbers.
    """
    cases = tuple(field_of(before, after))
    own = before.sides[0]

    def named(case: Case) -> int:
        bids = [case.bids[seat] for seat in own]
        total = sum(value for bid in bids if bid for value in bid[1] if isinstance(value, int | Fraction))
        return (total in numbers) + (sum(case.taken[seat] for seat in own) in numbers)

    plain, others = cases[: _MOST_SEARCHED // 2], cases[_MOST_SEARCHED // 2 :]
    pointed = sorted(others, key=named, reverse=True)[: _MOST_SEARCHED // 4]
    picked = (*plain, *others[:: max(1, 4 * len(others) // _MOST_SEARCHED)], *pointed)
    yield from picked
    limits = {**limits_of(before), **limits_of(after)}
    if limits:
        yield from (with_tallies(case, before, limits) for case in picked[::4])


def search_drawn(
    before: Game, after: Game, wanted: frozenset[Effect], rules: tuple[Rules, Rules], days: Sequence[int]
) -> tuple[Witness, ...]:
    """Look among deals in which all is drawn for one that the games score differently, or that ends one of them."""
    if len(before.sides) != len(after.sides) or len(before.seats) != len(after.seats):
        return ()
    first, second = Scorer(before), Scorer(after)
    marks = sorted({0, *landmarks_of(*rules), *_named(rules[0]), *_named(rules[1])})
    if any(Topic.DEAL in topics_of(game, *terms_of((game.scoring, game.endings))) for game in rules):
        days = sorted({*days, *(int(mark) + away for mark in marks for away in (0, 1) if 0 < mark <= _MOST_DEALS)})
    tallies = sorted({*before.tallies, *after.tallies})
    found: dict[Effect, Witness] = {}

    def shows(effect: Effect, case: Case) -> tuple[State, State] | None:
        one, other = first.score(case), second.score(case)
        if one is None or other is None:
            return None
        unlike = compare(one, other)
        is_unlike = {Effect.SCORE: unlike.points, Effect.TALLIES: unlike.tallies, Effect.ENDING: unlike.end}[effect]
        return (one, other) if is_unlike and _tells_all(case, before, after) else None

    for case in islice(drawn_cases(before, after, days, marks, tallies, Random(0)), _MOST_DRAWN):
        for effect in wanted - found.keys():
            if shows(effect, case):
                usual = usual_case(before, after, case.deal)
                plain = _with_less(case, usual, partial(shows, effect))
                pair = shows(effect, plain)
                assert pair is not None
                found[effect] = of_case(effect, plain, before, *pair)
        if len(found) == len(wanted):
            break
    return tuple(found.values())


def _with_less(case: Case, usual: Case, shows: Callable[[Case], object]) -> Case:
    """Return a case with the usual bids, and scores as at the start of a game, as far as it still shows what it did."""
    for at, bid in enumerate(usual.bids):
        less = replace(case, bids=changed(case.bids, at, bid))
        case = less if shows(less) else case
    for at in range(len(case.scores)):
        less = replace(case, scores=changed(case.scores, at, 0))
        case = less if shows(less) else case
    for at in range(len(case.tallies)):
        less = replace(case, tallies=changed(case.tallies, at, ()))
        case = less if shows(less) else case
    return case


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


def _number(term: Term, options: Mapping[str, Value]) -> Amount | None:
    """Return the number that a term is, directly or as an option; None if it is not one."""
    value = term.value if isinstance(term, Const) and term.type.is_amount else None
    if isinstance(term, OptionRef):
        value = options.get(term.name)
    return value if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


def search_endings(before: Game, after: Game, rules: tuple[Rules, Rules]) -> tuple[Witness, ...]:
    """Look for scores, or a deal number, with which one game is over and the other goes on or has another winner."""
    landmarks = landmarks_of(*rules)
    reads_deal = any(Topic.DEAL in topics_of(game, *terms_of(game.endings)) for game in rules)
    last = _MOST_DEALS if reads_deal else 1
    if len(before.sides) != len(after.sides) or len(before.seats) != len(after.seats):
        return ()
    first, second = Scorer(before), Scorer(after)
    cases = chain((usual_case(before, after),), field_of(before, after))
    plain = next((case for case in cases if _is_plain(case, first, second)), None)
    if plain is None:
        return ()
    # The first side makes its bid, or takes nothing.
    lost = replace(plain, taken=_moved_from(before, plain.taken))
    marks = sorted({0, *landmarks}, key=lambda mark: (abs(mark), mark < 0))
    near = sorted({mark + away for mark in marks for away in (0, 10, -10)}, key=lambda mark: (abs(mark), mark < 0))
    tallies = sorted({*before.tallies, *after.tallies})
    later = (usual_case(before, after, deal) for deal in range(2, last + 1))
    for case in chain(later, *(_as_given(case, near, tallies, first) for case in (plain, lost))):
        one, other = first.score(case), second.score(case)
        if one is not None and other is not None and compare(one, other).end:
            is_real = _tells_all(case, before, after)
            return (of_case(Effect.ENDING, case, before, one, other),) if is_real else ()
    return ()


def search_dealers(before: Game, after: Game) -> tuple[Witness, ...]:
    """Return who may deal first, if that is not the same in both games."""
    dealers = [dealers_of(game, 1) for game in (before, after)]
    if before.seats != after.seats or dealers[0] == dealers[1]:
        return ()
    told = [f"{or_list(before.seats[seat] for seat in seats)} deals" for seats in dealers]
    return (Witness(Effect.DEAL, Direction.OTHER, ("A new game begins.",), told[0], told[1]),)


def _moved_from(game: Game, taken: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tricks with those of the first side moved to the next one."""
    row = list(taken)
    for seat in game.sides[0]:
        row[game.sides[-1][0]] += row[seat]
        row[seat] = 0
    return tuple(row)


def _as_given(case: Case, near: Sequence[Amount], tallies: Sequence[str], scorer: Scorer) -> Iterator[Case]:
    """Yield a case with scores that reach the marks after it, then with tallies of the first side."""
    scored = scorer.score(case)
    if scored is None:
        return
    for marks in _standings(near, len(scored.scores)):
        pairs = zip(marks, scored.scores, strict=True)
        yield replace(case, scores=tuple(0 if mark is None else mark - own for mark, own in pairs))
    for name, value in product(tallies, range(1, _MOST_TALLIED + 1)):
        yield replace(case, tallies=(((name, value),), *[()] * (len(scored.scores) - 1)))


def _standings(marks: Sequence[Amount], count: int) -> Iterator[tuple[Amount | None, ...]]:
    """Yield scores for the sides: one at a mark, two at marks, all level; None means as at the start of a game."""
    for mark in marks:
        for at in range(count):
            yield tuple(mark if side == at else None for side in range(count))
    for mark, other in product(marks, repeat=2):
        yield (mark, other, *[None] * (count - 2))
    yield from ((mark,) * count for mark in marks)


def _is_plain(case: Case, first: Scorer, second: Scorer) -> bool:
    """Tell whether both games score a case alike and go on."""
    pair = first.score(case), second.score(case)
    if pair[0] is None or pair[1] is None or pair[0].over or pair[1].over:
        return False
    unlike = compare(pair[0], pair[1])
    return not (unlike.points or unlike.tallies)
