"""The score of a deal and the end of the game, for kernels."""

from __future__ import annotations


def tally_step(s):
    for side in range(side_total(s)):
        if not OF_TABLE and is_out(s, side):
            continue
        if OF_TABLE:
            blank(s)
        else:
            of_side(s, side)
        holds = WHEN is None or WHEN(s)
        if holds or VERB == "full at":
            amount = 0 if AMOUNT is None else AMOUNT(s)
            if OF_TABLE:
                TALLY_CHANGE(s, 0, amount, holds)
                return
            if FIXED_SIDES:
                TALLY_CHANGE(s, side, amount, holds)
            else:
                for seat in s.sides[side]:
                    if HOLDER_OF[seat] is not None:
                        TALLY_CHANGE(s, HOLDER_OF[seat], amount, holds)
        elif OF_TABLE:
            return


def tally_change(s, holder, amount, holds):
    now, times = CHANGE(s.tallies[TALLY][holder], amount, holds)
    s.tallies[TALLY][holder] = now
    s.filled[TALLY][holder] += times


def is_earner(s, side, place):
    if IS_OF_BID:
        bid = s.side_bids[side] if BY_SIDE else s.bids[place]
        if bid is None or bid.type != TYPE:
            return False
    of_side(s, side)
    if IS_OF_BID:
        if not BY_SIDE:
            s.env[0] = place
        LOAD_ARGUMENTS(s, as_place(bid.arguments))
    return True


def line(s, side):
    points = 0
    for place in as_seats(s.sides[side] if OF_SEATS else 1 << side):
        if IS_EARNER(s, side, place):
            earned = 0
            if not (HAS_INSTEAD and s.gone[side] >> LINE & 1) and (WHEN is None or WHEN(s)):
                earned = CASES(s)
            s.sheet[LINE * SEATS + place] = earned
            points += earned
    return points


def meets_line(s, side):
    for place in as_seats(s.sides[side] if OF_SEATS else 1 << side):
        if IS_EARNER(s, side, place) and (WHEN is None or WHEN(s)):
            return True
    return False


def score_deal(s):
    SCORE_TALLIES(s)
    for side in range(side_total(s)):
        s.subtotals[side] = 0
    for place in range(LINES * SEATS):
        s.sheet[place] = 0
    SCORE_GONE(s)
    SCORE_LINES(s)
    for side in range(side_total(s)):
        if FIXED_SIDES:
            s.scores[side] += s.subtotals[side]
        else:
            for seat in s.sides[side]:
                if HOLDER_OF[seat] is not None:
                    s.scores[HOLDER_OF[seat]] += s.subtotals[side]
    for holder in range(HOLDERS):
        if s.scores[holder] > LARGEST or s.scores[holder] < -LARGEST:
            s.failed = 1
    s.scored += 1
    END_GAME(s)


def score(s):
    s.node = THEN
    s.has_turns = 0
    SCORE_DEAL(s)
    return 4 if s.stops else 0


def ending(s):
    left = 0
    holds = 0
    for side in range(side_total(s)):
        if not is_out(s, side):
            of_side(s, side)
            if WHEN is None or WHEN(s):
                holds |= 1 << side
            else:
                left |= 1 << side
    if holds == 0:
        return False
    rivals = holds
    if KIND == 2:
        if left != 0:
            for side in as_sides(holds):
                s.out |= s.sides[side]
        rivals = left if left.bit_count() == 1 else 0
    elif KIND == 1:
        rivals = left if left != 0 else holds
    if rivals == 0:
        return False
    best = 0
    winners = 0
    for side in as_sides(rivals):
        own = score_of(s, side)
        if winners == 0 or (own < best if BEST_LOWEST else own > best):
            best = own
            winners = 1 << side
        elif own == best:
            winners |= 1 << side
    if winners & (winners - 1) != 0 and not TIE_SHARED:
        return False
    s.over = 1
    s.winners = winners
    s.ended_by = NUMBER_OF_ENDING
    s.in_deal = 0
    return True


def give_up(s):
    s.over = 1
    s.winners = 0
    s.ended_by = -1


def redraw(s, viewer):
    row = new_row()
    for seat in range(SEATS):
        if seat != viewer and not (HAS_STACKS and s.stacks[seat] is not None):
            for card in s.hands[seat] & ~s.open:
                push(s, row, card)
    shuffle_row(s, row)
    at = 0
    for seat in range(SEATS):
        if seat != viewer and not (HAS_STACKS and s.stacks[seat] is not None):
            many = (s.hands[seat] & ~s.open).bit_count()
            s.hands[seat] &= s.open
            for _ in range(many):
                s.hands[seat] |= 1 << s.memory[row + 1 + at]
                at += 1
