package cond

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// candidates are what a bare name may mean in the program: values of enums, then a card, then an
// option.
func (l *lowerer) candidates(name string) []*ir.Expr {
	var out []*ir.Expr
	for _, v := range l.ix.values[name] {
		out = append(out, &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.EnumType, Ref: v.enum}, N: int64(v.value), Name: name})
	}
	if id, ok := l.ix.cards[name]; ok {
		out = append(out, &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.CardOf, Ref: l.p.Cards[id].Kind}, N: int64(id), Name: name})
	}
	if id, ok := l.ix.options[name]; ok {
		out = append(out, &ir.Expr{Op: ir.OptionVal, Type: l.p.Options[id].Type, N: int64(id), Name: name})
	}
	return out
}

// local is what a name stands for in the text or the scope, nil when only the program may know it.
func (l *lowerer) local(name string) *ir.Expr {
	if x := l.variable(name); x != nil {
		return x
	}
	return l.s.Names[name]
}

// variable is the variable of a macro around.
func (l *lowerer) variable(name string) *ir.Expr {
	for i := len(l.vars) - 1; i >= 0; i-- {
		if l.vars[i].name == name {
			return l.vars[i].expr
		}
	}
	return nil
}

// known tells whether a word is a name or function here.
func (l *lowerer) known(name string) bool {
	_, _, found := l.signature(name)
	return found || l.local(name) != nil || len(l.candidates(name)) > 0
}

// use is a copy of what a name stands for, at the place of its use.
func (l *lowerer) use(e ast.Expr, x *ir.Expr, name string) *ir.Expr {
	c := *x
	c.At, c.Name = l.place(e), name
	return &c
}

// ident lowers a bare name. CEL's checker makes one name of a dotted one.
func (l *lowerer) ident(e ast.Expr, want ir.Type) *ir.Expr {
	name := e.AsIdent()
	if first, field, ok := strings.Cut(name, "."); ok {
		return l.dotted(e, first, field)
	}
	if x := l.local(name); x != nil {
		return l.use(e, x, name)
	}
	if name == "none" {
		x := l.node(e, ir.Const, ir.Type{Optional: true})
		x.N = ir.None
		return x
	}
	found := l.candidates(name)
	switch len(found) {
	case 0:
		l.undefined(e, name)
		return nil
	case 1:
		return l.use(e, found[0], name)
	}
	for _, x := range found {
		if want.Kind == x.Type.Kind && (want.Kind != ir.EnumType || want.Ref == x.Type.Ref) {
			return l.use(e, x, name)
		}
	}
	if len(l.ix.values[name]) == 1 {
		return l.use(e, found[0], name)
	}
	var ways []string
	for _, v := range l.ix.values[name] {
		ways = append(ways, l.p.Enums[v.enum].Name+"."+name)
	}
	if len(ways) == 0 {
		return l.use(e, found[0], name)
	}
	l.report("ambiguous-name", l.place(e), "several enums have the value %s: write %s", quote(name), strings.Join(ways, " or ")).Suggest(ways[0])
	return nil
}

// dotted lowers first.field when that is one name: a part the scope gives, or a value of an enum.
func (l *lowerer) dotted(e ast.Expr, first, field string) *ir.Expr {
	if x := l.s.Names[first+"."+field]; x != nil {
		return l.use(e, x, first+"."+field)
	}
	if x := l.enumDot(first, field); x != nil {
		return l.use(e, x, first+"."+field)
	}
	return nil
}

// enumDot is the value of an enum named by both names, unless the first is something with fields.
func (l *lowerer) enumDot(name, value string) *ir.Expr {
	id, ok := l.ix.enums[name]
	if x := l.local(name); !ok || x != nil && hasFields(x.Type) {
		return nil
	}
	for _, v := range l.ix.values[value] {
		if v.enum == id {
			return &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.EnumType, Ref: id}, N: int64(v.value)}
		}
	}
	return nil
}

func hasFields(t ir.Type) bool { return t.Kind == ir.Inst || t.Kind == ir.Record || t.Kind == ir.Group }

// undefined explains a name that stands for no value here.
func (l *lowerer) undefined(e ast.Expr, name string) {
	at := l.place(e)
	if l.s.Hint != nil {
		if why := l.s.Hint(name); why != "" {
			l.report("undefined-name", at, "%s may not be used here: %s", quote(name), why)
			return
		}
	}
	switch {
	case l.hasPart(name):
		l.report("undefined-name", at, "%s is no value by itself; read one of its fields: %s", quote(name), strings.Join(l.parts(name), ", "))
		return
	case l.isKind(name):
		l.report("wrong-type", at, "%s is a kind, not a value; all(%s) is the list of its instances", quote(name), name)
		return
	case l.isEnum(name):
		l.report("wrong-type", at, "%s is an enum, not a value; its values are %s", quote(name), strings.Join(l.valuesOf(name), ", "))
		return
	case l.isEvent(name):
		l.report("wrong-type", at, "%s is an event, not a value; it happens in a statement", quote(name))
		return
	}
	if _, _, ok := l.signature(name); ok || len(primsNamed[primKey(name, false)]) > 0 {
		l.report("wrong-type", at, "%s is a function; it is called as %s(...)", quote(name), name)
		return
	}
	if len(name) > 1 && (name[0] == 'D' || name[0] == 'd') && strings.Trim(name[1:], "0123456789") == "" {
		l.report("undefined-name", at, "dice such as %s are no part of an expression; a field of type dice is", quote(name))
		return
	}
	d := l.report("undefined-name", at, "nothing here is called %s", quote(name))
	if word := map[string]string{"yes": "true", "on": "true", "no": "false", "off": "false"}[name]; word != "" {
		d.Message += "; what holds is true, what does not is false"
		d.Suggest(word)
		return
	}
	l.meant(d, name, l.allNames())
}

// meant adds a suggestion to a diagnostic. Very short names are all alike: only another case counts.
func (l *lowerer) meant(d *diag.Diagnostic, name string, among []string) {
	if len(name) < 3 {
		among = slices.DeleteFunc(among, func(s string) bool { return !strings.EqualFold(s, name) })
	}
	if near := diag.Nearest(name, among); near != "" {
		d.Suggest(near)
	}
}

func (l *lowerer) isKind(name string) bool  { _, ok := l.ix.kinds[name]; return ok }
func (l *lowerer) isEnum(name string) bool  { _, ok := l.ix.enums[name]; return ok }
func (l *lowerer) isEvent(name string) bool { _, ok := l.ix.events[name]; return ok }

func (l *lowerer) valuesOf(enum string) []string {
	var out []string
	for _, v := range l.p.Enums[l.ix.enums[enum]].Values {
		out = append(out, v.Name)
	}
	return out
}

// parts are the fields of a name that the scope gives in parts, sorted.
func (l *lowerer) parts(name string) []string {
	var out []string
	for n := range l.s.Names {
		if field, ok := strings.CutPrefix(n, name+"."); ok {
			out = append(out, field)
		}
	}
	slices.Sort(out)
	return out
}

func (l *lowerer) hasPart(name string) bool { return len(l.parts(name)) > 0 }

// allNames are the names that a value may have here: nearer ones first, then in order.
func (l *lowerer) allNames() []string {
	var out []string
	for _, v := range l.vars {
		out = append(out, v.name)
	}
	n := len(out)
	for name := range l.s.Names {
		name, _, _ = strings.Cut(name, ".")
		out = append(out, name)
	}
	slices.Sort(out[n:])
	n = len(out)
	for name := range l.ix.values {
		out = append(out, name)
	}
	for name := range l.ix.cards {
		out = append(out, name)
	}
	for name := range l.ix.options {
		out = append(out, name)
	}
	slices.Sort(out[n:])
	return append(out, "true", "false", "none")
}
