package sheet_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/sheet"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/layout"
)

// FuzzCards: whatever a pack calls its cards, a page of them is well formed and has no element that other cards do not have, and
// a terminal gets nothing to obey.
func FuzzCards(f *testing.F) {
	for _, name := range []string{"../../examples/pig.kdsl", "../../examples/regatta.kdsl", "../../lang/load/testdata/slips.kdsl", "../../interp/testdata/pipeline/figures.kdsl"} {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b), "Owl")
	}
	const skill = "kind skill { en \"Skill\" fr \"Talent\"; n: int { en \"NAME\" fr \"f\" } }\nskill x { en \"NAME\" fr \"NAME\"; n: 3 }\nevent e() { do { } }\nrule r { a: after e { en \"NAME\" fr \"x\" } }\n"
	for _, name := range []string{"</h3><script>alert(1)</script>", "'><img src=x onerror=alert(1)>", "&amp;<!--", "`*_[a](http://x)|#", "\u202eevil", "{{.}}", "é", "=1+1", "javascript:x"} {
		f.Add(skill, name)
	}
	plain := elementsOf(f, skill, "Owl")
	if len(plain) < 10 {
		f.Fatalf("a page has only %v", plain)
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		if len(text) > 8_000 || len(name) > 200 {
			return
		}
		found := elementsOf(t, text, name)
		if text != skill {
			return
		}
		for e := range found {
			if !plain[e] {
				t.Fatalf("%q makes an element %s", name, e)
			}
		}
	})
}

// elementsOf prints the cards of a text in which NAME is a name, in every form, and answers the elements of the page.
func elementsOf(t testing.TB, text, name string) map[string]bool {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", strings.ReplaceAll(text, "NAME", name))
	if err != nil || u.Program == nil || u.Diags.HasErrors() {
		return nil
	}
	out := map[string]bool{}
	for _, lang := range []string{"en", "fr"} {
		sections := layout.Sections(u.Program, own(u), lang)
		var b bytes.Buffer
		if err := sheet.HTML(&b, name, sections, lang); err != nil {
			t.Fatal(err)
		}
		before, rest, ok := strings.Cut(b.String(), "<script>")
		script, after, closed := strings.Cut(rest, "</script>")
		if !ok || !closed || strings.Contains(strings.ToLower(script+after), "<script") {
			t.Fatal("the page has not one script")
		}
		d := xml.NewDecoder(strings.NewReader(before + after))
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		for depth := 0; ; {
			tok, err := d.Token()
			if err == io.EOF {
				if depth != 0 {
					t.Fatalf("%d elements are not closed", depth)
				}
				break
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, b.String())
			}
			switch tok := tok.(type) {
			case xml.StartElement:
				depth++
				e := tok.Name.Local
				for _, a := range tok.Attr {
					e += " " + a.Name.Local
				}
				out[e] = true
			case xml.EndElement:
				depth--
			}
		}
		for _, s := range sections {
			b.Reset()
			sheet.Terminal(&b, s.Cards, lang, term.Painter{}, 80)
			for line := range strings.Lines(b.String()) {
				if line = strings.TrimSuffix(line, "\n"); diag.Visible(line) != line {
					t.Fatalf("a terminal would obey %q", line)
				}
			}
			b.Reset()
			sheet.Markdown(&b, s.Cards, lang)
		}
	}
	return out
}
