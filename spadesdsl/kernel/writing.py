"""Writing the statements and places of a kernel's function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from typing import Any

from spadesdsl.engine.plan import Bids
from spadesdsl.engine.ranking import mask_of
from spadesdsl.kernel import values
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.unit import Unit
from spadesdsl.kernel.values import NONE, NUM, ROW, SEAT, CannotCompileError, Type, Value, binary, literal, number_in
from spadesdsl.rules.statements import Statements


class Writing(Statements):
    """The text of one function, and the places that it reads and writes."""

    def __init__(self, unit: Unit, names: dict[str, Any], bound: dict[str, Any], known: dict[str, Type]) -> None:
        """Begin.

        Args:
            names: The names of the module that the function is from.
            bound: Numbers and functions for names in capitals.
            known: Types of variables, known from an earlier try.
        """
        super().__init__()
        self.unit, self.names, self.bound, self.known = unit, names, bound, known
        self.title = ""
        """What the function is called, if no other has that name."""
        self.locals: dict[str, Type] = {}
        self.settled: dict[str, Any] = {}
        """Names of what is known already, or where it is."""
        self.arrays: dict[str, Value] = {}
        """Where the lists of numbers are that it works on."""
        self.some: dict[str, list[tuple[Any, str]]] = {}
        """By name: what of the known things may be in a list, each with the test whether it is."""
        self.once: frozenset[str] = frozenset()
        """Variables that are given a value at one place only."""
        self.somebody = {name.removesuffix(" is somebody") for name in known if name.endswith(" is somebody")}
        """Those that are never nobody."""
        self.amounts: set[str] = set()
        """Variables of loops over amounts, which may be the same twice."""
        self.begun: dict[str, str] = {}
        """By variable: where it was last given nothing, which may become a row."""
        self.found_empty: set[str] = set()
        """Variables that were read while there was nothing in them."""
        self.doubted: set[str] = set()
        """Those of which it was asked, and not known yet."""
        self.parameters: list[str] = []
        self.in_order = False
        """Whether it writes the body of a loop over seats in their order: what is collected there keeps it."""
        self.returned: Type | None = None
        self.rows = 0

    # ---- writing

    def fresh(self, text: str = "") -> str:
        """Return a new local name, with a value if one is given."""
        self.names_made += 1
        name = f"x{self.names_made}"
        self.somebody.discard(name)
        if text:
            self.line(f"{name} = {text}")
        return name

    def named(self, text: str) -> str:
        """Give a value a name, so that it can be read more than once."""
        if text.isidentifier() or number_in(text) is not None:
            return text
        name = self.fresh(text)
        if self.is_somebody(text):
            self.somebody.add(name)
        return name

    def is_somebody(self, text: str) -> bool:
        """Tell whether a value is surely not nobody; take note of variables for which that is not known yet."""
        found = text in self.somebody or self.unit.module.is_somebody(text)
        if not found and text in self.locals and text not in self.parameters:
            self.doubted.add(text)
        return found

    # ---- rows

    def whole(self, found: Value) -> Value:
        """Return a value that can be kept: cards kept of a row become a row of their own."""
        return self.kept_row(found) if found.type.name in ("kept", "sorted") else found

    def kept_row(self, found: Value, to: str = "") -> Value:
        """Write cards kept of a row into a row of their own."""
        into = to or str(self.scratch())
        self.line(f"S[{into}] = 0")
        with self.each(found) as (card, _):
            self.line(f"S[{into}] = S[{into}] + 1")
            self.line(f"S[{into} + S[{into}]] = {card}")
        return Value(into, ROW)

    def scratch(self) -> int:
        """Return a place for a row that is worked out here."""
        return self.unit.layout.scratch()

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
            case "options":
                at, place = self.fresh(), self.fresh()
                with self.block(f"for {at} in range({over.text}, {self.listed_now}):"):
                    self.line(f"{place} = {self.bound['OPTIONS']} + {self.unit.layout.option_width} * {at}")
                    yield place, values.OPTION
            case "sorted":
                mask, at = self.named(over.text), self.fresh()
                with self.block(f"for {at} in range({self.bound['CARDS']}):"):
                    item = self.named(self.ranked("order", at).text)
                    with self.block(f"if ({mask} >> {item} & 1) != 0:"):
                        yield item, Type("num", "card")
            case "arr" | "fixed" | "chosens":
                at = self.fresh()
                with self.block(f"for {at} in range({self.unit.layout.length(over)}):"):
                    found = self.item_of(over, at)
                    yield found.text, found.type
            case "round":
                first, at, item = self.named(over.text), self.fresh(), self.fresh()
                many, is_all = self.bound["SEATS"], number_in(over.other) == self.bound["ALL_SEATS"]
                with self.block(f"for {at} in range({many}):"):
                    self.line(f"{item} = {first} + {at}")
                    self.line(f"{item} = {item} if {item} < {many} else {item} - {many}")
                    with nullcontext() if is_all else self.block(f"if ({over.other} >> {item} & 1) != 0:"):
                        yield item, SEAT
            case "envs":
                at = self.fresh()
                with self.block(f"for {at} in range({over.type.of[2]}):"):
                    found = self.env_of(over.type, at)
                    yield found.text, values.ENV
            case "empty":
                with self.block("while False:"):
                    yield "0", NUM
            case _:
                raise CannotCompileError(f"a loop over {over.type.name}")

    def env_of(self, envs: Type, index: str) -> Value:
        """Write what makes one of several environments again: that of a side, or of a turn."""
        made, rows, _ = envs.of
        texts = [self.item_of(row, index).text for row in rows] or [index]
        return Value(f"{made.name}({', '.join(['S', *texts])})", values.ENV)

    # ---- values as numbers

    def truth(self, found: Value) -> str:
        """Return whether a value counts as yes."""
        match found.type.name:
            case "row":
                return f"(S[{found.text}] != 0)"
            case "kept":
                return f"({self.mask(found)} != 0)"
            case "empty":
                return "False"
            case "held":
                return literal(bool(found.type.of.it))
            case "sorted":
                return f"({found.text} != 0)"
            case "envs":
                return f"({found.type.of[2]} != 0)"
            case "arr":
                return f"({self.unit.layout.length(found)} != 0)"
            case "options":
                first = self.named(found.text)  # what lists them comes before they are counted
                return f"({self.listed_now} > {first})"
            case _:
                return "True" if self.is_one(found) else found.text

    def size_of(self, mask: str) -> str:
        """Return how many bits a mask has."""
        fixed, table = number_in(mask), self.unit.module.looked_up(mask)
        if fixed is not None and fixed >= 0:
            return literal(fixed.bit_count())
        if table is not None and min(table[0]) >= 0:
            return self.table_at([one.bit_count() for one in table[0]], table[1])
        return f"popcount({mask})"

    def mask(self, found: Value) -> str:
        """Return a set, or a row, as a mask."""
        match found.type.name:
            case "row":
                return f"{self.unit.template('row_mask', (ROW,)).name}(S, {found.text})"
            case "kept":
                return binary(self.mask(Value(found.text, ROW)), "&", found.other)
            case "round":
                return found.other
            case "empty":
                return "0"
            case "held":  # cards that are known
                return literal(mask_of(found.type.of.it))
            case _:
                return found.text

    def fitted(self, found: Value, kind: Type = NUM) -> Value:
        """Return a value in the shares of what it becomes; a deal with another fraction is left to the interpreter."""
        own, wanted = values.shares_of(found.type), values.shares_of(kind)
        if own == wanted or found.text == literal(None):
            return found
        if (own % wanted and wanted % own) or self.unit.layout.shares == 1:
            raise CannotCompileError("fractions of points")
        name = self.named(found.text)
        text = binary(name, "*", str(wanted // own)) if wanted > own else f"({name} // {own // wanted})"
        if wanted < own:
            with self.block(f"if {name} != {NONE} and {name} % {own // wanted} != 0:"):
                self.line(f"{self.unit.layout.attribute('failed').text} = 1")
        return Value(text if self.is_somebody(name) else f"({text} if {name} != {NONE} else {NONE})", kind)

    def one_of(self, item: Value) -> str:
        """Return the set of one thing, none of nobody."""
        if (fixed := number_in(item.text)) is not None:
            return literal(1 << fixed) if fixed >= 0 else "0"
        name = self.named(item.text)
        return f"(1 << {name})" if self.is_somebody(name) else f"(1 << {name} if {name} >= 0 else 0)"

    # ---- options

    @property
    def step(self) -> Any:  # noqa: ANN401 - a step of the plan
        """The question or round that a function is about."""
        known = self.settled
        return known.get("ask") or known.get("step") or known["node"].step

    def is_one(self, found: Value) -> bool:
        """Tell whether a set is the one player whose turn it is in a question or round."""
        if self.settled.keys().isdisjoint(("ask", "step", "node")):
            return False
        layout = self.unit.layout
        group = self.item_of(layout.attribute("order"), layout.attribute("turn_at").text)
        return found.text == group.text and self.step.by.noun not in ("team", "side")

    def may_refuse(self, how: str) -> bool:
        """Tell whether somebody may look at his hand, or wait, instead of what a question or round asks for."""
        if isinstance(self.settled.get("node"), Bids) or not self.bound["HAS_UNSEEN"]:
            return False
        return bool(getattr(self.step, "may_wait", False) if how == "wait" else getattr(self.step, "may_decline", True))

    @property
    def listed_now(self) -> str:
        """How many options have been listed."""
        return self.unit.layout.attribute("options").text

    def option(self, kind: str, value: str = "-1", arguments: tuple[str, ...] = (), said: str = "-1") -> None:
        """Write what lists an option of the seat that is called `seat`, or of the one that the environment is about."""
        whose = "seat" if "seat" in self.locals else self.item_of(self.unit.layout.attribute("env"), "0").text
        made = self.unit.template("add_option", (SEAT, NUM, NUM, NUM))
        at = self.named(f"{made.name}(S, {whose}, {KINDS[kind]}, {value}, {said})")
        for number, text in enumerate(arguments):
            self.line(f"S[{binary(at, '+', str(4 + number))}] = {text}")

    # ---- places of the state

    def constant(self, value: Any) -> Value:  # noqa: ANN401 - any constant of the rules
        """Write a constant of the rules."""
        match value:
            case None | bool() | int():
                return Value(literal(value))
            case Fraction():
                return Value(literal(value.numerator), Type("share", value.denominator))
            case str():
                return Value(literal(self.unit.layout.word(value)))
            case ():
                return Value("0", values.EMPTY)
            case tuple() if all(one is None or isinstance(one, int) for one in value):
                return Value(
                    self.unit.module.table(tuple(NONE if one is None else int(one) for one in value)), Type("table")
                )
            case _:
                raise CannotCompileError("a constant")

    def ranked(self, name: str, index: str | None) -> Value:
        """Return a value of the ranking as it is now: by card, by suit, or its only one."""
        kinds = {
            "suit": "suit",
            "trumps": "suit",
            "order": "card",
            **dict.fromkeys(("rank", "strength", "masks", "above"), ""),
        }
        if name not in kinds:
            raise CannotCompileError(f"`{name}` of a ranking")
        rows = [getattr(one, name) for one in self.bound["RANKINGS"]]
        number = self.unit.layout.attribute("ranking").text
        of = Type("num", kinds.get(name, ""))
        if name == "trumps":
            return Value(self.table_at([NONE if row is None else row for row in rows], number), of)
        kind = Type("table", values.CARDS if name in ("masks", "above") else of)
        if index is None:
            return Value(name, Type("ranking", kind.of))
        width = len(rows[0])
        flat = [NONE if one is None else one for row in rows for one in row]
        if len(rows) == 1 or all(row == rows[0] for row in rows):
            return Value(self.table_at(flat[:width], index), kind.of)
        return Value(self.table_at(flat, binary(binary(number, "*", str(width)), "+", index)), kind.of)

    def table_at(self, values: list[int], index: str) -> str:
        """Write the value at a place of a table."""
        fixed = number_in(index)
        if len(set(values)) == 1:
            return literal(values[0])
        if fixed is not None:  # beyond the table it is nobody's, and never read
            return literal(values[fixed] if 0 <= fixed < len(values) else NONE)
        return f"{self.unit.module.table(tuple(values))}[{index}]"

    def copy(self, row: Value, to: Value) -> None:
        """Write what copies an array."""
        at = self.fresh()
        with self.block(f"for {at} in range({self.unit.layout.length(row)}):"):
            self.line(f"{self.item_of(to, at).text} = {self.item_of(row, at).text}")

    def fill(self, row: Value, text: str) -> None:
        """Write what makes all of an array the same."""
        at = self.fresh()
        with self.block(f"for {at} in range({self.unit.layout.length(row)}):"):
            self.line(f"{self.item_of(row, at).text} = {text}")

    def empty(self, row: Value, one: Value) -> None:
        """Write what makes all of an array the same: numbers, no cards, or nobody's."""
        kind = row.type.of
        if kind == values.STACK and not self.bound["ANY_STACKS"]:
            return
        if kind.name in ("row", "bid"):
            text = "-1" if one.type.name != "empty" else "0"
            row = row._replace(type=row.type._replace(of=NUM))
        else:
            text = one.text
        self.fill(row, text)

    def item_of(self, of: Value, index: str) -> Value:
        """Return an item of an array, a row, a table or a set."""
        fixed = number_in(index)
        match of.type.name:
            case "arr":
                place = binary(of.text, "+", binary(index, "*", str(of.type.stride)))
                if of.type.of.name == "arr":
                    self.unit.layout.lengths[place] = str(of.type.stride)
                return self.unit.layout.at(place, of.type.of, self)
            case "ranking":
                return self.ranked(of.text, index)
            case "held":
                return Value(self.table_at([NONE if one is None else one for one in of.type.of.it], index))
            case "table":
                return Value(f"{of.text}[{index}]")
            case "fixed":
                row, kind = of.type.of
                return Value(self.table_at(list(row), index), kind)
            case "row":
                row = self.named(of.text)
                if fixed is not None and fixed < 0:
                    return Value(f"S[{row} + S[{row}]]", Type("num", of.type.of))
                return Value(f"S[{binary(row, '+', binary('1', '+', index))}]", Type("num", of.type.of))
            case "kept" | "sorted":
                return self.item_of(self.kept_row(of), index)
            case "ways":
                return Value(of.type.of[fixed or 0], self.unit.layout.amount)
            case "chosens":  # who answered what, or nobody: of a pass, its cards
                rows = binary(of.text, "+", binary(index, "*", str(of.type.of))) if of.text else ""
                place = self.item_of(self.unit.layout.attribute("chosen"), index).text
                return Value(self.named(place), Type("chosen", rows))
            case "chosen" if fixed == 0:
                return Value(f"S[{of.text}]", SEAT)
            case "chosen":
                return Value(of.type.of, ROW) if of.type.of else Value(of.text, values.OPTION)
            case "asked":
                at = self.unit.layout.places["asked_partner"][0]
                return Value(str(at), values.OPTION) if fixed == 2 else Value(f"S[{at + (fixed or 0)}]", SEAT)
            case "set" if fixed in (0, -1):
                return self._end_of(of, is_first=fixed == 0)
            case _:
                raise CannotCompileError(f"an item of {of.type.name}")

    def in_row(self, found: Value) -> Value:
        """Return a set of seats or sides in their order from the left of the dealer; another value as it is."""
        if found.type.name != "set" or found.type.of not in ("seat", "side"):
            return found
        made = self.unit.template(f"row_of_{found.type.of}s", (found.type,))
        return Value(self.fresh(f"{made.name}(S, {found.text})"), Type("row", found.type.of))

    def agreed(self, found: Value, branch: list[str], other: Type) -> Value:
        """Return the value of one branch as what the other branch gives: a set becomes a row there, if that is one."""
        own = found.type
        is_alike = own.name == other.name and (own.name == "num" or own.of == other.of or "" in (own.of, other.of))
        if is_alike or found.text == literal(None) or "empty" in (own.name, other.name) or NUM in (own, other):
            return found
        if {own.name, other.name} == {"set", "row"} and own.of == other.of in ("seat", "side"):
            with self.apart() as more:
                found = self.in_row(found)
            branch += more
            return found
        raise CannotCompileError(values.DIFFERENT)

    def _end_of(self, of: Value, *, is_first: bool) -> Value:
        kind = Type("num", of.type.of)
        match of.type.of:
            case "seat" if is_first:
                made = self.unit.template("first_of_seats", (of.type,))
                return Value(f"{made.name}(S, {of.text})", kind)
            case "seat" | "side":
                return self.item_of(self.in_row(of), "0" if is_first else "(-1)")
            case "suit" | "trick" | "call":
                return Value(f"{'ctz' if is_first else 'top'}({of.text})", kind)
            case _:
                raise CannotCompileError(f"the first of a set of {of.type.of or 'things listed'}")


class Stub:
    """As much of a state as what follows from the ranking reads."""

    def __init__(self, ranking: Any, spec: Any) -> None:  # noqa: ANN401 - a ranking and a spec of the engine
        self.ranking, self.spec = ranking, spec
        self.memo: dict[Any, Any] = {}
