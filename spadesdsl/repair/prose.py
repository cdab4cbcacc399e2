"""Read a rule that is said as people say it: `the last trick is worth 10`, `a side at -200 loses`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import counted, declared, rules_of, suits_of, with_parents
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.words import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Read(Protocol):
        """Reads a condition or an amount in English."""

        def __call__(self, said: str, /, *, is_condition: bool) -> list[str]:
            """Return what it may be."""


_NUMBER: Final = rf"-?\d+|{'|'.join(NUMBERS)}"
_WORTH: Final = re.compile(
    rf"(?P<what>.+?),? (?:(?:is|are|be) worth|scores?|gets?|pays?|earns?|brings?|(?P<cost>costs?|loses?))(?: you)? "
    rf"(?P<number>{_NUMBER})(?: points?| pts)?(?P<each> each| apiece)?"
)
_FOR: Final = re.compile(
    rf"(?P<number>{_NUMBER})(?: points?| pts)? (?P<cost>off )?for (?P<what>.+?)(?P<each> each| apiece)?"
)
_ONE: Final = re.compile(r"(?:(?P<each>each|every|any|per) |(?:the|an?|taking|winning|making|being|of) )+")
_OF_DEALS: Final = re.compile(rf"(?:.* )?(?P<number>{_NUMBER}) (?:deals|hands|rounds|games)\b.*")
_ENDS: Final = re.compile(
    r"(?:(?:the|an?|any|first|side|team|player|who\w*|that|gets|falls|is) )*(?P<what>.+?) "
    r"(?P<verb>win|lose)s?(?: the (?:game|match))?"
)
_AT: Final = re.compile(
    rf"(?:(?:minus|at|to|of|on|with|reaching|reaches|below|under|past) )*(?P<number>{_NUMBER})(?: points?)?"
)
_NO_CARD: Final = re.compile(
    r"no (?P<suit>[a-z]+)(?: (?:can|may|is|are|to))?(?: be)?(?: (?P<verb>led|played|lead))?"
    r"(?: (?:on|in|during|until|before|at))? (?P<when>.+)"
)


def in_prose(said: str, section: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the sentences of the language that a rule in prose may be.

    Args:
        said: The rule, without a sign at its end.
        section: The table of sentences of its section.
        text: The file.
        whole: Reads a condition in English.
    """
    said = said.strip(" .")
    if section == "scoring":
        yield from _lines(said, text, whole)
    elif section == "ending":
        yield from _endings(said, text, whole)
    elif section == "play" and (found := _NO_CARD.fullmatch(said)) is not None:
        suit = next((one for one in suits_of(text) if one.rstrip("s") == found["suit"].rstrip("s")), "")
        for when in whole(found["when"], is_condition=True) if suit else ():
            leading = "leading and " if found["verb"] in ("led", "lead") else ""
            yield f"must our_rule when {leading}{when}: card not in {suit}"


def _lines(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the lines of the sheet that a text may say."""
    for found in (one for pattern in (_WORTH, _FOR) if (one := pattern.fullmatch(said)) is not None):
        number = meant_by(f"‹{found['number']}›")
        number = f"-{number}" if found["cost"] and number[0] != "-" else number
        head = _ONE.match(found["what"])
        what = found["what"][head.end() :] if head is not None else found["what"]
        of = next((amount for name, amount in counted(text).items() if name.rstrip("s") == what.rstrip("s")), "")
        if found["each"] or of or (head is not None and head["each"]):
            thing = of or ("extra" if re.match(r"(?:over|extra)", what) else "")
            line = re.compile(rf"\bscore (\w+): -?\d+ \* {thing}\b")
            own = next((one[1] for parent in with_parents(text) if (one := line.search(parent)) is not None), "")
            yield from (f"replace score {own}: {number} * {thing}",) if thing and own else ()
        else:
            told = (one for one in whole(what, is_condition=True) if " " in one or one in declared(text))
            yield from (f"score our_line when {when}: {number}" for when in told)


def _endings(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the endings that a text may say."""
    deals = _OF_DEALS.fullmatch(said)
    wins = [name for kind, name in rules_of(text) if kind == "win"]
    if deals is not None:
        number = deals["number"]
        when = f"when deal >= {meant_by(f'‹{number}›')}"
        yield f"replace win {wins[0]} {when}" if len(wins) == 1 else f"win our_end {when}"
    elif (found := _ENDS.fullmatch(said)) is not None:
        at, verb = _AT.fullmatch(found["what"]), found["verb"]
        if at is not None:
            amount, is_win = meant_by(f"‹{at['number']}›").lstrip("-"), verb == "win"
            yield f"{verb} our_end when score {'>=' if is_win else '<='} {'' if is_win else '-'}{amount}"
        else:
            yield from (f"{verb} our_end when {when}" for when in whole(found["what"], is_condition=True))
