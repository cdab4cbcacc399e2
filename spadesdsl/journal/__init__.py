"""Records of games on disk: begin, extend move by move, resume, replay, verify, export.

A record is a YAML file that is valid after every line added to it. What `append` and `take_back` were given is on disk
when they return: a caller that acknowledges a move after that loses none, whatever kills the program. Errors are values
(`Trouble`); only a disk that refuses to write raises `OSError`.

How a session uses it:

    journal = begin(loaded, state, sitters, path)     # path None: a file in the player's own folder
    if isinstance(journal, Trouble): …                # say it; play without a record, or stop where one was asked for
    journal.append(state_after)                       # after each move, before it is acknowledged
    journal.take_back(earlier_state)                  # undo
    journal.copy_to(path)                             # save: the whole record so far under another name
    journal.close()

    found = last_unfinished()                         # `--resume` alone: Kept(path, title, begun, …) or None
    resumed = resume(path)                            # Resumed or Trouble
    resumed.loaded, resumed.states, resumed.sitters, resumed.journal, resumed.notes
"""

from spadesdsl.journal.reading import PERSON, Record, RuleText, Sitter, Trouble, load_rules, read_record, rules_of
from spadesdsl.journal.resuming import Kept, Replayed, Resumed, kept_files, kept_games, last_unfinished, replay, resume
from spadesdsl.journal.writing import Journal, begin

__all__ = [
    "PERSON",
    "Journal",
    "Kept",
    "Record",
    "Replayed",
    "Resumed",
    "RuleText",
    "Sitter",
    "Trouble",
    "begin",
    "kept_files",
    "kept_games",
    "last_unfinished",
    "load_rules",
    "read_record",
    "replay",
    "resume",
    "rules_of",
]
