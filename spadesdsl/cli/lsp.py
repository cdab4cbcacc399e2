"""`spadesdsl lsp`: the language server, which an editor starts and speaks to over standard input and output."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit, Stop

if TYPE_CHECKING:
    from spadesdsl.cli.commands import Lsp
    from spadesdsl.cli.console import Console


def run(console: Console, call: Lsp) -> int:
    """Serve until the editor leaves."""
    del call
    if find_spec("pygls") is None:
        raise Stop(Exit.USAGE, 'The language server needs an extra: pip install "spadesdsl[lsp]"')
    if console.is_live:
        console.remark("This is for editors, which speak to it over its input: see docs/editors.md. Ctrl-C leaves.")
    from spadesdsl.editor.server import serve

    serve()
    console.out = console.err = None  # the server has closed them
    return Exit.FINE
