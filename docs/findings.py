"""Writes the page of messages: an index, then for each code its meaning, the fix, and the message you see.

The files are the fixtures of the tests; this module makes those that need more than one small file.
"""

from __future__ import annotations

import json
import re
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from spadesdsl.codes import CODES
from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load
from spadesdsl.proofs.prove import prove
from spadesdsl.report import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Source

ERRORS: Final = Path(__file__).resolve().parent.parent / "tests" / "data" / "errors"
PROVED: Final = ERRORS / "proofs"
"""Files whose findings need proofs."""
SPECIMENS: Final = Path(__file__).resolve().parent.parent / "spadesdsl" / "cli" / "specimens.json"
"""What `spadesdsl explain` shows, with the whole file; made from the same fixtures as the page."""
UNSHOWN: Final = frozenset({"E003"})
"""Codes that depend on the system."""
_GROUPS: Final = (
    ("E0", "Files that cannot be read"),
    ("E1", "How a file is written"),
    ("E2", "Names and inheritance"),
    ("E3", "Types"),
    ("E4", "Meaning"),
    ("E7", "Examples that do not hold"),
    ("W5", "Warnings"),
    ("W8", "What proofs find: much of it always, the rest with `--proofs`"),
    ("A6", "Open choices"),
)
_WIDTH: Final = 120
_OF_FILE: Final = re.compile(r"\s*\d+ \|\s+(.*)")
"""A line of the file, as a message shows it."""
_GAME: Final = 'variant house "Our house" extends standard {\n'


@dataclass(frozen=True, slots=True)
class Specimen:
    """A file that has a finding, and what is printed."""

    shown: str
    """The file, or what it is like."""
    printed: str
    size: tuple[int, int]
    """How many other findings it has, and how long it is: the smallest is shown."""


@dataclass(frozen=True, slots=True)
class Made:
    """A specimen that is no fixture."""

    shown: str
    """What the reader sees in the file's place; nothing where it is the file itself."""
    make: Callable[[Path], None]
    """Writes `house.spades`, and what belongs to it, into a folder."""
    name: str = "house.spades"
    settings: tuple[tuple[str, str], ...] = ()


def _text(text: str | bytes) -> Callable[[Path], None]:
    data = text.encode() if isinstance(text, str) else text
    return lambda folder: _done(folder.joinpath("house.spades").write_bytes(data))


def _done(_: object) -> None:
    return None


def _parents(folder: Path) -> None:
    for number in range(30):
        parent = f"parent_{number + 1}" if number < 29 else "standard"
        name = "house" if number == 0 else f"parent_{number}"
        folder.joinpath(f"{name}.spades").write_text(
            f'variant {name} "A game" extends {parent} {{ }}\n', encoding="utf-8"
        )


_LETS: Final = "".join(f"    let a_{n} = a_{n + 1} + 0\n" for n in range(400))
MADE: Final[dict[str, Made]] = {
    "E001": Made("`spadesdsl validate standrad`", lambda _: None, "standrad"),
    "E002": Made("`spadesdsl play rules`", lambda folder: folder.joinpath("rules").mkdir(), "rules/"),
    "E004": Made("a file of more than a million bytes", _text("#" * 1_000_001)),
    "E005": Made("a picture, a program, a page of a word processor", _text(b"\0\1\2")),
    "E006": Made('`about "Für vier"`, saved as Latin-1', _text('variant house "Für vier" { }\n'.encode("latin-1"))),
    "E101": Made("a file of more than fifty thousand words", _text("a " * 50_001)),
    "E102": Made("a bell in a title", _text('variant house "Our \a house" { }\n')),
    "E212": Made("thirty variants, each of which extends the next", _parents),
    "E229": Made("`… standard --set target=many!`", lambda _: None, "standard", (("target", "many!"),)),
    "E245": Made(
        "a row of four hundred quantities, each of which reads the next",
        _text(f"{_GAME}  scoring for each team {{\n{_LETS}    let a_400 = 1\n    score bonus: 1 * a_0\n  }}\n}}\n"),
    ),
    "E261": Made(
        "nine `on deal` blocks that name hundreds of deals, each of them others",
        _text(
            _GAME
            + "".join(
                f"  on deals {', '.join(str(n) for n in range(1, 400) if n >> bit & 1)} {{ set target = 250 }}\n"
                for bit in range(9)
            )
            + "}\n"
        ),
    ),
    "E414": Made(
        "a file of more than sixty `on deal` blocks",
        _text(_GAME + "".join(f"  on deal {n} {{ set target = {n + 100} }}\n" for n in range(1, 63)) + "}\n"),
    ),
    "A601": Made("", _text(f"{_GAME}  set failed_nil = help, set_cost = per_bid\n}}\n")),
}  # fmt: skip


def page() -> str:
    """Write the index, then all codes, from the specimens that were written last."""
    found = json.loads(SPECIMENS.read_text(encoding="utf-8"))
    parts = [_index()]
    for letters, title in _GROUPS:
        parts.append(f"## {title}\n\n")
        parts += [_section(code, found.get(code)) for code in CODES if code.startswith(letters)]
    return "".join(parts)


def specimens_text() -> str:
    """Write the specimens for `spadesdsl explain`."""
    found = specimens()
    shown = {code: {"shown": found[code].shown, "printed": found[code].printed} for code in CODES if code in found}
    return json.dumps(shown, indent=1, ensure_ascii=False) + "\n"


def _index() -> str:
    lines = []
    for letters, title in _GROUPS:
        links = [f"[{code}](#{_anchor(code)}) {CODES[code].title} ·" for code in CODES if code.startswith(letters)]
        lines.append(f"**{title}**:\n{_in_rows(links).removesuffix(' ·')}\n\n")
    return "".join(lines)


def _in_rows(words: list[str]) -> str:
    """Put words side by side into lines; no word is broken."""
    rows = [""]
    for word in words:
        if rows[-1] and len(rows[-1]) + len(word) >= _WIDTH:
            rows.append("")
        rows[-1] += f" {word}" if rows[-1] else word
    return "\n".join(rows)


def _anchor(code: str) -> str:
    return re.sub(r"[^a-z0-9 _-]", "", f"{code}: {CODES[code].title}".lower()).replace(" ", "-")


def _section(code: str, specimen: Mapping[str, str] | None) -> str:
    entry = CODES[code]
    told = f"### {code}: {entry.title}\n\n{entry.explanation} **Fix:** {entry.fix}\n\n"
    if specimen is None:
        return told
    shown = "" if "\n" in specimen["shown"] else f"For example {specimen['shown']}:\n\n"
    return f"{told}{shown}```text\n{_in_short(specimen['printed'])}\n```\n\n"


def _in_short(printed: str) -> str:
    """Return a message with its line of the file and its fix: `explain` shows where that line is, and the rest."""
    lines = printed.split("\n")
    place = next((at for at, line in enumerate(lines) if line.lstrip().startswith("--> ")), None)
    if place is None:
        return printed
    fix = next((at for at, line in enumerate(lines) if line.lstrip().startswith("= ")), len(lines))
    line = next((found[1] for line in lines[place:fix] if (found := _OF_FILE.match(line))), "")
    return "\n".join([*lines[:place], *([f"    {line}"] if line else []), *(one.strip() for one in lines[fix:])])


@cache
def specimens() -> dict[str, Specimen]:
    """Return the smallest specimen of each code."""
    found: dict[str, Specimen] = {}
    for file in _smallest():
        with chdir(file.parent):
            _keep(found, file.name, shown(file.read_text(encoding="utf-8")), {})
    return found | made()


def made() -> dict[str, Specimen]:
    """Return the specimens that are no fixtures."""
    found = {}
    for code, one in MADE.items():
        with TemporaryDirectory() as folder, chdir(folder):
            one.make(Path())
            own: dict[str, Specimen] = {}
            _keep(own, one.name, one.shown or Path(one.name).read_text(encoding="utf-8"), dict(one.settings))
            found[code] = own[code]
    return found


def _smallest() -> list[Path]:
    """Return those fixtures that can be the smallest specimen of a code: trying fixes for all of them takes long."""
    known: dict[str, tuple[tuple[int, int], Path]] = {}
    files = [file for file in sorted(ERRORS.rglob("*.spades")) if not file.stem.startswith("with_")]
    for file in files:
        if file.parent != PROVED:
            with chdir(file.parent):
                codes = {one.code for one in findings_of(file.name, {}, has_fixes=False)[0]}
            for code in codes:
                size = len(codes), len(shown(file.read_text(encoding="utf-8")))
                if code not in known or size < known[code][0]:
                    known[code] = size, file
    return [file for file in files if file.parent == PROVED or file in {one for _, one in known.values()}]


def shown(text: str) -> str:
    """Return a fixture as a reader sees it: what is not plain text is marked."""
    return "".join(
        letter if letter in "\n\t" or letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _keep(found: dict[str, Specimen], name: str, text: str, settings: Mapping[str, str]) -> None:
    told, sources = findings_of(name, settings)
    for one in told:
        specimen = Specimen(text, Report(sources).one(one), (len(told), len(text)))
        known = found.get(one.code)
        if known is None or specimen.size < known.size:
            found[one.code] = specimen


def findings_of(
    name: str, settings: Mapping[str, str], *, has_fixes: bool = True
) -> tuple[list[Diagnostic], Mapping[str, Source]]:
    """Return what is found about a file, its examples included."""
    loaded = load(name, settings, has_fixes=has_fixes)
    told = list(loaded.diagnostics)
    if loaded.game is not None:
        told += [failure for result in run_examples(loaded) for failure in result.failures]
    if loaded.variant is not None and Path.cwd() == PROVED:
        told += prove(loaded).findings
    return list({one.code: one for one in reversed(told)}.values())[::-1], loaded.sources
