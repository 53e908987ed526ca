-- What Neovim has from the language server: diagnostics while one types, hover, completion, the way to a parent. Written down as JSON.

local told = {}
local patience = 30000

local function attach()
  local config = {
    name = 'betza',
    cmd = { vim.env.BETZA_PROGRAM, 'lsp', '--dialect', 'xbetza' },
    root_dir = vim.fn.getcwd(),
  }
  if vim.lsp.start then
    vim.lsp.start(config)
  else
    -- Before Neovim 0.8.
    vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
  end
end

local function open(name)
  vim.cmd('edit ' .. vim.fn.fnameescape(name))
  attach()
end

local function diagnostics()
  local all = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(all, { line = d.lnum, from = d.col, to = d.end_col, message = d.message })
  end
  return all
end

-- The text of the floating window that Neovim shows over the others.
local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
end

local function run()
  open('pieces.txt')
  vim.wait(patience, function() return #vim.diagnostic.get(0) > 0 end)
  told.wrong = diagnostics()
  vim.api.nvim_buf_set_lines(0, 1, 2, false, { 'betza: WD' })
  vim.wait(patience, function() return #vim.diagnostic.get(0) == 0 end)
  told.mended = diagnostics()
  vim.api.nvim_win_set_cursor(0, { 1, 2 })
  vim.lsp.buf.hover()
  vim.wait(patience, function() return float() ~= nil end)
  told.hover = float()
  vim.cmd('bwipeout!')

  open('my.toml')
  vim.wait(patience, function() return #vim.diagnostic.get(0) > 0 end)
  told.game = diagnostics()
  -- `dr` on the last line, as completed by <C-x><C-o>.
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(0), 0 })
  vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
  vim.o.completeopt = 'menu,menuone,noselect'
  vim.api.nvim_create_autocmd('CompleteChanged', {
    callback = function()
      told.completion = vim.tbl_map(function(item) return item.word end, vim.fn.complete_info({ 'items' }).items)
    end,
  })
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('A<C-x><C-o>', true, false, true), 'n', false)
end

-- Keys that were fed are read after a function has returned, so that what follows waits for them on a timer.
local function finish()
  vim.cmd('stopinsert')
  vim.fn.search('chess')
  vim.lsp.buf.definition()
  local before = vim.api.nvim_buf_get_name(0)
  vim.wait(patience, function() return vim.api.nvim_buf_get_name(0) ~= before end)
  told.parent = vim.api.nvim_buf_get_name(0)
  vim.fn.writefile({ vim.fn.json_encode(told) }, vim.env.BETZA_TOLD)
  vim.cmd('qall!')
end

local function guarded(step)
  local fine, problem = pcall(step)
  if not fine then
    vim.fn.writefile({ vim.fn.json_encode({ problem = tostring(problem) }) }, vim.env.BETZA_TOLD)
    vim.cmd('cquit')
  end
end

vim.defer_fn(function()
  guarded(run)
  local rounds = 0
  local timer = vim.loop.new_timer()
  timer:start(50, 50, vim.schedule_wrap(function()
    rounds = rounds + 1
    if timer:is_closing() or (told.completion == nil and rounds < patience / 50) then return end
    timer:close()
    guarded(finish)
  end))
end, 0)
