package kdsl_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// contentDirs hold everything that games declare.
var contentDirs = []string{"stdlib", "rules", "spells", "examples"}

// files lists the files below some folders whose names end so.
func files(t *testing.T, suffix string, dirs ...string) []string {
	t.Helper()
	var out []string
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (name != "." && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
				return fs.SkipDir
			}
			if !d.IsDir() && strings.HasSuffix(name, suffix) {
				out = append(out, filepath.ToSlash(name))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	sort.Strings(out)
	return out
}

// contentWords are the ids of kinds, cards, events, enums and stats that content declares, of four
// letters or more, with one place where each is declared.
func contentWords(t *testing.T) map[string]string {
	words := map[string]string{}
	for _, name := range files(t, ".kdsl", contentDirs...) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := syntax.Parse(source.New(name, string(b)))
		add := func(n syntax.Name) {
			if w := strings.Trim(strings.ToLower(n.Text), "_"); letters(w) >= 4 {
				words[w] = name
			}
		}
		syntax.WalkFile(f, func(n syntax.Spanned) bool {
			switch n := n.(type) {
			case *syntax.KindDecl:
				add(n.Name)
			case *syntax.CardDecl:
				add(n.Name)
			case *syntax.EventDecl:
				add(n.Name)
			case *syntax.EnumDecl:
				add(n.Name)
				for _, v := range n.Values {
					add(v.Name)
				}
			case *syntax.FieldMember:
				if n.Word == "stat" {
					add(n.Name)
				}
			}
			return true
		})
	}
	return words
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// snake writes the words of an identifier or a text in lower case with _ between them and around.
func snake(s string) string {
	var b strings.Builder
	b.WriteByte('_')
	lower := false
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			if lower && unicode.IsUpper(r) {
				b.WriteByte('_')
			}
			lower = unicode.IsLower(r)
			b.WriteRune(unicode.ToLower(r))
		default:
			lower = false
			if !strings.HasSuffix(b.String(), "_") {
				b.WriteByte('_')
			}
		}
	}
	b.WriteByte('_')
	return b.String()
}

// The Go code knows no game: no id that content declares occurs as a word in an identifier or a
// string outside tests, but for the words of the language and the list below.
func TestNoContentWordsInGo(t *testing.T) {
	words := contentWords(t)
	if len(words) == 0 {
		t.Fatal("no content words were found")
	}
	found := map[string][]string{}
	for _, name := range files(t, ".go", ".") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var s scanner.Scanner
		fset := token.NewFileSet()
		file := fset.AddFile(name, -1, len(b))
		s.Init(file, b, nil, 0)
		for {
			pos, tok, lit := s.Scan()
			if tok == token.EOF {
				break
			}
			if tok != token.IDENT && tok != token.STRING {
				continue
			}
			text := snake(lit)
			for w := range words {
				if strings.Contains(text, "_"+w+"_") {
					found[w] = append(found[w], fset.Position(pos).String()+": "+lit)
				}
			}
		}
	}
	primitive := map[string]bool{"none": true} // the language's own, though games may use them as names
	for _, p := range ir.Prims {
		primitive[p.Name] = true
	}
	var bad []string
	for w, at := range found {
		if slices.Contains(syntax.Words, w) || primitive[w] || reviewed[w] != "" {
			continue
		}
		bad = append(bad, w+" (declared in "+words[w]+"): "+strings.Join(at[:min(3, len(at))], "  "))
	}
	sort.Strings(bad)
	for _, l := range bad {
		t.Error(l)
	}
	for w := range reviewed {
		if found[w] == nil {
			t.Logf("%q need not be on the list any more", w)
		}
	}
}

// reviewed are ids of content that are also plain words of programming, or of any table. The reason
// says what Go means by them.
var reviewed = map[string]string{
	"advance":   "a run goes on by one instruction",
	"ambush":    "the name of an example, in a page of help",
	"area":      "of space",
	"battle":    "what a reader of reports calls any game",
	"block":     "a body of statements in braces",
	"board":     "what scripts call the table",
	"brace":     "the sign { or }",
	"class":     "of dice that are thrown together: a word of `throw by`",
	"common":    "what several have in common",
	"condition": "an expression that is true or false",
	"contact":   "bases that touch",
	"failure":   "of a parse",
	"fence":     "arrivals from here on wait",
	"template":  "a sentence with parameters",
	"head":      "the first part of a declaration",
	"pool":      "of buffers that are used again",
	"home":      "the pack that a kind belongs to",
	"document":  "what --json writes",
	"drop":      "to take an entry off a list",
	"mine":      "what is one's own",
	"sequence":  "of symbols in a grammar",
	"fall":      "how the dice come out",
	"frame":     "an event or a piece of code under way",
	"game":      "the longest span: a word of `limit ... per game`",
	"generic":   "that fits several types",
	"group":     "a row of a bag",
	"halt":      "to end the deed of a span that is stopped",
	"high":      "the upper end of an interval",
	"hold":      "to be true; to contain",
	"item":      "an element of a list",
	"jump":      "an instruction that goes on elsewhere",
	"large":     "of numbers and files",
	"lay_out":   "to format a text",
	"less":      "of an order",
	"level":     "of headings and of confidence",
	"machine":   "what plays programs",
	"muster":    "to list what stands on the table",
	"obstacle":  "what stops a push: a word of `push`",
	"open":      "to open a file; a field that nobody has answered",
	"opening":   "the first edge of a span",
	"outcome":   "of a question about odds",
	"pair":      "two values",
	"part":      "of an expression, a text or a fold",
	"plain":     "without anything special",
	"rank":      "the place of an owner in an order",
	"reading":   "of files",
	"regular":   "a file that is no folder or device",
	"recovery":  "of the parser after an error",
	"rest":      "what is left",
	"round":     "the shape of a base: a word of `body`",
	"settle":    "to take note of what holds already",
	"shared":    "by several copies of an index",
	"shell":     "what reads commands",
	"shove":     "the instruction of `push`",
	"slip":      "a common mistake in a condition",
	"small":     "of numbers",
	"spend":     "a use of a limit",
	"stable":    "sorting that keeps the order of equals",
	"step":      "of a pipeline, a script or a grid",
	"still":     "as before",
	"stopped":   "by the user, or by a bound",
	"strength":  "of an operator, for brackets",
	"token":     "a word or sign of a text",
	"trial":     "the handler that runs tests",
	"turn":      "whose answer is due in a window",
	"unit":      "of length; a program that is loaded",
	"walk":      "through a tree or the folders",
	"weight":    "how much a member of a bag counts",
}
