"""The code of the deals that share their rules: a function for each node of the plan, and the score."""

from __future__ import annotations

from typing import Any

from spadesdsl.engine import plan, play
from spadesdsl.kernel.pieces import code
from spadesdsl.kernel.playing import Playing
from spadesdsl.kernel.thinking import quiet_bids, raising_bids
from spadesdsl.kernel.values import CannotCompileError, Name
from spadesdsl.rules.parts import TallyStep


class Edition(Playing):
    """Writes the code of the deals that share their rules."""

    def write(self) -> None:
        """Write the function of each node of the plan."""
        self.unit.constants["ORDERS"] = self._orders()
        self._write_bids()
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
        phase = self.built.phases[node.phase.name]
        match node:
            case plan.PhaseBegins():
                return self.made("begin_phase", THEN=then, OTHERWISE=self.at(node.otherwise), PHASE=phase)
            case plan.FinalBids():
                blocks = tuple(self.at(block) for block in node.blocks)
                return self.made("do_blocks_of_bids", THEN=then, BLOCKS=blocks)
            case plan.PhaseEnds():
                teams = self.spec.teams
                making = None
                if node.makes_sides:
                    making = self.made(
                        "make_sides", FIRST_OF_SIDE=code(teams.first), PARTNER_OF_SIDE=code(teams.partner),
                        OTHERS_TOGETHER=teams.others_together,
                    )  # fmt: skip
                return self.made("end_phase", THEN=then, MAKE_SIDES=making)
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
            case plan.DealEnds():
                return self.made("next_deal", DEALER_NEXT=code(self.spec.dealer_next))
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
        bound = {
            "SCORE_TALLIES": self._tallies(), "SCORE_GONE": self._gone(), "SCORE_LINES": self._lines(),
            "END_GAME": self._endings(),
        }  # fmt: skip
        self.scoring = self.made("score_deal", **bound)
        return self.made("score", SCORE_DEAL=self.scoring, THEN=then)

    def _tallies(self) -> Name:
        lines: list[str] = ["def score_tallies(s):"]
        bound: dict[str, Any] = {}
        for number, tally in enumerate(self.spec.scoring.tallies):
            for place, step in enumerate(tally.steps):
                change = self.unit.method(TallyStep.change, verb=step.verb, loses_rest=step.loses_rest)
                parts = {
                    "WHEN": code(step.when), "AMOUNT": code(step.amount), "VERB": step.verb,
                    "OF_TABLE": tally.of_table, "CHANGE": Name(change.name),
                    "TALLY": self.layout.game.tallies.index(tally.name),
                }  # fmt: skip
                parts["TALLY_CHANGE"] = self.made("tally_change", **parts)
                bound[f"STEP{number}_{place}"] = self.made("tally_step", **parts)
                lines.append(f"    STEP{number}_{place}(s)")
        return self.wrote("score_tallies", "\n".join([*lines, "    return"]), **bound)

    def _line(self, number: int, line: Any) -> dict[str, Any]:  # noqa: ANN401 - a line with functions
        parts: dict[str, Any] = {
            "LINE": number, "WHEN": code(line.when), "IS_OF_BID": False, "OF_SEATS": False,
            "HAS_INSTEAD": any(line.name in other.instead_of for other in self.spec.scoring.lines),
        }  # fmt: skip
        if line.bid_type is not None:
            bid = self.spec.bids[self.spec.bid_numbers[line.bid_type]]
            parts |= {
                "IS_OF_BID": True, "OF_SEATS": not bid.by_side, "TYPE": bid.id, "BY_SIDE": bid.by_side,
                "LOAD_ARGUMENTS": self.load(bid.parameters),
            }  # fmt: skip
        return parts | {"IS_EARNER": self.made("is_earner", **parts)}

    def _gone(self) -> Name:
        lines: list[str] = ["def score_gone(s):"]
        bound: dict[str, Any] = {}
        for number, line in enumerate(self.spec.scoring.lines):
            hidden = sum(1 << at for at, other in enumerate(self.spec.scoring.lines) if other.name in line.instead_of)
            if hidden:
                bound[f"MEETS{number}"] = self.made("meets_line", **self._line(number, line))
                lines += ["    for side in range(side_total(s)):", f"        if MEETS{number}(s, side):"]
                lines += [f"            s.gone[side] |= {hidden}"]
        if bound:
            lines[1:1] = ["    for side in range(side_total(s)):", "        s.gone[side] = 0"]
        return self.wrote("score_gone", "\n".join([*lines, "    return"]), **bound)

    def _lines(self) -> Name:
        lines: list[str] = ["def score_lines(s):"]
        bound: dict[str, Any] = {}
        for number, line in enumerate(self.spec.scoring.lines):
            parts = self._line(number, line)
            parts["CASES"] = self._cases(line)
            name = f"LINE{number}"
            bound[name] = self.made("line", **parts)
            lines += ["    for side in range(side_total(s)):"]
            out = "        if not is_out(s, side):\n            " if self.unit.constants["CAN_BE_OUT"] else "        "
            if self.spec.reads_subtotal:  # all sides have a line before anybody reads its total
                lines += [f"{out}s.wanted[side] = {name}(s, side)", "    for side in range(side_total(s)):"]
                lines += [f"{out}s.subtotals[side] += s.wanted[side]"]
            else:
                lines += [f"{out}s.subtotals[side] += {name}(s, side)"]
        return self.wrote("score_lines", "\n".join([*lines, "    return"]), **bound)

    def _cases(self, line: Any) -> Name:  # noqa: ANN401 - a line with functions
        lines: list[str] = ["def cases(s):"]
        bound: dict[str, Any] = {}
        for number, case in enumerate(line.cases):
            bound[f"VALUE{number}"] = code(case.value)
            if case.condition is None:
                lines.append(f"    return VALUE{number}(s)")
                break
            bound[f"IF{number}"] = code(case.condition)
            lines += [f"    if IF{number}(s):", f"        return VALUE{number}(s)"]
        return self.wrote("cases", "\n".join([*lines, "    return 0"]), **bound)

    def _endings(self) -> Name:
        lines: list[str] = ["def end_game(s):"]
        bound: dict[str, Any] = {}
        if not self.layout.fixed_sides:
            lines.append("    first_sides(s)")
        kinds = {"win": 0, "lose": 1, "out": 2}
        for number, ending in enumerate(self.spec.endings):
            bound[f"END{number}"] = self.made(
                "ending", WHEN=code(ending.when), KIND=kinds[ending.kind], NUMBER_OF_ENDING=number
            )
            lines += [f"    if END{number}(s):", "        return"]
        return self.wrote("end_game", "\n".join([*lines, "    return"]), **bound)
