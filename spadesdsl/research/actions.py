"""A number for every choice that can come up in a game, the same in all its deals."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl import api
from spadesdsl.engine import choices
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.choices import answer_text
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.labels import label_of
from spadesdsl.engine.plan import Agrees, Asks, Node, OfRound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from spadesdsl.engine.spec import Parameter, Spec
    from spadesdsl.engine.state import StateData
    from spadesdsl.engine.turns import Option, Turn

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
        """Number everything.

        Raises:
            NoActionError: there is too much to number.
        """
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

        Raises:
            NoActionError: it has none: its range is worked out in play, and beyond the number of cards.
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
