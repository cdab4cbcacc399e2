"""The check of a whole file: inheritance, names, types, meaning, and the editions of its deals."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from spadesdsl.check.assemble import assemble
from spadesdsl.check.checker import Checker
from spadesdsl.check.examples import sort_examples
from spadesdsl.check.findings import Enough, Findings
from spadesdsl.check.meaning import check_meaning
from spadesdsl.check.missing import drop_unread, tell_missing
from spadesdsl.check.options import read_options, tell_open_choices
from spadesdsl.check.resolve import Finder, combinations, edition_of, hoist_options, resolve, scopes_of
from spadesdsl.check.symbols import DECISIONS, Nested, every_rule, gather_symbols
from spadesdsl.check.tables import lay_table, take_out
from spadesdsl.check.together import blame_includes, tell_hollow
from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.frozen import Frozen, dataclass, field
from spadesdsl.rules.game import DealScope, Rules, Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spadesdsl.check.resolved import Resolution
    from spadesdsl.syntax.nodes import Assign, Document


@dataclass(slots=True)
class Whole:
    """A document with its parents and packs: resolved once, however many settings it is checked with."""

    document: Document
    """A variant, or a pack (it is checked on the variant that it is for)."""
    find: Finder
    """Finds a document by name."""
    _resolved: dict[tuple[bool, ...] | None, tuple[Resolution | None, list[Diagnostic]]] = field(default_factory=dict)
    """Its rules, by the blocks that hold; for None, without those. With each what was found."""

    def resolution(self, findings: Findings) -> Resolution | None:
        """Return the rules; None if there is nothing to build on."""

        def made(found: Findings) -> Resolution | None:
            if (resolution := resolve(self.document, self.find, found)) is not None:
                hoist_options(resolution, self.find)
            return resolution

        return self._once(None, made, findings)

    def edition(self, resolution: Resolution, which: tuple[bool, ...], findings: Findings) -> Resolution | None:
        """Return the rules of the deals that these blocks hold on."""
        return self._once(which, lambda found: edition_of(resolution, which, self.find, found), findings)

    def _once(
        self, key: tuple[bool, ...] | None, make: Callable[[Findings], Resolution | None], findings: Findings
    ) -> Resolution | None:
        if key not in self._resolved:
            found, made = Findings(), None
            with suppress(Enough):
                made = make(found)
            self._resolved[key] = made, found.all
        made, told = self._resolved[key]
        for one in told:
            findings.add(one)
        return made


def check(
    document: Document, *, find: Finder, settings: Sequence[Assign] = ()
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """Check a document, as `check_whole` does."""
    return check_whole(Whole(document, find), settings)


def check_whole(
    whole: Whole, settings: Sequence[Assign] = (), *, is_trial: bool = False
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """Check a document on its parents and packs.

    Args:
        whole: The document with its parents and packs.
        settings: What the command sets, overriding everything else; their spans say where.
        is_trial: Whether the only question is if they can be played: then there are no examples and no warnings.

    Returns:
        The checked file, or None if an error was found, and all findings.
    """
    findings, document = Findings(), whole.document
    try:
        checked = _check(whole, settings, findings, is_trial=is_trial)
    except Enough:
        return None, tuple(findings.all)
    except RecursionError:
        message = "Quantities and answers depend on one another too deeply to be worked out."
        findings.error("E245", document.name_span, message, "work some of them out from fewer others")
        return None, tuple(findings.all)
    if not findings.has_failed():
        return checked, tuple(findings.all)
    return None, tuple(blame_includes(document, findings.all, partial(_found_in, find=whole.find)))


def _found_in(document: Document, find: Finder) -> list[Diagnostic]:
    """Return what is wrong with a document, wherever it shows."""
    findings = Findings()
    with suppress(Enough, RecursionError):
        _check(Whole(document, find), (), findings)
    return findings.all


def errors_with(whole: Whole, settings: Sequence[Assign]) -> tuple[Diagnostic, ...]:
    """Return why rules that are correct as written cannot be played with some settings.

    Their examples do not count: they are about the rules as they are written.
    """
    findings = Findings()
    try:
        if (resolution := whole.resolution(findings)) is not None:
            made = _editions(whole, resolution, settings, findings)
            for edition in () if made is None else made:
                check_meaning(edition.checker, edition.game, is_edition=True)
    except Enough:
        pass
    return tuple(one for one in findings.all if one.severity is Severity.ERROR)


def _check(whole: Whole, settings: Sequence[Assign], findings: Findings, *, is_trial: bool = False) -> Variant | None:
    if (resolution := whole.resolution(findings)) is None:
        return None
    made = _editions(whole, resolution, settings, findings)
    return None if made is None or findings.has_failed() else _finish(made, findings, settings, is_trial=is_trial)


class _Edition(Frozen):
    """An edition being built: which `on deal` blocks hold, and its game."""

    which: tuple[bool, ...]
    checker: Checker
    game: Rules


def _editions(
    whole: Whole, resolution: Resolution, settings: Sequence[Assign], findings: Findings
) -> list[_Edition] | None:
    """Check the game as it is on most deals, then its editions."""
    elsewhere = _read_of_all_deals(whole, resolution)
    first = check_edition(resolution, settings, findings, elsewhere)
    scopes = scopes_of(resolution, findings)
    if first is None or findings.has_failed():
        return None
    none_of_them = (False,) * len(scopes)
    made = [_Edition(none_of_them, *first)]
    for which in findings.attempt(partial(combinations, scopes, resolution.document.name_span)) or ():
        changed = whole.edition(resolution, which, findings)
        again = None if changed is None else check_edition(changed, settings, findings, elsewhere)
        if again is not None:
            made.append(_Edition(which, *again))
    return made


def _read_of_all_deals(whole: Whole, resolution: Resolution) -> dict[str, Nested]:
    """Return the decisions, bids and clocks of the game and its editions: rules may read those of other deals.

    Mistakes in the editions are reported when they are checked.
    """
    if not resolution.on_deals:
        return {}
    unheard = Findings()
    found = _read_in(resolution)
    with suppress(Enough):
        scopes = scopes_of(resolution, unheard)
        for which in unheard.attempt(partial(combinations, scopes, resolution.document.name_span)) or ():
            edition = whole.edition(resolution, which, unheard)
            found = found if edition is None else _read_in(edition) | found
    return found


_READ = frozenset((*DECISIONS, "bid", "clock"))
"""Keywords of what rules of all deals may read, even if it exists on some deals only."""


def _read_in(resolution: Resolution) -> dict[str, Nested]:
    return {one.rule.name or "": one for one in every_rule(resolution) if one.rule.keyword in _READ}


def _finish(made: list[_Edition], findings: Findings, settings: Sequence[Assign], *, is_trial: bool) -> Variant:
    games = drop_unread([(one.checker, one.game) for one in made], findings, () if is_trial else settings)
    packs = frozenset(made[0].checker.symbols.resolution.packs)
    whole: list[Rules] = []
    for edition, game in zip(made, games, strict=True):
        # An edition runs the examples of its blocks and of the packs that these include; all others run once.
        only = frozenset(edition.checker.symbols.resolution.packs) - packs if whole else None
        others = frozenset(made[0].checker.symbols.resolution.rules)
        complete = game
        if not is_trial:
            complete = sort_examples(edition.checker, game, only, others, as_written=not settings)
        check_meaning(edition.checker, complete, is_edition=bool(whole), is_trial=is_trial)
        whole.append(complete)
    tell_open_choices(whole, made[0].checker, findings)
    scopes = tuple(DealScope(block.deals, block.every) for block, _ in made[0].checker.symbols.resolution.on_deals)
    editions = tuple((one.which, game) for one, game in zip(made[1:], whole[1:], strict=True))
    return Variant(whole[0], scopes, editions)


def check_edition(
    resolution: Resolution, settings: Sequence[Assign], findings: Findings, elsewhere: Mapping[str, Nested]
) -> tuple[Checker, Rules] | None:
    """Check one resolved list of rules, which may read the decisions and bids of other deals."""
    tell_missing(resolution, findings)
    if (whole := lay_table(resolution, findings)) is None:
        return None
    options = read_options(resolution, whole, settings, findings)
    symbols = gather_symbols(resolution, whole, options, findings, elsewhere)
    table, read = take_out(Checker(symbols, findings))
    if table is not whole:
        # Read once more: an option that is a card is known by its place in the deck that is played with.
        options = read_options(resolution, table, settings, findings, whole)
        symbols = gather_symbols(resolution, table, options, findings, elsewhere)
    symbols.deck_reads, symbols.whole = read, whole
    checker = Checker(symbols, findings)
    game = assemble(checker)
    if checker.unbid:
        tell_hollow(checker, game)
    return checker, game
