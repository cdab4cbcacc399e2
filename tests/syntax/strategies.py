"""Hypothesis strategies for whole documents, of nodes that the language can say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from hypothesis import strategies as st

from spadesdsl.syntax import nodes
from spadesdsl.syntax.nodes import Operator

Strategy: TypeAlias = st.SearchStrategy[Any]

_NAMES = """
bid contract team player card trick play tricks nil made score full hand stock kitty us them South North Left taken
target bag_limit deck teams leader led trumps o_1 members random win losing topped of_cards when_made
"""
NAMES = st.sampled_from(_NAMES.split())
WHO = st.sampled_from(["us", "them", "South", "North", "kitty", "nobody"])
NOUNS = st.sampled_from(["player", "member", "opponent", "team", "side", "card", "trick", "seat", "suit"])
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp")), max_size=30)
LONG_TEXTS = st.one_of(TEXTS, st.just("A sentence that is so long that the line on which it stands has to be broken."))
PHASES = st.sampled_from(["deal", "bidding", "play", "passing"])
NUMBERS = st.builds(
    nodes.Number, st.one_of(st.integers(0, 999).map(Fraction), st.integers(0, 99).map(lambda n: Fraction(n, 2)))
)
CARDS = st.builds(nodes.CardName, st.sampled_from(["A", "K", "10", "2", "9"]), st.sampled_from(list("SHDC")))
NAME_NODES = st.builds(nodes.Name, NAMES)
LEAVES = st.one_of(
    NUMBERS,
    NAME_NODES,
    CARDS,
    st.builds(nodes.RankName, st.sampled_from(list("AKQJ"))),
    st.builds(nodes.Truth, st.just("never")),
)
LITERALS = st.one_of(
    NUMBERS,
    NAME_NODES,
    st.builds(nodes.Negative, NUMBERS),
    st.builds(nodes.Truth, st.sampled_from(["yes", "no"])),
)


def _tuples(items: Strategy, least: int = 0, most: int = 3) -> Strategy:
    return st.lists(items, min_size=least, max_size=most).map(tuple)


def _grown(inner: st.SearchStrategy[nodes.Expr]) -> st.SearchStrategy[nodes.Expr]:
    some = _tuples(inner, 1)
    maybe = st.none() | inner
    return st.one_of(
        st.builds(nodes.Property, inner, NAMES),
        st.builds(nodes.Call, NAMES, some),
        st.builds(
            nodes.OfPhrase,
            st.sampled_from(["count", "sum", "left", "highest", "J", "10"]),
            inner,
            st.none(),
            maybe,
            maybe,
            _tuples(inner),
        ),
        st.builds(nodes.OfPhrase, st.sampled_from(["first", "last"]), inner, maybe, maybe),
        st.builds(nodes.ListOf, _tuples(inner)),
        st.builds(nodes.Where, inner, st.none() | NAMES, inner),
        st.builds(nodes.Negative, inner),
        st.builds(nodes.Binary, st.sampled_from(Operator), inner, inner),
        st.builds(nodes.Not, inner),
        st.builds(nodes.Did, inner, NAMES, _tuples(inner)),
        st.builds(nodes.Broke, inner, NAMES),
        st.builds(
            nodes.Quantified,
            st.sampled_from(nodes.Quantifier),
            NOUNS,
            st.none() | NAMES,
            maybe,
            inner | st.builds(nodes.Did, st.none(), NAMES, _tuples(inner)),
        ),
        st.builds(nodes.If, inner, inner, inner),
        st.builds(nodes.Fallback, inner, inner),
    )


EXPRESSIONS: st.SearchStrategy[nodes.Expr] = st.recursive(LEAVES, _grown, max_leaves=12)
MAYBE = st.none() | EXPRESSIONS
RANGES = st.builds(nodes.Range, EXPRESSIONS, EXPRESSIONS, MAYBE)
REMARKS = _tuples(st.builds(nodes.Remark, st.sampled_from(["source", "note"]), TEXTS), most=2)
CHANGES = st.sampled_from(nodes.Change)
SENTENCES = st.none() | LONG_TEXTS
FACES = st.none() | st.sampled_from(nodes.Face)
PLACES = st.none() | st.builds(nodes.Place, st.booleans(), st.none() | NAMES)
_EACH_TIME = st.sampled_from([nodes.Moment.BEFORE_EACH, nodes.Moment.AFTER_EACH, nodes.Moment.WITH_EACH])
TIMINGS = st.one_of(
    st.none(),
    st.builds(nodes.Timing, _EACH_TIME, st.sampled_from(["trick", "card"])),
    st.builds(nodes.Timing, st.sampled_from([nodes.Moment.AFTER, nodes.Moment.ANY_TIME]), PHASES),
)
NOUN_NAMES = st.builds(nodes.Name, NOUNS)
BYS = st.one_of(
    st.none(),
    st.builds(nodes.By, st.just(nodes.Turns.ONE), EXPRESSIONS, st.none(), MAYBE),
    st.builds(nodes.By, st.just(nodes.Turns.EACH), NOUN_NAMES, MAYBE, MAYBE),
    st.builds(nodes.By, st.just(nodes.Turns.EACH), NOUN_NAMES, MAYBE, st.none(), MAYBE),
    st.builds(nodes.By, st.just(nodes.Turns.AT_ONCE), NOUN_NAMES),
)
LISTED = st.builds(nodes.Listed, _tuples(NAME_NODES | CARDS, 1))
PARAMETERS = _tuples(st.builds(nodes.Parameter, NAMES, RANGES | EXPRESSIONS | LISTED), most=2)

GIVES = st.one_of(
    st.builds(nodes.Give, MAYBE, EXPRESSIONS, EXPRESSIONS, st.none(), st.none(), FACES, MAYBE),
    st.builds(
        nodes.Give,
        MAYBE,
        EXPRESSIONS,
        st.just(nodes.Name("hand")),
        st.sampled_from(["player", "seat"]),
        MAYBE,
        FACES,
        MAYBE,
    ),
)
SHOWS = st.builds(nodes.Show, EXPRESSIONS, MAYBE)
SHUFFLES = st.builds(nodes.Shuffle, EXPRESSIONS)
REDEALS = st.builds(nodes.Redeal, EXPRESSIONS, st.booleans())
SKIPS = st.builds(nodes.Skip, PHASES)
AWARDS = st.builds(nodes.Award, MAYBE, EXPRESSIONS)
BID_TEXTS = st.sampled_from(
    ["3", "0.5", "blind 6", "1 no trump", "take 3", "nil for both", "Blind 6", "6 case", "a/b", "10 9"]
)
CALLS = NAME_NODES | st.builds(nodes.Call, NAMES, _tuples(EXPRESSIONS, 1))
BIDS = CALLS | st.builds(nodes.BidText, BID_TEXTS)
ACTIONS = st.one_of(
    GIVES,
    SHOWS,
    SHUFFLES,
    REDEALS,
    SKIPS,
    AWARDS,
    st.builds(nodes.MakeBid, CALLS),
    st.builds(nodes.Fix, NAMES, EXPRESSIONS),
)
STEPS = st.one_of(
    st.builds(nodes.TallyStep, st.just(nodes.TallyVerb.ADD), EXPRESSIONS, MAYBE),
    st.builds(nodes.TallyStep, st.just(nodes.TallyVerb.RESET), st.none(), MAYBE),
    st.builds(nodes.TallyStep, st.just(nodes.TallyVerb.FULL), EXPRESSIONS, MAYBE, st.just(True)),
    st.builds(nodes.TallyStep, st.just(nodes.TallyVerb.FULL), EXPRESSIONS),
)


def _rule(
    keyword: str, body: st.SearchStrategy[nodes.Body], **more: st.SearchStrategy
) -> st.SearchStrategy[nodes.Rule]:  # type: ignore[type-arg]
    fields = {"name": NAMES, "change": CHANGES, "sentence": SENTENCES, "remarks": REMARKS, **more}
    return st.builds(nodes.Rule, st.just(keyword), body=body, **fields)


AMOUNTS = st.builds(nodes.Amount, EXPRESSIONS)
VALUES = st.builds(nodes.Values, _tuples(EXPRESSIONS, 1))
BARE: dict[str, Strategy] = {"name": st.none(), "sentence": st.none()}
TIMED = {"place": PLACES, "timing": TIMINGS, "by": BYS, "when": MAYBE}


def _one(actions: st.SearchStrategy[nodes.Action]) -> st.SearchStrategy[nodes.Actions]:
    return st.builds(nodes.Actions, actions.map(lambda action: (action,)))


LETS = _rule("let", AMOUNTS, each=st.none() | st.sampled_from(["player", "team", "card"]), instead_of=_tuples(NAMES))
MOVES = st.one_of(
    _rule("give", _one(GIVES), **TIMED),
    _rule("show", _one(SHOWS), **TIMED),
    _rule("shuffle", _one(SHUFFLES), **TIMED),
    _rule("redeal", _one(REDEALS), **TIMED),
    _rule("skip", _one(SKIPS), **TIMED),
    _rule("award", _one(AWARDS), **TIMED),
    _rule("pass", _one(GIVES), **TIMED),
)
SOME_ACTIONS = st.builds(nodes.Actions, _tuples(ACTIONS, 1)) | st.just(nodes.Actions((nodes.Nothing(),)))
DECISIONS = st.one_of(
    _rule("may", SOME_ACTIONS, parameters=PARAMETERS, **TIMED),
    _rule("choose", SOME_ACTIONS, parameters=PARAMETERS, **TIMED),
)
CASES = st.builds(nodes.Cases, _tuples(st.builds(nodes.Case, MAYBE, EXPRESSIONS, SENTENCES), 1))
SCORES = _rule("score", AMOUNTS | CASES, place=PLACES, instead_of=_tuples(NAMES), when=MAYBE).filter(
    lambda rule: not (isinstance(rule.body, nodes.Cases) and rule.sentence is not None)
)
MUSTS = _rule("must", AMOUNTS, place=PLACES, when=MAYBE)


def _block(rules: st.SearchStrategy[nodes.Rule]) -> st.SearchStrategy[nodes.Block | None]:
    return st.none() | st.builds(nodes.Block, _tuples(rules, 1, 2))


BID_RULES = _rule(
    "bid",
    _block(SCORES | MUSTS | LETS | MOVES | DECISIONS),
    parameters=PARAMETERS,
    label=TEXTS,
    by=BYS,
    is_final=st.booleans(),
    before_looking=st.booleans(),
    when=MAYBE,
    contract=MAYBE,
    needs_yes=MAYBE,
    sentence=st.none(),
)
ROUNDS = _rule(
    "round",
    _block(MOVES | DECISIONS | LETS) | st.builds(nodes.Block, _tuples(MOVES | LETS), _tuples(NAME_NODES, 1)),
    place=PLACES,
    by=BYS,
    when=MAYBE,
)
TEAMS = st.one_of(
    st.just(nodes.Teams(None)),
    st.builds(nodes.Teams, st.integers(2, 4)),
    st.builds(nodes.Teams, st.none(), PHASES, EXPRESSIONS, EXPRESSIONS, st.sampled_from(["alone", "together"])),
)
# The first of a list is a plain word or card: what else may begin a sentence's list is for the checker to want.
LISTS = st.builds(lambda first, rest: nodes.Values((first, *rest)), NAME_NODES | CARDS, _tuples(EXPRESSIONS))
TABLE = st.one_of(
    _rule("seats", LISTS, **BARE),
    _rule("dummy", LISTS, **BARE),
    _rule("teams", TEAMS, **BARE),
    _rule("zone", st.builds(nodes.ZoneBody, st.none() | st.sampled_from(["player", "seat"]), FACES, MAYBE)),
)
TRUMPS = st.builds(nodes.Trumps, EXPRESSIONS, _tuples(EXPRESSIONS))
DECK = st.one_of(
    _rule("packs", st.builds(lambda number: nodes.Values((number,)), NUMBERS), **BARE),
    _rule("suits", LISTS, **BARE),
    _rule("ranks", LISTS, **BARE),
    _rule("remove", LISTS, **BARE),
    _rule("add", st.builds(lambda cards, free: nodes.Values(cards.values, free), LISTS, st.booleans()), **BARE),
    _rule("trumps", TRUMPS, name=st.none(), when=MAYBE),
    _rule("order", VALUES, place=PLACES, when=MAYBE),
)
UNITS = st.sampled_from(["seconds", "minutes", "hours"])
THEN = st.sampled_from(["", "lowest", "highest", "random", "no"])
CLOCKS = st.one_of(
    st.builds(nodes.Clock, EXPRESSIONS, st.just("")),
    st.builds(nodes.Clock, EXPRESSIONS, UNITS, THEN),
    st.builds(nodes.Clock, EXPRESSIONS, UNITS, st.just(""), CALLS),
)
FIRST_OR_NEXT = st.sampled_from(["first", "next"])
PHASE = st.one_of(
    _rule("dealer", AMOUNTS, name=FIRST_OR_NEXT),
    MOVES,
    DECISIONS,
    ROUNDS,
    BID_RULES,
    _rule("must", AMOUNTS, during=st.none() | NAMES, place=PLACES, when=MAYBE),
    _rule("clock", CLOCKS, during=st.none() | NAMES, place=PLACES, when=MAYBE),
    LETS,
)
PLAY = st.one_of(
    _rule("lead", AMOUNTS, name=FIRST_OR_NEXT),
    _rule("trick", AMOUNTS, name=st.just("winner")),
    _rule("trick", st.builds(nodes.Word, st.sampled_from(["first", "last", "cancel"])), name=st.just("equal")),
    MUSTS,
    _rule("control", st.builds(nodes.Control, EXPRESSIONS, EXPRESSIONS), when=MAYBE),
    _rule("clock", CLOCKS, place=PLACES, when=MAYBE),
    _rule("trust", VALUES),
    MOVES,
    DECISIONS,
    LETS,
)
TALLIES = _rule("tally", st.builds(nodes.TallyBody, _tuples(STEPS, 1), st.booleans()))
ENDING = st.one_of(
    _rule("win", st.none(), place=PLACES, when=MAYBE),
    _rule("lose", st.none(), place=PLACES, when=MAYBE),
    _rule("out", st.none(), place=PLACES, when=MAYBE),
    _rule("tie", st.builds(nodes.Word, st.sampled_from(["play on", "shared"]))),
    _rule(
        "best",
        st.builds(nodes.Word, st.sampled_from(["lowest", "highest"])),
        name=st.just("score"),
        sentence=st.none(),
        remarks=st.just(()),
    ),
)
DROPS = st.one_of(
    st.builds(nodes.Drop, st.sampled_from(["score", "let", "bid", "preset"]), _tuples(NAMES, 1), sentence=SENTENCES),
    st.builds(nodes.Drop, st.sampled_from(["trumps", "add", "seats"]), st.just(())),
    st.builds(nodes.Drop, st.just("example"), _tuples(TEXTS, 1), sentence=SENTENCES),
)


def _section(
    keyword: str, items: st.SearchStrategy[nodes.Rule], **more: st.SearchStrategy
) -> st.SearchStrategy[nodes.Section]:  # type: ignore[type-arg]
    fields = {"name": st.none(), **more}
    return st.builds(nodes.Section, st.just(keyword), items=_tuples(items | DROPS), **fields)


SECTIONS = st.one_of(
    _section("table", TABLE),
    _section("deck", DECK),
    _section("deal", PHASE),
    _section("bidding", PHASE),
    _section(
        "phase",
        PHASE,
        name=NAMES,
        place=st.none() | st.tuples(st.sampled_from(["before", "after"]), PHASES),
    ),
    _section("play", PLAY),
    _section("scoring", LETS | SCORES | TALLIES, each=st.sampled_from(["team", "player", "side"])),
    _section("ending", ENDING),
)
OPTIONS = _rule(
    "option",
    st.builds(nodes.OptionBody, LITERALS, _tuples(LITERALS, 1) | RANGES),
    ask=st.none(),
) | _rule(
    "option",
    st.builds(nodes.OptionBody, LITERALS, _tuples(LITERALS, 1)),
    ask=TEXTS,
    sentence=st.none(),
)
ASSIGNS = st.builds(
    nodes.Assign, NAMES | st.just("preset"), EXPRESSIONS | st.builds(nodes.Truth, st.sampled_from(["yes", "no"]))
)
SETTINGS = _tuples(ASSIGNS, 1)
FACTS = st.one_of(
    st.builds(nodes.Sheet, WHO, SETTINGS),
    st.builds(nodes.GivenValue, NAMES, EXPRESSIONS),
    st.builds(nodes.GivenCards, WHO, st.none(), st.sampled_from(["holds", "won"]), _tuples(CARDS | NAME_NODES, 1)),
    st.builds(nodes.GivenCards, WHO, NAMES, st.just("holds"), _tuples(CARDS | NAME_NODES, 1)),
    st.builds(nodes.GivenTaken, WHO, st.integers(0, 13)),
    st.builds(nodes.GivenUnlooked, WHO),
    st.builds(
        nodes.GivenDid,
        WHO,
        st.just("did"),
        CALLS,
        _tuples(st.builds(nodes.Fixing, NAMES, LITERALS), most=2),
    ),
    st.builds(nodes.GivenDid, WHO, st.just("bid"), BIDS),
    st.builds(nodes.GivenDid, WHO, st.just("broke"), NAME_NODES),
)
RESULTS = st.one_of(
    st.builds(nodes.Sheet, WHO, SETTINGS),
    st.builds(nodes.ExpectMoves, st.booleans(), st.just(False), _tuples(CARDS | NAME_NODES, 1)),
    st.builds(nodes.ExpectMoves, st.booleans(), st.just(True), _tuples(BIDS, 1)),
    st.builds(nodes.ExpectTrick, WHO),
    st.builds(nodes.ExpectGame, WHO),
    st.builds(nodes.ExpectAsked, WHO, NAMES, st.booleans()),
    st.builds(nodes.ExpectLead, WHO),
    st.builds(nodes.ExpectDealer, WHO),
    st.builds(nodes.ExpectHeld, WHO, st.none() | NAMES, st.integers(0, 60), st.just(False)),
    st.builds(nodes.ExpectHeld, WHO, st.none() | NAMES, _tuples(CARDS | NAME_NODES, 1), st.booleans()),
)
EXPECTS = st.builds(nodes.Expect, _tuples(RESULTS, 1), st.none() | st.tuples(PHASES, NAMES))
OUTCOMES = st.one_of(
    st.builds(nodes.Take, WHO, _tuples(st.integers(0, 13), 1)),
    st.builds(nodes.WinTricks, WHO, st.integers(1, 13), st.integers(1, 13)),
    st.builds(nodes.GivenDid, WHO, st.just("did"), CALLS),
)
EXAMPLES = st.builds(
    nodes.Example,
    TEXTS,
    _tuples(
        st.one_of(
            st.builds(nodes.SetOptions, SETTINGS),
            st.builds(nodes.Given, _tuples(FACTS, 1)),
            st.builds(nodes.Bids, _tuples(st.builds(nodes.BidsOf, WHO, _tuples(BIDS, 1)), 1)),
            st.builds(nodes.Plays, _tuples(st.builds(nodes.Played, WHO, CARDS | NAME_NODES, st.none() | CALLS), 1)),
            st.builds(nodes.Tricks, _tuples(st.builds(nodes.TrickOf, WHO, _tuples(CARDS | NAME_NODES, 1)), 1)),
            st.builds(nodes.CaseOf, _tuples(OUTCOMES, 1), EXPECTS),
            EXPECTS,
            st.builds(nodes.NextDeal),
        )
    ),
    CHANGES,
    REMARKS,
)
ITEMS = st.one_of(
    OPTIONS,
    LETS,
    DROPS,
    st.builds(nodes.SetOptions, SETTINGS),
    st.builds(nodes.Preset, NAMES, TEXTS, SETTINGS, CHANGES),
    st.builds(nodes.Include, NAMES, _tuples(ASSIGNS)),
    st.builds(nodes.Prefer, NAMES, NAMES, PHASES, NAMES),
    SECTIONS,
    EXAMPLES,
)
ON_DEALS = st.builds(
    nodes.OnDeal, _tuples(st.integers(1, 20), 1), st.none() | st.integers(2, 9), _tuples(ITEMS, most=2)
)
_ABOUT = {"title": st.none() | TEXTS, "version": st.none() | st.integers(0, 99), "about": st.none() | TEXTS}
DOCUMENTS: st.SearchStrategy[nodes.Document] = st.builds(
    nodes.Document,
    st.just("variant"),
    NAMES,
    items=_tuples(ITEMS | ON_DEALS),
    extends=st.none() | NAMES,
    remarks=REMARKS,
    **_ABOUT,
) | st.builds(
    nodes.Document,
    st.just("pack"),
    NAMES,
    items=_tuples(ITEMS),
    pack_for=st.none() | NAMES,
    remarks=REMARKS,
    **_ABOUT,
)
