"""What a person can type besides a move, and what the Tab key offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.book.blocks import text
from spadesdsl.book.book import changes_of_deal, chapters
from spadesdsl.book.numbers import numbers_of
from spadesdsl.check import wording
from spadesdsl.diagnostics import did_you_mean
from spadesdsl.engine.choices import told_cards
from spadesdsl.frozen import Frozen
from spadesdsl.session.known import said_words
from spadesdsl.session.news import deal_text, kept_lines, played_rules
from spadesdsl.session.prompt import choice_lines, offer_lines, prompt_lines, shown_moves, why_lines
from spadesdsl.session.table import auction_lines, ranking_lines, shared_lines, side_lines, spoken_sides
from spadesdsl.session.terminal import Leaving
from spadesdsl.storage import path_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spadesdsl.engine.state import Trick
    from spadesdsl.engine.turns import Turn
    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.session.session import Session


_RANKING = "trumps"
"""What shows the ranking of the cards."""
_CHAPTERS = {"table": "players", "deck": "cards", "scoring": "score", "ending": "end_of_the_game"}
"""By section of a file: the chapter of its rules, where that has another name."""
_NO_TRICK = "There is no finished trick in this deal yet."


class Command(Frozen):
    """A command of the session."""

    letter: str
    """Its short form."""
    form: str
    """How to type it: `why CARD`."""
    help: str
    run: Callable[[Session, str, Turn | None], bool | None]
    """Does it, with the rest of the line; returns true if the game has moved on."""
    is_public: bool = False
    """Whether it shows only what everybody at the table may know."""
    completes: Callable[[Session, Turn | None], Sequence[str]] = lambda *_: ()
    """What may come after the word."""


def find(text: str) -> Command | None:
    """Return the command at the start of a text."""
    word = text.split()[0].lower() if text.split() else ""
    return COMMANDS.get(word) or _SHORT.get(word)


def _table(session: Session, rest: str, turn: Turn | None) -> None:
    if session.drawing.is_on:
        return  # it is drawn again anyway
    session.say(session.table(turn))
    if turn is not None and session.seat is not None:
        session.say(prompt_lines(session.state, turn, session.seat, session.offer_words(), session.page))


def _undo(session: Session, rest: str, turn: Turn | None) -> bool:
    refused = session.take_back()
    session.say([refused or "You took back your last choice."])
    return not refused


def _redo(session: Session, rest: str, turn: Turn | None) -> bool:
    refused = session.make_again()
    session.say([refused or "Your choice is made again."])
    return not refused


def _help(session: Session, rest: str, turn: Turn | None) -> None:
    session.say(["Type a card (`qs`, `10h`), a bid or an answer from the list, or its number in the list."])
    if session.page.is_linear:
        session.say([f"{one.form}, or {one.letter}: {one.help}." for one in COMMANDS.values()])
        return
    width = max(len(command.form) for command in COMMANDS.values())
    session.say([f"  {one.letter}  {one.form.ljust(width)}  {one.help}" for one in COMMANDS.values()])


def _quit(session: Session, rest: str, turn: Turn | None) -> None:
    raise Leaving("You left the game.")


def why(session: Session, rest: str, turn: Turn | None) -> None:
    """Say whether a choice is allowed, and by which rule."""
    seat = session.seat
    assert seat is not None
    if not rest:
        session.say(["Type `why` and a card, a bid or an answer."])
        return
    session.say(why_lines(session.state, rest, turn, seat, session.edition))


def why_words(session: Session, turn: Turn | None) -> Sequence[str]:
    """Return what a person can ask about: their choices, and the cards they see in their hand."""
    if session.seat is None:
        return ()
    hand = session.state.view(session.seat).hand or ()
    return [*(() if turn is None else shown_moves(turn)), *hand]


def legal(session: Session, rest: str, turn: Turn | None) -> None:
    """List everything the person can choose."""
    offers = session.offer_words()
    moves = offers if turn is None else shown_moves(turn)
    session.say(choice_lines(moves, session.page, most=len(moves)))
    if turn is not None:
        session.say(offer_lines(offers, session.page))


def advise(session: Session, rest: str, turn: Turn | None) -> None:
    """Say what a bot would choose, and why."""
    if turn is None:
        session.say(["You have nothing to choose now."])
        return
    session.think("A bot thinks")
    view = session.state.view(turn.seat)
    advice = session.player(turn.seat).advise(view, turn)
    words = {
        move: word for one in (*view.volunteers, turn) for move, word in zip(one.moves, shown_moves(one), strict=True)
    }
    session.say([f"{words[advice.move]}: {advice.told(words)}"])


def score(session: Session, rest: str, turn: Turn | None) -> None:
    """Show the last score sheet, and the score."""
    if session.past.sheets:
        session.say(session.news.narrators[session.seat].sheet(session.past.sheets[-1][1]))
    page = session.page
    view = session.state.view(session.seat)
    session.say((spoken_sides if page.is_linear else side_lines)(session.state, view, page))
    session.say(shared_lines(session.state, view, page))
    session.say(filter(None, [session.drawing.numbers(session.state.deal)]))
    session.say(session.time_lines())


def last(session: Session, rest: str, turn: Turn | None) -> None:
    """Show the last trick."""
    told = [f"The last trick. {_trick(session, trick)}" for trick in session.state.tricks[-1:]]
    session.say(told or [_NO_TRICK])


def tricks(session: Session, rest: str, turn: Turn | None) -> None:
    """Show all tricks of the deal."""
    session.say([f"  {_trick(session, trick)}" for trick in session.state.tricks] or [_NO_TRICK])


def _trick(session: Session, trick: Trick) -> str:
    played = zip(trick.seats, told_cards(session.state, trick.cards), strict=True)
    return session.news.narrators[session.seat].trick(trick.number, played, trick.winner)


def history(session: Session, rest: str, turn: Turn | None) -> None:
    """Show the deals so far, and the bids and answers of this one."""
    for _, sheet in session.past.sheets:
        session.say(["  " + deal_text(sheet, session.names)])
    session.say(auction_lines(session.state, session.page))
    for seat, choice, said in said_words(session.state):
        session.say([f"  {session.news.narrators[session.seat].who(seat)}, {choice}: {said}"])
    open_turns = [place.turns for place in session.state.flow if place.turns is not None]
    if any(chosen is not None for turns in open_turns for chosen in turns.chosen):
        session.say(["Some have chosen already: what they chose is shown when all have."])
    elif not session.state.said:
        session.say(["Nobody has said anything in this deal yet."])


def tell_rules(session: Session, rest: str, turn: Turn | None) -> None:
    """Say the rules: a page of them, a chapter, the ranking of the cards, or one rule with its place and source."""
    wanted = rest.lower().removeprefix("the ").replace(" ", "_")
    wanted = _CHAPTERS.get(wanted, wanted)
    if wanted == _RANKING:
        session.say(ranking_lines(session.state, session.page))
        return
    book = chapters(session.variant, session.state.deal)
    titles = [title for title in book if title]
    chosen = [title for title in titles if wanted and wanted in (_short_title(title), "all")]
    width = session.page.width
    if not rest:
        numbers = numbers_of(session.edition)
        session.say([f"{session.game.title}. {session.game.about}".strip()])
        session.say([f"{' · '.join(numbers)}"] if numbers else [])
        changes = changes_of_deal(session.variant, session.state.deal)
        session.say([f"On this deal: {' '.join(changes)}"] if changes else [])
        session.say(text(book[""], width))
        listed = ", ".join([*(_short_title(title).replace("_", " ") for title in titles), _RANKING, "all"])
        session.say([f"`rules` and one of these shows more: {listed}; or the name of a rule."])
    elif chosen:
        for title in chosen:
            session.say(["", f"{title}.", *text(book[title], width)])
    else:
        session.say(_one_rule(session, rest, wanted))


def _one_rule(session: Session, rest: str, wanted: str) -> list[str]:
    """Show one rule, or what comes near its name."""
    rules = played_rules(session.edition.rules)
    found = [rule for rule in rules if wanted in (rule.key.lower(), rule.name.lower())] or [
        rule for rule in rules if wanted in rule.key.lower()
    ]
    if not found:
        near = did_you_mean(wanted, (*(rule.name for rule in rules), *(rule.key for rule in rules)))
        return [f"There is no rule `{rest}`: {near or '`rules` shows a page of them.'}"]
    lines = []
    for rule in found:
        said = rule.sentence or _said_of(session, rule) or wording.rule_words(rule)
        lines += [f"{rule.key}: {said}" if said else rule.key, f"  {rule.span.row}"]
        lines += [f"  from {rule.source}"] if rule.source else []
    return lines


def _short_title(title: str) -> str:
    """Return a chapter's title in one word, to type."""
    return title.lower().removeprefix("the ").replace(" ", "_")


def rule_words(session: Session, turn: Turn | None) -> Sequence[str]:
    """Return the chapters of the rule book, and the names of the rules."""
    titles = (_short_title(title) for title in chapters(session.variant, session.state.deal) if title)
    return [_RANKING, "all", *titles, *(rule.key for rule in played_rules(session.edition.rules))]


def _said_of(session: Session, rule: RuleInfo) -> str:
    """Return what the book says of a rule that its author wrote no sentence for; empty if it names no such rule."""
    for blocks in chapters(session.variant, session.state.deal).values():
        for line in text(blocks, 10_000):
            name, _, said = line.strip().partition(": ")
            if rule.name in (name, name.rpartition("(")[2].rstrip(")")):
                return said
    return ""


def save(session: Session, rest: str, turn: Turn | None) -> None:
    """Say where the game is saved; with a name, save a copy there."""
    past, log = session.past, session.past.log
    if log is None and rest and past.begin_log is not None:
        refused = past.save_in(path_at(rest))
        session.say([refused] if past.log is None else ["Every move so far is saved.", *kept_lines(past.log)])
    elif log is None:
        begin = "This game is not saved: a game is saved at a terminal, or where `--record FILE` says."
        session.say(["There is nothing to save yet." if past.is_kept else past.warning or begin])
    elif not rest:
        session.say(["Every move is saved as soon as you make it.", *kept_lines(log)])
    else:
        path = path_at(rest)
        trouble = log.copy_to(path)
        copied = f"A copy of the game so far is in {path}; it does not grow with the game."
        session.say([copied if trouble is None else f"{trouble}."])


COMMANDS = {
    "why": Command("w", "why CARD", "is a card, bid or answer allowed, and by which rule", why,
                   completes=why_words),
    "hint": Command("h", "hint", "what a bot would choose here, and why", advise),
    "legal": Command("l", "legal", "everything you can do now", legal),
    "table": Command("b", "table", "the table and your hand again", _table),
    "score": Command("s", "score", "the last score sheet, and the score", score, is_public=True),
    "last": Command("a", "last", "the last trick", last, is_public=True),
    "tricks": Command("t", "tricks", "the tricks of this deal", tricks, is_public=True),
    "history": Command("i", "history", "the bids and answers of this deal, and the earlier deals", history,
                       is_public=True),
    "rules": Command("r", "rules [NAME]", "the rules on a page; a chapter, `trumps`, or one rule", tell_rules,
                     is_public=True, completes=rule_words),
    "undo": Command("u", "undo", "back to your own last choice", _undo),
    "redo": Command("d", "redo", "make again what you took back", _redo),
    "save": Command("v", "save [FILE]", "where the game is saved; with a name, save a copy", save,
                    is_public=True),
    "help": Command("?", "help", "this list", _help, is_public=True),
    "quit": Command("q", "quit", "leave the game", _quit, is_public=True),
}  # fmt: skip
_SHORT = {one.letter: one for one in COMMANDS.values()} | {
    "hand": COMMANDS["table"], "said": COMMANDS["history"], "exit": COMMANDS["quit"]
}  # fmt: skip


def completions(session: Session, turn: Turn | None, typed: str) -> list[str]:
    """Return the completions of a line up to the cursor; none gives away what the person may not know.

    Between turns there is no question.
    """
    word, space, rest = typed.lstrip().partition(" ")
    command = find(word) if space else None
    if command is not None:
        return [f"{word} {one}" for one in _starting(command.completes(session, turn), rest)]
    moves = [] if session.seat is None else [*(() if turn is None else shown_moves(turn)), *session.offer_words()]
    words = [name for name, one in COMMANDS.items() if one.is_public or session.seat is not None]
    return _starting([*moves, *words], typed.lstrip())


def _starting(candidates: Iterable[str], start: str) -> list[str]:
    wanted = start.casefold()
    return [one for one in dict.fromkeys(candidates) if one.casefold().startswith(wanted)]
