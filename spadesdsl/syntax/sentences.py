"""The table of sentences: what each section may say, in which pieces, in which order.

Lowering, the findings about a wrong sentence, the language reference and completion read this table and nothing else,
so that a new phrase is a row here.
"""

from __future__ import annotations

from spadesdsl.syntax.forms import Content, Form, Naming, Piece, SectionForm

_TIMED = (Piece.PLACE, Piece.TIMING, Piece.BY, Piece.WHEN)
_MOVES = (
    Form(
        "give",
        "Moves cards: the deal, a kitty, a discard.",
        "give hands: 13 from stock to each player from left of dealer",
        pieces=_TIMED,
        content=Content.GIVE,
    ),
    Form(
        "show",
        "Shows cards to everyone or to one seat.",
        "show dummy_hand after each card when trick_number = 1: Table.hand to everyone",
        pieces=_TIMED,
        content=Content.SHOW,
    ),
    Form(
        "shuffle",
        "Shuffles cards, so that nobody knows their order.",
        "shuffle stack: hand",
        pieces=_TIMED,
        content=Content.SHUFFLE,
    ),
    Form(
        "redeal",
        "Throws the hands in and deals again.",
        "redeal thrown_in when not called: by left of dealer as a new deal",
        pieces=_TIMED,
        content=Content.REDEAL,
    ),
    Form("skip", "Leaves a phase out.", "skip no_tricks when claimed: play", pieces=_TIMED, content=Content.SKIP),
    Form(
        "award",
        "Counts tricks for somebody without playing them.",
        "award proved_rest after claim when claim.proved: rest to claimer",
        pieces=_TIMED,
        content=Content.AWARD,
    ),
)
_DECISIONS = (
    Form(
        "may",
        "Something that a player may do.",
        "may keep by player: give aside to hand",
        takes_parameters=True,
        pieces=_TIMED,
        content=Content.ACTIONS,
    ),
    Form(
        "choose",
        "Something that a player must choose.",
        "choose taker(p in members) by dealer.side: give kitty to p",
        takes_parameters=True,
        pieces=_TIMED,
        content=Content.ACTIONS,
    ),
    Form(
        "pass",
        "Cards of one's own hand, handed on or put away.",
        "pass three by each player at once: 3 from hand to partner face down",
        pieces=_TIMED,
        content=Content.GIVE,
    ),
)
_LET = Form(
    "let",
    "Names a quantity.",
    "let broken = count of played in trumps > 0",
    pieces=(Piece.FOR_EACH, Piece.INSTEAD_OF),
    content=Content.VALUE,
)
_BID = Form(
    "bid",
    "A kind of bid.",
    'bid tricks(n from 1 to 13) "{n}" { contract n }',
    takes_parameters=True,
    pieces=(Piece.LABEL, Piece.BY, Piece.BEFORE_LOOKING, Piece.WHEN),
    content=Content.RULES,
    needs_content=False,
    section="bid",
)
_ROUND = Form(
    "round",
    "A round in which each in turn makes a bid.",
    "round opening by each player from left of dealer",
    pieces=(Piece.PLACE, Piece.BY, Piece.WHEN, Piece.BEFORE_LOOKING),
    content=Content.BIDS,
    needs_content=False,
    section="round",
)
_SCORE = Form(
    "score",
    "A line of the score sheet.",
    'score overtricks: 1 * extra "One for each trick over."',
    pieces=(Piece.PLACE, Piece.INSTEAD_OF, Piece.WHEN),
    content=Content.SCORE,
)
_ENDING = (Piece.PLACE, Piece.WHEN)

SENTENCES: dict[str, tuple[Form, ...]] = {
    "file": (
        Form("version", "The version of these rules, a whole number.", "version 1", Naming.VALUES),
        Form(
            "about",
            "What the game is, in a sentence.",
            'about "Four players in two partnerships."',
            Naming.NOTHING,
            pieces=(Piece.LABEL,),
        ),
        Form("source", "Where the rules come from.", 'source "pagat.com"', Naming.NOTHING, pieces=(Piece.LABEL,)),
        Form("note", "A remark for readers.", 'note "The source is short."', Naming.NOTHING, pieces=(Piece.LABEL,)),
        Form(
            "option",
            "A choice that a table can make.",
            'option target = 500 of 250, 500 "Points that win the game."',
            content=Content.OPTION,
        ),
        _LET,
    ),
    "table": (
        Form("seats", "The seats, clockwise.", "seats North, East, South, West", Naming.VALUES),
        Form("teams", "Who plays together.", "teams of 2", Naming.NOTHING, content=Content.SIDES),
        Form("dummy", "A seat with cards that is no player.", "dummy Table", Naming.VALUES),
        Form("zone", "A place for cards.", "zone upcard face up", pieces=(Piece.OF_EACH, Piece.FACE, Piece.SEEN_BY)),
    ),
    "deck": (
        Form("packs", "How many packs are shuffled together.", "packs 2", Naming.VALUES),
        Form("suits", "The suits, low to high.", "suits clubs, diamonds, hearts", Naming.VALUES),
        Form("ranks", "The ranks, high to low.", "ranks A, K, Q, J, 10, 9", Naming.VALUES),
        Form(
            "order",
            "Another order of the ranks, for some cards or at some times.",
            "order low_in_black when card in clubs or card in spades: K, Q, J, 10, 9, A",
            pieces=(Piece.PLACE, Piece.WHEN),
            content=Content.RANKS,
        ),
        Form(
            "add",
            "Cards besides the pack's own.",
            "add fool, wizard in no suit",
            Naming.VALUES,
            pieces=(Piece.IN_NO_SUIT,),
        ),
        Form("remove", "Cards that are left out.", "remove 2C, 2H", Naming.VALUES),
        Form(
            "trumps",
            "The trump suit.",
            "trumps: hearts, topped by fool, 2D",
            Naming.NOTHING,
            pieces=(Piece.WHEN,),
            content=Content.TRUMPS,
        ),
    ),
    "phase": (
        Form(
            "dealer",
            "Who deals.",
            "dealer next: left of dealer",
            Naming.WORD,
            ("first", "next"),
            content=Content.AMOUNT,
        ),
        *_MOVES,
        *_DECISIONS,
        _ROUND,
        _BID,
        Form(
            "must",
            "Narrows the bids of a round, if able.",
            "must not_even during opening when every player did bid: sum of contract over players != 13",
            pieces=(Piece.DURING, Piece.PLACE, Piece.WHEN),
            content=Content.AMOUNT,
        ),
        _LET,
    ),
    "play": (
        Form(
            "lead", "Who leads.", "lead next: last_trick.winner", Naming.WORD, ("first", "next"), content=Content.AMOUNT
        ),
        Form(
            "trick",
            "Who wins a trick.",
            "trick winner: highest of trick in trumps, else highest of trick in led.suit",
            Naming.WORD,
            ("winner", "equal"),
            content=Content.AMOUNT,
        ),
        Form(
            "trick",
            "What becomes of equal cards in one trick.",
            "trick equal: cancel",
            Naming.WORD,
            ("equal",),
            content=Content.WORD,
            choices=("first", "last", "cancel"),
        ),
        Form(
            "must",
            "Narrows the cards that may be played, if able.",
            'must follow_suit when following: card in led.suit "Follow suit if you can."',
            pieces=(Piece.PLACE, Piece.WHEN),
            content=Content.AMOUNT,
        ),
        Form(
            "control",
            "Who plays for whom.",
            "control dummy_cards: declarer plays for Table",
            pieces=(Piece.WHEN,),
            content=Content.CONTROL,
        ),
        Form(
            "trust",
            "Rules that the table does not enforce.",
            "trust follow_the_rules: follow_suit, unbroken",
            content=Content.NAMES,
        ),
        *_MOVES,
        *_DECISIONS,
        _LET,
    ),
    "scoring": (
        _LET,
        _SCORE,
        Form(
            "tally",
            "Something counted from deal to deal.",
            "tally overs: add extra, full at 10",
            pieces=(Piece.OF_TABLE,),
            content=Content.TALLY,
        ),
    ),
    "ending": (
        Form("win", "Ends the game: who has won.", "win target_reached when score >= target", pieces=_ENDING),
        Form("lose", "Ends the game: who has lost.", "lose shot when sets_in_a_row >= 2", pieces=_ENDING),
        Form(
            "out",
            "Takes a side out of the game; the others play on, and the last one left has won.",
            "out no_trick when taken = 0",
            pieces=_ENDING,
        ),
        Form(
            "tie",
            "What becomes of equal scores.",
            "tie level: play on",
            content=Content.WORD,
            choices=("play on", "shared"),
        ),
        Form(
            "best",
            "Whether a low or a high score is good.",
            "best score lowest",
            Naming.WORD,
            ("score",),
            content=Content.WORD,
            choices=("lowest", "highest"),
        ),
    ),
    "bid": (
        Form(
            "contract",
            "What the bid adds to its side's contract.",
            "contract n",
            Naming.NOTHING,
            content=Content.AMOUNT,
        ),
        Form("needs", "Who must agree to the bid.", "needs yes from partner", Naming.NOTHING, content=Content.AMOUNT),
        _SCORE,
        Form(
            "must",
            "Narrows what this bidder may do, if able.",
            "must top_card above all: card is first of hand",
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
    "set": "Sets options, or with `preset = …` a group of them.",
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
    "tricks": "Tricks that are over: who led, and the cards clockwise.",
    "case": "One outcome, and what it gives.",
    "expect": "What must come out.",
    "source": "Where the example comes from.",
    "note": "A remark for readers.",
}
"""The lines of an example."""

NOUNS = ("player", "member", "opponent", "team", "side", "card", "trick", "seat", "suit")
"""What a quantifier or `each` may count."""

_RESERVED = """
above add after and as award beats before below broke by case comparing did drop during each else every example
first from give has if in include includes is last let never no not of option or otherwise over prefer preset redeal
replace reset set show shuffle skip some step then to until when where with yes
"""
RESERVED = frozenset(_RESERVED.split())
"""The words that may not be names of values. They join expressions and pieces, or begin what happens."""


def form_of(section: str, keyword: str) -> Form | None:
    """Find the row of a keyword in a section."""
    return next((form for form in SENTENCES[section] if form.keyword == keyword), None)


def row_of(keyword: str, word: str) -> Form:
    """Find the row of a sentence that has no other name than this word."""
    return next(
        form for forms in SENTENCES.values() for form in forms if (form.keyword, form.words) == (keyword, (word,))
    )


def section_form(keyword: str) -> SectionForm | None:
    """Find the row of a section."""
    return next((form for form in SECTIONS if form.keyword == keyword), None)


def keywords(section: str) -> tuple[str, ...]:
    """List the words that may begin a sentence in a section, as they are looked for in a typo."""
    own = tuple(dict.fromkeys(form.keyword for form in SENTENCES[section]))
    if section == "file":
        return (*own, *(form.keyword for form in SECTIONS), *ITEMS)
    return (*own, "drop", "replace")


def homes_of(keyword: str) -> tuple[str, ...]:
    """List the sections that have a sentence with this keyword, for "it stands in `play`"."""
    return tuple(section for section, forms in SENTENCES.items() if any(form.keyword == keyword for form in forms))
