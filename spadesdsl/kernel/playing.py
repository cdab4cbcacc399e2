"""The code of the play of the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import plan, play
from spadesdsl.engine.flow import carry_out_yes
from spadesdsl.kernel.bidding import Bidding
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.pieces import code
from spadesdsl.kernel.values import CARD, CARDS, NOBODY, NUM, SEAT, WATCH, Name, Type, held

if TYPE_CHECKING:
    from spadesdsl.engine.spec import Ask


class Playing(Bidding):
    """The play of the cards."""

    def write_play(self) -> None:
        """Write which cards of a seat may be played, what `binding` wrote with nobody who looks on, and who waits."""
        legal = self.made("legal", NARROW=self._narrowing_cards(NOBODY))
        self.unit.constants |= {"LEGAL": legal}
        self.unit.constants["WITH_CARD"] = self._with_card() if self.spec.plan.with_card else None

    def follows(self, function: Any, node: plan.Node) -> Name:  # noqa: ANN401 - a function of the engine
        """Write what the engine does at a node."""
        found = self.unit.engine(function, (held(node).type,))
        return Name(found.name, found.type)

    def begin_play(self, node: plan.PlayBegins) -> Name:
        """Write how the play begins; who sits out may be settled then."""
        begins = self.follows(play.begin_play, node)
        if not self.spec.play.controls or not self.unit.constants["FIXED_IDLE"]:
            return begins
        return self.wrote("settled", "def settled(s):\n    s.idle = sitting_out(s)\n    return BEGIN(s)", BEGIN=begins)

    def plays_card(self, node: plan.PlaysCard) -> Name:
        """Write what a card does, and who waits for it."""
        breaches = self._breaches() if self.spec.play.trusts else None
        playing = self.made("play_card", NOTE_BREACHES=breaches, BLOCK=self.at(node.block))
        self.play_card[node.id] = playing.code
        if self.spec.plan.with_card:
            self.taking[node.id] = self._take_with_card(playing).code
        return self.follows(play.wait_for_card, node)

    def _breaches(self) -> Name:
        """Write which trust a card breaks: the same rules, for somebody who looks on."""
        return self.made("note_breaches", NARROW=self._narrowing_cards(WATCH))

    def _narrowing_cards(self, watch: Type) -> Name:
        found = self.unit.rule(self.spec.play.narrow, (SEAT, CARDS, watch))
        return Name(found.name, found.type)

    def _with_card(self) -> Name:
        """Write the cards that may be played with a word, and those without one."""
        lines: list[str] = ["def with_card(s, seat, legal):", "    duty = 0"]
        bound: dict[str, Any] = {}
        for number, asks in enumerate(self.spec.plan.with_card):
            ask = asks.step
            bound |= {f"WHO{number}": code(ask.by.who), f"CARDS{number}": self._spoken(number, ask)}
            lines += ["    environment(s, seat)", f"    is_for{number} = True"]
            if ask.by.who is not None:
                whose = "s.side_of[seat]" if ask.by.noun == "side" else "seat"
                lines += [f"    is_for{number} = WHO{number}(s) == {whose}"]
            lines += [f"    if is_for{number}:", f"        m{number} = CARDS{number}(s, seat, legal)"]
            if ask.kind == "choose":
                lines += [f"        duty |= m{number}"]
        lines += ["    for card in as_cards(dedupe(s, legal & ~duty)):"]
        lines += [f"        add_option(s, seat, {KINDS['card']}, card, -1)", "    return"]
        return self.wrote("with_card", "\n".join(lines), **bound)

    def _spoken(self, number: int, ask: Ask) -> Name:
        """Write the cards that a word may be said with, and list them; return them as a mask."""
        each = [f"    for card in as_cards(dedupe(s, {'EACH(s) & legal' if ask.when is not None else 'legal'})):"]
        each += [f"        at = add_option(s, seat, {KINDS['card']}, card, {number})", "        found |= 1 << card"]
        each += [f"        s.memory[at + {4 + place}] = v{place}" for place in range(len(ask.parameters))]
        return self.ways(
            "spoken", "s, seat, legal", ask.parameters, each, before=["    found = 0"], after="    return found",
            EACH=code(ask.when),
        )  # fmt: skip

    def _take_with_card(self, playing: Name) -> Name:
        lines: list[str] = ["def take_with_card(s, option):", "    PLAY_CARD(s, s.memory[option + 2])"]
        bound: dict[str, Any] = {}
        for number, asks in enumerate(self.spec.plan.with_card):
            given = held(asks.step).type, SEAT, Type("arr", NUM), CARD
            bound[f"CARRY{number}"] = self.of_engine(carry_out_yes, *given)
            lines += [f"    if s.memory[option + 3] == {number}:"]
            lines += [f"        CARRY{number}(s, s.memory[option], as_numbers(option + 4), s.memory[option + 2])"]
            if asks.after != plan.BACK:
                lines += ["        if s.in_deal:"]
                lines += [f"            interrupt(s, {self.at(asks.after)}, s.memory[option])"]
        return self.wrote("take_with_card", "\n".join([*lines, "    return"]), PLAY_CARD=playing, **bound)
