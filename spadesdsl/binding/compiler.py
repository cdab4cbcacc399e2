"""From terms to closures. A term is walked once, here; in play nothing is walked.

A `Compiler` belongs to one edition of a game. Values, ordered sets and masks of cards are three forms of the same
terms: `value` gives one value (or, of a set that is not of cards, a tuple), `mask` a set of cards as a mask, `items`
any set in order, `condition` the mask of all cards for which a condition on a card holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.binding import conditions, sets, values
from spadesdsl.binding.deck import find_faces, make_deck
from spadesdsl.check.checked import AskStep, RoundStep
from spadesdsl.check.reading import walk
from spadesdsl.check.terms import Kind, LetRef, Moved, Term
from spadesdsl.check.used import terms_of
from spadesdsl.engine.spec import CARD, FIRST_FREE, PLAYER, SIDE, Code, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.check.checked import CheckedGame, CheckedLet, Step
    from spadesdsl.engine.spec import Value
    from spadesdsl.engine.state import StateData
    from spadesdsl.source import Source, Span

SUBJECT_SLOT = {Kind.SEAT: PLAYER, Kind.SIDE: SIDE, Kind.CARD: CARD}


class Compiler:
    """Compiles the terms of one edition of a game."""

    def __init__(self, game: CheckedGame, sources: Mapping[str, Source], tallies: tuple[str, ...]) -> None:
        """Number what the runtime knows by number."""
        self.game = game
        self.sources = sources
        self.tallies = tallies
        self.deck = make_deck(game)
        self.faces = find_faces(self.deck)
        self.zones = _zones(game)
        self.piles = sum(len(game.seats) if zone.is_each else 1 for zone in self.zones.values())
        self.bids = {bid.name: number for number, bid in enumerate(game.bids)}
        self.options = {option.name: option.value for option in game.options}
        self.lets: dict[str, CheckedLet] = {let.key: let for let in game.lets}
        self.trusts = {trust.name: number for number, trust in enumerate(game.play.trusts)}
        self.memories = _memories(game)
        """Rules that give or show cards and whose names are read, with a number each."""
        self.decisions: dict[str, int] = {}
        self.parameters = _parameters(game)
        """Names of the parameters of each decision."""
        self.marks: dict[str, int] = {}
        self.in_winner = False
        """Whether the rule of the trick's winner is being compiled, where cards that cancel do not count."""
        self._slots = {"player": PLAYER, "side": SIDE, "card": CARD}
        self._let_codes: dict[str, Code] = {}
        self._let_numbers: dict[str, int] = {}

    # ---- names to numbers

    def slot(self, variable: str) -> int:
        """Return the place of a variable in the environment."""
        if variable not in self._slots:
            self._slots[variable] = FIRST_FREE + len(self._slots) - 3
        return self._slots[variable]

    @property
    def environment(self) -> tuple[None, ...]:
        """Return an empty environment, when all has been compiled."""
        return (None,) * len(self._slots)

    def decision(self, name: str) -> int:
        """Return the number of a decision."""
        return self.decisions.setdefault(name, len(self.decisions))

    def text(self, span: Span) -> str:
        """Return the words of a span, on one line."""
        source = self.sources.get(span.file)
        return "" if source is None else " ".join(source.text[span.start : span.end].split())

    # ---- the forms of a term

    def value(self, term: Term) -> Code:
        """Compile a term to its value; a set of cards to its mask, any other set to a tuple."""
        if term.type.many:
            return self.mask(term) if term.type.kind is Kind.CARD else self.items(term)
        return values.compile_value(self, term)

    def mask(self, term: Term) -> Code:
        """Compile a set of cards, or one card, to a mask."""
        return sets.compile_mask(self, term)

    def items(self, term: Term) -> Code:
        """Compile a set to a tuple in order."""
        return sets.compile_items(self, term)

    def condition(self, term: Term, variable: str) -> Code:
        """Compile a condition on the card `variable` to the mask of the cards for which it holds."""
        return conditions.compile_condition(self, term, variable)

    def optional(self, term: Term | None) -> Code | None:
        """Compile a term that may be missing."""
        return None if term is None else self.value(term)

    # ---- named quantities

    def let(self, ref: LetRef) -> Code:
        """Compile a reference to a named quantity: worked out when read, once a state and subject."""
        let = self.lets[ref.let]
        number = self._let_numbers.setdefault(ref.let, len(self._let_numbers))
        body = self._let_body(let)
        subject = None if ref.subject is None else self.value(ref.subject)
        slot = None if let.subject is None else SUBJECT_SLOT[let.subject]
        keeps = not values.reads_parameter(self, let.body)

        def read(s: StateData, e: list[Any]) -> Value:
            who = None if subject is None else subject(s, e)
            key = (number, who)
            if keeps and key in s.memo:
                return s.memo[key]
            inner = e.copy()
            if slot is not None:
                if who is None and subject is not None:
                    return values.nothing(let.type)
                if subject is not None:
                    inner[slot] = who
                if slot == PLAYER and inner[PLAYER] is not None:
                    inner[SIDE] = s.side_of[inner[PLAYER]]
            found = body(s, inner)
            if keeps:
                s.memo[key] = found
            return found

        return read

    def _let_body(self, let: CheckedLet) -> Code:
        # Circles are errors of `check`, so the bodies are well-founded and each is compiled once.
        if let.key not in self._let_codes:
            self._let_codes[let.key] = self.value(let.body)
        return self._let_codes[let.key]


def _parameters(game: CheckedGame) -> dict[str, tuple[str, ...]]:
    """Return the names of the parameters of every decision, wherever it stands."""
    found: dict[str, tuple[str, ...]] = {}
    waiting: list[Step] = [step for phase in game.phases for step in phase.steps]
    waiting += [*game.play.steps, *(step for bid in game.bids for step in bid.steps)]
    while waiting:
        step = waiting.pop()
        if isinstance(step, AskStep):
            found[step.rule.name] = tuple(parameter.name for parameter in step.parameters)
        elif isinstance(step, RoundStep):
            waiting += step.block
    return found


def _memories(game: CheckedGame) -> dict[str, int]:
    read = {one.rule for outer in terms_of(game) for one in walk(outer) if isinstance(one, Moved)}
    return {rule: number for number, rule in enumerate(sorted(read))}


def _zones(game: CheckedGame) -> dict[str, Zone]:
    zones = {"stock": Zone("stock", 0, False, False, False), "discards": Zone("discards", 1, False, False, False)}
    base = 2
    for zone in game.zones:
        is_each = zone.each is not None
        zones[zone.name] = Zone(zone.name, base, is_each, zone.face_up, zone.seen_by_owner)
        base += len(game.seats) if is_each else 1
    return zones
