"""How many cards each player holds where all take turns at the stock until it is empty, as two players often do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.algebra.forms import mentions, worked_out
from spadesdsl.algebra.sums import Form
from spadesdsl.rules.parts import Ask, Do, Give, Round, Skip, Step
from spadesdsl.rules.terms import Const, Kind, Op, Term, Type, Var, ZoneRef
from spadesdsl.rules.walking import all_actions, all_steps

if TYPE_CHECKING:
    from spadesdsl.algebra.known import Known

_STOCK: Final = "stock"
_HAND: Final = "hand"
_SHARED: Final = frozenset({_STOCK, _HAND, "discards"})
_ME: Final = Var("player", Type(Kind.SEAT))
_PLAYER: Final = ("variable", "player")
_MOST_WAYS: Final = 256


def held_after_turns(facts: Known, cards: int) -> int | None:
    """Return how many cards of so many each player holds once the stock is empty; None if not all turns are alike."""
    game = facts.game
    rounds = [step for phase in game.phases for step in phase.steps if isinstance(step, Round) and step.block]
    gives = [step for step in all_steps(game) if any(isinstance(one, Give) for one in step.actions)]
    skips = any(isinstance(one, Skip) and one.phase != "play" for one in all_actions(game))
    if len(rounds) != 1 or any(step not in rounds[0].block for step in gives) or facts.put_back or skips:
        return None
    by, block = rounds[0].by, rounds[0].block
    until = facts.former.condition(by.until)
    is_plain = (rounds[0].when, by.turns, by.noun, by.stopping) == (None, "each", "player", None)
    is_plain = is_plain and not rounds[0].bids and all(step.timing is None for step in (*rounds, *block))
    if not is_plain or game.dummies or game.puts_out or until != ("is_empty", ("ZoneRef", _STOCK, None)):
        return None
    turns = set(_turns(facts, block))
    if len(turns) != 1 or (turn := turns.pop()) is None or turn[0] < 1 or cards % (turn[0] * game.player_count):
        return None
    return turn[1] * cards // (turn[0] * game.player_count)


def _turns(facts: Known, block: tuple[Step, ...]) -> Iterator[tuple[int, int] | None]:
    """Yield what each way through a turn takes from the stock and into the hand; None if that cannot be said."""
    forms = [facts.former.condition(None if isinstance(step, Round) else step.when) for step in block]
    options = {
        ("option", name): values for name, values in facts.choices.items() if mentions(tuple(forms), ("option", name))
    }
    said: list[Form] = [("Did", _PLAYER, step.rule.name, ()) for step in block if isinstance(step, Ask)]
    settings = list(product(*options.values()))
    if len(settings) << 2 * len(said) > _MOST_WAYS:
        yield None
        return
    answers = list(product((False, True), repeat=len(said)))
    # What a player said in an earlier turn may be read before it is said again.
    for values, before, now in product(settings, answers, answers):
        known = {**dict(zip(options, values, strict=True)), **dict(zip(said, before, strict=True))}
        yield _turn(block, forms, known, dict(zip(said, now, strict=True)))


def _turn(
    block: tuple[Step, ...], forms: list[Form], known: dict[Form, Any], said: Mapping[Form, bool]
) -> tuple[int, int] | None:
    places = (_place(place) for step in block for one in step.actions if isinstance(one, Give)
              for place in (one.source, one.to))  # fmt: skip
    lying = dict.fromkeys((_STOCK, _HAND, *filter(None, places)), 0)
    """How many more cards lie in each place than before; a player's own place is empty then."""
    for step, form in zip(block, forms, strict=True):
        is_own = isinstance(step, Ask | Do) and (step.by is None or step.by.who == _ME)
        for place in lying.keys() - _SHARED:
            of: Form = ("ZoneRef", place, _PLAYER)
            known |= {("count", of): lying[place], ("is_empty", of): not lying[place]}
        try:
            happens = is_own and worked_out(form, known)
        except KeyError:
            is_own = False
        if not is_own:
            return None
        if isinstance(step, Ask) and step.kind == "may" and happens:
            happens = known["Did", _PLAYER, step.rule.name, ()] = said["Did", _PLAYER, step.rule.name, ()]
        for action in step.actions if happens else ():
            if not _move(action, lying):
                return None
    left = any(many for place, many in lying.items() if place not in _SHARED)
    return None if left else (-lying[_STOCK], lying[_HAND])


def _move(action: object, lying: dict[str, int]) -> bool:
    """Move cards; tell whether it is known how many."""
    if not isinstance(action, Give):
        return True
    source, to = _place(action.source), _place(action.to)
    match action.number:
        case None:
            number = lying.get(source, 0)
        case Const(value=int() | Fraction() as value):
            number = int(value)
        case _:
            return False
    is_known = source and to and action.each is None and (source == _STOCK) is (source in _SHARED)
    if not is_known or (source != _STOCK and number > lying[source]) or (source == _STOCK and action.number is None):
        return False
    lying[source] -= number
    lying[to] += number
    return True


def _place(of: Term) -> str:
    """Return a place of the table or of the player, or the player's hand; empty for any other."""
    match of:
        case ZoneRef(zone=name, owner=owner):
            return name if (owner is None) is (name in _SHARED) and owner in (None, _ME) else ""
        case Var() | Op(op="hand"):
            return _HAND if _ME in (of, *(of.arguments if isinstance(of, Op) else ())) else ""
        case _:
            return ""
