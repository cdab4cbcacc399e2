"""How long a cold `spadesdsl validate variants/nyc.spades` takes beside `python -c "import lark, typer"`.

Each run is a fresh process, and the best of several counts. There are three states of the cache: with the findings of
an earlier run, as on a second look at a file that did not change (the aim is a ratio of 1 at most); with the parser's
tables alone, as on the first look at a file, where all of it is read and checked and its examples run (at most 3); with
nothing cached. Python's compiled modules are kept in a folder for all of them, as they are where a program has been
installed or run before. Run it as `python benchmarks/cold_start.py [RUNS]` from anywhere.

On two cores with Python 3.11 on 30 November 2026, nothing else running: an unchanged file 0.59, a first look 2.85, and
3.53 on one core (`taskset -c 0`), where the examples cannot run beside the proofs. It took 7.3 before the tables were
made without lark, 4.8 before settings shared rules, and 3.5 to 3.6 before the examples ran beside the proofs.
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
AIMS = {"validate, nothing has changed": 1.0, "validate, grammar cache alone": 3.0}


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
    """Time the commands in turn, so that whatever else the machine does hits all alike; print the best and ratios."""
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
    best = {name: min(found[1:]) for name, found in times.items()}
    base = best["import lark, typer"]
    for name, passed in best.items():
        ratio = passed / base
        most = AIMS.get(name)
        aim = "" if most is None else f"  at most {most}: {'reached' if ratio <= most else 'missed'}"
        print(f"{name:30} {passed * 1000:7.0f} ms {ratio:6.2f}{aim}")


if __name__ == "__main__":
    main()
