package lsp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A person in Neovim: a mistake is shown at its place, right behind an emoji too; what mends it is offered and does; a
// name is explained; the file is laid out. KDSL_EDITORS=1 fails the test where there is no Neovim.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		if os.Getenv("KDSL_EDITORS") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no Neovim here")
	}
	dir := t.TempDir()
	kdsl := filepath.Join(dir, "kdsl")
	if out, err := exec.Command("go", "build", "-o", kdsl, "../../cmd/kdsl").CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	plugin, err := filepath.Abs("../../editors/neovim/kdsl.lua")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "game.kdsl")
	text := strings.Replace(strings.Replace(game, "score = 3", "score == 3", 1), `"Brisk"  fr "Vif"`, `"😀"  fr “Vif”`, 1)
	text += "\nevent nap() { en \"Nap\"  fr \"Sieste\"  do { elsewhere() } }\n"
	beside := "pack naps { en \"Naps\"  fr \"Siestes\" }\n\nevent elsewhere() { en \"Elsewhere\"  fr \"Ailleurs\"  do { } }\n"
	for name, text := range map[string]string{file: text, filepath.Join(dir, "beside.kdsl"): beside} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	script := filepath.Join(dir, "test.lua")
	if err := os.WriteFile(script, []byte(scene), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(nvim, "--headless", "-u", "NONE", "--cmd", "let g:kdsl='"+kdsl+"'", "-c", "luafile "+plugin, "-c", "edit "+file, "-c", "luafile "+script)
	c.Env = append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME="+dir)
	out, err := c.CombinedOutput()
	said := strings.ReplaceAll(string(out), "\r", "")
	for _, want := range []string{fmt.Sprintf("mistake 4 %d bad-character", strings.Index(strings.Split(text, "\n")[4], "“")), "quiet", "hover **win** · event", "mended   en \"😀\"  fr \"Vif\"", "laid out", "offers ", " by v:lua.vim.lsp.omnifunc", "lens "} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s (%v)", want, said, err)
		}
	}
}

const scene = `
local say = function(s) io.stdout:write(s .. "\n") end
local wait = function(what, is)
  if not vim.wait(20000, is, 20) then
    say("never: " .. what)
    vim.cmd("qa!")
  end
end
wait("mistake", function() return #vim.diagnostic.get(0) == 1 end)
local d = vim.diagnostic.get(0)[1]
say(("mistake %d %d %s"):format(d.lnum, d.col, d.code or d.user_data.lsp.code))
local at = { textDocument = vim.lsp.util.make_text_document_params(), range = { start = { line = d.lnum, character = 0 }, ["end"] = { line = d.lnum, character = 200 } }, context = { diagnostics = {} } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", at, 20000)
for id, answer in pairs(answers) do
  for _, action in ipairs(answer.result or {}) do
    if action.kind == "quickfix" then
      vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
      break
    end
  end
end
say("mended " .. vim.fn.getline(d.lnum + 1))
wait("quiet", function() return #vim.diagnostic.get(0) == 0 end)
say("quiet")
local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 2, character = 7 } }, 20000)
for _, answer in pairs(hover) do
  say("hover " .. answer.result.contents.value)
end
local offers = vim.lsp.buf_request_sync(0, "textDocument/completion", { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 1, character = 2 } }, 20000)
for _, answer in pairs(offers) do
  say("offers " .. answer.result.items[1].label .. " by " .. vim.bo.omnifunc)
end
local lenses = vim.lsp.buf_request_sync(0, "textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() }, 20000)
for _, answer in pairs(lenses) do
  for _, lens in ipairs(answer.result) do
    say("lens " .. lens.command.title)
  end
end
vim.fn.setline(2, 'kind    skill { en "Skill"  fr "Talent" }')
vim.lsp.buf.formatting_sync({}, 20000)
for _, line in ipairs(vim.fn.getline(1, "$")) do
  if line:match('^kind skill {') then
    say("laid out")
  end
end
vim.cmd("qa!")
`
