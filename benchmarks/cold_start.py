"""How long a cold `spadesdsl validate variants/nyc.spades` takes beside `python -c "import lark, typer"`.

Each run is a fresh process, and the best of several counts. There are three states of the cache: with the findings of
an earlier run, as on a second look at a file that did not change (the aim is a ratio of 1 at most); with the parser's
tables alone, as on the first look at a file, where all of it is read and checked and its examples run (at most 3); with
nothing cached. Python's compiled modules are kept in a folder for all of them, as they are where a program has been
installed or run before. Run it as `python benchmarks/cold_start.py [RUNS]` from anywhere.

On two cores with Python 3.11 in November 2026, while other programs ran:

| | causes looked for only where an example fails | rules shared between settings | tables without lark | before |
| --- | --- | --- | --- | --- |
| nothing has changed | 0.5 | 0.5 | 0.7 | 0.8 |
| first look | 3.1 (3.5 without it) | 2.8 to 2.9 | 4.8 | 7.3 |

The first column is of a machine with four times as many programs as cores. On a quiet one an unchanged file took 0.56
and a first look 3.6 on 28 November; on the 29th, since words are compiled where a rule may go against its sentence and
a right file loads nothing for broken ones, 0.57 and 3.4. That evening, under load and in turn with that program
(0.55 to 0.59, 3.5 to 3.7), it took 0.49 to 0.54 and 2.8 to 3.1, since examples bind only the rules
of their own deals, a line that gave points in one is not asked whether it ever does, and a file's table and options are
read once for all settings. `standard` came from 2.9 to 2.3. On the 30th, quiet, an unchanged file took 0.60 and a first
look 3.6, twice. That afternoon, under load and in turn with that program (3.83), a first look took 3.43, in an eighth
fewer instructions: what tallies come to is worked out once for all deals and settings, and a condition is asked of the
rules of other deals only until both answers have come.
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
