package interp

import (
	"fmt"
	"iter"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// asker prepares questions and thinks for automatic players, who are asked like everybody else.
type asker struct {
	legal
	pend Stop
	best []ir.Value // what the present form is answered by default: already found to be allowed
}

// seats are the players by number, so that the one who is asked needs no list of its own.
var seats = func() (all [64]int32) {
	for i := range all {
		all[i] = int32(i)
	}
	return all
}()

func seat(player int32) []int32 {
	if player < 0 || int(player) >= len(seats) {
		return []int32{player}
	}
	return seats[player : player+1 : player+1]
}

// ask prepares a question about a form of the event at place f (m nil: of a choose statement there). It
// stands in r.pend when the verdict is OK, or something failed.
func (r *asker) ask(f int32, m *event, form *code.Form) Verdict {
	v := r.V
	r.pend.Ask = Question{Kind: AskChoice, Event: -1, Hook: int(r.frame(f).Hook), Fields: form.Fields, form: form}
	q := &r.pend.Ask
	if m != nil {
		q.Kind, q.Event, q.Hook, q.Fields = AskForm, m.ev.ID, -1, r.openFields(f, m)
	}
	out := Verdict{}
	if form.By.List != nil {
		out = r.askEach(f, m, q)
	} else {
		q.Players = seat(r.chooserOf(form.By))
		v.Viewer = q.Players[0]
		out = r.search(&search{f: f, m: m, form: form, prefer: true})
		if out.OK {
			r.best = r.best[:0]
			for _, x := range q.Fields {
				r.best = append(r.best, r.slotValue(x))
			}
			q.Default = r.best
		}
	}
	v.Viewer = -1
	r.forget(f, m, q.Fields)
	if out.OK {
		r.pend.Kind = Ask
	}
	return out
}

// askEach prepares a question that several players answer, each for himself: those who have not.
func (r *asker) askEach(f int32, m *event, q *Question) Verdict {
	for _, p := range m.form.By.List(r.V) {
		if !slices.ContainsFunc(r.S.Replies, func(a state.Reply) bool { return int64(a.Player) == p }) {
			q.Players = append(q.Players, int32(p))
		}
	}
	out := r.everybody(f, m)
	if out.OK {
		r.askFirst(f, m, q)
	}
	return out
}

// askFirst works out what the first of several players who are asked would answer.
func (r *asker) askFirst(f int32, m *event, q *Question) {
	s := r.own(f, m, int64(q.Players[0]))
	s.prefer = true
	q.Default, r.best = nil, nil
	if r.search(s).OK {
		for _, x := range q.Fields {
			q.Default = append(q.Default, r.slotValue(x))
		}
	}
	r.V.Viewer = -1
}

// openFields are the fields of the form that nobody has given.
func (r *asker) openFields(f int32, m *event) []*code.FormField {
	given := r.frame(f).Given & m.choices
	if given == 0 {
		return m.form.Fields
	}
	var out []*code.FormField
	for i, x := range m.form.Fields {
		if given&(1<<m.asked[i]) == 0 {
			out = append(out, x)
		}
	}
	return out
}

// asking is the event whose form the present question is about, nil for a choose statement.
func (r *asker) asking() *event {
	if r.pend.Ask.Kind != AskForm {
		return nil
	}
	return &r.M.events[r.pend.Ask.Event]
}

// answering is the search for an answer of a player to the present question, who looks from now on.
func (r *asker) answering(player int32) *search {
	q, f := &r.pend.Ask, r.S.Top()
	if r.Several() {
		return r.own(f, r.asking(), int64(player))
	}
	r.V.Viewer = player
	return &search{f: f, m: r.asking(), form: q.form, named: make([]*ir.Value, len(q.form.Fields))}
}

// names are answers to fields of the present question, by the fields of its form.
func (r *asker) names(values func(i int, x *code.FormField) *ir.Value) []*ir.Value {
	q := &r.pend.Ask
	out := make([]*ir.Value, len(q.form.Fields))
	for i, x := range q.form.Fields {
		if n := slices.Index(q.Fields, x); n >= 0 {
			out[i] = values(n, x)
		}
	}
	return out
}

// Several tells whether the present question is one that several players answer, each for himself.
func (r *asker) Several() bool { return r.pend.Ask.form != nil && r.pend.Ask.form.By.List != nil }

// Candidates lists what can be answered to a field of the present question, when the fields before it
// are answered so; for a point or path it is a sample. The best for an automatic player come first. Where one of those before it
// cannot be answered so, there is none.
func (r *asker) Candidates(field int, before ...ir.Value) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		q := &r.pend.Ask
		if r.pend.Kind != Ask || field < 0 || field >= len(q.Fields) || len(before) < field {
			return
		}
		r.bind()
		s := r.answering(q.Players[0])
		open := r.frame(s.f).Open
		for i, n := range s.named { // what the caller gave to one of several
			if n != nil {
				r.setSlot(q.form.Fields[i], *n)
			}
		}
		given := s.named
		x, fits := q.Fields[field], true
		for i := 0; i < field && fits; i++ {
			if fits = r.valid(q.Fields[i], before[i]) == nil; fits {
				r.setSlot(q.Fields[i], before[i])
				r.answers(s, slices.Index(q.form.Fields, q.Fields[i]), r.frame(s.f).Open)
			}
		}
		var all []candidate
		if fits {
			from, to := r.candidates(x, true)
			all = slices.Clone(r.pool[from:to])
			r.pool = r.pool[:from]
		}
		r.frame(s.f).Open = open
		r.clearSlots(q.Fields)
		r.V.Err, r.V.Viewer = nil, -1
		for _, c := range all {
			r.bind()
			s = r.answering(q.Players[0])
			s.named = r.names(func(i int, _ *code.FormField) *ir.Value {
				switch {
				case i < field:
					return &before[i]
				case i == field:
					return &c.Value
				}
				return nil
			})
			for i, n := range given {
				if n != nil {
					s.named[i] = n
				}
			}
			out := r.search(s)
			r.forget(s.f, s.m, q.Fields)
			r.V.Err, r.V.Viewer = nil, -1 // whoever listens may ask something else in between
			if !yield(Candidate{c.Value, out}) {
				break
			}
		}
	}
}

// Complete answers the present form with the values that are given by name; what is not given is
// left to the automatic player. It changes nothing.
func (r *asker) Complete(given map[string]ir.Value) (Result, error) {
	q := &r.pend.Ask
	out := Result{Player: q.Players[0]}
	if q.Kind != AskForm && q.Kind != AskChoice {
		return out, fmt.Errorf("the question is no form")
	}
	if len(given) == 0 {
		out.Values = slices.Clone(q.Default)
		return out, nil
	}
	r.bind()
	r.V.Viewer = out.Player
	defer func() { r.V.Viewer = -1 }()
	named := r.names(func(_ int, x *code.FormField) *ir.Value {
		if v, ok := given[x.F.Field.Name]; ok {
			return &v
		}
		return nil
	})
	s := r.answering(out.Player)
	defer r.forget(s.f, s.m, q.Fields)
	s.prefer = true
	for i, n := range named {
		if n != nil {
			s.named[i] = n
		}
	}
	if v := r.search(s); !v.OK {
		return out, r.notSo(s, v)
	}
	for _, x := range q.Fields {
		out.Values = append(out.Values, r.slotValue(x))
	}
	return out, nil
}

// notSo words why an answer is none.
func (r *asker) notSo(s *search, v Verdict) error {
	switch {
	case s.err != nil:
		return &Refusal{Why: v.Why, Text: s.err.Error()}
	case v.Why.Label == "no_choice":
		return &Refusal{Why: v.Why, Text: "no answer has these values"}
	}
	return &Refusal{Why: v.Why, Text: "it may not: " + r.Obstacle(v.Why)}
}

// Decide is what an automatic player answers to the present question. It is pure, and sees only
// what the player sees.
func (r *asker) Decide() Result {
	a := r.decide()
	a.Values = slices.Clone(a.Values)
	return a
}

// decide is Decide, with values that are good until the question is answered.
func (r *asker) decide() Result {
	q := &r.pend.Ask
	player := q.Players[0]
	switch q.Kind {
	case AskMay:
		return Result{Player: player, Yes: r.wants(q, player)}
	case AskAct:
		return Result{Player: player, Pick: r.preferred(q, player)}
	}
	return Result{Player: player, Values: q.Default}
}

// wants tells whether a player uses an optional clause.
func (r *asker) wants(q *Question, player int32) bool {
	h := &r.M.hooks[q.Hook]
	r.bind()
	self := r.V.Self
	r.V.Self, r.V.Viewer = q.Inst, player
	yes := asSeen(r.V, h.prefer)
	r.V.Self, r.V.Viewer = self, -1
	return yes
}

// preferred picks the action with the best score, ties to the first; -1 passes when nothing scores
// above 0. An action without a score of its own scores 1.
func (r *asker) preferred(q *Question, player int32) int {
	best, pick := int64(0), -1
	for i, o := range q.Actions {
		score, ok := r.score(o, player)
		if ok && score > best {
			best, pick = score, i
		}
	}
	return pick
}

// score is how much a player wants an action, with the answers to its form that it prefers.
func (r *asker) score(o Option, player int32) (int64, bool) {
	m := &r.M.events[o.Event]
	if m.prefer == nil {
		return 1, true
	}
	l, top := r.hush(), r.S.Top()
	f, ok := r.start(o.Event, o.Who, o.Giver)
	score := int64(0)
	if ok {
		r.V.Bind(f)
		r.V.Viewer = player
		r.initial(f, m.early)
		r.frame(f).Flags |= state.Begun
		switch {
		case !r.open(f, m):
			r.initial(f, m.late)
		case m.form.By.List == nil:
			ok = r.search(&search{f: f, m: m, form: m.form, prefer: true}).OK
		}
		if ok {
			r.frame(f).Open = 0
			score = asSeen(r.V, m.prefer)
		}
		r.V.Viewer = -1
		r.S.Pop()
		r.V.Bind(top)
	}
	r.unhush(l)
	return score, ok && r.V.Err == nil
}

// actions lists what a player may start, now: with one piece, or with any of its own, by arrival.
func (r *asker) actions(a *ir.Act, who int64, player int32) []Option {
	var out []Option
	r.each(a, who, player, func(o Option) {
		if r.can(o.Event, o.Who, o.Giver).OK {
			out = append(out, o)
		}
	})
	return out
}

// each goes through the actions of one piece, or of all that a player owns, permitted or not.
func (r *asker) each(a *ir.Act, who int64, player int32, offer func(Option)) {
	all := func(n int64, giver int32, events []int) {
		for _, e := range events {
			if len(a.Events) == 0 || slices.Contains(a.Events, e) {
				offer(Option{Event: e, Who: n, Giver: giver})
			}
		}
	}
	piece := func(n int64) {
		card := r.M.P.Cards[r.S.Insts[n].Card]
		all(n, int32(n), r.M.P.Kinds[card.Kind].Actions)
		for i := r.S.Insts[n].First; i != 0; i = r.S.Insts[i].Next {
			if !r.S.Insts[i].Dormant() {
				all(n, i, r.M.P.Cards[r.S.Insts[i].Card].Actions)
			}
		}
		all(n, int32(n), card.Actions)
	}
	if who >= 0 {
		piece(who)
		return
	}
	for i := range r.S.Insts {
		if in := &r.S.Insts[i]; in.Owner == player && r.V.InPlay(int64(i)) {
			piece(int64(i))
		}
	}
}
