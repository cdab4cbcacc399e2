"""The first layer of a comparison: rules by name, and which were added, dropped, changed, moved or only reworded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final

from spadesdsl.check.options import say_value
from spadesdsl.check.wording import case_words, rule_words
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import Option, Rules, Variant, calendar
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.source import Span
from spadesdsl.syntax import bodies, nodes


class ChangeKind(StrEnum):
    """How a rule differs between two games."""

    ADDED = "added"
    DROPPED = "dropped"
    CHANGED = "changed"
    MOVED = "moved"
    """The rule is the same, but its priority differs."""
    REWORDED = "reworded"
    """Only its text for people differs."""


class Wording(Frozen):
    """A rule as one of the two games has it."""

    words: str
    """As its file writes it."""
    sentence: str
    """Its text for people."""
    source: str
    """Where it comes from."""
    place: Span


class Change(Frozen):
    """One difference between the rules of two games."""

    kind: ChangeKind
    topic: str
    """`rule`, `option`, `example` or `heading`; a preset is an `option`."""
    key: str
    """`play.follow_suit`; of an option or a heading its name, `preset short`; of an example its title."""
    keyword: str
    scope: str
    """On which deals, `on deal 1`; empty for all."""
    before: Wording | None
    after: Wording | None
    was_above: str = ""
    """For a rule that moved: the name of the rule that now comes before or after it."""

    @property
    def id(self) -> str:
        """Return an id that is the same in every run, on every machine, wherever the rules are in their files."""
        sides = [("", "") if one is None else (one.words, one.sentence) for one in (self.before, self.after)]
        content = (self.kind.value, self.topic, self.key, self.keyword, self.scope, sides, self.was_above)
        return sha256(repr(content).encode("utf-8")).hexdigest()[:12]

    @property
    def is_of_rules(self) -> bool:
        """Tell whether it can change how the game is played."""
        is_of_game = self.topic in ("rule", "option") and self.keyword != "preset"
        return is_of_game and self.kind is not ChangeKind.REWORDED

    @property
    def is_of_settings(self) -> bool:
        """Tell whether it can change how the game is played as it is set, or as it can be set."""
        return self.is_of_rules or (self.keyword == "preset" and self.kind is not ChangeKind.REWORDED)


_Identity = tuple[str, str, str]
"""Section, keyword, name."""
_Rules = dict[_Identity, "RuleInfo"]

_ORDERED: Final = {
    "must": "must", "score": "score", "tally": "tally", "order": "order",
    "win": "ending", "lose": "ending", "out": "ending",
    **dict.fromkeys(
        ("give", "show", "shuffle", "redeal", "skip", "award", "round", "may", "choose", "pass"), "step"
    ),
}  # fmt: skip
"""Keywords whose rules have priorities: they are tried, or happen, in the order written."""


def changes_between(before: Variant, after: Variant) -> tuple[Change, ...]:
    """Return all differences between the rules of two games, by section and in the order of the rules."""
    old, new = _rules(before.game), _rules(after.game)
    found = [
        *_headings(before.game, after.game),
        *_options(before.game, after.game),
        *_of_rules(old, new),
        *_of_editions(before, after),
        *_moves(old, new),
        *_examples(before.game, after.game),
    ]
    return tuple(found)


def _rules(game: Rules) -> _Rules:
    """Return all rules that are not options."""
    return {(rule.section, rule.keyword, rule.name): rule for rule in game.rules if rule.keyword != "option"}


def _says_the_same(one: RuleInfo, other: RuleInfo) -> bool:
    if one.node is None or other.node is None:
        return one.node is other.node
    return without_words(one.node) == without_words(other.node)


def _of_rules(old: _Rules, new: _Rules) -> Iterator[Change]:
    for identity in {**new, **old}:
        yield from _between(old.get(identity), new.get(identity), "")


def _between(before: RuleInfo | None, after: RuleInfo | None, scope: str) -> Iterator[Change]:
    """Yield the change from one rule to another, if there is one."""
    if before is None or after is None:
        if before is not after:
            yield _change(ChangeKind.ADDED if before is None else ChangeKind.DROPPED, before, after, scope)
    elif not _says_the_same(before, after):
        yield _change(ChangeKind.CHANGED, before, after, scope)
    elif _words_for_people(before) != _words_for_people(after):
        yield _change(ChangeKind.REWORDED, before, after, scope)


def _of_editions(before: Variant, after: Variant) -> Iterator[Change]:
    """Yield the changes of some deals that are not changes of the others."""
    common = _rules(before.game), _rules(after.game)
    always = (*_options(before.game, after.game), *_moves(*common))
    for deal in days_of_both(before, after) or sorted(_first_deals(before) | _first_deals(after)):
        scopes = (one.words for variant in (before, after) for one in variant.scopes if one.covers(deal))
        if not (scope := " and ".join(dict.fromkeys(scopes))):
            continue
        games = before.edition(deal), after.edition(deal)
        old, new = _rules(games[0]), _rules(games[1])
        for change in (*_options(*games, scope), *_moves(old, new, scope)):
            if not any(_is_one_change(change, other) for other in always):
                yield change
        for identity in {**common[1], **common[0], **new, **old}:
            usual = common[0].get(identity), common[1].get(identity)
            there = old.get(identity), new.get(identity)
            if all(one is other or not list(_between(one, other, "")) for one, other in zip(usual, there, strict=True)):
                continue
            if there == (None, None) and None in usual:
                # If only one game has the rule, the difference is shown the other way round: as missing.
                yield from _between(usual[1], usual[0], scope)
            else:
                yield from _between(*there, scope)


def _is_one_change(one: Change, other: Change) -> bool:
    """Tell whether a change on some deals is the one that there is on the others."""
    words = [[None if side is None else side.words for side in (each.before, each.after)] for each in (one, other)]
    return (one.kind, one.topic, one.key) == (other.kind, other.topic, other.key) and words[0] == words[1]


def days_of_both(before: Variant, after: Variant) -> tuple[int, ...] | None:
    """Return the first deal of each kind: on all deals of a kind the same `on deal` blocks hold in both games.

    Returns:
        None if their periods take too long to coincide again.
    """
    days = calendar((*before.scopes, *after.scopes))
    return None if days is None else tuple(one.first for one in days)


def _first_deals(variant: Variant) -> set[int]:
    return {one.first for one in variant.calendar()}


def _words_for_people(rule: RuleInfo) -> tuple[str, str, str | None]:
    # A rule without a source of its own has its file's, which is not part of the rule's wording.
    own = [remark.text for remark in rule.node.remarks if remark.keyword == "source"] if rule.node is not None else []
    return sentences_of(rule), " ".join(own), rule.node.label if isinstance(rule.node, nodes.Bid) else None


def _change(kind: ChangeKind, before: RuleInfo | None, after: RuleInfo | None, scope: str) -> Change:
    rule = after or before
    assert rule is not None
    return Change(kind, "rule", rule.key, rule.keyword, scope, _wording(before), _wording(after))


def _wording(rule: RuleInfo | None) -> Wording | None:
    return None if rule is None else Wording(whole_words(rule), sentences_of(rule), rule.source, rule.span)


# ---------------------------------------------------------------- priority


def _moves(old: _Rules, new: _Rules, scope: str = "") -> Iterator[Change]:
    """Return the rules that both games have in a different order: the fewest that explain it."""
    families: dict[tuple[str, str], list[_Identity]] = {}
    for identity in new:
        section, keyword, _ = identity
        if (family := _ORDERED.get(keyword)) is not None and identity in old:
            families.setdefault(("" if family in ("must", "score") else section, family), []).append(identity)
    for order in families.values():
        places = {identity: at for at, identity in enumerate(old)}
        kept = set(_longest_rising([places[identity] for identity in order]))
        for at, identity in enumerate(order):
            if places[identity] not in kept:
                before, after = _wording(old[identity]), _wording(new[identity])
                behind = f"below {order[at - 1][2]}" if at else f"above {order[1][2]}"
                yield Change(ChangeKind.MOVED, "rule", new[identity].key, identity[1], scope, before, after, behind)


def _longest_rising(numbers: Sequence[int]) -> list[int]:
    """Return the longest rising subsequence of different numbers, the first if several are equally long."""
    best: list[list[int]] = []
    for at, number in enumerate(numbers):
        before = [run for run in best[:at] if run[-1] < number]
        best.append([*max(before, key=len, default=[]), number])
    return max(best, key=len, default=[])


# ---------------------------------------------------------------- options, headings, examples


def _options(before: Rules, after: Rules, scope: str = "") -> Iterator[Change]:
    """Yield how options and presets differ."""
    old, new = _settable(before, after), _settable(after, before)
    for keyword, name in {**new, **old}:
        then, ask = old.get((keyword, name), (None, ""))
        now, new_ask = new.get((keyword, name), (None, ""))
        if then is None or now is None:
            kind = ChangeKind.ADDED if then is None else ChangeKind.DROPPED
        elif then.words != now.words:
            kind = ChangeKind.CHANGED
        elif (then.sentence, ask) != (now.sentence, new_ask):
            kind = ChangeKind.REWORDED
        else:
            continue
        key = name if keyword == "option" else f"{keyword} {name}"
        yield Change(kind, "option", key, keyword, scope, then, now)


def _settable(game: Rules, other: Rules) -> dict[tuple[str, str], tuple[Wording, str]]:
    """Return the options and presets of a game by keyword and name, each with the question that an option asks.

    A preset says nothing of options that the other game has not: those are changes themselves.
    """
    found = {("option", one.name): (_option_wording(one, game), one.ask) for one in game.options}
    for name, title, settings in game.presets:
        said = [(game.option_of[one].type, one, value) for one, value in settings if one in other.option_of]
        words = ", ".join(f"{one} = {say_value(kind, value, game)}" for kind, one, value in said)
        found["preset", name] = Wording(words, title, game.source, game.span), ""
    return found


def _option_wording(option: Option, game: Rules) -> Wording:
    rule = option.rule
    return Wording(option_words(option, game), rule.sentence, rule.source, rule.span)


def _headings(before: Rules, after: Rules) -> Iterator[Change]:
    for name in ("title", "about", "source", "version"):
        old, new = str(getattr(before, name)), str(getattr(after, name))
        if old != new:
            then, now = Wording(old, "", "", before.span), Wording(new, "", "", after.span)
            yield Change(ChangeKind.REWORDED, "heading", name, name, "", then, now)


def _examples(before: Rules, after: Rules) -> Iterator[Change]:
    old = {one.node.title: one for one in before.examples}
    new = {one.node.title: one for one in after.examples}
    for title, example in new.items():
        now = Wording(title, "", example.source, example.node.span)
        if title not in old:
            yield Change(ChangeKind.ADDED, "example", title, "example", "", None, now)
        elif old[title].node.lines != example.node.lines:
            then = Wording(title, "", old[title].source, old[title].node.span)
            yield Change(ChangeKind.CHANGED, "example", title, "example", "", then, now)
    for title, example in old.items():
        if title not in new:
            then = Wording(title, "", example.source, example.node.span)
            yield Change(ChangeKind.DROPPED, "example", title, "example", "", then, None)


# ---------------------------------------------------------------- rules, options and cards in words

CASES_APART: Final = " | "
"""The sign before each case of a rule written on one line."""


def whole_words(rule: RuleInfo) -> str:
    """Write a rule with its cases, without its sentences."""
    return CASES_APART.join([rule_words(rule), *map(case_words, rule.cases)])


def sentences_of(rule: RuleInfo) -> str:
    """Return what a rule says to people, including its cases."""
    return " ".join(filter(None, (rule.sentence, *(case.sentence for case in rule.cases))))


def option_words(option: Option, game: Rules) -> str:
    """Write an option with its value."""
    words = rule_words(option.rule)
    value = say_value(option.type, option.value, game)
    return words if option.value == option.default else f"{words}, set to {value}"


def without_words(node: nodes.Rule) -> nodes.Rule:
    """Return a rule without its text for people and without the rules in its block."""
    body = node.body
    if isinstance(body, bodies.Cases):
        body = replace(body, cases=tuple(replace(case, sentence=None) for case in body.cases))
    if isinstance(body, bodies.Block):
        body = replace(body, rules=())
    # An empty block says nothing.
    if isinstance(body, bodies.Block) and not body.values:
        body = None
    return replace(node, body=body).without("sentence", "ask", "label", "remarks", "change", "place")
