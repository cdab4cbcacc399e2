"""What is assigned to a variable, or to a part of the state: amounts, rows of cards, records of bids and tricks."""

from __future__ import annotations

import ast

from spadesdsl.kernel.expressions import BINARY, Expressions
from spadesdsl.kernel.layout import MOST_CALLS
from spadesdsl.kernel.settled import NOT_KEPT, UNKNOWN, code_of, names_in
from spadesdsl.kernel.values import CARDS, EMPTY, ENV, NONE, NUM, ROW, Type, Value, binary, literal, number_in


class RetypeError(Exception):
    """A variable turned out to be of another type: the function is translated again."""


class Assigning(Expressions):
    """Translates assignments."""

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Translate an assignment."""
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):  # the environment, as it was
            self.copy(self.value(value), self.unit.layout.attribute("env"))
            return
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, other in zip(target.elts, value.elts, strict=True):
                if not self.is_left_out(one):
                    self.assign(one, other)
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
        if found.type == EMPTY:  # a row, if cards in order are added to it; the name may mean something else before
            self.begun[name] = f"{name} at {target.lineno}"
            self.found_empty.discard(name)
            kind = self.known.get(self.begun[name], kind)
        old = self.locals.get(name)
        if old is not None and old.name not in ("empty", kind.name) and kind.name not in ("empty",) and old != NUM:
            is_kept = found.text == literal(None) and old.name not in (
                "row",
                "set",
                "torn",
            )  # no set is nobody: it is another
            kind = old if is_kept else kind
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
        names = names_in(of.target)
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

    def change(self, target: ast.expr, op: ast.operator, value: ast.expr) -> None:
        """Translate a change, such as `+=`."""
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
            self.known[self.begun[name]] = ROW
            raise RetypeError
        if in_row:
            self.line(f"S[{name}] = S[{name}] + 1")
            self.line(f"S[{name} + S[{name}]] = {item.text}")
            return
        if name in self.found_empty:  # by something that a loop does again, when it may be empty no more
            self.known[self.begun[name]] = Type("set", item.type.of)
            raise RetypeError
        self.locals[name] = Type("set", item.type.of)
        self.line(f"{name} = {name} | (1 << {item.text})")

    def is_left_out(self, target: ast.expr) -> bool:
        """Tell whether a kernel does not keep what is written there."""
        if isinstance(target, ast.Subscript):
            target = target.value
        match target:
            case ast.Attribute(value=ast.Name(id="s"), attr=name):
                needs = {"open": "TRACKS_OPEN", "out": "CAN_BE_OUT", "won": "KEEPS_WON", "stacks": "ANY_STACKS"}
                return name in NOT_KEPT or not self.bound.get(needs.get(name, ""), True)
            case _:
                return False
