"""Rules with options set anew are the same as rules that were checked with those settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spadesdsl.check import check
from spadesdsl.check.options import say_value
from spadesdsl.check.play_options import reset, settled_options
from spadesdsl.diagnostics import has_errors
from spadesdsl.library import Library
from spadesdsl.settings import read_settings
from spadesdsl.source import Source

if TYPE_CHECKING:
    from spadesdsl.rules.game import Rules, Variant

VARIANTS = Path(__file__).parent.parent.parent / "variants"
FILES = sorted(VARIANTS.rglob("*.spades"))


def bare(variant: Variant | None) -> Variant:
    """Return rules without examples: which of them are listed hangs on the settings, and nothing is played by them."""
    assert variant is not None
    return replace(
        variant,
        game=_bare(variant.game),
        editions=tuple((which, _bare(game)) for which, game in variant.editions),
    )


def _bare(game: Rules) -> Rules:
    return replace(game, examples=(), gone_examples=())


def test_an_option_in_the_value_of_a_named_bid_is_settled_by_the_check() -> None:
    game = """language 1

variant limits "Limits" extends standard {
  option wanted = 5 from 1 to 13 "The bid that is paid."

  scoring for each team {
    score wished when some member has bid is tricks(wanted): 10
  }
}
"""
    library = Library()
    document = library.enter(Source("limits.spades", game))
    assert document is not None
    variant, found = check(document, find=library.find)
    assert variant is not None, [one.message for one in found]
    assert "wanted" in settled_options(variant)


@pytest.mark.parametrize("file", FILES[::2], ids=lambda file: file.stem)
def test_options_set_anew_are_options_that_were_checked(file: Path) -> None:
    library = Library()
    document = library.open(str(file))
    assert document is not None
    variant, _ = check(document, find=library.find)
    assert variant is not None
    settings = {
        option.name: say_value(option.type, option.choices[-1], variant.game)
        for option in variant.game.options
        if option.name not in settled_options(variant)
    }
    assigns, _, _ = read_settings(settings)
    quick = reset(variant, assigns, settled_options(variant))
    checked, found = check(document, find=library.find, settings=assigns)
    assert not has_errors(found)
    assert quick is None or bare(quick) == bare(checked)
    kinds = {str(option.type.kind) for option in variant.game.options if option.name in settings}
    assert quick is not None or not kinds <= {"number", "truth", "word"}


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("nyc", {"high_joker": "JB"}),  # a card
        ("standard", {"target": "-1000000"}),  # none of its choices
        ("standard", {"no_such": "1"}),
        ("standard", {"preset": "short"}),
    ],
)
def test_what_hangs_on_more_is_checked_again(name: str, setting: dict[str, str]) -> None:
    library = Library()
    document = library.open(name)
    assert document is not None
    variant, _ = check(document, find=library.find)
    assert variant is not None
    assigns, _, _ = read_settings(setting)
    assert assigns
    assert reset(variant, assigns, settled_options(variant)) is None


@pytest.mark.parametrize("file", FILES[::5], ids=lambda file: file.stem)
def test_an_option_set_to_the_value_that_it_has_changes_nothing_else(file: Path) -> None:
    library = Library()
    document = library.open(str(file))
    assert document is not None
    variant, _ = check(document, find=library.find)
    assert variant is not None
    settled = settled_options(variant)
    same = {
        one.name: say_value(one.type, one.value, variant.game) for one in variant.game.options if one.name in settled
    }
    assigns, _, _ = read_settings(same)
    quick = reset(variant, assigns, settled)
    checked, found = check(document, find=library.find, settings=assigns)
    assert not has_errors(found)
    assert quick is None or bare(quick) == bare(checked)


def test_an_option_of_a_range_that_some_deals_set_otherwise_is_set_on_all_deals() -> None:
    game = """language 1

variant limits "Limits" extends standard {
  option least = 1 from 1 to 13 "The lowest bid."

  bidding {
    bid high(n from least to 13) "at least {n}" by player { contract n }
    round more by each player: high
  }

  on deal 2 { set least = 5 }
}
"""
    library = Library()
    document = library.enter(Source("limits.spades", game))
    assert document is not None
    variant, found = check(document, find=library.find)
    assert variant is not None, [(one.message, one.hint) for one in found]
    assigns, _, _ = read_settings({"least": "1"})
    quick = reset(variant, assigns, settled_options(variant))
    assert quick is not None
    assert bare(quick) == bare(check(document, find=library.find, settings=assigns)[0])


@pytest.mark.parametrize(
    ("settings", "is_refused"),
    [
        ({"least": "1"}, False),
        ({"least": "9", "most": "9"}, False),
        ({"most": "8"}, True),  # a rule names a bid of nine
        ({"least": "13", "most": "12"}, True),  # no bid is left
        ({"least": "-900"}, True),  # there are too many bids
    ],
)
def test_an_option_of_a_range_is_set_without_a_check_unless_the_check_would_refuse_it(
    settings: dict[str, str], *, is_refused: bool
) -> None:
    game = """language 1

variant limits "Limits" extends standard {
  option least = 1 from -900 to 13 "The lowest bid."
  option most = 12 from 1 to 13 "The highest bid."

  bidding {
    bid high(n from least to most, m from 1 to 9) "at least {n} of {m}" by player { contract n }
    round more by each player: high
  }

  scoring for each team {
    score wished when some member has bid is high(9, 9): 10
  }
}
"""
    library = Library()
    document = library.enter(Source("limits.spades", game))
    assert document is not None
    variant, found = check(document, find=library.find)
    assert variant is not None, [(one.message, one.hint) for one in found]
    assigns, _, _ = read_settings(settings)
    quick = reset(variant, assigns, settled_options(variant))
    checked, wrong = check(document, find=library.find, settings=assigns)
    assert has_errors(wrong) is is_refused
    assert (quick is None) is is_refused
    assert quick is None or bare(quick) == bare(checked)
