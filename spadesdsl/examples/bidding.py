"""The point of the bidding that an example gives, and the way there: bids, answers and what nobody has said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from spadesdsl.engine import choices, deals
from spadesdsl.engine.bids import AmbiguousBid, spellings
from spadesdsl.engine.game import State
from spadesdsl.engine.generator import shuffled
from spadesdsl.engine.possible import refusal_of_decision
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.told import MOST_QUESTIONS, NotBid, ToldBid, next_bid, option_of
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.examples.names import (
    ambiguous,
    called,
    fail,
    members_of,
    readings,
    sentence,
    told_bid,
    undecided,
    written_bid,
)
from spadesdsl.examples.situations import BIDS_HINT, Scene, put_cards, put_in, start
from spadesdsl.syntax import examples


def at_bidding(scene: Scene, *, to_bid: bool) -> tuple[State, Answers]:
    """Return the point of a deal after the given bids, in the order in which the deal asks for them.

    Questions that the example does not answer are skipped; with `to_bid` up to the next bid, otherwise the point is the
    question right after the last bid.
    """
    sit = start(scene)
    like = sit.s
    for fact in scene.given(examples.GivenUnlooked):
        like.looked &= ~mask_of(members_of(like, fact.who, fact.span))
    for one in _queue(like, scene):
        if any(like.spec.bids[bid.kind].before_looking for bid in one.found):
            like.looked &= ~mask_of(one.seats)
    s = _dealt(sit, scene)
    answers = Answers(scene.given(examples.GivenDid))
    queue = _queue(s, scene)
    for _ in range(MOST_QUESTIONS):
        if not queue and not to_bid:
            break
        if (step := _next_bid(s, queue, answers)) is None:
            break
        s = step
    for one in queue:
        message = f"Nobody asks {s.spec.seats[one.seats[0]]} for `{one.text}`: the bidding is over by then."
        raise fail("E705", one.at.span, message, BIDS_HINT)
    return s, answers


def _dealt(sit: Situation, scene: Scene) -> State:
    """Return the deal at its first question, with the given cards in their places."""
    like, game = sit.s, sit.s.game
    holds = [fact for fact in scene.given(examples.GivenCards) if fact.verb == "holds"]
    names = like.spec.seats
    cards = {id(fact): put_cards(sit, fact) for fact in holds}
    hands = {names.index(fact.who): cards[id(fact)] for fact in holds if fact.who in names and fact.zone is None}
    # If no hand is dealt, the players draw from the given stock.
    drawn = [fact for fact in holds if fact.who == "stock" and not any(deals.dealt_sizes(game, like.deal))]
    stock = [card for fact in drawn for card in cards[id(fact)]]
    blank = sit.blank.copy()
    blank.looked = like.looked
    s = deals.begun(game, deal=like.deal, like=blank, hands=hands, stock=stock)
    if (order := _turned_up(blank, like, s, stock)) is not None:
        s = deals.begun(game, deal=like.deal, like=blank, hands=hands, stock=order)
    rest = [fact for fact in holds if fact not in drawn]
    put = [
        one for one in rest if one.who not in names or one.zone is not None or _is_short(s, names.index(one.who), one)
    ]
    put_in(Situation(s, has_dealer=sit.has_dealer), put)
    return s


def _turned_up(blank: State, like: State, s: State, stock: list[int]) -> list[int] | None:
    """Return the stock that deals the given cards into their zones; None if the deal from `blank` has done so.

    Who is asked first may depend on them.
    """
    shuffle, _ = shuffled(blank.generator, range(s.spec.deck.size))
    order = [*stock, *(card for card in shuffle if card not in stock)]
    place = {card: at for at, card in enumerate(order)}
    pairs = zip((*s.piles[1:], *s.moved), (*like.piles[1:], *like.moved), strict=True)
    swaps = [(place[old], new) for here, told in pairs for old, new in zip(here, told, strict=False)]
    if all(order[at] == new for at, new in swaps):
        return None
    for at, new in swaps:
        other = order.index(new)
        order[at], order[other] = new, order[at]
    return order


def _is_short(s: State, seat: int, fact: examples.GivenCards) -> bool:
    """Tell whether fewer cards are given than a hand has: then they are the whole hand of the example.

    A hand that has picked up more than it was dealt, as from a kitty, keeps its cards: those given are among them.
    """
    return len(fact.cards) < s.hands[seat].bit_count() <= deals.dealt_sizes(s.game, s.deal)[seat]


def _queue(s: State, scene: Scene) -> list[ToldBid]:
    """Return the bids that are still to be made."""
    return [told_bid(s, one, node, at) for one in scene.bids for at, node in enumerate(one.bids)]


def _next_bid(s: State, queue: list[ToldBid], answers: Answers) -> State | None:
    """Make the next bid that is given, or skip a question; None if the example's own question is reached."""
    said = None if s.is_playing or not choices.due(s) else answers.volunteered(s)
    try:
        return said or next_bid(s, queue, lambda s, look: answers.pass_over(s, look=look))
    except AmbiguousBid as several:
        raise ambiguous(several, queue[0].at) from None
    except NotBid as refused:
        told, entry = refused.told, refused.entry
        if entry is not None:
            seat = s.spec.seats[entry.seat]
            hint = f"{seat} may bid {', '.join(option.text for option in entry.options)}"
            message = f"{seat} cannot bid `{label_of(s, entry, told)}` here."
            raise fail("E705", told.at.span, message, hint) from None
        asked = [entry.seat for entry in choices.due(s)]
        due = ", ".join(s.spec.seats[seat] for seat in asked)
        bid = spellings(s, told.found[0])[0] if told.found else told.text
        message = f"It is {due}'s turn to bid before {s.spec.seats[told.seats[0]]}'s `{bid}` comes."
        hint = "give the bids clockwise from the left of the dealer, none left out"
        if len(asked) == 1 and not s.calls:
            dealer = s.spec.seats[(s.dealer + told.seats[0] - asked[0]) % len(s.spec.seats)]
            first = s.spec.seats[told.seats[0]]
            hint = f"write `given dealer = {dealer}` if {first} bids first, or give the bids before it, from {due} on"
        elif s.calls and s.calls[-1].seat == told.seats[0] and len(asked) == 1:
            hint = f"a comma goes on with {s.spec.seats[told.seats[0]]}'s own bids: write `; {due} {bid}`"
        raise fail("E705", told.at.span, message, hint) from None


def label_of(s: State, entry: Turn, told: ToldBid) -> str:
    """Write an impossible bid as the game writes it, with its name if another bid has its label."""
    if not told.found:
        return told.text
    label, by_name, *_ = spellings(s, told.found[0])
    return by_name if any(option.text == label for option in entry.options) else label


def move_of(s: State, entry: Turn, node: examples.BidNode) -> str:
    """Return how a turn's move is written that an example means, or that is not possible there."""
    bid = ToldBid(node, (entry.seat,), readings(s, node, entry.seat), written_bid(node))
    try:
        option = option_of(entry, bid)
    except AmbiguousBid as several:
        raise ambiguous(several, node) from None
    return label_of(s, entry, bid) if option is None else option.text


class Answers:
    """The decisions that an example gives, in the order of the questions, and which were put to their seats."""

    def __init__(self, given: Iterable[examples.GivenDid]) -> None:
        self._facts = [fact for fact in given if fact.verb == "did"]
        self._made: set[int] = set()
        self._refused: dict[int, str] = {}
        """By fact: why its seat could not answer that when asked."""

    def volunteered(self, s: State) -> State | None:
        """Let a seat say what it volunteers, as soon as it may; None if nobody does."""
        for entry in choices.volunteered(s):
            for fact in self._facts:
                if id(fact) not in self._made and entry.seat in members_of(s, fact.who, fact.span):
                    name, arguments = called(s, fact.what)
                    option = next((one for one in entry.options if one.arguments == arguments), None)
                    if name == entry.choice and option is not None:
                        self._made.add(id(fact))
                        return s.take(entry, option)
        return None

    def pass_over(self, s: State, *, look: bool = False) -> State:
        """Answer a question as the example does, otherwise no, or else with the first possible answer."""
        entries = choices.due(s)
        for entry in entries:
            for fact in self._facts:
                if (option := self._answer(s, entry, fact)) is not None:
                    return s.take(entry, option)
        entry = entries[0]
        waiting = next((option for option in entry.options if option.kind == "wait"), None)
        if waiting is not None:
            return s.take(entry, waiting)
        option = entry.options[-1] if look or entry.options[-1].kind == "no" else entry.options[0]
        return s.take(entry, option)

    def onward(self, s: State) -> Iterator[State]:
        """Go on from question to question, this one first, until nobody is asked, or till the play begins."""
        for _ in range(MOST_QUESTIONS):
            if not choices.due(s):
                return
            yield s
            if s.is_playing:
                return
            s = self.pass_over(s)

    def until(self, s: State, is_there: Callable[[State], bool]) -> State:
        """Go on from question to question, and with what is volunteered, until a state is the one that is meant."""
        for _ in range(MOST_QUESTIONS):
            if is_there(s):
                break
            s = self.volunteered(s) or self.pass_over(s)
        return s

    def _answer(self, s: State, entry: Turn, fact: examples.GivenDid) -> Option | None:
        name, arguments = called(s, fact.what)
        if name != entry.choice or entry.seat not in members_of(s, fact.who, fact.span):
            return None
        for option in entry.options:
            if option.kind in ("look", "pass") or (option.kind == "yes" and option.arguments == arguments):
                if option.kind != "look":
                    self._made.add(id(fact))
                return option
        can = ", ".join(option.text for option in entry.options)
        self._refused[id(fact)] = f"{s.spec.seats[entry.seat]} is asked `{name}`, and can only answer {can}."
        return None

    @property
    def are_made(self) -> bool:
        """Tell whether all decisions were made."""
        return all(id(fact) in self._made for fact in self._facts)

    def check(self, s: State) -> None:
        """Refuse decisions that nobody was asked for on the way to this point."""
        for fact in self._facts:
            if id(fact) in self._made:
                continue
            name, arguments = called(s, fact.what)
            seats = members_of(s, fact.who, fact.span)
            reasons = [refusal_of_decision((s,), name, seat, arguments) for seat in seats]
            reason = self._refused.get(id(fact)) or (sentence(reasons[0]) if all(reasons) else "")
            message = reason or f"{fact.who} is not asked `{name}` before this point."
            raise fail("E720", fact.span, *undecided(message, s.spec.plan.questions(name)[0].rule))
