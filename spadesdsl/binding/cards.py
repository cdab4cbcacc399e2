"""Sets as Python expressions: cards as masks or rows, other sets in order; conditions on a card as masks.

Cards with an order of their own (a trick, a pile, a part of one) are a row, all others a mask. Each set is written in
its own form, and converted where the other form is needed.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from spadesdsl.engine.ranking import mask_of
from spadesdsl.frozen import replace
from spadesdsl.rules.operations import CARDS, FORMS, OPERATIONS, TRUTH, Operation, Topic, topic_of
from spadesdsl.rules.terms import Answer, Const, Extreme, Filter, Kind, LetRef, Moved, Op, OptionRef, Term, Var, ZoneRef
from spadesdsl.rules.walking import all_read, variables, written_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.binding.forms import Forms

_OF_RANKING = frozenset({Topic.NOTHING, Topic.RANKING})
"""What operations read whose value for a card depends on the ranking alone."""


def is_ordered(term: Term) -> bool:
    """Tell whether a set of cards has an order of its own: a pile, the cards of a trick, those played."""
    return _is_row(term, lambda row: bool(row.row))


def is_row(term: Term) -> bool:
    """Tell whether a set of cards is a short row that is not kept as a mask."""
    return _is_row(term, lambda row: bool(row.row) and not row.code)


def _is_row(term: Term, is_one: Callable[[Operation], bool]) -> bool:
    match term:
        case ZoneRef() | Moved():
            return True
        case Filter():
            return _is_row(term.of, is_one)
        case Op(op="part_suit" | "part", arguments=(of, _)) | Op(op="first_n" | "last_n", arguments=(_, of)):
            return of.type.kind is Kind.CARD and _is_row(of, is_one)
        case Op(op="if" | "else", arguments=(*_, then, otherwise)):
            return term.type.many and _is_row(then, is_one) and _is_row(otherwise, is_one)
        case Op(op=op):
            row = OPERATIONS.get(op)
            return row is not None and is_one(row)
        case _:
            return False


# ---------------------------------------------------------------- sets of cards as masks


def mask(forms: Forms, term: Term) -> str:
    """Write a set of cards, or one card, as a mask."""
    if not term.type.many:
        return _one_card(forms, term)
    match term:
        case LetRef():
            return forms.let(term)
        case Filter() if not is_row(term.of):
            return f"({mask(forms, term.of)} & {condition(forms, term.condition, term.variable)})"
        case Op() if not is_row(term):
            if (found := _op_mask(forms, term)) is not None:
                return found
        case _:
            pass
    return f"mask_of({items(forms, term)})"


def _one_card(forms: Forms, term: Term) -> str:
    if isinstance(term, Const):
        return str(mask_of(forms.compiler.deck.copies[term.value]) if isinstance(term.value, int) else 0)
    if isinstance(term, Op) and term.op == "top_of_suit":
        return _of_face(forms, term)
    return forms.unless_nobody(term, lambda one: f"(1 << {one})", "0")


def _op_mask(forms: Forms, term: Op) -> str | None:
    arguments = term.arguments
    if (row := OPERATIONS.get(term.op)) is not None:
        return forms.row(row.code, term, "0") if row.code else None
    match term.op:
        case "part_suit":
            return f"({mask(forms, arguments[0])} & {suit_mask(forms, arguments[1])})"
        case "part":
            return f"({mask(forms, arguments[0])} & {mask(forms, arguments[1])})"
        case "sequence":
            return forms.unless_nobody(
                arguments[0], lambda one: f"sequence(s, {one}, {mask(forms, arguments[1])})", "0"
            )
        case "list":
            parts = [mask(forms, argument) for argument in arguments]
            if all(part.isdigit() for part in parts):
                return str(reduce(or_, map(int, parts), 0))
            return f"({' | '.join(parts)})"
        case "else" | "if":
            return either(forms, lambda part: mask(forms, part), term)
        case _:
            return None


def either(forms: Forms, form: Callable[[Term], str], term: Op) -> str:
    """Write `a, else b` (b if a is empty) and `if c then a else b`, of sets in one form: masks or tuples."""
    *conditions, then, otherwise = term.arguments
    if conditions:
        return forms.choose(forms.value(conditions[0]), lambda: form(then), lambda: form(otherwise))
    first = forms.writer.name(form(then))
    return forms.choose(first, lambda: first, lambda: form(otherwise))


def suit_mask(forms: Forms, suit: Term) -> str:
    """Write the cards that count for a suit now."""
    ranking = forms.compiler.ranking
    if ranking is not None and isinstance(suit, Op) and suit.op == "card_suit":
        return forms.unless_nobody(suit.arguments[0], lambda card: f"{forms.compiler.with_card(ranking)}[{card}]", "0")
    found = forms.value(suit)
    if not found.isdigit():
        return f"suit_mask(s, {found})"
    return f"s.ranking.masks[{found}]" if ranking is None else str(ranking.masks[int(found)])


# ---------------------------------------------------------------- sets in order


def items(forms: Forms, term: Term) -> str:
    """Write a set as a tuple in order."""
    is_cards = term.type.kind is Kind.CARD
    if not term.type.many:
        return forms.unless_nobody(term, lambda one: f"({one},)", "()")
    match term:
        case ZoneRef():
            return _zone(forms, term)
        case Moved(rule=rule):
            return f"s.moved[{forms.compiler.memories[rule]}]"
        case Filter() if is_ordered(term.of) or not is_cards:
            return _filtered(forms, term)
        case LetRef() | Answer() if not is_cards:
            return forms.let(term) if isinstance(term, LetRef) else forms.answer(term)
        case Answer():
            return f"sorted_row(s, {forms.answer(term)})"
        case Op():
            if (found := _op_items(forms, term)) is not None:
                return found
        case _ if not is_cards:
            return forms.value(term)
        case _:
            pass
    return f"sorted_row(s, {mask(forms, term)})"


def any_order(forms: Forms, term: Term) -> str:
    """Write a set as a tuple where its order makes no difference."""
    if term.type.many and term.type.kind is Kind.CARD and not is_row(term) and not isinstance(term, Answer):
        return f"bits({mask(forms, term)})"
    return items(forms, term)


def any_form(forms: Forms, term: Term) -> str:
    """Write a set in the cheapest form: the only question is whether it is empty."""
    return items(forms, term) if is_row(term) else forms.value(term)


def _zone(forms: Forms, term: ZoneRef) -> str:
    zone = forms.compiler.zones[term.zone]
    if not zone.is_each:
        return f"s.piles[{zone.base}]"
    owner = term.owner or Var("player", term.type)
    return forms.unless_nobody(owner, lambda who: f"s.piles[{zone.base} + {who}]", "()")


def _filtered(forms: Forms, term: Filter) -> str:
    kept = forms.writer.fresh()
    forms.writer.line(f"{kept} = ()")
    of = items(forms, term.of)
    with forms.writer.block(f"for {forms.bound(term.variable)} in {of}:"):
        local = forms.names[term.variable]
        holds = forms.value(term.condition)
        with forms.writer.block(f"if {holds}:"):
            forms.writer.line(f"{kept} += ({local},)")
    return kept


def _op_items(forms: Forms, term: Op) -> str | None:
    arguments = term.arguments
    if (row := OPERATIONS.get(term.op)) is not None:
        if term.op == "trick" and forms.compiler.in_winner and forms.compiler.game.play.equal == "cancel":
            return "live_cards(s)"
        code = row.row if term.type.kind is Kind.CARD else row.code
        return forms.row(code, term, "()") if code else None
    match term.op:
        case "part_suit" | "part" if is_ordered(term):
            return f"kept_in({items(forms, arguments[0])}, {_allowed(forms, term)})"
        case "part" if term.type.kind is not Kind.CARD:
            return f"both({items(forms, arguments[0])}, {items(forms, arguments[1])})"
        case "first_n" | "last_n":
            return f"{term.op}({forms.amount(arguments[0])}, {items(forms, arguments[1])})"
        case "list" if term.type.kind is not Kind.CARD:
            return f"those({', '.join(forms.value(argument) for argument in arguments)})"
        case "else" | "if" if is_ordered(term) or term.type.kind is not Kind.CARD:
            return either(forms, lambda part: items(forms, part), term)
        case _:
            return None


def _allowed(forms: Forms, part: Op) -> str:
    """Write the mask of the cards that a part of a row keeps."""
    return (mask if part.op == "part" else suit_mask)(forms, part.arguments[1])


# ---------------------------------------------------------------- the best card


def extreme(forms: Forms, term: Extreme) -> str:
    """Write `highest of …` and `lowest of …`.

    Among cards that are equal by all keys the first is taken, or the last if `trick equal: last` says so.
    """
    last_wins = forms.compiler.in_winner and forms.compiler.game.play.equal == "last"
    sign = 1 if term.highest else -1
    if not term.keys:
        last = ", last_wins=True" if last_wins else ""
        if isinstance(term.of, Op) and term.of.op in ("part_suit", "part") and is_row(term.of):
            return f"strongest(s, {items(forms, term.of.arguments[0])}, {sign}, {_allowed(forms, term.of)}{last})"
        of = items(forms, term.of) if is_row(term.of) else f"bits({mask(forms, term.of)})"
        return f"strongest(s, {of}, {sign}{last})"
    writer = forms.writer
    best, most, key = writer.fresh(), writer.fresh(), writer.fresh()
    writer.line(f"{best} = None")
    of = items(forms, term.of)
    with writer.block(f"for {forms.bound(term.variable)} in {of}:"):
        local = forms.names[term.variable]
        parts = [f"({forms.value(one)} or 0)" for one in term.keys]
        writer.line(f"{key} = ({', '.join(f'{sign} * {part}' for part in parts)},)")
        with writer.block(f"if {best} is None or {key} {'>=' if last_wins else '>'} {most}:"):
            writer.line(f"{best} = {local}")
            writer.line(f"{most} = {key}")
    return best


def winner_classes(term: Term) -> tuple[Term | None, ...] | None:
    """Return the classes of a winner rule, best first: a suit each, or None for all cards.

    `highest of trick in trumps, else highest of trick in led.suit` has two classes: the trumps, the suit led. Returns
    None for a rule that compares by keys of its own.
    """
    match term:
        case Op(op="else", arguments=(one, other)):
            first, second = winner_classes(one), winner_classes(other)
            return None if first is None or second is None else first + second
        case Extreme(highest=True, keys=(), of=Op(op="trick")):
            return (None,)
        case Extreme(highest=True, keys=(), of=Op(op="part_suit", arguments=(Op(op="trick"), suit))):
            return (suit,)
        case _:
            return None


def in_trick(winner: Term) -> Term:
    """Return a winner rule that gives a card of the trick, or nobody: a card that it names may be elsewhere."""
    match winner:
        case Op(op="else", arguments=parts):
            return replace(winner, arguments=tuple(map(in_trick, parts)))
        case Op(op="if", arguments=(test, *parts)):
            return replace(winner, arguments=(test, *map(in_trick, parts)))
        case Extreme(of=of) | Op(op="first" | "last", arguments=(of,)) if _is_of_trick(of):
            return winner
        case _:
            same = Op("is", (Var("v0", winner.type), winner), TRUTH, span=winner.span)
            return Op("first", (Filter(Op("trick", (), CARDS), "v0", same, CARDS),), winner.type, span=winner.span)


def _is_of_trick(cards: Term) -> bool:
    match cards:
        case Filter(of=of) | Op(op="part_suit" | "part", arguments=(of, _)):
            return _is_of_trick(of)
        case _:
            return isinstance(cards, Op) and cards.op == "trick"


def beaters(forms: Forms, against: Term) -> str:
    """Write the mask of the cards that would beat a card of this trick.

    If the winner rule is an order of suits, this is a mask; otherwise each card of the hand is tried.
    """
    compiler = forms.compiler
    classes = winner_classes(compiler.game.play.winner)
    module = compiler.module
    if classes is None or compiler.game.play.equal == "cancel":
        return f"tried_beaters(s, {forms.variable('player')}, {module.constant(compiler.marks)})"
    deck = compiler.deck
    best = forms.value(against)
    masks = [str(deck.all) if suit is None else suit_mask(forms, suit) for suit in classes]
    equal = "None"
    if compiler.game.play.equal == "last":
        equal = module.constant(tuple(mask_of(deck.copies[face]) for face in deck.faces))
    return f"beaters(s.ranking, {best}, ({', '.join(masks)},), {deck.all}, {equal})"


# ---------------------------------------------------------------- conditions on a card

_MOST_TERMS = 400
"""A named quantity of a card that has more terms with those that it reads is worked out card by card."""


def condition(forms: Forms, term: Term, variable: str) -> str:
    """Write the mask of all cards that meet a condition on the card `variable`."""
    everything = forms.compiler.deck.all
    if variable not in variables(term):
        return f"({everything} if {forms.value(term)} else 0)"
    match term:
        case LetRef(let=key, subject=Var(name=name)) if name == variable and _is_short(forms.compiler, term):
            return condition(forms, forms.compiler.lets[key].body, "card")
        case _:
            pass
    if isinstance(term, Op) and (found := _op(forms, term, variable)) is not None:
        return found
    if _is_static(forms.compiler, term, variable):
        return _by_ranking(forms, term, variable)
    return _card_by_card(forms, term, variable)


def _is_it(term: Term, variable: str) -> bool:
    return isinstance(term, Var) and term.name == variable


def _is_short(compiler: Compiler, term: LetRef) -> bool:
    return written_out(term, compiler.lets, compiler.sizes) <= _MOST_TERMS


def _not(forms: Forms, text: str) -> str:
    return f"({forms.compiler.deck.all} & ~{text})"


def _op(forms: Forms, term: Op, variable: str) -> str | None:
    arguments = term.arguments
    match term.op:
        case "and" | "or":
            parts = [condition(forms, part, variable) for part in arguments]
            return f"({(' & ' if term.op == 'and' else ' | ').join(parts)})"
        case "not":
            return _not(forms, condition(forms, arguments[0], variable))
        case "if":
            holds, then, otherwise = (condition(forms, part, variable) for part in arguments)
            holds = forms.writer.name(holds)
            return f"({then} & {holds} | {otherwise} & ~{holds})"
        case "in_suit" | "not_in_suit" if _is_it(arguments[0], variable) and variable not in variables(arguments[1]):
            return _in_suit(forms, arguments[1], is_in=term.op == "in_suit")
        case "in_suits" | "not_in_suits" if _is_it(arguments[0], variable) and variable not in variables(arguments[1]):
            found = f"suits_mask(s, {items(forms, arguments[1])})"
            return found if term.op == "in_suits" else _not(forms, found)
        case "member" | "not_member" if _is_it(arguments[0], variable) and variable not in variables(arguments[1]):
            found = mask(forms, arguments[1])
            return found if term.op == "member" else _not(forms, found)
        case "beats" if _is_it(arguments[0], variable) and variable not in variables(arguments[1]):
            return beaters(forms, arguments[1])
        case "is" | "is_not":
            return _is(forms, term, variable)
        case "<" | "<=" | ">" | ">=":
            return _rank_test(forms, term, variable)
        case _:
            return None


def _in_suit(forms: Forms, suit: Term, *, is_in: bool) -> str:
    found = suit_mask(forms, suit)
    return found if is_in else _not(forms, found)


def _is(forms: Forms, term: Op, variable: str) -> str | None:
    """Write `card is x`, `card.suit is x`, `card.player is x`, `card.rank is x`, `card.face is x`."""
    left, right = term.arguments
    if variable in variables(right):
        left, right = right, left
    if variable in variables(right):
        return None
    found: str | None = None
    if _is_it(left, variable):
        found = _of_face(forms, right)
    elif isinstance(left, Op) and left.op == "card_suit" and _is_it(left.arguments[0], variable):
        found = _in_suit(forms, right, is_in=True)
    elif isinstance(left, Op) and left.op == "card_player" and _is_it(left.arguments[0], variable):
        found = forms.unless_nobody(right, lambda seat: f"played_by(s, {seat})", "0")
    elif _is_rank_of(left, variable, right):
        return _ranks(forms, left, right, term.op)
    return found if found is None or term.op == "is" else _not(forms, found)


def _of_face(forms: Forms, card: Term) -> str:
    if isinstance(card, Const):
        return mask(forms, card)
    deck = forms.compiler.deck
    masks = forms.compiler.module.constant(tuple(mask_of(deck.copies[face]) for face in deck.faces))
    return forms.unless_nobody(card, lambda one: f"{masks}[{one}]", "0")


def _rank_test(forms: Forms, term: Op, variable: str) -> str | None:
    left, right = term.arguments
    op = term.op
    if variable in variables(right):
        left, right, op = right, left, FORMS[op].mirror
    if variable in variables(right) or not _is_rank_of(left, variable, right):
        return None
    return _ranks(forms, left, right, op)


def _is_rank_of(term: Term, variable: str, bound: Term) -> bool:
    """Tell whether a term is the rank of the card, or its face beside a rank that is printed, too."""
    is_printed = isinstance(bound, Const) or (isinstance(bound, Op) and bound.op == "card_face")
    of_it = isinstance(term, Op) and _is_it(term.arguments[0] if term.arguments else term, variable)
    return of_it and term.op in (("card_rank", "card_face") if is_printed else ("card_rank",))  # type: ignore[union-attr]


def _ranks(forms: Forms, read: Term, bound: Term, op: str) -> str:
    """Write a test of a card's rank: one mask per bound; of the rank as it counts now, one per ranking and bound."""
    module, deck, works = forms.compiler.module, forms.compiler.deck, FORMS[op].works
    assert works is not None
    none = str(deck.all) if op == "is_not" else "0"
    if isinstance(read, Op) and read.op == "card_face":
        faces, without = deck.printed_rank, op == "is_not"
        holds = [[without if one is None else works(one, rank) for one in faces] for rank in range(len(deck.ranks))]
        masks = module.constant(tuple(mask_of([card for card, is_so in enumerate(row) if is_so]) for row in holds))
        return forms.unless_nobody(bound, lambda one: f"{masks}[{one}]", none)
    known, test = module.constant({}), module.constant(works)
    return forms.unless_nobody(bound, lambda one: f"ranked_mask(s, {test}, {one}, {known})", none)


# ---------------------------------------------------------------- conditions without a known mask


def follows_ranking(compiler: Compiler, term: Term) -> bool:
    """Tell whether a condition on the Var `card` reads nothing but the card, the trumps, constants and options."""
    return _is_static(compiler, term, "card", _OF_RANKING | {Topic.TRUMPS})


def _is_static(compiler: Compiler, term: Term, variable: str, topics: frozenset[Topic] = _OF_RANKING) -> bool:
    """Tell whether a condition reads nothing but the card, constants, options and the ranking."""
    if variables(term) - {variable}:
        return False  # another card, such as the one that a quantity is of
    for part in all_read(compiler.lets, term):
        match part:
            case Op():
                if topic_of(part.op) not in topics:
                    return False
            case Var():
                if part.name not in (variable, "card"):
                    return False
            case LetRef():
                if compiler.lets[part.let].subject is not Kind.CARD:
                    return False
            case Const() | OptionRef():
                pass
            case _:
                return False
    return True


def _by_ranking(forms: Forms, term: Term, variable: str) -> str:
    """Write a condition that the ranking decides: worked out once per ranking."""
    known, found = forms.compiler.module.constant({}), forms.writer.fresh()
    forms.writer.line(f"{found} = {known}.get(s.ranking)")
    with forms.writer.block(f"if {found} is None:"):
        forms.writer.line(f"{known}[s.ranking] = {found} = {_card_by_card(forms, term, variable)}")
    return found


def _card_by_card(forms: Forms, term: Term, variable: str) -> str:
    """Write a condition that has to be tried on each card. `marks` counts how often that happens."""
    writer = forms.writer
    writer.line(f"count_try({forms.compiler.module.constant(forms.compiler.marks)})")
    found = writer.fresh()
    writer.line(f"{found} = 0")
    before = forms.names.get(variable)
    with writer.block(f"for {forms.bound(variable)} in range({forms.compiler.deck.size}):"):
        local = forms.names[variable]
        holds = forms.value(term)
        with writer.block(f"if {holds}:"):
            writer.line(f"{found} |= 1 << {local}")
    if before is None:
        del forms.names[variable]
    else:
        forms.names[variable] = before
    return found
