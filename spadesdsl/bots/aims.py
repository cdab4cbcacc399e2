"""What each seat plays for in a deal: how many tricks its side still wants, and what one more is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.frozen import Frozen

if TYPE_CHECKING:
    from spadesdsl.engine.game import State
    from spadesdsl.engine.spec import Amount


class Aim(Frozen):
    """What a seat plays for."""

    contract: Amount | None = None
    """Tricks that its side has promised; None if nobody promises."""
    members: tuple[int, ...] = ()
    """The seats whose tricks count for the contract: the members who promised some, if any did."""
    promised_none: bool = False
    """Whether the seat has promised to take none."""
    short: float = 1.0
    """Points that the last trick of the contract is worth; if the seat promised none, its second trick."""
    over: float = 1.0
    """Points that one more trick is worth; if the seat promised none, its first trick."""
    beyond: tuple[float, ...] = ()
    """Points that each trick over the contract is worth, one after the other."""
    curve: tuple[float, ...] = ()
    """If nobody promises: points by the seat's tricks."""

    def gain(self, s: State, seat: int, left: int) -> float:
        """Return what one more trick is worth to the seat, with this many left to play."""
        taken = s.taken
        if self.curve:
            now = min(taken[seat], len(self.curve) - 1)
            later = self.curve[now + 1 : now + 1 + left]
            gains = ((points - self.curve[now]) / more for more, points in enumerate(later, 1))
            return max(gains, default=0.0)
        if self.promised_none:
            return self.over if not taken[seat] else self.short
        if self.contract is None:
            return self.over
        missing = self.contract - sum(taken[member] for member in self.members)
        return self.short if 0 < missing <= left else self.overtrick(int(-missing))

    def overtrick(self, many: int) -> float:
        """Return what one more trick is worth after so many over the contract: the next counts most, but not alone."""
        if not self.beyond or many < 0:
            return self.over
        coming = self.beyond[min(many, len(self.beyond) - 1) :]
        shares = [0.5**place for place in range(len(coming))]
        return sum(share * points for share, points in zip(shares, coming, strict=True)) / sum(shares)

    def denied(self, s: State, left: int) -> float:
        """Return what it is worth to the other sides to deny this one a trick."""
        if self.contract is None or self.promised_none:
            return 0.0
        missing = self.contract - sum(s.taken[member] for member in self.members)
        if not 0 < missing <= left:
            return self.overtrick(int(-missing)) / 2
        return self.short / (1 + left - int(missing)) ** 2


class Aims(Frozen):
    """What all seats play for."""

    by_seat: tuple[Aim, ...]
    weights: tuple[float, ...]
    """By card: points for winning it in a trick; empty if no card is worth anything."""
    sides: tuple[tuple[int, ...], ...]

    def gain(self, s: State, seat: int) -> float:
        """Return what one more trick is worth to a seat now, not counting its cards."""
        aim = self.by_seat[seat]
        left = s.hands[seat].bit_count()
        own = aim.gain(s, seat, left)
        if aim.contract is None or (aim.promised_none and not s.taken[seat]):
            return own
        # Who has broken a promise of no tricks is free to break those of others.
        for side in self.sides:
            if seat not in side:
                makers = self.by_seat[side[0]].members or side
                own += self.by_seat[makers[0]].denied(s, left) / (len(self.sides) - 1)
        return own


def plain_aims(s: State) -> Aims:
    """Return the aims of a player who has read no scoring rule: take what was promised and no more."""
    aims = [Aim()] * len(s.hands)
    for side, members in enumerate(s.sides):
        found = promises(s, side)
        for seat in members:
            if found is None:
                continue
            contract, makers = found
            aims[seat] = Aim(contract, makers, promised_none=seat not in makers, short=1.0, over=-1.0)
    return Aims(tuple(aims), (), s.sides)


def promises(s: State, side: int) -> tuple[Amount, tuple[int, ...]] | None:
    """Return what a side has promised, and whose tricks count for it; None if it has promised nothing."""
    members = s.sides[side]
    own = s.side_contracts[side]
    if own is not None:
        return own, members
    contracts = {seat: contract for seat in members if (contract := s.contracts[seat]) is not None}
    if not contracts:
        return None
    makers = tuple(seat for seat in members if contracts.get(seat, 1))
    return sum(contracts.values()), makers
