"""Many files at a time, one on each processor."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Console
from spadesdsl.cli.fault import checked_or_fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.cli.commands import Validate
    from spadesdsl.cli.findings import Checked


def check_together(names: Sequence[str], call: Validate) -> Iterator[Checked]:
    """Check files on all processors; yield them in the order of their names."""
    with ProcessPoolExecutor(max_workers=min(len(names), os.cpu_count() or 1)) as crew:
        yield from crew.map(partial(_check_one, call), names, chunksize=2)


def _check_one(call: Validate, name: str) -> Checked:
    from spadesdsl.cli.validate import check

    return checked_or_fault(name, partial(check, Console(None, None, None), name, call))
