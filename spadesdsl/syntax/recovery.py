"""The parse itself, which continues after an error with the next sentence, so that one run finds several.

After an error the parser's stack is cut back to the innermost open block, and the text is skipped up to the next line
that begins with a keyword, or to the `}` of that block.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import error
from spadesdsl.frozen import dataclass, field
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.reader import branches
from spadesdsl.syntax.sentences import STARTS

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Source
    from spadesdsl.syntax.explaining import Trouble
    from spadesdsl.syntax.grammar import Actions
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
    deep = _too_deep(tree)
    if deep is not None:
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


@dataclass(slots=True)
class _Recovery:
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
        if (
            finding.span.start < trouble.at
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
