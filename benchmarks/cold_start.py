"""How long a cold `spadesdsl validate variants/nyc.spades` takes beside `python -c "import lark, typer"`.

Each run is a fresh process. The aim is a ratio of 1.5 at most with a warm grammar cache; without one it is told too.
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
    start = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
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
    with tempfile.TemporaryDirectory() as cache:
        timed: dict[str, list[float]] = {"import lark, typer": [], "validate": [], "validate, no grammar cache": []}
        seconds(VALIDATE, XDG_CACHE_HOME=cache)
        for _ in range(runs):
            timed["import lark, typer"].append(seconds(IMPORTS))
            timed["validate"].append(seconds(VALIDATE, XDG_CACHE_HOME=cache))
            timed["validate, no grammar cache"].append(seconds(VALIDATE, SPADESDSL_CACHE="off"))
    middle = {name: sorted(times)[len(times) // 2] for name, times in timed.items()}
    base = middle["import lark, typer"]
    for name, passed in middle.items():
        print(f"{name:28} {passed * 1000:7.0f} ms {passed / base:6.2f}")
    ratio = middle["validate"] / base
    print(f"aim: at most {AIM}: {'reached' if ratio <= AIM else 'missed'}")


if __name__ == "__main__":
    main()
