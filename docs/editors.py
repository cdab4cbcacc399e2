"""Makes the files with which editors colour `.spades` files: `python -m docs.generate`; for the page, `make site`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from spadesdsl.editor import vocabulary

FOLDER: Final = Path(__file__).resolve().parent.parent / "grammars"


def _either(words: frozenset[str]) -> str:
    return "|".join(sorted(words))


def textmate() -> str:
    """Return the TextMate grammar."""
    rules = [
        ("comment.line.number-sign.spades", r"#.*$"),
        ("constant.other.card.spades", rf"\b{vocabulary.CARD}"),
        ("constant.numeric.spades", rf"\b{vocabulary.NUMBER}\b"),
        ("variable.other.property.spades", r"(?<=\.)[A-Za-z_]\w*"),
        ("constant.language.spades", rf"\b(?:{_either(vocabulary.CONSTANTS)})\b"),
        ("keyword.control.spades", rf"\b(?:{_either(vocabulary.keywords())})\b"),
        ("support.variable.spades", rf"\b(?:{_either(vocabulary.meanings())})\b"),
        ("keyword.operator.spades", r"[<>!]=|[-+*/=<>]"),
    ]
    text = {
        "name": "string.quoted.double.spades",
        "begin": '"',
        "end": '"|$',
        "patterns": [
            {"name": "constant.character.escape.spades", "match": r'\\["\\]'},
            {"name": "variable.other.placeholder.spades", "match": r"\{[a-z_]\w*\}"},
        ],
    }
    made = {
        "name": "spadesdsl",
        "scopeName": "source.spades",
        "fileTypes": ["spades"],
        "patterns": [text, *({"name": name, "match": match} for name, match in rules)],
    }
    return json.dumps(made, indent=2) + "\n"


def vim() -> str:
    """Return the syntax file of Vim and Neovim."""
    groups = (
        ("spadesKeyword", "Keyword", vocabulary.keywords()),
        ("spadesConstant", "Constant", vocabulary.CONSTANTS),
        ("spadesMeaning", "Identifier", vocabulary.meanings()),
    )
    lines = ['if exists("b:current_syntax")', "  finish", "endif", ""]
    # A word with a meaning in syntax files of Vim has to be a match and no keyword.
    for name, _, words in groups:
        lines += [rf"syntax match {name} /\<\%({_either(words).replace('|', chr(92) + '|')}\)\>/"]
    lines += [
        r"syntax match spadesCard /\<\%(10\|[2-9TJQKA]\)[A-Z]\>/",
        r"syntax match spadesNumber /\<\d\+\%(\.\d\+\)\?\>/",
        r"syntax match spadesProperty /\.\@1<=\h\w*/",
        r"syntax match spadesPlaceholder /{\l\w*}/ contained",
        r'syntax region spadesText start=/"/ skip=/\\["\\]/ end=/"\|$/ contains=spadesPlaceholder',
        r"syntax match spadesComment /#.*$/",
        "",
    ]
    links = [(name, group) for name, group, _ in groups]
    links += [("spadesCard", "Constant"), ("spadesNumber", "Number"), ("spadesProperty", "Identifier")]
    links += [("spadesPlaceholder", "Special"), ("spadesText", "String"), ("spadesComment", "Comment")]
    lines += [f"highlight default link {name} {group}" for name, group in links]
    return "\n".join([*lines, "", 'let b:current_syntax = "spades"', ""])


def emacs() -> str:
    """Return the mode of Emacs."""

    def quoted(words: frozenset[str]) -> str:
        return " ".join(f'"{word}"' for word in sorted(words))

    return f""";;; spades-mode.el --- House rules of trick-taking games  -*- lexical-binding: t; -*-

;; Put this file on your `load-path' and write (require 'spades-mode).  With Eglot the language server starts by
;; M-x eglot.

;;; Code:

(defvar spades-mode-words
  (list
   (cons (regexp-opt '({quoted(vocabulary.keywords())}) 'words) 'font-lock-keyword-face)
   (cons (regexp-opt '({quoted(vocabulary.CONSTANTS)}) 'words) 'font-lock-constant-face)
   (cons (regexp-opt '({quoted(vocabulary.meanings())}) 'words) 'font-lock-builtin-face)
   '("\\\\_<\\\\(?:10\\\\|[2-9TJQKA]\\\\)[A-Z]\\\\_>" . font-lock-constant-face))
  "What is coloured besides texts and comments.")

(defvar spades-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "Comments begin with `#'.")

;;;###autoload
(define-derived-mode spades-mode prog-mode "Spades"
  "A mode for house rules of trick-taking games."
  (setq-local comment-start "# ")
  (setq-local font-lock-defaults '(spades-mode-words nil nil)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\\\.spades\\\\'" . spades-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(spades-mode "spadesdsl" "lsp")))

(provide 'spades-mode)
;;; spades-mode.el ends here
"""


def codemirror() -> str:
    """Return the words as a module for the editor of the page."""
    patterns = {"card": vocabulary.CARD, "text": vocabulary.TEXT, "comment": vocabulary.COMMENT,
                "number": vocabulary.NUMBER, "name": vocabulary.NAME}  # fmt: skip
    words = {"keyword": vocabulary.keywords(), "constant": vocabulary.CONSTANTS, "meaning": vocabulary.meanings()}
    return (
        f"export const patterns = {json.dumps(patterns)};\n"
        f"export const words = {json.dumps({kind: sorted(listed) for kind, listed in words.items()})};\n"
    )


def files() -> dict[Path, str]:
    """Return every made file with its text."""
    return {
        FOLDER / "vscode" / "spades.tmLanguage.json": textmate(),
        FOLDER / "vim" / "syntax" / "spades.vim": vim(),
        FOLDER / "emacs" / "spades-mode.el": emacs(),
    }
