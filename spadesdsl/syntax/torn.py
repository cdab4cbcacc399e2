"""Sentences that a missing or misspelt word tore apart: what follows it looks like a sentence and is none."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import error
from spadesdsl.syntax.forms import Content, Form, Naming
from spadesdsl.syntax.reader import branches, kind, tokens
from spadesdsl.syntax.sentences import SENTENCES, homes_of, section_form

if TYPE_CHECKING:
    from lark import Token

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Source, Span
    from spadesdsl.syntax.reader import Branch, Reader

_JOINERS = (
    "when", "by", "each", "until", "stopping", "above", "below", "before", "after", "during", "instead", "seen", "face",
    "and", "or", "in", "is", "has", "then", "else", "of", "over", "comparing", "from", "to", "with", "losing", "topped",
    "beats", "includes", "where", "ask", "looking",
)  # fmt: skip


_LOOSE_HINTS = {
    "cards": "leave it out: a number of cards is a number",
    "card": "leave it out: a number of cards is a number",
    "tricks": "leave it out: a number of tricks is a number",
    "points": "leave it out: what a line gives is points",
    "point": "leave it out: what a line gives is points",
    "if": "write `when`",
    "unless": "write `when not …`",
    "every": "write `each`",
    "equals": "write `=`",
    "the": "leave it out",
    "up": "write `face up` without a comma before it",
    "down": "write `face down` without a comma before it",
}


_COMPARISONS = {
    "at least": ">=", "at most": "<=", "more than": ">", "greater than": ">", "less than": "<", "fewer than": "<",
    "no more than": "<=", "not less than": ">=", "equal to": "=",
}  # fmt: skip
_COMPARED = re.compile("|".join(words.replace(" ", r"\s+") for words in _COMPARISONS))


def settled(block: Branch, reader: Reader) -> list[Branch]:
    """Return the sentences of a block without those that a missing word tore apart, which are reported once."""
    kept: list[Branch] = []
    is_torn = False
    if reader.is_full():
        return list(branches(block))
    for part in branches(block):
        word = _unknown_keyword(part)
        span = reader.span(word if word is not None else part)
        if is_torn and not is_first_on_line(reader.source, span.start):
            continue
        if word is not None and is_first_on_line(reader.source, span.start) and _lacks_content(last(kept)) is None:
            # It is told where the section is known; what follows it on its line was meant to belong to it.
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


def _unknown_keyword(tree: Branch) -> Token | None:
    """Return the keyword of a sentence if no section has it."""
    if kind(tree) == "replaced":
        return _unknown_keyword(next(branches(tree)))
    if kind(tree) != "sentence":
        return None
    word = next(tokens(tree))
    return None if homes_of(str(word)) or section_form(str(word)) else word


def loose_word(source: Source, word: str, span: Span, before: Branch | None) -> Diagnostic | None:
    """Explain a word that begins no sentence, nor belongs to the one before it; None if it may be a typo."""
    close = [] if word in _JOINERS else get_close_matches(word, _JOINERS, n=1, cutoff=0.72)
    near = f"did you mean `{close[0]}`?" if close else ""
    sentence = _lacks_content(before)
    if sentence is not None and not near:
        sign = "=" if sentence.startswith("let ") else ":"
        return error(
            "E107",
            span,
            f"`{sentence}` says nothing yet: there is no `{sign}` before `{word}`.",
            f"write `{sign}` before it",
        )
    if is_first_on_line(source, span.start):
        return None
    return error(
        "E106",
        span,
        f"Nothing joins `{word}` to the words before it.",
        _comparison(source, span) or _LOOSE_HINTS.get(word) or near or "is a word missing between them?",
    )


def _comparison(source: Source, span: Span) -> str:
    """Return how an English comparison is written: `at least` as `>=`."""
    found = _COMPARED.match(source.text, span.start)
    return f"write `{_COMPARISONS[' '.join(found[0].split())]}`" if found else ""


def is_first_on_line(source: Source, at: int) -> bool:
    """Tell whether a word stands first on its line, or first in braces."""
    before = source.text[source.text.rfind("\n", 0, at) + 1 : at].rstrip()
    return not before or before[-1] in "{}"


def _lacks_content(before: Branch | None) -> str | None:
    """Return keyword and name of a sentence that should have said something after `:` and did not."""
    if before is None:
        return None
    if kind(before) == "replaced":
        inner = before.children[0]
        before = None if isinstance(inner, str) or kind(inner) != "sentence" else inner
        if before is None:
            return None
    first = next(tokens(before), None)
    if first is None:
        return None
    keyword = str(first)
    kinds = [kind(child) for child in before.children if not isinstance(child, str)]
    if any(one not in _NO_BODY for one in kinds) or not any(_says_something(form) for form in _forms(keyword)):
        return None
    name = next((child for child in before.children if not isinstance(child, str) and kind(child) == "head"), None)
    word = next(tokens(name.children[0]), "") if name is not None and not isinstance(name.children[0], str) else ""
    return f"{keyword} {word}".strip()


_NO_BODY = frozenset(
    (
        "head", "during", "place", "timing", "by_one", "by_each", "by_each_at_once", "looking", "instead_of",
        "for_each", "of_table", "when",
    )
)  # fmt: skip
KEYWORDS = frozenset(form.keyword for forms in SENTENCES.values() for form in forms)


def _forms(keyword: str) -> list[Form]:
    return [form for forms in SENTENCES.values() for form in forms if form.keyword == keyword]


def _says_something(form: Form) -> bool:
    return form.needs_content and form.content is not Content.NOTHING and form.naming is not Naming.VALUES
