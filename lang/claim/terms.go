package claim

import (
	"reflect"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// expr is an expression in plain terms: functions without words are what they stand for, and so are locals and the
// fields of what is looked through; what is constant is worked out.
func (w *looker) expr(e *ir.Expr) *ir.Expr {
	if e == nil {
		return nil
	}
	switch e.Op {
	case ir.Local, ir.EventField:
		if w.env != nil && (w.env.frame || e.Op == ir.Local) {
			if known := w.env.of(e.Lists, int(e.N)); known != nil {
				return known
			}
			if w.env.frame {
				return &ir.Expr{Op: ir.Local, Type: e.Type, N: e.N + w.env.shift, At: e.At, Name: e.Name, Lists: e.Lists}
			}
		}
		return e
	case ir.Temp:
		if w.env != nil {
			if known := w.env.temps[e.N]; known != nil {
				return known
			}
			if w.env.shift != 0 {
				return &ir.Expr{Op: ir.Temp, Type: e.Type, N: e.N + w.env.shift, At: e.At, Name: e.Name}
			}
		}
		return e
	case ir.OptionVal:
		return &ir.Expr{Op: ir.Const, Type: e.Type, N: w.p.Options[e.N].Value, At: e.At}
	case ir.PrintedOf:
		if c := w.card; c != nil && w.itself(e.Args[0]) && e.Ref < len(w.p.Kinds) && !e.Type.IsList() && c.FilledBy(int(e.N)) == nil && int(e.N) < len(c.Values) {
			return &ir.Expr{Op: ir.Const, Type: e.Type, N: c.Values[e.N].N, At: e.At}
		}
	case ir.CallFunc:
		if seen := w.through(e); seen != nil {
			return seen
		}
	}
	out := *e
	if w.env != nil && w.env.shift != 0 && ir.Ops[e.Op].Shape == ir.MacroShape {
		out.N += w.env.shift
	}
	out.Args = make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = w.expr(a)
	}
	return fold(&out)
}

// itself tells whether an expression is the thing of the card that speaks.
func (w *looker) itself(e *ir.Expr) bool {
	return e.Op == ir.Self || w.own != nil && w.env == nil && e.Op == ir.EventField && !e.Lists && int(e.N) == w.own.Slot
}

// through is what a function without words stands for; nil when it is a term, or too large.
func (w *looker) through(e *ir.Expr) *ir.Expr {
	f := w.p.Funcs[e.N]
	if worded(f.Texts) || f.Figure != nil || f.Body == nil || len(w.inside) >= deepest {
		return nil
	}
	size := 0
	f.Body.Walk(func(*ir.Expr) bool { size++; return true })
	if size > largest {
		return nil
	}
	w.serial++
	inner := &scope{ints: map[int]*ir.Expr{}, lists: map[int]*ir.Expr{}, temps: map[int64]*ir.Expr{}, shift: int64(w.serial) * 1000}
	for i, a := range e.Args {
		inner.temps[int64(i)] = w.expr(a)
	}
	outer := w.env
	w.env, w.inside = inner, append(w.inside, -1)
	out := w.expr(f.Body)
	w.env, w.inside = outer, w.inside[:len(w.inside)-1]
	return out
}

// fold works out what is constant.
func fold(e *ir.Expr) *ir.Expr {
	constant := func(i int) (int64, bool) {
		a := e.Args[i]
		return a.N, a.Op == ir.Const && !a.Type.IsList()
	}
	truth := func(n int64) *ir.Expr {
		return &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.Bool}, N: n, At: e.At}
	}
	switch e.Op {
	case ir.And, ir.Or:
		for i := range e.Args {
			if n, ok := constant(i); ok {
				if (n != 0) == (e.Op == ir.Or) {
					return truth(n)
				}
				return e.Args[1-i]
			}
		}
	case ir.Not:
		if n, ok := constant(0); ok {
			return truth(1 - n)
		}
		if e.Args[0].Op == ir.Not {
			return e.Args[0].Args[0]
		}
	case ir.Cond:
		if n, ok := constant(0); ok {
			return e.Args[2-min(n, 1)]
		}
	case ir.Has:
		if n, ok := constant(0); ok {
			return truth(map[bool]int64{true: 1}[n != ir.None])
		}
	case ir.Neg, ir.Add, ir.Sub, ir.Mul, ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		a, ok := constant(0)
		b, also := constant(len(e.Args) - 1)
		if n, fits := e.Op.Apply(a, b); ok && also && fits {
			return &ir.Expr{Op: ir.Const, Type: e.Type, N: n, At: e.At}
		}
		if also && b == 0 && (e.Op == ir.Add || e.Op == ir.Sub) {
			return e.Args[0]
		}
		if ok && a == 0 && e.Op == ir.Add {
			return e.Args[1]
		}
	case ir.Scale:
		if n, ok := constant(0); ok {
			return &ir.Expr{Op: ir.Const, Type: e.Type, N: n * ir.Unit, At: e.At}
		}
	}
	return e
}

var exprType, blockType = reflect.TypeFor[*ir.Expr](), reflect.TypeFor[*ir.Block]()

// copy is a statement with all its expressions and blocks in plain terms.
func (w *looker) copy(s ir.Stmt) ir.Stmt {
	return w.value(reflect.ValueOf(s)).Interface().(ir.Stmt)
}

func (w *looker) value(v reflect.Value) reflect.Value {
	switch {
	case v.Type() == exprType:
		return reflect.ValueOf(w.expr(v.Interface().(*ir.Expr)))
	case v.Type() == blockType:
		if v.IsNil() {
			return v
		}
		b := v.Interface().(*ir.Block)
		return reflect.ValueOf(&ir.Block{At: b.At, Stmts: w.apart(b)})
	case v.Type() == fieldType:
		return v
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return v
		}
		out := reflect.New(v.Elem().Type())
		out.Elem().Set(w.value(v.Elem()))
		return out
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(w.value(v.Elem()))
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			if f := out.Field(i); f.CanSet() && holds(f.Type()) {
				f.Set(w.value(v.Field(i)))
			}
		}
		return out
	case reflect.Slice:
		if v.IsNil() || !holds(v.Type().Elem()) {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(w.value(v.Index(i)))
		}
		return out
	}
	return v
}

var fieldType = reflect.TypeFor[*ir.Field]()

// holds tells whether values of a type may hold an expression.
func holds(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice:
		return t != fieldType
	case reflect.Struct:
		return t != reflect.TypeFor[ir.Base[ir.Stmt]]() && t != reflect.TypeFor[ir.Var]()
	}
	return false
}
