"""The code of a kernel for a game: that of each edition, and what goes over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from spadesdsl.engine import plan
from spadesdsl.engine.dealing import empty_table
from spadesdsl.engine.flow import MOST_THROWN_IN
from spadesdsl.engine.game import Game
from spadesdsl.engine.play import MOST_CARDS
from spadesdsl.engine.spec import Spec
from spadesdsl.kernel.edition import Edition
from spadesdsl.kernel.layout import MOST_OPTIONS, POSITIONS, Layout
from spadesdsl.kernel.native import text_of
from spadesdsl.kernel.pack import Packer
from spadesdsl.kernel.text import Module, reachable
from spadesdsl.kernel.thinking import MOST_EXACT, Thinking
from spadesdsl.kernel.unit import code_of_rules
from spadesdsl.kernel.values import WIDEST, CannotCompileError, Name
from spadesdsl.rules.game import calendar
from spadesdsl.rules.parts import Redeal

RESERVED: Final = 1 << 16
"""Places for a state."""
MOST_AT_ONCE: Final = 256
"""How many playouts fit in the room for results."""
THINKING: Final = ("think", "play_by_habit")
"""What players need besides: how they think, and how they play by habit."""
_IN_EACH: Final = {"open_tallies": ("open_tallies",), "start_deal": ("start_edition",), "redraw": ("redraw", "viewer")}
"""Templates of which each edition has its own; the name under which the one of the deal's edition is called, and with
what."""


class Built:
    """The code of a kernel, and how to read its array."""

    def __init__(self, game: Game, known: Mapping[str, Any] | None = None, *, thinks: bool = False) -> None:
        """Give everything its place, and write the code; if some rule cannot be compiled, raise `CannotCompileError`.

        Args:
            known: What an earlier run found out while it wrote the code, which is then written only when it is wanted.
            thinks: Whether to write what plays an imagined deal on, too.
        """
        self.game = game
        days = calendar(game.scopes) or ()
        self.specs = game.specs
        self.layout = Layout(game, self.specs)
        self.options = RESERVED
        self.backup = self.options + MOST_OPTIONS * self.layout.option_width
        """Where a state is kept that is played on from again and again."""
        self.results = self.backup + RESERVED
        """Where the results of playouts are written."""
        self.claims = self.results + MOST_AT_ONCE * (self.layout.holders + 4)
        """Where the search for a claim keeps positions and tricks, if a rule asks for one."""
        if known is not None:
            self.layout.claims = known["claims"]
        elif any("is_sure(" in code_of_rules(spec) for spec in self.specs):
            self.layout.claims = 4 + POSITIONS * (5 + self.layout.seats)
        tricks = 2 * (self.layout.seats + 1) * (MOST_CARDS + 1) * bool(self.layout.claims)
        self.thinking = Thinking(self.layout, self.claims + self.layout.claims + tricks)
        self.module = Module()
        self.module.somebody = frozenset(self.layout.attribute(one).text for one in ("dealer", "leader"))
        self.phases = {
            name: number
            for number, name in enumerate(dict.fromkeys(one.name for spec in self.specs for one in spec.phases))
        }
        self.bases: list[int] = []
        at = 0
        for spec in self.specs:
            self.bases.append(at)
            at += len(spec.plan.nodes)
        self.holds = [sum(1 << n for n, one in enumerate(day.holds) if one) for day in days] or [0]
        kept = [None] * len(self.specs) if known is None else known["kept"]
        self.editions = [Edition(self, number, spec, kept[number]) for number, spec in enumerate(self.specs)]
        if known is not None:
            self.layout.recall(known)
        else:
            for edition in self.editions:
                edition.write()
            self._finish()
            if thinks:
                self._write_thinking()
        self.total = self.thinking.end(self.layout.size)
        """How many places the whole array has."""
        if self.layout.size > RESERVED:
            raise CannotCompileError("more to keep than there is room for")

    @property
    def width(self) -> int:
        """How many bits a word has."""
        return 64 if self.layout.widest <= WIDEST else 128

    @cached_property
    def throws_in(self) -> bool:
        """Whether a rule deals again."""
        return any(isinstance(action, Redeal) for spec in self.specs for action in spec.plan.actions)

    @cached_property
    def packers(self) -> tuple[Packer, ...]:
        """What writes states as arrays, by edition."""
        return tuple(map(Packer, self.editions))

    def packer(self, spec: Spec) -> Packer:
        """Return what writes the states of a deal as arrays."""
        return self.packers[self.specs.index(spec)]

    @cached_property
    def text(self) -> str:
        """The code, as Python."""
        return self.module.text if self.module.functions else text_of(self.game.hash, lambda: Built(self.game).text)

    @cached_property
    def thinking_text(self) -> str:
        """The code of players, and all that it calls: of imagined deals, and of habits."""

        def written() -> str:
            whole = Built(self.game, thinks=True)
            assert whole.size == self.size, "an imagined deal keeps nothing of its own in a state"
            return reachable(whole.text, *THINKING)

        return text_of(self.game.hash, written, "thinking")

    @property
    def found_out(self) -> dict[str, Any]:
        """What was found out while the code was written."""
        return {**self.layout.found_out, "kept": [one.kept for one in self.editions]}

    @property
    def size(self) -> int:
        """How many places a state has."""
        return self.layout.size

    def slot(self, name: str) -> int:
        """Return where a number of the state is."""
        return self.layout.places[name][0]

    def _finish(self) -> None:
        """Write what goes over all editions."""
        clearing = [f"    s.memory[{at}] = 0" for at in self.layout.answers.values()] or ["    pass"]
        for number, edition in enumerate(self.editions):
            edition.unit.constants["CLEAR_ANSWERS"] = edition.wrote("clear", "\n".join(["def clear(s):", *clearing]))
            edition.unit.constants["EMPTY_TABLE"] = edition.of_engine(empty_table)
            edition.unit.constants["NODE"] = self.bases[number]
        one = self.editions[self.specs.index(self.game.edition(1))]
        of_all = one.unit.constants
        of_all |= {called[0]: Name(self._in_each(template, *called)) for template, called in _IN_EACH.items()}
        of_all["choose_edition"] = one.wrote("choose_edition", self._choosing())
        of_all |= {
            "MOST_THROWN_IN": MOST_THROWN_IN, "CHANCE": self.slot("chance"), "SEEDS": self.slot("seeds"),
            "RESULTS": self.results, "MOST_EXACT": MOST_EXACT,
            "FIRST_DEAL": one.made("first_deal"), "THROWS_IN": self.throws_in,
        }  # fmt: skip
        self._by_node("next_node", "doing", "")
        self._by_node("play", "play_card", "card")
        self._by_node("take", "taking", "at")
        if any(spec.plan.volunteered for spec in self.specs):
            for title, names, given in (
                ("LIST_UNASKED", [edition.unasked for edition in self.editions], "node"),
                ("SAY_UNASKED", [edition.saying for edition in self.editions], "option"),
            ):
                of_all[title] = Name(self._by_edition(title.lower(), names, given))
            one.made("volunteers")
            one.made("volunteer")
        for name in ("begin_deal", "start", "advance", "play_chosen", "take_chosen", "play_out", "rollouts"):
            one.made(name)
        self.module.functions |= self.thinking.copies(self.layout.size, self.backup)

    def _write_thinking(self) -> None:
        """Write what plays imagined deals on."""
        for edition in self.editions:
            edition.write_thinking()
        one = self.editions[0]
        for template, title in {
            "outlook_here": "outlook_now", "choice_by_policy": "choice_now", "is_own": "own_now",
            "card_of_habit": "card_of_habit_now", "choice_by_habit": "choice_by_habit_now",
        }.items():  # fmt: skip
            one.unit.constants[title] = Name(self._in_each(template, title))
        one.made("exactly")
        one.made("play_by_habit")
        self._by_edition("think", [edition.thinking for edition in self.editions])

    def _in_each(self, template: str, title: str, *given: str) -> str:
        """Write what a template does in the edition of a deal."""
        names = [edition.unit.template(template).name for edition in self.editions]
        return names[0] if len(set(names)) == 1 else self._by_edition(title, names, *given)

    def _by_edition(self, title: str, names: list[str], *given: str) -> str:
        """Write a function that does one thing in each edition."""
        number, call = self.layout.attribute("edition").text, ", ".join(["S", *given])
        lines = [f"    if {number} == {at}:\n        return {name}({call})" for at, name in enumerate(names)]
        return self.module.add(title, ["S", *given], [*lines[:-1], f"    return {names[-1]}({call})"])

    def _choosing(self) -> str:
        """Write which edition a deal is of."""
        lines = ["def choose_edition(s):", "    s.edition = 0"]
        if len(self.editions) > 1:
            lines += ["    which = 0"]
            for at, scope in enumerate(self.game.scopes):
                test = f"(s.deal - 1) % {scope.every} + 1" if scope.every else "s.deal"
                days = " or ".join(f"{test} == {one}" for one in scope.deals)
                lines += [f"    if {days}:", f"        which |= {1 << at}"]
            for at, holds in enumerate(self.holds):
                lines += [f"    if which == {holds}:", f"        s.edition = {at}"]
        return "\n".join([*lines, "    return"])

    def _by_node(self, title: str, which: str, given: str) -> None:
        """Write what is done at each node, the most usual first; the end of a trick goes straight on to the next."""
        order: dict[type, int] = {plan.PlaysCard: 0, plan.TrickEnds: 1, plan.TrickBegins: 2, plan.Bids: 3}
        known = [
            (order.get(type(edition.spec.plan.nodes[one]), 9), edition.base + one, name)
            for edition in self.editions
            for one, name in getattr(edition, which).items()
            if name not in self.module.fixed  # no deal reaches what does nothing
        ]
        option = f"{self.options} + {self.layout.option_width} * at" if given == "at" else given
        option = f"{self.layout.attribute('turn_seat').text}, card" if given == "card" else option
        call = ", ".join(["S", *([option] if given else [])])
        now = f"n = {self.layout.attribute('node').text}"
        lines = [f"    {now}"]
        known.sort(key=lambda item: item[0])
        for place, number, name in known[:-1]:
            goes_on = [f"r = {name}({call})", "if r != 0:", "    return r", now]
            body = goes_on if not given and place < order[plan.TrickBegins] else [f"return {name}({call})"]
            lines += [f"    if n == {number}:", *[f"        {line}" for line in body]]
        lines += [f"    return {name}({call})" for _, _, name in known[-1:]] or ["    return 2"]
        self.module.add(title, ["S", *([given] if given else [])], lines)
