"""Whole sessions, letter by letter: what is typed stands in the transcript, behind its prompt.

`SPADESDSL_TRANSCRIPTS=write` writes them anew, from what is typed in them; look at the difference before you keep it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "transcripts"
ROOT = FOLDER.parent.parent.parent
PROMPT = re.compile(r"^(?:[A-Z]\w*> |Pass the machine to .*, press Enter\. )(?P<typed>.*)$", re.MULTILINE)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: str(file.stem))
def test_a_session_goes_as_it_went(file: Path, tmp_path: Path) -> None:
    first, _, shown = file.read_text(encoding="utf-8").partition("\n")
    typed = [match["typed"] for match in PROMPT.finditer(shown)]
    given = "\n".join(typed[:-1] if shown.rstrip("\n").endswith("> ") else typed) + "\n"
    ended = subprocess.run(
        [sys.executable, "-m", *first.removeprefix("$ ").split()], input=given, capture_output=True, text=True,
        cwd=tmp_path, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "LINES": "10", "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    assert ended.stderr == ""
    if os.environ.get("SPADESDSL_TRANSCRIPTS") == "write":
        file.write_text(f"{first}\n{ended.stdout}", encoding="utf-8")
    assert ended.stdout == shown
    assert not list(tmp_path.iterdir()), "what is piped in is kept only where a file is named"


def test_the_transcripts_are_there() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} >= {"drawn", "plain", "passing", "hotseat", "drawing"}
