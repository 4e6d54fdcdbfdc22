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
		for _, s := range diags.Foreign() {
			t.Errorf("no French for %q", s)
		}
		for _, d := range diags {
			fmt.Fprintf(&out, "!! %d:%d %s %s", d.Span.Pos().Line, d.Span.Pos().Column, d.Code, d.Message)
			if d.Mended() {
				fmt.Fprintf(&out, " => %s", d.Edit().Text)
				if title := d.Mends[0].Title; strings.Contains(title, `""`) {
					t.Errorf("quotes in quotes: %s", title)
				}
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

// TestRecovery: each mistake gives one diagnostic; what is sound of a declaration stays, and of what is lost the
// names are known.
func TestRecovery(t *testing.T) {
	f, diags := Parse(source.New("test.kdsl", `
rule a { cannot e }
rule b { cannot e whn x }
rule c { cannot e }
rul d { befor e { } }
rule g { before e { x = ( } }
rule h { cannot e }
event j(a: int, b, c: int) {
  n: int = a
  m int = a
  do { note "x" }
}
event k() { do { note "x"
event l() { do { note "x" } }
event o(a: int, b) {
  n: int = a
  q int = a
}
`))
	var sound []string
	for _, d := range f.Decls {
		sound = append(sound, d.Span().Text())
	}
	lost := map[string]bool{}
	for _, n := range f.Broken {
		lost[n.Text] = true
	}
	if len(diags) != 8 || len(sound) != 9 || !lost["m"] || !lost["b"] || !lost["q"] || lost["n"] || !lost["whn"] || !lost["befor"] {
		t.Errorf("got %v\n%d diagnostics, %d declarations, lost are %v", diags, len(diags), len(sound), lost)
	}
}
