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


def last_of_seats(s, mask):
    at_last = mask & ((1 << seats.first_seat(s)) - 1)
    return top(at_last) if at_last != 0 else top(mask)


def first_of_sides(s, mask):
    seat = seats.first_seat(s)
    for _ in range(SEATS):
        side = s.side_of[seat]
        if side is not None and mask >> side & 1:
            return side
        seat = seat + 1 if seat < SEATS - 1 else 0
    return None


def last_of_sides(s, mask):
    left = mask
    found = None
    while left != 0:
        found = first_of_sides(s, left)
        left &= ~(1 << found)
    return found


def first_n_seat(s, many, mask):
    seat = seats.first_seat(s)
    found = 0
    for _ in range(SEATS):
        if mask >> seat & 1 and found.bit_count() < many:
            found |= 1 << seat
        seat = seat + 1 if seat < SEATS - 1 else 0
    return found


def first_n_side(s, many, mask):
    left = mask
    found = 0
    while left != 0 and found.bit_count() < many:
        one = first_of_sides(s, left)
        found |= 1 << one
        left &= ~(1 << one)
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
