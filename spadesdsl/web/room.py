"""One table among its watchers: moves go to the disk first, bots take their time, clocks run, everybody hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.bots import Effort, by_name
from spadesdsl.engine.boundary import GameError, MoveRefused
from spadesdsl.frozen import Changing, field
from spadesdsl.session.session import turn_of
from spadesdsl.session.wall_clock import WallClock
from spadesdsl.web import seen
from spadesdsl.web.keeping import begin_game, write_table
from spadesdsl.web.table import Refused, Table, new_key
from spadesdsl.words import capital, reason_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import ThreadPoolExecutor
    from pathlib import Path

    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Turn

MOST_ANSWERS: Final = 50
"""Answers that may wait for a slow reader; then the connection is closed."""
PACE: Final = 0.9
"""Seconds between the moves of bots."""
AFTER_TRICK: Final = 1.5
"""Seconds for which a complete trick stays before a bot leads."""
AFTER_DEAL: Final = 4.0
"""Seconds in which a score sheet can be read before a bot goes on."""


class Watcher(Changing, eq=False):
    """One connection that looks at a table."""

    key: str = ""
    """The secret of its seat, if it has one."""
    pad: tuple[object, ...] = ()
    """The game, the number of score sheets and the names that it was sent last."""
    heard: int = 0
    """The number of the last sentence that it was sent."""
    of_seat: int | None = None
    """The seat whose story that was."""
    answers: deque[str] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    is_lost: bool = False
    """Whether it reads too slowly to be served."""

    def tell(self, message: Mapping[str, Any]) -> None:
        """Put an answer in the queue."""
        self.is_lost = self.is_lost or len(self.answers) >= MOST_ANSWERS
        self.answers.append(dumped(message))
        self.wake.set()


def dumped(message: Mapping[str, Any]) -> str:
    """Write a message."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Room(Changing, eq=False):
    """A table, those who look at it, and what drives its game."""

    table: Table
    folder: Path
    thinking: ThreadPoolExecutor
    """Where bots think."""
    writing: ThreadPoolExecutor
    """Where moves go to the disk."""
    epoch: str
    """Changes whenever the server starts: numbers of sentences belong to it."""
    pace: float = 1.0
    watchers: set[Watcher] = field(default_factory=set)
    clock: WallClock = field(default_factory=WallClock)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _driver: asyncio.Task[None] | None = None
    _timers: dict[tuple[str, int | None, int], asyncio.TimerHandle] = field(default_factory=dict)
    """Of the choices that people have to make in time: by clock, seat, and the moves before."""
    _ticking: asyncio.TimerHandle | None = None
    _kept: dict[int | None, str] = field(default_factory=dict)
    """What each seat was sent of this version."""
    _kept_version: int = -1
    _kept_public: str = ""

    # ---- watchers

    def seat_of(self, watcher: Watcher) -> int | None:
        """Return the seat of a connection."""
        return self.table.seat_of(watcher.key)

    def enter(self, watcher: Watcher, key: str, since: int, epoch: str, address: str = "") -> None:
        """Let somebody look on, or come back to their seat; a new guest is sent a new secret."""
        is_known = bool(key) and (self.table.seat_of(key) is not None or self.table.promised_to(key) is not None)
        watcher.key = key if is_known else new_key()
        seat = self.seat_of(watcher)
        watcher.of_seat = seat
        watcher.heard = since if epoch == self.epoch else 0
        self.watchers.add(watcher)
        watcher.tell(seen.welcome(self.table) | {"key": watcher.key, "address": address})
        if seat is not None and self.table.people[seat].is_away:
            self.table.stand_in(seat, is_away=False)
        self.wake()

    def gone(self, watcher: Watcher) -> None:
        """Forget a connection that is closed."""
        self.watchers.discard(watcher)
        self.wake()

    @property
    def online(self) -> set[int]:
        """Return the seats of people who are connected."""
        return {seat for one in self.watchers if (seat := self.seat_of(one)) is not None}

    def wake(self) -> None:
        """Tell everybody what is new, and go on."""
        for watcher in self.watchers:
            watcher.wake.set()
        self._kept_version = -1
        self._set_clocks()
        if self._driver is None or self._driver.done():
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    def messages(self, watcher: Watcher) -> list[str]:
        """Return all that a connection has not been sent: answers, then the table as it is now."""
        found = list(watcher.answers)
        watcher.answers.clear()
        seat = self.seat_of(watcher)
        table = self.table
        sheets = (table.number, len(table.sheets), table.names)
        if watcher.pad != sheets:
            watcher.pad = sheets
            found.append(dumped(seen.pad(table)))
        news = self._news(watcher, seat)
        body = self._body(seat)
        if (coming := self.table.promised_to(watcher.key)) is not None:
            body = f'{body[:-1]},"coming":{coming}}}'
        found += [news] if news else []
        found.append(body)
        return found

    def _news(self, watcher: Watcher, seat: int | None) -> str:
        if (story := self.table.stories.get(seat)) is None:
            return ""
        if watcher.of_seat != seat or watcher.heard > story.last:
            watcher.of_seat, watcher.heard = seat, 0
        lines = story.to_json(watcher.heard)
        is_fresh, watcher.heard = watcher.heard == 0, story.last
        told = {"is": "news", "epoch": self.epoch, "fresh": is_fresh, "lines": lines}
        return dumped(told) if lines else ""

    def _body(self, seat: int | None) -> str:
        """Return the table as a seat sees it. What all see alike is written once."""
        if self._kept_version != self.table.version:
            here = {"online": sorted(self.online), "watching": sum(self.seat_of(one) is None for one in self.watchers)}
            self._kept, self._kept_version = {}, self.table.version
            self._kept_public = dumped(seen.in_public(self.table) | here)[:-1]
        if seat not in self._kept:
            self._kept[seat] = f"{self._kept_public},{dumped(seen.in_private(self.table, seat))[1:]}"
        return self._kept[seat]

    # ---- what people ask for

    async def sit(self, watcher: Watcher, seat: int, name: str) -> None:
        """Give somebody a seat: it belongs to the secret that they were sent as they came in."""
        async with self._lock:
            self.table.sit(seat, name, watcher.key)
            try:
                await self._keep()
            except Refused:
                self.table.leave(watcher.key)
                raise
        self.wake()

    async def leave(self, watcher: Watcher) -> None:
        """Take somebody's seat back."""
        async with self._lock:
            self.table.leave(watcher.key)
            await self._keep()
        self.wake()

    async def begin(self, watcher: Watcher, seed: int | None = None) -> None:
        """Begin a game, or the next one; its cards are by chance unless a seed is given."""
        self._own_seat(watcher)
        async with self._lock:
            first = self.table.begin(seed)
            journal = await self._written(begin_game, self.folder, self.table, first)
            self.table.started(first, journal)
            self.clock = WallClock()
            await self._keep()
        self.wake()

    async def move(self, watcher: Watcher, move: str, version: int) -> dict[str, Any]:
        """Make somebody's move; it is on the disk when this returns."""
        seat = self._own_seat(watcher)
        async with self._lock:
            try:
                after = self.table.move(seat, move)
            except MoveRefused as refused:
                raise Refused(str(refused)) from None
            except GameError as refused:
                is_late = version != self.table.version
                raise Refused("The game had moved on." if is_late else f"{capital(str(refused))}.") from None
            await self._made(after)
            made = {"version": self.table.version}
        self.wake()
        return made

    async def hint(self, watcher: Watcher) -> dict[str, Any]:
        """Say what a bot would do in somebody's place, and why."""
        seat = self._own_seat(watcher)
        state = self.table.now
        if (turn := turn_of(state, seat)) is None:
            raise Refused("You have nothing to choose now.")
        view = state.view(seat)
        advice = await self._thought(lambda: self._bot(seat).advise(view, turn))
        listed = (*view.volunteers, turn)
        words = {move: word for one in listed for move, word in zip(one.moves, one.labels or one.moves, strict=True)}
        return {"move": advice.move, "reason": advice.told(words)}

    def why(self, watcher: Watcher, move: str) -> dict[str, Any]:
        """Say whether somebody's move is allowed, and by which rule."""
        try:
            return seen.verdict(self.table.now, move, self._own_seat(watcher))
        except GameError as refused:
            raise Refused(f"{capital(str(refused))}.") from None

    async def undo(self, watcher: Watcher) -> None:
        """Ask everybody to take somebody's last choice back."""
        seat = self._own_seat(watcher)
        async with self._lock:
            if self.table.ask_undo(seat):
                await self._take_back()
        self.wake()

    async def agree(self, watcher: Watcher, *, is_yes: bool) -> None:
        """Answer somebody's wish to take a choice back."""
        seat = self._own_seat(watcher)
        async with self._lock:
            if self.table.agree(seat, is_yes=is_yes):
                await self._take_back()
        self.wake()

    async def stand_in(self, watcher: Watcher, seat: int) -> None:
        """Let a bot play for somebody who is not connected, until they are back; who comes next may wish it, too."""
        if self.table.promised_to(watcher.key) is None:
            self._own_seat(watcher)
        if seat in self.online:
            raise Refused("They are here.")
        async with self._lock:
            self.table.stand_in(seat, is_away=True)
            await self._keep()
        self.wake()

    def _own_seat(self, watcher: Watcher) -> int:
        if (seat := self.seat_of(watcher)) is None:
            raise Refused("You have no seat here.")
        return seat

    # ---- the disk

    async def _written(self, write: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401 - what the call returns
        try:
            return await asyncio.get_running_loop().run_in_executor(self.writing, write, *given)
        except OSError as problem:
            raise Refused(f"This cannot be saved, so it was not done: {reason_of(problem)}.") from None

    async def _keep(self) -> None:
        await self._written(write_table, self.folder, self.table)

    async def _made(self, after: State) -> None:
        """Write a move, then make it."""
        journal = self.table.journal
        assert journal is not None
        await self._written(journal.append, after)
        coming = bool(self.table.coming)
        self.table.moved(after)
        if coming and not self.table.coming:
            await self._keep()
        if after.sheets and self.table.game.base.clocks:
            await self._written(journal.spend, self.clock.played)

    async def _take_back(self) -> None:
        journal = self.table.journal
        assert journal is not None
        await self._written(journal.take_back, self.table.earlier())
        self.table.taken_back()

    # ---- bots and clocks

    def _bot(self, seat: int) -> Any:  # noqa: ANN401 - an Adviser
        return by_name(self.table.bots, self.table.seed + seat, Effort.QUICK)

    async def _thought(self, think: Callable[[], Any]) -> Any:  # noqa: ANN401 - what was thought
        return await asyncio.get_running_loop().run_in_executor(self.thinking, think)

    async def _drive(self) -> None:
        """Let bots choose for as long as it is their turn and somebody is looking."""
        while self.watchers and (turn := self.table.bot_turn()) is not None:
            state = self.table.now
            chosen = asyncio.ensure_future(self._thought(partial(self._choice, state, turn)))
            await asyncio.sleep(self._pause(state))
            move = await chosen
            async with self._lock:
                if self.table.state is not state or self.table.bot_turn() != turn:
                    continue
                try:
                    await self._made(state.apply(move, turn.seat))
                except Refused:
                    await asyncio.sleep(5)  # a full disk, say: the move is made when there is room
            self.wake()

    def _choice(self, state: State, turn: Turn) -> str:
        move: str = self._bot(turn.seat).choose(state.view(turn.seat), turn)
        return move

    def _pause(self, state: State) -> float:
        if state.sheets:
            return AFTER_DEAL * self.pace
        return (AFTER_TRICK if state.tricks and not state.trick else PACE) * self.pace

    def _set_clocks(self) -> None:
        """Let the times run that the rules set for the choices of people, and look at the clock of the whole game."""
        state = self.table.state
        running = () if state is None else state.clocks
        loop = asyncio.get_running_loop()
        if self._ticking is None and any(one.seat is None for one in running):
            self._ticking = loop.call_later(1, self._tick)
        moves = 0 if state is None else state.moves_made
        timed = {
            (one.clock, one.seat, moves): float(one.seconds or 0)
            for one in running
            if one.seat is not None and not self.table.is_bot(one.seat)
        }
        for key in self._timers.keys() - timed.keys():
            self._timers.pop(key).cancel()
        for key in timed.keys() - self._timers.keys():
            self._timers[key] = loop.call_later(timed[key], self._ring, key[0], key[1])

    def _tick(self) -> None:
        """Let the time of the whole game run out when it is up."""
        self._ticking = None
        state = self.table.state
        for one in () if state is None else state.clocks:
            if one.seat is None and self.clock.is_up(one):
                self._ring(one.clock, None)
        self._set_clocks()

    def _ring(self, clock: str, seat: int | None) -> None:
        task = asyncio.get_running_loop().create_task(self._run_out(clock, seat))
        task.add_done_callback(lambda done: done.exception())

    async def _run_out(self, clock: str, seat: int | None) -> None:
        async with self._lock:
            if (after := self.table.rings(clock, seat)) is not None:
                await self._made(after)
        self.wake()

    async def close(self) -> None:
        """Stop everything; what was acknowledged is on the disk."""
        for timer in (*self._timers.values(), *([self._ticking] if self._ticking else [])):
            timer.cancel()
        if self._driver is not None:
            self._driver.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._driver
        self.table.close()
