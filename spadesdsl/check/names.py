"""What a name means in its place: a variable, something of the innermost subject that has it, or of the game."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from spadesdsl.check.edits import called
from spadesdsl.check.findings import Mistake, mistake, suggest
from spadesdsl.check.symbols import DECISIONS, Nested, Symbols, inner_rules, is_players_own
from spadesdsl.check.types import THE_SIDE, Scope, has_no, join, members_of, say
from spadesdsl.diagnostics import Guess, Note, guess
from spadesdsl.rules import terms
from spadesdsl.rules.operations import CARD, CARDS, COUNTS, GLOBALS, PROPERTIES, SEAT, SIDE, SUIT, TRICK, TRUTH
from spadesdsl.rules.walking import free_variables
from spadesdsl.syntax import bodies, expressions, nodes
from spadesdsl.syntax.writing import show
from spadesdsl.words import and_list

if TYPE_CHECKING:
    from collections.abc import Collection

    from spadesdsl.check.checker import Checker
    from spadesdsl.check.resolved import Gone
    from spadesdsl.source import Span

LEAST_HINT = 3
"""Shorter names are too short to guess at."""


def name(checker: Checker, scope: Scope, node: expressions.Name) -> terms.Term:
    """Settle a bare name."""
    if (variable := scope.names.get(node.name)) is not None:
        return variable
    for subject in scope.subjects:
        if (found := member(checker, subject, node.name, node.span)) is not None:
            return found
    found = thing(checker, node.name, node.span)
    if found is None and _has_own_words(checker, node.name):
        return answer(checker, node.name, node.name, None, node.span)
    if found is None:
        raise unknown(checker, scope, node)
    return found


def _has_own_words(checker: Checker, word: str) -> bool:
    """Tell whether a decision has words of its own for answers: `choose format of mirrors, suicide`."""
    nested = checker.symbols.decisions.get(word)
    return nested is not None and any(one.name == word for one in nested.rule.parameters)


def member(checker: Checker, of: terms.Term, word: str, span: Span) -> terms.Term | None:
    """Return what `word` of a seat, side, card, suit or trick is; None if it has no such thing."""
    kind = of.type.kind
    if (entry := PROPERTIES.get((kind, word))) is not None:
        return terms.Op(entry.op, (of,), entry.type, span=span)
    if word in checker.symbols.lets:
        return _let_of(checker, of, word, span)
    if word in checker.symbols.tallies and kind in (terms.Kind.SEAT, terms.Kind.SIDE):
        return terms.TallyRef(word, None if _is_of_table(checker, word) else of, "now", span=span)
    if word in checker.symbols.clocks and kind in (terms.Kind.SEAT, terms.Kind.SIDE) and not _is_of_game(checker, word):
        return terms.Ran(word, of, COUNTS, span=span)
    zone = checker.symbols.table.zones.get(word)
    if zone is not None and zone.each is not None and kind is terms.Kind.SEAT:
        return terms.ZoneRef(word, of, span=span)
    return None


def _let_of(checker: Checker, of: terms.Term, word: str, span: Span) -> terms.Term | None:
    let = checker.let(word)
    kind = of.type.kind
    if let.subject is kind:
        return terms.LetRef(let.key, of, let.type, span=span)
    if let.subject is terms.Kind.SIDE and kind is terms.Kind.SEAT:
        return terms.LetRef(let.key, terms.Op("side", (of,), SIDE, span=span), let.type, span=span)
    return None


def _is_of_table(checker: Checker, tally: str) -> bool:
    return checker.symbols.tallies[tally].sentence(nodes.Tally).of_table


def _is_of_game(checker: Checker, clock: str) -> bool:
    return checker.symbols.clocks[clock].section == "ending"


def thing(checker: Checker, word: str, span: Span) -> terms.Term | None:
    """Return the meaning of a name that belongs to nobody."""
    symbols = checker.symbols
    table = symbols.table
    if word in GLOBALS:
        return terms.Op(GLOBALS[word].op, (), GLOBALS[word].type, span=span)
    if symbols.resolution.one("top", "option", word) is not None and word not in symbols.options:
        raise Mistake
    if word in symbols.options:
        return terms.OptionRef(word, symbols.options[word].type, span=span)
    if word in symbols.lets and checker.let(word).subject is None:
        let = checker.let(word)
        return terms.LetRef(let.key, None, let.type, span=span)
    if word in symbols.tallies and _is_of_table(checker, word):
        return terms.TallyRef(word, None, "now", span=span)
    if word in symbols.clocks and _is_of_game(checker, word):
        return terms.Ran(word, None, TRUTH, span=span)
    if word in ("stock", "discards") or (word in table.zones and table.zones[word].each is None):
        return terms.ZoneRef(word, None, span=span)
    if word in table.suits:
        return terms.Const(table.suits.index(word), SUIT, span=span)
    if word in table.seats:
        return terms.Const(table.seats.index(word), SEAT, span=span)
    if word in table.added:
        return terms.Const(table.face_index(word), CARD, span=span)
    if word in symbols.moves:
        return _moved(checker, symbols.moves[word], span)
    return None


def _moved(checker: Checker, nested: Nested, span: Span) -> terms.Moved:
    """Read the name of a `give` or a `show` as the cards that it moved, if everybody has seen them."""
    rule = nested.rule
    if not all(_seen_by_all(checker, action) for action in rule.actions):
        message = f"`{rule.name}` moves cards that not everybody sees, so no rule can ask which cards they were."
        hint = "if all may see them, give them `face up`, or show them `to everyone`"
        if any(isinstance(action, bodies.Give) for action in rule.actions):
            hint += f"; if they are to stay hidden, write `zone` in `table` with a name, and that for `{rule.name}`"
        raise mistake("E438", span, message, hint, Note(rule.name_span, f"`{rule.name}` is here"))
    return terms.Moved(f"{nested.resolved.section}.{rule.name}", span=span)


def _seen_by_all(checker: Checker, action: bodies.Action) -> bool:
    match action:
        case bodies.Show(to=to):
            return to is None
        case bodies.Give(face=bodies.Face.UP):
            return True
        case bodies.Give(target=expressions.Name(name=target)):
            zone = checker.symbols.table.zones.get(target)
            return zone is not None and zone.face_up
        case _:
            return False


def unknown(checker: Checker, scope: Scope, node: expressions.Name) -> Mistake:
    """Make the mistake of a name that means nothing here."""
    word, span = node.name, node.span
    symbols = checker.symbols
    owners = [kind for kind, owned in PROPERTIES if owned == word]
    if (let := symbols.lets.get(word)) is not None:
        subject, body = checker.let(word).subject, checker.let(word).body
        owner = "player" if subject is terms.Kind.SEAT else subject or terms.Kind.SIDE
        message = f"`{word}` is worked out for each {owner}, and nothing here says which."
        note = Note(let.rule.name_span, "it is worked out here")
        hint = f"say whose: `x.{word}`, or `some {owner} has {word} …`"
        if let.resolved.section == "scoring" and not free_variables(body):
            hint = f"it is the same for all: move `let {word}` to `play`"
        return mistake("E231", span, message, hint, note)
    if word in symbols.tallies:
        message = f"The tally `{word}` is kept for each side, and nothing here says which."
        return mistake("E231", span, message, f"say whose: `x.{word}`")
    if word in symbols.clocks:
        message = f"`{word}` counts how often a player ran out of time, and nothing here says which player."
        return mistake("E231", span, message, f"say whose: `x.{word}`")
    if word in ("player", "side", "team"):
        which = (
            "say which, as in `dealer` or `first of (players where player did x)`" if word == "player" else "say which"
        )
        if word == "player" and any(subject.type.kind is terms.Kind.SIDE for subject in scope.subjects):
            message = "Nothing here says which player: a side is scored, and it has several."
            return mistake("E231", span, message, "ask about `some member`, or about `every member`")
        return mistake("E231", span, f"Nothing here says which {word}.", f"{which}, or write `some {word} has …`")
    if owners:
        return _nobody_has(scope, word, owners, span)
    if word in symbols.decisions:
        message = f"`{word}` is a decision; by itself it is not a value."
        return mistake("E232", span, message, f"write `player did {word}`, or `{word}.x` for what was answered")
    if word in symbols.bids:
        hint = f"write `{asks_for(symbols, scope, word)}`"
        return mistake("E232", span, f"`{word}` is a bid type; by itself it is not a value.", hint)
    rules = ((key[1], one) for key, one in symbols.resolution.rules.items() if key[2] == word and key[1] in _NO_VALUE)
    if keyword := next((keyword for keyword, one in rules if not one.span.encloses(span)), ""):
        message = f"`{keyword} {word}` has no value that a rule can read."
        hint = f"`{word}` is a `{keyword}`, and nothing can be asked of it: what it asks needs a `let` of its own"
        return mistake("E234", span, message, hint)
    if (gone := gone_of(checker, word, *_READ_BY_NAME)) is not None:
        return gone_with(checker, word, "", gone, span)
    if word == "card":
        hint = "only a `must` of the play judges a card; ask about a hand, as in `some card c in hand has c.rank < 9`"
        return mistake("E231", span, "No card is played here, and nothing says whose card is meant.", hint)
    if word in ("true", "false", "always"):
        hint = "write `never`" if word == "false" else "a rule without `when` always holds"
        return mistake("E234", span, f"There is no `{word}`: a condition asks something about the game.", hint)
    near = guess(word, [*symbols.value_names, *scope.names, *(owned for _, owned in PROPERTIES)])
    where = f"if the name is your own, declare it: `let {word} = …`, or `option {word} = …` for what a table chooses"
    if not word.islower() or len(word) < LEAST_HINT:
        where = "cards are written `QS`, `10H`; `spadesdsl show` lists the names that there are"
    near = near if len(word) >= LEAST_HINT else None
    return mistake("E234", span, f"This game has nothing called `{word}`.", near or where)


def asks_for(symbols: Symbols, scope: Scope, bid: str) -> str:
    """Write the condition that asks for a bid: of a side, whether one of its members made it."""
    is_of_member = scope.subjects[:1] == (THE_SIDE,) and is_players_own(symbols, symbols.bids[bid].rule)
    return f"some member has bid is {bid}" if is_of_member else f"bid is {bid}"


_NO_VALUE: Final = ("score", "must", "win", "lose", "out")
"""Sentences whose name cannot be read as a value."""
_READ_BY_NAME: Final = ("let", "option", "tally", "clock", "zone", *DECISIONS, "give", "show")
"""Sentences whose name is a value."""


def gone_of(checker: Checker, word: str, *keywords: str) -> Gone | None:
    """Return what was dropped that had, or held in its block, a sentence of this name with one of these keywords."""
    for key, gone in checker.symbols.resolution.gone.items():
        inner = inner_rules(gone.resolved) if isinstance(gone.resolved.node, nodes.Rule) else ()
        names = [key[1:], *((one.rule.keyword, one.rule.name) for one in inner)]
        if any(name == word and keyword in keywords for keyword, name in names):
            return gone
    return None


def refuse_missing(
    checker: Checker,
    word: str,
    known: Collection[str],
    what: str,
    place: tuple[Span, str],
    *keywords: str,
    gone: str = "",
) -> None:
    """Refuse a name that none of `what` has, or that was dropped: `gone` says what that was, as in "the bid "."""
    if word not in known:
        if (dropped := gone_of(checker, word, *keywords)) is not None:
            raise gone_with(checker, word, gone, dropped, place[0])
        raise mistake("E239", *place, suggest(word, known, what))


def gone_with(checker: Checker, word: str, what: str, gone: Gone, span: Span) -> Mistake:
    """Make the mistake of reading something dropped: reported at the `drop` if another file reads it."""
    hint = "keep it, or drop or replace what reads it too"
    rules = checker.symbols.resolution.rules.items()
    reader = next((called(key) for key, one in rules if one.span.encloses(span)), "a sentence")
    if any(block.span.encloses(gone.span) for block, _ in checker.symbols.resolution.on_deals) and reader[0] == "`":
        message = f"On these deals {what}`{word}` is gone, and {reader} reads it."
        dropped = f"drop {reader[1:].partition('`')[0]}"
        return mistake(
            "E233", gone.span, message, f"write `{dropped}` here too, or keep it", Note(span, "it is read here")
        )
    if span.file == gone.span.file:
        message = f"{what[:1].upper()}{what[1:]}`{word}` is gone: `{gone.document.name}` dropped it."
        return mistake("E233", span, message, hint, Note(gone.span, "it is dropped here"))
    file = span.file.rsplit("/", maxsplit=1)[-1]
    message = f"With this {what}`{word}` is gone, and {reader} reads it (`{file}`)."
    return mistake("E233", gone.span, message, hint, Note(span, "it is read here"))


_WHOSE = {
    terms.Kind.SEAT: "dealer", terms.Kind.SIDE: "dealer.side", terms.Kind.CARD: "led", terms.Kind.TRICK: "last_trick",
    terms.Kind.CALL: "(last of calls)", terms.Kind.SUIT: "led.suit",
}  # fmt: skip
"""Something of each kind, to show how to reach a name."""


def _nobody_has(scope: Scope, word: str, owners: list[terms.Kind], span: Span) -> Mistake:
    owner = owners[0]
    if any(subject.type.kind is terms.Kind.SIDE for subject in scope.subjects) and terms.Kind.SEAT in owners:
        message = f"A side has no `{word}` of its own; each of its members has."
        return mistake("E231", span, message, f"write `some member has {word} …`, or sum it over `members`")
    message = f"`{word}` belongs to a {owner.value}, and nothing here says which one."
    return mistake("E231", span, message, f"say whose, as in `{_WHOSE[owner]}.{word}`")


def property_of(checker: Checker, scope: Scope, node: expressions.Property) -> terms.Term:
    """Settle `x.y`."""
    if (special := _special(checker, scope, node)) is not None:
        return special
    of = checker.typed(scope, node.of)
    if (
        of.type == CARDS
        and isinstance(node.of, expressions.Property)
        and (terms.Kind.CARD, node.name) not in PROPERTIES
    ):
        owner = checker.typed(scope, node.of.of)
        if not owner.type.many and member(checker, owner, node.name, node.span) is not None:
            message = f"{say(of.type).capitalize()} has no `{node.name}`; {say(owner.type)} has."
            meant = Guess(show(node), show(expressions.Property(node.of.of, node.name)))
            raise mistake("E235", node.span, message, meant)
    if of.type.many:
        of = _only_card(checker, of, node)
    if (found := member(checker, of, node.name, node.span)) is not None:
        return found
    if of.type.kind is terms.Kind.BID:
        return _of_bid(checker, of, node)
    if isinstance(of, terms.TallyRef):
        message = f"A tally has `filled` and `before`, and no `{node.name}`."
        raise mistake("E235", node.span, message, guess(node.name, ("filled", "before")))
    raise _no_property(checker, of, node)


def _special(checker: Checker, scope: Scope, node: expressions.Property) -> terms.Term | None:
    """Settle what can be read without a subject: the trick, a decision's answer, a tally's past."""
    match node.of:
        case expressions.Name(name="trick", span=span) if "trick" not in scope.names:
            return member(checker, terms.Op("this_trick", (), TRICK, span=span), node.name, node.span)
        case expressions.Name(name=decision) if decision in checker.symbols.decisions and decision not in scope.names:
            return answer(checker, decision, node.name, None, node.span)
        case expressions.Property(of=of, name=decision) if decision in checker.symbols.decisions:
            who = checker.typed(scope, of)
            if not who.type.many and who.type.kind in (terms.Kind.SEAT, terms.Kind.SIDE):
                return answer(checker, decision, node.name, who, node.span)
        case _:
            pass
    if _has_own_words(checker, node.name):
        who = checker.typed(scope, node.of)
        if not who.type.many and who.type.kind in (terms.Kind.SEAT, terms.Kind.SIDE):
            return answer(checker, node.name, node.name, who, node.span)
    if node.name in ("filled", "before"):
        tally = checker.typed(scope, node.of)
        if isinstance(tally, terms.TallyRef):
            return terms.TallyRef(tally.tally, tally.holder, node.name, span=node.span)
    return None


def answer(checker: Checker, decision: str, word: str, who: terms.Term | None, span: Span) -> terms.Term:
    """Settle a parameter, or a fixed value, of an answer."""
    nested = checker.symbols.decisions[decision]
    for parameter in nested.rule.parameters:
        if parameter.name == word:
            return terms.Answer(decision, word, who, checker.parameter_type(nested.rule, parameter), span=span)
    fixes = [one for one in nested.rule.actions if isinstance(one, bodies.Fix)]
    for fix in fixes:
        if fix.name == word:
            return terms.Answer(decision, word, who, checker.fix_type(nested, fix), span=span)
    known = [parameter.name for parameter in nested.rule.parameters] + [fix.name for fix in fixes]
    listed = ", ".join(f"`{one}`" for one in known)
    if who is None and (terms.Kind.SEAT, word) in PROPERTIES:
        message = f"`{decision}` is a decision, and not the player who made it."
        raise mistake("E235", span, message, f"write `(first of (players where player did {decision})).{word}`")
    message = f"The decision `{decision}` has no answer `{word}`."
    hint = guess(word, known) or (f"it has {listed}" if known else f"write `player did {decision}`")
    raise mistake("E235", span, message, hint, Note(nested.rule.name_span, f"`{decision}` is here"))


def _only_card(checker: Checker, of: terms.Term, node: expressions.Property) -> terms.Term:
    if of.type == CARDS and isinstance(of, terms.ZoneRef | terms.Moved):
        return terms.Op("only", (of,), CARD, span=of.span)
    message = f"`.{node.name}` belongs to one thing, and this is {say(of.type)}."
    way = next(iter(_ways_to(checker, of.type.kind, node.name)), node.name)
    raise mistake("E304", node.span, message, f"say which: `(first of …).{way}`")


def _of_bid(checker: Checker, of: terms.Term, node: expressions.Property) -> terms.Term:
    bids = (*checker.symbols.bids.values(), *checker.symbols.other_bids.values())
    named = [(bid.rule, one) for bid in bids for one in bid.rule.parameters if one.name == node.name]
    kinds = [checker.parameter_type(rule, one) for rule, one in named]
    if kinds:
        is_sides = isinstance(of, terms.Op) and of.op == "side_bid"
        own = checker.symbols.resolution.document.name_span.file == node.span.file
        if is_sides and own and all(is_players_own(checker.symbols, rule) for rule, _ in named):
            message = f"Only players bid here, never a side: the bid of a side has no `{node.name}`."
            raise mistake("E231", node.span, message, f"ask its members: `some member has bid.{node.name} …`")
        kind = kinds[0]
        for other in kinds[1:]:
            kind = join(kind, other) or kind  # of two lists of words, all words
        return terms.BidParameter(of, node.name, kind, span=node.span)
    nested = checker.symbols.lets.get(node.name)
    if nested is not None and nested.bid is not None and isinstance(of, terms.Op) and of.op in ("seat_bid", "side_bid"):
        let = checker.let(node.name)
        return terms.LetRef(let.key, of.arguments[0], let.type, span=node.span)
    known = [parameter.name for resolved in checker.symbols.bids.values() for parameter in resolved.rule.parameters]
    listed = "the bids have " + ", ".join(f"`{one}`" for one in dict.fromkeys(known)) if known else ""
    message = f"No bid of this game has a `{node.name}`."
    raise mistake("E235", node.span, message, guess(node.name, known) or listed)


def _no_property(checker: Checker, of: terms.Term, node: expressions.Property) -> Mistake:
    kind = of.type.kind
    rules = checker.symbols.resolution.rules.items()
    if (node.name, kind) == ("before", terms.Kind.POINTS) and not any(
        key[0] == "ending" and one.span.encloses(node.span) for key, one in rules
    ):
        message = f"`{show(node.of)}` is what it was before this deal already."
        return mistake("E235", node.span, message, f"write `{show(node.of)}`")
    ways = [show(reduce(expressions.Property, way.split("."), node.of)) for way in _ways_to(checker, kind, node.name)]
    let = checker.symbols.lets.get(node.name)
    hint: str | Guess | None
    if let is not None:
        if (subject := checker.let(node.name).subject) is None:
            message = f"`{node.name}` is the same for all and belongs to nobody."
            return mistake("E235", node.span, message, f"write `{node.name}` alone")
        message = f"`{node.name}` is worked out for each {subject.value}, and this is {say(of.type)}."
        hint = f"write `{ways[0]}`" if len(ways) == 1 else ""
        return mistake("E235", node.span, message, hint, Note(let.rule.name_span, "it is worked out here"))
    known = [owned for owner, owned in PROPERTIES if owner is kind]
    hint = guess(node.name, [*known, *checker.symbols.lets, *checker.symbols.tallies])
    if kind is terms.Kind.SIDE and (terms.Kind.SEAT, node.name) in PROPERTIES:
        hint = f"each of its members has: `some member m in … has m.{node.name} …`"
    if kind is terms.Kind.TRUTH or of.type.is_amount:
        hint = ""
    elif ways and (hint is None or (isinstance(hint, Guess) and len(ways) == 1)):
        hint = f"write {' or '.join(f'`{way}`' for way in ways)}"
    elif hint is None and known:
        hint = f"{say(of.type)} has {and_list(f'`{one}`' for one in known)}"
    return mistake("E235", node.span, f"{has_no(of.type)} `{node.name}`.", hint)


def _ways_to(checker: Checker, kind: terms.Kind, word: str) -> list[str]:
    """Return the shortest ways from a thing through its properties to what has another: `bid.n` of a call."""
    symbols = checker.symbols
    ends = {owner for owner, owned in PROPERTIES if owned == word}
    if word in symbols.lets:
        subject = checker.let(word).subject
        ends |= {terms.Kind.SEAT, terms.Kind.SIDE} if subject is terms.Kind.SIDE else {subject or terms.Kind.NOBODY}
    if word in symbols.tallies and not _is_of_table(checker, word):
        ends |= {terms.Kind.SEAT, terms.Kind.SIDE}
    if any(one.name == word for bid in symbols.bids.values() for one in bid.rule.parameters):
        ends.add(terms.Kind.BID)
    begun = [(kind, "")]
    for _ in range(_FARTHEST):
        begun = [
            (row.type.kind, f"{way}{name}.")
            for at, way in begun
            for (owner, name), row in PROPERTIES.items()
            if owner is at and row.type.kind is not at and not row.type.many
        ]
        found = [f"{way}{word}" for at, way in begun if at in ends]
        if found:
            return found
    return []


_FARTHEST: Final = 2
"""How many properties of properties are looked for."""


def members_if_side(term: terms.Term) -> terms.Term:
    """Let a side stand for its seats."""
    return members_of(term) if term.type.kind is terms.Kind.SIDE and not term.type.many else term
