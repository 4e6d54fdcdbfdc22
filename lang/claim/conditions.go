package claim

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// condition lists what a condition claims; denied: that it does not hold.
func (l *lister) condition(e *ir.Expr, denied bool) {
	if e == nil {
		return
	}
	c := Claim{At: e.At, Sort: Condition, Denied: denied}
	switch e.Op {
	case ir.Const, ir.Temp, ir.Local:
		return
	case ir.Not:
		l.condition(e.Args[0], !denied)
	case ir.And, ir.Or:
		l.condition(e.Args[0], denied)
		l.condition(e.Args[1], denied)
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		l.comparison(e, denied)
	case ir.In:
		l.member(e, denied)
	case ir.Has:
		l.condition(e.Args[0], denied)
	case ir.Exists, ir.ForAll, ir.ExistsOne, ir.Filter, ir.Count:
		c.Word, c.Noun = "holds", l.thing(e.Args[0].Type)
		if c.Noun.Sort != NoNoun {
			l.say(c)
		}
		l.worked(e.Args[0])
		l.condition(e.Args[1], false)
	case ir.CallFunc:
		c.Word, c.Noun = "function", function(l.p.Funcs[e.N])
		l.say(c)
		l.args(e)
	case ir.CallPrim:
		l.primitive(e, denied)
	case ir.CellOf, ir.PrintedOf, ir.StatOf, ir.BaseOf, ir.DerivedOf, ir.RecField, ir.EventField:
		c.Word = "is"
		if f := l.fieldOf(e); f != nil {
			c.Noun, c.Role = field(f), l.whose(e)
			l.say(c)
		}
		l.args(e)
	case ir.Around:
		c.Word, c.Noun = "event", event(l.p.Events[e.Ref])
		l.say(c)
	case ir.Became:
		c.Word, c.Noun = "event", Noun{Sort: PrimNoun, Name: ir.Outcomes[e.N].Name}
		l.say(c)
	case ir.Can:
		c.Word, c.Noun = "event", event(l.p.Events[e.Ref])
		l.say(c)
		l.args(e)
	default:
		l.args(e)
	}
}

func (l *lister) args(e *ir.Expr) {
	for _, a := range e.Args {
		l.worked(a)
	}
}

// fieldOf is the field that an expression reads; nil when it is none that has a name.
func (l *lister) fieldOf(e *ir.Expr) *ir.Field {
	switch e.Op {
	case ir.PrintedOf, ir.StatOf, ir.BaseOf, ir.DerivedOf, ir.CellOf, ir.EventField, ir.RecField:
		if f := l.p.FieldOf(e); f != nil || e.Name == "" {
			return f
		}
		return &ir.Field{Name: e.Name, Type: e.Type, Class: ir.Cell}
	}
	return nil
}

func (l *lister) whose(e *ir.Expr) Role {
	if len(e.Args) == 0 {
		return NoRole
	}
	return l.role(e.Args[0])
}

// comparison is a noun and the range that it is in.
func (l *lister) comparison(e *ir.Expr, denied bool) {
	op, a, b := e.Op, e.Args[0], e.Args[1]
	if a.Op == ir.Const && b.Op != ir.Const {
		a, b = b, a
		op = op.Mirrored()
	}
	if b.Op == ir.Const && b.Type.Kind == ir.Bool {
		l.condition(a, denied != ((op == ir.Eq) != (b.N != 0)))
		return
	}
	if denied && op != ir.Eq && op != ir.Ne {
		op, denied = op.Denied(), false
	}
	if op == ir.Ne {
		denied = !denied
	}
	c := Claim{At: e.At, Sort: Condition, Word: "is", Denied: denied, Role: l.whose(a)}
	if a.Op == ir.CallPrim && (a.N == ir.PDistance || a.N == ir.PDistanceTo) {
		c.Sort, c.Word = Area, "within"
	}
	c.Noun = l.noun(a)
	switch {
	case b.Op == ir.Const && !b.Type.IsList() && b.N != ir.None:
		switch b.Type.Kind {
		case ir.EnumType:
			c.Noun = l.value(b.Type.Ref, b.N)
		case ir.CardOf:
			c.Noun = card(l.p.Cards[b.N])
		case ir.Int, ir.Length, ir.Target:
			c.Amount = satisfying(op, b.N, b.Type.Kind == ir.Length)
		}
		l.say(c)
		l.args(a)
	default:
		if c.Amount = l.amount(b); c.Amount.Var == "" && c.Amount.Of == nil {
			c.Amount = Amount{}
		}
		if c.Noun.Sort != NoNoun {
			l.say(c)
		}
		l.args(a)
		l.worked(b)
	}
}

// satisfying is the range that a comparison leaves.
func satisfying(op ir.Op, n int64, length bool) Amount {
	a := Amount{Known: true, Lo: ir.None, Hi: ir.None, Length: length}
	switch op {
	case ir.Lt:
		a.Hi = n - 1
	case ir.Le:
		a.Hi = n
	case ir.Gt:
		a.Lo = n + 1
	case ir.Ge:
		a.Lo = n
	default:
		a.Lo, a.Hi = n, n
	}
	return a
}

// member is a value in a list: each of the list is claimed.
func (l *lister) member(e *ir.Expr, denied bool) {
	list := e.Args[1]
	say := func(t ir.Type, n int64) {
		c := Claim{At: e.At, Sort: Condition, Word: "is", Denied: denied}
		switch t.Kind {
		case ir.EnumType:
			c.Noun = l.value(t.Ref, n)
		case ir.CardOf:
			c.Noun = card(l.p.Cards[n])
		default:
			c.Noun, c.Amount = l.noun(e.Args[0]), l.constant(t, n)
		}
		l.say(c)
	}
	switch {
	case list.Op == ir.Const:
		for _, n := range list.List {
			say(list.Type.Element(), n)
		}
	case list.Op == ir.MakeList:
		for _, a := range list.Args {
			if a.Op == ir.Const {
				say(a.Type, a.N)
			}
		}
	case e.Args[0].Op == ir.Const:
		say(e.Args[0].Type, e.Args[0].N)
	default:
		l.worked(list)
	}
	l.worked(e.Args[0])
}

// primitive is a condition that the language itself offers.
func (l *lister) primitive(e *ir.Expr, denied bool) {
	c := Claim{At: e.At, Sort: Condition, Denied: denied}
	switch e.N {
	case ir.PBears, ir.PNumber, ir.PBorne, ir.PBearsKind, ir.PNumberKind, ir.PBorneKind, ir.PIs, ir.PIsKind:
		c.Word = "bears"
		if e.N == ir.PIs || e.N == ir.PIsKind {
			c.Word = "is"
		}
		c.Role = l.role(e.Args[0])
		if c.Noun = l.argNoun(e); c.Noun.Sort != NoNoun {
			l.say(c)
		}
		l.worked(e.Args[0])
		return
	case ir.PWithin, ir.PWithinPoint, ir.PAround, ir.PAroundPiece, ir.PPasses:
		c.Sort, c.Word, c.Amount = Area, "within", upTo(l.amount(e.Args[len(e.Args)-1]))
	case ir.PSees, ir.PSeesPast, ir.PLines, ir.PLinesPast:
		c.Sort, c.Word = Area, "sees"
	case ir.PTouching, ir.PCrosses:
		c.Sort, c.Word = Area, "touches"
	case ir.PInside, ir.PInsidePoint, ir.PWhollyInside, ir.POnTable:
		c.Sort, c.Word = Area, "inside"
	default:
		c.Word, c.Noun, c.Untold = "holds", Noun{Sort: PrimNoun, ID: int(e.N), Name: ir.Prims[e.N].Name}, true
		if isHalf(e) {
			c.Amount.Part = 2
		}
	}
	l.say(c)
	l.args(e)
}

// argNoun is the card or kind that the second argument of a primitive names.
func (l *lister) argNoun(e *ir.Expr) Noun {
	if len(e.Args) > 1 && e.Args[1].Op == ir.Const && e.Args[1].Type.Kind == ir.CardOf && e.Args[1].N >= 0 {
		return card(l.p.Cards[e.Args[1].N])
	}
	if e.Ref > 0 && e.Ref < len(l.p.Kinds) {
		return Noun{Sort: KindNoun, ID: e.Ref, Name: l.p.Kinds[e.Ref].Name}
	}
	return Noun{}
}

// noun is what an expression is called.
func (l *lister) noun(e *ir.Expr) Noun {
	switch e.Op {
	case ir.CallFunc:
		return function(l.p.Funcs[e.N])
	case ir.Folded:
		return l.noun(e.Args[0])
	case ir.CallTable:
		return Noun{Sort: TableNoun, ID: int(e.N), Name: l.p.Tables[e.N].Name}
	case ir.CallPrim:
		switch e.N {
		case ir.PHalfUp, ir.PHalfDown, ir.PHalf, ir.PHalves, ir.PWholeUp, ir.PWholeDown, ir.PAbs, ir.PHighest, ir.PLowest, ir.PTotal, ir.PSize, ir.PLength:
			return l.noun(e.Args[0])
		case ir.PNumber, ir.PNumberKind:
			return l.argNoun(e)
		}
		return Noun{Sort: PrimNoun, ID: int(e.N), Name: ir.Prims[e.N].Name}
	case ir.Count, ir.Sum, ir.Most, ir.Least, ir.Filter, ir.Exists:
		return l.thing(e.Args[0].Type)
	case ir.Add, ir.Sub, ir.Mul, ir.Neg, ir.Scale, ir.Narrowed:
		return l.noun(e.Args[0])
	case ir.AllOf:
		return l.thing(e.Type)
	}
	if f := l.fieldOf(e); f != nil {
		return field(f)
	}
	return Noun{}
}

// amount is how much an expression comes to.
func (l *lister) amount(e *ir.Expr) Amount {
	if e == nil {
		return Amount{}
	}
	switch e.Op {
	case ir.Const:
		if e.Type.IsList() {
			return Amount{}
		}
		return l.constant(e.Type, e.N)
	case ir.OptionVal:
		return l.constant(e.Type, l.p.Options[e.N].Value)
	case ir.Neg:
		a := l.amount(e.Args[0])
		if a.Known {
			a.Lo, a.Hi = -a.Hi, -a.Lo
		}
		a.Minus = !a.Known && !a.Minus
		return a
	case ir.Scale:
		return l.amount(e.Args[0])
	case ir.Mul:
		for i, x := range e.Args {
			if other := e.Args[1-i]; x.Op == ir.Const {
				a := l.amount(x)
				n := l.noun(other)
				a.Each, a.Of = true, &n
				return a
			}
		}
		for i, x := range e.Args {
			if a := l.amount(x); a.Var != "" && a.Of == nil { // X for each of something
				n := l.noun(e.Args[1-i])
				a.Each, a.Of = true, &n
				return a
			}
		}
	case ir.CallPrim:
		if isHalf(e) {
			a := l.amount(e.Args[0])
			a.Part = 2
			return a
		}
		switch e.N {
		case ir.PLength, ir.PWholeUp, ir.PWholeDown:
			return l.amount(e.Args[0])
		case ir.PTimes, ir.PSize, ir.PNumber, ir.PNumberKind:
			n := l.noun(e)
			return Amount{Known: true, Lo: 1, Hi: 1, Each: true, Of: &n}
		}
	case ir.Count:
		n := l.thing(e.Args[0].Type)
		return Amount{Known: true, Lo: 1, Hi: 1, Each: true, Of: &n}
	case ir.Local, ir.Temp:
		return Amount{Var: e.Name}
	case ir.CellOf:
		if len(e.Args) == 1 && e.Args[0].Op == ir.Self { // a parameter
			return Amount{Var: e.Name}
		}
	}
	if n := l.noun(e); n.Sort != NoNoun {
		return Amount{Of: &n}
	}
	return Amount{}
}

// isHalf tells whether a call of the language works out a half.
func isHalf(e *ir.Expr) bool {
	return e.N == ir.PHalfUp || e.N == ir.PHalfDown || e.N == ir.PHalf || e.N == ir.PHalves
}

// worked lists what an amount is worked out from: nouns, numbers, and how it is rounded.
func (l *lister) worked(e *ir.Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case ir.Const:
		l.constants(e)
		return
	case ir.CallPrim:
		switch e.N {
		case ir.PHalfUp, ir.PCeilDiv, ir.PWholeUp:
			l.say(Claim{At: e.At, Sort: Rounding, Word: "up"})
		case ir.PHalfDown, ir.PFloorDiv, ir.PWholeDown:
			l.say(Claim{At: e.At, Sort: Rounding, Word: "down"})
		case ir.PNearestTo:
			l.say(Claim{At: e.At, Sort: Choice, Word: "nearest", Noun: l.thing(e.Type)})
		}
		if e.Type.Kind == ir.Bool {
			l.condition(e, false)
			return
		}
	case ir.Cond:
		l.condition(e.Args[0], false)
		l.at.Row += "?"
		l.worked(e.Args[1])
		l.worked(e.Args[2])
		l.at.Row = l.at.Row[:len(l.at.Row)-1]
		return
	}
	if e.Type.Kind == ir.Bool {
		l.condition(e, false)
		return
	}
	if n := l.noun(e); n.Sort != NoNoun && n.Sort != PrimNoun && e.Type.Kind != ir.Inst && e.Type.Kind != ir.Record {
		l.say(Claim{At: e.At, Sort: Condition, Word: "holds", Noun: n, Role: l.whose(e), Untold: true})
	}
	switch e.Op {
	case ir.Filter, ir.Exists, ir.Count, ir.Sum, ir.Most, ir.Least, ir.Best, ir.Map, ir.ForAll, ir.ExistsOne:
		l.worked(e.Args[0])
		if e.Args[1].Type.Kind == ir.Bool {
			l.condition(e.Args[1], false)
		} else {
			l.worked(e.Args[1])
		}
	default:
		l.args(e)
	}
}

// constants are the values and cards that stand in an expression.
func (l *lister) constants(e *ir.Expr) {
	t, all := e.Type, []int64{e.N}
	if t.IsList() {
		t, all = t.Element(), e.List
	}
	for _, n := range all {
		switch {
		case n == ir.None || n < 0 && t.Kind != ir.Int:
		case t.Kind == ir.EnumType:
			l.say(Claim{At: e.At, Sort: Condition, Word: "holds", Noun: l.value(t.Ref, n), Untold: true})
		case t.Kind == ir.CardOf:
			l.say(Claim{At: e.At, Sort: Keyword, Word: "names", Noun: card(l.p.Cards[n]), Untold: true})
		case t.Kind == ir.Int || t.Kind == ir.Length || t.Kind == ir.Dice:
			l.say(Claim{At: e.At, Sort: Condition, Word: "holds", Amount: l.constant(t, n), Untold: true})
		}
	}
}
