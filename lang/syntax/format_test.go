package syntax

import (
	"os"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
)

func TestFormat(t *testing.T) {
	b, err := os.ReadFile("testdata/layout.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, c := range strings.Split(string(b), "-- before --\n")[1:] {
		before, _, _ := strings.Cut(c, "-- after --\n")
		out.WriteString("-- before --\n" + before + "-- after --\n" + Format(parse(t, before)))
	}
	golden(t, "testdata/layout.txt", out.String())
}

// TestFormatLaws: formatting twice is formatting once, the tree stays, and no comment is lost.
func TestFormatLaws(t *testing.T) {
	for path, text := range content(t) {
		f, diags := Parse(source.New(path, text))
		if diags.HasErrors() {
			continue // other tests report it
		}
		once := Format(f)
		again, diags := Parse(source.New(path, once))
		if diags.HasErrors() {
			t.Fatalf("%s: the formatted text does not parse: %v: %s\n%s", path, diags[0].Span.Pos(), diags[0].Message, once)
		}
		if a, b := dumpFile(f), dumpFile(again); a != b {
			t.Errorf("%s: formatting changed the tree", path)
		}
		if twice := Format(again); twice != once {
			t.Errorf("%s: formatting is not idempotent", path)
		}
		if a, b := len(f.Comments), len(again.Comments); a != b {
			t.Errorf("%s: %d comments became %d", path, a, b)
		}
	}
}
