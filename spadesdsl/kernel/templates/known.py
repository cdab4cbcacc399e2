"""Answers that are known; see `spadesdsl.kernel.templates.tricks`."""

from __future__ import annotations


def shape(S, leader, unbroken):
    """Return how many cards of all but the last suit each hand has, and who leads; as one number."""
    found = popcount(S[H + leader])
    found = (found << 4) | (unbroken << 3) | (S[LONE] << 2) | leader
    for seat in range(4):
        for i in range(3):
            found = (found << 4) | popcount(S[H + seat] & S[SUIT + i])
    return found


def shelf_of(S, key):
    """Return where it says what is known of a shape: the shape, its newest row of answers, how many are in that."""
    h = (key * 1911420717) & 1152921504606846975
    at = ((h ^ (h >> 27)) >> 5) & S[SHELVES_MASK]
    while S[SHELVES + 3 * at] != key and S[SHELVES + 3 * at] != 0:
        at = (at + 1) & S[SHELVES_MASK]
    return SHELVES + 3 * at


def look_up(S, key, first, second, out, target):
    """Return 1 or 0 for an answer that is known, with the cards that mattered; else 2."""
    shelf = shelf_of(S, key)
    row = S[shelf + 1]
    begin = row
    at = row + 4 * S[shelf + 2] - 4
    while row != 0:
        while at >= row:
            mask = S[at + 2]
            if (((first & mask) ^ S[at]) | ((second & mask) ^ S[at + 1])) == 0:
                bound = S[at + 3]
                if bound >= target or (bound < 0 and bound + 64 < target):
                    S[REL] = spread(mask, out)
                    if row != begin:  # what was found is looked for again soon
                        for i in range(4):
                            kept = S[at + i]
                            S[at + i] = S[begin + i]
                            S[begin + i] = kept
                    return 1 if bound >= 0 else 0
            at = at - 4
        row = S[row + 4 * ROW]
        at = row + 4 * ROW - 4
    return 2


def keep(S, key, first, second, out, took, target):
    """Remember an answer, with the cards that mattered."""
    if S[USED] >= S[ROWS_MOST] or 2 * S[SHAPES] > S[SHELVES_MASK]:
        empty(S)
    shelf = shelf_of(S, key)
    if S[shelf] == 0:
        S[shelf] = key
        S[SHAPES] = S[SHAPES] + 1
        S[shelf + 2] = ROW
    if S[shelf + 2] == ROW:
        row = ROWS + (4 * ROW + 1) * S[USED]
        S[USED] = S[USED] + 1
        S[row + 4 * ROW] = S[shelf + 1]
        S[shelf + 1] = row
        S[shelf + 2] = 0
    mask = gather(closed(S, S[REL], out), out)
    at = S[shelf + 1] + 4 * S[shelf + 2]
    S[shelf + 2] = S[shelf + 2] + 1
    S[at] = first & mask
    S[at + 1] = second & mask
    S[at + 2] = mask
    S[at + 3] = target if took != 0 else target - 1 - 64
    return 0


def empty(S):
    for i in range(3 * (S[SHELVES_MASK] + 1)):
        S[SHELVES + i] = 0
    S[USED] = 0
    S[SHAPES] = 0
    return 0
