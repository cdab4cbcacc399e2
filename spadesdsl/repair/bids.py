"""Proposals about bids: their round, their label, their lowest and highest number, and a bid of no trick."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import rules_of, shipped, with_parents
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.repair.text import UNFOUND, Words, inserted, lines_of, replaced
from spadesdsl.words import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix


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


def of_label(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the bid's own parameter in its label."""
    start, line = lines_of(finding, words)
    own = re.search(r"\bbid\s+(\w+)\s*\(\s*(\w+)", line)
    label = re.compile(r'"([^"]*)"').search(line, own.end() if own is not None else 0)
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
    r"(?P<head>\bbid \w+\(\w+ from )(?P<low>\w+) to (?P<high>\w+)(?P<rest>\)(?:\"[^\"\n]*\"|[^{}\"\n])*\{[^{}]*\})"
)
_A_NUMBER: Final = rf"\d+|{'|'.join(NUMBERS)}"
_POSSIBLE: Final = r"(?:possible |allowed |legal )?"
_BOUND: Final = re.compile(
    r"(?<![\w,] )(?<=[\s{])(?:"
    rf"(?:the )?(?:min(?:imum)?|lowest|least|smallest)[ _]{_POSSIBLE}bids?(?: is| of|:| =)? (?P<least>{_A_NUMBER})|"
    rf"(?:the )?(?:max(?:imum)?|highest|biggest|largest)[ _]{_POSSIBLE}bids?(?: is| of|:| =)? (?P<most>{_A_NUMBER})|"
    rf"(?:no )?bids?(?: tricks?)? ?(?:>=|at least|from|less than|below|under) ?(?P<other>{_A_NUMBER})(?: up)?"
    r")(?= tricks?\b|\s*(?:[}#]|$))(?: tricks?\b)?",
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
