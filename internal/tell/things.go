package tell

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// What the story tells of things: how they changed, came, went and moved.

func (t *Story) changed(e *journal.Entry) {
	cell, news := t.cell(e.Inst, e.Names[0])
	if !t.plain && !news && !t.Verbose {
		return
	}
	of := t.having(e.Inst)
	f := &fact{inst: of, name: t.noun(of), key: cell.One, flag: e.Types[0].Kind == ir.Bool && e.Ints[1] != ir.None,
		was: signed(t.value(e.Types[0], ir.Value{N: e.Ints[0]})), is: signed(t.value(e.Types[0], ir.Value{N: e.Ints[1]}))}
	switch {
	case f.flag:
		f.words = f.key
	case e.Types[0].Kind == ir.Int:
		f.many, f.several = cell.Many, !tongue.For(t.Lang).Singular(e.Ints[1])
	case e.Types[0].Kind == ir.EnumType:
		f.words = f.is
	}
	t.add(e, f)
}

// signed is a value as it is told: a number below nothing has the sign that stands before what is lost, too.
func signed(said string) string {
	if less, ok := strings.CutPrefix(said, "-"); ok {
		return "−" + less
	}
	return said
}

// having is what has what a thing has: that on which it lies, if it only keeps books.
func (t *Story) having(inst int64) int64 {
	if inst < 0 || !t.inner(inst) || t.run.S.Insts[inst].Where != state.OnInst {
		return inst
	}
	return int64(t.run.S.Insts[inst].Ref)
}

// inner tells whether a thing only keeps books.
func (t *Story) inner(inst int64) bool {
	c := t.run.CardOf(inst)
	return c >= 0 && t.run.M.P.Kinds[t.run.M.P.Cards[c].Kind].Inner
}

// cell is what a cell is called, and whether what becomes of it is news: it has a name, and does not only keep books.
func (t *Story) cell(inst int64, name string) (tongue.Noun, bool) {
	if c := t.run.CardOf(inst); c >= 0 {
		card := t.run.M.P.Cards[c]
		for _, f := range slices.Concat(card.Own, t.run.M.P.Kinds[card.Kind].Fields) {
			if f.Name == name {
				return text.Noun(f.Texts, text.Name(t.run.M.P, f.Texts, Plain(name), t.Lang), t.Lang), !f.Inner && (f.Texts.En != nil || f.Texts.Fr != nil)
			}
		}
	}
	return tongue.Noun{One: Plain(name)}, false
}

func (t *Story) cameOrWent(e *journal.Entry) {
	in := &t.run.S.Insts[e.Inst]
	if !t.Verbose && (t.inner(e.Inst) || e.Kind == journal.Enter && in.Where == state.Aside) { // what has no place is no sight
		return
	}
	f := &fact{inst: e.Inst, name: t.noun(e.Inst), bearer: -1, of: e.Inst, kind: e.Kind, verb: true}
	sign, verb := "+", "appears"
	switch e.Kind {
	case journal.Leave:
		sign, verb = "−", "is gone"
	case journal.Renew:
		sign, verb = "", "begins anew"
	}
	f.wholly = t.word(verb)
	if n := t.at(e.Depth); e.Kind == journal.Leave && n.told && n.subject == e.Inst {
		f.told = ends(t.run.M.P.Events[n.event])
	}
	if in.Where == state.OnInst {
		f.bearer, f.sign, f.verb, f.words = int64(in.Ref), sign, false, f.name.One
		f.thing = text.ByName(t.run.M.P.Cards[in.Card].Texts, f.name.One, t.Lang)
		f.wholly = sign + f.thing.One
		if sign == "" {
			f.wholly += " " + t.agreed(t.word(verb), f.thing)
		}
		f.inst, f.name = f.bearer, t.noun(f.bearer)
	}
	t.add(e, f)
}

// ends tells whether an event is the end of what it is about, whatever else happens in it.
func ends(ev *ir.Event) bool {
	return ev.Do != nil && slices.ContainsFunc(ev.Do.Stmts, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Destroy)
		return ok && d.What.Op == ir.EventField && d.What.N == int64(ev.Fields[0].Slot)
	})
}

// agreed is a predicate of a thing.
func (t *Story) agreed(predicate string, of tongue.Noun) string {
	return tongue.For(t.Lang).Agreed(predicate, of.Gender, of.PluralOnly)
}

// place writes where something is, as precisely as people measure.
func place(run *interp.Run, at []int64, lang string) string {
	if at[2] == 0 {
		at = at[:2]
	}
	return "(" + Join(at, Word(",", lang)+" ", func(n int64) string { return tenth(run, n, lang) }) + ")"
}

func tenth(run *interp.Run, n int64, lang string) string {
	const step = ir.Unit / 10
	half := int64(step / 2)
	if n < 0 {
		half = -half
	}
	return run.ShowIn(ir.Type{Kind: ir.Length}, ir.Value{N: (n + half) / step * step}, lang)
}

func (t *Story) moved(e *journal.Entry) {
	in := &t.run.S.Insts[e.Inst]
	p := t.run.M.P
	f := &fact{inst: e.Inst, name: t.noun(e.Inst), kind: e.Kind}
	switch in.Where {
	case state.OnTable:
		f.wholly = "→ " + place(t.run, []int64{in.X, in.Y, 0}, t.Lang)
	case state.InZone:
		z := p.Zones[in.Ref]
		f.words = text.Name(p, z.Texts, Plain(z.Name), t.Lang)
		f.wholly = "→ " + f.words
	case state.OnInst:
		f.words = t.run.Name(int64(in.Ref))
		f.wholly = "→ " + f.words
	case state.Aside: // where it was hidden, and is no longer
		f.wholly, f.verb = t.word("appears"), true
	default:
		f.wholly, f.verb = t.word("leaves the table"), true
	}
	t.add(e, f)
}
