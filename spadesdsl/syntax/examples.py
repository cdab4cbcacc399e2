"""The nodes of worked examples: what is given, what is played, and what must come out."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import TypeAlias

from spadesdsl.frozen import field
from spadesdsl.source import NOWHERE, Span
from spadesdsl.syntax.bodies import Assign, Fixing
from spadesdsl.syntax.expressions import Call, Expr, Name
from spadesdsl.syntax.node import Keyword, Node, Text
from spadesdsl.syntax.nodes import Change, Remark, SetOptions
from spadesdsl.syntax.wordlist import EXAMPLE_LINES


class Sheet(Node):
    """`us { contract = 50, bags = 2 }`: amounts of a side or seat, by name of a line, a tally, or `score`."""

    form = "{who} {{ {amounts:,/} }}"
    who: str
    amounts: tuple[Assign, ...]


class BidText(Node):
    """`3`, `blind 6`, `"take 3"`: a bid as its label writes it, if that is more than a name."""

    form = "{text:quoted}"
    text: Text

    def template(self) -> str:
        """Return its form: in quotation marks only if its words would be read as something else."""
        is_plain = _PLAIN.fullmatch(self.text) and not _STARTS.intersection(self.text.split())
        return "{text}" if is_plain else self.form


_WORD = r"(?:[0-9]+(?:\.[0-9]+)?|[a-z][a-z0-9_]*|(?:[1-9]?[0-9]|[A-Z])?[A-Z])"
_PLAIN = re.compile(rf"{_WORD}(?: {_WORD})*")
"""A label that can be written without quotation marks, if none of its words begins a line."""
_STARTS = frozenset((*EXAMPLE_LINES, "next", "because"))


BidNode: TypeAlias = Expr | BidText
"""A bid, or a decision: `nil` (`Name`), `tricks(3)` (`Call`), `blind 6` (`BidText`)."""


class GivenValue(Node):
    """`deal = 3`, `dealer = South`, `trick_number = 5`."""

    form = "{name} = {value}"
    name: str
    value: Expr


class GivenCards(Node):
    """`South holds AS KS` (top card first), `South won AC AD`, `kitty holds 9C 4C`, `South.aside holds 4C`."""

    form = "{who}[.{zone}] {verb} {cards:/}"
    who: str
    zone: str | None
    """The zone of theirs, if each has one; None for a hand, cards won, and a zone of the table."""
    verb: Keyword
    """`holds` or `won`."""
    cards: tuple[Expr, ...]
    """`CardName`s, and `Name`s for added cards."""


class GivenTaken(Node):
    """`South took 3`."""

    form = "{who} took {tricks}"
    who: str
    tricks: int


class GivenUnlooked(Node):
    """`us not looked`."""

    form = "{who} not looked"
    who: str


class GivenDid(Node):
    """`South did name(hearts)`, `South did claim with proved = no`, `South broke t`, `South bid nil`."""

    form = "{who} {verb} {what}[ with {fixed: and }]"
    who: str
    verb: Keyword
    """`did`, `broke` or `bid`."""
    what: BidNode
    fixed: tuple[Fixing, ...] = ()


Fact: TypeAlias = Sheet | GivenValue | GivenCards | GivenTaken | GivenUnlooked | GivenDid


class Given(Node):
    """`given FACT, FACT`."""

    form = "given {facts:,/}"
    facts: tuple[Fact, ...]


class BidsOf(Node):
    """`us tricks(3), tricks(2)` or `West tricks(4)`."""

    form = "{who} {bids:,/}"
    who: str
    bids: tuple[BidNode, ...]


class Bids(Node):
    """`bids us tricks(3), tricks(2); them tricks(4), tricks(3)`."""

    form = "bids {bids:;/}"
    bids: tuple[BidsOf, ...]


class Played(Node):
    """`North KS low`: a card of the trick so far."""

    form = "{who} {card}[ {said}]"
    who: str
    card: Expr
    said: Expr | None = None
    """What is said with it: a name, or a call with the answers."""


class Plays(Node):
    """`plays West AH, North KS low`: the trick so far, in order."""

    form = "plays {plays:,/}"
    plays: tuple[Played, ...]


class TrickOf(Node):
    """`West AH KH 2H 3H`: a finished trick, its leader and its cards clockwise."""

    form = "{leader} {cards:/}"
    leader: str
    cards: tuple[Expr, ...]


class Tricks(Node):
    """`tricks West AH KH 2H 3H; North 2S 3S 4S 5S`: the last finished tricks, in order."""

    form = "tricks {tricks:;/}"
    tricks: tuple[TrickOf, ...]


class Take(Node):
    """`us take 7`, `us take 2 + 4` (by seat)."""

    form = "{who} take {tricks: + }"
    who: str
    tricks: tuple[int, ...]


class WinTricks(Node):
    """`us win tricks 1 to 10`."""

    form = "{who} win tricks {first} to {last}"
    who: str
    first: int
    last: int


Outcome: TypeAlias = Take | WinTricks | GivenDid


class ExpectMoves(Node):
    """`legal 7H 3D`, `illegal AS KS low`, `legal bids tricks(4), nil`, `illegal bids nil`; `look` is a Name."""

    form = "{legal:legal|illegal} {moves:/}"
    kinds = {"expect_cards": {"bids": False}, "expect_bids": {"bids": True}}
    legal: bool
    bids: bool
    moves: tuple[BidNode, ...]

    def template(self) -> str:
        """Return its form."""
        return "{legal:legal|illegal} bids {moves:,/}" if self.bids else self.form


def said_with(moves: Iterable[BidNode], words: Container[str]) -> list[list[BidNode]]:
    """Return each card of a list, with what is said with it."""
    found: list[list[BidNode]] = []
    for move in moves:
        if found and isinstance(move, Name | Call) and move.name in words:
            found[-1].append(move)
        else:
            found.append([move])
    return found


class ExpectTrick(Node):
    """`South wins the trick`; `nobody wins the trick`."""

    form = "{who} wins the trick"
    who: str


class ExpectGame(Node):
    """`us wins`: the game ends and this side has won it; `nobody wins`: the game goes on."""

    form = "{who} wins"
    who: str


class ExpectAsked(Node):
    """`North asked switch`, `North not asked switch`."""

    form = "{who} {is_asked:asked|not asked} {decision}"
    kinds = {"expect_asked": {"is_asked": True}, "expect_not_asked": {"is_asked": False}}
    who: str
    decision: str
    is_asked: bool = True


class ExpectLate(Node):
    """`too_slow plays 2C`, `too_slow bids tricks(3)`: what is chosen when that clock runs out."""

    form = "{clock} {is_bid:bids|plays} {what}"
    kinds = {"expect_late": {"is_bid": False}, "expect_late_bid": {"is_bid": True}}
    clock: str
    what: BidNode
    is_bid: bool


class ExpectLead(Node):
    """`West leads`: to the first trick, or to the one after those that are given."""

    form = "{who} leads"
    who: str


class ExpectDealer(Node):
    """`East deals next`: after this deal is scored, or thrown in."""

    form = "{who} deals next"
    who: str


class ExpectHeld(Node):
    """`North holds 13`, `deck lacks 2C`, `stock holds 2`, `North.aside holds 4C`."""

    form = "{who}[.{zone}] {lacks:lacks|holds} {held:/}"
    who: str
    """A seat, `deck`, `stock` or a zone."""
    zone: str | None
    held: int | tuple[Expr, ...]
    """How many cards, or some of them."""
    lacks: bool = False


Result: TypeAlias = (
    Sheet | ExpectMoves | ExpectTrick | ExpectGame | ExpectAsked | ExpectLead | ExpectDealer | ExpectHeld | ExpectLate
)


class Expect(Node):
    """`expect RESULT; RESULT [because section.rule]`."""

    form = "expect {results:;/}[/because {because:.}]"
    results: tuple[Result, ...]
    because: tuple[str, str] | None = None


class CaseOf(Node):
    """`case us take 7: us { score = 389 }`: one outcome, and its result."""

    form = "case {outcomes:,/}:/{expect.results:;/}[/because {expect.because:.}]"
    outcomes: tuple[Outcome, ...]
    expect: Expect


class NextDeal(Node):
    """`next deal`: what follows is about the deal after the previous one."""

    form = "next deal"


Line: TypeAlias = SetOptions | Given | Bids | Plays | Tricks | CaseOf | Expect | NextDeal


class Example(Node):
    """A worked example: a test that lives in the file."""

    form = "{change}example {title:quoted}"
    title: Text
    lines: tuple[Line, ...]
    remarks: tuple[Remark, ...] = ()
    change: Change = field(default=Change.ADD, kw_only=True)
    title_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
