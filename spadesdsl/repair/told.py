"""Read what a sentence says in English: its condition, its amount, who is asked, or all that it says."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import replace
from spadesdsl.repair.bundled import options_of, seats_of
from spadesdsl.repair.cards import card_rules, only_cards
from spadesdsl.repair.concepts import alike
from spadesdsl.repair.concepts import outside as close_to
from spadesdsl.repair.english import Reader, unknown_names
from spadesdsl.repair.phrases import Kind
from spadesdsl.repair.prose import SEAT, in_prose, plainly
from spadesdsl.repair.sections import heads, outside
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.repair.text import Words, differing
from spadesdsl.syntax.places import place_of
from spadesdsl.syntax.sentences import KEYWORDS, homes_of
from spadesdsl.syntax.wordlist import RESERVED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix
    from spadesdsl.source import Source


def in_english(finding: Diagnostic, words: Words, *, is_free: bool = False) -> Iterator[tuple[int, int, str]]:
    """Yield the conditions and amounts that English says in the sentence of a finding, and how they are written.

    Args:
        finding: What is wrong.
        words: The file.
        is_free: Whether to look for phrases of the shipped files that say the same in other words and another order.
    """
    source = words.source
    place = place_of(source, finding.span.start)
    reader = Reader(place.section, source.text, is_free)
    slots = list(_slots(finding, words))
    two = next(
        (one for one in slots if one[3] == "sentence" and _says_two(source.text[slice(*one[1:3])], reader)), None
    )
    for begin, start, end, kind in slots if two is None else (two,):
        before = source.text[begin:start].strip()
        said = f"{'after ' if before == 'after' else ''}{source.text[start:end]}"
        is_judged = kind in ("condition", "amount")
        is_seat = kind in ("lead", "dealer")
        found = tuple(reader.whole(said, is_condition=kind == "condition")) if is_judged or is_seat else ()
        found = tuple(filter(SEAT.match, found)) if is_seat else found
        if place.keyword == "must" and reader.section == "play" and source.text[:start].rstrip().endswith(":"):
            # What a `must` of the play says is about the card.
            found = tuple(
                one if "hand" in said else re.sub(r"\bcount of hand in (\w+) = 0(?= and|$)", r"card not in \1", one)
                for one in found
            )
        found = (*found, *_sentences(said, reader)) if kind == "sentence" else found
        if is_free and not is_judged:
            plain = plainly(said) if kind == "sentence" else said
            found = (*found, *alike(plain, kind, reader.section, source.text))
        if kind == "sentence" and not source.text[:start].endswith("replace "):
            edits = (("",) if one.startswith(("drop ", "replace ")) else ("", "replace ") for one in found)
            found = tuple(f"{edit}{one}" for one, of in zip(found, edits, strict=True) for edit in of)
        setting = (
            _SETTING.match(close_to(said, source.text)) if kind == "sentence" and is_free and ":" not in said else None
        )
        if setting is not None and setting[1] in options_of(source.text):
            continue
        if kind == "sentence" and reader.section in ("", "file"):
            found = tuple(f"{home} {{ {one} }}" for one in found for home in _homes(one, reader.text))
        if kind == "condition" and place.keyword in ("win", "lose", "out") and not said.startswith("some "):
            of_each = "taken" if place.keyword == "win" else "(?:score|taken)"  # it is asked of each of them
            found = tuple(re.sub(rf"^some (?:player|team) has (?={of_each} )", "", one) for one in found)
        for one in found:
            is_said = one.count("following") > 1 or re.search(r"\bleading\b", said)
            text = one.replace("following and ", "", 1) if is_said else one
            if kind == "sentence" and ":" not in said and text.split(" ")[0] != said.split(" ")[0]:
                yield start, end, text
            elif text != said.rstrip("."):
                yield _of_what_differs(source, start, end, text)
            if begin < start:
                yield _of_what_differs(
                    source, begin, end, f"when not ({text})" if before == "unless" else f"when {text}"
                )


def told_outside(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the pack, the setting or the rule that says what a sentence says; and the rules of one deal for a rule.

    All of them are written outside of the sections.
    """
    source = words.source
    reader = Reader(place_of(source, finding.span.start).section, source.text, is_free=True)
    for _, start, end, kind in _slots(finding, words):
        said = " ".join(source.text[start:end].split())
        if kind != "sentence" or re.search(r"[:=<>(){}\[\]]", said):
            continue
        if text := close_to(said, source.text):
            what = "pack: `{}` adds it" if text.startswith("include") else "setting: `{}`"
            what = f"a {what.format(text)}" if text.startswith(("include", "set")) else f"written `{text}`"
            yield from outside(words, start, end, text, f"`{said}` is {what}.")
        for home in (
            one for one, about in _ABOUT.items() if reader.section not in (one, "", "file") and about.search(said)
        ):
            found = list(_sentences(said, replace(reader, section=home, known={})))
            for one in dict.fromkeys(found[:1] + [f"replace {it}" for it in found[:1] if not it.startswith("replace")]):
                for head in _homes(one, reader.text):
                    cause = f"`{said}` says something about another section: `{head} {{ … }}`."
                    yield from outside(words, start, end, f"{head} {{ {one} }}", cause)
        if (when := _ON_DEAL.search(said)) is None:
            continue
        rest = f"{said[: when.start()]}{said[when.end() :]}".strip(" ,")
        number = meant_by(f"‹{when['number'] or when['other']}›")
        of_every = f" of every {number}" if when["every"] else ""
        for text in _rules_of_deals(rest, reader) if rest else ():
            written = f"on deal {number}{of_every} {{ {text} }}"
            cause = f"What holds on some deals is in a block of theirs: `{written}`."
            yield from outside(words, start, end, written, cause)


def _rules_of_deals(said: str, reader: Reader) -> Iterator[str]:
    """Yield what a rule says, in its section."""
    found = [*alike(said, "sentence", reader.section, reader.text), *_sentences(said, reader)]
    for one in dict.fromkeys(found):
        is_edit = one.startswith(("drop ", "replace "))
        for text in (one,) if is_edit else (one, f"replace {one}"):
            yield from (f"{home} {{ {text} }}" for home in _homes(one, reader.text))


_ABOUT: Final = {
    "deck": re.compile(r"\b(?:is|are) (?:always )?(?:the )?(?:(?:highest|top|best) )?trumps?\b"),
    "ending": re.compile(r"\b(?:game|wins the game|loses the game)\b"),
    "scoring": re.compile(r"\b(?:is|are) worth\b|\bcosts?\b|\bpoints\b"),
    "play": re.compile(r"\b(?:leads?|led|follow suit)\b"),
}
"""What rules of a section are about, whatever section they are written in."""
_SETTING: Final = re.compile(r"set (\w+) = ")
_ON_DEAL: Final = re.compile(
    r",? ?\b(?:on|in|during|for) (?:(?P<every>every) |the |each )?"
    r"(?:(?P<number>\d+(?=st|nd|rd|th)|[a-z]+)(?:st|nd|rd|th)? (?:deal|hand|round)|"
    r"(?:deal|hand|round)(?: number)? (?P<other>\d+))\b,?"
)


def _sentences(said: str, reader: Reader) -> Iterator[str]:
    """Yield the sentences that prose may say, with names that the game has; outside of all sections those of each.

    What a rule with its keyword and its name says in prose is read as prose, and the keyword and the name are kept.
    """
    head = _HEAD.match(said)
    head = head if head is not None and head["keyword"] in KEYWORDS and head["name"] not in ("of", "is") else None
    if head is None and (begun := _BEGUN.match(said)) is not None and begun[1] in KEYWORDS:
        return
    prose = said if head is None or head["keyword"] == "tie" else said[head.end() :]
    prose = only_cards(plainly(prose), reader.text)
    if re.match(r"[A-Z][a-z]* [a-z]", prose) and prose.split()[0] not in seats_of(reader.text):
        prose = prose[0].lower() + prose[1:]
    for home in (reader.section,) if reader.section not in ("", "file") else _SECTIONS:
        inner = replace(reader, section=home, is_free=True, known={})
        found: Iterable[str] = ()
        if reader.is_free:
            found = in_prose(prose, home, reader.text, inner.whole)
        elif home == "play":
            found = card_rules(prose.strip(" ."), reader.text, partial(inner.whole, is_condition=True))
        found = found if head is None or not reader.is_free else (*found, *alike(prose, "sentence", home, reader.text))
        known = [one for one in found if not unknown_names(_OWN_NAME.sub("", one), reader.text)]
        is_sure = known and home not in ("ending", "play")
        both = next(_both(prose, inner), None) if home == reader.section and not is_sure else None
        if both is not None:
            first = both[0] if head is None else _headed(both[0], head, inner)
            yield from (f"{first} {one}" for one in (both[1], f"replace {both[1]}") if first)
        else:
            yield from known if head is None else filter(None, (_headed(one, head, inner) for one in known))


def _says_two(said: str, reader: Reader) -> bool:
    """Tell whether a sentence of the play says two rules, of which a part alone is not what it says."""
    head = _HEAD.match(said)
    return (
        reader.section == "play" and next(_both(said if head is None else said[head.end() :], reader), None) is not None
    )


def _both(prose: str, reader: Reader) -> Iterator[tuple[str, str]]:
    """Yield two sentences for prose that says two rules, each of which can be read by itself."""
    for gap in _GAP.finditer(prose):
        parts = prose[: gap.start()], prose[gap.end() :]
        read = [next(_readable(one, reader), "") for one in parts]
        if all(read):
            first, second = read
            own = re.match(r"[a-z]+ (our_\w+)", first)
            yield first, second.replace(own[1], f"{own[1]}_2", 1) if own is not None else second
            return


def _readable(said: str, reader: Reader) -> Iterator[str]:
    """Yield the sentences that a rule in prose may be."""
    said, section = said.strip(" ."), reader.section
    found = [*in_prose(said, section, reader.text, reader.whole), *alike(said, "sentence", section, reader.text)]
    if section == "play":
        found += card_rules(said, reader.text, partial(reader.whole, is_condition=True))
    yield from (one for one in found if not unknown_names(_OWN_NAME.sub("", one), reader.text))


_GAP: Final = re.compile(
    r"[,;.]? (?:and|but) (?=(?:\w+ing|the|every|each|an?|all|no|nobody|you|it|at) |(?:10|[2-9JQKA])[A-Z]\b)|"
    r"[;.] |, (?=(?:the|every|each|no|nobody) )"
)
"""Between two rules."""


def _headed(said: str, head: re.Match[str], reader: Reader) -> str:
    """Return a sentence with the name and the conditions of an author's; empty if it is of another kind."""
    found = _SENTENCE.fullmatch(said)
    if (
        found is None
        or found["keyword"] != head["keyword"]
        or (found["name"] in _TIMES and head["name"] in _TIMES and found["name"] != head["name"])
    ):
        return ""
    when = next(iter(reader.whole(head["when"], is_condition=True)), "") if head["when"] else ""
    if head["when"] and not when:
        return ""
    told = dict.fromkeys(filter(None, f"{when} and {found['when'] or ''}".split(" and ")))
    pieces = f"{head['pieces'] or found['pieces'] or ''}{' when ' if told else ''}{' and '.join(told)}"
    name = f"our_{head['name']}" if head["name"] in RESERVED and head["name"] not in _TIMES else head["name"]
    return f"{head['edit'] or ''}{head['keyword']} {name}{pieces}{found['rest']}"


_HEAD: Final = re.compile(
    r"(?P<edit>replace )?(?P<keyword>[a-z]+) (?P<name>\w+)(?P<pieces>(?: (?!when\b)[^:\s]+)*)"
    r"(?: when (?P<when>[^:]+?))? *: *(?=\S+ )(?!.*[<>=(){}\[\]*+])"
)
_BEGUN: Final = re.compile(r"(?:replace )?([a-z]+) [a-z]\w* when (?!.*:)")
"""How a sentence of the language begins of which the `:` is missing."""
_SENTENCE: Final = re.compile(
    r"(?:replace )?(?P<keyword>[a-z]+) (?P<name>\w+)(?P<pieces>(?: (?:by|during|from) (?:(?! when )[^:])+)?)"
    r"(?: when (?P<when>[^:]+))?(?P<rest>:.*|)"
)
_TIMES: Final = ("first", "next", "winner", "equal")
_SECTIONS: Final = ("ending", "scoring", "play", "phase", "deck")
_OWN_NAME: Final = re.compile(r"\bour_\w+|^(?:replace |drop )?[a-z]+ [a-z]\w*")
"""What the rules are called that are written for prose."""


def _homes(said: str, text: str) -> Iterator[str]:
    """Yield the heads of the sections that a sentence may be in, that of bids before that of cards."""
    keyword = said.removeprefix("replace ").removeprefix("drop ").split(" ")[0].rstrip(":")
    found = heads(homes_of(keyword), None, text)
    yield from sorted(found, key=lambda one: one != ("play" if "card" in said else "bidding"))


def _of_what_differs(source: Source, start: int, end: int, text: str) -> tuple[int, int, str]:
    """Return the words that change of a condition or an amount; all of a part where they alone say nothing."""
    for pieces in (None, _PARTS):
        low, high, written = differing(source, start, end, text, pieces)
        said = source.text[low:high].strip()
        if (
            said
            and written.strip()
            and not _JOINED.search(f" {said} ")
            and not (pieces is None and _CUT.match(written.strip()))
        ):
            return low, high, written
    return start, end, text


_CUT: Final = re.compile(
    r"(?![<>=!-]+$)(?:[-*+(<>=!]|(?:in|is|has|did|and|of)\b|.*(?:[<>=(]|\b(?:is|of|in|and|or|did|has|includes|not))$)"
)
"""What is no more than a part of a condition or an amount, and not a sign alone."""


def _slots(finding: Diagnostic, words: Words) -> Iterator[tuple[int, int, int, Kind]]:
    """Find the pieces of the sentence with a finding: where each and the word before it begin, its end and its kind."""
    source, at = words.source, finding.span.start
    start, end = words.line_around(at)
    line = re.sub(r'"(?:\\.|[^"\\\n])*"?|#.*', lambda one: "{".ljust(len(one[0]), "{"), source.text[start:end])
    begin = start + max(line.rfind(sign, 0, at - start) for sign in "{}") + 1
    stop = min((one for sign in "{}" if (one := line.find(sign, at - start)) >= 0), default=len(line)) + start
    part = source.text[begin:stop]
    keyword = place_of(source, at).keyword
    sign = re.search(r"(?<!\w)=(?!=)" if keyword == "let" else r":(?!\d)", part)
    head = len(part) if sign is None else sign.start()
    when, by = _WHEN.search(part, 0, head), _BY.search(part, 0, head)
    bounds: list[tuple[int, int, int, Kind]] = []
    if when is not None:
        bounds.append((when.end() if when["plain"] else when.start(), when.end(), head, "condition"))
    if by is not None:
        bounds.append((by.end(), by.end(), min(head, when.start() if when else head), "by"))
    if sign is not None and keyword == "tally":
        steps = re.finditer(r"\bwhen ([^,]+)", part[sign.end() :])
        places = [(sign.end() + one.start(1), sign.end() + one.end(1)) for one in steps]
        bounds.extend((low, low, high, "condition") for low, high in places)
    if re.search(r"[a-z] [a-z\d]|\d [a-z]", part):
        start = len(part) - len(part.lstrip().removeprefix("replace "))
        bounds.append((start, start, len(part), "sentence"))
    kind = _CONTENTS.get(keyword)
    if sign is not None and kind is not None:
        bounds.append((sign.end(), sign.end(), len(part), kind))
    for first, low, high, of in bounds:
        said = part[low:high]
        said = said.split(",")[0] if keyword == "tally" and of != "sentence" else said
        inner = len(said) - len(said.lstrip())
        if said.strip():
            start, end = begin + low + inner, begin + low + len(said.rstrip(" ,"))
            yield begin + first if first < low else start, start, end, of


_WHEN: Final = re.compile(
    r"\b(?:(?P<plain>when|case|until)|(?:but )?(?:only )?(?:if|when)|whenever|unless|provided(?: that)?|once|"
    r"(?:after|for)(?! each))\s+"
)
_BY: Final = re.compile(r"\bby\s+")
_CONTENTS: Final[dict[str, Kind]] = {
    "must": "condition", "beats": "amount", "let": "amount", "case": "amount", "otherwise": "amount", "trick": "amount",
    "trumps": "amount", "score": "amount", "tally": "amount", "contract": "amount",
    "lead": "lead", "dealer": "dealer",
}  # fmt: skip
"""What sentences say after their sign."""
_JOINED: Final = re.compile(r",? (?:and|or) |, ")
_PARTS: Final = re.compile(rf"{_JOINED.pattern}|(?:(?!{_JOINED.pattern}).)+")
