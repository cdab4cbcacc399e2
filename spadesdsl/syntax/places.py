"""What belongs in a place of a sentence, with examples: for a word that nobody can read there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from spadesdsl.frozen import Frozen
from spadesdsl.source import Source
from spadesdsl.syntax.sentences import (
    FORMS,
    SENTENCES,
    STARTS,
    Content,
    Form,
    Naming,
    Piece,
    form_of,
    section_form,
    what_begins,
)
from spadesdsl.syntax.wordlist import EXAMPLE_LINES

_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}\n]|[A-Za-z_][A-Za-z0-9_]*|[^\sA-Za-z_{}"#]+')
_EDITS = ("replace", "drop")
NAMING = frozenset(form.keyword for form in FORMS if form.naming is Naming.NAME)
"""Keywords after which comes a name of the author's own."""
_NAMED = re.compile(r"[ \t]+[a-z]\w*[ \t]*(?::|=(?!=)|\b(?:when|during|by)\b)")
"""What comes after a keyword that begins a sentence in the middle of a line."""


class Place(Frozen):
    """Where in a sentence a word is."""

    section: str
    """Which rows of the table of sentences the block takes that it is in; empty for another block."""
    keyword: str
    start: int
    """Where the sentence begins."""
    sentence: str
    """The sentence up to the word, without texts and remarks."""
    block: str = ""
    """The word that begins the block, as in `score` and `example`."""


def place_of(source: Source, at: int) -> Place:
    """Return the place of an offset in its sentence."""
    starts, found = _sentences(source.text)
    number = bisect_left(starts, at) - 1
    section, keyword, start, block = found[number] if number >= 0 else ("file", "", 0, "")
    text = re.sub(r'"(?:\\.|[^"\\\n])*"?|#[^\n]*', " ", source.text[start:at]) if keyword else ""
    return Place(section, keyword, start, text, block)


@lru_cache(maxsize=8)
def _sentences(text: str) -> tuple[tuple[int, ...], tuple[tuple[str, str, int, str], ...]]:
    """Return from where on a text is in which section, sentence and block; and where that sentence begins."""
    blocks: list[str] = []
    starts: list[int] = []
    found: list[tuple[str, str, int, str]] = []
    start = keyword_at = 0
    keyword = ""
    is_first = True
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word == "\n":
            is_first = True
            continue
        if word[0] in '"#':
            continue
        if word in "{}":
            blocks[len(blocks) - (word == "}") :] = [keyword] if word == "{" else []
            keyword, is_first = "", True
        else:
            is_edited = word in STARTS and keyword in _EDITS and keyword_at + len(keyword) + 1 >= token.start()
            is_named = word in NAMING and keyword not in _EDITS and _NAMED.match(text, token.end()) is not None
            is_call = text[token.end() : token.end() + 1] == "("  # `tricks(4)` is a bid
            if (is_first and ((word in STARTS and not is_call) or not keyword)) or is_edited or is_named:
                start = start if is_edited and not is_first else token.start()
                keyword, keyword_at = word, token.start()
            elif not is_first:
                continue
            is_first = False
        starts.append(token.start())
        found.append((_section(blocks), keyword, start, blocks[-1] if blocks else ""))
    return tuple(starts), tuple(found)


def sentences_of(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield section, keyword and words of each sentence of a text, without remarks, on one line."""
    _, found = _sentences(text)
    begins = [(one[2], one[0], one[1]) for one in found if one[1]]
    for (start, section, keyword), stop in zip(begins, (*(one[0] for one in begins[1:]), len(text)), strict=True):
        if text[start:stop].rstrip().endswith("{") and keyword in EXAMPLE_LINES:
            stop = text.find("\n", start)  # what a side has is part of its sentence
        written = re.sub(r'("(?:\\.|[^"\\\n])*")|#[^\n]*', lambda one: one[1] or "", text[start:stop])
        whole = " ".join(written.split())
        yield section, keyword, whole if whole.count("{") == whole.count("}") else whole.rstrip(" {}")


def _section(blocks: list[str]) -> str:
    """Return the table of the innermost block."""
    inner = list(islice((one for one in reversed(blocks) if one not in ("on", *_EDITS)), 2))
    if len(inner) <= 1:
        return "file"
    if (form := section_form(inner[0])) is not None:
        return form.sentences
    return inner[0] if inner[0] in SENTENCES else ""


def belongs_here(source: Source, at: int) -> str:
    """Say what belongs in a place, with examples; empty if it is no sentence that we know."""
    place = place_of(source, at)
    form = form_of(place.section, place.keyword) if place.section else None
    if form is None and place.block == "score":
        return "such as `case taken = 13: 100` or `otherwise: 0`"
    if form is None:
        is_known = place.section in ("example", "") or place.keyword == "set"
        return _EXAMPLE_LINE.get(place.keyword, "") if is_known else ""
    text = re.sub(r"\([^()]*\)", "", place.sentence)
    words = text.split()
    if "(" in text and form.takes_parameters:
        return "such as `(n from 1 to 13)`"
    if form.content is Content.SIDES and "after" in words:
        return "such as `declarer with partner, others together`, or `declarer with nobody, others together`"
    if form.declares or form.content in (Content.SIDES, Content.LAST_WORD):
        return f"such as `{form.example}`"
    if form.content is Content.OPTION:
        return "the first value comes after `=`, then its range or list: `= 10 from 5 to 20`, `= 100 of 50, 100, 200`"
    if form.content is Content.BIDS:
        return f"such as `{form.example}`, and after `:` its bids, if it does not have all"
    if form.content.sign.strip() and form.content.sign.strip() in (
        text if form.content.sign == ":" else re.sub(r"[<>!]=", "", text)
    ):
        what, examples = _said(form, place.section)
        return f"after `{form.content.sign.strip()}` {_VERB.get(form.content, 'comes')} {what}, as in {examples}"
    clause = next((word for word in reversed(words) if word in ("when", "by")), "")
    if clause == "when":
        return f"after `when` comes a condition, as in {_CONDITIONS.get(place.section, '`deal = 1`')}"
    if clause == "by":
        return "after `by` comes who does it: `by each player from left of dealer`, `by dealer`, `by player`"
    return f"such as `{form.example}`"


def written_like(section: str, keyword: str) -> str:
    """Say how a sentence of a section is written: all of it, and what comes in its parts."""
    form = form_of(section, keyword)
    if form is None or form.declares or form.content in (Content.SIDES, Content.LAST_WORD):
        return f"it is written like `{form.example}`" if form is not None else ""
    name = {Naming.NAME: " NAME", Naming.WORD: f" {form.words[-1]}" if form.words else ""}.get(form.naming, "")
    when = " when …" if Piece.WHEN in form.pieces else ""
    sign = form.content.sign if form.needs_content else ""
    told = [f"after `when` comes a condition, as in {_CONDITIONS[section]}"] if when and section in _CONDITIONS else []
    if sign:
        told.append(
            "after `{}` {} {}, as in {}".format(sign.strip(), _VERB.get(form.content, "comes"), *_said(form, section))
        )
    return f"it is written `{keyword}{name}{when}{sign and f'{sign} …'}`: {'; '.join(told)}"


_CONDITIONS = {
    "play": "`leading`, `trick_number = 1`, `hand includes 2C` or `count of hand in led.suit = 0`",
    "phase": "`behind >= 100`, `partner did bid`, `every player did bid` or `hand includes AS`",
    "round": "`behind >= 100` or `partner did bid`",
    "scoring": "`taken >= contract`, `cards_won includes QS` or `last_trick.winner in members`",
    "bid": "`taken >= contract`, `behind >= 100` or `cards_won includes QS`",
    "ending": "`score >= 500`, `deal >= 10` or `some opponent has score < 0`",
    "deck": "`card in clubs`",
}
"""What a condition is like in a section."""
_SAYS = {
    ("lead", "play"): ("a player", "`last_trick.winner`, `left of dealer` or `holder of 2C`"),
    ("dealer", "phase"): ("a player", "`left of dealer` or `random of players`"),
    ("trick", "play"): (
        "which cards can win, the best kind first",
        "`highest of trick in trumps, else highest of trick in led.suit`",
    ),
    ("must", "play"): (
        "what is true of a card that may be played",
        "`card in led.suit`, `card not in trumps`, `card beats trick.best`",
    ),
    ("must", "bid"): ("what is true of a card that may be played", "`card in led.suit` or `card not in trumps`"),
    ("must", "phase"): ("what is true once the bid is made", "`contract >= 2` or `side.contract >= 4`"),
    ("control", "play"): ("who plays for whom", "`partner plays for player`"),
}
"""What some sentences say after their sign, and how."""
_VERB = dict.fromkeys((Content.GIVE, Content.TALLY, Content.RANKS), "come")
_CONTENTS = {
    Content.SCORE: (
        "what the line gives",
        "`50`, `10 * contract`, `-1 * count of cards_won in hearts` or `if taken = 0 then 50 else 0`",
    ),
    Content.VALUE: ("an amount or a condition", "`taken - contract` or `taken >= contract`"),
    Content.GIVE: ("cards, and where they go", "`13 from stock to each player` or `3 from hand to partner`"),
    Content.TALLY: ("steps with commas between them", "`add 1 when taken = 13, full at 10`"),
    Content.TRUMPS: ("a suit, or `none`", "`hearts`"),
    Content.RANKS: ("all ranks, high to low", "`A, K, Q, J, 10, 9`"),
    Content.REDEAL: ("the next dealer", "`by dealer` or `by left of dealer as a new deal`"),
    Content.ACTIONS: ("what happens", "`nothing` or `give kitty to player`"),
    Content.WORD: ("one of its words", "`play on` or `shared`"),
}
_EXAMPLE_LINE = {
    "set": "after `set` comes an option, and then its value, as in `set target = 300`",
    "given": "such as `given South holds AS KS, trick_number = 5` or `given us { score = 480 }`",
    "bids": "such as `bids us tricks(3), tricks(2); them tricks(4), tricks(3)`",
    "plays": "each card comes after the player who played it, as in `plays West JC, North 4H`",
    "tricks": "such as `tricks West JC 4H 10S KS`",
    "case": "such as `case us take 7: us { score = 52 }`",
    "expect": "such as `expect legal 7H 3D` or `expect South wins the trick`",
    "example": what_begins("example"),
}


def _said(form: Form, section: str) -> tuple[str, str]:
    """Return what a sentence says after its sign, and how."""
    known = _SAYS.get((form.keyword, section)) or _CONTENTS.get(form.content)
    if form.choices:
        return "one of its words", " or ".join(f"`{one}`" for one in form.choices)
    example = form.example.partition(form.content.sign)[2].strip()
    return known or (
        str(form.content).partition(":")[0],
        f"`{(example or form.example).partition(chr(34))[0].strip()}`",
    )
