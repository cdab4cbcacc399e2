"""Why a move is legal or not: the rules that narrow the choices, with what they read.

An explanation uses only what its seat may know: rules of the play and the bidding read the seat's own hand, what is on
the table and what was said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from spadesdsl.engine import offers
from spadesdsl.engine.actions import environment
from spadesdsl.engine.choices import passed
from spadesdsl.engine.events import some
from spadesdsl.engine.labels import written
from spadesdsl.engine.narrowing import Effect, chosen_of, effects_on_cards, judged, narrow_bids
from spadesdsl.engine.spec import Ask, BidType, Must, Round
from spadesdsl.engine.state import StateData
from spadesdsl.engine.turns import DECLINE, Option, Turn
from spadesdsl.frozen import Frozen, field
from spadesdsl.rules.parts import RuleInfo

CONDITION_HELD: Final = ("its condition held",)
"""What would allow a yes that a question's condition refuses."""


class Verdict(Frozen):
    """Whether a move is legal, and which rule says so."""

    move: str
    seat: int
    legal: bool
    rule: RuleInfo | None
    """The rule that refuses it, or the last one that narrowed the choices to it."""
    narrowed_by: tuple[RuleInfo, ...] = ()
    """For a legal move: the rules that ruled out other choices."""
    waived: tuple[RuleInfo, ...] = ()
    """Rules that applied but could not be obeyed."""
    reads: Mapping[str, str | list[str]] = field(default_factory=dict, hash=False)
    """By the words of the file: the values that the rule read."""
    allowed_if: tuple[str, ...] = ()
    """For a refused move: what would have to be different."""
    message: str = ""
    """One or two sentences for people."""

    def to_json(self) -> dict[str, Any]:
        """Write the verdict as in the referee's answers."""
        told = some(self, "legal move seat message")
        if self.rule is not None:
            told |= {"rule": self.rule.key, **some(self.rule, "sentence source file line"), "reads": dict(self.reads)}
        if self.legal:
            told["narrowed_by"] = [rule.key for rule in self.narrowed_by]
            told["waived"] = [rule.key for rule in self.waived]
        else:
            told["allowed_if"] = list(self.allowed_if)
        return told


def says(rule: RuleInfo) -> str:
    """Write a rule's sentence, or its name if it has none."""
    return rule.sentence or f"The rule `{rule.key}` says so."


def _reads(s: StateData, rule: RuleInfo, env: list[Any], hand: int | None) -> dict[str, str | list[str]]:
    found: dict[str, str | list[str]] = {}
    for read in s.spec.told(rule).reads:
        value = read.code(s, env)
        if read.kind == "cards":
            found[read.text] = [s.spec.deck.names[card] for card in s.ranking.sorted(value)]
        elif value is not None:
            found[read.text] = written(s, read.kind, value)
        else:
            found[read.text] = "nobody"
    if hand is not None:
        found["hand"] = [s.spec.deck.names[card] for card in s.ranking.sorted(hand)]
    return found


def _conditions(s: StateData, rule: RuleInfo) -> list[str]:
    """Return the parts of a rule's `when` that would allow the move if they were reversed."""
    return [f"not {text}" if not text.startswith("not ") else text[4:] for text, _ in s.spec.told(rule).conditions]


def of_card(s: StateData, entry: Turn, card: int, text: str) -> Verdict:
    """Explain a card of the hand whose turn it is."""
    seat = entry.holder
    if not s.hands[seat] >> card & 1:
        whose = "You do not hold" if seat == entry.seat else f"{s.spec.seats[seat]} does not hold"
        message = f"{whose} {s.spec.deck.names[card]}."
        return Verdict(text, entry.seat, legal=False, rule=None, allowed_if=("you held it",), message=message)
    env = environment(s, seat)
    effects = [one for one in effects_on_cards(s, seat, s.hands[seat]) if one.must.trust is None]
    refusing = next((one for one in effects if one.narrows and not one.kept >> card & 1), None)
    if refusing is not None:
        return _refused_card(s, entry, refusing, _left(effects), env, text)
    return _allowed(s, entry, text, effects, env, s.hands[seat])


def of_word(s: StateData, entry: Turn, card: str, move: str) -> Verdict | None:
    """Explain why a legal card cannot be played with these words, or without any; None for other words."""
    can = [option for option in entry.options if option.text.split(" ")[0] == card]
    shown = ", ".join(option.text for option in can)
    said = move[len(card) :].strip().split("(")[0]
    asked = [asks for at, asks in enumerate(s.spec.plan.with_card) if said or at in {option.said for option in can}]
    rule = next((asks.step.rule for asks in asked if said in ("", asks.step.name)), None)
    if rule is None:
        return None
    message = f"{move} is not allowed: {says(rule)} You can play {shown}."
    return Verdict(move, entry.seat, legal=False, rule=rule, message=message)


def _left(effects: list[Effect]) -> int:
    """Return what all rules together leave: one that refuses a move may be followed by others that narrow more."""
    return [effect.kept for effect in effects if effect.narrows][-1]


def _refused_card(s: StateData, entry: Turn, effect: Effect, left: int, env: list[Any], text: str) -> Verdict:
    rule = effect.must.rule
    kept, legal = (
        " ".join(dict.fromkeys(s.spec.deck.names[card] for card in s.ranking.sorted(cards)))
        for cards in (effect.kept, left)
    )
    allowed_if = (f"you held none of {kept}", *_conditions(s, rule))
    message = f"{text} is not allowed: {says(rule)} You can play {legal}."
    reads = _reads(s, rule, env, s.hands[entry.holder])
    return Verdict(text, entry.seat, legal=False, rule=rule, reads=reads, allowed_if=allowed_if, message=message)


def _allowed(s: StateData, entry: Turn, text: str, effects: list[Effect], env: list[Any], hand: int | None) -> Verdict:
    narrowed = [effect.must.rule for effect in effects if effect.narrows]
    waived = [effect.must.rule for effect in effects if effect.is_waived]
    deciding = narrowed[-1] if narrowed else (waived[-1] if waived else None)
    if narrowed:
        message = f"{text} is allowed. {says(narrowed[-1])}"
    elif waived:
        message = f"{text} is allowed: `{waived[-1].key}` cannot be obeyed with these cards, so it does not bind."
    else:
        message = f"{text} is allowed: no rule narrows the choice here."
    reads = {} if deciding is None else _reads(s, deciding, env, hand)
    return Verdict(text, entry.seat, True, deciding, tuple(narrowed), tuple(waived), reads, (), message)


def of_bid(s: StateData, entry: Turn, step: Round, option: Option) -> Verdict:
    """Explain a bid of a type that the round offers."""
    seat = entry.seat
    is_unseen = offers.is_before_looking(s, step, s.asking, seat)
    candidates = offers.bid_candidates(s, step, seat, s.asking.closed, is_unseen=is_unseen)
    bid = (option.value, option.arguments)
    at = next((at for at, other in enumerate(candidates) if (other.value, other.arguments) == bid), None)
    if at is None:
        return _no_such_bid(s, entry, step, option)
    effects: list[Effect] = []
    narrow_bids(s, step, seat, candidates, is_unseen=is_unseen, effects=effects)
    refusing = next((one for one in effects if one.narrows and not one.kept >> at & 1), None)
    if refusing is not None:
        kept, left = (chosen_of(candidates, many) for many in (refusing.kept, _left(effects)))
        return _refused_bid(s, entry, refusing.must, option, kept, left)
    verdict = _allowed(s, entry, option.text, effects, environment(s, seat), None)
    if verdict.rule is not None:
        return verdict
    return Verdict(option.text, seat, True, s.spec.bids[option.value].rule, message=verdict.message)


def _refused_bid(
    s: StateData, entry: Turn, must: Must, option: Option, kept: tuple[Option, ...], left: tuple[Option, ...]
) -> Verdict:
    after = judged(s, option, entry.seat)
    reads = _reads(after, must.rule, environment(after, entry.seat), None)
    message = f"{option.text} is not allowed: {says(must.rule)} You can bid {_texts(left)}."
    allowed_if = (f"none of {_texts(kept)} could be bid", *_conditions(s, must.rule))
    return Verdict(
        option.text, entry.seat, legal=False, rule=must.rule, reads=reads, allowed_if=allowed_if, message=message
    )


def _texts(options: tuple[Option, ...]) -> str:
    return ", ".join(other.text for other in options)


def _no_such_bid(s: StateData, entry: Turn, step: Round, option: Option) -> Verdict:
    kind = s.spec.bids[option.value]
    env = environment(s, entry.seat)
    allowed_if: tuple[str, ...]
    if kind.before_looking and s.looked >> entry.seat & 1:
        reason = "it is made before looking, and you have seen your cards"
        allowed_if = ("you had not looked at your cards",)
    elif option.value not in step.offers:
        reason, allowed_if = "this round does not offer it", ("the round offered it",)
    elif (entry.seat, option.value) in s.asking.closed:
        has_bid = s.bids[entry.seat] is not None
        reason = "you have bid for yourself already" if has_bid else "your partner has said no"
        allowed_if = ("you had not bid yet" if has_bid else "your partner said yes",)
    elif offers.is_before_looking(s, step, s.asking, entry.seat) and option.value not in step.unseen:
        reason, allowed_if = "look at your cards first", ("you had looked at your cards",)
    else:
        reason = (
            _of_its_kind(entry, option, kind) or kind.rule.sentence.rstrip(".") or "its condition does not hold now"
        )
        allowed_if = tuple(text for text, holds in s.spec.told(kind.rule).conditions if not holds(s, env))
        allowed_if = allowed_if or CONDITION_HELD
    message = f"{option.text} cannot be bid: {reason}."
    # A player who has not looked is not shown what a bid reads from the hand.
    reads = _reads(s, kind.rule, env, None) if s.looked >> entry.seat & 1 else {}
    return Verdict(
        option.text, entry.seat, legal=False, rule=kind.rule, reads=reads, allowed_if=allowed_if, message=message
    )


def _of_its_kind(entry: Turn, option: Option, kind: BidType) -> str:
    """Say which bids of the same type can be made now; empty if there are none."""
    can = [other.text for other in entry.options if other.value == option.value]
    is_row = any(one.kind == "number" for one in kind.parameters)
    many = f"{can[0]} to {can[-1]}" if can and is_row else ", ".join(can)
    few = " or ".join(can) if len(can) <= 2 else f"one of {many}"
    return f"it would have to be {few}" if can else ""


def of_answer(s: StateData, entry: Turn, ask: Ask, move: str) -> Verdict | None:
    """Explain an answer that cannot be given; None if it does not answer this question."""
    card = s.spec.deck.find(move) if ask.kind == "pass" else None
    can = f"You can {'answer' if card is None else 'choose'} {', '.join(option.text for option in entry.options)}."
    named = move.split("(")[0]
    is_yes = named == (ask.name if ask.parameters else "yes")
    if is_yes and entry.options == DECLINE:
        message = f"{move} cannot be answered: look at your cards first. {can}"
        looked = ("you had looked at your cards",)
        return Verdict(move, entry.seat, legal=False, rule=ask.rule, allowed_if=looked, message=message)
    if is_yes and ask.asks_all and not ask.parameters:
        rule = f'"{ask.rule.sentence}"' if ask.rule.sentence else f"`{ask.rule.key}`"
        message = f"{move} is not allowed: the condition of {rule} does not hold. {can}"
        return Verdict(move, entry.seat, legal=False, rule=ask.rule, allowed_if=CONDITION_HELD, message=message)
    if card is not None and not ask.is_taking and not s.hands[entry.seat] >> card & 1:
        message = f"You do not hold {s.spec.deck.names[card]}. {can}"
        return Verdict(move, entry.seat, legal=False, rule=ask.rule, allowed_if=("you held it",), message=message)
    if card in passed(s, entry.seat):
        message = f"You have chosen {move} already. {can}"
        return Verdict(move, entry.seat, legal=False, rule=ask.rule, message=message)
    if named == ask.name or card is not None:
        return Verdict(move, entry.seat, legal=False, rule=ask.rule, message=f"{move} cannot be chosen here. {can}")
    return None
