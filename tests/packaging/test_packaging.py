"""What is shipped: a wheel and an sdist that carry the grammar and the variants and work from anywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from spadesdsl.kernel import native

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
    assert {"spadesdsl/schemas/referee.json", "spadesdsl/codes.txt", "spadesdsl/py.typed"} <= names
    static = ROOT / "spadesdsl/web/static"
    assert {f"spadesdsl/web/static/{page.name}" for page in static.iterdir()} <= names


@needs_hatchling
def test_the_sdist_carries_all_that_the_tests_need(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"grammars/spades.lark", "variants/standard.spades", "Makefile", "LICENSE", ".ci/run"} <= names
    assert "tests/packaging/test_packaging.py" in names


COMMANDS: tuple[tuple[int, str], ...] = (
    (0, "list"),
    (0, "list --json whist"),
    (0, "show standard"),
    (0, "new house --from standard --with whiz"),
    (0, "validate house.spades standard"),
    (0, "validate --proofs --format sarif standard"),
    (0, "test house.spades"),
    (0, "explain E203"),
    (0, "explain"),
    (0, "lsp --help"),
    (0, "simulate whist --deals 20 --bots random"),
    (0, "book nyc --format html"),
    (0, "fmt house.spades"),
    (0, "play hearts --seat none --seed 4 --deals 1 --bots random --record game.yaml"),
    (0, "replay game.yaml"),
    (0, "games"),
    (0, "stats"),
    (0, "replay game.yaml --under hearts --json"),
    (0, "review game.yaml --seat North --effort quick"),
    (0, "export game.yaml --out game.pbn"),
    (1, "diff standard house.spades --deals 2 --witness --save cases"),
    (0, "compare standard whist --format html"),
    (3, "serve standard --keep house.spades"),
    (0, "schema"),
    (0, "schema referee"),
    (0, "score standard deal.yaml"),
    (0, "referee standard"),
    (0, "--help"),
)
"""Every command as a user types it, and its exit code."""
RUN_ALL = """
import io, json, sys
import spadesdsl
from spadesdsl.cli import main
assert ".whl" in spadesdsl.__file__, spadesdsl.__file__
ended = []
for words in json.loads(sys.argv[1]):
    sys.stdin = io.TextIOWrapper(io.BytesIO(b'{"do": "new", "seed": 1}\\n{"do": "quit"}\\n'))
    ended.append(main(words.split()))
sys.stdout.flush()
print("\\n" + json.dumps(ended))
"""


@needs_hatchling
def test_every_command_works_from_a_zipped_wheel_in_any_folder(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    (tmp_path / "deal.yaml").write_text("bids: [3, 4, 2, 3]\ntaken: [4, 2, 3, 4]\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(wheel), "SPADESDSL_CACHE": "off"}
    words = json.dumps([command for _, command in COMMANDS])
    ended = subprocess.run(
        [sys.executable, "-P", "-c", RUN_ALL, words],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    codes = json.loads(ended.stdout.splitlines()[-1])
    assert list(zip(codes, [command for _, command in COMMANDS], strict=True)) == list(COMMANDS), ended.stderr


def test_every_command_is_tried_from_the_wheel() -> None:
    from spadesdsl.cli.commands import COMMANDS as ALL

    assert set(ALL) == {command.split()[0] for _, command in COMMANDS} - {"--help"}


def test_the_urls_of_the_project_can_be_followed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]
    for label, url in project["urls"].items():
        assert len(label) <= 32
        parts = urlsplit(url)
        assert parts.scheme == "https"
        assert not parts.netloc.endswith((".invalid", ".example", ".test", "localhost"))


def test_dependencies_are_pinned_to_ranges() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    loose = [name for name in listed if not name.startswith("spadesdsl[") and not (">=" in name and "<" in name)]
    assert loose == []


def test_a_compiler_older_than_the_project_asks_for_counts_as_none() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = project["optional-dependencies"]["fast"][0].partition(">=")[2].partition(",")[0]
    said = "# This file was generated by 'versioneer.py' (0.14)\nversion_version = '{}'\n"
    assert not native.is_too_old(said.format(f"{asked}.0"))
    assert native.is_too_old(said.format("0.44.0"))
    assert native.is_there()


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize(
    ("given", "checked", "played"), [((), "variants/nyc.spades", "standard"), (("VARIANT=hearts",), "hearts", "hearts")]
)
def test_make_play_checks_one_game_and_deals_one_with_bids(given: tuple[str, ...], checked: str, played: str) -> None:
    shown = subprocess.run(["make", "-n", "play", *given], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line.split("spadesdsl ")[1].strip() for line in shown.stdout.splitlines() if "/spadesdsl " in line]
    assert lines == [f"validate {checked}", f"play {played}"]
