"""The code of rounds of bids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import plan, rounds
from spadesdsl.engine.flow import DOES
from spadesdsl.engine.spec import Ask, Round
from spadesdsl.kernel.acting import Acting
from spadesdsl.kernel.pieces import code
from spadesdsl.kernel.values import NUM, OPTION, held

if TYPE_CHECKING:
    from spadesdsl.engine.spec import Must
    from spadesdsl.kernel.values import Name


class Bidding(Acting):
    """The rounds of bids."""

    def _of_round(self, node: plan.OfRound, step: Round) -> Name:
        if step.id not in self.rounds:
            self.rounds[step.id] = self._round(node, step)
        bound = self.rounds[step.id]
        if isinstance(node, plan.BidsAtOnce):
            self.taking[node.id] = self.made("take_at_once", **bound).code
            return self.made("bid_at_once", **bound)
        if isinstance(node, plan.BidsUnseen | plan.Agrees | plan.Bids):
            answer = self.of_engine(rounds.answer, held(node).type, NUM, OPTION)
            self.taking[node.id] = self.made("take_in_round", ANSWER=answer).code
        if isinstance(node, plan.BidsUnseen | plan.Agrees):
            return self.made("wait_unseen" if isinstance(node, plan.BidsUnseen) else "wait_yes", **bound)
        return self.of_engine(DOES[type(node)], held(node).type)

    def _round(self, node: plan.OfRound, step: Round) -> dict[str, Any]:
        spec = self.spec
        leaves: Any = next(
            (one for one in spec.plan.nodes if isinstance(one, plan.TurnBegins) and one.step is step), node
        )
        bound = self.turns(leaves, step.by, begins=node.turn, is_round=True)
        bound |= {
            "WHEN": code(step.when), "MAY_WAIT": step.may_wait,
            "UNSEEN": 0 if step.unseen or node.unseen != plan.BACK else -1, "IS_PASS": False,
            "MAY_LOOK": bool(step.unseen) or node.unseen != plan.BACK,
            "BIDS_OF": self._bids_of(step), "LOAD_ARGUMENTS": self.load(()),
        }  # fmt: skip
        bound["UNSEEN_BIDS"] = self.made("unseen_bids", **bound)
        own = self.unit.constants["OF_STEP"]
        own["turns_at", step.id] = bound["BEGIN_TURNS"]
        own["due", step.id] = self.made("list_bids", **bound)
        own["unseen", step.id] = self.made("list_unseen", **bound) if step.unseen else None
        for one in step.block:
            if isinstance(one, Ask):
                own[f"forget {one.decision}", step.id] = self.made(
                    "forget", DECISION=one.decision, ANSWERS_AT=self.answer(one)["ANSWERS_AT"]
                )
        return bound

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
            BIND=None if must.bid_type is None else self.spec.bid_numbers[must.bid_type],
        )  # fmt: skip
        return self.made("narrow_bids", OBEYS=obeys)
