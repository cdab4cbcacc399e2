"""The code of what rules do, by themselves and after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices, plan
from spadesdsl.engine.actions import cards_of, give
from spadesdsl.engine.flow import DOES, take_answer, take_unasked
from spadesdsl.engine.moving import order_of
from spadesdsl.kernel.pieces import Pieces, code
from spadesdsl.kernel.values import ENTRY, ENV, NUM, OPTION, ROW, SEAT, CannotCompileError, Name, held
from spadesdsl.rules.parts import Give

if TYPE_CHECKING:
    from spadesdsl.engine.spec import Ask, Do


class Acting(Pieces):
    """What rules do, by themselves and after a question."""

    def _happens(self, node: plan.Happens, step: Do) -> Name:
        if step.by is None or step.by.turns != "at once":
            return self.of_engine(DOES[plan.Happens], held(node).type)
        if len(step.actions) != 1 or not isinstance(step.actions[0], Give) or step.actions[0].each is not None:
            raise CannotCompileError("several things that happen at once")
        given = held(step.rule).type, held(step.actions[0]).type, ENV
        return self.made(
            "happen_at_once", FOLLOW=self.made("follow", THEN=self.at(node.then)), WHEN=code(step.when),
            LIST_ORDER=self.of_engine(order_of, held(step.by).type, NUM),
            SOURCE_ROW=self.of_engine(cards_of, *given[1:]), GIVE=self.of_engine(give, *given, ROW),
        )  # fmt: skip

    def _asks(self, node: plan.Asks, ask: Ask) -> Name:
        if ask.rule.keyword and ask.timing is not None and ask.timing.moment == "with each":
            return self.wrote("nothing", "def nothing(s):\n    return 0")
        if isinstance(node, plan.AsksAtOnce):
            self.taking[node.id] = self.made("take_at_once", IS_ROUND=False).code
        else:
            self.taking[node.id] = self.of_engine(take_answer, held(node).type, ENTRY, OPTION).code
        return self.of_engine(DOES[type(node)], held(node).type)

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
            bound[f"WHO{number}"] = code(ask.by.who)
            who = "players_of(s)"
            if ask.by.turns == "one":
                who = f"(s.sides[w{number}] & PLAYERS)" if ask.by.noun == "side" else f"(1 << w{number})"
                who = f"(0 if w{number} is None else {who})"
            listing += [f"    if node >= {min(nodes)} and node <= {max(nodes)}:", "        blank(s)"]
            listing += [f"        w{number} = WHO{number}(s)"] if ask.by.turns == "one" else []
            listing += [f"        LIST{number}(s, {who})"]
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
