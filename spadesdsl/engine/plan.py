"""The plan of a deal: what is done and who is asked, in which order, as a graph of nodes.

A plan is made once for each edition of a game. The interpreter (`flow`) follows it, and anyone who wants to know what
can come before what reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from spadesdsl.engine.spec import Ask, BidType, Code, Do, Phase, Place, Round, Step
from spadesdsl.frozen import Itself
from spadesdsl.rules.parts import Action, By, Skip, Timing

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

    is_open: bool
    """Whether something may be said unasked meanwhile, which may end the round."""


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
    @lru_cache(maxsize=256)  # noqa: B019 - they are small, and looked up by themselves
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
    @lru_cache(maxsize=256)  # noqa: B019 - as above
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
            ended = [Link(node.then, "said unasked, it ends the round")] if node.is_open else []
            found = [Link(node.agrees, "a bid that needs a yes"), Link(node.turn, "a bid"), *ended]
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


# ---------------------------------------------------------------- making the plan of an edition


def plan_of(phases: Sequence[Phase], steps: Sequence[Step], bids: Sequence[BidType], sides_after: str | None) -> Plan:
    """Make the plan of an edition; the steps of a phase are found among `steps` by their numbers."""
    return _Planner(phases, steps, bids, sides_after).plan()


def _numbers(steps: Sequence[Step]) -> tuple[int, ...]:
    return tuple(step.id for step in steps)


class _Planner:
    """A plan that is being made: places are reserved first, so that a block can lead back to itself."""

    def __init__(
        self, phases: Sequence[Phase], steps: Sequence[Step], bids: Sequence[BidType], sides_after: str | None
    ) -> None:
        self.phases, self.bids, self.sides_after = phases, bids, sides_after
        self.steps = {step.id: step for step in steps}  # those of a bid that is never asked for may be left out
        self.nodes: list[Any] = []
        self.begun: dict[tuple[int, ...], int] = {}
        """Where each block begins."""
        actions = (action for step in steps for action in step.actions)
        self.skipped = {action.phase for action in actions if isinstance(action, Skip)}

    def plan(self) -> Plan:
        """Make the nodes phase by phase, then those of blocks."""
        sizes = [self._size_of(phase) for phase in self.phases]
        self.nodes = [None] * (sum(sizes) + 1)
        at = 0
        for number, (phase, size) in enumerate(zip(self.phases, sizes, strict=True)):
            self._phase(at, phase, at + size, is_dealt=all(one.name != "deal" for one in self.phases[number + 1 :]))
            at += size
        self.nodes[at] = DealEnds(id=at, phase=self.phases[-1], then=0)
        volunteered = [node for phase in self.phases for node in self._apart(phase, "any time during", phase.name)]
        playing = [phase for phase in self.phases if phase.name == "play"]
        with_card = [node for phase in playing for node in self._apart(phase, "with each", "card")]
        after_card = next((node.block for node in self.nodes if isinstance(node, PlaysCard)), BACK)
        return Plan(tuple(self.nodes), tuple(volunteered), tuple(with_card), after_card)

    def _timed(self, moment: str, what: str) -> tuple[int, ...]:
        """Return the steps with a time of their own, wherever they are written."""
        return _numbers([step for step in self.steps.values() if step.timing == Timing(moment, what)])

    def _size_of(self, phase: Phase) -> int:
        match phase.name:
            case "scoring":
                return 2
            case "play":
                return 6
            case _:
                turns = sum(len(self._kinds(self.steps[number])) for number in _numbers(phase.steps))
                return 2 + self._has_blocks(phase) + turns

    def _has_blocks(self, phase: Phase) -> bool:
        return phase.name == "bidding" and any(bid.steps for bid in self.bids)

    def _phase(self, at: int, phase: Phase, over: int, *, is_dealt: bool) -> None:
        otherwise = over if phase.name in self.skipped else BACK
        self.nodes[at] = PhaseBegins(id=at, phase=phase, then=at + 1, otherwise=otherwise)
        if phase.name == "scoring":
            self.nodes[at + 1] = Scores(id=at + 1, phase=phase, then=over)
            return
        self.nodes[over - 1] = PhaseEnds(
            id=over - 1, phase=phase, then=over, makes_sides=self.sides_after == phase.name, is_dealt=is_dealt
        )
        if phase.name == "play":
            self._play(at + 1, phase)
            return
        final = over - 1 - self._has_blocks(phase)
        self._chain(phase, _numbers(phase.steps), at + 1, final)
        if self._has_blocks(phase):
            blocks = tuple(self._block(phase, _numbers(bid.steps)) for bid in self.bids)
            self.nodes[final] = FinalBids(id=final, phase=phase, then=final + 1, blocks=blocks)

    def _play(self, at: int, phase: Phase) -> None:
        trick, card, end, over = at + 1, at + 2, at + 3, at + 4
        self.nodes[at] = PlayBegins(id=at, phase=phase, then=trick)
        before = self._block(phase, self._timed("before each", "trick"))
        self.nodes[trick] = TrickBegins(id=trick, phase=phase, then=card, over=over, block=before)
        block = self._block(phase, self._timed("after each", "card"))
        after = self._block(phase, self._timed("after each", "trick"))
        self.nodes[card] = PlaysCard(id=card, phase=phase, then=end, over=over, block=block, after=after)
        self.nodes[end] = TrickEnds(id=end, phase=phase, then=trick)

    def _block(self, phase: Phase, steps: tuple[int, ...]) -> int:
        """Return where a block begins; BACK if it is empty."""
        if not steps:
            return BACK
        if steps not in self.begun:
            self.begun[steps] = at = len(self.nodes)
            self.nodes += [None] * sum(len(self._kinds(self.steps[number])) for number in steps)
            self._chain(phase, steps, at, BACK)
        return self.begun[steps]

    def _apart(self, phase: Phase, moment: str, what: str) -> Iterator[Asks]:
        """Make the questions of a moment that the deal does not wait for."""
        for number in self._timed(moment, what):
            node = self.nodes[self._block(phase, (number,))]
            assert isinstance(node, Asks)
            yield node

    def _chain(self, phase: Phase, steps: tuple[int, ...], at: int, then: int) -> None:
        """Make steps that follow each other."""
        for place, number in enumerate(steps):
            step = self.steps[number]
            size = len(self._kinds(step))
            later = at + size if place + 1 < len(steps) else then
            match step:
                case Do():
                    self.nodes[at] = Happens(id=at, phase=phase, then=later, step=step)
                case Ask():
                    after = self._block(phase, self._timed("after", step.name))
                    kind = AsksAtOnce if step.by.turns == "at once" else Asks
                    self.nodes[at] = kind(id=at, phase=phase, then=later, step=step, after=after)
                case Round():
                    self._round(phase, step, at, later)
            at += size

    def _round(self, phase: Phase, step: Round, at: int, then: int) -> None:
        places = {kind: at + number for number, kind in enumerate(self._kinds(step))}
        bids = places.get(Bids, BACK)
        links: dict[str, Any] = {"phase": phase, "then": then, "step": step, "turn": at, "bids": bids}
        links |= {"unseen": places.get(BidsUnseen, BACK), "agrees": places.get(Agrees, BACK)}
        links["talk"] = places.get(Talks, bids)
        for kind, place in places.items():
            own = {"block": self._block(phase, _numbers(step.block)), "then": bids} if kind is Talks else {}
            if kind is Bids:
                own = {"is_open": bool(self._timed("any time during", phase.name))}
            self.nodes[place] = kind(id=place, **links | own)

    def _kinds(self, step: Step) -> tuple[type[Node], ...]:
        """Return the nodes that a step has."""
        match step:
            case Do():
                return (Happens,)
            case Ask():
                return (AsksAtOnce if step.by.turns == "at once" else Asks,)
            case Round(by=By(turns="at once")):
                return (BidsAtOnce,)
            case Round():
                needs_yes = any(self.bids[bid].needs_yes is not None for bid in step.offers)
                has = {BidsUnseen: step.unseen, Talks: step.block, Agrees: needs_yes}
                return tuple(kind for kind in (TurnBegins, BidsUnseen, Talks, Bids, Agrees) if has.get(kind, True))
