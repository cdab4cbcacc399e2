"""What a page is made of, and its two forms: Markdown, and HTML that needs nothing from elsewhere.

Texts have `*italics*` and `**bold**` and nothing else; whatever an author wrote is made harmless first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final, TypeAlias, assert_never

from spadesdsl.frozen import Frozen
from spadesdsl.resources import package_text
from spadesdsl.words import folded, printable


class Heading(Frozen):
    """A heading; level 1 is the title of the page."""

    level: int
    text: str


class Para(Frozen):
    """A paragraph."""

    text: str


class Items(Frozen):
    """A list."""

    items: tuple[str, ...]


class Table(Frozen):
    """A table."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Box(Frozen):
    """Something set apart, with a heading of its own."""

    heading: str
    blocks: tuple[Block, ...]


Block: TypeAlias = "Heading | Para | Items | Table | Box"

_HARMLESS: Final = str.maketrans("*|`<>[]\\", "∗¦'‹›()/")
_ITALICS: Final = re.compile(r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<italic>[^*]+)\*")
_CARD: Final = re.compile(r"(?<![\w>])((?:10|[2-9AKQJT])(?:[♠♣]|([♥♦])))")
_RED: Final = re.compile("(?<![2-9AKQJT0])[♥♦]")


def plain(text: str) -> str:
    """Return what an author wrote, without anything that either form would obey."""
    return printable(text).translate(_HARMLESS)


def literal(text: str) -> str:
    """Return the words of a rule as they are written, for a page of HTML alone: there only a star means something."""
    return printable(text).replace("*", "∗")


def markdown(blocks: Iterable[Block]) -> str:
    """Write blocks as Markdown."""
    return "\n\n".join(_markdown(block) for block in blocks) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(level=level, text=text):
            return f"{'#' * level} {text}"
        case Para(text=text):
            return text
        case Items(items=items):
            return "\n".join(f"- {item}" for item in items)
        case Table(head=head, rows=rows):
            lines = [head, tuple("---" for _ in head), *rows]
            return "\n".join(f"| {' | '.join(line)} |" for line in lines)
        case Box(heading=heading, blocks=blocks):
            inner = "\n\n".join([f"**{heading}**", *(_markdown(one) for one in blocks)])
            return "\n".join(f"> {line}".rstrip() for line in inner.split("\n"))
        case _:
            assert_never(block)


def texts_of(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the texts of blocks, but for headings."""
    for block in blocks:
        match block:
            case Para(text=text):
                yield text
            case Items(items=items):
                yield from items
            case Table(rows=rows):
                yield from (cell for row in rows for cell in row)
            case Box(blocks=inner):
                yield from texts_of(inner)
            case _:
                pass


def unmarked(text: str) -> str:
    """Return a text without its marks for italics and bold."""
    return text.replace("*", "")


def text(blocks: Iterable[Block], width: int) -> list[str]:
    """Write blocks as lines for a screen: a row of a table is a sentence after its name."""
    return [line for block in blocks for line in _text(block, width)]


def _text(block: Block, width: int) -> list[str]:
    match block:
        case Heading(text=words):
            return ["", *folded(unmarked(words), width)]
        case Para(text=words):
            return folded(unmarked(words), width)
        case Items(items=items):
            return [line for item in items for line in folded(unmarked(item), width, "  ", "    ")]
        case Table(rows=rows):
            told = (": ".join([*(unmarked(cell).rstrip(".?: ") for cell in row[:-1] if cell), row[-1]]) for row in rows)
            return [line for row in told for line in folded(unmarked(row), width, "  ", "    ")]
        case Box(heading=heading, blocks=blocks):
            return ["", *folded(unmarked(heading), width), *text(blocks, width)]
        case _:
            assert_never(block)


def html(title: str, blocks: Iterable[Block], lang: str = "en") -> str:
    """Write blocks as one page of HTML, for a screen and for paper."""
    named, style = escape(printable(title)), package_text("spadesdsl.book", "page.css")
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{named}</title>\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body(blocks)}\n</main>\n</body>\n</html>\n"
    )


def body(blocks: Iterable[Block]) -> str:
    """Write blocks as HTML, without the page around them."""
    return "\n".join(_html(block) for block in blocks)


def _html(block: Block) -> str:
    match block:
        case Heading(level=level, text=text):
            return f"<h{level}>{_inline(text)}</h{level}>"
        case Para(text=text):
            return f"<p>{_inline(text)}</p>"
        case Items(items=items):
            return "<ul>\n" + "\n".join(f"<li>{_inline(item)}</li>" for item in items) + "\n</ul>"
        case Table(head=head, rows=rows):
            top = "".join(f"<th>{_inline(cell)}</th>" for cell in head)
            lines = "\n".join(f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in rows)
            return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>"
        case Box(heading=heading, blocks=blocks):
            inner = "\n".join(_html(one) for one in blocks)
            return f"<aside>\n<h2>{_inline(heading)}</h2>\n{inner}\n</aside>"
        case _:
            assert_never(block)


def _inline(text: str) -> str:
    said = _ITALICS.sub(
        lambda found: f"<b>{found['bold']}</b>" if found["bold"] else f"<i>{found['italic']}</i>", escape(text)
    )
    said = _RED.sub(lambda found: f'<span class="red">{found[0]}</span>', said)
    return _CARD.sub(lambda card: f'<span class="card{" red" if card[2] else ""}">{card[1]}</span>', said)
