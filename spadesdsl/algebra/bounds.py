"""What amounts and bids can be, whatever happens in a game: all their values if there are few, else the limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, product
from math import floor
from typing import Any, Final

from spadesdsl.algebra.bids import (
    MOST_VALUES,
    contracts_of,
    every_bid,
    lists_bids_made,
    sums_of,
)
from spadesdsl.algebra.deals import (
    counts_tricks_unplayed,
    most_laid,
)
from spadesdsl.algebra.facts import is_of_played, meeting, of_each, of_either
from spadesdsl.algebra.former import EACH_TAKEN
from spadesdsl.algebra.forms import NO, YES, all_of, exchanged, joined, mentions, questions, sum_of, worked_out
from spadesdsl.algebra.grids import WHOLE, Grid
from spadesdsl.algebra.growing import Growing
from spadesdsl.algebra.judge import Faces, Judge, whole_of
from spadesdsl.algebra.reads import facts_of
from spadesdsl.algebra.sums import NOTHING, UNKNOWN, Ends, Form, Limit, Number, Sum, added, multiplied, plain, times
from spadesdsl.algebra.tallies import most_filled
from spadesdsl.engine import deals
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import OPERATIONS, TRICK_AMOUNT, Topic
from spadesdsl.rules.parts import Ask, Award, Give, Redeal
from spadesdsl.rules.terms import Kind, Value, ZoneRef
from spadesdsl.rules.walking import all_actions, all_steps

_EACH_NUMBER: Final = ("sum", ((("trick_number_of", ("variable", 0)),), 1))
_MOST_MOMENTS: Final = 200
_OF_TRICKS_WON: Final = {
    "seat_tricks": "seat_taken",
    "side_tricks": "side_taken",
    "seat_cards": "seat_taken",
    "side_cards": "side_taken",
}
"""Who has taken tricks, by what these bring."""
_TRICKS_WON: Final = ("seat_tricks", "side_tricks")
_TRUMPS: Final = ("trumps",)
_SOMEBODY: Final = frozenset({"value", "dealer"})
"""Seats that are somebody."""


class Bounds(Growing):
    """What amounts can be in one edition of a game, with any setting of its options."""

    def beside(self, game: Rules) -> Bounds:
        """Return what is known of another edition, or of other rules of this one."""
        return Bounds(game, self.bound, self.variant)

    def with_any_score(self) -> Bounds:
        """Return what is known but for what the lines say of scores."""
        other = self.beside(self.game)
        other.scores = UNKNOWN
        return other

    @cached_property
    def moments(self) -> tuple[Bounds, ...]:
        """What is known on each deal, with each setting that says how many cards and tricks there are.

        Empty if nothing says that, or if there are too many.
        """
        gives = [one for one in all_actions(self.game) if isinstance(one, Give) and not isinstance(one.to, ZoneRef)]
        ranges = [end for bid in self.game.bids for one in bid.parameters for end in (one.low, one.high)]
        read = facts_of(self.game, *(one.number for one in gives), *ranges)
        reads_deal = any(fact.topic is Topic.DEAL for fact in read)
        names = sorted({fact.name for fact in read if fact.topic is Topic.OPTION})
        settings = list(islice(product(*(self.choices.get(name, ()) for name in names)), _MOST_MOMENTS + 1))
        found: list[Bounds] = []
        for values in settings if names or reads_deal else ():
            chosen = dict(zip(names, values, strict=True))
            last = self.last_deal(chosen) if reads_deal else 1
            if last is None or len(found) + last > _MOST_MOMENTS:
                return ()
            for deal in range(1, last + 1):
                other = self.beside(self.game)
                other.choices = {**self.choices, **{name: (value,) for name, value in chosen.items()}}
                other.deals = (deal, deal) if reads_deal else self.deals
                other.former, other.held, other.moments, other.of_all = self.former, self.held, (), self.over_all
                found.append(other)
        return tuple(found)

    def last_deal(self, setting: Mapping[str, Value] | None = None) -> int | None:
        """Return the deal that ends every game, with some options set or as they are; None if that is not known."""
        is_plain = not self.variant.scopes and self.game.tie == "shared"
        if not is_plain or any(isinstance(action, Redeal) for action in all_actions(self.game)):
            return None
        values = {one.name: one.value for one in self.game.options} if setting is None else setting
        known: dict[Form, Any] = {("option", name): value for name, value in values.items()}
        ends = [self.former.condition(one.when) for one in self.game.endings if one.kind != "out"]
        for deal in range(1, _MOST_MOMENTS):
            for form in ends:
                try:
                    if worked_out(form, {**known, ("deal",): deal}):
                        return deal
                except KeyError:
                    continue  # it reads something else
        return None

    def without_bids(self, names: frozenset[str]) -> Bounds:
        """Return what is known while nobody has made a bid of some kinds."""
        other = self.beside(self.game)
        left = replace(self.game, bids=tuple(bid for bid in self.game.bids if bid.name not in names))
        other.contracts, other.bids = contracts_of(left), every_bid(left)
        other.contract = other._added_by_a_bid(left)
        return other

    def values(self, form: Form) -> tuple[Any, ...] | None:
        """Return all values that something can have; None if they are unknown, or too many."""
        match form:
            case ("option", name):
                choices = self.choices.get(name, ())
                return choices if 0 < len(choices) <= MOST_VALUES else None
            case ("seat_taken" | "side_taken", _) if not counts_tricks_unplayed(self.game):
                return tuple(range(int(self.ends(form)[1] or 0) + 1))
            case ("seat_contract", _) if self.contracts is not None:
                return sums_of(self.contracts, 1)
            case ("side_contract", _) if self.contracts is not None:
                return sums_of(self.contracts, self.sizes)
            case _:
                return None

    def ends(self, form: Form) -> Ends:
        """Return the least and the most that an amount can be."""
        match form:
            case ("deal",):
                return self.deals
            case ("seat_taken" | "side_taken" as op, _):
                taken = min(self.tricks, self.own_tricks * (1 if op == "seat_taken" else self.sizes))
                return 0, None if counts_tricks_unplayed(self.game) else taken
            case ("seat_score" | "side_score", _):
                return self.scores
            case ("seat_contract", _):
                return self.contract
            case ("side_contract", _):
                return times((self.sizes, self.sizes), self.contract)
            case ("count", of):
                return 0, self._most_of(of)
            case ("trick_number",):
                return 1, self.tricks + 1  # one more than there are while the deal is scored
            case ("trick_number_of", of):
                return int(of[0] == "variable"), self.tricks
            case ("Fold", "sum", *_) if self._is_sum_of_tricks(form):
                return 0, self.tricks
            case ("Fold", "sum", of, body):
                if (worth := self._over_deck(form)) is not None:
                    return 0, worth
                size = self._most_of(of)
                return super().ends(form) if size is None else times((size, size), of_either(self.ends(body), NOTHING))
            case ("variable", str() as name) if name.startswith("param:"):
                asks = (step for step in all_steps(self.game) if isinstance(step, Ask))
                return self.said(name.removeprefix("param:"), (*self.game.bids, *asks))
            case ("BidParameter", _, name, True) if lists_bids_made(self.game):
                return of_either(self.said(name, self.game.bids), NOTHING)  # of another bid, or of none, it is 0
            case ("call_place", _):
                return 0, self._calls
            case ("suit_rank", _):
                return 0, len(self.game.suits)
            case ("TallyRef", name, _, "filled"):
                own = most_filled(name, self, self.over_all.tallied[name])
                return meeting((0, self._most_filled.get(name)), (0, own))
            case ("TallyRef", name, _, "now" | "before"):
                return self.over_all.tallied.get(name, UNKNOWN)
            case _:
                return super().ends(form)

    def limits(self, form: Form, *, is_leading: bool = False) -> Iterator[Limit]:
        """Yield what is known of an amount, as limits: a tally is below the number at which it is full.

        Sides share the tricks, and of each trick every seat has played a card at most.
        """
        yield from super().limits(form)
        seats = len(self.game.seats)
        match form:
            case ("count", of) if is_of_played(of):
                is_next = is_leading and not self.goes_on_after_tricks
                yield Limit({(form,): 1, (("trick_number",),): -seats, **plain(seats * is_next)})
            case ("count", ("hand", _)) if self.gives_none_away:
                yield Limit({(form,): 1, (("trick_number",),): 1, (): -self.tricks - 1})
            case ("count", ("part_suit", of, _) | ("Filter", _, of, _)):
                yield Limit({(form,): 1, (("count", of),): -1})
            case ("call_place", ("first" | "last", of)) if whole_of(of) == ("calls",):
                yield Limit({(form,): 1, (("count", ("calls",)),): -1})
            case ("Fold", "sum", of, body) if whole_of(of)[0] in _OF_TRICKS_WON:
                op, each = _OF_TRICKS_WON[whole_of(of)[0]], seats if whole_of(of)[0].endswith("cards") else 1
                for end, way in zip(of_either(self.ends(body), NOTHING), (-1, 1), strict=True):
                    if end is not None:  # each trick that was won brings so much at most, and each of its cards
                        yield Limit({(form,): way, ((op, *whole_of(of)[1:]),): -way * each * end})
            case ("rounded_down", of, ("sum", ((), step))) if step > 0:
                apart = added({(form,): 1}, sum_of(of), -1)
                yield Limit(apart)
                yield Limit(added(plain(-step), apart, -1), is_strict=True)
            case ("side_taken", ("value", "side", _)) if not counts_tricks_unplayed(self.game):
                shared: Sum = {
                    (("side_taken", ("value", "side", one)),): 1 for one in range(len(self.game.teams.sides))
                }
                yield Limit(added(shared, plain(-self.tricks)))
            case ("side_contract", ("value", "side", side)) if not any(bid.by_side for bid in self.game.bids):
                added_up: Sum = {(("seat_contract", ("value", "seat", one)),): 1 for one in self.game.teams.sides[side]}
                apart = added(added_up, {(form,): 1}, -1)
                yield from (Limit(apart), Limit(added({}, apart, -1))) if len(added_up) > 1 else ()
            case ("seat_taken", ("value", "seat", seat)) if self.game.teams.after is None:
                for side, members in enumerate(self.game.teams.sides):
                    taken: Sum = {(("seat_taken", ("value", "seat", one)),): 1 for one in members if seat in members}
                    yield Limit({**taken, (("side_taken", ("value", "side", side)),): -1} if taken else {})
            case ("Fold", "sum", ("side_opponents", who), _) if self._is_sum_of_tricks(form):
                yield Limit({(form,): 1, (("side_taken", who),): 1, (): -self.tricks})
            case ("TallyRef", name, _, which) if (limit := self.full_at(name)) is not None:
                # What it was before, and grew by, filled it so often.
                most = self.over_all.grows[name][1] if which == "filled" else 0
                itself: Sum = {(form,): 1}
                times_full = multiplied(itself, limit) if which == "filled" else itself
                if most is not None and times_full is not None:
                    yield Limit(added(added(times_full, limit, -1), plain(-most)), is_strict=True)

    def together(self, amounts: Iterable[Form]) -> Iterator[Limit]:
        """Yield that cards in different places, and tricks of several, are together no more than there are."""
        assert self.faces is not None
        amounts = tuple(amounts)
        finished: Form = ("count", ("tricks",))
        if finished in amounts and not any(isinstance(one, Award) for one in all_actions(self.game)):
            for one in amounts:
                if one[0] in ("seat_taken", "side_taken", "trick_number_of"):
                    yield Limit({(one,): 1, (finished,): -1})
        yield from self._cards_of_tricks(amounts)
        yield from self._most_of_players(amounts)
        yield from _of_suits(amounts)
        yield from self._tricks_of_some(amounts)
        for one in amounts if ("deal",) in amounts else ():
            since = 0
            match one:
                case ("seat_score" | "side_score", _):
                    grows = self.over_all.gain
                case ("TallyRef", name, _, "now" | "before" as which):
                    grows, since = self.over_all.grows.get(name, UNKNOWN), int(which == "before")
                case ("times_dealt",):
                    yield Limit({(("deal",),): 1, (one,): -1})
                    grows = UNKNOWN if self._deals_again else (0, 1)
                case _:
                    continue
            for end, way in zip(grows, (1, -1), strict=True):
                if end is not None:  # it was 0 before the first deal
                    yield Limit({(("deal",),): way * end, (one,): -way, (): -way * end * since})
        by_what: dict[Form, dict[object, Form]] = {}
        for one in amounts:
            match one:
                case ("Fold", "sum", of, *_) | ("count", of):
                    place = whole_of(of)
                    is_won, are_tricks = place[0] in _OF_TRICKS_WON, place[0] in _TRICKS_WON
                    kind = place if is_won and place[1][0] == "value" else "won" if is_won else place
                    if are_tricks or (self.faces.are_played_once and (is_won or place[0] == "ZoneRef")):
                        by_what.setdefault(exchanged(one, {place: ()}), {}).setdefault(kind, one)
                case _:
                    pass
        for those in by_what.values():
            named = {kind[0] for kind in those if isinstance(kind, tuple) and kind[0] in _OF_TRICKS_WON}
            if len(named) + ("won" in those) > 1 or _are_of_one(those):
                continue  # somebody may be on a side
            if len(those) > 1 and (most := self._most_anywhere(next(iter(those.values())))):
                yield Limit({**{(one,): 1 for one in those.values()}, (): -most})

    def _most_anywhere(self, amount: Form) -> Number | None:
        """Return the most that cards of some places can be worth together, or how many of a kind there are."""
        if amount[0] != "count":
            return self._over_deck(amount)
        of = amount[1]
        every = "tricks" if whole_of(of)[0] in _TRICKS_WON else "played"
        in_deck = self._most_of(exchanged(of, {whole_of(of): (every,)}))  # not only as many as lie in one place
        return min((one for one in (in_deck, self._over_deck(of)) if one is not None), default=None)

    @cached_property
    def _deals_again(self) -> bool:
        """Whether cards may be dealt more often than deals are counted."""
        actions = (action for game in self.variant.games for action in all_actions(game))
        return any(isinstance(one, Redeal) and not one.is_new for one in actions)

    def _tricks_of_some(self, amounts: Iterable[Form]) -> Iterator[Limit]:
        """Yield that parts of a side that have no member in common have taken no more than the whole side."""
        parts: dict[Form, list[tuple[Form, Form]]] = {}
        for one in amounts:
            match one:
                case ("Fold", "sum", ("Filter", _, ("side_members", side), condition), taken) if taken == EACH_TAKEN:
                    parts.setdefault(side, []).append((one, condition))
                case _:
                    pass
        judge = Judge(self)
        for side, some in parts.items():
            apart: list[tuple[Form, Form]] = []
            for one, condition in some:
                if all(_are_opposed(judge, condition, other) for _, other in apart):
                    apart.append((one, condition))
            rest = [[each] for each in some if each not in apart]
            whole: Form = ("side_taken", side)
            most = self.ends(whole)[1]
            for those in (apart, *rest):
                together: Sum = {(one,): 1 for one, _ in those}
                yield Limit({**together, (whole,): -1})
                yield from () if most is None else (Limit({**together, (): -most}),)

    def _most_of_players(self, amounts: Sequence[Form]) -> Iterator[Limit]:
        """Yield that nobody has more than the player who has most, nor less than the one who has least."""
        for most in amounts if not self.game.dummies and not self.game.puts_out else ():
            how, op = of_each(most)
            way = 1 if how == "most" else -1
            for one in amounts:  # of nobody it is 0
                if op and one[0] == op and (how == "most" or one[1][0] in _SOMEBODY) and self.ends(one)[0] == 0:
                    yield Limit({(one,): way, (most,): -way})

    def _cards_of_tricks(self, amounts: Iterable[Form]) -> Iterator[Limit]:
        """Yield that each trick that was won has a card, or one of each seat, and no more."""
        assert self.faces is not None
        if not self.faces.are_played_once or any(isinstance(one, Award) for one in all_actions(self.game)):
            return
        for taken in (one for one in amounts if one[0] in ("seat_taken", "side_taken")):
            cards: Form = ("count", (taken[0].replace("taken", "cards"), *taken[1:]))
            if cards in amounts:
                yield Limit({(taken,): len(self.game.seats) if self.are_tricks_full else 1, (cards,): -1})
                yield Limit({(cards,): 1, (taken,): -len(self.game.seats)})

    def _most_of(self, of: Form) -> int | None:
        """Return the most items that a set can have."""
        most, in_deck = self._most_of_set(of), self._most_in_deck(of) if of[0] in ("Filter", "part_suit") else None
        return in_deck if most is None else most if in_deck is None else min(most, in_deck)

    def _most_in_deck(self, of: Form) -> int | None:
        """Return how many cards of the deck can be in a part of some cards, whatever is trumps; None if unknown."""
        if of not in self._seen_in_deck:
            asked, whole = YES, of
            while whole[0] in ("Filter", "part_suit"):
                is_part = whole[0] == "part_suit"
                its: Form = ("in_suit", ("variable", 0), whole[2]) if is_part else whole[3]
                asked, whole = joined("and", (asked, its)), whole[1 if is_part else 2]
            suits = range(len(self.game.suits)) if mentions(asked, _TRUMPS) else (0,)
            with_each = [exchanged(asked, {_TRUMPS: ("value", "suit", suit)}) for suit in suits]
            is_known = not self.put_back and not mentions(of, "list")
            counts = [self._count_in_deck(one) if is_known else None for one in with_each]
            known = [one for one in counts if one is not None]
            self._seen_in_deck[of] = max(known) if len(known) == len(counts) else None
        return self._seen_in_deck[of]

    def _count_in_deck(self, asked: Form) -> int | None:
        """Return how many cards of the deck are as a condition asks of a card; None if it asks anything else."""
        assert self.faces is not None
        found = {one: self.faces.asked(one) for one in questions(asked)}
        masks = {one: about[1] for one, about in found.items() if about is not None and about[0] == ("variable", 0)}
        if len(masks) < len(found):
            return None
        faces = enumerate(self.game.faces)
        return sum(
            face.count for at, face in faces if worked_out(asked, {one: mask >> at & 1 for one, mask in masks.items()})
        )

    @cached_property
    def _seen_in_deck(self) -> dict[Form, int | None]:
        return {}

    def _most_of_set(self, of: Form) -> int | None:
        """Return the most items that a set can have, by what it is."""
        base = self.bound.edition(self.first)
        match of:
            case ("Filter", _, inner, condition):
                parts = all_of(condition)
                holds = {one[1] if one[0] == "not" else one: one[0] != "not" for one in parts}
                if not Judge(self).can_be(holds):
                    return 0
                found = [one for one in (self._most_of(inner), self._over_deck(of)) if one is not None]
                for how, *about in parts:  # no two tricks have one number
                    if how == "more" and about[0] == _EACH_NUMBER:
                        found.append(max(0, self.tricks - floor(about[1])))
                return min(map(int, found), default=None)
            case ("part_suit", inner, ("value", _, int() as suit)):
                within = self._most_of(inner)
                is_printed = Faces(self.game).is_printed
                if within is None or not (is_printed or (base.ranking_is_fixed and not self.has_other_suits)):
                    return within
                of_suit = deals.blank(self.bound, deal=self.first).ranking.masks[suit].bit_count()
                return min(within, of_suit + self.put_back)
            case ("calls",):
                return self._calls
            case ("trick",):
                return len(base.seats)
            case ("members" | "side_members", _):
                return self.sizes
            case ("opponents" | "side_opponents", _):
                return len(base.seats) - min(map(len, self.game.teams.sides), default=1)
            case ("ZoneRef", str() as place, owner) if owner is not None and (
                (laid := most_laid(self.game, place)) is not None
            ):
                return min(laid, base.deck.size + self.put_back)
            case (str() as op, *_) if op == "ZoneRef" or (op in OPERATIONS and OPERATIONS[op].type.kind is Kind.CARD):
                return base.deck.size + self.put_back
            case (str() as op, *_) if op in OPERATIONS and OPERATIONS[op].type.kind is Kind.SEAT:
                return len(base.seats)
            case (str() as op, *_) if op in OPERATIONS and OPERATIONS[op].type.kind is Kind.TRICK:
                return self.tricks
            case _:
                return None

    def grid(self, form: Form) -> Grid:
        """Return which numbers an amount can be."""
        match form:
            case ("deal",):
                return self.days
            case ("TallyRef", name, _, "now" | "before") if (found := self.over_all.grids.get(name)) is not None:
                return found
            case ("seat_score" | "side_score" | "seat_behind" | "side_behind", _) if found := self.over_all.grids.get(
                ""
            ):
                return found
            case ("count", ("seat_cards" | "side_cards", _)) if self.are_tricks_full:
                return 0, len(self.game.seats)
            case (str() as op, *_) if op in OPERATIONS and OPERATIONS[op].type == TRICK_AMOUNT:
                return WHOLE if self.over_all.has_whole_tricks else None
            case _:
                return super().grid(form) or (WHOLE if self.over_all.has_no_fraction else None)


def _are_of_one(places: Iterable[object]) -> bool:
    """Tell whether two of some places may be one: players' own places of one name, and it is not said whose."""
    owned = [one for one in places if isinstance(one, tuple) and one[0] == "ZoneRef" and one[2] is not None]
    names = Counter(one[1] for one in owned)
    return any(names[one[1]] > 1 and one[2][0] != "value" for one in owned)


def _of_suits(amounts: Iterable[Form]) -> Iterator[Limit]:
    """Yield that the cards of several suits are no more than all of which they are part."""
    suits: dict[Form, list[Form]] = {}
    for one in amounts:
        match one:
            case ("count", ("part_suit", of, ("value", "suit", _))):
                suits.setdefault(of, []).append(one)
            case _:
                pass
    for of, some in suits.items():
        if len(some) > 1:
            yield Limit({**{(one,): 1 for one in some}, (("count", of),): -1})


def _are_opposed(judge: Judge, one: Form, other: Form) -> bool:
    """Tell whether two conditions never hold together."""
    both = joined("and", (one, other))
    parts = all_of(both)
    if both == NO or any(part[0] in ("and", "or") for part in parts):
        return both == NO
    return not judge.can_be({part[1] if part[0] == "not" else part: part[0] != "not" for part in parts})
