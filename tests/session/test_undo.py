"""What can be taken back: open choices, and never what a person has been shown."""

from __future__ import annotations

import random

import pytest

from spadesdsl.engine.view import shows_more
from tests.loading import game_of
from tests.session.table_talk import first_choice, session_of

STANDS = "You cannot take your last choice back: cards or secret choices have been shown since."


@pytest.mark.parametrize("people", [(1,), (1, 3)])
def test_a_player_who_has_looked_cannot_go_back_and_bid_unseen(people: tuple[int, ...]) -> None:
    asked_to_sit = [""] if len(people) > 1 else []
    session, typist = session_of("barmore", [*asked_to_sit, "look", "undo", "quit"], people=people, seed=3)
    session.run()
    assert typist.has(STANDS)
    assert session.state.view(1).hand is not None
    assert "blind 7" not in session.state.moves(1)


def test_a_pass_cannot_be_taken_back_once_the_cards_of_others_have_come() -> None:
    session, typist = session_of("hearts", people=(1,), seed=3)
    choose = first_choice(session)
    before: list[object] = []

    def pass_and_undo() -> str | None:
        if session.state.phase.startswith("passing"):
            return choose()
        before.append(session.state)
        typist.then = lambda: None
        return "undo"

    typist.then = pass_and_undo
    session.run()
    assert typist.has(STANDS)
    assert session.state is before[0]


def test_a_card_chosen_for_a_pass_can_be_taken_back_before_the_others_have_chosen() -> None:
    session, typist = session_of("hearts", ["1", "undo", "quit"], people=(1,), seed=3)
    session.run()
    assert typist.has("You took back your last choice.")


def test_a_claim_cannot_be_taken_back_once_the_table_has_judged_it() -> None:
    session, typist = session_of("tram", people=(1,), seed=3)
    choose = first_choice(session)

    def claim_and_undo() -> str | None:
        if not any(turn.seat == 1 for turn in session.state.volunteers):
            return choose()
        typist.lines, typist.then = ["undo"], lambda: None
        return "claim"

    typist.then = claim_and_undo
    session.run()
    assert typist.has(STANDS)
    assert session.state.last_move == (1, "claim")


def test_nothing_is_taken_back_past_a_new_deal() -> None:
    session, typist = session_of("hearts", people=(1,), seed=3)
    choose = first_choice(session)
    typist.then = lambda: "undo" if session.state.deal == 2 and not typist.has(STANDS) else (
        None if session.state.deal == 2 else choose()
    )  # fmt: skip
    session.run()
    assert typist.has(STANDS)
    assert session.state.deal == 2


def test_what_was_shown_before_the_program_was_left_stands_too() -> None:
    game = game_of("barmore")
    first = game.start(3)
    session, typist = session_of("barmore", ["undo"], people=(1,), seed=3)
    session.run([first, first.apply("look", 1)])
    assert typist.has(STANDS)


@pytest.mark.parametrize("name", ["barmore", "hearts", "euchre", "german_whist", "onhand_2", "kitty_deal"])
def test_a_move_shows_more_where_a_player_sees_a_card_that_was_not_seen_before(name: str) -> None:
    chance = random.Random(5)
    state = game_of(name).start(5)
    for _ in range(120):
        if state.over:
            break
        turn = chance.choice(state.turns)
        after = state.apply(chance.choice(turn.moves), turn.seat)
        for seat in state.game.players:
            old, new = state.view(seat), after.view(seat)
            gained = set(new.hand or ()) - set(old.hand or ()) - {card for cards in old.shown for card in cards}
            seen = {card for cards in old.zones.values() if isinstance(cards, tuple) for card in cards}
            if gained - seen and state.deal == after.deal:
                assert shows_more(state, after, (seat,)), (turn, gained)
        if state.deal != after.deal:
            assert shows_more(state, after, ())
        state = after
