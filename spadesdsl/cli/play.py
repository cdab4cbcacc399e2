"""`spadesdsl play`: a game in the terminal."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from spadesdsl.bots import Adviser, BotError, Effort, by_name, named
from spadesdsl.cli.commands import BOTS, Play
from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.cli.loading import game_of, path_of, tell_of_bots, text_of
from spadesdsl.cli.paint import Painter
from spadesdsl.documents import DocumentError, Json, read_document
from spadesdsl.engine.game import Game, State
from spadesdsl.frozen import Frozen, replace
from spadesdsl.journal import PERSON, Journal, Record, Sitter, Trouble, begin, last_unfinished, resume
from spadesdsl.loader import Loaded
from spadesdsl.session import Outcome, Session
from spadesdsl.session.past import Past
from spadesdsl.session.people import find_names, find_people
from spadesdsl.session.wall_clock import WallClock, when
from spadesdsl.storage import path_at
from spadesdsl.words import and_list, capital, count, folded

_SEEDS = 1_000_000


def run(console: Console, call: Play) -> int:
    """Play a game: people against bots, people among themselves, or bots alone."""
    if call.resume is not None:
        return _resume(console, call)
    if not call.name:
        raise Stop(Exit.USAGE, "Name a game, as in `spadesdsl play NAME`, or continue one with `--resume`.")
    rules = game_of(console, call.name, call.settings)
    game = rules.playable
    people = find_people(game, call.seat, call.seats, is_hotseat=call.is_hotseat)
    if isinstance(people, str):
        raise Stop(Exit.USAGE, people)
    if people and not console.is_live and console.is_silent:
        people = ()
    names = find_names(game, people, call.names)
    if isinstance(names, str):
        raise Stop(Exit.USAGE, names)
    seed = random.randrange(_SEEDS) if call.seed is None else call.seed
    sitters = tuple(
        Sitter(seat, PERSON, name=names.get(seat, "")) if seat in people else Sitter(seat, call.bots, seed + seat)
        for seat in game.players
    )
    tell_of_bots(console, *(sitter.by for sitter in sitters))
    party = Party(game, rules, seed, sitters)
    return _play_from(console, call, party) if call.start else sit_down(console, call, party, _journal(call, party))


class Party(Frozen):
    """A game, and who plays it."""

    game: Game
    rules: Loaded
    seed: int
    sitters: tuple[Sitter, ...]
    states: tuple[State, ...] = ()
    """The game so far."""
    record: Record | None = None
    """From which it goes on."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the seats are called, by the people who sit there."""
        own = {sitter.seat: sitter.name for sitter in self.sitters if sitter.name}
        return self.game.named(own)

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats of people."""
        return tuple(sitter.seat for sitter in self.sitters if sitter.is_person)

    def bot(self, seat: int) -> Adviser:
        """Return the bot of a seat, or the adviser of a person. Bots among themselves think quickly."""
        effort = Effort.NORMAL if self.people else Effort.QUICK
        sitter = next((one for one in self.sitters if one.seat == seat and not one.is_person), None)
        if sitter is None:
            return by_name("strong", self.seed, effort)
        return named(sitter.by, sitter.seed or 0, effort)


def _journal(call: Play, party: Party) -> Journal | None:
    """Begin the record in the file of `--record`."""
    if not call.record:
        return None
    begun = _begin(party, party.game.start(party.seed), path_at(call.record))
    if isinstance(begun, Trouble):
        raise Stop(Exit.UNREADABLE, begun)
    return begun


def _begin(party: Party, state: State, path: Path | None) -> Journal | Trouble:
    """Begin a record with all moves up to a state, in a file or in the folder of the person who plays."""
    return begin(party.rules, state, party.sitters, path)


def sit_down(console: Console, call: Play, party: Party, journal: Journal | None = None) -> int:
    """Play until the game is over or somebody leaves it."""
    clock = WallClock() if party.record is None else WallClock.of(party.record.spent, party.record.begun)
    is_kept = bool(party.people) and console.is_live and not call.start
    past = Past(journal, None if call.start else partial(_begin, party), is_kept)
    console.painter = None if call.is_plain else Painter(party.game.base.deck)
    session = Session(
        party.game, console, party.bot, party.rules.rules, people=party.people,
        seed=party.seed, most_deals=call.deals, is_plain=call.is_plain, is_quick=call.is_quick,
        past=past, names=party.names, pace=call.pace, clock=clock,
    )  # fmt: skip
    try:
        for sitter in party.sitters:
            party.bot(sitter.seat)  # one that cannot be made is named before the first card
        ended = session.run(party.states)
    except BotError as problem:
        raise Stop(Exit.FOUND, f"{capital(str(problem))}.") from None
    finally:
        session.past.close()
    if ended is Outcome.INTERRUPTED:
        return Exit.INTERRUPTED
    return _again(console, call, party) if session.state.over and party.people and console.is_live else Exit.FINE


def _again(console: Console, call: Play, party: Party) -> int:
    """Offer another game of the same people by the same rules."""
    if not console.agrees("Again? Enter for yes, n for no. ", usually=True):
        return Exit.FINE
    seed = random.randrange(_SEEDS)
    sitters = (one if one.is_person else replace(one, seed=seed + one.seat) for one in party.sitters)
    another = Party(party.game, party.rules, seed, tuple(sitters))
    return sit_down(console, replace(call, record="", start=""), another)


# ---------------------------------------------------------------- --from: a position, or a deal ready to be scored


def _play_from(console: Console, call: Play, party: Party) -> int:
    """Play on from a document."""
    from spadesdsl.diff import start_from

    if call.record:
        raise Stop(Exit.USAGE, "A saved game starts from its first deal: leave out `--record` with `--from`.")
    document = _read(console, call.start)
    if not isinstance(document, dict):
        raise Stop(Exit.FOUND, f"{call.start} is not a position: `spadesdsl diff A B --save FOLDER` writes one.")
    if "format" in document and "moves" in document:
        raise Stop(Exit.FOUND, f"{call.start} is a saved game: `spadesdsl play --resume {call.start}` continues it.")
    started = start_from(party.game, document)
    if isinstance(started, tuple):
        told = (line for fault in started for line in folded(str(fault), indent="  ", hanging="    "))
        console.tell("\n".join([f"{call.start} is not a position of {party.game.name}:", *told]))
        return Exit.FOUND
    if started.stopped_at:
        console.remark(f"These rules go a different way from here: {started.stopped_at}")
    return sit_down(console, call, replace(party, states=started.states))


def _read(console: Console, file: str) -> Json:
    """Read the document; if it cannot be read, say why and stop."""
    try:
        return read_document(text_of(console, file))
    except DocumentError as problem:
        raise Stop(Exit.UNREADABLE, f"{file} cannot be read: {problem.fault}") from None


def _resume(console: Console, call: Play) -> int:
    """Continue a record: the named one, or the last unfinished game."""
    if wrong := _unfit(call):
        raise Stop(Exit.USAGE, wrong)
    found = resume(path_of(call.resume) if call.resume else _last(console), [*BOTS, *{call.bots} - {*BOTS}])
    if isinstance(found, Trouble):
        raise Stop(Exit.UNREADABLE if found.is_unreadable else Exit.FOUND, found)
    for note in found.notes:
        console.remark(note)
    party = Party(found.game, found.loaded, found.states[0].seed, found.sitters, found.states, found.record)
    return sit_down(console, call, party, found.journal)


def _unfit(call: Play) -> str:
    """Say which options do not go with `--resume`."""
    given = {"VARIANT": call.name, "--set": call.settings, "--seed": call.seed is not None, "--seat": call.seat,
             "--seats": call.seats, "--hotseat": call.is_hotseat, "--bots": call.bots in BOTS[1:],
             "--names": call.names, "--record": call.record, "--from": call.start}  # fmt: skip
    wrong = [f"`{name}`" for name, value in given.items() if value]
    return f"A game continues as it began: leave out {and_list(wrong)} with `--resume`." if wrong else ""


def _last(console: Console) -> Path:
    """Return the record of the last game, if the person wants to continue it."""
    if (last := last_unfinished()) is None:
        raise Stop(Exit.FOUND, "There is no unfinished game to continue.")
    about = f"The last game: {last.title}, started {when(last.begun)}, {count(last.moves, 'move')}."
    console.say(*folded(about, console.width), str(last.path))
    if console.is_live and not console.agrees("Continue it? Enter for yes, n for no. ", usually=True):
        raise Stop(Exit.FINE)
    return last.path
