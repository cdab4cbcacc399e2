"""Proposals about bids: their round, their label, their lowest and highest number, and a bid of no trick."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import rules_of, shipped, with_parents
from spadesdsl.repair.cards import FIRST, MODAL, NOBODY, NONE, WHEN, opposite, when_of, who_of
from spadesdsl.repair.deeds import COMPARED_AS
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.repair.text import UNFOUND, Words, inserted, lines_of, replaced
from spadesdsl.words import NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix


_CALLS: Final = r"(?:make )?(?:bid|call|declare|open with|bids|calls)(?: of)?"
_BID_RULES: Final = tuple(
    re.compile(form)
    for form in (
        rf"(?P<who>.*?) ?\b(?:{MODAL}) (?P<also>only )?{_CALLS} (?P<what>.+?){WHEN}",
        rf"(?P<what>.+?) (?:{MODAL}) (?P<also>only )?be (?:bid|called|made)(?P<alone> only)?"
        rf"(?: by (?P<who>.+?))?{WHEN}",
        rf"(?P<never>no) (?:bids? of )?(?P<what>.+?)(?: bids?)?{WHEN}",
        r"(?P<what>.+?) (?:is|are) (?:(?P<also>only )?(?P<may>allowed|permitted)(?P<alone> only)?|"
        rf"(?P<never>forbidden|barred|not allowed))(?: (?:for|to) (?P<who>.+?))?{WHEN}",
        rf"(?P<who>(?:every|each|any|all|the|an?|both|players|sides|partners)\b.*?) bids? (?P<what>.+?){WHEN}",
    )
)
"""What rules of the bidding look like: with an active verb, passive, with a noun alone, and as a fact."""
_TOGETHER: Final = re.compile(
    r"(?:(?:the|an?|any|each|every|no|both|two|all) )*(?:sides?|teams?|partners(?:hips?)?|pairs?)\b"
)
_AMONG: Final = re.compile(r"dealer|(?:left|right|partner) of dealer|[A-Z][a-z]+")
_THOSE: Final = re.compile(r"(?:(?:an?|the|any) )?(?:team|side|player|partnership)s? (?:(?:that|who|which) )?(.+)")
_LAST: Final = re.compile(r"(?:the )?(?:(?:last|final) (?:player|bidder|one)(?: to bid)?|player who bids last)")
_FIRST: Final = re.compile(r"(?:the )?(?:(?:first|opening) (?:player|bidder|one)(?: to bid)?|player who bids first)")


def bid_rules(said: str, text: str, whole: Callable[[str], list[str]]) -> Iterator[str]:
    """Yield the rules of the bidding that a text may say: who must, or may not, bid what, and when."""
    free = _FREE.fullmatch(said)
    told = _bid_said(free["what"], "", text) if free is not None else ""
    for whole_bid in _bids_when(text) if told.startswith("bid is ") else ():
        if re.match(rf"bid {told.split()[-1]}\b", whole_bid):
            yield f"replace {whole_bid.partition(' when ')[0]}"
    if _HIGHER.fullmatch(said):
        yield from _higher(text)
    said = re.sub(r" (?:together|between them|in all|in total)\b", "", said)
    said = re.sub(rf"\b({NUMBER})( tricks)? at (least|most)\b", r"at \3 \1\2", said)
    first = FIRST.match(said)
    rest = said[first.end() :] if first is not None else said
    for found in (one for form in _BID_RULES if (one := form.fullmatch(rest)) is not None):
        parts = {**NONE, "also": None, **found.groupdict()}
        who, what = parts["who"] or "", parts["what"] or ""
        is_none = NOBODY.match(who) is not None
        is_all = bool(parts["only"] and not parts["join"])  # they may bid that, and nothing else
        is_only = bool(parts["also"] or parts.get("alone") or (parts["only"] and not is_all))
        is_only = is_only or "only" in (parts["must"] or "")
        if (parts["may"] and not is_none and not is_only and not is_all) or (is_none and parts["must"]):
            continue  # what is allowed is no rule, and neither is what nobody has to do
        is_side = _TOGETHER.fullmatch(who) is not None
        told = _bid_said(what, "side.contract" if is_side else "contract", text)
        if not told:
            continue
        whos = [""] if is_none or is_side else _bidders(who, whole)
        pieces = ((first["join"], first["when"]) if first is not None else (None, None), (parts["join"], parts["when"]))
        whens = [[""] if join is None else when_of(join, when or "", "", text, whole) for join, when in pieces]
        if bool(parts["not"] or parts["never"]) != is_none:
            told = opposite(told)
        if told.startswith("bid is not ") and whos == [""] and whens == [[""], [""]] and not is_only:
            yield f"drop bid {told.split()[-1]}"
        for conditions in product(whos, *whens):
            named = [f"({one})" if " or " in one else one for one in dict.fromkeys(conditions) if one]
            if is_side:
                named.append("partner did bid")
            if is_only and named:
                yield f"must our_rule: {opposite(told)} or {' and '.join(named)}"
            else:
                yield f"must our_rule{' when ' if named else ''}{' and '.join(named)}: {told}"


_FREE: Final = re.compile(
    r"(?P<what>.+?) (?:may|can) (?:always )?be (?:bid|called)"
    r"(?: (?:at any time|any ?time|always|whenever you (?:like|want)|freely|by anybody|without [\w ]+))?"
)


def _bids_when(text: str) -> Iterator[str]:
    """Yield the bids of a game that can only be made at some times, and have no rules in braces."""
    for parent in with_parents(text):
        for found in re.finditer(r"\bbid [a-z]\w*(?:\([^()]*\))?(?: \"[^\"]*\")?\s+when [^{}\n\"]+(?=\n)", parent):
            yield " ".join(found[0].split())


def _higher(text: str) -> Iterator[str]:
    """Yield that each bid has a higher number than those before it."""
    bids = {(one[1], one[2]) for parent in with_parents(text) for one in _NUMBERED.finditer(parent)}
    others = [name for kind, name in rules_of(text) if kind == "bid" and name not in dict(bids)]
    for number in {number for _, number in bids} if len(bids) == 1 else ():
        free = "bid is pass or " if "pass" in others else ""
        yield f"must our_rule: {free}bid.{number} > most of bid.{number} over (calls where place < count of calls)"


_NUMBERED: Final = re.compile(r"\bbid (\w+)\((\w+) (?:from|of) \d")
_HIGHER: Final = re.compile(
    r"(?:(?:each|every|a|the|any|nobody may|players? (?:must|has to|have to))(?: new| next| later)? )?bids? "
    r"(?:(?:must|has to|have to|should|is|are)(?: always)? (?:be )?)?(?:more|higher|above|over|bigger|greater|beats?)"
    r"(?: than)?(?: the)?(?: (?:last|previous|highest|one|bid|bids|that|players?|so far|made|before|it|others?))*"
)


def _bidders(said: str, whole: Callable[[str], list[str]]) -> list[str]:
    """Return whom a rule of the bidding is about, as conditions."""
    who = re.sub(r"^(?:the|an?) ", "", said)
    if _AMONG.fullmatch(who):
        return [f"player is {who}"]
    if _LAST.fullmatch(said):
        return ["every player did bid"]
    if _FIRST.fullmatch(said):
        return ["bid_place = 1"]
    rest = _THOSE.fullmatch(said)
    return who_of(said, whole)[0] or ([] if rest is None else whole(rest[1]))


def _bid_said(said: str, amount: str, text: str) -> str:
    """Return what is said of a bid, as a condition; empty if it is nothing."""
    bids = {name for kind, name in rules_of(text) if kind == "bid"}
    said = re.sub(r"^(?:an? )?bids? of ", "", said)
    if re.fullmatch(r"(?:nought|zero|0|nothing)", said):
        return f"{amount} = 0"
    each = [_bid_said(one, amount, text) for one in parts] if len(parts := re.split(r",? n?or |, ", said)) > 1 else []
    if each and all(each):
        return " or ".join(each)
    name = re.sub(r"^(?:an?|the|any|1|one) ", "", said).replace(" ", "_")
    if name in bids or name.removesuffix("s") in bids:
        return f"bid is {name if name in bids else name.removesuffix('s')}"
    found = _NUMBER_BID.fullmatch(said)
    if found is None:
        return ""
    number = found["n"]
    sign = COMPARED_AS.get(found["compared"] or "", "=")
    sign = ">=" if found["more"] else "<=" if found["fewer"] else sign
    return f"{amount} {sign} {meant_by(f'‹{number}›')}"


_NUMBER_BID: Final = re.compile(
    rf"(?:(?P<compared>{'|'.join(COMPARED_AS)}) )?(?:a )?(?P<n>{NUMBER})(?: tricks?)?"
    r"(?: or (?:(?P<more>more|better|higher)|(?P<fewer>fewer|less|lower)))?(?: tricks?)?"
)


def in_the_round(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the only round of bidding by its name."""
    start, line = lines_of(finding, words)
    names = [name for kind, name in rules_of(words.source.text) if kind == "round"]
    for found in re.finditer(
        r"\bduring ?(?:the )?(?:first |only |bidding |auction )*(?:(?:round|bidding|auction)\b(?: of bidding)?|(?=:))",
        line,
    ):
        for name in dict.fromkeys(names) if len(set(names)) == 1 else ():
            cause = f"The round of bidding is called `{name}`."
            at, text = start + found.start(), f"during {name}"
            yield replaced(words.source, at, start + found.end(), text, cause, f"write `{text}`")
    for name in dict.fromkeys(names):
        for found in re.finditer(rf"\b(?:when|in|on) (?:the )?{name}\b(?: round)?(?= *:)", line):
            at, text = start + found.start(), f"during {name}"
            cause = f"`{name}` is a round of bidding: what is said only in it comes after `during`."
            yield replaced(words.source, at, start + found.end(), text, cause, f"write `{text}`")


def of_label(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the bid's own parameter in its label."""
    start, line = lines_of(finding, words)
    own = re.search(r"\bbid\s+(\w+)\s*\(\s*(\w+)", line)
    label = re.compile(r'"([^"]*)"').search(line, line.find(")", own.end()) if own is not None else 0)
    text = "" if own is None else f"{{{own[2]}}}"
    if own is not None and label is None and (end := line.find(")")) >= 0:
        for said in (text, f"{own[1].replace('_', ' ')} {text}"):
            yield inserted(words.source, start + end + 1, f' "{said}"', f'write `"{said}"` as its label', "")
    elif own is not None and label is not None:
        for shown in re.finditer(rf"\{{\w+\}}|(?<!\w)[<$%(\[]?{own[2]}[>%)\]]?(?!\w)", label[0]):
            at = start + label.start()
            yield replaced(words.source, at + shown.start(), at + shown.end(), text)
        space = " " if label[1] else ""
        yield inserted(words.source, start + label.end() - 1, space + text, f"write `{text}` into the label", "")


def bounds_of_bids(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the bid of the parent with another lowest or highest number: `minimum bid 2`, `bid >= 2`."""
    start, line = lines_of(finding, words)
    wholes = (one for text in with_parents(words.source.text) for one in _BID_FROM.finditer(text))
    parent = next(wholes, None)
    if parent is None:
        return
    for found in _BOUND.finditer(line):
        low, high = (
            (parent["low"], found["most"]) if found["most"] else (found["least"] or found["other"], parent["high"])
        )
        low, high = (meant_by(f"‹{one}›") for one in (low, high))
        rest = " ".join(re.sub(r"#.*", "", parent["rest"]).split())
        text = f"replace {parent['head']}{low} to {high}{rest}"
        cause = "The lowest and the highest number are said where the bid is."
        yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")


_BID_FROM: Final = re.compile(
    r"(?P<head>\bbid \w+\(\w+ from )(?P<low>\w+) to (?P<high>\w+)(?P<rest>"
    r"\)(?:\"[^\"\n]*\"|[^{}\"\n])*(?:\{[^{}]*\}|(?=\n\s*(?:bid|must|\}))))"
)
_POSSIBLE: Final = r"(?:possible |allowed |legal )?"
_BOUND: Final = re.compile(
    r"(?<![\w,] )(?<=[\s{])(?:"
    rf"(?:[Tt]he )?(?:min(?:imum)?|lowest|least|smallest)[ _]{_POSSIBLE}bids?(?: is| of|:| =)? (?P<least>{NUMBER})|"
    rf"(?:[Tt]he )?(?:max(?:imum)?|highest|biggest|largest)[ _]{_POSSIBLE}bids?(?: is| of|:| =)? (?P<most>{NUMBER})|"
    rf"(?:no )?bids?(?: tricks?)? ?(?:>=|at least|from|less than|below|under) ?(?P<other>{NUMBER})(?: up)?"
    r")(?= tricks?\b|\.?\s*(?:[}#]|$))(?: tricks?\b)?\.?",
    re.MULTILINE,
)


def of_nothing(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the number 0 for a bid of no trick that other games have, where a bid goes from 0 on."""
    start, line = lines_of(finding, words)
    own = (re.search(r"\bbid \w+\((\w+) from 0 to\b", text) for text in with_parents(words.source.text))
    number = next((found[1] for found in own if found is not None), None)
    for wrong in UNFOUND.findall(finding.message) if number is not None else ():
        if wrong in shipped(r"\bbid (\w+)[^{}]*\{\s*contract 0\b"):
            for found in re.finditer(rf"\bbid is (not )?{wrong}\b", line):
                text = f"bid.{number} {'!=' if found[1] else '='} 0"
                cause = f"This game has no bid `{wrong}`: a bid of no trick is one of 0."
                yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
