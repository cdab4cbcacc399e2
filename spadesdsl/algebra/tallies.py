"""What a tally can be after any number of deals: its steps are gone through until no deal brings anything new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeAlias

from spadesdsl.algebra.facts import meeting, of_either
from spadesdsl.algebra.forms import NO, YES, negated
from spadesdsl.algebra.sums import NOTHING, UNKNOWN, Ends, Form, Number, plus
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.terms import TallyRef
from spadesdsl.rules.walking import all_read, terms_of

if TYPE_CHECKING:
    from spadesdsl.algebra.growing import Growing

_MOST_DEALS: Final = 25
"""If more deals than this still bring something new, there is no end."""
_MOST_WAYS: Final = 32
_SIDE: Final = ("variable", "side")
_Said: TypeAlias = "tuple[tuple[Ends, Ends], ...]"
"""What a condition says that a tally is, before the deal and now."""


class _Way(Frozen):
    """One way through the steps of a deal."""

    before: Ends
    """What the tally was before the deal."""
    rest: Ends
    """What has been added since; or what it is, if it was reset."""
    is_reset: bool = False
    filled: Number | None = 0
    """How often it has been full at most; None if that is not known."""

    @property
    def now(self) -> Ends:
        """What the tally is."""
        return self.rest if self.is_reset else plus(self.before, self.rest)


class _Step(Frozen):
    """A step of a tally, with all that does not depend on what the tally is."""

    verb: str
    amount: Ends
    """What it adds, or at which number the tally is full."""
    where: _Said | None
    """What the tally is where it applies; None if it never does."""
    elsewhere: _Said | None
    """What it is where the step does not apply; None if it always does."""


def ends_of_tally(name: str, editions: Sequence[Growing]) -> Ends:
    """Return the least and the most that a tally is whenever a rule reads it."""
    steps = [(here, step) for here in editions for one in here.game.scoring.tallies if one.name == name
             for step in one.steps]  # fmt: skip
    own = (part for here, step in steps for part in all_read(here.game.let_of, *terms_of(step)))
    reads_itself = any(isinstance(one, TallyRef) and (one.tally, one.which) == (name, "now") for one in own)
    found: Ends = NOTHING
    told = [(here, _steps(here, name)) for here in editions]
    for number in range(_MOST_DEALS + 3):
        deals = [[_together(ways) for ways in _ways(*one, found)] for one in told]
        low, high = reduce(of_either, (afterwards for *_, afterwards in deals), found)
        if (low, high) == found:
            return reduce(of_either, (one for early in deals for one in early), found) if reads_itself else found
        if number >= _MOST_DEALS:
            low, high = low if low == found[0] else None, high if high == found[1] else None
        found = low, high
    return UNKNOWN


def most_filled(name: str, here: Growing, before: Ends) -> Number | None:
    """Return how often one deal fills a tally at most, by what it may be before it; None if that is not known."""
    *_, ways = _ways(here, _steps(here, name), before)
    often: list[Ends] = [(0, way.filled) for way in ways]
    return reduce(of_either, often)[1]


def _together(ways: Sequence[_Way]) -> Ends:
    """Return what a tally is on one of some ways."""
    first, *rest = (way.now for way in ways)
    return reduce(of_either, rest, first)


def _steps(here: Growing, name: str) -> list[_Step]:
    """Return the steps of a tally."""
    found: list[_Step] = []
    for one in next((one.steps for one in here.game.scoring.tallies if one.name == name), ()):
        if one.verb == "full at":  # a condition says only whether the rest is lost
            assert one.amount is not None
            found.append(_Step(one.verb, here.ends(here.former.form(one.amount)), None, None))
            continue
        applies = here.former.condition(one.when)
        elsewhere = None if applies == YES else _said(here, name, negated(applies))
        found.append(_Step(one.verb, here.of_step(one), _said(here, name, applies), elsewhere))
    return found


def _said(here: Growing, name: str, condition: Form) -> _Said | None:
    """Return what a condition says of a tally as far as it compares it with numbers; None if it never holds."""
    refs = ((("TallyRef", name, holder, which) for which in ("before", "now")) for holder in (None, _SIDE))
    return (
        None
        if condition == NO
        else tuple([(here.ends_by(first, condition), here.ends_by(second, condition)) for first, second in refs])
    )


def _ways(here: Growing, steps: Sequence[_Step], before: Ends) -> Iterator[list[_Way]]:
    """Yield the ways through a deal: before the first step of a tally, and after each."""
    ways = [_Way(before, NOTHING)]
    yield ways
    for step in steps:
        ways = [new for way in ways for new in _after(here, step, way)]
        if not 0 < len(ways) <= _MOST_WAYS:
            yield [_Way(UNKNOWN, UNKNOWN, is_reset=True, filled=None)]
            return
        yield ways


def _after(here: Growing, step: _Step, way: _Way) -> Iterator[_Way]:
    """Yield what comes of a step, where it applies and where it does not."""
    if step.verb == "full at":
        yield from _filled(here, step, way)
        return
    if (there := _where(step.where, way)) is not None:
        is_reset = step.verb == "reset"
        rest = NOTHING if is_reset else plus(there.rest, step.amount)
        yield replace(there, rest=rest, is_reset=is_reset or there.is_reset)
    if (there := _where(step.elsewhere, way)) is not None:
        yield there


def _filled(here: Growing, step: _Step, way: _Way) -> Iterator[_Way]:
    """Yield what is left where a tally is full, and what it is where it is not."""
    least, most = step.amount
    low, high = way.now
    top = None if most is None else most - here.has_no_fraction
    if least is None or least <= 0:
        yield from (way, replace(way, rest=(0, top), is_reset=True, filled=None))
        return
    if high is None or high >= least:
        often = None if high is None or way.filled is None else way.filled + high // least
        yield replace(way, rest=(0, top), is_reset=True, filled=often)
    if low is None or top is None or low <= top:
        yield _limited(way, (None, top))


def _where(said: _Said | None, way: _Way) -> _Way | None:
    """Return a way where a condition holds that says this of the tally; None if it never does."""
    found = way
    for before, now in said or ():
        if before != UNKNOWN:
            found = replace(found, before=meeting(found.before, before))
        found = _limited(found, now)
    is_empty = any(low is not None and high is not None and low > high for low, high in (found.before, found.now))
    return None if is_empty or said is None else found


def _limited(way: _Way, ends: Ends) -> _Way:
    """Return a way on which the tally lies between two ends by now."""
    return way if ends == UNKNOWN else replace(way, rest=meeting(way.now, ends), is_reset=True)
