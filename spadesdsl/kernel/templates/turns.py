"""The point of the plan that a deal has reached, and whose turn it is there, for kernels."""

from __future__ import annotations


def leave(s):
    s.depth -= 1
    for at in range(FRAME_SIZE):
        s.memory[FRAME + at] = s.memory[STACK + FRAME_SIZE * s.depth + at]


def interrupt(s, block, subject):
    if s.depth >= MOST_BLOCKS:
        s.failed = 1
        return
    for at in range(FRAME_SIZE):
        s.memory[STACK + FRAME_SIZE * s.depth + at] = s.memory[FRAME + at]
    s.depth += 1
    s.node = block
    s.subject = subject
    s.has_turns = 0


def follow(s):
    if THEN == -1:
        leave(s)
    else:
        s.node = THEN
        s.has_turns = 0
