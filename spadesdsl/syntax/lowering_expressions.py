"""Turn the parse tree of an expression into a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.syntax import nodes
from spadesdsl.syntax.nodes import Expr, Operator, Quantifier
from spadesdsl.syntax.reader import branches, kind, tokens, word_of

if TYPE_CHECKING:
    from lark import Token

    from spadesdsl.syntax.reader import Branch, Reader


def expression(tree: Branch, reader: Reader) -> Expr:
    """Return the node of an expression."""
    match kind(tree):
        case "name" | "number" | "card" | "rank" | "never" | "truth" | "minus":
            return atom(tree, reader)
        case "call" | "property" | "list" | "where" | "where_as" | "full_of" | "bare_of" | "negative":
            return _term(tree, reader)
        case "arithmetic" | "compare" | "equal" | "and" | "or":
            return _binary(tree, reader)
        case "not" | "did" | "broke" | "quantified" | "quantified_did" | "if" | "fallback":
            return _condition(tree, reader)
        case other:
            raise AssertionError(other)


def expressions(trees: list[Branch], reader: Reader) -> tuple[Expr, ...]:
    """Return the nodes of several expressions."""
    return tuple(expression(tree, reader) for tree in trees)


def card_name(token: Token, reader: Reader) -> nodes.CardName:
    """Return a card; a ten may be written with a T."""
    rank, suit = str(token)[:-1], str(token)[-1]
    return nodes.CardName("10" if rank == "T" else rank, suit, reader.span(token))


def atom(tree: Branch, reader: Reader) -> Expr:
    """Return the node of a single word or number."""
    span = reader.span(tree)
    if kind(tree) == "minus":
        (number,) = branches(tree, "number")
        return nodes.Negative(atom(number, reader), span)
    token = next(tokens(tree))
    match kind(tree):
        case "name":
            return nodes.Name(reader.name(token), span)
        case "number":
            return nodes.Number(reader.number(token), span)
        case "card":
            return card_name(token, reader)
        case "rank":
            return nodes.RankName("10" if str(token) == "T" else str(token), span)
        case "never" | "truth":
            return nodes.Truth(str(token), span)
        case other:
            raise AssertionError(other)


def call_or_name(tree: Branch, reader: Reader) -> nodes.Name | nodes.Call:
    """Return a bid or an answer: a name, with or without brackets."""
    node = expression(tree, reader)
    assert isinstance(node, nodes.Name | nodes.Call), "the grammar lets nothing else stand here"
    return node


def _term(tree: Branch, reader: Reader) -> Expr:
    span = reader.span(tree)
    parts = list(branches(tree))
    match kind(tree):
        case "call":
            (name,) = tokens(tree)
            return nodes.Call(reader.name(name), expressions(list(branches(parts[0])), reader), span)
        case "property":
            (name,) = tokens(tree)
            return nodes.Property(expression(parts[0], reader), str(name), span)
        case "list":
            return nodes.ListOf(expressions(parts, reader), span)
        case "where":
            return nodes.Where(expression(parts[0], reader), None, expression(parts[1], reader), span)
        case "where_as":
            (name,) = tokens(tree)
            return nodes.Where(expression(parts[0], reader), reader.name(name), expression(parts[1], reader), span)
        case "negative":
            return nodes.Negative(expression(parts[0], reader), span)
        case _:
            return _of_phrase(tree, reader)


def _of_phrase(tree: Branch, reader: Reader) -> nodes.OfPhrase:
    word = next(tokens(tree))
    plain = [part for part in branches(tree) if kind(part) not in ("of_in", "of_over", "comparing")]
    within = next(branches(tree, "of_in"), None)
    over = next(branches(tree, "of_over"), None)
    keys = next(branches(tree, "comparing"), None)
    return nodes.OfPhrase(
        reader.name(word) if word.type == "NAME" else str(word),
        expression(plain[-1], reader),
        expression(plain[0], reader) if len(plain) > 1 else None,
        expression(next(branches(within)), reader) if within else None,
        expression(next(branches(over)), reader) if over else None,
        expressions(list(branches(keys)), reader) if keys else (),
        reader.span(tree),
    )


def _binary(tree: Branch, reader: Reader) -> nodes.Binary:
    left, right = branches(tree)
    word = next(tokens(tree), None)
    match kind(tree):
        case "equal":
            operator = Operator.EQUAL
        case "and":
            operator = Operator.AND
        case "or":
            operator = Operator.OR
        case _:
            assert word is not None, "an operator is kept in the tree"
            operator = Operator(" ".join(str(word).split()))
    return nodes.Binary(operator, expression(left, reader), expression(right, reader), reader.span(tree))


def _condition(tree: Branch, reader: Reader) -> Expr:
    span = reader.span(tree)
    parts = list(branches(tree))
    match kind(tree):
        case "not":
            return nodes.Not(expression(parts[0], reader), span)
        case "did":
            return _did(tree, expression(parts[0], reader), parts[1:], reader)
        case "broke":
            name = word_of(tree, "NAME")
            assert name is not None, "`broke` has a name"
            return nodes.Broke(expression(parts[0], reader), str(name), span)
        case "if":
            condition, then, otherwise = expressions(parts, reader)
            return nodes.If(condition, then, otherwise, span)
        case "fallback":
            return nodes.Fallback(expression(parts[0], reader), expression(parts[1], reader), span)
        case _:
            return _quantified(tree, reader)


def _did(tree: Branch, subject: Expr | None, arguments: list[Branch], reader: Reader) -> nodes.Did:
    name = [token for token in tokens(tree) if token.type == "NAME"][-1]
    given = expressions(list(branches(arguments[0])), reader) if arguments else ()
    return nodes.Did(subject, str(name), given, reader.span(tree))


def _quantified(tree: Branch, reader: Reader) -> nodes.Quantified:
    words = list(tokens(tree))
    within = next(branches(tree, "within"), None)
    rest = [part for part in branches(tree) if kind(part) != "within"]
    names = [word for word in words if word.type == "NAME"]
    if kind(tree) == "quantified_did":
        condition: Expr = _did(tree, None, rest, reader)
        names = names[:-1]
    else:
        condition = expression(rest[0], reader)
    return nodes.Quantified(
        Quantifier(str(words[0])),
        str(words[1]),
        reader.name(names[0]) if names else None,
        expression(next(branches(within)), reader) if within else None,
        condition,
        reader.span(tree),
    )
