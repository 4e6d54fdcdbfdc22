package interp_test

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"strings"
	"testing"
)

// sources are the files of the machine without tests.
func sources(t *testing.T, dir string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	must(t, err)
	out := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, parser.SkipObjectResolution)
		must(t, err)
		out[filepath.Base(name)] = f
	}
	if len(out) == 0 {
		t.Fatalf("no source in %s", dir)
	}
	return out
}

// Whether somebody listens is known to one file, so that no rule can read it.
func TestOneFileKnowsTheListener(t *testing.T) {
	for _, wrong := range mentions(sources(t, "."), "listener", "tell.go") {
		t.Error(wrong)
	}
	if len(mentions(sources(t, "."), "listener", "")) == 0 {
		t.Error("nobody mentions the listener: the guard looks for the wrong name")
	}
}

func mentions(files map[string]*ast.File, word, but string) (out []string) {
	for name, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == word && name != but {
				out = append(out, name+" mentions the "+word)
			}
			return true
		})
	}
	return out
}

// A frame is a number wherever it is handed on: a pointer would not survive the next frame.
func TestFramesAreNumbers(t *testing.T) {
	isPointer := func(x ast.Expr) bool {
		star, ok := x.(*ast.StarExpr)
		if !ok {
			return false
		}
		sel, ok := star.X.(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "Frame"
	}
	found := 0
	for name, f := range sources(t, ".") {
		ast.Inspect(f, func(n ast.Node) bool {
			var fields *ast.FieldList
			what := ""
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name.Name == "frame" { // the one that looks it up
					found++
					return true
				}
				fields, what = n.Type.Params, n.Name.Name
				if n.Type.Results != nil {
					fields = &ast.FieldList{List: append(append([]*ast.Field{}, fields.List...), n.Type.Results.List...)}
				}
			case *ast.StructType:
				fields, what = n.Fields, "a struct"
			default:
				return true
			}
			for _, p := range fields.List {
				if isPointer(p.Type) {
					t.Errorf("%s: %s holds a pointer to a frame", name, what)
				}
			}
			return true
		})
	}
	if found != 1 {
		t.Errorf("%d functions look frames up, want 1", found)
	}
}
