"""Say once, of the sentence that replaces a rule, what no longer holds in the file of the rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Note, Severity
from spadesdsl.frozen import replace
from spadesdsl.repair.desk import saying
from spadesdsl.repair.likely import written_so
from spadesdsl.repair.sections import ends_of_sentence
from spadesdsl.repair.text import words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Source

_REPLACED: Final = re.compile(
    r"(?<!\S)replace ((?:seats|teams|dummy|packs|suits|ranks|add|remove|trumps)\b|"
    r"(?!on\b|example\b)[a-z]+(?: [a-z]\w*)?)"
)
MOST_REPLACED: Final = 8
"""How many sentences that replace a rule are left out one by one."""


def blamed(
    findings: Sequence[Diagnostic], source: Source, check: Callable[[str], tuple[Diagnostic, ...]]
) -> Sequence[Diagnostic]:
    """Tell what is wrong in the parents' files where the sentence is without which it is not.

    Args:
        findings: What is wrong.
        source: The file as it was read.
        check: Checks another text in the file's place.
    """
    errors = [one for one in findings if one.severity is Severity.ERROR and one.span.file != source.name]
    words = words_of(source, findings) if errors else None
    if words is None or any(one.code.startswith("E1") for one in findings):
        return findings
    for found in list(_REPLACED.finditer(source.text))[:MOST_REPLACED]:
        start, end = found.start(), ends_of_sentence(words, found.start() + 1)[-1]
        without = source.text[:start] + re.sub(r"[^\n]", " ", source.text[start:end]) + source.text[end:]
        left = {saying(one) for one in check(without)}
        if not any(saying(one) in left for one in errors):
            first = min(errors, key=lambda one: one.span.line)
            lines = {(one.span.file, one.span.line) for one in errors}
            where = f"`{first.span.file.rpartition('/')[2]}`"
            read = f"line {first.span.line} of {where} no longer holds"
            if len(lines) > 1:
                read = f"{len(lines)} lines no longer hold, such as line {first.span.line} of {where}"
            message = f"With this `{found[1]}`, {read}: {first.message}"
            shown = written_so(source, found.end())
            hint = "give what those lines read, or replace them too"
            if shown is not None and shown[0].startswith(found[1]):
                hint = f"`{shown[1]}` has `{shown[0]}`: {hint}"
            told = replace(
                first,
                span=source.span(start, found.end()),
                message=message,
                hint=hint,
                notes=(Note(first.span, "it is read here"),),
            )
            return [told if one is first else one for one in findings if one is first or one not in errors]
    return findings
