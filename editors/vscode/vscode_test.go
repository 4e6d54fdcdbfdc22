// Package vscode_test holds what the extension shares with the language: the words of its grammar, its snippets, its version.
package vscode_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

var update = flag.Bool("update", false, "write the grammar anew")

// rule is a pattern of a TextMate grammar.
type rule struct {
	Name     string         `json:"name,omitempty"`
	Match    string         `json:"match,omitempty"`
	Begin    string         `json:"begin,omitempty"`
	End      string         `json:"end,omitempty"`
	Captures map[string]any `json:"captures,omitempty"`
	Patterns []rule         `json:"patterns,omitempty"`
	Include  string         `json:"include,omitempty"`
}

func named(names ...string) map[string]any {
	out := map[string]any{}
	for i, n := range names {
		if n != "" {
			out[string(rune('1'+i))] = map[string]string{"name": n}
		}
	}
	return out
}

func anyOf(words []string) string { return `(?:` + strings.Join(words, "|") + `)` }

// grammar colours what can be told apart line by line; the server knows the rest.
func grammar() []byte {
	scripts := []string{"test", "odds", "scenario", "setup"}
	declared := slices.DeleteFunc(slices.Clone(syntax.DeclarationWords), func(w string) bool { return slices.Contains(scripts, w) })
	constant := []string{"true", "false", "none"}
	self := []string{"self", "bearer", "this", "it"}
	words := slices.DeleteFunc(slices.Clone(syntax.Words), func(w string) bool {
		return slices.Contains(constant, w) || slices.Contains(self, w) || slices.Contains(syntax.HookWords, w) || w == "in"
	})
	list := []rule{
		{Name: "comment.line.double-slash.kdsl", Match: `//.*$`},
		{Name: "string.quoted.double.kdsl", Begin: `(?<!\d)"`, End: `"|$`, Patterns: []rule{
			{Name: "constant.character.escape.kdsl", Match: `\\.`},
			{Name: "meta.interpolation.kdsl", Match: `(\{)([^}"|]*)(\|[^}"]*)?(\})`, Captures: named("punctuation.section.interpolation.begin.kdsl", "variable.other.kdsl", "string.other.kdsl", "punctuation.section.interpolation.end.kdsl")},
		}},
		{Match: `^(` + anyOf(scripts) + `)\b(?:\s+([A-Za-z_]\w*))?`, Captures: named("keyword.declaration.kdsl", "entity.name.function.kdsl")},
		{Match: `^(?:(replace)\s+)?(` + anyOf(declared) + `)\b(?:\s+(enum|kind)\b)?(?:\s+([A-Za-z_]\w*))?`, Captures: named("keyword.declaration.kdsl", "keyword.declaration.kdsl", "keyword.declaration.kdsl", "entity.name.type.kdsl")},
		{Match: `^(?:(replace)\s+)?([A-Za-z_]\w*)\s+([A-Za-z_]\w*)(?=\s*[({]|\s+on\b)`, Captures: named("keyword.declaration.kdsl", "support.type.kdsl", "entity.name.class.kdsl")},
		{Match: `\b(en|fr)\b(?:\s+(plural|[a-z]{1,2}))*(?=\s*")`, Captures: named("keyword.other.language.kdsl", "keyword.other.language.kdsl")},
		{Match: `([A-Za-z_]\w*)(:)(?=\s*` + anyOf(syntax.HookWords) + `\b)`, Captures: named("entity.name.function.clause.kdsl", "punctuation.separator.kdsl")},
		{Match: `\b(\d*[dD]\d+)\b`, Captures: named("constant.numeric.dice.kdsl")},
		{Match: `\b(\d+\+)(?!\s*\w)`, Captures: named("constant.numeric.target.kdsl")},
		{Match: `\b(\d+(?:\.\d+)?"?)`, Captures: named("constant.numeric.kdsl")},
		{Name: "constant.language.kdsl", Match: `\b` + anyOf(constant) + `\b(?!:)`},
		{Name: "variable.language.kdsl", Match: `\b` + anyOf(self) + `\b(?!:)`},
		{Match: `\.([A-Za-z_]\w*)(?=\()`, Captures: named("support.function.kdsl")},
		{Match: `\.([A-Za-z_]\w*)`, Captures: named("variable.other.property.kdsl")},
		{Name: "keyword.control.clause.kdsl", Match: `\b` + anyOf(syntax.HookWords) + `\b(?!:|\()`},
		{Name: "variable.parameter.kdsl", Match: `\b[A-Za-z_]\w*(?=:(?!:))`},
		{Name: "keyword.control.kdsl", Match: `\b` + anyOf(words) + `\b(?!\()`},
		{Name: "keyword.operator.word.kdsl", Match: `\bin\b`},
		{Name: "entity.name.function.call.kdsl", Match: `\b[A-Za-z_]\w*(?=\()`},
		{Name: "keyword.operator.kdsl", Match: `=>|\.\.|==|!=|<=|>=|&&|\|\||[-+*/%]?=|[-+*/%<>!?]`},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(map[string]any{"name": "kdsl", "scopeName": "source.kdsl", "patterns": list}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// The words of the grammar are those of the language. `go test ./editors/vscode -update` writes it anew.
func TestGrammar(t *testing.T) {
	const name = "syntaxes/kdsl.tmLanguage.json"
	want := grammar()
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is old: go test ./editors/vscode -update writes it anew", name)
	}
}

// Each snippet, filled with what stands in its places, is sound in a small game.
func TestSnippets(t *testing.T) {
	raw, err := os.ReadFile("snippets/kdsl.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]struct {
		Prefix, Description string
		Body                []string
		Test                string // where it is tried: with SNIPPET in its place
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) < 8 {
		t.Errorf("only %d snippets", len(all))
	}
	choice := regexp.MustCompile(`\$\{\d+\|([^,|]*)[^}]*\|\}`)
	place := regexp.MustCompile(`\$\{\d+:([^}]*)\}|\$\{?\d+\}?`)
	for name, s := range all {
		around := frames[s.Test]
		if around == "" || s.Prefix == "" || s.Description == "" {
			t.Errorf("%s: prefix %q, description %q, tried in %q", name, s.Prefix, s.Description, s.Test)
			continue
		}
		body := strings.Join(s.Body, "\n")
		body = place.ReplaceAllString(choice.ReplaceAllString(body, "$1"), "$1")
		body = strings.NewReplacer(`\$`, "$", `\}`, "}").Replace(body)
		text := strings.Replace(around, "SNIPPET", body, 1)
		fs := afero.NewMemMapFs()
		if err := afero.WriteFile(fs, "s.kdsl", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		units, err := library.Loader(fs).Load("s.kdsl")
		if err != nil {
			t.Fatal(err)
		}
		if said := library.Diagnostics(units); len(said) > 0 {
			var b strings.Builder
			diag.Compact(&b, said, tongue.English)
			t.Errorf("%s:\n%s\n%s", name, text, b.String())
		}
		if _, wrong := syntax.Parse(source.New("s.kdsl", text)); len(wrong) > 0 {
			t.Errorf("%s cannot be read", name)
		}
	}
}

// frames are small games around a snippet.
var frames = map[string]string{
	"declaration": game + "SNIPPET\n",
	"card":        game + "gift special {\n  en \"Special\"  fr \"Spécial\"\n  SNIPPET\n}\n",
	"deed":        game + "gift special {\n  en \"Special\"  fr \"Spécial\"\n  works: after hit(who: bearer) {\n    SNIPPET\n  }\n}\n",
	"test":        game + "gift prickly { en \"Prickly\"  fr \"Piquant\" }\ntest \"x\" {\n  given one = anna\n  SNIPPET\n  expect one.HP == 9\n}\n",
}

const game = `kind hero { en "Hero"  fr "Héros"  cell HP: int = 9 { en "HP"  fr "PV" }  carries gifts: gift { en "Gifts"  fr "Dons" } }
kind gift on hero { en "Gift"  fr "Don" }
event hit(who: hero) { en "{who} is hit"  fr "{who} est frappé"  do { who.HP += 0 } }
hero anna { en "Anna"  fr "Anna" }
`

// What package.json promises is there.
func TestPackage(t *testing.T) {
	raw, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`"\./([^"]*)"|"icon": "([^"]*)"`).FindAllSubmatch(raw, -1) {
		file := string(name[1]) + string(name[2])
		if file == "dist/extension.js" || strings.HasPrefix(file, "$(") { // is made; is one of the editor's own
			continue
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("package.json speaks of %s: %v", file, err)
		}
	}
	for _, lang := range []string{"package.nls.json", "package.nls.fr.json"} {
		said, err := os.ReadFile(lang)
		if err != nil {
			t.Fatal(err)
		}
		var has map[string]string
		if err := json.Unmarshal(said, &has); err != nil {
			t.Fatal(err)
		}
		for _, of := range regexp.MustCompile(`"%(\w+)%"`).FindAllSubmatch(raw, -1) {
			if has[string(of[1])] == "" {
				t.Errorf("%s has no %s", lang, of[1])
			}
		}
	}
	src, err := os.ReadFile("src/extension.ts")
	if err != nil {
		t.Fatal(err)
	}
	french, err := os.ReadFile("l10n/bundle.l10n.fr.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range regexp.MustCompile(`l10n\.t\("([^"]*)"`).FindAllSubmatch(src, -1) {
		if !bytes.Contains(french, append(append([]byte{'"'}, of[1]...), '"')) {
			t.Errorf("no French for %q", of[1])
		}
	}
}
