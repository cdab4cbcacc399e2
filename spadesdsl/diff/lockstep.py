"""Play two games on the same cards, move by move: where they part, and in what.

Both get the same moves as long as both allow them: each move of a situation draws its own number, and the highest is
played. So a move that only one game allows changes the choice only if its number is the highest. A difference is
reported where it first appears, in a situation that both games share, and not what merely follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from math import log

from spadesdsl.algebra.reads import Effect
from spadesdsl.diff import matching
from spadesdsl.diff.effects import Direction
from spadesdsl.engine import choices
from spadesdsl.engine.events import TrickEvent
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.possible import ended_before
from spadesdsl.engine.spec import Ask
from spadesdsl.engine.state import StateData
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.proofs.playing import MOST_MOVES
from spadesdsl.proofs.situations import Case
from spadesdsl.rules.parts import Give, Redeal, Show, Shuffle
from spadesdsl.work import spend

_DRAWS = 1 << 32
_OF_ANOTHER_KIND = 1.5
"""How far a bid that is not a number counts as being from what the hand would take."""
_SHY = 20.0
_ODDITY = 0.02
"""The weight of a bid far from what the hand would take, or of another kind: small, but it is made sometimes."""


class Chooser(Frozen):
    """Chooses for all seats of a deal."""

    seed: int
    is_shy: bool = False
    """Whether it nearly always says no, so that deals where nobody bids are played too."""
    script: Mapping[int, str] = field(default_factory=dict)
    """Moves that are chosen where they can be, by how many moves were made before."""
    favoured: frozenset[str] = frozenset()
    """Cards that are chosen so many times more often than others."""
    favour: float = 1.0

    def choose(self, s: StateData, entry: Turn, options: Sequence[Option]) -> Option:
        """Return one of the options."""
        spend(4 * len(options) + len(s.calls))
        told = self.script.get(s.moves_made, "")
        for option in options if told else ():
            if option.text == told:
                return option
        if len(options) == 1:
            return options[0]
        share = max(hand.bit_count() for hand in s.hands) / max(1, len(s.spec.players))
        where = f"{self.seed} {s.moves_made} {entry.seat} {entry.choice}"
        return max(options, key=lambda option: _luck(where, option) + log(self._weight(option, share)))

    def _weight(self, option: Option, share: float) -> float:
        weight = _SHY if self.is_shy and option.kind == "no" else _weight(option, share)
        return weight * self.favour if option.text in self.favoured else weight


def _luck(where: str, option: Option) -> float:
    """Return a random number for a move in a situation (by Gumbel's law, so that weights can be added)."""
    drawn = blake2b(f"{where} {option.text}".encode(), digest_size=4).digest()
    return -log(-log((int.from_bytes(drawn, "big") + 0.5) / _DRAWS))


def _weight(option: Option, share: float) -> float:
    """Return a move's weight: highest for a number the hand would take, and for looking before anything is said."""
    match option.kind:
        case "bid":
            numbers = [value for value in option.arguments if not isinstance(value, str) and value is not None]
            away = abs(sum(map(float, numbers)) - 0.85 * share) if numbers else _OF_ANOTHER_KIND
            return _ODDITY + 1 / (1 + away**3)
        case "look" | "wait":
            return 2.0
        case _:
            return 1.0


_MOST_ANSWERS = 12
"""How many questions that only one game asks are skipped before the other goes on."""


class Parting(Frozen):
    """A situation that two games share, and in which they part."""

    effect: Effect
    direction: Direction
    case: Case
    before: State
    """The situation in the first game."""
    after: State
    """The situation in the second game."""
    outcome_before: State | None = None
    """What the last move led to in the first game, if that is what differs."""
    outcome_after: State | None = None

    @property
    def size(self) -> tuple[int, int, int]:
        """Return how much has to be said to show it: less is plainer."""
        return (self.case.size, self.before.moves_made, len(repr(self.case.scores)))


class Walk(Changing):
    """A deal that is played in two games at once."""

    case: Case
    chooser: Chooser
    before: State
    after: State
    partings: list[Parting] = field(default_factory=list)
    is_together: bool = True
    """Whether both are still in the same situation."""
    done: tuple[State, State] | None = None
    """Both games right after the deal was scored, if it got that far."""
    is_bidding_alone: bool = False
    """Whether the cards differ and are not compared; ends when the play begins."""

    def note(self, effect: Effect, how: Direction = Direction.OTHER, *, stop: bool = False) -> None:
        """Record that they part in this situation; `stop`: from here on their situations differ."""
        # Only choices can be wider or narrower: cards to be chosen are simply other cards.
        direction = how if effect in (Effect.BIDS, Effect.PLAYS) else Direction.OTHER
        self.partings.append(Parting(effect, direction, self.case, self.before, self.after))
        self.is_together = self.is_together and not stop


def walk(before: Game, after: Game, case: Case, chooser: Chooser, *, is_made_up: bool = True) -> Walk:
    """Play a deal in both games as long as it is the same deal; none if what it begins with has ended either game.

    Unless it is made up, the first game has come to it.
    """
    is_played = not is_made_up or not any(ended_before(case.blank(game)) for game in (before, after))
    w = Walk(case, chooser, case.begun(before), case.begun(after))
    if is_played and _look_at_cards(w):
        go_on(w)
    return w


def go_on(w: Walk) -> None:
    """Play on in both games until they part or the deal is over."""
    for _ in range(MOST_MOVES):
        pair = _turn(w)
        if pair is None or (w.is_bidding_alone and pair[0].holder >= 0) or not _move(w, *pair):
            break


def _look_at_cards(w: Walk) -> bool:
    """Compare where cards are and who sees them; False if the deals differ from here on."""
    if w.is_bidding_alone:
        return True
    if not matching.are_cards_alike(w.before, w.after):
        w.note(Effect.DEAL, stop=True)
        return False
    if matching.unlike_sights(w.before, w.after) is not None:
        w.note(Effect.VIEW)
    return True


# ---------------------------------------------------------------- whose turn, and what they may do


def _turn(w: Walk) -> tuple[Turn, Turn] | None:
    """Bring both games to a turn that they share, reporting the questions that only one of them asks."""
    for _ in range(_MOST_ANSWERS):
        ours, theirs = choices.due(w.before), choices.due(w.after)
        if not ours or not theirs:
            w.is_together = False
            return None
        if [_whose(entry) for entry in ours] == [_whose(entry) for entry in theirs] and _is_one(w, ours[0], theirs[0]):
            _compare(w, ours, theirs)
            _compare_volunteers(w)
            _compare_clocks(w)
            return ours[0], theirs[0]
        if not _pass_over(w, ours, theirs):
            return None
    w.is_together = False
    return None


def _whose(entry: Turn) -> tuple[int, str, int]:
    # Rounds and decisions may have other names; what they offer is what counts.
    return entry.seat, "play" if entry.holder >= 0 else "", entry.holder


def _is_one(w: Walk, ours: Turn, theirs: Turn) -> bool:
    """Tell whether two turns of a seat are the same question: both accept some answer, or neither can be declined."""
    if ours.holder >= 0:
        return True
    if ours.choice != theirs.choice and not _is_new(w.after, ours) and not _is_new(w.before, theirs):
        return False  # both games ask both questions, so a yes to one is none to the other
    said = [
        {matching.move_of(s, one): one.kind in matching.PASSING for one in entry.options}
        for s, entry in ((w.before, ours), (w.after, theirs))
    ]
    answers = [{move for move, is_passing in moves.items() if not is_passing} for moves in said]
    if answers[0] & answers[1] or not any(answers):
        return True
    return ours.choice == theirs.choice and not any(is_passing for moves in said for is_passing in moves.values())


def _compare(w: Walk, ours: tuple[Turn, ...], theirs: tuple[Turn, ...]) -> None:
    for mine, their in zip(ours, theirs, strict=True):
        how = matching.direction(matching.moves_of(w.before, mine), matching.moves_of(w.after, their))
        if how is not None:
            w.note(_effect_of(w.before, mine), how)


def _compare_volunteers(w: Walk) -> None:
    sets = [
        {(entry.seat, option.text): entry for entry in choices.volunteered(s) for option in entry.options}
        for s in (w.before, w.after)
    ]
    if (how := matching.direction(sets[0], sets[1])) is None:
        return
    alone = [entry for key, entry in sets[0].items() if key not in sets[1]]
    s, entry = (w.before, alone[0]) if alone else (w.after, next(sets[1][key] for key in sets[1] if key not in sets[0]))
    w.note(_effect_of(s, entry), how)


def _compare_clocks(w: Walk) -> None:
    """Compare how long this choice and the game may take."""
    times = [[(one.seat, one.seconds, one.hour, one.then) for one in s.clocks] for s in (w.before, w.after)]
    if times[0] != times[1]:
        w.note(Effect.TIME)


def _effect_of(s: State, entry: Turn) -> Effect:
    """Return what a turn decides: the cards of a deal, a bid, a card to play."""
    if entry.holder >= 0:
        return Effect.PLAYS
    step = choices.step_of(s, entry)
    if isinstance(step, Ask) and any(isinstance(one, Give | Show | Redeal | Shuffle) for one in step.actions):
        return Effect.DEAL
    phase = choices.phase_now(s)
    return Effect.PLAYS if phase is not None and phase.name == "play" else Effect.BIDS


def _pass_over(w: Walk, ours: tuple[Turn, ...], theirs: tuple[Turn, ...]) -> bool:
    """Report a question that only one game asks, and answer no; False if that is impossible."""
    if ours[0].holder >= 0 and theirs[0].holder >= 0:
        w.note(Effect.PLAYS, stop=True)
        return False
    mine, their = matching.passed_by(w.before), matching.passed_by(w.after)
    is_ours_new, is_theirs_new = _is_new(w.after, ours[0]), _is_new(w.before, theirs[0])
    is_theirs_first = is_theirs_new or _earlier(w, ours[0], theirs[0])[0] is w.after
    if their is not None and (mine is None or is_theirs_first or ours[0].holder >= 0):
        if _asks_something(theirs):
            w.note(_effect_of(w.after, theirs[0]), Direction.WIDER)
        w.after = their
    elif mine is not None:
        if _asks_something(ours):
            w.note(_effect_of(w.before, ours[0]), Direction.NARROWER)
        w.before = mine
    elif is_ours_new and is_theirs_new and ours[0].holder < 0 and theirs[0].holder < 0:
        w.note(_effect_of(w.before, ours[0]), Direction.NARROWER)
        w.note(_effect_of(w.after, theirs[0]), Direction.WIDER, stop=True)
    elif ours[0].holder >= 0 or (theirs[0].holder < 0 and is_theirs_new and not is_ours_new):
        w.note(_effect_of(w.after, theirs[0]), Direction.WIDER, stop=True)
    elif theirs[0].holder >= 0 or is_ours_new:
        w.note(_effect_of(w.before, ours[0]), Direction.NARROWER, stop=True)
    else:
        w.note(_effect_of(*_earlier(w, ours[0], theirs[0])), stop=True)
    return w.is_together


def _earlier(w: Walk, ours: Turn, theirs: Turn) -> tuple[State, Turn]:
    """Return the question that comes first in the order of a deal: the other game passes over it."""
    names = list(w.before.spec.plan.asked)
    is_ours = ours.choice not in names or theirs.choice not in names
    is_ours = is_ours or names.index(ours.choice) <= names.index(theirs.choice)
    return (w.before, ours) if is_ours else (w.after, theirs)


def _asks_something(entries: tuple[Turn, ...]) -> bool:
    """Tell whether a question has an answer other than no."""
    return any(option.kind not in matching.PASSING for option in entries[0].options)


def _is_new(s: State, entry: Turn) -> bool:
    """Tell whether the other game has no round or decision of this name."""
    return entry.choice not in s.spec.plan.asked


# ---------------------------------------------------------------- a move, and what follows


def _move(w: Walk, ours: Turn, theirs: Turn) -> bool:
    """Make the same move in both games and compare the results; tell whether the deal goes on together."""
    mine, their = matching.moves_of(w.before, ours), matching.moves_of(w.after, theirs)
    common = [move for move in mine if move in their]
    if not common:
        return False
    option = w.chooser.choose(w.before, ours, [mine[move] for move in common])
    old = w.before, w.after
    after = their[matching.move_of(w.before, option)]
    w.before, w.after = w.before.take(ours, option), w.after.take(theirs, after)
    _compare_outcome(w, *old)
    return w.is_together and w.done is None


def _compare_outcome(w: Walk, before: State, after: State) -> None:
    """Compare the results of a move: a trick, a score sheet, the end, the next cards."""
    if w.before.sheets and w.after.sheets:
        if _last_winner(before, w.before) != _last_winner(after, w.after):
            _note_outcome(w, Effect.WINNER, before, after)
        else:
            _compare_ends(w, before, after)
        w.done = (w.before, w.after)
        return
    if _is_next(before, w.before) or _is_next(after, w.after):
        # One game or both threw the cards in: this deal is over.
        if _is_next(before, w.before) != _is_next(after, w.after):
            _note_outcome(w, _what_goes_on(w), before, after)
        w.is_together = False
        return
    tricks = len(w.before.tricks), len(w.after.tricks)
    if min(tricks) > len(before.tricks) and w.before.tricks[-1].winner != w.after.tricks[-1].winner:
        _note_outcome(w, Effect.WINNER, before, after)
        w.is_together = False
        return
    _look_at_cards(w)


def _what_goes_on(w: Walk) -> Effect:
    """Return what is to be decided in the game that goes on where the other has scored the deal."""
    ended, other = (w.before, w.after) if w.before.sheets else (w.after, w.before)
    entries = choices.due(other)
    return _effect_of(other, entries[0]) if ended.sheets and entries else Effect.DEAL


def _is_next(earlier: State, later: State) -> bool:
    """Tell whether a move has ended its deal."""
    return later.over or bool(later.sheets) or (later.deal, later.deals_dealt) != (earlier.deal, earlier.deals_dealt)


def _last_winner(earlier: State, later: State) -> tuple[int | None, ...]:
    """Return the winners of the tricks that a move ended."""
    return tuple(event.winner for event in later.events if isinstance(event, TrickEvent))


def _note_outcome(w: Walk, effect: Effect, before: State, after: State) -> None:
    w.partings.append(Parting(effect, Direction.OTHER, w.case, before, after, w.before, w.after))


def _compare_ends(w: Walk, before: State, after: State) -> None:
    """Compare the score sheets of a deal, whether the game is over, and who deals next."""
    unlike = matching.unlike_results(*(matching.of_sheet(s.sheets[0]) for s in (w.before, w.after)))
    if unlike.points:
        _note_outcome(w, Effect.SCORE, before, after)
    if unlike.tallies:
        _note_outcome(w, Effect.TALLIES, before, after)
    if not unlike.leaves_ends:
        return
    if (w.before.over, w.before.winners) != (w.after.over, w.after.winners):
        _note_outcome(w, Effect.ENDING, before, after)
    elif not w.before.over and w.before.dealer != w.after.dealer:
        _note_outcome(w, Effect.DEAL, before, after)


def play_on(game: Game, case: Case, chooser: Chooser) -> State | None:
    """Play a deal in one game until it is scored; None if the cards were thrown in."""
    s = case.begun(game)
    for _ in range(MOST_MOVES):
        if not (entries := choices.due(s)):
            return None
        option: Option = chooser.choose(s, entries[0], entries[0].options)
        later = s.take(entries[0], option)
        if later.sheets:
            return later
        if _is_next(s, later):
            return None
        s = later
    return None
