"""What is shipped: a wheel and an sdist that carry the grammar and the variants and work from anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
VARIANTS = sorted(path.relative_to(ROOT / "variants") for path in (ROOT / "variants").rglob("*.spades"))

needs_hatchling = pytest.mark.skipif(find_spec("hatchling") is None, reason="hatchling is not installed")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build wheel and sdist into a folder."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    return folder


@needs_hatchling
def test_the_wheel_carries_grammar_variants_and_schemas(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "spadesdsl/_data/grammars/spades.lark" in names
    assert {f"spadesdsl/_data/variants/{variant.as_posix()}" for variant in VARIANTS} <= names
    assert {"spadesdsl/schemas/referee.json", "spadesdsl/py.typed"} <= names


@needs_hatchling
def test_the_sdist_carries_all_that_the_tests_need(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"grammars/spades.lark", "variants/standard.spades", "Makefile", "LICENSE", ".ci/run"} <= names
    assert "tests/packaging/test_packaging.py" in names


@needs_hatchling
def test_the_wheel_works_zipped_and_from_any_folder(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    environment = {**os.environ, "PYTHONPATH": str(wheel), "SPADESDSL_CACHE": "off"}
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "spadesdsl", "validate", "standard"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "standard: fine" in ended.stdout


def test_dependencies_are_pinned_to_ranges() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    loose = [name for name in listed if not name.startswith("spadesdsl[") and not (">=" in name and "<" in name)]
    assert loose == []
