package load

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Each pack of the library means the same whoever uses it: here somebody who gives its events and kinds fields that are called like
// what its texts say.
func TestLibraryMeansTheSame(t *testing.T) {
	name, said := regexp.MustCompile(`[a-z_]\w*`), regexp.MustCompile(`"[^"]*"|//.*`)
	extended := regexp.MustCompile(`(?m)^(kind|event|action|span) (\w+)`)
	taken := slices.Concat(syntax.Words, syntax.ValueWords, []string{"owner", "card", "bearer", "source"})
	for _, pack := range []string{"kharn_ages_fr", "saga", "aof_quest", "fortification", "kharn_ages_spells", "bids"} {
		alone, texts := user(t, pack, "")
		var names []string
		for _, f := range texts {
			names = append(names, name.FindAllString(said.ReplaceAllString(f.Text, ""), -1)...)
		}
		slices.Sort(names)
		names = slices.DeleteFunc(slices.Compact(names), func(n string) bool { return slices.Contains(taken, n) })
		has := fieldsOf(t, pack)
		r := rand.New(rand.NewPCG(1, 1))
		mine := "enum mood {\n" + strings.Join(names, "\n") + "\n}\n"
		for _, file := range slices.Sorted(maps.Keys(texts)) {
			for _, m := range extended.FindAllStringSubmatch(texts[file].Text, -1) {
				of, cell := m[2], ""
				if m[1] == "kind" {
					of, cell = "", "cell "
				}
				mine += "extend " + m[0] + " {\n"
				for _, i := range r.Perm(len(names))[:min(40, len(names))] { // an event has no more fields than 63
					if !has[of+"."+names[i]] {
						mine += "  " + cell + names[i] + ": int = 0\n"
					}
				}
				mine += "}\n"
			}
		}
		used, again := user(t, pack, mine)
		found, other := 0, 0
		for file, f := range texts {
			for _, at := range name.FindAllStringIndex(f.Text, -1) {
				span := source.Span{File: f, Start: at[0], End: at[1]}
				want, got := theirs(alone.Same(span)), theirs(used.Same(source.Span{File: again[file], Start: at[0], End: at[1]}))
				if found += len(want); !slices.Equal(want, got) {
					if other++; other < 10 {
						t.Errorf("%s: %s:%d: %s means something else when it is used: it stands at %d places, want %d", pack, file, span.Pos().Line, span.Text(), len(got), len(want))
					}
				}
			}
		}
		if found < 500 {
			t.Errorf("%s: only %d names are known", pack, found)
		}
	}
}

// user is a program that uses a pack and declares more, and the texts of what it uses.
func user(t *testing.T, pack, more string) (*check.Bindings, map[string]*source.File) {
	w := (&Loader{Local: files(t, map[string]string{"mine.kdsl": "use " + pack + "\n" + more}), Library: library()}).Open()
	b, err := w.Bindings(context.Background(), "mine.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	u, err := w.unit(context.Background(), "mine.kdsl", syntax.Heads)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]*source.File{}
	for _, f := range u.All {
		if f.Name != "mine.kdsl" {
			texts[f.Name] = f
		}
	}
	return b, texts
}

// fieldsOf are the fields of each event of a pack, and what all kinds and cards have together, as `event.field` and `.field`.
func fieldsOf(t *testing.T, pack string) map[string]bool {
	w := (&Loader{Local: files(t, map[string]string{"mine.kdsl": "use " + pack + "\n"}), Library: library()}).Open()
	p, _, err := w.Program(context.Background(), "mine.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	add := func(event string, fields []*ir.Field, constants []*ir.Constant) {
		for _, f := range fields {
			has[event+"."+f.Name] = true
		}
		for _, c := range constants {
			has[event+"."+c.Name] = true
		}
	}
	for _, k := range p.Kinds {
		add("", k.Fields, k.Constants)
	}
	for _, c := range p.Cards {
		add("", c.Own, c.Constants)
	}
	for _, e := range p.Events {
		add(e.Name, e.Fields, nil)
	}
	return has
}

// theirs are those of some places that are not in the program itself.
func theirs(spans []source.Span) (out []string) {
	for _, s := range spans {
		if s.File.Name != "mine.kdsl" {
			out = append(out, fmt.Sprint(s.File.Name, s.Start))
		}
	}
	return out
}
