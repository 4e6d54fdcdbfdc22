package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// What may stand at a place is offered while the text is broken there, the likeliest first: words of the language, names of
// the program and of what it uses, and no other.
func TestCompletion(t *testing.T) {
	const head = "use kharn_ages\n\nskill grudge(X: int in 1..5) {\n  en \"Grudge {X}\"  fr \"Rancune {X}\"\n  cell against: profile? = none { en \"enemy\"  fr m \"ennemi\" }\n"
	c := serve(t, memory(t, map[string]string{"/g/g.kdsl": head}))
	c.open("file:///g/g.kdsl", head)
	var took []time.Duration
	version := 1
	for at, want := range map[string][]string{
		"  remembers: ":                    {"after", "while"},
		"  remembers: after bl":            {"blow"},
		"  remembers: after blow(vic":      {"victim"},
		"  remembers: after blow(victim: ": {"bearer"},
		"  pays: while attack(who: bearer) {\n    add X to total lay": {"layer"},
		"  pays: while attack(who: bearer) when has(aga":              {"against"},
		"  pays: while attack(who: bearer) when has(against":          {")"},
		"  en \"Gru": nil,
		"  // A rem": nil,
	} {
		version++
		text := head + at
		quoted, _ := json.Marshal(text)
		c.tell("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":"file:///g/g.kdsl","version":%d},"contentChanges":[{"text":%s}]}`, version, quoted))
		lines := strings.Split(text, "\n")
		pos, _ := json.Marshal(map[string]int{"line": len(lines) - 1, "character": len(lines[len(lines)-1])})
		began := time.Now()
		answer := c.ask("textDocument/completion", `{"textDocument":{"uri":"file:///g/g.kdsl"},"position":`+string(pos)+`}`)
		took = append(took, time.Since(began))
		var got []string
		if list, ok := answer.(map[string]any); ok {
			items, _ := list["items"].([]any)
			for _, i := range items {
				got = append(got, i.(map[string]any)["label"].(string))
			}
		}
		if want == nil && len(got) > 0 {
			t.Errorf("%q: %q", at, got)
		}
		for _, w := range want {
			if !slices.Contains(got[:min(5, len(got))], w) {
				t.Errorf("%q: no %s among the first five of %q", at, w, got)
			}
		}
		if slices.Contains(got, "warlord_of_saga") || slices.Contains(got, "hearthguard") {
			t.Errorf("%q: a name of another game among %q", at, got)
		}
	}
	slices.Sort(took)
	t.Logf("p50 %v, at most %v", took[len(took)/2], took[len(took)-1])
	c.ask("shutdown", "null")
	c.tell("exit", "null")
}
