"""`spadesdsl replay`: a record, played again move by move and checked; `spadesdsl export`: in another form.

People read it as everybody heard it, with the numbers of the moves.
"""

from __future__ import annotations

from typing import Any

from spadesdsl.cli.commands import BOTS, Export, Replay
from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.cli.loading import path_of, write
from spadesdsl.engine.events import DealEvent, EndEvent, PlayEvent, ScoreSheet, plain, some
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.record import Step, goes_on
from spadesdsl.frozen import Changing, field
from spadesdsl.journal import Replayed, Trouble, pbn, read_record, replay
from spadesdsl.rules.game import Variant
from spadesdsl.session.news import Narrator, ending_text
from spadesdsl.session.terminal import with_cards
from spadesdsl.words import WIDTH, and_list, count, folded

_SHOWN_OF_HASH = 12


def run(console: Console, call: Replay) -> int:
    """Show a record up to the wanted move, and say whether it is right."""
    replayed = replayed_of(console, call.file, is_whole=bool(call.under))
    moves = sum(goes_on(entry) for entry in replayed.record.entries)
    if call.to is not None and call.to > moves:
        raise Stop(Exit.USAGE, f"{call.file} has {count(moves, 'move')}: there is no move {call.to}.")
    if call.under:
        return _judge(console, call, replayed)
    steps = _up_to(replayed, call.to)
    wrong = replayed.wrong if len(steps) == len(replayed.steps) else None
    if call.form == "json":
        console.data(_json(replayed, steps, moves), is_one_line=True)
    else:
        console.say(*_head(replayed), *_told(replayed, steps), "")
    if wrong is not None:
        raise Stop(Exit.FOUND, f"{wrong}")
    if call.form != "json":
        console.say(*folded(_verdict(call.file, replayed, steps, moves)))
    return Exit.FINE


def _judge(console: Console, call: Replay, replayed: Replayed) -> int:
    """Judge a record by other rules, as far as it is right by its own."""
    from spadesdsl.cli.diff import read_all
    from spadesdsl.diff.judging import judge, lines_of

    other = read_all(console, (call.under,), ())[0].playable
    found = judge(replayed.states if call.to is None else replayed.states[: call.to + 1], other)
    if isinstance(found, str):
        raise Stop(Exit.FOUND, f"Nothing can be judged: {found}.")
    if call.form == "json":
        console.data({"variant": replayed.game.name, "under": call.under, **plain(found)}, is_one_line=True)
    else:
        title = f"{replayed.game.title} ({replayed.game.name})"
        told = lines_of(found, replayed.game, other, call.under)
        lines = (line for text in told for line in folded(text, WIDTH, "", "  "))
        console.say(*folded(title), *lines)
    return Exit.FINE if found.is_alike else Exit.FOUND


def replayed_of(console: Console, file: str, *, is_whole: bool = True) -> Replayed:
    """Read a record and play it again; if that fails, say why and stop; `is_whole`: also if it fails on the way."""
    record = read_record(path_of(file))
    bots = [] if isinstance(record, Trouble) else [one.by for one in record.sitters if ":" in one.by]
    found = record if isinstance(record, Trouble) else replay(record, [*BOTS, *bots])  # no bot is made here
    if not isinstance(found, Trouble):
        if found.record.torn:
            console.remark("The last line of the record is incomplete; that move was not made.")
        if not _may_be_shown(console, found):
            raise Stop(Exit.FINE)
        if is_whole and found.wrong is not None:
            raise Stop(Exit.FOUND, found.wrong)
        return found
    raise Stop(Exit.UNREADABLE if found.is_unreadable else Exit.FOUND, found)


def _may_be_shown(console: Console, replayed: Replayed) -> bool:
    """Ask first, at a terminal, if people still play this game."""
    if not (replayed.is_running and console.is_live):
        return True
    people = [replayed.game.seats[sitter.seat] for sitter in replayed.record.sitters if sitter.is_person]
    verb = "plays" if len(people) == 1 else "play"
    why = f"This game is not over: {and_list(people)} still {verb} it, and it can show what they may not know yet."
    console.say(*folded(why, console.width))
    return console.agrees("Show it? y for yes, Enter for no. ", usually=False)


def _up_to(replayed: Replayed, last: int | None) -> tuple[Step, ...]:
    """Return the steps up to a move, and what it brought."""
    if last is None:
        return replayed.steps
    made = 0
    for at, step in enumerate(replayed.steps):
        is_move = step.entry is not None and goes_on(step.entry)
        made += is_move
        is_told = isinstance(step.entry, dict) and "event" in step.entry
        if made > last or (made == last and not (is_move or is_told or step.entry is None)):
            return replayed.steps[:at]
    return replayed.steps


def _head(replayed: Replayed) -> list[str]:
    """Say which game it is, by which rules, and who sat where."""
    game, record = replayed.game, replayed.record
    begun = f", begun {record.begun.replace('T', ', ').removesuffix('Z')} UTC" if record.begun else ""
    lines = folded(f"{game.title} ({game.name}){begun}")
    where = "as they are in the record" if record.rules else "as they came with the program"
    files = and_list(dict.fromkeys(text.name for text in replayed.loaded.texts))
    lines += folded(f"rules: {files}, {where}; hash {game.hash[:_SHOWN_OF_HASH]}", WIDTH, "  ", "    ")
    if record.settings:
        settings = ", ".join(f"{name} = {value}" for name, value in record.settings.items())
        lines += folded(f"set: {settings}", WIDTH, "  ", "    ")
    if record.sitters:
        sat = ", ".join(f"{game.seats[sitter.seat]} {sitter.by}" for sitter in record.sitters)
        lines += folded(f"seats: {sat}", WIDTH, "  ", "    ")
    if replayed.is_running:  # the seed gives away cards that nobody has seen yet
        return lines
    return [*lines, *folded(f"seed: {record.document['seed']}", WIDTH, "  ", "    ")]


def _told(replayed: Replayed, steps: tuple[Step, ...]) -> list[str]:
    """Show the moves."""
    teller = Transcript(replayed.game, replayed.loaded.rules)
    for step in steps:
        teller.take(step)
    return teller.done()


def _verdict(file: str, replayed: Replayed, steps: tuple[Step, ...], moves: int) -> str:
    """Say how it ended."""
    made = sum(step.entry is not None and goes_on(step.entry) for step in steps)
    last = steps[-1].state
    back = made - last.moves_made
    taken_back = f" ({back} of them taken back)" if back else ""
    if made < moves:
        return f"{file}: the first {count(made, 'move')} of {moves}{taken_back}, each as the rules allow it."
    sheets = sum(isinstance(step.entry, dict) and step.entry.get("event") == "score" for step in steps)
    stands = "the game is over" if last.over else f"the game is in deal {last.deal}, {last.phase.partition('.')[0]}"
    compared = f", {count(sheets, 'score sheet')} as recorded" if sheets else ""
    return f"{file}: {count(made, 'move')}{taken_back}, each as the rules allow it{compared}; {stands}."


def _json(replayed: Replayed, steps: tuple[Step, ...], moves: int) -> dict[str, Any]:
    """Write a replay for programs."""
    game, record = replayed.game, replayed.record
    wrong = replayed.wrong if len(steps) == len(replayed.steps) else None
    last = steps[-1].state.record()
    return {
        "file": str(record.path),
        "variant": game.name,
        **some(game, "title hash seats"),
        "players": [sitter.to_json() for sitter in record.sitters],
        "holds": wrong is None,
        "fault": None if wrong is None else {"line": wrong.line, "message": wrong.message},
        "moves": moves,
        "steps": [_step_json(step, replayed) for step in steps],
        **{key: last[key] for key in ("over", "winners", "ended_by", "scores")},
    }


def _step_json(step: Step, replayed: Replayed) -> dict[str, Any]:
    """Write one step: the move and its public events."""
    line = replayed.record.line_of(step.at)
    place = {} if line is None else {"line": line}
    if step.entry is None or goes_on(step.entry):
        done: dict[str, Any] = {}
        if step.entry is not None:
            done = step.entry if isinstance(step.entry, dict) else {"seat": step.entry[0], "move": step.entry[1]}
        return {**done, **place, "events": [event.to_json() for event in step.state.events]}
    told = {key: step.entry[key] for key in ("undo", "begun", "resumed", "spent") if key in step.entry}
    return {**(told or {"told": step.entry["event"]}), **place, "events": []}


def export(console: Console, call: Export) -> int:
    """Write a record as PBN, to a new file or to the standard output."""
    replayed = replayed_of(console, call.file)
    text = pbn.to_pbn(replayed)
    if isinstance(text, pbn.Unfit):
        title = replayed.game.title
        raise Stop(Exit.FOUND, f"{title} cannot be written as PBN: {text.message}.")
    if not call.out:
        console.say(text.rstrip("\n"))
        return Exit.FINE
    data = text.replace("\n", "\r\n").encode("iso-8859-1")
    boards = text.count("[Board ")
    return write(console, call.out, data, f"{boards} board{'' if boards == 1 else 's'}")


class Transcript(Changing):
    """Writes a game step by step, as the session tells it to everybody."""

    game: Game
    variant: Variant
    lines: list[str] = field(default_factory=list)
    _narrator: Narrator = field(init=False)
    _before: State | None = None
    _made: int = 0
    """How many moves were made."""
    _from: int = 0
    """The move with which the trick on the table began."""

    def __post_init__(self) -> None:
        self._narrator = Narrator(self.game.named({}), None, variant=self.variant)

    def take(self, step: Step) -> None:
        """Write one step."""
        if step.entry is None or goes_on(step.entry):
            self._made += step.entry is not None
            self._tell(step.state)
        elif "undo" in step.entry:
            self._say([f"{count(step.entry['undo'], 'move')} taken back"], self._made)
            self._narrator.catch_up(step.state)
        self._before = step.state

    def done(self) -> list[str]:
        """Return all the lines."""
        if played := self._narrator.played:
            self._say([", ".join(f"{self.game.seats[seat]} {card}" for seat, card in played)], self._from)
        return self.lines

    def _tell(self, state: State) -> None:
        for event in state.events:
            if isinstance(event, PlayEvent) and not self._narrator.played:
                self._from = self._made
            first = self._from if self._narrator.played else self._made
            told = self._narrator.one(event, self._before or state, None)
            if isinstance(event, EndEvent):
                rules = self.variant.edition(state.deal).rules
                self.lines += ["", *folded(ending_text(self.game, event, rules, self._narrator.seats))]
            elif isinstance(event, DealEvent | ScoreSheet):
                self.lines += told
            else:
                self._say(told, first)

    def _say(self, lines: list[str], first: int) -> None:
        """Write lines with the numbers of their moves."""
        number = f"{first}" if first == self._made else f"{first}-{self._made}"
        for line in lines:
            told = with_cards(line.strip(), self.game.base.deck, has_symbols=False)
            self.lines += folded(told, WIDTH, f"{number:>9}  ", " " * 15)
