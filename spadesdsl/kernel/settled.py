"""What is known of a game while its kernel is written: rules, nodes of the plan, and what follows from them.

A function of the engine gets a rule as an argument, and looks at it. A kernel has a copy of that function for each rule
it is called with, in which all that follows from the rule is worked out already: a loop over the steps of a tally is
written out, and a condition that does not change in play decides what is written.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any, Final

from spadesdsl.kernel.values import NONE, WITHOUT_CODE, CannotCompileError, Held, Type, Value, held, number_in
from spadesdsl.kernel.writing import Writing

UNKNOWN: Final = object()
"""Stands for what is known only in play."""
NOT_KEPT: Final = frozenset((
    "memo", "events", "sheets", "last_sheet", "said", "announced", "late", "waited", "known", "followed", "designated",
    "answers", "volunteered",
))  # fmt: skip
"""What of a state a kernel leaves out: what was worked out, events and texts, and what only given deals have."""
_NEVER: Final = frozenset(("game", "spec"))
"""What of a state never changes in a deal."""
_OF_A_GAME: Final = frozenset(f"s.{name}" for name in _NEVER)


@cache
def code_of(node: ast.AST) -> str:
    """Return an expression of a function as it is written."""
    return ast.unparse(node)


@cache
def stored_in(node: ast.AST) -> Counter[str]:
    """Return how often a function sets each of its variables."""
    return Counter(one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))


def names_in(node: ast.AST) -> list[str]:
    """Return the names in an expression."""
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]


@cache
def _reads_of(node: ast.AST) -> frozenset[str]:
    """Return the names that an expression reads; of a state, those that never change by themselves."""
    match node:
        case ast.Attribute(value=ast.Attribute(attr="spec"), attr="players" | "environment"):
            return frozenset("s")  # a set of seats, and what holds values in play
        case ast.Set():
            return frozenset("s")  # of phases: a mask
        case ast.Attribute(value=ast.Name(id="s"), attr=name) if name in _NEVER:
            return frozenset((f"s.{name}",))
        case ast.Name(id=name):
            return frozenset((name,))
        case _:
            bound = [name for each in getattr(node, "generators", ()) for name in names_in(each.target)]
            return frozenset().union(*map(_reads_of, ast.iter_child_nodes(node))).difference(bound)


class Settled(Writing):
    """Works out what is known already, while a function is written."""

    def fixed_of(self, node: ast.expr) -> Any:  # noqa: ANN401 - anything that a game holds
        """Return what an expression is, if it reads only what is known; UNKNOWN otherwise."""
        reads = _reads_of(node)
        if reads.isdisjoint(self.settled) and reads.isdisjoint(_OF_A_GAME):
            return UNKNOWN
        space: dict[str, Any] = {}
        for name in reads:
            if name in self.settled:
                space[name] = self.settled[name]
                if isinstance(space[name], Value):
                    return UNKNOWN
            elif name in _OF_A_GAME:
                space["s"] = SimpleNamespace(game=self.unit.layout.game, spec=self.bound["SPEC"])
            elif name in self.locals or name in self.bound or not (name in self.names or hasattr(builtins, name)):
                return UNKNOWN
        if isinstance(node, ast.Name):
            return space[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return getattr(space[node.value.id], node.attr)
        if (code := getattr(node, "compiled", None)) is None:
            code = node.compiled = compile(ast.Expression(node), "<known>", "eval")  # type: ignore[attr-defined]
        return eval(code, {**self.names, **space})  # an expression of the engine

    def told(self, known: Any) -> Value:  # noqa: ANN401 - anything that a game holds
        """Return what is known as a value."""
        if isinstance(known, Value):
            return known
        is_plain = known is None or isinstance(known, int | Fraction) or known == ()
        return self.constant(known) if is_plain else held(known)

    def given(self, node: ast.FunctionDef, call: ast.Call, own: Any = UNKNOWN) -> tuple[list[str], tuple[Type, ...]]:  # noqa: ANN401
        """Return what a call of a function of the engine hands it: the texts, and the types of all its parameters."""
        named = {one.arg: one.value for one in call.keywords if one.arg}
        parameters = [one.arg for one in node.args.args]
        if own is not UNKNOWN:
            parameters = parameters[1:]
        kept = zip(reversed(parameters), reversed(node.args.defaults), strict=False)
        more = zip((one.arg for one in node.args.kwonlyargs), node.args.kw_defaults, strict=True)
        wanted = {**dict(kept), **{name: one for name, one in more if one}, **named}
        wanted |= dict(zip(parameters, call.args, strict=False))
        texts: list[str] = []
        types = [] if own is UNKNOWN else [held(own).type]
        for name in (*parameters, *(one.arg for one in node.args.kwonlyargs)):
            if name in ("s", "e"):
                continue
            found = self.argument(wanted[name])
            types.append(found.type)
            if found.type.name == "env":
                self.begin(found)
            elif found.type.name not in WITHOUT_CODE:
                texts.append(found.text)
        return texts, tuple(types)

    def argument(self, node: ast.expr) -> Value:
        """Translate what a function of the engine is given."""
        known = node.value if isinstance(node, ast.Constant) else self.fixed_of(node)
        if known is not UNKNOWN and not isinstance(known, Value):
            return held(known)
        found = self.whole(self.amount(node))
        if found.text in ("True", "False"):
            return held(found.text == "True")
        return held(None) if number_in(found.text) == NONE and found.type.name == "num" else found

    def begin(self, found: Value) -> None:
        """Write what makes an environment, if it is a new one."""
        if found.text:
            self.line(found.text)

    def amount(self, node: ast.expr) -> Value:
        """Translate an expression that may be a fraction."""
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        """Translate an expression."""
        return self.fitted(self.amount(node))

    def test(self, node: ast.expr) -> str:
        """Translate a condition."""
        return self.truth(self.value(node))

    # ---- loops over what is known

    def rows_of(self, node: ast.expr) -> list[tuple[Any, ...]] | None:
        """Return what a loop goes over, if that is known: for each time, what it binds."""
        found = self.fixed_of(node)
        if found is not UNKNOWN:
            return [one if isinstance(one, tuple) else (one,) for one in found] if not isinstance(found, Held) else None
        match node:
            case ast.Call(func=ast.Name(id="zip"), args=parts):
                known = [self.fixed_of(one) for one in parts]
                many = next((len(one) for one in known if one is not UNKNOWN), None)
                if many is None:
                    return None
                columns = [
                    [self.item_of(self.value(part), str(at)) for at in range(many)] if one is UNKNOWN else one
                    for part, one in zip(parts, known, strict=True)
                ]
                return list(zip(*columns, strict=True))
            case _:
                return None


def written_out(body: list[ast.stmt], *, may_leave: bool = True) -> list[ast.stmt]:
    """Return the body of a loop that is written out: with `if …: continue` as `if …: pass, else: the rest`."""
    body = _without_continue(body)
    if leaves(body, ast.Continue) or (leaves(body, ast.Break) and not may_leave):
        raise CannotCompileError("a loop that is left from within another statement")
    return body


def _without_continue(body: list[ast.stmt]) -> list[ast.stmt]:
    for at, one in enumerate(body):
        if isinstance(one, ast.If) and isinstance(one.body[-1], ast.Continue):
            head = one.body[:-1] or [ast.Pass()]
            return [*body[:at], ast.If(one.test, head, [*one.orelse, *_without_continue(body[at + 1 :])] or [])]
    return body


def leaves(body: list[ast.stmt], how: type[ast.Break | ast.Continue]) -> bool:
    """Tell whether the body of a loop leaves it, or goes on with the next, before its end."""
    within = [part for one in body if not isinstance(one, ast.For | ast.While) for part in ast.iter_child_nodes(one)]
    return any(isinstance(one, how) for one in body) or any(
        leaves(one.body if isinstance(one, ast.match_case) else [one], how)
        for one in within
        if isinstance(one, ast.stmt | ast.match_case)
    )


def changes_what_it_goes_over(node: ast.For) -> bool:
    """Tell whether a loop writes to what it goes over, in another place than where it is: a kernel would see that."""
    over = node.iter.args[0] if isinstance(node.iter, ast.Call) and node.iter.args else node.iter
    for one in ast.walk(ast.Module(node.body, [])):
        if isinstance(one, ast.Assign) and any(code_of(target) == code_of(over) for target in one.targets):
            own = node.target.elts[0] if isinstance(node.target, ast.Tuple) else node.target
            is_own = isinstance(one.value, ast.Call) and code_of(one.value.args[1]) == code_of(own)
            if not (is_own and isinstance(node.target, ast.Tuple)):
                return True
    return False
