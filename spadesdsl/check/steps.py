"""What happens in a phase: actions, decisions, rounds and bids, with who decides and when."""

from __future__ import annotations

from typing import assert_never

from spadesdsl.check.checker import Checker
from spadesdsl.check.findings import mistake
from spadesdsl.check.names import name, refuse_missing
from spadesdsl.check.resolved import PHASES, Resolved
from spadesdsl.check.symbols import ACTIONS, DECISIONS, bids_by_side
from spadesdsl.check.types import PLAYER, THE_CARD, Scope, say, seat_scope, side_scope, want, want_cards
from spadesdsl.diagnostics import Guess, guess
from spadesdsl.rules import parts
from spadesdsl.rules.operations import TRUTH
from spadesdsl.rules.parts import Action, Step
from spadesdsl.rules.terms import Kind, Op, Term, ZoneRef
from spadesdsl.syntax import bodies, expressions, nodes

_NOUNS = {"player": Kind.SEAT, "seat": Kind.SEAT, "member": Kind.SEAT, "team": Kind.SIDE, "side": Kind.SIDE}
STEP_WORDS = (*ACTIONS, *DECISIONS, "round")


def check_step(checker: Checker, resolved: Resolved, scope: Scope) -> Step:
    """Check one sentence that happens or is asked."""
    rule = resolved.rule
    if rule.keyword in ACTIONS:
        return _do(checker, resolved, scope)
    if rule.keyword == "round":
        return _round(checker, resolved, scope)
    return _ask(checker, resolved, scope)


def check_steps(checker: Checker, rules: list[Resolved], scope: Scope) -> tuple[Step, ...]:
    """Check sentences one by one; those with a mistake are reported and left out."""
    return checker.findings.each(lambda one: check_step(checker, one, scope), rules)


def _do(checker: Checker, resolved: Resolved, scope: Scope) -> parts.Do:
    rule = resolved.sentence(nodes.Do)
    by, scope = (None, scope) if rule.by is None else asked_by(checker, rule, scope)
    timing, scope = _timed(checker, rule, scope)
    when = checker.truth_or_none(scope, rule.when)
    return parts.Do(checker.info(resolved), when, by, actions_of(checker, scope, rule), timing)


def _ask(checker: Checker, resolved: Resolved, outer: Scope) -> parts.Ask:
    rule = resolved.sentence(nodes.Ask)
    by, scope = asked_by(checker, rule, outer)
    timing, scope = _timed(checker, rule, scope)
    parameters = checker.parameters(scope, rule)
    scope = checker.with_parameters(scope, rule)
    when = checker.truth_or_none(scope, rule.when)
    return parts.Ask(
        checker.info(resolved), rule.keyword, parameters, when, by, actions_of(checker, scope, rule), timing
    )


def _round(checker: Checker, resolved: Resolved, outer: Scope) -> parts.Round:
    rule = resolved.sentence(nodes.Round)
    by, scope = asked_by(checker, rule, outer)
    when = checker.truth_or_none(scope, rule.when)
    steps = check_steps(checker, _in_order(checker, in_block(resolved, *STEP_WORDS)), scope)
    return parts.Round(checker.info(resolved), offered(checker, resolved), when, by, steps, None)


def _in_order(checker: Checker, rules: list[Resolved]) -> list[Resolved]:
    """Return the steps of a block in their order: as written, each `above` or `below` one before it if it says so."""
    found: list[Resolved] = []
    for one in rules:
        place, names = one.rule.place, [other.rule.name for other in found]
        if place is None or (place.rule is None and not place.above):
            at = len(found)
        elif place.rule is None:
            at = 0
        elif place.rule in names:
            at = names.index(place.rule) + (not place.above)
        else:
            at = len(found)
            side = "above" if place.above else "below"
            hint = guess(place.rule, [name for name in names if name]) or f"write `{side} all`"
            message = f"There is no `{place.rule}` before it in this block to put this {side}."
            checker.findings.error("E204", place.span, message, hint)
        found.insert(at, one)
    return found


def offered(checker: Checker, resolved: Resolved) -> tuple[str, ...]:
    """Return the bid types that a round offers: those it lists, or in the bidding all that no round lists."""
    symbols = checker.symbols
    listed = resolved.rule.values
    for value in listed:
        if not isinstance(value, expressions.Name):
            bids = "write the names of its bids after the `:`, with commas between them"
            raise mistake("E239", value.span, "This is not the name of a bid.", bids)
        message = f"There is no bid `{value.name}` for this round to offer."
        refuse_missing(checker, value.name, symbols.bids, "bids", (value.span, message), "bid", gone="the bid ")
    if listed:
        return tuple(value.name for value in listed if isinstance(value, expressions.Name))
    if resolved.section != "bidding":
        return ()
    values = (value for nested in symbols.rounds.values() for value in nested.rule.values)
    taken = {value.name for value in values if isinstance(value, expressions.Name)}
    return tuple(name for name in symbols.bids if name not in taken)


def asked_by(checker: Checker, rule: nodes.Do | nodes.Round, outer: Scope) -> tuple[parts.By, Scope]:
    """Work out who decides, and the scope of what is read for them."""
    if (by := rule.by) is None:
        if not outer.has_subject:
            message = f"Nothing says who decides `{rule.name}`."
            who = "by each player at once" if rule.keyword == "pass" else "by each player from left of dealer"
            if isinstance(rule, nodes.Do) and rule.timing and rule.timing.moment is bodies.Moment.WITH_EACH:
                who = f"{rule.timing.moment} {rule.timing.what} by player"  # whose card it is
            hint = f"write `{rule.keyword} {rule.name} {who}`"
            raise mistake("E320", rule.name_span, message, hint)
        subject = outer.subjects[0]
        return parts.By("one", _word(subject), subject), _scope_of(subject)
    if by.turns is bodies.Turns.ONE:
        return _by_one(checker, rule, by, outer)
    noun = by.who.name if isinstance(by.who, expressions.Name) else ""
    if noun not in _NOUNS:
        message = "After `by each` comes `player`, `seat`, `member` or `team`."
        raise mistake("E321", by.span, message, guess(noun, _NOUNS) or "write `by each player from left of dealer`")
    if noun == "member" and not outer.has_subject:
        raise mistake(
            "E321", by.span, "Nothing here says whose members are asked.", "write `by each player from left of dealer`"
        )
    scope = side_scope() if _NOUNS[noun] is Kind.SIDE else seat_scope()
    start = None if by.start is None else checker.seat(outer, by.start)
    # Whether the turns end is asked after each of them, and `player` is the player whose turn it was.
    until = checker.truth_or_none(scope, by.until)
    stopping = checker.truth_or_none(scope, by.stopping)
    return parts.By(by.turns.value, noun, None, start, until, stopping), scope


def _by_one(checker: Checker, rule: nodes.Do | nodes.Round, by: bodies.By, outer: Scope) -> tuple[parts.By, Scope]:
    timing = rule.timing if isinstance(rule, nodes.Do) else None
    is_timed = timing is not None and timing.moment is not bodies.Moment.ANY_TIME  # then it is nobody's turn
    if is_timed and isinstance(by.who, expressions.Name) and by.who.name == "player" and not outer.has_subject:
        who: Term = PLAYER
    else:
        who = checker.typed(outer, by.who)
    if who.type.many or who.type.kind not in (Kind.SEAT, Kind.SIDE):
        message = f"A seat or a side has to decide, and this is {say(who.type)}."
        hint = "write `by each player`, or say which: `by first of …`" if who.type.many else ""
        raise mistake("E304", who.span, message, hint)
    scope = _scope_of(who)
    until = checker.truth_or_none(scope, by.until)
    return parts.By("one", _word(who), who, None, until, checker.truth_or_none(scope, by.stopping)), scope


def _word(who: Term) -> str:
    return "side" if who.type.kind is Kind.SIDE else "seat"


def _scope_of(who: Term) -> Scope:
    return side_scope() if who.type.kind is Kind.SIDE else seat_scope()


def _timed(checker: Checker, rule: nodes.Do, scope: Scope) -> tuple[parts.Timing | None, Scope]:
    """Check when a timed sentence is due; return that, and the scope then."""
    if (timing := rule.timing) is None:
        return None, scope
    symbols = checker.symbols
    match timing.moment:
        case bodies.Moment.AFTER:
            message = f"There is no decision `{timing.what}` for this to come after."
            place, known = (timing.span, message), symbols.decisions
            refuse_missing(checker, timing.what, known, "decisions", place, *DECISIONS, gone="the decision ")
        case bodies.Moment.ANY_TIME:
            if timing.what not in symbols.resolution.phases:
                message = f"There is no phase `{timing.what}`."
                hint = guess(timing.what, symbols.resolution.phases) or "write `any time during play`"
                raise mistake("E205", timing.span, message, hint)
        case _:
            pass
    scope = scope.binding(card=THE_CARD) if timing.what == "card" else scope
    return parts.Timing(timing.moment.value, timing.what), scope


def subject_of_round(checker: Checker, name: str) -> Scope:
    """Return the scope of a bidder in a round."""
    by = checker.symbols.rounds[name].resolved.sentence(nodes.Round).by
    noun = by.who.name if by is not None and isinstance(by.who, expressions.Name) else "player"
    return side_scope() if _NOUNS.get(noun) is Kind.SIDE else seat_scope()


def check_bid(checker: Checker, resolved: Resolved) -> parts.BidType:
    """Check a bid type."""
    rule = resolved.sentence(nodes.Bid)
    plain = bidder_scope(rule)
    parameters = checker.parameters(plain, rule)
    scope = checker.with_parameters(plain, rule)
    return parts.BidType(
        checker.info(resolved),
        rule.name or "",
        parameters,
        rule.label or rule.name or "",
        bids_by_side(rule),
        rule.is_final,
        rule.before_looking,
        _offered_when(checker, rule, plain, scope),
        None if rule.contract is None else checker.amount(scope, rule.contract),
        None if rule.needs_yes is None else checker.seat(scope, rule.needs_yes),
        check_steps(checker, _in_order(checker, in_block(resolved, *STEP_WORDS)), checker.with_bid(plain, rule)),
    )


def _offered_when(checker: Checker, rule: nodes.Bid, plain: Scope, scope: Scope) -> Term | None:
    """Return when a bid is on offer; `by dealer` says that only the dealer may make it."""
    when = checker.truth_or_none(scope, rule.when)
    if (by := rule.by) is None:
        return when
    is_one = by.turns is bodies.Turns.ONE and by.until is None and by.stopping is None
    if is_one and isinstance(by.who, expressions.Name) and by.who.name in ("team", "side", "player"):
        return when
    who = checker.typed(plain, by.who) if is_one else None
    if who is None or who.type.many or who.type.kind is not Kind.SEAT:
        message = "A bid is made by one seat, or `by team`; when and in which order is said by the round."
        said = by.who.name if is_one and isinstance(by.who, expressions.Name) else ""
        near = guess(said, ("team", "side", "player"))
        raise mistake("E451", by.span, message, near or "leave it out, or name one seat, such as `by dealer`")
    is_bidder = Op("is", (PLAYER, who), TRUTH, span=by.span)
    return is_bidder if when is None else Op("and", (is_bidder, when), TRUTH, span=when.span)


def bidder_scope(rule: nodes.Rule) -> Scope:
    """Return the scope of the bidder."""
    return side_scope() if bids_by_side(rule) else seat_scope()


def in_block(resolved: Resolved, *keywords: str) -> list[Resolved]:
    """Return the rules of the block of a bid or a round with one of these keywords."""
    inner = (rule for rule in resolved.rule.inner if rule.keyword in keywords)
    return [Resolved(rule, resolved.section, resolved.document) for rule in inner]


def actions_of(checker: Checker, scope: Scope, rule: nodes.Rule) -> tuple[Action, ...]:
    """Check the actions of a sentence; `nothing` gives none."""
    made = (_action(checker, scope, action) for action in rule.actions)
    return tuple(action for action in made if action is not None)


def _action(checker: Checker, scope: Scope, action: bodies.Action) -> Action | None:
    match action:
        case bodies.Give():
            return _give(checker, scope, action)
        case bodies.Show(cards=cards, to=to):
            return parts.Show(checker.cards(scope, cards), None if to is None else checker.seat(scope, to))
        case bodies.Shuffle(cards=cards):
            return parts.Shuffle(_pile(checker, scope, cards))
        case bodies.Redeal(dealer=dealer, is_new=is_new):
            return parts.Redeal(checker.seat(scope, dealer), is_new)
        case bodies.Skip(phase=phase):
            return _skip(checker, action, phase)
        case bodies.Award(tricks=tricks, to=to):
            return parts.Award(None if tricks is None else checker.amount(scope, tricks), checker.seat(scope, to))
        case bodies.MakeBid():
            return bid_of(checker, scope, action.bid)
        case bodies.Fix(name=fixed, value=value):
            return parts.Fix(fixed, checker.typed(scope, value))
        case bodies.Nothing():
            return None
        case _:
            assert_never(action)


def _pile(checker: Checker, scope: Scope, node: expressions.Expr) -> Term:
    """Settle what is shuffled: a whole hand, or a whole pile of the table."""
    cards = checker.cards(scope, node)
    if isinstance(cards, ZoneRef) or (isinstance(cards, Op) and cards.op == "hand"):
        return cards
    message = "A hand or a pile is shuffled, and these are cards of one."
    raise mistake("E304", node.span, message, "shuffle all of it, or give them to a zone first")


def _refuse_hidden(checker: Checker, give: bodies.Give, name: str) -> None:
    """Refuse cards that somebody is not to see in a place where all cards lie face up."""
    if (zone := checker.symbols.table.zones.get(name)) is not None and zone.face_up:
        message = f"Everybody sees the cards in `{name}`, which lie face up."
        hint = f"leave out `face up` of the zone `{name}`, or who sees these cards"
        raise mistake("E452", give.target.span, message, hint)


def _give(checker: Checker, scope: Scope, give: bodies.Give) -> parts.Give:
    # The number of cards for each may depend on the player who gets them.
    getting = scope if give.each is None else scope.binding(**seat_scope().names).of(*seat_scope().subjects)
    number = None if give.how_many is None else checker.amount(getting, give.how_many)
    source = want_cards(checker.typed(scope, give.source))
    if isinstance(source, Op) and source.op == "deck":
        message = "The `deck` is all cards of the game, wherever they are; the cards to deal are in the `stock`."
        raise mistake("E304", give.source.span, message, Guess("deck", "stock"))
    start = None if give.start is None else checker.seat(scope, give.start)
    inner = seat_scope() if give.each is not None else scope
    seen_by = None if give.seen_by is None else checker.seat(inner, give.seen_by)
    to = PLAYER if give.each is not None else _target(checker, scope, give.target)
    if isinstance(to, ZoneRef) and (give.face is bodies.Face.DOWN or seen_by is not None):
        _refuse_hidden(checker, give, to.zone)
    return parts.Give(number, source, to, give.each, start, give.face is bodies.Face.UP, seen_by)


def _target(checker: Checker, scope: Scope, node: expressions.Expr) -> Term:
    symbols = checker.symbols
    if isinstance(node, expressions.Name) and node.name in symbols.moves and node.name not in symbols.table.zones:
        message = f"There is no place for cards called `{node.name}`."
        raise mistake("E234", node.span, message, f"write `zone {node.name}` in `table`, or send them to `discards`")
    to = name(checker, scope, node) if isinstance(node, expressions.Name) else checker.typed(scope, node)
    if isinstance(to, ZoneRef):
        return to
    if isinstance(to, Op) and to.op == "hand":
        return to.arguments[0]
    if to.type.kind is Kind.SIDE:
        raise mistake("E304", node.span, "A side has several hands: cards go to a seat or a zone.", "say to which seat")
    if to.type.many:
        raise mistake("E304", node.span, f"Cards go to a seat or a zone, and this is {say(to.type)}.", "")
    return want(to, Kind.SEAT, "A seat or a zone")


def _skip(checker: Checker, action: bodies.Skip, phase: str) -> parts.Skip:
    allowed = [one for one in checker.symbols.resolution.phases if one == "play" or one not in PHASES]
    if phase not in allowed:
        message = f"`{phase}` cannot be skipped."
        raise mistake("E205", action.span, message, guess(phase, allowed) or "what can be skipped is `play`")
    return parts.Skip(phase)


def bid_of(checker: Checker, scope: Scope, node: expressions.Expr) -> parts.MakeBid:
    """Settle an action that makes a bid, with its values."""
    bids = checker.symbols.bids
    word = node.name if isinstance(node, expressions.Name | expressions.Call) else "this"
    refuse_missing(checker, word, bids, "bids", (node.span, f"There is no bid `{word}`."), "bid", gone="the bid ")
    given = node.arguments if isinstance(node, expressions.Call) else ()
    arguments = checker.arguments(scope, bids[word].rule, given, node.span, are_optional=False)
    return parts.MakeBid(word, arguments)
