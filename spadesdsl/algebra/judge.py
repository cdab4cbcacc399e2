"""What contradicts itself: which answers to questions cannot all be true, such as `score > 300` with `score < 200`.

Of cards: none is the queen of spades and a heart, and a hand with an ace is not empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import product
from operator import ge, gt, le, lt
from typing import Any, Final, TypeAlias

from spadesdsl.algebra.facts import Facts, of_each
from spadesdsl.algebra.forms import NO, SIDES, YES, all_of, exchanged, mentions, negated, sum_of
from spadesdsl.algebra.grids import Grid, highest, total
from spadesdsl.algebra.identity import ASKED, contradict
from spadesdsl.algebra.sums import NOTHING, Form, Limit, Number, Sum, at, can_hold, limits_of, times, within
from spadesdsl.frozen import Changing, Frozen, field, replace
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Give
from spadesdsl.rules.terms import Op, Value, ZoneRef
from spadesdsl.rules.walking import all_actions
from spadesdsl.work import spend

_ORDERS: Final = {"<": lt, "<=": le, ">": gt, ">=": ge}


class Faces:
    """The cards of an edition as bits of a mask, by face."""

    def __init__(self, game: Rules) -> None:
        """Keep the faces, and whether each always counts for its own suit and rank.

        A card that is not in the deck as the options are set may be in it with other settings.
        """
        self.game = game
        self.is_printed = game.trumps is None or not game.trumps.topped
        known = [(one.suit, one.rank) for one in game.faces]
        others = product(range(len(game.suits)), range(len(game.ranks)))
        printed = frozenset(known)
        self.marks: list[tuple[int | None, int | None]] = [*known, *(one for one in others if one not in printed)]
        """By face: its suit and its rank."""
        self.all = (1 << len(self.marks)) - 1

    @cached_property
    def are_played_once(self) -> bool:
        """Whether cards are given only from hands, and from places where none lies that was played."""
        gives = [one for one in all_actions(self.game) if isinstance(one, Give)]
        sources = [one.source for one in gives]
        return all(isinstance(one, ZoneRef) or (isinstance(one, Op) and one.op == "hand") for one in sources)

    def asked(self, question: Form) -> tuple[Form, int] | None:
        """Return which card a question is about, and for which faces the answer is yes; None if it asks otherwise."""
        match question:
            case ("is", ("value", "card", int() as face), card) | ("is", card, ("value", "card", int() as face)):
                return card, 1 << face
            case ("in_suit", card, ("value", "suit", int() as suit)) if self.is_printed:
                return card, self._those(lambda its, _: its == suit)
            case ("is", ("card_suit", card), ("value", "suit", int() as suit)) if self.is_printed:
                return card, self._those(lambda its, _: its == suit)
            case ("is", ("card_rank", card), ("value", "rank", int() as rank)) if self.is_printed:
                return card, self._those(lambda _, its: its == rank)
            case (str() as op, ("card_rank", card), ("value", "rank", int() as rank)) if (
                op in _ORDERS and self.is_printed and not self.game.orders
            ):
                return card, self._those(lambda _, its: its is not None and _ORDERS[op](its, rank))
            case _:
                return None

    def suit_of(self, card: Form) -> Form | None:
        """Return the suit of a card that is in the deck, if it is known: what tops the trumps is one of them."""
        match card:
            case ("value", "card", int() as face) if self.is_printed and (suit := self.marks[face][0]) is not None:
                return "value", "suit", suit
            case ("top_of_suit", _, suit) if self.is_printed or suit == ("trumps",):
                return suit  # type: ignore[no-any-return]
            case _:
                return None

    def rivals(self, questions: Sequence[Form]) -> list[tuple[bool, list[tuple[int, int]]]]:
        """Group questions about the same card.

        Returns:
            For each card that several ask about, whether it is there for sure, and the place of each question with the
            faces for which its answer is yes.
        """
        groups: dict[Form, list[tuple[int, int]]] = {}
        for place, question in enumerate(questions):
            if (found := self.asked(question)) is not None:
                groups.setdefault(found[0], []).append((place, found[1]))
        return [(card[0] == "variable", asked) for card, asked in groups.items() if len(asked) > 1]

    def are_won_twice(self, held: Iterable[Form]) -> bool:
        """Tell whether one card is among those that two seats or two sides have won, and it is played once a deal."""
        if not self.are_played_once:
            return False
        winners: dict[int, set[Form]] = {}
        for question in held:
            match question:
                case ("includes", (("seat_cards" | "side_cards"), whose), ("value", "card", int() as face)):
                    winners.setdefault(face, set()).add(whose)
                case ("Holds", "some", ("side_opponents" | "opponents" as others, whose), each):
                    for one in all_of(each):
                        match one:
                            case ("includes", (_, ("variable", 0)), ("value", "card", int() as face)):
                                winners.setdefault(face, set()).add((others, whose))
                            case _:
                                pass
                case _:
                    pass
        return any(
            self.game.faces[face].count == 1 and _are_others(tuple(them))
            for face, them in winners.items()
            if len(them) > 1
        )

    def are_in(self, card: Form, part: Form, of: Form) -> bool:
        """Tell whether a card that is in a set is in a part of it for sure."""
        if part == of:
            return True
        match part, card:
            case ("part_suit", inner, ("value", "suit", int() as suit)), ("value", "card", int() as face):
                return self.is_printed and self.marks[face][0] == suit and self.are_in(card, inner, of)
            case _:
                return False

    def sizes(self, answers: Iterable[tuple[Form, bool]], counted: Iterable[Form]) -> Iterator[Limit]:
        """Yield what answers to questions about sets say of how many are in those that are counted.

        Args:
            answers: The questions, and the answer to each.
            counted: The sets that are counted otherwise.
        """
        for question, answer in answers:
            of = set_asked(question)
            assert of is not None
            match question:
                case ("leading",) | ("is_empty", _):
                    yield Limit({(("count", of),): 1} if answer else {(("count", of),): -1, (): 1})
                case ("in_suit", _, suit) if answer:
                    yield Limit({(("count", ("part_suit", of, suit)),): -1, (): 1})
                case ("includes", _, card) | ("member", card, _) if answer:
                    parts = [one for one in counted if self.are_in(card, one, of)]
                    yield from (Limit({(("count", one),): -1, (): 1}) for one in {of, *parts})
                case ("Holds", how, *_) if answer is (how == "some"):  # not every one, and not none: there is one
                    yield Limit({(("count", of),): -1, (): 1})
                case _:
                    pass

    def _those(self, holds: Callable[[int | None, int | None], bool]) -> int:
        return sum(1 << at for at, mark in enumerate(self.marks) if holds(*mark))


def _are_others(winners: Sequence[Form]) -> bool:
    """Tell whether some of these are surely others: two seats or sides with names, or somebody and an opponent."""
    named = Counter(one[1] for one in set(winners) if one[0] == "value")
    beside = {one[1] for one in winners if one[0] in ("side_opponents", "opponents")}
    return max(named.values(), default=0) > 1 or not beside.isdisjoint(winners)


def set_asked(question: Form) -> Form | None:
    """Return the set of which an answer to a question may say whether anything is in it."""
    match question:
        case ("leading",):
            return ("trick",)
        case ("in_suit", ("led",), _):
            return ("played",)
        case ("is_empty" | "includes", of, *_) | ("member", _, of) | ("Holds", _, of, _):
            return of  # type: ignore[no-any-return]
        case _:
            return None


def whole_of(part: Form) -> Form:
    """Return the set that a part of a set is taken from."""
    while part[0] in ("Filter", "part_suit"):
        part = part[2] if part[0] == "Filter" else part[1]
    return part


Answer: TypeAlias = "Value | Any"
"""What a quantity can be: a value, or a bid."""
OVER: Final = (("last_trick",), ("first", ("tricks",)), ("last", ("tricks",)))
"""Tricks that somebody may have won."""
_IS_LED: Final = ("is there", ("led",))
COMPARISONS: Final = ("less", "more", "equal")
LEADING: Final = ("leading",)
_CONTRACTS: Final = {"seat_bid": "seat_contract", "side_bid": "side_contract"}
"""What a bid adds to."""
_TAKEN: Final = {"seat_cards": "seat_taken", "side_cards": "side_taken"}
"""What has taken a trick, by what cards it has won."""
YES_OR_NO: Final = (False, True)
MOST_COMBINATIONS: Final = 4_096
"""More are not tried: comparisons then become plain yes or no, which is coarser."""
MOST_WAYS: Final = 64
"""The most ways for comparisons to hold together; more are not checked."""


class _Asked(Frozen):
    """What decides whether some questions can have the answers that they are given."""

    questions: tuple[Form, ...]
    """All of them: while they are kept, no other form has the identity of one."""
    compared: list[Form]
    sets: list[Form]
    """Those about what is in sets that others are about, too."""
    read: list[Form]
    """The amounts that are compared, if they are known."""
    places: list[int]
    """Where the answers to both are among all."""
    promises: list[tuple[int, str, str, Form]]
    """Where the answer about a bid is, whether of a seat or a side, of which kind it is if it is yes, the contract."""
    of_cards: list[tuple[bool, list[tuple[int, int]]]]
    """Questions about the same card; see `Faces.rivals`."""
    of_things: list[int]
    """Where the answers are to what says that things are one."""
    are_one: dict[tuple[Answer, ...], bool]
    """By these answers, and those to decisions: whether they can be."""
    seen: dict[tuple[Answer, ...], bool]


class Judge(Changing):
    """Tells which answers contradict each other, such as `score > 300` with `score < 200`."""

    facts: Facts
    _asked: dict[tuple[int, ...], _Asked] = field(default_factory=dict)
    """By the identities of questions: a form is long, and its hash is worked out again each time."""
    _seen: dict[tuple[Form, ...], dict[tuple[Answer, ...], bool]] = field(default_factory=dict)
    _limits: dict[tuple[Form, bool], tuple[Limit, ...]] = field(default_factory=dict)
    _grids: dict[Form, Grid] = field(default_factory=dict)

    def can_be(self, given: Mapping[Form, Answer]) -> bool:
        """Tell whether questions can all have these answers, while other amounts have these values."""
        held = [one for one, answer in given.items() if answer is True]
        none_taken = (one for one, answer in given.items() if one[0] in _TAKEN.values() and not answer)
        if _are_apart([*held, *none_taken]):
            return False
        if self.facts.alternates and _sit_together(held):
            return False
        denied = [one for one, answer in given.items() if answer is False] if self.facts.alternates == _TWO else []
        if _sit_together(one for one in denied if one[0] == "member" and _is_seated(one[1])):
            return False
        if self.facts.faces is not None and self.facts.faces.are_won_twice(
            [one for one, is_so in given.items() if is_so]
        ):
            return False
        spend(4 + len(given))
        asked = self._asked_by(given)
        values = tuple(given.values())
        if asked.of_cards and not self._is_some_card(asked, values):
            return False
        if not self._can_be_one(asked, values, tuple(self.facts.answers(held))):
            return False
        if any(one in given and given[one] not in promised for one, promised in self._promised(asked, values)):
            return False
        if not asked.compared and not asked.sets:
            return True
        answers = tuple([values[at] for at in asked.places])
        if answers not in asked.seen:
            asked.seen[answers] = self._can_be(asked, given, {one: given[one] for one in asked.read})
        return asked.seen[answers]

    def _can_be_one(self, asked: _Asked, values: Sequence[Answer], told: tuple[Form, ...]) -> bool:
        """Tell whether things can be one, or not, as answers say."""
        if len(asked.of_things) + len(told) < _TWO:
            return True
        about = (*(values[at] for at in asked.of_things), *told)
        if about not in asked.are_one:
            said = [(asked.questions[at], values[at]) for at in asked.of_things]
            held, denied = ([one for one, answer in said if bool(answer) is way] for way in (True, False))
            denied = [one for one in denied if one[0] != "same"]
            asked.are_one[about] = not contradict([*held, *told], denied, self.facts.others, self.facts.suit_of)
        return asked.are_one[about]

    def _promised(self, asked: _Asked, values: Sequence[Any]) -> Iterator[tuple[Form, Collection[Number]]]:
        """Yield contracts with what they can be by the bids: either a bid is known, or that it is of a kind."""
        for place, whose, kind, contract in asked.promises:
            promised = self.facts.promised(whose, kind or values[place].name) if values[place] else None
            if promised is not None:
                yield contract, promised

    def _asked_by(self, given: Mapping[Form, Answer]) -> _Asked:
        """Return what matters of some questions."""
        key = tuple(map(id, given))
        if key not in self._asked:
            questions = tuple(given)
            compared = [one for one in questions if one[0] in COMPARISONS]
            parts = {one for question in compared for part in sum_of(question[1]) for one in part}
            limits = [limit for one in parts for limit in self._limits_of(one)]
            parts |= {one for limit in limits for part in limit.sum for one in part}
            of_all = {op for one in parts if (op := of_each(one)[1])}
            parts_of_one = {one for one in questions if one[0] in of_all}
            read = sorted((parts | parts_of_one | {LEADING}) & given.keys(), key=repr)
            places = {one: at for at, one in enumerate(questions)}
            sets = self._about_same_sets(questions, [one for one in parts if one[0] == "count"])
            promises = [
                (places[one], bid[0], one[2] if one[0] == "IsBid" else "", (_CONTRACTS[bid[0]], *bid[1:]))
                for one in questions
                if (bid := one[1] if one[0] == "IsBid" else one)[0] in _CONTRACTS
            ]
            numbered = {one[1] for one in parts if one[0] == "BidParameter"}
            kinds = (one for one in questions if one[0] == "IsBid" and one[1] in numbered)
            about = (*compared, *sets, *kinds, *read, *(questions[at] for at, *_, one in promises if one in parts))
            seen = self._seen.setdefault(about, {})
            of_cards = [] if self.facts.faces is None else self.facts.faces.rivals(questions)
            of = [places[one] for one in about]
            things = [at for at, one in enumerate(questions) if one[0] in ASKED]
            self._asked[key] = _Asked(questions, compared, sets, read, of, promises, of_cards, things, {}, seen)
        return self._asked[key]

    def _about_same_sets(self, questions: Iterable[Form], counts: Iterable[Form]) -> list[Form]:
        """Return the questions about what is in sets of which something else is asked."""
        if self.facts.faces is None:
            return []
        wholes = {one: whole_of(of) for one in questions if (of := set_asked(one)) is not None}
        many = Counter([*wholes.values(), *(whole_of(of) for _, of in counts)])
        return [one for one, of in wholes.items() if many[of] > 1]

    def _is_some_card(self, asked: _Asked, values: Sequence[Answer]) -> bool:
        """Tell whether there is a card, for each that several questions are about, which is as their answers say."""
        assert self.facts.faces is not None
        for is_there, about in asked.of_cards:
            left = self.facts.faces.all
            for place, faces in about:
                left &= faces if values[place] else ~faces
            if not left and (is_there or any(values[place] for place, _ in about)):
                return False
        return True

    def _can_be(self, asked: _Asked, given: Mapping[Form, Answer], known: Mapping[Form, Answer]) -> bool:
        always: list[Limit] = []
        chosen: list[list[Limit]] = [[]]
        left: dict[Form, None] = {}
        for kind, amount, limit in asked.compared:
            rest = at(sum_of(amount), known)
            left.update((one, None) for part in rest for one in part)
            for part in rest:
                if len(part) > 1:
                    always += within(part, reduce(times, map(self.facts.ends, part)))
            ways = limits_of(kind, rest, limit, holds=bool(given[kind, amount, limit]))
            chosen = [[*before, *way] for before in chosen for way in ways]
            if len(chosen) > MOST_WAYS:
                return True
        for one in (one for one in left if one[0] == "BidParameter"):
            numbers = list(self._numbers(one, given))
            chosen = [[*before, *some] for before in chosen for some in numbers] if numbers else chosen
            if len(chosen) > MOST_WAYS:
                return True
        for one, promised in self._promised(asked, list(given.values())):
            always += within((one,), (min(promised), max(promised)))
        if asked.sets:
            assert self.facts.faces is not None
            counted = [of for op, of in (one for one in left if one[0] == "count")]
            counted += [of for one in asked.sets if one[0] == "is_empty" and (of := one[1]) is not None]
            always += self.facts.faces.sizes(((one, bool(given[one])) for one in asked.sets), counted)
            left.update((one, None) for limit in always for part in limit.sum for one in part)
        waiting = list(left)
        for one in waiting:
            for limit_of_one in self._limits_of(one, is_leading=given.get(LEADING) is True):
                of_rest = at(limit_of_one.sum, known)
                always.append(replace(limit_of_one, sum=of_rest))
                waiting += [other for part in of_rest for other in part if other not in waiting]
        waiting += (one for one in known if one != LEADING)
        always += (Limit(at(one.sum, known)) for one in self.facts.together(waiting))
        return any(can_hold([*limits, *always], self._highest) for limits in chosen)

    def _numbers(self, number: Form, given: Mapping[Form, Answer]) -> Iterator[list[Limit]]:
        """Yield what a number of a bid can be: 0 where there is no such number, else what one kind of bid offers."""
        answers = {one[2]: given[one] for one in given if one[0] == "IsBid" and one[1] == number[1] and not one[3]}
        its = next((kind for kind, is_it in answers.items() if is_it), None)
        offered = self.facts.offered(number[2])
        if offered is not None and (its is None or its not in offered):
            yield list(within((number,), NOTHING))
        for kind, ends in (offered or {}).items():
            if (its is None and answers.get(kind) is not False) or kind == its:
                yield list(within((number,), ends))

    def _limits_of(self, form: Form, *, is_leading: bool = False) -> tuple[Limit, ...]:
        """Return what is known of an amount, worked out once."""
        about = (form, is_leading)
        if about not in self._limits:
            self._limits[about] = tuple(self.facts.limits(form, is_leading=is_leading))
        return self._limits[about]

    def _highest(self, amount: Sum, is_strict: bool) -> Number | None:
        """Return what a sum is at most if it is at most 0, or less than 0; None if any number is possible."""
        parts = ((list(map(self._grid, part)), number) for part, number in amount.items())
        return highest(total(parts), below_zero=is_strict)

    def _grid(self, form: Form) -> Grid:
        if form not in self._grids:
            self._grids[form] = self.facts.grid(form)
        return self._grids[form]


def _are_apart(held: Sequence[Form]) -> bool:
    """Tell whether two questions with the answer yes, or amounts that are 0, contradict each other.

    Nobody is on both sides, no bid is of two kinds, none is led while a player leads, and the winner of the last trick,
    or who has won a card, has taken a trick.
    """
    rivals: dict[Form, set[Form]] = {}
    for question in held:
        match question:
            case ("equal", ("sum", ((("seat_taken" | "side_taken", _) as taken,), 1)), 0) | (
                ("seat_taken" | "side_taken", _) as taken
            ):
                rivals.setdefault(taken, set()).add(NO)
            case ("is", who, ("trick_winner", one)) | ("is", ("trick_winner", one), who) if one in OVER:
                rivals.setdefault(("seat_taken", who), set()).add(YES)
            case ("includes", of, least) | ("more", ("sum", ((("count", of),), 1)), least) if whole_of(of)[
                0
            ] in _TAKEN and (question[0] == "includes" or least >= 0):
                rivals.setdefault((_TAKEN[whole_of(of)[0]], *whole_of(of)[1:]), set()).add(YES)
            case ("Holds", "some", ("side_members", side), each):  # one of them has won a trick
                for one in all_of(each):
                    match one:
                        case ("more", ("sum", ((("seat_taken", ("variable", 0)),), 1)), least) if least >= 0:
                            rivals.setdefault(("side_taken", side), set()).add(YES)
                        case _:
                            pass
            case ("leading",):
                rivals.setdefault(_IS_LED, set()).add(NO)
            case ("in_suit", _, ("card_suit", ("led",))) | ("in_suit", ("led",), _):
                rivals.setdefault(_IS_LED, set()).add(YES)
            case ("member", ("trick_winner", one), ("side_members", side)) if one in OVER:
                rivals.setdefault(("side_taken", side), set()).add(YES)
            case ("IsBid", bid, kind, _):
                rivals.setdefault(("kind", bid), set()).add(kind)
                rivals.setdefault(("is there", bid), set()).add(YES)
            case ("less", ("sum", ((("call_place", call),), 1)), 1):
                rivals.setdefault(("is there", ("call_bid", call)), set()).add(NO)
            case ("member", what, (op, *whose)) if op in SIDES:
                rivals.setdefault(("side", what, *whose), set()).add((op,))
                if op == "side_members" and whose[0][0] == "value":
                    rivals.setdefault(("side of", what), set()).add(whose[0])
            case _:
                pass
    return any(len(values) > 1 for values in rivals.values())


def is_denied(question: Form, parts: Sequence[Any]) -> Iterator[bool]:
    """Yield whether what is asked of one of a set is what all that are in the set are not; nor is nobody."""
    for one in parts:
        match one:
            case ("first" | "last", ("Filter", _, _, condition)):
                for it in all_of(condition):
                    said = exchanged(it, {("variable", 0): one})
                    yield negated(said) == question
                    # No bid is of two kinds.
                    yield said[:2] == question[:2] and question[0] == "IsBid" and said[2] != question[2]
            case (str(), *inner):
                yield from is_denied(question, inner)
            case _:
                pass


def _sit_together(held: Iterable[Form]) -> bool:
    """Tell whether a seat and the one on its left are said to be on one side, or neither of them."""
    members = {(one[1], one[2]) for one in held if one[0] == "member" and one[2][0] == "side_members"}
    return any(who[0] == "left" and (who[1], side) in members for who, side in members)


def _is_seated(who: Form) -> bool:
    """Tell whether a seat is always somebody."""
    return _is_seated(who[1]) if who[0] == "left" else who[0] in ("variable", "dealer", "value")


_TWO: Final = 2


def combinations(asked: Iterable[Form], facts: Facts | None = None) -> list[dict[Form, bool]] | None:
    """Return every combination of answers that questions can have, as far as they differ; None: too many."""
    judge = Judge(facts or Facts())
    groups: dict[Form, list[Form]] = {}
    for question in asked:
        groups.setdefault(question[1] if question[0] in COMPARISONS else question, []).append(question)
    found: list[dict[Form, bool]] = [{}]
    for about, group in groups.items():
        if 2 ** len(group) > MOST_COMBINATIONS or mentions(about, "random"):
            return None
        spend(len(group) << len(group))
        ways = [dict(zip(group, way, strict=True)) for way in product(YES_OR_NO, repeat=len(group))]
        ways = [way for way in ways if judge.can_be(way)]
        if len(found) * len(ways) > MOST_COMBINATIONS:
            return None
        spend(len(found) * len(ways) * (1 + len(groups)))
        found = [{**one, **way} for one, way in product(found, ways)]
    return [one for one in found if judge.can_be(one)]
