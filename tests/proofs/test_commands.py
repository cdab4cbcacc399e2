"""`validate --proofs` and `explain` as they are called: text, JSON, GitHub's log, SARIF; what is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl.cli import main
from spadesdsl.codes import CODES
from spadesdsl.schemas import validator

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent.parent / "data" / "errors" / "proofs"
MISSING = str(FOLDER / "case_is_missing.spades")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Run a command in a process's stead, with nothing kept."""
    monkeypatch.setenv("SPADESDSL_CACHE", "grammar")

    def command(*words: str) -> tuple[int, str]:
        code = main(list(words))
        return code, capsys.readouterr().out

    return command


def test_proofs_are_told_a_line_each(run: Callable[..., tuple[int, str]]) -> None:
    code, out = run("validate", "--proofs", MISSING)
    assert code == 0
    assert "warning W801: North bids nil, South bids nil; they take 0 and 0: no case of" in out
    lines = [line for line in out.splitlines() if line.startswith("  ")]
    assert any(line.startswith("  found       scoring.contract: a case is missing (") for line in lines)
    assert any(line.startswith("  proved      play.follow_suit: it takes choices away (") for line in lines)
    assert out.splitlines()[-1].startswith(f"{MISSING}: fine, 4 examples hold, 1 warning, ")


def test_without_proofs_there_is_the_finding_that_costs_little_and_no_line_of_proofs(
    run: Callable[..., tuple[int, str]],
) -> None:
    code, out = run("validate", MISSING)
    assert code == 0
    assert "warning W801: North bids nil, South bids nil; they take 0 and 0: no case of" in out
    assert out.splitlines()[-1] == f"{MISSING}: fine, 4 examples hold, 1 warning"
    assert "proved" not in out


def test_strict_counts_what_the_proofs_find(run: Callable[..., tuple[int, str]]) -> None:
    assert run("validate", "--proofs", "--strict", MISSING)[0] == 1


def test_the_document_for_programs_fits_its_schema(run: Callable[..., tuple[int, str]]) -> None:
    _, out = run("validate", "--proofs", "--format", "json", MISSING, "standard")
    document: dict[str, Any] = json.loads(out)
    assert list(validator("findings").iter_errors(document)) == []
    first, second = document["files"]
    assert {"proved", "found", "not proved"} >= {proof["standing"] for proof in first["proofs"]}
    assert [proof["code"] for proof in first["proofs"] if proof["standing"] == "found"] == ["W801"]
    assert second["file"] == "standard"
    assert second["proofs"]


def test_github_gets_a_line_a_finding(run: Callable[..., tuple[int, str]]) -> None:
    _, out = run("validate", "--proofs", "--format", "github", MISSING)
    lines = out.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"::warning file={MISSING},line=7,endLine=7,col=19,endColumn=27,title=W801%3A a case")
    assert lines[0].count("::") == 2


def test_sarif_names_rules_and_places(run: Callable[..., tuple[int, str]]) -> None:
    _, out = run("validate", "--proofs", "--format", "sarif", MISSING, str(FOLDER / "two_cases_at_once.spades"))
    document = json.loads(out)
    assert document["version"] == "2.1.0"
    (only,) = document["runs"]
    rules = [rule["id"] for rule in only["tool"]["driver"]["rules"]]
    assert rules == ["W801", "W802"]
    results = only["results"]
    assert [(result["ruleId"], result["ruleIndex"], result["level"]) for result in results] == [
        ("W801", 0, "warning"),
        ("W802", 1, "warning"),
    ]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 7, "startColumn": 19, "endLine": 7, "endColumn": 27}
    assert len(results[1]["relatedLocations"]) == 1


def test_proofs_are_kept_until_the_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    house = tmp_path / "house.spades"
    text = Path(MISSING).read_text(encoding="utf-8")
    house.write_text(text, encoding="utf-8")

    def told(*more: str) -> str:
        assert main(["validate", "--proofs", *more, str(house)]) == 0
        return capsys.readouterr().out

    first = told()
    from spadesdsl.proofs import prove as room

    monkeypatch.setattr(room, "prove", lambda *_: pytest.fail("it is kept"))
    assert told() == first
    monkeypatch.setenv("SPADESDSL_DEBUG", "1")
    with pytest.raises(pytest.fail.Exception):
        told("--no-cache")
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    house.write_text(text.replace("case taken < contract", "otherwise"), encoding="utf-8")
    assert "W801" not in told()


def test_explain_shows_a_file_and_the_mend(run: Callable[..., tuple[int, str]]) -> None:
    code, out = run("explain", "w801")
    assert code == 0
    assert out.startswith("W801: a case is missing\n")
    assert "The fix: Write the missing case" in out
    assert "case taken > contract: 10 * contract" in out
    assert "no case of" in out


def test_explain_lists_all_codes_and_refuses_others(run: Callable[..., tuple[int, str]]) -> None:
    code, out = run("explain")
    assert code == 0
    assert len(out.splitlines()) == len(CODES)
    assert run("explain", "W8O1")[0] == 2
