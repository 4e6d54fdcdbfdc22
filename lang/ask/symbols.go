package ask

import (
	"cmp"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Symbol is what a text declares, or a labelled part of that.
type Symbol struct {
	Sort     string // the word that it is declared with: "event", or the kind of a card; of a part the word of its clause
	Name     string
	At, Here source.Span // all of it, and its name
	Parts    []Symbol
}

// Symbols lists what a text declares, in its order.
func Symbols(f *syntax.File) (out []Symbol) {
	for _, d := range f.Decls {
		s := Symbol{At: d.Span()}
		s.Sort, s.Name, s.Here = syntax.Named(d)
		switch d := d.(type) {
		case *syntax.PackDecl:
			s.Sort, s.Name, s.Here = "pack", d.Name.Text, d.Name.At
		case *syntax.ExtendDecl:
			s.Sort, s.Name, s.Here = "extend", d.Name.Text, d.Name.At
		case *syntax.PatchDecl:
			s.Sort, s.Name, s.Here = "patch", d.Name.Text, d.Name.At
		}
		if s.Name == "" {
			continue
		}
		members, _ := syntax.Members(d)
		for _, m := range members {
			part := Symbol{At: m.Span()}
			switch m := m.(type) {
			case *syntax.Clause:
				if m.Label != nil {
					part.Sort, part.Name, part.Here = "clause", m.Label.Text, m.Label.At
				}
			case *syntax.ActionMember:
				if m.Label != nil {
					part.Sort, part.Name, part.Here = "action", m.Label.Text, m.Label.At
				}
			case *syntax.FieldMember:
				part.Sort, part.Name, part.Here = cmp.Or(m.Word, "field"), m.Name.Text, m.Name.At
			}
			if part.Name != "" {
				s.Parts = append(s.Parts, part)
			}
		}
		out = append(out, s)
	}
	return out
}

// Fold is a part of a text that may be folded: lines, from 0, both of them within.
type Fold struct {
	From, To int
	Remark   bool
}

// Folds lists what may be folded: blocks in braces over several lines, and remarks over several lines.
func Folds(f *source.File) (out []Fold) {
	var open []int
	line, remark := 0, -1
	for text := range strings.Lines(f.Text) {
		code := strings.TrimSpace(text)
		switch is := strings.HasPrefix(code, "//"); {
		case is && remark < 0:
			remark = line
		case !is && remark >= 0:
			if line-1 > remark {
				out = append(out, Fold{remark, line - 1, true})
			}
			remark = -1
		}
		quoted := false
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case c == '\\' && quoted:
				i++
			case c == '"':
				quoted = !quoted
			case quoted:
			case strings.HasPrefix(text[i:], "//"):
				i = len(text)
			case c == '{':
				open = append(open, line)
			case c == '}' && len(open) > 0:
				if from := open[len(open)-1]; line-1 > from {
					out = append(out, Fold{from, line - 1, false})
				}
				open = open[:len(open)-1]
			}
		}
		line++
	}
	if remark >= 0 && line-1 > remark {
		out = append(out, Fold{remark, line - 1, true})
	}
	return out
}
