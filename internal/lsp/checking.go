package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/kdsl-lang/kdsl/internal/desk"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// tell tells the workspace of the texts that have changed since it was told last. The caller holds s.mu.
func (s *Server) tell() (list []*document, turn int) {
	list, turn = s.docs.all()
	open := map[string]bool{}
	for _, x := range list {
		open[x.name] = true
		if s.set[x.name] != x.file {
			s.space.Set(x.name, &x.file.Text)
			s.set[x.name] = x.file
		}
	}
	for name := range s.set {
		if !open[name] {
			s.space.Set(name, nil)
			delete(s.set, name)
			delete(s.meant, name)
			delete(s.fits, name)
		}
	}
	return list, turn
}

// quiet is how long nobody must write until what takes longer is looked at, too.
const quiet = 250 * time.Millisecond

// check checks the programs of the open texts whenever one has changed, until ctx ends: at once for mistakes, and when
// nobody has written for a while, for sentences that say something else than their rules.
func (s *Server) check(ctx context.Context) {
	told := map[string]bool{}
	wait := time.NewTimer(time.Hour)
	for {
		whole := false
		select {
		case <-ctx.Done():
			return
		case <-s.docs.wrote:
		case <-wait.C:
			if whole = !s.caret.busy(); !whole { // what somebody waits for comes first
				wait.Reset(quiet)
				continue
			}
		}
		list, said, ok := s.look(ctx, whole)
		if !ok { // somebody writes
			s.docs.ring()
			continue
		}
		for name := range told {
			if _, again := said[name]; !again {
				said[name] = nil
			}
		}
		clear(told)
		for _, name := range slices.Sorted(maps.Keys(said)) {
			if len(said[name]) > 0 || slices.ContainsFunc(list, func(x *document) bool { return x.name == name }) {
				told[name] = true
			}
			s.out.put(s.published(name, said[name], list))
		}
		if whole {
			go s.habits() // before somebody waits for it, and after what is waited for when a text is opened
		} else {
			wait.Reset(quiet)
		}
	}
}

// look checks the programs of the open texts. It answers these and what is said of each file; ok is false when a text
// has changed meanwhile.
func (s *Server) look(ctx context.Context, whole bool) (list []*document, said map[string]diag.List, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, turn := s.tell()
	if !whole {
		s.caret.offer(ctx, s, list, turn)
	}
	said = map[string]diag.List{}
	for _, x := range list {
		if _, done := said[x.name]; done {
			continue
		}
		said[x.name] = nil
		all, err := s.space.Check(ctx, x.name)
		if err != nil {
			all = diag.List{{Code: "unreadable", Span: source.Span{File: x.file}, Message: err.Error()}}
		}
		if whole && !all.HasErrors() {
			if p, list, err := s.space.Program(ctx, x.name); err == nil && p != nil {
				s.means(x.name, p, false)
				b, failed := begin(ctx, s, x, turn)
				s.mu.Unlock() // it takes long, and changes nothing: whoever asks meanwhile does not wait
				if len(p.Complete) > 0 {
					all = append(all, aloud.MissingWords(p)...)
				}
				now, stop := s.docs.while(ctx, turn)
				readers := proof.Readers(p, nil)
				all = append(all, proof.DifferencesBy(now, readers, p, p.Pack, func() { s.caret.await(now) })...)
				stop()
				if failed == nil && b.text() != nil && desk.Problem(list, s.tongue()) == nil {
					s.caret.prepare(&checkedWhole{shown{file: x.file, read: b.text(), turn: turn, program: p}, readers})
				}
				s.mu.Lock()
			}
		}
		of := map[string]diag.List{}
		for _, d := range all {
			if d.Span.File != nil {
				of[d.Span.File.Name] = append(of[d.Span.File.Name], d)
			}
		}
		maps.Copy(said, of)
		if !s.docs.at(turn) {
			return nil, nil, false
		}
	}
	return list, said, s.docs.at(turn)
}

// published is what is said of a file.
func (s *Server) published(name string, said diag.List, open []*document) *protocol.PublishDiagnosticsParams {
	p := &protocol.PublishDiagnosticsParams{URI: s.docs.uriOf(name), Diagnostics: []protocol.Diagnostic{}}
	for _, x := range open {
		if x.name == name {
			p.URI, p.Version = x.uri, protocol.NewOptional(x.version)
		}
	}
	for _, d := range said.In(s.tongue()) {
		p.Diagnostics = append(p.Diagnostics, s.diagnostic(d))
	}
	return p
}

// diagnostic is one as editors have it: what may be done about it stands in its message, too.
func (s *Server) diagnostic(d diag.Diagnostic) protocol.Diagnostic {
	message := strings.Join(append([]string{d.Message}, d.Hints()...), "\n")
	out := protocol.Diagnostic{Range: extent(d.Span), Severity: protocol.DiagnosticSeverityError, Code: protocol.String(d.Code),
		Source: protocol.NewOptional("kdsl"), Message: protocol.String(message)}
	if d.Severity == diag.Warning {
		out.Severity = protocol.DiagnosticSeverityWarning
	}
	for _, r := range d.Related {
		if r.Span.File != nil {
			out.RelatedInformation = append(out.RelatedInformation,
				protocol.DiagnosticRelatedInformation{Location: protocol.Location{URI: s.docs.uriOf(r.Span.File.Name), Range: extent(r.Span)}, Message: r.Message})
		}
	}
	return out
}

// outbox holds what is to be written: of each file the newest.
type outbox struct {
	mu    sync.Mutex
	order []uri.URI
	of    map[uri.URI]*protocol.PublishDiagnosticsParams
	full  chan struct{}
}

func newOutbox() *outbox {
	return &outbox{of: map[uri.URI]*protocol.PublishDiagnosticsParams{}, full: make(chan struct{}, 1)}
}

func (o *outbox) put(p *protocol.PublishDiagnosticsParams) {
	o.mu.Lock()
	if o.of[p.URI] == nil {
		o.order = append(o.order, p.URI)
	}
	o.of[p.URI] = p
	o.mu.Unlock()
	select {
	case o.full <- struct{}{}:
	default:
	}
}

func (o *outbox) take() *protocol.PublishDiagnosticsParams {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.order) == 0 {
		return nil
	}
	u := o.order[0]
	p := o.of[u]
	o.order = o.order[1:]
	delete(o.of, u)
	return p
}

// send writes what is put in, until ctx ends or nobody reads any more.
func (o *outbox) send(ctx context.Context, client protocol.Client) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.full:
		}
		for p := o.take(); p != nil; p = o.take() {
			if client.PublishDiagnostics(ctx, p) != nil {
				return
			}
		}
	}
}
