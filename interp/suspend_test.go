package interp_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/interp/trial"
)

// everywhere are the folders whose tests stand for all content.
var everywhere = []string{"interp/testdata/scenarios", "interp/testdata/pipeline", "rules", "spells", "examples", "stdlib"}

// The whole state is plain data: written as JSON at every stop and read again, a test tells the
// same journal, byte for byte.
func TestJSONAtEveryStop(t *testing.T) {
	stops := 0
	_, units := content(t)
	for _, u := range units {
		if u.Diags.HasErrors() {
			continue // reported where the content is tested
		}
		m := interp.New(u.Program)
		for _, i := range tests(u) {
			plain := trial.Run(m, i, trial.Options{})
			again := trial.Run(m, i, trial.Options{Suspend: func(r *interp.Run) *interp.Run {
				if r.Step().Kind == interp.Fail {
					return r // it has failed: there is nothing to go on with
				}
				stops++
				b, err := json.Marshal(r)
				must(t, err)
				o, err := m.Load(b)
				must(t, err)
				if !o.S.Equal(r.S) {
					t.Fatalf("%s: the state that was read is another", m.P.Scripts[i].Name)
				}
				return o
			}})
			if plain.Passed != again.Passed || plain.Message != again.Message {
				t.Errorf("%s, %q: %q, suspended %q", u.Name, m.P.Scripts[i].Name, plain.Message, again.Message)
			}
			if a, b := story(m, plain.Journal), story(m, again.Journal); a != b {
				t.Errorf("%s, %q: another journal (%s, %s)\n%s", u.Name, m.P.Scripts[i].Name, plain.Message, again.Message, firstDifference(a, b))
			}
		}
	}
	if stops < 200 {
		t.Errorf("only %d stops were tried", stops)
	}
	t.Logf("%d stops", stops)
}

func throughJSON(t testing.TB, s *state.State) *state.State {
	t.Helper()
	b, err := json.Marshal(s)
	must(t, err)
	out := new(state.State)
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	must(t, d.Decode(out))
	return out
}

// firstDifference shows where two journals part.
func firstDifference(a, b string) string {
	la, lb := bytes.Split([]byte(a), []byte("\n")), bytes.Split([]byte(b), []byte("\n"))
	for i := range la {
		if i >= len(lb) || !bytes.Equal(la[i], lb[i]) {
			other := "(nothing)"
			if i < len(lb) {
				other = string(lb[i])
			}
			return string(la[i]) + "\n  against\n" + other
		}
	}
	return "the second is longer"
}
