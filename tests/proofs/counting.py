"""Claims attacked by kernels: what a claim says never happens is counted by a tally, in whole games at random.

To the rules of a file a tally is added for each condition that is said never to hold, or always to. The kernel of these
rules plays a hundred times as many deals as the interpreter, and every score, tally, bid and card in them can be. A
count above zero contradicts the claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.kernel import Packed
from spadesdsl.proofs.by_kernel import counting, term_of
from spadesdsl.proofs.claims import Event, Standing

if TYPE_CHECKING:
    from spadesdsl.proofs.claims import Proof
    from spadesdsl.proofs.context import ProofContext, Setting
    from spadesdsl.rules.game import Rules

_BATCH: Final = 500
_STEPS: Final = 1 << 40


class Counted(NamedTuple):
    """What came of playing: situations in which claims were held against the rules, and what contradicts them."""

    cases: int
    wrong: list[str]
    why_not: str = ""
    """Why no kernel played."""


def count(context: ProofContext, proofs: list[Proof], deals: int, seed: int, setting: Setting = ()) -> Counted:
    """Play so many deals by a kernel, and count what is said never to happen."""
    said = [(proof, what) for proof in proofs if proof.standing is not Standing.OPEN for what in proof.never]
    variant = context.rules(setting)
    wanted = [(proof, what) for proof, what in said if any(term_of(game, what) for game in _editions(variant))]
    endings = {what[1][0]: proof for proof, what in said if what[0] is Event.ENDS}
    if not wanted and not endings:
        return Counted(0, [], "nothing that a kernel can count is claimed")
    game, names = counting(variant, context, [what for _, what in wanted])
    kernel = game.kernel()
    if not kernel.is_native:
        return Counted(0, [], kernel.why_not or "there is no compiler")
    played, found, ended = _played(kernel, deals, seed)
    wrong = [
        f"{wanted[number][0].line}: {wanted[number][1][0]} {wanted[number][1][1]} {wanted[number][1][2]}"
        for number, name in enumerate(names)
        if found[game.tallies.index(name)]
    ]
    wrong += [f"{proof.line}: it ended a game" for key, proof in endings.items() if key in ended]
    return Counted(played * (kernel.built.layout.holders * len(wanted) + len(endings)), wrong)


def _played(kernel: Any, deals: int, seed: int) -> tuple[int, list[int], set[str]]:
    """Play games from their beginnings; return the deals, what all tallies came to, and what ended games."""
    p = Packed(kernel, [])
    game, layout = kernel.game, kernel.built.layout
    at, found, played, ended = layout.places["tallies"][0], [0] * len(game.tallies), 0, set[str]()
    code = 0
    while played < deals:
        if code != 4:
            seed += 1
            p.start(seed)
            p[p.slot("chance")] = seed
        p[p.slot("steps")] = _STEPS if code == 4 else 400_000
        p[p.slot("scored")], p[p.slot("until")] = 0, _BATCH
        code = p.call("play_out")
        played += p[p.slot("scored")] + (code != 4)
        for tally in range(len(game.tallies)):
            found[tally] |= any(p.read(at + tally * layout.holders, layout.holders))
        if p[p.slot("over")] and code == 2:
            ended.add(kernel.built.specs[p[p.slot("edition")]].endings[p[p.slot("ended_by")]].rule.key)
    return played, found, ended


def _editions(variant: Any) -> list[Rules]:
    return [variant.game, *(game for _, game in variant.editions)]
