"""Terms of the language, made at random: every operation in every form, over variables that are bound."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from spadesdsl.rules import operations as v
from spadesdsl.rules import terms as t
from spadesdsl.rules.game import Let
from spadesdsl.rules.terms import AMOUNTS, Kind, Type
from tests.binding.reference import COMPARISONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadesdsl.engine.game import State
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import RuleInfo

ROWS = tuple(row for row in v.OPERATIONS.values() if row.op not in ("nobody", "this_trick"))


OF_QUANTITIES = (v.TRUTH, v.NUMBER, v.CARDS, v.NUMBER, v.SEAT, v.CARD)
SUBJECTS = (None, Kind.SEAT, Kind.SIDE, Kind.CARD, Kind.SUIT, Kind.TRICK, Kind.CALL)
SAID: dict[Kind | None, tuple[str, ...]] = {Kind.SEAT: ("player", "side"), Kind.SIDE: ("side",)}
"""By what a quantity is of: the variables that it reads, unless its own is bound."""


class Maker:
    """Makes terms of a type at random; all that it makes is of that type."""

    def __init__(self, game: Rules, state: State, seed: int) -> None:
        self.game, self.state, self.seed, self.rng = game, state, seed, random.Random(seed)
        self.bound: list[t.Var] = []
        self.subjects: tuple[str, ...] = ("player", "side")
        """The variables that are there without being bound."""
        self.lets: tuple[Let, ...] = ()
        """Named quantities that terms read."""

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

    def make_quantities(self, many: int, rule: RuleInfo) -> None:
        """Make named quantities, of nobody or of each of a kind, which later ones and terms read."""
        for place in range(many):
            subject, kind = self.rng.choice(SUBJECTS), self.rng.choice(OF_QUANTITIES)
            self.subjects = SAID.get(subject, ())
            self.bound = [] if subject is None or subject in SAID else [t.Var(subject.value, Type(subject))]
            made = Let(rule=rule, key=f"random_{place}", subject=subject, body=self.make(kind, 3), type=kind)
            self.lets = (*self.lets, made)
        self.subjects, self.bound = ("player", "side"), []

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
                yield from self.variable("player", v.SEAT)
                yield t.Const(choose(range(len(self.game.seats))), kind)
                yield t.Const(None, kind)
            case Kind.SIDE, False:
                yield from self.variable("side", v.SIDE)
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

    def variable(self, name: str, kind: Type) -> Iterator[t.Var]:
        if name in self.subjects:
            yield t.Var(name, kind)

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
        for let in self.lets:
            if let.type == kind:
                yield lambda let=let: t.LetRef(  # type: ignore[misc]
                    let.key, None if let.subject is None else self.make(Type(let.subject), depth - 1), let.type
                )
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
