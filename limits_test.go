package kdsl_test

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kdsl-lang/kdsl"
)

// times joins n texts, in which %[1]d stands for their number from 1.
func times(n int, text, joint string) string {
	out := make([]string, n)
	for i := range out {
		out[i] = strings.ReplaceAll(text, "%[1]d", fmt.Sprint(i+1))
	}
	return strings.Join(out, joint)
}

// one is a program of one file.
func one(text func(n int) string) func(int) fstest.MapFS {
	return func(n int) fstest.MapFS { return fstest.MapFS{"a.kdsl": {Data: []byte(text(n))}} }
}

// textLimits are those of what is read: a program of size n for each, the greatest n that is read, and what
// is said of one more.
var textLimits = []struct {
	what    string
	program func(n int) fstest.MapFS
	most    int
	said    string
}{
	{"bytes of a file", one(func(n int) string {
		return strings.Repeat("//"+strings.Repeat("x", 1021)+"\n", n/1024) + strings.Repeat("\n", n%1024)
	}), 1 << 20,
		"a.kdsl:1:1: the file has 1048577 bytes, at most 1048576 are read [bad-size]"},
	{"words of a file", one(func(n int) string { return strings.Repeat("//\n", n) }), 200_000,
		"a.kdsl:200001:3: up to here the file has 200000 words and signs, and no more are read: divide it into several [bad-size]"},
	{"words of a pack", func(n int) fstest.MapFS {
		out := fstest.MapFS{"p/pack.kdsl": {Data: []byte("pack p\n")}} // and its end: three
		for i := range 4 {
			words := (n - 3) / 4
			if i == 3 {
				words = n - 3 - 3*words
			}
			out[fmt.Sprintf("p/f%d.kdsl", i)] = &fstest.MapFile{Data: []byte(strings.Repeat("//\n", words-1))}
		}
		return out
	}, 300_000,
		"p/pack.kdsl:1:1: up to this file the pack has more than 300000 words and signs: this file and those after it are not read [bad-size]"},
	{"words of a program", func(n int) fstest.MapFS {
		out := fstest.MapFS{"a.kdsl": {Data: []byte("use p, q\n" + strings.Repeat("//\n", 60_000-5))}}
		for _, p := range []string{"p", "q"} {
			out[p+"/a.kdsl"] = &fstest.MapFile{Data: []byte("pack " + p + "\n" + strings.Repeat("//\n", 60_000-3))}
			out[p+"/b.kdsl"] = &fstest.MapFile{Data: []byte(strings.Repeat("//\n", 60_000-1))}
		}
		out["q/b.kdsl"] = &fstest.MapFile{Data: []byte(strings.Repeat("//\n", n-240_000-1))}
		return out
	}, 300_000,
		"a.kdsl:1:8: with the pack \"q\" the program has more than 8388608 bytes or 300000 words and signs: the pack is not read [bad-size]"},
	{"bytes of a line", one(func(n int) string { return "//" + strings.Repeat("x", n-2) + "\n" }), 10_000,
		"a.kdsl:1:1: the line has 10001 bytes, at most 10000 are read [bad-size]"},
	{"bytes of a name", one(func(n int) string { return "enum " + strings.Repeat("x", n) + " { a }\n" }), 200,
		"a.kdsl:1:6: the name has 201 bytes, at most 200 are read [bad-size]"},
	{"digits", one(func(n int) string { return "function _f(): int = 1" + strings.Repeat("0", n-1) + "\n" }), 19,
		"a.kdsl:1:22: got a number of 20 digits, want at most 19 [bad-number]"},
	{"nested blocks", one(func(n int) string {
		return "event e() { do {" + strings.Repeat("if true {\n", n-2) + strings.Repeat("}\n", n-2) + "} }\n"
	}), 200,
		"a.kdsl:199:9: brackets are nested more than 200 deep [bad-nesting]"},
	{"nested brackets", one(func(n int) string {
		return "function _f(): int = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + "\n"
	}), 60,
		"a.kdsl:1:82: brackets nest deeper than 60 [bad-nesting]"},
	{"words of an expression", one(func(n int) string {
		return "function _f(): bool = " + strings.Repeat("-", 1-n%2) + "1 in [" + times((n-3)/2, "1", ",\n") + "]\n"
	}), 4000,
		"a.kdsl:1:23: this expression is too long: 4001 words, at most 4000 [bad-nesting]"},
	{"depth of an expression", one(func(n int) string {
		return "function _f(a: int): int = (" + times(n, "a == %[1]d ? 1 : ", "\n") + "0)\n"
	}), 398,
		"a.kdsl:1:28: this expression is nested too deeply [bad-nesting]"},
	{"else", one(func(n int) string {
		return "event e(a: int) { do { if a == 0 { } " + times(n, "else if a == %[1]d { }", " ") + " } }\n"
	}), 200,
		"a.kdsl:1:4130: an if has more than 200 else [bad-nesting]"},
	{"fields", one(func(n int) string { return "event e(" + times(n, "a%[1]d: int", ", ") + ") { do { } }\n" }), 63,
		"a.kdsl:1:7: e has 64 fields, at most 63 [invalid-member]"},
	{"ancestors", one(func(n int) string { return "kind k0 { }\n" + kinds(n) }), 64,
		"a.kdsl:66:6: kind k65 has more than 64 ancestors [bad-nesting]"},
	{"keys of a limit", one(func(n int) string {
		return "action e(who: player, " + times(n, "a%[1]d: int", ", ") + ") { limit once per " + times(n, "a%[1]d", ", ") + " per game do { } }\n"
	}), 3,
		"a.kdsl:1:61: a limit counts by at most 3 values together, got 4 [invalid-member]"},
	{"keys of a table", one(func(n int) string {
		return "function _f(): int = t(" + times(n, "1", ", ") + ")\ntable t(" + times(n, "a%[1]d: int in 1..1", ", ") + "): int {\n  " + times(n, "1", ", ") + " => 1\n}\n"
	}), 24,
		"a.kdsl:2:7: table t has 25 keys, at most 24 [table-too-large]"},
	{"names in an expression", one(func(n int) string {
		return "function _f(): bool = " + times(n, "[1].exists(a%[1]d, ", "") + "true" + strings.Repeat(")", n) + "\n"
	}), 24,
		"a.kdsl:1:398: too many things have a name here: 25, at most 24 [bad-nesting]"},
	{"cells of a table", one(func(n int) string {
		return "function _f(): int = t(" + times(n, "1", ", ") + ")\ntable t(" + times(n, "a%[1]d: int in 1..3", ", ") + "): int {\n  " + times(n, "2", ", ") + " => 1\n  " + times(n, "*", ", ") + " => 2\n}\n"
	}), 12,
		"a.kdsl:2:7: table t has too many rows and keys to be checked [table-too-large]"},
	{"rows of a table", one(func(n int) string { return table("t", n) }), 2896,
		"a.kdsl:2:7: table t has too many rows and keys to be checked [table-too-large]"},
	{"rows of tables", one(func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(table(fmt.Sprint("t", i+1), 2896))
		}
		return b.String()
	}), 4,
		"a.kdsl:11598:7: table t5 has too many rows and keys to be checked [table-too-large]"},
	{"bytes of the name of a file", func(n int) fstest.MapFS {
		return fstest.MapFS{strings.Repeat("x", n-5) + ".kdsl": {Data: []byte("enum a { b }\n")}}
	}, 200,
		strings.Repeat("x", 196) + ".kdsl:1:1: the name of this file has 201 bytes, at most 200 do everywhere [bad-file-name]"},
	{"files of a pack", func(n int) fstest.MapFS { return pack(n, 10) }, 5000,
		"p/f05000.kdsl:1:1: the pack has 50010 bytes in 5001 files, at most 8388608 in 5000 are read: this file and those after it are not [bad-size]"},
	{"bytes of a pack", func(n int) fstest.MapFS { return pack(n, 1<<20) }, 8,
		"p/f00008.kdsl:1:1: the pack has 9437184 bytes in 9 files, at most 8388608 in 5000 are read: this file and those after it are not [bad-size]"},
}

func kinds(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "kind k%d extends k%d { }\n", i+1, i)
	}
	return b.String()
}

func table(name string, rows int) string {
	return fmt.Sprintf("function _f%s(): int = %s(1)\ntable %s(a: int in 1..%d): int {\n%s\n}\n", name, name, name, rows, times(rows, "  %[1]d => 1", "\n"))
}

// pack is a pack of n files of so many bytes.
func pack(n, size int) fstest.MapFS {
	out := fstest.MapFS{}
	for i := range n {
		text := "pack p\n"
		if i > 0 {
			text = "//\n"
		}
		out[fmt.Sprintf("p/f%05d.kdsl", i)] = &fstest.MapFile{Data: []byte(text + strings.Repeat("\n", size-len(text)))}
	}
	return out
}

func TestTextLimits(t *testing.T) {
	for _, c := range textLimits {
		said := func(n int) string {
			_, ds, err := kdsl.Load(c.program(n), ".")
			if err != nil && !errors.Is(err, kdsl.ErrMistakes) {
				return err.Error()
			}
			if len(ds) > 0 {
				return ds[0].String()
			}
			return ""
		}
		if got := said(c.most); got != "" {
			t.Errorf("%s: of %d it is said: %.300s", c.what, c.most, got)
		}
		if got := said(c.most + 1); got != c.said {
			t.Errorf("%s: of %d it is said\n%.300s, want\n%s", c.what, c.most+1, got, c.said)
		}
	}
}

// Of more than 200 mistakes the first 200 are told, and how many more there are; a file that cannot be read is
// not read further.
func TestDiagnosticsLimit(t *testing.T) {
	for _, c := range []struct {
		program string
		n, told int
		last    string
	}{
		{"enum e%[1]d { a, a }\n", 200, 200, "a.kdsl:200:16: value a is declared twice: give one of them another name [duplicate-name]"},
		{"enum e%[1]d { a, a }\n", 201, 201, "a.kdsl:201:16: and 1 more, which are not shown [too-many-mistakes]"},
		{"a\n", 199, 199, "a.kdsl:199:2: got the end of the file, want a name [bad-syntax]"},
		{"a\n", 201, 201, "a.kdsl:201:1: there are 200 mistakes before this: no more of the file is read [too-many-mistakes]"},
	} {
		_, ds, _ := kdsl.Load(one(func(n int) string { return times(n, c.program, "") })(c.n), ".")
		if len(ds) != c.told || ds[len(ds)-1].String() != c.last {
			t.Errorf("%d mistakes: %d are told, the last is\n%s, want\n%s", c.n, len(ds), ds[len(ds)-1], c.last)
		}
	}
}

// bounded has a scenario or a question for each bound of what is played.
const bounded = `kind ware { }
ware stone { }
player { cell n: int = 0 }
event deep(n: int) { do { if n > 0 { deep(n - 1) } } }
event many(n: int) { do { repeat n { create stone } } }
event pick(who: player, n: int) {
  choose by who { x: int in 1..n }
  do { note "{x}" }
}
event some(who: player, n: int) {
  choose by who { x: list<int> in [1, 2, 3, 4, 5, 6, 7, 8, 9] count n }
  do { }
}
event both(who: player, n: int) {
  choose by who { x: int in 1..n; y: int in 1..n where false }
  do { }
}
event toss(n: int) { do { throw n d6 as f } }
function long(): int = [1, 2, 3, 4, 5, 6, 7, 8, 9].sum(a, [1, 2, 3, 4, 5, 6, 7, 8, 9].sum(b, a * b))
event sums(who: player) { do { who.n = long() } }
event walk(who: player) { do { repeat 5 { throw d6 as f; who.n += f } } }
scenario deep { when deep(n: 20) }
scenario many { when many(n: 20) }
scenario pick { when pick(who: red, n: 20) }
scenario some { when some(who: red, n: 2) }
scenario both { when both(who: red, n: 20) }
scenario toss { when toss(n: 20) }
scenario sums { when sums(who: red) }
odds "walk" {
  when walk(who: red)
  measure red.n
}
test "told" { when deep(n: 20) }
`

// What a test hears is bounded, too: an expectation that asks of it never sees a part.
func TestJournalOfTests(t *testing.T) {
	for n, want := range map[int64]string{19888: "", 19887: "game.kdsl:4: the limit of 19887 bytes of the journal is reached"} {
		p := load(bounded)
		p.Budget.Journal = n
		r, err := p.Test(t.Context(), "told")
		if err != nil || r.Passed != (want == "") || r.Message != want {
			t.Errorf("%d bytes: %+v (%v), want %q", n, r, err, want)
		}
	}
}

// Every bound stops what goes one beyond it, tells how and where, and stops nothing that does not.
func TestBounds(t *testing.T) {
	start := func(p *kdsl.Program, name string) error {
		g, err := p.Start(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Tell(io.Discard, kdsl.Telling{Verbose: true}); err != nil {
			t.Fatal(err)
		}
		_, err = g.Next(t.Context())
		return err
	}
	ask := func(p *kdsl.Program, name string) error {
		_, err := p.Odds(t.Context(), name)
		return err
	}
	simulate := func(p *kdsl.Program, name string) error {
		_, err := p.Simulate(t.Context(), name, 10, 1, 1)
		return err
	}
	for _, c := range []struct {
		name  string
		run   func(*kdsl.Program, string) error
		set   func(*kdsl.Budget, int64)
		needs int64  // 0: it is found out, for it is about what the machine happens to keep
		said  string // at one less
	}{
		{"deep", start, func(b *kdsl.Budget, n int64) { b.Steps = n }, 106, "game.kdsl:22: the limit of 105 steps is reached"},
		{"sums", start, func(b *kdsl.Budget, n int64) { b.Steps = n }, 107, "game.kdsl:28: the limit of 106 steps is reached"},
		{"both", start, func(b *kdsl.Budget, n int64) { b.Steps = n }, 444, "game.kdsl:26: the limit of 443 steps is reached"},
		{"deep", start, func(b *kdsl.Budget, n int64) { b.Depth = int(n) }, 22,
			"game.kdsl:4: the limit of 21 nested events is reached; these set each other off: deep (game.kdsl:4), deep (game.kdsl:4) ..."},
		{"many", start, func(b *kdsl.Budget, n int64) { b.Instances = int(n) }, 23, "game.kdsl:5: the limit of 22 instances is reached"},
		{"pick", start, func(b *kdsl.Budget, n int64) { b.Choices = int(n) }, 20, "game.kdsl:24: the limit of 19 choices is reached"},
		{"some", start, func(b *kdsl.Budget, n int64) { b.Choices = int(n) }, 36, "game.kdsl:25: the limit of 35 choices is reached"},
		{"toss", start, func(b *kdsl.Budget, n int64) { b.Dice = n }, 20, "game.kdsl:18: the limit of 19 dice of a throw is reached"},
		{"deep", start, func(b *kdsl.Budget, n int64) { b.Journal = n }, 4623, "game.kdsl:4: the limit of 4622 bytes of the journal is reached"},
		{"deep", start, func(b *kdsl.Budget, n int64) { b.Text = n }, 704, "game.kdsl:4: the limit of 703 bytes told is reached"},
		{"walk", ask, func(b *kdsl.Budget, n int64) { b.AllSteps = n }, 1377, "game.kdsl:29: the limit of 1376 steps is reached"},
		{"walk", ask, func(b *kdsl.Budget, n int64) { b.Steps = n }, 5, "game.kdsl:21: the limit of 4 steps is reached"},
		{"walk", ask, func(b *kdsl.Budget, n int64) { b.Throws = int(n) }, 5, "game.kdsl:29: the limit of 4 throws one after the other is reached"},
		{"walk", ask, func(b *kdsl.Budget, n int64) { b.Results = int(n) }, 6, "game.kdsl:21: the limit of 5 results of a throw is reached"},
		{"walk", ask, func(b *kdsl.Budget, n int64) { b.States = int(n) }, 26, "game.kdsl:29: the limit of 25 states is reached"},
		{"walk", ask, func(b *kdsl.Budget, n int64) { b.Memory = n }, 0, "game.kdsl:29: the limit of %d bytes of states is reached"},
		{"walk", simulate, func(b *kdsl.Budget, n int64) { b.Steps = n }, 273, "sample 0 of seed 1: game.kdsl:31: the limit of 272 steps is reached"},
	} {
		p := load(bounded)
		with := func(n int64) error {
			p.Budget = kdsl.Budget{}
			c.set(&p.Budget, n)
			return c.run(p, c.name)
		}
		if c.needs == 0 {
			c.needs = int64(sort.Search(1<<20, func(n int) bool { return n > 0 && with(int64(n)) == nil }))
			c.said = fmt.Sprintf(c.said, c.needs-1)
		}
		if err := with(c.needs); err != nil {
			t.Errorf("%s: %d are enough, and are not: %v", c.name, c.needs, err)
		}
		err := with(c.needs - 1)
		var limit *kdsl.LimitError
		if !errors.As(err, &limit) || limit.Bound != c.needs-1 || err.Error() != c.said {
			t.Errorf("%s: below %d it is said\n%v, want\n%s", c.name, c.needs, err, c.said)
		}
	}
}

// What takes too long stops where it is: inside an expression, and while a form is tried out.
func TestStepsHavePlaces(t *testing.T) {
	for name, want := range map[string]string{
		"sums": "game.kdsl:20: the limit of 50 steps is reached",
		"both": "game.kdsl:26: the limit of 50 steps is reached",
	} {
		p := load(bounded)
		p.Budget.Steps = 50
		g, err := p.Start(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = g.Next(t.Context()); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

// rounds has scripts that never end, without dice and without a step more than the one before.
const rounds = `kind charm { }
event hurt() { do { } }
event heal() { do { } }
charm spite { back: after hurt { heal() } }
charm balm { more: after heal { hurt() } }
span turn(who: player) { owner who do { act who until pass } }
action idle(who: player) { choose by who { x: bool } do { } }
scenario ring {
  given a = spite for red
  given b = balm for blue
  when hurt()
}
scenario ended {
  given a = spite for red
  when hurt()
}
scenario stall { when turn(who: red) }
test "the ring" {
  given a = spite for red
  given b = balm for blue
  when hurt()
  expect true
}
`

// A cycle of triggers and a game in which nothing changes are told by card and place, in a game and a test.
func TestRounds(t *testing.T) {
	const ring = "game.kdsl:3: the limit of 400 nested events is reached; " +
		"these set each other off: balm.more (game.kdsl:5), spite.back (game.kdsl:4), balm.more (game.kdsl:5) ..."
	p := load(rounds)
	for name, want := range map[string]string{
		"ring":  ring,
		"ended": "<nil>",
		"stall": "game.kdsl:17: the game goes round in circles: the same is asked and answered over and over, and nothing changes; asked: idle, act",
	} {
		g, err := p.Start(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = g.Next(t.Context()); fmt.Sprint(err) != want {
			t.Errorf("%s: got\n%v, want\n%s", name, err, want)
		}
	}
	r, err := p.Test(t.Context(), "the ring")
	if err != nil || r.Passed || r.Message != ring || r.Line == 0 {
		t.Errorf("got %+v and the error %v", r, err)
	}
}

// Bounds of what is worked out that no budget changes: a test of size n for each, the greatest n that passes,
// and what is said of one more.
func TestFixedBounds(t *testing.T) {
	for _, c := range []struct {
		what, said string
		most       int
		program    func(n int) string
	}{
		{"faces of a die", "game.kdsl:1: a die has at most 10000 faces, got 10001, in the step of line 4 of the test", 10_000, func(n int) string {
			return fmt.Sprintf("event e() { do { throw d%d as f } }\ntest \"t\" {\n dice 1\n when e()\n expect true\n}\n", n)
		}},
		{"faces that a die lacks", "game.kdsl:2: a die has at least one face, got 0, in the step of line 5 of the test", 9_999, func(n int) string {
			return fmt.Sprintf("player { cell lost: int = %d }\nevent e(who: player) { do { throw d(10000 - who.lost) as f } }\ntest \"t\" {\n dice 1\n when e(red)\n expect true\n}\n", n)
		}},
		{"calls inside each other", "game.kdsl:62: values depend on each other too deeply, in the step of line 65 of the test", 61, func(n int) string {
			var b strings.Builder
			for i := range n - 1 {
				fmt.Fprintf(&b, "function f%d(a: int): int = [a].sum(x, f%d(x + 1))\n", i+1, i+2)
			}
			return "player { cell n: int = 0 }\n" + b.String() + fmt.Sprintf("function f%d(a: int): int = a\n", n) +
				"event e(who: player) { do { who.n = f1(0) } }\ntest \"t\" { when e(red)\n expect red.n > 0 }\n"
		}},
	} {
		run := func(n int) string {
			r, err := load(c.program(n)).Test(t.Context(), "t")
			if err != nil {
				t.Fatal(err)
			}
			if r.Passed {
				return ""
			}
			return fmt.Sprintf("%s:%d: %s", r.File, r.Line, r.Message)
		}
		if got := run(c.most); got != "" {
			t.Errorf("%s: of %d it is said: %s", c.what, c.most, got)
		}
		if got := run(c.most + 1); got != c.said {
			t.Errorf("%s: of %d it is said\n%s, want\n%s", c.what, c.most+1, got, c.said)
		}
	}
}

// What is refused is told with the card whose word forbids it.
func TestObstacles(t *testing.T) {
	p := load(`kind charm { small: cannot take when who == self.owner && many == 3 }
charm modesty { }
player { cell stones: int = 0 }
event take(who: player) {
  choose by who { many: int in 1..9 }
  require few: many < 5
  cost pay(who: who, n: many)
  do { who.stones += many }
}
event pay(who: player, n: int) { require rich: n != 2  do { } }
rule strict { four: cannot take when many == 4 }
test "kind" {
  given m = modesty for red
  answer many: 3
  when take(who: red)
}
test "rule" { answer many: 4; when take(who: red) }
test "requirement" { answer many: 5; when take(who: red) }
test "cost" { answer many: 2; when take(who: red) }
test "range" { answer many: 50; when take(who: red) }
`)
	for name, want := range map[string]string{
		"kind":        "take: it may not: modesty (charm.small) forbids it (game.kdsl:1)",
		"rule":        "take: it may not: strict.four forbids it (game.kdsl:11)",
		"requirement": "take: it may not: take requires few",
		"cost":        "take: it may not: its cost pay requires rich",
		"range":       "take: many: got 50, want 1 to 9",
	} {
		r, err := p.Test(t.Context(), name)
		if err != nil || r.Passed || r.Message != want {
			t.Errorf("%s: got %q (%v), want %q", name, r.Message, err, want)
		}
	}
}

// What an author has no sentence for is refused by what it asks for, in both languages, and never by its label.
func TestRefusalsAreRead(t *testing.T) {
	_, g := begin(t, `player { en "Player"  fr "Joueur"  cell stones: int = 1 { en "stone" plural "stones"  fr f "pierre" plural "pierres" } }
event take(who: player) { en "{who} takes stones"  fr "{who} prend des pierres"  choose by who { many: int in 1..2 { en "number taken"  fr m "nombre pris" } }  require able: many <= who.stones  do { who.stones += many } }
scenario s { when take(who: red) }
`, "s", "red")
	list := refusals(t, g)
	if len(list) != 1 {
		t.Fatalf("%d are refused", len(list))
	}
	if r := list[0]; r.Label != "able" || r.Error() != "The number taken is more than the stones of the player." || r.Sentence("fr") != "Le nombre pris est supérieur aux pierres du joueur." {
		t.Errorf("got %+v", r)
	}
}

// refusals are why some of what is asked first is not offered.
func refusals(t *testing.T, g *kdsl.Game) (out []*kdsl.Refusal) {
	t.Helper()
	if _, err := g.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	for c := range g.Candidates(0) {
		if r := c.Verdict.Refusal; r != nil {
			out = append(out, r)
		}
	}
	return out
}

// A word of a kind is that of the card that has it, for the player who asks, too.
func TestRefusalsNameCards(t *testing.T) {
	_, g := begin(t, `kind charm {
  small: cannot take when who == self.owner && many == 3 { en "It does not take three." fr "Il n'en prend pas trois." }
  more: after take may when who == self.owner { en "One more."; choose plus: int in 1..2 by who; who.stones += plus }
}
charm modesty { en "Modesty" fr "Modestie" }
player { cell stones: int = 0 }
event take(who: player) { choose by who { many: int in 1..4 } do { who.stones += many } }
scenario s { given m = modesty for red; when take(who: red) }
`, "s", "red")
	list := refusals(t, g)
	if len(list) != 1 {
		t.Fatalf("%d are refused", len(list))
	}
	if r := list[0]; r.Card != "modesty" || r.Clause != "charm.small" || r.Error() != "Modesty: It does not take three." || r.Sentence("fr") != "Modestie : Il n'en prend pas trois." {
		t.Errorf("got %+v", r)
	}
	for _, c := range []struct {
		answer []kdsl.Value
		next   string
	}{{nil, "Red may use Modesty: One more."}, {[]kdsl.Value{kdsl.Number(1)}, "Red: Modesty: One more."}} {
		if err := g.Answer(c.answer...); err != nil {
			t.Fatal(err)
		}
		q, err := g.Next(t.Context())
		if err != nil || q == nil || q.Text("en") != c.next {
			t.Fatalf("got the question %+v (%v), want %s", q, err, c.next)
		}
	}
}
