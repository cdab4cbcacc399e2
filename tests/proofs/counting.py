"""Claims attacked by kernels: what a claim says never happens is counted by a tally, in whole games at random.

To the rules of a file a tally is added for each condition that is said never to hold, or always to. The kernel of these
rules plays a hundred times as many deals as the interpreter, and every score, tally, bid and card in them can be. A
count above zero contradicts the claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.algebra.reads import facts_of
from spadesdsl.binding.game import bind
from spadesdsl.frozen import replace
from spadesdsl.kernel import Packed
from spadesdsl.proofs.claims import Event, Happening, Standing, id_of
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import RuleInfo, Tally, TallyStep
from spadesdsl.rules.terms import Const, Kind, Op, Type
from spadesdsl.rules.walking import terms_of
from spadesdsl.source import NOWHERE

if TYPE_CHECKING:
    from spadesdsl.proofs.claims import Proof
    from spadesdsl.proofs.context import ProofContext, Setting
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Line
    from spadesdsl.rules.terms import Term

_TRUTH: Final = Type(Kind.TRUTH)
_ONE: Final = Const(1, Type(Kind.NUMBER))
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
    wanted = [(proof, what) for proof, what in said if any(_term(game, what) for game in _editions(variant))]
    endings = {what[1][0]: proof for proof, what in said if what[0] is Event.ENDS}
    if not wanted and not endings:
        return Counted(0, [], "nothing that a kernel can count is claimed")
    names = [f"count {number}" for number in range(len(wanted))]
    rules = {id(game): _with_counts(game, names, [what for _, what in wanted]) for game in _editions(variant)}
    editions = tuple((holds, rules[id(game)]) for holds, game in variant.editions)
    game = bind(replace(variant, game=rules[id(variant.game)], editions=editions), context.sources)
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


def _with_counts(game: Rules, names: list[str], counted: list[Happening]) -> Rules:
    """Return rules with a tally for each event."""
    tallies = [
        Tally(
            RuleInfo("scoring." + name, "tally", "scoring", name, "", "", "", NOWHERE),
            name,
            of_table=False,
            steps=(TallyStep("add", _ONE, _term(game, what) or Const(False, _TRUTH), loses_rest=False),),
        )
        for name, what in zip(names, counted, strict=True)
    ]
    return replace(game, scoring=replace(game.scoring, tallies=(*game.scoring.tallies, *tallies)))


def _term(game: Rules, what: Happening) -> Term | None:
    """Return the condition of an event of a line; None if a tally cannot tell it."""
    event, rule, part = what
    for line in game.scoring.lines:
        if id_of(line.rule) == rule and line.bid_type is None and not _is_beside(game, line):
            conditions = [case.condition for case in line.cases]
            match event:
                case Event.HOLDS:
                    return line.when
                case Event.FAILS:
                    return None if line.when is None else _not(line.when)
                case Event.GAP if conditions[-1] is not None:
                    return _and(line.when, *(_not(one) for one in conditions if one is not None))
                case Event.CASE:
                    return _and(line.when, *(_not(one) for one in conditions[:part] if one), conditions[part])
                case Event.OVERLAP:
                    first, second = divmod(part, len(conditions))
                    if conditions[second] is None:
                        return None  # `otherwise` holds only where no other case does
                    values = [line.cases[at].value for at in (first, second)]
                    is_other = Op("!=", tuple(values), _TRUTH)
                    return _and(line.when, *(_not(one) for one in conditions[:first] if one), conditions[first],
                                conditions[second], is_other)  # fmt: skip
                case _:
                    return None
    return None


def _is_beside(game: Rules, line: Line) -> bool:
    """Tell whether a line is not always written, or reads what only lines know."""
    is_hidden = any(line.name in other.instead_of for other in game.scoring.lines)
    return is_hidden or any(fact.topic is Topic.SUBTOTAL for fact in facts_of(game, *terms_of(line)))


def _not(term: Term) -> Term:
    return Op("not", (term,), _TRUTH)


def _and(*terms: Term | None) -> Term:
    return Op("and", tuple(term for term in terms if term is not None), _TRUTH)
