"""Whose turn it is, and all that the player may do: for people, programs and the rest of the engine alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from spadesdsl.engine.events import some
from spadesdsl.engine.spec import Ask, Parameter, Round
from spadesdsl.frozen import Frozen
from spadesdsl.words import words_of


class Option(Frozen):
    """One move."""

    text: str
    """As it is written: a card, a bid, `yes`, `no`, `look`, an answer with its parameters."""
    kind: str
    """`card`, `bid`, `look`, `yes`, `no`, `pass`."""
    value: int = -1
    """The card, or the bid type."""
    arguments: tuple[Any, ...] = ()
    said: int = -1
    """For a card played with a word: the question that it answers, by its number in `Plan.with_card`."""


YES: Final = Option("yes", "yes")
NO: Final = Option("no", "no")
LOOK: Final = Option("look", "look")
DECLINE: Final = (LOOK, NO)
"""The choice of a player who has not looked, and may still bid before looking."""
WAIT: Final = Option("wait", "wait")
"""No bid now, and no look either: a later round still offers a bid before looking."""
TOP: Final = Option("top", "card")
"""The move of a seat whose hand is a pile that nobody sees: its top card."""


_TUPLE: Final = tuple.__new__


class Turn(NamedTuple):
    """A seat that may act. A tuple, because one is made at every move."""

    seat: int
    choice: str
    """The round's or decision's name, or `play`."""
    moves: tuple[str, ...]
    """Everything that it may do, in a fixed order; left out for other seats, who may not see it."""
    side: int | None = None
    """If either partner may answer: the side that the first answer counts for."""
    options: tuple[Option, ...] = ()
    """What each of `moves` means to the engine."""
    holder: int = -1
    """In the play: the seat that holds the cards."""
    node: int = -1
    """For a volunteered answer: the node of its question in the plan."""
    sentence: str = ""
    """The sentence of the decision's rule."""
    label: str = ""
    """How people read `choice`."""
    labels: tuple[str, ...] = ()
    """How people read each of `moves`; empty if they read them as they are written."""

    @staticmethod
    def of_cards(actor: int, moves: tuple[str, ...], options: tuple[Option, ...], holder: int) -> Turn:
        """Return the turn of a player who plays a seat's cards: made at every card, so without the call of a class."""
        return _TUPLE(Turn, (actor, "play", moves, None, options, holder, -1, "", "", ()))

    @staticmethod
    def of(step: Ask | Round, seat: int, options: Sequence[Option], side: int | None = None, *, node: int = -1) -> Turn:
        """Return a seat's turn in a decision or a round."""
        options = tuple(options)
        moves = tuple([option.text for option in options])
        label, labels = _words(step, moves) if isinstance(step, Ask) else ("", ())
        return Turn(seat, step.name, moves, side, options, -1, node, step.rule.sentence, label, labels)

    @property
    def optional(self) -> bool:
        """Whether it is volunteered: the game goes on without it."""
        return self.node >= 0

    @property
    def hand(self) -> int | None:
        """In the play: the seat that holds the cards, if it is another seat."""
        return None if self.holder in (-1, self.seat) else self.holder

    def hidden(self) -> Turn:
        """Return the turn as other seats see it: the moves would give away the hand."""
        return self._replace(moves=(), options=(), labels=())

    def to_json(self) -> dict[str, Any]:
        """Write the turn as in the referee's answers."""
        told = some(self, "seat choice moves")
        if self.side is not None:
            told["side"] = self.side
        if self.hand is not None:
            told["hand"] = self.hand
        return told


@lru_cache(maxsize=1024)
def _words(step: Ask, moves: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return how people read a decision and its moves."""
    is_read = step.rule.label or step.parameters
    return choice_words(step), tuple([move_words(step, move, is_asked=True) for move in moves]) if is_read else ()


def choice_words(step: Ask) -> str:
    """Return how people read a decision: its label, unless that says the answer too, else its name."""
    label = step.rule.label
    return label if label and "{" not in label else words_of(step.name)


def move_words(step: Ask, move: str, *, is_asked: bool = False) -> str:
    """Return how people read an answer: `order_up(hearts)` as its label says it, else `order up hearts`.

    After its question (`is_asked`), `game(hearts)` is `hearts`, if every answer is a `game`.
    """
    name, _, inside = move.partition("(")
    if name != step.name or not step.parameters:
        return words_of(move)
    values = [_value_words(one, value) for one, value in zip(step.parameters, inside[:-1].split(", "), strict=False)]
    text = step.rule.label
    for parameter, value in zip(step.parameters, values, strict=False):
        text = text.replace("{" + parameter.name + "}", value)
    if text != step.rule.label:
        return text
    inside = ", ".join(values)
    return inside if is_asked and step.kind == "choose" else f"{text or words_of(name)} {inside}"


def _value_words(parameter: Parameter, value: str) -> str:
    """Return the label of a value as it is written, else the value."""
    if parameter.kind == "word" and parameter.labels and value in (parameter.choices or ()):
        return parameter.said(value) or words_of(value)
    if value in ("none", "nobody") and parameter.choices and None in parameter.choices:
        return parameter.said(None) or value
    return words_of(value)
