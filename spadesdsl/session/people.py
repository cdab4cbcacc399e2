"""Who sits where: what `--seat` and `--seats` mean."""

from __future__ import annotations

from collections.abc import Sequence

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.engine.game import Game
from spadesdsl.words import and_list, count, printable

LONGEST_NAME = 20
"""Letters of a person's name."""
NOBODY = "none"
BOTS = "bots"
_DIGITS = 4
"""The most digits in a number of people."""
_USUAL = "South"
"""The seat people expect: at the bottom of the table."""


def find_seat(game: Game, name: str) -> int | str | None:
    """Return the seat of a person, None for nobody, or what is wrong with the name.

    The name may be its beginning; if it is empty, the usual seat is meant.
    """
    players = [game.seats[seat] for seat in game.players]
    if name.lower() == NOBODY:
        return None
    if not name:
        name = _USUAL if _USUAL in players else players[0]
    found = [seat for seat in players if seat.lower() == name.lower()] or [
        seat for seat in players if seat.lower().startswith(name.lower())
    ]
    if len(found) == 1:
        return game.seats.index(found[0])
    near = did_you_mean(name.capitalize(), players)
    return f"There is no seat `{name}`: {near or f'there are {and_list(players)}, and `{NOBODY}`.'}"


def find_people(game: Game, seat: str, seats: str, *, is_hotseat: bool) -> tuple[int, ...] | str:
    """Return the seats of the people, or what is wrong with the options.

    Args:
        seat: the seat of the first person, by name; empty for the usual one, `none` for nobody.
        seats: names of seats and numbers of people, with commas, `bots` for the rest; empty for one person.
        is_hotseat: whether several people share one machine: all seats, unless `seats` names some.
    """
    first = find_seat(game, seat)
    if isinstance(first, str):
        return first
    if not seats:
        if is_hotseat and first is None:
            return "`--hotseat` is for people, but `--seat none` means only bots."
        return () if first is None else _clockwise(game, first) if is_hotseat else (first,)
    people: list[int] = [] if first is None or not seat else [first]
    number = 0
    for word in (part.strip() for part in seats.split(",")):
        if word.isdecimal():
            number += int(word[:_DIGITS])
        elif word and word.lower() != BOTS:
            found = find_seat(game, word)
            if isinstance(found, str):
                return found
            people += [] if found is None else [found]
    return _filled(game, people, number, first)


def find_names(game: Game, people: Sequence[int], text: str) -> dict[int, str] | str:
    """Return what the people are called, by seat, or what is wrong with the names.

    The names have commas between them, in the order of the seats; there may be fewer names than people.
    """
    names = [" ".join(part.split()) for part in text.split(",")] if text.strip() else []
    if len(names) > len(people):
        verb = "is" if len(names) == 1 else "are"
        here = count(len(people), "person", "people") if people else "nobody"
        return f"There {verb} {count(len(names), 'name')} in `--names`, and {here} at this machine."
    others = [game.seats[seat].lower() for seat in range(len(game.seats)) if seat not in people[: len(names)]]
    for at, name in enumerate(names):
        if not name or not name.isprintable() or len(name) > LONGEST_NAME:
            return f"`{printable(name)}` cannot be a name: use 1 to {LONGEST_NAME} letters."
        if name.lower() in (*others, *(other.lower() for other in names[:at])):
            return f"Somebody else at the table is called {name} already."
    return dict(zip(people, names, strict=False))


def _filled(game: Game, people: list[int], number: int, first: int | None) -> tuple[int, ...] | str:
    """Return the named seats, and one more for each person in a number: partners of the first one first."""
    named = list(dict.fromkeys(people))
    start = named[0] if named else first
    wanted = max(number, len(named))
    if wanted > len(game.players):
        return f"{wanted} people want to play, but the game has {len(game.players)} seats for players."
    if start is None:
        return () if not wanted else "`--seat none` leaves no seat for the people of `--seats`."
    side = next((members for members in game.sides if start in members), ())
    others = sorted((seat for seat in _clockwise(game, start) if seat not in named), key=lambda seat: seat not in side)
    chosen = {*named, *others[: wanted - len(named)]}
    return (*named, *(seat for seat in _clockwise(game, start) if seat in chosen and seat not in named))


def _clockwise(game: Game, first: int) -> tuple[int, ...]:
    """Return all players, from one of them on."""
    at = game.players.index(first)
    return (*game.players[at:], *game.players[:at])
