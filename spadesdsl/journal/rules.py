"""The rules in a record: save every text that was read for a game, and load the game from them again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl import loader
from spadesdsl.frozen import dataclass
from spadesdsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.loader import Loaded


@dataclass(frozen=True, slots=True)
class RuleText:
    """One file of rules as it was when the game was begun."""

    file: str
    """As people saw it."""
    text: str
    is_bundled: bool = False
    """Whether it came with the program."""

    @property
    def name(self) -> str:
        """Return the name by which another file includes it."""
        return Path(self.file).stem


def rules_of(loaded: Loaded) -> tuple[RuleText, ...]:
    """Return all texts of loaded rules, the file's own first."""
    bundled = {opened.shown for opened in loaded.opened if opened.kind == "bundled" and opened.digest is not None}
    files = {opened.shown for opened in loaded.opened if opened.kind == "file" and opened.digest is not None}
    texts = []
    for at, source in enumerate(loaded.texts):
        is_own = at == 0 and source.name in files
        texts.append(RuleText(source.name, source.text, source.name in bundled and not is_own))
    return tuple(texts)


def load_rules(texts: Sequence[RuleText], settings: Mapping[str, str]) -> Loaded:
    """Load rules from the texts of a record alone."""
    first, *others = texts
    given = {text.name: Source(text.file, text.text) for text in others}
    return loader.load_sources(Source(first.file, first.text), given, settings)
