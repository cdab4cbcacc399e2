"""No card stands on a screen that the person before it may not know. Every line of many games is looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spadesdsl.book.blocks import text
from spadesdsl.book.book import chapters
from spadesdsl.engine.events import ChoiceEvent, GiveEvent, PlayEvent, TrickEvent
from spadesdsl.session.commands import completions
from tests.session.table_talk import Typist, first_choice, own_turn, session_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spadesdsl.engine.game import State
    from spadesdsl.rules.game import Variant
    from spadesdsl.session import Session

GAMES = (
    "standard", "nyc", "hearts", "euchre", "oh_hell", "whist", "two_player", "three_player_dummy", "blind_nil",
    "suicide_swap", "partnership_bidding", "tram", "fifty_four_dealer", "show_seven", "cancellation",
)  # fmt: skip
"""Games with stocks, zones, passes, dummies, cards that are shown, equal cards, and bids before looking."""
ASKED = ("why 2c", "legal", "table", "score", "last", "tricks", "history", "rules", "help", "hint")
ONE_PERSON = {"blind_nil": {"deficit": "0"}}


def hidden_from(state: State, seats: Iterable[int]) -> set[str]:
    """Return the names of cards that not all of these seats may know to lie where they lie."""
    names = set(state.spec.deck.names)
    for seat in seats:
        names &= seen_by(state, seat)
    return set(state.spec.deck.names) - names


def seen_by(state: State, seat: int) -> set[str]:
    """Return the cards that a seat sees, or has seen played."""
    view = state.view(seat)
    seen = set(view.hand or ())
    for cards in (*view.hands, *view.shown, *view.zones.values()):
        seen |= set(cards) if isinstance(cards, tuple) else set()
    seen |= {card for _, card in (*view.trick, *view.last_trick)}
    names = state.spec.deck.names
    for trick in state.tricks:
        seen |= {names[card] for card in trick.cards}
    return seen | heard(state)


def heard(state: State) -> set[str]:
    """Return the cards that what has just happened shows to all, and those that all heard of."""
    return set().union(*cards_of(state), *(words(text) for _, _, text in state.said))


def cards_of(state: State) -> list[set[str]]:
    """Return the cards of each thing that the last move brought, where all see them."""
    found: list[set[str]] = []
    for event in state.events:
        match event:
            case PlayEvent(card=card):
                found.append({card})
            case TrickEvent(cards=cards) | GiveEvent(cards=tuple() as cards):
                found.append(set(cards))
            case ChoiceEvent(move=str(move)):
                found.append(words(move))
            case _:
                pass
    return found


def words(text: str) -> set[str]:
    """Return the words of a text."""
    return set(re.findall(r"\w+", text))


def as_recorded(line: str, state: State) -> str:
    """Return a line with the names of cards as records have them, and not as people read them."""
    for name in state.spec.deck.names:
        if "_" in name:
            line = line.replace(name.replace("_", " "), name)
    return line


def named_by_rules(session: Session) -> set[str]:
    """Return the cards that the rules name, whoever has them."""
    book = chapters(session.variant, session.state.deal)
    return words(
        as_recorded(" ".join(line for blocks in book.values() for line in text(blocks, 10_000)), session.state)
    )


@dataclass(slots=True)
class Ear:
    """Hears everything that happens at the table, from the first move on."""

    heard: list[set[str]] = field(default_factory=list)
    before: State | None = None
    """The state before the last move."""
    now: State | None = None
    path: Path = Path("nowhere")
    again: str = ""

    def append(self, state: State) -> None:
        """Hear what a move brought; what is long ago is forgotten."""
        self.heard = [*self.heard, *cards_of(state)][-60:]
        self.before, self.now = self.now, state

    def take_note(self) -> str:
        return ""

    def take_back(self, state: State) -> None:
        """Forget nothing: it was heard."""

    def copy_to(self, path: Path) -> None:
        """Never asked for."""


@dataclass(slots=True)
class Watcher(Typist):
    """A terminal that holds every line against what may be known by who sits before it."""

    session: Session | None = None
    checked: int = 0
    on_screen_of: int | None = None
    last_line: str = ""
    ear: Ear = field(default_factory=Ear)
    known: tuple[State, tuple[int, ...], set[str]] | None = None
    """What was hidden in the last state that was asked for, and from whom: most lines are about the same."""
    by_rules: tuple[Variant, int, set[str]] | None = None
    """The cards that the rules name, for the last deal in which somebody asked for them."""

    def hidden(self, state: State, who: tuple[int, ...]) -> set[str]:
        """Return what is hidden from these seats."""
        if self.known is None or self.known[0] is not state or self.known[1] != who:
            self.known = state, who, hidden_from(state, who)
        return self.known[2]

    def named(self) -> set[str]:
        """Return the cards that the rules of this deal name."""
        assert self.session is not None
        at = self.session.variant, self.session.state.deal
        if self.by_rules is None or self.by_rules[0] is not at[0] or self.by_rules[1] != at[1]:
            self.by_rules = *at, named_by_rules(self.session)
        return self.by_rules[2]

    def say(self, text: str = "") -> None:
        """Check each line as it is written."""
        session = self.session
        assert session is not None
        if hasattr(session, "state"):
            who = session.people if session.seat is None else (session.seat,)
            is_of_last_deal = text.startswith(f"-- Deal {session.state.deal - 1},")  # while its last cards fall
            state = self.ear.before if is_of_last_deal and self.ear.before is not None else session.state
            hidden = self.hidden(state, who) - words(self.last_line.upper())
            if self.last_line == "rules":
                hidden -= self.named()
            for line in text.split("\n"):
                shown = words(as_recorded(line, session.state)) & hidden
                assert not shown or any(shown <= cards for cards in self.ear.heard), f"{line}, on the screen of {who}"
            assert len(session.people) == 1 or self.on_screen_of in (None, session.seat)
            self.on_screen_of = session.seat
            self.checked += 1
        Typist.say(self, text)

    def wipe(self, *, is_plain: bool) -> None:
        """Note that the screen is empty."""
        self.on_screen_of = None
        Typist.wipe(self, is_plain=is_plain)

    def ask(self, prompt: str, complete: Callable[[str], list[str]] | None = None, limit: object = None) -> str | None:
        """Type the next line, which may name any card: what answers it may name it again."""
        assert self.session is not None
        assert complete is not None
        who = self.session.people if self.session.seat is None else (self.session.seat,)
        hidden = self.hidden(self.session.state, who)
        for start in ("", "why "):
            assert not words(" ".join(complete(start))) & hidden
        self.last_line = Typist.ask(self, prompt) or ""
        return self.last_line or ("" if self.session.seat is None else None)


def watched(name: str, people: tuple[int, ...], *, is_plain: bool, moves: int, is_drawn: bool = False) -> Watcher:
    """Play a game before a watcher, asking all there is to ask now and then."""
    session, _ = session_of(name, people=people, is_plain=is_plain, seed=3, **ONE_PERSON.get(name, {}))
    watcher = Watcher(session=session, can_redraw=is_drawn, height=60)
    session.terminal, session.past.log = watcher, watcher.ear
    choose = first_choice(session)
    made = 0

    def answer() -> str | None:
        nonlocal made
        if session.seat is None:
            return ""
        made += 1
        if made > moves:
            return None
        if made % 9 == 4:
            watcher.lines += [*ASKED[1:], ASKED[0]]
            return "undo" if made % 2 else "nonsense"
        return choose()

    watcher.then = answer
    session.run()
    return watcher


@pytest.mark.parametrize("is_plain", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_one_person_sees_no_card_of_others(name: str, *, is_plain: bool) -> None:
    watcher = watched(name, (0,), is_plain=is_plain, moves=40)
    assert watcher.checked > 200


@pytest.mark.parametrize("people", [(0,), (0, 1)])
@pytest.mark.parametrize("name", GAMES)
def test_a_table_that_is_drawn_in_its_place_shows_no_card_of_others(name: str, people: tuple[int, ...]) -> None:
    watcher = watched(name, people, is_plain=False, moves=28, is_drawn=True)
    assert watcher.checked > 50
    assert any(line.startswith("-- Deal") for line in watcher.shown)


@pytest.mark.parametrize("is_plain", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_people_at_one_machine_never_see_each_others_cards(name: str, *, is_plain: bool) -> None:
    watcher = watched(name, (0, 1), is_plain=is_plain, moves=45)
    assert watcher.checked > 200
    assert watcher.has("<wiped, plainly>" if is_plain else "<wiped>")


def test_the_watcher_notices_a_card_that_it_should_not_see() -> None:
    session, _ = session_of("standard", people=(0,))
    watcher = Watcher(session=session)
    session.terminal = watcher
    session.run()
    others = session.state.hidden_hands[1]
    with pytest.raises(AssertionError, match="on the screen of"):
        watcher.say(f"East has {others[0]}")


def test_nothing_private_is_offered_while_the_machine_is_passed() -> None:
    session, _ = session_of("standard", people=(0, 1))
    session.run()
    assert session.seat is None
    public = ["score", "last", "tricks", "history", "rules", "save", "help", "quit"]
    assert completions(session, None, "") == public
    assert completions(session, None, "why ") == []
    session.seat = 0
    turn = own_turn(session)
    assert {"hint", "why", "undo", "nil", "13", *public} <= set(completions(session, turn, ""))
    own = {card for card in session.state.hidden_hands[0] if card.startswith("A")}
    assert {line.removeprefix("w ") for line in completions(session, turn, "w a")} == own
