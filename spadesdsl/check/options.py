"""Options: their types, choices and values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final

from spadesdsl.check.checker import Checker
from spadesdsl.check.findings import Findings, Mistake, mistake, suggest
from spadesdsl.check.resolved import Resolution, Resolved, Setting, info_of
from spadesdsl.check.tables import Table, find_card, word_of
from spadesdsl.diagnostics import Diagnostic, Guess, Note, Severity, guess
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Option, Rules
from spadesdsl.rules.terms import Kind, Type, Value
from spadesdsl.syntax import bodies, expressions, nodes
from spadesdsl.syntax.expressions import Operator
from spadesdsl.syntax.writing import show
from spadesdsl.words import amount_text

PRESET = "preset"
"""The name that sets a whole group of options."""
MOST_CHOICES = 1000
"""How many values a range may have."""


def declared_options(
    resolution: Resolution, table: Table, findings: Findings, whole: Table | None = None
) -> dict[str, Option]:
    """Return every option as it is declared.

    Args:
        table: The seats and the cards that are played with.
        whole: The table including the removed cards: an option cannot be one of those.
    """
    declared = findings.each(lambda one: _declare(one, table, whole or table, findings), resolution.of("top", "option"))
    return {option.name: option for option in declared}


def set_options(
    declared: Mapping[str, Option],
    resolution: Resolution,
    table: Table,
    command: Sequence[bodies.Assign],
    findings: Findings,
) -> dict[str, Option]:
    """Return the options with their values, as the rules and the command set them; a setting of none is noted."""
    options = dict(declared)
    for setting in resolution.settings.values():
        findings.attempt(partial(_set, options, setting, resolution, table))
    for assign in command:
        findings.attempt(partial(_assign, options, assign, resolution, table))
    return options


def _declare(resolved: Resolved, table: Table, whole: Table, findings: Findings) -> Option:
    rule = resolved.sentence(nodes.Option)
    body = rule.body
    assert isinstance(body, bodies.OptionBody)
    if body.choices == ():
        findings.note(_only_one(rule.name or "", body.default))
        body = replace(body, choices=(body.default,))
    kind, choices = _choices(body, rule.name or "", table, whole)
    default = read_value(body.default, kind, choices, rule.name or "", table)
    replaced = rule.change is nodes.Change.REPLACE and not rule.ask
    return Option(info_of(resolved), rule.name or "", kind, default, default, choices, rule.ask or "", replaced)


def _only_one(name: str, value: expressions.Expr) -> Mistake:
    """Say of an option with one value what else may be said of it."""
    number, text = number_of(value), show(value)
    text = {"true": "yes", "on": "yes", "false": "no", "off": "no"}.get(text, text)
    if text in ("yes", "no"):
        hint = f"write `option {name} = {text} of yes, no`"
    elif number is None:
        hint = f"write all its choices after it, as in `= {text} of {text}, other`"
    else:
        most = amount_text(2 * abs(number) or 1)
        low = f"-{most}" if number < 0 else "0"
        hint = (
            f"write its range, as in `= {text} from {low} to {'0' if number < 0 else most}`, or its choices after `of`"
        )
        hint += f"; if it never changes, write `let {name} = {text}`"
    return mistake("E223", value.span, f"What else can `{name}` be? There is only `{text}`.", hint)


def _choices(body: bodies.OptionBody, name: str, table: Table, whole: Table) -> tuple[Type, tuple[Value, ...]]:
    match body.choices:
        case bodies.Range() as numbers:
            return Type(Kind.NUMBER), list_range(numbers, number_of(body.default))
        case listed:
            kind = _kind_of_list((*listed, body.default), table)
            left = [
                one
                for one in listed
                if kind.kind is not Kind.CARD
                or not (_value(one, kind, table) is None and _value(one, kind, whole) is not None)
            ]
            return kind, tuple(read_value(one, kind, None, name, table) for one in left)


def _kind_of_list(listed: Sequence[expressions.Expr], table: Table) -> Type:
    if all(isinstance(one, expressions.Number | expressions.Negative) for one in listed):
        return Type(Kind.NUMBER)
    words = [word_of(one) for one in listed]
    if "ask" in words:
        span = listed[words.index("ask")].span
        raise mistake("E223", span, "`ask` is no choice: it begins a question.", "leave out the comma before it")
    if all(word in ("yes", "no") for word in words):
        return Type(Kind.TRUTH)
    if all(word in table.suits for word in words):
        return Type(Kind.SUIT)
    if all(isinstance(one, expressions.CardName) for one in listed):
        return Type(Kind.CARD)
    odd = next(
        (one for one, word in zip(listed, words, strict=True) if not word or isinstance(one, expressions.Number)), None
    )
    if odd is not None:
        message = "The choices of an option are all numbers, all words, all suits or all cards."
        raise mistake("E223", odd.span, message, "make them of one kind")
    return Type(Kind.WORD, words=tuple(dict.fromkeys(words)))


def number_of(node: expressions.Expr) -> Fraction | None:
    """Return the number in a node, if it is one: `3`, `-0.5`, `2/3`."""
    match node:
        case expressions.Number(value=value):
            return value
        case expressions.Negative(operand=inner):
            number = number_of(inner)
            return None if number is None else -number
        case expressions.Binary(operator=Operator.DIVIDE, left=one, right=other):
            above, below = number_of(one), number_of(other)
            return above / below if above is not None and below else None
        case _:
            return None


_STEPS: Final = tuple(step * 10**power for power in range(6) for step in (1, 5))
"""Steps that people count in."""


def list_range(numbers: bodies.Range, default: Fraction | None = None) -> tuple[Fraction, ...]:
    """List the numbers of a range; `default` is one that it should have."""
    low, high = number_of(numbers.low), number_of(numbers.high)
    step = Fraction(1) if numbers.step is None else number_of(numbers.step)
    if low is None or high is None or step is None or step <= 0:
        message = "The ends and the step of an option's range are plain numbers."
        raise mistake("E224", numbers.span, message, "write numbers, as in `from 1 to 9`")
    if high < low:
        message = f"The range from {low} to {high} is empty."
        stepped = "" if numbers.step is None else f" step {step}"
        raise mistake("E225", numbers.span, message, f"write `from {high} to {low}{stepped}`")
    count = int((high - low) / step) + 1
    if count > MOST_CHOICES:
        message, first = f"The range has {count} values; {MOST_CHOICES} are the most.", default or low
        wider = (one for one in _STEPS if not (high - low) % one and not (first - low) % one)
        fits = next((one for one in wider if (high - low) / one < MOST_CHOICES), None)
        hint = "make it narrower, or its step wider" if fits is None else f"write `from {low} to {high} step {fits}`"
        raise mistake("E226", numbers.span, message, hint)
    return _listed(low, step, count)


@lru_cache(maxsize=256)
def _listed(low: Fraction, step: Fraction, count: int) -> tuple[Fraction, ...]:
    """List numbers; cached, since a file is checked again for every setting of its examples."""
    if low.denominator == step.denominator == 1:
        # Nearly all ranges are of whole numbers, and a hundred sums of fractions are slow.
        whole = range(low.numerator, low.numerator + step.numerator * count, step.numerator)
        return tuple(map(Fraction, whole))
    return tuple(low + step * at for at in range(count))


def _near_number(number: Fraction | None, choices: tuple[Value, ...]) -> str:
    """Say which number of a list comes next to a wrong one: without its sign, or those on both sides of it."""
    known = [one for one in choices if isinstance(one, Fraction)]
    if number is None or len(known) <= _LISTED:
        return ""
    first, last = amount_text(known[0]), amount_text(known[-1])
    if -number in known:
        return f"choose from {first} to {last}; without its sign, `{amount_text(-number)}` is one of them"
    below, above = [one for one in known if one < number], [one for one in known if one > number]
    if not below or not above:
        return ""
    whole = " a whole number:" if number.denominator != 1 and all(one.denominator == 1 for one in known) else ""
    beside = f"`{amount_text(max(below))}` or `{amount_text(min(above))}`"
    return f"choose{whole} {beside}, or another from {first} to {last}"


def _own_choices(name: str, number: Fraction, choices: tuple[Value, ...]) -> str:
    """Say how a table that plays another number writes that: with choices of its own."""
    known = sorted({number, *(one for one in choices if isinstance(one, Fraction))})
    low, high, step = known[0], known[-1], min((b - a for a, b in pairwise(known)), default=Fraction(1))
    is_range = len(choices) > _LISTED and all(((one - low) / step).denominator == 1 for one in known)
    wider = (step * times for times in (1, 5, 10, 50, 100))
    step = next((one for one in wider if high - low < one * MOST_CHOICES and (number - low) % one == 0), step)
    steps = "" if step == 1 else f" step {amount_text(step)}"
    ends = f"from {amount_text(low)} to {amount_text(high)}{steps}"
    others = ends if is_range else f"of {', '.join(map(amount_text, known))}"
    told = amount_text(number)
    written = f"replace option {name} = {told} {others}"
    return f"; a table that plays {told} says so, as in `{written}`" if len(written) < _LONG else ""


_LONG = 80
"""How long a sentence may be that a hint writes out."""


def read_value(
    node: expressions.Expr,
    kind: Type,
    choices: tuple[Value, ...] | None,
    name: str,
    table: Table,
    *,
    is_set: bool = False,
) -> Value:
    """Return the value that a setting names; it must be among the choices, if there are any."""
    value = _value(node, kind, table)
    if value is None or (choices is not None and not is_among(value, choices)):
        number = number_of(node)
        written = word_of(node) if number is None else amount_text(number)
        listed = describe_choices(kind, choices or (), table)
        choose = f"choose one of {listed}" if "`" in listed else f"choose from {listed}"
        is_other = is_set and kind.is_amount and number is not None and number >= 0
        others = _own_choices(name, number or Fraction(0), choices or ()) if is_other else ""
        if not is_set and kind.is_amount and number is not None and "`" not in listed:
            ends = sorted((number, *(one for one in choices or () if isinstance(one, Fraction))))
            others = f", or write `from {amount_text(ends[0])} to {amount_text(ends[-1])}`"
        names = kind.words or tuple(say_value(kind, one, table) for one in (choices or ())[:_FEW] if not kind.is_amount)
        near = guess(written, [one for one in names if one != written])
        hint = near or f"{_near_number(number, choices or ()) or choose}{others}"
        what = f"be `{written}`" if written else "have the value written here"
        raise mistake("E227", node.span, f"`{name}` cannot {what}.", hint)
    return value


def is_among(value: Value, choices: tuple[Value, ...]) -> bool:
    """Tell whether a value is among choices; in a range its position is computed."""
    if len(choices) > _FEW and isinstance(value, Fraction):
        first, second = choices[:2]
        if isinstance(first, Fraction) and isinstance(second, Fraction):
            step = (second.numerator * first.denominator - first.numerator * second.denominator) * value.denominator
            way = (value.numerator * first.denominator - first.numerator * value.denominator) * second.denominator
            if step > 0 and 0 <= way // step < len(choices) and choices[way // step] == value:
                return True
    return value in choices


_FEW = 10
"""With this many choices, trying them one by one is as fast."""


def plain_value(node: expressions.Expr, kind: Type) -> Value:
    """Return the value in a node if it is the same whatever the cards are: a number, a truth value, a word."""
    word = word_of(node)
    match kind.kind:
        case Kind.NUMBER:
            return number_of(node)
        case Kind.TRUTH:
            return {"yes": True, "no": False}.get(word)
        case Kind.WORD:
            return word if word in kind.words else None
        case _:
            return None


def _value(node: expressions.Expr, kind: Type, table: Table) -> Value:
    word = word_of(node)
    match kind.kind:
        case Kind.SUIT:
            return table.suits.index(word) if word in table.suits else None
        case Kind.SEAT:
            return table.seats.index(word) if word in table.seats else None
        case Kind.CARD if isinstance(node, expressions.CardName):
            find_card(node.rank, node.suit, table.suits, table.ranks, node.span)
            return table.face_index(word)
        case _:
            return plain_value(node, kind)


def describe_choices(kind: Type, choices: tuple[Value, ...], table: Table) -> str:
    """List choices for people: "1 to 9", "30 to 150 in steps of 5", "`carried`, `lost`"."""
    if (steps := range_of(kind, choices)) is not None:
        first, last, step = map(amount_text, steps)
        return f"{first} to {last}" + ("" if steps[2] == 1 else f" in steps of {step}")
    return ", ".join(f"`{say_value(kind, choice, table)}`" for choice in choices)


def say_value(kind: Type, value: Value, table: Table | Rules) -> str:
    """Write a value as a file would."""
    match kind.kind, value:
        case Kind.TRUTH, bool():
            return "yes" if value else "no"
        case Kind.SUIT, int():
            return table.suits[value]
        case Kind.SEAT, int():
            return table.seats[value]
        case Kind.CARD, int():
            return table.faces[value].name
        case _, Fraction() if value.denominator != 1:
            return str(float(value))
        case _:
            return str(value)


def _set(options: dict[str, Option], setting: Setting, resolution: Resolution, table: Table) -> None:
    own = setting.document is resolution.document or setting.document is None
    if setting.assign.name not in options and not own:
        # An inherited setting of an option that this file dropped goes with it.
        return
    _assign(options, setting.assign, resolution, table)


def _assign(options: dict[str, Option], assign: bodies.Assign, resolution: Resolution, table: Table) -> None:
    if assign.name == PRESET:
        for one in preset_of(assign, resolution).assigns:
            _assign(options, one, resolution, table)
        return
    if (option := options.get(assign.name)) is None:
        raise no_such_option(assign, options, resolution)
    try:
        value = value_set(assign, option, table)
    except Mistake as wrong:
        word = word_of(assign.value)
        other = next(
            (one.name for one in options.values() if one.type.kind is Kind.WORD and word in one.type.words), ""
        )
        if (found := wrong.finding) is None or not other or found.guess is not None:
            raise
        raise Mistake(replace(found, hint=f"{found.hint}; `{word}` is a choice of `{other}`")) from None
    options[assign.name] = replace(option, value=value, is_set=True)


def value_set(assign: bodies.Assign, option: Option, table: Table) -> Value:
    """Return the value that a setting gives an option."""
    return read_value(assign.value, option.type, option.choices, option.name, table, is_set=True)


def preset_of(assign: bodies.Assign, resolution: Resolution) -> nodes.Preset:
    """Return the preset that `preset = name` stands for."""
    known = {key[2]: resolved.node for key, resolved in resolution.rules.items() if key[1] == PRESET}
    word = word_of(assign.value)
    preset = known.get(word)
    if not isinstance(preset, nodes.Preset):
        raise mistake("E228", assign.span, f"There is no preset `{word}`.", suggest(word, known, "presets"))
    if any(one.name == PRESET for one in preset.assigns):
        raise mistake("E228", preset.span, "A preset sets options, and no preset.", "write its settings out")
    return preset


def no_such_option(assign: bodies.Assign, options: Mapping[str, Option], resolution: Resolution) -> Mistake:
    """Make the mistake of setting something that is not an option."""
    if (gone := resolution.gone.get(("top", "option", assign.name))) is not None:
        message = f"There is no option `{assign.name}` any more."
        return mistake("E228", assign.span, message, "remove this setting", Note(gone.span, "it was dropped here"))
    let = next((key[0] for key in resolution.rules if key[1:] == ("let", assign.name)), None)
    new = f"replace let {assign.name} = …"
    where = new if let == "top" else f"{'scoring for each …' if let == 'scoring' else let} {{ {new} }}"
    hint = f"`{assign.name}` is a quantity: write `{where}`" if let else ""
    pack = next((one.pack for one in _includes(resolution.document.items) if assign in one.assigns), "")
    if (own := _options_of(resolution.packs.get(pack))) and not hint:
        message = f"The pack `{pack}` has no option `{assign.name}`."
        only = Guess(assign.name, own[0]) if len(own) == 1 else None
        return mistake("E228", assign.span, message, only or suggest(assign.name, own, "options"))
    return mistake(
        "E228", assign.span, f"There is no option `{assign.name}`.", hint or suggest(assign.name, options, "options")
    )


def _includes(items: Iterable[nodes.Item]) -> Iterator[nodes.Include]:
    """Yield what a file includes, on some deals too."""
    for item in items:
        if isinstance(item, nodes.OnDeal):
            yield from _includes(item.items)
        elif isinstance(item, nodes.Include):
            yield item


def _options_of(pack: nodes.Document | None) -> list[str]:
    return [item.name for item in pack.items if isinstance(item, nodes.Option) and item.name] if pack else []


def choices_text(option: Option, table: Table | Rules) -> str:
    """Write what an option can be: a list, or a range of numbers."""
    if (steps := range_of(option.type, option.choices)) is not None:
        first, last, step = map(amount_text, steps)
        return f"from {first} to {last}" + ("" if steps[2] == 1 else f" step {step}")
    return ", ".join(say_value(option.type, value, table) for value in option.choices)


def range_of(kind: Type, choices: Sequence[Value]) -> tuple[Fraction, Fraction, Fraction] | None:
    """Return the first, the last and the step of choices that are a range of numbers; None for any others."""
    if not kind.is_amount or len(choices) <= _LISTED:
        return None
    numbers = [value for value in choices if isinstance(value, int | Fraction)]
    first, second, *_, last = numbers
    step = second - first
    is_even = all(after - before == step for before, after in pairwise(numbers))
    return (Fraction(first), Fraction(last), Fraction(step)) if is_even else None


_LISTED = 3
"""Longer lists of numbers are written as a range."""


def tell_open_choices(games: Sequence[Rules], checker: Checker, findings: Findings) -> None:
    """Report each unanswered question once."""
    table = checker.symbols.table
    document = checker.symbols.resolution.document
    for option in games[0].options:
        if not option.ask or any(one.name == option.name and one.is_set for one in games[0].options):
            continue
        choices = describe_choices(option.type, option.choices, table)
        value = say_value(option.type, option.default, table)
        findings.add(
            Diagnostic(
                "A601",
                Severity.OPEN,
                document.name_span,
                f"{option.ask} `{option.name}` is one of {choices}; this file does not say, so it is `{value}`.",
                f"write `set {option.name} = {value}`, or another of them",
                (Note(option.rule.span, "it is asked here"),),
            )
        )
