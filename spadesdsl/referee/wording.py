"""Turns and events as answers have them: with the labels and sentences of their rules where a client asks for them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spadesdsl.engine.events import ChoiceEvent, EndEvent, ScoreSheet
from spadesdsl.engine.hearing import ChosenEvent
from spadesdsl.engine.spec import Ask
from spadesdsl.engine.turns import choice_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.engine.hearing import Heard
    from spadesdsl.engine.spec import Spec
    from spadesdsl.engine.turns import Turn
    from spadesdsl.referee.requests import Answer
    from spadesdsl.rules.parts import RuleInfo


def label(name: str) -> str:
    """Write a name, or a move with its parameters, in words: `order_up(hearts)` is `order up (hearts)`."""
    return name.replace("_", " ").replace("(", " (")


def turns_told(turns: Iterable[Turn], *, in_words: bool) -> list[Answer]:
    """Write turns."""
    return [{**turn.to_json(), **(_of_turn(turn) if in_words else {})} for turn in turns]


def _of_turn(turn: Turn) -> Answer:
    sentence = {"sentence": turn.sentence} if turn.sentence else {}
    labels = list(turn.labels) or [label(move) for move in turn.moves]
    return {"label": turn.label or label(turn.choice), **sentence, "labels": labels}


def event_told(event: Heard, spec: Spec, *, in_words: bool) -> Answer:
    """Write an event of a deal that is played by these rules."""
    told: dict[str, Any] = event.to_json()
    if not in_words:
        return told
    match event:
        case ScoreSheet():
            for side, written in zip(event.sides, told["sides"], strict=True):
                for line, row in zip(side.lines, written["lines"], strict=True):
                    row["label"] = label(line.rule.key.rpartition(".")[2])
                    row |= {"sentence": line.sentence} if line.sentence else {}
            return told
        case ChoiceEvent() | ChosenEvent():
            step = spec.plan.asked.get(event.choice)
            words = choice_words(step) if isinstance(step, Ask) else label(event.choice)
            return told | {"label": words} | _says(None if step is None else step.rule)
        case EndEvent():
            return told | rule_words(spec, event.ended_by)
        case _:
            return told | (rule_words(spec, told["rule"]) if "rule" in told else {})


def rule_words(spec: Spec, key: str) -> Answer:
    """Return a rule's label and sentence."""
    return {"label": label(key.rpartition(".")[2])} | _says(_rules(spec).get(key))


def _says(rule: RuleInfo | None) -> Answer:
    return {"sentence": rule.sentence} if rule is not None and rule.sentence else {}


@lru_cache(maxsize=64)
def _rules(spec: Spec) -> dict[str, RuleInfo]:
    """Return the rules that events name, by their keys."""

    def listed() -> Iterator[RuleInfo]:
        for part in (
            spec.plan.steps,
            spec.bids,
            spec.scoring.tallies,
            spec.scoring.lines,
            spec.endings,
            spec.play.musts,
            spec.clocks,
        ):
            yield from (one.rule for one in part)
        yield from (rule for rule in (spec.tie_rule, spec.play.equal_rule, spec.play.winner_rule) if rule is not None)

    return {rule.key: rule for rule in listed()}
