"""Rule files to make claims about: house rules put together by chance, and shipped files with one edit."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from benchmarks.mutants import VARIANTS, mutants_of
from spadesdsl.diagnostics import Severity
from spadesdsl.loader import load_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.loader import Loaded

_PARENTS: Final = {
    "standard": "set failed_nil = help, set_cost = per_bid, bags_past_limit = carried",
    "hearts": "",
    "oh_hell": "",
    "three_player": "",
}
_OPTIONS: Final = (
    ("open", 'option open = yes of yes, no "O."'),
    ("tight", 'option tight = no of yes, no "T."'),
    ("most", 'option most_of_it = 5 from 1 to 12 "M."'),
)


def houses(seed: int) -> Iterator[Loaded]:
    """Yield house rules that load, without end."""
    rng = Random(seed)
    while True:
        parent = rng.choice(tuple(_PARENTS))
        body = "\n".join(_piece(rng, number, parent) for number in range(rng.randrange(1, 4)))
        options = "\n".join(text for _, text in _OPTIONS)
        text = f'language 1\nvariant house "H" extends {parent} {{\n{_PARENTS[parent]}\n{options}\n{body}\n}}\n'
        yield from _loads(text)


def edits(seed: int) -> Iterator[Loaded]:
    """Yield shipped files with one edit that load."""
    rng = Random(seed)
    files = sorted(VARIANTS.rglob("*.spades"))
    while files:
        made = list(mutants_of(rng.choice(files)))
        yield from _loads(rng.choice(made).text) if made else ()


def _loads(text: str) -> Iterator[Loaded]:
    loaded = load_text(text.encode(), {})
    if loaded.variant is not None and not any(one.severity is Severity.ERROR for one in loaded.diagnostics):
        yield loaded


# ---------------------------------------------------------------- pieces


def _piece(rng: Random, number: int, parent: str) -> str:
    makers = (_line, _line, _line, _bid, _must, _ending, _tally, _deal)
    return rng.choice(makers)(rng, number, "player" if parent in ("hearts", "oh_hell") else "team")


def _line(rng: Random, number: int, who: str) -> str:
    first = _condition(rng)
    cases = [first, f"not ({first}) and {_condition(rng)}"] if rng.random() < 0.5 else [first, _condition(rng)]
    if rng.random() < 0.5:
        cases.append(f"not ({cases[0]}) and not ({cases[1]})")
    said = " ".join(f"case {one}: {rng.choice((1, 2, 5, 5))}" for one in cases)
    body = f"{{ {said} }}" if rng.random() < 0.7 else f": {rng.choice((5, -3))} * ({_amount(rng)} - {_amount(rng)})"
    when = f" when {_condition(rng)}" if rng.random() < 0.3 or body[0] == ":" else ""
    return f"scoring for each {who} {{ score line_{number}{when} {body} }}"


def _bid(rng: Random, number: int, who: str) -> str:
    if rng.random() < 0.3:
        return f'bidding {{ replace bid tricks(n from 1 to 13) "{{n}}" when {_before(rng)} {{ contract n }} }}'
    return f'bidding {{ bid extra_{number} "extra {number}" when {_before(rng)} {{ contract {rng.randrange(14)} }} }}'


def _must(rng: Random, number: int, who: str) -> str:
    when = rng.choice(("leading", "following", f"trick_number = {rng.randrange(1, 14)}", _before(rng), "taken >= 10"))
    suits = rng.choice(("hearts", "spades or card in clubs", "led.suit", "diamonds"))
    return f"play {{ must rule_{number} when {when} and {rng.choice(('following', 'leading'))}: card in {suits} }}"


def _ending(rng: Random, number: int, who: str) -> str:
    when = rng.choice((f"deal >= {rng.randrange(2, 9)}", f"score >= {rng.randrange(-50, 300)}", _condition(rng)))
    return f"ending {{ {rng.choice(('win', 'win', 'lose', 'out'))} end_{number} when {when} }}"


def _tally(rng: Random, number: int, who: str) -> str:
    step = rng.choice((f"full at {rng.randrange(1, 30)}", "full at most_of_it", f"reset when {_condition(rng)}"))
    reader = f"score from_{number} when count_{number} {_sign(rng)} {rng.randrange(12)}: 7"
    added = rng.choice(("taken", "contract", "1", "-1 * taken", f"(if {_condition(rng)} then 1 else 0)"))
    return f"scoring for each {who} {{ tally count_{number}: add {added}, {step} {reader} }}"


def _deal(rng: Random, number: int, who: str) -> str:
    rule = rng.choice((_line, _bid, _must))(rng, number, who)
    return f"on deal {rng.randrange(2, 6)} {{ {rule} }}"


def _condition(rng: Random) -> str:
    """Return a condition on a side that is scored."""
    how = rng.random()
    if how < 0.15:
        return f"({_condition(rng)} {rng.choice(('and', 'or'))} {_condition(rng)})"
    if how < 0.25:
        return f"not ({_condition(rng)})"
    if how < 0.45:
        return _before(rng)
    if how < 0.55:
        return rng.choice(("some member has taken = 0", "every opponent has taken > 0", "North.taken > 9"))
    if how < 0.65:
        return f"abs(taken - contract) {_sign(rng)} {rng.randrange(6)}"
    return f"{_amount(rng)} {_sign(rng)} {_amount(rng) if rng.random() < 0.4 else rng.randrange(15)}"


def _before(rng: Random) -> str:
    """Return a condition that can be asked at any time."""
    return rng.choice(
        (
            *("open", "tight", "not open", f"most_of_it {_sign(rng)} {rng.randrange(13)}", "dealer is North"),
            *(f"deal {_sign(rng)} {rng.randrange(1, 12)}", f"score {_sign(rng)} {rng.randrange(-100, 200)}"),
        )
    )


def _amount(rng: Random) -> str:
    return rng.choice(("taken", "contract", "sum of taken over opponents", "max(taken, contract)"))


def _sign(rng: Random) -> str:
    return rng.choice(("=", "!=", "<", "<=", ">", ">="))
