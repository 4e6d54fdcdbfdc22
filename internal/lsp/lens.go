package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/kdsl-lang/kdsl/internal/desk"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// playTime bounds how long is played for what stands in a file beside its text.
const playTime = 2 * time.Second

// oddsTime is how much of it each odds may take.
const oddsTime = 500 * time.Millisecond

// player plays what stands in a text.
type player struct {
	s    *Server
	of   *document
	unit *load.Unit // nil where there are mistakes
	all  library.Machines
	ctx  context.Context
	done context.CancelFunc
}

// player reads the program of a text. Who asks for it says when it is done.
func (s *Server) player(ctx context.Context, x *document) *player {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
	p := &player{s: s, of: x, all: library.Machines{}}
	if program, said, err := s.space.Program(ctx, x.name); err == nil && program != nil && desk.Problem(said, s.tongue()) == nil {
		p.unit = &load.Unit{Program: program}
	}
	p.ctx, p.done = context.WithTimeout(ctx, playTime)
	return p
}

// scripts are those of a sort that stand in a part of the text.
func (p *player) scripts(word ir.ScriptWord, part source.Span) (out []library.Script) {
	if p.unit == nil {
		return nil
	}
	for _, s := range library.Scripts(word, p.unit) {
		if s.At.File != nil && s.At.File.Name == p.of.name && s.At.End >= part.Start && s.At.Start <= part.End {
			out = append(out, s)
		}
	}
	return out
}

// tests runs the tests that stand in a part of the text, and tells what came of each, while there is time. It fails when the
// text is another meanwhile: what is said of the text before helps nobody.
func (p *player) tests(part source.Span, tell func(trial.Result)) error {
	for _, t := range p.scripts(ir.TestScript, part) {
		r := trial.Run(p.all.Of(p.unit), t.Index, trial.Options{Context: p.ctx})
		switch {
		case p.s.moved(p.ctx):
			return protocol.ErrContentModified
		case p.ctx.Err() != nil:
			return nil
		}
		tell(r)
	}
	return nil
}

// odds works out what is asked with odds in a part of the text, and tells the answers that are soon found, while there is time,
// and what they leave over that the text gives.
func (p *player) odds(part source.Span, tell func(*ir.Script, *odds.Answer, *interp.UnaskedError)) error {
	for _, q := range p.scripts(ir.OddsScript, part) {
		ctx, cancel := context.WithTimeout(p.ctx, oddsTime)
		a, err := odds.Ask(p.all.Of(p.unit), q.Index, odds.Options{Context: ctx})
		cancel()
		var left *interp.UnaskedError
		switch {
		case p.s.moved(p.ctx):
			return protocol.ErrContentModified
		case p.ctx.Err() != nil:
			return nil
		case err == nil || errors.As(err, &left):
			tell(q.Script, a, left)
		}
	}
	return nil
}

// CodeLens says above each test of a file how it comes out, above its odds what they are and what they leave over, and above each
// card which tests of the file name it.
func (s *Server) CodeLens(ctx context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	out := []protocol.CodeLens{}
	x := s.docs.get(nameOf(p.TextDocument.URI))
	if x == nil {
		return out, nil
	}
	play := s.player(ctx, x)
	defer play.done()
	above := func(at source.Span, title string) {
		out = append(out, protocol.CodeLens{Range: extent(at), Command: protocol.Command{Title: title}})
	}
	say := func(at source.Span, sentence string) { above(at, s.say(sentence)) }
	whole := source.Span{File: x.file, End: len(x.file.Text)}
	var named []map[string]bool // by each test
	err := play.tests(whole, func(r trial.Result) {
		if first, _, _ := strings.Cut(r.Message, "\n"); r.Passed {
			say(r.Script.At, "passes")
		} else {
			say(r.Script.At, "fails: "+first)
		}
		named = append(named, ask.Names(r.Script.At.Text()))
	})
	if err == nil {
		err = play.odds(whole, func(q *ir.Script, a *odds.Answer, left *interp.UnaskedError) {
			above(q.At, s.chances(q, a))
			if left != nil {
				say(q.At, left.At.Msg)
			}
		})
	}
	if err != nil {
		return nil, err
	}
	if play.unit == nil {
		return out, nil
	}
	for _, c := range play.unit.Program.Cards {
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
			say(c.At, "no test names it")
		case 1:
			say(c.At, "1 test")
		default:
			say(c.At, fmt.Sprintf("%d tests", n))
		}
	}
	return out, nil
}

// mostChances is how many outcomes stand above odds.
const mostChances = 4

// chances are the mean of odds, where they have one, and their likeliest outcomes.
func (s *Server) chances(q *ir.Script, a *odds.Answer) string {
	var all []string
	if mean, ok := a.Mean(); ok {
		all = append(all, s.say(fmt.Sprintf("mean: %.4g", mean)))
	}
	list := slices.Clone(a.Outcomes)
	slices.SortStableFunc(list, func(a, b odds.Outcome) int { return b.P.Cmp(a.P) })
	for _, o := range list[:min(mostChances, len(list))] {
		p, _ := o.P.Float64()
		all = append(all, fmt.Sprintf("%s: %.1f%%", interp.MeasuredIn(q, o.Value, s.tongue()), 100*p))
	}
	return strings.Join(all, " · ")
}
