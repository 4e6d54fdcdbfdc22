package view

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Subject is what an author works at.
type Subject struct {
	Sort   string // of what is declared; "" for nothing
	Script string // the name of a test, question or scenario
	Card   string // the id; of a script, of the card that it is about; "" for none
	Clause string // its label, or the id of an action; "" for none
}

// SubjectAt is what a byte offset of a text lies in. Of a script it is about the card that was looked at before, when it names
// that, or else the first that the program's own pack prints and that it names. The program may be of an older text.
func SubjectAt(p *ir.Program, tree *syntax.File, offset int, before string) (out Subject) {
	f := tree.Source
	for _, d := range tree.Decls {
		at := d.Span()
		if offset < at.Start || offset > at.End {
			continue
		}
		var name syntax.Name
		switch d := d.(type) {
		case *syntax.ExtendDecl:
			out.Sort, name = "extend", d.Name
		case *syntax.PatchDecl:
			out.Sort, name = "patch", d.Name
		case *syntax.ScriptDecl:
			out.Sort, out.Script = d.Word.Text, d.Name.Text
			out.Card = namedIn(p, at.Text(), before)
			return out
		default:
			out.Sort, name.Text, name.At = syntax.Named(d)
		}
		c := cardCalled(p, name.Text)
		if c == nil {
			return out
		}
		out.Card = c.Name
		for _, cl := range claim.Clauses(p, c) {
			if cl.At.File != nil && cl.At.File.Name == f.Name && cl.At.File.Text == f.Text && cl.At.Start <= offset && offset <= cl.At.End {
				out.Clause = cl.Label
				return out
			}
		}
		members, _ := syntax.Members(d)
		for _, m := range members {
			if at := m.Span(); at.Start <= offset && offset <= at.End {
				switch m := m.(type) {
				case *syntax.Clause:
					if m.Label != nil {
						out.Clause = m.Label.Text
					}
				case *syntax.ActionMember:
					if m.Label != nil {
						out.Clause = m.Label.Text
					}
				}
			}
		}
		return out
	}
	return out
}

func cardCalled(p *ir.Program, id string) *ir.Card {
	if p == nil {
		return nil
	}
	for _, c := range p.Cards {
		if c.Name == id {
			return c
		}
	}
	return nil
}

// namedIn is the card that the text of a script is about.
func namedIn(p *ir.Program, script, before string) string {
	if p == nil {
		return ""
	}
	names := ask.Names(script)
	if names[before] && cardCalled(p, before) != nil {
		return before
	}
	first, at := "", len(script)
	for _, c := range p.Cards {
		if c.Pack == p.Pack && names[c.Name] && layout.Printed(p, c) {
			if i := strings.Index(script, c.Name); i < at {
				first, at = c.Name, i
			}
		}
	}
	return first
}
