"""The code of the deals that share their rules: a function for each node of the plan, and the score."""

from __future__ import annotations

import re
from functools import cached_property
from math import prod
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine import choices, plan, play, rounds
from spadesdsl.engine.actions import cards_of, give, sitting_out
from spadesdsl.engine.flow import DOES, play_saying, take_answer, take_unasked
from spadesdsl.engine.moving import MOST_LAPS, order_of
from spadesdsl.engine.play import MOST_CARDS, MOST_POSITIONS
from spadesdsl.engine.scoring import score_deal
from spadesdsl.engine.spec import MOST_IN_A_RANGE, Ask, Do, Hand, Must, Parameter, Spec
from spadesdsl.kernel import values
from spadesdsl.kernel.layout import KINDS, MOST_ANSWERS, MOST_BLOCKS, MOST_CALLS, MOST_OPTIONS, POSITIONS
from spadesdsl.kernel.thinking import quiet_bids, raising_bids
from spadesdsl.kernel.unit import Unit, code_of_rules
from spadesdsl.kernel.values import CARD, CARDS, ENTRY, ENV, NOBODY, OPTION, SEAT, CannotCompileError, Name, Type, held
from spadesdsl.rules.parts import Give, Shuffle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.engine.ranking import Ranking
    from spadesdsl.kernel.build import Built


LARGEST: Final = 10**9
"""Beyond such scores the interpreter goes on: the product of two of them still fits into a word."""


def code(function: Any) -> Name | None:  # noqa: ANN401 - a function of the rules, if there is one
    """Return what a template calls for a function of the rules."""
    return None if function is None else Name(function)


def _rankings(spec: Spec) -> tuple[Ranking, ...]:
    """Return every ranking that a deal can have."""
    if spec.ranking_is_fixed:
        stub: Any = SimpleNamespace(spec=spec)
        return (spec.ranking(stub),)
    try:
        return spec.rankings()
    except ValueError as error:
        found = CannotCompileError(str(error))
        found.rule = "deck.trumps"
        raise found from error


def _most_options(spec: Spec) -> int:
    """Return how many options there can be at once, at most: all that can ever be said, and any card, by every seat."""
    asked = [step.parameters for step in spec.plan.steps if isinstance(step, Ask)]
    things = spec.deck.size + len(spec.seats)
    ways = sum(
        prod(
            things if one.of is not None else MOST_IN_A_RANGE if one.choices is None else len(one.choices)
            for one in row
        )
        for row in (*asked, *(bid.parameters for bid in spec.bids))
    )
    return len(spec.seats) * (ways + spec.deck.size + 4) + spec.deck.size * ways * bool(spec.plan.with_card)


class Edition:
    """Writes the code of the deals that share their rules."""

    def __init__(self, built: Built, number: int, spec: Spec, kept: Mapping[str, bool] | None = None) -> None:
        self.built, self.spec, self.base = built, spec, built.bases[number]
        self.layout = built.layout
        self.kept = kept or self._kept()
        """What of the history of a deal rules read, so that it is kept."""
        self.doing: dict[int, str] = {}
        self.play_card: dict[int, str] = {}
        self.taking: dict[int, str] = {}
        self.unasked = self.saying = ""
        self.ranked = _rankings(spec)
        """Every ranking that a deal can have."""
        keys = [(one.trumps, one.suit, one.strength) for one in self.ranked]
        self.rankings = {key: keys.index(key) for key in keys}
        """The number of each ranking."""
        if kept is None:  # nothing is written of a kernel that is kept
            self.unit.constants["SAME_RANKING"] = tuple(map(keys.index, keys))

    @cached_property
    def unit(self) -> Unit:
        """What writes its functions."""
        spec = self.spec
        unit = Unit(self.built.module, self.layout, self._constants())
        play: list[Any] = [*spec.play.musts, *spec.play.controls]
        keys = [
            one.rule.key
            for one in (*spec.plan.steps, *spec.bids, *play, *spec.scoring.tallies, *spec.scoring.lines, *spec.endings)
        ]
        unit.rules = {re.sub(r"\W", "_", key): key for key in keys}
        return unit

    @cached_property
    def text(self) -> str:
        """The functions of its rules."""
        return code_of_rules(self.spec)

    def _kept(self) -> dict[str, bool]:
        text = self.text
        return {
            "TRACKS_OPEN": self.spec.has_unseen_bids or "s.open" in text,
            "KEEPS_CARDS": any(one in text for one in (".cards", "player_of", "position_of", "played_row")),
            "KEEPS_PLAYED": "played_by" in text,
            "KEEPS_CALLS": text.count("s.calls") > text.count("bool(s.calls)"),
            "KEEPS_TRICKS": ".leader" in text or ".best" in text,
            "KEEPS_WON": "s.won" in text or "cards_won" in text,
        }

    def _constants(self) -> dict[str, Any]:
        """Return what all templates know of this edition."""
        from spadesdsl.kernel.reading import sits_out_all_along  # a kernel that is kept needs none

        spec, layout, deck = self.spec, self.layout, self.spec.deck
        seats = layout.seats
        everybody = (1 << seats) - 1
        later = tuple(sum(1 << one for one in deck.copies[deck.faces[card]] if one > card) for card in range(deck.size))
        has_stacks = [
            any(isinstance(one, Shuffle) and isinstance(one.cards, Hand) for one in each.plan.actions)
            for each in (spec, *layout.specs)
        ]
        trumps_when, trumps = (None, None) if spec.trumps is None else spec.trumps
        rankings = self.ranked
        return {
            "SPEC": spec, "BASE": self.base, "OF_STEP": {}, "PHASES": self.built.phases, "WRITER": self,
            "RANKINGS": rankings, "SEATS": seats, "CARDS": deck.size, "ALL": deck.all, "ALL_SEATS": everybody,
            "PLAYERS": sum(1 << seat for seat in spec.players), "FIRST_PLAYER": spec.players[0],
            "SIDES": len(spec.teams.sides), "SIDE_SETS": tuple(sum(1 << s for s in row) for row in spec.teams.sides),
            "FIXED_SIDES": layout.fixed_sides, "CAN_BE_OUT": layout.can_be_out,
            "HAS_LONERS": not layout.fixed_sides or any(len(row) < 2 for row in spec.teams.sides),
            "HAS_SIDE_BIDS": any(bid.by_side for bid in spec.bids), "HAS_STACKS": has_stacks[0],
            "ANY_STACKS": any(has_stacks),
            "HAS_UNSEEN": spec.has_unseen_bids, "HAS_EQUALS": any(later), "LATER": later,
            "FACES": deck.faces, "CANCELS": spec.play.equal == "cancel", "MOST_LAPS": MOST_LAPS,
            "MOST_CALLS": MOST_CALLS, "LARGEST": LARGEST,
            "MOVING_RANKING": len(rankings) > 1,
            "SUITS_AND_NONE": 1 if spec.trumps is None else len(deck.suits) + 1,
            "FIRST_OF_SIDE": code(spec.teams.first), "PARTNER_OF_SIDE": code(spec.teams.partner),
            "OTHERS_TOGETHER": spec.teams.others_together,
            "TRUMPS_WHEN": code(trumps_when), "TRUMPS": code(trumps),
            "BY_SIDE_BIDS": sum(1 << bid.id for bid in spec.bids if bid.by_side),
            "TALLIES": len(layout.game.tallies), "HOLDERS": layout.holders,
            "FRAME": layout.frame, "FRAME_SIZE": layout.frame_size, "STACK": layout.places["stack"][0],
            "MOST_BLOCKS": MOST_BLOCKS, "MOST_OPTIONS": MOST_OPTIONS,
            "HAS_MANY_OPTIONS": _most_options(spec) > MOST_OPTIONS, "MOST_ANSWERS": MOST_ANSWERS,
            "OPTIONS": self.built.options, "OPTION_WIDTH": layout.option_width,
            "RECORD": layout.record, "FIRST": layout.FIRST, "MOST_NUMBER": 1 << 30,
            "WINNER": Name(spec.play.winner),
            "DEALER_FIRST": code(spec.dealer_first), "MOST_CLAIMED": MOST_CARDS, "MOST_POSITIONS": MOST_POSITIONS,
            "CLAIMS": self.built.claims, "CLAIMED_TRICKS": self.built.claims + layout.claims,
            "WIDTH_OF_POSITION": 5 + seats, "POSITIONS": POSITIONS,
            "HAS_CONTROLS": bool(spec.play.controls), "FIXED_IDLE": sits_out_all_along(spec),
            **{name.upper(): number for name, number in KINDS.items()}, **self.built.thinking.constants,
            **self.kept,
        }  # fmt: skip

    def made(self, template: str, **bound: Any) -> Name:  # noqa: ANN401 - numbers and functions
        """Write a copy of a template, and return it for others to call."""
        found = self.unit.template(template, **bound)
        return Name(found.name, found.type)

    def of_engine(self, function: Any, *types: Type) -> Name:  # noqa: ANN401
        """Translate a function of the engine, and return it for templates to call."""
        found = self.unit.engine(function, types)
        return Name(found.name, found.type)

    def wrote(self, title: str, text: str, **bound: Any) -> Name:  # noqa: ANN401
        """Write a function that was put together for this game."""
        found = self.unit.text(title, text, **bound)
        return Name(found.name, found.type)

    def at(self, node: int) -> int:
        """Return the number of a node among those of all editions."""
        return node if node == plan.BACK else self.base + node

    def load(self, parameters: tuple[Parameter, ...]) -> Name:
        """Write what puts arguments into the environment."""
        lines = [f"    e[{one.slot}] = as_numbers(at)[{number}]" for number, one in enumerate(parameters)]
        return self.wrote("load", "\n".join(["def load(s, at):", *(lines or ["    pass"])]))

    def write(self) -> None:
        """Write the function of each node of the plan."""
        constants = self.unit.constants
        constants |= {"ORDERS": self._orders(), "WITH_CARD": bool(self.spec.plan.with_card)}
        constants["LEGAL"] = self.made("legal", NARROW=self._narrowing_cards(NOBODY))
        if self.spec.play.trusts:  # the same rules, for somebody who looks on
            constants["NOTE_BREACHES"] = self.made("note_breaches", NARROW=self._narrowing_cards(values.WATCH))
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
                of_sides = any(bid.by_side and node.blocks[bid.id] != plan.BACK for bid in self.spec.bids)
                return self.made("do_blocks_of_bids", THEN=self.at(node.then), BLOCKS=blocks, OF_SIDES=of_sides)
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
                begins, out = self.of_engine(does, held(node).type), self.of_engine(sitting_out)
                return self.wrote("settled", text, BEGIN=begins, SITTING_OUT=out)
            case _:
                pass
        return self.of_engine(does, held(node).type)

    def _take(self, node: Any) -> None:  # noqa: ANN401 - each kind of node
        """Write what is done with what was chosen at a node."""
        match node:
            case plan.AsksAtOnce() | plan.BidsAtOnce():
                is_round = isinstance(node, plan.BidsAtOnce)
                looks = self.spec.has_unseen_bids and getattr(node.step, "may_decline", True)
                made = self.made("take_at_once", IS_ROUND=is_round, MAY_LOOK=looks)
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
            "happen_at_once", FOLLOW=self.made("follow", THEN=self.at(node.then), HAS_TURNS=True), WHEN=code(step.when),
            LIST_ORDER=self.of_engine(order_of, held(step.by).type, values.NUM),
            SOURCE_ROW=self.of_engine(cards_of, *given[1:]), GIVE=self.of_engine(give, *given, values.ROW),
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
            # They are not all in one row: what may be said unasked is behind all phases.
            first, last = ([at for at in nodes if at + step not in nodes] for step in (-1, 1))
            tests = [f"node >= {one} and node <= {other}" for one, other in zip(first, last, strict=True)]
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
            listing += [f"    if {' or '.join(tests)}:", "        blank(s)"]
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

    def narrowing(self, must: Must) -> Name | None:
        """Write what a rule leaves of the bids of a seat; None if it leaves all of them in every state."""
        never = must.when is not None and self._always(must.when) == 0
        if never or self._always(must.body):
            return None
        kinds = [
            bid for bid in self.spec.bids
            if must.bid_type in (None, bid.name) and not (must.reads_side_bid and not bid.by_side)
        ]  # fmt: skip
        obeys = self.made(
            "obeys", APPLIES=sum(1 << bid.id for bid in kinds), WHEN=code(must.when), BODY=code(must.body),
            BIND=None if must.bid_type is None else self.spec.bid_numbers[must.bid_type],
        )  # fmt: skip
        return self.made("narrow_bids", OBEYS=obeys)

    def _always(self, function: Any) -> int | None:  # noqa: ANN401 - a function of the rules
        """Return the number that a function of the rules always gives; None if it depends on the state."""
        return values.number_in(self.unit.module.fixed.get(self.unit.rule(function).name, ""))

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
        taking = [node for node in self.spec.plan.nodes if getattr(getattr(node, "step", None), "is_taking", False)]
        is_there = " or ".join(f"s.node == {self.at(node.id)}" for node in taking)
        self.unit.constants |= {
            "TAKES": self.wrote("takes", f"def takes(s):\n    return {is_there or False}"),
            "OFFERED": self.wrote("offered", "\n".join([*lines, "    return None"]), **bound),
            "SCORE_DEAL": self.scoring,
            "QUIET_BIDS": sum(1 << bid for bid in quiet_bids(self.layout.game, self.spec)),
            "RAISING_BIDS": sum(1 << bid for bid in raising_bids(self.layout.game, self.spec)),
        }  # fmt: skip
        self.thinking = self.unit.template("imagine").name
