"""The code of the play of the cards."""

from __future__ import annotations

from typing import Any

from spadesdsl.engine import choices, plan, play
from spadesdsl.engine.flow import play_saying
from spadesdsl.kernel.bidding import Bidding
from spadesdsl.kernel.values import CARD, CARDS, NOBODY, OPTION, SEAT, WATCH, Name, Type, held


class Playing(Bidding):
    """The play of the cards."""

    def write_play(self) -> None:
        """Write which cards of a seat may be played, what `binding` wrote with nobody who looks on, and who waits."""
        legal = self.made("legal", NARROW=self._narrowing_cards(NOBODY))
        self.unit.constants |= {"LEGAL": legal}
        self.unit.constants["WITH_CARD"] = bool(self.spec.plan.with_card)

    def follows(self, function: Any, node: plan.Node) -> Name:  # noqa: ANN401 - a function of the engine
        """Write what the engine does at a node."""
        found = self.unit.engine(function, (held(node).type,))
        return Name(found.name, found.type)

    def begin_play(self, node: plan.PlayBegins) -> Name:
        """Write how the play begins; who sits out may be settled then."""
        begins = self.follows(play.begin_play, node)
        if not self.spec.play.controls or not self.unit.constants["FIXED_IDLE"]:
            return begins
        text = "def settled(s):\n    s.idle = SITTING_OUT(s)\n    return BEGIN(s)"
        return self.wrote("settled", text, BEGIN=begins, SITTING_OUT=self.of_engine(choices.sitting_out))

    def plays_card(self, node: plan.PlaysCard) -> Name:
        """Write what a card does, and who waits for it."""
        if self.spec.play.trusts:
            self.unit.constants["NOTE_BREACHES"] = self._breaches()
        playing = self.of_engine(play.play_card, SEAT, CARD, held("").type)
        self.play_card[node.id] = playing.code
        if self.spec.plan.with_card:
            saying = self.of_engine(play_saying, SEAT, OPTION)
            self.taking[node.id] = self.made("take_with_card", PLAY_CARD=playing, SAYING=saying).code
        return self.follows(play.wait_for_card, node)

    def _breaches(self) -> Name:
        """Write which trust a card breaks: the same rules, for somebody who looks on."""
        return self.made("note_breaches", NARROW=self._narrowing_cards(WATCH))

    def _narrowing_cards(self, watch: Type) -> Name:
        found = self.unit.rule(self.spec.play.narrow, (SEAT, CARDS, watch))
        return Name(found.name, found.type)
