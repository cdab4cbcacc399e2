"""How long a cold `spadesdsl validate variants/nyc.spades` takes beside `python -c "import lark, typer"`.

Each run is a fresh process. The aim is a ratio of 1.5 at most. Three states of the cache are told apart: with the
findings of an earlier run, as on a second look at a file that did not change; with the parser's tables alone, as on the
first look at a file, where all of it is read, checked and its examples run; with nothing kept. Python's compiled
modules are kept in a folder for all of them, as they are where a program has been installed or run before.
Run it as `python benchmarks/cold_start.py [RUNS]` from anywhere.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VALIDATE = [sys.executable, "-m", "spadesdsl", "validate", str(ROOT / "variants" / "nyc.spades")]
IMPORTS = [sys.executable, "-c", "import lark, typer"]
AIM = 1.5


def seconds(command: list[str], **environment: str) -> float:
    """Return how long a fresh process takes."""
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**surroundings, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    passed = time.perf_counter() - start
    if done.returncode:
        sys.exit(done.stderr.decode())
    return passed


def main() -> None:
    """Time the commands in turn, so that whatever else the machine does hits all alike; print medians and ratios."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    with (
        tempfile.TemporaryDirectory() as kept,
        tempfile.TemporaryDirectory() as tables,
        tempfile.TemporaryDirectory() as compiled,
    ):
        commands: dict[str, tuple[list[str], dict[str, str]]] = {
            "import lark, typer": (IMPORTS, {}),
            "validate, nothing has changed": (VALIDATE, {"XDG_CACHE_HOME": kept}),
            "validate, grammar cache alone": (VALIDATE, {"XDG_CACHE_HOME": tables, "SPADESDSL_CACHE": "grammar"}),
            "validate, no cache": (VALIDATE, {"SPADESDSL_CACHE": "off"}),
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(runs + 1):  # the first fills the caches
            for name, (command, environment) in commands.items():
                times[name].append(seconds(command, PYTHONPYCACHEPREFIX=compiled, **environment))
    middle = {name: sorted(found[1:])[runs // 2] for name, found in times.items()}
    base = middle["import lark, typer"]
    for name, passed in middle.items():
        ratio = passed / base
        aim = "" if name == "import lark, typer" else "  reached" if ratio <= AIM else "  missed"
        print(f"{name:30} {passed * 1000:7.0f} ms {ratio:6.2f}{aim}")
    print(f"aim: at most {AIM}")


if __name__ == "__main__":
    main()
