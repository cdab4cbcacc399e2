"""The referee protocol: JSON Lines, one request a line in, one answer a line out. `docs/referee.md` is its reference.

Nothing else is ever written to the output; a bad request is answered and changes nothing.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Final

from spadesdsl.documents import MAX_LETTERS
from spadesdsl.engine.events import number
from spadesdsl.engine.game import Deal, GameError, MoveRefused
from spadesdsl.referee.requests import RequestError, read_request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount
    from spadesdsl.referee.requests import Answer, Request

PROTOCOL: Final = 1
"""Version of the protocol."""


def serve(game: Game, requests: IO[str], answers: IO[str]) -> None:
    """Answer requests until `quit` or the end of the input; every answer is flushed."""
    referee = Referee(game)
    for line in _lines(requests):
        answer = referee.answer(line) if isinstance(line, str) else line.answer()
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if referee.is_done:
            return


def _lines(stream: IO[str]) -> Iterator[str | RequestError]:
    """Give the lines of a stream; in the place of one that no text is, or that is too long, why it is refused."""
    source: IO[Any] = getattr(stream, "buffer", stream)
    while line := source.readline(MAX_LETTERS + 1):
        end = "\n" if isinstance(line, str) else b"\n"
        if len(line) > MAX_LETTERS and not line.endswith(end):
            while rest := source.readline(MAX_LETTERS):
                if rest.endswith(end):
                    break
            yield RequestError("bad_json", f"the line is longer than {MAX_LETTERS:,} letters")
            continue
        if isinstance(line, str):
            yield line
            continue
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            yield RequestError("bad_json", "the line is not UTF-8")


@dataclass(slots=True)
class Referee:
    """One game at a time, all its states so far, and what was answered last."""

    game: Game
    is_done: bool = False
    _states: list[State] = field(default_factory=list)
    _last: Answer = field(default_factory=dict)

    def answer(self, line: str) -> Answer:
        """Answer one line."""
        try:
            request = read_request(line)
            return _DO[str(request["do"])](self, request)
        except RequestError as refused:
            return refused.answer()
        except MoveRefused as refused:
            rule = refused.verdict.rule
            return RequestError(refused.code, str(refused), rule.key if rule else "").answer()
        except GameError as refused:
            return RequestError(refused.code, str(refused)).answer()

    def _state(self) -> State:
        """Return where the game stands."""
        if not self._states:
            raise RequestError("no_game", 'no game has been begun: ask {"do": "new"} first')
        return self._states[-1]

    def _show(self, states: list[State], events: list[Answer]) -> Answer:
        """Go on from the last of these states, and answer with it."""
        self._states = states
        self._last = position(states[-1], events)
        return self._last

    def hello(self, _: Request) -> Answer:
        """Say what is spoken and what is played."""
        game = self.game
        return {
            "ok": True,
            "protocol": PROTOCOL,
            "variant": game.name,
            "title": game.title,
            "version": game.version,
            "hash": game.hash,
            "options": {name: _told(value) for name, value in game.options.items()},
            "deck": list(game.deck),
            "seats": list(game.seats),
            "players": list(game.players),
            "sides": [list(side) for side in game.sides],
        }

    def new(self, request: Request) -> Answer:
        """Begin a game."""
        seed: Any = request.get("seed", 0)
        dealer: Any = request.get("dealer")
        given: Any = request.get("deals", [])
        deals = [Deal.from_json(deal) for deal in given]
        state = self.game.start(seed, dealer=dealer, deals=deals)
        return self._show([state], _events(state))

    def move(self, request: Request) -> Answer:
        """Make a move."""
        seat = self._seat(request)
        after = self._state().apply(_move(request), seat)
        return self._show([*self._states, after], _events(after))

    def last(self, _: Request) -> Answer:
        """Give the answer to the last request that changed something, once more."""
        self._state()
        return self._last

    def view(self, request: Request) -> Answer:
        """Tell all that a seat may know."""
        seat: Any = request["seat"]
        state = self._state()
        self._check_seat(seat)
        return {"ok": True, **state.view(seat).to_json()}

    def why(self, request: Request) -> Answer:
        """Judge a move without making it."""
        seat = self._seat(request)
        return {"ok": True, **self._state().why(_move(request), seat).to_json()}

    def undo(self, _: Request) -> Answer:
        """Take the last move back."""
        self._state()
        if len(self._states) == 1:
            raise RequestError("bad_request", "there is no move to take back")
        return self._show(self._states[:-1], [])

    def record(self, _: Request) -> Answer:
        """Write the game so far."""
        return {"ok": True, "record": self._state().record()}

    def load(self, request: Request) -> Answer:
        """Go on from a game record; the answer has all its events."""
        from spadesdsl.schemas import faults

        record: Any = request["record"]
        wrong = faults(record, "record")
        if wrong:
            raise RequestError("bad_record", f"record: {'; '.join(map(str, wrong[:5]))}")
        states = self.game.replay(record)
        return self._show(states, [event for state in states for event in _events(state)])

    def quit(self, _: Request) -> Answer:
        """End."""
        self.is_done = True
        return {"ok": True}

    # ---- parts of a request

    def _check_seat(self, seat: int) -> None:
        last = len(self.game.seats) - 1
        if seat > last:
            raise RequestError("bad_request", f"`seat` {seat} is not at this table: its seats are 0 to {last}")

    def _seat(self, request: Request) -> int | None:
        """Return the seat of a request, or the only one that may act; None when the game is over."""
        seat: Any = request.get("seat")
        state = self._state()
        if seat is not None:
            self._check_seat(seat)
            return int(seat)
        may = {turn.seat for turn in (*state.turns, *state.volunteers)}
        if len(may) > 1:
            raise RequestError("bad_request", "`seat` is missing, and more than one seat may act")
        return next(iter(may), None)


def _told(value: str | Amount) -> str | int | float:
    return value if isinstance(value, str) else number(value)


def _move(request: Request) -> str:
    """Return the move of a request as the game writes it: `TH` is read as `10H`."""
    return re.sub(r"\AT(?=[A-Z]\b)", "10", str(request["move"]))


def position(state: State, events: list[Answer]) -> Answer:
    """Write where a game stands."""
    written: Answer = {
        "ok": True,
        "over": state.over,
        "deal": state.deal,
        "phase": state.phase,
        "to_act": [turn.to_json() for turn in state.turns],
        "may_act": [turn.to_json() for turn in state.volunteers],
        "events": events,
    }
    if state.over:
        written["winners"] = list(state.winners)
        written["ended_by"] = state.ended_by
        written["scores"] = [number(score) for score in state.scores]
    return written


def _events(state: State) -> list[Answer]:
    return [event.to_json() for event in state.events]


_DO: Final[dict[str, Callable[[Referee, Request], Answer]]] = {
    "hello": Referee.hello,
    "new": Referee.new,
    "move": Referee.move,
    "state": Referee.last,
    "view": Referee.view,
    "why": Referee.why,
    "undo": Referee.undo,
    "record": Referee.record,
    "load": Referee.load,
    "quit": Referee.quit,
}
"""What does each kind of request."""
