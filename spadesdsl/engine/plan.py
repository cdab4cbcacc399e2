"""The plan of a deal: what is done and who is asked, in which order, as a graph of nodes.

A plan is made once for each edition of a game. The interpreter (`flow`) follows it, and anyone who wants to know what
can come before what reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from spadesdsl.engine.spec import Ask, Code, Do, Phase, Place, Round, Step
from spadesdsl.frozen import Itself

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.rules.parts import Action

BACK: Final = -1
"""What follows the last node of a block: the node that was interrupted."""


class Turns(NamedTuple):
    """Whose turn it is in a decision or a round."""

    order: tuple[tuple[int, ...], ...]
    """The turns in order; each is the seats that may answer: one seat, or the members of a side."""
    sides: tuple[int | None, ...]
    """The side that each turn speaks for."""
    at: int = 0
    """The current turn."""
    laps: int = 0
    """How many times the turn has gone round before."""
    was_asked: bool = False
    """Whether anybody has been asked in this lap."""
    chosen: tuple[Any, ...] = ()
    """The cards chosen so far for a pass; if all answer at once, by turn: who answered what, or None."""
    closed: tuple[tuple[int, int], ...] = ()
    """Bidders, each with a bid type that it may not choose for the rest of the turn."""
    asked: tuple[Any, ...] = ()
    """The partner who has to say yes, the bidder, and the bid."""

    @property
    def group(self) -> tuple[int, ...]:
        """The seats whose turn it is."""
        return self.order[self.at]


NOBODY: Final = Turns((), ())
"""Nobody's turn."""


class Point(NamedTuple):
    """A point in the plan. The flow of a state is a stack of these: a block goes above what it interrupts."""

    node: int
    subject: int = -1
    """In a block: its player."""
    turns: Turns | None = None


# ---------------------------------------------------------------- nodes


class Node(Itself):
    """One moment of a deal."""

    id: int
    """Its number in the plan."""
    phase: Phase
    then: int
    """What follows."""


class PhaseBegins(Node):
    """A phase begins, unless it is skipped."""

    otherwise: int
    """What follows if it is skipped; BACK if no rule skips it."""


class FinalBids(Node):
    """The bids that stand have their blocks, each for its bidder, in the order of the bids."""

    blocks: tuple[int, ...]
    """By bid type: where its block begins."""


class PhaseEnds(Node):
    """A phase is over."""

    makes_sides: bool
    """Whether what was said in it makes the sides."""
    is_dealt: bool
    """Whether the hands are complete: no phase that deals follows."""


class Happens(Node):
    """Something happens, once or for several players in turn."""

    step: Do


class Asks(Node):
    """A question to one player, or to several in turn."""

    step: Ask
    after: int
    """The block that an answer leads to."""


class AsksAtOnce(Asks):
    """A question that all answer before anybody hears an answer."""


class OfRound(Node):
    """A moment of a round of bids."""

    step: Round
    turn: int
    """Where each turn of the round begins."""
    unseen: int
    """Where a bid is made before looking."""
    talk: int
    """What comes before any other bid."""
    bids: int
    agrees: int


class TurnBegins(OfRound):
    """Somebody's turn in a round: a bid before looking, a bid, or nothing."""


class BidsUnseen(OfRound):
    """A bid before looking, or a look."""


class Talks(OfRound):
    """The block of a round: what happens at each turn before the bid."""

    block: int


class Bids(OfRound):
    """A bid."""


class Agrees(OfRound):
    """The partner's yes or no to a bid."""


class BidsAtOnce(OfRound):
    """All bid before anybody hears a bid."""


class PlayBegins(Node):
    """The play begins: who leads to the first trick."""


class TrickBegins(Node):
    """A trick begins, unless nobody has a card to play."""

    over: int
    """What follows the last trick."""
    block: int


class PlaysCard(Node):
    """Somebody plays a card; then the next player does, or the trick is over."""

    over: int
    block: int
    """What happens after each card."""
    after: int
    """What happens after each trick."""


class TrickEnds(Node):
    """A trick is over: who leads to the next."""


class Scores(Node):
    """The deal is scored."""


class DealEnds(Node):
    """The deal is over: the next one is dealt."""


Made = TypeVar("Made", bound=Node)


class Plan(Itself):
    """The order of a deal."""

    nodes: tuple[Node, ...]
    """By number; a deal begins with the first."""
    volunteered: tuple[Asks, ...]
    """Questions that are open during a whole phase."""
    with_card: tuple[Asks, ...]
    """Questions that are answered by playing a card."""
    after_card: int
    """The block that follows each card."""

    def of(self, kind: type[Made]) -> Iterator[Made]:
        """Go over the nodes of a kind, in the order of the deal."""
        return (node for node in self.nodes if isinstance(node, kind))

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in the order of their numbers."""
        return tuple(sorted((node.step for node in self.nodes if isinstance(node, _WITH_STEP)), key=lambda one: one.id))

    def first(self, kind: type[Made]) -> Made:
        """Return the first node of a kind."""
        return next(self.of(kind))

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of bids, in the order of the deal."""
        return tuple(step for step in self.steps if isinstance(step, Round))

    @property
    def asked(self) -> dict[str, Ask | Round]:
        """The questions and the rounds, by the name of what is chosen."""
        return {step.name: step for step in self.steps if isinstance(step, Ask | Round)}

    def questions(self, name: str) -> list[Ask]:
        """Return the questions of this name."""
        return [step for step in self.steps if isinstance(step, Ask) and step.name == name]

    def within(self, *begins: int) -> tuple[Step, ...]:
        """Return the steps of blocks, with those that answers in them lead to."""
        seen: set[int] = set()
        waiting = [begin for begin in begins if begin != BACK]
        while waiting:
            node = self.nodes[waiting.pop()]
            if node.id not in seen:
                seen.add(node.id)
                waiting += (link.to for link in links(node))
        return tuple(node.step for node in map(self.nodes.__getitem__, sorted(seen)) if isinstance(node, _WITH_STEP))

    @property
    def in_play(self) -> tuple[Step, ...]:
        """What can happen between the first card and the last, whatever is said."""
        card = next(self.of(PlaysCard), None)
        if card is None:
            return ()
        blocks = [*(node.block for node in self.of(TrickBegins)), card.block, card.after]
        said = [*self.with_card, *(node for node in self.volunteered if node.phase is card.phase)]
        return (*(node.step for node in said), *self.within(*blocks, *(node.after for node in said)))

    @property
    def actions(self) -> tuple[Action[Code, Place], ...]:
        """All that a deal does by itself or after an answer."""
        return tuple(action for step in self.steps for action in step.actions)


_WITH_STEP = (Happens, Asks, TurnBegins, BidsAtOnce)
"""Nodes at which a step begins."""


class Link(NamedTuple):
    """A way from one node to another."""

    to: int
    says: str = ""
    """When it is taken, for people; empty if nothing else can follow."""
    is_block: bool = False
    """Whether the deal comes back from there."""


def links(node: Node) -> tuple[Link, ...]:
    """Return what can follow a node directly."""
    then = Link(node.then)
    match node:
        case PhaseBegins():
            found = [then, Link(node.otherwise, "if it is skipped")]
        case FinalBids():
            found = [*(Link(block, "for each bid that has a block", is_block=True) for block in node.blocks), then]
        case Asks():
            by_several = {"each": "the next player", "at once": "until all have answered"}
            again = [Link(node.id, says) for turns, says in by_several.items() if turns == node.step.by.turns]
            found = [Link(node.after, "after an answer", is_block=True), *again, then]
        case TurnBegins():
            to_bid = Link(node.talk, "the player has looked" if node.unseen != BACK else "the next player")
            found = [Link(node.unseen, "the player has not looked"), to_bid, Link(node.then, "all have had their turn")]
        case BidsUnseen():
            found = [Link(node.talk, "a look"), Link(node.agrees, "a bid that needs a yes"), Link(node.turn, "a bid")]
        case Talks():
            found = [Link(node.block, "at each turn", is_block=True), then]
        case Bids():
            found = [Link(node.agrees, "a bid that needs a yes"), Link(node.turn, "a bid")]
        case Agrees():
            found = [Link(node.turn, "yes"), Link(node.talk if node.unseen == BACK else node.unseen, "no")]
        case BidsAtOnce():
            found = [Link(node.id, "until all have bid"), then]
        case TrickBegins():
            before = Link(node.block, "before each trick", is_block=True)
            found = [before, then, Link(node.over, "if there is nobody to play a card")]
        case PlaysCard():
            blocks = [
                Link(node.block, "after each card", is_block=True),
                Link(node.after, "after each trick", is_block=True),
            ]
            found = [*blocks, Link(node.id, "the next player"), Link(node.then, "the trick is over")]
        case _:
            found = [then]
    return tuple(link for link in dict.fromkeys(found) if link.to != BACK)
