"""How a sentence says something where its rule does it otherwise: the lowest card, both partners, a bid that failed.

So what sentences say of points, partners, deals in a row and bids, and what their rules do instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from spadesdsl.algebra.forms import negated
from spadesdsl.frozen import Frozen
from spadesdsl.proofs.context import ProofContext
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Ending, Line, Must, RuleInfo, Tally, TallyStep
from spadesdsl.rules.terms import Const, Extreme, Filter, Fold, Holds, LetRef, Op, Run, TallyRef, Term
from spadesdsl.rules.walking import COMPARISONS, all_read, terms_of, walk
from spadesdsl.source import Span
from spadesdsl.words import NUMBERS, RANK_WORDS, Words

_MANY: Final = rf"(?:\d+|{'|'.join(NUMBERS)}|twenty|thirty|forty|fifty|sixty|eighty|a hundred|two hundred)"
_OFF: Final = Words(
    rf"\b{_MANY}(?: points?)? off\b|\bminus {_MANY}\b|"
    rf"\b(?:loses?|costs?|(?:is|are) fined)(?: you| him| the side| that side)? {_MANY}\b(?! (?:more )?tricks?)",
)
_MORE: Final = Words(rf"\b(?:a bonus of|an extra|{_MANY} more|(?:wins?|gets?|earns?|scores?) {_MANY} points)\b")
_OTHERWISE: Final = Words(
    r"\b(?:opponents?|others?|they|them|their|against|nobody|else|not|no|never|unless|but|except|instead|or)\b|[;:]",
)
"""What may turn round whom points are for, or what a sentence says of them."""
_PARTNER: Final = Words(
    r"\bpartners?\b[^.;,]*\b(?:sits?|puts?|lays?|do(?:es)? not play|(?:is|are|stays?|drops?) out)\b"
)
_NEAR: Final = frozenset({"partner", "across", "left", "right", "members", "side_members"})
_IN_A_ROW: Final = Words(
    r"\b(?:deals?|hands?|times?|sets?|wins?|won|made|lost|rounds?|contracts?|bids?) in a row\b|"
    r"\bconsecutive (?:deals?|hands?|sets?|wins?)\b",
)
_LATEST: Final = Words(r"\b(?:so far|latest|last)\b")
_FIRST: Final = Words(r"\b(?:first|earliest|opening)\b")


def against_sentences(context: ProofContext, game: Rules) -> Iterator[tuple[RuleInfo, Span, str, str, str]]:
    """Yield own rules, where they differ from their sentence, what it says and they do, and what to write."""
    for line in filter(lambda one: context.is_own(one.rule), game.scoring.lines):
        for told, does, hint in _of_points(context, game, line):
            yield line.rule, line.rule.name_span, told, does, hint
    for control in filter(lambda one: context.is_own(one.rule), game.play.controls):
        seat = control.seat
        read = {one.op for one in all_read(game.let_of, seat) if isinstance(one, Op)}
        is_one = control.player is None and not seat.type.many and not read & _NEAR
        if is_one and (said := _PARTNER.search(control.rule.sentence)):
            who = context.said(seat)
            hint = f"write `nobody plays for {who}.partner`" if re.fullmatch(r"[\w.]+", who) else "name the partner"
            yield control.rule, seat.span, said[0], f"`{control.rule.name}` is about `{who}`", hint
    for tally in filter(lambda one: context.is_own(one.rule), game.scoring.tallies):
        said = next(filter(None, map(_IN_A_ROW.search, sentences_about(context, game, tally))), None)
        gap = None if said is None else _gap(context, game, tally)
        if said is not None and gap is not None:
            yield tally.rule, gap[0], said[0], *gap[1:]
    for let in filter(lambda one: context.is_own(one.rule), game.lets):
        said = _LATEST.search(let.rule.sentence) if _is_first_call(let.body) else None
        if said and not _FIRST.search(let.rule.sentence):
            told = context.said(let.body)
            hint = f"write `{told.replace('first of', 'last of', 1)}`"
            yield let.rule, let.body.span, said[0], f"`{let.key}` is the first of those bids", hint


def _of_points(context: ProofContext, game: Rules, line: Line) -> Iterator[tuple[str, str, str]]:
    """Yield what sentences of a line say of points that it takes or gives, and what it does instead."""
    whole = [line.rule.sentence] if len(line.cases) == 1 else []
    told = [(at, one) for at, case in enumerate(line.cases) for one in (case.sentence, *whole) if one]
    told = [
        (at, one)
        for at, one in told
        if not _OTHERWISE.search(one) and bool(_OFF.search(one)) != bool(_MORE.search(one))
    ]
    signs = _signs(context, game, line) if told and not game.best_lowest else []
    for at, sentence in told if signs else ():
        off, more = _OFF.search(sentence), _MORE.search(sentence)
        if off and signs[at] == {True}:
            is_less = context.said(line.cases[at].value).startswith("-")
            hint = "leave out the `-`" if is_less else "write `-` before what it gives"
            yield off[0], f"what `score {line.name}` gives there is always above 0", hint
        elif more and signs[at] == {False}:
            yield more[0], f"what `score {line.name}` gives there is always below 0", "leave out the `-`"


def _signs(context: ProofContext, game: Rules, line: Line) -> list[set[bool]]:
    """Return, for each case of a line, whether what it gives is above 0, as far as it is not 0; nothing if unknown."""
    conditions = (line.when, *(case.condition for case in line.cases))
    found = context.asker(game).with_amounts(conditions, tuple(case.value for case in line.cases))
    signs: list[set[bool]] = [set() for _ in line.cases]
    for (when, *cases), values in () if found is None else found:
        at = next((at for at, holds in enumerate(cases) if holds is not False), None)
        amount = None if when is False or at is None else values[at]
        if at is not None and isinstance(amount, int | Fraction) and amount:
            signs[at].add(amount > 0)
    return signs


def sentences_about(context: ProofContext, game: Rules, tally: Tally) -> Iterator[str]:
    """Yield the sentences of a tally and of the own rules that read it."""
    yield tally.rule.sentence
    reading: tuple[Line | Ending, ...] = (*game.scoring.lines, *game.endings)
    for one in reading:
        if context.is_own(one.rule):
            read = all_read(game.let_of, *terms_of(one))
            if any(isinstance(term, TallyRef) and term.tally == tally.name for term in read):
                yield one.rule.sentence
                yield from (case.sentence for case in getattr(one, "cases", ()))


def _gap(context: ProofContext, game: Rules, tally: Tally) -> tuple[Span, str, str] | None:
    """Return where a tally of things in a row goes on though there was a gap, what it does, and what to write."""
    adds, resets = ([one for one in tally.steps if one.verb == verb] for verb in ("add", "reset"))
    read = list(all_read(game.let_of, *terms_of(tally)))
    if len(adds) != 1 or adds[0].when is None or any(isinstance(one, Run | TallyRef) for one in read):
        return None
    wanted = context.said_not(adds[0].when)
    if not resets:
        return tally.rule.name_span, f"nothing sets `{tally.name}` back", f"write `reset when {wanted}`"
    if len(resets) > 1 or not _compare_one_amount(adds[0], resets[0]):
        return None
    former, (add, reset) = context.asker(game).former, (adds[0].when, resets[0].when)
    assert add is not None
    assert reset is not None
    if not context.asker(game).can_hold(negated(former.form(add)), negated(former.form(reset))):
        return None
    does = f"with neither `{context.said(add)}` nor `{context.said(reset)}` the count goes on"
    return reset.span, does, f"write `reset when {wanted}`"


def _compare_one_amount(one: TallyStep[Term], other: TallyStep[Term]) -> bool:
    """Tell whether the conditions of two steps compare the same amount with numbers."""
    match one.when, other.when:
        case Op(op=op, arguments=(left, Const())), Op(op=another, arguments=(right, Const())):
            return left == right and {op, another} <= COMPARISONS
        case _:
            return False


def _is_first_call(term: Term) -> bool:
    """Tell whether a term is the first of the bids of some kind, and not the first of the highest or of the last."""
    match term:
        case Op(op="first", arguments=(Filter(of=Op(op="calls"), condition=condition),)):
            read = list(all_read({}, condition))
            return not any(isinstance(one, Fold) or (isinstance(one, Op) and one.op == "call_place") for one in read)
        case Op(op="first", arguments=(Op(op="calls"),)):
            return True
        case _:
            return False


class Said(Frozen):
    """What a sentence says, what to write, and the term in whose place."""

    words: str
    meant: str
    term: Term


_WINNER: Final = Words(r"\bwinner\b|(?<!, )\bwho(?:ever)? (?:won|wins|took)\b")
_BOTH: Final = Words(r"\b(?:both|neither)\b")
_PARTNERS: Final = ("members", "side_members")
_ORDINALS: Final = {
    **{word: number for number, word in enumerate(("first", "second", "third"), 1)},
    **{f"{word}th": int(number) for word, number in NUMBERS.items()},
    "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12, "1st": 1, "2nd": 2, "3rd": 3,
    **{f"{number}th": number for number in range(4, 14)},
}  # fmt: skip
_NTH: Final = Words(rf"\b({'|'.join(_ORDINALS)}) (deal|hand|trick)\b")
_AROUND: Final = Words(r"\b(?:after|before|until|from|follow\w*|every|each|but|except|waits?|earliest)\b")
_COUNTED: Final = {"deal": "deal", "hand": "deal", "trick": "trick_number"}
_PAST: Final = Words(rf"\b(?:past|over|above|beyond)(?: the first)? (\d+|{'|'.join(NUMBERS)})\b")
_A_POINT: Final = Words(r"^(?:a|one) point (?:for|each|per|a)\b(?!.*\b(?:doubled?|twice|tripled?)\b)")
_DEALER: Final = Words(r"\b(?:the )?dealer\b(?!'s)")
_OTHERS: Final = Words(
    r"\b(?:others?|but|except|not|nobody|no|unless|else|before|after|first|left|right|until|only|may|free|exempt)\b"
)
_FAILED: Final = Words(r"\b(?:sets?(?! of\b)|fail(?:s|ed)?|miss(?:es|ed)?|(?:goes|went) down)\b")
_MADE: Final = Words(r"\b(?:made|makes?|making|fulfill?(?:s|ed)?)\b")
_DENIED: Final = Words(r"\b(?:not|no|nobody|never|without|unless|n't|opponents?|them|other)\b")
_TURNED: Final = Words(r"\b(?:avoid\w*|escap\w*|short|too)\b")
"""What turns round whether a bid was made."""


def otherwise(
    context: ProofContext, game: Rules, rule: RuleInfo, sentence: str, terms: Sequence[Term]
) -> Iterator[Said]:
    """Yield what a rule does otherwise than its sentence says."""
    direct = [one for term in terms for one in walk(term)]
    ops = [one for one in direct if isinstance(one, Op)]
    leaders = [one for one in ops if one.op == "trick_leader"]
    is_led = len(leaders) == 1 and not {"trick_winner", "trick_best"} & {one.op for one in ops}
    if is_led and (said := _WINNER.search(sentence)):
        yield Said(said[0], context.said(leaders[0]).replace("leader", "winner"), leaders[0])
    yield from _of_extremes(context, game, sentence, direct)
    some = [one for one in direct if isinstance(one, Holds)]
    some = some if all(isinstance(one.of, Op) and one.of.op in _PARTNERS for one in some) else []
    is_scored = rule.section in ("scoring", "ending") and not any(one.op == "not" for one in ops)
    is_scored = is_scored and not _LEFT_OPEN.search(sentence)
    if is_scored and [one.quantifier for one in some] == ["some"] and (said := _BOTH.search(sentence)):
        yield Said(said[0], context.said(some[0]).replace("some", "every", 1), some[0])
    if rule.section in ("scoring", "ending"):
        yield from _of_whom(context, sentence, direct)
    yield from _of_ordinals(context, sentence, ops)
    yield from _of_some_deals(context, sentence, ops)
    others = [one for one in ops if one.op == "is_not" and _names_dealer(one)]
    is_of_one = rule.keyword == "must" and len(others) == 1
    if is_of_one and (said := _DEALER.search(sentence)) and not _OTHERS.search(sentence):
        yield Said(said[0], context.said(others[0]).replace(" is not ", " is "), others[0])
    yield from _of_spans(context, game, rule, sentence)
    if rule.keyword == "score":
        yield from _of_amounts(sentence, ops)
        yield from _of_turned(context, game, sentence, ops)
        yield from _of_one_player(context, game, rule, sentence, direct)
    if rule.keyword in ("score", "tally"):
        yield from _of_made(context, game, rule, sentence, ops)


def _of_whom(context: ProofContext, sentence: str, direct: Sequence[Term]) -> Iterator[Said]:
    """Yield what all players have to have where the sentence says that one of them has it, and the other way round."""
    some = [one for one in direct if isinstance(one, Holds)]
    if len(some) != 1 or _LEFT_OPEN.search(sentence):
        return
    said = {name: found[0] for name, words in _QUANTIFIED.items() if (found := words.search(sentence)) is not None}
    other = {"every": "some", "some": "every"}
    if len(said) == 1 and said.keys() == {other.get(some[0].quantifier)}:
        ((meant, words),) = said.items()
        yield Said(words, context.said(some[0]).replace(some[0].quantifier, meant, 1), some[0])


_QUANTIFIED: Final = {
    "some": Words(r"\b(?:(?:an?|any|some|one) (?:player|side|team|member|partner)|somebody|someone|anybody|anyone)\b"),
    "every": Words(
        r"\b(?:(?:all|every|each|both)(?: the)? (?:players?|sides?|teams?|members?|partners?)|everybody|everyone)\b"
    ),
}
"""Of how many a sentence speaks."""
_LEFT_OPEN: Final = Words(r"\b(?:no|not|nobody|never|unless|until|but|others?)\b")
"""What leaves that open."""


def _of_extremes(context: ProofContext, game: Rules, sentence: str, direct: Sequence[Term]) -> Iterator[Said]:
    """Yield the highest card where the sentence says the lowest, and the other way round."""
    cards = "|".join(("card", "trump", *(re.escape(suit.removesuffix("s")) for suit in game.suits)))
    extremes = [one for one in direct if isinstance(one, Extreme)]
    is_one = len(extremes) == 1 and not _KEPT.search(sentence)
    named = Words(rf"\b(lowest|highest)(?: \w+)? (?:{cards})s?\b").finditer(sentence) if is_one else ()
    found = [it[1] for it in named]
    for words in set(map(str.lower, found)) if len(set(map(str.lower, found))) == len(extremes) == 1 else ():
        if extremes[0].highest != (words == "highest"):
            other = "highest" if extremes[0].highest else "lowest"
            yield Said(words, context.said(extremes[0]).replace(other, words), extremes[0])
    folds = [one for one in direct if isinstance(one, Fold) and one.how in ("most", "least")]
    equal = [one for one in direct if isinstance(one, Op) and one.op == "=" and set(folds) & set(one.arguments)]
    if not len(folds) == len(equal) == 1:
        return
    bids = [(it[0], "most" if it[1].lower() == "highest" else "least") for it in _BIDS.finditer(sentence)]
    if len(bids) == 1 and bids[0][1] != folds[0].how and _EXTREME.count(sentence) == 1:
        yield Said(bids[0][0], context.said(folds[0]).replace(folds[0].how, bids[0][1], 1), folds[0])


_KEPT: Final = Words(r"\b(?:keep|hold|save|not|never)\b")
_EXTREME: Final = Words(r"\b(?:highest|lowest|most|least|fewest|not|no|but|except|unless)\b")
_BIDS: Final = Words(r"\b(highest|lowest) (?:bid|bidder|contract)\b")
_SPAN: Final = Words(rf"\b(?:in|during|on|to|of|for) the first (\d+|{'|'.join(NUMBERS)}) (deal|hand|trick)s?\b")
_BOUNDS: Final = frozenset({">=", ">", "<", "<="})
_LATER: Final = Words(
    r"\b(?:only|but|except|unless|until|after|before|others?|may|(?<!if you )can|need|free|allowed|nothing|instead|"
    r"later|begins?|starts?)\b",
)
"""What can turn around when a rule holds."""


def _of_spans(context: ProofContext, game: Rules, rule: RuleInfo, sentence: str) -> Iterator[Said]:
    """Yield a comparison that holds in other deals or tricks than the first ones that the sentence names."""
    holders: tuple[Must | Line, ...] = (*game.play.musts, *game.scoring.lines)
    when = next((one.when for one in holders if one.rule == rule and one.when is not None), None)
    found = [] if when is None else list(_SPAN.finditer(sentence))
    if when is None or len(found) != 1 or _LATER.search(sentence):
        return
    is_denied = _DENIED.search(sentence) is not None
    counted, number = _COUNTERS[found[0][2].lower()], int(NUMBERS.get(found[0][1].lower(), found[0][1]))
    match [it for it in walk(when) if isinstance(it, Op) and it.arguments[:1] and _op_of(it.arguments[0]) in counted]:
        case [Op(op=op, arguments=(of, Const(value=int() | Fraction() as bound))) as compared]:
            # What is so in the first tricks alone is barred in the later ones, and what costs nothing costs later.
            is_meant = op in ("<", "<=") or (op in _BOUNDS and is_denied == (rule.keyword == "must"))
            if is_meant and (op, bound) not in (("<=", number), ("<", number + 1)):
                yield Said(found[0][0], f"{context.said(of)} <= {number}", compared)
        case _:
            pass


def _op_of(term: Term) -> str:
    return term.op if isinstance(term, Op) else ""


_COUNTERS: Final = {"deal": ("deal",), "hand": ("deal",), "trick": ("trick_number", "trick_number_of")}
_NUMBERED: Final = {**NUMBERS, "a hundred": "100", "twenty": "20", "fifty": "50"}
_AMOUNT: Final = rf"(\d+|{'|'.join(_NUMBERED)})"
_GIVEN: Final = Words(
    rf"^{_AMOUNT} (?:points? )?(?:more |extra )?(?:for|to)\b|"
    rf"(?:\b(?:is|are|costs?|worth|scores?|gets?|earns?)|:) {_AMOUNT}\b(?: points?)?(?: more| extra| off)?[.!]?$",
)
_NOT_SO: Final = Words(
    r"\b(?:not|no|nobody|none|never|without|unless|n't|nothing|else|otherwise|except|but|other|opponents?|"
    r"avoid\w*|miss\w*|fail\w*|lack\w*|escap\w*|duck\w*|dodg\w*|instead|only|less|fewer|keep\w*|"
    r"that|who|which|if|when|where|while|others|some\w*|clear|free|they|them|their|los(?:e|es|ing|t))\b",
)
_PLAIN: Final = frozenset({"and", "is", "member", "in", "includes", "did", "or", "="})


def _of_turned(context: ProofContext, game: Rules, sentence: str, ops: Sequence[Op]) -> Iterator[Said]:
    """Yield an `if` that gives what the sentence says for its condition where that does not hold."""
    ifs = [one for one in ops if one.op == "if"]
    said = _GIVEN.search(sentence) if len(ifs) == 1 else None
    if said is None or _NOT_SO.search(sentence):
        return
    test, then, other = ifs[0].arguments
    number = _NUMBERED.get((said[1] or said[2]).lower(), said[1] or said[2])
    amounts = [str(one.value).removeprefix("-") for one in (then, other) if isinstance(one, Const)]
    conditions = [it for it in walk(test) if isinstance(it, Op) and it.type == test.type]
    seats = {it.op for it in walk(test) if isinstance(it, Op)} & {"opponents", "side_opponents", "left", "right"}
    if len(amounts) != 2 or amounts[0] == number or amounts[1] != number or seats:
        return
    if all(it.op in _PLAIN for it in conditions) and _names(game, context.said(test), sentence.replace(said[0], "")):
        does = f"if {context.said(test)} then {context.said(other)} else {context.said(then)}"
        yield Said(sentence.rstrip("."), does, ifs[0])


def _names(game: Rules, condition: str, sentence: str) -> bool:
    """Tell whether a sentence has a word, a number or a card of a condition."""
    ranks = {rank: word for word, rank in RANK_WORDS.items() if word not in ("deuce", "knave")}
    for card in re.findall(r"\b(?:10|[2-9AKQJ])[A-Z]\b", condition):
        suits = "|".join(re.escape(suit) for suit in game.suits if suit[:1].upper() == card[-1])
        if re.search(rf"\b{ranks[card[:-1]]} of (?:{suits})\b", sentence, re.IGNORECASE):
            return True
    numbers = {number: word for word, number in NUMBERS.items()}
    words = [word for word in re.findall(r"[a-z]{4,}|\d+", condition) if word not in _QUANTITIES]
    return any(re.search(rf"\b(?:{word}|{numbers.get(word, word)})\b", sentence, re.IGNORECASE) for word in words)


_QUANTITIES: Final = frozenset(
    {"contract", "taken", "score", "player", "side", "members", "tricks", "trick", "cards", "card", "count", "some",
     "every", "with", "where", "hand", "deal"}
)  # fmt: skip
"""What a sentence may well name and mean the opposite of the condition."""
_ONE_PLAYER: Final = Words(
    r"\b(?:an?|any|one|either|some) (?:single )?(?:player|partner|member)\b(?: who| that)? (?:alone )?"
    rf"(?:takes?|wins?|took|won) (?:at least |exactly |more than )?(no|\d+|{'|'.join(NUMBERS)})\b",
)
_OWN_TRICKS: Final = Words(r"\b(?:an?|the) (?:player|bidder)\b|\bwho(?:ever)? bids?\b")
_TOGETHER: Final = Words(r"\b(?:sides?|teams?|partners?|both|together|they|members)\b")


def _of_one_player(
    context: ProofContext, game: Rules, rule: RuleInfo, sentence: str, direct: Sequence[Term]
) -> Iterator[Said]:
    """Yield the tricks of a whole side where the sentence is about those of one player."""
    line = next((one for one in game.scoring.lines if one.rule == rule), None)
    if line is None or all(len(one) == 1 for one in game.teams.sides):
        return
    taken = [one for one in direct if isinstance(one, Op) and one.op in ("side_taken", "seat_taken")]
    if len(taken) != 1 or taken[0].op != "side_taken" or any(isinstance(one, Holds) for one in direct):
        return
    if line.bid_type is not None:
        if (said := _OWN_TRICKS.search(sentence)) and not _TOGETHER.search(sentence):
            yield Said(said[0], "taken", taken[0])
        return
    said = _ONE_PLAYER.search(sentence)
    compared = [
        one for one in direct if isinstance(one, Op) and taken[0] in one.arguments and one.op in {"=", *_BOUNDS}
    ]
    number = "" if said is None else NUMBERS.get(said[1].lower(), said[1].lower().replace("no", "0"))
    is_number = len(compared) == 1 and number in [
        str(it.value) for it in compared[0].arguments if isinstance(it, Const)
    ]
    if said and is_number:
        yield Said(said[0], f"some member has {context.said(compared[0])}", compared[0])


def _of_ordinals(context: ProofContext, sentence: str, ops: Sequence[Op]) -> Iterator[Said]:
    """Yield a deal or a trick with another number than the sentence says."""
    compared = [one for one in ops if one.op == "=" and isinstance(one.arguments[1], Const)]
    found = list(_NTH.finditer(sentence)) if compared else []
    if len(found) != 1 or _AROUND.search(sentence):
        return
    number, what = _ORDINALS[found[0][1].lower()], _COUNTED[found[0][2].lower()]
    own = [one for one in compared if isinstance(one.arguments[0], Op) and one.arguments[0].op == what]
    bound = own[0].arguments[1] if len(own) == 1 else None
    if isinstance(bound, Const) and bound.value != number:
        yield Said(found[0][0], re.sub(r"\d+$", str(number), context.said(own[0])), own[0])


def _of_some_deals(context: ProofContext, sentence: str, ops: Sequence[Op]) -> Iterator[Said]:
    """Yield the even deals where the sentence says the odd ones, and a comparison that begins at another deal."""
    if _TURNS.search(sentence):
        return
    is_so = not _DENIED.search(sentence)
    halves = [one for one in ops if one.op == "is_whole" and _HALF_A_DEAL.fullmatch(context.said(one))]
    denied = [one for one in ops if one.op == "not" and one.arguments[0] in halves]
    if (
        is_so
        and len(halves) == 1
        and (said := _PARITY.search(sentence))
        and (said[1].lower() == "odd") is not bool(denied)
    ):
        term = (denied or halves)[0]
        yield Said(said[0], context.said_not(term), term)
    said = _FROM_ON.search(sentence)
    match [one for one in ops if one.op in (">", ">=")] if said else []:
        case [Op(op=op, arguments=(of, Const(value=int() | Fraction() as bound))) as compared] if said:
            number = _ORDINALS[said[1].lower()]
            if _op_of(of) == _COUNTED[said[2].lower()] and bound + (op == ">") != number:
                yield Said(said[0], f"{context.said(of)} >= {number}", compared)
        case _:
            pass


_TURNS: Final = Words(r"\b(?:unless|until|except|but|without|other)\b")
_PARITY: Final = Words(r"\b(odd|even)(?:-numbered)? (?:deal|hand)s?\b")
_HALF_A_DEAL: Final = re.compile(r"deal / 2 is whole")
_FROM_ON: Final = Words(rf"\bfrom the ({'|'.join(_ORDINALS)}) (deal|hand|trick) on(?:wards?)?\b")


def _names_dealer(term: Term) -> bool:
    return any(isinstance(one, Op) and one.op == "dealer" for one in walk(term))


def _of_amounts(sentence: str, ops: Sequence[Op]) -> Iterator[Said]:
    """Yield other tricks that are not counted than the sentence says, and other points for each."""
    less = [one.arguments[1] for one in ops if one.op == "-" and len(one.arguments) > 1]
    numbers = [one for one in less if isinstance(one, Const)]
    if len(less) == len(numbers) == 1 and (past := _PAST.search(sentence)):
        number = NUMBERS.get(past[1].lower(), past[1])
        if str(numbers[0].value) != number:
            yield Said(past[0], number, numbers[0])
    times = [one.arguments[0] for one in ops if one.op == "*"]
    is_other = len(times) == 1 and isinstance(times[0], Const) and times[0].value not in (1, -1)
    if is_other and (point := _A_POINT.search(sentence)):
        yield Said(point[0], "1", times[0])


def _of_made(context: ProofContext, game: Rules, rule: RuleInfo, sentence: str, ops: Sequence[Op]) -> Iterator[Said]:
    """Yield a bid that was made where the sentence is about one that failed, and the other way round."""
    lines = [one for one in game.scoring.lines if one.rule == rule]
    tallies = [one for one in game.scoring.tallies if one.rule == rule]
    if any(one.op == "if" for one in ops) or any(len(line.cases) > 1 for line in lines):
        return
    whens = [line.when for line in lines] + [step.when for one in tallies for step in one.steps if step.verb == "add"]
    told = [sentence, *(it for one in tallies for it in sentences_about(context, game, one))]
    found = [it for when in whens if when is not None for it in _made_in(game, when, is_made=True)]
    if len(found) != 1:
        return
    term, is_made = found[0]
    wrong, right = (_FAILED, _MADE) if is_made else (_MADE, _FAILED)
    plain = (one for one in told if not any(words.search(one) for words in (right, _DENIED, _TURNED)))
    said = next(filter(None, map(wrong.search, plain)), None)
    if said is not None:
        yield Said(said[0], context.said_not(term), term)


def _made_in(game: Rules, term: Term, *, is_made: bool) -> Iterator[tuple[Term, bool]]:
    """Yield the parts of a condition that say whether a bid was made, and which of the two they say."""
    match term:
        case Op(op="and", arguments=parts):
            for part in parts:
                yield from _made_in(game, part, is_made=is_made)
        case Op(op="not", arguments=(inner,)):
            yield from ((term, not is_so) for _, is_so in _made_in(game, inner, is_made=is_made))
        case LetRef(let=name):
            yield from ((term, is_so) for _, is_so in _made_in(game, game.let_of[name].body, is_made=is_made))
        case Op(op=">=" | "<" as op, arguments=(_, Op(op="side_contract" | "seat_contract"))):
            yield term, (op == ">=") == is_made
        case _:
            pass
