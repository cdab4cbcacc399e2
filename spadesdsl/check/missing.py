"""Sentences that every game needs, each with what to write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.check.symbols import every_rule
from spadesdsl.diagnostics import Note
from spadesdsl.frozen import dataclass
from spadesdsl.syntax import nodes
from spadesdsl.words import and_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.check.findings import Findings
    from spadesdsl.check.resolved import Resolution


@dataclass(frozen=True, slots=True)
class _Need:
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
        fix = "write `scoring for each team { score tricks: 1 * taken }`"
        yield _Need("scoring", ("score",), None, "Nothing is scored.", fix), []
    if not any(
        (isinstance(rule.body, nodes.Actions) and any(isinstance(one, nodes.Give) for one in rule.body.actions))
        for rule in rules
    ):
        fix = f"write `give hands: {_share(resolution)} from stock to each player from left of dealer` in `deal`"
        yield _Need("deal", ("give",), None, "Nobody is dealt any cards.", fix), []


def _share(resolution: Resolution) -> int:
    """Return how many cards there are for each seat, as far as the sentences of the deck say."""
    listed = [
        len(rule.rule.body.values) if isinstance(rule.rule.body, nodes.Values) else 0
        for section, keyword in (("deck", "ranks"), ("deck", "suits"), ("table", "seats"))
        for rule in resolution.of(section, keyword)
    ]
    return listed[0] * listed[1] // listed[2] if len(listed) == _LISTS and listed[2] else _USUAL_SHARE


_LISTS: Final = 3
_USUAL_SHARE: Final = 13
