"""Rows of cards and sets of players, for kernels."""

from __future__ import annotations


def copy_row(s, row, to):
    for at in range(s.memory[row] + 1):
        s.memory[to + at] = s.memory[row + at]


def row_mask(s, row):
    found = 0
    for card in row:
        found |= 1 << card
    return found


def find(s, row, item):
    for at in range(s.memory[row]):
        if s.memory[row + 1 + at] == item:
            return at
    return -1


def push(s, row, item):
    s.memory[row] += 1
    s.memory[row + s.memory[row]] = item


def keep_in(s, row, mask):
    left = 0
    for at in range(s.memory[row]):
        item = s.memory[row + 1 + at]
        if mask >> item & 1:
            left += 1
            s.memory[row + left] = item
    s.memory[row] = left


def drop_first(s, row, many):
    left = s.memory[row] - many
    left = left if left > 0 else 0
    for at in range(left):
        s.memory[row + 1 + at] = s.memory[row + 1 + at + many]
    s.memory[row] = left


def add_row(s, row, to):
    for item in row:
        push(s, to, item)


def put_on_top(s, row, pile):
    many = s.memory[row]
    old = s.memory[pile]
    for at in range(old):
        s.memory[pile + many + old - at] = s.memory[pile + old - at]
    for at in range(many):
        s.memory[pile + 1 + at] = s.memory[row + 1 + at]
    s.memory[pile] = old + many


def shuffle_row(s, row):
    last = s.memory[row]
    while last > 1:
        place = below(s, last)
        kept = s.memory[row + last]
        s.memory[row + last] = s.memory[row + 1 + place]
        s.memory[row + 1 + place] = kept
        last -= 1


def first_n_row(s, many, row, to):
    left = s.memory[row]
    wanted = many if many > 0 else 0
    left = wanted if wanted < left else left
    for at in range(left):
        s.memory[to + 1 + at] = s.memory[row + 1 + at]
    s.memory[to] = left


def last_n_row(s, many, row, to):
    copy_row(s, row, to)
    drop_first(s, to, s.memory[row] - many if s.memory[row] > many else 0)


def first_of_seats(s, mask):
    from_left = mask >> seats.first_seat(s) << seats.first_seat(s)
    return ctz(from_left) if from_left != 0 else ctz(mask)


def row_of_seats(s, mask):
    found = new_row()
    start = seats.first_seat(s)
    for seat in seats.clockwise(SEATS, start):
        if mask >> seat & 1:
            push(s, found, seat)
    return found


def row_of_sides(s, mask):
    found = new_row()
    start = seats.first_seat(s)
    for seat in seats.clockwise(SEATS, start):
        side = s.side_of[seat]
        if side is not None and mask >> side & 1 and side not in found:
            push(s, found, side)
    return found


def first_n_bits(s, many, mask):
    left = mask
    found = 0
    while left != 0 and found.bit_count() < many:
        found |= left & -left
        left &= left - 1
    return found


def last_n_bits(s, many, mask):
    left = mask
    while left.bit_count() > many and left != 0:
        left &= left - 1
    return left
