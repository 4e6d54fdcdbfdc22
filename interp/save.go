package interp

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/kdsl-lang/kdsl/interp/state"
)

// saved is a run as it is written: the state, where the action under way began, and what is counted
// beside the state.
type saved struct {
	State  *state.State
	Back   *state.State `json:",omitempty"`
	Random bool         `json:",omitempty"` // dice were thrown or something was revealed since then
	Used   int64        // fuel
}

// MarshalJSON writes a run at its present stop, to be read by Machine.Load in another process.
func (r *Run) MarshalJSON() ([]byte, error) {
	out := saved{State: r.S, Random: r.random, Used: r.Used()}
	if r.back.Any() {
		out.Back = r.S.At(&r.back)
	}
	return json.Marshal(out)
}

// Load reads a run of this machine's program. The next Step comes to the stop at which it was written.
func (m *Machine) Load(b []byte) (*Run, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	in := saved{}
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("this is no saved game: %w", err)
	}
	if in.State == nil {
		return nil, fmt.Errorf("this is no saved game: it has no state")
	}
	r := m.Resume(in.State)
	if in.Back != nil {
		r.S.KeepOf(&r.back, in.Back)
		r.began = len(in.Back.Frames)
	}
	r.random = in.Random
	r.left -= in.Used
	return r, nil
}

// Resume makes a run of a state, which it owns; there is no way back from it.
func (m *Machine) Resume(s *state.State) *Run { return m.newRun(s) }
