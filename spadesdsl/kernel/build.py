"""The code of a kernel for a game: one function for each node of the plan of each edition."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine import plan
from spadesdsl.engine.flow import MOST_THROWN_IN
from spadesdsl.engine.moving import MOST_LAPS
from spadesdsl.engine.spec import MOST_IN_A_RANGE, Ask, Cards, Hand, Pile, Round
from spadesdsl.kernel.layout import MOST_ANSWERS, MOST_BLOCKS, MOST_CALLS, MOST_OPTIONS, Layout
from spadesdsl.kernel.thinking import Thinking
from spadesdsl.kernel.translate import NONE, CannotCompileError, Module, Name, Unit, templates
from spadesdsl.rules.calendar import calendar
from spadesdsl.rules.parts import Award, Fix, Give, MakeBid, Redeal, Show, Shuffle, Skip

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game
    from spadesdsl.engine.plan import Node
    from spadesdsl.engine.ranking import Ranking
    from spadesdsl.engine.spec import BidType, Do, Must, Parameter, Place, Spec
    from spadesdsl.rules.parts import By, RuleInfo

KINDS: Final = {"bid": 1, "yes": 2, "no": 3, "look": 4, "wait": 5, "pass": 6, "card": 7}
"""The kinds of an option, as a kernel numbers them."""


LARGEST: Final = 10**9
"""Beyond such scores the interpreter goes on: the product of two of them still fits into a word."""


def code(function: Any) -> Name | None:  # noqa: ANN401 - a function of the rules, if there is one
    """Return what a template calls for a function of the rules."""
    return None if function is None else Name(function)


def _rankings(spec: Spec) -> tuple[Ranking, ...]:
    """Return every ranking that a deal can have."""
    if spec.ranking_is_fixed:
        stub: Any = SimpleNamespace(spec=spec)
        return (spec.ranking(stub),)
    try:
        return spec.rankings()
    except ValueError as error:
        found = CannotCompileError(str(error))
        found.rule = "deck.trumps"
        raise found from error


class Built:
    """The code of a kernel, and how to read its array."""

    RESERVED = 1 << 16
    """Places for a state."""

    def __init__(self, game: Game) -> None:
        """Write the code.

        Raises:
            CannotCompileError: some rule cannot be compiled.
        """
        self.game = game
        days = calendar(game.scopes) or ()
        self.specs = tuple(game.edition(one.first) for one in days) or (game.base,)
        self.layout = Layout(game, self.specs)
        self.options = self.RESERVED
        self.backup = self.options + MOST_OPTIONS * self.layout.option_width
        """Where a state is kept that is played on from again and again."""
        self.results = self.backup + self.RESERVED
        """Where the results of playouts are written."""
        self.thinking = Thinking(self.layout, self.results + 256 * (self.layout.holders + 4))
        self.total = 0
        """How many places the whole array has."""
        self.module = Module()
        self.phases = {
            name: number
            for number, name in enumerate(dict.fromkeys(one.name for spec in self.specs for one in spec.phases))
        }
        self.bases: list[int] = []
        self.numbers: dict[int, int] = {}
        at = 0
        for spec in self.specs:
            self.bases.append(at)
            at += len(spec.plan.nodes)
        self.holds = [sum(1 << n for n, one in enumerate(day.holds) if one) for day in days] or [0]
        self.editions = [_Edition(self, number, spec) for number, spec in enumerate(self.specs)]
        for edition in self.editions:
            edition.write()
            edition.write_thinking()
        self._finish()
        self.total = self.thinking.end(self.layout.size)
        self.text = self.module.text
        if self.layout.size > self.RESERVED:
            raise CannotCompileError("more to keep than there is room for")

    @property
    def size(self) -> int:
        """How many places the array has."""
        return self.layout.size

    def _finish(self) -> None:
        """Write what goes over all editions."""
        editions = self.editions
        unit = editions[0].unit
        number = unit.layout.attribute("edition").text
        clearing = [f"    s.memory[{at}] = 0" for at in unit.layout.answers.values()] or ["    pass"]
        for edition in editions:
            edition.unit.constants["CLEAR_ANSWERS"] = edition.wrote("clear", "\n".join(["def clear(s):", *clearing]))
        node = unit.layout.attribute("node").text

        def by_edition(title: str, calls: list[str], parameters: str = "S", *, gives: bool = True) -> str:
            """Write a function that does one thing in each edition."""
            lines = [
                f"    if {number} == {at}:\n        return {call}"
                for at, call in enumerate(calls[:-1])
                if len(set(calls)) > 1
            ]
            return self.module.add(title, parameters, [*lines, f"    return {calls[-1]}"] if gives else lines)

        choosing = [f"    {number} = 0", "    return 0"]
        if len(editions) > 1:
            deal = unit.layout.attribute("deal").text
            choosing = [f"    d = {deal}", "    which = 0"]
            for at, scope in enumerate(self.game.scopes):
                test = f"(d - 1) % {scope.every} + 1" if scope.every else "d"
                days = " or ".join(f"{test} == {one}" for one in scope.deals)
                choosing += [f"    if {days}:", f"        which = which | {1 << at}"]
            for at, holds in enumerate(self.holds):
                choosing += [f"    if which == {holds}:", f"        {number} = {at}"]
            choosing += ["    return 0"]
        self.module.functions["choose_edition"] = "\n".join(["def choose_edition(S):", *choosing])
        searching = {
            title: by_edition(f"{title}_now", [f"{edition.unit.template(title).name}(S)" for edition in editions])
            for title in ("outlook_here", "choice_by_policy", "is_own")
        }
        by_edition("think", [f"{edition.thinking}(S)" for edition in editions])
        starts = [one.unit.template("start_deal", NODE=self.bases[at]).name for at, one in enumerate(editions)]
        tallies = [one.unit.template("open_tallies").name for one in editions]
        firsts = [one.made("first_deal", DEALER_FIRST=code(one.spec.dealer_first)).code for one in editions]
        starting = by_edition("start_edition", [f"{name}(S)" for name in starts])
        self.module.functions["begin_deal"] = (
            f"def begin_deal(S):\n    choose_edition(S)\n    {tallies[0]}(S)\n    return {starting}(S)"
        )
        place = {name: unit.layout.attribute(name).text for name in (
            "over", "in_deal", "thrown_in", "scored", "failed", "generator", "steps", "winners", "out",
            "chance", "stops", "options", "legal", "until", "seeds", "many", "viewer",
            "argument", "hurries",
        )}  # fmt: skip
        place["options"] = unit.layout.types["options"].text
        scores, tallied = unit.layout.places["scores"], unit.layout.places["tallies"]
        resets = [f"    S[{at}] = 0" for row in (scores, tallied) for at in range(row[0], row[0] + row[1])]
        stacks = range(self.layout.places["stacks"][0], sum(self.layout.places["stacks"]), self.layout.cards + 1)
        resets += [f"    S[{at}] = -1" for at in stacks]  # no hand is a pile before a rule makes it one
        first = self.specs.index(self.game.edition(1))
        self.module.functions["start"] = "\n".join(
            ["def start(S):"]
            + [
                f"    {place[name]} = 0"
                for name in ("over", "thrown_in", "scored", "failed", "winners", "out", "in_deal")
            ]
            + [*resets, f"    {firsts[first]}(S)", "    begin_deal(S)", "    return 0"]
        )
        self.module.functions["next_node"] = self._dispatch(node)
        self.module.functions["advance"] = f"""def advance(S):
    while {place["over"]} == 0:
        if {place["in_deal"]} == 0:
            {place["thrown_in"]} = {place["thrown_in"]} + 1
            if {place["thrown_in"]} > {MOST_THROWN_IN}:
                {editions[0].unit.template("give_up").name}(S)
                return 2
            begin_deal(S)
        r = next_node(S)
        if {place["failed"]} != 0:
            return 5
        if r != 0:
            if r != 4:
                {place["thrown_in"]} = 0
            return r
    return 2"""
        self.module.functions["play"] = self._by_node("play", "play_card")
        self.module.functions["take"] = self._by_node("take", "taking")
        for name in ("play", "take"):
            body = f"def {name}_chosen(S):\n    return {name}(S, {place['argument']})"
            self.module.functions[f"{name}_chosen"] = body
        chance = place["chance"][2:-1]
        self.module.functions["choose"] = f"""def choose(S, r):
    if r == 3:
        m = {place["legal"]}
        play(S, select(m, below(S, {chance}, popcount(m))))
    else:
        take(S, below(S, {chance}, {place["options"]}))
    return 0"""
        until = f"{place['scored']} >= {place['until']}"
        # Where several choose at once, a playout asks one after the other: what one may choose, no other changes.
        self.module.functions["play_out"] = f"""def play_out(S):
    {place["hurries"]} = 1
    r = play_deals(S)
    {place["hurries"]} = 0
    return r"""
        self.module.functions["play_deals"] = f"""def play_deals(S):
    {place["stops"]} = 1
    for _ in range({place["steps"]}):
        r = advance(S)
        if r == 4:
            if {until}:
                return 4
        elif r == 1 or r == 3:
            choose(S, r)
        else:
            return r
    return 0"""
        self.module.functions |= self.thinking.copies(self.layout.size, self.backup)
        self.module.functions["exactly"] = self.thinking.exactly(self.layout.size, place, searching)
        redraw = editions[0].unit.template("redraw").name
        result = [place["scored"], place["over"], place["winners"]]
        result += [f"S[{at}]" for at in range(scores[0], scores[0] + scores[1])]
        width = len(result) + 1
        kept = [f"        S[at + {number}] = {text}" for number, text in enumerate(result, 1)]
        many, viewer, seeds = place["many"], place["viewer"], place["seeds"]
        playouts = f"""def rollouts(S):
    n = {many}
    for i in range(n):
        for j in range({self.layout.size}):
            S[j] = S[{self.backup} + j]
        {seeds} = {seeds} + i
        {place["chance"]} = below(S, {seeds[2:-1]}, {1 << 62})
        {place["generator"]} = below(S, {seeds[2:-1]}, {1 << 62})
        {place["scored"]} = 0
        if {viewer} >= 0:
            {redraw}(S, {viewer})
        r = play_out(S)
        at = {self.results} + i * {width}
        S[at] = r
"""
        self.module.functions["rollouts"] = playouts + "\n".join([*kept, "    return 0"])

    def _dispatch(self, node: str) -> str:
        """Write which function follows at each node, the most usual first."""
        order = {plan.PlaysCard: 0, plan.Bids: 1, plan.TrickBegins: 2, plan.TrickEnds: 3}
        known: dict[int, tuple[int, str]] = {}
        for edition in self.editions:
            for one, name in edition.doing.items():
                known[edition.base + one] = (order.get(type(edition.spec.plan.nodes[one]), 9), name)
        lines = ["def next_node(S):", f"    n = {node}"]
        for number, (_, name) in sorted(known.items(), key=lambda item: item[1][0]):
            lines += [f"    if n == {number}:", f"        return {name}(S)"]
        return "\n".join([*lines, "    return 2"])

    def _by_node(self, title: str, which: str) -> str:
        """Write what a choice does at each node."""
        node = self.editions[0].unit.layout.attribute("node").text
        names = [
            (edition.base + number, name)
            for edition in self.editions
            for number, name in getattr(edition, which).items()
        ]
        given = "card" if title == "play" else "at"
        option = "card" if title == "play" else f"{self.options} + {self.layout.option_width} * at"
        lines = [f"def {title}(S, {given}):", f"    n = {node}"]
        for number, name in names:
            lines += [f"    if n == {number}:", f"        return {name}(S, {option})"]
        return "\n".join([*lines, "    return 0"])


class _Edition:
    """Writes the code of the deals that share their rules."""

    def __init__(self, built: Built, number: int, spec: Spec) -> None:
        self.built, self.spec, self.base = built, spec, built.bases[number]
        self.layout = built.layout
        self.text = spec.python()
        self.doing: dict[int, str] = {}
        self.play_card: dict[int, str] = {}
        self.taking: dict[int, str] = {}
        self.unit = Unit(built.module, built.layout, self._constants(), templates())
        play: list[Any] = [*spec.play.musts, *spec.play.controls]
        keys = [one.rule.key for one in (*spec.steps, *spec.bids, *play, *spec.tallies, *spec.lines, *spec.endings)]
        self.unit.rules = {re.sub(r"\W", "_", key): key for key in keys}
        self.unit.constants["ORDERS"] = self._orders()
        keys = [(one.trumps, one.suit, one.strength) for one in self.unit.constants["RANKINGS"]]
        self.rankings = {key: keys.index(key) for key in keys}
        """The number of each ranking."""
        self.unit.constants["SAME_RANKING"] = tuple(map(keys.index, keys))

    def _orders(self) -> Name | None:
        """Write which orders of the ranks apply, as a mask."""
        found = () if self.spec.ranking_is_fixed else self.spec.orders()
        if not found:
            return None
        lines: list[str] = ["def orders(s):", "    found = 0"]
        bound: dict[str, Any] = {}
        for number, one in enumerate(found):
            bound[f"ORDER{number}"] = code(one)
            lines += [f"    if ORDER{number}(s) != 0:", f"        found |= {1 << number}"]
        return self.wrote("orders", "\n".join([*lines, "    return found"]), **bound)

    def _constants(self) -> dict[str, Any]:
        """Return what all templates know of this edition."""
        spec, layout, deck, text = self.spec, self.layout, self.spec.deck, self.text
        seats = layout.seats
        everybody = (1 << seats) - 1
        later = tuple(
            sum(1 << other for other in deck.copies[deck.faces[card]] if other > card) for card in range(deck.size)
        )
        actions = spec.plan.actions
        has_stacks = any(isinstance(one, Shuffle) and isinstance(one.cards, Hand) for one in actions)
        tracks_open = spec.has_unseen_bids or "s.open" in text
        trumps_when, trumps = (None, None) if spec.trumps is None else spec.trumps
        rankings = _rankings(spec)
        holder_of: list[int | None] = [None] * seats
        for number, members in enumerate(spec.teams.sides):
            for seat in members:
                holder_of[seat] = number
        return {
            "SPEC": spec, "RANKINGS": rankings, "SEATS": seats, "CARDS": deck.size, "ALL": deck.all,
            "ALL_SEATS": everybody, "PLAYERS": sum(1 << seat for seat in spec.players), "FIRST_PLAYER": spec.players[0],
            "SIDES": len(spec.teams.sides), "SIDE_SETS": tuple(sum(1 << s for s in row) for row in spec.teams.sides),
            "FIXED_SIDES": layout.fixed_sides, "HOLDER_OF": tuple(holder_of),
            "CAN_BE_OUT": any(one.kind == "out" for each in layout.specs for one in each.endings),
            "HAS_SIDE_BIDS": any(bid.by_side for bid in spec.bids), "HAS_STACKS": has_stacks,
            "HAS_UNSEEN": spec.has_unseen_bids, "TRACKS_OPEN": tracks_open, "HAS_EQUALS": any(later), "LATER": later,
            "FACES": deck.faces, "CANCELS": spec.play.equal == "cancel", "MOST_LAPS": MOST_LAPS,
            "KEEPS_CARDS": any(
                one in text for one in (".cards", "player_of", "played_by", "position_of", "played_row")
            ),
            "KEEPS_CALLS": text.count("s.calls") > text.count("bool(s.calls)"),
            "MOST_CALLS": MOST_CALLS, "LARGEST": LARGEST,
            "KEEPS_TRICKS": ".leader" in text or ".best" in text, "KEEPS_WON": "s.won" in text or "cards_won" in text,
            "MOVING_RANKING": len(rankings) > 1, "FOLLOWS_PLAY": spec.ranking_follows_play and len(rankings) > 1,
            "SUITS_AND_NONE": 1 if spec.trumps is None else len(deck.suits) + 1,
            "TRUMPS_WHEN": code(trumps_when), "TRUMPS": code(trumps), "PILES": spec.piles,
            "FINAL": sum(1 << bid.id for bid in spec.bids if bid.is_final),
            "BY_SIDE_BIDS": sum(1 << bid.id for bid in spec.bids if bid.by_side),
            "TRUSTS": len(spec.play.trusts), "HAS_TRUSTS": bool(spec.play.trusts), "MEMORIES": len(spec.memories),
            "DECISIONS": len(layout.decisions), "TALLIES": len(layout.game.tallies), "HOLDERS": layout.holders,
            "LINES": len(spec.lines), "BEST_LOWEST": spec.best_lowest, "TIE_SHARED": spec.tie == "shared",
            "FRAME": layout.frame, "FRAME_SIZE": layout.frame_size, "STACK": layout.places["stack"][0],
            "MOST_BLOCKS": MOST_BLOCKS, "MOST_OPTIONS": MOST_OPTIONS, "MOST_ANSWERS": MOST_ANSWERS,
            "OPTIONS": self.built.options, "OPTION_WIDTH": layout.option_width, "ARGUMENTS": layout.arguments,
            "RECORD": layout.record, "FIRST": layout.FIRST, "MOST_NUMBER": 1 << 30,
            "WINNER": Name(spec.play.winner), "WINNER_READS_ENV": "e[" in self._written(spec.play.winner),
            "begin_deal": Name("begin_deal"), "choose_edition": Name("choose_edition"),
            "HAS_CONTROLS": bool(spec.play.controls),
            **{name.upper(): number for name, number in KINDS.items()}, **self.built.thinking.constants,
        }  # fmt: skip

    def _written(self, function: Any) -> str:  # noqa: ANN401 - a function of the rules
        found: str = function.__globals__["__link__"].__self__.text_of(function)
        return found

    # ---- pieces

    def made(self, template: str, **bound: Any) -> Name:  # noqa: ANN401 - numbers and functions
        """Write a copy of a template, and return it for others to call."""
        found = self.unit.template(template, **bound)
        return Name(found.name, found.type)

    def wrote(self, title: str, text: str, **bound: Any) -> Name:  # noqa: ANN401
        """Write a function that was put together for this game."""
        found = self.unit.text(title, text, **bound)
        return Name(found.name, found.type)

    def at(self, node: int) -> int:
        """Return the number of a node among those of all editions."""
        return node if node == plan.BACK else self.base + node

    def load(self, parameters: tuple[Parameter, ...]) -> Name:
        """Write what puts arguments into the environment."""
        lines = [f"    e[{one.slot}] = s.memory[at + {number}]" for number, one in enumerate(parameters)]
        return self.wrote("load", "\n".join(["def load(s, at):", *(lines or ["    pass"])]))

    def keep(self, parameters: tuple[Parameter, ...]) -> Name:
        """Write what puts the environment's arguments into a record."""
        lines = [f"    s.memory[at + FIRST + {number}] = e[{one.slot}]" for number, one in enumerate(parameters)]
        return self.wrote("keep", "\n".join(["def keep(s, at):", *(lines or ["    pass"])]))

    def options(
        self, title: str, kind: str, value: int, parameters: tuple[Parameter, ...], **bound: Any  # noqa: ANN401
    ) -> Name:  # fmt: skip
        """Write what lists each way to fill in parameters: `WHEN` is asked once, `EACH` for each way."""
        before = ["    environment(s, seat)", "    if WHEN is not None and not WHEN(s):", "        return"]
        each = ["    if EACH is None or EACH(s):", f"        at = add_option(s, seat, {KINDS[kind]}, {value}, -1)"]
        each += [f"        s.memory[at + {4 + number}] = v{number}" for number in range(len(parameters))]
        return self.ways(title, "s, seat", parameters, each, before=before, after="    return", **bound)

    def ways(
        self, title: str, given: str, parameters: tuple[Parameter, ...], each: list[str], *, before: list[str],
        after: str, **bound: Any,  # noqa: ANN401
    ) -> Name:  # fmt: skip
        """Write a function that does something for each way to fill in parameters."""
        lines = [f"def {title}({given}):", *before]
        depth = 1
        for number, one in enumerate(parameters):
            lines += ["    " * depth + line for line in self._values(number, one, bound)]
            depth += 1
            lines.append("    " * depth + f"e[{one.slot}] = v{number}")
        lines += ["    " * (depth - 1) + line for line in each]
        return self.wrote(title, "\n".join([*lines, after]), **bound)

    def _values(self, number: int, one: Parameter, bound: dict[str, Any]) -> list[str]:
        """Write the head of a loop over the values of a parameter."""
        name = f"v{number}"
        if one.choices is not None:
            values = [self._number(value) for value in one.choices]
            if values and values == list(range(values[0], values[0] + len(values))):
                return [f"for {name} in range({values[0]}, {values[-1] + 1}):"]
            bound[f"CHOICES{number}"] = tuple(values)
            return [f"for i{number} in range({len(values)}):", f"    {name} = CHOICES{number}[i{number}]"]
        if one.of is not None:
            bound[f"OF{number}"] = code(one.of)
            return [f"for {name} in OF{number}(s):"]
        bound |= {f"LOW{number}": code(one.low), f"HIGH{number}": code(one.high), f"STEP{number}": code(one.step)}
        return [
            f"h{number} = HIGH{number}(s)",
            f"y{number} = 1 if STEP{number} is None else STEP{number}(s)",
            f"{name} = LOW{number}(s) - y{number}",
            f"c{number} = {MOST_IN_A_RANGE} if y{number} > 0 else 1",
            f"while {name} + y{number} <= h{number} and c{number} > 0:",
            f"    {name} = {name} + y{number}",
            f"    c{number} = c{number} - 1",
        ]

    def _number(self, value: Any) -> int:  # noqa: ANN401 - a value of the language
        if value is None:
            return NONE
        if isinstance(value, str):
            return self.layout.word(value)
        if not isinstance(value, int):
            raise CannotCompileError("fractions of points")
        return int(value)

    # ---- turns

    def turns(self, node: Node, by: By[Any], *, begins: int, is_round: bool) -> dict[str, Any]:
        """Write whose turn it is at a node, and how it passes on."""
        bound = {
            "STOPPING": code(by.stopping), "UNTIL": code(by.until), "AT_ONCE": by.turns == "at once",
            "IS_ROUND": is_round, "BEGINS": self.at(begins), "FOLLOW": self.made("follow", THEN=self.at(node.then)),
            "LIST_ORDER": self.order(by),
        }  # fmt: skip
        bound["STOPPED"] = self.made("stopped", **bound)
        bound["FRESH_TURN"] = self.made("fresh_turn", IS_ROUND=is_round)
        bound["BEGIN_TURNS"] = self.made("begin_turns", **bound)
        bound["PASS_TURN"] = self.made("pass_turn", **bound)
        return bound

    def order(self, by: By[Any]) -> Name:
        """Write the order of turns."""
        return self.made(
            "list_order", TURNS=0 if by.turns == "one" else 1, WHO=code(by.who), START=code(by.start),
            BY_SIDE=by.noun in ("team", "side"), BY_MEMBER=by.noun == "member",
        )  # fmt: skip

    # ---- actions

    def source(self, place: Place, number: Any) -> dict[str, Any]:  # noqa: ANN401 - a function of the rules
        """Return what a template needs to know of where cards come from."""
        bound: dict[str, Any] = {"NUMBER": code(number), "SOURCE_IS_PILE": False, "SOURCE_IS_HAND": False}
        match place:
            case Pile():
                zone = place.zone
                owner = code(place.owner) or self.wrote("own", "def own(s):\n    return e[0]")
                bound |= {
                    "SOURCE_IS_PILE": True, "SOURCE_BASE": zone.base, "SOURCE_IS_EACH": zone.is_each,
                    "SOURCE_OWNER": owner,
                }  # fmt: skip
            case Hand():
                bound |= {"SOURCE_IS_HAND": True, "SOURCE": code(place.seat)}
            case Cards():
                bound["SOURCE"] = code(place.cards)
        return bound

    def give(self, rule: RuleInfo, action: Give[Any, Any], *, chosen: bool = False) -> dict[str, Any]:
        """Write a `give`; return it with its parts."""
        bound = self.source(action.source, action.number)
        target = action.to
        memory = self.memory(rule)
        bound |= {"MEMORY": memory, "FACE_UP": action.face_up, "TO_HAND": isinstance(target, Hand), "TARGET": 0}
        bound |= {"TARGET_IS_EACH": False, "HAS_OWNER": False, "OWNER": None}
        if isinstance(target, Pile):
            bound |= {"TARGET": target.zone.base, "TARGET_IS_EACH": target.zone.is_each}
            bound["FACE_UP"] = action.face_up or target.zone.face_up
            if target.zone.is_each:
                owner = code(target.owner) or self.wrote("own", "def own(s):\n    return e[0]")
                bound |= {"HAS_OWNER": True, "OWNER": owner}
        else:
            bound |= {"HAS_OWNER": True, "OWNER": code(target.seat)}
        bound["SOURCE_ROW"] = self.made("source_row", **bound)
        bound["GIVE_CARDS"] = self.made("give_cards", **bound)
        if action.each is not None and not chosen:
            stock = isinstance(action.source, Pile) and action.source.zone.base == 0 and not action.source.zone.is_each
            bound |= {"FROM_STOCK": stock, "ONLY_PLAYERS": action.each == "player", "START": code(action.start)}
            bound["DEAL_OUT"] = self.made("deal_out", **bound) if stock else None
            bound["GIVE"] = self.made("give_each", **bound)
        else:
            bound["GIVE"] = self.made("give_chosen" if chosen else "give_once", **bound)
        return bound

    def memory(self, rule: RuleInfo) -> int | None:
        """Return where the cards that a rule moves are remembered."""
        if rule.key not in self.spec.memories or rule.keyword not in ("give", "show"):
            return None
        return self.spec.memories.index(rule.key)

    def run(self, rule: RuleInfo, actions: tuple[Any, ...]) -> Name:
        """Write what actions do, in order; they stop at a redeal."""
        lines: list[str] = ["def run(s, record):"]
        bound: dict[str, Any] = {}
        for number, action in enumerate(actions):
            name = f"ACT{number}"
            match action:
                case Give():
                    bound[name] = self.give(rule, action)["GIVE"]
                    lines.append(f"    {name}(s)")
                case Show():
                    bound[name] = self.made(
                        "show_cards", CARDS_SHOWN=code(action.cards), MEMORY=self.memory(rule), TO_ALL=action.to is None
                    )
                    lines.append(f"    {name}(s)")
                case Shuffle(cards=Pile()):
                    bound[name] = self.made("shuffle_pile", **self.source(action.cards, None))
                    lines.append(f"    {name}(s)")
                case Shuffle():
                    bound[name] = self.made("shuffle_hand", **self.source(action.cards, None))
                    lines.append(f"    {name}(s)")
                case Award():
                    bound[name] = self.made("award", TO=code(action.to), TRICKS_GIVEN=code(action.tricks))
                    lines.append(f"    {name}(s)")
                case Skip():
                    lines.append(f"    s.skips |= {1 << self.built.phases[action.phase]}")
                case MakeBid():
                    lines += self._make_bid(number, action, bound)
                case Fix():
                    bound[name] = code(action.value)
                    lines.append(f"    x{number} = {name}(s)")
                    lines.append("    if record >= 0:")
                    lines.append(f"        s.memory[record + {self.layout.fixed(action.name)}] = x{number}")
                case Redeal():
                    bound[name] = self.made("redeal", DEALER=code(action.dealer), IS_NEW=action.is_new)
                    lines += [f"    {name}(s)", "    return"]
                case _:
                    raise CannotCompileError("an action of a new kind")
        return self.wrote("run", "\n".join([*lines, "    return"]), **bound)

    def _make_bid(self, number: int, action: MakeBid[Any], bound: dict[str, Any]) -> list[str]:
        kind = self.spec.bids[self.spec.bid_numbers[action.bid_type]]
        lines = []
        for at, (function, parameter) in enumerate(zip(action.arguments, kind.parameters, strict=True)):
            bound[f"VALUE{number}_{at}"] = code(function)
            lines += [f"    o{at} = e[{parameter.slot}]", f"    n{at} = VALUE{number}_{at}(s)"]
        for at in range(len(kind.parameters)):
            lines.append(f"    s.saved[{at}] = n{at}")
        lines.append(f"    make_bid_of(s, {kind.id}, as_place(s.saved))")
        lines += [f"    e[{one.slot}] = o{at}" for at, one in enumerate(kind.parameters)]
        return lines

    # ---- nodes

    def write(self) -> None:
        """Write the function of each node of the plan."""
        self._write_bids()
        for node in self.spec.plan.nodes:
            try:
                self.doing[node.id] = self._node(node).code
            except CannotCompileError as error:
                step = getattr(node, "step", None)
                if not error.rule and step is not None:
                    error.rule = step.rule.key
                raise

    def _node(self, node: Any) -> Name:  # noqa: ANN401 - each kind of node
        then = self.at(node.then)
        phase = self.built.phases[node.phase.name]
        match node:
            case plan.PhaseBegins():
                return self.made("begin_phase", THEN=then, OTHERWISE=self.at(node.otherwise), PHASE=phase)
            case plan.FinalBids():
                blocks = tuple(self.at(block) for block in node.blocks)
                return self.made("do_blocks_of_bids", THEN=then, BLOCKS=blocks)
            case plan.PhaseEnds():
                teams = self.spec.teams
                making = None
                if node.makes_sides:
                    making = self.made(
                        "make_sides", FIRST_OF_SIDE=code(teams.first), PARTNER_OF_SIDE=code(teams.partner),
                        OTHERS_TOGETHER=teams.others_together,
                    )  # fmt: skip
                return self.made("end_phase", THEN=then, MAKE_SIDES=making)
            case plan.Happens():
                return self._happens(node, node.step)
            case plan.Asks():
                return self._asks(node, node.step)
            case plan.OfRound():
                return self._of_round(node, node.step)
            case plan.PlayBegins():
                return self.made("begin_play", THEN=then, LEAD_FIRST=code(self.spec.play.lead_first))
            case plan.TrickBegins():
                return self._begin_trick(node, phase)
            case plan.PlaysCard():
                return self._plays_card(node)
            case plan.TrickEnds():
                return self.made("lead_again", THEN=then, LEAD_NEXT=code(self.spec.play.lead_next))
            case plan.Scores():
                return self._scores(then)
            case plan.DealEnds():
                return self.made("next_deal", DEALER_NEXT=code(self.spec.dealer_next))
            case _:
                raise CannotCompileError(f"a node of a new kind: {type(node).__name__}")

    def _happens(self, node: plan.Happens, step: Do) -> Name:
        bound: dict[str, Any] = {
            "FOLLOW": self.made("follow", THEN=self.at(node.then)), "WHEN": code(step.when),
            "RUN": self.run(step.rule, step.actions),
        }  # fmt: skip
        by = step.by
        if by is None:
            return self.made("happen", **bound)
        bound["LIST_ORDER"] = self.order(by)
        if by.turns == "at once":
            if len(step.actions) != 1 or not isinstance(step.actions[0], Give) or step.actions[0].each is not None:
                raise CannotCompileError("several things that happen at once")
            bound |= self.give(step.rule, step.actions[0], chosen=True)
            return self.made("happen_at_once", **bound)
        ends = {"STOPPING": code(by.stopping), "UNTIL": code(by.until)}
        bound["IS_ENOUGH"] = self.made("is_enough", **ends)
        return self.made("happen_in_turn", LAPS=MOST_LAPS if by.until is not None else 1, **bound)

    def _asks(self, node: plan.Asks, ask: Ask) -> Name:
        if ask.rule.keyword and ask.timing is not None and ask.timing.moment == "with each":
            return self.wrote("nothing", "def nothing(s):\n    return 0")
        at_once = isinstance(node, plan.AsksAtOnce)
        bound = self.turns(node, ask.by, begins=node.id, is_round=False)
        bound |= self.answer(ask)
        bound |= {"AFTER": self.at(node.after), "IS_PASS": ask.kind == "pass", "MAY_DECLINE": ask.may_decline}
        if ask.kind == "pass":
            action: Any = ask.actions[0]
            bound |= self.source(action.source, action.number) | {"WHEN": code(ask.when)}
            bound["WHEN_CHOICE"] = code(ask.when_choice)
            bound["PASS_CARDS_OF"] = self.made("pass_cards_of", **bound)
            bound["PASS_SIZE"] = self.made("pass_size", **bound)
            bound["ASK_OPTIONS"] = self.made("pass_options", **bound)
            bound["GIVE"] = self.give(ask.rule, action, chosen=True)["GIVE"]
            bound["PASS_CARDS"] = self.made("pass_cards", **bound)
        else:
            answers = self.options(
                "answers", "yes", -1, ask.parameters, WHEN=code(ask.when), EACH=code(ask.when_choice)
            )
            is_may = ask.kind == "may"
            bound["ASK_OPTIONS"] = self.made(
                "ask_options", ANSWERS=answers, ASKS_ALL=ask.asks_all, WHEN=code(ask.when), IS_MAY=is_may
            )
        bound["ASK_SEAT"] = self.made("ask_seat", **bound)
        bound["LIST_ASK"] = self.made("list_ask", **bound)
        bound["CARRY_OUT_ALL"] = self.made("carry_out_all", **bound) if at_once else None
        self.taking[node.id] = self.made("take_at_once" if at_once else "take_ask", **bound).code
        return self.made("ask", **bound)

    def answer(self, ask: Ask) -> dict[str, Any]:
        """Write what an answer does."""
        decision = self.spec.decisions[ask.decision]
        number = ask.decision
        del decision
        at = self.layout.answers.get(number)
        if at is None and self._reads_answers(number, ask):
            at = self.layout.answers_of(number)[0]
        bound: dict[str, Any] = {
            "DECISION": number, "ANSWERS_AT": at, "KEEP_ARGUMENTS": self.keep(ask.parameters),
            "LOAD_ARGUMENTS": self.load(ask.parameters),
        }  # fmt: skip
        bound["KEEP_ANSWER"] = self.made("keep_answer", **bound)
        if ask.kind == "pass":
            return bound
        bound["RUN"] = self.run(ask.rule, ask.actions)
        bound["CARRY_OUT"] = self.made("carry_out", **bound)
        return bound

    def _reads_answers(self, number: int, ask: Ask) -> bool:
        text = self.text
        names = (f"last_answer(s, {number})", f"last_answer_of(s, {number},", f"did_with_card(s, {number},")
        return any(name in text for name in names) or (f"did(s, {number}, " in text and bool(ask.parameters))

    # ---- rounds

    def _write_bids(self) -> None:
        """Write what each bid does."""
        lines: list[str] = ["def make_bid_of(s, kind, values):"]
        bound: dict[str, Any] = {}
        for bid in self.spec.bids:
            bound[f"MAKE{bid.id}"] = self._make(bid)
            lines += [f"    if kind == {bid.id}:", f"        MAKE{bid.id}(s, values)"]
        made = self.wrote("make_bid_of", "\n".join([*lines, "    return"]), **bound)
        self.unit.constants["make_bid_of"] = made

    def _make(self, bid: BidType) -> Name:
        return self.made(
            "make_bid", TYPE=bid.id, BY_SIDE=bid.by_side, MANY=len(bid.parameters), CONTRACT=code(bid.contract),
            LOAD_ARGUMENTS=self.load(bid.parameters),
        )  # fmt: skip

    def _of_round(self, node: plan.OfRound, step: Round) -> Name:
        key = step.id
        bound = self._rounds.get(key) if hasattr(self, "_rounds") else None
        if bound is None:
            if not hasattr(self, "_rounds"):
                self._rounds: dict[int, dict[str, Any]] = {}
            bound = self._rounds[key] = self._round(node, step)
        bound = dict(bound)
        match node:
            case plan.TurnBegins():
                return self.made("turn_of_round", **bound)
            case plan.BidsUnseen():
                self.taking[node.id] = self.made("take_in_round", **bound, IS_AGREEING=False).code
                return self.made("wait_unseen", **bound)
            case plan.Talks():
                return self.made("talk", **bound, BLOCK=self.at(node.block))
            case plan.Bids():
                self.taking[node.id] = self.made("take_in_round", **bound, IS_AGREEING=False).code
                return self.made("bid_in_turn", **bound)
            case plan.Agrees():
                self.taking[node.id] = self.made("take_in_round", **bound, IS_AGREEING=True).code
                return self.made("wait_yes", **bound)
            case _:
                self.taking[node.id] = self.made("take_at_once", **bound).code
                return self.made("bid_at_once", **bound)

    def _round(self, node: plan.OfRound, step: Round) -> dict[str, Any]:
        spec = self.spec
        leaves: Any = next(
            (one for one in spec.plan.nodes if isinstance(one, plan.TurnBegins) and one.step is step), node
        )
        bound = self.turns(leaves, step.by, begins=node.turn, is_round=True)
        unseen = sum(1 << number for number in step.unseen)
        bound |= {
            "WHEN": code(step.when), "HAS_BLOCK": bool(step.block), "MAY_WAIT": step.may_wait,
            "TALK": self.at(node.talk), "BIDS": self.at(node.bids), "AGREES": self.at(node.agrees),
            "UNSEEN": self.at(node.unseen) if node.unseen != plan.BACK else (0 if step.unseen else -1),
            "UNSEEN_TYPES": unseen, "IS_PASS": False,
            "OWN_BIDS": sum(1 << number for number in step.offers if not spec.bids[number].by_side),
            "FORGET": self._forgetting(step), "BIDS_OF": self._bids_of(step), "LOAD_ARGUMENTS": self.load(()),
        }  # fmt: skip
        bound["UNSEEN_BIDS"] = self.made("unseen_bids", **bound)
        bound["CHOOSE_AGAIN"] = self.made("choose_again", **bound)
        bound["MAKE_IN_ROUND"] = self.made("make_in_round", **bound)
        bound["NEEDS_YES"] = self._needs_yes(step)
        return bound

    def _needs_yes(self, step: Round) -> Name:
        lines: list[str] = ["def needs_yes(s, kind):"]
        bound: dict[str, Any] = {}
        for number in step.offers:
            found = self.spec.bids[number].needs_yes
            if found is not None:
                bound[f"YES{number}"] = code(found)
                lines += [f"    if kind == {number}:", f"        return YES{number}(s)"]
        return self.wrote("needs_yes", "\n".join([*lines, "    return None"]), **bound)

    def _forgetting(self, step: Round) -> Name:
        lines: list[str] = ["def forget_all(s, group):"]
        bound: dict[str, Any] = {}
        for one in step.block:
            if isinstance(one, Ask):
                bound[f"FORGET{one.id}"] = self.made(
                    "forget", DECISION=one.decision, ANSWERS_AT=self.answer(one)["ANSWERS_AT"]
                )
                lines.append(f"    FORGET{one.id}(s, group)")
        return self.wrote("forget_all", "\n".join([*lines, "    return"]), **bound)

    def _bids_of(self, step: Round) -> Name:
        """Write the bids that a seat may make: the candidates of each type, narrowed by each `must`."""
        lines: list[str] = ["def bids_of(s, seat, unseen):", "    first = s.options"]
        bound: dict[str, Any] = {}
        for number in step.offers:
            bid = self.spec.bids[number]
            bound[f"BID{number}"] = self.options(
                "candidates", "bid", number, bid.parameters, WHEN=code(bid.when), EACH=code(bid.when_choice)
            )
            lines += [f"    if unseen == {int(number in step.unseen)} and not s.closed[seat] >> {number} & 1:"]
            lines += [f"        BID{number}(s, seat)"]
        for number, must in enumerate(step.musts):
            bound[f"NARROW{number}"] = self._narrowing(must)
            lines += [f"    if {'unseen == 0 and ' if must.reads_hand else ''}s.options > first:"]
            lines += [f"        NARROW{number}(s, first, seat)"]
        return self.wrote("bids_of", "\n".join([*lines, "    return"]), **bound)

    def _narrowing(self, must: Must) -> Name:
        kinds = [
            bid for bid in self.spec.bids
            if must.bid_type in (None, bid.name) and not (must.reads_side_bid and not bid.by_side)
        ]  # fmt: skip
        obeys = self.made(
            "obeys", APPLIES=sum(1 << bid.id for bid in kinds), WHEN=code(must.when), BODY=code(must.body),
            BIND=self._binding(must.bid_type), MAKE_BID=self.unit.constants["make_bid_of"],
        )  # fmt: skip
        return self.made("narrow_bids", OBEYS=obeys)

    def _binding(self, bid_type: str | None) -> Name | None:
        if bid_type is None:
            return None
        bid = self.spec.bids[self.spec.bid_numbers[bid_type]]
        return self.made("bind_bid", TYPE=bid.id, LOAD_ARGUMENTS=self.load(bid.parameters))

    # ---- play

    def _begin_trick(self, node: plan.TrickBegins, phase: int) -> Name:
        self._write_controls()
        can_skip = any(isinstance(one, Skip) and one.phase == "play" for one in self.spec.plan.actions)
        return self.made(
            "begin_trick", THEN=self.at(node.then), OVER=self.at(node.over), BLOCK=self.at(node.block), PHASE=phase,
            CAN_SKIP=can_skip,
        )  # fmt: skip

    def _write_controls(self) -> None:
        """Write who sits out, and who plays for whom."""
        idle: list[str] = ["def sitting_out(s):", "    blank(s)", "    idle = 0"]
        bound: dict[str, Any] = {}
        acts: list[str] = ["def player_of(s, seat):", "    blank(s)"]
        named: dict[str, Any] = {}
        for number, one in enumerate(self.spec.play.controls):
            if one.player is None:
                bound |= {f"WHEN{number}": code(one.when), f"SEAT{number}": code(one.seat)}
                idle += [f"    if WHEN{number} is None or WHEN{number}(s):", f"        idle |= as_set(SEAT{number}(s))"]
            else:
                named |= {
                    f"WHEN{number}": code(one.when),
                    f"SEAT{number}": code(one.seat),
                    f"BY{number}": code(one.player),
                }
                acts += [f"    if SEAT{number}(s) == seat and (WHEN{number} is None or WHEN{number}(s)):"]
                acts += [f"        x{number} = BY{number}(s)", f"        if x{number} is not None:"]
                acts += [f"            return x{number}"]
        if not self.spec.play.controls:
            return
        self.unit.constants["SITTING_OUT"] = self.wrote("sitting_out", "\n".join([*idle, "    return idle"]), **bound)
        self.unit.constants["PLAYER_OF"] = self.wrote("player_of", "\n".join([*acts, "    return seat"]), **named)

    def _plays_card(self, node: plan.PlaysCard) -> Name:
        legal = self.legal = self._legal()
        words = self._with_card() if self.spec.plan.with_card else None
        breaches = self._breaches() if self.spec.play.trusts else None
        bound = {"LEGAL": legal, "WITH_CARD": words, "AFTER": self.at(node.after), "OVER": self.at(node.over)}
        playing = self.made("play_card", NOTE_BREACHES=breaches, BLOCK=self.at(node.block))
        self.play_card[node.id] = playing.code
        if words is not None:
            self.taking[node.id] = self._take_with_card(playing).code
        return self.made("wait_for_card", THEN=self.at(node.then), **bound)

    def _legal(self) -> Name:
        play = self.spec.play
        if play.narrow is not None and play.narrow[0] is play.musts:
            return Name(play.narrow[1])
        lines: list[str] = ["def legal(s, seat):", "    environment(s, seat)", "    cards = s.hands[seat]"]
        bound: dict[str, Any] = {}
        for number, must in enumerate(play.musts):
            if must.trust is None:
                lines += self._must(number, must, bound)
                lines += [f"        k{number} = cards & BODY{number}(s)", f"        if k{number} != 0:"]
                lines += [f"            cards = k{number}"]
        return self.wrote("legal", "\n".join([*lines, "    return cards"]), **bound)

    def _must(self, number: int, must: Must, bound: dict[str, Any]) -> list[str]:
        bound |= {f"WHEN{number}": code(must.when), f"BODY{number}": code(must.body)}
        bound[f"BIND{number}"] = self._binding(must.bid_type)
        bind, when = f"BIND{number}", f"WHEN{number}"
        return [f"    if ({bind} is None or {bind}(s, seat)) and ({when} is None or {when}(s)):"]

    def _breaches(self) -> Name:
        lines = ["def note_breaches(s, seat, card):", "    environment(s, seat)", "    cards = s.hands[seat]"]
        bound: dict[str, Any] = {}
        for number, must in enumerate(self.spec.play.musts):
            lines += self._must(number, must, bound)
            lines += [f"        m{number} = BODY{number}(s)", f"        k{number} = cards & m{number}"]
            if must.trust is not None:
                lines += [f"        if k{number} != 0 and not m{number} >> card & 1:"]
                lines += [f"            s.broke_now[{must.trust}] |= 1 << seat"]
                lines += [f"        if k{number} != 0 and m{number} >> card & 1:", f"            cards = k{number}"]
            else:
                lines += [f"        if k{number} != 0:", f"            cards = k{number}"]
        return self.wrote("note_breaches", "\n".join([*lines, "    return"]), **bound)

    def _with_card(self) -> Name:
        """Write the cards that may be played with a word, and those without one."""
        lines: list[str] = ["def with_card(s, seat, legal):", "    duty = 0"]
        bound: dict[str, Any] = {}
        for number, asks in enumerate(self.spec.plan.with_card):
            ask = asks.step
            bound |= {f"WHO{number}": code(ask.by.who), f"CARDS{number}": self._spoken(number, ask)}
            lines += ["    environment(s, seat)", f"    is_for{number} = True"]
            if ask.by.who is not None:
                whose = "s.side_of[seat]" if ask.by.noun == "side" else "seat"
                lines += [f"    is_for{number} = WHO{number}(s) == {whose}"]
            lines += [f"    if is_for{number}:", f"        m{number} = CARDS{number}(s, seat, legal)"]
            if ask.kind == "choose":
                lines += [f"        duty |= m{number}"]
        lines += ["    for card in as_cards(dedupe(s, legal & ~duty)):"]
        lines += [f"        add_option(s, seat, {KINDS['card']}, card, -1)", "    return"]
        return self.wrote("with_card", "\n".join(lines), **bound)

    def _spoken(self, number: int, ask: Ask) -> Name:
        """Write the cards that a word may be said with, and list them; return them as a mask."""
        each = [f"    for card in as_cards(dedupe(s, {'EACH(s) & legal' if ask.when is not None else 'legal'})):"]
        each += [f"        at = add_option(s, seat, {KINDS['card']}, card, {number})", "        found |= 1 << card"]
        each += [f"        s.memory[at + {4 + place}] = v{place}" for place in range(len(ask.parameters))]
        return self.ways(
            "spoken", "s, seat, legal", ask.parameters, each, before=["    found = 0"], after="    return found",
            EACH=code(ask.when),
        )  # fmt: skip

    def _take_with_card(self, playing: Name) -> Name:
        lines: list[str] = ["def take_with_card(s, option):", "    PLAY_CARD(s, s.memory[option + 2])"]
        bound: dict[str, Any] = {}
        for number, asks in enumerate(self.spec.plan.with_card):
            bound[f"CARRY{number}"] = self.answer(asks.step)["CARRY_OUT"]
            bound[f"LOAD{number}"] = self.load(asks.step.parameters)
            lines += [f"    if s.memory[option + 3] == {number}:", "        environment(s, s.memory[option])"]
            lines += [f"        LOAD{number}(s, option + 4)"]
            lines += [f"        CARRY{number}(s, s.memory[option], s.memory[option + 2])"]
            if asks.after != plan.BACK:
                lines += ["        if s.in_deal:"]
                lines += [f"            interrupt(s, {self.at(asks.after)}, s.memory[option])"]
        return self.wrote("take_with_card", "\n".join([*lines, "    return"]), PLAY_CARD=playing, **bound)

    # ---- how a bot plays on in its imagination

    def write_thinking(self) -> None:
        """Write what plays an imagined deal on; see `spadesdsl.kernel.policy`."""
        lines: list[str] = ["def offered(s, kind, at):"]
        bound: dict[str, Any] = {}
        for bid in self.spec.bids:
            if bid.contract is not None:
                bound |= {f"LOAD{bid.id}": self.load(bid.parameters), f"CONTRACT{bid.id}": code(bid.contract)}
                lines += [f"    if kind == {bid.id}:", f"        LOAD{bid.id}(s, at)"]
                lines += [f"        return CONTRACT{bid.id}(s)"]
        self.unit.constants |= {
            "OFFERED": self.wrote("offered", "\n".join([*lines, "    return None"]), **bound),
            "LEGAL": self.legal, "SCORE_DEAL": self.scoring, "SUITS": len(self.spec.deck.suits),
            "PLAIN_BIDS": sum(1 << bid.id for bid in self.spec.bids if not bid.parameters),
        }  # fmt: skip
        self.thinking = self.unit.template("think").name

    # ---- scores

    def _scores(self, then: int) -> Name:
        bound = {
            "SCORE_TALLIES": self._tallies(), "SCORE_GONE": self._gone(), "SCORE_LINES": self._lines(),
            "END_GAME": self._endings(),
        }  # fmt: skip
        self.scoring = self.made("score_deal", **bound)
        return self.made("score", SCORE_DEAL=self.scoring, THEN=then)

    def _tallies(self) -> Name:
        lines: list[str] = ["def score_tallies(s):"]
        bound: dict[str, Any] = {}
        for number, tally in enumerate(self.spec.tallies):
            for place, step in enumerate(tally.steps):
                parts = {
                    "WHEN": code(step.when), "AMOUNT": code(step.amount), "VERB": step.verb,
                    "LOSES_REST": step.loses_rest, "OF_TABLE": tally.of_table,
                    "TALLY": self.layout.game.tallies.index(tally.name),
                }  # fmt: skip
                parts["TALLY_CHANGE"] = self.made("tally_change", **parts)
                bound[f"STEP{number}_{place}"] = self.made("tally_step", **parts)
                lines.append(f"    STEP{number}_{place}(s)")
        return self.wrote("score_tallies", "\n".join([*lines, "    return"]), **bound)

    def _line(self, number: int, line: Any) -> dict[str, Any]:  # noqa: ANN401 - a line with functions
        parts: dict[str, Any] = {
            "LINE": number, "WHEN": code(line.when), "IS_OF_BID": line.bid_type is not None, "BY_SIDE": False,
            "HAS_INSTEAD": any(line.name in other.instead_of for other in self.spec.lines),
        }  # fmt: skip
        if line.bid_type is not None:
            bid = self.spec.bids[self.spec.bid_numbers[line.bid_type]]
            parts |= {"TYPE": bid.id, "BY_SIDE": bid.by_side, "LOAD_ARGUMENTS": self.load(bid.parameters)}
        return parts

    def _gone(self) -> Name:
        lines: list[str] = ["def score_gone(s):"]
        bound: dict[str, Any] = {}
        for number, line in enumerate(self.spec.lines):
            hidden = sum(1 << at for at, other in enumerate(self.spec.lines) if other.name in line.instead_of)
            if hidden:
                bound[f"MEETS{number}"] = self.made("meets_line", **self._line(number, line))
                lines += ["    for side in range(side_total(s)):", f"        if MEETS{number}(s, side):"]
                lines += [f"            s.gone[side] |= {hidden}"]
        if bound:
            lines[1:1] = ["    for side in range(side_total(s)):", "        s.gone[side] = 0"]
        return self.wrote("score_gone", "\n".join([*lines, "    return"]), **bound)

    def _lines(self) -> Name:
        lines: list[str] = ["def score_lines(s):"]
        bound: dict[str, Any] = {}
        for number, line in enumerate(self.spec.lines):
            parts = self._line(number, line)
            parts["CASES"] = self._cases(line)
            name = f"LINE{number}"
            bound[name] = self.made("line_of_bid" if line.bid_type is not None else "line_of_side", **parts)
            lines += ["    for side in range(side_total(s)):"]
            out = "        if not is_out(s, side):\n            " if self.unit.constants["CAN_BE_OUT"] else "        "
            if self.spec.reads_subtotal:  # all sides have a line before anybody reads its total
                lines += [f"{out}s.wanted[side] = {name}(s, side)", "    for side in range(side_total(s)):"]
                lines += [f"{out}s.subtotals[side] += s.wanted[side]"]
            else:
                lines += [f"{out}s.subtotals[side] += {name}(s, side)"]
        return self.wrote("score_lines", "\n".join([*lines, "    return"]), **bound)

    def _cases(self, line: Any) -> Name:  # noqa: ANN401 - a line with functions
        lines: list[str] = ["def cases(s):"]
        bound: dict[str, Any] = {}
        for number, case in enumerate(line.cases):
            bound[f"VALUE{number}"] = code(case.value)
            if case.condition is None:
                lines.append(f"    return VALUE{number}(s)")
                break
            bound[f"IF{number}"] = code(case.condition)
            lines += [f"    if IF{number}(s):", f"        return VALUE{number}(s)"]
        return self.wrote("cases", "\n".join([*lines, "    return 0"]), **bound)

    def _endings(self) -> Name:
        lines: list[str] = ["def end_game(s):"]
        bound: dict[str, Any] = {}
        if not self.layout.fixed_sides:
            lines.append("    first_sides(s)")
        kinds = {"win": 0, "lose": 1, "out": 2}
        for number, ending in enumerate(self.spec.endings):
            bound[f"END{number}"] = self.made(
                "ending", WHEN=code(ending.when), KIND=kinds[ending.kind], NUMBER_OF_ENDING=number
            )
            lines += [f"    if END{number}(s):", "        return"]
        return self.wrote("end_game", "\n".join([*lines, "    return"]), **bound)
