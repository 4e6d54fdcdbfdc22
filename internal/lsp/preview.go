package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/kdsl-lang/kdsl/internal/desk"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/view"
)

// What kdsl has beside the protocol: kdsl/follow tells where the caret is, kdsl/preview what there is to see of the card there,
// each time with all that is known by then, and kdsl/tests lists the tests of a text and runs them.

// Dialect is the number of these messages: a client that speaks another one does not fit. It is told at the handshake.
const Dialect = 1

// experimental is what the handshake says of it.
var experimental = protocol.LSPAny(fmt.Appendf(nil, `{"kdsl":{"dialect":%d}}`, Dialect))

// followed is where the caret is.
type followed struct {
	URI      uri.URI           `json:"uri"`
	Position protocol.Position `json:"position"`
}

// preview is what is seen there. Seq grows.
type preview struct {
	Seq     int        `json:"seq"`
	URI     uri.URI    `json:"uri"`
	Version int32      `json:"version"`
	View    *view.View `json:"view"`
}

// follower knows where the caret is.
type follower struct {
	mu     sync.Mutex // of what follows
	at     *followed  // nil: nobody wants to see anything
	cancel context.CancelFunc
	moved  chan struct{}
	shows  bool // what there is to see is being found

	begun        chan begun                   // by the check of a text: whoever shows it need not wait until it is checked
	checkedWhole atomic.Pointer[checkedWhole] // what the check of a whole text has made, for whoever looks there first
}

// busy tells whether somebody waits for what there is to see.
func (f *follower) busy() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.shows
}

// await waits until nobody waits for what there is to see, or ctx ends.
func (f *follower) await(ctx context.Context) {
	for f.busy() && ctx.Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
}

// follow goes where the caret is; nil: to nowhere else, the text has changed. What is under way is given up.
func (f *follower) follow(at *followed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if at != nil {
		f.at = at
	}
	if f.at == nil {
		return
	}
	if f.cancel != nil {
		f.cancel()
	}
	f.shows = true
	select {
	case f.moved <- struct{}{}:
	default:
	}
}

// done notes that all was shown, unless the caret has moved meanwhile.
func (f *follower) done() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shows = len(f.moved) > 0
}

// next is where the caret is now, with a context that ends when it moves.
func (f *follower) next(ctx context.Context) (context.Context, followed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	ctx, f.cancel = context.WithCancel(ctx)
	return ctx, *f.at
}

// Request answers what is not of the protocol.
func (s *Server) Request(ctx context.Context, method string, given any) (any, error) {
	params, _ := given.(protocol.LSPAny)
	switch method {
	case "kdsl/follow":
		at := new(followed)
		if err := json.Unmarshal(params, at); err != nil {
			return nil, fmt.Errorf("%w: %v", jsonrpc2.ErrInvalidParams, err)
		}
		s.caret.follow(at)
		return nil, nil
	case "kdsl/tests":
		var of struct {
			URI   uri.URI  `json:"uri"`
			Run   bool     `json:"run"`
			Names []string `json:"names"`
		}
		if err := json.Unmarshal(params, &of); err != nil {
			return nil, fmt.Errorf("%w: %v", jsonrpc2.ErrInvalidParams, err)
		}
		return testsOf(ctx, s, of.URI, of.Run, of.Names)
	}
	return nil, jsonrpc2.ErrMethodNotFound
}

// begun is the program of a text, begun at a turn.
type begun struct {
	*load.Begun
	file *source.File
	turn int
}

// text is the text, read; nil where the program has none of its name.
func (b begun) text() *syntax.File {
	for _, f := range b.Files() {
		if f.Source.Name == b.file.Name {
			return f
		}
	}
	return nil
}

// begin begins the program of a text. The caller holds s.mu, and has told.
func begin(ctx context.Context, s *Server, x *document, turn int) (begun, error) {
	b, err := s.space.Begin(ctx, x.name)
	return begun{b, x.file, turn}, err
}

// offer begins the program of the text that is followed, before it is checked: the two go on side by side. The caller holds s.mu, and has
// told.
func (f *follower) offer(ctx context.Context, s *Server, open []*document, turn int) {
	f.mu.Lock()
	at := f.at
	f.mu.Unlock()
	if at == nil {
		return
	}
	for _, x := range open {
		if x.name != nameOf(at.URI) {
			continue
		}
		if b, err := begin(ctx, s, x, turn); err == nil {
			select {
			case <-f.begun:
			default:
			}
			f.begun <- b
		}
	}
}

// take is the program of a text, begun: as it is offered, or when no check is under way.
func (f *follower) take(ctx context.Context, s *Server, x *document) (begun, bool) {
	free := make(chan struct{})
	waits, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		s.mu.Lock()
		select {
		case free <- struct{}{}:
		case <-waits.Done():
			s.mu.Unlock()
		}
	}()
	for {
		select {
		case b := <-f.begun:
			if b.file == x.file && s.docs.at(b.turn) {
				return b, true
			}
		case <-free:
			_, turn := s.tell()
			b, err := begin(ctx, s, x, turn)
			s.mu.Unlock()
			return b, err == nil
		case <-ctx.Done():
			return begun{}, false
		}
	}
}

// checkedWhole is a program that was checked whole, and those that have proof-read it. Nobody uses them any more.
type checkedWhole struct {
	shown
	readers map[string]*proof.Proofer
}

// prepare keeps what the check of a whole text has made, as long as nobody looks anywhere.
func (f *follower) prepare(r *checkedWhole) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at == nil {
		f.checkedWhole.Store(r)
	}
}

// shown is a program, as it was read for a preview.
type shown struct {
	file    *source.File
	read    *syntax.File
	turn    int
	program *ir.Program
	wrong   *view.Problem
	finish  func(wanted func(source.Span) bool) (*view.Problem, error) // adds scripts to the program, and tells what is wrong with it then; nil: all are there
}

// show shows what there is to see where the caret is, whenever it has moved, until ctx ends.
func (f *follower) show(ctx context.Context, s *Server, conn jsonrpc2.Conn) {
	d := &desk.Desk{Rest: rest}
	last := shown{}
	seq, card := 0, ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.moved:
		}
		now, at := f.next(ctx)
		x := s.docs.get(nameOf(at.URI))
		is, ok := last, false
		if x != nil {
			if r := f.checkedWhole.Swap(nil); r != nil {
				last = r.shown
				d.Take(r.readers)
			}
			is, ok = reread(now, s, x, last)
		}
		if !ok {
			f.done()
			continue
		}
		last = is
		subject := view.SubjectAt(last.program, last.read, offset(x.file, at.Position), card)
		if subject.Card != "" {
			card = subject.Card
		}
		var finish func(func(source.Span) bool) *view.Problem
		if last.finish != nil {
			finish = func(wanted func(source.Span) bool) *view.Problem {
				var err error
				if last.finish == nil {
					return last.wrong
				}
				last.wrong, err = last.finish(wanted)
				if wanted == nil {
					last.finish = nil
				}
				if err != nil { // read it again, once the caret has moved
					last.file = nil
				}
				return last.wrong
			}
		}
		d.Look(now, last.program, subject, last.wrong, finish, func(v *view.View) {
			seq++
			body, err := json.Marshal(preview{seq, x.uri, x.version, v})
			if err == nil {
				_ = conn.Notify(now, "kdsl/preview", jsonrpc2.RawMessage(body)) // whoever has gone misses nothing
			}
		})
		f.done()
		if last.wrong == nil && last.finish == nil {
			d.Ahead(now, subject)
		}
	}
}

// reread reads the program of a text, unless nothing has changed. One with mistakes is the one before, with what is wrong.
func reread(ctx context.Context, s *Server, x *document, last shown) (shown, bool) {
	if last.file == x.file && s.docs.at(last.turn) {
		return last, true
	}
	b, ok := s.caret.take(ctx, s, x)
	if !ok {
		return last, false
	}
	p, hinders := b.Rules()
	out := shown{file: b.file, turn: b.turn, program: p, finish: func(wanted func(source.Span) bool) (*view.Problem, error) {
		said, err := b.Scripts(wanted)
		return desk.Problem(said, s.tongue()), err
	}}
	if out.read = b.text(); out.read == nil {
		return last, false
	}
	if desk.Problem(hinders, s.tongue()) != nil {
		var err error
		if out.wrong, err = out.finish(nil); err != nil {
			return last, false
		}
		out.finish = nil
	}
	if out.wrong != nil {
		if out.program = nil; last.file != nil && last.file.Name == x.name {
			out.program = last.program
		}
	}
	return out, true
}

// tested is a test of a text; what came of it when it was run.
type tested struct {
	Name    string          `json:"name"`
	Range   protocol.Range  `json:"range"`
	Ran     bool            `json:"ran"`
	Passed  bool            `json:"passed"`
	Message string          `json:"message,omitempty"`
	At      *protocol.Range `json:"at,omitempty"` // of the failure, if it is in the text
	Millis  float64         `json:"millis"`
}

// tests lists the tests of a text, and runs them, or those of some names.
func testsOf(ctx context.Context, s *Server, u uri.URI, run bool, names []string) (any, error) {
	out := struct {
		Tests   []tested `json:"tests"`
		Problem string   `json:"problem,omitempty"` // why none could be run
	}{Tests: []tested{}}
	x := s.docs.get(nameOf(u))
	if x == nil {
		return marshalled(out)
	}
	if !run {
		f, _ := syntax.Parse(x.file)
		for _, y := range ask.Symbols(f) {
			if y.Sort == "test" {
				out.Tests = append(out.Tests, tested{Name: y.Name, Range: extent(y.At)})
			}
		}
		return marshalled(out)
	}
	wanted := map[string]bool{}
	for _, n := range names {
		wanted[n] = true
	}
	play := s.player(ctx, x)
	defer play.done()
	if play.unit == nil {
		out.Problem = s.say("nothing can be played while the text has mistakes")
		return marshalled(out)
	}
	for _, t := range play.scripts(ir.TestScript, source.Span{File: x.file, End: len(x.file.Text)}) {
		if len(wanted) > 0 && !wanted[t.Name] {
			continue
		}
		begun := time.Now()
		r := trial.Run(play.all.Of(play.unit), t.Index, trial.Options{Context: play.ctx})
		one := tested{Name: t.Name, Range: extent(t.At), Ran: play.ctx.Err() == nil, Passed: r.Passed, Millis: float64(time.Since(begun).Microseconds()) / 1000}
		if !r.Passed {
			one.Message = diag.VisibleLines(s.say(r.Message))
			if r.At.File != nil && r.At.File.Name == x.name {
				at := extent(r.At)
				one.At = &at
			}
		}
		out.Tests = append(out.Tests, one)
	}
	return marshalled(out)
}

// marshalled is what the codec passes on as it is.
func marshalled(v any) (any, error) {
	b, err := json.Marshal(v)
	return jsonrpc2.RawMessage(b), err
}
