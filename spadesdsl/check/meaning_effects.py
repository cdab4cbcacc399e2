"""Checks of meaning for what has no effect where it is written: read too early or too late, of nobody, of no card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from spadesdsl.check.checker import Checker
from spadesdsl.check.constants import constant_of
from spadesdsl.diagnostics import Diagnostic, error, warning
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.operations import GLOBALS, OPERATIONS, PROPERTIES, TRICK, Topic, ops_of, topic_of
from spadesdsl.rules.parts import Ask, Award, Ending, Give, Line, Must, Round, Skip, Step, Tally
from spadesdsl.rules.terms import BidParameter, Const, Did, IsBid, LetRef, Op, Term, Var
from spadesdsl.rules.walking import all_actions, all_read, all_steps, conjuncts, every_term, walk, with_blocks

_OF_THE_TRICK: Final = {
    row.op: word
    for word, row in GLOBALS.items()
    if row.topic in (Topic.TRICK, Topic.LEADING) or (row.type == TRICK and row.op.startswith("this_"))
}
"""The words for the trick on the table, by op."""
_OVER: Final = {**_OF_THE_TRICK, "trick_number": "trick_number"}
"""The words that say nothing once the last trick is over."""
_OF_TRICKS: Final = {
    **_OF_THE_TRICK,
    **{row.op: word for word, row in GLOBALS.items() if row.type == TRICK or row.topic is Topic.NUMBER},
}
"""Those and the words for the trick before it."""
_OF_THE_PLAY: Final = {
    row.op: word
    for word, row in (*((word, row) for (_, word), row in PROPERTIES.items()), *GLOBALS.items())
    if row.topic in (Topic.TAKEN, Topic.TRICKS, Topic.WON) and row.op not in _OF_TRICKS
}
"""The words for what was played and won."""
_OF_THE_BID: Final = frozenset(op for op in OPERATIONS if topic_of(op) in (Topic.BIDS, Topic.PLACE))


def nothing_reads_tricks_before_the_play(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about what reads tricks before there are any (W510)."""
    for place, terms in _before_the_play(game):
        for one in (part for part in every_term(terms) if isinstance(part, Op)):
            word = _OF_TRICKS.get(one.op, "").removeprefix("this_")
            is_of_one = any(isinstance(part, Op) and part.op in _OF_TRICKS for part in one.arguments)
            if word and not one.arguments:
                yield _too_early(one, f"There is no trick {place} yet", word)
            elif one.op in _OF_THE_PLAY and not is_of_one:
                yield _too_early(one, f"No card has been played {place} yet", _OF_THE_PLAY[one.op])


def _too_early(term: Term, cause: str, word: str) -> Diagnostic:
    message = f"{cause}, so `{word}` says nothing here."
    hint = "read something else" if "lead" in cause else "move the rule into `play`, or read something else"
    return warning("W510", term.span, message, hint)


def _before_the_play(game: Rules) -> Iterator[tuple[str, object]]:
    """Yield what is read before the first card, each with where that is."""
    for phase in game.phases:
        if phase.name == "play":
            break
        for step in with_blocks(phase.steps):
            if step.timing is None:
                yield f"in `{phase.name}`", tuple(_asked(step))
    yield from (("in `bidding`", must) for must in game.play.musts if not must.judges_card)
    yield from (("in `bidding`", (bid.when, bid.contract, bid.needs_yes)) for bid in game.bids)
    yield "at the first lead", game.play.lead_first


def nothing_reads_what_a_must_begins_before(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a `must` for the player who leads that reads the card led, and one for the first trick (W510)."""
    for must in game.play.musts:
        when = conjuncts(must.when)
        is_of_leader = any(isinstance(one, Op) and one.op == "leading" for one in when)
        for one in (part for part in every_term(must) if isinstance(part, Op)):
            is_of_this = any(isinstance(it, Op) and it.op == "this_trick" for it in one.arguments)
            if is_of_leader and (one.op == "led" or (is_of_this and one.op in ("trick_best", "trick_winner"))):
                word = one.op.replace("_", ".")
                message = f"Nobody has led when a player is `leading`, so `{word}` says nothing here."
                yield warning("W510", one.span, message, "write `following` for `leading`, or read something else")
            elif one.op == "last_trick" and any(map(_is_first_trick, when)):
                message = "Before the first trick there is no other, so `last_trick` says nothing here."
                yield warning("W510", one.span, message, "write `trick_number = 2` or `trick_number > 1`")


def _is_first_trick(term: Term) -> bool:
    return (
        isinstance(term, Op)
        and term.op == "="
        and [one.op if isinstance(one, Op) else one.value if isinstance(one, Const) else None for one in term.arguments]
        == ["trick_number", 1]
    )


def _asked(step: Step) -> Iterator[Term]:
    """Yield when a step happens, and how long a round goes on."""
    if step.when is not None:
        yield step.when
    if isinstance(step, Ask | Round):
        yield from (term for term in (step.by.until, step.by.stopping) if term is not None)


def nothing_reads_the_trick_after_the_play(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a line, a tally or an ending that reads the trick on the table, or the hands (W524)."""
    parts: tuple[Tally | Line | Ending, ...] = (*game.scoring.tallies, *game.scoring.lines, *game.endings)
    is_played_out, lets = _is_played_out(game), game.let_of
    own = checker.symbols.resolution.document.name
    for part in (one for one in parts if one.rule.document == own):
        for one in every_term(part):
            if word := _word_of_the_trick(one, lets):
                message = (
                    f"After the last trick no card is on the table, so `{word}` says nothing in `{part.rule.key}`."
                )
                hint = "read `last_trick`, `tricks`, `taken` or `cards_won`; one trick's number is its `number`"
                yield warning("W524", one.span, message, hint)
            elif is_played_out and isinstance(one, Op) and one.op == "hand":
                message = f"After the last trick every hand is empty, so `hand` says nothing in `{part.rule.key}`."
                hint = "ask who played a card, as in `AS.player in members`, or read `cards_won`"
                yield warning("W524", one.span, message, hint)
                break


def _is_played_out(game: Rules) -> bool:
    """Tell whether the play ends with the last card of every hand: it is not cut short, and nothing comes after it."""
    names = [phase.name for phase in game.phases]
    later = game.phases[names.index("play") + 1 :] if "play" in names else game.phases
    return not any(isinstance(one, Skip) for one in all_actions(game)) and not any(phase.steps for phase in later)


def _word_of_the_trick(term: Term, lets: Mapping[str, Let]) -> str:
    """Return the word for the trick on the table that a term is, or that the quantity reads that it is."""
    if isinstance(term, LetRef) and term.let in lets:
        read = all_read(lets, lets[term.let].body)
        return term.let if any(isinstance(one, Op) and one.op in _OVER for one in read) else ""
    return _OVER.get(term.op, "").removeprefix("this_") if isinstance(term, Op) else ""


_FEWEST_FOR_SIDES: Final = 4


def partners_exist(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a partner in a game in which everybody plays alone, or a seat across that there is not (W525)."""
    seats = len(game.seats)
    are_alone = game.teams.after is None and all(len(side) < 2 for side in game.teams.sides)
    for one in (one for one in checker.every_term if isinstance(one, Op)):
        if one.op in _PARTNERS and are_alone:
            message = "Nobody has a partner here: everybody plays alone."
            hint = "name another seat, such as `left` or `across`, or make teams in `table`: `teams of 2`"
            if seats % 2 or seats < _FEWEST_FOR_SIDES:
                hint = "name another seat, `left` or `right`, or ask about `some opponent`"
            yield warning("W525", one.span, message, hint)
        elif one.op == "across" and seats % 2:
            message = f"With {seats} seats nobody sits across from a player."
            yield warning("W525", one.span, message, "name another seat, such as `left` or `right`")


_PARTNERS: Final = ops_of("partner")


def musts_judge(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a `must` that asks the same of every card, or of every bid, and so never bars one (W526)."""
    for must in game.play.musts:
        read = all_read(game.let_of, must.body)
        if not isinstance(must.body, Const) and not any(_is_of_choice(part, must) for part in read):
            what, fix = (
                ("card", "`card in …`, `card is …`") if must.judges_card else ("bid", "`bid is …`, `bid.n >= …`")
            )
            message = f"`{must.rule.name}` asks the same whatever {what} it is, so it never bars one."
            hint = f"say after the colon what the {what} has to be: {fix}"
            if must.judges_card and any(isinstance(one, IsBid | BidParameter) for one in walk(must.body)):
                hint = "a `must` about bids belongs in `bidding`"
            yield warning("W526", must.rule.name_span, message, hint)


def _is_of_choice(term: Term, must: Must) -> bool:
    """Tell whether a term depends on the card or the bid that a `must` judges."""
    match term:
        case Var(name=name):
            return name == "card" if must.judges_card else name.startswith("param:")
        case IsBid() | BidParameter():
            return not must.judges_card
        case Did(decision="bid"):
            return not must.judges_card
        case Op(op=op):
            return not must.judges_card and op in _OF_THE_BID
        case _:
            return False


def numbers_are_whole(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a number of cards or tricks that is a fraction or below 0, and a tally that is full at 0 (E454)."""
    for step in all_steps(game):
        for action in step.actions:
            number = action.tricks if isinstance(action, Award) else action.number if isinstance(action, Give) else None
            value = None if number is None else constant_of(number, {})
            if number is not None and value is not None and (value < 0 or value.denominator > 1):
                what = "tricks" if isinstance(action, Award) else "cards"
                message = f"`{step.rule.name}` is about {value} {what}, and {what} are counted in whole numbers."
                yield error("E454", number.span, message, f"write how many {what}, such as `1`")
    for tally in game.scoring.tallies:
        for one in tally.steps:
            limit = None if one.verb != "full at" or one.amount is None else constant_of(one.amount, {})
            if one.amount is not None and limit is not None and limit <= 0:
                message = f"`{tally.rule.name}` is full at {limit}, and so never."
                yield error("E454", one.amount.span, message, "write the number at which it is full, such as `10`")
