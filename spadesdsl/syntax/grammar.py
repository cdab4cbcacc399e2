"""The parser's tables, built from the grammar once and kept in the private folder.

The saved tables are a pickle, so they are only read from a folder that belongs to the user (see `spadesdsl.storage`).
If anything is wrong with them, the grammar is built again.
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

from spadesdsl import storage
from spadesdsl.resources import grammar_text

if TYPE_CHECKING:
    from lark import Lark


@cache
def grammar() -> Lark:
    """Return the parser of the language."""
    import lark

    text = grammar_text()
    key = sha256("\0".join((text, lark.__version__, sys.version)).encode()).hexdigest()
    name = f"grammar-{key[:32]}.bin"
    tables = storage.kept(name)
    if tables is not None:
        try:
            return lark.Lark.load(BytesIO(tables))
        except Exception:
            pass
    built = lark.Lark(text, parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=False)
    draft = BytesIO()
    built.save(draft)
    storage.keep(name, draft.getvalue())
    return built
