"""The code of a kernel in LLVM's language.

The text of a kernel is a small part of Python: whole numbers, one array, tables, loops. Each function becomes one of
LLVM's over words of 64 bits, or of 128 where a deck has more cards than fit.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any, Final

from spadesdsl.kernel.templates import code_of
from spadesdsl.kernel.text import EXPORTS
from spadesdsl.resources import package_text

_BINARY: Final[dict[type, str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "ashr",
}  # fmt: skip
_COMPARE: Final[dict[type, str]] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


_AT_ONCE: Final = "; what is done in one step where the processor can spread bits over a mask\n"


def _words(width: int, *, has_pdep: bool) -> str:
    """Return what every module begins with, for words of so many bits."""
    declared, _, at_once = package_text("spadesdsl.kernel", "words.ll").partition(_AT_ONCE)
    at_once = at_once if width == 64 and has_pdep else ""
    rest = [node for node in ast.parse(code_of(("words",), {})).body if isinstance(node, ast.FunctionDef)]
    written = [_Function(node, width).text() for node in rest if f"@{node.name}(" not in at_once]
    inline = "\n".join(written).replace(" nounwind {", " alwaysinline nounwind {")
    return declared.replace("iW", f"i{width}") + at_once + inline


class _Function:
    """Writes one function."""

    def __init__(self, node: ast.FunctionDef, width: int) -> None:
        self.node, self.width, self.type = node, width, f"i{width}"
        self.lines: list[str] = []
        self.places: list[str] = []
        self.number = 0
        self.loops: list[tuple[str, str]] = []

    def value(self) -> str:
        """Return a new name of a value."""
        self.number += 1
        return f"%x{self.number}"

    def label(self) -> str:
        """Return a new name of a block."""
        self.number += 1
        return f"L{self.number}"

    def line(self, text: str) -> None:
        """Add an instruction."""
        self.lines.append(f"  {text}")

    def begin(self, label: str) -> None:
        """Begin a block; what lies before goes on to it."""
        if not _ends(self.lines[-1] if self.lines else ""):
            self.line(f"br label %{label}")
        self.lines.append(f"{label}:")

    def result(self, text: str) -> str:
        """Write an instruction that gives a value."""
        name = self.value()
        self.line(f"{name} = {text}")
        return name

    def text(self) -> str:
        """Return the function."""
        node, kind = self.node, self.type
        arguments = [one.arg for one in node.args.args if one.arg != "S"]
        stored = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        names = sorted(stored | set(arguments))
        self.block(node.body)
        if not _ends(self.lines[-1] if self.lines else ""):
            self.line(f"ret {kind} 0")
        is_export = node.name in EXPORTS
        given = ", ".join("ptr noalias %S" if one.arg == "S" else f"{kind} %{one.arg}" for one in node.args.args)
        head = (
            f"define {'' if is_export else 'internal '}{kind} @{'kernel_' * is_export}{node.name}({given}) nounwind {{"
        )
        places = [f"  %v.{name} = alloca {kind}" for name in names] + self.places
        places += [f"  store {kind} {f'%{name}' if name in arguments else 0}, ptr %v.{name}" for name in names]
        return "\n".join([head, "entry:", *places, *self.lines, "}"])

    # ---- values

    def whole(self, node: ast.expr) -> str:
        """Write an expression as a number."""
        text, kind = self.expression(node)
        if kind == "i1":
            if text in ("true", "false"):
                return "1" if text == "true" else "0"
            return self.result(f"zext i1 {text} to {self.type}")
        return text

    def truth(self, node: ast.expr) -> str:
        """Write an expression as a condition."""
        text, kind = self.expression(node)
        return text if kind == "i1" else self.result(f"icmp ne {self.type} {text}, 0")

    def expression(self, node: ast.expr) -> tuple[str, str]:
        """Write an expression; return its value and its type."""
        kind = self.type
        match node:
            case ast.Constant(value=bool() as value):
                return ("true" if value else "false"), "i1"
            case ast.Constant(value=int() as value):
                return str(value if value >> 63 == 0 or self.width > 64 else value - (1 << 64)), kind
            case ast.Name(id=name):
                return self.result(f"load {kind}, ptr %v.{name}"), kind
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return self.result(f"call {kind} @divide({kind} {self.whole(left)}, {kind} {self.whole(right)})"), kind
            case ast.BinOp(left=left, op=ast.Mod(), right=right):
                first, second = self.whole(left), self.whole(right)
                found = self.result(f"call {kind} @divide({kind} {first}, {kind} {second})")
                back = self.result(f"mul {kind} {found}, {second}")
                return self.result(f"sub {kind} {first}, {back}"), kind
            case ast.BinOp(left=left, op=op, right=right):
                first, second = self.whole(left), self.whole(right)
                return self.result(f"{_BINARY[type(op)]} {kind} {first}, {second}"), kind
            case ast.UnaryOp(op=ast.USub(), operand=one):
                return self.result(f"sub {kind} 0, {self.whole(one)}"), kind
            case ast.UnaryOp(op=ast.Invert(), operand=one):
                return self.result(f"xor {kind} {self.whole(one)}, -1"), kind
            case ast.UnaryOp(op=ast.Not(), operand=one):
                return self.result(f"xor i1 {self.truth(one)}, true"), "i1"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                first, second = self.whole(left), self.whole(right)
                return self.result(f"icmp {_COMPARE[type(op)]} {kind} {first}, {second}"), "i1"
            case ast.BoolOp(op=op, values=[one, *others]):
                rest = others[0] if len(others) == 1 else ast.BoolOp(op, others)
                parts: list[ast.expr] = [rest, ast.Constant(value=False)]
                if isinstance(op, ast.Or):
                    parts = [ast.Constant(value=True), rest]
                return self._choice(one, parts[0], parts[1], "i1"), "i1"
            case ast.IfExp(test=test, body=one, orelse=other):
                return self._choice(test, one, other, kind), kind
            case ast.Subscript():
                return self.result(f"load {kind}, ptr {self.pointer(node)}, align 8"), kind
            case ast.Call():
                return self._call(node), kind
            case _:
                raise AssertionError(ast.dump(node))

    def _choice(self, test: ast.expr, one: ast.expr, other: ast.expr, kind: str) -> str:
        if kind != "i1" and _is_plain(one) and _is_plain(other):
            return self.result(f"select i1 {self.truth(test)}, {kind} {self.whole(one)}, {kind} {self.whole(other)}")
        place = f"{self.value()}c"
        self.places.append(f"  {place} = alloca {kind}")
        write = self.truth if kind == "i1" else self.whole
        self._either(test, lambda part: self.line(f"store {kind} {write(part)}, ptr {place}"), one, other)
        return self.result(f"load {kind}, ptr {place}")

    def _either(self, test: ast.expr, write: Callable[[Any], None], *parts: Any) -> None:  # noqa: ANN401 - of a tree
        """Write what is done if something holds, and what is done if not."""
        holds = self.truth(test)
        *labels, end = (self.label() for _ in range(3))
        self.line(f"br i1 {holds}, label %{labels[0]}, label %{labels[1]}")
        for label, part in zip(labels, parts, strict=True):
            self.begin(label)
            write(part)
            if not _ends(self.lines[-1]):
                self.line(f"br label %{end}")
        self.begin(end)

    def _call(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        name, kind = node.func.id, self.type
        if name == "popcount":
            return self.result(f"call {kind} @llvm.ctpop.{kind}({kind} {self.whole(node.args[0])})")
        if name == "ctz":
            return self.result(f"call {kind} @llvm.cttz.{kind}({kind} {self.whole(node.args[0])}, i1 true)")
        if name == "top":
            zeros = self.result(f"call {kind} @llvm.ctlz.{kind}({kind} {self.whole(node.args[0])}, i1 true)")
            return self.result(f"sub {kind} {self.width - 1}, {zeros}")
        if name in ("high", "quotient"):
            return self._of_two(name, *map(self.whole, node.args))
        given = [
            "ptr %S" if isinstance(one, ast.Name) and one.id == "S" else f"{kind} {self.whole(one)}"
            for one in node.args
        ]
        prefix = "kernel_" * (name in EXPORTS)
        return self.result(f"call {kind} @{prefix}{name}({', '.join(given)})")

    def _of_two(self, name: str, one: str, other: str) -> str:
        """Write the high word of a product of two words of 64 bits, or their quotient."""
        first, second = (self._resized(text, self.width, 64) for text in (one, other))
        if name == "quotient":
            return self._resized(self.result(f"sdiv i64 {first}, {second}"), 64, self.width)
        wide = [self.result(f"zext i64 {text} to i128") for text in (first, second)]
        product = self.result(f"mul nuw i128 {wide[0]}, {wide[1]}")
        return self._resized(self.result(f"lshr i128 {product}, 64"), 128, self.width)

    def _resized(self, text: str, width: int, wanted: int) -> str:
        """Write a number as another with more or fewer bits."""
        if width == wanted:
            return text
        return self.result(f"{'trunc' if width > wanted else 'sext'} i{width} {text} to i{wanted}")

    def pointer(self, node: ast.Subscript) -> str:
        """Write the address of a place of the array or of a table."""
        assert isinstance(node.value, ast.Name)
        at = self.whole(node.slice)
        if self.width != 64 and at.startswith("%"):
            at = self.result(f"trunc {self.type} {at} to i64")
        base = "%S" if node.value.id == "S" else f"@{node.value.id}"
        return self.result(f"getelementptr inbounds {self.type}, ptr {base}, i64 {at}")

    # ---- statements

    def block(self, statements: Iterable[ast.stmt]) -> None:
        """Write statements, up to the first after which nothing is reached."""
        for one in statements:
            self.statement(one)
            if isinstance(one, ast.Return | ast.Break | ast.Continue):
                return

    def statement(self, node: ast.stmt) -> None:
        """Write a statement."""
        kind = self.type
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.line(f"store {kind} {self.whole(value)}, ptr %v.{name}")
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                self.line(f"store {kind} {self.whole(value)}, ptr {self.pointer(target)}, align 8")
            case ast.If(test=test, body=body, orelse=orelse):
                self._either(test, self.block, body, orelse)
            case ast.While(test=test, body=body):
                self._loop(lambda: self.truth(test), body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=parts), body=body):
                self._for(name, parts, body)
            case ast.Return(value=value) if value is not None:
                self.line(f"ret {kind} {self.whole(value)}")
            case ast.Break():
                self.line(f"br label %{self.loops[-1][1]}")
            case ast.Continue():
                self.line(f"br label %{self.loops[-1][0]}")
            case ast.Expr(value=ast.Call() as call):
                self.expression(call)
            case ast.Pass() | ast.Expr():
                pass
            case _:
                raise AssertionError(ast.dump(node))

    def _for(self, name: str, parts: list[ast.expr], body: list[ast.stmt]) -> None:
        kind = self.type
        low, high = map(self.whole, [ast.Constant(0), *parts][-2:])
        place = f"{self.value()}i"
        self.places.append(f"  {place} = alloca {kind}")
        self.line(f"store {kind} {low}, ptr {place}")

        def goes_on() -> str:
            now = self.result(f"load {kind}, ptr {place}")
            self.line(f"store {kind} {now}, ptr %v.{name}")
            return self.result(f"icmp slt {kind} {now}, {high}")

        def step() -> None:
            now = self.result(f"load {kind}, ptr {place}")
            self.line(f"store {kind} {self.result(f'add {kind} {now}, 1')}, ptr {place}")

        self._loop(goes_on, body, step)

    def _loop(self, test: Callable[[], str], body: list[ast.stmt], step: Callable[[], None] = lambda: None) -> None:
        head, inside, following, end = (self.label() for _ in range(4))
        self.begin(head)
        self.line(f"br i1 {test()}, label %{inside}, label %{end}")
        self.begin(inside)
        self.loops.append((following, end))
        self.block(body)
        self.loops.pop()
        self.begin(following)
        step()
        self.line(f"br label %{head}")
        self.begin(end)


def _ends(line: str) -> bool:
    return line.strip().startswith(("br ", "ret "))


def _is_plain(node: ast.expr) -> bool:
    """Tell whether an expression may be worked out though it is not wanted."""
    kinds = (ast.Subscript, ast.Call, ast.BoolOp, ast.IfExp, ast.FloorDiv, ast.Mod)
    return not any(isinstance(one, kinds) for one in ast.walk(node))


def translated(text: str, width: int, *, has_pdep: bool) -> str:
    """Return the code of a kernel in LLVM's language, for words of so many bits.

    Some processors can spread bits over a mask in one step (`has_pdep`).
    """
    out, tree = [_words(width, has_pdep=has_pdep)], ast.parse(text)
    functions = {one.name: len(one.args.args) for one in tree.body if isinstance(one, ast.FunctionDef)}
    for call in ast.walk(tree):  # LLVM itself does not compare how many values a function takes and is given
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            assert functions.get(call.func.id, len(call.args)) == len(call.args), call.func.id
    for node in tree.body:
        if isinstance(node, ast.Assign):
            assert isinstance(node.targets[0], ast.Name)
            values = [int(ast.literal_eval(one)) for one in node.value.elts]  # type: ignore[attr-defined]
            row = ", ".join(f"i{width} {value}" for value in values)
            name = node.targets[0].id
            out.append(f"@{name} = internal unnamed_addr constant [{len(values)} x i{width}] [{row}], align 16")
        else:
            assert isinstance(node, ast.FunctionDef)
            out.append(_Function(node, width).text())
    return "\n".join(out)
