"""A game: every rule resolved through its parents, packs and options, every name and type settled.

`check` makes it, `binding` compiles it, `show`, `diff` and the proofs read it.
"""

from __future__ import annotations

from itertools import count
from math import lcm
from typing import TYPE_CHECKING, Any

from spadesdsl.frozen import Frozen
from spadesdsl.rules.parts import DealRules, Give, Order, RuleInfo, Trumps
from spadesdsl.source import NOWHERE, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.rules.terms import Kind, Term, Type, Value
    from spadesdsl.syntax.examples import Example
    from spadesdsl.syntax.nodes import Remark


class Option(Frozen):
    """An option and its value in this game."""

    rule: RuleInfo
    name: str
    type: Type
    default: Value
    value: Value
    choices: tuple[Value, ...]
    """All values, in order (a range is listed; at most 1,000)."""
    ask: str
    """The question that is open unless some file answers it; empty for a plain option."""
    is_set: bool
    """Whether a file, an `include … with` or the command set or replaced it."""


class Zone(Frozen):
    """A declared zone. Hands, `stock`, `discards` and the table need no declaration."""

    rule: RuleInfo
    name: str
    each: str | None
    """`player` or `seat` if each has one."""
    face_up: bool
    seen_by_owner: bool


class Face(Frozen):
    """One kind of card."""

    name: str
    """`AS`, `10H`, or the name of an added card."""
    rank: int | None
    """Index, 0 is the lowest; None for an added card."""
    suit: int | None
    """Index, 0 is the lowest; None for an added card."""
    count: int
    """How many copies the deck has."""
    said: str = ""
    """How people read an added card; empty if they read its name as words."""


class Let(Frozen):
    """A named quantity."""

    rule: RuleInfo
    key: str
    """Unique in the game: its name."""
    subject: Kind | None
    """SEAT, SIDE or CARD: what it is worked out for (Var `player`, `side` or `card`)."""
    body: Term
    type: Type


class WorkedExample(Frozen):
    """An example to run on this game."""

    node: Example
    document: str
    """The variant or pack that wrote it."""
    source: str


class Rules(DealRules):
    """All rules of a game, where no `on deal` rule changes them (or, as an edition, where some do)."""

    name: str
    title: str
    about: str
    version: int
    source: str
    remarks: tuple[Remark, ...]
    options: tuple[Option, ...]
    presets: tuple[tuple[str, str, tuple[tuple[str, Value], ...]], ...]
    """Name, title, settings."""
    dummies: tuple[int, ...]
    zones: tuple[Zone, ...]
    suits: tuple[str, ...]
    """Low to high."""
    ranks: tuple[str, ...]
    """Low to high."""
    faces: tuple[Face, ...]
    """By suit low to high, rank low to high, then the added ones."""
    trumps: Trumps | None
    orders: tuple[Order, ...]
    lets: tuple[Let, ...]
    rules: tuple[RuleInfo, ...]
    """Every rule by section and order, for `show` and `diff`."""
    examples: tuple[WorkedExample, ...] = ()
    gone_examples: tuple[tuple[str, str], ...] = ()
    """Title and reason of inherited examples dropped with what they name."""
    span: Span = NOWHERE
    """Where the file has its name."""
    puts_out: bool = False
    """Whether an ending of any deal, perhaps of an earlier one with other rules, can put a side out of the game."""

    @property
    def player_count(self) -> int:
        """How many play: the seats without the dummies."""
        return len(self.seats) - len(self.dummies)

    def hands_of(self, give: Give[Any, Any]) -> int:
        """Return how many players, or seats, a `give` is for."""
        return {"player": self.player_count, "seat": len(self.seats)}.get(give.each or "", 1)

    @property
    def let_of(self) -> dict[str, Let]:
        """The quantities, by the names that terms have for them."""
        return {let.key: let for let in self.lets}

    @property
    def option_of(self) -> dict[str, Option]:
        """The options, by name."""
        return {option.name: option for option in self.options}


class Edition(Frozen):
    """The rules of some deals, and when they hold."""

    game: Rules
    first: int
    """The first deal that they hold on."""
    last: int | None
    """The last one; None if there is always another."""


class Variant(Frozen):
    """A checked file: the game, and its editions for the deals on which other rules hold."""

    game: Rules
    scopes: tuple[DealScope, ...] = ()
    editions: tuple[tuple[tuple[bool, ...], Rules], ...] = ()
    """For each combination of scopes that holds on some deal (except none): those scopes, and the game then."""

    @property
    def games(self) -> tuple[Rules, ...]:
        """Return the rules of every deal, each once."""
        return (self.game, *(game for _, game in self.editions))

    def words_of(self, holds: tuple[bool, ...]) -> list[str]:
        """Return the blocks that hold for people to read: `on deals 2, 5`."""
        blocks = zip(self.scopes, holds, strict=True)
        return list(dict.fromkeys(scope.words for scope, does_hold in blocks if does_hold))

    def edition(self, deal: int) -> Rules:
        """Return the rules of a deal."""
        return self._with(tuple(scope.covers(deal) for scope in self.scopes))

    def calendar(self) -> tuple[Edition, ...]:
        """Return the rules of all deals, each with when they hold, in the order of their first deals."""
        days = calendar(self.scopes)
        assert days is not None, "the check refuses periods that are too long"
        return tuple(Edition(self._with(one.holds), one.first, one.last) for one in days)

    def _with(self, holds: tuple[bool, ...]) -> Rules:
        """Return the rules where these blocks hold and no others."""
        return next((game for which, game in self.editions if which == holds), self.game)


LONGEST = 10_000
"""The most deals after which all periods have to coincide again."""


class DealScope(Frozen):
    """Which deals an `on deal` block is for."""

    deals: tuple[int, ...]
    every: int | None

    def covers(self, deal: int) -> bool:
        """Tell whether the block holds on a deal."""
        return (deal - 1) % self.every + 1 in self.deals if self.every else deal in self.deals

    @property
    def words(self) -> str:
        """Return it for people to read: `on deals 2, 5`."""
        deals = ", ".join(map(str, self.deals))
        every = f" of every {self.every}" if self.every else ""
        return f"on {'deal' if len(self.deals) == 1 else 'deals'} {deals}{every}"


class Days(Frozen):
    """When some of the blocks hold together, and no others."""

    holds: tuple[bool, ...]
    """For each block, whether it holds."""
    deals: tuple[int, ...]
    """Such deals in order, the first of them among them: all of them, unless there is always another."""
    is_endless: bool
    """Whether there is always another."""

    @property
    def first(self) -> int:
        """The first such deal."""
        return self.deals[0]

    @property
    def last(self) -> int | None:
        """The last such deal; None if there is always another."""
        return None if self.is_endless else self.deals[-1]


def period(scopes: Sequence[DealScope]) -> int:
    """Return after how many deals all periods coincide again."""
    return lcm(*(scope.every or 1 for scope in scopes))


def calendar(scopes: Sequence[DealScope]) -> tuple[Days, ...] | None:
    """Return every combination of blocks that holds on some deal, including none, in the order of their first deals.

    It is None if the periods take more than `LONGEST` deals to coincide again.
    """
    length = period(scopes)
    if length > LONGEST:
        return None
    blocks = [(scope.every, frozenset(scope.deals)) for scope in scopes]
    named = frozenset(deal for every, deals in blocks if not every for deal in deals)
    unnamed = {next(deal for deal in count(rest, length) if deal not in named) for rest in range(1, length + 1)}
    found: dict[tuple[bool, ...], Days] = {}
    for deal in sorted(named | unnamed):
        holds = tuple(((deal - 1) % every + 1 if every else deal) in deals for every, deals in blocks)
        known = found.get(holds, Days(holds, (), is_endless=False))
        found[holds] = Days(holds, (*known.deals, deal), known.is_endless or deal in unnamed)
    return tuple(found.values())
