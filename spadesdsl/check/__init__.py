"""From a parsed file to a checked game: inheritance, names, types and meaning."""

from spadesdsl.check.resolve import Finder, Unfound
from spadesdsl.check.variant import check, errors_with

__all__ = ["Finder", "Unfound", "check", "errors_with"]
