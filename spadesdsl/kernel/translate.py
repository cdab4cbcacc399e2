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
from spadesdsl.kernel.expressions import BINARY, Expressions
from spadesdsl.kernel.layout import MOST_CALLS
from spadesdsl.kernel.settled import NOT_KEPT, UNKNOWN, breaks, code_of, stored_in, without_continue
from spadesdsl.kernel.text import calls, is_closed
from spadesdsl.kernel.values import CARDS, EMPTY, ENV, NONE, NUM, OPTIONS, ROW, Type, Value, binary, literal, number_in
from spadesdsl.kernel.writing import Stub

LISTS: Final = frozenset(("list[Option]", "list[Turn]", "Sequence[Option]", "tuple[Option, ...]"))
"""How a list of options is annotated, or of turns: these are all their options."""


_SET: Final = re.compile(r" *(\w+) = (.*)")


class RetypeError(Exception):
    """A variable turned out to be of another type: the function is translated again."""


class Translator(Expressions):
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
        kept, fresh, ends = self.settled, self.fresh_number, True
        found: dict[tuple[str, ...], list[str]] = {}
        for place, thing in enumerate(row):
            if number_in(number) in (None, place):
                self.settled, self.fresh_number = {**kept, name: thing}, fresh
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
                kept = [one for one in targets if not self._is_left_out(one)]
                if kept and not (isinstance(kept[0], ast.Name) and kept[0].id == "key" and _reads_game(value)):
                    self._assign(kept[0], value)
                    for other in kept[1:]:
                        self._assign(other, kept[0])
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if code_of(kind) in LISTS:
                self.line(f"{name} = {self.listed_now}")
                self.locals[name] = OPTIONS
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._assign(target, value)
            case ast.AugAssign(target=ast.Name(id=name), value=value) if self.locals.get(name) == OPTIONS:
                self.done(value)
            case ast.AugAssign(target=target, op=op, value=value):
                if not self._is_left_out(target):
                    self._change(target, op, value)
            case ast.If(test=ast.Compare(left=ast.Name(id="key") | ast.Attribute(attr="memo"))):
                pass  # what was worked out before: a kernel works it out again
            case ast.If(test=test) if "settled" in code_of(test):
                pass  # so are answers that are always the same
            case ast.If():
                return self._if(node)
            case ast.Match(subject=subject, cases=cases):
                return self._match(subject, cases)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="values"), args=[_, parameters, *_])):
                self._each_way(name, self.fixed_of(parameters), (), node.body)
            case ast.For(target=ast.Name(id=name), iter=ast.Name(id=row)) if row in self.some:
                self._write_some(name, self.some[row], node.body)
            case ast.For() if (rows := self.rows_of(node.iter)) is not None:
                return self._write_out(node, rows)
            case ast.For():
                if self._for_those_who(node):
                    return False
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
                self.line(f"{self.item_of(row, many).text} = {self.value(part).text}")
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
        names = [one.id for one in ast.walk(node.target) if isinstance(one, ast.Name)]
        body, leaves = without_continue(node.body), breaks(node.body)
        kept = self.settled
        with self.apart() as statements:
            for row in rows:
                self.settled = {**self.settled, **dict(zip(names, row, strict=True))}
                if is_end := self.body(body):
                    break
            else:
                is_end = False
                if leaves:
                    self.line("break")
        ends = [line for line in statements if line.strip() == "break"] if leaves else []
        if len(ends) > 1 or ends != statements[-1:] * len(ends):
            self.line("while True:")
            self.lines += statements
        else:  # nothing leaves it before its end
            self.lines += [line[4:] for line in statements[: len(statements) - len(ends)]]
        self.settled = kept
        return is_end and not leaves

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):  # the environment, as it was
            self.copy(self.value(value), self.unit.layout.attribute("env"))
            return
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, other in zip(target.elts, value.elts, strict=True):
                if not self._is_left_out(one):
                    self._assign(one, other)
            return
        if isinstance(target, ast.Name) and self._is_settled(target.id, value):
            return
        if isinstance(target, ast.Attribute) and self._assign_part(target, value):
            return
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Name):  # what somebody chose
            for at, one in enumerate(target.elts):
                assert isinstance(one, ast.Name)
                self.settled[one.id] = self.item_of(self.value(value), str(at))
            return
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Call):
            self.locals |= {one.id: NUM for one in target.elts if isinstance(one, ast.Name)}
            first, second = (self.place(one).text for one in target.elts)
            self.line(f"{first} = {self.value(value).text}")
            self.line(f"{second} = {self.unit.layout.attribute('second').text}")
            return
        if isinstance(target, ast.Name) and self._assign_key(target.id, value):
            return
        found = self.whole(self.amount(value))
        is_place = found.type.name in ("arr", "row", "fixed") and number_in(found.text) is not None
        if isinstance(target, ast.Name) and (
            (is_place and target.id in self.once) or found.type.name in ("turns", "asked", "made", "chosen", "round")
        ):
            self.settled[target.id] = found._replace(text=self.named(found.text) if found.text else "")
            return
        if found.type == ENV:
            assert isinstance(target, ast.Name)
            self.begin(found)
            self.locals[target.id] = ENV
            return
        if not isinstance(target, ast.Name):
            if found.type.name == "held" and code_of(target) == "s.ended_by":
                keys = [one.rule.key for one in self.bound["SPEC"].endings]
                found = Value(literal(keys.index(found.type.of.it) if found.type.of.it in keys else -1))
            place = self.place(target)
            self.line(f"{place.text} = {self.fitted(found, place.type).text}")
            return
        found = self._in_shares_of(target.id, found)
        name, fixed = target.id, number_in(found.text)
        if name in self.once and fixed is not None and found.type.name == "num":
            self.settled[name] = None if fixed == NONE else fixed
            return
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
            if name in self.once and self.is_somebody(found.text):
                self.somebody.add(name)
        if kind.name != "empty" or old is None:
            self.locals[name] = old if old is not None and kind.name == "empty" else kind

    def _in_shares_of(self, name: str, found: Value) -> Value:
        """Return a value in the shares of a variable; if these were not known before, the function is begun again."""
        kind = self.known.get(name) or self.locals.get(name, found.type)
        if found.type.name == "share" != kind.name:
            self.known[name] = found.type
            raise RetypeError
        return self.fitted(found, kind) if kind.name == "share" else found

    def _is_settled(self, name: str, value: ast.expr) -> bool:
        """Keep in mind what a name means, instead of writing it."""
        known = self.fixed_of(value) if name in self.once else UNKNOWN
        if known is not UNKNOWN:
            self.settled[name] = known
            return True
        match value:
            case ast.ListComp(elt=ast.Call(func=ast.Name(id="subject"))):  # of each side: made again where it is wanted
                self.locals[name] = Type("envs", (self.unit.engine(self.names["subject"], (NUM,)), (), ""))
                return True
            case ast.ListComp(elt=ast.Call(func=ast.Name(id="for_turn")), generators=[of]):  # so are those of turns
                groups = [self.unit.layout.attribute(one) for one in ("listed", "listed_sides")]
                begins = self.unit.engine(self.names["for_turn"], tuple(one.type.of for one in groups))
                self.locals[name] = Type("envs", (begins, groups, self.fresh(self.value(of.iter).text)))
                return True
            case ast.Call(func=ast.Name(id="list"), args=[row]) if code_of(row) != "s.spec.environment":
                found = self.value(row)
                found = self.unit.layout.attribute("env") if found.type == ENV else found
                if found.type.name == "arr":
                    self.copy(found, self._new_array(name, self.unit.layout.length(found)))
                    return True
            case ast.Call(func=ast.Name(id="tuple"), args=[ast.ListComp(elt=elt, generators=[of])]) if (
                rows := self.rows_of(of.iter)
            ) is not None:
                assert isinstance(of.target, ast.Name)
                made = self._new_array(name, str(len(rows)))
                for at, (row,) in enumerate(rows):
                    self.settled[of.target.id] = row
                    self.line(f"{self.item_of(made, str(at)).text} = {self.value(elt).text}")
                return True
            case ast.ListComp(elt=ast.Name(), generators=[of]) if of.ifs and (
                (rows := self.rows_of(of.iter)) is not None
            ):  # some of what is known
                assert isinstance(of.target, ast.Name)
                self.some[name] = []
                for (row,) in rows:
                    self.settled[of.target.id] = row
                    test = self.test(of.ifs[0])
                    if number_in(test) != 0:
                        self.some[name].append((row, self.named(test)))
                del self.settled[of.target.id]
                self.locals[name] = EMPTY
                return True
            case ast.BinOp(left=ast.List(elts=[one]), op=ast.Mult(), right=many):
                self.fill(self._new_array(name, self.value(many).text), self.value(one).text)
                return True
            case _:
                pass
        return False

    def _new_array(self, name: str, length: str) -> Value:
        """Return room for the numbers of a list."""
        if name not in self.arrays:
            key, layout = f"list {self.title} {name} {length}", self.unit.layout
            at = layout.places[key][0] if key in layout.places else layout.place(key, number_in(length) or layout.seats)
            self.arrays[name] = Value(str(at), Type("arr", NUM))
            self.unit.layout.lengths[str(at)] = length
        self.settled[name] = self.arrays[name]
        return self.arrays[name]

    def _assign_part(self, target: ast.Attribute, value: ast.expr) -> bool:
        """Write a part of the state that is no number."""
        match target.attr:
            case "ranking" if isinstance(value, ast.Call):
                if self.bound["MOVING_RANKING"]:
                    self.line(f"{self.unit.template('settle_ranking').name}(S)")
                return True
            case "calls" | "tricks":
                many = self.unit.layout.attribute("bid_count" if target.attr == "calls" else "trick_count")
                self.line(f"{many.text} = 0")
                return True
            case _:
                row = self.value(target)
                if target.attr == "trick_seats":
                    self.line(f"{self.unit.layout.attribute('trick_mask').text} = 0")
                if row.type.name == "row":
                    self._change_row(row, value)
                    return True
                return self._assign_row(row, value)

    def _assign_row(self, row: Value, value: ast.expr) -> bool:
        """Write another row in the place of one of the state, or a row with a change."""
        if row.type.name != "arr":
            return False
        match value:
            case ast.Call(func=ast.Name(id="changed"), args=[_, at, one]):
                place = self.item_of(row, self.named(self.value(at).text))
                if place.type.name == "row":
                    self._change_row(place, one)
                    return True
                found = self.fitted(self.amount(one), place.type)
                if found.type.name == "made":
                    number = binary(self.value(at).text, "*", str(row.type.stride))
                    self._write_bid(binary(row.text, "+", number), found)
                elif found.type.name == "arr":
                    self.copy(found, place)
                else:
                    self.line(f"{place.text} = {found.text}")
            case ast.BinOp(left=ast.Tuple(elts=[one]), op=ast.Mult()):
                self.empty(row, self.value(one))
            case ast.Call(func=ast.Name(id="tuple"), args=[ast.ListComp(elt=elt, generators=[of])]):
                self._change_all(row, elt, of)
            case _:
                self.copy(self.value(value), row)
        return True

    def _change_all(self, row: Value, elt: ast.expr, of: ast.comprehension) -> None:
        """Write what changes everything in an array."""
        names = [one.id for one in ast.walk(of.target) if isinstance(one, ast.Name)]
        rows = [self.value(one) for one in (of.iter.args if isinstance(of.iter, ast.Call) else [of.iter])]
        kept, at = self.settled, self.fresh()
        with self.block(f"for {at} in range({self.unit.layout.length(row)}):"):
            self.settled = {**kept, **{name: self.item_of(one, at) for name, one in zip(names, rows, strict=True)}}
            place = self.item_of(row, at)
            if place.type.name != "row":
                self.line(f"{place.text} = {self.fitted(self.amount(elt), place.type).text}")
            elif isinstance(elt, ast.IfExp):  # of those that there are
                with self.block(f"if not {self.test(elt.test)}:"):
                    self._change_row(place, elt.orelse)
            else:
                self._change_row(place, elt)
        self.settled = kept

    def _write_bid(self, place: str, bid: Value) -> None:
        """Write the record of a bid."""
        kind, values, number, seat = bid.type.of
        place, layout = self.named(place), self.unit.layout
        many = len(self.settled["kind"].parameters)
        parts = [kind, number, seat, *(self.item_of(values, str(at)).text for at in range(many))]
        for at, text in zip((*range(layout.FIRST), *range(layout.FIRST, layout.FIRST + many)), parts, strict=True):
            self.line(f"S[{binary(place, '+', str(at))}] = {text}")

    def _call_out(self, bid: Value) -> None:
        """Count a bid, and keep it among all bids if rules read them."""
        layout = self.unit.layout
        many, rows = layout.attribute("bid_count").text, layout.attribute("call_rows")
        self.line(f"{many} = {many} + 1")
        if self.bound["KEEPS_CALLS"]:
            with self.block(f"if {many} > {MOST_CALLS}:"):
                self.line(f"{layout.attribute('failed').text} = 1")
                self.line(f"{many} = {MOST_CALLS}")
            self._write_bid(binary(rows.text, "+", binary(f"({many} - 1)", "*", str(layout.record))), bid)

    def _keep_trick(self, *parts: ast.expr) -> None:
        """Count a trick, and keep what rules read of it."""
        layout = self.unit.layout
        many = layout.attribute("trick_count").text
        kept = dict(zip(("leader", "cards", "seats", "best", "winner"), parts, strict=True))
        needs = {"leader": "KEEPS_TRICKS", "best": "KEEPS_TRICKS", "cards": "KEEPS_CARDS", "seats": "KEEPS_CARDS"}
        for name in [one for one in kept if one not in needs or self.bound[needs[one]]]:
            place = self.item_of(layout.attribute(f"{name}_of"), many)
            if place.type.name == "row":
                self._change_row(place, kept[name])
            else:
                self.line(f"{place.text} = {self.value(kept[name]).text}")
        self.line(f"{many} = {many} + 1")

    def _change_row(self, row: Value, value: ast.expr) -> None:
        """Write cards into a row, on top of those in it, or below them."""
        if isinstance(value, ast.Tuple) and value.elts:
            assert isinstance(value.elts[-1], ast.Starred)
            made = self.unit.template("add_row", (ROW, ROW))
            self.line(f"{made.name}(S, {self.value(value.elts[-1].value).text}, {row.text})")
            return
        if isinstance(value, ast.BinOp):
            made = self.unit.template("put_on_top", (ROW, ROW))
            self.line(f"{made.name}(S, {self.value(value.left).text}, {row.text})")
            return
        found = self.value(value)
        if found.type == EMPTY:
            self.line(f"S[{row.text}] = 0")
        elif found.type.name == "row":
            self.line(f"{self.unit.template('copy_row', (ROW, ROW)).name}(S, {found.text}, {row.text})")
        elif found.type.name == "kept" and found.text == row.text:
            self.line(f"{self.unit.template('keep_in', (ROW, CARDS)).name}(S, {row.text}, {found.other})")
        else:
            self.kept_row(found, row.text)

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
        if isinstance(value, ast.Tuple):
            one = value.elts[0]
            match code_of(target):
                case "s.calls":
                    self._call_out(self.value(one))
                case "s.tricks":
                    assert isinstance(one, ast.Call)
                    self._keep_trick(*one.args[1:])
                case name:
                    made = self.unit.template("push", (ROW, NUM))
                    self.line(f"{made.name}(S, {self.value(target).text}, {self.value(one).text})")
                    if name == "s.trick_seats":
                        mask = self.unit.layout.attribute("trick_mask").text
                        self.line(f"{mask} = {mask} | (1 << {self.value(one).text})")
            return
        if code_of(target) == "s.played" and self.bound["KEEPS_PLAYED"]:
            place = self.item_of(self.unit.layout.attribute("played_by"), "seat")
            self.line(f"{place.text} = {place.text} | {self.value(value).text}")
        place = self.place(target)
        found = self._binary(place, BINARY[type(op)], self.amount(value))
        if isinstance(target, ast.Name):
            found = self._in_shares_of(target.id, found)
        self.line(f"{place.text} = {self.fitted(found, place.type).text}")

    def _append(self, name: str, item: Value, node: ast.expr) -> None:
        in_row = self.in_order or (isinstance(node, ast.Name) and f"{node.id} of row" in self.locals)
        if in_row and self.locals[name].name != "row":
            self.known[name] = ROW
            raise RetypeError
        if in_row:
            self.line(f"S[{name}] = S[{name}] + 1")
            self.line(f"S[{name} + S[{name}]] = {item.text}")
            return
        self.locals[name] = Type("set", item.type.of)
        self.line(f"{name} = {name} | (1 << {item.text})")

    def _is_left_out(self, target: ast.expr) -> bool:
        """Tell whether a kernel does not keep what is written there."""
        if isinstance(target, ast.Subscript):
            target = target.value
        match target:
            case ast.Attribute(value=ast.Name(id="s"), attr=name):
                needs = {"open": "TRACKS_OPEN", "out": "CAN_BE_OUT", "won": "KEEPS_WON", "stacks": "ANY_STACKS"}
                return name in NOT_KEPT or not self.bound.get(needs.get(name, ""), True)
            case _:
                return False

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
        with self.apart() as otherwise:
            ends = self.body(node.orelse) and ends
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


def _reads_game(value: ast.expr) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "GAME" for one in ast.walk(value))
