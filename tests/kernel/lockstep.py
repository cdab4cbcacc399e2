"""A kernel beside the interpreter: the same choices, and the same state after each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from spadesdsl.engine import choices
from spadesdsl.engine.plan import Agrees, Asks, AsksAtOnce, BidsAtOnce, OfRound
from spadesdsl.engine.spec import Ask
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.pack import packed
from spadesdsl.kernel.values import NONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from spadesdsl.engine.choices import Entry, Option
    from spadesdsl.engine.game import State
    from spadesdsl.kernel import Kernel, Packed

AT_END = ("scores", "tallies", "filled", "over", "winners", "out")
"""What is left of a game that is over."""
ALWAYS = (
    *("generator", "deal", "deals_dealt", "dealer", "out", "over", "winners", "scores", "tallies", "tallies_before"),
    *("filled", "looked", "bid_count", "leader", "trick_number", "tricks_total", "played", "taken", "hands", "did"),
    *("broke", "broke_now", "edition", "ranking", "skips", "in_deal", "trick_mask", "trick_count", "depth", "node"),
    "has_turns",
)


class DifferError(AssertionError):
    """The kernel and the interpreter differ."""


def places(array: Packed, s: State, wanted: list[int]) -> Iterator[tuple[str, Iterable[int]]]:
    """Yield the places of an array that mean something in a state, by name."""
    layout = array.built.layout
    if s.over:
        yield from ((name, _all(layout, name)) for name in AT_END)
        return
    known = array.built.editions[array.built.specs.index(s.spec)].unit.constants
    yield from ((name, _all(layout, name)) for name in ALWAYS)
    if known["TRACKS_OPEN"]:
        yield "open", _all(layout, "open")
    if known["KEEPS_WON"]:
        yield "won", _all(layout, "won")
    tricks = range(len(s.tricks))
    for name in ("winner_of", *(("leader_of", "best_of") if known["KEEPS_TRICKS"] else ())):
        yield name, range(layout.places[name][0], layout.places[name][0] + len(s.tricks))
    rows = {"trick": (range(1), 0), "trick_seats": (range(1), 0)}
    rows |= {"piles": (range(s.spec.piles), layout.cards + 1), "moved": (range(len(s.moved)), layout.cards + 1)}
    if known["HAS_STACKS"]:
        rows["stacks"] = (range(layout.seats), layout.cards + 1)
    if known["KEEPS_CARDS"]:
        rows |= {"cards_of": (tricks, layout.seats + 1), "seats_of": (tricks, layout.seats + 1)}
    for name, (numbers, width) in rows.items():
        for number in numbers:
            yield name, _row(layout.places[name][0] + number * width, wanted)
    bids = layout.places["bid_rows"][0]
    for number, bid in enumerate([*s.bids, *s.side_bids]):
        at = bids + number * layout.record
        yield "bids", range(at, at + (1 if bid is None else layout.FIRST + len(bid.arguments)))
    for number, bid in enumerate(s.calls if known["KEEPS_CALLS"] else ()):
        at = layout.places["call_rows"][0] + number * layout.record
        yield "calls", range(at, at + layout.FIRST + len(bid.arguments))
    held = layout.places["held"][0]
    yield "contracts", range(held, held + layout.seats + len(s.sides))
    for at in layout.answers.values():
        yield "answers", range(at, at + 1 + wanted[at] * layout.record)
    if not layout.fixed_sides:
        yield "side_sets", range(layout.places["side_sets"][0], layout.places["side_sets"][0] + len(s.sides))
        yield "sides_of", _all(layout, "sides_of")
    yield from _turns(layout, s, wanted)


def _turns(layout: Any, s: State, wanted: list[int]) -> Iterator[tuple[str, Iterable[int]]]:
    turns, node = s.asking, s.node
    if not turns.order:
        return
    for name in ("turn_count", "turn_at", "turn_laps", "turn_asked"):
        yield name, _all(layout, name)
    for name in ("order", "order_sides"):
        yield name, range(layout.places[name][0], layout.places[name][0] + len(turns.order))
    if isinstance(node, OfRound):
        yield "closed", _all(layout, "closed")
    if isinstance(node, Agrees):
        for name in ("asked_partner", "asked_bidder", "asked_type"):
            yield name, _all(layout, name)
        at = layout.places["asked_arguments"][0]
        yield "asked_arguments", range(at, at + len(turns.asked[2].arguments))
    chosen, wide = layout.places["chosen_rows"][0], layout.cards + 1
    is_pass = isinstance(s.step, Ask) and s.step.kind == "pass"
    if isinstance(node, AsksAtOnce | BidsAtOnce):
        at = layout.places["chosen_seat"][0]
        yield "chosen_seat", range(at, at + len(turns.chosen))
        for number in range(len(turns.chosen)) if is_pass else ():
            yield "chosen_rows", _row(chosen + number * wide, wanted)
    elif isinstance(node, Asks):
        yield "chosen_rows", _row(chosen, wanted)


def _all(layout: Any, name: str) -> range:
    at, size = layout.places[name]
    return range(at, at + size)


def _row(at: int, wanted: list[int]) -> range:
    return range(at, at + 1 + max(0, wanted[at]))


def compare(array: Packed, s: State) -> None:
    """Compare two whole states."""
    wanted = packed(array.built, s)
    for name, numbers in places(array, s, wanted):
        for at in numbers:
            found = array[at] & (1 << 64) - 1 if name == "generator" else array[at]
            if found != wanted[at]:
                raise DifferError(f"{name} at {at}: {found} instead of {wanted[at]}, at {s.node} of {s.step}")


def option_of(s: State, entry: Entry, option: Option) -> tuple[int, ...]:
    """Return an option as a kernel lists it."""
    if option.kind == "card":
        words = [asks.id for asks in s.spec.plan.with_card]
        said = words.index(option.said) if option.said >= 0 else -1
        return entry.seat, KINDS["card"], option.value, said, *(_number(s, value) for value in option.arguments)
    return entry.seat, KINDS[option.kind], option.value, *(_number(s, value) for value in option.arguments)


def _number(s: State, value: Any) -> int:
    if value is None:
        return NONE
    assert s.game.compiled is not None
    if isinstance(value, str):
        return int(s.game.kernel().built.layout.word(value))
    return int(value)


def listed(array: Packed, s: State) -> dict[tuple[int, ...], int]:
    """Return the options that a kernel lists, each with its number."""
    found = {}
    for number, (seat, kind, value, said, *arguments) in enumerate(array.options):
        many = 0
        if kind == KINDS["bid"]:
            many = len(s.spec.bids[value].parameters)
        elif kind == KINDS["yes"] and isinstance(s.step, Ask):
            many = len(s.step.parameters)
        if kind == KINDS["card"] and said >= 0:
            many = len(s.spec.plan.with_card[said].step.parameters)
        key = (
            (seat, kind, value, said, *arguments[:many])
            if kind == KINDS["card"]
            else (seat, kind, value, *arguments[:many])
        )
        found[key] = number
    return found


class Compared(NamedTuple):
    """How far a game was compared."""

    deals: int
    choices: int


def play(kernel: Kernel, s: State, chance: Random, *, deals: int = 3, most: int = 10_000) -> Compared:
    """Play on from a state in both, with the same choices, and compare everything; return how far that was.

    Args:
        kernel: The kernel.
        s: Where to begin: at a choice.
        chance: What chooses.
        deals: How many deals to play.
        most: How many choices at most.
    """
    array = kernel.pack(s)
    first = s.deal
    for number in range(most):
        code = array.advance()
        entries = choices.due(s)
        if code == 2 or not entries:
            if code != 2 or entries:
                raise DifferError(f"the end of the game: {code}, {entries}")
            compare(array, s)
            return Compared(s.deal - first + 1, number)
        if code not in (1, 3):
            raise DifferError(f"the kernel gives up: {code}")
        compare(array, s)
        s = _one_move(array, s, code, entries, chance)
        if s.deal >= first + deals:
            return Compared(deals, number + 1)
    return Compared(s.deal - first, most)


def _one_move(array: Packed, s: State, code: int, entries: tuple[Entry, ...], chance: Random) -> State:
    if code == 3:
        (entry,) = entries
        if (array[array.slot("turn_seat")], array[array.slot("turn_player")]) != (entry.hand, entry.seat):
            raise DifferError("whose card it is")
        stack = s.stacks[entry.hand]
        cards = {option.value if stack is None else stack[0]: option for option in entry.options}
        if sum(1 << card for card in cards) != array.legal:
            raise DifferError(f"legal cards: {array.legal:x} instead of {sorted(cards)}")
        card = chance.choice(sorted(cards))
        array.play(card)
        return s.take(entry, cards[card])
    mine = listed(array, s)
    theirs = {option_of(s, entry, option): (entry, option) for entry in entries for option in entry.options}
    if set(mine) != set(theirs):
        raise DifferError(f"options at {entries[0].choice}: {sorted(set(mine) ^ set(theirs))[:6]}")
    key = chance.choice(sorted(mine))
    array.take(mine[key])
    return s.take(*theirs[key])
