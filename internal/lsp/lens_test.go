package lsp

import (
	"fmt"
	"testing"
)

// Above each test stands how it comes out, above each card how many tests name it; above a broken text, nothing.
func TestLenses(t *testing.T) {
	const text = "kind box {\n  en \"Box\"  fr f \"Boîte\"\n  weight: int\n}\n\nbox crate { en \"Crate\"  fr f \"Caisse\"; weight: 3 }\n\nbox trunk { en \"Trunk\"  fr m \"Coffre\"; weight: 5 }\n\n" +
		"test \"light\" { given c = crate; expect c.weight == 3 }\n\ntest \"lighter\" { given c = crate; expect c.weight == 2 }\n"
	c := serve(t, memory(t, map[string]string{"/g/a.kdsl": text}))
	lenses := func() (out []string) {
		list, _ := c.ask("textDocument/codeLens", `{"textDocument":{"uri":"file:///g/a.kdsl"}}`).([]any)
		for _, l := range list {
			l := l.(map[string]any)
			at := l["range"].(map[string]any)["start"].(map[string]any)
			out = append(out, fmt.Sprintf("%v: %v", at["line"], l["command"].(map[string]any)["title"]))
		}
		return out
	}
	c.open("file:///g/a.kdsl", text)
	if got := fmt.Sprint(lenses()); got != "[9: passes 11: fails: expected c.weight == 2, c.weight is 3 5: 2 tests 7: no test names it]" {
		t.Error(got)
	}
	c.change("file:///g/a.kdsl", 2, 11, 0, 4, "tost")
	if got := lenses(); len(got) != 0 {
		t.Error(got)
	}
	c.ask("shutdown", "null")
	c.tell("exit", "null")
}

// Above odds stands what they are, and that they give an answer for which nobody asks.
func TestLensLeftOver(t *testing.T) {
	const text = "player { cell n: int = 0 }\nevent luck(who: player) { do { throw d6 as die; who.n = die } }\nevent pick(who: player) { choose by who { x: int in 1..3 } do { who.n = x } }\n\nodds \"n\" {\n  answer x: 2\n  when luck(red)\n  measure red.n > 3\n}\n"
	for locale, want := range map[string]string{
		"en": "[4: no: 50.0% · yes: 50.0% 4: nobody asks for this answer, however the dice fall; nothing was asked]",
		"fr": "[4: non: 50.0% · oui: 50.0% 4: personne ne demande cette réponse, de quelque façon que tombent les dés ; rien n'a été demandé]",
	} {
		c := serveIn(t, memory(t, map[string]string{"/g/a.kdsl": text}), locale)
		c.open("file:///g/a.kdsl", text)
		var out []string
		list, _ := c.ask("textDocument/codeLens", `{"textDocument":{"uri":"file:///g/a.kdsl"}}`).([]any)
		for _, l := range list {
			l := l.(map[string]any)
			out = append(out, fmt.Sprintf("%v: %v", l["range"].(map[string]any)["start"].(map[string]any)["line"], l["command"].(map[string]any)["title"]))
		}
		if got := fmt.Sprint(out); got != want {
			t.Error(got)
		}
		c.ask("shutdown", "null")
		c.tell("exit", "null")
	}
}
