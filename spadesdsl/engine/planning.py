"""Making the plan of an edition from its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import plan
from spadesdsl.engine.plan import BACK, Asks, Node, Plan
from spadesdsl.engine.spec import Ask, BidType, Do, Phase, Round, Step
from spadesdsl.rules.parts import By, Skip, Timing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def plan_of(phases: Sequence[Phase], steps: Sequence[Step], bids: Sequence[BidType], sides_after: str | None) -> Plan:
    """Make the plan of an edition; the steps of a phase are found among `steps` by their numbers."""
    return _Planner(phases, steps, bids, sides_after).plan()


def _numbers(steps: Sequence[Step]) -> tuple[int, ...]:
    return tuple(step.id for step in steps)


class _Planner:
    """A plan that is being made: places are reserved first, so that a block can lead back to itself."""

    def __init__(
        self,
        phases: Sequence[Phase],
        steps: Sequence[Step],
        bids: Sequence[BidType],
        sides_after: str | None,
    ) -> None:
        self.phases, self.steps, self.bids, self.sides_after = phases, steps, bids, sides_after
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
        self.nodes[at] = plan.DealEnds(id=at, phase=self.phases[-1], then=0)
        volunteered = [node for phase in self.phases for node in self._apart(phase, "any time during", phase.name)]
        playing = [phase for phase in self.phases if phase.name == "play"]
        with_card = [node for phase in playing for node in self._apart(phase, "with each", "card")]
        after_card = next((node.block for node in self.nodes if isinstance(node, plan.PlaysCard)), BACK)
        return Plan(tuple(self.nodes), tuple(volunteered), tuple(with_card), after_card)

    def _timed(self, moment: str, what: str) -> tuple[int, ...]:
        """Return the steps with a time of their own, wherever they are written."""
        return _numbers([step for step in self.steps if step.timing == Timing(moment, what)])

    def _size_of(self, phase: Phase) -> int:
        match phase.name:
            case "scoring":
                return 2
            case "play":
                return 6
            case _:
                return (
                    2
                    + self._has_blocks(phase)
                    + sum(len(self._kinds(self.steps[number])) for number in _numbers(phase.steps))
                )

    def _has_blocks(self, phase: Phase) -> bool:
        return phase.name == "bidding" and any(bid.steps for bid in self.bids)

    def _phase(self, at: int, phase: Phase, over: int, *, is_dealt: bool) -> None:
        otherwise = over if phase.name in self.skipped else BACK
        self.nodes[at] = plan.PhaseBegins(id=at, phase=phase, then=at + 1, otherwise=otherwise)
        if phase.name == "scoring":
            self.nodes[at + 1] = plan.Scores(id=at + 1, phase=phase, then=over)
            return
        self.nodes[over - 1] = plan.PhaseEnds(
            id=over - 1, phase=phase, then=over, makes_sides=self.sides_after == phase.name, is_dealt=is_dealt
        )
        if phase.name == "play":
            self._play(at + 1, phase)
            return
        final = over - 1 - self._has_blocks(phase)
        self._chain(phase, _numbers(phase.steps), at + 1, final)
        if self._has_blocks(phase):
            blocks = tuple(self._block(phase, _numbers(bid.steps)) for bid in self.bids)
            self.nodes[final] = plan.FinalBids(id=final, phase=phase, then=final + 1, blocks=blocks)

    def _play(self, at: int, phase: Phase) -> None:
        trick, card, end, over = at + 1, at + 2, at + 3, at + 4
        self.nodes[at] = plan.PlayBegins(id=at, phase=phase, then=trick)
        before = self._block(phase, self._timed("before each", "trick"))
        self.nodes[trick] = plan.TrickBegins(id=trick, phase=phase, then=card, over=over, block=before)
        self.nodes[card] = plan.PlaysCard(
            id=card,
            phase=phase,
            then=end,
            over=over,
            block=self._block(phase, self._timed("after each", "card")),
            after=self._block(phase, self._timed("after each", "trick")),
        )
        self.nodes[end] = plan.TrickEnds(id=end, phase=phase, then=trick)

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
                    self.nodes[at] = plan.Happens(id=at, phase=phase, then=later, step=step)
                case Ask():
                    after = self._block(phase, self._timed("after", step.name))
                    kind = plan.AsksAtOnce if step.by.turns == "at once" else Asks
                    self.nodes[at] = kind(id=at, phase=phase, then=later, step=step, after=after)
                case Round():
                    self._round(phase, step, at, later)
            at += size

    def _round(self, phase: Phase, step: Round, at: int, then: int) -> None:
        kinds = self._kinds(step)
        places = {kind: at + number for number, kind in enumerate(kinds)}
        bids = places.get(plan.Bids, BACK)
        links: dict[str, Any] = {"phase": phase, "then": then, "step": step, "turn": at, "bids": bids}
        links |= {"unseen": places.get(plan.BidsUnseen, BACK), "agrees": places.get(plan.Agrees, BACK)}
        links["talk"] = places.get(plan.Talks, bids)
        for kind, place in places.items():
            own = {"block": self._block(phase, _numbers(step.block)), "then": bids} if kind is plan.Talks else {}
            self.nodes[place] = kind(id=place, **links | own)

    def _kinds(self, step: Step) -> tuple[type[Node], ...]:
        """Return the nodes that a step has."""
        match step:
            case Do():
                return (plan.Happens,)
            case Ask():
                return (plan.AsksAtOnce if step.by.turns == "at once" else Asks,)
            case Round(by=By(turns="at once")):
                return (plan.BidsAtOnce,)
            case Round():
                needs_yes = any(self.bids[bid].needs_yes is not None for bid in step.offers)
                has = {plan.BidsUnseen: step.unseen, plan.Talks: step.block, plan.Agrees: needs_yes}
                return tuple(
                    kind
                    for kind in (plan.TurnBegins, plan.BidsUnseen, plan.Talks, plan.Bids, plan.Agrees)
                    if has.get(kind, True)
                )
