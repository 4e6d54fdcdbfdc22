-- For Neovim 0.7 and later: put this file into ~/.config/nvim/plugin/.
vim.api.nvim_create_autocmd({ "BufNewFile", "BufRead" }, {
  pattern = "*.kdsl",
  callback = function()
    vim.bo.filetype = "kdsl"
    vim.bo.commentstring = "// %s"
  end,
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = "kdsl",
  callback = function()
    vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc" -- Ctrl-X Ctrl-O completes
    vim.api.nvim_create_autocmd({ "BufEnter", "BufWritePost" }, { -- how tests come out stands above them
      buffer = 0,
      callback = function()
        pcall(vim.lsp.codelens.refresh)
      end,
    })
    -- One server for all files of a folder.
    local root = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":p:h")
    for _, client in pairs(vim.lsp.get_active_clients()) do
      if client.name == "kdsl" and client.config.root_dir == root then
        vim.lsp.buf_attach_client(0, client.id)
        return
      end
    end
    local id = vim.lsp.start_client({ name = "kdsl", cmd = { vim.g.kdsl or "kdsl", "lsp" }, root_dir = root })
    if id then
      vim.lsp.buf_attach_client(0, id)
    end
    if vim.lsp.inlay_hint then -- since 0.10: for what dice are thrown, and who is asked
      pcall(vim.lsp.inlay_hint.enable, true)
    end
  end,
})
