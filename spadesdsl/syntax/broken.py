"""Broken sentences: after a missing or misspelt word, what follows looks like a sentence and is not one."""

from __future__ import annotations

import re

from spadesdsl.diagnostics import Diagnostic, error, nearest
from spadesdsl.source import Source, Span
from spadesdsl.syntax.building_sentences import unknown_keyword
from spadesdsl.syntax.places import belongs_here, place_of
from spadesdsl.syntax.reader import Reader, kind, tokens
from spadesdsl.syntax.sentences import CASES, KEYWORDS, SECTIONS, Content, Piece, rows_of
from spadesdsl.syntax.tree import Branch
from spadesdsl.syntax.wordlist import ITEMS, RESERVED, THEN_WORDS

_JOINERS = (
    "when", "by", "each", "until", "stopping", "above", "below", "before", "after", "during", "instead", "seen", "face",
    "and", "or", "in", "is", "has", "then", "else", "of", "over", "comparing", "from", "to", "with", "losing", "topped",
    "beats", "includes", "where", "ask", "looking", "final",
)  # fmt: skip


_LOOSE_HINTS = {
    "if": "write `when`",
    "unless": "write `when not …`",
    "every": "write `each`",
    "equals": "write `=`",
    "the": "leave it out",
    "topped": "write `,` before it",
    "face up": "write `face up` without a comma before it",
    "face down": "write `face down` without a comma before it",
}


_ENGLISH = {"number": "the names of the language are one word, as `trick_number` is"}
"""How to write what English says in other words."""
_HAS_CARD = re.compile(r"(?:has|holds|have)\s+(?:the\s+)?((?:10|[2-9TJQKA])[A-Z])\b")
_COMPARISONS = {
    "at least": ">=", "at most": "<=", "more than": ">", "greater than": ">", "less than": "<", "fewer than": "<",
    "no more than": "<=", "not less than": ">=", "equal to": "=",
}  # fmt: skip
_NEAR = 200
"""How many characters before a word are searched: lines are hardly longer, and a file of one line stays fast."""
PIECES = ("when", "during", "instead of", "above", "below", "stopping", "until")
"""Clauses between the name of a sentence and its `:`."""
_MISPLACED = re.compile(rf":\s*({'|'.join(PIECES)})\b")
_RANGE = re.compile(r":\s*((?:(\d+)\s*to|up\s+to|at\s+most)\s*(\d+))(?:\s+cards?)?\s+from\b")
TEXTS = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*')
"""Sentences in quotation marks, and remarks."""
_NAMED = re.compile(r"(?:^|[{}])[ \t]*(?:replace[ \t]+)?\w+[ \t]+(\w+)\s+(\w+)\s+\Z", re.MULTILINE)
"""A sentence up to its third word."""
_ASKED_FOR_BID = re.compile(r"\bdid\s+bid\s+\Z")
_COMPARED = re.compile("|".join(words.replace(" ", r"\s+") for words in _COMPARISONS))


def settled(parts: list[Branch], reader: Reader) -> list[Branch]:
    """Return the sentences of a block without those torn apart by a missing word, which are reported once."""
    kept: list[Branch] = []
    is_torn = False
    if reader.is_full():
        return parts
    for part in parts:
        word = unknown_keyword(part)
        span = reader.span(word if word is not None else part)
        if is_torn and not is_first_on_line(reader.source, span.start):
            continue
        begins = kind(part) == "replaced" or is_first_on_line(reader.source, span.start)
        if word is not None and begins and _lacks_content(last(kept)) is None:
            # It is reported once the section is known; what follows it on its line was meant to belong to it.
            is_torn = True
            kept.append(part)
            continue
        finding = loose_word(reader.source, str(word), span, last(kept)) if word is not None else None
        is_torn = finding is not None
        if finding is None:
            kept.append(part)
            continue
        reader.report(finding.code, finding.span, finding.message, finding.hint)
        if kept:
            kept.pop()
    return kept


def last(kept: list[Branch]) -> Branch | None:
    """Return the sentence before, if there is one."""
    return kept[-1] if kept else None


def loose_word(source: Source, word: str, span: Span, before: Branch | None) -> Diagnostic | None:
    """Explain a word that begins no sentence and is not part of the previous one; None if it may be a typo."""
    if (timed := wrong_time(source, span.start)) is not None:
        return timed
    near = _typo(word)
    unnamed = unnamed_kind(source, span.start) or _no_verb(source, span.start)
    if unnamed is not None:
        return unnamed
    if _ASKED_FOR_BID.search(source.text, max(0, span.start - _NEAR), span.start):
        hint = f"`did bid` asks whether there was a bid; for one of them write `bid is {word}`"
        return error("E106", span, f"Nothing connects `{word}` with the words before it.", hint)
    if (sentence := _lacks_content(before)) is not None and not near:
        sign = "=" if sentence.startswith("let ") else ":"
        message = f"`{sentence}` says nothing yet: there is no `{sign}` before `{word}`."
        return error("E107", span, message, english(source, span.start) or belongs_here(source, span.start))
    if is_first_on_line(source, span.start):
        return None
    named = _NAMED.search(source.text, max(0, span.start - _NEAR), span.start)
    if named is not None and {named[1], named[2]} <= RESERVED:  # `lose below when …`: no rule is called `when`
        message = f"`{named[1]}` is a word of the language and cannot be a name."
        return error("E110", source.span(*named.span(1)), message, "call it something else")
    is_option = place_of(source, span.start).keyword == "option"  # it has no condition, whatever word is written
    last = (source.text[max(0, span.start - _NEAR) : span.start].split() or [""])[-1]
    loose = _LOOSE_HINTS.get(word) or _LOOSE_HINTS.get(f"{last} {word}")
    hint = "" if is_option else _comparison(source, span) or english(source, span.start) or loose or near
    if word == "if" and ":" in place_of(source, span.start).sentence:
        hint = "what the condition is comes before the `:`, after `when`; or write `if … then … else …`"
    hint = hint or belongs_here(source, span.start) or "is a word missing between them?"
    return error("E106", span, f"`{word}` cannot come after `{last}` here.", hint)


def english(source: Source, at: int) -> str:
    """Return how to write what English says in other words; empty if it is something else."""
    if (card := _HAS_CARD.match(source.text, at)) is not None:
        return f"write `hand includes …`, as in `hand includes {card[1]}`"
    word = re.compile(r"\w*").match(source.text, at)
    return _ENGLISH.get(word[0], "") if word is not None else ""


def _typo(word: str) -> str:
    """Return what a word may have been meant as: a joining word that is at most a letter longer or shorter."""
    alike = [joiner for joiner in _JOINERS if abs(len(joiner) - len(word)) <= 1]
    close = None if word in (*_JOINERS, "hand", "bid") or len(word) < _SHORTEST else nearest(word, alike, 0.72)
    return f"did you mean `{close}`?" if close else ""


_SHORTEST = 4
"""Of shorter words nobody can say what they are a slip of."""


def unnamed_kind(source: Source, at: int) -> Diagnostic | None:
    """Explain a `drop` that names a rule and not its kind: the word after it (`at`) was then read as a name."""
    found = _DROPPED.search(source.text, max(0, at - _NEAR), at)
    if found is None or found[1] in _DROPPABLE:
        return None
    message = f"`drop {found[1]}` does not say what kind of rule it takes away."
    hint = f"write its keyword before it, as in `drop must {found[1]}` or `drop score {found[1]}`"
    return error("E106", source.span(*found.span(1)), message, hint)


def _no_verb(source: Source, at: int) -> Diagnostic | None:
    """Explain a line that begins as an edit does, with a verb that is none: `rename must unbroken`."""
    found = _EDITED.search(source.text, source.text.rfind("\n", 0, at) + 1, at)
    if found is None or found[1] in (*KEYWORDS, *_DROPPABLE, "replace", "drop", *BEGIN_PROSE):
        return None
    if found[2] not in KEYWORDS:
        return None
    hint = f"write `replace {found[2]} …` to change a rule, or `drop {found[2]} …` to take it out"
    return error("E111", source.span(*found.span(1)), f"No sentence begins with `{found[1]}`.", hint)


BEGIN_PROSE = (
    "you", "we", "they", "it", "he", "she", "the", "a", "an", "each", "every", "all", "any", "no", "both", "nobody",
    "everyone", "everybody", "players", "player", "partners", "partner", "who", "if", "when", "on", "in",
    "at",
)  # fmt: skip
"""How a rule in prose begins."""


def misplaced_piece(source: Source, at: int) -> Diagnostic | None:
    """Explain a clause such as `when …` after the `:` of its sentence, at the beginning of its contents.

    The word that does not fit is the first of the clause, or a later one on its line.
    """
    line = source.text.rfind("\n", max(0, at - _NEAR), at) + 1 or max(0, at - _NEAR)
    found = _MISPLACED.search(
        TEXTS.sub(lambda text: " " * len(text[0]), source.text[line : at + _NEAR].partition("\n")[0])
    )
    if found is None or line + found.start(1) > at:
        return None
    return behind_colon(source, source.span(line + found.start(1), line + found.end(1)), found[1])


def range_of_cards(source: Source, at: int) -> Diagnostic | None:
    """Explain `0 to 3 from hand`: how many cards is one number."""
    line = source.text.rfind("\n", max(0, at - _NEAR), at) + 1 or max(0, at - _NEAR)
    found = _RANGE.search(source.text, line, source.text.find("\n", at))
    if found is None or at < found.start(1):
        return None
    hint = f"ask for the number first, as in `choose many(n from {found[2] or 0} to {found[3]}) by … : nothing`"
    message = "How many cards is one number here, and not a range."
    return error("E106", source.span(found.start(1), found.end(1)), message, f"{hint}; then say `player.many.n from …`")


def behind_colon(source: Source, span: Span, piece: str) -> Diagnostic:
    """Return the finding about a clause after the `:` of its sentence."""
    keyword = place_of(source, span.start).keyword
    if piece == "when" and all(Piece.WHEN not in row.pieces for row in rows_of(keyword)):
        return error("E106", span, f"`{keyword}` takes no `when …`.", CASES)
    hint = "write it before the `:`; what the rule says comes last"
    return error("E106", span, f"`{piece} …` comes after the `:`.", hint)


def _comparison(source: Source, span: Span) -> str:
    """Return how to write an English comparison: `at least` as `>=`."""
    found = _COMPARED.match(source.text, span.start)
    return f"write `{_COMPARISONS[' '.join(found[0].split())]}`" if found else ""


def is_first_on_line(source: Source, at: int) -> bool:
    """Tell whether a word is the first on its line, or the first in braces."""
    before = source.before(at).rstrip()
    return not before or before[-1] in "{}"


def _lacks_content(before: Branch | None) -> str | None:
    """Return keyword and name of a sentence that should have something after `:` and does not."""
    if before is None:
        return None
    if kind(before) == "replaced":
        inner = before.children[0]
        before = None if isinstance(inner, str) or kind(inner) != "sentence" else inner
        if before is None:
            return None
    if (first := next(tokens(before), None)) is None:
        return None
    keyword = str(first)
    kinds = [kind(child) for child in before.children if not isinstance(child, str)]
    if any(one not in _NO_BODY for one in kinds) or not any(
        form.needs_content and form.content is not Content.NOTHING and not form.declares for form in rows_of(keyword)
    ):
        return None
    name = next(
        (child for child in before.children if not isinstance(child, str) and kind(child) in ("head", "labelled")), None
    )
    word = next(tokens(name.children[0]), "") if name is not None and not isinstance(name.children[0], str) else ""
    return f"{keyword} {word}".strip()


_NO_BODY = frozenset({"head", "labelled"}.union(*(piece.kinds for piece in Piece)))
"""Productions that come before what a sentence says."""
_DROPPED = re.compile(r"\bdrop\s+([a-z_]\w*)\s*(?:\n\s*\w+\s+\w*\s*)?\Z")
_EDITED = re.compile(r"(?:^|[{}])[ \t]*([a-z_]\w*)[ \t]+([a-z_]\w*)[ \t]+\Z", re.MULTILINE)
_DROPPABLE = KEYWORDS | {form.keyword for form in SECTIONS} | frozenset(ITEMS)
"""What can follow `drop`."""


# ---------------------------------------------------------------- the time of a clock

_TIME = re.compile(r"\bclock\s+\w+[^:{}\"]*:(?P<time>[^{}\"\n]*)\Z")
_REST = re.compile(r"[^{}\"\n]*")
_HOUR = re.compile(r"until\s+(?P<hour>\d{1,2})\s*(?::\s*(?P<minutes>\d\d))?\s*(?P<half>am|pm|o'?clock)?\b")
_LIMIT = re.compile(r"(?P<number>[\d.]+)\s*(?P<unit>[smh]?)[a-z]*\s*,?\s*(?:then|else)?\s*(?:the\s+)?(?P<word>\w+)")
_BARE = re.compile(r"(?P<number>\d+)\s*(?P<unit>[smh])[a-z]*\.?")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours"}
_THEN = re.compile(r"then\s+(?:the\s+)?(?P<word>\w+)")
_LETTERS = 60


def wrong_time(source: Source, at: int) -> Diagnostic | None:
    """Return the finding about a word in the time of a clock; None if the word is elsewhere."""
    if (begun := _TIME.search(source.text, max(0, at - 400), at)) is None:
        return None
    written = begun["time"] + _REST.match(source.text, at)[0]  # type: ignore[index]
    words = " ".join(written.split())[:_LETTERS]
    start = begun.start("time") + len(begun["time"]) - len(begun["time"].lstrip())
    span = source.span(start, max(start + len(written.strip()), at + 1))
    return error("E106", span, f"This is not a time that a clock can have: `{words}`.", _mend(words))


def _mend(words: str) -> str:
    if (hour := _HOUR.match(words)) is not None:
        minutes = int(hour["minutes"] or 0)
        number = int(hour["hour"]) + (12 if hour["half"] == "pm" and int(hour["hour"]) < 12 else 0) + minutes / 60
        return f"write `until {number:g}`" if minutes % 15 == 0 else "an hour goes in quarters: `until 22.25`"
    if (limit := _LIMIT.match(words)) is not None and limit["word"] in THEN_WORDS:
        said = "write" if limit["unit"] else "say what is counted:"
        return f"{said} `{limit['number']} {_UNITS[limit['unit'] or 's']}, then {limit['word']}`"
    if (bare := _BARE.fullmatch(words)) is not None:
        return f"write `{bare['number']} {_UNITS[bare['unit']]}`"
    if (chosen := _THEN.search(words)) is not None:
        listed = ", ".join(f"`{word}`" for word in THEN_WORDS)
        known = chosen["word"] in THEN_WORDS
        return f"write `then {chosen['word']}` alone" if known else f"after `then` comes {listed} or `bid …`"
    return "such as `10 seconds, then lowest`, `90 minutes` or `until 22.5`"
