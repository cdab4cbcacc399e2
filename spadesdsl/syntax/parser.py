"""Turn the text of a file into its nodes, or into findings about what is wrong with it; refuse what is too large.

After an error the parse goes on with the next sentence, so that one run finds several.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import Diagnostic, error, has_errors
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.source import Source
from spadesdsl.syntax.grammar import Actions, grammar
from spadesdsl.syntax.reader import branches
from spadesdsl.syntax.sentences import STARTS
from spadesdsl.words import COMMANDING

if TYPE_CHECKING:
    from spadesdsl.syntax.explaining import Trouble
    from spadesdsl.syntax.nodes import Document
    from spadesdsl.syntax.tree import Branch, Parse


MOST_ERRORS = 25
"""After this many errors in its words a file is read no further."""
DEEPEST_TREE = 120
"""How deep parts of a sentence may be nested; a chain of that many `and`s is as deep."""

_WORDS = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}]|[A-Za-z_][A-Za-z0-9_]*')
_STARTS = STARTS | {"otherwise"}
_EDITS = frozenset(("replace", "drop"))
_FIRST_WORD = re.compile(r"[ \t]*([A-Za-z_]*)")


def tree_of(source: Source) -> tuple[Branch | None, tuple[Diagnostic, ...]]:
    """Return the parse tree, and what is wrong with its words; None if nothing in the file can be read."""
    recovery = _Recovery(source)
    parse = grammar().begin(source.text)
    while (tree := parse.run()) is None:
        if not recovery.go_on(parse):
            return None, tuple(recovery.found)
    if (deep := _too_deep(tree)) is not None:
        span = source.span(deep.start, deep.end)
        message = "This sentence has too many parts inside each other."
        return None, (*recovery.found, error("E103", span, message, "give some of the parts names with `let`"))
    return tree, tuple(recovery.found)


def _too_deep(tree: Branch) -> Branch | None:
    level = [tree]
    for _ in range(DEEPEST_TREE):
        level = [below for branch in level for below in branches(branch)]
        if not level:
            return None
    return level[0]


def _is_resting(actions: Actions) -> bool:
    """Tell whether the next item of a block or line of an example may begin in this state of the parser."""
    return any(actions.get(word, -1) >= 0 for word in ("_DROP", "_EXPECT"))


def _take_back(before: Branch, start: int) -> None:
    """Remove the sentence torn apart at `start` from what was read, so that it is not reported again."""
    while before.children:
        last = before.children.pop()
        if isinstance(last, str) or last.start < start:
            return


def _cut(before: Branch, start: int) -> None:
    """Remove what was read from `start` on from a block."""
    while before.children and not isinstance(last := before.children[-1], str) and last.start >= start:
        before.children.pop()


class _Recovery(Changing):
    """Records errors and moves the parser past them."""

    source: Source
    found: list[Diagnostic] = field(default_factory=list)

    def go_on(self, parse: Parse) -> bool:
        """Record an error; tell whether the parse can go on."""
        states, values, table = parse.states, parse.values, parse.grammar.states
        resting = next((at for at in reversed(range(len(states))) if _is_resting(table[states[at]])), None)
        is_end, at = parse.is_at_end, parse.at
        begun = values[resting:] if resting is not None else values
        before = values[resting - 1] if resting else None
        from spadesdsl.syntax.explaining import Trouble

        trouble = Trouble(self.source, at, is_end, parse.accepted(), tuple(begun), before)
        first = begun[0].start if begun else at
        if not is_end and before is not None and not isinstance(before, str) and self._is_no_sentence(before, first):
            # The line begins with a word that starts no sentence; the sentence made of its first words reports that.
            _cut(before, self._first_word(first).end())
        else:
            self._note(trouble)
        if resting is None or is_end or len(self.found) >= MOST_ERRORS:
            return False
        has_begun = len(states) > resting + 1
        signs = [getattr(value, "type", "") for value in begun]
        depth = signs.count("_LBRACE") - signs.count("_RBRACE")
        del states[resting + 1 :]
        del values[resting:]
        parse.at = self._next_start(at, depth, has_begun=has_begun)
        return True

    def _note(self, trouble: Trouble) -> None:
        from spadesdsl.syntax.explaining import explain

        finding = explain(trouble)
        self.found.append(finding)
        before = trouble.before
        is_of_its_line = finding.code == "E111" and not self.source.before(finding.span.start).strip()
        if (
            not is_of_its_line  # otherwise the sentence before it is whole
            and finding.span.start <= (trouble.begun[0].start if trouble.begun else trouble.at - 1)
            and not trouble.is_end
            and before is not None
            and not isinstance(before, str)
        ):
            _take_back(before, finding.span.start)

    def _first_word(self, at: int) -> re.Match[str]:
        found = _FIRST_WORD.match(self.source.text, self.source.text.rfind("\n", 0, at) + 1)
        assert found is not None, "it matches every line"
        return found

    def _is_no_sentence(self, before: Branch, at: int) -> bool:
        """Tell whether a line was read as a sentence and more, though its first word starts none."""
        word = self._first_word(at)
        begins = {child.start for child in branches(before)}
        return bool(word[1]) and word[1] not in _STARTS | _EDITS and word.start(1) in begins

    def _next_start(self, at: int, depth: int, *, has_begun: bool) -> int:
        """Return where the next sentence begins, or the block ends; `depth` braces are open inside it."""
        for piece in _WORDS.finditer(self.source.text, at):
            word = piece[0]
            if word == "{":
                depth += 1
            elif word == "}":
                depth -= 1
                if depth < 0:
                    return piece.start()
            is_begun = depth == 0 and word in _STARTS and (piece.start() > at or has_begun)
            if is_begun and not self.source.before(piece.start()).strip():
                return piece.start()
        return len(self.source.text)


class Reading(Frozen):
    """The result of reading a file."""

    document: Document | None
    """None if anything is wrong with it."""
    found: tuple[Diagnostic, ...]
    """In the order of the file."""
    rest: Document | None = None
    """For a file with errors: what could be read, without the wrong sentences; None if nothing could."""
    torn: tuple[frozenset[str], ...] = ()
    """The words of each of those sentences: a name in one may be missing from `rest` only because of that."""


def parse(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Read a file: its nodes, or None and what is wrong with it, all in one run."""
    reading = read(source)
    return reading.document, reading.found


@lru_cache(maxsize=256)
def read(source: Source) -> Reading:
    """Read a file, and keep what only the formatter needs.

    The latest results are cached: of many files checked in one run most have the same few parents and packs. There is
    room for all files that come with the program.
    """
    from spadesdsl.syntax.building_files import document
    from spadesdsl.syntax.reader import Reader

    source = normalised(source)
    readable, found = within_limits(source)
    if readable is None:
        return Reading(None, found)
    tree, wrong = tree_of(readable)
    if tree is None:
        return Reading(None, (*found, *wrong))
    reader = Reader(readable)
    node = document(tree, reader)
    everything = tuple(sorted(dict.fromkeys((*found, *wrong, *reader.found)), key=lambda one: one.span.start))
    if has_errors(everything):
        return Reading(None, everything, node, _torn(readable, everything))
    return Reading(node, everything)


def _torn(source: Source, found: tuple[Diagnostic, ...]) -> tuple[frozenset[str], ...]:
    """Return the words of the wrong sentences: from the first to the next line that is not indented deeper."""
    from spadesdsl.syntax.places import place_of

    torn: list[frozenset[str]] = []
    for one in found:
        is_first = one.code == "E111" and not source.before(one.span.start).strip()  # the sentence above it is whole
        start = one.span.start if is_first else min(place_of(source, one.span.end).start, one.span.start)
        line = source.span(start, start).line
        first = source.line(line)
        line, first = _head(source, line) or (line, first)
        words = set(_WORD.findall(first))
        depth = len(first) - len(first.lstrip())
        while (text := source.line(line + 1)).strip() and len(text) - len(text.lstrip()) > depth:
            words.update(_WORD.findall(text))
            line += 1
        while text.lstrip().startswith("#"):
            line += 1
            text = source.line(line + 1)
        torn += [frozenset(words), frozenset(_DECLARED.findall(text))]  # that may have been read as a part of it
    return tuple(torn)


def _head(source: Source, line: int) -> tuple[int, str] | None:
    """Return the line with which the sentence of a line begins, if that is one above."""
    depth = _depth(source.line(line))
    above = ((one, source.line(one)) for one in range(line - 1, 0, -1))
    head = next(((one, text) for one, text in above if text.strip() and _depth(text) < depth), None)
    return None if head is None or head[1].partition("#")[0].rstrip().endswith("{") else head


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def normalised(source: Source) -> Source:
    """Return the source with plain line ends and without a byte order mark."""
    text = source.text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return source if text is source.text else Source(source.name, text)


LARGEST_FILE = 1_000_000
"""Characters of a file."""
DEEPEST = 60
"""Brackets and braces inside each other."""
MOST_WORDS = 50_000
"""Words and signs of a file; a long game has two thousand."""
MOST_UNCLOSED = 10
"""How many unclosed texts are reported."""

_PIECES = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[({\[]|[)}\]]|"')
_NO_TEXT = re.compile(rf"[{COMMANDING}\ud800-\udfff]")
_WORD = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|\w+|[^\w\s]')
_DECLARED = re.compile(r"^\s*(?!include\b|drop\b|prefer\b|replace\b|set\b)[a-z]+ ([a-z]\w*)")


def within_limits(source: Source) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Find what would stop the parser: the size of a file, its depth, invalid characters, unclosed texts.

    What is to be parsed is as long as the file, with its texts closed; None if it cannot be parsed at all.
    """
    message = ""
    if len(source.text) > LARGEST_FILE:
        message = f"The file is {len(source.text)} characters long; {LARGEST_FILE} are the most."
    elif (words := sum(1 for _ in _WORD.finditer(source.text))) > MOST_WORDS:
        message = f"The file has {words} words and signs; {MOST_WORDS} are the most."
    if message:
        return None, (error("E101", source.span(0, 1), message, "rules are a few pages: is this the right file?"),)
    if (strange := _NO_TEXT.search(source.text)) is not None:
        message = f"The file holds a sign that is no text (number {ord(strange[0])})."
        span = source.span(strange.start(), strange.end())
        return None, (error("E102", span, message, "take it out; a file of rules is plain text"),)
    unclosed: list[Diagnostic] = []
    text, depth = source.text, 0
    for piece in _PIECES.finditer(source.text):
        first, span = piece[0][0], source.span(piece.start(), piece.end())
        if first in "({[":
            depth += 1
            if depth > DEEPEST:
                message = f"Brackets are nested more than {DEEPEST} deep."
                return None, (error("E103", span, message, "give the inner parts names with `let`"),)
        elif first in ")}]":
            depth -= 1
        elif piece[0] == '"' and len(unclosed) < MOST_UNCLOSED:
            found, text = _close(source, text, piece.start())
            unclosed.append(found)
    return Source(source.name, text) if unclosed else source, tuple(unclosed)


def _close(source: Source, text: str, start: int) -> tuple[Diagnostic, str]:
    """Report an unclosed text, and close it at the end of its line."""
    end = source.text.find("\n", start)
    end = end if end >= 0 else len(text)
    found = error(
        "E105", source.span(start, end), 'This text has no closing `"` on its line.', 'write `"` where it ends'
    )
    closed = '"' + " " * (end - start - 2) + '"' if end - start > 1 else " "
    return found, text[:start] + closed + text[end:]
