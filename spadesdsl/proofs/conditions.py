"""The conditions of rules: each holds somewhere and fails somewhere, or else it or its rule is not needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Final

from spadesdsl.algebra.forms import joined, negated
from spadesdsl.algebra.reads import options_read, places, topics_of
from spadesdsl.diagnostics import warning
from spadesdsl.engine.scoring import scored
from spadesdsl.frozen import replace
from spadesdsl.proofs.asked import (
    ASKED,
    Condition,
    conditions_of,
    is_before_bids,
    is_of_bid,
    known_then,
    of_the_first_lead,
    of_the_last_bid,
    on_all,
    opens,
)
from spadesdsl.proofs.by_kernel import see_more
from spadesdsl.proofs.claims import Event, Happening, Id, Proof, Standing, id_of, in_its_share
from spadesdsl.proofs.context import MADE_UP, ProofContext
from spadesdsl.proofs.judged import compared_with_itself, without_itself
from spadesdsl.proofs.waiting import in_circle, waits_in_circle
from spadesdsl.rules.game import Option, Rules
from spadesdsl.rules.operations import TRUTH, Topic
from spadesdsl.rules.parts import Must, Round, RuleInfo
from spadesdsl.rules.terms import Const, Op, Term
from spadesdsl.rules.walking import COMPARISONS, MIRRORED, all_read, all_steps, parts_of, replaced, walk
from spadesdsl.source import Span
from spadesdsl.work import GIVEN_UP, at_most


def prove_conditions(context: ProofContext) -> Iterator[Proof]:
    """Prove for each condition that it holds in some deals and fails in others."""
    _score_made_deals(context)
    found = by_condition(context)
    both = 0
    for left, some in zip(range(len(found), 0, -1), found, strict=True):
        game, one = some[0]
        if context.is_own(one.rule) and settled_by_answers(context, some) is None:
            yield from settled_parts(context, some)
        is_unseen = _is_unseen(context, game, one)
        if not is_unseen and _is_shown(context, game, one):
            both += 1
            continue
        yield in_its_share(one.rule, partial(_of_unshown, context, some, is_unseen=is_unseen), left)
    yield from _prove_ifs(context)
    yield from _prove_unnoted(context)
    if both:
        how = f"{context.deals} deals played"
        which = "each" if both == len(found) else "each of the others"
        yield Proof("conditions", f"{which} holds in some deals and fails in others", Standing.PROVED, both, how)


def _of_unshown(context: ProofContext, some: Sequence[tuple[Rules, Condition]], *, is_unseen: bool) -> Proof:
    """Say of a condition that did not both hold and fail in deals that can be reached what is known of it."""
    if (settled := settled_by_answers(context, some)) is None and not is_unseen:
        rule, claim = some[0][1].rule, "its condition held and failed only with scores or cards that were made up"
        return Proof(rule.key, claim, Standing.OPEN, context.record.cases, f"{context.deals} deals played")
    return settled or _not_seen(context, some[0][1])


def by_condition(context: ProofContext) -> list[list[tuple[Rules, Condition]]]:
    """Return each condition with all the editions of the game that have it."""
    found: dict[tuple[Id, Term, tuple[int, ...]], list[tuple[Rules, Condition]]] = {}
    for _, game in context.editions:
        for one in conditions_of(game):
            found.setdefault((id_of(one.rule), one.term, one.parts), []).append((game, one))
    return list(found.values())


NEVER_HOLDS: Final = "its condition never holds"
"""The claim about a rule that does nothing."""


def settled_by_answers(context: ProofContext, some: Sequence[tuple[Rules, Condition]]) -> Proof | None:
    """Return the proof that a condition always holds, or never does, on all deals; None if it may do both."""
    _, one = some[0]
    can_hold, can_fail, count = on_all(context, some, one.term)
    if can_hold and can_fail:
        return None
    is_early = can_fail and all(
        is_before_bids(context, game, one) and context.asker(game).can_be(one.term)[0] for game, _ in some
    )
    hint = "nobody has bid at that time: put it after the bids" if is_early else ""
    if not hint and not can_hold and all(opens(game, one) for game, _ in some):
        hint = _later(one, some[0][0]) or _turned(context, one.term, "nobody has bid when it begins, so it asks nobody")
    if not can_hold and (must := next(filter(None, (_barred_at_last(context, *it) for it in some)), None)) is not None:
        hint = f"`must {must.rule.name}` sees to it that the bids never add up so: ask otherwise, or remove the rule"
    compares = isinstance(one.term, Op) and one.term.op in COMPARISONS
    if not hint and (compares or all(all(context.asker(game).can_be(one.term)[:2]) for game, _ in some)):
        game = some[0][0]
        hint = without_itself(context, game, one.rule, one.term, is_judged=is_of_bid(game, one))
    if not can_hold and one.rule.keyword in ASKED and one.rule.name in (circle := in_circle(context, some[0][0])):
        hint = ": ".join(waits_in_circle(one.rule.name, circle, is_bid=False))
    if not can_hold and not hint and all(_is_led_otherwise(context, game, one) for game, one in some):
        first = context.said(some[0][0].play.lead_first)
        hint = f"`{first}` leads to the first trick: ask for that player, or leave it out"
    hint = hint or (at_its_bound(context, one.term) if can_hold else why_never(context, some))
    proof = settled_condition(context, one, count, holds=can_hold, hint=hint)
    alike = compared_with_itself(context, one.term)
    return proof if alike is None or proof.finding is None else replace(proof, finding=alike)


def _is_led_otherwise(context: ProofContext, game: Rules, one: Condition) -> bool:
    """Tell whether a condition never holds because another player leads to the first trick than the one it asks for."""
    form = context.asker(game).former.form(one.term)
    leads = tuple(of_the_first_lead(context, game, form)) if one.rule.keyword == "must" else ()
    return bool(leads) and context.asker(game).can_hold(form) and not context.asker(game).can_hold(form, *leads)


def _barred_at_last(context: ProofContext, game: Rules, one: Condition) -> Must | None:
    """Return the `must` that bars the last bid which would make a condition hold; None if that is not why."""
    asker, form = context.asker(game), context.asker(game).former.form(one.term)
    then, barred = tuple(known_then(context, game, one, form)), of_the_last_bid(asker, game)
    is_why = barred is not None and barred[1] in then
    if barred is None or not is_why or not asker.can_hold(form, *(fact for fact in then if fact != barred[1])):
        return None
    return barred[0]


def _later(one: Condition, game: Rules) -> str:
    """Say after which round a round that reads bids can come, if its author put it above that one."""
    node = one.rule.node
    place = None if node is None else node.place
    rounds = [step.rule.name for step in all_steps(game) if isinstance(step, Round)]
    if place is None or not place.above or place.rule not in rounds:
        return ""
    return f"nobody has bid when it begins, so it asks nobody: write `below {place.rule}` for `above {place.rule}`"


def _turned(context: ProofContext, term: Term, why: str) -> str:
    """Say why a condition never holds, and how its opposite is written if it is short."""
    said = context.said(term)
    plain = " and " not in said and " or " not in said and said.count(" is ") == 1 and " is not " not in said
    return (
        f"{why}: write `{said.replace(' is ', ' is not ')}`" if plain else f"{why}: ask for what is so before any bid"
    )


def settled_parts(context: ProofContext, some: Sequence[tuple[Rules, Condition]]) -> Iterator[Proof]:
    """Find the first part of a condition that always holds, or never does, though all of it may do both."""
    _, one = some[0]
    if compared_with_itself(context, one.term) is not None:
        return  # which has a finding of its own
    for part in (inner for outer in walk(one.term) for inner in _joined_in(outer, "and", "or")):
        can_hold, can_fail, count = on_all(context, some, part)
        if not (can_hold and can_fail):
            said = "always holds" if can_hold else "never holds"
            message = f"`{context.said(part)}` {said}, so it says nothing in this condition."
            finding = warning("W806", part.span, message, "leave it out, or fix it")
            yield Proof(one.rule.key, message, Standing.FOUND, count, "every answer to what it asks", finding)
            return


def _joined_in(term: Term, *how: str) -> tuple[Term, ...]:
    """Return the conditions that a term joins, if each is about the subject of the rule."""
    return term.arguments if isinstance(term, Op) and term.op in how else ()


def at_its_bound(context: ProofContext, always: Term) -> str:
    """Say of a comparison that always holds with a number that its amount never goes beyond it; empty for others."""
    match always:
        case Op(op=">=" | "<=" as op, arguments=(amount, Const(value=Fraction() as number))):
            said, other = ("below", ">") if op == ">=" else ("above", "<")
            return f"`{context.said(amount)}` is never {said} {number}: write `= {number}` or `{other} {number}`"
        case _:
            return ""


def why_never(context: ProofContext, some: Sequence[tuple[Rules, Condition]], what: str = "the rule") -> str:
    """Say how a condition that never holds may be meant: without one of its parts, or up to what an amount can be."""
    try:
        with at_most(_FOR_A_HINT):
            return _apart(context, some) or _just_beyond(context, some, what)
    except GIVEN_UP:
        return ""  # that it never holds is known


_FOR_A_HINT: Final = 300_000
"""Steps of work for saying how a condition may be meant."""


def _apart(context: ProofContext, some: Sequence[tuple[Rules, Condition]]) -> str:
    """Say which two parts of a condition never hold together though each of them can; empty if no two do."""
    _, one = some[0]
    kind, can = one.term.type, partial(on_all, context, some)
    pairs = (pair for inner in walk(one.term) for pair in combinations(_joined_in(inner, "and"), 2))
    for first, second in pairs:
        both = Op("and", (first, second), kind, span=one.term.span)
        if not (can(first)[0] and can(second)[0]) or can(both)[0]:
            continue
        if {first, second} == {Op("leading", (), first.type), Op("following", (), first.type)}:
            return "who plays to a trick leads or follows: leave one of the two out"
        said = f"`{context.said(first)}` and `{context.said(second)}` never hold together"
        if not can(replace(both, op="or"))[1]:
            return f"{said}: leave one of the two out"
        match first, second:
            case Op(op=op, arguments=parts), Op(op=other, arguments=more) if (
                op in MIRRORED and other in MIRRORED and parts[0] == more[0]
            ):
                turned = (replace(first, op=MIRRORED[op]), replace(second, op=MIRRORED[other]))
                if can(replace(both, arguments=turned))[0]:
                    told = " and ".join(
                        f"{context.said(left)} {it.op} {context.said(right)}"
                        for it, (left, right) in zip(turned, (parts, more), strict=True)
                    )
                    return f"{said}: write `{told}` if it is meant between the two, or `or` for `and`"
            case _:
                pass
        return f"{said}: write `or` for `and`, or leave one of them out"
    return ""


def _just_beyond(context: ProofContext, some: Sequence[tuple[Rules, Condition]], what: str) -> str:
    """Say how far an amount goes that a condition which never holds compares with a number right beyond it."""
    _, one = some[0]
    for part in walk(one.term):
        match part:
            case Op(
                op=">" | ">=" | "=" | "<" | "<=" as op, arguments=(amount, Const(value=Fraction() as number) as bound)
            ):
                ways = [(-1, ">=", ">", "most")] * ("<" not in op) + [(1, "<=", "<", "least")] * (">" not in op)
            case _:
                continue
        if sum(amount in other.arguments for other in walk(one.term) if isinstance(other, Op)) > 1:
            continue  # it contradicts another part, and is not beyond what it can be
        for (way, within, beyond, said), step in product(ways, range(_NEAR)):
            last = number + way * step
            others = [Op(sign, (amount, replace(bound, value=last)), part.type, span=part.span)
                      for sign in (within, beyond)]  # fmt: skip
            if [on_all(context, some, replaced(one.term, part, other))[0] for other in others] == [True, False]:
                return f"it is {last} at {said}: write `{'=' if op == '=' else within} {last}`, or remove {what}"
    return ""


_NEAR: Final = 3


def _prove_ifs(context: ProofContext) -> Iterator[Proof]:
    """Find each `if` and each quantity in the file's own rules that has, or a part of it, one answer on all deals."""
    found: dict[Span, list[tuple[RuleInfo, Term, bool, bool]]] = {}
    tests: set[Span] = set()
    inside: dict[Span, Span] = {}
    for _, game in context.editions:
        asker = context.asker(game)
        for rule, given, term in _amounts_of(game):
            for test, known, is_if in _ifs(term, given, is_whole=rule.keyword == "let") if context.is_own(rule) else ():
                tests |= {test.span} if is_if else set()
                parts = (test, *(inner for outer in walk(test) for inner in _joined_in(outer, "and", "or")))
                then = tuple(known_then(context, game, Condition(rule, test), asker.former.form(test)))
                alone = joined("and", map(asker.former.form, known))
                before = joined("and", (alone, *then))
                for part in parts:
                    form = asker.former.form(part)
                    ways = form, negated(form)  # with all that is certain there may be too many cases
                    holds, fails = (
                        asker.can_hold(alone, one) and (not then or asker.can_hold(before, one)) for one in ways
                    )
                    if holds or fails:  # else it is never asked
                        found.setdefault(part.span, []).append((rule, part, holds, fails))
                        inside.setdefault(part.span, test.span)
    settled: set[Span] = set()
    for span, answers in found.items():
        rule, part, *_ = answers[0]
        holds, fails = any(one[2] for one in answers), any(one[3] for one in answers)
        if (holds and fails) or inside[span] in settled:
            continue
        settled.add(inside[span])  # which contains the others
        always, part_of = ("always", "else") if holds else ("never", "then")
        if span in tests:
            message = f"The condition of this `if` {always} holds: the part after `{part_of}` never counts."
            hint = "remove the `if`, or fix its condition"
        elif span == inside[span]:
            message = f"`{context.said(part)}` in `{rule.name}` {always} holds."
            hint = "fix it, or leave out what it decides"
        else:
            message = f"`{context.said(part)}` {always} holds, so it says nothing in this condition."
            hint = "leave it out, or fix it"
        claim = f"the condition of an `if`, or a part of it, {always} holds"
        finding = warning("W806", span, message, hint)
        yield Proof(rule.key, claim, Standing.FOUND, len(answers), "every answer to what it asks", finding)


def _amounts_of(game: Rules) -> Iterator[tuple[RuleInfo, tuple[Term, ...], Term]]:
    """Yield the terms of all rules and quantities, each with what holds when it is worked out."""
    for rule, _, terms in places(game):
        if rule.keyword != "score":
            yield from ((rule, (), term) for term in terms)
    yield from ((let.rule, (), let.body) for let in game.lets)
    for line in game.scoring.lines:
        for case in line.cases:
            given = tuple(one for one in (line.when, case.condition) if one is not None)
            yield from ((line.rule, (), one) for one in given)
            yield line.rule, given, case.value


def _ifs(
    term: Term, known: tuple[Term, ...], *, is_whole: bool = False
) -> Iterator[tuple[Term, tuple[Term, ...], bool]]:
    """Yield the conditions of each `if` in a term, with what holds when it is asked, and that it is one of an `if`.

    If the term `is_whole` what a quantity says, and that is yes or no, it is a condition itself, or each of its cases.
    """
    if isinstance(term, Op) and term.op == "if":
        test, then, otherwise = term.arguments
        if not isinstance(test, Const):
            yield test, known, True
        yield from _ifs(test, known)
        yield from _ifs(then, (*known, test), is_whole=is_whole)
        yield from _ifs(otherwise, (*known, Op("not", (test,), test.type, span=test.span)), is_whole=is_whole)
    else:
        if is_whole and term.type == TRUTH and not isinstance(term, Const):
            yield term, known, False
        within = known if isinstance(term, Op) else ()  # what goes over a set may call its members by the same names
        for part in parts_of(term):
            yield from _ifs(part, within)


def _prove_unnoted(context: ProofContext) -> Iterator[Proof]:
    """Find each of the file's own orders and trumps whose condition has the same answer on all deals."""
    found: dict[tuple[Id, Term], list[tuple[Condition, tuple[bool, bool, int]]]] = {}
    for _, game in context.editions:
        for one in (*game.orders, *(() if game.trumps is None else (game.trumps,))):
            if one.when is not None and context.is_own(one.rule):
                condition = Condition(one.rule, one.when, (0,))
                answer = context.asker(game).can_be(one.when)
                found.setdefault((id_of(one.rule), one.when), []).append((condition, answer))
    for answers in found.values():
        holds, fails = (any(answer[at] for _, answer in answers) for at in (0, 1))
        if not (holds and fails):
            yield settled_condition(context, answers[0][0], answers[0][1][2], holds=holds)


def _score_made_deals(context: ProofContext) -> None:
    """Score deals made of bids and tricks, if a line was never seen to count."""
    lines = [Condition(line.rule, line.when) for line in context.variant.game.scoring.lines if line.when is not None]
    if all(_was_seen(context, one, holds=True) for one in lines):
        return
    see_more(context)
    for s in context.made_deals():
        with context.record.given(context.doubts(s) | (MADE_UP if s.deal > 1 else set())):
            scored(s, has_sheet=False)


def unsettled_options(context: ProofContext) -> tuple[Option, ...]:
    """Return the options read by conditions that were not seen both to hold and to fail, or of bids never offered."""
    read: set[str] = set()
    for _, edition in context.editions:
        unseen = [one.term for one in unseen_conditions(context, edition)]
        unseen += [
            bid.when for bid in edition.bids if bid.when and not context.record.has(Event.OFFERED, id_of(bid.rule))
        ]
        read.update(option.name for option in options_read(edition, *unseen))
    return options_read(context.variant.game, also=read)


def unseen_conditions(context: ProofContext, game: Rules) -> Iterator[Condition]:
    """Yield the conditions not seen both to hold and to fail, except in endings: walks through games cover those."""
    endings = {id_of(ending.rule) for ending in game.endings}
    for one in conditions_of(game):
        if id_of(one.rule) not in endings and _is_unseen(context, game, one):
            yield one


def _is_unseen(context: ProofContext, game: Rules, one: Condition) -> bool:
    """Tell whether a condition was not seen both to hold and to fail.

    One that is tested, and reads only options, holds with some settings and fails with others: if the settings are all
    there are, no deal is needed to see the other answer.
    """
    held, failed = (_was_seen(context, one, holds=holds) for holds in (True, False))
    if held and failed:
        return False
    reads_options = topics_of(game, one.term) <= {Topic.OPTION}
    return not (reads_options and (held or failed) and context.asker(game).can_be(one.term)[:2] == (True, True))


def _was_seen(context: ProofContext, one: Condition, *, holds: bool) -> bool:
    """Tell whether a condition was seen to hold, or to fail; for failing, any part is enough."""
    name = id_of(one.rule)
    asked = [part for part in one.parts if any(context.record.has(e, name, part) for e in (Event.HOLDS, Event.FAILS))]
    if holds:
        return bool(asked) and context.record.has(Event.HOLDS, name, asked[-1])
    return any(context.record.has(Event.FAILS, name, part) for part in asked)


def _is_shown(context: ProofContext, game: Rules, one: Condition) -> bool:
    """Tell whether a condition both held and failed in deals that can be reached, or with settings that there are."""
    name = id_of(one.rule)
    both = all(any(context.record.shows(e, name, part) for part in one.parts) for e in (Event.HOLDS, Event.FAILS))
    return both or topics_of(game, one.term) <= {Topic.OPTION}


def _not_seen(context: ProofContext, one: Condition) -> Proof:
    held = _was_seen(context, one, holds=True)
    failed = _was_seen(context, one, holds=False)
    claim = "its condition was never asked" if not (held or failed) else "its condition was never seen to hold"
    if held:
        claim = "its condition was never seen to fail"
    return Proof(one.rule.key, claim, Standing.OPEN, context.record.cases, f"{context.deals} deals played")


def _of_no_bids(game: Rules, one: Condition) -> str:
    """Tell of a condition on what was bid that no bid of the game adds to it; empty if one does."""
    read = {it.op for it in all_read(game.let_of, one.term) if isinstance(it, Op)}
    if any(bid.contract is not None for bid in game.bids) or not read & {"seat_contract", "side_contract"}:
        return ""
    return "nobody bids tricks here: `contract` is always 0"


def settled_condition(context: ProofContext, one: Condition, count: int, *, holds: bool, hint: str = "") -> Proof:
    """Return the proof that a condition always holds, or never does."""
    keyword, name = one.rule.keyword, one.rule.name
    rule, whose = ("step", f"a step of `tally {name}`") if keyword == "tally" else ("rule", f"`{keyword} {name}`")
    if holds:
        message = f"The condition of {whose} always holds."
        hint = hint or "leave the condition out, or fix it"
        first = context.variant.edition(1)
        if keyword in ("win", "lose") and any(id_of(ending.rule) == id_of(one.rule) for ending in first.endings):
            message = f"The condition of {whose} always holds, so each game ends after its first deal."
            hint = "if one deal is not the whole game, compare with a later deal, or with a score"
    else:
        message = f"The condition of {whose} never holds: the {rule} does nothing."
        hint = hint or _of_no_bids(context.variant.game, one) or f"remove the {rule}, or fix its condition"
    never: tuple[Happening, ...] = ((Event.FAILS if holds else Event.HOLDS, id_of(one.rule), one.parts[0]),)
    found = warning("W806", one.term.span if one.term.span.end else one.rule.name_span, message, hint)
    claim = "its condition always holds" if holds else NEVER_HOLDS
    # A bid that nobody can make and an ending that never happens have findings of their own.
    is_told = not holds and keyword in ("bid", "win", "lose", "out")
    finding = found if context.is_own(one.rule) and not is_told else None
    standing = Standing.FOUND if finding else Standing.PROVED
    return Proof(one.rule.key, claim, standing, count, "every answer to what it asks", finding, never)
