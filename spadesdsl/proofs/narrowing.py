"""The `must` rules: each removes some choice somewhere, and so does something.

In the play two cards are enough to see it. Whether a rule removes one card and leaves another depends on no third card,
unless a rule reads the hand: so a position needs no hand, and the masks alone are enough to check every pair of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Final

from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.deals import options_of_the_deck
from spadesdsl.algebra.forms import all_of, exchanged, mentions, negated, questions, written
from spadesdsl.algebra.reads import facts_of, options_read, reads_more_than_the_lead
from spadesdsl.algebra.sums import Form
from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.engine import deals, offers
from spadesdsl.engine.actions import environment
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.narrowing import effects_on_cards
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.situation import Situation
from spadesdsl.frozen import Frozen
from spadesdsl.proofs.claims import Event, Happening, Proof, Standing, everywhere, id_of
from spadesdsl.proofs.context import OF_PAST, ProofContext, settings_of
from spadesdsl.proofs.playing import begin, play_deal
from spadesdsl.proofs.waiting import takes_no_bid_away
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Must, RuleInfo
from spadesdsl.rules.terms import Const, Op, Term, Var
from spadesdsl.rules.walking import terms_of, walk

MOST_POSITIONS: Final = 6_000
MOST_SETTINGS: Final = 12
_DEALS_WITH_PAIR: Final = 24
"""How many deals to play in which somebody holds the two cards that a rule decides between."""

_SEEN_AT_ONCE: Final = frozenset({Topic.OPTION, Topic.CARD, Topic.LEADING, Topic.NUMBER, Topic.TRICK})
"""What the positions that are checked differ in."""


class _Look(Frozen):
    """The result of looking for a decision that a rule makes."""

    positions: int
    is_whole: bool
    pair: tuple[str, str] | None = None
    """Two cards, one of which the rule removes."""
    is_needed: bool = False
    """Whether the rules below it would act differently."""


class _Decision(Frozen):
    """What a rule does in a position."""

    pair: tuple[str, str] | None = None
    """Two cards, one of which it removes."""
    could: bool = False
    """Whether it could remove one of two cards, whatever the rules above it do that the position does not show."""
    is_needed: bool = False
    """Whether the rules below it might act differently."""


def prove_musts(context: ProofContext) -> Iterator[Proof]:
    """Prove for each `must` that it decides something somewhere."""
    yield from everywhere(_all_musts(context))


def _all_musts(context: ProofContext) -> Iterator[tuple[RuleInfo, Callable[[], Proof]]]:
    done: dict[object, int] = {}
    for deal, game in context.editions:
        before = done.setdefault(context.around(game), len(done))
        for must in game.play.musts:
            is_new = (before, must) not in done
            before = done.setdefault((before, must), len(done))
            if is_new:
                yield must.rule, partial(_of_must, context, game, must, deal)


def _of_must(context: ProofContext, game: Rules, must: Must, deal: int) -> Proof:
    rule, key = id_of(must.rule), must.rule.key
    if context.record.shows(Event.NARROWS, rule):
        if context.is_own(must.rule) and _could_be_left_out(game, must):
            look = _look(context, game, must, deal)
            if look.is_whole and look.pair is not None and not look.is_needed:
                found = without_effect(must, by="those below it")
                return _idle(context, must, look.positions, "every card led, every pair of cards", (), found)
        return Proof(key, "it takes choices away", Standing.PROVED, 1, context.seen((Event.NARROWS, rule, 0)))
    never: tuple[Happening, ...] = ((Event.NARROWS, rule, 0),)
    can_hold, can_fail, count = context.asker(game).can_be(must.body, is_judged=not must.judges_card)
    if not can_fail:
        return _idle(context, must, count, "every answer to what it asks", never, without_effect(must, is_always=True))
    if takes_no_bid_away(context, game, must):
        return _idle(context, must, count, "every bid", never, without_effect(must))
    if in_last_trick(context, game, must):
        return _idle(context, must, 1, "the tricks in which somebody has two cards", never, without_choice(must))
    look = _look(context, game, must, deal) if must.judges_card else _Look(0, is_whole=False)
    if look.pair is not None:
        how = f"a hand of {look.pair[0]} and {look.pair[1]} shows it"
        if _happens(context, must, deal, look.pair):
            return Proof(key, "it takes choices away", Standing.PROVED, look.positions, how)
        claim = "that anybody comes to a choice that it takes away"
        return Proof(key, claim, Standing.OPEN, look.positions, f"{how}, if somebody is dealt or left it")
    if not can_hold and not isinstance(must.body, Const):
        return Proof(key, "it contradicts itself", Standing.PROVED, count, "every answer to what it asks", None, never)
    if look.is_whole or not can_hold:
        how, above = "every card led, every pair of cards", alike_below(context, game, must)
        found = without_effect(must, above="" if above is None else above.name)
        return _idle(context, must, look.positions or count, how, never, found)
    tried = look.positions + context.record.cases
    how = f"{context.deals} deals played"
    return Proof(key, "it was never seen to take a choice away", Standing.OPEN, tried, how)


def _happens(context: ProofContext, must: Must, deal: int, pair: tuple[str, str]) -> bool:
    """Play deals in which somebody is dealt two cards, until a rule takes a choice away."""
    bound = context.game()
    names = bound.edition(deal).deck.names
    if not {*pair} <= {*names}:
        return False  # only other settings have these cards
    held = tuple(names.index(name) for name in pair)
    for number in range(_DEALS_WITH_PAIR):
        rng = Random(number)
        seat = bound.players[rng.randrange(len(bound.players))]
        size = deals.dealt_sizes(bound, deal)[seat]
        if size < len(held):
            return False
        others = rng.sample([card for card in range(len(names)) if card not in held], size - len(held))
        with context.record.given(OF_PAST if deal > 1 else ()):
            play_deal(begin(bound, rng, deal, context.reach, {seat: (*held, *others)}), rng, context.record)
        if context.record.shows(Event.NARROWS, id_of(must.rule)):
            return True
    return False


def _could_be_left_out(game: Rules, must: Must) -> bool:
    """Tell whether the rules below a rule may do everything it does, in a way that positions can show."""
    cards = [one for one in game.play.musts if one.judges_card]
    is_trusted = any(must.rule.name in trust.musts for trust in game.play.trusts)
    return must.judges_card and not is_trusted and must != cards[-1] and _is_whole(game, must)


def _idle(
    context: ProofContext, must: Must, count: int, how: str, never: tuple[Happening, ...], found: Diagnostic
) -> Proof:
    finding = found if context.is_own(must.rule) else None
    standing = Standing.FOUND if finding else Standing.PROVED
    return Proof(must.rule.key, "it never takes a choice away", standing, count, how, finding, never)


def without_effect(must: Must, by: str = "", *, is_always: bool = False, above: str = "") -> Diagnostic:
    """Return the warning about a `must` that takes no choice away, or none that those `by` which it is shared leave.

    `above` is the name of the rule that leaves only cards which are alike to it.
    """
    message = f"`must {must.rule.name}` never takes a choice away: without it the game is the same."
    hint = "remove it, or fix it; look at the rules above it"
    if is_always and isinstance(must.body, Op) and must.body.op == "or":
        hint = "what it asks for always holds: write `and` for `or`, or remove it"
    if above:
        hint = f"the cards that `{above}` leaves are all as it asks, or none of them is: "
        is_both = isinstance(must.body, Op) and must.body.op == "and"
        hint += "write `or` for `and`, or remove it" if is_both else "ask for other cards, or remove it"
    if by:
        message = f"What `must {must.rule.name}` takes away, {by} take away too: without it the game is the same."
        hint = "remove it, or take away the rule below it that says the same"
    return warning("W804", must.rule.name_span, message, hint)


def in_last_trick(context: ProofContext, game: Rules, must: Must) -> bool:
    """Tell whether a rule of the play binds only when nobody holds two cards any more."""
    asker, number = context.asker(game), written({(("trick_number",),): 1})
    in_time = negated(("more", number, asker.bounds.last_choice))
    when = asker.former.condition(must.when)
    return must.judges_card and asker.can_hold(when) and not asker.can_hold(when, in_time)


def without_choice(must: Must) -> Diagnostic:
    """Return the warning about a `must` that binds only players with a single card."""
    message = f"`must {must.rule.name}` never takes a choice away: in the last trick everybody has one card."
    return warning("W804", must.rule.name_span, message, "let it apply one trick earlier, or remove it")


def alike_below(context: ProofContext, game: Rules, must: Must) -> RuleInfo | None:
    """Return a rule above another that leaves only cards which are all as the other asks, or none of them.

    The one above asks for a suit: of what it leaves, all are of that suit or none is. If the other asks for nothing but
    suits, all cards of one suit are alike to it.
    """
    asker = context.asker(game)
    when = asker.former.condition(must.when)
    suits = [one[2] for one in all_of(when) if one[:2] == ("in_suit", ("led",))]
    led = {_SUIT_LED: suits[0]} if suits else {}

    def asked_by(one: Must) -> Form:
        return exchanged(asker.former.form(one.body), led)  # type: ignore[no-any-return]

    body = asked_by(must)
    about = [one for one in questions(body) if mentions(one, _CARD)]
    trusted = {name for trust in game.play.trusts for name in trust.musts}
    for above in game.play.musts[: game.play.musts.index(must)]:
        is_alike = above.judges_card == must.judges_card and above.bid_type is None and above.rule.name not in trusted
        is_alike = is_alike and _leaves_alike(asker, asked_by(above), body)
        if is_alike and not asker.can_hold(when, negated(asker.former.condition(above.when))):
            return above.rule
    if not about or not all(_is_of_suit(one) for one in about) or must.rule.name in trusted:
        return None
    for above in game.play.musts[: game.play.musts.index(must)]:
        suit = asked_by(above)
        asked = suit[1] if suit[0] == "not" else suit
        is_alike = above.judges_card and above.bid_type is None and above.rule.name not in trusted
        # What asks for the opposite comes too late, which shows in play.
        is_alike = is_alike and _is_of_suit(asked) and asker.can_hold(body, suit)
        if not is_alike or asker.can_hold(when, negated(asker.former.condition(above.when))):
            continue
        if suit != asked:
            is_alike = about == [asked]
        elif all(asker.can_hold(one, negated(suit)) for one in (body, negated(body))):
            is_alike = suit[2] in (_SUIT_LED, *led.values()) and _leaves_one_suit(
                asker, game, must, above, when, suit[2]
            )
        if is_alike:
            return above.rule
    return None


def _leaves_alike(asker: Asker, above: Form, body: Form) -> bool:
    """Tell whether cards that are as a rule above asks are all as one below it asks, and the others all alike to it."""
    if above == body:
        return True
    if not all(mentions(one, _CARD) for one in questions(above, body)) or not asker.can_hold(above, body):
        return False
    apart = asker.can_hold(negated(above), body), asker.can_hold(negated(above), negated(body))
    return not asker.can_hold(above, negated(body)) and not all(apart)


_SUIT_LED: Final = ("card_suit", ("led",))


def _leaves_one_suit(asker: Asker, game: Rules, must: Must, above: Must, when: Form, suit: Form) -> bool:
    """Tell whether a rule leaves only cards of the suit led wherever another one below it binds: the hand has some."""
    part = ("part_suit", ("hand", ("variable", "player")), suit)
    has_some = ("more", written({(("count", part),): 1}), 0)
    first = game.play.musts[: game.play.musts.index(above)]
    others = (one for one in first if one.judges_card and one != must)
    return not asker.can_hold(when, negated(has_some)) and not any(
        asker.can_hold(when, asker.former.condition(one.when)) for one in others
    )


_CARD: Final = ("variable", "card")


def _is_of_suit(question: Form) -> bool:
    match question:
        case ("in_suit", card, suit):
            return card == _CARD and not mentions(suit, _CARD)
        case _:
            return False


# ---------------------------------------------------------------- positions of the play


def _look(context: ProofContext, game: Rules, must: Must, deal: int) -> _Look:
    """Look for a position and two cards that the rule decides between, under every setting of what it meets there."""
    musts = [one for one in game.play.musts if one.judges_card]
    terms = terms_of((tuple(musts), game.trumps, game.orders))
    settings, are_all = settings_of(options_read(game, *terms, also=options_of_the_deck(game)), MOST_SETTINGS)
    at = musts.index(must)
    is_whole = _is_whole(game, must)
    known = context.once((_known, id(game)), lambda: [_known(context, game, one) for one in musts])
    last = context.asker(game).bounds.last_choice
    count, pair, could = 0, None, False
    for setting in settings:
        for s in _positions(context.game(setting), must, deal, last, every_number=is_whole):
            count += 1
            found = _decides(s, at, [one[bool(s.trick)] for one in known])
            pair, could = pair or found.pair, could or found.could
            if found.is_needed or (pair and not is_whole):
                return _Look(count, pair is not None, pair, is_needed=True)
            if count >= MOST_POSITIONS:
                return _Look(count, False, pair, pair is not None)
    is_settled = pair is not None or not could
    return _Look(count, is_whole and is_settled and are_all, pair)


def _is_whole(game: Rules, must: Must) -> bool:
    """Tell whether the positions are all that the rule can tell apart."""
    terms = (must.when, must.body)
    reads_more = reads_more_than_the_lead(game, *terms)
    is_plain = (game.trumps is None or game.trumps.when is None) and must.bid_type is None
    is_plain = is_plain and all(order.when is None or _is_of_cards(order.when) for order in game.orders)
    return is_plain and not reads_more and all(fact.topic in _SEEN_AT_ONCE for fact in facts_of(game, *terms))


def _is_of_cards(term: Term) -> bool:
    """Tell whether a condition reads nothing but the card."""
    return all(
        isinstance(one, Var | Const) or (isinstance(one, Op) and topic_of(one.op) in _OF_CARDS) for one in walk(term)
    )


_OF_CARDS: Final = frozenset({Topic.NOTHING, Topic.RANKING})


def _known(context: ProofContext, game: Rules, must: Must) -> tuple[bool, bool]:
    """Tell whether positions without hands show what a rule does, when leading and when following."""
    if _is_whole(game, must):
        return True, True
    if must.when is None:
        return False, False
    leading = Op("leading", (), must.when.type)
    following = Op("not", (leading,), must.when.type)
    asker = context.asker(game)
    # A rule that never binds there does nothing there.
    first, later = (asker.can_be(Op("and", (must.when, one), one.type))[0] for one in (leading, following))
    return not first, not later


def _decides(s: State, at: int, known: list[bool]) -> _Decision:
    """Tell what a rule does in a position, with two cards in hand that all rules above it allow.

    Args:
        s: The position.
        at: The place of the rule in the order.
        known: For each rule, whether positions like this one show all that it does in them.
    """
    musts = s.spec.play.musts
    allowed = {effect.must: effect.allowed for effect in effects_on_cards(s, 0, s.spec.deck.all)}
    masks = [allowed.get(must) if must.trust is None else None for must in musts]
    mask, below = allowed.get(musts[at]), masks[at + 1 :]
    if mask is None:
        return _Decision()
    pair, could, is_needed = None, False, False
    for kept, gone in _parted(s, masks[:at], mask):
        names = s.spec.deck.names
        pair = names[bits(kept)[0]], names[bits(gone)[0]]
        break
    for kept, gone in _parted(s, [one for one, is_known in zip(masks, known[:at], strict=False) if is_known], mask):
        could = True
        worst = min(_standing(below, card) for card in bits(kept))
        best = max(_standing(below, card) for card in bits(gone))
        is_needed = is_needed or not all(known[at + 1 :]) or worst <= best
    return _Decision(pair, could=could, is_needed=is_needed)


def _parted(s: State, above: list[int | None], mask: int) -> Iterator[tuple[int, int]]:
    """Yield the cards that some rules treat alike and another separates: those it keeps, and those it removes."""
    classes = [s.spec.deck.all & ~s.played]
    for one in above:
        if one is not None:
            classes = [part for some in classes for part in (some & one, some & ~one) if part.bit_count() > 1]
    yield from ((some & mask, some & ~mask) for some in classes if some & mask and some & ~mask)


def _standing(masks: list[int | None], card: int) -> tuple[bool, ...]:
    """Return which of some rules a card obeys: the first rule that separates two cards keeps the one that obeys it."""
    return tuple(bool(mask >> card & 1) for mask in masks if mask is not None)


def _positions(bound: Game, must: Must, deal: int, last: int, *, every_number: bool) -> Iterator[State]:
    """Yield positions without hands: nothing led, each card led, two cards on the table; in early and late tricks."""
    blank = deals.blank(bound, deal=deal)
    if must.bid_type is not None:
        kind = next(one for one in blank.spec.bids if one.name == must.bid_type)
        if not (values := offers.values(blank, kind.parameters, environment(blank, 0))):
            return
        Situation(blank).bid(must.bid_type, values[0], seat=0)
    numbers = range(1, last + 1) if every_number else sorted({1, min(2, last), min(3, last), last})
    cards = [copies[0] for copies in blank.spec.deck.copies]
    before: list[tuple[int, ...]] = [(), *((card,) for card in cards)] if not every_number else [()]
    count = len(bound.seats)
    tables: list[tuple[int, ...]] = [(), *((card,) for card in cards)]
    for number, played, table in product(numbers, before[:1], tables):
        yield _laid(blank, number, played, table, count)
    if not every_number:
        for number, played, table in product(numbers[:2], before[1:], [(), (cards[0],), (cards[-1],)]):
            if not set(played) & set(table):
                yield _laid(blank, number, played, table, count)
        for pair in combinations(cards[:: max(1, len(cards) // 16)], 2):
            yield _laid(blank, 2, (), pair, count)


def _laid(blank: State, number: int, played: tuple[int, ...], table: tuple[int, ...], seats: int) -> State:
    s = blank.copy()
    s.trick_number = number
    s.played = sum(1 << card for card in played)
    Situation(s).on_table([((seats - len(table) + at) % seats, card) for at, card in enumerate(table)])
    if not table:
        s.leader = 0
    return s
