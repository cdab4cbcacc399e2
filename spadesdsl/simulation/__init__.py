"""What a house rule does: the same games under each set of rules, and what changes.

`run` plays and measures; `spadesdsl.simulation.telling` writes what was found.
"""

from spadesdsl.simulation.deals import Figure, Findings, Under
from spadesdsl.simulation.playing import Side, run

__all__ = ["Figure", "Findings", "Side", "Under", "run"]
