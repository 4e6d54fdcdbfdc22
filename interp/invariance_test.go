package interp_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// snapshot is the text of every content file of the module, by name.
func snapshot(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, dir := range append(slices.Clone(library), "examples", everywhere[0], everywhere[1]) {
		_ = filepath.WalkDir(filepath.Join(root, dir), func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".kdsl") {
				return err
			}
			b, err := os.ReadFile(name)
			must(t, err)
			name, _ = filepath.Rel(root, name)
			out[filepath.ToSlash(name)] = string(b)
			return nil
		})
	}
	return out
}

var library = []string{"stdlib", "rules", "spells"}

func inLibrary(name string) bool { return slices.Contains(library, strings.SplitN(name, "/", 2)[0]) }

// rewritten holds files with every text passed through a function, which may also give it another
// name. Nil leaves them as they are.
func rewritten(t *testing.T, files map[string]string, rewrite func(name, text string) (string, string)) *load.Loader {
	t.Helper()
	l := &load.Loader{Local: afero.NewMemMapFs()}
	shelf := map[string]afero.Fs{}
	for _, dir := range library {
		shelf[dir] = afero.NewMemMapFs()
		l.Library = append(l.Library, shelf[dir])
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		to, text := name, files[name]
		if rewrite != nil {
			to, text = rewrite(name, text)
		}
		must(t, afero.WriteFile(l.Local, to, []byte(text), 0o644))
		if dir, rest, _ := strings.Cut(to, "/"); shelf[dir] != nil {
			must(t, afero.WriteFile(shelf[dir], rest, []byte(text), 0o644))
		}
	}
	return l
}

// content is everything there is to play, loaded once for all tests, with the texts it was read from:
// while somebody writes, every test still sees the same.
func content(t *testing.T) (map[string]string, []*load.Unit) {
	t.Helper()
	if wholeFiles == nil {
		wholeFiles = snapshot(t)
		l := rewritten(t, wholeFiles, nil)
		for _, dir := range everywhere {
			us, err := l.Load(dir)
			if err == nil { // a folder that holds nothing yet
				whole = append(whole, us...)
			}
		}
	}
	return wholeFiles, whole
}

var (
	wholeFiles map[string]string
	whole      []*load.Unit
)

// lean are the folders that load quickly: the examples that read a whole rulebook each do not.
var lean = []string{everywhere[0], everywhere[1], "rules", "examples/pig.kdsl"}

// leanUnits are the units of the lean folders.
func leanUnits(units []*load.Unit) []*load.Unit {
	return slices.DeleteFunc(slices.Clone(units), func(u *load.Unit) bool {
		return !slices.ContainsFunc(lean, func(dir string) bool { return strings.HasPrefix(u.Own[0].Source.Name, dir) })
	})
}

// stories are the journals of all tests below some folders, by program and test.
func stories(t *testing.T, l *load.Loader, dirs ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, dir := range dirs {
		us, err := l.Load(dir)
		if err != nil {
			continue // a folder that holds nothing yet
		}
		storiesOf(us, out)
	}
	return out
}

func storiesOf(us []*load.Unit, out map[string]string) map[string]string {
	for _, u := range us {
		if u.Diags.HasErrors() {
			out[u.Name] = "does not load\n" + complaints(u)
			continue
		}
		m := interp.New(u.Program)
		for _, i := range tests(u) {
			res := trial.Run(m, i, trial.Options{})
			out[u.Name+": "+m.P.Scripts[i].Name] = fmt.Sprintf("%v\n%s", res.Passed, places.ReplaceAllString(story(m, res.Journal), ""))
		}
	}
	return out
}

// places are where in a file something stands that refused an answer.
var places = regexp.MustCompile(` \([^()\n]*\.kdsl:\d+\)`)

func compare(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	if len(want) < 20 {
		t.Fatalf("only %d tests were played", len(want))
	}
	told := 0
	for _, k := range slices.Sorted(maps.Keys(want)) {
		w := want[k]
		if told > 4 {
			return
		}
		if strings.HasPrefix(w, "does not load") {
			continue // content that is being written; reported where content is tested
		}
		if g, ok := got[k]; !ok {
			told++
			t.Errorf("%s: %s is not there: %s", what, k, got[strings.SplitN(k, ": ", 2)[0]])
		} else if g != w {
			told++
			t.Errorf("%s: %s: another journal\n%s", what, k, firstDifference(w, g))
		}
	}
}

// Scenario 20: the order of declarations and of files decides nothing: the journals are the same
// bytes.
func TestShuffleInvariance(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads all content five times")
	}
	files, units := content(t)
	all := storiesOf(leanUnits(units), map[string]string{})
	for seed := range uint64(4) {
		dirs, want := everywhere[:2], maps.Clone(all)
		if seed == 0 {
			dirs = lean // the rulebooks take long, the small programs do not
		} else {
			maps.DeleteFunc(want, func(name, _ string) bool { return !strings.HasPrefix(name, "interp/") })
		}
		rng := rand.New(rand.NewPCG(seed, 20))
		l := rewritten(t, files, func(name, text string) (string, string) {
			f, ds := syntax.Parse(source.New(name, text))
			if ds.HasErrors() {
				return name, text
			}
			var parts []string
			for _, d := range f.Decls {
				parts = append(parts, text[d.Span().Start:d.Span().End])
			}
			rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			if inLibrary(name) { // a loose file is known by its name
				name = path.Join(path.Dir(name), fmt.Sprintf("f%03d_%s", rng.IntN(1000), path.Base(name)))
			}
			return name, strings.Join(parts, "\n\n") + "\n"
		})
		compare(t, fmt.Sprintf("shuffle %d", seed), want, stories(t, l, dirs...))
	}
}

var token = regexp.MustCompile(`//[^\n]*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]+)?[A-Za-z0-9_]*|(?s:.)`)

// ours are the words that are the language's own wherever they stand.
func ours() map[string]bool {
	own := map[string]bool{}
	for _, w := range syntax.Words {
		own[w] = true
	}
	for _, p := range ir.Prims {
		own[p.Name] = true
	}
	for w := range strings.FieldsSeq(`int bool length dice target point path text list any owner bearer source card done replaced refused happened moved obstacle edge
		class count face exists all exists_one filter map sum most least best has can none printed base round rect tall layers min max
		red blue player players active once twice yes no pass up down tries game among each start end next second its used
		enter leave touch along ordered needs cost body unit uses overlays pack nobody refused event action span kind extends
		prefer size d rounding de le or one renewed no_choice
		noun moment m f h an plural also by inner complete
		`) {
		own[w] = true
	}
	return own
}

// The machine knows no game: with every name of a program renamed, in the same order, it plays the
// same game.
func TestRenameInvariance(t *testing.T) {
	own := ours()
	renamed := 0
	var rename func(text string) string
	rename = func(text string) string {
		return token.ReplaceAllStringFunc(text, func(s string) string {
			switch {
			case s[0] == '"':
				return regexp.MustCompile(`\{[^{}]*\}`).ReplaceAllStringFunc(s, func(in string) string {
					words := strings.SplitN(in, "|", 2) // plural forms are words of a sentence
					words[0] = rename(words[0])
					return strings.Join(words, "|")
				})
			case strings.HasPrefix(s, "//") || own[s] || !regexp.MustCompile(`^[A-Za-z_]\w*$`).MatchString(s) || dieName.MatchString(s):
				return s
			}
			renamed++
			return "q_" + s
		})
	}
	files := snapshot(t)
	l := rewritten(t, files, func(name, text string) (string, string) {
		if inLibrary(name) {
			return name, text
		}
		return name, rename(texts.ReplaceAllString(text, ""))
	})
	plain := rewritten(t, files, func(name, text string) (string, string) { return name, texts.ReplaceAllString(text, "") })
	dirs := append(slices.Clone(everywhere[:2]), "examples/pig.kdsl")
	want := stories(t, plain, dirs...)
	got := stories(t, l, dirs...)
	for k, s := range got {
		got[k] = strings.ReplaceAll(s, "q_", "")
	}
	compare(t, "renamed", want, got)
	if renamed < 1000 {
		t.Errorf("only %d names were renamed", renamed)
	}
}

var (
	dieName = regexp.MustCompile(`^[dD]\d+$`)
	// texts are expectations of printed text, which holds names.
	texts = regexp.MustCompile(`(?m)^ *expect text .*$`)
)

// The same program gives the same bytes: a hundred times, with any number of processors, loaded
// again or not.
func TestDeterminism(t *testing.T) {
	files := snapshot(t)
	units, err := rewritten(t, files, nil).Load(everywhere[0])
	must(t, err)
	play := func() string {
		var b strings.Builder
		for _, u := range units {
			m := machine(t, u)
			for _, i := range tests(u) {
				b.WriteString(story(m, trial.Run(m, i, trial.Options{}).Journal))
			}
		}
		return b.String()
	}
	loaded, played := stories(t, rewritten(t, files, nil), everywhere[:2]...), play()
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, n := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(n)
		compare(t, fmt.Sprintf("GOMAXPROCS=%d", n), loaded, stories(t, rewritten(t, files, nil), everywhere[:2]...))
		for range 34 {
			if got := play(); got != played {
				t.Fatalf("GOMAXPROCS=%d: another journal\n%s", n, firstDifference(played, got))
			}
		}
	}
}
