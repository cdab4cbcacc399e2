"""A person at the table: what is asked, what is understood, what is shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from spadesdsl.engine.boundary import Deal
from spadesdsl.engine.events import EndEvent
from spadesdsl.resources import variant_names
from spadesdsl.score import score_document
from spadesdsl.session.news import ending_text
from spadesdsl.session.prompt import choice_lines
from tests.loading import game_of, loaded
from tests.session.table_talk import first_choice, own_turn, session_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.engine.game import State
    from spadesdsl.session import Session


@pytest.mark.parametrize("name", variant_names())
def test_a_person_can_play_a_deal_of_every_bundled_file(name: str) -> None:
    session, typist = session_of(name, people=(0,))
    choose = first_choice(session)

    def until_the_first_sheet() -> str | None:
        return None if session.state.last_sheet is not None else choose()

    typist.then = until_the_first_sheet
    session.run()
    assert typist.find("Score sheet of deal")
    assert max(map(len, typist.shown)) <= 80


@pytest.mark.parametrize("name", ["standard", "nyc", "euchre", "two_player"])
def test_bots_play_the_same_game_from_the_same_seed(name: str) -> None:
    told = []
    for _ in range(2):
        session, typist = session_of(name, people=(), seed=11)
        session.run()
        told.append(typist.shown)
    assert told[0] == told[1]
    assert told[0][-1]


def game_with(session: Session, cards: str) -> State:
    """Begin a game in which the first seat bids and leads, and holds these cards."""
    mine = tuple(cards.split())
    others = [card for card in session.game.deck if card not in mine]
    hands = (mine, tuple(others[:13]), tuple(others[13:26]), tuple(others[26:39]))
    return session.game.start(dealer=3, deals=[Deal(hands)])


@pytest.mark.parametrize(("typed", "played"), [("qs", "QS"), ("QS", "QS"), ("10s", "10S"), ("ts", "10S"), ("7", "3S")])
def test_cards_are_read_as_people_type_them(typed: str, played: str) -> None:
    session, typist = session_of("lead_anytime", ["3", typed], people=(0,))
    session.run([game_with(session, "AS KS QS 10S 5S 4S 3S 2S AH KH QH AD KD")])
    assert typist.has(f"You {played}")


@pytest.mark.parametrize(("typed", "bid"), [("nil", "nil"), ("Nil", "nil"), ("4", "4"), ("13", "13"), ("ni", "nil")])
def test_bids_are_read_as_people_type_them(typed: str, bid: str) -> None:
    session, typist = session_of("standard", [typed], people=(0,))
    session.run()
    assert typist.has(f"You bid {bid}")


@pytest.mark.parametrize("typed", ["3 2", "3, 2", "(3, 2)", "estimate(3,2)", "Estimate 3 2"])
def test_an_answer_is_read_by_its_parameters(typed: str) -> None:
    session, typist = session_of("partnership_bidding", [typed], people=(0,))
    session.run()
    assert typist.has("You say 3 sure, 2 possible")


def test_what_is_asked_before_looking_is_asked_before_the_hand_is_shown() -> None:
    session, typist = session_of("blind_nil", ["look"], people=(0,), deficit="0")
    session.run()
    shown = " ".join(typist.shown)
    assert "You have 13 cards and have not looked at them." in shown
    assert shown.index("have not looked") < shown.index("You look at the cards") < shown.index("Your hand")


def test_a_hand_that_is_bid_blind_stays_unseen_until_the_bidding_is_over() -> None:
    session, typist = session_of("blind_nil", ["blind nil"], people=(0,), deficit="0")
    session.run()
    assert typist.has("You bid blind nil")


def test_the_person_speaks_for_the_side_and_no_bot_before_them() -> None:
    """Either partner may answer; the partner is a bot and is never asked."""
    session, typist = session_of("nyc", people=(0,), seed=5)
    choose = first_choice(session)
    asked: list[str] = []

    def answer() -> str | None:
        turn = own_turn(session)
        if session.state.deal > 3:
            return None
        if turn is not None and turn.side is not None:
            asked.append(turn.choice)
        return choose()

    typist.then = answer
    session.run()
    spoken = [line for line in typist.shown if line.startswith("  South bids") or "South says no (come out)" in line]
    assert "opening" in asked
    assert spoken == []
    assert typist.has("You speak for North & South.")


def test_what_can_be_volunteered_is_offered_beside_the_turn() -> None:
    session, typist = session_of("reneges", ["3", "call_renege(East)", "4c"], people=(0,))
    session.run()
    assert typist.has("You may also say call renege East, call renege West")
    assert typist.has("You say call renege East")
    assert sum("You may also say" in line for line in typist.shown) >= 2


def test_at_a_terminal_it_is_offered_between_the_turns_of_others_too() -> None:
    session, typist = session_of("reneges", ["3", ""], people=(0,), is_live=True)
    session.run()
    assert typist.has("You may say call renege East, call renege West; press Enter to continue.")


def test_why_names_the_rule_and_its_place() -> None:
    session, typist = session_of("standard", ["3", "why ks", "why 3d", "why", "why xyz"], people=(0,))
    session.run()
    assert typist.has("play.follow_suit, standard.spades:")
    assert typist.has("allowed if")
    assert typist.has("`why` and a card, a bid or an answer")
    assert typist.has("`xyz` is not a move here")


def test_undo_goes_back_to_the_last_choice_and_the_same_choice_leads_to_the_same_game() -> None:
    session, typist = session_of("standard", ["undo", "3", "1", "undo", "undo", "3", "1"], people=(0,))
    session.run()
    assert typist.has("There is nothing to take back.")
    assert typist.has("You took back your last choice.")
    tricks = [line for line in typist.shown if line.startswith("  Trick 1:")]
    assert len(tricks) == 2
    assert tricks[0] == tricks[1]


def test_every_command_answers() -> None:
    words = [
        "help",
        "legal",
        "table",
        "hand",
        "last",
        "said",
        "score",
        "rules",
        "rules follow suit",
        "rules nonsense",
        "?",
    ]
    session, typist = session_of("standard", ["3", *words, "quit"], people=(0,))
    session.run()
    for told in (
        "the table and your hand again",
        "There is no finished trick in this deal yet.",
        "opening: 3",
        "Follow suit if you can.",
        "There is no rule `nonsense`: `rules` shows a page of them.",
        "You left the game.",
    ):
        assert typist.has(told), told


def test_nonsense_is_answered_and_changes_nothing() -> None:
    session, typist = session_of("standard", ["fourteen", "99", "why", "-", "(", "\x1b[2J", "é"], people=(0,))
    session.run()
    assert session.past.chosen == []
    assert typist.has("is not a choice here")
    answers = [line for line in typist.shown if not line.startswith("North> ")]
    assert all(letter.isprintable() for line in answers for letter in line)


def test_the_end_of_the_input_says_where_the_game_stands() -> None:
    session, typist = session_of("standard", ["3", "1"], people=(0,))
    session.run()
    assert typist.has("The input ended, so the game stops here. The game is in deal 1, play, 1 trick played.")
    assert typist.shown[-1] == "To get the same cards again: --seed 7"


def test_the_end_of_the_game_says_who_won_by_what_and_what_ended_it() -> None:
    session, typist = session_of("standard", people=(), seed=4, target="50")
    session.most_deals = 60
    session.run()
    told = " ".join(" ".join(typist.shown).split())
    assert re.search(r"(\w+) & (\w+) win\. \d+ points ahead: \d+ to -?\d+\. What ended the game, for ", told)
    assert "`ending." not in told
    assert typist.find("Total")


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((40, 0), 'What ended the game, for North & South: "A side has reached the target'),
        ((0, 40), 'What ended the game, for East & West: "A side has reached the target'),
        ((90, 40), 'What ended the game, for all sides: "A side has reached the target'),
    ],
)
def test_the_end_of_the_game_says_to_whom_it_applies(scores: tuple[int, int], told: str) -> None:
    found = loaded("standard")
    game = game_of("standard").with_options({"target": 100})
    document = {
        "given": [{"score": score} for score in scores], "bids": [3, 3, 3, 3], "taken": [3, 3, 3, 4],
    }  # fmt: skip
    result = score_document(game, document)
    assert result.over, result
    assert found.variant is not None
    end = EndEvent(result.winners, result.ended_by, (), result.met_by)
    assert told in ending_text(game, end, found.variant.game.rules, game.named({}))


def test_deals_that_take_turns_say_their_rules_as_they_begin_and_never_for_a_deal_that_is_not_played() -> None:
    session, typist = session_of("king", people=())
    session.most_deals = 2
    session.run()
    begun = [typist.shown[at + 1] for at, line in enumerate(typist.shown) if line.startswith("-- Deal")]
    assert [line.partition(":")[2].strip()[:9] for line in begun] == ["No tricks", "Hearts ar"]
    assert " ".join(typist.shown).count("On this deal") == 2, "the third deal is not played"


def test_the_number_of_a_suit_in_a_list_is_not_how_many_there_are() -> None:
    session, _ = session_of("standard")
    session.past.state = session.game.start(1)
    suits = ["clubs", "diamonds", "hearts", "spades"]
    assert next(iter(session.written(choice_lines(suits, session.page)))).split("   ")[0] == "  1. clubs"


def test_a_deal_with_rules_of_its_own_says_so() -> None:
    session, typist = session_of("nyc", people=(0,))
    session.run()
    assert typist.has("On this deal: No bids: ten for each trick.")


def test_messages_show_choices_as_the_list_does() -> None:
    session, typist = session_of("euchre", ["why as", "hint"], seed=4, people=(2,))
    session.run()
    assert typist.has("is not a move here; it can be order it up in ")
    assert not typist.has("order_up(")


def test_cards_that_go_nowhere_special_are_asked_for_by_the_name_of_the_choice() -> None:
    session, typist = session_of("euchre", ["1"], seed=4, people=(3,))
    typist.then = lambda: None if typist.has("hoose a card") else first_choice(session)()
    session.run()
    assert typist.has("discard: Choose a card.")


def test_several_cards_at_once_are_asked_for_one_at_a_time() -> None:
    session, typist = session_of("hearts", ["2s 3s", "10c, 9c"], seed=4)
    session.run()
    assert sum("Type one card at a time." in line for line in typist.shown) == 2
    assert not typist.has("is not a choice now")


def test_a_card_of_somebody_else_is_refused_as_such_in_a_pass() -> None:
    session, typist = session_of("hearts", ["9s", "quit"], seed=4)
    session.run()
    assert typist.has("You do not hold 9S. You can choose")


def test_a_number_that_may_be_a_rank_or_a_place_is_asked_for_again() -> None:
    session, typist = session_of("hearts", ["10", "quit"], seed=4)
    session.run()
    assert typist.has(": type the card itself.")


def test_a_place_in_a_list_without_numbers_is_refused_with_the_reason() -> None:
    session, typist = session_of("standard", ["99"], people=(0,))
    session.run()
    assert typist.has("`99` is not a choice here. The choices are not numbered: type one as `legal` lists it.")


@pytest.mark.parametrize("typed", ["2", "2.", "2. no", "no"])
def test_a_choice_can_be_typed_as_the_list_shows_it(typed: str) -> None:
    session, typist = session_of("two_player", [typed, "quit"], people=(0,), seed=4)
    session.run()
    assert typist.has("You say no (keep)")


def test_why_says_what_would_allow_a_yes_that_the_cards_refuse(tmp_path: Path) -> None:
    file = tmp_path / "weak.spades"
    file.write_text(
        'language 1\nvariant weak "Weak" extends standard {\n  phase misdeal before bidding {\n'
        "    may nothing_hand by each player from left of dealer stopping when some player did nothing_hand\n"
        "        when count of hand in trumps = 0: redeal by dealer\n  }\n}\n",
        encoding="utf-8",
    )
    session, typist = session_of(str(file), ["why yes"])
    session.run()
    assert typist.has("yes is not allowed: the condition of `misdeal.nothing_hand` does not hold. You can answer no.")
    assert typist.has("allowed if there is no trump in the player's hand")


@pytest.mark.parametrize(("name", "taken"), [("fifty_four_dealer", "2 cards go from the stock to "), ("hearts", "")])
def test_cards_that_somebody_takes_up_after_the_deal_are_told(name: str, taken: str) -> None:
    session, typist = session_of(name, ["quit"], people=(0,))
    session.run()
    assert typist.has(taken or "Deal 1")
    assert bool(taken) or not typist.has("from the stock")


def test_who_may_speak_before_the_first_card_sees_their_cards() -> None:
    session, typist = session_of("doppelkopf", ["kontra", "re", "quit"], people=(0,), seed=9, is_live=True)
    session.run()
    assert typist.has("kontra")
    assert typist.has("You say re")
    offer = next(number for number, line in enumerate(typist.shown) if line.startswith("You may say re;"))
    assert "Your hand" in "\n".join(typist.shown[:offer])
