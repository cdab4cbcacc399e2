"""What sentences say of points, partners, deals in a row and bids, and what their rules do instead."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.forms import negated
from spadesdsl.rules.terms import Const, Filter, Fold, Op, Run, TallyRef
from spadesdsl.rules.walking import COMPARISONS, all_read, terms_of
from spadesdsl.words import NUMBERS, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Ending, Line, RuleInfo, Tally, TallyStep
    from spadesdsl.rules.terms import Term
    from spadesdsl.source import Span

_MANY: Final = rf"(?:\d+|{'|'.join(NUMBERS)}|twenty|thirty|forty|fifty|sixty|eighty|a hundred|two hundred)"
_OFF: Final = Words(
    rf"\b{_MANY}(?: points?)? off\b|\bminus {_MANY}\b|"
    rf"\b(?:loses?|costs?|(?:is|are) fined)(?: you| him| the side| that side)? {_MANY}\b(?! (?:more )?tricks?)",
)
_MORE: Final = Words(rf"\b(?:a bonus of|an extra|{_MANY} more|(?:wins?|gets?|earns?|scores?) {_MANY} points)\b")
_OTHERWISE: Final = Words(
    r"\b(?:opponents?|others?|they|them|their|against|nobody|else|not|no|never|unless|but|except|instead|or)\b|[;:]",
)
"""What may turn round whom points are for, or what a sentence says of them."""
_PARTNER: Final = Words(
    r"\bpartners?\b[^.;,]*\b(?:sits?|puts?|lays?|do(?:es)? not play|(?:is|are|stays?|drops?) out)\b"
)
_NEAR: Final = frozenset({"partner", "across", "left", "right", "members", "side_members"})
_IN_A_ROW: Final = Words(
    r"\b(?:deals?|hands?|times?|sets?|wins?|won|made|lost|rounds?|contracts?|bids?) in a row\b|"
    r"\bconsecutive (?:deals?|hands?|sets?|wins?)\b",
)
_LATEST: Final = Words(r"\b(?:so far|latest|last)\b")
_FIRST: Final = Words(r"\b(?:first|earliest|opening)\b")


def against_sentences(context: ProofContext, game: Rules) -> Iterator[tuple[RuleInfo, Span, str, str, str]]:
    """Yield own rules, where they differ from their sentence, what it says and they do, and what to write."""
    for line in filter(lambda one: context.is_own(one.rule), game.scoring.lines):
        for told, does, hint in _of_points(context, game, line):
            yield line.rule, line.rule.name_span, told, does, hint
    for control in filter(lambda one: context.is_own(one.rule), game.play.controls):
        seat = control.seat
        read = {one.op for one in all_read(game.let_of, seat) if isinstance(one, Op)}
        is_one = control.player is None and not seat.type.many and not read & _NEAR
        if is_one and (said := _PARTNER.search(control.rule.sentence)):
            who = context.said(seat)
            hint = f"write `nobody plays for {who}.partner`" if re.fullmatch(r"[\w.]+", who) else "name the partner"
            yield control.rule, seat.span, said[0], f"`{control.rule.name}` is about `{who}`", hint
    for tally in filter(lambda one: context.is_own(one.rule), game.scoring.tallies):
        said = next(filter(None, map(_IN_A_ROW.search, sentences_about(context, game, tally))), None)
        gap = None if said is None else _gap(context, game, tally)
        if said is not None and gap is not None:
            yield tally.rule, gap[0], said[0], *gap[1:]
    for let in filter(lambda one: context.is_own(one.rule), game.lets):
        said = _LATEST.search(let.rule.sentence) if _is_first_call(let.body) else None
        if said and not _FIRST.search(let.rule.sentence):
            told = context.said(let.body)
            hint = f"write `{told.replace('first of', 'last of', 1)}`"
            yield let.rule, let.body.span, said[0], f"`{let.key}` is the first of those bids", hint


def _of_points(context: ProofContext, game: Rules, line: Line) -> Iterator[tuple[str, str, str]]:
    """Yield what sentences of a line say of points that it takes or gives, and what it does instead."""
    whole = [line.rule.sentence] if len(line.cases) == 1 else []
    told = [(at, one) for at, case in enumerate(line.cases) for one in (case.sentence, *whole) if one]
    told = [
        (at, one)
        for at, one in told
        if not _OTHERWISE.search(one) and bool(_OFF.search(one)) != bool(_MORE.search(one))
    ]
    signs = _signs(context, game, line) if told and not game.best_lowest else []
    for at, sentence in told if signs else ():
        off, more = _OFF.search(sentence), _MORE.search(sentence)
        if off and signs[at] == {True}:
            is_less = context.said(line.cases[at].value).startswith("-")
            hint = "leave out the `-`" if is_less else "write `-` before what it gives"
            yield off[0], f"what `score {line.name}` gives there is always above 0", hint
        elif more and signs[at] == {False}:
            yield more[0], f"what `score {line.name}` gives there is always below 0", "leave out the `-`"


def _signs(context: ProofContext, game: Rules, line: Line) -> list[set[bool]]:
    """Return, for each case of a line, whether what it gives is above 0, as far as it is not 0; nothing if unknown."""
    conditions = (line.when, *(case.condition for case in line.cases))
    found = context.asker(game).with_amounts(conditions, tuple(case.value for case in line.cases))
    signs: list[set[bool]] = [set() for _ in line.cases]
    for (when, *cases), values in () if found is None else found:
        at = next((at for at, holds in enumerate(cases) if holds is not False), None)
        amount = None if when is False or at is None else values[at]
        if at is not None and isinstance(amount, int | Fraction) and amount:
            signs[at].add(amount > 0)
    return signs


def sentences_about(context: ProofContext, game: Rules, tally: Tally) -> Iterator[str]:
    """Yield the sentences of a tally and of the own rules that read it."""
    yield tally.rule.sentence
    reading: tuple[Line | Ending, ...] = (*game.scoring.lines, *game.endings)
    for one in reading:
        if context.is_own(one.rule):
            read = all_read(game.let_of, *terms_of(one))
            if any(isinstance(term, TallyRef) and term.tally == tally.name for term in read):
                yield one.rule.sentence
                yield from (case.sentence for case in getattr(one, "cases", ()))


def _gap(context: ProofContext, game: Rules, tally: Tally) -> tuple[Span, str, str] | None:
    """Return where a tally of things in a row goes on though there was a gap, what it does, and what to write."""
    adds, resets = ([one for one in tally.steps if one.verb == verb] for verb in ("add", "reset"))
    read = list(all_read(game.let_of, *terms_of(tally)))
    if len(adds) != 1 or adds[0].when is None or any(isinstance(one, Run | TallyRef) for one in read):
        return None
    wanted = context.said_not(adds[0].when)
    if not resets:
        return tally.rule.name_span, f"nothing sets `{tally.name}` back", f"write `reset when {wanted}`"
    if len(resets) > 1 or not _compare_one_amount(adds[0], resets[0]):
        return None
    former, (add, reset) = context.asker(game).former, (adds[0].when, resets[0].when)
    assert add is not None
    assert reset is not None
    if not context.asker(game).can_hold(negated(former.form(add)), negated(former.form(reset))):
        return None
    does = f"with neither `{context.said(add)}` nor `{context.said(reset)}` the count goes on"
    return reset.span, does, f"write `reset when {wanted}`"


def _compare_one_amount(one: TallyStep[Term], other: TallyStep[Term]) -> bool:
    """Tell whether the conditions of two steps compare the same amount with numbers."""
    match one.when, other.when:
        case Op(op=op, arguments=(left, Const())), Op(op=another, arguments=(right, Const())):
            return left == right and {op, another} <= COMPARISONS
        case _:
            return False


def _is_first_call(term: Term) -> bool:
    """Tell whether a term is the first of the bids of some kind, and not the first of the highest or of the last."""
    match term:
        case Op(op="first", arguments=(Filter(of=Op(op="calls"), condition=condition),)):
            read = list(all_read({}, condition))
            return not any(isinstance(one, Fold) or (isinstance(one, Op) and one.op == "call_place") for one in read)
        case Op(op="first", arguments=(Op(op="calls"),)):
            return True
        case _:
            return False
