"""The grammar of the language as tables: its words, its productions, and what the parser does with each word.

`lark` makes the tables from the text of the grammar, once. They are kept in the private folder as JSON (see
`spadesdsl.storage`) and read from there without lark. If anything is wrong with them, they are made again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias
from zlib import crc32

from spadesdsl import storage
from spadesdsl.frozen import Frozen, field
from spadesdsl.resources import grammar_text
from spadesdsl.syntax.tree import END, Branch, Parse

Actions: TypeAlias = "Mapping[str, int]"
"""By terminal or production: the state that follows; for `~n`, production `n` is complete."""
EndOf: TypeAlias = "Callable[[str, int], int]"
"""Where in a text a terminal ends that begins at a place; -1 if it is not there."""

_WHOLE_WORDS = re.compile(r"\(?([a-z|]+)\)?\\b")
_FIRST = re.compile(r"[a-z]+(?=\\[bs])|,")
_WORD = re.compile(r"[A-Za-z_]\w*|.", re.DOTALL)


class Terminal(Frozen):
    """A kind of word or sign."""

    name: str
    pattern: str
    """A regular expression."""
    text: str | None
    """The sign itself; None for words."""


class Symbol(Frozen):
    """A part of a production: a terminal, or the name of other productions."""

    name: str
    is_term: bool
    is_kept: bool
    """Whether it is a part of the tree; false for a word that only says where something is."""


class Production(Frozen):
    """One way to read something."""

    origin: str
    """The name of what is read."""
    alias: str | None
    """What the tree is called, if not by that name."""
    is_replaced: bool
    """Whether its only part takes its place in the tree."""
    expansion: tuple[Symbol, ...]
    parts: tuple[tuple[int, bool], ...] = field(init=False)
    """Which symbols are in the tree, and for each whether only the parts of it are."""
    is_passed_on: bool = field(init=False)
    """Whether its only symbol is all that it is: nothing changes but what it counts for."""

    def __post_init__(self) -> None:
        parts = (
            (at, not one.is_term and one.name.startswith("_")) for at, one in enumerate(self.expansion) if one.is_kept
        )
        object.__setattr__(self, "parts", tuple(parts))
        object.__setattr__(
            self,
            "is_passed_on",
            self.is_replaced and len(self.expansion) == 1 == len(self.parts) and not self.parts[0][1],
        )

    @property
    def kind(self) -> str:
        """Return what the tree is called."""
        return self.alias or self.origin


class _States(dict[int, Actions]):
    """What the parser does with each word in a state, written out when the parser first comes there."""

    def __init__(self, told: Sequence[Sequence[int]], words: Sequence[Sequence[str]]) -> None:
        self.told, self.words = told, words

    def __missing__(self, state: int) -> Actions:
        told = self.told[state]
        found = {word: action for at, action in zip(told[::2], told[1::2], strict=True) for word in self.words[at]}
        self[state] = found
        return found


class Grammar:
    """The tables, and how a text is cut into words with them."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.terminals = tuple(Terminal(*one) for one in tables["terminals"])
        """In the order in which they are tried."""
        symbols = [Symbol(*one) for one in tables["symbols"]]
        self.rules = tuple(
            Production(origin, alias, is_replaced, tuple([symbols[one] for one in expansion]))
            for origin, alias, is_replaced, expansion in tables["rules"]
        )
        self.states: Mapping[int, Actions] = _States(tables["states"], tables["words"])
        self.start: int = tables["start"]
        self.end: int = tables["end"]
        self._space = re.compile(f"(?:{'|'.join(tables['ignored'])})*")
        self._beginning = _by_beginning(self.terminals)
        self._others = self._beginning.pop("")

    def begin(self, text: str) -> Parse:
        """Return a parse of a text that has read nothing yet."""
        return Parse(self, text)

    def parse(self, text: str) -> Branch | None:
        """Return the tree of a text; None if a word in it does not fit."""
        return Parse(self, text).run()

    def after_space(self, text: str, at: int) -> int:
        """Return where the next word is, after spaces and comments."""
        found = self._space.match(text, at)
        return at if found is None else found.end()

    def shifted(self, states: tuple[int, ...], name: str) -> tuple[int, ...] | None:
        """Return the states of a parser after a terminal, without its tree; None if the terminal does not fit."""
        stack = list(states)
        while (action := self.states[stack[-1]].get(name)) is not None:
            if action >= 0:
                return (*stack, action)
            rule = self.rules[~action]
            del stack[-len(rule.expansion) :]
            stack.append(self.states[stack[-1]][rule.origin])
        return tuple(stack) if name == END and stack[-1] == self.end else None

    def terminals_of(self, words: str) -> frozenset[str]:
        """Return the terminals that some words, or a sign, can be."""
        found = _WORD.match(words)
        listed = () if found is None else self._beginning.get(found[0], self._others)
        return frozenset(name for name, end_of in listed if end_of(words, 0) == len(words))

    def word(self, text: str, at: int, wanted: Actions) -> tuple[str, int] | None:
        """Return the first of the wanted terminals that is at a place, and where it ends; None if none is."""
        found = _WORD.match(text, at)
        assert found is not None, "something is left of the text"
        for name, end_of in self._beginning.get(found[0], self._others):
            if name in wanted and (end := end_of(text, at)) > at:
                return name, end
        return None


def _by_beginning(terminals: Iterable[Terminal]) -> dict[str, list[tuple[str, EndOf]]]:
    """Return by first word or sign the terminals that can begin so, in order; those of all other words as `""`."""
    found: dict[str, list[tuple[str, EndOf]]] = {"": []}
    for one in terminals:
        first = _FIRST.match(one.pattern)
        if (words := _words_of(one)) is not None:
            for word in words:
                found.setdefault(word, list(found[""])).append((one.name, _after(len(word))))
        elif first is not None:
            found.setdefault(first[0], list(found[""])).append((one.name, _end_of(one.pattern)))
        else:
            for listed in found.values():
                listed.append((one.name, _end_of(one.pattern)))
    return found


def _words_of(terminal: Terminal) -> list[str] | None:
    """Return the words that a terminal stands for, or its sign; None if its pattern has to be tried."""
    whole = _WHOLE_WORDS.fullmatch(terminal.pattern)
    if terminal.text is not None:
        return [terminal.text]
    return None if whole is None else whole[1].split("|")


@cache
def _after(length: int) -> EndOf:
    return lambda _, at: at + length


def _end_of(pattern: str) -> EndOf:
    """Return what tells where a pattern ends, compiled when it is first asked."""

    def end_of(text: str, at: int) -> int:
        found = _compiled(pattern).match(text, at)
        return -1 if found is None else found.end()

    return end_of


_compiled = cache(re.compile)


@cache
def grammar() -> Grammar:
    """Return the grammar of the language."""
    text = grammar_text()
    name = f"grammar-{_FORMAT}-{crc32(text.encode()):08x}.json"
    if (kept := storage.kept(name)) is not None:
        try:
            known, tables = json.loads(kept)
            if known == text:
                return Grammar(tables)
        except (ValueError, KeyError, TypeError):
            pass
    tables = made(text)
    storage.keep(name, json.dumps((text, tables), separators=(",", ":")).encode())
    return Grammar(tables)


_FORMAT = 3
"""The form in which tables are kept, with the grammar: many words that a state treats alike are few sets of words."""


def made(text: str) -> dict[str, Any]:
    """Make the tables of a grammar."""
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    built = Lark(text, parser="lalr", lexer="contextual", maybe_placeholders=False)
    lexer, parser = built.parser.lexer.root_lexer, built.parser.parser._parse_table
    rules = {rule: number for number, rule in enumerate(built.rules)}
    words: dict[tuple[str, ...], int] = {}
    states: list[list[int]] = []
    for state in range(len(parser.states)):
        by_action: dict[int, list[str]] = {}
        for word, (action, number) in parser.states[state].items():
            by_action.setdefault(number if action is Shift else ~rules[number], []).append(str(word))
        told = ((words.setdefault(tuple(sorted(those)), len(words)), action) for action, those in by_action.items())
        states.append([number for one in told for number in one])
    patterns = {one.name: one.pattern for one in lexer.terminals}
    symbols: dict[tuple[str, bool, bool], int] = {}
    productions = [
        (
            str(rule.origin.name),
            rule.alias,
            rule.options.expand1 and rule.alias is None,
            [
                symbols.setdefault((str(one.name), one.is_term, not getattr(one, "filter_out", False)), len(symbols))
                for one in rule.expansion
            ],
        )
        for rule in rules
    ]
    return {
        "terminals": [
            (name, one.to_regexp(), one.value if one.type == "str" else None)
            for name, one in patterns.items()
            if name not in built.ignore_tokens
        ],
        "symbols": list(symbols),
        "rules": productions,
        "words": list(words),
        "states": states,
        "start": parser.start_states["start"],
        "end": parser.end_states["start"],
        "ignored": [patterns[name].to_regexp() for name in built.ignore_tokens],
    }
