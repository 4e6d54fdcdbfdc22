package syntax

import (
	"reflect"
	"strings"
	"sync"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// known are the sound declarations of a file, by their texts.
func (f *File) known() map[string]*sound {
	if f == nil {
		return nil
	}
	all := map[string]*sound{}
	for i := range f.sound {
		all[f.sound[i].at.Text()] = &f.sound[i]
	}
	return all
}

// to is the declaration as it is read at another place of its text.
func (s *sound) to(at source.Span) *sound {
	m := mover{at.File, at.Start - s.at.Start}
	n := *s
	n.at = at
	m.move(reflect.ValueOf(&n.decl).Elem())
	m.move(reflect.ValueOf(&n.chosen).Elem())
	return &n
}

// mover copies a tree into another text.
type mover struct {
	to *source.File
	by int
}

var spanType = reflect.TypeFor[source.Span]()

// move makes what a value points to its own. What only reading has held is left behind.
func (m mover) move(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		old := v.Elem()
		if v.Kind() == reflect.Interface {
			old = old.Elem() // each sum is one of pointers
		}
		n := reflect.New(old.Type())
		m.fill(n.Elem(), old)
		v.Set(n)
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		n := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			m.fill(n.Index(i), v.Index(i))
		}
		v.Set(n)
	case reflect.String:
		v.SetString(strings.Clone(v.String()))
	default: // numbers and truths
	}
}

// fill makes n the same as old, in the other text.
func (m mover) fill(n, old reflect.Value) {
	switch {
	case old.Type() == spanType:
		if at := old.Interface().(source.Span); at.IsValid() {
			n.Set(reflect.ValueOf(source.Span{File: m.to, Start: at.Start + m.by, End: at.End + m.by}))
		}
	case old.Kind() == reflect.Struct:
		for _, i := range parts(old.Type()) {
			m.fill(n.Field(i), old.Field(i))
		}
	default:
		n.Set(old)
		m.move(n)
	}
}

var partsOf sync.Map // by type

// parts are the fields of a node that are part of the tree.
func parts(t reflect.Type) []int {
	if known, ok := partsOf.Load(t); ok {
		return known.([]int)
	}
	var list []int
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct {
			list = append(list, i)
		}
	}
	partsOf.Store(t, list)
	return list
}
