//go:build unix

package trust_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// subject is a text that is spoilt.
type subject struct {
	name, text string
	tokens     [][]int         // from and to, in bytes
	space      *load.Workspace // what it uses, and what is not spoilt in it, is read once
	made       bool            // where it uses no pack: the program is made, and played
}

// subjects are the examples, the standard pieces, what the machine and the loader are tested with, and common mistakes.
func subjects(t testing.TB) []*subject {
	all := texts(t, "examples/*.kdsl", "stdlib/*/*.kdsl", "spells/*/*.kdsl", "interp/testdata/*/*.kdsl", "lang/load/testdata/*.kdsl", "lang/syntax/testdata/*.kdsl", "docs/mistakes/*.kdsl")
	var out []*subject
	games := afero.NewMemMapFs()
	together := library.Open(games) // packs that several use are read once
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s := &subject{name: name, text: all[name], tokens: token.FindAllStringIndex(all[name], -1)}
		s.made = !strings.Contains(s.text, "\nuse ") && !strings.HasPrefix(s.text, "use ") && !strings.Contains(s.text, "pack ")
		fs := games
		if s.space = together; s.made {
			s.name = path.Join("alone", name, path.Base(name)) // it is nobody's neighbour
		} else if !strings.HasPrefix(name, "examples/") { // what is a pack itself is nobody else's neighbour
			fs = afero.NewMemMapFs()
			s.space = library.Open(fs)
		}
		if err := afero.WriteFile(fs, s.name, []byte(s.text), 0o644); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// spoilings are the ways in which the token at i is spoilt.
var spoilings = []struct {
	name  string
	spoil func(text string, at [][]int, i int, r *rand.Rand) string
}{
	{"deleted", func(text string, at [][]int, i int, _ *rand.Rand) string { return text[:at[i][0]] + text[at[i][1]:] }},
	{"doubled", func(text string, at [][]int, i int, _ *rand.Rand) string {
		return text[:at[i][1]] + " " + text[at[i][0]:at[i][1]] + text[at[i][1]:]
	}},
	{"swapped with the next", func(text string, at [][]int, i int, _ *rand.Rand) string {
		a, b := at[i], at[(i+1)%len(at)]
		if b[0] < a[0] {
			a, b = b, a
		}
		return text[:a[0]] + text[b[0]:b[1]] + text[a[1]:b[0]] + text[a[0]:a[1]] + text[b[1]:]
	}},
	{"the last", func(text string, at [][]int, i int, _ *rand.Rand) string { return text[:at[i][1]] }},
	{"poisoned", func(text string, at [][]int, i int, r *rand.Rand) string {
		return text[:at[i][0]] + poison[r.IntN(len(poison))] + text[at[i][1]:]
	}},
}

// poison is what nobody writes: it is put in the place of a token.
var poison = []string{"\x00", "\xff\xfe", "\ufeff", "\u202e", "\u200b", "\r", "\r\n", "\"", "/*", "*/", "//", "{", "}", "(", ")", "[", "]", "\\", "$", "`", "''", "é", "😀", "ﬁ",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "00", "1e9", "0x7f", "1.2.3", ".5", "d0", "99999d99999", "3d6+", "..", "...", "==", "===", "=", "!", "?:", "&&&", "<>",
	"none", "self", "it", "bearer", "all(", "has(", "all", "list<list<int>>", "list<", "int?", "int??", "card", "kind", "pack", "use", "test", "in", "null", "true", "while", "patch",
	"remove", "__proto__", "{who.n}", "\"{\"", "\"{a.b.c}\"", "\"{|}\"", "\"%s\"", "\"\\u0000\"", "\"\\", "#", "#!", "@", "\t", "\v", "\u2028", strings.Repeat("(", 100), strings.Repeat("{", 300),
	strings.Repeat("!", 5000), strings.Repeat("a.", 3000) + "a", strings.Repeat("1+", 3000) + "1", strings.Repeat("x", 300), strings.Repeat("9", 60), strings.Repeat("-", 3000) + "1",
	strings.Repeat("[", 100), strings.Repeat("if true { ", 250), strings.Repeat("a ? b : ", 900) + "c", strings.Repeat("\"x\" ", 1000), strings.Repeat("enum e { a } ", 300), strings.Repeat("}", 300)}

// Whatever is wrong with a text is told with its place, soon, and in at most 200 sentences: a token of it is deleted, doubled,
// swapped with its neighbour, the last there is, or poison. -trust.inputs says how many such texts are tried, -trust.seed which;
// when all there are have been tried, each gets a second mistake, and so on.
func TestBadInput(t *testing.T) {
	all := subjects(t)
	ends := make([]int, len(all)) // how many tokens there are up to each subject, with its own
	sum := 0
	for i, s := range all {
		sum += len(s.tokens)
		ends[i] = sum
	}
	r := rand.New(rand.NewPCG(*seed, 0))
	orders := make([]func() int, len(spoilings))
	for k := range orders {
		orders[k] = shuffled(r, sum)
	}
	clean, wrong, told, most, complaints := 0, 0, 0, 0, 0
	codes := map[string]bool{}
	var slowest time.Duration
	slowestIn := ""
	for n := range *inputs {
		way := n % len(spoilings)
		at := orders[way]()
		k, _ := slices.BinarySearch(ends, at+1)
		s := all[k]
		i := at - (ends[k] - len(s.tokens))
		bad := spoilings[way].spoil(s.text, s.tokens, i, r)
		for range n / (sum * len(spoilings)) {
			if at := token.FindAllStringIndex(bad, -1); len(at) > 0 {
				bad = spoilings[r.IntN(len(spoilings))].spoil(bad, at, r.IntN(len(at)), r)
			}
		}
		where := fmt.Sprintf("input %d of -trust.seed %d, %s, token %d %s", n, *seed, s.name, i, spoilings[way].name)
		begun := worked()
		ds, complaint := s.told(bad)
		took := worked() - begun
		for again := 0; again < 3 && took > time.Second; again++ { // to collect garbage counts, too
			begun = worked()
			s.told(bad)
			took = min(took, worked()-begun)
		}
		if took > slowest {
			slowest, slowestIn = took, where
		}
		if ds.HasErrors() {
			wrong++
		} else {
			clean++
		}
		told += len(ds)
		most = max(most, len(ds))
		for _, d := range ds {
			codes[d.Code] = true
		}
		switch {
		case complaint != "":
		case len(ds) > load.MaxDiags+1: // the last says how many more there are
			complaint = fmt.Sprintf("%d diagnostics", len(ds))
		case took > time.Second:
			complaint = fmt.Sprintf("takes %v", took)
		}
		if complaint != "" {
			t.Errorf("%s: %s\n%s", where, complaint, bad)
			if complaints++; complaints == 10 {
				t.FailNow()
			}
		}
	}
	t.Logf("seed %d: %d inputs of %d (%d tokens of %d texts, %d ways): %d clean, %d with errors, %d diagnostics of %d codes, at most %d of one; the slowest took %v: %s",
		*seed, *inputs, sum*len(spoilings), sum, len(all), len(spoilings), clean, wrong, told, len(codes), most, slowest.Round(time.Millisecond), slowestIn)
	if wrong*2 < *inputs || *inputs >= 1000 && len(codes) < 20 {
		t.Errorf("too little was spoilt: %d of %d, %d codes", wrong, *inputs, len(codes))
	}
}

// shuffled gives the numbers below n in a random order, over and over.
func shuffled(r *rand.Rand, n int) func() int {
	var left []int
	return func() int {
		if len(left) == 0 {
			left = r.Perm(n)
		}
		at := left[0]
		left = left[1:]
		return at
	}
}

// told is what is said of the subject when it says something else, and what is wrong with that. What is clean is laid out and
// played a little.
func (s *subject) told(text string) (ds diag.List, complaint string) {
	defer func() {
		if p := recover(); p != nil {
			complaint = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	s.space.Set(s.name, &text)
	if !s.made {
		ds, err := s.space.Check(context.Background(), s.name)
		if err != nil {
			return nil, err.Error()
		}
		return ds, misplaced(ds)
	}
	p, ds, err := s.space.Program(context.Background(), s.name)
	switch {
	case err != nil:
		return nil, err.Error()
	case ds.HasErrors():
		return ds, misplaced(ds)
	}
	return ds, cmp.Or(misplaced(ds), laidOut(text), played(&load.Unit{Program: p}))
}

// misplaced says which of some diagnostics has no place in a text, no code or no words.
func misplaced(ds diag.List) string {
	for _, d := range ds {
		switch f := d.Span.File; {
		case f == nil:
			return "no file: " + d.Message
		case d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(f.Text):
			return fmt.Sprintf("%d to %d of %d bytes: %s", d.Span.Start, d.Span.End, len(f.Text), d.Message)
		case d.Code == "" || d.Message == "":
			return fmt.Sprintf("no code or no words: %q %q", d.Code, d.Message)
		}
	}
	return ""
}

// laidOut lays a readable text out, which stays readable and as it is.
func laidOut(text string) string {
	f, _ := syntax.Parse(source.New("x.kdsl", text))
	once := syntax.Format(f)
	again, ds := syntax.Parse(source.New("x.kdsl", once))
	if ds.HasErrors() || syntax.Format(again) != once {
		return "laid out, it is not readable, or not laid out:\n" + once
	}
	return ""
}

// played plays the tests and scenarios of a program within a small budget: they end, or say why not.
func played(u *load.Unit) string {
	p, err := kdsl.New(u)
	if err != nil {
		return err.Error()
	}
	p.Budget = kdsl.Budget{Steps: 20_000, Depth: 60, Instances: 200, Choices: 200, Text: 1 << 20, Journal: 1 << 20}
	for _, s := range p.Tests() {
		r, err := p.Test(context.Background(), s.Name)
		if err == nil && !r.Passed && (r.Message == "" || r.Line == 0) || err != nil && err.Error() == "" {
			return fmt.Sprintf("test %q: %+v, %v", s.Name, r, err)
		}
	}
	for _, s := range p.Scenarios() {
		g, err := p.Start(s.Name, 1)
		if err != nil {
			return fmt.Sprintf("scenario %q: %v", s.Name, err)
		}
		if _, err = g.Next(context.Background()); err != nil && err.Error() == "" {
			return fmt.Sprintf("scenario %q fails without a word", s.Name)
		}
	}
	return ""
}
