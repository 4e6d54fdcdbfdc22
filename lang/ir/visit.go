package ir

import (
	"reflect"
	"sync"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Visit shows what a part of a program points to, outermost first: statements, blocks, expressions, templates and
// whatever else there is, by the types of its fields, so that nothing can be forgotten. What visit answers false to is
// not entered. Fields of kinds, cards and events are shown and never entered: whoever names one does not hold it.
func Visit(part any, visit func(any) bool) { see(reflect.ValueOf(part), visit) }

func see(v reflect.Value, visit func(any) bool) {
	switch v.Kind() {
	case reflect.Interface:
		see(v.Elem(), visit)
	case reflect.Pointer:
		if !v.IsNil() && visit(v.Interface()) && v.Type() != fieldType {
			see(v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			see(v.Index(i), visit)
		}
	case reflect.Struct:
		for _, i := range leading(v.Type()) {
			see(v.Field(i), visit)
		}
	}
}

var (
	fieldType = reflect.TypeFor[*Field]()
	spanType  = reflect.TypeFor[source.Span]()
	plans     sync.Map // reflect.Type to []int
)

// leading are the fields of a struct that may lead to a pointer.
func leading(t reflect.Type) []int {
	if plan, ok := plans.Load(t); ok {
		return plan.([]int)
	}
	var plan []int
	for i := range t.NumField() {
		f := t.Field(i).Type
		if f.Kind() == reflect.Slice {
			f = f.Elem()
		}
		switch f.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Struct:
			if f != spanType {
				plan = append(plan, i)
			}
		}
	}
	plans.Store(t, plan)
	return plan
}
