"""The code blocks of README.md and docs/*.md run, and print what they say they print.

What stands after the language on a block's first line says how it is taken:

| block | meaning |
| --- | --- |
| `console` | each `$ command` is run, in one folder a page; a line `...` of its output is any lines |
| `console norun` | shown only |
| `python` | run as a script in that folder; `norun` as above; `file=my_bots.py` also saves it there |
| `spades` | a whole file: it has to be free of errors; `file=mine.spades` also saves it into that folder |
| `spades wrong file=mine.spades` | a whole file that has errors, saved for a `console` block that shows them |
| `yaml file=deal.yaml` | saved into that folder |
| `spades fragment` | sentences of a file that extends `standard`: they have to parse |

Blocks of other languages are not looked at.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^```(?P<info>\w[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One code block."""

    language: str
    marks: frozenset[str]
    file: str
    text: str
    line: int


def blocks_of(page: Path) -> list[Block]:
    """Return the code blocks of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        language, *marks = match["info"].split()
        file = next((mark.removeprefix("file=") for mark in marks if mark.startswith("file=")), "")
        plain = frozenset(mark for mark in marks if not mark.startswith("file="))
        found.append(Block(language, plain, file, match["text"], text.count("\n", 0, match.start()) + 1))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder like a checkout, with `spadesdsl` on its path."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    program = bin_folder / "spadesdsl"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m spadesdsl "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "variants").symlink_to(ROOT / "variants")
    return tmp_path


def run(command: str | list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "80"}
    return subprocess.run(
        command if isinstance(command, list) else ["/bin/sh", "-c", command],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, text=True, timeout=60, check=False,
    )  # fmt: skip


def matches(shown: str, printed: str) -> bool:
    """Tell whether what was printed is what is shown, where `...` is any number of lines."""
    parts = re.split(r"^\.\.\.\n", shown.strip("\n") + "\n", flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, printed.strip("\n") + "\n") is not None


def check_console(block: Block, folder: Path) -> None:
    """Run the commands of a block and compare what they print."""
    for step in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = step.partition("\n")
        while command.endswith("\\"):
            more, _, shown = shown.partition("\n")
            command = f"{command}\n{more.removeprefix('> ')}"
        printed = run(command, folder).stdout
        assert matches(shown, printed), f"line {block.line}: `{command}` prints\n{printed}\nand not\n{shown}"


def check_spades(block: Block, folder: Path) -> None:
    """Check a file or a fragment of the language."""
    if "fragment" in block.marks:
        from spadesdsl.source import Source
        from spadesdsl.syntax.parser import parse

        text = f'variant fragment "Fragment" extends standard {{\n{block.text}}}\n'
        document, found = parse(Source("fragment.spades", text))
        assert document is not None, f"line {block.line}: {found}"
        return
    name = block.file or "block.spades"
    (folder / name).write_text(block.text, encoding="utf-8")
    ended = run(["spadesdsl", "validate", name], folder)
    assert (ended.returncode == 0) == ("wrong" not in block.marks), f"line {block.line}:\n{ended.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_blocks(page: Path, folder: Path) -> None:
    for block in blocks_of(page):
        if "norun" in block.marks:
            continue
        if block.language == "console":
            check_console(block, folder)
        elif block.language == "spades":
            check_spades(block, folder)
        elif block.language == "yaml" and block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            if block.file:
                (folder / block.file).write_text(block.text, encoding="utf-8")
            ended = run([sys.executable, "-c", block.text], folder)
            assert ended.returncode == 0, f"line {block.line}:\n{ended.stdout}"


@pytest.mark.parametrize(
    ("shown", "printed", "is_same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n...\nc\n", "a\nb\nb\nc\n", True),
        ("a\n...\n", "a\n", True),
        ("a\nb\n", "a\n", False),
        ("...\nc\n", "a\nd\n", False),
    ],
)
def test_dots_stand_for_any_lines(shown: str, printed: str, *, is_same: bool) -> None:
    assert matches(shown, printed) is is_same
