if exists("b:current_syntax")
  finish
endif

syntax match spadesKeyword /\<\%(about\|above\|add\|after\|all\|and\|any\|as\|ask\|asked\|at\|award\|beats\|because\|before\|below\|best\|bid\|bidding\|bids\|broke\|by\|call\|card\|case\|choose\|clock\|comparing\|contract\|control\|deal\|dealer\|deals\|deck\|did\|drop\|dummy\|during\|each\|else\|ending\|equal\|every\|example\|expect\|extends\|face\|faces\|final\|first\|for\|from\|full\|give\|given\|has\|holds\|if\|illegal\|in\|include\|includes\|instead\|is\|lacks\|language\|last\|lead\|leads\|legal\|let\|looked\|looking\|lose\|losing\|may\|member\|must\|needs\|new\|next\|not\|note\|of\|on\|once\|opponent\|option\|or\|order\|others\|otherwise\|out\|over\|pack\|packs\|pass\|phase\|play\|player\|plays\|prefer\|preset\|ranks\|redeal\|remove\|replace\|reset\|rest\|round\|score\|scoring\|seat\|seats\|seen\|set\|show\|shuffle\|side\|skip\|some\|source\|step\|stopping\|suit\|suits\|table\|take\|tally\|team\|teams\|the\|then\|tie\|time\|to\|took\|topped\|trick\|tricks\|trumps\|trust\|until\|up\|variant\|version\|when\|where\|win\|wins\|with\|won\|zone\)\>/
syntax match spadesConstant /\<\%(always\|everyone\|never\|no\|nobody\|none\|nothing\|yes\)\>/
syntax match spadesMeaning /\<\%(across\|behind\|best\|bid\|bid_place\|calls\|cards\|cards_won\|contract\|deal\|dealer\|deck\|face\|following\|hand\|last_trick\|leader\|leading\|led\|left\|members\|number\|opponents\|partner\|place\|played\|player\|players\|position\|rank\|right\|score\|seats\|shown\|side\|subtotal\|suit\|suits\|taken\|teams\|this_trick\|times_dealt\|trick\|trick_number\|tricks\|tricks_won\|trumps\|twin\|winner\)\>/
syntax match spadesCard /\<\%(10\|[2-9TJQKA]\)[A-Z]\>/
syntax match spadesNumber /\<\d\+\%(\.\d\+\)\?\>/
syntax match spadesProperty /\.\@1<=\h\w*/
syntax match spadesPlaceholder /{\l\w*}/ contained
syntax region spadesText start=/"/ skip=/\\["\\]/ end=/"\|$/ contains=spadesPlaceholder
syntax match spadesComment /#.*$/

highlight default link spadesKeyword Keyword
highlight default link spadesConstant Constant
highlight default link spadesMeaning Identifier
highlight default link spadesCard Constant
highlight default link spadesNumber Number
highlight default link spadesProperty Identifier
highlight default link spadesPlaceholder Special
highlight default link spadesText String
highlight default link spadesComment Comment

let b:current_syntax = "spades"
