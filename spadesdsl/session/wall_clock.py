"""The clock on the wall, which the table has and the game has not: when the times that rules set run out."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from spadesdsl.engine.clocks import Running
from spadesdsl.engine.state import StateData
from spadesdsl.frozen import Changing, field


class WallClock(Changing):
    """What time it is, and for how long this game has been played.

    A length of time counts while somebody sits at the table: not while the game waits in its record. An hour of the day
    is the first such hour after the game was begun, whenever it goes on.
    """

    spent: float = 0
    """Seconds that were played before this session."""
    begun: datetime = field(default_factory=lambda: datetime.now().astimezone())
    """When the game was begun."""
    now: Callable[[], float] = time.monotonic
    """Seconds, from any moment on."""
    today: Callable[[], datetime] = lambda: datetime.now().astimezone()
    """The hour on the wall."""
    _sat: float = field(init=False)
    """When this session began."""

    @classmethod
    def of(cls, spent: int, begun: str) -> WallClock:
        """Return the clock of a game that goes on from its record."""
        at = moment_of(begun)
        return cls(spent) if at is None else cls(spent, at)

    def __post_init__(self) -> None:
        self._sat = self.now()

    @property
    def played(self) -> int:
        """Return how many seconds have been played."""
        return int(self.spent + self.now() - self._sat)

    def is_up(self, clock: Running) -> bool:
        """Tell whether a time of the whole game has run out."""
        if clock.hour is not None:
            return self.today() >= self._hour(float(clock.hour))
        return self.spent + self.now() - self._sat >= float(clock.seconds or 0)

    def _hour(self, hour: float) -> datetime:
        """Return the first such hour after the game was begun."""
        at = self.begun.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(hours=hour)
        return at if at > self.begun else at + timedelta(days=1)

    def words(self, clock: Running) -> str:
        """Say how long a time of the whole game goes on."""
        if clock.hour is not None:
            return f"until {hour_words(float(clock.hour))}"
        left = max(0, float(clock.seconds or 0) - self.spent - (self.now() - self._sat))
        return f"{length_words(left)} left"


def moment_of(stamp: str) -> datetime | None:
    """Return when something was noted, by the clock on the wall; None if the record does not say."""
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError):
        return None


def when(stamp: str) -> str:
    """Write when a game was begun, by the clock on the wall."""
    at = moment_of(stamp)
    return "" if at is None else f"{at:%Y-%m-%d %H:%M}"


def is_timed(state: StateData) -> bool:
    """Tell whether the game lasts for a length of time, so that it matters how long was played."""
    return any(not clock.phase and not clock.is_hour for clock in state.spec.clocks)


def hour_words(hour: float) -> str:
    """Write an hour of the day as a clock shows it: `22:30`."""
    return f"{int(hour)}:{round(hour % 1 * 60):02}"


def length_words(seconds: float) -> str:
    """Write a length of time: `2 seconds`, `1 minute 30`, `1 hour 5`."""
    whole = round(seconds)
    for name, size in (("hour", 3600), ("minute", 60)):
        if whole >= size:
            number, rest = divmod(whole, size)
            more = f" {rest * 60 // size}" if rest * 60 // size else ""
            return f"{number} {name}{'' if number == 1 else 's'}{more}"
    exact = f"{seconds:g}" if seconds < 1 else f"{whole}"
    return f"{exact} second{'' if exact == '1' else 's'}"
