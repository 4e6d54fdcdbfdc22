package text

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Sentence is what stands on a card: of an action it gives, of a clause, or by itself.
type Sentence struct {
	Texts  ir.Texts
	Action *ir.Event
	Hook   *ir.Hook
}

// Of is the label of the clause or the id of the action that a sentence belongs to; "" for one of the card itself.
func (s Sentence) Of() string {
	switch {
	case s.Action != nil:
		return s.Action.Name
	case s.Hook != nil:
		return s.Hook.Label
	}
	return ""
}

// Sentences are those of a card: its own, those of its actions, and those of its clauses in the order in which
// they are written. What the kind says of all its cards stands on each; but a figure is told on those that write it themselves,
// and what goes for all pieces on which cards lie is the book's to say. A card that has nothing but a name says all that.
func Sentences(p *ir.Program, c *ir.Card) []Sentence {
	var out []Sentence
	for _, t := range c.Rules {
		out = append(out, Sentence{Texts: t})
	}
	for _, a := range c.Actions {
		for _, t := range p.Events[a].Rules {
			out = append(out, Sentence{Texts: t, Action: p.Events[a]})
		}
	}
	bears := slices.ContainsFunc(p.Kinds, func(k *ir.Kind) bool { return slices.Contains(k.On, c.Kind) })
	for _, h := range asWritten(p, c) {
		tells, own := tellsOf(c, h.Texts)
		if (h.Card == c.ID || own || h.Kind == c.Kind && (!tells && !bears || named(p, c))) && !idle(p, c, h.When) {
			out = append(out, Sentence{Texts: h.Texts, Hook: h})
		}
	}
	return out
}

// named tells that a card has nothing of its own but its name: what its kind says is all that there is to say of it.
func named(p *ir.Program, c *ir.Card) bool {
	own := len(c.Said) + len(c.Rules) + len(c.Actions) + len(c.Own) + len(c.Carry)
	return own == 0 && !slices.ContainsFunc(c.Hooks, func(h int) bool { return p.Hooks[h].Card == c.ID })
}

// Card is the whole text of a card: its sentences, one after the other, each once.
func Card(p *ir.Program, c *ir.Card, lang string) string {
	var said []string
	for _, s := range Sentences(p, c) {
		if s := Fill(p, c, Of(s.Texts, lang), lang); s != "" && !slices.Contains(said, s) {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}

// asWritten are the clauses of a card in the order in which they are written: its own, then those of
// its kind.
func asWritten(p *ir.Program, c *ir.Card) []*ir.Hook {
	var out []*ir.Hook
	for _, h := range c.Hooks {
		out = append(out, p.Hooks[h])
	}
	slices.SortStableFunc(out, func(a, b *ir.Hook) int {
		return cmp.Or(cmp.Compare(b.Card, a.Card), cmp.Compare(a.At.Start, b.At.Start))
	})
	return out
}

// tellsOf tells whether a sentence shows a figure of the card, and one that the card itself writes.
func tellsOf(c *ir.Card, t ir.Texts) (tells, own bool) {
	if t.En == nil {
		t.En = t.Fr
	}
	if t.En == nil {
		return false, false
	}
	for _, part := range t.En.Parts {
		part.Expr.Walk(func(e *ir.Expr) bool {
			if (e.Op == ir.PrintedOf || e.Op == ir.StatOf) && e.Args[0].Op == ir.Self {
				tells, own = true, own || slices.Contains(c.Said, int(e.N))
			}
			return true
		})
	}
	return tells, own
}

// idle tells whether the figures of a card switch a clause off: a part of its condition that must hold
// is false whatever happens in a game.
func idle(p *ir.Program, c *ir.Card, when *ir.Expr) bool {
	if when == nil {
		return false
	}
	if when.Op != ir.And && when.Op != ir.Or && changes(p, when) {
		return false
	}
	f := filler{p: p, card: c}
	switch when.Op {
	case ir.And:
		return idle(p, c, when.Args[0]) || idle(p, c, when.Args[1])
	case ir.Or:
		return idle(p, c, when.Args[0]) && idle(p, c, when.Args[1])
	case ir.Not:
		n, ok := f.constant(when.Args[0])
		return ok && n != 0
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		a, ok := f.constant(when.Args[0])
		b, also := f.constant(when.Args[1])
		holds, _ := when.Op.Apply(a, b)
		return ok && also && holds == 0
	}
	n, ok := f.constant(when)
	return ok && when.Type.Kind == ir.Bool && n == 0
}

// changes tells whether an expression reads what may change in a game. An option is as it was chosen.
func changes(p *ir.Program, e *ir.Expr) bool {
	found := false
	e.Walk(func(x *ir.Expr) bool {
		if x.Op == ir.DerivedOf {
			found = found || changes(p, p.Kinds[x.Ref].Fields[x.N].Default)
		} else {
			found = found || x.Reads().Any(ir.ReadsCells)
		}
		return !found
	})
	return found
}

// Clause is the sentence of a clause, as it stands on a card (nil: on none).
func Clause(p *ir.Program, c *ir.Card, h *ir.Hook, lang string) string {
	return Fill(p, c, Of(h.Texts, lang), lang)
}
