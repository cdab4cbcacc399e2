"""What is said with the play of a card: who may say it, who hears it, what it brings."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.engine.boundary import MoveRefused
from spadesdsl.session.news import Narrator
from spadesdsl.session.table import last_trick_text, spoken_table, table_lines
from spadesdsl.session.terminal import Page

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import Game, State


def whist(folder: Path, play: str) -> Game:
    """Load a game of whist with more in its play."""
    path = folder / "spoken_whist.spades"
    rules = f"play {{ {play} }} drop example {', '.join(_EXAMPLES)}"
    path.write_text(f'variant spoken_whist "Whist, spoken" extends whist {{ {rules} }}\n', encoding="utf-8")
    return spadesdsl.load(path)


_EXAMPLES = ('"follow suit if you can"',)


def with_marriage() -> State:
    """Return a game of Sixty-Six right after a marriage."""
    game = spadesdsl.load("sixty_six")
    for seed in range(60):
        rng = random.Random(seed)
        state = game.start(seed)
        while not state.over and state.deal < 3:
            turn = state.turns[0]
            move = next((move for move in turn.moves if move.endswith("marry")), rng.choice(turn.moves))
            state = state.apply(move, turn.seat)
            if move.endswith("marry"):
                return state
    raise AssertionError("no marriage in 60 games")


def test_what_is_said_with_a_card_is_heard_by_all() -> None:
    state = with_marriage()
    ((leader, card),) = state.view(0).trick
    for seat in (0, 1):
        view = state.view(seat)
        assert view.spoken == ("marry",)
        assert view.said[-1] == (leader, "marry", f"{card} marry")
        assert view.to_json()["trick"] == [{"seat": leader, "card": card, "said": "marry"}]
        assert view.belief is not None
        assert view.belief.imagine(1).answers == state.answers
    assert {"event": "play", "seat": leader, "card": card, "said": "marry"} in [e.to_json() for e in state.events]
    assert spadesdsl.load("sixty_six").load(state.record()) == state


def test_what_is_said_with_a_card_is_on_the_screen_of_the_others() -> None:
    state = with_marriage()
    ((leader, card),) = state.view(0).trick
    view = state.view(1 - leader)
    for shown in (table_lines(state, view, None, Page()), spoken_table(state, view, None, Page())):
        assert any(f"{card} marry" in line for line in shown)
    other = state.turns[0]
    after = state.apply(other.moves[0], other.seat)
    teller = Narrator(state.game.seats, 1 - leader)
    teller.catch_up(state)
    assert f"{card} marry" in " ".join(teller.tell(state, after))
    assert f"{card} marry" in last_trick_text(after, after.view(1 - leader), Page())


def test_a_word_with_a_card_has_answers_that_rules_read(tmp_path: Path) -> None:
    game = whist(
        tmp_path,
        "may call(s in suits) with each card by player when leading and s is not spades: nothing "
        "replace must follow_suit when following: card in call.s",
    )
    state = game.start(5)
    leader = state.turns[0].seat
    assert not any("call(spades)" in move for move in state.turns[0].moves)
    move = next(move for move in state.turns[0].moves if move.endswith("call(hearts)"))
    state = state.apply(move, leader)
    turn = state.turns[0]
    held = [card for card in state.hidden_hands[turn.seat] if card.endswith("H")]
    assert held
    assert set(turn.moves) == set(held)


def test_a_word_that_has_to_be_said_leaves_no_card_without_it(tmp_path: Path) -> None:
    game = whist(tmp_path, 'choose call with each card by player when card.rank is A: nothing "Call your aces."')
    state = game.start(3)
    turn = state.turns[0]
    aces = [card for card in state.hidden_hands[turn.seat] if card.startswith("A")]
    assert aces
    for ace in aces:
        assert ace not in turn.moves
        assert f"{ace} call" in turn.moves
        with pytest.raises(MoveRefused, match="Call your aces") as refused:
            state.apply(ace, turn.seat)
        assert refused.value.verdict.rule is not None
        assert refused.value.verdict.rule.key == "play.call"


def test_a_word_that_is_not_open_with_a_card_is_refused_by_its_rule(tmp_path: Path) -> None:
    game = whist(tmp_path, 'may call with each card by player when card.rank is A: nothing "Aces are called."')
    state = game.start(3)
    turn = state.turns[0]
    low = next(card for card in state.hidden_hands[turn.seat] if not card.startswith("A"))
    verdict = state.why(f"{low} call", turn.seat)
    assert not verdict.legal
    assert verdict.rule is not None
    assert verdict.rule.key == "play.call"


def test_what_a_word_with_a_card_does_is_done(tmp_path: Path) -> None:
    game = whist(tmp_path, "may open with each card by player when leading: show hand to everyone")
    state = game.start(3)
    turn = state.turns[0]
    move = next(move for move in turn.moves if move.endswith("open"))
    after = state.apply(move, turn.seat)
    assert after.view((turn.seat + 1) % 4).hands[turn.seat] == after.hidden_hands[turn.seat]


def test_only_who_is_asked_may_say_a_word_with_a_card(tmp_path: Path) -> None:
    game = whist(tmp_path, "may call with each card by dealer: nothing")
    state = game.start(3)
    heard = {}
    while not state.tricks:
        turn = state.turns[0]
        heard[turn.seat] = any(move.endswith("call") for move in turn.moves)
        state = state.apply(turn.moves[0], turn.seat)
    assert heard == {seat: seat == state.dealer for seat in range(4)}


def test_imagined_hands_could_have_said_what_was_said() -> None:
    state = with_marriage()
    ((leader, card),) = state.view(0).trick
    belief = state.view(1 - leader).belief
    assert belief is not None
    other = ("Q" if card[0] == "K" else "K") + card[-1]
    assert other in state.hidden_hands[leader]
    for luck in range(40):
        assert other in belief.imagine(luck).hidden_hands[leader]


def test_what_was_said_in_an_earlier_trick_is_not_forgotten(tmp_path: Path) -> None:
    rule = "may couple with each card by player when card.rank is K and hand includes Q of card.suit: nothing"
    game = whist(tmp_path, rule)
    for seed in range(40):
        state = game.start(seed)
        while len(state.tricks) < 2:
            turn = state.turns[0]
            state = state.apply(next((m for m in turn.moves if m.endswith("couple")), turn.moves[-1]), turn.seat)
        for seat, _, text in state.said if len(state.said) == 1 else ():
            queen = "Q" + text[1]
            for viewer in range(4):
                belief = state.view(viewer).belief
                assert belief is not None
                if viewer != seat and queen in state.hidden_hands[seat]:
                    assert all(queen in belief.imagine(luck).hidden_hands[seat] for luck in range(10))


def test_who_asks_about_a_word_with_a_card_hears_that_the_card_is_not_there() -> None:
    game = spadesdsl.load("sixty_six")
    state = game.start(1)
    while not any(move in game.deck for move in state.turns[0].moves):
        state = state.apply("no", state.turns[0].seat)
    turn = state.turns[0]
    away = next(name for name in game.deck if name not in state.view(turn.seat).hand)
    meant = state.read_move(f"{away.lower()} marry", turn.seat)
    assert state.why(meant, turn.seat).message == f"You do not hold {away}."
