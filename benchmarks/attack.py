"""Claims of the proofs attacked for longer: shipped files, edits of them, and house rules made by chance.

Each file is proved. Then games are played with settings, deals, bids and tricks drawn at random, and every claim that
says "never" or "always" is held against what happens: by the interpreter in 1,000 choices and scored sides of each
file, and by a kernel in 20,000 whole deals, in which tallies count what is said never to happen. Run it as
`python benchmarks/attack.py [CHECKS] [SEED]`: so many checks in all. What contradicts a claim is printed, and so is a
finding about a shipped file.

    interpreter   kernels       files   claims   contradicted   seed   minutes of a processor
    41,637        12,247,252    33      49       0              1      1.3
    30,936        10,440,376    25      50       0              7      0.9
    29,120        10,692,056    24      45       0              11     1.2
    28,780        10,323,412    22      48       0              77     1.0
    40,511        10,369,247    31      55       0              4949   1.5

All were run in November 2026, the second with products of amounts between their own ends.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spadesdsl.loader import load
from spadesdsl.proofs.at_once import context_of
from spadesdsl.proofs.prove import prove
from spadesdsl.resources import variant_names
from tests.proofs.attacking import attack, contradicted, settings
from tests.proofs.counting import count
from tests.proofs.making import edits, houses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.loader import Loaded

OF_A_FILE = 1_000
DEALS = 20_000


def subjects(seed: int) -> Iterator[tuple[Loaded, bool]]:
    """Yield a shipped file, an edit and a house rule in turn, without end, and whether it is shipped."""
    made, edited = houses(seed), edits(seed)
    while True:
        for name in variant_names():
            yield load(name, {}), True
            yield next(edited), False
            yield next(made), False


def attacked(loaded: Loaded, seed: int, *, is_shipped: bool) -> tuple[int, int, int, list[str]]:
    """Attack a file; return the checks of the interpreter and of the kernel, the claims, and what was contradicted."""
    proofs, context = list(prove(loaded).proofs), context_of(loaded)
    found = attack(context, proofs, OF_A_FILE, seed)
    wrong = [*contradicted(proofs, found), *(one.line for one in proofs if is_shipped and one.finding is not None)]
    counts = 0
    for setting in settings(context, found, proofs, Random(seed))[:2]:
        counted = count(context, proofs, DEALS, seed, setting)
        counts += counted.cases
        wrong += [f"{one} ({context.told(setting) or 'as it is'})" for one in counted.wrong]
    return found.cases, counts, sum(bool(proof.never) for proof in proofs), wrong


def main() -> None:
    """Attack until there were so many checks; print what was contradicted, and the numbers."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 10**7
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    files = claims = many = 0
    checks = [0, 0]
    start = time.process_time()
    for loaded, is_shipped in subjects(seed):
        *of_file, said, wrong = attacked(loaded, seed * 1_000_003 + files, is_shipped=is_shipped)
        checks = [old + new for old, new in zip(checks, of_file, strict=True)]
        files, claims, many = files + 1, claims + said, many + len(wrong)
        text = "" if loaded.document is None else loaded.sources[loaded.document.name_span.file].text
        for one in wrong:
            print(f"{one}\n{text[:3000]}\n", flush=True)
        if files % 20 == 0 or sum(checks) >= most:
            minutes = (time.process_time() - start) / 60
            print(
                f"    {checks[0]:<13,} {checks[1]:<13,} {files:<7,} {claims:<8,} {many:<14} {seed:<6} {minutes:.1f}",
                flush=True,
            )
        if sum(checks) >= most:
            break


if __name__ == "__main__":
    main()
