"""The rule book is made from the rules: what changes them changes a sentence of it."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from spadesdsl.book.blocks import Box, Heading, Items, Para, Table, html, markdown, plain
from spadesdsl.book.book import book, changes_of_deal
from spadesdsl.book.language import language, number_text
from spadesdsl.book.settled import gone_bids
from spadesdsl.book.terms import Terms
from spadesdsl.examples.run import run_examples, with_examples_that_hold
from spadesdsl.loader import Loaded, load, load_draft
from spadesdsl.rules.terms import Const, Kind, Type
from spadesdsl.source import Source
from spadesdsl.words import capital

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "variants").rglob("*.spades"))
SWITCHED = ("let", "may", "choose", "pass")
"""Rules that others read."""
TEXTS = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*')
OTHERS = {
    "left of": "right of", "highest of": "lowest of", " and ": " or ", ">=": ">", "<=": "<", "leading": "following",
    "some ": "every ", "when not ": "when ", " + ": " - ", " is not ": " is ", "taken": "contract", "add ": "add 2 * ",
}  # fmt: skip
"""What a mutant writes for what."""


def pages(name: str, **settings: str) -> str:
    loaded = load(name, settings)
    assert loaded.variant is not None
    return markdown(book(loaded.variant, loaded.parent()))


def german(name: str) -> str:
    variant = load(name, {}).variant
    assert variant is not None
    return markdown(book(variant, None, language("de")))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_every_shipped_game_has_a_book(file: Path) -> None:
    text = pages(file.stem)
    assert text.startswith("# ")
    assert "## The play" in text
    assert "## The score" in text
    # A name of the language, or of a file, never shows as it is written in rules.
    assert re.findall(r"[a-z]+_[a-z_]+", re.sub(r"\*Source:.*\*", "", text)) == []
    assert ", ," not in text
    assert ".." not in text.replace("...", "")


@pytest.mark.parametrize("seed", range(4))
def test_a_rule_that_changes_changes_its_sentence(seed: int) -> None:
    chance = random.Random(seed)
    pattern = re.compile("|".join(map(re.escape, OTHERS)) + r"|\b\d+\b")
    tried = 0
    while tried < 12:
        file = chance.choice(FILES)
        text = file.read_text(encoding="utf-8").split("\n  example ")[0].rstrip()
        text = text.removesuffix("}") + "}" if text.count("{") == text.count("}") else f"{text}\n}}\n"
        masked = TEXTS.sub(lambda found: "\0" * len(found[0]), text)
        places = [one for one in pattern.finditer(masked) if one.start() > masked.find("{")]
        if not places:
            continue
        place = chance.choice(places)
        new = str(int(place[0]) + 1) if place[0].isdigit() else OTHERS[place[0]]
        changed = f"{text[: place.start()]}{new}{text[place.end() :]}"
        before, after = drafted(file, text), drafted(file, changed)
        if before.game is None or after.game is None or before.game.hash == after.game.hash:
            continue
        lines = text.split("\n")[: text[: place.start()].count("\n") + 1]
        first = max(at for at, one in enumerate(lines) if not one.startswith(" " * 6))
        line = "\n".join(lines[first:])  # a sentence goes on in the lines below it
        assert before.variant is not None
        assert after.variant is not None
        gone = gone_bids(before.variant.game)
        options = {option.name for option in before.variant.game.options} | gone
        switched = [
            rule.name
            for rule in before.variant.game.rules
            if rule.keyword in SWITCHED and rule.node and reads(text, rule.keyword, rule.name, options)
        ]
        if line.lstrip().startswith("version") or {*options, *switched} & set(re.findall(r"\w+", line)):
            continue  # a setting of this table may have switched the rule off
        if set(re.findall(r"\bbid (\w+)", text[: place.start()])[-1:]) & gone:
            continue  # a line of a bid that nobody can make
        tried += 1
        assert markdown(book(before.variant)) != markdown(book(after.variant)), (file.name, line, new)


def drafted(file: Path, text: str) -> Loaded:
    return load_draft(Source(str(file), text), file.parent, first=file, has_fixes=False)


def reads(text: str, keyword: str, name: str, options: set[str]) -> bool:
    """Tell whether the line of a quantity or a question names an option."""
    found = re.search(rf"{keyword} {re.escape(name)}\b[^\n]*(\n {{6,}}[^\n]*)*", text)
    return found is None or bool(options & set(re.findall(r"\w+", found[0])))


def test_settings_of_the_table_are_in_the_sentences() -> None:
    assert "at least 500" in pages("standard")
    assert "at least 350" in pages("standard", target="350")
    assert "each time it reaches 10, it is full, and 10 are taken off." in pages("standard")
    assert "what is over is lost" in pages("standard", bags_past_limit="lost")


def test_bids_that_nobody_can_make_at_this_table_are_not_in_the_book() -> None:
    without, told = pages("wikipedia"), pages("wikipedia", blind_nils="yes")
    assert "may bid *blind nil*" not in without
    assert "**Blind nil**" not in without  # nor on the card
    assert "A double nil is the game" not in without.split("On one card")[1]
    assert "may bid *blind nil* before looking at the cards" in told
    assert "2 if *side blind* applies" in told
    # A rule that always holds bars nils at this table, and on the first deal nobody bids.
    barred, free = pages("nyc"), pages("nyc", nils="yes")
    assert "bids: *n*. At each turn" in barred
    assert "There is no nil in partnership bidding." in barred
    assert "for a bid of *nil*" not in barred
    assert "bids: *nil* or *n*. At each turn" in free
    assert "for a bid of *nil*" in free
    # A round without bids of its own, in which players draw cards, is still told.
    assert "until the stock is empty" in pages("two_player")


def test_somebody_who_knows_the_parent_is_told_what_is_different() -> None:
    text = pages("nyc")
    box = text[text.index("**If you know Spades**") : text.index("## The players")]
    assert "These rules are gone: " in box
    assert "2♦, 2♠" in box
    assert "Follow suit" not in box


def test_what_only_calls_a_side_a_player_is_not_different() -> None:
    text = pages("two_player")
    box = text[text.index("**If you know Spades**") : text.index("## The players")]
    assert "> These rules are gone: dealing cards.\n" in box
    assert "> - Everybody plays alone.\n" in box
    assert "contract" not in box
    assert "Bags" not in box


def test_an_inherited_example_that_this_table_makes_fail_is_not_told() -> None:
    loaded = load("last_trick_bonuses", {})
    told = markdown(book(with_examples_that_hold(loaded)))
    gone = {title for title, _ in with_examples_that_hold(loaded).game.gone_examples}
    kept = {one.title for one in run_examples(loaded)}
    assert "337 points, 7 bags, bid 5: two, three or four overtricks" in gone - kept
    assert not any(f"### {capital(title)}" in told for title in gone)
    assert all(f"### {capital(title)}" in told for title in kept)


def test_what_ranks_above_the_trumps_is_new_and_the_suit_is_not() -> None:
    text = pages("nyc")
    box = text[text.index("**If you know") : text.index("## The players")]
    assert "rank above all other trumps" in box
    assert "Trumps: spades." not in box


def test_sentences_of_known_games() -> None:
    text = pages("standard")
    assert "When the player follows to a trick, the player must play a card of the suit led, if possible." in text
    assert "The trick is won by the highest trump; if there is none, the highest card of the suit led." in text
    assert "13 cards go to each player, beginning with the player to the left of the dealer." in text
    assert "When the player leads to a trick and no trump has been played yet, the player must" in text
    assert "*broken*" not in text  # what it means is short
    hearts = pages("hearts")
    assert "Each player, all at once, passes cards: three cards from the player's hand go to *neighbour*." in hearts
    assert "## On deal 4 of every 4" in hearts
    assert "*Other shot* applies. | 26 instead of **each heart** and **queen** |" in hearts


def test_a_difference_and_a_number_that_is_worked_out_cannot_be_read_otherwise() -> None:
    assert "1 + the difference between 10 and the number of the deal" in pages("oh_hell")
    assert "Cards from the stock go to each player" in pages("knockout_whist")
    assert "; how many: 1 if *dog* is more than 0, otherwise *hand size*." in pages("knockout_whist")


def test_one_is_one_and_a_whole_number_is_rounded_down_to(tmp_path: Path) -> None:
    rules = "score one when count of calls = 1: rounded_down(1 * taken / 3, 1)  score two when count of calls = 2: 2"
    text = f'variant a "A" extends standard {{ scoring for each team {{ {rules} }} }}'
    variant = drafted(tmp_path / "a.spades", text).variant
    assert variant is not None
    said = markdown(book(variant))
    assert "is exactly 1 of the bids" in said
    assert "are exactly 2 bids so far" in said
    assert "÷ 3 rounded down |" in said


def test_where_all_play_alone_a_side_is_a_player_and_a_last_case_comes_after_others(tmp_path: Path) -> None:
    rules = """let due for each player = if player is dealer then 8 else 5
      let most_taken = most of taken over players
      let leaders = count of (players where taken = most_taken)
      score tricks when deal > 1 { case taken > due: 5  otherwise: 1 * (taken - due) }
      score alone { case taken = most_taken and leaders = 1: 3  otherwise: -1 }"""
    text = f'variant a "A" extends cutthroat {{ scoring for each player {{ {rules} }} }}'
    variant = drafted(tmp_path / "a.spades", text).variant
    assert variant is not None
    said = markdown(book(variant))
    assert "| the tricks the player has taken − *due* |" in said
    assert "and no case above counts" in said
    assert "; otherwise −1." in said  # on the card
    assert "that player has taken exactly as many tricks as *most taken*." in said


def test_cards_are_drawn_and_numbers_written_as_people_write_them() -> None:
    variant = load("standard", {}).variant
    assert variant is not None
    says = Terms(variant.game)
    ten = next(number for number, face in enumerate(variant.game.faces) if face.name == "10H")
    assert says.say(says.noun(Const(ten, Type(Kind.CARD)))) == "10♥"
    numbers = [Fraction(-1, 2), Fraction(13, 2), Fraction(0), Fraction(-10)]
    assert [number_text(number) for number in numbers] == ["−½", "6½", "0", "−10"]
    assert [language().say(number, "ordinal") for number in (1, 2, 10, 11, 12, 13, 21, 22, 103, 111)] == [
        "first", "second", "tenth", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th",
    ]  # fmt: skip


class Outline(HTMLParser):
    """Checks that what is opened is closed, and notes what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.fetched += [name for name, _ in attrs if name in ("src", "href")]
        self.fetched += [tag] * (tag in ("script", "link", "img", "iframe"))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", ["nyc", "hearts", "euchre", "skat"])
def test_the_page_needs_nothing_from_elsewhere(name: str) -> None:
    loaded = load(name, {})
    assert loaded.variant is not None
    outline = Outline()
    page = html(loaded.variant.game.title, book(loaded.variant, loaded.parent()))
    outline.feed(page)
    assert outline.open == []
    assert outline.fetched == []
    assert "url(" not in page
    assert "@import" not in page


def test_what_an_author_writes_cannot_change_the_page() -> None:
    hostile = "<script>alert(1)</script> | *x* `y`\n# z [a](b)\x1b[2J"
    blocks = (
        Heading(1, plain(hostile)), Para(plain(hostile)), Items((plain(hostile),)),
        Table(("a", "b"), ((plain(hostile), "1"),)), Box("c", (Para(plain(hostile)),)),
    )  # fmt: skip
    page = html(hostile, blocks)
    assert "<script>" not in page
    assert "\x1b" not in page
    text = markdown(blocks)
    assert "\n# z" not in text
    assert "<script" not in text
    assert "](" not in text
    assert "\x1b" not in text
    row = next(line for line in text.split("\n") if line.startswith("| ") and "alert" in line)
    assert row.count("|") == 3


def test_a_rule_that_does_not_hold_on_some_deals_is_called_as_players_call_it() -> None:
    variant = load("hearts", {}).variant
    assert variant is not None
    text = markdown(book(variant))
    assert "## On deal 4 of every 4\n\nThese rules do not hold: passing cards.\n" in text


def test_who_leads_who_wins_a_trick_and_which_cards_there_are_is_told_where_it_is_different(tmp_path: Path) -> None:
    text = """variant odd "Odd" extends standard {
      on deal 2 { play { replace lead first: dealer } }
      on deal 3 { deck { remove 2C, 2D, 2H, 2S } deal { replace give hands: 12 from stock to each player } }
      play { replace trick winner: lowest of trick in led.suit }
    }"""
    loaded = drafted(tmp_path / "odd.spades", text)
    parent = load("standard", {}).variant
    assert loaded.variant is not None
    assert changes_of_deal(loaded.variant, 2) == [
        "The dealer leads to the first trick; to each later one, the winner of the last trick."
    ]
    box, chapters = markdown(book(loaded.variant, parent)).split("## The players")
    assert "- The trick is won by the lowest card of the suit led.\n" in box
    assert "- **On deal 2**: The dealer leads to the first trick;" in box
    assert "## On deal 3\n\n- The pack has 48 cards: ♠ spades: A K Q J 10 9 8 7 6 5 4 3;" in chapters


def test_a_deal_with_a_setting_of_its_own_says_what_that_changes() -> None:
    text = pages("league_night")
    assert "## On deal 1\n\n- **Nil**, for a bid of *nil*: " in text
    assert " 50 if the player has taken no trick; −50 if the player has taken a trick.\n" in text
    fourth = text[text.index("## On deal 4") : text.index("## On deal 5")]
    assert "bids: *n*, *nil*, *nil in the dark* or *blind nil in the dark*." in fourth


def test_an_ending_counts_the_deals_that_have_been_played() -> None:
    assert "When at least 8 deals have been played, the game is over" in pages("league_night")


def test_only_terms_that_a_reader_meets_are_explained() -> None:
    for name in ("nyc", "wikipedia", "league_night", "boston"):
        text = pages(name)
        terms = re.findall(r"^\| \*([^*]+)\* \|", text[text.index("## Terms") :], re.MULTILINE)
        rest = re.sub(r"^\| \*[^*]+\* \|", "", text, flags=re.MULTILINE).lower()
        assert [term for term in terms if f"*{term}*" not in rest] == []
        assert re.search(r"if ,|\*: \*[a-z ]+\*\.$", text, re.MULTILINE | re.IGNORECASE) is None


def test_an_option_is_called_by_the_name_that_the_examples_use() -> None:
    assert "| The game ends when somebody has this many points. (*limit*) |" in pages("hearts")


def test_the_words_contract_and_full_are_explained() -> None:
    text = pages("standard")
    assert "What the bids of a side promise together is the side's contract." in text
    assert "−100 × the number of times *bags* got full on this deal" in text


def test_cards_look_like_cards_on_a_page() -> None:
    page = html("Cards", (Para("South holds 10♥ K♠, and ♦ is a suit."),))
    assert '<span class="card red">10♥</span> <span class="card">K♠</span>' in page
    assert '<span class="red">♦</span> is a suit' in page


KITCHEN = """language 1
variant kitchen "Kitchen" extends standard {
  on deal 1 {
    bidding { drop round opening }
    scoring for each team { replace let extra = taken replace score contract: 10 * taken }
  }
  ending { lose skunk when score <= -250 "Skunked." }
  deal { replace dealer next: first of (players where score = least of score over players) }
}
"""


def kitchen(tmp_path: Path, tongue: str = "en", text: str = KITCHEN) -> str:
    variant = drafted(tmp_path / "kitchen.spades", text).variant
    assert variant is not None
    return markdown(book(variant, None, language(tongue)))


def test_what_is_different_on_a_deal_is_said_in_whole_sentences(tmp_path: Path) -> None:
    variant = drafted(tmp_path / "kitchen.spades", KITCHEN).variant
    assert variant is not None
    assert changes_of_deal(variant, 1) == [
        "Extra: The tricks the side has taken.",
        "Contract: 10 × the tricks the side has taken.",
        "These rules do not hold: bidding.",
    ]
    assert "- **Contract**: 10 × the tricks the side has taken.\n" in kitchen(tmp_path)
    assert "- **Kontrakt**: 10 × die Stiche der Partei.\n" in kitchen(tmp_path, "de")


def test_a_sentence_that_goes_on_in_the_next_line_of_the_card_is_not_split_by_numbers() -> None:
    card = pages("hearts").split("On one card")[1]
    assert "All the points: nothing for you ...\n> - **Others moon**: ... and 26 for each of the others. 26 " in card
    card = pages("standard").split("On one card")[1]
    assert "**Bag fine**: Bags that reach the limit cost the penalty. −100 × the number of times" in card


def test_the_card_says_at_what_score_the_game_ends_and_how(tmp_path: Path) -> None:
    card = kitchen(tmp_path).split("On one card")[1]
    assert "**Skunked.** When the side's score is at most −250, the game is over and that side loses." in card
    card = kitchen(tmp_path, "de").split("Auf einer Karte")[1]
    assert "Sobald der Punktestand der Partei höchstens −250 ist: Die Partie ist zu Ende" in card


def test_what_was_named_is_said_by_what_it_is_and_not_by_a_letter() -> None:
    text = pages("euchre")
    assert "may choose *order up*, the suit of the *upcard*: the *upcard* goes to the dealer." in text
    assert "and the suit named is not the suit of the *upcard*, each player" in text
    assert "| *called suit* | The suit named with *order up*; if there is none, the suit named with *name*. |" in text
    assert "with *name*; if there is none, the suit named with *stuck*." in pages("euchre", stick="yes")
    assert "| *strain* | The suit in *top*. |" in pages("bridge")
    assert "*for across*, one of the *cut cards*: the card named goes to" in pages("french_cut")
    skat = pages("skat")
    assert "At least one player has chosen *game* (null)." in skat
    assert "*forehand* bids: *18* or *pass*." in skat
    assert "| **18** (*eighteen*) | – |" in skat
    euchre = german("euchre")
    assert "darf wählen: *order up*, die Farbe des Stapels *upcard*" in euchre
    assert "Die bei *order up* genannte Farbe; gibt es das nicht, die bei *name* genannte Farbe" in euchre


def test_of_two_parameters_of_a_kind_each_keeps_its_name(tmp_path: Path) -> None:
    text = 'variant a "A" extends standard { bidding { choose two(low in suits, high in suits) by dealer: nothing } }'
    assert "The dealer chooses *two* with *low*, one of the suits and *high*, one of the suits." in kitchen(
        tmp_path, text=text
    )


def test_a_choice_after_another_is_a_row_of_its_own() -> None:
    text = pages("five_hundred")
    assert (
        "|  | *Declaring* applies, and *made* applies, and the side has taken exactly 10 tricks. | the larger of"
        in text
    )
    assert "The trick is won by joker if joker is on the table, otherwise the highest trump;" in text


def test_players_are_said_to_be_those_who_do_something() -> None:
    skat = pages("skat")
    assert "| *soloist* | The first of those players who have not bid *pass*. |" in skat
    assert "until exactly 2 of the players have bid *pass*, bids:" in skat
    assert "The tricks taken by those players of the side whose contract is more than 0." in pages("standard")
    assert "bid so that the contracts of the players together are not *hand size*, if you can." in pages("oh_hell")
    assert "- Each player who is not the dealer, beginning with the player to the left of *forehand*, again" in skat
    assert "- If *top* is 0 and *forehand* has not bid *pass*, *forehand* bids: *18* or *pass*." in skat
    # "The player" is nobody yet where a condition about the turn comes before it.
    assert "- **Raise your bid by one?** If the player has bid *tricks* and the number in the player's bid is" in pages(
        "one_more"
    )
    assert "over the player's opponents who are not *exact*, of" in pages("ninety_nine")
    assert "The number of cards the player has won + the number of the player's *gifts*." in pages("tarok")
    assert "Der erste von den Spielern, die nicht *passe* geboten haben." in german("skat")
    assert "Die Stiche der Spieler der Partei, deren Kontrakt gleich 0 ist." in german("standard")


def test_a_player_that_conditions_share_is_named_once() -> None:
    hearts = pages("hearts")
    assert "nothing for you ...* The player has won exactly 13 hearts and has won Q♠. |" in hearts
    assert "| *other shot* | At least one opponent has won exactly 13 hearts and has won Q♠. |" in hearts
    assert "the player must play a card that is not a heart and is not Q♠, if possible." in hearts
    assert "When at least one player's score is at least 100," in hearts
    assert "When *games* of at least one side is at least 2, the game is over" in pages("rubber_bridge")
    assert "taken exactly as many tricks as that player's contract" in pages("oh_hell_team")
    assert "the number of bids at the end that are *pass* is at least 3, bids:" in pages("bridge")
    assert "Sobald der Punktestand mindestens eines Spielers mindestens 100 ist: Die" in german("hearts")
    assert "Der Spieler muss, wenn möglich, eine Karte spielen, die keine Herz-Karte ist und nicht Q♠ ist." in german(
        "hearts"
    )
    assert "the first of those cards on the table that are big joker or are little joker;" in pages("jokers_first_wins")


def test_a_choice_of_many_says_what_it_depends_on_once() -> None:
    assert (
        "11 if the rank printed on the card is A, 10 if it is 10, 4 if it is K, 3 if it is Q, 2 if it is J,"
        in pages("skat")
    )
    assert (
        "**Klop points**: (−70 if *my points* is more than 35, 70 if *my points* is 0, 0 if *decided* applies, "
        in pages("tarok")
    )


def test_an_example_names_its_side_once() -> None:
    assert "- If North and South take 7: **score** 389 and **bags** 9.\n" in pages("standard")
    assert "- If Bernd takes 0: **won** 23; Anna: **score** 0.\n" in pages("skat")
    assert "- Man darf spielen: 7♥ und 3♦.\n" in german("standard")
    assert "- Eingestellt: *verlorene Null* = helfen und *Wert der Null* = 100.\n" in german("standard")


def test_a_round_without_bids_is_a_turn_of_steps() -> None:
    text = pages("two_player")
    assert "until the stock is empty, takes a turn. One card goes to the player's *aside*. **Keep the card" in text
    assert "none" not in text.split("## The deal")[1].split("## The play")[0]


def test_bids_on_the_card_are_listed_as_people_say_them() -> None:
    assert "> - You can bid 1 to 13 or nil.\n" in pages("standard")
    assert "or no trump; double (Only the other side's last bid can be doubled, and only once); " in pages("bridge")
    assert "| from 30 to 150 in steps of 5 |" in pages("standard")


def test_a_card_that_is_not_in_the_deck_is_drawn_in_an_example_as_the_others_are() -> None:
    told = pages("friday_night").split("## For example")[1]
    assert "the deck does not have 2♣ 2♥." in told
    assert "On the table: West 2♥, North 3♦, East 4♣, South 3♥." in told


def test_the_player_with_the_lowest_score_is_called_that(tmp_path: Path) -> None:
    assert "After each deal, the first of the players with the lowest score deals next." in kitchen(tmp_path)
    german = "Nach jedem Spiel ist der nächste Geber der erste von den Spielern mit dem niedrigsten Punktestand."
    assert german in kitchen(tmp_path, "de")
    others = KITCHEN.replace("least of score over players", "least of score over (players where score > 0)")
    assert "with the lowest score" not in kitchen(tmp_path, text=others)
    assert "deals next" in kitchen(tmp_path, text=others)
    taken = KITCHEN.replace("score = least of score over", "taken = most of taken over")
    assert "the players for which the tricks that player has taken are highest" in kitchen(tmp_path, text=taken)


def test_decisions_are_called_by_their_labels_and_truths_apply() -> None:
    text = """language 1 variant x "X" extends whist {
      phase asking before play {
        may take_up "pick up the spare cards" by each player from left of dealer stopping when some player did take_up:
          nothing
        pass bury by dealer when is_taken: 2 from hand to discards face down
      }
      let is_taken = some player did take_up
      let owner = KH.player
      play { must beat when following: card.rank > trick.best.rank and card in hearts }
      scoring for each team { score sour when not is_taken and owner is dealer: 1 }
    }"""
    variant = drafted(Path("x.spades"), text).variant
    assert variant is not None
    told = markdown(book(variant))
    assert (
        "until at least one player has chosen *pick up the spare cards*, may choose *pick up the spare cards*" in told
    )
    assert "If *taken* applies, the dealer lays cards away: two cards" in told
    assert "*Taken* does not apply and *owner* is the dealer." in told
    assert "| *owner* | The player who played K♥. |" in told
    assert "a card such that its rank is more than" in told
    told = markdown(book(variant, None, language("de")))
    assert "bis mindestens ein Spieler *pick up the spare cards* gewählt hat, darf wählen" in told
    assert "Falls *taken* gilt: Der Geber legt Karten ab: zwei Karten" in told
    assert "eine Karte spielen, für die gilt, dass ihr Rang" in told
    assert "eine Herz-Karte ist" in told


def test_who_has_no_partner_is_not_said_to_be_one_of_several() -> None:
    text = pages("tarok")
    assert "| *alone* | *Declarer* is the player. |" in text
    assert "*mond lost* applies and the player has played 21 of taroks." in text


def test_what_a_decision_fixed_applies_or_does_not() -> None:
    assert "- After *claim*, if *proved* applies, *claimer* is given all tricks that are left." in pages("tram")
    assert "the players for whom that player has chosen *claim*" in pages("tram")
    assert "*untouched* ist, ob der linke Nachbar" in german("sixty_six")


def test_a_word_is_said_with_a_card_and_cards_choose_nothing() -> None:
    told = pages("sixty_six")
    assert "the player may say *marry*" in told
    assert "was played with *marry*" in told
    assert "mit *marry* gespielt wurde" in german("sixty_six")


def test_what_is_added_to_a_sum_is_not_read_as_a_part_of_it() -> None:
    text = house(
        """scoring for each team {
          let pips = sum of (if card.rank is A then 4 else 1) over cards_won + taken
          let helped = sum of taken over (members where contract > 0) + 2
          let both = 2 * count of (cards_won where card.rank is K) + taken
          score pip: 1 * pips score help: 1 * helped score two: 1 * both
        }"""
    )
    assert "(The sum, over the cards the side has won, of 4 if the rank of that card is A, otherwise 1) + the" in text
    assert "(The tricks taken by those players of the side whose contract is more than 0) + 2." in text
    assert ") + the tricks the side has taken. |" in text


def test_no_bid_is_said_of_one_condition_alone() -> None:
    text = house(
        """bidding {
          bid low "low" when (no call has bid.n >= 9) and no call has bid is low { contract 0 }
        }"""
    )
    assert "Only if the number in no bid so far is at least 9 and no bid so far is *low*." in text


def test_a_phase_keeps_its_own_article() -> None:
    text = house("phase the_nest before bidding { pass three by dealer: 3 from hand to partner face down }")
    assert "## The nest" in text


def test_a_card_for_the_pocket_offers_one_of_a_set() -> None:
    text = house('bidding { bid capot(s in suits) "capot {s}" { contract 13 } }')
    assert "capot one of the suits" in text


def test_a_side_that_the_bidding_makes_is_no_player() -> None:
    text = house(
        """table { replace teams after bidding: first of players with nobody, others together }
        scoring for each team { score lone when (first of players) in members: 1 * taken }"""
    )
    assert "is one of the players of the side. | the tricks the side has taken |" in text


def test_ranks_to_choose_from_are_no_row_of_numbers() -> None:
    text = house("phase sets before bidding { may sets(r of A, K, Q) by dealer: nothing }")
    assert "*sets*, one of A, K or Q" in text


def test_what_is_said_with_a_card_is_not_another_card() -> None:
    text = house(
        """play { may low with each card by player when card.rank is A: nothing }
        example "low" { given South holds AS KS plays East AH low expect legal AS KS AS low }"""
    )
    assert "A♠, K♠ and A♠ (low) may be played." in text


def test_piles_and_single_tricks_are_told_as_people_say_them() -> None:
    text = house(
        """deal { replace give hands: 11 from stock to each player from left of dealer }
        phase kitty before bidding {
          give kitty when count of stock > 0: stock to discards
          give taken_up: discards to dealer
          pass away by dealer: 8 from hand to discards face down
        }
        ending { replace win target_reached when deal = 8 }
        example "last" { case us win tricks 11 to 11: us { nil = 0 } }"""
    )
    assert "there is a card in the stock" in text
    assert "The cards laid away go to the dealer." in text
    assert "When 8 deals have been played" in text
    assert "win trick 11" in text


def test_a_bid_with_a_name_of_its_own_is_not_somebody_who_bids() -> None:
    text = house("scoring for each team { let game = dealer.bid score quiet when game is nil: 5 }")
    assert "| *Game* is *nil*. | 5 |" in text


def test_of_two_cards_one_is_the_other_and_several_players_sit_out() -> None:
    rules = """deck { add stray in no suit } phase extra before bidding {
      give left_over when count of stock = 1: stock to discards
      may drop_out by each player from left of dealer: nothing
    }
    play {
      control out: nobody plays for (players where player did drop_out)
      replace trick winner: first of ((trick in led.suit) as c
          where no card d in trick has d.rank is c.rank and d is not c)
    }
    scoring for each team { score tops: count of ([A of trumps, K of trumps] as c where c.player in members) }"""
    text = house(rules)
    assert "there is exactly 1 card in the stock" in text
    assert "Those players who have chosen *drop out* sit out." in text
    assert "the rank of the other card is the rank of that card and the other card is not that card" in text
    assert "cards among the A of the trump suit or the K of the trump suit for which" in text


def house(rules: str) -> str:
    loaded = load_draft(Source("x.spades", f'language 1 variant x "X" extends standard {{ {rules} }}'), ROOT)
    assert loaded.variant is not None, loaded.diagnostics
    return markdown(book(loaded.variant, loaded.parent()))
