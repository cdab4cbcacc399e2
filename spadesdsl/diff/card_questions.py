"""Answer the questions of the rules of play on the table: with nothing led, each card led, each card held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Final

from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import YES, exchanged, joined, mentions, worked_out
from spadesdsl.algebra.judge import COMPARISONS
from spadesdsl.algebra.reads import reads_more_than_the_lead, topics_of
from spadesdsl.algebra.sums import Form
from spadesdsl.binding.cards import winner_classes
from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine import deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.play import best_card
from spadesdsl.engine.situation import Situation
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.terms import Term
from spadesdsl.rules.walking import terms_of

SEEN: Final = frozenset({Topic.CARD, Topic.LEADING, Topic.TRICK, Topic.OPTION})
"""What a question may read to be answered on the table itself: the card, and the card led."""

CARD: Final = ("variable", "card")
"""The card that is judged."""


class Tables:
    """Answers what can be seen on the table: which card was led, and which card it is."""

    def __init__(
        self, rules: tuple[Rules, Rules], games: tuple[Game, Game], formers: tuple[Former, Former], deal: int
    ) -> None:
        """Look at the tables of two games, on a deal."""
        self.rules = rules
        self.formers = formers
        self.compilers = [Compiler(game, {}, ()) for game in rules]
        self.blank = deals.blank(games[0], deal=deal)
        self.is_fixed = all(map(is_ranked_once, rules))

    def answers(self, question: Form) -> bool:
        """Tell whether a question reads nothing else."""
        at, term = self._asked(question)
        game = self.rules[at]
        if not self.is_fixed or term is None or not topics_of(game, term) <= SEEN:
            return False
        return not reads_more_than_the_lead(game, term)

    def _asked(self, question: Form) -> tuple[int, Term | None]:
        for at, former in enumerate(self.formers):
            if question in former.terms and question[0] not in COMPARISONS:
                return at, former.terms[question]
        return 0, None

    def looks(self, seen: Sequence[Form]) -> Iterator[tuple[dict[Form, bool], list[dict[Form, bool]]]]:
        """Yield each position, nothing led and each card led: what holds in it, and all that can hold of a card."""
        codes: list[tuple[Form, bool, Any]] = []
        for question in seen:
            at, term = self._asked(question)
            assert term is not None
            is_of_card = mentions(question, CARD)
            compiler = self.compilers[at]
            code = compiler.condition(term, "card") if is_of_card else compiler.value(term)
            codes.append((question, is_of_card, code))
        size = max(len(compiler.environment) for compiler in self.compilers)
        for table in ((), *((copies[0],) for copies in self.blank.spec.deck.copies)):
            s = self.blank.copy()
            Situation(s).on_table([(0, card) for card in table])
            env = [*environment(s, 0), *[None] * size]
            of_table = {question: bool(code(s, env)) for question, is_of_card, code in codes if not is_of_card}
            masks = {question: code(s, env) for question, is_of_card, code in codes if is_of_card}
            left = s.spec.deck.all & ~s.played
            kinds = {
                tuple(mask >> card & 1 for mask in masks.values())
                for card in range(s.spec.deck.size)
                if left >> card & 1
            }
            yield of_table, [dict(zip(masks, map(bool, kind), strict=True)) for kind in sorted(kinds)]


_HAND: Final = ("hand", ("variable", "player"))
_NONE: Final = {("more", 0): False, ("equal", 0): True, ("less", 1): True}
"""What an answer to a comparison says of a number that is 0."""


def says_none_is_held(question: Form) -> tuple[Form, bool, Form] | None:
    """Return which answer to a question says that the hand has no card of a kind, and what such a card is."""
    match question:
        case ("more" | "equal" | "less" as how, ("sum", ((("count", of),), 1)), 0 | 1 as limit) if (
            how,
            limit,
        ) in _NONE:
            kind = YES
        case _:
            return None
    while of != _HAND:
        match of:
            case ("part_suit", inner, suit):
                of, kind = inner, joined("and", (kind, ("in_suit", CARD, suit)))
            case ("Filter", _, inner, condition):
                of, kind = inner, joined("and", (kind, exchanged(condition, {("variable", 0): CARD})))
            case _:
                return None
    return question, _NONE[how, limit], kind


def can_be_held(answers: Mapping[Form, bool], said: Sequence[tuple[Form, bool, Form]]) -> bool:
    """Tell whether a card with some answers may be in the hand: none is of a kind that the hand has not."""
    with suppress(KeyError):  # whether a card is of that kind is not asked
        return not any(answers[question] is none and worked_out(kind, answers) for question, none, kind in said)
    return True


def is_ranked_once(game: Rules) -> bool:
    """Tell whether suits and ranks of the cards stay the same throughout the game."""
    is_fixed = game.trumps is None or Former(game).trumps is not None
    topics = topics_of(game, *terms_of((game.orders, game.trumps)))
    return is_fixed and topics <= {Topic.CARD, Topic.OPTION}


MOST_TRICKS: Final = 200_000
"""Tricks with more cards than three are not checked."""


def tricks_won_alike(rules: Sequence[Rules], games: Sequence[Game], deal: int) -> int | None:
    """Return how many tricks showed that each goes to the same seat in two games; None if that was not shown.

    If a rule takes the best card by suits and ranks, the winner of a trick beats each other card in it.
    """
    if not all(map(_is_by_rank, rules)):
        return None
    states = [deals.blank(game, deal=deal) for game in games]
    deck = states[0].spec.deck
    faces = [copies[:2] for copies in deck.copies]
    cases = 0
    for led in (copies[0] for copies in deck.copies):
        others = [card for copies in faces for card in copies if card != led]
        over = []
        for card in others:
            if (best := _best(states, (led, card))) is None:
                return None
            if best == card:
                over.append(card)
        for two in product(over, repeat=2):
            cases += 1
            if cases > MOST_TRICKS or (two[0] != two[1] and _best(states, (led, *two)) is None):
                return None
        cases += len(others)
    return cases


def _is_by_rank(game: Rules) -> bool:
    suits = winner_classes(game.play.winner)
    if suits is None or reads_more_than_the_lead(game, *suits):
        return False
    is_seen = topics_of(game, game.play.winner) <= SEEN
    return game.play.equal != "cancel" and is_seen and is_ranked_once(game)


def _best(states: Sequence[State], cards: tuple[int, ...]) -> int | None:
    """Return the card that wins in both games; None if they disagree or no card does."""
    found = set()
    for s in states:
        s.trick, s.trick_seats, s.leader = cards, tuple(range(len(cards))), 0
        s.memo = {}
        found.add(best_card(s))
    return found.pop() if len(found) == 1 else None
