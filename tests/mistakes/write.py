"""Writes what is said of the planted mistakes behind each: `python -m tests.mistakes.write`. Read what is new."""

from __future__ import annotations

import re

from tests.mistakes.planted import FOLDER, findings_of, said_of, whole


def main() -> None:
    """Write all files anew."""
    for file in sorted(FOLDER.glob("*.txt")):
        parts = re.split(r"^(?==== )", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        file.write_text("".join(_anew(part) if part.startswith("=== ") else part for part in parts), encoding="utf-8")


def _anew(part: str) -> str:
    kept = part.partition("---\n")[0] if "\n---\n" in part else part
    wrong = re.split(r"^-[-/]->\n", kept.partition("\n")[2], flags=re.MULTILINE)[0]
    return f"{kept}---\n{said_of(findings_of(whole(wrong)))}"


if __name__ == "__main__":
    main()
