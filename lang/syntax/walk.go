package syntax

import (
	"reflect"
	"sync"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Spanned is any node of the tree.
type Spanned interface{ Span() source.Span }

// Walk calls visit for the node and, where visit returns true, for the nodes below it, in the order
// of their fields. Nodes arrive as pointers: *Clause, *Name, *Slice. Parts that are absent are skipped.
func Walk(node Spanned, visit func(Spanned) bool) {
	v := reflect.ValueOf(node)
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		walk(v, visit)
	}
}

// WalkFile walks every declaration of the file.
func WalkFile(file *File, visit func(Spanned) bool) {
	for _, d := range file.Decls {
		Walk(d, visit)
	}
}

// walk visits what the pointer points to, a struct that embeds Node.
func walk(p reflect.Value, visit func(Spanned) bool) {
	if !visit(p.Interface().(Spanned)) {
		return
	}
	s := p.Elem()
	for _, i := range below(s.Type()) {
		f := s.Field(i)
		switch f.Kind() {
		case reflect.Struct:
			if !f.IsZero() {
				walk(f.Addr(), visit)
			}
		case reflect.Pointer:
			if !f.IsNil() {
				walk(f, visit)
			}
		case reflect.Interface:
			if !f.IsNil() {
				walk(f.Elem(), visit)
			}
		case reflect.Slice:
			for j := range f.Len() {
				switch e := f.Index(j); e.Kind() {
				case reflect.Struct:
					walk(e.Addr(), visit)
				case reflect.Pointer:
					if !e.IsNil() {
						walk(e, visit)
					}
				case reflect.Interface:
					walk(e.Elem(), visit)
				}
			}
		}
	}
}

var (
	plans       sync.Map // reflect.Type to []int
	spannedType = reflect.TypeFor[Spanned]()
)

// below returns the indices of the fields of a node that hold nodes.
func below(t reflect.Type) []int {
	if plan, ok := plans.Load(t); ok {
		return plan.([]int)
	}
	var plan []int
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			continue
		}
		e := f.Type
		if e.Kind() == reflect.Slice {
			e = e.Elem()
		}
		if e.Implements(spannedType) || reflect.PointerTo(e).Implements(spannedType) {
			plan = append(plan, i)
		}
	}
	plans.Store(t, plan)
	return plan
}
