"""The bidding: nobody is left without a bid, even with a hand that chance seldom deals, and each bid can be made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Final, assert_never

from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.reads import facts_of, options_read
from spadesdsl.check.constants import constant_of
from spadesdsl.diagnostics import Note, warning
from spadesdsl.engine import deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.ranking import bits
from spadesdsl.frozen import replace
from spadesdsl.proofs.asked import Condition, answers_of, bid_once
from spadesdsl.proofs.barred import barring
from spadesdsl.proofs.biddings import look
from spadesdsl.proofs.claims import Event, Happening, Id, Proof, Standing, everywhere, id_of
from spadesdsl.proofs.conditions import why_never
from spadesdsl.proofs.context import MADE_UP, ProofContext, singles_of
from spadesdsl.proofs.judged import before_a_bid
from spadesdsl.proofs.kept import can_always_be_made
from spadesdsl.proofs.left_out import of_auction
from spadesdsl.proofs.playing import begin, bid_out, bids_so_far, silent_in
from spadesdsl.proofs.waiting import in_circle, waits_in_circle
from spadesdsl.proofs.witness import what_is_read
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, BidType, Do, Give, Round, RuleInfo, Show, Skip, Step
from spadesdsl.rules.walking import all_actions, all_steps, terms_of
from spadesdsl.words import and_list


def prove_rounds(context: ProofContext) -> Iterator[Proof]:
    """Prove that no round leaves anybody without a bid, and that each bid can be made."""
    done: set[object] = set()
    found: dict[Id, list[Proof]] = {}
    for deal, game in context.editions:
        for step in all_steps(game):
            if isinstance(step, Round) and step.bids and (step, context.around(game)) not in done:
                done.add((step, context.around(game)))
                found.setdefault(id_of(step.rule), []).extend(_of_round(context, game, step, deal))
    for some in found.values():
        yield from [proof for proof in some if proof.finding is not None] or some
    yield from everywhere(
        (bid.rule, partial(of_bid, context, game, bid)) for _, game in context.editions for bid in game.bids
    )


def _of_round(context: ProofContext, game: Rules, step: Round, deal: int) -> Iterator[Proof]:
    rule, key = id_of(step.rule), step.rule.key
    kinds = [bid for bid in game.bids if bid.name in step.bids]
    yield from of_auction(context, game, step, deal)
    if all(bid.before_looking for bid in kinds):
        return  # a player with no bid here bids later
    never: tuple[Happening, ...] = ((Event.SILENT, rule, 0),)
    always = [bid.name for bid in kinds if can_always_be_made(bid)]
    claim = "nobody is left without a bid"
    if always:
        how = f"`{always[0]}` has no condition, and a `must` leaves something"
        yield Proof(key, claim, Standing.PROVED, len(kinds), how, None, never)
        return
    asked = [None if bid.needs_yes is None else context.asker(game).former.form(bid.needs_yes)[0] for bid in kinds]
    if set(asked) == {"left"}:  # so somebody else is
        message = f"Who is refused every bid of `{step.rule.name}` may bid nothing: each of them needs a yes."
        found = warning("W805", step.rule.name_span, message, "offer a bid that nobody has to agree to")
        yield Proof(key, "a seat may face no bid", Standing.FOUND, len(kinds), "each may be refused", found)
        return
    looked = look(context, game, step.rule.name, deal)
    if not looked.silent and context.record.has(Event.SILENT, rule) and not context.record.shows(Event.SILENT, rule):
        context.once("whole games", lambda: context.play_games(_DEALS_OF_GAMES))  # it was seen with made-up scores
    silent, dealt = looked.silent or _in_play(context, game, step, kinds), 0
    if not silent:
        silent, dealt = silent_with_a_hand(context, game, step, deal)
    how = f"ways to begin the bidding, and {context.deals} deals played"
    how += f", {dealt} with hands such as chance seldom deals" if dealt else ""
    if silent:
        found = warning("W805", step.rule.name_span, f"{silent}.", "offer a bid that everybody can make")
        yield Proof(key, "a seat may face no bid", Standing.FOUND, looked.count, how, found)
    elif looked.is_whole:
        yield Proof(key, claim, Standing.PROVED, looked.count, "all ways to begin the bidding", None, never)
    else:
        yield Proof(key, claim, Standing.OPEN, looked.count + context.deals + dealt, how, None, never)


def _in_play(context: ProofContext, game: Rules, step: Round, kinds: list[BidType]) -> str:
    """Say who finished a played bidding without a bid; empty if nobody did."""
    s = context.record.examples.get((Event.SILENT, id_of(step.rule), 0))
    seats = [] if s is None else silent_in(s, step.rule.name)
    if s is None or not seats:
        return ""
    conditions = [bid.when for bid in kinds if bid.when is not None]
    where = ""
    if any(fact.topic not in (Topic.BIDS, Topic.OPTION) for fact in facts_of(game, *conditions)):
        env = environment(s, seats[0])
        read = what_is_read(context, game, conditions, lambda answers: not any(answers), s, env)
        where = f", where {and_list(read)}," if read else ""
    return f"{s.spec.seats[seats[0]]}{where} may bid nothing in `{step.rule.name}`: {bids_so_far(s)}"


def _turned_up_before(context: ProofContext, game: Rules, bid: BidType) -> Step | None:
    """Return what turns every hand up before a bid that is made before looking; None if it may still be made."""
    if not bid.before_looking or _lie_open(game):
        return None
    before, _ = _around(game, bid)
    return next((step for step in before if _turns_up(context, game, step)), None)


def _setting_without(context: ProofContext, game: Rules, step: Step) -> str:
    """Return the setting of an option with which a step does not ask everybody, as a file says it; empty if none."""
    for setting in singles_of(options_read(game, step.when)):
        ((name, value),) = setting
        options = tuple(replace(one, value=value) if one.name == name else one for one in game.options)
        bounds = Bounds(replace(game, options=options), context.game(), context.variant)
        if not Asker(bounds).always_holds(step.when):
            return f"write `set {context.told(setting).strip('`')}`"
    return ""


def replaced_in(context: ProofContext, game: Rules, bid: BidType) -> RuleInfo | None:
    """Return the round in which everybody has to bid again after a bid before looking; None if that is not certain."""
    if not bid.before_looking or bid.is_final or _lie_open(game):
        return None
    _, after = _around(game, bid)
    return next((step.rule for step in after if isinstance(step, Round) and _asks_all(context, game, step)), None)


def _around(game: Rules, bid: BidType) -> tuple[list[Step], list[Step]]:
    """Return the steps before the first round that offers a bid, and those after the last one."""
    steps = [step for phase in game.phases for step in phase.steps]
    rounds = [at for at, step in enumerate(steps) if isinstance(step, Round) and bid.name in step.bids]
    return (steps[: rounds[0]], steps[rounds[-1] + 1 :]) if rounds else ([], [])


def _lie_open(game: Rules) -> bool:
    """Tell whether hands may lie open, or a phase may be skipped, so that a question need not turn a hand up."""
    return any(isinstance(one, Show | Skip) or (isinstance(one, Give) and one.face_up) for one in all_actions(game))


def _asks_all(context: ProofContext, game: Rules, step: Ask | Round) -> bool:
    """Tell whether a step certainly asks every player, and in a round that everybody has a bid of their own."""
    is_bid = not isinstance(step, Round) or any(
        can_always_be_made(bid) and not bid.by_side for bid in game.bids if bid.name in step.bids
    )
    by = step.by
    is_plain = by.stopping is None and by.until is None and step.timing is None
    is_for_all = is_plain and is_bid and by.turns != "one" and by.noun in ("player", "seat")
    return is_for_all and context.asker(game).always_holds(step.when)


def _turns_up(context: ProofContext, game: Rules, step: Step) -> bool:
    """Tell whether a step certainly asks every player for something that nobody answers without looking."""
    match step:
        case Do():
            return False
        case Round():
            unseen = (bid for bid in game.bids if bid.name in step.bids and bid.before_looking)
            return not any(unseen) and _asks_all(context, game, step)
        case Ask():
            given = [one.number for one in step.actions if isinstance(one, Give) and one.number is not None]
            number = constant_of(given[0], game.option_of) if given else None
            return step.kind == "pass" and number is not None and number > 0 and _asks_all(context, game, step)
        case _:
            assert_never(step)


def of_bid(context: ProofContext, game: Rules, bid: BidType) -> Proof:
    """Prove that a bid can be made."""
    rule, is_own = id_of(bid.rule), context.is_own(bid.rule)
    never: tuple[Happening, ...] = ((Event.OFFERED, rule, 0),)
    first = _turned_up_before(context, game, bid)
    if first is None and context.record.shows(Event.OFFERED, rule):
        return Proof(bid.rule.key, "it can be bid", Standing.PROVED, 1, context.seen((Event.OFFERED, rule, 0)))
    message = f"Nobody can ever bid `{bid.name}`: "
    if first is not None:
        span, asked = context.own_place(bid.rule, first.rule), f"`{first.rule.keyword} {first.rule.name}`"
        message += f"it is made before looking, and {asked} turns every hand up first."
        setting = _setting_without(context, game, first)
        hint = f"{setting or f'let {asked} come after the bidding'}, or take the bid out"
        finding = None if span is None else warning("W811", span, message, hint)
        claim, how = "it can never be bid", f"`{first.rule.name}` is asked first"
        return Proof(bid.rule.key, claim, Standing.FOUND, 1, how, finding, never)
    if bid.when is not None:
        condition = Condition(bid.rule, bid.when)
        can_hold, _, count = answers_of(context, game, condition)
        if not can_hold:
            hint = why_never(context, [(game, condition)], "the bid") or "take the bid out, or fix its condition"
            asker, form = context.asker(game), context.asker(game).former.form(bid.when)
            has_bid = bid in bid_once(game) and asker.can_hold(form)
            if has_bid and not asker.can_hold(form, *before_a_bid(form)):
                hint = "who is asked has not bid yet: ask about the others, as in `every opponent did bid`"
            finding = warning("W811", bid.when.span, f"{message}its condition is never true.", hint) if is_own else None
            claim, how = "it can never be bid", "every answer to what it asks"
            return Proof(bid.rule.key, claim, Standing.FOUND, count, how, finding, never)
    if bid.name in (circle := in_circle(context, game)):
        said, hint = waits_in_circle(bid.name, circle, is_bid=True)
        finding = warning("W811", bid.rule.name_span, f"{message}{said}.", hint) if is_own else None
        how = f"what {and_list([f'`{name}`' for name in circle])} need"
        return Proof(bid.rule.key, "it can never be bid", Standing.FOUND, len(circle), how, finding, never)
    if bid.when is not None and (must := barring(context, game, bid)) is not None:
        said = f"`must {must.rule.name}` bars it whenever its own condition holds"
        note = Note(must.rule.name_span, "this bars it")
        hint = "change one of the two conditions, or take the bid out"
        finding = warning("W811", bid.when.span, f"{message}{said}.", hint, note) if is_own else None
        return Proof(
            bid.rule.key, "it can never be bid", Standing.FOUND, 1, f"every way to make it, by {said}", finding, never
        )
    where = " but with scores that were made up" if context.record.has(Event.OFFERED, rule) else ""
    return Proof(bid.rule.key, f"it was never seen to be offered{where}", Standing.OPEN, context.deals, "deals played")


_DEALS_OF_GAMES: Final = 40
TRIES: Final = 2
"""Biddings to try with each hand of each seat."""
MOST_MISSED: Final = 6
"""After this many deals that are thrown in, or whose cards change hands, no more are tried."""


def silent_with_a_hand(context: ProofContext, game: Rules, step: Round, deal: int) -> tuple[str, int]:
    """Look for a hand that leaves a seat without a bid in a round.

    Returns:
        The seat, its hand, and the bids before it; empty if there is none. And how many deals were bid out.
    """
    kinds = [bid for bid in game.bids if bid.name in step.bids]
    read = {fact.topic for fact in facts_of(game, *terms_of(tuple(kinds)))}
    if Topic.HAND not in read or (deal > 1 and read & MADE_UP):
        return "", 0
    bound = context.game()
    count = missed = 0
    for seat in bound.edition(deal).players:
        for told, cards in _hands(bound, deal, seat):
            for seed in range(TRIES):
                count += 1
                s = _bid_out(bound, deal, seat, cards, context.reach, seed)
                missed += s is None
                if missed > MOST_MISSED:
                    return "", count
                if s is not None and seat in silent_in(s, step.rule.name):
                    context.record.note(Event.SILENT, id_of(step.rule), 0, s)
                    who = s.spec.seats[seat]
                    return f"{who}, holding {told}, may bid nothing in `{step.rule.name}`: {bids_so_far(s)}", count
    return "", count


def _bid_out(bound: Game, deal: int, seat: int, cards: tuple[int, ...], reach: range, seed: int) -> State | None:
    """Return a deal in which a seat was dealt some cards, at the start of the play; None if play does not begin."""
    rng = Random(seed)
    s = bid_out(begin(bound, rng, deal, reach, {seat: cards}), rng)
    return None if s is None or any(not s.hands[seat] >> card & 1 for card in cards) else s


def _hands(bound: Game, deal: int, seat: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield hands for a seat, each with a name and as many cards as the seat is dealt."""
    size = deals.dealt_sizes(bound, deal)[seat]
    ranking = deals.blank(bound, deal=deal).ranking
    cards = sorted(range(bound.base.deck.size), key=lambda card: (ranking.strength[card], card))
    if not 0 < size <= len(cards):
        return
    for suit, name in enumerate(bound.base.deck.suits):
        own = bits(ranking.masks[suit])
        rest = [card for card in cards if card not in own]
        if len(rest) >= size:
            yield f"no {name}", tuple(rest[:size])
        if len(own) >= size:
            yield f"nothing but {name}", tuple(own[:size])
    yield "the lowest cards", tuple(cards[:size])
    yield "the highest cards", tuple(cards[-size:])
