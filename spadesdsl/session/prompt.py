"""The question to a person, and what their answer means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from spadesdsl.book.settled import in_full
from spadesdsl.book.terms import Terms
from spadesdsl.engine.actions import environment
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.choices import pass_size, passed
from spadesdsl.engine.game import State
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import Ask, Hand, Round
from spadesdsl.engine.turns import TOP, Turn
from spadesdsl.engine.why import CONDITION_HELD, Verdict
from spadesdsl.frozen import replace
from spadesdsl.rules import parts
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Give
from spadesdsl.rules.terms import Op, Term
from spadesdsl.rules.walking import all_steps
from spadesdsl.session.terminal import Page
from spadesdsl.words import capital, listed, names_as_words, side_name, sign_of, words_of

MANY = 40
"""Longer lists appear only on request."""
_DIGITS = 5
"""The most digits in a place of a list."""
_SHORT_BID = re.compile(r"(\d{1,5})\s*([a-z][a-z ]*)")
"""A number and letters."""
_LISTED = re.compile(r"(\d{1,5})\. *(.*)")
"""A choice as the list shows it: `2. no`."""
_NUMBER = re.compile(r"(?<!\w)\d+(?!\w)")
"""A number by itself: a bid, but not the rank of a card."""


def prompt_lines(state: State, turn: Turn, seat: int, offers: Sequence[str], page: Page, most: int = MANY) -> list[str]:
    """Write the question, its choices (only the ends of a list of more than `most`), and what else can be said."""
    lines: list[str] = []
    if turn.choice == "play":
        whose = "" if turn.hand is None else f" from {page.name(state, turn.hand)}'s hand"
        lines.append(f"Your turn: {'play a card' if state.trick else 'lead a card'}{whose}.")
        if turn.moves == (TOP.text,):
            lines.append(f"Type `{TOP.text}` to play the top card, whatever it is.")
    else:
        name, words = question(state, turn, seat, page.seats(state))
        lines += page.folded(f"{name}: {words}".removeprefix(": ").rstrip())
        are_in_hand = set(turn.moves) <= set(state.view(seat).hand or ())  # which shows them already
        lines += [] if are_in_hand else choice_lines(shown_moves(turn), page, most, turn.moves)
    return lines + offer_lines(offers, page)


def shown_moves(turn: Turn) -> Sequence[str]:
    """Return what a person reads of the choices: labels, and names as words."""
    return turn.labels or [words_of(move) for move in turn.moves]


def offer_lines(offers: Sequence[str], page: Page) -> list[str]:
    """Say what else the person may volunteer."""
    return page.folded(f"You may also say {', '.join(offers)}", "", "  ") if offers else []


def question(state: State, turn: Turn, seat: int, names: Sequence[str]) -> tuple[str, str]:
    """Return a decision's name, empty for a yes to another's bid, and the question in words."""
    step = state.step
    if isinstance(step, Round) and turn.moves == ("yes", "no"):
        asker, _, bid = state.said[-1]
        return "", f"{names[asker]} wants to bid {words_of(bid)}, which needs your yes."
    named = f"Your bid ({words_of(turn.choice)})" if isinstance(step, Round) else turn.label or words_of(turn.choice)
    asked = [words_of(one.name) for one in step.parameters if len(one.name) > 1] if isinstance(step, Ask) else []
    named += f" ({', '.join(asked)})" if asked else ""
    says = [turn.sentence] if turn.sentence else []
    if isinstance(step, Round) and step.by.turns == "at once" and not says:
        says.append("All bid at once: the bids are shown when all are in.")
    if isinstance(step, Ask) and step.kind == "pass":
        # For whom the cards are says more than a name; if they are for nobody, the name says where they go.
        is_for_somebody = _receiver(state, step, seat) not in (None, seat)
        named = step.rule.label or ("" if says or is_for_somebody else turn.label)
        says.append(_to_pass(state, step, seat, names))
    if turn.side is not None and len(state.sides[turn.side]) > 1:
        says.append(f"You speak for {side_name(names, state.sides[turn.side])}.")
    return named, " ".join(says)


def _to_pass(state: State, ask: Ask, seat: int, names: Sequence[str]) -> str:
    """Say how many cards to choose, and for whom."""
    total, chosen = pass_size(state, ask, seat), passed(state, seat)
    receiver = _receiver(state, ask, seat)
    whom = "" if receiver is None or receiver == seat else f" for {names[receiver]}"
    if total <= 1:
        return f"Choose a card{whom}."
    if not chosen:
        return f"Choose {total} cards{whom}, one at a time."
    names = " ".join(state.spec.deck.names[card] for card in state.ranking.sorted(mask_of(chosen)))
    return f"You have chosen {names}. Choose {total - len(chosen)} more{whom}."


def _receiver(state: State, ask: Ask, seat: int) -> int | None:
    """Return the seat that gets passed cards; None if they go elsewhere."""
    action = ask.actions[0]
    assert isinstance(action, Give), "a pass moves cards"
    target = action.to
    if not isinstance(target, Hand) or action.each is not None:
        return None
    receiver: int | None = target.seat(state, environment(state, seat))
    return receiver


def choice_lines(moves: Sequence[str], page: Page, most: int = MANY, written: Sequence[str] = ()) -> list[str]:
    """List choices, or only the ends of a list of more than `most`.

    Each has its number in the list, which can be typed instead, unless the choices are numbers themselves. `written` is
    how records write them, if people read labels.
    """
    if len(moves) > most:
        short = _short(written or moves)
        typed = f"type the numbers, as in `{short}`; " if short else ""
        line = f"{len(moves)} choices, from {moves[0]} to {moves[-1]}; {typed}`legal` lists them."
        return page.folded(line, "  ", "  ")
    if page.is_linear:
        return page.folded(f"{'One choice' if len(moves) == 1 else f'{len(moves)} choices'}: {', '.join(moves)}.")
    # With a point behind it a number is no part of what it counts: `1 clubs` is one club.
    has_numbers = any(_NUMBER.search(move) for move in moves)
    shown = [move if has_numbers else f"{place}. {move}" for place, move in enumerate(moves, start=1)]
    return listed(shown, page.width)


def _short(moves: Sequence[str]) -> str:
    """Return the numbers inside an answer, if all choices are such answers to one question."""
    heads = {move.partition("(")[0] for move in moves}
    inside = moves[len(moves) // 2].partition("(")[2].rstrip(")")
    return inside.replace(",", "") if len(heads) == 1 and inside and not inside[0].isalpha() else ""


def read_answer(state: State, text: str, turn: Turn | None, seat: int) -> str | list[str]:
    """Return the move that was typed, or what to say if it is not a move or not allowed."""
    if turn is not None and not _has_numbers(turn) and (listed := _LISTED.fullmatch(text)) is not None:
        text = listed[2] or listed[1]
    if turn is not None and text not in turn.moves and _are_cards(state, text.replace(",", " ").split(), turn):
        return ["Type one card at a time."]
    if turn is not None and (meant := _card_or_place(state, text, turn)):
        return [meant]
    refused: list[str] = []
    for wanted in _readings(state, text, turn, seat):
        try:
            move = state.read_move(wanted, seat)
        except GameError:
            continue
        if move in state.moves(seat):
            return move
        refused = refused or _refusal(state, move, turn, seat)
    if refused:
        return refused
    if turn is not None and text.isdecimal() and _has_numbers(turn):
        return [f"`{text}` is not a choice here. The choices are not numbered: type one as `legal` lists it."]
    return [f"`{text}` is not a choice here. `legal` lists the choices, and `help` lists the commands."]


def _are_cards(state: State, words: Sequence[str], turn: Turn) -> bool:
    """Tell whether somebody who may choose a card has typed several, or several numbers of the list."""
    find = state.spec.deck.find
    is_move = any(find(move) is not None for move in turn.moves)
    named = (find(card_as_listed(state, word)) is not None or word.isdecimal() for word in words)
    return len(words) > 1 and is_move and all(named)


def _card_or_place(state: State, text: str, turn: Turn) -> str:
    """Say what a number may mean if it is a place in the list, and the rank of another card there; empty if not."""
    deck, place = state.spec.deck, int(text) if text.isdecimal() and len(text) <= _DIGITS else 0
    if not 1 <= place <= len(turn.moves) or _has_numbers(turn):
        return ""
    cards = ((move, deck.find(move)) for move in turn.moves)
    ranks = {move: deck.printed_rank[card] for move, card in cards if card is not None}
    alike = [move for move, rank in ranks.items() if rank is not None and deck.ranks[rank] == text]
    if not alike or turn.moves[place - 1] in alike:
        return ""
    return f"`{text}` may be {alike[0]} or number {text} of the list, {turn.moves[place - 1]}: type the card itself."


def _has_numbers(turn: Turn) -> bool:
    """Tell whether choices have numbers in them, so that none is meant by its place in the list."""
    return any(_NUMBER.search(move) for move in shown_moves(turn))


def why_lines(state: State, text: str, turn: Turn | None, seat: int, rules: Rules | None = None) -> list[str]:
    """Say whether what was typed is allowed, by which rule, and with the rules of the deal when that would be other."""
    refused: list[str] = []
    for wanted in _readings(state, text, turn, seat):
        try:
            verdict = state.why(state.read_move(wanted, seat), seat)
            verdict = replace(verdict, message=_as_listed(verdict.message, turn))
            return verdict_lines(verdict, {} if rules is None else _would_allow(rules, verdict))
        except GameError as refusal:
            refused = refused or [f"{capital(_as_listed(str(refusal), turn))}."]
    return refused or [f"`{text}` is not a choice here."]


def _as_listed(message: str, turn: Turn | None) -> str:
    """Return a message with each choice as the list shows it, and not as records write it."""
    words = {} if turn is None else dict(zip(turn.moves, shown_moves(turn), strict=True))
    written = sorted((move for move, label in words.items() if move != label), key=len, reverse=True)
    either = "|".join(map(re.escape, written))
    return re.sub(rf"(?<!\w)(?:{either})(?!\w)", lambda found: words[found[0]], message) if written else message


def _refusal(state: State, move: str, turn: Turn | None, seat: int) -> list[str]:
    """Say why a move is not allowed, in the words of its rule; `why` names the rule."""
    try:
        verdict = state.why(move, seat)
    except GameError:
        return [f"{move} is not a choice now. `legal` lists the choices."]
    rule = verdict.rule
    message = verdict.message if rule is None else verdict.message.replace(f"`{rule.key}`", f'"{rule.name}"')
    return [names_as_words(_as_listed(message, turn))]


def card_as_listed(state: State, text: str) -> str:
    """Return the card that somebody means by `c10`, `tc`, `10♣` or `♣10` as the deck writes it; else the text."""
    word, space, said = text.strip().partition(" ")
    deck = state.spec.deck
    for card, name in enumerate(deck.names):
        suit, rank = deck.printed_suit[card], deck.printed_rank[card]
        if suit is None or rank is None or not name.startswith(deck.ranks[rank]):
            continue
        ranks = {deck.ranks[rank].lower(), *(("t",) if deck.ranks[rank] == "10" else ())}
        suits = {
            name.removeprefix(deck.ranks[rank]).lower(),
            *(sign_of(deck.suits[suit], colour) for colour in ("BLACK", "WHITE")),
        } - {""}
        if word.lower() in {form for r in ranks for s in suits for form in (r + s, s + r)}:
            return f"{name}{space}{said}"
    return text


def _readings(state: State, text: str, turn: Turn | None, seat: int) -> list[str]:
    """Return what a text may mean: a move, a number in the list, or the parameters of the only answer."""
    card = card_as_listed(state, text)
    if turn is not None and card != text and text not in turn.moves and any(sign in text for sign in "♠♥♦♣♤♡♢♧"):
        return [card]  # a sign is never part of a bid
    turns = [*(one for one in state.volunteers if one.seat == seat), *(() if turn is None else (turn,))]
    labelled = (pair for one in turns for pair in zip(one.moves, one.labels, strict=False))
    meant = [move for move, label in labelled if label.lower() == text.strip().lower()]
    if turn is None:
        return [*meant, text, card]
    if text.startswith("-") and text not in turn.moves:
        return meant
    meant += _as_written_short(text, turn)
    readings = [*meant, text, card]
    if text.isdecimal() and not _has_numbers(turn):
        place = int(text) if len(text) <= _DIGITS else 0
        return [turn.moves[place - 1]] if 1 <= place <= len(turn.moves) else []
    heads = {move.partition("(")[0] for move in turn.moves if move.endswith(")")}
    if len(heads) == 1:
        inside = ", ".join(card_as_listed(state, word) for word in re.split(r"[\s,]+", text.strip("() ")))
        readings.append(f"{heads.pop()}({inside})")
    return readings


def _as_written_short(text: str, turn: Turn) -> list[str]:
    """Return the bids that players mean by `2nt`, `2 n` or `2 no trump`: a number, and how words begin."""
    if (typed := _SHORT_BID.fullmatch(text.strip().lower())) is None:
        return []
    number, begin = typed[1], "".join(typed[2].split())
    bids = (move.partition(" ") for move in turn.moves)
    ends = dict.fromkeys(words for first, _, words in bids if first.isdecimal() and words)
    found = [end for end in ends if "".join(word[0] for word in end.split()) == begin] or [
        end for end in ends if end.replace(" ", "").startswith(begin)
    ]
    return [f"{number} {found[0]}"] if len(found) == 1 else []


def _would_allow(game: Rules, verdict: Verdict) -> dict[str, list[str]]:
    """Say by rule when it would not bind: one part of its condition fails; or when a yes could be given."""
    says = Terms(game)

    def reversed_parts(when: Term | None) -> Iterator[str]:
        match when:
            case None | Op(op="leading" | "following"):
                return  # everybody knows
            case Op(op="and", arguments=parts):
                for part in parts:
                    yield from reversed_parts(part)
            case _:
                yield says.say(says.negated(when))

    musts = (must for must in game.play.musts if must.judges_card)
    asks = all_steps(game) if verdict.allowed_if == CONDITION_HELD else ()
    whens = ((ask.rule.key, in_full(ask.when, game)) for ask in asks if isinstance(ask, parts.Ask))
    return {key: [says.say(says.clause(when))] for key, when in whens if when is not None} | {
        must.rule.key: [*reversed_parts(in_full(must.when, game))] for must in musts
    }


def verdict_lines(verdict: Verdict, would_allow: Mapping[str, Sequence[str]]) -> list[str]:
    """Write a verdict."""
    lines = [verdict.message]
    if (rule := verdict.rule) is not None:
        lines.append(f"  rule {rule.key}, {rule.file}:{rule.line}")
        if rule.source:
            lines += [f"  from {rule.source}"]
    if not verdict.legal and verdict.allowed_if and rule is not None and rule.key in would_allow:
        known = verdict.allowed_if[:1] if verdict.allowed_if != CONDITION_HELD else ()
        lines += [f"  allowed if {', or if '.join([*known, *would_allow[rule.key]])}"]
    return lines
