"""Read a rule that is said as people say it: `the last trick is worth 10`, `a side at -200 loses`."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bids import bid_rules
from spadesdsl.repair.bundled import (
    declared,
    rules_of,
    scored,
    seats_of,
    suits_of,
    trumps_of,
    with_parents,
)
from spadesdsl.repair.concepts import alike
from spadesdsl.repair.deeds import ROLES
from spadesdsl.repair.lines import score_lines, tallies
from spadesdsl.repair.spoken import PASSED, how_passed
from spadesdsl.repair.standings import standing
from spadesdsl.repair.synonyms import FRAMES, meant_by
from spadesdsl.repair.text import CARD, with_cards
from spadesdsl.syntax.places import sentences_of
from spadesdsl.syntax.sentences import STARTS
from spadesdsl.syntax.wordlist import RESERVED
from spadesdsl.words import NUMBER, RANK_WORDS, in_figures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.repair.lines import Read


_NUMBER: Final = rf"-?{NUMBER}"
_LOW_WINS: Final = re.compile(r"(?:the )?(?:lowest|fewest|least|low)(?: (?:score|points|total)s?)? wins?")
_GAME: Final = r"(?:(?:the |a )?(?:game|match|play|evening))"
_SIDE: Final = (
    r"(?:(?:(?:the|an?|any|that|one|first|whichever) )*(?:side|team|player|partnership)|it|they|he|she|you|who\w*|"
    r"(?:(?:the|side|team|player|with|having) )*(?:most|more|high\w*|best|fewest|least|low\w*) (?:points|score|total))"
)
_JOIN: Final = r"(?:if|when|whenever|once|as soon as|after|at|with|on|by|for|that|who|which|to|of|first|is)"
_VERB: Final = (
    r"(?:(?:has|have|is|are) )?(?P<verb>lose|win|lost|won|out)s?(?: of)?(?: the (?:game|match))?(?: at once)?"
)
_IS_OVER: Final = re.compile(
    rf"(?!.*\b(?:fewest|least|low))(?:after|when|if|once|as soon as|at) (?P<when>.+?),? {_GAME} "
    rf"(?:is over|ends?|stops?|is finished|finishes)"
    rf"(?:,? (?:and|then) {_SIDE} wins?)?"
)
"""An ending with its condition first."""
_ENDS: Final = tuple(
    re.compile(form)
    for form in (
        rf"{_GAME} (?:(?:is|are) )?(?:ends|over|finish\w*|stops?|(?P<verb>won|lost)|lasts?)"
        rf"(?: by (?P<who>{_SIDE}))?(?: {_JOIN})*,? (?P<when>.+)",
        rf"(?:(?:{_JOIN}) )+(?P<when>.+?),? {_SIDE} {_VERB}",
        rf"(?P<who>{_SIDE}) {_VERB} {_JOIN} (?P<when>.+)",
        r"(?:the )?(?P<verb>lose|win)(?:n?er|r) is (?:who\w*|the (?:first )?(?:side|team|player|one) "
        r"(?:that|who|to)) (?:first )?(?P<when>.+?)(?: first)?",
        rf"(?P<when>{_NUMBER}(?: points?)?) (?:is|are|makes?) (?:the |a )?(?:game|victory|win)",
        rf"(?P<when>.+?) {_VERB}",
        r"(?:(?:we )?(?:play|playing) (?:to|until|for) )?(?P<when>.+)",
    )
)
"""What ends the game: it is over when …, when … that side wins, a side loses at …, a side at … loses, or no verb."""
_LEADS: Final = re.compile(
    r"(?P<who>.+?) (?:leads?|starts|begins)(?: (?:(?:to )?(?:the )?(?P<when>first|next)(?: (?:trick|one))?))?"
)
_DEALT_AGAIN: Final = re.compile(
    r"(?:(?:it is|there is|the hand is|a|the|deal|hands?|cards?|are|is|you|new|must|can|be) )*"
    r"(?:misdeal|redeal(?:t)?|deal again|thrown in|throw in|dealt again|deal over)(?: the hands?| the cards)?,? "
    r"(?:if|when|whenever) (?P<when>.+)|"
    r"(?:if|when|whenever) (?P<first>.+?),? "
    r"(?:then )?(?:(?:it is|there is|an?|the|deal|hands?|cards?|are|is|you|new|must) )*"
    r"(?:misdeal|redeal(?:t)?|deal again|thrown in|throw in|dealt again|deal over)(?: the hands?| the cards)?"
)
_BIDS_FIRST: Final = re.compile(
    r"(?P<who>.+?) (?:bids first|(?:starts|begins|opens) (?:the )?bidding)(?:,? and .*(?<!anti)(?<!counter)clockwise)?|"
    r"(?P<after>.+?) (?:bids last|is (?:the )?last to bid|has the last (?:bid|word))|"
    r"(?:the )?(?:first|opening) bid (?:(?:is|must be|has to be) made by|comes from|belongs to) (?P<other>.+)"
)
_FROM: Final = re.compile(r" from (?:left of |right of )?\w+(?=$|:| )")
_DEALS: Final = re.compile(
    r"(?P<who>.+?) (?:deals?|is (?:the )?dealer|becomes (?:the )?dealer|has the deal)(?: (?:the )?(?:next|first)"
    r"(?: (?:hand|deal|time|round))?)?|"
    r"(?:the )?(?:next |first )?(?:dealer?|deal)(?: next)? (?:is|(?:goes|passes|moves|rotates)(?: to)?)(?: the)? "
    r"(?P<other>.+?)"
    r"(?: (?:each|every|after (?:each|every)) (?:hand|deal|time|round))?"
)
_ASKS: Final = re.compile(
    r"(?:an? |any |the )?players? (?:(?P<has>with(?!out)|who has|who holds) )?(?P<when>.+?) "
    r"(?:may|can) (?:ask for|call(?: for)?|demand|request|claim|declare|have|call it) ?"
    r"(?:an? |the )?(?:new|fresh|mis|re)?[- ]?(?:deal|hands?|cards)?"
)
_CARDS_EACH: Final = re.compile(
    r"(?:(?:each|every|all)(?: of)?(?: the)? players?|everyone|everybody|players|you) "
    r"(?:(?:is|are) dealt|gets?|receives?|has|have)"
    rf" (?P<number>{_NUMBER})(?: cards?)?(?: each)?|"
    rf"(?P<each>{_NUMBER})(?: cards)? (?:(?:is|are) (?:dealt|given) )?"
    r"(?:to|for) (?:each|every|all)(?: (?:the )?players?| one)|"
    r"(?:(?:the )?dealer )?(?:deal|give)s?(?: (?:each|every)(?: player| one)?| everybody| everyone)? "
    rf"(?P<other>{_NUMBER})(?: cards?)?(?: from (?:the )?stock)?(?: each)?"
    r"(?: to (?:(?:each|every|all)(?:(?: the)? players?| one)?|everybody|everyone))?(?: from (?:the )?stock)?"
)
_SHOWING: Final = frozenset((
    "the", "all", "each", "every", "both", "partner", "partners", "player", "players", "everyone", "everybody", "s",
    "must", "may", "their", "his", "hand", "hands", "cards", "are", "is", "show", "shows", "shown", "lay", "lays",
    "laid", "down", "open", "exposed", "turned", "face", "up", "other", "to",
))  # fmt: skip
"""What `the partners show each other their hands` has in it."""
_TIE: Final = re.compile(
    r"(?:tie(?: \w+)?:|(?:.*\b)?(?:ties?|tied|level|equal|draw)\b).*? ?"
    r"(?:(?P<more>(?:the )?(?:game |play )?(?:goes on|continues?|go on)|(?:keep )?play(?:ing)?(?: on| again)?|again|"
    r"replay|sudden death|(?:play )?(?:(?:an?|one) )?(?:extra|another|more|new|next)(?: (?:deal|hand|round)).*)|"
    r"(?:.* )?(?:shared?|split|divided?|a draw|draws)(?: .*)?|"
    r"(?:both|all|everyone|everybody|they|each)\b.* (?:wins?|shares?).*)"
)
_TRICK_WON: Final = re.compile(r" (?:wins?|takes?)(?: (?:the|a|each|every) trick)?(?=,|$)")


def plainly(said: str) -> str:
    """Return a rule without what says nothing, and what is forbidden as what nobody may do."""
    for row in FRAMES:
        said = row.regex().sub(row.written[0], said)
    return said


def in_prose(said: str, section: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the sentences of the language that a rule in prose may be.

    Args:
        said: The rule, without a sign at its end.
        section: The table of sentences of its section.
        text: The file.
        whole: Reads a condition in English.
    """
    said = in_figures(with_cards(said.strip(" .")))
    if section == "deck":
        yield from _decks(said, text)
    elif section == "scoring":
        yield from score_lines(said, text, whole)
        yield from tallies(said, text, whole)
    elif section == "ending":
        yield from _endings(said, text, whole)
    elif section == "phase":
        yield from _phases(said, text, whole)
    elif section == "play":
        yield from _plays(said, text, whole)


def _decks(said: str, text: str) -> Iterator[str]:
    """Yield the sentences about the cards that a text may say."""
    found = _TOP_CARD.fullmatch(with_cards(said))
    for suit in trumps_of(text) if found is not None else ():
        yield f"trumps: {suit}, topped by {found['card']}" if found is not None else ""

    named_suit = _TRUMPS.fullmatch(said)
    yield from (f"trumps: {one}" for one in suits_of(text) if named_suit is not None and one == named_suit[1])
    out = _OUT.fullmatch(said)
    is_out = out is not None and out[1] != said
    named = (
        [[one] if CARD.fullmatch(one) else _of_rank(one, text) for one in _AND.split(out[1])] if out and is_out else []
    )
    if named and all(named):
        yield f"remove {', '.join(card for cards in named for card in cards)}"


def _of_rank(said: str, text: str) -> list[str]:
    """Return the cards of a rank in all suits."""
    rank = next((RANK_WORDS[one] for one in RANK_WORDS if said in (one, f"{one}s", f"{one}es")), "")
    rank = rank or (said.removesuffix("s") if re.fullmatch(r"(?:10|[2-9AKQJ])s", said) else "")
    return [f"{rank}{suit[0].upper()}" for suit in suits_of(text)] if rank else []


_TRUMPS: Final = re.compile(
    r"(\w+) (?:is|are) (?:always )?(?:the )?trumps?(?: suit)?"
    r"(?:,? (?:and )?(?:instead of|not|rather than) (?:the )?\w+)?"
)
_OUT: Final = re.compile(
    r"(?:(?:we )?(?:take out|remove|leave out|throw out|play without|drop) )?(?:all the |all |the )?([\w, ]+?)"
    r"(?: (?:are|is) (?:removed|out|left out|taken out|not used|not played with))?(?: (?:of|from) the (?:deck|pack))?"
)
_AND: Final = re.compile(r",? and (?:the )?|, ")
_TOP_CARD: Final = re.compile(
    rf"(?P<card>{CARD.pattern}) (?:is|ranks as|counts as) (?:always )?(?:the )?(?:highest|top|best)"
    r"(?: (?:trump|card|[a-z]+))?(?: of all)?"
)


def _phases(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the sentences about the deal and the bidding that a text may say."""
    if bid := _one_of_a_side(said, text):
        yield f"must our_rule: not (bid is {bid} and partner.bid is {bid})"
    elif (again := _DEALT_AGAIN.fullmatch(said)) is not None:
        whens = whole(again["when"] or again["first"], is_condition=True)
        yield from (f"redeal our_redeal when {one}: by dealer" for one in whens)
    elif (found := _ASKS.fullmatch(said)) is not None:
        whens = whole(f"has {found['has'] or found['when']}" if found["has"] else found["when"], is_condition=True)
        yield from (f"may our_call by each player from left of dealer when {one}: redeal by dealer" for one in whens)
    elif (found := _CARDS_EACH.fullmatch(said)) is not None:
        name = next((name for kind, name in rules_of(text) if kind == "give"), "")
        said = found["number"] or found["other"] or found["each"]
        given = f"{meant_by(f'‹{said}›')} from stock to each player from left of dealer"
        yield f"{'replace ' if name else ''}give {name or 'hands'}: {given}"
    elif passed := how_passed(PASSED.fullmatch(said)):
        yield passed
    elif _SHOWING.issuperset(re.findall("[a-z]+", said)) and re.search(r"\b(?:hands?|cards)\b", said):
        yield f"show our_cards by each player: hand to {'partner' if 'partner' in said else 'everyone'}"
    elif (found := _DEALS.fullmatch(said)) is not None:
        who = found["who"] or found["other"]
        who = re.sub(
            r"^(?:round |around )?(?:clockwise|round|around)$",
            "left",
            re.sub("(?:counter|anti-?)clockwise", "right", who),
        )
        side = re.search(r"\b(left|right)$", who)
        told = alike(who, "dealer", "phase", text) or tuple(filter(SEAT.match, whole(who, is_condition=False)))
        told = (f"{side[1]} of dealer",) if side is not None and not told else told
        told = ("random of players",) if re.search(r"\b(?:lots?|cut|random|chance)\b", who) and not told else told
        for one in told:
            is_first = " first" in said or ("random" in one and not re.search(r"\b(?:next|each|every)\b", said))
            yield f"dealer {'first' if is_first else 'next'}: {one}"
    elif (found := _BIDS_FIRST.fullmatch(said)) is not None:
        wholes = {re.sub(r' "[^"]*"$', "", it) for one in with_parents(text) for *_, it in sentences_of(one)}
        rounds = [one for one in wholes if one.startswith("round ")]
        who = found["who"] or found["other"] or found["after"]
        for seat in whole(who, is_condition=False) if len(rounds) == 1 else ():
            if seat == "dealer" or SEAT.match(seat):
                seat = f"left of {seat}" if found["after"] else seat
                yield f"replace {_FROM.sub(f' from {seat}', rounds[0])}"
    else:
        yield from bid_rules(said, text, partial(whole, is_condition=True))


def _plays(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the sentences about the play that a text may say, but for what may be played."""
    if (found := _LEADS.fullmatch(said)) is not None:
        who = found["who"]
        seats: tuple[str, ...] = next(
            filter(None, (alike(one, "lead", "play", text) for one in (who, f"holds {who}"))), ()
        )
        if _WON_AUCTION.fullmatch(who):
            seats = tuple(sorted(declared(text).intersection(ROLES))[:1])
        if _LOSER.fullmatch(who):
            seats = ("last_trick.winner.left",) if len(seats_of(text)) == _TWO else ()
        for one in seats or filter(SEAT.match, whole(who, is_condition=False)):
            yield f"lead {found['when'] or ('next' if 'last_trick' in one else 'first')}: {one}"
    elif _TRICK_WON.search(said):
        what = _TRICK_WON.sub("", said)
        of_suit = re.fullmatch(r"(?:the )?(highest|lowest) ([a-z]+)", what)
        suits = [one for one in suits_of(text) if of_suit is not None and one.rstrip("s") == of_suit[2].rstrip("s")]
        yield from (f"trick winner: {of_suit[1]} of trick in {one}" for one in suits if of_suit is not None)
        yield from (f"trick winner: {one}" for one in whole(what, is_condition=False) if " of trick" in one)


_TWO: Final = 2
_WON_AUCTION: Final = re.compile(r"(?:the )?(?:highest bidder|(?:winner of|player who won) the (?:auction|bidding))")
_LOSER: Final = re.compile(r"(?:the )?(?:loser|player who lost)(?: of)?(?: the| that)?(?: last| previous)?(?: trick)?")
SEAT: Final = re.compile(
    r"first of \(players|(?:left|right|partner|holder) of |.*(?:trick|\))\.(?:winner|leader)$|.*\.(?:player|partner)$"
)
"""An amount that is a seat."""


def _one_of_a_side(said: str, text: str) -> str:
    """Return the bid of which a side may make one only, as `one nil per team` says it; empty if nothing says so."""
    words = re.findall(r"[a-z0-9]+", said.lower())
    bids = {name for kind, name in rules_of(text) if kind == "bid"}
    named = {one.rstrip("s") for one in words} & bids
    rest = [one for one in words if one not in _SIDES | _LIMITS | _BESIDE and one.rstrip("s") not in bids]
    is_limited = not _LIMITS.isdisjoint(words) and not _SIDES.isdisjoint(words)
    return next(iter(named)) if len(named) == 1 and is_limited and not rest else ""


_SIDES: Final = frozenset(("team", "teams", "side", "sides", "partnership", "partner", "partners", "pair", "members"))
_LIMITS: Final = frozenset(("one", "1", "two", "2", "both", "double"))
_BESIDE: Final = frozenset((
    "only", "no", "not", "never", "cannot", "can", "may", "must", "at", "most", "more", "than", "a", "an", "the", "per",
    "in", "for", "on", "of", "by", "from", "each", "every", "same", "bid", "bids", "be", "is", "are", "allowed",
    "player", "just", "make", "have", "time", "deal", "hand", "maximum", "max",
))  # fmt: skip
"""What else `no team may bid two nils` has in it."""


def _ends_at(name: str, told: str, text: str) -> bool:
    """Tell whether an ending is about how many points end the game, as that of the parent is, which counts no more."""
    score = re.compile(rf"\bwin {name} when (?:some \w+ has )?score >= \w+(?=\s)")
    return re.search(r"(?:^|has )\(?score >=? -?\w+(?: or score <=? -\w+\))?$", told) is not None and any(
        map(score.search, with_parents(text))
    )


_OF_LISTS: Final = re.compile(r"(?:seats|teams|suits|ranks|packs|dummy|trumps)\b")
"""How sentences begin that say nothing of the end."""


def _endings(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the endings that a text may say."""
    tie = _TIE.fullmatch(said)
    if tie is not None:
        name = re.match(r"tie (\w+):", said)
        yield f"tie {name[1] if name else 'level'}: {'play on' if tie['more'] else 'shared'}"
        return
    if _LOW_WINS.fullmatch(said):
        yield "best score lowest"
        return
    over = _IS_OVER.fullmatch(said)
    said = f"the game ends after {over['when']}" if over is not None else said
    ends = next((one for form in _ENDS if (one := form.fullmatch(said)) is not None), None)
    parts = {} if ends is None else ends.groupdict()
    if ends is None or not parts["when"] or _OF_LISTS.match(said) or " best of " in said:
        return
    verb = {"l": "lose", "o": "out"}.get((parts.get("verb") or "win")[0], "win")
    when = re.sub(rf"^(?:{_SIDE} )?(?:{_JOIN} )*", "", parts["when"])
    texts = [parts["when"], when, f"score {when}", f"{parts.get('who') or ''} {when}"]
    if re.fullmatch(r"\d+(?: points)?", when) and any("best score lowest" in one for one in with_parents(text)):
        texts = [f"someone reaches {when}"]
    if ends.re is _ENDS[-1]:
        whens = list(filter(None, (standing(when, "ending", text),)))  # with no verb it is a score or a number of deals
    else:
        whens = next(filter(None, (whole(one.strip(), is_condition=True) for one in texts)), [])
    wins = [name for kind, name in rules_of(text) if kind == "win"]
    for told in whens:
        if verb == "win" and re.search(r" or score <=? -", told) and not told.startswith("some "):
            told = f"some {scored(text)} has ({told})"  # so that the other one wins
        is_other = verb == "win" and len(wins) == 1 and (told.startswith("deal >=") or _ends_at(wins[0], told, text))
        after = re.sub(r"^some (?:player|team) has (?=score )", "", told) if verb == "lose" else told
        after = re.sub("^score >= (?=-)", "score <= ", after) if verb == "lose" else after  # from above
        verb = "lose" if re.match("score <", after) else verb  # nobody wins with so few
        yield f"replace win {wins[0]} when {after}" if is_other else f"{verb} our_end when {after}"


@lru_cache(maxsize=8)
def prose_of(text: str) -> list[tuple[int, int]]:
    """Find the sentences of a text that are prose: no keyword begins them, and what is above them is at its end."""
    found: list[tuple[int, int]] = []
    for one in _ANY_PROSE.finditer(text):
        start, end = one.span(1)
        first, before = one[1].split(" ")[0].rstrip(","), text[:start].rstrip()
        line = text[text.rfind("\n", 0, start) + 1 : start]
        if "#" in line or line.count('"') % 2:
            continue  # it is in a remark, or in a sentence for people
        is_new = before[-1:] in '{}.!"' or (found and found[-1][1] == len(before))
        is_new = is_new and first not in _JOINING and one[1].rpartition(" ")[2] not in _JOINING
        is_rule = first in STARTS or first in BEGIN or (first in RESERVED and not _SAYS_MUCH.search(one[1]))
        if is_new and not is_rule and (one[1].endswith(".") or SAYS_LITTLE.search(one[1])):
            found.append((start, end))
    return found


_ANY_PROSE: Final = re.compile(
    r"(?:^|(?<=\{)|(?<=[.!])(?=[ \t]))[ \t]*([A-Za-z][\w'’-]*(?:[,:;]? [\w'’%-]+){3,}[.!]?)"
    r"(?=[ \t]*(?:[}\n#]|$|(?<=[.!]) [A-Z]))",
    re.MULTILINE,
)
_JOINING: Final = ("and", "or", "but")
"""What a line of prose does not begin or end with that is a rule by itself."""
_SAYS_MUCH: Final = re.compile(r"\b(?:the|an?|you|your|they|their|he|she)\b")
"""What no sentence of the language has in it."""
SAYS_LITTLE: Final = re.compile(r"\b(?:the|an?|is|are|may|must|has|have|can|your?|they|who)\b")
"""What a sentence in English has, and a rule with a misspelt keyword has not."""
BEGIN: Final = ("drop", "replace", "set", "include", "prefer", "variant", "pack", "language", "example", "expect")
