"""What a row of the table of sentences says: the forms of sentences and sections."""

from __future__ import annotations

from enum import Enum, StrEnum

from spadesdsl.frozen import Frozen
from spadesdsl.syntax import nodes
from spadesdsl.syntax.node import Field, Node, parts_of


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
        """Find the field."""
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
    AMOUNT = "one amount or condition", ":", nodes.Amount, "values"
    VALUE = "what it is", " =", nodes.Amount, "equals"
    SCORE = "an amount, or a block of cases", ":", nodes.Amount, "values"
    NAMES = "a list of names", ":", nodes.Values, "values"
    FACES = "ranks, or `none`", ":", nodes.Values, "values"
    RANKS = "all ranks, high to low", ":", nodes.Values, "values"
    TRUMPS = "a suit, or `none`", ":", nodes.Trumps, "values", "topped"
    GIVE = "cards, and where they go: `13 from stock to each player`", ":", nodes.Give, "move"
    SHOW = "cards, and who sees them: `hand to everyone`", ":", nodes.Show, "move"
    SHUFFLE = "the cards", ":", nodes.Shuffle, "values"
    REDEAL = "`by` and the next dealer", ":", nodes.Redeal, "redeal"
    SKIP = "a phase", ":", nodes.Skip, "values"
    AWARD = "tricks, and who gets them: `rest to claimer`", ":", nodes.Award, "move"
    ACTIONS = "what happens, or `nothing`", ":", nodes.Actions, "actions", "values", "move"
    TALLY = f"steps: {', '.join(f'`{verb} …`' for verb in nodes.TallyVerb)}", ":", nodes.Steps, "steps"
    CONTROL = "`A plays for B`", ":", nodes.Playing, "control"
    CLOCK = "a time: `10 seconds, then lowest`, `90 minutes`, `until 22`", ":", nodes.Time, "limit", "hour"
    WORD = "one of a few words", ":", nodes.Word, "values", "play_on"
    LAST_WORD = "one of a few words", "", nodes.Word, "values"
    BIDS = "the bids of the round", ":", nodes.Block, "values"
    RULES = "a block of rules", ":", None
    OPTION = "a default, and the other choices", " =", nodes.OptionBody
    SIDES = "how the sides are made", "", nodes.Teams

    def __init__(self, shown: str, sign: str, body: type[Node] | None, *kinds: str) -> None:
        """Keep the columns."""
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
