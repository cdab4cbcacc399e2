"""From terms to functions. Each term becomes Python source once, here; no term is walked during play.

A `Compiler` belongs to one edition of a game. Values, cards in a row and masks of cards are three
forms of the same terms: `value` gives one value (the mask of a set of cards, a tuple for another set), `mask` a set of
cards as a mask, `items` any set in order, `condition` the mask of all cards that meet a condition on a card.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, TypeVar

from spadesdsl.binding.deck import find_faces, make_deck
from spadesdsl.binding.forms import Forms
from spadesdsl.binding.rules import known_to_all
from spadesdsl.binding.writer import Module, Writer
from spadesdsl.engine.ranking import Ranking
from spadesdsl.engine.spec import CARD, FIRST_FREE, PLAYER, SIDE, Cards, Code, Hand, Pile, Place, Zone
from spadesdsl.frozen import fields
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.parts import Ask
from spadesdsl.rules.terms import Kind, LetRef, Moved, Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import all_read, all_steps, every_term, walk, with_expressions
from spadesdsl.source import Source, Span

Extended = TypeVar("Extended")
_NUMBERS = itertools.count()
"""Numbers that tell compilers apart in a state's memo."""


SUBJECT_NAMES = {
    Kind.SEAT: {"player": "who", "side": "s.side_of[who]"},
    Kind.SIDE: {"side": "who"},
    **{kind: {kind.value: "who"} for kind in (Kind.CARD, Kind.SUIT, Kind.TRICK, Kind.CALL)},
}
"""The name of a named quantity's subject inside its function."""
_SHORT = 80
"""A named quantity that is no longer than this as an expression is worked out where it is read: that takes less time
than to look it up."""


class Compiler:
    """Compiles the terms of one edition of a game."""

    def __init__(self, game: Rules, sources: Mapping[str, Source], tallies: tuple[str, ...]) -> None:
        """Number everything that the runtime knows by number."""
        self.game = game
        self.sources = sources
        self.tallies = tallies
        self.deck = make_deck(game)
        self.faces = find_faces(self.deck)
        self.zones = _zones(game)
        self.piles = sum(len(game.seats) if zone.is_each else 1 for zone in self.zones.values())
        self.bids = {bid.name: number for number, bid in enumerate(game.bids)}
        self.options = {option.name: option.value for option in game.options}
        self.lets = game.let_of
        self.trusts = {trust.name: number for number, trust in enumerate(game.play.trusts)}
        self.memories = _memories(game)
        """Rules that give or show cards and whose names other rules read, each with a number."""
        self.decisions: dict[str, int] = {}
        self.parameters = _parameters(game)
        """Names of the parameters of each decision."""
        self.marks: dict[str, int] = {}
        self.ranking: Ranking | None = None
        """How the cards rank, if that is always the same."""
        self.in_winner = False
        """Whether the rule for the trick's winner is being compiled, in which cards that cancel do not count."""
        self.module = Module(next(_NUMBERS))
        self._written: dict[Code, tuple[Term, str]] = {}
        """The term of each function, with the variable of a condition on cards."""
        self._before: tuple[Compiler, Callable[[Term], bool]] | None = None
        """The compiler of the same rules with other options, and whether a term reads one of those."""
        self._of_suit = ""
        self._title = "rule"
        self._slots = {"player": PLAYER, "side": SIDE, "card": CARD}
        self._lets: dict[str, str] = {}
        self._short: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        """How many terms named quantities have with those that they read."""

    def with_options(self, game: Rules, reads: Callable[[Term], bool]) -> Compiler:
        """Return a compiler for the same rules with other values of options, which adds to the same functions.

        Args:
            game: The rules; no quantity reads an option that differs.
            reads: Tells whether a term reads such an option.
        """
        again = copy(self)
        again.game = game
        again.options = {option.name: option.value for option in game.options}
        again._written = {}
        again._before = (self, reads)
        return again

    # ---- names to numbers

    def slot(self, variable: str) -> int:
        """Return the place of a variable in the environment."""
        if variable not in self._slots:
            self._slots[variable] = FIRST_FREE + len(self._slots) - 3
        return self._slots[variable]

    @property
    def environment(self) -> tuple[None, ...]:
        """Return an empty environment, once all is compiled."""
        return (None,) * len(self._slots)

    def decision(self, name: str) -> int:
        """Return the number of a decision."""
        return self.decisions.setdefault(name, len(self.decisions))

    def text(self, span: Span) -> str:
        """Return the words of a span, on one line."""
        source = self.sources.get(span.file)
        return "" if source is None else " ".join(source.text[span.start : span.end].split())

    def begin(self, key: str) -> None:
        """Name the functions that follow after the rule with this key: `play.follow_suit`."""
        self._title = re.sub(r"\W", "_", key)

    def with_card(self, ranking: Ranking) -> str:
        """Return the name of a row by card: the cards that count for the same suit, which never changes."""
        if not self._of_suit:
            self._of_suit = self.module.constant(
                tuple(0 if suit is None else ranking.masks[suit] for suit in ranking.suit)
            )
        return self._of_suit

    # ---- the forms of a term

    def value(self, term: Term) -> Code:
        """Compile a term to its value; a set of cards to its mask, any other set to a tuple."""
        return self._function(lambda forms: forms.value(term), term)

    def named(self, key: str, term: Term) -> Code:
        """Compile the value of a rule that is one term."""
        self.begin(key)
        return self.value(term)

    def mask(self, term: Term) -> Code:
        """Compile a set of cards, or one card, to a mask."""
        return self._function(lambda forms: forms.mask(term), term)

    def items(self, term: Term) -> Code:
        """Compile a set to a tuple in order."""
        return self._function(lambda forms: forms.items(term), term)

    def condition(self, term: Term, variable: str) -> Code:
        """Compile a condition on the card `variable` to the mask of the cards that meet it."""
        return self._function(lambda forms: forms.condition(term, variable), term, variable)

    def optional(self, term: Term | None) -> Code | None:
        """Compile a term that may be missing."""
        return None if term is None else self.value(term)

    def bound(self, rule: Any) -> Any:  # noqa: ANN401 - any rule, and the same class
        """Compile all expressions of a rule."""
        if hasattr(rule, "rule"):
            self.begin(rule.rule.key)
        of_cards = getattr(rule, "judges_card", False)
        return with_expressions(
            rule, lambda term, form: self._in_form(term, "card" if form == "judged" and of_cards else form)
        )

    def extended(self, kind: Callable[..., Extended], rule: Any, **derived: object) -> Extended:  # noqa: ANN401
        """Compile all expressions of a rule, and add what the engine needs to know about it."""
        bound = self.bound(rule)
        held = {one.name: getattr(bound, one.name) for one in fields(bound)}
        return kind(**(held | derived))

    def _in_form(self, term: Term, form: str) -> Code | Place:
        match form:
            case "mask":
                return self.mask(term)
            case "items":
                return self.items(term)
            case "card":
                return self.condition(term, "card")
            case "place":
                return self._place(term)
            case _:
                return self.value(term)

    def _place(self, term: Term) -> Place:
        """Compile where cards lie: a zone, a hand (that of a seat), or these cards, wherever they are."""
        if isinstance(term, ZoneRef):
            return Pile(self.zones[term.zone], self.optional(term.owner))
        if isinstance(term, Op) and term.op == "hand":
            return Hand(self.value(term.arguments[0]))
        return Hand(self.value(term)) if term.type.kind is Kind.SEAT else Cards(self.mask(term))

    def _function(self, write: Callable[[Forms], str], term: Term, variable: str = "") -> Code:
        writer = Writer()
        writer.line(f"return {write(Forms(self, writer))}")
        made = self.module.function(self._title, writer.lines)
        self._written.setdefault(made, (term, variable))
        return made

    # ---- what functions read

    def reads(self, code: Code, is_such: Callable[[Term], bool]) -> bool:
        """Tell whether a function reads such a thing, itself or through a named quantity."""
        held = self._held(code)
        return held is None or self._has(held[0], is_such)

    def _held(self, code: Code) -> tuple[Term, str] | None:
        """Return the term of a function; under other options, other terms may be written as the same function."""
        if code in self._written or self._before is None:
            return self._written.get(code)
        before, reads = self._before
        held = before._held(code)
        return None if held is None or reads(held[0]) else held

    def _has(self, term: Term, is_such: Callable[[Term], bool]) -> bool:
        return any(map(is_such, all_read(self.lets, term)))

    def known_part(self, code: Code, is_unknown: Callable[[Term], bool]) -> Code | None:
        """Compile the part of a condition that can be judged without what is unknown; None if that says nothing."""
        if (held := self._held(code)) is None:
            return None
        term, variable = held
        known = known_to_all(term, lambda part: self._has(part, is_unknown))
        return None if known is None else self.condition(known, variable) if variable else self.value(known)

    # ---- named quantities

    def short(self, key: str) -> str:
        """Return a named quantity as it is written where it is read; empty if it is too long for that."""
        if key not in self._short:
            writer = Writer()
            found = Forms(self, writer).value(self.lets[key].body)
            self._short[key] = "" if writer.lines or len(found) > _SHORT else found
        return self._short[key]

    def let(self, key: str) -> str:
        """Return the name of a named quantity's function: worked out when read, once per state and subject."""
        if key not in self._lets:
            # `check` refuses circles, so each is written once and calls only functions that end.
            name = "let_" + re.sub(r"\W", "_", key) + f"_{len(self._lets)}"
            self._lets[key] = name
            self.module.declare(name, "s, e, who")
            self.module.define(name, self._let_lines(self.lets[key], name), "s, e, who")
        return self._lets[key]

    def _let_lines(self, let: Let, name: str) -> list[str]:
        writer = Writer()
        names = {} if let.subject is None else SUBJECT_NAMES[let.subject]
        keeps = not self.reads_parameter(let.body)
        if keeps:
            writer.line(f"key = (GAME, {len(self._lets)}, who)")
            writer.line("if key in s.memo: return s.memo[key]")
            if any(isinstance(part, LetRef) for part in walk(let.body)):
                writer.line(f"if s.memo is DRAFT: return of_draft({name}, s, e, who)")
        found = Forms(self, writer, names).value(let.body)
        writer.line(f"s.memo[key] = found = {found}" if keeps else f"return {found}")
        if keeps:
            writer.line("return found")
        return writer.lines

    def reads_parameter(self, term: Term) -> bool:
        """Tell whether a term reads a parameter of the current bid or decision."""
        return any(isinstance(part, Var) and part.name.startswith("param:") for part in all_read(self.lets, term))


def _parameters(game: Rules) -> dict[str, tuple[str, ...]]:
    """Return the names of the parameters of every decision, wherever it is written."""
    asks = (step for step in all_steps(game) if isinstance(step, Ask))
    return {ask.name: tuple(parameter.name for parameter in ask.parameters) for ask in asks}


def _memories(game: Rules) -> dict[str, int]:
    read = {one.rule for one in every_term(game) if isinstance(one, Moved)}
    return {rule: number for number, rule in enumerate(sorted(read))}


def _zones(game: Rules) -> dict[str, Zone]:
    zones = {"stock": Zone("stock", 0, False, False, False), "discards": Zone("discards", 1, False, False, False)}
    base = 2
    for zone in game.zones:
        is_each = zone.each is not None
        zones[zone.name] = Zone(zone.name, base, is_each, zone.face_up, zone.seen_by_owner)
        base += len(game.seats) if is_each else 1
    return zones
