package kdsl_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// lattice is the whole permitted graph of imports: a package may import what stands behind its `<`,
// and what those may. Sets in capitals have no package of their own. Tests are free.
//
// The two halves meet in lang/ir alone: lang knows no time, no chance and no surroundings, the
// machine no text, no files and no clock. Each foreign library has one door.
const lattice = `
	# the standard library, as far as it computes and no more
	NONE < CORE;
	cmp, errors, fmt, maps, math, math/bits, slices, sort, strconv, strings, unicode, unicode/utf8, bytes, context, iter < CORE;

	# vocabulary
	CORE < lang/value;
	CORE, runtime, sync, sync/atomic < internal/pool; # many things at once
	CORE, x/text, unicode/utf16 < lang/source;
	lang/source, reflect, sync < lang/ir; # whatever a part of a program points to
	CORE, lang/catalog, lang/source, lang/tongue, io, regexp < lang/diag; # it writes reports

	# the language: one door to participle, one to cel-go, one to files
	CORE, lang/diag, participle, io, reflect, sync, unicode < lang/syntax;
	CORE, lang/ir < lang/expr;
	CORE, lang/diag < lang/internal/cond/words;
	CORE, lang/ir, lang/tongue < lang/internal/inprint; # names as they stand in texts
	CORE, lang/internal/cond/words, lang/internal/inprint, lang/expr, lang/diag, lang/ir, lang/value, cel-go, sync < lang/internal/cond;
	CORE, embed, sync, x/text < lang/tongue; # lists of words; letters without what is put on them
	CORE, lang/tongue, embed, regexp, sync < lang/catalog; # a list of sentences
	CORE, lang/ir, lang/tongue, lang/value < lang/text;
	CORE, lang/claim, lang/diag, lang/text, lang/tongue, regexp < lang/aloud;
	CORE, lang/text, lang/aloud < lang/layout; # what nobody wrote is read
	CORE, lang/aloud, lang/claim, lang/diag, lang/layout, lang/text, lang/tongue, embed, internal/pool, regexp < lang/proof; # lists of words; a card as it is laid out is what is printed
	CORE, lang/source, path, regexp, yaml < lang/proof/pages; # the door to what people have written elsewhere
	CORE, lang/ir, lang/value, reflect < lang/claim; # every expression of a statement, whatever its fields are called
	CORE, lang/internal/cond, lang/syntax, lang/text, crypto/sha256, encoding/hex, regexp < lang/check;
	CORE, lang/check, afero, io, io/fs, path, sync, crypto/sha256, encoding/hex < lang/load;
	CORE, lang/aloud, lang/diag, lang/ir, lang/source, lang/syntax, reflect < lang/ask; # no editor, no files; two programs, whatever their fields are called
	CORE, lang/ask < lang/start;
	CORE, lang/ask, lang/layout, lang/proof, regexp < lang/view;
	CORE, lang/load, lang/check < lang;

	# the machine; space and dice are leaves
	CORE < interp/internal/space, interp/dice;
	CORE, encoding/binary, lang/ir < interp/state; # keys of positions
	CORE, lang/source, lang/ir, encoding/json < interp/journal; # it is written by names
	CORE, interp/internal/space, interp/state, lang/ir, lang/value, sync, math/big < interp/eval; # the chance of many dice
	CORE, interp/eval < interp/code;
	CORE, interp/code, interp/journal, lang/text < interp;

	# its handlers: a failed expectation prints its condition as it was written
	CORE, interp, interp/dice, lang/expr, lang/text, sync, runtime, sync/atomic < interp/trial;
	CORE, interp < interp/internal/live;
	CORE, interp, interp/trial, interp/dice, sync, runtime, sync/atomic, math/big < interp/odds, interp/sim;
	interp/internal/live, encoding/binary < interp/odds;
	hash/maphash < interp/odds; # where something stands in a table, never what it is
	encoding/binary < interp/internal/live;
	CORE, interp, interp/trial, interp/dice, encoding/json, crypto/sha256, encoding/hex < interp/play;
	CORE, interp, interp/dice, interp/play, regexp, sync, sync/atomic < interp/survey;

	# content and pages are only embedded
	embed < stdlib, rules, spells, examples;
	CORE, embed < docs;
`

// doors are the short names of foreign libraries.
var doors = map[string]string{
	"golang.org/x/text":                   "x/text",
	"github.com/alecthomas/participle/v2": "participle",
	"github.com/google/cel-go":            "cel-go",
	"github.com/spf13/afero":              "afero",
	"go.yaml.in/yaml/v3":                  "yaml",
}

const module = "github.com/kdsl-lang/kdsl"

// permitted reads a lattice: what each package may import, with what those may.
func permitted(lattice string) map[string]map[string]bool {
	may := map[string]map[string]bool{}
	var text []string
	for line := range strings.SplitSeq(lattice, "\n") {
		if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
			text = append(text, line)
		}
	}
	for rule := range strings.SplitSeq(strings.Join(text, " "), ";") {
		left, right, ok := strings.Cut(rule, "<")
		if !ok {
			continue
		}
		for to := range strings.SplitSeq(right, ",") {
			to = strings.TrimSpace(to)
			if may[to] == nil {
				may[to] = map[string]bool{}
			}
			for from := range strings.SplitSeq(left, ",") {
				from = strings.TrimSpace(from)
				may[to][from] = true
				for f := range may[from] {
					if !outside(from, "lang/syntax", "lang/internal/cond", "lang/tongue", "lang/proof") || isOurs(f) {
						may[to][f] = true
					}
				}
			}
		}
	}
	return may
}

func isOurs(name string) bool {
	return strings.HasPrefix(name, "lang") || strings.HasPrefix(name, "interp")
}

// portDir is the package that opens a port: on the loopback address, as its tests say.
const portDir = "internal/page"

// The import lattice. The two doors, the package at the root and cmd, are left to themselves with what
// they share (internal): there time, terminal and files belong; but nobody imports a command, and even
// they call nobody outside of this machine and start nothing. One package opens a port, for browsers on this machine.
func TestImports(t *testing.T) {
	may := permitted(lattice)
	byDir := map[string][]string{}
	for _, name := range files(t, ".go", ".") {
		if !strings.HasSuffix(name, "_test.go") {
			byDir[path.Dir(name)] = append(byDir[path.Dir(name)], name)
		}
	}
	if len(byDir) < 15 {
		t.Fatalf("only %d packages were found", len(byDir))
	}
	dirs := make([]string, 0, len(byDir))
	for d := range byDir {
		dirs = append(dirs, d)
	}
	sort.Strings(dirs)
	for _, dir := range dirs {
		free := dir == "." || strings.HasPrefix(dir, "cmd/") || strings.HasPrefix(dir, "internal/")
		if !free && may[dir] == nil {
			t.Errorf("the lattice has no place for %s", dir)
			continue
		}
		for _, name := range byDir[dir] {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(name), nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range f.Imports {
				p, _ := strconv.Unquote(spec.Path.Value)
				what := short(p)
				switch {
				case strings.HasPrefix(what, "cmd/") && !strings.HasPrefix(dir, "cmd/"):
					t.Errorf("%s imports %s: nobody imports a command", name, what)
				case free && slices.Contains([]string{"participle", "cel-go"}, what):
					t.Errorf("%s imports %s, which has one door", name, what)
				case dir == portDir && (p == "net" || p == "net/http"):
				case free && outside(p, "net", "os/exec", "plugin", "unsafe", "C"):
					t.Errorf("%s imports %s, which nobody may", name, what)
				case !free && !may[dir][what]:
					t.Errorf("%s imports %s, which %s may not", name, what, dir)
				}
			}
		}
	}
}

// short is a path as the lattice writes it.
func short(p string) string {
	for long, name := range doors {
		if p == long || strings.HasPrefix(p, long+"/") {
			return name
		}
	}
	return strings.TrimPrefix(p, module+"/")
}

// outside tells whether an import is one of some packages, or lies below one.
func outside(name string, packages ...string) bool {
	return slices.ContainsFunc(packages, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
}

// surroundings are what a program plays on: whoever imports one of them, or what lies below it, can see the
// clock, the system, other machines or memory that is not its own.
var surroundings = []string{"os", "net", "syscall", "plugin", "unsafe", "C", "time", "log", "testing", "debug", "runtime/cgo", "runtime/debug", "runtime/pprof",
	"runtime/trace", "runtime/metrics", "runtime/coverage", "math/rand", "crypto/rand", "path/filepath", "io/ioutil", "database", "archive", "mime", "expvar",
	"go", "text/template", "html/template", "weak", "unique", "golang.org/x"}

// broken lists the promises that a lattice does not keep: those that matter most, whatever else is added to
// it.
func broken(lattice string) []string {
	var out []string
	for p, may := range permitted(lattice) {
		never := func(where bool, what ...string) {
			for m := range may {
				if where && outside(m, what...) {
					out = append(out, "the lattice lets "+p+" import "+m)
				}
			}
		}
		machine, language := outside(p, "interp"), outside(p, "lang")
		never(machine || language, surroundings...)
		never((machine || language) && p != "lang/tongue" && p != "lang/catalog" && p != "lang/proof", "embed")
		never(machine, "lang/syntax", "lang/check", "lang/load", "participle", "cel-go", "afero", "io/fs")
		never(language, "interp", "rules", "spells", "stdlib")
		never(p != "lang/syntax", "participle")
		never(p != "lang/proof/pages", "yaml")
		never(p != "lang/internal/cond", "cel-go")
		never(!slices.Contains([]string{"lang", "lang/load", "lang/check", "lang/internal/cond"}, p), "lang/internal/cond")
		never(p != "lang/load" && p != "lang", "afero")
		never(true, "cmd")
	}
	sort.Strings(out)
	return out
}

func TestLatticePromises(t *testing.T) {
	for _, b := range broken(lattice) {
		t.Error(b)
	}
	if _, err := os.Stat("go.mod"); err != nil {
		t.Error("the test does not run at the root of the module")
	}
}

// The promises are heard when a lattice is weakened: whichever package is given to whom.
func TestLatticeIsHeard(t *testing.T) {
	for _, what := range []string{"os", "os/exec", "os/signal", "net", "net/http", "net/url", "syscall", "syscall/js", "plugin", "unsafe", "C", "time", "math/rand",
		"math/rand/v2", "crypto/rand", "log", "log/slog", "testing/fstest", "debug/elf", "runtime/debug", "path/filepath", "embed", "golang.org/x/sys/unix"} {
		for _, who := range []string{"interp", "interp/state", "interp/odds", "lang/load", "lang/value", "lang/check"} {
			if len(broken(lattice+"\n"+what+" < "+who+";")) == 0 {
				t.Errorf("%s may import %s", who, what)
			}
		}
		if len(broken(what+" < CORE;\n"+lattice)) == 0 {
			t.Errorf("all may import %s", what)
		}
	}
	for _, more := range []string{"lang/syntax < interp;", "afero < interp/play;", "io/fs < interp;", "interp < lang/load;", "interp/eval < lang/check;", "participle < lang/check;",
		"cel-go < lang/check;", "afero < lang/check;", "rules < lang/load;", "cmd/kdsl < docs;"} {
		if len(broken(lattice+"\n"+more)) == 0 {
			t.Errorf("the lattice may say %s", more)
		}
	}
}

// diskFile is the one place where files are touched by way of os, and harmless what the others may use of
// it.
const diskFile = "cmd/kdsl/internal/files/disk.go"

var harmless = []string{"Args", "Exit", "File", "Getenv", "Getpid", "Interrupt", "O_CREATE", "O_EXCL", "O_RDONLY", "O_RDWR", "O_TRUNC", "O_WRONLY", "Signal", "Stderr", "Stdin", "Stdout"}

// doors that lead around it.
var sideDoors = map[string][]string{
	"afero":    {"NewOsFs", "NewBasePathFs", "OsFs", "BasePathFs"},
	"filepath": {"EvalSymlinks", "Glob", "Walk", "WalkDir"},
	"syscall":  {"Open", "Creat", "Rename", "Unlink", "Mkdir", "Rmdir", "Truncate", "Stat", "Lstat", "Write", "Read"},
	"ioutil":   {"ReadFile", "WriteFile", "ReadDir", "TempFile", "TempDir"},
}

// Whatever is done to files goes through an afero.Fs, so that it can be tried in memory, and made to fail.
func TestOneDoorToFiles(t *testing.T) {
	for _, name := range files(t, ".go", ".") {
		if strings.HasSuffix(name, "_test.go") || name == diskFile {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, door := range sideways(t, name, string(b)) {
			t.Error(door)
		}
	}
	for text, want := range map[string]bool{
		`import "os"; var _ = os.Args`:                                 false,
		`import "os"; var _, _ = os.ReadFile("x")`:                     true,
		`import o "os"; var _, _ = o.Open("x")`:                        true,
		`import "os"; var f = os.Remove`:                               true,
		`import "github.com/spf13/afero"; var _ = afero.NewOsFs()`:     true,
		`import "github.com/spf13/afero"; var _ = afero.NewMemMapFs()`: false,
		`import "path/filepath"; var _, _ = filepath.Glob("*")`:        true,
		`import "path/filepath"; var _ = filepath.Join("a", "b")`:      false,
		`import . "os"; var _, _ = ReadFile("x")`:                      true,
		`import "github.com/spf13/afero"; var _ = afero.BasePathFs{}`:  true,
		`import "syscall"; var _, _ = syscall.Open("x", 0, 0)`:         true,
		`import "syscall"; var _ = syscall.EPIPE`:                      false,
	} {
		if got := sideways(t, "x.go", "package p\n"+text); len(got) > 0 != want {
			t.Errorf("%s: found %q", text, got)
		}
	}
}

// sideways lists where a text of Go reaches files past the door.
func sideways(t *testing.T, name, text string) []string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	packages := map[string]string{} // as the file calls them
	for _, spec := range f.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		base := path.Base(p)
		if base != "os" && sideDoors[base] == nil {
			continue
		}
		switch {
		case spec.Name == nil:
			packages[base] = base
		case spec.Name.Name == ".":
			out = append(out, name+" imports all names of "+p)
		default:
			packages[spec.Name.Name] = base
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok {
			return true
		}
		base := packages[x.Name]
		if base == "os" && !slices.Contains(harmless, s.Sel.Name) || slices.Contains(sideDoors[base], s.Sel.Name) {
			out = append(out, fset.Position(n.Pos()).String()+": "+base+"."+s.Sel.Name+" touches files past "+diskFile)
		}
		return true
	})
	return out
}
