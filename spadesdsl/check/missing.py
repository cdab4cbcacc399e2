"""What is missing, and what is too much: sentences that every game needs, options and quantities that nothing reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from spadesdsl.check.checker import Checker
from spadesdsl.check.findings import Findings, Mistake
from spadesdsl.check.options import no_such_option, value_set
from spadesdsl.check.resolved import Resolution
from spadesdsl.check.symbols import every_rule, inner_rules
from spadesdsl.diagnostics import Diagnostic, Note, warning
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import Let, Option, Rules
from spadesdsl.rules.parts import Ending, Line, RuleInfo, Tally
from spadesdsl.rules.terms import LetRef, Op, TallyRef, Value
from spadesdsl.rules.walking import Used, every_term, used_by
from spadesdsl.syntax import bodies, nodes
from spadesdsl.syntax.expressions import Name
from spadesdsl.words import and_list


class _Need(Frozen):
    """One sentence: its section, the keywords that will do, its name if that is fixed, and what to say."""

    section: str
    keywords: tuple[str, ...]
    name: str | None
    message: str
    fix: str

    @property
    def sentence(self) -> str:
        """Return how it begins."""
        return f"{self.keywords[0]} {self.name}" if self.name else self.keywords[0]


_MANY: Final = 4
"""How many sentences a half-written game may lack: without more of them it has hardly begun."""

_NEEDS: Final = (
    _Need("table", ("seats",), None, "The game has no seats.",
          "write `seats North, East, South, West` in `table`, clockwise"),
    _Need("table", ("teams",), None, "Nothing says who plays with whom.",
          "write `teams of 2` or `teams none` in `table`"),
    _Need("deck", ("suits",), None, "The deck has no suits.", "write `suits` and their names in `deck`, low to high"),
    _Need("deck", ("ranks",), None, "The deck has no ranks.",
          "write `ranks A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2` in `deck`, high to low"),
    _Need("deal", ("dealer",), "first", "Nothing says who deals first.",
          "write `dealer first: random of players` in `deal`"),
    _Need("deal", ("dealer",), "next", "Nothing says who deals next.", "write `dealer next: left of dealer` in `deal`"),
    _Need("play", ("lead",), "first", "Nothing says who leads to the first trick.",
          "write `lead first: left of dealer` in `play`"),
    _Need("play", ("lead",), "next", "Nothing says who leads to the next trick.",
          "write `lead next: last_trick.winner` in `play`"),
    _Need("play", ("trick",), "winner", "Nothing says which card wins a trick.",
          "write `trick winner: highest of trick in trumps, else highest of trick in led.suit` in `play`"),
    _Need("ending", ("win", "lose", "out"), None, "Nothing ends the game.",
          "write `win target_reached when score >= 500` in `ending`"),
    _Need("ending", ("tie",), None, "Nothing says what happens when two sides are level at the end.",
          "write `tie level: play on` or `tie level: shared` in `ending`"),
)  # fmt: skip


def tell_missing(resolution: Resolution, findings: Findings) -> None:
    """Report each sentence that is missing; if there are many, all in one finding."""
    missing = list(_missing(resolution))
    where = resolution.document.name_span
    if len(missing) > _MANY and not any(notes for _, notes in missing):
        sections = dict.fromkeys(need.section for need, _ in missing)
        listed = {name: and_list(f"`{one.sentence}`" for one, _ in missing if one.section == name) for name in sections}
        said = "; ".join(f"{words} in `{section}`" for section, words in listed.items())
        hint = f"write `extends standard` after the title, or the name of another game to start from; or write {said}"
        findings.error("E401", where, "Much that every game needs is missing here.", hint)
        return
    for need, notes in missing:
        findings.error("E401", where, need.message, need.fix, *notes)


def _missing(resolution: Resolution) -> Iterator[tuple[_Need, list[Note]]]:
    """Yield what a game lacks, and where it was dropped."""
    for need in _NEEDS:
        there = resolution.of(need.section, *need.keywords)
        if any(need.name is None or one.rule.name == need.name for one in there):
            continue
        yield (
            need,
            [
                Note(gone.span, "it is dropped here")
                for key, gone in resolution.gone.items()
                if key[0] == need.section and key[1] in need.keywords and need.name in (None, key[2])
            ],
        )
    rules = [nested.rule for nested in every_rule(resolution)]
    if not any(rule.keyword == "score" for rule in rules):
        message, fix = "Nothing is scored.", "write `scoring for each team { score tricks: 1 * taken }`"
        on_deals = (rule for block, _ in resolution.on_deals for _, rule in nodes.walk(block) if rule is not None)
        if any(rule.keyword == "score" for rule in on_deals):
            message = "Only deals that an `on deal` names are scored, and nothing says what the others score."
            fix = "write the lines that most deals have in a `scoring` of their own, outside of `on deal`"
        yield _Need("scoring", ("score",), None, message, fix), []
    if not any(isinstance(one, bodies.Give) for rule in rules for one in rule.actions):
        fix = f"write `give hands: {_share(resolution)} from stock to each player from left of dealer` in `deal`"
        yield _Need("deal", ("give",), None, "Nobody is dealt any cards.", fix), []


def _share(resolution: Resolution) -> int:
    """Return how many cards there are for each seat, as far as the sentences of the deck say."""
    listed = [
        len(rule.rule.values)
        for section, keyword in (("deck", "ranks"), ("deck", "suits"), ("table", "seats"))
        for rule in resolution.of(section, keyword)
    ]
    return listed[0] * listed[1] // listed[2] if len(listed) == _LISTS and listed[2] else _USUAL_SHARE


_LISTS: Final = 3
_USUAL_SHARE: Final = 13


def drop_unread(
    made: Sequence[tuple[Checker, Rules]], findings: Findings, settings: Sequence[bodies.Assign] = ()
) -> list[Rules]:
    """Remove what no edition reads, warn about the file's own and the given settings, and list the rules left."""
    used = [used_by(game) for _, game in made]
    options = _options_read(made, used)
    checker, _ = made[0]
    own, known = checker.symbols.resolution.document.name, checker.symbols.options
    kept = frozenset(name for name, one in known.items() if name in options or one.rule.document == own)
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
    made: Sequence[tuple[Checker, Rules]], used: Sequence[Used], findings: Findings, settings: Sequence[bodies.Assign]
) -> None:
    checker, game = made[0]
    options = _options_read(made, used)
    lets = frozenset[str]().union(*(one.lets for one in used))
    tallies = frozenset[str]().union(*(one.tallies for one in used))
    usual = "read it in a rule, or remove it"
    resolution = checker.symbols.resolution
    own = resolution.document.name
    unread = [
        ("W501", f"option `{name}`", one.rule, _read_instead(checker, one) or usual)
        for name, one in checker.symbols.options.items()
        if name not in options and one.rule.document == own
    ]
    unread += [
        ("W502", f"quantity `{let.key}`", let.rule, _meant_instead(let, game) or usual)
        for let in game.lets
        if let.key not in lets and let.rule.document == own
    ]
    for tally in game.scoring.tallies:
        if tally.name not in tallies and tally.rule.document == own:
            if (confused := _reads_another(game, tally, own)) is not None:
                findings.add(confused)
                continue
            fix = f"write a line for it, as in `score fine: -10 * {tally.name}{'.filled' if _fills(tally) else ''}`"
            unread.append(("W503", f"tally `{tally.name}`", tally.rule, fix))
    for code, what, rule, fix in unread:
        findings.add(warning(code, rule.name_span, f"Nothing reads the {what}.", fix))
    set_there = (one.assign for one in resolution.settings.values() if one.document is resolution.document)
    for assign in (*set_there, *settings):
        option = checker.symbols.options.get(assign.name)
        if option and assign.name not in options and option.rule.document != own:
            message = f"Nothing reads the option `{assign.name}` any more, so this setting changes nothing."
            hint = "leave it out, or read the option in the rule that replaces the one that did"
            findings.add(warning("W501", assign.span, message, hint))


def _read_instead(checker: Checker, unread: Option) -> str:
    """Return which own rule reads another file's option that has the value of an unread one; empty if no single one."""
    document = checker.symbols.resolution.document
    options = checker.symbols.options
    same = {name for name, one in options.items() if one.rule.document != document.name and one.value == unread.value}
    named = ((rule, node) for node, rule in nodes.walk(document) if isinstance(node, Name) and rule is not None)
    found = {(f"{rule.keyword} {rule.name}", node.name) for rule, node in named if node.name in same}
    for rule, name in found if len(found) == 1 else ():
        return f"`{rule}` reads `{name}`, which has the same value: write `{unread.name}` there, or remove it"
    return ""


def _meant_instead(let: Let, game: Rules) -> str:
    """Return how an unread quantity comes in the place of the inherited one that it changes; empty for others."""
    whole = {one.key: one for one in game.lets}
    parts = let.body.arguments if isinstance(let.body, Op) and let.body.op in ("if", "max", "min", "+", "-") else ()
    for part in parts:
        other = whole.get(part.let) if isinstance(part, LetRef) else None
        if other is not None and other.rule.document != let.rule.document and other.type == let.type:
            return f"write `let {let.key} instead of {other.key} = …` for the rules to read it, or remove it"
    return ""


def _reads_another(game: Rules, tally: Tally, document: str) -> Diagnostic | None:
    """Find a rule of the file that reads another tally, though its sentence is about one that nothing reads."""
    rules: tuple[Line | Ending, ...] = (*game.scoring.lines, *game.endings)
    for line in rules:
        name, cases = line.rule.name, " ".join(case.sentence for case in line.rule.cases if case.sentence)
        told = f"{line.rule.sentence} {cases} {name.replace('_', ' ')}"
        read = [one for one in every_term(line) if isinstance(one, TallyRef)]
        is_told, is_other = (_is_about(told, name) for name in (tally.name, read[0].tally if read else tally.name))
        is_own = document == line.rule.document
        if is_own and len(read) == 1 and is_told and not is_other and (_fills(tally) or read[0].which != "filled"):
            (one,) = read
            old, new = (name if one.which == "now" else f"{name}.{one.which}" for name in (one.tally, tally.name))
            what = f"{line.rule.keyword} {name}"
            message = f"`{what}` reads `{one.tally}`, and nothing reads `{tally.name}`, which it is about."
            return warning("W503", one.span, message, f"write `{new}` for `{old}`")
    return None


def _is_about(told: str, name: str) -> bool:
    """Tell whether a text names a tally, in the singular or the plural."""
    stem = name.replace("_", " ").removesuffix("s")
    return re.search(rf"\b{re.escape(stem)}s?\b", told, re.IGNORECASE) is not None


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
            if (option := options.get(assign.name)) is None:
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
