"""Rules that change nothing, such as a line that never scores, and rules turned round.

A rule is turned round if it asks the opposite of what the rule of the parent asks that it replaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias, assert_never

from spadesdsl.algebra.alike import Alike
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import NO, YES, compared, joined, negated, sum_of, written
from spadesdsl.algebra.reads import reads_of
from spadesdsl.algebra.sums import Form
from spadesdsl.binding.game import bind
from spadesdsl.diagnostics import warning
from spadesdsl.engine import deals
from spadesdsl.frozen import replace
from spadesdsl.proofs.by_kernel import condition_of
from spadesdsl.proofs.claims import AT_ONCE, Event, Happening, Id, Proof, Standing, found_at, id_of
from spadesdsl.proofs.context import ProofContext
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.operations import TRUTH, Topic
from spadesdsl.rules.parts import BidType, Control, Ending, Line, Must, Order, RuleInfo, Step, Tally
from spadesdsl.rules.terms import Const, Op, Term
from spadesdsl.rules.walking import all_steps, terms_of, walk

_Thing: TypeAlias = Line | Tally | Order


def prove_idle(context: ProofContext, *, has_orders: bool = True) -> Iterator[Proof]:
    """Find the file's own rules that change nothing on any deal, in any version; perhaps only lines and tallies."""
    idle: dict[Id, tuple[RuleInfo, Id | str, int]] = {}
    busy: set[Id | str] = set()
    for _, game in context.editions:
        things: tuple[_Thing, ...] = (*game.scoring.lines, *game.scoring.tallies, *(game.orders if has_orders else ()))
        for thing in things:
            is_own, rule = context.is_own(thing.rule), id_of(thing.rule)
            what = thing.name if isinstance(thing, Tally) else rule  # a tally goes on from deal to deal under its name
            if what in busy or not (is_own or isinstance(thing, Tally)):
                continue
            if not (count := _idle_in(context, game, thing)):
                busy.add(what)
            elif is_own:
                before = idle[rule][2] if rule in idle else 0
                idle[rule] = (thing.rule, what, before + max(count, 0))
    told = {what: (info, count) for info, what, count in idle.values() if what not in busy and count}
    reads = {id_of(one.rule): one.names(Topic.TALLY) for _, game in context.editions for one in reads_of(game)}
    for what, (info, count) in told.items():
        if not (reads[id_of(info)] - {what}) & told.keys():  # what a tally that is always 0 leads to is no news
            yield _told(context, info, count)


def _idle_in(context: ProofContext, game: Rules, thing: _Thing) -> int:
    """Return the number of cases that showed a rule to change nothing on some deals; 0 if it may change something.

    It is -1 if a condition of it never holds there, which has a finding of its own if that is so on all deals.
    """
    match thing:
        case Line():
            return _zeros_of_line(context, game, thing)
        case Tally():
            return _zeros_of_tally(context, game, thing)
        case Order():
            return _same_order(context, game, thing)
        case _:
            assert_never(thing)


def _told(context: ProofContext, info: RuleInfo, count: int) -> Proof:
    what = {"score": "always gives 0", "tally": "is always 0"}.get(info.keyword, "changes the place of no card")
    message = f"`{info.keyword} {info.name}` {what}: without it the game is the same."
    found = warning("W813", info.name_span, message, _as_it_counts(context, info))
    never: tuple[Happening, ...] = ((Event.GIVES, id_of(info), 0),)
    return Proof(info.key, f"it {what}", Standing.FOUND, count, "every answer to what it reads", found, never)


def _as_it_counts(context: ProofContext, info: RuleInfo) -> str:
    """Say what to do about a rule that changes nothing."""
    if info.keyword != "tally":
        return "remove it, or let it give something" if info.keyword == "score" else "remove it"
    steps = next(one.steps for _, game in context.editions for one in game.scoring.tallies if one.rule == info)
    added = [one.when for one in steps if one.verb == "add"]
    resets = [one.when for one in steps if one.verb == "reset"]
    if None in resets and steps[-1].verb == "reset":
        return "the steps go in order, and `reset` is the last: write it before the others"
    for when in (one for one in resets if one in added):
        other = "…" if when is None else context.said_not(when)
        return f"it is reset whenever something is added: write `reset when {other}`, or `add … when {other}`"
    return "change when it adds, or remove it with all that reads it"


def _zeros_of_line(context: ProofContext, game: Rules, line: Line) -> int:
    """Return the number of cases that showed a line to give nothing; 0 if it can give something.

    A line that says just 0 means it, and a line that replaces others removes theirs.
    """
    rule = id_of(line.rule)
    if line.instead_of or all(isinstance(case.value, Const) for case in line.cases):
        return 0
    if context.record.has(Event.GIVES, rule) or line.rule.span in context.gave():
        return 0
    asker, nothing, count = context.asker(game), written({}), 0
    for at, case in enumerate(line.cases):
        counts, value = (
            asker.former.condition(condition_of(line, (Event.CASE, rule, at))),
            asker.former.form(case.value),
        )
        gives = joined("and", (counts, negated(compared("=", sum_of(value), {}))))
        given = value if counts == YES else written({(("if", counts, value, nothing),): 1})
        if asker.can_hold(gives) and not Alike(asker.bounds).are(given, nothing):
            return 0
        count += max(1, asker.could_be(gives)[2])
    return count


def _zeros_of_tally(context: ProofContext, game: Rules, tally: Tally) -> int:
    """Return the number of cases in which a tally of 0 stayed 0; 0 if it can count."""
    nothing = Const(0, tally.steps[0].amount.type) if tally.steps[0].amount is not None else None
    amounts = [amount for step in tally.steps if (amount := step.amount or nothing) is not None]
    if len(amounts) < len(tally.steps):
        return 0
    conditions: Sequence[Term | None] = [step.when for step in tally.steps]
    asker = context.asker(game)
    if any(one is not None and not asker.can_be(one)[0] for one in conditions):
        return -1
    found = asker.with_amounts(conditions, amounts)
    count = 0
    for holding, values in () if found is None else found:
        now: Any = 0
        added: list[Any] = values
        for step, holds, value in zip(tally.steps, holding, added, strict=True):
            now, times = step.change(now, value, holds=holds is not False)
            if times:
                return 0
        if now:
            return 0
        count += 1
    return count


def hidden_by(context: ProofContext, game: Rules, order: Order) -> RuleInfo | None:
    """Return an order above another that holds whenever that one does; None if there is none."""
    asker = context.asker(game)
    holds = asker.former.condition(order.when)
    for above in game.orders[: game.orders.index(order)]:
        if not asker.can_hold(holds, negated(asker.former.condition(above.when))):
            return above.rule
    return None


def _same_order(context: ProofContext, game: Rules, order: Order) -> int:
    """Return how many cards keep the place they have without an order; 0 if any does not, or if only play can tell."""
    can_hold = order.when is None or context.asker(game).can_be(order.when)[0]
    if not can_hold or hidden_by(context, game, order) is not None:
        return -1  # which have findings of their own
    others = tuple(one for one in game.orders if one != order)
    games = [
        bind(replace(context.variant, game=replace(game, orders=orders), editions=()), context.sources)
        for orders in (game.orders, others)
    ]
    bounds = context.asker(game).bounds
    if not all(one.base.ranking_is_fixed for one in games) or bounds.has_other_suits or bounds.put_back:
        return 0
    place, other = (deals.blank(one).ranking.strength for one in games)
    return len(place) if place == other else 0


def of_equal(context: ProofContext, game: Rules, equal: RuleInfo) -> Iterator[Proof]:
    """Find a rule about equal cards where there are none."""
    if game.play.equal != "last" and not any(face.count > 1 for face in game.faces) and not context.settled:
        message = f"`trick equal: {game.play.equal}` changes nothing: no two cards of the deck are equal."
        yield found_at(equal, "W813", message, "write `packs 2` in `deck`, or remove it")


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
    if not {YES, NO}.isdisjoint((one, other)) or _read_by(one) != _read_by(other):
        return False  # to look at all others takes as long as everything else on a first look at a file
    return not asker.can_hold(one, other) and not asker.can_hold(negated(one), negated(other))


@lru_cache(maxsize=4096)
def _read_by(form: object) -> frozenset[object]:
    """Return what a form reads, whatever it is compared with."""
    if not isinstance(form, tuple) or not form:
        return frozenset()
    own = form[:1] if isinstance(form[0], str) and form[0] not in _JOINS else ()
    return frozenset(own).union(*map(_read_by, form))


_JOINS: Final = frozenset(("and", "or", "not", "less", "more", "equal", "sum"))


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
    yield from ((one, None) for one in terms if one.type == TRUTH and not isinstance(one, Const))
    for one in (inner for term in terms for inner in walk(term)):
        match one:
            case Op(op="if", arguments=(test, *cases)):
                yield test, Op("-", tuple(cases), one.type) if one.type.is_amount else None
            case Op(op="and" | "or", arguments=parts):
                yield from ((part, None) for part in parts)
            case _:
                pass
