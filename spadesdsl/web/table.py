"""One table: who sits where, the game they play, and what each seat has heard. It knows no network and no clock."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import pairwise
from secrets import choice, randbelow, token_urlsafe
from typing import Final
from unicodedata import category, normalize

from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.events import DealEvent, ScoreSheet
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.turns import Turn
from spadesdsl.engine.view import shows_more
from spadesdsl.frozen import Changing, field
from spadesdsl.journal import PERSON, Journal, Sitter
from spadesdsl.loader import Loaded
from spadesdsl.referee import SEEDS
from spadesdsl.session.people import LONGEST_NAME
from spadesdsl.web.seen import Story
from spadesdsl.words import printable

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody takes for another."""


class Refused(Exception):
    """A request that the table refuses; the text says why, to the person who asked."""


def new_key() -> str:
    """Return a new secret of 128 bits: who has it, has the seat."""
    return token_urlsafe(16)


def new_id() -> str:
    """Return the name of a new table, which nobody can guess."""
    return "".join(choice(_LETTERS) for _ in range(12))


def digest(key: str) -> str:
    """Return what is kept of a secret: enough to know it again."""
    return sha256(key.encode()).hexdigest()


_UNSEEN: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Letters that leave an empty place: two names that differ in one look the same."""


_MOST_MARKS: Final = 3
"""More marks above and below a letter are drawn over what else is on the page."""


def _with_few_marks(text: str) -> Iterator[str]:
    """Yield the letters of a text, each with few marks."""
    left = 0
    for letter in text:
        left = left - 1 if category(letter).startswith("M") else _MOST_MARKS if not letter.isspace() else 0
        if left >= 0:
            yield letter


def clean_name(name: str) -> str:
    """Return a person's name as it can be shown, always written in the same way."""
    seen = _UNSEEN.sub("", printable(normalize("NFKC", name)).replace("\N{REPLACEMENT CHARACTER}", ""))
    text = re.sub(r"\s+", " ", "".join(_with_few_marks(seen))).strip()
    if not text:
        raise Refused("Type a name first.")
    if len(text) > LONGEST_NAME:
        raise Refused(f"A name has at most {LONGEST_NAME} letters.")
    return text


class Person(Changing):
    """Somebody with a seat, or with the promise of one."""

    name: str
    digest: str
    """Of the secret that is the seat."""
    is_away: bool = False
    """Whether a bot plays for them until they are back."""


def _seat_with(key: str, people: Mapping[int, Person]) -> int | None:
    wanted = digest(key)
    return next((seat for seat, one in people.items() if hmac.compare_digest(one.digest, wanted)), None)


class Undo(Changing):
    """Somebody's wish to take the game back."""

    seat: int
    to: int
    """How many of the moves since the deal began still hold."""
    agreed: set[int]
    """The seats that agree."""


class Table(Changing, eq=False):
    """A table, its people, and its game. Every change goes through a method here and is on the disk when it returns."""

    id: str
    loaded: Loaded
    bots: str = "steady"
    """Which bots fill the empty seats."""
    number: int = 0
    """How many games were begun; 0 until the first begins."""
    people: dict[int, Person] = field(default_factory=dict)
    """By seat."""
    coming: dict[int, Person] = field(default_factory=dict)
    """By the seat of a bot: who takes it when the next deal begins."""
    states: list[State] = field(default_factory=list)
    """Of this deal, from its first to the present one. Empty before the first game."""
    firm: int = 1
    """How many of them stay whatever people agree to: what came before showed somebody cards."""
    sheets: list[ScoreSheet] = field(default_factory=list)
    """Of this game, without those that were taken back."""
    journal: Journal | None = None
    undo: Undo | None = None
    stories: dict[int | None, Story] = field(default_factory=dict)
    """What each person's seat has heard, and what everybody has."""
    version: int = 0
    """Counts the changes."""
    begun: str = ""
    """When a game began that goes on from its record."""
    spent: int = 0
    """For how many seconds that game was played."""
    seed: int = field(default_factory=lambda: randbelow(SEEDS))
    """Of this game's cards and bots. Nobody is ever sent it."""

    @property
    def game(self) -> Game:
        """Return the rules."""
        return self.loaded.playable

    @property
    def state(self) -> State | None:
        """Return where the game is; None before the first one."""
        return self.states[-1] if self.states else None

    @property
    def is_playing(self) -> bool:
        """Tell whether somebody has to choose."""
        return bool(self.states) and not self.states[-1].over

    @property
    def names(self) -> tuple[str, ...]:
        """Return what each seat is called: by its person, else by its own name."""
        return self.game.named({seat: person.name for seat, person in self.people.items()})

    def is_bot(self, seat: int) -> bool:
        """Tell whether a bot chooses for a seat."""
        person = self.people.get(seat)
        return seat in self.game.players and (person is None or person.is_away)

    @property
    def sitters(self) -> list[Sitter]:
        """Return who plays, as a record has it."""
        return [
            Sitter(seat, PERSON) if seat in self.people else Sitter(seat, self.bots, self.seed % SEEDS + seat)
            for seat in self.game.players
        ]

    # ---- seats

    def seat_of(self, key: str) -> int | None:
        """Return the seat that a secret belongs to; one that is promised counts from the next deal on."""
        return _seat_with(key, self.people)

    def promised_to(self, key: str) -> int | None:
        """Return the seat that is promised to who has a secret."""
        return _seat_with(key, self.coming)

    def sit(self, seat: int, name: str, key: str) -> None:
        """Give a seat to somebody: at once if no cards were seen there, else when the next deal begins."""
        if seat not in self.game.players:
            raise Refused("That seat makes no choices.")
        if seat in self.people or seat in self.coming:
            raise Refused("That seat is taken.")
        if self.seat_of(key) is not None or self.promised_to(key) is not None:
            raise Refused("You have a seat already. Leave it first.")
        person = Person(self._free_name(clean_name(name)), digest(key))
        if self.is_playing and len(self.states) > 1:
            self.coming[seat] = person
        else:
            self._seat(seat, person)
        self._changed()

    def _free_name(self, name: str) -> str:
        """Return a name that nobody else at the table has."""
        taken = {one.name.casefold() for one in (*self.people.values(), *self.coming.values())}
        taken |= {seat.casefold() for seat in self.game.seats}
        again = (f"{name[: LONGEST_NAME - 2]} {number}" for number in range(2, 100))
        return next((one for one in (name, *again) if one.casefold() not in taken), name)

    def _seat(self, seat: int, person: Person) -> None:
        self.people[seat] = person
        self._tell_names()
        if self.states:
            self.stories[seat] = self.stories[None].for_seat(seat, self.states)

    def _tell_names(self) -> None:
        for story in self.stories.values():
            story.narrator.seats = self.names

    def leave(self, key: str) -> None:
        """Give a seat back; a bot has it from then on."""
        seat, promised = self.seat_of(key), self.promised_to(key)
        if seat is not None:
            del self.people[seat]
            self.stories.pop(seat, None)
            self._tell_names()
        elif promised is not None:
            del self.coming[promised]
        else:
            raise Refused("You have no seat here.")
        self.undo = None
        self._changed()

    def stand_in(self, seat: int, *, is_away: bool) -> None:
        """Let a bot play for somebody who is away, until they are back."""
        if (person := self.people.get(seat)) is None:
            raise Refused("A bot plays there already.")
        person.is_away = is_away
        self._changed()

    # ---- the game

    def begin(self, seed: int | None = None) -> State:
        """Return the first state of a new game, which `started` then takes up."""
        if self.is_playing:
            raise Refused("The game has begun already.")
        if not self.people and not self.coming:
            raise Refused("Take a seat first.")
        self.seed = randbelow(SEEDS) if seed is None else seed
        return self.game.start(self.seed)

    def started(self, first: State, journal: Journal) -> None:
        """Begin the game of a new record."""
        if self.journal is not None:
            self.journal.close()
        self.journal, self.number = journal, self.number + 1
        self.take_up([first])

    def take_up(self, states: list[State]) -> None:
        """Go on with a game that went through these states."""
        self.seed = states[0].seed
        self.sheets, self.undo = [], None
        self.stories = {seat: Story(self.game, seat, self.names) for seat in (None, *self.people)}
        self.states = []
        for before, after in pairwise([None, *states]):
            assert after is not None
            self._go_on(before, after)
        self._changed()

    def move(self, seat: int, move: str) -> State:
        """Return the state after a move that the rules allow, which `moved` takes up when it is on the disk."""
        return self.now.apply(move, seat)

    @property
    def now(self) -> State:
        """Return where the game is, once the first one has begun."""
        if (state := self.state) is None:
            raise Refused("The game has not begun.")
        return state

    def moved(self, after: State) -> None:
        """Go on from the state after a move, or after a time ran out."""
        self.undo = None
        self._go_on(self.states[-1], after)
        self._changed()

    def _go_on(self, before: State | None, after: State) -> None:
        self.sheets += after.sheets
        for story in self.stories.values():
            story.add(before, after)
        if any(isinstance(event, DealEvent) for event in after.events):
            self.states = []
        self.states.append(after)
        if before is None or len(self.states) == 1 or after.over or shows_more(before, after, self.people):
            self.firm = len(self.states)
        self.seat_coming()

    def seat_coming(self) -> None:
        """Give promised seats to those who wait for them, if a deal begins here."""
        if len(self.states) == 1:
            coming, self.coming = self.coming, {}
            for seat, person in coming.items():
                self._seat(seat, person)

    def _changed(self) -> None:
        self.version += 1

    def bot_turn(self) -> Turn | None:
        """Return what a bot has to choose now. A side's question is left to a person of that side."""
        if not self.is_playing or self.undo is not None:
            return None
        turns = self.states[-1].turns
        asked = {turn.side for turn in turns if turn.side is not None and not self.is_bot(turn.seat)}
        return next((turn for turn in turns if self.is_bot(turn.seat) and turn.side not in asked), None)

    def rings(self, clock: str, seat: int | None) -> State | None:
        """Return the state after a time has run out; None if no such time runs any more."""
        try:
            return self.now.run_out(clock, seat)
        except GameError:
            return None

    # ---- undo

    def can_take_back(self, seat: int) -> int | None:
        """Return how many states hold if a person's last choice is taken back; None if it cannot be.

        Nothing goes back over cards that somebody saw since, other than by being played: they cannot be unseen.
        """
        for at in range(len(self.states) - 1, self.firm - 1, -1):
            move = self.states[at].last_move
            assert move is not None
            if move[0] == seat:
                return at
        return None

    def ask_undo(self, seat: int) -> bool:
        """Note that somebody wants to take their last choice back; tell whether all agree at once."""
        if self.undo is not None:
            raise Refused("Somebody has asked for that already.")
        if (at := self.can_take_back(seat)) is None:
            raise Refused("There is nothing that can be taken back: only your own choice of this deal, "
                          "and never past cards that somebody has been shown since.")  # fmt: skip
        self.undo = Undo(seat, at, {seat})
        self._changed()
        return self._all_agree()

    def agree(self, seat: int, *, is_yes: bool) -> bool:
        """Note an answer to that wish; tell whether all agree now."""
        if self.undo is None:
            raise Refused("Nobody has asked to take a move back.")
        self._changed()
        if not is_yes:
            self.undo = None
            return False
        self.undo.agreed.add(seat)
        return self._all_agree()

    def _all_agree(self) -> bool:
        return self.undo is not None and all(one.is_away or who in self.undo.agreed for who, one in self.people.items())

    def earlier(self) -> State:
        """Return the state to which all have agreed to go back."""
        assert self.undo is not None
        return self.states[self.undo.to - 1]

    def taken_back(self) -> None:
        """Go back there, once that is on the disk."""
        assert self.undo is not None
        back = len(self.states) - self.undo.to
        who = self.names[self.undo.seat]
        del self.states[self.undo.to :]
        for story in self.stories.values():
            story.take_back(back, self.states[-1], who)
        self.undo = None
        self._changed()

    def close(self) -> None:
        """Release the record."""
        if self.journal is not None:
            self.journal.close()
