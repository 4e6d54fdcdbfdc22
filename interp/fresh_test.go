package interp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// freshEnv tells the test binary that it is the other process, and where the programs are: a copy, so
// that both read the same while somebody writes.
const freshEnv = "KDSL_TEST_FRESH"

// moment is a game at one of its stops, and what is answered from there on.
type moment struct {
	Unit    string
	State   json.RawMessage
	Answers []interp.Result
}

// maxStops bounds how long a scenario is played.
const maxStops = 120

// record plays a script to its end (or for maxStops stops) and keeps every moment of it, with the
// fingerprint of what comes after: the rest of the journal and the last state.
func record(t *testing.T, m *interp.Machine, unit string, script int, seed uint64) (all []moment, want []string) {
	var told []*journal.Entry
	var answers []interp.Result
	var at []int
	r := m.Start(script)
	r.Listen(interp.Recorder(func(e *journal.Entry) { told = append(told, e) }))
	d, rng := dice.New(seed, 1), rand.New(rand.NewPCG(seed, 2))
	for range maxStops {
		stop := r.Step()
		if stop.Kind == interp.Done || stop.Kind == interp.Fail {
			break
		}
		b, err := json.Marshal(r)
		must(t, err)
		all = append(all, moment{Unit: unit, State: b})
		at = append(at, len(told))
		a, ok, err := r.Given()
		if ok = ok && err == nil; !ok {
			switch stop.Kind {
			case interp.Throw:
				c := &stop.Throw
				a.Counts = d.Counts(c.N, c.Faces, len(c.Classes), c.ByFace)
			case interp.Ask:
				a = r.Decide()
				if stop.Ask.Kind == interp.AskAct && rng.IntN(4) > 0 {
					a.Pick = rng.IntN(len(stop.Ask.Actions)+1) - 1
				}
			}
		}
		if err := r.Resume(a); !interp.Unseen(err) {
			must(t, err)
		}
		answers = append(answers, a)
	}
	r.Step()
	sums := fingerprints(m, told, r)
	for i := range all {
		all[i].Answers = answers[i:]
		want = append(want, sums[at[i]])
	}
	return all, want
}

// fingerprints sum up, for each entry of a journal, what is told from there on, and where the run
// stands.
func fingerprints(m *interp.Machine, told []*journal.Entry, r *interp.Run) []string {
	end := fmt.Sprintf("%+v", *r.S.Clone())
	if stop := r.Step(); stop.Kind == interp.Fail {
		end += stop.Err.Error()
	}
	out := make([]string, len(told)+1)
	out[len(told)] = end
	for i := len(told) - 1; i >= 0; i-- {
		h := fnv.New64a()
		h.Write([]byte(story(m, told[i:i+1]) + out[i+1]))
		out[i] = fmt.Sprintf("%x after %d", h.Sum64(), len(told)-i)
	}
	return out
}

// replay goes on from a moment with its answers.
func replay(m *interp.Machine, mo *moment) (string, error) {
	r, err := m.Load(mo.State)
	if err != nil {
		return "", err
	}
	var told []*journal.Entry
	r.Listen(interp.Recorder(func(e *journal.Entry) { told = append(told, e) }))
	for i, a := range mo.Answers {
		stop := r.Step()
		r.Given() // what the script gives is used up
		if err := r.Resume(a); err != nil && stop.Kind != interp.Fail && !interp.Unseen(err) {
			return "", fmt.Errorf("answer %d: %w", i, err)
		}
	}
	r.Step()
	return fingerprints(m, told, r)[0], nil
}

// At 1,000 moments drawn at random, a fresh process that loads the programs again goes on from the
// state's JSON and comes to the same end, with the same journal.
func TestFreshProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("it goes on in another process")
	}
	var all []moment
	var want []string
	dir := t.TempDir()
	files, units := content(t)
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	for _, u := range leanUnits(units) {
		if u.Diags.HasErrors() {
			continue
		}
		m := interp.New(u.Program)
		for i, s := range u.Program.Scripts {
			if s.Word == ir.OddsScript {
				continue
			}
			mo, w := record(t, m, u.Name, i, uint64(i))
			all, want = append(all, mo...), append(want, w...)
		}
	}
	t.Logf("%d moments", len(all))
	rng := rand.New(rand.NewPCG(1, 9))
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	var picks []int
	for range 1000 {
		n := rng.IntN(len(all))
		picks = append(picks, n)
		must(t, enc.Encode(&all[n]))
	}
	exe, err := os.Executable()
	must(t, err)
	cmd := exec.Command(exe, "-test.run=^TestFreshChild$")
	cmd.Env = append(os.Environ(), freshEnv+"="+dir)
	cmd.Stdin = &in
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	n := 0
	for line := range strings.SplitSeq(string(out), "\n") {
		got, ok := strings.CutPrefix(line, "= ")
		if !ok {
			continue
		}
		if got != want[picks[n]] {
			t.Errorf("%s, moment %d: the fresh process got %s, want %s", all[picks[n]].Unit, picks[n], got, want[picks[n]])
		}
		n++
	}
	if n != len(picks) {
		t.Errorf("%d answers to %d moments\n%s", n, len(picks), out)
	}
}

// TestFreshChild is the other process.
func TestFreshChild(t *testing.T) {
	dir := os.Getenv(freshEnv)
	if dir == "" {
		t.Skip("only as a child of TestFreshProcess")
	}
	machines := map[string]*interp.Machine{}
	for _, u := range programsAt(t, dir, lean...) {
		if !u.Diags.HasErrors() {
			machines[u.Name] = interp.New(u.Program)
		}
	}
	sc := bufio.NewScanner(os.Stdin)
	sc.Buffer(nil, 64<<20)
	for sc.Scan() {
		var mo moment
		must(t, json.Unmarshal(sc.Bytes(), &mo))
		got, err := replay(machines[mo.Unit], &mo)
		if err != nil {
			got = err.Error()
		}
		fmt.Println("= " + got)
	}
}
