"""Checks of meaning about sizes (of quantities, numbers, lists of choices), scores, endings, and names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from graphlib import TopologicalSorter
from math import prod
from typing import Final

from spadesdsl.check.checker import Checker
from spadesdsl.check.findings import Enough
from spadesdsl.diagnostics import Diagnostic, Note, error, warning
from spadesdsl.engine.spec import LARGEST_AMOUNT
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.parts import Ask, BidType, Do, Parameter, Redeal, Round, RuleInfo
from spadesdsl.rules.terms import Const, Filter, Fold, Kind, LetRef, Op, Term, Var
from spadesdsl.rules.walking import all_steps, every_term, parts_of, terms_of, used_by, walk
from spadesdsl.syntax.expressions import names_in

MOST_CHOICES: Final = 5_000
"""A bid or decision that can be made in more ways is not listed for anybody."""
MOST_AT_ONCE: Final = 10_000
"""Of several bids or decisions in one list: no more ways in all."""
MOST_OF_A_RANGE: Final = 1_000
"""How many values a range counts as if its ends are worked out when it is asked."""


def can_all_be_listed(game: Rules) -> bool:
    """Tell whether each bid and decision has few enough ways to fill in its parameters."""
    return not any(True for _ in choices_can_be_listed(None, game))


def choices_can_be_listed(_: Checker | None, game: Rules) -> Iterator[Diagnostic]:
    """Report a bid or decision with too many ways to fill in its parameters, or a choice among too many (E440)."""
    steps, bids = list(all_steps(game)), {bid.name: bid for bid in game.bids}
    asked = [step for step in steps if isinstance(step, Ask)]
    said: list[BidType | Ask] = [*game.bids, *asked]
    for one in said:
        yield from _if_too_many(game, one.rule, [one])
    for step in steps:
        if isinstance(step, Round):
            yield from _if_too_many(game, step.rule, [bids[name] for name in step.bids])
    unasked = [one for one in asked if one.timing is not None and one.timing.moment == "any time during"]
    if unasked:
        yield from _if_too_many(game, unasked[-1].rule, unasked)


def _if_too_many(game: Rules, rule: RuleInfo, listed: Sequence[BidType | Ask]) -> Iterator[Diagnostic]:
    """Report what is listed together, at most for each choice, if that is too much: several only if none is alone."""
    most = MOST_CHOICES if len(listed) == 1 else MOST_AT_ONCE
    ways = [prod(_ways(game, parameter) for parameter in one.parameters) for one in listed]
    if len(listed) == 1 and ways[0] > most:
        what, hint = f"`{rule.name}` can be said in", "make its ranges narrower, or ask for one thing after the other"
    elif len(listed) > 1 and max(ways) <= MOST_CHOICES and sum(ways) > most:
        what = f"`{rule.name}` lists all that can be bid there, in"
        hint = "make the ranges narrower, or offer fewer bids at once"
        if isinstance(listed[0], Ask):
            what, hint = "All that can be said unasked in the play is listed, in", "make the ranges narrower"
    else:
        return
    message = f"{what} up to {sum(ways):,} ways; {most:,} are the most that can be listed."
    yield error("E440", listed[-1].rule.span, message, hint)


def _ways(game: Rules, parameter: Parameter) -> int:
    if parameter.choices is not None:
        return len(parameter.choices)
    sizes = {Kind.CARD: len(game.faces), Kind.SUIT: len(game.suits), Kind.RANK: len(game.ranks)}
    sizes |= dict.fromkeys((Kind.SEAT, Kind.SIDE), len(game.seats))
    return sizes.get(parameter.type.kind, MOST_OF_A_RANGE)


def redeals_have_a_reason(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a deal that is always thrown in (E441); on some deals only, that is allowed if the next one counts."""
    for step in all_steps(game):
        if isinstance(step, Do) and step.when is None and step.timing is None:
            for action in step.actions:
                if isinstance(action, Redeal) and not (checker.is_edition and action.is_new):
                    message = f"`{step.rule.name}` throws every deal in, so no deal is ever played."
                    yield error("E441", step.rule.span, message, f"say when, as in `redeal {step.rule.name} when …: …`")


DEEPEST: Final = 150
"""How deep parts may be nested, through all the quantities that are read. More than any game needs."""


MOST_LOOPS: Final = 12
"""How often something may be worked out in one go: 12 is 4,096 times, as for each of six times four players."""
_CARDS: Final = {"trick": 2, "trick_cards": 2, "hand": 4}
"""What is said of each card of a trick is worked out 4 times, of a hand 16 times, of other cards about 32 times."""


_FEW: Final = frozenset({Kind.SEAT, Kind.SIDE, Kind.SUIT})


def times_worked_out(game: Rules, part: object) -> int:
    """Return how often something is worked out, in all, if each rule of a part of a game is asked once."""
    loops = _Loops(game.let_of)
    return sum(1 << loops.of(term, keeps=part is game.scoring) for term in terms_of(part))


class _Loops:
    """How often what a term reads is worked out, as `MOST_LOOPS` counts it: a quantity once for each that has it."""

    def __init__(self, lets: Mapping[str, Let]) -> None:
        self.lets = lets
        self.once: dict[str, int] = {}
        """By quantity: what it goes through itself, and the others that it reads, each once."""
        self._below: dict[str, int] = {}
        """The same where it is worked out for each that has it."""
        self._again: dict[str, int] = {}
        """Those that read what was just asked for, and so are not kept: what they go through each time."""
        for let in _bottom_up(lets):
            self._enter(let)

    def of(self, term: Term, *, keeps: bool) -> int:
        """Return it of a term; `keeps` tells whether quantities are kept while it is worked out, as in scoring."""
        each_time = _loops(term, self.once)
        if not keeps:
            return each_time
        below = (self._below[key] for key in _read_in(term, self.lets))
        return min(each_time, max((_loops(term, self._again), *below)))

    def _enter(self, let: Let) -> None:
        read = set(_read_in(let.body, self.lets))
        own = _loops(let.body, self._again)
        below = max((self._below[key] for key in read), default=0)
        self.once[let.key] = max(own, below)
        self._below[let.key] = max(own + _many(let), below)
        asks = any(isinstance(one, Var) and one.name.startswith("param:") for one in walk(let.body))
        if asks or read & self._again.keys():
            self._again[let.key] = self.once[let.key]


def _bottom_up(lets: Mapping[str, Let]) -> Iterator[Let]:
    """Yield quantities, each after those that it reads."""
    read = {key: dict.fromkeys(_read_in(let.body, lets)) for key, let in lets.items()}
    return (lets[key] for key in TopologicalSorter(read).static_order())


def _many(let: Let) -> int:
    """Return how many there are of what has a quantity, as `MOST_LOOPS` counts it."""
    return 0 if let.subject is None else 2 if let.subject in _FEW else 5


def quantities_are_shallow(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a quantity that is read through too many others, and sets inside of too many others (E245)."""
    lets = game.let_of
    depths: dict[str, int] = {}
    for let in _bottom_up(lets):
        depths[let.key] = _depth(let.body, depths)
        if depths[let.key] > DEEPEST:
            message = "Quantities depend on one another too deeply to be worked out."
            yield error("E245", let.body.span, message, "work some of them out from fewer others")
            raise Enough
    loops = _Loops(lets)
    scored = {id(term) for term in terms_of(game.scoring)}
    for term, many in (
        *((let.body, loops.once[let.key]) for let in game.lets),
        *((term, loops.of(term, keeps=id(term) in scored)) for term in terms_of(replace(game, lets=()))),
    ):
        if many > MOST_LOOPS:
            message = "This goes through sets inside of sets, too often to be worked out."
            yield error("E245", term.span, message, "go through fewer of them inside one another")
            raise Enough


def numbers_stay_small(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report an amount that can get too long to be worked out (E248), whatever the scores and tallies are."""
    sizes = _Sizes(game)
    for term in _quantities_first(game):
        if (too_long := sizes.first_too_long(term)) is not None:
            message = "This number can have more than a thousand digits."
            yield error("E248", too_long.span, message, "multiply fewer quantities with one another")
            raise Enough


def _quantities_first(game: Rules) -> Iterator[Term]:
    yield from (let.body for let in game.lets)
    yield from terms_of(replace(game, lets=()))


MOST_BITS: Final = 4_096
"""The most that a number may need; a thousand digits need 3,322."""
_BITS_OF_STATE: Final = LARGEST_AMOUNT.bit_length()
"""What a number of the state needs; an option needs no more, since numbers in a file have few digits."""
_BITS_OF_A_SUM: Final = 8
"""A sum over a set has at most so many more bits than its parts: no set has more than 255 things."""


class _Sizes:
    """How many bits an amount can need: a product needs those of both factors."""

    def __init__(self, game: Rules) -> None:
        self.lets = game.let_of
        self.known: dict[str, int] = {}
        self._of: dict[int, int] = {}
        """By the number of a term's object, which the game keeps."""

    def first_too_long(self, term: Term) -> Term | None:
        """Return the first amount in a term that can need too many bits."""
        return next((one for one in walk(term) if one.type.is_amount and self.bits(one) > MOST_BITS), None)

    def bits(self, term: Term) -> int:
        """Return how many bits an amount can need; more than the limit counts as just that."""
        known = self._of.get(id(term))
        if known is None:
            known = self._of[id(term)] = min(self._bits(term), MOST_BITS + 1)
        return known

    def _bits(self, term: Term) -> int:
        match term:
            case Const(value=value):
                return _length(value)
            case LetRef(let=name) if name in self.lets:
                if name not in self.known:
                    self.known[name] = self.bits(self.lets[name].body)
                return self.known[name]
            case Op(op="*" | "/" | "rounded_down", arguments=(one, other)):
                return self.bits(one) + self.bits(other)
            case Op(op="+" | "-", arguments=(one, other)):
                return max(self.bits(one), self.bits(other)) + 1
            case Op(op="if", arguments=(_, then, otherwise)):
                return max(self.bits(then), self.bits(otherwise))
            case Op(op="max" | "min" | "abs" | "negative", arguments=parts):
                return max(map(self.bits, parts))
            case Fold(body=body):
                return self.bits(body) + _BITS_OF_A_SUM
            case _:
                return _BITS_OF_STATE


def _length(value: object) -> int:
    if isinstance(value, Fraction):
        return value.numerator.bit_length() + value.denominator.bit_length()
    return value.bit_length() if isinstance(value, int) else 0


def _read_in(term: Term, lets: Mapping[str, Let]) -> Iterator[str]:
    return (part.let for part in walk(term) if isinstance(part, LetRef) and part.let in lets)


def _depth(term: Term, depths: Mapping[str, int]) -> int:
    deepest = depths.get(term.let, 0) if type(term) is LetRef else 0
    for part in parts_of(term):
        deepest = max(deepest, _depth(part, depths))
    return 1 + deepest


def _loops(term: Term, known: Mapping[str, int]) -> int:
    """Return how much a term goes through inside one another, as `MOST_LOOPS` counts it."""
    of: Term | None = getattr(term, "of", None)
    inner = known.get(term.let, 0) if type(term) is LetRef else 0
    for part in parts_of(term):
        if part is not of:
            inner = max(inner, _loops(part, known))
    if of is None:
        return inner
    return max(_loops(of, known), inner + _ways_through(of))


def _ways_through(of: Term) -> int:
    """Return how often something is worked out that is said of each of a set, as `MOST_LOOPS` counts it."""
    match of:
        case Filter(of=inner):
            return _ways_through(inner)
        case Op(op="list", arguments=listed):
            return len(listed).bit_length()
        case Op(op=op) if of.type.kind is Kind.CARD:
            return _CARDS.get(op, 5)
        case _:
            return 5 if of.type.kind is Kind.CARD else 2


_NAMED_BY_BECAUSE = ("must", "score", "win", "lose", "out")


def players_score_alone(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report players who are scored one by one and sit in teams (E426)."""
    resolution = checker.symbols.resolution
    teams = game.teams
    loners = [None, *game.dummies]
    makes_sides = teams.after is not None and (
        teams.others_together or not isinstance(teams.partner, Const) or teams.partner.value not in loners
    )
    if game.scoring.each == "player" and (makes_sides or not teams.is_single):
        how = f"after {teams.after} some play together" if teams.is_single else "the players sit in teams"
        message = f"Each player is scored, and {how}."
        hint = "write `scoring for each team`, or `teams none`"
        note = Note(teams.rule.span, "the teams are here")
        yield error("E426", resolution.scoring_span or resolution.document.name_span, message, hint, note)


def otherwise_is_last(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a case after `otherwise` (E432)."""
    for line in game.scoring.lines:
        if any(case.condition is None for case in line.cases[:-1]):
            message = f"In `{line.name}` a case comes after `otherwise` and never counts."
            span = next((case.span for case in line.rule.cases if case.condition is None), line.rule.span)
            yield error("E432", span, message, "put `otherwise` last")


def subtotal_is_of_lines(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a subtotal that is read outside the lines of the sheet (E439)."""
    in_lets = {
        let.key for let in game.lets if any(isinstance(one, Op) and one.op == "side_subtotal" for one in walk(let.body))
    }
    outside = (game.phases, game.bids, game.play, game.endings, game.trumps, game.scoring.tallies)
    for one in every_term(outside):
        direct = isinstance(one, Op) and one.op == "side_subtotal"
        if direct or (isinstance(one, LetRef) and one.let in in_lets):
            message = "`subtotal` is the sum of the lines above, and this is not a line of the sheet."
            yield error("E439", one.span, message, "read `score`, or move this into a `score`")


def names_are_told_apart(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report two rules that an explanation could not distinguish, or one named like a value (E434)."""
    seen: dict[str, RuleInfo] = {}
    values = {
        rule.name: rule for rule in game.rules if rule.keyword in ("let", "option", "tally", "may", "choose", "pass")
    }
    for rule in game.rules:
        if rule.keyword not in _NAMED_BY_BECAUSE:
            continue
        first = seen.setdefault(rule.key, rule)
        if first is not rule:
            yield _double(checker, game, rule, first)
        elif rule.name in values:
            yield _double(checker, game, rule, values[rule.name])


def _a(keyword: str) -> str:
    return f"an `{keyword}`" if keyword[0] in "aeiou" else f"a `{keyword}`"


def _double(checker: Checker, game: Rules, one: RuleInfo, other: RuleInfo) -> Diagnostic:
    """Return the finding about two rules with one name, at the one that the file itself wrote."""
    if one.document != checker.symbols.resolution.document.name:
        one, other = other, one
    bids = [bid for bid in game.bids if bid.rule.span.encloses(other.span)] if one.keyword == other.keyword else []
    if bids:
        message = f"`{one.name}` is {_a(one.keyword)} of `bid {bids[0].name}` already."
        hint = f"to change that, write `replace bid {bids[0].name}` in `bidding`, with its new line; or rename yours"
        return error("E434", one.name_span, message, hint, Note(other.name_span, "the line is here"))
    is_same = one.keyword == other.keyword
    what = f"another `{other.keyword}`, so that neither can be named" if is_same else _a(other.keyword)
    message = f"`{one.name}` is the name of {_a(one.keyword)} and of {what}."
    return error("E434", one.name_span, message, "rename one of them", Note(other.name_span, "the other is here"))


def words_are_asked_for(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about an option with two words or more that no rule distinguishes (W509)."""
    own = checker.symbols.resolution.document.name
    options = [one for one in game.options if one.type.kind is Kind.WORD and one.rule.document == own]
    if not options:
        return
    removed = checker.symbols.resolution.one("deck", "remove")
    # Which cards are removed is worked out when the file is read: no condition of it is left in the game.
    asked = used_by(game).words | set(() if removed is None else names_in(removed.rule.body))
    for option in options:
        silent = [word for word in option.type.words if word not in asked]
        if len(silent) > 1 and len(silent) < len(option.type.words):
            listed = ", ".join(f"`{word}`" for word in silent)
            message = f"No rule tells {listed} of `{option.name}` apart."
            hint = f"write a rule that asks `{option.name} is {silent[0]}`, or remove one of them"
            yield warning("W509", option.rule.name_span, message, hint)
