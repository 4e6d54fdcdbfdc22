package syntax

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// mistakes reads testdata/mistakes.txt: texts, each followed by the diagnostics it must give (one a
// line, after `!!`) and a line of dashes.
func mistakes(t testing.TB) (texts, wants []string) {
	b, err := os.ReadFile("testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(strings.TrimSuffix(string(b), "\n----\n"), "\n----\n") {
		text, want, _ := strings.Cut(block, "\n!! ")
		texts, wants = append(texts, text+"\n"), append(wants, want)
	}
	return texts, wants
}

func TestMistakes(t *testing.T) {
	texts, _ := mistakes(t)
	var out strings.Builder
	for _, text := range texts {
		_, diags := Parse(source.New("test.kdsl", text))
		out.WriteString(text)
		if len(diags) == 0 {
			t.Errorf("no diagnostic for\n%s", text)
		}
		for _, d := range diags {
			fmt.Fprintf(&out, "!! %d:%d %s %s", d.Span.Pos().Line, d.Span.Pos().Column, d.Code, d.Message)
			if d.Fix != nil {
				fmt.Fprintf(&out, " => %s", d.Fix.Text)
			}
			for _, r := range d.Related {
				fmt.Fprintf(&out, " (%d:%d %s)", r.Span.Pos().Line, r.Span.Pos().Column, r.Message)
			}
			out.WriteString("\n")
		}
		out.WriteString("----\n")
	}
	golden(t, "testdata/mistakes.txt", out.String())
}

// TestRecovery: each broken declaration gives one diagnostic and the sound ones stay.
func TestRecovery(t *testing.T) {
	f, diags := Parse(source.New("test.kdsl", `
rule a { cannot e }
rule b { cannot e whn x }
rule c { cannot e }
rul d { befor e { } }
rule g { before e { x = ( } }
rule h { cannot e }
`))
	if len(diags) != 3 || len(f.Decls) != 3 || len(f.Broken) != 6 {
		t.Errorf("got %d diagnostics, %d declarations, %d broken names, want 3, 3, 6", len(diags), len(f.Decls), len(f.Broken))
	}
}
