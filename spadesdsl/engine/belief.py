"""What a seat can imagine: deals that fit all that it may know and all that the play has proved.

A `Belief` is the game without anything that its seat may not know. The cards whose place is hidden are one sorted
pool, so no imagined deal can depend on where they really are.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, cast

from spadesdsl.engine.actions import environment
from spadesdsl.engine.choices import phase_now, player_of
from spadesdsl.engine.narrowing import Effects, bind_bid
from spadesdsl.engine.plan import AsksAtOnce, BidsAtOnce, Point
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.engine.spec import Ask, Code, Hand, MissingFact, Must, Spec
from spadesdsl.engine.state import Answered, StateData, Trick
from spadesdsl.frozen import Frozen
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Give
from spadesdsl.rules.terms import Answer, BidParameter, Broke, Did, IsBid, Op, Ran, Run, Term, ZoneRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import State

_TRIES = 40
"""Deals to try until one fits what was said with cards."""

NOWHERE = -1
"""In a pile: the place of a card that the seat does not see."""


class Belief(Frozen):
    """All that a seat may know, as a game that it can play on in its mind."""

    seat: int
    table: State
    """The game without what is hidden: no card in a hand or pile that the seat does not see, no future luck."""
    pool: tuple[int, ...]
    """The cards whose place is hidden, sorted."""
    wanted: tuple[int, ...]
    """By seat: how many cards of the pool its hand holds."""

    def lacks(self) -> tuple[int, ...]:
        """Return, by seat, a mask of the cards that its hand certainly does not hold."""
        return _lacks(self.table)

    def says_with_cards(self) -> bool:
        """Tell whether anything was said with a card that only some hands could say."""
        s = self.table
        return any(s.answers[asks.step.decision] for asks in s.spec.plan.with_card if asks.step.when is not None)

    def imagine(self, luck: int, lacks: tuple[int, ...] | None = None) -> State:
        """Return a whole deal that fits the belief, always the same one for the same luck; the caller may change it.

        It tries a few deals, and takes the first in which everybody could say what they said with their cards.
        """
        rng = Random(luck)
        lacks = self.lacks() if lacks is None else lacks
        s = self._dealt_out(lacks, rng)
        for _ in range(_TRIES):
            if agrees(s, self.seat):
                break
            s = self._dealt_out(lacks, rng)
        return s

    def _dealt_out(self, lacks: tuple[int, ...], rng: Random) -> State:
        """Return a random deal."""
        s = self.table.copy()
        dealt = _dealt(self.pool, self.wanted, lacks, rng)
        s.hands = tuple(hand | mask_of(more) for hand, more in zip(s.hands, dealt, strict=False))
        if any(stack is not None for stack in s.stacks):
            s.stacks = tuple(
                stack if stack is None else tuple(_in_random_order(bits(s.hands[seat]), rng))
                for seat, stack in enumerate(s.stacks)
            )
        if dealt[-1]:
            hidden = iter(dealt[-1])
            s.piles = tuple(
                tuple(next(hidden) if card == NOWHERE else card for card in pile) if NOWHERE in pile else pile
                for pile in s.piles
            )
        s.generator = rng.getrandbits(64)
        return s


def belief_of(s: StateData, seat: int) -> Belief:
    """Return what a seat has to go on when it imagines the cards that it does not see."""
    table = cast("State", s).copy()
    seen = s.open | s.known[seat] | s.followed[seat]
    if s.looked >> seat & 1:
        for holder, hand in enumerate(s.hands):
            if s.stacks[holder] is None and (holder == seat or plays_for(s, seat, holder)):
                seen |= hand
    hidden = 0
    for hand in s.hands:
        hidden |= hand & ~seen
    for pile in s.piles:
        hidden |= mask_of(pile) & ~seen
    table.hands = tuple(hand & seen for hand in s.hands)
    table.piles = tuple(tuple(card if seen >> card & 1 else NOWHERE for card in pile) for pile in s.piles)
    table.stacks = tuple(None if stack is None else () for stack in s.stacks)
    table.moved = tuple(tuple(card for card in cards if (seen | s.played) >> card & 1) for cards in s.moved)
    table.known = tuple(known if holder == seat else 0 for holder, known in enumerate(s.known))
    table.followed = tuple(followed if holder == seat else 0 for holder, followed in enumerate(s.followed))
    table.flow = tuple(_without_secrets(s.spec, place, seat) for place in s.flow)
    table.broke = table.broke_now = (0,) * len(s.broke)
    table.given_deals = table.all_given = ()
    table.designated = ((),) * len(s.hands)
    table.seed = table.generator = 0
    table.line, table.events, table.sheets = None, (), ()
    return Belief(seat, table, bits(hidden), tuple((hand & ~seen).bit_count() for hand in s.hands))


def plays_for(s: StateData, seat: int, holder: int) -> bool:
    """Tell whether a seat plays another's hand, and so sees it."""
    phase = phase_now(s)
    return phase is not None and phase.name == "play" and bool(s.spec.play.controls) and player_of(s, holder) == seat


def _without_secrets(spec: Spec, place: Point, seat: int) -> Point:
    """Remove from a decision the answers of others that the seat has not heard."""
    turns = place.turns
    if turns is None or not turns.chosen:
        return place
    if isinstance(spec.plan.nodes[place.node], AsksAtOnce | BidsAtOnce):
        own = tuple(one if one is not None and one[0] == seat else None for one in turns.chosen)
        return place._replace(turns=turns._replace(chosen=own))
    return place if seat in turns.group else place._replace(turns=turns._replace(chosen=()))


# ---------------------------------------------------------------- what the play has proved


_CARDS = frozenset({Topic.HAND, Topic.HELD, Topic.SHOWN})
"""What nobody sees in full, or nobody can see any more as it was."""
_BIDS = frozenset({Topic.BIDS, Topic.PLACE})
_PAST = frozenset({Topic.TRICKS, Topic.PLAYED, Topic.TAKEN, Topic.WON})
"""What is known only if every trick of the deal is."""


class Proved(Frozen):
    """What playing a card proves of a hand: it held none of what a rule would have kept instead."""

    number: int
    """Which trick of the deal it was."""
    seat: int
    card: int
    must: Must
    lacking: int


def _lacks(s: StateData) -> tuple[int, ...]:
    """Return, by seat, the cards that a hand cannot hold: those that would have ruled out a card it played."""
    lacks = [0] * len(s.hands)
    for one in proved_by_play(s):
        lacks[one.seat] |= one.lacking
    return tuple(lacks)


def proved_by_play(s: StateData, *, has_bids: bool = True, is_whole: bool = True) -> Iterator[Proved]:
    """Go over the cards played, in order, with all that each one proves of the hand that it came from.

    The state has all bids of its deal (`has_bids`) and all its tricks (`is_whole`), or not.
    """
    missed = _CARDS | (frozenset() if has_bids else _BIDS) | (frozenset() if is_whole else _PAST)
    at = s.copy()
    past = () if is_fed_in_play(s.spec) or s.spec.ranking_follows_play else s.tricks
    if past:
        at.tricks = ()
        at.taken, at.won, at.played = (0,) * len(s.taken), (0,) * len(s.won), 0
    else:
        at.played = s.played & ~mask_of(s.trick)
    for trick in (*past, Trick(s.trick_number, s.leader, s.trick, s.trick_seats)):
        at.leader, at.trick_number = trick.leader, trick.number
        at.trick, at.trick_seats = (), ()
        for card, seat in zip(trick.cards, trick.seats, strict=True):
            if s.stacks[seat] is None:
                yield from _proved(at, trick.number, seat, card, missed)
            at.trick, at.trick_seats = (*at.trick, card), (*at.trick_seats, seat)
            at.played |= 1 << card
        at.tricks = (*at.tricks, trick)
        if trick.winner is not None:
            won, taken = list(at.won), list(at.taken)
            won[trick.winner] |= mask_of(trick.cards)
            taken[trick.winner] += 1
            at.won, at.taken = tuple(won), tuple(taken)


@lru_cache(maxsize=256)
def is_fed_in_play(spec: Spec) -> bool:
    """Tell whether hands gain cards during the play: then an earlier trick proves nothing about the hand now."""
    actions = (action for step in spec.plan.in_play for action in step.actions)
    return any(isinstance(action, Give) and isinstance(action.to, Hand) for action in actions)


def _proved(at: StateData, number: int, seat: int, card: int, missed: frozenset[Topic]) -> Iterator[Proved]:
    """Go over what a hand cannot have held when it played a card: all that a `must` would have kept instead.

    A `must` that does not allow the card was waived, so the hand held nothing that it and the ones before it allow.
    """
    kept = at.spec.deck.all
    hands = at.hands
    # A rule that tries each card of the hand on the trick has to try all that it may have held.
    at.hands = (*hands[:seat], kept & ~at.played, *hands[seat + 1 :])
    at.waits()
    judged = _JudgedByAll(at, seat, missed)
    with suppress(MissingFact):  # of a score document
        at.spec.play.narrow(at, seat, 1 << card, judged)
    at.hands = hands
    for effect in judged.found:
        if effect.is_waived:
            yield Proved(number, seat, card, effect.must, kept & effect.allowed)
        else:
            kept &= effect.allowed


class _JudgedByAll(Effects):
    """Keeps what the rules that others can apply do, up to the first that may apply and reads what they missed."""

    def __init__(self, at: StateData, seat: int, missed: frozenset[Topic]) -> None:
        super().__init__(at)
        self.at, self.seat, self.missed = at, seat, missed
        self.is_over = False

    def judges(self, number: int) -> bool:
        must = self.musts[number]
        if self.is_over or must.trust is not None:
            return False
        is_public, known = _rules_of_play(self.at.spec, self.missed)[number]
        if not is_public:
            self.is_over = self._may_apply(must, known)
        return is_public

    def _may_apply(self, must: Must, known: Code | None) -> bool:
        at, env = self.at, environment(self.at, self.seat)
        if must.bid_type is not None:
            if self.missed >= _BIDS:
                return True
            if not bind_bid(at, at.spec.bid_numbers[must.bid_type], env, self.seat):
                return False
        return known is None or bool(known(at, env))


@lru_cache(maxsize=256)
def _rules_of_play(spec: Spec, missed: frozenset[Topic]) -> tuple[tuple[bool, Code | None], ...]:
    """Return, for each rule of the play, whether others can apply it, and the part of its condition they can judge."""
    said_in_play = {step.name for step in spec.plan.in_play if isinstance(step, Ask)}

    def is_missed(term: Term) -> bool:
        match term:
            case Did(decision=name) | Answer(decision=name) if name in said_in_play:
                return True  # perhaps only after the card
            case Broke() | Ran():
                return True
            case Op(op=op):
                return topic_of(op) in missed
            case IsBid() | BidParameter() | Did(decision="bid"):
                return Topic.BIDS in missed
            case Run():
                return Topic.TRICKS in missed
            case _:
                return isinstance(term, ZoneRef)

    def is_public(must: Must) -> bool:
        codes = [code for code in (must.when, must.body) if code is not None]
        return not any(spec.reads(code, is_missed) for code in codes) and (
            must.bid_type is None or missed.isdisjoint(_BIDS)
        )

    return tuple(
        (is_public(must), None if must.when is None else spec.known_part(must.when, is_missed))
        for must in spec.play.musts
    )


# ---------------------------------------------------------------- what was said with cards


def agrees(s: StateData, own: int) -> bool:
    """Tell whether the other hands of an imagined deal allow what was said with their cards."""
    for ask in (asks.step for asks in s.spec.plan.with_card):
        for answer in s.answers[ask.decision] if ask.when is not None else ():
            if answer.seat != own and s.stacks[answer.seat] is None and not _could_say(s, ask, answer):
                return False
    return True


def _could_say(s: StateData, ask: Ask, answer: Answered) -> bool:
    """Tell whether a seat could say a word with a card, given the hand that it is imagined to have held then.

    If cards are drawn during the play, nothing is known about the hand in an earlier trick.
    """
    now = Trick(s.trick_number, s.leader, s.trick, s.trick_seats)
    tricks = (now,) if is_fed_in_play(s.spec) else (*s.tricks, now)
    at = next((at for at, trick in enumerate(tricks) if answer.card in trick.cards), None)
    if at is None:
        return True
    then, trick = s.copy(), tricks[at]
    place = trick.cards.index(answer.card)
    then.tricks = s.tricks[: len(s.tricks) + at + 1 - len(tricks)]
    then.leader, then.trick_number = trick.leader, trick.number
    then.trick, then.trick_seats = trick.cards[:place], trick.seats[:place]
    hands = list(s.hands)
    for later in tricks[at:]:
        for card, seat in zip(later.cards, later.seats, strict=True):
            if later is not trick or card not in then.trick:
                hands[seat] |= 1 << card
                then.played &= ~(1 << card)
    then.hands = tuple(hands)
    env = environment(then, answer.seat)
    for parameter, value in zip(ask.parameters, answer.arguments, strict=True):
        env[parameter.slot] = value
    assert ask.when is not None
    return bool(ask.when(then, env) >> answer.card & 1)


# ---------------------------------------------------------------- dealing out the pool


def _in_random_order(cards: tuple[int, ...], rng: Random) -> list[int]:
    # `Random.random` is the one draw that Python promises never to change; a shuffle might.
    luck = [rng.random() for _ in cards]
    return [cards[place] for place in sorted(range(len(cards)), key=luck.__getitem__)]


def _dealt(
    pool: tuple[int, ...], wanted: tuple[int, ...], lacks: tuple[int, ...], rng: Random
) -> tuple[tuple[int, ...], ...]:
    """Deal out the pool: to each seat what its hand needs and may hold, the leftovers last."""
    order = _in_random_order(pool, rng)
    pool_mask = mask_of(pool)
    bound = [seat for seat, number in enumerate(wanted) if number and lacks[seat] & pool_mask]
    if not bound:
        found, at = [], 0
        for number in wanted:
            found.append(tuple(order[at : at + number]))
            at += number
        return (*found, tuple(order[at:]))
    places = [*wanted, len(pool) - sum(wanted)]
    held = _Places(places, [*lacks, 0])
    # Cards that few hands may hold go first, while there is room for them.
    order.sort(key=lambda card: -sum(1 for seat in bound if lacks[seat] >> card & 1))
    for card in order:
        held.put(card, rng)
    return tuple(tuple(cards) for cards in held.cards)


class _Places:
    """Hands being filled: the room left in each, and the cards it may not hold."""

    def __init__(self, room: list[int], barred: list[int]) -> None:
        self.room = room
        self.barred = barred
        self.cards: list[list[int]] = [[] for _ in room]

    def put(self, card: int, rng: Random) -> None:
        """Put a card into a place that may hold it; the more room, the likelier."""
        open_to = [at for at, room in enumerate(self.room) if room and not self.barred[at] >> card & 1]
        if not open_to:
            self._make_room(card, {card})
            return
        luck = rng.random() * sum(self.room[at] for at in open_to)
        for at in open_to:
            luck -= self.room[at]
            if luck < 0:
                break
        self.cards[at].append(card)
        self.room[at] -= 1

    def _make_room(self, card: int, moved: set[int]) -> bool:
        """Put a card where there is no room, by moving others elsewhere."""
        for at, barred in enumerate(self.barred):
            if barred >> card & 1:
                continue
            if self.room[at]:
                self.cards[at].append(card)
                self.room[at] -= 1
                return True
            for place, other in enumerate(self.cards[at]):
                if other in moved:
                    continue
                moved.add(other)
                self.cards[at][place] = card
                if self._make_room(other, moved):
                    return True
                self.cards[at][place] = other
        return False
