"""Restore a game from its record: by the rules in it, even if their files have changed or are gone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from spadesdsl import loader
from spadesdsl.diagnostics import Severity
from spadesdsl.engine.boundary import RecordError
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.record import Step, goes_on, left_of, steps
from spadesdsl.frozen import Frozen
from spadesdsl.journal.reading import PERSON, Record, Sitter, Trouble, load_rules, read_opened, read_record, rules_of
from spadesdsl.journal.writing import PROGRAM, SUFFIX, Journal, flow, hold, take_up, told_after
from spadesdsl.loader import Loaded
from spadesdsl.reading import SUFFIX as RULES
from spadesdsl.reading import may_never_end
from spadesdsl.resources import variant_names
from spadesdsl.storage import games_folder, last_written
from spadesdsl.words import and_list, capital, reason_of, value_text


class Resumed(Frozen):
    """A game that can go on."""

    journal: Journal
    """Open; the next move is appended to it."""
    loaded: Loaded
    game: Game
    states: tuple[State, ...]
    """From the first to the current one, without what was taken back."""
    sitters: tuple[Sitter, ...]
    notes: tuple[str, ...]
    """Notes for the player: the rules' file has changed, half a line was left out."""
    record: Record


class Replayed(Frozen):
    """A record that was replayed from beginning to end, or as far as it is valid."""

    record: Record
    loaded: Loaded
    game: Game
    steps: tuple[Step, ...]
    """The beginning, then a step for each entry."""
    wrong: Trouble | None = None
    """Where it is not valid; the steps end before that."""

    @property
    def states(self) -> tuple[State, ...]:
        """Return the states of the current game, without what was taken back."""
        return tuple(step.state for step in left_of(self.steps))

    @property
    def is_running(self) -> bool:
        """Tell whether people still play it."""
        return not self.states[-1].over and any(sitter.is_person for sitter in self.record.sitters)


def resume(path: Path, bots: Sequence[str] = ()) -> Resumed | Trouble:
    """Open a record to continue its game: it is closed to others before it is read, so nobody's moves are cut off.

    Args:
        bots: The bots that can play; if there are any, no others may sit in it.
    """
    wrong = read_record(path) if may_never_end(path) else None
    held = wrong if isinstance(wrong, Trouble) else hold(path)
    if isinstance(held, Trouble):
        wrong = wrong or read_record(path)
        return wrong if isinstance(wrong, Trouble) else held
    resumed = None
    try:
        resumed = _resumed(path, held, bots)
    finally:
        if not isinstance(resumed, Resumed):
            os.close(held)
    return resumed


def _resumed(path: Path, held: int, bots: Sequence[str]) -> Resumed | Trouble:
    """Continue the game of a record that is open and held."""
    with os.fdopen(os.dup(held), "rb") as file:
        record = read_opened(file, path)
    if isinstance(record, Trouble):
        return record
    if not record.lines:
        fix = "`replay` shows it, and the referee's `load` continues it"
        return Trouble(path, "this record does not have one line for each move, as a saved game does", fix)
    replayed = replay(record, bots)
    if isinstance(replayed, Trouble):
        return replayed
    if replayed.wrong is not None:
        return replayed.wrong
    states = replayed.states
    try:
        journal = take_up(path, held, states[-1].moves_made, record.sound_bytes)
        if (missing := _missing(replayed)) or not states[-1].over:
            journal.take_up_again(missing)
    except OSError as problem:
        return Trouble(path, f"it cannot be continued: {reason_of(problem)}", "make room on the disk")
    notes = notes_on(record, replayed.game)
    return Resumed(journal, replayed.loaded, replayed.game, states, record.sitters, notes, record)


def _missing(replayed: Replayed) -> list[dict[str, Any]]:
    """Return the results of the last move that are missing from the record."""
    told, was_taken_back = 0, False
    for step in replayed.steps:
        match step.entry:
            case list() | {"time": _}:
                told, was_taken_back = 0, False
            case {"undo": _}:
                was_taken_back = True
            case {"event": _}:
                told += 1
            case _:
                pass
    return [] if was_taken_back else told_after(replayed.states[-1])[told:]


def replay(record: Record, bots: Sequence[str] = ()) -> Replayed | Trouble:
    """Load the rules of a record and replay it as far as it is valid.

    Args:
        bots: The bots that can play; if there are any, no others may sit in it.
    """
    loaded = _rules(record)
    if isinstance(loaded, Trouble):
        return loaded
    game = loaded.playable
    if game.hash != record.document["hash"]:
        message = f"the rules of `{record.variant}` are not those by which the game was played: their hash differs"
        why = f"the texts in the record were changed, or this version reads them differently{_written_by(record)}"
        return Trouble(record.path, message, why)
    nowhere = [sitter.seat for sitter in record.sitters if sitter.seat not in game.players]
    if nowhere:
        seats = ", ".join(map(str, game.players))
        return Trouble(record.path, f"somebody sits in seat {nowhere[0]}, and the players of this game are {seats}")
    taken = [sitter.seat for sitter in record.sitters]
    if len(taken) > len(set(taken)):
        seat = next(seat for seat in taken if taken.count(seat) > 1)
        return Trouble(record.path, f"two sit in seat {seat}", "`players` has one entry for each seat")
    unknown = next((one for one in record.sitters if bots and not one.is_person and one.by not in bots), None)
    if unknown is not None:
        message = f"`{unknown.by}` plays {game.seats[unknown.seat]}, and there is no such bot"
        fix = f"write `{PERSON}`, or one of {and_list(f'`{bot}`' for bot in bots)}, in `players`"
        if ":" in unknown.by:
            message = f"`{unknown.by}` plays {game.seats[unknown.seat]}, and a record never loads a bot"
            fix = f"if it is yours, name it: `spadesdsl play --resume FILE --bots {unknown.by}`"
        return Trouble(record.path, message, fix)
    done: list[Step] = []
    wrong = None
    try:
        for step in steps(game, record.document):
            done.append(step)  # noqa: PERF402 - what was done stays done where a later entry is refused
    except RecordError as problem:
        wrong = Trouble(record.path, capital(str(problem)), "", record.line_of(problem.at))
    if not done:
        assert wrong is not None
        return wrong
    wrong = wrong or _told_otherwise(record, game, done[-1].state)
    return Replayed(record, loaded, game, tuple(done), wrong)


def _told_otherwise(record: Record, game: Game, last: State) -> Trouble | None:
    """Check what a record says for readers only against the game."""
    true = {**last.record(), "title": game.title, "seats": list(game.seats)}
    for key in ("variant", "title", "seats", "over", "winners", "ended_by", "scores"):
        if key in record.document and record.document[key] != true[key]:
            told, rightly = (
                ", ".join(map(str, value)) if isinstance(value, list) else value
                for value in (record.document[key], true[key])
            )
            return Trouble(record.path, f"`{key}` is {told} in the record, and {rightly} in the game")
    return None


def _rules(record: Record) -> Loaded | Trouble:
    """Load the rules of a record: its own texts, or the game that it only names."""
    if record.rules:
        loaded = load_rules(record.rules, record.settings)
    else:
        name = _named(record)
        loaded = loader.load(name, {})
        changed = {} if loaded.game is None else _changed(record.document.get("options", {}), loaded.game)
        if changed:
            loaded = loader.load(name, changed)
    if loaded.game is not None:
        return loaded
    errors = [found for found in loaded.diagnostics if found.severity is Severity.ERROR]
    told = errors[0].message if errors else "they cannot be read"
    if not record.rules:
        fix = errors[0].hint if errors else ""
        return Trouble(record.path, f"the rules of `{record.variant}` cannot be loaded: {told}", fix)
    place = f", at {errors[0].span.row}" if errors else ""
    return Trouble(record.path, f"the rules in the record cannot be loaded{place}: {told}", _cure(record))


def _named(record: Record) -> str:
    """Return where the rules are that a record names: bundled, or in a file of that name beside it or here."""
    if record.variant.isidentifier() and record.variant not in variant_names():
        for folder in (record.path.parent, Path()):
            file = folder / f"{record.variant}{RULES}"
            if file.is_file():
                return str(file)
    return record.variant


def _cure(record: Record) -> str:
    """Say what to do about rules in a record that cannot be loaded."""
    if record.document.get("program", PROGRAM) == PROGRAM:
        return "the text of the rules was changed after the game was saved: take it from a copy of the record"
    return f"the program that wrote the record can read it{_written_by(record)}"


def _written_by(record: Record) -> str:
    program = record.document.get("program", "")
    return f": it was {program}, and this is {PROGRAM}" if program else ""


def _changed(options: Mapping[str, object], game: Game) -> dict[str, str]:
    """Return the options whose value in the record differs from the game's own."""
    usual = game.start(0).record()["options"]
    return {name: value_text(value) for name, value in options.items() if name in usual and usual[name] != value}


def notes_on(record: Record, game: Game) -> tuple[str, ...]:
    """Describe anything unusual about a record that is continued."""
    notes = []
    if record.torn:
        notes.append("The last line of the record is incomplete; that move was not made.")
    if changed := _what_changed(record, game):
        notes.append(f"{changed} The game goes on by the rules it began with, which are in its record.")
    return tuple(notes)


def _what_changed(record: Record, game: Game) -> str:
    """Say whether the files of the rules have changed or are gone; nothing if they are the same."""
    if not record.rules:
        return ""
    first = record.rules[0]
    now = loader.load(first.name if first.is_bundled else first.file, record.settings)
    if now.texts and [text.text for text in rules_of(now)] == [text.text for text in record.rules]:
        return ""
    if not now.texts:
        return f"`{first.file}` is gone."
    if now.game is None:
        return f"`{first.file}` has changed since, and has errors now."
    if now.game.hash == game.hash:
        return ""
    own = now.texts[0].text != first.text
    return f"`{first.file}` has changed since." if own else f"A parent or a pack of `{first.file}` has changed since."


_TAIL = 65_536
"""How many bytes at the end of a record are searched for its last line."""
_ENDED = f"- {flow({'event': 'end'})[:-1]}".encode()


class Kept(Frozen):
    """A game in the player's own folder."""

    path: Path
    variant: str
    title: str
    begun: str
    """When: `2026-05-01T19:30:00Z`."""
    moves: int
    is_over: bool


def kept_files() -> list[Path]:
    """Return the records in the player's folder, the last played first."""
    if (folder := games_folder()) is None:
        return []
    files = (path for path in folder.glob(f"*{SUFFIX}") if path.is_file())  # a link to a device never ends
    return sorted(files, key=last_written, reverse=True)


def kept_games(*, are_unfinished: bool = False) -> Iterator[Kept]:
    """Yield the games in the player's folder, the last played first; all, or those that can go on."""
    for path in kept_files():
        ended = is_over(path)
        record = None if ended and are_unfinished else read_record(path)
        if isinstance(record, Record):
            moves = sum(goes_on(entry) for entry in record.entries)
            back = sum(entry.get("undo", 0) for entry in record.entries if isinstance(entry, dict))
            title = str(record.document.get("title", record.variant))
            yield Kept(path, record.variant, title, record.begun, moves - back, ended)


def last_unfinished() -> Kept | None:
    """Return the game in the player's folder that was last played and is not over."""
    return next(kept_games(are_unfinished=True), None)


def is_over(path: Path) -> bool:
    """Tell whether the last whole line of a record is the end of its game."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL))
            lines = file.read().splitlines()
    except OSError:
        return True
    last = next((line for line in reversed(lines) if not line.startswith(b'- {"resumed"')), b"")
    return last.startswith(_ENDED)
