"""From Python over a state to straight code over one array of whole numbers.

The functions that `binding` writes from the rules, the queries of the engine that they call, and the templates of a
deal are all small Python functions of a state `s`. A `Translator` turns each into a function of an array `S`:
`s.hands[0]` is a place of the array, a tuple of seats or suits is a mask, a row of cards is the place where its length
and its cards are, and nobody is `NONE`. What comes out holds numbers and names of our own, never text of a file, and is
Python as well as the source of `spadesdsl.kernel.llvm`.
"""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from typing import Final

from spadesdsl.kernel.expressions import BINARY, Expressions
from spadesdsl.kernel.values import (
    CARDS,
    EMPTY,
    NOBODY,
    NUM,
    ROW,
    CannotCompileError,
    Function,
    Type,
    Value,
    binary,
    literal,
    number_in,
)
from spadesdsl.kernel.writing import Stub

EMPTY_VALUE: Final = Value("0", EMPTY)


class RetypeError(Exception):
    """A variable turned out to be of another type: the function is translated again."""


class Translator(Expressions):
    """Translates the statements of one function."""

    def function(self, title: str, node: ast.FunctionDef, types: tuple[Type, ...]) -> Function:
        """Translate a function; `types` are those of its parameters after the state."""
        names = [one.arg for one in (*node.args.args, *node.args.kwonlyargs) if one.arg not in ("s", "e", "self")]
        self.gives_two = isinstance(node.returns, ast.Subscript) and ast.unparse(node.returns) == "tuple[Any, int]"
        known = [*types, *[NUM] * (len(names) - len(types))]
        self.locals = dict(zip(names, known, strict=True))
        self.once = _stored_once(node) - self.locals.keys()
        self.body(node.body)
        if not self.lines or not self.lines[-1].startswith("    return"):
            self.line("return 0")
        given = [one for one, kind in zip(names, known, strict=True) if kind != NOBODY and kind.name != "thing"]
        name = self.unit.module.add(title, ", ".join(["S", *given]), self.lines)
        return Function(name, self.returned or NUM)

    # ---- statements

    def body(self, statements: list[ast.stmt]) -> None:
        """Translate statements."""
        at = 0
        while at < len(statements):
            one = statements[at]
            following = statements[at + 1] if at + 1 < len(statements) else None
            if self._is_kept_by_ranking(one, following):
                assert isinstance(one, ast.Assign)
                assert isinstance(following, ast.If)
                self._by_ranking(one, following)
                at += 2
                continue
            if self.statement(one):
                return
            at += 1

    def statement(self, node: ast.stmt) -> bool:
        """Translate a statement; True if nothing after it can be reached."""
        match node:
            case ast.Assign(targets=[ast.Name(id="e")], value=value):
                self.line(self.value(value).text)
            case ast.Assign(targets=targets, value=value):
                kept = [one for one in targets if not _is_memo(one)]
                if kept and not (isinstance(kept[0], ast.Name) and kept[0].id == "key" and _reads_game(value)):
                    self._assign(kept[0], value)
                    for other in kept[1:]:
                        self._assign(other, kept[0])
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._assign(target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                self._change(target, op, value)
            case ast.If(test=ast.Compare(left=ast.Name(id="key"))):
                pass  # what was worked out before: a kernel works it out again
            case ast.If():
                return self._if(node)
            case ast.Match(subject=subject, cases=cases):
                return self._match(self.value(subject).text, cases)
            case ast.For(target=ast.Name(id=name), iter=over) if (each := self.thing(over)) is not None:
                self.once -= {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
                for one in each:
                    self.locals[name] = Type("thing", one)
                    self.body(node.body)
            case ast.For():
                if self._for_those_who(node):
                    return False
                self.for_each(node.target, node.iter, lambda: self.body(node.body))
            case ast.While(test=test, body=body):
                with self.block(f"while {self.test(test)}:"):
                    self.body(body)
            case ast.Return(value=value):
                self._return(value)
                return True
            case ast.Break() | ast.Continue():
                self.line(type(node).__name__.lower())
                return True
            case ast.Expr(value=ast.Call() as call):
                found = self.value(call).text
                if number_in(found) is None:
                    self.line(found)
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Assert():
                pass
            case _:
                raise CannotCompileError(f"a statement of a new kind: {ast.unparse(node)}")
        return False

    def _return(self, value: ast.expr | None) -> None:
        if value is None:
            self.line("return 0")
            return
        if self.gives_two and isinstance(value, ast.Tuple):
            first, second = (self.named(self.value(one).text) for one in value.elts)
            self.line(f"{self.unit.layout.attribute('second').text} = {second}")
            self.line(f"return {first}")
            return
        found = self.whole(self.amount(value))
        before = self.returned or found.type
        if before != found.type and "share" in (before.name, found.type.name):
            raise CannotCompileError("fractions of points")
        if self.returned is None or self.returned.name == "empty" or self.returned == NUM:
            self.returned = found.type
        self.line(f"return {found.text}")

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Call):
            self.locals |= {one.id: NUM for one in target.elts if isinstance(one, ast.Name)}
            first, second = (self.place(one).text for one in target.elts)
            self.line(f"{first} = {self.value(value).text}")
            self.line(f"{second} = {self.unit.layout.attribute('second').text}")
            return
        if isinstance(target, ast.Name) and self._assign_key(target.id, value):
            return
        if isinstance(target, ast.Name) and (thing := self.thing(value)) is not None:
            self.locals[target.id] = Type("thing", thing)
            return
        found = self.whole(self.amount(value) if isinstance(target, ast.Name) else self.value(value))
        if not isinstance(target, ast.Name):
            self.line(f"{self.place(target).text} = {found.text}")
            return
        name = target.id
        kind = self.known.get(name, found.type)
        old = self.locals.get(name)
        if old is not None and old.name not in ("empty", kind.name) and kind.name not in ("empty",) and old != NUM:
            kind = old if found.text == literal(None) else kind
        if kind.name == "row" and found.type.name == "empty":
            into = self.scratch()
            self.line(f"{name} = {into}")
            self.line(f"S[{into}] = 0")
        else:
            self.line(f"{name} = {found.text}")
            if name in self.once and self.unit.module.is_somebody(found.text):
                self.somebody.add(name)
        if kind.name != "empty" or old is None:
            self.locals[name] = old if old is not None and kind.name == "empty" else kind

    def _assign_key(self, name: str, value: ast.expr) -> bool:
        """Assign what cards are compared by: several amounts, the first of which counts most."""
        parts: list[str] = []
        match value:
            case ast.Tuple(elts=[ast.BinOp(op=ast.Mult(), left=ast.Constant() | ast.UnaryOp()), *_]):
                parts = [self.value(one).text for one in value.elts]
            case ast.Name(id=other) if self.locals.get(other, NUM).name == "key":
                parts = [f"{other}_{at}" for at in range(self.locals[other].of)]
            case _:
                return False
        for at, text in enumerate(parts):
            self.line(f"{name}_{at} = {text}")
        self.locals[name] = Type("key", len(parts))
        return True

    def _change(self, target: ast.expr, op: ast.operator, value: ast.expr) -> None:
        if isinstance(value, ast.Tuple) and isinstance(target, ast.Name) and len(value.elts) == 1:
            self._append(target.id, self.value(value.elts[0]), value.elts[0])
            return
        place = self.place(target)
        self.line(f"{place.text} = {binary(place.text, BINARY[type(op)], self.value(value).text)}")

    def _append(self, name: str, item: Value, node: ast.expr) -> None:
        in_row = isinstance(node, ast.Name) and f"{node.id} of row" in self.locals
        if in_row and self.locals[name].name != "row":
            self.known[name] = ROW
            raise RetypeError
        if in_row:
            self.line(f"S[{name}] = S[{name}] + 1")
            self.line(f"S[{name} + S[{name}]] = {item.text}")
            return
        self.locals[name] = Type("set", item.type.of)
        self.line(f"{name} = {name} | (1 << {item.text})")

    def _match(self, subject: str, cases: list[ast.match_case]) -> bool:
        """Translate the case of a word that is known."""
        for case in cases:
            wanted = case.pattern
            if not isinstance(wanted, ast.MatchValue) or self.value(wanted.value).text == subject:
                self.body(case.body)
                return isinstance(case.body[-1], ast.Return)
        return False

    def _if(self, node: ast.If) -> bool:
        test = self.test(node.test)
        fixed = number_in(test)
        if fixed is not None:
            branch = node.body if fixed else node.orelse
            self.body(branch)
            return bool(branch) and isinstance(branch[-1], ast.Return | ast.Break | ast.Continue)
        with self.block(f"if {test}:"):
            self.body(node.body)
        with self.apart() as otherwise:
            self.body(node.orelse)
        if otherwise:
            self.line("else:")
            self.lines += otherwise
        return False

    # ---- seats for whom something holds

    def _for_those_who(self, node: ast.For) -> bool:
        """Translate a loop over the seats that did something: a mask says which these are."""
        match node:
            case ast.For(target=ast.Name(id=name), body=[ast.If(test=test, body=body, orelse=[])]):
                mask = self._those_who(name, test)
            case _:
                return False
        found = self.value(node.iter) if mask else EMPTY_VALUE
        if found.type.name != "set":
            return False
        those = self.fresh(binary(found.text, "&", mask))
        match body:
            case [ast.AugAssign(target=ast.Name(id=kept), op=ast.Add(), value=ast.Tuple(elts=[ast.Name(id=item)]))] if (
                item == name
            ):
                self.locals[kept] = Type("set", found.type.of)
                self.line(f"{kept} = {kept} | {those}")
            case [ast.Assign(targets=[ast.Name(id=kept)], value=ast.Constant(value=bool() as value)), ast.Break()]:
                with self.block(f"if {those} != 0:"):
                    self.line(f"{kept} = {literal(value)}")
            case _:
                with self.each(Value(those, found.type)) as (item, kind):
                    self.locals[name] = kind
                    self.line(f"{name} = {item}")
                    self.body(body)
        return True

    def _those_who(self, name: str, test: ast.expr) -> str:
        """Return the seats for which a test holds, as a mask; empty if that is not known."""
        match test:
            case ast.Call(
                func=ast.Name(id="did"),
                args=[
                    _,
                    ast.Constant(value=int() as decision),
                    ast.BinOp(right=ast.Name(id=who)),
                    ast.Constant(value=None),
                ],
            ) if who == name and ast.unparse(test.args[2]) == f"1 << {name}":
                return self.item_of(self.unit.layout.attribute("did"), str(decision)).text
            case ast.BoolOp(op=op, values=values):
                parts = [self._those_who(name, one) for one in values]
                return f"({(' | ' if isinstance(op, ast.Or) else ' & ').join(parts)})" if all(parts) else ""
            case ast.UnaryOp(op=ast.Not(), operand=one):
                found = self._those_who(name, one)
                return f"(~{found})" if found else ""
            case _:
                return ""

    # ---- what depends on the ranking alone

    def _is_kept_by_ranking(self, one: ast.stmt, following: ast.stmt | None) -> bool:
        return (
            isinstance(one, ast.Assign)
            and isinstance(one.value, ast.Call)
            and isinstance(one.value.func, ast.Attribute)
            and one.value.func.attr == "get"
            and ast.unparse(one.value.args[0]) == "s.ranking"
            and isinstance(following, ast.If)
        )

    def _by_ranking(self, one: ast.Assign, following: ast.If) -> None:
        """Work out a mask that follows from the ranking alone, once for each ranking."""
        assert isinstance(one.targets[0], ast.Name)
        name = one.targets[0].id
        code = compile(ast.Module(body=following.body, type_ignores=[]), "<ranking>", "exec")
        masks = []
        for ranking in self.bound["RANKINGS"]:
            space = dict(self.names)
            space["s"], space["e"] = Stub(ranking, self.bound["SPEC"]), list(self.bound["SPEC"].environment)
            exec(code, space)  # the functions of the rules, which binding has written
            masks.append(space[name])
        number = self.unit.layout.attribute("ranking").text
        self.line(f"{name} = {self.table_at(masks, number)}")
        self.locals[name] = CARDS


@cache
def _stored_once(node: ast.FunctionDef) -> frozenset[str]:
    """Return the variables of a function that it sets in one place alone."""
    names = (one for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
    return frozenset(name for name, times in Counter(one.id for one in names).items() if times == 1)


def _is_memo(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and ast.unparse(target.value) == "s.memo"


def _reads_game(value: ast.expr) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "GAME" for one in ast.walk(value))
