package ask

import (
	"reflect"
	"regexp"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Alike tells whether two programs are one but for a name, and for where things stand in their texts: what is declared, in
// which order, and what each of it does.
func Alike(a, b *ir.Program, was, is string) bool {
	c := comparison{was: was, is: is, word: regexp.MustCompile(`\b` + was + `\b`), seen: map[[2]uintptr]bool{}}
	return a != nil && b != nil && c.same(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
}

type comparison struct {
	was, is string
	word    *regexp.Regexp      // the old name where it stands as a word
	seen    map[[2]uintptr]bool // pointers that are compared already
}

var places = reflect.TypeFor[source.Span]()

func (c *comparison) same(a, b reflect.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		pair := [2]uintptr{a.Pointer(), b.Pointer()}
		if c.seen[pair] {
			return true
		}
		c.seen[pair] = true
		return c.same(a.Elem(), b.Elem())
	case reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return c.same(a.Elem(), b.Elem())
	case reflect.Struct:
		if a.Type() == places {
			return true
		}
		for i := range a.NumField() {
			if name := a.Type().Field(i).Name; name != "Hash" && !c.same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !c.same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, k := range a.MapKeys() {
			v := b.MapIndex(k)
			if !v.IsValid() && k.Kind() == reflect.String && k.String() == c.was {
				v = b.MapIndex(reflect.ValueOf(c.is).Convert(k.Type()))
			}
			if !v.IsValid() || !c.same(a.MapIndex(k), v) {
				return false
			}
		}
		return true
	case reflect.String:
		return a.String() == b.String() || strings.ReplaceAll(a.String(), c.was, c.is) == b.String() || c.word.ReplaceAllLiteralString(a.String(), c.is) == b.String()
	case reflect.Bool:
		return a.Bool() == b.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return a.Int() == b.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return a.Uint() == b.Uint()
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return a.IsNil() == b.IsNil()
	}
	return a.Kind() == reflect.Float64 && a.Float() == b.Float()
}
