"""Hold a rule against its own sentence: `"at least four"` and `<= 4` cannot both be meant.

Only what a sentence says for certain counts: a number with a comparison, or one of a few plain words. Which of the two
is wrong only the author knows, so a finding names both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from spadesdsl.algebra.reads import topics_of
from spadesdsl.algebra.sums import Form
from spadesdsl.diagnostics import warning
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.spec import Amount
from spadesdsl.proofs.claims import AT_ONCE, Proof, Standing
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.ranges import FROM_BIDS
from spadesdsl.proofs.things_said import of_another
from spadesdsl.proofs.ways_said import against_sentences
from spadesdsl.proofs.without_effect import prove_turned_round
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import OPPOSITES, Topic
from spadesdsl.rules.parts import Ask, Ending, Line, Must, RuleInfo
from spadesdsl.rules.terms import Const, Kind, LetRef, Op, Term
from spadesdsl.rules.walking import COMPARISONS, MIRRORED, all_steps, conjuncts, terms_of, walk
from spadesdsl.source import Span
from spadesdsl.syntax import bodies
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.writing import show
from spadesdsl.words import NUMBERS, Words

_TENS: Final = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
_NUMBERS: Final = {**{word: int(number) for word, number in NUMBERS.items()}, **_TENS, "a": 1, "an": 1}
_ODD: Final = {"fifth": 5, "eighth": 8, "twelfth": 12}
_ORDINALS: Final = {**{f"{word}th": number for word, number in _NUMBERS.items()}, **_ODD}
_NUMBER: Final = rf"(?P<number>\d+|(?:(?:{'|'.join(_NUMBERS)}) )?hundred|{'|'.join(_NUMBERS)})"
_BEFORE: Final = {
    "at least": ">=", "no fewer than": ">=", "no less than": ">=", "a minimum of": ">=", "more than": ">",
    "at most": "<=", "no more than": "<=", "not more than": "<=", "a maximum of": "<=", "fewer than": "<",
    "less than": "<", "exactly": "=",
}  # fmt: skip
_BEHIND: Final = {"more": ">=", "better": ">=", "higher": ">=", "fewer": "<=", "less": "<=", "lower": "<="}
_SAID: Final = tuple(
    Words(rf"\b{pattern}\b")
    for pattern in (
        rf"(?P<sign>{'|'.join(_BEFORE)}) {_NUMBER}(?! deals?\b)",
        rf"{_NUMBER}(?: \w+)? or (?P<sign>{'|'.join(_BEHIND)})",
        rf"{_NUMBER}(?: points)? (?:or more )?(?P<sign>behind|ahead)",
        rf"(?P<sign>after) {_NUMBER} deals",
        rf"(?P<sign>after)(?: the)? (?P<number>{'|'.join(_ORDINALS)}) deal",
    )
)
_COMPARES: Final = Words(
    rf"\b(?:{'|'.join(_BEFORE)}|or (?:{'|'.join(_BEHIND)})|behind|ahead|after|not|never|cannot|\w+n't)\b"
)
"""What a sentence has that compares a number; most have not."""
_NOT_BEYOND: Final = Words(
    r"\b(?:not|never|cannot|nobody|no one|\w+n't)(?: (?!less|more|fewer)\w+){1,3} "
    rf"(?P<sign>more than|fewer than|less than) {_NUMBER}\b",
)
"""A comparison that is denied: "may not bid more than five"."""
_DENIED: Final = Words(
    rf"\b(?P<sign>not|never|cannot|\w+n't)(?: (?!over|above|under|below|past|beyond)\w+){{0,4}}? {_NUMBER}\b"
)
_UNTIL: Final = Words(r"\buntil\b(?! the (?:end|last)\b)")
_TURNS: Final = Words(r"\b(?:not|no|never|nobody|cannot|unable|\w+n't|unless|otherwise|else|until|except)\b|, or\b")
"""What can turn a comparison around: then it says nothing for certain."""
_SIGNS: Final = {**_BEFORE, **_BEHIND, "after": ">=", "behind": ">=", "ahead": ">="}
_AGREE: Final = {(">=", "="), ("<=", "="), ("=", ">="), ("=", "<="), (">", "!="), ("<", "!="), ("!=", ">"), ("!=", "<")}
"""What a sentence says and what a rule does, where each may be the other seen from one side."""
_LOWEST_WINS: Final = Words(r"\b(?:lowest|fewest|least)\b(?: (?!is\b|are\b|has\b|have\b)\w+){0,4} wins?\b")
_EXACT: Final = Words(r"\b(?<!or )exact(?:ly)?\b(?! or\b)")
_UNLESS: Final = Words(r"\b(?:unless|except)\b[^.;:]*$")
_FOLLOWS: Final = Words(r"(?P<before>[^,.;:]*)\b(?P<words>follow suit)\b(?! or not)")
_TEXT: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*')
_FORBIDS: Final = Words(r"\b(?:(?<!need )not|no(?! cards? (?:of|in)\b)|never|nobody|none|cannot|only one)\b")
_IN_A_CASE: Final = Words(r"\b(?:if|when|unless|once|where|while|without|with|who)\b[^,.;:]*")
"""When a rule holds: "if you have no card of the suit" forbids nothing."""
_FORBIDDING: Final = r"\b(?:not|no|never|none|highest|lowest|first|beats)\b|!=|= 0\b|< 1\b"
"""What in a rule may say that something may not be, or that nothing is left."""
_COMPARING: Final = r"[<>]|= \d"
"""What in what it asks for may do so: a number is held against the sentence by itself."""
_COSTS: Final = Words(r"\b(?:costs?(?! them\b| the other)|minus|points? off|is fined)\b")
_INSTEAD: Final = Words(r"\b(?:instead of|in place of|(?:and|but) nothing else)\b")
_OTHERS: Final = Words(r"\b(?:opponents?|others?|they|them|their|against|nobody|else|you|not|without|fail\w*)\b")
_LOST: Final = Words(r"\blos(?:t|es?|ing)\b")
_BUT: Final = Words(r"\b(?:but|other|else|except)\b")
"""What allows a thing alone: no suit but hearts."""


def prove_own_words(context: ProofContext) -> Iterator[Proof]:
    """Find own rules that do something else than their sentences say."""
    yield from _follows(context)
    for _, game in context.editions:
        for rule, place, said, does, hint in _against(context, game):
            if any(one.finding is not None and one.finding.span == place for one in prove_turned_round(context)):
                continue  # it is what the rule that it replaces asks, turned round
            message = f"The sentence says “{said}”, and {does}."
            finding = warning("W824", place, message, f"{hint}, or change the sentence")
            yield Proof(rule.key, message, Standing.FOUND, 1, AT_ONCE, finding)


def _follows(context: ProofContext) -> Iterator[Proof]:
    """Find an `about` that says that players follow suit, where no rule makes them."""
    document = context.loaded.document
    said = None if document is None else _asks_to_follow(document.about or "")
    asked = ((game, must.body) for _, game in context.editions for must in game.play.musts if must.judges_card)
    if said and document is not None and not any(Topic.TRICK in topics_of(*one) for one in asked):
        message = f"The sentence says “{said}”, and no rule makes players do that."
        hint = "keep the rule that makes them follow, and drop the one that you mean; or change the sentence"
        finding = warning("W824", document.about_span, message, hint)
        yield Proof("about", message, Standing.FOUND, 1, AT_ONCE, finding)


def _asks_to_follow(sentence: str) -> str:
    """Return the words with which a sentence asks players to follow suit; none if it lets them off, or says when."""
    said = _FOLLOWS.search(_IN_A_CASE.sub("", sentence))
    return said["words"] if said and not _TURNS.search(said["before"]) else ""


def _against(context: ProofContext, game: Rules) -> Iterator[tuple[RuleInfo, Span, str, str, str]]:
    """Yield own rules, where they differ from their sentence, what it says and they do, and what to write."""
    for rule, sentence, condition, is_wanted in _told(game):
        if context.is_own(rule):
            for place, text, op, written in _otherwise(sentence, condition, is_wanted=is_wanted):
                asks = "lets that be with" if written == op and _ONLY.search(sentence) else "asks for"
                does = f"`{rule.keyword} {rule.name}` {asks} `{op}`"
                yield rule, place, text, does, f"write `{written}`"
    for line in filter(lambda one: context.is_own(one.rule), game.scoring.lines):
        sentences = " ".join((line.rule.sentence, *(case.sentence for case in line.cases)))
        if (beyond := _beyond(line)) is not None and (said := _EXACT.search(sentences)):
            is_denied = bool(_UNLESS.search(sentences[: said.start()]))
            if beyond.op != "=" or (is_denied and line.when is beyond and len(line.cases) == 1):
                text = f"unless … {said[0]}" if is_denied else said[0]
                does = f"`score {line.name}` asks for `{beyond.op}`"
                yield line.rule, beyond.span, text, does, "write `!=`" if is_denied else "write `=`"
    for must in filter(lambda one: one.judges_card and context.is_own(one.rule), game.play.musts):
        part = _rising(context.asker(game).former.condition, must.when)
        if part is not None and (until := _UNTIL.search(must.rule.sentence)):
            told = context.said(part)
            does = f"`must {must.rule.name}` says nothing before `{told}` holds"
            yield must.rule, part.span, until[0], does, f"write `{context.said_not(part)}`"
        following = _asks_to_follow(must.rule.sentence)
        if following and Topic.TRICK not in topics_of(game, must.body) and not isinstance(must.body, Const):
            does = f"what `must {must.rule.name}` asks for has nothing to do with the card that was led"
            yield must.rule, must.rule.name_span, following, does, "write `card in led.suit`"
    for ending in filter(lambda one: context.is_own(one.rule), game.endings):
        yield from _reached(context, ending)
        is_of_highest = ending.kind == "win" and not game.best_lowest
        if is_of_highest and (said := _LOWEST_WINS.search(ending.rule.sentence)):
            does = "the highest score wins here"
            yield ending.rule, ending.rule.name_span, said[0], does, "write `best score lowest` before the endings"
    for line in filter(lambda one: context.is_own(one.rule), game.scoring.lines):
        yield from ((line.rule, line.rule.name_span, *told) for told in _for_tricks(context, game, line))
    found = [*against_sentences(context, game), *of_another(context, game)]
    yield from found
    chosen = ((game.play.equal_rule, game.play.equal), (game.tie_rule, game.tie))
    for its, word in chosen:
        if its is not None and word is not None and context.is_own(its) and not _TURNS.search(its.sentence):
            meant = {
                one: said[0] for one, words in _CHOICES[its.keyword].items() if (said := words.search(its.sentence))
            }
            if len(meant) == 1 and word not in meant:
                ((other, text),) = meant.items()
                does = f"`{its.keyword} {its.name}` has `{word}`"
                yield its, its.span, text, does, f"write `{other}` for `{word}`"
    known = {(rule, hint) for rule, *_, hint in found}
    judging: tuple[Must | Line, ...] = (*game.play.musts, *game.scoring.lines)
    for one in judging:
        source = context.sources.get(one.rule.file)
        if source is not None and context.is_own(one.rule):
            code = _TEXT.sub(" ", source.text[one.rule.span.start : one.rule.span.end])
            does = f"nothing in `{one.rule.keyword} {one.rule.name}` does"
            unsaid = (it for it in _unsaid(game, one, code) if (one.rule, it[1]) not in known)
            yield from ((one.rule, one.rule.name_span, text, does, hint) for text, hint in unsaid)


_WINS: Final = r"\b[^.;,]{0,30}?\b(?:wins?|beats?|takes?|counts?|is higher|is better)\b"
_CHOICES: Final = {
    "trick": {
        "first": Words(rf"\b(?:first|earlier|earliest){_WINS}"),
        "last": Words(rf"\b(?:second|last|later|latest){_WINS}"),
        "cancel": Words(r"\b(?:cancels?|neither|none)\b"),
    },
    "tie": {
        "play on": Words(r"\b(?:another|one more|again|extra|plays? on|goes on|go on)\b"),
        "shared": Words(r"\b(?:shared?|shares|both win|split|all win)\b"),
    },
}
"""How sentences say what a rule chooses of a few words."""


def _reached(context: ProofContext, ending: Ending) -> Iterator[tuple[RuleInfo, Span, str, str, str]]:
    """Yield an ending that wants more than a side has to reach, or less than it has to pass."""
    compared = [one for one in walk(ending.when) if isinstance(one, Op) and one.op in _REACHED] if ending.when else []
    for sign, words in _REACHES.items():
        before, after = sign, _REACHED[sign]
        own = [one for one in compared if one.op == before and not isinstance(one.arguments[1], Const)]
        if len(compared) == len(own) == 1 and (said := words.search(ending.rule.sentence)):
            told = context.said(own[0])
            does = f"`{ending.kind} {ending.rule.name}` asks for `{told}`"
            yield ending.rule, own[0].span, said[0], does, f"write `{told.replace(before, after, 1)}`"
    beyond = [one for one in (walk(ending.when) if ending.when else ()) if isinstance(one, Op) and one.op in ("<", ">")]
    match beyond:
        case [Op(op=op, arguments=(_, Const(value=int() | Fraction() as bound))) as one]:
            sentence = ending.rule.sentence
            said = None if _TURNS.search(sentence) or _PAST.search(sentence) else _AT.search(sentence)
            if said is not None and abs(bound) == _value(said["number"].lower()):
                told = context.said(one)
                does = f"`{ending.kind} {ending.rule.name}` asks for `{told}`"
                yield ending.rule, one.span, said[0], does, f"write `{told.replace(op, f'{op}=', 1)}`"
        case _:
            pass


_AT: Final = Words(rf"\bat (?:minus )?{_NUMBER}(?! deals?| tricks?| o'clock)")
_PAST: Final = Words(r"\b(?:(?:below|under|above)(?! zero)|past|beyond|exceeds?|passes|(?:more|less|fewer) than)\b")
_REACHED: Final = {">": ">=", ">=": ">"}
_REACHES: Final = {
    ">": Words(r"\b(?:reach(?:es|ed)?|gets? to|arrives? at)\b"),
    ">=": Words(r"\b(?:exceeds?|passes|more than|goes? (?:beyond|past))\b"),
}


_ANY: Final = Words(rf"\b(?!an?\b(?! hundred)){_NUMBER}\b")


def _for_tricks(context: ProofContext, game: Rules, line: Line) -> Iterator[tuple[str, str, str]]:
    """Yield what a sentence says that all tricks or none give, what a line gives for them instead, and what to do."""
    told = [(one, found) for one in _CLAUSE.split(line.rule.sentence) if (found := _TRICKS.search(one)) is not None]
    told = [one for one in told if not _OTHERS.search(one[0].replace(one[1]["many"], ""))]
    if not told or not topics_of(game, *terms_of(line)) <= FROM_BIDS:
        return
    signs = [0 if game.best_lowest else _sign(clause.replace(found[0], "")) for clause, found in told]
    given: dict[Amount, set[Amount]] = {}
    for s in context.made_deals():
        sheet = scored(s).last_sheet
        for members, one in ((it.members, one) for it in (sheet.sides if sheet else ()) for one in it.lines):
            if one.rule == line.rule:
                taken = sum(s.taken[seat] for seat in (members if one.seat is None else (one.seat,)))
                given.setdefault(taken, set()).add(one.points)
        seen = [given.get(s.tricks_total if found["all"] else 0, ()) for _, found in told]
        if all(any(one and sign * one >= 0 for one in points) for sign, points in zip(signs, seen, strict=True)):
            return  # it does once what is said of it: no other deal has to be scored
    for sign, (clause, found) in zip(signs, told, strict=True):
        many = max(given, default=0) if found["all"] else 0
        points = given.get(many, set())
        if points == {0} and any(one != {0} for one in given.values()):
            is_for_none = found["all"] and all(these == {0} for one, these in given.items() if one)
            but = ", but for no trick" if is_for_none else ""
            yield found[0], f"`score {line.name}` gives nothing for that{but}", "turn its condition around"
        elif points and all(sign * one < 0 for one in points):
            gives = "takes points away" if sign > 0 else "gives points"
            yield clause.strip(), f"`score {line.name}` {gives} for that", "turn its condition around, or the signs"


def _sign(clause: str) -> int:
    """Return 1 for words that say that something gives points, -1 for the opposite, 0 for neither or both."""
    return (_GAINS.search(clause) is not None) - (_LOSES.search(clause) is not None)


_CLAUSE: Final = re.compile(r"[;:,.]|\bbut\b")
_TRICKS: Final = Words(
    r"\b(?:takes?|taking|took|wins?|winning|won)\b (?P<many>(?P<all>all|every)(?: of)?(?: the)?(?: \w+)? tricks?|"
    r"(?:no|not a|none of the) tricks?|nothing)\b",
)
_LOSES: Final = Words(rf"{_COSTS.pattern}|\blose[sd]?\b")
_GAINS: Final = Words(r"\b(?:wins?|gets?|scores?|earns?|gains?)\b")


def _rising(form_of: Callable[[Term], Form], when: Term | None) -> Term | None:
    """Return the part of a condition that holds once something has happened, if no part holds only before that."""
    rising = None
    for part in conjuncts(when):
        match form_of(part):
            case ("more", *_) | ("not", ("less", *_)) | ("Holds", "some", *_):
                rising = part
            case ("leading",) | ("not", ("leading",)) | ("is", *_):
                pass
            case _:
                return None
    return rising


def _unsaid(game: Rules, one: Must | Line, code: str) -> Iterator[tuple[str, str]]:
    """Find words of a sentence for which a rule should have something, and has not."""
    told = one.rule.sentence
    names_quantity = any(isinstance(it, LetRef) for part in terms_of(one) for it in walk(part))
    if isinstance(one, Must):
        body = one.rule.node.body if one.rule.node is not None else None
        if not isinstance(body, bodies.Amount) or names_quantity or re.search(_FORBIDDING, code):
            return
        asked, denied = flat(show(body.value)), _FORBIDS.search(_IN_A_CASE.sub("", told))
        if denied and not re.search(_COMPARING, asked) and not _BUT.search(told):
            yield denied[0], f"write `not ({asked})`"
        return
    instead, costs = _INSTEAD.search(told), _COSTS.search(told)
    if instead is not None and not one.instead_of and not re.search(r"\breplace\b|\w - ", code):
        yield instead[0], f"write `score {one.name} instead of …`"
    if costs is not None and not names_quantity and not re.search(r"-|\bif\b|\bcase\b", code) and not game.best_lowest:
        yield costs[0], "write `-` before what it gives"
    if re.search(r"\bin opponents\b", code) and told and not (_OTHERS.search(told) or _LOST.search(told)):
        yield told, "write `members` for `opponents`"


def _told(game: Rules) -> Iterator[tuple[RuleInfo, str, Term | None, bool]]:
    """Yield conditions, each with a sentence about it, and whether the rule asks for what holds or bars it."""
    for must in game.play.musts:
        never = isinstance(must.body, Const) or _only_then(must)
        yield must.rule, must.rule.sentence, must.when if never else must.body, not never
    for bid in game.bids:
        of_lines = [
            line.cases[0].sentence or line.rule.sentence for line in game.scoring.lines if line.bid_type == bid.name
        ]
        for sentence in (bid.rule.sentence, *of_lines):
            yield bid.rule, sentence, bid.when, True
    for line in game.scoring.lines:
        if len(line.cases) == 1 and not line.bid_type:
            yield line.rule, line.rule.sentence, line.when, True
        yield from ((line.rule, case.sentence, case.condition, True) for case in line.cases)
    for ending in game.endings:
        yield ending.rule, ending.rule.sentence, ending.when, True
    for step in all_steps(game):
        if isinstance(step, Ask):
            yield step.rule, step.rule.sentence, step.when, True


def _only_then(must: Must) -> bool:
    """Tell whether a `must` bars something, and its sentence says when alone that may be."""
    bars = isinstance(must.body, Op) and must.body.op in ("not", "is_not", "!=")
    return bars and _ONLY.search(must.rule.sentence) is not None


_ONLY: Final = Words(r"\bonly (?:when|if|for|with|at|after|from|once)\b")


def _beyond(line: Line) -> Op | None:
    """Return what a line compares, if that is one thing alone, and that it is the same, or may be more, or less."""
    terms = [one for case in line.cases for one in (line.when, case.condition, case.value) if one is not None]
    match [one for term in terms for one in walk(term) if isinstance(one, Op) and one.op in COMPARISONS]:
        case [Op(op="<=" | ">=" | "=", arguments=parts) as beyond] if not any(isinstance(one, Const) for one in parts):
            return beyond
        case _:
            return None


def _otherwise(sentence: str, condition: Term | None, *, is_wanted: bool) -> Iterator[tuple[Span, str, str, str]]:
    """Yield where a condition compares a number otherwise than a sentence: what each says, and what to write."""
    if not (found := list(_compared(condition, is_wanted=is_wanted))) or not _COMPARES.search(sentence):
        return
    compared = [one for pattern in _SAID for one in pattern.finditer(sentence)]
    compared = [
        one for one in compared if not sentence[one.end() :].startswith(" only")
    ]  # then it says when that may be
    rest = sentence
    for one in compared:
        rest = rest.replace(one[0], "")
    beyond = list(_NOT_BEYOND.finditer(sentence))
    if _TURNS.search(rest):
        compared = list(_DENIED.finditer(rest))
    said = [(OPPOSITES[_BEFORE[it["sign"].lower()]], _value(it["number"].lower()), it[0]) for it in beyond]
    said = said if len(beyond) == _ANY.count(sentence) == 1 else []
    said = said or [(_SIGNS.get(one["sign"].lower(), "!="), _value(one["number"].lower()), one[0]) for one in compared]
    if len(said) == len(found) == 1 and _ANY.count(sentence) == 1 and said[0][0] in _WAYS.get(found[0][0], ""):
        (sign, value, text), (op, bound, place) = said[0], found[0]
        if _least(sign, value) != _least(op, bound):
            yield place, text, f"{op} {bound}", f"{sign if is_wanted else OPPOSITES[sign]} {value}"
    for sign, value, text in said:
        own = [(op, place) for op, bound, place in found if bound == value]
        if len(own) == 1 and sum(other == value for _, other, _ in said) == 1:
            op, place = own[0]
            if sign == "=" and _BUT.search(sentence):
                continue  # anything but that
            if op != sign and (sign, op) not in _AGREE:
                yield place, text, f"{op} {value}", f"{sign if is_wanted else OPPOSITES[sign]} {value}"


_WAYS: Final = {"!=": ("!=",), ">": (">", ">="), ">=": (">", ">="), "<": ("<", "<="), "<=": ("<", "<=")}


def _least(sign: str, bound: object) -> object:
    """Return the whole number from which on, or up to which, a comparison holds."""
    return bound + {">": 1, "<": -1}.get(sign, 0) if isinstance(bound, int | Fraction) else bound


def _value(number: str) -> int:
    """Read a number in words or digits."""
    if number.isdigit():
        return int(number)
    if number.endswith("hundred"):
        return 100 * _NUMBERS.get(number.removesuffix("hundred").strip(), 1)
    return _NUMBERS[number] if number in _NUMBERS else _ORDINALS[number]


def _compared(term: Term | None, *, is_wanted: bool) -> Iterator[tuple[str, object, Span]]:
    """Yield what a condition compares with a number, as it is where the condition holds (or fails)."""
    match term:
        case Op(arguments=(left, _)) if left.type.kind is Kind.RANK:
            pass  # a ten is no number
        case Op(op="not", arguments=(part,)):
            yield from _compared(part, is_wanted=not is_wanted)
        case Op(op="and" | "or", arguments=parts):
            for part in parts:
                yield from _compared(part, is_wanted=is_wanted)
        case Op(op=op, arguments=(_, Const(value=int() | Fraction() as value))) if op in COMPARISONS:
            yield op if is_wanted else OPPOSITES[op], value, term.span
        case Op(op=op, arguments=(Const(value=int() | Fraction() as value), _)) if op in COMPARISONS:
            sign = MIRRORED.get(op, op)
            yield sign if is_wanted else OPPOSITES[sign], value, term.span
        case _:
            pass
