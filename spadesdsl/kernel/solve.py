"""The exact value of a position in which all cards are seen."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.engine.plan import BACK, Asks, Happens, OfRound, PlaysCard, Scores, actions_of, links
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.spec import Hand, Pile
from spadesdsl.kernel import llvm, python
from spadesdsl.kernel.kernel import Packed
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Give, Shuffle
from spadesdsl.rules.terms import Const, Extreme, Kind, Moved, Op, Ran, Var, ZoneRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.plan import Node
    from spadesdsl.engine.ranking import Ranking
    from spadesdsl.engine.spec import Code, Spec, Step
    from spadesdsl.engine.state import StateData
    from spadesdsl.kernel.build import Built
    from spadesdsl.kernel.kernel import Kernel
    from spadesdsl.rules.terms import Term

GOALS: Final = ("score", "tricks", "no tricks")
"""What can be asked for: points of the deal, tricks of the deal, whether a player takes no trick."""
ENTRY: Final = "solve_cards"
TABLE_BITS: Final = {True: 20, False: 12}
"""How many positions the table remembers, as a power of two: in the machine's code, and in Python."""


class CannotSolveError(ValueError):
    """A position or a game whose exact value cannot be worked out; the message says why."""


# ---------------------------------------------------------------- what the rules say


def _written(spec: Spec, code: Code | None) -> tuple[Term, ...]:
    """Return a rule's function as terms: the whole first, then its parts, and those of the quantities that it reads."""
    found: list[Term] = []
    if code is not None:
        spec.reads(code, lambda term: bool(found.append(term)))  # type: ignore[func-returns-value]
    return tuple(found)


def _play_rules(spec: Spec) -> Iterator[Code | None]:
    """Yield the functions that say which cards may be played, who plays, and who wins."""
    for must in spec.play.musts:
        yield from (must.when, must.body)
    for control in spec.play.controls:
        yield from (control.when, control.player, control.seat)
    yield spec.play.winner


def _score_rules(spec: Spec) -> Iterator[Code | None]:
    """Yield the functions that say what a deal is worth, and whether it is the last."""
    for tally in spec.tallies:
        for step in tally.steps:
            yield from (step.when, step.amount)
    for line in spec.lines:
        yield line.when
        for case in line.cases:
            yield from (case.condition, case.value)
    for ending in spec.endings:
        yield ending.when


def _later(spec: Spec) -> tuple[Node, ...]:
    """Return the nodes that can follow the first card, up to the score."""
    seen: dict[int, Node] = {}
    waiting = [node.id for node in spec.plan.of(PlaysCard)]
    while waiting:
        node = spec.plan.nodes[waiting.pop()]
        if node.id not in seen:
            seen[node.id] = node
            over = getattr(node, "over", BACK)
            if not isinstance(node, Scores):
                waiting += [*(link.to for link in links(node)), *([] if over == BACK else [over])]
    return tuple(seen.values())


_TOPICS_OF_A_POSITION: Final = frozenset(set(Topic) - {Topic.TRICKS, Topic.PLAYED, Topic.LUCK, Topic.TIME})
"""What the hands, the leader, the tricks and cards taken and broken trust tell, or what stays the same in the play."""


class Reading(NamedTuple):
    """What the rules of a deal say about solving it, from their terms and the plan."""

    why_not: str
    """Why it cannot be solved; empty if it can."""
    is_simple: bool
    """Whether nothing happens between the cards and the score but tricks."""
    is_tabled: bool
    """Whether hands, leader and what was taken are all that the rest of the deal reads."""
    is_by_order: bool
    """Whether only the order within a suit tells cards of it apart, and that only by who wins."""
    reads_won: bool
    """Whether the score reads which cards were won."""


@cache
def reading(spec: Spec) -> Reading:
    """Read the rules of a deal."""
    later = _later(spec)
    happens = [node for node in later if isinstance(node, Happens)]
    plays = [term for code in _play_rules(spec) for term in _written(spec, code)]
    scores = [term for code in _score_rules(spec) for term in _written(spec, code)]
    read = {topic_of(term.op) for term in (*plays, *scores) if isinstance(term, Op)}
    played_mask = {term.op for term in (*plays, *scores) if isinstance(term, Op) and topic_of(term.op) is Topic.PLAYED}
    leads = {term.op for term in _written(spec, spec.play.lead_next) if isinstance(term, Op)}
    follows = all(op in ("last_trick", "left", "right", "partner", "else") or "winner" in op for op in leads)
    is_simple = not happens
    knows = read - {Topic.PLAYED} <= _TOPICS_OF_A_POSITION and played_mask <= {"played"} and follows
    return Reading(
        _why_not(spec, later, [*plays, *scores]),
        is_simple,
        is_simple and knows,
        is_simple and not any(map(_tells_apart, (*_without_winner(spec), *scores))) and _wins_by_order(spec),
        Topic.WON in read,
    )


def _why_not(spec: Spec, later: tuple[Node, ...], terms: list[Term]) -> str:
    """Return why a deal cannot be solved."""
    if not any(isinstance(node, Scores) for node in later):
        return "the game has no play that leads to a score"
    said = (*spec.plan.with_card, *spec.plan.volunteered)
    asked: list[Step] = [node.step for node in (*later, *said) if isinstance(node, Asks | OfRound)]
    for step in asked:
        return f"`{step.rule.key}` asks a question in mid-play"
    for clock in spec.clocks:
        if clock.phase in ("", "play"):
            return f"`{clock.rule.key}` gives the play a time"
    for one in spec.steps:
        for action in actions_of(one):
            if isinstance(action, Shuffle) and isinstance(action.cards, Hand):
                return f"`{one.rule.key}` makes a hand that is turned up card by card"
    for node in later:
        for action in getattr(getattr(node, "step", None), "actions", ()):
            if isinstance(action, Shuffle):
                return f"`{node.step.rule.key}` shuffles in mid-play"  # type: ignore[attr-defined]
            if isinstance(action, Give) and isinstance(action.source, Pile) and not action.source.zone.face_up:
                return f"`{node.step.rule.key}` draws cards that nobody sees in mid-play"  # type: ignore[attr-defined]
    if any(isinstance(term, Ran) for term in terms):
        return "a rule reads who ran out of time"
    if any(isinstance(term, Op) and topic_of(term.op) is Topic.LUCK and term.op == "random" for term in terms):
        return "a rule draws lots in mid-play"
    return ""


_OF_SUITS: Final = frozenset(
    ("trick", "led", "card_suit", "in_suit", "not_in_suit", "in_suits", "not_in_suits", "part_suit", "part", "count",
     "is_empty", "played", "hand", "deck")
)  # fmt: skip
"""What may be done with cards if only their suits matter."""
_CARDLY: Final = frozenset((Kind.CARD, Kind.RANK))


def _tells_apart(term: Term) -> bool:
    """Tell whether a term may tell two cards of a suit apart."""
    match term:
        case Op(op=op, arguments=parts):
            return op not in _OF_SUITS and any(one.type.kind in _CARDLY for one in (term, *parts))
        case Const() | ZoneRef() | Moved() | Extreme():
            return term.type.kind in _CARDLY
        case Var():
            return False
        case _:
            return term.type.kind in _CARDLY


def _without_winner(spec: Spec) -> Iterator[Term]:
    for code in _play_rules(spec):
        if code is not spec.play.winner:
            yield from _written(spec, code)


def _wins_by_order(spec: Spec) -> bool:
    """Tell whether a trick is won by the highest card of some suit, by the ranking alone."""
    for term in _written(spec, spec.play.winner):
        match term:
            case Extreme(keys=()) | Op(op="else"):
                pass
            case _ if _tells_apart(term):
                return False
            case _:
                pass
    return spec.play.equal != "cancel" and not any(len(row) > 1 for row in spec.deck.copies)


def _above(spec: Spec, ranking: Ranking) -> tuple[int, ...]:
    """Return for each card those of its suit above it; none for all of a suit that is not numbered in its order."""
    suits: dict[int | None, list[int]] = {}
    for card in range(spec.deck.size):
        suits.setdefault(ranking.suit[card], []).append(card)
    found = [0] * spec.deck.size
    for suit, cards in suits.items():
        order = [ranking.strength[card] for card in cards]
        whole = cards[-1] - cards[0] + 1 == len(cards)
        if suit is not None and whole and all(one < other for one, other in pairwise(order)):
            for number, card in enumerate(cards):
                found[card] = sum(1 << one for one in cards[number + 1 :])
    return tuple(found)


# ---------------------------------------------------------------- the code


class _Renamed(ast.NodeTransformer):
    """Puts numbers for the names in capitals, and gives functions names of their own."""

    def __init__(self, numbers: dict[str, int], functions: set[str]) -> None:
        self.numbers, self.functions = numbers, functions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Change a name."""
        if node.id in self.functions:
            return ast.Name(f"search_{node.id}", node.ctx)
        return ast.Constant(self.numbers[node.id]) if node.id in self.numbers else node


@cache
def _parsed(module: str) -> str:
    return files("spadesdsl.kernel").joinpath(f"{module}.py").read_text(encoding="utf-8")


def code_of(module: str, numbers: dict[str, int], exports: tuple[str, ...]) -> str:
    """Return the functions of a module of templates, with numbers for its names in capitals."""
    functions = [node for node in ast.parse(_parsed(module)).body if isinstance(node, ast.FunctionDef)]
    names = {node.name for node in functions} - set(exports)
    change = _Renamed(numbers, names)
    for node in functions:
        if isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            del node.body[0]
        node.name = f"search_{node.name}" if node.name in names else node.name
        change.visit(node)
    return "\n".join(ast.unparse(node) for node in functions) + "\n"


_CALLS: Final = re.compile(r"\b([a-z_]\w*)\(")
_TABLES: Final = re.compile(r"\bT\d+\b")


def reachable(text: str, *entries: str) -> str:
    """Return the functions and tables of a kernel that some functions need."""
    parts = {one.split("(", 1)[0]: f"def {one}" for one in re.split(r"^def ", text, flags=re.MULTILINE)[1:]}
    wanted, waiting = set(), list(entries)
    while waiting:
        name = waiting.pop()
        if name in parts and name not in wanted:
            wanted.add(name)
            waiting += _CALLS.findall(parts[name])
    kept = "".join(part for name, part in parts.items() if name in wanted)
    tables = set(_TABLES.findall(kept))
    lines = text.split("def ", 1)[0].splitlines()
    return "".join(f"{line}\n" for line in lines if line.split(" ", 1)[0] in tables) + kept


class _Room:
    """Where the search keeps things, behind the kernel's own array."""

    def __init__(self, built: Built) -> None:
        layout = built.layout
        self.at = built.size
        seats, cards = layout.seats, layout.cards
        reads = [reading(spec) for spec in built.specs]
        is_simple = layout.fixed_sides and all(one.is_simple for one in reads)
        kept = layout.prefix if is_simple else layout.size
        scored = layout.places["bid_rows"][0] if is_simple else layout.size
        places = layout.places
        self.numbers = {
            name.upper(): places[name][0]
            for name in ("hands", "trick", "legal", "taken", "won", "broke", "turn_seat", "turn_player", "ranking",
                         "looked", "scores")
        }  # fmt: skip
        self.numbers |= {
            "SEATS": seats, "BREACHES": places["broke"][1], "KEPT": kept, "SCORED": scored, "LARGEST": 1 << 40,
            "WIDTH": seats + 2,
        }  # fmt: skip
        for name in ("goal", "sign", "mine", "theirs", "keeper", "broken", "nodes", "tabled", "table_mask",
                     "generation", "reads_won", "sides", "two"):  # fmt: skip
            self.take(name)
        for name, size in {
            "holder_of_side": seats, "side_of": seats, "before": max(seats, layout.holders), "above": cards, "key": 2,
            "vector": seats, "found": 1 + cards * (seats + 1), "bests": (cards + 2) * seats, "pristine": scored,
            "undo": (cards + 2) * kept,
        }.items():  # fmt: skip
            self.take(name, size)
        self.numbers["TABLE"] = self.at

    def take(self, name: str, size: int = 1) -> None:
        """Reserve places."""
        self.numbers[name.upper()] = self.at
        self.at += size


# ---------------------------------------------------------------- solving


class Solver:
    """Works out the exact value of positions of a game, all cards seen.

    It remembers what it found out about positions, and can be asked again and again.
    """

    def __init__(self, kernel: Kernel) -> None:
        """Compile the search of a game.

        Raises:
            CannotSolveError: the game has no kernel.
        """
        if kernel.built is None:
            raise CannotSolveError(kernel.why_not)
        self.kernel, self.built, self.width = kernel, kernel.built, kernel.width
        self.is_native = kernel.is_native
        self.room = _Room(self.built)
        self.text = reachable(self.built.text + code_of("search", self.room.numbers, (ENTRY,)), ENTRY)
        if self.is_native:
            self.native = llvm.Native(self.text, self.width)
            self.functions: Any = self.native.functions
        else:
            self.functions = python.functions(self.text)
        many = 1 << TABLE_BITS[self.is_native]
        stride = max(4, self.room.numbers["WIDTH"])
        self.array = Packed(self, (), self.room.at + (many + 1) * stride)
        self._write("table_mask", many - 1)
        self.array[self.array.slot("stops")] = 1
        self.generation = 0

    def _write(self, name: str, value: int, at: int = 0) -> None:
        self.array[self.room.numbers[name.upper()] + at] = value

    def _read(self, name: str, at: int = 0) -> int:
        return self.array[self.room.numbers[name.upper()] + at]

    def values(
        self, state: StateData | Packed, side: int, goal: str = "score", seat: int = -1
    ) -> dict[int, tuple[int, ...]]:
        """Return what each legal card is worth: one number with two sides, else one for each side.

        Args:
            state: A position in which a card is to be played.
            side: The side whose value is wanted.
            goal: One of `GOALS`.
            seat: For "no tricks": who wants to take none.

        Raises:
            CannotSolveError: the position cannot be solved.
        """
        if goal not in GOALS:
            raise CannotSolveError(f"the goal is one of {', '.join(GOALS)}")
        packed = state if isinstance(state, Packed) else self.kernel.pack(state)
        array, built = self.array, self.built
        array.take_from(packed, built.size)
        array[array.slot("stops")] = 1
        spec = built.specs[array[array.slot("edition")]]
        read = reading(spec)
        if read.why_not:
            raise CannotSolveError(f"{read.why_not}, so its value cannot be worked out")
        if array.advance() != 3:
            raise CannotSolveError("no card is to be played in this position")
        self._prepare(spec, read, side, GOALS.index(goal), seat)
        if array.call(ENTRY):
            raise CannotSolveError("the deal goes on beyond what a kernel can follow")
        width, at = built.layout.seats + 1, self.room.numbers["FOUND"]
        many = 1 if self._read("two") else self._read("sides")
        return {
            array[begin]: tuple(array[begin + 1 + number] for number in range(many))
            for begin in range(at + 1, at + 1 + width * array[at], width)
        }

    def for_side(
        self, state: StateData | Packed, side: int | None, goal: str = "score", seat: int = -1
    ) -> dict[int, int]:
        """Return what each legal card is worth for one side; None for the side whose turn it is."""
        packed = state if isinstance(state, Packed) else self.kernel.pack(state)
        wanted = self.turn_of(packed) if side is None else side
        found = self.values(packed, wanted, goal, seat)
        return {card: row[0] if len(row) == 1 else row[wanted] for card, row in found.items()}

    def value(self, state: StateData | Packed, side: int, goal: str = "score", seat: int = -1) -> int:
        """Return what a position is worth for a side, if each side plays what is best for itself."""
        packed = state if isinstance(state, Packed) else self.kernel.pack(state)
        found = self.values(packed, side, goal, seat)
        mover = self.turn_of(packed)
        rows = [found[card] for card in sorted(found)]
        if len(rows[0]) > 1:
            return max(rows, key=lambda row: row[mover])[side]
        return max(rows)[0] if mover == side else min(rows)[0]

    def turn_of(self, packed: Packed) -> int:
        """Return the side whose turn it is."""
        layout = self.built.layout
        array = Packed(packed.kernel, ())
        array.take_from(packed, self.built.size)
        array.advance()
        seat = array[array.slot("turn_player")]
        if layout.fixed_sides:
            return next(number for number, row in enumerate(self.built.specs[0].teams.sides) if seat in row)
        return array[layout.places["sides_of"][0] + seat]

    def _prepare(self, spec: Spec, read: Reading, side: int, goal: int, seat: int) -> None:
        array, layout = self.array, self.built.layout
        if layout.fixed_sides:
            sides = tuple(sum(1 << member for member in row) for row in spec.teams.sides)
        else:
            at = layout.places["side_sets"][0]
            sides = tuple(array[at + number] for number in range(array[array.slot("side_count")]))
        if not 0 <= side < len(sides):
            raise CannotSolveError(f"there is no side {side}: sides are 0 to {len(sides) - 1}")
        two = len(sides) == 2 or goal == 2
        holders = range(layout.holders)
        scores = array.slot("scores")
        self.generation += 1
        for name, value in {
            "goal": goal, "sign": -1 if spec.best_lowest else 1, "mine": side, "keeper": seat, "nodes": 0,
            "theirs": next((other for other in range(len(sides)) if other != side), side), "two": int(two),
            "tabled": int(read.is_tabled), "reads_won": int(read.reads_won), "sides": len(sides),
            "generation": self.generation,
        }.items():  # fmt: skip
            self._write(name, value)
        for number in holders:
            self._write("before", array[scores + number], number)
        for number, members in enumerate(sides):
            holder = number if layout.fixed_sides else self._holder(spec, members)
            self._write("holder_of_side", holder, number)
            for one in bits(members):
                self._write("side_of", number, one)
        above = self._ranked(spec, read)
        for card in range(layout.cards):
            self._write("above", above[card], card)

    def _holder(self, spec: Spec, members: int) -> int:
        """Return whose score is that of a side that the bidding made."""
        return next((number for number, row in enumerate(spec.teams.sides) if members & sum(1 << s for s in row)), 0)

    def _ranked(self, spec: Spec, read: Reading) -> tuple[int, ...]:
        edition = self.built.editions[self.built.specs.index(spec)]
        rankings = edition.unit.constants["RANKINGS"]
        moves = spec.ranking_follows_play and len(rankings) > 1
        if not read.is_by_order or moves:
            return (0,) * spec.deck.size
        return _above(spec, rankings[self.array[self.array.slot("ranking")]])

    @property
    def nodes(self) -> int:
        """How many positions were looked at for the last answer."""
        return self._read("nodes")
