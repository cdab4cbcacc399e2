"""From Python over a state to straight code over one array of whole numbers.

The functions that `binding` writes from the rules, the queries of the engine that they call, and the templates of a
deal are all small Python functions of a state `s`. A `Translator` turns each into a function of an array `S`:
`s.hands[0]` is a place of the array, a tuple of seats or suits is a mask, a row of cards is the place where its length
and its cards are, and nobody is `NONE`. What comes out holds numbers and names of our own, never text of a file, and is
Python as well as the source of `spadesdsl.kernel.llvm`.
"""

from __future__ import annotations

import ast
import re
from contextlib import nullcontext
from functools import partial
from typing import Any, Final

from spadesdsl.engine.spec import MOST_IN_A_RANGE, Parameter
from spadesdsl.kernel import values
from spadesdsl.kernel.assigning import Assigning, RetypeError
from spadesdsl.kernel.settled import (
    UNKNOWN,
    changes_what_it_goes_over,
    code_of,
    leaves,
    names_in,
    stored_in,
    written_out,
)
from spadesdsl.kernel.text import calls, is_closed
from spadesdsl.kernel.values import CARDS, ENV, NUM, OPTIONS, Type, Value, literal, number_in
from spadesdsl.kernel.writing import Stub

LISTS: Final = frozenset(("list[Option]", "list[Turn]", "Sequence[Option]", "tuple[Option, ...]"))
"""How a list of options is annotated, or of turns: these are all their options."""


_SET: Final = re.compile(r" *(\w+) = (.*)")


def _sets(lines: list[str], name: str) -> bool:
    return any((found := _SET.fullmatch(line)) is not None and found[1] == name for line in lines)


class Translator(Assigning):
    """Translates the statements of one function."""

    def function(self, title: str, node: ast.FunctionDef, types: tuple[Type, ...]) -> values.Function:
        """Translate a function; `types` are those of its parameters after the state."""
        self.title = title
        names = [one.arg for one in (*node.args.args, *node.args.kwonlyargs) if one.arg not in ("s", "e")]
        self.gives_two = isinstance(node.returns, ast.Subscript) and code_of(node.returns) == "tuple[Any, int]"
        gives = "" if node.returns is None else code_of(node.returns)
        self.gives_options = gives in LISTS
        self.gives_order, self.gives_turns = gives == "Order", gives == "Turns | None"
        if self.gives_options:
            self.line(f"begin = {self.listed_now}")
        known = [*types, *[NUM] * (len(names) - len(types))]
        self.parameters = [one for one, kind in zip(names, known, strict=True) if kind.name not in values.WITHOUT_CODE]
        self.locals = {name: kind for name, kind in zip(names, known, strict=True) if kind.name != "held"}
        self.settled = {name: kind.of.it for name, kind in zip(names, known, strict=True) if kind.name == "held"}
        for name in [one for one in stored_in(node) if one in self.settled]:
            if isinstance(self.settled[name], int | None):
                self.line(f"{name} = {literal(self.settled.pop(name))}")
                self.locals[name] = NUM
        self.once = frozenset(name for name, times in stored_in(node).items() if times == 1) - self.locals.keys()
        self.body(node.body)
        if not self.lines or not self.lines[-1].startswith("    return "):
            self.line("return 0")
        self._settle_doubts()
        if [one.strip() for one in self.lines] == ["return"]:
            raise values.CannotCompileError(f"{title} gives only what is known beforehand, which has no number")
        name = self.unit.module.add(title, ["S", *self.parameters], self.lines)
        return values.Function(name, self.returned or NUM)

    def _settle_doubts(self) -> None:
        """Begin again, if it turned out that a variable which was compared with nobody is never nobody."""
        found = [_SET.fullmatch(line) for line in self.lines] if self.doubted else []
        for name in self.doubted:
            texts = [one[2] for one in found if one is not None and one[1] == name]
            if texts and all(map(self.unit.module.is_somebody, texts)):
                self.known[f"{name} is somebody"] = NUM
        if any(f"{name} is somebody" in self.known for name in self.doubted):
            raise RetypeError

    # ---- statements

    def body(self, statements: list[ast.stmt]) -> bool:
        """Translate statements; True if nothing after them can be reached."""
        at = 0
        while at < len(statements):
            one = statements[at]
            if isinstance(one, ast.Assign) and (row := self._told_apart(one)):
                return self._tell_apart(one, row, statements[at + 1 :])
            following = statements[at + 1] if at + 1 < len(statements) else None
            if self._is_kept_by_ranking(one, following):
                assert isinstance(one, ast.Assign)
                assert isinstance(following, ast.If)
                self._by_ranking(one, following)
                at += 2
                continue
            if self.statement(one):
                return True
            at += 1
        return False

    def _told_apart(self, one: ast.Assign) -> tuple[Any, ...]:
        """Return the known things of which play decides which one a name means; empty if it means something else."""
        match one:
            case ast.Assign(targets=[ast.Name()], value=ast.Subscript(value=of)):
                row = self.fixed_of(of)
                return () if row is UNKNOWN or self.fixed_of(one.value) is not UNKNOWN else row
            case _:
                return ()

    def _tell_apart(self, one: ast.Assign, row: tuple[Any, ...], rest: list[ast.stmt]) -> bool:
        """Translate what follows once for each thing that a name can mean; what is the same for several, once."""
        assert isinstance(one.targets[0], ast.Name)
        assert isinstance(one.value, ast.Subscript)
        name, number = one.targets[0].id, self.named(self.value(one.value.slice).text)
        kept, fresh, ends = self.settled, self.names_made, True
        found: dict[tuple[str, ...], list[str]] = {}
        for place, thing in enumerate(row):
            if number_in(number) in (None, place):
                self.settled, self.names_made = {**kept, name: thing}, fresh
                with self.apart() as statements:
                    ends = self.body(rest) and ends
                found.setdefault(tuple(statements), []).append(f"{number} == {place}")
        self.settled = kept
        *others, last = sorted(found, key=lambda way: len(found[way]))
        for way in others:
            if way:
                self.line(f"if {' or '.join(found[way])}:")
                self.lines += way
        if not others or ends:
            self.lines += [line[4:] for line in last]
        elif last:
            is_rest = len(others) == 1 and others[0]
            self.line("else:" if is_rest else f"if {' or '.join(found[last])}:")
            self.lines += last
        return ends

    def statement(self, node: ast.stmt) -> bool:
        """Translate a statement; True if nothing after it can be reached."""
        match node:
            case ast.Assign(targets=[ast.Name(id="e")], value=value):
                self.line(self.value(value).text)
            case ast.Assign(targets=targets, value=value):
                kept = [one for one in targets if not self.is_left_out(one)]
                if kept and not (isinstance(kept[0], ast.Name) and kept[0].id == "key" and "GAME" in names_in(value)):
                    self.assign(kept[0], value)
                    for other in kept[1:]:
                        self.assign(other, kept[0])
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if code_of(kind) in LISTS:
                self.line(f"{name} = {self.listed_now}")
                self.locals[name] = OPTIONS
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self.assign(target, value)
            case ast.AugAssign(target=ast.Name(id=name), value=value) if self.locals.get(name) == OPTIONS:
                self.done(value)
            case ast.AugAssign(target=target, op=op, value=value):
                if not self.is_left_out(target):
                    self.change(target, op, value)
            case ast.If(test=ast.Compare(left=ast.Name(id="key") | ast.Attribute(attr="memo"))):
                pass  # what was worked out before: a kernel works it out again
            case ast.If(test=test) if "settled" in code_of(test):
                pass  # so are answers that are always the same
            case ast.If():
                return self._if(node)
            case ast.Match(subject=subject, cases=cases):
                return self._match(subject, cases)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="values"), args=[_, parameters, *_])):
                self._each_way(name, self.fixed_of(parameters), (), written_out(node.body, may_leave=False))
            case ast.For(target=ast.Name(id=name), iter=ast.Name(id=row)) if row in self.some:
                self._write_some(name, self.some[row], written_out(node.body, may_leave=False))
            case ast.For() if (rows := self.rows_of(node.iter)) is not None:
                return self._write_out(node, rows)
            case ast.For():
                if self._for_those_who(node):
                    return False
                if changes_what_it_goes_over(node):
                    raise values.CannotCompileError("a loop that changes what it goes over")
                is_listing = self.gives_options and isinstance(node.target, ast.Tuple)
                self.for_each(node.target, node.iter, partial(self._list_one if is_listing else self.body, node.body))
            case ast.While(test=test, body=body):
                with self.block(f"while {self.test(test)}:"):
                    self.body(body)
            case ast.Return(value=value):
                self._return(value)
                return True
            case ast.Break() | ast.Continue():
                self.line(type(node).__name__.lower())
                return True
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[one])) if (
                self.locals.get(name) == OPTIONS
            ):
                self.listed([one]) if self._is_option(one) and isinstance(one, ast.Name) else self.done(one)
            case ast.Expr(value=ast.Call() as call):
                found = self.value(call).text
                if number_in(found) is None:
                    self.line(found)
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Assert():
                pass
            case _:
                raise values.CannotCompileError(f"a statement of a new kind: {code_of(node)}")
        return False

    def _list_one(self, body: list[ast.stmt]) -> None:
        """Write the body of a loop over all who choose at once: a playout asks one after the other."""
        hurries = self.unit.layout.attribute("hurries").text
        with self.block(f"if {hurries} != 0 and {self.listed_now} > begin:"):
            self.line("break")
        self.body(body)

    def _each_way(
        self, name: str, parameters: tuple[Parameter, ...], ways: tuple[str, ...], body: list[ast.stmt]
    ) -> None:
        """Write a loop over every way to fill in parameters."""
        if not parameters:
            kept, self.settled = self.settled, {**self.settled, name: Value("", Type("ways", ways))}
            self.body(body)
            self.settled = kept
            return
        one, item = parameters[0], self.fresh()
        layout, call = self.unit.layout, ast.Call(ast.Name(""), [], [])
        of = {key: self.fitted(self._of_rule(code, call), layout.amount).text for key in ("low", "high", "step")
              if (code := getattr(one, key)) is not None}  # fmt: skip
        if one.choices is not None:
            numbers = [*map(layout.argument, one.choices)]
            is_range = bool(numbers) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            head = f"range({numbers[0]}, {numbers[-1] + 1})" if is_range else f"range({len(numbers)})"
            with self.block(f"for {item} in {head}:"):
                text = item if is_range else self.fresh(self.table_at(numbers, item))
                self._each_way(name, parameters[1:], (*ways, text), body)
        elif one.of is not None:
            with self.each(self._of_rule(one.of, call)) as (text, _):
                self._each_way(name, parameters[1:], (*ways, self.named(text)), body)
        else:
            last, by = self.fresh(of["high"]), self.fresh(of.get("step", str(layout.shares)))
            self.line(f"{item} = {of['low']} - {by}")
            left = self.fresh(f"({MOST_IN_A_RANGE} if {by} > 0 else 1)")
            with self.block(f"while {item} + {by} <= {last} and {left} > 0:"):
                self.line(f"{item} = {item} + {by}")
                self.line(f"{left} = {left} - 1")
                self._each_way(name, parameters[1:], (*ways, item), body)

    def _write_some(self, name: str, some: list[tuple[Any, str]], body: list[ast.stmt]) -> None:
        """Write the body of a loop for each of those things that it may go over."""
        kept = self.settled
        for one, test in some:
            self.settled = {**self.settled, name: one}
            with self.block(f"if {test}:") if number_in(test) is None else nullcontext():
                self.body(body)
        self.settled = kept

    def _return(self, value: ast.expr | None) -> None:
        if self.gives_options and isinstance(value, ast.List):  # nothing but these
            self.line(f"{self.listed_now} = begin")
            if value.elts:
                self.listed(value.elts)
            self.returned = OPTIONS
            self.line("return begin")
            return
        if self.gives_order:
            self._list_turns(value)
            return
        if value is None or (self.gives_turns and isinstance(value, ast.Constant)):
            self.line("return 0")
            return
        if self.gives_two and isinstance(value, ast.Tuple):
            first, second = (self.named(self.value(one).text) for one in value.elts)
            self.line(f"{self.unit.layout.attribute('second').text} = {second}")
            self.line(f"return {first}")
            return
        found = self.whole(self.amount(value))
        if found.type in (ENV, values.TURNS):
            self.begin(found)
            found = Value("0" if found.type == ENV else "1", found.type)
        if "return" in self.known:
            found = self.fitted(found, self.known["return"])
        elif found.type.name == "share":
            self.known["return"] = found.type
            raise RetypeError
        if self.returned is None or self.returned.name == "empty" or self.returned == NUM:
            self.returned = found.type
        self.line(f"return {found.text}")

    def _list_turns(self, value: ast.expr | None) -> None:
        """Write what lists turns: the seats of each, and the side that they speak for."""
        many, rows = self.fresh("0"), [self.unit.layout.attribute(name) for name in ("listed", "listed_sides")]

        def add(turn: ast.expr) -> None:
            assert isinstance(turn, ast.Tuple)
            for row, part in zip(rows, turn.elts, strict=True):
                # The seats are a set, even if they are known.
                found = (
                    self._tuple(list(map(self.value, part.elts))) if isinstance(part, ast.Tuple) else self.value(part)
                )
                self.line(f"{self.item_of(row, many).text} = {found.text}")
            self.line(f"{many} = {many} + 1")

        if isinstance(value, ast.ListComp):
            self.each_of(value, add)
        elif isinstance(value, ast.List):
            for one in value.elts:
                add(one)
        self.returned = values.ORDER
        self.line(f"return {many}")

    def _write_out(self, node: ast.For, rows: list[tuple[Any, ...]]) -> bool:
        """Write the body of a loop once for each thing it goes over."""
        names = names_in(node.target)
        body, breaks = written_out(node.body), leaves(node.body, ast.Break)
        kept = self.settled
        with self.apart() as statements:
            for row in rows:
                self.settled = {**self.settled, **dict(zip(names, row, strict=True))}
                if is_end := self.body(body):
                    break
            else:
                is_end = False
                if breaks:
                    self.line("break")
        ends = [line for line in statements if line.strip() == "break"] if breaks else []
        if len(ends) > 1 or ends != statements[-1:] * len(ends):
            self.line("while True:")
            self.lines += statements
        else:  # nothing leaves it before its end
            self.lines += [line[4:] for line in statements[: len(statements) - len(ends)]]
        self.settled = kept
        return is_end and not breaks

    def _match(self, subject: ast.expr, cases: list[ast.match_case]) -> bool:
        """Translate the case of what is known."""
        known = self.fixed_of(subject)
        for case in cases:
            match case.pattern:
                case ast.MatchValue(value=ast.Constant(value=wanted)):
                    fits = known == wanted
                case ast.MatchClass(cls=ast.Name(id=name)):
                    fits = isinstance(known, self.names[name])
                case _:
                    fits = True
            if fits:
                return self.body(case.body)
        return False

    def _if(self, node: ast.If) -> bool:
        test = self.test(node.test)
        if (fixed := number_in(test)) is not None:
            return self.body(node.body if fixed else node.orelse)
        with self.apart() as then:
            ends = self.body(node.body)
        types = dict(self.locals)
        with self.apart() as otherwise:
            ends = self.body(node.orelse) and ends
        self._join(types, then, otherwise)
        if not then and otherwise:
            is_negated = test.startswith("(not ") and is_closed(test[1:-1])
            then, otherwise, test = otherwise, [], test[5:-1] if is_negated else f"(not {test})"
        if then or calls(test):
            self.line(f"if {test}:")
            self.lines += then or ["    " * (self.depth + 1) + "pass"]
        if otherwise:
            self.line("else:")
            self.lines += otherwise
        return ends

    def _join(self, types: dict[str, Type], then: list[str], otherwise: list[str]) -> None:
        """Make one of a variable that two branches gave a value; if it cannot be one, nobody may read it after them."""
        for name, first in types.items():
            second = self.locals.get(name, first)
            if first != second and _sets(then, name) and _sets(otherwise, name):
                try:
                    for branch, own, other in ((then, first, second), (otherwise, second, first)):
                        found = self.agreed(Value(name, own), branch, other)
                        if found.text != name:
                            branch.append(f"{'    ' * (self.depth + 1)}{name} = {found.text}")
                            self.locals[name] = found.type
                except values.CannotCompileError:
                    self.locals[name] = values.TORN

    # ---- seats for whom something holds

    def _for_those_who(self, node: ast.For) -> bool:
        """Translate a loop over the seats that did something: a mask says which these are."""
        match node:
            case ast.For(target=ast.Name(id=name), body=[ast.If(test=test, body=body, orelse=[])]):
                found = self.those_of(node.iter, name, test)
            case _:
                return False
        if found is None or found.type.name == "round":
            return False
        those = self.fresh(found.text)
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

    # ---- what depends on the ranking alone

    def _is_kept_by_ranking(self, one: ast.stmt, following: ast.stmt | None) -> bool:
        return (
            isinstance(one, ast.Assign)
            and isinstance(one.value, ast.Call)
            and isinstance(one.value.func, ast.Attribute)
            and one.value.func.attr == "get"
            and code_of(one.value.args[0]) == "s.ranking"
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
        self.line(f"{name} = {self.table_at(masks, self.unit.layout.attribute('ranking').text)}")
        self.locals[name] = CARDS
