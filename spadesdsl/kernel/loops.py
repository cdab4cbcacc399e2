"""Loops of Python over what a state has, and the sets that they collect."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import nullcontext

from spadesdsl.kernel import values
from spadesdsl.kernel.settled import UNKNOWN, Settled, code_of, names_in
from spadesdsl.kernel.values import CARDS, ENV, NUM, CannotCompileError, Type, Value, binary, literal, number_in


class Loops(Settled):
    """Translates the loops of one function."""

    _goes_round = False
    """Whether what is gone over has an order of its own, which a set of it would not keep."""

    def for_each(self, target: ast.expr, over: ast.expr, body: Callable[[], object]) -> None:
        """Write a loop of Python."""
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in ("range", "enumerate"):
            if over.func.id == "range":
                assert isinstance(target, ast.Name)
                self.locals[target.id] = NUM
                parts = [self.named(self.value(one).text) for one in over.args]
                if parts == ["0"]:
                    return  # nothing to go over
                with self.block(f"for {target.id} in range({', '.join(parts)}):"):
                    body()
                return
            assert isinstance(target, ast.Tuple)
            self._enumerate(target, self.value(over.args[0]), body)
            return
        assert isinstance(target, ast.Name)
        over_ = self.value(over)
        if over_.type == values.EMPTY:
            return
        with self.each(over_) as (item, kind):
            self.locals.pop(f"{target.id} of row", None)
            if self._in_row:
                self.locals[f"{target.id} of row"] = NUM
            self.amounts.discard(target.id)
            if over_.type.name == "arr" and kind == NUM:
                self.amounts.add(target.id)
            if kind == ENV:
                self.settled[target.id] = Value(item, kind)
            else:
                self.locals[target.id] = kind
                self.line(f"{target.id} = {item}")
                if target.id in self.once and over_.type.name in ("set", "round"):
                    self.somebody.add(target.id)
            kept = self.in_order, self._goes_round
            self._goes_round = over_.type.name in ("row", "kept", "sorted", "round")
            self.in_order = self.in_order or over_.type.name == "round"
            body()
            self.in_order, self._goes_round = kept

    def _enumerate(self, target: ast.Tuple, over: Value, body: Callable[[], object]) -> None:
        number, item = target.elts
        assert isinstance(number, ast.Name)
        assert isinstance(item, ast.Name)
        if over.type.name not in ("arr", "chosens"):
            raise CannotCompileError("numbering of what has no numbers")
        self.locals[number.id] = NUM
        with self.block(f"for {number.id} in range({self.unit.layout.length(over)}):"):
            found = self.item_of(over, number.id)
            if found.type.name == "chosen":
                self.settled[item.id] = found
            else:
                self.locals[item.id] = found.type
                self.line(f"{item.id} = {found.text}")
            body()

    def over(self, node: ast.expr, add: Callable[[Value], None]) -> None:
        """Do something for each item of a generator, or of a set."""
        if not isinstance(node, ast.GeneratorExp | ast.ListComp):
            with self.each(self.value(node)) as (item, kind):
                add(Value(item, kind))
            return
        self.each_of(node, lambda item: add(self.amount(item)))

    def each_of(self, node: ast.GeneratorExp | ast.ListComp, add: Callable[[ast.expr], None]) -> None:
        """Write the loop of a generator, with what is done for each item."""
        (one,) = node.generators

        def body() -> None:
            tests = [test for test in map(self.test, one.ifs) if number_in(test) != 1]
            with self.block(f"if {' and '.join(tests)}:") if tests else nullcontext():
                add(node.elt)

        self.for_each(one.target, one.iter, body)

    def collected(self, node: ast.GeneratorExp | ast.ListComp) -> Value:
        """Write the set of what a generator gives."""
        (one,) = node.generators
        if isinstance(node.elt, ast.Call) and code_of(node.elt.func) == "Option":
            begin, over = self.fresh(self.listed_now), self.value(one.iter)
            with self.each(over._replace(type=CARDS)) as (item, of):  # in any order
                assert isinstance(one.target, ast.Name)
                self.locals[one.target.id] = of
                self.line(f"{one.target.id} = {item}")
                self.value(node.elt)
            return Value(begin, values.OPTIONS)
        match node.elt, one.target, one.ifs:
            case ast.Name(id=name), ast.Name(id=same), [test] if name == same:
                if those := self.those_of(one.iter, name, test):
                    return those
            case _:
                pass
        found = self.fresh("0")
        kind = [Type("set")]

        def add(item: Value) -> None:
            if item.type.name != "num" or not self._is_once(node.elt, one.target):
                raise CannotCompileError("a list in which something may be twice")
            if self._goes_round:
                raise CannotCompileError("a list in another order than the table's")
            kind[0] = Type("set", item.type.of)
            self.line(f"{found} = {found} | (1 << {item.text})")

        self.over(node, add)
        return Value(found, kind[0])

    def _is_once(self, elt: ast.expr, target: ast.expr) -> bool:
        """Tell whether a number in a list is that of a thing which is in it once, not an amount."""
        match elt:
            case ast.Name(id=name):
                return code_of(elt) == code_of(target) and name not in self.amounts
            case ast.Attribute(value=ast.Name(id=name), attr="value"):
                return self.locals[name] == values.OPTION
            case ast.Subscript(value=row):
                return self.fixed_of(row) is not UNKNOWN
            case _:
                return False

    def those_of(self, of: ast.expr, name: str, test: ast.expr) -> Value | None:
        """Return those of a set for whom a test holds; None if a mask does not say it."""
        if code_of(of).startswith("range("):
            return None
        with self.apart() as statements:
            found = self.value(of)
        self.locals[name] = Type("num", found.type.of)
        mask = self.those_who(name, test) if found.type.name in ("set", "round") else ""
        if not mask:
            return None
        self.lines += [line[4:] for line in statements]
        if found.type.name == "round":
            return found._replace(other=binary(found.other, "&", mask))
        return Value(binary(found.text, "&", mask), found.type)

    def those_who(self, name: str, test: ast.expr) -> str:
        """Return for whom a test holds, as a mask; empty if that is not known."""
        match test:
            case ast.Call(func=ast.Name(id="did"), args=[_, ast.Constant(value=int() as decision), who, arguments]) if (
                code_of(who) == f"1 << {name}" and code_of(arguments) == "None"
            ):
                return self.item_of(self.unit.layout.attribute("did"), str(decision)).text
            case ast.BinOp(left=ast.BinOp(left=mask, op=ast.RShift(), right=ast.Name(id=who)), op=ast.BitAnd()) if (
                who == name and code_of(test).endswith(f" >> {name} & 1") and name not in names_in(mask)
            ):
                return self.value(mask).text
            case ast.Compare(left=ast.Name(id=who), ops=[ast.In()], comparators=[of]) if (
                who == name and (among := self.value(of)).type.name == "set"
            ):
                return among.text
            case ast.BoolOp(op=op, values=values):
                parts: list[str] = []
                for one in values:
                    parts.append(self.those_who(name, one))
                    if parts[-1] == literal(-isinstance(op, ast.Or)):
                        return parts[-1]  # whatever comes behind it
                return f"({(' | ' if isinstance(op, ast.Or) else ' & ').join(parts)})" if all(parts) else ""
            case ast.UnaryOp(op=ast.Not(), operand=one):
                found = self.those_who(name, one)
                fixed = number_in(found)
                return literal(~fixed) if fixed is not None else f"(~{found})" if found else ""
            case _:
                with self.apart():
                    always = number_in(self.test(test))
                return "" if always is None else literal(-1 if always else 0)
