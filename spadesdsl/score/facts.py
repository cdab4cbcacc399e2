"""Read a score document into plain values: who sat where, who took what; and which bids its texts mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.documents import Fault
from spadesdsl.engine import bids, choices, deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.labels import bid_label
from spadesdsl.engine.possible import too_full
from spadesdsl.engine.ranking import card_name
from spadesdsl.engine.seats import holders
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.spec import Amount, Ask, Round, Spec
from spadesdsl.engine.told import MOST_QUESTIONS, NotBid, ToldBid, UnknownBid, bids_meant, exact, next_bid
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.frozen import Frozen, field
from spadesdsl.words import or_list, value_text

Document: TypeAlias = "Mapping[str, Any]"
T = TypeVar("T")


class Decision(Frozen):
    """A decision that a seat made."""

    at: str
    """Its key."""
    seat: int
    name: str
    given: Mapping[str, Any] = field(hash=False)


class Facts:
    """The contents of a document whose form is right. What it leaves out is None, or empty."""

    def __init__(self, game: Game, document: Document) -> None:
        """Read it for a game; `faults` says what is impossible."""
        self.game, self.document = game, document
        self.faults: list[Fault] = []
        self.deal = int(document.get("deal", 1))
        self.spec: Spec = game.edition(self.deal)
        self.scores, self.tallies = self._given()
        """By holder of a score, before the deal."""
        seat_bids, side_bids = self._shared("bids")
        seat_taken, side_taken = self._shared("taken")
        self.dealer, self.has_dealer = self._dealer(), "dealer" in document
        self.seat_bids = self._each("bids", seat_bids, _texts)
        """Of each seat, in order; None if they are not given."""
        self.side_bids = self._each("bids.by_side", side_bids, _texts)
        self.seat_taken = self._each("taken", seat_taken, _exact_or_none)
        self.side_taken = self._each("taken.by_side", side_taken, _exact_or_none)
        self.decisions = self._decisions()
        self.won = self._won()
        """By seat."""
        self.holds = self._holds()
        """Cards of a zone by `upcard`, of a seat's own by `aside.0`, and by `turn_up` what a rule gave or showed."""
        self.late = self._late()
        """Who ran out of which time."""
        told = dict.fromkeys(document.get("time_up", []))
        self.time_up = tuple(name for name in told if self._is_clock("time_up", name, of_game=True))
        """The clocks of the whole game whose time is up."""
        self.winners = self._winners()
        """Who won each trick."""
        self.won_tricks = self._won_tricks()
        """Who won some tricks, by number from 1, where not all are given."""
        self.has_all_tricks = isinstance(document.get("tricks"), list)
        self.tricks = self._tricks()
        """By number from 1: the key, the leader and the cards."""

    def fault(self, at: str, message: str, word: str = "", known: Iterable[str] = ()) -> None:
        """Note something impossible; about a word that is not known, say which may be meant."""
        near = did_you_mean(word, known) if word else ""
        self.faults.append(Fault(at, "; ".join(filter(None, (message, near)))))

    def _shared(self, key: str) -> tuple[Any, Any]:
        """Return what is given by seat and what by side: as lists, or by name."""
        told = self.document.get(key)
        if not isinstance(told, dict):
            return told, None
        found = {"by_seat": told.get("by_seat"), "by_side": told.get("by_side")}
        sides = {name: told[name] for name in told if self._side(name) in self.game.side_names}
        seats = {who: told[who] for who in told if who not in found and (who in self.spec.seats or who not in sides)}
        if seats and not all(name in self.spec.seats for name in sides):
            self.fault(key, "name all seats, or all sides, and not some of each")
        if seats:
            found["by_seat"] = self._in_order(key, seats, self.spec.seats)
        elif sides:
            found["by_side"] = self._in_order(key, sides, self.game.side_names)
        return found["by_seat"], found["by_side"]

    def _in_order(self, at: str, told: Mapping[str, T], names: Sequence[str]) -> list[T | None]:
        """Return what is given by name in the order of the names."""
        by_name = {self._side(name): one for name, one in told.items()}
        sides = (
            [] if self.game.base.teams.is_single else [name.replace(" and ", " & ") for name in self.game.side_names]
        )
        for name in by_name:
            if name not in names:
                known = did_you_mean(name, names) or f"there are {', '.join(dict.fromkeys([*self.spec.seats, *sides]))}"
                self.faults.append(Fault(f"{at}.{name[:40]}", f"nobody here has this name; {known}"))
        return [by_name.get(name) for name in names]

    def _side(self, name: str) -> str:
        """Return the name of a side as the game has it: score sheets write `North & South`, worked examples `us`."""
        words = ("us", "them")
        if name in words and len(self.game.side_names) == len(words) and not self.game.base.teams.is_single:
            return self.game.side_names[words.index(name)]
        return name.replace(" & ", " and ")

    def _dealer(self) -> int | None:
        dealer = self._seat("dealer", self.document.get("dealer", 0))
        if dealer is not None and dealer not in self.spec.players:
            self.fault("dealer", f"there is no player {self.spec.seats[dealer]}")
            return None
        return dealer

    def _seat(self, at: str, told: int | str) -> int | None:
        """Return a seat that is given by number or by name."""
        seats = self.spec.seats
        if told in seats:
            return seats.index(str(told))
        if str(told).isdecimal() and int(told) < len(seats):
            return int(told)
        near = did_you_mean(str(told), seats) or f"seats are 0 to {len(seats) - 1}, or {', '.join(seats)}"
        self.fault(at, f"there is no seat {str(told)[:40]}: {near}")
        return None

    def _has_length(self, at: str, listed: Sequence[Any], wanted: int, what: str) -> bool:
        if len(listed) == wanted:
            return True
        self.fault(at, f"{len(listed)} {'is' if len(listed) == 1 else 'are'} given, and the game has {wanted} {what}")
        return False

    def _given(self) -> tuple[tuple[Amount, ...], tuple[Mapping[str, Amount], ...]]:
        count = holders(self.game.base)
        told = self.document.get("given", [{}] * count)
        names = self.game.side_names if count == len(self.game.side_names) else self.spec.seats
        given: list[Mapping[str, Any]] = (
            [row or {} for row in self._in_order("given", told, names)] if isinstance(told, dict) else told
        )
        self._has_length("given", given, count, f"sides: {', '.join(names)}")
        known = ("score", *self.game.tallies)
        for at, row in enumerate(given):
            for key in row:
                if key not in known:
                    self.fault(f"given[{at}].{key[:40]}", f"there is no tally `{key[:40]}` here", key, known)
                elif key != "score" and (problem := too_full(self.game, self.deal, key, exact(row[key]))):
                    self.fault(f"given[{at}].{key}", problem)
        rows = [{key: exact(value) for key, value in row.items() if key in known} for row in given]
        return tuple(row.pop("score", 0) for row in rows), tuple(rows)

    def _each(self, at: str, given: Any, read: Callable[[Any], T]) -> tuple[T, ...] | None:  # noqa: ANN401
        """Read what is given for each seat, or for each side."""
        what, members = ("sides", self.spec.teams.sides) if at.endswith("side") else ("seats", self.spec.seats)
        if given is None or not self._has_length(at, given, len(members), what):
            return None
        return tuple(map(read, given))

    def _decisions(self) -> tuple[Decision, ...]:
        found = []
        for at, one in enumerate(self.document.get("did", [])):
            name, seat = one["name"], one["seat"]
            asked = [step.name for step in self.spec.plan.steps if isinstance(step, Ask)]
            known = (*asked, *self.spec.play.trust_names)
            if name not in known:
                self.fault(f"did[{at}].name", f"there is no decision `{name[:40]}` on this deal", name, known)
            elif (by := self._seat(f"did[{at}].seat", seat)) is not None:
                found.append(Decision(f"did[{at}]", by, name, one.get("with", {})))
        return tuple(found)

    def _late(self) -> tuple[tuple[int, str], ...]:
        found: list[tuple[int, str]] = []
        for name, times in self.document.get("late", {}).items():
            if self._is_clock("late", name, of_game=False):
                for key, number in times.items():
                    seat = self._seat(f"late.{name}.{key}", key)
                    found += [] if seat is None else [(seat, name)] * number
        return tuple(found)

    def _is_clock(self, at: str, name: str, *, of_game: bool) -> bool:
        known = [clock.name for clock in self.spec.clocks if (clock.phase == "") is of_game]
        if name in known:
            return True
        what = "the whole game has" if of_game else "a choice has"
        self.fault(at, f"there is no clock `{name[:40]}` that {what}", name, known)
        return False

    def _won(self) -> dict[int, tuple[str, ...]]:
        won = {}
        for key, cards in self.document.get("won", {}).items():
            if (seat := self._seat(f"won.{key}", key)) is not None:
                won[seat] = tuple(cards)
        self._check_cards("won", [card for cards in won.values() for card in cards])
        return won

    def _holds(self) -> dict[str, tuple[str, ...]]:
        known = places_of(self.spec)
        holds = {}
        for name, told in self.document.get("holds", {}).items():
            by_key = (
                {f"{name}.{self._seat(f'holds.{name}', seat)}": cards for seat, cards in told.items()}
                if isinstance(told, dict)
                else {name: told}
            )
            for key, cards in by_key.items():
                if key not in known:
                    message = f"there is no place `{key[:40]}` whose cards rules read"
                    self.fault(f"holds.{key[:40]}", message, key, known)
                    continue
                self._check_cards(f"holds.{key}", cards)
                holds[key] = tuple(cards)
        return holds

    def _winners(self) -> tuple[int | None, ...] | None:
        winners = self.document.get("winners")
        if not isinstance(winners, list):
            return None
        return tuple(None if one is None else self._seat(f"winners[{at}]", one) for at, one in enumerate(winners))

    def _won_tricks(self) -> dict[int, int | None]:
        winners = self.document.get("winners")
        if not isinstance(winners, dict):
            return {}
        return {int(at): None if one is None else self._seat(f"winners.{at}", one) for at, one in winners.items()}

    def _tricks(self) -> dict[int, tuple[str, int, tuple[str, ...]]]:
        told = self.document.get("tricks") or {}
        if self.has_all_tricks:
            given = [(at + 1, f"tricks[{at}]", trick) for at, trick in enumerate(told)]
        else:
            given = sorted((int(number), f"tricks.{number}", trick) for number, trick in told.items())
        found = {}
        for number, key, trick in given:
            leader, cards = self._seat(f"{key}.leader", trick["leader"]) or 0, tuple(trick["cards"])
            if len(cards) > len(self.spec.seats):
                self.fault(f"{key}.cards", f"{len(cards)} cards, and {len(self.spec.seats)} seats")
            found[number] = (key, leader, cards)
        self._check_cards("tricks", [card for _, _, cards in found.values() for card in cards])
        return found

    def _check_cards(self, at: str, cards: Sequence[str]) -> None:
        """Note cards that the deck does not have, or not so often."""
        left = list(self.spec.deck.names)
        for card in cards:
            name = card_name(card)
            if name in left:
                left.remove(name)
            elif name in self.spec.deck.names:
                self.fault(at, f"{name} is there more often than in the deck")
            else:
                self.fault(at, f"`{card[:40]}` is not a card of this game")


def places_of(spec: Spec) -> tuple[str, ...]:
    """Return the places whose cards a document may list: piles in their order, then what rules gave or showed."""
    piles = [
        f"{zone.name}.{seat}" if zone.is_each else zone.name
        for zone in spec.zones
        for seat in range(len(spec.seats) if zone.is_each else 1)
    ]
    return (*piles, *(memory.rpartition(".")[2] for memory in spec.memories))


def _texts(bids: object) -> tuple[str, ...]:
    """Return the bids of a seat or a side, in order; YAML may have read one as a number or a truth value."""
    return () if bids is None else tuple(map(value_text, bids if isinstance(bids, list) else (bids,)))


def _exact_or_none(value: float | None) -> Amount | None:
    return None if value is None else exact(value)


def bids_of(s: State, facts: Facts, faults: list[Fault], *, but_sides: frozenset[int]) -> list[list[ToldBid]]:
    """Return the bids of each seat and each side, in order; not of the sides whose number is to be divided.

    A text that means no bid is a fault, and what follows it in its line is left out.
    """
    lines: list[tuple[str, tuple[str, ...], tuple[int, ...], bool]] = []
    lines += [(f"bids[{seat}]", texts, (seat,), False) for seat, texts in enumerate(facts.seat_bids or ())]
    of_sides = ((side, texts) for side, texts in enumerate(facts.side_bids or ()) if side not in but_sides)
    lines += [(f"bids.by_side[{side}]", texts, s.sides[side], True) for side, texts in of_sides]
    found: list[list[ToldBid]] = []
    for at, texts, seats, by_side in lines:
        made: list[ToldBid] = []
        place = 0  # each bid is looked for in the rounds after the previous one's
        for text in texts:
            wrong = ""
            try:
                meant = bids_meant(s, text, seats[0])
                is_alone = len(s.sides[s.side_of[seats[0]] or 0]) == 1
                mine = [one for one in meant if is_alone or s.spec.bids[one.kind].by_side is by_side]
                if mine:
                    chosen, place = bids.in_rounds(s, text, mine, place)
                else:
                    whose = "players bid here, not sides: list the bids by seat"
                    wrong = f"`{text}`: {whose if by_side else 'sides bid here: use `by_side`'}"
            except UnknownBid as unknown:
                wrong = f"{unknown}; {unknown.hint}"
            except bids.AmbiguousBid as several:
                wrong = str(several)
            if wrong:
                faults.append(Fault(at, wrong))
                break
            made.append(told_bid(s, at, seats, chosen, by_side=by_side))
        found.append(made)
    return found


def told_bid(s: State, at: str, seats: tuple[int, ...], bid: bids.OneBid, *, by_side: bool = False) -> ToldBid:
    """Return a bid of a document."""
    return ToldBid(at, seats, (bid,), bids.spellings(s, bid)[0], by_side)


def put_in(s: State, lines: list[list[ToldBid]], facts: Facts) -> None:
    """Make bids in a deal, in the order in which the seats are asked for them."""
    for one in in_order(s, lines, facts):
        bid = one.found[0]
        Situation(s).bid(s.spec.bids[bid.kind].name, bid.arguments, seat=one.seats[0])


def in_order(s: State, lines: list[list[ToldBid]], facts: Facts) -> list[ToldBid]:
    """Return bids in the order of an auction; of those that nobody is asked for, the first of each seat first."""
    is_auction = any(step.by.until is not None for step in s.spec.plan.rounds)
    found = replayed(s, lines, facts)[0] if is_auction else []
    first = (s.dealer + 1) % len(s.spec.seats)
    turn = sorted(lines, key=lambda line: (line[0].seats[0] - first) % len(s.spec.seats) if line else 0)
    for number in range(max((len(line) for line in lines), default=0)):
        found += [line[number] for line in turn if number < len(line) and not any(line[number] is one for one in found)]
    return found


# ---------------------------------------------------------------- could they have been made?


def replayed(before: State, lines: list[list[ToldBid]], facts: Facts) -> tuple[list[ToldBid], list[str]]:
    """Bid again by the rules, until they ask for something that the document does not say.

    Returns:
        The bids in the order in which they were made, and what the rules do not allow, if cards do not decide that.
    """
    made: list[ToldBid] = []
    left = [one for line in lines for one in line]
    unseen = before.copy()
    if before.spec.has_unseen_bids:
        unseen.looked = 0
    state = deals.begun(before.game, deal=before.deal, like=unseen)
    for _ in range(MOST_QUESTIONS):
        queue = list(left)
        try:
            step = next_bid(state, left, lambda s, _: _answered(s, facts), ("wait", "look", "yes"))
        except NotBid as refused:
            entry, told = refused.entry, refused.told
            said = list(_left_out(state) if entry is None else _refusal(state, entry, told))
            if entry is None or said or not told.found:
                return made, said
            # Only the cards refuse it, and the document does not say what the hand was: it is made all the same.
            bid = told.found[0]
            step = state.take(entry, Option(bid_label(state, *bid), "bid", bid.kind, bid.arguments))
            left.remove(told)
        made += [one for one in queue if not any(one is other for other in left)]
        if step is None:
            break
        state = step
    deals_first = f"; {state.spec.seats[state.dealer]} deals"
    unasked = {one.at: one for one in reversed(left)}
    told_unasked = [f"{at}: nobody was asked for {one.text}{deals_first}" for at, one in sorted(unasked.items())]
    return made, [*told_unasked, *_left_out(state)]


def _left_out(state: State) -> Iterator[str]:
    """Say who has no bid in a round that asks everybody once, whatever was said before."""
    step = state.step
    if isinstance(step, Round) and step.when is step.by.until is step.by.stopping is None:
        who = [state.spec.seats[entry.seat] for entry in choices.due(state)]
        if who:
            yield f"bids: {or_list(who)} is asked for a bid, and the document has none"


def _refusal(state: State, entry: Turn, told: ToldBid) -> Iterator[str]:
    """Say why a bid is not allowed, unless that depends on the cards."""
    kind = state.spec.bids[told.found[0].kind]
    conditions = state.spec.told(kind.rule).conditions
    needed = [text for text, code in conditions if not code(state, environment(state, told.seats[0]))]
    if kind.before_looking and needed:
        if not any("hand" in text for text in needed):
            yield f"{told.at}: {told.text} is bid when {' and '.join(needed)} (`{kind.rule.key}`)"
        return
    try:
        verdict = state.why(told.text, entry.seat)
    except GameError as refused:
        yield f"{told.at}: {refused}"
        return
    reads = () if verdict.rule is None else state.spec.told(verdict.rule).reads
    reads_cards = any("hand" in one.text for one in reads) or any(
        one.kind == "card" and not one.choices for one in kind.parameters
    )
    # What a rule that reads the hand leaves is not known, nor whether those below it could be obeyed.
    musts = state.step.musts if isinstance(state.step, Round) else ()
    at = next((at for at, one in enumerate(musts) if one.rule == verdict.rule), -1)
    reads_cards = reads_cards or any(one.reads_hand for one in musts[: at + 1])
    if not verdict.legal and not reads_cards:
        rule, message = f" (`{verdict.rule.key}`)" if verdict.rule else "", verdict.message
        if verdict.rule and any(one.reads_hand for one in musts):  # what else can be bid depends on the hand
            message = f"{told.text} is not allowed: {verdict.rule.sentence}".rstrip(": ")
        yield f"{told.at}: {message}{rule}"


def _answered(s: State, facts: Facts) -> State:
    """Answer a question as the document does, otherwise no."""
    step, entries = s.step, choices.due(s)
    did = {decision.seat for decision in facts.decisions if isinstance(step, Ask) and decision.name == step.name}
    entry = next((entry for entry in entries if entry.seat in did), entries[0])
    wanted = ("yes", "look") if entry.seat in did else ("no",)
    return s.take(entry, next((option for option in entry.options if option.kind in wanted), entry.options[0]))
