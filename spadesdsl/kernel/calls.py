"""Calls that are written out where they stand: of Python, of the queries of `spadesdsl.engine`, and of templates."""

from __future__ import annotations

import ast
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine import queries, seats
from spadesdsl.engine.ranking import bits
from spadesdsl.kernel import values
from spadesdsl.kernel.course import COURSE
from spadesdsl.kernel.settled import code_of
from spadesdsl.kernel.values import CARDS, NONE, NUM, ROW, SEAT, Type, Value, binary, held, literal, number_in
from spadesdsl.kernel.writing import Stub

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.kernel.expressions import Expressions


def _do_bool(w: Expressions, one: ast.expr) -> Value:
    found = w.value(one)
    text = w.truth(found)
    if number_in(text) is not None:
        return Value(literal(bool(number_in(text))))
    return Value(text if found.type.name in ("row", "kept", "sorted", "empty") else f"({text} != 0)")


def _as(kind: Type | None = None) -> Callable[[Expressions, ast.expr], Value]:
    """Return what takes a value for one of a kind, or as it is."""

    def written(w: Expressions, one: ast.expr | None = None) -> Value:
        found = Value("0", values.EMPTY) if one is None else w.amount(one)
        return found if kind is None else Value(found.text, kind)

    return written


def _do_len(w: Expressions, one: ast.expr) -> Value:
    found = w.value(one)
    match found.type.name:
        case "row":
            return Value(f"S[{found.text}]")
        case "set" if code_of(one) == "s.calls":
            return w.unit.layout.attribute("bid_count")
        case "set" if w.is_one(found):
            return Value("1")
        case "arr" | "fixed":
            return Value(str(w.unit.layout.length(found)))
        case _:
            return Value(w.size_of(w.mask(found)))


def _do_mask_of(w: Expressions, one: ast.expr) -> Value:
    found = w.value(one)
    return Value(w.mask(found), Type("set", found.type.of or "card"))


def _do_abs(w: Expressions, one: ast.expr) -> Value:
    text = w.named(w.value(one).text)
    return Value(f"({text} if {text} >= 0 else -{text})")


def _most(sign: str, w: Expressions, *parts: ast.expr, default: ast.expr | None = None) -> Value:
    if len(parts) > 1:
        text = w.named(w.value(parts[0]).text)
        for part in parts[1:]:
            other = w.named(w.value(part).text)
            first, second = number_in(text), number_in(other)
            if first is None or second is None:
                text = w.fresh(f"({text} if {text} {sign}= {other} else {other})")
            else:
                text = literal((max if sign == ">" else min)(first, second))
        return Value(text)
    if default is None and not isinstance(parts[0], ast.GeneratorExp | ast.ListComp):
        found = w.value(parts[0])
        if found.type.name == "set":
            return Value(f"{'top' if sign == '>' else 'ctz'}({found.text})", Type("num", found.type.of))
    worst = literal(NONE if sign == ">" else -NONE)
    best = w.fresh(worst if default is None else w.value(default).text)
    is_first = "" if default is None else w.fresh("1")

    def add(item: Value) -> None:
        name = w.named(w.fitted(item).text)
        with w.block(f"if {f'{is_first} != 0 or ' if is_first else ''}{name} {sign} {best}:"):
            w.line(f"{best} = {name}")
        if is_first:
            w.line(f"{is_first} = 0")

    w.over(parts[0], add)
    return Value(best)


def _do_sum(w: Expressions, node: ast.expr, start: ast.expr | None = None) -> Value:
    found, kind = w.fresh("0"), [NUM]

    def add(item: Value) -> None:
        kind[0] = item.type if item.type.name == "share" else NUM
        w.line(f"{found} = {found} + {item.text}")

    w.over(node, add)
    return Value(found, kind[0])


def _tried(end: str, w: Expressions, node: ast.expr) -> Value:
    if isinstance(node, ast.Attribute) and w.value(node).type == values.EMPTY:
        return Value(literal(end == "0"))
    match node:
        case ast.GeneratorExp(elt=test, generators=[ast.comprehension(target=ast.Name(id=name), iter=of, ifs=[])]):
            if those := w.those_of(of, name, test if end == "1" else ast.UnaryOp(ast.Not(), test)):
                return Value(f"({w.mask(those)} {'!=' if end == '1' else '=='} 0)")
        case _:
            pass
    negated = "" if end == "1" else "not "
    found = w.fresh(str(1 - int(end)))

    def add(item: Value) -> None:
        with w.block(f"if {negated}{w.truth(item)}:"):
            w.line(f"{found} = {end}")
            w.line("break")

    w.over(node, add)
    return Value(f"({found} != 0)")


def _do_next(w: Expressions, node: ast.expr, default: ast.expr) -> Value:
    found = w.fresh(w.value(default).text)
    kind = [NUM]

    def add(item: Value) -> None:
        kind[0] = item.type
        w.line(f"{found} = {item.text}")
        w.line("break")

    w.over(node, add)
    return Value(found, kind[0])


def _do_kept_in(w: Expressions, row: ast.expr, mask: ast.expr) -> Value:
    found, only = w.value(row), w.value(mask).text
    if found.type.name == "kept":
        return Value(found.text, Type("kept", "card"), binary(found.other, "&", only))
    if found.type.name != "row":
        return Value(binary(w.mask(found), "&", only), CARDS)
    return Value(found.text, Type("kept", "card"), only)


def _do_strongest(
    w: Expressions,
    _: ast.expr,
    row: ast.expr,
    sign: ast.expr,
    within: ast.expr | None = None,
    last_wins: ast.expr | None = None,
) -> Value:
    found = w.value(row) if within is None else _do_kept_in(w, row, within)
    last = int(last_wins is not None)
    rank = w.value(sign).text
    if found.type.name == "kept" and within is not None and _is_by_number(w, within):
        name = w.named(w.mask(found))
        return Value(f"({'top' if rank == '1' else 'ctz'}({name}) if {name} != 0 else {NONE})", values.CARD)
    if found.type.name in ("row", "kept"):
        made = w.unit.template("strongest_kept", (ROW, CARDS), SIGN=number_in(rank), LAST=last)
        mask = found.other or literal(w.bound["ALL"])
        return Value(f"{made.name}(S, {found.text}, {mask})", values.CARD)
    made = w.unit.template("strongest_of", (CARDS,), SIGN=number_in(rank), LAST=last)
    return Value(f"{made.name}(S, {w.mask(found)})", values.CARD)


def _is_by_number(w: Expressions, within: ast.expr) -> bool:
    """Tell whether a mask is of a suit, and a card of a suit is the stronger the higher its number."""
    rankings = w.bound["RANKINGS"]
    suits = [[one.strength[card] for card in bits(mask)] for one in rankings for mask in one.masks]
    return _is_suit(within, w.names, {0, *(mask for one in rankings for mask in one.masks)}) and all(
        one < other for suit in suits for one, other in pairwise(suit)
    )


def _is_suit(within: ast.expr, names: dict[str, Any], suits: set[int]) -> bool:
    """Tell whether a mask is of the cards of a suit, or of none."""
    match within:
        case ast.Call(func=ast.Name(id="suit_mask")):
            return True
        case ast.Constant(value=int() as mask):
            return mask in suits
        case ast.IfExp(body=one, orelse=other):
            return _is_suit(one, names, suits) and _is_suit(other, names, suits)
        case ast.Subscript(value=ast.Name(id=row)):
            return suits.issuperset(names[row])
        case _:
            return False


def _do_ranked_mask(w: Expressions, _: ast.expr, test: ast.expr, against: ast.expr, __: ast.expr) -> Value:
    assert isinstance(test, ast.Name)
    passes, rankings = w.names[test.id], w.bound["RANKINGS"]
    width = 1 + max(max(one.rank) for one in rankings)
    ranks = ((one.rank, than) for one in rankings for than in range(-1, width))
    flat = [sum(1 << card for card, rank in enumerate(row) if passes(rank, than)) for row, than in ranks]
    rank = w.value(against).text
    number = w.unit.layout.attribute("ranking").text
    row = binary(number, "*", str(width + 1)) if len(rankings) > 1 else "0"
    return Value(w.table_at(flat, binary(row, "+", binary(rank, "+", "1"))), CARDS)


def _do_beaters(
    w: Expressions, _: ast.expr, best: ast.expr, classes: ast.expr, everything: ast.expr, equal: ast.expr
) -> Value:
    assert isinstance(classes, ast.Tuple)
    card = w.named(w.value(best).text)
    better, done = w.fresh("0"), w.fresh("0")
    same = "" if isinstance(equal, ast.Constant) else f" | {w.value(equal).text}[{card}]"
    with w.block(f"if {card} == {NONE}:"):
        w.line(f"{better} = {w.value(everything).text}")
    with w.block("else:"):
        for one in classes.elts:
            mask = w.named(w.value(one).text)
            with w.block(f"if {done} == 0:"):
                with w.block(f"if ({mask} >> {card} & 1) != 0:"):
                    w.line(f"{better} = {better} | ({mask} & ({w.ranked('above', card).text}{same}))")
                    w.line(f"{done} = 1")
                with w.block("else:"):
                    w.line(f"{better} = {better} | {mask}")
    return Value(better, CARDS)


def _do_draw(w: Expressions, _: ast.expr, found: ast.expr) -> Value:
    lots = w.value(found)
    name = w.named(w.mask(lots))
    text = f"select({name}, below(S, {w.unit.layout.attribute('generator').text[2:-1]}, {w.size_of(name)}))"
    return Value(text if number_in(name) else f"({text} if {name} != 0 else {NONE})", Type("num", lots.type.of))


def _do_those(w: Expressions, *parts: ast.expr) -> Value:
    text, of = "0", ""
    for part in parts:
        found = w.value(part)
        of = of or found.type.of
        text = binary(text, "|", w.one_of(found))
    return Value(text, Type("set", f"{of} listed" if len(parts) > 1 else of))


def _do_suits_mask(w: Expressions, _: ast.expr, suits: ast.expr) -> Value:
    found = w.fresh("0")
    with w.each(w.value(suits)) as (suit, __):
        w.line(f"{found} = {found} | {w.ranked('masks', suit).text}")
    return Value(found, CARDS)


def _do_suits_of(w: Expressions, _: ast.expr) -> Value:
    rows = [sum(1 << suit for suit, cards in enumerate(one.masks) if cards) for one in w.bound["RANKINGS"]]
    return Value(w.table_at(rows, w.unit.layout.attribute("ranking").text), Type("set", "suit"))


def _some_of(how: str, w: Expressions, number: ast.expr, row: ast.expr) -> Value:
    many, found = w.value(number).text, w.in_row(w.whole(w.value(row)))
    if found.type.name == "row":
        into = w.scratch()
        made = w.unit.template(f"{how}_row", (NUM, ROW, ROW))
        w.line(f"{made.name}(S, {many}, {found.text}, {into})")
        return Value(str(into), found.type)
    if found.type.of not in ("suit", "trick", "call"):
        raise values.CannotCompileError(f"the first few of a set of {found.type.of or 'things listed'}")
    made = w.unit.template(f"{how}_bits", (NUM, found.type))
    return Value(f"{made.name}(S, {many}, {found.text})", found.type)


def _do_fixed_value(w: Expressions, answer: ast.expr, name: ast.expr, none: ast.expr) -> Value:
    assert isinstance(name, ast.Constant)
    return Value(f"S[{w.value(answer).text} + {w.unit.layout.fixed(str(name.value))}]")


def _do_did(w: Expressions, _: ast.expr, decision: ast.expr, asked: ast.expr, arguments: ast.expr) -> Value:
    number = _constant_in(decision)
    done = w.item_of(w.unit.layout.attribute("did"), str(number)).text
    seats_asked = w.value(asked).text
    if isinstance(arguments, ast.Constant):
        return Value(f"(({done} & {seats_asked}) != 0)")
    return _answered(w, number, [f"(({seats_asked}) >> {{0}} & 1) != 0"], arguments)


def _do_did_with_card(w: Expressions, _: ast.expr, decision: ast.expr, card: ast.expr, arguments: ast.expr) -> Value:
    name = w.named(w.value(card).text)
    return _answered(w, _constant_in(decision), [f"{{1}} == {name}"], arguments)


def _answered(w: Expressions, decision: int, tests: list[str], arguments: ast.expr) -> Value:
    """Write whether some answer to a decision fits."""
    layout = w.unit.layout
    parts = arguments.elts if isinstance(arguments, ast.Tuple) else []
    given = [w.named(w.fitted(w.amount(one), layout.amount).text) for one in parts]
    base, width = layout.answers_of(decision)
    found, at = w.fresh("0"), w.fresh()
    with w.block(f"for {at} in range(S[{base}]):"):
        record = w.fresh(binary(str(base + 1), "+", binary(at, "*", str(width))))
        wanted = [one.format(f"S[{record}]", f"S[{record} + 1]") for one in tests]
        wanted += [f"S[{record} + {layout.FIRST + place}] == {text}" for place, text in enumerate(given)]
        with w.block(f"if {' and '.join(wanted)}:"):
            w.line(f"{found} = 1")
    return Value(f"({found} != 0)")


def _do_last_answer(w: Expressions, _: ast.expr, decision: ast.expr) -> Value:
    base, width = w.unit.layout.answers_of(_constant_in(decision))
    text = f"({base + 1 - width} + {width} * S[{base}] if S[{base}] > 0 else {NONE})"
    return Value(text, Type("answer", _constant_in(decision)))


def _do_last_answer_of(w: Expressions, _: ast.expr, decision: ast.expr, seat: ast.expr) -> Value:
    base, width = w.unit.layout.answers_of(_constant_in(decision))
    made = w.unit.template("last_record", (NUM, NUM, NUM))
    text = f"{made.name}(S, {base}, {width}, {w.value(seat).text})"
    return Value(text, Type("answer", _constant_in(decision)))


def _do_new_row(w: Expressions) -> Value:
    into = w.scratch()
    w.line(f"S[{into}] = 0")
    return Value(str(into), ROW)


def _do_as_set(w: Expressions, one: ast.expr) -> Value:
    found = w.value(one)
    return found if found.type.name in ("set", "empty") else Value(w.one_of(found), Type("set", found.type.of))


def _do_side_total(w: Expressions, _: ast.expr) -> Value:
    layout = w.unit.layout
    return Value(str(layout.sides) if layout.fixed_sides else layout.attribute("side_count").text)


def _do_next_player(w: Expressions, _: ast.expr, seat: ast.expr, step: ast.expr | None = None) -> Value:
    by = 1 if step is None else number_in(w.value(step).text) or 1
    who, players, many = w.value(seat).text, w.bound["SPEC"].players, w.bound["SEATS"]
    if w.bound["CAN_BE_OUT"]:
        left = _players(w)
        made = w.unit.engine(seats.next_of, (left.type, held(many).type, SEAT, held(by).type))
        return Value(f"{made.name}(S, {left.text}, {who})", SEAT)
    row = [seats.next_of(players, many, one, by) for one in range(many)]
    return Value(w.table_at(row, who), SEAT)


def _players(w: Expressions) -> Value:
    return w._called(w.unit.engine(seats.players_of, ()), [])


def _from(w: Expressions, start: ast.expr, mask: str) -> Value:
    """Return seats in their order from one of them; a set of seats is in their order from the left of the dealer."""
    if code_of(start) == "seats.first_seat(s)":
        return Value(mask, Type("set", "seat"))
    return Value(w.value(start).text, Type("round", "seat"), mask)


def _do_twin_of_suit(w: Expressions, _: ast.expr, suit: ast.expr) -> Value:
    stub: Any = Stub(None, w.bound["SPEC"])
    row = [queries.twin_of_suit(stub, one) for one in range(len(w.bound["SPEC"].deck.suits))]
    text = w.table_at([NONE if one is None else one for one in row], w.value(suit).text)
    return Value(text, Type("num", "suit"))


def _constant_in(node: ast.expr) -> int:
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, int)
    return node.value


def _of_words(text: str, w: Expressions, *given: ast.expr) -> Value:
    """Write a call of what works on a word; `text` says where the values go."""
    place = w.unit.layout.attribute("generator").text[2:-1]
    return Value(text.format(", ".join([w.value(one).text for one in given]), place=place))


def _of_state(text: str, kind: Type, w: Expressions, _: ast.expr, *given: ast.expr) -> Value:
    return _of_words(text, w, *given)._replace(type=kind)


def _masked(kind: Type, w: Expressions, _: ast.expr, one: ast.expr) -> Value:
    return Value(w.mask(w.value(one)), kind)


def _do_both(w: Expressions, one: ast.expr, other: ast.expr) -> Value:
    first = w.value(one)
    return Value(binary(w.mask(first), "&", w.mask(w.value(other))), Type("set", first.type.of))


CALLS: Final[dict[str, Callable[..., Value]]] = {
    **COURSE,
    **{name.removeprefix("_do_"): found for name, found in list(globals().items()) if name.startswith("_do_")},
    **dict.fromkeys(("int", "whole", "bits", "tuple", "list", "frozenset", "amount"), _as()),
    **{name: partial(_of_words, f"{name}({{}})") for name in ("ctz", "top", "select")},
    "next_bits": partial(_of_words, "next_bits(S, {})"), "below": partial(_of_state, "below(S, {place}, {})", NUM),
    "drawn": lambda w, _, *given: _of_words("below(S, {})" if len(given) == 2 else "below_from(S, {})", w, *given),
    "sorted_row": partial(_masked, Type("sorted", "card")), "in_order": partial(_masked, Type("set", "seat")),
    "clockwise": lambda w, _, start: _from(w, start, literal(w.bound["ALL_SEATS"])),
    "players_from": lambda w, _, start: _from(w, start, _players(w).text),
    "as_numbers": lambda w, one: Value(w.value(one).text, Type("arr", w.unit.layout.amount)),
    "numbers_at": lambda w, one: Value(w.value(one).text, Type("arr", NUM)),
    "ThisTrick": lambda *_: Value("0", Type("this")),
    "tried_beaters": lambda w, _, seat, __: Value(
        f"{w.unit.template('tried_beaters', (SEAT,)).name}(S, {w.value(seat).text})", CARDS
    ),
    **dict.fromkeys(("count_try", "times_late"), lambda *_: Value("0")),
    "as_seats": _as(Type("set", "seat")), "as_cards": _as(CARDS),
    "as_row": _as(ROW), "as_option": _as(values.OPTION),
    "sorted": lambda w, found, **_: w.value(found),
    "max": partial(_most, ">"), "min": partial(_most, "<"),
    "one_of_each": lambda w, _, cards: w._called(w.unit.template("dedupe", (CARDS,)), [w.mask(w.value(cards))]),
    "any": partial(_tried, "1"), "all": partial(_tried, "0"),
    "first_n": partial(_some_of, "first_n"), "last_n": partial(_some_of, "last_n"),
}  # fmt: skip
"""What writes out a call, by the name that is called."""
