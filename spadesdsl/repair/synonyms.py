# ruff: noqa: E501 -- a row is a line
"""What card players and programmers say, and what the language says instead: one table, for messages and for the page.

A row is read as a pattern over words. It only proposes; each proposal is tried in its place before it is shown.
"""

from __future__ import annotations

from typing import Final

from spadesdsl.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Synonym:
    """A word or phrase that people say, and what to write instead, the likeliest first."""

    said: str
    """As people say it."""
    written: tuple[str, ...]
    """What the language says; `\\1` is what the first group of the pattern found."""
    pattern: str = ""
    """A regular expression, if `said` is not enough."""
    is_shown: bool = True
    """Whether the language reference lists it."""

    def regex(self) -> str:
        """Return the pattern, which matches whole words."""
        return self.pattern or rf"\b{self.said}\b"


def _words(said: str, *written: str) -> Synonym:
    """Make a row of several words that mean the same: `book, books`."""
    return Synonym(said.partition(",")[0], written, rf"\b(?:{said.replace(', ', '|')})\b")


_CARD = r"(?:10|[2-9TJQKA])[A-Z]"
_RANK = r"(?:10|[2-9]|[JQKA])"
_SUIT_CARD = r"\b(?:the )?(?i:{0})s? of ([A-Za-z])[a-z]+\b"
_RANKS: Final = (
    ("ace", "A"), ("king", "K"), ("queen", "Q"), ("jack", "J"), ("ten", "10"), ("nine", "9"), ("eight", "8"),
    ("seven", "7"), ("six", "6"), ("five", "5"), ("four", "4"), ("three", "3"), ("two|deuce", "2"),
)  # fmt: skip

QUANTITIES: Final[tuple[Synonym, ...]] = (
    Synonym("the last trick (of the play)", ("count of hand = 1",), r"\b(?:is )?(?:the )?(?:last|final)[ _]trick\b(?!\.| winner| is| was|')", is_shown=False),
    Synonym("cards in hand", ("count of hand",), r"\b(?:the )?(?:number of |count of )?cards (?:left )?in (?:the )?hand\b|\b(?:hand|hand's)[ _]?size\b|\bsize of (?:the )?hand\b"),
    Synonym("partner is winning", (r"trick.winner is \1",), r"\b(partner|dealer|left|right) (?:is |has |was )?(?:winning|wins|ahead|the winner)(?: (?:the )?trick)?\b|\b(partner) (?:is )?best\b"),
    Synonym("per heart taken", (r"* count of cards_won in \1s",), r"(?<=\d )(?:points? )?(?:per|for each|for every|each|a) (\w+?)s?(?: card)?(?: (?:taken|won|captured|in (?:the )?tricks))?(?=\s*[\"}\n]|$)", is_shown=False),
    Synonym("number of hearts taken", (r"count of cards_won in \1",), r"\b(?:the )?(?:number|count|amount) of (\w+s)(?: cards)? (?:taken|won|captured|in cards_won)\b|\bcount (\w+s) in cards_won\b"),
    Synonym("count hearts in", (r"count of \2 in \1",), r"\bcount (\w+) (?:in|of) (\w+)\b", is_shown=False),
    Synonym("QS was taken", (r"cards_won includes \1",), rf"\b({_CARD}) (?:is |was |were |in )?(?:taken|won|captured)\b|\b(?:side|team|player|they|he|she|we|us) (?:has|have|had|holds|gets?|got) (?:the )?({_CARD})\b", is_shown=False),
    Synonym("won the last trick", ("last_trick.winner in members",), r"\b(?:side |team |player |they |who |he |she )?(?:has |have )?(?:won|wins|win|took|takes|taken) (?:the )?(?:last|final)[ _]trick\b"),
    Synonym("100 behind", (r"behind >= \1",), r"\bbehind (?:by )?(?:at least )?(\d+)(?: points)?\b|\b(?:at least )?(\d+)(?: points)? (?:points )?behind\b"),
    Synonym("score reaches 500", (r"score >= \1",), r"\bscore (?:of |is at |at |reaches |hits |gets to |has reached |reached |passes |up to )?(-?\d+)(?: points)?\b|\b(?:reaches|reached|has) (\d+)(?: points)?\b"),
    Synonym("above 5 and below 9", (r"\1 \2 \3 and \1 \4 \5",), r"\b([\w.]+) (<=?|>=?) (\w+) and (<=?|>=?) (\w+)", is_shown=False),
    Synonym("5 < x < 9", (r"\1 \2 \3 and \3 \4 \5",), r"\b(\w+) (<=?) ([\w.]+) (<=?) (\w+)", is_shown=False),
    Synonym("1,000", (r"\1\2",), r"\b(\d{1,3}),(\d{3})\b", is_shown=False),
    Synonym("ahead of the opponents by 100", (r"every opponent o has \1 - o.\2 \3 \4",), r"\b(\w+) - opponents?\.(\w+) (<=?|>=?|=) (\d+)", is_shown=False),
    Synonym("partner played", (r"\1 did \2",), r"\b(partner|dealer|left|right) (?:has )?(agreed|asked|shown|looked)\b", is_shown=False),
    Synonym("side contract", (r"\1.\2",), r"\b(side|team|partner|dealer|opponent) (contract|taken|score)\b", is_shown=False),
    Synonym("best card", ("trick.best",), r"\b(?:the )?(?:(?:best|winning|top)(?: card)?|highest card)(?: (?:of|in|on) (?:the )?(?:trick|table))?(?= *(?::|\"|$|\n|\}))"),
    Synonym("in trumps", (r"card in \1",), r"(?<=: )in (?:a |the )?([\w.]+)", is_shown=False),
    Synonym("beat the best card", (r"card beats",), r"(?<=: )(?:must )?beats?\b(?: the)?", is_shown=False),
    Synonym("card is not a trump", (r"card not in trumps",), r"\bcard (?:is )?(?:not|no) (?:a |an )?(?:trump|trumps)\b|\bcard isn't (?:a )?trump\b|(?<=: )no(?:t)? (?:a )?trumps?\b"),
    Synonym("card is a trump", (r"card in trumps",), r"\bcard is (?:a |an )?trumps?\b|(?<=: )(?:a )?trumps?\b"),
    Synonym("took the 2C", (r"cards_won includes \1",), rf"\b(?:(?:the )?(?:player|side|team|he|she|they|who) )?(?:has |have )?(?:took|takes?|taken|won|wins|captured?|got) (?:the )?({_CARD})\b"),
    Synonym("all tricks taken", ("every opponent has taken = 0",), r"\b(?:taken|took|takes|won|wins|takes?)(?: is| =)? (?:all|every)(?: of)?(?: the)?(?: \d+)? tricks?\b|\ball tricks(?: are)? (?:taken|won)\b"),
    Synonym("no tricks taken", ("taken = 0",), r"\b(?:taken|took|takes?|won|wins)(?: is| =)? (?:no|zero) tricks?\b|\bno tricks?(?: are| is)? (?:taken|won)\b"),
    Synonym("contract made", ("taken >= contract",), r"\b(?:the )?contract (?:is |was )?(?:made|fulfilled|reached|kept)\b|\b(?:makes?|made|reached|reaches) (?:the |their |its |his )?(?:contract|bid)\b"),
    Synonym("contract missed", ("taken < contract",), r"\b(?:the )?contract (?:is |was )?(?:not made|missed|failed|broken|lost|set)\b|\b(?:missed|misses|fails|failed) (?:the |their |its |his )?(?:contract|bid)\b"),
    Synonym("follow suit, if possible", ("card in led.suit",), r"\b(?:must |player |play |card )*follow(?:s|ing)?(?: the)? suit(?: if (?:possible|able|they can|you can|can))?"),
    Synonym("cannot follow suit", ("count of hand in led.suit = 0",), r"\b(?:cannot|can't|can not|not able to|unable to)(?: follow)(?: the)?(?: suit)?\b"),
    Synonym("not broken", ("not broken",), r"\b(?:trumps?|\w+s) (?:are |is |have been |has been )?(?:not(?: yet)?(?: been)?|un)[ ]?broken\b", is_shown=False),
    Synonym("trumps broken", ("broken",), r"\b(?:trumps?|\w+s) (?:are |is |have been |has been )?broken\b", is_shown=False),
    Synonym("highest card of the suit led", (r"\1 of trick in led.suit",), r"\b(highest|lowest)(?: card| one)?(?: of| in)(?: the)? (?:suit led|led[ _]suit|lead[ _]suit|led\.suit)(?! of)"),
    Synonym("best of trumps", (r"highest of trick in \1",), r"\b(?:best|top|strongest)(?: card)?(?: of| in)? (trumps|led\.suit|led suit)\b"),
    Synonym("best trump", ("highest of trick in trumps",), r"\b(?:best|top|strongest|high) trump\b"),
    Synonym("winner leads", ("last_trick.winner",), r"\b(?:the )?winner(?: of (?:the )?(?:last )?trick)? (?:leads|starts|begins|plays)(?: (?:first|next))?\b"),
    Synonym("the dealer leads", (r"\1",), r"\b((?:left of |right of )?[\w.]+) (?:leads|deals|starts|begins|plays|bids)(?: (?:first|next))?\b(?! for)"),
    Synonym("next player", ("left of dealer", "left"), r"\b(?:the )?next (?:player|seat|one|in turn)(?: clockwise| to the left)?\b|\bclockwise\b"),
    Synonym("random", ("random of players",), r"\b(?:at )?random(?:ly)?(?: (?:player|seat))?\b(?! of)"),
    Synonym("suit of a card", (r"\2.\1",), r"\b(?:the )?(suit|rank) of (?:the )?(card|led|[a-z]\w*\.best|trick\.led)\b"),
    Synonym("card above 9", (r"card.rank > \1",), rf"\bcard(?:\.rank)? (?:is )?(?:above|over|higher than|better than|bigger than) (?:a |an )?({_RANK})\b"),
    Synonym("card below 9", (r"card.rank < \1",), rf"\bcard(?:\.rank)? (?:is )?(?:below|under|lower than|less than|smaller than) (?:a |an )?({_RANK})\b"),
    Synonym("bid 4", (r"contract = \1",), r"(?<!not )(?<!\.)\bbids? (?:of )?(\d+)\b"),
    Synonym("not bid 4", (r"contract != \1",), r"\b(?:not|never|no) bid (?:of )?(\d+)\b"),
    Synonym("must bid at least 4", (r"contract >= \1",), r"\b(?:(?:the )?(?:player|team|side|everybody|everyone) )?(?:must|has to|should|shall) bid (?:at least )?(\d+)(?: or more)?\b"),
    Synonym("their bid together", ("side.contract",), r"\b(?:team|side|partnership|combined)(?:'s)?[_ .]bid\b"),
    Synonym("the total of the bids", ("sum of contract over players",), r"\b(?:the )?(?:total|sum)(?: of)?(?: all)?(?: the)? (?:bids|contracts)\b|\b(?:all )?bids (?:total|sum|together|in total)\b"),
    Synonym("has bid", (r"\1 did bid",), r"\b(\w+) has (?:already |yet )?bid\b(?! is)"),
    Synonym("nobody has bid", ("no player did bid",), r"\b(?:nobody|no one|no-one|none)(?: has| have)?(?: yet)? bid\b"),
    Synonym("partner bid", (r"\1.bid is \2",), r"\b(partner|dealer|left|right|player) (?:has )?(?:did )?bids? ([a-z_]\w+)\b"),
    Synonym("a higher card than", ("card beats",), r"\b(?:must )?(?:play )?(?:a |any )?(?:higher|better|bigger|stronger)(?: card)? than\b", is_shown=False),
    Synonym("higher than (of a card)", ("beats",), r"\b(?:is )?(?:higher|stronger|better|bigger) than\b", is_shown=False),
    Synonym("last_trick.winner of the trick", (r"\1",), r"\b(last_trick\.winner) of (?:the )?(?:last )?trick\b", is_shown=False),
    Synonym("the winner of the last trick", ("last_trick.winner",), r"\b(?:the )?winner of (?:the )?(?:last|previous)[ _]trick\b"),
    Synonym("who won the last trick", ("last_trick.winner",), r"\b(?:who(?:ever)? )?won (?:the )?(?:last|previous)[ _]trick\b"),
    Synonym("the last trick's winner", ("last_trick.winner",), r"\b(?:last|previous)[ _]trick(?:'s)? winner\b"),
    Synonym("trick winner", ("last_trick.winner", "trick.winner"), r"\b(?:trick winner|winner of (?:the )?trick|trick_winner|winner)\b"),
    Synonym("the dealer's left", ("left of dealer",), r"\bdealer(?:'s)?[ .]left\b|\bleft (?:of )?the dealer\b|\bleft dealer\b"),
    Synonym("left-hand opponent", ("left",), r"\b(?:lho|LHO)\b"),
    Synonym("right-hand opponent", ("right",), r"\b(?:rho|RHO)\b"),
    Synonym("the suit led", ("led.suit",), r"\b(?:the )?(?:suit led|led[ _]suit|lead[ _]suit|suit_led|suit of (?:the )?lead)\b"),
    Synonym("first trick", ("trick_number = 1",), r"\b(?:the )?(?:on )?(?:first[ _]trick|trick one)\b"),
    Synonym("trick number", ("trick_number",), r"\btrick (?:number|no)\b|\b(?:trick_no|trick_num|tricknumber|trick_index)\b"),
    _words("book", "trick", "trick_number", "taken"),
    _words("books", "tricks", "taken"),
    Synonym("tricks taken", ("taken",), r"\b(?:tricks[ _](?:taken|won|made)|(?:taken|won)[ _]tricks|tricks?_count|num_tricks|number of tricks|count of tricks)\b"),
    Synonym("tricks bid", ("contract",), r"\b(?:tricks[ _]bid|bid_tricks|bid amount|bid_amount|bid value|bid_value|bid number)\b"),
    Synonym("tricks", ("taken",)),
    _words("won, took, take, takes, wins", "taken"),
    _words("trick", "trick_number", "trick.best"),
    Synonym("void (in the suit led)", ("count of hand in led.suit = 0",), r"\b(?:is )?void\b"),
    Synonym("highest trump", (r"\1 of trick in trumps",), r"\b(highest|lowest) trumps?\b"),
    Synonym("bid (a number)", ("contract", "bid.n"), r"\b(?<!\.)bids?\b(?!\.)"),
    Synonym("partner's bid (a number)", (r"\1.contract", r"\1.bid.n"), r"\b(\w+)\.bid\b(?!\.)", is_shown=False),
    Synonym("their bid", ("contract",), r"\b(?:our|my|his|total)[_ .]bid\b"),
    _words("overtrick, overtricks, over_tricks, extra_tricks, extras", "extra"),
    _words("points, point, total_score, game_score, total_points, running_total, total", "score"),
    Synonym("hand (of several)", ("deal",), r"\bhands?(?: number|_number|_no)?\b"),
    _words("round, deal number, deal_number, round_number, game_number", "deal", "trick_number"),
    Synonym("trump", ("trumps",), r"\b(?:the )?trump(?: suit|_suit)?\b"),
    Synonym("last bidder", ("every player did bid",), r"\b(?:the )?last (?:bidder|to bid)\b"),
    _words("goal, winning_score, limit, game_points", "target"),
    _words("discard, discard_pile, discard pile", "discards"),
    _words("pack, talon, deck", "stock"),
    _words("opponent", "opponents"),
    _words("this_player, current_player, he, she, they, bidder, myself, self, me", "player"),
    _words("team, our_side, our_team", "side"),
    Synonym("the trick", ("trick",), r"\b(?:the|this|current)[ _]trick\b"),
    _words("lead, leads, on lead, is leading, led", "leading", "led"),
    _words("led, lead, led_card, lead_card, card led, lead card", "led", "led.suit"),
    _words("following suit, follow, follows", "following"),
    Synonym("the dealer's partner", (r"\1.\2", r"\2 of \1"), r"\b(\w+)'s (\w+)\b"),
    Synonym("our team's amount", (r"\1",), r"\b(?:player|seat|partner|team|side|members?|self|our|my|their|this)\.(\w+)", is_shown=False),
)  # fmt: skip
"""Things and amounts."""

PHRASES: Final[tuple[Synonym, ...]] = (
    Synonym("2 of hand", (r"\1 from \2",), r"\b(\d+) (?:cards )?of (?:the )?(hand|stock)\b", is_shown=False),
    Synonym("50 if … else 10", (r"if \2 then \1 else \3",), r"(?<=[:=] )(-?[\w.* ]+?) if ([^:{}\"\n]+?) else (-?[\w.]+)", is_shown=False),
    Synonym("… ? 50 : 10", (r"if \1 then \2 else \3",), r"(?<=[:=] )([^:{}\"?\n]+?) \? (-?[\w.]+) : (-?[\w.]+)", is_shown=False),
    Synonym("if …: 50 else: 10", (r"if \1 then \2 else \3",), r"\bif ([^:{}\"\n]+?)(?::|,|\bthen:) *(-?[\w.]+),? else:? *(-?[\w.]+)", is_shown=False),
    Synonym("if … then 50, with nothing else", (r"if \1 then \2 else 0",), r"\bif ([^:{}\"\n]+?)(?: then|:|,) *(-?[\w.]+)(?=\s*[\"}\n]|$)", is_shown=False),
    Synonym("each player in turn", (r" by each player",), r":? (?:each|every|all) players?(?: in turn)?(?= from| at once|$|\n| *\})", is_shown=False),
    Synonym("include the pack", (r"include \1",), r"\binclude (?:the )?(?:pack|rules?|file) (\w+)\b|\binclude (\w+) from \w+", is_shown=False),
    Synonym("reached, of a round of bids", (r"from left of dealer",), r"\bfrom (?:the )?dealer's left\b", is_shown=False),
    Synonym("is true", (r"\1",), r"\b([\w.]+) (?:is|=|==) (?:yes|true|True|TRUE)\b", is_shown=False),
    Synonym("is false", (r"not \1",), r"\b([\w.]+) (?:is|=|==) (?:no|false|False|FALSE)\b", is_shown=False),
    Synonym("us contract = 70", (r"\1 { \2 = \3 }",), r"\b(us|them|[A-Z][a-z]+):? ([a-z_]+) ?[=:] ?(-?\d+)", is_shown=False),
    Synonym("us score 50", (r"\1 { score = \2 }",), r"(?<=: )(us|them|[A-Z][a-z]+) (-?\d+)(?: points)?(?=\s*[}\n]|$)", is_shown=False),
    Synonym("losing rest", (" losing the rest",), r",? (?:losing|lose|loses|and lose|without) (?:the )?(?:rest|remainder|others?)\b", is_shown=False),
    Synonym("extra added", (r"add \1",), r"\b(\w+) (?:is |are |gets? )?added\b", is_shown=False),
    Synonym("from 5 - 20, 5..20", (r"from \1 to \2",), r"(?:\b(?:from|in|between) ?)?\b(\d+) ?(?:\.\.+|-|–|…|\band\b|\bup to\b) ?(\d+)\b"),
    Synonym("(5..20)", (r"from \1 to \2",), r"\((?:from )?(\d+) ?(?:\.\.+|-|–|…|\bto\b|,) ?(\d+)\)", is_shown=False),
    Synonym("minus 50", (r"-\1",), r"\bminus (\d+)", is_shown=False),
    Synonym("+50", (r"\1",), r"(?<=[:,=] )\+ ?(\d+)(?: points?)?", is_shown=False),
    Synonym("10contract", (r"\1 * \2",), r"\b(\d+)([a-z_][a-z_.]+)\b", is_shown=False),
    Synonym("10 for each extra", (r"\1 * \2",), r"\b(\d+) (?:points? )?(?:for each|for every|each|per|a|times) ([a-z_]\w+)\b"),
    Synonym("if … then no else yes", (r"not \1",), r"\bif ([\w.]+) then (?:no|false|never),? else (?:yes|true|always)\b", is_shown=False),
    Synonym("if … then yes else no", (r"\1",), r"\bif ([^,]+?) then (?:yes|true|always),? else (?:no|false|never)\b", is_shown=False),
    Synonym("no trumps", ("none",), r"\bno[- _]?trumps?\b"),
    Synonym("trumps are", (r"trumps: \1",), r"\btrumps? (?:are|is) (\w+)", is_shown=False),
    Synonym("teams by name", ("teams of 2",), r"\b(?:teams|partners|partnerships):? [A-Z]\w+(?: and | & | ?[-+/,] ?| )[A-Z]\w+[, ;|]+(?:and |vs\.? )?[A-Z]\w+(?: and | & | ?[-+/,] ?| )[A-Z]\w+", is_shown=False),
    Synonym("2 teams", ("teams of 2",), r"\b(?:2|two) teams\b|\bteams? (?:of )?(?:2|two)(?: players)?\b", is_shown=False),
    Synonym("no teams", ("teams none", "replace teams none"), r"\bno (?:teams|partners|partnerships)\b|\bteams:? no(?:ne)?\b"),
    Synonym("2 packs", (r"packs \1",), r"\b(\d+) (?:packs|decks)(?: of cards)?\b"),
    Synonym("of all players (a place for cards)", ("of each player",), r"\bof (?:all|every|the) players?\b", is_shown=False),
    Synonym("deal 13 cards to everyone", (r"\1 from stock to each player",), r"\b(?:deal |give )?(\d+)(?: cards?)?(?: from stock)? to (?:everyone|everybody|all|each)\b(?! player)", is_shown=False),
    Synonym("13 cards to", (r"\1 from hand to", r"\1 from stock to"), r"\b(\d+)(?: cards?)? to\b"),
    Synonym("each player gets 13", (r"\1 from stock to each player",), r"\b(?:each|every|all) players? (?:gets?|receives?|has|is dealt) (\d+)(?: cards?)?\b|\b(?:deal )?(\d+)(?: cards?)? (?:each|for everybody|per player)\b"),
    Synonym("to players", ("to each player",), r"\bto (?:the )?players\b"),
    Synonym("same suit", ("card in led.suit",), r"\bsame suit\b", is_shown=False),
    Synonym("or else, or (of cards that can win)", (r", else \1",), r",? or (highest|lowest)\b", is_shown=False),
    Synonym("between deal and bidding", (r"before \1",), r"\bbetween \w+ and (\w+)\b"),
    Synonym("not legal", ("illegal",), r"\b(?:not|isn't) legal\b", is_shown=False),
    Synonym("hand of a seat", (r"given \1 holds",), r"\bhand(?: of)? ([A-Z][a-z]\w*)(?: is| has| =|:)?", is_shown=False),
    Synonym("us score 50", (r"\1 { score = \2 }",), r"\b(us|them|[A-Z][a-z]+) (?:scores?|gets?|has) (-?\d+)(?: points)?", is_shown=False),
    Synonym("x += 1", (r"add \1",), r"\b[a-z_]\w* ?\+= ?([\w.]+)"),
    Synonym("x++", ("add 1",), r"\b[a-z_]\w* ?\+\+"),
    Synonym("if … add 1", (r"add \2 when \1",), r"\bif ([^,{}:]+?),?(?: then)? add ([\w.]+)", is_shown=False),
    Synonym("at 10 reset", (r"full at \1 losing the rest",), r"\b(?:at|after|on) (\w+),?(?: it| then)? (?:resets?|starts? (?:again|over)|back to (?:0|zero))\b"),
    Synonym("every 10", (r"full at \1",), r"\b(?:every|each|at|after|up to) (\d+)(?=\s*[\"}\n]|$)", is_shown=False),
    Synonym("is at least, or at least", (">=",), r"\b(?:is |are )?(?:at least|greater than or equal to|no(?:t)? less than|no fewer than)\b"),
    Synonym("is at most", ("<=",), r"\b(?:is |are )?(?:at most|less than or equal to|no(?:t)? more than|up to)\b"),
    Synonym("is more than", (">",), r"\b(?:is |are )?(?:more than|greater than|above|over|exceeds|larger than|higher than)\b"),
    Synonym("is less than", ("<",), r"\b(?:is |are )?(?:less than|fewer than|below|under|lower than|smaller than)\b"),
    Synonym("is not equal to", ("!=", "is not"), r"\b(?:is not|isn't|not) equal to\b|<>|\bisn't\b|\bnot =(?!=)"),
    Synonym("equals", ("=", "is"), r"\b(?:is |are )?(?:equal to|equals|equal)\b|==="),
    Synonym("times", ("*",), r"\b(?:times|multiplied by|x)\b"),
    Synonym("plus", ("+",)),
    Synonym("minus", ("-",)),
    Synonym("divided by", ("/",)),
    Synonym("number of", ("count of",), r"\b(?:the )?(?:number|amount) of\b"),
    Synonym("total of", ("sum of",), r"\b(?:the )?total of\b"),
    Synonym("max of", ("most of", "highest of"), r"\b(?:max|maximum|biggest|best|top|strongest) of\b"),
    Synonym("min of", ("least of", "lowest of"), r"\b(?:min|minimum|smallest|worst|weakest) of\b"),
    Synonym("any, at least one", ("some",), r"\b(?:any|a|an|at least one)\b(?= (?:player|member|opponent|team|side|card|trick|seat)\b)"),
    Synonym("all", ("every",), r"\b(?:all|each)\b(?= (?:player|member|opponent|team|side|card|trick|seat)\b)"),
    Synonym("all players have", (r"every \1 has",), r"\b(?:all|every) (player|member|opponent|team|side|card|trick|seat)s have\b"),
    Synonym("no one, none of", ("nobody",), r"\bno one\b|\bnoone\b|\bnull\b"),
    Synonym("each of", ("each",), r"\beach of(?: the)?\b"),
    Synonym("to all", ("to each player",), r"\bto (?:all|every|each)(?: players?)?\b(?! player)"),
    Synonym("by all", ("by each player",), r"\bby (?:all|every|each)(?: players?)?\b(?! player)"),
    Synonym("to all players (who sees it)", ("to everyone",), r"\bto (?:all|everybody|every player|all players|each player)\b"),
    Synonym("a random player", (r"random of \1s",), r"\b(?:an? |the )?random (player|seat|member)\b"),
    Synonym("is a heart", (r"in \1s",), r"\bis an? (\w+?)s?\b"),
    Synonym("is not a heart", (r"not in \1s",), r"\b(?:is not|isn't) an? (\w+?)s?\b", is_shown=False),
    Synonym("on the first trick", ("when trick_number = 1", "and trick_number = 1"), r"\b(?:on|in|during|at) (?:the )?first[ _]trick\b"),
    Synonym("has no hearts", (r"count of hand in \1 = 0",), r"\b(?:hand |player )?(?:has|have|holds) no (\w[\w.]*)"),
    Synonym("no card of hearts in hand", (r"count of hand in \1 = 0",), r"\bno cards? in hand (?:in|of) (\w[\w.]*)"),
    Synonym("the one who holds the 2C", (r"holder of \1",), r"\b(?:(?:the )?player|who(?:ever)?|seat|the one|player) (?:who )?(?:with|holding|holds|has) (?:the )?((?:10|[2-9TJQKA])[A-Z])\b"),
    Synonym("the player on the left of the dealer", (r"\1 of \2",), r"\b(?:the )?(?:player|seat|one)? ?(?:on|to|at) (?:the )?(left|right) of (?:the )?(\w+)"),
    Synonym("left to the dealer", (r"\1 of \2",), r"\b(left|right) (?:to|from|by|after|side of) (?:the )?(\w+)", is_shown=False),
    Synonym("per team, for every team", (r"for each \1",), r"\b(?:per|for all|for every) (team|player|side)s?\b"),
    Synonym("after 10 deals", (r"when deal >= \1",), r"\bafter (\d+) (?:deals|hands|rounds)\b"),
    Synonym("in a round of bids", (r"during \1",), r"\b(?:in|for|on|of) (opening|\w+_round)\b", is_shown=False),
    Synonym("void in hearts", (r"count of hand in \1 = 0",), r"\b(?:is |hand )?void (?:in|of) (?:the )?(\w[\w.]*)\b"),
    Synonym("has the two of clubs", (r"includes \1",), r"\b(?:has|holds|contains|have) (?:the )?((?:10|[2-9TJQKA])[A-Z])\b"),
    Synonym("player holds a card", (r"hand includes \1",), r"\b(?:player )?(?:has|holds|contains|have) (?:the )?((?:10|[2-9TJQKA])[A-Z])\b", is_shown=False),
    Synonym("if (as a condition of a rule)", ("when",), r"\b(?:only )?(?:if|while|whenever|where|unless not)\b"),
    Synonym("unless", (r"when not (\1)",), r"\b(?:when )?unless\b ([^:\n]+?)(?=\s*:)"),
    Synonym("or not, and not", (r"and not \1", r"when not (\1)"), r"\bunless\b ([^:\n]+?)(?=\s*[:\n])", is_shown=False),
    Synonym("but", ("and",), r"\b(?:but|also)\b|&&|&"),
    Synonym("||", ("or",), r"\|\|?"),
    Synonym("!", ("not ",), r"!(?!=)"),
    Synonym("true, on", ("yes",), r"\b(?:true|True|TRUE|on|enabled|always)\b"),
    Synonym("false, off", ("no",), r"\b(?:false|False|FALSE|off|disabled|never|none)\b"),
    Synonym("false", ("never",), r"\b(?:false|False|no)\b", is_shown=False),
    Synonym("else (of cases)", ("otherwise",), r"\b(?:else|default|case else|case otherwise)\b"),
    Synonym("on hand 1", ("on deal",), r"\b(?:on|in|for) (?:the )?(?:hand|round|game|deal)s?\b(?= \d)"),
    Synonym("play again, go on", ("play on",), r"\b(?:play again|continue|go on|keep playing|replay|another deal|play more|playon|play_on)\b"),
    Synonym("draw, split", ("shared",), r"\b(?:draw|split|both win|tie|all win|share)(?: (?:the |it )?(?:win|game|pot|victory))?\b"),
    Synonym("must agree", (r"needs yes from \1",), r"\bneeds (?!yes)(?:consent from |agreement from |ok from |from |approval of )?(\w+)"),
    Synonym("low score wins", ("best score lowest",), r"\b(?:lowest|low|least) (?:score|points) wins?\b|\bbest (?:lowest|low)\b"),
    Synonym("lower (of `best score`)", ("lowest",), r"\b(?:low|lower|fewest|least)\b"),
    Synonym("higher (of `best score`)", ("highest",), r"\b(?:high|higher|most)\b"),
    Synonym("in clockwise order", ("from left of dealer",), r"\bclockwise(?: from (?:the )?dealer)?\b|\bstarting (?:with|from|at) (?:the )?left of dealer\b"),
    Synonym("starting with", ("from",), r"\b(?:starting|beginning)(?: (?:with|from|at|by|to))?(?: the)?\b"),
    Synonym("face-up, open", ("face up",), r"\b(?:face[-_]up|faceup|open)\b"),
    Synonym("face-down, hidden", ("face down",), r"\b(?:face[-_]down|facedown|hidden|closed)\b"),
    Synonym("without looking", ("before looking",), r"\b(?:without (?:looking|seeing)|unseen|before (?:looking at|seeing|(?:you |they |he )?(?:see|look at)))(?: (?:the |their |your |his |at )*(?:hands?|cards))?\b|\bbefore looking at (?:the |their |your |his )?(?:hands?|cards)"),
    Synonym("simultaneously", ("at once",), r"\b(?:simultaneously|at the same time|together|secretly)\b"),
    Synonym("instead of", ("instead of",), r"\b(?:in place of|rather than|instead|replaces|replacing)\b"),
    Synonym("increase by, count", ("add",), r"\b(?:increase by|plus|count|inc|increment)\b"),
    Synonym("when full at 10, reset", (r"full at \1 losing the rest",), r"\b(?:when |if )?(?:it is |it )?(?:full at|reaches|hits) (\w+),?(?: then)? (?:reset|start again|start over)\b"),
    Synonym("back to nothing", ("reset",), r"\b(?:clear|zero|empty|restart)\b"),
)  # fmt: skip
"""Turns of phrase."""

NUMBERS: Final[tuple[Synonym, ...]] = tuple(
    Synonym(word, (str(at),), is_shown=False)
    for at, word in enumerate(
        (
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        ),
        start=1,
    )
)  # fmt: skip
"""Numbers in words."""
CARDS: Final[tuple[Synonym, ...]] = (
    *(
        Synonym(f"{word.partition('|')[0]} of …", (f"CARD:{rank}\\1",), _SUIT_CARD.format(f"(?:{word})"), is_shown=False)
        for word, rank in _RANKS
    ),
    *(
        Synonym(f"{word}s", (f"card.rank is {rank}", rank), rf"\b(?:card is )?(?:an? )?(?:{word})s?\b", is_shown=False)
        for word, rank in _RANKS
    ),
    Synonym("the suit before the rank", (r"CARD:\2\1",), r"\b([A-Za-z])(10|[2-9TJQKAtjqka])\b", is_shown=False),
    Synonym("T for ten", (r"CARD:10\1",), r"\b[Tt]([A-Za-z])\b", is_shown=False),
    Synonym("small letters", (r"CARD:\1",), r"\b((?:10|[2-9TJQKAtjqka])[a-z])\b", is_shown=False),
    Synonym("a card in words", (r"CARD:\1\2",), r"\b(10|[2-9TJQKA])(?: of |-|_)(?!cards|hands|tricks|trumps)([A-Za-z])[a-z]*s\b", is_shown=False),
)  # fmt: skip
"""Cards."""

SENTENCES: Final[tuple[Synonym, ...]] = (
    Synonym("option x = 50 or 100", (r"option \1 = \2 of \2, \3",), r"\boption (\w+) ?[=:] ?(\w+)(?:,? or |,| ?/ ?| ?\| ?) ?(\w+)"),
    Synonym("bid x(n >= 2)", (r"\1(\2 from \3 to 13)",), r"\b(bid \w+) ?\((\w) (?:>=|from|at least|is at least|>) (\d+)(?: or more| up)?\)"),
    Synonym("first lead", (r"\2 \1",), r"\b(first|next) (lead|dealer)\b(?! )"),
    Synonym("tally x add", (r"tally \1:",), r"\btally (\w+)(?= (?:add|reset|full)\b)"),
    Synonym("trick won by", (r"trick winner:",), r"\btrick (?:is )?(?:won by|winner is|goes to|won|taken by):?"),
    Synonym("set x = 1 and y = 2", (r"set \1 = \2, \3 =",), r"\bset (\w+) = (\w+),? and (\w+) ="),
    Synonym("game ends when", (r"win our_end when \1",), r"\b(?:the )?game (?:ends?|is over|over|finishes|stops) (?:when|if|after) ([^{}\"\n]*[^{}\"\n ])"),
    Synonym("bid x[n from 1 to 13]", (r"\1(\2)",), r"\b(bid \w+) ?\[([^\]\n]*)\]"),
    Synonym("on every 3 deals", (r"on deal \1 of every \1",), r"\bon every (\d+)(?:th|rd|nd)? (?:deals?|hands?|rounds?)\b"),
    Synonym("an example without quotation marks", (r'example "\1"',), r"\bexample ([a-z][\w ]*?)(?=\s*\{)"),
    Synonym("must not lead trumps", (r"must our_rule when leading and not \1: card not in \2",), r"\b(?:if|when|unless) (?:not )?([\w.]+),? (?:(?:you|players?) )?must not lead (?:a |an |any )?(\w+)(?=\s*[\n}\"]|\s*$)"),
    Synonym("must not lead trumps", (r"must our_rule when leading: card not in \1", r"must our_rule when leading: card not in \1s"), r"\bmust (?:not|never) lead (?:a |an |any |with )*(\w+)(?=\s*[\n}\"]|\s*$)"),
    Synonym("must not play trumps", (r"must our_rule: card not in \1", r"must our_rule: card not in \1s"), r"\bmust (?:not|never) play (?:a |an |any )*(\w+)(?=\s*[\n}\"]|\s*$)"),
    Synonym("must lead the 2C", (r"must our_rule when leading: card is \1",), rf"\bmust (?:lead|start with|begin with) (?:the )?({_CARD})"),
    Synonym("must play the 2C", (r"must our_rule: card is \1",), rf"\bmust play (?:the )?({_CARD})"),
    Synonym("must lead trumps", (r"must our_rule when leading: card in \1",), r"\bmust lead (?:a |an |any )*(\w+s)(?=\s*[\n}\"]|\s*$)"),
    Synonym("must not bid 1", (r"must our_rule: contract != \1",), r"\bmust (?:not|never) bid (?:a )?(\d+)"),
    Synonym("must bid 4", (r"must our_rule: contract >= \1",), r"\bmust bid (?:at least )?(\d+)(?: or more)?"),
    Synonym("cannot x: …", (r"must \1\2: not (\3)",), r"\b(?:cannot|can't|can not|forbid|prohibit|never|no) ([a-z_]\w*)( when [^:{}]*)?: ([^\"{}\n]*[^\"{}\n ])"),
    Synonym("a bid with what it counts after a colon", (r"\1 { contract \2 }",), r"\b(bid \w+(?:\([^()]*\))? *(?:\".*?\")?) *(?::|=|contract|:\s*contract|is worth) *(\d+)(?: ?[a-z]+)?(?=\s*[\n}]|\s*$)"),
    Synonym("win at 500", (r"\1 \2 when score >= \3",), r"\b(win) (\w+)(?::| at| with| on| from) (-?\d+)(?: points)?"),
    Synonym("lose at -200", (r"\1 \2 when score <= \3",), r"\b(lose) (\w+) (?:at|with|on|below|under) (-?\d+)(?: points)?"),
    Synonym("win after 10 deals", (r"\1 \2 when deal >= \3",), r"\b(win) (\w+) after (\d+) (?:deals|hands|rounds)"),
    Synonym("score x: … -> 20", (r"score \1 when \2: \3",), r"\bscore (\w+): *([^:{}\n]+?) *(?:->|=>|\bthen\b|\bgives\b) *(-?\w[^:{}\"\n]*[^:{}\"\n ])"),
    Synonym("score x: 20 if …", (r"score \1 when \3: \2",), r"\bscore (\w+): *([^:{}\n]+?),? (?:if|when|only if|where) ([^:{}\"\n]*[^:{}\"\n ])"),
    Synonym("if …: score x …", (r"score \2 when \1: \3",), r"\b(?:if|when) ([^:{}\n]+?)[:,] score (\w+):? *([^:{}\"\n]*[^:{}\"\n ])"),
    Synonym("a name of two words", (r"\1 \2_\3",), r"\b(must|score|may|choose|let|win|lose|tally|option|pass|give|bid) ([a-z]\w*) (?!when\b|if\b|for\b|during\b|by\b|final\b|before\b|after\b|instead\b|add\b|from\b|of\b)([a-z]\w*)(?= when\b| for each\b| during\b|\s*[:=\(\"])"),
    Synonym("two conditions", (r"when \1 and ",), r"\bwhen ([^:{}\n]+?),? when "),
)  # fmt: skip
"""Sentences as English says them."""

KEYWORDS: Final[tuple[Synonym, ...]] = (
    _words("rule, require, requires, should, has_to, shall, must_play", "must"),
    _words("points, point, bonus, penalty, award, line, fine", "score"),
    _words("winner, wins, victory, end, over, goal, game_over, finish", "win"),
    _words("loser, loses, lost", "lose"),
    _words("counter, count, track, keep", "tally"),
    _words("define, def, const, var, variable, calculate, compute, quantity", "let"),
    _words("optional, can, could, allow, allowed", "may"),
    _words("ask, pick, decide, select", "choose"),
    _words("exchange, swap, trade, discard", "pass"),
    _words("deal, hand_out, move, draw, distribute", "give"),
    _words("reveal, expose, display", "show"),
    _words("leader, leads, led", "lead"),
    _words("book", "trick"),
    _words("misdeal, throw_in", "redeal"),
    _words("delete, remove, omit, without, undo, cancel, disable, take_away", "drop"),
    _words("change, override, modify, update, redefine, redo, instead", "replace"),
    _words("import, use, using, add, with, includes", "include"),
    _words("parameter, setting, config, choice, settings", "option"),
    _words("trump", "trumps"),
    _words("suit", "suits"),
    _words("decks", "packs"),
    _words("rank", "ranks"),
    _words("team, partnership, partnerships", "teams"),
    _words("players, seat, player", "seats"),
    _words("discard_cards, exclude, without, delete, strip", "remove"),
    _words("bids, call, calls", "bid"),
    _words("auction, bidding_round, bidround", "round"),
    _words("game, ruleset, rules, gametype", "variant"),
    _words("cards", "deck"),
    _words("dealing, deals", "deal"),
    _words("auction, bids, bid", "bidding"),
    _words("trickplay, playing, tricks, plays", "play"),
    _words("score, scores, scoresheet, points", "scoring for each team"),
    _words("end, endings, endgame, finish, winning, win", "ending"),
    _words("test, check, case", "example"),
    _words("tied, ties, draw", "tie"),
    _words("inherits, inherit, from, based on, based_on, extend, is", "extends"),
    _words("if, when", "case"),
    _words("else, default", "otherwise"),
    _words("expected, result, assert", "expect"),
    _words("have, holding, hold, has", "holds"),
    _words("takes, took, taking, win, wins, won", "take"),
    _words("before, precede, precedes", "above"),
    _words("after, follows", "below"),
)  # fmt: skip
"""Words that begin a sentence or a clause."""

NEVER_MEANT: Final = (
    "the", "a", "an", "of", "cards", "card", "tricks", "trick", "points", "point", "then", "do", "is", "be", "to", "for",
    "must", "has", "have", "that", "all", "are", "please", "any", "only", "number", "times", "do", "does", "with",
    "players", "player", "seats", "suit", "by", "it", "they", "who", "turn", "return",
)  # fmt: skip
"""Words that English has and the language does without, in places where they get in the way."""


def shown() -> tuple[Synonym, ...]:
    """Return the rows that the language reference lists."""
    return tuple(row for row in (*QUANTITIES, *PHRASES) if row.is_shown)
