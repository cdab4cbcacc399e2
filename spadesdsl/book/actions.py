"""What happens in which order, in English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.rules.parts import Award, By, Fix, Give, MakeBid, Redeal, Show, Shuffle, Skip
from spadesdsl.rules.terms import Const, Term, ZoneRef
from spadesdsl.words import words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.book.english import English
    from spadesdsl.rules.parts import Action

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def sentence(text: str) -> str:
    """Return text as a sentence: with a capital and a full stop."""
    text = text.strip()
    first = next((at for at, letter in enumerate(text) if letter.isalnum()), 0)
    text = text[:first] + text[first : first + 1].upper() + text[first + 1 :]
    text = re.sub(r",+(?=[,:;])", "", text)
    return text if text.endswith((".", ":", "?", "!")) else f"{text}."


def counted(number: int, thing: str) -> str:
    """Return `three cards`."""
    word = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{word} {thing if number == 1 else f'{thing}s'}"


class Actions:
    """Says what happens."""

    def __init__(self, says: English, label: Callable[[str], str]) -> None:
        self.says = says
        self.label = label

    def turns(self, by: By[Term] | None) -> str:
        """Say who, in which order."""
        if by is None:
            return "nobody in particular"
        if by.turns == "one":
            return self.says.noun(by.who) if by.who is not None else "the player"
        noun = "side" if by.noun == "team" else by.noun
        if by.turns == "at once":
            return f"each {noun}, all at once,"
        start = f", beginning with {self.says.noun(by.start)}," if by.start is not None else ", in turn,"
        until = f" again and again until {self.says.clause(by.until)}," if by.until is not None else ""
        stop = f" stopping as soon as {self.says.clause(by.stopping)}," if by.stopping is not None else ""
        return f"each {noun}{start}{until}{stop}"

    def action(self, action: Action[Term, Term]) -> str:
        """Say one action."""
        says = self.says
        match action:
            case Give():
                return self.give(action)
            case Show(cards=cards, to=to):
                verb = "are" if cards.type.many and says.plural(cards).endswith("s") else "is"
                return f"{says.plural(cards)} {verb} shown to {says.noun(to) if to else 'everybody'}"
            case Shuffle(cards=cards):
                return f"{says.plural(cards)} is shuffled"
            case Redeal(dealer=dealer, is_new=is_new):
                new = ", and that counts as a new deal" if is_new else ""
                return f"the cards are thrown in, and {says.noun(dealer)} deals again{new}"
            case Skip(phase=phase):
                return f"the {words_of(phase)} is skipped"
            case Award(tricks=tricks, to=to):
                which = "all tricks that are left" if tricks is None else f"{says.noun(tricks)} tricks"
                return f"{says.noun(to)} is given {which}"
            case MakeBid(bid_type=name, arguments=arguments):
                return f"the bid is now {self.says.made(name, arguments)}"
            case Fix(name=name, value=value):
                return f"*{words_of(name)}* is {says.noun(value)}"

    def give(self, give: Give[Term, Term]) -> str:
        """Say how cards move."""
        says = self.says
        source = says.plural(give.source)
        number = give.number.value if give.number is not None and isinstance(give.number, Const) else None
        if give.number is None:
            what = source if give.source.type.many or isinstance(give.source, ZoneRef) else f"the card {source}"
        elif isinstance(number, int) or (number is not None and getattr(number, "denominator", 0) == 1):
            what = counted(int(number), "card")
            what += "" if isinstance(give.source, ZoneRef) and give.source.zone == "stock" else f" from {source}"
        else:
            what = f"{says.noun(give.number)} cards from {source}"
        if give.each is not None:
            target = f"each {give.each}"
            target += f", beginning with {says.noun(give.start)}" if give.start is not None else ""
        else:
            target = says.noun(give.to)
        face = ", face up" if give.face_up else ""
        seen = f", seen by {says.noun(give.seen_by)}" if give.seen_by is not None else ""
        is_one = what.startswith("one ") or (give.number is None and isinstance(give.source, ZoneRef))
        return f"{what} {'goes' if is_one else 'go'} to {target}{face}{seen}"
