"""Options and quantities that nothing reads: inherited ones are dropped, those of the file itself are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.findings import Mistake
from spadesdsl.check.options import no_such_option, value_set
from spadesdsl.check.symbols import inner_rules
from spadesdsl.diagnostics import warning
from spadesdsl.frozen import replace
from spadesdsl.rules.walking import Used, used_by
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.check.checker import Checker
    from spadesdsl.check.findings import Findings
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import RuleInfo, Tally
    from spadesdsl.rules.terms import Value


def drop_unread(
    made: Sequence[tuple[Checker, Rules]], findings: Findings, settings: Sequence[nodes.Assign] = ()
) -> list[Rules]:
    """Remove what no edition reads, warn about the file's own and the given settings, and list the rules left."""
    used = [used_by(game) for _, game in made]
    options = _options_read(made, used)
    checker, _ = made[0]
    kept = frozenset(
        name
        for name, option in checker.symbols.options.items()
        if name in options or option.rule.document == checker.symbols.resolution.document.name
    )
    _warn(made, used, findings, settings)
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
    decks = (checker.symbols.deck_reads for checker, _ in made)
    return frozenset[str]().union(*(one.options for one in used), *decks)


def _warn(
    made: Sequence[tuple[Checker, Rules]],
    used: Sequence[Used],
    findings: Findings,
    settings: Sequence[nodes.Assign],
) -> None:
    checker, game = made[0]
    options = _options_read(made, used)
    lets = frozenset[str]().union(*(one.lets for one in used))
    tallies = frozenset[str]().union(*(one.tallies for one in used))
    usual = "read it in a rule, or remove it"
    unread = [
        ("W501", f"option `{name}`", one.rule, usual)
        for name, one in checker.symbols.options.items()
        if name not in options
    ]
    unread += [("W502", f"quantity `{let.key}`", let.rule, usual) for let in game.lets if let.key not in lets]
    for tally in game.scoring.tallies:
        if tally.name not in tallies:
            fix = f"write a line for it, as in `score fine: -10 * {tally.name}{'.filled' if _fills(tally) else ''}`"
            unread.append(("W503", f"tally `{tally.name}`", tally.rule, fix))
    resolution = checker.symbols.resolution
    for code, what, rule, fix in unread:
        if rule.document == resolution.document.name:
            findings.add(warning(code, rule.name_span, f"Nothing reads the {what}.", fix))
    own = [one.assign for one in resolution.settings.values() if one.document is resolution.document]
    for assign in (*own, *settings):
        option = checker.symbols.options.get(assign.name)
        if option and assign.name not in options and option.rule.document != resolution.document.name:
            message = f"Nothing reads the option `{assign.name}` any more, so this setting changes nothing."
            hint = "leave it out, or read the option in the rule that replaces the one that did"
            findings.add(warning("W501", assign.span, message, hint))


def _fills(tally: Tally) -> bool:
    """Tell whether a tally has a limit at which it is full."""
    return any(step.verb.startswith("full") for step in tally.steps)


def _presets(
    checker: Checker, game: Rules, findings: Findings
) -> tuple[tuple[str, str, tuple[tuple[str, Value], ...]], ...]:
    symbols = checker.symbols
    options = game.option_of
    made = []
    for key, resolved in symbols.resolution.rules.items():
        if key[1] != "preset" or not isinstance(resolved.node, nodes.Preset):
            continue
        own = resolved.document is symbols.resolution.document
        values = []
        for assign in resolved.node.assigns:
            option = options.get(assign.name)
            if option is None:
                if own and assign.name not in symbols.options:
                    findings.note(no_such_option(assign, options, checker.symbols.resolution))
                continue
            try:
                values.append((assign.name, value_set(assign, option, symbols.table)))
            except Mistake as stop:
                if own:
                    findings.note(stop)
                # An inherited preset that a replaced option no longer allows is dropped with what it asked for.
                break
        else:
            made.append((resolved.node.name, resolved.node.title, tuple(values)))
    return tuple(made)


def _rules(checker: Checker, game: Rules) -> tuple[RuleInfo, ...]:
    resolution = checker.symbols.resolution
    lets = {let.key for let in game.lets}
    options = {option.name for option in game.options}
    listed = []
    for section in ("top", "table", "deck", *resolution.phases, "ending"):
        keywords = {key[1] for key in resolution.rules if key[0] == section}
        for resolved in resolution.of(section, *keywords):
            node = resolved.node
            if not isinstance(node, nodes.Rule):
                continue
            if (node.keyword == "let" and node.name not in lets) or (
                node.keyword == "option" and node.name not in options
            ):
                continue
            listed.append(checker.info(resolved))
            listed.extend(checker.info(nested.resolved) for nested in inner_rules(resolved))
    return tuple(listed)
