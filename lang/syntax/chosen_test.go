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
		"Stmt":       append(statements.names(), "AssignStmt", "CallStmt", "ExpectCondStmt", "ExpectEndsStmt", "ExpectEventStmt", "ExpectRefusedStmt", "ExpectTextStmt"),
		"Duration":   append(durations.names(), "UntilUsed", "UntilStart", "UntilEnd"),
		"Place":      places.names(),
		"ClauseHead": heads.names(),
		"Member":     append(lines.names(), clauses.name, actions.name, values.name),
		"Decl":       decls.names(),
	}
	nodes := 0
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
		ast.Inspect(f, func(n ast.Node) bool {
			node, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			fields, ok := node.Type.(*ast.StructType)
			if !ok || len(fields.Fields.List) == 0 {
				return true
			}
			as, ok := fields.Fields.List[0].Type.(*ast.IndexExpr)
			if !ok {
				return true
			}
			nodes++
			if of := as.Index.(*ast.Ident).Name; !slices.Contains(chosen[of], node.Name.Name) {
				t.Errorf("%s stands in no table of %s", node.Name.Name, of)
			}
			return true
		})
	}
	if nodes < 90 {
		t.Errorf("only %d nodes were found", nodes)
	}
}
