"""What a bot sees is what its seat may know: hidden cards exchanged, it sees the same and does the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

import spadesdsl
from spadesdsl.bots import GreedyPlayer, RandomPlayer, SteadyPlayer, StrongPlayer
from spadesdsl.engine.belief import Belief, belief_of
from spadesdsl.engine.play import play_card
from spadesdsl.engine.ranking import bits, mask_of
from tests.bots.tables import made
from tests.engine.playing import NAMES, choose, game_of, options, walk
from tests.engine.test_properties import MANY, SEEDS, TWO_DEALS, exchanged, places

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import State

VARIED = (
    *("standard", "nyc", "hearts", "euchre", "german_whist", "oh_hell", "knockout_whist", "spoil_five", "whist"),
    *("two_player", "two_player_unseen", "three_player", "three_player_dummy", "kitty_deal", "six_player_54"),
    *("nil_in_the_dark", "nil_pass", "pass_three", "blind_nil", "cancellation", "auction_spades", "reneges", "widow"),
)
"""Games with zones, draws, exchanges, dummies, piles that nobody sees, two packs, sides made by the bidding."""

ONE = settings(MANY, max_examples=1)


def otherwise(state: State, seat: int, rng: random.Random) -> State:
    """Return a state that a seat cannot tell from this one: other hidden cards, other luck to come."""
    other = exchanged(state, seat, rng).copy()
    other.stacks = tuple(stack if stack is None else tuple(rng.sample(stack, len(stack))) for stack in other.stacks)
    if all(stack is None for stack in other.stacks):
        other.generator = rng.getrandbits(64)
    other.seed += 1
    other.line = None
    return other


def seen_in(belief: Belief) -> tuple[Any, ...]:
    """Return all there is in a belief."""
    table = {name: value for name, value in vars(belief.table).items() if name != "memo"}
    return belief.seat, belief.pool, belief.wanted, table


def told(state: State, seat: int) -> tuple[Any, ...]:
    """Return what a seat is told, and what everybody hears."""
    asked = [(turn.seat, turn.choice, turn.side) for turn in state.turns]
    return state.view(seat).to_json(), [event.to_json() for event in state.events], state.said, asked


def known_in(state: State, seat: int) -> tuple[Any, ...]:
    """Return what a belief knows; of equal cards not which is which."""
    belief, names = belief_of(state, seat), state.spec.deck.names
    if len(set(names)) == len(names):
        return seen_in(belief)
    hands = [sorted(names[card] for card in bits(hand)) for hand in belief.table.hands]
    piles = [[names[card] if card >= 0 else "" for card in pile] for pile in belief.table.piles]
    return hands, piles, sorted(names[card] for card in belief.pool), belief.wanted


@pytest.mark.parametrize("name", NAMES)
@ONE
@given(seed=SEEDS)
def test_a_belief_holds_only_what_its_seat_was_told_and_imagined_deals_agree_with_it(name: str, seed: int) -> None:
    """Two games of which a seat is told the same are the same to it, whatever the others hold and choose unseen."""
    rng = random.Random(seed)
    state = game_of(name).start(seed)
    seat = int(rng.random() * len(state.hands))
    other = otherwise(state, seat, rng)
    for _ in range(60):
        assert known_in(state, seat) == known_in(other, seat)
        if state.over:
            return
        if rng.random() < 0.1:
            hold_imagined(state, rng)
        by, move = choose(rng, state)
        in_mind = names_of(state, state.followed[seat])
        if rng.random() < 0.5:  # cards that it might think to know
            move = next((one for at, one in options(state) if at == by and one in in_mind), move)
        theirs = [one for at, one in options(other) if at == by]
        if by == seat or not theirs:
            other, instead = (other if move in theirs else state), move
        else:
            instead = move if move in theirs and rng.random() < 0.6 else rng.choice(theirs)
        state, other = state.apply(move, by), other.apply(instead, by)
        if told(state, seat) != told(other, seat):
            other = otherwise(state, seat, rng)


def hold_imagined(state: State, rng: random.Random) -> None:
    """An imagined deal agrees with what is seen and proved."""
    for turn in state.turns:
        belief = belief_of(state, turn.seat)
        lacks = belief.lacks()
        assert not any(hand & lack for hand, lack in zip(state.hands, lacks, strict=True))
        imagined = belief.imagine(rng.getrandbits(64), lacks)
        assert places(imagined) == places(state)
        assert not any(hand & lack for hand, lack in zip(imagined.hands, lacks, strict=True))
        assert imagined.moves(turn.seat) == state.moves(turn.seat)
        # What a seat sees of the imagined deal is what it sees of the real one.
        assert seen_in(belief_of(imagined, turn.seat)) == seen_in(belief)


@pytest.mark.usefixtures("_few_trials")
@pytest.mark.parametrize("name", VARIED)
@ONE
@given(seed=SEEDS)
def test_hidden_cards_exchanged_the_same_move(name: str, seed: int) -> None:
    rng = random.Random(seed)
    bots = (StrongPlayer(3, 20), SteadyPlayer(3, 20), GreedyPlayer(3), RandomPlayer(3))
    for state in walk(game_of(name).start(seed), seed, TWO_DEALS):
        if state.turns and rng.random() < 0.06:
            turn = rng.choice(state.turns)
            other = otherwise(state, turn.seat, rng)
            for bot in bots:
                move = bot.choose(state.view(turn.seat), turn)
                assert move in turn.moves
                assert bot.choose(other.view(turn.seat), turn) == move


def test_cards_that_others_have_chosen_to_pass_and_not_yet_passed_are_hidden() -> None:
    state = spadesdsl.load("hearts").start(5)
    one = other = state
    for place in range(3):
        one = one.apply(one.moves(0)[0], 0)
        other = other.apply(other.moves(0)[-1], 0)
        assert one != other, place
    assert seen_in(belief_of(one, 2)) == seen_in(belief_of(other, 2))
    assert seen_in(belief_of(one, 0)) != seen_in(belief_of(other, 0))


def test_a_card_is_known_where_it_was_seen_to_go_until_it_may_have_gone_on(tmp_path: Path) -> None:
    passes = [
        f"pass {name} by each player at once: 1 from hand to player.left face down" for name in ("once", "and_again")
    ]
    game = made(tmp_path, f"phase passing after deal {{ {'; '.join(passes)} }}".replace("; ", "\n"))
    state = game.start(5)
    first = [state.moves(seat)[0] for seat in range(4)]
    for seat in range(4):
        state = state.apply(first[seat], seat)
    assert [set(names_of(state, belief_of(state, seat).table.hands[(seat + 1) % 4])) for seat in range(4)] == [
        {card} for card in first
    ]
    # Two hands pass on what they were given, two something else: who gave it cannot tell.
    for seat in range(4):
        other = next(card for card in state.moves(seat) if card != first[seat - 1])
        state = state.apply(first[seat - 1] if seat % 2 else other, seat)
    for seat in range(4):
        assert [hand.bit_count() for hand in belief_of(state, seat).table.hands].count(0) == 2
        assert not names_of(state, belief_of(state, seat).table.hands[(seat + 1) % 4]) & {first[seat]}


ONCE = "pass once by each player at once: 1 from hand to player.left face down"


@pytest.mark.parametrize(
    "lines",
    [
        f"{ONCE}\npass on by each player from left of dealer: 1 from hand to player.left face down",
        f"{ONCE}\ngive some_suit: (dealer.hand where card in spades) to dealer.left.left face down",
        "pass once by each player from left of dealer: 1 from hand to pocket face down\nshuffle mixed: pocket\n"
        "give dealt: 1 from pocket to each player",
    ],
)
def test_a_card_is_not_known_where_it_may_have_gone_on_unseen(tmp_path: Path, lines: str) -> None:
    state = made(tmp_path, f"table {{ zone pocket }}\nphase passing after deal {{\n{lines}\n}}").start(5)
    seat = (state.dealer - 1) % 4
    while state.phase.startswith("passing"):
        at = state.turns[0].seat
        state = state.apply(state.moves(at)[-1], at)
    assert not state.followed[seat] & ~state.hands[seat]
    assert [hand.bit_count() for hand in belief_of(state, seat).table.hands].count(0) >= 3


def test_a_card_that_was_shown_is_not_known_where_it_may_have_gone_on_unseen(tmp_path: Path) -> None:
    lines = "show told: dealer.left.hand to dealer\npass on by dealer.left: 1 from hand to player.left face down"
    state = made(tmp_path, f"phase passing after deal {{\n{lines}\n}}").start(5)
    dealer, holder = state.dealer, state.turns[0].seat
    assert state.known[dealer] == state.hands[holder]
    one, other = (state.apply(move, holder) for move in (state.moves(holder)[0], state.moves(holder)[-1]))
    assert one.view(dealer) == other.view(dealer)
    assert not one.known[dealer]


def test_of_two_equal_cards_in_a_hand_it_is_not_known_which_one_was_played() -> None:
    state = game_of("cancellation_hearts").start(5).copy()
    equal = state.spec.deck.copies[0]
    state.hands = tuple(
        mask_of(equal) if seat == 1 else hand & ~mask_of(equal) for seat, hand in enumerate(state.hands)
    )
    for card in equal:
        s = state.copy()
        s.followed = tuple(1 << equal[0] if seat == 0 else 0 for seat in range(len(s.hands)))
        play_card(s, 1, card, "")
        assert not s.followed[0]


def names_of(state: State, cards: int) -> set[str]:
    """Return the names of cards."""
    return {state.spec.deck.names[card] for card in bits(cards)}


def test_who_did_not_follow_suit_is_known_to_be_void() -> None:
    game = spadesdsl.load("standard")
    found = 0
    for state in walk(game.start(11), 4, 60):
        if state.phase != "play" or not state.tricks:
            continue
        lacks = belief_of(state, 0).lacks()
        names = state.spec.deck.names
        for trick in state.tricks:
            led = names[trick.cards[0]][-1]
            for card, seat in zip(trick.cards, trick.seats, strict=True):
                if names[card][-1] != led:
                    suit = {at for at, name in enumerate(names) if name[-1] == led}
                    assert suit <= set(bits(lacks[seat]))
                    found += 1
    assert found > 20


def test_who_beat_the_trick_is_not_taken_to_hold_no_other_card_that_beats_it() -> None:
    # The pagat takes both other honours in tarok, so what beats a trick is found by trying the cards.
    beaten = 0
    for state in walk(game_of("tarok_3").start(0), 0, 60):
        if state.phase == "play":
            beaten += len(state.trick)
            for seat in range(3):
                lacks = belief_of(state, seat).lacks()
                assert not any(hand & lack for hand, lack in zip(state.hands, lacks, strict=True))
    assert beaten > 3


def test_deals_are_imagined_differently_and_the_same_again() -> None:
    belief = belief_of(spadesdsl.load("standard").start(1), 0)
    deals = [belief.imagine(luck).hands for luck in range(50)]
    assert len(set(deals)) == 50
    assert [belief.imagine(luck).hands for luck in range(50)] == deals
