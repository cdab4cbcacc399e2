"""A game as numbers: one for every choice that can come up in it, and a row of them for what a seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from spadesdsl import api
from spadesdsl.engine import choices, seats
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.choices import answer_text
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.labels import label_of
from spadesdsl.engine.plan import Agrees, Asks, Node, OfRound
from spadesdsl.engine.spec import LARGEST_AMOUNT, Parameter, Spec
from spadesdsl.engine.state import StateData
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.engine.view import View

Key: TypeAlias = "tuple[Any, ...]"
"""What an action is: `("card", face)`, `("bid", type, arguments)`, `("yes", decision, arguments)` …"""
MOST: Final = 200_000
"""No game has more actions than this."""


class NoActionError(GameError):
    """A choice that has no number, or a number that is no choice now."""


class Actions:
    """The actions of a game by number: first its cards, then all else that can be chosen, in the order of a deal.

    A card has one number, whether it is played or passed, and equal cards share theirs. A bid has one number in all
    rounds. The order follows from the rules alone, so a number means the same in every deal and in every process.
    """

    def __init__(self, game: Game) -> None:
        """Number everything; if that is too much, raise `NoActionError`."""
        self.game = game
        deck = game.base.deck
        self.face_of = deck.faces
        self.faces = len(deck.copies)
        """How many different cards there are; those are the first actions."""
        self.keys: list[Key] = []
        self.names: list[str] = []
        """What each action is, for people."""
        self.numbers: dict[Key, int] = {}
        self.heard: dict[tuple[str, str], int] = {}
        """The action that a text of `View.said` stands for, by its round or decision."""
        for face, copies in enumerate(deck.copies):
            self._add(("card", face), deck.names[copies[0]], "", "")
        for word in ("top", "look", "wait"):
            self._add((word,), word, "", word)
        table = game.start(0)
        for spec in game.specs:
            s = table.copy()
            s.spec = spec
            for node in (*spec.plan.nodes, *spec.plan.volunteered, *spec.plan.with_card):
                for key, choice, text in _choices_at(s, node):
                    self._add(key, f"{choice}: {text}" if key[0] in ("yes", "no") else text, choice, text)

    def __deepcopy__(self, _: object) -> Actions:
        """Return the same object, which never changes."""
        return self

    def __len__(self) -> int:
        return len(self.keys)

    def _add(self, key: Key, name: str, choice: str, text: str) -> None:
        if key not in self.numbers:
            if len(self.keys) >= MOST:
                raise NoActionError(f"{self.game.name} has more than {MOST:,} different moves: too many to number")
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
            self.names.append(name)
        if text:
            self.heard.setdefault((choice, text), self.numbers[key])

    def said(self, choice: str, text: str) -> int | None:
        """Return the action that a text of `View.said` stands for; None if it is none, such as time that ran out."""
        return self.heard.get((choice, text), self.heard.get(("", text)))

    def key(self, entry: Turn, option: Option, s: StateData) -> Key:
        """Return what an option is."""
        match option.kind:
            case "card" if option.said >= 0:
                asks = s.spec.plan.with_card[option.said]
                return "with", asks.step.name, self.face_of[option.value], option.arguments
            case "card" if option.value < 0:
                return ("top",)
            case "card" | "pass":
                return "card", self.face_of[option.value]
            case "bid":
                return "bid", s.spec.bids[option.value].name, option.arguments
            case "yes":
                return "yes", entry.choice, option.arguments
            case "no":
                return "no", entry.choice
            case _:
                return (option.kind,)

    def number(self, entry: Turn, option: Option, s: StateData) -> int:
        """Return the number of an option.

        If it has none, as its range is worked out in play and beyond the number of cards, raise `NoActionError`.
        """
        if (found := self.numbers.get(self.key(entry, option, s))) is None:
            raise NoActionError(
                f"`{option.text}` of `{entry.choice}` has no number: where a range is worked out in play, whole "
                f"numbers from 0 to {s.spec.deck.size} have one"
            )
        return found

    def due(self, s: State) -> tuple[int, dict[int, tuple[Turn, Option]]]:
        """Return the seat that chooses next and its options by number; −1 when the game is over.

        Where several may choose, that is the one listed first. What it may say unasked is among its options.
        """
        if not (entries := choices.due(s)):
            return -1, {}
        seat = entries[0].seat
        mine = [entries[0], *(one for one in choices.volunteered(s) if one.seat == seat)]
        return seat, {self.number(entry, one, s): (entry, one) for entry in mine for one in entry.options}


# ---------------------------------------------------------------- all that can be chosen


def _choices_at(s: StateData, node: Node) -> Iterator[tuple[Key, str, str]]:
    """Yield what can be chosen at a node, but no plain card: its key, its round or decision, and its text."""
    match node:
        case Asks(step=ask) if node in s.spec.plan.with_card:
            for arguments in _all_values(s, ask.parameters):
                text = answer_text(s, ask, arguments)
                for face, (card, *_) in enumerate(s.spec.deck.copies):
                    yield ("with", ask.name, face, arguments), ask.name, f"{s.spec.deck.names[card]} {text}"
        case Asks(step=ask) if ask.kind != "pass":
            for arguments in _all_values(s, ask.parameters):
                yield ("yes", ask.name, arguments), ask.name, answer_text(s, ask, arguments) if arguments else "yes"
            if not ask.parameters:  # what is said unasked is heard by its name
                yield ("yes", ask.name, ()), ask.name, ask.name
            if ask.kind == "may":
                yield ("no", ask.name), ask.name, "no"
        case Agrees(step=step):
            yield ("yes", step.name, ()), step.name, "yes"
            yield ("no", step.name), step.name, "no"
        case OfRound(step=step):
            for bid in (s.spec.bids[number] for number in step.offers):
                for arguments in bid.fixed if bid.fixed is not None else _all_values(s, bid.parameters):
                    label = label_of(bid, arguments, s)
                    for text in (label, f"{bid.name} {label}"):
                        yield ("bid", bid.name, arguments), step.name, text
        case _:
            pass


def _all_values(s: StateData, parameters: Sequence[Parameter]) -> Iterator[tuple[Any, ...]]:
    """Yield all values that parameters can ever have."""
    return product(*(domain(s.spec, one) for one in parameters))


def domain(spec: Spec, parameter: Parameter) -> Sequence[Any]:
    """Return every value that a parameter can have; of a number that is worked out, 0 to the number of cards."""
    if parameter.choices is not None:
        return parameter.choices
    deck = spec.deck
    many = {
        "seat": len(spec.seats), "side": len(spec.seats), "suit": len(deck.suits), "rank": len(deck.ranks),
        "card": deck.size, "number": deck.size + 1, "yes or no": 2,
    }  # fmt: skip
    if parameter.kind not in many:
        raise NoActionError(f"the values of `{parameter.name}` cannot be numbered: each is a {parameter.kind}")
    return range(many[parameter.kind])


def game_of(variant: Game | str | Path, options: dict[str, Any]) -> Game:
    """Return a game, or load it.

    Raises:
        RulesError: the file or an option is wrong.
        OptionError: the game that is given has no such option.
    """
    if not isinstance(variant, Game):
        return api.load(variant, **options)
    return variant.with_options(options) if options else variant


ON_KERNELS: Final = ("hand", "table", "played", "sizes", "dealer", "leader", "taken", "score", "tricks", "deals")
"""The sections that are also made for many games at once."""


class Section(NamedTuple):
    """A part of an observation: rows of the same width, one after the other."""

    name: str
    start: int
    rows: int
    width: int
    least: float
    most: float
    about: str
    """What its numbers are."""

    @property
    def stop(self) -> int:
        """Where the next section begins."""
        return self.start + self.rows * self.width


class Observation:
    """The sections of a game's observations. Rows by seat begin with the seat's own and go on clockwise."""

    def __init__(self, actions: Actions, *, of_kernels: bool = False) -> None:
        """Give each section its place.

        Args:
            of_kernels: Whether to leave out what is not made for many games at once.
        """
        self.actions = actions
        self.game = game = actions.game
        self.seats = len(game.seats)
        deck = game.base.deck
        specs = game.specs
        self.zones = tuple(dict.fromkeys((one.name, one.is_each) for spec in specs for one in spec.zones))
        self.choices = ("play", *dict.fromkeys(_choices(specs)))
        self.bids = {key: at for at, key in enumerate(key for key in actions.keys if key[0] == "bid")}
        self.talk = len(actions) - actions.faces
        many, faces, copies = self.seats, actions.faces, max(map(len, deck.copies))
        piles = sum(many if is_each else 1 for _, is_each in self.zones)
        largest, deals = float(LARGEST_AMOUNT), 1e6
        rows = (
            ("hand", 1, faces, 0, copies, "copies of each card in the own hand; none before it has been looked at"),
            ("seen", many, faces, 0, copies, "cards of each hand that are face up, or were shown to this seat"),
            ("table", many, faces, 0, 1, "the card of each seat in the trick on the table"),
            ("played", many, faces, 0, copies, "cards that each seat has played in this deal"),
            ("piles", piles, faces + 1, 0, deck.size, "for each pile: its cards if they are seen; how many it has"),
            ("sizes", many, 1, 0, deck.size, "how many cards each hand has"),
            ("turn", many, 1, 0, 1, "who has to choose"),
            ("choice", 1, len(self.choices), 0, 1, "what this seat has to choose: the play, a round, a decision"),
            ("dealer", many, 1, 0, 1, "who deals"),
            ("leader", many, 1, 0, 1, "who leads to this trick"),
            ("bids", many, len(self.bids), 0, 1, "the bid of each seat, its own or its side's"),
            ("heard", many, self.talk, 0, largest, "how often each seat has said each action in this deal"),
            ("taken", many, 1, 0, deck.size, "tricks that each seat has taken"),
            ("contract", many, 1, -largest, largest, "the contract of each seat's side"),
            ("score", many, 1, -largest, largest, "the points of each seat's side"),
            ("tallies", many, len(game.tallies), -largest, largest, "each tally of each seat's side"),
            ("tricks", 1, 1, 0, deals, "the number of this trick; 1 before the play"),
            ("deals", 1, 1, 0, deals, "the number of this deal"),
        )  # fmt: skip
        self.sections: dict[str, Section] = {}
        at = 0
        for name, count, width, least, most, about in rows:
            if of_kernels and name not in ON_KERNELS:
                continue
            self.sections[name] = Section(name, at, count, width, float(least), float(most), about)
            at = self.sections[name].stop
        self.size = at
        """How many numbers an observation has."""

    def __deepcopy__(self, _: object) -> Observation:
        """Return the same object, which never changes."""
        return self

    def of(self, view: View) -> list[float]:
        """Return what a seat may know, as numbers."""
        found = [0.0] * self.size
        for name, row, column, value in self._known(view):
            if (section := self.sections.get(name)) is not None:
                found[section.start + row * section.width + column] += float(value)
        return found

    def _known(self, view: View) -> Iterator[tuple[str, int, int, Any]]:
        """Yield what is not 0: section, row, column, number."""
        own, belief, many = view.seat, view.belief, self.seats
        assert own is not None
        assert belief is not None
        s, face_of = belief.table, self.actions.face_of
        names = {s.spec.deck.names[copies[0]]: face for face, copies in enumerate(s.spec.deck.copies)}

        def cards(name: str, row: int, held: Iterable[str]) -> Iterator[tuple[str, int, int, int]]:
            return ((name, row, names[card], 1) for card in held)

        yield from cards("hand", 0, view.hand or ())
        for seat in range(many):
            row = (seat - own) % many
            yield from cards("seen", row, view.shown[seat])
            size = view.hands[seat]
            size = s.hands[seat].bit_count() + belief.wanted[seat] if size is None else size
            yield "sizes", row, 0, size if isinstance(size, int) else len(size)
            yield from self._of_seat(view, seat, row)
        yield from (("table", (seat - own) % many, names[card], 1) for seat, card in view.trick)
        played = [*zip(s.trick_seats, s.trick, strict=True)]
        for trick in s.tricks:
            played += zip(trick.seats, trick.cards, strict=True)
        yield from (("played", (seat - own) % many, face_of[number], 1) for seat, number in played)
        yield from self._piles(view, own, names)
        yield from (("turn", (turn.seat - own) % many, 0, 1) for turn in view.turns)
        mine = next((turn.choice for turn in view.turns if turn.seat == own), None)
        if mine is not None:
            yield "choice", 0, self.choices.index(mine), 1
        for seat, choice, text in view.said:
            action = self.actions.said(choice, text)
            if action is not None and action >= self.actions.faces:
                yield "heard", (seat - own) % many, action - self.actions.faces, 1
        yield "dealer", (view.dealer - own) % many, 0, 1
        yield "leader", (view.leader - own) % many, 0, 1
        yield "tricks", 0, 0, view.trick_number
        yield "deals", 0, 0, view.deal

    def _of_seat(self, view: View, seat: int, row: int) -> Iterator[tuple[str, int, int, Any]]:
        """Yield what everybody knows of a seat."""
        assert view.belief is not None
        s = view.belief.table
        yield "taken", row, 0, s.taken[seat]
        if (bid := seats.bid_of(s, seat)) is not None:
            yield "bids", row, self.bids["bid", s.spec.bids[bid.type].name, bid.arguments], 1
        if (side := s.side_of[seat]) is not None:
            yield "contract", row, 0, view.contract[side]
        if (holder := seats.holder_of(s, seat)) is not None:
            yield "score", row, 0, s.scores[holder]
            for number, tally in enumerate(s.tallies):
                yield "tallies", row, number, tally[holder if len(tally) > 1 else 0]

    @staticmethod
    def points(s: StateData, seat: int) -> Any:  # noqa: ANN401 - an amount
        """Return the points of a seat's side, to be made as many as can be: below zero if the lowest score wins.

        A seat without a side has 0.
        """
        holder = seats.holder_of(s, seat)
        return 0 if holder is None else -s.scores[holder] if s.spec.best_lowest else s.scores[holder]

    def _piles(self, view: View, own: int, names: dict[str, int]) -> Iterator[tuple[str, int, int, Any]]:
        """Yield the piles on the table."""
        row = 0
        for name, is_each in self.zones:
            for away in range(self.seats if is_each else 1):
                seen = view.zones.get(f"{name} of {(own + away) % self.seats}" if is_each else name, ())
                if isinstance(seen, tuple):
                    yield from (("piles", row, names[card], 1) for card in seen)
                yield "piles", row, len(names), seen if isinstance(seen, int) else len(seen or ())
                row += 1


def _choices(specs: Iterable[Spec]) -> Iterator[str]:
    """Yield the names of rounds and decisions."""
    for spec in specs:
        for node in (*spec.plan.nodes, *spec.plan.volunteered):
            if isinstance(node, Asks | OfRound):
                yield node.step.name
