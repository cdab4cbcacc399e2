"""What the mistakes of the fixtures were meant as: for each, the lines that its hint leads to, written down by people.

`tests/data/errors/meant.txt` has a part for each finding whose hint prescribes something:

    === check/rank_as_condition.spades 4 E303
    @ 4
    -    must high: card.rank is A or K
    +    must high: card.rank is A or card.rank is K

`@ 4` is the line of the file, `-` what goes there, and `+` what comes in its place.
`python -m tests.mistakes.meant` adds the fixes that are printed now. Read what is new: is it what was meant?
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import Severity
from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load_draft
from spadesdsl.proofs.prove import prove
from spadesdsl.source import Source

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.loader import Loaded

FOLDER = Path(__file__).parent.parent / "data" / "errors"
MEANT = FOLDER / "meant.txt"
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Meant:
    """What one finding of a fixture was meant as."""

    file: str
    line: int
    code: str
    nth: int
    """Which of the findings with this code on this line."""
    edits: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]
    """From which line on which lines go, and which come in their place."""

    @property
    def title(self) -> str:
        """Return the head of its part."""
        return f"{self.file} {self.line} {self.code}" + (f" {self.nth}" if self.nth > 1 else "")

    def applied(self, text: str) -> str:
        """Return the text of the fixture with the lines that were meant."""
        lines = text.split("\n")
        for at, old, new in reversed(self.edits):
            assert tuple(lines[at - 1 : at - 1 + len(old)]) == old, self.title
            lines[at - 1 : at - 1 + len(old)] = new
        return "\n".join(lines)

    def shown(self) -> str:
        """Write its part."""
        parts = [f"=== {self.title}\n"]
        for at, old, new in self.edits:
            parts.append(f"@ {at}\n")
            parts.extend(f"-{line}\n" for line in old)
            parts.extend(f"+{line}\n" for line in new)
        return "".join(parts)


def fixtures() -> list[str]:
    """Return all fixtures, by folder and name."""
    return sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*.spades"))


def text_of(file: str) -> str:
    """Read a fixture."""
    with (FOLDER / file).open(encoding="utf-8", newline="") as opened:
        return opened.read()


@cache
def loaded_of(file: str, text: str, *, has_fixes: bool) -> Loaded:
    """Return a text in the place of a fixture, checked."""
    return load_draft(Source(file, text), (FOLDER / file).parent, has_fixes=has_fixes)


@cache
def findings_of(file: str, text: str, *, has_fixes: bool = True) -> tuple[Diagnostic, ...]:
    """Return what is found in a text in the place of a fixture, by the check, the examples and the proofs."""
    loaded = loaded_of(file, text, has_fixes=has_fixes)
    found = [one for one in loaded.diagnostics if one.severity is not Severity.OPEN]
    if loaded.variant is not None and file.startswith("examples/"):
        found += [failure for result in run_examples(loaded) for failure in result.failures]
    if loaded.variant is not None and file.startswith("proofs/"):
        found += prove(loaded).findings
    return tuple(found)


def numbered(file: str) -> dict[str, Diagnostic]:
    """Return the findings of a fixture by the heads of their parts."""
    found: dict[str, Diagnostic] = {}
    for one in findings_of(file, text_of(file)):
        nth = 1
        while (title := Meant(file, one.span.line, one.code, nth, ()).title) in found:
            nth += 1
        found[title] = one
    return found


@cache
def meant() -> dict[str, Meant]:
    """Read what was meant."""
    parts = MEANT.read_text(encoding="utf-8").split("=== ")[1:] if MEANT.exists() else []
    read = [_part(part) for part in parts]
    return {one.title: one for one in read}


def _part(part: str) -> Meant:
    title, *lines = part.rstrip("\n").split("\n")
    file, line, code, *nth = title.split(" ")
    edits: list[tuple[int, list[str], list[str]]] = []
    for one in lines:
        if one.startswith("@"):
            edits.append((int(one[1:]), [], []))
        else:
            edits[-1][1 if one[:1] == "-" else 2].append(one[1:])
    made = tuple((at, tuple(old), tuple(new)) for at, old, new in edits)
    return Meant(file, int(line), code, int(nth[0]) if nth else 1, made)


def of_fix(title: str, finding: Diagnostic) -> Meant:
    """Return what the printed fix of a finding means."""
    file = title.split(" ")[0]
    text = text_of(file)
    assert finding.fix is not None
    old, new = text.split("\n"), finding.fix.applied(text).split("\n")
    edits = tuple(
        (start + 1, tuple(old[start:end]), tuple(new[begin:stop]))
        for tag, start, end, begin, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if tag != "equal"
    )
    found = _part(title)
    return Meant(found.file, found.line, found.code, found.nth, edits)


def prescribes(finding: Diagnostic) -> bool:
    """Tell whether a finding says what to write: with a fix, or with code in its hint."""
    return finding.fix is not None or CODE.search(finding.hint) is not None


def main() -> None:
    """Add the fixes that are printed now."""
    kept = dict(meant())
    for file in fixtures():
        for title, finding in numbered(file).items():
            if title not in kept and finding.fix is not None:
                kept[title] = of_fix(title, finding)
    MEANT.write_text("".join(kept[title].shown() for title in sorted(kept)), encoding="utf-8")


if __name__ == "__main__":
    main()
