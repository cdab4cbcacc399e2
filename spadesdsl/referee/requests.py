"""The form of a request: a line read, and its keys checked, before anything is done; turns and events in answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, TypeAlias

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.documents import DocumentError, Json, read_json
from spadesdsl.engine.events import ChoiceEvent, EndEvent, ScoreSheet
from spadesdsl.engine.spec import Ask, Spec
from spadesdsl.engine.turns import Turn, choice_words
from spadesdsl.engine.view import ChosenEvent, Heard
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.schemas import faults, schema, validator

Answer: TypeAlias = "dict[str, Any]"
Request: TypeAlias = "Mapping[str, Json]"


class RequestError(Exception):
    """Say why a request is refused.

    `code` is one of the protocol's, `rule` the key of the rule that refused a move, else empty.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule

    def answer(self) -> Answer:
        """Write the refusal."""
        rule = {"rule": self.rule} if self.rule else {}
        return {"ok": False, "error": {"code": self.code, "message": str(self), **rule}}


@cache
def forms() -> dict[str, str]:
    """Return the part of the schema that has the form of each kind of request."""
    parts = schema("referee")["$defs"]
    named = (one["$ref"].rpartition("/")[2] for one in parts["request"]["oneOf"])
    return {parts[part]["properties"]["do"]["const"]: part for part in named}


def read_request(line: str) -> Request:
    """Read a line, and check its form; if it is no request, raise `RequestError`."""
    if not line.strip():
        raise RequestError("bad_json", 'the line is empty: a request is an object, such as {"do": "new"}')
    try:
        request = read_json(line.removeprefix("\ufeff"))
    except DocumentError as problem:
        raise RequestError("bad_json", str(problem)) from None
    if not isinstance(request, dict):
        raise RequestError("bad_request", 'a request is an object with the key "do"')
    if "do" not in request:
        raise RequestError("bad_request", "`do` is missing")
    kind = request["do"]
    if not isinstance(kind, str) or kind not in forms():
        near = did_you_mean(kind, forms()) if isinstance(kind, str) else ""
        raise RequestError("bad_request", "; ".join(filter(None, ("`do`: there is no such request", near))))
    if not validator("referee", forms()[kind]).is_valid(request):
        wrong = faults(request, "referee", forms()[kind])[0]
        raise RequestError("bad_request", f"`{wrong.at}`: {wrong.message}" if wrong.at else wrong.message)
    return request


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
        parts = (spec.plan.steps, spec.bids, spec.scoring.tallies, spec.scoring.lines, spec.endings, spec.play.musts)
        for part in (*parts, spec.clocks):
            yield from (one.rule for one in part)
        yield from (rule for rule in (spec.tie_rule, spec.play.equal_rule, spec.play.winner_rule) if rule is not None)

    return {rule.key: rule for rule in listed()}
