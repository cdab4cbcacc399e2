"""Everything that a name can mean in a resolved game, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType

from spadesdsl.check.findings import Findings
from spadesdsl.check.resolved import PHASES, Resolution, Resolved
from spadesdsl.check.tables import Table
from spadesdsl.diagnostics import Note
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.rules.game import Option
from spadesdsl.rules.operations import GLOBALS, NOUNS, PROPERTIES
from spadesdsl.syntax import bodies, expressions, nodes

DECISIONS = ("may", "choose", "pass")
ACTIONS = ("give", "show", "shuffle", "redeal", "skip", "award")

OWN_WORDS = frozenset(
    {name for _, name in PROPERTIES}
    | set(GLOBALS)
    | (set(NOUNS) - {"call"})
    | {"stock", "discards", "filled", "before"}
)
"""Names with a meaning of their own in the language. A decision may be a `call`: one of the bids has that name only
where rules run over them."""


class Nested(Frozen):
    """A rule, and the bid or round whose block it is in."""

    resolved: Resolved
    within: Resolved | None = None

    @property
    def rule(self) -> nodes.Rule:
        """The rule itself."""
        return self.resolved.rule

    @property
    def bid(self) -> nodes.Rule | None:
        """The bid type whose block the rule is in."""
        return self.within.rule if self.within is not None and self.within.rule.keyword == "bid" else None


class Symbols(Changing):
    """The names of one game."""

    resolution: Resolution
    table: Table
    options: dict[str, Option]
    bids: dict[str, Resolved] = field(default_factory=dict)
    other_bids: dict[str, Resolved] = field(default_factory=dict)
    """Those of other deals: rules may read them, and nobody makes them here."""
    rounds: dict[str, Nested] = field(default_factory=dict)
    decisions: dict[str, Nested] = field(default_factory=dict)
    lets: dict[str, Nested] = field(default_factory=dict)
    instead: dict[str, list[str]] = field(default_factory=dict)
    """By quantity: its replacements, each replacing the one before."""
    tallies: dict[str, Resolved] = field(default_factory=dict)
    trusts: dict[str, Resolved] = field(default_factory=dict)
    clocks: dict[str, Resolved] = field(default_factory=dict)
    moves: dict[str, Nested] = field(default_factory=dict)
    """Rules that `give` or `show`, whose names can be read as the cards that they moved."""
    whole: Table | None = None
    """The table with all cards, including the removed ones."""
    deck_reads: frozenset[str] = frozenset()
    """Options that decide the deck."""

    @property
    def value_names(self) -> Iterator[str]:
        """All names that hold a value, for "did you mean"."""
        yield from chain(self.options, self.lets, self.tallies, self.clocks, self.decisions)
        yield from chain(self.table.zones, self.table.suits, self.table.seats, self.table.added)
        yield from chain(GLOBALS, ("stock", "discards"))


def gather_symbols(
    resolution: Resolution,
    table: Table,
    options: dict[str, Option],
    findings: Findings,
    elsewhere: Mapping[str, Nested] = MappingProxyType({}),
) -> Symbols:
    """Gather the names of a game; two of one name are reported.

    Rules may read decisions, bids and clocks of other deals (`elsewhere`) here too: nobody made them.
    """
    symbols = Symbols(resolution, table, options)
    for resolved in resolution.everywhere("bid"):
        symbols.bids[resolved.rule.name or ""] = resolved
    for nested in every_rule(resolution):
        name = nested.rule.name or ""
        match nested.rule.keyword:
            case "round":
                symbols.rounds[name] = nested
            case "may" | "choose" | "pass":
                _enter(symbols.decisions, name, nested, findings)
            case "let":
                _enter(symbols.lets, name, nested, findings)
                for other in set(nested.resolved.sentence(nodes.Let).instead_of) - {name}:
                    symbols.instead.setdefault(other, []).append(name)
            case "tally":
                symbols.tallies[name] = nested.resolved
            case "clock":
                symbols.clocks[name] = nested.resolved
            case "trust":
                symbols.trusts[name] = nested.resolved
            case "give" | "show":
                symbols.moves.setdefault(name, nested)
            case _:
                pass
    _check_clashes(symbols, findings)
    _check_instead(symbols, findings)
    taken = {*symbols.value_names, *symbols.bids}
    for name, nested in elsewhere.items():
        if name not in taken and nested.rule.keyword == "bid":
            symbols.other_bids[name] = nested.resolved
        elif name not in taken and nested.rule.keyword == "clock":
            symbols.clocks[name] = nested.resolved
        elif name not in taken:
            symbols.decisions[name] = nested
    return symbols


def _check_instead(symbols: Symbols, findings: Findings) -> None:
    """Report quantities that replace one another in a circle; none of them then does."""
    for first in tuple(symbols.instead):
        if circle := _circle(symbols, (first,)):
            words = " instead of ".join(f"`{one}`" for one in reversed(circle))
            place = symbols.lets[circle[1]].rule.name_span
            message = f"These replace each other in a circle: {words}."
            findings.error("E230", place, message, "leave `instead of` out of one of them")
            for one in circle:
                symbols.instead.pop(one, None)


def _circle(symbols: Symbols, above: tuple[str, ...]) -> tuple[str, ...]:
    """Return a circle from a quantity through its replacements back to itself; empty if there is none."""
    for other in symbols.instead.get(above[-1], ()):
        if other == above[0]:
            return (*above, other)
        if other not in above and (found := _circle(symbols, (*above, other))):
            return found
    return ()


def bids_by_side(bid: nodes.Rule) -> bool:
    """Tell whether a bid type is made by a side."""
    by = bid.by if isinstance(bid, nodes.Bid) else None
    return by is not None and isinstance(by.who, expressions.Name) and by.who.name in ("team", "side")


def is_players_own(symbols: Symbols, bid: nodes.Rule) -> bool:
    """Tell whether a bid type is made by one player, and every side has several."""
    teams = symbols.resolution.one("table", "teams")
    body = None if teams is None else teams.rule.body
    return isinstance(body, bodies.Teams) and (body.size or 1) > 1 and not bids_by_side(bid)


def _enter(names: dict[str, Nested], name: str, nested: Nested, findings: Findings) -> None:
    first = names.setdefault(name, nested)
    if first is not nested:
        message = f"Two things are called `{name}`."
        hint = "rename one of them"
        findings.error("E221", nested.rule.name_span, message, hint, Note(first.resolved.span, "the other is here"))


def every_rule(resolution: Resolution) -> Iterator[Nested]:
    """List all rules in force, those inside bids and rounds after the one around them."""
    for resolved in resolution.rules.values():
        if isinstance(resolved.node, nodes.Rule):
            yield Nested(resolved)
            yield from inner_rules(resolved)


def inner_rules(resolved: Resolved) -> Iterator[Nested]:
    """List the rules in the block of a bid or a round."""
    for rule in resolved.rule.inner:
        yield Nested(Resolved(rule, resolved.section, resolved.document), resolved)


def _check_clashes(symbols: Symbols, findings: Findings) -> None:
    seen: dict[str, Resolved] = {}
    tables = symbols.resolution
    values = [
        *tables.everywhere("option", "tally", "zone", "clock"),
        *(nested.resolved for nested in symbols.lets.values()),
        *(nested.resolved for nested in symbols.decisions.values()),
    ]
    for resolved in values:
        rule = resolved.rule
        name = rule.name or ""
        if name in OWN_WORDS or (name in PHASES and rule.keyword == "zone"):
            message = f"`{name}` has a meaning of its own in the language."
            findings.error("E222", rule.name_span, message, f"call your {_noun(rule.keyword)} something else")
        elif name in symbols.table.suits or name in symbols.table.seats:
            what = "suit" if name in symbols.table.suits else "seat"
            message = f"`{name}` is the name of a {what}."
            findings.error("E221", rule.name_span, message, f"call your {_noun(rule.keyword)} something else")
        elif (first := seen.setdefault(name, resolved)) is not resolved:
            _tell_double(symbols, resolved, first, findings)
    for resolved in (*symbols.bids.values(), *(nested.resolved for nested in symbols.decisions.values())):
        _check_parameters(symbols, resolved, seen, findings)


def _check_parameters(symbols: Symbols, resolved: Resolved, values: dict[str, Resolved], findings: Findings) -> None:
    """Report a parameter that hides something else of its name, or that is there twice."""
    known: set[str] = set()
    for parameter in resolved.rule.parameters:
        name, span = parameter.name, parameter.span
        if name in known:
            findings.error("E221", span, f"Two things are called `{name}` here.", "rename one of them")
        elif name in OWN_WORDS:
            findings.error("E222", span, f"`{name}` has a meaning of its own in the language.", "take a letter for it")
        elif name in symbols.table.suits or name in symbols.table.seats:
            findings.error("E221", span, f"`{name}` is the name of a suit or a seat.", "take a letter for it")
        elif name in values and values[name] is not resolved:
            note = Note(values[name].span, f"`{name}` is the name of this {_noun(values[name].rule.keyword)}")
            findings.error("E221", span, f"Two things are called `{name}`.", "take a letter for it", note)
        known.add(name)


def _tell_double(symbols: Symbols, one: Resolved, other: Resolved, findings: Findings) -> None:
    """Report two values with one name, at the one that the file itself wrote."""
    if one.document is not symbols.resolution.document:
        one, other = other, one
    name = one.rule.name
    message = f"Two things are called `{name}`: this {_noun(one.rule.keyword)}, and another one."
    note = Note(other.span, f"`{name}` is the name of this {_noun(other.rule.keyword)}")
    findings.error("E221", one.rule.name_span, message, f"rename the {_noun(one.rule.keyword)}", note)


def _noun(keyword: str) -> str:
    return {"let": "quantity", "may": "decision", "choose": "decision", "pass": "decision"}.get(keyword, keyword)
