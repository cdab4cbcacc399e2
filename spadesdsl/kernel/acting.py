"""The code of what rules do, by themselves and after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices, plan
from spadesdsl.engine.actions import cards_of, give, give_once, run
from spadesdsl.engine.flow import DOES, take_answer, take_unasked
from spadesdsl.engine.moving import MOST_LAPS, is_enough
from spadesdsl.engine.spec import Ask, Pile
from spadesdsl.kernel.pieces import Pieces, code
from spadesdsl.kernel.values import ENTRY, ENV, NUM, OPTION, ROW, SEAT, CannotCompileError, Function, Name, held
from spadesdsl.rules.parts import Give

if TYPE_CHECKING:
    from spadesdsl.engine.spec import Do
    from spadesdsl.rules.parts import RuleInfo


class Acting(Pieces):
    """What rules do, by themselves and after a question."""

    def give_each(self, rule: RuleInfo, action: Give[Any, Any]) -> Function:
        """Write a `give` to each."""
        source = action.source
        bound: dict[str, Any] = {
            "FROM_STOCK": isinstance(source, Pile) and source.zone.base == 0 and not source.zone.is_each,
            "ONLY_PLAYERS": action.each == "player", "START": code(action.start), "NUMBER": code(action.number),
            "FACE_UP": action.face_up,
        }  # fmt: skip
        bound["DEAL_OUT"] = self.made("deal_out", **bound)
        bound["GIVE_ONE"] = self.of_engine(give_once, held(rule).type, held(action).type, ENV, NUM, held(None).type)
        return self.unit.template("give_each", **bound)

    def _happens(self, node: plan.Happens, step: Do) -> Name:
        bound: dict[str, Any] = {
            "FOLLOW": self.made("follow", THEN=self.at(node.then)), "WHEN": code(step.when),
            "RUN": self.of_engine(
                run, held(step.rule).type, held(step.actions).type, ENV, held(()).type, held(-1).type, held(-1).type
            ),
        }  # fmt: skip
        by = step.by
        if by is None:
            return self.made("happen", **bound)
        bound["LIST_ORDER"] = self.order(by)
        if by.turns == "at once":
            if len(step.actions) != 1 or not isinstance(step.actions[0], Give) or step.actions[0].each is not None:
                raise CannotCompileError("several things that happen at once")
            given = held(step.rule).type, held(step.actions[0]).type, ENV
            bound |= {"SOURCE_ROW": self.of_engine(cards_of, *given[1:]), "GIVE": self.of_engine(give, *given, ROW)}
            return self.made("happen_at_once", **bound)
        bound["IS_ENOUGH"] = self.of_engine(is_enough, held(by).type, ENV)
        return self.made("happen_in_turn", LAPS=MOST_LAPS if by.until is not None else 1, **bound)

    def _asks(self, node: plan.Asks, ask: Ask) -> Name:
        if ask.rule.keyword and ask.timing is not None and ask.timing.moment == "with each":
            return self.wrote("nothing", "def nothing(s):\n    return 0")
        self.unit.constants["OF_STEP"]["turns_at", ask.id] = self.turns(node, ask.by)
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
