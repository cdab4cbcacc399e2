"""Options: with which settings the rules cannot be played, and on which deals the cards do not suffice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import mentions, worked_out
from spadesdsl.algebra.reads import Effect, reads_of
from spadesdsl.algebra.sums import Form
from spadesdsl.check.meaning_cards import dealt_at_first, left_by
from spadesdsl.diagnostics import Diagnostic, Note, warning
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.proofs.context import OF_PAST, ProofContext, Setting, assigned, settings_of
from spadesdsl.rules.game import Variant
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Give, Redeal, RuleInfo
from spadesdsl.rules.terms import Term
from spadesdsl.rules.walking import all_actions, ops_read
from spadesdsl.syntax.nodes import OnDeal

MOST_LOADED: Final = 40
"""The most settings to load a file with."""
_MOST_DEALS: Final = 60
"""Hands that depend on the number of the deal are counted for so many deals, or up to the last one."""


def prove_settings(context: ProofContext) -> Iterator[Proof]:
    """Prove that no setting makes rules that cannot be played.

    Only options that decide cards, ranges and hands can do that: no other option is read before the game begins.
    """
    game = context.variant.game
    reading = tuple(option for option in game.options if option.name in context.settled)
    early = _before_play(context)
    plain = [option.name for option in game.options if option.name not in early]
    if plain:
        claim = "no setting of these options changes what can be dealt, bid or held"
        how = f"{_listed(plain)}: read only by rules of the play and of the sheet"
        yield Proof("options", claim, Standing.PROVED, len(plain), how)
    if not reading:
        if short := _short_deal(context, ())[0]:
            yield short
        return
    settings, is_whole = settings_of(reading, MOST_LOADED)
    names = [option.name for option in reading]
    broken: list[Setting] = []
    for setting in sorted(filter(None, settings), key=lambda one: (len(one), [names.index(name) for name, _ in one])):
        if any(set(one) <= set(setting) for one in broken):
            continue
        if errors := context.loaded.errors_with(assigned(context.loaded, setting)):
            broken.append(setting)
            yield _broken(context, setting, errors[0], len(settings))
    is_dealt = True
    for setting in (one for one in settings if one not in broken):
        short, is_every = _short_deal(context, setting)
        is_dealt = is_dealt and is_every
        if short is not None:
            yield short
            return
    if not broken:
        standing = Standing.PROVED if is_whole and is_dealt else Standing.OPEN
        listed = _listed(names)
        how = f"all settings of {listed}" if is_whole else f"values of {listed} from end to end"
        how += "" if is_dealt else "; what is dealt later, or only in some deals, was not counted"
        yield Proof("options", "the cards come out however these are set", standing, len(settings), how)


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _before_play(context: ProofContext) -> frozenset[str]:
    """Return the options that have a say in what is dealt, bid or held, also by way of the play and the scores."""
    reads = [one for _, game in context.editions for one in reads_of(game)]
    early = {Effect.DEAL, Effect.VIEW, Effect.BIDS}
    if context.variant.game.puts_out or context.variant.scopes:
        early.add(Effect.ENDING)  # who is out gets no cards, and not every deal may come
    for _ in Effect:
        topics = frozenset[Topic]().union(*(one.topics for one in reads if one.decides & early))
        early |= {matter for matter, by in _DECIDED_BY.items() if not topics <= by}
        early |= {Effect.ENDING} if topics & OF_PAST else set()  # which deals come, and with which scores
    found = {name for one in reads if one.decides & early for name in one.names(Topic.OPTION)}
    return context.settled | found


_WITHOUT_SCORES: Final = frozenset(Topic) - {Topic.SCORE, Topic.TALLY, Topic.SUBTOTAL}
_BEFORE_THE_PLAY: Final = frozenset(
    {
        *(Topic.BIDS, Topic.OPTION, Topic.CHOICE, Topic.SEATING, Topic.HAND, Topic.HELD, Topic.DECISION, Topic.LOOKED),
        *(Topic.PLACE, Topic.DEAL, Topic.LUCK, Topic.PILE, Topic.SHOWN, Topic.TRUMPS, Topic.CARD),
        *(Topic.SCORE, Topic.TALLY, Topic.SUBTOTAL, Topic.NOTHING),
    }
)
_DECIDED_BY: Final = {
    Effect.SCORE: _WITHOUT_SCORES, Effect.TALLIES: _WITHOUT_SCORES, Effect.PLAYS: _BEFORE_THE_PLAY,
    Effect.WINNER: _BEFORE_THE_PLAY - {Topic.TRUMPS}, Effect.TIME: frozenset(Topic) - {Topic.TIME},
}  # fmt: skip
"""By what a rule has a say in: what others may read without depending on it."""


def _broken(context: ProofContext, setting: Setting, first: Diagnostic, count: int) -> Proof:
    options = context.variant.game.option_of
    told = context.told(setting)
    what = "each of them is fine, and together they are not" if len(setting) > 1 else "it is among the choices"
    message = f"With {told} the rules cannot be played, though {what}: {first.message}"
    option = options[setting[0][0]]
    hint = "take the value out of its choices, or let the rules use it"
    finding = warning("W809", option.rule.name_span, message, hint, Note(first.span, "it goes wrong here"))
    return Proof("options", f"with {told} the rules cannot be played", Standing.FOUND, count, "settings", finding)


# ---------------------------------------------------------------- hands that depend on the number of the deal


def prove_deals(context: ProofContext) -> Iterator[Proof]:
    """Find the first deal on which hands that change with its number are too large, or empty, as options are set."""
    yield from _too_late(context)
    for _, game in context.editions:
        numbers = (give.number for _, give in dealt_at_first(game)[0])
        if "deal" in ops_read(game.let_of, *numbers):
            found = _short_deal(context, ())[0]
            yield from () if found is None else (found,)
            return


def _too_late(context: ProofContext) -> Iterator[Proof]:
    """Find rules for deals that the game is over before."""
    variant, items = context.variant, () if context.loaded.document is None else context.loaded.document.items
    blocks = [one for one in items if isinstance(one, OnDeal)]
    actions = [action for edition in variant.games for action in all_actions(edition)] if blocks else []
    if not blocks or any(isinstance(one, Redeal) and one.is_new for one in actions):
        return  # the deal with the right number may be passed over
    last = next((deal for deal in range(1, _MOST_DEALS + 1) if _is_last(variant, deal)), None)
    for block in blocks if last is not None else ():
        late = next((deal for deal in block.deals if deal > (last or 0)), None)
        if late is not None:
            message = f"There is no deal {late}: the game is over after deal {last}."
            hint = f"name a deal up to {last}, or let the game last longer"
            finding = warning("W806", block.span, message, hint)
            yield Proof("on", message, Standing.FOUND, late, "the number of the deal alone says so", finding)


def _short_deal(context: ProofContext, setting: Setting) -> tuple[Proof | None, bool]:
    """Return the finding about the first deal that wants more cards than there are, and whether all deals were counted.

    What wants too many cards on every deal is an error in the file, and there are no proofs of it.
    """
    variant = context.rules(setting)
    latest = next((deal for deal in range(1, _MOST_DEALS + 1) if _is_last(variant, deal)), None)
    found, is_every = [], True
    for edition in variant.calendar():
        game, (gives, are_all) = edition.game, dealt_at_first(edition.game)
        is_every = is_every and are_all
        former, bounds = Former(game), Bounds(game, context.game(setting), variant)
        numbers = [former.form(give.number) for _, give in gives if give.number is not None]
        of_deals = [one for number in numbers for one in _asked_of(("deal",), number)]
        is_every = is_every and ("deal",) not in of_deals
        deals = set(bounds.early_deals(*of_deals)) if of_deals and ("deal",) not in of_deals else set[int]()
        is_every = is_every and bool(deals or not of_deals)
        deals |= {
            edition.first,
            *(deal for deal in range(1, _MOST_DEALS + 1) if of_deals and variant.edition(deal) is game),
        }
        for deal in sorted(deals):
            if latest is None or deal <= latest:
                wanted = _wanted(context, setting, former, gives, deal, are_all=are_all)
                is_every = is_every and wanted is not None
                found += [wanted] if isinstance(wanted, Proof) else []
    first = min(found, key=lambda one: one.cases, default=None)
    return first, is_every or (latest is not None and not found)


def _asked_of(part: Form, form: Form) -> list[Form]:
    """Return the comparisons in an amount that read something; that itself, if it is read outside of them."""
    if form[:1] in (("less",), ("more",), ("equal",)):
        return [form] if mentions(form, part) else []
    if form == part:
        return [part]
    return [found for one in form if isinstance(one, tuple) for found in _asked_of(part, one)]


def _wanted(
    context: ProofContext,
    setting: Setting,
    former: Former,
    gives: list[tuple[RuleInfo, Give]],
    deal: int,
    *,
    are_all: bool,
) -> Proof | bool | None:
    """Return the finding that a deal wants more cards than there are; False if not, None if nobody can say."""
    game = context.rules(setting).edition(deal)
    left = context.game(setting).edition(deal).deck.size
    growing: RuleInfo | None = None
    held = 0
    for rule, give in gives:
        if give.number is None:
            if (rest := left_by(give, left)) is None:
                return None
            left, held = rest, held or not rest
            continue
        if (number := _on_deal(former, give.number, deal)) is None:
            return None
        growing = rule if mentions(former.form(give.number), ("deal",)) else growing
        hands = game.hands_of(give)
        if number * hands > left:
            wants = f"{number} cards to each of {hands} are {number * hands}"
            if hands == 1:
                wants = f"`{rule.keyword} {rule.name}` wants {number} card{'' if number == 1 else 's'}"
            hint = f"give {left // hands}, or change the deck" if growing is None else "deal fewer cards"
            return _short(context, setting, deal, (growing, rule), f"{wants}, and the stock has {left}", hint)
        left -= int(number) * hands
        held += int(number) if give.each else 0
    if are_all and held < 1 and growing is not None:
        return _short(context, setting, deal, (growing, growing), "nobody is dealt a card", "deal some")
    return False


def _short(
    context: ProofContext, setting: Setting, deal: int, rules: tuple[RuleInfo | None, RuleInfo], what: str, hint: str
) -> Proof:
    """Return the finding about a deal of too many cards, or of none, at the rule that changes from deal to deal."""
    changing, rule = rules
    where = f"On deal {deal}" + (f" with {context.told(setting)}" if setting else "")
    if changing is not None and deal > 1:
        rule, hint = changing, f"let the game end after deal {deal - 1}, or {hint}"
    finding = None
    if context.is_own(rule) or setting:
        finding = warning("W809", context.own_place(rule) or rule.name_span, f"{where}, {what}.", hint)
    claim = f"{where[:1].lower()}{where[1:]} there are too few cards"
    return Proof(rule.key, claim, Standing.FOUND if finding else Standing.PROVED, deal, "deals", finding)


def _on_deal(former: Former, term: Term, deal: int) -> Any:  # noqa: ANN401 - a number; None if it reads more
    try:
        return worked_out(former.form(term), {("deal",): deal})
    except KeyError:
        return None


def _is_last(variant: Variant, deal: int) -> bool:
    """Tell whether the number of the deal alone ends the game after this deal."""
    endings = [one for one in variant.game.endings if one.kind != "out"] if variant.game.tie == "shared" else []
    former = Former(variant.edition(deal))
    return any(_on_deal(former, ending.when, deal) for ending in endings if ending.when is not None)
