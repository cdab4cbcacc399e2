"""What the lines of a sheet say of scores, and whether rules bring fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from spadesdsl.algebra.facts import Facts
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.sums import Ends, Number
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Ask
from spadesdsl.rules.terms import Const, Op, Term, Value
from spadesdsl.rules.walking import COMPARISONS, all_read, all_steps, terms_of


def ends_of_scores(games: Iterable[Rules]) -> Ends:
    """Return the amounts that the lines of all deals never let scores fall below or rise above: 0, or unknown."""
    low: Number | None = 0
    high: Number | None = 0
    for game in games:
        former, facts = Former(game, keeps_options=True), Facts(game.options)
        for line in game.scoring.lines:
            for case in line.cases:
                asked = [former.form(one) for one in (line.when, case.condition) if one is not None]
                least, most = facts.ends_where(former.form(case.value), *asked)
                low = None if least is None or least < 0 else low
                high = None if most is None or most > 0 else high
    return low, high


def have_whole_tricks(games: Sequence[Rules]) -> bool:
    """Tell whether no rule that bids or awards tricks can read a fraction."""
    asked = [one for game in games for bid in game.bids for one in bid.parameters]
    asked += [one for game in games for step in all_steps(game) if isinstance(step, Ask) for one in step.parameters]
    lists = [*(one.choices or () for one in asked), *(option.choices for game in games for option in game.options)]
    chosen = {id(values): values for values in lists}.values()  # editions share them, and some have a thousand numbers
    are_whole = all(map(is_whole, (value for values in chosen if Fraction in map(type, values) for value in values)))
    return are_whole and not any(brings_fraction(game, game.bids, game.phases, game.play) for game in games)


def brings_fraction(game: Rules, *rules: object) -> bool:
    """Tell whether rules, or quantities that they read, bring a fraction that is not just compared with something."""
    read = list(all_read(game.let_of, *terms_of(rules)))
    asked = [part for one in read if isinstance(one, Op) and one.op in _ASKS for part in one.arguments]
    compared = set(map(id, asked))
    return any(map(_is_fraction, (one for one in read if id(one) not in compared)))


_ASKS: Final = COMPARISONS | {"is_whole"}


def _is_fraction(term: Term) -> bool:
    return not is_whole(term.value) if isinstance(term, Const) else isinstance(term, Op) and term.op == "/"


def is_whole(value: Value) -> bool:
    """Tell whether a value is no fraction."""
    return not isinstance(value, Fraction) or value.denominator == 1
