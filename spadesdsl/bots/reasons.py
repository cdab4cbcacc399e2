"""Why a bot does what it does, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spadesdsl.bots.steady import Thought


def reason_of(thought: Thought) -> str:
    """Return a few sentences: what the seat plays for, and how much better the move is in how many imagined deals."""
    return " ".join(filter(None, (_aim(thought), _comparison(thought))))


def _aim(thought: Thought) -> str:
    """Return what the seat is aiming for."""
    if thought.tricks is not None:
        return f"The hand is good for about {thought.tricks:.1f} tricks."
    if thought.gain is None or abs(thought.gain) < thought.spread / 100:
        return ""
    if thought.gain > 0:
        return f"Another trick is worth about {_points(thought.gain)} now."
    return f"Another trick costs about {_points(-thought.gain)} now."


def _comparison(thought: Thought) -> str:
    tried = [(move, mean, deals) for move, mean, deals in thought.means if deals]
    if len(tried) < 2:
        return "The other moves come to the same." if len(thought.means) > 1 or not tried else ""
    (move, mean, deals), rest = tried[0], tried[1:]
    other, its_mean, _ = max(rest, key=lambda one: one[1])
    margin = mean - its_mean
    told = f"In {deals} imagined deals that agree with what is known"
    if margin <= thought.spread / 100:
        return f"{told}, `{move}` and `{other}` come to about the same."
    return f"{told}, `{move}` comes out {_points(margin)} ahead of `{other}`, the next best."


def _points(margin: float) -> str:
    """Write points: whole numbers from ten up, tenths below."""
    text = f"{round(margin, 0 if margin >= 10 else 1):g}"
    return f"{text} point{'' if text == '1' else 's'}"
