"""What can be said about a file's own rules at once: plain `validate` says it too.

Only the file's own rules are checked: those of its parents and packs are checked with their own files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any, Final

from spadesdsl.algebra.bids import known_with_answers
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import NO, joined, mentions, negated, questions
from spadesdsl.algebra.reads import places, topics_of
from spadesdsl.algebra.sums import Form
from spadesdsl.diagnostics import Diagnostic
from spadesdsl.engine import deals
from spadesdsl.engine.scoring import subject
from spadesdsl.frozen import replace
from spadesdsl.loader import Loaded
from spadesdsl.proofs import conditions
from spadesdsl.proofs.asked import Condition, answers_of
from spadesdsl.proofs.barred import against_each_other, of_barred
from spadesdsl.proofs.biddings import without_bids
from spadesdsl.proofs.claims import AT_ONCE, Proof, Standing, found_at, id_of
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.counts_kept import of_kept_count, of_never_full
from spadesdsl.proofs.endings import level_for_ever, never_ends, of_ending
from spadesdsl.proofs.judged import added_for_each, among_others, compared_with_itself, without_itself
from spadesdsl.proofs.left_out import of_endless
from spadesdsl.proofs.narrowing import alike_below, in_last_trick, without_choice, without_effect
from spadesdsl.proofs.own_words import prove_own_words
from spadesdsl.proofs.rounds import of_bid, replaced_in
from spadesdsl.proofs.scoring import prove_lines
from spadesdsl.proofs.settings import prove_deals
from spadesdsl.proofs.tried import prove_tried
from spadesdsl.proofs.walks import Walks
from spadesdsl.proofs.without_effect import hidden_by, of_equal, prove_idle, prove_turned_round
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, BidType, Ending, Give, Line, Must, Order, Round
from spadesdsl.rules.terms import Const, Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import all_actions, all_steps, conjuncts, walk
from spadesdsl.source import Span
from spadesdsl.work import GIVEN_UP, at_most, share

_KNOWN_AT_FIRST: Final = frozenset({Topic.SCORE, Topic.DEAL, Topic.OPTION, Topic.TALLY, Topic.SEATING})
"""What an ending may read to be checked before the first deal."""
MOST_AT_A_GLANCE: Final = 1_200_000
"""How much work it may take; of what is left, each kind of finding may use a half."""
_SOME_OF: Final = {"Extreme": 2, "Filter": 2, "part_suit": 1, "first": 1, "last": 1}
"""Where a form of cards, or of one of them, has the cards it takes them from."""


def prove_plain(context: ProofContext) -> Iterator[Proof]:
    """Look for what shows without a deal: a bid out of reach, too many cards passed, an ending true at the start."""
    for looks in _looks(context).values():
        found = list(looks[0]())
        for look in looks[1:] if found else ():  # what is so on some deals only is no mistake
            codes = {proof.finding.code for proof in look() if proof.finding is not None}
            found = [proof for proof in found if proof.finding is not None and proof.finding.code in codes]
        yield from found
    for _, game in context.editions:
        of_lets = ((let.rule, (let.body,)) for let in game.lets)
        for rule, terms in (*((rule, terms) for rule, _, terms in places(game)), *of_lets):
            for term in terms if context.is_own(rule) else ():
                for one in (compared_with_itself(context, term), added_for_each(context, game, term)):
                    if one is not None:
                        yield Proof(rule.key, one.message, Standing.FOUND, 1, AT_ONCE, one)


def _looks(context: ProofContext) -> dict[object, list[Callable[[], Iterator[Proof]]]]:
    """Return, for each rule and what is looked for in it, a look at it on each kind of deal."""
    found: dict[object, list[Callable[[], Iterator[Proof]]]] = {}
    for _, game in context.editions:
        asked = [step for step in all_steps(game) if isinstance(step, Ask | Round)]
        looks: tuple[tuple[Callable[..., Iterator[Proof]], Sequence[Any]], ...] = (
            (_of_must, game.play.musts), (_of_bid, game.bids), (_of_pass, asked), (_of_until, asked),
            (_of_order, game.orders), (_of_line, game.scoring.lines), (_of_ending, game.endings),
            (_of_early_bid, game.bids), (of_endless, game.bids), (of_kept_count, game.scoring.lines),
            (of_never_full, game.scoring.tallies),
        )  # fmt: skip
        for look, rules in looks:
            for one in rules:
                if context.is_own(one.rule) or look in (_of_early_bid, of_endless):
                    found.setdefault((look, id_of(one.rule)), []).append(partial(look, context, game, one))
        if game.play.equal_rule is not None and context.is_own(game.play.equal_rule):
            found.setdefault("equal", []).append(partial(of_equal, context, game, game.play.equal_rule))
    return found


def _of_must(context: ProofContext, game: Rules, must: Must) -> Iterator[Proof]:
    """Find a `must` that no choice can ever satisfy, or that every choice does; not one that simply says `never`."""
    asker = context.asker(game)
    form, is_bid = asker.former.form(must.body), not must.judges_card
    never = [] if is_bid or not _stay_played(game) else filter(_is_of_table, questions(form))
    then = tuple(among_others(game, form, is_judged=is_bid))
    holds = asker.can_hold(form, *then, is_judged=is_bid)
    fails = asker.can_hold(negated(form), *then, is_judged=is_bid)
    among = without_itself(context, game, must.rule, must.body, is_judged=is_bid) if then else ""
    if isinstance(must.body, Const):
        pass
    elif not holds and among:
        message = f"No {'bid' if is_bid else 'card'} can ever satisfy `must {must.rule.name}`."
        yield found_at(must.rule, "W814", message, among)
    elif not holds:
        message = f"No {'bid' if is_bid else 'card'} can ever satisfy `must {must.rule.name}`"
        if isinstance(must.body, Op) and must.body.op in ("<", ">"):
            other = "number" if is_bid else "rank"
            yield found_at(
                must.rule, "W814", f"{message}.", f"turn the comparison around, or compare with another {other}"
            )
        else:
            message += ": what it asks for contradicts itself."
            hint = conditions.why_never(context, [(game, Condition(must.rule, must.body))])
            yield found_at(must.rule, "W814", message, hint or "change one of its conditions, or write `or` for `and`")
    elif not asker.can_hold(form, *map(negated, never)):
        message = f"No card can ever satisfy `must {must.rule.name}`: the one it asks for has been played already."
        yield found_at(
            must.rule, "W814", message, "ask for one of the hand, as in `card is highest of hand in led.suit`"
        )
    elif not is_bid and asker.can_hold(when := asker.former.condition(must.when)) and not asker.can_hold(form, when):
        message = f"No card can satisfy `must {must.rule.name}` when it applies."
        yield found_at(must.rule, "W814", message, "change what it asks for, or when it applies")
    applies = must.when is None or answers_of(context, game, Condition(must.rule, must.when, (0,)))[0]
    above = alike_below(context, game, must) if not is_bid and holds and fails and applies else None
    if not fails or above is not None:
        found = without_effect(must, is_always=not fails, above="" if above is None else above.name)
        found = found if fails else _of_inner_or(context, game, must, found)
        yield Proof(must.rule.key, "it never takes a choice away", Standing.FOUND, 0, AT_ONCE, found)
    elif applies and holds and in_last_trick(context, game, must):
        yield Proof(must.rule.key, "it never takes a choice away", Standing.FOUND, 0, AT_ONCE, without_choice(must))
    if is_bid and holds and fails and must.when is None and must.bid_type is None:
        barred = [*of_barred(context, game, must, then, among)]
        yield from barred or against_each_other(context, game, must)


def _of_inner_or(context: ProofContext, game: Rules, must: Must, found: Diagnostic) -> Diagnostic:
    """Say it of the part that always holds, if what is asked for joins it with others."""
    asker = context.asker(game)
    joining = [part for part in walk(must.body) if isinstance(part, Op) and part.op == "or"]
    for first, second in (pair for part in joining for pair in combinations(part.arguments, 2)):
        either = joined("or", (asker.former.form(first), asker.former.form(second)))
        is_whole = isinstance(must.body, Op) and must.body.arguments == (first, second)
        if not is_whole and not asker.can_hold(negated(either), is_judged=not must.judges_card):
            one, other = context.said(first), context.said(second)
            hint = f"one of `{one}` and `{other}` always holds: write `{one} and {other}`, or remove the rule"
            return replace(found, span=first.span.to(second.span), hint=hint)
    return found


def _stay_played(game: Rules) -> bool:
    """Tell whether no card that was played can be in a hand: no second one like it, and none that is taken back."""
    gives = [action.source for action in all_actions(game) if isinstance(action, Give)]
    places = [isinstance(one, ZoneRef) or (isinstance(one, Op) and one.op == "hand") for one in gives]
    return all(places) and all(face.count == 1 for face in game.faces)


def _is_of_table(question: Form) -> bool:
    """Tell whether a question is whether the chosen card is one of those that were played."""
    match question:
        case ("is", other, ("variable", "card")) | ("is", ("variable", "card"), other):
            pass
        case ("member", ("variable", "card"), other) | ("includes", other, ("variable", "card")):
            pass
        case _:
            return False
    while other[0] in _SOME_OF:
        other = other[_SOME_OF[other[0]]]
    return other[0] in ("trick", "played", "led", "trick_best")


def _of_bid(context: ProofContext, game: Rules, bid: BidType) -> Iterator[Proof]:
    """Find a bid of more tricks than a deal has, and one that the bidder himself has to agree to."""
    if bid.needs_yes is not None and context.asker(game).former.form(bid.needs_yes) == ("variable", "player"):
        message = f"Who bids `{bid.name}` is asked to agree to it, and nobody else is."
        hint = "write `partner`" if {len(side) for side in game.teams.sides} == {2} else "name another player"
        yield found_at(bid.rule, "W813", message, f"{hint}, or leave out `needs yes from`", span=bid.needs_yes.span)
    added = bid.contract.name.removeprefix("param:") if isinstance(bid.contract, Var) else ""
    parameter = next((one for one in bid.parameters if one.name == added), None)
    listed = parameter.choices if parameter is not None and parameter.choices else ()
    choices = [one for one in listed if isinstance(one, int | Fraction)]
    bounds = context.asker(game).bounds
    tricks = bounds.tricks
    or_points = f"or, if no tricks are bid, leave out `contract {added}` and read `bid.{added}`"
    if parameter is not None and parameter.high is not None and bounds.moments:
        form = bounds.former.form(parameter.high)
        ends = [(one.ends(form)[0], one.tricks) for one in bounds.moments]
        if all(low is not None and low > most for low, most in ends):
            message = f"`{bid.name}` can be bid up to `{context.said(parameter.high)}`, and no deal has so many tricks."
            yield found_at(bid.rule, "W816", message, f"end its range at the number of cards in a hand; {or_points}")
    if choices and max(choices) > tricks:
        message = f"`{bid.name}` can be bid up to {max(choices)}, and a deal has {tricks} tricks."
        yield found_at(bid.rule, "W816", message, f"end its range at {tricks}, or deal more cards; {or_points}")


def _of_early_bid(context: ProofContext, game: Rules, bid: BidType) -> Iterator[Proof]:
    """Find a bid before looking that its bidder always has to replace."""
    later = replaced_in(context, game, bid)
    span = None if later is None else context.own_place(bid.rule, later)
    if later is not None and span is not None:
        message = f"Players who bid `{bid.name}` have to bid again in `{later.name}`, and only the later bid counts."
        hint = "write `final` before `before looking`, so that the bidder bids no more"
        yield found_at(bid.rule, "W818", message, hint, span=span)


def _of_order(context: ProofContext, game: Rules, order: Order) -> Iterator[Proof]:
    """Find an order that never counts, as another one above it holds for the same cards."""
    if (above := hidden_by(context, game, order)) is not None:
        message = f"`order {order.rule.name}` never counts: `{above.name}`, above it, holds for the same cards."
        yield found_at(
            order.rule, "W813", message, f"write `order {order.rule.name} above {above.name} …`, or replace that one"
        )


def _of_line(context: ProofContext, game: Rules, line: Line) -> Iterator[Proof]:
    """Find a line that counts once more what another one counts."""
    asker = context.asker(game)
    mine = _counted(asker.former, line)
    if not any(value != ("sum",) and asker.can_hold(holds) for holds, value in mine):
        return  # nothing, twice
    alike = [one for one in game.scoring.lines if one is line or _counts_alike(asker, line, mine, one)]
    alike = [one for one in alike if one is line or line.name not in one.instead_of]
    twin = next((one for one in alike if one is not line), None)
    if twin is None or (context.is_own(twin.rule) and alike[0] is line):
        return
    sheets = [{one.rule for one in edition.scoring.lines} for _, edition in context.editions]
    if all(
        line.rule in sheet for sheet in sheets if twin.rule in sheet
    ):  # where some deals count double, that is meant
        message = f"`score {line.name}` gives what `{twin.name}` gives, whenever that gives it: so it counts twice."
        hint = "remove one of them"
        if not context.is_own(twin.rule):
            hint = f"write `replace score {twin.name}` to change that line, or remove this one"
        yield found_at(line.rule, "W823", message, hint)


def _counts_alike(asker: Asker, line: Line, mine: Sequence[tuple[Form, Form]], other: Line) -> bool:
    """Tell whether another line gives the same as one, case by case, and under the same conditions, which can hold."""
    if (line.bid_type, line.instead_of, len(mine)) != (other.bid_type, other.instead_of, len(other.cases)):
        return False
    pairs = list(zip(mine, _counted(asker.former, other), strict=True))
    if any(one[1] != also[1] for one, also in pairs) or not any(asker.can_hold(one[0], also[0]) for one, also in pairs):
        return False
    return all(
        one[0] == also[0] or not (asker.can_hold(one[0], negated(also[0])) or asker.can_hold(also[0], negated(one[0])))
        for one, also in pairs
    )


def _counted(former: Former, line: Line) -> list[tuple[Form, Form]]:
    """Return what a line counts, and when."""
    when, cases = former.condition(line.when), []
    for case in line.cases:
        holds, value = joined("and", (when, former.condition(case.condition))), former.form(case.value)
        match value:
            case ("sum", ((("if", test, then, ("sum",)),), 1)):  # `if … then … else 0`
                cases.append((joined("and", (holds, test)), then))
            case _:
                cases.append((holds, value))
    return cases


def _of_pass(context: ProofContext, game: Rules, step: Ask | Round) -> Iterator[Proof]:
    """Find a pass of more cards than a hand ever has, with any setting."""
    bounds = context.asker(game).bounds
    # A hand that is given a pile holds more for a while than it has tricks.
    gives = (one for one in all_actions(game) if isinstance(one, Give) and one.each is None)
    has_more = any(isinstance(one.source, ZoneRef) and not isinstance(one.to, ZoneRef) for one in gives)
    most = context.game().base.deck.size if has_more else bounds.tricks
    for action in step.actions if step.rule.keyword == "pass" else ():
        if isinstance(action, Give) and action.number is not None:
            number, _ = bounds.ends(bounds.former.form(action.number))
            if action.source == Op("hand", (action.to,), action.source.type):
                message = f"`pass {step.rule.name}` gives the cards back to the hand that they come from."
                yield found_at(step.rule, "W819", message, "say who gets them, as in `to partner` or `to left`")
            elif number is not None and number > most:
                message = f"`pass {step.rule.name}` asks for {number} cards, and a hand has {most}."
                yield found_at(step.rule, "W817", message, f"pass {most} cards at most")


def _of_ending(context: ProofContext, game: Rules, ending: Ending) -> Iterator[Proof]:
    """Find an ending that holds before anything is scored, or always."""
    if ending.when is None:
        message = f"`{ending.kind} {ending.rule.name}` has no `when`, so it ends the game after the first deal."
        yield found_at(
            ending.rule, "W815", message, f"say when, as in `{ending.kind} {ending.rule.name} when score >= 500`"
        )
        return
    topics = topics_of(game, ending.when)
    if topics == {Topic.DEAL}:
        yield from _of_first_deals(context, game, ending)
    if not _is_true_at_first(context, ending, topics):
        if context.asker(game).can_be(ending.when)[0]:
            yield from _of_bad_scores(context, game, ending, ending.when)
        return
    message = f"`{ending.kind} {ending.rule.name}` is true at the very start, when every score is 0."
    hint = "turn the comparison around, or compare with another number"
    turned = [
        f"`score {_TURNED[op]} {context.said(bound)}`"
        for op, bound in _compared(ending.when, *_TURNED)
        if not isinstance(bound, Const) or bound.value
    ]
    if len(turned) == 1:
        hint = f"turn the comparison around: write {turned[0]}"
    below = [bound.value for _, bound in _compared(ending.when, "<", "<=") if isinstance(bound, Const)]
    numbers = [one for one in below if isinstance(one, int | Fraction) and one > 0]
    if ending.kind != "win" and len(numbers) == 1 and not game.best_lowest:
        hint = f"write `-{numbers[0]}` for `{numbers[0]}` if that is below zero, or turn the comparison around"
    above = [bound.value for _, bound in _compared(ending.when, ">", ">=") if isinstance(bound, Const)]
    lowest = [one for one in above if isinstance(one, int | Fraction) and one < 0]
    if ending.kind == "win" and len(lowest) == 1 and not game.best_lowest:
        hint = f"write `{-lowest[0]}` for `{lowest[0]}`, without the minus"
    yield found_at(ending.rule, "W815", message, hint)


_TURNED: Final = {"<": ">=", "<=": ">=", ">": "<=", ">=": "<="}
"""The comparison that people mean who write one the wrong way round."""


def _is_true_at_first(context: ProofContext, ending: Ending, topics: frozenset[Topic]) -> bool:
    """Tell whether an ending that reads scores holds before anything is scored."""
    if not topics <= _KNOWN_AT_FIRST or not topics & {Topic.SCORE, Topic.TALLY}:
        return False
    bound = next((one for one in context.game().base.endings if one.rule.key == ending.rule.key), None)
    s = deals.blank(context.game(), deal=1)
    sides = [subject(s, side) for side in range(len(s.sides))]
    return bound is not None and bound.when is not None and any(bound.when(s, env) for env in sides)


def _compared(when: Term, *ops: str) -> Iterator[tuple[str, Term]]:
    """Yield signs with what the score of the side in question is compared with by them, in each part of a condition."""
    for part in conjuncts(when):
        match part:
            case Op(op=op, arguments=(Op(op="side_score" | "seat_score"), bound)) if op in ops:
                yield op, bound
            case _:
                pass


def _of_bad_scores(context: ProofContext, game: Rules, ending: Ending, when: Term) -> Iterator[Proof]:
    """Find a `win` that holds for the side that is far behind."""
    ops = ((">", ">="), ("<", "<="))
    far, (good, bad) = ("high", ops[::-1]) if game.best_lowest else ("low", ops)
    if ending.kind == "win" and any(_compared(when, *bad)) and not any(_compared(when, *good)):
        message = f"`win {ending.rule.name}` is won by a side whose score is {far}, and that is bad here."
        whom = "player" if game.teams.is_single else "team"
        (op, bound) = next(iter(_compared(when, *bad)))
        hint = f"write `some {whom} has score {op} {context.said(bound)}`: then the best score wins"
        if not game.best_lowest:
            hint = f"write `lose {ending.rule.name}` if that side loses, or {hint}"
        yield found_at(ending.rule, "W822", message, hint)


def _of_first_deals(context: ProofContext, game: Rules, ending: Ending) -> Iterator[Proof]:
    """Find an ending that holds on the first deals, and no more later."""
    bounds = context.asker(game).bounds
    early = bounds.early_deals(bounds.former.condition(ending.when))
    forms = (Former(game, keeps_options=True, deal=deal).condition(ending.when) for deal in early)
    holds = [deal for deal, form in zip(early, forms, strict=True) if form != NO]
    if holds[1:] and holds[0] == early[0] and holds[-1] != early[-1]:
        what = f"`{ending.kind} {ending.rule.name}`"
        message = f"{what} ends each game after its first deal: it holds until deal {holds[-1]}."
        yield found_at(ending.rule, "W815", message, f"turn the comparison around, as in `deal >= {holds[-1]}`")


def _of_until(context: ProofContext, game: Rules, step: Ask | Round) -> Iterator[Proof]:
    """Find a question whose `until` or `stopping when` can never hold."""
    asker = context.asker(game)
    for word, end in (("until", step.by.until), ("stopping when", step.by.stopping)):
        if end is None or isinstance(end, Const):
            continue
        asked = map(asker.former.form, known_with_answers(game).get(step.rule.name, ()))
        if not asker.can_hold(asker.former.form(end), *(one for one in asked if not mentions(one, "player"))):
            message = f"The `{word}` of `{step.rule.keyword} {step.rule.name}` never holds, so it ends nothing."
            hint = conditions.why_never(context, [(game, Condition(step.rule, end))], f"the `{word}`")
            hint = hint or f"remove the `{word}`, or fix its condition"
            yield found_at(step.rule, "W806", message, hint, span=end.span)


def _conditions(context: ProofContext) -> Iterator[Diagnostic | None]:
    """Find the file's own conditions that always hold, or never do; those of endings and bids in rules of all deals."""
    for some in conditions.by_condition(context):
        proof = conditions.settled_by_answers(context, some) if context.is_own(some[0][1].rule) else None
        if proof is not None:
            yield proof.finding
        elif context.is_own(some[0][1].rule):
            yield from (part.finding for part in conditions.settled_parts(context, some))
    if len(context.editions) > 1:
        yield from _never_on_any_deal(context)
        return
    game = context.variant.game
    for ending in game.endings if any(context.is_own(one.rule) for one in game.endings) else ():
        yield of_ending(context, game, ending, Walks()).finding
        yield level_for_ever(context, game, ending)
    for bid in game.bids:
        if context.is_own(bid.rule) or bid.before_looking:
            yield of_bid(context, game, bid).finding


def _never_on_any_deal(context: ProofContext) -> Iterator[Diagnostic]:
    """Find the file's own endings that hold with the rules of no deal."""
    endings: dict[str, list[tuple[Rules, Ending]]] = {}
    for _, game in context.editions:
        for ending in game.endings:
            endings.setdefault(ending.rule.key, []).append((game, ending))
    for some in endings.values():
        can_end = (one.when is None or context.asker(game).can_be(one.when)[0] for game, one in some)
        if context.is_own(some[0][1].rule) and not any(can_end):
            yield never_ends(context, *some[-1])


def _found(proofs: Iterator[Proof]) -> Iterator[Diagnostic]:
    return (proof.finding for proof in proofs if proof.finding is not None)


QUICK: Final[tuple[Callable[[ProofContext], Iterable[Diagnostic]], ...]] = (
    lambda context: _found(prove_plain(context)),
    lambda context: _found(prove_lines(context, is_own_alone=True)),
    lambda context: (one for one in _conditions(context) if one is not None),
    lambda context: _found(prove_own_words(context)),
    lambda context: _found(prove_turned_round(context)),
    lambda context: _found(prove_deals(context)),
    lambda context: _found(prove_tried(context)),
    without_bids,
    lambda context: _found(prove_idle(context, has_orders=False)),
)
"""What shows at once of what is wrong with a file's own rules, kind by kind; last, what examples may answer."""


def context_of(loaded: Loaded, gave: Callable[[], Collection[Span]] | None = None) -> ProofContext:
    """Return what the proofs of a file share; the file was loaded without errors.

    Args:
        loaded: The file.
        gave: What returns where the lines stand that gave points in an example; by default in those run so far.
    """
    assert loaded.variant is not None
    own = loaded.variant.game.name if loaded.document is None else loaded.document.name
    return ProofContext(loaded, loaded.variant, own, gave or (lambda: loaded.gave))


def glance(loaded: Loaded) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the file's own rules, as far as this shows at once."""
    return look_over(loaded)[0]


def look_over(loaded: Loaded, gave: Callable[[], Collection[Span]] | None = None) -> tuple[tuple[Diagnostic, ...], str]:
    """Return what is wrong with the file's own rules, as far as this shows at once, and what was given up."""
    context, given_up = context_of(loaded, gave), ""
    found: list[Diagnostic] = []
    with at_most(MOST_AT_A_GLANCE):
        for one in QUICK:
            said = as_far_as_it_goes(lambda look=one: found.extend(look(context)))  # type: ignore[misc]
            given_up = given_up or (said and f"some checks are left out: {said}; `--proofs` takes more time")
    return tuple(_causes(context, loaded.diagnostics, dict.fromkeys(found))), given_up


def _causes(context: ProofContext, known: Iterable[Diagnostic], found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Leave out that a rule does nothing where it is known that it does not do what it should, or asks all at once."""
    rules = [rule for _, game in context.editions for rule in game.rules if context.is_own(rule)]

    def about(one: Diagnostic) -> str:
        return next((rule.key for rule in rules if rule.span.encloses(one.span)), "")

    of = {one: about(one) for one in found}
    told = {key for one, key in of.items() if one.code == "W824"} - {""}
    told |= {about(one) for one in known if one.code in ("W535", "W538")} - {""}
    hints = {key: one.hint for one, key in of.items() if one.code == "W824" and key}
    many = {key for one, key in of.items() if one.code == "W817"} & set(hints)
    never = {key for one, key in of.items() if one.code == "W806"} - {""}
    for one, key in of.items():
        if one.code == "W813" and key in never:
            continue  # what never counts gives nothing
        if one.code == "W817" and key in many:
            yield replace(one, hint=hints[key])  # the sentence says how many are meant
        elif (one.code not in ("W804", "W806") or key not in told) and (one.code != "W824" or key not in many):
            yield one


def as_far_as_it_goes(do: Callable[[], object]) -> str:
    """Do something with half of the work that is left; say so if that is not enough."""
    try:
        with at_most(share(2)) as budget:
            do()
    except GIVEN_UP:
        return budget.said
    return ""
