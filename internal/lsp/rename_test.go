package lsp

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Whatever is renamed, a fresh check says what it said before, all tests pass that passed, and the name given back gives
// the first text back, byte for byte: names of all examples, and of small programs.
func TestRenames(t *testing.T) {
	names, err := filepath.Glob("../../examples/*.kdsl")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	more, err := filepath.Glob("../../interp/testdata/scenarios/*.kdsl")
	if err != nil || len(more) == 0 {
		t.Fatal(more, err)
	}
	names = append(names, more...)
	tries := *renames
	if testing.Short() {
		tries = 2 * len(names)
	}
	var mu sync.Mutex
	done, asked, refused := 0, 0, map[string]int{}
	t.Run("of", func(t *testing.T) {
		for i, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all := declared(source.New("a.kdsl", string(b)))
			if len(all) == 0 { // only tests and questions
				continue
			}
			t.Run(filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				r := newRenamer(t, string(b))
				dice := rand.New(rand.NewPCG(7, uint64(i)))
				for _, n := range dice.Perm(len(all))[:min(len(all), (tries+len(names)-1)/len(names)*2)] {
					mu.Lock()
					enough := asked >= tries
					if !enough {
						asked++
					}
					mu.Unlock()
					if enough {
						return
					}
					err := r.rename(t, all[n])
					mu.Lock()
					if err == nil {
						done++
					} else {
						refused[all[n].Text()+": "+err.Error()]++
					}
					mu.Unlock()
				}
			})
		}
	})
	t.Logf("%d of %d renamed; not %v", done, asked, refused)
	if 10*done < 9*asked || asked < tries {
		t.Errorf("%d of %d renamed; not %v", done, asked, refused)
	}
}

// renamer renames in one text.
type renamer struct {
	text string
	disk afero.Fs
	s    *Server
	told outcome
}

func newRenamer(t *testing.T, text string) *renamer {
	r := &renamer{text: text, disk: afero.NewMemMapFs(), told: told(t, text)}
	r.s = &Server{docs: newDocuments(), space: library.Open(r.disk), set: map[string]*source.File{}}
	return r
}

func (r *renamer) write(t *testing.T, text string) {
	if err := afero.WriteFile(r.disk, "a.kdsl", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r.s.space.Set("a.kdsl", nil)
	r.s.last = bindings{}
}

// rename renames there and back; the error is that it is refused.
func (r *renamer) rename(t *testing.T, here source.Span) error {
	const to = "quite_another_name"
	r.write(t, r.text)
	edits, err := r.s.renamed(context.Background(), "a.kdsl", here, to)
	if err != nil {
		return err
	}
	now := load.Edited(r.text, edits)
	if after := told(t, now); after != r.told {
		t.Errorf("%s renamed: %+v, then %+v", here.Text(), r.told, after)
	}
	r.write(t, now)
	back := ask.Uses(source.New("a.kdsl", now), to)
	edits, err = r.s.renamed(context.Background(), "a.kdsl", back[0], here.Text())
	if err != nil {
		return nil // the old name stands elsewhere, too
	}
	if got := load.Edited(now, edits); got != r.text {
		t.Errorf("%s given back is another text", here.Text())
	}
	return nil
}

// outcome is what is said of a program, and how its tests come out.
type outcome struct{ problems, passed, failed int }

func told(t *testing.T, text string) (out outcome) {
	t.Helper()
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("a.kdsl", text)
	if err != nil {
		t.Fatal(err)
	}
	out.problems = len(u.Diags)
	m := library.Machines{}
	for _, s := range library.Scripts(ir.TestScript, u) {
		if trial.Run(m.Of(u), s.Index, trial.Options{}).Passed {
			out.passed++
		} else {
			out.failed++
		}
	}
	return out
}

// What cannot be renamed says why.
func TestRenameRefused(t *testing.T) {
	const text = "use kharn_ages\n\nskill grudge {\n  en \"Grudge\"  fr \"Rancune\"\n  strikes: after blow(author: bearer) { en \"A.\"  fr \"B.\"; lose_health(who: author, points: 1) }\n}\n"
	disk := afero.NewMemMapFs()
	afero.WriteFile(disk, "a.kdsl", []byte(text), 0o644)
	s := &Server{docs: newDocuments(), space: library.Open(disk), set: map[string]*source.File{}}
	f := source.New("a.kdsl", text)
	for _, c := range []struct{ was, to, want string }{
		{"grudge", "Old grudge", `"Old grudge" is no name: names are written with the letters a to z, digits and _`},
		{"grudge", "after", `"after" is a word of the language`},
		{"after", "later", `"after" is a word of the language`},
		{"blow", "hit_hard", "blow cannot be renamed here: it stands in kharn-ages/berserk.kdsl, too, which is only used"},
	} {
		var edits []diag.Edit
		edits, err := s.renamed(context.Background(), "a.kdsl", ask.Uses(f, c.was)[0], c.to)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s to %s: %v, %d edits", c.was, c.to, err, len(edits))
		}
	}
	if edits, err := s.renamed(context.Background(), "a.kdsl", ask.Uses(f, "strikes")[0], "hits_back"); err != nil || len(edits) != 1 {
		t.Errorf("a label: %v, %d edits", err, len(edits))
	}
}

// A name is renamed in all files of its pack, in sentences too, and nowhere else.
func TestRenamePack(t *testing.T) {
	disk := afero.NewMemMapFs()
	afero.WriteFile(disk, "p/a.kdsl", []byte("pack p { en \"P\"  fr \"P\" }\n\nkind box {\n  en \"Box\"  fr f \"Boîte\"\n  weight: int { en \"Weight\"  fr \"Poids\" }\n}\n"), 0o644)
	afero.WriteFile(disk, "p/b.kdsl", []byte("// The weight of a box.\nbox crate { en \"Crate, {self.weight}\"  fr f \"Caisse, {self.weight}\"; weight: 3 }\n\ntest \"weight\" { given c = crate; expect c.weight == 3 }\n"), 0o644)
	s := &Server{docs: newDocuments(), space: library.Open(disk), set: map[string]*source.File{}}
	b, err := afero.ReadFile(disk, "p/a.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	f := source.New("p/a.kdsl", string(b))
	edits, err := s.renamed(context.Background(), "p/a.kdsl", ask.Uses(f, "weight")[0], "mass")
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for _, e := range edits {
		by[e.Span.File.Name]++
	}
	if len(by) != 2 || by["p/a.kdsl"] != 1 || by["p/b.kdsl"] != 4 {
		t.Errorf("edits %v", by)
	}
}

// Where a part of the places would be sound too, and another program, all of them are renamed: a tag is declared nowhere.
func TestRenameTag(t *testing.T) {
	const text = "kind box { en \"Box\"  fr f \"Boîte\" }\n\nevent lift(what: box) { tag quick  do { } }\n\nevent push(what: box) { tag quick  do { } }\n\nbox lead {\n  en \"Lead\"  fr \"Plomb\"\n  slow: cannot #quick(what: self) { en \"Not fast.\"  fr \"Pas vite.\" }\n}\n"
	disk := afero.NewMemMapFs()
	afero.WriteFile(disk, "a.kdsl", []byte(text), 0o644)
	s := &Server{docs: newDocuments(), space: library.Open(disk), set: map[string]*source.File{}}
	edits, err := s.renamed(context.Background(), "a.kdsl", ask.Uses(source.New("a.kdsl", text), "quick")[0], "hasty_deed")
	if err != nil || len(edits) != 3 {
		t.Errorf("%d edits, %v", len(edits), err)
	}
}

// A name that stands for something else may be given where that cannot be caught, and not where it would be.
func TestRenameTaken(t *testing.T) {
	const text = `kind box { en "Box"  fr f "Boîte"; weight: int = 1; cell full: bool = false }
event lift(what: box, far: int) {
  en "{what}"
  do {
    let x = what.weight
    what.full = x > 1 && [1, 2].exists(n, n > far)
  }
}
box crate { en "Crate"  fr f "Caisse" }
test "t" { given b = crate; lift(what: b, far: 1); expect !b.full }
`
	disk := afero.NewMemMapFs()
	if err := afero.WriteFile(disk, "a.kdsl", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if told := told(t, text); told != (outcome{passed: 1}) {
		t.Fatal(told)
	}
	s := &Server{docs: newDocuments(), space: library.Open(disk), set: map[string]*source.File{}}
	f := source.New("a.kdsl", text)
	for _, c := range []struct {
		was, to string
		edits   int
	}{{"x", "weight", 2}, {"x", "b", 2}, {"n", "b", 2}, {"n", "far", 0}, {"n", "what", 2}, {"x", "far", 0}, {"weight", "full", 0}, {"far", "weight", 3}} {
		edits, err := s.renamed(context.Background(), "a.kdsl", ask.Uses(f, c.was)[0], c.to)
		if len(edits) != c.edits || (err == nil) != (c.edits > 0) {
			t.Errorf("%s to %s: %d edits, want %d: %v", c.was, c.to, len(edits), c.edits, err)
		}
	}
}

// declared are where a text declares names: what it declares, and the labelled parts of that.
func declared(f *source.File) (out []source.Span) {
	tree, _ := syntax.Parse(f)
	for _, s := range ask.Symbols(tree) {
		for _, one := range append([]ask.Symbol{s}, s.Parts...) {
			if one.Here.IsValid() && source.IsName(one.Here.Text()) {
				out = append(out, one.Here)
			}
		}
	}
	return out
}
