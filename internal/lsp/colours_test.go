package lsp

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// A client reads the pieces of a text and what they are, in columns of UTF-16, behind an emoji, too; what a name means stays
// while the line beside it is broken.
func TestColours(t *testing.T) {
	const text = "kind box { weight: int }\nbox crate { en \"🎲 {weight}\"; weight: 3 }\ntest \"it\" { given c = crate; expect c.weight == 3 }\n"
	c := serve(t, memory(t, map[string]string{"/g/a.kdsl": text}))
	read := func(text, params string) string {
		answer, _ := c.ask("textDocument/semanticTokens/"+params[:strings.Index(params, "{")], params[strings.Index(params, "{"):]).(map[string]any)
		data, _ := answer["data"].([]any)
		lines := strings.Split(text, "\n")
		var out []string
		line, column := 0, 0
		for i := 0; i+4 < len(data); i += 5 {
			n := func(k int) int { return int(data[i+k].(float64)) }
			if n(0) > 0 {
				line, column = line+n(0), 0
			}
			column += n(1)
			units := utf16.Encode([]rune(lines[line]))
			out = append(out, fmt.Sprintf("%s:%s%s", string(utf16.Decode(units[column:column+n(2)])), legend[n(3)], []string{"", "!"}[n(4)]))
		}
		return strings.Join(out, " ")
	}
	c.open("file:///g/a.kdsl", text)
	const whole = `full{"textDocument":{"uri":"file:///g/a.kdsl"}}`
	got := read(text, whole)
	if want := `kind:keyword box:type! weight:property! int:type box:type crate:class! en:keyword "🎲 {:string weight:property }":string weight:property 3:number ` +
		`test:keyword "it":string given:keyword c:variable! crate:class expect:keyword c:variable weight:property 3:number`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if part := read(text, `range{"textDocument":{"uri":"file:///g/a.kdsl"},"range":{"start":{"line":0,"character":5},"end":{"line":0,"character":9}}}`); part != "box:type!" {
		t.Error(part)
	}
	c.change("file:///g/a.kdsl", 2, 0, 0, 4, "kind {")
	broken := "kind { box { weight: int }\n" + strings.SplitN(text, "\n", 2)[1]
	if got := read(broken, whole); !strings.Contains(got, "box:type crate:class!") || !strings.Contains(got, "given:keyword c:variable! crate:class") {
		t.Error(got)
	}
	list, _ := c.ask("textDocument/completion", `{"textDocument":{"uri":"file:///g/a.kdsl"},"position":{"line":2,"character":26}}`).(map[string]any)
	if items := fmt.Sprint(list["items"]); !strings.Contains(items, "kind:7 label:crate") {
		t.Errorf("a card is none where it is offered: %s", items)
	}
	c.ask("shutdown", "null")
	c.tell("exit", "null")
}
