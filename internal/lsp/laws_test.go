package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// fresh is what a process that begins now says of a text that lies over a file, as the client has it.
func fresh(t *testing.T, name, text string) string {
	t.Helper()
	over := load.NewOver(afero.NewOsFs())
	if err := over.Set(name, &text); err != nil {
		t.Fatal(err)
	}
	w := library.Open(over)
	all, err := w.Check(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	if !all.HasErrors() {
		p, _, err := w.Program(context.Background(), name)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Complete) > 0 {
			all = append(all, aloud.MissingWords(p)...)
		}
		all = append(all, proof.Differences(t.Context(), p, p.Pack)...)
	}
	f := source.New(name, text)
	var out []string
	for _, d := range all {
		if d.Span.File == nil || d.Span.File.Name != name {
			continue
		}
		fromLine, from := f.UTF16(d.Span.Start)
		toLine, to := f.UTF16(d.Span.End)
		if d.Code == "bad-encoding" {
			fromLine, from, toLine, to = 0, 0, 0, 0
		}
		out = append(out, fmt.Sprintf("%d:%d-%d:%d %s %s", fromLine, from, toLine, to, d.Code, strings.Join(append([]string{d.Message}, (&d).Hints()...), "\n")))
	}
	return strings.Join(out, "\n")
}

// saidOf is what was published, in the words of fresh.
func saidOf(m map[string]any) string {
	var out []string
	for _, d := range m["params"].(map[string]any)["diagnostics"].([]any) {
		d := d.(map[string]any)
		from := d["range"].(map[string]any)["start"].(map[string]any)
		to := d["range"].(map[string]any)["end"].(map[string]any)
		out = append(out, fmt.Sprintf("%v:%v-%v:%v %v %v", from["line"], from["character"], to["line"], to["character"], d["code"], d["message"]))
	}
	return strings.Join(out, "\n")
}

// replace writes text in the place of the bytes from..to of what was.
func (c *client) replace(uri string, version int, was, is string, from, to int, put string) int {
	f := source.New("", was)
	fromLine, fromColumn := f.UTF16(from)
	toLine, toColumn := f.UTF16(to)
	c.tell("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"text":%s}]}`,
		uri, version+1, fromLine, fromColumn, toLine, toColumn, quoted(put)))
	return version + 1
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// What editors count and what bytes are goes there and back, at every character of texts that are hard to count.
func TestPlaces(t *testing.T) {
	for _, text := range []string{"", "a", "é\n", "a😀b\r\n\r\nz", "\n\n", "😀😀\n", "a\r\nb"} {
		f := source.New("x", text)
		for at := range text {
			if at > 0 && text[at-1] == '\r' {
				continue // between the two halves of the end of a line
			}
			line, column := f.UTF16(at)
			if back := f.FromUTF16(line, column); back != at {
				t.Errorf("%q: %d is %d:%d is %d", text, at, line, column, back)
			}
		}
		for line := range 5 {
			for column := range 9 {
				at := f.FromUTF16(line, column)
				if at < 0 || at > len(text) || at < len(text) && !slices.Contains(offsets(text), at) {
					t.Errorf("%q: %d:%d is %d", text, line, column, at)
				}
			}
		}
	}
}

func offsets(text string) (out []int) {
	for at := range text {
		out = append(out, at)
	}
	return out
}
