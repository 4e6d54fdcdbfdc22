package interp_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/state"
)

// The laws of states: a copy is equal, with the same hash, and lives its own life; what is equal has
// the same hash; what differs in anything is not equal.
func TestStateLaws(t *testing.T) {
	var all []moment
	machines := map[string]*interp.Machine{}
	for _, u := range programs(t, "interp/testdata/scenarios", "interp/testdata/pipeline") {
		m := machine(t, u)
		machines[u.Name] = m
		for _, i := range tests(u) {
			mo, _ := record(t, m, u.Name, i, 7)
			all = append(all, mo...)
		}
	}
	read := func(mo *moment) *state.State {
		var run struct{ State *state.State }
		must(t, json.Unmarshal(mo.State, &run))
		return run.State
	}
	rapid.Check(t, func(rt *rapid.T) {
		mo := &all[rapid.IntRange(0, len(all)-1).Draw(rt, "moment")]
		s := read(mo)
		c := s.Clone()
		same(rt, "a copy", s, c)
		same(rt, "what is read again", s, throughJSON(t, c))

		into := read(&all[rapid.IntRange(0, len(all)-1).Draw(rt, "other")])
		into.Set(s)
		same(rt, "what is set over another state", s, into)

		// The copy goes on; the original stays where it is.
		r := machines[mo.Unit].Resume(c)
		f := r.Fork()
		r.Step()
		for i := range min(3, len(mo.Answers)) {
			r.Step()
			if r.Resume(mo.Answers[i]) != nil {
				break
			}
		}
		same(rt, "the original of a run that went on", s, read(mo))
		same(rt, "a fork of a run that went on", s, f.S)

		// Two ways to one state: played on, and read at the next stop.
		leaf := rapid.IntRange(0, 1<<20).Draw(rt, "leaf")
		d := s.Clone()
		detach(d)
		path := change(d, leaf)
		if s.Equal(d) {
			rt.Fatalf("a state with another %s is taken for equal", path)
		}
	})
}

func same(rt *rapid.T, what string, a, b *state.State) {
	rt.Helper()
	if !a.Equal(b) || !b.Equal(a) {
		rt.Fatalf("%s is not equal", what)
	}
}

// detach gives a state lists of its own, so that a change of one does not show in another.
func detach(s *state.State) {
	b, _ := json.Marshal(s)
	*s = state.State{}
	_ = json.Unmarshal(b, s)
}

// change changes one value of a state, the n-th in the order of its fields, and says which.
func change(s *state.State, n int) string {
	var leaves []reflect.Value
	var names []string
	var walk func(v reflect.Value, name string)
	walk = func(v reflect.Value, name string) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if !v.Type().Field(i).IsExported() {
					continue // the log is how to go back, not where one stands
				}
				walk(v.Field(i), name+"."+v.Type().Field(i).Name)
			}
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem(), name)
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i), fmt.Sprintf("%s[]", name))
			}
		default:
			leaves, names = append(leaves, v), append(names, name)
		}
	}
	walk(reflect.ValueOf(s).Elem(), "State")
	n %= len(leaves)
	v := leaves[n]
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(v.Uint() ^ 1)
	default:
		v.SetInt(v.Int() ^ 1)
	}
	return names[n]
}
