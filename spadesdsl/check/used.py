"""What a game reads: inherited options and quantities that nothing reads any more are dropped."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

from spadesdsl.check.findings import Mistake
from spadesdsl.check.options import no_such_option, read_value
from spadesdsl.check.world import inner_rules
from spadesdsl.diagnostics import warning
from spadesdsl.frozen import dataclass
from spadesdsl.rules.game import Let, Option, Rules, WorkedExample
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.rules.terms import Answer, Broke, Const, Did, LetRef, OptionRef, Ran, TallyRef, Term, Type
from spadesdsl.rules.walking import walk
from spadesdsl.source import Span
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.check.checker import Checker
    from spadesdsl.check.findings import Findings
    from spadesdsl.rules.terms import Value

_TERMS = frozenset(get_args(Term))
_WITHOUT_TERMS = (RuleInfo, Option, WorkedExample, Type, Span)


@dataclass(frozen=True, slots=True)
class Used:
    """Names that the rules of a game read."""

    lets: frozenset[str]
    options: frozenset[str]
    tallies: frozenset[str]
    decisions: frozenset[str]
    trusts: frozenset[str]
    words: frozenset[str]
    """Words of options that conditions name, as in `option is word`."""


def used_by(game: Rules) -> Used:
    """Collect what a game reads."""
    lets: dict[str, Let] = {let.key: let for let in game.lets}
    found: dict[type, set[str]] = {kind: set() for kind in (LetRef, OptionRef, TallyRef, Answer, Broke, Const)}
    waiting = list(terms_of(replace(game, lets=(), options=(), rules=(), examples=())))
    while waiting:
        for term in walk(waiting.pop()):
            match term:
                case LetRef(let=name) if name not in found[LetRef]:
                    found[LetRef].add(name)
                    waiting.append(lets[name].body)
                case OptionRef(name=name):
                    found[OptionRef].add(name)
                case TallyRef(tally=name):
                    found[TallyRef].add(name)
                case Did(decision=name) | Answer(decision=name):
                    found[Answer].add(name)
                case Broke(trust=name):
                    found[Broke].add(name)
                case Const(value=str() as word):
                    found[Const].add(word)
                case _:
                    pass
    return Used(*(frozenset(found[kind]) for kind in (LetRef, OptionRef, TallyRef, Answer, Broke, Const)))


def clocks_read(game: Rules) -> frozenset[str]:
    """Return the clocks whose running out a rule reads."""
    return frozenset(one.clock for outer in terms_of(game) for one in walk(outer) if isinstance(one, Ran))


def terms_of(thing: object) -> Iterator[Term]:
    """List the outermost terms in a checked thing."""
    waiting: list[Any] = [thing]
    while waiting:
        one = waiting.pop()
        if type(one) in _TERMS:
            yield one
        elif isinstance(one, tuple):
            waiting.extend(reversed(one))
        else:
            waiting.extend(getattr(one, name) for name in _fields_of(one.__class__))


def _fields_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a checked thing that can hold terms, the last first; nothing that is kept as written."""
    if kind not in _FIELDS:
        is_read = is_dataclass(kind) and not issubclass(kind, _WITHOUT_TERMS)
        _FIELDS[kind] = tuple(field.name for field in reversed(fields(kind))) if is_read else ()
    return _FIELDS[kind]


_FIELDS: dict[type, tuple[str, ...]] = {}
"""Cached results: the fields of a class do not change."""


def drop_unread(made: Sequence[tuple[Checker, Rules]], findings: Findings) -> list[Rules]:
    """Remove what no edition reads, warn about the file's own, and list the rules that are left."""
    used = [used_by(game) for _, game in made]
    options = _options_read(made, used)
    checker, _ = made[0]
    kept = frozenset(
        name
        for name, option in checker.world.options.items()
        if name in options or option.rule.document == checker.world.resolution.document.name
    )
    _warn(made, used, findings)
    games = []
    for (one, game), reads in zip(made, used, strict=True):
        left = replace(
            game,
            lets=tuple(let for let in game.lets if let.key in reads.lets),
            options=tuple(option for option in game.options if option.name in kept or option.name in options),
        )
        games.append(replace(left, presets=_presets(one, left, findings), rules=_rules(one, left)))
    return games


def _options_read(made: Sequence[tuple[Checker, Rules]], used: Sequence[Used]) -> frozenset[str]:
    decks = (checker.world.deck_reads for checker, _ in made)
    return frozenset[str]().union(*(one.options for one in used), *decks)


def _warn(made: Sequence[tuple[Checker, Rules]], used: Sequence[Used], findings: Findings) -> None:
    checker, game = made[0]
    document = checker.world.resolution.document
    options = _options_read(made, used)
    lets = frozenset[str]().union(*(one.lets for one in used))
    tallies = frozenset[str]().union(*(one.tallies for one in used))
    own = document.name
    for name, option in checker.world.options.items():
        if option.rule.document == own and name not in options:
            findings.add(
                warning(
                    "W501",
                    _name_span(option.rule),
                    f"Nothing reads the option `{name}`.",
                    "read it in a rule, or take it away",
                )
            )
    for let in game.lets:
        if let.rule.document == own and let.key not in lets:
            findings.add(
                warning(
                    "W502",
                    _name_span(let.rule),
                    f"Nothing reads the quantity `{let.key}`.",
                    "read it in a rule, or take it away",
                )
            )
    for tally in game.scoring.tallies:
        if tally.rule.document == own and tally.name not in tallies:
            findings.add(
                warning(
                    "W503",
                    _name_span(tally.rule),
                    f"Nothing reads the tally `{tally.name}`.",
                    f"write a line for it, as in `score fine: -100 * {tally.name}.filled`",
                )
            )


def _name_span(rule: RuleInfo) -> Span:
    return rule.node.name_span if rule.node is not None and rule.node.name_span.end else rule.span


def _presets(
    checker: Checker, game: Rules, findings: Findings
) -> tuple[tuple[str, str, tuple[tuple[str, Value], ...]], ...]:
    world = checker.world
    options = {option.name: option for option in game.options}
    made = []
    for key, standing in world.resolution.rules.items():
        if key[1] != "preset" or not isinstance(standing.node, nodes.Preset):
            continue
        own = standing.document is world.resolution.document
        values = []
        for assign in standing.node.assigns:
            option = options.get(assign.name)
            if option is None:
                if own and assign.name not in world.options:
                    findings.note(no_such_option(assign, options, checker.world.resolution))
                continue
            try:
                values.append(
                    (assign.name, read_value(assign.value, option.type, option.choices, option.name, world.table))
                )
            except Mistake as stop:
                if own and stop.finding is not None:
                    findings.add(stop.finding)
                # An inherited preset that a replaced option no longer allows is dropped with what it asked for.
                break
        else:
            made.append((standing.node.name, standing.node.title, tuple(values)))
    return tuple(made)


def _rules(checker: Checker, game: Rules) -> tuple[RuleInfo, ...]:
    resolution = checker.world.resolution
    lets = {let.key for let in game.lets}
    options = {option.name for option in game.options}
    listed = []
    for section in ("top", "table", "deck", *resolution.phases, "ending"):
        keywords = {key[1] for key in resolution.rules if key[0] == section}
        for standing in resolution.of(section, *keywords):
            node = standing.node
            if not isinstance(node, nodes.Rule):
                continue
            if (node.keyword == "let" and node.name not in lets) or (
                node.keyword == "option" and node.name not in options
            ):
                continue
            listed.append(checker.info(standing))
            listed.extend(checker.info(nested.standing) for nested in inner_rules(standing))
    return tuple(listed)
