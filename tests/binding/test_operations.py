"""Every operation, in every form it can take, gives what a plain evaluator gives that shares no code with it."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine import choices
from spadesdsl.rules import operations as v
from spadesdsl.rules import terms as t
from spadesdsl.rules.terms import AMOUNTS, Kind, Type
from tests.binding.reference import COMPARISONS, Reference, cards_in
from tests.loading import game_of, loaded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


ROWS = tuple(row for row in v.OPERATIONS.values() if row.op not in ("nobody", "this_trick"))


class Maker:
    """Makes terms of a type at random; all that it makes is of that type."""

    def __init__(self, game: Rules, state: State, seed: int) -> None:
        self.game, self.state, self.seed, self.rng = game, state, seed, random.Random(seed)
        self.bound: list[t.Var] = []

    def pair(self) -> tuple[t.Term, t.Term]:
        """Return a term, and a condition on `card`."""
        term = self.make(self.rng.choice(TYPES), self.rng.choice((1, 2, 3, 4)))
        if self.seed % 5 == 0:
            tests = [*self.tests(3)]
            term = tests[self.seed // 5 % len(tests)]()
        elif self.seed % 5 == 1:
            sets = [*self.forms(v.CARDS, 3)]
            term = sets[self.seed // 5 % len(sets)]()
        elif self.seed % 5 < 4:
            row = ROWS[self.seed // 5 * 2 % len(ROWS) - self.seed % 2]
            term = t.Op(row.op, tuple(self.make(one, 2) for one in row.takes), row.type)
        self.bound = [t.Var("card", v.CARD)]
        condition = self.make(v.TRUTH, 3)
        self.bound = []
        return term, condition

    def make(self, kind: Type, depth: int) -> t.Term:
        leaves, rows = [*self.leaves(kind)], [*self.rows(kind, depth)]
        if depth <= 0:
            one = self.rng.choice(leaves or rows)
        else:
            kinds = (leaves, *[rows] * 3, *[[*self.forms(kind, depth)]] * 4)
            one = self.rng.choice(self.rng.choice([one for one in kinds if one]))
        return one() if callable(one) else one

    def leaves(self, kind: Type) -> Iterator[t.Term | Callable[[], t.Term]]:
        yield from (var for var in self.bound if var.type == kind)
        choose = self.rng.choice
        match kind.kind, kind.many:
            case Kind.SEAT, False:
                yield t.Var("player", v.SEAT)
                yield t.Const(choose(range(len(self.game.seats))), kind)
                yield t.Const(None, kind)
            case Kind.SIDE, False:
                yield t.Var("side", v.SIDE)
            case Kind.CARD, False:
                yield t.Const(choose(range(len(self.game.faces))), kind)
            case Kind.SUIT, False:
                yield t.Const(choose([*range(len(self.game.suits)), None]), kind)
            case Kind.CALL, False:
                yield t.Op(choose(("first", "last")), (t.Op("calls", (), v.CALLS),), kind)
            case Kind.RANK, False:
                yield t.Const(choose(range(len(self.game.ranks))), kind)
            case Kind.TRUTH, False:
                yield t.Const(choose((True, False)), kind)
            case ((Kind.NUMBER | Kind.POINTS | Kind.TRICKS | Kind.COUNTS), False):
                yield t.Const(choose((0, 1, 2, 5, 13, -3)), kind)
            case _:
                pass

    def rows(self, kind: Type, depth: int) -> Iterator[Callable[[], t.Term]]:
        for row in v.OPERATIONS.values():
            if row.type == kind:
                takes = row.takes
                yield lambda row=row, takes=takes: t.Op(  # type: ignore[misc]
                    row.op, tuple(self.make(one, depth - 1) for one in takes), row.type
                )

    def op(self, name: str, gives: Type, *takes: Type, depth: int) -> Callable[[], t.Term]:
        return lambda: t.Op(name, tuple(self.make(one, depth - 1) for one in takes), gives)

    def run_over(self, of: Type, depth: int, make: Callable[[t.Term, t.Var], t.Term]) -> t.Term:
        over = self.make(of, depth - 1)
        one = t.Var(f"v{len(self.bound) + 1}", Type(of.kind))
        self.bound.append(one)
        made = make(over, one)
        self.bound.pop()
        return made

    def forms(self, kind: Type, depth: int) -> Iterator[Callable[[], t.Term]]:
        choose, truth = self.rng.choice, lambda: self.make(v.TRUTH, depth - 1)
        yield self.op("if", kind, v.TRUTH, kind, kind, depth=depth)
        if kind.kind is Kind.TRUTH:
            yield from self.tests(depth)
        elif kind.many:
            yield lambda: self.run_over(kind, depth, lambda of, one: t.Filter(of, one.name, truth(), kind))
            yield self.op("part", kind, kind, kind, depth=depth)
            for name in ("first_n", "last_n"):
                yield self.op(name, kind, v.NUMBER, kind, depth=depth)
            if kind.kind not in (Kind.TRICK, Kind.CALL):
                yield self.op("list", kind, Type(kind.kind), Type(kind.kind), depth=depth)
        elif kind.kind in AMOUNTS:
            yield from self.amounts(kind, depth)
        else:
            yield self.op("else", kind, kind, kind, depth=depth)
        if kind == v.CARDS:
            yield self.op("else", kind, kind, kind, depth=depth)
            yield self.op("part_suit", kind, v.CARDS, v.SUIT, depth=depth)
            yield self.op("sequence", kind, v.CARD, v.CARDS, depth=depth)
        if kind == v.CARD:
            for name in ("first", "last", "only"):
                yield self.op(name, kind, v.CARDS, depth=depth)
            yield self.op("top_of_suit", kind, v.RANK, v.SUIT, depth=depth)
            yield lambda: self.run_over(
                v.CARDS, depth, lambda of, one: t.Extreme(choose((True, False)), of, one.name, self.keys(depth))
            )
        if kind in (v.SEAT, v.TRICK, v.SUIT, v.SIDE, v.CALL):
            for name in ("first", "last"):
                yield self.op(name, kind, Type(kind.kind, many=True), depth=depth)

    def keys(self, depth: int) -> tuple[t.Term, ...]:
        return () if self.rng.random() < 0.5 else (self.make(v.NUMBER, depth - 2), self.make(v.RANK, 0))

    def tests(self, depth: int) -> Iterator[Callable[[], t.Term]]:
        choose = self.rng.choice
        things = (v.SEAT, v.SIDE, v.SUIT, v.RANK, v.CARD)
        sets = (v.SEATS, v.SIDES, v.SUITS, v.CARDS, v.TRICKS, v.CALLS)
        one, many = choose(things), choose(sets)
        for name in ("and", "or"):
            yield self.op(name, v.TRUTH, *[v.TRUTH] * choose((2, 3)), depth=depth)
        yield self.op("not", v.TRUTH, v.TRUTH, depth=depth)
        for name in ("is", "is_not"):
            yield self.op(name, v.TRUTH, one, one, depth=depth)
        same = choose((v.SEAT, v.SUIT))
        yield self.op("same", v.TRUTH, same, same, depth=depth)
        amount = choose((v.NUMBER, v.TRICK_AMOUNT, v.POINTS, v.RANK))
        signs = [*COMPARISONS] if amount is not v.RANK else ["<", "<=", ">", ">="]
        for name in signs:
            yield self.op(name, v.TRUTH, amount, amount, depth=depth)
        inside = choose((v.SEATS, v.SUITS, v.CARDS))
        for name in ("member", "not_member"):
            yield self.op(name, v.TRUTH, Type(inside.kind), inside, depth=depth)
        yield self.op("includes", v.TRUTH, inside, Type(inside.kind), depth=depth)
        for name in ("in_suit", "not_in_suit"):
            yield self.op(name, v.TRUTH, v.CARD, v.SUIT, depth=depth)
        for name in ("in_suits", "not_in_suits"):
            yield self.op(name, v.TRUTH, v.CARD, v.SUITS, depth=depth)
        yield self.op("is_empty", v.TRUTH, many, depth=depth)
        yield self.op("is_whole", v.TRUTH, v.NUMBER, depth=depth)
        yield self.op("looked", v.TRUTH, v.SEAT, depth=depth)
        if self.state.trick and self.beats_by_suits():
            yield self.op("beats", v.TRUTH, v.CARD, v.CARD, depth=depth)
        word = choose(("some", "every", "no"))
        condition = lambda: self.make(v.TRUTH, depth - 1)  # noqa: E731
        yield lambda: self.run_over(many, depth, lambda of, var: t.Holds(word, of, var.name, condition()))
        bid = choose(self.game.bids) if self.game.bids else None
        if bid is not None:
            yield lambda: t.IsBid(self.make(v.BID, depth - 1), bid.name)
        yield lambda: t.Did(self.make(choose((v.SEAT, v.SIDE)), depth - 1), "bid")

    def beats_by_suits(self) -> bool:
        return self.game.name in ("standard", "nyc", "oh_hell_team", "euchre")

    def amounts(self, kind: Type, depth: int) -> Iterator[Callable[[], t.Term]]:
        choose = self.rng.choice
        for name in ("+", "-", "max", "min"):
            yield self.op(name, kind, kind, kind, depth=depth)
        for name in ("negative", "abs"):
            yield self.op(name, kind, kind, depth=depth)
        yield self.op("*", kind, v.NUMBER, kind, depth=depth)
        how, body = choose(("sum", "most", "least")), lambda: self.make(kind, depth - 1)
        of = choose((v.SEATS, v.SUITS, v.CARDS, v.TRICKS, v.CALLS))
        yield lambda: self.run_over(of, depth, lambda over, one: t.Fold(how, over, one.name, body(), kind))
        if kind == v.NUMBER:
            yield self.op("count", kind, choose((v.SEATS, v.SUITS, v.CARDS, v.TRICKS, v.CALLS)), depth=depth)
            for name in ("/", "rounded_down"):
                yield self.op(name, kind, v.NUMBER, v.NUMBER, depth=depth)
            names = [(bid, one) for bid in self.game.bids for one in bid.parameters if one.type.kind in AMOUNTS]
            if names:
                yield lambda: t.BidParameter(self.make(v.BID, depth - 1), choose(names)[1].name)
        if kind == v.TRICK_AMOUNT:
            condition = lambda: self.make(v.TRUTH, depth - 1)  # noqa: E731
            yield lambda: self.run_over(
                choose((v.TRICKS, v.CALLS)),
                depth,
                lambda over, one: t.Run(choose(("final", "longest")), over, one.name, condition()),
            )


TYPES = (
    *(v.TRUTH, v.TRUTH, v.TRUTH, v.SEAT, v.SEATS, v.SIDE, v.SIDES, v.SUIT, v.SUITS, v.CARD, v.CARDS, v.CARDS),
    *(v.RANK, v.NUMBER, v.NUMBER, v.TRICK_AMOUNT, v.POINTS, v.TRICKS, v.CALLS),
)


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


@pytest.mark.parametrize("name", GAMES)
def test_every_form_gives_what_the_reference_gives(name: str) -> None:
    variant = loaded(name).variant
    assert variant is not None
    tallies = game_of(name).tallies
    compilers: dict[int, Compiler] = {}
    for number in range(TERMS):
        state = states(name)[number % 12].copy()
        edition = variant.edition(state.deal)
        compiler = compilers.setdefault(id(edition), Compiler(edition, {}, tallies))
        numbers = {
            "bid": {bid.name: at for at, bid in enumerate(edition.bids)},
            "tally": {tally: at for at, tally in enumerate(tallies)},
            "trust": {one: at for at, one in enumerate(state.spec.play.trust_names)},
        }
        maker = Maker(edition, state, number)
        term, condition = maker.pair()
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
            maker = Maker(variant.edition(state.deal), state, number)
            term, condition = maker.pair()
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
