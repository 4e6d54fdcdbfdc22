package ir_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Tests go through the lists of what there is, so the lists must be whole: the members of a sum are
// what has its unexported method, or embeds the Base that has it.
func TestListsOfSumsAreWhole(t *testing.T) {
	lists := map[string][]string{}
	for _, s := range ir.Stmts {
		lists["stmt"] = append(lists["stmt"], reflect.TypeOf(s).Elem().Name())
	}
	for _, p := range ir.Places {
		lists["place"] = append(lists["place"], reflect.TypeOf(p).Elem().Name())
	}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	members := map[string][]string{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil && lists[n.Name.Name] != nil {
					of := n.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
					members[n.Name.Name] = append(members[n.Name.Name], of)
				}
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && len(s.Fields.List) > 0 && isBase(s.Fields.List[0].Type) {
					members["stmt"] = append(members["stmt"], n.Name.Name)
				}
			}
			return true
		})
	}
	for sum, list := range lists {
		slices.Sort(list)
		slices.Sort(members[sum])
		if !slices.Equal(list, members[sum]) {
			t.Errorf("%s: listed are %v, there are %v", sum, list, members[sum])
		}
	}
}

// isBase tells whether a type is Base[Stmt].
func isBase(t ast.Expr) bool {
	of, ok := t.(*ast.IndexExpr)
	if !ok {
		return false
	}
	base, ok := of.X.(*ast.Ident)
	return ok && base.Name == "Base"
}
