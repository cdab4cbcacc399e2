"""`spadesdsl score`: the score sheet of a deal that was played elsewhere."""

from __future__ import annotations
