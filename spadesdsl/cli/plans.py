"""`spadesdsl show --plan`: the order of a deal, as text, as a Mermaid flowchart or as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from spadesdsl.check.wording import rule_words
from spadesdsl.engine import plan as plans
from spadesdsl.engine.events import some
from spadesdsl.engine.game import Game
from spadesdsl.engine.plan import BACK, Node, links
from spadesdsl.engine.spec import Code, Do, Round, Spec
from spadesdsl.frozen import Frozen
from spadesdsl.rules.game import Rules, Variant
from spadesdsl.rules.parts import Award, By, Redeal, RuleInfo, Skip
from spadesdsl.words import WIDTH, and_list, folded, placed


def _told(depth: int, text: str, *notes: str, rule: RuleInfo | None = None) -> list[str]:
    """Write what happens, with the place of its rule at the right, and below it what there is to say about it."""
    indent = "  " * depth
    lines = folded(text, WIDTH, indent, f"{indent}    ") if rule is None else placed(text, rule.span.row, indent)
    return lines + [line for note in notes for line in folded(note, WIDTH, f"{indent}    ", f"{indent}      ")]


def plan_lines(game: Game, variant: Variant) -> list[str]:
    """Write the order of a deal for people; of other deals, the phases that differ."""
    lines = [f"{game.title} ({game.name}): the order of a deal"]
    usual: dict[str, list[str]] = {}
    for scopes, spec, rules in _editions(game, variant):
        phases = _Phases(spec, rules).phases()
        own = {name: rows for name, rows in phases.items() if usual.get(name) != rows}
        usual = usual or phases
        if own and scopes:
            lines += ["", and_list(scopes)]
        for rows in own.values():
            lines += ["", *rows]
    return lines


def _editions(game: Game, variant: Variant) -> list[tuple[list[str], Spec, Rules]]:
    """List the rules of all deals, each with the deals that they are for; the usual ones first."""
    found = [
        ([scope.words for scope in variant.scopes if scope.covers(one.first)], game.edition(one.first), one.game)
        for one in variant.calendar()
    ]
    return sorted(found, key=lambda one: bool(one[0]))


class _Phases(Frozen):
    """Tells the plan of the deals that share their rules."""

    spec: Spec
    rules: Rules

    def phases(self) -> dict[str, list[str]]:
        """Return the lines of each phase."""
        found: dict[str, list[str]] = {}
        seen: set[int] = set()
        for node in self.spec.plan.nodes:
            lines = found.setdefault(node.phase.name, [])
            lines += self._rows(node, 1, seen)
            if isinstance(node, plans.DealEnds):
                break
        return found

    # ---- rules

    def _sentence(self, keyword: str, name: str) -> RuleInfo | None:
        return next((one for one in self.rules.rules if (one.keyword, one.name) == (keyword, name)), None)

    def _row(self, depth: int, rule: RuleInfo | None, *notes: str) -> Iterator[str]:
        if rule is not None:
            says = (f'"{rule.sentence}"',) if rule.sentence else ()
            yield from _told(depth, rule_words(rule), *says, *filter(None, notes), rule=rule)

    # ---- nodes

    def _rows(self, node: Node, depth: int, seen: set[int]) -> Iterator[str]:
        """Write a node of the deal; those of blocks are written where the block comes in."""
        match node:
            case plans.PhaseBegins():
                skipping = Skip(node.phase.name)
                skips = [f"`{step.rule.key}`" for step in self.spec.plan.steps if skipping in step.actions]
                says = [f"skipped if {' or '.join(skips)} says so"] if skips else []
                yield from _told(0, node.phase.name, *says)
                if isinstance(self.spec.plan.nodes[node.then], plans.PhaseEnds):
                    yield from _told(depth, "nothing happens")
                for asks in self.spec.plan.volunteered:
                    if asks.phase is node.phase:
                        yield from _told(depth, "at any time, unasked")
                        yield from self._rows(asks, depth + 1, seen)
            case plans.Happens():
                yield from self._row(depth, node.step.rule, _happens(node.step))
            case plans.Asks():
                told = f"asks {who(node.step.by)}"
                if node in (*self.spec.plan.volunteered, *self.spec.plan.with_card):  # nobody is asked
                    told = f"{who(node.step.by).partition(' in turn')[0]} may say it"
                yield from self._row(depth, node.step.rule, told)
                yield from self._block(depth, "after an answer", node.after, seen)
            case plans.TurnBegins() | plans.BidsAtOnce():
                yield from self._row(depth, node.step.rule, *self._of_round(node))
                yield from self._talk(node, depth, seen)
            case plans.FinalBids():
                for kind, block in zip(self.spec.bids, node.blocks, strict=True):
                    yield from self._block(depth, f"then for each player who has bid `{kind.name}`", block, seen)
            case plans.PhaseEnds():
                if node.makes_sides:
                    yield from self._row(depth, self.rules.teams.rule, "now the sides are made")
            case plans.PlayBegins():
                yield from self._row(depth, self._sentence("lead", "first"))
            case plans.TrickBegins():
                yield from self._block(depth, "before each trick", node.block, seen)
            case plans.PlaysCard():
                yield from self._card(node, depth, seen)
            case plans.TrickEnds():
                yield from self._row(depth, self._sentence("lead", "next"), "and the next trick, while there are cards")
            case plans.Scores():
                yield from self._scores(depth)
            case plans.DealEnds():
                yield from self._row(depth, self._sentence("dealer", "next"), "and the next deal")
            case _:
                return

    def _block(self, depth: int, title: str, block: int, seen: set[int]) -> Iterator[str]:
        """Write a block: once, where it comes in first."""
        if block == BACK:
            return
        if block in seen:
            yield from _told(depth + 1, f"{title}: as above")
            return
        yield from _told(depth + 1, title)
        at = block
        while at != BACK:
            seen.add(at)
            node = self.spec.plan.nodes[at]
            yield from self._rows(node, depth + 2, seen)
            at = node.then

    def _of_round(self, node: plans.OfRound) -> Iterator[str]:
        """Say who bids in a round, and what."""
        step = node.step
        yield f"asks {who(step.by)}"
        offered = [f"`{self.spec.bids[bid].name}`" for bid in step.offers if bid not in step.unseen]
        unseen = [f"`{self.spec.bids[bid].name}`" for bid in step.unseen]
        if unseen:
            wait = ", or a wait for a later round" if step.may_wait else ""
            yield f"before looking: {and_list(unseen)}, or a look{wait}"
        if offered:
            yield f"{'after a look' if unseen else 'offers'}: {and_list(offered)}"
        for bid in step.offers:
            if self.spec.bids[bid].needs_yes is not None:
                yield f"`{self.spec.bids[bid].name}` needs a yes; after a no, the bidder chooses again"

    def _talk(self, node: plans.OfRound, depth: int, seen: set[int]) -> Iterator[str]:
        for one in self.spec.plan.of(plans.Talks):
            if one.turn == node.turn:
                yield from self._block(depth, "at each turn, before the bid", one.block, seen)

    def _card(self, node: plans.PlaysCard, depth: int, seen: set[int]) -> Iterator[str]:
        """Tell a trick, from its first card to its winner."""
        musts = [f"`{must.rule.key}`" for must in self.spec.play.musts]
        order = ", in this order" if len(musts) > 1 else ""
        narrows = (f"narrowed by {and_list(musts)}{order}",) if musts else ()
        yield from _told(depth, "each player in turn plays a card, clockwise from the leader", *narrows)
        for control in self.spec.play.controls:
            yield from self._row(depth + 1, control.rule)
        for asks in self.spec.plan.with_card:
            yield from _told(depth + 1, "with a card")
            yield from self._rows(asks, depth + 2, seen)
        yield from self._block(depth, "after each card", node.block, seen)
        yield from self._row(depth, self._sentence("trick", "winner"))
        yield from self._block(depth, "after each trick", node.after, seen)

    def _scores(self, depth: int) -> Iterator[str]:
        for title, rules in (("counts", self.spec.scoring.tallies), ("scores", self.spec.scoring.lines)):
            names = [f"`{one.name}`" for one in rules]
            if names:
                yield from _told(depth, f"{title} {and_list(names)}")
        for ending in self.spec.endings:
            yield from self._row(depth, ending.rule)


def who(by: By[Code]) -> str:
    """Say who is asked, or for whom something happens."""
    noun = {"team": "side", "member": "member of the side", "seat": "player"}.get(by.noun, by.noun)
    match by.turns:
        case "one":
            return f"one {noun}"
        case "at once":
            return f"each {noun} at once: nobody hears an answer before all are in"
        case _:
            again = ", and round again" if by.until is not None else ""
            return f"each {noun} in turn{again}"


def _happens(step: Do) -> str:
    ends = " and ".join(says for action, says in _ENDS.items() if any(isinstance(one, action) for one in step.actions))
    return "; ".join(part for part in (f"for {who(step.by)}" if step.by is not None else "", ends) if part)


# ---------------------------------------------------------------- as a graph


def plan_json(game: Game, variant: Variant) -> dict[str, Any]:
    """Write the plan of each edition for programs."""
    editions = [
        {"on": scopes, "nodes": [_node_json(spec, node) for node in spec.plan.nodes]}
        for scopes, spec, _ in _editions(game, variant)
    ]
    return {"variant": game.name, "title": game.title, "plans": editions}


def _node_json(spec: Spec, node: Node) -> dict[str, Any]:
    step = getattr(node, "step", None)
    kind = re.sub("(?<=[a-z])(?=[A-Z])", " ", type(node).__name__).lower()
    told: dict[str, Any] = {"id": node.id, "kind": kind, "phase": node.phase.name}
    if step is not None:
        told |= {"rule": step.rule.key, **some(step.rule, "sentence file line")}
        told |= {"who": who(step.by)} if step.by is not None else {}
        told |= {"bids": [spec.bids[bid].name for bid in step.offers]} if isinstance(step, Round) else {}
    told["next"] = [{"to": link.to, "when": link.says, "is_block": link.is_block} for link in links(node)]
    return told


def plan_mermaid(game: Game) -> list[str]:
    """Draw the plan of a usual deal as a Mermaid flowchart; dotted arrows lead to blocks and come back."""
    plan = game.base.plan
    lines = ["---", f"title: {game.title}", "---", "flowchart TD"]
    for phase in dict.fromkeys(node.phase.name for node in plan.nodes):
        lines += [f"  subgraph {phase}"]
        lines += [f"    {_box(node)}" for node in plan.nodes if node.phase.name == phase]
        lines += ["  end"]
    for node in plan.nodes:
        for link in links(node):
            arrow = "-.->" if link.is_block else "-->"
            lines.append(f"  n{node.id} {arrow}{f'|{link.says}|' if link.says else ''} n{link.to}")
    return lines


def _box(node: Node) -> str:
    """Draw a node: what is asked has slanted sides, what happens is a box, the rest is round."""
    step = getattr(node, "step", None)
    if isinstance(node, plans.PlaysCard):
        return f'n{node.id}[/"a card is played"/]'
    if step is None:
        return f'n{node.id}(["{_SAYS[type(node)].format(node.phase.name)}"])'
    name = f"{step.rule.key.split('.')[-1]}"
    if isinstance(node, plans.Happens):
        return f'n{node.id}["{name}"]'
    if isinstance(node, plans.OfRound):
        return f'n{node.id}[/"{name}: {_SAYS[type(node)]}"/]'
    return f'n{node.id}[/"{name}? {who(step.by).split(":")[0]}"/]'


_ENDS: dict[type, str] = {Redeal: "the deal is thrown in", Skip: "a phase is skipped", Award: "tricks are counted"}
_SAYS: dict[type, str] = {
    plans.PhaseBegins: "{}", plans.FinalBids: "what the final bids bring", plans.PhaseEnds: "end of {}",
    plans.TurnBegins: "a turn", plans.BidsUnseen: "a bid before looking", plans.Talks: "before the bid",
    plans.Bids: "a bid", plans.Agrees: "the partner's yes", plans.BidsAtOnce: "all bid at once",
    plans.PlayBegins: "who leads first", plans.TrickBegins: "a trick", plans.TrickEnds: "who leads next",
    plans.Scores: "the score", plans.DealEnds: "the next deal",
}  # fmt: skip
