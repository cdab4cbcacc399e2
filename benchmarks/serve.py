"""Load on `spadesdsl serve`: many tables of four over real sockets, each at one move a second.

Run: `python -m benchmarks.serve [TABLES] [SECONDS]`. The server is a process of its own. For each move it measures the
time from sending it until it is acknowledged (then it is on the disk), and until all four seats have been sent the
table that shows it; and the memory of the server before and after.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

SEATS = 4


def serve(tables: int, folder: Path) -> None:
    """Serve tables, and say where they are."""
    from spadesdsl import loader
    from spadesdsl.web.app import listen
    from spadesdsl.web.app import run as run_server
    from spadesdsl.web.house import House

    house = House(loader.load("standard", {}), folder)
    house.open_first()
    names = [house.first, *(house.open() for _ in range(tables - 1))]
    listening = listen(0, is_lan=False)
    print(json.dumps([listening.getsockname()[1], names]), flush=True)
    run_server(house, listening)


class Seat:
    """One connection that plays."""

    def __init__(self) -> None:
        self.now: dict[str, object] = {}
        self.answered: dict[int, float] = {}
        self.shown: dict[int, float] = {}
        """When each version of the table was here."""
        self.wrong: list[str] = []
        self.news = asyncio.Event()

    async def enter(self, port: int, table: str, seat: int) -> None:
        """Sit down."""
        from websockets.asyncio.client import connect
        from websockets.typing import Origin

        self.socket = await connect(
            f"ws://127.0.0.1:{port}/ws", origin=Origin(f"http://127.0.0.1:{port}"), compression=None, ping_interval=None
        )
        await self.tell(do="enter", table=table)
        await self.tell(do="sit", seat=seat, name=f"Player {seat}")
        self.reading = asyncio.create_task(self.read())

    async def tell(self, **frame: object) -> None:
        """Send a frame."""
        await self.socket.send(json.dumps(frame))

    async def read(self) -> None:
        """Read all that comes."""
        async for text in self.socket:
            now = time.perf_counter()
            told = json.loads(text)
            if told["is"] == "table":
                self.now = told
                self.shown[told["version"]] = now
            elif told.get("id") is not None:
                self.answered[told["version"]] = now
            elif told["is"] == "refused":
                self.wrong.append(told["why"])
            self.news.set()

    async def until(self, version: int, *, is_own: bool) -> None:
        """Wait until a version of the table is here, and the answer if it is the own move."""
        while version not in self.shown or (is_own and version not in self.answered):
            self.news.clear()
            await self.news.wait()


async def play(seats: list[Seat], until: float, acknowledged: list[float], shown: list[float], late: list[int]) -> None:
    """Let one table play a move a second, a table of four from its first deal to its last."""
    rng = random.Random()
    await asyncio.sleep(rng.random())
    due = time.perf_counter()
    while time.perf_counter() < until:
        due += 1
        await asyncio.sleep(max(0, due - time.perf_counter()))
        acting = next((one for one in seats if one.now.get("turn")), None)
        if acting is None:
            late.append(1)
            if seats[0].now.get("stage") == "over":
                await seats[0].tell(do="begin")
            continue
        version = int(str(acting.now["version"]))
        turn = acting.now["turn"]
        assert isinstance(turn, dict)
        began = time.perf_counter()
        await acting.tell(do="move", move=rng.choice(turn["moves"]), version=version, id=1)
        try:
            async with asyncio.timeout(20):
                for one in seats:
                    await one.until(version + 1, is_own=one is acting)
        except TimeoutError:
            late.append(1)
            continue
        acknowledged.append(acting.answered[version + 1] - began)
        shown.append(max(one.shown[version + 1] for one in seats) - began)


async def load(port: int, names: list[str], seconds: float, memory: list[float], process: int) -> None:
    """Fill all tables, let them play, and print what it took."""
    tables = [[Seat() for _ in range(SEATS)] for _ in names]
    memory.append(megabytes(process))
    for name, seats in zip(names, tables, strict=True):
        for number, seat in enumerate(seats):
            await seat.enter(port, name, number)
        await seats[-1].tell(do="begin")
    await asyncio.sleep(3)
    memory.append(megabytes(process))
    acknowledged: list[float] = []
    shown: list[float] = []
    late: list[int] = []
    before = processor(process)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(play(seats, until, acknowledged, shown, late) for seats in tables))
    memory.append(megabytes(process))
    busy = processor(process) - before
    wrong = [why for seats in tables for seat in seats for why in seat.wrong]
    pace = f"{len(acknowledged)} moves in {seconds:g} s ({len(acknowledged) / seconds:.0f} a second)"
    print(f"{len(names)} tables of four, {pace}; {len(late)} late, {len(wrong)} refused {wrong[:1]}")
    for what, times in (("on the disk and acknowledged", acknowledged), ("shown to all four", shown)):
        ordered = sorted(times)
        ranks = ", ".join(f"{name} {ordered[int(len(ordered) * part)] * 1000:.0f} ms"
                          for name, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)))  # fmt: skip
        print(f"  {what}: {ranks}, longest {ordered[-1] * 1000:.0f} ms")
    print(f"  the server's processor time: {busy / len(acknowledged) * 1000:.1f} ms a move, "
          f"{busy / seconds:.0%} of one core")  # fmt: skip
    print(f"  memory of the server: {memory[0]:.0f} MB empty, {memory[1]:.0f} MB when all sat down, "
          f"{memory[2]:.0f} MB at the end")  # fmt: skip


def megabytes(process: int) -> float:
    """Return the memory of a process."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def processor(process: int) -> float:
    """Return the seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure."""
    if sys.argv[1:2] == ["--serve"]:
        serve(int(sys.argv[2]), Path(sys.argv[3]))
        return
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    with TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "benchmarks.serve", "--serve", str(tables), folder]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port, names = json.loads(server.stdout.readline())
            try:
                asyncio.run(load(port, names, seconds, [], server.pid))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
