// Package desk looks at the card that an author works at: what package view shows of it, and what has to be played for that,
// which tests run the clause under the caret and what its chances are.
package desk

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
	"github.com/kdsl-lang/kdsl/lang/view"
)

// Desk remembers of one program what is dear to find out. It may be used by several goroutines; one look is had at a time.
type Desk struct {
	mu      sync.Mutex // of what follows
	p       *ir.Program
	readers map[string]*proof.Proofer // by language; they are dear to make
	before  map[string]*proof.Proofer // of the program before
	player  *player

	Rest func() // is called when what is wanted first was told; nil: nothing is
}

// Take takes over the proof-readers of a program that nobody else uses any more, unless the desk has some of its own: what looks there first
// need not make all of its own.
func (d *Desk) Take(readers map[string]*proof.Proofer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.readers == nil && d.before == nil {
		d.before = readers
	}
}

// Look tells what there is to see of a subject, as it is found: the card at once; then what its sentences say beside their rules and,
// meanwhile, the tests that name it and their chances; then all others, each time with all that is known. Every time it is a view of
// its own. It stops when ctx ends. What is wrong with the text is told, too: nothing is played then. finish, unless it is nil, adds
// the scripts to the program before any is played, those that are wanted or, where nothing is asked of them, all, and tells what is
// wrong then.
func (d *Desk) Look(ctx context.Context, p *ir.Program, s view.Subject, wrong *view.Problem, finish func(wanted func(script source.Span) bool) *view.Problem, tell func(*view.View)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.p != p {
		if d.readers != nil {
			d.before = d.readers
		}
		d.p, d.readers, d.player = p, nil, nil
	}
	v := &sight{View: *view.Show(p, s), ctx: ctx, tell: tell}
	v.Problem = wrong
	if v.Card == "" {
		v.put(func() { v.Compared, v.Tests, v.Chances = true, []view.Test{}, []view.Chances{} })
		return
	}
	compare := sync.OnceFunc(func() { d.compare(v) })
	if d.readers != nil {
		compare() // what is at hand need not be told twice
	} else if !v.put(func() {}) {
		return
	}
	if wrong != nil {
		compare()
		return
	}
	if d.player == nil {
		d.player = newPlayer(p)
	}
	var compares sync.WaitGroup
	defer compares.Wait()
	for _, now := range []which{itself, naming, all} { // the script under the caret is read and played first, then what names the card: it says most
		if now == itself && v.Script == "" {
			continue
		}
		compares.Wait() // what compares reads the program, too
		others := now == all
		wanted := func(script source.Span) bool {
			return v.Script != "" && strings.Contains(script.Text(), v.Script) || now == naming && names(script.Text(), v.Card)
		}
		if others {
			wanted = nil
			if d.Rest != nil {
				d.Rest()
			}
		}
		if finish != nil {
			if others && !quiet(ctx) {
				return
			}
			had := len(p.Scripts)
			if others && !added(ctx, finish) {
				return
			}
			if problem := finish(wanted); problem != nil {
				compare()
				v.put(func() { v.Problem = problem })
				return
			}
			if len(p.Scripts) != had { // a script may ask of an event what is only known of it then
				d.player.tests, d.player.odds = nil, nil
			}
		}
		compares.Go(compare)
		some, ok := d.player.run(ctx, &v.View, now)
		if !ok {
			return
		}
		if others && !some {
			break
		}
		if now == itself && !some && d.player.played(v.Script) {
			continue // it is told with the others
		}
		tests := d.player.ran(&v.View)
		if !v.put(func() { v.Tests = tests }) {
			return
		}
		d.player.chances(ctx, &v.View, func(list []view.Chances) bool {
			return v.put(func() { v.Chances = slices.Clone(list) })
		})
	}
}

// Ahead works out what the chances of the other clauses of a card are that was looked at, once nobody has looked elsewhere for a while: whoever
// does then waits for none of them. It stops when ctx ends.
func (d *Desk) Ahead(ctx context.Context, s view.Subject) {
	if !quiet(ctx) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.player == nil || s.Card == "" {
		return
	}
	for _, c := range view.Show(d.p, s).Clauses {
		if s.Clause = c.ID; ctx.Err() == nil {
			d.player.chances(ctx, view.Show(d.p, s), func([]view.Chances) bool { return true })
		}
	}
}

// several is how many scripts are added at once: in a few milliseconds.
const several = 32

// added adds the scripts that are left, several at a time, so that nobody who looks elsewhere meanwhile waits for all of them, and tells
// whether nobody does.
func added(ctx context.Context, finish func(wanted func(script source.Span) bool) *view.Problem) bool {
	for left := several + 1; left > several && ctx.Err() == nil; {
		left = 0
		if finish(func(source.Span) bool { left++; return left <= several }) != nil {
			break
		}
	}
	return ctx.Err() == nil
}

// sight is a view that more becomes known of.
type sight struct {
	mu sync.Mutex // of what changes, and of telling
	view.View
	ctx  context.Context
	tell func(*view.View)
}

// put changes the view and tells it, unless nobody wants to know any more.
func (v *sight) put(change func()) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.ctx.Err() != nil {
		return false
	}
	change()
	one := v.View
	v.tell(&one)
	return true
}

// pause is how long nobody types before what is wanted last is begun: the next key shall not wait for it.
const pause = 150 * time.Millisecond

// quiet waits for a pause, and tells whether it was one.
func quiet(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

// compare compares the sentences of both languages with their rules.
func (d *Desk) compare(v *sight) {
	if d.readers == nil {
		d.readers, d.before = proof.Readers(d.p, d.before), nil
	}
	sides := v.Judged(d.p, d.readers)
	v.put(func() { v.Sides, v.Compared = sides, true })
}

// told is the code of a sentence that says something else than its rule: it is shown beside it, and hinders nothing.
const told = "text-differs"

// Problem is what is wrong in a program so that it cannot be played, told in a language: the first mistake; nil for none.
func Problem(list diag.List, lang tongue.Language) *view.Problem {
	var out *view.Problem
	for _, d := range list.In(lang) {
		switch {
		case d.Severity != diag.Error || d.Code == told:
		case out == nil:
			out = &view.Problem{Message: d.Message, Place: view.PlaceOf(d.Span)}
		default:
			out.More++
		}
	}
	return out
}
