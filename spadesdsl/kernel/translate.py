"""From Python over a state to straight code over one array of whole numbers.

The functions that `binding` writes from the rules, the queries of the engine that they call, and the templates of
`spadesdsl.kernel.flow` are all small Python functions of a state `s`. A `Translator` turns each into a function of an
array `S`: `s.hands[0]` is a place of the array, a tuple of seats or suits is a mask, a row of cards is the place where
its length and its cards are, and nobody is `NONE`. What comes out holds numbers and names of our own, never text of a
file, and is Python as well as the source of `spadesdsl.kernel.llvm`.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.engine import queries, seats
from spadesdsl.engine.spec import Pile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadesdsl.kernel.layout import Layout

NONE: Final = -1073741824
"""Nobody, in a place that can hold a number."""


class CannotCompileError(Exception):
    """A rule that no kernel can be made for; `rule` is its name."""

    rule = ""


class Type(NamedTuple):
    """What a value is: `num`, `set` (a mask), `row`, `arr`, `bid`, `answer`, `trick`, `this`, `kept`, `sorted`."""

    name: str
    of: Any = ""
    """What a set, a row or an array holds; of a number, what it numbers."""
    stride: int = 1
    """Of an array: how many places each of its elements takes."""


NUM: Final = Type("num")
CARD: Final = Type("num", "card")
SEAT: Final = Type("num", "seat")
CARDS: Final = Type("set", "card")
ROW: Final = Type("row", "card")
EMPTY: Final = Type("empty")


class Value(NamedTuple):
    """An expression of the code that is being written."""

    text: str
    type: Type = NUM
    other: str = ""
    """Of cards kept of a row: the mask that they are kept by."""


class Name(NamedTuple):
    """A function that has been written, bound to a name of a template."""

    code: Any
    """A function of the rules, or the name of one that has been written."""
    type: Type = NUM


class _RetypeError(Exception):
    """A variable turned out to be of another type: the function is translated again."""


class Function(NamedTuple):
    """A function that has been written."""

    name: str
    type: Type


class Module:
    """The code of a kernel: tables and functions, each written once."""

    def __init__(self) -> None:
        """Begin without any."""
        self.tables: dict[tuple[int, ...], str] = {}
        self.functions: dict[str, str] = {}
        self.by_text: dict[str, str] = {}

    def table(self, values: tuple[int, ...]) -> str:
        """Return the name of a table of numbers."""
        return self.tables.setdefault(values, f"T{len(self.tables)}")

    def add(self, title: str, parameters: str, lines: list[str]) -> str:
        """Add a function; one that says the same is used again."""
        body = "\n".join(lines)
        key = f"{parameters}\n{body}"
        if key not in self.by_text:
            name, number = title, 1
            while name in self.functions:
                number += 1
                name = f"{title}_{number}"
            self.by_text[key] = name
            self.functions[name] = f"def {name}({parameters}):\n{body}"
        return self.by_text[key]

    @property
    def text(self) -> str:
        """The whole module."""
        tables = [f"{name} = ({', '.join(map(str, values))},)" for values, name in self.tables.items()]
        return "\n".join([*tables, *self.functions.values()]) + "\n"


@cache
def parsed(text: str) -> ast.FunctionDef:
    """Return the one function of a text."""
    found = ast.parse(textwrap.dedent(text)).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


@cache
def templates() -> dict[str, ast.FunctionDef]:
    """Return the templates of a deal, by name."""
    folder = files("spadesdsl.kernel")
    texts = [folder.joinpath(name).read_text(encoding="utf-8") for name in ("flow.py", "policy.py")]
    return {node.name: node for text in texts for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


@cache
def source_of(function: Any) -> ast.FunctionDef:  # noqa: ANN401 - any function of the engine
    """Return a function of the engine as it is written."""
    return parsed(inspect.getsource(inspect.unwrap(function)))


class Unit:
    """What the functions of one edition of a game share while they are translated."""

    def __init__(self, module: Module, layout: Layout, constants: dict[str, Any], templates: dict[str, Any]) -> None:
        """Begin.

        Args:
            module: Where what is written goes.
            layout: Where each part of the state is in the array.
            constants: Numbers, tables and functions, by the names that templates know them by.
            templates: The functions that are translated here, by name.
        """
        self.module, self.layout, self.constants, self.templates = module, layout, constants, templates
        self.written: dict[Any, Function] = {}
        self.rules: dict[str, str] = {}
        """The names of the rules, by those of their functions."""

    # ---- functions

    def rule(self, code: Any, types: tuple[Type, ...] = ()) -> Function:  # noqa: ANN401 - a function made from a rule
        """Translate a function that was made from a rule."""
        module = code.__globals__["__link__"].__self__
        try:
            return self._make(code, "rule", parsed(module.text_of(code)), code.__globals__, {}, types)
        except CannotCompileError as error:
            error.rule = error.rule or self.rules.get(re.sub(r"_\d+$", "", code.__name__), "")
            raise

    def template(self, name: str, types: tuple[Type, ...] = (), **bound: Any) -> Function:  # noqa: ANN401
        """Translate a template; `bound` are numbers and functions for its names in capitals."""
        node = self.templates[name]
        return self._make(name, name, node, {}, bound, types)

    def text(self, title: str, text: str, **bound: Any) -> Function:  # noqa: ANN401
        """Translate a function that was put together for this game."""
        return self._make((title, text), title, parsed(text), {}, bound, ())

    def engine(self, function: Any, types: tuple[Type, ...]) -> Function:  # noqa: ANN401 - any function of the engine
        """Translate a function of the engine."""
        plain = inspect.unwrap(function)
        return self._make(plain, plain.__name__, source_of(function), plain.__globals__, {}, types)

    def _make(
        self, key: object, title: str, node: ast.FunctionDef, names: dict[str, Any], bound: dict[str, Any],
        types: tuple[Type, ...],
    ) -> Function:  # fmt: skip
        whole_key = (key, types, tuple(sorted((name, _key_of(value)) for name, value in bound.items())))
        if whole_key in self.written:
            found = self.written[whole_key]
            if found is None:
                raise CannotCompileError(f"{title} calls itself")
            return found
        self.written[whole_key] = None  # type: ignore[assignment]
        known: dict[str, Type] = {}
        while True:
            one = Translator(self, names, self.constants | bound, known)
            try:
                made = one.function(title, node, types)
                break
            except _RetypeError:
                continue
            except BaseException:
                del self.written[whole_key]
                raise
        self.written[whole_key] = made
        return made


def _key_of(value: Any) -> Any:  # noqa: ANN401 - whatever is bound
    return ("f", value.code) if isinstance(value, Name) else value


BINARY: Final = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
COMPARE: Final = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_FOLDS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": int.__add__, "-": int.__sub__, "*": int.__mul__, "&": int.__and__, "|": int.__or__, "<<": int.__lshift__,
    ">>": int.__rshift__, "//": int.__floordiv__, "%": int.__mod__, "^": int.__xor__,
}  # fmt: skip
_TESTS: Final[dict[str, Callable[[int, int], bool]]] = {
    "==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__,
}  # fmt: skip


def number_in(text: str) -> int | None:
    """Return the number that a text is; None if it is more than a number."""
    plain = text[1:-1] if text.startswith("(-") and text.endswith(")") else text
    if plain in ("True", "False"):
        return int(plain == "True")
    return int(plain) if plain.lstrip("-").isdigit() else None


def literal(value: object) -> str:
    """Write a constant."""
    number = NONE if value is None else int(value)  # type: ignore[call-overload]
    return str(number) if number >= 0 else f"({number})"


def binary(one: str, sign: str, other: str) -> str:
    """Write an operation, worked out if both sides are numbers."""
    first, second = number_in(one), number_in(other)
    if first is not None and second is not None and not (sign in ("//", "%") and second == 0):
        return literal(_FOLDS[sign](first, second))
    if (sign in "+|" and second == 0) or (sign == "*" and second == 1):
        return one
    if (sign in "+|" and first == 0) or (sign == "*" and first == 1):
        return other
    if sign == "+" and second is not None and one.endswith(")"):  # join numbers: (x + 3) + 4
        head, _, tail = one[1:-1].rpartition(" + ")
        inner = number_in(tail)
        if head and inner is not None and head.count("(") == head.count(")"):
            return binary(head, "+", str(inner + second))
    return f"({one} {sign} {other})"


class Translator:
    """Translates one function."""

    def __init__(self, unit: Unit, names: dict[str, Any], bound: dict[str, Any], known: dict[str, Type]) -> None:
        """Begin.

        Args:
            unit: What it shares with others.
            names: The names of the module that the function is from.
            bound: Numbers and functions for names in capitals.
            known: Types of variables, known from an earlier try.
        """
        self.unit, self.names, self.bound, self.known = unit, names, bound, known
        self.lines: list[str] = []
        self.locals: dict[str, Type] = {}
        self.depth, self.fresh_number = 1, 0
        self.returned: Type | None = None
        self.rows = 0

    # ---- writing

    def line(self, text: str) -> None:
        """Add a statement."""
        self.lines.append("    " * self.depth + text)

    def fresh(self, text: str = "") -> str:
        """Return a new local name, with a value if one is given."""
        self.fresh_number += 1
        name = f"x{self.fresh_number}"
        if text:
            self.line(f"{name} = {text}")
        return name

    def named(self, text: str) -> str:
        """Give a value a name, so that it can be read more than once."""
        return text if text.isidentifier() or number_in(text) is not None else self.fresh(text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write statements inside `head`."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def apart(self) -> Iterator[list[str]]:
        """Collect statements, one level deeper; the caller decides where they go."""
        kept, self.lines = self.lines, []
        collected = self.lines
        self.depth += 1
        yield collected
        self.depth -= 1
        self.lines = kept

    def function(self, title: str, node: ast.FunctionDef, types: tuple[Type, ...]) -> Function:
        """Translate a function; `types` are those of its parameters after the state."""
        names = [one.arg for one in (*node.args.args, *node.args.kwonlyargs) if one.arg not in ("s", "e")]
        known = [*types, *[NUM] * (len(names) - len(types))]
        self.locals = dict(zip(names, known, strict=True))
        self.body(node.body)
        if not self.lines or not self.lines[-1].startswith("    return"):
            self.line("return 0")
        name = self.unit.module.add(title, ", ".join(["S", *names]), self.lines)
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
            case ast.For():
                self._for(node.target, node.iter, lambda: self.body(node.body))
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
        found = self.whole(self.value(value))
        if self.returned is None or self.returned.name == "empty" or self.returned == NUM:
            self.returned = found.type
        self.line(f"return {found.text}")

    def whole(self, found: Value) -> Value:
        """Return a value that can be kept: cards kept of a row become a row of their own."""
        if found.type.name in ("kept", "sorted"):
            return self._kept_row(found)
        return found

    def _kept_row(self, found: Value) -> Value:
        into = self.scratch()
        self.line(f"S[{into}] = 0")
        with self.each(found) as (card, _):
            self.line(f"S[{into}] = S[{into}] + 1")
            self.line(f"S[{into} + S[{into}]] = {card}")
        return Value(str(into), ROW)

    def scratch(self) -> int:
        """Return a place for a row that is worked out here."""
        return self.unit.layout.scratch()

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            values = [self.named(self.value(one).text) for one in value.elts]
            for one, text in zip(target.elts, values, strict=True):
                self.line(f"{self.place(one).text} = {text}")
            return
        if isinstance(target, ast.Name) and self._assign_key(target.id, value):
            return
        found = self.whole(self.value(value))
        if not isinstance(target, ast.Name):
            place = self.place(target)
            if place.type.name == "row":
                self._copy_row(place.text, found)
                return
            self.line(f"{place.text} = {found.text}")
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

    def _compare_keys(self, one: str, sign: str, other: str) -> str:
        many = self.locals[one].of
        text = f"{one}_{many - 1} {sign} {other}_{many - 1}"
        for at in reversed(range(many - 1)):
            text = f"{one}_{at} > {other}_{at} or ({one}_{at} == {other}_{at} and ({text}))"
        return f"({text})"

    def _copy_row(self, place: str, found: Value) -> None:
        if found.type.name == "empty":
            self.line(f"S[{place}] = 0")
        elif found.type.name == "row":
            self.line(f"{self.unit.template('copy_row', (NUM, NUM)).name}(S, {found.text}, {place})")
        else:
            raise CannotCompileError("a row that is no row")

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
            raise _RetypeError
        if in_row:
            self.line(f"S[{name}] = S[{name}] + 1")
            self.line(f"S[{name} + S[{name}]] = {item.text}")
            return
        self.locals[name] = Type("set", item.type.of)
        self.line(f"{name} = {name} | (1 << {item.text})")

    def _if(self, node: ast.If) -> bool:
        test = self.test(node.test)
        fixed = number_in(test)
        if fixed is not None:
            branch = node.body if fixed else node.orelse
            self.body(branch)
            return bool(branch) and isinstance(branch[-1], ast.Return | ast.Break | ast.Continue)
        with self.block(f"if {test}:"):
            self.body(node.body)
        if node.orelse:
            with self.block("else:"):
                self.body(node.orelse)
        return False

    def _for(self, target: ast.expr, over: ast.expr, body: Callable[[], None]) -> None:
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in ("range", "enumerate"):
            if over.func.id == "range":
                assert isinstance(target, ast.Name)
                self.locals[target.id] = NUM
                parts = [self.named(self.value(one).text) for one in over.args]
                with self.block(f"for {target.id} in range({', '.join(parts)}):"):
                    body()
                return
            assert isinstance(target, ast.Tuple)
            self._enumerate(target, self.value(over.args[0]), body)
            return
        assert isinstance(target, ast.Name)
        with self.each(self.value(over)) as (item, kind):
            self.locals[target.id] = kind
            self.locals.pop(f"{target.id} of row", None)
            if kind.name == "num" and kind.stride:
                pass
            if self._in_row:
                self.locals[f"{target.id} of row"] = NUM
            self.line(f"{target.id} = {item}")
            body()

    def _enumerate(self, target: ast.Tuple, over: Value, body: Callable[[], None]) -> None:
        number, item = target.elts
        assert isinstance(number, ast.Name)
        assert isinstance(item, ast.Name)
        if over.type.name != "arr":
            raise CannotCompileError("numbering of what has no numbers")
        self.locals[number.id] = NUM
        with self.block(f"for {number.id} in range({self.unit.layout.length(over)}):"):
            found = self.item_of(over, number.id)
            self.locals[item.id] = found.type
            self.line(f"{item.id} = {found.text}")
            body()

    _in_row = False

    @contextmanager
    def each(self, over: Value) -> Iterator[tuple[str, Type]]:
        """Write a loop; yields the text of each item and its type."""
        self._in_row = over.type.name in ("row", "kept", "sorted")
        match over.type.name:
            case "set" | "num":
                left, item = self.fresh(over.text), self.fresh()
                with self.block(f"while {left} != 0:"):
                    self.line(f"{item} = ctz({left})")
                    self.line(f"{left} = {left} & ({left} - 1)")
                    yield item, Type("num", over.type.of)
            case "row" | "kept":
                row, at, item = self.named(over.text), self.fresh(), self.fresh()
                mask = self.named(over.other) if over.other else ""
                with self.block(f"for {at} in range(S[{row}]):"):
                    self.line(f"{item} = S[{binary(row, '+', '1')} + {at}]")
                    if not mask:
                        yield item, Type("num", over.type.of or "card")
                    else:
                        with self.block(f"if ({mask} >> {item} & 1) != 0:"):
                            yield item, Type("num", "card")
            case "sorted":
                mask, at = self.named(over.text), self.fresh()
                with self.block(f"for {at} in range({self.bound['CARDS']}):"):
                    item = self.named(self.ranked("order", at).text)
                    with self.block(f"if ({mask} >> {item} & 1) != 0:"):
                        yield item, Type("num", "card")
            case "arr":
                at = self.fresh()
                with self.block(f"for {at} in range({self.unit.layout.length(over)}):"):
                    found = self.item_of(over, at)
                    yield found.text, found.type
            case "empty":
                with self.block("while False:"):
                    yield "0", NUM
            case "fixed":
                at = self.fresh()
                with self.block(f"for {at} in range({self.unit.layout.length(over)}):"):
                    found = self.item_of(over, at)
                    yield found.text, found.type
            case _:
                raise CannotCompileError(f"a loop over {over.type.name}")

    # ---- values

    def test(self, node: ast.expr) -> str:
        """Translate a condition."""
        return self.truth(self.value(node))

    def truth(self, found: Value) -> str:
        """Return whether a value counts as yes."""
        match found.type.name:
            case "row":
                return f"(S[{found.text}] != 0)"
            case "kept":
                return f"({self.mask(found)} != 0)"
            case "empty":
                return "False"
            case "sorted":
                return f"({found.text} != 0)"
            case _:
                return found.text

    def mask(self, found: Value) -> str:
        """Return a set, or a row, as a mask."""
        match found.type.name:
            case "row":
                return f"{self.unit.template('row_mask', (ROW,)).name}(S, {found.text})"
            case "kept":
                return binary(self.mask(Value(found.text, ROW)), "&", found.other)
            case "empty":
                return "0"
            case "arr":
                return found.text
            case _:
                return found.text

    def value(self, node: ast.expr) -> Value:
        """Translate an expression."""
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
                return self._binary(self.value(left), BINARY[type(op)], self.value(right))
            case ast.UnaryOp(op=ast.Not(), operand=one):
                text = self.test(one)
                fixed = number_in(text)
                return Value(f"(not {text})" if fixed is None else literal(not fixed))
            case ast.UnaryOp(op=ast.USub(), operand=one):
                text = self.value(one).text
                fixed = number_in(text)
                return Value(f"(-{text})" if fixed is None else literal(-fixed))
            case ast.UnaryOp(op=ast.Invert(), operand=one):
                found = self.value(one)
                return Value(f"(~{found.text})", found.type)
            case ast.BoolOp():
                return self._joined(node)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return Value(self._compare(left, op, right))
            case ast.Compare(left=left, ops=[first, second], comparators=[middle, right]):
                held = self.value(middle)
                parts = [self._relation(self.value(left), first, held), self._relation(held, second, self.value(right))]
                return Value(f"({parts[0]} and {parts[1]})")
            case ast.IfExp(test=test, body=one, orelse=other):
                return self.choice(self.test(test), lambda: self.value(one), lambda: self.value(other))
            case ast.Tuple(elts=parts):
                return self._tuple([self.value(part) for part in parts])
            case ast.GeneratorExp() | ast.ListComp():
                return self._collected(node)
            case _:
                raise CannotCompileError(f"an expression of a new kind: {ast.unparse(node)}")

    def _name(self, name: str) -> Value:
        if name in self.locals:
            return Value(name, self.locals[name])
        if name in self.bound:
            found = self.bound[name]
            return found if isinstance(found, Value) else self._constant(found)
        if name in self.names and name.startswith("K") and name[1:].isdigit():
            return self._constant(self.names[name])
        if name in self.names and isinstance(self.names[name], int | str):
            return self._constant(self.names[name])
        raise CannotCompileError(f"the name {name}")

    def _constant(self, value: Any) -> Value:  # noqa: ANN401 - any constant of the rules
        match value:
            case None | bool() | int():
                return Value(literal(value))
            case str():
                return Value(literal(self.unit.layout.word(value)))
            case ():
                return Value("0", EMPTY)
            case tuple() if all(one is None or isinstance(one, int) for one in value):
                return Value(
                    self.unit.module.table(tuple(NONE if one is None else int(one) for one in value)), Type("table")
                )
            case _:
                raise CannotCompileError("fractions of points" if hasattr(value, "numerator") else "a constant")

    def _tuple(self, parts: list[Value]) -> Value:
        if not parts:
            return Value("0", EMPTY)
        text = "0"
        for one in parts:
            text = binary(text, "|", self.one_of(one))
        return Value(text, Type("set", parts[0].type.of))

    def one_of(self, item: Value) -> str:
        """Return the set of one thing, none of nobody."""
        fixed = number_in(item.text)
        if fixed is not None:
            return literal(1 << fixed) if fixed >= 0 else "0"
        name = self.named(item.text)
        return f"(1 << {name} if {name} >= 0 else 0)"

    def _binary(self, one: Value, sign: str, other: Value) -> Value:
        kind = one.type if one.type.name == "set" else other.type if other.type.name == "set" else NUM
        return Value(binary(one.text, sign, other.text), kind)

    def choice(self, test: str, one: Callable[[], Value], other: Callable[[], Value]) -> Value:
        """Write `one if test else other`; only one of the two is worked out."""
        fixed = number_in(test)
        if fixed is not None:
            return one() if fixed else other()
        with self.apart() as first:
            then = self.whole(one())
        with self.apart() as second:
            otherwise = self.whole(other())
        kind = next((one.type for one in (then, otherwise) if one.type.name not in ("empty", "num")), NUM)
        if kind == NUM:
            kind = next((one.type for one in (then, otherwise) if one.type.of), NUM)
        texts = [
            self._empty_row() if kind.name == "row" and one.type.name == "empty" else one.text
            for one in (then, otherwise)
        ]
        if not first and not second:
            return Value(texts[0] if texts[0] == texts[1] else f"({texts[0]} if {test} else {texts[1]})", kind)
        name = self.fresh()
        for head, statements, text in ((f"if {test}:", first, texts[0]), ("else:", second, texts[1])):
            self.line(head)
            self.lines += statements
            self.lines.append("    " * (self.depth + 1) + f"{name} = {text}")
        return Value(name, kind)

    def _empty_row(self) -> str:
        return str(self.unit.layout.empty_row)

    def _joined(self, node: ast.BoolOp) -> Value:
        is_or = isinstance(node.op, ast.Or)
        if is_or and len(node.values) == 2 and isinstance(node.values[1], ast.Constant) and node.values[1].value == 0:
            found = self.value(node.values[0])
            if found.type.name != "num":
                return found
            fixed = number_in(found.text)
            name = self.named(found.text)
            return Value(f"({name} if {name} != {NONE} else 0)" if fixed is None else name, found.type)
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
            tests = [
                f"{self.item_of(row, str(at)).text} == {self.value(one).text}" for at, one in enumerate(right.elts)
            ]
            return f"({' and '.join(tests)})" if tests else "True"
        if isinstance(left, ast.Name) and isinstance(right, ast.Name) and self.locals.get(left.id, NUM).name == "key":
            return self._compare_keys(left.id, COMPARE[type(op)], right.id)
        if isinstance(op, ast.In | ast.NotIn):
            found = self._is_in(self.value(left), right)
            return f"(not {found})" if isinstance(op, ast.NotIn) else found
        return self._relation(self.value(left), op, self.value(right))

    def _relation(self, one: Value, op: ast.cmpop, other: Value) -> str:
        sign = COMPARE[type(op)]
        first, second = number_in(one.text), number_in(other.text)
        if first is not None and second is not None:
            return literal(_TESTS[sign](first, second))
        if "empty" in (one.type.name, other.type.name) and "row" in (one.type.name, other.type.name):
            row = one if one.type.name == "row" else other
            return f"(S[{row.text}] {sign} 0)"
        return f"({one.text} {sign} {other.text})"

    def _is_none(self, node: ast.expr, wanted: bool) -> str:
        if isinstance(node, ast.Name) and node.id in self.bound and node.id not in self.locals:
            if isinstance(self.bound[node.id], Name):
                return literal(not wanted)
            return literal((self.bound[node.id] is None) is wanted)
        found = self.value(node)
        if found.type.name == "row":
            return f"(S[{found.text}] {'<' if wanted else '>='} 0)"
        if found.type.name in ("set", "this"):
            return literal(not wanted)
        fixed = number_in(found.text)
        if fixed is not None:
            return literal((fixed == NONE) is wanted)
        return f"({found.text} {'==' if wanted else '!='} {NONE})"

    def _is_in(self, item: Value, of: ast.expr) -> str:
        if isinstance(of, ast.Tuple) and of.elts:
            name = self.named(item.text)
            return "(" + " or ".join(f"{name} == {self.value(one).text}" for one in of.elts) + ")"
        found = self.value(of)
        match found.type.name:
            case "empty":
                return "False"
            case "set":
                name = self.named(item.text)
                return f"({name} >= 0 and ({found.text} >> {name} & 1) != 0)"
            case "row":
                return f"({self.unit.template('find', (ROW, NUM)).name}(S, {found.text}, {item.text}) >= 0)"
            case _:
                raise CannotCompileError(f"membership of {found.type.name}")

    # ---- places of the state

    def place(self, node: ast.expr) -> Value:
        """Translate what can be assigned to."""
        if isinstance(node, ast.Name):
            return Value(node.id, self.locals.get(node.id, NUM))
        return self.value(node)

    def _attribute(self, node: ast.Attribute) -> Value:
        match node:
            case ast.Attribute(value=ast.Name(id="s"), attr=name):
                return self.unit.layout.attribute(name)
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="s"), attr="ranking"), attr=name):
                return self.ranked(name, None)
            case ast.Attribute(value=ast.Name(id="ranking"), attr=name):
                return self.ranked(name, None)
            case ast.Attribute(value=ast.Attribute(attr="deck"), attr="all"):
                return Value(literal(self.bound["ALL"]), CARDS)
            case ast.Attribute(value=ast.Attribute(attr="deck"), attr=name):
                return self._constant(getattr(self.bound["SPEC"].deck, name))
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="s"), attr="spec"), attr=name):
                return self._of_spec(name)
            case _:
                pass
        return self.unit.layout.field(self.value(node.value), node.attr, self)

    def _of_spec(self, name: str) -> Value:
        found = getattr(self.bound["SPEC"], name)
        if name == "players":
            return Value(literal(sum(1 << seat for seat in found)), Type("set", "seat"))
        return self._constant(found)

    def ranked(self, name: str, index: str | None) -> Value:
        """Return a value of the ranking as it is now: by card, by suit, or its only one."""
        kinds = {
            "suit": "suit",
            "trumps": "suit",
            "order": "card",
            "rank": "",
            "strength": "",
            "masks": "",
            "above": "",
        }
        if name == "of_suit":
            return Value(name, Type("ranking")) if index is None else self._of_suit(index)
        if name not in kinds:
            raise CannotCompileError(f"`{name}` of a ranking")
        rankings = self.bound["RANKINGS"]
        rows = [getattr(one, name) for one in rankings]
        number = self.unit.layout.attribute("ranking").text
        of = Type("num", kinds.get(name, ""))
        if name == "trumps":
            return Value(self._table_at([NONE if row is None else row for row in rows], number), of)
        kind = Type("table", CARDS if name in ("masks", "above") else of)
        if index is None:
            return Value(name, Type("ranking", kind.of))
        width = len(rows[0])
        flat = [NONE if one is None else one for row in rows for one in row]
        if len(rows) == 1 or all(row == rows[0] for row in rows):
            return Value(self._table_at(flat[:width], index), kind.of)
        return Value(self._table_at(flat, binary(binary(number, "*", str(width)), "+", index)), kind.of)

    def _table_at(self, values: list[int], index: str) -> str:
        fixed = number_in(index)
        if len(set(values)) == 1:
            return literal(values[0])
        if fixed is not None:
            return literal(values[fixed])
        return f"{self.unit.module.table(tuple(values))}[{index}]"

    def _item(self, node: ast.Subscript) -> Value:
        if isinstance(node.value, ast.Name) and node.value.id == "e":
            kinds = {0: "seat", 1: "side", 2: "card"}
            at = number_in(self.value(node.slice).text)
            return self.item_of(self.unit.layout.attribute("env"), self.value(node.slice).text)._replace(
                type=Type("num", kinds.get(at if at is not None else -1, ""))
            )
        if isinstance(node.value, ast.Name) and isinstance(self.bound.get(node.value.id), tuple):
            values = [NONE if one is None else int(one) for one in self.bound[node.value.id]]
            return Value(self._table_at(values, self.value(node.slice).text))
        return self.item_of(self.value(node.value), self.value(node.slice).text)

    def item_of(self, of: Value, index: str) -> Value:
        """Return an item of an array, a row, a table or a set."""
        fixed = number_in(index)
        match of.type.name:
            case "arr":
                place = binary(of.text, "+", binary(index, "*", str(of.type.stride)))
                return self.unit.layout.at(place, of.type.of, self)
            case "ranking":
                return self.ranked(of.text, index)
            case "table":
                return Value(f"{of.text}[{index}]")
            case "fixed":
                values, kind = of.type.of
                return Value(self._table_at(list(values), index), kind)
            case "row":
                row = self.named(of.text)
                if fixed is not None and fixed < 0:
                    return Value(f"S[{row} + S[{row}]]", Type("num", of.type.of))
                return Value(f"S[{binary(row, '+', binary('1', '+', index))}]", Type("num", of.type.of))
            case "kept" | "sorted":
                return self.item_of(self._kept_row(of), index)
            case "set" if fixed in (0, -1):
                return self._end_of(of, is_first=fixed == 0)
            case _:
                raise CannotCompileError(f"an item of {of.type.name}")

    def _end_of(self, of: Value, *, is_first: bool) -> Value:
        kind = Type("num", of.type.of)
        match of.type.of:
            case "seat" | "side":
                made = self.unit.template(f"{'first' if is_first else 'last'}_of_{of.type.of}s", (of.type,))
                return Value(f"{made.name}(S, {of.text})", kind)
            case "suit" | "trick" | "call":
                return Value(f"{'ctz' if is_first else 'top'}({of.text})", kind)
            case _:
                raise CannotCompileError(f"the first of a set of {of.type.of or 'things listed'}")

    # ---- calls

    def _call(self, node: ast.Call) -> Value:
        match node.func:
            case ast.Attribute(value=of, attr="bit_count"):
                return Value(f"popcount({self.mask(self.value(of))})")
            case ast.Attribute(value=of, attr="index"):
                made = self.unit.template("find", (ROW, NUM))
                return Value(f"{made.name}(S, {self.value(of).text}, {self.value(node.args[0]).text})")
            case ast.Attribute(value=ast.Name(id=table), attr="get"):
                return self._looked_up(self.names[table], node.args[0])
            case ast.Attribute(value=ast.Attribute(attr="ranking"), attr="sorted"):
                return Value(self.mask(self.value(node.args[0])), Type("sorted", "card"))
            case ast.Attribute(value=ast.Name(id="seats"), attr=name):
                return self._named(name, node, getattr(seats, name))
            case ast.Name(id=name):
                return self._named(name, node, self.names.get(name))
            case _:
                raise CannotCompileError(f"a call of a new kind: {ast.unparse(node)}")

    def _named(self, name: str, node: ast.Call, code: Any) -> Value:  # noqa: ANN401 - any function
        macro = getattr(self, f"_do_{name}", None)
        if macro is None:
            return self._function(name, node.args, code)
        found: Value = macro(*node.args, **{one.arg: one.value for one in node.keywords if one.arg})
        return found

    def _function(self, name: str, arguments: list[ast.expr], code: Any) -> Value:  # noqa: ANN401
        given = [one for one in arguments if not (isinstance(one, ast.Name) and one.id in ("s", "e"))]
        if name in self.bound:
            found = self.bound[name]
            if found is None:
                raise CannotCompileError(f"{name} is missing")
            if isinstance(found, int):
                return Value(literal(found))
            made = Function(found.code, found.type) if isinstance(found.code, str) else self.unit.rule(found.code)
        else:
            values = [self.whole(self.value(one)) for one in given]
            types = tuple(value.type for value in values)
            if name in self.unit.templates:
                made = self.unit.template(name, types)
            elif name.startswith("let_") or (code is not None and "__link__" in getattr(code, "__globals__", {})):
                made = self.unit.rule(code, types)
            elif code is not None and callable(code):
                made = self.unit.engine(code, types)
            else:
                raise CannotCompileError(f"the function {name}")
            return Value(f"{made.name}({', '.join(['S', *(value.text for value in values)])})", made.type)
        texts = [self.whole(self.value(one)).text for one in given]
        return Value(f"{made.name}({', '.join(['S', *texts])})", made.type)

    def _looked_up(self, known: dict[Any, int], key: ast.expr) -> Value:
        """Translate the card of a suit and a rank: looked up in a table."""
        if not isinstance(key, ast.Tuple):
            raise CannotCompileError("a table of a new kind")
        suit, rank = (self.value(one) for one in key.elts)
        fixed, high = number_in(suit.text), number_in(rank.text)
        if fixed is not None and high is not None:
            return Value(literal(known.get((fixed, high))), CARD)
        width = 1 + max((one[1] for one in known if one[1] is not None), default=0)
        height = 1 + max((one[0] for one in known if one[0] is not None), default=0)
        table = [known.get((row, column), NONE) for row in range(height) for column in range(width)]
        one, other = self.named(suit.text), self.named(rank.text)
        place = binary(binary(one, "*", str(width)), "+", other)
        return Value(
            f"({self._table_at(table, place)} if {one} >= 0 and {other} >= 0 and {other} < {width} else {NONE})", CARD
        )

    # ---- calls that are written out

    def _do_bool(self, one: ast.expr) -> Value:
        found = self.value(one)
        text = self.truth(found)
        return Value(text if found.type.name in ("row", "kept", "sorted", "empty") else f"({text} != 0)")

    def _do_int(self, one: ast.expr) -> Value:
        return self.value(one)

    _do_whole = _do_bits = _do_int

    def _do_tuple(self, one: ast.expr) -> Value:
        return self.value(one)

    _do_frozenset = _do_tuple

    def _do_amount(self, one: ast.expr) -> Value:
        return self.value(one)

    def _do_len(self, one: ast.expr) -> Value:
        text = ast.unparse(one)
        if text.startswith("s.spec.seats"):
            return Value(literal(self.bound["SEATS"]))
        found = self.value(one)
        match found.type.name:
            case "row":
                return Value(f"S[{found.text}]")
            case "arr":
                return Value(str(self.unit.layout.length(found)))
            case _:
                return Value(f"popcount({self.mask(found)})")

    def _do_mask_of(self, one: ast.expr) -> Value:
        found = self.value(one)
        return Value(self.mask(found), Type("set", found.type.of or "card"))

    def _do_abs(self, one: ast.expr) -> Value:
        text = self.named(self.value(one).text)
        return Value(f"({text} if {text} >= 0 else -{text})")

    def _do_max(self, *parts: ast.expr, default: ast.expr | None = None) -> Value:
        return self._most(parts, ">", default)

    def _do_min(self, *parts: ast.expr, default: ast.expr | None = None) -> Value:
        return self._most(parts, "<", default)

    def _most(self, parts: tuple[ast.expr, ...], sign: str, default: ast.expr | None) -> Value:
        if len(parts) > 1:
            found = self.named(self.value(parts[0]).text)
            for part in parts[1:]:
                other = self.named(self.value(part).text)
                found = self.fresh(f"({found} if {found} {sign}= {other} else {other})")
            return Value(found)
        best = self.fresh(literal(None) if default is None else self.value(default).text)
        is_first = self.fresh("1")

        def add(item: Value) -> None:
            name = self.named(item.text)
            with self.block(f"if {is_first} != 0 or {name} {sign} {best}:"):
                self.line(f"{best} = {name}")
            self.line(f"{is_first} = 0")

        self._over(parts[0], add)
        return Value(best)

    def _over(self, node: ast.expr, add: Callable[[Value], None]) -> None:
        """Do something for each item of a generator, or of a set."""
        if not isinstance(node, ast.GeneratorExp | ast.ListComp):
            with self.each(self.value(node)) as (item, kind):
                add(Value(item, kind))
            return
        (one,) = node.generators

        def body() -> None:
            tests = [self.test(test) for test in one.ifs]
            if tests:
                with self.block(f"if {' and '.join(tests)}:"):
                    add(self.value(node.elt))
            else:
                add(self.value(node.elt))

        self._for(one.target, one.iter, body)

    def _collected(self, node: ast.GeneratorExp | ast.ListComp) -> Value:
        found = self.fresh("0")
        kind = [Type("set")]

        def add(item: Value) -> None:
            kind[0] = Type("set", item.type.of)
            self.line(f"{found} = {found} | (1 << {item.text})")

        self._over(node, add)
        return Value(found, kind[0])

    def _do_sum(self, node: ast.expr, start: ast.expr | None = None) -> Value:
        found = self.fresh("0")
        self._over(node, lambda item: self.line(f"{found} = {found} + {item.text}"))
        return Value(found)

    def _do_any(self, node: ast.expr) -> Value:
        return self._tried(node, "1", "")

    def _do_all(self, node: ast.expr) -> Value:
        return self._tried(node, "0", "not ")

    def _tried(self, node: ast.expr, end: str, negated: str) -> Value:
        found = self.fresh(str(1 - int(end)))

        def add(item: Value) -> None:
            with self.block(f"if {negated}{self.truth(item)}:"):
                self.line(f"{found} = {end}")
                self.line("break")

        self._over(node, add)
        return Value(f"({found} != 0)")

    def _do_next(self, node: ast.expr, default: ast.expr) -> Value:
        found = self.fresh(self.value(default).text)
        kind = [NUM]

        def add(item: Value) -> None:
            kind[0] = item.type
            self.line(f"{found} = {item.text}")
            self.line("break")

        self._over(node, add)
        return Value(found, kind[0])

    # ---- queries about cards, written out where they are asked

    def _do_kept_in(self, row: ast.expr, mask: ast.expr) -> Value:
        found, only = self.value(row), self.value(mask).text
        if found.type.name == "kept":
            return Value(found.text, Type("kept", "card"), binary(found.other, "&", only))
        if found.type.name != "row":
            return Value(binary(self.mask(found), "&", only), CARDS)
        return Value(found.text, Type("kept", "card"), only)

    def _do_sorted_row(self, _: ast.expr, mask: ast.expr) -> Value:
        return Value(self.mask(self.value(mask)), Type("sorted", "card"))

    def _do_live_cards(self, _: ast.expr) -> Value:
        if not self.bound["CANCELS"]:
            return self.unit.layout.attribute("trick")
        made = self.unit.template("live_row", ())
        return Value(f"{made.name}(S)", ROW)

    def _do_strongest(self, _: ast.expr, row: ast.expr, sign: ast.expr, last_wins: ast.expr | None = None) -> Value:
        found = self.value(row)
        last = int(last_wins is not None)
        rank = self.value(sign).text
        if found.type.name in ("row", "kept"):
            made = self.unit.template("strongest_kept", (ROW, CARDS), SIGN=number_in(rank), LAST=last)
            mask = found.other or literal(self.bound["ALL"])
            return Value(f"{made.name}(S, {found.text}, {mask})", CARD)
        made = self.unit.template("strongest_of", (CARDS,), SIGN=number_in(rank), LAST=last)
        return Value(f"{made.name}(S, {self.mask(found)})", CARD)

    def _do_ranked_mask(self, _: ast.expr, test: ast.expr, against: ast.expr, __: ast.expr) -> Value:
        assert isinstance(test, ast.Name)
        passes, rankings = self.names[test.id], self.bound["RANKINGS"]
        width = 1 + max(max(one.rank) for one in rankings)
        flat = [
            sum(1 << card for card, rank in enumerate(one.rank) if passes(rank, against_rank))
            for one in rankings
            for against_rank in range(-1, width)
        ]
        rank = self.value(against).text
        number = self.unit.layout.attribute("ranking").text
        row = binary(number, "*", str(width + 1)) if len(rankings) > 1 else "0"
        return Value(self._table_at(flat, binary(row, "+", binary(rank, "+", "1"))), CARDS)

    def _do_beaters(
        self, _: ast.expr, best: ast.expr, classes: ast.expr, everything: ast.expr, equal: ast.expr
    ) -> Value:
        assert isinstance(classes, ast.Tuple)
        card = self.named(self.value(best).text)
        better, done = self.fresh("0"), self.fresh("0")
        same = "" if isinstance(equal, ast.Constant) else f" | {self.value(equal).text}[{card}]"
        with self.block(f"if {card} == {NONE}:"):
            self.line(f"{better} = {self.value(everything).text}")
        with self.block("else:"):
            for one in classes.elts:
                mask = self.named(self.value(one).text)
                with self.block(f"if {done} == 0:"):
                    with self.block(f"if ({mask} >> {card} & 1) != 0:"):
                        self.line(f"{better} = {better} | ({mask} & ({self.ranked('above', card).text}{same}))")
                        self.line(f"{done} = 1")
                    with self.block("else:"):
                        self.line(f"{better} = {better} | {mask}")
        return Value(better, CARDS)

    def _do_tried_beaters(self, _: ast.expr, seat: ast.expr, __: ast.expr) -> Value:
        made = self.unit.template("tried_beaters", (SEAT,))
        return Value(f"{made.name}(S, {self.value(seat).text})", CARDS)

    def _do_count_try(self, _: ast.expr) -> Value:
        return Value("0")

    def _do_draw(self, _: ast.expr, found: ast.expr) -> Value:
        lots = self.value(found)
        name = self.named(self.mask(lots))
        return Value(
            f"(select({name}, below(S, {self.unit.layout.attribute('generator').text[2:-1]}, popcount({name})))"
            f" if {name} != 0 else {NONE})",
            Type("num", lots.type.of),
        )

    def _do_those(self, *parts: ast.expr) -> Value:
        text, of = "0", ""
        for part in parts:
            found = self.value(part)
            of = of or found.type.of
            text = binary(text, "|", self.one_of(found))
        return Value(text, Type("set", f"{of} listed" if len(parts) > 1 else of))

    def _do_both(self, one: ast.expr, other: ast.expr) -> Value:
        first = self.value(one)
        return Value(binary(self.mask(first), "&", self.mask(self.value(other))), first.type)

    def _do_suits_mask(self, _: ast.expr, suits: ast.expr) -> Value:
        found = self.fresh("0")
        with self.each(self.value(suits)) as (suit, __):
            self.line(f"{found} = {found} | {self.ranked('masks', suit).text}")
        return Value(found, CARDS)

    def _of_suit(self, suit: str) -> Value:
        """Return the cards that count for a suit now; none if there is no suit."""
        fixed = number_in(suit)
        if fixed is not None:
            return Value("0", CARDS) if fixed == NONE else self.ranked("masks", suit)
        name = self.named(suit)
        return Value(f"({self.ranked('masks', name).text} if {name} >= 0 else 0)", CARDS)

    def _do_suits_of(self, _: ast.expr) -> Value:
        rows = [sum(1 << suit for suit, cards in enumerate(one.masks) if cards) for one in self.bound["RANKINGS"]]
        return Value(self._table_at(rows, self.unit.layout.attribute("ranking").text), Type("set", "suit"))

    def _do_in_order(self, _: ast.expr, wanted: ast.expr) -> Value:
        found = self.value(wanted)
        return Value(self.mask(found), Type("set", "seat"))

    def _do_first_n(self, number: ast.expr, row: ast.expr) -> Value:
        return self._some_of("first_n", number, row)

    def _do_last_n(self, number: ast.expr, row: ast.expr) -> Value:
        return self._some_of("last_n", number, row)

    def _some_of(self, how: str, number: ast.expr, row: ast.expr) -> Value:
        many, found = self.value(number).text, self.whole(self.value(row))
        if found.type.name == "row":
            into = self.scratch()
            made = self.unit.template(f"{how}_row", (NUM, ROW, ROW))
            self.line(f"{made.name}(S, {many}, {found.text}, {into})")
            return Value(str(into), ROW)
        of = found.type.of
        if of not in ("seat", "side", "suit", "trick", "call") or (how == "last_n" and of in ("seat", "side")):
            raise CannotCompileError(f"the first few of a set of {of or 'things listed'}")
        made = self.unit.template(f"{how}_{of if of in ('seat', 'side') else 'bits'}", (NUM, found.type))
        return Value(f"{made.name}(S, {many}, {found.text})", found.type)

    def _do_ThisTrick(self, _: ast.expr) -> Value:  # noqa: N802 - the name of what it stands for
        return Value("0", Type("this"))

    def _do_fixed_value(self, answer: ast.expr, name: ast.expr, none: ast.expr) -> Value:
        assert isinstance(name, ast.Constant)
        place = self.unit.layout.fixed(str(name.value))
        return Value(f"S[{self.value(answer).text} + {place}]")

    def _do_did(self, _: ast.expr, decision: ast.expr, asked: ast.expr, arguments: ast.expr) -> Value:
        number = _constant_in(decision)
        done = self.item_of(self.unit.layout.attribute("did"), str(number)).text
        seats_asked = self.value(asked).text
        if isinstance(arguments, ast.Constant):
            return Value(f"(({done} & {seats_asked}) != 0)")
        given = [self.named(self.value(one).text) for one in arguments.elts] if isinstance(arguments, ast.Tuple) else []
        return self._answered(number, [f"(({seats_asked}) >> {{0}} & 1) != 0"], given)

    def _do_did_with_card(self, _: ast.expr, decision: ast.expr, card: ast.expr, arguments: ast.expr) -> Value:
        given = [self.named(self.value(one).text) for one in arguments.elts] if isinstance(arguments, ast.Tuple) else []
        name = self.named(self.value(card).text)
        return self._answered(_constant_in(decision), [f"{{1}} == {name}"], given)

    def _answered(self, decision: int, tests: list[str], given: list[str]) -> Value:
        """Write whether some answer to a decision fits."""
        layout = self.unit.layout
        base, width = layout.answers_of(decision)
        found, at = self.fresh("0"), self.fresh()
        with self.block(f"for {at} in range(S[{base}]):"):
            record = self.fresh(binary(str(base + 1), "+", binary(at, "*", str(width))))
            wanted = [one.format(f"S[{record}]", f"S[{record} + 1]") for one in tests]
            wanted += [f"S[{record} + {layout.FIRST + place}] == {text}" for place, text in enumerate(given)]
            with self.block(f"if {' and '.join(wanted)}:"):
                self.line(f"{found} = 1")
        return Value(f"({found} != 0)")

    def _do_last_answer(self, _: ast.expr, decision: ast.expr) -> Value:
        base, width = self.unit.layout.answers_of(_constant_in(decision))
        text = f"({base + 1 - width} + {width} * S[{base}] if S[{base}] > 0 else {NONE})"
        return Value(text, Type("answer", _constant_in(decision)))

    def _do_last_answer_of(self, _: ast.expr, decision: ast.expr, seat: ast.expr) -> Value:
        base, width = self.unit.layout.answers_of(_constant_in(decision))
        made = self.unit.template("last_record", (NUM, NUM, NUM))
        text = f"{made.name}(S, {base}, {width}, {self.value(seat).text})"
        return Value(text, Type("answer", _constant_in(decision)))

    # ---- what only templates say

    def _do_new_row(self) -> Value:
        into = self.scratch()
        self.line(f"S[{into}] = 0")
        return Value(str(into), ROW)

    def _do_as_seats(self, one: ast.expr) -> Value:
        return Value(self.value(one).text, Type("set", "seat"))

    def _do_as_sides(self, one: ast.expr) -> Value:
        return Value(self.value(one).text, Type("set", "side"))

    def _do_as_cards(self, one: ast.expr) -> Value:
        return Value(self.value(one).text, CARDS)

    def _do_as_row(self, one: ast.expr) -> Value:
        return Value(self.value(one).text, ROW)

    def _do_as_place(self, one: ast.expr) -> Value:
        return Value(self.value(one).text)

    def _do_as_set(self, one: ast.expr) -> Value:
        found = self.value(one)
        return found if found.type.name in ("set", "empty") else Value(self.one_of(found), Type("set", found.type.of))

    def _do_ctz(self, one: ast.expr) -> Value:
        return Value(f"ctz({self.value(one).text})")

    def _do_below(self, _: ast.expr, number: ast.expr) -> Value:
        return Value(f"below(S, {self.unit.layout.attribute('generator').text[2:-1]}, {self.value(number).text})")

    def _do_drawn(self, _: ast.expr, place: ast.expr, number: ast.expr) -> Value:
        return Value(f"below(S, {self.value(place).text}, {self.value(number).text})")

    def _do_side_total(self, _: ast.expr) -> Value:
        layout = self.unit.layout
        return Value(str(layout.sides) if layout.fixed_sides else layout.attribute("side_count").text)

    def _do_next_player(self, _: ast.expr, seat: ast.expr, step: ast.expr | None = None) -> Value:
        by = 1 if step is None else number_in(self.value(step).text) or 1
        who = self.value(seat).text
        if self.bound["CAN_BE_OUT"]:
            made = self.unit.template("next_in", (SEAT, NUM))
            return Value(f"{made.name}(S, {who}, {literal(by)})", SEAT)
        players, many = self.bound["SPEC"].players, self.bound["SEATS"]
        row = [seats._next_of(players, many, one, by) for one in range(many)]
        return Value(self._table_at(row, who), SEAT)

    def _do_clockwise(self, *_: ast.expr) -> Value:
        return Value(literal(self.bound["ALL_SEATS"]), Type("set", "seat"))

    def _do_twin_of_suit(self, _: ast.expr, suit: ast.expr) -> Value:
        stub: Any = _Stub(None, self.bound["SPEC"])
        row = [queries.twin_of_suit(stub, one) for one in range(len(self.bound["SPEC"].deck.suits))]
        text = self._table_at([NONE if one is None else one for one in row], self.value(suit).text)
        return Value(text, Type("num", "suit"))

    def _do_is_sure(self, *_: ast.expr) -> Value:
        raise CannotCompileError("a proof that nobody can take a trick")

    def _do_times_late(self, *_: ast.expr) -> Value:
        return Value("0")

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
            space["s"], space["e"] = _Stub(ranking, self.bound["SPEC"]), list(self.bound["SPEC"].environment)
            exec(code, space)  # the functions of the rules, which binding has written
            masks.append(space[name])
        number = self.unit.layout.attribute("ranking").text
        self.line(f"{name} = {self._table_at(masks, number)}")
        self.locals[name] = CARDS


class _Stub:
    """As much of a state as what follows from the ranking reads."""

    def __init__(self, ranking: Any, spec: Any) -> None:  # noqa: ANN401 - a ranking and a spec of the engine
        self.ranking, self.spec = ranking, spec
        self.memo: dict[Any, Any] = {}


def _is_memo(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and ast.unparse(target.value) == "s.memo"


def _constant_in(node: ast.expr) -> int:
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, int)
    return node.value


def _reads_game(value: ast.expr) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "GAME" for one in ast.walk(value))


__all__ = ["NONE", "CannotCompileError", "Module", "Pile", "Translator", "Unit", "queries"]
