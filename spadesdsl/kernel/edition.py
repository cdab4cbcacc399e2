"""The code of the deals that share their rules: a function for each node of the plan, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices, plan, play, rounds
from spadesdsl.engine.actions import cards_of, give
from spadesdsl.engine.flow import DOES, play_saying, take_answer, take_unasked
from spadesdsl.engine.moving import order_of
from spadesdsl.engine.scoring import score_deal
from spadesdsl.engine.spec import Ask
from spadesdsl.kernel.pieces import Pieces, code
from spadesdsl.kernel.thinking import quiet_bids, raising_bids
from spadesdsl.kernel.values import (
    CARD,
    CARDS,
    ENTRY,
    ENV,
    NOBODY,
    NUM,
    OPTION,
    ROW,
    SEAT,
    WATCH,
    CannotCompileError,
    Name,
    Type,
    held,
)
from spadesdsl.rules.parts import Give

if TYPE_CHECKING:
    from spadesdsl.engine.spec import Do, Must


class Edition(Pieces):
    """Writes the code of the deals that share their rules."""

    def write(self) -> None:
        """Write the function of each node of the plan."""
        constants = self.unit.constants
        constants |= {"ORDERS": self._orders(), "WITH_CARD": bool(self.spec.plan.with_card)}
        constants["LEGAL"] = self.made("legal", NARROW=self._narrowing_cards(NOBODY))
        if self.spec.play.trusts:  # the same rules, for somebody who looks on
            constants["NOTE_BREACHES"] = self.made("note_breaches", NARROW=self._narrowing_cards(WATCH))
        for node in self.spec.plan.nodes:
            try:
                self.doing[node.id] = self._node(node).code
                self._take(node)
            except CannotCompileError as error:
                step = getattr(node, "step", None)
                if not error.rule and step is not None:
                    error.rule = step.rule.key
                raise
        if any(one.plan.volunteered for one in self.built.specs):
            self.write_unasked()

    def _node(self, node: Any) -> Name:  # noqa: ANN401 - each kind of node
        """Write what is done at a node."""
        does = None if isinstance(node, plan.FinalBids | plan.Scores) else DOES[type(node)]
        match node:
            case plan.FinalBids():
                blocks = tuple(self.at(block) for block in node.blocks)
                return self.made("do_blocks_of_bids", THEN=self.at(node.then), BLOCKS=blocks)
            case plan.Scores():
                self.scoring = self.made("score_deal", DO=self.of_engine(score_deal))
                return self.made("score", SCORE_DEAL=self.scoring, THEN=self.at(node.then))
            case plan.Happens(step=step) if step.by is not None and step.by.turns == "at once":
                return self._happens_at_once(node, step)
            case plan.Asks() if node in self.spec.plan.with_card:
                return self.wrote("nothing", "def nothing(s):\n    return 0")
            case plan.OfRound(step=step):
                for one in step.block:
                    if isinstance(one, Ask):
                        self.unit.constants["OF_STEP"][f"forget {one.decision}", step.id] = self.made(
                            "forget", DECISION=one.decision, ANSWERS_AT=self.answers_at(one)
                        )
            case plan.PlayBegins() if self.spec.play.controls and self.unit.constants["FIXED_IDLE"]:
                text = "def settled(s):\n    s.idle = SITTING_OUT(s)\n    return BEGIN(s)"
                begins, out = self.of_engine(does, held(node).type), self.of_engine(choices.sitting_out)
                return self.wrote("settled", text, BEGIN=begins, SITTING_OUT=out)
            case _:
                pass
        return self.of_engine(does, held(node).type)

    def _take(self, node: Any) -> None:  # noqa: ANN401 - each kind of node
        """Write what is done with what was chosen at a node."""
        match node:
            case plan.AsksAtOnce() | plan.BidsAtOnce():
                made = self.made("take_at_once", IS_ROUND=isinstance(node, plan.BidsAtOnce))
            case plan.Asks() if node not in self.spec.plan.with_card:
                made = self.of_engine(take_answer, held(node).type, ENTRY, OPTION)
            case plan.BidsUnseen() | plan.Agrees() | plan.Bids():
                made = self.of_engine(rounds.answer, held(node).type, ENTRY, OPTION)
            case plan.PlaysCard():
                playing = self.of_engine(play.play_card, SEAT, CARD, held("").type)
                self.play_card[node.id] = playing.code
                if not self.spec.plan.with_card:
                    return
                saying = self.of_engine(play_saying, SEAT, OPTION)
                made = self.made("take_with_card", PLAY_CARD=playing, SAYING=saying)
            case _:
                return
        self.taking[node.id] = made.code

    def _happens_at_once(self, node: plan.Happens, step: Do) -> Name:
        if len(step.actions) != 1 or not isinstance(step.actions[0], Give) or step.actions[0].each is not None:
            raise CannotCompileError("several things that happen at once")
        given = held(step.rule).type, held(step.actions[0]).type, ENV
        return self.made(
            "happen_at_once", FOLLOW=self.made("follow", THEN=self.at(node.then)), WHEN=code(step.when),
            LIST_ORDER=self.of_engine(order_of, held(step.by).type, NUM),
            SOURCE_ROW=self.of_engine(cards_of, *given[1:]), GIVE=self.of_engine(give, *given, ROW),
        )  # fmt: skip

    def _narrowing_cards(self, watch: Type) -> Name:
        found = self.unit.rule(self.spec.play.narrow, (SEAT, CARDS, watch))
        return Name(found.name, found.type)

    def write_unasked(self) -> None:
        """Write what may be said unasked: a function that lists it, and one that says it."""
        listing, saying = ["def list_unasked(s, node):"], ["def say_unasked(s, option):"]
        bound: dict[str, Any] = {}
        for number, asks in enumerate(self.spec.plan.volunteered, 1):
            ask = asks.step
            nodes = [self.base + one.id for one in self.spec.plan.nodes
                     if one.phase is asks.phase and not isinstance(one, plan.DealEnds)]  # fmt: skip
            parts: dict[str, Any] = {
                "NUMBER_OF_ASK": number,
                "ANSWERS_AT": self.answers_at(ask),
                "ANSWERED": len(ask.parameters),
            }
            parts["ANSWERS"] = self.of_engine(choices._answers, held(ask).type, SEAT, held("").type)
            parts["IS_SAID"] = self.made("is_said", **parts)
            bound[f"LIST{number}"] = self.made("list_said", **parts)
            bound[f"SAY{number}"] = self.of_engine(take_unasked, held(asks).type, ENTRY, OPTION)
            bound[f"WHO{number}"] = self.of_engine(choices._volunteers, held(ask).type)
            listing += [f"    if node >= {min(nodes)} and node <= {max(nodes)}:", "        blank(s)"]
            listing += [f"        LIST{number}(s, WHO{number}(s))"]
            saying += [f"    if s.memory[option + 3] == {number}:", f"        SAY{number}(s, option)", "        return"]
        self.unasked = self.wrote("list_unasked", "\n".join([*listing, "    return"]), **bound).code
        self.saying = self.wrote("say_unasked", "\n".join([*saying, "    return"]), **bound).code

    def keep(self, ask: Ask) -> Name:
        """Write what keeps an answer, if rules read it or it is given unasked: nobody says the same thing twice."""
        number = ask.decision
        return self.made("keep_answer", DECISION=number, ANSWERS_AT=self.answers_at(ask), MANY=len(ask.parameters))

    def answers_at(self, ask: Ask) -> int | None:
        """Return where the answers to a question are kept; None if they are not."""
        is_unasked = any(one.step is ask for one in self.spec.plan.volunteered)
        at = self.layout.answers.get(ask.decision)
        if at is None and (is_unasked or self._reads_answers(ask.decision, ask)):
            at = self.layout.answers_of(ask.decision)[0]
        return at

    def _reads_answers(self, number: int, ask: Ask) -> bool:
        text = self.text
        names = (f"last_answer(s, {number})", f"last_answer_of(s, {number},", f"did_with_card(s, {number},")
        return any(name in text for name in names) or (f"did(s, {number}, " in text and bool(ask.parameters))

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
