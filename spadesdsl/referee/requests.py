"""The form of a request: a line read, and its keys checked, before anything is done; turns and events in answers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.documents import DocumentError, Json, read_json
from spadesdsl.engine.events import ChoiceEvent, EndEvent, ScoreSheet
from spadesdsl.engine.hearing import ChosenEvent, Heard
from spadesdsl.engine.spec import Ask, Spec
from spadesdsl.engine.turns import Turn, choice_words
from spadesdsl.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from spadesdsl.rules.parts import RuleInfo


Answer: TypeAlias = "dict[str, Any]"
Request: TypeAlias = "Mapping[str, Json]"


class RequestError(Exception):
    """Say why a request is refused.

    Attributes:
        code: One of the protocol's error codes.
        rule: Key of the rule that refused a move, else empty.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        """Keep code, message and rule."""
        super().__init__(message)
        self.code = code
        self.rule = rule

    def answer(self) -> Answer:
        """Write the refusal."""
        rule = {"rule": self.rule} if self.rule else {}
        return {"ok": False, "error": {"code": self.code, "message": str(self), **rule}}


class Keys(Frozen):
    """The keys of one kind of request beside `do`."""

    needed: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    nobody: tuple[str, ...] = ("for",)
    """Those whose seat may be null: what everybody sees."""


_WHOSE: Final = ("for", "sentences")
"""Whose answer it is, and whether the rules' sentences are in it."""
KINDS: Final[dict[str, Keys]] = {
    "hello": Keys(),
    "new": Keys(optional=("seed", "dealer", "deals", *_WHOSE)),
    "move": Keys(needed=("move",), optional=("seat", *_WHOSE)),
    "state": Keys(optional=_WHOSE),
    "view": Keys(needed=("seat",), optional=("sentences",), nobody=("seat",)),
    "events": Keys(needed=("seat",), optional=("since", "game", "sentences"), nobody=("seat",)),
    "why": Keys(needed=("move",), optional=("seat",)),
    "time": Keys(needed=("clock",), optional=("seat", *_WHOSE)),
    "undo": Keys(optional=_WHOSE),
    "record": Keys(),
    "load": Keys(needed=("record",), optional=_WHOSE),
    "quit": Keys(),
}

MAX_MOVE: Final = 200
"""Letters of a move."""
MAX_CLOCK: Final = 64
"""Letters of a clock's name."""


def read_request(line: str) -> Request:
    """Read a line, and check its form by hand: jsonschema would cost more than the move. A test holds the two together.

    Raises:
        RequestError: It is no request.
    """
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
    if not isinstance(kind, str) or kind not in KINDS:
        near = did_you_mean(kind, KINDS) if isinstance(kind, str) else ""
        raise RequestError("bad_request", "; ".join(filter(None, ("`do`: there is no such request", near))))
    _check_keys(request, KINDS[kind])
    return request


def _check_keys(request: Request, kind: Keys) -> None:
    known = ("do", *kind.needed, *kind.optional)
    for key in request:
        if key not in known:
            words = (f"`{request['do']}` has no key `{key[:40]}`", did_you_mean(key, known))
            raise RequestError("bad_request", "; ".join(filter(None, words)))
    for key in kind.needed:
        if key not in request:
            raise RequestError("bad_request", f"`{key}` is missing")
    for key in known[1:]:
        if key in request:
            problem = "" if request[key] is None and key in kind.nobody else _wrong(key, request[key])
            if problem:
                raise RequestError("bad_request", f"`{key}`: {problem}")


def _wrong(key: str, value: Json) -> str:
    """Return what is wrong with the value of a key; an empty text where nothing is."""
    match key:
        case "seed":
            return "" if _is_whole(value) else "this must be a whole number"
        case "seat" | "dealer" | "for":
            is_seat = isinstance(value, int) and _is_whole(value) and 0 <= value < 64
            return "" if is_seat else "this must be the number of a seat, from 0"
        case "since" | "game":
            is_number = isinstance(value, int) and _is_whole(value) and value >= 0
            return "" if is_number else "this must be a whole number, 0 or more"
        case "sentences":
            return "" if isinstance(value, bool) else "this must be true or false"
        case "move":
            is_move = isinstance(value, str) and 0 < len(value) <= MAX_MOVE
            return "" if is_move else f"this must be a text of 1 to {MAX_MOVE} letters"
        case "clock":
            is_name = isinstance(value, str) and 0 < len(value) <= MAX_CLOCK
            return "" if is_name else "this must be the name of a clock"
        case "record":
            return "" if isinstance(value, dict) else "this must be an object"
        case _:
            return _wrong_deals(value)


def _wrong_deals(value: Json) -> str:
    if not isinstance(value, list):
        return "this must be a list of deals"
    for at, deal in enumerate(value):
        if not isinstance(deal, dict) or not isinstance(deal.get("hands"), list):
            return f"deal {at} must be an object with `hands`, a list for each seat"
        extra = [key for key in deal if key not in ("hands", "rest")]
        if extra:
            return f"deal {at} has no key `{extra[0][:40]}`"
        hands: Any = deal["hands"]
        for pile in (*hands, deal.get("rest", [])):
            if not isinstance(pile, list) or not all(isinstance(card, str) and 0 < len(card) <= 64 for card in pile):
                return f"deal {at}: a hand must be a list of cards"
    return ""


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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
