package interp

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// What was refused is told with what was asked for, and what that read.

// Refused says why the event on top was refused: what was asked for and was not so, and what that read. It is asked while
// that is told.
func (r *legal) Refused(w Why) (said string) {
	top, fuel := r.S.Top(), r.V.Fuel
	m := r.eventAt(top)
	switch {
	case w.Via >= 0 && w.Kind == journal.Requirement:
		r.unpaid(w, func(why Why) { said = "its cost " + r.M.P.Events[w.Via].Name + ": " + r.asks(why) })
	case w.Event == m.ev.ID:
		r.look(top, r.frame(top).Self, func(*eval.Env) {
			switch x := m.formField(cmp.Or(w.Lacks, w.Label)); {
			case w.Kind == journal.Requirement:
				said = r.asks(w)
			case x == nil || m.form.By.List != nil:
			case w.Kind == journal.Target:
				c := r.slotValue(x)
				c.L = slices.Clone(c.L)
				if err := r.valid(x, c); err != nil {
					said = r.because(x, c, err).Error()
				}
			case w.Kind == journal.NoAnswer && r.frame(top).Given&m.before(x) == m.before(x):
				said = r.Obstacle(w) + r.unfit(x)
			}
		})
	}
	r.V.Fuel = fuel
	return cmp.Or(said, r.Obstacle(w))
}

// asks says what a requirement asks that is not so, and what that reads.
func (r *legal) asks(w Why) string {
	failed := r.failing(w.Expr, nil)
	return strings.Join(append([]string{w.Label + " asks " + quoted(failed)}, factsOf(&r.game, failed)...), ", ")
}

// unpaid looks at the event that is the cost for which that on top was refused, as it would stand; not where it is only refused
// once others are paid.
func (r *legal) unpaid(w Why, look func(why Why)) {
	top, fuel := r.S.Top(), r.V.Fuel
	self := r.frame(top).Self
	r.look(top, self, func(v *eval.Env) {
		l := r.hush()
		for _, c := range r.eventAt(top).costs {
			if f, ok := r.enter(c, -1); ok {
				p := r.possible(f)
				if why := p.Why; !p.OK && why.Kind == journal.Requirement && why.Via < 0 && why.Event == w.Event && why.Label == w.Label {
					r.look(f, r.frame(f).Self, func(*eval.Env) { look(why) })
				}
				r.S.Pop()
				v.Bind(top)
				v.Self = self
			}
		}
		r.unhush(l)
	})
	r.V.Fuel = fuel
}

// CostSaid is what the author of a requirement says of a cost that cannot be paid, with the values of the case; "" where nothing
// is said. It is asked while that is told.
func (r *legal) CostSaid(w Why, lang string) (said string) {
	for _, q := range r.M.P.Events[w.Event].Requires {
		if q.Label == w.Label {
			r.unpaid(w, func(Why) { said = r.TextIn(cmp.Or(text.Of(q.Texts, lang), q.Texts.En), lang) })
		}
	}
	return said
}

// formField is a field of the form by its name; nil: there is none.
func (m *event) formField(name string) *code.FormField {
	if m.form != nil {
		for _, x := range m.form.Fields {
			if x.F.Field.Name == name {
				return x
			}
		}
	}
	return nil
}

// before are the fields of the form that are answered before one.
func (m *event) before(x *code.FormField) (mask uint64) {
	for i, y := range m.form.Fields {
		if y == x {
			break
		}
		mask |= 1 << m.asked[i]
	}
	return mask
}

// fewUnfit is of how many candidates a report says why they are none.
const fewUnfit = 4

// unfit says why the candidates of a field are none, each behind a semicolon; "" where there are none, or many.
func (r *picker) unfit(x *code.FormField) string {
	from := len(r.pool)
	r.plain(x)
	all := slices.Clone(r.pool[from:])
	r.pool = r.pool[:from]
	if len(all) == 0 || len(all) > fewUnfit || x.Where == nil {
		return ""
	}
	var out []string
	for _, c := range all {
		out = append(out, "; "+r.doesNot(" fails ", x, c.Value))
	}
	return strings.Join(out, "")
}

// because words why an answer to a field is none, of which err is the reason in short: where that is its `where`, which part of it
// does not hold, and what that reads.
func (r *picker) because(x *code.FormField, c ir.Value, err error) error {
	if _, ok := err.(unmet); !ok || r.V.Err != nil {
		r.V.Err = nil
		return err
	}
	return errors.New(x.F.Field.Name + ": " + r.doesNot(" does not meet ", x, c))
}

// doesNot says, with a verb, which part of the `where` of a field does not hold for an answer, and what that reads.
func (r *picker) doesNot(verb string, x *code.FormField, c ir.Value) string {
	r.it(x, c)
	failed := r.failing(x.F.Where, nil)
	said := r.ShowValue(x.F.Type, c) + verb + quoted(failed)
	return strings.Join(append([]string{said}, factsOf(&r.game, failed, x.F.It)...), ", ")
}

// quoted are conditions of which one would do, as they are written.
func quoted(all []*ir.Expr) string {
	var out []string
	for _, e := range all {
		out = append(out, strconv.Quote(written(e)))
	}
	return strings.Join(out, " or ")
}
