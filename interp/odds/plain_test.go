package odds_test

import (
	"path/filepath"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// TestPlain holds the answers to those of the plain way, in which nothing is taken for equal that is not
// the same: equal fractions after the same number of throws, for all questions of the examples.
func TestPlain(t *testing.T) {
	files, err := filepath.Glob("../../examples/*odds*.kdsl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	asked, saved := 0, 0
	for _, file := range files {
		l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), filepath.Dir(file)),
			Library: []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}}}
		units, err := l.Load(filepath.Base(file))
		if err != nil {
			t.Fatal(err)
		}
		m := interp.New(units[0].Program)
		for i, s := range m.P.Scripts {
			if s.Word != ir.OddsScript {
				continue
			}
			o := odds.Options{Waves: 4}
			want, err := odds.AskPlain(m, i, o)
			if err != nil {
				t.Logf("%s: %v", s.Name, err)
				continue
			}
			got, err := odds.Ask(m, i, o)
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
				continue
			}
			asked, saved = asked+1, saved+want.Runs-got.Runs
			equal(t, got, want)
		}
	}
	if asked < 5 || saved <= 0 {
		t.Errorf("%d questions were asked, %d runs saved", asked, saved)
	}
}

// TestPlainPrograms does so with small programs, each of which holds something that is nearly dead.
func TestPlainPrograms(t *testing.T) {
	for _, text := range []string{
		// what a caller put aside is read after its call
		"event inner(k: int) { sum: int = 0; do { throw k d4 as f; sum = f.total() } }\n" +
			"event outer(k: int) { sum: int = 0; do { throw d3 as a; let i = inner(k: k); throw d2 as b; sum = a * i.sum + b } }\n" +
			"odds \"o\" { let x = outer(k: 2); measure x.sum }",
		// the event around is written to by those inside
		"event outer(k: int) { sum: int = 0; do { throw d3 as a; sum = a; inner(outside: this); throw d2 as b; sum += b } }\n" +
			"event inner(outside: outer) { do { throw d4 as f; outside.sum = outside.sum * 10 + f } }\n" +
			"odds \"o\" { let x = outer(k: 2); measure x.sum }",
		// what happens inside reads what is around it, without being handed it
		"event outer(k: int) { sum: int = 0; last: int = 0; do { throw d3 as a; sum = a; inner(); throw d2 as b; inner(); last += b } }\n" +
			"event inner() { do { throw d4 as f; if has(during(outer)) && f > 2 { note \"x\"; tally(n: during(outer).sum) } } }\n" +
			"event tally(n: int) { do { each x in players() { x.p += n } } }\nplayer { cell p: int = 0 }\n" +
			"odds \"o\" { let x = outer(k: 2); measure red.p * 10 + x.last }",
		// a clause writes to the event around, and one asks only whether it is there
		"event outer(k: int) { sum: int = 0; do { throw d3 as a; sum = a; inner(); throw d2 as b; sum += b } }\n" +
			"event inner() { do { throw d4 as f; each x in players() { x.p += (has(during(outer)) ? 1 : 2) * f } } }\nplayer { cell p: int = 0 }\n" +
			"rule r { x: after inner during outer(k: 2) as o { o.sum = o.sum * 10 } }\n" +
			"odds \"o\" { inner(); let x = outer(k: 2); inner(); measure red.p + x.sum * 100 }",
		// a function reads through a record what is written after the throw
		"event outer(k: int) { sum: int = 0; last: int = 0; do { throw d3 as a; last = a; throw d3 as b; sum = b; inner(outside: this); inner(outside: this) } }\n" +
			"function twice(outside: outer, n: int): int = outside.sum * 2 + n + outside.last\n" +
			"event inner(outside: outer) { do { throw d4 as f; outside.sum = twice(outside, f) } }\n" +
			"odds \"o\" { let x = outer(k: 2); measure x.sum }",
		// a clause about a function reads through a record what nothing else does, while it lies in play
		"kind piece { cell m: int = 0 }\nkind charm on piece { }\npiece pawn { }\ncharm luck { more: while twice { add outside.last * 10 } }\n" +
			"event outer(who: piece) { sum: int = 0; last: int = 0; do { throw 1 d3 as a; last = a[0]; throw 1 d3 as b; sum = b[0]; if b[0] == 1 { apply luck to who permanent }; inner(outside: this, who: who) } }\n" +
			"function twice(outside: outer, n: int): int = outside.sum * 2 + n layers high\n" +
			"event inner(outside: outer, who: piece) { do { throw 1 d4 as f; who.m = twice(outside, f[0]) } }\n" +
			"odds \"o\" { given a = pawn; when outer(a); measure a.m }",
		// what is written right after a throw, by a function that cards contribute to
		"kind piece { cell m: int = 0 }\nkind charm on piece { }\npiece pawn { }\ncharm luck { more: while worth(who: bearer) { add during_sum(b) } }\n" +
			"function during_sum(b: outer): int = b.sum * 7\n" +
			"function worth(who: piece, b: outer): int = who.m layers high max 9\n" +
			"event outer(who: piece) { sum: int = 0; last: int = 0; do { throw 1 d3 as a; sum = a[0]; throw 1 d2 as b; last = worth(who, this) + b[0]; throw 1 d2 as c; sum = c[0]; last += worth(who, this) } }\n" +
			"odds \"o\" { given a = pawn; given l = luck on a; let x = outer(a); measure x.last }",
		// a clause reads what the event itself is done with
		"event hit(k: int) { sum: int = 0; part: int = 0; do { throw d3 as a; part = a; throw d3 as b; sum = b } }\n" +
			"player { cell n: int = 0 }\n" +
			"rule r { x: after hit { red_gets(v: part) } }\n" +
			"event red_gets(v: int) { do { each p in players() { p.n += v } } }\n" +
			"odds \"o\" { when hit(k: 1); throw d2 as c; measure red.n * c }",
		// cells: one is read late, one is never
		"player { cell n: int = 0; cell m: int = 0 }\n" +
			"event walk(who: player) { do { repeat 4 { throw d3 as a; who.n += a; if a == 2 { who.m += 1 } } } }\n" +
			"odds \"o\" { when walk(red); throw d2 as c; measure c == 1 ? red.n : red.m }",
		// a loop goes round, and what it keeps is read in the next round
		"event rounds(k: int) { sum: int = 0; do { let last = 0; repeat k { throw 2 d3 as f; sum += last; last = f[0] - f[1] } } }\n" +
			"odds \"o\" { let x = rounds(k: 4); measure x.sum }",
		// a walk over what was thrown, with a throw in each round
		"event rounds(k: int) { sum: int = 0; do { throw k d3 as f; each x in f { throw d2 as g; sum += x * g } } }\n" +
			"odds \"o\" { let x = rounds(k: 2); measure x.sum }",
		// things come, go, and are spoken of
		"kind piece { cell m: int = 0 }\npiece pawn { }\n" +
			"event make(k: int) { do { repeat k { throw d2 as f; if f == 1 { create pawn as p; p.m = k } } } }\n" +
			"event clear(k: int) { do { throw d2 as f; each p in all(piece) where p.m > f { destroy p } } }\n" +
			"odds \"o\" { when make(k: 3); when clear(k: 1); when make(k: 2); measure size(all(piece)) }",
	} {
		u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("plain.kdsl", text)
		if err != nil || u.Diags.HasErrors() {
			t.Errorf("%s: %v %v", text, err, u.Diags)
			continue
		}
		m := interp.New(u.Program)
		s := m.Script(ir.OddsScript, "o")
		want, err := odds.AskPlain(m, s, odds.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if len(want.Outcomes) < 2 {
			t.Errorf("%s: %d outcomes", text, len(want.Outcomes))
		}
		got, err := odds.Ask(m, s, odds.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		equal(t, got, want)
	}
}

func equal(t *testing.T, got, want *odds.Answer) {
	t.Helper()
	if len(got.Outcomes) != len(want.Outcomes) || got.LeftOut.Cmp(want.LeftOut) != 0 || got.Refused.Cmp(want.Refused) != 0 {
		t.Errorf("%s: got %d outcomes, left out %s, refused %s, want %d, %s, %s", got.Name, len(got.Outcomes), got.LeftOut, got.Refused,
			len(want.Outcomes), want.LeftOut, want.Refused)
		return
	}
	for i, o := range got.Outcomes {
		if w := want.Outcomes[i]; o.N != w.N || o.P.Cmp(w.P) != 0 {
			t.Errorf("%s: got %d with %s, want %d with %s", got.Name, o.N, o.P, w.N, w.P)
		}
	}
}
