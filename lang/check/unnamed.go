package check

import (
	"regexp"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// calledOnce is one call and nothing else.
var calledOnce = regexp.MustCompile(`^(\w+)\(((?:[^():]|\([^():]*\))*)\)$`)

// unnamed reports the head of a `while` that gives an event, or a function to which the clause contributes, its values
// without the names of the fields, so that it was read as a condition.
func (c *clauses) unnamed(cl *syntax.Clause, cond *syntax.Slice) bool {
	if cond == nil || cl.Body == nil {
		return false
	}
	m := calledOnce.FindStringSubmatch(cond.Text)
	if m == nil {
		return false
	}
	name, fields, args := m[1], c.givenTo(cl, m[1]), split(*cond, len(m[1])+1, len(cond.Text)-1)
	if len(args) == 0 || len(fields) < len(args) {
		return false
	}
	var given []string
	for i, a := range args {
		switch field, what, two := strings.Cut(a.Text, " "); {
		case two && ir.FieldNamed(fields, field) >= 0: // only the colon is missing
			given = append(given, field+": "+strings.TrimSpace(what))
		case ir.FieldNamed(fields, a.Text) < 0: // else it says nothing
			given = append(given, fields[i].Name+": "+a.Text)
		}
	}
	if len(given) > 0 {
		head := name + "(" + strings.Join(given, ", ") + ")"
		c.errorf("missing-name", cond.At, "say of which field it speaks, as in %v", head).Rewrite(head)
		return true
	}
	c.errorf("missing-name", cond.At, "say of which field it speaks, as in %v; %s has %s", name+"("+fields[0].Name+": bearer)", name, strings.Join(ir.FieldNames(fields), ", "))
	return true
}

// givenTo is what an event is given, or a function to which a clause contributes that says no other target.
func (c *clauses) givenTo(cl *syntax.Clause, name string) (fields []*ir.Field) {
	if i, known := c.index.events.of[name]; known {
		return c.p.Events[i].Params()
	}
	i, known := c.index.funcs.of[name]
	if !known || c.p.Funcs[i].Figure == nil {
		return nil
	}
	untold := false
	syntax.Walk(cl.Body, func(n syntax.Spanned) bool {
		untold = untold || contributesUntold(n)
		return true
	})
	if untold {
		fields = c.p.Funcs[i].Params
	}
	return fields
}

// contributesUntold tells whether a step contributes and does not say to what.
func contributesUntold(n syntax.Spanned) bool {
	var target *syntax.Slice
	switch s := n.(type) {
	case *syntax.AddStmt:
		target = s.Target
	case *syntax.SetStmt:
		target = s.Target
	case *syntax.RaiseStmt:
		target = s.Target
	case *syntax.CapStmt:
		target = s.Target
	case *syntax.MultiplyStmt:
		target = s.Target
	case *syntax.DivideStmt:
		target = s.Target
	default:
		return false
	}
	return target == nil
}
