"""Everything that was acknowledged is there again, however the server ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from spadesdsl.journal import Record, read_record, replay
from spadesdsl.web.keeping import read_table
from spadesdsl.web.table import Refused
from tests.web.guests import Guest, served

ROOT = Path(__file__).parent.parent.parent


class Process:
    """`spadesdsl serve` as a program of its own."""

    def __init__(self, folder: Path) -> None:
        words = [sys.executable, "-m", "spadesdsl", "serve", "standard", "--port", "0", "--bots", "random"]
        self.program = subprocess.Popen(
            [*words, "--pace", "fast", "--keep", str(folder)], cwd=ROOT, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.program.stdout is not None
        self.said: list[str] = []
        for line in self.program.stdout:
            self.said.append(line)
            if line.startswith("Games are saved"):
                break
        link = next(line for line in self.said if "/t/" in line)
        self.host = link.strip().split("/")[2]
        self.table = link.strip().rpartition("/")[2]

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.program.kill()

    def kill(self) -> str:
        """Kill it at once; return what else it said."""
        self.program.send_signal(signal.SIGKILL)
        return self.program.communicate()[0]


def test_a_server_that_was_killed_goes_on_with_every_table(tmp_path: Path) -> None:
    moves = []
    with Process(tmp_path) as first:
        anna, ben = Guest(first).sit(0, "Anna"), Guest(first).sit(1, "Ben")
        other = anna.done("open")["table"]
        cid = Guest(first, table=other).sit(3, "Cid")
        for one in (anna, cid):
            one.done("begin")
        anna.see(lambda: anna.now["stage"] == "play")
        while len(moves) < 3:
            acting = next((one for seat, one in enumerate((anna, ben)) if seat in anna.now["due"]), None)
            if acting is None:
                anna.hear()
                continue
            acting.see(lambda one=acting: one.now.get("turn"))
            moves.append((acting.now["you"], acting.move()))
            anna.see(lambda one=acting: anna.now["version"] >= one.now["version"])
        told = first.kill()
        assert anna.key not in told + "".join(first.said), "no secret is printed"
    assert not any(anna.key in path.read_text() for path in tmp_path.iterdir()), "nor kept"

    table = anna.welcome["table"]
    with Process(tmp_path) as second:
        assert all(any(one in line for line in second.said) for one in (table, other))
        again = Guest(second, anna.key, table, since=anna.last, epoch=anna.epoch)
        assert again.now["you"] == 0
        assert again.now["stage"] == "play"
        assert Guest(second, ben.key, table).now["you"] == 1
        assert Guest(second, cid.key, other).now["you"] == 3
        record = read_record(tmp_path / f"{table}.1.yaml")
        assert isinstance(record, Record)
        kept = [tuple(entry) for entry in record.entries if isinstance(entry, list)]
        assert all(move in kept for move in moves if move[0] in (0, 1)), "what was acknowledged is on the disk"


def test_the_record_of_a_table_is_one_that_replay_checks(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Guest(server).sit(0, "Anna")
        anna.done("begin")
        for _ in range(16):
            anna.wait_for_turn()
            anna.move()
    record = read_record(tmp_path / f"{server.house.first}.1.yaml")
    assert isinstance(record, Record)
    replayed = replay(record)
    assert replayed.wrong is None  # type: ignore[union-attr]
    table = read_table(tmp_path, server.house.first)
    assert table.people[0].name == "Anna"
    assert table.state == replayed.states[-1]  # type: ignore[union-attr]
    table.close()


def test_a_move_that_cannot_be_saved_is_not_made(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Guest(server).sit(0, "Anna")
        anna.done("begin")
        anna.wait_for_turn()
        journal = server.room.table.journal
        assert journal is not None
        file, journal._file = journal._file, os.open(os.devnull, os.O_RDONLY)
        version = anna.now["version"]
        assert "cannot be saved" in anna.refused("move", move=anna.now["turn"]["moves"][0], version=version)
        os.close(journal._file)
        journal._file = file
        anna.move()


@pytest.mark.parametrize("text", ["", "{}", '{"game": 1}', "[]", '{"game": "x"}'])
def test_what_is_kept_of_a_table_and_cannot_be_read_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "abcdefghjkmn.json").write_text(text)
    with pytest.raises(Refused):
        read_table(tmp_path, "abcdefghjkmn")
