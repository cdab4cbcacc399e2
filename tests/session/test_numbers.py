"""What a player wants to know at the table: the numbers of the game, tricks bid, trumps, points, the rules."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from spadesdsl import loader
from spadesdsl.book.book import changes_of_deal, chapters
from spadesdsl.book.numbers import numbers_of
from spadesdsl.engine.scoring import subject
from spadesdsl.journal import PERSON, Sitter, Trouble, begin, read_record
from spadesdsl.session.known import heading_of, maker_of_trumps, on_table
from spadesdsl.session.people import find_names, find_people
from spadesdsl.session.prompt import card_as_listed, why_lines
from spadesdsl.session.table import auction_lines, ranking_lines, table_lines
from spadesdsl.session.terminal import Page, with_cards
from tests.loading import game_of, loaded
from tests.session.table_talk import first_choice, session_of
from tests.session.test_talk import Notebook

if TYPE_CHECKING:
    from pathlib import Path


def numbers(name: str, **settings: str) -> list[str]:
    variant = loader.load(name, settings).variant
    assert variant is not None
    return list(numbers_of(variant.game))


# ---------------------------------------------------------------- the numbers of the game


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("standard", ["to 500", "nil 100", "10 bags −100"]),
        ("short_250", ["to 250", "nil 100", "5 bags −50"]),
        ("wikipedia", ["lose at −200", "to 500", "nil 100", "10 bags −100"]),
        ("nyc", ["to 500", "sets that lose 2"]),
        ("hearts", ["to 100"]),
        ("bridge", ["16 deals"]),
        ("euchre", ["to 10"]),
        ("no_nil", ["to 500", "10 bags −100"]),
        ("ten_for_200", ["to 500", "nil 100", "10 bags −100", "ten won 200", "ten lost 200"]),
    ],
)
def test_the_numbers_of_a_game_come_from_its_options_and_lines(name: str, told: list[str]) -> None:
    assert numbers(name) == told


def test_a_bid_that_nobody_can_make_at_this_table_has_no_number() -> None:
    assert "blind nil 200" in numbers("wikipedia", blind_nils="yes")
    assert "nil 100" in numbers("nyc", nils="yes")


def test_the_numbers_follow_the_settings() -> None:
    assert numbers("standard", target="250", nil_value="50", bag_limit="7", bag_penalty="70") == [
        "to 250",
        "nil 50",
        "7 bags −70",
    ]


def test_a_bid_that_wins_and_loses_different_amounts_tells_both(tmp_path: Path) -> None:
    path = tmp_path / "harsh.spades"
    path.write_text(
        'variant harsh "Harsh" extends standard {\n'
        "  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried\n"
        '  bidding {\n    replace bid nil "nil" {\n      contract 0\n'
        "      score nil: if taken = 0 then 150 else -75\n    }\n  }\n}\n",
        encoding="utf-8",
    )
    assert "nil 150/−75" in numbers(str(path))


def test_a_side_that_loses_for_more_than_its_score_does_not_lose_at_that_score(tmp_path: Path) -> None:
    path = tmp_path / "skunk.spades"
    path.write_text(
        'variant skunk "Skunk" extends euchre {\n'
        "  ending { lose skunk when score = 0 and some opponent has score >= 7 }\n}\n",
        encoding="utf-8",
    )
    assert numbers(str(path)) == ["to 10"]


# ---------------------------------------------------------------- the table


def test_the_heading_says_how_many_of_the_tricks_are_bid() -> None:
    state = game_of("standard").start(7)
    for bid in ("3", "4", "2"):
        state = state.apply(bid)
    assert heading_of(state, state.view(0), state.game.seats)[1][0] == "9 of 13 bid"
    state = game_of("hearts").start(7)
    assert " bid" not in " ".join(heading_of(state, state.view(0), state.game.seats)[1])


def test_bids_of_an_auction_are_not_added_up_in_the_heading() -> None:
    state = game_of("bridge").start(7)
    for bid in ("1 clubs", "2 clubs", "3 clubs"):
        state = state.apply(bid)
    assert " bid" not in " ".join(heading_of(state, state.view(0), state.game.seats)[1])


def test_the_heading_says_who_made_the_last_bid_and_not_that_they_play_it() -> None:
    state = game_of("bridge").start(7, dealer=0)  # South named diamonds first, so South plays what North bid
    for bid in ("pass", "pass", "1 diamonds", "pass", "2 diamonds", "double", "pass", "pass", "pass"):
        state = state.apply(bid)
    facts = heading_of(state, state.view(2), state.game.seats)[1]
    assert "2 diamonds bid by North, double bid by East" in facts


def test_what_two_say_last_is_part_of_the_contract_if_others_pass() -> None:
    text = """language 1 variant x "X" extends standard { bidding {
      drop bid nil  bid hit  bid back  bid pass
      replace bid tricks(n from 1 to 13) "{n}" when n > most of bid.n over calls { contract n }
      replace round opening by each player from left of dealer until some call has bid is hit: tricks, hit, pass
      round answer below opening by each player from left of dealer: back, pass
    } }"""
    state = loader.load_text(text.encode(), {}).playable.start(7, dealer=0)
    for bid in ("5", "pass", "pass", "hit", "back", "back", "pass", "pass"):
        state = state.apply(bid)
    facts = heading_of(state, state.view(2), state.game.seats)[1]
    assert "5 bid by East, hit bid by North, back bid by East, back bid by you" in facts


def test_why_says_an_answer_as_the_list_shows_it() -> None:
    state = game_of("euchre").start(3)
    turn = state.turns[0]
    told = why_lines(state, "yes", turn, turn.seat)
    assert told[0] == "order it up in clubs is allowed."


def test_the_heading_says_who_made_trumps() -> None:
    state = game_of("euchre").start(3)
    seat = state.turns[0].seat
    state = state.apply(state.turns[0].moves[0])
    assert maker_of_trumps(state) == seat
    names = ("Ann", "Ben", "Cat", "Dan")
    other = next(one for one in range(4) if one != seat)
    assert f"trumps are clubs by {names[seat]}" in heading_of(state, state.view(other), names)[1]
    assert "trumps are clubs by you" in heading_of(state, state.view(seat), names)[1]


def test_trumps_that_nobody_named_are_nobodys() -> None:
    state = game_of("oh_hell").start(3)
    assert state.ranking.trumps is not None
    assert maker_of_trumps(state) is None


def test_a_bidding_that_goes_round_is_a_table() -> None:
    state = game_of("bridge").start(1)
    for bid in ("pass", "1 clubs", "1 hearts", "pass", "2 hearts"):
        state = state.apply(bid)
    assert auction_lines(state, Page()) == [
        "  North      East     South     West",
        "  pass       1 club   1 heart   pass",
        "  2 hearts",
    ]
    assert auction_lines(state, Page(is_plain=True)) == [
        "The bidding: North pass, East 1 club, South 1 heart, West pass, North 2 hearts.",
    ]
    assert auction_lines(game_of("standard").start(1).apply("3"), Page()) == []


@pytest.mark.parametrize(
    ("name", "has_points"),
    [("hearts", True), ("skat", True), ("pitch", True), ("black_maria", True), ("standard", False), ("whist", False),
     ("wiki_partnership_ace_check", False), ("bridge", False), ("tarok", False)],  # tarok counts in threes
)  # fmt: skip
def test_points_are_counted_during_the_play_where_cards_score(name: str, *, has_points: bool) -> None:
    assert (game_of(name).edition(1).points_in_cards is not None) == has_points


def test_the_points_of_the_cards_taken_are_those_that_the_sheet_gives_for_them() -> None:
    state, chance = game_of("hearts").start(4), random.Random(4)
    before = state
    while not state.sheets:
        before, state = state, state.apply(chance.choice(state.turns[0].moves), state.turns[0].seat)
    worth = state.spec.points_in_cards
    assert worth is not None
    last = before.view(0)
    for side in state.sheets[0].sides:
        counted = worth(before, subject(before, side.side))
        assert counted <= side.points
    assert any(worth(before, subject(before, side)) for side in range(len(last.sides)))


def test_the_ranking_is_told_as_cards() -> None:
    state = game_of("euchre").start(3)
    state = state.apply(state.turns[0].moves[0])
    lines = ranking_lines(state, Page())
    assert lines[1] == "  Trumps (clubs): JC JS AC KC QC 10C 9C"
    assert lines[2].startswith("  Spades: AS KS QS 10S")
    assert ranking_lines(game_of("hearts").start(1), Page())[0] == "There are no trumps now."


def test_the_last_trick_is_on_the_table_until_the_next_card() -> None:
    state, chance = game_of("whist").start(4), random.Random(4)
    while not state.tricks:
        state = state.apply(chance.choice(state.turns[0].moves), state.turns[0].seat)
    assert len(on_table(state).cards) == 4
    assert on_table(state).winner == state.leader
    after = state.apply(state.turns[0].moves[0])
    assert len(on_table(after).cards) == 1
    assert on_table(after).winner is None


# ---------------------------------------------------------------- the rules


def test_a_deal_with_a_format_of_its_own_says_what_it_changes() -> None:
    variant = loaded("league_night").variant
    assert variant is not None
    assert changes_of_deal(variant, 1) == ["Nil 50."]
    assert "Tonight a bag costs a point." in changes_of_deal(variant, 6)
    assert any("Three cards" in one or "three cards" in one.lower() for one in changes_of_deal(variant, 5))
    hearts = loaded("hearts").variant
    assert hearts is not None
    assert changes_of_deal(hearts, 1) == []
    assert changes_of_deal(hearts, 4) == ["These rules do not hold: passing cards."]


def test_rules_is_a_page_a_chapter_the_ranking_or_one_rule() -> None:
    lines = ["3", "rules", "rules play", "rules trumps", "rules follow_suit", "rules all"]
    session, typist = session_of("standard", lines, people=(0,))
    session.run()
    assert typist.has("to 500 · nil 100 · 10 bags −100")
    assert typist.has("The trick is won by the highest trump")
    assert typist.has("Trumps (spades): AS KS QS")
    assert typist.has("play.follow_suit: Follow suit if you can.")
    assert typist.has("The end of the game.")


@pytest.mark.parametrize("name", ["standard", "hearts", "bridge", "skat", "league_night"])
def test_every_chapter_of_every_deal_can_be_read(name: str) -> None:
    variant = loaded(name).variant
    assert variant is not None
    for deal in (1, 2, 3):
        book = chapters(variant, deal)
        assert book[""]
        assert {"The players", "The play", "The score"} <= set(book)


# ---------------------------------------------------------------- cards, people, choices


@pytest.mark.parametrize("typed", ["10C", "c10", "C10", "♣10", "10♣", "tc", "ct", "♧10", "♣t"])
def test_a_card_is_understood_however_it_is_written(typed: str) -> None:
    state = game_of("standard").start(1)
    assert card_as_listed(state, typed) == "10C"


@pytest.mark.parametrize("typed", ["c", "10", "11c", "3", "nil", "♣", "c1"])
def test_what_is_no_card_stays_as_it_was_typed(typed: str) -> None:
    assert card_as_listed(game_of("standard").start(1), typed) == typed


def test_why_of_a_card_that_is_not_held_only_says_so() -> None:
    state = game_of("standard").start(1)
    for bid in ("3", "3", "3", "3"):
        state = state.apply(bid)
    seat = state.turns[0].seat
    missing = next(card for card in state.spec.deck.names if card not in (state.view(seat).hand or ()))
    assert why_lines(state, missing, state.turns[0], seat) == [f"You do not hold {missing}."]
    verdict = state.why(missing, seat)
    assert verdict.to_json()["allowed_if"] == ["you held it"], "programs are told as before"


def test_cards_are_shown_with_signs_and_places_on_the_disk_are_not_touched() -> None:
    deck = game_of("nyc").base.deck
    line = "You can play QC [10H] red_joker; saved in /home/AS/QC.yaml, see QC.yaml and AS-1."
    assert with_cards(line, deck, has_symbols=True) == (
        "You can play Q♣ [10♥] red joker; saved in /home/AS/QC.yaml, see QC.yaml and AS-1."
    )
    assert with_cards("QC red_joker", deck, has_symbols=False) == "QC red joker"


def test_people_are_called_by_their_names() -> None:
    game = game_of("standard")
    people = find_people(game, "", "2", is_hotseat=False)
    assert isinstance(people, tuple)
    assert find_names(game, people, "Ann, Ben") == {2: "Ann", 0: "Ben"}
    assert find_names(game, people, "") == {}
    for names, told in (
        ("Ann,Ben,Cat", "There are 3 names in `--names`, and 2 people"),
        ("Ann,ann", "Somebody else at the table is called ann already."),
        ("East", "Somebody else at the table is called East already."),
        ("Ann,", "cannot be a name"),
        ("A" * 30, "cannot be a name"),
        ("\x1b[2J", "cannot be a name"),
    ):
        found = find_names(game, people, names)
        assert isinstance(found, str)
        assert told in found


def test_names_are_kept_in_the_record(tmp_path: Path) -> None:
    rules = loaded("whist")
    journal = begin(rules, game_of("whist").start(1), [Sitter(2, PERSON, name="Ann")], tmp_path / "game.yaml")
    assert not isinstance(journal, Trouble)
    journal.close()
    record = read_record(tmp_path / "game.yaml")
    assert not isinstance(record, Trouble)
    assert record.sitters == (Sitter(2, PERSON, name="Ann"),)
    assert Sitter(2, PERSON).to_json() == {"seat": 2, "by": "person"}, "without a name it is written as before"


def test_names_stand_wherever_seats_stood() -> None:
    session, typist = session_of("standard", ["3", "1", "score", "tricks", "history"], people=(2,))
    session.names = ("North", "East", "Ann", "West")
    session.run()
    assert typist.has("You are Ann. North is your partner.")
    assert typist.has("to 500 · nil 100 · 10 bags −100")
    assert typist.has("North & Ann")
    assert any(line.startswith("Ann> ") for line in typist.shown)
    assert not any("South" in line for line in typist.shown)


def test_the_only_card_is_played_by_itself_if_that_is_wanted() -> None:
    asked: list[int] = []
    for is_quick in (False, True):
        session, typist = session_of("standard", people=(0,))
        session.is_quick = is_quick
        choose = first_choice(session)
        typist.then = lambda choose=choose, session=session: choose() if session.state.deal < 2 else None
        session.run()
        asked.append(sum(line.startswith("North> ") for line in typist.shown))
        assert session.state.deal == 2
    assert asked[1] < asked[0]


def test_nothing_plays_by_itself_where_it_would_tell_the_others_at_the_machine() -> None:
    session, typist = session_of("standard", [""] * 40, people=(0, 2))
    session.is_quick = True
    choose = first_choice(session)
    typist.lines = []
    typist.then = lambda: choose() if session.state.deal < 2 else None
    session.run()
    assert sum(line.startswith(("North> ", "South> ")) for line in typist.shown) >= 28


# ---------------------------------------------------------------- redo


def test_what_was_taken_back_can_be_made_again() -> None:
    session, typist = session_of("standard", ["3", "1", "undo", "redo"], people=(0,))
    session.run()
    straight, _ = session_of("standard", ["3", "1"], people=(0,))
    straight.run()
    assert session.state == straight.state
    assert typist.has("Your choice is made again.")


def test_after_another_choice_nothing_can_be_made_again() -> None:
    session, typist = session_of("standard", ["redo", "3", "undo", "4", "redo"], people=(0,))
    session.run()
    assert sum(line == "There is no move to make again." for line in typist.shown) == 2


def test_several_choices_are_made_again_in_their_order_and_can_be_taken_back_again() -> None:
    session, typist = session_of("standard", ["3", "1", "undo", "undo", "redo", "redo", "undo", "redo"], people=(0,))
    session.run()
    straight, _ = session_of("standard", ["3", "1"], people=(0,))
    straight.run()
    assert session.state == straight.state
    assert not typist.has("There is nothing")


def test_redo_is_written_into_the_record() -> None:
    notebook = Notebook()
    session, _ = session_of("standard", ["3", "1", "undo", "redo"], people=(0,), log=notebook)
    session.run()
    assert len(notebook.moves) == session.state.moves_made


# ---------------------------------------------------------------- no identifiers


@pytest.mark.parametrize("name", ["euchre", "skat", "two_player", "nyc", "reneges", "speed_spades", "five_hundred"])
def test_no_identifier_is_shown_to_a_player(name: str) -> None:
    session, typist = session_of(name, people=(0,))
    choose = first_choice(session)
    words = ["hint", "legal", "score", "history", "nonsense", "tricks"]
    asked = [0]

    def answer() -> str | None:
        if session.state.deal > 1:
            return None
        asked[0] += 1
        at = asked[0] % (len(words) + 2)
        return words[at] if at < len(words) else choose()

    typist.then = answer
    session.run()
    shown = [line for line in typist.shown if not line.startswith("North> ")]
    assert not [line for line in shown if re.search(r"\w_\w", line)]


def test_an_answer_can_be_asked_about_as_it_is_shown() -> None:
    state = game_of("euchre").start(3)
    turn = state.turns[0]
    (line, *_) = why_lines(state, "order it up in clubs", turn, turn.seat)
    assert "is allowed" in line


def test_a_bid_of_one_stays_in_its_column() -> None:
    deck = game_of("bridge").base.deck
    assert with_cards("  1 clubs   2 clubs   1 clubs", deck, has_symbols=False) == "  1 club    2 clubs   1 club"


def test_eight_names_stay_whole_in_sixty_columns() -> None:
    state = game_of("cancellation_8").start(7)
    drawn = "\n".join(table_lines(state, state.view(4), None, Page(width=60)))
    assert all(name in drawn for name in (*state.game.seats, f"{state.game.seats[4]} (you)"))
