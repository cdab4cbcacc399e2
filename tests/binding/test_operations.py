"""Every operation, in every form it can take, gives what a plain evaluator gives that shares no code with it."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine import choices
from spadesdsl.frozen import replace
from spadesdsl.rules import operations as v
from spadesdsl.rules import terms as t
from spadesdsl.rules.terms import Kind, Type
from tests.binding.making import Maker
from tests.binding.reference import Reference, cards_in
from tests.loading import game_of, loaded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import State
    from spadesdsl.rules.game import Rules

GAMES = ("standard", "nyc", "six_player_2D", "three_player_dummy", "oh_hell_team", "euchre", "hearts", "two_player")
"""Two packs, cards that top trumps, sides made by the bidding, trumps that change, hands that are piles."""
TERMS = 330
"""Terms tried in each game, each in several states."""
APART = frozenset({"holder", "random", "sure_of_the_rest", "nobody"})
"""What is tested by itself: one draws, one searches, one looks into hands, one is a constant."""


@cache
def states(name: str) -> tuple[State, ...]:
    """Return states from all over some games."""
    game, found = game_of(name), []
    for seed in range(12):
        chooser, state = random.Random(seed), game.start(seed)
        moves = chooser.choice((3, 9, 21, 34, 47, 55, 70, 120))
        for _ in range(moves):
            entry = chooser.choice(choices.due(state))
            after = state.take(entry, chooser.choice(entry.options))
            if after.over:
                break
            state = after
        found.append(state)
    return tuple(found)


def plain(reference: Reference, kind: Type, found: Any) -> Any:
    """Write what the code gives as the reference writes it."""
    if kind == v.CARDS:
        return set(cards_in(found)) if isinstance(found, int) else list(found)
    return list(found) if kind.many else found


def used(term: t.Term) -> Iterator[str]:
    from spadesdsl.rules.walking import walk

    for part in walk(term):
        yield part.op if isinstance(part, t.Op) else type(part).__name__


def check(compiler: Compiler, term: t.Term, state: State, numbers: dict[str, dict[str, int]]) -> None:
    reference = Reference(compiler.game, state, numbers)
    seat = state.leader
    env = {"player": seat, "side": state.side_of[seat]}
    place: list[Any] = [seat, state.side_of[seat], None, *[None] * 40]
    wanted = reference.value(term, env)
    kind = term.type
    forms: dict[str, Any] = {"value": compiler.value(term)}
    if kind == v.CARDS:
        forms = {"mask": compiler.mask(term), "items": compiler.items(term)}
    for form, code in forms.items():
        state.memo = {}
        found = plain(reference, kind, code(state, list(place)))
        expected = set(wanted) if form == "mask" else wanted
        assert found == expected, (form, term)


def check_condition(compiler: Compiler, term: t.Term, state: State, numbers: dict[str, dict[str, int]]) -> None:
    """A condition on a card, as the mask of the cards for which it holds."""
    reference = Reference(compiler.game, state, numbers)
    seat = state.leader
    env = {"player": seat, "side": state.side_of[seat]}
    code = compiler.condition(term, "card")
    state.memo = {}
    found = cards_in(code(state, [seat, state.side_of[seat], None, *[None] * 40]))
    deck = range(state.spec.deck.size)
    assert found == [card for card in deck if reference.value(term, {**env, "card": card})], term


def made(edition: Rules, state: State, number: int) -> tuple[Rules, t.Term, t.Term]:
    """Return a term, a condition on a card, and the rules; every third time with quantities of their own."""
    maker = Maker(edition, state, number)
    if number % 3 == 0:
        maker.make_quantities(3, edition.play.winner_rule)
    return replace(edition, lets=(*edition.lets, *maker.lets)) if maker.lets else edition, *maker.pair()


@pytest.mark.parametrize("name", GAMES)
def test_every_form_gives_what_the_reference_gives(name: str) -> None:
    variant = loaded(name).variant
    assert variant is not None
    tallies = game_of(name).tallies
    compilers: dict[int, Compiler] = {}
    for number in range(TERMS):
        state = states(name)[number % 12].copy()
        edition = variant.edition(state.deal)
        rules, term, condition = made(edition, state, number)
        compiler = compilers.get(id(rules)) or Compiler(rules, {}, tallies)
        if rules is edition:
            compilers[id(rules)] = compiler
        numbers = {
            "bid": {bid.name: at for at, bid in enumerate(edition.bids)},
            "tally": {tally: at for at, tally in enumerate(tallies)},
            "trust": {one: at for at, one in enumerate(state.spec.play.trust_names)},
        }
        check(compiler, term, state, numbers)
        check_condition(compiler, condition, state, numbers)


def test_every_operation_is_tried_in_every_form() -> None:
    """Counted over the terms that the tests above make, without running them."""
    tried: Counter[tuple[str, str]] = Counter()
    for name in GAMES:
        variant = loaded(name).variant
        assert variant is not None
        for number in range(TERMS):
            state = states(name)[number % 12]
            _, term, condition = made(variant.edition(state.deal), state, number)
            forms = ("mask", "items") if term.type == v.CARDS else ("value",)
            tried.update((op, form) for form in forms for op in set(used(term)))
            tried.update((op, "condition") for op in set(used(condition)))
    of_cards = {row.op for row in v.OPERATIONS.values() if row.type == v.CARDS}
    of_cards |= {"list", "part", "part_suit", "if", "else", "first_n", "last_n", "Filter"}
    wanted = {(op, "condition") for op in {*v.OPERATIONS, *v.FORMS} - APART}
    wanted |= {(op, "value") for op in {*v.OPERATIONS, *v.FORMS} - APART - of_cards}
    wanted |= {(op, form) for op in of_cards for form in ("mask", "items")}
    assert {pair for pair in wanted if not tried[pair]} == set()


@pytest.mark.parametrize("op", ["is", "is_not", "<", ">="])
@pytest.mark.parametrize("word", ["face", "rank"])
def test_a_card_is_compared_with_the_one_that_is_asked_about(word: str, op: str) -> None:
    """What is kept for as long as cards rank alike is not kept if it is said of two cards."""
    variant = loaded("hearts").variant
    assert variant is not None
    state, row = states("hearts")[0].copy(), v.PROPERTIES[Kind.CARD, word]
    compiler = Compiler(variant.edition(state.deal), {}, game_of("hearts").tallies)
    one, other = (t.Op(row.op, (t.Var(which, v.CARD),), row.type) for which in ("v1", "card"))
    those = t.Filter(t.Op("deck", (), v.CARDS), "v1", t.Op(op, (one, other), v.TRUTH), v.CARDS)
    many = t.Op(">", (t.Op("count", (those,), v.NUMBER), t.Const(20, v.NUMBER)), v.TRUTH)
    check_condition(compiler, many, state, {"bid": {}, "tally": {}, "trust": {}})


def test_a_list_has_each_thing_once() -> None:
    """The dealer and the player who leads may be the same."""
    game, state = loaded("hearts").rules.game, states("hearts")[0].copy()
    seat = t.Op("dealer", (), v.SEAT)
    many = t.Op("count", (t.Op("list", (seat, seat), v.SEATS),), v.NUMBER)
    assert Compiler(game, {}, ()).value(many)(state, [None] * 40) == 1
