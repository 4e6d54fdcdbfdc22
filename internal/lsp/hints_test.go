package lsp

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Beside each die of a test stands what it is thrown for, beside each answer who is asked for what; above odds stands what they
// are, in the client's language.
func TestHints(t *testing.T) {
	text, err := os.ReadFile("../../examples/pig.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	begin := 0
	for lines[begin] != `test "a 1 loses the turn" {` {
		begin++
	}
	for locale, want := range map[string]string{
		"en": `0 |1d6 die:6 5 1, 0 6 |1d6 die:5 1, 0 6 5 |1d6 die:1, 1 roll|asked red for act:, 2 roll|asked red for act:, 3 roll|asked red for act:`,
		"fr": `0 |1d6 die:6 5 1, 0 6 |1d6 die:5 1, 0 6 5 |1d6 die:1, 1 roll|demandé à red act:, 2 roll|demandé à red act:, 3 roll|demandé à red act:`,
	} {
		c := serveIn(t, memory(t, map[string]string{"/g/pig.kdsl": string(text)}), locale)
		c.open("file:///g/pig.kdsl", string(text))
		var got []string
		list, _ := c.ask("textDocument/inlayHint", fmt.Sprintf(`{"textDocument":{"uri":"file:///g/pig.kdsl"},"range":{"start":{"line":%d,"character":0},"end":{"line":%d,"character":0}}}`, begin, begin+6)).([]any)
		for _, h := range list {
			h := h.(map[string]any)
			at := h["position"].(map[string]any)
			line, column := int(at["line"].(float64)), int(at["character"].(float64))
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d %s|%s:%s", line-begin-1,
				strings.TrimPrefix(strings.TrimPrefix(lines[line][:column], "  dice "), "  answer "), strings.TrimSuffix(h["label"].(string), ":"), lines[line][column:])))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: got\n%s", locale, s)
		}
		lenses := fmt.Sprint(c.ask("textDocument/codeLens", `{"textDocument":{"uri":"file:///g/pig.kdsl"}}`))
		chances := map[string]string{"en": "mean: 8.142 · 0: 62.5% · 20: 10.0% · 21: 9.5% · 22: 7.4%", "fr": "moyenne : 8.142 · 0: 62.5% · 20: 10.0% · 21: 9.5% · 22: 7.4%"}[locale]
		if !strings.Contains(lenses, chances) || !strings.Contains(lenses, "no") {
			t.Error(lenses)
		}
		c.change("file:///g/pig.kdsl", 2, 3, 0, 0, "kind {")
		if list, _ := c.ask("textDocument/inlayHint", `{"textDocument":{"uri":"file:///g/pig.kdsl"},"range":{"start":{"line":0,"character":0},"end":{"line":200,"character":0}}}`).([]any); len(list) > 0 {
			t.Error(list)
		}
		c.ask("shutdown", "null")
		c.tell("exit", "null")
	}
}
