"""Read what somebody did, by its parts: who, the verb, how many, of what; and say it as a condition."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import amounts, bids_of_nothing, rules_of, scored, suits_of
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.repair.text import CARD
from spadesdsl.words import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterator

ROLES: Final = ("declarer", "maker", "taker", "soloist", "bidder", "caller", "loner", "pitcher", "forehand")
"""What games call the player whose contract is played."""
PEOPLE: Final = {
    "player": "player", "seat": "player", "partner": "partner", "side": "side", "team": "side", "opponent": "opponent",
    "member": "member", "dealer": "dealer", "leader": "leader",
}  # fmt: skip
_OTHERS: Final = (("every", "every"), ("some", "some"), ("some", "any"), ("no", "no"))
PRONOUNS: Final = {
    **{f"{one}{other} else": f"{many} opponent" for many, one in _OTHERS for other in ("body", "one")},
    "no one else": "no opponent",
    "everybody": "every player", "everyone": "every player", "somebody": "some player", "someone": "some player",
    "anybody": "some player", "anyone": "some player", "nobody": "no player", "no one": "no player",
    **{f"{the}other {who}": "every opponent" for the in ("", "the ") for who in ("sides?", "teams?", "players?")},
    "you": "", "they": "", "he": "", "she": "", "it": "", "we": "", "that": "", "hand": "",
}  # fmt: skip
HOW_MANY: Final = {
    "every": "every", "each": "every", "all": "every", "both": "every", "any": "some", "some": "some", "either": "some",
    "at least one": "some", "one": "some", "no": "no", "neither": "no", "none of": "no",
}  # fmt: skip
_WHO: Final = (
    rf"(?P<seat>[A-Z][a-z]+)|(?:the )?(?P<role>{'|'.join(ROLES)})s?|"
    rf"(?P<pronoun>{'|'.join(PRONOUNS)})|(?:(?P<many>{'|'.join(HOW_MANY)}) (?:of )?)?"
    rf"(?:(?:the|an?|your|their|his|its|our|my|two) )*(?P<who>{'|'.join(PEOPLE)})(?P<plural>s)?"
)
_VERBS: Final = {
    "bid": "bids?|bidding|called|calls?|declare[sd]?|contract(?:ed|s)? for",
    "take": "takes?|took|taken|taking|wins?|won|winning|makes?|made|making|gets?|got|captur(?:e[sd]?|ing)|scored",
    "hold": "holds?|held|holding|have|has|had|having|own|owns",
    "pass": "pass(?:es|ed)?",
    "be": "is|are|was|were",
}
_VERB: Final = "|".join(f"(?P<{name}>{verb})" for name, verb in _VERBS.items())
_HELPERS: Final = (
    r"(?:(?:have|has|had|did|do|does|is|are|was|were|will|must|should|shall|already|yet|together|all|both|just|"
    r"(?P<not>not|never|n't|cannot|can't|hasn't|haven't|didn't|doesn't)) )*"
)
COMPARED_AS: Final = {
    "at least": ">=", "no fewer than": ">=", "no less than": ">=", "a minimum of": ">=", "at most": "<=",
    "no more than": "<=", "not more than": "<=", "up to": "<=", "a maximum of": "<=", "more than": ">", "over": ">",
    "fewer than": "<", "less than": "<", "under": "<", "exactly": "=", "precisely": "=", "only": "=", "just": "=",
}  # fmt: skip
_COUNT: Final = (
    rf"(?:(?P<compared>{'|'.join(COMPARED_AS)}) )?(?P<number>{NUMBER}|no|none|0|all(?: the)?(?: \d+)?|every)"
    r"(?: or (?:(?P<more>more|better|higher|over)|(?P<fewer>fewer|less|lower|under)))?"
)
_THAN: Final = (
    r"(?P<than>fewer|less|more|as many|exactly as many|exactly what|what|exactly)(?: tricks?)?(?: (?:than|as))?"
    r"(?: (?:it|they|you|he|she|the side|its|their))?(?: (?:has|have))? ?(?:bid|contract|contracted|bids)"
)
_OF_WHAT: Final = (
    r"(?: (?:of )?(?:the )?(?P<thing>[a-z]+|(?:10|[2-9TJQKA])[A-Z]))?"
    r"(?: (?:cards?|tricks?|points?|in hand|between them|each))*"
)
DONE: Final = re.compile(
    rf"(?:(?:{_WHO}) )?{_HELPERS}(?:{_VERB})"
    rf"(?: (?:{_THAN})|(?: (?:the|an?))?(?: (?:{_COUNT}))?{_OF_WHAT})"
)
_THE_TRICK: Final = re.compile(r"\b(?:(wins|takes|is winning|winning)|won|took|taken) (?:the|that|this) trick\b")
_BID_NEXT: Final = frozenset(("phase", "round"))


def deeds(found: re.Match[str], section: str, text: str) -> Iterator[str]:
    """Yield what a condition may be written as."""
    if found["take"] and (whose := _THE_TRICK.search(found[0])) is not None and not found["number"]:
        who = found["seat"] or found["role"] or PEOPLE.get(found["who"] or "", "")
        if who in (found["seat"], found["role"], "partner", "dealer", "leader") and who and not found["many"]:
            yield f"{'trick' if whose[1] else 'last_trick'}.winner is {'not ' * bool(found['not'])}{who}"
        return
    for owner, what in product(list(_owners(found, section, text)), list(_done(found, section, text))):
        if owner.startswith("some member") and not what.startswith(("bid", "(bid")):
            continue
        if what[0] == "(" and owner.endswith(".{}"):
            continue
        said = owner.format(what).replace("o has o.side.taken = 0", "has taken = 0")
        is_denied = found["not"] and not said.startswith("no ") and "!=" not in said
        yield said if not is_denied else "taken = 0" if said == "taken > 0" else f"not {said}"


def _owners(found: re.Match[str], section: str, text: str) -> Iterator[str]:
    """Yield how the one who did something is written, with a place for what that was."""
    if (everybody := _EVERYBODY.match(found[0])) is not None and not found["who"]:
        yield f"every {'member' if everybody[1] == 'both' else 'player'} has {{}}"
        return
    if found["pronoun"]:
        many = PRONOUNS.get(found["pronoun"], "every opponent")
        if re.search(r"\bother (?:side|team)", found["pronoun"]) and scored(text) == "team":
            yield f"{many} o has o.side.{{}}"
            return
        yield f"{many} has {{}}" if many else "{}"
        return
    if found["seat"]:
        yield f"{found['seat']}.{{}}"
    if found["role"]:
        role = found["role"]
        if section in ("scoring", "ending"):
            yield f"{role} in members and {{}}"
        yield f"{role}.{{}}"
        return
    who = PEOPLE.get(found["who"] or "", "")
    many = HOW_MANY.get(found["many"] or "", "")
    if many and who in ("partner", "side"):
        who = "member" if who == "partner" else "team"
    if many:
        yield f"{many} {who} has {{}}"
    elif found["plural"] and who == "partner":
        yield "side.{}"
        yield "every member has {}"
    elif who in ("opponent", "member"):
        yield f"{'every' if found['plural'] else 'some'} {who} has {{}}"
    else:
        is_of_side = section == "scoring" and who == "partner" and scored(text) == "team"
        if who and who != "player" and not is_of_side and (who != "side" or section not in ("scoring", "ending")):
            yield f"{who}.{{}}"
        if section == "scoring" and who in ("partner", "player"):
            yield "some member has {}"
            if scored(text) == "team":
                return  # one of its members is not the side
        if who in ("", "player") or section in ("scoring", "ending"):
            yield "{}"


_EVERYBODY: Final = re.compile(r"(?:they |you |we )?(?:have )?(all|both)\b")


def _done(found: re.Match[str], section: str, text: str) -> Iterator[str]:
    """Yield what somebody did, by the verb and its parts."""
    thing, number = found["thing"] or "", found["number"]
    compared = _compared(found, section)
    suit = thing if thing in suits_of(text) else f"{thing}s" if f"{thing}s" in suits_of(text) else ""
    bids = {name for kind, name in rules_of(text) if kind == "bid"}.union(_OWN_BID.findall(text))
    is_side = PEOPLE.get(found["who"] or "") == "side"
    is_held = bool(found["hold"]) and section not in ("scoring", "ending") and not is_side
    if found["take"] and thing in ("trick", "tricks") and not number:
        yield "taken > 0"
    elif found["than"]:
        sign = {"fewer": "<", "less": "<", "more": ">"}.get(found["than"], "=")
        yield f"taken {sign} contract"
    elif found["pass"]:
        yield from ("bid is pass",) if "pass" in bids else ()
    elif (found["bid"] or found["hold"] or found["be"]) and thing in bids and not number:
        yield f"bid is {thing}"
    elif found["take"] and thing in bids_of_nothing(text) and not number:
        yield f"(bid is {thing} and taken = 0)"
    elif CARD.fullmatch(thing):
        yield f"{'not ' * (number in ('no', 'none'))}{'hand' if is_held else 'cards_won'} includes {thing}"
    elif suit and number:
        compared = compared if found["compared"] or found["fewer"] else f">= {compared.split()[-1]}"
        yield f"count of {'hand' if is_held else 'cards_won'} in {suit} {compared if compared[-2:] != ' 0' else '= 0'}"
    elif number and section in _BID_NEXT and thing in _COUNTED:
        yield f"contract {compared}"
    elif number and thing in _COUNTED and number.startswith(("all", "every")):
        yield "every opponent has taken = 0"
    elif number and found["bid"] and thing in _COUNTED:
        yield f"contract {compared}"
    elif number and thing in amounts(text):
        yield f"{thing} {compared if found['compared'] or not found['hold'] else compared.replace('= ', '>= ', 1)}"
    elif number and found["take"] and "point" in thing and section == "scoring":
        return  # how many points a deal brought, only its lines say
    elif number and thing in _COUNTED and (thing or not is_held):
        is_score = section == "ending" and "trick" not in thing and not re.search("tak|took", found[0])
        yield f"score {compared}" if "point" in found[0] or is_score else f"taken {compared}"


_OWN_BID: Final = re.compile(r"\bbid ([a-z]\w*)")
_COUNTED: Final = ("", "trick", "tricks", "point", "points", "book", "books")


def _compared(found: re.Match[str], section: str) -> str:
    """Return how a number is compared."""
    number = found["number"] or "1"
    sign = COMPARED_AS.get(found["compared"] or "", ">=" if section in (*_BID_NEXT, "ending") else "=")
    many = PRONOUNS.get(found["pronoun"] or "", "").startswith("no ") or HOW_MANY.get(found["many"] or "") == "no"
    if many and not found["compared"]:
        sign = "="
    if found["not"] and not found["compared"]:
        sign = "!="
    sign = "=" if number in ("no", "none", "0") else sign
    sign = ">=" if found["more"] else "<=" if found["fewer"] else sign
    return f"{sign} {'0' if number in ('no', 'none') else meant_by(f'‹{number}›')}"
