"""Options: the defaults, each single value, and all pairs that can affect each other."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Note, warning
from spadesdsl.proofs.claims import Proof, Standing, name_span
from spadesdsl.proofs.workshop import assigned, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.proofs.workshop import Setting, Workshop
    from spadesdsl.rules.game import Option

MOST_LOADED: Final = 40
"""The most settings to load a file with."""


def prove_settings(shop: Workshop) -> Iterator[Proof]:
    """Prove that no option value, and no pair of values, makes rules that cannot be played.

    Only options that decide cards, ranges and hands can do that: no other option is read before the game begins.
    """
    game = shop.variant.game
    reading = [option for option in game.options if option.name in shop.settled]
    plain = len(game.options) - len(reading)
    if plain:
        claim = "no setting of these options changes what can be dealt, bid or held"
        yield Proof("options", claim, Standing.PROVED, plain, "options that only rules of a game in progress read")
    if not reading:
        return
    settings, is_whole = _settings(reading)
    broken: list[Setting] = []
    for setting in settings:
        if any(set(one) <= set(setting) for one in broken):
            continue
        errors = shop.loaded.errors_with(assigned(shop.loaded, setting))
        if errors:
            broken.append(setting)
            yield _broken(shop, setting, errors[0], len(settings))
    if not broken:
        standing = Standing.PROVED if is_whole else Standing.OPEN
        listed = ", ".join(f"`{option.name}`" for option in reading)
        how = f"each value of {listed}, and all pairs" if is_whole else f"values of {listed} from end to end"
        yield Proof("options", "the cards come out however these are set", standing, len(settings), how)


def _settings(options: list[Option]) -> tuple[list[Setting], bool]:
    """Return the settings to try, and whether they cover all single values and pairs."""
    every = [[(option.name, value) for value in option.choices if value != option.value] for option in options]
    singles: list[Setting] = [(one,) for values in every for one in values]
    pairs: list[Setting] = [
        (one, other) for first, second in combinations(every, 2) for one, other in product(first, second)
    ]
    if len(singles) + len(pairs) <= MOST_LOADED:
        return [*singles, *pairs], True
    few = [[(option.name, value) for value in values_of(option) if value != option.value] for option in options]
    tried: list[Setting] = [(one,) for values in few for one in values]
    tried += [(one, other) for first, second in combinations(few, 2) for one, other in product(first, second)]
    return tried[:MOST_LOADED], False


def _broken(shop: Workshop, setting: Setting, first: Diagnostic, count: int) -> Proof:
    options = {option.name: option for option in shop.variant.game.options}
    told = shop.told(setting)
    what = "each of them is fine, and together they are not" if len(setting) > 1 else "it is among the choices"
    message = f"With {told} the rules cannot be played, though {what}: {first.message}"
    option = options[setting[0][0]]
    hint = "take the value out of its choices, or let the rules heed it"
    finding = warning("W809", name_span(option.rule), message, hint, Note(first.span, "it goes wrong here"))
    return Proof("options", f"with {told} the rules cannot be played", Standing.FOUND, count, "settings", finding)
