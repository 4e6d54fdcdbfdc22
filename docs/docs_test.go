package docs_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/docs"
	"github.com/kdsl-lang/kdsl/internal/reference"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	reader "github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Every example of the documentation is run. In a page,
//
//	```kdsl        is a complete program: it is checked without a word of complaint, its tests
//	               pass, its odds questions are answered, its scenarios are played to the end;
//	```kdsl-error  is a program with mistakes: its first line `// want CODE "part of the message"`
//	               (one line for each) says what is reported, no more and no less;
//	```kdsl-slip FILE CARD  is a mistake in a card of the books: behind its `// want` lines those that are taken out of the file,
//	               each after -, and those that are put in their place, each after +; a file of another name is the file, renamed;
//	```kdsl-part   is a few lines out of a program, which only have to be readable;
//	```kdsl-wrong  is a program that the commands after it complain of;
//	```console     is what is typed after `$ ` and what the computer answers: compared with what the
//	               tool says, where `...` stands for what is not shown.
//
// A name behind the sort, as in "kdsl cups.kdsl", is a file that the examples and commands after it find.
// A line `-- folder/file.kdsl --` begins a file of an example of several; what is checked and run is the
// last one, or the pack that it belongs to.

var update = flag.Bool("update", false, "rewrite what the specification lists")

// root is the module's folder, seen from here.
const root = ".."

// example is one fence of a page, or one picture.
type example struct {
	page string
	line int
	sort string
	file string // what the page calls it
	text string
	also []example // the files of the page before it
}

func (x example) name() string { return fmt.Sprintf("%s:%d", filepath.Base(x.page), x.line) }

// examples cuts the fences, and the pictures, out of a page.
func examples(t *testing.T, page string) []example {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	var out, files []example
	var open *example
	for i, line := range strings.Split(string(data), "\n") {
		switch word, fence := strings.CutPrefix(line, "```"); {
		case fence && open == nil:
			sort, file, _ := strings.Cut(strings.TrimSpace(word), " ")
			open = &example{page: page, line: i + 1, sort: sort, file: file}
		case fence:
			open.also = files
			if open.file != "" {
				files = append(slices.Clip(files), *open)
			}
			out = append(out, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		default:
			if m := pictureLine.FindStringSubmatch(line); m != nil {
				out = append(out, example{page: page, line: i + 1, sort: "picture", file: m[1]})
			}
		}
	}
	if open != nil {
		t.Fatalf("%s:%d: the fence is not closed", page, open.line)
	}
	return out
}

var fileLine = regexp.MustCompile(`^-- ([\w./-]+) --$`)

// load checks the program of an example, with the module's library behind it.
func (x example) load(t *testing.T) *load.Unit {
	t.Helper()
	fs := afero.NewMemMapFs()
	for _, f := range x.also {
		if err := afero.WriteFile(fs, f.file, []byte(f.text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	name := "main.kdsl"
	if x.file != "" {
		name = x.file
	}
	var text strings.Builder
	write := func() {
		if err := afero.WriteFile(fs, name, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		text.Reset()
	}
	for line := range strings.Lines(x.text) {
		if m := fileLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			write()
			name = m[1]
			continue
		}
		text.WriteString(line)
	}
	write()
	return loaded(t, fs, name)
}

// loaded is a program of a file system, checked, with the module's library behind it.
func loaded(t *testing.T, fs afero.Fs, name string) *load.Unit {
	t.Helper()
	l := &load.Loader{Local: fs}
	for _, dir := range []string{"stdlib", "rules", "spells"} {
		l.Library = append(l.Library, afero.NewBasePathFs(afero.NewOsFs(), filepath.Join(root, dir)))
	}
	us, err := l.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if us[0].Program != nil && !us[0].Diags.HasErrors() {
		us[0].Diags = append(us[0].Diags, aloud.MissingWords(us[0].Program)...)
		us[0].Diags = append(us[0].Diags, reader.Differences(t.Context(), us[0].Program, us[0].Name)...)
	}
	return us[0]
}

// runs checks, tests and plays a program; it returns how many tests there were.
func (x example) runs(t *testing.T) int {
	t.Helper()
	u := x.load(t)
	for _, d := range u.Diags {
		t.Errorf("line %d: %s: %s", x.line+d.Span.Pos().Line, d.Code, d.Message)
	}
	if u.Diags.HasErrors() || u.Program == nil {
		return 0
	}
	m := interp.New(u.Program)
	tests := 0
	for i, s := range u.Program.Scripts {
		switch s.Word {
		case ir.TestScript:
			tests++
			if r := trial.Run(m, i, trial.Options{}); !r.Passed {
				t.Errorf("line %d: test %q: %s", x.line+r.At.Pos().Line, s.Name, r.Message)
			}
		case ir.OddsScript:
			a, err := odds.Ask(m, i, odds.Options{})
			if err != nil {
				t.Errorf("odds %q: %v", s.Name, err)
			} else if len(a.Outcomes) < 2 {
				t.Errorf("odds %q: only one outcome, the question asks nothing", s.Name)
			}
		case ir.ScenarioScript:
			if err := play.New(m, i, 1, nil).Play(); err != nil {
				t.Errorf("scenario %s: %v", s.Name, err)
			}
		}
	}
	return tests
}

// slips makes the mistake of an example in a card of the books, and compares what is reported first with what it wants.
func (x example) slips(t *testing.T, code string) {
	t.Helper()
	file, card, ok := strings.Cut(x.file, " ")
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil || !ok {
		t.Fatalf("%s: a slip is of FILE CARD: %v", x.name(), err)
	}
	text := string(data)
	if !regexp.MustCompile(`(?m)^\w+ ` + regexp.QuoteMeta(card) + `\b`).MatchString(text) {
		t.Errorf("%s: %s is no card of %s", x.name(), card, file)
	}
	var out, in, part string
	for line := range strings.Lines(x.text) {
		m := wantLine.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m != nil && m[1] == code:
			part = m[2]
		case line[0] == '-':
			out += line[1:]
		case line[0] == '+':
			in += line[1:]
		default:
			t.Errorf("%s: %q is neither out nor in", x.name(), line)
		}
	}
	renamed := file
	if strings.TrimSpace(out) == file {
		renamed = strings.TrimSpace(in)
	} else if strings.Count(text, out) != 1 {
		t.Fatalf("%s: %q stands %d times in %s", x.name(), out, strings.Count(text, out), file)
	} else {
		text = strings.Replace(text, out, in, 1)
	}
	dir := filepath.Dir(filepath.Join(root, filepath.FromSlash(file)))
	fs := afero.NewMemMapFs()
	name := filepath.Base(renamed)
	also, err := filepath.Glob(filepath.Join(dir, "*.kdsl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range also {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(f) == filepath.Base(file) {
			b, f = []byte(text), name
		}
		if err := afero.WriteFile(fs, filepath.Base(f), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all := loaded(t, fs, name).Diags
	i := slices.IndexFunc(all, func(d diag.Diagnostic) bool { return d.Code == code && strings.Contains(d.Message, part) })
	if i < 0 || part == "" {
		var said []string
		for _, d := range all {
			said = append(said, d.Code+": "+d.Message)
		}
		t.Errorf("%s: missing %s %q among %.900q", x.name(), code, part, said)
	}
}

var wantLine = regexp.MustCompile(`^// want ([a-z-]+) "(.*)"$`)

// complains compares what is reported with the `// want` lines at the head of an example.
func (x example) complains(t *testing.T) (codes []string) {
	t.Helper()
	type want struct{ code, part string }
	var wants []want
	for line := range strings.Lines(x.text) {
		m := wantLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			break
		}
		wants = append(wants, want{m[1], m[2]})
		codes = append(codes, m[1])
	}
	if len(wants) == 0 {
		t.Errorf("the first line says nothing of what is wrong: // want CODE \"part of the message\"")
	}
	for _, d := range x.load(t).Diags {
		i := slices.IndexFunc(wants, func(w want) bool { return w.code == d.Code && strings.Contains(d.Message, w.part) })
		if i < 0 {
			t.Errorf("line %d: unexpected %s: %s", x.line+d.Span.Pos().Line, d.Code, d.Message)
			continue
		}
		wants = slices.Delete(wants, i, i+1)
	}
	for _, w := range wants {
		t.Errorf("missing %s %q", w.code, w.part)
	}
	return codes
}

// pages are the pages whose examples are run, and how many tests each of their programs must have.
var pages = map[string]int{
	"lang/spec.md":  1,
	"docs/guide.md": 1,
	"docs/cards.md": 1,
	"README.md":     0,

	"docs/design/sketches.md": 0,
}

func TestExamples(t *testing.T) {
	for page, least := range pages {
		for _, x := range examples(t, page) {
			t.Run(x.name(), func(t *testing.T) {
				t.Parallel()
				switch x.sort {
				case "kdsl":
					if n := x.runs(t); n < least && x.file == "" && !t.Failed() {
						t.Errorf("the example proves nothing: it has no test")
					}
				case "kdsl-error":
					x.complains(t)
				case "kdsl-part", "kdsl-card":
					if _, diags := syntax.Parse(source.New(x.page, x.text)); len(diags) > 0 {
						t.Errorf("line %d: %s", x.line+diags[0].Span.Pos().Line, diags[0].Message)
					}
				}
			})
		}
	}
}

// section is the text of a page between a heading and the next.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(data), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("%s has no heading %q", page, heading)
	}
	body, _, _ := strings.Cut(after, "\n#")
	return body
}

// TestSpecSections: every section of the specification has an example that is run.
func TestSpecSections(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "lang/spec.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range strings.Split(string(data), "\n## ")[1:] {
		if title, body, _ := strings.Cut(s, "\n"); !strings.Contains(body, "\n```kdsl\n") {
			t.Errorf("section %q has no example", title)
		}
	}
}

// rewrite puts what belongs into a part of a page, with -update.
func rewrite(t *testing.T, page, is, want string) {
	t.Helper()
	page = filepath.Join(root, page)
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, []byte(strings.Replace(string(data), is, want, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// linesOf are the lines of a text that begin so, as they stand.
func linesOf(text, prefix string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestSpecWords: the specification lists exactly the reserved words.
func TestSpecWords(t *testing.T) {
	var want strings.Builder
	width := 0
	for _, w := range syntax.Words {
		if width == 0 || width+len(w) > 100 {
			if width > 0 {
				want.WriteString("\n")
			}
			want.WriteString("   ")
			width = 3
		}
		want.WriteString(" " + w)
		width += len(w) + 1
	}
	want.WriteString("\n")
	text := section(t, "lang/spec.md", "### Words that are names")
	is := linesOf(text, "    ")
	switch {
	case is == want.String():
	case *update:
		rewrite(t, "lang/spec.md", is, want.String())
	default:
		t.Errorf("the words of the language are (go test ./docs -update writes them)\n%s", want.String())
	}
	for _, list := range [][]string{syntax.CELWords, syntax.CallWords} {
		if said := "`" + strings.Join(list, " ") + "`"; !strings.Contains(text, said) {
			t.Errorf("the table lacks %s", said)
		}
	}
}

// TestWords: every word of the language has a row in both languages, and every row is of a word that the language knows.
func TestWords(t *testing.T) {
	page, ok := docs.Page("words.md")
	if !ok {
		t.Fatal("there is no page of words")
	}
	grammar, err := os.ReadFile(filepath.Join(root, "lang/grammar.ebnf"))
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| [^|]+ \\| [^|]+ \\|$")
	said := map[string]bool{}
	for _, m := range row.FindAllStringSubmatch(page, -1) {
		if said[m[1]] = true; !slices.Contains(syntax.Words, m[1]) && !strings.Contains(string(grammar), `"`+m[1]+`"`) {
			t.Errorf("%s is no word of the language", m[1])
		}
	}
	for _, w := range syntax.Words {
		if !said[w] {
			t.Errorf("%s has no row in docs/words.md", w)
		}
	}
}

// TestFreeWords: every word that is not reserved may be a name, and nearly every one a field.
func TestFreeWords(t *testing.T) {
	for _, w := range append(slices.Clone(syntax.Words), syntax.CELWords...) {
		if slices.Contains(strings.Fields("bearer card it player self this false in null true"), w) {
			continue
		}
		fields := "kind piece { cell " + w + ": int = 2 }\nkind mark on piece { }\npiece pawn { }\n" +
			"mark red_one { " + w + ": after go(who: bearer) { bearer." + w + " += 1; note \"{bearer." + w + "}\" } }\n" +
			"event go(" + w + ": int, who: piece) { double: int = this." + w + " * 2  do { note \"{double}\" } }\n" +
			"test \"t\" { given a = pawn with red_one { " + w + ": 4 }; when go(" + w + ": 3, who: a); expect a." + w + " == 5 }\n"
		example{page: "lang/spec.md", text: fields}.runs(t)
		if slices.Contains(syntax.ValueWords, w) {
			continue
		}
		names := "kind piece { cell n: int = 2 }\npiece " + w + " { }\nfunction twice_as(" + w + ": piece): int = " + w + ".n + " + w + ".n\n" +
			"event go(" + w + ": piece, m: int) { do { let was = " + w + ".n - m; " + w + ".n += m * was; if " + w + ".n > 9 { note \"{" + w + ".n}\" } } }\n" +
			"test \"t\" { given " + w + " = " + w + "; when go(" + w + ", m: 2); expect " + w + ".n == 2 && twice_as(" + w + ") == 4 }\n" +
			"enum sort { " + w + "_first " + w + "_second }\n"
		example{page: "lang/spec.md", text: names}.runs(t)
	}
}

// primitiveRows is the table of primitives as it has to stand in the specification.
func primitiveRows() string {
	var rows []string
	for i := range ir.Prims {
		p := &ir.Prims[i]
		rows = append(rows, fmt.Sprintf("| `%s` | %s | %s |\n", reference.Call(p), reference.Gives(p), p.Doc))
	}
	sort.Strings(rows)
	return "| primitive | gives | |\n|---|---|---|\n" + strings.Join(rows, "")
}

// TestSpecPrimitives: the specification has the machine's primitives, with their signatures.
func TestSpecPrimitives(t *testing.T) {
	is, want := linesOf(section(t, "lang/spec.md", "### Primitives"), "|"), primitiveRows()
	switch {
	case is == want:
	case *update:
		rewrite(t, "lang/spec.md", is, want)
	default:
		t.Errorf("the table of primitives is (go test ./docs -update writes it)\n%s", want)
	}
}

// builtinRows is the table of what is built in as it has to stand in the guide: by what stands first in the brackets, or before the dot.
func builtinRows() string {
	of := map[string][]string{}
	for _, d := range reference.Builtin() {
		first := strings.TrimPrefix(d.Line, "builtin ")
		if before, _, ok := strings.Cut(first, "."+d.Name+"("); ok {
			first = before
		} else {
			_, first, _ = strings.Cut(first, "(")
		}
		first = first[:strings.IndexAny(first+")", ",)<.(")]
		if name := "`" + d.Name + "`"; !slices.Contains(of[first], name) {
			of[first] = append(of[first], name)
		}
	}
	var b strings.Builder
	b.WriteString("| of | functions |\n|---|---|\n")
	for _, first := range slices.Sorted(maps.Keys(of)) {
		what := "`" + first + "`"
		if first == "" {
			what = "nothing"
		}
		fmt.Fprintf(&b, "| %s | %s |\n", what, strings.Join(of[first], " "))
	}
	return b.String()
}

// TestBuiltin: the guide names all that is built in, and all that an operation with a member's name does is listed.
func TestBuiltin(t *testing.T) {
	is, want := linesOf(section(t, "docs/guide.md", "## Built-in functions"), "|"), builtinRows()
	switch {
	case is == want:
	case *update:
		rewrite(t, "docs/guide.md", is, want)
	default:
		t.Errorf("the table of what is built in is (go test ./docs -update writes it)\n%s", want)
	}
	for _, op := range ir.Ops {
		if op.Shape == ir.MacroShape && !strings.Contains(is, "`"+op.Name+"`") {
			t.Errorf("%s is not listed", op.Name)
		}
	}
	if len(docs.Words()) < len(syntax.Words) {
		t.Errorf("%d words are listed, of %d", len(docs.Words()), len(syntax.Words))
	}
}

// TestExplain: every code has a page, whose wrong example gets exactly this code and whose right one
// gets nothing.
func TestExplain(t *testing.T) {
	known := map[string]bool{}
	for _, c := range check.Codes {
		known[c.Code] = true
		page, ok := docs.ExplainIn(c.Code, "en")
		if !ok {
			t.Errorf("%s has no page", c.Code)
			continue
		}
		if !strings.HasPrefix(page, "# "+c.Code+"\n") {
			t.Errorf("the page of %s has another title", c.Code)
		}
		inFrench, _ := docs.ExplainIn(c.Code, "fr")
		for _, x := range alike(page, inFrench) {
			t.Errorf("the French page of %s: %s", c.Code, x)
		}
	}
	files, err := filepath.Glob("explain/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		code := strings.TrimSuffix(filepath.Base(f), ".md")
		if !known[code] {
			t.Errorf("the page %s explains no code", f)
		}
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			wrong, right := 0, 0
			for _, x := range examples(t, "docs/"+filepath.ToSlash(f)) {
				switch x.sort {
				case "kdsl":
					right++
					x.runs(t)
				case "kdsl-slip":
					x.slips(t, code)
				case "kdsl-error":
					wrong++
					for _, c := range x.complains(t) {
						if c != code {
							t.Errorf("%s wants %s", x.name(), c)
						}
					}
				default:
					t.Errorf("%s: a fence of sort %q", x.name(), x.sort)
				}
			}
			if code == "bad-size" { // an example of it would be a megabyte
				wrong++
				large := example{page: f, text: "// want bad-size \"at most\"\n" + strings.Repeat("// a comment\n", 90_000)}
				large.complains(t)
			}
			if code == "too-many-mistakes" { // of it, too long a one
				wrong++
				long := example{page: f, text: "// want too-many-mistakes \"no more of the file is read\"\n" + strings.Repeat("// want bad-syntax \"\"\n", 200) + strings.Repeat("a\n", 300)}
				long.complains(t)
			}
			if wrong == 0 || right == 0 {
				t.Errorf("%d wrong and %d right examples, want one of each", wrong, right)
			}
		})
	}
}

var fence = regexp.MustCompile("(?s)```.*?```")

// alike tells how the French page of a code is not the English one in French: it has the same examples and names the same things
// in its words, and no line of these is the English one's.
func alike(en, fr string) (out []string) {
	if !slices.Equal(fence.FindAllString(en, -1), fence.FindAllString(fr, -1)) {
		out = append(out, "it has other examples")
	}
	en, fr = fence.ReplaceAllString(en, ""), fence.ReplaceAllString(fr, "")
	for line := range strings.Lines(fr) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") && strings.Contains(line, " ") && strings.Contains(en, line) {
			out = append(out, fmt.Sprintf("%q is English", line))
		}
	}
	for _, x := range inline.FindAllString(en, -1) {
		if !strings.ContainsFunc(x, unicode.IsUpper) && !strings.Contains(fr, x) {
			out = append(out, x+" is not in it")
		}
	}
	if docs.Summary(fr) == "" {
		out = append(out, "it says nothing")
	}
	return out
}

var inline = regexp.MustCompile("`[^`\n]+`")

// TestExplainNothing: only names of codes find a page.
func TestExplainNothing(t *testing.T) {
	for _, code := range []string{"", "no-such-code", "../embed", "explain/bad-syntax"} {
		if page, ok := docs.ExplainIn(code, "fr"); ok || page != "" {
			t.Errorf("%q has a page", code)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)\)`)

// TestLinks: what a page points to is there.
func TestLinks(t *testing.T) {
	all := slices.Collect(maps.Keys(pages))
	for _, x := range tutorials {
		all = append(all, x.page)
	}
	for _, page := range all {
		data, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(data), -1) {
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s points to %s, which is not there", page, m[1])
			}
		}
	}
}

// Every recipe of the guide stands in the list at its top.
func TestGuideIndex(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, "docs/guide.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		title := strings.TrimSpace(strings.TrimLeft(line, "#"))
		if strings.HasPrefix(line, "##") && title != "The game of the examples" && !strings.Contains(string(b), "["+title+"](#") {
			t.Errorf("%q is not listed", title)
		}
	}
}
