package laws_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var lawsBroken = flag.Bool("laws.broken", false, "break the machine in a way for each law, and see that the law notices it")

// breach is a mistake in the machine that a law has to notice: what stands in a file of it, and what stands there instead.
type breach struct{ law, file, from, to string }

// listed is where the actions are listed that somebody is offered.
const listed = "options := slices.DeleteFunc(r.actions(a, who, player), r.banned)\n"

var breaches = []breach{
	{"nothing panics", "eval/number.go", "if i < 0 || i >= int64(len(list)) {", "if i < 0 {"},
	{"told is untold", "tell.go", "g.listener.Told(e)\n", "g.listener.Told(e)\n\tg.S.Answers = nil\n"},
	{"refused answers change nothing", "answer.go", "return fmt.Errorf(\"got action %d, want", "r.passed(f, r.instr(f).With.(*code.Turns).Stmt)\n\t\treturn fmt.Errorf(\"got action %d, want"},
	{"automatic is asked", "drive.go", "about := r.M.Asked(&r.pend.Ask)\n\t\t\ta, ok, err := r.Given()", "about := r.M.Asked(&r.pend.Ask)\n\t\t\ta, ok, err := Result{}, false, error(nil)"},
	{"saved is unsaved", "run.go", "r := m.Resume(in.State)", "in.State.Spent = nil\n\tr := m.Resume(in.State)"},
	{"odds are enumeration", "throw.go", "c.Weights[c.ByFace[i]]++", "c.Weights[c.ByFace[i]] = 1"},
	{"simulation is near the odds", "dice/dice.go", "return x % n", "return x % n &^ 1"},
	{"legal is pure and true", "legal.go", "r.V.Viewer = view\n\t\tout = r.possible(f)", "out, _ = fine, f"},
	{"offered is what may be tried", "legal.go", "r.V.Viewer = view\n\t\tout = r.possible(f)", "out, _ = fine, f"},
	{"can is true", "legal.go", "return out.OK && err == nil", "return err == nil"},
	{"a cost is judged as a call", "legal.go", "out.Why.Via = c.Event", "out.Why.Via, out.Why.Label = c.Event, \"limit\""},
	{"undone is never begun", "run.go", "r.restore()\n\tr.pend, r.err, r.V.Err = Stop{}, nil, nil", "r.pend, r.err, r.V.Err = Stop{}, nil, nil"},
	{"failed is never begun", "run.go", "limit.In = clauseNow(&r.game)\n\t}\n\tr.restore()", "limit.In = clauseNow(&r.game)\n\t}"},
	{"the second interpreter agrees", "fields.go", "return used >= l.times(r.V)", "return used > l.times(r.V)"},
	{"order is arrival", "act.go", listed, listed + "\tslices.SortStableFunc(options, func(x, y Option) int { return int(x.Who%3 - y.Who%3) })\n"},
	{"names mean nothing", "act.go", listed, listed + "\tslices.SortStableFunc(options, func(x, y Option) int { return len(r.M.P.Events[x.Event].Name) - len(r.M.P.Events[y.Event].Name) })\n"},
	{"places in files mean nothing", "act.go", listed, listed + "\tslices.SortStableFunc(options, func(x, y Option) int { return r.M.P.Events[x.Event].At.Start - r.M.P.Events[y.Event].At.Start })\n"},
}

// Each law is broken by a mistake that stands where it can be made, and with -laws.broken notices it: the machine is built with the mistake,
// and generated programs are held to that law alone.
func TestLawsAreFelt(t *testing.T) {
	for _, l := range laws {
		var of *breach
		for i := range breaches {
			if breaches[i].law == l.name {
				of = &breaches[i]
			}
		}
		if of == nil {
			t.Errorf("no mistake is known that %q notices", l.name)
			continue
		}
		file, err := filepath.Abs(filepath.Join("..", of.file))
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), of.from); n != 1 {
			t.Errorf("%q stands %d times in %s: the mistake that %q notices is to be made elsewhere", of.from, n, of.file, l.name)
			continue
		}
		if !*lawsBroken {
			continue
		}
		t.Run(l.name, func(t *testing.T) {
			dir := t.TempDir()
			wrong, overlay := filepath.Join(dir, "wrong.go"), filepath.Join(dir, "overlay.json")
			list, err := json.Marshal(map[string]map[string]string{"Replace": {file: wrong}})
			if err == nil {
				err = os.WriteFile(wrong, []byte(strings.Replace(string(text), of.from, of.to, 1)), 0o666)
			}
			if err == nil {
				err = os.WriteFile(overlay, list, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("go", "test", "-overlay", overlay, "-vet=off", ".", "-run", "^TestGeneratedPrograms$", "-laws.only", l.name, "-laws.n", "400").CombinedOutput()
			if err == nil || !strings.Contains(string(out), "programs break it") {
				t.Errorf("nothing notices it: %v\n%.2000s", err, out)
			}
		})
	}
}
