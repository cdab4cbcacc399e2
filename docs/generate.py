"""Writes the parts of the documents that are made from the program: `python docs/generate.py`.

A made part stands between `<!-- made: NAME -->` and `<!-- end -->`. A test holds that nothing in them is out of step.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "docs"))

import findings  # noqa: E402 - it lies beside this file
import usage  # noqa: E402

from spadesdsl.check.checker import Checker  # noqa: E402, F401 - `check` has to be imported from its top
from spadesdsl.check.quantities import SET_WORDS  # noqa: E402
from spadesdsl.check.types import say  # noqa: E402
from spadesdsl.check.vocabulary import GLOBALS, NOUNS, PROPERTIES  # noqa: E402
from spadesdsl.resources import grammar_text  # noqa: E402
from spadesdsl.syntax.grammar import grammar  # noqa: E402
from spadesdsl.syntax.sentences import EXAMPLE_LINES, ITEMS, RESERVED, SECTIONS, SENTENCES, Content, Form  # noqa: E402

PART: Final = re.compile(r"(<!-- made: (?P<name>[a-z_]+) -->\n).*?(<!-- end -->)", re.DOTALL)
