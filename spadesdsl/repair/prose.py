"""Read a rule that is said as people say it: `the last trick is worth 10`, `a side at -200 loses`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import (
    amounts,
    bids_of_nothing,
    counted,
    declared,
    rules_of,
    scored,
    seats_of,
    suits_of,
    trumps_of,
    with_parents,
)
from spadesdsl.repair.concepts import alike
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.repair.text import CARD, with_cards
from spadesdsl.words import NUMBERS, RANK_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Read(Protocol):
        """Reads a condition or an amount in English."""

        def __call__(self, said: str, /, *, is_condition: bool) -> list[str]:
            """Return what it may be."""


_NUMBER: Final = rf"-?\d+|{'|'.join(NUMBERS)}"
_WORTH: Final = re.compile(
    r"(?:(?:when|if) )?(?P<what>.+?)(?:,? (?:you|they|it|(?:that|the) (?:team|side|player)))?"
    r"(?::|,? (?:(?:is|are|be)(?: worth)?|counts?|scores?|gets?|pays?|earns?|brings?|(?P<cost>costs?|loses?)))"
    rf"(?: you)? (?P<less>minus |- ?)?(?P<number>{_NUMBER})(?: extra| bonus)?(?: points?| pts)?(?P<each> each| apiece)?"
)
_FOR: Final = re.compile(
    rf"(?:(?:an? )?(?:bonus|(?P<less>penalty|fine|minus|-)) ?(?:of )?)?(?P<number>{_NUMBER})(?: extra| bonus)?"
    r"(?: points?| pts)? (?P<cost>off )?for (?P<what>.+?)"
    r"(?P<each> each| apiece)?"
)
_MOVED: Final = re.compile(
    rf"(?P<number>{_NUMBER})(?: points?)? (?:is|are) "
    r"(?:(?P<cost>deducted|subtracted|lost|taken (?:off|away))|added|scored|given|won) (?:for|per|when|if) "
    r"(?P<less>)(?P<what>.+?)(?P<each> each| apiece)?"
)
_IF: Final = re.compile(
    rf"(?P<less>lose|minus|-) ?(?P<number>{_NUMBER})(?: points?)?,? (?:if|when) (?P<what>.+?)(?P<each> each| apiece)?"
)
_NOTHING: Final = re.compile(
    r"(?P<what>\w+) (?:(?:do|does) not (?:count|score)|don't (?:count|score)|(?:are|is) (?:not counted|ignored|free)|"
    r"(?:counts?|scores?|are worth|is worth) (?:for )?nothing)"
)
_OTHERS: Final = frozenset(("other", "others", "no", "not", "lost", "failed"))
_ONE: Final = re.compile(r"(?:(?P<each>each|every|any|per) |(?:the|an?|taking|winning|making|being|of) )+")
_OF_ONE: Final = re.compile(r"[a-z]+(?: (?:short|bid|won))?")
_COUNTING: Final = re.compile(r"\b(?:no|not|never|without|all|every|least|most|more|less|fewer|than|exactly|\d+)\b")
"""What says more than a name."""
_MADE_IT: Final = re.compile(r"\b(bids? (\w+)) and (?:both )?(?:makes?|made) (?:it|them|both)\b")
_OF_A_SIDE: Final = re.compile(
    r"^(?:(?:an?|any|the) )?(?:team|side|player|partnership)s? (?:that|who|which|with|having|holding) "
)
_OF_PLAY: Final = re.compile(r"\b(?:trick_number|leading|following)\b")
"""What says nothing once the deal is scored."""
_OF_DEALS: Final = re.compile(rf"(?:[^-*+/]* )?(?P<number>{_NUMBER}) (?:deals|hands|rounds|games)\b.*")
_AT_FIRST: Final = re.compile(
    r"(?:at|on|with|(?P<beyond>below|under|over|above)) (?P<minus>minus |-)?(?P<number>\d+)(?: points)?,? "
    r"(?:you|they|it|an?y? (?:team|side|player)|the (?:team|side|player)|the game is)"
    r"(?: has| have)? (?P<verb>lost|loses?|won|wins?)"
    r"(?: the (?:game|match))?"
)
_LASTS: Final = re.compile(
    r"\b(?:game|match|ends?|over|lasts?|finish\w*|stops?|after|wins?|highest|most|best|play|playing|until)\b"
)
_NUMBERS: Final = re.compile(rf"\b(?:{_NUMBER})\b")
_ENDS: Final = re.compile(
    r"(?:(?:the|an?|any|first|side|team|player|who\w*|that|gets|falls|is) )*(?P<what>.+?) "
    r"(?:has |have )?(?P<verb>win|lose|won|lost)s?(?: the (?:game|match))?"
)
_OVER: Final = re.compile(
    r"(?:the )?(?:game|match|play) (?:ends|(?:is )?over|finishes|stops|is finished|is won) "
    r"(?:if|when|once|as soon as) (?P<when>.+)|"
    r"(?:if|when|once|as soon as) (?P<first>.+?),? (?:it|they|that (?:team|side|player)|the (?:team|side)|he|she)? ?"
    r"(?:(?:has|have) )?(?P<verb>lost|loses?|won|wins?)(?: the (?:game|match))?"
)
_OF_A_SIDE_AT: Final = re.compile(
    r"^(?:(?:an?|any|the|one|some) )?(?:team|side|player)(?: (?:is|gets|has))? (?=\d|behind)"
)
_AT: Final = re.compile(
    rf"(?:(?:minus|at|to|of|on|with|reaching|reaches|(?P<beyond>below|under|past|over)) )*"
    rf"(?P<number>{_NUMBER})(?: points?)?"
)
_LEADS: Final = re.compile(
    r"(?P<who>.+?) (?:leads?|starts|begins)(?: (?:(?:to )?(?:the )?(?P<when>first|next)(?: (?:trick|one|hand))?))?"
)
_DEALT_AGAIN: Final = re.compile(
    r"(?:(?:it is|there is|the hand is|a|the|deal|hands?|cards?|are|is|you|new|must|can|be) )*"
    r"(?:misdeal|redeal(?:t)?|deal again|thrown in|throw in|dealt again|deal over)(?: the hands?| the cards)?,? "
    r"(?:if|when|whenever) (?P<when>.+)|"
    r"(?:if|when|whenever) (?P<first>.+?),? "
    r"(?:then )?(?:(?:it is|there is|an?|the|deal|hands?|cards?|are|is|you|new|must) )*"
    r"(?:misdeal|redeal(?:t)?|deal again|thrown in|throw in|dealt again|deal over)(?: the hands?| the cards)?"
)
_BIDS_FIRST: Final = re.compile(r"(?P<who>.+?) (?:bids first|(?:starts|begins|opens) (?:the )?bidding)")
_ROLE_BIDS: Final = re.compile(
    r"(?:the )?(?P<who>dealer|(?:left|right|partner) of dealer)(?: must|(?: has| have) to)? bids? (?P<rest>.+)"
)
_DEALS: Final = re.compile(
    r"(?P<who>.+?) (?:deals?|is (?:the )?dealer|becomes (?:the )?dealer|has the deal)(?: (?:the )?(?:next|first)"
    r"(?: (?:hand|deal|time|round))?)?|"
    r"(?:the )?(?:next )?(?:dealer?|deal)(?: next)? (?:is|goes to|passes to|moves to|rotates to)(?: the)? (?P<other>.+)"
)
_ASKS: Final = re.compile(
    r"(?:an? |any |the )?players? (?:(?P<has>with(?!out)|who has|who holds) )?(?P<when>.+?) "
    r"(?:may|can) (?:ask for|call(?: for)?|demand|request|claim|declare|have|call it) ?"
    r"(?:an? |the )?(?:new|fresh|mis|re)?[- ]?(?:deal|hands?|cards)?"
)
_ONLY_BID: Final = re.compile(
    r"(?:(?:you|(?:an? |the |any )?(?:player|team|side|partner)s?) )?(?:may|can|must) (?:only )?bid (?:an? )?"
    r"(?P<bid>[a-z]\w*),? (?:but )?(?:only )?(?:if|when|after|by) (?P<when>.+)|"
    r"(?P<other>[a-z]\w*) (?:may|can|must) (?:only )?be (?:bid|called),? (?:only )?(?:if|when|after|by) (?P<whom>.+)"
)
_BY_WHOM: Final = re.compile(
    r"(?:(?:an? |the |your |any )?(?:team|side|player|partnership|partner)s?|those|someone)"
    r"(?: (?:that|who|which))? (?P<rest>.+)"
)
_BEHIND: Final = re.compile(
    r"(?:(?:they|you|he|she|it|their side|the side|the team) )?(?:(?:is|are) )?"
    r"(?:(?:behind|trailing|losing)(?:(?: by)?(?: at least| more than)? (?P<number>\d+)(?: points?)?(?: or more)?)?|"
    r"(?:at least )?(?P<before>\d+)(?: points?)?(?: or more)? behind)"
)
_CARDS_EACH: Final = re.compile(
    r"(?:(?:each|every|all)(?: of)?(?: the)? players?|everyone|everybody|players|you) "
    r"(?:(?:is|are) dealt|gets?|receives?|has|have)"
    rf" (?P<number>{_NUMBER})(?: cards?)?(?: each)?|"
    rf"(?P<each>{_NUMBER})(?: cards)? (?:(?:is|are) (?:dealt|given) )?"
    r"(?:to|for) (?:each|every|all)(?: (?:the )?players?| one)|"
    rf"(?:deal|give) (?P<other>{_NUMBER})(?: cards?)?(?: from (?:the )?stock)?(?: each)?"
    r"(?: to (?:(?:each|every|all)(?:(?: the)? players?| one)?|everybody|everyone))?(?: from (?:the )?stock)?"
)
_SHOWS: Final = re.compile(
    r"(?:the |all |each |both |every )*(?:partners?|players?|everyone|everybody)(?: must| may)? shows?"
    r"(?: (?:each other|(?:their |his |the )?partners?))?(?: (?:all )?(?:their|the|his) (?:hands?|cards))"
    r"(?: to (?:each other|(?:their |his |the )?partners?|everyone|everybody|all))?"
)
_TIE: Final = re.compile(
    r"(?:tie(?: \w+)?:|(?:.*\b)?(?:ties?|tied|level|equal|draw)\b).*? ?"
    r"(?:(?P<more>(?:the )?(?:game |play )?(?:goes on|continues?|go on)|(?:keep )?play(?:ing)?(?: on| again)?|again|"
    r"replay|sudden death|(?:play )?(?:(?:an?|one) )?(?:extra|another|more|new|next)(?: (?:deal|hand|round)).*)|"
    r"(?:(?:is|are|games are) )?(?:shared?|split|a draw|draws)(?: .*)?|"
    r"(?:both|all|everyone|everybody|they|each)\b.* (?:wins?|shares?).*)"
)
_TRICK_WON: Final = re.compile(
    r"(?P<what>(?:the )?(?:highest|lowest) .+?) (?:wins?|takes?)(?: (?:the|a|each|every) trick)?"
)
_NOT_BY: Final = re.compile(
    r"(?P<who>[a-z' ]+?) (?:may not|must not|cannot|can't|can not|may never|is not allowed to) bid (?:an? )?"
    r"(?P<bid>[a-z]\w*)"
)


def in_prose(said: str, section: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the sentences of the language that a rule in prose may be.

    Args:
        said: The rule, without a sign at its end.
        section: The table of sentences of its section.
        text: The file.
        whole: Reads a condition in English.
    """
    said, made = said.strip(" ."), _MADE_IT.search(said)
    if made is not None and made[2] in bids_of_nothing(text):
        said = said.replace(made[0], f"{made[1]} and took no tricks")
    if section == "deck":
        yield from _decks(said, text)
    elif section == "scoring":
        yield from _lines(said, text, whole)
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

    out = _OUT.fullmatch(said)
    ranks = (
        [RANK_WORDS.get(one) or RANK_WORDS.get(one.removesuffix("s")) or "" for one in _AND.split(out[1])]
        if out
        else []
    )
    if ranks and all(ranks):
        yield f"remove {', '.join(f'{rank}{suit[0].upper()}' for rank in ranks for suit in suits_of(text))}"


_OUT: Final = re.compile(
    r"(?:all |the |all the )?([a-z, ]+?) (?:are|is) (?:removed|out|left out|taken out|not used|not played with)"
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
    elif "only" in said.split() and (found := _ONLY_BID.fullmatch(said)) is not None:
        bid = next(
            (name for kind, name in rules_of(text) if kind == "bid" and name == (found["bid"] or found["other"])), ""
        )
        for when in _when_bid(found["when"] or found["whom"], whole) if bid else ():
            yield f"must our_rule: bid is not {bid} or {f'({when})' if ' and ' in when else when}"
    elif (found := _NOT_BY.fullmatch(said)) is not None:
        who = found["who"].removeprefix("the ")
        bid = next((name for kind, name in rules_of(text) if kind == "bid" and name == found["bid"]), "")
        yield from (f"must our_rule when player is {who}: bid is not {bid}",) if bid and " " not in who else ()
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
    elif (found := _SHOWS.fullmatch(said)) is not None:
        yield f"show our_cards by each player: hand to {'partner' if 'partner' in said else 'everyone'}"
    elif (found := _DEALS.fullmatch(said)) is not None:
        who = found["who"] or found["other"]
        told = alike(who, "dealer", "phase", text) or tuple(filter(_SEAT.match, whole(who, is_condition=False)))
        for one in told:
            is_first = " first" in said or ("random" in one and not re.search(r"\b(?:next|each|every)\b", said))
            yield f"dealer {'first' if is_first else 'next'}: {one}"
    elif (found := _BIDS_FIRST.fullmatch(said)) is not None:
        rounds = [name for kind, name in rules_of(text) if kind == "round"]
        seats = (one for one in whole(found["who"], is_condition=False) if one == "dealer" or _SEAT.match(one))
        yield from (f"replace round {rounds[0]} by each player from {one}" for one in seats if len(set(rounds)) == 1)
    elif (found := _ROLE_BIDS.fullmatch(said)) is not None:
        for one in alike(f"each player must bid {found['rest']}", "sentence", "phase", text):
            if one.startswith("must our_rule: "):
                yield one.replace(":", f" when player is {found['who']}:", 1)


def _when_bid(said: str, whole: Read) -> list[str]:
    """Return when a bid may be made, or who may make it, as conditions."""
    if re.fullmatch(r"(?:the )?(?:dealer|(?:left|right|partner) of dealer)", said):
        return [f"player is {said.removeprefix('the ')}"]
    by = _BY_WHOM.fullmatch(said)
    found = _BEHIND.fullmatch(by["rest"] if by is not None else said)
    if found is not None:
        number = found["number"] or found["before"]
        return [f"behind >= {number}" if number else "behind > 0"]
    return whole(by["rest"] if by is not None else said, is_condition=True)


def _plays(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the sentences about the play that a text may say, but for what may be played."""
    if (found := _LEADS.fullmatch(said)) is not None:
        who = found["who"]
        seats: tuple[str, ...] = next(
            filter(None, (alike(one, "lead", "play", text) for one in (who, f"holds {who}"))), ()
        )
        if _LOSER.fullmatch(who):
            seats = ("last_trick.winner.left",) if len(seats_of(text)) == _TWO else ()
        for one in seats or filter(_SEAT.match, whole(who, is_condition=False)):
            yield f"lead {found['when'] or ('next' if 'last_trick' in one else 'first')}: {one}"
    elif (found := _TRICK_WON.fullmatch(said)) is not None:
        of_suit = re.fullmatch(r"(?:the )?(highest|lowest) ([a-z]+)", found["what"])
        suits = [one for one in suits_of(text) if of_suit is not None and one.rstrip("s") == of_suit[2].rstrip("s")]
        told = whole(found["what"], is_condition=False)
        yield from (f"trick winner: {of_suit[1]} of trick in {one}" for one in suits if of_suit is not None)
        yield from (f"trick winner: {one}" for one in told if " of trick" in one)


_TWO: Final = 2
_LOSER: Final = re.compile(r"(?:the )?(?:loser|player who lost)(?: of)?(?: the| that)?(?: last| previous)?(?: trick)?")
_SEAT: Final = re.compile(r"first of \(players|(?:left|right|partner|holder) of |.*\.(?:winner|leader|player|partner)$")
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


def _lines(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the lines of the sheet that a text may say."""
    nothing = _NOTHING.fullmatch(said)
    lines = [name for kind, name in rules_of(text) if kind == "score" and nothing and name == nothing["what"]]
    yield from (f"drop score {name}" for name in lines)
    for found in (one for pattern in (_WORTH, _FOR, _MOVED, _IF) if (one := pattern.fullmatch(said)) is not None):
        number = meant_by(f"‹{found['number']}›")
        number = f"-{number}" if (found.groupdict().get("cost") or found["less"]) and number[0] != "-" else number
        head = _ONE.match(found["what"])
        what = found["what"][head.end() :] if head is not None else found["what"]
        what = _OF_A_SIDE.sub("", re.sub(r" (?:taken|won|captured)$", "", what))
        what = re.sub(r" that (?:is made|makes it)$", " and made", what)
        of = next((amount for name, amount in counted(text).items() if name.rstrip("s") == what.rstrip("s")), "")
        suit = next((one for one in suits_of(text) if one.rstrip("s") == what.rstrip("s")), "")
        if suit and (found["each"] or (head is not None and head["each"])):
            yield f"score our_line: {number} * count of cards_won in {suit}"
        elif found["each"] or of or (head is not None and head["each"]):
            thing = of or ("extra" if re.match(r"(?:over|extra)", what) else "")
            amounts_of = (
                whole(f"{number.lstrip('-')} for each {what}", is_condition=False)
                if not thing and _OF_ONE.fullmatch(what)
                else []
            )
            yield from (f"score our_line: {'-' * (number[0] == '-')}{one}" for one in amounts_of if " " in one)
            line = re.compile(rf"\bscore (\w+): -?\d+ \* {thing}\b")
            own = next((one[1] for parent in with_parents(text) if (one := line.search(parent)) is not None), "")
            yield from (f"replace score {own}: {number} * {thing}",) if thing and own else ()
        else:
            read = (one for text_of in (what, found["what"]) for one in whole(text_of, is_condition=True))
            told = [one for one in read if (" " in one or one in amounts(text)) and not _OF_PLAY.search(one)]
            last = what.rpartition(" ")[2]
            is_named = not _COUNTING.search(what)
            named = sorted(name for name in declared(text) if is_named and last in name.split("_")[1:])
            own = [name for name in named if _OTHERS.isdisjoint(name.split("_"))]
            yield from (f"score our_line when {when}: {number}" for when in dict.fromkeys((*told, *own)))


def _endings(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the endings that a text may say."""
    tie = _TIE.fullmatch(said)
    if tie is not None:
        name = re.match(r"tie (\w+):", said)
        yield f"tie {name[1] if name else 'level'}: {'play on' if tie['more'] else 'shared'}"
        return
    if (over := _OVER.fullmatch(said)) is not None:
        verb = "win" if over["verb"] is None or "w" in over["verb"] else "lose"
        when = _OF_A_SIDE_AT.sub("", over["when"] or over["first"])
        behind = _BEHIND.fullmatch(when)
        whens = (
            [f"behind >= {behind['number'] or behind['before']}"]
            if behind and (behind["number"] or behind["before"])
            else []
        )
        # Where few points are good, who has many ends the game but does not win it.
        is_low = over["verb"] is None and any("best score lowest" in one for one in with_parents(text))
        some = f"some {scored(text)} has " if is_low else ""
        for one in whens or whole(when, is_condition=True):
            yield f"{verb} our_end when {some if one.startswith('score ') else ''}{one}"
        return
    if (at := _AT_FIRST.fullmatch(said)) is not None:
        is_win = "w" in at["verb"]
        sign = f"{'>' if is_win else '<'}{'' if at['beyond'] else '='}"
        yield f"{'win' if is_win else 'lose'} our_end when score {sign} {'-' if at['minus'] else ''}{at['number']}"
        return
    deals = _OF_DEALS.fullmatch(said)
    wins = [name for kind, name in rules_of(text) if kind == "win"]
    is_told = (
        len(_NUMBERS.findall(said)) == 1
        and not re.search(r"\b(?:not|never)\b|n't", said)
        and _LASTS.search(said) is not None
    )
    is_told = is_told or re.fullmatch(rf"(?:{_NUMBER}) \w+", said) is not None
    if deals is not None and is_told:
        number = deals["number"]
        when = f"when deal >= {meant_by(f'‹{number}›')}"
        yield f"replace win {wins[0]} {when}" if len(wins) == 1 else f"win our_end {when}"
    elif (found := _ENDS.fullmatch(said)) is not None:
        at, verb = _AT.fullmatch(found["what"]), "win" if found["verb"] in ("win", "won") else "lose"
        if at is not None:
            amount, is_win = meant_by(f"‹{at['number']}›").lstrip("-"), verb == "win"
            sign = f"{'>' if is_win else '<'}{'' if at['beyond'] else '='}"
            yield f"{verb} our_end when score {sign} {'' if is_win else '-'}{amount}"
        else:
            yield from (f"{verb} our_end when {when}" for when in whole(found["what"], is_condition=True))
