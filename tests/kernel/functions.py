"""Small functions of a state, made at random, as the engine could have them: loops in loops, lists, jumps, changes."""

from __future__ import annotations

from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

OF_SEATS: Final = ("range(len(s.hands))", "range(4)", "range(s.leader)", "s.trick_seats", "s.sides[0]")
"""What loops go over."""


class Functions:
    """Makes the text of functions; all of them end, and none reads what is not there."""

    def __init__(self, seed: int) -> None:
        self.rng, self.made = Random(seed), 0
        self.numbers, self.seats, self.sets, self.hands, self.kinds = ["t"], [], [], [], []  # type: ignore[var-annotated]

    def function(self, depth: int = 2, many: int = 4) -> str:
        """Return the text of a function that gives a number."""
        body = self.statements(depth, many, in_loop=False)
        lines = ["t = 0", "m = s.hands[0]", *body, f"return {self.pick('t', 't + m.bit_count()', 'm')}"]
        return "\n".join(["def f(s):", *indented(lines), ""])

    def pick(self, *of: str) -> str:
        return self.rng.choice(of)

    @contextmanager
    def named(self, letter: str, *kinds: list[str]) -> Iterator[str]:
        """Yield a new variable, which may be read meanwhile."""
        self.made += 1
        name = f"{letter}{self.made}"
        for kind in kinds:
            kind.append(name)
        yield name
        for kind in kinds:
            kind.remove(name)

    # ---- expressions

    def over(self) -> str:
        return self.pick(*OF_SEATS, *self.sets * 2)

    def cards(self, depth: int = 2) -> str:
        ways = ["m", *self.hands * 2, *(f"s.hands[{seat}]" for seat in self.seats[-2:])]
        if depth > 0:
            one, other = self.cards(depth - 1), self.cards(depth - 1)
            ways += [f"({one} {self.pick('&', '|')} {other})", f"({one} if {self.test(depth - 1)} else {other})"]
        return self.pick(*ways)

    def number(self, depth: int = 2) -> str:
        seats = self.seats[-2:]
        ways = ["1", "5", *self.numbers, "s.leader", "s.deal", *seats, *(f"s.taken[{seat}]" for seat in seats)]
        ways += [f"len({one})" for one in self.sets]
        if depth > 0:
            one, other = self.number(depth - 1), self.number(depth - 1)
            ways = [
                *(f"({one} {sign} {other})" for sign in "+-*"), f"max({one}, {other})",
                f"{self.cards(depth - 1)}.bit_count()", f"({one} if {self.test(depth - 1)} else {other})",
                self.of_each("sum({})", self.number, depth), self.of_each("max(({}), default=0)", self.number, depth),
                *ways,
            ]  # fmt: skip
        return self.pick(*ways)

    def of_each(self, form: str, make, depth: int) -> str:  # type: ignore[no-untyped-def] # noqa: ANN001
        over = self.over()
        with self.named("g", self.seats) as name:
            test = f" if {self.test(depth - 1)}" if self.rng.random() < 0.5 else ""
            return form.format(f"{make(depth - 1)} for {name} in {over}{test}")

    def test(self, depth: int = 2) -> str:
        ways = [f"{self.cards(depth - 1)} & {self.pick('1', '255', '4096', 'm')}"]
        ways += [f"{self.number(depth - 1)} {self.pick('<', '<=', '==', '!=')} {self.number(depth - 1)}"]
        for seat in self.seats[-1:]:
            ways += [f"{seat} == s.leader", f"{self.number(0)} >> {seat} & 1"]
            ways += [f"{seat} {self.pick('in', 'not in')} {one}" for one in self.sets]
        for one in self.sets:
            ways += [one, f"not {one}"]
        for kind in self.kinds:
            ways += [f"{kind}.by_side", f"{kind}.parameters", f"{kind}.contract is None"]
        if depth > 0:
            ways += [f"({self.test(depth - 1)} {self.pick('and', 'or')} {self.test(depth - 1)})"]
            ways += [f"not ({self.test(depth - 1)})", self.of_each(self.pick("any({})", "all({})"), self.test, depth)]
        return self.pick(*ways)

    # ---- statements

    def statements(self, depth: int, many: int, *, in_loop: bool) -> list[str]:
        sets, lines = len(self.sets), []
        for _ in range(many):
            lines += self.statement(depth, in_loop=in_loop)
        del self.sets[sets:]
        return lines

    def statement(self, depth: int, *, in_loop: bool) -> list[str]:
        ways = [f"t = {self.number()}", f"t += {self.number()}", f"m {self.pick('=', '|=', '&=')} {self.cards()}"]
        for seat in self.seats[-1:]:
            ways += [
                f"s.taken = changed(s.taken, {seat}, {self.number(1)})",
                f"s.hands = changed(s.hands, {seat}, {self.cards(1)})",
            ]
        if depth <= 0 or self.rng.random() < 0.3:
            return [self.pick(*ways)]
        blocks = (self.choice, self.choice, self.loop, self.loop, self.list, self.row, self.next)
        return self.rng.choice(blocks)(depth - 1, in_loop)

    def choice(self, depth: int, in_loop: bool) -> list[str]:
        lines = []
        for head in (f"if {self.test()}:", "else:")[: self.rng.randint(1, 2)]:
            body = self.statements(depth, self.rng.randint(1, 2), in_loop=in_loop)
            if in_loop and self.rng.random() < 0.4:
                body.append(self.pick("continue", "continue", "break", "return t"))
            lines += [head, *indented(body)]
        return lines

    def loop(self, depth: int, _: bool) -> list[str]:
        over, many = self.over(), self.rng.randint(1, 3)
        with self.named("h") as name:
            head, kinds = self.rng.choice((
                (f"for {name} in {over}:", self.seats), (f"for {name} in {over}:", self.seats),
                (f"for {name} in s.spec.bids:", self.kinds), (f"for {name} in bits({self.cards(1)}):", self.numbers),
                (f"for {name} in s.trick:", self.numbers), (f"for {name}, c{name} in enumerate(s.hands):", self.seats),
            ))  # fmt: skip
            hands = [f"c{name}"] if "enumerate" in head else []
            kinds.append(name)
            self.hands += hands
            body = self.statements(depth, many, in_loop=True)
            del kinds[-1:], self.hands[len(self.hands) - len(hands) :]
        return [head, *indented(body)]

    def list(self, _: int, __: bool) -> list[str]:
        over = self.over()
        with self.named("q", self.seats) as seat:
            item = self.pick(seat, seat, f"s.hands[{seat}]", f"s.taken[{seat}]", self.number(1))
            line = f" = [{item} for {seat} in {over} if {self.test(1)}]"
        with self.named("r") as name:
            if item == seat:
                self.sets.append(name)
                return [name + line]
            uses = [f"t += sum({name})"], [f"for one in {name}:", "    t = max(t, one)"]
            return [name + line, *self.rng.choice(uses)]

    def row(self, depth: int, _: bool) -> list[str]:
        """Return a list that grows in a loop, in the order of the table."""
        over = self.pick("players_from(s, s.leader)", "players_from(s, s.dealer)", "range(4)", "s.sides[1]")
        with self.named("a") as name:
            with self.named("h", self.seats) as seat:
                self.sets.append(name)
                body = self.statements(depth, 2, in_loop=True)
                self.sets.remove(name)
                body += [f"if {self.pick(f'not {name}', self.test(1))}:", f"    {name} += ({seat},)"]
            self.sets.append(name)
            first = [f"t += {name}[0] if {name} else 0"] * over.startswith("players_from")
            return [f"{name}: tuple[int, ...] = ()", f"for {seat} in {over}:", *indented(body), *first]

    def next(self, _: int, __: bool) -> list[str]:
        with self.named("n") as name:
            line = f"{name} = {self.of_each('next(({}), None)', lambda _: self.seats[-1], 2)}"
        return [line, f"if {name} is not None:", f"    t += {name}"]


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
