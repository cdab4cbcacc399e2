"""The table and the deck: seats, zones, suits, ranks and cards, without those that are removed."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from spadesdsl.check.constants import NOBODY, value_of
from spadesdsl.check.findings import Findings, Mistake, mistake
from spadesdsl.check.resolved import Resolution, Resolved, info_of
from spadesdsl.check.types import NOBODY_ASKED, THE_CARD, want
from spadesdsl.diagnostics import Guess, guess, warning
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import Face, Zone
from spadesdsl.rules.operations import RANK
from spadesdsl.rules.parts import Order
from spadesdsl.rules.terms import Const, Kind, OptionRef
from spadesdsl.rules.walking import walk
from spadesdsl.syntax import bodies, expressions, nodes
from spadesdsl.words import RANK_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.check.checker import Checker
    from spadesdsl.source import Span


class Table(Frozen):
    """Seats, zones and cards by name."""

    seats: tuple[str, ...]
    dummies: tuple[int, ...]
    zones: dict[str, Zone]
    suits: tuple[str, ...]
    """Low to high."""
    ranks: tuple[str, ...]
    """Low to high."""
    faces: tuple[Face, ...]
    added: dict[str, Resolved]
    """Cards that the deck adds, by name."""
    suitless: frozenset[str]
    """Added cards that the file puts in no suit."""

    @property
    def card_count(self) -> int:
        """How many cards the deck has."""
        return sum(face.count for face in self.faces)

    def face_index(self, name: str) -> int | None:
        """Return the index of a card by name."""
        return next((at for at, face in enumerate(self.faces) if face.name == name), None)


def lay_table(resolution: Resolution, findings: Findings) -> Table | None:
    """Work out the table and the whole deck; None if something that everything else needs is missing."""
    seats = _words(resolution, "table", "seats", findings)
    suits = _words(resolution, "deck", "suits", findings)
    ranks = _words(resolution, "deck", "ranks", findings)
    if seats is None or suits is None or ranks is None:
        return None
    ranks = tuple(reversed(ranks))
    if (cards := findings.attempt(partial(_faces, resolution, suits, ranks))) is None:
        return None
    return Table(seats, _dummies(resolution, seats, findings), _zones(resolution, findings), suits, ranks, *cards)


def _words(resolution: Resolution, section: str, keyword: str, findings: Findings) -> tuple[str, ...] | None:
    if (resolved := resolution.one(section, keyword)) is None:
        return None
    words = [word_of(value) for value in resolved.rule.values]
    wrong = next((one for one in resolved.rule.values if not word_of(one)), None)
    if wrong is not None:
        findings.note(_joined(keyword, wrong))
        return None
    number = next((one for one in resolved.rule.values if isinstance(one, expressions.Number)), None)
    if number is not None and keyword in ("seats", "suits"):
        of = "players" if keyword == "seats" else "suits"
        hint = "write each by its name"
        if keyword == "seats" and len(words) == 1 and number.value in (3, 4):
            hint = f"write `seats {', '.join(_COMPASS[: int(number.value)])}`"
        message = f"`{keyword}` is a list of the names of the {of}, and `{words[0]}` is a number."
        findings.error("E118", number.span, message, hint)
        return None
    double = next((word for word, times in Counter(words).items() if times > 1), None)
    if double is not None:
        span = resolved.rule.values[len(words) - 1 - words[::-1].index(double)].span
        findings.error("E402", span, f"`{double}` is in `{keyword}` twice.", "leave out one of them")
        return None
    if keyword == "suits":
        _check_initials(resolved, words, findings)
    letter = next((one for one in resolved.rule.values if isinstance(one, expressions.RankName)), None)
    if keyword == "seats" and letter is not None:
        message = f"`{letter.rank}` alone is read as a rank, so that no rule and no example can name this seat."
        longer = next((name for name in _COMPASS if name.startswith(letter.rank)), "")
        name = Guess(letter.rank, longer) if longer else "write a name of two letters or more"
        findings.add(warning("W537", letter.span, message, name))
    spelt = [RANK_WORDS.get(word.lower(), word) for word in words] if keyword == "ranks" else list(words)
    if spelt != list(words):
        first = next(at for at, word in enumerate(words) if word != spelt[at])
        message = f"A rank is called by its sign on the card, so that `{words[first]}` is `{spelt[first]}`."
        hint = f"write `{', '.join(spelt)}` for `{', '.join(words)}`"
        findings.error("E118", resolved.rule.values[first].span, message, hint)
        return None
    return tuple(words)


_COMPASS: Final = ("North", "East", "South", "West")
"""The names of seats that most files have."""


def _joined(keyword: str, item: expressions.Expr) -> Mistake:
    """Refuse what is no single thing in a list of names or cards."""
    hint = f"write `,` for `{item.operator}`" if isinstance(item, expressions.Binary) else "write each by its name"
    return mistake("E118", item.span, f"`{keyword}` is a list with a comma between two of its things.", hint)


def _check_initials(resolved: Resolved, words: Sequence[str], findings: Findings) -> None:
    seen: dict[str, str] = {}
    for word, value in zip(words, resolved.rule.values, strict=True):
        other = seen.setdefault(word[:1].upper(), word)
        if other != word:
            message = f"`{other}` and `{word}` begin with the same letter, so a card's name would not say its suit."
            findings.error("E403", value.span, message, "call one of them something else")


def _labels(rule: nodes.Rule) -> dict[str, str]:
    """Return how people read the things that a list declares, where it says so."""
    items = rule.body.items if isinstance(rule.body, bodies.Values) else ()
    return {word_of(one.item): one.label for one in items if isinstance(one, bodies.Labelled)}


def choice_of(body: bodies.Body) -> str:
    """Return the word of a sentence that takes one from a closed list."""
    match body:
        case bodies.Word(word=word):
            return word
        case bodies.Amount(value=value):
            return word_of(value)
        case _:
            return ""


def word_of(value: expressions.Expr) -> str:
    """Return a value of a declaration as its word."""
    match value:
        case expressions.Name(name=name):
            return name
        case expressions.RankName(rank=rank):
            return rank
        case expressions.CardName(rank=rank, suit=suit):
            return rank + suit
        case expressions.Number(value=number):
            return str(number)
        case expressions.Truth(word=word):
            return word
        case _:
            return ""


def _dummies(resolution: Resolution, seats: Sequence[str], findings: Findings) -> tuple[int, ...]:
    resolved = resolution.one("table", "dummy")
    found = []
    for value in resolved.rule.values if resolved else ():
        word = word_of(value)
        if word in seats:
            found.append(seats.index(word))
        else:
            message = f"There is no seat `{word}` to be the dummy."
            findings.error("E404", value.span, message, guess(word, seats) or f"the seats are {', '.join(seats)}")
    return tuple(sorted(found))


def _zones(resolution: Resolution, findings: Findings) -> dict[str, Zone]:
    zones = {}
    for resolved in resolution.of("table", "zone"):
        rule = resolved.sentence(nodes.Zone)
        name = rule.name or ""
        if rule.seen_by is not None and (rule.each is None or word_of(rule.seen_by) != "player"):
            message = "A zone that each player has is seen by its owner, or by everybody."
            findings.error("E442", rule.span, message, "write `seen by player`, or `face up`")
        zones[name] = Zone(info_of(resolved), name, rule.each, rule.face is bodies.Face.UP, rule.seen_by is not None)
    return zones


def _faces(
    resolution: Resolution, suits: tuple[str, ...], ranks: tuple[str, ...]
) -> tuple[tuple[Face, ...], dict[str, Resolved], frozenset[str]]:
    packs = _pack_count(resolution)
    own = _cards_of_suits(resolution, suits, ranks)
    faces = [
        Face(ranks[rank] + suits[suit][:1].upper(), rank, suit, packs)
        for suit in range(len(suits))
        for rank in own.get(suits[suit], range(len(ranks)))
    ]
    add = resolution.one("deck", "add")
    if add is not None and (wrong := next((one for one in add.rule.values if not word_of(one)), None)) is not None:
        raise _joined("add", wrong)
    added: Counter[str] = Counter(word_of(value) for value in add.rule.values) if add else Counter()
    said = _labels(add.rule) if add else {}
    faces.extend(Face(name, None, None, count, said.get(name, "")) for name, count in added.items())
    suitless = frozenset(added) if add and add.sentence(nodes.Add).suitless else frozenset()
    return tuple(faces), dict.fromkeys(added, add) if add else {}, suitless


def _cards_of_suits(resolution: Resolution, suits: Sequence[str], ranks: Sequence[str]) -> dict[str, list[int]]:
    """Return the ranks of the suits that do not have them all."""
    found = {}
    for resolved in resolution.of("deck", "faces"):
        suit, values = resolved.rule.name or "", resolved.rule.values
        if suit not in suits:
            hint = guess(suit, suits) or f"the suits are {', '.join(suits)}"
            raise mistake("E408", resolved.rule.name_span, f"This deck has no suit `{suit}`.", hint)
        unread = next((one for one in values if not word_of(one)), None)
        if unread is not None:
            hint = f"the ranks are {', '.join(reversed(ranks))}"
            raise mistake("E408", unread.span, "`faces` lists ranks one by one, and this is none.", hint)
        listed = () if [word_of(one) for one in values] == ["none"] else values
        found[suit] = sorted({find_rank(word_of(one), ranks, one.span) for one in listed})
    return found


def _pack_count(resolution: Resolution) -> int:
    if (resolved := resolution.one("deck", "packs")) is None:
        return 1
    values = resolved.rule.values
    number = values[0] if values else None
    if isinstance(number, expressions.Number) and number.value.denominator == 1 and 1 <= number.value <= 8:
        return int(number.value)
    message = "`packs` wants a whole number from 1 to 8."
    raise mistake("E405", resolved.span, message, "leave `packs` out for one pack, or write `packs 2` for two")


def find_card(rank: str, suit: str, suits: Sequence[str], ranks: Sequence[str], span: Span) -> tuple[int, int]:
    """Return suit and rank from a card's name, which need not be in the deck."""
    initials = [name[:1].upper() for name in suits]
    if suit not in initials:
        is_turned = rank in initials and suit in ranks
        hint = f"the rank comes first: `{suit}{rank}`" if is_turned else f"the suits are {', '.join(suits)}"
        raise mistake("E408", span, f"No suit of this deck begins with `{suit}`.", hint)
    return initials.index(suit), find_rank(rank, ranks, span)


def find_rank(rank: str, ranks: Sequence[str], span: Span) -> int:
    """Return a rank of the deck by its letter."""
    if rank not in ranks:
        raise mistake("E408", span, f"This deck has no rank `{rank}`.", f"the ranks are {', '.join(reversed(ranks))}")
    return ranks.index(rank)


def rank_named(checker: Checker, rank: str, span: Span) -> Const:
    """Settle a rank by its letter, or by the number that is its name."""
    return Const(find_rank(rank, checker.symbols.table.ranks, span), RANK, span=span)


def take_out(checker: Checker) -> tuple[Table, frozenset[str]]:
    """Return the table with the deck that is played with, and the options read for it.

    The checker is one for the whole deck: its cards are looked up there.
    """
    table = checker.symbols.table
    resolved = checker.symbols.resolution.one("deck", "remove")
    out: Counter[int] = Counter()
    read: set[str] = set()
    listed = resolved.rule.values if resolved else ()
    for value in listed if len(listed) > 1 else ():
        if word_of(value) in NOBODY:
            checker.findings.error(
                "E406", value.span, f"`{word_of(value)}` takes no card out.", "take it out of the list"
            )
    for value, card in checker.findings.each(lambda value: (value, _card(checker, value, read)), listed):
        if card is None:
            continue
        out[card] += 1
        face = table.faces[card]
        if out[card] > face.count:
            times = "already" if face.count == 1 else "more often than the deck has it"
            checker.findings.error("E407", value.span, f"`{face.name}` is removed {times}.", "take it out of the list")
    if not out:
        return table, frozenset(read)
    left = ((one, one.count - out[at]) for at, one in enumerate(table.faces))
    faces = tuple(one if count == one.count else replace(one, count=count) for one, count in left if count > 0)
    return replace(table, faces=faces), frozenset(read)


def _card(checker: Checker, node: expressions.Expr, read: set[str]) -> int | None:
    if isinstance(node, expressions.Binary):
        raise _joined("remove", node)
    term = checker.typed(NOBODY_ASKED, node)
    read.update(one.name for one in walk(term) if isinstance(one, OptionRef))
    if term.type.many or term.type.kind not in (Kind.CARD, Kind.NOBODY):
        message = f"`{word_of(node)}` is not a card that can be removed."
        raise mistake("E406", node.span, message, "`remove` lists cards by rank and suit: `remove 2C, 2H`")
    if (value := value_of(want(term, Kind.CARD, "A card"), checker.symbols.options)) is None:
        message = "Which card is removed has to be known before the first deal."
        raise mistake("E406", node.span, message, "name the card, or let an option choose it")
    return value.value if isinstance(value.value, int) else None


# ---------------------------------------------------------------- orders of the ranks


def check_order(checker: Checker, resolved: Resolved) -> Order:
    """Check an order of the ranks."""
    ranks = checker.symbols.table.ranks
    rule = resolved.sentence(nodes.Ranked)
    listed = []
    for value in rule.values:
        word = word_of(value)
        if word not in ranks:
            hint = f"the ranks are {', '.join(reversed(ranks))}"
            raise mistake("E409", value.span, f"This deck has no rank `{word}`.", hint)
        if ranks.index(word) in listed:
            raise mistake("E402", value.span, f"`{word}` is in `{rule.name}` twice.", "remove one of them")
        listed.append(ranks.index(word))
    missing = [word for at, word in reversed(list(enumerate(ranks))) if at not in listed]
    if missing:
        message = f"`{rule.name}` does not say where {', '.join(missing)} {'come' if len(missing) > 1 else 'comes'}."
        raise mistake("E409", rule.name_span, message, "list every rank, high to low")
    when = checker.truth_or_none(NOBODY_ASKED.binding(card=THE_CARD), rule.when)
    return Order(checker.info(resolved), when, tuple(reversed(listed)))
