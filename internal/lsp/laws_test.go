package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// fresh is what a process that begins now says of a text, as the client has it.
func fresh(t *testing.T, name, text string) string {
	t.Helper()
	return saidBy(t, library.Open(memory(t, map[string]string{name: text})), name, text)
}

// saidBy is what is said of a text that a workspace reads.
func saidBy(t *testing.T, w *load.Workspace, name, text string) string {
	t.Helper()
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
		all = append(all, proof.Differences(p, p.Pack)...)
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

// settled waits until nothing more is published of a file, and returns what was said last.
func (c *client) settled(uri string, version int) string {
	c.t.Helper()
	return c.settledAt(uri, version, func(map[string]any) {})
}

// settledAt is settled, and somebody hears every message.
func (c *client) settledAt(uri string, version int, hears func(map[string]any)) string {
	c.t.Helper()
	is := func(m map[string]any) bool {
		hears(m)
		p, _ := m["params"].(map[string]any)
		return m["method"] == "textDocument/publishDiagnostics" && p["uri"] == uri && p["version"] == float64(version)
	}
	last := saidOf(c.wait(is))
	for {
		select {
		case m := <-c.got:
			if is(m) {
				last = saidOf(m)
			}
		case <-time.After(2 * quiet):
			return last
		}
	}
}

// TestPublished is the law of what an editor shows: when nobody writes, it is what a fresh process says of the text,
// whatever was written before. The text that the server has is the one that the client has, and an edit that is taken
// back gives the first answer again.
func TestPublished(t *testing.T) {
	b, err := os.ReadFile("../../examples/homebrew.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	const name, uri = "/h/homebrew.kdsl", "file:///h/homebrew.kdsl"
	text := string(b)
	c := serve(t, memory(t, nil))
	c.open(uri, text)
	first := c.settled(uri, 1)
	if want := fresh(t, name, text); first != want {
		t.Fatalf("at first: got\n%s\nwant\n%s", first, want)
	}
	edits := 12
	if testing.Short() {
		edits = 6
	}
	r := rand.New(rand.NewPCG(1, 9))
	pieces := []string{"", "x", "\"", "{", "}", "1", " and ", "=", "\n", "😀", "é", "// ", "when ", "3 "}
	version := 1
	for range edits {
		runes := []rune(text)
		at := r.IntN(len(runes))
		cut := min(r.IntN(6), len(runes)-at)
		put := pieces[r.IntN(len(pieces))]
		now := string(runes[:at]) + put + string(runes[at+cut:])
		version = c.replace(uri, version, text, now, len(string(runes[:at])), len(string(runes[:at+cut])), put)
		if got, want := c.settled(uri, version), fresh(t, name, now); got != want {
			t.Errorf("%q for %q: got\n%s\nwant\n%s", put, string(runes[at:at+cut]), got, want)
		}
		if r.IntN(3) > 0 { // taken back
			version = c.replace(uri, version, now, text, len(string(runes[:at])), len(string(runes[:at]))+len(put), string(runes[at:at+cut]))
			if got := c.settled(uri, version); got != first {
				t.Errorf("%q for %q, taken back: got\n%s\nwant\n%s", put, string(runes[at:at+cut]), got, first)
			}
			continue
		}
		text = now
		first = fresh(t, name, text)
	}
	c.leave()
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
