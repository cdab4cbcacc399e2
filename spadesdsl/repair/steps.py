"""Fixes one after another: what is found once the first is made, said of the text as it was written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from spadesdsl.diagnostics import Diagnostic, Edit, Fix, nearest
from spadesdsl.frozen import Frozen, replace
from spadesdsl.repair.bundled import bids_of_nothing, declared, has_contracts, rules_of, scored, suits_of, with_parents
from spadesdsl.repair.deeds import ROLES
from spadesdsl.repair.synonyms import NEVER_MEANT
from spadesdsl.repair.text import SAID, Words, changed
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.source import Source, Span
from spadesdsl.syntax.places import place_of, sentences_of
from spadesdsl.syntax.sentences import KEYWORDS
from spadesdsl.syntax.wordlist import EXAMPLE_LINES
from spadesdsl.words import NUMBER, NUMBERS, in_figures


class Step(Frozen):
    """A finding and its fix."""

    finding: Diagnostic
    fix: Fix


_OF_TRICKS: Final = re.compile(
    r"\b(?:taken|cards_won|tricks_won|last_trick|trick_number|(?<!is )(?<!bid )(?<!in )tricks?)\b(?!\()"
)
_SHORT_WORD: Final = 4
"""How many letters before a word say whether it is a bid: `bid tricks`, `is tricks`."""
_SHORT: Final = 3
"""How many words of a `contract` line may come before a place: with more, another sentence follows on the line."""
_BEFORE_PLAY: Final = frozenset(("must", "bid", "round", "contract"))


def is_too_early(fix: Fix, words: Words) -> bool:
    """Tell whether a fix makes a rule of the bidding read tricks, of which there are none yet."""
    place = place_of(words.source, fix.edits[0].span.end)
    if place.section == "bid" and "score" in (place.keyword, *place.sentence.split()) and _is_bid_as_number(fix, words):
        return True
    if place.section not in ("phase", "bid") or place.keyword not in _BEFORE_PLAY:
        return False
    if place.section == "bid" and (place.keyword != "contract" or len(place.sentence.split()) > _SHORT):
        return False
    text = words.source.text
    written = {
        word
        for edit in fix.edits
        for word in _OF_TRICKS.findall(text[max(0, edit.span.start - _SHORT_WORD) : edit.span.start] + edit.text)
    }
    was = _OF_TRICKS.findall(text[max(0, fix.edits[0].span.start - _SHORT_WORD) : fix.edits[-1].span.end])
    return len(written) > 0 and (written != set(was) or place.keyword == "contract")


def is_half(fix: Fix, words: Words) -> bool:
    """Tell whether a fix makes a bid free that was not made, though only the other half was said."""
    edit = fix.edits[-1]
    was = words.source.text[edit.span.start : edit.span.end]
    if re.search(r"\b(?:can|may) bid\b", was) and re.search(r"\bscore our_(?!.*\btaken\b)", edit.text):
        return True  # what a bid is worth that can be made, it is worth only if it is kept
    if any(re.search(rf"\bbid is {one} and made\b", edit.text) for one in bids_of_nothing(words.source.text)):
        return True  # a contract of nothing is always made, and such a bid is not
    is_free = edit.text.strip().endswith("else 0") and "else" not in was
    return is_free and place_of(words.source, edit.span.start).section == "bid"


def counted_in(fix: Fix, words: Words) -> str:
    """Return the quantity of the parent that has the points already that a fix gives; empty if none has."""
    fixed, at = fix.applied(words.source.text), fix.edits[0].span.start
    line = fixed[fixed.rfind("\n", 0, at) + 1 : fixed.find("\n", at)].rstrip(" }")
    given = _GIVEN.search(line)
    given = None if re.search(r"[\[\]?&|=]", words.source.text[slice(*words.line_around(at))]) else given  # no prose
    if given is None or "\n" in fix.edits[-1].text or place_of(words.source, at).section != "scoring":
        return ""
    when, number = (given["when"], given["number"]) if given["when"] else (given["if"], given["then"])
    said = re.escape(when).replace("last_trick", r"(?:last_trick|\(last\ of\ tricks\))")
    told = re.compile(rf"\blet (\w+) .*\bif {said} then {number}\b")
    own = (whole for one in list(with_parents(words.source.text))[1:] for *_, whole in sentences_of(one))
    return next((found[1] for whole in own if (found := told.match(whole)) is not None), "")


_GIVEN: Final = re.compile(r"\bwhen (?P<when>[^:]+): (?P<number>-?\d+)$|\bif (?P<if>.+?) then (?P<then>-?\d+) else 0$")
"""So many points for something."""


def is_scrap(fix: Fix, words: Words) -> bool:
    """Tell whether a fix changes some words of a rule in prose, of which the others are still prose."""
    text, first, last = words.source.text, fix.edits[0].span.start, fix.edits[-1].span.end
    start, end = words.line_around(first)
    begin = max(start, text.rfind("{", start, first + 1) + 1)
    stop = min((at for sign in "{}" if (at := text.find(sign, last, end)) >= 0), default=end)
    said = text[begin:stop].strip()
    if not _PROSE.fullmatch(said) or said.split()[0] in KEYWORDS:
        return False
    return 2 * sum(edit.span.end - edit.span.start for edit in fix.edits) < len(said)


_PROSE: Final = re.compile(
    r"(?:you|we|they|the|an?|each|every|all|any|both|nobody|every(?:one|body)|players?|partners?)(?: [\w'-]+){2,}\.?|"
    r"[a-z]+(?: [\w'-]+)* (?:may|must|can|are|is)(?: [\w'-]+)* the(?: [\w'-]+)+\.?"
)
"""A rule in prose: it begins as no sentence of the language does, and has no sign of one."""


def loses_a_part(fix: Fix, words: Words) -> bool:
    """Tell whether a fix takes out what denies something, or who of a side is meant, and writes nothing that does."""
    old = " ".join(words.source.text[edit.span.start : edit.span.end] for edit in fix.edits)
    new = " ".join(edit.text for edit in fix.edits)
    if (
        not new.strip()
        and _THINGS.fullmatch(old.strip())
        and old.strip() not in declared(words.source.text)
        and _NUMBER_LAST.search(words.source.text, 0, fix.edits[0].span.start)
    ):
        return True  # what is counted
    if words.source.text[: fix.edits[0].span.start].endswith("because "):
        return False  # a reason in English becomes the name of a rule
    if re.match(r"include \w+|set \w+ = ", new) and not re.search(r"[:=<>]|\bdrop\b", old):
        return False  # all that prose says is a pack, or a setting
    if re.search(r"\bplayer (?:has|did)\b", old) and "member" not in new and scored(words.source.text) == "team":
        return place_of(words.source, fix.edits[0].span.start).section == "scoring"
    place = place_of(words.source, fix.edits[0].span.start)
    if place.sentence.lstrip().startswith("drop"):
        parts = {part for name in _WORD.findall(old) if "_" in name for part in name.split("_")}
        if not parts.isdisjoint(_WORD.findall(new)):
            return True  # a part of its name is another rule
    if fix.cause.startswith(SAID) and not LONG_NAMES & set(_WORD.findall(old)) <= set(_WORD.findall(new)):
        return True
    said, written = set(_WORD.findall(old)), set(_WORD.findall(new))
    here = place_of(words.source, fix.edits[0].span.start)
    is_of_bid = "bid" in (here.section, here.keyword)  # who made it is meant anyway
    if (
        fix.cause.startswith(SAID)
        and not is_of_bid
        and said & set(ROLES)
        and not written & {*ROLES, "top", "player", "members", "most"}
    ):
        return True  # who it is about
    named = _NAMED.search(old)
    if named is not None and _NAMED.search(new) is None and re.search(rf"\b{named[1]}\b", new):
        return True  # the letter names nobody any more
    if place.section == "play" and re.search(r"\breach", old) and re.search(r"\bscore\b", new):
        return True  # during a deal no score changes
    lost, gained = (
        _AMOUNTS & (one - other) for one, other in pairwise([*map(set, map(_WORD.findall, (old, new, old)))])
    )
    gained -= {"score"} if _LINE.match(new) else set()
    is_turned = re.match(r"\s*(?:-|minus\b)", old) and "-" not in new and new.strip()
    if ((lost and gained) or is_turned) and fix.cause.startswith(SAID):
        return True
    outside = words.source.text[: fix.edits[0].span.start] + words.source.text[fix.edits[-1].span.end :]
    own = set(_OWN_AMOUNT.findall(outside)) & set(_WORD.findall(old)) - set(_WORD.findall(new))
    if fix.cause.startswith(SAID) and own:
        return True  # the file says itself what that is
    is_rule = new.strip() and "{" in words.source.text[: fix.edits[0].span.start]
    has_lost = (_DEALS.search(old) and "deal" not in new) or any(not it.search(new) for it in _suits(old, words))
    is_contract = "contract" in set(_WORD.findall(new)) - set(_WORD.findall(old))
    if (is_rule and has_lost and not new.lstrip().startswith("drop ")) or (
        is_contract and place.block not in EXAMPLE_LINES and not has_contracts(words.source.text)
    ):
        return True  # without contracts it is always 0
    denied = set(_DENIED.findall(new)) - set(_DENIED.findall(old))
    if not denied.isdisjoint(name for _, name in rules_of(words.source.text)):
        return True  # examples call it by the name that it has
    owners = set(_OWNER.findall(old)) - ({"partner"} if _BOTH.search(old) and "side." in new else set())
    if not owners <= set(_WORD.findall(new)) or ("drop" in _WORD.findall(old) and new.strip() and "drop" not in new):
        return True
    told = re.sub(r"^(?:replace )?score \w+", "", new)  # its keyword says nothing of the contract
    is_made = re.search(r"(?<!are )\bmade\b(?! by\b)", old) is not None and new.strip() and ".player" not in new
    if is_made and re.search(r"\b(?:made|taken|extra|margin|score|won)\b", told) is None:
        return True
    if re.fullmatch(r"\s*[<>]=?\s*", old) and not new.strip():
        return True
    if (
        _PLAIN.fullmatch(old.strip())
        and not re.search(r"\.filled|\b(?:won|holds) \w+ \w+ \w+ \w+", new)
        and _numbers(old) - _numbers(new)
    ):
        return True  # so much was said, and is not written
    is_denied = not _DENYING.isdisjoint(re.findall(r"(?<!\w)[a-z]+(?!\w)|!(?!=)", _NO_DENIAL.sub("", old)))
    return (
        is_denied
        and re.search(r"!=|<|(?<![a-z])(?:no|not|never|nobody|nothing|none|illegal|drop|remove|empty|0)(?![a-z])", new)
        is None
    )


def _numbers(said: str) -> Counter[str]:
    """Return the numbers of a text, but for those that count people, or all tricks."""
    plain = in_figures(_COUNTING.sub("", said))
    words = (NUMBERS.get(one, one) for one in re.findall(r"(?<![\w.])[a-z]+|\d+", plain))
    return Counter(one for one in words if one.isdigit() and int(one) > 1)


_THINGS: Final = re.compile(r"(?!(?:points|pts|tricks|cards|hands|deals|rounds|books|times|packs|players)$)[a-z]{3,}s")
_NUMBER_LAST: Final = re.compile(r"(?<![\w.])\d+\s*\Z")
_PLAIN: Final = re.compile(r"[A-Za-z\d'’-]+(?:[,;]? [A-Za-z\d'’-]+){4,}\.?")
"""Words without a sign of the language."""
_COUNTING: Final = re.compile(
    r"\b(?:two|2) (?:\w+ )?(?:partners|players|sides|teams|members)\b|"
    r"\b(?:all|every)(?: of)?(?: the)? (?:\w+) tricks?\b"
)
"""Numbers that say who, or how many there are."""


def _suits(old: str, words: Words) -> Iterator[re.Pattern[str]]:
    """Yield, for the suits that are named, what has to be written for them: the suit, or a card of it."""
    for suit in suits_of(words.source.text):
        if re.search(rf"(?<![\w.]){suit.removesuffix('s')}s?\b", old):
            more = "|broken" if "broke" in old else ""
            yield re.compile(rf"{suit.removesuffix('s')}|(?:\d|[AKQJ]){suit[:1].upper()}\b|trumps{more}")


_OWN_AMOUNT: Final = re.compile(r"\b(?:let|option|zone) ([a-z]\w+)")
"""What the author names as a quantity, a setting or a place."""
_NAMED: Final = re.compile(r"\b(?:some|every|no) [a-z]+ ([a-z])\b")
"""One that a letter names."""
LONG_NAMES: Final = frozenset(name for _, name in PROPERTIES if "_" in name).union(
    name for name in GLOBALS if "_" in name
)
"""Names of the language that nobody says in English."""
_LINE: Final = re.compile(r"^\s*(?:replace )?score\b")
"""How a line of the sheet begins: no amount."""
_DEALS: Final = re.compile(rf"\b(?:{NUMBER}|\d+(?:st|nd|rd|th)|first|last|each|every) deals\b")
_AMOUNTS: Final = frozenset(("taken", "contract", "score", "subtotal", "behind", "trick_number"))
"""Amounts of the language: nobody who writes one of them means another."""
_DENIED: Final = re.compile(r"(?:^\s*|\bmust )not_(\w+)")
"""A rule that is called what another one is not."""
_OWNER: Final = re.compile(r"\b(side|partner|dealer|leader|left|right|across)\.")
"""Whose something is."""
_BOTH: Final = re.compile(r"\b(bid|contract) \+ partner\.\1|\bpartner\.(bid|contract) \+ \2")
"""What both partners have together."""
_DENYING: Final = frozenset(("no", "not", "never", "without", "unless", "except", "neither", "nor", "cannot", "!"))
"""What denies something."""
_NO_DENIAL: Final = re.compile(
    r'"[^"\n]*"|#[^\n]*|\bnot (?:None|none|null|nobody|empty|looking)\b|'
    r"\b(?:cannot|not|no|never) (?:\w+ ){0,2}(?:less|fewer|lower|more|greater|higher) than\b|\bno of\b|"
    r"\bwithout (?:looking|seeing)\b|"
    r"\bunless (?:(?:they|you|he|she|one|it) )?(?:(?:is|are|have|has) )?(?:void|none|out|only|nothing)\b[^:{}]*"
)


def _is_bid_as_number(fix: Fix, words: Words) -> bool:
    """Tell whether a fix compares what a bid counts within its own score, where that is always the same number."""
    return any(
        edit.text.split(".")[0] in ("contract", "bid") and words.source.text[edit.span.start : edit.span.end] == "bid"
        for edit in fix.edits
    )


_APART = 2
"""How many fixes of a line are shown one by one: more are shown as what the line becomes."""


def combined(first: Step, later: Sequence[Step], source: Source) -> tuple[Step, ...]:
    """Return steps of which the later ones were found in the fixed text, as steps of the text before.

    Two fixes side by side are two messages. More of them, or fixes that change the same words, are one fix.
    """
    moved = [moved_back(step, first.fix, source) for step in later]
    steps = (first, *(step for step in moved if step is not None))
    if None not in moved and len(steps) <= _APART and not _touch(steps):
        return steps
    fixed = first.fix.applied(source.text)
    edits = sorted((edit for step in later for edit in step.fix.edits), key=lambda edit: edit.span.start)
    text = Fix(tuple(edits), "").applied(fixed)
    whole = changed(source, text, first.fix.cause)
    if not first.fix.is_line and (len(later) >= _APART or not _keeps(first.fix, whole, source)):
        return ()
    return (replace(first, fix=replace(whole, is_likely=False)),)


def _keeps(first: Fix, whole: Fix, source: Source) -> bool:
    """Tell whether a fix of several keeps what the first of them wrote, and the numbers and names of the author."""
    (edit,) = whole.edits
    old, new = source.text[edit.span.start : edit.span.end], set(_WORD.findall(edit.text))
    written = {word for one in first.edits for word in _WORD.findall(one.text)}
    names = declared(source.text) - set(NEVER_MEANT)
    new.update(part for word in new & names for part in word.split("_"))
    own = {word for word in _WORD.findall(old) if word.isdigit() or word in names}
    parts = {part for word in new for part in word.split("_")}
    weighty = _WEIGHTY - ({"each", "every"} if "*" in edit.text else set())  # a product says it of each
    is_weighty = bool(weighty & set(_WORD.findall(old))) and not (parts & _WEIGHING or re.search("!=|<", edit.text))
    is_mended = any(nearest(word, tuple(new), _SPELT) is not None for word in written if "_" in word)
    return own <= new and not is_weighty and (not written or bool(written & new) or is_mended)


_SPELT: Final = 0.75
"""How alike what the first fix wrote and what became of it are."""


_WEIGHTY: Final = frozenset(
    ("both", "only", "all", "no", "not", "never", "each", "every", "unless", "except", "without")
)
"""What changes all that a sentence says, and is not left out with other words."""
_WEIGHING: Final = frozenset(("every", "some", "no", "not", "sum", "never", "each", "count", "drop", "nobody", "0"))
"""What may say the same."""
_WORD: Final = re.compile(r"\w+")


def moved_back(step: Step, fix: Fix, source: Source) -> Step | None:
    """Move a step back to the text before a fix; None if it changes what the fix wrote."""
    edits = []
    for edit in step.fix.edits:
        span = _back(edit.span, fix, source)
        if span is None:
            return None
        edits.append(Edit(span, edit.text))
    span = _back(step.finding.span, fix, source) or edits[0].span
    return Step(replace(step.finding, span=span), replace(step.fix, edits=tuple(edits)))


def told_before(finding: Diagnostic, fix: Fix, source: Source) -> Diagnostic:
    """Return what is found once a fix is made as a finding of the text before, at its own words or those fixed."""
    span = _back(finding.span, fix, source)
    fixed = (edit.span for edit, _, end in _written(fix) if finding.span.start < end)
    return replace(finding, span=span or next(fixed, fix.edits[-1].span))


def _back(span: Span, fix: Fix, source: Source) -> Span | None:
    start, end = (_place(at, fix) for at in (span.start, span.end))
    return None if start is None or end is None else source.span(start, max(start, end))


def _place(at: int, fix: Fix) -> int | None:
    """Return where an offset of the fixed text was before; None if the fix wrote what is there."""
    longer = 0
    for edit, begin, end in _written(fix):
        if at < begin or (at == begin and edit.text):
            return at - longer
        if at < end:
            return None
        longer = end - edit.span.end
    return at - longer


def _written(fix: Fix) -> Iterator[tuple[Edit, int, int]]:
    """Go over the edits of a fix, each with where what it wrote begins and ends in the fixed text."""
    longer = 0
    for edit in fix.edits:
        begin = edit.span.start + longer
        yield edit, begin, begin + len(edit.text)
        longer = begin + len(edit.text) - edit.span.end


def _touch(steps: Sequence[Step]) -> bool:
    """Tell whether fixes change the same words, or words right beside each other."""
    spans = sorted((edit.span.start, edit.span.end) for step in steps for edit in step.fix.edits)
    return any(one[1] + 1 >= other[0] for one, other in pairwise(spans))
