"""Prove that two games are the same though their rules are worded differently: part by part, over every case.

Two games are the same if each of their parts is the same in every situation: from one state both reach the same next
one. Rules that narrow, tricks, endings and scores are compared by what they decide; everything else has to be equal.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.cases import are_alike, combinations
from spadesdsl.algebra.forms import Former, joined, mentions, negated, questions, worked_out
from spadesdsl.algebra.reads import facts_of
from spadesdsl.binding.cards import winner_classes
from spadesdsl.binding.digest import digest
from spadesdsl.diff.card_questions import CARD, SEEN, Tables, is_ranked_once
from spadesdsl.diff.case_search import compare_on_all
from spadesdsl.diff.changes import ChangeKind, days_of_both
from spadesdsl.diff.effects import Effect, bare, may_affect
from spadesdsl.engine import deals
from spadesdsl.engine.play import best_card
from spadesdsl.frozen import dataclass
from spadesdsl.rules.game import Variant
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.terms import Const, Kind, LetRef, OptionRef, Type
from spadesdsl.rules.walking import terms_of, walk_through
from spadesdsl.words import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from spadesdsl.algebra.sums import Form
    from spadesdsl.diff.changes import Change
    from spadesdsl.diff.scored_cases import Case
    from spadesdsl.engine.game import Game, State
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Line, Must, Tally

MOST_TRICKS: Final = 200_000
"""Tricks with more cards than three are not checked."""
_MOST_CASES: Final = 100_000

_NOTHING: Final = Const(value=None, type=Type(Kind.NOBODY))


@dataclass(frozen=True, slots=True)
class Shown:
    """The result of going through all cases."""

    how: str = ""
    """How the two games were shown to be the same; empty if they were not."""
    unlike: Case | None = None
    """A deal that they score differently."""


def shown_alike(changes: Sequence[Change], before: Variant, after: Variant, first: Game, second: Game) -> Shown:
    """Show that two games are the same, if that is possible."""
    pairs = _editions(before, after)
    if pairs is None or not all(_are_alike_else(old, new) for _, old, new in pairs):
        return Shown()
    told: dict[str, None] = {}
    for deal, old, new in pairs:
        for part in (_musts_of_play, _musts_of_bids, _winners, _endings):
            how = part(deal, (old, new), (first, second))
            if how is None:
                return Shown()
            told.update(dict.fromkeys(filter(None, (how,))))
    if any(_scoring(old) != _scoring(new) for _, old, new in pairs):
        scored = [one for one in unlike_changes(changes, before, after) if _is_of_score(one, before, after)]
        is_of_same = scored and before.game.scoring.each == after.game.scoring.each
        cases = compare_on_all(scored, before, after, first, second) if is_of_same else 0
        if not isinstance(cases, int):
            return Shown("", cases)
        if not cases:
            return Shown()
        told[f"they score alike in all {cases:,} cases of bids and tricks of a side"] = None
    return Shown("; ".join(told) or "the rules that differ say the same in other words")


def unlike_changes(changes: Iterable[Change], before: Variant, after: Variant) -> list[Change]:
    """Leave out rules that say the same in other words: nothing depends on them."""
    pairs = _editions(before, after)
    if pairs is None:
        return list(changes)
    forms = [(_forms(old), _forms(new)) for _, old, new in pairs]

    def says_the_same(change: Change) -> bool:
        key = (change.key, change.keyword)
        known = [(old.get(key), new.get(key)) for old, new in forms]
        return change.kind is ChangeKind.CHANGED and all(old is not None and old == new for old, new in known)

    return [change for change in changes if not says_the_same(change)]


_Pairs = list[tuple[int, "Rules", "Rules"]]


def _editions(before: Variant, after: Variant) -> _Pairs | None:
    """Return the rules of both games for each kind of deal, with its first deal; None if there are too many kinds."""
    days = days_of_both(before, after)
    return None if days is None else [(deal, before.edition(deal), after.edition(deal)) for deal in days]


def _is_of_score(change: Change, before: Variant, after: Variant) -> bool:
    return bool(may_affect(change, before.game, after.game) & {Effect.SCORE, Effect.TALLIES})


# ---------------------------------------------------------------- rules in normal form


def _forms(game: Rules) -> dict[tuple[str, str], Form]:
    """Return the normal form of every rule that is compared by what it says."""
    former = Former(game)
    found: dict[tuple[str, str], Form] = {}
    for option in game.options:
        found[option.name, "option"] = (option.type.kind.value, option.value)
    for let in game.lets:
        found[let.rule.key, "let"] = (let.subject, former.form(let.body))
    for must in game.play.musts:
        found[must.rule.key, must.rule.keyword] = (must.during, must.bid_type, _narrowing(former, must))
    for line in game.scoring.lines:
        found[line.rule.key, line.rule.keyword] = _line(former, line)
    for tally in game.scoring.tallies:
        found[tally.rule.key, tally.rule.keyword] = _tally(former, tally)
    for ending in game.endings:
        found[ending.rule.key, ending.rule.keyword] = (ending.kind, former.condition(ending.when))
    return found


def _narrowing(former: Former, must: Must) -> Form:
    """Return the condition on a choice that a `must` keeps: the rule does not apply, or the choice satisfies it."""
    binds = [former.condition(must.when)]
    if must.bid_type is not None:
        binds.append(("bid is of type", must.bid_type))
    return joined("or", (negated(joined("and", binds)), former.form(must.body)))


def _line(former: Former, line: Line) -> Form:
    cases = tuple((former.condition(case.condition), former.form(case.value)) for case in line.cases)
    return (line.rule.key, line.bid_type, former.condition(line.when), line.instead_of, cases)


def _tally(former: Former, tally: Tally) -> Form:
    steps = tuple(
        (step.verb, None if step.amount is None else former.form(step.amount), former.condition(step.when),
         step.loses_rest)
        for step in tally.steps
    )  # fmt: skip
    return (tally.name, tally.of_table, steps)


def _scoring(game: Rules) -> Form:
    """Return the whole score sheet: its lines in any order if none of them reads an earlier one."""
    former = Former(game)
    lines = [_line(former, line) for line in game.scoring.lines]
    reads_above = any(fact.topic is Topic.SUBTOTAL for fact in facts_of(game, *terms_of(game.scoring.lines)))
    tallies = tuple(_tally(former, tally) for tally in game.scoring.tallies)
    return (game.scoring.each, tallies, tuple(lines if reads_above else sorted(lines, key=repr)))


# ---------------------------------------------------------------- what has to be equal


def _are_alike_else(old: Rules, new: Rules) -> bool:
    """Tell whether two games agree in everything that is not compared by what it decides."""
    rests = [_rest(game) for game in (old, new)]
    if digest(Variant(rests[0])) != digest(Variant(rests[1])):
        return False
    if _read_by(rests[0], old) != _read_by(rests[1], new):
        return False
    formers = Former(old), Former(new)
    terms = [(game.dealer_first, game.dealer_next, game.play.lead_first, game.play.lead_next) for game in (old, new)]
    return all(formers[0].form(one) == formers[1].form(other) for one, other in zip(*terms, strict=True))


def _rest(game: Rules) -> Rules:
    play = replace(
        game.play, lead_first=_NOTHING, lead_next=_NOTHING, winner=_NOTHING, equal=None, equal_rule=None, musts=()
    )
    scoring = replace(game.scoring, tallies=(), lines=())
    plain = bare(Variant(game)).game
    return replace(
        plain, dealer_first=_NOTHING, dealer_next=_NOTHING, play=play, scoring=scoring, endings=(), options=(), lets=()
    )


def _read_by(rest: Rules, game: Rules) -> tuple[dict[str, object], dict[str, object]]:
    """Return the quantities and options that are compared as written and that rules read, with their definitions."""
    lets = {let.key: let for let in game.lets}
    values = {option.name: option.value for option in game.options}
    terms = [one for term in terms_of(rest) for one in walk_through(term, lets)]
    read = {one.let: lets[one.let] for one in terms if isinstance(one, LetRef)}
    return (
        {key: (let.subject, let.body) for key, let in read.items()},
        {one.name: values[one.name] for one in terms if isinstance(one, OptionRef)},
    )


# ---------------------------------------------------------------- parts compared by what they decide

_Rules = tuple["Rules", "Rules"]
_Games = tuple["Game", "Game"]


def _endings(deal: int, rules: _Rules, games: _Games) -> str | None:
    """Show that each ending holds in the same cases in both games, in the same order; None if that was not shown."""
    del deal, games
    old, new = rules
    formers = Former(old), Former(new)
    if [one.kind for one in old.endings] != [one.kind for one in new.endings]:
        return None
    pairs = zip(old.endings, new.endings, strict=True)
    found = [(formers[0].condition(one.when), formers[1].condition(other.when)) for one, other in pairs]
    if not all(are_alike(one, other) for one, other in found):
        return None
    is_plain = all(one == other for one, other in found)
    return "" if is_plain else "the endings hold alike whatever the scores"


def _musts_of_bids(deal: int, rules: _Rules, games: _Games) -> str | None:
    """Show that the same bids are left in every round, whatever the conditions of its rules give."""
    del deal, games
    musts = [[one for one in game.play.musts if not one.judges_card] for game in rules]
    rounds = {None, *(one.during for own in musts for one in own)}
    how = ""
    for during in rounds:
        lists = [
            [_narrowing(former, one) for one in own if one.during in (None, during)]
            for former, own in zip((Former(rules[0]), Former(rules[1])), musts, strict=True)
        ]
        if lists[0] == lists[1]:
            continue
        # Rules that read a hand are skipped if a bid is made before looking.
        reads_hand = any(
            fact.topic is Topic.HAND for game, own in zip(rules, musts, strict=True)
            for one in own for fact in facts_of(game, one.when, one.body)
        )  # fmt: skip
        ways = combinations(questions(*lists[0], *lists[1]))
        if reads_hand or ways is None or not _keep_alike(lists, ways):
            return None
        how = f"the same bids are left, whatever the rules read ({count(len(ways), 'case')})"
    return how


def _keep_alike(lists: Sequence[Sequence[Form]], choices: Iterable[Mapping[Form, bool]]) -> bool:
    """Tell whether two lists of rules leave the same choices, whichever choices are offered together.

    Each rule keeps the choices that satisfy it, unless none would be left: so the choices left are those whose row of
    answers is the highest. Two lists always leave the same if they put any two choices in the same order.
    """
    rows = {tuple(tuple(bool(worked_out(form, answers)) for form in forms) for forms in lists) for answers in choices}
    return all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(sorted(rows)))


def _musts_of_play(deal: int, rules: _Rules, games: _Games) -> str | None:
    """Show that the same cards are left for every lead, every two cards, and every value the rules can read."""
    musts = [[one for one in game.play.musts if one.judges_card] for game in rules]
    formers = Former(rules[0]), Former(rules[1])
    lists = [[_narrowing(former, one) for one in own] for former, own in zip(formers, musts, strict=True)]
    if lists[0] == lists[1]:
        named = [[one.rule.name for one in own] for own in musts]
        return "" if named[0] == named[1] or not rules[0].play.trusts else None
    if rules[0].play.trusts or rules[1].play.trusts:
        return None
    asked = list(questions(*lists[0], *lists[1]))
    tables = Tables(rules, games, formers, deal)
    seen = [one for one in asked if tables.answers(one)]
    rest = [one for one in asked if one not in seen]
    of_state = combinations(one for one in rest if not mentions(one, CARD))
    of_card = combinations(one for one in rest if mentions(one, CARD))
    if of_state is None or of_card is None:
        return None
    cases = 0
    for table, cards in tables.looks(seen):
        for state in of_state:
            cases += 1
            if cases * len(of_card) > _MOST_CASES:
                return None
            choices = ({**table, **state, **card, **other} for card, other in product(cards, of_card))
            if not _keep_alike(lists, choices):
                return None
    return f"the same cards are left whichever card is led and whatever the rules read ({count(cases, 'case')})"


def _winners(deal: int, rules: _Rules, games: _Games) -> str | None:
    """Show that every trick goes to the same seat: whichever card is led, whichever two may win over it.

    If a rule takes the best card by suits and ranks, the winner of a trick beats each other card in it.
    """
    plays = [game.play for game in rules]
    forms = [Former(game).form(game.play.winner) for game in rules]
    if forms[0] == forms[1] and plays[0].equal == plays[1].equal:
        return ""
    if any(not _is_by_rank(game) for game in rules):
        return None
    states = [deals.blank(game, deal=deal) for game in games]
    deck = states[0].spec.deck
    faces = [copies[:2] for copies in deck.copies]
    cases = 0
    for led in (copies[0] for copies in deck.copies):
        others = [card for copies in faces for card in copies if card != led]
        over = []
        for card in others:
            best = _best(states, (led, card))
            if best is None:
                return None
            if best == card:
                over.append(card)
        for two in product(over, repeat=2):
            cases += 1
            if cases > MOST_TRICKS or (two[0] != two[1] and _best(states, (led, *two)) is None):
                return None
        cases += len(others)
    return f"every trick goes to the same seat ({cases:,} tricks of two and three cards)"


def _is_by_rank(game: Rules) -> bool:
    classes = winner_classes(game.play.winner)
    topics = {fact.topic for fact in facts_of(game, game.play.winner)}
    return classes is not None and game.play.equal != "cancel" and topics <= SEEN and is_ranked_once(game)


def _best(states: Sequence[State], cards: tuple[int, ...]) -> int | None:
    """Return the card that wins in both games; None if they disagree or no card does."""
    found = set()
    for s in states:
        s.trick, s.trick_seats, s.leader = cards, tuple(range(len(cards))), 0
        s.memo = {}
        found.add(best_card(s))
    return found.pop() if len(found) == 1 else None
