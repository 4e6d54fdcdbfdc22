// Package survey plays a scenario many times with automatic players, and counts what they did with what
// they could have done: a look at how sensibly they play, and at how fair a scenario is.
package survey

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/play"
)

// Options say how much to play.
type Options struct {
	Games    int64
	Seed     uint64          // of the first game; the others have the next ones
	Workers  int             // default 1
	Progress func(int64)     // called now and then, by any worker, with how many more games are over
	Context  context.Context // ends it early, with what was played so far; nil: nothing does
	Budget   interp.Budget   // of each game
	Lang     string          // of endings, en or fr; "": by ids, but for notes
	Retry    bool            // plays each game again with one of the passes taken back: see [Action]
}

// Report is what came of the games.
type Report struct {
	Games      int64       // that were played, those too that failed
	Asked      int64       // how often a player chose among actions
	Passed     int64       // how often he took none, though there was one
	Actions    []Action    // that were offered, by name
	Clauses    []Clause    // that a player may use or not, by name
	Resources  []Resource  // that players pay with, by name
	Endings    []Ending    // the most frequent first
	Unfinished []Breakdown // games that did not come to an end, the most frequent first
}

// Action is what players did with an action. All count questions or answers, not games.
type Action struct {
	Name     string
	Offered  int64 // it could be taken
	Taken    int64
	Left     int64 // a player passed, and could have taken it
	Vain     int64 // dice were thrown, and nothing changed but what it cost
	Null     int64 // nothing was thrown, and nothing changed but what it cost
	Repeated int64 // the same piece took it again after it had been null or vain, with nothing in between
	Retried  int64 // games that were played again up to a pass, where it was taken instead
	Better   int64 // of these: only then the game ended with the name of the player
	Worse    int64 // only as it had been played did it end so
}

// Clause is what players did with a clause that they may use.
type Clause struct {
	Name        string
	Asked, Used int64
}

// Resource is what players pay with, as the costs and requirements of the content say: a cell, or pieces that are
// given up.
type Resource struct {
	Name string
	Paid int64
	Left int64 // what was still there each time that a cell was filled up anew; the pieces that were never given up
	Idle int64 // of what was left in cells: that for which an action was on offer since it was last paid from
}

// Ending is how games ended: by the last note of the script, or else the last event that is about a player.
type Ending struct {
	Text  string
	Games int64
}

// Breakdown is why games did not come to an end.
type Breakdown struct {
	Text  string
	Stall bool // a bound was hit, or the game went round in circles
	Games int64
	Seed  uint64 // of the first such game
}

// Scenario plays a scenario. The same seed gives the same report, whatever the number of workers. When the
// context ends, it reports what was played so far, and the cause.
func Scenario(m *interp.Machine, script int, o Options) (*Report, error) {
	if o.Context == nil {
		o.Context = context.Background()
	}
	p := newFunds(m)
	var next atomic.Int64
	var wg sync.WaitGroup
	tallies := make([]*tally, max(1, o.Workers))
	faults := make([]any, len(tallies))
	for i := range tallies {
		t := newTally(m, p)
		tallies[i] = t
		wg.Go(func() {
			defer func() { faults[i] = recover() }()
			for o.Context.Err() == nil {
				n := next.Add(1) - 1
				if n >= o.Games {
					return
				}
				t.game(script, o.Seed+uint64(n), o)
				if o.Progress != nil {
					o.Progress(1)
				}
			}
		})
	}
	wg.Wait()
	all := newTally(m, p)
	for i, t := range tallies {
		if faults[i] != nil { // a bug of ours belongs to whoever asked
			panic(faults[i])
		}
		all.add(t)
	}
	out := all.report()
	if out.Games < o.Games {
		return out, context.Cause(o.Context)
	}
	return out, nil
}

// game plays one game; one that is interrupted does not count.
func (t *tally) game(script int, seed uint64, o Options) {
	w := &watch{tally: newTally(t.m, t.funds), idle: map[fund]bool{}}
	g := play.New(t.m, script, seed, listener{w.hear, w})
	w.run = g.Run
	g.Player = w.answer
	w.speak(script, o.Lang)
	g.Run.Within(o.Budget)
	g.Run.Cancel(o.Context)
	err := g.Play()
	if err != nil && o.Context.Err() != nil {
		return
	}
	w.tally.games = 1
	if err != nil {
		var limit *interp.LimitError
		w.tally.unfinished[err.Error()] = &Breakdown{Text: err.Error(), Stall: errors.As(err, &limit), Games: 1, Seed: seed}
	} else {
		w.tally.endings[w.ending()] = 1
		if o.Retry && w.tally.passed > 0 {
			w.retry(script, seed, o)
		}
	}
	t.add(w.tally)
}

// retry plays the game again as it was played, up to one of the passes: there one of the actions is taken that were on
// offer. Both are drawn, each pass and each action by the same chance. Whoever passed for good reason is seldom better off.
func (w *watch) retry(script int, seed uint64, o Options) {
	drawn := dice.New(dice.Nth(seed, 0), 1)
	at, taken, name := drawn.Below(uint32(w.tally.passed))+1, -1, ""
	again := &watch{tally: newTally(w.m, w.funds), idle: map[fund]bool{}}
	g := play.New(w.m, script, seed, listener{again.hear, again})
	again.run = g.Run
	again.speak(script, o.Lang)
	g.Player = func(r *interp.Run, q *interp.Question) (interp.Result, error) {
		a := r.Decide()
		if q.Kind == interp.AskAct && a.Pick < 0 {
			if at--; at == 0 {
				offered := eventsOf(q.Actions)
				taken, name = offered[drawn.Below(uint32(len(offered)))], r.Name(int64(q.Players[0]))
				a.Pick = slices.IndexFunc(q.Actions, func(o interp.Option) bool { return o.Event == taken })
			}
		}
		return a, nil
	}
	g.Run.Within(o.Budget)
	g.Run.Cancel(o.Context)
	if err := g.Play(); err != nil || taken < 0 {
		return
	}
	a := &w.tally.actions[taken]
	a.Retried++
	switch then, now := strings.Contains(w.ending(), name), strings.Contains(again.ending(), name); {
	case now && !then:
		a.Better++
	case then && !now:
		a.Worse++
	}
}

// eventsOf lists which actions are on offer, each once.
func eventsOf(all []interp.Option) []int {
	var out []int
	for _, o := range all {
		if !slices.Contains(out, o.Event) {
			out = append(out, o.Event)
		}
	}
	return out
}
