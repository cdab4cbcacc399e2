"""Turn a worked example into its node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.syntax import nodes
from spadesdsl.syntax.building import build
from spadesdsl.syntax.reader import branches, kind, word_of

if TYPE_CHECKING:
    from spadesdsl.syntax.reader import Branch, Reader


def example(tree: Branch, change: nodes.Change, reader: Reader) -> nodes.Example:
    """Return a worked example."""
    title = word_of(tree, "STRING")
    assert title is not None, "an example has a title"
    parts = list(branches(tree))
    return nodes.Example(
        reader.text(title),
        tuple(build(part, reader) for part in parts if kind(part) != "remark"),
        change,
        tuple(build(part, reader) for part in parts if kind(part) == "remark"),
        span=reader.span(tree),
        title_span=reader.span(title),
    )
