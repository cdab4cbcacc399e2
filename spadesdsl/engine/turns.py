"""Whose turn it is, for people and programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices
from spadesdsl.engine.spec import Ask
from spadesdsl.frozen import dataclass
from spadesdsl.words import words_of

if TYPE_CHECKING:
    from spadesdsl.engine.choices import Entry
    from spadesdsl.engine.spec import Parameter
    from spadesdsl.engine.state import StateData


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that may act."""

    seat: int
    choice: str
    """The round's or decision's name, or `play`."""
    moves: tuple[str, ...]
    """Everything that it may do, in a fixed order."""
    side: int | None = None
    """If either partner may answer: the side that the first answer counts for."""
    optional: bool = False
    """Whether it is volunteered: the game goes on without it."""
    sentence: str = ""
    """The sentence of the decision's rule."""
    hand: int | None = None
    """In the play: the seat that holds the cards, if it is another seat."""
    label: str = ""
    """How people read `choice`."""
    labels: tuple[str, ...] = ()
    """How people read each of `moves`; empty if they read them as they are written."""

    def to_json(self) -> dict[str, Any]:
        """Write the turn as in the referee's answers."""
        told: dict[str, Any] = {"seat": self.seat, "choice": self.choice, "moves": list(self.moves)}
        if self.side is not None:
            told["side"] = self.side
        if self.hand is not None:
            told["hand"] = self.hand
        return told


def _turn(s: StateData, entry: Entry, optional: bool = False) -> Turn:
    if entry.hand >= 0:
        hand = None if entry.hand == entry.seat else entry.hand
        return Turn(entry.seat, entry.choice, entry.moves, entry.side, optional, "", hand)
    step = choices.step_of(s, entry)
    sentence = "" if step is None else step.rule.sentence
    label = ""
    labels: tuple[str, ...] = ()
    if isinstance(step, Ask):
        label = choice_words(step)
        if step.rule.label or step.parameters:
            labels = tuple([move_words(step, move, is_asked=True) for move in entry.moves])
    return Turn(entry.seat, entry.choice, entry.moves, entry.side, optional, sentence, None, label, labels)


def choice_words(step: Ask) -> str:
    """Return how people read a decision: its label, unless that says the answer too, else its name."""
    label = step.rule.label
    return label if label and "{" not in label else words_of(step.name)


def move_words(step: Ask, move: str, *, is_asked: bool = False) -> str:
    """Return how people read an answer: `order_up(hearts)` as its label says it, else `order up hearts`.

    Args:
        step: The decision.
        move: The answer as it is listed.
        is_asked: Whether it follows the question: then `game(hearts)` is `hearts`, if every answer is a `game`.
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


def turns_of(s: StateData) -> tuple[Turn, ...]:
    """Return who has to act now."""
    entries = choices.due(s)
    return (_turn(s, entries[0]),) if len(entries) == 1 else tuple([_turn(s, entry) for entry in entries])


def volunteers_of(s: StateData) -> tuple[Turn, ...]:
    """Return who may say something now without being asked."""
    return tuple(_turn(s, entry, optional=True) for entry in choices.volunteered(s))


def phase_of(s: StateData) -> str:
    """Return the point that the game has reached: `bidding.opening`, `play`, `over`."""
    if s.over:
        return "over"
    phase = choices.phase_now(s)
    if phase is None:
        return "deal"
    return phase.name if s.step is None else f"{phase.name}.{s.step.name}"
