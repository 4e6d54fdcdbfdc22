package ask

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Name is the name that stands at a byte offset of a text, or that ends there; none for no name.
func Name(f *source.File, offset int) (at source.Span, ok bool) {
	inside := func(i int) bool {
		return i >= 0 && i < len(f.Text) && (source.IsLetter(f.Text[i]) || source.IsDigit(f.Text[i]) || f.Text[i] == '_')
	}
	at = source.Span{File: f, Start: offset, End: offset}
	for inside(at.Start - 1) {
		at.Start--
	}
	for inside(at.End) {
		at.End++
	}
	return at, at.Start < at.End && !source.IsDigit(f.Text[at.Start])
}

// Uses lists where a name stands in a text: in its rules, and between the braces of its sentences. What stands in a
// remark is none.
func Uses(f *source.File, name string) (out []source.Span) {
	quoted, inside := false, 0
	for i := 0; i < len(f.Text); {
		c := f.Text[i]
		switch {
		case !quoted && strings.HasPrefix(f.Text[i:], "//"):
			end := strings.IndexByte(f.Text[i:], '\n')
			if end < 0 {
				return out
			}
			i += end
			continue
		case quoted && c == '\\':
			i++
		case c == '"' || c == '\n':
			quoted, inside = c == '"' && !quoted, 0
		case quoted && c == '{':
			inside++
		case quoted && c == '}':
			inside--
		case quoted && inside > 0 && c == '|': // words to choose from
			for i+1 < len(f.Text) && !strings.ContainsRune("}\"\n", rune(f.Text[i+1])) {
				i++
			}
		case source.IsLetter(c):
			n := source.NameLen(f.Text[i:])
			if f.Text[i:i+n] == name && (!quoted || inside > 0) {
				out = append(out, source.Span{File: f, Start: i, End: i + n})
			}
			i += n
			continue
		case source.IsDigit(c) || c == '_': // of a name that begins elsewhere
			for i < len(f.Text) && (source.IsLetter(f.Text[i]) || source.IsDigit(f.Text[i]) || f.Text[i] == '_') {
				i++
			}
			continue
		}
		i++
	}
	return out
}

// Meaning is something that a name may mean.
type Meaning struct {
	Sort  string // card, kind, event, field, function, table, option, zone, enum, enum value; "" for what is known by its place alone
	Name  string
	Of    string // what it belongs to, or, of a card, its kind; else ""
	At    source.Span
	Texts ir.Texts
	Card  *ir.Card // of a card; else nil
}

// Meanings lists what a name may mean in a program: what bears it, and what has a part that does.
func Meanings(p *ir.Program, name string) (out []Meaning) {
	add := func(m Meaning) {
		if m.Name == name && m.At.File != nil && !slices.ContainsFunc(out, func(o Meaning) bool { return o.At == m.At }) {
			out = append(out, m)
		}
	}
	fields := func(of string, all []*ir.Field) {
		for _, f := range all {
			add(Meaning{Sort: "field", Name: f.Name, Of: of, At: f.At, Texts: f.Texts})
		}
	}
	for _, c := range p.Cards {
		add(Meaning{Sort: "card", Name: c.Name, Of: p.Kinds[c.Kind].Name, At: c.At, Texts: c.Texts, Card: c})
	}
	for _, k := range p.Kinds {
		add(Meaning{Sort: "kind", Name: k.Name, At: k.At, Texts: k.Texts})
	}
	for _, e := range p.Events {
		add(Meaning{Sort: "event", Name: e.Name, At: e.At, Texts: e.Texts})
	}
	for _, f := range p.Funcs {
		add(Meaning{Sort: "function", Name: f.Name, At: f.At, Texts: f.Texts})
	}
	for _, t := range p.Tables {
		add(Meaning{Sort: "table", Name: t.Name, At: t.At})
	}
	for _, o := range p.Options {
		add(Meaning{Sort: "option", Name: o.Name, At: o.At, Texts: o.Texts})
	}
	for _, z := range p.Zones {
		add(Meaning{Sort: "zone", Name: z.Name, At: z.At})
	}
	for _, e := range p.Enums {
		add(Meaning{Sort: "enum", Name: e.Name, At: e.At, Texts: e.Texts})
		for _, v := range e.Values {
			add(Meaning{Sort: "enum value", Name: v.Name, Of: e.Name, At: v.At, Texts: v.Texts})
		}
	}
	for _, k := range p.Kinds {
		fields(k.Name, k.Fields)
	}
	for _, c := range p.Cards {
		fields(c.Name, c.Own)
	}
	for _, e := range p.Events {
		fields(e.Name, e.Fields)
	}
	return out
}

// Meant is what the name at a place means: what is declared there, such as a local, where declared knows the places; else all that
// the letters may mean.
func Meant(p *ir.Program, at source.Span, declared Bound) (out []Meaning) {
	all, places := Meanings(p, at.Text()), declared(at)
	if len(places) == 0 {
		return all
	}
	for _, d := range places {
		m := Meaning{Name: at.Text(), At: d}
		for _, x := range all {
			if x.At.File.Name == d.File.Name && x.At.Start == d.Start {
				m = x
			}
		}
		out = append(out, m)
	}
	return out
}

// Reads are the sentences of a card, read from its definition, in a language.
func Reads(p *ir.Program, c *ir.Card, lang string) (out []string) {
	for _, r := range aloud.Card(p, c, lang) {
		if len(r.Missing) == 0 && r.Text != "" {
			out = append(out, r.Text)
		}
	}
	return out
}
