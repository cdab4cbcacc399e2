"""Where a rule asks the opposite of the rule of the parent that it replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import NO, YES, negated, sum_of
from spadesdsl.diagnostics import warning
from spadesdsl.frozen import replace
from spadesdsl.proofs.claims import AT_ONCE, Proof, Standing
from spadesdsl.rules.game import Let
from spadesdsl.rules.parts import BidType, Control, Ending, Line, Must, Order, Step, Tally
from spadesdsl.rules.terms import Const, Kind, Op, Term, Type
from spadesdsl.rules.walking import all_steps, terms_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.algebra.cases import Asker
    from spadesdsl.algebra.sums import Form
    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules


def prove_turned_round(context: ProofContext) -> Iterator[Proof]:
    """Find a rule that asks the opposite of what the rule asks that it replaces."""
    game = context.variant.game
    own = [one for one in _asking(game) if context.is_own(one.rule)]
    parent = context.loaded.parent() if own else None
    replaced = {} if parent is None else {one.rule.key: one for one in _asking(parent.game)}
    for one in (one for one in own if one.rule.key in replaced):
        assert parent is not None
        asker, former, before = context.asker(game), Former(game), Former(parent.game)
        # A name means what it means in the parent, or what the file makes of it.
        lets = tuple({**parent.game.let_of, **game.let_of}.values())
        asked = {
            its.condition(part): (part.span, more)
            for its in (Former(replace(parent.game, lets=lets)), before)
            for part, more in _asked(replaced[one.rule.key])
        }
        forms = [(former.condition(part), part, more) for part, more in _asked(one)]
        still = {form for form, *_ in forms}
        for form, part, more in forms:
            # What is asked both ways, in two cases, is not turned round.
            left = [it for it in asked if it not in still and form not in asked]
            opposite = next((it for it in left if _are_opposite(asker, form, it)), None)
            was, other = (None, None) if opposite is None else asked[opposite]
            if more is not None and other is not None and _is_turned(former.form(more), before.form(other)):
                continue  # so are what the two cases give
            source = None if was is None else context.loaded.sources.get(was.file)
            if was is not None and source is not None:
                name, told = f"{one.rule.keyword} {one.rule.name}", f"`{source.text[was.start : was.end]}`"
                message = f"This asks the opposite of what `{name}` asks in `{parent.game.name}`: that has {told}."
                finding = warning("W825", part.span, message, f"write {told}, if that is not what you change")
                yield Proof(one.rule.key, message, Standing.FOUND, 1, AT_ONCE, finding)
                break


def _are_opposite(asker: Asker, one: Form, other: Form) -> bool:
    """Tell whether one of two conditions always holds, and never both."""
    if one == negated(other):
        return True
    if not {YES, NO}.isdisjoint((one, other)):
        return False
    return not asker.can_hold(one, other) and not asker.can_hold(negated(one), negated(other))


def _is_turned(one: Form, other: Form) -> bool:
    """Tell whether one amount is more than nothing and the other less, as far as their numbers say."""
    signs = [{number > 0 for number in sum_of(it).values()} for it in (one, other)]
    return signs in ([{True}, {False}], [{False}, {True}])


_Asking: TypeAlias = Must | Line | Control | BidType | Step | Tally | Ending | Order | Let


def _asking(game: Rules) -> tuple[_Asking, ...]:
    """Return the rules that can have conditions."""
    found: list[_Asking] = [*game.play.musts, *game.play.controls, *game.scoring.lines, *game.scoring.tallies]
    found += [*game.endings, *game.bids, *all_steps(game), *game.orders, *game.lets]
    return tuple(found)


def _asked(rule: _Asking) -> Iterator[tuple[Term, Term | None]]:
    """Yield the conditions of a rule, each part by itself, with how much more an `if` gives where it holds."""
    terms = tuple(terms_of(rule))
    yield from ((one, None) for one in terms if one.type == _CONDITION and not isinstance(one, Const))
    for one in (inner for term in terms for inner in walk(term)):
        match one:
            case Op(op="if", arguments=(test, *cases)):
                yield test, Op("-", tuple(cases), one.type) if one.type.is_amount else None
            case Op(op="and" | "or", arguments=parts):
                yield from ((part, None) for part in parts)
            case _:
                pass


_CONDITION: Final = Type(Kind.TRUTH)
