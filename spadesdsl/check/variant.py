"""The check of a whole file: inheritance, names, types, meaning, and each edition of its deals, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from spadesdsl.check.checker import Checker
from spadesdsl.check.clocks import check_clocks
from spadesdsl.check.constants import NOBODY
from spadesdsl.check.examples import sort_examples
from spadesdsl.check.findings import Enough, Findings, Mistake, mistake, refuse_unknown
from spadesdsl.check.meaning import check_meaning
from spadesdsl.check.missing import drop_unread, tell_missing
from spadesdsl.check.options import declared_options, set_options, tell_open_choices
from spadesdsl.check.packs import blame_includes, tell_hollow
from spadesdsl.check.plays import check_ending, check_play, check_scoring, one_seat
from spadesdsl.check.resolve import Finder, combinations, edition_of, hoist_options, resolve, scopes_of
from spadesdsl.check.resolved import Resolution, source_of
from spadesdsl.check.steps import STEP_WORDS, check_bid, check_steps
from spadesdsl.check.symbols import DECISIONS, Nested, every_rule, gather_symbols
from spadesdsl.check.tables import Table, check_order, choice_of, lay_table, take_out
from spadesdsl.check.types import NOBODY_ASKED, want
from spadesdsl.diagnostics import Diagnostic, Note, Severity
from spadesdsl.frozen import Changing, Frozen, field, replace
from spadesdsl.rules.game import DealScope, Let, Option, Rules, Variant
from spadesdsl.rules.parts import Phase, RuleInfo, Teams, Trumps
from spadesdsl.rules.terms import Kind
from spadesdsl.source import Span
from spadesdsl.syntax import bodies, expressions, nodes
from spadesdsl.syntax.bodies import Assign
from spadesdsl.syntax.nodes import Document
from spadesdsl.words import or_list

T = TypeVar("T")


def assemble(checker: Checker) -> Rules:
    """Check every part of a game and put it together; the result is complete only if nothing was found."""
    symbols = checker.symbols
    resolution, table = symbols.resolution, symbols.table
    document = resolution.document
    teams = _teams(checker)
    trumps = checker.findings.attempt(lambda: _trumps(checker))
    bids = checker.findings.each(lambda one: check_bid(checker, one), checker.symbols.bids.values())
    play = check_play(checker)
    phases = _phases(checker)
    best, tie = (next(iter(resolution.of("ending", word)), None) for word in ("best", "tie"))
    return Rules(
        name=document.name,
        span=document.name_span,
        title=document.title or document.name,
        about=document.about or "",
        version=document.version or 1,
        source=source_of(document),
        remarks=document.remarks,
        options=tuple(symbols.options.values()),
        presets=(),
        seats=table.seats,
        dummies=table.dummies,
        teams=teams,
        zones=tuple(table.zones.values()),
        suits=table.suits,
        ranks=table.ranks,
        faces=table.faces,
        trumps=trumps,
        orders=checker.findings.each(partial(check_order, checker), resolution.of("deck", "order")),
        phases=phases,
        dealer_first=one_seat(checker, "deal", "dealer", "first"),
        dealer_next=one_seat(checker, "deal", "dealer", "next"),
        bids=bids,
        play=play,
        scoring=check_scoring(checker),
        endings=checker.findings.each(partial(check_ending, checker), resolution.of("ending", "win", "lose", "out")),
        best_lowest=best is not None and choice_of(best.rule.body) == "lowest",
        rules=(),
        clocks=check_clocks(checker),
        tie="play on" if tie is None else choice_of(tie.rule.body),
        tie_rule=None if tie is None else checker.info(tie),
        lets=_lets(checker),
    )


def _phases(checker: Checker) -> tuple[Phase, ...]:
    """Check the phases in order; a game without bids has no bidding."""
    resolution = checker.symbols.resolution
    made = []
    for name in resolution.phases:
        rules = [] if name in ("play", "scoring") else resolution.of(name, *STEP_WORDS)
        if rules or name != "bidding":
            made.append(Phase(name, check_steps(checker, rules, NOBODY_ASKED)))
    return tuple(made)


def _lets(checker: Checker) -> tuple[Let, ...]:
    """Return the quantities that are read, and check the file's own that nothing reads."""
    symbols = checker.symbols
    own = [name for name, nested in symbols.lets.items() if nested.resolved.document is symbols.resolution.document]
    checker.findings.each(checker.let, own)
    return tuple(let for name in symbols.lets if (let := checker.lets.get(name)) is not None)


def _teams(checker: Checker) -> Teams:
    resolved = checker.symbols.resolution.one("table", "teams")
    info = checker.info(resolved) if resolved is not None else checker.missing_info("table", "teams", "")
    body = resolved.rule.body if resolved is not None else None
    return checker.findings.attempt(lambda: seat_teams(checker, info, body)) or Teams(info, ())


def _trumps(checker: Checker) -> Trumps | None:
    if (resolved := checker.symbols.resolution.one("deck", "trumps")) is None:
        return None
    body = resolved.rule.body
    if not isinstance(body, bodies.Trumps):
        raise Mistake
    if isinstance(body.suit, expressions.Name) and body.suit.name in NOBODY:
        return None
    when = checker.truth_or_none(NOBODY_ASKED, resolved.sentence(nodes.Conditional).when)
    suit = want(checker.typed(NOBODY_ASKED, body.suit), Kind.SUIT, "A suit")
    topped = tuple(want(checker.typed(NOBODY_ASKED, one), Kind.CARD, "A card") for one in body.topped)
    return Trumps(checker.info(resolved), when, suit, topped)


def seat_teams(checker: Checker, info: RuleInfo, body: bodies.Body) -> Teams:
    """Work out the sides."""
    table = checker.symbols.table
    players = [seat for seat in range(len(table.seats)) if seat not in table.dummies]
    alone = tuple((seat,) for seat in players)
    if not isinstance(body, bodies.Teams):
        raise Mistake
    if body.after is not None:
        return _after(checker, info, body, alone)
    if body.size is None:
        return Teams(info, alone)
    if body.size < 1 or len(players) % body.size or body.size == len(players) > 1:
        message = f"{len(players)} players cannot make teams of {body.size}."
        if body.size == len(players):
            message = f"Teams of {body.size} put all {len(players)} players on one side."
        if (seats := _own_seats(checker, body.span)) is None:
            fits = [size for size in range(2, len(players)) if len(players) % size == 0]
            hint = or_list((*(f"`teams of {size}`" for size in fits), "`teams none`"))
            raise mistake("E410", body.span, message, f"write {hint}, or change the seats")
        hint = "write `replace teams none` in `table` if everybody plays alone; else change the seats"
        raise mistake("E410", seats, message, hint, Note(body.span, "these are the teams"))
    count = len(players) // body.size
    # Members sit evenly spaced round the table: partners opposite, and two teams of three in turn.
    sides = tuple(tuple(players[team::count]) for team in range(count))
    if body.labels and len(set(body.labels)) != count:
        message = f"These seats make {count} teams, and each needs a label of its own: this has {len(body.labels)}."
        listed = ", ".join(f'"{label}"' for label in _TEAMS[:count])
        hint = f"write one for each team, that of the first seat first, as in `teams of {body.size} {listed}`"
        size, rest = divmod(len(players), len(body.labels))
        if not rest and size > 1 and len(set(body.labels)) == len(body.labels) > 1:
            listed = ", ".join(f'"{label}"' for label in body.labels)
            hint += f"; if there are {len(body.labels)} teams, write `teams of {size} {listed}`"
        raise mistake("E453", body.span, message, hint)
    return Teams(info, sides, said=body.labels)


_TEAMS = ("Old", "Young", "Wise", "Wild")
"""What teams might be called."""


def _own_seats(checker: Checker, teams: Span) -> Span | None:
    """Return the seats that the checked file names, if its parent names the teams."""
    resolution = checker.symbols.resolution
    own = resolution.document.name_span.file
    seats = [one.rule.span for one in resolution.of("table", "seats") if one.rule.span.file == own]
    return seats[0] if seats and teams.file != own else None


def _after(checker: Checker, info: RuleInfo, body: bodies.Teams, alone: tuple[tuple[int, ...], ...]) -> Teams:
    phases = checker.symbols.resolution.phases
    message = f"There is no phase `{body.after}` after which sides could be made."
    refuse_unknown(body.after or "", phases, "phases", "E205", body.span, message)
    first = None if body.first is None else checker.seat(NOBODY_ASKED, body.first)
    partner = None if body.partner is None else checker.seat(NOBODY_ASKED, body.partner)
    return Teams(info, alone, body.after, first, partner, body.others == "together")


class Whole(Changing):
    """A document with its parents and packs: resolved once, however many settings it is checked with."""

    document: Document
    """A variant, or a pack (it is checked on the variant that it is for)."""
    find: Finder
    """Finds a document by name."""
    _made: dict[object, tuple[Any, list[Diagnostic]]] = field(default_factory=dict)
    """Its rules, by the blocks that hold (for None, without those), and their tables. With each what was found."""

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

    def laid(self, resolution: Resolution, findings: Findings) -> tuple[Table, dict[str, Option]] | None:
        """Return the table of such rules with all its cards, and their options as declared; None if there is none."""

        def made(found: Findings) -> tuple[Table, dict[str, Option]] | None:
            tell_missing(resolution, found)
            table = lay_table(resolution, found)
            return None if table is None else (table, declared_options(resolution, table, found))

        return self._once(id(resolution), made, findings)

    def _once(self, key: object, make: Callable[[Findings], T | None], findings: Findings) -> T | None:
        if key not in self._made:
            found, made = Findings(), None
            with suppress(Enough):
                made = make(found)
            self._made[key] = made, found.all
        kept: T | None
        kept, told = self._made[key]
        for one in told:
            findings.add(one)
        return kept


def check(
    document: Document, *, find: Finder, settings: Sequence[Assign] = ()
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """Check a document, as `check_whole` does."""
    return check_whole(Whole(document, find), settings)


def check_whole(
    whole: Whole, settings: Sequence[Assign] = (), *, is_trial: bool = False
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """Check a document on its parents and packs; return None in its place if there are errors, and all findings.

    Args:
        settings: What the command sets, overriding everything else; their spans say where.
        is_trial: Whether the only question is if they can be played: then there are no examples and no warnings.
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
    first = check_edition(whole, resolution, settings, findings, elsewhere)
    scopes = scopes_of(resolution, findings)
    if first is None or findings.has_failed():
        return None
    none_of_them = (False,) * len(scopes)
    made = [_Edition(none_of_them, *first)]
    for which in findings.attempt(partial(combinations, scopes, resolution.document.name_span)) or ():
        changed = whole.edition(resolution, which, findings)
        again = None if changed is None else check_edition(whole, changed, settings, findings, elsewhere)
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
    if any(ending.kind == "out" for game in games for ending in game.endings):
        games = [replace(game, puts_out=True) for game in games]
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
    file: Whole, resolution: Resolution, settings: Sequence[Assign], findings: Findings, elsewhere: Mapping[str, Nested]
) -> tuple[Checker, Rules] | None:
    """Check one resolved list of rules, which may read the decisions and bids of other deals."""
    if (laid := file.laid(resolution, findings)) is None:
        return None
    whole, declared = laid
    options = set_options(declared, resolution, whole, settings, findings)
    symbols = gather_symbols(resolution, whole, options, findings, elsewhere)
    table, read = take_out(Checker(symbols, findings))
    if table is not whole:
        if any(one.type.kind is Kind.CARD for one in options.values()):
            # Read once more: an option that is a card is known by its place in the deck that is played with.
            declared = declared_options(resolution, table, findings, whole)
            options = set_options(declared, resolution, table, settings, findings)
        symbols = gather_symbols(resolution, table, options, findings, elsewhere)
    symbols.deck_reads, symbols.whole = read, whole
    checker = Checker(symbols, findings)
    game = assemble(checker)
    if checker.unbid:
        tell_hollow(checker, game)
    return checker, game
