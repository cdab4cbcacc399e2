"""Each piece that the table of sentences allows does something in the game, or is refused with a reason.

A sentence is written with a piece and without it, or with it in another way. The two games are then played side by side
with the same cards and the same choices until players see something different. What says the same as leaving it out is
listed. A new piece needs a line in `SAID`, a new sentence one in `SENTENCES_SAID`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from spadesdsl.diagnostics import has_errors
from spadesdsl.loader import load_draft
from spadesdsl.source import Source
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES, Piece
from tests.diff.edited_pairs import first_unlike, planted

if TYPE_CHECKING:
    from spadesdsl.loader import Loaded
    from spadesdsl.syntax.sentences import Form

GAME = """
variant it "It" extends standard {{
  table {{ zone kitty
    zone open face up }}
  deck {{ replace ranks A, K, Q, J, 10, 9 }}
  deal {{ replace give hands: 5 from stock to each player from left of dealer }}
  bidding {{
    replace round opening by each player from left of dealer {{ {round} }}
    replace bid tricks(n from 1 to 3) "{{n}}" {{ contract n
      {bid} }}
    may yell by dealer: nothing
    round again by each player from left of dealer when dealer did yell: nil
    {phase}
  }}
  table {{ {table} }}
  deck {{ {deck} }}
  play {{ {play} }}
  scoring for each team {{
    let dense = if taken > 1 then 3 else 4
    let wide for each player = 9
    score both: 1 * dense + 1 * deep + sum of wide over members
    {scoring}
  }}
  let deep = 5
  ending {{ {ending} }}
  {file}
}}
"""

SAID: dict[Piece, tuple[str, ...]] = {
    Piece.LABEL: ('"{n} more"', '"more {n}"', '"more"'),
    Piece.DURING: ("during opening", "during again", "during peek"),
    Piece.PLACE: ("above all", "below all"),
    Piece.NEIGHBOUR: (),
    Piece.TIMING: (
        "before each trick", "after each trick", "before each card", "after each card", "with each card", "after yell",
        "any time during play", "any time during bidding",
    ),
    Piece.BY: (
        "by dealer", "by North", "by dealer.side", "by team", "by each player from left of dealer",
        "by each player from dealer", "by each player at once", "by each team from left of dealer",
        "by each player from left of dealer until North.hand includes 2C",
        "by each player from left of dealer stopping when North.hand includes 2C",
        "by dealer until North.hand includes 2C", "by dealer stopping when North.hand includes 2C",
    ),
    Piece.FINAL: ("final",),
    Piece.BEFORE_LOOKING: ("before looking",),
    Piece.INSTEAD_OF: ("instead of overtricks", "instead of dense", "instead of deep", "instead of wide"),
    Piece.FOR_EACH: ("for each player", "for each team"),
    Piece.OF_TABLE: ("of the table",),
    Piece.OF_EACH: ("of each player", "of each seat"),
    Piece.FACE: ("face up", "face down"),
    Piece.SEEN_BY: ("seen by player",),
    Piece.IN_NO_SUIT: ("in no suit",),
    Piece.WHEN: ("when deal > 3", "when dealer is North", "when score > 250"),
}  # fmt: skip
"""Each piece, in all the ways that could mean something else."""

OTHER = {
    "phase": "give other: 1 from dealer.hand to kitty",
    "play": (
        "give other after each trick: 1 from dealer.hand to kitty\n may peek after each trick by dealer: nothing\n"
        " must other: card not in spades"
    ),
    "bid": "give other: 1 from dealer.hand to kitty\n must other when trick_number = 2: card not in spades",
    "round": "give other: 1 from dealer.hand to kitty",
    "scoring": "",
    "ending": "",
    "table": "",
    "deck": "order other when card in hearts: 9, A, K, Q, J, 10",
    "file": "",
}
"""What is beside the sentence, so that its place matters."""

STEPS = {
    "give": "give it {}: 1 from hand to discards",
    "show": "show it {}: hand to everyone",
    "shuffle": "shuffle it {}: hand",
    "redeal": "redeal it {}: by left of dealer",
    "skip": "skip it {}: play",
    "award": "award it {}: 1 to player",
    "may": "may it(n from 1 to 2) {}: give 1 from hand to discards",
    "choose": "choose it(n from 1 to 2) {}: give 1 from hand to discards",
    "pass": "pass it {}: 1 from hand to discards",
}
WRITTEN = {
    **{(section, keyword): text for section in ("phase", "play", "bid", "round") for keyword, text in STEPS.items()},
    ("phase", "round"): "round it {}: nil",
    ("phase", "bid"): (
        "bid it(n from 1 to 2) {} {{ contract n }}\n round third by each player from left of dealer: it\n"
        " round fourth by each player from left of dealer: it"
    ),
    ("phase", "must"): "must it {}: bid.n = 2\n must tail: bid.n = 3",
    ("phase", "clock"): "clock it {}: 7 seconds\n clock tail: 9 seconds",
    ("phase", "let"): "let it {} = if contract > 1 then 1 else 3\n must tail: bid.n < it",
    ("play", "must"): "must it {}: card not in hearts",
    ("play", "clock"): "clock it {}: 7 seconds\n clock tail: 9 seconds",
    ("play", "let"): "let it {} = if contract > 2 then 1 else 3\n must tail when it > 2: card in hearts",
    ("play", "control"): "control it {}: North plays for South",
    ("bid", "score"): "score it {}: 7",
    ("bid", "must"): "must it {}: card not in hearts",
    ("bid", "let"): "let it {} = if contract > 2 then 1 else 3\n must tail when it > 2: card not in hearts",
    ("round", "let"): "let it {} = if contract > 1 then 1 else 3\n show tail when it > 2: dealer.hand to everyone",
    ("scoring", "let"): "let it {} = if taken > 1 then 1 else 2\n score tail: 5 * sum of it over members",
    ("scoring", "score"): "score it {}: if subtotal > 0 then 7 else 0",
    ("scoring", "tally"): "tally it {}: add 1",
    ("ending", "win"): "win it {}",
    ("ending", "lose"): "lose it {}",
    ("ending", "out"): "out it {}",
    ("table", "zone"): "zone it {}",
    ("deck", "order"): "order it {}: K, Q, J, 10, 9, A",
    ("deck", "add"): "add fool {}",
    ("deck", "trumps"): "replace trumps {}: hearts",
    ("file", "let"): "let it {} = 3",
}
"""Each sentence that takes pieces, written so that it matters for whom and when it holds."""
NO_GAME = frozenset({"about", "source", "note"})
"""Sentences for readers alone."""

NEEDED: dict[tuple[str, Piece], str] = {
    ("play", Piece.TIMING): "after each trick",
    ("redeal", Piece.WHEN): "when times_dealt = 1 and hand includes AS",
    ("skip", Piece.WHEN): "when hand includes AS",
    ("score", Piece.WHEN): "when taken > 1",
    ("win", Piece.WHEN): "when score < 100",
    ("lose", Piece.WHEN): "when score > 250",
    ("out", Piece.WHEN): "when score > 250",
    ("bid", Piece.LABEL): '"it {n}"',
    **{(keyword, Piece.BY): "by each player from left of dealer" for keyword in (*STEPS, "round")},
}
"""By section or keyword: what has to be there while another piece is tried."""

AS_WITHOUT = {
    Piece.DURING: "only one of the rounds offers such bids",
    Piece.PLACE: "a sentence without a place is the last, or the first of its kind",
    Piece.FACE: "cards lie face down in a place that does not say",
    Piece.FOR_EACH: "a quantity of the scoring is of each team",
}
"""Pieces of which one way may say what the sentence says without it."""


AS_ANOTHER: dict[tuple[str, Piece], tuple[str, ...]] = {
    # What holds for all sides puts none of them out.
    ("out", Piece.WHEN): ("when deal > 3", "when dealer is North"),
    # A phase is skipped once, whoever comes first.
    ("skip", Piece.BY): (
        "by each player from left of dealer", "by each player from dealer", "by each player at once"),
}  # fmt: skip
"""Ways of a piece that make no difference in this sentence."""


def rows() -> list[tuple[str, Form]]:
    """Return every row of the table that takes pieces."""
    return [
        (section, form)
        for section, forms in SENTENCES.items()
        for form in forms
        if form.pieces and form.keyword not in NO_GAME
    ]


@cache
def game_with(section: str, keyword: str, pieces: str) -> Loaded:
    """Load the game with a sentence that has these pieces."""
    texts = dict.fromkeys(("round", "bid", "phase", "table", "deck", "play", "scoring", "ending", "file"), "")
    texts[section] = f"{OTHER[section]}\n {WRITTEN[section, keyword].format(pieces)}"
    if (section, keyword) == ("table", "zone"):
        texts["phase"] = "give it_all: 1 from dealer.hand to dealer.it" if "each" in pieces else (
            "give it_all: 1 from dealer.hand to it")  # fmt: skip
    if (section, keyword) == ("file", "let"):
        texts["scoring"] = "score tail: 1 * it"
    # Fixes are not tried: nobody looks at them here, and trying them takes most of the time.
    return load_draft(Source("it.spades", GAME.format(**texts)), Path("nowhere"), has_fixes=False)


def pieces_of(section: str, form: Form, piece: Piece, way: str) -> str:
    """Write the pieces of a sentence in their order: the one that is tried, and those that have to be there."""
    is_step = form.keyword in STEPS
    found = []
    for one in form.pieces:
        of_section = is_step and one is not Piece.LABEL  # a step needs no label, as the bid that it is in does
        needed = NEEDED.get((form.keyword, one)) or (NEEDED.get((section, one)) if of_section else None) or ""
        if (one, piece) == (Piece.OF_EACH, Piece.SEEN_BY):
            needed = "of each player"
        found.append(way if one is piece else needed)
    return " ".join(filter(None, found))


def differ(one: Loaded, other: Loaded) -> bool:
    """Tell whether players see a difference between two games."""
    assert one.game is not None
    assert other.game is not None
    if sorted(one.game.deck) != sorted(other.game.deck):
        return True
    random = Random(7)
    if (one.game.labels, read_by_people(one)) != (other.game.labels, read_by_people(other)):
        return True  # labels are not in the fingerprint: a saved game is read without them
    if one.game.hash == other.game.hash:
        return False
    return any(first_unlike(random, *planted(random, one.game, other.game)) for _ in range(25))


@cache
def read_by_people(loaded: Loaded) -> list[tuple[str, tuple[str, ...]]]:
    """Return how people read the choices of one deal."""
    found, chance, state = [], Random(5), loaded.playable.start(5)
    for _ in range(80):
        if not state.turns or state.over:
            break
        turn = state.turns[0]
        found.append((turn.label, turn.labels))
        state = state.apply(chance.choice(turn.moves), turn.seat)
    return found


def test_every_piece_and_every_sentence_is_written_here() -> None:
    assert set(SAID) == set(Piece)
    assert {(section, form.keyword) for section, form in rows()} == set(WRITTEN)
    assert set(OTHER) == set(SENTENCES) == {one.sentences for one in SECTIONS} | {"file", "bid", "round"}


@pytest.mark.parametrize(("section", "form"), rows(), ids=lambda one: getattr(one, "keyword", one))
def test_a_piece_does_something_or_is_refused(section: str, form: Form) -> None:
    for piece in form.pieces:
        tried = {way: game_with(section, form.keyword, pieces_of(section, form, piece, way))
                 for way in ("", *SAID[piece])}  # fmt: skip
        for found in tried.values():
            assert found.variant is not None or has_errors(found.diagnostics)
        accepted = {way: one for way, one in tried.items() if one.variant is not None}
        plain = AS_ANOTHER.get((form.keyword, piece), ())
        idle = [
            way for way, one in accepted.items() if way and way not in plain and not _does_something(way, one, accepted)
        ]
        assert len(idle) <= (piece in AS_WITHOUT), (section, form.keyword, piece, idle)
        assert set(accepted) - {""}, (section, form.keyword, piece, "is always refused")


def _does_something(way: str, one: Loaded, accepted: dict[str, Loaded]) -> bool:
    others = [accepted[""]] if "" in accepted else [other for name, other in accepted.items() if name != way]
    # If only one way to say it is accepted, it is needed.
    return not others or any(differ(one, other) for other in others)
