;;; spades-mode.el --- House rules of trick-taking games  -*- lexical-binding: t; -*-

;; Put this file on your `load-path' and write (require 'spades-mode).  With Eglot the language server starts by
;; M-x eglot.

;;; Code:

(defvar spades-mode-words
  (list
   (cons (regexp-opt '("about" "above" "add" "after" "all" "and" "any" "as" "ask" "asked" "at" "award" "beats" "because" "before" "below" "best" "bid" "bidding" "bids" "broke" "by" "call" "card" "case" "choose" "clock" "comparing" "contract" "control" "deal" "dealer" "deals" "deck" "did" "drop" "dummy" "during" "each" "else" "ending" "equal" "every" "example" "expect" "extends" "face" "faces" "final" "first" "for" "from" "full" "give" "given" "has" "holds" "if" "illegal" "in" "include" "includes" "instead" "is" "lacks" "language" "last" "lead" "leads" "legal" "let" "looked" "looking" "lose" "losing" "may" "member" "must" "needs" "new" "next" "not" "note" "of" "on" "once" "opponent" "option" "or" "order" "others" "otherwise" "out" "over" "pack" "packs" "pass" "phase" "play" "player" "plays" "prefer" "preset" "ranks" "redeal" "remove" "replace" "reset" "rest" "round" "score" "scoring" "seat" "seats" "seen" "set" "show" "shuffle" "side" "skip" "some" "source" "step" "stopping" "suit" "suits" "table" "take" "tally" "team" "teams" "the" "then" "tie" "time" "to" "took" "topped" "trick" "tricks" "trumps" "trust" "until" "up" "variant" "version" "when" "where" "win" "wins" "with" "won" "zone") 'words) 'font-lock-keyword-face)
   (cons (regexp-opt '("always" "everyone" "never" "no" "nobody" "none" "nothing" "yes") 'words) 'font-lock-constant-face)
   (cons (regexp-opt '("across" "behind" "best" "bid" "bid_place" "calls" "cards" "cards_won" "contract" "deal" "dealer" "deck" "face" "following" "hand" "last_trick" "leader" "leading" "led" "left" "members" "number" "opponents" "partner" "place" "played" "player" "players" "position" "rank" "right" "score" "seats" "shown" "side" "subtotal" "suit" "suits" "taken" "teams" "this_trick" "times_dealt" "trick" "trick_number" "tricks" "tricks_won" "trumps" "twin" "winner") 'words) 'font-lock-builtin-face)
   '("\\_<\\(?:10\\|[2-9TJQKA]\\)[A-Z]\\_>" . font-lock-constant-face))
  "What is coloured besides texts and comments.")

(defvar spades-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "Comments begin with `#'.")

;;;###autoload
(define-derived-mode spades-mode prog-mode "Spades"
  "A mode for house rules of trick-taking games."
  (setq-local comment-start "# ")
  (setq-local font-lock-defaults '(spades-mode-words nil nil)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.spades\\'" . spades-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(spades-mode "spadesdsl" "lsp")))

(provide 'spades-mode)
;;; spades-mode.el ends here
