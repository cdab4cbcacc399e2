/* The deal of `standard` written by hand: what a kernel is compared with. Random bids, random cards, the whole score.
   `benchmarks/kernels.py` compiles it with `cc -O3 -march=native` and calls `play(seed, deals)`. */
#include <stdint.h>

typedef uint64_t u64;
typedef int64_t i64;

static u64 below(u64 *state, u64 n) { /* SplitMix64, without bias, as the program draws */
    for (;;) {
        u64 z = *state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        z ^= z >> 31;
        unsigned __int128 product = (unsigned __int128)z * n;
        if ((u64)product >= n || (u64)product >= (0 - n) % n) return (u64)(product >> 64);
    }
}

static int pick(u64 mask, u64 k) {
    while (k--) mask &= mask - 1;
    return __builtin_ctzll(mask);
}

static const u64 SUIT = 8191, SPADES = 8191ull << 39;
static i64 score[2], bags[2];

static void deal(u64 *cards, u64 *chance, int dealer) {
    int deck[52], bid[4], taken[4] = {0}, first = (dealer + 1) & 3;
    u64 hand[4] = {0};
    for (int i = 0; i < 52; i++) deck[i] = i;
    for (int n = 52; n > 1; n--) {
        int place = (int)below(cards, (u64)n), kept = deck[n - 1];
        deck[n - 1] = deck[place];
        deck[place] = kept;
    }
    for (int i = 0; i < 52; i++) hand[(first + i) & 3] |= 1ull << deck[i];
    for (int i = 0; i < 4; i++) { /* 1 to 13, or nil */
        u64 one = below(chance, 14);
        bid[(first + i) & 3] = one == 13 ? 0 : (int)one + 1;
    }
    int leader = first, broken = 0;
    for (int trick = 0; trick < 13; trick++) {
        int best = -1, winner = leader;
        u64 led = 0;
        for (int i = 0; i < 4; i++) {
            int seat = (leader + i) & 3;
            u64 legal = hand[seat], kept = i ? legal & led : broken ? legal : legal & ~SPADES;
            if (kept) legal = kept;
            int card = pick(legal, below(chance, (u64)__builtin_popcountll(legal)));
            hand[seat] ^= 1ull << card;
            broken |= card >= 39;
            if (!i) led = SUIT << (card / 13 * 13);
            if (best < 0 || (card > best && (card / 13 == best / 13 || card >= 39)) || (card >= 39 && best < 39)) {
                best = card;
                winner = seat;
            }
        }
        taken[winner]++;
        leader = winner;
    }
    for (int side = 0; side < 2; side++) {
        int contract = bid[side] + bid[side + 2], helping = 0, spare = 0;
        i64 points = 0;
        for (int seat = side; seat < 4; seat += 2) {
            if (bid[seat]) helping += taken[seat];
            else {
                spare += taken[seat];
                points += taken[seat] ? -100 : 100;
            }
        }
        int made = helping >= contract, extra = spare + (made ? helping - contract : 0);
        bags[side] += extra;
        points += (made ? 10 : -10) * contract + extra;
        i64 filled = bags[side] / 10;
        bags[side] -= filled * 10;
        score[side] += points - 100 * filled;
    }
}

i64 play(u64 seed, i64 deals) {
    u64 cards = seed, chance = seed ^ 0xD1B54A32D192ED03u;
    i64 total = 0;
    score[0] = score[1] = bags[0] = bags[1] = 0;
    for (i64 i = 0; i < deals; i++) {
        deal(&cards, &chance, (int)(i & 3));
        if (score[0] >= 500 || score[1] >= 500) {
            total += score[0] - score[1];
            score[0] = score[1] = bags[0] = bags[1] = 0;
        }
    }
    return total + score[0] - score[1];
}
