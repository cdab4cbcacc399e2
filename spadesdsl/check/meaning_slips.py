"""Checks of meaning for what can be played and is hardly meant: lists the other way round, parts that never count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial, reduce
from itertools import combinations, product
from typing import Final

from spadesdsl.check.checker import Checker
from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.operations import CARD, CARDS, SEAT, SUIT
from spadesdsl.rules.parts import Ask, Line, RuleInfo, Step
from spadesdsl.rules.terms import Answer, Const, Extreme, Fold, Holds, LetRef, Op, Term, Var
from spadesdsl.rules.walking import all_read, all_steps, every_term, terms_of, variables, walk
from spadesdsl.syntax import bodies, nodes
from spadesdsl.syntax.expressions import Binary, Expr, Fallback, Operator, Quantified
from spadesdsl.syntax.node import Node
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.writing import show
from spadesdsl.words import or_list

_AROUND: Final = ("North", "East", "South", "West")
_RISING: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The printed ranks that nobody doubts the order of."""
_FEWEST_RISING: Final = 5
_LOW_AND_HIGH: Final = tuple(product(("little", "small", "low", "lower"), ("big", "large", "high", "higher")))
"""Words that tell two cards of a kind apart."""
_IN_A_SUIT: Final = frozenset({"part_suit", "in_suit"})
_LED: Final = Op("card_suit", (Op("led", (), CARD),), SUIT)
_OF_SUIT_LED: Final = Op("part_suit", (Op("trick", (), CARDS), _LED), CARDS)


def lists_begin_at_the_right_end(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about seats that are not named as around a table, ranks and tops of trumps from low to high (W528)."""
    resolution = checker.symbols.resolution
    own = resolution.document
    seats, ranks = (resolution.one(*key) for key in (("table", "seats"), ("deck", "ranks")))
    north_to_south = game.seats.index("South") - game.seats.index("North") if set(game.seats) == set(_AROUND) else 2
    if seats is not None and seats.document is own and abs(north_to_south) != 2:
        message = "`seats` goes around the table, so here North does not sit across from South."
        yield warning("W528", seats.node.span, message, f"write `seats {', '.join(_AROUND)}`")
    highest_first = game.ranks[::-1]
    rising = [one for one in highest_first if one in _RISING]
    if (
        ranks is not None
        and ranks.document is own
        and len(rising) >= _FEWEST_RISING
        and rising == [one for one in _RISING if one in rising]
    ):
        message = f"`ranks` goes from high to low, so here the {highest_first[0]} is the highest card of its suit."
        yield warning("W528", ranks.node.span, message, f"write `ranks {', '.join(game.ranks)}`")
    topped = () if game.trumps is None or game.trumps.rule.document != own.name else game.trumps.topped
    names = [game.faces[int(one.value)].name for one in topped if isinstance(one, Const) and isinstance(one.value, int)]
    for low, high in combinations(names, 2) if len(names) == len(topped) else ():
        if any(low != high == low.replace(*words) for words in _LOW_AND_HIGH):
            message = f"`topped by` goes from high to low, so here `{low}` beats `{high}`."
            turned = ", ".join({low: high, high: low}.get(one, one) for one in names)
            yield warning("W528", topped[0].span, message, f"write `topped by {turned}`")
            break


def trumps_are_there(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about cards in trumps where a game never has trumps (W529)."""
    resolution = checker.symbols.resolution
    has_some = game.trumps is not None and game.trumps.suit != Const(None, game.trumps.suit.type)
    on_deals = (rule for block, _ in resolution.on_deals for _, rule in nodes.walk(block) if rule is not None)
    if has_some or any(rule.keyword == "trumps" for rule in on_deals):
        return
    usual = list(walk(game.play.winner))
    for one in every_term(game):
        match one:
            case Op(op=op, arguments=(_, Op(op="trumps") as trumps)) if op in _IN_A_SUIT and one not in usual:
                suits = or_list(f"`{suit}`" for suit in game.suits)
                message = "This game has no trumps, so no card is in `trumps`."
                yield warning("W529", trumps.span, message, f"write a suit, {suits}, or say `trumps: …` in `deck`")
            case _:
                pass


def something_adds_to_tallies(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a tally that no step adds to (W530)."""
    for tally in game.scoring.tallies:
        if all(one.verb in ("reset", "full at") for one in tally.steps):
            message = f"Nothing is added to the tally `{tally.name}`, so it is always 0."
            yield warning(
                "W530", tally.rule.name_span, message, "begin with what it counts, as in `add 1 when taken = 0,`"
            )


def mixed_conditions_are_bracketed(checker: Checker, _: Rules) -> Iterator[Diagnostic]:
    """Warn about `a and b = 1 or b = 2` without brackets: `a` counts for the first number alone (W531)."""
    for one, _rule in nodes.walk(checker.symbols.resolution.document):
        match one:
            case Binary(operator=Operator.OR, left=Binary(operator=Operator.AND) as both, right=other):
                near, choices = both.right, Binary(Operator.OR, both.right, other)
                meant, is_bare = Binary(Operator.AND, both.left, choices), one.span.start == both.span.start
            case Binary(operator=Operator.OR, left=other, right=Binary(operator=Operator.AND) as both):
                near, choices = both.left, Binary(Operator.OR, other, both.left)
                meant, is_bare = Binary(Operator.AND, choices, both.right), one.span.end == both.span.end
            case _:
                continue
        if is_bare and _compare_the_same(near, other):
            message = f"`and` joins closer than `or`, so `{flat(show(other))}` alone is enough here."
            hint = f"write `{flat(show(meant))}`, or put brackets around `{flat(show(both))}` if that is meant"
            yield warning("W531", one.span, message, hint)


def _compare_the_same(one: Node, other: Node) -> bool:
    """Tell whether two conditions compare the same thing, each with something of its own."""
    match one, other:
        case Binary(operator=Operator.EQUAL | Operator.IS, left=what), Binary(operator=sign, left=that):
            return one.operator is sign and what == that
        case _:
            return False


def what_nobody_has_is_said_of_each(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about `no player has a and b` where b says nothing of a player, and is part of what none has (W538)."""
    terms = {one.span: one for one in every_term(game) if isinstance(one, Holds) and one.quantifier == "no"}
    for one, _rule in nodes.walk(checker.symbols.resolution.document):
        match one:
            case Quantified(condition=Binary(operator=Operator.AND | Operator.OR as both) as told):
                term = terms.get(one.span)
                is_bare = told.span.end == one.span.end
            case _:
                continue
        if term is None or not is_bare:
            continue
        is_said_of_it = [term.variable in variables(part) for part in _parts(term.condition, both.value)]
        parts = list(_joined(told, both))
        if len(is_said_of_it) != len(parts) or all(is_said_of_it) or not any(is_said_of_it):
            continue
        of_it, others = (
            [part for part, is_of_it in zip(parts, is_said_of_it, strict=True) if is_of_it is wanted]
            for wanted in (True, False)
        )
        none_has = replace(one, condition=reduce(partial(Binary, both), of_it))
        meant = reduce(partial(Binary, both), [*others, none_has])
        said, noun = flat(show(others[0])), one.noun
        message = f"`{said}` is part of what no {noun} has here, and says nothing of any {noun}."
        hint = f"write `{flat(show(meant))}`, or put brackets around `{flat(show(told))}` if that is meant"
        yield warning("W538", others[0].span, message, hint)


def _joined(told: Expr, both: Operator) -> Iterator[Expr]:
    """Yield the conditions that are joined by `and`, or by `or`."""
    if isinstance(told, Binary) and told.operator is both:
        yield from _joined(told.left, both)
        yield from _joined(told.right, both)
    else:
        yield told


def _parts(term: Term, both: str) -> Iterator[Term]:
    """Yield the same as terms."""
    if isinstance(term, Op) and term.op == both:
        for part in term.arguments:
            yield from _parts(part, both)
    else:
        yield term


def winners_are_looked_for_in_order(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about what comes after `else` where the card led is always among the cards before it (W532)."""
    rule = game.play.winner_rule
    for one in walk(game.play.winner) if all(face.suit is not None for face in game.faces) else ():
        match one:
            case Op(op="else", arguments=(Extreme(of=of), after)) if of == _OF_SUIT_LED:
                message = "The card that is led is always in `led.suit`, so what comes after `else` never counts."
                hint = "write it before the other"
                told = rule.node.body.value if rule.node and isinstance(rule.node.body, bodies.Amount) else None
                if isinstance(told, Fallback):
                    hint = f"write `trick winner: {flat(show(Fallback(told.second, told.first)))}`"
                yield warning("W532", after.span, message, hint)


def every_trick_has_a_winner(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a game in which nobody wins a trick without a trump (W533)."""
    rule = game.play.winner_rule
    match game.play.winner:
        case Extreme(of=Op(op="part_suit", arguments=(Op(op="trick"), Op(op="trumps")))):
            written = rule.node.body.value if rule.node and isinstance(rule.node.body, bodies.Amount) else None
            told = "highest of trick in trumps" if written is None else flat(show(written))
            hint = f"write `trick winner: {told}, else highest of trick in led.suit`"
            yield warning("W533", game.play.winner.span, "Nobody wins a trick to which no trump is played.", hint)
        case _:
            pass


def branches_differ(checker: Checker, _: Rules) -> Iterator[Diagnostic]:
    """Warn about an `if` that gives the same either way (W532)."""
    for one in checker.every_term:
        match one:
            case Op(op="if", arguments=(_, then, otherwise)) if then == otherwise:
                message = "This `if` gives the same after `then` and after `else`, so its condition decides nothing."
                yield warning("W532", one.span, message, "change what one of them gives, or write it without `if`")
            case _:
                pass


def winners_lead(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a game in which another seat leads than the one that won the last trick (W534)."""
    lets = game.let_of
    leads = _chosen(game.play.lead_next, lets)
    last = [one for one in leads if any(isinstance(it, Op) and it.op == "last_trick" for it in all_read(lets, one))]
    if all(isinstance(one, Op) and one.op in _BESIDE for one in last):
        message = "Here the winner of a trick does not lead to the next one."
        if not last:
            message = "Here it does not matter who wins a trick: the same player leads to each of them."
        hint = "write `lead next: last_trick.winner` if the winner leads"
        yield warning("W534", game.play.lead_next.span, message, hint)


def _chosen(term: Term, lets: Mapping[str, Let]) -> Iterator[Term]:
    """Yield what a term may be, and what the quantity may be that it reads."""
    match term:
        case LetRef(let=name) if name in lets:
            yield from _chosen(lets[name].body, lets)
        case Op(op="if", arguments=(_, *ways)) | Op(op="else", arguments=ways):
            for one in ways:
                yield from _chosen(one, lets)
        case _:
            yield term


_BESIDE: Final = ("left", "right", "across", "partner")
"""Seats beside another one."""


def lines_tell_sides_apart(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a line that asks all players, or nothing, and so gives every side the same (W535)."""
    own, lets = checker.symbols.resolution.document.name, game.let_of
    for line in game.scoring.lines:
        if line.bid_type or line.instead_of or line.rule.document != own:
            continue
        given = line.cases[0].value
        if line.when is None and len(line.cases) == 1 and isinstance(given, Const) and given.value:
            message = f"`score {line.name}` gives all the same, whatever they did."
            hint = f"say when, or for each what, as in `{given.value} * taken`"
            yield warning("W535", line.rule.name_span, message, hint)
        read = list(all_read(lets, *terms_of(line)))
        is_of_all = any(isinstance(one, Op) and one.op == "players" for one in read)
        if is_of_all and not any(isinstance(one, Var) and one.name in _SUBJECTS for one in read):
            message = f"`score {line.name}` asks everybody at the table, so it gives all the same."
            alone = game.teams.is_single
            hint = "leave out `player`, and what it says is about whom it scores"
            outside = _of_one(line.rule) if alone else None
            if outside is not None:
                hint = f"what is said of one player comes before `{outside.quantifier}`: write `{_before_all(outside)}`"
            elif not alone:
                hint = "write `member` for `player` if it is about those of the side that is scored"
            yield warning("W535", line.rule.name_span, message, hint)


def answers_are_of_one(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about the last answer of anybody where each player gave one, and the rule is about each of them (W540)."""
    asked = {
        step.rule.name
        for step in all_steps(game)
        if isinstance(step, Ask) and step.by.turns != "one" and step.by.stopping is None and step.timing is None
        if not any(_asks_who_it_is(one) for one in all_read(game.let_of, step.when))
    }
    each: list[Step | Line] = [
        step for step in all_steps(game) if step.timing is None and step.by is not None and step.by.turns != "one"
    ]
    each += game.scoring.lines if game.scoring.each == "player" else ()
    for one in (term for step in each for term in every_term(step)):
        if isinstance(one, Answer) and one.who is None and one.decision in asked:
            message = (
                f"Each player answers `{one.decision}`, and `{one.decision}.{one.name}` is the last of these answers."
            )
            hint = f"write `player.{one.decision}.{one.name}`, the answer of the player in question"
            yield warning("W540", one.span, message, hint)


def _asks_who_it_is(term: Term) -> bool:
    """Tell whether a condition names the player that it is about, so that it holds for one alone."""
    return isinstance(term, Op) and term.op == "is" and Var("player", SEAT) in term.arguments


_SUBJECTS: Final = ("side", "player")


def _of_one(rule: RuleInfo) -> Quantified | None:
    """Return the condition of a line, if it asks the last thing of all players that can be asked of one alone."""
    match rule.node:
        case nodes.Score(when=Quantified(condition=Binary(operator=Operator.AND, right=right)) as asked):
            return asked if flat(show(right)).startswith("player ") else None
        case _:
            return None


def _before_all(asked: Quantified) -> str:
    """Write what was asked last of all players as a condition of its own."""
    assert isinstance(asked.condition, Binary)
    return f"{flat(show(asked.condition.right))} and {flat(show(replace(asked, condition=asked.condition.left)))}"


def sums_of_bids_are_whole(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a bid that is judged by the sum of all bids before all have bid (W536)."""
    for must in game.play.musts:
        if must.judges_card or must.when is not None:
            continue
        match must.body:
            case Op(op="=" | "!=", arguments=(Fold(how="sum", of=Op(op="players"), body=Op(op="seat_contract")), _)):
                message = "The first bids are judged by this sum, too, though the others have not bid yet."
                yield warning("W536", must.body.span, message, "write `when every player did bid` before the `:`")
            case _:
                pass
