"""Hypothesis strategies for whole documents of all that the language can say, made from its nodes and its table.

A class of nodes is built of its fields, each by its type; a sentence of the pieces and the content that its row in the
table of sentences has. So a new sentence, fact or action is tried without being listed here. What is listed is what a
type does not say: a number of a card is not a number of tricks, and a name may not be a word of the language.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from hypothesis import strategies as st

from spadesdsl.frozen import MISSING, fields
from spadesdsl.syntax import bodies, examples, expressions, nodes
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES, Content, Naming, Piece
from spadesdsl.syntax.wordlist import NOUNS, THEN_WORDS

if TYPE_CHECKING:
    from dataclasses import Field

    from spadesdsl.syntax.node import Node
    from spadesdsl.syntax.sentences import Form

Strategy: TypeAlias = st.SearchStrategy[Any]

_NAMES = """
bid contract team player card trick play tricks nil made score full hand stock kitty us them South North Left taken
target bag_limit deck teams leader led trumps o_1 members random win losing topped of_cards when_made
"""
NAMES = st.sampled_from(_NAMES.split())
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp")), max_size=30)
PHASES = st.sampled_from(["deal", "bidding", "play", "passing"])
NAME_NODES = st.builds(expressions.Name, NAMES)
CARDS = st.builds(expressions.CardName, st.sampled_from(["A", "K", "10", "2", "9"]), st.sampled_from(list("SHDC")))
NUMBERS = st.builds(
    expressions.Number, st.integers(0, 999).map(Fraction) | st.integers(0, 99).map(lambda n: Fraction(n, 2))
)
TRUTHS = st.builds(expressions.Truth, st.sampled_from(["yes", "no"]))
LITERALS = NUMBERS | NAME_NODES | st.builds(expressions.Negative, NUMBERS) | TRUTHS
CALLS = NAME_NODES | st.builds(expressions.Call, NAMES, st.deferred(lambda: many(EXPRESSIONS, 1)))
BEGINNING = ("contract", "teams", "tricks")
"""Words that begin sentences: no decision is called so, and no card."""
BID_TEXTS = ["3", "0.5", "blind 6", "1 no trump", "take 3", "nil for both", "Blind 6", "6 case", "a/b", "10 9"]
BIDS = CALLS | st.builds(examples.BidText, st.sampled_from(BID_TEXTS))


def many(items: Strategy, least: int = 0, most: int = 3) -> Strategy:
    return st.lists(items, min_size=least, max_size=most).map(tuple)


def _grown(inner: Strategy) -> Strategy:
    """Return the expressions made of others, each class of its fields."""
    said = st.builds(expressions.Did, st.none(), NAMES, many(inner))
    word = st.sampled_from(["count", "sum", "left", "highest", "J", "10"])
    special: dict[type[Node], list[dict[str, Strategy]]] = {
        expressions.OfPhrase: [
            {"word": word, "how_many": st.none()},
            {"word": st.sampled_from(["first", "last"]), "within": st.none(), "over": st.none(), "keys": st.just(())},
        ],
        expressions.ListOf: [{"items": many(inner)}],
        expressions.Did: [{"subject": inner}],
        expressions.Quantified: [{"noun": _NOUNS}, {"noun": _NOUNS, "condition": said}],
    }
    made = [cls for cls in get_args(expressions.Expr) if cls not in _LEAVES]
    return st.one_of(*(_built(cls, special.get(cls, [{}]), inner) for cls in made))


_NOUNS = st.sampled_from(NOUNS)
_LEAVES: dict[type[Node], Strategy] = {
    expressions.Number: NUMBERS,
    expressions.Name: NAME_NODES,
    expressions.CardName: CARDS,
    expressions.RankName: st.builds(expressions.RankName, st.sampled_from(list("AKQJ"))),
    expressions.Truth: st.just(expressions.Truth("never")),
}
EXPRESSIONS: Strategy = st.deferred(lambda: st.recursive(st.one_of(*_LEAVES.values()), _grown, max_leaves=12))
_BY_TYPE: dict[str, Strategy] = {
    "Expr": EXPRESSIONS,
    "str": NAMES,
    "OwnName": NAMES,
    "Keyword": NAMES,
    "Text": TEXTS | st.just("A sentence that is so long that the line on which it stands has to be broken."),
    "bool": st.booleans(),
    "int": st.integers(0, 60),
    "Holder": st.sampled_from(["player", "seat"]),
    "Subject": st.sampled_from(["player", "team", "card"]),
    "Others": st.sampled_from(["alone", "together"]),
    "BidNode": BIDS,
}
"""By type of a field: what it may hold. The others are classes, unions and closed lists of the modules of nodes."""
_CARD_OR_NAME = CARDS | NAME_NODES.filter(lambda one: one.name not in BEGINNING)
_EACH_TIME = st.sampled_from([bodies.Moment.BEFORE_EACH, bodies.Moment.AFTER_EACH, bodies.Moment.WITH_EACH])
_LATER = st.sampled_from([bodies.Moment.AFTER, bodies.Moment.ANY_TIME])
_NOUN_NAMES = st.builds(expressions.Name, st.sampled_from(NOUNS))
_UNITS = st.sampled_from(["seconds", "minutes", "hours"])
_NOT = st.none()

# By class and field: what else is true of it. Several rows of a class are several ways to say it.
_BY_FIELD: dict[type[Node], list[dict[str, Strategy]]] = {
    bodies.Timing: [
        {"moment": _EACH_TIME, "what": st.sampled_from(["trick", "card"])},
        {"moment": _LATER, "what": PHASES},
    ],
    bodies.By: [
        {"turns": st.just(bodies.Turns.ONE), "start": _NOT, "stopping": _NOT},
        {"turns": st.just(bodies.Turns.EACH), "who": _NOUN_NAMES, "until": _NOT},
        {"turns": st.just(bodies.Turns.EACH), "who": _NOUN_NAMES, "stopping": _NOT},
        {"turns": st.just(bodies.Turns.AT_ONCE), "who": _NOUN_NAMES, "start": _NOT, "until": _NOT, "stopping": _NOT},
    ],
    bodies.Values: [{"items": many(EXPRESSIONS, 1)}],
    bodies.Labelled: [{"item": _CARD_OR_NAME}],
    bodies.Listed: [{"items": many(_CARD_OR_NAME, 1)}],
    bodies.Parameter: [{"choices": st.deferred(lambda: of(bodies.Range) | EXPRESSIONS | of(bodies.Listed))}],
    bodies.Give: [{"target": st.just(expressions.Name("hand"))}, {"each": _NOT, "start": _NOT}],
    bodies.MakeBid: [{"bid": CALLS}],
    bodies.TallyStep: [
        {"verb": st.just(bodies.TallyVerb.ADD), "amount": EXPRESSIONS, "loses_rest": st.just(False)},
        {"verb": st.just(bodies.TallyVerb.RESET), "amount": _NOT, "loses_rest": st.just(False)},
        {"verb": st.just(bodies.TallyVerb.FULL), "amount": EXPRESSIONS, "loses_rest": st.just(True)},
        {"verb": st.just(bodies.TallyVerb.FULL), "amount": EXPRESSIONS, "when": _NOT, "loses_rest": st.just(False)},
    ],
    bodies.Time: [
        {"unit": st.just(""), "then": st.just(""), "bid": _NOT},
        {"unit": _UNITS, "then": st.sampled_from(["", *THEN_WORDS]), "bid": _NOT},
        {"unit": _UNITS, "then": st.just(""), "bid": CALLS},
    ],
    bodies.Teams: [
        dict.fromkeys(("size", "after", "first", "partner", "others"), _NOT) | {"labels": st.just(())},
        {"size": st.integers(2, 4), "after": _NOT, "first": _NOT, "partner": _NOT, "others": _NOT},
        {
            "size": _NOT,
            "after": PHASES,
            "first": EXPRESSIONS,
            "partner": EXPRESSIONS,
            "others": _BY_TYPE["Others"],
            "labels": st.just(()),
        },
    ],
    bodies.OptionBody: [{"default": LITERALS, "choices": many(LITERALS, 1) | st.deferred(lambda: of(bodies.Range))}],
    bodies.Assign: [{"name": NAMES | st.just("preset"), "value": EXPRESSIONS | TRUTHS}],
    bodies.Fixing: [{"value": LITERALS}],
    nodes.Remark: [{"keyword": st.sampled_from(["source", "note"])}],
    nodes.Drop: [
        {"keyword": st.sampled_from(["score", "let", "bid", "preset"])},
        {"keyword": st.sampled_from(["trumps", "add", "seats"]), "names": st.just(())},
        {"keyword": st.just("example"), "names": many(TEXTS, 1)},
    ],
    examples.GivenValue: [{"value": EXPRESSIONS | TRUTHS}],
    examples.GivenCards: [
        {"zone": _NOT, "verb": st.sampled_from(["holds", "won"]), "cards": many(_CARD_OR_NAME, 1)},
        {"zone": NAMES, "verb": st.just("holds"), "cards": many(_CARD_OR_NAME, 1)},
    ],
    examples.CaseOf: [{"outcomes": st.deferred(lambda: many(of(examples.Take) | of(examples.WinTricks) | _DID, 1))}],
    examples.GivenDid: [
        {"verb": st.just("did"), "what": CALLS},
        {"verb": st.just("bid"), "what": BIDS, "fixed": st.just(())},
        {"verb": st.just("broke"), "what": NAME_NODES, "fixed": st.just(())},
    ],
    examples.Played: [{"card": _CARD_OR_NAME, "said": _NOT | CALLS.filter(lambda said: said.name not in BEGINNING)}],
    examples.TrickOf: [{"cards": many(_CARD_OR_NAME, 1)}],
    examples.ExpectMoves: [
        {"bids": st.just(False), "moves": many(_CARD_OR_NAME, 1)},
        {"bids": st.just(True), "moves": many(BIDS, 1)},
    ],
    examples.ExpectLate: [{"is_bid": st.just(False), "what": _CARD_OR_NAME}, {"is_bid": st.just(True), "what": BIDS}],
    examples.ExpectHeld: [
        {"held": st.integers(0, 60), "lacks": st.just(False)},
        {"held": many(_CARD_OR_NAME, 1)},
    ],
    examples.Expect: [{"because": _NOT | st.tuples(PHASES, NAMES)}],
}


@cache
def of(cls: type[Node]) -> Strategy:
    """Return the nodes of a class."""
    return _built(cls, _BY_FIELD.get(cls, [{}]))


def _built(cls: type[Node], ways: list[dict[str, Strategy]], inner: Strategy = EXPRESSIONS) -> Strategy:
    """Return the nodes of a class; each way says more about some of its fields, which are made of `inner`."""
    usual = {one.name: _field(one, inner) for one in fields(cls) if not one.name.endswith(("span", "spans"))}
    return st.one_of(*(st.builds(cls, **(usual | way)) for way in ways))


def _field(one: Field[Any], inner: Strategy) -> Strategy:
    kind = str(one.type)
    base = kind.removesuffix(" | None")
    name = base.removeprefix("tuple[").split(",")[0]
    values = inner if name == "Expr" else st.deferred(lambda: _of_type(name))
    found = many(values, int(one.default is MISSING)) if base.startswith("tuple[") else values
    return _NOT | found if base != kind else found


def _of_type(name: str) -> Strategy:
    if name in _BY_TYPE:
        return _BY_TYPE[name]
    found = {**vars(expressions), **vars(bodies), **vars(nodes), **vars(examples)}[name]
    if isinstance(found, type) and issubclass(found, StrEnum):
        return st.sampled_from(found)
    return of(found) if isinstance(found, type) else st.one_of(*map(of, get_args(found)))


_DID = st.builds(
    examples.GivenDid, NAMES, st.just("did"), CALLS, st.deferred(lambda: many(of(bodies.Fixing)))
)  # what may come out in a `case`
# ---------------------------------------------------------------- sentences, from the table

# The first of a list is a plain word or card: what else may begin a sentence's list is for the checker to want.
LISTS = st.builds(lambda first, rest: bodies.Values((first, *rest)), _CARD_OR_NAME, many(EXPRESSIONS))
_LABELLED = many(_CARD_OR_NAME | of(bodies.Labelled), 1).map(lambda items: bodies.Values(tuple(items)))
_CASES = st.builds(bodies.Cases, st.deferred(lambda: many(of(bodies.Case), 1)))
_SOME_ACTIONS = st.deferred(
    lambda: many(st.one_of(*(of(cls) for cls in get_args(bodies.Action) if cls is not bodies.Nothing)), 1)
)


def _actions(cls: type[Node]) -> Strategy:
    return of(cls).map(lambda action: bodies.Actions((action,)))


def _content(form: Form) -> Strategy:
    """Return what a sentence can say after its sign."""
    if form.naming is Naming.LABELLED:
        return _LABELLED
    if form.naming is Naming.VALUES:
        return LISTS if form.keyword != "packs" else st.builds(lambda number: bodies.Values((number,)), NUMBERS)
    match form.content:
        case Content.NOTHING:
            return _NOT
        case Content.SCORE:
            return of(bodies.Amount) | _CASES
        case Content.WORD | Content.LAST_WORD:
            return st.builds(bodies.Word, st.sampled_from(form.choices))
        case Content.ACTIONS:
            return st.builds(bodies.Actions, _SOME_ACTIONS) | st.just(bodies.Actions((bodies.Nothing(),)))
        case Content.RULES:
            return _NOT | st.builds(bodies.Block, many(_sentences(form.section), 1, 2))
        case Content.BIDS:
            rules, block = _sentences(form.section), partial(st.builds, bodies.Block)
            return _NOT | block(many(rules, 1, 2)) | block(many(rules, 0, 2), many(NAME_NODES, 1))
        case _:
            body = form.content.body
            assert body is not None
            return _actions(body) if body in get_args(bodies.Action) else of(body)


def _name(form: Form) -> Strategy:
    alone = {other.words for forms in SENTENCES.values() for other in forms if other.keyword == form.keyword}
    words = [word for word in form.words if form.words == (word,) or (word,) not in alone]
    return {Naming.NAME: NAMES, Naming.WORD: st.sampled_from(words or [""])}.get(form.naming, _NOT)


def sentence(form: Form) -> Strategy:
    """Return the sentences of a row of the table."""
    cls = nodes.RULES.get(form.keyword, nodes.Rule)
    left_out = {piece.field for piece in Piece} - {piece.field for piece in form.pieces}
    if not form.takes_parameters:
        left_out.add("parameters")
    own: dict[str, Strategy] = {one.name: st.just(one.default) for one in fields(cls) if one.name in left_out}
    own |= {"keyword": st.just(form.keyword), "name": _name(form), "body": _content(form)}
    if Piece.LABEL in form.pieces:
        own["label"] = TEXTS
    if form.declares or form.content is Content.SIDES or form.keyword in ("bid", "best"):
        own["sentence"] = _NOT
    if form.keyword == "best":
        own["remarks"] = st.just(())
    return _built(cls, [own]).map(_as_said)


def _as_said(rule: nodes.Rule) -> nodes.Rule:
    """Leave out what cannot be said beside something else."""
    if isinstance(rule, nodes.Score) and isinstance(rule.body, bodies.Cases):
        return rule.without("sentence")
    if isinstance(rule, nodes.Option):
        return rule.without("ask" if rule.sentence is not None else "sentence")
    return rule


@cache
def _sentences(section: str) -> Strategy:
    """Return the sentences of a section."""
    rows = [form for form in SENTENCES[section] if form.keyword not in ("contract", "needs", *_ABOUT)]
    return st.deferred(lambda: st.one_of(*map(sentence, rows)))


_ABOUT = ("version", "about", "source", "note")
"""What the top of a file says of itself, in fields of the document."""
_PLACES = st.none() | st.tuples(st.sampled_from(["before", "after"]), PHASES)
SECTION_NODES = st.one_of(
    *(
        st.builds(
            nodes.Section,
            st.just(form.keyword),
            NAMES if form.has_name else _NOT,
            many(_sentences(form.sentences) | of(nodes.Drop)),
            st.sampled_from(form.each) if form.each else _NOT,
            _PLACES if form.has_name else _NOT,
        )
        for form in SECTIONS
    )
)
ITEMS = st.one_of(
    _sentences("file"), *map(of, (nodes.Drop, nodes.SetOptions, nodes.Preset, nodes.Include, nodes.Prefer)),
    SECTION_NODES, of(examples.Example),
    st.builds(nodes.DropDeals, many(st.integers(1, 20), 1), _NOT | st.integers(2, 9)),
)  # fmt: skip
ON_DEALS = st.builds(nodes.OnDeal, many(st.integers(1, 20), 1), _NOT | st.integers(2, 9), many(ITEMS, most=2))
_TOP = {
    "name": NAMES,
    "title": _NOT | TEXTS,
    "version": _NOT | st.integers(0, 99),
    "about": _NOT | TEXTS,
    "remarks": many(of(nodes.Remark), most=2),
}
DOCUMENTS: st.SearchStrategy[nodes.Document] = st.builds(
    nodes.Document, st.just("variant"), items=many(ITEMS | ON_DEALS), extends=_NOT | NAMES, **_TOP
) | st.builds(nodes.Document, st.just("pack"), items=many(ITEMS), pack_for=_NOT | NAMES, **_TOP)
