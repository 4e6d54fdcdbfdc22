package check

import (
	"reflect"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// walkStmts calls f for every statement of a block and of the blocks inside it.
func walkStmts(b *ir.Block, f func(ir.Stmt)) {
	if b == nil {
		return
	}
	for _, s := range b.Stmts {
		f(s)
		for _, inner := range ir.Blocks(s) {
			walkStmts(inner, f)
		}
	}
}

// walkExprs calls f for every expression of a block, those inside expressions too.
func walkExprs(b *ir.Block, f func(*ir.Expr)) {
	if b != nil {
		exprsIn(reflect.ValueOf(b), f)
	}
}

// exprsIn finds the expressions in a statement by the types of its fields, so that no kind of
// statement can be forgotten. Declarations that a statement points to are not part of it.
func exprsIn(v reflect.Value, f func(*ir.Expr)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			exprsIn(v.Elem(), f)
		}
	case reflect.Pointer:
		switch x := v.Interface().(type) {
		case *ir.Expr:
			x.Walk(func(e *ir.Expr) bool { f(e); return true })
		case *ir.Field, *ir.Template:
		default:
			if !v.IsNil() {
				exprsIn(v.Elem(), f)
			}
		}
	case reflect.Struct:
		if v.Type().PkgPath() != reflect.TypeFor[ir.Block]().PkgPath() {
			return
		}
		for i := range v.NumField() {
			exprsIn(v.Field(i), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			exprsIn(v.Index(i), f)
		}
	}
}
