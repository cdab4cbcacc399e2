"""From what a document tells to score sheets: what the rules read and it does not tell is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.documents import Fault
from spadesdsl.engine import position
from spadesdsl.engine.game import GameError
from spadesdsl.engine.spec import Ask, Award, Fix, Skip
from spadesdsl.engine.state import Trick
from spadesdsl.score.bidding import BidReader, Made, put_in
from spadesdsl.score.dividing import choices_of, divisions
from spadesdsl.score.facts import card_name
from spadesdsl.score.unknown import MissingFact, Unknown

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Action, Amount
    from spadesdsl.score.facts import Decision, Facts

_ROUNDS_OF_ASKING: Final = 100


@dataclass(frozen=True, slots=True)
class Division:
    """One way in which sides' totals may have come about."""

    taken: tuple[Amount | None, ...] | None
    """Tricks by seat."""
    bids: tuple[tuple[Made, ...], ...]


class Sheets:
    """Scores a deal in every way that a document leaves open."""

    def __init__(self, game: Game, facts: Facts) -> None:
        """Score for a game."""
        self.game = game
        self.facts = facts
        self.faults: list[Fault] = []
        self.told: dict[str, object] = {}
        """Stand-ins for what was asked for already, so that all is asked for at once."""
        self.blank = position.blank(
            game, deal=facts.deal, dealer=facts.dealer, scores=facts.scores, tallies=facts.tallies
        )
        reader = BidReader(self.blank)
        self.lines = reader.all_of(_without_totals(self.blank, facts))
        self.bid_totals = _bid_totals(self.blank, facts)
        self.faults += reader.faults
        self.facts_seat_taken = self._all_tricks()
        self._check_totals()

    # ---- what cannot be

    def fault(self, at: str, message: str) -> None:
        """Note something that cannot be."""
        self.faults.append(Fault(at, message))

    def _all_tricks(self) -> tuple[Amount | None, ...] | None:
        """Return the tricks of each seat: as told, or as they follow from `winners` or `tricks`, which must agree."""
        facts = self.facts
        taken = facts.seat_taken
        for key, winners in (("tricks", self._trick_winners()), ("winners", facts.winners)):
            if winners is None:
                continue
            counted = tuple(sum(winner == seat for winner in winners) for seat in range(len(self.game.seats)))
            for seat, told in enumerate(taken or ()):
                if told is not None and told != counted[seat]:
                    self.fault(f"taken[{seat}]", f"{told} tricks, and `{key}` has {counted[seat]}")
            for side, total in enumerate(facts.side_taken or ()):
                found = sum(counted[seat] for seat in self.blank.sides[side])
                if total is not None and total != found:
                    self.fault(f"taken.by_side[{side}]", f"{total} tricks, and `{key}` has {found}")
            taken = counted
        return taken

    def _trick_winners(self) -> tuple[int | None, ...] | None:
        """Work out who won each trick that the document tells of."""
        if self.facts.tricks is None:
            return None
        s = self.blank.copy()
        s.piles = _unknown_piles(s)
        winners: list[int | None] = []
        try:
            for decision in self.facts.decisions:
                self._decide(s, decision)
            position.settle(s)
            for leader, names in self.facts.tricks:
                winners.append(position.play_trick(s, leader, self._cards_left(s, names)))
        except MissingFact as missing:
            self.fault("tricks", f"who won cannot be told without {missing.what}: give `winners` or `taken` instead")
            return None
        except GameError:
            return None  # a card that is not there is told already
        for at, (mine, theirs) in enumerate(zip(winners, self.facts.winners or (), strict=False)):
            if mine != theirs:
                self.fault(f"winners[{at}]", f"by its cards seat {mine} won this trick")
        return tuple(winners)

    def _cards_left(self, s: State, names: tuple[str, ...]) -> tuple[int, ...]:
        """Return cards by name, equal ones that were not played yet."""
        found: list[int] = []
        for text in names:
            name = card_name(text)
            card = next(
                (
                    card
                    for card, one in enumerate(s.spec.deck.names)
                    if one == name and not s.played >> card & 1 and card not in found
                ),
                None,
            )
            if card is None:
                raise position.PositionError(f"{name} is not left")
            found.append(card)
        return tuple(found)

    def _check_totals(self) -> None:
        """Note more tricks than there are, and fewer where none can be missing."""
        most = self.blank.tricks_total
        by_seat = self.facts_seat_taken
        by_side = self.facts.side_taken if by_seat is None else None
        told = by_seat if by_seat is not None else by_side
        if told is None or not most:
            return
        key = "taken" if by_seat is not None else "taken.by_side"
        known = sum(value for value in told if value is not None)
        if known > most:
            self.fault(key, f"{_amount(known)} tricks, and a deal has {most}")
        elif None not in told and known < most and not self._may_lose_tricks():
            self.fault(key, f"{_amount(known)} tricks, and a deal has {most}")

    def _may_lose_tricks(self) -> bool:
        """Tell whether a trick may have no winner, or be left unplayed."""
        if self.blank.spec.play.equal == "cancel" or self.facts.winners is not None or self.facts.tricks is not None:
            return True
        actions: list[Action] = [
            action for step in self.blank.spec.steps for action in getattr(step, "actions", ()) or ()
        ]
        return any(isinstance(action, Award | Skip) for action in actions)

    # ---- every way that is left open

    def ways(self) -> list[Division]:
        """Return the ways in which the totals of sides may have come about."""
        taken_by_side = self._taken_ways()
        bids_by_side = [self._bid_ways(side) for side in range(len(self.blank.sides))]
        by_side = [list(product(*pair)) for pair in zip(taken_by_side, bids_by_side, strict=True)]
        return [self._together(way) for way in choices_of(by_side)]

    def _taken_ways(self) -> list[list[tuple[tuple[int, Amount | None], ...]]]:
        """Return for each side the ways to divide its tricks: seat and tricks."""
        ways: list[list[tuple[tuple[int, Amount | None], ...]]] = []
        for side, members in enumerate(self.blank.sides):
            total = self.facts.side_taken[side] if self.facts.side_taken is not None else None
            if self.facts_seat_taken is not None:
                ways.append([tuple((seat, self.facts_seat_taken[seat]) for seat in members)])
            elif total is not None:
                most = self.blank.tricks_total or total
                ways.append([tuple(zip(members, way, strict=True)) for way in divisions(total, len(members), most)])
            else:
                ways.append([tuple((seat, None) for seat in members)])
        return ways

    def _bid_ways(self, side: int) -> list[tuple[tuple[Made, ...], ...]]:
        """Return the ways to divide a side's bid among its seats, where it was told as a number and seats bid."""
        total = self.bid_totals.get(side)
        if total is None:
            return [()]
        members = self.blank.sides[side]
        offered = {int(label): (kind, arguments) for kind, arguments, label in _numbers(self.blank, members[0])}
        found = []
        for way in divisions(total, len(members), total):
            if all(part in offered for part in way):
                at = f"bids.by_side[{side}]"
                found.append(
                    tuple((Made(at, seat, *offered[int(part)]),) for seat, part in zip(members, way, strict=True))
                )
        if not found:
            self.fault(f"bids.by_side[{side}]", f"no two bids of players add up to {total}")
        return found or [()]

    def _together(self, way: tuple[Any, ...]) -> Division:
        taken: list[Amount | None] = [None] * len(self.blank.spec.seats)
        bids: list[tuple[Made, ...]] = [tuple(line) for line in self.lines]
        for tricks, divided in way:
            for seat, number in tricks:
                taken[seat] = number
            bids.extend(divided)
        return Division(tuple(taken), tuple(bids))

    # ---- one way

    def score(self, way: Division) -> State:
        """Score one way; note what the rules read and the document does not tell."""
        for _ in range(_ROUNDS_OF_ASKING):
            s = self._state(way)
            try:
                return position.score(s)
            except MissingFact as missing:
                self.told[missing.key] = 0
                self.fault(missing.key, f"the rules read {missing.what}, which the document does not tell")
        return position.score(self._state(way))

    def _state(self, way: Division) -> State:
        s = self.blank.copy()
        put_in(s, [list(line) for line in way.bids])
        for decision in self.facts.decisions:
            self._decide(s, decision)
        self._put_tricks(s, way)
        self._put_unknowns(s, way)
        s.memo = {}
        return s

    def _decide(self, s: State, decision: Decision) -> None:
        ask = next((one for one in s.spec.steps if isinstance(one, Ask) and one.name == decision.name), None)
        if ask is None:
            return
        at = f"did.{decision.name}"
        arguments = []
        for parameter in ask.parameters:
            key = f"{at}.with.{parameter.name}"
            if parameter.name in decision.given:
                arguments.append(_value(s, parameter.kind, decision.given[parameter.name], key))
            else:
                arguments.append(Unknown(key, f"`{parameter.name}` of the decision `{decision.name}`"))
        fixed: dict[str, Any] = {}
        for action in ask.actions:
            if isinstance(action, Fix):
                key = f"{at}.with.{action.name}"
                known = action.name in decision.given
                what = f"`{action.name}` of the decision `{decision.name}`"
                fixed[action.name] = _value(s, "", decision.given[action.name], key) if known else Unknown(key, what)
        position.did(s, decision.name, decision.seat, tuple(arguments), fixed)

    def _put_tricks(self, s: State, way: Division) -> None:
        if self.facts.tricks is not None:
            position.settle(s)
            for leader, names in self.facts.tricks:
                position.play_trick(s, leader, self._cards_left(s, names))
            return
        if self.facts.winners is not None:
            cards = Unknown("tricks", "the cards of the tricks")
            s.tricks = tuple(
                Trick(at + 1, cards, cards, cards, cards, winner)  # type: ignore[arg-type]
                for at, winner in enumerate(self.facts.winners)
            )
        else:
            s.tricks = self.told.get("winners", Unknown("winners", "who won each trick"))  # type: ignore[assignment]
            if s.tricks == 0:
                s.tricks = ()
        s.taken = tuple(
            self._or_ask(f"taken[{seat}]", f"the tricks of {self.game.seats[seat]}") if number is None else number
            for seat, number in enumerate(way.taken or ())
        )

    def _put_unknowns(self, s: State, way: Division) -> None:
        if self.facts.tricks is None:
            for seat in range(len(s.spec.seats)):
                if seat in self.facts.won:
                    position.win_cards(s, seat, position.find_cards(s, self.facts.won[seat]))
                else:
                    unknown = self._or_ask(f"won.{seat}", f"the cards that {self.game.seats[seat]} won")
                    s.won = (*s.won[:seat], unknown, *s.won[seat + 1 :])
        if not way.bids:
            seats = [self._or_ask("bids", "the bids") for _ in s.bids]
            if self.told.get("bids") is None:
                s.bids, s.contracts = tuple(seats), tuple(seats)
                s.side_bids = s.side_contracts = tuple(seats[: len(s.sides)])

    def _or_ask(self, key: str, what: str) -> Any:  # noqa: ANN401 - a stand-in for any value
        return self.told.get(key, Unknown(key, what))


def _unknown_piles(s: State) -> tuple[Any, ...]:
    """Return the piles of a deal, of whose cards a document tells nothing."""
    piles = list(s.piles)
    for zone in s.spec.zones:
        if zone.name not in ("stock", "discards"):
            for at in range(zone.base, zone.base + (len(s.spec.seats) if zone.is_each else 1)):
                piles[at] = Unknown(zone.name, f"the cards of `{zone.name}`")  # type: ignore[call-overload]
    return tuple(piles)


def _numbers(s: State, seat: int) -> list[tuple[int, tuple[Any, ...], str]]:
    """Return the bids of players that are a plain number, so that a side's can be their sum."""
    from spadesdsl.score.bidding import every_bid

    return [one for one in every_bid(s, seat) if one[2].isdecimal() and not s.spec.bids[one[0]].by_side]


def _bid_totals(s: State, facts: Facts) -> dict[int, int]:
    """Return the totals that are told for sides whose players bid."""
    if facts.side_bids is None or facts.seat_bids is not None or any(kind.by_side for kind in s.spec.bids):
        return {}
    return {
        side: int(texts[0])
        for side, texts in enumerate(facts.side_bids)
        if len(texts) == 1 and texts[0].isdecimal() and len(s.sides[side]) > 1
    }


def _without_totals(s: State, facts: Facts) -> Facts:
    from dataclasses import replace

    totals = _bid_totals(s, facts)
    if not totals or facts.side_bids is None:
        return facts
    return replace(facts, side_bids=tuple(() if side in totals else one for side, one in enumerate(facts.side_bids)))


def _value(s: State, kind: str, given: object, key: str) -> Any:  # noqa: ANN401 - of any kind
    """Return a value of the runtime: a suit, seat, card or rank by its name, a number, a truth."""
    if isinstance(given, bool):
        return given
    if isinstance(given, int | float) and kind in ("", "number"):
        return position.exact(given)
    names = {
        "suit": s.spec.deck.suits,
        "seat": s.spec.seats,
        "card": s.spec.deck.names,
        "rank": s.spec.deck.ranks,
    }
    text = card_name(str(given))
    for one in (kind,) if kind in names else names:
        if text in names[one]:
            return names[one].index(text)
    if kind in ("seat", "side") and isinstance(given, int) and 0 <= given < len(s.spec.seats):
        return given
    raise ValueError(key)


def _amount(value: Amount) -> str:
    return str(float(value)) if isinstance(value, Fraction) else str(value)
