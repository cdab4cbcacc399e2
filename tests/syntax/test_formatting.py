"""The formatter keeps comments and empty lines, and writes all else the one way."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spadesdsl.resources import variant_names, variant_text
from spadesdsl.source import Source
from spadesdsl.syntax.formatting import format_text

_PIECES = re.compile(r'"(?:\\.|[^"\\\n])*"|(#[^\n]*)')


def formatted(text: str) -> str:
    done, found = format_text(Source("test.spades", text))
    assert done is not None, [one.message for one in found]
    return done


def comments(text: str) -> list[str]:
    return sorted(piece[1].rstrip() for piece in _PIECES.finditer(text) if piece[1])


def test_all_comments_survive_where_they_belong() -> None:
    text = dedent("""
        # Above the file.

        variant a "A" {   # behind the head
          # before about
          about "x"       # behind about
          version 2       # behind version


          # two empty lines become one
          deck { packs 2  # behind packs
            # last in deck
          }               # behind deck
          table {
            seats North,  # inside a list
              South       # behind the list
          }
          play {          # behind the brace
          }
          scoring for each team {
            score b { case made: 1 # behind a case
              # before otherwise
              otherwise: 0
            # last of the cases
            }
          }
          # last in the file
        }   # behind the file
        # below the file
    """).lstrip()
    assert (
        formatted(text)
        == dedent("""
        language 1

        # Above the file.
        variant a "A" {  # behind the head
          version 2  # behind version
          # before about
          about "x"  # behind about

          # two empty lines become one
          deck {
            packs 2  # behind packs
            # last in deck
          }  # behind deck

          table {
            # inside a list
            seats North, South  # behind the list
          }

          play {  # behind the brace
          }

          scoring for each team {
            score b {
              case made: 1  # behind a case
              # before otherwise
              otherwise: 0
              # last of the cases
            }
          }
          # last in the file
        }  # behind the file
        # below the file
    """).lstrip()
    )


def test_a_comment_behind_braces_on_one_line_stays_with_what_is_in_them() -> None:
    text = "variant a extends b {\n play { drop must low }  # any card may be led\n}\n"
    assert "  play {\n    drop must low  # any card may be led\n  }\n" in formatted(text)
    assert formatted(formatted(text)) == formatted(text)


def test_comments_above_and_below_the_language_stay_there() -> None:
    text = "# Whose it is.\n\n# And when.\nlanguage 1\n# What it is.\nvariant a { }\n"
    assert formatted(text) == ("# Whose it is.\n\n# And when.\nlanguage 1\n\n# What it is.\nvariant a { }\n")


def test_empty_lines_between_groups_stay_and_become_one() -> None:
    text = "variant a {\n play {\n\n  let a = 1\n\n\n  let b = 2\n  # about c\n\n  let c = 3\n\n }\n}\n"
    assert (
        formatted(text)
        == dedent("""
        language 1

        variant a {
          play {
            let a = 1

            let b = 2
            # about c

            let c = 3
          }
        }
    """).lstrip()
    )


def test_a_comment_opens_a_short_block() -> None:
    text = 'variant a { bidding { bid b "b" { contract 0 } bid c "c" {\n contract 1 # one\n } } }'
    assert (
        formatted(text)
        == dedent("""
        language 1

        variant a {
          bidding {
            bid b "b" { contract 0 }
            bid c "c" {
              contract 1  # one
            }
          }
        }
    """).lstrip()
    )


def test_long_sentences_are_broken_between_their_pieces() -> None:
    sentence = '"' + "A long sentence for people who want to know. " * 2 + '"'
    text = (
        "variant a { bidding { may announce by each player from left of dealer stopping when some player did announce "
        f"when count of hand in hearts >= 7: show first 7 of hand to everyone {sentence} }} }}"
    )
    assert (
        formatted(text)
        == dedent(f"""
        language 1

        variant a {{
          bidding {{
            may announce by each player from left of dealer stopping when some player did announce
                when count of hand in hearts >= 7: show first 7 of hand to everyone
                {sentence}
          }}
        }}
    """).lstrip()
    )


def test_a_wrong_file_is_not_touched() -> None:
    done, found = format_text(Source("test.spades", "variant a { play { musst b: 3 } }"))
    assert done is None
    assert [one.code for one in found] == ["E111"]


def test_line_ends_and_byte_order_marks_are_mended() -> None:
    assert formatted('\ufeffvariant a {\r\n\tabout "x"\r\n}') == 'language 1\n\nvariant a {\n  about "x"\n}\n'


@pytest.mark.parametrize("name", variant_names())
def test_a_bundled_file_is_written_as_it_would_be_formatted(name: str) -> None:
    bundled = variant_text(name)
    assert bundled is not None
    assert formatted(bundled[1]) == bundled[1]


_SAMPLE = """language 1
variant a "A" extends b @ 1 {
  about "x"
  option c = 1 of 1, 2 "y" { note "z" }
  deck { suits clubs, hearts remove 2C, 2H }
  bidding {
    round d by each player from left of dealer until e = 1 when f: g, h "i" { let j = 1 }
    bid k(n from 1 to 13) "{n}" when l { contract n score m: 1 + 2 * ( 3 - n ) }
  }
  scoring for each team { score o { case p: 1 "q" otherwise: if r then 1 else 2 } }
  on deal 1 { set s = 1 }
  example "t" { given us { u = 1, v = 2 }, South holds AS KS case us take 7: us { w = 1 } }
}
"""
_GAPS = [match.start() for match in re.finditer(r'"[^"\n]*"|([ \n])', _SAMPLE) if match[1]]


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(_GAPS), st.booleans()), max_size=6))
def test_comments_may_stand_anywhere(places: list[tuple[int, bool]]) -> None:
    text = _SAMPLE
    for number, (at, is_own_line) in enumerate(sorted(places, reverse=True)):
        gap = "\n" if is_own_line else " "
        text = f"{text[:at]}{gap}# comment {number}\n{text[at:]}"
    broken = any(re.search(words, text) for words in (r"for\s*#", r"on\s*#", r"for each\s*#"))
    done, found = format_text(Source("test.spades", text))
    if done is None:
        assert found
        assert broken
        return
    assert comments(done) == comments(text)
    assert formatted(done) == done
