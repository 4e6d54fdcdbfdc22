package docs_test

import (
	"cmp"
	"flag"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A test as docs/trust.md names it: a folder, or kdsl for the root, and a function.
var proof = regexp.MustCompile("`([a-z/]+)\\.((?:Test|Fuzz)\\w+)`")

var ran = flag.String("ran", "", "a file with what go test -v ./... said: what proves a promise has passed there, too")

// Every promise names a test, and each of these exists, is built here, and does not begin by skipping itself; with -ran, it ran and
// passed.
func TestPromises(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, "docs/trust.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]map[string]bool{}
	var done map[string]bool
	if *ran != "" {
		done = passed(t, *ran)
	}
	promises := 0
	for line := range strings.Lines(string(b)) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| | promise") {
			continue
		}
		promises++
		named := proof.FindAllStringSubmatch(line, -1)
		if len(named) == 0 {
			t.Errorf("no test proves: %s", line)
		}
		for _, n := range named {
			dir := n[1]
			if dir == "kdsl" {
				dir = "."
			}
			if known[dir] == nil {
				known[dir] = running(t, dir)
			}
			if !known[dir][n[2]] {
				t.Errorf("%s has no test %s that runs: %s", n[1], n[2], line)
			} else if done != nil && !done[dir+" "+n[2]] {
				t.Errorf("%s of %s did not pass, was skipped or never ran: %s", n[2], n[1], line)
			}
		}
	}
	if promises < 20 {
		t.Errorf("only %d promises were found", promises)
	}
}

// passed are the tests that passed, each with its folder, by what go test -v says: the tests of a package, then the package.
func passed(t *testing.T, file string) map[string]bool {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	var of []string
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "--- PASS: "):
			of = append(of, words[2])
		case strings.HasPrefix(line, "ok  \t"):
			dir := strings.TrimPrefix(strings.TrimPrefix(words[1], "github.com/kdsl-lang/kdsl"), "/")
			for _, name := range of {
				out[cmp.Or(dir, ".")+" "+name] = true
			}
			of = nil
		case strings.HasPrefix(line, "FAIL\t"):
			of = nil
		}
	}
	return out
}

// running are the tests of a folder that are built on this system, and do not begin by skipping themselves.
func running(t *testing.T, dir string) map[string]bool {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, name := range names {
		if ok, err := build.Default.MatchFile(filepath.Split(name)); err != nil || !ok {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && len(d.Body.List) > 0 && !skips(d.Body.List[0]) {
				out[d.Name.Name] = true
			}
		}
	}
	return out
}

// skips tells whether a statement is a call of Skip.
func skips(s ast.Stmt) bool {
	x, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := x.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && strings.HasPrefix(sel.Sel.Name, "Skip")
}
