"""A bot that bids its sure tricks, wins while it needs tricks and ducks afterwards. It imagines nothing."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from spadesdsl.bots.evaluation import evaluation_of
from spadesdsl.bots.player import Advice, luck_of
from spadesdsl.bots.rollout import contract_after, entry_of, habit, has_opened, tricks_for
from spadesdsl.frozen import dataclass
from spadesdsl.kernel.thinking import quiet_bids

if TYPE_CHECKING:
    from spadesdsl.bots.aims import Aims
    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """A bot that plays by its own hand and by what a trick is worth to it now."""

    seed: int = 0

    def choose(self, view: View, turn: Turn) -> str:
        """Return one of the turn's moves."""
        return self.advise(view, turn).move

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move, with its reason."""
        if len(turn.moves) == 1:
            return Advice(turn.moves[0], "There is no other choice.")
        belief = view.belief
        assert belief is not None, "a bot needs the view of a running game"
        s = belief.imagine(luck_of(self.seed, view, turn))
        entry = entry_of(s, turn)
        aims = evaluation_of(s.game).aims(s)
        if entry.holder >= 0:
            return _card(s, entry, aims)
        if any(option.kind == "bid" for option in entry.options) and "look" not in turn.moves:
            return _bid(s, entry, aims)
        return Advice(habit(s, entry, aims).text, "That is how a hand like this is answered, without much thought.")


def _card(s: State, entry: Turn, aims: Aims) -> Advice:
    move = habit(s, entry, aims).text
    if aims.gain(s, entry.holder) > 0:
        return Advice(move, "Another trick is worth points: win it cheaply, or lose the least.")
    return Advice(move, "Another trick is worth nothing now: get rid of a high card and keep out of the lead.")


def _bid(s: State, entry: Turn, aims: Aims) -> Advice:
    """Bid the sure tricks: the highest bid that promises no more than those.

    Without one it passes, if somebody has bid, and bids the lowest otherwise.
    """
    tricks = tricks_for(s, entry)
    sure = floor(tricks) or round(tricks)
    promised = {
        option.text: contract
        for option in entry.options
        if option.kind == "bid" and (contract := contract_after(s, entry, option)) is not None
    }
    kept = [text for text, contract in promised.items() if 0 < contract <= sure]
    if kept:
        move = max(kept, key=promised.__getitem__)
        whose = "The hand" if entry.side is None else "The side"
        return Advice(move, f"{whose} is good for {sure} {'trick' if sure == 1 else 'tricks'}.")
    quiet = quiet_bids(s.spec.bids)
    passes = [
        option.text
        for option in entry.options
        if option.kind == "bid" and option.value in quiet and option.text not in promised
    ]
    if passes and has_opened(s):
        return Advice(passes[0], "The hand has no sure trick for more.")
    move = min(promised, key=promised.__getitem__) if promised else habit(s, entry, aims).text
    return Advice(move, "The hand has no sure trick for more.")
