package ask

import (
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// texts are those of all packs and examples, by their names.
func texts(t testing.TB) map[string]string {
	out := map[string]string{}
	for _, dir := range []string{"rules", "spells", "stdlib", "examples"} {
		err := fs.WalkDir(os.DirFS("../../"+dir), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".kdsl") {
				return err
			}
			b, err := fs.ReadFile(os.DirFS("../../"+dir), name)
			out[dir+"/"+name] = string(b)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// fitsIn are what fits in the programs of all texts, by their names.
func fitsIn(t testing.TB) map[string]*Fits {
	root := afero.NewReadOnlyFs(afero.NewBasePathFs(afero.NewOsFs(), "../.."))
	l := &load.Loader{Local: root}
	for _, dir := range []string{"stdlib", "rules", "spells"} {
		l.Library = append(l.Library, afero.NewBasePathFs(root, dir))
	}
	out := map[string]*Fits{}
	for _, dir := range []string{"rules", "spells", "stdlib", "examples"} {
		units, err := l.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range units {
			f := FitsOf(u.Program)
			for _, own := range u.Own {
				out[own.Source.Name] = f
			}
		}
	}
	return out
}

// The promise is measured with 3,000.
var carets = flag.Int("carets", 2000, "how many carets completion is tried at")

// At carets of texts that the habits are not taken from, with all behind the caret cut away, the token that stands there is
// among the first five in 80 of a hundred; a name of which two letters are written is among the first ten in 90. With what fits by its type no fewer are
// found, and of the names that are offered a third at most do not fit of those that did not without it.
func TestComplete(t *testing.T) {
	const folds = 5
	all := texts(t)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	dice := rand.New(rand.NewPCG(1, 2))
	dice.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	fits := fitsIn(t)
	asked, found := map[string]int{}, map[string]int{}
	typed := 0                // found with what fits by its type
	var offered, wrong [2]int // names among the first five, where it is known what fits, and those that do not: without it, and with it
	begun, whole := 0, 0
	var took []time.Duration
	for fold := range folds {
		var learnt []string
		var tried []string
		for i, name := range names {
			if i%folds == fold {
				tried = append(tried, name)
			} else {
				learnt = append(learnt, all[name])
			}
		}
		words := NewTokens()
		habits := HabitsOf(words, learnt...)
		for range *carets / folds {
			name := tried[dice.IntN(len(tried))]
			text := all[name]
			if fits[name] == nil {
				t.Fatalf("no program of %s", name)
			}
			list := tokens(text)
			x := list[dice.IntN(len(list))]
			if x.word == lineEnd {
				continue
			}
			sort := "sign"
			switch {
			case source.IsLetter(x.word[0]):
				sort = "name"
			case source.IsDigit(x.word[0]):
				sort = "number"
			}
			began := time.Now()
			got := Complete(habits, words, nil, source.New("", text[:x.at]), x.at, func(string) bool { return true })
			took = append(took, time.Since(began))
			if got := Complete(habits, words, fits[name], source.New("", text[:x.at]), x.at, func(string) bool { return true }); slices.ContainsFunc(got[:min(5, len(got))], func(c Candidate) bool { return c.Begun == 0 && c.Text == x.word }) {
				typed++
			}
			before := tokens(text[:x.at])
			var pl place
			for _, y := range before[max(0, len(before)-window):] {
				pl.follow(y.word)
			}
			if fit := fits[name].at(before, &pl); fit != nil && sort == "name" {
				with := Complete(habits, words, fits[name], source.New("", text[:x.at]), x.at, func(string) bool { return true })
				for i, list := range [][]Candidate{got, with} {
					for _, c := range list[:min(5, len(list))] {
						if source.IsLetter(c.Text[0]) {
							offered[i]++
							if !fit[c.Text] {
								wrong[i]++
							}
						}
					}
				}
			}
			asked[sort]++
			if slices.ContainsFunc(got[:min(5, len(got))], func(c Candidate) bool { return c.Begun == 0 && c.Text == x.word }) {
				found[sort]++
			}
			if sort == "name" && len(x.word) > 3 {
				got := Complete(habits, words, nil, source.New("", text[:x.at+2]), x.at+2, func(string) bool { return true })
				begun++
				if slices.ContainsFunc(got[:min(10, len(got))], func(c Candidate) bool { return c.Begun == 2 && c.Text == x.word }) {
					whole++
				}
			}
		}
	}
	slices.Sort(took)
	n, hits := 0, 0
	for sort := range asked {
		n, hits = n+asked[sort], hits+found[sort]
		t.Logf("%s: %d of %d", sort, found[sort], asked[sort])
	}
	t.Logf("%d of %d among the first five; p50 %v, p95 %v, at most %v", hits, n, took[len(took)/2], took[len(took)*95/100], took[len(took)-1])
	t.Logf("%d with what fits by its type; of the names offered where that is known %d of %d do not fit without it, and %d of %d with it", typed, wrong[0], offered[0], wrong[1], offered[1])
	if 200*typed < 199*hits || 3*wrong[1] > wrong[0] { // what is right is lost by one caret in two hundred at most
		t.Error("what fits by its type is not before what does not")
	}
	t.Logf("%d of %d names among the first ten behind two letters", whole, begun)
	if 100*whole < 90*begun {
		t.Errorf("%d of %d names among the first ten behind two letters", whole, begun)
	}
	if 100*hits < 80*n {
		t.Errorf("%d of %d among the first five", hits, n)
	}
}
