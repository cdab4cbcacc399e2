"""Read what programs say of sets: `sum(p.taken for p in members)`, `hand.some(c => c is 2C)`, `len(cards_won)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.synonyms import STATEMENTS
from spadesdsl.repair.text import CARD
from spadesdsl.syntax.wordlist import NOUNS
from spadesdsl.words import RANK_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_FUNCTIONS: Final = {
    "any": "some", "some": "some", "exists": "some", "all": "every", "every": "every", "forall": "every", "none": "no",
    "sum": "sum", "total": "sum", "max": "most", "min": "least",
    "len": "count", "length": "count", "size": "count", "count": "count", "count_if": "count", "number": "count",
    "filter": "those", "where": "those", "select": "those", "find_all": "those", "findAll": "those",
    "find": "first", "contains": "includes", "includes": "includes", "include": "includes", "has": "includes",
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
        r"SET, ?(?P<thing>\w+(?: of \w+)?)",
        r"SET(?P<part> in [a-z]\w*)?",
        r"(?P<thing>\w+(?: of \w+)?)",
    )
)
_SIGNS: Final = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r" ?&& ?", " and "), (r" ?\|\| ?", " or "), (r"!(?!=)", "not "), (r" ?={2,3} ?(?=-?\d)", " = "),
        (r"(?<![.\w])((?:\w+\.)?(?:taken|contract|score|behind|deal|trick_number|extra|n)) ?={2,3} ?", r"\1 = "),
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


_BY_NUMBER: Final = re.compile(r"[\[(](?P<values>-?\w+(?:, ?-?\w+)+)[\])]\[(?P<number>[a-z]\w*) ?- ?1\]")
"""One of a list by its number."""
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
    for table in _TABLE.finditer(line) if depth == 0 else ():
        yield table.start(), table.end(), _looked_up(table)
    for row in _BY_NUMBER.finditer(line) if depth == 0 else ():
        *values, last = re.split(", ?", row["values"])
        told = "".join(f"if {row['number']} = {at} then {value} else " for at, value in enumerate(values, 1))
        yield row.start(), row.end(), f"{told}{last}"
    for head in _HEAD.finditer(line) if line.count("(") + line.count("[") <= _MOST else ():
        end = _closing(line, head.end() - 1)
        inner = line[head.end() : end] if end >= 0 else ""
        length, index = _LENGTH.match(line, end + 1), line.startswith("[0]", end + 1)
        what = _FUNCTIONS.get(head["name"] or "", "those")
        is_counted = what == "those" and head["set"] and re.match(r"\s*(?:[<>=]|[\n\"}]|$)", line[end + 1 :])
        what = "count" if length is not None or is_counted else "first" if index and what == "those" else what
        if what in ("sum", "most", "least") and inner.startswith("[") and " for " in inner:
            inner = inner.strip("[] ")
        inside = in_programs(inner, depth + 1) if depth < _DEEPEST else iter(())
        within = [text for low, high, text in inside if inner[low:high] == inner.strip()]
        inner = within[0].removeprefix("(").removesuffix(")") if within else inner
        found = next((one for form in _FORMS if (one := form.fullmatch(inner)) is not None), None)
        if found is None or (head["listed"] and "var" not in found.groupdict()):
            continue
        parts = {name: part.strip() for name, part in found.groupdict().items() if part}
        if head["set"] and found.re is _FORMS[-2] and inner:
            parts["thing"] = inner  # `cards_won.count(hearts)`
        parts["set"] = head["set"] or parts.get("set", "")
        if depth < _DEEPEST:
            parts |= {name: _written(parts[name], depth) for name in ("when", "each") if name in parts}
        text = _said(what, parts) if parts["set"] else ""
        if text and text != line[head.start() : end + 1]:
            yield head.start(), end + 1 + 3 * index if length is None else length.end(), text


def in_one_go(line: str, suits: Sequence[str]) -> str:
    """Write all of a line with the signs of the language: no quotation marks round names, `is` for `==`, no `;`."""
    initials = {one[0].upper(): one for one in suits}

    def bare(found: re.Match[str]) -> str:
        word = found["word"]
        is_suit = len(word) == 1 and found["before"] is not None and ".suit" in line[: found.start()][-len(".suit") :]
        return f"{found['before'] or ''}{initials.get(word, word) if is_suit else word}"

    said = _GETTER.sub(lambda one: one[1].lower(), _QUOTED.sub(bare, line))
    said = _CAMEL.sub(lambda one: f"_{one[0].lower()}", said)
    for pattern, form in _STATEMENTS:
        said = pattern.sub(form, said)
    for row in STATEMENTS:
        said = row.regex().sub(row.written[0], said)
    for pattern, written in _SIGNS:
        said = pattern.sub(written, said)
    said = _with_calls(said)
    if said in (line, line.replace('"', "")) and line.count(";") <= 1:
        return line  # one word is another matter
    for pattern, written in _ENDS:
        said = pattern.sub(written, said)
    return said


def inlined(text: str) -> Iterator[tuple[tuple[int, int, str], ...]]:
    """Yield the edits that write out what a function of one's own says, wherever it is called, and leave it out."""
    for made in _FUNCTION.finditer(text):
        names = [one.split(":")[0].strip() for one in made["of"].split(",")]
        edits = [(made.start(), made.end(), "")]
        for call in re.finditer(rf"(?<![\w.]){made['name']}\(([^()\n]*)\)", text[made.end() :]):
            given = [one.strip() for one in call[1].split(",")]
            said = made["what"]
            for name, value in zip(names, given, strict=False):
                said = re.sub(rf"\b{name}\b", value if re.fullmatch(r"[\w.]+", value) else f"({value})", said)
            is_alone = (
                re.match(r" *(?:[}\"\n]|$)", text[made.end() + call.end() :])
                and text[made.end() + call.start() - 2] == ":"
            )
            whole = said if is_alone or re.fullmatch(r"[\w.]+", said) else f"({said})"
            edits.append((made.end() + call.start(), made.end() + call.end(), whole))
            if len(given) != len(names):
                edits = []
                break
        if len(edits) > 1:
            yield tuple(edits)


_FUNCTION: Final = re.compile(
    r"(?:let|def|function|func|fn|const|var) (?P<name>\w+) ?\((?P<of>[^()\n]+)\)(?: ?-> ?\w+)? ?(?::|=>|=|\{) ?"
    r"(?:return )?(?P<what>[^{}\"\n;:=]+?);? *(?:\}(?= *(?:\n|\}))|(?=\n|\}|#))\n?"
)


def _rule(found: re.Match[str]) -> str:
    """Return the rule or the quantity that a function without loops says."""
    is_rule = re.search(r"\b(?:card|bid)\b", found["of"])
    said = re.sub(r"\b(?:self|this)\.", "", found["what"].strip())
    return f"must {found['name']}: {said}" if is_rule else f"let {found['name']} = {said}"


def _quantity(found: re.Match[str]) -> str:
    """Return a quantity for a function of one thing that has a name."""
    of = found["of"] or found["of2"]
    return f"let {found['name']} = {found['what'].replace(f'{of}.', '')}"


def _choice(found: re.Match[str]) -> str:
    """Return the cases of a line for `if`, `elif` and `else`."""
    cases = re.findall(r"if \(?([^:{}]+?)\)?: ?([^:{};]+?);? *(?=elif|else|$)", found["cases"].strip())
    if len(cases) != len(re.findall(r"\b(?:el)?if\b", found["cases"])):
        return found[0]
    return "".join(f"case {when}: {amount} " for when, amount in cases) + f"otherwise: {found['last'].strip(' ;')} "


def _of_card(found: re.Match[str]) -> str:
    """Return a card or a part of it for a constant of a program: `Suit.HEARTS`, `Card("2", "C")`."""
    if found["of"]:
        word = found["of"].lower()
        return RANK_WORDS.get(word, word.upper() if re.fullmatch(r"[2-9akqj]|10", word) else word)
    return f"{RANK_WORDS.get(found['rank'].lower(), found['rank'])}{found['suit'][0].upper()}"


def _options(found: re.Match[str]) -> str:
    """Return an option with its choices, or the settings of a preset, without their quotation marks."""
    said = re.sub(r"[\"']", "", found["said"] or found["said2"]).replace(" |", ",").strip(" ,")
    if found["preset"]:
        return f"preset {found['preset']} {found['title'] or _QUOTE + found['preset'] + _QUOTE}: " + re.sub(
            " ?: ?", " = ", said
        )
    return f"option {found['name']} = {found['first']} of {said}"


def _cases(found: re.Match[str]) -> str:
    """Return the cases of a line for those of a `switch`."""
    cases = re.findall(r"case ([^:]+): ?(?:return )?([^;:]+?)(?:;|,| break;?)* *(?=case|$)", found["cases"].strip())
    if len(cases) != found["cases"].count("case "):
        return found[0]
    told = "".join(f"case {found['of']} = {value}: {amount.strip()} " for value, amount in cases)
    line = f"{{ {told}otherwise: {found['last'].strip(' ;')} }}"
    is_alone = re.search(r"\bscoring\b[^{}]*$", found.string[: found.start()]) is not None
    return f"{{ score our_line {line} }}" if is_alone else line


def _looked_up(found: re.Match[str]) -> str:
    """Return the amounts of a dictionary, each with its `if`."""
    of, told = found["of"] or found["of2"], ""
    for key, amount in re.findall(r"[\"']?(-?\w+)[\"']? ?: ?([^{},]+)", found["cases"]):
        told += f"if {of} {'=' if key.lstrip('-').isdigit() else 'is'} {key} then {amount.strip()} else "
    return f"{told}{found['last'] or '0'}"


_TABLE: Final = re.compile(
    r"\{(?P<cases>[^{}:]+:[^{}]+?),? ?\} ?(?:\[(?P<of>[\w.]+)\]|\.get\((?P<of2>[\w.]+)(?:, ?(?P<last>[^()]+))?\))"
)


def _each(found: re.Match[str]) -> str:
    """Return the section of scoring for a loop over those who are scored."""
    body = re.sub(rf"\b{found['var']}\.", "", found["body"])
    return f"scoring for each {found['who']} {{{body}"


_QUOTE: Final = '"'
_STATEMENTS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r"(?<=[{;] )(?P<name>[a-z]\w*) = (?:lambda (?P<of>\w+): ?|(?P<of2>\w+) => ?)(?P<what>[^{}\"\n;]+?)"
         r"(?=;? *(?:\}|$))", _quantity),
        (r"(?<=given )(\w+)\.hand ?= ?[\[(]([\w, ]+)[\])]",
         lambda found: f"{found[1]} holds {found[2].replace(',', '')}"),
        (r"\bfor ?\(?(?:each |const |let |var )?(?P<var>\w+) (?:in|of) (?P<who>team|player)s\)? ?[{:](?P<body>.*)",
         _each),
        (r"\b(?:def|function|func|fn) (?P<name>\w+) ?\((?P<of>[^()]*)\)(?: ?-> ?\w+)? ?(?::|=>|=|\{) ?(?:return )?"
         r"(?P<what>[^{}\"\n;]+?)(?:;? ?\}(?= ?\})|;?(?= *(?:\}|$)))", _rule),
        (r"(?P<cases>(?<=\{ )if [^{}]*?)else: ?(?P<last>[^{}]*?)(?=\})", _choice),
        (r"\b(?:Suits?|Ranks?|Cards?|Bids?)(?:\.(?P<of>\w+)|"
         r"\([\"']?(?P<rank>\w+)[\"']?, ?(?:Suit\.)?[\"']?(?P<suit>\w)\w*[\"']?\))", _of_card),
        (r"\bpreset (?P<preset>\w+)(?: (?P<title>\"[^\"]*\"))? ?[:=]? ?\{(?P<said>[^{}]*)\}|"
         r"\boption (?P<name>\w+) ?: ?(?:Literal|Enum|enum|OneOf) ?[\[({<](?P<said2>[^\])}>]*)[\])}>] ?= ?"
         r"[\"']?(?P<first>\w+)[\"']?", _options),
        (r"\{ ?switch ?\(?(?P<of>[\w.]+)\)? ?\{(?P<cases>[^{}]*?)default: ?(?:return )?(?P<last>[^{}]*)\} ?\}", _cases),
        (r"\b(max|min)\((\w+), ?key ?= ?(?:lambda )?\(?(\w+)\)? ?(?::|=>|->) ?\3\.rank(?:, reverse=\w+)?\)",
         lambda found: f"{'highest' if found[1] == 'max' else 'lowest'} of {found[2]}"),
    )
)  # fmt: skip
"""Statements of programs whose parts are written in another order or number; the others are rows of the table."""
_QUOTED: Final = re.compile(
    r"(?P<before> ?(?:[!=]={1,2}|\bis(?: not)?\b|\bin\b|\bincludes\b) ?)?(?P<sign>[\"'])(?P<word>\w+)(?P=sign)"
    r"(?(before)|(?= ?(?:[!=]={1,2}|in\b|is\b|[\])])))"
)
_CAMEL: Final = re.compile(r"(?<=[a-z])[A-Z](?=[a-z]+\b)")
_GETTER: Final = re.compile(r"\b(?:get|is)_?([A-Z][a-z]+)\(\)")
_ENDS: Final = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r"; ?(?=[a-z]+ [a-z])", " "), (r";(?=\s*(?:\}|$))", ""), (r"\b(?:const|var) (?=\w+ =)", "let "),
        (r"\b(score \w+) = ", r"\1: "), (r"\bplayer\.name\b", "player"),
        (r"\bbid\.(?:type|kind|name)\b", "bid"),
    )
)  # fmt: skip


def _written(said: str, depth: int) -> str:
    """Write a condition or an amount of a program with the signs of the language."""
    for pattern, written in _SIGNS:
        said = pattern.sub(written, said)
    return _with_calls(said, depth + 1)


def _with_calls(said: str, depth: int = 0) -> str:
    """Write the calls of a line as the language does; of one inside another the outer one is all of it."""
    found = [*in_programs(said, depth)]
    for start, end, text in reversed(found):
        if not any(low <= start and end <= high and (low, high) != (start, end) for low, high, _ in found):
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
    if what == "first":
        return f"first of {those}" if when and not thing else ""
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
