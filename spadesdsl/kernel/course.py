"""Calls of what carries a deal on, written out where they stand: whose turn it is, what may be chosen, what is kept."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from spadesdsl.engine import actions, choices, offers
from spadesdsl.engine.plan import BACK, Asks, OfRound
from spadesdsl.kernel import values
from spadesdsl.kernel.settled import UNKNOWN
from spadesdsl.kernel.unit import source_of
from spadesdsl.kernel.values import NONE, NUM, ROW, SEAT, TURNS, Type, Value, binary, held, literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.kernel.expressions import Expressions


def _do_put_down(w: Expressions, _: ast.expr, __: ast.expr, ___: ast.expr, *given: ast.expr) -> Value:
    """Write a line on a sheet: its points, at the place of a seat or a side."""
    number, place, points = (w.value(one).text for one in given[:3])
    at = binary(binary(number, "*", str(w.bound["SEATS"])), "+", place)
    w.line(f"{w.item_of(w.unit.layout.attribute('sheet'), at).text} = {points}")
    return Value("0")


def _do_go_to(w: Expressions, _: ast.expr, node: ast.expr, turns: ast.expr | None = None) -> Value:
    """Go on to a node of the plan; whose turn it is there is written where it changes."""
    to = w.fixed_of(node)
    if turns is None:
        has_turns = isinstance(w.settled.get("node"), Asks | OfRound | None)
        made = w.unit.template("follow", THEN=to if to == BACK else w.bound["BASE"] + to, HAS_TURNS=has_turns)
        return Value(f"{made.name}(S)")
    w.value(turns)
    w.line(f"{w.unit.layout.attribute('node').text} = {w.bound['BASE'] + to}")
    return Value("0")


def _do_Turns(  # noqa: N802 - the name of what it stands for
    w: Expressions, *given: ast.expr, asked: ast.expr | None = None, chosen: ast.expr | None = None
) -> Value:
    """Write whose turn it is: the next turn, or what has changed in this one."""
    layout = w.unit.layout
    is_first = len(given) == 2
    if is_first:
        many = w.named(w.value(ast.Name("order")).text)
        w.line(f"{layout.attribute('turn_count').text} = {many}")
        w.line(f"{layout.attribute('has_turns').text} = (1 if {many} > 0 else 0)")
        for name, to in (("listed", "order"), ("listed_sides", "order_sides")):
            w.copy(layout.attribute(name), layout.attribute(to))
    parts = [ast.Constant(0)] * 3 if is_first else given[2:]
    for name, one in zip(("turn_at", "turn_laps", "turn_asked"), parts, strict=False):
        w.line(f"{layout.attribute(name).text} = {w.value(one).text}")
    partner = layout.places["asked_partner"][0]
    if is_first and w.step.by.turns == "at once":
        w.line(f"{layout.attribute('chosen_count').text} = {many}")
        rows = layout.attribute("chosen"), layout.attribute("chosen_rows")
        with w.block(f"for at in range({many}):"):
            for row, nothing in zip(rows, (literal(None), "0"), strict=True):
                w.line(f"S[{w.item_of(row, 'at').text}] = {nothing}")
    if chosen is not None and not is_first:
        return Value("", TURNS)
    if asked is None:
        if isinstance(w.settled["node"], OfRound):
            w.fill(layout.attribute("closed"), "0")
            w.line(f"S[{partner}] = {NONE}")
        else:
            w.line(f"S[{layout.places['chosen_rows'][0]}] = 0")
    elif isinstance(asked, ast.Tuple) and asked.elts:
        option = w.named(w.value(asked.elts[2]).text)
        for at, one in enumerate(asked.elts[:2]):
            w.line(f"S[{partner + at}] = {w.value(one).text}")
        for at in range(2, layout.option_width):
            w.line(f"S[{partner + at}] = S[{option} + {at}]")
    else:
        w.line(f"S[{partner}] = {NONE}")
    return Value("", TURNS)


def _do_shut(w: Expressions, _: ast.expr, seat: ast.expr, bids: ast.expr) -> Value:
    place = w.item_of(w.unit.layout.attribute("closed"), w.value(seat).text).text
    found = w.value(bids)
    mask = str(sum(1 << one for one in found.type.of.it)) if found.type.name == "held" else found.text
    if mask != "0":
        w.line(f"{place} = {place} | {mask}")
    return Value("", TURNS)


def _do_interrupt(w: Expressions, _: ast.expr, block: ast.expr, seat: ast.expr) -> Value:
    to = w.fixed_of(block)
    if to == BACK:
        return Value("0")
    block_text = w.value(block).text if to is UNKNOWN else str(w.bound["BASE"] + to)
    return Value(f"{w.unit.template('interrupt', (NUM, NUM)).name}(S, {block_text}, {w.value(seat).text})")


def _do_Bid(w: Expressions, *given: ast.expr) -> Value:  # noqa: N802 - the name of what it stands for
    kind, values, place, seat = (w.value(given[at]) for at in (0, 1, 4, 5))
    return Value("", Type("made", (kind.text, values, w.named(place.text), seat.text)))


def _do__deal_from_stock(w: Expressions, _: ast.expr, *given: ast.expr, face_up: ast.expr) -> Value:
    order, *numbers = map(w.value, given)
    made = w.unit.template("deal_out", FACE_UP=w.fixed_of(face_up))
    return w._called(made, [order.text, order.other, *(one.text for one in numbers)])


def _do_fix(w: Expressions, _: ast.expr, __: ast.expr, place: ast.expr, name: ast.expr, value: ast.expr) -> Value:
    """Write a value into the record of an answer, if there is one."""
    found, record = w.value(value).text, w.value(place).text
    with w.block(f"if {record} >= 0:"):
        w.line(f"S[{record} + {w.unit.layout.fixed(w.fixed_of(name))}] = {found}")
    return Value("0")


def _do_keep(  # an answer
    w: Expressions, _: ast.expr, ask: ast.expr, seat: ast.expr, arguments: ast.expr, card: ast.expr | None = None
) -> Value:
    made = w.bound["WRITER"].keep(w.fixed_of(ask))
    given = w.value(arguments)
    said = "-1" if card is None else w.value(card).text
    return w._called(values.Function(made.code, NUM), [w.value(seat).text, said, given.text])


def _do_due(w: Expressions, _: ast.expr) -> Value:
    """Write what lists all that may be chosen at a node."""
    node = w.settled["node"]
    w.line(f"{w.listed_now} = 0")
    if isinstance(node, OfRound):
        made = w.unit.engine(choices._round_turns, (held(node).type, TURNS))
    else:
        made = w.unit.engine(choices._ask_turns, (held(node.step).type, TURNS))
    w.line(f"{made.name}(S)")
    return Value("0", values.OPTIONS)


def _do_Option(  # noqa: N802 - the name of what it stands for
    w: Expressions, _: ast.expr, kind: ast.expr, value: ast.expr | None = None, arguments: ast.expr | None = None,
    said: ast.expr | None = None,
) -> Value:  # fmt: skip
    assert isinstance(kind, ast.Constant)
    ways = () if arguments is None else w.value(arguments).type.of
    numbers = ["-1" if one is None else w.value(one).text for one in (value, said)]
    w.option(str(kind.value), numbers[0], ways, numbers[1])
    return Value("0")


def _do_sitting_out(w: Expressions, _: ast.expr) -> Value:
    if w.bound["FIXED_IDLE"]:
        return w.unit.layout.attribute("idle")
    return w._called(w.unit.engine(actions.sitting_out, ()), [])


def _do__is_duty(w: Expressions, _: ast.expr, said: ast.expr) -> Value:
    words = enumerate(w.bound["SPEC"].plan.with_card)
    mask = sum(1 << number for number, asks in words if asks.step.kind == "choose")
    return Value(f"(({mask} >> {w.value(said).text} & 1) != 0)")


def _do_narrow_bids(
    w: Expressions, _: ast.expr, step: ast.expr, seat: ast.expr, bids: ast.expr, *, is_unseen: ast.expr
) -> Value:
    first, who = w.named(w.value(bids).text), w.value(seat).text
    for must in w.fixed_of(step).musts:
        made = None if must.reads_hand and w.fixed_of(is_unseen) else w.bound["WRITER"].narrowing(must)
        if made is not None:
            w.line(f"{made.code}(S, {first}, {who})")
    return Value(first, values.OPTIONS)


def _do_may_bid_unseen(w: Expressions, s: ast.expr, *given: ast.expr) -> Value:
    w.line(f"{w.listed_now} = 0")
    function = offers.may_bid_unseen
    texts, types = w.given(source_of(function), ast.Call(ast.Name("may_bid_unseen"), [s, *given], []))
    return w._called(w.unit.engine(function, types), texts)


def _of_step(name: str, w: Expressions, *given: ast.expr) -> Value:
    """Write what was put together for a step of the plan."""
    made = w.bound["OF_STEP"][name, w.settled["node"].step.id]
    texts = [w.value(one).text for one in given]
    return Value("0") if made is None else w._called(values.Function(made.code, made.type), texts)


MOST_CLAIMING: Final = 10
"""Cards of a trick that fit into a word."""


def _do_is_sure(w: Expressions, _: ast.expr, seat: ast.expr) -> Value:
    if "LEGAL" not in w.bound or w.bound["CARDS"] > values.WIDEST or w.bound["SEATS"] > MOST_CLAIMING:
        raise values.CannotCompileError("a proof that nobody can take a trick")
    w.unit.constants["wins_rest"] = values.Name("wins_rest")  # it calls itself
    if w.unit.template("wins_rest").name != "wins_rest":
        raise values.CannotCompileError("a proof that nobody can take a trick, in deals that are played otherwise")
    return Value(f"{w.unit.template('is_sure', (SEAT,)).name}(S, {w.value(seat).text})")


def _do_new_sheet(w: Expressions, _: ast.expr) -> Value:
    w.fill(w.unit.layout.attribute("sheet"), "0")
    return Value("0", values.NOBODY)


def _do_live_cards(w: Expressions, _: ast.expr) -> Value:
    if not w.bound["CANCELS"]:
        return w.unit.layout.attribute("trick")
    return Value(f"{w.unit.template('live_row', ()).name}(S)", ROW)


def _do__bid(w: Expressions, _: ast.expr, kind: ast.expr, arguments: ast.expr) -> Value:
    w.option("bid", str(w.fixed_of(kind).id), w.value(arguments).type.of)
    return Value("0")


def _nothing(*_: object, **__: object) -> Value:
    return Value("0")


def _do_seers(w: Expressions, _: ast.expr) -> Value:
    if not w.bound["HAS_UNSEEN"]:
        return Value("0", Type("set", "seat"))
    return w._called(w.unit.template("seers", MAY_LOOK=w.may_refuse("look")), [])


def _do__note_breaches(w: Expressions, _: ast.expr, *given: ast.expr) -> Value:
    return Value(f"{w.bound['NOTE_BREACHES'].code}(S, {', '.join([w.value(one).text for one in given])})")


COURSE: Final[dict[str, Callable[..., Value]]] = {
    **{name.removeprefix("_do_"): found for name, found in list(globals().items()) if name.startswith("_do_")},
    **dict.fromkeys(("ScoreSheet", "tell", "_tell", "_tell_shown", "announce", "spend", "answer_text"), _nothing),
    **dict.fromkeys(("reveal", "_source_name", "_follow", "_passed_by_others", "_recall"), _nothing),
    "Turn_of": lambda w, _, __, options, *___: w.value(options), "_settled_bids": lambda *_: Value("0", values.EMPTY),
    "_told_apart": lambda w, _, bids: w.value(bids),
    "forget_answers": lambda w, _, decision, group: _of_step(f"forget {w.fixed_of(decision)}", w, group),
}  # fmt: skip
"""What writes out a call, by the name that is called."""
