"""Actions: moving or showing cards, redeals, awards, values fixed by a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.check.findings import mistake, suggest
from spadesdsl.check.names import name
from spadesdsl.check.resolved import PHASES
from spadesdsl.check.scopes import PLAYER, Scope, seat_scope
from spadesdsl.check.types import say, want, want_cards
from spadesdsl.diagnostics import Guess, guess
from spadesdsl.rules.parts import Award, Fix, Give, MakeBid, Redeal, Show, Shuffle, Skip
from spadesdsl.rules.terms import Kind, Op, Term, ZoneRef
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.parts import Action


def actions_of(checker: Checker, scope: Scope, rule: nodes.Rule) -> tuple[Action, ...]:
    """Check the actions of a sentence; `nothing` gives none."""
    if not isinstance(rule.body, nodes.Actions):
        return ()
    made = (_action(checker, scope, action) for action in rule.body.actions)
    return tuple(action for action in made if action is not None)


def _action(checker: Checker, scope: Scope, action: nodes.Action) -> Action | None:
    match action:
        case nodes.Give():
            return _give(checker, scope, action)
        case nodes.Show(cards=cards, to=to):
            return Show(checker.cards(scope, cards), None if to is None else checker.seat(scope, to))
        case nodes.Shuffle(cards=cards):
            return Shuffle(_pile(checker, scope, cards))
        case nodes.Redeal(dealer=dealer, is_new=is_new):
            return Redeal(checker.seat(scope, dealer), is_new)
        case nodes.Skip(phase=phase):
            return _skip(checker, action, phase)
        case nodes.Award(tricks=tricks, to=to):
            return Award(None if tricks is None else checker.amount(scope, tricks), checker.seat(scope, to))
        case nodes.MakeBid():
            return bid_of(checker, scope, action.bid)
        case nodes.Fix(name=fixed, value=value):
            return Fix(fixed, checker.typed(scope, value))
        case nodes.Nothing():
            return None
        case _:
            assert_never(action)


def _pile(checker: Checker, scope: Scope, node: nodes.Expr) -> Term:
    """Settle what is shuffled: a whole hand, or a whole pile of the table."""
    cards = checker.cards(scope, node)
    if isinstance(cards, ZoneRef) or (isinstance(cards, Op) and cards.op == "hand"):
        return cards
    raise mistake(
        "E304",
        node.span,
        "A hand or a pile is shuffled, and these are cards of one.",
        "shuffle all of it, or give them to a zone first",
    )


def _refuse_hidden(checker: Checker, give: nodes.Give, name: str) -> None:
    """Refuse cards that somebody is not to see in a place where all cards lie face up."""
    zone = checker.symbols.table.zones.get(name)
    if zone is not None and zone.face_up:
        raise mistake(
            "E452",
            give.target.span,
            f"Everybody sees the cards in `{name}`, which lie face up.",
            f"leave out `face up` of the zone `{name}`, or who sees these cards",
        )


def _give(checker: Checker, scope: Scope, give: nodes.Give) -> Give:
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
    if isinstance(to, ZoneRef) and (give.face is nodes.Face.DOWN or seen_by is not None):
        _refuse_hidden(checker, give, to.zone)
    return Give(number, source, to, give.each, start, give.face is nodes.Face.UP, seen_by)


def _target(checker: Checker, scope: Scope, node: nodes.Expr) -> Term:
    to = name(checker, scope, node) if isinstance(node, nodes.Name) else checker.typed(scope, node)
    if isinstance(to, ZoneRef):
        return to
    if isinstance(to, Op) and to.op == "hand":
        return to.arguments[0]
    if to.type.kind is Kind.SIDE:
        raise mistake("E304", node.span, "A side has several hands: cards go to a seat or a zone.", "say to which seat")
    if to.type.many:
        raise mistake("E304", node.span, f"Cards go to a seat or a zone, and this is {say(to.type)}.", "")
    return want(to, Kind.SEAT, "A seat or a zone")


def _skip(checker: Checker, action: nodes.Skip, phase: str) -> Skip:
    allowed = [one for one in checker.symbols.resolution.phases if one == "play" or one not in PHASES]
    if phase not in allowed:
        raise mistake(
            "E205",
            action.span,
            f"`{phase}` cannot be skipped.",
            guess(phase, allowed) or "what can be skipped is `play`",
        )
    return Skip(phase)


def bid_of(checker: Checker, scope: Scope, node: nodes.Expr) -> MakeBid:
    """Settle an action that makes a bid, with its values."""
    bids = checker.symbols.bids
    if not isinstance(node, nodes.Name | nodes.Call) or node.name not in bids:
        word = node.name if isinstance(node, nodes.Name | nodes.Call) else "this"
        raise mistake("E239", node.span, f"There is no bid `{word}`.", suggest(word, bids, "bids"))
    given = node.arguments if isinstance(node, nodes.Call) else ()
    parameters = bids[node.name].rule.parameters
    if len(given) != len(parameters):
        raise mistake(
            "E238",
            node.span,
            f"The bid `{node.name}` has {len(parameters)} values, and this gives {len(given)}.",
            "give them all",
        )
    return MakeBid(node.name, checker.arguments(scope, bids[node.name].rule, given))
