"""Read an English condition or amount by its parts: who, what they did, how many, of what; and say it in the language.

Each part has its own short list of words, and each combination of parts is read: `when the partner has bid nil`,
`a side has taken fewer tricks than it bid`, `10 for each heart`. Which of the forms is meant the check decides, and
how likely each sentence is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import Frozen, field
from spadesdsl.repair.bundled import (
    amounts,
    bids_of_nothing,
    counted,
    declared,
    is_shipped,
    long_names,
    options_of,
    rules_of,
    scored,
    suits_of,
    with_parents,
)
from spadesdsl.repair.concepts import alike
from spadesdsl.repair.deeds import DONE, HOW_MANY, PEOPLE, PRONOUNS, deeds
from spadesdsl.repair.lines import rates
from spadesdsl.repair.spoken import done_by_names
from spadesdsl.repair.standings import standing
from spadesdsl.repair.synonyms import ALL, ORDINALS, meant_by
from spadesdsl.repair.text import CARD, with_cards
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.places import NAMING
from spadesdsl.syntax.sentences import KEYWORDS
from spadesdsl.syntax.wordlist import NOUNS, RESERVED
from spadesdsl.words import NUMBER, NUMBERS, in_figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


_AMOUNT: Final = re.compile(
    rf"(?P<minus>minus |- ?|lose |a penalty of |penalty )?(?P<number>{NUMBER})(?: points?)?(?P<off> off)? "
    r"(?:(?P<each>per|a|for (?:each|every|a))|for)(?: (?:the|an?|all|all the|taking|winning|capturing|making))* "
    r"(?P<what>.+)"
)
_MOST: Final = 3
"""How many readings of one part are tried."""
_DEEPEST: Final = 6


def condition_of(said: str, text: str) -> str:
    """Return a condition that English or a program says, as the scoring of a file has it; empty if none is read."""
    for sign, written in (("==", "="), ("&&", "and"), ("||", "or")):
        said = said.replace(sign, written)
    said = re.sub(r"^(?:set|failed|missed|lost|down)$", "not made", said)
    found = Reader("scoring", text).whole(re.sub(r"\b(\w+) (\d+)$", r"\1 = \2", said), is_condition=True)
    return found[0] if found else ""


@lru_cache(maxsize=4096)
def _is_read(text: str) -> bool:
    """Tell whether a text can be read as a condition or an amount."""
    return grammar().begin(f"variant x {{\n  play {{ let x = ({text}) }}\n}}\n").run() is not None


@lru_cache(maxsize=4)
def _known(text: str) -> frozenset[str]:
    """Return the names that a game has, and the words of the language."""
    own = (*declared(text), *amounts(text), *options_of(text), *(name for _, name in rules_of(text)), *suits_of(text))
    own = (*own, *_DECLARED_HERE.findall(text))
    told = (word for one in patterns().values() for word in re.findall("[a-z]+", one))
    words = (*(name for _, name in PROPERTIES), *GLOBALS, *NOUNS, *RESERVED, *KEYWORDS, *told, *_FREE)
    return frozenset((*own, *words, *(f"{noun}s" for noun in NOUNS)))


def unknown_names(said: str, text: str) -> set[str]:
    """Return the names in a text of the language that a game does not have."""
    return set(_NAME.findall(said)) - _known(text)


_NAME: Final = re.compile(r"(?<![\w.])[a-z_][a-z_0-9]+")
_DECLARED_HERE: Final = re.compile(rf"(?:\b(?:{'|'.join(sorted(NAMING))}|add|topped by)|,) ([a-z]\w*)")
_FREE: Final = (
    "card", "cards", "rank", "suit", "player", "bid", "stock", "discards", "min", "max", "abs", "rounded_down", "empty",
    "whole", "sure_of_the_rest", "count", "sum", "most", "least", "highest", "lowest", "random", "holder", "nothing",
    "longest_run", "final_run", "shared", "cancel", "everyone",
)  # fmt: skip


class Reader(Frozen):
    """Reads English by its parts."""

    section: str
    text: str
    """The file."""
    is_free: bool = False
    known: dict[tuple[str, bool], list[str]] = field(default_factory=dict)

    def whole(self, said: str, *, is_condition: bool) -> list[str]:
        """Return what a text may be in words of the language."""
        names = long_names(self.text)
        found = (
            one
            for known in (names.difference(_PROPERTIES), names, ())
            for kind in ((True,) if is_condition else (False, True))
            for one in self.read(_plain(said, known), is_condition=kind)
        )
        if "made" not in declared(self.text) and re.search(r"\b(?:if|when) taken = contract\b", self.text_of_all):
            # Where only an exact bid scores, who takes more has failed too.
            found = (
                _LESS_OR_MORE.sub(lambda one: f"taken {'!=' if one[1] == '<' else '='} contract", one) for one in found
            )
        if self.section in ("scoring", "ending"):
            found = (_ANY_SIDE.sub("", one) for one in found)  # which of them it is, a line asks of each
        return list(dict.fromkeys(islice(filter(self._is_known, found), 2 * _MOST)))

    @property
    def text_of_all(self) -> str:
        """The file and what it builds on."""
        return "\n".join(with_parents(self.text))

    def _is_known(self, said: str) -> bool:
        """Tell whether this game, or any other that is shipped, has all names that are read."""
        return all(map(is_shipped, unknown_names(said, self.text)))

    def read(self, said: str, *, is_condition: bool, depth: int = 0) -> list[str]:
        """Return what a part may be."""
        said = re.sub(r" (?:yet|already|so far)$", "", said.strip(" ,"))
        if is_condition and _UNFINISHED.match(said):
            return []  # an amount that ends too early
        if (said, is_condition) not in self.known and depth < _DEEPEST:
            self.known[said, is_condition] = []
            number = meant_by(f"‹{said}›")
            suit = f"{said}s" in suits_of(self.text)
            if suit and is_condition:
                found = [f"card in {said}s"] if self.section == "play" else []
            elif said and _is_read(said) and not _ENGLISH.search(said) and (depth or self._is_known(said)):
                found = [number if number.isdigit() and not is_condition else said]
            else:
                forms = self._forms(said, depth + 1, is_condition=is_condition)
                read = (one for one in forms if _is_read(one) and not (is_condition and one.isdigit()))
                found = list(dict.fromkeys(islice(read, _MOST)))
            if is_condition:
                of = {"play": "card is", "scoring": "cards_won includes"}.get(self.section, "hand includes")
                found = [f"{of} {one}" if CARD.fullmatch(one) else one for one in found]
                if self.section in ("scoring", "ending"):
                    found = [one for one in found if not _OF_PLAY.search(one)]
            self.known[said, is_condition] = found
        return self.known.get((said, is_condition), [])

    def _forms(self, said: str, depth: int, *, is_condition: bool) -> Iterator[str]:
        """Yield what a row of the table says for all of a part, what its parts say, and what it is in fewer words."""
        for row in ALL:
            found = row.regex().fullmatch(said)
            if found is not None:
                yield from (row.meaning(found, written) for written in row.written)
        yield from self._conditions(said, depth) if is_condition else self._amounts(said, depth)
        if self.is_free:
            yield from alike(said, "condition" if is_condition else "amount", self.section, self.text)
        less = _ARTICLE.sub("", said)
        if less != said:
            yield from self.read(less, is_condition=is_condition, depth=depth)

    def _conditions(self, said: str, depth: int) -> Iterator[str]:
        if told := standing(said, self.section, self.text):
            yield told
        yield from self._negated(_NOT_ALL.fullmatch(said), depth)
        if (one := _BOTH_OF_ONE.fullmatch(said)) is not None:
            who = "member" if scored(self.text) == "team" and self.section == "scoring" else PEOPLE[one["who"]]
            for inner in self.read(one["both"], is_condition=True, depth=depth):
                yield f"{HOW_MANY.get(one['many'], 'some')} {who} has ({inner})"
        for join in (" or ", " and "):
            parts = re.split(rf",?{join}|,? (?:but )?(?=with no |without )" if join == " and " else rf",?{join}", said)
            read = [self.read(part, is_condition=True, depth=depth) for part in parts]
            if len(parts) > 1 and all(read):
                yield join.join(one[0] for one in read)
        yield from self._negated(_NEGATED.fullmatch(said), depth)
        if (timed := _TIMED.fullmatch(said)) is not None:
            number = f"{'deal' if timed[2] == 'deal' else 'trick_number'} = {timed[3]}"
            yield from (f"{one} and {number}" for one in self.read(timed[1], is_condition=True, depth=depth))
        for pattern, form in _HELD:
            held = pattern.fullmatch(said)
            part = "" if held is None else held[held.lastindex or 1]
            yield from (form.format(one) for one in self.read(part, is_condition=form == "{}", depth=depth))
        some = _SOME.fullmatch(said)
        if some is not None:
            many, who = HOW_MANY.get(some["many"], "some"), PEOPLE[some["who"]]
            if many == "some" and who == "player" and self.section == "scoring" and scored(self.text) == "team":
                who = "member"  # of the others the side has nothing
            for inner in self.read(some["rest"], is_condition=True, depth=depth):
                yield _said_of(f"{many} {'team' if who == 'side' else who}", inner)
        if (one := _ANYBODY.fullmatch(said)) is not None:
            for inner in self.read(one[2], is_condition=True, depth=depth):
                yield from (_said_of(PRONOUNS[one[1]], inner),) if " " in inner else ()
        if _ALL_TRICKS.fullmatch(said):
            yield "every opponent has taken = 0"
        held = _HELD_BID.fullmatch(said)
        if held is not None and held[1] in bids_of_nothing(self.text):
            done = f"bid is {held[1]} and taken {'= 0' if held[2] in _KEPT else '> 0'}"
            yield f"some member has ({done})" if self.section == "scoring" and scored(self.text) == "team" else done
        if self.section == "scoring" and (one := _NTH_WON.fullmatch(said)) is not None:
            yield f"{'last_trick' if one[1] in ('last', 'final') else '(first of tricks)'}.winner in members"
        without = _WITHOUT.fullmatch(said)
        if without is not None and (suit := f"{without[1].removesuffix('s')}s") in suits_of(self.text):
            yield f"count of {'cards_won' if self.section == 'scoring' else 'hand'} in {suit} = 0"
        for inner in [] if without is None else self.read(without[1], is_condition=False, depth=depth):
            added = counted(self.text).get(inner)
            if added is not None and self.section == "scoring":
                yield f"{added} = 0"  # what comes of this deal, and not what was counted before
            elif inner in _AMOUNTS or inner in amounts(self.text) or inner.startswith("count of "):
                yield f"{inner} = 0"
        apart = _APART.fullmatch(said)
        if apart is not None:
            sides = [self.read(apart[one], is_condition=False, depth=depth) for one in ("left", "by", "right")]
            is_equal = apart["exactly"] or (apart["is"] and sides[0] and sides[0][0] in ("taken", "contract"))
            sign = "=" if is_equal else ">=" if apart["more"] else "<="
            if all(sides):
                yield f"{sides[0][0]} {sign} {sides[2][0]} {'+' if apart['more'] else '-'} {sides[1][0]}"
        most = _MOST_OF.fullmatch(said)
        if most is not None:
            is_most = most["most"] or most["more"] or most["bids"]
            whose, which = f"{scored(self.text)}s", "most" if is_most else "least"
            what = "contract" if most["bids"] else most["what"] or _THINGS.get(most["thing"], most["thing"])
            if what in _AMOUNTS or what in amounts(self.text):
                yield f"{what} = {which} of {what} over {whose}"
        nth = _WHICH.fullmatch(said)
        if nth is not None:
            sign = "=" if not nth[1] else ">=" if self.section == "ending" and nth[2] != "trick" else ">"
            yield f"{'trick_number' if nth[2] == 'trick' else 'deal'} {sign} {nth[3]}"
        atom = DONE.fullmatch(said)
        if atom is not None:
            yield from deeds(atom, self.section, self.text)
        elif self.section == "scoring" and (count := DONE.fullmatch(f"takes {said}")) is not None:
            yield from deeds(count, self.section, self.text)
        yield from done_by_names(said, self.text)
        yield from self._of_two(_SIGNS_SAID, said, depth)

    def _negated(self, found: re.Match[str] | None, depth: int) -> Iterator[str]:
        said = "" if found is None else found[found.lastindex or 1]
        for inner in self.read(said, is_condition=True, depth=depth):
            yield f"not ({inner})" if " " in inner else f"not {inner}"

    def _of_two(self, signs: Iterable[tuple[str, re.Pattern[str]]], said: str, depth: int) -> Iterator[str]:
        """Yield what two amounts with a sign between them say."""
        for sign, pattern in signs:
            left, found, right = _parted(pattern, said)
            sides = [self.read(one, is_condition=False, depth=depth) for one in (left, right)] if found else []
            if sides and all(sides):
                is_thing = sides[0][0] in _NO_AMOUNTS
                yield f"{sides[0][0]} {_IS.get(sign, sign) if is_thing else sign} {sides[1][0]}"

    def _amounts(self, said: str, depth: int) -> Iterator[str]:
        for pattern in _IF:
            parts = pattern.fullmatch(said)
            if parts is not None:
                when = self.read(parts["when"], is_condition=True, depth=depth)
                then, other = (self.read(parts[one], is_condition=False, depth=depth) for one in ("then", "other"))
                if when and then and other:
                    yield f"if {when[0]} then {then[0]} else {other[0]}"
        ranked = [self.read(one, is_condition=False, depth=depth) for one in _ELSE.split(said)]
        if len(ranked) > 1 and all(ranked):
            yield ", else ".join(one[0] for one in ranked)
        yield from self._of_two(_CALCULATIONS, said, depth)
        of = _OF.fullmatch(said)
        if of is not None:
            for inner in self.read(of[1], is_condition=False, depth=depth):
                yield f"count of {inner}"
        of = _PART_OF.fullmatch(said)
        if of is not None and (of[1] in _PROPERTIES or of[1] in long_names(self.text)):
            for inner in self.read(of[2], is_condition=False, depth=depth):
                yield f"{inner}.{of[1]}"
        yield from self._amount(said, depth)
        yield from done_by_names(said, self.text)
        each = [next(self._amount(one, depth), "") for one in _LISTED.split(said)]
        if len(each) > 1 and all(each):
            yield " + ".join(f"({one})" if one.startswith("if ") else one for one in each)
        less = _MINUS.fullmatch(said)
        costs = [] if less is None else self.read(less[1], is_condition=False, depth=depth)
        yield from (f"-{one}" for one in costs if " " not in one)

    def _amount(self, said: str, depth: int) -> Iterator[str]:
        """Yield what so much for something says."""
        atom = _AMOUNT.fullmatch(said)
        number = "" if atom is None else meant_by(f"‹{atom['number']}›")
        if atom is not None and (atom["minus"] or atom["off"]):
            number = f"-{number}"
        if atom is not None and atom["each"]:
            yield from rates(atom["what"], number, self.text)
        elif atom is not None:
            whens = self.read(atom["what"], is_condition=True, depth=depth)
            yield from (f"if {when} then {number} else 0" for when in whens)


def _said_of(who: str, said: str) -> str:
    """Write what is said of some players: what they did, or what they have."""
    done = _DONE.match(said)
    return f"{who} has {said}" if done is None else f"{who} did {said[done.end() :]}"


_DONE: Final = re.compile(r"(?:some member|player) did ")


def _plain(said: str, known: Iterable[str]) -> str:
    """Write signs and cards of a text as the language does, and names that are written apart as one word."""
    said = said.replace("×", "*").replace("−", "-").replace("–", "-").replace(" is so", "")
    said = re.sub(r"(?<![\w.])(\d+)\+(?= [a-z])", r"\1 or more", re.sub(r"\bfail(?:s|ed)? to\b", "does not", said))
    said = re.sub(r"\b(took|taken|takes?|won|wins?|gets?|got|made|makes?) (?:nothing|none)\b", r"\1 no tricks", said)
    said = re.sub(
        r"\b(?:was|were|is|are|gets?|got) dealt (?=no\b|an?\b|the\b|\d|(?:at least|only|more|fewer)\b)", "has ", said
    )
    said = re.sub(
        rf"\b(?:{_WHOEVER}) (?:has|have) (?:trumped|ruffed)(?: in)?\b|\ba trump (?:has been|was) played\b",
        "trumps are broken",
        said,
    )
    said = _BID_AND_MADE.sub(lambda one: f"bids {one[1] or one[2]} and made", said)
    said = re.sub(r"^(?:(?:you|they|we|it) )?(?:were|was|had been) (?=\d)", "", said)
    said = re.sub(r"(?<= behind) (?:before|at the start of) (?:this|the) (?:hand|deal)$", "", said)
    said = in_figures(with_cards(re.sub(r"\b(?:nought|zero)\b", "0", said.replace(" a single ", " a "))))
    said = _NTH.sub(
        lambda one: f"{one[2] or one[3]} {meant_by(f'‹{one[1] or one[4]}›')}", _OR_MORE.sub(r"\1 or \3 \2", said)
    )
    names = "|".join(one.replace("_", "[ -]") for one in sorted(known, key=len, reverse=True)) or "(?!)"
    return re.sub(rf"(?<![\w.])(?:{names})(?!\w)", lambda one: re.sub("[ -]", "_", one[0]), said)


_SO_MANY: Final = rf"((?:at least )?(?:{NUMBER})(?: or (?:more|better|higher))?)(?: tricks)?"
_BID_AND_MADE: Final = re.compile(
    rf"\b(?:an? )?bid(?:s|ding)? (?:of )?{_SO_MANY},? (?:(?:and|that|which) )?(?:(?:(?:is|was) )?made|mak(?:es?|ing))"
    rf"(?: (?:it|them))?$|\bbid(?:s|ding)? and mak(?:es?|ing) {_SO_MANY}$"
)
_WHOEVER: Final = "somebody|someone|anybody|anyone|a player|one"
_ANY_SIDE: Final = re.compile(r"^some (?:team|player) has (?=every opponent has taken = 0$)")
_LESS_OR_MORE: Final = re.compile(r"\btaken (<|>=) contract\b")
_OR_MORE: Final = re.compile(rf"\b({NUMBER}) (tricks|points|cards|[a-z]+s) or (more|better|higher|less|fewer|lower)\b")
_NTH: Final = re.compile(
    rf"\b(?:the )?({'|'.join(ORDINALS)}) (trick|deal|hand|round)\b(?!s)|"
    rf"\b(?:the )?(trick|deal)(?: number)? ({'|'.join(NUMBERS)})\b"
)


def _parted(pattern: re.Pattern[str], said: str) -> tuple[str, str, str]:
    """Return what is before and after the last sign of a kind that is in no brackets."""
    for found in reversed(list(pattern.finditer(said))):
        if said.count("(", 0, found.start()) == said.count(")", 0, found.start()):
            return said[: found.start()], found[0], said[found.end() :]
    return said, "", ""


_UNFINISHED: Final = re.compile(r"if\b.*\bthen\b(?!.*\b(?:else|otherwise)\b)")
_ARTICLE: Final = re.compile(r"\b(?:the|an?(?! (?:player|opponent|member|team)\b)|that is|who is|so far) ")
_ENGLISH: Final = re.compile(
    r"\b(?:it|they|you|he|she|we|an|the|at|bid of|or (?:more|less|fewer|better))\b|"
    r"\bis (?:highest|lowest|most|best)(?= and\b| or\b|$)"
)
_ALL_TRICKS: Final = re.compile(r"(?:all|every)(?: of)?(?: the)? tricks?")
_OF_PLAY: Final = re.compile(r"\b(?:trick_number|leading|following|card (?:not )?in|card is)\b")
"""What says nothing once the deal is scored."""
_NTH_WON: Final = re.compile(
    r"(?:(?:takes?|wins?|took|won|taking|winning) )?(?:the )?(last|final|first|trick 1)(?: trick)?(?: won| taken)?"
)
_HELD_BID: Final = re.compile(
    r"(?:an? |the )?([a-z]\w*) (?:is |was )?(made|makes it|succeeds|failed|fails|set|lost|broken)"
)
_KEPT: Final = ("made", "makes it", "succeeds")
_NOT_ALL: Final = re.compile(r"(?:it is )?not (?:true|the case) that (.+)")
_NEGATED: Final = re.compile(
    r"(?:(?:it|he|she|they|you) (?:is|are) )?not (.+)|"
    r"(.+) (?:does not hold|is not so|is not true)"
)
_TIMED: Final = re.compile(r"(.+?) (?:on|in|during|to) (?:the )?(trick|deal) (\d+)")
"""What is so on one trick or one deal."""
_HELD: Final = (
    (re.compile(r"(?:it|there|that) is (.+)|(.+) (?:holds|is true)"), "{}"),
    (re.compile(r"(.+) is (?:a )?whole(?: number)?"), "{} is whole"),
    (re.compile(r"(?:a |the )?card (?:that |which )?(?:is )?(?:in|of) (.+)"), "card in {}"),
    (re.compile(r"(?:a |the )?card (?:that |which )?(?:is )?not (?:in|of) (.+)"), "card not in {}"),
)
_BOTH_OF_ONE: Final = re.compile(
    r"(?P<many>an?|some|any|one|either|every|each|no) (?P<who>player|partner|member) (?:(?:who|that|has|have) )*"
    r"(?P<both>.+? and (?!(?:the|an?|some|any|every|each|no|both|all|partner|dealer|side|team|it|they) ).+)"
)
_SOME: Final = re.compile(
    rf"(?P<many>{'|'.join(HOW_MANY)}|an?(?= (?:player|opponent|member)\b)) "
    rf"(?:of )?(?:the )?(?P<who>{'|'.join(PEOPLE)})s?(?:'s?)?"
    r"(?: (?:has|have|had))? (?P<rest>.+)"
)
_ANYBODY: Final = re.compile(
    rf"({'|'.join(name for name, who in PRONOUNS.items() if who and '?' not in name)}) (?:(?:has|have|had) )?(.+)"
)
_AMOUNTS: Final = frozenset(("taken", "contract", "extra", "score", "behind", "subtotal"))
_THINGS: Final = {"tricks": "taken", "points": "score", "bid": "contract"}
_WITHOUT: Final = re.compile(r"(?:(?:has|have|had|with|there (?:is|are|was|were)) )?(?:no|without(?: any)?|zero) (.+)")
_APART: Final = re.compile(
    rf"(?P<left>.+?) (?:(?P<is>is |are )(?!at least)|is |are |has )?"
    rf"(?:(?P<exactly>exactly )|at least )?(?P<by>{NUMBER}|[a-z])(?: points| tricks)? "
    r"(?:(?P<more>(?:or )?more than|over|above|higher than|ahead of|beyond|past)"
    r"|less than|fewer than|under|below|short of) "
    r"(?:the )?(?P<right>.+)"
)
_MOST_OF: Final = re.compile(
    r"(?P<what>\w+) (?:is|are|was) (?:the )?"
    r"(?:(?P<most>most|highest|largest|biggest|greatest)|fewest|lowest|least|smallest)"
    r"(?: of (?:all|any)(?: \w+)?)?|"
    r"(?:(?:the )?(?:player|side|team|you|they|who) )?(?:(?:has|have|had|with|took|takes|won|wins|made) )?(?:the )?"
    r"(?:(?P<more>most|highest|biggest)|fewest|lowest|least) (?P<thing>tricks|score|points|bid|contract|\w+)|"
    r"(?P<bids>(?:bids?|bidding) (?:the )?(?:most|more|highest|higher))"
)
_SIGNS_SAID: Final = tuple(
    (sign, re.compile(rf"(?<!,) (?:(?:is|are|has|was) )?(?:{words}) "))
    for sign, words in (
        (">=", r"at least|>=|≥|no less than|not less than"), ("<=", r"at most|<=|≤|no more than|not more than"),
        (">", r"more than|greater than|above|over|>"), ("<", r"less than|fewer than|below|under|<"),
        ("!=", r"is not|!=|≠"), ("=", r"is|are|=|equals|exactly"),
    )
)  # fmt: skip
_ELSE: Final = re.compile(r",? (?:otherwise|or else|else|if none|failing that),? (?:the )?")
_WHICH: Final = re.compile(r"(?:(?:on|in|during|for|it is|(after)) )?(?:the )?(deal|hand|trick)(?: number)? (\d+)")
_IF: Final = (
    re.compile(r"(?P<then>.+?),? (?:if|when) (?P<when>.+?),? (?:otherwise|or else|else) (?P<other>.+)"),
    re.compile(
        r"(?P<then>.+?),? (?:if|when) (?P<when>.+?)[,;]? (?:and )?(?P<other>\S+) (?:otherwise|or else|else|if not)"
    ),
    re.compile(
        r"(?:if|when) (?P<when>.+?)(?:,? then|[:,]) (?P<then>.+?)[,;]? (?:otherwise|or else|else):?,? (?P<other>.+)"
    ),
    re.compile(
        r"(?P<when>[\w. ]+(?:[=<>][^:,;]+)?): (?P<then>[^:]+?)[,;]? (?:otherwise|or else|else):?,? (?P<other>.+)"
    ),
)
_NO_AMOUNTS: Final = frozenset(("card", "led", "player", "partner", "dealer", "leader", "bid"))
_IS: Final = {"=": "is", "!=": "is not"}
_CALCULATIONS: Final = tuple(
    (sign, re.compile(pattern))
    for sign, pattern in (("+", r" (?:\+|plus) "), ("-", r" (?:-|minus) "), ("*", r" ?(?:\*| times ) ?"))
)
_LISTED: Final = re.compile(r",? (?:and|plus) |, (?:and |plus )?")
_MINUS: Final = re.compile(r"(?:minus|loses?) (.+?)(?: points)?")
_OF: Final = re.compile(r"(?:the )?(?:number|count) of (?:cards (?:in|of) )?(?:the )?(.+)")
_PART_OF: Final = re.compile(r"(?:the )?(\w+) of (?:the |that )?(.+)")
_PROPERTIES: Final = frozenset((*(name for _, name in PROPERTIES), *GLOBALS, "n", "s"))
