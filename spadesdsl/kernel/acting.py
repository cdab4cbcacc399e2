"""The code of what rules do, by themselves and after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import plan
from spadesdsl.engine.actions import cards_of, give, give_once, run
from spadesdsl.engine.choices import pass_from, pass_size
from spadesdsl.engine.moving import MOST_LAPS, is_enough
from spadesdsl.engine.spec import Ask, Pile
from spadesdsl.kernel.pieces import Pieces, code
from spadesdsl.kernel.values import ENV, NUM, ROW, CannotCompileError, Function, Name, held
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

    def run(self, rule: RuleInfo, actions: tuple[Any, ...]) -> Name:
        """Write what actions do, in order; they stop at a redeal."""
        return self.of_engine(run, held(rule).type, held(actions).type, ENV, held(()).type, NUM)

    def _happens(self, node: plan.Happens, step: Do) -> Name:
        bound: dict[str, Any] = {
            "FOLLOW": self.made("follow", THEN=self.at(node.then)), "WHEN": code(step.when),
            "RUN": self.run(step.rule, step.actions),
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
        at_once = isinstance(node, plan.AsksAtOnce)
        bound = self.turns(node, ask.by, begins=node.id, is_round=False)
        bound |= self.answer(ask)
        bound |= {"AFTER": self.at(node.after), "IS_PASS": ask.kind == "pass", "MAY_DECLINE": ask.may_decline}
        bound["MAY_LOOK"] = ask.may_decline and self.unit.constants["HAS_UNSEEN"]
        if ask.kind == "pass":
            action = held(ask.actions[0]).type
            bound |= {
                "WHEN_CHOICE": code(ask.when_choice), "PASS_CARDS_OF": self.of_engine(pass_from, action, ENV),
                "PASS_SIZE": self.of_engine(pass_size, held(ask).type, NUM),
                "GIVE": self.of_engine(give, held(ask.rule).type, action, ENV, ROW),
            }  # fmt: skip
            bound["ASK_OPTIONS"] = self.made("pass_options", **bound)
            bound["PASS_CARDS"] = self.made("pass_cards", **bound)
        else:
            answers = self.options(
                "answers", "yes", -1, ask.parameters, WHEN=code(ask.when), EACH=code(ask.when_choice)
            )
            is_may = ask.kind == "may"
            bound["ASK_OPTIONS"] = self.made(
                "ask_options", ANSWERS=answers, ASKS_ALL=ask.asks_all, WHEN=code(ask.when), IS_MAY=is_may
            )
        bound["ASK_SEAT"] = self.made("ask_seat", **bound)
        bound["LIST_ASK"] = self.made("list_ask", **bound)
        bound["CARRY_OUT_ALL"] = self.made("carry_out_all", **bound) if at_once else None
        self.taking[node.id] = self.made("take_at_once" if at_once else "take_ask", **bound).code
        return self.made("ask", **bound)

    def write_unasked(self) -> None:
        """Write what may be said unasked: a function that lists it, and one that says it."""
        listing, saying = ["def list_unasked(s, node):"], ["def say_unasked(s, option):"]
        bound: dict[str, Any] = {}
        for number, asks in enumerate(self.spec.plan.volunteered, 1):
            ask = asks.step
            nodes = [self.base + one.id for one in self.spec.plan.nodes
                     if one.phase is asks.phase and not isinstance(one, plan.DealEnds)]  # fmt: skip
            parts = self.answer(ask, is_kept=True) | {"AFTER": self.at(asks.after), "NUMBER_OF_ASK": number}
            parts |= {"WHO": code(ask.by.who), "ANSWERED": len(ask.parameters)}
            parts["ANSWERS"] = self.options(
                "answers", "yes", -1, ask.parameters, WHEN=code(ask.when), EACH=code(ask.when_choice)
            )
            parts["IS_SAID"] = self.made("is_said", **parts)
            bound |= {f"LIST{number}": self.made("list_said", **parts), f"SAY{number}": self.made("say", **parts)}
            bound[f"WHO{number}"] = parts["WHO"]
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

    def answer(self, ask: Ask, *, is_kept: bool = False) -> dict[str, Any]:
        """Write what an answer does; it is kept if rules read it, or if that is asked for."""
        number = ask.decision
        at = self.layout.answers.get(number)
        if at is None and (is_kept or self._reads_answers(number, ask)):
            at = self.layout.answers_of(number)[0]
        bound: dict[str, Any] = {
            "DECISION": number, "ANSWERS_AT": at, "KEEP_ARGUMENTS": self.keep(ask.parameters),
            "LOAD_ARGUMENTS": self.load(ask.parameters),
        }  # fmt: skip
        bound["KEEP_ANSWER"] = self.made("keep_answer", **bound)
        if ask.kind == "pass":
            return bound
        bound["RUN"] = self.run(ask.rule, ask.actions)
        bound["CARRY_OUT"] = self.made("carry_out", **bound)
        return bound

    def _reads_answers(self, number: int, ask: Ask) -> bool:
        text = self.text
        names = (f"last_answer(s, {number})", f"last_answer_of(s, {number},", f"did_with_card(s, {number},")
        return any(name in text for name in names) or (f"did(s, {number}, " in text and bool(ask.parameters))
