"""How a game ends: each ending is reachable, from the start and by deals that can be played; and ties are settled."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final

from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import COMPARED, compared, joined, mentions, negated, of_some_side, sum_of, written
from spadesdsl.algebra.reads import facts_of, options_read, topics_of
from spadesdsl.algebra.sums import Form, Sum, added, plain
from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.proofs.asked import Condition, answers_of
from spadesdsl.proofs.claims import Event, Happening, Proof, Standing, everywhere, id_of
from spadesdsl.proofs.conditions import why_never
from spadesdsl.proofs.context import ProofContext, Setting
from spadesdsl.proofs.last_deal import last_scored, may_be_thrown_in, shares_ties
from spadesdsl.proofs.walks import Walks, walk
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ending, Redeal, RuleInfo
from spadesdsl.rules.terms import Const, Holds, Op, Term
from spadesdsl.rules.walking import MIRRORED, all_read, all_steps
from spadesdsl.rules.walking import walk as parts_of
from spadesdsl.work import GivenUpError

NEVER_SCORED: Final = "no deal was ever scored"


def throwing_in(game: Rules) -> Iterator[RuleInfo]:
    """Yield the rules of steps that throw a deal in."""
    return (step.rule for step in all_steps(game) if any(isinstance(one, Redeal) for one in step.actions))


def always_thrown_in(rule: RuleInfo) -> Diagnostic:
    """Return the warning that no deal is ever played, with a rule that throws deals in."""
    message = f"No deal that was tried was played to its end: each was thrown in, such as by `{rule.name}`."
    return warning("W808", rule.name_span, message, "let it throw in fewer deals")


def prove_endings(context: ProofContext) -> Iterator[Proof]:
    """Prove that each ending is reached, and that the game can end."""
    game = context.variant.game
    thrown = next(throwing_in(game), None)
    if context.is_cut:
        raise GivenUpError
    if thrown is not None and not (context.record.deals or context.varied):
        # What follows would put made deals one after the other, though none may ever be played.
        finding = always_thrown_in(thrown) if context.is_own(thrown) else None
        yield Proof("ending", NEVER_SCORED, Standing.FOUND, context.deals, "deals played", finding)
        return
    walks = walk(context)
    pairs = ((edition, one) for _, edition in context.editions for one in edition.endings)
    endings = list(everywhere((one.rule, partial(of_ending, context, game, one, walks)) for game, one in pairs))
    yield from endings
    if walks.given_up and not all(proof.never for proof in endings):
        yield Proof("ending", "whether games end, and ties", Standing.OPEN, walks.deals, walks.given_up)
        return
    done = {id_of(ending.rule) for _, edition in context.editions for ending in edition.endings}
    key = "ending"
    if _is_always_level(context):
        message = "No game ever ends: no line of the sheet tells the sides apart, so they are always level and play on."
        found = warning("W810", (game.tie_rule or game.endings[0].rule).name_span, message, "write `tie …: shared`")
        yield Proof("ending.tie", "no tie is settled", Standing.FOUND, 1, "what the lines read", found)
        return
    if walks.shortest is None and not any(context.record.has(Event.ENDS, rule) for rule in done):
        message = (
            "No game ever ends: none of its endings can hold."
            if all(proof.never for proof in endings)
            else f"No game that was tried has ended: {walks.endless or 'no deal ended one'}; {_told_gain(walks)}."
        )
        first = game.endings[0].rule
        found = warning("W808", first.name_span, message, "let an ending hold after some deals, or at some score")
        is_told = all(proof.never for proof in endings) and any(proof.finding for proof in endings)
        told = None if is_told else found
        yield Proof(key, "no game ended", Standing.FOUND, walks.deals, f"{walks.count} games walked", told)
        return
    if walks.shortest is not None:
        claim = f"a game can end after {_deals(walks.shortest)}"
        yield Proof(key, claim, Standing.PROVED, 1, "such a game")
    yield _of_every_game(context, walks)
    yield _of_ties(context, walks, {proof.about for proof in endings if proof.never})


def _is_always_level(context: ProofContext) -> bool:
    """Tell whether all sides have the same score at all times, and a tie plays on."""
    games = [game for _, game in context.editions]
    if any(game.tie != "play on" or game.teams.after or game.puts_out for game in games):
        return False
    for game in games:
        former = context.asker(game).former
        for line in game.scoring.lines:
            terms = (line.when, *(one for case in line.cases for one in (case.condition, case.value)))
            forms = [former.form(term) for term in terms if term is not None]
            if line.bid_type or any(mentions(form, *_OF_A_SIDE) for form in forms):
                return False
    return any(game.scoring.lines for game in games)


_OF_A_SIDE: Final = (("variable", "side"), ("variable", "player"), "random", "quantity")
"""What may be another thing for each side."""


def _of_every_game(context: ProofContext, walks: Walks) -> Proof:
    """Say whether every game ends: certain if an ending reads nothing but the number of the deal."""
    if (deal := last_scored(context)) is not None:
        tie = "" if shares_ties(context) else ", but for a tie"
        claim = f"every game is over by deal {deal}{tie}"
        if may_be_thrown_in(context):
            claim = f"a game ends with the first deal from {deal} on that is not thrown in{tie}"
        return Proof("ending", claim, Standing.PROVED, 1, "the number of the deal alone says so")
    claim = f"that every game ends: {walks.endless or 'all games that were walked did'}; {_told_gain(walks)}"
    return Proof("ending", claim, Standing.OPEN, walks.deals, f"deals of {walks.count} games walked")


def _told_gain(walks: Walks) -> str:
    return f"a deal gave a side from {walks.least} to {walks.most} points"


def _deals(count: int) -> str:
    return "one deal" if count == 1 else f"{count} deals"


def never_ends(context: ProofContext, game: Rules, ending: Ending) -> Diagnostic:
    """Return the finding about an ending whose condition can never hold."""
    message = f"The condition of `{ending.kind} {ending.rule.name}` can never be true, so it never ends the game."
    assert ending.when is not None
    hint = why_never(context, [(game, Condition(ending.rule, ending.when))], "the ending")
    hint = hint or "take the ending out, or fix its condition"
    bounds = context.asker(game).bounds
    low, high = bounds.scores
    if (low == 0 or high == 0) and Asker(bounds.with_any_score()).can_be(ending.when)[0]:
        side = "below" if low == 0 else "above"
        turned = _turned(context, ending.when, ("<", "<=") if low == 0 else (">", ">="))
        is_of_some = isinstance(ending.when, Holds)  # it says when the game ends, and not who wins it
        is_meant = is_of_some or (ending.kind == "win") == ((low == 0) != game.best_lowest)
        hint = f"scores are never {side} 0 here: {turned if is_meant and turned else 'compare with another number'}"
    return warning("W807", ending.rule.name_span, message, hint)


def _turned(context: ProofContext, when: Term, ops: tuple[str, ...]) -> str:
    """Say how a comparison of scores is written with the other sign on both sides; empty if there is none."""
    for part in parts_of(when):
        match part:
            case Op(op=op, arguments=(Op(op="side_score" | "seat_score") as score, bound)) if op in ops:
                said = context.said(bound)
                other = said.removeprefix("-") if said.startswith("-") else f"-{said}"
                return f"write `{context.said(score)} {MIRRORED[op]} {other}`" if " " not in other else ""
            case _:
                pass
    return ""


def _never_out(_: ProofContext, __: Rules, ending: Ending) -> Diagnostic:
    """Return the finding about an `out` that holds for all sides at once: nobody goes out then."""
    message = f"`out {ending.rule.name}` holds for every side at once, and then nobody goes out."
    return warning(
        "W807", ending.rule.name_span, message, "say which side: `when score < -200`, or write `win` or `lose`"
    )


def _is_of_all(context: ProofContext, game: Rules, ending: Ending) -> bool:
    """Tell whether an `out` reads nothing of the side in question, and is the only one: so none is left alone in."""
    if ending.kind != "out" or sum(one.kind == "out" for one in game.endings) > 1 or context.variant.scopes:
        return False
    return _reads_no_side(context, game, ending)


def of_ending(context: ProofContext, game: Rules, ending: Ending, walks: Walks) -> Proof:
    """Prove that an ending is reached in one of the games walked."""
    rule, key = id_of(ending.rule), ending.rule.key
    is_shown = context.record.shows(Event.ENDS, rule)
    if key in walks.ended and is_shown:
        how = f"a game that it ends after {_deals(walks.ended[key])}"
        return Proof(key, "it can be reached", Standing.PROVED, 1, how)
    can_hold = is_shown or ending.when is None or answers_of(context, game, Condition(ending.rule, ending.when))[0]
    if can_hold and context.record.has(Event.ENDS, rule):
        how = "a deal that it ended, in a game that stood so"
        claim = "it can be reached" if is_shown else "it was reached only with scores or cards that were made up"
        return Proof(key, claim, Standing.PROVED if is_shown else Standing.OPEN, 1, how)
    if (is_of_all := _is_of_all(context, game, ending)) or not can_hold:
        find = _never_out if is_of_all else never_ends
        finding = find(context, game, ending) if context.is_own(ending.rule) else None
        how = "it holds for all sides or for none" if is_of_all else "every answer to what it asks"
        never: tuple[Happening, ...] = ((Event.ENDS, rule, 0),)
        return Proof(key, "it can never be reached", Standing.FOUND, 1, how, finding, never)
    if (earlier := _over_before(context, game, ending)) is not None:
        return _told_over(context, ending, earlier)
    if (hidden := _behind(context, game, ending)) is not None:
        return _hidden_behind(context, ending, *hidden)
    how = f"deals of {walks.count} games walked, and {context.deals} played"
    return Proof(key, "it was never reached", Standing.OPEN, walks.deals, how)


def _over_before(context: ProofContext, game: Rules, ending: Ending) -> Ending | None:
    """Return an ending that has ended each game before a deal on which another one can hold."""
    if len(context.editions) > 1 or not shares_ties(context) or may_be_thrown_in(context):
        return None
    asker = context.asker(game)
    first: Form = ("equal", written({(("deal",),): 1}), 1)
    for other in game.endings:
        is_of_deals = topics_of(game, other.when) <= {Topic.DEAL, Topic.OPTION}
        before = _a_deal_earlier(asker.former.condition(other.when)) if is_of_deals and other.kind != "out" else None
        goes_on = None if before is None or other == ending else joined("or", (first, negated(before)))
        if goes_on is not None and not asker.can_hold(asker.former.condition(ending.when), goes_on):
            return other
    return None


def _a_deal_earlier(form: Form) -> Form | None:
    """Return what a condition was when the deal before this one was scored; None if that is not known."""
    match form:
        case ("not" | "and" | "or" as how, *parts):
            before = [one for part in parts if (one := _a_deal_earlier(part)) is not None]
            if len(before) < len(parts):
                return None
            return negated(before[0]) if how == "not" else joined(how, before)
        case ("less" | "more" | "equal" as how, amount, limit):
            whole = sum_of(amount)
            rest = [part for part in whole if part != (("deal",),) and mentions(part, "deal")]
            return None if rest else (how, amount, limit + whole.get((("deal",),), 0))
        case _:
            return None if mentions(form, "deal") else form


def _told_over(context: ProofContext, ending: Ending, earlier: Ending) -> Proof:
    told, first = f"`{ending.kind} {ending.rule.name}`", f"`{earlier.kind} {earlier.rule.name}`"
    finding = None
    if context.is_own(ending.rule):
        message = f"{told} can never end a game: {first} has ended each game before."
        hint = f"let it hold on an earlier deal, or replace {first}"
        finding = warning("W807", ending.rule.name_span, message, hint)
    standing = Standing.FOUND if finding else Standing.PROVED
    never: tuple[Happening, ...] = ((Event.ENDS, id_of(ending.rule), 0),)
    how = "every number of a deal"
    return Proof(ending.rule.key, "it can never be reached", standing, 1, how, finding, never)


def _behind(context: ProofContext, game: Rules, ending: Ending) -> tuple[Ending, int, Setting] | None:
    """Return an ending that is tried earlier and holds whenever this one does, and the number of cases tested.

    If that is so only as the options are set, these come with it.

    If both hold, the earlier one ends the game, unless its best are tied and play on. Then this one does not end it
    either, if there are two sides and it reads only their scores, or cannot hold where these are level; or if both hold
    for all sides or for none.
    """
    read = facts_of(game, ending.when)
    are_two = len(game.teams.sides) == 2 and game.teams.after is None
    is_level = (
        are_two
        and ending.kind == "win"
        and all(
            fact.topic in (Topic.OPTION, Topic.DEAL) or (fact.topic is Topic.SCORE and fact.is_own) for fact in read
        )
    )
    for earlier in game.endings[: game.endings.index(ending)]:
        is_of_all = ending.kind == "win" and _reads_no_side(context, game, ending, earlier)
        asker = context.asker(game)
        both = [asker.former.condition(one.when) for one in (ending, earlier)]
        goes_on = is_level or is_of_all or (both[0] == both[1] and ending.kind == "win")
        goes_on = goes_on or (are_two and not asker.can_hold(*map(_level, both)))
        if earlier.kind == "out" or not (game.tie == "shared" or (goes_on and earlier.kind == "win")):
            continue
        setting = tuple(sorted((one.name, one.value) for one in options_read(game, ending.when, earlier.when)))
        for former, options in ((asker.former, ()), *(((Former(game), setting),) if setting else ())):
            holds = former.condition(ending.when)
            first = former.condition(earlier.when)
            none_has = (negated(first), negated(of_some_side(first)))
            is_alone, _, count = asker.could_be(joined("and", (holds, *none_has)))
            if not is_alone and asker.can_hold(holds):
                return earlier, count, options
    return None


def _level(form: Any) -> Any:  # noqa: ANN401 - a form, or a part of one
    """Return a condition as it is where all scores are level."""
    match form:
        case ("seat_score" | "side_score", _):
            return "side_score", ("variable", "side")
        case ("less" | "more" | "equal" as how, amount, limit):
            return compared(COMPARED[how], sum_of(_level(amount)), plain(limit))
        case ("sum", *parts):
            found: Sum = {}
            for part, times in parts:
                found = added(found, {tuple(map(_level, part)): times})
            return written(found)
        case tuple():
            return tuple(map(_level, form))
        case _:
            return form


def _reads_no_side(context: ProofContext, game: Rules, *endings: Ending) -> bool:
    """Tell whether endings read nothing of the side in question, so that they hold for all sides or for none."""
    former = context.asker(game).former
    return not any(mentions(former.condition(one.when), *_OF_A_SIDE) for one in endings)


def _hidden_behind(context: ProofContext, ending: Ending, earlier: Ending, count: int, setting: Setting) -> Proof:
    """Return the proof that an ending never ends a game, as an earlier one holds wherever it does."""
    never: tuple[Happening, ...] = () if setting else ((Event.ENDS, id_of(ending.rule), 0),)
    where = f"With {context.told(setting)}, " if setting else ""
    told, first = f"`{ending.kind} {ending.rule.name}`", f"`{earlier.kind} {earlier.rule.name}`"
    finding = None
    for own, hint in (
        (ending.rule, f"write `above {earlier.rule.name}`, or remove it"),
        (earlier.rule, f"write `below {ending.rule.name}`, or drop what can never hold"),
    ):
        if finding is None and context.is_own(own):
            message = f"{where}{told} can never end a game: {first} is tried first, and holds wherever it does."
            finding = warning("W807", own.name_span, message, hint)
    standing = Standing.FOUND if finding else Standing.PROVED
    claim = f"{where[:1].lower()}{where[1:]}it can never be reached"
    return Proof(ending.rule.key, claim, standing, count, "every answer to both", finding, never)


def _of_ties(context: ProofContext, walks: Walks, dead: set[str]) -> Proof:
    """Say whether a tie can be settled at every ending that can be reached."""
    rule = context.variant.game.tie_rule
    if all(game.tie == "shared" for _, game in context.editions):
        return Proof("ending.tie", "every tie is settled", Standing.PROVED, 1, "sides that are level share the win")
    if walks.unsettled and rule is not None and not can_end_after(context, walks.tied_on):
        ending = next((one for one in context.variant.game.endings if one.rule.key == walks.unsettled), None)
        message = f"After a tie at `{walks.unsettled}`, the game went on and never ended: nothing breaks that tie."
        hint = "write `tie …: shared`, or let the ending hold in later deals too: `deal >= 8` instead of `deal = 8`"
        found = None if ending is None else level_for_ever(context, context.variant.game, ending)
        found = found or warning("W810", rule.name_span, message, hint)
        return Proof("ending.tie", "a tie is not settled", Standing.FOUND, walks.deals, "deals walked", found)
    if walks.unsettled:
        claim = f"that a tie at `{walks.unsettled}` can be settled"
        return Proof("ending.tie", claim, Standing.OPEN, walks.deals, f"deals of {walks.count} games walked")
    if not walks.settled:
        how = f"deals of {walks.count} games walked"
        return Proof("ending.tie", "no tie was reached", Standing.OPEN, walks.deals, how)
    endings = {one.rule.key for _, game in context.editions for one in game.endings if one.kind != "out"} - dead
    standing = Standing.PROVED if endings <= walks.settled and not walks.is_made_up else Standing.OPEN
    how = "games that were level when an ending held, and ended later"
    return Proof("ending.tie", "a tie can be settled", standing, len(walks.settled), how)


def level_for_ever(context: ProofContext, game: Rules, ending: Ending) -> Diagnostic | None:
    """Return the finding about a file's own and only ending that one deal alone reaches, where a tie plays on."""
    is_only = all(len(one.endings) == 1 for one in context.variant.games)
    if game.tie != "play on" or not is_only or ending.when is None or not context.is_own(ending.rule):
        return None
    for part in all_read(game.let_of, ending.when):
        match part:
            case Op(op="=", arguments=(Op(op="deal"), Const(value=Fraction() as number))) if number > 1:
                if not can_end_after(context, int(number)):
                    message = (
                        f"If the sides are level after deal {number}, they play on, and `{ending.rule.name}` never "
                        "holds again."
                    )
                    hint = f"write `deal >= {number}`, or say `tie …: shared`"
                    return warning("W810", ending.rule.name_span, message, hint)
            case _:
                pass
    return None


def can_end_after(context: ProofContext, deal: int) -> bool:
    """Tell whether an ending may hold on some deal after this one, whatever the scores are by then."""
    for edition in context.variant.calendar():
        asker = context.asker(edition.game)
        later = negated(("less", written({(("deal",),): 1}), deal + 1))
        for ending in edition.game.endings if edition.last is None or edition.last > deal else ():
            if asker.can_hold(later, asker.former.condition(ending.when)):
                return True
    return False


# ---------------------------------------------------------------- walking
