"""Thousands of deals that a kernel plays, to see what the interpreter's few have not shown.

A tally is added to the rules for each event of a line that nothing has shown yet. Where one counts something, the
interpreter plays the same deal, and what it sees there counts.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.reads import facts_of
from spadesdsl.binding.game import bind
from spadesdsl.engine import choices
from spadesdsl.engine.generator import below
from spadesdsl.engine.ranking import bits
from spadesdsl.frozen import replace
from spadesdsl.proofs.claims import Event, Happening, id_of
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Line, RuleInfo, Tally, TallyStep
from spadesdsl.rules.terms import Const, Kind, Op, Term, Type
from spadesdsl.rules.walking import terms_of
from spadesdsl.source import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.kernel import Packed
    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules, Variant

MOST_PLAYED: Final = 8_000
"""First deals that are played."""
MOST_STEPS: Final = 4_000
"""A deal that takes more steps is given up."""
_TRUTH: Final = Type(Kind.TRUTH)
_ONE: Final = Const(1, Type(Kind.NUMBER))


_MOST_COUNTED: Final = 200
"""With more events nothing is played: the code of so many takes long to make. No shipped game has so many."""


def see_more(context: ProofContext) -> None:
    """Play first deals by a kernel, once for a file, until they have shown what the lines can do."""
    context.once("by kernel", lambda: _see_more(context))


def _see_more(context: ProofContext) -> None:
    unseen = (one for _, game in context.editions[:1] for one in _unseen(context, game))
    left = dict.fromkeys(islice(unseen, _MOST_COUNTED + 1))
    if not 0 < len(left) <= _MOST_COUNTED or not MOST_PLAYED:
        return
    from spadesdsl.kernel import Kernel  # takes long, and often nothing is left
    from spadesdsl.kernel.native import is_there

    if not is_there():
        return
    game, names = counting(context.variant, context, list(left))
    kernel = game.kernel(is_for_few=True)
    assert isinstance(kernel, Kernel)
    if not kernel.is_native:
        return
    array = kernel.memory()
    rows = {one: array.slot("tallies") + game.tallies.index(name) * array.built.layout.holders
            for one, name in zip(left, names, strict=True)}  # fmt: skip
    for seed in range(1, MOST_PLAYED + 1):
        begin(array, seed)
        array.call("play_out")
        seen = [one for one in rows if any(array.read(rows[one], array.built.layout.holders))]
        if seen:
            rows = {one: at for one, at in rows.items() if one not in seen}
            begin(array, seed)
            for _ in moves(array, context.game().start(seed), seed):
                pass
        if not rows:
            break
    context.deals += seed


def begin(array: Packed, seed: int) -> None:
    """Begin a game whose first deal is to be played."""
    array.start(seed)
    given = {"chance": seed, "steps": MOST_STEPS, "scored": 0, "until": 1, "hurries": 1, "stops": 1}
    for name, value in given.items():
        array[array.slot(name)] = value


def moves(array: Packed, s: State, chance: int) -> Iterator[tuple[State, Turn, Option]]:
    """Let the interpreter follow a kernel through a deal; yield each state with what is chosen there."""
    from spadesdsl.kernel.pack import listed, option_of

    while (code := array.advance()) in (1, 3):
        layout = array.built.layout
        options = {option_of(layout, s, entry, one): (entry, one) for entry in choices.due(s) for one in entry.options}
        if code == 3:
            place, chance = below(chance, array.legal.bit_count())
            card = bits(array.legal)[place]
            entry, option = next((entry, one) for entry, one in options.values() if one.value == card)
            array.play(card)
        else:
            place, chance = below(chance, len(array.options))
            named = {number: name for name, number in listed(array, s).items()}
            entry, option = options[named[place]]
            array.take(place)
        yield s, entry, option
        s = s.take(entry, option)


# ---------------------------------------------------------------- rules that count


def counting(variant: Variant, context: ProofContext, wanted: Sequence[Happening]) -> tuple[Game, list[str]]:
    """Return the game with a tally for each event, and their names."""
    names = [f"count {number}" for number in range(len(wanted))]
    rules = {
        id(game): _with_counts(game, names, wanted) for game in (variant.game, *(one for _, one in variant.editions))
    }
    editions = tuple((holds, rules[id(game)]) for holds, game in variant.editions)
    return bind(replace(variant, game=rules[id(variant.game)], editions=editions), context.sources), names


def _unseen(context: ProofContext, game: Rules) -> Iterator[Happening]:
    """Yield the events of the lines that no deal has shown and a tally can count."""
    for line in game.scoring.lines:
        rule, many = id_of(line.rule), len(line.cases)
        events = [(Event.HOLDS, rule, 0), (Event.FAILS, rule, 0)] if line.when is not None else []
        if line.cases[0].condition is not None:
            events += [(Event.GAP, rule, 0)]
            events += [(Event.OVERLAP, rule, one * many + two) for one in range(many) for two in range(one + 1, many)]
        yield from (one for one in events if not context.record.has(*one) and term_of(game, one) is not None)


def _with_counts(game: Rules, names: Sequence[str], counted: Sequence[Happening]) -> Rules:
    """Return rules with a tally for each event."""
    tallies = [
        Tally(
            RuleInfo("scoring." + name, "tally", "scoring", name, "", "", "", NOWHERE),
            name,
            of_table=False,
            steps=(TallyStep("add", _ONE, term_of(game, what) or Const(False, _TRUTH), loses_rest=False),),
        )
        for name, what in zip(names, counted, strict=True)
    ]
    return replace(game, scoring=replace(game.scoring, tallies=(*game.scoring.tallies, *tallies)))


def term_of(game: Rules, what: Happening) -> Term | None:
    """Return the condition of an event of a line; None if a tally cannot tell it."""
    line = next((one for one in game.scoring.lines if id_of(one.rule) == what[1]), None)
    is_told = line is not None and line.bid_type is None and not _is_beside(game, line)
    return condition_of(line, what) if line is not None and is_told else None


def condition_of(line: Line, what: Happening) -> Term | None:
    """Return the condition of an event of a line; None if it has none."""
    event, _, part = what
    conditions = [case.condition for case in line.cases]
    match event:
        case Event.HOLDS:
            return line.when
        case Event.FAILS:
            return None if line.when is None else _not(line.when)
        case Event.GAP if conditions[-1] is not None:
            return _and(line.when, *(_not(one) for one in conditions if one is not None))
        case Event.CASE:
            return _and(line.when, *(_not(one) for one in conditions[:part] if one), conditions[part])
        case Event.OVERLAP:
            first, second = divmod(part, len(conditions))
            if conditions[second] is None:
                return None  # `otherwise` holds only where no other case does
            values = [line.cases[at].value for at in (first, second)]
            is_other = Op("!=", tuple(values), _TRUTH)
            return _and(line.when, *(_not(one) for one in conditions[:first] if one), conditions[first],
                        conditions[second], is_other)  # fmt: skip
        case _:
            return None


def _is_beside(game: Rules, line: Line) -> bool:
    """Tell whether a line is not always written, or reads what only lines know."""
    is_hidden = any(line.name in other.instead_of for other in game.scoring.lines)
    return is_hidden or any(fact.topic is Topic.SUBTOTAL for fact in facts_of(game, *terms_of(line)))


def _not(term: Term) -> Term:
    return Op("not", (term,), _TRUTH)


def _and(*terms: Term | None) -> Term:
    return Op("and", tuple(term for term in terms if term is not None), _TRUTH)
