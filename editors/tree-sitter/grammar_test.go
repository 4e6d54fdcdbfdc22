// Package treesitter tries the grammar and its queries on all content, in the Go runtime of tree-sitter: `go test .` in this folder.
package treesitter

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	ts "github.com/odvcencio/gotreesitter"
	"github.com/odvcencio/gotreesitter/grammargen"
)

const root = "../.."

// language is that of grammar.js.
func language(t *testing.T) *ts.Language {
	t.Helper()
	b, err := os.ReadFile("grammar.js")
	if err != nil {
		t.Fatal(err)
	}
	g, err := grammargen.ImportGrammarJS(b)
	if err != nil {
		t.Fatal(err)
	}
	lang, err := grammargen.GenerateLanguage(g)
	if err != nil {
		t.Fatal(err)
	}
	return lang
}

// contents are the texts of all packs and examples.
func contents(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, dir := range []string{"stdlib", "rules", "spells", "examples"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".kdsl" {
				return err
			}
			out[name], err = os.ReadFile(name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) < 120 {
		t.Fatalf("only %d files were found", len(out))
	}
	return out
}

// sound tells whether a text was read to its end without an error.
func sound(tree *ts.Tree, text string) bool {
	root := tree.RootNode()
	return !root.HasError() && int(root.EndByte()) >= len(strings.TrimRight(text, " \n"))
}

// All sound content is read without a node of error; what lacks a brace is not.
func TestContent(t *testing.T) {
	p := ts.NewParser(language(t))
	for name, text := range contents(t) {
		tree, err := p.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !sound(tree, string(text)) {
			t.Errorf("%s is not read to its end without an error", name)
		}
	}
	for _, text := range []string{"charm lucky { en \"Lucky\"\n", "charm lucky { en \"Lucky\" }}\n", "function f(a: int: int = 1\n"} {
		tree, err := p.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if sound(tree, text) {
			t.Errorf("%q counts as sound", text)
		}
	}
}

// captures are what a query says of a text: "capture text", in order.
func captures(t *testing.T, lang *ts.Language, file, text string) (out []string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("queries", file))
	if err != nil {
		t.Fatal(err)
	}
	q, err := ts.NewQuery(string(b), lang)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	tree, err := ts.NewParser(lang).Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range q.Execute(tree) {
		for _, c := range m.Captures {
			out = append(out, c.Name+" "+text[c.Node.StartByte():c.Node.EndByte()])
		}
	}
	return out
}

func TestQueries(t *testing.T) {
	lang := language(t)
	const text = "// A charm.\ncharm lucky {\n  shine: after search(who: owner) when d6 > 2.5 { x.coins += 3 }\n}\n"
	got := captures(t, lang, "highlights.scm", text)
	for _, want := range []string{"comment // A charm.", "label shine", "keyword after", "keyword when", "function search", "number d6", "number 2.5", "number 3", "property coins", "variable lucky", "punctuation.bracket {"} {
		if !slices.Contains(got, want) {
			t.Errorf("the colours lack %q: %q", want, got)
		}
	}
	if slices.Contains(got, "keyword lucky") {
		t.Error("a name counts as a word of the language")
	}
	if got := captures(t, lang, "folds.scm", text); len(got) != 3 {
		t.Errorf("folds: %q", got)
	}
	if got := captures(t, lang, "indents.scm", text); !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "indent.begin {") }) {
		t.Errorf("indents: %q", got)
	}
}

// The words that are coloured are those of the language, as docs/words.md lists them.
func TestWords(t *testing.T) {
	read := func(name, pattern string) (out []string) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(b), -1) {
			out = append(out, m[1])
		}
		slices.Sort(out)
		return out
	}
	said := read(filepath.Join(root, "docs/words.md"), "(?m)^\\| `(\\w+)` \\|")
	coloured := read("queries/highlights.scm", `"(\w+)"`)
	if len(said) < 100 || !slices.Equal(said, coloured) {
		t.Errorf("the language has %q\nand these are coloured: %q", said, coloured)
	}
}
