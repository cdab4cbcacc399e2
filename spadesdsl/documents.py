"""Read untrusted YAML and JSON: no tags, no aliases, no duplicate keys, nothing huge. Floor 0.

A document may hold what JSON can say, and keys are texts: `{0: [AS]}` and `{"0": ["AS"]}` are the same. Only the forms
of JSON and `yes`/`no` are read as anything other than text, so that a bid `1_000` or a date stay as written.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from spadesdsl.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import yaml

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MAX_LETTERS: Final = 1_000_000
"""Longer texts are not read."""
MAX_DEPTH: Final = 40
"""How deep lists and mappings may be nested."""
MAX_VALUES: Final = 200_000
MAX_DIGITS: Final = 100

_WHOLE: Final = re.compile(r"[-+]?[0-9]+\Z")
_BROKEN: Final = re.compile(r"[-+]?[0-9]+\.[0-9]+\Z")
_WORDS: Final[dict[str, bool | None]] = {
    "": None, "~": None, "null": None, "true": True, "yes": True, "false": False, "no": False,
}  # fmt: skip


class Fault(Frozen):
    """One thing that is wrong with a document, or missing from it."""

    at: str
    """Where: a key such as `bids[2]`, or `line 3, column 5`; empty for the whole."""
    message: str
    """What is wrong, one sentence."""

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else self.message


class DocumentError(ValueError):
    """Say why a text could not be read as a document; `fault` says what is wrong, and where."""

    def __init__(self, at: str, message: str) -> None:
        self.fault = Fault(at, message)
        super().__init__(str(self.fault))


def read_json(text: str) -> Json:
    """Read JSON: no duplicate keys, no `NaN`, limited nesting; if it cannot be read, raise `DocumentError`."""
    _check_size(text)
    try:
        value: Json = json.loads(
            text.rstrip(), object_pairs_hook=_mapping, parse_constant=_no_number, parse_int=_whole, parse_float=_broken
        )
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise DocumentError(place, f"this is not JSON: {problem.msg[:1].lower()}{problem.msg[1:]}") from None
    except RecursionError:
        raise DocumentError("", f"lists are nested more than {MAX_DEPTH} deep") from None
    if _is_deep(value):
        raise DocumentError("", f"lists are nested more than {MAX_DEPTH} deep")
    return value


_IN_WORDS: Final = {
    "did not find expected ',' or ']'": "a `,` or a `]` is missing before this",
    "did not find expected ',' or '}'": "a `,` or a `}` is missing before this",
    "did not find expected key": "a line is not `key: value`, or begins further left or right than the others",
    "did not find expected '-' indicator": "the items of a list have to begin below each other, with `-`",
    "could not find expected ':'": "a `:` is missing after a key",
    "mapping values are not allowed in this context": "a `:` is too much, or its text needs quotation marks",
    "found character that cannot start any token": "a value begins with a Tab or with `@`, `%` or the like: "
    "text that does needs quotation marks",
    "found unexpected end of stream": "a quotation mark is not closed",
}
"""What the library says, in words for people who have never heard of tokens."""


def read_document(text: str) -> Json:
    """Read YAML (JSON is part of it), plain data only; if it cannot be read, raise `DocumentError`."""
    _check_size(text)
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        try:
            return read_json(text.lstrip("\ufeff"))
        except DocumentError as problem:
            if "not JSON" not in problem.fault.message:
                raise
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _build(yaml.parse(text, Loader=loader))
    except yaml.MarkedYAMLError as problem:
        if "nesting" in str(problem.problem):  # newer libraries count brackets before they hand any of them out
            return _build(yaml.parse(text, Loader=yaml.SafeLoader))
        raise DocumentError(
            _place(problem.problem_mark), f"this is not YAML: {_IN_WORDS.get(str(problem.problem), problem.problem)}"
        ) from None
    except yaml.YAMLError:
        raise DocumentError("", "this is not YAML: it holds characters that no text has") from None
    except RecursionError:
        raise DocumentError("", f"lists are nested more than {MAX_DEPTH} deep") from None


def _check_size(text: str) -> None:
    if len(text) > MAX_LETTERS:
        raise DocumentError("", f"it is longer than {MAX_LETTERS:,} letters")


# ---------------------------------------------------------------- JSON


def _mapping(pairs: list[tuple[str, Json]]) -> Json:
    mapping: dict[str, Json] = {}
    for key, value in pairs:
        if key in mapping:
            raise DocumentError(key[:80], "this key is there twice")
        mapping[key] = value
    return mapping


def _no_number(text: str) -> Json:
    raise DocumentError("", f"`{text}` is not a number")


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise DocumentError("", f"a number has more than {MAX_DIGITS} digits")
    return int(text)


def _broken(text: str) -> float:
    value = float(text) if len(text) <= MAX_DIGITS else float("inf")
    if value in (float("inf"), float("-inf")):
        raise DocumentError("", "a number is too large")
    return plain_number(value)


def plain_number(value: float) -> float:
    """Return a whole number as an integer: `3.0` is 3, as in schemas."""
    return int(value) if value.is_integer() else value


def _is_deep(value: Json) -> bool:
    layer = [value]
    for _ in range(MAX_DEPTH + 1):
        layer = [inner for outer in layer for inner in _inside(outer)]
        if not layer:
            return False
    return True


def _inside(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


# ---------------------------------------------------------------- YAML


class _Mark(Protocol):
    line: int
    column: int


def _place(mark: _Mark | None) -> str:
    return f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""


def _build(events: Iterator[yaml.Event]) -> Json:
    """Build the only document from the parser's events, without recursion."""
    import yaml

    top: list[Json] = []
    stack: list[tuple[list[Json] | dict[str, Json], str | None]] = [(top, None)]
    documents = 0
    for number, event in enumerate(events):
        if number > MAX_VALUES:
            raise DocumentError("", f"it holds more than {MAX_VALUES:,} values")
        match event:
            case yaml.DocumentStartEvent():
                documents += 1
                if documents > 1:
                    raise DocumentError(_place(event.start_mark), "a second document begins here")
            case yaml.AliasEvent():
                raise DocumentError(_place(event.start_mark), f"aliases (`*{event.anchor}`) are not read")
            case yaml.ScalarEvent():
                _check_plain(event)
                _put(stack, _scalar(event), event)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                _check_plain(event)
                if len(stack) > MAX_DEPTH:
                    raise DocumentError(_place(event.start_mark), f"lists are nested more than {MAX_DEPTH} deep")
                inner: list[Json] | dict[str, Json] = [] if isinstance(event, yaml.SequenceStartEvent) else {}
                _put(stack, inner, event)
                stack.append((inner, None))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                stack.pop()
            case _:
                pass
    return top[0] if top else None


def _check_plain(event: yaml.NodeEvent) -> None:
    if event.anchor is not None:
        raise DocumentError(_place(event.start_mark), f"anchors (`&{event.anchor}`) are not read")
    tag = getattr(event, "tag", None)
    if tag not in (None, "!"):
        raise DocumentError(_place(event.start_mark), f"tags (`{tag}`) are not read")


def _put(stack: list[tuple[list[Json] | dict[str, Json], str | None]], value: Json, event: yaml.NodeEvent) -> None:
    holder, key = stack[-1]
    if isinstance(holder, list):
        holder.append(value)
    elif key is None:
        if (text := getattr(event, "value", None)) is None:
            raise DocumentError(_place(event.start_mark), "a key has to be a word or a number")
        if text in holder:
            raise DocumentError(_place(event.start_mark), f"the key `{text[:80]}` is there twice")
        stack[-1] = (holder, text)
    else:
        holder[key] = value
        stack[-1] = (holder, None)


def _scalar(event: yaml.ScalarEvent) -> Json:
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _WHOLE.match(text) or _BROKEN.match(text):
        if len(text) > MAX_DIGITS:
            raise DocumentError(_place(event.start_mark), f"a number has more than {MAX_DIGITS} digits")
        return int(text) if _WHOLE.match(text) else plain_number(float(text))
    return text
