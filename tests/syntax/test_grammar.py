"""The grammar has no conflicts, and its cache never does harm."""

from __future__ import annotations

import functools
import logging
import stat
from random import Random
from typing import TYPE_CHECKING, Any

import lark
import pytest

from spadesdsl.resources import grammar_text, variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.syntax import grammar as module
from spadesdsl.syntax.parser import parse
from spadesdsl.syntax.tree import END, Token

if TYPE_CHECKING:
    from pathlib import Path


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    level = lark.logger.level
    lark.logger.setLevel(logging.DEBUG)
    lark.logger.addHandler(caplog.handler)
    try:
        lark.Lark(grammar_text(), parser="lalr", lexer="contextual", debug=True, maybe_placeholders=False)
    finally:
        lark.logger.removeHandler(caplog.handler)
        lark.logger.setLevel(level)
    assert "conflict" not in caplog.text.lower()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    return tmp_path / "spadesdsl"


def built() -> module.Grammar:
    return module.grammar.__wrapped__()


def works(parser: module.Grammar) -> bool:
    tree = parser.parse("variant a { }")
    return tree is not None and bool(tree.children)


def test_the_tables_are_kept_in_a_private_folder(cache: Path) -> None:
    assert works(built())
    (file,) = cache.iterdir()
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    before = file.stat().st_mtime_ns
    assert works(built())
    assert [entry.name for entry in cache.iterdir()] == [file.name]
    assert file.stat().st_mtime_ns == before


def test_a_damaged_table_is_built_again(cache: Path) -> None:
    built()
    (file,) = cache.iterdir()
    file.write_bytes(b"not a table")
    assert works(built())
    assert file.stat().st_size > 1000


def test_a_folder_that_others_may_write_to_is_not_used(cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o777)
    assert works(built())
    assert not list(cache.iterdir())


def test_a_folder_that_is_a_link_is_not_used(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    cache.symlink_to(tmp_path / "elsewhere")
    assert works(built())
    assert not list((tmp_path / "elsewhere").iterdir())


def test_no_cache_is_kept_where_there_can_be_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert works(built())


def test_the_cache_can_be_switched_off(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADESDSL_CACHE", "off")
    assert works(built())
    assert not cache.exists()


def test_a_relative_cache_folder_is_no_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert works(built())
    assert [entry.name for entry in tmp_path.iterdir()] == [".cache"]


def test_a_file_is_the_same_with_and_without_kept_tables(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("test.spades", "variant a { play { must b when c: d in e tellly f: 3 } }")
    first = parse(source)
    assert cache.name == "spadesdsl"
    for _ in range(2):
        monkeypatch.setattr("spadesdsl.syntax.parser.grammar", built)
        assert parse(source) == first


def test_every_shipped_file_has_the_tree_that_lark_reads() -> None:
    for name in variant_names():
        _, text = variant_text(name) or ("", "")
        tree = module.grammar().parse(text)
        assert tree is not None
        waiting: list[tuple[Any, Any]] = [(tree, larks().parse(text))]
        while waiting:
            ours, theirs = waiting.pop()
            if isinstance(ours, Token):
                assert (ours, ours.type, ours.start, ours.end) == (
                    theirs,
                    theirs.type,
                    theirs.start_pos,
                    theirs.end_pos,
                )
                continue
            meta = theirs.meta
            assert (ours.data, ours.start, ours.end) == (theirs.data, meta.start_pos, meta.end_pos), name
            waiting += zip(ours.children, theirs.children, strict=True)


@pytest.mark.parametrize("seed", range(60))
def test_a_broken_file_stops_where_lark_stops_and_wants_the_same_words(seed: int) -> None:
    rng = Random(seed)
    _, text = variant_text(rng.choice(variant_names())) or ("", "")
    words = text.split()
    at = rng.randrange(len(text))
    text = text[:at] + rng.choice((f" {rng.choice(words)} ", rng.choice("{}()[],.:;@=<>!+-*/é&"), "")) + text[at + 1 :]
    ours = module.grammar().begin(text)
    if ours.run() is None:
        with pytest.raises(lark.UnexpectedInput) as theirs:
            larks().parse(text)
        is_end = isinstance(theirs.value, lark.UnexpectedToken) and theirs.value.token.type == END
        assert (ours.at, ours.is_at_end) == (len(text) if is_end else theirs.value.pos_in_stream, is_end)
        assert ours.accepted() == theirs.value.interactive_parser.accepts()
    else:
        assert larks().parse(text)


@functools.cache
def larks() -> lark.Lark:
    return lark.Lark(grammar_text(), parser="lalr", lexer="contextual", propagate_positions=True)
