"""Which share of small mistakes in the shipped files the validator, the examples or the proofs notice.

A mutant is a shipped file with one thing done to what it wrote itself: a case or a `must` dropped, the two ends of a
range or a comparison turned round, a rank or a card taken out of a list, two neighbouring rules exchanged whose order
is a priority. It is noticed by an error, by an example that fails, or by a finding that the file did not have.
Run it as `python benchmarks/mutants.py [MUTANTS] [SEED]`; what escapes is listed.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spadesdsl.diagnostics import Severity
from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load_text
from spadesdsl.proofs.prove import prove
from spadesdsl.syntax.bodies import Case
from spadesdsl.syntax.nodes import Document, Rule, Section

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS = Path(__file__).resolve().parent.parent / "variants"
RANGE = re.compile(r"from ([\w.]+) to ([\w.]+)")
COMPARISON = re.compile(r" (>=|<=|>|<) ")
TURNED = {">=": "<", "<": ">=", "<=": ">", ">": "<="}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one mistake."""

    file: str
    kind: str
    line: int
    text: str


def nodes_in(thing: object, kind: type) -> Iterator[object]:
    """Give every node of a kind in another, examples left out."""
    if isinstance(thing, kind):
        yield thing
    if isinstance(thing, tuple):
        for one in thing:
            yield from nodes_in(one, kind)
    elif is_dataclass(thing) and type(thing).__name__ not in ("Example", "Span"):
        for one in fields(thing):
            yield from nodes_in(getattr(thing, one.name), kind)


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Make every mutant of a file."""
    text = file.read_text(encoding="utf-8")
    document = load_text(text.encode(), {}).document
    if document is None:
        return

    def without(start: int, end: int) -> str:
        return text[:start] + text[end:]

    rules = [one for one in nodes_in(document.items, Rule) if isinstance(one, Rule)]
    for rule in rules:
        start, end, line = rule.span.start, rule.span.end, rule.span.line
        said = text[start:end]
        if rule.keyword == "must":
            yield Mutant(file.stem, "a must dropped", line, without(start, end))
        if rule.keyword in ("ranks", "remove", "trumps", "suits", "add"):
            for found in list(re.finditer(r", [\w]+", said))[:2]:
                yield Mutant(
                    file.stem, "a card or rank dropped", line, without(start + found.start(), start + found.end())
                )
        if rule.keyword in ("bid", "option"):
            for found in RANGE.finditer(said):
                turned = f"from {found[2]} to {found[1]}"
                yield Mutant(
                    file.stem,
                    "bounds turned",
                    line,
                    text[: start + found.start()] + turned + text[start + found.end() :],
                )
        if rule.keyword in ("score", "let", "win", "lose", "must"):
            sign = COMPARISON.search(said)
            if sign is not None:
                turned = f" {TURNED[sign[1]]} "
                made = text[: start + sign.start()] + turned + text[start + sign.end() :]
                yield Mutant(file.stem, "a comparison turned", line, made)
    for case in nodes_in(document.items, Case):
        assert isinstance(case, Case)
        yield Mutant(file.stem, "a case dropped", case.span.line, without(case.span.start, case.span.end))
    yield from exchanged(file.stem, text, document)


def exchanged(name: str, text: str, document: Document) -> Iterator[Mutant]:
    """Exchange neighbouring rules whose order counts."""
    for section in nodes_in(document.items, Section):
        assert isinstance(section, Section)
        ordered = [one for one in section.items if isinstance(one, Rule) and one.keyword in ("must", "win", "lose")]
        for one, other in pairwise(ordered):
            if one.keyword == other.keyword:
                first, second = one.span, other.span
                made = (
                    text[: first.start]
                    + text[second.start : second.end]
                    + text[first.end : second.start]
                    + text[first.start : first.end]
                    + text[second.end :]
                )
                yield Mutant(name, "two rules exchanged", first.line, made)


def findings_of(text: str) -> set[tuple[str, str]] | None:
    """Return what the proofs find; None where there are errors, or examples that fail."""
    loaded = load_text(text.encode(), {})
    if loaded.variant is None or any(one.severity is Severity.ERROR for one in loaded.diagnostics):
        return None
    if any(example.failures for example in run_examples(loaded)):
        return None
    told = {(one.code, one.message) for one in loaded.diagnostics if one.severity is Severity.WARNING}
    return told | {(one.code, one.message) for one in prove(loaded).findings}


def main() -> None:
    """Try some mutants, spread over the files; print the shares and what escaped."""
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    every = [mutant for file in sorted(VARIANTS.rglob("*.spades")) for mutant in mutants_of(file)]
    tried, caught = Counter[str](), Counter[str]()
    originals: dict[str, set[tuple[str, str]] | None] = {}
    escaped = []
    for mutant in rng.sample(every, min(many, len(every))):
        tried[mutant.kind] += 1
        found = findings_of(mutant.text)
        if found:
            if mutant.file not in originals:
                file = next(VARIANTS.rglob(f"{mutant.file}.spades"))
                originals[mutant.file] = findings_of(file.read_text(encoding="utf-8"))
            found = found - (originals[mutant.file] or set())
        if found is None or found:
            caught[mutant.kind] += 1
            caught["by proofs alone"] += found is not None
        else:
            escaped.append(mutant)
    for kind, count in sorted(tried.items()):
        print(f"{kind:24} {caught[kind]:4} of {count:4}")
    total = sum(tried.values())
    print(f"{'all':24} {total - len(escaped):4} of {total:4}, {caught['by proofs alone']} by proofs or warnings alone")
    print(f"of {len(every)} mutants in all; escaped:")
    for mutant in escaped:
        print(f"  {mutant.file}:{mutant.line} {mutant.kind}")


if __name__ == "__main__":
    main()
