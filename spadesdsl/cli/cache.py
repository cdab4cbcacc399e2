"""The cache of findings about files without errors, valid until a text that was read, or the program, changes.

An entry lists the files that were read, with their hashes, and those that were looked for and missing. All of it is
compared again before use. A file with errors is always checked again.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spadesdsl import storage
from spadesdsl.cli.findings import Checked
from spadesdsl.diagnostics import Diagnostic, Edit, Fix, Note, Severity, has_errors
from spadesdsl.examples.result import ExampleResult
from spadesdsl.frozen import listed, replace
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.resources import variant_text
from spadesdsl.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.library import Opened


def kept(name: str, settings: Sequence[tuple[str, str]], *, with_proofs: bool = False) -> Checked | None:
    """Return the cached findings of a file; None if there are none, or something has changed since."""
    return _recall(_key(name, settings, with_proofs=with_proofs)) if storage.keeps_findings() else None


def checked_and_kept(
    name: str,
    settings: Sequence[tuple[str, str]],
    check: Callable[[], tuple[Checked, tuple[Opened, ...]]],
    *,
    with_proofs: bool = False,
) -> Checked:
    """Check a file and cache the findings."""
    checked, opened = check()
    if storage.keeps_findings() and not has_errors(checked.findings):
        key = _key(name, settings, with_proofs=with_proofs)
        storage.keep(key, json.dumps(_written(checked, opened), default=listed).encode())
    return checked


def _key(name: str, settings: Sequence[tuple[str, str]], *, with_proofs: bool) -> str:
    from hashlib import sha256

    try:
        where = str(Path.cwd())
    except OSError:  # the folder has been removed
        where = ""
    about = json.dumps([program(), where, name, list(settings), with_proofs])
    return f"findings-{sha256(about.encode()).hexdigest()[:40]}.json"


@cache
def program() -> str:
    """Return a fingerprint of the program: its files, their sizes and times, and the Python."""
    from hashlib import sha256

    feed = sha256(sys.version.encode())
    try:
        for file in _program_files(Path(__file__).parent.parent):
            found = file.stat()
            feed.update(f"{file} {found.st_size} {found.st_mtime_ns};".encode())
    except OSError:
        feed.update(__file__.encode())
    return feed.hexdigest()


def _program_files(root: Path) -> list[Path]:
    """List the files of the program: its modules and tables, or their archive."""
    modules = sorted((*root.rglob("*.py"), *root.rglob("*.txt")))
    return modules or [path for path in root.parents if path.is_file()]


# ---------------------------------------------------------------- writing and reading


def _written(checked: Checked, opened: tuple[Opened, ...]) -> dict[str, Any]:
    return {
        "name": checked.name,
        "opened": [[one.kind, one.key, one.shown, one.digest] for one in opened],
        "extra": {name: source.text for name, source in checked.sources.items() if name.startswith("--")},
        "findings": checked.findings,
        "examples": [listed(one)[:4] for one in checked.examples],
        "proofs": None if checked.proofs is None else [replace(one, never=()) for one in checked.proofs],
        "set_aside": checked.set_aside,
        "given_up": checked.given_up,
    }


def _recall(key: str) -> Checked | None:
    if (data := storage.kept(key)) is None:
        return None
    try:
        kept = json.loads(data)
        sources = {name: Source(name, text) for name, text in kept["extra"].items()}
        for kind, where, shown, known in kept["opened"]:
            text = _text(kind, where)
            source = None if text is None else Source(shown, text)
            if (None if source is None else source.digest) != known:
                return None
            sources |= {} if source is None else {shown: source}
        findings = tuple(_finding(one) for one in kept["findings"])
        examples = tuple(ExampleResult(title, by, file, line, ()) for title, by, file, line in kept["examples"])
        proofs = None if kept["proofs"] is None else tuple(_proof(*one) for one in kept["proofs"])
        left_out, given_up = kept["set_aside"], kept["given_up"]
        return Checked(kept["name"], findings, sources, examples, proofs, set_aside=left_out, given_up=given_up)
    except (ValueError, KeyError, TypeError):
        return None  # this is not an entry of the cache, no matter who wrote it


def _proof(about: str, claim: str, standing: str, cases: int, how: str, finding: list[Any] | None, _: object) -> Proof:
    return Proof(about, claim, Standing(standing), cases, how, None if finding is None else _finding(finding))


def _text(kind: str, where: str) -> str | None:
    """Read a text again: a file, or one of the bundle; None if it is missing."""
    if kind == "bundled":
        found = variant_text(where)
        return None if found is None else found[1]
    from spadesdsl.reading import read_file

    path = Path(where)
    if not path.is_file():
        return None
    source, _ = read_file(path)
    return None if source is None else source.text


def _finding(kept: list[Any]) -> Diagnostic:
    code, severity, span, message, hint, notes, _, fix = kept
    told = tuple(Note(Span(*place), text) for place, text in notes)
    tried = None if fix is None else Fix(tuple(Edit(Span(*place), text) for place, text in fix[0]), *fix[1:])
    return Diagnostic(code, Severity(severity), Span(*span), message, hint, told, fix=tried)
