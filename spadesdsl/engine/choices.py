"""What each seat may do now: the one place that lists moves. `why` explains them, `flow` carries them out."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.engine import seats
from spadesdsl.engine.actions import environment, pile_of, sitting_out
from spadesdsl.engine.labels import written
from spadesdsl.engine.offers import bidders, bids_of, values
from spadesdsl.engine.plan import Agrees, Asks, AsksAtOnce, BidsAtOnce, BidsUnseen, DealEnds, OfRound, PlaysCard, Turns
from spadesdsl.engine.ranking import Deck, Ranking, bits, mask_of
from spadesdsl.engine.spec import CARD, Ask, Cards, Code, Hand, Phase, Pile, Place, Round
from spadesdsl.engine.state import DRAFT, StateData
from spadesdsl.engine.turns import LOOK, NO, TOP, WAIT, YES, Option, Turn
from spadesdsl.rules.parts import Give

if TYPE_CHECKING:
    from collections.abc import Sequence

    _Moves: TypeAlias = tuple[tuple[Option, ...], tuple[str, ...]]
    """Moves that play cards, and how they are written."""


def due(s: StateData) -> tuple[Turn, ...]:
    """Return the seats that have to act; empty only when the game is over."""
    memo = s.memo
    found: tuple[Turn, ...] | None = memo.get("due")
    if found is not None:
        return found
    if memo is not DRAFT:
        seat: int | None = memo.get("to_play")
        found = memo["due"] = _due(s) if seat is None else (_play_turn(s, seat),)
        return found
    s.memo = {}  # listing changes nothing: what hundreds of bids read is worked out once
    try:
        return _due(s)
    finally:
        s.memo = DRAFT


def _due(s: StateData) -> tuple[Turn, ...]:
    if s.over or not s.flow:
        return ()
    place = s.flow[-1]
    node = s.spec.plan.nodes[place.node]
    if type(node) is PlaysCard:
        return (_play_turn(s, to_play(s)),)
    turns = place.turns
    assert turns is not None
    if isinstance(node, Asks):
        return tuple(_ask_turns(s, node.step, turns))
    assert isinstance(node, OfRound)
    return tuple(_round_turns(s, node, turns))


# ---------------------------------------------------------------- cards


def to_play(s: StateData) -> int:
    """Return the seat whose card is due; −1 if nobody has one to play."""
    hands, played = s.hands, s.trick_seats
    count = len(hands)
    if len(played) == count:
        return -1
    first = (played[-1] + 1) % count if played else s.leader
    controls = s.spec.play.controls
    if hands[first] and not controls and first not in played:  # as nearly always
        return first
    idle = sitting_out(s) if controls else 0
    for seat in seats.clockwise(count, first):
        if hands[seat] and not idle >> seat & 1 and seat not in played:
            return seat
    return -1


def player_of(s: StateData, seat: int) -> int:
    """Return who plays the cards of a seat."""
    for control in s.spec.play.controls:
        if control.player is not None and control.seat(s, s.spec.environment) == seat:
            may = control.when is None or control.when(s, s.spec.environment)
            player = control.player(s, s.spec.environment) if may else None
            if player is not None:
                return int(player)
    return seat


def step_of(s: StateData, turn: Turn) -> Ask | Round | None:
    """Return the decision or the round that a turn belongs to; None in the play."""
    if turn.node < 0:
        return s.step
    node = s.spec.plan.nodes[turn.node]
    assert isinstance(node, Asks)
    return node.step


def _play_turn(s: StateData, seat: int) -> Turn:
    plan, play = s.spec.plan, s.spec.play
    actor = player_of(s, seat) if play.controls else seat
    if s.stacks[seat] is not None:
        return Turn(actor, "play", (TOP.text,), None, (TOP,), seat)
    cards = play.narrow(s, seat, s.hands[seat], None)
    spoken: list[Option] = []
    if plan.with_card:
        spoken = with_words(s, seat, cards)
        cards &= ~duties(s, spoken)
    deck, ranking = s.spec.deck, s.ranking
    known = _known_moves(deck, ranking)
    if cards in known:  # as nearly always where suit is followed
        options, moves = known[cards]
    else:
        options, moves = (), ()
        for suit in ranking.groups:
            if held := cards & suit:
                if held not in known:
                    if len(known) == _MOST_KNOWN:
                        known.clear()
                    known[held] = _listed([_card(deck, card) for card in ranking.sorted(held)])
                own, written = known[held]
                options += own
                moves += written
    if spoken:
        options += tuple(spoken)
        moves += tuple([option.text for option in spoken])
    return Turn.of_cards(actor, moves, options, seat)


_MOST_KNOWN: Final = 1 << 15


@lru_cache(maxsize=256)
def _known_moves(deck: Deck, ranking: Ranking) -> dict[int, _Moves]:
    """Return what fills up with the moves of each part of a suit that is met."""
    return {}


@lru_cache(maxsize=1 << 12)
def _card(deck: Deck, card: int) -> Option:
    return Option(deck.names[card], "card", card)


def _listed(options: list[Option]) -> _Moves:
    """Return moves, each with how it is written, without those that are written like another before them."""
    told = {option.text: option for option in reversed(options)}
    return tuple(told.values())[::-1], tuple(told)[::-1]


def with_words(s: StateData, seat: int, legal: int) -> list[Option]:
    """Return the cards that may be played with a word, with each of its answers."""
    found: list[Option] = []
    for number, asks in enumerate(s.spec.plan.with_card):
        found += _spoken(s, asks.step, number, seat, legal)
    return found


def duties(s: StateData, spoken: list[Option]) -> int:
    """Return the cards that a word has to be said with, of those that may be played with one."""
    return mask_of([option.value for option in spoken if _is_duty(s, option.said)])


def _is_duty(s: StateData, said: int) -> bool:
    return s.spec.plan.with_card[said].step.kind == "choose"


def _spoken(s: StateData, ask: Ask, number: int, seat: int, legal: int) -> list[Option]:
    """Return the cards that may be played with the word of a question."""
    env = environment(s, seat)
    if ask.by.who is not None:
        who = ask.by.who(s, env)
        if who != (s.side_of[seat] if ask.by.noun == "side" else seat):
            return []
    names = s.spec.deck.names
    found: list[Option] = []
    for arguments in values(s, ask.parameters, env):
        for parameter, value in zip(ask.parameters, arguments, strict=True):
            env[parameter.slot] = value
        mask = one_of_each(s.spec.deck, legal if ask.when is None else ask.when(s, env) & legal)
        word = answer_text(s, ask, arguments)
        found += [Option(f"{names[card]} {word}", "card", card, arguments, number) for card in bits(mask)]
    return sorted(found, key=lambda option: s.ranking.place[option.value])


def said_with(s: StateData, cards: tuple[int, ...]) -> tuple[str, ...]:
    """Return what was said with each of these cards as it was played; an empty text if nothing was."""
    words: dict[int, str] = {}
    for ask in (asks.step for asks in s.spec.plan.with_card):
        words |= {answer.card: answer_text(s, ask, answer.arguments) for answer in s.answers[ask.decision]}
    return tuple(words.get(card, "") for card in cards)


def told_cards(s: StateData, cards: tuple[int, ...]) -> tuple[str, ...]:
    """Return played cards as people read them: each with the word said with it, `KD marry`."""
    names = s.spec.deck.names
    return tuple(f"{names[card]} {word}".rstrip() for card, word in zip(cards, said_with(s, cards), strict=True))


# ---------------------------------------------------------------- answers


def answer_text(s: StateData, ask: Ask, arguments: tuple[Any, ...]) -> str:
    """Write an answer with its parameters: `name(hearts)`."""
    if not arguments:
        return ask.name
    inside = ", ".join(written(s, p.kind, value) for p, value in zip(ask.parameters, arguments, strict=True))
    return f"{ask.name}({inside})"


def _answers(s: StateData, ask: Ask, seat: int, yes: str = "") -> list[Option]:
    """Return every yes that a seat can give to a question; `yes` is how it is written, if not by its name."""
    found: list[Option] = []
    env = environment(s, seat)
    if ask.when is None or ask.when(s, env):
        for arguments in values(s, ask.parameters, env):
            for parameter, value in zip(ask.parameters, arguments, strict=True):
                env[parameter.slot] = value
            if ask.when_choice is None or ask.when_choice(s, env):
                found.append(Option(yes or answer_text(s, ask, arguments), "yes", arguments=arguments))
    return found


def ask_options(s: StateData, ask: Ask, seat: int, chosen: tuple[int, ...] = ()) -> Sequence[Option]:
    """Return what a seat may answer; empty if it is not asked."""
    if ask.kind == "pass":
        return _pass_options(s, ask, seat, chosen)
    if ask.settled:
        is_put = ask.when is None or ask.when(s, environment(s, seat))
        return ask.settled[0] if is_put else ()
    options = _worked_out(s, ask, seat)
    if ask.is_settled and options:
        ask.settled.append(tuple(options))
    return options


def _worked_out(s: StateData, ask: Ask, seat: int) -> list[Option]:
    """Return what a seat may answer, from the question's parameters and conditions."""
    found = _answers(s, ask, seat, "" if ask.parameters else "yes")
    if not found and not (ask.asks_all and (ask.when is None or ask.when(s, environment(s, seat)))):
        return found
    if not found or ask.kind == "may":
        found.append(NO)
    return found


def passed(s: StateData, seat: int) -> tuple[int, ...]:
    """Return the cards that a seat has chosen so far for the pass in progress."""
    chosen = s.asking.chosen
    if not isinstance(s.node, AsksAtOnce):
        return chosen
    return next((answered[1] for answered in chosen if answered is not None and answered[0] == seat), ())


def pass_size(s: StateData, ask: Ask, seat: int) -> int:
    """Return how many cards a seat has to choose: none for nobody."""
    env = environment(s, seat)
    if ask.when is not None and not ask.when(s, env):
        return 0
    action = ask.actions[0]
    assert isinstance(action, Give)
    if isinstance(action.to, Hand) and action.to.seat(s, env) is None:
        return 0
    cards = pass_from(s, action, env)
    wanted = cards.bit_count() if action.number is None else int(action.number(s, env))
    return max(0, min(wanted, cards.bit_count()))


def pass_from(s: StateData, action: Give[Code, Place], env: list[Any]) -> int:
    """Return the cards that a pass is chosen from, as a mask."""
    source = action.source
    match source:
        case Hand():
            seat = source.seat(s, env)
            return 0 if seat is None else s.hands[seat]
        case Cards():
            mask: int = source.cards(s, env)
            return mask
        case Pile():
            return mask_of(pile_of(s, source, env))


def _pass_options(s: StateData, ask: Ask, seat: int, chosen: tuple[int, ...]) -> list[Option]:
    if pass_size(s, ask, seat) <= len(chosen):
        return []
    action = ask.actions[0]
    assert isinstance(action, Give)
    env = environment(s, seat)
    cards = pass_from(s, action, env) & ~mask_of(chosen)
    if ask.when_choice is not None:
        for card in bits(cards):
            env[CARD] = card
            if not ask.when_choice(s, env):
                cards &= ~(1 << card)
    names = s.spec.deck.names
    return [Option(names[card], "pass", card) for card in s.ranking.sorted(one_of_each(s.spec.deck, cards))]


def one_of_each(deck: Deck, cards: int) -> int:
    """Return cards with only the first of those that are equal."""
    if len(deck.copies) < deck.size:
        for copies in deck.copies:
            own = [card for card in copies if cards >> card & 1]
            cards &= ~mask_of(own[1:])
    return cards


def _asked(s: StateData, ask: Ask, seat: int, chosen: tuple[int, ...]) -> Sequence[Option]:
    """Return what the seat being asked may say: it has to look before it says yes."""
    options = ask_options(s, ask, seat, chosen)
    if options and ask.may_decline and is_unseen(s, seat):
        return [LOOK, NO]
    return options


def is_unseen(s: StateData, seat: int) -> bool:
    """Tell whether a seat has cards that it has not looked at. Open cards need no look."""
    return s.spec.has_unseen_bids and not s.looked >> seat & 1 and bool(s.hands[seat] & ~s.open)


def _ask_turns(s: StateData, ask: Ask, turns: Turns) -> list[Turn]:
    entries: list[Turn] = []
    if ask.by.turns == "at once":
        for place, group in enumerate(turns.order):
            answered = turns.chosen[place]
            if answered is not None and ask.kind != "pass":
                continue
            for seat in group if answered is None else (answered[0],):
                options = _asked(s, ask, seat, () if answered is None else answered[1])
                if options:
                    entries.append(Turn.of(ask, seat, options, turns.sides[place]))
        return entries
    side = turns.sides[turns.at]
    for seat in turns.group:
        options = _asked(s, ask, seat, turns.chosen)
        if options:
            entries.append(Turn.of(ask, seat, options, side))
    return entries


def seers(entries: tuple[Turn, ...]) -> list[int]:
    """Return who sees a hand by being asked: all but those who can look, and those who may decline before they do."""
    return [entry.seat for entry in entries if LOOK not in (entry.options[0], entry.options[-1])]


# ---------------------------------------------------------------- bids


def _round_turns(s: StateData, node: OfRound, turns: Turns) -> list[Turn]:
    if isinstance(node, Agrees):
        seat = turns.asked[0]
        return [Turn.of(node.step, seat, (YES, NO))]
    entries: list[Turn] = []
    if isinstance(node, BidsAtOnce):
        for place, chosen in enumerate(turns.chosen):
            if chosen is None:
                entries += _bidders(s, node, turns, place)
    else:
        entries += _bidders(s, node, turns, turns.at)
    return entries


def _bidders(s: StateData, node: OfRound, turns: Turns, at: int) -> list[Turn]:
    """Return who bids in a turn of a round, and what: one seat, or each member of a side."""
    entries: list[Turn] = []
    step, group, side = node.step, turns.order[at], turns.sides[at]
    is_at_once = isinstance(node, BidsAtOnce)
    if is_at_once and step.when is not None and not step.when(s, environment(s, min(group))):
        return entries
    if step.unseen and (is_at_once or isinstance(node, BidsUnseen)) and not any(s.looked >> seat & 1 for seat in group):
        for seat in bidders(s, group):
            options = bids_of(s, step, seat, turns.closed, is_unseen=True)
            if options:
                refusals = (WAIT, LOOK) if step.may_wait else (LOOK,)
                entries.append(Turn.of(step, seat, (*options, *refusals), side))
        if entries or not is_at_once:
            return entries
    for seat in bidders(s, group):
        options = bids_of(s, step, seat, turns.closed, is_unseen=False)
        if options:
            entries.append(Turn.of(step, seat, options, side))
    return entries


# ---------------------------------------------------------------- volunteered


def phase_now(s: StateData) -> Phase | None:
    """Return the phase that the deal is in."""
    node = s.spec.plan.nodes[s.flow[0].node] if s.flow else None
    return None if node is None or isinstance(node, DealEnds) else node.phase


def phase_of(s: StateData) -> str:
    """Return the point that the game has reached: `bidding.opening`, `play`, `over`."""
    if s.over:
        return "over"
    phase = phase_now(s)
    if phase is None:
        return "deal"
    return phase.name if s.step is None else f"{phase.name}.{s.step.name}"


def volunteered(s: StateData) -> tuple[Turn, ...]:
    """Return who may say something without being asked."""
    found: tuple[Turn, ...] | None = s.memo.get("volunteered")
    if found is None:
        found = s.memo["volunteered"] = _volunteered(s)
    return found


def _volunteered(s: StateData) -> tuple[Turn, ...]:
    phase = phase_now(s)
    if s.over or phase is None or not s.spec.plan.volunteered:
        return ()
    entries = []
    for asks in s.spec.plan.volunteered:
        ask = asks.step
        if asks.phase is not phase:
            continue
        for seat in _volunteers(s, ask):
            options = [
                option
                for option in _answers(s, ask, seat)
                if (seat, ask.decision, option.arguments) not in s.volunteered
            ]
            if options:
                entries.append(Turn.of(ask, seat, options, node=asks.id))
    return tuple(entries)


def _volunteers(s: StateData, ask: Ask) -> tuple[int, ...]:
    if ask.by.turns != "one":
        return seats.players_of(s)
    assert ask.by.who is not None
    who = ask.by.who(s, s.spec.environment)
    if who is None:
        return ()
    return tuple(seat for seat in s.sides[who] if seat in s.spec.players) if ask.by.noun == "side" else (who,)
