"""How hypothesis looks for examples, and where the programs that tests start keep their compiled modules.

Examples are the same ones each time, so that a change is judged by what it changes; `pytest
--hypothesis-profile=search` looks for new ones. Compiled modules are kept even if the environment says otherwise:
hundreds of tests start the program, and compiling it takes longer than most of what they do.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import settings

if sys.dont_write_bytecode:
    compiled = Path(__file__).parent.parent / ".pytest_cache" / "compiled"
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(compiled)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(compiled)

settings.register_profile("suite", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile("suite")
