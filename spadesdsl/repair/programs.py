"""Read what programs say of sets: `sum(p.taken for p in members)`, `hand.some(c => c is 2C)`, `len(cards_won)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.text import CARD
from spadesdsl.syntax.wordlist import NOUNS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FUNCTIONS: Final = {
    "any": "some", "some": "some", "exists": "some", "all": "every", "every": "every", "forall": "every", "none": "no",
    "sum": "sum", "total": "sum", "max": "most", "min": "least",
    "len": "count", "length": "count", "size": "count", "count": "count", "count_if": "count", "number": "count",
    "filter": "those", "where": "those", "select": "those", "find_all": "those", "findAll": "those",
    "contains": "includes", "includes": "includes", "include": "includes", "has": "includes",
}  # fmt: skip
"""What programs call it, and what that is."""
_SET: Final = r"(?:(?:self|this|team|side|player|game|state)\.)?(?P<set>\[[^\[\]]*\]|[a-z][\w.]*)"
_HEAD: Final = re.compile(
    rf"(?<![\w.])(?:{_SET}\.)?(?P<name>{'|'.join(_FUNCTIONS)}) ?\(|(?<![\w.\])])(?P<listed>[\[(])"
)
_LENGTH: Final = re.compile(r"\.(?:length|size|count|len)\b(?:\(\))?")
_FORMS: Final = tuple(
    re.compile(form.replace("SET", _SET).replace("VAR", r"(?P<var>[a-z]\w*)"))
    for form in (
        r"\[? ?(?P<each>.+?) for (?:each )?VAR (?:in|of) SET(?: (?:if|where|when) (?P<when>.+?))? ?\]?",
        r"(?:lambda )?\(?VAR\)? ?(?:=>|->|:) ?(?P<when>.+?)(?:, ?SET)?",
        r"VAR (?:in|of) SET ?(?:[,:;|]|where\b|if\b) ?(?P<when>.+)",
        r"SET as VAR where (?P<when>.+)",
        r"SET, ?(?P<thing>\w+)",
        r"SET(?P<part> in [a-z]\w*)?",
        r"(?P<thing>\w+)",
    )
)
_SIGNS: Final = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r" ?&& ?", " and "), (r" ?\|\| ?", " or "), (r"!(?!=)", "not "), (r" ?={2,3} ?(?=-?\d)", " = "),
        (r" ?={2,3} ?", " is "), (r" ?!==? ?(?=[A-Za-z])", " is not "), (r" ?!==? ?", " != "),
    )
)  # fmt: skip
_BRANCH: Final = re.compile(r"if \(?([^{}\n]+?)\)? ?\{ ?(?:return )?([^{};\n]+?);? ?\}")
_CHAIN: Final = re.compile(
    rf"{_BRANCH.pattern}(?: ?else {_BRANCH.pattern})* ?else ?\{{ ?(?:return )?(?P<last>[^{{}};\n]+?);? ?\}}"
)
"""What an amount depends on, as programs say it: `if (a) { 1 } else if (b) { 2 } else { 3 }`."""
_CHOSEN: Final = re.compile(r"(?<=[:=] )[^?:{}\"\n]+\?[^?:{}\"\n]+:[^?{}\"\n]+\?[^{}\"\n]*[^{}\"\n ]")
"""An amount that is chosen twice, as programs say it: `a ? 1 : b ? 2 : 3`."""


def _chosen(said: str) -> str:
    when, sign, rest = said.partition("?")
    if not sign:
        return said.strip()
    then, _, other = rest.partition(":")
    return f"if {_written(when.strip(), 0)} then {then.strip()} else {_chosen(other)}"


_DEEPEST: Final = 2
"""How deep calls within calls are read."""
_MOST: Final = 16
"""How many brackets a line may have to be read so."""


def in_programs(line: str, depth: int = 0) -> Iterator[tuple[int, int, str]]:
    """Yield what a line says as programs do: from where, to where, and how it is written here."""
    for chain in _CHAIN.finditer(line) if depth == 0 else ():
        branches = [(when.strip(), then.strip()) for when, then in _BRANCH.findall(chain[0])]
        told = "".join(f"if {_written(when, depth)} then {then} else " for when, then in branches)
        yield chain.start(), chain.end(), f"{told}{chain['last'].strip()}"
    for choice in _CHOSEN.finditer(line) if depth == 0 else ():
        if text := _chosen(choice[0]):
            yield choice.start(), choice.end(), text
    for head in _HEAD.finditer(line) if line.count("(") + line.count("[") <= _MOST else ():
        end = _closing(line, head.end() - 1)
        inner = line[head.end() : end] if end >= 0 else ""
        length = _LENGTH.match(line, end + 1)
        what = _FUNCTIONS.get(head["name"] or "", "those")
        is_counted = what == "those" and head["set"] and re.match(r"\s*(?:[<>=]|[\n\"}]|$)", line[end + 1 :])
        what = "count" if length is not None or is_counted else what
        inside = in_programs(inner, depth + 1) if depth < _DEEPEST else iter(())
        within = [text for low, high, text in inside if inner[low:high] == inner.strip()]
        inner = within[0].removeprefix("(").removesuffix(")") if within else inner
        found = next((one for form in _FORMS if (one := form.fullmatch(inner)) is not None), None)
        if found is None or (head["listed"] and "var" not in found.groupdict()):
            continue
        parts = {name: part.strip() for name, part in found.groupdict().items() if part}
        parts["set"] = head["set"] or parts.get("set", "")
        if depth < _DEEPEST:
            parts |= {name: _written(parts[name], depth) for name in ("when", "each") if name in parts}
        text = _said(what, parts) if parts["set"] else ""
        if text and text != line[head.start() : end + 1]:
            yield head.start(), end + 1 if length is None else length.end(), text


def in_one_go(line: str, suits: Sequence[str]) -> str:
    """Write all of a line with the signs of the language: no quotation marks round names, `is` for `==`, no `;`."""
    initials = {one[0].upper(): one for one in suits}

    def bare(found: re.Match[str]) -> str:
        word = found["word"]
        is_suit = len(word) == 1 and found["before"] is not None and ".suit" in line[: found.start()][-len(".suit") :]
        return f"{found['before'] or ''}{initials.get(word, word) if is_suit else word}"

    said = _GETTER.sub(lambda one: one[1].lower(), _QUOTED.sub(bare, line))
    for pattern, written in _SIGNS:
        said = pattern.sub(written, said)
    for start, end, text in reversed([*in_programs(said)]):
        said = said[:start] + text + said[end:]
    if said in (line, line.replace('"', "")):
        return line  # one word is another matter
    for pattern, written in _ENDS:
        said = pattern.sub(written, said)
    return said


_QUOTED: Final = re.compile(
    r"(?P<before> ?(?:[!=]={1,2}|\bis(?: not)?\b|\bin\b|\bincludes\b) ?)?(?P<sign>[\"'])(?P<word>[A-Za-z]\w*)(?P=sign)"
    r"(?(before)|(?= ?(?:[!=]={1,2}|in\b|is\b)))"
)
_GETTER: Final = re.compile(r"\b(?:get|is)_?([A-Z][a-z]+)\(\)")
_ENDS: Final = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r"; (?=[a-z]+ [a-z])", " "), (r";(?=\s*(?:\}|$))", ""), (r"\b(?:const|var) (?=\w+ =)", "let "),
        (r"\b(score \w+) = ", r"\1: "), (r"\bplayer\.name\b", "player"),
        (r"\bbid\.(?:type|kind|name)\b", "bid"),
    )
)  # fmt: skip


def _written(said: str, depth: int) -> str:
    """Write a condition or an amount of a program with the signs of the language."""
    for pattern, written in _SIGNS:
        said = pattern.sub(written, said)
    for start, end, text in reversed([*in_programs(said, depth + 1)]):
        said = said[:start] + text + said[end:]
    return said


def _said(what: str, parts: dict[str, str]) -> str:
    """Return what a function says of a set; empty if that is nothing."""
    of, var, when = parts["set"], parts.get("var", ""), parts.get("when", "")
    each, thing = parts.get("each", ""), parts.get("thing", "")
    named = "" if var in NOUNS else f" as {var}"
    those = f"({of}{named} where {when})" if when else f"{of} {parts.get('part', '')}".strip()
    noun = next((noun for noun in NOUNS if f"{noun}s" == of.rpartition(".")[2]), "")
    if thing and what in ("some", "includes"):
        return f"{of} includes {thing}"
    if thing and what == "count":
        return f"count of ({of} as c where c is {thing})" if CARD.fullmatch(thing) else f"count of {of} in {thing}"
    if what in ("some", "every", "no"):
        told = when if not each or when == each else f"{when} and {each}" if when else each
        return f"{what} {noun or 'card'} {var}{'' if noun else f' in {of}'} has {told}" if told and not thing else ""
    if what == "those":
        return those if when and not thing else ""
    if what == "count" or (what == "sum" and each in ("1", var, "True")):
        return "" if thing else f"count of {those}"
    if what == "sum" and each.lstrip("-").isdigit():
        return f"{each} * count of {those}"
    each = each.removeprefix(f"{var}.")
    amount = each if re.fullmatch(r"\w+", each) else f"({each})"
    return f"{what} of {amount} over {those}" if each else ""


def _closing(line: str, at: int) -> int:
    """Return where the bracket at a place is closed; -1 if it is not."""
    depth = 0
    for place in range(at, len(line)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(line[place], 0)
        if depth == 0:
            return place
    return -1
