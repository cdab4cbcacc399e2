"""A plain evaluator of terms, for the tests: it walks the term, reads history where there is some, and shares no code.

Sets are lists. Cards that have an order of their own come in it, other cards in the order in which a hand is sorted.
Nobody is None, an amount of nobody 0, and every test about nobody is no.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from spadesdsl.rules import terms as t
from spadesdsl.rules.terms import AMOUNTS, Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.engine.game import State
    from spadesdsl.engine.ranking import Deck
    from spadesdsl.engine.state import StateData, Trick
    from spadesdsl.rules.game import Rules

ON_THE_TABLE = ("trick", "trick_cards")
"""Of equal cards in these the best is the first."""
ORDERED = (*ON_THE_TABLE, "played", "hand")


class Reference:
    """Evaluates the terms of one game in one state."""

    def __init__(self, game: Rules, s: State, numbers: dict[str, dict[str, int]]) -> None:
        self.game = game
        self.s = s
        self.numbers = numbers
        """What the runtime calls bids, decisions, tallies, zones and trusts by number."""
        self.seats = len(game.seats)
        self.suits = len(game.suits)

    # ---- terms

    def value(self, term: t.Term, env: dict[str, Any]) -> Any:
        found = self._value(term, env)
        if found is None:
            return self.nothing(term.type)
        if term.type == t.Type(Kind.CARD, many=True) and not self.is_ordered(term):
            return self.sorted(found)
        return found.numerator if isinstance(found, Fraction) and found.denominator == 1 else found

    def nothing(self, kind: t.Type) -> Any:
        if kind.many:
            return []
        if kind.kind is Kind.TRUTH:
            return False
        return 0 if kind.kind in AMOUNTS else None

    def _value(self, term: t.Term, env: dict[str, Any]) -> Any:
        s = self.s
        match term:
            case t.Const(value=value):
                if term.type.kind is Kind.CARD and value is not None:
                    return s.spec.deck.copies[int(value)][0]  # type: ignore[call-overload]
                return value
            case t.Var(name=name):
                return env[name]
            case t.OptionRef(name=name):
                return next(option.value for option in self.game.options if option.name == name)
            case t.LetRef():
                return self._let(term, env)
            case t.ZoneRef(zone=zone, owner=owner):
                declared = next(one for one in s.spec.zones if one.name == zone)
                if not declared.is_each:
                    return list(s.piles[declared.base])
                seat = env["player"] if owner is None else self.value(owner, env)
                return None if seat is None else list(s.piles[declared.base + seat])
            case t.TallyRef():
                return self._tally(term, env)
            case t.Did():
                return self._did(term, env)
            case t.Answer():
                return self._answer(term, env)
            case t.IsBid(bid=bid, bid_type=kind, arguments=arguments):
                made = self.value(bid, env)
                wanted = tuple(self.value(one, env) for one in arguments)
                return (
                    made is not None
                    and made.type == self.numbers["bid"][kind]
                    and made.arguments[: len(wanted)] == wanted
                )
            case t.BidParameter(bid=bid, name=name):
                made = self.value(bid, env)
                names = [] if made is None else [one.name for one in s.spec.bids[made.type].parameters]
                return made.arguments[names.index(name)] if name in names else None
            case t.Broke(who=who, trust=trust):
                seat = self.value(who, env)
                return seat is not None and bool(s.broke[self.numbers["trust"][trust]] >> seat & 1)
            case t.Filter(of=of, variable=variable, condition=condition):
                return [one for one in self.value(of, env) if self.value(condition, {**env, variable: one})]
            case t.Holds(quantifier=word, of=of, variable=variable, condition=condition):
                held = [bool(self.value(condition, {**env, variable: one})) for one in self.value(of, env)]
                return {"some": any(held), "every": all(held), "no": not any(held)}[word]
            case t.Fold(how=how, of=of, variable=variable, body=body):
                amounts = [self.value(body, {**env, variable: one}) for one in self.value(of, env)]
                return {"sum": sum, "most": max, "least": min}[how](amounts) if amounts else 0  # type: ignore[operator]
            case t.Extreme():
                return self._extreme(term, env)
            case t.Run(how=how, of=of, variable=variable, condition=condition):
                marks = [bool(self.value(condition, {**env, variable: one})) for one in self.value(of, env)]
                runs = "".join("x" if mark else " " for mark in marks).split(" ")
                return len(runs[-1]) if how == "final" else max(map(len, runs))
            case t.Op():
                return self._op(term, env)
            case _:
                raise TypeError(term)

    def _let(self, term: t.LetRef, env: dict[str, Any]) -> Any:
        let = next(one for one in self.game.lets if one.key == term.let)
        if term.subject is None:
            return self.value(let.body, env)
        who = self.value(term.subject, env)
        if who is None:
            return None
        inner = dict(env)
        if let.subject is Kind.SEAT:
            inner |= {"player": who, "side": self.s.side_of[who]}
        else:
            inner["side" if let.subject is Kind.SIDE else let.subject.value] = who
        return self.value(let.body, inner)

    def _tally(self, term: t.TallyRef, env: dict[str, Any]) -> Any:
        s = self.s
        number = self.numbers["tally"][term.tally]
        row = {"now": s.tallies, "before": s.tallies_before, "filled": s.filled}[term.which][number]
        if term.holder is None or len(row) == 1:
            return row[0]
        who = self.value(term.holder, env)
        if who is None:
            return 0
        by_player = s.spec.teams.after is not None
        holders = s.spec.teams.sides if by_player else s.sides
        members = (who,) if term.holder.type.kind is Kind.SEAT else s.sides[who]
        return next((row[at] for at, seats in enumerate(holders) if set(members) & set(seats)), 0)

    def _did(self, term: t.Did, env: dict[str, Any]) -> bool:
        s = self.s
        who = None if term.who is None else self.value(term.who, env)
        if term.who is not None and who is None:
            return False
        kind = None if term.who is None else term.who.type.kind
        seats = set(range(self.seats)) if who is None else {who} if kind is Kind.SEAT else set(s.sides[who])
        if term.decision == "bid":
            if who is None:
                return bool(s.calls)
            return any(
                self._bid(seat) is not None if kind is Kind.SEAT else s.bids[seat] is not None for seat in seats
            ) or (kind is Kind.SIDE and s.side_bids[who] is not None)
        wanted = tuple(self.value(one, env) for one in term.arguments)
        answers = s.answers[self.numbers["decision"][term.decision]]
        return any(one.seat in seats and (not wanted or one.arguments == wanted) for one in answers)

    def _answer(self, term: t.Answer, env: dict[str, Any]) -> Any:
        who = None if term.who is None else self.value(term.who, env)
        answers = [
            one
            for one in self.s.answers[self.numbers["decision"][term.decision]]
            if term.who is None or one.seat == who
        ]
        steps = [step for step in self.s.spec.plan.steps if getattr(step, "name", "") == term.decision]
        names = [one.name for one in steps[0].parameters]  # type: ignore[union-attr]
        return answers[-1].arguments[names.index(term.name)] if answers else None

    def _extreme(self, term: t.Extreme, env: dict[str, Any]) -> int | None:
        cards = self.value(term.of, env)
        sign = 1 if term.highest else -1

        def key(card: int) -> tuple[Any, ...]:
            if not term.keys:
                return (sign * self.s.ranking.strength[card],)
            return tuple(sign * (self.value(one, {**env, term.variable: card}) or 0) for one in term.keys)

        best = None
        for card in cards if self.is_ordered(term.of, ON_THE_TABLE) or term.keys else sorted(cards):
            if best is None or key(card) > key(best):
                best = card
        return best

    # ---- operations

    def is_ordered(self, term: t.Term, ordered: tuple[str, ...] = ORDERED) -> bool:
        match term:
            case t.ZoneRef():
                return True
            case t.Filter(of=of):
                return self.is_ordered(of, ordered)
            case t.Op(op="part" | "part_suit", arguments=(of, _)) | t.Op(op="first_n" | "last_n", arguments=(_, of)):
                return self.is_ordered(of, ordered)
            case t.Op(op="if" | "else", arguments=(*_, then, otherwise)):
                return self.is_ordered(then, ordered) and self.is_ordered(otherwise, ordered)
            case t.Op(op=op):
                return op in ordered
            case _:
                return False

    def sorted(self, cards: Any) -> list[int]:
        return sorted(set(cards), key=self.s.ranking.order.index)

    def _op(self, term: t.Op, env: dict[str, Any]) -> Any:
        s, op = self.s, term.op
        if op in ("and", "or"):
            held = (bool(self.value(one, env)) for one in term.arguments)
            return all(held) if op == "and" else any(held)
        if op == "if":
            condition, then, otherwise = term.arguments
            return self.value(then if self.value(condition, env) else otherwise, env)
        if op == "else":
            first, second = term.arguments
            found = self.value(first, env)
            return self.value(second, env) if found is None or found == [] else found
        if op == "list":
            found = [one for one in (self.value(argument, env) for argument in term.arguments) if one is not None]
            if term.type.kind is not Kind.CARD:
                return [one for place, one in enumerate(found) if one not in found[:place]]
            named = [self.value(part, env) for part in term.arguments if is_named(part)]
            return self.sorted([*found, *(one for card in named if card is not None for one in self.copies(card))])
        if op in ("beats",):
            return self._beats(*(self.value(one, env) for one in term.arguments))
        arguments = [self.value(one, env) for one in term.arguments]
        if op in PROPERTIES:
            return None if arguments[0] is None else PROPERTIES[op](self, arguments[0])
        if op in GLOBALS:
            return GLOBALS[op](self)
        if op in ("part", "part_suit", "first_n", "last_n"):
            return self._part(term, arguments)
        if op == "same":
            return bool(arguments[0] == arguments[1])
        if op in ("is", "is_not"):
            same = None not in arguments and self._same(term, *arguments)
            return same if op == "is" else not same
        if op in ("member", "not_member", "includes"):
            x, of = term.arguments if op != "includes" else reversed(term.arguments)
            found = self._member(x, self.value(x, env), of, self.value(of, env))
            return found is (op != "not_member")
        return FORMS[op](s, *arguments) if op in FORMS else COMPARISONS[op](*arguments)

    def copies(self, card: int) -> list[int]:
        """Return all equal cards: a card that is named stands for them."""
        names = self.s.spec.deck.names
        return [one for one, name in enumerate(names) if name == names[card]]

    def _same(self, term: t.Op, one: Any, other: Any) -> bool:
        if term.arguments[0].type.kind is Kind.CARD:
            names = self.s.spec.deck.names
            return names[one] == names[other]
        return bool(one == other)

    def _member(self, x: t.Term, value: Any, of: t.Term, found: list[Any]) -> bool:
        if value is None:
            return False
        if is_named(x):
            return any(card in found for card in self.copies(value))
        return value in found

    def _part(self, term: t.Op, arguments: list[Any]) -> list[Any]:
        if term.op in ("first_n", "last_n"):
            number, row = max(0, int(arguments[0])), arguments[1]
            return row[:number] if term.op == "first_n" else row[len(row) - min(number, len(row)) :]
        of, other = arguments
        if term.op == "part_suit":
            return [card for card in of if other is not None and self.s.ranking.suit[card] == other]
        return [one for one in of if one in other]

    def _beats(self, card: int | None, other: int | None) -> bool:
        # By the rule of most games: trumps, else the suit led; what is neither does not win.
        if card is None:
            return False
        if other is None:
            return True
        s = self.s
        led = s.ranking.suit[s.trick[0]] if s.trick else None

        def place(one: int) -> tuple[int, int]:
            suit = s.ranking.suit[one]
            if suit is not None and suit == s.ranking.trumps:
                return (2, s.ranking.strength[one])
            return (1, s.ranking.strength[one]) if suit is not None and suit == led else (0, 0)

        is_later = s.spec.play.equal == "last" and place(card)[0] > 0  # of equal cards the last wins
        return place(card) > place(other) or (is_later and place(card) == place(other))

    def _bid(self, seat: int) -> Any:
        s = self.s
        own, side = s.bids[seat], s.side_of[seat]
        return own if own is not None or side is None else s.side_bids[side]

    # ---- the table

    def clockwise(self, seats: Any) -> list[int]:
        wanted = set(seats)
        start = self.next(self.s.dealer, 1)
        return [seat for seat in ((start + step) % self.seats for step in range(self.seats)) if seat in wanted]

    def across(self, seat: int) -> int | None:
        found = (seat + self.seats // 2) % self.seats
        return None if self.s.out >> found & 1 else found

    def players(self) -> list[int]:
        return [seat for seat in self.s.spec.players if not self.s.out >> seat & 1]

    def next(self, seat: int, step: int) -> int:
        players = self.players()
        found = (seat + step) % self.seats
        while found not in players:
            found = (found + step) % self.seats
        return found

    def tricks(self) -> list[Trick]:
        return list(self.s.tricks)

    def played(self) -> list[int]:
        return [*(card for trick in self.s.tricks for card in trick.cards), *self.s.trick]

    def score(self, seats: Any) -> Any:
        by_player = self.s.spec.teams.after is not None
        holders = self.s.spec.teams.sides if by_player else self.s.sides
        return next((self.s.scores[at] for at, who in enumerate(holders) if set(who) & set(seats)), 0)

    def behind(self, score: Any) -> Any:
        return abs((min if self.s.spec.best_lowest else max)(self.s.scores) - score)

    def partner(self, seat: int) -> int | None:
        side = self.s.side_of[seat]
        members = [] if side is None else list(self.s.sides[side])
        return members[(members.index(seat) + 1) % len(members)] if len(members) > 1 else None

    def members(self, side: int | None) -> list[int]:
        return [] if side is None else self.clockwise(self.s.sides[side])

    def others(self, side: int | None) -> list[int]:
        return self.clockwise(seat for seat in self.players() if self.s.side_of[seat] != side)

    def contract(self, side: int) -> Any:
        own = self.s.side_contracts[side]
        return sum(self.s.contracts[seat] or 0 for seat in self.s.sides[side]) if own is None else own

    def seat_contract(self, seat: int) -> Any:
        side = self.s.side_of[seat]
        if self.s.contracts[seat] is None and side is not None and len(self.s.sides[side]) == 1:
            return self.s.side_contracts[side]
        return self.s.contracts[seat]


PROPERTIES: dict[str, Callable[[Reference, Any], Any]] = {
    "left": lambda r, x: r.next(x, 1),
    "right": lambda r, x: r.next(x, -1),
    "across": lambda r, x: r.across(x),
    "partner": lambda r, x: r.partner(x),
    "side": lambda r, x: next((at for at, seats in enumerate(r.s.sides) if x in seats), None),
    "opponents": lambda r, x: r.others(r.s.side_of[x]),
    "members": lambda r, x: r.members(r.s.side_of[x]),
    "hand": lambda r, x: list(r.s.stacks[x]) if r.s.stacks[x] is not None else r.sorted(cards_in(r.s.hands[x])),  # type: ignore[arg-type]
    "seat_taken": lambda r, x: sum(trick.winner == x for trick in r.s.tricks),
    "seat_tricks": lambda r, x: [trick for trick in r.s.tricks if trick.winner == x],
    "seat_cards": lambda r, x: r.sorted(card for trick in r.s.tricks if trick.winner == x for card in trick.cards),
    "seat_bid": lambda r, x: r._bid(x),
    "seat_contract": lambda r, x: r.seat_contract(x),
    "bid_place": lambda r, x: 0 if r._bid(x) is None else r._bid(x).place,
    "seat_score": lambda r, x: r.score((x,)),
    "seat_behind": lambda r, x: r.behind(r.score((x,))),
    "shown": lambda r, x: r.sorted(card for card in cards_in(r.s.hands[x]) if r.s.open >> card & 1),
    "side_members": lambda r, x: r.members(x),
    "side_opponents": lambda r, x: r.others(x),
    "side_taken": lambda r, x: sum(trick.winner in r.s.sides[x] for trick in r.s.tricks),
    "side_tricks": lambda r, x: [trick for trick in r.s.tricks if trick.winner in r.s.sides[x]],
    "side_cards": lambda r, x: r.sorted(c for trick in r.s.tricks if trick.winner in r.s.sides[x] for c in trick.cards),
    "side_bid": lambda r, x: (
        r.s.bids[r.s.sides[x][0]] if r.s.side_bids[x] is None and len(r.s.sides[x]) == 1 else r.s.side_bids[x]
    ),
    "side_contract": lambda r, x: r.contract(x),
    "side_score": lambda r, x: r.score(r.s.sides[x]),
    "side_behind": lambda r, x: r.behind(r.score(r.s.sides[x])),
    "side_subtotal": lambda r, x: r.s.subtotals[x],
    "card_rank": lambda r, x: r.s.ranking.rank[x],
    "card_face": lambda r, x: r.s.spec.deck.printed_rank[x],
    "card_suit": lambda r, x: next((suit for suit in range(r.suits) if r.s.ranking.masks[suit] >> x & 1), None),
    "card_player": lambda r, x: next(
        (seat for cards, seats in laid(r) for card, seat in zip(cards, seats, strict=True) if card == x), None
    ),
    "card_position": lambda r, x: next((cards.index(x) + 1 for cards, _ in laid(r) if x in cards), 0),
    "suit_rank": lambda r, x: [*range(r.suits)].index(x) + 1,
    "suit_twin": lambda r, x: [*reversed(range(r.suits))][x],
    "call_bid": lambda r, x: x,
    "call_player": lambda r, x: x.seat,
    "call_place": lambda r, x: [*r.s.calls].index(x) + 1,
    "trick_cards": lambda r, x: list(x.cards),
    "trick_led": lambda r, x: x.cards[0] if x.cards else None,
    "trick_best": lambda r, x: x.best,
    "trick_winner": lambda r, x: None if x.best is None else x.seats[x.cards.index(x.best)],
    "trick_leader": lambda r, x: x.seats[0] if x.cards else r.s.leader,
    "trick_number_of": lambda r, x: x.number,
}


def is_named(term: t.Term) -> bool:
    """Tell whether a card is written: `AS`, `A of called_suit`."""
    is_written = isinstance(term, t.Const) or (isinstance(term, t.Op) and term.op == "top_of_suit")
    return is_written and term.type.kind is Kind.CARD


def laid(r: Reference) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the cards of all tricks of the deal, with who played them."""
    return [*((trick.cards, trick.seats) for trick in r.s.tricks), (r.s.trick, r.s.trick_seats)]


def cards_in(mask: int) -> list[int]:
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def this_trick(r: Reference) -> Any:
    best: int | None = None
    for card in r.s.trick:
        if best is None or r._beats(card, best):
            best = card
    return SimpleNamespace(cards=r.s.trick, seats=r.s.trick_seats, number=r.s.trick_number, best=best)


def each_side(r: Reference) -> list[int]:
    found = [r.s.side_of[seat] for seat in r.clockwise(range(r.seats))]
    return [side for side in dict.fromkeys(found) if side is not None and set(r.s.sides[side]) & set(r.players())]


GLOBALS: dict[str, Callable[[Reference], Any]] = {
    "deal": lambda r: r.s.deal,
    "times_dealt": lambda r: r.s.deals_dealt,
    "dealer": lambda r: r.s.dealer,
    "seats": lambda r: r.clockwise(range(r.seats)),
    "players": lambda r: r.clockwise(r.players()),
    "sides": each_side,
    "suits": lambda r: [suit for suit in range(r.suits) if suit in r.s.ranking.suit],
    "deck": lambda r: r.sorted(range(len(r.s.spec.deck.names))),
    "trumps": lambda r: r.s.ranking.trumps,
    "played": lambda r: r.played(),
    "calls": lambda r: list(r.s.calls),
    "tricks": lambda r: list(r.s.tricks),
    "last_trick": lambda r: [*r.s.tricks, None][len(r.s.tricks) - 1],
    "trick": lambda r: list(r.s.trick),
    "this_trick": this_trick,
    "trick_number": lambda r: r.s.trick_number,
    "led": lambda r: r.s.trick[0] if r.s.trick else None,
    "leader": lambda r: r.s.leader,
    "leading": lambda r: len(r.s.trick) == 0,
    "following": lambda r: len(r.s.trick) > 0,
    "nobody": lambda r: None,
}


def sequence(s: StateData, card: int | None, cards: list[int]) -> list[int]:
    """Try every row of ranks in the card's suit; the longest that is all there, and has the card, counts."""
    if card is None or card not in cards:
        return []
    deck, found = s.spec.deck, [card]
    ranks = range(len(deck.ranks))
    for first in ranks:
        for last in ranks[first:]:
            row = [
                next(
                    (
                        one
                        for one in [card, *sorted(cards, reverse=True)]
                        if place(deck, one) == (place(deck, card)[0], rank)
                    ),
                    None,
                )
                for rank in ranks[first : last + 1]
            ]
            if card in row and None not in row and len(row) > len(found):
                found = [one for one in row if one is not None]
    return sorted(found, key=s.ranking.order.index)


def place(deck: Deck, card: int) -> tuple[int | None, int | None]:
    """Return the suit and the rank that are printed on a card."""
    return deck.printed_suit[card], deck.printed_rank[card]


FORMS: dict[str, Callable[..., Any]] = {
    "not": lambda s, x: not x,
    "+": lambda s, a, b: Fraction(a) + Fraction(b),
    "-": lambda s, a, b: Fraction(a) - Fraction(b),
    "*": lambda s, a, b: Fraction(a) * Fraction(b),
    "/": lambda s, a, b: Fraction(a) / Fraction(b) if b else 0,
    "negative": lambda s, a: -a,
    "abs": lambda s, a: -a if a < 0 else a,
    "max": lambda s, a, b: a if a > b else b,
    "min": lambda s, a, b: b if a > b else a,
    "rounded_down": lambda s, a, b: b * floor(Fraction(a) / Fraction(b)) if b else a,
    "is_whole": lambda s, a: Fraction(a).denominator == 1,
    "in_suit": lambda s, card, suit: None not in (card, suit) and bool(s.ranking.masks[suit] >> card & 1),
    "not_in_suit": lambda s, card, suit: None in (card, suit) or not s.ranking.masks[suit] >> card & 1,
    "in_suits": lambda s, card, suits: card is not None and any(s.ranking.masks[suit] >> card & 1 for suit in suits),
    "not_in_suits": lambda s, card, suits: card is None or all(not s.ranking.masks[suit] >> card & 1 for suit in suits),
    "count": lambda s, of: len(of),
    "is_empty": lambda s, of: of == [],
    "first": lambda s, of: next(iter(of), None),
    "last": lambda s, of: next(reversed(of), None),
    "only": lambda s, of: of[0] if len(of) == 1 else None,
    "looked": lambda s, seat: seat is not None and bool(s.looked >> seat & 1),
    "sequence": lambda s, card, cards: sequence(s, card, cards),
    "top_of_suit": lambda s, rank, suit: next(
        (
            card
            for card in range(len(s.spec.deck.names))
            if (s.spec.deck.printed_rank[card], s.spec.deck.printed_suit[card]) == (rank, suit)
        ),
        None,
    ),
}

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: None not in (a, b) and b > a,
    "<=": lambda a, b: None not in (a, b) and not a > b,
    ">": lambda a, b: None not in (a, b) and a > b,
    ">=": lambda a, b: None not in (a, b) and not b > a,
}
