"""Writes the parts of the documents that are made from the program: `python -m docs.generate`.

A made part is between `<!-- made: NAME -->` and `<!-- end -->`. A test checks that all are up to date.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docs import editors, findings, usage
from spadesdsl.check.types import say
from spadesdsl.diagnostics import Diagnostic
from spadesdsl.engine.events import ScoreSheet, SheetLine, SideScore
from spadesdsl.engine.turns import Turn
from spadesdsl.engine.view import View
from spadesdsl.engine.why import Verdict
from spadesdsl.repair.synonyms import shown
from spadesdsl.resources import grammar_text
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.rules.operations import NOUNS as RUNS_OVER
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES, Content, Form, Naming
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, ITEMS, NOUNS, RESERVED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spadesdsl.repair.synonyms import Synonym

DOCS: Final = Path(__file__).resolve().parent
PART: Final = re.compile(r"(?<=<!-- made: )(?P<name>[a-z_]+) -->\n.*?(?=<!-- end -->)", re.DOTALL)
_VALUES: Final = (Turn, View, Verdict, RuleInfo, ScoreSheet, SideScore, SheetLine, Diagnostic)
"""The classes of the values that programs read."""
_FIELD: Final = ("field", "type", "what it is")
_INNER: Final = frozenset({"guess", "holder", "node", "options"})
"""Fields for the program itself."""
_TITLES: Final = {
    "file": "Outside of all sections",
    "phase": "`deal`, `bidding`, `phase`",
    "bid": "Inside a `bid`",
    "round": "Inside a `round`",
}


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Write a table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def counts() -> str:
    """Say how large the language is."""
    rules = len(re.findall(r"^[?_!]*[a-z]\w*:", grammar_text(), re.MULTILINE))
    forms = sum(len(forms) for forms in SENTENCES.values())
    return (
        f"{len(RESERVED)} reserved words; {len(grammar().terminals)} words, set phrases and signs in all; "
        f"a grammar of {rules} rules; {forms} rows in the table of sentences.\n"
    )


def reserved() -> str:
    """List the reserved words."""
    return " ".join(f"`{word}`" for word in sorted(RESERVED)) + "\n"


def sections() -> str:
    """List the sections, and what else is outside them."""
    rows = []
    for form in SECTIONS:
        name = " NAME before PHASE" if form.has_name else ""
        each = f" for each {form.each[0]}" if form.each else ""
        rows.append((f"`{form.keyword}{name}{each} {{ … }}`", form.line))
    rows += [(f"`{keyword}`", line) for keyword, line in ITEMS.items()]
    return table(("written", "what it is"), rows)


def sentences() -> str:
    """List the sentences of each section, and those of many sections only once."""
    every = [form for forms in SENTENCES.values() for form in forms]
    common = [form for form in dict.fromkeys(every) if every.count(form) > 2]
    parts = [f"### In many sections\n\n{_rows(common)}\n"]
    for section, forms in SENTENCES.items():
        own = [form for form in forms if form not in common]
        also = ", ".join(f"`{form.keyword}`" for form in forms if form in common)
        parts.append(f"### {_TITLES.get(section, f'`{section}`')}\n\n{_rows(own) if own else ''}")
        parts.append(f"\nAlso {also}.\n\n" if own and also else f"{also}.\n\n" if also else "\n")
    return "".join(parts).removesuffix("\n")


def _rows(forms: list[Form]) -> str:
    rows = [(f"`{form.keyword}`", form.line, _pieces(form), f"`{form.example}`") for form in forms]
    return table(("keyword", "what it is for", "what it takes, in this order", "for example"), rows)


def _pieces(form: Form) -> str:
    named = " or ".join(f"`{word}`" for word in form.words) or form.naming.value
    pieces = [] if form.naming is Naming.NOTHING else [named]
    if form.takes_parameters:
        pieces.append("`(parameters)`")
    pieces += [str(piece) for piece in form.pieces]
    if form.content is not Content.NOTHING:
        said = " or ".join(f"`{word}`" for word in form.choices) or str(form.content)
        pieces.append(f"{_sign(form)}{said}")
    return "; ".join(pieces)


def _sign(form: Form) -> str:
    """Return the sign before what a sentence says, as in its example."""
    head = form.example.split('"')[0]
    if ": " in head or form.content is Content.BIDS:
        return "`:` "
    return "`=` " if " = " in head else ""


def example_lines() -> str:
    """List the lines of an example."""
    return table(("line", "what it says"), [(f"`{word}`", line) for word, line in EXAMPLE_LINES.items()])


def properties() -> str:
    """List what `x.y` can be."""
    rows = [
        (f"a {kind.value}" if at == 0 or kinds[at - 1] is not kind else "", f"`{word}`", say(entry.type), entry.meaning)
        for at, ((kind, word), entry) in enumerate(PROPERTIES.items())
        for kinds in [[one for one, _ in PROPERTIES]]
    ]
    return table(("of", "written", "is", "meaning"), rows)


def names() -> str:
    """List the names that need no subject."""
    rows = [(f"`{word}`", say(entry.type), entry.meaning) for word, entry in GLOBALS.items() if word != "this_trick"]
    return table(("name", "is", "meaning"), rows)


def nouns() -> str:
    """List what a quantifier runs over."""
    rows = [(f"`some {noun} has …`", f"`{RUNS_OVER[noun][0]}`") for noun in NOUNS]
    return table(("written", "runs over, without `in`"), rows)


def synonyms() -> str:
    """List what people say, and what the language says for it."""
    said: dict[str, list[str]] = {}
    for row in shown():
        written = " or ".join(f"`{_filled(row, text)}`" for text in row.written)
        if written != f"`{row.said}`":
            said.setdefault(written, []).append(row.said)
    rows = [("; ".join(words), written) for written, words in said.items()]
    return table(("you say", "you write"), rows)


def _filled(row: Synonym, text: str) -> str:
    """Return what a row writes, with the words that its own phrase has in the place of its groups."""
    match = row.regex().search(row.said) if "\\" in text else None
    return (match.expand(text) if match else re.sub(r"\\\d", "…", text)).strip()


def rare() -> str:
    """List the words that at most one shipped file uses."""
    found = usage.rare()
    rows = [
        (f"`{word}`", f"`{file}`" if file else "none", usage.REASONS.get(word, "no reason is written"))
        for word, file in found.items()
    ]
    return f"{len(found)} of {len(usage.words())} words, phrases and built-in names:\n\n" + table(
        ("word", "used by", "what only it can say"), rows
    )


def fields() -> str:
    """List what programs can read of the values that they get."""
    return "".join(f"### `{one.__name__}`\n\n{table(_FIELD, _fields(one))}\n" for one in _VALUES)


def _fields(one: type) -> Iterable[tuple[str, str, str]]:
    body = next(node for node in ast.parse(inspect.getsource(one)).body if isinstance(node, ast.ClassDef)).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id not in _INNER:
            said = after.value if isinstance(after, ast.Expr) else None
            words = str(said.value) if isinstance(said, ast.Constant) else ""
            kind = ast.unparse(node.annotation)
            yield f"`{node.target.id}`", f"`{kind}`", " ".join(words.removesuffix(".").split())


MADE: Final[dict[str, Callable[[], str]]] = {
    "counts": counts,
    "reserved": reserved,
    "sections": sections,
    "sentences": sentences,
    "example_lines": example_lines,
    "properties": properties,
    "names": names,
    "nouns": nouns,
    "synonyms": synonyms,
    "rare": rare,
    "findings": findings.page,
    "fields": fields,
}
"""Every made part, by its name in the documents."""


def made(text: str) -> str:
    """Return a document with new made parts."""
    return PART.sub(lambda part: f"{part['name']} -->\n{MADE[part['name']]()}", text)


def pages() -> list[Path]:
    """List the documents that have made parts."""
    return [page for page in sorted(DOCS.glob("*.md")) if PART.search(page.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    findings.SPECIMENS.write_text(findings.specimens_text(), encoding="utf-8")
    for page in pages():
        page.write_text(made(page.read_text(encoding="utf-8")), encoding="utf-8")
    for file, text in editors.files().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
