"""What the lines of a sheet say of scores, and whether rules bring fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from spadesdsl.algebra.facts import Facts
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import sum_of
from spadesdsl.algebra.sums import Ends, Form, Number
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Ask
from spadesdsl.rules.terms import Const, Op, Term, Value
from spadesdsl.rules.walking import all_read, all_steps, terms_of


def ends_of_scores(games: Iterable[Rules]) -> Ends:
    """Return the amounts that the lines of all deals never let scores fall below or rise above: 0, or unknown."""
    low: Number | None = 0
    high: Number | None = 0
    for game in games:
        former, facts = Former(game, keeps_options=True), Facts(game.options)
        for line in game.scoring.lines:
            for case in line.cases:
                asked = [former.form(one) for one in (line.when, case.condition) if one is not None]
                least, most = _ends_where(facts, former.form(case.value), asked)
                low = None if least is None or least < 0 else low
                high = None if most is None or most > 0 else high
    return low, high


def _ends_where(facts: Facts, form: Form, conditions: Iterable[Form]) -> Ends:
    """Return the limits of an amount where some conditions hold, as far as they compare it with a number."""
    low, high = facts.ends(form)
    amount = sum_of(form)
    number = amount.pop((), 0)
    for condition in (one for some in conditions for one in (some[1:] if some[0] == "and" else (some,))):
        is_not, (op, *compared) = condition[0] == "not", condition[1] if condition[0] == "not" else condition
        if op not in ("less", "more", "equal") or not amount or (op == "equal" and is_not):
            continue
        other = sum_of(compared[0])
        limit = compared[1] - other.pop((), 0)
        times = amount[min(amount, key=repr)] / Fraction(other.get(min(amount, key=repr), 0) or 1)
        if amount != {part: times * many for part, many in other.items()}:
            continue
        end = times * limit + number
        if op == "equal" or (op == ("less" if is_not else "more")) == (times > 0):
            low = end if low is None else max(low, end)
        if op == "equal" or (op == ("more" if is_not else "less")) == (times > 0):
            high = end if high is None else min(high, end)
    return low, high


def have_whole_tricks(games: Sequence[Rules]) -> bool:
    """Tell whether no rule that bids or awards tricks can read a fraction."""
    asked = [one for game in games for bid in game.bids for one in bid.parameters]
    asked += [one for game in games for step in all_steps(game) if isinstance(step, Ask) for one in step.parameters]
    lists = [*(one.choices or () for one in asked), *(option.choices for game in games for option in game.options)]
    chosen = {id(values): values for values in lists}.values()  # editions share them, and some have a thousand numbers
    are_whole = all(map(is_whole, (value for values in chosen if Fraction in map(type, values) for value in values)))
    read = (one for game in games for one in all_read(game.let_of, *terms_of((game.bids, game.phases, game.play))))
    return are_whole and not any(map(is_fraction, read))


def is_fraction(term: Term) -> bool:
    """Tell whether a term brings a fraction by itself."""
    return not is_whole(term.value) if isinstance(term, Const) else isinstance(term, Op) and term.op == "/"


def is_whole(value: Value) -> bool:
    """Tell whether a value is no fraction."""
    return not isinstance(value, Fraction) or value.denominator == 1
