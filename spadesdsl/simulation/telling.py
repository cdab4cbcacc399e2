"""What a simulation found, for people and for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import floor, isfinite, log10, nan
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from spadesdsl.engine.events import some
from spadesdsl.simulation.deals import FEWEST, KEPT, LENGTH, POINTS, TRIED, WON_BY, Figure, Findings, Under
from spadesdsl.simulation.playing import MOST_DEALS
from spadesdsl.words import count

BAR = 40
"""How wide the longest bar of a plot is."""
MANY = 2
"""With more sets of rules than this, a plot shows them better than a table."""
WIDTH = 80
LEAST = 24
"""A column of measures is at least so wide."""


def lines_of(found: Findings, width: int = WIDTH) -> list[str]:
    """Return what was found as lines of text: a table, or a block for each measure if the table would be too wide."""
    lines = [part for line in _head(found) for part in (wrap(line, width) if " deals of " in line else [line])]
    rows, heads = list(_rows(found)), _heads(found)
    widths = [max(len(row[at]) for row in (heads, *rows)) for at in range(1, len(heads))]
    room = width - sum(widths) - 2 * len(widths)
    if rows and room >= LEAST:
        lines += ["", *_table([heads, *rows], [min(room, max(len(row[0]) for row in rows)), *widths])]
    elif rows:
        lines += ["", *_blocks(found, rows, width)]
    lines += [*_of_bids(found), *_of_games(found)]
    if len(found.under) > MANY:
        lines += ["", *_plot(found)]
    return [*lines, *(part for line in _verdict(found) for part in wrap(line, width) or [""])]


def _heads(found: Findings) -> list[str]:
    names = [under.label for under in found.under]
    return ["", *names, *(f"{name} − {names[0]}" for name in names[1:])]


def _table(rows: list[list[str]], widths: list[int]) -> Iterator[str]:
    """Write rows below each other; a measure that is too long goes on in the next line."""
    for measure, *cells in rows:
        *first, last = wrap(measure, widths[0] - 2) or [""]
        places = [f"{'  ' * bool(number)}{part}" for number, part in enumerate([*first, last])]
        yield from places[:-1]
        row = [cell.rjust(wide) for cell, wide in zip(cells, widths[1:], strict=True)]
        yield "  ".join([places[-1].ljust(widths[0]), *row]).rstrip()


def _blocks(found: Findings, rows: list[list[str]], width: int) -> Iterator[str]:
    """Write a block for each measure that changes, with a line for each set of rules; then the others."""
    many = len(found.under)
    names = [under.label for under in found.under]
    wide, change = max(map(len, names)), len("change ")
    same = [row for row in rows if not any(re.search("[1-9]", one) for one in row[1 + many :])]
    yield f"Each change is from {names[0]}."
    for measure, *cells in rows:
        if [measure, *cells] in same:
            continue
        yield from ["", *wrap(measure, width)]
        figures = [cell.rjust(max(map(len, cells[:many]))) for cell in cells[:many]]
        changes = ["", *(f"   {'change ':<{change}}{cell}" if cell else "" for cell in cells[many:])]
        for name, figure, changed in zip(names, figures, changes, strict=True):
            yield f"  {name.ljust(wide)}  {figure}{changed}".rstrip()
    if same:
        yield from ["", "The same under all, or nearly:"]
        yield from _table([row[:2] for row in same], [width - 20, 18])


def page_of(found: Findings) -> list[str]:
    """Return what was found as a page of Markdown."""
    heads = _heads(found)
    table = [heads, ["---", *["---:"] * (len(heads) - 1)], *_rows(found)]
    return [
        *_head(found), "", *("| " + " | ".join(row) + " |" for row in table), *_of_bids(found), *_of_games(found),
        *_verdict(found),
    ]  # fmt: skip


def to_json(found: Findings) -> dict[str, Any]:
    """Return what was found in the form of the schema `simulation`."""
    return {
        "bots": found.bots[0] if len(found.bots) == 1 else "by seat",
        **({"seats": list(found.bots)} if len(found.bots) > 1 else {}),
        **some(found, "seed games deals"),
        "complete": not found.is_cut,
        "under": [
            {
                "name": under.label,
                "interpreter": found.kernels[number],
                "bids": {bid: {"made": made, "kept": kept} for bid, (made, kept) in bids_of(under).items()},
                "measures": {name: _number(figure) for name, figure in under.figures.items()},
                "changes": {name: _number(change) for name, change in found.changes(number).items()},
            }
            for number, under in enumerate(found.under)
        ],
    }


def _number(figure: Figure) -> dict[str, Any]:
    margin = figure.margin if isfinite(figure.margin) else None
    return {"mean": figure.mean, "margin": margin, "count": figure.values, "clear": figure.is_clear}


def _head(found: Findings) -> Iterator[str]:
    names = ", ".join(under.label for under in found.under)
    played = f"{count(found.deals, 'deal')} of {found.under[0].label} in {count(found.games, 'game')}"
    bots = f"{found.bots[0]} bots" if len(found.bots) == 1 else f"bots by seat {', '.join(found.bots)}"
    yield f"{names}: {played}, {bots}, seed {found.seed}"
    if found.is_cut:
        yield "Stopped before the end: this is what there was so far."
    elif found.until < (margin := found.margin(POINTS)) and found.until:
        known = f"within {margin:.2f}" if isfinite(margin) else "by too few deals"
        yield f"The points are known {known}, not within {found.until:g}: it takes more than {found.deals} `--deals`."
    yield from (f"{under.label}: {why}" for under, why in zip(found.under, found.kernels, strict=True) if why)


def _rows(found: Findings) -> Iterator[list[str]]:
    names = dict.fromkeys(name for under in found.under for name in under.figures)
    changes = [found.changes(number) for number in range(1, len(found.under))]
    for name in names:
        figures = [under.figures.get(name) for under in found.under]
        row = [measure_of(found, name), *("" if one is None else said(one) for one in figures)]
        yield [*row, *(signed(one[name]) if name in one else "" for one in changes)]


def measure_of(found: Findings, name: str) -> str:
    """Return how people read a measure: a side is a player where everybody plays alone."""
    line, colon, what = name.rpartition(": ")
    return line + colon + re.sub(r"\bside", "player", what) if found.is_for_players else name


def said(figure: Figure) -> str:
    """Write a mean with its margin."""
    return f"{figure.mean:.{_places(figure)}f} {_margin(figure)}".replace("-", "−", 1)


def signed(figure: Figure) -> str:
    """Write a change with its margin; a clear one is marked."""
    if not figure.mean and not figure.margin:
        return "0"
    return f"{figure.mean:+.{_places(figure)}f} {_margin(figure)}{' *' if figure.is_clear else ''}".replace("-", "−", 1)


def _places(figure: Figure) -> int:
    """Return how many decimals a figure has: what is rare is not written as if it never happened."""
    size = max(abs(figure.mean), figure.margin)
    return 2 if size >= 0.01 or not size else min(1 - floor(log10(size)), 6)


def _margin(figure: Figure) -> str:
    return f"± {figure.margin:.{_places(figure)}f}" if isfinite(figure.margin) else "± ?"


def bids_of(under: Under) -> dict[str, tuple[int, int | None]]:
    """Return how often each bid was made, and how often it was kept; None if it promises nothing."""
    made = {name.removesuffix(f": {TRIED}"): one for name, one in under.sums.items() if name.endswith(TRIED)}
    kept = {bid: under.sums.get(f"{bid}: {KEPT}") for bid in made}
    return {bid: (round(one.total), round(of.total) if (of := kept[bid]) else None) for bid, one in made.items()}


def _of_games(found: Findings) -> Iterator[str]:
    """Say how many games did not come to an end."""
    for under in found.under:
        won = [one.count for name, one in under.sums.items() if name.startswith(WON_BY)]
        many = under.sums[LENGTH].count if LENGTH in under.sums else 0
        if many and not under.sums[LENGTH].total:
            yield f"{under.label}: no deal was scored, because each was thrown in"
        elif left := many - max(won, default=0):
            without = f"{left:,} of {count(many, 'game')} had no winner"
            yield f"{under.label}: {without}; a game is stopped after {MOST_DEALS} deals"


def _of_bids(found: Findings) -> Iterator[str]:
    """Say how often each bid was kept."""
    for number, under in enumerate(found.under):
        kept_of = [(bid, made, kept) for bid, (made, kept) in bids_of(under).items() if made and kept is not None]
        said = [f"{bid} {kept:,} of {made:,} ({100 * kept / made:.0f} %)" for bid, made, kept in kept_of]
        if said:
            yield from ([""] if not number else [])
            yield f"{under.label}: bids kept: {', '.join(said)}"


def _plot(found: Findings) -> Iterator[str]:
    """Draw the points of a side as bars, one for each set of rules."""
    yield measure_of(found, POINTS)
    figures = [(under.label, under.figures[POINTS]) for under in found.under if POINTS in under.figures]
    most = max((abs(figure.mean) for _, figure in figures), default=0.0) or 1.0
    wide = max((len(label) for label, _ in figures), default=0)
    for label, figure in figures:
        bar = "█" * round(BAR * abs(figure.mean) / most)
        yield f"{label.ljust(wide)}  {said(figure):>16}  {'−' if figure.mean < 0 else ''}{bar}"


def _verdict(found: Findings) -> Iterator[str]:
    """Say what is clear, and how much would be needed where it is not."""
    if len(found.under) < 2 or not found.games:
        return
    yield ""
    changes = {one.label: one.changes[POINTS].figure for one in found.under[1:] if POINTS in one.changes}
    whose = measure_of(found, "a side")
    for label, change in changes.items():
        if change.is_clear:
            yield f"{label}: {signed(change).removesuffix(' *')} points {whose} in a deal (95 %, the same cards)."
        elif change.values < FEWEST:
            played = count(change.values, "deal")
            yield f"{label}: too few to compare: both played {played}, and a margin takes {FEWEST} at least."
        elif change.needed:
            about = f"{float(f'{change.needed:.2g}'):,.0f}"
            yield f"{label}: no clear difference in points; about {about} deals would show this one."
        else:
            yield f"{label}: no difference in points."
    yield "* a difference that is not by chance (95 %)"
    both = {change.values for change in changes.values()}
    few = len(both) == 1 and min(both) < found.deals
    what = f"the {count(min(both), 'deal')} that both played" if few else "what both play"
    yield f"Only {what} {'are' if few else 'is'} compared, so a difference may not be that of the means."


SHOWN: Final = (POINTS, LENGTH)
"""What is drawn, one above the other."""


def draw(found: Findings, file: Path, values: tuple[float, ...] = ()) -> None:
    """Draw the points of a side and the length of games under each set of rules, with their margins.

    The same findings give the same file.

    Args:
        values: The values of an option, one for each set of rules, if they are numbers: they are drawn to scale.

    Raises:
        ImportError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Picture

    with rc_context({"svg.hashsalt": "spadesdsl"}):
        picture = Picture(figsize=(7, 6), layout="constrained")
        names = ", ".join(found.bots)
        picture.suptitle(
            f"{count(found.deals, 'deal')} in {count(found.games, 'game')}, {names} bots, seed {found.seed}",
            fontsize=10,
        )
        for axes, measure in zip(picture.subplots(len(SHOWN), 1), SHOWN, strict=True):
            _draw_one(axes, found, measure, values)
        form = file.suffix.lower().removeprefix(".")
        given = {"Date": None} if form == "svg" else {"Software": None}
        picture.savefig(file, format=form, metadata=given, dpi=120)


def _draw_one(axes: Any, found: Findings, measure: str, values: tuple[float, ...]) -> None:  # noqa: ANN401 - matplotlib's
    """Draw one measure: points with margins over the values of an option, or one for each set of rules."""
    places = values or tuple(float(number) for number in range(len(found.under)))
    figures = ((place, under.figures.get(measure)) for place, under in zip(places, found.under, strict=True))
    drawn = [(place, figure) for place, figure in figures if figure is not None]
    margins = [figure.margin if isfinite(figure.margin) else nan for _, figure in drawn]  # nan draws none
    line = "-" if values else "none"
    axes.errorbar(
        [place for place, _ in drawn], [figure.mean for _, figure in drawn], yerr=margins,
        marker="o", linestyle=line, capsize=4, color="black",
    )  # fmt: skip
    few = "" if all(map(isfinite, margins)) else f" (no margin: it takes {FEWEST} at least)"
    axes.set_title(f"{measure_of(found, measure)}{few}", fontsize=10, loc="left")
    axes.set_xticks(places, [under.label for under in found.under], rotation=30 if len(places) > MOST_LEVEL else 0)
    axes.margins(x=0.1)
    axes.grid(axis="y", alpha=0.3)


MOST_LEVEL: Final = 4
"""More labels than this are written at a slant."""
