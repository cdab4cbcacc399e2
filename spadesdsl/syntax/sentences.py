"""The table of sentences: what each section may say, in which pieces, in which order.

Lowering, the findings about a wrong sentence, the language reference and completion read this table and nothing else,
so that a new phrase is a row here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Piece(StrEnum):
    """What may stand between the name of a sentence and its body, as a reader is told it."""

    LABEL = 'a label in "…"'
    DURING = "`during ROUND`"
    PLACE = "`above RULE` or `below RULE`"
    NEIGHBOUR = "`before PHASE` or `after PHASE`"
    TIMING = "`before each …`, `after …` or `any time during …`"
    BY = "`by …`"
    BEFORE_LOOKING = "`before looking`"
    INSTEAD_OF = "`instead of …`"
    FOR_EACH = "`for each …`"
    OF_TABLE = "`of the table`"
    OF_EACH = "`of each …`"
    FACE = "`face up` or `face down`"
    SEEN_BY = "`seen by …`"
    IN_NO_SUIT = "`in no suit`"
    WHEN = "`when …`"


class Naming(StrEnum):
    """What follows the keyword."""

    NOTHING = "no name"
    NAME = "a name"
    """A name of the author's own."""
    WORD = "one of a few words"
    """One of the words of the form."""
    VALUES = "a list"
    """What is declared."""


class Content(StrEnum):
    """What a sentence says after its `:` or `=`, as a reader is told it."""

    NOTHING = "nothing"
    AMOUNT = "one amount or condition"
    VALUE = "what it is, after `=`"
    SCORE = "an amount, or a block of cases"
    NAMES = "a list of names"
    TRUMPS = "a suit, or `none`"
    GIVE = "cards, and where they go: `13 from stock to each player`"
    SHOW = "cards, and who sees them: `hand to everyone`"
    SHUFFLE = "the cards"
    REDEAL = "`by` and the next dealer"
    SKIP = "a phase"
    AWARD = "tricks, and who gets them: `rest to claimer`"
    ACTIONS = "what happens, or `nothing`"
    TALLY = "steps: `add …`, `reset …`, `full at …`"
    CONTROL = "`A plays for B`"
    WORD = "one of a few words"
    BIDS = "the bids of the round"
    RULES = "a block of rules"
    OPTION = "a default, and what else it may be"
    SIDES = "how the sides are made"


@dataclass(frozen=True, slots=True)
class Form:
    """One row: a sentence of a section."""

    keyword: str
    line: str
    """What the sentence is for, in one line."""
    naming: Naming = Naming.NAME
    words: tuple[str, ...] = ()
    """The only names it takes, where they are fixed."""
    takes_parameters: bool = False
    pieces: tuple[Piece, ...] = ()
    """The pieces it takes, in their order."""
    content: Content = Content.NOTHING
    needs_content: bool = True
    choices: tuple[str, ...] = ()
    """The only words that its content takes, where they are fixed."""
    section: str = ""
    """Where its block has rules of its own: which section's sentences stand in it."""


@dataclass(frozen=True, slots=True)
class SectionForm:
    """One row: a section of a file."""

    keyword: str
    line: str
    sentences: str
    """Which row of `SENTENCES` it takes."""
    has_name: bool = False
    each: tuple[str, ...] = ()
    """What may stand after `for each`; it must stand there where the list is not empty."""


_TIMED = (Piece.PLACE, Piece.TIMING, Piece.BY, Piece.WHEN)
_MOVES = (
    Form("give", "Moves cards: the deal, a kitty, a discard.", pieces=_TIMED, content=Content.GIVE),
    Form("show", "Shows cards to everyone or to one seat.", pieces=_TIMED, content=Content.SHOW),
    Form("shuffle", "Shuffles cards, so that nobody knows their order.", pieces=_TIMED, content=Content.SHUFFLE),
    Form("redeal", "Throws the hands in and deals again.", pieces=_TIMED, content=Content.REDEAL),
    Form("skip", "Leaves a phase out.", pieces=_TIMED, content=Content.SKIP),
    Form("award", "Counts tricks for somebody without playing them.", pieces=_TIMED, content=Content.AWARD),
)
_DECISIONS = (
    Form(
        "may",
        "Something that a player may do.",
        takes_parameters=True,
        pieces=_TIMED,
        content=Content.ACTIONS,
    ),
    Form(
        "choose",
        "Something that a player must choose.",
        takes_parameters=True,
        pieces=_TIMED,
        content=Content.ACTIONS,
    ),
    Form("pass", "Cards of one's own hand, handed on or put away.", pieces=_TIMED, content=Content.GIVE),
)
_LET = Form("let", "Names a quantity.", pieces=(Piece.FOR_EACH,), content=Content.VALUE)
_BID = Form(
    "bid",
    "A kind of bid.",
    takes_parameters=True,
    pieces=(Piece.LABEL, Piece.BY, Piece.BEFORE_LOOKING, Piece.WHEN),
    content=Content.RULES,
    needs_content=False,
    section="bid",
)
_ROUND = Form(
    "round",
    "A round in which each in turn makes a bid.",
    pieces=(Piece.PLACE, Piece.BY, Piece.WHEN, Piece.BEFORE_LOOKING),
    content=Content.BIDS,
    needs_content=False,
    section="round",
)
_SCORE = Form(
    "score",
    "A line of the score sheet.",
    pieces=(Piece.PLACE, Piece.INSTEAD_OF, Piece.WHEN),
    content=Content.SCORE,
)
_ENDING = (Piece.PLACE, Piece.WHEN)

SENTENCES: dict[str, tuple[Form, ...]] = {
    "file": (
        Form("version", "The version of these rules, a whole number.", Naming.VALUES),
        Form("about", "What the game is, in a sentence.", Naming.NOTHING, pieces=(Piece.LABEL,)),
        Form("source", "Where the rules come from.", Naming.NOTHING, pieces=(Piece.LABEL,)),
        Form("note", "A remark for readers.", Naming.NOTHING, pieces=(Piece.LABEL,)),
        Form("option", "A choice that a table can make.", content=Content.OPTION),
        _LET,
    ),
    "table": (
        Form("seats", "The seats, clockwise.", Naming.VALUES),
        Form("teams", "Who plays together.", Naming.NOTHING, content=Content.SIDES),
        Form("dummy", "A seat with cards that is no player.", Naming.VALUES),
        Form("zone", "A place for cards.", pieces=(Piece.OF_EACH, Piece.FACE, Piece.SEEN_BY)),
    ),
    "deck": (
        Form("packs", "How many packs are shuffled together.", Naming.VALUES),
        Form("suits", "The suits, low to high.", Naming.VALUES),
        Form("ranks", "The ranks, high to low.", Naming.VALUES),
        Form("add", "Cards besides the pack's own.", Naming.VALUES, pieces=(Piece.IN_NO_SUIT,)),
        Form("remove", "Cards that are left out.", Naming.VALUES),
        Form("trumps", "The trump suit.", Naming.NOTHING, pieces=(Piece.WHEN,), content=Content.TRUMPS),
    ),
    "phase": (
        Form("dealer", "Who deals.", Naming.WORD, ("first", "next"), content=Content.AMOUNT),
        *_MOVES,
        *_DECISIONS,
        _ROUND,
        _BID,
        Form(
            "must",
            "Narrows the bids of a round, if able.",
            pieces=(Piece.DURING, Piece.PLACE, Piece.WHEN),
            content=Content.AMOUNT,
        ),
        _LET,
    ),
    "play": (
        Form("lead", "Who leads.", Naming.WORD, ("first", "next"), content=Content.AMOUNT),
        Form("trick", "Who wins a trick.", Naming.WORD, ("winner", "equal"), content=Content.AMOUNT),
        Form(
            "must",
            "Narrows the cards that may be played, if able.",
            pieces=(Piece.PLACE, Piece.WHEN),
            content=Content.AMOUNT,
        ),
        Form("control", "Who plays for whom.", pieces=(Piece.WHEN,), content=Content.CONTROL),
        Form("trust", "Rules that the table does not enforce.", content=Content.NAMES),
        *_MOVES,
        *_DECISIONS,
        _LET,
    ),
    "scoring": (
        _LET,
        _SCORE,
        Form("tally", "Something counted from deal to deal.", pieces=(Piece.OF_TABLE,), content=Content.TALLY),
    ),
    "ending": (
        Form("win", "Ends the game: who has won.", pieces=_ENDING),
        Form("lose", "Ends the game: who has lost.", pieces=_ENDING),
        Form("tie", "What becomes of equal scores.", content=Content.WORD, choices=("play on", "shared")),
        Form(
            "best",
            "Whether a low or a high score is good.",
            Naming.WORD,
            ("score",),
            content=Content.WORD,
            choices=("lowest", "highest"),
        ),
    ),
    "bid": (
        Form("contract", "What the bid adds to its side's contract.", Naming.NOTHING, content=Content.AMOUNT),
        Form("needs", "Who must agree to the bid.", Naming.NOTHING, content=Content.AMOUNT),
        _SCORE,
        Form(
            "must",
            "Narrows what this bidder may do, if able.",
            pieces=(Piece.PLACE, Piece.WHEN),
            content=Content.AMOUNT,
        ),
        _LET,
        *_MOVES,
        *_DECISIONS,
    ),
    "round": (*_MOVES, *_DECISIONS, _LET),
}
"""The sentences of each section; `file` stands outside of all, `bid` and `round` are the blocks of those."""

SECTIONS: tuple[SectionForm, ...] = (
    SectionForm("table", "Who sits where, and where cards may lie.", "table"),
    SectionForm("deck", "The cards.", "deck"),
    SectionForm("deal", "How the cards come to the players.", "phase"),
    SectionForm("bidding", "What is bid.", "phase"),
    SectionForm("phase", "A phase of the file's own.", "phase", has_name=True),
    SectionForm("play", "The tricks.", "play"),
    SectionForm("scoring", "The score sheet.", "scoring", each=("team", "player", "side")),
    SectionForm("ending", "When the game is over, and who has won.", "ending"),
)
"""The sections of a file, in the order in which they are best written."""

ITEMS: dict[str, str] = {
    "set": "Sets options.",
    "include": "Takes in a pack of rules.",
    "prefer": "Says which of two packs has its way with a rule.",
    "preset": "A named group of settings.",
    "on": "Rules that last for some deals.",
    "example": "A worked example, which is a test.",
    "drop": "Takes away a rule that is there.",
    "replace": "Changes a rule that is there.",
}
"""What else stands outside of the sections."""

EXAMPLE_LINES: dict[str, str] = {
    "set": "Sets options, over all else.",
    "given": "How the table stands.",
    "bids": "What was bid.",
    "plays": "The trick so far.",
    "case": "One outcome, and what it gives.",
    "expect": "What must come out.",
    "source": "Where the example comes from.",
    "note": "A remark for readers.",
}
"""The lines of an example."""

NAMELESS = ("seats", "teams", "dummy", "packs", "suits", "ranks", "add", "remove", "trumps")
"""Declarations that are told apart by their keyword alone."""

NOUNS = ("player", "member", "opponent", "team", "side", "card", "trick", "seat")
"""What a quantifier or `each` may count."""

_RESERVED = """
above add after always and as award beats before below broke by case comparing did drop during each else every example
first from give has if in include includes is last let mod never no not of option or otherwise over prefer preset redeal
replace reset set show shuffle skip some step then to until when where with yes
"""
RESERVED = frozenset(_RESERVED.split())
"""The words that may not be names of values. They join expressions and pieces, or begin what happens."""


def form_of(section: str, keyword: str) -> Form | None:
    """Find the row of a keyword in a section."""
    return next((form for form in SENTENCES[section] if form.keyword == keyword), None)


def section_form(keyword: str) -> SectionForm | None:
    """Find the row of a section."""
    return next((form for form in SECTIONS if form.keyword == keyword), None)


def keywords(section: str) -> tuple[str, ...]:
    """List the words that may begin a sentence in a section, as they are looked for in a typo."""
    own = tuple(form.keyword for form in SENTENCES[section])
    if section == "file":
        return (*own, *(form.keyword for form in SECTIONS), *ITEMS)
    return (*own, "drop", "replace")


def homes_of(keyword: str) -> tuple[str, ...]:
    """List the sections that have a sentence with this keyword, for "it stands in `play`"."""
    return tuple(section for section, forms in SENTENCES.items() if any(form.keyword == keyword for form in forms))
