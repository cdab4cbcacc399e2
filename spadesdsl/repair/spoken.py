"""Propose what is meant by the names of a game that are used as a player speaks: `orders up`, `when 3 bags`."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import amounts, dealt, decisions, declared, rules_of, scored, seats_of, with_parents
from spadesdsl.repair.deeds import ROLES
from spadesdsl.repair.synonyms import NEVER_MEANT, meant_by
from spadesdsl.repair.text import Words, replaced, several
from spadesdsl.syntax.places import place_of
from spadesdsl.syntax.wordlist import RESERVED
from spadesdsl.words import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix

_WHO: Final = r"(?P<who>(?:some|every|no|any|each) [a-z]+|nobody|somebody|everybody|[A-Za-z_][\w.]*)"
_PLURAL: Final = {"nobody": "no player", "somebody": "some player", "everybody": "every player"}
_QUANTIFIERS: Final = {"any": "some", "each": "every"}
_AMOUNTS: Final = ("taken", "contract", "score", "behind", "subtotal", "deal", "trick_number")


def of_own_names(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a decision for the verb that says it, and a comparison for a number before an amount."""
    start, end = words.line_around(finding.span.start)
    line = words.source.text[start:end]
    for name in decisions(words.source.text):
        for found in _verb(name).finditer(line):
            who = _PLURAL.get(found["who"], found["who"])
            first, _, rest = who.partition(" ")
            subject = f"{_QUANTIFIERS.get(first, first)} {rest}" if rest else who
            if who in RESERVED or (said := f"{subject} did {name}") == found[0]:
                continue
            answer = found["of"] if found["of"] not in RESERVED else None
            text = f"{said}({answer})" if answer else said
            stop = found.end("of") if answer else found.end("verb")
            cause = f"What somebody decided is written `did`: `{said}`."
            yield replaced(words.source, start + found.start(), start + stop, text, cause, f"write `{text}`")
    yield from _of_roles(finding, words)
    yield from _of_its_owner(finding, words)
    rules = rules_of(words.source.text) + tuple(("pass", name) for name in _PASS.findall(words.source.text))
    has_bid = ("bid", "pass") in rules or "bid pass" in words.source.text
    passes = [name for kind, name in rules if kind == "pass"] if not has_bid else []
    for found in _PASSES.finditer(line):
        for name in passes[:1]:
            who = _PLURAL.get(found["who"], found["who"])
            text = f"{'not ' if found['not'] else ''}{who} did {name}"
            cause = f"Passing cards is a decision here, and has its name: `{who} did {name}`."
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    for found in _TAKES_ALL.finditer(line) if (all_of_them := dealt(words.source.text)) else ():
        text = f"take {all_of_them}"
        cause = f"How many tricks somebody took is a number: all of them are {all_of_them}."
        yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    clocks = re.findall(r"\bclock (\w+)(?= *:)", words.source.text)
    for found in _TIME_UP.finditer(line) if len(clocks) == 1 else ():
        cause = f"Whether time is up, the name of its clock says: `{clocks[0]}`."
        yield replaced(words.source, start + found.start(), start + found.end(), clocks[0], cause)
    for found in _BECAUSE.finditer(line):
        for name, section in product(_reasons(found[1], words.source.text)[:1], ("play", "bidding", "scoring")):
            text = f"{section}.{name}"
            cause = "`because` names the rule that is the reason."
            yield replaced(words.source, start + found.start(1), start + found.end(), text, cause, f"write `{text}`")
    yield from _in_a_row(words, start, line)
    for found in _NUMBER_FIRST.finditer(line):
        if found[3] in (*_AMOUNTS, *amounts(words.source.text)):
            text = f"{found[3]} {'=' if found[1] == 'exactly' else '>='} {found[2]}"
            cause = f"In a condition `{found[3]}` is compared with a number."
            yield replaced(words.source, start + found.start(1 if found[1] else 2), start + found.end(), text, cause)


def _of_its_owner(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose whose a quantity is, where the game asks it of one thing everywhere else: `top.height`."""
    name = words.source.text[finding.span.start : finding.span.end]
    if finding.code == "E231" and name.isidentifier() and name in declared(words.source.text):
        every = "\n".join(with_parents(words.source.text))
        owners = Counter(re.findall(rf"\b([a-z]\w+)\.{name}\b", every))
        for owner in [one for one in owners if one in declared(words.source.text)] if len(owners) == 1 else ():
            cause = f"{finding.message} Elsewhere it is asked of `{owner}`."
            yield replaced(words.source, finding.span.start, finding.span.end, f"{owner}.{name}", cause)
        each = re.search(rf"`{name}` is worked out for each (card|trick),", finding.message)
        is_scored = place_of(words.source, finding.span.start).section == "scoring"
        for form in ("sum of {} over {}", "(sum of {} over {})") if each is not None and is_scored else ():
            text = form.format(name, "cards_won" if each and each[1] == "card" else "tricks_won")
            cause = f"{finding.message} What a side won is added up."
            yield replaced(words.source, finding.span.start, finding.span.end, text, cause)


def _reasons(said: str, text: str) -> list[str]:
    """Return the rules that a reason in English may mean: those whose name it says, or one of which it says most."""
    reason = set(re.findall(r"[a-z]+", said.lower()))
    reason |= {f"un{word}" for word in reason if "not" in reason}
    named = {
        name for kind, name in rules_of(text) if kind not in ("let", "tally") and reason.issuperset(name.split("_"))
    }
    if named:
        return sorted(named, key=lambda name: (len(name), name), reverse=True)
    told = {
        one[1]: set(re.findall("[a-z]+", one[2].lower())) for it in with_parents(text) for one in _TOLD.finditer(it)
    }
    best, *others = sorted(((len(words & reason - _SMALL), name) for name, words in told.items()), reverse=True) or [
        (0, "")
    ]
    return [best[1]] if best[0] > 1 and all(one[0] < best[0] for one in others) else []


_TOLD: Final = re.compile(r"\bmust ([a-z]\w*)([^{}\"]*\"[^\"]*\")")
_SMALL: Final = frozenset((*NEVER_MEANT, "in", "on", "you", "if", "can", "may", "not", "no", "and", "or"))


def moves(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose how cards are moved for what English says of it in another order, or without saying from where."""
    source, (start, end) = words.source, words.line_around(finding.span.start)
    for found in _MOVES.finditer(source.text, start, end):
        parts, rest = _parts_of_move(found["said"])
        number = parts.get("number", "")
        if not number or "to" not in parts or rest or (number == "all" and parts["to"].startswith("each")):
            continue  # of all for each, nobody said how many that is
        pile = parts.get("source", "stock" if found["keyword"] == "give" else "hand")
        text = f"{pile if number == 'all' else f'{number} from {pile}'} to {parts['to']}"
        text += f" face {parts.get('face')}" * ("face" in parts) + f" from {parts.get('first')}" * ("first" in parts)
        cause = f"How cards are moved is written `{text}`."
        yield replaced(source, found.start("said"), found.end("said"), text, cause)


def passes(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose how cards are passed for what English says of it."""
    source, (start, end) = words.source, words.line_around(finding.span.start)
    for found in PASSED.finditer(source.text, start, end):
        if text := how_passed(found):
            phase = _PHASE.search(source.text, 0, found.start())
            inner = rf"\bphase {phase[1]} [^{{]*\{{[^{{}}]*?\bpass ([a-z]\w*)" if phase is not None else "(?!)()"
            for other in (one for parent in with_parents(source.text) for one in re.findall(inner, parent)):
                is_new = not source.text[: found.start()].endswith("replace ")
                text = re.sub(r"^pass \w+", f"{'replace ' * is_new}pass {other}", text)
            if place_of(source, found.start()).section in ("", "file"):
                text = f"phase passing before bidding {{ {text} }}"
            cause = "Who passes comes after `by`, and after a `:` how many cards, from where and where to."
            yield replaced(words.source, found.start(), found.end(), text, cause, f"write `{text}`")


def how_passed(found: re.Match[str] | None) -> str:
    """Return how cards are passed: who passes, how many and where to, in any order; empty if that is not said."""
    who = None if found is None else _PASSER.search(f" {found['said']}")
    parts, rest = _parts_of_move(_PASSER.sub("", f" {found['said'] if found else ''}"))
    number = parts.get("number", "")
    if found is not None and (found["who"] or "").startswith("partner"):
        parts.setdefault("to", "partner")
    if found is None or not number.isdigit() or "to" not in parts or _NOT_SAID.sub("", rest).strip():
        return ""
    if parts["to"] == "each player" and not who and not found["who"]:
        return ""  # that is dealing
    by = "dealer" if "dealer" in (found["who"], who and who[1]) else "each player at once"
    text = f"pass {meant_by(f'‹‹{number}››')} by {by}{found['when'] or ''}: {number} from hand to {parts['to']}"
    return text + f" face {parts.get('face')}" * ("face" in parts)


def _parts_of_move(said: str) -> tuple[dict[str, str], str]:
    """Return the parts of what is said of cards that are moved, and what else is said."""
    rest = f" {said.strip()}"
    for pattern, written in _IN_ORDER:
        rest = pattern.sub(written, rest)
    rest, parts = " ".join(["", *rest.split()]), {}
    for name, pattern in _OF_MOVES.items():
        if (one := pattern.search(rest)) is not None:
            parts[name], rest = one[one.lastindex or 1], rest.replace(one[0], " ", 1)
    parts["number"] = meant_by(f"‹{parts.get('number', '')}›").strip("‹›")
    return parts, rest.replace(",", " ").strip()


_PHASE: Final = re.compile(r"\bphase (\w+)[^{}]*\{[^{}]*\Z")
PASSED: Final = re.compile(
    r"(?:(?<=[\s{])|^)(?:(?:the |all |each |every |both )*(?P<who>players?|everyone|everybody|you|we|dealer|partners?)"
    r"(?: (?:must|may|has to|have to|can))? )?(?:pass|give|hand|exchange|swap|send|put|lay)(?:es|s)? "
    r"(?P<said>[^:;{}\"\n]*?)(?P<when>,? (?:when|if) [^:;{}\"\n]*?)?(?= *(?:[\"}#]|$))",
    re.MULTILINE,
)
_PASSER: Final = re.compile(r" (?:by|from) (?:(?:each|every|all|the) )*(players?|everyone|everybody|dealer)\b")
_NOT_SAID: Final = re.compile(r"\b(?:cards?|at once|each|of|from hand|on|across|along|all|then|secretly)\b")
_MOVES: Final = re.compile(
    r"\b(?P<keyword>give|pass) [a-z_]\w*(?: (?:by|when|before|after) [^:{}\n]*)?: *"
    r"(?P<said>[^:;{}\"\n]+?)(?= *(?:[\"}#]|$))"
)
_PLACE_OF: Final = r"((?:each |the )?[a-z][\w.]*(?: of [a-z][\w.]*)?)"
_IN_ORDER: Final = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r"^ (?:deal|give|pass|hand|send|put|turn|flip|move|take|draw|lay|place)\b", ""),
        (r"\b(?:the )?(?:top|next|upper) card (?:of|from)\b", "1 from"),
        (r"\b(?:the )?(?:top|next) (\w+) cards (?:of|from)\b", r"\1 from"),
        (r"\b(?:(?:his|her|their|your|my|our|own) )+(?=[a-z])", ""),
        (r"\bwith (?:the )?(?=[a-z]+$)", "to "),
        (r"\bto (?:the )?(?:neighbou?r|player|opponent|person)(?: (?:on|to|at))?(?: the)? (left|right)\b", r"to \1"),
        (r"\bto (?:the )?(left|right)(?:[- ]hand)? (?:neighbou?r|player|opponent)\b", r"to \1"),
        (r"\bto (?:the )?(?:player|person|one) (?:(?:sitting|who sits|directly) )*across\b(?: from \w+)?", "to across"),
        (r"\bto (?:the )?partners\b", "to partner"),
        (r"(?<!to )\baside\b", "to aside"),
        (r"\baway\b", "to discards"),
        (r"(?<=cards) (left|right)\b", r" to \1"),
        (r"(?:each of the|every|all(?: the)?|the) players?\b(?! (?:on|to) )|every(?:one|body)", "each player"),
        (r"(?<=[\w]) each(?! player)(?: player)?\b(?<! to each)", " to each player"),
        (r"(?:[ ,]+and)?[ ,]+(?:the )?([a-z]\w*)(?:'s (left|right))? (?:first|begins|starts)\b", r" starting \1 \2"),
        (r"(?<=starting )(\w+) (left|right)", r"\2 of \1"),
        (r"\b([a-z]+)'s (left|right)\b", r"\2 of \1"),
        (r"(?:all )?(?:of )?(?:the )?(?:rest|remainder|remaining|others)\b", "all"),
        (r"(?: to)?(?: the)?(?: player)?(?: on| to)(?: the| your| his)? (left|right)\b(?! of)", r" to \1"),
        (r"(?<! to)(?: the)? (across)\b", r" to \1"),
    )
)
"""How English says the parts of a move otherwise."""
_OF_MOVES: Final = {
    "face": re.compile(r"[ ,]+face[- ](up|down)(?:wards?)?\b"),
    "first": re.compile(
        r"[ ,]+(?:starting|beginning)(?: (?:with|from|at|on|to))?(?: the)? ((?:player )?[a-z][\w.]*(?: of [a-z]\w*)?)|"
        r"(?<= each player) from(?: the)? (?!hand|stock)((?:left of |right of )?[a-z][\w.]*)"
    ),
    "to": re.compile(rf" (?:to|into|onto)(?: the)? {_PLACE_OF}"),
    "source": re.compile(r" (?:from|off|out of)(?: the| your| his)? ([a-z][\w.]*)"),
    "number": re.compile(rf" (all|{NUMBER})(?: (?:of the )?(?:cards?))?\b"),
}
"""The parts of what is said of cards that are moved."""


def done_by_names(said: str, text: str) -> Iterator[str]:
    """Yield the decision of a file that a text says, or who made it: `goes alone`, `the player who named trumps`."""
    done = _DOER.sub("", said)
    who = "some member" if scored(text) == "team" else "player"
    for name in decisions(text):
        if _verb(name).fullmatch(f"player {done}"):
            yield f"{who} did {name}" if done == said else f"first of (players where player did {name})"


_DOER: Final = re.compile(r"^(?:the )?(?:(?:player|one|person) (?:who|that)|who(?:ever)?) ")


def _in_a_row(words: Words, start: int, line: str) -> Iterator[Fix]:
    """Propose a tally for what happens several times in a row."""
    source = words.source
    each = re.search(r"\bscoring for each \w+[ \t]*\{", source.text)
    end = source.text.rstrip().rfind("}")
    rows = [(one, one[3], one[2], bool(one[1])) for one in _ROW.finditer(line)]
    rows += [
        (one, one[1] or one[2].replace("twice", "two"), "made", True)
        for one in _SETS.finditer(line)
        if "made" in declared(source.text)
    ]
    for found, times, what_of, is_denied in rows:
        name = "sets_in_a_row" if found.re is _SETS else f"{'not_' if is_denied else ''}{what_of}_in_a_row"
        count = meant_by(f"‹{times}›")
        what, other = (f"not {what_of}", what_of) if is_denied else (what_of, f"not {what_of}")
        tally = f"tally {name}: add 1 when {what}, reset when {other}"
        at, text = (each.end(), f" {tally}\n   ") if each else (end, f"  scoring for each team {{ {tally} }}\n")
        edits = [(at, at, text), (start + found.start(), start + found.end(), f"{name} >= {count}")]
        cause = f"What happens {times} times in a row is counted by a tally."
        yield several(source, iter(edits), f"write `{tally}` in `scoring`, and `{name} >= {count}` here", cause)


_BECAUSE: Final = re.compile(r"\bbecause (?![a-z]+\.[a-z])(\"[^\"\n]+\"|[a-z][^{}\"\n;#]*?)(?=\s*(?:[}#]|$))")
_PASS: Final = re.compile(r"\bpass ([a-z]\w*)(?=[ (:])")
_PASSES: Final = re.compile(
    rf"\b{_WHO} (?:(?:has|have|did|does|is|was) )?(?P<not>not |n't |never )?(?:yet )?pass(?:es|ed|ing)?\b(?! \w+ by)"
)
_TIME_UP: Final = re.compile(r"\b(?:the )?time (?:is|has run|runs) (?:up|out|over)\b")
_ROW: Final = re.compile(
    r"\b(not )?([a-z]\w*) (\w+) (?:times|deals|hands)(?: (?:in a row|in succession|running|one after another))"
)
_SETS: Final = re.compile(
    rf"\b(?:({NUMBER}) (?:sets?|failures?|(?:failed|missed) contracts?)|"
    rf"(?:(?:is|was|are|were|been|goes|went) )?set(?: for)? ({NUMBER}|twice) ?(?:times|deals|hands)?)"
    r" (?:in a row|in succession|running)"
)
_TAKES_ALL: Final = re.compile(
    r"(?<=\w )(?:takes?|wins?|makes?|gets?) (?:all|every)(?: of)?(?: the)?(?: tricks?)?(?= *[:,])"
)
_NUMBER_FIRST: Final = re.compile(
    r"\b(?:when|and|or|if|case|not|where)\s+(?:(exactly|at least)\s+)?(\d+)\s+([a-z]\w*)\b(?!\s*[-+*/<>=.(])"
)


@lru_cache(maxsize=256)
def _verb(name: str) -> re.Pattern[str]:
    """Return a pattern for somebody who does what a decision is called: `orders up`, `has ordered up hearts`."""
    first, *rest = name.split("_")
    stem = first.removesuffix("e")
    past = f"|{_PAST[first]}" if first in _PAST else ""
    verb = rf"(?:{first}{past}|{stem}(?:s|es|ed|ing)|{first}{first[-1]}(?:ed|ing))" + "".join(
        rf"[ _]{one}" for one in rest
    )
    helper = r"(?:(?:has|have|had|is|was|did|does|will) )?"
    return re.compile(rf"\b{_WHO} {helper}(?P<verb>{verb})\b(?!\s*[.(=])(?: (?P<of>[a-z]\w*)\b)?")


_PAST: Final = {
    "keep": "kept", "take": "took|taken", "give": "gave|given", "go": "went|gone", "show": "shown",
    "throw": "threw|thrown", "make": "made", "hold": "held", "lay": "laid", "lose": "lost", "buy": "bought",
}  # fmt: skip
"""Verbs that are said otherwise of what is over."""


def _of_roles(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what this game calls the player who has the contract, for what other games call that player."""
    span, own = finding.span, sorted(declared(words.source.text).intersection(ROLES))
    said = words.source.text[span.start : span.end]
    if said.rpartition(".")[2] == "loser" and not sorted(seats_of(words.source.text))[2:]:
        cause, text = "Of two players, the one who did not win the trick lost it.", "last_trick.winner.left"
        yield replaced(words.source, span.start, span.end, text, cause, f"write `{text}`")
    if said in ROLES and said not in own and len(own) == 1:
        cause = f"This game has no `{said}`: it calls that player `{own[0]}`."
        yield replaced(words.source, span.start, span.end, own[0], cause, f"write `{own[0]}`")
    every = "\n".join(with_parents(words.source.text)) if finding.code == "E232" else ""
    for asked in re.finditer(rf"\b(?:may|choose) {re.escape(said)}\((\w+) ", every):
        cause = f"`{said}` is what somebody decided; what was answered is `{said}.{asked[1]}`."
        yield replaced(words.source, span.start, span.end, f"{said}.{asked[1]}", cause)
    part_of = [name for name in decisions(words.source.text) if said in name.split("_") and said != name]
    if finding.code == "E234" and len(part_of) == 1 and said not in declared(words.source.text):
        text = f"{own[0] if len(own) == 1 else 'some player'} did {part_of[0]}"
        cause = f"`{said}` is what somebody decided: `{text}`."
        yield replaced(words.source, span.start, span.end, text, cause, f"write `{text}`")
