"""The tree of a text: its words, in the branches that the grammar puts them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from spadesdsl.syntax.grammar import Grammar, Production

    Part: TypeAlias = "Branch | Token"

END = "$END"
"""The terminal after the last word of a text."""


class Token(str):
    """A word or sign, and where it is in the text."""

    __slots__ = ("closes", "end", "opens", "start", "type")
    type: str
    start: int
    end: int
    opens: int
    closes: int

    @classmethod
    def at(cls, start: int, text: str, type: str) -> Token:
        """Return a word at a place."""
        token = cls(text)
        token.type = type
        token.start = token.opens = start
        token.end = token.closes = start + len(text)
        return token


class Branch:
    """What a production of the grammar has read. It has at least one word in it."""

    __slots__ = ("children", "closes", "data", "end", "opens", "start")

    def __init__(self, data: str, children: list[Part], start: int, end: int) -> None:
        self.data = data
        self.children = children
        self.start = self.opens = start
        self.end = self.closes = end
        """Where it begins and ends; `opens` and `closes` include the brackets round it."""


class Parse:
    """A parse as far as it has come. Where it stops, its stacks can be changed and it can go on."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self.grammar = grammar
        self.text = text
        self.at = 0
        """Where the next word is looked for; after a stop, where the word is that does not fit."""
        self.states = [grammar.start]
        self.values: list[Part] = []
        """What was read; each is between two states."""

    def forked(self, text: str) -> Parse:
        """Return a parse of a text that is the same up to here, and has read as much."""
        other = Parse(self.grammar, text)
        other.at, other.states, other.values = self.at, list(self.states), list(self.values)
        return other

    @property
    def is_at_end(self) -> bool:
        """Tell whether all of the text was read."""
        return self.at == len(self.text)

    @property
    def is_done(self) -> bool:
        """Tell whether all of the text was read, and is whole."""
        return self.is_at_end and self.states[-1] == self.grammar.end

    def run(self) -> Branch | None:
        """Read on to the end and return the tree; None if a word does not fit."""
        while self.step() is not None:
            pass
        tree = self.values[-1] if self.is_done else None
        return tree if isinstance(tree, Branch) else None

    def step(self) -> Token | None:
        """Read a word; None at the end, or if it does not fit."""
        grammar, states, text = self.grammar, self.states, self.text
        table = grammar.states
        self.at = at = grammar.after_space(text, self.at)
        found = (END, at) if at == len(text) else grammar.word(text, at, table[states[-1]])
        if found is None:
            return None
        name, end = found
        while (action := table[states[-1]].get(name)) is not None:
            if action >= 0:
                token = Token.at(at, text[at:end], name)
                states.append(action)
                self.values.append(token)
                self.at = end
                return token
            self._reduce(grammar.rules[~action])
            if name == END and states[-1] == grammar.end:
                break
        return None

    def _reduce(self, rule: Production) -> None:
        """Put together what was read for a production."""
        states = self.states
        if rule.is_passed_on:
            states[-1] = self.grammar.states[states[-2]][rule.origin]
            return
        values, size = self.values, len(rule.expansion)
        parts = values[-size:]
        del states[-size:], values[-size:]
        children: list[Part] = []
        for at, is_spread in rule.parts:
            if is_spread:
                children += parts[at].children  # type: ignore[union-attr]
            else:
                children.append(parts[at])
        start, end = parts[0].opens, parts[-1].closes
        value: Part
        if rule.is_replaced and len(children) == 1:
            value = children[0]
            if isinstance(value, Branch):
                value.opens, value.closes = start, end
        else:
            value = Branch(rule.kind, children, start, end)
        states.append(self.grammar.states[states[-1]][rule.origin])
        values.append(value)

    def accepted(self) -> frozenset[str]:
        """Return the terminals that can come next."""
        grammar, states = self.grammar, tuple(self.states)
        return frozenset(
            name for name in grammar.states[states[-1]] if name.isupper() and grammar.shifted(states, name)
        )
