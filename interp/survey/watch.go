package survey

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

type entry = journal.Entry

// watch counts what happens in one game.
type watch struct {
	*tally
	run   *interp.Run
	lang  string
	next  *interp.Option // the action that has just been chosen
	stack []underway     // the actions under way, one inside the other
	last  underway       // the action that was taken before, of which nothing came; depth 0: there is none
	note  string         // the last one of the script itself
	event string         // the last event that is about a player

	paying int           // the depth of what is paying, 0: nothing
	idle   map[fund]bool // could have been paid from since it last was, or since it was filled up anew
}

// listener hears the game, and what is written to the fields of events, which the journal does not tell.
type listener struct {
	interp.Recorder
	w *watch
}

// Wrote notes what is different outside of the action under way: in the span around it, say.
func (l listener) Wrote(frame int32, _ *code.Write, _, _ int64) {
	if n := len(l.w.stack) - 1; n >= 0 && l.w.stack[n].paying == 0 && int(frame) < l.w.stack[n].depth-1 {
		l.w.stack[n].changed = true
	}
}

// Over ends an action, or what it costs, behind the clauses after it.
func (l listener) Over(frame int32, _ []int64, _ [][]int64) {
	if l.w.paying >= int(frame)+1 {
		l.w.paying = 0
	}
	if len(l.w.stack) > 0 {
		l.w.closes(int(frame) + 1)
	}
}

// underway is an action under way.
type underway struct {
	interp.Option
	depth   int  // of its entries
	paying  int  // the depth of the cost that is being paid, or of the books that are being kept; 0: of none
	thrown  bool // dice were
	changed bool // something was that is no cost
}

// answer answers as an automatic player does, and counts it.
func (w *watch) answer(r *interp.Run, q *interp.Question) (interp.Result, error) {
	a := r.Decide()
	switch q.Kind {
	case interp.AskMay:
		c := &w.clauses[q.Hook]
		c.Asked++
		if a.Yes {
			c.Used++
		} else {
			w.payable(w.funds.hooks[q.Hook], q.Players, int64(q.Inst))
		}
	case interp.AskAct:
		w.chooses(q, a.Pick)
	}
	return a, nil
}

// chooses counts what could be taken, each action once, and what was.
func (w *watch) chooses(q *interp.Question, pick int) {
	w.stopped(len(w.run.S.Frames) + 1)
	w.asked++
	for _, o := range q.Actions {
		w.payable(w.funds.events[o.Event], q.Players, o.Who, int64(o.Giver)) // what is paid for the one that he takes comes later
	}
	for _, e := range eventsOf(q.Actions) {
		w.actions[e].Offered++
		if pick < 0 {
			w.actions[e].Left++
		}
	}
	if pick < 0 {
		w.passed++
		return
	}
	o := q.Actions[pick]
	w.next = &o
	w.actions[o.Event].Taken++
}

// hear follows an action from its beginning to its end.
func (w *watch) hear(e *entry) {
	w.ends(e)
	w.settling(e)
	w.stopped(e.Depth + 1)
	if w.next != nil && e.Kind == journal.Event && e.Event == w.next.Event {
		w.stack = append(w.stack, underway{Option: *w.next, depth: e.Depth})
		w.next = nil
		return
	}
	if len(w.stack) == 0 {
		return
	}
	if isEnd(e.Kind) {
		w.closes(e.Depth)
		return
	}
	switch d := &w.stack[len(w.stack)-1]; {
	case d.paying > 0:
	case e.Kind == journal.Event && w.books(d, e.Event):
		d.paying = e.Depth
	case e.Kind == journal.Throw:
		d.thrown = true
	case slices.Contains(differences, e.Kind):
		d.changed = true
	}
}

// differences are the entries of what is different afterwards.
var differences = []journal.Kind{journal.Change, journal.Enter, journal.Leave, journal.Move, journal.Manual}

// isEnd tells of what does not happen; of what does, the clauses after it are heard first.
func isEnd(k journal.Kind) bool {
	return k == journal.Refused || k == journal.Cancelled || k == journal.Replaced
}

// closes ends what is under way at a depth, or inside of it.
func (w *watch) closes(depth int) {
	d := &w.stack[len(w.stack)-1]
	switch {
	case depth <= d.depth:
		w.over(*d)
	case depth <= d.paying:
		d.paying = 0
	}
}

// stopped ends the actions that lie as deep or deeper, which were stopped without a word.
func (w *watch) stopped(depth int) {
	for n := len(w.stack) - 1; n >= 0 && w.stack[n].depth >= depth; n-- {
		w.over(w.stack[n])
	}
}

// books tells whether an event inside an action is what the action costs, or only keeps books.
func (w *watch) books(d *underway, event int) bool {
	ev := w.m.P.Events[d.Event]
	return w.m.P.Events[event].Inner || slices.ContainsFunc(ev.Costs, func(c *ir.Emit) bool { return c.Event == event })
}

// over counts an action that is over, and what came of it.
func (w *watch) over(d underway) {
	w.stack = w.stack[:len(w.stack)-1]
	if len(w.stack) > 0 && d.changed {
		w.stack[len(w.stack)-1].changed = true
	}
	if d.changed {
		w.last = underway{}
		return
	}
	a := &w.actions[d.Event]
	if d.thrown {
		a.Vain++
	} else {
		a.Null++
	}
	if w.last.depth > 0 && w.last.Option == d.Option {
		a.Repeated++
	}
	w.last = d
}

// ends notes how the game may have ended.
func (w *watch) ends(e *entry) {
	switch {
	case e.Kind == journal.Note && e.Depth == 1:
		w.note = cmp.Or(w.said(e), e.Text)
	case e.Kind == journal.Done:
		if s := w.about(e); s != "" {
			w.event = cmp.Or(w.said(e), w.m.P.Events[e.Event].Name+s)
		}
	}
}

// speak calls players as the script does in a language, where endings are told in one.
func (w *watch) speak(script int, lang string) {
	if w.lang = lang; lang == "" {
		return
	}
	w.run.Labels = nil
	for _, p := range w.m.P.Scripts[script].Players {
		w.run.Labels = append(w.run.Labels, text.Player(p, lang))
	}
}

// said is what an entry says of itself, where endings are told in a language.
func (w *watch) said(e *entry) string {
	if w.lang == "" {
		return ""
	}
	return w.run.EventText(e, w.lang)
}

// about are the players that an event is about; "" for none.
func (w *watch) about(e *entry) string {
	var out []string
	for i, f := range w.m.P.Events[e.Event].Fields {
		if i < len(e.Ints) && f.Type.Kind == ir.Inst && f.Type.Ref == ir.PlayerKind && e.Ints[i] != ir.None {
			out = append(out, " "+w.run.Name(e.Ints[i]))
		}
	}
	return strings.Join(out, "")
}

var figures = regexp.MustCompile(`[0-9]+`)

// ending is how the game ended, without figures, which are seldom the same.
func (w *watch) ending() string {
	s := w.event
	if w.note != "" {
		s = w.note
	}
	return figures.ReplaceAllString(s, "#")
}
