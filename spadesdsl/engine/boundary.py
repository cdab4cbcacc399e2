"""What callers give to the public methods of games, states and kernels, checked by its types; and how it is refused.

A seat is its number or its name, wherever one is asked for.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeAlias, TypeVar

from spadesdsl.frozen import Frozen
from spadesdsl.words import value_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from spadesdsl.engine.game import Game
    from spadesdsl.engine.why import Verdict

_P = ParamSpec("_P")
_R = TypeVar("_R")
Seat: TypeAlias = Any
"""A seat by its number or its name; `checked` makes it the number."""
Count: TypeAlias = int
"""How many: 0 or more."""
AnySeat: TypeAlias = Any
"""As `Seat`, or −1 for none."""
Settings: TypeAlias = "Mapping[str, Any]"
"""Options by name; `settings` writes their values as a file does."""


class GameError(Exception):
    """A request that a game refuses. Nothing has changed."""

    code = "bad_request"
    """The referee's word for it."""


class DealError(GameError):
    """A given deal does not fit the game."""

    code = "bad_deal"


class OptionError(GameError):
    """An option that the game does not have, or a value that it cannot take."""


class RecordError(GameError):
    """A record cannot be replayed."""

    code = "bad_record"

    def __init__(self, message: str, at: int | None = None) -> None:
        """Keep the number of the record's entry, from 0; None if it is about the whole record."""
        super().__init__(message)
        self.at = at


class NotYourTurn(GameError):
    """The seat has nothing to choose now."""

    code = "not_your_turn"


class UnknownMove(GameError):
    """The text is not a move of this game."""

    code = "unknown_move"


class NoClock(GameError):
    """No such time runs now."""

    code = "no_clock"


class GameOver(GameError):
    """The game is over."""

    code = "game_over"


class MoveRefused(GameError):
    """The move is against a rule."""

    code = "illegal_move"

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message)
        self.verdict = verdict


class Deal(Frozen):
    """Cards as they are to be dealt, by name."""

    hands: tuple[tuple[str, ...], ...]
    """By seat; empty if hands are drawn."""
    rest: tuple[str, ...] = ()
    """What is left over, top card first."""

    def __post_init__(self) -> None:
        """Keep lists as tuples, if they are lists of cards."""
        hands: Any = self.hands
        lists = [*hands, self.rest] if isinstance(hands, list | tuple) else [None]
        if not all(isinstance(cards, list | tuple) and all(isinstance(one, str) for one in cards) for cards in lists):
            raise DealError('a deal is {"hands": [[card, …], one list a seat], "rest": [card, …]}')
        object.__setattr__(self, "hands", tuple(map(tuple, hands)))
        object.__setattr__(self, "rest", tuple(self.rest))

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Deal:
        """Read a deal in the referee's form; if it does not have that, raise `DealError`."""
        return Deal(document.get("hands", ()), document.get("rest", ()))


def checked(method: Callable[_P, _R]) -> Callable[_P, _R]:
    """Check what a public method of a game, or of what has a `game`, is given: else it raises `GameError`."""
    types = {name: kind.split(" | ") for name, kind in method.__annotations__.items()}
    read: dict[str, Any] = {
        name: (_READERS[kind], "None" in rest) for name, (kind, *rest) in types.items() if kind in _READERS
    }
    code: Any = getattr(method, "__code__")  # noqa: B009 - a callable need not have one
    names = code.co_varnames[1 : code.co_argcount]

    @wraps(method)
    def call(*given: _P.args, **named: _P.kwargs) -> _R:
        own: Any = given[0]
        game = getattr(own, "game", own)
        arguments = [_read(read, game, name, value) for name, value in zip(names, given[1:], strict=False)]
        by_name: Any = {name: _read(read, game, name, value) for name, value in named.items()}
        every: Any = (own, *arguments, *given[1 + len(arguments) :])
        return method(*every, **by_name)

    return call


def _read(read: dict[str, Any], game: Game, name: str, value: Any) -> Any:  # noqa: ANN401 - anything that is given
    if name not in read:
        return value
    reader, may_be_none = read[name]
    return None if may_be_none and value is None else reader(game, name, value)


def _seat(game: Game, name: str, value: Any) -> int:  # noqa: ANN401
    seats = game.seats
    if hasattr(value, "__index__") and not isinstance(value, bool) and 0 <= value < len(seats):
        return int(value)
    if isinstance(value, str) and value in seats:
        return seats.index(value)
    what = "player" if name == "dealer" else "seat"
    raise GameError(f"there is no {what} {value}: seats are 0 to {len(seats) - 1}, or {', '.join(seats)}")


def whole(_: object, name: str, value: Any, least: int | None = None) -> int:  # noqa: ANN401
    """Return a whole number that is at least so large."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise GameError(f"`{name}` must be a whole number, not {value!r}")
    if least is not None and value < least:
        raise GameError(f"`{name}` must be {least} or more, not {value}")
    return int(value)


def _text(_: Game, name: str, value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, str):
        listed = ", as `moves` lists them" if name in ("move", "text") else ""
        raise GameError(f"`{name}` must be a text{listed}, not {value!r}")
    return value


def settings(_: object, name: str, value: Any) -> dict[str, str]:  # noqa: ANN401
    """Return options with their values as a file writes them."""
    if not hasattr(value, "items") or not all(isinstance(one, str) for one in value):
        raise GameError(f"`{name}` must be options by name, as in {{'target': 250}}, not {value!r}")
    return {one: value_text(it) for one, it in value.items()}


def state_of(game: Game, name: str, value: Any) -> Any:  # noqa: ANN401
    """Return a state of a game, even if that was loaded another time."""
    other = getattr(value, "game", None)
    if other is game:
        return value
    if other is None or other.hash != game.hash:
        by = " under the same rules and options" if other is not None and other.name == game.name else ""
        raise GameError(f"`{name}` must be a state of the game `{game.name}`{by}, not {value!r}")
    return value.in_game(game)


_READERS: Final = {
    "Seat": _seat, "int": whole, "str": _text, "StateData": state_of, "Settings": settings,
    "AnySeat": lambda game, name, value: -1 if value == -1 else _seat(game, name, value),
    "Count": lambda _, name, value: whole(None, name, value, 1 if name == "deals" else 0),
}  # fmt: skip
