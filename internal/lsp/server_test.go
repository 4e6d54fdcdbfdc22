package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// client is one that was written for this test alone, from the protocol's text: it shares no code with the server.
type client struct {
	t    testing.TB
	conn net.Conn
	next int
	got  chan map[string]any
	done chan error
}

// memory is a file system with these files.
func memory(t *testing.T, files map[string]string) afero.Fs {
	t.Helper()
	fs := afero.NewMemMapFs()
	for name, text := range files {
		if err := afero.WriteFile(fs, name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return fs
}

// serve starts a server on files, and a client that has shaken hands with it.
func serve(t testing.TB, fs afero.Fs) *client {
	t.Helper()
	return serveIn(t, fs, "en-GB")
}

// serveIn is serve with a client whose user reads that language.
func serveIn(t testing.TB, fs afero.Fs, locale string) *client {
	t.Helper()
	here, there := net.Pipe()
	c := &client{t: t, conn: here, got: make(chan map[string]any, 10_000), done: make(chan error, 1)}
	go func() {
		c.done <- Serve(context.Background(), there, library.Open(fs), func(...string) error { return nil }, "kdsl test", tongue.English)
	}()
	go func() {
		r := bufio.NewReader(here)
		for {
			length := 0
			for {
				line, err := r.ReadString('\n')
				if err != nil {
					close(c.got)
					return
				}
				if line = strings.TrimSpace(line); line == "" {
					break
				}
				fmt.Sscanf(line, "Content-Length: %d", &length)
			}
			body := make([]byte, length)
			if _, err := io.ReadFull(r, body); err != nil {
				close(c.got)
				return
			}
			var m map[string]any
			if err := json.Unmarshal(body, &m); err != nil {
				t.Errorf("%s: %v", body, err)
			}
			c.got <- m
		}
	}()
	c.ask("initialize", fmt.Sprintf(`{"processId":null,"rootUri":null,"capabilities":{},"locale":%q}`, locale))
	c.tell("initialized", `{}`)
	return c
}

func (c *client) write(body string) {
	if _, err := fmt.Fprintf(c.conn, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		c.t.Error(err)
	}
}

func (c *client) tell(method, params string) {
	c.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// ask asks, and returns the answer; what is told meanwhile is lost.
func (c *client) ask(method, params string) any {
	c.t.Helper()
	c.next++
	c.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.next, method, params))
	m := c.wait(func(m map[string]any) bool { return m["id"] == float64(c.next) })
	if m["error"] != nil {
		c.t.Errorf("%s: %v", method, m["error"])
	}
	return m["result"]
}

func (c *client) wait(is func(map[string]any) bool) map[string]any {
	c.t.Helper()
	for {
		select {
		case m, ok := <-c.got:
			if !ok {
				c.t.Fatal("the server has gone")
			}
			if is(m) {
				return m
			}
		case <-time.After(2 * time.Minute):
			c.t.Fatal("no answer")
		}
	}
}

// published waits for what is said of a version of a file: a line each, places as the editor counts.
func (c *client) published(uri string, version int) string {
	c.t.Helper()
	m := c.wait(func(m map[string]any) bool {
		p, _ := m["params"].(map[string]any)
		return m["method"] == "textDocument/publishDiagnostics" && p["uri"] == uri && p["version"] == float64(version)
	})
	var out []string
	for _, d := range m["params"].(map[string]any)["diagnostics"].([]any) {
		d := d.(map[string]any)
		from := d["range"].(map[string]any)["start"].(map[string]any)
		to := d["range"].(map[string]any)["end"].(map[string]any)
		out = append(out, fmt.Sprintf("%v:%v-%v:%v %v", from["line"], from["character"], to["line"], to["character"], d["code"]))
	}
	return strings.Join(out, "\n")
}

func (c *client) open(uri, text string) {
	quoted, _ := json.Marshal(text)
	c.tell("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"kdsl","version":1,"text":%s}}`, uri, quoted))
}

// change replaces a part of a line.
func (c *client) change(uri string, version, line, from, to int, text string) {
	quoted, _ := json.Marshal(text)
	c.tell("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"text":%s}]}`,
		uri, version, line, from, line, to, quoted))
}

// leave ends the session.
func (c *client) leave() {
	c.t.Helper()
	c.ask("shutdown", `null`)
	c.tell("exit", `null`)
	select {
	case err := <-c.done:
		if err != nil {
			c.t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		c.t.Error("the server does not end")
	}
}

const game = `player { cell score: int = 0 }
kind skill { en "Skill"  fr "Talent" }
event win(who: player) { en "{who} wins"  fr "{who} gagne"  do { who.score += 1 } }
skill brisk {
  en "Brisk"  fr "Vif"
  fast: after win(who: owner) when who.score = 3 { who.score += 1 }
}
`

func TestServer(t *testing.T) {
	c := serve(t, memory(t, map[string]string{"/g/a.kdsl": "enum x { y }\n"}))
	const uri = "file:///g/a.kdsl"
	c.open(uri, game)
	if got := c.published(uri, 1); got != "5:45-5:46 bad-syntax" {
		t.Errorf("got %s", got)
	}

	// What mends it, and what mends all.
	actions := fmt.Sprint(c.ask("textDocument/codeAction", `{"textDocument":{"uri":"file:///g/a.kdsl"},"range":{"start":{"line":5,"character":45},"end":{"line":5,"character":45}},"context":{"diagnostics":[]}}`))
	for _, want := range []string{`did you mean "=="`, "quickfix", "isPreferred:true", "newText:==", "source.fixAll.kdsl", "who.score == 3"} {
		if !strings.Contains(actions, want) {
			t.Errorf("no %q in %s", want, actions)
		}
	}

	// Columns behind what takes two units, and behind an accent.
	c.change(uri, 2, 5, 45, 46, "==")
	c.change(uri, 3, 4, 6, 11, "😀é")
	c.change(uri, 4, 4, 16, 19, "Vi🎲f")
	if got := c.published(uri, 4); got != "" {
		t.Errorf("got %s", got)
	}
	c.change(uri, 5, 5, 41, 41, "x")
	if got := c.published(uri, 5); got != "5:39-5:45 undefined-field" && got != "5:40-5:45 undefined-field" && !strings.Contains(got, "undefined-field") {
		t.Errorf("got %s", got)
	}
	c.change(uri, 6, 5, 41, 42, "")
	c.published(uri, 6)

	if got := fmt.Sprint(c.ask("textDocument/hover", `{"textDocument":{"uri":"file:///g/a.kdsl"},"position":{"line":5,"character":15}}`)); !strings.Contains(got, "**win** · event") {
		t.Errorf("got %s", got)
	}
	if got := fmt.Sprint(c.ask("textDocument/definition", `{"textDocument":{"uri":"file:///g/a.kdsl"},"position":{"line":5,"character":15}}`)); !strings.Contains(got, "line:2") {
		t.Errorf("got %s", got)
	}
	for _, method := range []string{"references", "documentHighlight"} { // in rules and between the braces of sentences
		got := fmt.Sprint(c.ask("textDocument/"+method, `{"textDocument":{"uri":"file:///g/a.kdsl"},"position":{"line":2,"character":11},"context":{"includeDeclaration":true}}`))
		if n := strings.Count(got, "start:map[character:"); n != 7 || !strings.Contains(got, "start:map[character:30 line:2]") {
			t.Errorf("%s: %d: %s", method, n, got)
		}
	}
	symbols := fmt.Sprint(c.ask("textDocument/documentSymbol", `{"textDocument":{"uri":"file:///g/a.kdsl"}}`))
	for _, want := range []string{"name:player", "name:score", "name:win", "name:brisk", "name:fast"} {
		if !strings.Contains(symbols, want) {
			t.Errorf("no %q in %s", want, symbols)
		}
	}
	if got := fmt.Sprint(c.ask("textDocument/foldingRange", `{"textDocument":{"uri":"file:///g/a.kdsl"}}`)); !strings.Contains(got, "endLine:5") || !strings.Contains(got, "startLine:3") {
		t.Errorf("got %s", got)
	}
	c.change(uri, 7, 1, 0, 4, "kind ")
	if got := fmt.Sprint(c.ask("textDocument/formatting", `{"textDocument":{"uri":"file:///g/a.kdsl"},"options":{"tabSize":2,"insertSpaces":true}}`)); !strings.Contains(got, "newText:kind skill {") {
		t.Errorf("got %s", got)
	}

	// What is closed is what the disk has.
	c.tell("textDocument/didClose", `{"textDocument":{"uri":"file:///g/a.kdsl"}}`)
	c.leave()
}

// Where the same letters stand for several things, hover and definition tell of the one that is meant: a local and a member of a list,
// too.
func TestMeant(t *testing.T) {
	text, places := marked(alike)
	c := serve(t, memory(t, nil))
	c.open("file:///g/a.kdsl", text)
	f := source.New("a.kdsl", text)
	for n, says := range map[int]string{1: "enum value of size", 2: "field of box", 3: "event", 4: "field of n", 5: "`let y = [1, 2].filter(n, n > x && n < this.n)`", 6: "card of rule",
		7: "`n: after n(n: 2) when", 9: "`n: after n(n: 2) when", 10: "`given n = crate`"} {
		for _, at := range places[n] {
			line, column := f.UTF16(at)
			here := fmt.Sprintf(`{"textDocument":{"uri":"file:///g/a.kdsl"},"position":{"line":%d,"character":%d}}`, line, column)
			if got := fmt.Sprint(c.ask("textDocument/hover", here)); !strings.Contains(got, "value:**n** · "+says) || strings.Count(got, "**n**") != 1 {
				t.Errorf("%d at %d:%d: %s", n, line, column, got)
			}
			line, column = f.UTF16(places[n][0])
			if got := fmt.Sprint(c.ask("textDocument/definition", here)); !strings.Contains(got, fmt.Sprintf("start:map[character:%d line:%d]", column, line)) || strings.Count(got, "start:") != 1 {
				t.Errorf("%d is declared at %d:%d, got %s", n, line, column, got)
			}
		}
	}
	c.leave()
}

// Who reads French is answered in French: what is wrong, what mends it, and what stands above tests.
func TestFrench(t *testing.T) {
	c := serveIn(t, memory(t, nil), "fr-CA")
	const uri = "file:///g/a.kdsl"
	c.open(uri, game+"test \"a win\" { when win(red); expect red.score == 1 }\n")
	told := c.wait(func(m map[string]any) bool { return m["method"] == "textDocument/publishDiagnostics" })
	actions := c.ask("textDocument/codeAction", `{"textDocument":{"uri":"file:///g/a.kdsl"},"range":{"start":{"line":5,"character":45},"end":{"line":5,"character":45}},"context":{"diagnostics":[]}}`)
	c.change(uri, 2, 5, 45, 46, "==")
	lenses := c.ask("textDocument/codeLens", `{"textDocument":{"uri":"file:///g/a.kdsl"}}`)
	hover := c.ask("textDocument/hover", `{"textDocument":{"uri":"file:///g/a.kdsl"},"position":{"line":5,"character":15}}`)
	for want, in := range map[string]any{"événement": hover, `lu "=", attendu`: told, `vouliez-vous dire "==" ?`: actions, "Corriger ce qui se corrige sans risque": actions,
		"réussi": lenses, "aucun test ne la nomme": lenses} {
		if got := fmt.Sprint(in); !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	c.leave()
}

// A message without meaning is answered by an error without a question, and ends nothing.
func TestGarbage(t *testing.T) {
	c := serve(t, memory(t, nil))
	for _, body := range []string{"{", "no JSON", `{"jsonrpc":"2.0"}`, "[]", "null", "\xff\xfe", `{"jsonrpc":"2.0","id":{},"method":"x"}`} {
		c.write(body)
		m := c.wait(func(m map[string]any) bool { return m["error"] != nil })
		if m["id"] != nil {
			t.Errorf("%q: got %v", body, m)
		}
	}
	const uri = "file:///g/a.kdsl"
	c.open(uri, game)
	if got := c.published(uri, 1); got != "5:45-5:46 bad-syntax" {
		t.Errorf("got %s", got)
	}
	c.leave()
}

// The order of the wire is the order of the changes, however many come at once; what is told last is of the last
// version, and versions never go back.
func TestFlood(t *testing.T) {
	c := serve(t, memory(t, nil))
	const uri = "file:///g/flood.kdsl"
	c.open(uri, "enum numbers { n0 }\n")
	go func() {
		for v := 2; v <= 501; v++ {
			c.change(uri, v, 0, 15, 15+len(fmt.Sprintf("n%d", v-2)), fmt.Sprintf("n%d", v-1))
		}
		c.change(uri, 502, 1, 0, 0, "# a remark\n")
	}()
	last := 0.0
	c.wait(func(m map[string]any) bool {
		if m["method"] != "textDocument/publishDiagnostics" {
			return false
		}
		p := m["params"].(map[string]any)
		v := p["version"].(float64)
		if v <= last {
			t.Errorf("version %v after %v", v, last)
		}
		last = v
		return v == 502
	})
	if got := fmt.Sprint(c.ask("textDocument/documentSymbol", `{"textDocument":{"uri":"file:///g/flood.kdsl"}}`)); !strings.Contains(got, "numbers") {
		t.Errorf("got %s", got)
	}
	if got := fmt.Sprint(c.ask("textDocument/codeAction", `{"textDocument":{"uri":"file:///g/flood.kdsl"},"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":1}},"context":{"diagnostics":[]}}`)); !strings.Contains(got, "newText://") {
		t.Errorf("got %s", got)
	}
	c.leave()
}

// A client that writes much before it reads gets its answers all the same.
func TestSlowReader(t *testing.T) {
	fs := afero.NewMemMapFs()
	here, there := net.Pipe()
	go Serve(context.Background(), there, library.Open(fs), func(...string) error { return nil }, "kdsl test", tongue.English)
	written := make(chan bool)
	go func() {
		send := func(body string) { fmt.Fprintf(here, "Content-Length: %d\r\n\r\n%s", len(body), body) }
		send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
		send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///g/a.kdsl","languageId":"kdsl","version":1,"text":"enun x { y }\n"}}}`)
		for i := 2; i < 300; i++ {
			send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///g/a.kdsl"}}}`, i))
			send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///g/a.kdsl","version":%d},"contentChanges":[{"text":"enun x { y }\n"}]}}`, i))
		}
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(2 * time.Minute):
		t.Fatal("the server reads no more while nobody reads what it writes")
	}
	here.Close()
}

// Between the brackets of a call that is being written stands what may be given, and what it is called.
func TestSignatureHelp(t *testing.T) {
	const text = "kind box {}\nevent drop(what: box, far: int) { en \"{what} falls\"  fr \"{what} tombe\" }\nbox crate {}\ntest \"it\" {\n  given c = crate\n  when drop(what: c, \n}\n"
	c := serve(t, memory(t, map[string]string{"/g/a.kdsl": text}))
	c.open("file:///g/a.kdsl", text)
	const at = `{"textDocument":{"uri":"file:///g/a.kdsl"},"position":{"line":5,"character":%d}}`
	help, _ := c.ask("textDocument/signatureHelp", fmt.Sprintf(at, 21)).(map[string]any)
	got := fmt.Sprint(help["signatures"])
	if want := "[map[activeParameter:1 documentation:map[kind:markdown value:*what falls* · *what tombe*] label:drop(what: box, far: int) parameters:[map[label:what: box] map[label:far: int]]]]"; got != want {
		t.Errorf("got %s", got)
	}
	if help := c.ask("textDocument/signatureHelp", fmt.Sprintf(at, 2)); help != nil {
		t.Error(help)
	}
	c.ask("shutdown", "null")
	c.tell("exit", "null")
}
