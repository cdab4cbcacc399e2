"""How long `spadesdsl validate --proofs` takes for all shipped files, and for one, beside `validate` without proofs.

Each run is a fresh process that uses nothing that was kept. The aims are 20 seconds for all files on two processors and
one second for one file, on the clock. Where other work runs beside, the time of processors says more: that of one run
is shared by all processors. The ratio to the run without proofs says the same on any machine.
Run it as `python benchmarks/proofs.py [RUNS]` from anywhere.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
VALIDATE = [sys.executable, "-m", "spadesdsl", "validate", "--no-cache"]
AIMS = {"all files": 20.0, "one file": 1.0}
SUBJECTS = {"all files": str(ROOT / "variants"), "one file": str(ROOT / "variants" / "nyc.spades")}


def measured(command: list[str], folder: str) -> tuple[float, float]:
    """Return the time that a fresh process takes, and the time of all processors that it uses.

    Python's compiled modules are kept in a folder, as they are where a program has been run before.
    """
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    surroundings["PYTHONPYCACHEPREFIX"] = folder
    before, start = os.times(), time.perf_counter()
    done = subprocess.run(
        command, cwd=ROOT, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    passed, after = time.perf_counter() - start, os.times()
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.decode())
    own = after.children_user - before.children_user + after.children_system - before.children_system
    return passed, own


def main() -> None:
    """Time the commands in turn; print the best of each, and the ratios."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory() as folder:
        measured([*VALIDATE, "--proofs", SUBJECTS["one file"]], folder)
        for name, subject in SUBJECTS.items():
            plain, proofs = [], []
            for _ in range(runs):
                plain.append(measured([*VALIDATE, subject], folder))
                proofs.append(measured([*VALIDATE, "--proofs", subject], folder))
            _tell(name, plain, proofs)


def _tell(name: str, plain: list[tuple[float, float]], proofs: list[tuple[float, float]]) -> None:
    best, beside = min(proofs), min(plain)
    busy, busy_beside = min(own for _, own in proofs), min(own for _, own in plain)
    aim = "reached" if best[0] <= AIMS[name] else "missed"
    print(f"{name}: {best[0]:6.2f} s, {busy:6.2f} s of processors; aim {AIMS[name]:.0f} s {aim}")
    print(f"{'':{len(name)}}  {beside[0]:6.2f} s, {busy_beside:6.2f} s of processors without proofs")
    print(f"{'':{len(name)}}  ratio of processors {busy / busy_beside:.2f}")


if __name__ == "__main__":
    main()
