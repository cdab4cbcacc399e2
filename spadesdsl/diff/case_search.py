"""Go through all cases to find score lines and endings that differ, or to show that two games score alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.algebra.bounds import counts_tricks_unplayed, most_tricks
from spadesdsl.algebra.reads import facts_of, reads_of, reads_own_side
from spadesdsl.binding.compiler import Compiler
from spadesdsl.diff.changes import ChangeKind
from spadesdsl.diff.effects import Effect
from spadesdsl.diff.from_documents import fitting
from spadesdsl.diff.scored_cases import Case, Scorer, compare, field_of, limits_of, usual_case, with_tallies
from spadesdsl.diff.witnesses import of_case
from spadesdsl.engine import deals
from spadesdsl.engine.spec import PLAYER, SIDE
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.terms import Const, Did, OptionRef
from spadesdsl.rules.walking import all_steps, terms_of, walk_through
from spadesdsl.score import score_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from spadesdsl.algebra.reads import RuleReads
    from spadesdsl.diff.changes import Change
    from spadesdsl.diff.witnesses import Witness
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount
    from spadesdsl.rules.game import Let, Rules, Variant
    from spadesdsl.rules.parts import Line
    from spadesdsl.rules.terms import Term, Value

_MOST_SEARCHED = 2_000
"""How many cases are tried to find one where the games part; a proof tries all."""
_MOST_TALLIED = 5
_MOST_DEALS = 60
"""How many deals of a game are tried to find its end."""
_FEWEST_POINTS = 5
"""Smaller numbers are tricks and cards."""
_OF_SHEET: Final = frozenset({"let", "score", "tally", "win", "lose", "out"})
"""What is read when a deal is over."""
_OWN_TOPICS: Final = frozenset({Topic.BIDS, Topic.TAKEN, Topic.OPTION, Topic.CHOICE, Topic.SEATING})


# ---------------------------------------------------------------- looking for a case


def search_sheets(
    before: Game, after: Game, wanted: frozenset[Effect], known: Case | None = None
) -> tuple[Witness, ...]:
    """Look for the plainest deal that the games score differently, and for one whose tallies differ.

    Args:
        before: A game.
        after: Another game.
        wanted: The effects to show: scores, tallies or both.
        known: A case that was already found by going through all.
    """
    if len(before.sides) != len(after.sides) or len(before.seats) != len(after.seats):
        return ()
    first, second = Scorer(before), Scorer(after)
    own: dict[Effect, Witness] = {}
    found: dict[Effect, Witness] = {}
    for case in _plainest(before, after) if known is None else chain((known,), _plainest(before, after)):
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
    return all(score_document(game, fitting(game, case.to_json(game))).sheet is not None for game in games)


def _plainest(before: Game, after: Game) -> Iterator[Case]:
    """Yield cases: with the tallies as at the start of a game, then with tallies just below their limits."""
    cases = field_of(before, after).cases
    # All of the plainest are tried, and only so many of the others that it ends.
    plain, others = cases[: _MOST_SEARCHED // 2], cases[_MOST_SEARCHED // 2 :]
    picked = (*plain, *others[:: max(1, 2 * len(others) // _MOST_SEARCHED)])
    yield from picked
    limits = {**limits_of(before), **limits_of(after)}
    if limits:
        yield from (with_tallies(case, before, limits) for case in picked[::4])


def landmarks_of(*games: Rules) -> tuple[Amount, ...]:
    """Return the numbers that endings and the conditions of bids and decisions mention: options and plain numbers."""
    found: set[Amount] = set()
    for game in games:
        lets = {let.key: let for let in game.lets}
        options = {option.name: option.value for option in game.options}
        for part in (*game.endings, *game.bids, *all_steps(game)):
            for term in (inner for outer in terms_of(part) for inner in walk_through(outer, lets)):
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
    reads_deal = any(fact.topic is Topic.DEAL for game in rules for fact in facts_of(game, *terms_of(game.endings)))
    last = _MOST_DEALS if reads_deal else 1
    if len(before.sides) != len(after.sides) or len(before.seats) != len(after.seats):
        return ()
    first, second = Scorer(before), Scorer(after)
    cases = (usual_case(before, after), *field_of(before, after).cases)
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


# ---------------------------------------------------------------- showing that two games score alike


def compare_on_all(changes: Sequence[Change], before: Variant, after: Variant, first: Game, second: Game) -> int | Case:
    """Score every case in both games.

    This is possible if only lines and quantities differ and they read nothing but bids and tricks of their own side:
    then these are all the cases there are.

    Returns:
        The number of cases, if points, tallies and how often they were filled are the same in all; 0 if they were not
        tried; or the plainest case in which they differ.
    """
    if before.scopes or after.scopes or not _are_of_one_side(changes, before.game, after.game):
        return 0
    if len(first.sides) != len(second.sides) or matching_sides(first, second):
        return 0
    if not all(_has_known_tricks(rules.game, game) for rules, game in ((before, first), (after, second))):
        return 0
    field = field_of(first, second)
    if not field.is_whole:
        return 0
    watched = _watched(changes, before.game) | _watched(changes, after.game)
    one, other = Scorer(first), Scorer(second)
    lets = _Lets(before.game, watched), _Lets(after.game, watched)
    for case in field.cases:
        mine, their = one.score(case), other.score(case)
        if mine is None or their is None or lets[0].values(one.state(case)) != lets[1].values(other.state(case)):
            return 0
        if not _are_equal(mine, their):
            return case
    return len(field.cases)


def matching_sides(first: Game, second: Game) -> bool:
    """Tell whether the sides of two games differ in size: then one side does not represent all of them."""
    return first.sides != second.sides or len({len(side) for side in first.sides}) > 1


def _are_equal(one: State, other: State) -> bool:
    unlike = compare(one, other)
    return not (unlike.points or unlike.tallies or unlike.end or one.filled != other.filled)


def _are_of_one_side(changes: Sequence[Change], before: Rules, after: Rules) -> bool:
    """Tell whether only lines and quantities differ, and read nothing but what a side alone settles."""
    if any(change.keyword not in ("let", "score") or change.kind is ChangeKind.MOVED for change in changes):
        return False
    return all(_is_of_one_side(change, game) for change in changes for game in (before, after))


def _has_known_tricks(rules: Rules, game: Game) -> bool:
    """Tell whether no deal has more tricks than the first one."""
    return not counts_tricks_unplayed(rules) and most_tricks(rules, game) <= deals.blank(game).tricks_total


def _is_of_one_side(change: Change, game: Rules) -> bool:
    """Tell whether a rule reads only what a side alone settles, and is read only on the sheet."""
    own = [one for one in reads_of(game) if one.rule.key == change.key and one.rule.keyword == change.keyword]
    readers = {one.rule.keyword for one in reads_of(game) if one.lets & _changed_lets(change, game)}
    names = {one.rule.name for one in own if change.keyword == "score"}
    reads_above = any(fact.topic is Topic.SUBTOTAL for fact in facts_of(game, *terms_of(game.scoring.lines)))
    is_summed = not names or not (reads_above or any(names & set(line.instead_of) for line in game.scoring.lines))
    return is_summed and readers <= _OF_SHEET and all(_is_own_rule(one, game) for one in own)


def _is_own_rule(reads: RuleReads, game: Rules) -> bool:
    """Tell whether a line or a quantity reads only what a side alone settles."""
    if not reads.topics <= _OWN_TOPICS:
        return False
    lets = {let.key: let for let in game.lets}
    places: tuple[Let | Line, ...] = (*game.lets, *game.scoring.lines)
    parts = [part for part in places if part.rule == reads.rule]
    terms = [term for part in parts for term in terms_of(part)]
    # In the cases everybody has bid.
    asks_who_bid = any(isinstance(inner, Did) for term in terms for inner in walk_through(term, lets))
    return bool(parts) and reads_own_side(game, *terms) and not asks_who_bid


def _changed_lets(change: Change, game: Rules) -> set[str]:
    return {let.key for let in game.lets if let.rule.key == change.key and change.keyword == "let"}


def _watched(changes: Sequence[Change], game: Rules) -> set[str]:
    """Return the changed quantities that other rules read too: they have to be the same in all cases."""
    changed = set[str]().union(*(_changed_lets(change, game) for change in changes))
    return {
        key
        for one in reads_of(game)
        for key in one.lets & changed
        if one.rule.keyword not in ("let", "score") or not _is_own_rule(one, game)
    }


class _Lets:
    """Works out quantities of the first side and its members."""

    def __init__(self, game: Rules, keys: Iterable[str]) -> None:
        compiler = Compiler(game, {}, ())
        lets = {let.key: let for let in game.lets}
        self._codes = [compiler.value(lets[key].body) if key in lets else None for key in sorted(keys)]
        self._environment = compiler.environment

    def values(self, s: State) -> tuple[object, ...]:
        """Return them for a deal that is not scored yet."""
        found: list[object] = []
        for member in s.sides[0]:
            env: list[Any] = list(self._environment)
            env[PLAYER], env[SIDE] = member, 0
            found += [None if code is None else code(s, env) for code in self._codes]
        return tuple(found)
