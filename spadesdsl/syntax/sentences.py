"""The table of sentences: what each section may say, in which pieces, in which order.

The reader, the printer, the messages about a wrong sentence, the language reference and completion all read this table
and nothing else, so a new phrase is one more row here.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from functools import cache

from spadesdsl.frozen import Frozen, replace
from spadesdsl.syntax import bodies
from spadesdsl.syntax.node import Field, Node, parts_of
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, ITEMS


class Piece(Enum):
    """What may come between the name of a sentence and its body: as the reference shows it, and as it is written.

    The field in that is the one that it fills. The productions from which it is read come last.
    """

    LABEL = 'a label in "…"', "{label:quoted}"
    DURING = "`during ROUND`", "during {during}", "during"
    PLACE = "`above RULE` or `below RULE`", "{place}", "place"
    NEIGHBOUR = "`before PHASE` or `after PHASE`", "{neighbour}", "before"
    TIMING = "`before each …`, `after …` or `any time during …`", "{timing}", "timing"
    BY = "`by …`", "{by}", "by_one", "by_each", "by_each_at_once"
    FINAL = "`final`", "{is_final:final}", "final"
    BEFORE_LOOKING = "`before looking`", "{before_looking:before looking}", "looking"
    INSTEAD_OF = "`instead of …`", "instead of {instead_of:, }", "instead_of"
    FOR_EACH = "`for each …`", "for each {each}", "for_each"
    OF_TABLE = "`of the table`", "{of_table:of the table}", "of_table"
    OF_EACH = "`of each …`", "of each {each}", "of_each"
    FACE = "`face up` or `face down`", "{face}", "face"
    SEEN_BY = "`seen by …`", "seen by {seen_by}", "seen_by"
    IN_NO_SUIT = "`in no suit`", "{suitless:in no suit}", "suitless"
    WHEN = "`when …`", "when {when}", "when"

    def __init__(self, shown: str, form: str, *kinds: str) -> None:
        self.shown, self.form, self.kinds = shown, form, kinds
        (self.field,) = (part.name for part in parts_of(form) if isinstance(part, Field))

    def __str__(self) -> str:
        """Return it as the reference shows it."""
        return self.shown


class Naming(StrEnum):
    """What follows the keyword."""

    NOTHING = "no name"
    NAME = "a name"
    """A name of the author's own."""
    WORD = "one of a few words"
    """One of the form's words."""
    VALUES = "a list"
    """What is declared."""
    LABELLED = 'a list, each with a label in "…" if it needs one'
    """What is declared, and how people read it."""


class Content(Enum):
    """What a sentence says after its `:` or `=`: as the reference shows it, after which sign, and how it is read.

    The third column is the class of what is read; the productions after it are the ones that it is read from.
    """

    NOTHING = "nothing", "", None
    AMOUNT = "one amount or condition", ":", bodies.Amount, "values"
    VALUE = "what it is", " =", bodies.Amount, "equals"
    SCORE = "an amount, or a block of cases", ":", bodies.Amount, "values"
    NAMES = "a list of names", ":", bodies.Values, "values"
    FACES = "ranks, or `none`", ":", bodies.Values, "values"
    RANKS = "all ranks, high to low", ":", bodies.Values, "values"
    TRUMPS = "a suit, or `none`", ":", bodies.Trumps, "values", "topped"
    GIVE = "cards, and where they go: `13 from stock to each player`", ":", bodies.Give, "move"
    SHOW = "cards, and who sees them: `hand to everyone`", ":", bodies.Show, "move"
    SHUFFLE = "the cards", ":", bodies.Shuffle, "values"
    REDEAL = "`by` and the next dealer", ":", bodies.Redeal, "redeal"
    SKIP = "a phase", ":", bodies.Skip, "values"
    AWARD = "tricks, and who gets them: `rest to claimer`", ":", bodies.Award, "move"
    ACTIONS = "what happens, or `nothing`", ":", bodies.Actions, "actions", "values", "move"
    TALLY = f"steps: {', '.join(f'`{verb} …`' for verb in bodies.TallyVerb)}", ":", bodies.Steps, "steps"
    CONTROL = "`A plays for B`", ":", bodies.Playing, "control"
    CLOCK = "a time: `10 seconds, then lowest`, `90 minutes`, `until 22`", ":", bodies.Time, "limit", "hour"
    WORD = "one of a few words", ":", bodies.Word, "values", "play_on"
    LAST_WORD = "one of a few words", "", bodies.Word, "values"
    BIDS = "the bids of the round", ":", bodies.Block, "values"
    RULES = "a block of rules", ":", None
    OPTION = "a default, and the other choices", " =", bodies.OptionBody
    SIDES = "how the sides are made", "", bodies.Teams

    def __init__(self, shown: str, sign: str, body: type[Node] | None, *kinds: str) -> None:
        self.shown, self.sign, self.body, self.kinds = shown, sign, body, kinds

    def __str__(self) -> str:
        """Return it as the reference shows it."""
        return self.shown


class Form(Frozen):
    """One row: a sentence of a section."""

    keyword: str
    line: str
    """What the sentence is for, in one line."""
    example: str
    """One such sentence, as it is printed."""
    naming: Naming = Naming.NAME
    words: tuple[str, ...] = ()
    """The only names it takes, if they are fixed."""
    takes_parameters: bool = False
    pieces: tuple[Piece, ...] = ()
    """The pieces it takes, in order."""
    content: Content = Content.NOTHING
    needs_content: bool = True
    choices: tuple[str, ...] = ()
    """The only words that its content takes, if they are fixed."""
    section: str = ""
    """If its block has rules of its own: the section whose sentences it takes."""

    @property
    def declares(self) -> bool:
        """Whether it is a list of what is declared."""
        return self.naming in (Naming.VALUES, Naming.LABELLED)


class SectionForm(Frozen):
    """One row: a section of a file."""

    keyword: str
    line: str
    sentences: str
    """Which rows of `SENTENCES` it takes."""
    has_name: bool = False
    each: tuple[str, ...] = ()
    """What may come after `for each`; one of these is required if the list is not empty."""


# ---------------------------------------------------------------- the table

_TIMED = (Piece.PLACE, Piece.TIMING, Piece.BY, Piece.WHEN)
# fmt: off
_MOVES = (
    Form("give", "Deals or moves cards: hands, a kitty, discards.",
         "give hands: 13 from stock to each player from left of dealer", pieces=_TIMED, content=Content.GIVE),
    Form("show", "Shows cards to everyone or to one seat.",
         "show dummy_hand after each card when trick_number = 1: Table.hand to everyone", pieces=_TIMED,
         content=Content.SHOW),
    Form("shuffle", "Shuffles cards.", "shuffle stack: hand", pieces=_TIMED, content=Content.SHUFFLE),
    Form("redeal", "Throws in the hands and deals again.",
         "redeal thrown_in when not called: by left of dealer as a new deal", pieces=_TIMED, content=Content.REDEAL),
    Form("skip", "Skips a phase.", "skip no_tricks when claimed: play", pieces=_TIMED, content=Content.SKIP),
    Form("award", "Gives somebody tricks without playing them.",
         "award proved_rest after claim when claim.proved: rest to claimer", pieces=_TIMED, content=Content.AWARD),
)
_DECISIONS = (
    Form("may", "Something that a player may do.", "may keep by player: give aside to hand", takes_parameters=True,
         pieces=(Piece.LABEL, *_TIMED), content=Content.ACTIONS),
    Form("choose", "Something that a player must choose.",
         "choose taker(p in members) by dealer.side: give kitty to p", takes_parameters=True,
         pieces=(Piece.LABEL, *_TIMED), content=Content.ACTIONS),
    Form("pass", "A player passes or discards cards from the hand.",
         "pass three by each player at once: 3 from hand to partner face down", pieces=(Piece.LABEL, *_TIMED),
         content=Content.GIVE),
)
_CLOCK = Form("clock", "How long each may take for a choice, and what is done when that time runs out.",
              "clock too_slow: 10 seconds, then lowest", pieces=(Piece.DURING, Piece.PLACE, Piece.WHEN),
              content=Content.CLOCK)
_LET = Form("let", "Names a quantity.", "let broken = count of played in trumps > 0",
            pieces=(Piece.FOR_EACH, Piece.INSTEAD_OF), content=Content.VALUE)
_BID = Form("bid", "A kind of bid.", 'bid tricks(n from 1 to 13) "{n}" { contract n }', takes_parameters=True,
            pieces=(Piece.LABEL, Piece.BY, Piece.FINAL, Piece.BEFORE_LOOKING, Piece.WHEN), content=Content.RULES,
            needs_content=False, section="bid")
_ROUND = Form("round", "A round of bidding, in turn.", "round opening by each player from left of dealer",
              pieces=(Piece.PLACE, Piece.BY, Piece.WHEN), content=Content.BIDS, needs_content=False, section="round")
_SCORE = Form("score", "A line of the score sheet.", 'score overtricks: 1 * extra "One for each trick over."',
              pieces=(Piece.PLACE, Piece.INSTEAD_OF, Piece.WHEN), content=Content.SCORE)
_ENDING = (Piece.PLACE, Piece.WHEN)

SENTENCES: dict[str, tuple[Form, ...]] = {
    "file": (
        Form("version", "The version number of these rules.", "version 1", Naming.VALUES),
        Form("about", "What the game is, in a sentence.", 'about "Four players in two partnerships."', Naming.NOTHING,
             pieces=(Piece.LABEL,)),
        Form("source", "Where the rules come from.", 'source "pagat.com"', Naming.NOTHING, pieces=(Piece.LABEL,)),
        Form("note", "A remark for readers.", 'note "The source is short."', Naming.NOTHING, pieces=(Piece.LABEL,)),
        Form("option", "A setting that each table can choose.",
             'option target = 500 of 250, 500 "Points that win the game."', content=Content.OPTION),
        _LET,
    ),
    "table": (
        Form("seats", "The seats, clockwise.", "seats North, East, South, West", Naming.VALUES),
        Form("teams", "Who plays together.", "teams of 2", Naming.NOTHING, content=Content.SIDES),
        Form("dummy", "A seat that has cards but makes no decisions.", "dummy Table", Naming.VALUES),
        Form("zone", "A place for cards.", "zone upcard face up",
             pieces=(Piece.LABEL, Piece.OF_EACH, Piece.FACE, Piece.SEEN_BY)),
    ),
    "deck": (
        Form("packs", "How many packs of cards are in play.", "packs 2", Naming.VALUES),
        Form("suits", "The suits, low to high.", "suits clubs, diamonds, hearts", Naming.VALUES),
        Form("ranks", "The ranks, high to low.", "ranks A, K, Q, J, 10, 9", Naming.VALUES),
        Form("faces", "The ranks of one suit, high to low, if it does not have them all.", "faces hearts: A, K, Q",
             content=Content.FACES),
        Form("order", "A different order of the ranks, for some cards or at some times.",
             "order low_in_black when card in clubs or card in spades: K, Q, J, 10, 9, A",
             pieces=(Piece.PLACE, Piece.WHEN), content=Content.RANKS),
        Form("add", "Cards added to the pack, such as jokers.", 'add fool, wizard "the great wizard" in no suit',
             Naming.LABELLED, pieces=(Piece.IN_NO_SUIT,)),
        Form("remove", "Cards left out of the pack.", "remove 2C, 2H", Naming.VALUES),
        Form("trumps", "The trump suit.", "trumps: hearts, topped by fool, 2D", Naming.NOTHING, pieces=(Piece.WHEN,),
             content=Content.TRUMPS),
    ),
    "phase": (
        Form("dealer", "Who deals.", "dealer next: left of dealer", Naming.WORD, ("first", "next"),
             content=Content.AMOUNT),
        *_MOVES,
        *_DECISIONS,
        _ROUND,
        _BID,
        Form("must", "Which bids a player must choose from, if able.",
             "must not_even during opening when every player did bid: sum of contract over players != 13",
             pieces=(Piece.DURING, Piece.PLACE, Piece.WHEN), content=Content.AMOUNT),
        _CLOCK,
        _LET,
    ),
    "play": (
        Form("lead", "Who leads.", "lead next: last_trick.winner", Naming.WORD, ("first", "next"),
             content=Content.AMOUNT),
        Form("trick", "Who wins a trick.",
             "trick winner: highest of trick in trumps, else highest of trick in led.suit", Naming.WORD,
             ("winner", "equal"), content=Content.AMOUNT),
        Form("trick", "Which of two equal cards wins.", "trick equal: cancel", Naming.WORD, ("equal",),
             content=Content.WORD, choices=("first", "last", "cancel")),
        Form("must", "Which cards a player must choose from, if able.",
             'must follow_suit when following: card in led.suit "Follow suit if you can."',
             pieces=(Piece.PLACE, Piece.WHEN), content=Content.AMOUNT),
        Form("control", "Who plays for whom.", "control dummy_cards: declarer plays for Table", pieces=(Piece.WHEN,),
             content=Content.CONTROL),
        Form("trust", "Rules that players are trusted to keep.", "trust follow_the_rules: follow_suit, unbroken",
             content=Content.NAMES),
        *_MOVES,
        *_DECISIONS,
        _CLOCK,
        _LET,
    ),
    "scoring": (
        _LET,
        _SCORE,
        Form("tally", "Something counted from deal to deal.", "tally overs: add extra, full at 10",
             pieces=(Piece.OF_TABLE,), content=Content.TALLY),
    ),
    "ending": (
        Form("win", "Ends the game: who wins.", "win target_reached when score >= target", pieces=_ENDING),
        Form("lose", "Ends the game: who loses.", "lose shot when sets_in_a_row >= 2", pieces=_ENDING),
        Form("out", "Puts a side out of the game; the others play on, and the last one left wins.",
             "out no_trick when taken = 0", pieces=_ENDING),
        Form("tie", "What happens if the best scores are level.", "tie level: play on", content=Content.WORD,
             choices=("play on", "shared")),
        Form("best", "Whether high or low scores are good.", "best score lowest", Naming.WORD, ("score",),
             content=Content.LAST_WORD, choices=("lowest", "highest")),
        Form("clock", "How long the game lasts, or until which hour; an ending reads its name.",
             "clock time_is_up: 90 minutes", content=Content.CLOCK),
    ),
    "bid": (
        Form("contract", "What the bid adds to its side's contract.", "contract n", Naming.NOTHING,
             content=Content.AMOUNT),
        Form("needs", "Who must agree to the bid.", "needs yes from partner", Naming.NOTHING, content=Content.AMOUNT),
        # The lines of bids are the first on the sheet, in the order of the bids.
        replace(_SCORE, pieces=(Piece.INSTEAD_OF, Piece.WHEN)),
        Form("must", "What this bidder must do, if able.", "must top_card above all: card is first of hand",
             pieces=(Piece.PLACE, Piece.WHEN), content=Content.AMOUNT),
        _LET,
        *_MOVES,
        *_DECISIONS,
    ),
    "round": (*_MOVES, *_DECISIONS, _LET),
}
# fmt: on
"""The sentences of each section. `file` is outside all sections; `bid` and `round` are blocks of those sentences."""

SECTIONS: tuple[SectionForm, ...] = (
    SectionForm("table", "The seats, the teams, and places for cards.", "table"),
    SectionForm("deck", "The cards.", "deck"),
    SectionForm("deal", "How the cards are dealt.", "phase"),
    SectionForm("bidding", "The bids and the rounds of bidding.", "phase"),
    SectionForm("phase", "A phase of your own, such as passing.", "phase", has_name=True),
    SectionForm("play", "Leads, legal cards, and who wins a trick.", "play"),
    SectionForm(
        "scoring",
        "The lines of the score sheet, and what is counted from deal to deal.",
        "scoring",
        each=("team", "player", "side"),
    ),
    SectionForm("ending", "When the game is over, and who wins.", "ending"),
)
"""The sections of a file, in the best order to read."""

FORMS = tuple(form for forms in SENTENCES.values() for form in forms)
KEYWORDS = frozenset(form.keyword for form in FORMS)
STARTS = KEYWORDS.union((form.keyword for form in SECTIONS), ITEMS, EXAMPLE_LINES)
"""The words that begin a sentence, a section or a line of an example."""


def form_of(section: str, keyword: str) -> Form | None:
    """Find the row of a keyword in a section."""
    return next((form for form in SENTENCES[section] if form.keyword == keyword), None)


@cache
def row_like(keyword: str) -> Form:
    """Return the row of a keyword that takes the most pieces: it says how all such sentences are written."""
    return max(rows_of(keyword), key=lambda form: len(form.pieces))


def rows_of(keyword: str) -> list[Form]:
    """List the rows of a keyword in all sections."""
    return [form for form in FORMS if form.keyword == keyword]


CASES = "after the `:`, write `if … then … else …`"
"""How a sentence that takes no `when` says what it depends on."""


def row_of(keyword: str, word: str) -> Form:
    """Find the row of a sentence whose only name is this word."""
    return next(form for form in rows_of(keyword) if form.words == (word,))


def section_form(keyword: str) -> SectionForm | None:
    """Find the row of a section."""
    return next((form for form in SECTIONS if form.keyword == keyword), None)


def keywords(section: str) -> tuple[str, ...]:
    """List the words that may begin a sentence in a section, to compare a typo with."""
    own = tuple(dict.fromkeys(form.keyword for form in SENTENCES[section]))
    if section == "file":
        return (*own, *(form.keyword for form in SECTIONS), *ITEMS)
    return (*own, "drop", "replace")


def what_begins(section: str) -> str:
    """Say what may begin a sentence in a section."""
    if section == "file":
        return (
            "rules go in sections, as in `play { … }` or `scoring for each team { … }`; outside of them there are"
            " `set`, `include`, `option`, `about`, `on deal`, `example` and the like"
        )
    if section == "example":
        return "an example has lines that begin with " + ", ".join(f"`{one}`" for one in EXAMPLE_LINES)
    return "what can come here: " + ", ".join(f"`{one}`" for one in keywords(section))


def homes_of(keyword: str) -> tuple[str, ...]:
    """List the sections that have a sentence with this keyword, for "it belongs in `play`"."""
    return tuple(section for section, forms in SENTENCES.items() if any(form.keyword == keyword for form in forms))
