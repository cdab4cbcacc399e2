"""The code of what rules do, by themselves and after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import plan
from spadesdsl.engine.moving import MOST_LAPS
from spadesdsl.engine.spec import Ask, Cards, Hand, Pile
from spadesdsl.kernel.pieces import Pieces, code
from spadesdsl.kernel.values import CannotCompileError, Name
from spadesdsl.rules.parts import Award, Fix, Give, MakeBid, Redeal, Show, Shuffle, Skip

if TYPE_CHECKING:
    from spadesdsl.engine.spec import Do, Place
    from spadesdsl.rules.parts import RuleInfo


class Acting(Pieces):
    """What rules do, by themselves and after a question."""

    def source(self, place: Place, number: Any) -> dict[str, Any]:  # noqa: ANN401 - a function of the rules
        """Return what a template needs to know of where cards come from."""
        bound: dict[str, Any] = {"NUMBER": code(number), "SOURCE_IS_PILE": False, "SOURCE_IS_HAND": False}
        match place:
            case Pile():
                zone = place.zone
                owner = code(place.owner) or self.wrote("own", "def own(s):\n    return e[0]")
                bound |= {
                    "SOURCE_IS_PILE": True, "SOURCE_BASE": zone.base, "SOURCE_IS_EACH": zone.is_each,
                    "SOURCE_OWNER": owner,
                }  # fmt: skip
            case Hand():
                bound |= {"SOURCE_IS_HAND": True, "SOURCE": code(place.seat)}
            case Cards():
                bound["SOURCE"] = code(place.cards)
        return bound

    def give(self, rule: RuleInfo, action: Give[Any, Any], *, chosen: bool = False) -> dict[str, Any]:
        """Write a `give`; return it with its parts."""
        bound = self.source(action.source, action.number)
        target = action.to
        memory = self.memory(rule)
        bound |= {"MEMORY": memory, "FACE_UP": action.face_up, "TO_HAND": isinstance(target, Hand), "TARGET": 0}
        bound |= {"TARGET_IS_EACH": False, "HAS_OWNER": False, "OWNER": None}
        if isinstance(target, Pile):
            bound |= {"TARGET": target.zone.base, "TARGET_IS_EACH": target.zone.is_each}
            bound["FACE_UP"] = action.face_up or target.zone.face_up
            if target.zone.is_each:
                owner = code(target.owner) or self.wrote("own", "def own(s):\n    return e[0]")
                bound |= {"HAS_OWNER": True, "OWNER": owner}
        else:
            bound |= {"HAS_OWNER": True, "OWNER": code(target.seat)}
        bound["SOURCE_ROW"] = self.made("source_row", **bound)
        bound["GIVE_CARDS"] = self.made("give_cards", **bound)
        if action.each is not None and not chosen:
            stock = isinstance(action.source, Pile) and action.source.zone.base == 0 and not action.source.zone.is_each
            bound |= {"FROM_STOCK": stock, "ONLY_PLAYERS": action.each == "player", "START": code(action.start)}
            bound["DEAL_OUT"] = self.made("deal_out", **bound) if stock else None
            bound["GIVE"] = self.made("give_each", **bound)
        else:
            bound["GIVE"] = self.made("give_chosen" if chosen else "give_once", **bound)
        return bound

    def memory(self, rule: RuleInfo) -> int | None:
        """Return where the cards that a rule moves are remembered."""
        if rule.key not in self.spec.memories or rule.keyword not in ("give", "show"):
            return None
        return self.spec.memories.index(rule.key)

    def run(self, rule: RuleInfo, actions: tuple[Any, ...]) -> Name:
        """Write what actions do, in order; they stop at a redeal."""
        lines: list[str] = ["def run(s, record):"]
        bound: dict[str, Any] = {}
        for number, action in enumerate(actions):
            name = f"ACT{number}"
            match action:
                case Give():
                    bound[name] = self.give(rule, action)["GIVE"]
                    lines.append(f"    {name}(s)")
                case Show():
                    bound[name] = self.made(
                        "show_cards", CARDS_SHOWN=code(action.cards), MEMORY=self.memory(rule), TO_ALL=action.to is None
                    )
                    lines.append(f"    {name}(s)")
                case Shuffle(cards=Pile()):
                    bound[name] = self.made("shuffle_pile", **self.source(action.cards, None))
                    lines.append(f"    {name}(s)")
                case Shuffle():
                    bound[name] = self.made("shuffle_hand", **self.source(action.cards, None))
                    lines.append(f"    {name}(s)")
                case Award():
                    bound[name] = self.made("award", TO=code(action.to), TRICKS_GIVEN=code(action.tricks))
                    lines.append(f"    {name}(s)")
                case Skip():
                    lines.append(f"    s.skips |= {1 << self.built.phases[action.phase]}")
                case MakeBid():
                    lines += self._make_bid(number, action, bound)
                case Fix():
                    bound[name] = code(action.value)
                    lines.append(f"    x{number} = {name}(s)")
                    lines.append("    if record >= 0:")
                    lines.append(f"        s.memory[record + {self.layout.fixed(action.name)}] = x{number}")
                case Redeal():
                    bound[name] = self.made("redeal", DEALER=code(action.dealer), IS_NEW=action.is_new)
                    lines += [f"    {name}(s)", "    return"]
                case _:
                    raise CannotCompileError("an action of a new kind")
        return self.wrote("run", "\n".join([*lines, "    return"]), **bound)

    def _make_bid(self, number: int, action: MakeBid[Any], bound: dict[str, Any]) -> list[str]:
        kind = self.spec.bids[self.spec.bid_numbers[action.bid_type]]
        lines = []
        for at, (function, parameter) in enumerate(zip(action.arguments, kind.parameters, strict=True)):
            bound[f"VALUE{number}_{at}"] = code(function)
            lines += [f"    o{at} = e[{parameter.slot}]", f"    n{at} = VALUE{number}_{at}(s)"]
        for at in range(len(kind.parameters)):
            lines.append(f"    s.saved[{at}] = n{at}")
        lines.append(f"    make_bid_of(s, {kind.id}, as_place(s.saved))")
        lines += [f"    e[{one.slot}] = o{at}" for at, one in enumerate(kind.parameters)]
        return lines

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
            bound |= self.give(step.rule, step.actions[0], chosen=True)
            return self.made("happen_at_once", **bound)
        ends = {"STOPPING": code(by.stopping), "UNTIL": code(by.until)}
        bound["IS_ENOUGH"] = self.made("is_enough", **ends)
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
            action: Any = ask.actions[0]
            bound |= self.source(action.source, action.number) | {"WHEN": code(ask.when)}
            bound["WHEN_CHOICE"] = code(ask.when_choice)
            bound["PASS_CARDS_OF"] = self.made("pass_cards_of", **bound)
            bound["PASS_SIZE"] = self.made("pass_size", **bound)
            bound["ASK_OPTIONS"] = self.made("pass_options", **bound)
            bound["GIVE"] = self.give(ask.rule, action, chosen=True)["GIVE"]
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
