"""Put one edition of a game together from all its checked parts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from spadesdsl.check.clocks import check_clocks
from spadesdsl.check.constants import NOBODY
from spadesdsl.check.findings import Mistake, mistake, refuse_unknown
from spadesdsl.check.plays import check_ending, check_play, check_scoring, one_seat
from spadesdsl.check.resolved import source_of
from spadesdsl.check.steps import STEP_WORDS, check_bid, check_steps
from spadesdsl.check.tables import check_order, choice_of
from spadesdsl.check.types import NOBODY_ASKED, want
from spadesdsl.diagnostics import Note
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.parts import Phase, RuleInfo, Teams, Trumps
from spadesdsl.rules.terms import Kind
from spadesdsl.syntax import expressions, nodes
from spadesdsl.words import or_list

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker
    from spadesdsl.source import Span


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
    if not isinstance(body, nodes.Trumps):
        raise Mistake
    if isinstance(body.suit, expressions.Name) and body.suit.name in NOBODY:
        return None
    when = checker.truth_or_none(NOBODY_ASKED, resolved.sentence(nodes.Conditional).when)
    suit = want(checker.typed(NOBODY_ASKED, body.suit), Kind.SUIT, "A suit")
    topped = tuple(want(checker.typed(NOBODY_ASKED, one), Kind.CARD, "A card") for one in body.topped)
    return Trumps(checker.info(resolved), when, suit, topped)


def seat_teams(checker: Checker, info: RuleInfo, body: nodes.Body) -> Teams:
    """Work out the sides."""
    table = checker.symbols.table
    players = [seat for seat in range(len(table.seats)) if seat not in table.dummies]
    alone = tuple((seat,) for seat in players)
    if not isinstance(body, nodes.Teams):
        raise Mistake
    if body.after is not None:
        return _after(checker, info, body, alone)
    if body.size is None:
        return Teams(info, alone)
    if body.size < 1 or len(players) % body.size:
        message = f"{len(players)} players cannot make teams of {body.size}."
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


def _after(checker: Checker, info: RuleInfo, body: nodes.Teams, alone: tuple[tuple[int, ...], ...]) -> Teams:
    phases = checker.symbols.resolution.phases
    message = f"There is no phase `{body.after}` after which sides could be made."
    refuse_unknown(body.after or "", phases, "phases", "E205", body.span, message)
    first = None if body.first is None else checker.seat(NOBODY_ASKED, body.first)
    partner = None if body.partner is None else checker.seat(NOBODY_ASKED, body.partner)
    return Teams(info, alone, body.after, first, partner, body.others == "together")
