"""The JSON Schemas of all documents that programs exchange with this one, and the check against them. Floor 0."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.documents import Fault, Json
from spadesdsl.resources import package_text
from spadesdsl.words import or_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator


NAMES: Final = ("referee", "record", "replay", "score", "sheet", "findings", "list", "position", "diff", "simulation")
"""The protocol, a game record and its replay, a deal to score, its score sheet, what `validate` and `list` print; a
position to play from, and what `diff` and `simulate` print."""

_FEW: Final = 6
"""So many keys are listed where one is wrong."""
_WORDS: Final = {
    "array": "a list", "boolean": "yes or no", "integer": "a whole number", "null": "nothing", "number": "a number",
    "object": "keys with values", "string": "a text",
}  # fmt: skip


@cache
def schema(name: str) -> dict[str, Any]:
    """Return a schema by its name, one of `NAMES` (else `KeyError`). Not to be changed by who reads it."""
    if name not in NAMES:
        raise KeyError(name)
    loaded: dict[str, Any] = json.loads(package_text(__name__, f"{name}.json"))
    return loaded


@cache
def validator(name: str, part: str = "") -> Validator:
    """Return what checks documents against a schema, or against one of its parts (`answer` of `referee`)."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    each = Draft202012Validator.VALIDATORS["items"]

    def items(checker: Validator, form: Any, found: Any, around: Any) -> Any:  # noqa: ANN401 - as jsonschema has them
        """Look at what a list has, unless the list is too long: then that is its fault, and all others take long."""
        is_long = isinstance(found, list) and len(found) > around.get("maxItems", len(found))
        return () if is_long else each(checker, form, found, around)

    whole = schema(name)
    parts: dict[str, Validator] = {}

    def other(_: Validator, place: str, found: Any, around: Any) -> Any:  # noqa: ANN401 - as jsonschema has them
        """Look at another part of the schema: all are in the same file, so nothing has to be looked up."""
        if place not in parts:
            parts[place] = made(whole["$defs"][place.removeprefix("#/$defs/")])
        return parts[place].iter_errors(found)

    made: Callable[[Any], Validator]
    made = extend(Draft202012Validator, {"items": items, "$ref": other})  # type: ignore[no-untyped-call]
    return made({"$ref": f"#/$defs/{part}"} if part else whole)


def faults(document: Json, name: str, part: str = "") -> tuple[Fault, ...]:
    """Check a document; return what is wrong with it, each with the key that it is about."""
    found = sorted(validator(name, part).iter_errors(document), key=lambda problem: [str(key) for key in problem.path])
    return tuple(dict.fromkeys(Fault(_key(one.absolute_path), _words(one)) for one in map(_deepest, found)))


def _deepest(problem: ValidationError) -> ValidationError:
    """Return what is wrong inside the form that the document comes nearest to."""
    while problem.context:
        deepest = max(len(inner.absolute_path) for inner in problem.context)
        if deepest == len(problem.absolute_path):
            return _likeliest(problem)
        problem = next(inner for inner in problem.context if len(inner.absolute_path) == deepest)
    return problem


def _likeliest(problem: ValidationError) -> ValidationError:
    """Return the one form whose type is right, where there is one; else the problem as it stands."""
    near = [inner for inner in problem.context or () if inner.validator not in ("type", "const")]
    unknown = [inner for inner in near if inner.validator == "additionalProperties"]
    return (unknown or near)[0] if len(unknown or near) == 1 else problem


def _types(problem: ValidationError) -> list[str]:
    """Return the types of the forms that would fit, where that is all that is wrong."""
    if problem.validator not in ("anyOf", "oneOf"):
        value: Any = problem.validator_value
        return ([value] if isinstance(value, str) else list(value)) if problem.validator == "type" else []
    found = [_types(inner) for inner in problem.context or ()]
    return list(dict.fromkeys(name for names in found for name in names)) if all(found) else []


def _key(path: Any) -> str:  # noqa: ANN401 - jsonschema types its paths as deques of anything
    written = ""
    for step in path:
        written += f"[{step}]" if isinstance(step, int) else f".{step}" if written else str(step)
    return written


def _words(problem: ValidationError) -> str:
    """Say in plain words what is wrong."""
    value: Any = problem.validator_value
    found: Any = problem.instance
    if types := _types(problem):
        keys = problem.schema.get("properties", {}) if isinstance(problem.schema, dict) else {}
        such = f", such as `{next(iter(keys))}: …`" if types == ["object"] and keys else ""
        return f"this must be {or_list(_WORDS[kind] for kind in types)}{such}, not {_shown(found)}{_meant(problem)}"
    match problem.validator:
        case "required":
            return f"`{next(key for key in value if key not in found)}` is missing"
        case "additionalProperties" if isinstance(problem.schema, dict):
            known = problem.schema.get("properties", {})
            extra = next(str(key) for key in found if key not in known)
            listed = f"there are {', '.join(f'`{key}`' for key in known)}" if 0 < len(known) <= _FEW else ""
            near = did_you_mean(extra, known) or listed
            what = f"there is no key `{extra[:40]}`{'' if known else _meant(problem)}"
            return "; ".join(filter(None, (what, near)))
        case "const" | "enum":
            choices = [value] if problem.validator == "const" else value
            return f"this must be {or_list(json.dumps(choice) for choice in choices)}, not {_shown(found)}"
        case "minimum":
            return f"{_shown(found)} is below {value}"
        case "maximum":
            return f"{_shown(found)} is above {value}"
        case "minItems" | "minLength" | "minProperties":
            return "this may not be empty" if value == 1 else f"this needs {value} or more"
        case "maxItems" | "maxLength" | "maxProperties":
            return f"this is longer than {value}"
        case "pattern":
            return f"{_shown(found)} has the wrong form{_meant(problem)}"
        case _:
            return f"{_shown(found)} does not belong here"


def _meant(problem: ValidationError) -> str:
    """Say what belongs there, if the schema does."""
    told = problem.schema.get("description", "") if isinstance(problem.schema, dict) else ""
    return f": {told[:1].lower()}{told[1:].removesuffix('.')}" if told else ""


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."
