"""What holds in every state of every bundled game, whoever plays."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spadesdsl.engine.ranking import bits
from spadesdsl.rules.parts import Award
from tests.engine.playing import NAMES, game_of, options, walk

if TYPE_CHECKING:
    from spadesdsl import State

SEEDS = st.integers(min_value=0, max_value=2**64 - 1)
GAMES = st.sampled_from(NAMES)
MANY = settings(max_examples=90, suppress_health_check=[HealthCheck.too_slow])
ONE = settings(MANY, max_examples=1)
TWO_DEALS = 140
"""Moves that are enough for two deals of most games."""
HALF = TWO_DEALS // 2


def places(state: State) -> Counter[int]:
    """Count in how many places each card lies."""
    cards: list[int] = [card for hand in state.hands for card in bits(hand)]
    cards += [card for pile in state.piles for card in pile]
    cards += state.trick
    cards += [card for trick in state.tricks for card in trick.cards]
    return Counter(cards)


def awards(state: State) -> bool:
    """Tell whether tricks may be counted without being played."""
    actions = [action for step in state.spec.plan.steps for action in getattr(step, "actions", ())]
    return any(isinstance(action, Award) for action in actions)


def hold_tricks(state: State) -> None:
    """A trick is won by one who played to it, or is dead."""
    for trick in state.tricks:
        assert len(set(trick.seats)) == len(trick.cards)
        assert trick.leader == trick.seats[0]
        assert trick.winner is None or trick.winner in trick.seats
    won = Counter(trick.winner for trick in state.tricks)
    assert all(taken >= won[seat] for seat, taken in enumerate(state.taken))
    if not awards(state):
        assert sum(state.taken) == len(state.tricks) - won[None]


def hold_choices(state: State) -> None:
    """Somebody can move until the game is over."""
    assert bool(state.turns) is not state.over
    for turn in (*state.turns, *state.volunteers):
        assert turn.moves
        assert len(set(turn.moves)) == len(turn.moves)


def hold_verdicts(state: State, rng: random.Random) -> None:
    """What is listed is legal, and nothing else is."""
    for seat, move in rng.sample(options(state), min(3, len(options(state)))):
        verdict = state.why(move, seat)
        assert verdict.legal, verdict
        assert state.read_move(move, seat) == move
    for turn in state.turns:
        if turn.choice == "play" and turn.moves != ("top",):
            held = state.hidden_hands[turn.seat if turn.hand is None else turn.hand]
            for card in set(held) - set(turn.moves):
                verdict = state.why(card, turn.seat)
                assert not verdict.legal
                assert verdict.rule is not None
                assert verdict.allowed_if


@MANY
@given(name=GAMES, seed=SEEDS)
def test_cards_tricks_choices_and_verdicts_are_sound_in_every_state(name: str, seed: int) -> None:
    game, rng = game_of(name), random.Random(seed)
    deck = Counter(range(len(game.deck)))
    for number, state in enumerate(walk(game.start(seed), seed, TWO_DEALS)):
        assert places(state) == deck
        hold_tricks(state)
        hold_choices(state)
        if number <= HALF:
            hold_verdicts(state, rng)


@MANY
@given(name=GAMES, seed=SEEDS)
def test_the_same_seed_and_moves_and_the_record_lead_to_the_same_states(name: str, seed: int) -> None:
    game = game_of(name)
    states = list(walk(game.start(seed), seed, TWO_DEALS))
    assert list(walk(game.start(seed), seed, TWO_DEALS))[-1] == states[-1]
    record = json.loads(json.dumps(states[-1].record()))
    replayed = game.replay(record)
    assert replayed == states
    assert list(map(hash, replayed)) == list(map(hash, states))
    assert [state.events for state in replayed] == [state.events for state in states]
    assert game.load(record).record() == states[-1].record()


@MANY
@given(name=GAMES, seed=SEEDS)
def test_a_state_never_changes(name: str, seed: int) -> None:
    """Take every move back: what was before is as it was."""
    game = game_of(name)
    seen = [(state, hash(state), json.dumps(state.record())) for state in walk(game.start(seed), seed, HALF)]
    for state, number, record in seen:
        assert hash(state) == number
        assert json.dumps(state.record()) == record
    for (before, _, _), (after, _, _) in pairwise(seen):
        assert before != after


# ---------------------------------------------------------------- what a seat may know


def known_to(state: State, seat: int | None) -> int:
    """Return the cards that a seat knows or has seen go where they are; for None, those that everybody sees."""
    return state.open | (0 if seat is None else state.known[seat] | state.followed[seat])


def hidden_from(state: State, seat: int | None) -> list[tuple[int, int]]:
    """Return the cards in other hands that a seat does not see: whose hand, which card."""
    seen = known_to(state, seat)
    sees_own = seat is not None and state.looked >> seat & 1 and state.stacks[seat] is None
    hands = [other for other in range(len(state.hands)) if other != seat or not sees_own]
    return [
        (other, card)
        for other in hands
        if state.stacks[other] is None and type(state.view(seat).hands[other]) is not tuple
        for card in bits(state.hands[other] & ~seen)
    ]


def exchanged(state: State, seat: int | None, rng: random.Random) -> State:
    """Return a state that a seat cannot tell from this one: cards of other hands and of piles have changed places."""
    seen = known_to(state, seat)
    in_hands = hidden_from(state, seat)
    in_piles = [
        (pile, place, card)
        for pile, cards in enumerate(state.piles)
        for place, card in enumerate(cards)
        if not seen >> card & 1
    ]
    cards = [card for *_, card in (*in_hands, *in_piles)]
    rng.shuffle(cards)
    hands, piles = list(state.hands), [list(pile) for pile in state.piles]
    for owner, card in in_hands:
        hands[owner] &= ~(1 << card)
    for owner, _ in in_hands:
        hands[owner] |= 1 << cards.pop()
    for pile, place, _ in in_piles:
        piles[pile][place] = cards.pop()
    other = state.copy()
    other.hands, other.piles = tuple(hands), tuple(map(tuple, piles))
    return other


def heard(state: State) -> bytes:
    """Return what everybody hears: what has happened, what was said, and who is asked what."""
    asked = [(turn.seat, turn.choice, turn.side) for turn in state.turns]
    return json.dumps([[event.to_json() for event in state.events], state.said, asked]).encode()


def told(state: State, seat: int) -> bytes:
    """Return all that a seat is told: its view, its choices, and why each card or bid is legal or not."""
    moves = state.moves(seat)
    cards = state.hidden_hands[seat] if state.looked >> seat & 1 and state.stacks[seat] is None else ()
    questions = [*moves, *(cards if any(turn.seat == seat and turn.choice == "play" for turn in state.turns) else ())]
    verdicts = [state.why(move, seat).to_json() for move in dict.fromkeys(questions)]
    return json.dumps([state.view(seat).to_json(), moves, verdicts]).encode() + heard(state)


def hold_what_follows(state: State, other: State, rng: random.Random) -> None:
    """Make the same move in two states: where nobody hears a difference, the same seats are asked the same."""
    both = [move for move in options(other) if move in set(options(state))]
    if not both:
        return
    seat, move = both[int(rng.random() * len(both))]
    after, then = state.apply(move, seat), other.apply(move, seat)
    if [event.to_json() for event in after.events] != [event.to_json() for event in then.events]:
        return
    # Who leads first may be whoever holds a card: the rule means everybody to hear that.
    if not (after.phase == "play" and after.trick_number == 1 and not after.trick):
        assert heard(after) == heard(then), (seat, move)


@pytest.mark.parametrize("name", NAMES)
@ONE
@given(seed=SEEDS)
def test_a_seat_is_told_nothing_of_what_it_does_not_see(name: str, seed: int) -> None:
    """What it is told, who is asked what, and who is asked next: none of it hangs on cards that it does not see."""
    rng = random.Random(seed)
    for state in walk(game_of(name).start(seed), seed, TWO_DEALS):
        if rng.random() < 0.25:
            seat = int(rng.random() * len(state.hands))
            other = exchanged(state, seat, rng)
            assert told(state, seat) == told(other, seat)
            hold_what_follows(state, other, rng)


@pytest.mark.parametrize("name", NAMES[::5])
def test_of_a_card_that_is_not_held_no_more_is_said_than_that(name: str) -> None:
    asked = 0
    for state in walk(game_of(name).start(9), 9, HALF):
        for turn in state.turns:
            if turn.choice != "play" or turn.hand is not None or state.stacks[turn.seat] is not None:
                continue
            for card in sorted(set(state.game.deck) - set(state.hidden_hands[turn.seat]))[::7]:
                verdict = state.why(card, turn.seat).to_json()
                words = {"message": f"You do not hold {card}.", "allowed_if": ["you held it"]}
                assert verdict == {"legal": False, "move": card, "seat": turn.seat, **words}
                asked += 1
    assert asked
