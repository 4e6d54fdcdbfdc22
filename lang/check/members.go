package check

import "github.com/kdsl-lang/kdsl/lang/syntax"

// members are the lines of a declaration that has some.
func members(d syntax.Decl) []syntax.Member {
	switch d := d.(type) {
	case *syntax.KindDecl:
		return d.Members
	case *syntax.CardDecl:
		return d.Members
	case *syntax.EventDecl:
		return d.Members
	case *syntax.ScriptDecl:
		return d.Members
	}
	return nil
}

// withMembers is a copy of the declaration with other lines.
func withMembers(d syntax.Decl, m []syntax.Member) syntax.Decl {
	switch d := d.(type) {
	case *syntax.KindDecl:
		n := *d
		n.Members = m
		return &n
	case *syntax.CardDecl:
		n := *d
		n.Members = m
		return &n
	case *syntax.EventDecl:
		n := *d
		n.Members = m
		return &n
	case *syntax.ScriptDecl:
		n := *d
		n.Members = m
		return &n
	}
	return d
}

// memberKey is what a patch calls a member by; "" when it cannot be named.
func memberKey(m syntax.Member) string {
	switch m := m.(type) {
	case *syntax.TextMember:
		return "text " + m.Text.Lang.Text
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
	case *syntax.OrderedMember:
		return "ordered"
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
