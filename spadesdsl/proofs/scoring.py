"""The cases of each line of the score sheet: one of them counts, whatever was bid and taken, and one only."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Diagnostic, Note, warning
from spadesdsl.engine.scoring import earners
from spadesdsl.proofs.answers import options_of_ranges
from spadesdsl.proofs.claims import Event, Happening, Proof, Standing, id_of_info, name_span
from spadesdsl.proofs.confirming import can_be_bid
from spadesdsl.proofs.reads import Topic, facts_of
from spadesdsl.proofs.situations import deals_of, range_of, told
from spadesdsl.proofs.workshop import settings_of
from spadesdsl.syntax.nodes import Cases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.check.checked import CheckedGame, CheckedLine, CheckedOption
    from spadesdsl.check.terms import Term
    from spadesdsl.engine.state import StateData
    from spadesdsl.proofs.claims import Id
    from spadesdsl.proofs.workshop import Setting, Workshop
    from spadesdsl.source import Span

MOST_DEALS: Final = 60_000
"""More deals than these are not enumerated: some are tried."""
MOST_SETTINGS: Final = 40


@dataclass(slots=True)
class _Seen:
    """What was seen of a line."""

    cases: int
    how: str
    is_whole: bool
    gap: str = ""
    """A deal for which there is no case."""
    overlap: tuple[int, int, str] | None = None
    """Two cases, and a deal in which both hold."""
    unreached: frozenset[int] = frozenset()
    """Cases that never count, for certain."""

    def tell(self, what: Happening, s: StateData, seats: tuple[int, ...], many: int) -> None:
        """Keep a deal in which something is wrong."""
        if what[0] is Event.GAP:
            self.gap = told(s, seats)
        else:
            self.overlap = (*divmod(what[2], many), told(s, seats))


def prove_lines(shop: Workshop) -> Iterator[Proof]:
    """Prove of each line with cases that one of them counts, and one only."""
    done: set[tuple[object, ...]] = set()
    for deal, game in shop.editions:
        lets = {let.key: let for let in game.lets}
        for line in game.scoring.lines:
            about = (line, tuple(lets.values()))
            if line.cases[0].condition is None or about in done:
                continue
            done.add(about)
            yield from _of_line(shop, game, line, deal)


def _of_line(shop: Workshop, game: CheckedGame, line: CheckedLine, deal: int) -> Iterator[Proof]:
    seen = _by_answers(shop, game, line) or _by_deals(shop, game, line, deal)
    rule = id_of_info(line.rule)
    many = len(line.cases)
    doubles = tuple((Event.OVERLAP, rule, one * many + two) for one in range(many) for two in range(one + 1, many))
    yield _proof(shop, line, seen, doubles)
    for at in sorted(seen.unreached):
        finding = warning(
            "W803",
            _place(line, at),
            f"This case of `{line.name}` never counts: an earlier one holds wherever it does, or it never holds.",
            "take it away, or mend its condition",
        )
        never: tuple[Happening, ...] = ((Event.CASE, rule, at),)
        claim = f"case {at + 1} never counts"
        yield Proof(line.rule.key, claim, Standing.FOUND, seen.cases, seen.how, _if_own(shop, line, finding), never)


def _if_own(shop: Workshop, line: CheckedLine, finding: Diagnostic) -> Diagnostic | None:
    return finding if shop.is_own(line.rule) else None


def _proof(shop: Workshop, line: CheckedLine, seen: _Seen, doubles: tuple[Happening, ...]) -> Proof:
    key, rule = line.rule.key, id_of_info(line.rule)
    if seen.gap:
        message = f"{seen.gap}: no case of `{line.name}` says what that scores."
        found = warning("W801", name_span(line.rule), message, "write the case that is missing, or `otherwise: …`")
        return Proof(key, "a case is missing", Standing.FOUND, seen.cases, seen.how, found)
    if seen.overlap is not None:
        first, second, deal = seen.overlap
        message = f"{deal}: two cases of `{line.name}` hold, and they say different things. The first one counts."
        hint = "let the second say `not …` of the first, or make it a line of its own that counts `instead of` this one"
        found = warning("W802", _place(line, second), message, hint, Note(_place(line, first), "this one holds too"))
        return Proof(key, "two cases hold at once", Standing.FOUND, seen.cases, seen.how, found)
    standing = Standing.PROVED if seen.is_whole else Standing.OPEN
    never = ((Event.GAP, rule, 0), *doubles)
    return Proof(key, "one case counts, and one only", standing, seen.cases, seen.how, None, never)


def _place(line: CheckedLine, at: int) -> Span:
    body = line.rule.node.body if line.rule.node is not None else None
    return body.cases[at].span if isinstance(body, Cases) else name_span(line.rule)


# ---------------------------------------------------------------- by every answer to what the cases ask


def _by_answers(shop: Workshop, game: CheckedGame, line: CheckedLine) -> _Seen | None:
    """Look at every combination of what the conditions read; None where that does not settle it."""
    asker = shop.asker(game)
    conditions: tuple[Term | None, ...] = (line.when, *(case.condition for case in line.cases))
    answers = asker.take_apart(conditions)
    if answers is None:
        return None
    count, chosen = 0, set()
    for _, (when, *cases) in asker.combinations(answers):
        if when is False:
            continue
        count += 1
        holding = [at for at, holds in enumerate(cases) if holds]
        if len(holding) > 1 or (not holding and cases[-1] is not None):
            return None
        chosen.add(holding[0] if holding else len(cases) - 1)
    asked = ", ".join(f"`{_said(shop, one.term)}`" for one in answers.quantities)
    unreached = frozenset(range(len(line.cases))) - chosen
    return _Seen(count, f"every answer to {asked}", is_whole=True, unreached=unreached)


def _said(shop: Workshop, term: Term) -> str:
    source = shop.sources.get(term.span.file)
    return "…" if source is None else " ".join(source.text[term.span.start : term.span.end].split())


# ---------------------------------------------------------------- by bids and tricks


def _by_deals(shop: Workshop, game: CheckedGame, line: CheckedLine, deal: int) -> _Seen:
    """Score deals: all of them where they are few and the line reads nothing but bids and tricks."""
    over = range_of(game, shop.game(), (line,), deal)
    settings = _settings(shop, game, line)
    budget = max(1, MOST_DEALS // max(1, len(settings)))
    is_whole = over.is_whole and over.count <= budget and len(settings) <= MOST_SETTINGS
    seen = _Seen(0, "all bids × all tricks of a side" if is_whole else "bids and tricks, and deals played", is_whole)
    if is_whole and any(settings):
        seen.how += f", {len(settings)} settings of options"
    rule, many = id_of_info(line.rule), len(line.cases)
    played = _wrong(shop, rule)
    unsure: set[tuple[object, ...]] = set()
    for setting in settings[:MOST_SETTINGS]:
        if shop.settled & {name for name, _ in setting}:
            over = range_of(shop.rules(setting).edition(deal), shop.game(setting), (line,), deal)
        for s in islice(deals_of(shop.game(setting), over, deal), budget):
            seen.cases += 1
            _ask(s, line)
            for what, example in _wrong(shop, rule).items():
                bids = (setting, example.bids, example.side_bids)
                if bids in unsure or len(unsure) > _MOST_UNSURE:
                    continue
                if not can_be_bid(shop.game(setting), example, over.seats, shop.reach):
                    unsure.add(bids)
                else:
                    seen.tell(what, example, over.seats, many)
                    return seen
    if played:
        what, example = next(iter(played.items()))
        seen.tell(what, example, tuple(range(len(example.spec.seats))), many)
        return seen
    if unsure:
        seen.is_whole = False
        seen.how += "; what no bidding led to is left out"
    if not seen.is_whole:
        seen.cases += shop.deals
    elif len(settings) == prod(len(option.choices) for option in _options(game, line)):
        seen.unreached = frozenset(at for at in range(many) if not shop.record.has(Event.CASE, rule, at))
    return seen


def _wrong(shop: Workshop, rule: Id) -> dict[Happening, StateData]:
    """Take what is wrong about a line out of the record."""
    wrong = [what for what in shop.record.examples if what[:2] in ((Event.GAP, rule), (Event.OVERLAP, rule))]
    return {what: shop.record.examples.pop(what) for what in wrong}


_MOST_UNSURE: Final = 60
"""Ways to bid that are looked for in vain, after which no more are."""


def _settings(shop: Workshop, game: CheckedGame, line: CheckedLine) -> list[Setting]:
    """Return the settings of the options that the cases of a line read."""
    return list(settings_of(_options(game, line)))


def _options(game: CheckedGame, line: CheckedLine) -> tuple[CheckedOption, ...]:
    facts = facts_of(game, line.when, *(case.condition for case in line.cases))
    names = {fact.name for fact in facts if fact.topic is Topic.OPTION}
    names |= {name for bid in game.bids for name in options_of_ranges(bid)}
    return tuple(option for option in game.options if option.name in names)


def _ask(s: StateData, line: CheckedLine) -> None:
    """Put a deal to a line, for the side with the most seats."""
    bound = next(one for one in s.spec.lines if one.name == line.name and one.rule.line == line.rule.span.line)
    side = max(range(len(s.sides)), key=lambda one: len(s.sides[one]))
    for _, env in earners(s, bound, side):
        if bound.when is None or bound.when(s, env):
            first = bound.cases[0].condition
            assert first is not None
            first(s, env)
