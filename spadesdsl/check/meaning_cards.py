"""Checks of meaning about the deck and the deal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise

from spadesdsl.check.checker import Checker
from spadesdsl.check.constants import constant_of, value_of
from spadesdsl.check.findings import Findings
from spadesdsl.check.options import say_value
from spadesdsl.check.tables import take_out
from spadesdsl.check.types import NOBODY_ASKED
from spadesdsl.diagnostics import Diagnostic, Guess, Note, error, warning
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Option, Rules
from spadesdsl.rules.parts import Do, Give, RuleInfo, Shuffle
from spadesdsl.rules.terms import Const, Extreme, Filter, Kind, Op, Term, ZoneRef
from spadesdsl.rules.walking import (
    all_actions,
    all_read,
    all_steps,
    options_named,
    replaced,
    terms_of,
    walk,
)
from spadesdsl.source import Span
from spadesdsl.syntax import bodies
from spadesdsl.syntax.writing import text_of

MOST_VALUES = 20
"""Of an option with more values only this many are tried."""
_SAY_WHERE = "say where they go: `give left_over: stock to discards face down`"


def cards_divide(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a deal of more cards than there are, or one that leaves some over (E420, E421)."""
    is_torn = bool(_without_suit(checker, game))  # what to say of added cards says how many others go, too
    yield from (one for one in _undivided(checker, game) if not (is_torn and one.code == "E421"))


def _undivided(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    gives, are_all = dealt_at_first(game)
    read = options_named(game.let_of, *(give.number for _, give in gives))
    for options, setting in _settings(checker, read | checker.symbols.deck_reads):
        found = list(_tell_deal(checker, game, gives, options, setting, are_all=are_all))
        yield from found
        if found:
            return


def dealt_at_first(game: Rules) -> tuple[list[tuple[RuleInfo, Give]], bool]:
    """Return the first gives from the stock, up to one that may not happen, and whether these are all."""
    found: list[tuple[RuleInfo, Give]] = []
    for step in all_steps(game):
        for action in step.actions:
            if not isinstance(action, Give) or not any(
                isinstance(one, ZoneRef) and one.zone == "stock" for one in walk(action.source)
            ):
                continue
            if not isinstance(step, Do) or not step.is_sure:
                return found, False
            found.append((step.rule, action))
    return found, True


def left_by(give: Give, left: int) -> int | None:
    """Return how many cards of the stock a `give` without a number leaves there; None if nobody can say."""
    match give.source:
        case ZoneRef():
            return 0
        case Op(op="first" | "last"):
            return left - 1
        case _:
            return None


def _settings(checker: Checker, names: set[str] | frozenset[str]) -> Iterator[tuple[dict[str, Option], str]]:
    """List the options as they are, then with one of them changed."""
    options = checker.symbols.options
    yield options, ""
    for name in sorted(names & options.keys()):
        option = options[name]
        for value in option.choices[:MOST_VALUES]:
            if value != option.value:
                words = f"{name} = {say_value(option.type, value, checker.symbols.table)}"
                yield {**options, name: replace(option, value=value)}, words


def _tell_deal(
    checker: Checker,
    game: Rules,
    gives: list[tuple[RuleInfo, Give]],
    options: dict[str, Option],
    setting: str,
    *,
    are_all: bool,
) -> Iterator[Diagnostic]:
    """Deal once, and report what is wrong."""
    left = _deck_size(checker, options)
    with_setting = f"With `{setting}`: " if setting else ""
    wanted, hands, is_first = Fraction(0), 1, False
    changed: tuple[RuleInfo, Fraction, int] | None = None
    for rule, give in gives:
        if give.number is None:
            if (rest := left_by(give, left)) is None:
                return
            left = rest
            continue
        number = constant_of(give.number, options)
        if number is None and not checker.symbols.resolution.on_deals:
            # It depends on the deal: there may be fewer cards later, but the first deal is always played.
            number = _on_first_deal(game, give.number, options)
            is_first = True
        if number is None:
            return
        hands = game.hands_of(give)
        wanted = number * hands
        if wanted > left:
            some = "1 card is wanted" if wanted == 1 else f"{wanted} cards are wanted"
            words = f"{number} cards to each of {hands} are {wanted}" if hands > 1 else some
            message = f"{with_setting}{'On the first deal ' if is_first else ''}{words}, and the stock has {left}."
            fewer = f"give {left // hands}" if left >= hands else "deal fewer cards before it"
            hint = f"{fewer}, or change the deck"
            if isinstance(give.number, Const) and left >= hands:
                hint = f"write `{left // hands}` for `{number}`, or change the deck"
            own = options[setting.partition(" ")[0]].rule if setting else None
            option = options[setting.partition(" ")[0]] if setting else None
            told = "" if option is None else _up_to(option, number, left // hands)
            if own is not None and own.document == checker.symbols.resolution.document.name:
                hint = f"leave {setting.rpartition(' ')[2]} out of its choices, or deal fewer cards"
                written = f"from {option.choices[0]} to {option.choices[-1]}" if option is not None else ""
                hint = f"write `{told}` for `{written}`, or deal fewer cards" if told else hint
                yield error("E420", own.span, message, hint, Note(rule.span, "the cards are dealt here"))
                return
            if own is not None and told and changed is None:
                # The file itself plays with another value.
                usual = checker.symbols.options[own.name].value
                hint = f"write `replace option {own.name} = {usual} {told}`, so that nobody sets more"
                yield warning("W809", _place(checker, rule, frozenset({own.name})), message, hint)
                return
            if changed is not None and rule.document != changed[0].document:
                # What the file itself deals leaves too little for a rule of its parent.
                its, each, among = changed
                most = (left + each * among - wanted) // among
                message = f"{each} cards to each of {among} leave {left} in the stock, and `{rule.keyword} {rule.name}`"
                message = f"{with_setting}{message} takes {wanted}."
                hint = f"write `{most}` for `{each}`, or change the deck" if most > 0 else "deal fewer cards"
                yield error("E420", its.span, message, hint, Note(rule.span, "these are the cards that are missing"))
                return
            lets = game.let_of
            read = options_named(lets, give.number)
            yield error("E420", _place(checker, rule, read), message, hint, *_notes(checker, rule, read))
            return
        if rule.document == checker.symbols.resolution.document.name and isinstance(give.number, Const) and hands > 1:
            changed = (rule, number, hands)
        left -= int(wanted)
    if is_first or not are_all:
        return
    is_to_each = bool(gives) and all(give.each for _, give in gives)
    leaves_many = left >= len(game.seats) and is_to_each and _is_own_edit(checker, gives[-1][0])
    if leaves_many and not _left_before(checker, gives[-1][0], hands, options):
        message = f"{with_setting}{left} cards stay in the stock, and no rule uses them."
        hint = f"deal {wanted // hands + left // hands} to each, take cards out of the deck, or {_SAY_WHERE}"
        yield warning("W523", gives[-1][0].span, message, hint)
    if 0 < left < len(game.seats) and is_to_each:
        cards = "1 card is" if left == 1 else f"{left} cards are"
        message = f"{with_setting}{cards} left in the stock, and nobody gets them."
        hint = f"remove as many from the deck, or {_SAY_WHERE}"
        yield error("E421", _place(checker, gives[-1][0]), message, hint, *_notes(checker, gives[-1][0]))


def _up_to(option: Option, number: Fraction, most: int) -> str:
    """Return the range of an option that is a number of cards, up to the most that there are; empty for others."""
    choices = [one for one in option.choices if isinstance(one, int | Fraction)]
    fit = [one for one in choices if one <= most]
    steps = {later - one for one, later in pairwise(choices)}
    is_range = len(choices) == len(option.choices) > 1 and steps == {1}
    return f"from {fit[0]} to {fit[-1]}" if is_range and option.value == number and fit else ""


def _on_first_deal(game: Rules, term: Term, options: dict[str, Option]) -> Fraction | None:
    """Return the number that a term is on the first deal, as far as it depends on nothing else."""
    lets = {key: replace(let, body=_of_first(let.body)) for key, let in game.let_of.items()}
    found = value_of(_of_first(term), options, lets)
    return None if found is None or isinstance(found.value, bool | str | None) else Fraction(found.value)


def _of_first(term: Term) -> Term:
    deals = [one for one in walk(term) if isinstance(one, Op) and one.op == "deal"]
    return replaced(term, deals[0], Const(1, deals[0].type)) if deals else term


def _is_own_edit(checker: Checker, rule: RuleInfo) -> bool:
    """Tell whether the file itself changes how its parent deals."""
    document = checker.symbols.resolution.document
    return document.extends is not None and rule.document == document.name


def _left_before(checker: Checker, rule: RuleInfo, hands: int, options: dict[str, Option]) -> bool:
    """Tell whether the parent's deal leaves cards in the stock, too: then that is how the game is played."""
    old = checker.symbols.resolution.inherited.get((rule.section, rule.keyword, rule.name))
    for one in old.rule.actions if old is not None else ():
        if isinstance(one, bodies.Give) and one.how_many is not None:
            # What it reads may be gone.
            term = Findings().attempt(partial(checker.amount, NOBODY_ASKED, one.how_many))
            number = None if term is None else constant_of(term, options)
            if number is not None and _deck_size(checker, options) - number * hands >= hands:
                return True
    return False


def _place(checker: Checker, rule: RuleInfo, options: frozenset[str] = frozenset()) -> Span:
    """Return the place in the file itself that caused it: its deal, its deck, its seats, or an option that is read."""
    resolution = checker.symbols.resolution
    if rule.document == resolution.document.name:
        return rule.span
    changed = [
        *resolution.of("deck", "add", "remove", "packs", "ranks", "suits"),
        *resolution.of("table", "seats", "dummy"),
        *(one for one in resolution.of("top", "option") if one.rule.name in options),
    ]
    sets = [one for name, one in resolution.settings.items() if name in options]
    places = [one.span for one in changed if one.document is resolution.document]
    places += [one.assign.span for one in sets if one.document is resolution.document]
    return next(iter(places), rule.span)


def _notes(checker: Checker, rule: RuleInfo, options: frozenset[str] = frozenset()) -> tuple[Note, ...]:
    return () if _place(checker, rule, options) is rule.span else (Note(rule.span, "the cards are dealt here"),)


def _deck_size(checker: Checker, options: dict[str, Option]) -> int:
    symbols = checker.symbols
    if symbols.whole is None or not symbols.deck_reads:
        return symbols.table.card_count
    table, _ = take_out(Checker(replace(symbols, table=symbols.whole, options=options), Findings()))
    return table.card_count


def ranks_have_cards(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a rank whose cards are all removed (W504)."""
    there = {face.rank for face in game.faces}
    resolved, ranks = (checker.symbols.resolution.one("deck", keyword) for keyword in ("remove", "ranks"))
    if resolved is None or ranks is None or ranks.span.file != resolved.span.file:
        return  # it is said shortest so, of a deck that the parent lists
    for index, rank in enumerate(game.ranks):
        if index not in there:
            message = f"No card of rank {rank} is left in the deck, and `ranks` names it."
            yield warning("W504", resolved.span, message, f"take {rank} out of `ranks`, and the cards out of `remove`")


def equal_cards_have_a_rule(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report that two equal cards could meet in a trick and nothing says which wins (E422)."""
    if game.play.equal is not None:
        return
    double = next((face for face in game.faces if face.count > 1), None)
    if double is None:
        return
    resolution = checker.symbols.resolution
    packs = resolution.one("deck", "packs") or resolution.one("deck", "add")
    span = packs.span if packs is not None else resolution.document.name_span
    message = f"The deck has {double.count} cards `{double.name}`, and nothing says which of them wins a trick."
    hint = "write `trick equal: first`, `last` or `cancel` in `play`"
    yield error("E422", span, message, hint, Note(game.play.winner_rule.span, "tricks are won here"))


def trumps_do_not_read_themselves(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report trumps that are worked out from what is trumps (E230)."""
    resolved = checker.symbols.resolution.one("deck", "trumps")
    body = None if resolved is None else resolved.rule.body
    if game.trumps is None or not isinstance(body, bodies.Trumps):
        return
    suit, when = game.trumps.suit, game.trumps.when
    for term in (suit, *game.trumps.topped, *(() if when is None else (when,))):
        if any(isinstance(one, Op) and one.op == "trumps" for one in all_read(game.let_of, term)):
            hint = "name the suit" if term is suit else Guess("trumps", text_of(body.suit), "name the suit")
            message = "This works out what trumps are, so there are none yet when it reads `trumps`."
            yield error("E230", term.span, message, hint)
            return


_OF_WINNER = {"trick_best": "trick.best", "trick_winner": "trick.winner", "beats": "beats"}
"""What of the trick on the table depends on who wins it, and how it is written."""


def winners_do_not_read_themselves(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a trick winner, trumps or an order of the ranks that is worked out from who wins the trick (E230)."""
    for term in terms_of((game.play.winner, game.trumps, game.orders)):
        for one in all_read(game.let_of, term):
            if not isinstance(one, Op) or one.op not in _OF_WINNER:
                continue
            if one.op == "beats" or any(isinstance(of, Op) and of.op == "this_trick" for of in one.arguments):
                message = f"This works out who wins the trick, so nobody does yet when it reads `{_OF_WINNER[one.op]}`."
                yield error("E230", one.span, message, "say it of the cards: `highest of trick in led.suit`")
                return


def orders_do_not_read_themselves(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report an order of the ranks that is worked out from how cards rank (E230)."""
    for one in all_read(game.let_of, *(order.when for order in game.orders)):
        if (isinstance(one, Extreme) and not one.keys) or (isinstance(one, Op) and one.op == "card_rank"):
            said = f"{'highest' if one.highest else 'lowest'} of …" if isinstance(one, Extreme) else "card.rank"
            message = f"This works out the order of the ranks, so there is none yet when it reads `{said}`."
            yield error(
                "E230", one.span, message, "say it of suits, or of the rank that is printed on a card: its face"
            )
            return


def added_cards_have_a_suit(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report an added card that is above no suit and is not declared to be in none (E423)."""
    table, added = checker.symbols.table, _without_suit(checker, game)
    is_over = bool(added) and any(one.code == "E421" for one in _undivided(checker, game))
    for span in dict.fromkeys(table.added[name].span for name in added):
        names = [name for name in added if table.added[name].span == span]
        cards, listed = " and ".join(f"`{name}`" for name in names), ", ".join(names)
        message = f"Nothing says to which suit {cards} {'belongs' if len(names) == 1 else 'belong'}."
        hint = f"write `topped by {listed}` after the suit in `trumps: …`, or `add {listed} in no suit`"
        yield error("E423", span, message, f"{hint}; and take as many cards out of the deck" if is_over else hint)


def _without_suit(checker: Checker, game: Rules) -> list[str]:
    """Return the added cards that are above no suit and are not declared to be in none."""
    table = checker.symbols.table
    topped = () if game.trumps is None else game.trumps.topped
    tops = {one.value for term in topped for one in walk(term) if isinstance(one, Const) and one.type.kind is Kind.CARD}
    return [name for name in table.added if name not in table.suitless and table.face_index(name) not in tops]


_WITHOUT_ORDER = {"seat_cards": "cards_won", "side_cards": "cards_won", "deck": "deck", "shown": "shown"}
"""Sets of cards without an order, and their names."""


def first_cards_have_an_order(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about the first or the last of cards that have no order, or a `give` of the first ones (W514)."""
    is_shuffled = any(isinstance(action, Shuffle) for action in all_actions(game))
    for step in all_steps(game):
        for action in step.actions if step.rule.keyword == "give" else ():
            source = action.source if isinstance(action, Give) and action.number is not None else None
            is_hand = isinstance(source, Op) and source.op == "hand" and not is_shuffled
            if source is not None and (is_hand or _unordered(source)):
                word = _unordered(source) or "hand"
                message = f"`{word}` has no order of its own, so these are the first cards of a sorted hand."
                hint = "write `pass` for `give` if a player chooses the cards, or say which ones: `lowest of hand to …`"
                yield warning("W514", step.rule.name_span, message, hint)
    for one in checker.every_term:
        word = _unordered(one.arguments[0]) if isinstance(one, Op) and one.op in ("first", "last") else ""
        if word and isinstance(one, Op):
            message = f"`{word}` has no order of its own: its {one.op} card is the {one.op} of a sorted hand."
            hint = "say which card: `highest of …`, `lowest of …`; the order of play is that of `played` and `tricks`"
            yield warning("W514", one.span, message, hint)


def _unordered(term: Term) -> str:
    match term:
        case Filter(of=of) | Op(op="part_suit" | "part", arguments=(of, _)):
            return _unordered(of)
        case Op(op=op) if term.type.kind is Kind.CARD:
            return _WITHOUT_ORDER.get(op, "")
        case _:
            return ""


def ranks_are_those_in_play(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a rank that a card above the trumps has printed on it, but does not have in play (W515)."""
    topped = {} if game.trumps is None else {_printed_rank(game, term): term for term in game.trumps.topped}
    own = checker.symbols.resolution.document.name_span.file
    asked = (one for one in checker.every_term if isinstance(one, Op) and one.op in ("is", "is_not"))
    tests = [one for one in asked if one.span.file == own]
    named = {(side.span.line, side.value) for one in tests for side in one.arguments if isinstance(side, Const)}
    for one in tests:
        for left, right in (one.arguments, reversed(one.arguments)):
            is_rank = isinstance(left, Op) and left.op == "card_rank" and isinstance(right, Const)
            if not is_rank or not isinstance(right, Const) or right.value is None or right.value not in topped:
                continue
            if (one.span.line, getattr(topped[right.value], "value", None)) in named:
                continue  # the rule names that card too
            rank, card = game.ranks[int(right.value)], _name(game, topped[right.value])
            beside = f"or card is {card}" if one.op == "is" else f"and card is not {card}"
            message = f"A card that tops the trumps ranks above all others: its rank is never {rank}."
            hint = f"if you mean that card too, name it beside the rank, as in `… {beside}`"
            yield warning("W515", one.span, message, hint)


def _printed_rank(game: Rules, term: Term) -> object:
    match term:
        case Const(value=int() as face):
            return game.faces[face].rank
        case Op(op="top_of_suit", arguments=(Const(value=rank), _)):
            return rank
        case _:
            return None


def _name(game: Rules, term: Term) -> str:
    if isinstance(term, Const) and isinstance(term.value, int):
        return game.faces[term.value].name
    assert isinstance(term, Op), "what tops the trumps is a card or a rank of a suit"
    rank = _printed_rank(game, term)
    return f"{game.ranks[rank]} of trumps" if isinstance(rank, int) else "that card"
