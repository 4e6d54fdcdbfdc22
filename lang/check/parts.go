package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// A patch names parts of a declaration: its members and, inside of them, the fields of its form and the
// labelled steps of its `do`. What it does not name stays as it is.

// part is a part that has a name. Of a form and a `do`, inner is the number of the field or statement; of a
// member itself it is -1.
type part struct {
	sort, name    string
	at, named     source.Span
	member, inner int
}

// change is what a patch puts in the place of a part.
type change struct {
	sort, name string
	named      source.Span
	to         syntax.Spanned
}

// patched is where something was changed, and what stood there; by whom.
type patched struct {
	at, base source.Span
	pack     string
}

// removable are the sorts of parts that are taken away by their names.
var removable = []string{"field", "label", "action", "choice", "step"}

// called is how one speaks of a part.
func called(sort, name string) string {
	switch sort {
	case "choice":
		return "field " + name + " in its form"
	case "step":
		return "step " + name
	}
	return name
}

func partsOf(list []syntax.Member) (all []part) {
	for i, m := range list {
		if key := memberKey(m); key != "" {
			sort, name, _ := strings.Cut(key, " ")
			all = append(all, part{sort, cmp.Or(name, sort), m.Span(), namedAt(m), i, -1})
		}
		switch m := m.(type) {
		case *syntax.ChooseMember:
			for j, f := range m.Fields {
				all = append(all, part{"choice", f.Name.Text, f.At, f.Name.At, i, j})
			}
		case *syntax.DoMember:
			for j, s := range m.Body.Stmts {
				if s, ok := s.(*syntax.StepStmt); ok {
					all = append(all, part{"step", s.Label.Text, s.At, s.Label.At, i, j})
				}
			}
		}
	}
	return all
}

// memberKey is what a patch calls a member by; "" when it cannot be named.
func memberKey(m syntax.Member) string {
	switch m := m.(type) {
	case *syntax.TextMember:
		return "text " + m.Text.Lang.Text + use(m.Text.Manners)
	case *syntax.FieldMember:
		return "field " + m.Name.Text
	case *syntax.ValueMember:
		return "field " + m.Name.Text
	case *syntax.RequireMember:
		return "label " + m.Label.Text
	case *syntax.Clause:
		if m.Label != nil {
			return "label " + m.Label.Text
		}
	case *syntax.BodyMember:
		return "body"
	case *syntax.ChooseMember:
		return "choose"
	case *syntax.NeedsMember:
		return "needs"
	case *syntax.OwnerMember:
		return "owner"
	case *syntax.OneMember:
		return "one"
	case *syntax.OrderedMember:
		return "ordered"
	case *syntax.InnerMember:
		return "inner"
	case *syntax.PreferMember:
		return "prefer"
	case *syntax.DoMember:
		return "do"
	case *syntax.TagMember:
		return "tag"
	case *syntax.ActionMember:
		if m.Label != nil {
			return "label " + m.Label.Text
		}
		if m.Action != nil {
			return "action " + m.Action.Name.Text
		}
	}
	return ""
}

// changesOf are the parts that a member of a patch changes.
func changesOf(m syntax.Member) (all []change) {
	switch m := m.(type) {
	case *syntax.ChooseMember:
		if m.By.Text != "" {
			all = append(all, change{"choose", "choose", m.By.At, m})
		}
		for i := range m.Fields {
			all = append(all, change{"choice", m.Fields[i].Name.Text, m.Fields[i].Name.At, &m.Fields[i]})
		}
		return all
	case *syntax.StepMember:
		return []change{{"step", m.Step.Label.Text, m.Step.Label.At, &m.Step}}
	}
	sort, name, _ := strings.Cut(memberKey(m), " ")
	if sort == "" {
		return nil
	}
	return []change{{sort, cmp.Or(name, sort), namedAt(m), m}}
}

// namedAt is where a member says its name.
func namedAt(m syntax.Member) source.Span {
	switch m := m.(type) {
	case *syntax.FieldMember:
		return m.Name.At
	case *syntax.ValueMember:
		return m.Name.At
	case *syntax.RequireMember:
		return m.Label.At
	case *syntax.Clause:
		return m.Label.At
	}
	return m.Span()
}

// put puts something in the place of the part; nil takes it away.
func (p part) put(list []syntax.Member, to syntax.Spanned) []syntax.Member {
	switch m := list[p.member].(type) {
	case *syntax.ChooseMember:
		n := *m
		if by, ok := to.(*syntax.ChooseMember); ok {
			n.By, n.Each = by.By, by.Each
		} else if p.inner >= 0 {
			n.Fields = slices.Clone(m.Fields)
			if to == nil {
				n.Fields = slices.Delete(n.Fields, p.inner, p.inner+1)
			} else {
				n.Fields[p.inner] = *to.(*syntax.FormField)
			}
		}
		list[p.member] = &n
	case *syntax.DoMember:
		if p.inner < 0 {
			list[p.member] = to.(syntax.Member)
			break
		}
		n := *m
		n.Body.Stmts = slices.Clone(m.Body.Stmts)
		if to == nil {
			n.Body.Stmts = slices.Delete(n.Body.Stmts, p.inner, p.inner+1)
		} else {
			n.Body.Stmts[p.inner] = to.(*syntax.StepStmt)
		}
		list[p.member] = &n
	default:
		if to == nil {
			return slices.Delete(list, p.member, p.member+1)
		}
		list[p.member] = inPlaceOf(m, to.(syntax.Member))
	}
	return list
}

// inPlaceOf is the member that takes another's place. `total: 5` for a declared field changes its default.
func inPlaceOf(old, m syntax.Member) syntax.Member {
	f, field := old.(*syntax.FieldMember)
	v, value := m.(*syntax.ValueMember)
	if !field || !value {
		return m
	}
	n := *f
	n.Default = &v.Value
	return &n
}

// declares are the names that a declaration or an operation gives, changes or takes away.
func declares(d syntax.Decl) []syntax.Name {
	switch d := d.(type) {
	case *syntax.ExtendDecl:
		out := append(declaredIn(d.Members), d.Name)
		for _, v := range d.Values {
			out = append(out, v.Name)
		}
		return out
	case *syntax.PatchDecl:
		return append(declaredIn(d.Members), d.Name)
	case *syntax.SetDecl:
		return []syntax.Name{d.Name}
	case *syntax.RemoveDecl:
		if d.Label != nil {
			return []syntax.Name{*d.Label, d.Name}
		}
		return []syntax.Name{d.Name}
	case *syntax.ReplaceDecl:
		if d.Decl == nil {
			return nil
		}
		return declares(d.Decl)
	case *syntax.EnumDecl:
		out := []syntax.Name{d.Name}
		for _, v := range d.Values {
			out = append(out, v.Name)
		}
		return out
	case *syntax.BagDecl:
		out := []syntax.Name{d.Name}
		for _, f := range d.Fields {
			out = append(out, f.Name)
		}
		return out
	}
	e := newEntry(d, "")
	return append(declaredIn(e.members), syntax.Name{Node: syntax.Node{At: e.at}, Text: e.name})
}

func declaredIn(list []syntax.Member) (out []syntax.Name) {
	for _, p := range partsOf(list) {
		out = append(out, syntax.Name{Node: syntax.Node{At: p.named}, Text: p.name})
	}
	for _, m := range list {
		switch m := m.(type) {
		case *syntax.TagMember:
			out = append(out, m.Names...)
		case *syntax.LetMember:
			out = append(out, m.Name)
		case *syntax.ActionMember:
			if m.Action != nil {
				out = append(out, declares(m.Action)...)
			}
		}
	}
	return out
}
