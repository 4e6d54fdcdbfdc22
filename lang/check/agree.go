package check

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// A sentence and the rule it stands on say the same numbers: a number that is written out in a text
// stands in the rule too, and the two languages show the same values.

// agree compares the texts of a clause with the clause.
func (c *clauses) agree(h *ir.Hook, card *ir.Card) {
	known := map[int64]bool{}
	note := func(e *ir.Expr) {
		if e.Op == ir.Const && (e.Type.Kind == ir.Int || e.Type.Kind == ir.Length) {
			known[e.N] = true
			known[-e.N] = true
		}
		if e.Type.Elem == ir.Int || e.Type.Elem == ir.Length {
			for _, n := range e.List {
				known[n] = true
			}
		}
	}
	walkExprs(h.When, note)
	walkExprs(h.Each, note)
	walkExprs(h.Costs, note)
	for _, l := range h.Limits {
		walkExprs(l.Times, note)
	}
	walkExprs(h.Do, func(e *ir.Expr) {
		note(e)
		if e.Op == ir.Const && e.Type.Kind == ir.CardOf && e.N >= 0 {
			c.written(int(e.N), known)
		}
	})
	walkStmts(h.Do, func(s ir.Stmt) {
		if s, ok := s.(*ir.Create); ok && s.Card >= 0 {
			c.written(s.Card, known)
		}
	})
	if card != nil {
		for _, l := range c.p.ConstantsAt(c.p.CardRef(card.ID)) {
			walkExprs(l.Value, note)
		}
		for _, v := range card.Values {
			known[v.N] = true
			for _, n := range v.L {
				known[n] = true
			}
		}
	}
	for _, t := range []*ir.Template{h.Texts.En, h.Texts.Fr} {
		c.numbers(t, known)
	}
	c.sameValues(h.Texts)
}

var plainNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

// written adds the numbers that stand in the declaration of a card that a clause speaks of.
func (c *clauses) written(card int, known map[int64]bool) {
	e := c.index.cards.decls[card]
	if e.decl == nil {
		return
	}
	for _, s := range plainNumber.FindAllString(e.decl.Span().Text(), -1) {
		if n, ok := parseLength(s); ok {
			known[n] = true
			if n%ir.Unit == 0 {
				known[n/ir.Unit] = true
			}
		}
	}
}

// numbers reports parameters that are plain numbers which the rule does not know.
func (c *clauses) numbers(t *ir.Template, known map[int64]bool) {
	if t == nil {
		return
	}
	for _, p := range t.Parts {
		e := p.Expr
		if e == nil || e.Op != ir.Const || e.Type.Kind != ir.Int && e.Type.Kind != ir.Length || known[e.N] || e.N%ir.Unit == 0 && known[e.N/ir.Unit] || known[e.N*ir.Unit] {
			continue
		}
		var have []string
		for n := range known {
			if n > 0 && n < ir.Unit {
				have = append(have, strconv.FormatInt(n, 10))
			}
		}
		slices.Sort(have)
		d := c.errorf("text-differs", e.At, "the text says %s, which stands nowhere in this rule", strings.TrimSpace(e.At.Text()))
		if len(have) > 0 && len(have) < 8 {
			d.Message += "; its numbers are " + strings.Join(have, ", ")
		}
	}
}

// sameValues reports a value that one language shows and the other does not.
func (c *clauses) sameValues(t ir.Texts) {
	if t.En == nil || t.Fr == nil {
		return
	}
	c.shownInBoth(shown(t.En), shown(t.Fr), "English", "French", t.Fr.At)
	c.shownInBoth(shown(t.Fr), shown(t.En), "French", "English", t.En.At)
}

// shownInBoth reports what is shown in the first language only.
func (c *clauses) shownInBoth(a, b map[string]*ir.Expr, first, second string, other source.Span) {
	for _, k := range keys(a) {
		if b[k] == nil {
			c.errorf("text-differs", a[k].At, "the %s text shows %s, the %s one does not", first, strings.TrimSpace(a[k].At.Text()), second).
				See(other, "the %s text", second)
		}
	}
}

// shown are the numbers that a text shows, by what they are.
func shown(t *ir.Template) map[string]*ir.Expr {
	out := map[string]*ir.Expr{}
	for _, p := range t.Parts {
		if e := p.Expr; e != nil && p.Form != "plural" && (e.Type.Kind == ir.Int || e.Type.Kind == ir.Length || e.Type.Kind == ir.Dice || e.Type.Kind == ir.Target) {
			out[expr.String(e)] = e
		}
	}
	return out
}
