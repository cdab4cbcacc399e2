"""The phrases that the sentences of the shipped files are made of: their conditions, their amounts and other pieces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from spadesdsl.repair.likely import shipped_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["condition", "amount", "by", "lead", "dealer", "sentence", "outside"]
"""What a phrase says: a condition, an amount, who is asked, who leads, who deals; all that a short sentence does; or
what is written outside of the sections."""


_PIECE: Final = re.compile(
    r"\b(when|by|case|if|until)\s+(.+?)(?=\s*(?::|[{}]|$|\b(?:when|by|case|until|during|stopping|final|any time|"
    r"at once|before looking|before each|after each|above|below|instead of|then|otherwise)\b))"
)
_AFTER_COLON: Final = re.compile(r":\s+(.+?)\s*(?:\}|\bcase\b|\botherwise\b|$)")
_CASE: Final = re.compile(r"(?:\bcase [^:]+|\botherwise):\s+(.+?)(?=\s*(?:\}|\bcase\b|\botherwise\b|$))")
_LET: Final = re.compile(r"(?:replace )?let [^=]+ = (.+)")
_CHOSEN: Final = re.compile(r"if (.+?) then (.+?) else (.+)")
_OF_SOME: Final = re.compile(r"(?:some|every|no) \w+(?: \w+ in \w+)? has (.+)|not \(?(.+?)\)?$")
_IS_CONDITION: Final = re.compile(r"[<>=]| is | in |^(?:not|some|every|no) ")
_CONTENTS: Final[dict[str, Kind]] = {
    "must": "condition", "beats": "condition", "score": "amount", "tally": "amount", "contract": "amount",
    "lead": "lead", "dealer": "dealer", "trick": "amount", "trumps": "amount",
}  # fmt: skip
_OF_SENTENCES: Final = frozenset(("table", "deck", "phase", "play", "ending"))
_SENTENCES: Final = frozenset(("lead", "dealer", "tie", "best", "teams", "trumps"))
"""What short sentences begin with that say one thing."""
_OF_EXAMPLES: Final = frozenset(("note", "source", "about", "given", "expect", "bids", "plays", "set", "tricks"))


def phrases() -> Iterator[tuple[Kind, str, str]]:
    """Yield the conditions, amounts and other pieces of the shipped sentences, and in which section each is."""
    for section, keyword, whole in shipped_sentences():
        if section not in ("file", "example") and keyword not in _OF_EXAMPLES:
            for kind, text in _pieces(section, keyword, whole):
                yield kind, text.strip(" ,"), section


def _pieces(section: str, keyword: str, whole: str) -> Iterator[tuple[Kind, str]]:
    """Yield the pieces of a sentence, and the parts of each."""
    text = re.sub(r'"[^"]*"', "", whole)
    if section in _OF_SENTENCES and keyword in _SENTENCES:
        yield "sentence", text.removeprefix("replace ")
    for word, said in _PIECE.findall(text):
        yield from (("by", said),) if word == "by" else _conditions(said)
    content, kind = _AFTER_COLON.search(text), _CONTENTS.get(keyword)
    if content is not None and kind is not None:
        said = content[1].partition(",")[0].removeprefix("add ") if keyword == "tally" else content[1]
        yield from _parts(kind, said)
    for said in _CASE.findall(text):
        yield from _parts("amount", said)
    let = _LET.match(text)
    if let is not None:
        is_condition = _IS_CONDITION.search(let[1]) and not let[1].startswith("if ")
        yield from _parts("condition" if is_condition else "amount", let[1])


def _parts(kind: Kind, said: str) -> Iterator[tuple[Kind, str]]:
    if kind == "condition":
        yield from _conditions(said)
        return
    yield kind, said
    chosen = _CHOSEN.fullmatch(said) if kind == "amount" else None
    if chosen is not None:
        yield from _conditions(chosen[1])
        yield from (("amount", one) for one in chosen.groups()[1:])


def _conditions(said: str) -> Iterator[tuple[Kind, str]]:
    for part in dict.fromkeys((said, *re.split(r" and | or ", said))):
        yield "condition", part
        inner = _OF_SOME.fullmatch(part)
        if inner is not None:
            yield "condition", inner[inner.lastindex or 1]
    for part in re.findall(r"\bwhere ([^()]+)\)", said):
        yield "condition", part
