"""Examples that ask what may be played or bid, who wins a trick, who is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spadesdsl.engine import choices, why
from spadesdsl.engine.boundary import UnknownMove
from spadesdsl.engine.events import ChoiceEvent, PlayEvent
from spadesdsl.engine.game import State
from spadesdsl.engine.narrowing import legal_cards
from spadesdsl.engine.play import best_card, live_cards, winning_seat
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.spec import Round
from spadesdsl.engine.told import cards_at
from spadesdsl.engine.turns import DECLINE, LOOK, NO, WAIT, Turn
from spadesdsl.examples.bidding import Answers, at_bidding, move_of
from spadesdsl.examples.names import (
    FIX_HINT,
    Failed,
    called,
    came_out,
    card_name,
    fail,
    members_of,
    seat_of,
    sentence,
    told_cards,
    written_bid,
)
from spadesdsl.examples.situations import Scene, in_play
from spadesdsl.frozen import replace
from spadesdsl.source import Span
from spadesdsl.syntax import examples
from spadesdsl.words import count

PLAY_HINT = "write `legal …`, `illegal …` or `South wins the trick`, and the other in an example of its own"
BIDDING_HINT = "write `legal bids …`, `illegal bids …` or `South asked …`, and the other in an example of its own"
HOLDS_HINT = "write `given South holds …`"
RULE_HINT = "name that rule, or move or fix the one that should decide"


def run_play(scene: Scene, expect: examples.Expect) -> None:
    """Compare a position of the play with what is expected; if it does not hold, raise `Failed`."""
    s = in_play(scene)
    for result in expect.results:
        if isinstance(result, examples.ExpectMoves):
            _hold_cards(s, result, expect)
        elif isinstance(result, examples.ExpectTrick):
            _hold_trick(s, result, expect)
        elif isinstance(result, examples.ExpectLate):
            _hold_late(s, result)
        else:
            raise fail("E701", result.span, "Nothing like this can be expected during the play.", PLAY_HINT)


def _hold_late(s: State, result: examples.ExpectLate) -> None:
    """Compare what is chosen when time runs out with what is expected."""
    asked = next((one for one in s.clocks if one.clock == result.clock and one.seat is not None), None)
    if asked is None:
        message = f"The clock `{result.clock}` does not run at this point."
        raise fail("E709", result.span, message, "give the hand of the player who is to choose")
    if not any(entry.options for entry in choices.due(s) if entry.seat == asked.seat):
        raise fail("E701", result.span, "Nobody's cards are given, so none can be chosen.", HOLDS_HINT)
    after = s.run_out(result.clock, asked.seat)
    told = [one for one in after.events if isinstance(one, PlayEvent | ChoiceEvent)]
    chosen = "nothing" if not told else told[0].card if isinstance(told[0], PlayEvent) else told[0].move
    wanted = move_of(s, choices.due(s)[0], result.what) if result.is_bid else card_name(result.what)
    if chosen != wanted:
        message = f"When `{result.clock}` runs out {wanted} should be chosen, and {chosen} is."
        raise fail("E708", result.span, message, FIX_HINT)


def _hold_cards(s: State, result: examples.ExpectMoves, expect: examples.Expect) -> None:
    seat = choices.to_play(s)
    if seat < 0:
        raise fail("E701", result.span, "Nobody's cards are given, so nothing can be legal.", HOLDS_HINT)
    names = s.spec.deck.names
    legal = [names[card] for card in s.ranking.sorted(legal_cards(s, seat))]
    told = examples.said_with(result.moves, {asks.step.name for asks in s.spec.plan.with_card})
    told_cards(s, tuple(card for card, *_ in told))
    _hold_words(s, seat, result, [(card, said[0]) for card, *said in told if said], expect)
    if not (alone := tuple(card for card, *said in told if not said)):
        return
    result = replace(result, moves=alone)
    wanted = [card_name(node) for node in alone]
    _hold_list(s, seat, result, wanted, legal, expect, lambda name, _: _verdict_of_card(s, name))
    held = {names[card] for card in bits(s.hands[choices.due(s)[0].holder])}
    for name, node in zip(wanted, alone, strict=True):
        if not result.legal and name not in held and expect.because is None:
            message = f"{name} is refused anyway: {s.spec.seats[seat]} does not hold it."
            raise fail("E713", node.span, message, "add it to the hand, or name a card of the hand")


def _hold_words(
    s: State,
    seat: int,
    result: examples.ExpectMoves,
    told: Sequence[tuple[examples.BidNode, examples.BidNode]],
    expect: examples.Expect,
) -> None:
    """Compare what may be said with a card with what is expected; a list of such cards need not be complete."""
    entry, names = choices.due(s)[0], s.spec.deck.names
    can = [(names[one.value], s.spec.plan.with_card[one.said].step.name, one) for one in entry.options if one.said >= 0]
    for card, word in told:
        name, arguments = called(s, word)
        text = f"{card_name(card)} {written_bid(word)}"
        is_legal = any((card_name(card), name, arguments) == (*one, option.arguments) for *one, option in can)
        verdict = None if is_legal else why.of_word(s, entry, card_name(card), text)
        if is_legal is not result.legal:
            should = "legal" if result.legal else "refused"
            why_so = "" if verdict is None else verdict.message
            message = f"{text} should be {should} for {s.spec.seats[seat]}. {why_so}"
            raise fail("E713", word.span, message.rstrip(), FIX_HINT)
        if expect.because is not None and verdict is not None:
            _hold_reason(verdict, text, expect)


def _hold_list(
    s: State,
    seat: int,
    result: examples.ExpectMoves,
    wanted: list[str],
    legal: Sequence[str],
    expect: examples.Expect | None = None,
    judge: Callable[[str, Span], why.Verdict] | None = None,
) -> None:
    """Compare what a seat may play, bid or choose with what is listed, and the reason with the one expected."""
    who = s.spec.seats[seat]
    for text, node in zip(wanted, result.moves, strict=True):
        if (text in legal) is not result.legal:
            should = "legal" if result.legal else "refused"
            why_so = "" if judge is None else judge(text, node.span).message
            raise fail("E713", node.span, f"{text} should be {should} for {who}. {why_so}".rstrip(), FIX_HINT)
    extra = [text for text in dict.fromkeys(legal) if text not in wanted]
    if result.legal and extra:
        message = f"{', '.join(extra)} {'is' if len(extra) == 1 else 'are'} legal for {who} too, and not listed."
        hint = "add what is missing: a list after `legal` is complete; or list what is `illegal`"
        raise fail("E713", result.span, message, hint)
    if judge is not None and expect is not None and expect.because is not None:
        for text in wanted:
            _hold_reason(judge(text, expect.span), text, expect)


def _verdict_of_card(s: State, move: str) -> why.Verdict:
    """Say why a card may be played, or not. In an example even the cards of an unseen hand have names."""
    entry = choices.due(s)[0]
    names = s.spec.deck.names
    held = next((card for card in bits(s.hands[entry.holder]) if names[card] == move), s.spec.deck.find(move))
    assert held is not None
    return why.of_card(s, entry, held, move)


def _hold_reason(verdict: why.Verdict, move: str, expect: examples.Expect) -> None:
    """Refuse a rule that does not decide: a legal move is narrowed by it or waives it, another is forbidden by it."""
    assert expect.because is not None
    key = ".".join(expect.because)
    deciding = {rule.key for rule in (*verdict.narrowed_by, *verdict.waived)} if verdict.legal else set()
    if verdict.rule is not None:
        deciding.add(verdict.rule.key)
    if key not in deciding:
        told = " or ".join(f"`{one}`" for one in sorted(deciding)) or "no rule"
        raise fail("E712", expect.span, f"`{key}` should decide about {move}, and {told} does.", RULE_HINT)


def _hold_trick(s: State, result: examples.ExpectTrick, expect: examples.Expect) -> None:
    if not s.trick:
        message = "No card of this trick is given, so nobody can win it."
        raise fail(
            "E701", result.span, message, "write the trick in question with `plays`, as in `plays West AH, North KS`"
        )
    best, winner = best_card(s), winning_seat(s)
    if winner != (None if result.who == "nobody" else seat_of(s, result.who, result.span)):
        name = "nobody" if winner is None else s.spec.seats[winner]
        rule = s.spec.play.winner_rule
        why_so = f"by `{rule.key}`, {rule.span.row}"
        message = f"{sentence(result.who)[:-1]} should win the trick, and {name} does, {why_so}."
        raise fail("E714", result.span, message, came_out(f"{name} wins the trick"))
    if expect.because is not None:
        faces = s.spec.deck.faces
        equals = best is not None and [faces[card] for card in s.trick].count(faces[best]) > 1
        by_equal = len(live_cards(s)) < len(s.trick) or equals
        rule = s.spec.play.equal_rule if by_equal and s.spec.play.equal_rule else s.spec.play.winner_rule
        key = ".".join(expect.because)
        if key != rule.key:
            raise fail("E712", expect.span, f"`{key}` should decide, and `{rule.key}` does.", RULE_HINT)


# ---------------------------------------------------------------- bids and questions


def run_bidding(scene: Scene, expect: examples.Expect) -> None:
    """Compare a point of the bidding with what is expected; if it does not hold, raise `Failed`."""
    to_bid = isinstance(expect.results[0], examples.ExpectMoves | examples.ExpectLate)
    s, answers = at_bidding(scene, to_bid=to_bid)
    try:
        end = _hold_point(s, answers, expect)
    except Failed:
        answers.check(s)  # a decision that was not made is the reason for a different result
        raise
    answers.check(end)


def _hold_point(s: State, answers: Answers, expect: examples.Expect) -> State:
    """Compare a point of the bidding, and the questions after it, with what is expected; return the last state."""
    asked: tuple[State, tuple[int, ...]] | None = None
    for result in expect.results:
        if isinstance(result, examples.ExpectMoves) and asked is not None and not result.bids:
            _hold_pass(*asked, result)
        elif isinstance(result, examples.ExpectMoves):
            _hold_bids(s, result, expect)
        elif isinstance(result, examples.ExpectAsked) and not result.is_asked:
            hold_not_asked(s, result, answers)
        elif isinstance(result, examples.ExpectAsked):
            here, s = _hold_asked(s, result, answers)
            asked = here, members_of(here, result.who, result.span)
        elif isinstance(result, examples.ExpectLate):
            _hold_late(s, result)
        elif isinstance(result, examples.ExpectHeld):
            hold_cards(s, result)
        else:
            raise fail("E701", result.span, "Nothing like this can be expected during the bidding.", BIDDING_HINT)
    return s


def _hold_bids(s: State, result: examples.ExpectMoves, expect: examples.Expect) -> None:
    entries = choices.due(s)
    if not isinstance(s.step, Round):
        hint = "give fewer bids in `bids`, or ask for cards: `legal 7H`"
        raise fail("E701", result.span, "Nobody has to bid at this point.", hint)
    legal = [option.text for option in entries[0].options]
    wanted = [move_of(s, entries[0], node) for node in result.moves]
    seat = entries[0].seat
    _hold_list(s, seat, result, wanted, legal, expect, lambda text, span: _verdict_of_bid(s, text, seat, span))


def _verdict_of_bid(s: State, text: str, seat: int, span: Span) -> why.Verdict:
    """Say why a bid, a look or a wait is possible here, or not."""
    step = s.step
    listed = any(option.text == text for entry in choices.due(s) for option in entry.options)
    if listed or text not in (LOOK.text, WAIT.text):
        try:
            return s.why(text, seat)
        except UnknownMove as unknown:
            raise fail("E713", span, f"{unknown}.", FIX_HINT) from None
    assert isinstance(step, Round)
    name = s.spec.seats[seat]
    if not step.unseen:
        message = f"`{step.name}` offers no bid before looking."
    elif s.looked >> seat & 1:
        message = f"{name} has looked already; `given {name} not looked` says otherwise."
    else:
        message = f"`{step.name}` has to be answered: no later round offers a bid before looking."
    return why.Verdict(text, seat, legal=False, rule=step.rule, message=message)


def _hold_pass(s: State, seats: tuple[int, ...], result: examples.ExpectMoves) -> None:
    """Compare the cards that may be chosen for a pass with those expected."""
    entry = next(entry for entry in choices.due(s) if entry.seat in seats)
    told_cards(s, result.moves)
    wanted = [card_name(node) for node in result.moves]
    _hold_list(s, entry.seat, result, wanted, [option.text for option in entry.options])


def _can_say_yes(s: State, entry: Turn) -> bool:
    """Tell whether a question is more than a formality; a player who has to look first is taken to have looked."""
    if entry.options == DECLINE:
        looked = choices.due(s.take(entry, LOOK))
        entry = next(one for one in looked if (one.seat, one.choice) == (entry.seat, entry.choice))
    return entry.options != (NO,)


def _is_put(s: State, result: examples.ExpectAsked) -> bool:
    """Tell whether a seat or side is asked something now, or may volunteer it, and has an answer other than no."""
    seats = members_of(s, result.who, result.span)
    entries = (*choices.due(s), *choices.volunteered(s))
    put = [entry for entry in entries if entry.choice == result.decision and entry.seat in seats]
    return any(_can_say_yes(s, entry) for entry in put)


def _hold_asked(s: State, result: examples.ExpectAsked, answers: Answers) -> tuple[State, State]:
    """Skip questions until this one is put to this seat or side; return that state and the next.

    A player who can only say no is asked as a formality, so that nobody learns what others could say.
    """
    for here in answers.onward(s):
        if _is_put(here, result):
            return here, here if here.is_playing else answers.pass_over(here)
    hint = f"look at the `when` of `{result.decision}`, and at what the example gives"
    raise fail("E715", result.span, f"{sentence(result.who)[:-1]} is not asked `{result.decision}` here.", hint)


def hold_not_asked(s: State, result: examples.ExpectAsked, answers: Answers) -> None:
    """Go on to the play, or to the end of the deal, and fail if this is put to this seat or side."""
    for here in answers.onward(s):
        if (here.deal, here.deals_dealt) != (s.deal, s.deals_dealt):
            return
        if _is_put(here, result):
            message = f"{sentence(result.who)[:-1]} should not be asked `{result.decision}`, and is."
            raise fail("E725", result.span, message, FIX_HINT)


def hold_cards(s: State, result: examples.ExpectHeld) -> None:
    """Compare the cards of a hand, a zone or the deck with what is expected."""
    names = s.spec.deck.names
    place = result.zone or result.who
    if result.who == "deck":
        cards = tuple(range(len(names)))
    elif place in s.spec.seats:
        cards = bits(s.hands[s.spec.seats.index(place)])
    else:
        owner = 0 if result.zone is None else seat_of(s, result.who, result.span)
        cards = cards_at(s, place, owner)
    what = f"{result.who}'s {result.zone}" if result.zone else result.who
    if place not in s.spec.seats and not result.zone:
        what = f"The {what}"
    if isinstance(result.held, int):
        if result.held != len(cards):
            message = f"{what} should hold {count(result.held, 'card')}, and holds {len(cards)}."
            raise fail("E725", result.span, message, FIX_HINT)
        return
    left = [names[card] for card in cards]
    for node in result.held:
        name = card_name(node)
        if (name in left) is result.lacks:
            should, does = ("lack", "holds it") if result.lacks else ("hold", "does not")
            raise fail("E725", node.span, f"{what} should {should} {name}, and {does}.", FIX_HINT)
        if not result.lacks:
            left.remove(name)
