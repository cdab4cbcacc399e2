"""Compare the options and rules of several games in a table: a row for each, and a column for each game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from spadesdsl.book.blocks import Block, Heading, Items, literal
from spadesdsl.book.blocks import Table as Rows
from spadesdsl.check.options import say_value
from spadesdsl.diff.changes import CASES_APART, sentences_of, whole_words
from spadesdsl.diff.telling import cell_of
from spadesdsl.engine.events import some
from spadesdsl.frozen import Frozen
from spadesdsl.rules.game import Rules, Variant
from spadesdsl.words import WIDTH, folded

_ABSENT = "\N{EN DASH}"
_OPTIONS = "options"


class Cell(Frozen):
    """A rule or an option as one game has it."""

    words: str
    sentence: str


class Row(Frozen):
    """A rule or an option in every game."""

    section: str
    name: str
    """As people read it: `must follow_suit`; of an option its name."""
    cells: tuple[Cell | None, ...]
    """By game; None if it has none."""

    @property
    def is_alike(self) -> bool:
        """Tell whether all games have the same, apart from what it says to people."""
        return len({None if cell is None else cell.words for cell in self.cells}) == 1


class Table(Frozen):
    """Several games side by side."""

    names: tuple[str, ...]
    titles: tuple[str, ...]
    rows: tuple[Row, ...]
    """By section, in the order of the first game that has the rule."""

    def shown(self, *, has_all: bool) -> tuple[Row, ...]:
        """Return the rows that differ, or all."""
        return tuple(row for row in self.rows if has_all or not row.is_alike)


def table_of(names: Sequence[str], variants: Sequence[Variant]) -> Table:
    """Put games side by side."""
    games = [variant.game for variant in variants]
    found = [{**_options(game), **_rules(variant)} for game, variant in zip(games, variants, strict=True)]
    keys = {key: key[0] for one in found for key in one}
    order = list(dict.fromkeys(keys.values()))
    rows = [Row(*key, tuple(one.get(key) for one in found)) for section in order for key in keys if key[0] == section]
    return Table(tuple(names), tuple(game.title for game in games), tuple(rows))


_Keyed = dict[tuple[str, str], Cell]


def _options(game: Rules) -> _Keyed:
    return {(_OPTIONS, one.name): Cell(say_value(one.type, one.value, game), one.rule.sentence) for one in game.options}


def _rules(variant: Variant) -> _Keyed:
    found = _of_game(variant.game)
    for holds, edition in variant.editions:
        scope = " and ".join(variant.words_of(holds))
        for (section, name), cell in _of_game(edition).items():
            if found.get((section, name)) != cell:
                found[(section, f"{name}, {scope}")] = cell
    return found


def _of_game(game: Rules) -> _Keyed:
    return {
        (rule.section, f"{rule.keyword} {rule.name}" if rule.name != rule.keyword else rule.keyword): Cell(
            whole_words(rule), sentences_of(rule)
        )
        for rule in game.rules
        if rule.keyword != "option"
    }


# ---------------------------------------------------------------- for people


def text_of(table: Table, *, has_all: bool) -> list[str]:
    """Write the table for a terminal: a letter for each wording, and the wordings below."""
    lines = ["The games"]
    lines += [line for at, name in enumerate(table.names, 1)
              for line in folded(f"{at}  {name}: {table.titles[at - 1]}", WIDTH, "  ", "     ")]  # fmt: skip
    section = ""
    for row in table.shown(has_all=has_all):
        if row.section != section:
            section = row.section
            lines += ["", section]
        lines += _row_lines(row)
    alike = sum(row.is_alike for row in table.rows)
    if alike and not has_all:
        lines += ["", *folded(f"{alike} options and rules are the same in all of them; --all shows them too.")]
    return lines


def _row_lines(row: Row) -> Iterator[str]:
    """Write a rule: which games have which wording, each wording once, its cases below it."""
    groups: dict[str, list[int]] = {}
    for at, cell in enumerate(row.cells, 1):
        groups.setdefault(_ABSENT if cell is None else cell.words, []).append(at)
    yield from folded(row.name, WIDTH, "  ", "    ")
    for words, games in groups.items():
        which = ", ".join(map(str, games)) if len(games) < len(row.cells) else "all"
        rule, *cases = words.split(CASES_APART)
        yield from folded(rule if rule != _ABSENT else f"{_ABSENT} none", WIDTH, f"    {which:<8}", " " * 12)
        for case in cases:
            yield from folded(case, WIDTH, " " * 14, " " * 18)


def blocks_of(table: Table, *, has_all: bool, literal: Callable[[str], str] = literal) -> Iterator[Block]:
    """Write the table as a page of the same kind as the rule book; `literal` writes words so that they stay."""
    yield Heading(1, literal(", ".join(table.names)))
    yield Items(
        tuple(f"**{literal(name)}**: {literal(about)}" for name, about in zip(table.names, table.titles, strict=True))
    )
    for section, rows in groupby(table.shown(has_all=has_all), lambda row: row.section):
        yield Heading(2, literal(section[:1].upper() + section[1:]))
        yield Rows(
            ("", *map(literal, table.names)),
            tuple((f"**{literal(row.name)}**", *(cell_of(cell, literal) for cell in row.cells)) for row in rows),
        )


def json_of(table: Table, *, has_all: bool) -> str:
    """Write the table for programs."""
    rows = [
        some(row, "section name")
        | {
            "same": row.is_alike,
            "cells": [None if cell is None else some(cell, "words sentence") for cell in row.cells],
        }
        for row in table.shown(has_all=has_all)
    ]
    games = [{"name": name, "title": title} for name, title in zip(table.names, table.titles, strict=True)]
    return json.dumps({"games": games, "rows": rows}, indent=2, ensure_ascii=False)
