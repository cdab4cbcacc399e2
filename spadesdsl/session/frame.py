"""How a session begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.session.story import end_of, ending_text
from spadesdsl.words import amount_text, and_list, count, side_name

if TYPE_CHECKING:
    from spadesdsl.session.session import Session
    from spadesdsl.session.terminal import Log


def welcome_lines(session: Session) -> list[str]:
    """Say which game it is, who sits where, and how to get help."""
    game = session.game
    lines = [f"{game.title}. {game.about}".strip()]
    if not session.people:
        return [*lines, f"Bots play every seat. Seed {session.seed}."]
    names = [game.seats[seat] for seat in session.people]
    if len(names) > 1:
        others = len(game.players) - len(names)
        bots = "" if not others else " A bot has the other seat." if others == 1 else " Bots have the other seats."
        who = f"{and_list(names)} are people.{bots}"
    else:
        who = f"You are {names[0]}.{_partners(session, session.people[0])}"
    return [*lines, f"{who} Seed {session.seed}. `help` lists what you can type."]


def _partners(session: Session, seat: int) -> str:
    side = session.state.side_of[seat]
    members = () if side is None else session.state.sides[side]
    partners = [session.game.seats[other] for other in members if other != seat]
    verb = "is your partner" if len(partners) == 1 else "are your partners"
    return f" {and_list(partners)} {verb}." if partners else ""


def leaving_lines(session: Session, reason: str) -> list[str]:
    """Say how far the game has got when somebody leaves it, and how to continue."""
    state = session.state
    phase = state.phase.partition(".")[0]
    done = f", {count(len(state.tricks), 'trick')} played" if phase == "play" else ""
    lines = [f"{reason} The game is in deal {state.deal}, {phase}{done}. {scores_text(session)}."]
    if session.log is not None and session.log.path is not None:
        return [*lines, *kept_lines(session.log)]
    return [*lines, f"To get the same cards again: --seed {session.seed}"]


def kept_lines(log: Log) -> list[str]:
    """Say where the game is saved, and how to continue it."""
    return [f"The game is saved in {log.path}", "To continue:", f"  {log.again}"]


def end_lines(session: Session) -> list[str]:
    """Say what ended the game, and who won."""
    if not session.state.over:
        deals = count(session.most_deals, "deal")
        return [f"After {deals} the game is not over. {scores_text(session)}."]
    told = ending_text(session.game, end_of(session.state), session.rules)
    kept = [] if session.log is None else [f"The game is saved in {session.log.path}"]
    return ["", told, f"{scores_text(session)}.", *kept]


def scores_text(session: Session) -> str:
    """Say the scores by side, or by player if the bidding makes the sides."""
    names = session.game.side_names
    scores = zip(session.game.sides, session.state.scores, strict=True)
    return ", ".join(
        f"{side_name(session.game.seats, members)} {amount_text(score)}" for members, score in scores
    ) or ", ".join(names)
