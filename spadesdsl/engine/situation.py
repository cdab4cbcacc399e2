"""A deal put together from facts: those of an example or a score document, or of a case that a proof or a diff tries.

`Situation` is the one builder of states that were not played. It refuses what no rule knows and, of facts from outside,
what cannot happen at a table: a card in two places, a lead by a seat that did not win, a decision that its seat was
never asked to make. Where it lacks the facts to judge, it takes your word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from spadesdsl.engine import choices, dealing, offers, seats, why
from spadesdsl.engine.actions import environment, make_bid, sitting_out
from spadesdsl.engine.belief import proved_by_play
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.deals import dealt_sizes, draws, most_held
from spadesdsl.engine.game import State
from spadesdsl.engine.plan import PlaysCard, Point
from spadesdsl.engine.play import best_card, winning_seat
from spadesdsl.engine.possible import before_said_in_play, refusal_of_bid_decision, refusal_of_decision, worked_out
from spadesdsl.engine.ranking import bits, card_name, mask_of
from spadesdsl.engine.spec import Do, Hand, MissingFact
from spadesdsl.engine.state import DRAFT, Answered, Trick, changed
from spadesdsl.engine.told import memory_of
from spadesdsl.frozen import Frozen
from spadesdsl.rules.parts import MakeBid, RuleInfo, Shuffle
from spadesdsl.words import and_list, count

Told: TypeAlias = "tuple[object, str] | int"
"""A card: the place of the fact and its name; or its number, in a case of our own, which is taken as it is."""
Agrees: TypeAlias = "Callable[[int | None, int | None], bool]"


_LATER: Final = 30
"""So many later deals are looked at for larger hands."""


class SituationError(GameError):
    """A fact that no rule of the game knows."""


class Impossible(SituationError):
    """The facts cannot happen at a table."""

    def __init__(self, kind: str, message: str, at: object = None, rule: RuleInfo | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        """`card`, `hand`, `trick`, `play`, `turn`, `lead`, `decision`, `tricks`."""
        self.at = at
        self.rule = rule
        """The rule that forbids it, if it is one of a decision."""


class Place(Frozen):
    """Where a card is said to be."""

    kind: str
    """`hand`, `won`, `zone`, `trick`, `table`."""
    owner: int
    text: str
    """For people: "in South's hand"."""


class _Decided(Frozen):
    at: object
    name: str
    seat: int
    arguments: tuple[Any, ...]
    card: int
    """The card that it was said with; −1 for none."""
    before: State
    """The earlier facts."""


class Situation:
    """A deal being put together. A fact from outside has its place, `at`; `Impossible.at` gives it back."""

    def __init__(self, s: State, *, has_dealer: bool = False) -> None:
        """Begin with a deal, which is changed: usually only its number, dealer and scores are known (`deals.blank`).

        If the dealer is not known (`has_dealer`), anybody may have dealt.
        """
        self.s = s
        s.memo = DRAFT  # each fact changes it
        self.has_dealer = has_dealer
        self.blank = s.copy()
        """The deal before any fact was added."""
        self._lies: dict[int, Place] = {}
        self._told: dict[int, object] = {}
        """By card: the place of the fact that named it last."""
        self._held: dict[int, tuple[object, int]] = {}
        self._decided: list[_Decided] = []
        self.leader: int | None = None
        """The next leader, if certain."""

    # ---- cards

    def find(self, told: Sequence[Told], place: Place) -> tuple[int, ...]:
        """Return cards by name that have no place yet, and note that they are here."""
        return tuple(one if isinstance(one, int) else self._find_one(*one, place) for one in told)

    def _find_one(self, at: object, name: str, place: Place) -> int:
        if not (copies := self.s.spec.deck.named(name)):
            raise Impossible("card", f"{name} is not a card of this game", at)
        card = next((card for card in copies if card not in self._lies), None)
        if card is None:
            # A card of a finished trick is among the cards that its winner took.
            card = next((card for card in copies if self._agree(self._lies[card], place)), None)
        if card is None:
            raise Impossible("card", self._twice(name, copies, place), at)
        self._lies.setdefault(card, place)
        self._told[card] = at
        return card

    def _agree(self, old: Place, new: Place) -> bool:
        return {old.kind, new.kind} == {"won", "trick"} and (new.kind == "trick" or old.owner == new.owner)

    def _twice(self, name: str, copies: Sequence[int], place: Place) -> str:
        where = list(dict.fromkeys(self._lies[card].text for card in copies))
        if len(copies) == 1 and where[0] != place.text:
            return f"{name} is {where[0]} already, and cannot be {place.text}"
        many = f"the deck has only {len(copies)} of {name}"
        return many if where == [place.text] else f"{many}, {' and '.join(where)}: none can be {place.text}"

    def hold(self, seat: int, told: Sequence[Told], at: object = None) -> tuple[int, ...]:
        """Give a seat this hand, from those who held its cards; return them."""
        s = self.s
        who = s.spec.seats[seat]
        if at is not None and len(told) > (most := most_held(s.game, s.deal)):
            later = (deal for deal in range(s.deal + 1, s.deal + _LATER) if most_held(s.game, deal) >= len(told))
            larger = next(later, None)
            when = "" if larger is None else f" in deal {s.deal}; in deal {larger} somebody can"
            raise Impossible("hand", f"{who} holds {len(told)} cards here, and nobody holds more than {most}{when}", at)
        cards = self.find(told, Place("hand", seat, f"in {who}'s hand"))
        mask = mask_of(cards)
        s.hands = changed(tuple(hand & ~mask for hand in s.hands), seat, mask)
        if _is_stacked(s, seat):
            s.stacks = changed(s.stacks, seat, cards)
        self._held[seat] = (at, len(told))
        return cards

    def lay(self, zone: str, told: Sequence[Told], owner: int = 0) -> tuple[int, ...]:
        """Put cards into a zone, the first on top; or say which cards a rule has moved, wherever they are now."""
        s = self.s
        found = next((one for one in s.spec.zones if one.name == zone), None)
        if found is None:
            if (memory := memory_of(s, zone)) is None:
                raise SituationError(f"there is no zone `{zone}`")
            cards = find_cards(s, [one if isinstance(one, int) else one[1] for one in told])
            s.moved = changed(s.moved, memory, cards)
            return cards
        whose = f"{s.spec.seats[owner]}'s " if found.is_each else "the "
        cards = self.find(told, Place("zone", owner, f"in {whose}{zone}"))
        s.piles = changed(s.piles, found.base + (owner if found.is_each else 0), cards)
        if found.face_up:
            s.open |= mask_of(cards)
        return cards

    def win_cards(self, seat: int, told: Sequence[Told]) -> tuple[int, ...]:
        """Put cards into a seat's tricks; return them."""
        cards = self.find(told, Place("won", seat, f"among the cards that {self.s.spec.seats[seat]} won"))
        self.s.won = changed(self.s.won, seat, self.s.won[seat] | mask_of(cards))
        return cards

    # ---- what was said

    def bid(self, name: str, arguments: tuple[Any, ...], seat: int) -> None:
        """Add a bid by a seat, or by its side if sides make it."""
        s = self.s
        kind = next((kind for kind in s.spec.bids if kind.name == name), None)
        if kind is None:
            raise SituationError(f"there is no bid `{name}` on this deal")
        if len(arguments) != len(kind.parameters):
            raise SituationError(f"the bid `{name}` has {len(kind.parameters)} parameters, not {len(arguments)}")
        env = environment(s, seat)
        if arguments and arguments not in offers.ways(s, kind.parameters, env):
            shown = ", ".join(str(argument) for argument in arguments)
            raise SituationError(f"`{name}({shown})` is out of the range of that bid")
        make_bid(s, kind.id, arguments, env)

    def did(
        self,
        name: str,
        seat: int,
        arguments: tuple[Any, ...] = (),
        fixed: Mapping[str, Any] | None = None,
        card: int = -1,
        at: object = None,
    ) -> None:
        """Add a decision, with the play of a card if one is given; it makes its bids, and moves no cards.

        `check` judges whether it can have been made, once all is known.
        """
        s = self.s
        if name not in s.spec.decisions:
            raise SituationError(f"there is no decision `{name}`")
        self._decided.append(_Decided(at, name, seat, arguments, card, s.copy()))
        number = s.spec.decisions.index(name)
        s.did = changed(s.did, number, s.did[number] | 1 << seat)
        answer = Answered(seat, arguments, tuple((fixed or {}).items()), card)
        s.answers = changed(s.answers, number, (*s.answers[number], answer))
        for action in (action for ask in s.spec.plan.questions(name)[:1] for action in ask.actions):
            if isinstance(action, MakeBid):
                env = environment(s, seat)
                make_bid(s, s.spec.bid_numbers[action.bid_type], tuple(code(s, env) for code in action.arguments), env)

    def broke(self, trust: str, seat: int) -> None:
        """Record that a seat broke a rule that the table trusts."""
        s = self.s
        if trust not in s.spec.play.trust_names:
            raise SituationError(f"no rule `{trust}` is left to trust")
        number = s.spec.play.trust_names.index(trust)
        s.broke = changed(s.broke, number, s.broke[number] | 1 << seat)

    def settle(self) -> None:
        """Work out trumps and suits again, once everything that they may depend on is in place."""
        s = self.s
        if not s.spec.ranking_is_fixed:
            s.ranking = s.spec.ranking(s)

    def make_sides(self) -> None:
        """Make the sides, if the bidding makes them."""
        if self.s.spec.teams.after is not None:
            dealing.make_sides(self.s)

    def check(self) -> None:
        """Refuse decisions that nobody can have made, cards that nobody could play, and hands that are too large."""
        for one in self._decided:
            self._check_decision(one)
        self.check_plays()
        self._check_hands()

    def _check_decision(self, one: _Decided) -> None:
        """Refuse a decision that no moment of the deal allows; the order of decisions is not given."""
        s = self.s
        number = s.spec.decisions.index(one.name)
        others = s.copy()
        others.did = changed(s.did, number, 0)
        others.answers = changed(s.answers, number, ())
        only_bids = s.copy()
        only_bids.did, only_bids.answers = self.blank.did, self.blank.answers
        moments = (one.before, self.blank, only_bids, s, others)
        reason = refusal_of_decision(moments, one.name, one.seat, one.arguments, one.card)
        reason = reason or refusal_of_bid_decision(s, one.name, one.seat)
        if reason:
            asks = s.spec.plan.questions(one.name)
            raise Impossible("decision", reason, one.at, asks[0].rule if len(asks) == 1 else None)

    def check_plays(self) -> None:
        """Refuse a card that a rule did not allow, because the hand had others then: those it plays or holds later."""
        s = self.s
        has_bids = all(s.bids[seat] or s.side_bids[s.side_of[seat] or 0] for seat in s.spec.players) or not s.spec.bids
        is_whole = s.trick_number == len(s.tricks) + 1
        plays = [(seat, card) for trick in s.tricks for seat, card in zip(trick.seats, trick.cards, strict=True)]
        plays += zip(s.trick_seats, s.trick, strict=True)
        for one in proved_by_play(s, has_bids=has_bids, is_whole=is_whole):
            later = plays[plays.index((one.seat, one.card)) + 1 :]
            held = mask_of([card for seat, card in later if seat == one.seat]) | s.hands[one.seat]
            if held & one.lacking:
                who, names = s.spec.seats[one.seat], s.spec.deck.names
                other = names[next(iter(bits(held & one.lacking)))]
                message = f"{who} cannot play {names[one.card]} to trick {one.number} and have {other} left"
                by = f"by `{one.must.rule.key}`, {one.must.rule.span.row}, {other} comes first"
                raise Impossible("play", f"{message}: {by}", self._told.get(one.card))

    def check_word(self, name: str, card: int, at: object) -> None:
        """Refuse a word that its seat could not say with a card of this trick, if the hand it had is given."""
        s = self.s.copy()
        place, number = s.trick.index(card), s.spec.decisions.index(name)
        seat, answers = s.trick_seats[place], s.answers[number]
        if seat not in self._held:
            return
        said = next(one for one in answers if one.card == card)
        s.trick, s.trick_seats = s.trick[:place], s.trick_seats[:place]
        s.hands = changed(s.hands, seat, s.hands[seat] | 1 << card)
        s.answers = changed(s.answers, number, tuple(one for one in answers if one is not said))
        s.did = changed(s.did, number, mask_of([one.seat for one in s.answers[number]]))
        entry, names = choices.due(s)[0], s.spec.deck.names
        can = [one for one in entry.options if one.kind == "card" and names[one.value] == names[card]]
        words = [(s.spec.plan.with_card[one.said].step.name, one.arguments) for one in can if one.said >= 0]
        if entry.holder == seat and can and (name, said.arguments) not in words:
            verdict = why.of_word(s, entry, names[card], f"{names[card]} {name}")
            assert verdict is not None  # the word is one of this game
            raise Impossible("decision", verdict.message, at)

    def _check_hands(self) -> None:
        s = self.s
        if draws(s) or not s.tricks_total:
            return
        for seat, (at, number) in self._held.items():
            left = s.tricks_total - (s.trick_number - 1) - (seat in s.trick_seats)
            if number > left:
                who = s.spec.seats[seat]
                told = f"in trick {s.trick_number} of {s.tricks_total}"
                told += f", to which {who} has played," if seat in s.trick_seats else ""
                message = f"{who} holds {count(number, 'card')} {told} where {count(max(left, 0), 'card')} can be left"
                raise Impossible("hand", message, at)

    # ---- tricks

    def _around(self, leader: int) -> tuple[int, ...]:
        """Return the seats that play to a trick, in their order."""
        idle = sitting_out(self.s)
        return tuple(seat for seat in seats.clockwise(len(self.s.spec.seats), leader) if not idle >> seat & 1)

    def _is_even(self) -> bool:
        """Tell whether all seats are dealt equally many cards, so that everybody plays to every trick."""
        return len(set(dealt_sizes(self.s.game, self.s.deal))) == 1

    def play_trick(
        self, leader: int, told: Sequence[Told], number: int, at: object, agrees: Agrees = lambda *_: False
    ) -> int | None:
        """Add a whole trick of this number, its cards clockwise from the leader; return who won it.

        Args:
            agrees: whether it is known that a seat won it, and that the other then led: for a trick that one seat won
                before something was said in the play, and another afterwards.
        """
        s = self.s
        self.check_lead(at, leader, number)
        playing = self._around(leader)
        if len(told) > len(playing) or (len(told) < len(playing) and self._is_even()):
            raise Impossible("trick", f"this trick has {len(told)} cards, and a trick has {len(playing)}", at)
        cards = self.find(told, Place("trick", -1, f"in trick {number}"))
        s.leader, s.trick, s.trick_seats = leader, cards, playing[: len(cards)]
        best, winner = self._won(number, agrees, at)
        for card in cards:
            lay = self._lies.get(card)
            if lay is not None and lay.kind == "won" and lay.owner != winner:
                name, who = s.spec.deck.names[card], "nobody" if winner is None else s.spec.seats[winner]
                raise Impossible("card", f"{name} is {lay.text}, and {who} wins this trick", at)
            self._lies[card] = Place("trick", -1 if winner is None else winner, f"in trick {number}")
        s.tricks = self._trick_won(best, winner)
        if winner is not None:
            s.taken = changed(s.taken, winner, s.taken[winner] + 1)
            s.won = changed(s.won, winner, s.won[winner] | mask_of(cards))
        s.played |= mask_of(cards)
        s.trick, s.trick_seats = (), ()
        s.trick_number = len(s.tricks) + 1
        if s.spec.ranking_follows_play:
            self.settle()
        self.leader = self._next_leader(s.tricks)
        return winner

    def _won(self, number: int, agrees: Agrees, at: object) -> tuple[int | None, int | None]:
        """Return the best card of a whole trick, and who won it, before or after what was said during the play."""
        s, earlier = self.s, before_said_in_play(self.s)
        ways = {winning_seat(one): best_card(one) for one in (earlier, s)}
        if len(ways) > 1:
            after = {who: self._trick_won(best, who) for who, best in ways.items()}
            ways = {who: ways[who] for who, tricks in after.items() if agrees(who, self._next_leader(tricks))} or ways
        if len(ways) > 1:
            who = " or ".join("nobody" if seat is None else s.spec.seats[seat] for seat in ways)
            said = [f"`{name}`" for at, name in enumerate(s.spec.decisions) if earlier.did[at] != s.did[at]]
            told = f"whether {and_list(said) or 'something'} had been said by then"
            raise Impossible("winner", f"{who} won trick {number}: that depends on {told}", at)
        ((winner, best),) = ways.items()
        return best, winner

    def _trick_won(self, best: int | None, winner: int | None) -> tuple[Trick, ...]:
        """Return all tricks, the one on the table as won by a seat."""
        s = self.s
        return (*s.tricks, Trick(len(s.tricks) + 1, s.leader, s.trick, s.trick_seats, best, winner))

    def _next_leader(self, tricks: tuple[Trick, ...]) -> int | None:
        """Return who leads after these tricks, if that is certain."""
        s = self.s.copy()
        s.tricks = tricks
        try:
            leader = worked_out(s, s.spec.play.lead_next, has_tricks=True)
        except MissingFact:
            return None
        return s.leader if leader is None else int(leader)

    def check_lead(self, at: object, leader: int, number: int) -> None:
        """Refuse a lead by a seat that does not lead this trick."""
        s = self.s
        expected = self.leader
        if expected is None and number == 1 and self.has_dealer and not s.tricks:
            try:
                expected = worked_out(s, s.spec.play.lead_first)
            except MissingFact:
                return
            expected = seats.first_seat(s) if expected is None else int(expected)
        if expected is None or not self._is_even():
            return
        due = self._around(expected)[0]
        if leader != due:
            names = s.spec.seats
            why = f"{names[due]} won trick {number - 1}" if s.tricks and s.tricks[-1].winner == due else ""
            why = why or f"{names[due]} leads trick {number}"
            raise Impossible("lead", f"{names[leader]} cannot lead trick {number}: {why}", at)

    def on_table(self, played: Sequence[tuple[int, Told]]) -> tuple[int, ...]:
        """Put the cards of the current trick on the table: seat and card, in the order played."""
        s = self.s
        told = [(seat, *card) for seat, card in played if not isinstance(card, int)]
        cards = self._in_turn(told) if told else tuple(card for _, card in played if isinstance(card, int))
        s.trick, s.trick_seats = cards, tuple(seat for seat, _ in played)
        if played:
            s.leader = played[0][0]
        mask = mask_of(cards)
        s.played |= mask
        s.hands = tuple(hand & ~mask for hand in s.hands)
        return cards

    def _in_turn(self, played: Sequence[tuple[int, object, str]]) -> tuple[int, ...]:
        """Return the cards of the current trick; refuse those that are played out of turn."""
        s = self.s
        leader, first_at, _ = played[0]
        self.check_lead(first_at, leader, s.trick_number)
        around = self._around(leader)
        cards: list[int] = []
        place = 0
        for seat, at, name in played:
            who = s.spec.seats[seat]
            if not self._is_even() and seat in around[place:]:
                place = around.index(seat)
            if place >= len(around):
                raise Impossible("turn", f"{who} plays to a trick that is complete with {count(place, 'card')}", at)
            if seat != around[place]:
                said = {one for one, _, _ in played}
                orders = [self._around(one)[: len(said)] for one, _, _ in played]
                order = next((one for one in orders if set(one) == said), around)
                turns = ", ".join(s.spec.seats[one] for one in order)
                raise Impossible("turn", f"{who} plays out of turn: the order is {turns}", at)
            cards.append(self._played(at, seat, name))
            place += 1
        return tuple(cards)

    def _played(self, at: object, seat: int, name: str) -> int:
        """Return the card that a seat plays: from its hand if it is there, else one that has no place yet."""
        place = Place("table", seat, f"on the table, played by {self.s.spec.seats[seat]}")
        deck = self.s.spec.deck.names
        own = next(
            (c for c, lies in self._lies.items() if deck[c] == name and (lies.kind, lies.owner) == ("hand", seat)), None
        )
        if own is None:
            return self._find_one(at, name, place)
        self._lies[own] = place
        self._told[own] = at
        told, number = self._held[seat]
        self._held[seat] = (told, number - 1)
        return own

    def check_turn(self) -> None:
        """Refuse a hand given to a seat that does not play next."""
        s = self.s
        if not s.trick or not self._is_even() or not self._held:
            return
        around = self._around(s.trick_seats[0])
        if len(s.trick_seats) >= len(around):
            return
        due = around[len(s.trick_seats)]
        seat = choices.to_play(s)
        if seat >= 0 and seat != due:
            names = s.spec.seats
            before = names[around[around.index(seat) - 1]]
            message = f"{names[due]} plays after {names[s.trick_seats[-1]]}, and {names[seat]}'s cards are given"
            message += f": the seat before {names[seat]} is {before}"
            raise Impossible("turn", message, self._told.get(s.trick[-1]))

    def in_play(self, leader: int | None = None) -> None:
        """Set the flow so that the next card of the trick is due."""
        s = self.s
        if leader is not None and not s.trick:
            s.leader = leader
        s.flow = (Point(s.spec.plan.first(PlaysCard).id),)

    # ---- how many tricks

    def take(self, taken: Sequence[int]) -> None:
        """Set how many tricks each seat took."""
        self.s.taken = tuple(taken)


def find_cards(s: State, names: Sequence[str | int]) -> tuple[int, ...]:
    """Return cards by name; equal names give equal cards one after the other, as many as there are."""
    deck = s.spec.deck
    found: dict[int, None] = {}
    for name in names:
        wanted = card_name(name) if isinstance(name, str) else name
        copies = deck.named(wanted) if isinstance(wanted, str) else (wanted,) if 0 <= wanted < deck.size else ()
        card = next((card for card in copies if card not in found), None)
        if card is None:
            raise SituationError(
                f"the deck has only {len(copies)} of {wanted}" if copies else f"{name} is not a card of this game"
            )
        found[card] = None
    return tuple(found)


def _is_stacked(s: State, seat: int) -> bool:
    """Tell whether the seat's bid makes its hand a pile."""
    if (bid := s.bids[seat]) is None:
        return False
    steps = s.spec.bids[bid.type].steps
    actions = (action for step in steps if isinstance(step, Do) for action in step.actions)
    return any(isinstance(action, Shuffle) and isinstance(action.cards, Hand) for action in actions)
