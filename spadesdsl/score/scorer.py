"""Score the deal in a document, asking for what the rules read and the document leaves out.

Its tricks are given in three ways that have to agree: how many, who won each, all their cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final, TypeAlias, TypeVar, cast

from spadesdsl.documents import Fault
from spadesdsl.engine import deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.bids import OneBid, every_bid
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.labels import bid_label
from spadesdsl.engine.outcomes import awards_tricks, leave_open, with_rest, wrong_total
from spadesdsl.engine.possible import divisions, thrown_in_by
from spadesdsl.engine.ranking import Ranking, bits, card_name
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.situation import Impossible, Situation, Told, find_cards
from spadesdsl.engine.spec import Amount, MissingFact, Unknown
from spadesdsl.engine.told import ToldBid, value_of
from spadesdsl.rules.parts import Fix
from spadesdsl.score.facts import Decision, Facts, bids_of, places_of, put_in, told_bid
from spadesdsl.words import value_text
from spadesdsl.work import spend


def play_tricks(sit: Situation, facts: Facts) -> dict[int, int | None]:
    """Play the tricks of a document; return who won each, by number."""
    winners: dict[int, int | None] = {}
    for number, (key, leader, names) in facts.tricks.items():
        if number - 1 not in winners:
            sit.leader = None
        winners[number] = sit.play_trick(leader, told(key, names), number, key, partial(_agrees, facts, number))
        sit.s.trick_number = number + 1
    sit.s.tricks = tuple([one._replace(number=at) for at, one in zip(winners, sit.s.tricks, strict=True)])
    return winners


def _agrees(facts: Facts, number: int, winner: int | None, leader: int | None) -> bool:
    """Tell whether a document says that a seat won a trick, or that who then led is the next to lead."""
    won = facts.won_tricks if facts.winners is None else dict(enumerate(facts.winners, 1))
    if number in won:
        return won[number] == winner
    _, next_to_lead, _ = facts.tricks.get(number + 1, ("", None, ()))
    return next_to_lead is not None and next_to_lead == leader


def told(key: str, cards: Iterable[str]) -> list[Told]:
    """Return cards with their key."""
    return [(key, card_name(card)) for card in cards]


Lines: TypeAlias = "Sequence[Sequence[ToldBid]]"
"""By bidder, the bids in order."""
Way: TypeAlias = "tuple[tuple[tuple[tuple[int, Amount | None], ...], Lines], ...]"
"""One way in which the totals of sides may be divided: by side, the tricks of its seats and the bids they then made."""
_QUESTIONS: Final = 200
"""At most this many things are asked for in one message."""
_MOST_ORDERS: Final = 500
"""In at most this many orders the tricks are scored to see that it does not matter who won which."""
_OF_A_TRICK: Final = 4
"""Steps of work for each trick whose winner is left open."""
_MENDS: Final = {"winner": ": give `winners`, too"}
"""What to do about something impossible, if the message does not say it."""
_OF_TRICKS: Final = {"winners": "who won each trick", "tricks": "the cards of the tricks"}
"""What is asked for trick by trick, and all of it in words."""


class Scorer:
    """Scores a deal in every way that a document leaves open."""

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game = game
        self.facts = facts
        self.faults: list[Fault] = []
        self._asked: set[str] = set()
        """Keys that were asked for: they get some value, so that everything is asked for at once."""
        self._told: tuple[Lines, int, State] | None = None
        """Some bids, how much was asked for, and the deal with what the document says then: most ways have the same."""
        self.blank = deals.blank(game, deal=facts.deal, dealer=facts.dealer, scores=facts.scores, tallies=facts.tallies)
        self.totals = _bid_totals(self.blank, facts)
        self.lines = bids_of(self.blank, facts, self.faults, but_sides=frozenset(self.totals))
        # A number of a side is not yet divided: then the bids do not affect who won.
        lines: Lines = [] if self.totals else self.lines
        self.taken, self.side_taken = (with_rest(self.blank, one) for one in (facts.seat_taken, facts.side_taken))
        """Tricks by seat, and by side; None if nothing gives them."""
        known = len(self.faults)
        self._follow("winners", facts.winners)
        self.won_tricks = dict(facts.won_tricks)
        winners = self._winners_of_cards(lines)
        if facts.has_all_tricks:
            self._follow("tricks", None if winners is None else tuple(winners.values()))
        else:
            self.won_tricks |= winners or {}
        self._check_some()
        if len(self.faults) == known:
            self._check_number()
        if not self.faults:
            self._check_facts(lines)

    def result(self) -> State | None:
        """Return the scored deal; None if something is missing or impossible: see `faults`."""
        ways = self.ways()
        if self.faults:
            return None
        scored = [self.score(way) for way in ways]
        if not self.faults:
            self._compare(ways, scored)
        return None if self.faults else scored[0]

    # ---- the tricks of each seat

    def _fault(self, at: str, message: str) -> None:
        self.faults.append(Fault(at, message))

    def _follow(self, key: str, winners: tuple[int | None, ...] | None) -> None:
        """Count who won; other facts must agree."""
        if winners is None:
            return
        counted = tuple(sum(winner == seat for winner in winners) for seat in range(len(self.blank.spec.seats)))
        for seat, told in enumerate(self.facts.seat_taken or ()):
            if told is not None and told != counted[seat]:
                self._fault(f"taken[{seat}]", f"{value_text(told)} tricks, and by `{key}` it is {counted[seat]}")
        for side, total in enumerate(self.facts.side_taken or ()):
            found = sum(counted[seat] for seat in self.blank.sides[side])
            if total is not None and total != found:
                self._fault(f"taken.by_side[{side}]", f"{value_text(total)} tricks, and by `{key}` it is {found}")
        self.taken = counted

    def _winners_of_cards(self, lines: Lines) -> dict[int, int | None] | None:
        """Work out who won each trick by its cards, by number."""
        if not self.facts.tricks:
            return {}
        try:
            sit = self._before_play(lines)
            s = sit.s
            winners = play_tricks(sit, self.facts)
        except Impossible as problem:
            self._fault(str(problem.at), f"{problem}{_MENDS.get(problem.kind, '')}")
            return None
        except MissingFact as missing:
            told = f"`{missing.key}`, or " if missing.key.startswith("holds.") else ""
            self._fault("tricks", f"nobody can say who won without {missing.what}: give {told}`winners` or `taken`")
            return None
        listed = {f"winners[{at}]": (at + 1, winner) for at, winner in enumerate(self.facts.winners or ())}
        by_number = {f"winners.{at}": (at, winner) for at, winner in self.facts.won_tricks.items()}
        for key, (number, winner) in (listed | by_number).items():
            if winners.get(number, winner) != winner:
                self._fault(key, f"by its cards this trick was won by seat {winners[number]}, not {winner}")
        for seat, cards in self.facts.won.items() if self.facts.has_all_tricks else ():
            won = {s.spec.deck.names[card] for card in bits(s.won[seat])}
            if find_cards(s, cards) and {card_name(card) for card in cards} != won:
                self._fault(f"won.{seat}", "by `tricks` it is other cards")
        return winners

    def _check_some(self) -> None:
        """Note numbers that no trick has, and seats that won more of the given tricks than they took."""
        most, some = self.blank.tricks_total, self.won_tricks
        for at in some:
            if most and at > most:
                key = "winners" if at in self.facts.won_tricks else "tricks"
                self._fault(f"{key}.{at}", f"there is no trick {at}: a deal has {most}")
        for seat, taken in enumerate(self.taken or ()):
            won = sum(1 for winner in some.values() if winner == seat)
            if taken is not None and won > taken:
                name = self.blank.spec.seats[seat]
                self._fault("winners", f"{name} won {won} of these tricks, and takes {value_text(taken)}")

    def _check_number(self) -> None:
        """Note more tricks than a deal has, and fewer if none can be missing."""
        key, taken = ("taken", self.taken) if self.taken is not None else ("taken.by_side", self.facts.side_taken)
        if taken is None:
            return
        for seat, cards in self.facts.won.items():
            if cards and self.taken is not None and self.taken[seat] == 0:
                self._fault(f"won.{seat}", f"{self.blank.spec.seats[seat]} won cards, and takes no trick")
            elif self.taken is not None and len(cards) > (self.taken[seat] or 0) * len(self.blank.spec.seats):
                told = f"{len(cards)} cards in {value_text(self.taken[seat] or 0)} tricks"
                self._fault(f"won.{seat}", told)
        parts = [one for one in taken if one is not None and one != int(one)]
        if parts and not awards_tricks(self.blank):
            self._fault(key, f"{value_text(parts[0])} tricks: a trick is won whole, and no rule awards a part of one")
        is_dead = None in (self.facts.winners or ())
        wrong = wrong_total(self.blank, [*taken, None] if is_dead else taken)
        if wrong is not None:
            self._fault(key, f"{value_text(wrong)} tricks in all, and a deal has {self.blank.tricks_total}")

    # ---- every way that is left open

    def ways(self) -> list[Way]:
        """Return the ways in which the totals of sides may be divided."""
        sides = range(len(self.blank.sides))
        return list(choices_of([[*product(self._taken_ways(side), self._bid_ways(side))] for side in sides]))

    def _taken_ways(self, side: int) -> list[tuple[tuple[int, Amount | None], ...]]:
        """Return the ways to divide a side's tricks: seat and tricks."""
        members = self.blank.sides[side]
        total = None if self.side_taken is None else self.side_taken[side]
        if self.taken is not None or total is None:
            taken = self.taken
            return [tuple((seat, None if taken is None else taken[seat]) for seat in members)]
        return [tuple(zip(members, way, strict=True)) for way in divisions(total, len(members))]

    def _bid_ways(self, side: int) -> list[tuple[tuple[ToldBid, ...], ...]]:
        """Return the ways to divide a side's number among its seats, if players bid."""
        if (total := self.totals.get(side)) is None:
            return [()]
        members, at = self.blank.sides[side], f"bids.by_side[{side}]"
        offered = _numbers(self.blank, members[0])
        found: list[tuple[tuple[ToldBid, ...], ...]] = [
            tuple((told_bid(self.blank, at, (seat,), offered[part]),) for seat, part in zip(members, way, strict=True))
            for way in divisions(total, len(members))
            if all(part in offered for part in way)
        ]
        if not found:
            self._fault(at, f"no bids of {len(members)} players add up to {total}: list the bids by seat")
        return found or [()]

    def _compare(self, ways: list[Way], scored: list[State]) -> None:
        """Ask for the seats of the sides whose total can score differently."""
        first = _outcome(scored[0])
        unlike = [way for way, state in zip(ways, scored, strict=True) if _outcome(state) != first]
        if not unlike:
            return
        apart = [[side for side, part in enumerate(way) if part != ways[0][side]] for way in unlike]
        alone = [sides for sides in apart if len(sides) == 1]
        for side in sorted({side for sides in alone or apart for side in sides}):
            names = self.game.side_names[side] if side < len(self.game.side_names) else str(side)
            keys = ["taken"] if self.taken is None and self.facts.side_taken is not None else []
            for key in [*keys, "bids"] if side in self.totals else keys:
                words = f"how {names} divide this among themselves changes the score: list `{key}` by seat"
                self._fault(f"{key}.by_side[{side}]", words)

    # ---- one way

    def score(self, way: Way) -> State:
        """Score one way; note what the rules read and the document leaves out."""
        for _ in range(_QUESTIONS):
            try:
                self._orders = _MOST_ORDERS
                return self._in_every_order(way, self.won_tricks)[0]
            except MissingFact as missing:
                self._ask(missing.key, missing.what)
        return self.blank

    def _in_every_order(self, way: Way, won_tricks: Mapping[int, int | None]) -> tuple[State, object]:
        """Score one way, with every winner of each trick that rules read; ask for one if it makes a difference.

        Returns:
            The scored deal, and its result.
        """
        self._orders = max(0, self._orders - 1)
        deal = self._state(way, won_tricks)
        try:
            after = scored(deal)
            return after, _outcome(after)
        except MissingFact as missing:
            key, _, number = missing.key.partition(".")
            taken = self._taken(way)
            if key != "winners" or not number or None in taken:
                raise
            left = [int(many or 0) - list(won_tricks.values()).count(seat) for seat, many in enumerate(taken)]
            winners: list[int | None] = [seat for seat, many in enumerate(left) if many > 0]
            if sum(left) + len(won_tricks) < deal.tricks_total:
                winners.append(None)
            ends: list[tuple[State, object]] = []
            for winner in winners:
                try:
                    ends.append(self._in_every_order(way, {**won_tricks, int(number): winner}))
                except MissingFact:
                    raise missing from None
                if not self._orders or ends[-1][1] != ends[0][1]:
                    raise
            if not ends:
                raise
            ends[0][0].tricks = deal.tricks  # it may matter later who won them
            return ends[0]

    def _ask(self, key: str, what: str) -> None:
        """Ask for what is missing: for one trick, or its winner, by its number, for several by the whole list."""
        kind, _, number = key.partition(".")
        if kind in _OF_TRICKS and number:
            others = [fault for fault in self.faults if fault.at.startswith(f"{kind}.")]
            if others:
                self.faults = [fault for fault in self.faults if fault not in others]
                key, what = kind, _OF_TRICKS[kind]
        self._asked.add(key)
        self._fault("tricks" if key == "played" else key, f"the rules read {what}, and the document does not say")

    def _is_open(self, key: str) -> bool:
        """Tell whether a fact that the document leaves out was not asked for yet."""
        return key not in self._asked and key.partition(".")[0] not in self._asked

    def _unknown(self, key: str, what: str, default: object) -> Any:  # noqa: ANN401 - stands for any value
        return Unknown(key, what) if self._is_open(key) else default

    def _taken(self, way: Way) -> list[Amount | None]:
        given: Sequence[Amount | None] = self.taken or [None] * len(self.blank.spec.seats)
        return [dict(seat for tricks, _ in way for seat in tricks).get(seat, many) for seat, many in enumerate(given)]

    def _state(self, way: Way, won_tricks: Mapping[int, int | None]) -> State:
        lines = [*self.lines, *(line for _, divided in way for line in divided)]
        spend(_OF_A_TRICK * self.blank.tricks_total)
        if self._told is None or self._told[:2] != (lines, len(self._asked)):
            sit = self._before_play(lines)
            play_tricks(sit, self.facts)
            self._told = lines, len(self._asked), sit.s
        s = self._told[2].copy()
        if not self.facts.has_all_tricks:
            given = won_tricks if self.facts.winners is None else self.facts.winners
            leave_open(s, self._taken(way), given, self.facts.won, self._is_open)
        return s

    def _before_play(self, lines: Lines) -> Situation:
        """Return the deal with its bids and decisions, and the cards that lie somewhere or were won."""
        sit = Situation(self.blank.copy(), has_dealer=self.facts.has_dealer)
        s = sit.s
        self._put_bids(s, lines)
        self._lay(sit)
        for seat, cards in () if self.facts.has_all_tricks else self.facts.won.items():
            sit.win_cards(seat, told(f"won.{seat}", cards))
        for decision in self.facts.decisions:
            self._decide(sit, decision)
        s.late, s.time_up = self.facts.late, self.facts.time_up
        sit.make_sides()
        try:
            sit.settle()
        except MissingFact as missing:  # which is asked for if a rule reads trumps or suits
            s.ranking = cast("Ranking", Unknown(missing.key, missing.what))
        return sit

    def _check_facts(self, lines: Lines) -> None:
        """Note decisions that cannot have been made, and cards in two places."""
        try:
            sit = self._before_play(lines)
            sit.check()
            if (rule := thrown_in_by(sit.s)) is not None:
                key, what = ("bids", "bid") if sit.s.spec.bids else ("did", "decided")
                self._fault(key, f"`{rule.key}` throws this deal in before the play: say what was {what}")
        except Impossible as problem:
            self._fault(str(problem.at), str(problem))
        except MissingFact:
            pass  # it is asked for if a rule reads it

    def _lay(self, sit: Situation) -> None:
        """Place the given cards of zones, and those that rules gave or showed."""
        s = sit.s
        given = self.facts.holds
        for place, cards in given.items():
            zone, _, owner = place.partition(".")
            sit.lay(zone, told(f"holds.{place}", cards), int(owner or 0))
        kept = {zone.base for zone in s.spec.zones if zone.name in ("stock", "discards")}
        laid = [
            cards if place in given or at in kept else self._unknown(f"holds.{place}", f"the cards of `{place}`", ())
            for at, (place, cards) in enumerate(zip(places_of(s.spec), (*s.piles, *s.moved), strict=True))
        ]
        s.piles, s.moved = tuple(laid[: len(s.piles)]), tuple(laid[len(s.piles) :])

    def _put_bids(self, s: State, lines: Lines) -> None:
        put_in(s, [list(line) for line in lines], self.facts)
        if any(step.bids for step in s.spec.plan.rounds) and not any(lines):
            bids = self._unknown("bids", "the bids", None)
            s.bids = s.contracts = (bids,) * len(s.bids)
            s.side_bids = s.side_contracts = (bids,) * len(s.sides)
            s.calls = self._unknown("bids", "the bids", ())

    def _decide(self, sit: Situation, decision: Decision) -> None:
        """Put a decision in, with its parameters and the values fixed then."""
        s = sit.s
        if decision.name in s.spec.play.trust_names:
            sit.broke(decision.name, decision.seat)
            return
        ask = s.spec.plan.questions(decision.name)[0]

        def given(name: str, kind: str, words: Sequence[str] = ()) -> Any:  # noqa: ANN401 - of any kind
            if name in decision.given:
                return value_of(s, kind, decision.given[name], words)
            return self._unknown(f"{decision.at}.with.{name}", f"`{name}` of the decision `{decision.name}`", 0)

        env = environment(s, decision.seat)
        arguments = tuple(
            given(one.name, one.kind, one.values(s, env) if one.kind == "word" else ()) for one in ask.parameters
        )
        card = given("card", "card") if any(asks.step is ask for asks in s.spec.plan.with_card) else -1
        fixed = {action.name: given(action.name, "") for action in ask.actions if isinstance(action, Fix)}
        sit.did(decision.name, decision.seat, arguments, fixed, card, decision.at)


def _outcome(s: State) -> object:
    """Return the result of a deal, without the order of equal lines."""
    assert s.last_sheet is not None
    return s.last_sheet.to_json(), s.over, s.winners, s.ended_by


def _numbers(s: State, seat: int) -> dict[Amount, OneBid]:
    """Return the bids of a player that are a plain number, so that a side's number can be their sum."""
    found = {bid_label(s, *one): one for one in every_bid(s, seat) if not s.spec.bids[one.kind].by_side}
    return {int(label): one for label, one in found.items() if label.isdecimal()}


def _bid_totals(s: State, facts: Facts) -> dict[int, int]:
    """Return the given totals of sides whose players bid."""
    if facts.side_bids is None or facts.seat_bids is not None or any(kind.by_side for kind in s.spec.bids):
        return {}
    return {
        side: int(texts[0])
        for side, texts in enumerate(facts.side_bids)
        if len(texts) == 1 and texts[0].isdecimal() and len(texts[0]) < 4 and len(s.sides[side]) > 1
    }


MOST_TOGETHER: Final = 3_000
"""How many ways to divide all sides' totals together are tried; with more, one side at a time."""

T = TypeVar("T")


def choices_of(by_side: Sequence[Sequence[T]]) -> Iterator[tuple[T, ...]]:
    """Yield a way for every side: all together, or else each side's ways beside the first and last of the others."""
    count = 1
    for ways in by_side:
        count *= len(ways)
    if count <= MOST_TOGETHER:
        yield from product(*by_side)
        return
    for at, ways in enumerate(by_side):
        for end in (0, -1):
            for way in ways:
                yield tuple(way if other == at else others[end] for other, others in enumerate(by_side))
