package sheet_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/sheet"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// contents are the packs and the examples that come with kdsl.
func contents(t *testing.T) []*load.Unit {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"../../rules/*", "../../spells/*", "../../stdlib/*", "../../examples/*.kdsl"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			if info, err := os.Stat(n); err == nil && (info.IsDir() || strings.HasSuffix(n, ".kdsl")) {
				paths = append(paths, n)
			}
		}
	}
	units, err := library.Loader(afero.NewOsFs()).Load(paths...)
	if err != nil || len(units) < 20 {
		t.Fatal(len(units), err)
	}
	return units
}

// own are the cards of a unit that are printed.
func own(u *load.Unit) []*ir.Card {
	return slices.DeleteFunc(slices.Clone(u.Program.Cards), func(c *ir.Card) bool { return c.Pack != u.Name || !layout.Printed(u.Program, c) })
}

// pieces is everything that stands on a card.
func pieces(c *layout.Card) []string {
	out := append([]string{c.Title, c.Sort}, c.Classes...)
	out = append(out, c.Properties...)
	for _, f := range c.Figures {
		out = append(out, f.Name, f.Value)
	}
	for _, l := range c.Lines {
		out = append(append(out, l.Name), l.Items...)
	}
	for _, a := range c.Abilities {
		out = append(out, a.Name, a.Cost, a.Frequency, a.Text)
	}
	return out
}

// No card of the content shows what is internal: no id, no flag, no part of a template, no decimal point in French.
func TestNothingInternalIsPrinted(t *testing.T) {
	flag := regexp.MustCompile(`(?i)^(yes|no|oui|non|true|false|none|-)$`)
	leak := regexp.MustCompile(`[_{}|]|  |^\s|\s$|\bself\b|\b(bearer|who)\.\w`)
	point := regexp.MustCompile(`\d\.\d`)
	cards := 0
	for _, u := range contents(t) {
		for _, c := range own(u) {
			for _, lang := range []string{"en", "fr"} {
				for _, s := range pieces(layout.Of(u.Program, c, lang)) {
					if flag.MatchString(s) || leak.MatchString(s) || lang == "fr" && point.MatchString(s) {
						t.Errorf("%s in %s prints %q", c.Name, lang, s)
					}
				}
				cards++
			}
		}
	}
	if cards < 600 {
		t.Errorf("only %d cards were seen", cards)
	}
}

// Where nothing is reported as missing, no word of another language stands on a card; and the packs lack little.
func TestNoOtherLanguage(t *testing.T) {
	units := contents(t)
	for _, u := range units {
		for _, lang := range []string{"en", "fr"} {
			var all []*layout.Card
			for _, c := range own(u) {
				all = append(all, layout.Of(u.Program, c, lang))
			}
			for _, w := range layout.Missing(all) {
				if !strings.Contains(u.Name, ".kdsl") {
					t.Errorf("%s lacks the %s %s in %s, for %s", u.Name, w.Sort, w.ID, lang, w.Card)
				}
			}
		}
	}
	marks := map[string]string{"en": "\u2603", "fr": "\u2602"}
	for _, u := range units {
		overwrite(reflect.ValueOf(u.Program), map[any]bool{}, func(t *ir.Texts) {
			for lang, to := range map[string]**ir.Template{"en": &t.En, "fr": &t.Fr} {
				if *to != nil {
					*to = &ir.Template{Parts: []ir.Part{{Text: marks[lang]}}}
				}
			}
		})
		for _, c := range own(u) {
			for lang, other := range map[string]string{"en": "fr", "fr": "en"} {
				l := layout.Of(u.Program, c, lang)
				if len(l.Missing) == 0 && strings.Contains(strings.Join(pieces(l), ""), marks[other]) {
					t.Errorf("%s in %s speaks another language", c.Name, lang)
				}
			}
		}
	}
}

// overwrite changes all texts of a program.
func overwrite(v reflect.Value, seen map[any]bool, change func(*ir.Texts)) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Interface()] {
			return
		}
		seen[v.Interface()] = true
		overwrite(v.Elem(), seen, change)
	case reflect.Slice:
		for i := range v.Len() {
			overwrite(v.Index(i), seen, change)
		}
	case reflect.Struct:
		if t, ok := v.Addr().Interface().(*ir.Texts); ok {
			change(t)
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && v.Type().Field(i).Name != "At" {
				overwrite(v.Field(i), seen, change)
			}
		}
	}
}

// What a reader of paper misses on a card stands on the next: nothing is lost, and no text is set for more lines
// than a card has.
func TestPageKeepsEverything(t *testing.T) {
	for _, u := range contents(t) {
		cards := own(u)
		if len(cards) == 0 {
			continue
		}
		for _, lang := range []string{"en", "fr"} {
			sections := layout.Sections(u.Program, cards, lang)
			text := unset.Replace(page(t, sections, lang))
			for _, s := range sections {
				for _, c := range s.Cards {
					for _, p := range pieces(c) {
						if !strings.Contains(text, unset.Replace(p)) {
							t.Errorf("%s in %s lost %q", c.Of.Name, lang, p)
						}
					}
				}
			}
		}
	}
}

// unset undoes what printers do to a text.
var unset = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "−", "-", "→", "->")

// page writes a page, and reads the text of it.
func page(t *testing.T, sections []layout.Section, lang string) string {
	t.Helper()
	var b bytes.Buffer
	if err := sheet.HTML(&b, "Page", sections, lang); err != nil {
		t.Fatal(err)
	}
	text, _ := parse(t, b.String())
	return text
}

// parse reads a page: it is well formed, with every element closed. It gives the text and the elements with their
// attributes.
func parse(t *testing.T, page string) (text string, elements []string) {
	t.Helper()
	body, rest, ok := strings.Cut(page, "<script>")
	script, end, closed := strings.Cut(rest, "</script>")
	if !ok || !closed || strings.Contains(strings.ToLower(script+end), "<script") {
		t.Fatal("the page has not one script")
	}
	d := xml.NewDecoder(strings.NewReader(body + end))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var b strings.Builder
	depth := 0
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			depth++
			name := tok.Name.Local
			for _, a := range tok.Attr {
				name += " " + a.Name.Local
			}
			elements = append(elements, name)
		case xml.EndElement:
			depth--
		case xml.CharData:
			b.Write(tok)
		}
	}
	if depth != 0 {
		t.Fatalf("%d elements are not closed", depth)
	}
	return b.String(), elements
}

// A page needs nothing else, and what cards say is never read as HTML, Markdown or for the terminal.
func TestHostileWords(t *testing.T) {
	hostile := []string{`</h3><script>alert("x")</script>`, `"><img src=x onerror=alert(1)>`, "{{.}}", "</style></title>&amp;<!--", "`*_[a](http://x)|#", "\x1b[2J\u202e", strings.Repeat("W", 3000)}
	evil := &layout.Card{Of: &ir.Card{Name: "x"}, Title: hostile[0], Sort: hostile[1], Classes: hostile, Properties: hostile,
		Figures: []layout.Figure{{Name: hostile[0], Value: hostile[1]}}, Lines: []layout.Line{{Name: hostile[3], Items: hostile}}}
	for _, h := range hostile {
		evil.Abilities = append(evil.Abilities, layout.Ability{Name: h, Cost: h, Frequency: h, Text: h})
	}
	var b bytes.Buffer
	if err := sheet.HTML(&b, hostile[0]+hostile[3], []layout.Section{{Title: hostile[3], Texts: hostile, Cards: []*layout.Card{evil}}}, `en`); err != nil {
		t.Fatal(err)
	}
	text, elements := parse(t, b.String())
	for _, e := range elements {
		if name, attrs, _ := strings.Cut(e, " "); name == "img" || strings.Contains(attrs, "on") && !strings.Contains(attrs, "content") {
			t.Errorf("the page has <%s>", e)
		}
	}
	if !strings.Contains(text, hostile[0]) {
		t.Error("the title is not shown as it is")
	}
	for _, bad := range []string{"http:", "https:", "src=\"", "@import", "url(", "<link", "\x1b", "\u202e"} {
		if strings.Contains(strings.ReplaceAll(b.String(), "http://x", ""), bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	b.Reset()
	sheet.Markdown(&b, []*layout.Card{evil}, "en")
	if regexp.MustCompile(`(^|[^\\])(<|\[|\x60)`).MatchString(b.String()) {
		t.Errorf("Markdown reads something into %s", b.String())
	}
	b.Reset()
	sheet.Terminal(&b, []*layout.Card{evil}, "en", term.Painter{}, 80)
	if strings.ContainsAny(b.String(), "\x1b\u202e") {
		t.Error("the terminal would obey")
	}
}
