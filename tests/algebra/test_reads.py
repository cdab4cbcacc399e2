"""What rules read is worked out from them, and every word of the language is known there."""

from __future__ import annotations

import pytest

from spadesdsl.algebra.reads import Effect, Fact, RuleReads, reads_of
from spadesdsl.resources import variant_names
from spadesdsl.rules.operations import Topic
from tests.loading import loaded


def rule(name: str, key: str, keyword: str) -> RuleReads:
    variant = loaded(name).variant
    assert variant is not None
    found = [one for one in reads_of(variant.game) if (one.rule.key, one.rule.keyword) == (key, keyword)]
    assert len(found) == 1
    return found[0]


def test_what_is_read_is_read_through_quantities() -> None:
    found = rule("standard", "scoring.contract", "score")
    assert found.names(Topic.OPTION) == {"set_cost", "failed_nil"}
    assert found.topics == {Topic.BIDS, Topic.TAKEN, Topic.SEATING, Topic.OPTION}
    assert found.lets == {"made", "helping", "nil_tricks"}
    assert found.decides == {Effect.SCORE}


def test_own_and_others_are_told_apart() -> None:
    assert Fact(Topic.TAKEN, "", is_own=True) in rule("standard", "scoring.nil", "score").facts
    assert Fact(Topic.SCORE, "", is_own=True) in rule("standard", "ending.target_reached", "win").facts
    assert Fact(Topic.TAKEN, "", is_own=True) not in rule("standard", "scoring.contract", "score").facts


def test_a_rule_of_the_play_reads_the_trick_and_the_cards_played() -> None:
    assert Topic.TRICK in rule("standard", "play.follow_suit", "must").topics
    unbroken = rule("standard", "play.unbroken", "must")
    assert {Topic.PLAYED, Topic.LEADING, Topic.CARD} <= unbroken.topics
    assert Topic.TRUMPS not in unbroken.topics, "they never change"
    assert unbroken.decides == {Effect.PLAYS}


def test_an_option_decides_what_its_readers_decide() -> None:
    assert rule("standard", "top.target", "option").decides == {Effect.ENDING}
    assert rule("standard", "top.failed_nil", "option").decides == {Effect.SCORE, Effect.TALLIES}


@pytest.mark.parametrize("name", variant_names())
def test_every_rule_that_reads_something_is_listed_once(name: str) -> None:
    variant = loaded(name).variant
    assert variant is not None
    found = [(one.rule.section, one.rule.keyword, one.rule.name) for one in reads_of(variant.game)]
    assert len(found) == len(set(found))
    listed = {"must", "score", "tally", "win", "lose", "out", "bid", "let", "may", "choose", "pass", "give", "round"}
    wanted = {(one.section, one.keyword, one.name) for one in variant.game.rules if one.keyword in listed}
    known = {(keyword, name) for _, keyword, name in found}
    assert {(keyword, name) for _, keyword, name in wanted} <= known
