"""The tutorial as steps for the page: the rules to put into the editor, and no terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

TUTORIAL: Final = Path(__file__).resolve().parent.parent / "tutorial.md"
_TERMINAL: Final = re.compile(r"^<!-- terminal -->\n.*?(?=^<!-- page)", re.MULTILINE | re.DOTALL)
"""What is only for a terminal; what comes after it is for the page."""
_PAGE: Final = re.compile(r"^<!-- page: (.*?) -->$", re.MULTILINE)
_CONSOLE: Final = re.compile(r"^```console.*?^```\n", re.MULTILINE | re.DOTALL)
_RULES: Final = re.compile(r'<pre><code class="language-spades">(.*?)</code></pre>', re.DOTALL)
_STEP: Final = re.compile(r"^## (.*)$", re.MULTILINE)


def lessons() -> list[dict[str, str]]:
    """Return the steps: their titles, and their texts as HTML."""
    text = _CONSOLE.sub("", _TERMINAL.sub("", TUTORIAL.read_text(encoding="utf-8")))
    text = _PAGE.sub(r"\1", re.sub(r"\]\((?!#)([\w]+)\.md", r"](../\1.html", text))
    title, *rest = _STEP.split(text)
    first, _, welcome = title.partition("\n")
    steps = [(name, body) for name, body in zip(rest[::2], rest[1::2], strict=True)]
    steps[0] = steps[0][0], f"{welcome}\n{steps[0][1]}"
    return [{"title": name, "html": _html(body)} for name, body in [*steps[:-1], (first[2:] + ": done", steps[-1][1])]]


def _html(text: str) -> str:
    """Write a step as HTML; whole files of rules can be put into the editor."""
    text = re.sub(
        r"^```spades (.*)$", lambda found: "```spades" if "file=" in found[1] else "```part", text, flags=re.M
    )
    html = MarkdownIt().render(text)
    button = '<button type="button" class="put">Put this in the editor</button>'
    return _RULES.sub(rf'<div class="rules"><pre>\1</pre>{button}</div>', html)
