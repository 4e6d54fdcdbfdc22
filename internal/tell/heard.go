package tell

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// What a player may hear of what happened.

// known tells whether the sentence of an event that was done speaks of nothing but what was known when it began.
func (t *Story) known(e *journal.Entry) bool {
	ev := t.run.M.P.Events[e.Event]
	said := cmp.Or(text.Of(ev.Texts, t.Lang), ev.Texts.En)
	return e.Kind == journal.Done && said != nil && !slices.ContainsFunc(said.Parts, func(p ir.Part) bool {
		return p.Expr != nil && !slices.ContainsFunc(ev.Fields, func(f *ir.Field) bool {
			return f.Stands() && p.Expr.Op == ir.EventField && int64(f.Slot) == p.Expr.N && f.Type.IsList() == p.Expr.Lists
		})
	})
}

// Heard tells whether a player may hear an entry: nothing that he may not see has a part in it.
func Heard(run *interp.Run, e *journal.Entry, player int32) bool {
	hidden := func(n int64) bool {
		return n >= 0 && n < int64(len(run.S.Insts)) && run.S.Insts[n].Where != state.Gone && !run.V.Visible(n, player)
	}
	if e.Hidden != nil && !slices.Contains(e.Hidden, player) || e.Inst >= 0 && hidden(e.Inst) || e.Why.Kind != journal.NoWhy && hidden(int64(e.Why.Inst)) {
		return false
	}
	if (e.Kind == journal.Note || e.Kind == journal.Manual || e.Kind == journal.Done) && interp.Named(run, e, hidden) {
		return false
	}
	if e.Kind == journal.Change && e.Types[0].Kind == ir.Inst && hidden(e.Ints[1]) { // what it was stands first
		return false
	}
	for i := range e.Names {
		if i >= len(e.Types) && (e.Event < 0 || e.Kind == journal.Sum) {
			break
		}
		switch ty := journal.TypeOf(e, i, run.M.P); {
		case ty.Kind == ir.List && ty.Elem == ir.Inst:
			if i < len(e.Lists) && slices.ContainsFunc(e.Lists[i], hidden) {
				return false
			}
		case ty.Kind == ir.Inst && hidden(e.Ints[i]):
			return false
		}
	}
	return true
}
