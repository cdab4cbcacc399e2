"""The result of resolving: a flat, ordered list of rules, keyed by section, keyword and name."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypeVar

from spadesdsl.frozen import Changing, Frozen, field, fields, replace
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.source import Span
from spadesdsl.syntax.bodies import Assign, Place
from spadesdsl.syntax.examples import Example
from spadesdsl.syntax.nodes import Ask, Document, OnDeal, Preset, Rule, Section, Zone

Key: TypeAlias = tuple[str, str, str]
"""Section, keyword, name; an empty name for a declaration that has none. An example's name is its title."""

PHASES: Final = ("deal", "bidding", "play", "scoring")
"""The phases that every game has."""

Sentence: TypeAlias = Rule | Preset | Example
R = TypeVar("R", bound=Rule)


class Resolved(Frozen):
    """One sentence in force, and the document that wrote it."""

    node: Sentence
    section: str
    document: Document

    @property
    def rule(self) -> Rule:
        """The node, if it is a rule."""
        assert isinstance(self.node, Rule)
        return self.node

    def sentence(self, kind: type[R]) -> R:
        """Return the node, as a sentence of this class."""
        assert isinstance(self.node, kind), f"`{self.rule.keyword}` is a {kind.__name__}"
        return self.node

    @property
    def span(self) -> Span:
        """The place of the sentence."""
        return self.node.span


class Gone(Frozen):
    """A sentence that was there and was dropped."""

    resolved: Resolved
    span: Span
    """The `drop`."""
    document: Document


class Setting(Frozen):
    """A value given to an option, and who gave it."""

    assign: Assign
    document: Document | None
    """None if the command set it."""


class Resolution(Changing):
    """All that a document says together with its parents and packs. Built up once, then only read."""

    document: Document
    rules: dict[Key, Resolved] = field(default_factory=dict)
    phases: list[str] = field(default_factory=lambda: list(PHASES))
    placed: dict[str, tuple[Section, Document]] = field(default_factory=dict)
    """Who put a phase in its place."""
    scoring_each: str = ""
    scoring_span: Span | None = None
    settings: dict[str, Setting] = field(default_factory=dict)
    gone: dict[Key, Gone] = field(default_factory=dict)
    inherited: dict[Key, Resolved] = field(default_factory=dict)
    """The rules of the parent as it has them."""
    on_deals: list[tuple[OnDeal, Document]] = field(default_factory=list)
    packs: dict[str, Document] = field(default_factory=dict)

    def copy(self) -> Resolution:
        """Return a copy to build on."""
        held: dict[str, Any] = {one.name: getattr(self, one.name) for one in fields(self)}
        return replace(self, **{name: one.copy() for name, one in held.items() if isinstance(one, dict | list)})

    def of(self, section: str, *keywords: str) -> list[Resolved]:
        """Return the rules of a section with one of these keywords, in order."""
        found = [one for key, one in self.rules.items() if key[0] == section and key[1] in keywords]
        return sorted(found, key=lambda one: rank_of(one.node))

    def one(self, section: str, keyword: str, name: str = "") -> Resolved | None:
        """Return one rule by its key."""
        return self.rules.get((section, keyword, name))

    def everywhere(self, *keywords: str) -> list[Resolved]:
        """Return the rules of all sections with one of these keywords, in order."""
        return [one for key, one in self.rules.items() if key[1] in keywords]

    def put(self, key: Key, resolved: Resolved, place: Place | None) -> bool:
        """Put a rule in its place, removing an old one of the same key; tell whether the neighbour was there."""
        if place is None:
            self.rules[key] = resolved
            return True
        self.rules.pop(key, None)
        order = list(self.rules.items())
        if (at := _position(order, key, place)) is None:
            self.rules[key] = resolved
            return False
        order.insert(at, (key, resolved))
        self.rules = dict(order)
        return True


def rank_of(node: Sentence) -> int:
    """Return -1 for a rule placed `above all`, 1 for one `below all`, else 0."""
    if not isinstance(node, Rule) or node.place is None or node.place.rule is not None:
        return 0
    return -1 if node.place.above else 1


def _position(order: list[tuple[Key, Resolved]], key: Key, place: Place) -> int | None:
    mates = [at for at, (other, _) in enumerate(order) if other[0] == key[0]]
    if place.rule is None:
        return len(order) if not place.above else (mates[0] if mates else len(order))
    near = [at for at in mates if order[at][0][2] == place.rule]
    same = [at for at in near if order[at][0][1] == key[1]] or near
    if not same:
        return None
    return same[0] if place.above else same[0] + 1


def source_of(node: Document | Rule | Example, or_else: str = "") -> str:
    """Return the source that a document, a rule or an example names."""
    return next((remark.text for remark in node.remarks if remark.keyword == "source"), or_else)


def info_of(resolved: Resolved) -> RuleInfo:
    """Describe a rule in force."""
    return describe(resolved.rule, resolved.section, resolved.document)


def describe(rule: Rule, section: str, document: Document) -> RuleInfo:
    """Describe a rule of a section; one inside a bid or a round belongs to the section that it acts in."""
    source = source_of(rule, source_of(document))
    name = rule.name or rule.keyword
    said = (rule.label or "") if isinstance(rule, Ask | Zone) else ""
    key, sentence, by = f"{section}.{name}", rule.sentence or "", document.name
    return RuleInfo(key, rule.keyword, section, name, sentence, source, by, rule.span, said, rule)
