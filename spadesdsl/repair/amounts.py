"""Proposals about conditions and amounts: `is` for `=`, a whole condition on each side of `or`, a rate for tricks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import nearest
from spadesdsl.frozen import replace
from spadesdsl.repair.bundled import counted, declared, suits_of, with_parents
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.repair.text import CARD, Words, inserted, left_out, lines_of, replaced
from spadesdsl.rules.operations import PROPERTIES
from spadesdsl.syntax.places import place_of
from spadesdsl.words import numbers_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix

_OPERATOR: Final = r"is not|is|not in|in|!=|<=|>=|=|<|>|did|beats|includes"
_OPERAND: Final = r"[\w.]+(?:\([^()]*\))?(?: of [\w.]+)*"
_ALTERNATIVES: Final = re.compile(
    rf"(?P<left>{_OPERAND})\s+(?P<op>{_OPERATOR})\s+(?P<first>{_OPERAND})(?P<more>(?:\s*,?\s+(?:or|and)\s+(?:not\s+)?{_OPERAND})+)"
)
_MORE: Final = re.compile(rf"(\s*,?\s+(?:or|and)\s+)(not\s+)?({_OPERAND})(?!\s*(?:{_OPERATOR})\b)")
_INCLUDED: Final = re.compile(
    r"(?:([\w.]+) includes|(?<!some )(?<!every )(?<!no )\b([a-z]\w*) (?:holds?|held|has|had)) "
    rf"((?:{CARD.pattern}(?:,? and |, ?))+{CARD.pattern})(?=\s*(?:[:\"}})\n]|and\b|$))"
)
COMPARERS: Final = {
    "E305": (("in", "is"), ("not in", "is not")),
    "E304": (("is", "in"), ("is not", "not in"), ("=", "in")),
    "E310": (("=", "is"), ("!=", "is not"), ("=", "in"), ("=", "did")),
    "E311": (("is", "="), ("is not", "!=")),
    "E312": (("is", "in"), ("is not", "not in"), ("in", "is"), ("not in", "is not"), ("includes", "in")),
    "E302": (("=", "is"), ("!=", "is not"), (">", "beats"), ("=", "in")),
    "E303": (("=", "is"),),
    "E301": (),
}  # fmt: skip
WORD: Final = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")


def of_tallies(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what a tally adds for one of what it counts, and a number for so many of them."""
    start, line = lines_of(finding, words)
    texts = list(with_parents(words.source.text))
    for tally, amount in counted(words.source.text).items():
        one = rf"{tally.removesuffix('s')}s?"
        for found in re.finditer(
            rf"(-?\b\d+) (?:points? )?(?:per|for each|for every|for a|each|every|a|an) {one}\b", line
        ):
            text = f"{found[1]} * {amount}"
            cause = f"`{tally}` is all that was counted so far; each of them is one `{amount}`."
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
        full = re.compile(rf"\btally {tally}\b[^\n]*\bfull at (\w+)")
        size = next((it[1] for it in map(full.search, texts) if it is not None), "")
        sizes = (re.findall(rf"\b(?:set|option)\b[^\n]*?\b{size} = (\d+)", whole) for whole in texts)
        size = next((found[-1] for found in sizes if found), size)
        fined = rf"(?:(lose |minus )|(?<![\w-]))(-?\d+) (?:points? )?(?:per|(?:for )?(?:each|every)|for) (\w+) {one}\b"
        for found in re.finditer(fined, line):
            text = f"{'-' if found[1] else ''}{found[2]} * {tally}.filled"
            cause = f"How often `{tally}` filled up is `{tally}.filled`, and `full at` says how many that takes."
            if size == meant_by(f"‹{found[3]}›"):
                yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
        for found in re.finditer(rf"(?<=at )(\d+) {one}\b", line):
            cause = f"The language does not use `{found[0].split()[1]}` here."
            yield left_out(words.source, start + found.end(1) + 1, start + found.end(), cause)


def whole_conditions(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose `bid is nil or bid is tricks` for `bid is nil or tricks`."""
    start, line = lines_of(finding, words)
    is_scored = place_of(words.source, finding.span.start).section == "scoring"
    for found in _INCLUDED.finditer(line) if finding.code.startswith("E1") else ():
        own = found[2] in ("player", "you", "he", "she", "they")
        for set_of in (found[1],) if found[1] else ("hand",) if own else (f"{found[2]}.hand", "hand"):
            whose = set_of.removesuffix(".hand") if is_scored else set_of  # the hands are empty by then
            form = f"{{}}.player is {whose}" if whose != set_of else f"{whose} includes {{}}"
            text = " and ".join(form.format(one) for one in re.findall(CARD.pattern, found[3]))
            cause = "One card is looked for at a time: each has a condition of its own."
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    suits = suits_of(words.source.text)
    for found in _ALTERNATIVES.finditer(line):
        left, op = found["left"], found["op"]
        said = [found["first"], *(one[3] for one in _MORE.finditer(found["more"]))]
        is_one = all(one in suits or CARD.fullmatch(one) or _RANK.fullmatch(one) for one in said)
        is_denied = op in _NOT.values() or line[: found.start()].endswith("not ")
        # "Not in clubs or hearts" is in neither, and no card is in "clubs and hearts".
        only = "and" if is_denied else "or" if is_one and op in _NOT else r"\1"

        def whole(
            one: re.Match[str], left: str = left, op: str = op, only: str = only, is_denied: bool = is_denied
        ) -> str:
            own = "is" if CARD.fullmatch(one[3]) and op in ("in", "not in") else op.removesuffix(" not").split()[-1]
            own = _NOT.get(own, own) if one[2] or is_denied else own
            joined = re.sub(r"\b(or|and)\b", only, one[1])
            return f"{joined.replace(',', '')}{left} {own} {one[3]}"

        text = found[0][: found.start("more") - found.start()] + _MORE.sub(whole, found["more"])
        if text != found[0]:
            rest = _REST.match(line, found.end())
            text, end = text + (rest[0] if rest else ""), rest.end() if rest else found.end()
            cause = f"Each side of `or` and `and` is a whole condition: say `{left}` in each."
            yield replaced(words.source, start + found.start(), start + end, text, cause, f"write `{text}`")


_NOT: Final = {"is": "is not", "in": "not in", "=": "!="}
_RANK: Final = re.compile(r"10|[2-9AKQJ]")
_REST: Final = re.compile(r"(?: ?[-+*/] ?\w[\w.]*)+")
"""What an amount goes on with."""


def compared_otherwise(finding: Diagnostic, words: Words, others: tuple[tuple[str, str], ...]) -> Iterator[Fix]:
    """Propose another comparison, within the span of the finding and right before and after it."""
    text, span = words.source.text, finding.span
    low = max(words.line_around(span.start)[0], span.start - _NEAR)
    high = min(words.line_around(span.start)[1], span.end + _NEAR)
    for one, other in others:
        for found in re.finditer(rf"(?<![\w<>!=]){re.escape(one)}(?![\w=])", text[low:high]):
            start = low + found.start()
            if one == "is" and text.startswith(" players", start + len(one)):
                cause = "All of them are `players`, and the one whom the rule is about is `player`."
                at = start + len("is ")
                yield replaced(words.source, at, at + len("players"), "player", cause)
                continue  # everybody is one of them
            cause = "The words of a choice are compared with `is`." if finding.code == "E234" else ""
            yield replaced(words.source, start, start + len(one), other, cause, f"write `{other}` for `{one}`")
    if finding.code in ("E312", "E302", "E303", "E310"):
        for found in re.finditer(r"\b(card|led|\w+\.best|\w+\.led)\b(?!\.)", text[low:high]):
            at = low + found.end()
            yield inserted(
                words.source,
                at,
                ".rank",
                f"write `{found[1]}.rank`",
                f"`{found[1]}` is a whole card; its rank is `{found[1]}.rank`.",
            )


_NEAR: Final = 24


def rate(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a rate that makes points of tricks."""
    text, span = words.source.text, finding.span
    said = text[span.start : span.end]
    label = _told(words, span.end).lower()
    told = [abs(one) for one in numbers_in(label)]
    each = str(told[0]) if len(told) == 1 else "1"
    if finding.code == "E315" and "`1 * " in finding.hint and not _ADDED.search(said):
        for number in dict.fromkeys((each, "1")):
            sign = "-" if said[0] == "-" or _COSTS.search(label) else ""
            rated = f"{sign}{number} * ({said})"
            if WORD.fullmatch(said.removeprefix("-")):
                rated = f"{sign}{number} * {said.removeprefix('-')}"
            elif said[0] == "-":
                rated = f"{number} * ({said})"
            worth = ("a point" if number == "1" else f"{number} points") + (" off" if sign else "")
            yield replaced(words.source, span.start, span.end, rated, words=f"write `{rated}`: {worth} for each")
    compared = "cannot be compared" in finding.message
    for found in WORD.finditer(said) if compared else ():
        if found[0].rpartition(".")[2] in ("score", "subtotal"):
            at, cause = span.start + found.end(), f"{finding.message} `contract` is the tricks that were bid."
            word = found[0].rpartition(".")[2]
            yield replaced(words.source, at - len(word), at, "contract", cause, f"write `contract` for `{word}`")
    for found in WORD.finditer(said) if not compared else ():
        if found[0].rpartition(".")[2] in _POINTS:
            continue
        at = span.start + found.start()
        if text[max(0, at - 3) : at].strip().endswith("*"):
            continue
        rated = f"1 * {found[0]}{'(…)' if said[found.end() :].startswith('(') else ''}"
        yield inserted(words.source, at, "1 * ", f"say what one is worth: `{rated}` is a point for each", "")


def for_each(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a rate for a line that gives all the same: for each of what it is called, or its parent's line counts."""
    text = words.source.text
    given = re.compile(r"(\w+)[^:{}\n]*: *(-?\d+(?:\.\d+)?)").match(text, finding.span.start)
    if given is None:
        return
    name, suits = given[1], suits_of(text)
    line = re.compile(rf"\bscore {name}: -?\w+ \* ([^\"\n{{}}]*[^\"\n{{}}\s])")
    there = next((one[1] for parent in with_parents(text) if (one := line.search(parent)) is not None), "")
    counts = {one: f"count of cards_won in {one}" for one in suits} | counted(text) | ({name: there} if there else {})
    for what in dict.fromkeys(of for called, of in counts.items() if called.rstrip("s") == name.rstrip("s")):
        cause = f"{finding.message} Is it for each of them?"
        yield inserted(words.source, given.end(), f" * {what}", f"write `{given[2]} * {what}`", cause)


_ADDED: Final = re.compile(r"\*|(?<![\w.])\d+ [+-]|[+-] \d")
"""What has points already, beside what has none yet."""
_COSTS: Final = re.compile(r"\b(?:costs?|loses?|lost|off|minus|penalty|fined?|taken away)\b|-\d")
"""How a sentence for people says that points are taken away."""


def _told(words: Words, at: int) -> str:
    """Return the sentence for people after a place, empty if there is none."""
    label = re.compile(r'[^"\n{}]*\n?[^"\n{}]*"([^"\n]*)"').match(words.source.text, at)
    return label[1] if label is not None else ""


_POINTS: Final = ("score", "subtotal", "behind")
"""What is points already."""


def as_amount(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a count of a set, or 1 or 0 for a condition."""
    span = finding.span
    said = words.source.text[span.start : span.end]
    if "yes or no" in finding.message:
        text = f"(if {said} then 1 else 0)"
        fix = replaced(words.source, span.start, span.end, text, words=f"write `{text}`")
        yield replace(fix, is_likely=False)
    if said.startswith("["):
        cause, hint = "Here the brackets are `(` and `)`.", "write `(` and `)`"
        yield replaced(words.source, span.start, span.end, f"({said[1:-1]})", cause, hint)
        return
    section = place_of(words.source, span.start).section
    if said == "tricks" and section == "scoring":
        return  # the tricks of a side are meant, `taken`, and not how many a deal has
    if "this is a suit" in finding.message:
        cards = "cards_won" if section == "scoring" else "hand"
        said = f"{cards} in {said}"
        yield replaced(words.source, span.start, span.end, f"count of {said}", words=f"write `count of {said}`")
        return
    inner = f"({said})" if " " in said else said
    yield replaced(words.source, span.start, span.end, f"count of {inner}", words=f"write `count of {inner}`")


def as_condition(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a condition made from an amount, a set, a suit or a bid."""
    span = finding.span
    said = words.source.text[span.start : span.end]
    if "`… > 0` or" in finding.hint:
        yield from _compared_as_told(finding, words)
        return
    section = place_of(words.source, span.start).section
    if CARD.fullmatch(said) and section != "play":
        text = f"{'cards_won' if section in ('scoring', 'ending') else 'hand'} includes {said}"
        cause = f"`{said}` alone is not a condition."
        yield replaced(words.source, span.start, span.end, text, cause, f"write `{text}`")
    one_of = _ONE_OF_SOME.match(said)
    before = (f"({one_of[1]}) in {one_of[2]}",) if one_of else ()
    for found in re.finditer(rf"\blet {re.escape(said)} = (?P<is>.*)", words.source.text):
        if (one_of := _ONE_OF_SOME.match(found["is"])) is not None:
            at, text = found.start("is"), f"({one_of[1]}) in {one_of[2]}"
            cause = f"`{one_of[1]}` is one of them, and whether that one is in `{one_of[2]}` is asked with brackets."
            yield replaced(words.source, at, at + one_of.end(), text, cause, f"write `{text}`")
    for text in (
        *before,
        f"side is {said}",
        f"player is {said}",
        f"card in {said}",
        f"card is {said}",
        f"bid is {said}",
        f"some member has bid is {said}",
        f"card.rank is {said}",
    ):
        yield replaced(
            words.source, span.start, span.end, text, f"`{said}` alone is not a condition.", f"write `{text}`"
        )


_ONE_OF_SOME: Final = re.compile(r"((?:first|last|highest|lowest) of [^\n]+?) in ([\w.]+)(?=\s*(?:\"|$))")


def _compared_as_told(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to compare an amount with the number that the sentence for people says; with 0 where any is meant."""
    span, text = finding.span, words.source.text
    said = text[span.start : span.end]
    place = place_of(words.source, span.start)
    if said.isdigit():
        yield from _of_a_switch(finding, words)
        return
    _, end = words.line_around(span.start)
    label = re.split("[;.]", _told(words, span.end).lower())[0]
    told = numbers_in(label or place.sentence.split(":")[0].replace("_", " "))
    if re.search(r"[-+*/]", said):
        return  # a number that is in it says already with what it is compared
    others = {one for one in told if not re.search(rf"(?<![\w.]){one}(?![\w.])", text[span.end : end].split('"')[0])}
    is_asked = place.keyword != "must" or ":" in place.sentence
    if text[: span.start].endswith("not "):
        written, begin = f"{said} = 0", span.start - len("not ")
    elif len(others) == 1 and is_asked:
        (number,) = others
        sign = next((sign for sign, way in _WAYS.items() if re.search(way, label)), ">=" if number >= 0 else "<=")
        written, begin = f"{said} {sign} {number}", span.start
    elif not told and (place.section in ("scoring", "bid") or said.startswith("count of")):
        written, begin = f"{said} > 0", span.start
    else:
        return
    cause = f"`{said}` is an amount: a condition compares it with a number."
    yield replaced(words.source, begin, span.end, written, cause, f"write `{written}`")


def _of_a_switch(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what the other cases ask of, for a case that is a number alone; or the quantity right above them."""
    text, span = words.source.text, finding.span
    block = re.compile(r"(?:\blet (\w+)[^\n]*\n[ \t]*)?\bscore\b[^:{}\n]*\{([^{}]*)")
    for found in block.finditer(text):
        if found.start(2) <= span.start < found.end():
            asked = set(re.findall(rf"\bcase ([a-z][\w.]*) (?:{_OPERATOR}) ", found[2])) or {found[1]}
            number = text[span.start : span.end]
            for name in asked - {None} if len(asked) == 1 else ():
                cause = f"A case is a whole condition, and `{number}` alone is none."
                yield replaced(
                    words.source, span.start, span.end, f"{name} = {number}", cause, f"write `case {name} = {number}`"
                )


_WAYS: Final = {
    "<": r"\b(?:fewer|less) than\b|\b(?:below|under)\b",
    "<=": r"\bat most\b|\bno more than\b|\bup to\b|\bor (?:fewer|less|below|under)\b|\b(?:in|of|during) the first\b",
    ">": r"(?<!no )\bmore than\b|\b(?:above|beyond|exceeds?)\b",
    "=": r"\b(?:exactly|precisely|just)\b",
}
"""How a sentence for people says that something is not at least a number."""


_FORMS: Final = (
    "count of {}", "{}.suit", "{}.rank", "{}.winner", "{}.player", "{}.contract", "holder of {}",
    "{}.side",
)  # fmt: skip
"""How one thing is asked of another."""
_THIS_IS: Final = re.compile(r"\bthis is an? (call|trick|card|seat|bid|side)\b")


_NUMBER_OF_BID: Final = re.compile(r"\bbid \w+\((\w+) (?:from|of \d)")


def _properties(kind: str, text: str) -> list[str]:
    """Return what can be asked of a thing: what each has, and what the file and its parents work out for each."""
    if kind == "bid":
        return list(dict.fromkeys(name for one in with_parents(text) for name in _NUMBER_OF_BID.findall(one)))
    who = {"seat": "player", "side": "team"}.get(kind, kind)
    own = [name for one in with_parents(text) for name in re.findall(rf"\blet (\w+) for each {who} =", one)]
    return [*dict.fromkeys((*own, *(name for of, name in PROPERTIES if of == kind and name != "shown")))]


def of_other_kinds(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose another property of one of two things that are never the same: `card.rank` for `card.suit is A`."""
    source, span = words.source, finding.span
    kinds, sides = _NEVER.match(finding.message), _SIDES.fullmatch(source.text, span.start, span.end)
    if kinds is None or sides is None:
        return
    for side, kind, other in (("left", 1, 2), ("right", 2, 1)):
        owner, _, _ = sides[side].rpartition(".")
        for (of, name), row in PROPERTIES.items():
            if row.type.many or row.type.kind != kinds[other] or name == "face":
                continue
            is_whole = of == kinds[kind] and sides[side][0].islower()
            for text in (f"{owner}.{name}",) * bool(owner) + (f"{sides[side]}.{name}",) * is_whole:
                cause = f"{finding.message.removesuffix('.')}: of `{text.rpartition('.')[0]}`, it is the `{name}`."
                fix = replaced(source, sides.start(side), sides.end(side), text, cause, f"write `{text}`")
                yield replace(fix, is_likely=False, choice="kind")


_NEVER: Final = re.compile(r"An? ([a-z ]+?) is never an? ([a-z]+)\.")
_SIDES: Final = re.compile(r"(?P<left>[\w.]+) is (?:not )?(?P<right>[\w.]+)")


_COMPARED: Final = re.compile(rf"([\w.]+) (?:{_OPERATOR}) ")
_OPERAND_BEFORE: Final = re.compile(r"(?:.*(?:\b(?:when|and|or|not|if|case|then|else)\b|[:=(,{]) *)?([a-z][\w. ]*?) *$")


def asked_of(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what is asked of a thing, for the thing itself: its suit, its winner, how many there are."""
    source, span = words.source, finding.span
    start, end, cause = span.start, span.end, ""
    if finding.code.startswith("E1"):
        begin, _ = words.line_around(span.start)
        found = _OPERAND_BEFORE.match(source.text[begin : span.start])
        if found is None or source.text[span.start : span.start + 1] not in ("<", ">", "=", "+", "-", "*"):
            return
        start, end = begin + found.start(1), begin + found.end(1)
        cause = f"`{found[1]}` is no amount."
    compared = _COMPARED.match(source.text, start, end)
    if compared is not None:
        end = start + len(compared[1])
    said = source.text[start:end]
    kind = _THIS_IS.search(finding.message)
    has = [f"{{}}.{name}" for name in _properties(kind[1], source.text)] if kind is not None else []
    for form in (*_FORMS, *has) if said.strip() and "\n" not in said else ():
        text = form.format(f"({said})" if " " in said and not form.startswith("count") else said)
        fix = replaced(source, start, end, text, cause and f"{cause} How many there are is written `count of`.")
        yield replace(fix, is_likely=False, choice="asked")


def in_its_let(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the player of a call or a card, or the winner of a trick, in the `let` that several rules read as a seat.

    So it is one mistake, however often its name is read.
    """
    source, kind = words.source, _NO_SEAT.search(finding.message)
    name = _A_NAME.match(source.text, finding.span.start)
    if kind is None or name is None:
        return
    kind_of, has = kind[1] or kind[2], "winner" if "trick" in kind[0] else "player"
    for found in re.finditer(rf'\blet {name[0]} = ([^\n"#{{}}]*[^\n"#{{}} ])', source.text):
        what = found[1]
        is_read = re.search(
            rf"\b{name[0]}\.(?:bid|place|player|rank|suit|face|winner|cards|led|best|number)\b", source.text
        )
        if what.count("(") == what.count(")") and is_read is None:
            text = f"({what}).{has}" if " " in what else f"{what}.{has}"
            cause = f"`{name[0]}` is a {kind_of}, and a player belongs where it is read: that is its `{has}`."
            yield replaced(source, *found.span(1), text, cause, f"write `{text}`")


_A_NAME: Final = re.compile(r"[a-z]\w*")
_NO_SEAT: Final = re.compile(
    r"^A seat (?:or a side )?(?:belongs here, but|has to decide, and) this is a (call|card|trick)\.|"
    r"^A (call|card|trick) has no `(?:partner|side|hand|left|right|members|opponents|taken|score|contract)`"
)


def in_itself(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose another quantity of nearly the same name, for one that is worked out from itself."""
    found = re.search(r"circle: `(\w+)` needs `\1`\.", finding.message)
    _, end = words.line_around(finding.span.start)
    at = words.source.text.find("=", finding.span.start) if found is not None else end
    for one in [one for one in words.within(at, end) if found is not None and one.text == found[1]][:1]:
        others = declared(words.source.text) - {one.text}
        if (near := nearest(one.text, tuple(others), 0.8)) is not None:
            cause = f"`{one.text}` cannot be worked out from itself."
            yield replaced(words.source, one.start, one.end, near, cause, f"write `{near}` for `{one.text}`")
