package check

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// A file of testdata holds many programs. `-- NAME --` begins one; `-- NAME/PACK --` is a further
// file of the same program, in another pack. What stands before the first is a pack that all of them
// use. `// want CODE "REGEXP"` says what is reported on its line; one line may want several. Every
// diagnostic is wanted by exactly one comment, and the other way round.

var (
	header = regexp.MustCompile(`^-- (\w+)(?:/(\w+))? --$`)
	wanted = regexp.MustCompile("// want (.*)$")
	want   = regexp.MustCompile(`([a-z-]+) "((?:[^"\\]|\\.)*)"`)
)

// readPrograms gives the programs of a file of testdata, by name.
func readPrograms(t *testing.T, path string) map[string][]Input {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	texts, packs := map[string]string{}, map[string]string{}
	var order []string
	key := ""
	for line := range strings.Lines(string(data)) {
		if m := header.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			pack := m[2]
			if pack == "" {
				pack = "main"
			}
			key = m[1] + "/" + pack
			packs[key] = pack
			order = append(order, key)
			continue
		}
		texts[key] += line
	}
	programs := map[string][]Input{}
	common, diags := syntax.Parse(source.New("common.kdsl", texts[""]))
	for _, d := range diags {
		t.Fatalf("%s: common part: line %d: %s", path, d.Span.Pos().Line, d.Message)
	}
	for _, key := range order {
		name, _, _ := strings.Cut(key, "/")
		f, diags := syntax.Parse(source.New(key+".kdsl", texts[key]))
		for _, d := range diags {
			t.Errorf("%s: %s: line %d: does not parse: %s", path, key, d.Span.Pos().Line, d.Message)
		}
		if programs[name] == nil {
			programs[name] = []Input{{File: common, Pack: "common"}}
		}
		programs[name] = append(programs[name], Input{File: f, Pack: packs[key]})
	}
	return programs
}

func TestDiagnostics(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txt")
	seen := map[string]bool{}
	for _, path := range paths {
		programs := readPrograms(t, path)
		for _, name := range keys(programs) {
			t.Run(filepath.Base(path)+"/"+name, func(t *testing.T) {
				_, diags := Link(programs[name], "main")
				for _, d := range diags {
					seen[d.Code] = true
				}
				matchWants(t, programs[name], diags)
			})
		}
	}
	for _, d := range timeless(t) {
		seen[d.Code] = true
	}
	for _, code := range Codes {
		if code.From == "check" && !seen[code.Code] {
			t.Errorf("no test wants %s", code.Code)
		}
	}
	for code := range seen {
		if !slices.ContainsFunc(Codes, func(c Code) bool { return c.Code == code }) {
			t.Errorf("%s is not in the table of codes", code)
		}
	}
}

// timeless checks an effect without a duration. The grammar asks for one, but a tree can be made
// otherwise.
func timeless(t *testing.T) diag.List {
	f, _ := syntax.Parse(source.New("main.kdsl", "kind k on rule {}\nk a {}\nrule r { x: becomes true { apply a to self permanent } }"))
	d := f.Decls[2].(*syntax.CardDecl)
	d.Members[0].(*syntax.Clause).Body.Block.Stmts[0].(*syntax.ApplyStmt).Duration = nil
	_, diags := Link([]Input{{File: f, Pack: "main"}}, "main")
	if len(diags) != 1 || diags[0].Code != "missing-duration" {
		t.Errorf("an effect without a duration: got %v", diags)
	}
	return diags
}

// matchWants compares what is reported with what the comments want.
func matchWants(t *testing.T, in []Input, diags diag.List) {
	t.Helper()
	type place struct {
		file string
		line int
	}
	wants := map[place][][2]string{}
	for _, f := range in {
		for n := 1; ; n++ {
			line := f.File.Source.Line(n)
			if m := wanted.FindStringSubmatch(line); m != nil {
				for _, w := range want.FindAllStringSubmatch(m[1], -1) {
					p := place{f.File.Source.Name, n}
					wants[p] = append(wants[p], [2]string{w[1], w[2]})
				}
			}
			if f.File.Source.Offset(n+1, 1) >= len(f.File.Source.Text) {
				break
			}
		}
	}
	for _, s := range diags.Foreign() {
		t.Errorf("no French for %q", s)
	}
	for _, d := range diags {
		if d.Span.File == nil {
			t.Errorf("%s %q is nowhere", d.Code, d.Message)
			continue
		}
		p := place{d.Span.File.Name, d.Span.Pos().Line}
		i := slices.IndexFunc(wants[p], func(w [2]string) bool {
			return w[0] == d.Code && regexp.MustCompile(w[1]).MatchString(describe(d))
		})
		if i < 0 {
			t.Errorf("%s:%d: unwanted %s %q", p.file, p.line, d.Code, describe(d))
			continue
		}
		wants[p] = slices.Delete(wants[p], i, i+1)
	}
	for p, list := range wants {
		for _, w := range list {
			t.Errorf("%s:%d: missing %s %q", p.file, p.line, w[0], w[1])
		}
	}
}

// describe is the message with its fix.
func describe(d diag.Diagnostic) string {
	s := d.Message
	if d.Mended() {
		s += fmt.Sprintf(" (%s)", d.Mends[0].Title)
	}
	return s
}

// program checks one text that has nothing wrong.
func program(t *testing.T, text string) *ir.Program {
	t.Helper()
	f, diags := syntax.Parse(source.New("main.kdsl", text))
	p, more := Link([]Input{{File: f, Pack: "main"}}, "main")
	for _, d := range append(diags, more...) {
		if d.Severity == diag.Error {
			t.Errorf("%d: %s: %s", d.Span.Pos().Line, d.Code, describe(d))
		}
	}
	return p
}

// What follows from a declaration that could not be read is not said.
func TestFollowOns(t *testing.T) {
	for name, text := range map[string]string{
		"event": `function helper(): int = 1
rule r { waive able of roll; ignore #loud_ones }
event roll(who: player) { tag loud_ones require able: true total: int = 0 do { throw d6 as f  total = helper() } }
test "t" { let first = roll(who: red); expect first.total == 1; when roll(who: red); expect event roll where total == 1 }`,
		"function": "function many(a: int) int = a\nfunction _f(): int = many(2)\n",
		"kind":     "kind piece { cell cell }\nfunction _f(a: piece): int = a.n\nevent e(p: piece) { do { p.n = 1 } }",
	} {
		f, diags := syntax.Parse(source.New("main.kdsl", text))
		if len(diags) != 1 {
			t.Fatalf("%s: %d mistakes of the parser: %v", name, len(diags), diags)
		}
		_, diags = Link([]Input{{File: f, Pack: "main"}}, "main")
		for _, d := range diags {
			t.Errorf("%s: %s [%s]", name, d.Message, d.Code)
		}
	}
}

// What could not be read hides nothing that it cannot have.
func TestNothingElseIsHidden(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"henn pip { }\nplayer { cell score: int = 0 }\nevent win(who: player) { do { who.scor += 1 } }", "undefined-kind undefined-field"},
		{"extend player { cell scor scor }\nevent win(who: player) { do { who.scor += 1 } }", ""},
		{"kind bird { cell cell }\nkind hen is bird { }\nevent lay(who: hen) { do { who.egs += 1 } }", ""},
		{"kind bird { cell cell }\nkind hen { cell eggs: int = 0 }\nevent lay(who: hen) { do { who.egs += 1 } }", "undefined-field"},
		{"kind hen { }\nhenn x { }\nhen y { foo: 3 }", "undefined-kind undefined-field"},
		{"extend hen { cell cell }\nkind hen { }\nhen y { foo: 3 }", ""},
	} {
		f, said := syntax.Parse(source.New("main.kdsl", x.text))
		_, diags := Link([]Input{{File: f, Pack: "main"}}, "main")
		var got []string
		for _, d := range diags {
			if d.Severity == diag.Error {
				got = append(got, d.Code)
			}
		}
		if got := strings.Join(got, " "); got != x.want {
			t.Errorf("%s: got %q, want %q (%v %v)", x.text, got, x.want, said, diags)
		}
	}
}

// A write to what may only be contributed to is answered with the contribution that does the same, where there is one.
func TestContributing(t *testing.T) {
	for write, want := range map[string]string{
		"x += y": "add y to x", "x -= 2": "add -2 to x", "x -= y": "", "x = x + y": "add y to x", "x = x - 2": "add -2 to x", "x = x - y": "",
		"x = x * 2": "multiply x by 2", "x = x * (y + 1)": "", "x = 3": "set x to 3", "x = y * 2": "set x to y * 2", "x = 2 * x": "",
	} {
		f, diags := syntax.Parse(source.New("main.kdsl", "event e() { do { "+write+" } }"))
		if len(diags) > 0 {
			t.Fatal(diags[0].Message)
		}
		var got string
		syntax.Walk(f.Decls[0], func(n syntax.Spanned) bool {
			if s, ok := n.(*syntax.AssignStmt); ok {
				got = contributing(s)
			}
			return true
		})
		if got != want {
			t.Errorf("%s: %q, want %q", write, got, want)
		}
	}
}

// Numbers and dice of a text are those outside of quotes and comments; dice are no part of a name.
func TestFigures(t *testing.T) {
	for text, want := range map[string]string{
		"9 and 10": "9 10", "1.5 1. 5": "1.5 1 5", "2 d6": "2d6 2 6", "2d9": "2d9 2 9", "d6": "d6 6", "3 dice": "3", "a2 d6": "2 d6 6", "xd6": "6", "d6x": "6",
		"\"7 d8\" 4": "4", "\"a\\\" 7\" 4": "4", "4 // 5\n6": "4 6", "4 //": "4", "D20": "d20 20", "2  d6": "2 d6 6", "1.d6": "1 d6 6",
	} {
		var got []string
		figuresIn(text, func(n string) { got = append(got, n) }, func(many, faces string) { got = append(got, many+"d"+faces) })
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is not read is not said to be missing, and hides nothing else: what a file was cut off from may be anything.
func TestCut(t *testing.T) {
	in := func() []Input {
		f, _ := syntax.Parse(source.New("main.kdsl", "rule r { x: after hit(who) { note \"x\" } }\nevent hit(who: player) { do { missing(who) } }"))
		return []Input{{File: f, Pack: "main"}}
	}
	whole := in()
	if _, diags := Link(whole, "main"); len(diags) == 0 {
		t.Error("nothing is missing")
	}
	cut := in()
	cut[0].File.Cut = true
	if _, diags := Link(cut, "main"); len(diags) > 0 {
		t.Errorf("cut off: %v", diags)
	}
}

// How often something is to happen: as often as it is said, and without a word, at all.
func TestTimes(t *testing.T) {
	p := program(t, `event hit(who: player) { do { } }
test "t" { when hit(red); expect no event hit; expect event hit; expect event hit once; expect event hit twice; expect event hit 3 times }`)
	var got []int64
	for _, s := range p.Scripts[0].Do.Stmts {
		if s, ok := s.(*ir.ExpectEvent); ok {
			got = append(got, s.Times)
		}
	}
	if want := []int64{0, -1, 1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Of a card that is given something, the name alone is what is not found.
func TestUnknownCardIsUnderlined(t *testing.T) {
	f, _ := syntax.Parse(source.New("main.kdsl", "kind trait on piece { }\nkind piece { carries traits: trait }\ntrait swift(n: int) { }\npiece rook { traits: [swyft(3)] }\n"))
	_, diags := Link([]Input{{File: f, Pack: "main"}}, "main")
	if len(diags) != 1 || diags[0].Span.Text() != "swyft" {
		t.Errorf("%v", diags)
	}
}
