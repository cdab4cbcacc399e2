"""Check that quantities do not read one another too deeply to be worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.check.findings import Enough
from spadesdsl.rules.terms import LetRef
from spadesdsl.rules.walking import parts_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Let, Rules
    from spadesdsl.rules.terms import Term

DEEPEST: Final = 150
"""How deep parts may be nested, through all the quantities that are read. More than any game needs."""


def quantities_are_shallow(checker: Checker, game: Rules) -> None:
    """Report a quantity that is read through too many others (E245)."""
    lets = {let.key: let for let in game.lets}
    depths: dict[str, int] = {}
    for key in lets:
        waiting = [key]
        while waiting:
            top = waiting[-1]
            needed = next((one for one in _read_in(lets[top].body, lets) if one not in depths), None)
            if needed is not None:
                waiting.append(needed)
                continue
            depths[top] = _depth(lets[top].body, depths)
            waiting.pop()
            if depths[top] > DEEPEST:
                _tell(checker, lets[top])


def _tell(checker: Checker, let: Let) -> None:
    checker.findings.error(
        "E245",
        let.body.span,
        "Quantities are read through one another too deeply to be followed.",
        "work some of them out from fewer others",
    )
    raise Enough


def _read_in(term: Term, lets: Mapping[str, Let]) -> Iterator[str]:
    return (part.let for part in walk(term) if isinstance(part, LetRef) and part.let in lets)


def _depth(term: Term, depths: Mapping[str, int]) -> int:
    own = depths.get(term.let, 0) if isinstance(term, LetRef) else 0
    return 1 + max((own, *(_depth(part, depths) for part in parts_of(term))))
