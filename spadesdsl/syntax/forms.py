"""What a row of the table of sentences says: the forms of sentences and sections."""

from __future__ import annotations

from enum import StrEnum

from spadesdsl.frozen import dataclass


class Piece(StrEnum):
    """What may come between the name of a sentence and its body, as the reference shows it."""

    LABEL = 'a label in "…"'
    DURING = "`during ROUND`"
    PLACE = "`above RULE` or `below RULE`"
    NEIGHBOUR = "`before PHASE` or `after PHASE`"
    TIMING = "`before each …`, `after …` or `any time during …`"
    BY = "`by …`"
    FINAL = "`final`"
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
    """One of the form's words."""
    VALUES = "a list"
    """What is declared."""


class Content(StrEnum):
    """What a sentence says after its `:` or `=`, as the reference shows it."""

    NOTHING = "nothing"
    AMOUNT = "one amount or condition"
    VALUE = "what it is"
    SCORE = "an amount, or a block of cases"
    NAMES = "a list of names"
    RANKS = "all ranks, high to low"
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
    CLOCK = "a time: `10 seconds, then lowest`, `90 minutes`, `until 22`"
    WORD = "one of a few words"
    BIDS = "the bids of the round"
    RULES = "a block of rules"
    OPTION = "a default, and the other choices"
    SIDES = "how the sides are made"


@dataclass(frozen=True, slots=True)
class Form:
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


@dataclass(frozen=True, slots=True)
class SectionForm:
    """One row: a section of a file."""

    keyword: str
    line: str
    sentences: str
    """Which rows of `SENTENCES` it takes."""
    has_name: bool = False
    each: tuple[str, ...] = ()
    """What may come after `for each`; one of these is required if the list is not empty."""
