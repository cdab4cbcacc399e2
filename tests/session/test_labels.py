"""What people read of decisions and answers: labels, and names as words; what they read can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine.events import EndEvent
from spadesdsl.session.news import Narrator, ending_text
from spadesdsl.session.prompt import prompt_lines, read_answer
from spadesdsl.session.terminal import Page
from tests.loading import game_of

if TYPE_CHECKING:
    from pathlib import Path


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


def test_a_card_that_is_named_can_be_typed_alone(tmp_path: Path) -> None:
    path = tmp_path / "called.spades"
    rule = 'phase calling before play { may friend(c in deck) "friend: {c}" by dealer: nothing }'
    path.write_text(f'variant called "Called" extends whist {{ {rule} }}', encoding="utf-8")
    state = game_of(str(path)).start(3)
    (turn,) = state.turns
    for typed in ("ks", "KS", "friend ks", "friend: ks"):
        assert read_answer(state, typed, turn, turn.seat) == "friend(KS)", typed


def test_a_game_whose_deals_are_all_thrown_in_says_so(tmp_path: Path) -> None:
    path = tmp_path / "again.spades"
    rule = "deal { redeal out when deal = 1: by left of dealer }"
    path.write_text(f'variant again "Again" extends whist {{ {rule} }}', encoding="utf-8")
    state = game_of(str(path)).start(1)
    end = EndEvent(state.winners, state.ended_by, state.scores)
    assert ending_text(state.game, end, (), state.game.seats) == "Nobody wins: 1,000 deals in a row were thrown in."
