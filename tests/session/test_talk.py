"""What can be typed besides a move: at every prompt, in its long form and its short one."""

from __future__ import annotations

import os
import re
import signal
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from spadesdsl.cli.paint import SUITS, Painter
from spadesdsl.engine.ranking import Deck
from spadesdsl.engine.state import moves_of
from spadesdsl.session import Outcome
from spadesdsl.session.commands import COMMANDS, find
from spadesdsl.session.terminal import Page
from spadesdsl.words import sign_of
from tests.session.table_talk import Typist, first_choice, game_of, own_turn, session_of

PUBLIC = [name for name, command in COMMANDS.items() if command.is_public and name != "quit"]


@dataclass(slots=True)
class Notebook:
    """A record in memory, which may refuse."""

    moves: list[tuple[int, str]] = field(default_factory=list)
    refuses: bool = False
    path: Path = Path("games/tonight.yaml")
    again: str = "spadesdsl play --resume"
    copies: list[Path] = field(default_factory=list)

    def append(self, state: object) -> None:
        """Note a move."""
        if self.refuses:
            raise OSError(28, "No space left on device")
        self.moves.append(state.last_move)  # type: ignore[attr-defined]

    def take_back(self, state: object) -> None:
        """Strike moves out."""
        del self.moves[state.moves_made :]  # type: ignore[attr-defined]

    def take_note(self) -> str:
        """Say that nothing has happened to it."""
        return ""

    def close(self) -> None:
        """Release nothing."""

    def copy_to(self, path: Path) -> str | None:
        """Write a copy."""
        self.copies.append(path)
        return "there is such a file already" if path.name == "taken.yaml" else None


def test_every_command_has_a_letter_of_its_own() -> None:
    letters = [command.letter for command in COMMANDS.values()]
    assert len(set(letters)) == len(letters)
    assert all(
        len(letter) == 1 and find(letter) is COMMANDS[name] for name, letter in zip(COMMANDS, letters, strict=True)
    )
    assert {
        "why",
        "hint",
        "legal",
        "score",
        "last",
        "tricks",
        "rules",
        "history",
        "undo",
        "save",
        "help",
        "quit",
    } <= set(COMMANDS)


@pytest.mark.parametrize("name", ["standard", "nyc", "hearts", "two_player", "oh_hell"])
def test_no_letter_of_a_command_is_a_move(name: str) -> None:
    """But for those that a turn lists, which are the move then."""
    session, typist = session_of(name, people=(0,))
    choose = first_choice(session)
    letters = {command.letter for command in COMMANDS.values()}

    def answer() -> str | None:
        turn = own_turn(session)
        assert turn is None or not letters & set(turn.moves)
        return choose() if session.state.deal < 2 else None

    typist.then = answer
    session.run()


def test_every_command_answers_at_every_prompt_and_changes_nothing() -> None:
    words = [word for name in COMMANDS if name not in ("quit", "undo") for word in (name, COMMANDS[name].letter)]
    session, typist = session_of("hearts", people=(0,))
    choose = first_choice(session)
    asked: dict[str, int] = {}

    def answer() -> str | None:
        turn = own_turn(session)
        assert turn is not None
        here = f"{turn.choice} {len(session.state.trick)}"
        at = asked.get(here, 0)
        asked[here] = at + 1
        if at < len(words):
            assert session.state.moves_made == moves[-1]
            return words[at]
        made = choose() if session.state.deal < 2 else None
        moves.append(-1)
        return made

    moves = [0]

    def counted() -> str | None:
        if moves[-1] == -1:
            moves[-1] = session.state.moves_made
        return answer()

    moves[0] = -1
    typist.then = counted
    session.run()
    assert {here for here, times in asked.items() if times > len(words)} >= {"three 0", "play 0", "play 1"}


def test_while_the_machine_is_passed_only_what_all_may_know_is_told() -> None:
    words = [word for name in COMMANDS if name != "quit" for word in (name, COMMANDS[name].letter)]
    session, typist = session_of("standard", [*words, "", "4"], people=(0, 2))
    session.run()
    refused = typist.shown.count("No cards are shown now. South, press Enter to continue.")
    assert refused == 2 * (len(COMMANDS) - 1 - len(PUBLIC))
    assert typist.has("You bid 4")


def test_a_refused_card_is_answered_with_the_sentence_of_its_rule_and_what_can_be_played() -> None:
    session, typist = session_of("standard", ["3", "ac", "kd"], people=(0,), seed=12)
    session.run()
    at = next(at for at, line in enumerate(typist.shown) if " is not allowed: " in line)
    assert re.match(r"\w+ is not allowed: Follow suit if you can\. You can play ", typist.shown[at])
    assert typist.shown[at + 1].startswith("North> "), "no rule is named, and the prompt stays"


def test_why_answers_with_rule_sentence_source_and_what_would_allow_it() -> None:
    session, typist = session_of("standard", ["3", "why ac", "why kd"], people=(0,), seed=12)
    session.run()
    at = next(at for at, line in enumerate(typist.shown) if " is not allowed: " in line)
    answer = typist.shown[at : at + 4]
    assert re.match(r"\w+ is not allowed: Follow suit if you can\. You can play ", answer[0])
    assert re.match(r"  rule play\.follow_suit, standard\.spades:\d+$", answer[1])
    assert answer[2].startswith("  from pagat.com")
    assert answer[3].startswith("  allowed if you held none of ")
    assert typist.shown[at + 4].startswith("North> "), "the prompt stays"


def test_a_hint_names_a_move_that_can_be_made_and_its_reason() -> None:
    session, typist = session_of("standard", ["hint", "h"], people=(0,))
    session.run()
    turn = own_turn(session)
    assert turn is not None
    hints = [line for line in typist.shown if re.match(r"[\w ]+: It is as good as any", line)]
    assert len(hints) == 2
    assert hints[0].partition(":")[0] in turn.moves


def test_each_move_is_written_before_it_is_told_and_undo_strikes_it_out() -> None:
    notebook = Notebook()
    session, typist = session_of("standard", ["3", "1", "undo"], people=(0,), log=notebook)
    told: list[str] = []
    plain_say = Typist.say

    class Clerk(Typist):
        """Says nothing of a bid that is not written yet."""

        def say(self, text: str = "") -> None:
            if "You bid 3" in text:
                assert (0, "3") in notebook.moves
                told.append(text)
            plain_say(self, text)

    session.terminal = Clerk(list(typist.lines))
    session.run()
    assert told
    assert len(notebook.moves) == session.state.moves_made


def test_undo_goes_back_to_the_last_choice_of_who_asks() -> None:
    session, typist = session_of("standard", ["", "3", "", "4", "", "undo"], people=(0, 1), log=Notebook())
    session.run()
    assert typist.has("You took back your last choice.")
    assert session.state.moves_made == 0 or all(seat != session.seat for seat, _, _ in session.state.said)


def test_a_disk_that_refuses_stops_the_record_and_not_the_game() -> None:
    session, typist = session_of("standard", ["3", "1"], people=(0,), log=Notebook(refuses=True))
    session.run()
    assert typist.has("This game cannot be saved any more: no space left on device.")
    told = [number for number, line in enumerate(typist.shown) if "cannot be saved" in line]
    assert len(told) == 2, "when it happens, and at the end"
    assert told[1] > len(typist.shown) - 4
    assert session.state.moves_made > 4


def test_save_says_where_the_game_is_and_copies_it() -> None:
    notebook = Notebook()
    session, typist = session_of("standard", ["3", "save", "save mine.yaml", "v taken.yaml"], people=(0,), log=notebook)
    session.run()
    assert typist.has("The game is saved in games/tonight.yaml")
    assert typist.has("A copy of the game so far is in mine.yaml")
    assert typist.has("there is such a file already.")
    assert notebook.copies == [Path("mine.yaml"), Path("taken.yaml")]


def test_history_tells_the_deals_and_what_was_said() -> None:
    session, typist = session_of("standard", people=(0,))
    choose = first_choice(session)
    typist.then = lambda: (
        "history" if session.state.deal > 1 and typist.shown[-1:] != ["x"] and not asked() else choose()
    )

    def asked() -> bool:
        done = any(line.startswith("North> history") for line in typist.shown)
        if done:
            typist.then = lambda: None
        return done

    session.run()
    assert typist.find("  Deal 1: North & South ")


def test_a_game_goes_on_where_it_stood_and_can_still_be_taken_back() -> None:
    first, typist = session_of("standard", ["3", "1"], people=(0,))
    first.run()
    states = [first.game.start(first.seed)]
    for seat, text in moves_of(first.state):
        states.append(states[-1].apply(text, seat))
    again, typist = session_of("standard", ["undo", "undo", "undo"], people=(0,))
    again.run(states)
    assert typist.has("The game continues in deal 1.")
    assert typist.shown.count("You took back your last choice.") == 2
    assert typist.has("There is nothing to take back.")


def test_ctrl_c_anywhere_leaves_the_game() -> None:
    session, typist = session_of("standard", people=(0,))

    def interrupt() -> str | None:
        raise KeyboardInterrupt

    typist.then = interrupt
    assert session.run() is Outcome.INTERRUPTED
    assert typist.has("You left the game.")


def test_ctrl_c_pressed_twice_still_says_goodbye() -> None:
    session, typist = session_of("standard", people=(0,))
    plain_say = Typist.say

    class Impatient(Typist):
        """Presses it again as soon as something comes."""

        def ask(self, *_: object) -> str | None:
            raise KeyboardInterrupt

        def say(self, text: str = "") -> None:
            if session.state.moves_made or "left" in text:
                os.kill(os.getpid(), signal.SIGINT)
            plain_say(self, text)

    session.terminal = impatient = Impatient([])
    former = signal.getsignal(signal.SIGINT)
    assert session.run() is Outcome.INTERRUPTED
    assert impatient.has("You left the game.")
    assert signal.getsignal(signal.SIGINT) is former
    assert not typist.shown


@pytest.mark.parametrize("name", ["standard", "nyc", "hearts", "euchre", "three_player_dummy", "two_player"])
@pytest.mark.parametrize("width", [28, 60, 80])
def test_every_line_fits_on_the_page(name: str, width: int) -> None:
    session, typist = session_of(name, people=(0,))
    typist.width = width
    choose = first_choice(session)
    lines = ["help", "rules", "history", "score", "legal", "why 2c", "tricks"]
    typist.then = lambda: (
        lines.pop() if lines and session.state.tricks else choose() if session.state.deal < 2 else None
    )
    session.run()
    prompt = re.compile(r"^\w+( \(Enter: .*\))?> |^Press Enter")
    assert max(len(line) for line in typist.shown if not prompt.match(line)) <= width


@pytest.mark.parametrize("name", ["standard", "nyc", "hearts", "euchre", "two_player", "partnership_bidding"])
def test_what_is_read_out_is_sentences(name: str) -> None:
    session, typist = session_of(name, people=(0,), is_plain=True)
    choose = first_choice(session)
    typist.then = lambda: choose() if session.state.deal < 2 else None
    session.run()
    for line in typist.shown:
        assert line.isascii(), line
        assert not re.search(r"\S {2,}\S|^ |^[-=]{2}|[|_]{3}", line), line


# ---------------------------------------------------------------- signs and colours


def test_signs_of_suits_come_from_unicode_and_from_no_list() -> None:
    assert [sign_of(suit) for suit in ("clubs", "diamonds", "hearts", "spades")] == ["♣", "♦", "♥", "♠"]
    assert [sign_of(suit) for suit in ("acorns", "bells", "")] == ["", "", ""]


def test_colours_follow_the_order_of_the_suits_in_the_file() -> None:
    game, _ = game_of("standard")
    deck = game.base.deck
    renamed = Deck(
        tuple(name.translate(str.maketrans("CDHS", "WXYZ")) for name in deck.names), deck.faces, deck.copies,
        ("acorns", "bells", "leaves", "roses"), deck.ranks, deck.printed_suit, deck.printed_rank,
    )  # fmt: skip
    for cards, suits, one in (("AC AD AH AS", deck.suits, deck), ("AW AX AY AZ", renamed.suits, renamed)):
        text = Painter(one).text(f"East has {cards}.")
        assert [str(span.style) for span in text.spans] == list(SUITS[:4])
        assert [str(Painter(one).text(f"  {suit}  ").spans[0].style) for suit in suits] == list(SUITS[:4])


def test_colour_adds_nothing_to_the_text() -> None:
    game, _ = game_of("nyc")
    painter = Painter(game.base.deck)
    for line in ("  hearts   [AH]  KH ", "-- Deal 1 --", "", "`why` red_joker", "score -70"):
        assert painter.text(line).plain == line


def test_a_heading_fills_the_page() -> None:
    assert {len(Page(width).heading("Deal 1", "East deals")) for width in range(60, 81)} == set(range(60, 81))
    assert Page(40).heading("Deal 1", "East deals") == "Deal 1. East deals."
    assert Page(is_plain=True).heading("Deal 1") == "Deal 1."


@pytest.mark.parametrize("last", ["quit", None])
def test_who_leaves_a_shared_machine_leaves_no_cards_on_it(last: str | None) -> None:
    session, typist = session_of("standard", [""], people=(0, 2))
    typist.then = lambda: last
    session.run()
    hand = max(at for at, line in enumerate(typist.shown) if line.startswith("Your hand"))
    assert "<wiped>" in typist.shown[hand:]


def test_who_thinks_is_told_while_it_lasts_but_not_to_a_screen_reader() -> None:
    session, typist = session_of("standard", ["3", "hint"])
    session.run()
    assert {"West thinks …", "North thinks …", "East thinks …", "A bot thinks …"} <= set(typist.murmured)
    assert not any("thinks" in line for line in typist.shown)
    session, typist = session_of("standard", ["3", "hint"], is_plain=True)
    session.run()
    assert not typist.murmured


def test_who_passes_cards_is_told_for_whom_they_are() -> None:
    session, typist = session_of("hearts", ["1"])
    session.run()
    assert typist.has("Choose 3 cards for West, one at a time.")
    assert typist.has("Choose 2 more for West.")


@pytest.mark.parametrize("is_plain", [False, True])
def test_what_all_share_is_told_once(*, is_plain: bool) -> None:
    session, typist = session_of("spoil_five", people=(0,), is_plain=is_plain)
    typist.then = first_choice(session)
    session.most_deals = 1
    typist.lines = ["table", "score"]
    session.run()
    shown = {line for line in typist.shown if re.search(r"\bpool:? 5", line, re.IGNORECASE)}
    assert {line for line in shown if not line.startswith("This deal")} == {"Pool: 5." if is_plain else "Pool: 5"}


def test_cards_that_are_moved_go_from_somewhere_to_somewhere() -> None:
    session, typist = session_of("euchre")
    session.run()
    assert re.fullmatch(r"  \w+ goes from the stock to the upcard", typist.find("upcard"))


def test_a_rule_without_a_sentence_of_its_own_is_told_in_the_words_of_the_book() -> None:
    session, typist = session_of("standard", ["rules nil", "rules scoring", "rules nil_worth"])
    session.run()
    assert typist.has("bidding.nil: It promises no trick.")
    assert typist.has("After each deal, each side adds the sum of these lines to its score.")
    assert typist.has("scoring.nil_worth: let nil_worth for each player = if bid is nil then nil_value")


def test_a_choice_without_a_label_is_told_with_the_name_of_the_question() -> None:
    session, typist = session_of("jass", people=(0,), seed=3)
    session.run()
    assert typist.has("East chooses top down (kind)")
