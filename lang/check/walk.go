package check

import (
	"reflect"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// walkStmts calls f for every statement of a block and of the blocks inside it.
func walkStmts(b *ir.Block, f func(ir.Stmt)) {
	inside(reflect.ValueOf(b), func(x any) {
		if s, ok := x.(ir.Stmt); ok {
			f(s)
		}
	})
}

// walkExprs calls f for every expression of a block, or of what else holds some, those inside expressions too.
func walkExprs(of any, f func(*ir.Expr)) {
	inside(reflect.ValueOf(of), func(x any) {
		if e, ok := x.(*ir.Expr); ok {
			e.Walk(func(e *ir.Expr) bool { f(e); return true })
		}
	})
}

// inside visits what a block points to, outermost first. It goes by the types of fields, so that no
// statement can be forgotten. Declarations that a statement points to are not part of it.
func inside(v reflect.Value, visit func(any)) {
	switch v.Kind() {
	case reflect.Interface:
		inside(v.Elem(), visit)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		switch x := v.Interface().(type) {
		case *ir.Field, *ir.Template:
		case *ir.Expr:
			visit(x)
		default:
			visit(x)
			inside(v.Elem(), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() != reflect.Struct || f.Type().PkgPath() == v.Type().PkgPath() {
				inside(f, visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			inside(v.Index(i), visit)
		}
	}
}
