"""Claims of the proofs attacked for longer: shipped files, edits of them, and house rules made by chance.

Each file is proved; then games are played with settings, deals, bids and tricks drawn at random, and every claim that
says "never" or "always" is held against what happens. Run it as `python benchmarks/attack.py [CHECKS] [SEED]`: so many
choices and scored sides in all, 5,000 for each file. What contradicts a claim is printed.

    checks        files   claims   contradicted   seed   minutes of a processor
    104,198       20      32       0              1      0.3
    352,636       67      126      0              2      0.9

These were run in November 2026; ten million take about half an hour of a processor.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spadesdsl.loader import load
from spadesdsl.proofs.prove import context_of, prove
from spadesdsl.resources import variant_names
from tests.proofs.attacking import attack, contradicted
from tests.proofs.making import edits, houses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.loader import Loaded

OF_A_FILE = 5_000


def subjects(seed: int) -> Iterator[Loaded]:
    """Yield a shipped file, an edit and two house rules in turn, without end."""
    made, edited = houses(seed), edits(seed)
    while True:
        for name in variant_names():
            yield load(name, {})
            yield next(edited)
            yield from (next(made), next(made))


def main() -> None:
    """Attack until there were so many checks; print what was contradicted, and the numbers."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 10**7
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    checks = files = claims = wrong = 0
    start = time.process_time()
    for loaded in subjects(seed):
        proofs = list(prove(loaded).proofs)
        found = attack(context_of(loaded), proofs, OF_A_FILE, seed * 1_000_003 + files)
        checks, files = checks + found.cases, files + 1
        claims += sum(bool(proof.never) for proof in proofs)
        for one in contradicted(proofs, found):
            wrong += 1
            text = "" if loaded.document is None else loaded.sources[loaded.document.name_span.file].text
            print(f"{one}\n{text}\n", flush=True)
        if checks >= most:
            break
    minutes = (time.process_time() - start) / 60
    print(f"    {checks:<13,} {files:<7,} {claims:<8,} {wrong:<14} {seed:<6} {minutes:.1f}")


if __name__ == "__main__":
    main()
