"""What every kernel can call to work on a word: choosing bits of a mask, and drawing lots.

`popcount`, `ctz`, `top`, `high` and `quotient` are one instruction each: see `spadesdsl.kernel.native` and `llvm`.
"""

from __future__ import annotations


def select(mask, number):
    """Return the number in a set that so many others are below."""
    while number > 0:
        mask = mask & (mask - 1)
        number = number - 1
    return ctz(mask)


def gather(mask, among):
    """Return the bits of a mask that lie in another, without the gaps between them."""
    found = 0
    at = 1
    while among != 0:
        low = among & -among
        if (mask & low) != 0:
            found = found | at
        among = among ^ low
        at = at << 1
    return found


def spread(mask, among):
    """Return the opposite of `gather`."""
    found = 0
    while among != 0:
        low = among & -among
        if (mask & 1) != 0:
            found = found | low
        among = among ^ low
        mask = mask >> 1
    return found


def divide(one, other):
    """Return `one // other`, rounded down."""
    found = quotient(one, other)
    return found - 1 if found * other != one and (one < 0) != (other < 0) else found


def beyond(n):
    """Return what is left of two to the power of 64 when it is divided."""
    return (9223372036854775807 % n + 1) % n * 2 % n


def next_seed(S, place):
    """Return the state of a generator after the next draw."""
    return (S[place] + 11400714819323198485) & 18446744073709551615


def next_bits(S, place):
    """Return what a generator draws next; see `spadesdsl.engine.generator.draw`."""
    z = next_seed(S, place)
    z = ((z ^ ((z >> 30) & 17179869183)) * 13787848793156543929) & 18446744073709551615
    z = ((z ^ ((z >> 27) & 137438953471)) * 10723151780598845931) & 18446744073709551615
    return z ^ ((z >> 31) & 8589934591)


def below(S, place, n):
    """Draw a number below n; see `spadesdsl.engine.generator.below`."""
    return below_from(S, place, n, next_bits(S, place))


def below_from(S, place, n, bits):
    """Draw a number below n, with bits that were worked out before."""
    while True:
        S[place] = next_seed(S, place)
        low = (bits * n) & 18446744073709551615
        if low < 0 or low >= n or low >= beyond(n):  # below 0 where a word has 64 bits
            return high(bits, n)
        bits = next_bits(S, place)
