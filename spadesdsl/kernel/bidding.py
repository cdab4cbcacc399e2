"""The code of rounds of bids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine import plan, rounds
from spadesdsl.engine.flow import DOES
from spadesdsl.engine.spec import Ask, Round
from spadesdsl.kernel.acting import Acting
from spadesdsl.kernel.pieces import code
from spadesdsl.kernel.values import ENTRY, OPTION, held

if TYPE_CHECKING:
    from spadesdsl.engine.spec import Must
    from spadesdsl.kernel.values import Name


class Bidding(Acting):
    """The rounds of bids."""

    def _of_round(self, node: plan.OfRound, step: Round) -> Name:
        if isinstance(node, plan.BidsAtOnce):
            self.taking[node.id] = self.made("take_at_once", IS_ROUND=True).code
        elif isinstance(node, plan.BidsUnseen | plan.Agrees | plan.Bids):
            self.taking[node.id] = self.of_engine(rounds.answer, held(node).type, ENTRY, OPTION).code
        for one in step.block:
            if isinstance(one, Ask):
                self.unit.constants["OF_STEP"][f"forget {one.decision}", step.id] = self.made(
                    "forget", DECISION=one.decision, ANSWERS_AT=self.answers_at(one)
                )
        return self.of_engine(DOES[type(node)], held(node).type)

    def narrowing(self, must: Must) -> Name:
        """Write what a rule leaves of the bids of a seat."""
        kinds = [
            bid for bid in self.spec.bids
            if must.bid_type in (None, bid.name) and not (must.reads_side_bid and not bid.by_side)
        ]  # fmt: skip
        obeys = self.made(
            "obeys", APPLIES=sum(1 << bid.id for bid in kinds), WHEN=code(must.when), BODY=code(must.body),
            BIND=None if must.bid_type is None else self.spec.bid_numbers[must.bid_type],
        )  # fmt: skip
        return self.made("narrow_bids", OBEYS=obeys)
