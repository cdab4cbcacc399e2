"""Programs that are killed at random moments: what they acknowledged is in the record, and the game goes on.

`SPADESDSL_KILLS=200` kills more often than the suite does.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl.journal import Record, Replayed, Resumed, read_record, replay, resume

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed like that here")

KILLS = int(os.environ.get("SPADESDSL_KILLS", "20"))
OF_THE_PROGRAM = max(1, KILLS // 6)
"""How many of them the whole program is; the others are a small player, which is oftener in the middle of writing."""
ROOT = Path(__file__).parent.parent.parent
CHANCE = random.Random(20260501)


def killed(words: Sequence[str], given: Path, *, first: str, after: float) -> str:
    """Run a program, kill it some time after it has said something, and return all that it said."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}
    with given.open() as lines, subprocess.Popen(
        [sys.executable, *words], stdin=lines, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:  # fmt: skip
        assert process.stdout is not None
        said = ""
        while first not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        return said + process.stdout.read()


def entries(path: Path) -> list[Any]:
    found = read_record(path)
    assert isinstance(found, Record), str(found)
    return [entry for entry in found.entries if isinstance(entry, list) or "undo" in entry]


def acknowledged(said: str) -> list[Any]:
    """Return the entries that were acknowledged: whole lines only."""
    lines = said[: said.rfind("\n") + 1].splitlines()
    found: list[Any] = []
    for line in lines[lines.index("ready") + 1 :]:
        word, _, rest = line.partition(" ")
        found.append({"undo": int(rest)} if word == "undo" else [int(word), rest])
    return found


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    given = tmp_path / "numbers"
    path = tmp_path / "game.yaml"
    cut_off = went_on = 0
    for number in range(KILLS - OF_THE_PROGRAM):
        given.write_text("".join(f"{CHANCE.randrange(1000)}\n" for _ in range(3000)))
        before = entries(path) if path.exists() else []
        said = killed([f"{Path(__file__).parent / 'player.py'}", str(path)], given, first="ready",
                      after=CHANCE.uniform(0, 0.12))  # fmt: skip
        after, told = entries(path), acknowledged(said)
        assert after[: len(before)] == before, f"kill {number}"
        assert after[len(before) : len(before) + len(told)] == told, f"kill {number}"
        assert len(after) <= len(before) + len(told) + 1, f"kill {number}: more than the one move on its way"
        went_on += bool(told)
        record = read_record(path)
        assert isinstance(record, Record)
        cut_off += bool(record.torn)
        replayed = replay(record)
        assert isinstance(replayed, Replayed)
        assert replayed.wrong is None
        if replayed.states[-1].over:
            path.unlink()
    assert went_on > 0, "no kill came while it played"
    sys.stdout.write(f"{KILLS - OF_THE_PROGRAM} kills, {went_on} after a move, {cut_off} in the middle of a line\n")


def test_the_program_loses_no_answer_of_a_person(tmp_path: Path) -> None:
    given = tmp_path / "answers"
    given.write_text("1\n" * 2000)
    for number in range(OF_THE_PROGRAM):
        path = tmp_path / f"{number}.yaml"
        words = ["-m", "spadesdsl", "play", "hearts", "--seat", "South", "--seed", str(number), "--bots", "random",
                 "--plain", "--record", str(path)]  # fmt: skip
        said = killed(words, given, first="South>", after=CHANCE.uniform(0, 0.25))
        typed = len(re.findall(r"^South> 1$", said[: said.rfind("South>")], re.MULTILINE))
        resumed = resume(path)
        assert isinstance(resumed, Resumed), str(resumed)
        resumed.journal.close()
        south = [entry for entry in resumed.record.entries if isinstance(entry, list) and entry[0] == 2]
        assert len(south) >= typed, f"kill {number}: {typed} answers were taken, {len(south)} are kept"
