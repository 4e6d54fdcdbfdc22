package kdsl_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/kdsl-lang/kdsl"
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

// word is an id that content declares, and a place where it does. A plain one counts wherever it is said;
// the others, which are often plain English, where something of Go is called by it or compared with it.
type word struct {
	where string
	plain bool
}

// contentWords are the ids that content declares: of kinds, cards, events, enums and stats from three letters
// on, and, as names alone, of cells and functions from five.
func contentWords(t *testing.T) map[string]word {
	words := map[string]word{}
	for _, name := range files(t, ".kdsl", contentDirs...) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		declared(words, name, string(b))
	}
	return words
}

// Any word may be a name; so no name ends in _, as one does that dodges a word of the language.
func TestNoNameDodges(t *testing.T) {
	dodging := regexp.MustCompile(`"[^"]*"|//.*|[A-Za-z]\w*_\b`)
	for _, name := range files(t, ".kdsl", append([]string{"interp", "lang", "docs", "cmd"}, contentDirs...)...) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range dodging.FindAllString(string(b), -1) {
			if strings.HasSuffix(w, "_") {
				t.Errorf("%s: %s ends in _", name, w)
			}
		}
	}
}

// declared adds the ids that a file declares.
func declared(words map[string]word, name, text string) {
	f, _ := syntax.Parse(source.New(name, text))
	add := func(n syntax.Name, least int) {
		w := strings.Trim(strings.ToLower(n.Text), "_")
		if plain := least < 5; letters(w) >= least && (plain || !words[w].plain) {
			words[w] = word{name, plain}
		}
	}
	visit := func(n syntax.Spanned) bool {
		switch n := n.(type) {
		case *syntax.KindDecl:
			add(n.Name, 3)
		case *syntax.CardDecl:
			add(n.Name, 3)
		case *syntax.EventDecl:
			add(n.Name, 3)
		case *syntax.EnumDecl:
			add(n.Name, 3)
			for _, v := range n.Values {
				add(v.Name, 3)
			}
		case *syntax.FuncDecl:
			add(n.Name, 5)
		case *syntax.FieldMember:
			switch n.Word {
			case "stat":
				add(n.Name, 3)
			case "cell":
				add(n.Name, 5)
			}
		}
		return true
	}
	for _, d := range f.Decls {
		syntax.Walk(d, visit)
	}
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

// spoken tells what a text of Go says, and where: its identifiers, and its strings, joined where they are
// joined by +. name tells whether it is a name: an identifier, or a string of one word.
func spoken(file string, text []byte, hear func(at, said string, name bool)) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile(file, -1, len(text)), text, nil, 0)
	joined, plus := "", false // the strings before, and whether a + follows them
	for {
		pos, tok, lit := s.Scan()
		at := fset.Position(pos).String() + ": " + lit
		switch tok {
		case token.EOF:
			return
		case token.IDENT:
			hear(at, snake(lit), true)
		case token.STRING:
			part, err := strconv.Unquote(lit)
			if err != nil {
				part = lit
			}
			if !plus {
				joined = ""
			}
			joined += part
			hear(at, snake(part), !strings.ContainsAny(part, " /"))
			if joined != part {
				hear(at, snake(joined), !strings.ContainsAny(joined, " /"))
			}
			plus = false
			continue
		case token.ADD:
			plus = joined != "" && !plus
			continue
		}
		joined, plus = "", false
	}
}

// maxParts is of how many words an id is made that is heard.
const maxParts = 6

// heard are the words of content that something says, one of them perhaps in the plural.
func heard(words map[string]word, said string, name bool) []string {
	var out []string
	parts := strings.Split(strings.Trim(said, "_"), "_")
	for i := range parts {
		for n := 1; n <= maxParts && i+n <= len(parts); n++ {
			w := strings.Join(parts[i:i+n], "_")
			for _, w := range []string{w, strings.TrimSuffix(w, "s")} {
				if found, ok := words[w]; ok && (found.plain || name) && !slices.Contains(out, w) {
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// What content declares is heard from three letters on, cells and functions from five, and in Go only where it
// is said.
func TestDeclaredWordsAreHeard(t *testing.T) {
	words := map[string]word{}
	declared(words, "x.kdsl", "kind orc { stat wit: int = 1  cell ash: int = 0  cell ember: int = 0 }\norc imp { }\nenum hue { red, tan }\nevent hex() { do { } }\nfunction sum_up(): int = 1\nkind ox { }\n")
	for text, want := range map[string]string{
		"x := orc": "orc", "x := isOrc": "orc", "x := `two orcs`": "orc", "x := imp": "imp", "x := wit": "wit", "x := hue": "hue", "x := tan": "tan",
		"x := hex": "hex", "x := ash": "", "x := ember": "ember", "x := `an ember`": "", "x := sumUp": "sum_up", "x := ox": "", "x := orchard": "",
	} {
		got := ""
		spoken("x.go", []byte("package p\n"+text), func(_, said string, name bool) {
			got += strings.Join(heard(words, said, name), " ")
		})
		if got != want {
			t.Errorf("%s: heard %q, want %q", text, got, want)
		}
	}
}

// The guard hears what it should: paladin is a card, wound_deck a cell.
func TestContentWordsAreHeard(t *testing.T) {
	words := map[string]word{"paladin": {"x", true}, "wound_deck": {"x", false}}
	for _, c := range []struct{ text, want string }{
		{"x := paladin", "paladin"},
		{"x := isPaladin", "paladin"},
		{"x := paladins", "paladin"},
		{"x := `the paladins`", "paladin"},
		{`x := "pal" + "adin"`, "paladin"},
		{`x := "p" + "al" + "a" + "dins"`, "paladin"},
		{"x := \"pal\" +\n\"adin\"", "paladin"},
		{`x := f("pal", "adin")`, ""},
		{`x := "pal" + y + "adin"`, ""},
		{`x := "a\npaladin"`, "paladin"},
		{"x := impaladin", ""},
		{"x := woundDeck", "wound_deck"},
		{"x := theWoundDecks", "wound_deck"},
		{`x := "wound_deck"`, "wound_deck"},
		{`x := "wound" + "_deck"`, "wound_deck"},
		{`x := "wound deck"`, ""},
	} {
		got := ""
		spoken("x.go", []byte("package p\n"+c.text), func(_, said string, name bool) {
			got += strings.Join(heard(words, said, name), " ")
		})
		if got != c.want {
			t.Errorf("%s: heard %q, want %q", c.text, got, c.want)
		}
	}
}

// The Go code knows no game: no id that content declares occurs as a word, or its plural, in an identifier or
// a string outside tests, but for the words of the language and the list below.
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
		spoken(name, b, func(at, said string, name bool) {
			for _, w := range heard(words, said, name) {
				found[w] = append(found[w], at)
			}
		})
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
		bad = append(bad, w+" (declared in "+words[w].where+"): "+strings.Join(at[:min(3, len(at))], "  "))
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
	"ability":     "what a reader of cards calls a sentence on one, with its name",
	"advance":     "a run goes on by one instruction",
	"affordable":  "whether costs could be paid",
	"against":     "between the names of two players, in the title of a report",
	"ahead":       "in the direction of a ray",
	"aim":         "of a contribution: which stats it goes to",
	"allowed":     "where a statement may stand",
	"ambush":      "the name of an example, in a page of help",
	"amount":      "of a claim: how much",
	"apart":       "of bodies: how far",
	"area":        "of space",
	"arrives":     "what a reader of reports calls a piece that is put on the table",
	"attribute":   "of an element of HTML",
	"axe":         "of axes: the two directions of a body",
	"barred":      "of a ray: by something in its way",
	"battle":      "what a reader of reports calls any game",
	"between":     "two bounds or bodies",
	"block":       "a body of statements in braces",
	"board":       "what scripts call the table",
	"brace":       "the sign { or }",
	"cause":       "why a context has ended",
	"child":       "of a node of Markdown",
	"class":       "of dice that are thrown together: a word of `throw by`",
	"clear":       "to empty",
	"closed":      "of a polygon: its last corner is its first",
	"common":      "what several have in common",
	"condition":   "an expression that is true or false",
	"contact":     "bases that touch",
	"control":     "of characters",
	"corner":      "of a shape",
	"cover":       "what a test says that it tries",
	"def":         "the default of a value",
	"den":         "of a fraction: its denominator",
	"die":         "a die to throw",
	"document":    "what --json writes",
	"drop":        "to take an entry off a list",
	"ending":      "of a span",
	"expected":    "what a parser would have taken",
	"failure":     "of a parse",
	"fall":        "how the dice come out",
	"figures":     "what is printed on a card in numbers",
	"fired":       "of a clause: it acted",
	"fitting":     "of types: those that a primitive takes",
	"frame":       "an event or a piece of code under way",
	"game":        "the longest span: a word of `limit ... per game`",
	"gap":         "an empty line; a hole in a table",
	"generic":     "that fits several types",
	"group":       "a row of a bag",
	"guard":       "a condition before an optional value",
	"halt":        "to end the deed of a span that is stopped",
	"high":        "the upper end of an interval",
	"hit":         "of a point of coverage: a test came there",
	"hold":        "to be true; to contain",
	"in_range":    "of a number and its bounds",
	"in_zone":     "what lies in a declared zone",
	"item":        "an element of a list",
	"jump":        "an instruction that goes on elsewhere",
	"large":       "of numbers and files",
	"lay_out":     "to format a text",
	"leaves":      "of a ray: the far side of a shape",
	"leg":         "of a path: from one point to the next",
	"legal":       "of an answer: no rule refuses it",
	"less":        "of an order",
	"level":       "of headings and of confidence",
	"liking":      "how much an automatic player prefers an answer",
	"lose":        "in the name of a test of an example, in a page of help",
	"low":         "the lower end of an interval",
	"machine":     "what plays programs",
	"mend":        "to apply a fix",
	"mine":        "what is one's own",
	"moved":       "to another place on the table or in a zone",
	"moves":       "what a reader of reports calls a change of place",
	"muster":      "to list what stands on the table",
	"obstacle":    "what stops a push: a word of `push`",
	"open":        "to open a file; a field that nobody has answered",
	"opening":     "the first edge of a span",
	"operators":   "of expressions",
	"outcome":     "of a question about odds",
	"pair":        "two values",
	"part":        "of an expression, a text or a fold",
	"plain":       "without anything special",
	"points":      "of a program that tests reach; of space",
	"pool":        "of buffers that are used again",
	"power":       "of PowerShell",
	"rank":        "the place of an owner in an order",
	"reading":     "of files",
	"recovery":    "of the parser after an error",
	"reference":   "of one instance to another",
	"regular":     "a file that is no folder or device",
	"rest":        "what is left",
	"roll":        "what people write for throw",
	"room_for":    "whether a frame has a slot left",
	"round":       "the shape of a base: a word of `body`",
	"run":         "one game under way",
	"score":       "of an answer that an automatic player weighs",
	"sequence":    "a list, as YAML calls it",
	"settle":      "to take note of what holds already",
	"sections":    "of a page",
	"shared":      "by several copies of an index",
	"sheet":       "of paper",
	"shell":       "what reads commands",
	"shove":       "the instruction of `push`",
	"sight":       "lines of sight, which the table has",
	"slip":        "a common mistake of whoever writes",
	"small":       "of numbers",
	"spell":       "the folder of cards that is embedded",
	"spend":       "a use of a limit",
	"spent":       "how often a limit was used",
	"stable":      "sorting that keeps the order of equals",
	"status":      "what goldmark calls how a walk goes on",
	"step":        "of a pipeline, a script or a grid",
	"still":       "as before",
	"stopped":     "by the user, or by a bound",
	"str":         "a string",
	"strength":    "of an operator, for brackets",
	"sum":         "what is added up; a hash",
	"symbol":      "of a grammar, as participle calls it",
	"takes":       "of a primitive: its arguments",
	"thousandths": "of an inch: what lengths are counted in",
	"tie":         "of the types of a primitive: how one binds another",
	"token":       "a word or sign of a text",
	"tokens":      "words and signs of a text",
	"trial":       "the handler that runs tests",
	"turned":      "of a run: it is the turn of the next to answer",
	"turn":        "whose answer is due in a window",
	"unit":        "of length; a program that is loaded",
	"units":       "programs that are loaded",
	"value":       "what an expression gives",
	"waiting":     "of lines: until it is known where they belong",
	"walk":        "through a tree or the folders",
	"weight":      "how much a member of a bag counts",
}

// A pack holds no regular expressions: what language and machine look for is written in Go, but for the sentences of the
// catalog, which are a part of kdsl; and a condition that would match one is refused, in whatever form it is written.
func TestNoRegularExpressions(t *testing.T) {
	compiled := regexp.MustCompile("regexp\\.(?:Must)?Compile(?:POSIX)?\\(([^`])|regexp\\.Match")
	for _, name := range files(t, ".go", "lang", "interp") {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if at := compiled.Find(b); at != nil && !strings.HasSuffix(name, "_test.go") && name != "lang/catalog/catalog.go" {
			t.Errorf("%s: %s: a regular expression that may be somebody's", name, at)
		}
	}
	for _, condition := range []string{`"a".matches("a+")`, `matches("a", "a+")`, `red.matches("a+")`, `"a" =~ "a+"`, `red.n.matches("1")`, `regex("a+")`, `string(1).matches("1")`} {
		text := "player { cell n: int = 0 }\ntest \"t\" { expect " + condition + " }\n"
		if _, ds, err := kdsl.Load(fstest.MapFS{"a.kdsl": {Data: []byte(text)}}, "a.kdsl"); err == nil || !ds.Errors() {
			t.Errorf("%s is a condition: %v", condition, ds)
		}
	}
}
