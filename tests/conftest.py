"""How hypothesis looks for examples: the same ones each time, so that a change is judged by what it changes.

`pytest --hypothesis-profile=search` looks for new ones.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("suite", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile("suite")
