"""The referee protocol: JSON Lines, one request a line in, one answer a line out. `docs/referee.md` is its reference.

Nothing else is ever written to the output; a bad request is answered and changes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from secrets import randbelow
from typing import IO, Any, Final

from spadesdsl.documents import MAX_LETTERS
from spadesdsl.engine.boundary import Deal, GameError, MoveRefused
from spadesdsl.engine.events import plain, some
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.view import Ear, Step, dated, turns_for, volunteers_for
from spadesdsl.frozen import Changing, field
from spadesdsl.referee.requests import Answer, Request, RequestError, event_told, read_request, rule_words, turns_told

PROTOCOL: Final = 1
SEEDS: Final = 1 << 53
"""A seed that is drawn is below this: every program that reads JSON keeps it whole, and nobody can try them all."""


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


class Referee(Changing):
    """One game at a time, with all that has happened to it."""

    game: Game
    is_done: bool = False
    _states: list[State] = field(default_factory=list)
    """From the first to the present one, without what was taken back."""
    _steps: list[Step] = field(default_factory=list)
    """All that has happened, moves taken back included."""
    _changed: int = 0
    """How many steps there were before the last request that changed something."""
    _games: int = 0
    """How many games were begun or loaded."""
    _drawn: int | None = None
    """The seed, if this game has just begun without one."""
    _ears: dict[int | None, Ear] = field(default_factory=dict)
    """What each seat that has asked has heard of this game; None for what everybody has."""

    def answer(self, line: str) -> Answer:
        """Answer one line."""
        try:
            request = read_request(line)
            answered: Answer = getattr(self, str(request["do"]))(request)  # each kind of request has its method
            return answered
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
            raise RequestError("no_game", 'no game has begun: send {"do": "new"} first')
        return self._states[-1]

    def _begin(self, states: list[State], drawn: int | None = None) -> None:
        """Take up another game, which went through these states."""
        self._games += 1
        self._states, self._steps = states, list(zip((None, *states), states, strict=False))
        self._changed, self._drawn, self._ears = 0, drawn, {}

    def _go_on(self, step: Step) -> None:
        """Note what a request has changed."""
        self._changed, self._drawn = len(self._steps), None
        self._steps.append(step)

    def _told(self, request: Request) -> Answer:
        """Answer with the position and what the last change brought: for the owner of the game, or for one seat."""
        in_words = request.get("sentences") is True
        state = self._state()
        if "for" in request:
            viewer: Any = request["for"]
            ear = self._ear(viewer)
            whose = {"for": viewer, "game": self._games}
            turns, volunteers = turns_for(state, viewer), volunteers_for(state, viewer)
            events = self._numbered(ear, ear.steps[self._changed], in_words=in_words)
            more = {"last": len(ear.events)}
        else:
            whose, more = {}, {} if self._drawn is None else {"seed": self._drawn}
            turns, volunteers = state.turns, state.volunteers
            steps = [step for step in self._steps[self._changed :] if step is not None]
            heard = [one for before, after in steps for one in dated(before, after.events)]
            events = [event_told(event, self.game.edition(deal), in_words=in_words) for deal, event in heard]
        clocks = plain(state.clocks)
        return {
            "ok": True,
            **whose,
            **some(state, "over deal phase"),
            "to_act": turns_told(turns, in_words=in_words),
            "may_act": turns_told(volunteers, in_words=in_words),
            "events": events,
            **({"clocks": clocks} if clocks else {}),
            **more,
            **_ending(state, in_words=in_words),
        }

    def _ear(self, viewer: int | None) -> Ear:
        """Return all that a seat has heard of this game."""
        ear = self._ears.setdefault(viewer, Ear(viewer))
        ear.listen(self._steps)
        return ear

    def _numbered(self, ear: Ear, since: int, *, in_words: bool) -> list[Answer]:
        """Write what a seat has heard after an event."""
        heard = enumerate(ear.events[since:], since + 1)
        return [{"n": n, **event_told(event, self.game.edition(deal), in_words=in_words)} for n, (deal, event) in heard]

    def hello(self, _: Request) -> Answer:
        """Say what is spoken and what is played."""
        game = self.game
        return {
            "ok": True,
            "protocol": PROTOCOL,
            "variant": game.name,
            **some(game, "title version hash options deck seats players sides"),
        }

    def new(self, request: Request) -> Answer:
        """Begin a game."""
        self._check_viewer(request)
        drawn = None if "seed" in request else randbelow(SEEDS)
        seed: Any = request.get("seed", drawn)
        dealer: Any = request.get("dealer")
        given: Any = request.get("deals", [])
        deals = [Deal.from_json(deal) for deal in given]
        self._begin([self.game.start(seed, dealer=dealer, deals=deals)], drawn)
        return self._told(request)

    def move(self, request: Request) -> Answer:
        """Make a move."""
        self._check_viewer(request)
        seat = self._seat(request)
        return self._moved(request, self._state().apply(_move(request), seat))

    def time(self, request: Request) -> Answer:
        """Let a time run out, which the program says that runs the table."""
        self._check_viewer(request)
        seat: Any = request.get("seat")
        return self._moved(request, self._state().run_out(str(request["clock"]), seat))

    def _moved(self, request: Request, after: State) -> Answer:
        self._go_on((self._states[-1], after))
        self._states.append(after)
        return self._told(request)

    def state(self, request: Request) -> Answer:
        """Give the answer to the last request that changed something, once more."""
        self._state()
        self._check_viewer(request)
        return self._told(request)

    def view(self, request: Request) -> Answer:
        """Tell all that a seat may know, or what everybody may see."""
        seat: Any = request["seat"]
        state = self._state()
        self._check_seat(seat)
        view = state.view(seat)
        in_words = request.get("sentences") is True
        turns, volunteers = (turns_told(some, in_words=in_words) for some in (view.turns, view.volunteers))
        return {"ok": True, **view.to_json(), "to_act": turns, "may_act": volunteers}

    def events(self, request: Request) -> Answer:
        """Tell what a seat has heard of this game, from the event after one that it knows."""
        seat: Any = request["seat"]
        known: Any = request.get("since", 0)
        game: Any = request.get("game", self._games)
        self._state()
        self._check_seat(seat)
        since = known if game == self._games else 0
        ear = self._ear(seat)
        last = len(ear.events)
        if since > last:
            raise RequestError("bad_request", f"`since` {since}: the last event of this game is {last}")
        events = self._numbered(ear, since, in_words=request.get("sentences") is True)
        return {"ok": True, "for": seat, "game": self._games, "events": events, "last": last}

    def why(self, request: Request) -> Answer:
        """Judge a move without making it."""
        return {"ok": True, **self._state().why(_move(request), self._seat(request)).to_json()}

    def undo(self, request: Request) -> Answer:
        """Take the last move back."""
        self._state()
        self._check_viewer(request)
        if len(self._states) == 1:
            raise RequestError("bad_request", "there is no move to take back")
        self._states.pop()
        self._go_on(None)
        return self._told(request)

    def record(self, _: Request) -> Answer:
        """Write the game so far."""
        return {"ok": True, "record": self._state().record()}

    def load(self, request: Request) -> Answer:
        """Go on from a game record; the answer has all its events."""
        from spadesdsl.schemas import faults

        self._check_viewer(request)
        record: Any = request["record"]
        if wrong := faults(record, "record"):
            raise RequestError("bad_record", f"record: {'; '.join(map(str, wrong[:5]))}")
        self._begin(self.game.replay(record))
        return self._told(request)

    def quit(self, _: Request) -> Answer:
        """End."""
        self.is_done = True
        return {"ok": True}

    # ---- parts of a request

    def _check_seat(self, seat: int | None, key: str = "seat") -> None:
        last = len(self.game.seats) - 1
        if seat is not None and seat > last:
            raise RequestError("bad_request", f"`{key}` {seat} is not at this table: its seats are 0 to {last}")

    def _check_viewer(self, request: Request) -> None:
        viewer: Any = request.get("for")
        self._check_seat(viewer, "for")

    def _seat(self, request: Request) -> int | None:
        """Return the seat of a request, or the only one that may act; None when the game is over."""
        seat: Any = request.get("seat", request.get("for"))
        if "for" in request and request["for"] != seat:
            raise RequestError("bad_request", "`for` and `seat` differ: a seat makes only its own moves")
        if "for" in request and seat is None:
            raise RequestError("bad_request", "`for` null only watches, and makes no move")
        state = self._state()
        if seat is not None:
            self._check_seat(seat)
            return int(seat)
        may = {turn.seat for turn in (*state.turns, *state.volunteers)}
        if len(may) > 1:
            raise RequestError("bad_request", "`seat` is missing, and more than one seat may act")
        return next(iter(may), None)


def _move(request: Request) -> str:
    """Return the move of a request as the game writes it: `TH` is read as `10H`."""
    return re.sub(r"\AT(?=[A-Z]\b)", "10", str(request["move"]))


def _ending(state: State, *, in_words: bool) -> Answer:
    """Write how a game has ended; nothing while it goes on."""
    if not state.over:
        return {}
    words = rule_words(state.spec, state.ended_by) if in_words else {}
    return some(state, "winners ended_by scores") | words
