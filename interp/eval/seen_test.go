package eval_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// A cell that is read past eval.Cell would not be known to have been read.
func TestCellsAreReadInOnePlace(t *testing.T) {
	found := 0
	for _, dir := range []string{".", ".."} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				x, ok := n.(*ast.IndexExpr)
				if !ok {
					return true
				}
				s, ok := x.X.(*ast.SelectorExpr)
				if !ok || s.Sel.Name != "Cells" {
					return true
				}
				found++
				switch filepath.Base(name) {
				case "seen.go", "compact.go", "place.go": // compact moves numbers, place has the cells of a statement
				default:
					t.Errorf("%s: a cell is read past Cell", fset.Position(n.Pos()))
				}
				return true
			})
		}
	}
	if found == 0 {
		t.Error("no cell is read anywhere")
	}
}
