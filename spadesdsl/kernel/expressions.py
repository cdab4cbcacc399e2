"""From expressions of Python over a state to expressions over the array of a kernel."""

from __future__ import annotations

import ast
from collections.abc import Callable
from math import lcm
from types import ModuleType
from typing import Any, Final

from spadesdsl.engine.turns import Option
from spadesdsl.kernel import values
from spadesdsl.kernel.calls import CALLS
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.loops import Loops
from spadesdsl.kernel.settled import UNKNOWN, code_of
from spadesdsl.kernel.templates import of_a_deal
from spadesdsl.kernel.unit import TEMPLATES, source_of
from spadesdsl.kernel.values import CARDS, ENV, NONE, NUM, CannotCompileError, Type, Value, binary, literal, number_in

BINARY: Final = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
COMPARE: Final = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def _in_shares(one: Value, other: Value) -> tuple[Value, Value]:
    """Return two values in the same shares, if one of them is a fraction."""
    shares = [values.shares_of(found.type) for found in (one, other)]
    if shares[0] == shares[1]:
        return one, other
    kind = Type("share", lcm(*shares))
    first, second = (
        Value(binary(found.text, "*", str(kind.of // of)), kind) for found, of in zip((one, other), shares, strict=True)
    )
    return first, second


EMPTY_ENV: Final = Value("", ENV)


class Expressions(Loops):
    """Translates the expressions of one function."""

    def amount(self, node: ast.expr) -> Value:
        """Translate an expression that may be a fraction: so many shares; its type says how many of them make one."""
        known = self.fixed_of(node)
        if known is not UNKNOWN:
            return self.told(known)
        match node:
            case ast.Constant(value=value):
                return Value(literal(self.unit.layout.word(value) if isinstance(value, str) else value))
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript():
                return self._item(node)
            case ast.Call():
                return self._call(node)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(self.amount(left), BINARY[type(op)], self.amount(right))
            case ast.UnaryOp(op=ast.Not(), operand=one):
                return Value(values.unary("not ", self.test(one)))
            case ast.UnaryOp(op=ast.USub(), operand=one):
                found = self.amount(one)
                return Value(values.unary("-", found.text), found.type if values.shares_of(found.type) > 1 else NUM)
            case ast.UnaryOp(op=ast.Invert(), operand=one):
                found = self.value(one)
                return Value(values.unary("~", found.text), found.type)
            case ast.BoolOp():
                return self._joined(node)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return Value(self._compare(left, op, right))
            case ast.Compare(left=left, ops=[first, second], comparators=[middle, right]):
                held = self.amount(middle)
                parts = [
                    self._relation(self.amount(left), first, held),
                    self._relation(held, second, self.amount(right)),
                ]
                return Value(f"({parts[0]} and {parts[1]})")
            case ast.IfExp(test=test, body=one, orelse=other):
                return self.choice(self.test(test), lambda: self.amount(one), lambda: self.amount(other))
            case ast.Set(elts=[one]):
                return Value(literal(1 << self.bound["PHASES"][self.fixed_of(one)]))
            case ast.List(elts=[ast.Starred(value=one)]):  # a copy of an environment: there is only one
                return self.value(one)
            case ast.Tuple(elts=parts) | ast.List(elts=parts) if any(map(self._is_option, parts)):
                return self.listed(parts)
            case ast.Tuple(elts=[ast.Starred(value=row), item]):  # cards that are chosen one by one
                cards = self.value(row)
                made = self.unit.template("push", (values.ROW, NUM))
                self.line(f"{made.name}(S, {cards.text}, {self.value(item).text})")
                return cards
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return self._tuple([self.value(part) for part in parts])
            case ast.GeneratorExp() | ast.ListComp():
                return self.collected(node)
            case _:
                raise CannotCompileError(f"an expression of a new kind: {code_of(node)}")

    def _name(self, name: str) -> Value:
        if name == "e":
            return EMPTY_ENV
        if name in self.settled:
            return self.told(self.settled[name])
        if self.locals.get(name) == values.TORN:
            raise CannotCompileError(values.DIFFERENT)
        if name in self.locals:
            if self.locals[name] == values.EMPTY:
                self.found_empty.add(name)
            return Value("" if self.locals[name] == ENV else name, self.locals[name])
        if name in self.bound and (name not in self.names or self.names is TEMPLATES):
            found = self.bound[name]
            return found if isinstance(found, Value) else self.constant(found)
        if name in self.names and name.startswith("K") and name[1:].isdigit():
            return self.constant(self.names[name])
        if name in self.names and name.startswith("O") and name[1:2].isdigit():
            return Value(f"S[{self.unit.layout.setting(name, self.names[name])}]")
        if name in self.names and isinstance(self.names[name], int | str):
            return self.constant(self.names[name])
        raise CannotCompileError(f"the name {name}")

    def _is_option(self, part: ast.expr) -> bool:
        """Tell whether a part of a list is an option, a list of options, or a turn."""
        match part:
            case ast.Name(id=name):
                return isinstance(self.names.get(name), Option)
            case ast.Starred(value=ast.Name(id=name)):
                return self.locals.get(name) == values.OPTIONS
            case ast.Call(func=func):
                return code_of(func) in ("Option", "Turn.of")
            case _:
                return False

    def listed(self, parts: list[ast.expr]) -> Value:
        """Write what lists options."""
        first = None
        for part in parts:
            match part:
                case ast.Starred(value=one):
                    first = self.value(one)  # the first part: the others follow it
                    continue
                case _:
                    first = first or Value(self.fresh(self.listed_now), values.OPTIONS)
            if isinstance(part, ast.Name):
                self.option(self.names[part.id].kind)
            else:
                self.done(part)
        assert first is not None
        return first

    def done(self, node: ast.expr) -> None:
        """Write an expression for what it does."""
        found = self.value(node).text
        if number_in(found) is None and not found.isidentifier():
            self.line(found)

    def _tuple(self, parts: list[Value]) -> Value:
        if not parts:
            return Value("0", values.EMPTY)
        text = "0"
        for one in parts:
            text = binary(text, "|", self.one_of(one))
        return Value(text, Type("set", parts[0].type.of))

    def _binary(self, one: Value, sign: str, other: Value) -> Value:
        kind = one.type if one.type.name == "set" else other.type if other.type.name == "set" else NUM
        if "share" in (one.type.name, other.type.name):
            if sign == "*":
                kind = Type("share", values.shares_of(one.type) * values.shares_of(other.type))
            else:
                one, other = _in_shares(one, other)
                kind = NUM if sign == "//" else one.type
        return Value(binary(one.text, sign, other.text), kind)

    def choice(self, test: str, one: Callable[[], Value], other: Callable[[], Value]) -> Value:
        """Write `one if test else other`; only one of the two is worked out."""
        if (fixed := number_in(test)) is not None:
            return one() if fixed else other()
        with self.apart() as first:
            then = self.whole(one())
        with self.apart() as second:
            otherwise = self.whole(other())
        then, otherwise = _in_shares(then, otherwise)
        then, otherwise = self.agreed(then, first, otherwise.type), self.agreed(otherwise, second, then.type)
        kind = next((one.type for one in (then, otherwise) if one.type.name not in ("empty", "num")), NUM)
        if kind == NUM:
            kind = next((one.type for one in (then, otherwise) if one.type.of), NUM)
        empty = {"row": str(self.unit.layout.empty_row), "options": self.listed_now}.get(kind.name, "0")
        texts = [empty if one.type.name == "empty" else one.text for one in (then, otherwise)]
        if not first and not second:
            return Value(texts[0] if texts[0] == texts[1] else f"({texts[0]} if {test} else {texts[1]})", kind)
        name = self.fresh()
        for head, statements, text in ((f"if {test}:", first, texts[0]), ("else:", second, texts[1])):
            self.line(head)
            self.lines += statements
            self.lines.append("    " * (self.depth + 1) + f"{name} = {text}")
        return Value(name, kind)

    def _joined(self, node: ast.BoolOp) -> Value:
        is_or = isinstance(node.op, ast.Or)
        if is_or and len(node.values) == 2 and isinstance(node.values[0], ast.Name | ast.ListComp):
            first = self.amount(node.values[0])
            if first.type.name == "set":
                return self.choice(f"({first.text} != 0)", lambda: first, lambda: self.value(node.values[1]))
        if is_or and len(node.values) == 2 and isinstance(node.values[1], ast.Constant) and node.values[1].value == 0:
            found = self.amount(node.values[0])
            if found.type.name not in ("num", "share"):
                return found
            name = self.named(found.text)
            return Value(name if self.is_somebody(name) else f"({name} if {name} != {NONE} else 0)", found.type)
        if (
            is_or and len(node.values) == 2 and isinstance(node.values[0], ast.BinOp)
        ):  # a mask, or another one if it is empty
            found, other = map(self.value, node.values)
            name = self.named(found.text)
            return Value(f"({name} if {name} != 0 else {other.text or self.truth(other)})", found.type)
        text = ""
        for one in node.values:
            if text and number_in(text) is not None:
                if bool(number_in(text)) is is_or:
                    return Value(text)
                text = ""
            with self.apart() as statements:
                test = self.test(one)
            if not text:
                self.lines += [line[4:] for line in statements]
                text = test
            elif not statements:
                if number_in(test) is None:
                    text = f"({text} {'or' if is_or else 'and'} {test})"
                elif bool(number_in(test)) is is_or:
                    text = test
            else:
                name = self.fresh(text)
                self.line(f"if {'not ' if is_or else ''}{name}:")
                self.lines += [*statements, "    " * (self.depth + 1) + f"{name} = {test}"]
                text = name
        return Value(text)

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        if isinstance(op, ast.Is | ast.IsNot) and isinstance(right, ast.Constant) and right.value is None:
            return self._is_none(left, isinstance(op, ast.Is))
        if isinstance(right, ast.Tuple) and isinstance(left, ast.Attribute) and left.attr == "arguments":
            row = self.value(left)
            places = enumerate(right.elts)
            tests = [self._relation(self.item_of(row, str(at)), ast.Eq(), self.amount(one)) for at, one in places]
            return f"({' and '.join(tests)})" if tests else "True"
        if isinstance(left, ast.Name) and isinstance(right, ast.Name) and self.locals.get(left.id, NUM).name == "key":
            return self._compare_keys(left.id, COMPARE[type(op)], right.id)
        if code_of(right) == "s.skips":
            found = f"({self.value(right).text} >> {self.bound['PHASES'][self.fixed_of(left)]} & 1) != 0"
            return f"({found})" if isinstance(op, ast.In) else f"(not {found})"
        if isinstance(op, ast.In | ast.NotIn) and isinstance(left, ast.Tuple):  # a bid that a seat may not choose
            seat, kind = (self.value(one).text for one in left.elts)
            found = f"(({self.item_of(self.value(right), seat).text} >> {kind} & 1) != 0)"
            return f"(not {found})" if isinstance(op, ast.NotIn) else found
        if isinstance(op, ast.In | ast.NotIn):
            found = self._is_in(self.value(left), right)
            return f"(not {found})" if isinstance(op, ast.NotIn) else found
        first = self.amount(left)
        if first.type.name == "kind" and isinstance(right, ast.Constant):
            if right.value in ("look", "wait") and not self.may_refuse(right.value):
                return "False"
            return f"({first.text} {COMPARE[type(op)]} {KINDS[str(right.value)]})"
        return self._relation(first, op, self.amount(right))

    def _compare_keys(self, one: str, sign: str, other: str) -> str:
        many = self.locals[one].of
        text = f"{one}_{many - 1} {sign} {other}_{many - 1}"
        for at in reversed(range(many - 1)):
            text = f"{one}_{at} > {other}_{at} or ({one}_{at} == {other}_{at} and ({text}))"
        return f"({text})"

    def _relation(self, one: Value, op: ast.cmpop, other: Value) -> str:
        sign = COMPARE[type(op)]
        one, other = _in_shares(one, other)
        first, second = number_in(one.text), number_in(other.text)
        if first is not None and second is not None:
            return literal(values.TESTS[sign](first, second))
        if "empty" in (one.type.name, other.type.name) and "row" in (one.type.name, other.type.name):
            row = one if one.type.name == "row" else other
            return f"(S[{row.text}] {sign} 0)"
        return f"({one.text} {sign} {other.text})"

    def _is_none(self, node: ast.expr, wanted: bool) -> str:
        if isinstance(node, ast.Name) and node.id in self.bound and node.id not in self.locals:
            if isinstance(self.bound[node.id], values.Name):
                return literal(not wanted)
            return literal((self.bound[node.id] is None) is wanted)
        found = self.amount(node)
        if found.type.name == "row":
            if found.type != values.STACK or not self.bound["HAS_STACKS"]:
                return literal(wanted is (found.type == values.STACK))
            return f"(S[{found.text}] {'<' if wanted else '>='} 0)"
        if found.type.name == "chosen":
            return f"(S[{found.text}] {'==' if wanted else '!='} {NONE})"
        if found.type == values.TURNS:
            return f"({found.text or self.unit.layout.attribute('has_turns').text} {'==' if wanted else '!='} 0)"
        if found.type in (values.NOBODY, ENV) or found.type.name == "held":
            return literal(wanted is (found.type == values.NOBODY))
        if found.type.name in ("set", "this", "watch"):
            return literal(not wanted)
        if (fixed := number_in(found.text)) is not None:
            return literal((fixed == NONE) is wanted)
        if self.is_somebody(found.text):
            return literal(not wanted)
        return f"({found.text} {'==' if wanted else '!='} {NONE})"

    def _is_in(self, item: Value, of: ast.expr) -> str:
        if isinstance(of, ast.Tuple) and of.elts:
            name = self.named(item.text)
            return "(" + " or ".join(f"{name} == {self.value(one).text}" for one in of.elts) + ")"
        found = self.value(of)
        match found.type.name:
            case "empty":
                return "False"
            case "held":
                return self._is_in(item, ast.Tuple([ast.Constant(one) for one in found.type.of.it]))
            case "set":
                name = self.named(item.text)
                return f"({name} >= 0 and ({found.text} >> {name} & 1) != 0)"
            case "row" if found.text == self.unit.layout.attribute("trick_seats").text:
                mask = self.unit.layout.attribute("trick_mask").text
                return f"(({mask} >> {item.text} & 1) != 0)"
            case "row":
                return f"({self.unit.template('find', (values.ROW, NUM)).name}(S, {found.text}, {item.text}) >= 0)"
            case _:
                raise CannotCompileError(f"membership of {found.type.name}")

    # ---- places of the state

    def place(self, node: ast.expr) -> Value:
        """Translate what can be assigned to."""
        return Value(node.id, self.locals.get(node.id, NUM)) if isinstance(node, ast.Name) else self.amount(node)

    def _attribute(self, node: ast.Attribute) -> Value:
        match node:
            case ast.Attribute(value=ast.Name(id="s"), attr="open") if not self.bound["TRACKS_OPEN"]:
                return Value("0", CARDS)
            case ast.Attribute(value=ast.Name(id="s"), attr=name):
                return self.unit.layout.attribute(name)
            case ast.Attribute(value=ast.Name(id="watch"), attr="chosen"):
                return Value("watch", CARDS)
            case ast.Attribute(value=ast.Subscript(value=of, slice=at), attr=name) if self.fixed_of(of) is not UNKNOWN:
                things = self.fixed_of(of)  # of the one that play decides on
                offers = getattr(getattr(self.settled.get("node"), "step", None), "offers", range(len(things)))
                row = [getattr(one if at in offers else things[offers[0]], name) for at, one in enumerate(things)]
                return Value(self.table_at([NONE if one is None else one for one in row], self.value(at).text))
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="s"), attr="ranking"), attr=name):
                return self.ranked(name, None)
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="s"), attr="spec"), attr="environment"):
                return Value(f"{self.unit.template('blank').name}(S)", ENV)
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="s"), attr="spec"), attr="players"):
                return Value(literal(self.bound["PLAYERS"]), Type("set", "seat"))
            case _:
                pass
        return self.unit.layout.field(self.value(node.value), node.attr, self)

    def _item(self, node: ast.Subscript) -> Value:
        if code_of(node) == "s.flow[-1]":
            return Value("", values.TURNS)
        if isinstance(node.value, ast.Name) and (node.value.id == "e" or self.locals.get(node.value.id) == ENV):
            at = self.value(node.slice).text
            kinds = {"0": values.SEAT, "1": Type("num", "side"), "2": values.CARD}
            kind = kinds.get(at, self.unit.layout.amount)
            return self.item_of(self.unit.layout.attribute("env"), at)._replace(type=kind)
        if isinstance(node.value, ast.Name) and self.locals.get(node.value.id, NUM).name == "envs":
            return self.env_of(self.locals[node.value.id], self.value(node.slice).text)
        if isinstance(node.slice, ast.Slice) and node.slice.upper is not None:
            return CALLS["first_n"](self, node.slice.upper, node.value)
        if isinstance(node.value, ast.Name) and isinstance(self.bound.get(node.value.id), tuple):
            row = [NONE if one is None else int(one) for one in self.bound[node.value.id]]
            return Value(self.table_at(row, self.value(node.slice).text))
        of = self.value(node.value)
        if isinstance(node.slice, ast.Call) and of.text == self.unit.layout.attribute("trick_seats").text:
            made = self.unit.template("player_in_trick", (values.CARD,))
            return Value(f"{made.name}(S, {self.value(node.slice.args[0]).text})", values.SEAT)
        return self.item_of(of, self.value(node.slice).text)

    # ---- calls

    def _call(self, node: ast.Call) -> Value:
        code = self.fixed_of(node.func)
        if code is not UNKNOWN:
            return self._of_rule(code, node)
        match node.func:
            case ast.Attribute(value=of, attr="bit_count"):
                return Value(self.size_of(self.mask(self.value(of))))
            case ast.Attribute(value=of, attr="bit_length"):
                return Value(f"(top({self.value(of).text}) + 1)")
            case ast.Attribute(value=of, attr="index"):
                made = self.unit.template("find", (values.ROW, NUM))
                return Value(f"{made.name}(S, {self.value(of).text}, {self.value(node.args[0]).text})")
            case ast.Attribute(value=ast.Name(id=table), attr="get"):
                return self._looked_up(self.names[table], node.args[0])
            case ast.Attribute(value=ast.Attribute(attr="ranking"), attr="sorted"):
                return Value(self.mask(self.value(node.args[0])), Type("sorted", "card"))
            case ast.Attribute(value=ast.Name(id="watch"), attr=name):
                return self._watched(name, node.args)
            case ast.Attribute(value=ast.Name(id="s"), attr="waits"):
                return Value("0")
            case ast.Attribute(value=ast.Name(id="Turn"), attr="of"):
                return CALLS["Turn_of"](self, *node.args)
            case ast.Attribute(value=ast.Name(id="turns"), attr="_replace"):
                return CALLS["Turns"](self, **{one.arg: one.value for one in node.keywords if one.arg})
            case ast.Attribute(value=ast.Name(id=module), attr=name) if isinstance(self.names.get(module), ModuleType):
                return self._named(name, node, getattr(self.names[module], name))
            case ast.Name(id=name):
                return self._named(name, node, self.names.get(name))
            case _:
                raise CannotCompileError(f"a call of a new kind: {code_of(node)}")

    def _named(self, name: str, node: ast.Call, code: Any) -> Value:  # noqa: ANN401 - any function
        if (written_out := CALLS.get(name)) is None:
            return self._function(name, node, code)
        return written_out(self, *node.args, **{one.arg: one.value for one in node.keywords if one.arg})

    def _watched(self, name: str, arguments: list[ast.expr]) -> Value:
        """Write what somebody who looks on takes note of while cards are narrowed: which trust is broken."""
        if name == "judges":
            return Value("True")
        trust = self.bound["SPEC"].play.musts[number_in(self.value(arguments[0]).text)].trust
        if trust is None or name != "applies":
            return Value("0")
        given = [self.value(one).text for one in arguments[1:]]
        made = self.unit.template("note_breach", (NUM, values.SEAT, CARDS, CARDS, CARDS))
        return Value(f"{made.name}({', '.join(['S', str(trust), 'seat', *given, 'watch'])})")

    def _of_rule(self, code: Any, node: ast.Call) -> Value:  # noqa: ANN401 - a function that a rule holds
        """Write a call of a function of the rules, or of a method of a rule."""
        if not hasattr(code, "__globals__") or "__link__" not in code.__globals__:
            return self._of_engine(code, node)
        for one in node.args:
            found = self.value(one) if not (isinstance(one, ast.Name) and one.id == "s") else EMPTY_ENV
            if found.type == ENV and self.unit.reads_environment(code):
                self.begin(found)
        return self._called(self.unit.rule(code), [])

    def _of_engine(self, code: Any, node: ast.Call) -> Value:  # noqa: ANN401 - any function of the engine
        own = getattr(code, "__self__", UNKNOWN)
        plain = getattr(code, "__func__", getattr(code, "__wrapped__", code))
        texts, types = self.given(source_of(plain), node, own)
        return self._called(self.unit.engine(plain, types), texts)

    def _function(self, name: str, node: ast.Call, code: Any) -> Value:  # noqa: ANN401
        arguments = [*node.args, *(one.value for one in node.keywords)]
        if name not in self.bound and name not in of_a_deal() and code is not None:
            plain = getattr(code, "__wrapped__", code)
            if not name.startswith("let_") and "__link__" not in getattr(plain, "__globals__", {"__link__": None}):
                return self._of_engine(code, node)
        given = [one for one in arguments if not (isinstance(one, ast.Name) and one.id in ("s", "e"))]
        if name in self.bound:
            if (found := self.bound[name]) is None:
                raise CannotCompileError(f"{name} is missing")
            made = (
                values.Function(found.code, found.type) if isinstance(found.code, str) else self.unit.rule(found.code)
            )
        else:
            handed = [self.whole(self.amount(one)) for one in given]
            types = tuple(value.type for value in handed)
            if name in of_a_deal():
                made = self.unit.template(name, types)
            elif name.startswith("let_") or (code is not None and "__link__" in getattr(code, "__globals__", {})):
                made = self.unit.rule(code, types)
            else:
                raise CannotCompileError(f"the function {name}")
            return self._called(made, [value.text for value in handed if value.text])
        return self._called(made, [self.whole(self.value(one)).text for one in given])

    def _called(self, made: values.Function, texts: list[str]) -> Value:
        """Write a call, or the number that the function always returns."""
        module = self.unit.module
        fixed = None if made.type == ENV else module.fixed.get(made.name)
        if fixed is not None and fixed in module.given[made.name]:
            fixed = ["S", *texts][module.given[made.name].index(fixed)]
        return Value(fixed or f"{made.name}({', '.join(['S', *texts])})", made.type)

    def _looked_up(self, known: dict[Any, int], key: ast.expr) -> Value:
        """Translate the card of a suit and a rank: looked up in a table."""
        if not isinstance(key, ast.Tuple):
            raise CannotCompileError("a table of a new kind")
        suit, rank = (self.value(one) for one in key.elts)
        fixed, high = number_in(suit.text), number_in(rank.text)
        if fixed is not None and high is not None:
            return Value(literal(known.get((fixed, high))), values.CARD)
        width = 1 + max((one[1] for one in known if one[1] is not None), default=0)
        height = 1 + max((one[0] for one in known if one[0] is not None), default=0)
        table = [known.get((row, column), NONE) for row in range(height) for column in range(width)]
        one, other = self.named(suit.text), self.named(rank.text)
        place = binary(binary(one, "*", str(width)), "+", other)
        return Value(
            f"({self.table_at(table, place)} if {one} >= 0 and {other} >= 0 and {other} < {width} else {NONE})",
            values.CARD,
        )
