"""The third layer of a comparison: a case where two games part, in words and as a document to play from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from spadesdsl.algebra.reads import Effect
from spadesdsl.diff import matching, shrinking
from spadesdsl.diff.effects import Direction
from spadesdsl.diff.lockstep import Parting
from spadesdsl.engine import choices
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.events import ScoreSheet, some, taken_after
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.record import entries_of
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.state import Bid
from spadesdsl.frozen import Frozen
from spadesdsl.proofs.situations import Case
from spadesdsl.words import amount_text, count

_MOST_LISTED = 20


class Witness(Frozen):
    """A case on which two games part."""

    effect: Effect
    direction: Direction
    situation: tuple[str, ...]
    """Sentences that describe the case."""
    before: str
    """The result in the first game."""
    after: str
    """The result in the second game."""
    rules: tuple[str, ...] = ()
    """The rules that decide there, if one refuses what the other allows, or scores it."""
    kind: str = "position"
    """`position` or `score`: what the document is."""
    document: dict[str, Any] | None = None
    """To play or score from, by either game; None if there is nothing to play."""
    is_table: bool = False
    """Whether the cards or the seats differ, so that both games cannot play the same deal."""

    @property
    def is_made_up(self) -> bool:
        """Whether the deal begins with scores or tallies that no game has come to."""
        return any((self.document or {}).get("given", ()))

    def to_json(self) -> dict[str, Any]:
        """Write the witness."""
        return some(self, "situation before after rules kind document")


def of_parting(parting: Parting, *, was_dealt: bool = True) -> Witness:
    """Describe where two games played side by side part; it can be played from if both dealt the cards."""
    match parting.effect:
        case Effect.DEAL if parting.outcome_before is None and not matching.are_cards_alike(
            parting.before, parting.after
        ):
            told = _of_cards(parting)
        case Effect.DEAL if parting.outcome_before is not None:
            told = _of_next_deal(parting)
        case Effect.VIEW:
            told = _of_view(parting)
        case Effect.WINNER:
            told = _of_trick(parting)
        case Effect.TIME:
            told = _of_time(parting)
        case Effect.SCORE | Effect.TALLIES | Effect.ENDING:
            told = _of_sheet(parting)
        case _ if parting.outcome_before is not None:
            told = _of_end(parting)
        case _:
            told = _of_turn(parting)
    situation, before, after, rules = told
    document = position_of(parting) if was_dealt else None
    return Witness(parting.effect, parting.direction, tuple(situation), before, after, rules, document=document)


_Told = tuple["Iterable[str]", str, str, tuple[str, ...]]


def position_of(parting: Parting) -> dict[str, Any]:
    """Return the situation as a document to play from; both games reach it by the same moves."""
    return {**parting.case.to_json(parting.before.game), "moves": entries_of(parting.before)}


# ---------------------------------------------------------------- choices


def _of_turn(parting: Parting) -> _Told:
    pair = shrinking.smallest(parting)
    if (turn := shrinking.turn_of(pair)) is None:
        lines = [*_begins(parting.case, parting.before.game), *_said(pair[0]), *_held_by_asked(pair)]
        return lines or ["The cards are dealt."], _whose(pair[0]), _whose(pair[1]), ()
    s = pair[0]
    seats = s.spec.seats
    lines = [*_begins(parting.case, parting.before.game)] if parting.effect is not Effect.PLAYS or any(s.scores) else []
    if not set(turn.before) & set(turn.after) and turn.hand < 0:
        return [*lines, *_said(s)] or ["The cards are dealt."], _whose(pair[0]), _whose(pair[1]), ()
    if turn.hand >= 0:
        held = " ".join(s.spec.deck.names[card] for card in s.ranking.sorted(s.hands[turn.hand]))
        lines.append(f"{seats[turn.hand]} holds {held}.")
        lines.extend(shrinking.told(pair))
        lines.append(f"{seats[turn.seat]} is to {'follow' if s.trick else 'lead'}.")
    else:
        lines.extend(_said(s))
        held = " ".join(s.spec.deck.names[card] for card in s.ranking.sorted(s.hands[turn.seat]))
        lines += [f"{seats[turn.seat]} holds {held}."] if held else []
        lines.append(f"{seats[turn.seat]} is to choose.")
    return lines, _listed(turn.before), _listed(turn.after), _refusing(pair, turn)


def _of_end(parting: Parting) -> _Told:
    """Describe a move after which the deal is over in only one of the games."""
    one, other = parting.outcome_before, parting.outcome_after
    assert one is not None
    assert other is not None
    told = ["the deal is over" if s.sheets else _whose(s) for s in (one, other)]
    seat, move = one.last_move or other.last_move or (0, "nothing")
    chosen = f"{one.spec.seats[seat or 0]} chooses {move}."
    lines = [*_begins(parting.case, parting.before.game), *_said(parting.before), chosen]
    return lines, told[0], told[1], ()


def _held_by_asked(pair: shrinking.Pair) -> Iterator[str]:
    """Describe the hand of a seat that only one game asks something, if the question depends on it."""
    for s in pair:
        entries = choices.due(s)
        if entries and entries[0].holder < 0 and _hangs_on_hand(s, entries[0].seat):
            names = s.spec.deck.names
            held = " ".join(names[card] for card in s.ranking.sorted(s.hands[entries[0].seat]))
            yield f"{s.spec.seats[entries[0].seat]} holds {held}."


def _hangs_on_hand(s: State, seat: int) -> bool:
    """Tell whether another seat, or something else, would be asked if a seat had no cards or those of another."""
    for cards in {0, *s.hands} - {s.hands[seat]}:
        other = s.copy()
        shrinking.hold(other, seat, bits(cards))
        Situation(other).settle()
        if _whose(other) != _whose(s):
            return True
    return False


def _begins(case: Case, game: Game) -> Iterator[str]:
    """Describe what a deal begins with that is not as at the start of a game."""
    for name, row in zip(game.side_names, case.given(game), strict=False):
        if row:
            yield f"{name} before the deal: {', '.join(f'{key} {amount_text(value)}' for key, value in row.items())}."
    # Scores stand from the second deal on.
    if case.deal > 1 + (case.size > 1):
        yield f"It is deal {case.deal}."


def _said(s: State) -> list[str]:
    """Describe what was bid and answered."""
    if not s.said:
        return []
    return ["Said so far: " + ", ".join(f"{s.spec.seats[seat]} {text}" for seat, _, text in s.said) + "."]


def _listed(moves: Iterable[str]) -> str:
    found = list(moves)
    more = len(found) - _MOST_LISTED
    return ", ".join(found[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _whose(s: State) -> str:
    """Describe who has to choose what."""
    if not (entries := choices.due(s)):
        return "nobody has to choose"
    entry = entries[0]
    what = "a card" if entry.holder >= 0 else f"`{entry.choice}`"
    return f"{s.spec.seats[entry.seat]}: {what}, {_listed(option.text for option in entry.options)}"


def _refusing(pair: shrinking.Pair, turn: shrinking.Turn) -> tuple[str, ...]:
    """Return the rules by which one game refuses what the other allows."""
    found: dict[str, None] = {}
    for s, own, other in ((pair[0], turn.before, turn.after), (pair[1], turn.after, turn.before)):
        for text in other:
            if text not in own:
                try:
                    rule = s.why(text, turn.seat).rule
                except GameError:
                    continue  # the other game has no such move at all
                if rule is not None:
                    found.setdefault(rule.key)
    return tuple(found)


# ---------------------------------------------------------------- cards


def _of_cards(parting: Parting) -> _Told:
    pair = (parting.before, parting.after)
    s = parting.before
    for seat, name in enumerate(s.spec.seats):
        mine, their = (matching.cards(state, state.hands[seat]) for state in pair)
        if mine != their:
            only = [sorted(set(one) - set(other)) for one, other in ((mine, their), (their, mine))]
            lines = [f"The same cards are dealt; {s.spec.seats[parting.case.dealer]} deals."]
            return [*lines, *_said(s)], _hand(name, mine, only[0]), _hand(name, their, only[1]), ()
    piles = [matching.piles(state) for state in pair]
    zone = next(zone for zone in {**piles[0], **piles[1]} if piles[0].get(zone) != piles[1].get(zone))
    told = [f"{zone.split(' ')[0]}: {' '.join(one.get(zone, ())) or 'no card'}" for one in piles]
    return ["The same cards are dealt.", *_said(s)], told[0], told[1], ()


def _hand(name: str, cards: tuple[str, ...], own: list[str]) -> str:
    with_them = f", with {' '.join(own)}" if own else ""
    return f"{name} has {count(len(cards), 'card')}{with_them}"


def _of_next_deal(parting: Parting) -> _Told:
    assert parting.outcome_before is not None
    assert parting.outcome_after is not None
    seats = parting.before.spec.seats
    told = [f"{seats[s.dealer]} deals" for s in (parting.outcome_before, parting.outcome_after)]
    return [f"{seats[parting.case.dealer]} has dealt; the next deal."], told[0], told[1], ()


def _of_view(parting: Parting) -> _Told:
    pair = (parting.before, parting.after)
    seat = matching.unlike_sights(*pair)
    assert seat is not None
    name = parting.before.spec.seats[seat]
    if (parting.before.looked ^ parting.after.looked) >> seat & 1:
        told = [f"{name} {'has' if s.looked >> seat & 1 else 'has not'} looked at its hand" for s in pair]
        return _said(parting.before) or ["The cards are dealt."], told[0], told[1], ()
    seen = [matching.cards(s, (s.open | s.known[seat]) & ~s.played) for s in pair]
    told = [f"{name} sees {count(len(cards), 'card')} besides its hand" for cards in seen]
    return _said(parting.before) or ["The cards are dealt."], told[0], told[1], ()


def _of_time(parting: Parting) -> _Told:
    pair = (parting.before, parting.after)
    alone = [set(_times(one)) - set(_times(other)) for one, other in (pair, pair[::-1])]
    told = [", ".join(sorted(times)) or "no clock runs" for times in alone]
    return _said(parting.before) or ["The cards are dealt."], told[0], told[1], ()


def _times(s: State) -> Iterator[str]:
    """Say how long this choice and the game may take."""
    for one in s.clocks:
        whose = "the game" if one.seat is None else s.spec.seats[one.seat]
        long = f"has until {float(one.hour):g}" if one.hour is not None else f"has {float(one.seconds or 0):g} seconds"
        yield f"{whose} {long}" + (f", then {one.then}" if one.then else "")


def _of_trick(parting: Parting) -> _Told:
    pair = shrinking.smallest(parting)
    assert parting.outcome_before is not None
    assert parting.outcome_before.last_move is not None
    s = pair[0]
    seat, card = parting.outcome_before.last_move
    tricks = [*shrinking.told((s, pair[1]))][:-1] if s.trick else []
    on_table = zip(s.trick_seats, choices.told_cards(s, s.trick), strict=True)
    played = [f"{s.spec.seats[who]} {one}" for who, one in on_table]
    lines = [*tricks, f"The trick: {', '.join([*played, f'{s.spec.seats[seat]} {card}'])}."]
    won = shrinking.winners(pair, parting) or (None, None)
    told = ["nobody wins it" if winner is None else f"{s.spec.seats[winner]} wins it" for winner in won]
    return lines, told[0], told[1], (parting.before.spec.play.winner_rule.key,)


# ---------------------------------------------------------------- scores


def _of_sheet(parting: Parting) -> _Told:
    one, other = parting.outcome_before, parting.outcome_after
    assert one is not None
    assert other is not None
    seats = parting.before.spec.seats
    bids = [f"{seats[bid.seat]} {bid.label}" for bid in _in_turn(parting.before)]
    taken = taken_after(parting.before.taken, one.events)
    took = [f"{seats[seat]} {tricks}" for seat, tricks in enumerate(taken)]
    bid = [f"Bid: {', '.join(bids)}."] if bids else []
    lines = [*_begins(parting.case, parting.before.game), *bid, f"Taken: {', '.join(took)}."]
    side = _unlike_side(one.sheets[0], other.sheets[0])
    if parting.effect is not Effect.ENDING:
        lines += _won(parting, side)
    told = [_outcome(s, side, with_end=parting.effect is Effect.ENDING) for s in (one, other)]
    return lines, told[0], told[1], _unlike_lines(one.sheets[0], other.sheets[0], side)


def _in_turn(s: State) -> list[Bid]:
    """Return the last bid of each seat, in the order in which they were made."""
    return sorted(filter(None, s.bids), key=attrgetter("place"))


def _won(parting: Parting, side: int) -> Iterator[str]:
    """Describe the cards won, as far as the side's score depends on them, and the trick that ends the deal."""
    s = parting.before
    names, seats = s.spec.deck.names, s.spec.seats
    for seat, cards in enumerate(shrinking.without_won(parting, side)[0].won):
        if cards:
            yield f"{seats[seat]} has won {' '.join(names[card] for card in s.ranking.sorted(cards))}."
    move = parting.outcome_before.last_move if parting.outcome_before is not None else None
    if s.trick and move is not None:
        told = zip(s.trick_seats, choices.told_cards(s, s.trick), strict=True)
        played = [f"{seats[seat]} {card}" for seat, card in told]
        yield f"The last trick: {', '.join([*played, f'{seats[choices.to_play(s)]} {move[1]}'])}."


def _unlike_side(one: ScoreSheet, other: ScoreSheet) -> int:
    """Return the first side whose points or tallies differ; 0 if only the end does."""
    pairs = zip(one.sides, other.sides, strict=False)
    found = (mine.side for mine, their in pairs if (mine.points, mine.tallies) != (their.points, their.tallies))
    return next(found, 0)


def _unlike_lines(one: ScoreSheet, other: ScoreSheet, side: int) -> tuple[str, ...]:
    """Return the rules whose lines differ for a side."""
    lines = [[(line.rule.key, line.seat, line.points) for line in sheet.sides[side].lines] for sheet in (one, other)]
    unlike = [line for line in (*lines[0], *lines[1]) if (line in lines[0]) != (line in lines[1]) and line[2]]
    return tuple(dict.fromkeys(key for key, _, _ in unlike))


def _outcome(s: State, side: int, *, with_end: bool) -> str:
    """Describe what a side scores, and who has won if that is what differs."""
    sheet = s.sheets[-1].sides[side] if s.sheets else None
    if sheet is None and s.last_sheet is not None:
        sheet = s.last_sheet.sides[side]
    assert sheet is not None
    name = " and ".join(s.spec.seats[seat] for seat in sheet.members)
    if with_end:
        return f"scores {', '.join(amount_text(score) for score in s.scores)}: {_end(s)}"
    lines = ", ".join(f"{line.rule.name} {amount_text(line.points)}" for line in sheet.lines if line.points)
    tallies = ", ".join(f"{key} {amount_text(value)}" for key, value in sheet.tallies.items())
    more = (f" ({lines})" if lines else "") + (f"; {tallies}" if tallies else "")
    return f"{name}: {amount_text(sheet.points)} points{more}"


def _end(s: State) -> str:
    """Describe whether a game is over, and by which rule."""
    if not s.over:
        return "the game goes on"
    names = s.game.side_names
    winners = " and ".join(names[winner] for winner in s.winners) or "nobody"
    return f"over by {s.ended_by}, {winners} won"


def of_case(effect: Effect, case: Case, game: Game, one: State, other: State) -> Witness:
    """Describe where two games score a deal differently."""
    assert one.last_sheet is not None
    assert other.last_sheet is not None
    seats, names = game.seats, game.side_names
    side = _unlike_side(one.last_sheet, other.last_sheet)
    members = one.last_sheet.sides[side].members if effect is not Effect.ENDING else tuple(range(len(seats)))
    lines = [*_begins(case, game)]
    lines += [f"{seats[case.dealer]} deals."] if case.dealer >= 0 else []
    bids = [f"{seats[bid.seat]} {bid.label}" for bid in _in_turn(one) if bid.seat in members]
    bids += [f"{names[at]} {bid.label}" for at, bid in enumerate(one.side_bids) if bid is not None]
    lines += [f"Bid: {', '.join(bids)}."] if bids else []
    lines.append("Taken: " + ", ".join(f"{seats[seat]} {case.taken[seat]}" for seat in members) + ".")
    if sum(map(bool, case.won)) > 1:
        lines += [f"{seats[seat]} wins {', '.join(case.won[seat])}." for seat in members if case.won[seat]]
    first, second = (_outcome(s, side, with_end=effect is Effect.ENDING) for s in (one, other))
    unlike = _unlike_lines(one.last_sheet, other.last_sheet, side)
    return Witness(effect, Direction.OTHER, tuple(lines), first, second, unlike, "score", case.to_json(game))
