package start

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Names are what something new is called. Where nobody has said the French name, it is the English one.
type Names struct {
	ID, En, Fr string
	NoFrench   bool
}

// French says what has to be decided of the French name; "" for nothing. The gender may be that of something else.
func (n Names) French(gendered bool) string {
	switch {
	case n.NoFrench && gendered:
		return "its name in French, and whether that is m or f"
	case n.NoFrench:
		return "its name in French"
	case gendered:
		return "whether its name in French is m or f"
	}
	return ""
}

// How many tests a copy brings, and how many places are marked.
const (
	mostTests = 5
	mostMarks = 5
)

// Copy is a card like another. Its tests are those that stand in the file of the other and name it, at most five.
type Copy struct {
	Card  string
	Tests []Test
	does  string // how its first action is called
}

// Test is a test of a copy, and the setups that it builds on.
type Test struct {
	Name, text string
	on         []setup
}

// setup is the copy of a setup.
type setup struct {
	name string
	*writing
}

// Text is all of a copy, laid out.
func (c *Copy) Text() string { return Laid(c.Raw()) }

// Raw is all of a copy, not laid out yet.
func (c *Copy) Raw() string {
	var b strings.Builder
	b.WriteString(c.Card)
	seen := map[string]bool{}
	for _, t := range c.Tests {
		for _, s := range t.on {
			if !seen[s.name] {
				seen[s.name] = true
				b.WriteString("\n" + s.text() + "\n")
			}
		}
		b.WriteString("\n" + t.text)
	}
	return b.String()
}

// Laid is a text in the one layout; as it is where it has mistakes of syntax.
func Laid(text string) string {
	f, wrong := syntax.Parse(source.New("new.kdsl", text))
	if wrong.HasErrors() {
		return text
	}
	return syntax.Format(f)
}

// Like copies a card as it is written, remarks and all, under other names. Setups are those that
// tests may build on and that are to be copied with them. The error is that its text has mistakes.
func Like(c *ir.Card, n Names, setups map[string]*syntax.ScriptDecl) (*Copy, error) {
	file, wrong := syntax.Parse(c.At.File)
	if wrong.HasErrors() {
		return nil, fmt.Errorf("%s has mistakes", c.At.File.Name)
	}
	var out Copy
	names := [][2]string{{c.Name, n.ID}}
	if d := file.CardNamed(c.Name); d != nil {
		w := writing{file: c.At.File, from: above(c.At.File.Text, d.Span().Start), to: d.Span().End}
		for _, m := range d.Members {
			switch m := m.(type) {
			case *syntax.ActionMember: // no two actions have one name
				name := n.ID + "_" + m.Action.Name.Text
				names = append(names, [2]string{m.Action.Name.Text, name})
				if ps := m.Action.Params; out.does == "" && len(ps) > 0 {
					out.does = name + "(" + ps[0].Name.Text + ": ...)"
				}
			case *syntax.ValueMember:
				w.values = append(w.values, m.Span())
			}
		}
		w.rename(names)
		w.called(d, n)
		w.marks(d)
		out.Card = w.text() + "\n"
	}
	for d := range syntax.Scripts("test", file) {
		if len(out.Tests) == mostTests {
			break
		}
		w := writing{file: c.At.File, from: d.Span().Start, to: d.Span().End}
		if w.rename(names); len(w.edits) == 0 {
			continue
		}
		name := n.En + ": " + d.Name.Text
		if t := c.Texts.En; t != nil && len(t.Parts) > 0 {
			if is := strings.TrimRight(t.Parts[0].Text, " ("); is != "" && strings.Contains(d.Name.Text, is) { // it tells of the other by its name
				name = strings.ReplaceAll(d.Name.Text, is, n.En)
			}
		}
		w.put(d.Name.At, fmt.Sprintf("%q", name))
		if len(d.Covers) > 0 {
			from := strings.LastIndex(w.file.Text[:d.Covers[0].At.Start], "covers")
			w.put(source.Span{File: w.file, Start: from, End: d.Covers[len(d.Covers)-1].At.End}, "")
		}
		out.Tests = append(out.Tests, Test{Name: name, on: w.setUp(d, setups, n.ID), text: w.text() + "\n"})
	}
	return &out, nil
}

// Setups are the setups of some files by their names.
func Setups(files []*syntax.File) map[string]*syntax.ScriptDecl {
	out := map[string]*syntax.ScriptDecl{}
	for d := range syntax.Scripts("setup", files...) {
		out[d.Name.Text] = d
	}
	return out
}

// setUp copies the setups that a test builds on, outermost first: only their own pack knows them.
func (w *writing) setUp(d *syntax.ScriptDecl, setups map[string]*syntax.ScriptDecl, id string) (on []setup) {
	for in := d.In; in != nil && setups[in.Text] != nil && len(on) < len(setups); {
		w.put(in.At, id+"_"+in.Text)
		d := setups[in.Text]
		w = &writing{file: d.Span().File, from: d.Span().Start, to: d.Span().End}
		w.put(d.Name.At, id+"_"+d.Name.Text)
		on = slices.Insert(on, 0, setup{id + "_" + d.Name.Text, w})
		in = d.In
	}
	return on
}

// above is where the remarks begin that stand right above a place at the start of a line.
func above(text string, at int) int {
	for at > 0 {
		before := strings.LastIndexByte(text[:at-1], '\n') + 1
		if !strings.HasPrefix(strings.TrimSpace(text[before:at]), "//") || strings.HasPrefix(text[before:], "// ---") {
			break
		}
		at = before
	}
	return at
}

// writing is a piece of a text that is written anew.
type writing struct {
	file     *source.File
	from, to int
	values   []source.Span // of fields
	edits    []diag.Edit
}

// put writes something in the place of a span, unless something else is written there.
func (w *writing) put(at source.Span, text string) {
	if !slices.ContainsFunc(w.edits, func(e diag.Edit) bool { return e.Span.Start < at.End && at.Start < e.Span.End }) {
		w.edits = append(w.edits, diag.Edit{Span: at, Text: text})
	}
}

// rename gives what bears a name another: pairs of what is and what will be.
func (w *writing) rename(names [][2]string) {
	for _, n := range names {
		for _, at := range ask.Uses(w.file, n[0]) {
			if w.from <= at.Start && at.End <= w.to && !w.others(at) {
				w.put(at, n[1])
			}
		}
	}
}

// contributes are the words behind which what is changed stands.
var contributes = []string{"to", "set", "raise", "cap", "multiply", "divide"}

func lastWord(s string) string {
	words := strings.Fields(s[strings.LastIndexByte(s, '\n')+1:])
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// others tells whether a field of the same name is meant, or one of the values of a field.
func (w *writing) others(at source.Span) bool {
	before, after := w.file.Text[w.from:at.Start], w.file.Text[at.End:w.to]
	return strings.HasSuffix(before, ".") || slices.Contains(contributes, lastWord(before)) || strings.HasPrefix(strings.TrimLeft(after, " "), ":") ||
		slices.ContainsFunc(w.values, func(v source.Span) bool { return v.Start <= at.Start && at.End <= v.End })
}

// text is the piece with what was written.
func (w *writing) text() string {
	slices.SortStableFunc(w.edits, func(a, b diag.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	var b strings.Builder
	at := w.from
	for _, e := range w.edits {
		b.WriteString(w.file.Text[at:e.Span.Start] + e.Text)
		at = e.Span.End
	}
	return b.String() + w.file.Text[at:w.to]
}

// called gives a card its names: one a language, with what stands behind them in braces. What else the card was called
// is left out.
func (w *writing) called(d *syntax.CardDecl, n Names) {
	seen := map[string]bool{}
	for m := range syntax.Of[*syntax.TextMember](d.Members) {
		t, lang := &m.Text, m.Text.Lang.Text
		if seen[lang] || slices.ContainsFunc(t.Manners, func(n syntax.Name) bool { return n.Text == "noun" || n.Text == "moment" }) {
			w.put(t.Span(), "")
			continue
		}
		seen[lang] = true
		name := n.En
		if lang == "fr" {
			name = n.Fr
		}
		gender := ""
		for _, m := range t.Manners {
			if lang == "fr" && (m.Text == "m" || m.Text == "f") {
				gender = m.Text + " "
			}
		}
		w.edits = slices.DeleteFunc(w.edits, func(e diag.Edit) bool { return t.Span().Start <= e.Span.Start && e.Span.End <= t.Span().End })
		if lang == "fr" {
			w.mark(t.Span().Start, d.Span().Start, n.French(gender != ""))
		}
		w.put(t.Span(), fmt.Sprintf("%s %s%q", lang, gender, titled(name, t.Str.Text)))
	}
}

// mark puts a mark above the line of a member; one that stands on the line on which its card begins comes to stand on one of its own.
func (w *writing) mark(member, card int, what string) {
	if what == "" {
		return
	}
	at, before, after := strings.LastIndexByte(w.file.Text[:member], '\n')+1, "  ", "\n"
	if at <= card {
		at, before, after = member, "\n  ", "\n  "
	}
	w.put(source.Span{File: w.file, Start: at, End: at}, before+"// change: "+what+after)
}

// titled is a name with the parameters that stand beside another: "Grudge {X}".
func titled(name, other string) string {
	i := strings.IndexByte(other, '{')
	switch {
	case i == 0:
		return other[:strings.IndexByte(other, '}')+1] + " " + name
	case i > 0:
		word := strings.TrimRightFunc(other[:i], func(r rune) bool { return !unicode.IsLetter(r) })
		return name + other[len(word):]
	}
	return name
}

// remark is what stands behind a place on its line as a remark: it is about the other card.
func remark(f *source.File, from int) source.Span {
	line, _, _ := strings.Cut(f.Text[from:], "\n")
	if !strings.HasPrefix(strings.TrimSpace(line), "//") {
		line = ""
	}
	return source.Span{File: f, Start: from, End: from + len(line)}
}

// marks marks what the author has to decide: figures and clauses.
func (w *writing) marks(d *syntax.CardDecl) {
	marked, line, before := 0, -1, ""
	for _, m := range d.Members {
		at := w.file.Pos(m.Span().Start).Line
		what := ""
		switch m := m.(type) {
		case *syntax.Clause:
			if what = "what it does, and its sentences"; m.Label != nil {
				what = m.Label.Text + ": " + what
			}
		case *syntax.ValueMember:
			what = "its figures"
			w.put(remark(w.file, m.Span().End), "")
		}
		if what == "" || marked == mostMarks || at == line || what == before {
			continue
		}
		marked, line, before = marked+1, at, what
		start := strings.LastIndexByte(w.file.Text[:m.Span().Start], '\n') + 1
		if strings.TrimSpace(w.file.Text[start:m.Span().Start]) == "" && start > d.Span().Start {
			w.put(source.Span{File: w.file, Start: start, End: start}, "  // change: "+what+"\n")
		}
	}
}
