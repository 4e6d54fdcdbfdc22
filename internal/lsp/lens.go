package lsp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// lensTime bounds how long the tests of a file are run for what stands above them.
const lensTime = 2 * time.Second

// CodeLens says above each test of a file how it comes out, and above each card which tests of the file name it.
func (s *Server) CodeLens(ctx context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	out := []protocol.CodeLens{}
	x := s.docs.get(nameOf(p.TextDocument.URI))
	if x == nil {
		return out, nil
	}
	s.mu.Lock()
	s.tell()
	program, said, err := s.space.Program(ctx, x.name)
	s.mu.Unlock()
	if err != nil || program == nil || said.HasErrors() {
		return out, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lensTime)
	defer cancel()
	u := &load.Unit{Program: program}
	m := library.Machines{}
	say := func(at protocol.Range, title string) {
		out = append(out, protocol.CodeLens{Range: at, Command: protocol.Command{Title: s.say(title)}})
	}
	var named []map[string]bool // by each test
	for _, t := range library.Scripts(ir.TestScript, u) {
		if t.At.File == nil || t.At.File.Name != x.name {
			continue
		}
		r := trial.Run(m.Of(u), t.Index, trial.Options{Context: ctx})
		if s.moved(ctx) {
			return nil, nil // what is said of the text before helps nobody
		}
		switch first, _, _ := strings.Cut(r.Message, "\n"); {
		case ctx.Err() != nil:
			return out, nil
		case r.Passed:
			say(extent(t.At), "passes")
		default:
			say(extent(t.At), "fails: "+first)
		}
		named = append(named, ask.Names(t.At.Text()))
	}
	for _, c := range program.Cards {
		if c.At.File == nil || c.At.File.Name != x.name {
			continue
		}
		n := 0
		for _, names := range named {
			if names[c.Name] {
				n++
			}
		}
		switch n {
		case 0:
			say(extent(c.At), "no test names it")
		case 1:
			say(extent(c.At), "1 test")
		default:
			say(extent(c.At), fmt.Sprintf("%d tests", n))
		}
	}
	return out, nil
}
