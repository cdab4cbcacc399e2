"""The commands where a system has none of Unix's own modules: what can be tried of Windows elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import io, json, os, sys
for name in ("fcntl", "termios", "tty", "readline", "pwd", "grp", "resource", "pty"):
    sys.modules[name] = None
for name in ("getuid", "geteuid", "getgid", "fork", "O_DIRECTORY"):
    if hasattr(os, name):
        delattr(os, name)
from spadesdsl import storage
from spadesdsl.cli import main
storage.ON_WINDOWS = True
ended = []
for words, typed in json.loads(sys.argv[1]):
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    ended.append(main(words.split()))
sys.stdout.flush()
print("\\n" + json.dumps(ended))
"""
COMMANDS = (
    ("new house --from standard", ""),
    ("validate house.spades", ""),
    ("validate house.spades", ""),
    ("fmt house.spades", ""),
    ("play house.spades --seed 1 --record game.yaml", "3\nquit\n"),
    ("play --resume game.yaml", "quit\n"),
    ("replay game.yaml", ""),
    ("export game.yaml", ""),
    ("referee house.spades", '{"do": "new"}\n'),
)


def test_the_commands_need_no_module_that_windows_lacks(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "SPADESDSL_CACHE"}
    environment["LOCALAPPDATA"] = str(tmp_path / "local")
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(COMMANDS)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout.splitlines()[-1]) == [0] * len(COMMANDS), ended.stderr
    kept = {file.name.partition("-")[0] for file in (tmp_path / "local" / "spadesdsl" / "cache").iterdir()}
    assert kept == {"grammar", "findings"}
