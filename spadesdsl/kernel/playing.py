"""The code of the play of the cards."""

from __future__ import annotations

from typing import Any

from spadesdsl.engine import plan, play
from spadesdsl.engine.flow import play_saying
from spadesdsl.kernel.bidding import Bidding
from spadesdsl.kernel.values import CARDS, NOBODY, OPTION, SEAT, WATCH, Name, Type, held


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
        return self.wrote("settled", "def settled(s):\n    s.idle = sitting_out(s)\n    return BEGIN(s)", BEGIN=begins)

    def plays_card(self, node: plan.PlaysCard) -> Name:
        """Write what a card does, and who waits for it."""
        breaches = self._breaches() if self.spec.play.trusts else None
        playing = self.made("play_card", NOTE_BREACHES=breaches, BLOCK=self.at(node.block))
        self.play_card[node.id] = playing.code
        if self.spec.plan.with_card:
            self.unit.constants["PLAYING"] = playing
            saying = self.of_engine(play_saying, SEAT, OPTION)
            self.taking[node.id] = self.made("take_with_card", PLAY_CARD=playing, SAYING=saying).code
        return self.follows(play.wait_for_card, node)

    def _breaches(self) -> Name:
        """Write which trust a card breaks: the same rules, for somebody who looks on."""
        return self.made("note_breaches", NARROW=self._narrowing_cards(WATCH))

    def _narrowing_cards(self, watch: Type) -> Name:
        found = self.unit.rule(self.spec.play.narrow, (SEAT, CARDS, watch))
        return Name(found.name, found.type)
