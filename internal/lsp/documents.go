package lsp

import (
	"context"
	"path"
	"path/filepath"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// document is a text that an editor has open.
type document struct {
	name    string // of the file, as programs know it
	uri     uri.URI
	version int32
	file    *source.File
}

// documents are the texts that are open. Its zero value has none.
type documents struct {
	mu    sync.Mutex
	open  map[string]*document // by name
	turn  int                  // counts what was changed
	over  chan struct{}        // is closed when the turn is over
	wrote chan struct{}        // somebody has changed something
}

func newDocuments() *documents {
	return &documents{open: map[string]*document{}, over: make(chan struct{}), wrote: make(chan struct{}, 1)}
}

// put opens a document or gives it another text.
func (d *documents) put(x *document) {
	d.mu.Lock()
	d.open[x.name] = x
	d.next()
	d.mu.Unlock()
	d.ring()
}

func (d *documents) drop(name string) {
	d.mu.Lock()
	delete(d.open, name)
	d.next()
	d.mu.Unlock()
	d.ring()
}

// next begins another turn. The caller holds d.mu.
func (d *documents) next() {
	d.turn++
	close(d.over)
	d.over = make(chan struct{})
}

// while is a context that ends with a turn, or when stop is called.
func (d *documents) while(ctx context.Context, turn int) (_ context.Context, stop func()) {
	d.mu.Lock()
	over, past := d.over, d.turn != turn
	d.mu.Unlock()
	if ctx, stop = until(ctx, over); past {
		stop()
	}
	return ctx, stop
}

// ring tells the goroutine that checks.
func (d *documents) ring() {
	select {
	case d.wrote <- struct{}{}:
	default:
	}
}

// get is an open document, or nil.
func (d *documents) get(name string) *document {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open[name]
}

// all are the open documents as they are at a turn.
func (d *documents) all() (list []*document, turn int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, x := range d.open {
		list = append(list, x)
	}
	return list, d.turn
}

// at tells whether nothing has changed since a turn.
func (d *documents) at(turn int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.turn == turn
}

// edited is a text after the changes that an editor tells, each of the text that the one before has left.
func edited(f *source.File, changes []protocol.TextDocumentContentChangeEvent) *source.File {
	for _, c := range changes {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangePartial:
			from, to := offset(f, c.Range.Start), offset(f, c.Range.End)
			f = source.New(f.Name, f.Text[:from]+c.Text+f.Text[max(from, to):])
		case *protocol.TextDocumentContentChangeWholeDocument:
			f = source.New(f.Name, c.Text)
		}
	}
	return f
}

func offset(f *source.File, p protocol.Position) int {
	return f.FromUTF16(int(min(p.Line, 1<<30)), int(min(p.Character, 1<<30)))
}

func extent(s source.Span) protocol.Range {
	return protocol.Range{Start: position(s.File, s.Start), End: position(s.File, s.End)}
}

func position(f *source.File, offset int) protocol.Position {
	if f == nil {
		return protocol.Position{}
	}
	line, column := f.UTF16(offset)
	return protocol.Position{Line: uint32(line), Character: uint32(column)}
}

// nameOf is the name of the file that an editor speaks of; "" for what is no file.
func nameOf(u uri.URI) string {
	if !u.IsFile() {
		return ""
	}
	return path.Clean(filepath.ToSlash(u.FsPath()))
}

// uriOf is what an editor calls a file.
func (d *documents) uriOf(name string) uri.URI {
	if x := d.get(name); x != nil {
		return x.uri
	}
	if !path.IsAbs(name) && filepath.VolumeName(name) == "" {
		if whole, err := filepath.Abs(name); err == nil {
			name = filepath.ToSlash(whole)
		}
	}
	return uri.File(filepath.FromSlash(name))
}
