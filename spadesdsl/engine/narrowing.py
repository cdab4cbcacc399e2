"""How rules narrow choices: each `must` in turn keeps what it allows, and is waived if it would leave nothing.

Choices are a mask: of cards, or of places in a list of bids. Legal cards, explanations, broken trust, what a bot may
conclude from a card, and proofs all come from `Play.narrow`, the function that `binding` writes from a game's rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine.actions import environment, make_bid
from spadesdsl.engine.seats import bid_of
from spadesdsl.frozen import Frozen
from spadesdsl.work import spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.spec import Must, Round
    from spadesdsl.engine.state import StateData
    from spadesdsl.engine.turns import Option


class Effect(Frozen):
    """What a rule that applies does to the choices that the rules before it have left."""

    must: Must
    before: int
    allowed: int

    @property
    def kept(self) -> int:
        """What it keeps; nothing if it is waived."""
        return self.before & self.allowed

    @property
    def is_waived(self) -> bool:
        """Whether it would leave nothing, and so does not bind."""
        return not self.kept

    @property
    def narrows(self) -> bool:
        """Whether it takes some choices away and leaves others."""
        return self.kept not in (0, self.before)


class Watch:
    """Looks on while the rules of the play narrow cards: `Play.narrow` asks which rules count, and says what each does.

    A rule that is left to trust counts only for somebody who looks on, and narrows only what was chosen by it.
    """

    chosen = 0
    """The mask of the card that was chosen."""

    def judges(self, _: int) -> bool:
        """Tell whether the rule of this number counts."""
        return True

    def fails(self, number: int) -> None:
        """Take note that the condition of a rule does not hold."""

    def applies(self, number: int, before: int, allowed: int) -> None:
        """Take note of the cards that the rules before have left, and of what a rule that applies allows."""


class Effects(Watch):
    """Keeps what the rules that apply do, in order."""

    def __init__(self, s: StateData, chosen: int = 0) -> None:
        self.musts, self.chosen = s.spec.play.musts, chosen
        self.found: list[Effect] = []

    def applies(self, number: int, before: int, allowed: int) -> None:
        """Keep what a rule does."""
        self.found.append(Effect(self.musts[number], before, allowed))


def bind_bid(s: StateData, bid_type: int, env: list[Any], seat: int) -> bool:
    """Put the parameters of a seat's bid into an environment; return False if its bid is of another type."""
    bid = bid_of(s, seat)
    if bid is None or bid.type != bid_type:
        return False
    for parameter, value in zip(s.spec.bids[bid_type].parameters, bid.arguments, strict=True):
        env[parameter.slot] = value
    return True


# ---------------------------------------------------------------- cards


def legal_cards(s: StateData, seat: int) -> int:
    """Return the mask of the cards that a seat may play."""
    return s.spec.play.narrow(s, seat, s.hands[seat], None)


def effects_on_cards(s: StateData, seat: int, cards: int, *, chosen: int = 0) -> list[Effect]:
    """Return what each rule of the play does to a hand of these cards."""
    spend(20 + 4 * len(s.spec.play.musts) + s.spec.loops()[0])
    effects = Effects(s, chosen)
    s.spec.play.narrow(s, seat, cards, effects)
    return effects.found


# ---------------------------------------------------------------- bids


def narrow_bids(
    s: StateData,
    step: Round,
    seat: int,
    bids: Sequence[Option],
    *,
    is_unseen: bool,
    effects: list[Effect] | None = None,
) -> tuple[Option, ...]:
    """Return the bids of a round that its rules leave; an effect's mask is of places among all the bids.

    Before a look, no rule that reads the hand narrows them: it would give cards away.
    """
    musts = [must for must in step.musts if not (is_unseen and must.reads_hand)]
    if not musts:
        return tuple(bids)
    spend(len(musts) * len(bids))
    made = [judged(s, bid, seat) for bid in bids]

    left = (1 << len(bids)) - 1
    for must in musts:
        allowed = sum(1 << at for at, bid in enumerate(bids) if _obeys(made[at], must, bid, seat))
        if effects is not None:
            effects.append(Effect(must, left, allowed))
        left = left & allowed or left
    return chosen_of(bids, left)


def chosen_of(bids: Sequence[Option], mask: int) -> tuple[Option, ...]:
    """Return the bids whose places are in a mask."""
    return tuple([bid for at, bid in enumerate(bids) if mask >> at & 1])


def judged(s: StateData, bid: Option, seat: int) -> StateData:
    """Return the state as if a bid had been made: a bid under test counts already."""
    after = s.copy()
    make_bid(after, bid.value, bid.arguments, environment(after, seat))
    return after


def _obeys(after: StateData, must: Must, bid: Option, seat: int) -> bool:
    """Tell whether a `must` allows a bid that has been made, or does not apply to it."""
    kind = after.spec.bids[bid.value]
    if must.bid_type not in (None, kind.name) or (must.reads_side_bid and not kind.by_side):
        return True
    env = environment(after, seat)
    if must.bid_type is not None:
        bind_bid(after, kind.id, env, seat)
    return (must.when is not None and not must.when(after, env)) or bool(must.body(after, env))
