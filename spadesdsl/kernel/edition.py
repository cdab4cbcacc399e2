"""The code of the deals that share their rules: a function for each node of the plan, and the score."""

from __future__ import annotations

from typing import Any

from spadesdsl.engine import plan, play
from spadesdsl.engine.flow import DOES
from spadesdsl.engine.scoring import score_deal
from spadesdsl.kernel.pieces import code
from spadesdsl.kernel.playing import Playing
from spadesdsl.kernel.thinking import quiet_bids, raising_bids
from spadesdsl.kernel.values import CannotCompileError, Name, held


class Edition(Playing):
    """Writes the code of the deals that share their rules."""

    def write(self) -> None:
        """Write the function of each node of the plan."""
        self.unit.constants["ORDERS"] = self._orders()
        self.write_play()
        for node in self.spec.plan.nodes:
            try:
                self.doing[node.id] = self._node(node).code
            except CannotCompileError as error:
                step = getattr(node, "step", None)
                if not error.rule and step is not None:
                    error.rule = step.rule.key
                raise
        if any(one.plan.volunteered for one in self.built.specs):
            self.write_unasked()

    def _node(self, node: Any) -> Name:  # noqa: ANN401 - each kind of node
        then = self.at(node.then)
        match node:
            case plan.FinalBids():
                blocks = tuple(self.at(block) for block in node.blocks)
                return self.made("do_blocks_of_bids", THEN=then, BLOCKS=blocks)
            case plan.PhaseBegins() | plan.PhaseEnds() | plan.DealEnds():
                return self.of_engine(DOES[type(node)], held(node).type)
            case plan.Happens():
                return self._happens(node, node.step)
            case plan.Asks():
                return self._asks(node, node.step)
            case plan.OfRound():
                return self._of_round(node, node.step)
            case plan.PlayBegins():
                return self.begin_play(node)
            case plan.TrickBegins():
                return self.follows(play.begin_trick, node)
            case plan.PlaysCard():
                return self.plays_card(node)
            case plan.TrickEnds():
                return self.follows(play.end_trick, node)
            case plan.Scores():
                return self._scores(then)
            case _:
                raise CannotCompileError(f"a node of a new kind: {type(node).__name__}")

    def _orders(self) -> Name | None:
        """Write which orders of the ranks apply, as a mask."""
        found = () if self.spec.ranking_is_fixed else self.spec.orders()
        if not found:
            return None
        lines: list[str] = ["def orders(s):", "    found = 0"]
        bound: dict[str, Any] = {}
        for number, one in enumerate(found):
            bound[f"ORDER{number}"] = code(one)
            lines += [f"    if ORDER{number}(s) != 0:", f"        found |= {1 << number}"]
        return self.wrote("orders", "\n".join([*lines, "    return found"]), **bound)

    def write_thinking(self) -> None:
        """Write what plays an imagined deal on; see `spadesdsl.kernel.templates.policy`."""
        lines: list[str] = ["def offered(s, kind, at):"]
        bound: dict[str, Any] = {}
        for bid in self.spec.bids:
            if bid.contract is not None:
                bound |= {f"LOAD{bid.id}": self.load(bid.parameters), f"CONTRACT{bid.id}": code(bid.contract)}
                lines += [f"    if kind == {bid.id}:", f"        LOAD{bid.id}(s, at)"]
                lines += [f"        return CONTRACT{bid.id}(s)"]
        self.unit.constants |= {
            "OFFERED": self.wrote("offered", "\n".join([*lines, "    return None"]), **bound),
            "SCORE_DEAL": self.scoring, "SUITS": len(self.spec.deck.suits),
            "QUIET_BIDS": sum(1 << bid for bid in quiet_bids(self.layout.game, self.spec)),
            "RAISING_BIDS": sum(1 << bid for bid in raising_bids(self.layout.game, self.spec)),
        }  # fmt: skip
        self.thinking = self.unit.template("imagine").name

    def _scores(self, then: int) -> Name:
        found = self.unit.engine(score_deal, ())
        self.scoring = self.made("score_deal", DO=Name(found.name))
        return self.made("score", SCORE_DEAL=self.scoring, THEN=then)
