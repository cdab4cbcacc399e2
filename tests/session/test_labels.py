"""What people read of decisions and answers: labels, and names as words; what they read can be typed."""

from __future__ import annotations

from spadesdsl.session.news import Narrator
from spadesdsl.session.prompt import prompt_lines, read_answer
from spadesdsl.session.terminal import Page
from tests.loading import game_of


def test_an_answer_is_shown_by_its_label_and_can_be_typed_so() -> None:
    state = game_of("euchre").start(3)
    turn = state.turns[0]
    shown = "\n".join(prompt_lines(state, turn, turn.seat, (), Page()))
    assert "order_up" not in shown
    assert "1. order it up in clubs" in shown
    move = turn.moves[0]
    assert read_answer(state, "order it up in clubs", turn, turn.seat) == move
    assert read_answer(state, "1", turn, turn.seat) == move
    after = state.apply(move, turn.seat)
    assert "  East says order it up in clubs" in Narrator(state.game.seats, None).tell(state, after)


def test_a_choice_in_a_list_is_shown_by_its_label() -> None:
    state = game_of("skat").start(1)
    while state.turns[0].choice != "game":
        state = state.apply("pass" if "pass" in state.turns[0].moves else state.turns[0].moves[0])
        if state.turns[0].choice == "last_word":
            state = state.apply("18")
    (turn,) = state.turns
    assert turn.moves[-1] == "game(none)"
    assert turn.labels[-1] == "null"
    assert read_answer(state, "null", turn, turn.seat) == "game(none)"
