if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s shiftwidth=2 expandtab
let b:undo_ftplugin = "setlocal commentstring< shiftwidth< expandtab<"

if has("nvim")
  lua vim.lsp.start({ name = "spadesdsl", cmd = { "spadesdsl", "lsp" }, root_dir = vim.fn.expand("%:p:h") })
endif
