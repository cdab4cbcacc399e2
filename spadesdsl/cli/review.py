"""`spadesdsl review`: the choices of a game that cost most, against what their seat could know.

Each choice is looked at twice: a bot says what it would have done, and then its move and the one that was made are
tried side by side in other imagined deals. So a move is not blamed because the first deals happened to be against it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise
from typing import Any

from spadesdsl.bots import Effort, StrongPlayer, Weighed
from spadesdsl.bots.evaluation import evaluation_of
from spadesdsl.cli.commands import Review
from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.cli.replay import replayed_of
from spadesdsl.engine.choices import passed
from spadesdsl.engine.events import some
from spadesdsl.engine.game import State
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.record import Step, left_of
from spadesdsl.engine.turns import Turn
from spadesdsl.frozen import Frozen, replace
from spadesdsl.journal import Replayed
from spadesdsl.rules.parts import Ask
from spadesdsl.session.known import bids_said
from spadesdsl.session.terminal import with_cards
from spadesdsl.words import WIDTH, amount_text, and_list, count, folded, words_of

LEAST = 0.05
"""What costs no more points than this, on average, is not worth a word."""


class Lapse(Frozen):
    """A choice that cost something."""

    state: State
    """The game before it."""
    turn: Turn
    made: Weighed
    """The move that was made; `behind` says by how many points it is worse."""
    better: Weighed
    """What would have been better."""

    @property
    def cost(self) -> float:
        """Return how many points the choice cost its side, on average."""
        return self.better.points - self.made.points

    @property
    def margin(self) -> float:
        """Return half of the 95 % interval of the cost."""
        return self.made.margin

    def to_json(self) -> dict[str, Any]:
        """Return it as a document."""
        view = self.state.view(self.turn.seat)
        return {
            "deal": view.deal,
            "phase": self.turn.choice,
            "trick": view.trick_number if view.phase == "play" else None,
            "seat": self.turn.seat,
            "hand": list(view.hand or ()),
            "made": _weighed_json(self.made),
            "better": _weighed_json(self.better),
            "cost": round(self.cost, 2),
            "margin": round(self.margin, 2),
        }


class Found(Frozen):
    """What was found in a game."""

    choices: int
    """Choices of these seats between at least two moves."""
    lapses: tuple[Lapse, ...]
    """Those that cost more than chance explains, the dearest first."""


def reviewed(
    done: Iterable[Step],
    seats: Collection[int],
    bot: StrongPlayer,
    tell: Callable[[int, int], object] = lambda *_: None,
) -> Found:
    """Look at every choice of some seats in the steps of a record.

    Args:
        bot: the bot that looks; it is asked as if it sat there, and sees what the seat saw.
        tell: is called with how many choices were looked at and how many there are.
    """
    asked = list(_choices(done, seats))
    lapses = []
    for number, (state, turn, move) in enumerate(asked):
        tell(number, len(asked))
        if (lapse := _look(state, turn, move, bot)) is not None:
            lapses.append(lapse)
    return Found(len(asked), tuple(sorted(lapses, key=lambda one: -one.cost)))


def _look(state: State, turn: Turn, move: str, bot: StrongPlayer) -> Lapse | None:
    """Return what a choice cost; None if the move is among the best."""
    view = replace(state.view(turn.seat), volunteers=())  # what was chosen, not what was left unsaid
    advice = bot.advise(view, turn)
    first = next((one for one in advice.options if one.move == move), None)
    if advice.move == move or (first is not None and -first.behind <= max(first.margin, LEAST)):
        return None
    better, made = bot.compared(view, turn, (advice.move, move))
    return Lapse(state, turn, made, better) if -made.behind > max(made.margin, LEAST) else None


def _choices(done: Iterable[Step], seats: Collection[int]) -> Iterator[tuple[State, Turn, str]]:
    """Yield the choices between several moves that were made in the end, without those that were taken back."""
    for earlier, later in pairwise(left_of(done)):
        before, entry = earlier.state, later.entry
        if not isinstance(entry, list) or entry[0] not in seats:
            continue
        seat, move = entry[0], entry[1]
        listed = (*before.turns, *before.volunteers)
        turn = next((one for one in listed if one.seat == seat and move in one.moves), None)
        if turn is not None and len(turn.moves) > 1:
            yield before, turn, move


def _weighed_json(one: Weighed) -> dict[str, Any]:
    return {**some(one, "move deals kept won"), "points": round(one.points, 2)}


# ---------------------------------------------------------------- for people


def run(console: Console, call: Review) -> int:
    """Look through a saved game, and name the dearest choices."""
    replayed = replayed_of(console, call.file)
    game = replayed.game
    if not (seats := _seats(replayed, call.seat)):
        names = and_list(game.seats[seat] for seat in game.players)
        raise Stop(Exit.USAGE, f"There is no player `{call.seat}` in this game: there are {names}.")
    bot = StrongPlayer(call.seed, Effort(call.effort))
    found = reviewed(
        replayed.steps, seats, bot,
        lambda now, all_of_them: console.murmur(f"Looking at choice {now + 1} of {all_of_them} …"),
    )  # fmt: skip
    if call.form == "json":
        lapses = [one.to_json() for one in found.lapses[: call.most]]
        document = {"variant": game.name, "seats": sorted(seats), "choices": found.choices}
        document |= {"found": len(found.lapses), "lapses": lapses}
        console.data(document, is_one_line=True)
        return Exit.FINE
    lines = lines_of(found, replayed, seats, call.most)
    deck = game.base.deck
    console.say("\n".join(with_cards(line, deck, has_symbols=console.has_symbols) for line in lines))
    return Exit.FINE


def _seats(replayed: Replayed, name: str) -> set[int]:
    """Return the seats to look at: the named one, else those of people, else all."""
    game = replayed.game
    if name:
        return {seat for seat in game.players if game.seats[seat].lower() == name.lower()}
    people = {sitter.seat for sitter in replayed.record.sitters if sitter.is_person}
    return people or set(game.players)


def lines_of(found: Found, replayed: Replayed, seats: set[int], most: int) -> list[str]:
    """Write a review: how many choices there were, then the dearest."""
    game = replayed.game
    who = and_list(game.seats[seat] for seat in sorted(seats))
    lines = folded(f"{game.title}, {who}: {count(found.choices, 'choice')} between several moves.")
    if not (shown := found.lapses[:most]):
        return [*lines, *folded("None cost more than chance explains.")]
    if len(found.lapses) == 1:
        told = "One cost points"
    elif len(found.lapses) <= most:
        told = f"{len(found.lapses)} cost points, the dearest first"
    else:
        told = f"{len(found.lapses)} cost points; the {'dearest' if len(shown) == 1 else f'{len(shown)} dearest'}"
    lines += folded(f"{told}, on average over deals that agree with what the player could know:")
    if shown[0].cost > (game_worth := evaluation_of(game).win) / 2:
        lines += folded(f"(To win or lose the game counts as {_points(game_worth)} points.)")
    for number, one in enumerate(shown, 1):
        lines += ["", *_lapse_lines(one, number, is_alone=len(seats) == 1)]
    return lines


def _lapse_lines(one: Lapse, number: int, *, is_alone: bool) -> list[str]:
    state, turn = one.state, one.turn
    view = state.view(turn.seat)
    where = _moment(state, turn)
    who = "" if is_alone else f"{state.game.seats[turn.seat]}, "
    labels = dict(zip(turn.moves, turn.labels or turn.moves, strict=True))
    made, better = (words_of(labels.get(move, move)) for move in (one.made.move, one.better.move))
    margin = f" (±{margin})" if (margin := _points(one.margin)) != "0" else ""
    head = f"{number}. Deal {view.deal}, {who}{where}: {made}. Better by {_points(one.cost)}{margin}:"
    lines = folded(f"{head} {better}.", WIDTH, "", "   ")
    if view.trick:
        played = zip(state.trick_seats, (state.spec.deck.names[card] for card in state.trick), strict=True)
        on_table = ", ".join(f"{state.game.seats[seat]} {card}" for seat, card in played)
        lines += folded(f"On the table: {on_table}.", WIDTH, "   ", "   ")
    if view.hand:
        lines += folded(f"In hand: {' '.join(view.hand)}.", WIDTH, "   ", "   ")
    seen = [f"{words_of(zone)} {' '.join(cards)}" for zone, cards in view.zones.items() if isinstance(cards, tuple)]
    if seen:
        lines += folded(f"Seen besides: {', '.join(seen)}.", WIDTH, "   ", "   ")
    lines += folded(_told_before(one), WIDTH, "   ", "   ")
    shares = (
        ("What was promised is kept", one.better.kept, one.made.kept),
        ("The game is won", one.better.won, one.made.won),
    )
    for what, with_better, with_made in shares:
        if with_better is not None and with_made is not None and f"{with_better:.0%}" != f"{with_made:.0%}":
            told = f"{what} in {with_better:.0%} with {better}, and in {with_made:.0%} with {made}."
            lines += folded(told, WIDTH, "   ", "   ")
    return lines


def _moment(state: State, turn: Turn) -> str:
    """Say at what a player chose: in a trick, in a round or decision, or which cards to give away."""
    if turn.holder >= 0:
        return f"trick {state.trick_number}"
    if not isinstance(state.step, Ask) or state.step.kind != "pass" or turn.optional:
        return turn.label or words_of(turn.choice)
    chosen = " ".join(state.spec.deck.names[card] for card in state.ranking.sorted(mask_of(passed(state, turn.seat))))
    return f"{state.step.rule.label or 'a card to give away'}{f' after {chosen}' if chosen else ''}"


def _told_before(one: Lapse) -> str:
    """Say what the players had bid, and in the play how many tricks they had."""
    view, state = one.state.view(one.turn.seat), one.state
    bids = [(seat, words_of(bid)) for seat, bid in enumerate(view.bids) if bid is not None]
    if not bids:
        return ""
    if view.phase != "play":
        spoke = [seat for seat, _ in bids_said(state)]
        bids.sort(key=lambda bid: max((at for at, seat in enumerate(spoke) if seat == bid[0]), default=len(spoke)))
        return f"Bid before: {', '.join(f'{state.game.seats[seat]} {bid}' for seat, bid in bids)}."
    told = (f"{state.game.seats[seat]} {view.taken_by_seat[seat]}, bid {bid}" for seat, bid in bids)
    return f"Tricks so far: {'; '.join(told)}."


def _points(points: float) -> str:
    """Write points: whole, unless they are few."""
    return amount_text(round(points) if abs(points) >= 10 else round(points, 1))
