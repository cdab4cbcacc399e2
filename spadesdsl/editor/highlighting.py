"""A Pygments lexer: it colours rule files on pages and in documents, word by word and without reading the file."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from spadesdsl.editor import vocabulary
from spadesdsl.reading import SUFFIX


class RulesLexer(RegexLexer):
    """Colours `.spades` files."""

    name = "spadesdsl"
    aliases: ClassVar[list[str]] = ["spadesdsl", SUFFIX.removeprefix(".")]
    filenames: ClassVar[list[str]] = [f"*{SUFFIX}"]
    url = ""
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Whitespace),
            (vocabulary.COMMENT, Comment.Single),
            (vocabulary.TEXT, String),
            (vocabulary.CARD, Name.Constant),
            (vocabulary.NUMBER, Number),
            (r"(\.)([A-Za-z_]\w*)", Name.Attribute),
            (words(sorted(vocabulary.CONSTANTS), suffix=r"\b"), Keyword.Constant),
            (words(sorted(vocabulary.keywords()), suffix=r"\b"), Keyword),
            (words(sorted(vocabulary.meanings()), suffix=r"\b"), Name.Builtin),
            (vocabulary.NAME, Name),
            (r"[<>!]=|[-+*/=<>]", Operator),
            (r"[{}()\[\]:;,.@]", Punctuation),
        ]
    }
