package kdsl_test

import (
	"testing"

	gochecksumtype "github.com/alecthomas/go-check-sumtype"
	"golang.org/x/tools/go/packages"
)

// A switch over a sum has a case for each of its members, or says what the others come to: whoever
// adds a statement, a duration or a primitive is told by this test where it is forgotten.
func TestSwitchesOverSums(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypes |
		packages.NeedTypesSizes | packages.NeedImports | packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.FailNow()
	}
	for _, err := range gochecksumtype.Run(pkgs, gochecksumtype.Config{DefaultSignifiesExhaustive: true, IncludeSharedInterfaces: true}) {
		t.Error(err)
	}
}
