"""Bid types: their parameters, conditions, contracts and blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.scopes import Scope, seat_scope, side_scope
from spadesdsl.check.standing import Standing
from spadesdsl.check.steps import STEP_WORDS, check_steps
from spadesdsl.check.world import bids_by_side
from spadesdsl.rules.parts import BidType
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker


def check_bid(checker: Checker, standing: Standing) -> BidType:
    """Check a bid type."""
    rule = standing.rule
    plain = bidder_scope(rule)
    parameters = checker.parameters(plain, rule)
    scope = checker.with_parameters(plain, rule)
    return BidType(
        checker.info(standing),
        rule.name or "",
        parameters,
        rule.label or rule.name or "",
        bids_by_side(rule),
        rule.is_final,
        rule.before_looking,
        checker.truth_or_none(scope, rule.when),
        None if rule.contract is None else checker.amount(scope, rule.contract),
        None if rule.needs_yes is None else checker.seat(scope, rule.needs_yes),
        check_steps(checker, in_block(standing, *STEP_WORDS), checker.with_bid(plain, rule)),
    )


def bidder_scope(rule: nodes.Rule) -> Scope:
    """Return the scope of the bidder."""
    return side_scope() if bids_by_side(rule) else seat_scope()


def in_block(standing: Standing, *keywords: str) -> list[Standing]:
    """Return the rules of a bid's block with one of these keywords."""
    body = standing.rule.body
    rules = body.rules if isinstance(body, nodes.Block) else ()
    return [Standing(rule, standing.section, standing.document) for rule in rules if rule.keyword in keywords]
