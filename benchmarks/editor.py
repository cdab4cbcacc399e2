"""How long findings take after a letter is typed in a file of 300 lines: `python -m benchmarks.editor`.

The editor is a real client of the language server, over its standard input and output. The time is from the change to
the findings; beside it is the processor's time in the server, which a busy machine does not lengthen.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.editor.test_server import PUBLISHED, Page, editor

if TYPE_CHECKING:
    from lsprotocol import types as lsp

ROOT = Path(__file__).resolve().parent.parent
LINES = 300
LETTERS = 20
TICK = os.sysconf("SC_CLK_TCK")
QUIET = 2.5
"""Seconds after which the server has done what it does when nobody types."""


def long_file() -> str:
    """Return a file of that many lines: a shipped one, with examples added."""
    text = (ROOT / "variants" / "nyc.spades").read_text(encoding="utf-8").rstrip().removesuffix("}")
    number = 0
    while text.count("\n") < LINES - 5:
        number += 1
        text += (
            f'  example "number {number}" {{\n    given South holds QH 3H KS 7D\n    plays East AH\n'
            "    expect legal QH 3H\n  }\n"
        )
    return text + "}\n"


def has_errors(found: list[lsp.Diagnostic]) -> bool:
    """Tell whether an error is among the findings."""
    return any(one.severity == 1 for one in found)


def has_none(found: list[lsp.Diagnostic]) -> bool:
    """Tell whether no error is among them."""
    return not has_errors(found)


def processor_time(number: int) -> float:
    """Return the seconds that a process has computed."""
    fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def servers() -> set[int]:
    """Return the processes that this one has started."""
    return {int(one) for one in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text("ascii").split()}


async def measure() -> tuple[list[float], list[float]]:
    """Type letter after letter, and return the times in milliseconds: waited, and computed."""
    waited, computed = [], []
    with TemporaryDirectory() as folder:
        async with editor() as client:
            (server,) = servers()
            text = long_file()
            page = Page(client, Path(folder) / "house.spades", text)
            await client.wait_for_notification(PUBLISHED)
            for number in range(LETTERS):
                await asyncio.sleep(QUIET)
                before, start = processor_time(server), time.perf_counter()
                is_wrong = number % 2 == 0
                page.type(text.replace("let set_back", f"let set_bac{'h' if is_wrong else 'k'}  ", 1))
                await page.findings(has_errors if is_wrong else has_none)
                waited.append((time.perf_counter() - start) * 1000)
                computed.append((processor_time(server) - before) * 1000)
    return waited, computed


def main() -> None:
    """Print the times."""
    waited, computed = asyncio.run(measure())
    lines = long_file().count("\n")
    for name, times in (("waited", waited), ("computed", computed)):
        worst = sorted(times)[-2]
        sys.stdout.write(f"{lines} lines, {name}: median {statistics.median(times):.0f} ms, 95 % {worst:.0f} ms\n")


if __name__ == "__main__":
    main()
