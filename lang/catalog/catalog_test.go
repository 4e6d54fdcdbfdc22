package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/tongue"
)

func TestFrench(t *testing.T) {
	for en, want := range map[string]string{
		"there is no kind orc":                                "il n'y a pas de sorte orc",
		"there is no event hit":                               "il n'y a pas d'événement hit",
		"kind orc has no field kind":                          "la sorte orc n'a pas de champ kind", // a name is no noun
		`got "befor", want a member or "}"`:                   `lu "befor", attendu un membre ou "}"`,
		"got the end of the line, want a value":               "lu la fin de la ligne, attendu une valeur",
		"write create orc for who at (1, 1) as m":             "écrivez create orc for who at (1, 1) as m", // code
		"orc is a zone, want a kind":                          "orc est une zone, attendu une sorte",
		"there is no tag heavy; there are light, very":        "il n'y a pas de marque heavy ; il y a light, very",
		"the name of an odds question stands in quotes":       "le nom d'une question de chances se met entre guillemets",
		"(no words for field X, field HP, layer skills)":      "(pas de mots pour le champ X, le champ HP, la couche skills)",
		"expected the event hit: hit happened once, with n 1": "attendu l'événement hit : hit est arrivé une fois, avec n 1",
	} {
		if got, ok := French(en); got != want || !ok {
			t.Errorf("%q: got %q, %v, want %q", en, got, ok, want)
		}
	}
	for _, en := range []string{"this sentence is new", "kind orc has a new sentence", "got x, want the moon and the stars"} {
		if got, ok := French(en); ok {
			t.Errorf("%q counts as known: %q", en, got)
		}
	}
	if got := Say(tongue.English, "there is no kind orc"); got != "there is no kind orc" {
		t.Errorf("English became %q", got)
	}
}

func TestRead(t *testing.T) {
	for _, text := range []string{"one\ntwo\n", "\tun\n", "one\n", "one\n\tun\none\n\tun\n", "%s one\n\t%s %s\n", "%s\n\t%[2]s\n"} {
		if _, err := read(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// composed are formats whose slots hold more than names, with what they say.
var composed = map[string][]string{
	"got %s, want which %s is %s: `%s %s %s`": {"got \"{\", want which test is replaced: `replace test \"NAME\"`", "got \"{\", want which kind is removed: `remove kind NAME`"},
	"kdsl: a bug in kdsl: %s (please report it, with `kdsl %s` and %s; KDSL_TRACE=1 shows where)%s": {
		"kdsl: a bug in kdsl: index out of range [1] with length 1 (please report it, with `kdsl check` and kdsl 0.1 (go1.25); KDSL_TRACE=1 shows where)"},
	"%s is %s, want %s": {"46,1 % is reached, want 99 %", "46,1 % is noticed, want 99 %"},
	"the %s text":       {"the English text", "the French text"},
	"the %s text shows %s, the %s one does not":     {"the English text shows 2, the French one does not", "the French text shows 2, the English one does not"},
	"%s, in this order: name what else it is given": {"hit takes nothing, in this order: name what else it is given", "hit takes who: orc, n: int, in this order: name what else it is given"},
	"%s lies on nothing%s":                          {"k lies on nothing", "what is of kind k lies on nothing; on a lie b, c"},
	"%s %s: ask about it in `when`":                 {"x is a list: ask about it in `when`", "x has layers, it is known only later: ask about it in `when`"},
	"%s %s and stands: to let %s go on with another, write `instead %s ... { proceed { %s: %s } }`": {
		"n was given and stands: to let hit go on with another, write `instead hit ... { proceed { n: 3 } }`",
		"n was chosen and stands: to let hit go on with another, write `instead hit ... { proceed { n: 3 } }`"},
	"either it happens %s or it does not happen: leave out `no` or the number": {
		"either it happens once or it does not happen: leave out `no` or the number",
		"either it happens 3 times or it does not happen: leave out `no` or the number"},
	`only a noun says what is done with it: %s noun "..." by "..." to "..."`: {`only a noun says what is done with it: en noun "..." by "..." to "..."`},
	"%s %s: %s%s":                           {"base of size depends on itself: base of size, which reads base of size", "a costs itself: a, which costs b, which costs a"},
	"%s( ) takes a stat, read as x.field%s": {"base( ) takes a stat, read as x.field", "base( ) takes a stat, read as x.field, or a field or function with layers"},
	"and %s%d more, which are not shown":    {"and 3 more, which are not shown", "and at least 3 more, which are not shown"},
}

// TestEveryTemplate: what a program hands over to be said, as a format that stands in the source, has a French.
func TestEveryTemplate(t *testing.T) {
	files := token.NewFileSet()
	var all []*ast.File
	for _, root := range []string{"../syntax", "../check", "../load", "../internal/cond", "../source", "../diag", "../../interp/trial", "../../cmd/kdsl"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(files, path, nil, 0)
			all = append(all, f)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	formats := map[string]int{} // of a function: which parameter is the format, or the title
	for _, f := range all {
		ast.Inspect(f, func(n ast.Node) bool {
			if d, ok := n.(*ast.FuncDecl); ok {
				i := 0
				for _, p := range d.Type.Params.List {
					for _, name := range p.Names {
						if name.Name == "format" || name.Name == "title" {
							formats[d.Name.Name] = i
						}
						i++
					}
				}
			}
			return true
		})
	}
	verbs := regexp.MustCompile(`%(\[\d\])?\d*[a-zA-Z%]`)
	example := func(verb string) string {
		switch verb[len(verb)-1] {
		case 'q':
			return `"x"`
		case 'd':
			return "3"
		case '%':
			return "%"
		case 'U':
			return "U+00A0"
		}
		return "x"
	}
	n := 0
	for _, f := range all {
		ast.Inspect(f, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch fun := call.Fun.(type) {
			case *ast.Ident:
				name = fun.Name
			case *ast.SelectorExpr:
				name = fun.Sel.Name
				if x, ok := fun.X.(*ast.Ident); ok && x.Name == "fmt" {
					return true
				}
			}
			i, ok := formats[name]
			if name == "print" || !ok || i >= len(call.Args) {
				return true
			}
			lit, ok := call.Args[i].(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			format, err := strconv.Unquote(lit.Value)
			if err != nil || format == "%s" || format == "%v" || format == "." || format == "" {
				return true
			}
			if !strings.ContainsFunc(verbs.ReplaceAllString(format, ""), unicode.IsLetter) {
				return true // nothing but slots
			}
			n++
			if says := composed[format]; says != nil {
				for _, s := range says {
					if !known(s) {
						t.Errorf("no French for %q", s)
					}
				}
				return true
			}
			if s := verbs.ReplaceAllStringFunc(format, example); !known(s) {
				t.Errorf("%s: no French for %q", files.Position(lit.Pos()), format)
			}
			return true
		})
	}
	if n < 300 {
		t.Errorf("only %d templates were found", n)
	}
}

func known(s string) bool {
	_, ok := French(s)
	return ok
}

// A list of many names is said as fast as it is long: with every way to part it tried, forty took for ever.
func TestLongList(t *testing.T) {
	for _, joint := range []string{", ", " or ", "; "} {
		list := strings.Repeat("alpha"+joint, 2000) + "beta"
		got, ok := French("there is no kind x; there are " + list)
		if !ok || !strings.HasPrefix(got, "il n'y a pas de sorte x ; il y a alpha") || strings.Count(got, "alpha") != 2000 {
			t.Errorf("%q: got %.80q, %v", joint, got, ok)
		}
	}
}
