"""Turn the lines of a worked example into nodes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.syntax import nodes
from spadesdsl.syntax.lowering_expressions import call_or_name, expression
from spadesdsl.syntax.reader import branches, kind, tokens, word_of

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Expr
    from spadesdsl.syntax.reader import Branch, Reader


def assigns(tree: Branch, reader: Reader) -> tuple[nodes.Assign, ...]:
    """Return the settings of a list."""
    return tuple(_assign(part, reader) for part in branches(tree))


def _assign(tree: Branch, reader: Reader) -> nodes.Assign:
    name = word_of(tree, "NAME", "PRESET")
    (value,) = branches(tree)
    return nodes.Assign(str(name), expression(value, reader), reader.span(tree))


def example(tree: Branch, change: nodes.Change, reader: Reader) -> nodes.Example:
    """Return a worked example."""
    title = word_of(tree, "STRING")
    assert title is not None, "an example has a title"
    parts = list(branches(tree))
    return nodes.Example(
        reader.text(title),
        tuple(_line(part, reader) for part in parts if kind(part) != "remark"),
        change,
        tuple(_remark(part, reader) for part in parts if kind(part) == "remark"),
        reader.span(tree),
        reader.span(title),
    )


def _remark(tree: Branch, reader: Reader) -> nodes.Remark:
    keyword, text = tokens(tree)
    return nodes.Remark(str(keyword), reader.text(text), reader.span(tree))


_NAME = re.compile(r"[a-z][a-z0-9_]*((?<=[0-9])[A-Z])?|[A-Z][a-z][A-Za-z0-9_]*")


def bid(tree: Branch, reader: Reader) -> nodes.BidNode:
    """Return a bid: by its name, or as its label writes it."""
    if kind(tree) != "bid_text":
        return call_or_name(tree, reader)
    words = list(tokens(tree))
    text = reader.text(words[0]) if words[0].type == "STRING" else " ".join(str(word) for word in words)
    if _NAME.fullmatch(text):
        return nodes.Name(text, reader.span(tree))
    return nodes.BidText(text, reader.span(tree))


def _line(tree: Branch, reader: Reader) -> nodes.Line:
    span = reader.span(tree)
    match kind(tree):
        case "next_deal":
            return nodes.NextDeal(span)
        case "set_options":
            return nodes.SetOptions(assigns(next(branches(tree)), reader), span)
        case "given":
            return nodes.Given(tuple(_fact(part, reader) for part in branches(tree)), span)
        case "bids":
            return nodes.Bids(tuple(_bids_of(part, reader) for part in branches(tree)), span)
        case "plays":
            return nodes.Plays(tuple(_played(part, reader) for part in branches(tree)), span)
        case "tricks":
            return nodes.Tricks(tuple(_trick_of(part, reader) for part in branches(tree)), span)
        case "case_of":
            outcomes = [part for part in branches(tree) if kind(part) != "results"]
            results = next(branches(tree, "results"))
            return nodes.CaseOf(
                tuple(_outcome(part, reader) for part in outcomes), _expect(results, results, reader), span
            )
        case "expect":
            return _expect(next(branches(tree)), tree, reader)
        case other:
            raise AssertionError(other)


def _expect(results: Branch, whole: Branch, reader: Reader) -> nodes.Expect:
    because = next(branches(results, "because"), None)
    section, rule = (str(word) for word in tokens(because)) if because else ("", "")
    return nodes.Expect(
        tuple(_result(part, reader) for part in branches(results) if kind(part) != "because"),
        (section, rule) if because else None,
        reader.span(whole),
    )


def _sheet(tree: Branch, reader: Reader) -> nodes.Sheet:
    return nodes.Sheet(str(next(tokens(tree))), assigns(next(branches(tree)), reader), reader.span(tree))


def _cards(tree: Branch, reader: Reader) -> tuple[Expr, ...]:
    return tuple(expression(part, reader) for part in branches(tree))


def _fact(tree: Branch, reader: Reader) -> nodes.Fact:
    span = reader.span(tree)
    words = list(tokens(tree))
    who = str(words[0])
    match kind(tree):
        case "sheet":
            return _sheet(tree, reader)
        case "given_value":
            return nodes.GivenValue(who, expression(next(branches(tree)), reader), span)
        case "given_cards":
            *zone, verb = map(str, words[1:])
            return nodes.GivenCards(who, zone[0] if zone else None, verb, _cards(next(branches(tree)), reader), span)
        case "given_taken":
            return nodes.GivenTaken(who, reader.whole(words[1]), span)
        case "given_unlooked":
            return nodes.GivenUnlooked(who, span)
        case "given_did":
            return _did(tree, reader)
        case other:
            raise AssertionError(other)


def _did(tree: Branch, reader: Reader) -> nodes.GivenDid:
    who, verb = tokens(tree)
    what, *rest = branches(tree)
    fixed = assigns(rest[0], reader) if rest else ()
    return nodes.GivenDid(str(who), str(verb), bid(what, reader), fixed, reader.span(tree))


def _bids_of(tree: Branch, reader: Reader) -> nodes.BidsOf:
    who = str(next(tokens(tree)))
    return nodes.BidsOf(who, tuple(bid(part, reader) for part in branches(tree)), reader.span(tree))


def _played(tree: Branch, reader: Reader) -> tuple[str, Expr, Expr | None]:
    card, *said = branches(tree)
    word = call_or_name(next(branches(said[0])), reader) if said else None
    return str(next(tokens(tree))), expression(card, reader), word


def _trick_of(tree: Branch, reader: Reader) -> nodes.TrickOf:
    return nodes.TrickOf(str(next(tokens(tree))), _cards(next(branches(tree)), reader), reader.span(tree))


def _outcome(tree: Branch, reader: Reader) -> nodes.Outcome:
    span = reader.span(tree)
    if kind(tree) == "given_did":
        return _did(tree, reader)
    who = str(next(tokens(tree)))
    counts = tuple(reader.whole(word) for word in tokens(tree) if word.type == "NUMBER")
    if kind(tree) == "take":
        return nodes.Take(who, counts, span)
    return nodes.WinTricks(who, counts[0], counts[1], span)


def _held(tree: Branch, reader: Reader) -> nodes.ExpectHeld:
    who, *rest = tokens(tree)
    zone = str(rest.pop(0)) if rest[0].type == "NAME" else None
    held = reader.whole(rest[1]) if len(rest) > 1 else _cards(next(branches(tree)), reader)
    return nodes.ExpectHeld(str(who), zone, held, lacks=rest[0].type == "LACKS", span=reader.span(tree))


def _result(tree: Branch, reader: Reader) -> nodes.Result:
    span = reader.span(tree)
    words = list(tokens(tree))
    match kind(tree):
        case "sheet":
            return _sheet(tree, reader)
        case "expect_cards":
            cards = _cards(next(branches(tree)), reader)
            return nodes.ExpectMoves(words[0].type == "LEGAL", bids=False, moves=cards, span=span)
        case "expect_bids":
            bids = tuple(bid(part, reader) for part in branches(tree))
            return nodes.ExpectMoves(words[0].type == "LEGAL", bids=True, moves=bids, span=span)
        case "expect_trick":
            return nodes.ExpectTrick(str(words[0]), span)
        case "expect_game":
            return nodes.ExpectGame(str(words[0]), span)
        case "expect_asked":
            return nodes.ExpectAsked(str(words[0]), str(words[1]), is_asked=True, span=span)
        case "expect_not_asked":
            return nodes.ExpectAsked(str(words[0]), str(words[1]), is_asked=False, span=span)
        case "expect_lead":
            return nodes.ExpectLead(str(words[0]), span)
        case "expect_dealer":
            return nodes.ExpectDealer(str(words[0]), span)
        case "expect_held":
            return _held(tree, reader)
        case "expect_late" | "expect_late_bid":
            is_bid = kind(tree) == "expect_late_bid"
            read = bid if is_bid else expression
            return nodes.ExpectLate(str(words[0]), read(next(branches(tree)), reader), is_bid, span)
        case other:
            raise AssertionError(other)
