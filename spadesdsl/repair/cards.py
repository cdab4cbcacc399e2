"""Read a rule about cards as people say it: who must, or may not, lead or play what, and when.

`Nobody may lead hearts until they are broken`, `who has the two of clubs leads it`, `no spades on the first trick`.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.bundled import declared, suits_of, trumps_of, with_parents
from spadesdsl.repair.text import CARD, with_cards
from spadesdsl.words import RANK_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Read = Callable[[str], list[str]]
    """Reads a condition in English."""

_JOIN: Final = r"on|in|during|at|to|for|if|when|whenever|unless|until|till|before|after|once|while"
_NOT: Final = (
    r"(?:must|may|can|should|do|does|will|shall) ?(?:not|never)|(?:can|don|must|mustn|won|doesn)'?t|never|"
    r"(?:is|are) (?:not allowed|forbidden|never allowed) to|not"
)
_MUST: Final = r"must|ha(?:s|ve) to|needs? to|should|shall|(?:may|can) only|must always|always|(?:is|are) to"
MODAL: Final = rf"(?P<not>{_NOT})|(?P<must>{_MUST})|(?P<may>may|can)"
_VERB: Final = r"lead|play|start with|begin with|open with|throw|discard|lay"
_DONE: Final = r"led|played|thrown|discarded|lead"
WHEN: Final = rf"(?P<first> first)?(?P<only> only)?(?:,? (?:but )?(?P<join>{_JOIN}) (?P<when>.+?))?"
_RULES: Final = tuple(
    re.compile(form)
    for form in (
        rf"(?P<verb>play|lead|discard|throw) (?P<what>(?:an?|your|the|any|only) .+?){WHEN}",
        rf"(?P<who>.*?) ?\b(?:{MODAL}) (?P<verb>{_VERB})(?: (?P<what>.+?)){WHEN}",
        rf"(?P<who>.*?) ?\b(?:{MODAL}) (?P<verb>follow(?: suit)?|trump|ruff|beat|overtrump)"
        rf"(?: (?P<what>(?:the )?(?:suit|trick|best|it|highest|card)[a-z ]*?))?{WHEN}",
        rf"(?P<what>.+?) (?:{MODAL}|(?:is|are) (?P<never>not|never)) (?:to )?(?:be )?(?P<verb>{_DONE}){WHEN}",
        rf"(?P<never>no) (?:(?P<verb>lead|play|throw)(?:ing|s)? (?:of |with )?)?(?P<what>.+?)"
        rf"(?: (?:may|can|must|is|are|to|be)){{0,3}}(?: (?P<done>{_DONE}))?{WHEN}",
        rf"(?P<who>(?:every|each|who|any|all|the|a|no)\w*(?: .+?)??|you|players|they) (?P<verb>{_VERB})(?:s|es)? "
        rf"(?P<what>.+?){WHEN}",
    )
)
"""What such rules look like: with an active verb, without an object, passive, with a noun alone, and as a fact."""
FIRST: Final = re.compile(
    rf"(?P<join>{_JOIN}) (?P<when>.+?)(?:, (?:then )?|"
    r"(?<!have)(?<!has)(?<!hold)(?<!holds),? (?=(?:nobody|no one|you|every\w*|each|players|a player|no|play|lead) ))"
)
NOBODY: Final = re.compile(r"nobody|no one|no players?|none")
_ANYBODY: Final = re.compile(
    r"(?:(?:you|we|they|he|people|one|everyone|everybody|anyone|the player on lead|the leader|leader)|"
    r"(?:(?:the|an?|any|every|each|all|other) )*players?)?"
)
_THOSE: Final = re.compile(
    r"(?:who\w*|anyone|everyone|(?:(?:the|an?|any|every|all) )*(?:players?|one)|those|who)"
    r"(?: (?:who|that))?(?: (?P<has>has|have|holds?|with(?!out)|having|holding))? (?P<rest>.+)|"
    r"(?:the )?holder of (?P<held>.+)"
)
_ALWAYS: Final = re.compile(
    r"(?:it is |at all )?possible|able(?: to)?|(?:they|you|he|she|it|one|able|(?:a|the) (?:player|leader)) ?"
    r"(?:can|has one|have one|have any|(?:have|has|holds?) (?:only|nothing (?:but|else)|no (?:other|choice)).*|"
    r"can(?:not)? help it)?"
)
_IF_ABLE: Final = re.compile(rf",? (?:if|when|unless|except if) (?:{_ALWAYS.pattern})$")
"""What every rule says already."""
_SO_FAR: Final = re.compile(r" (?:on the table|so far|in the trick)\b")
_OUT_OF_SUIT: Final = re.compile(
    r"(?:without|no|not having|(?:is |are )?(?:out of|void in|short of))(?: (?:any|an?))?(?: cards?)?(?: (?:of|in))?"
    r"(?: the)? (?:suit led|led suit)"
)
_HAVING: Final = re.compile(r"^(?:you|they|he|she|one|(?:a|the) player) (?:have|has|hold|holds|are|is) ")
_OF_WHEN: Final = ("if", "when", "whenever", "unless", "until", "till", "before", "after", "once", "while")
"""What comes before a condition; the other words come before a time."""
_OF_TIME: Final = re.compile(r"\b(?:trick_number|deal)\b|\bcount of hand = 1\b")
_CAN_FOLLOW: Final = re.compile(r"(?:you|they|he|she|one|(?:a|the) player) (?:can|could|is able to) follow(?: suit)?")
_ALL: Final = re.compile(r"\b(?:all|both|every\w*|each)\b(?! tricks?\b)")
_VOID: Final = re.compile(
    r"(?:(?:they|you|he|she|it|one) )?(?:(?:are|is|have|has|hold|holds) )?(?:void|none|no more|out)\b.*"
)
"""What makes a rule not bind in any case."""
_BROKEN: Final = re.compile(
    r"(?P<not>not )?(?:(?:an? |any )?(?P<of>they|it|the suit|that suit|one|[a-z]+?)s? )?"
    r"(?:(?:are|is|have|has|was|were)(?P<no> not|n't)? )?(?:been )?(?:broken|played|discarded)"
    r"(?: yet| before| already)?"
)
_DISCARDED: Final = re.compile(
    r"(?:some(?:body|one)|anyone|an?y? ?player|one) (?:(?:has|have) )?"
    r"(?:played|discarded|thrown|broken) (?:an? )?([a-z]+?)s?\Z"
)
_LED: Final = re.compile(r"(?:an? )?([a-z]+?)s? (?:is|are|was|were|has been|have been) led")
_HAS: Final = re.compile(rf"(?:you|they|he|she|a player|one) (?:has|have|holds?) ({CARD.pattern})")
_OF_CARDS: Final = re.compile(
    r"(?:(?:only|an?|any|the|their|his|her|your|some|all|with|of|single) )*"
    r"(?:(?P<best>highest|best|biggest|strongest|top)|(?P<least>lowest|smallest|worst))? ?"
    r"(?P<card>10[A-Z]|[2-9TJQKA][A-Z]|[a-z]+|)(?: cards?| suit)?"
    r"(?: (?:in|of|from) (?:(?:the|his|her|your|their) )?hand)?"
    r"(?: (?:that )?(?:he|she|they|you|it) (?:has|have|holds?))?"
)


def only_cards(said: str, text: str) -> str:
    """Write, for `the queen`, the one queen that the rules of a game name."""
    rules = " ".join(one.partition("\n  example ")[0] for one in with_parents(text))
    for found in re.finditer(r"\bthe (ace|king|queen|jack)\b(?! of\b)", said):
        cards = set(
            re.findall(
                rf"(?<![2-9TJQKA0][A-Z] ){RANK_WORDS[found[1]]}[A-Z]\b(?! (?:10|[2-9JQKA])[A-Z]\b)",
                re.sub(r'"[^"\n]*"', "", rules),
            )
        )
        if len(cards) == 1:
            said = said.replace(found[0], cards.pop())
    return said


def card_rules(said: str, text: str, whole: Read) -> Iterator[str]:
    """Yield the rules of the play that a text may say.

    Args:
        said: The rule, without a sign at its end.
        text: The file.
        whole: Reads a condition in English.
    """
    said = _SO_FAR.sub("", _IF_ABLE.sub("", with_cards(said)))
    said = re.sub(
        r"^(?:the )?(\w+) trick must be (?:led|opened|started) with (.+)", r"a player must lead \2 on trick \1", said
    )
    since = _SINCE.fullmatch(said)
    if since is not None:
        said = f"{since['what']} may not {since['rest']} before the {since['first'] or since['nth']} trick"
    first = FIRST.match(said)
    rest = said[first.end() :] if first is not None else said
    found = (one for form in _RULES if (one := form.fullmatch(rest)) is not None)
    for parts in ({**NONE, **one.groupdict()} for one in found if len(said) <= _LONGEST):
        for rule in _rules(parts, first.groups() if first is not None else (None, None), text, whole):
            own = _same_lead(rule, text) if since is not None else ""
            yield rule.replace("must our_rule", f"replace must {own}") if own else rule


def _same_lead(rule: str, text: str) -> str:
    """Return the rule of the parent about when the cards of a suit may be led, which another such rule replaces."""
    suit = rule.rpartition(" in ")[2]
    suits = (suit, *(("trumps",) if suit in trumps_of(text) else ()))
    form = re.compile(rf"\bmust (\w+) when leading and [^:{{}}]+: card not in (?:{'|'.join(suits)})\s")
    return next((one[1] for parent in with_parents(text) if (one := form.search(parent)) is not None), "")


_FROM: Final = r"(?:from|starting (?:with|from|in|on)|beginning with) (?:the )?(?P<{}>\w+) trick(?: on(?:wards?)?)?"
_SINCE: Final = re.compile(
    rf"(?:{_FROM.format('first')},? )?(?P<what>.+?) (?:may|can)(?: only)? (?P<rest>.+?)"
    rf"(?(first)| {_FROM.format('nth')})"
)
"""What is allowed from some trick on, and so not before it."""
_FOLLOWS: Final = r"follow|beat|overtrump"
NONE: Final = dict.fromkeys((
    "who", "not", "must", "may", "never", "verb", "what", "done", "first", "only", "join", "when",
))  # fmt: skip
_LONGEST: Final = 120


def _rules(parts: dict[str, str | None], first: Sequence[str | None], text: str, whole: Read) -> Iterator[str]:
    """Yield the rules that some parts make."""
    if not any(parts[one] for one in ("verb", "done", "join", "first")):
        return
    verb, what = parts["verb"] or parts["done"] or "play", parts["what"] or ""
    is_none = NOBODY.fullmatch(parts["who"] or "") is not None
    if is_none and parts["must"]:
        return  # what nobody has to do is no rule
    is_only = bool(parts["only"]) or "only" in (parts["must"] or "")
    if parts["may"] and not is_none and not is_only:
        return  # what is allowed is no rule
    who, held = ([""], "") if is_none else who_of(parts["who"] or "", whole)
    has = _HAS.fullmatch(first[1] or "")
    if has is not None:
        held, first = has[1], (None, None)
    is_denied = bool(parts["not"] or parts["never"]) != is_none
    named = held if re.fullmatch(r"it|that(?: card)?|this card", what) else what
    several = [_card(one, verb, text) for one in re.split(r",? (?:n?or|and) |, ", named)]
    read = several if len(several) > 1 and all(one[0] for one in several) else [_card(named, verb, text)]
    cards, suits = [one[0] for one in read], [one[1] for one in read]
    card, suit = cards[0], suits[0]
    if not card or not who:
        return
    if parts["first"] and not parts["join"]:
        who = [" and ".join(filter(None, (*who[:1], "trick_number = 1")))]
    leads = "leading" if re.match(r"lead|led|start|begin|open", verb) else ""
    follows = "following" if re.match(r"follow|beat|overtrump|trump|ruff" if is_denied else _FOLLOWS, verb) else ""
    whens = [
        [""] if join is None else when_of(join, when or "", suit, text, whole)
        for join, when in (first, (parts["join"], parts["when"]))
    ]
    if is_only and parts["join"] and (parts["join"] not in ("on", "in", "during", "at") or not parts["who"]):
        # What is allowed only then is forbidden at all other times.
        is_denied, whens[-1] = True, [opposite(one) for one in whens[-1]]
    if is_denied:
        each = (f"not ({one})" if "beats" in one else _IS_IN.sub(_denied, one) for one in cards)
        card = " and ".join(each)
    else:
        card = " or ".join(cards)
    for conditions in product(who, *whens):
        told = [f"({one})" if " or " in one else one for one in dict.fromkeys(conditions) if one]
        has_side = any(re.search(r"\b(?:leading|following)\b", one) for one in told)
        when = " and ".join((*(one for one in (leads, follows) if one and not has_side), *told))
        rule = f"must our_rule{' when ' if when else ''}{when}: {card}"
        is_first = when == "leading and trick_number = 1" or (when == "leading" and not parts["must"])
        if held and leads and is_first and not is_denied:
            # Who has it leads, and has to lead it.
            rule = f"lead first: holder of {held} must our_rule when leading and trick_number = 1: {card}"
        yield rule


_IS_IN: Final = re.compile(r"^(card|card\.rank) (in|is) ")


def _denied(found: re.Match[str]) -> str:
    return f"{found[1]} {'not in' if found[2] == 'in' else 'is not'} "


def opposite(condition: str) -> str:
    """Return that a condition does not hold."""
    compared = re.fullmatch(r"([\w.]+) (<=?|>=?|!?=|is not|is) (-?[\w.]+)", condition)
    if compared is not None:
        return f"{compared[1]} {_OPPOSITES[compared[2]]} {compared[3]}"
    return condition.removeprefix("not ") if re.fullmatch(r"not \w+", condition) else _negated(condition)


def _negated(condition: str) -> str:
    return f"not ({condition})" if " " in condition else f"not {condition}"


_OPPOSITES: Final = {
    "<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "=", "is": "is not", "is not": "is",
}  # fmt: skip


def who_of(said: str, whole: Read) -> tuple[list[str], str]:
    """Return whom a rule is about, as conditions, and the card that makes it be about them; none if nobody knows."""
    if _ANYBODY.fullmatch(said):
        return [""], ""
    found = _THOSE.fullmatch(said)
    if found is None:
        return [], ""
    rest = found["held"] or found["rest"]
    if _OUT_OF_SUIT.fullmatch(rest):
        return ["following and count of hand in led.suit = 0"], ""
    is_held = found["held"] or found["has"]
    card = re.sub(r"^the ", "", rest) if is_held else ""
    if CARD.fullmatch(card):
        return [""], card
    return [one for one in whole(f"has {rest}" if is_held else rest) if not one.startswith("card ")], ""


def _card(said: str, verb: str, text: str) -> tuple[str, str]:
    """Return what a rule says of the card, and the suit that it names; nothing if it names none."""
    if verb.startswith("follow"):
        return "card in led.suit", ""
    if verb in ("trump", "ruff"):
        return "card in trumps", ""
    if verb in ("beat", "overtrump"):
        return "card beats trick.best", ""
    if _HIGHER.fullmatch(said):
        return "card beats trick.best", ""
    found = _OF_CARDS.fullmatch(said)
    if found is None:
        return "", ""
    name = found["card"]
    suit = next((one for one in (*suits_of(text), "trumps") if one.rstrip("s") == name.rstrip("s")), "")
    which = "highest" if found["best"] else "lowest" if found["least"] else ""
    if which and (suit or name in ("", "card", "one")):
        return f"card is {which} of hand{f' in {suit}' if suit else ''}", suit
    if which:
        return "", ""
    if CARD.fullmatch(name):
        return f"card is {name}", ""
    rank = RANK_WORDS.get(name) or RANK_WORDS.get(name.removesuffix("s"))
    return (f"card in {suit}", suit) if suit else (f"card.rank is {rank}" if rank else "", "")


_HIGHER: Final = re.compile(
    r"(?:an? |any )?(?:higher|better|stronger|bigger)(?: card| one)?(?: than .+)?|"
    r"an? card that (?:beats|wins|is higher).*"
)
"""A card that wins the trick so far."""


def when_of(join: str, said: str, suit: str, text: str, whole: Read) -> list[str]:
    """Return the conditions that a piece of a rule may say; none if it says nothing."""
    if join in ("if", "when", "whenever", "unless") and _ALWAYS.fullmatch(said):
        return [""]
    if join == "unless" and _VOID.fullmatch(said):
        return [""]
    if join in _OF_WHEN and _CAN_FOLLOW.fullmatch(said):
        return [f"count of hand in led.suit {'= 0' if join == 'unless' else '> 0'}"]
    if join in _OF_WHEN and _OUT_OF_SUIT.fullmatch(_HAVING.sub("", said)):
        return ["following and count of hand in led.suit = 0"]
    is_before = join in ("until", "till", "before", "unless")
    said = re.sub(r"^(?:the )?opening lead$", "trick 1", _DISCARDED.sub(r"\1s played", said))
    broken, led = _BROKEN.fullmatch(said) if not _ALL.search(said) else None, _LED.fullmatch(said)
    if broken is not None:
        of = broken["of"] or ""
        named = suit if of in ("", *_IT) else next((one for one in suits_of(text) if one.rstrip("s") == of), "")
        is_unbroken = is_before != bool(broken["not"] or broken["no"])
        if named or said in declared(text):
            return [_unplayed(named, text, is_unbroken=is_unbroken)]
    if led is not None and (suits := [one for one in suits_of(text) if one.rstrip("s") == led[1]]):
        return [f"{'not ' if is_before else ''}led in {suits[0]}"]
    if join in ("until", "till", "before", "after") and (found := whole(f"{join.replace('till', 'until')} {said}")):
        return [one for one in found if not _ALL.search(said) or "every " in one]
    found = [one for one in whole(said) if join in _OF_WHEN or _OF_TIME.search(one)]
    if _ALL.search(said):
        found = [one for one in found if "every " in one]
    if join in ("until", "till", "before", "after"):
        found = [_TIME.sub(r"\1 > " if join == "after" else r"\1 >= ", one) for one in found]
    return [opposite(one) for one in found] if is_before else found


_TIME: Final = re.compile(r"^(trick_number|deal) = (?=\d+$)")


def _unplayed(suit: str, text: str, *, is_unbroken: bool) -> str:
    """Return that no card of a suit was played yet, or one was, by the name that the game has for it."""
    told = (_DEFINED.search(one) for one in with_parents(text))
    name, of = next(((one[1], one[2]) for one in told if one is not None), ("", ""))
    if name and (of == suit or not suit or (of == "trumps" and suit in trumps_of(text))):
        return f"not {name}" if is_unbroken else name
    return f"count of played in {suit} {'= 0' if is_unbroken else '> 0'}"


_IT: Final = ("they", "it", "the suit", "that suit", "one")
_DEFINED: Final = re.compile(r"\blet (\w+) = count of played in (\w+) > 0(?= *(?:\n|#|\}))")
