package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A node that stands in no table can never be read.
func TestEveryNodeStandsInATable(t *testing.T) {
	chosen := map[string][]string{
		"stmt":     append(statements.names(), "AssignStmt", "CallStmt", "ExpectCondStmt", "ExpectEventStmt", "ExpectRefusedStmt", "ExpectTextStmt"),
		"duration": append(durations.names(), "UntilUsed", "UntilStart", "UntilEnd"),
		"place":    places.names(),
		"head":     heads.names(),
		"member":   append(lines.names(), clauses.name, actions.name, values.name),
		"decl":     decls.names(),
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			m, ok := d.(*ast.FuncDecl)
			if !ok || m.Recv == nil || chosen[m.Name.Name] == nil || len(m.Type.Params.List) > 0 {
				continue
			}
			of := m.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
			if !slices.Contains(chosen[m.Name.Name], of) {
				t.Errorf("%s stands in no table", of)
			}
		}
	}
}
