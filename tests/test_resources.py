"""The bundled files are found in a checkout and in a zipped wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from spadesdsl.resources import grammar_text, variant_names, variant_text

ROOT = Path(__file__).parent.parent


def test_the_grammar_is_the_checkout_s_own() -> None:
    assert grammar_text() == (ROOT / "grammars" / "spades.lark").read_text(encoding="utf-8")


def test_all_bundled_files_are_found_by_their_stems() -> None:
    files = sorted((ROOT / "variants").rglob("*.spades"))
    assert variant_names() == tuple(sorted(file.stem for file in files))
    for file in files:
        assert variant_text(file.stem) == (file.name, file.read_text(encoding="utf-8"))


def test_no_two_bundled_files_share_a_stem() -> None:
    stems = [file.stem for file in (ROOT / "variants").rglob("*.spades")]
    assert len(stems) == len(set(stems))


def test_an_unknown_name_is_nothing() -> None:
    assert variant_text("no_such_game") is None
    assert variant_text("../standard") is None


def test_they_are_read_from_a_zipped_package(tmp_path: Path) -> None:
    wheel = tmp_path / "package.zip"
    with zipfile.ZipFile(wheel, "w") as package:
        for name in ("__init__.py", "resources.py"):
            package.write(ROOT / "spadesdsl" / name, f"spadesdsl/{name}")
        package.write(ROOT / "grammars" / "spades.lark", "spadesdsl/_data/grammars/spades.lark")
        package.write(ROOT / "variants" / "standard.spades", "spadesdsl/_data/variants/standard.spades")
        package.writestr("spadesdsl/_data/variants/packs/small.spades", "pack small for standard { }\n")
    code = (
        f"import sys; sys.path[:0] = [{str(wheel)!r}]\n"
        "from spadesdsl.resources import grammar_text, variant_names, variant_text\n"
        "assert 'start: document' in grammar_text()\n"
        "print(variant_names(), variant_text('small'))\n"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "('small', 'standard') ('small.spades', 'pack small for standard { }\\n')\n"
