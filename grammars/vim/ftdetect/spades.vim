autocmd BufNewFile,BufRead *.spades setfiletype spades
