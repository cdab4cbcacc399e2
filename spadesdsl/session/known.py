"""What a seat knows of a deal, in words: what is played, who bid and took what, what lies on the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from spadesdsl.engine.choices import told_cards
from spadesdsl.engine.game import State
from spadesdsl.engine.scoring import subject
from spadesdsl.engine.spec import Ask, Round
from spadesdsl.engine.state import Bid
from spadesdsl.engine.turns import choice_words, move_words
from spadesdsl.engine.view import Cards, View
from spadesdsl.frozen import Frozen
from spadesdsl.rules.operations import ops_of
from spadesdsl.rules.terms import Answer, BidParameter, Did, IsBid, Op, Term
from spadesdsl.words import amount_text, capital, words_of

_CARDS_WON: Final = ops_of("cards_won")


def heading_of(state: State, view: View, names: Sequence[str]) -> tuple[str, list[str]]:
    """Return the left part of the line above the table, and the facts at its right, the most important ones first."""
    dealer = "you deal" if view.dealer == view.seat else f"{names[view.dealer]} deals"
    return where_text(view), [*facts_of_deal(state, view, names), dealer]


def where_text(view: View) -> str:
    """Say which deal it is, and which trick or phase."""
    phase = words_of(view.phase.partition(".")[0])
    where = f", trick {view.trick_number}" if view.phase == "play" else "" if phase == "deal" else f", {phase}"
    return f"Deal {view.deal}{where}"


def facts_of_deal(state: State, view: View, names: Sequence[str]) -> list[str]:
    """Say what is played: the contract of an auction, who named trumps or a game, how many tricks are bid."""
    contract = contract_text(state, view, names)
    facts = list(filter(None, (contract, promised_text(state, view))))
    steps = {step.name: step for step in state.spec.plan.steps if isinstance(step, Ask) and step.kind == "choose"}
    maker = None
    if state.ranking.trumps is not None and not state.spec.ranking_is_fixed:
        maker = maker_of_trumps(state)
        by = "" if maker is None else by_whom(maker, view, names)
        suit = state.spec.deck.suits[state.ranking.trumps]
        facts += [] if suit in contract else [f"trumps are {suit}{by}"]
    chosen = [choice for _, choice, _ in state.said]
    for seat, choice, said in state.said if state.is_playing else ():
        is_known = choice not in steps or not steps[choice].parameters or chosen.count(choice) > 1
        if not is_known and (seat != maker or choice not in _deciding(state)):
            told = move_words(steps[choice], said, is_asked=True)
            named = f"{choice_words(steps[choice])} {told}" if told.isdecimal() else told
            facts.append(f"{named}{by_whom(seat, view, names)}")
    return facts


def by_whom(seat: int, view: View, names: Sequence[str]) -> str:
    """Say who did something."""
    return " by you" if seat == view.seat else f" by {names[seat]}"


def bids_said(state: State) -> list[tuple[int, str]]:
    """Return the bids of this deal that everybody heard."""
    rounds = {step.name for step in state.spec.plan.rounds}
    return [(seat, words_of(text)) for seat, choice, text in state.said if choice in rounds]


def said_words(state: State) -> list[tuple[int, str, str]]:
    """Return what everybody heard in this deal, in words: who answered, to what, and how."""
    asked = {step.name: step for step in state.spec.plan.steps if isinstance(step, Ask)}
    return [
        (seat, choice_words(asked[choice]), move_words(asked[choice], said, is_asked=True))
        if choice in asked
        else (seat, words_of(choice), words_of(said))
        for seat, choice, said in state.said
    ]


def is_auction(state: State) -> bool:
    """Tell whether somebody has bid more than once in this deal."""
    bids = bids_said(state)
    return len({seat for seat, _ in bids}) < len(bids)


def contract_text(state: State, view: View, names: Sequence[str]) -> str:
    """Say how an auction has ended: with its last bid that has a number or a suit, and what followed besides passes."""
    if isinstance(state.step, Round) or not is_auction(state) or promised_text(state, view):
        return ""
    heard = set(bids_said(state))
    calls = [call for call in state.calls if (call.seat, words_of(call.label)) in heard]
    passes = _passes(calls)
    bids = [call for call in calls if call.label not in passes]
    anchors = [place for place, call in enumerate(bids) if call.arguments] or [len(bids) - 1]
    told = [f"{words_of(call.label)} bid{by_whom(call.seat, view, names)}" for call in bids[max(0, anchors[-1]) :]]
    return ", ".join(told)  # not "4 hearts by West": in some games that names who plays it, and partner may have bid it


def _passes(calls: Sequence[Bid]) -> set[str]:
    """Return what players say who bid no more: the last word of two, said most often, or what ends the auction."""
    last = {call.seat: call for call in calls}
    said = [call.label for call in last.values() if not call.arguments]
    if len(set(said)) < len(said):
        times = Counter(call.label for call in calls)
        return {max((label for label in said if said.count(label) > 1), key=lambda label: times[label])}
    is_end = calls and not calls[-1].arguments and any(call.arguments for call in calls)
    return {calls[-1].label} if is_end else set()


def maker_of_trumps(state: State) -> int | None:
    """Return who named the suit that is trumps now: the last to do so where trumps follow what was said."""
    assert state.ranking.trumps is not None
    suit = re.compile(rf"\b{re.escape(state.spec.deck.suits[state.ranking.trumps])}\b")
    deciding = _deciding(state)
    said = (seat for seat, choice, text in reversed(state.said) if choice in deciding and suit.search(words_of(text)))
    return next(said, None)


def _deciding(state: State) -> set[str]:
    """Return the names of the decisions and rounds that trumps depend on."""
    read: set[str] = set()
    reads_bids = False

    def note(term: Term) -> bool:
        nonlocal reads_bids
        if isinstance(term, Answer | Did):
            read.add(term.decision)
        reads_bids |= isinstance(term, BidParameter | IsBid)
        return False

    for code in state.spec.trumps or ():
        if code is not None:
            state.spec.reads(code, note)
    asked = state.spec.plan.asked.items()
    return {name for name, step in asked if (name in read if isinstance(step, Ask) else reads_bids)}


def promised_text(state: State, view: View) -> str:
    """Say how many of the tricks of the deal are bid: `10 of 13 bid`, where bids are numbers of tricks.

    In an auction a bid takes the place of another one: they do not add up.
    """
    if any(step.by.until is not None for step in state.spec.plan.rounds):
        return ""
    if state.spec.tricks_toward is None or not any(view.contract):
        return ""
    tricks = len(state.tricks) + max((hand.bit_count() for hand in state.hands), default=0)
    return f"{amount_text(sum(view.contract))} of {tricks} bid"


def is_all_alone(view: View) -> bool:
    """Tell whether every seat plays for itself, so that its side needs no row of its own."""
    return all(len(side) == 1 for side in view.sides)


class OnTable(Frozen):
    """The cards in the middle: a trick in progress, or the last one until the next is led."""

    cards: tuple[tuple[int, str], ...] = ()
    """Seat and card, in order."""
    winner: int | None = None

    @property
    def leader(self) -> int | None:
        """Return who led."""
        return self.cards[0][0] if self.cards else None


def on_table(state: State) -> OnTable:
    """Return the cards in the middle of the table."""
    if state.trick or not state.tricks or not state.is_playing:
        return OnTable(tuple(zip(state.trick_seats, told_cards(state, state.trick), strict=True)))
    last = state.tricks[-1]
    return OnTable(tuple(zip(last.seats, told_cards(state, last.cards), strict=True)), last.winner)


def seat_facts(state: State, view: View, seat: int) -> list[str]:
    """Return the bid and tricks of a seat, and its score if it plays for itself."""
    side = state.side_of[seat]
    facts = []
    bid = view.bids[seat]
    is_own = side is None or state.side_bids[side] is None or len(view.sides[side]) == 1
    if bid is not None and is_own and not contract_text(state, view, state.game.seats):
        facts.append(bid_text(bid))
    if is_played(view):
        facts.append(f"took {view.taken_by_seat[seat]}")
    facts += cards_texts(state, side) if side is not None and is_all_alone(view) else []
    if side is not None and is_all_alone(view):
        facts.append(f"score {amount_text(view.score[side])}")
        facts += tally_texts(state, view, side)
    return facts


def bid_text(bid: str) -> str:
    """Say what a seat or a side has bid."""
    return "passed" if bid == "pass" else f"bid {words_of(bid)}"


def cards_texts(state: State, side: int) -> list[str]:
    """Return what the cards are worth that a side has won in this deal, where cards score: `points 34`, `pips 12`."""
    spec = state.spec
    worth = {key.split(".")[-1]: code for key, code in spec.compared.items()
             if spec.reads(code, lambda term: isinstance(term, Op) and term.op in _CARDS_WON)}  # fmt: skip
    worth = {"points": spec.points_in_cards} if spec.points_in_cards else worth
    env = subject(state, side) if state.tricks else []
    return [f"{words_of(name)} {amount_text(code(state, env))}" for name, code in worth.items() if env]


def is_played(view: View) -> bool:
    """Tell whether the play has begun."""
    return view.phase == "play" or any(view.taken)


def tally_texts(state: State, view: View, side: int) -> list[str]:
    """Return a side's own tallies that are not 0."""
    shared = state.game.table_tallies
    own = ((name, value) for name, value in view.tallies[side].items() if name not in shared)
    return [f"{words_of(name)} {amount_text(value)}" for name, value in own if value]


def side_order(view: View) -> list[int]:
    """Return the sides, the own side first."""
    mine = next((number for number, side in enumerate(view.sides) if view.seat in side), 0)
    return sorted(range(len(view.sides)), key=lambda number: (number != mine, number))


def tricks_text(state: State, view: View, side: int) -> str:
    """Write the tricks that count toward a side's contract, and those that it took if they are others.

    The lines of the sheet say which tricks count. If they do not say it in one way, only the tricks taken are written.
    """
    taken = str(view.taken[side])
    if all(view.bids[seat] is None for seat in view.sides[side]) or state.spec.tricks_toward is None:
        return taken
    counted = amount_text(state.spec.tricks_toward(state, subject(state, side)))
    against = f"{counted} of {amount_text(view.contract[side])}"
    return against if counted == taken else f"{against} (took {taken})"


def zones_told(state: State, view: View, names: Sequence[str]) -> list[tuple[str, Cards]]:
    """Return what else lies on the table, by name: cards if the seat sees them, else how many."""
    found = []
    for zone, cards in view.zones.items():
        if view.phase == "play" and not isinstance(cards, tuple):
            continue  # no card comes back from these
        name, _, owner = zone.partition(" of ")
        name = state.game.said(name)
        if owner:
            name = f"your {name}" if owner == str(view.seat) else f"{names[int(owner)]}'s {name}"
        found.append((capital(name), cards))
    return found


def by_suit(state: State, cards: Iterable[str]) -> dict[str, list[str]]:
    """Return cards by the suit that they count for now, in the order of the hand."""
    found: dict[str, list[str]] = {}
    for card in cards:
        number = state.spec.deck.find(card)
        suit = None if number is None else state.ranking.suit[number]
        found.setdefault("no suit" if suit is None else state.spec.deck.suits[suit], []).append(card)
    return found
