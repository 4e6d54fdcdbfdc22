package claim

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// throw is dice, and what their classes do.
func (l *lister) throw(s *ir.Throw) {
	c := Claim{At: s.At, Sort: Effect, Word: "throws", Noun: Noun{Sort: PrimNoun, Name: "dice"}}
	faces, by := s.Taken()
	n, ok := int64(1), true
	if s.Count != nil {
		n, ok = s.Count.N, s.Count.Op == ir.Const
	}
	if ok && faces != nil && faces.Op == ir.Const && n > 0 && n < 100 {
		c.Amount.Dice = value.Pack(n, faces.N, 0)
	} else if s.Count != nil {
		c.Amount = l.amount(s.Count)
	}
	l.say(c)
	l.condition(by, false)
	l.row("", s.Body)
}

// choose is what somebody decides.
func (l *lister) choose(s *ir.Choose) {
	l.say(Claim{At: s.At, Sort: Choice, Word: "decides", Role: l.role(s.By)})
	for _, f := range s.Form {
		c := Claim{At: f.Field.At, Sort: Target, Word: "chooses", Noun: field(f.Field)}
		if f.All >= 0 {
			c.Noun = Noun{Sort: KindNoun, ID: f.All, Name: l.p.Kinds[min(f.All, len(l.p.Kinds)-1)].Name}
		}
		c.Amount = l.bounds(f.Lo, f.Hi)
		if f.Some {
			c.Amount = l.bounds(f.CountLo, f.CountHi)
		}
		l.say(c)
		l.worked(f.In)
		if f.Within != nil {
			l.say(Claim{At: f.Within.At, Sort: Area, Word: "within", Role: l.role(f.Of), Amount: upTo(l.amount(f.Within))})
		}
		l.condition(f.Where, false)
	}
}

func (l *lister) bounds(lo, hi *ir.Expr) Amount {
	if lo == nil && hi == nil {
		return Amount{}
	}
	a := Amount{Lo: ir.None, Hi: ir.None}
	if lo != nil && lo.Op == ir.Const {
		a.Known, a.Lo = true, lo.N
	}
	if hi != nil && hi.Op == ir.Const {
		a.Known, a.Hi = true, hi.N
	} else if hi != nil {
		a.Var, a.Of = l.amount(hi).Var, l.amount(hi).Of
	}
	return a
}

// create is a card that comes: one that is applied lies on somebody.
func (l *lister) create(s *ir.Create) {
	c := Claim{At: s.At, Sort: Keyword, Word: "creates", Role: l.role(s.To)}
	if s.Apply || s.To != nil {
		c.Word = "applies"
	}
	if s.Card >= 0 {
		c.Noun = card(l.p.Cards[s.Card])
	} else if s.CardExpr != nil {
		l.worked(s.CardExpr)
	}
	for _, a := range s.Args {
		if k := a.Type.Kind; k == ir.Int || k == ir.Length {
			c.Amount = l.amount(a)
			break
		}
	}
	l.say(c)
	for _, a := range s.Args {
		l.worked(a)
	}
	l.place(s.Place)
	l.lasts(s.Duration)
}

func (l *lister) place(to ir.Place) {
	switch to := to.(type) {
	case *ir.InZone:
		z := l.p.Zones[to.Zone]
		l.say(Claim{Sort: Area, Word: "zone", Noun: Noun{Sort: ZoneNoun, ID: to.Zone, Name: z.Name}, Role: l.role(to.Of)})
	case *ir.OnInstance:
		l.worked(to.Inst)
	case *ir.AtPoint:
		l.worked(to.Point)
	case *ir.Nowhere, nil:
	}
}

// lasts is a duration: which edge of which span, and whose.
func (l *lister) lasts(d *ir.Duration) {
	if d == nil {
		return
	}
	c := Claim{At: d.At, Sort: Duration, Word: ir.Endings[d.Ending], Amount: nth(d.Nth), Untold: d.Ending == ir.Permanent}
	if d.Times != nil {
		c.Amount = l.amount(d.Times)
	}
	if d.Ending == ir.UntilNextEnd { // a text tells no other end
		if c.Word = ir.Endings[ir.UntilEnd]; d.Nth == 0 {
			c.Amount = nth(1)
		}
	}
	if d.Span != nil {
		c.Span, c.Role = event(l.p.Events[d.Span.Event]), l.role(d.Span.Of)
		if d.Span.Of != nil {
			c.Noun = l.noun(d.Span.Of)
		}
	}
	l.say(c)
}

// nth is which of the spans to come: 1 for the next, 2 for the second next.
func nth(n int) Amount {
	if n == 0 {
		return Amount{}
	}
	return Amount{Known: true, Lo: int64(n), Hi: int64(n)}
}
