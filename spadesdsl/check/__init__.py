"""From a parsed file to a checked game: inheritance, names, types and meaning."""

from spadesdsl.check.resolve import Finder, Unfound
from spadesdsl.check.variant import Whole, check, check_whole, errors_with

__all__ = ["Finder", "Unfound", "Whole", "check", "check_whole", "errors_with"]
