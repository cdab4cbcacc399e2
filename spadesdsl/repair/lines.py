"""Read a line of the score sheet as people say it: how much, for what or for each of what, and when.

`The queen of spades costs 13 points`, `a side that takes every trick scores 200`, `5 off for each trick short`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import (
    amounts,
    bids_of_nothing,
    counted,
    declared,
    has_contracts,
    rules_of,
    suits_of,
    with_parents,
)
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.words import NUMBER, RANK_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Read(Protocol):
        """Reads a condition or an amount in English."""

        def __call__(self, said: str, /, *, is_condition: bool) -> list[str]:
            """Return what it may be."""


_LESS: Final = (
    r"costs?|los(?:es?|t|ing)|minus|penal\w*|fined?|deduct\w*|subtract\w*|docked|tak(?:en|es?) (?:off|away)|off|down"
)
_MORE: Final = (
    r"worth|counts?|scores?|scored|gets?|gives?|pays?|earns?|brings?|receives?|gains?|given|awarded|collects?|"
    r"added|adds?|bonus|extra"
)
_LITTLE: Final = r"is|are|be|will|also|an?|of|by|you|them|it|him|each|then|just|only|another|additional|the|for"
_SIGNED: Final = rf"(?P<sign>(?:\bminus |- ?)?)(?<!\w)(?P<number>{NUMBER})"
_AMOUNT: Final = tuple(
    re.compile(form)
    for form in (
        rf"{_SIGNED}(?: (?:bonus|extra|penalty|more))* (?:points?|pts)\b",
        rf"\b(?:{_LESS}|{_MORE}|wins?)(?: (?:{_LITTLE}))* {_SIGNED}(?!(?: or \w+)? (?:tricks?|cards?)\b)\b",
        rf"^{_SIGNED}(?= (?:for|per|if|when|off|each|extra|bonus|is|are)\b)",
        rf"{_SIGNED}(?P<each> each| apiece)$",
        rf"(?<=[:=,] ){_SIGNED}$",
        rf"\b(?:is|are|=) {_SIGNED}$",
    )
)
"""Where the amount is, the likeliest place first."""
_BEFORE: Final = re.compile(
    r"(?:,? (?:they|it|he|she|you|the (?:side|team|player)))?"
    rf"(?:[ :,]*\b(?:{_LITTLE}|wins?|{_MORE}|(?P<less>{_LESS})))*[ :,]*$"
)
_AFTER: Final = re.compile(
    rf"[ ,]*(?:(?:(?:{_MORE}|(?P<less>{_LESS})|is|are|also)\b ?)+|(?P<each>each|apiece)\b)?[ ,]*"
)
_FOR: Final = re.compile(
    r"(?:(?P<each>(?:for )?(?:each|every|any|per)|(?<=\A)a(?= tricks?\b)) |(?P<when>if|when|whenever|once|unless) |"
    r"(?:for|by) )?(?P<what>.+)"
)
_SUBJECT: Final = re.compile(
    r"(?:to |from |(?:the |that )?scores? of )*(?:the |an? |any |that |each |every |whichever )*"
    r"(?:side|team|player|pair|partnership|one|who\w*|winner|they|it|you|he|she|bidder)s?"
    r"(?:(?: (?:that|who|which|with|having))? (?:(?:takes?|wins?|has|gets?|took) (?:it|her|him|them)|(?P<rest>.+)))?"
)
_OF_IT: Final = re.compile(
    r" (?:taken|won|made) by (?:it|them|(?:the|a|that) (?:side|team|player))|"
    r" (?:(?:that|which) )?(?:it|they|you|he|she|(?:the|a) (?:side|team|player))"
    r"(?: (?:is|are|was|were|has|have|took|takes?|wins?|won|makes?|made|gets?|got|captures?))+\b"
)
_EXCEPT: Final = re.compile(
    rf"(?P<main>.+?),? (?:but|except(?: that)?|though|and)(?: (?:it|they) (?:is|are|scores?|counts?))? (?:for )?"
    rf"(?P<other>nothing|none|no points|zero|not|(?:only )?{NUMBER})(?: points?)? (?:if|when) (?P<when>.+)"
)
_OTHERWISE: Final = re.compile(r"[,;]? (?:and )?(?:otherwise|or else|else|if not|failing that|if it fails),? ")
_NOTHING: Final = re.compile(
    r"(?P<what>\w+) (?:(?:do|does) not (?:count|score)|don't (?:count|score)|(?:are|is) (?:not counted|ignored|free)|"
    r"(?:counts?|scores?|are worth|is worth) (?:for )?nothing)"
)
_OWNER: Final = re.compile(
    r"(?:the )?(?:side|team) of (?P<who>[a-z]\w*)|(?:the )?(?P<whose>[a-z]\w*)(?:'s|s') (?:side|team)"
)
_COUNTING: Final = re.compile(
    rf"\b(?:no|not|never|without|all|every|least|most|more|less|fewer|than|exactly|{NUMBER})\b"
)
"""What says more than a name."""
_OTHERS: Final = frozenset(("other", "others", "no", "not", "lost", "failed"))
_SOME: Final = rf"(?:{NUMBER})"
_PLUS: Final = re.compile(
    rf"(?:you (?:get|score|earn) )?(?P<first>{_SOME})(?: points?)? (?:plus|and|\+) (?P<more>{_SOME})(?: points?)? "
    r"(?:per|for (?:each|every)|each|a) (?P<each>[^,]+?)(?:,? (?:if|when) (?P<when>[^,]+))?"
)
"""So much, and so much for each."""
_MADE_IT: Final = re.compile(r"\b(bids? (\w+)) and (?:both )?(?:makes?|made) (?:it|them|both)\b")


def score_lines(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the lines of the sheet that a text may say.

    Args:
        said: The line, without a sign at its end.
        text: The file.
        whole: Reads a condition or an amount in English.
    """
    if (plus := _PLUS.fullmatch(said)) is not None:
        first, more = (meant_by(f"‹{plus[one]}›") for one in ("first", "more"))
        whens = whole(plus["when"], is_condition=True) if plus["when"] else [""]
        for rate in rates(plus["each"], more, text):
            yield from (f"score our_line{' when ' if when else ''}{when}: {first} + {rate}" for when in whens)
        return
    if (made := _MADE_IT.search(said)) is not None and made[2] in bids_of_nothing(text):
        said = said.replace(made[0], f"{made[1]} and took no tricks")
    said = re.sub(r"\ba point\b", "1 point", said)
    said = re.sub(r"\bas many points as (?:the )?(?:tricks? )?", "1 point for each trick ", said)
    if (nothing := _NOTHING.fullmatch(said)) is not None:
        names = [name for kind, name in rules_of(text) if kind == "score" and name == nothing["what"]]
        yield from (one for name in names for one in (f"drop score {name}", f"replace score {name}: 0"))
    if len(parts := _OTHERWISE.split(said, 1)) > 1:
        if re.fullmatch(r"(?:you (?:get|score) )?(?:nothing|none|zero|0|no points)(?: at all)?", parts[1]):
            yield from score_lines(parts[0], text, whole)
        both = ([*score_lines(part, text, whole)] for part in parts)
        for main, other in zip(*both, strict=False):
            head, _, amount = main.partition(": ")
            if " when " in head and " when " not in other:
                when = head.partition(" when ")[2]
                yield f"score our_line: if {when} then {amount} else {other.partition(': ')[2]}"
        return
    if (less := _EXCEPT.fullmatch(said)) is not None:
        whens = whole(less["when"], is_condition=True)
        other = less["other"].removeprefix("only ")
        other = meant_by(f"‹{other}›") if re.fullmatch(NUMBER, other) else "0"
        for line in score_lines(less["main"], text, whole):
            head, _, amount = line.partition(": ")
            yield from (f"{head}: if {when} then {other} else {amount}" for when in whens)
        return
    is_open = re.search(r"\bthen -?\d+$|\belse\b", said) is not None
    found = None if is_open else next((one for form in _AMOUNT if (one := form.search(said)) is not None), None)
    if found is None:
        return
    before, after = said[: found.start()], said[found.end() :]
    if found.re is _AMOUNT[1]:
        before = said[: found.start("sign")]
    left, right = _BEFORE.search(before), _AFTER.match(after)
    is_less = "minus" in found["sign"] or "-" in found["sign"]
    is_each = bool(found.groupdict().get("each")) or bool(right and right["each"])
    number = meant_by(f"‹{found['number']}›")
    cost = "".join(one["less"] or "" for one in (left, right) if one is not None)
    is_cost = re.match("cost|penal|fine", cost) and any("best score lowest" in one for one in with_parents(text))
    is_less = is_less or bool(cost and not is_cost)  # where few points are good, they are what something costs
    number = f"-{number}" if is_less and number != "0" else number
    parts = [before[: left.start()] if left else before, after[right.end() :] if right else after]
    for line in _lines(parts, number, text, whole, is_each=is_each):
        is_other = _OF_CONTRACT.search(line) and not _BESIDES.search(said) and ("score", "contract") in rules_of(text)
        yield line.replace("score our_line", "score our_line instead of contract") if is_other else line


_OF_CONTRACT: Final = re.compile(
    r" when (?=[^:]*\bcontract [<>]?= \d)(?=[^:]*\bmade\b)|"
    r" when [^:]*\b(?:not made|taken < contract)\b[^:]*: -?\d+ \* contract$"
)
"""What a contract scores in some cases, which is not scored with what it scores otherwise."""
_BESIDES: Final = re.compile(r"\b(?:extra|bonus|additional|also|another|further|on top|plus|besides|\d+ more)\b")


def _lines(parts: list[str], number: str, text: str, whole: Read, *, is_each: bool) -> Iterator[str]:
    """Yield the lines that give a number for what is said before and after it."""
    each, whens = "", [""]
    for part in parts:
        said = _FOR.fullmatch(part.strip(" ,:"))
        if said is None:
            continue
        what = said["what"].strip(" ,")
        subject = _SUBJECT.fullmatch(what)
        if said["each"] or (is_each and not said["when"]):
            if subject is not None and not subject["rest"]:
                continue
            if each:
                return
            each = what
            continue
        told = _whens(what, text, whole) if subject is None or subject["rest"] else [""]
        if not told:
            return
        if said["when"] == "unless":
            told = [f"not ({one})" for one in told]
        whens = [" and ".join(dict.fromkeys(filter(None, (one, other)))) for one in whens for other in told]
    if each:
        for amount in rates(each, number, text):
            yield from _of_amount(amount, [one for one in whens if one], text)
    elif whens != [""]:
        for when in whens:
            line = re.compile(rf"\bscore (\w+)(?: when|: if) {re.escape(when)}(?: then|:) ")
            own = next((one[1] for parent in with_parents(text) if (one := line.search(parent)) is not None), "")
            yield from (f"replace score {own} when {when}: {number}",) if own else ()
            yield f"score our_line when {when}: {number}"


def _of_amount(amount: str, whens: list[str], text: str) -> Iterator[str]:
    line = re.compile(rf"\bscore (\w+): -?\d+ {re.escape(amount.partition(' ')[2])}(?=\s)")
    own = next((one[1] for parent in with_parents(text) if (one := line.search(parent)) is not None), "")
    if own and not whens:
        yield f"replace score {own}: {amount}"
    for when in whens or ("",):
        yield f"score our_line{' when ' if when else ''}{when}: {amount}"


def _whens(said: str, text: str, whole: Read) -> list[str]:
    """Return the conditions that may be said of what a line is for."""
    owner = _OWNER.fullmatch(said)
    if owner is not None:
        return [f"{one} in members" for one in whole(owner["who"] or owner["whose"], is_condition=False)]
    subject = _SUBJECT.fullmatch(said)
    verb = re.sub(r"(?:^|(?<= and ))\w+ing\b", lambda one: _GERUNDS.get(one[0], one[0]), said)
    plain = re.sub(r"^(?:taking|winning|being|having|making(?! (?:the|its|their|his)\b)) ", "", said)
    texts = dict.fromkeys(filter(None, (subject and subject["rest"], plain, said, verb)))
    read = (one for what in texts for one in whole(what, is_condition=True))
    tallies_of = "|".join(counted(text)) or "(?!)"  # how many there are counts again on each deal
    told = [
        one for one in read if (" " in one or one in amounts(text)) and not re.match(rf"(?:{tallies_of}) >?= \d", one)
    ]
    last = said.rpartition(" ")[2]
    named = sorted(name for name in declared(text) if not _COUNTING.search(said) and last in name.split("_")[1:])
    return list(dict.fromkeys((*told, *(name for name in named if _OTHERS.isdisjoint(name.split("_"))))))


_GERUNDS: Final = {
    "making": "makes", "taking": "takes", "winning": "wins", "bidding": "bids", "missing": "misses",
    "failing": "fails", "holding": "holds", "getting": "gets", "losing": "loses", "going": "goes",
}  # fmt: skip


_TAIL: Final = r"(?: (?:than|of|for|the|its|their|his|your|a|contract|bid|was|it|target))*"


def rates(said: str, number: str, text: str) -> Iterator[str]:
    """Yield what so much for each of a thing may be written as."""
    thing = _OF_IT.sub("", re.sub(r"^(?:the|an?|all|of|taking|winning|capturing|making) ", "", said))
    first, rest = thing.split(" ")[0], re.sub(r" (?:taken|won|captured|made)$", "", thing)
    one = rest.rstrip("s")
    of = next((amount for name, amount in counted(text).items() if name.rstrip("s") == one), "")
    suit = next((name for name in suits_of(text) if name.rstrip("s") == re.sub(r" cards?$", "", rest).rstrip("s")), "")
    rank = RANK_WORDS.get(first.removesuffix("s")) if rest == first else None
    past = re.fullmatch(rf"tricks? (?:past|over|above|beyond|after) (?:the first )?({NUMBER})", thing)
    if of or rest in amounts(text):
        yield f"{number} * {of or rest}"
    elif past is not None:
        yield f"{number} * max(taken - {meant_by(f'‹{past[1]}›')}, 0)"
    elif suit:
        yield f"{number} * count of cards_won in {suit}"
    elif rank:
        yield f"{number} * count of (cards_won where card.rank is {rank})"
    elif re.fullmatch(
        rf"over\w*|extra(?: trick)?s?|(?:extra |other )?tricks? (?:over|above|beyond|past|more|in excess)\b{_TAIL}",
        thing,
    ):
        yield from (
            f"{number} * {one}" for one in _beyond(("extra", "max(taken - contract, 0)", "max(margin, 0)"), text)
        )
    elif re.fullmatch(
        rf"(?:tricks? (?:short|under|missing|down|below|too few|less)\b|under\w*|missing tricks?|trick missing){_TAIL}",
        thing,
    ):
        yield from (f"{number} * {one}" for one in _beyond(("max(contract - taken, 0)", "max(-margin, 0)"), text))
    elif re.fullmatch(rf"tricks? (?:(?:that )?(?:it|they) )?(?:bid|contracted|called){_TAIL}", thing):
        yield f"{number} * contract"
    elif re.fullmatch(r"tricks? (?:off|out|away)(?: .*)?", thing):
        yield f"{number} * abs(contract - taken)"
    elif re.fullmatch(r"tricks?", rest):
        yield f"{number} * taken"


def _beyond(written: tuple[str, ...], text: str) -> list[str]:
    """Return the first way to say how far tricks are from what was bid, of which a game has the names."""
    known = {*amounts(text), *(("contract",) if has_contracts(text) else ()), "taken", "max"}
    return [one for one in written if known.issuperset(re.findall("[a-z]+", one))][:1]


_IT: Final = r"(?:it|they|the (?:count|tally)|count|is|are|goes?|starts?|back|to|zero|0|nothing|again|over|reset)"
_COUNTS: Final = re.compile(
    rf"(?:{_IT} )?(?:(?:counts?|adds?|goes up|increases?|plus) )?(?:by )?(?P<number>{NUMBER})(?: more)? "
    r"(?:for )?(?:(?:each|every) time|whenever|when|if|once|(?:each|every) (?:deal|hand) (?:in which|where|that|when)) "
    r"(?:that )?(?P<when>.+)"
)
_SUMS: Final = re.compile(
    r"(?:counts? |adds? (?:up )?)?(?:(?:each|every|the|all) )*(?P<what>\w+?)s?"
    r"(?: (?:are|is) (?:added(?: up)?|counted)| (?:count|add)s? (?:one|1))?"
)
_BACK: Final = re.compile(rf"(?:{_IT} )*(?:when|if|at|on|after|once) (?P<at>.+?),?(?: {_IT})*")


def tallies(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the tally that a text may say: what it adds, and when it goes back to nothing."""
    parts = re.split(r"; |,? and (?=at|when|is|it|goes|back|reset|starts)|, (?=at|reset|back)", said)
    steps = [_step(part, text, whole) for part in parts]
    if all(steps):
        yield f"tally our_tally: {', '.join(steps)}"


def _step(said: str, text: str, whole: Read) -> str:
    """Return a step of a tally; empty if nothing says it."""
    counts, sums, back = (one.fullmatch(said) for one in (_COUNTS, _SUMS, _BACK))
    if back is not None and re.search(r"\b(?:back|reset|again|zero)\b", said):
        number = re.match(rf"({NUMBER})(?: \w+)?$", back["at"])
        if number is not None:
            return f"full at {meant_by(f'‹{number[1]}›')} losing the rest"
        return next((f"reset when {one}" for one in whole(back["at"], is_condition=True)), "")
    if counts is not None:
        added = meant_by(f"‹{counts['number']}›")
        return next((f"add {added} when {one}" for one in whole(counts["when"], is_condition=True)), "")
    amount = next(rates(sums["what"], "1", text), "") if sums is not None else ""
    return f"add {amount.removeprefix('1 * ')}" if amount else ""
