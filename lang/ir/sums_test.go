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
// what has its unexported method.
func TestListsOfSumsAreWhole(t *testing.T) {
	lists := map[string][]string{}
	for _, s := range ir.Stmts {
		lists["stmt"] = append(lists["stmt"], reflect.TypeOf(s).Elem().Name())
	}
	for _, p := range ir.Places {
		lists["place"] = append(lists["place"], reflect.TypeOf(p).Elem().Name())
	}
	for _, d := range ir.Durations {
		lists["duration"] = append(lists["duration"], reflect.TypeOf(d).Elem().Name())
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
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && lists[f.Name.Name] != nil {
				of := f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
				members[f.Name.Name] = append(members[f.Name.Name], of)
			}
		}
	}
	for sum, list := range lists {
		slices.Sort(list)
		slices.Sort(members[sum])
		if !slices.Equal(list, members[sum]) {
			t.Errorf("%s: listed are %v, there are %v", sum, list, members[sum])
		}
	}
}
