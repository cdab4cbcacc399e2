"""The score sheet in words: for each side what it did, what that was worth, and how its tallies stand.

The words come from the rules: the names of lines and bids, the sentences of cases, and what the terms of a line read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Final

from spadesdsl.book.settled import settled
from spadesdsl.check.constants import constant_of
from spadesdsl.engine.events import ScoreSheet, SheetLine, SideScore
from spadesdsl.engine.spec import Amount
from spadesdsl.frozen import Frozen
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import ops_of
from spadesdsl.rules.terms import Kind, LetRef, Op, Term
from spadesdsl.rules.walking import compared, ops_read
from spadesdsl.words import (
    WIDTH,
    amount_text,
    at_left,
    at_right,
    breadth,
    capital,
    columns,
    folded,
    side_name,
    words_of,
)

_LEAST_COLUMN: Final = 36
"""The narrowest column of a side beside another."""
_LEAST_TEXT: Final = 12
"""So many columns of a page a line's text may take, even if its points are wider than the rest."""
_LONGEST_HEAD: Final = 32
"""A longer sentence of a case does not begin a line of the sheet."""
_NAME: Final = 16
"""The most of a side's name that widens its column."""
_TRICKS: Final = ops_of("taken", "tricks_won")
_CONTRACT: Final = ops_of("contract")


class Said(Frozen):
    """One line of a side's sheet."""

    text: str
    points: Amount | None = None
    """None for a tally, which is counted and not scored."""


# ---------------------------------------------------------------- words


def said_of(side: SideScore, seats: Sequence[str], rules: Rules | None) -> list[Said]:
    """Return what a side's sheet says, without lines that are worth nothing."""
    lines = [Said(_line_words(line, side, seats, rules), line.points) for line in side.lines if line.points]
    return [*lines, *(Said(text) for text in _tallies(side, rules))]


def _tallies(side: SideScore, rules: Rules | None) -> Iterator[str]:
    """Say which tallies have changed: by how much, unless they may have begun again."""
    tallies = () if rules is None else rules.scoring.tallies
    restarted = {tally.name for tally in tallies if any(step.verb == "reset" for step in tally.steps)}
    for name, (added, limit) in side.grown.items():
        if added:
            of = "" if limit is None else f" of {amount_text(limit)}"
            more = "" if name in restarted else f" {'+' if added > 0 else ''}{amount_text(added)},"
            yield f"{capital(words_of(name))}{more} now {amount_text(side.tallies[name])}{of}"


def _line_words(line: SheetLine, side: SideScore, seats: Sequence[str], rules: Rules | None) -> str:
    """Say a line: `Contract 7, took 7`, `Nil failed, East took 1`, `Euchred, took 2`, `Above half, pips 43`."""
    lines = () if rules is None else rules.scoring.lines
    written = next((one for one in lines if one.rule == line.rule), None)
    name = line.rule.label or line.rule.name
    if rules is None or written is None or line.case is None:
        return capital(words_of(name)) + ("" if line.seat is None else f", {seats[line.seat]}")
    case = written.cases[line.case]
    decided = (written.when, *(one.condition for one in written.cases), case.value)
    facts = compared(rules.let_of, *(term and settled(term, rules) for term in decided))
    if written.bid_type is not None:
        return _bid_words(line, side, seats, rules, written.bid_type, is_of_tricks=any(map(_is_tricks, facts)))
    own = case.sentence.strip(" .") if len(written.cases) > 1 or _is_other(name, decided, rules) else ""
    promised = side.contract if any(isinstance(one, Op) and one.op in _CONTRACT for one in facts) else None
    said = {words_of(one.let.split(".")[-1]): (one.type.kind, side.compared[one.let]) for one in facts
            if isinstance(one, LetRef) and one.let in side.compared}  # fmt: skip
    if promised is None:
        head = own if 0 < len(own) <= _LONGEST_HEAD else ""
        head = head or capital(words_of(name)) + _times(line.points, settled(case.value, rules))
        parts = [f"took {sum(side.taken)}"] if any(map(_is_tricks, facts)) else []
        return ", ".join([head, *parts, *(f"{one} {amount_text(value)}" for one, (_, value) in said.items())])
    taken = sum(side.taken)
    some = [value for kind, value in said.values() if kind is Kind.TRICKS]
    counted = taken if any(map(_is_tricks, facts)) else side.counted if side.counted is not None else [*some, taken][0]
    what = "Contract" if name == "contract" else f"{capital(words_of(name))}: contract"
    head = f"{what} {amount_text(promised)}, took {taken}"
    parts = [f"{one} {amount_text(value)}" for one, (kind, value) in said.items() if kind is not Kind.TRICKS]
    head = ", ".join([head if counted == taken else f"{head} ({amount_text(counted)} count)", *parts])
    return f"{head}: {own}" if own and (counted >= promised) != (line.points > 0) else head


def _is_other(name: str, decided: Iterable[Term | None], rules: Rules) -> bool:
    """Tell whether a line stands where a contract would, on a deal without bids."""
    return name == "contract" and not _CONTRACT & ops_read(rules.let_of, *decided)


def _is_tricks(term: Term) -> bool:
    """Tell whether an amount is a number of tricks taken."""
    match term:
        case Op(op="count", arguments=(Op(op=op),)) | Op(op=op):
            return op in _TRICKS
        case _:
            return False


def _bid_words(
    line: SheetLine, side: SideScore, seats: Sequence[str], rules: Rules, bid: str, *, is_of_tricks: bool
) -> str:
    """Say a line that a bid earns: what was bid, whether it was made, and who bid it."""
    at = None if line.seat is None else side.members.index(line.seat)
    label = side.bids[at or 0] if len(side.bids) > (at or 0) else words_of(bid)
    name = words_of(line.rule.label or line.rule.name)
    head = capital(words_of(label)) if name in (label, words_of(bid)) else f"{capital(words_of(name))}, {label}"
    is_good = (line.points > 0) != rules.best_lowest
    if not is_of_tricks:
        return head if line.seat is None or len(side.members) < 2 else f"{head}, {seats[line.seat]}"
    taken = sum(side.taken) if at is None else side.taken[at]
    who = "" if line.seat is None else f"{seats[line.seat]} "
    return f"{head} {'made' if is_good else 'failed'}, {who}took {taken or 'none'}"


def _times(points: Amount, value: Term) -> str:
    """Return the number that a line multiplies by what each is worth: ` 2` for two times fifty."""
    match value:
        case Op(op="negative", arguments=(inner,)):
            return _times(-points, inner)
        case Op(op="*", arguments=(one, other)):
            worth = constant_of(one, {})
            worth = constant_of(other, {}) if worth is None else worth
            number = None if not worth else Fraction(points) / worth
            if worth is None or number is None or abs(worth) == 1 or number in (0, 1):
                return ""
            return f" {amount_text(number)}"
        case _:
            return ""


# ---------------------------------------------------------------- lines of a page


def sheet_lines(
    sheet: ScoreSheet, seats: Sequence[str], rules: Rules | None = None, *, first: int = 0, width: int = WIDTH
) -> list[str]:
    """Write a score sheet: the sides beside each other if the page has room, each with its lines and its score.

    The rules of the deal give the words of its lines; one side comes first.
    """
    sides = sorted(sheet.sides, key=lambda side: (side.side != first, side.side))
    beside = 2 if len(sides) > 1 and width >= 2 * _LEAST_COLUMN + 2 else 1
    column = (width - 2 * (beside - 1)) // beside
    blocks = [_block(side, seats, rules, column) for side in sides]
    lines = [f"Score sheet of deal {sheet.deal}"]
    for at in range(0, len(blocks), beside):
        row = blocks[at : at + beside]
        height = max(len(block) for block in row)
        filled = [[*block[:-1], *[""] * (height - len(block)), block[-1]] for block in row]
        lines += [
            "  ".join(at_left(cell, column) for cell in cells).rstrip() for cells in zip_longest(*filled, fillvalue="")
        ]
    return lines


def _block(side: SideScore, seats: Sequence[str], rules: Rules | None, width: int) -> list[str]:
    """Write the part of one side: its name, its lines, and what it adds up to."""
    lines = [side_name(seats, side.members, width)[:width]]
    for said in said_of(side, seats, rules):
        points = "" if said.points is None else f" {amount_text(said.points)}"
        room = width - len(points) - (4 if points else 0)
        *before, last = folded(said.text, max(room, _LEAST_TEXT), "  ", "    ")
        lines += [*before, last if not points else f"{last} {'.' * (width - breadth(last) - len(points) - 1)}{points}"]
    return [*lines, f"  {total_of(side)}"[:width]]


def total_of(side: SideScore) -> str:
    """Say what a side scored in a deal, and its score."""
    return f"This deal {amount_text(side.points)}, score {amount_text(side.score)}"


def spoken_lines(
    sheet: ScoreSheet, seats: Sequence[str], rules: Rules | None = None, *, first: int = 0, width: int = WIDTH
) -> list[str]:
    """Write a score sheet in sentences, for a screen reader or a narrow page."""
    lines = [f"Score sheet of deal {sheet.deal}."]
    for side in sorted(sheet.sides, key=lambda side: (side.side != first, side.side)):
        said = said_of(side, seats, rules)
        texts = [one.text if one.points is None else f"{one.text}: {amount_text(one.points)}" for one in said]
        for text in (side_name(seats, side.members), *texts, total_of(side)):
            lines += folded(f"{text}.", width)
    return lines


# ---------------------------------------------------------------- the pad of a whole game


def pad_lines(sheets: Sequence[ScoreSheet], seats: Sequence[str], *, first: int = 0, width: int = WIDTH) -> list[str]:
    """Write the pad of a game: a row for each deal, what each side bid, took and scored, and the totals."""
    sides = sorted({side.side: side for sheet in sheets for side in sheet.sides}.values(),
                   key=lambda side: (side.side != first, side.side))  # fmt: skip
    parts = _parts_of_pad(sheets)
    rest = [_side_of_pad(sheets, side, seats, parts) for side in sides]
    titles = ["", "Deal", *(str(sheet.deal) for sheet in sheets), "Total"]
    deals = [title.rjust(5) if title.isdecimal() else title.ljust(5) for title in titles]
    lines: list[str] = []
    while rest:
        shown = [deals, rest.pop(0)]
        while rest and len("   ".join(column[0] for column in (*shown, rest[0]))) < width:
            shown.append(rest.pop(0))
        lines += ["", *("   ".join(cells).rstrip() for cells in zip(*shown, strict=True))]
    return lines[1:]


def _side_of_pad(
    sheets: Sequence[ScoreSheet], side: SideScore, seats: Sequence[str], parts: Sequence[tuple[str, str]]
) -> list[str]:
    """Write the column of a side: its name, what it did in each deal, and its score."""
    rows = columns([[words for words, _ in parts], *(_of_deal(sheet, side, parts) for sheet in sheets)], "  ", left=0)
    wide = max(8, *map(len, rows), min(_NAME, breadth(side_name(seats, side.members))))
    total = next(one for sheet in reversed(sheets) for one in sheet.sides if one.members == side.members).score
    return [at_right(line, wide) for line in (side_name(seats, side.members, wide)[:wide], *rows, amount_text(total))]


def _parts_of_pad(sheets: Sequence[ScoreSheet]) -> list[tuple[str, str]]:
    """Return which columns a side has: only those in which something can be."""
    every = [side for sheet in sheets for side in sheet.sides]
    has_bids = any(side.contract is not None for side in every)
    has_tricks = any(any(side.taken) for side in every)
    return [("bid", "bids")] * has_bids + [("took", "taken")] * has_tricks + [("points", "points")]


def _of_deal(sheet: ScoreSheet, wanted: SideScore, parts: Sequence[tuple[str, str]]) -> list[str]:
    """Write what a side did in a deal; nothing if it did not play."""
    side = next((one for one in sheet.sides if one.members == wanted.members), None)
    if side is None:
        return [""] * len(parts)
    told = {"bids": "+".join(side.bids), "taken": str(sum(side.taken)), "points": amount_text(side.points)}
    return [told[what] for _, what in parts]
