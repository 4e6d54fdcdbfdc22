package lsp

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/source"
)

var (
	edits   = flag.Int("edits", 150, "how many edits the law of edits tries in each file")
	renames = flag.Int("renames", 110, "how many names are given anew")
	typed   = flag.Int("typed", 1, "how often what is typed is held against a process that begins then")
)

// editor is a client that knows its texts, and holds what is said of them to the laws that need no second opinion: the
// versions of a file never go back, and each place lies in the text of its version.
type editor struct {
	*client
	uri, name, text string
	version         int
	texts           map[int]*source.File // by version
	newest          int                  // of what was published
	last            string               // that was published, in the words of fresh
}

func newEditor(t *testing.T, c *client, name, text string) *editor {
	e := &editor{client: c, uri: "file://" + filepath.ToSlash(name), name: name, text: text, version: 1}
	e.texts = map[int]*source.File{1: source.New(name, text)}
	c.open(e.uri, text)
	return e
}

// heard is told of each message.
func (e *editor) heard(m map[string]any) {
	p, _ := m["params"].(map[string]any)
	if m["method"] != "textDocument/publishDiagnostics" || p["uri"] != e.uri {
		return
	}
	version := int(p["version"].(float64))
	if version < e.newest {
		e.t.Errorf("%s: version %d is spoken of after version %d", e.name, version, e.newest)
	}
	for old := e.newest; old < version; old++ {
		delete(e.texts, old)
	}
	e.newest = version
	e.last = saidOf(m)
	f := e.texts[version]
	if f == nil {
		e.t.Fatalf("%s: version %d, which there is not", e.name, version)
	}
	for _, d := range p["diagnostics"].([]any) {
		d := d.(map[string]any)
		from, to := placeOf(d, "start"), placeOf(d, "end")
		a, b := f.FromUTF16(from[0], from[1]), f.FromUTF16(to[0], to[1])
		backLine, back := f.UTF16(a)
		endLine, end := f.UTF16(b)
		if a > b || [2]int{backLine, back} != from || [2]int{endLine, end} != to {
			e.t.Errorf("%s, version %d: %v to %v is no place in its text: %v", e.name, version, from, to, d["message"])
		}
	}
}

func placeOf(d map[string]any, end string) [2]int {
	p := d["range"].(map[string]any)[end].(map[string]any)
	return [2]int{int(p["line"].(float64)), int(p["character"].(float64))}
}

// edit puts a text in the place of some bytes. Between the two of the end of a line there is no place of which an editor could
// speak: it tells the whole text.
func (e *editor) edit(from, to int, put string) {
	was := e.text
	for _, at := range []int{from, to} {
		if at > 0 && strings.HasPrefix(was[at-1:], "\r\n") {
			e.whole(was[:from] + put + was[to:])
			return
		}
	}
	e.text = was[:from] + put + was[to:]
	e.texts[e.version+1] = source.New(e.name, e.text)
	e.version = e.replace(e.uri, e.version, was, e.text, from, to, put)
}

// whole tells the whole text.
func (e *editor) whole(text string) {
	e.version++
	e.text = text
	e.texts[e.version] = source.New(e.name, text)
	e.tell("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"text":%s}]}`, e.uri, e.version, quoted(text)))
}

// rest waits until nothing more is said of the text as it is, and answers what was said last.
func (e *editor) rest() string {
	e.t.Helper()
	for begun := time.Now(); time.Since(begun) < time.Minute; {
		select {
		case m, ok := <-e.got:
			if !ok {
				e.t.Fatal("the server has gone")
			}
			e.heard(m)
		case <-time.After(2 * quiet):
			if e.newest == e.version {
				return e.last
			}
		}
	}
	e.t.Fatal("no answer")
	return ""
}

// pieceOf cuts a text into what one takes hold of.
var pieceOf = regexp.MustCompile(`"[^"\n]*"|[\p{L}\d_]+|[^\s\p{L}\d_]|\r?\n`)

// slip is an edit as people make them: bytes from..to of a text give way to put.
func slip(r *rand.Rand, text string) (from, to int, put string) {
	all := pieceOf.FindAllStringIndex(text, -1)
	if len(all) < 2 {
		return 0, len(text), "rule r { }\n"
	}
	one, two := all[r.IntN(len(all))], all[r.IntN(len(all))]
	a := text[one[0]:one[1]]
	switch r.IntN(8) {
	case 0:
		return one[0], one[1], ""
	case 1:
		return one[0], one[1], text[two[0]:two[1]]
	case 2:
		return one[1], one[1], " " + a
	case 3: // a letter too many, or a wrong one
		return one[1] - r.IntN(2)*len(last(a)), one[1], pick(r, "x", "1", "e", "_")
	case 4: // a line goes
		from = strings.LastIndex(text[:one[0]], "\n") + 1
		if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
			return from, from + n + 1, ""
		}
		return from, len(text), ""
	case 5: // some lines come from elsewhere
		begin := strings.LastIndex(text[:two[0]], "\n") + 1
		lines := strings.SplitAfter(text[begin:], "\n")
		at := strings.LastIndex(text[:one[0]], "\n") + 1
		return at, at, strings.Join(lines[:min(len(lines), 1+r.IntN(12))], "")
	case 6:
		return one[0], one[0], pick(r, "x", "\"", "{", "}", "1", " and ", "=", "\n", "\r\n", "😀", "é", "// ", "when ", "3 ", "\t", "\u00a0", "\ufeff", "/*")
	}
	// what an editor tears: the last end of a line, the two halves of one, all, nothing
	switch r.IntN(5) {
	case 0:
		return len(strings.TrimRight(text, "\r\n")), len(text), ""
	case 1:
		if n := strings.Index(text[one[0]:], "\r\n"); n >= 0 {
			return one[0] + n, one[0] + n + 2, "\n"
		}
		return one[0], one[0], "\r"
	case 2:
		return 0, len(text), ""
	case 3:
		return 0, len(text), text
	}
	return one[0], two[1] + max(0, one[0]-two[1]), ""
}

// last is the last character of a text: an editor knows no place between the two of the end of a line.
func last(s string) string {
	if strings.HasSuffix(s, "\r\n") {
		return "\r\n"
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// TestEdits is the law of edits: after any number of them, told one by one while the server works, it says what a
// process says that begins with the text as it is then; and it says again what it said at first when all of them are
// taken back, or when the first text is told as a whole.
func TestEdits(t *testing.T) {
	t.Parallel() // it waits much of the time
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sizes := []int{1, 1, 2, 7, 40, 120}
	for i, file := range []string{"examples/homebrew.kdsl", "rules/saga/melee.kdsl", "rules/kharn-ages/skills.kdsl"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && i > 0 {
				t.Skip("short")
			}
			name := filepath.ToSlash(filepath.Join(root, filepath.FromSlash(file)))
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			begun := string(b)
			if i == 0 { // as it is on another system
				begun = strings.ReplaceAll(begun, "\n", "\r\n")
			}
			e := newEditor(t, serve(t, afero.NewOsFs()), name, begun)
			first := e.rest()
			if want := fresh(t, name, begun); first != want {
				t.Fatalf("at first: got\n%s\nwant\n%s", first, want)
			}
			r := rand.New(rand.NewPCG(uint64(i), 10))
			for done := 0; done < *edits; {
				n := sizes[r.IntN(len(sizes))]
				done += n
				type undo struct {
					from, to int
					put      string
				}
				var back []undo
				for range n {
					from, to, put := slip(r, e.text)
					back = append(back, undo{from, from + len(put), e.text[from:to]})
					e.edit(from, to, put)
				}
				got := e.rest()
				if want := fresh(t, name, e.text); got != want {
					t.Fatalf("%d edits, version %d: got\n%s\nwant\n%s", n, e.version, got, want)
				}
				if r.IntN(2) == 0 {
					e.whole(begun)
				} else {
					for _, u := range slices.Backward(back) {
						e.edit(u.from, u.to, u.put)
					}
				}
				if got = e.rest(); e.text != begun || got != first {
					t.Fatalf("%d edits, taken back: got\n%s\nwant\n%s", n, got, first)
				}
			}
			e.leave()
		})
	}
}

// Editors count in halves of characters: a place between the two of one is its beginning, one behind the end of a line
// or of all that end, and what ends before it begins ends where it begins. What is no text of Unicode harms nothing but
// itself: the next whole text is as good as the first.
func TestTorn(t *testing.T) {
	t.Parallel()
	const text = "rule a { en \"😀😀\" } // 😀\r\nrule b { }"
	name := "/h/torn.kdsl"
	c := serve(t, memory(t, nil))
	e := newEditor(t, c, name, text)
	first := e.rest()
	place := func(f *source.File, line, character int64) int {
		return f.FromUTF16(int(min(line, 1<<30)), int(min(character, 1<<30)))
	}
	for _, p := range [][4]int64{{0, 14, 0, 15}, {0, 13, 0, 16}, {0, 14, 0, 14}, {0, 99, 0, 99}, {0, 26, 1, 0}, {1, 99, 7, 7}, {9, 9, 9, 9}, {1, 3, 0, 3},
		{0, 0, 4294967295, 4294967295}} {
		for _, put := range []string{"", "x", `\ud83d`, `\ude00`, `\r`, `\u0000`} {
			e.version++
			e.tell("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"text":"%s"}]}`,
				e.uri, e.version, p[0], p[1], p[2], p[3], put))
			if put == "x" {
				f := source.New(name, text)
				from, to := place(f, p[0], p[1]), place(f, p[2], p[3])
				e.text = text[:from] + put + text[max(from, to):]
				e.texts[e.version] = source.New(name, e.text)
				if got, want := e.rest(), fresh(t, name, e.text); got != want {
					t.Errorf("%v: got\n%s\nwant\n%s", p, got, want)
				}
			} else {
				c.published(e.uri, e.version)
			}
			e.whole(text)
		}
		if got := e.rest(); got != first {
			t.Fatalf("after %v: got\n%s\nwant\n%s", p, got, first)
		}
	}
	e.leave()
}

// TestTyped types cards as people do, with slips, brackets that the editor closes, things written out of order, pasted
// and taken back: each file of testdata/typed is one. Held against a process that begins then: what is said on the way
// and in the end, when all can be read. No key is there that nobody presses.
func TestTyped(t *testing.T) {
	t.Parallel()
	all, err := filepath.Glob("testdata/typed/*.txt")
	if err != nil || len(all) < 20 {
		t.Fatal(len(all), err)
	}
	pressed := map[string]bool{}
	for i, file := range all {
		if testing.Short() && i%7 != 0 {
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head, keys, _ := strings.Cut(string(b), "\n")
		strokes := splitKeys(keys)
		for _, key := range strokes {
			pressed[key] = true
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			name := "/h/typed.kdsl"
			e := newEditor(t, serve(t, memory(t, nil)), name, head+"\n")
			e.rest()
			k := &keyboard{editor: e, caret: len(e.text)}
			r := rand.New(rand.NewPCG(uint64(i), 7))
			look := map[int]bool{}
			for range *typed {
				look[r.IntN(len(strokes))] = true
			}
			for n, key := range strokes {
				k.press(key)
				if look[n] {
					if got, want := e.rest(), fresh(t, name, e.text); got != want {
						t.Errorf("key %d: got\n%s\nwant\n%s", n, got, want)
					}
				}
			}
			if got, want := e.rest(), fresh(t, name, e.text); got != want || strings.Contains(got, "bad-syntax") {
				t.Errorf("got\n%s\nwant\n%s\nof\n%s", got, want, e.text)
			}
			e.leave()
		})
	}
	for _, key := range []string{"back", "left", "right", "up", "down", "home", "end", "cut", "copy", "paste", "undo"} {
		if !pressed["‹"+key+"›"] && !testing.Short() {
			t.Errorf("nobody presses %s", key)
		}
	}
}

// keyboard types into an editor that closes brackets and indents as the line above.
type keyboard struct {
	*editor
	caret int
	past  []stroke // for what is taken back
	clip  string
}

// stroke is what was there before it.
type stroke struct {
	text  string
	caret int
}

// splitKeys cuts a recording into keys: a character, or a name between ‹ and ›.
func splitKeys(s string) (out []string) {
	for s != "" {
		if strings.HasPrefix(s, "‹") {
			if n := strings.Index(s, "›"); n >= 0 {
				out = append(out, s[:n+len("›")])
				s = s[n+len("›"):]
				continue
			}
		}
		_, n := utf8.DecodeRuneInString(s)
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

var closes = map[string]string{"{": "}", "(": ")", "[": "]", "\"": "\""}

func (k *keyboard) press(key string) {
	put := func(from, to int, s string) {
		k.past = append(k.past, stroke{k.text, k.caret})
		k.edit(from, to, s)
		k.caret = from + len(s)
	}
	lineStart := strings.LastIndex(k.text[:k.caret], "\n") + 1
	lineEnd := len(k.text)
	if n := strings.IndexByte(k.text[k.caret:], '\n'); n >= 0 {
		lineEnd = k.caret + n
	}
	switch key {
	case "‹back›":
		if k.caret > 0 {
			_, n := utf8.DecodeLastRuneInString(k.text[:k.caret])
			put(k.caret-n, k.caret, "")
		}
	case "‹left›":
		_, n := utf8.DecodeLastRuneInString(k.text[:k.caret])
		k.caret -= n
	case "‹right›":
		if k.caret < len(k.text) {
			_, n := utf8.DecodeRuneInString(k.text[k.caret:])
			k.caret += n
		}
	case "‹up›":
		k.caret = max(0, lineStart-1)
	case "‹down›":
		k.caret = min(len(k.text), lineEnd+1)
	case "‹home›":
		k.caret = lineStart
	case "‹end›":
		k.caret = lineEnd
	case "‹cut›": // the line
		k.clip = k.text[lineStart:min(len(k.text), lineEnd+1)]
		put(lineStart, lineStart+len(k.clip), "")
	case "‹copy›":
		k.clip = k.text[lineStart:min(len(k.text), lineEnd+1)]
	case "‹paste›":
		put(k.caret, k.caret, k.clip)
	case "‹undo›":
		if n := len(k.past); n > 0 {
			k.whole(k.past[n-1].text)
			k.caret = k.past[n-1].caret
			k.past = k.past[:n-1]
		}
	case "\n":
		line := k.text[lineStart:k.caret]
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		if strings.HasSuffix(line, "{") && strings.HasPrefix(k.text[k.caret:], "}") {
			put(k.caret, k.caret, "\n"+indent+"  \n"+indent)
			k.caret -= len(indent) + 1
			return
		}
		put(k.caret, k.caret, "\n"+indent)
	default:
		if k.caret < len(k.text) && strings.HasPrefix(k.text[k.caret:], key) && strings.Contains("})]\"", key) {
			k.caret += len(key) // typed over what the editor has put there
			return
		}
		if end := closes[key]; end != "" {
			put(k.caret, k.caret, key+end)
			k.caret -= len(end)
			return
		}
		put(k.caret, k.caret, key)
	}
}

// BenchmarkEdits edits a file of the largest pack and takes it back, and tells how much memory the process has, with its client,
// after as many pairs as are run: 10,000 edits are -benchtime 5000x.
func BenchmarkEdits(b *testing.B) {
	asServed(b)
	root, err := filepath.Abs("../..")
	if err != nil {
		b.Fatal(err)
	}
	name := filepath.ToSlash(filepath.Join(root, "rules", "kharn-ages", "skills.kdsl"))
	bytes, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	text, uri := string(bytes), "file://"+name
	c := serve(b, afero.NewOsFs())
	c.open(uri, text)
	c.published(uri, 1)
	r := rand.New(rand.NewPCG(3, 10))
	version := 1
	for b.Loop() {
		from, to, put := slip(r, text)
		now := text[:from] + put + text[to:]
		version = c.replace(uri, version, text, now, from, to, put)
		version = c.replace(uri, version, now, text, from, from+len(put), text[from:to])
		c.published(uri, version)
	}
	c.leave()
	b.ReportMetric(float64(residentMost())/(1<<20), "MB-most")
}

// residentMost is the most memory, in bytes, that the process ever had; 0 where nobody says so.
func residentMost() int {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		var kb int
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kb); err == nil {
			return kb << 10
		}
	}
	return 0
}
