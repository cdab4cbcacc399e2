"""What a simulation found, as a picture: PNG or SVG, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spadesdsl.simulation.deals import LENGTH, POINTS

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.simulation.measuring import Findings

FORMS: Final = (".png", ".svg")
"""How a picture's file may end."""
SHOWN: Final = (POINTS, LENGTH)
"""What is drawn, one above the other."""


def draw(found: Findings, file: Path, values: tuple[float, ...] = ()) -> None:
    """Draw the points of a side and the length of games under each set of rules, with their margins.

    The same findings give the same file.

    Args:
        found: What was found.
        file: Where to write it.
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
        picture.suptitle(f"{found.deals} deals in {found.games} games, {names} bots, seed {found.seed}", fontsize=10)
        for axes, measure in zip(picture.subplots(len(SHOWN), 1), SHOWN, strict=True):
            _draw_one(axes, found, measure, values)
        form = file.suffix.lower().removeprefix(".")
        given = {"Date": None} if form == "svg" else {"Software": None}
        picture.savefig(file, format=form, metadata=given, dpi=120)


def _draw_one(axes: Any, found: Findings, measure: str, values: tuple[float, ...]) -> None:  # noqa: ANN401 - matplotlib's
    """Draw one measure: points with margins over the values of an option, or one for each set of rules."""
    places = values or tuple(float(number) for number in range(len(found.under)))
    drawn = [
        (place, figure)
        for place, under in zip(places, found.under, strict=True)
        if (figure := under.figures.get(measure)) is not None
    ]
    margins = [figure.margin if figure.values > 1 else 0.0 for _, figure in drawn]
    line = "-" if values else "none"
    axes.errorbar(
        [place for place, _ in drawn], [figure.mean for _, figure in drawn], yerr=margins,
        marker="o", linestyle=line, capsize=4, color="black",
    )  # fmt: skip
    axes.set_title(measure, fontsize=10, loc="left")
    axes.set_xticks(places, [under.label for under in found.under], rotation=30 if len(places) > MOST_LEVEL else 0)
    axes.margins(x=0.1)
    axes.grid(axis="y", alpha=0.3)


MOST_LEVEL: Final = 4
"""More labels than this are written at a slant."""
