"""Every code that a finding can have: its title, its meaning, and the fix.

`docs/diagnostics.md` is made from this table. A code never changes its meaning.
"""

from __future__ import annotations

from typing import Final

from spadesdsl.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means."""

    title: str
    """A few words."""
    explanation: str
    """What is wrong, and why it matters, in one or two sentences."""
    fix: str
    """What to write instead."""


CODES: Final[dict[str, Code]] = {
    # ---- files that cannot be read
    "E001": Code(
        "no such file",
        "The program has no game or pack of this name, and there is no such file.",
        "Check the spelling. For a file of your own, write its path.",
    ),
    "E002": Code("a folder", "This is a folder, not a file.", "Name a file in it."),
    "E003": Code("not readable", "The system does not let you read this file.", "Check the name and the permissions."),
    "E004": Code(
        "too large", "Rules are a few pages; the program does not read larger files.", "Remove what you do not need."
    ),
    "E005": Code("not text", "The file contains bytes that no text has.", "Name a text file."),
    "E006": Code("not UTF-8", "A letter of the file is not valid UTF-8.", "Save the file as UTF-8."),
    # ---- how a file is written
    "E101": Code(
        "too long",
        "Rules are a few pages; the program does not read longer files.",
        "Check that this is the right file.",
    ),
    "E102": Code("not text", "The file contains a character that does not belong in a text.", "Remove it."),
    "E103": Code("too deep", "Too many brackets are inside each other.", "Give the inner parts names with `let`."),
    "E104": Code(
        "no such sign", "The language does not use this sign.", "Write the word or sign that the message shows."
    ),
    "E105": Code("text without an end", "A text must end on the line where it begins.", 'Add the closing `"`.'),
    "E106": Code(
        "a word in the wrong place",
        "A word before it is missing or misspelt, or this word belongs somewhere else.",
        "Look at the words around it; the message says what can be here.",
    ),
    "E107": Code(
        "`:` or `=` is missing",
        "This sentence needs a `:` or `=` before what it says.",
        "Write it where the message shows.",
    ),
    "E108": Code("a brace without its partner", "Each `{` needs a `}`.", "Add the missing one."),
    "E109": Code("number too long", "No game needs a number with so many digits.", "Write a smaller number."),
    "E110": Code("reserved word", "This word belongs to the language, so it cannot be a name.", "Choose another name."),
    "E111": Code(
        "no such sentence", "No sentence of this section begins with this word.", "Check the spelling, or the section."
    ),
    "E112": Code(
        "no name", "Every rule needs a name, so that you can change it and messages can show it.", "Give it a name."
    ),
    "E113": Code("a piece too many", "This sentence does not take this piece.", "Remove it."),
    "E114": Code("pieces out of order", "The pieces of a sentence have a fixed order.", "Write them in that order."),
    "E115": Code("written twice in one sentence", "Each piece may be written only once.", "Keep one of them."),
    "E116": Code(
        "nothing after the sign", "The sentence needs something after its `:` or `=`.", "Write it as the message shows."
    ),
    "E117": Code("wrong block", "This does not belong between these braces.", "Remove it."),
    "E118": Code(
        "says something else", "This sentence must say another kind of thing.", "Write it as the message shows."
    ),
    "E119": Code("one of a few words", "Only a few words are possible here.", "Write one of them."),
    "E120": Code("not a whole number", "Only a whole number is possible here.", "Write a whole number."),
    "E121": Code(
        "another language", "The file was written for another version of the language.", "Use a newer program."
    ),
    "E122": Code(
        "parent of the wrong kind", "A variant `extends` a game; a pack is `for` a game.", "Write the other word."
    ),
    "E123": Code(
        "a whole section replaced",
        "You replace rules one by one, not a whole section.",
        "Write `replace` before each rule.",
    ),
    # ---- inheritance
    "E201": Code(
        "exists already",
        "A rule without `replace` must be new, but the parent already has one of this name.",
        "Write `replace`, or choose another name.",
    ),
    "E202": Code("written twice", "The file has two rules of the same kind and name.", "Remove one, or rename it."),
    "E203": Code(
        "nothing to replace or drop",
        "`replace` and `drop` need a rule that exists, so that a typo never makes a new one.",
        "Check the spelling, the section and the kind of rule.",
    ),
    "E204": Code(
        "no such neighbour",
        "`above` and `below` need a rule of the same section.",
        "Name one that exists, or write `above all` or `below all`.",
    ),
    "E205": Code("no such phase", "The game has no phase of this name.", "Name one that it has."),
    "E206": Code("phase exists already", "You can make a phase only once.", "To add to it, leave out its place."),
    "E207": Code("set twice", "One option gets two values.", "Remove one of them."),
    "E208": Code("a pack for no game", "A pack must say which game it is for.", "Write `for` and a variant."),
    "E209": Code(
        "no such variant or pack",
        "The program looks for parents and packs beside the file and among its own.",
        "Check the spelling, or put the file beside this one.",
    ),
    "E210": Code(
        "variant or pack", "You extend a variant and include a pack, never the other way round.", "Use the other word."
    ),
    "E211": Code(
        "a circle of parents",
        "A game cannot extend itself, not even through others.",
        "Extend another variant, or none.",
    ),
    "E212": Code("too many parents", "Too many variants extend one another.", "Extend an earlier one."),
    "E213": Code(
        "another version",
        "The file asks for another version of its parent.",
        "Check what has changed, then write the version you have.",
    ),
    "E214": Code(
        "included already", "A pack counts only once.", "Remove the line; use `set` to change the pack's options."
    ),
    "E215": Code(
        "nothing to prefer", "`prefer` is for a rule that two packs change.", "Name two included packs and the rule."
    ),
    "E216": Code(
        "packs that do not go together",
        "The two packs contradict each other: both change one rule, or one removes what the other needs.",
        "Remove one, or say which one wins for a rule: `prefer ONE over OTHER for section.rule`.",
    ),
    # ---- names
    "E221": Code(
        "one name for two things", "Each thing that has a value needs a name of its own.", "Rename one of them."
    ),
    "E222": Code("a word of the language", "The language uses this name for something else.", "Choose another name."),
    "E223": Code("choices of many kinds", "All choices of an option must be of one kind.", "Make them one kind."),
    "E224": Code("not a range of numbers", "The ends and the step of a range must be numbers.", "Write `from 1 to 9`."),
    "E225": Code("an empty range", "The first number is larger than the last.", "Swap them."),
    "E226": Code("a range too long", "The range has too many numbers to list.", "Make it shorter, or the step larger."),
    "E227": Code("no such choice", "The option cannot have this value.", "Choose one from the list."),
    "E228": Code("no such option", "The game has no option of this name.", "Check the spelling, or remove the line."),
    "E229": Code("not a value", "No option can have what comes after the `=`.", "Write a number or a word."),
    "E230": Code("a circle", "These quantities are worked out from each other, in a circle.", "Break the circle."),
    "E231": Code(
        "whose?", "This name belongs to somebody, but the rule does not say to which one.", "Say whose it is: `x.name`."
    ),
    "E232": Code(
        "no value by itself",
        "A decision or a type of bid is not a value.",
        "Write `did` or `bid is`, or name the answer.",
    ),
    "E233": Code("gone", "The rule reads something that was dropped.", "Keep it, or replace the rule that reads it."),
    "E234": Code("unknown name", "There is nothing of this name here.", "Check the spelling."),
    "E235": Code("no such property", "What is before the dot does not have this.", "Check the spelling."),
    "E236": Code("not in the deck", "This card is not in the deck.", "Name a card of the deck."),
    "E238": Code("too many or too few", "The brackets have too many or too few values.", "Give each value."),
    "E239": Code("no such rule", "There is no bid, decision, round, line or rule of this name.", "Check the spelling."),
    "E240": Code("never this value", "The option has no such choice.", "Compare it with one of its choices."),
    "E241": Code("no such phrase", "The language has no such phrase.", "Look at the list of phrases."),
    "E242": Code("over what?", "The phrase does not say what it goes through.", "Add `over …` or `(… where …)`."),
    "E243": Code("a letter in use", "This letter already means something else here.", "Choose another letter."),
    "E245": Code(
        "too many steps",
        "Quantities and answers read one another through too many steps.",
        "Work some of them out from fewer others.",
    ),
    "E246": Code(
        "a pack without its bid",
        "The file drops the bid that this pack is about.",
        "Leave out the pack, or keep the bid.",
    ),
    "E247": Code(
        "pack for another game",
        "The pack changes or reads something that the game does not have.",
        "Leave out the pack, or extend the game that it is for.",
    ),
    "E248": Code(
        "too large a number",
        "Quantities are multiplied with one another so often that the result can have more than a thousand digits.",
        "Multiply fewer of them.",
    ),
    # ---- examples
    "E251": Code(
        "example: no such option", "The example sets an option that does not exist.", "Change or drop the example."
    ),
    "E252": Code(
        "example: cannot be given",
        "Only the deal, the dealer and the number of the trick can be given this way.",
        "Give a fact.",
    ),
    "E253": Code("example: no such decision", "The game has no such decision.", "Check the spelling."),
    "E254": Code(
        "example: no such rule", "`because` needs the section and the name of a rule.", "Name the rule that decides."
    ),
    "E255": Code("example: no such line", "The score sheet has no such line or tally.", "Check the spelling."),
    "E256": Code("example: no such seat", "There is no such seat or side.", "Name one that exists."),
    "E257": Code("example: no such card", "This card is not in the deck.", "Name a card of the deck."),
    "E258": Code("example: no such bid", "There is no such bid.", "Name one that exists."),
    "E259": Code("out of range", "The bid or answer never has this number.", "Write a number that it can have."),
    # ---- types
    "E301": Code(
        "amounts of two kinds",
        "You cannot add or compare points, tricks, cards and counts: the rules must say what a trick is worth.",
        "Say what one is worth: `10 * taken`.",
    ),
    "E302": Code("not an amount", "An amount is needed here.", "Count it, or write `if … then 1 else 0`."),
    "E303": Code("not a condition", "Something that is true or false is needed here.", "Compare it with something."),
    "E304": Code("another kind of thing", "Another kind of thing is needed here.", "Say which one you mean."),
    "E305": Code("not a set", "A set is needed here, and this is one thing.", "Name a set, or write a list."),
    "E306": Code("branches of two kinds", "Both branches must give the same kind of thing.", "Change one of them."),
    "E307": Code(
        "two amounts multiplied",
        "One of the two factors must be a plain number.",
        "Multiply by a number: `10 * contract`.",
    ),
    "E308": Code("division by 0", "You cannot divide by 0.", "Divide by another number."),
    "E309": Code("never nobody", "An amount always exists, so `, else` has no effect.", "Write `if … then … else …`."),
    "E310": Code("`=` between things", "`=` compares amounts; for things, use `is`.", "Write `is`."),
    "E311": Code("`is` between amounts", "`is` compares things; for amounts, use `=`.", "Write `=`."),
    "E312": Code("never the same", "Things of these two kinds are never the same.", "Compare two things of one kind."),
    "E313": Code(
        "cannot compare cards by this", "You can compare cards by amounts, ranks and conditions.", "Name one of these."
    ),
    "E314": Code("wrong noun", "The noun does not fit what the set contains.", "Use the noun of the set."),
    "E315": Code(
        "a line that gives no points",
        "A line of the score sheet needs points, and tricks are not points.",
        "Multiply by what one is worth: `1 * extra` is a point each.",
    ),
    "E316": Code("instead of itself", "A rule cannot replace itself.", "Remove the name."),
    "E317": Code(
        "compared with nobody",
        "Every test about nobody is false, so this comparison has no effect.",
        "Write `x in players`, or `not x in players`.",
    ),
    "E318": Code(
        "instead of another kind",
        "A quantity can only be replaced by one of the same kind, for the same players or sides.",
        "Make both tricks, or points, or cards; both for each player, or both for each side.",
    ),
    "E320": Code("nobody decides", "A decision must say who decides.", "Write `by each player from left of dealer`."),
    "E321": Code("by each what?", "You can ask players, seats, members and teams.", "Use one of these words."),
    "E322": Code(
        "a time that depends on the game",
        "A clock is set before the game, so its time cannot depend on the play.",
        "Write a number, or an option.",
    ),
    "E323": Code(
        "too short or too long",
        "A clock may run for more than 0 seconds and at most 24 hours.",
        "Write a time between these.",
    ),
    "E324": Code(
        "not an hour of the day",
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
        "The lowest or highest card is only possible where a player chooses cards.",
        "Say what happens instead: `then random`, `then no`, `then bid …`.",
    ),
    "E327": Code(
        "a bid that is not offered", "No round that this clock times offers this bid.", "Name a bid of that round."
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
    "E407": Code("removed too often", "The deck has no more of this card.", "Remove it from the list."),
    "E408": Code("no such card", "The deck has no such rank or suit.", "Name a card of the deck."),
    "E409": Code(
        "an order with gaps", "An order of the ranks must have every rank.", "List every rank once, high to low."
    ),
    "E410": Code("teams do not fit", "The players do not divide into teams of this size.", "Change one of the two."),
    "E412": Code("no such deal", "Deals are counted from 1.", "Name a deal that exists."),
    "E413": Code(
        "not on one deal", "Seats, options and tallies are the same on every deal.", "Move it out of `on deal`."
    ),
    "E414": Code(
        "too many deals", "A file can have at most sixty `on deal` blocks.", "Put those for the same deals together."
    ),
    "E260": Code(
        "periods that never meet",
        "These `on deal … of every` blocks begin together again only after very many deals, which is too many to "
        "check.",
        "Use periods that fit into each other, as 4 fits into 8.",
    ),
    "E261": Code(
        "too many kinds of deal",
        "Each combination of `on deal` blocks is a game of its own, and there are too many to check.",
        "Put the blocks for the same deals together.",
    ),
    "E262": Code(
        "a side's in a tally of the table",
        "A tally `of the table` runs its steps once a deal, not once for each side.",
        "Say it for all sides together: `add sum of extra over teams`.",
    ),
    "E263": Code(
        "nobody in a list",
        "`none` and `nobody` are nothing that a list could have in it.",
        "Take it out, and ask with a `may` whether there is a choice at all.",
    ),
    "E420": Code("too few cards", "The deal needs more cards than there are.", "Deal fewer, or change the deck."),
    "E421": Code(
        "cards left over",
        "Some cards are left in the stock, and the rules do not say what happens to them.",
        "Say where they go.",
    ),
    "E422": Code("equal cards", "Two identical cards can be in one trick.", "Say which wins: `trick equal: first`."),
    "E423": Code(
        "a card without a suit", "An added card must top the trumps or be in no suit.", "Say which of the two."
    ),
    "E424": Code(
        "label without parameter",
        "The label shows something that the bid does not have.",
        "Name a parameter of the bid.",
    ),
    "E425": Code(
        "parameter without label", "Bids that differ must look different.", "Put the parameter into the label."
    ),
    "E426": Code(
        "players in teams",
        "Each player scores, but the players are in teams.",
        "Score each team, or play without teams.",
    ),
    "E427": Code(
        "a round without end",
        "Nothing is used up in these turns, so they may go on for ever.",
        "Make each turn use something up.",
    ),
    "E428": Code(
        "a bid before it is made",
        "The `when` of a `must` is tested before the bid in question is known.",
        "Move this part after the colon.",
    ),
    "E430": Code(
        "a question that gives cards away",
        "What decides who is asked, what can be chosen or what is shown must not depend on cards that those who find "
        "out cannot see.",
        "Read what the seat sees, or do it in `lead`, `award` or the scoring, which ask nobody.",
    ),
    "E432": Code("after otherwise", "`otherwise` covers everything that is left.", "Put it last."),
    "E434": Code(
        "two rules of one name",
        "Explanations name a rule by section and name, so each name must be unique.",
        "Rename one of them.",
    ),
    "E435": Code(
        "when in the play?", "In the play, everything needs a moment.", "Write `before each trick` or another moment."
    ),
    "E436": Code("a round of nothing", "A round must offer bids or do something.", "List its bids."),
    "E437": Code("no trick here", "Tricks and cards are played only in `play`.", "Move the rule there."),
    "E438": Code(
        "cards that not everybody sees",
        "The name of a `give` or a `show` means the cards it moved, and rules can read it only if all have seen them.",
        "Give them `face up`, or show them `to everyone`.",
    ),
    "E439": Code(
        "subtotal of no line", "Only lines of the score sheet can read `subtotal`.", "Read `score`, or make it a line."
    ),
    "E440": Code(
        "too many answers", "Every possible answer is listed, and there are too many.", "Make the ranges shorter."
    ),
    "E441": Code(
        "thrown in for ever", "A redeal without a condition never lets anybody play.", "Say when, with `when …`."
    ),
    "E442": Code(
        "whose place",
        "The rule must say who sees the cards in a place of each player: the owner, everybody or nobody.",
        "Write `seen by player`, or `face up`.",
    ),
    "E444": Code(
        "no such moment",
        "In the play, things can happen before or after a trick and after a card; only a `may` or a `choose` can go "
        "with a card, and only what a player says can happen at any time. In the block of a bid or a round, things "
        "happen in their order.",
        "Write `before each trick`, `after each card` or `after each trick`; or move the sentence out of the block.",
    ),
    "E445": Code(
        "something at each turn of secret bids",
        "When all bid at once, nobody has a turn in which something could happen.",
        "Write it before the round, or let the players bid in turn.",
    ),
    "E446": Code(
        "a secret bid that needs a yes",
        "When all bid at once, nobody hears the bid they would have to agree to.",
        "Offer the bid in a round that goes in turn.",
    ),
    "E447": Code(
        "reads a secret bid",
        "When all bid at once, no rule of the round can read the others' bids in it. It can read those of an "
        "earlier round.",
        "Read the player's own bid, or let the players bid in turn.",
    ),
    "E448": Code(
        "at once and in turn",
        "`at once` asks everybody together; `from`, `until` and `stopping when` are for turns.",
        "Keep one of the two.",
    ),
    "E449": Code(
        "choices of two kinds",
        "The choices after `of` must all be words, or all suits, seats, cards, ranks or numbers.",
        "Make them one kind; write `of` before words.",
    ),
    "E450": Code(
        "a player's own bid in a secret round of sides",
        "When the sides all bid at once, each gives one answer, so a player cannot bid for themselves beside it.",
        "Let the sides bid in turn, or offer the players' own bids in a round before.",
    ),
    "E451": Code(
        "who makes a bid",
        "A bid is made by one seat, or by a team. The round says when each player bids.",
        "Write `by team`, or `by` and one seat.",
    ),
    "E452": Code(
        "hidden among open cards",
        "All cards in a place that is face up are seen by everybody.",
        "Leave out who sees the cards, or the `face up` of the place.",
    ),
    "E453": Code(
        "labels of teams",
        "Each team has its own label, or none has one.",
        "Write a label for each team, that of the first seat first.",
    ),
    # ---- examples that do not hold
    "E701": Code(
        "example: impossible question",
        "The example asks for something that its position does not have.",
        "Give what is missing.",
    ),
    "E702": Code(
        "example: which seat?",
        "The example needs a seat here, or the side does not exist.",
        "Name a seat or side that exists.",
    ),
    "E703": Code("example: which card?", "These cards cannot be there.", "Check where else the example gives them."),
    "E704": Code(
        "example: unknown name", "No bid, decision or line has this name on this deal.", "Check the spelling."
    ),
    "E705": Code("example: out of turn", "Nobody can make this bid at this point.", "Give the bids in their order."),
    "E706": Code(
        "example: which partner took the tricks?",
        "The result depends on which partner took which tricks.",
        "Give the tricks by seat: `us take 2 + 4`.",
    ),
    "E707": Code("example: too many tricks", "The deal or the side cannot have so many tricks.", "Count them again."),
    "E708": Code(
        "example: another choice",
        "When time runs out, another card or bid is chosen than the example expects.",
        "Correct the rule or the example.",
    ),
    "E709": Code(
        "example: the clock does not run",
        "No clock of this name runs at this point.",
        "Give the hand of the player who is asked.",
    ),
    "E710": Code(
        "example: another score",
        "The line, the score or the tally comes out differently; the message names the rules that decide it.",
        "Fix the rule, or the example. If it is the parent's, use `replace example` or `drop example`.",
    ),
    "E711": Code(
        "example: another winner", "The game ends in another way, or is not over.", "Fix the ending, or the example."
    ),
    "E712": Code("example: another rule", "A different rule decides.", "Name that rule, or fix the rules."),
    "E713": Code(
        "example: other moves", "The legal moves are not the expected ones.", "Fix the rule, or the list of moves."
    ),
    "E714": Code(
        "example: another winner of the trick", "Another seat wins the trick.", "Fix the rule, or the example."
    ),
    "E715": Code(
        "example: not asked",
        "The seat is not asked this question here.",
        "Check the `when` of the question, and what the example gives.",
    ),
    "E717": Code(
        "example: too many cards in a hand",
        "No hand has so many cards, or not at this trick.",
        "Remove cards, or correct `trick_number`.",
    ),
    "E718": Code(
        "example: plays out of turn",
        "The seats play clockwise from the leader, one card each.",
        "Give the cards of the seats in between.",
    ),
    "E719": Code(
        "example: another seat leads",
        "The winner of a trick leads the next one, or the player that the rules of the lead name.",
        "Name the seat that leads, or correct the trick before.",
    ),
    "E720": Code(
        "example: a decision nobody made",
        "The seat is never asked this, or the condition of the decision does not hold.",
        "Remove the decision, or give what it needs.",
    ),
    "E722": Code(
        "example: values that contradict",
        "The example says the same thing twice, or something impossible.",
        "Say it once, or give what can be.",
    ),
    "E723": Code(
        "example: two bids look the same",
        "Two bids have the same label.",
        "Write the name of the bid before it: `tricks 3`.",
    ),
    "E724": Code(
        "example: one deal after another",
        "Before `next deal`, one `case` must say what the deal scored.",
        "Write one `case` above it.",
    ),
    "E725": Code(
        "example: another lead, dealer, hand or question",
        "Another seat leads or deals, a seat is asked something, or the cards are different.",
        "Correct the rule, or the example.",
    ),
    "E726": Code(
        "example: a card that could not be played",
        "A rule did not allow this card: the seat had others then, because it plays or holds them later.",
        "Correct the cards.",
    ),
    # ---- warnings
    "W501": Code("an option nobody reads", "Setting this option changes nothing.", "Read it in a rule, or remove it."),
    "W502": Code("a quantity nobody reads", "No rule uses this quantity.", "Read it in a rule, or remove it."),
    "W503": Code("a tally nobody reads", "No rule uses this tally.", "Write a score line for it, or remove it."),
    "W504": Code("a rank without cards", "All cards of this rank are removed.", "Remove it from `ranks`."),
    "W506": Code("a bid nobody can make", "No round offers this bid.", "Name it in a round."),
    "W507": Code("bids that look the same", "Two bids of one round have the same label.", "Change one of them."),
    "W508": Code("counted twice", "The bid in question already counts in `contract`.", "Write `contract` alone."),
    "W509": Code(
        "choices that do the same", "No rule treats these choices differently.", "Write a rule for one of them."
    ),
    "W510": Code("no trick yet", "The condition reads a trick before any is played.", "Read something else."),
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
        "The rules limit the time, but do not say what happens when it runs out.",
        "Read the clock in a line or an ending, or say what is chosen: `, then lowest`.",
    ),
    # ---- what the proofs find
    "W801": Code(
        "a case is missing",
        "For some bids and tricks, no case of the line says what they score, so the line gives nothing.",
        "Write the missing case, or `otherwise: …`.",
    ),
    "W802": Code(
        "two cases at once",
        "For some bids and tricks, two cases of the line hold and say different things. The first one counts, but "
        "readers may expect the second.",
        "Add `not …` to the second case, or make it a line of its own with `instead of`.",
    ),
    "W803": Code(
        "a case that never counts",
        "The case never holds, or an earlier case always holds too.",
        "Remove it, or fix its condition.",
    ),
    "W804": Code(
        "a rule that never decides",
        "The `must` never removes a choice that the rules above it leave, so the game is the same without it.",
        "Remove it, or fix it; look at the rules above it.",
    ),
    "W805": Code(
        "a seat without a bid", "A seat has to bid but has no legal bid.", "Offer a bid that everybody can make."
    ),
    "W806": Code(
        "always, or never",
        "The condition is always true, or never.",
        "If it is always true, remove it; if it is never true, remove the rule. Or fix it.",
    ),
    "W807": Code(
        "an ending that never comes", "The condition of the ending can never hold.", "Remove it, or fix its condition."
    ),
    "W808": Code(
        "a game without an end",
        "None of the games we tried has ended, with good deals or bad ones.",
        "Add an ending that holds after some deals, or at a score that players can reach.",
    ),
    "W809": Code(
        "options that break the rules",
        "With one value of an option, or one pair of values, nobody can play by the rules.",
        "Remove that value from the choices, or make the rules allow for it.",
    ),
    "W810": Code(
        "a tie that nobody settles",
        "The sides are level when an ending holds; the game goes on, and the ending never holds again.",
        "Write `tie …: shared`, or let the ending hold in later deals too: `deal >= 8` instead of `deal = 8`.",
    ),
    "W811": Code(
        "a bid that nobody can make",
        "The condition of the bid is never true, or it is made before looking and everybody has looked by then.",
        "Remove the bid, fix its condition, or ask for it before anything that turns the hands up.",
    ),
    "W812": Code(
        "a bid that nobody would make",
        "Another bid never scores less, whatever tricks are taken, and sometimes scores more.",
        "Make it win more or lose less, or remove it.",
    ),
    "W813": Code(
        "a rule that changes nothing",
        "The line or the tally is always 0, or the order of the ranks is the usual one, so the game is the same "
        "without it.",
        "Remove it, or fix it.",
    ),
    "W814": Code(
        "bounds that contradict each other",
        "What a `must` asks for can never be true, so it never removes a choice.",
        "Change one of its conditions, or write `or` for `and`.",
    ),
    "W815": Code(
        "an ending that holds at the start",
        "The ending is true while every score is still 0, so the game is over after its first deal.",
        "Turn the comparison round, or compare with another number.",
    ),
    "W816": Code(
        "a bid out of reach",
        "The bid can be for more tricks than a deal has.",
        "End its range at the number of tricks, or deal more cards.",
    ),
    "W817": Code(
        "more cards than a hand",
        "Players must pass more cards than a hand has.",
        "Pass as many as a hand has, or fewer.",
    ),
    "W818": Code(
        "a bid that is always replaced",
        "Players who make this bid before looking have to bid again, and only the later bid counts.",
        "Make the bid `final`, or ask for it after the other bids.",
    ),
    # ---- open choices
    "A601": Code(
        "an open choice",
        "The sources answer this differently, and the file does not say. You see this once; until you choose, the "
        "default counts.",
        "Write `set` and the answer of your table.",
    ),
}
"""All codes, in order."""
