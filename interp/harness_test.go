package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// root is the module's folder, seen from here.
const root = ".."

// loader reads the files of the module, with its library.
func loader() *load.Loader { return loaderAt(root) }

func loaderAt(root string) *load.Loader {
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), root)}
	for _, dir := range []string{"stdlib", "rules", "spells"} {
		l.Library = append(l.Library, afero.NewBasePathFs(afero.NewOsFs(), filepath.Join(root, dir)))
	}
	return l
}

// compile checks one text and makes its machine.
func compile(t testing.TB, text string) *interp.Machine {
	t.Helper()
	u, err := loader().LoadText("text.kdsl", text)
	if err != nil {
		t.Fatal(err)
	}
	return machine(t, u)
}

func machine(t testing.TB, u *load.Unit) *interp.Machine {
	t.Helper()
	if u.Diags.HasErrors() {
		t.Fatalf("%s does not load:\n%s", u.Name, complaints(u))
	}
	return interp.New(u.Program)
}

func complaints(u *load.Unit) string {
	var b strings.Builder
	for _, d := range u.Diags {
		p := d.Span.Pos()
		fmt.Fprintf(&b, "%d:%d: %s [%s]\n", p.Line, p.Column, d.Message, d.Code)
	}
	return b.String()
}

// programs loads every program below a folder of the module; folders that hold none are fine.
func programs(t testing.TB, dirs ...string) []*load.Unit { return programsAt(t, root, dirs...) }

func programsAt(t testing.TB, root string, dirs ...string) []*load.Unit {
	t.Helper()
	var out []*load.Unit
	l := loaderAt(root)
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(root, dir)); err != nil {
			continue
		}
		us, err := l.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, us...)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// tests lists the tests that run with a unit; some of them when time is short.
func tests(u *load.Unit) []int {
	var out []int
	for i, s := range u.Program.Scripts {
		if s.Word == ir.TestScript && (!testing.Short() || len(out) == 0 || i%20 == 0) {
			out = append(out, i)
		}
	}
	return out
}

// play runs the test of that name and fails when it does not pass.
func play(t *testing.T, m *interp.Machine, name string) trial.Result {
	t.Helper()
	i := m.Script(ir.TestScript, name)
	if i < 0 {
		t.Fatalf("there is no test %q", name)
	}
	res := trial.Run(m, i, trial.Options{})
	if !res.Passed {
		t.Fatalf("%s: line %d: %s\n%s", name, res.At.Pos().Line, res.Message, story(m, res.Journal))
	}
	return res
}

// story writes a journal as text: one line for an entry, everything in it by name.
func story(m *interp.Machine, all []*journal.Entry) string {
	var b strings.Builder
	for _, e := range all {
		line(&b, m, e)
	}
	return b.String()
}

func line(b *strings.Builder, m *interp.Machine, e *journal.Entry) {
	fmt.Fprintf(b, "%*s%s", e.Depth, "", e.Kind)
	if e.Event >= 0 {
		fmt.Fprintf(b, " %s", m.P.Events[e.Event].Name)
	}
	if e.Hook >= 0 {
		fmt.Fprintf(b, " by %s", m.HookName(e.Hook))
	}
	if e.Inst >= 0 {
		fmt.Fprintf(b, " of #%d", e.Inst)
	}
	for i, n := range e.Names {
		fmt.Fprintf(b, " %s", n)
		if i < len(e.Ints) {
			fmt.Fprintf(b, "=%d", e.Ints[i])
		}
		if i < len(e.Lists) && e.Lists[i] != nil {
			fmt.Fprintf(b, "=%v", e.Lists[i])
		}
	}
	if len(e.Names) == 0 {
		fmt.Fprintf(b, " %v %v", e.Ints, e.Lists)
	}
	fmt.Fprintf(b, " p%d %q %v\n", e.Player, e.Text, e.Hidden)
}

// told lists the texts of the notes of a journal, in order: the shortest way to prove an order.
func told(all []*journal.Entry) string {
	var out []string
	for _, e := range all {
		if e.Kind == journal.Note {
			out = append(out, e.Text)
		}
	}
	return strings.Join(out, " ")
}

// drive plays the test of that name by hand: answer hears every question and may answer it (nil
// leaves it to the automatic player). It answers the journal.
func drive(t *testing.T, m *interp.Machine, name string, answer func(*interp.Run, *interp.Question) *interp.Result) []*journal.Entry {
	t.Helper()
	i := m.Script(ir.TestScript, name)
	if i < 0 {
		t.Fatalf("there is no test %q", name)
	}
	var all []*journal.Entry
	r := m.Start(i)
	r.Listen(interp.Recorder(func(e *journal.Entry) { all = append(all, e) }))
	for {
		stop := r.Step()
		switch stop.Kind {
		case interp.Done:
			return all
		case interp.Fail:
			t.Fatalf("%s: %v\n%s", name, stop.Err, story(m, all))
		case interp.Throw:
			a, ok, err := r.Given()
			if !ok || err != nil {
				t.Fatalf("%s: no dice (%v)", name, err)
			}
			must(t, r.Resume(a))
		case interp.Step:
			if e, ok := stop.Step.Stmt.(*ir.ExpectCond); ok && !stop.Step.Cond(r.Env()) {
				t.Fatalf("%s: line %d does not hold\n%s", name, e.At.Pos().Line, story(m, all))
			}
			must(t, r.Resume(interp.Result{}))
		case interp.Ask:
			if a := answer(r, &stop.Ask); a != nil {
				must(t, r.Resume(*a))
				continue
			}
			a, ok, err := r.Given()
			must(t, err)
			if !ok {
				a = r.Decide()
			}
			must(t, r.Resume(a))
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
