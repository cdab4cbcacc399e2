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


_SUIT_CARD = r"\b(?:the )?(?i:{0})s? of ([A-Za-z])[a-z]+\b"
_RANKS: Final = (
    ("ace", "A"), ("king", "K"), ("queen", "Q"), ("jack", "J"), ("ten", "10"), ("nine", "9"), ("eight", "8"),
    ("seven", "7"), ("six", "6"), ("five", "5"), ("four", "4"), ("three", "3"), ("two|deuce", "2"),
)  # fmt: skip

QUANTITIES: Final[tuple[Synonym, ...]] = (
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
    Synonym("their bid", ("contract",), r"\b(?:team|side|our|my|his|total)[_ .]bid\b"),
    _words("overtrick, overtricks, over_tricks, extra_tricks, extras", "extra"),
    _words("points, point, total_score, game_score, total_points, running_total, total", "score"),
    Synonym("hand (of several)", ("deal",), r"\bhand(?: number|_number|_no)?\b"),
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
    Synonym("per team, for every team", (r"for each \1",), r"\b(?:per|for all|for every) (team|player|side)s?\b"),
    Synonym("after 10 deals", (r"when deal >= \1",), r"\bafter (\d+) (?:deals|hands|rounds)\b"),
    Synonym("in a round of bids", (r"during \1",), r"\b(?:in|for|on|of) (opening|\w+_round)\b", is_shown=False),
    Synonym("void in hearts", (r"count of hand in \1 = 0",), r"\b(?:is )?void in (\w+)\b"),
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
    Synonym("draw, split", ("shared",), r"\b(?:draw|split|both win|tie|all win|share)\b"),
    Synonym("must agree", (r"needs yes from \1",), r"\bneeds (?!yes)(?:consent from |agreement from |ok from |from |approval of )?(\w+)"),
    Synonym("low score wins", ("best score lowest",), r"\b(?:lowest|low|least) (?:score|points) wins?\b|\bbest (?:lowest|low)\b"),
    Synonym("lower (of `best score`)", ("lowest",), r"\b(?:low|lower|fewest|least)\b"),
    Synonym("higher (of `best score`)", ("highest",), r"\b(?:high|higher|most)\b"),
    Synonym("in clockwise order", ("from left of dealer",), r"\bclockwise(?: from (?:the )?dealer)?\b|\bstarting (?:with|from|at) (?:the )?left of dealer\b"),
    Synonym("starting with", ("from",), r"\b(?:starting|beginning) (?:with|from|at|by)\b"),
    Synonym("face-up, open", ("face up",), r"\b(?:face[-_]up|faceup|open)\b"),
    Synonym("face-down, hidden", ("face down",), r"\b(?:face[-_]down|facedown|hidden|closed)\b"),
    Synonym("without looking", ("before looking",), r"\b(?:without looking|unseen|before seeing)\b"),
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
    Synonym("a card in words", (r"CARD:\1\2",), r"\b(10|[2-9TJQKA])(?: of |-|_)([A-Za-z])[a-z]*\b", is_shown=False),
)  # fmt: skip
"""Cards."""

KEYWORDS: Final[tuple[Synonym, ...]] = (
    _words("rule, require, requires, should, has_to, shall, forbid, restrict, cannot, can't, must_play", "must"),
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
