"""How rules narrow choices: each `must` in turn keeps what it allows, and is waived if it would leave nothing.

Choices are a mask: of cards, or of places in a list of bids. Legal moves, explanations, broken trust, what a bot may
conclude from a card, and proofs all come from `narrow`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from spadesdsl.engine.actions import environment, make_bid
from spadesdsl.engine.seats import bid_of
from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spadesdsl.engine.spec import Must, Round
    from spadesdsl.engine.state import StateData
    from spadesdsl.engine.turns import Option

    Allowed: TypeAlias = Callable[[Must], int]
    """Returns the mask of what a rule allows."""


@dataclass(frozen=True, slots=True)
class Effect:
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


def bind_bid(s: StateData, bid_type: str, env: list[Any], seat: int) -> bool:
    """Put the parameters of a seat's bid into an environment; return False if its bid is of another type."""
    bid = bid_of(s, seat)
    if bid is None or s.spec.bids[bid.type].name != bid_type:
        return False
    for parameter, value in zip(s.spec.bids[bid.type].parameters, bid.arguments, strict=True):
        env[parameter.slot] = value
    return True


def narrow(
    s: StateData,
    musts: Iterable[Must],
    choices: int,
    seat: int,
    *,
    allowed: Allowed | None = None,
    chosen: int = 0,
    effects: list[Effect] | None = None,
) -> int:
    """Return the choices that are left when each rule has narrowed them, if it can.

    Args:
        s: The state.
        musts: The rules, in their order.
        choices: What there is to choose from, as a mask.
        seat: Who chooses.
        allowed: What a rule allows, for bids. A rule about cards says itself whether it applies and what it allows.
        chosen: The choice that was made. A rule that is left to trust narrows only what is chosen by it.
        effects: Where to note what each rule does, if anybody asks.
    """
    env = environment(s, seat)
    for must in musts:
        if must.trust is not None and effects is None:
            continue
        if allowed is not None:
            mask = allowed(must)
        elif must.bid_type is not None and not bind_bid(s, must.bid_type, env, seat):
            continue
        elif must.when is None or must.when(s, env):
            mask = must.body(s, env)
        else:
            continue
        if effects is not None:
            effects.append(Effect(must, choices, mask))
        if mask & choices and (must.trust is None or mask & chosen):
            choices &= mask
    return choices


# ---------------------------------------------------------------- cards


def legal_cards(s: StateData, seat: int) -> int:
    """Return the mask of the cards that a seat may play."""
    return narrow(s, s.spec.play.musts, s.hands[seat], seat)


def effects_on_cards(s: StateData, seat: int, cards: int, *, chosen: int = 0) -> list[Effect]:
    """Return what each rule of the play does to a hand of these cards."""
    effects: list[Effect] = []
    narrow(s, s.spec.play.musts, cards, seat, chosen=chosen, effects=effects)
    return effects


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
    made = [judged(s, bid, seat) for bid in bids]

    def allowed(must: Must) -> int:
        return sum(1 << at for at, bid in enumerate(bids) if _obeys(made[at], must, bid, seat))

    return chosen_of(bids, narrow(s, musts, (1 << len(bids)) - 1, seat, allowed=allowed, effects=effects))


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
        bind_bid(after, must.bid_type, env, seat)
    return (must.when is not None and not must.when(after, env)) or bool(must.body(after, env))
