"""Show, to people and to programs, how other rules judge a played game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine.events import number
from spadesdsl.words import amount_text, side_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.diff.judging import Judgement
    from spadesdsl.engine.game import Game
    from spadesdsl.engine.spec import Amount


def lines_of(found: Judgement, played: Game, other: Game, name: str) -> list[str]:
    """Write a judgement for people; `name` is the name of the other rules."""
    seats = played.seats
    lines = [f"Judged by {name}:"]
    if found.illegal is None:
        lines.append("Every move that could be judged would have been legal.")
    else:
        bad = found.illegal
        by = f" by `{bad.rule}`" if bad.rule else ""
        why = bad.message.removesuffix(".")
        lines.append(f"Move {bad.move}, in deal {bad.deal}: {seats[bad.seat]} {bad.text} would be refused{by}: {why}.")
    for trick in found.tricks:
        to, would = (_seat(seats, seat) for seat in (trick.winner, trick.would_win))
        cards = " ".join(trick.cards)
        lines.append(
            f"Deal {trick.deal}, trick {trick.trick}: {cards} led by {seats[trick.leader]} went to {to}; to {would}."
        )
    for deal in found.deals:
        for what, then, now in (
            ("scored", deal.points, deal.would_score), ("standing", deal.scores, deal.would_stand)
        ):  # fmt: skip
            lines.append(
                f"Deal {deal.deal}, {what}: {_sides(played, then)}; by {name} "
                + ("the same." if then == now else f"{_sides(other, now)}.")
            )
    lines += found.notes
    lines += [f"The game would have been over {found.ended}."] if found.ended else []
    lines += [f"The game would have gone on {found.goes_on}."] if found.goes_on else []
    return lines


def to_json(found: Judgement) -> dict[str, Any]:
    """Write a judgement for programs."""
    bad = found.illegal
    return {
        "illegal": None
        if bad is None
        else {"deal": bad.deal, "move": bad.move, "seat": bad.seat, "text": bad.text, "rule": bad.rule,
              "message": bad.message},
        "tricks": [
            {"deal": one.deal, "trick": one.trick, "cards": list(one.cards), "leader": one.leader,
             "winner": one.winner, "would_win": one.would_win}
            for one in found.tricks
        ],
        "deals": [
            {"deal": one.deal, "points": _numbers(one.points), "would_score": _numbers(one.would_score),
             "scores": _numbers(one.scores), "would_stand": _numbers(one.would_stand)}
            for one in found.deals
        ],
        "ended": found.ended,
        "goes_on": found.goes_on,
        "notes": found.notes,
    }  # fmt: skip


def _numbers(amounts: Sequence[Amount]) -> list[int | float]:
    return [number(amount) for amount in amounts]


def _sides(game: Game, amounts: Sequence[Amount]) -> str:
    """Write each side's amounts; without names if the bidding made the sides."""
    if len(game.sides) != len(amounts):
        return ", ".join(map(amount_text, amounts))
    told = zip(game.sides, amounts, strict=True)
    return ", ".join(f"{side_name(game.seats, members)} {amount_text(amount)}" for members, amount in told)


def _seat(seats: Sequence[str], seat: int | None) -> str:
    return "nobody" if seat is None else seats[seat]
