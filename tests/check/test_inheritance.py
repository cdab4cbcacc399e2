"""Inheritance: parents, packs, places, phases, deals (constructs, section 6)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.check.texts import checked, codes, good


def child(body: str, head: str = 'variant child "Child" extends small') -> str:
    return f"{head} {{\n{body}\n}}"


def pack(name: str, body: str) -> str:
    return f'pack {name} "{name}" for small {{\n{body}\n}}'


def keys(text: str, others: dict[str, str] | None = None) -> list[str]:
    return [rule.key for rule in good(text, others).game.rules]


def test_child_has_the_rules_of_its_parent() -> None:
    assert keys(child("")) == keys('variant same "Same" extends small { }')


def test_replaced_rule_keeps_its_place() -> None:
    before = keys(child(""))
    after = keys(child("scoring for each team { replace score contract: 7 * taken }"))
    assert before == after


def test_replaced_rule_is_of_the_child() -> None:
    game = good(child("scoring for each team { replace score contract: 7 * taken }")).game
    assert next(rule.document for rule in game.rules if rule.key == "scoring.contract") == "child"
    assert next(rule.document for rule in game.rules if rule.key == "scoring.fine") == "small"


def test_where_the_parent_leaves_cards_in_the_stock_a_child_may_leave_others() -> None:
    fewer = child("deal { replace give hands: 2 from stock to each player from left of dealer }")
    assert codes(fewer) == []  # its parent leaves eight of twenty
    whole = child(
        "deal { replace give hands: 5 from stock to each player from left of dealer }",
        'variant whole "Whole" extends small',
    )
    assert codes(fewer.replace("small", "whole"), {"whole": whole}) == ["W523"]


@pytest.mark.parametrize(
    ("place", "order"),
    [
        ("", ["follow_suit", "low"]),
        ("above follow_suit", ["low", "follow_suit"]),
        ("above all", ["low", "follow_suit"]),
        ("below all", ["follow_suit", "low"]),
    ],
)
def test_new_rule_stands_where_it_says(place: str, order: list[str]) -> None:
    game = good(child(f"play {{ must low {place} when leading: card in clubs }}")).game
    assert [must.rule.name for must in game.play.musts] == order


def test_phases_are_found_whichever_is_written_first() -> None:
    later = "phase later before play { may b by dealer: nothing }"
    early = "phase early before later { may a by dealer: nothing }"
    more = "phase later { may c by dealer: nothing }"
    games = [good(child("\n".join(one))).game for one in permutations((early, later, more))]
    assert {tuple(phase.name for phase in game.phases)[1:4] for game in games} == {("bidding", "early", "later")}


@pytest.mark.parametrize(
    ("section", "hint"),
    [
        ("deck { trumps when deal = 1: spades trumps: hearts }", "say it once: `if … then … else …` has both"),
        ("play { lead next: dealer lead next: left of dealer }", "say it once: `if … then … else …` has both"),
        ("deck { suits hearts, spades suits clubs, diamonds }", "put both into one list"),
        ("scoring for each team { score a: 1 score a: 2 }", "remove one of them, or rename it"),
    ],
)
def test_what_is_written_twice_is_told_as_it_can_be_said_once(section: str, hint: str) -> None:
    found = [one for one in checked(f'variant a "A" {{ {section} }}')[1] if one.code == "E202"]
    assert [hint in one.hint for one in found] == [True]


def test_below_all_stays_below_what_comes_later() -> None:
    packs = {"one": pack("one", "play { must low below all when leading: card in clubs }")}
    game = good(child("include one\nplay { must high when leading: card in hearts }"), packs).game
    assert [must.rule.name for must in game.play.musts] == ["follow_suit", "high", "low"]


def test_two_includes_do_not_set_one_option() -> None:
    packs = {name: pack(name, f"scoring for each team {{ score {name}_line: 1 }}") for name in ("a", "b")}
    assert codes(child("include a with most = 2 include b with most = 4"), packs) == ["E207"]
    assert codes(child("include a with most = 2 include b set most = 4"), packs) == []


def test_order_of_includes_never_matters() -> None:
    packs = {
        "a_pack": pack("a_pack", "play { must low when leading: card in clubs }"),
        "b_pack": pack("b_pack", "scoring for each team { score feast when taken = 3: 5 }\nset most = 2"),
        "c_pack": pack("c_pack", "play { must high above follow_suit when leading: card in hearts }"),
    }
    orders = [keys(child("\n".join(f"include {name}" for name in names)), packs) for names in permutations(packs)]
    assert all(order == orders[0] for order in orders)


def test_packs_see_the_parent_alone() -> None:
    packs = {
        "a_pack": pack("a_pack", "play { must low when leading: card in clubs }"),
        "b_pack": pack("b_pack", "play { replace must low when leading: card in hearts }"),
    }
    assert codes(child("include a_pack\ninclude b_pack"), packs) == ["E203"]


def test_packs_that_say_the_same_do_not_collide() -> None:
    packs = {name: pack(name, "scoring for each team { drop score fine }") for name in ("a_pack", "b_pack")}
    assert "scoring.fine" not in keys(child("include a_pack\ninclude b_pack"), packs)


def test_preferred_pack_has_its_way() -> None:
    packs = {
        "a_pack": pack("a_pack", "scoring for each team { replace score fine: -1 * sets }"),
        "b_pack": pack("b_pack", "scoring for each team { replace score fine: -2 * sets }"),
    }
    both = "include a_pack\ninclude b_pack"
    assert codes(child(both), packs) == ["E216"]
    game = good(child(f"{both}\nprefer b_pack over a_pack for scoring.fine"), packs).game
    assert next(rule.document for rule in game.rules if rule.key == "scoring.fine") == "b_pack"


def test_pack_may_include_a_pack() -> None:
    packs = {
        "inner": pack("inner", "scoring for each team { score feast when taken = 3: 5 }"),
        "outer": pack("outer", "include inner"),
    }
    assert "scoring.feast" in keys(child("include outer"), packs)


def test_set_comes_after_packs_and_with_after_the_packs_own() -> None:
    packs = {"one": pack("one", "set most = 2")}
    values = {
        body: next(option.value for option in good(child(body), packs).game.options if option.name == "most")
        for body in ("include one", "include one with most = 4", "include one with most = 4\nset most = 5")
    }
    assert list(values.values()) == [2, 4, 5]


def test_replaced_option_forgets_what_was_set() -> None:
    others = {"middle": 'variant middle "Middle" extends small { set most = 5 }'}
    text = 'variant child "Child" extends middle { replace option most = 1 from 1 to 2 "Cards." }'
    assert next(option.value for option in good(text, others).game.options if option.name == "most") == 1


def test_pack_alone_is_checked_on_its_game() -> None:
    variant = good(pack("alone", "scoring for each team { replace score fine: -1 * sets }"))
    assert variant.game.name == "alone"
    assert variant.game.seats == ("North", "East", "South", "West")


def test_unread_inherited_option_goes_with_what_read_it() -> None:
    text = child("deal { replace give hands: 4 from stock to each player from left of dealer }\n"
                 'bidding { replace bid tricks(n from 0 to 4) "{n}" { contract n } }')  # fmt: skip
    assert "most" not in [option.name for option in good(text).game.options]


def test_phase_stands_where_it_says_and_takes_more_later() -> None:
    packs = {
        "talk": pack("talk", "phase talking before play { may speak by each player from left of dealer: nothing }")
    }
    game = good(
        child("include talk\nphase talking { may shout by each player from left of dealer: nothing }"), packs
    ).game
    assert [phase.name for phase in game.phases] == ["deal", "bidding", "talking", "play", "scoring"]
    assert [step.rule.name for step in game.phases[2].steps] == ["speak", "shout"]


def test_circle_of_parents_is_told() -> None:
    others = {"other": 'variant other "Other" extends child { }'}
    assert codes('variant child "Child" extends other { }', others) == ["E211"]


def test_too_many_parents_are_told() -> None:
    others = {f"v{number}": f'variant v{number} "V" extends v{number + 1} {{ }}' for number in range(30)}
    assert codes('variant child "Child" extends v0 { }', others) == ["E212"]


# ---------------------------------------------------------------- deals


def test_edition_holds_on_its_deals() -> None:
    variant = good(child("on deals 2, 3 { scoring for each team { replace score fine: 0 } }\n"
                         "on deal 2 of every 4 { set most = 2 }"))  # fmt: skip
    sizes = [
        next(option.value for option in variant.edition(deal).options if option.name == "most") for deal in range(1, 7)
    ]
    assert sizes == [3, 2, 3, 3, 3, 2]
    fines = [variant.edition(deal).scoring.lines[-1].cases[0].value != variant.game.scoring.lines[-1].cases[0].value
             for deal in range(1, 7)]  # fmt: skip
    assert fines == [False, True, True, False, False, False]


def test_pack_of_one_deal_brings_its_options_and_examples() -> None:
    bids = "bids us tricks(1), tricks(1); them tricks(0), tricks(0)"
    example = f'example "a feast" {{ {bids}\n case us take 3: us {{ feast = 7 }} }}'
    option = 'option feast_value = 5 of 5, 7 "Points."'
    line = "scoring for each team { score feast when taken = 3: feast_value }"
    packs = {"one": pack("one", f"{option}\n{line}\n{example}")}
    variant = good(child("on deal 2 { include one with feast_value = 7 }"), packs)
    assert [option.value for option in variant.game.options if option.name == "feast_value"] == [5]
    assert [option.value for option in variant.edition(2).options if option.name == "feast_value"] == [7]
    assert [one.node.title for one in variant.edition(2).examples] == ["a feast"]
    assert not variant.game.examples


def test_many_blocks_are_refused() -> None:
    blocks = "\n".join(f"on deal {deal} {{ set most = 2 }}" for deal in range(1, 80))
    assert codes(child(blocks)) == ["E414"]


# ---------------------------------------------------------------- examples and open choices

GONE = """
variant parent "Parent" extends small {
  example "a fine" { bids us tricks(1), tricks(1); them tricks(0), tricks(0)
    case us take 1: us { fine = -5 } }
  example "follow" { given South holds AC KH
    plays West 7C
    expect legal AC because play.follow_suit }
}
"""


def test_example_goes_with_what_it_names() -> None:
    text = 'variant child "Child" extends parent { scoring for each team { drop score fine } }'
    game = good(text, {"parent": GONE}).game
    assert [one.node.title for one in game.examples] == ["follow"]
    assert [title for title, _ in game.gone_examples] == ["a fine"]


def test_example_is_replaced_and_dropped() -> None:
    text = """variant child "Child" extends parent {
      drop example "a fine"
      replace example "follow" { given South holds AC KH
        plays West 7C
        expect illegal KH }
    }"""
    game = good(text, {"parent": GONE}).game
    assert [(one.node.title, one.document) for one in game.examples] == [("follow", "child")]


def test_open_choice_is_told_once_until_it_is_set() -> None:
    asking = {"asks": 'variant asks "Asks" extends small { option extra = 1 of 1, 2 ask "What is a trick worth?"\n'
                      "scoring for each team { score tricks: extra * taken } }"}  # fmt: skip
    text = 'variant child "Child" extends asks { %s }'
    _, found = checked(text % "", asking)
    assert [(one.code, one.hint) for one in found] == [("A601", "write `set extra = 1`, or another of them")]
    assert "What is a trick worth?" in found[0].message
    assert codes(text % "set extra = 1", asking) == []


def test_pack_that_the_file_and_a_pack_include_counts_once() -> None:
    packs = {
        "inner": pack("inner", "scoring for each team { score feast when taken = 3: 5 }"),
        "outer": pack("outer", "include inner"),
    }
    assert "scoring.feast" in keys(child("include outer\ninclude inner"), packs)


def test_pack_of_the_parent_is_not_included_again() -> None:
    others = {"one": pack("one", "set most = 2"), "middle": 'variant middle "Middle" extends small { include one }'}
    assert codes('variant child "Child" extends middle { include one }', others) == ["E214"]


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ("set preset = quick", (1, 2)),
        ("set preset = quick, b = 5", (1, 5)),
        ("set b = 5, preset = quick", (1, 2)),
        ("set b = 5\nset preset = quick\nset a = 7", (7, 2)),
    ],
)
def test_a_preset_stands_for_its_settings_where_it_is_set(body: str, values: tuple[int, int]) -> None:
    options = "option a = 0 from 0 to 9 option b = 0 from 0 to 9"
    reads = "scoring for each team { replace score contract: (a + b) * taken }"
    game = good(child(f'{options}\npreset quick "Quick": a = 1, b = 2\n{body}\n{reads}')).game
    assert tuple(option.value for option in game.options if option.name in "ab") == values


def test_a_setting_that_nothing_reads_any_more_is_said() -> None:
    _, before = checked(child("set most = 4"))
    body = "set most = 4\ndeal { replace give hands: 3 from stock to each player }\n"
    body += 'bidding { replace bid tricks(n from 0 to 3) "{n}" { contract n } }'
    _, after = checked(child(body))
    assert before == ()
    assert after[0].message == "Nothing reads the option `most` any more, so this setting changes nothing."
