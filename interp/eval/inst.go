package eval

import "github.com/kdsl-lang/kdsl/lang/ir"

// ofInst reads something of an instance.
func (c *Compiled) ofInst(e *ir.Expr) Int {
	n := int(e.N)
	if e.Op == ir.CellOf && e.Args[0].Op == ir.Self {
		return func(v *Env) int64 {
			if v.Self < 0 {
				v.Fail(e.At, "no card stands behind this, so it has no %s", e.Name)
				return 0
			}
			return Cell(v, int(v.S.Insts[v.Self].Ints)+n)
		}
	}
	if x := e.Args[0]; e.Op == ir.CellOf && x.Op == ir.EventField {
		m := int(x.N)
		return func(v *Env) int64 {
			if i := v.EI[m]; i >= 0 && i < int64(len(v.S.Insts)) {
				return Cell(v, int(v.S.Insts[i].Ints)+n)
			}
			v.Fail(e.At, "there is no such thing")
			return 0
		}
	}
	a := c.Int(e.Args[0])
	switch e.Op {
	case ir.CellOf:
		return func(v *Env) int64 {
			in := v.Inst(a(v), e.At)
			if in == nil {
				return 0
			}
			return Cell(v, int(in.Ints)+n)
		}
	case ir.PrintedOf:
		if e.Args[0].Type.Kind == ir.CardOf {
			return func(v *Env) int64 { return c.P.Cards[a(v)].Values[n].N }
		}
		return func(v *Env) int64 {
			in := v.Inst(a(v), e.At)
			if in == nil {
				return 0
			}
			return c.printed[in.Card][n]
		}
	case ir.StatOf, ir.BaseOf:
		kind, base := e.Ref, e.Op == ir.BaseOf
		slot := c.statSlot(kind, n)
		heard := c.heard[slot]
		if x := e.Args[0]; !heard && x.Op == ir.EventField && !x.Lists { // as printed, of something the event names
			m, all := int(x.N), c.printed
			return func(v *Env) int64 {
				if i := v.EI[m]; i >= 0 && i < int64(len(v.S.Insts)) {
					return all[v.S.Insts[i].Card][n]
				}
				v.Inst(v.EI[m], e.At)
				return 0
			}
		}
		return func(v *Env) int64 {
			i := a(v)
			in := v.Inst(i, e.At)
			if in == nil {
				return 0
			}
			printed := c.printed[in.Card][n]
			if !heard || len(v.X.slot(slot)) == 0 {
				return printed
			}
			return c.stat(v, i, kind, n, printed, base, nil)
		}
	case ir.DerivedOf:
		return func(v *Env) int64 {
			i := a(v)
			in := v.Inst(i, e.At)
			if in == nil {
				return 0
			}
			f := c.derived[c.P.Kinds[c.P.Cards[in.Card].Kind].Fields[n]]
			if f == nil {
				v.Fail(e.At, "the value has no definition")
				return 0
			}
			if !v.enter(e) {
				return 0
			}
			self := v.Self
			base := v.base
			v.Self, v.base = int32(i), v.base+frame
			x := f(v)
			v.Self, v.base = self, base
			v.depth--
			return x
		}
	case ir.OwnerOf:
		return func(v *Env) int64 {
			in := v.Inst(a(v), e.At)
			if in == nil {
				return 0
			}
			if in.Owner < 0 {
				v.Fail(e.At, "it has no owner")
				return 0
			}
			return int64(in.Owner)
		}
	case ir.CardOfInst:
		return func(v *Env) int64 {
			in := v.Inst(a(v), e.At)
			if in == nil {
				return 0
			}
			return int64(in.Card)
		}
	case ir.BearerOf:
		return func(v *Env) int64 {
			i := a(v)
			if v.Inst(i, e.At) == nil {
				return ir.None
			}
			if b := v.Bearer(int32(i)); int64(b) != i {
				return int64(b)
			}
			return ir.None
		}
	default: // ir.SourceOf
		return func(v *Env) int64 {
			in := v.Inst(a(v), e.At)
			if in == nil || in.Source < 0 {
				return ir.None
			}
			return int64(in.Source)
		}
	}
}

// enter guards against values that need themselves.
func (v *Env) enter(e *ir.Expr) bool {
	if v.depth > deepest {
		v.Fail(e.At, "%s", ErrTooDeep)
		return false
	}
	if !v.Burn() {
		return false
	}
	v.depth++
	return true
}

// call evaluates the arguments of a function into the callee's temporaries. It answers the base to
// restore, or -1 after an error.
func (c *Compiled) call(e *ir.Expr) (prepare func(*Env) int, stub func(*Env) (int64, bool)) {
	type arg struct {
		i Int
		l List
	}
	args := make([]arg, len(e.Args))
	plain := true
	for i, a := range e.Args {
		plain = plain && inPlace(a)
		if a.Type.IsList() {
			args[i].l = c.List(a)
		} else {
			args[i].i = c.Int(a)
		}
	}
	prepare = func(v *Env) int {
		if !v.enter(e) {
			return -1
		}
		base := v.base
		if plain { // no argument calls a function in turn: straight to where they belong
			for i := range args {
				if a := &args[i]; a.i != nil {
					v.t[base+frame+i] = a.i(v)
				} else {
					v.tl[base+frame+i] = a.l(v)
				}
			}
			v.base = base + frame
			return base
		}
		var ints [frame]int64
		var lists [frame][]int64
		for i := range args {
			if args[i].l != nil {
				lists[i] = args[i].l(v)
			} else {
				ints[i] = args[i].i(v)
			}
		}
		v.base = base + frame
		for i := range args {
			if args[i].l != nil {
				v.tl[v.base+i] = lists[i]
			} else {
				v.t[v.base+i] = ints[i]
			}
		}
		return base
	}
	id := int32(e.N)
	stub = func(v *Env) (int64, bool) {
		for _, s := range v.S.Stubs {
			if s.Func == id {
				return s.Value, true
			}
		}
		return 0, false
	}
	return prepare, stub
}

// inPlace tells whether an expression only reads what is there, and so leaves the temporaries above its
// own alone.
func inPlace(e *ir.Expr) bool {
	ok := true
	e.Walk(func(x *ir.Expr) bool {
		switch x.Op {
		case ir.Const, ir.Local, ir.EventField, ir.RecField, ir.Temp, ir.Self, ir.SelfBearer, ir.This, ir.OptionVal,
			ir.CellOf, ir.PrintedOf, ir.OwnerOf, ir.BearerOf, ir.SourceOf, ir.CardOfInst, ir.Add, ir.Sub, ir.Mul, ir.Neg, ir.MakeList:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// inlined is the body of a function with its arguments in place of its parameters: a short function of
// what is there anyway, like whether two are foes, then costs no call. It is nil when an argument must be
// worked out first, the body has temporaries of its own, or somebody wants to hear of the call.
func (c *Compiled) inlined(e *ir.Expr) *ir.Expr {
	f := c.P.Funcs[e.N]
	if f.Body == nil || f.Stubs || c.report != nil || c.nested > 3 {
		return nil
	}
	for _, a := range e.Args {
		switch a.Op {
		case ir.Const, ir.Local, ir.EventField, ir.Temp, ir.Self, ir.This:
		default:
			return nil
		}
	}
	nodes, ok := 0, true
	f.Body.Walk(func(x *ir.Expr) bool {
		nodes++
		switch x.Op {
		case ir.Exists, ir.ForAll, ir.ExistsOne, ir.Filter, ir.Map, ir.Count, ir.Sum, ir.Most, ir.Least,
			ir.Local, ir.EventField, ir.Self, ir.This, ir.SelfBearer:
			ok = false
		case ir.Temp:
			ok = ok && x.N < int64(len(e.Args))
		}
		return ok && nodes <= 60
	})
	if !ok || nodes > 60 {
		return nil
	}
	return replaced(f.Body, e.Args)
}

// replaced copies an expression with temporary n replaced by expression n.
func replaced(e *ir.Expr, by []*ir.Expr) *ir.Expr {
	if e.Op == ir.Temp {
		return by[e.N]
	}
	out := *e
	out.Args = make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = replaced(a, by)
	}
	return &out
}

func (v *Env) leave(base int) {
	v.base = base
	v.depth--
}

func (c *Compiled) callInt(e *ir.Expr) Int {
	if x := c.inlined(e); x != nil {
		c.nested++
		defer func() { c.nested-- }()
		f := c.Int(x)
		return func(v *Env) int64 { v.Fuel--; return f(v) } // charged like any call
	}
	prepare, stub := c.call(e)
	f := &c.funcs[e.N]
	return func(v *Env) int64 {
		if len(v.S.Stubs) > 0 {
			if x, ok := stub(v); ok {
				return x
			}
		}
		base := prepare(v)
		if base < 0 {
			return 0
		}
		var x int64
		if f.b != nil {
			if f.b(v) {
				x = 1
			}
		} else {
			x = f.i(v)
		}
		v.leave(base)
		return x
	}
}

func (c *Compiled) callBool(e *ir.Expr) Bool {
	if x := c.inlined(e); x != nil {
		c.nested++
		defer func() { c.nested-- }()
		f := c.Bool(x)
		return func(v *Env) bool { v.Fuel--; return f(v) }
	}
	prepare, stub := c.call(e)
	f := &c.funcs[e.N]
	return func(v *Env) bool {
		if len(v.S.Stubs) > 0 {
			if x, ok := stub(v); ok {
				return x != 0
			}
		}
		base := prepare(v)
		if base < 0 {
			return false
		}
		x := f.b(v)
		v.leave(base)
		return x
	}
}

func (c *Compiled) callList(e *ir.Expr) List {
	prepare, _ := c.call(e)
	f := &c.funcs[e.N]
	return func(v *Env) []int64 {
		base := prepare(v)
		if base < 0 {
			return nil
		}
		x := f.l(v)
		v.leave(base)
		return x
	}
}

// size is how long a list is. What would only be counted is not collected first: a filter counts as it
// goes, a choice counts the branch it takes, and a function counts what its body lists.
func (c *Compiled) size(e *ir.Expr) Int {
	switch e.Op {
	case ir.Cond:
		t, a, b := c.branch(e, e.Args[0]), c.size(e.Args[1]), c.size(e.Args[2])
		return func(v *Env) int64 {
			if t(v) {
				return a(v)
			}
			return b(v)
		}
	case ir.Filter:
		if e.Type.Kind == ir.BagType {
			break
		}
		s, f := c.members(e), c.Bool(e.Args[1])
		return func(v *Env) int64 {
			w, n := s.start(v), int64(0)
			for s.next(v, &w) {
				if f(v) {
					n++
				}
			}
			return n
		}
	case ir.CallFunc:
		prepare, _ := c.call(e)
		f := &c.funcs[e.N]
		return func(v *Env) int64 {
			base := prepare(v)
			if base < 0 {
				return 0
			}
			n := f.size(v)
			v.leave(base)
			return n
		}
	}
	l := c.List(e)
	return func(v *Env) int64 { return int64(len(l(v))) }
}

// table looks a value up; the checker has made sure that every key in the declared range is found.
func (c *Compiled) table(e *ir.Expr) Int {
	t := c.P.Tables[e.N]
	keys := make([]Int, len(e.Args))
	for i, a := range e.Args {
		keys[i] = c.Int(a)
	}
	rows := make([]Int, len(t.Rows))
	for i := range t.Rows {
		if x := t.Rows[i].Expr; x != nil {
			rows[i] = c.Int(x)
		}
	}
	return func(v *Env) int64 {
		var key [frame]int64
		for i, k := range keys {
			key[i] = k(v)
		}
	rows:
		for i := range t.Rows {
			r := &t.Rows[i]
			for j := range keys {
				if k := r.Keys[j]; key[j] < k.Lo || key[j] > k.Hi {
					continue rows
				}
			}
			if c.report != nil {
				c.report(r, true)
			}
			if f := rows[i]; f != nil {
				if !v.enter(e) {
					return 0
				}
				base := v.base
				v.base += frame
				copy(v.t[v.base:], key[:len(keys)])
				x := f(v)
				v.leave(base)
				return x
			}
			return r.Value.N
		}
		v.Fail(e.At, "table %s has no row for %v", t.Name, key[:len(keys)])
		return 0
	}
}
