"""Read what is said of the score and of how long a game lasts: `reaches 300`, `100 behind`, `ten hands are played`."""

from __future__ import annotations

import re
from typing import Final

from spadesdsl.repair.bundled import scored, with_parents
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.words import NUMBER

_WHO: Final = (
    r"(?:(?:(?P<many>some|any|no|every|one|another|either|the other|the first|first|an?|the|that|which|each|their|your)"
    r" )*(?P<who>(?:side|team|player|partnership|pair|bidder)s?|who\w*|it|they|you|he|she|we|some(?:body|one)|one)"
    r"(?:'s)? )?"
)
_VERBS: Final = (
    r"(?:(?:that|who|has|have|is|are|gets?|got|falls?|falling|drops?|dropping|goes|sinks?|sinking|stands?|scores?|reach(?:es|ed|ing)?|comes?|"
    r"reached|passes|passed|hits?|makes?|first|down|up|already|to|at|with|of|on|by|side|a|total|score) )*"
)
_MORE: Final = r"(?: or (?:(?P<more>more|better|higher|over|beyond|above)|(?P<fewer>less|fewer|lower|worse)))?"
_SCORED: Final = re.compile(
    rf"{_WHO}(?P<verbs>{_VERBS})(?:(?P<below>below|under|less than)|(?P<above>past|over|above|beyond|more than)|"
    rf"at least|at most)? ?(?P<minus>minus |- ?)?(?P<number>{NUMBER})(?P<points> points?| pts)?{_MORE}"
)
_BEHIND: Final = re.compile(
    rf"{_WHO}{_VERBS}(?:at least |(?P<over>more than ))?(?:(?P<before>{NUMBER})(?: points?)?{_MORE} (?:behind|down)|"
    rf"(?:behind|trailing|trails?|losing)(?: by)?(?: at least| (?P<past>more than))?(?: (?P<number>{NUMBER}))?"
    r"(?: points?)?(?: or more)?)"
)
_AHEAD: Final = re.compile(
    rf"{_WHO}{_VERBS}(?:leading|leads?|ahead)?(?: by)?(?: ?at least)? ?(?P<number>{NUMBER})(?: points?)?(?: or more)?"
    r"(?: (?:ahead|in front))?"
)
_LASTS: Final = re.compile(
    rf"(?:(?:(?! or | and )[^-*+/])* )?(?P<number>{NUMBER}) (?:deals|hands|rounds|games)"
    r"(?: (?:have been|are|were|been|of (?!{NUMBER})\w+))*"
    r"(?: (?:played|over|done|dealt|finished|completed))?"
)
_IT: Final = ("", "it", "they", "you", "he", "she", "we", "who")
_LOWEST: Final = "best score lowest"


def standing(said: str, section: str, text: str) -> str:
    """Return the condition that says what is said of the score or of how many deals were played; empty if none does."""
    found = _BEHIND.fullmatch(said)
    if found is not None and section not in ("play", "deck"):
        number = found["number"] or found["before"]
        sign = ">" if found["over"] or found["past"] or not number else ">="
        return f"behind {sign} {meant_by(f'‹{number}›') if number else '0'}"
    found = _AHEAD.fullmatch(said) if section == "ending" and re.search(r"\b(?:lead|ahead|in front)", said) else None
    if found is not None:
        number = found["number"]
        return f"every opponent has behind >= {meant_by(f'‹{number}›')}"
    found = _SCORED.fullmatch(said) if section in ("ending", "scoring", "phase", "round") else None
    if found is not None and (found["points"] or (section == "ending" and (found["who"] or found["verbs"]))):
        number = found["number"]
        is_low = bool(found["minus"]) and not re.search("reach|hits|passe?s", found["verbs"])
        sign = ">" if found["above"] else "<" if found["below"] else "<=" if found["fewer"] else ">="
        sign = "<=" if sign == ">=" and is_low and not found["more"] else sign
        score = f"score {sign} {'-' if found['minus'] else ''}{meant_by(f'‹{number}›')}"
        many, who = (found["many"] or "").removeprefix("the "), found["who"] or ""
        # Where few points are good, who has many ends the game but does not win it.
        is_low = any(_LOWEST in one for one in with_parents(text))
        is_some = who.startswith("some") or (is_low and (who not in _IT or (not who and section == "ending")))
        each = "player" if "player" in who or scored(text) == "player" or who.startswith("some") else "team"
        of = f"{many} {each} has " if many in ("no", "every") else f"some {each} has " if is_some else ""
        return f"{of}{score}"
    found = _LASTS.fullmatch(said) if section == "ending" else None
    if found is not None and not re.search(r"\b(?:not|never|score|set|behind|in a row)\b|n't", said):
        number = found["number"]
        return f"deal >= {meant_by(f'‹{number}›')}"
    return ""
