package kdsl_test

import (
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
	CORE < lang/source, lang/value;
	lang/source < lang/ir;
	CORE, lang/source, io < lang/diag; # it writes reports

	# the language: one door to participle, one to cel-go, one to files
	CORE, lang/diag, participle, io, reflect, sync < lang/syntax;
	CORE, lang/diag, lang/ir, lang/value, cel-go, sync < lang/cond;
	CORE, lang/ir, lang/value < lang/text;
	CORE, lang/cond, lang/syntax, lang/text, crypto/sha256, encoding/hex, reflect, regexp < lang/check;
	CORE, lang/check, afero, io/fs, path, regexp, sync, crypto/sha256, encoding/hex < lang/load;
	CORE, lang/load, lang/check < lang;

	# the machine; space, dice and state are leaves
	CORE < interp/space, interp/dice, interp/state;
	CORE, lang/source, lang/ir, encoding/json < interp/journal; # it is written by names
	CORE, interp/space, interp/state, lang/ir, lang/value < interp/eval;
	CORE, interp/eval < interp/code;
	CORE, interp/code, interp/journal, lang/text < interp;

	# its handlers: a failed expectation prints its condition as it was written, hence cond's printer
	CORE, interp, interp/dice, lang/cond, lang/text, sync, runtime, sync/atomic < interp/trial;
	CORE, interp, interp/trial, interp/dice, sync, runtime, sync/atomic, math/big < interp/odds, interp/sim;
	CORE, interp, interp/trial, interp/dice, encoding/json, crypto/sha256, encoding/hex < interp/play;

	# content and pages are only embedded
	embed < stdlib, rules, spells;
	CORE, embed < docs;
`

// doors are the short names of foreign libraries.
var doors = map[string]string{
	"github.com/alecthomas/participle/v2": "participle",
	"github.com/google/cel-go":            "cel-go",
	"github.com/spf13/afero":              "afero",
}

const module = "github.com/kdsl-lang/kdsl"

// permitted reads the lattice: what each package may import, with what those may.
func permitted(t *testing.T) map[string]map[string]bool {
	t.Helper()
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
					if !strings.HasPrefix(from, "lang/syntax") && !strings.HasPrefix(from, "lang/cond") || isOurs(f) {
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

// The import lattice. The two doors, the package at the root and cmd, are left to themselves with what
// they share (internal): there time, terminal and files belong; but nobody imports a command.
func TestImports(t *testing.T) {
	may := permitted(t)
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

// The lattice keeps the promises that matter most, whatever else is added to it.
func TestLatticePromises(t *testing.T) {
	may := permitted(t)
	never := func(pkgs func(string) bool, what ...string) {
		for p, m := range may {
			for _, w := range what {
				if pkgs(p) && m[w] {
					t.Errorf("the lattice lets %s import %s", p, w)
				}
			}
		}
	}
	machine := func(p string) bool { return p == "interp" || strings.HasPrefix(p, "interp/") }
	language := func(p string) bool { return p == "lang" || strings.HasPrefix(p, "lang/") }
	never(machine, "lang/syntax", "lang/check", "lang/load", "participle", "cel-go", "afero", "os", "time", "math/rand", "math/rand/v2", "io/fs", "embed")
	never(language, "os", "time", "math/rand", "math/rand/v2", "interp", "interp/eval", "interp/state")
	never(func(p string) bool { return p != "lang/syntax" }, "participle")
	never(func(p string) bool { return p != "lang/cond" }, "cel-go")
	never(func(p string) bool { return p != "lang/load" && p != "lang" }, "afero")
	if _, err := os.Stat("go.mod"); err != nil {
		t.Error("the test does not run at the root of the module")
	}
}
