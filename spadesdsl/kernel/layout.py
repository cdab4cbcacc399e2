"""Where each part of a state is in the array of a kernel."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine import play
from spadesdsl.kernel import values
from spadesdsl.kernel.values import (
    CARDS,
    EMPTY,
    NONE,
    NUM,
    ROW,
    SEAT,
    TURNS,
    WIDEST,
    CannotCompileError,
    Type,
    Value,
    binary,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.engine.game import Game
    from spadesdsl.engine.spec import Spec
    from spadesdsl.kernel.writing import Writing

MOST_ANSWERS: Final = 160
"""Answers to one decision that are kept in a deal, if rules read them; a deal with more is given back."""
MOST_CALLS: Final = 60
"""Bids of a deal that are kept, if rules read them all; a deal with more is given back."""
MOST_BLOCKS: Final = 24
"""Blocks that can interrupt each other."""
MOST_OPTIONS: Final = 6_000
POSITIONS: Final = 1 << 15
"""Places for the positions of a claim; the search gives up before they are full."""
KINDS: Final = {"bid": 1, "yes": 2, "no": 3, "look": 4, "wait": 5, "pass": 6, "card": 7}
"""The kinds of an option, as a kernel numbers them."""
SIDES: Final = Type("set", "side")
SEATS: Final = Type("set", "seat")
SIDE: Final = Type("num", "side")

FRAME: Final = (
    ("node", 1), ("subject", 1), ("has_turns", 1), ("turn_count", 1), ("turn_at", 1), ("turn_laps", 1),
    ("turn_asked", 1), ("asked_partner", 1), ("asked_bidder", 1), ("asked_type", 1), ("asked_said", 1),
)  # fmt: skip
"""What belongs to the point of the plan that a deal has reached; kept aside while a block interrupts."""


_OF_OPTION: Final = {"seat": 0, "kind": 1, "value": 2, "said": 3}
_OF_TURNS: Final = {
    "subject": "subject", "at": "turn_at", "laps": "turn_laps", "was_asked": "turn_asked", "order": "order",
    "sides": "order_sides", "closed": "closed",
}  # fmt: skip
_OF_BID: Final = {"type": 0, "place": 1, "seat": 2}
_OF_ANSWER: Final = {"seat": 0, "card": 1}
"""Where the fields of a record are."""


class Layout:
    """The places of a game's state, the same for all its editions."""

    FIRST = 3
    """Where the values of a bid or an answer begin in its record: after type, place and seat, or seat and card."""

    def __init__(self, game: Game, specs: Sequence[Spec]) -> None:
        self.game, self.specs = game, specs
        base = specs[0]
        self.seats, self.cards = len(base.seats), base.deck.size
        if any(spec.deck.names != base.deck.names or spec.seats != base.seats for spec in specs):
            raise CannotCompileError("deals with another deck")
        numbered = [len(many) for spec in specs for many in (spec.bids, spec.plan.with_card, spec.scoring.lines)]
        self.widest = max(self.cards, len(game.scopes), *numbered)
        """How many bits a mask has, of cards or of what else has numbers: a word must have as many."""
        if self.widest > 2 * WIDEST:
            raise CannotCompileError(f"more than {2 * WIDEST} cards, bids, lines or kinds of deals")
        self.fixed_sides = base.teams.after is None
        self.can_be_out = any(one.kind == "out" for spec in specs for one in spec.endings)
        self.has_side_bids = any(bid.by_side for spec in specs for bid in spec.bids)
        self.sides = len(base.teams.sides)
        self.holders = len(base.teams.sides)
        self.tricks = self.cards + 1
        steps: list[Any] = [step for spec in specs for step in spec.plan.steps]
        asks = [step for step in steps if hasattr(step, "decision")]
        asked = [ask.parameters for ask in asks] + [bid.parameters for spec in specs for bid in spec.bids]
        self.arguments = max((len(row) for row in asked), default=0)
        choices = [value for row in asked for one in row for value in one.choices or ()]
        self.shares = lcm(*(value.denominator for value in choices if isinstance(value, Fraction)))
        """How many shares make one, in what bids say and in contracts: these can be fractions."""
        self.amount = NUM if self.shares == 1 else Type("share", self.shares)
        if self.shares > 1 and any(one.kind != "number" for row in asked for one in row):
            raise CannotCompileError("fractions beside other things that are chosen")
        actions = [action for step in asks for action in step.actions]
        self.fixes = tuple(dict.fromkeys(one.name for one in actions if type(one).__name__ == "Fix"))
        self.record = self.FIRST + self.arguments + len(self.fixes)
        self.decisions = tuple(dict.fromkeys(name for spec in specs for name in spec.decisions))
        self.words: dict[str, int] = {}
        self.places: dict[str, tuple[int, int]] = {}
        self.types: dict[str, Value] = {}
        self.lengths: dict[str, str] = {}
        self.answers: dict[int, int] = {}
        self.settings: dict[int, int] = {}
        """Options that are numbers: their values, by their places."""
        self.claims = 0
        """How much room the search for a claim takes."""
        self.size = 0
        self._allocate()

    # ---- places

    def place(self, name: str, size: int = 1) -> int:
        """Reserve places."""
        self.places[name] = (self.size, size)
        self.size += size
        return self.places[name][0]

    def _scalar(self, name: str, kind: Type = NUM) -> None:
        self.types[name] = Value(f"S[{self.place(name)}]", kind)

    def _array(self, name: str, length: int, of: Type = NUM, stride: int = 1) -> None:
        self.types[name] = Value(str(self.place(name, length * stride)), Type("arr", of, stride))
        self.lengths[self.types[name].text] = str(length)

    def _row(self, name: str, longest: int, of: str = "card") -> None:
        self.types[name] = Value(str(self.place(name, longest + 1)), Type("row", of))

    def _allocate(self) -> None:
        count, pile = self.seats, self.cards + 1
        # What a card changes comes first, so that a search copies little.
        self._array("hands", count, CARDS)
        self._row("trick", count)
        self._row("trick_seats", count, "seat")
        for name, kind in (
            ("trick_mask", SEATS), ("leader", SEAT), ("trick_number", NUM), ("trick_count", NUM), ("played", CARDS),
            ("turn_seat", SEAT), ("turn_player", SEAT), ("legal", CARDS),
            ("ranking", NUM), ("looked", SEATS), ("open", CARDS),
        ):  # fmt: skip
            self._scalar(name, kind)
        self._array("taken", count)
        self._array("won", count, CARDS)
        self._array("played_by", count, CARDS)
        for name in ("broke", "broke_now"):
            self._array(name, max(1, *(len(one.play.trusts) for one in self.specs)), SEATS)
        self.frame = self.size
        for name, size in FRAME:
            assert size == 1
            self._scalar(name)
        self._array("asked_arguments", self.arguments)
        self._array("order", count, SEATS)
        self.lengths[self.types["order"].text] = self.types["turn_count"].text
        self._array("order_sides", count, SIDE)
        self._array("closed", count)
        self.frame_size = self.size - self.frame
        self.prefix = self.size
        for name, kind in (
            ("generator", NUM), ("deal", NUM), ("deals_dealt", NUM), ("dealer", SEAT), ("out", SEATS), ("over", NUM),
            ("ended_by", NUM), ("winners", SIDES), ("thrown_in", NUM), ("in_deal", NUM), ("edition", NUM),
            ("scored", NUM), ("failed", NUM), ("depth", NUM), ("skips", NUM), ("bid_count", NUM),
            ("tricks_total", NUM), ("options", NUM), ("chance", NUM), ("side_count", NUM),
            ("stops", NUM), ("steps", NUM), ("until", NUM), ("seeds", NUM), ("many", NUM),
            ("viewer", SEAT), ("argument", NUM), ("chosen_count", NUM), ("hurries", NUM),
            ("second", NUM), ("idle", SEATS),
        ):  # fmt: skip
            self._scalar(name, kind)
        self._array("scores", self.holders)
        many = len(self.game.tallies)
        for name in ("tallies", "tallies_before", "filled"):
            self._array(name, many, Type("arr", NUM), self.holders)
        self._array("subtotals", self.holders)
        self._array("side_sets", count, SEATS)
        self._array("sides_of", count, SIDE)
        self._array("bid_rows", count + max(self.sides, count), Type("arr", NUM), self.record)
        rows = self.places["bid_rows"][0]
        self.types["bids"] = Value(str(rows), Type("arr", Type("bid"), self.record))
        self.lengths[str(rows)] = str(count)
        self.types["side_bids"] = Value(str(rows + count * self.record), Type("arr", Type("bid"), self.record))
        self._array("held", count + max(self.sides, count))
        at = self.places["held"][0]
        self.types["contracts"] = Value(str(at), Type("arr", self.amount))
        self.lengths[str(at)] = str(count)
        self.types["side_contracts"] = Value(str(at + count), Type("arr", self.amount))
        self._array("call_rows", MOST_CALLS, Type("arr", NUM), self.record)
        self._array("did", max(1, len(self.decisions)), SEATS)
        lines = max((len(one.scoring.lines) for one in self.specs), default=0)
        self._array("sheet", max(1, lines) * count)
        self._array("env", max(len(one.environment) for one in self.specs))
        self._array("winner_of", self.tricks, SEAT)
        self._array("leader_of", self.tricks, SEAT)
        self._array("best_of", self.tricks, Type("num", "card"))
        self._array("cards_of", self.tricks, Type("row", "card"), count + 1)
        self._array("seats_of", self.tricks, Type("row", "seat"), count + 1)
        self._array("piles", max(one.piles for one in self.specs), ROW, pile)
        self._array("stacks", count, values.STACK, pile)
        self._array("moved", max(1, *(len(one.memories) for one in self.specs)), ROW, pile)
        self._array("chosen", count, Type("arr", NUM), self.option_width)
        self._array("chosen_rows", count, ROW, pile)
        self._array("listed", count, SEATS)
        self._array("listed_sides", count, SIDE)
        self._array("saved", self.record + 2)
        self._array("stack", MOST_BLOCKS * self.frame_size)
        self.empty_row = self.place("empty_row")
        self.types["memory"] = Value("0", Type("arr", NUM))

    def scratch(self) -> int:
        """Reserve a place for a row that is worked out."""
        return self.place(f"row {self.size}", self.cards + self.seats + 2)

    def setting(self, name: str, value: int) -> int:
        """Return where the number of an option is; the same code serves other numbers."""
        if name not in self.places:
            self.settings[self.place(name)] = value
        return self.places[name][0]

    def answers_of(self, decision: int) -> tuple[int, int]:
        """Return where the answers to a decision are kept, and how long each is."""
        if decision not in self.answers:
            self.answers[decision] = self.place(f"answers {decision}", 1 + MOST_ANSWERS * self.record)
        return self.answers[decision], self.record

    @property
    def found_out(self) -> dict[str, Any]:
        """What was found out while the code was written."""
        tables = {"answers": [*self.answers.items()], "settings": [*self.settings.items()]}
        return {"size": self.size, "places": self.places, "words": self.words, "claims": self.claims, **tables}

    def recall(self, known: Mapping[str, Any]) -> None:
        """Take over what was found out."""
        self.size, self.words = known["size"], dict(known["words"])
        self.places = {name: (at, size) for name, (at, size) in known["places"].items()}
        self.answers, self.settings = dict(known["answers"]), dict(known["settings"])

    def fixed(self, name: str) -> int:
        """Return where in a record a value that was fixed with an answer is."""
        return self.FIRST + self.arguments + self.fixes.index(name)

    def word(self, text: str) -> int:
        """Return the number of a word."""
        return self.words.setdefault(text, len(self.words))

    def number(self, value: Any) -> int:  # noqa: ANN401 - a value of the language
        """Return a value as a kernel writes it."""
        if value is None:
            return NONE
        if isinstance(value, str):
            return self.word(value)
        if value != int(value):
            raise CannotCompileError("fractions of points")
        return int(value)

    def argument(self, value: Any) -> int:  # noqa: ANN401 - a value of the language
        """Return what a bid says, or a contract, as a kernel writes it: in shares."""
        is_amount = self.shares > 1 and value is not None
        return self.number(value * self.shares if is_amount else value)

    @property
    def option_width(self) -> int:
        """How long an option is: seat, kind, value, what it is said with, and its arguments."""
        return 4 + self.arguments

    # ---- reading

    def attribute(self, name: str) -> Value:
        """Return a part of the state."""
        if name == "out" and not self.can_be_out:
            return Value("0", SEATS)
        if name == "tricks":
            return Value(f"((1 << {self.types['trick_count'].text}) - 1)", Type("set", "trick"))
        if name == "calls":
            return Value(f"((1 << {self.types['bid_count'].text}) - 1)", Type("set", "call"))
        if name == "flow":  # empty where no deal goes on
            return self.types["in_deal"]
        if name in ("sides", "side_of"):
            return self._of_sides(name)
        if name in ("side_bids", "side_contracts") and not self.has_side_bids:
            return Value(name, Type("fixed", ((NONE,) * self.seats, Type("bid") if name == "side_bids" else NUM)))
        if name in ("time_up", "late", "designated", "known", "followed"):
            return Value("0", EMPTY)
        if name == "said":
            raise CannotCompileError("what was said")
        if name not in self.types:
            raise CannotCompileError(f"`{name}` of a state")
        return self.types[name]

    def _of_sides(self, name: str) -> Value:
        if not self.fixed_sides:
            return self.types["side_sets" if name == "sides" else "sides_of"]
        sides = self.specs[0].teams.sides
        if name == "sides":
            return Value("sides", Type("fixed", (tuple(sum(1 << seat for seat in row) for row in sides), SEATS)))
        of = tuple(next((n for n, row in enumerate(sides) if seat in row), NONE) for seat in range(self.seats))
        return Value("side_of", Type("fixed", (of, SIDE)))

    def length(self, found: Value) -> str:
        """Return how long an array is."""
        if found.type.name == "fixed":
            return str(len(found.type.of[0]))
        if found == self.types["side_sets"]:
            return self.types["side_count"].text
        if found.type.name == "chosens":
            return self.attribute("chosen_count").text
        if found.text not in self.lengths:
            raise CannotCompileError("the length of a list")
        return self.lengths[found.text]

    def at(self, place: str, of: Type, writer: Writing) -> Value:
        """Return what an array holds at a place."""
        match of.name:
            case "row" | "arr":
                return Value(place, of)
            case "bid":
                name = writer.named(place)
                return Value(f"({name} if S[{name}] >= 0 else {NONE})", of)
            case _:
                return Value(f"S[{place}]", of)

    def field(self, of: Value, name: str, writer: Writing) -> Value:
        """Return a field of a bid, an answer, a trick."""
        if of.type.name == "this":
            match name:
                case "cards":
                    return self.types["trick"]
                case "best":
                    return Value(f"{writer.unit.engine(play.best_card, ()).name}(S)", Type("num", "card"))
                case "winner":
                    return Value(f"{writer.unit.engine(play.winning_seat, ()).name}(S)", SEAT)
                case "leader":
                    return self.types["leader"]
                case "number":
                    return self.types["trick_number"]
                case _:
                    pass
        if of.type == TURNS:
            if name == "chosen":
                step = writer.step
                rows, wide = self.types["chosen_rows"], self.cards + 1
                if step.by.turns != "at once":
                    return Value(rows.text, ROW)
                return Value(rows.text if getattr(step, "kind", "") == "pass" else "", Type("chosens", wide))
            if name in ("turns", "asked"):
                return Value("", Type("asked") if name == "asked" else TURNS)
            if name == "group":
                return writer.item_of(self.types["order"], self.types["turn_at"].text)
            return self.types[_OF_TURNS[name]]
        if of.type.name == "entry":
            return Value("S[option]", SEAT)
        if of.type == values.OPTION:
            place = writer.named(of.text)
            if name == "arguments":
                return Value(binary(place, "+", "4"), Type("arr", self.amount))
            return Value(f"S[{binary(place, '+', str(_OF_OPTION[name]))}]", Type("kind" if name == "kind" else "num"))
        if of.type == Type("num", "trick"):
            if name == "number":
                return Value(binary(of.text, "+", "1"))
            return writer.item_of(self.types[f"{name}_of"], writer.named(of.text))
        if of.type == Type("num", "call"):
            place = binary(self.types["call_rows"].text, "+", binary(writer.named(of.text), "*", str(self.record)))
            of = Value(place, Type("bid"))
        if of.type.name in ("bid", "answer"):
            one = writer.named(of.text)
            if name == "arguments":
                return Value(binary(one, "+", str(self.FIRST)), Type("arr", self.amount))
            offset = (_OF_BID if of.type.name == "bid" else _OF_ANSWER).get(name)
            if offset is not None:
                return Value(f"S[{binary(one, '+', str(offset))}]")
        raise CannotCompileError(f"`{name}` of a {of.type.name}")
