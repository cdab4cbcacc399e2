"""Read an English condition or amount by its parts: who, what they did, how many, of what; and say it in the language.

Each part has its own short list of words, and each combination of parts is read: `when the partner has bid nil`,
`a side has taken fewer tricks than it bid`, `10 for each heart`. Which of the forms is meant the check decides, and
how likely each sentence is.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import dataclass
from spadesdsl.repair.bundled import rules_of, suits_of
from spadesdsl.repair.synonyms import NUMBERS, RANK_WORDS, meant_by
from spadesdsl.repair.text import CARD, replaced
from spadesdsl.syntax.places import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix
    from spadesdsl.repair.text import Words

_NUMBER: Final = rf"\d+|{'|'.join(NUMBERS)}"
_PEOPLE: Final = {
    "player": "player", "seat": "player", "partner": "partner", "side": "side", "team": "side", "opponent": "opponent",
    "member": "member", "dealer": "dealer", "leader": "leader", "bidder": "player",
}  # fmt: skip
_PRONOUNS: Final = {
    "everybody": "every player", "everyone": "every player", "somebody": "some player", "someone": "some player",
    "anybody": "some player", "anyone": "some player", "nobody": "no player", "no one": "no player",
    "you": "", "they": "", "he": "", "she": "", "it": "", "we": "", "that": "", "hand": "",
}  # fmt: skip
_HOW_MANY_OF_THEM: Final = {
    "every": "every", "each": "every", "all": "every", "both": "every", "any": "some", "some": "some", "either": "some",
    "at least one": "some", "one": "some", "no": "no", "neither": "no", "none of": "no",
}  # fmt: skip
_WHO: Final = (
    rf"(?P<seat>[A-Z][a-z]+)|(?P<pronoun>{'|'.join(_PRONOUNS)})|(?:(?P<many>{'|'.join(_HOW_MANY_OF_THEM)}) (?:of )?)?"
    rf"(?:(?:the|an?|your|their|his|its|our|my|other|two) )*(?P<who>{'|'.join(_PEOPLE)})(?P<plural>s)?"
)
_VERBS: Final = {
    "bid": "bids?|bidding|called|calls?|declare[sd]?|contract(?:ed|s)? for",
    "take": "takes?|took|taken|wins?|won|makes?|made|gets?|got|captures?d?|scored",
    "hold": "holds?|held|holding|have|has|had|having|own|owns",
    "pass": "pass(?:es|ed)?",
}
_VERB: Final = "|".join(f"(?P<{name}>{verb})" for name, verb in _VERBS.items())
_HELPERS: Final = (
    r"(?:(?:have|has|had|did|do|does|is|are|was|were|will|must|should|shall|already|yet|together|all|both|just|"
    r"(?P<not>not|never|n't|cannot|can't|hasn't|haven't|didn't|doesn't)) )*"
)
_COMPARISONS: Final = {
    "at least": ">=", "no fewer than": ">=", "no less than": ">=", "a minimum of": ">=", "at most": "<=",
    "no more than": "<=", "not more than": "<=", "up to": "<=", "a maximum of": "<=", "more than": ">", "over": ">",
    "fewer than": "<", "less than": "<", "under": "<", "exactly": "=", "precisely": "=", "only": "=", "just": "=",
}  # fmt: skip
_COUNT: Final = (
    rf"(?:(?P<compared>{'|'.join(_COMPARISONS)}) )?(?P<number>{_NUMBER}|no|none|all|every)"
    r"(?: or (?:(?P<more>more|better|higher|over)|(?P<fewer>fewer|less|lower|under)))?"
)
_THAN: Final = (
    r"(?P<than>fewer|less|more|as many|exactly as many|exactly what|what|exactly)(?: tricks?)?(?: (?:than|as))?"
    r"(?: (?:it|they|you|he|she|the side|its|their))?(?: (?:has|have))? ?(?:bid|contract|contracted|bids)"
)
_OF_WHAT: Final = (
    r"(?: (?:of )?(?:the )?(?P<thing>[a-z]+|(?:10|[2-9TJQKA])[A-Z]))?"
    r"(?: (?:cards?|tricks?|points?|in hand|between them|each))*"
)
_CONDITION: Final = re.compile(
    rf"(?<![\w.])(?:(?:{_WHO}) )?{_HELPERS}(?:{_VERB})"
    rf"(?: (?:{_THAN})|(?: (?:the|an?))?(?: (?:{_COUNT}))?{_OF_WHAT})(?![\w.])"
)
_AMOUNT: Final = re.compile(
    rf"(?P<minus>minus |- ?|lose |a penalty of |penalty )?(?P<number>{_NUMBER})(?: points?)?(?: off)? "
    r"(?:for|per|a)(?: (?P<each>each|every))?(?: (?:the|an?|all|all the|taking|winning|capturing|making))* "
    r"(?P<thing>[a-z]+(?: of [a-z]+)?|(?:10|[2-9TJQKA])[A-Z])(?P<rest>(?: [a-z]+)*)"
)
_BEGINS: Final = re.compile(r".*(?:\b(?:when|if|case|until|where|and|or|then|unless)\b|[:=(])\s*")
_ENDS: Final = re.compile(r"[:\"{}()#\n,]|\b(?:then|else)\b")
_BID_NEXT: Final = frozenset(("phase", "round"))


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a sentence that is English, and where it is."""

    text: str
    start: int
    section: str


def in_english(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose conditions and amounts of the language for what English says at a place."""
    source = words.source
    part = _part_at(finding, words)
    for pattern, forms in ((_AMOUNT, _amounts), (_CONDITION, _conditions)):
        for one in pattern.finditer(part.text):
            for text in forms(one, part, source.text):
                # After a card there are as many spaces as its words had letters.
                said = source.text[part.start + one.start() : part.start + len(part.text)]
                said = said[: len(said) - len(part.text[one.end() :].lstrip())].rstrip()
                start = part.start + one.start()
                cause = f"In this language `{said}` is written `{text}`."
                yield replaced(source, start, start + len(said), text, cause, f"write `{text}`")


def _part_at(finding: Diagnostic, words: Words) -> _Part:
    """Return the part of the line around a finding, from what begins a condition or an amount to what ends it."""
    text, at = words.source.text, finding.span.start
    start, end = words.line_around(at)
    before = _BEGINS.match(text, start, min(at + 1, end))
    begin = before.end() if before is not None else start
    stop = _ENDS.search(text, max(begin, at), end)
    part = text[begin : stop.start() if stop is not None else end]
    part = re.sub(rf"\b(?:the )?({'|'.join(RANK_WORDS)}) of ([a-z])[a-z]+\b", _as_card, part)
    if len(part) != (stop.start() if stop is not None else end) - begin:
        part = text[begin : stop.start() if stop is not None else end]
    return _Part(part, begin, place_of(words.source, at).section)


def _as_card(found: re.Match[str]) -> str:
    """Write a card as the language does, as long as it was."""
    return f"{RANK_WORDS[found[1]]}{found[2].upper()}".ljust(len(found[0]))


def _conditions(found: re.Match[str], part: _Part, text: str) -> Iterator[str]:
    """Yield what a condition may be written as."""
    for owner, what in product(list(_owners(found, part.section)), list(_done(found, part, text))):
        if owner.startswith("some member") and not what.startswith("bid"):
            continue
        said = owner.format(what)
        yield f"not {said}" if found["not"] and not said.startswith("no ") and "!=" not in said else said


def _owners(found: re.Match[str], section: str) -> Iterator[str]:
    """Yield how the one who did something is written, with a place for what that was."""
    if found["pronoun"]:
        many = _PRONOUNS[found["pronoun"]]
        yield f"{many} has {{}}" if many else "{}"
        return
    if found["seat"]:
        yield f"{found['seat']}.{{}}"
    who = _PEOPLE.get(found["who"] or "", "")
    many = _HOW_MANY_OF_THEM.get(found["many"] or "", "")
    if many and who in ("partner", "side"):
        who = "member" if who == "partner" else "team"
    if many:
        yield f"{many} {who} has {{}}"
    elif found["plural"] and who == "partner":
        yield "side.{}"
        yield "every member has {}"
    elif who in ("opponent", "member"):
        yield f"{'every' if found['plural'] else 'some'} {who} has {{}}"
    else:
        if who and who != "player" and (who != "side" or section not in ("scoring", "ending")):
            yield f"{who}.{{}}"
        if section == "scoring" and who in ("partner", "player"):
            yield "some member has {}"
        if who in ("", "player") or section in ("scoring", "ending"):
            yield "{}"


def _done(found: re.Match[str], part: _Part, text: str) -> Iterator[str]:
    """Yield what somebody did, by the verb and its parts."""
    thing, number = found["thing"] or "", found["number"]
    compared = _compared(found, part)
    suit = thing if thing in suits_of(text) else f"{thing}s" if f"{thing}s" in suits_of(text) else ""
    bids = {name for kind, name in rules_of(text) if kind == "bid"}
    is_side = _PEOPLE.get(found["who"] or "") == "side"
    is_held = bool(found["hold"]) and part.section not in ("scoring", "ending") and not is_side
    if found["than"]:
        sign = {"fewer": "<", "less": "<", "more": ">"}.get(found["than"], "=")
        yield f"taken {sign} contract"
    elif found["pass"]:
        yield "bid is pass"
    elif found["bid"] and thing in bids and not number:
        yield f"bid is {thing}"
    elif CARD.fullmatch(thing):
        yield f"{'hand' if is_held else 'cards_won'} includes {thing}"
    elif suit and number:
        compared = compared if found["compared"] or found["fewer"] else f">= {compared.split()[-1]}"
        yield f"count of {'hand' if is_held else 'cards_won'} in {suit} {compared if compared[-2:] != ' 0' else '= 0'}"
    elif number and part.section in _BID_NEXT and thing in _COUNTED:
        yield f"contract {compared}"
    elif number and thing in _COUNTED and number in ("all", "every"):
        yield "every opponent has taken = 0"
    elif number and found["bid"] and thing in _COUNTED:
        yield f"contract {compared}"
    elif number and thing in _COUNTED:
        yield f"score {compared}" if "point" in found[0] or part.section == "ending" else f"taken {compared}"


_COUNTED: Final = ("", "trick", "tricks", "point", "points", "book", "books")


def _compared(found: re.Match[str], part: _Part) -> str:
    """Return how a number is compared."""
    number = found["number"] or "1"
    sign = _COMPARISONS.get(found["compared"] or "", ">=" if part.section in (*_BID_NEXT, "ending") else "=")
    many = (
        _PRONOUNS.get(found["pronoun"] or "", "").startswith("no ")
        or _HOW_MANY_OF_THEM.get(found["many"] or "") == "no"
    )
    if many and not found["compared"]:
        sign = "="
    if found["not"] and not found["compared"]:
        sign = "!="
    sign = ">=" if found["more"] else "<=" if found["fewer"] else sign
    return f"{sign} {'0' if number in ('no', 'none') else meant_by(f'‹{number}›')}"


def _amounts(found: re.Match[str], _part: _Part, text: str) -> Iterator[str]:
    """Yield what an amount for something may be written as."""
    number = meant_by(f"‹{found['number']}›")
    number = f"-{number}" if found["minus"] else number
    thing, rest = found["thing"], f"{found['thing']}{found['rest']}"
    suit = next((one for one in suits_of(text) if one.rstrip("s") == thing.rstrip("s")), "")
    rank = RANK_WORDS.get(thing.removesuffix("s"))
    if CARD.fullmatch(thing):
        yield f"if cards_won includes {thing} then {number} else 0"
    elif re.match(r"last trick\b", rest):
        yield f"if last_trick.winner in members then {number} else 0"
    elif re.match(r"(?:contract|bid)\b", rest) and " for " in found[0] and not found["each"]:
        yield f"if taken >= contract then {number} else 0"
    elif suit:
        yield f"{number} * count of cards_won in {suit}"
    elif rank:
        yield f"{number} * count of (cards_won where card.rank is {rank})"
    elif thing.startswith(("overtrick", "extra")) or re.match(r"tricks? (?:over|above|beyond|past|more)\b", rest):
        yield f"{number} * extra"
    elif re.match(r"tricks? (?:short|under|missing|down|below)\b|undertrick", rest):
        yield f"{number} * (contract - taken)"
    elif re.match(r"tricks? (?:bid|contracted|called)\b", rest):
        yield f"{number} * contract"
    elif re.match(r"tricks?\b", rest) and (found["each"] or " per " in found[0]):
        yield f"{number} * taken"
