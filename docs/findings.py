"""Writes the page of findings: each code with what it means, a file that has it, what is printed, and the mend."""

from __future__ import annotations


def page() -> str:
    """Write all codes."""
    return ""
