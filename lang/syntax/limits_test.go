package syntax

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Each limit just below and just above: what is above is said once, with its place, and stops what would
// follow from it.
func TestLimits(t *testing.T) {
	lines := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	comment := func(n int) string { return "//" + strings.Repeat("x", n-2) }
	for _, c := range []struct {
		name, below, above, code, message string
		at                                int // where the diagnostic above begins
	}{
		{"size", lines(maxSize/64, comment(63)), lines(maxSize/64, comment(63)) + "\n", "bad-size", "the file has 1048577 bytes, at most 1048576 are read", 0},
		{"line", "\n" + comment(maxLine), "\n" + comment(maxLine+1) + "\n", "bad-size", "the line has 10001 bytes, at most 10000 are read", 1},
		{"name", "kind " + strings.Repeat("a", maxName) + " { }\n", "kind " + strings.Repeat("a", maxName+1) + " { }\n", "bad-size", "the name has 201 bytes, at most 200 are read", 5},
		{"brackets", "function f(): int = " + strings.Repeat("(", maxNesting) + strings.Repeat(")", maxNesting), strings.Repeat("(", maxNesting+1), "bad-nesting", "brackets are nested more than 200 deep", maxNesting},
	} {
		t.Run(c.name, func(t *testing.T) {
			if f, ds := Parse(source.New("x.kdsl", c.below)); has(ds, c.code) || f.Cut {
				t.Errorf("below: %v", ds)
			}
			_, ds := Parse(source.New("x.kdsl", c.above))
			if len(ds) != 1 || ds[0].Code != c.code || ds[0].Message != c.message || ds[0].Span.Start != c.at {
				t.Errorf("above: %v", ds)
			}
		})
	}
}

func has(ds diag.List, code string) bool {
	for _, d := range ds {
		if d.Code == code {
			return true
		}
	}
	return false
}

// After so many mistakes the rest of a file is not read, and that is said at the place.
func TestMistakesAreCounted(t *testing.T) {
	for _, unit := range []string{"a\n", "$ ", "\x00\n", "\"x\n", "1.2.3\n", "kind\n"} {
		for n, want := range map[int]bool{maxMistakes - 1: false, maxMistakes + 1: true, 30_000: true} {
			f, ds := Parse(source.New("x.kdsl", wrapped(unit, n)))
			stopped := has(ds, diag.TooMany)
			if stopped != want || f.Cut != want || want && (len(ds) != maxMistakes+1 || ds[maxMistakes].Code != diag.TooMany) {
				t.Errorf("%d x %q: %d diagnostics, stopped %v, cut %v", n, unit, len(ds), stopped, f.Cut)
			}
		}
	}
}

// A run of what cannot be read is one mistake, whatever it is made of; its place covers the run.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		text, message string
		start, end    int
	}{
		{"\x00\x00\x00", `got "\x00\x00\x00", want`, 0, 3},
		{"$$é$", `got "$$é$", want`, 0, 5},
		{strings.Repeat("$", 25), `got "$$$$$$$$$$$$$$$$$$$$" and 5 characters more, want`, 0, 25},
		{strings.Repeat("\x00", 9_000), `and 8980 characters more`, 0, 9_000},
	} {
		_, ds := Parse(source.New("x.kdsl", c.text))
		if len(ds) != 1 || ds[0].Code != "bad-character" || !strings.Contains(ds[0].Message, c.message) || ds[0].Span.Start != c.start || ds[0].Span.End != c.end {
			t.Errorf("%.20q: got %v", c.text, ds)
		}
	}
}

// A file that is not UTF-8 is one mistake, and its mend is what it says.
func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		text, message, mend string
		rank                diag.Rank
		start, end          int
	}{
		{"\xff\xfea\x00 \x00\xe9\x00", "written in UTF-16", "a é", diag.Safe, 0, 0},
		{"\xfe\xff\x00a\x00 \x00\xe9", "written in UTF-16", "a é", diag.Safe, 0, 0},
		{"a { fr \"Pi\xe8ce d\x92or\" }", `read as Windows-1252, it says "Pièce" here`, `a { fr "Pièce d’or" }`, diag.Offered, 10, 12},
		{"\xff", `it says "ÿ" here`, "ÿ", diag.Offered, 0, 2},
		{"\x80", `it says "€" here`, "€", diag.Offered, 0, 3},
		{"a { fr \"Pi\ufffdce\" }", "a character was lost here", "", diag.Offered, 10, 13},
	} {
		_, ds := Parse(source.New("x.kdsl", c.text))
		if len(ds) == 0 || ds[0].Code != "bad-encoding" || !strings.Contains(ds[0].Message, c.message) || ds[0].Span.Start != c.start || ds[0].Span.End != c.end {
			t.Errorf("%q: got %v", c.text, ds)
			continue
		}
		if c.mend == "" != !ds[0].Mended() || c.mend != "" && (ds[0].Edit().Text != c.mend || ds[0].Mends[0].Rank != c.rank || len(ds) > 1) {
			t.Errorf("%q: mended by %v", c.text, ds)
		}
	}
}

// The work grows with the text, not with its square: counted in tokens and diagnostics, which is all that
// the lexer makes.
func TestLexerIsLinear(t *testing.T) {
	for _, unit := range []string{"a\n", "$ ", "\x00", "((((", "1+", "\"a\" ", "é", "// x\n"} {
		last := 0
		for _, n := range []int{10_000, 20_000, 40_000} {
			l := lex(source.New("x.kdsl", wrapped(unit, n)))
			work := len(l.tokens) + len(l.diags) + len(l.comments)
			if last > 100 && work > last*5/2 {
				t.Errorf("%q: %d becomes %d when it is doubled", unit, last, work)
			}
			last = work
		}
	}
}
