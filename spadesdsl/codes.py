"""Every code that a finding can have: what it is called, what it means, and how it is mended.

The reference of diagnostics is written from this table. Codes are stable: one that is out of use is not given again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """What a code stands for."""

    title: str
    """A few words."""
    explanation: str
    """What is wrong, and why it matters, in one or two sentences."""
    mend: str
    """What is written instead."""


CODES: Final[dict[str, Code]] = {
    # ---- files that cannot be read
    "E001": Code(
        "no such file",
        "Nothing of this name is bundled, and no file lies there.",
        "Look at the spelling; a file of your own is named by its path.",
    ),
    "E002": Code("a folder", "A folder was named where a file is wanted.", "Name a file in it."),
    "E003": Code("not readable", "The system does not let the file be read.", "Look at the name and at its rights."),
    "E004": Code("too large", "Rules are a few pages; a larger file is not read.", "Take away what is not needed."),
    "E005": Code("no text", "The file holds bytes that no text has.", "Name a text file."),
    "E006": Code("not UTF-8", "A letter of the file cannot be read as UTF-8.", "Save the file as UTF-8."),
    # ---- how a file is written
    "E101": Code("too long", "Rules are a few pages; a longer file is not read.", "Look whether it is the right file."),
    "E102": Code("no text", "The file holds a sign that is no text.", "Take it out."),
    "E103": Code("too deep", "Too many parts stand inside each other.", "Give the inner parts names with `let`."),
    "E104": Code("no such sign", "The language does not have the sign.", "Write the word or the sign that it has."),
    "E105": Code("text without an end", "A text ends on the line on which it begins.", 'Write `"` where it ends.'),
    "E106": Code(
        "a word that cannot stand there",
        "Something before the word is missing or misspelt, or the word belongs elsewhere.",
        "Look at the words around it; the message says what may stand there.",
    ),
    "E107": Code(
        "`:` or `=` is missing", "A sign joins a sentence to what it says.", "Write it where the message says."
    ),
    "E108": Code("brace without its other", "Each `{` is closed by a `}`.", "Write the one that is missing."),
    "E109": Code("number too long", "No game needs a number of so many digits.", "Write a smaller one."),
    "E110": Code("reserved word", "A word of the language stands where a name belongs.", "Call it something else."),
    "E111": Code(
        "no such sentence", "The section has no sentence that begins so.", "Look at the spelling, or at the section."
    ),
    "E112": Code("no name", "Each rule has a name, by which it is changed and explained.", "Give it one."),
    "E113": Code("a piece too many", "The sentence does not take this piece.", "Leave it out."),
    "E114": Code("pieces out of order", "The pieces of a sentence have one order.", "Write them in that order."),
    "E115": Code("written twice in one sentence", "Each piece stands once.", "Keep one of them."),
    "E116": Code(
        "nothing is said", "The sentence needs something after its `:` or `=`.", "Write it, as the message shows."
    ),
    "E117": Code("wrong block", "Only some things may stand in these braces.", "Take out what does not belong there."),
    "E118": Code("says something else", "The sentence says another kind of thing.", "Write it as the message shows."),
    "E119": Code("one of a few words", "Only some words may stand here.", "Write one of them."),
    "E120": Code("not whole", "Only a whole number may stand here.", "Write a whole number."),
    "E121": Code("another language", "The file says that it is written in another version.", "Use a newer program."),
    "E122": Code("parent of the wrong kind", "A variant extends, a pack is for a game.", "Write the other word."),
    "E123": Code("a whole section replaced", "Rules are replaced one by one.", "Write `replace` before each rule."),
    # ---- inheritance
    "E201": Code(
        "there already",
        "A rule without `replace` is new, and the parent has one of this name. A rule is never changed by accident.",
        "Write `replace`, or give your rule another name.",
    ),
    "E202": Code("written twice", "One file has two rules of one kind and name.", "Take one away, or rename it."),
    "E203": Code(
        "nothing to replace or drop",
        "`replace` and `drop` need a rule that is there, so that a typing mistake never makes a new one.",
        "Look at the spelling, the section and the kind of rule.",
    ),
    "E204": Code(
        "no such neighbour",
        "`above` and `below` name a rule of the same section.",
        "Name one that is there, or write `above all` or `below all`.",
    ),
    "E205": Code("no such phase", "A phase is named that the game does not have.", "Name one that it has."),
    "E206": Code("phase there already", "A phase can be made once.", "Leave its place out to add to it."),
    "E207": Code("set twice", "One `set` gives two values to one option.", "Take one of them away."),
    "E208": Code(
        "a pack for no game", "A pack says for which game it is: it is checked on that.", "Write `for` and a variant."
    ),
    "E209": Code(
        "no such variant or pack",
        "Parents and packs are looked for beside the file and among the bundled ones.",
        "Look at the spelling, or put the file beside this one.",
    ),
    "E210": Code(
        "variant or pack", "A variant is extended and a pack is included, never the other way.", "Use the other word."
    ),
    "E211": Code("a circle of parents", "A game cannot stand on itself.", "Extend another variant, or none."),
    "E212": Code("too many parents", "Too many variants stand on one another.", "Extend an earlier one."),
    "E213": Code(
        "another version",
        "The file was written for a version of its parent that is not the one here.",
        "Look at what changed, then write the version that is here.",
    ),
    "E214": Code("included already", "A pack counts once.", "Take the line away; `set` changes the pack's options."),
    "E215": Code(
        "nothing to prefer", "`prefer` settles a rule that two packs change.", "Name two included packs and their rule."
    ),
    "E216": Code(
        "packs that do not go together",
        "Two packs contradict each other: both change one rule, or one takes away what the other is about.",
        "Take one of them away, or say which has its way with a rule: `prefer ONE over OTHER for section.rule`.",
    ),
    # ---- names
    "E221": Code("one name for two things", "What holds a value has a name of its own.", "Rename one of them."),
    "E222": Code("a word of the language", "The name means something else everywhere.", "Call it something else."),
    "E223": Code("choices of many kinds", "The choices of an option are all of one kind.", "Make them so."),
    "E224": Code("no plain range", "The ends and the step of a range are numbers.", "Write `from 1 to 9`."),
    "E225": Code("an empty range", "The first number is larger than the last.", "Turn them round."),
    "E226": Code(
        "a range too long", "The range has too many numbers to be listed.", "Make it narrower, or its step wider."
    ),
    "E227": Code("no such choice", "The value is not among those that the option can have.", "Choose one of the list."),
    "E228": Code("no such option", "What is set is no option of this game.", "Look at the spelling, or drop the line."),
    "E229": Code(
        "no value", "What stands after the `=` is nothing that an option can be.", "Write a number or a word."
    ),
    "E230": Code(
        "a circle", "Quantities are worked out from one another, and these come back to themselves.", "Cut the circle."
    ),
    "E231": Code("whose?", "The name belongs to somebody, and nothing says to whom.", "Say whose: `x.name`."),
    "E232": Code(
        "no value by itself", "A decision or a bid type is no value.", "Ask `did` or `bid is`, or name the answer."
    ),
    "E233": Code("gone", "What is read was dropped.", "Keep it, or replace what reads it."),
    "E234": Code("unknown name", "Nothing of this name can be read here.", "Look at the spelling."),
    "E235": Code("no such property", "What stands before the dot has nothing of that name.", "Look at the spelling."),
    "E236": Code("not in the deck", "The card was taken out.", "Name a card of the deck."),
    "E238": Code("not as many", "More or fewer values stand in brackets than are wanted.", "Give them all."),
    "E239": Code(
        "no such rule", "A bid, decision, round, line or rule of this name is not there.", "Look at the spelling."
    ),
    "E240": Code("never this word", "The option has no such choice.", "Compare it with one that it has."),
    "E241": Code("no such phrase", "This is no phrase of the language.", "Look at the list of phrases."),
    "E242": Code("over what?", "The phrase does not say over what it runs.", "Add `over …` or `(… where …)`."),
    "E243": Code("a letter in use", "The letter means something else where it stands.", "Take another one."),
    "E245": Code(
        "read through too many",
        "Quantities and answers are read through one another too deeply to be followed.",
        "Work some of them out from fewer others.",
    ),
    "E246": Code(
        "a pack without its bid",
        "A pack is about a bid that the file drops, so it has nothing left to say, or asks for what nobody can bid.",
        "Leave out the pack, or keep the bid.",
    ),
    "E247": Code(
        "pack for another game",
        "A pack changes what the game does not have, or reads it.",
        "Leave the pack out, or extend the game that the pack is for.",
    ),
    # ---- examples
    "E251": Code(
        "example: no such option", "The example sets an option that is not there.", "Change or drop the example."
    ),
    "E252": Code(
        "example: cannot be given", "Only the deal, the dealer and the trick's number are given so.", "Give a fact."
    ),
    "E253": Code(
        "example: no such decision", "The example names a decision that is not there.", "Look at the spelling."
    ),
    "E254": Code("example: no such rule", "`because` names section and rule.", "Name the rule that decides."),
    "E255": Code("example: no such line", "The sheet has no such line and no such tally.", "Look at the spelling."),
    "E256": Code("example: no such seat", "The example names a seat or side that is not there.", "Name one that is."),
    "E257": Code("example: no such card", "The example names a card that is not in the deck.", "Name one that is."),
    "E258": Code("example: no such bid", "The example names a bid that is not there.", "Name one that is."),
    "E259": Code("out of range", "The bid or answer never has this number.", "Name one that it can have."),
    # ---- types
    "E301": Code(
        "amounts of two kinds",
        "Points, tricks, cards and counts are never added or compared with each other: a trick is worth what the "
        "rules say.",
        "Say what one is worth: `10 * taken`.",
    ),
    "E302": Code("no amount", "An amount is wanted.", "Count it, or write `if … then 1 else 0`."),
    "E303": Code("no condition", "Something that is true or not is wanted.", "Compare it with something."),
    "E304": Code(
        "another kind of thing", "One kind of thing is wanted, and another stands there.", "Say which is meant."
    ),
    "E305": Code("no set", "Some things are wanted, and one stands there.", "Name a set, or write a list."),
    "E306": Code("branches of two kinds", "Both branches have to give the same kind of thing.", "Change one of them."),
    "E307": Code("no rate", "One of two factors is a plain number.", "Multiply with a rate: `10 * contract`."),
    "E308": Code("divided by nothing", "No number can be divided by 0.", "Divide by another number."),
    "E309": Code(
        "never nobody", "An amount is always there, so that `, else` is never used.", "Write `if … then … else …`."
    ),
    "E310": Code("`=` between things", "`=` compares amounts; things are compared with `is`.", "Write `is`."),
    "E311": Code("`is` between amounts", "`is` compares things; amounts are compared with `=`.", "Write `=`."),
    "E312": Code("never the same", "Things of these two kinds are never the same.", "Compare like with like."),
    "E313": Code("no key", "Cards are compared by amounts, ranks and conditions.", "Name one of those."),
    "E314": Code("wrong noun", "The noun does not name what the set holds.", "Use the noun of the set."),
    "E315": Code(
        "a line that gives no points",
        "A line of the sheet gives points, and tricks are not points.",
        "Multiply with what one is worth: `1 * extra` is a point each.",
    ),
    "E316": Code("instead of itself", "Nothing stands instead of itself.", "Take the name out."),
    "E317": Code(
        "compared with nobody",
        "Every test about nobody is false: comparing with it tells nothing.",
        "Write `x in players`, or `not x in players`.",
    ),
    "E318": Code(
        "instead of another kind",
        "What stands instead of a quantity is of the same kind, and worked out for the same.",
        "Let both be tricks, or points, or cards; both for each player, or both for each side.",
    ),
    "E320": Code("nobody decides", "A decision says who decides.", "Write `by each player from left of dealer`."),
    "E321": Code("by each what?", "Players, seats, members and teams are asked.", "Use one of those words."),
    "E322": Code(
        "a time that is not known before",
        "A clock is set before the game: nothing in its time depends on how the game goes.",
        "Write a number, or an option.",
    ),
    "E323": Code(
        "too short or too long",
        "A clock runs for more than 0 seconds and at most 24 hours.",
        "Write a time between these.",
    ),
    "E324": Code(
        "no hour of the day",
        "After `until` comes an hour of the day, in quarters: `22`, `22.25`, `22.5`.",
        "Write half past ten in the evening as `22.5`.",
    ),
    "E325": Code(
        "a clock in the wrong section",
        "A clock of `ending` is for the whole game; any other is for each choice.",
        "Put the clock where it belongs.",
    ),
    "E326": Code(
        "no card to choose",
        "The lowest or highest card is chosen where nobody chooses cards.",
        "Say what is done there: `then random`, `then no`, `then bid …`.",
    ),
    "E327": Code(
        "a bid that is not offered",
        "No round that the clock times offers the bid that is made when time runs out.",
        "Name a bid of that round.",
    ),
    "E330": Code(
        "a clock that tells",
        "Everybody sees whether a clock runs, so it must not depend on cards that only some of them see.",
        "Let it depend on what all know, or take its `when` away.",
    ),
    # ---- meaning
    "E401": Code("something is missing", "A game needs this sentence.", "Write it; the message shows how."),
    "E402": Code("listed twice", "Each seat, suit and rank is listed once.", "Take one away."),
    "E403": Code("suits with one initial", "A card is written with the first letter of its suit.", "Rename one suit."),
    "E404": Code("no such dummy", "The dummy is one of the seats.", "Name a seat."),
    "E405": Code("how many packs?", "A game is played with some whole packs.", "Write `packs 2`."),
    "E406": Code(
        "no card to remove", "Only cards can be removed, and it is settled before the first deal.", "Name a card."
    ),
    "E407": Code("removed too often", "The deck has no more of this card.", "Take it out of the list."),
    "E408": Code("no such card", "The deck has no such rank or suit.", "Name a card of the deck."),
    "E409": Code(
        "an order with gaps",
        "An order of the ranks says where each of them stands.",
        "List every rank once, high to low.",
    ),
    "E410": Code(
        "teams do not come out", "The players do not divide into teams of this size.", "Change one of the two."
    ),
    "E412": Code("no such deal", "Deals are counted from 1.", "Name deals that there are."),
    "E413": Code(
        "not on one deal", "Seats, options and tallies are the same on every deal.", "Move it out of `on deal`."
    ),
    "E414": Code(
        "too many deals", "A file has at most sixty `on deal` blocks.", "Put those for the same deals together."
    ),
    "E260": Code(
        "periods that never meet",
        "`on deal … of every` blocks that begin again together only after very many deals cannot be checked.",
        "Give them periods that go into one another, as 4 goes into 8.",
    ),
    "E261": Code(
        "too many kinds of deal",
        "Each combination of `on deal` blocks that some deal has is a game of its own, and is checked by itself.",
        "Put the blocks for the same deals together.",
    ),
    "E262": Code(
        "a side's in a tally of the table",
        "The steps of a tally `of the table` are done once a deal, and not once for each side.",
        "Say it of all sides together: `add sum of extra over teams`.",
    ),
    "E263": Code(
        "nobody in a list",
        "`none` and `nobody` are nothing that a list could have in it.",
        "Take it out, and ask with a `may` whether there is a choice at all.",
    ),
    "E420": Code("too few cards", "More cards are dealt than there are.", "Deal fewer, or change the deck."),
    "E421": Code(
        "cards left over",
        "A few cards are left in the stock, and nothing says what becomes of them.",
        "Say where they go.",
    ),
    "E422": Code(
        "equal cards", "Two cards that are the same can meet in a trick.", "Say which wins: `trick equal: first`."
    ),
    "E423": Code("a card without a suit", "An added card tops the trumps, or is in no suit.", "Say which of the two."),
    "E424": Code(
        "label without parameter", "The label shows what the bid does not have.", "Name a parameter of the bid."
    ),
    "E425": Code(
        "parameter without label",
        "Bids that differ have to be written differently.",
        "Put the parameter into the label.",
    ),
    "E426": Code(
        "players in teams",
        "Each player is scored, and players sit in teams.",
        "Score each team, or play without teams.",
    ),
    "E427": Code(
        "a round without end", "Turns that use nothing up may go on for ever.", "Let a turn use something up."
    ),
    "E428": Code(
        "a bid before it is made",
        "`when` of a `must` is asked before the bid that it judges is known.",
        "Move it after the colon.",
    ),
    "E430": Code(
        "a question that tells",
        "Whether a question is asked is seen by all, so it must not hang on cards that the seat cannot see.",
        "Read what the seat sees, or do it in `lead`, `award` or the scoring, which ask nobody.",
    ),
    "E432": Code("after otherwise", "`otherwise` takes all that is left.", "Put it last."),
    "E434": Code("two rules of one name", "An explanation names the rule by section and name.", "Rename one of them."),
    "E435": Code(
        "when in the play?", "In the play everything has its moment.", "Write `before each trick` or another moment."
    ),
    "E436": Code("a round of nothing", "A round offers bids or does something.", "List its bids."),
    "E437": Code("no trick here", "Tricks and cards are played in `play` alone.", "Move the rule there."),
    "E438": Code(
        "cards that not all see",
        "The name of a `give` or a `show` stands for the cards that it moved; rules read it where all have seen them.",
        "Give them `face up`, or show them `to everyone`.",
    ),
    "E439": Code(
        "subtotal of no line", "`subtotal` is read by lines of the sheet.", "Read `score`, or make it a line."
    ),
    "E440": Code("too many ways to say it", "All that can be chosen is listed.", "Make the ranges narrower."),
    "E441": Code("thrown in for ever", "A redeal without a condition leaves no deal to play.", "Write when."),
    "E442": Code(
        "whose zone",
        "What lies in a zone of each player is seen by its owner, by all, or by nobody.",
        "Write `seen by player`, or `face up`.",
    ),
    "E444": Code(
        "no such moment of the play",
        "Things happen before or after a trick and after a card; only a `may` or a `choose` goes with a card.",
        "Write `before each trick`, `after each card` or `after each trick`.",
    ),
    "E445": Code(
        "something at each turn of secret bids",
        "Where all bid at once, nobody has a turn at which something could happen.",
        "Write it before the round, or let the players bid in turn.",
    ),
    "E446": Code(
        "a secret bid that needs a yes",
        "Where all bid at once, nobody hears the bid to which they would have to agree.",
        "Offer the bid in a round that goes in turn.",
    ),
    "E447": Code(
        "reads a secret bid",
        "Where all bid at once, no rule of the round may read the others' bids in it; bids of an earlier round it may.",
        "Read the player's own bid, or let the players bid in turn.",
    ),
    "E448": Code(
        "at once and in turn",
        "`at once` asks everybody together; `from`, `until` and `stopping when` are about turns.",
        "Keep one of the two.",
    ),
    "E449": Code(
        "choices of two kinds",
        "The choices after `of` are all words, or all suits, seats, cards, ranks or numbers.",
        "Make them of one kind; write `of` before words.",
    ),
    # ---- examples that do not hold
    "E701": Code(
        "example: asks what cannot be", "The example asks for what its position does not have.", "Give what is missing."
    ),
    "E702": Code("example: which seat?", "A seat is wanted, or a side is not there.", "Name a seat or side that is."),
    "E703": Code("example: which card?", "The cards that are given cannot lie so.", "Look where else they are given."),
    "E704": Code(
        "example: unknown name", "No bid, decision or line has the name on this deal.", "Look at the spelling."
    ),
    "E705": Code("example: out of turn", "The bid cannot be made at this point.", "Give the bids in their order."),
    "E706": Code(
        "example: hangs on the sharing",
        "The result is so for some ways in which partners share the tricks, and not for others.",
        "Give the tricks by seat: `us take 2 + 4`.",
    ),
    "E707": Code("example: too many tricks", "The tricks do not fit the deal or the side.", "Count them again."),
    "E708": Code(
        "example: another choice",
        "When time runs out, another card or bid is chosen than the example expects.",
        "Change the rule or the example.",
    ),
    "E709": Code(
        "example: the clock does not run", "No clock of this name runs at this point.", "Give the hand of who is asked."
    ),
    "E710": Code(
        "example: another score",
        "The line, the score or the tally comes out otherwise; the message names the rules that made it so.",
        "Mend the rule, or the example. One of the parent's is marked with `replace example` or `drop example`.",
    ),
    "E711": Code("example: another winner", "The game ends otherwise, or goes on.", "Mend the ending, or the example."),
    "E712": Code("example: another rule", "Another rule decides than the one named.", "Name it, or mend the rules."),
    "E713": Code(
        "example: other moves", "What is legal here is not what is expected.", "Mend the rule, or the list of moves."
    ),
    "E714": Code("example: another winner of the trick", "Another seat wins it.", "Mend the rule, or the example."),
    "E715": Code("example: not asked", "The seat is not asked this here.", "Look at `when`, or at what is given."),
    "E717": Code(
        "example: too many cards in a hand",
        "Nobody holds so many cards, or so many are not left at this trick.",
        "Take cards out, or correct `trick_number`.",
    ),
    "E718": Code(
        "example: plays out of turn",
        "The seats play clockwise from the leader, one card each.",
        "Give the cards of the seats between.",
    ),
    "E719": Code(
        "example: another seat leads",
        "The winner of a trick leads the next one, or whoever the rules of the lead name.",
        "Name the seat that leads, or correct the trick before.",
    ),
    "E720": Code(
        "example: a decision nobody made",
        "The seat is never asked this, or its condition does not hold.",
        "Take the decision out, or give what it needs.",
    ),
    "E722": Code("example: values that contradict", "The same thing is said twice, or cannot be so.", "Say it once."),
    "E723": Code(
        "example: a bid that can be several",
        "Two bids are written alike.",
        "Write the name of the bid before it: `tricks 3`.",
    ),
    "E724": Code(
        "example: one deal after another",
        "Before `next deal` one `case` has to say what the deal scored.",
        "Write one `case` above it.",
    ),
    "E725": Code(
        "example: another lead, dealer, hand or question",
        "Another seat leads or deals, a seat is asked, or other cards lie there.",
        "Correct the rule, or the example.",
    ),
    # ---- warnings
    "W501": Code("an option nobody reads", "Setting it changes nothing.", "Read it in a rule, or take it away."),
    "W502": Code("a quantity nobody reads", "It is worked out for nothing.", "Read it in a rule, or take it away."),
    "W503": Code("a tally nobody reads", "It counts for nothing.", "Write a line for it, or take it away."),
    "W504": Code("a rank without cards", "All cards of the rank are removed.", "Take it out of `ranks`."),
    "W506": Code("a bid nobody can make", "No round offers the bid.", "Name it in a round."),
    "W507": Code("bids written alike", "Two bids of one round have the same label.", "Change one of them."),
    "W508": Code("counted twice", "The bid that is judged is in `contract` already.", "Write `contract` alone."),
    "W509": Code("choices that do the same", "No rule tells these choices apart.", "Write a rule for one of them."),
    "W510": Code("no trick yet", "The condition reads a trick where none is played.", "Read something else."),
    "W514": Code(
        "cards without an order",
        "Cards won, the deck and the open cards of a hand lie in no order, so that none of them is the first.",
        "Say which card is meant, the highest or the lowest, or read `played`, `tricks` or a pile, which have one.",
    ),
    "W515": Code(
        "the rank of a card that tops the trumps",
        "A card that tops the trumps is above all ranks, and has not the rank that is printed on it.",
        "Name the card beside the rank.",
    ),
    "W522": Code(
        "time that runs out for nothing",
        "The rules say how long something may take, and not what is done when that time runs out.",
        "Read the clock in a line or an ending, or say what is chosen: `, then lowest`.",
    ),
    # ---- what the proofs find
    "W801": Code(
        "a case is missing",
        "Some bids and tricks are there for which no case of the line says what they score; such a line gives nothing.",
        "Write the case that is missing, or `otherwise: …`.",
    ),
    "W802": Code(
        "two cases at once",
        "For some bids and tricks two cases of the line hold and say different things. The first counts, which readers "
        "of the rules may not expect.",
        "Let the second say `not …` of the first, or make it a line of its own with `instead of`.",
    ),
    "W803": Code(
        "a case that never counts",
        "Wherever the case holds, an earlier one does, or it never holds.",
        "Take it away, or mend its condition.",
    ),
    "W804": Code(
        "a rule that never decides",
        "The `must` never takes a choice away that the rules above it have left: without it the game is the same.",
        "Take it away, or mend it; look at the rules above it.",
    ),
    "W805": Code(
        "a seat without a bid",
        "A seat whose turn it is to bid finds no bid that it may make.",
        "Offer a bid that everybody can make.",
    ),
    "W806": Code(
        "always, or never",
        "The condition has the same answer whatever happens.",
        "Leave it out where it always holds, and the rule where it never does; or mend it.",
    ),
    "W807": Code(
        "an ending that never comes",
        "The condition of the ending can never hold.",
        "Take it away, or mend its condition.",
    ),
    "W808": Code(
        "a game without an end",
        "Of the games that were tried, with deals to win and deals to lose, none has ended.",
        "Let an ending hold after some deals, or at a score that can be come to.",
    ),
    "W809": Code(
        "options that break the rules",
        "An option can be set to a value, or two to a pair of values, with which the rules cannot be played.",
        "Take the value out of the choices, or let the rules heed it.",
    ),
    "W810": Code(
        "a tie that nobody settles",
        "The sides are level when an ending holds; the game is played on, and the ending never holds again.",
        "Write `tie …: shared`, or let the ending hold in later deals too: `deal >= 8` instead of `deal = 8`.",
    ),
    "W811": Code(
        "a bid that nobody can make",
        "The condition of the bid can never hold.",
        "Take the bid away, or mend its condition.",
    ),
    "W812": Code(
        "a bid that nobody would make",
        "Another bid never scores less, whatever tricks are taken, and at times more.",
        "Let it win more or lose less, or take it away.",
    ),
    "W813": Code(
        "a rule that changes nothing",
        "The line of the sheet, or the tally, is 0 whatever was bid and taken; or the order of the ranks is the one "
        "that the cards have already: without it the game is the same.",
        "Take it away, or mend it.",
    ),
    "W814": Code(
        "bounds that contradict each other",
        "What a `must` asks for can never be true, so that it never takes a choice away.",
        "Change one of its conditions, or write `or` for `and`.",
    ),
    "W815": Code(
        "an ending that holds at the start",
        "The ending is true while every score is still 0: the game is over after its first deal.",
        "Turn the comparison round, or compare with another number.",
    ),
    "W816": Code(
        "a bid out of reach",
        "The bid can be for more tricks than a deal has.",
        "End its range at the number of tricks, or deal more cards.",
    ),
    "W817": Code(
        "more cards than a hand",
        "More cards are to be passed than a hand has.",
        "Pass as many as a hand has, or fewer.",
    ),
    # ---- open choices
    "A601": Code(
        "an open choice",
        "The sources answer this differently, and the file does not say. It is told once, and gets the default.",
        "Write `set` and the answer that your table gives.",
    ),
}
"""All codes, in order."""
