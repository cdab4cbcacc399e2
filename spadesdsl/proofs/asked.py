"""What the condition of a rule can be when it is asked: on all deals, with all that is certain at that moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import Final

from spadesdsl.algebra.bids import bids_made_in, throws_in
from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.deals import draws, each_has_a_card, options_of_the_deck
from spadesdsl.algebra.finished import TAKEN, all_tricks, amounts_in, of_all_tricks
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import (
    YES,
    all_of,
    compared,
    is_large,
    joined,
    mentions,
    negated,
    questions,
    sum_of,
    without_bids,
    written,
)
from spadesdsl.algebra.judge import COMPARISONS, LEADING
from spadesdsl.algebra.reads import topics_of
from spadesdsl.algebra.seated import goes_over_seats
from spadesdsl.algebra.sums import NOTHING, Form, Sum, added, plain, plus
from spadesdsl.frozen import Frozen, replace
from spadesdsl.proofs.chosen import chosen_in, of_a_call, of_bids_that_wait, of_the_first
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.judged import among_others, before_a_bid, with_a_bid
from spadesdsl.proofs.last_deal import latest_deal, of_a_game_that_goes_on
from spadesdsl.proofs.taken_then import KNOWN_AFTER_BIDS, TRICKS, of_hands, of_sitting_out, of_skipped
from spadesdsl.proofs.waiting import in_circle
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import (
    Ask,
    Award,
    BidType,
    Control,
    Ending,
    Line,
    Must,
    Round,
    RuleInfo,
)
from spadesdsl.rules.terms import Term, Var
from spadesdsl.rules.walking import all_actions, all_steps, conjuncts, with_blocks

ASKED: Final = frozenset({"may", "choose", "pass"})
_OF_TRICKS: Final = TAKEN | {"trick_number", "count"}
_OF_BIDS: Final = frozenset({"seat_contract", "side_contract"})
_LEADER: Final = ("leader",)
_ENDINGS: Final = frozenset({"win", "lose", "out"})
_SCORED: Final = frozenset({"score", "tally"}) | _ENDINGS
"""What is asked once a deal is over."""
_OF_SCORES: Final = frozenset({"seat_score", "side_score"})
_OF_GAMES: Final = ("deal", *_OF_SCORES)
"""What each deal of a game may change."""


class Condition(Frozen):
    """A condition of a rule, and the parts of the rule that its answers are noted under."""

    rule: RuleInfo
    term: Term
    parts: tuple[int, ...] = (0, 1)


def conditions_of(game: Rules) -> Iterator[Condition]:
    """List the conditions of all rules that play tests."""
    for step in all_steps(game):
        if step.when is not None:
            yield Condition(step.rule, step.when, (0,) if isinstance(step, Round) else (0, 1))
    yield from (Condition(bid.rule, bid.when) for bid in game.bids if bid.when is not None)
    others: tuple[Must | Control | Line | Ending, ...]
    others = (*game.play.musts, *game.play.controls, *game.scoring.lines, *game.endings)
    yield from (Condition(one.rule, one.when, (0,)) for one in others if one.when is not None)
    for tally in game.scoring.tallies:
        for at, one in enumerate(tally.steps):
            if one.when is not None:
                yield Condition(tally.rule, one.when, (at,))


def on_all(context: ProofContext, some: Sequence[tuple[Rules, Condition]], term: Term) -> tuple[bool, bool, int]:
    """Return the answers of a term in place of a condition, on all deals: on others it may read other quantities.

    Deals are looked at until it has both, as nothing more can come then.
    """
    holds, fails, count = False, False, 0
    for game, one in some:
        if not (holds and fails):
            can_hold, can_fail, more = answers_of(context, game, replace(one, term=term))
            holds, fails, count = holds or can_hold, fails or can_fail, count + more
    return holds, fails, count


def answers_of(context: ProofContext, game: Rules, one: Condition) -> tuple[bool, bool, int]:
    """Tell whether a condition could hold when it is asked, whether it could fail, and how many cases were tried."""
    if one.rule.keyword in ASKED and one.rule.name in (circle := in_circle(context, game)):
        return False, True, len(circle)
    asker = context.asker(game)
    form = asker.former.form(one.term)
    if later := context.once(("decided later", id(game)), lambda: _decided_later(game)).get(one.rule):
        form = without_bids(form, frozenset(), later)
    in_round = joined("or", _rounds_with(asker, game, one))
    bids = frozenset({"bid", *(bid.name for bid in game.bids)})
    if is_before_bids(context, game, one):
        form = without_bids(form, bids)
    # The first round begins before any bid, and goes on after them.
    is_first = opens(game, one)
    first = without_bids(form, bids) if is_first else form
    if not (then := tuple(known_then(context, game, one, form))) and not is_first:
        return asker.could_be(form) if in_round == YES else (asker.can_hold(form, in_round), *asker.could_be(form)[1:])
    begins = (*then, *_nothing_bid(first)) if is_first else then
    holds, _, count = asker.could_be(joined("and", (first, in_round, *begins)))
    fails, _, more = asker.could_be(joined("and", (negated(form), *then)))
    # With all that is certain there may be too many cases.
    alone = asker.could_be(first)[0], asker.could_be(form)[1]
    return holds and alone[0], fails and alone[1], count + more


def _decided_later(game: Rules) -> dict[RuleInfo, frozenset[str]]:
    """Return, by step, the decisions that nobody has made when it comes: all are asked after it."""
    steps = [step for phase in game.phases for step in phase.steps]
    asks = [step for step in all_steps(game) if isinstance(step, Ask)]
    found: dict[RuleInfo, frozenset[str]] = {}
    for at, step in enumerate(steps):
        after = {id(one) for one in with_blocks(steps[at + 1 :]) if one.timing is None}
        others = {one.rule.name for one in asks if id(one) not in after}
        found[step.rule] = frozenset(one.rule.name for one in asks) - others if step.timing is None else frozenset()
    return found


def _rounds_with(asker: Asker, game: Rules, one: Condition) -> Iterator[Form]:
    """Yield when a round is held that offers a bid, for the condition of a bid; else what always holds."""
    rounds = [step for step in all_steps(game) if isinstance(step, Round) and one.rule.name in step.bids]
    is_plain = all(not step.block and step.by.noun in ("player", "seat") for step in rounds)
    if one.rule.keyword != "bid" or not rounds or not is_plain or bids_made_in(game):
        yield YES
        return
    yield from (asker.former.condition(step.when) for step in rounds)


def _nothing_bid(form: Form) -> Iterator[Form]:
    """Yield what is certain of the contracts in a condition while nobody has bid."""
    yield from (("equal", written({(amount,): 1}), 0) for amount in dict.fromkeys(amounts_in(form, _OF_BIDS)))


def opens(game: Rules, one: Condition) -> bool:
    """Tell whether a condition is that of the first round of bids, before which nobody can have bid."""
    steps = (step for phase in game.phases for step in phase.steps)
    first = next((step for step in steps if isinstance(step, Round)), None)
    return first is not None and first.rule == one.rule and first.when == one.term and not bids_made_in(game)


def asks_nobody(context: ProofContext, game: Rules) -> bool:
    """Tell whether the first round of bids is one of the file's own that never asks anybody."""
    for one in conditions_of(game):
        if one.rule.keyword == "round" and context.is_own(one.rule) and opens(game, one):
            return not answers_of(context, game, one)[0]
    return False


def known_then(context: ProofContext, game: Rules, one: Condition, form: Form) -> Iterator[Form]:
    """Yield what is certain at the moment when a condition is asked: during the play, or before it."""
    number: Form = ("trick_number",)
    is_of_card = any(must.rule == one.rule and must.judges_card for must in game.play.musts)
    if is_of_card and not _is_awarded(game):  # of the tricks before this one
        yield from (
            ("less", written({(taken,): 1, (number,): -1}), 0) for taken in dict.fromkeys(amounts_in(form, TAKEN))
        )
    is_asked = one.rule.keyword == "must" or any(
        step.rule == one.rule and step.timing is not None for step in all_steps(game)
    )
    leads_next = (one.rule.keyword, one.rule.name) == ("lead", "next")
    if leads_next and mentions(form, TRICKS):
        yield "more", written({(TRICKS,): 1}), 0
    is_in_play = (
        is_of_card or leads_next or one.rule.keyword == "control" or (is_asked and not _goes_on_after_play(game))
    )
    if is_in_play and (mentions(form, number) or any(amounts_in(form, TAKEN))):
        # Only when the deal is scored does the number of the trick go one further.
        yield negated(("more", written({(number,): 1}), context.asker(game).bounds.tricks))
    if is_of_card and not game.play.controls and mentions(form, _LEADER) and mentions(form, LEADING):
        leads: Form = ("is", _LEADER, ("variable", "player"))
        both, neither = joined("and", (LEADING, leads)), joined("and", (negated(LEADING), negated(leads)))
        yield joined("or", (both, neither))
    if one.rule in context.once(("before the play", id(game)), lambda: _asked_before_play(game)):
        for amount in dict.fromkeys(amounts_in(form, _OF_TRICKS)):
            if amount[0] in ("count", "trick_number") or not _is_awarded(game):
                yield "equal", written({(amount,): 1}), int(amount == number)
    whole = None
    if one.rule.keyword in _SCORED:
        whole = context.once(("all tricks", id(game)), lambda: all_tricks(context.asker(game).bounds))
    if whole is not None:
        yield from of_all_tricks(context.asker(game).bounds, whole, form)
    if one.rule.keyword in _SCORED and not _is_awarded(game):
        yield from of_skipped(context.asker(game), game, form)
        yield from of_sitting_out(context.asker(game).former, game, form)
        yield from of_hands(context.asker(game).bounds, game, form)
    if one.rule.keyword in _SCORED and goes_over_seats(form) and mentions(form, "seat_contract"):
        barred = of_the_last_bid(context.asker(game), game)
        yield from () if barred is None else (barred[1],)
    yield from _of_tallies_by_option(context, form) if mentions(form, "TallyRef") else ()
    if one.rule.keyword == "score":
        yield from _of_tallies(context.asker(game).former, game, form)
    last = context.once("last deal", lambda: latest_deal(context)) if mentions(form, *_OF_GAMES) else None
    if last is not None:
        yield negated(("more", written({(("deal",),): 1}), last))
    if one.rule.keyword not in _ENDINGS:
        if mentions(form, ("deal",)):
            yield from _of_deals_before(context, game, form)
        yield from of_a_game_that_goes_on(context, game, form, is_scored=one.rule.keyword in _SCORED)
    thrown: tuple[Form, ...] = ()
    if is_of_card or one.rule.keyword in _SCORED or one.rule in [step.rule for step in game.play.steps]:
        thrown = tuple(_not_thrown_in(context, game, form))
        yield from thrown
    yield from of_its_bid(game, one.rule)
    yield from of_a_call(context, game, joined("and", (form, *thrown)))
    yield from of_the_first(form)
    yield from of_bids_that_wait(context, game, form)
    if one.rule.keyword == "score" and mentions(form, "side_subtotal"):
        yield from _of_lines_above(context, game, one.rule, form)
    if is_of_card and not game.play.controls:
        yield from _of_a_turn(context, game, form)
    yield from among_others(game, form, is_judged=is_of_bid(game, one))
    if is_of_bid(game, one):
        yield from with_a_bid(form)
    if one.rule in context.once(("bid once", id(game)), lambda: tuple(bid.rule for bid in bid_once(game))):
        yield from before_a_bid(form)
    if is_before_bids(context, game, one):
        yield from _nothing_bid(form)


def _of_deals_before(context: ProofContext, game: Rules, form: Form) -> Iterator[Form]:
    """Yield what the deals before this one leave of the scores in a condition, at least and at most."""
    for score in dict.fromkeys(amounts_in(form, _OF_SCORES)):
        for how, end in zip(("less", "more"), context.asker(game).bounds.gain, strict=True):
            if end is not None:
                yield negated((how, written(added({(score,): 1}, {(("deal",),): end}, -1)), -end))


def _not_thrown_in(context: ProofContext, game: Rules, form: Form) -> Iterator[Form]:
    """Yield that a deal that is played was not thrown in, where a condition reads something of that."""
    former = context.asker(game).former
    read, chosen = set(_compared(form)), set(chosen_in(form))
    for condition in context.once(("thrown in", id(game)), lambda: throws_in(game)):
        thrown = former.form(condition)
        is_of_bids = mentions(form, "seat_bid") and mentions(form, "players") and mentions(thrown, "calls")
        if is_of_bids or not chosen.isdisjoint(chosen_in(thrown)) or not read.isdisjoint(_compared(thrown)):
            yield negated(thrown)


def _compared(form: Form) -> Iterator[Form]:
    """Yield the questions of a condition, and the amounts that some of them compare."""
    for question in questions(form):
        yield from (
            (part for some in sum_of(question[1]) for part in some) if question[0] in COMPARISONS else (question,)
        )


def of_its_bid(game: Rules, rule: RuleInfo) -> Iterator[Form]:
    """Yield that a player has made the bid whose line a rule is."""
    its = next((line.bid_type for line in game.scoring.lines if line.rule == rule and line.bid_type), None)
    if any(bid.name == its and not bid.by_side for bid in game.bids):
        yield "IsBid", ("seat_bid", ("variable", "player")), its, ()


def _of_a_turn(context: ProofContext, game: Rules, form: Form) -> Iterator[Form]:
    """Yield what is certain when a player has to play a card: how many lie there, and who leads first."""
    if mentions(form, _TRICK):
        yield negated(("more", written({(("count", _TRICK),): 1}), len(game.seats) - 1))
    yield from of_the_first_lead(context, game, form)


def of_the_first_lead(context: ProofContext, game: Rules, form: Form) -> Iterator[Form]:
    """Yield what is certain of the player who leads to the first trick."""
    number: Form = ("equal", written({(("trick_number",),): 1}), 1)
    if not mentions(form, LEADING) or not mentions(form, ("trick_number",)):
        return
    bounds = context.asker(game).bounds
    first = bounds.former.form(game.play.lead_first)
    root = first
    while root[0] == "left":
        root = root[1]
    # It stays the same, and leads: somebody who is there, and has a card.
    is_seated = (root == ("dealer",) or root[:2] == ("value", "seat")) and each_has_a_card(game)
    holds: Form = ("includes", ("hand", _PLAYER), first[-1])
    is_held = first[0] == "holder" and first[1][:2] == ("value", "card") and _are_all_in_hands(bounds)
    said = [holds] if is_held and mentions(form, holds[1]) else []
    for question in questions(form) if is_seated or is_held else ():
        match question:
            case ("is", *both) if _PLAYER in both:
                other = next(seat for seat in both if seat != _PLAYER)
                if (is_other := bounds.former.is_same_seat(first, other)) is not None:
                    said.append(question if is_other else negated(question))
            case _:
                pass
    yield from (joined("or", (negated(LEADING), negated(number), one)) for one in said)


def _are_all_in_hands(bounds: Bounds) -> bool:
    """Tell whether the players hold all cards of the deck when the play begins, with any setting."""
    game, cards = bounds.game, bounds.bound.base.deck.size
    is_one = not options_of_the_deck(game) and not game.dummies and not draws(game)
    return is_one and bounds.has_fixed_tricks and bounds.tricks * len(game.seats) == cards


_PLAYER: Final = ("variable", "player")
_TRICK: Final = ("trick",)


def bid_once(game: Rules) -> tuple[BidType, ...]:
    """Return the bids of a first round that asks each player once: who is asked has not bid yet."""
    rounds = [step for step in all_steps(game) if isinstance(step, Round)]
    if not rounds or bids_made_in(game) or any(bid.needs_yes is not None for bid in game.bids):
        return ()
    by, is_plain = rounds[0].by, rounds[0].timing is None and not rounds[0].block
    if not is_plain or by.until is not None or by.noun not in ("player", "seat"):
        return ()
    later = {name for step in rounds[1:] for name in step.bids}
    return tuple(bid for bid in game.bids if bid.name in rounds[0].bids and bid.name not in later)


def _of_lines_above(context: ProofContext, game: Rules, rule: RuleInfo, form: Form) -> Iterator[Form]:
    """Yield what the lines above one leave of a subtotal, at least and at most."""
    above = [*takewhile(lambda one: one.rule != rule, game.scoring.lines)]
    low, high = context.asker(game).bounds.given_by(above)
    for amount in dict.fromkeys(amounts_in(form, frozenset({"side_subtotal"}))):
        its: Sum = {(amount,): 1}
        said = written(its)
        yield from (negated((how, said, end)) for how, end in (("less", low), ("more", high)) if end is not None)
        if amount[1] == ("variable", "side"):
            yield from _of_amounts_above(context.asker(game).bounds, above, its)


def _of_amounts_above(bounds: Bounds, lines: Sequence[Line], subtotal: Sum) -> Iterator[Form]:
    """Yield how far a subtotal is from what the lines above count for sure, by what they give besides at most."""
    counted: Sum = {}
    ends = NOTHING
    replaced = any(line.instead_of for line in lines)
    for line in lines:
        sums = [sum_of(bounds.former.form(case.value)) for case in line.cases]
        if replaced or line.bid_type or line.when is not None or line.cases[0].condition is not None:
            sums, ends = [], plus(ends, bounds.given_by([line]))
        for part, number in sums[0].items() if sums else ():
            if any(one[0] in _IN_CASES for one in part) or mentions(part, "side_subtotal"):  # it was another above
                ends = plus(ends, bounds.ends(written({part: number})))
            else:
                counted = added(counted, {part: number})
    for op, end in zip((">=", "<="), ends, strict=True):
        if counted and end is not None and not is_large(said := compared(op, subtotal, added(counted, plain(end)))):
            yield said


_IN_CASES: Final = ("if", "max", "min", "abs", "of")


def of_the_last_bid(asker: Asker, game: Rules) -> tuple[Must, Form] | None:
    """Return the `must` that bars the last bid where all would add up to a number, and that so they never do.

    Another number could be bid, so that it counts.
    """
    rounds = [step for step in all_steps(game) if isinstance(step, Round)]
    must = next((one for one in game.play.musts if not one.judges_card), None)
    if must is None or must.bid_type is not None or len(rounds) != 1 or not bid_once(game):
        return None
    if rounds[0].by.turns == "at once" or rounds[0].when is not None or rounds[0].by.stopping is not None:
        return None  # not everybody has bid, or nobody is the last
    when, body = asker.former.condition(must.when), asker.former.form(must.body)
    others = [part for part in all_of(when) if part not in _last_bids(asker.former, game, rounds[0])]
    is_known = topics_of(game, must.when, must.body) <= KNOWN_AFTER_BIDS and len(others) < len(all_of(when))
    if is_known and not mentions((*others, body), ("variable", "player")):
        match body:
            case ("not", ("equal", ("sum", *amounts), _)) if dict(amounts).get((_SUM_BID,)):
                if any(_offers_two(asker, bid) for bid in game.bids):
                    return must, joined("or", (body, *map(negated, others)))
            case _:
                pass
    return None


def _last_bids(former: Former, game: Rules, among: Round) -> Iterator[Form]:
    """Yield the conditions that hold for the last bid of a round, and for no bid before it."""
    yield _ALL_BID
    first = ("left", ("dealer",)) if among.by.start is None else former.form(among.by.start)
    if former.turns and first == ("left", ("dealer",)):
        yield "is", ("dealer",), ("variable", "player")


def _offers_two(asker: Asker, bid: BidType) -> bool:
    """Tell whether everybody can bid one of at least two numbers of tricks."""
    is_plain = bid.when is None and bid.needs_yes is None and not bid.before_looking and len(bid.parameters) == 1
    for one in bid.parameters if is_plain else ():
        if isinstance(bid.contract, Var) and bid.contract.name == f"param:{one.name}":
            if one.low is None or one.high is None:
                return len(one.choices or ()) > 1
            low, high = (sum_of(asker.former.form(end)) for end in (one.low, one.high))
            apart = asker.bounds.ends(written(added(high, low, -1)))[0]
            return apart is not None and apart >= 1
    return False


_SUM_BID: Final = ("Fold", "sum", ("players",), written({(("seat_contract", ("variable", 0)),): 1}))
_ALL_BID: Final = ("Holds", "every", ("players",), ("Did", ("variable", 0), "bid", ()))


_OF_OPTIONS: Final = frozenset({Topic.OPTION, Topic.NOTHING})


def _of_tallies_by_option(context: ProofContext, form: Form) -> Iterator[Form]:
    """Yield that a tally is 0 unless an option is set so that something is added to it."""
    for now in dict.fromkeys(amounts_in(form, frozenset({"TallyRef"}))):
        ways: list[Form] = []
        for _, game in context.editions:
            steps = (step for tally in game.scoring.tallies if tally.name == now[1] for step in tally.steps)
            for step in (one for one in steps if one.verb == "add"):
                asker, parts = context.asker(game), conjuncts(step.when)
                of_options = (asker.former.form(one) for one in parts if topics_of(game, one) <= _OF_OPTIONS)
                ways.append(joined("and", filter(asker.bounds.is_set_alike, of_options)))
        yield joined("or", (compared("=", {(now,): 1}, {}), *ways))


def _of_tallies(former: Former, game: Rules, form: Form) -> Iterator[Form]:
    """Yield what tallies are after the steps of this deal, where a condition reads something that these read."""
    steps_of = {tally.name: tally.steps for tally in game.scoring.tallies if not tally.of_table}
    for now in dict.fromkeys(amounts_in(form, frozenset({"TallyRef"}))):
        _, name, whose, moment = now
        steps = steps_of.get(name, ())
        if (whose, moment) != (("variable", "side"), "now") or any(one.verb == "full at" for one in steps):
            continue
        found: Sum = {((*now[:3], "before"),): 1}
        read: set[Form] = set()
        for step in steps:
            when, amount = former.condition(step.when), {} if step.amount is None else sum_of(former.form(step.amount))
            after = {} if step.verb == "reset" else added(found, amount)
            read.update(_compared(when), *amount)
            found = after if when == YES else {(("if", when, written(after), written(found)),): 1}
        is_plain = not any(one[0] == "TallyRef" and one[3] != "before" for one in read)
        if is_plain and not read.isdisjoint(_compared(form)):
            yield compared("=", {(now,): 1}, found)


def is_of_bid(game: Rules, one: Condition) -> bool:
    """Tell whether a condition is that of a `must` that judges a bid, which the state has already then."""
    return any(must.rule == one.rule and not must.judges_card for must in game.play.musts)


def _asked_before_play(game: Rules) -> tuple[RuleInfo, ...]:
    """Return the rules that are asked only before the first trick."""
    phases = [phase.name for phase in game.phases]
    early = game.phases[: phases.index("play")] if "play" in phases else ()
    steps = [step for phase in early for step in phase.steps if step.timing is None]
    rounds = [step for step in all_steps(game) if isinstance(step, Round)]
    late = {bid for step in rounds if step not in steps for bid in step.bids}
    made = {one.bid_type for one in bids_made_in(game)}
    bids = [bid for bid in game.bids if bid.name not in late | made]
    return (*(step.rule for step in steps), *(bid.rule for bid in bids))


def _goes_on_after_play(game: Rules) -> bool:
    """Tell whether anything is asked or done between the last trick and the scores."""
    return any(
        phase.steps for phase in dropwhile(lambda phase: phase.name != "play", game.phases) if phase.name != "play"
    )


def is_before_bids(context: ProofContext, game: Rules, one: Condition) -> bool:
    """Tell whether a condition is that of a step that is asked only before the first bid."""
    return one.rule in context.once(("before the bids", id(game)), lambda: asked_before_bids(game))


def asked_before_bids(game: Rules) -> tuple[RuleInfo, ...]:
    """Return the rules of the steps that are asked only before the first bid."""
    steps = takewhile(lambda step: not isinstance(step, Round), (s for phase in game.phases for s in phase.steps))
    return () if bids_made_in(game) else tuple(step.rule for step in steps if step.timing is None)


def _is_awarded(game: Rules) -> bool:
    """Tell whether somebody can be given tricks."""
    return any(isinstance(action, Award) for action in all_actions(game))
