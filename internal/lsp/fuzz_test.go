package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/spf13/afero"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// wire is a stream of what a client has written already; what the server says is counted.
type wire struct {
	io.Reader
	said  bytes.Buffer
	close context.CancelFunc
}

func (w *wire) Write(b []byte) (int, error) { return w.said.Write(b) }
func (w *wire) Close() error                { w.close(); return nil }

// FuzzFrames: whatever bytes a client sends, the server ends when they do, without a panic.
func FuzzFrames(f *testing.F) {
	frame := func(bodies ...string) (out []byte) {
		for _, b := range bodies {
			out = fmt.Appendf(out, "Content-Length: %d\r\n\r\n%s", len(b), b)
		}
		return out
	}
	const begin = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	const open = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///g/a.kdsl","languageId":"kdsl","version":1,"text":"enum x { y }\n"}}}`
	f.Add(frame(begin, open, `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`))
	for _, method := range []string{"hover", "completion", "formatting", "documentSymbol", "foldingRange", "codeAction", "rename", "semanticTokens/full", "inlayHint", "signatureHelp", "references", "codeLens"} {
		f.Add(frame(begin, open, fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"textDocument/%s","params":{"textDocument":{"uri":"file:///g/a.kdsl"},"position":{"line":0,"character":5},"newName":"z","range":{"start":{"line":0,"character":0},"end":{"line":9,"character":9}},"context":{"diagnostics":[]}}}`, method)))
	}
	for _, bad := range []string{"", "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n{}", "Content-Length: 5\r\n\r\n{}", "\r\n\r\n", "{}", "Content-Length: 2\r\n\r\n[]",
		"Content-Length: 4\r\n\r\nnull", "Content-Type: x\r\nContent-Length: 2\r\n\r\n{}"} {
		f.Add([]byte(bad))
		f.Add(append(frame(begin, open), bad...))
	}
	f.Add(frame(begin, `{"jsonrpc":"2.0","id":{},"method":"textDocument/hover","params":[]}`, `{"id":3}`, `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:x","version":2},"contentChanges":[{"text":1}]}}`))
	f.Fuzz(func(t *testing.T, sent []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		done := make(chan error, 1)
		w := &wire{Reader: bytes.NewReader(sent), close: func() {}}
		go func() {
			done <- Serve(ctx, w, (&load.Loader{Local: afero.NewMemMapFs()}).Open(), func(...string) error { return nil }, "kdsl test", tongue.English)
		}()
		select {
		case <-done:
		case <-ctx.Done():
			t.Fatal("the server does not end when its client has")
		}
	})
}

// idle is a server without a client.
func idle(text string) (*Server, uri.URI) {
	fs := afero.NewMemMapFs()
	s := &Server{version: "test", admit: func(...string) error { return nil }, docs: newDocuments(), space: library.Open(fs), set: map[string]*source.File{},
		meant: map[string]ask.Known{}, out: newOutbox()}
	s.words = ask.NewTokens()
	habits := ask.HabitsOf(s.words, game)
	s.habits = func() *ask.Habits { return habits }
	u := uri.File("/g/a.kdsl")
	if err := s.DidOpen(context.Background(), &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: u, Version: 1, Text: text}}); err != nil {
		panic(err)
	}
	return s, u
}

// model is what a text becomes by an edit, written from the protocol alone: lines end with \n, \r\n or \r, columns count units of
// UTF-16, and what lies beyond the end of a line or of the text is its end.
func model(text string, fromLine, from, toLine, to int, put string) string {
	at := func(line, column int) int {
		i := 0
		for ; line > 0; line-- {
			n := strings.IndexAny(text[i:], "\r\n")
			if n < 0 {
				return len(text)
			}
			if i += n + 1; text[i-1] == '\r' && i < len(text) && text[i] == '\n' {
				i++
			}
		}
		for _, r := range text[i:] {
			if column -= len(utf16.Encode([]rune{r})); column < 0 || r == '\n' || r == '\r' {
				break // the middle of a character is its beginning
			}
			i += len(string(r))
		}
		return i
	}
	a, b := at(fromLine, from), at(toLine, to)
	return text[:a] + put + text[max(a, b):]
}

// FuzzEdits: whatever is edited, and in whatever order, the server has the text that the client has, says of it what has a place in
// it, and answers every question at every place. A script is 5 bytes an edit: from, to, and what is put there.
func FuzzEdits(f *testing.F) {
	f.Add(game, []byte{1, 3, 1, 9, 2, 5, 40, 5, 44, 7, 0, 0, 9, 9, 0})
	f.Add("a😀b\r\né\n", []byte{0, 2, 0, 3, 4, 1, 0, 1, 1, 5})
	f.Add("", []byte{0, 0, 0, 0, 9})
	puts := []string{"", "x", "\n", "é", "😀", "\r\n", "{", "}", "kind k { }\n", "\"", "skill s { en \"S\" fr \"S\" }\n", "when who.score == 3", "(", "// ", " ", "{who}"}
	f.Fuzz(func(t *testing.T, text string, script []byte) {
		if len(text) > 4_000 || len(script) > 60 || !utf8.ValidString(text) || strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\r") {
			return // a client sends no other text, and ends its lines so
		}
		s, name := idle(text)
		ctx := context.Background()
		for n := 0; len(script) >= 5; script, n = script[5:], n+1 {
			at := func(i int) protocol.Position {
				return protocol.Position{Line: uint32(script[i]), Character: uint32(script[i+1])}
			}
			from, to, put := at(0), at(2), puts[int(script[4])%len(puts)]
			if from.Line > to.Line || from.Line == to.Line && from.Character > to.Character {
				from, to = to, from
			}
			text = model(text, int(from.Line), int(from.Character), int(to.Line), int(to.Character), put)
			change := &protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: from, End: to}, Text: put}
			err := s.DidChange(ctx, &protocol.DidChangeTextDocumentParams{TextDocument: protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: name}, Version: int32(n + 2)},
				ContentChanges: []protocol.TextDocumentContentChangeEvent{change}})
			if err != nil {
				t.Fatal(err)
			}
			x := s.docs.get(nameOf(name))
			if x.file.Text != text {
				t.Fatalf("after edit %d the server has\n%q, the client\n%q", n, x.file.Text, text)
			}
			s.answers(t, name, from)
		}
	})
}

// answers asks everything about a place.
func (s *Server) answers(t *testing.T, name uri.URI, at protocol.Position) {
	ctx := context.Background()
	doc := protocol.TextDocumentIdentifier{URI: name}
	place := protocol.TextDocumentPositionParams{TextDocument: doc, Position: at}
	whole := protocol.Range{End: protocol.Position{Line: 1 << 20}}
	var errs []error
	note := func(_ any, err error) { errs = append(errs, err) }
	list, said, _ := s.look(ctx, true)
	for name, ds := range said {
		p := s.published(name, ds, list)
		for _, d := range p.Diagnostics {
			if d.Range.Start.Line > d.Range.End.Line || d.Message == nil {
				t.Errorf("%v", d)
			}
		}
		for _, d := range ds {
			if f := d.Span.File; f == nil || d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > len(f.Text) {
				t.Errorf("no place: %v", d)
			}
		}
		if len(ds) > load.MaxDiags+1 {
			t.Errorf("%d diagnostics", len(ds))
		}
	}
	note(s.Formatting(ctx, &protocol.DocumentFormattingParams{TextDocument: doc}))
	note(s.DocumentSymbol(ctx, &protocol.DocumentSymbolParams{TextDocument: doc}))
	note(s.FoldingRanges(ctx, &protocol.FoldingRangeParams{TextDocument: doc}))
	note(s.Hover(ctx, &protocol.HoverParams{TextDocumentPositionParams: place}))
	note(s.SignatureHelp(ctx, &protocol.SignatureHelpParams{TextDocumentPositionParams: place}))
	note(s.Definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: place}))
	note(s.References(ctx, &protocol.ReferenceParams{TextDocumentPositionParams: place}))
	note(s.DocumentHighlight(ctx, &protocol.DocumentHighlightParams{TextDocumentPositionParams: place}))
	note(s.Completion(ctx, &protocol.CompletionParams{TextDocumentPositionParams: place}))
	note(s.SemanticTokensFull(ctx, &protocol.SemanticTokensParams{TextDocument: doc}))
	note(s.InlayHint(ctx, &protocol.InlayHintParams{TextDocument: doc, Range: whole}))
	note(s.CodeAction(ctx, &protocol.CodeActionParams{TextDocument: doc, Range: whole}))
	note(s.PrepareRename(ctx, &protocol.PrepareRenameParams{TextDocumentPositionParams: place}))
	if err := errors.Join(errs...); err != nil {
		t.Errorf("%v: %v", at, err)
	}
}
