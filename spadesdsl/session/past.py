"""The game so far at this table: its states, its record, its score sheets, and what can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from spadesdsl.engine.events import ScoreSheet
from spadesdsl.engine.game import State
from spadesdsl.engine.view import shows_more
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.journal import Journal, Trouble
from spadesdsl.words import reason_of


class _Undone(Frozen):
    """What somebody took back."""

    seat: int
    chosen: list[tuple[int, State]]
    """Whose choices it held, and in which states."""
    states: list[State]
    """What came of them, in order."""


class Past(Changing):
    """The game so far."""

    log: Journal | None = None
    """Saves every move before the screen shows it."""
    begin_log: Callable[[State, Path | None], Journal | Trouble] | None = None
    """Begins a record with all moves up to a state, in a file or in the person's own folder; None if none can be."""
    is_kept: bool = False
    """Whether a record begins with the first choice of a person; everything before follows from the seed."""
    unsaved: str = field(init=False, default="")
    """Why this game, which should be saved, is not."""
    state: State = field(init=False)
    chosen: list[tuple[int, State]] = field(init=False, default_factory=list)
    """The choices of people: who chose, and in which state."""
    sheets: list[tuple[int, ScoreSheet]] = field(init=False, default_factory=list)
    """The score sheets of this game, each with the number of moves before it."""
    people: tuple[int, ...] = field(init=False, default=())
    _tell: Callable[[list[str]], None] = field(init=False)
    """Shows the person what happens to the record."""
    _undone: list[_Undone] = field(init=False, default_factory=list)
    """What was taken back and can be made again; any other move forgets it."""
    _way: list[State] = field(init=False, default_factory=list)
    """The states to which choices can be taken back, and the one now: those since somebody was shown cards."""

    def begin(self, people: tuple[int, ...], states: Sequence[State], tell: Callable[[list[str]], None]) -> None:
        """Begin with a new game, which has one state, or with one that continues."""
        self.people, self._tell = people, tell
        self.state = states[0]
        self._way.append(self.state)
        for before, after in pairwise(states):
            assert after.last_move is not None
            if after.last_move[0] in people:
                self.chosen.append((after.last_move[0], before))
            self._reach(after)

    def choose(self, seat: int) -> None:
        """Note that a person chooses in this state."""
        self.chosen.append((seat, self.state))

    def go_on(self, after: State, *, is_again: bool = False) -> None:
        """Go on to the state after a move or after a time ran out, and save what led to it.

        Any move but one that was taken back and is made again (`is_again`) forgets what was taken back.
        """
        if not is_again:
            self._undone.clear()
        self._write(after)
        self._reach(after)

    def take_back(self, seat: int | None) -> str:
        """Go back to the last choice of a person; return why not, if that is impossible.

        It never goes back past cards that a person has been shown since: those cannot be forgotten.
        """
        at = next((at for at in reversed(range(len(self.chosen))) if self.chosen[at][0] == seat), None)
        if seat is None or at is None:
            return "There is nothing to take back."
        earlier = self.chosen[at][1]
        kept = next((number for number, state in enumerate(self._way, 1) if state is earlier), None)
        if kept is None:
            return "You cannot take your last choice back: cards or secret choices have been shown since."
        self._save(lambda log: log.take_back(earlier))
        self._undone.append(_Undone(seat, self.chosen[at:], self._way[kept:]))
        del self.chosen[at:]
        del self._way[kept:]
        self.state = earlier
        self.sheets = [(moves, sheet) for moves, sheet in self.sheets if moves <= earlier.moves_made]
        return ""

    def taken_back(self, seat: int | None) -> list[State]:
        """Return the states that a person has taken back last, to go on to them again; empty if there are none."""
        if not self._undone or self._undone[-1].seat != seat:
            return []
        last = self._undone.pop()
        self.chosen += last.chosen
        return last.states

    def spend(self, seconds: int) -> None:
        """Save for how long the game has been played."""
        self._save(lambda log: log.spend(seconds))

    def close(self) -> None:
        """Close the record."""
        if self.log is not None:
            self.log.close()

    @property
    def warning(self) -> str:
        """Say that this game, which should be saved, is not, and what helps; empty if nothing is wrong."""
        helps = " `save FILE` saves all of it in a file of your choice." if self.begin_log is not None else ""
        return self.unsaved and self.unsaved + helps

    def save_in(self, path: Path | None, state: State | None = None) -> str:
        """Save the whole game up to a state, and every move from now on; return why not, if that is impossible.

        The file must be new; without one it is in the person's own folder.
        """
        assert self.begin_log is not None
        try:
            begun = self.begin_log(self.state if state is None else state, path)
        except OSError as problem:
            return f"{path}: {reason_of(problem)}."
        if isinstance(begun, Trouble):
            return f"{begun}." if path is not None else f"{begun.path}: {begun.message}."
        self.log, self.unsaved = begun, ""
        return ""

    def _reach(self, after: State) -> None:
        """Go on to a state, and note how far back choices can be taken: not past cards that a person has been shown."""
        if shows_more(self.state, after, self.people):
            self._way.clear()
        self._way.append(after)
        self.state = after
        self.sheets += [(after.moves_made, sheet) for sheet in after.sheets]

    def _write(self, after: State) -> None:
        """Save a move, from the first choice of a person on."""
        if self.log is not None:
            self._save(lambda log: log.append(after))
        elif self.is_kept and self.chosen:
            self.is_kept = False  # once is enough: the person can say where else
            if refused := self.save_in(None, after):
                self._warn(f"This game is not saved. {refused}")
        told = "" if self.log is None else self.log.take_note()
        self._tell([told] if told else [])

    def _save(self, write: Callable[[Journal], None]) -> None:
        """Write something to the record, if there is one; go on without it if that is impossible."""
        if self.log is not None:
            try:
                write(self.log)
            except OSError as problem:
                self._stop_writing(problem)

    def _stop_writing(self, problem: OSError) -> None:
        """Continue without a record, and say so."""
        self.close()
        self.log, self.is_kept = None, False
        self._warn(f"This game cannot be saved any more: {reason_of(problem)}.")

    def _warn(self, unsaved: str) -> None:
        self.unsaved = unsaved
        self._tell([self.warning])
