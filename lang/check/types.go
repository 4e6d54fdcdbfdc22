package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// The types that the checker asks for.
var (
	tAny    = ir.Type{} // any type
	tBool   = ir.Type{Kind: ir.Bool}
	tInt    = ir.Type{Kind: ir.Int}
	tLength = ir.Type{Kind: ir.Length}
	tPoint  = ir.Type{Kind: ir.Point}
	tPath   = ir.Type{Kind: ir.Path}
	tInst   = ir.Type{Kind: ir.Inst, Ref: -1}
	tPlayer = ir.Type{Kind: ir.Inst, Ref: ir.PlayerKind}
)

var scalarTypes = map[string]ir.TypeKind{
	"bool": ir.Bool, "int": ir.Int, "length": ir.Length, "dice": ir.Dice, "target": ir.Target,
	"point": ir.Point, "path": ir.Path, "text": ir.TextType,
}

func instOf(kind int) ir.Type { return ir.Type{Kind: ir.Inst, Ref: kind} }

// typeOf resolves a written type. A type that is not known is reported and Bad.
func (c *checker) typeOf(t syntax.TypeExpr) ir.Type {
	r := c.plainType(t)
	if t.Optional && r.Kind != ir.Bad {
		if r.IsList() && r.Kind != ir.Point && r.Kind != ir.Path {
			c.errorf("invalid-type", t.At, "a list cannot be absent: leave it empty")
			return r
		}
		r.Optional = true
	}
	return r
}

func (c *checker) plainType(t syntax.TypeExpr) ir.Type {
	name := t.Name.Text
	if t.Card {
		k, ok := c.index.kinds[name]
		if !ok {
			c.unknown("undefined-kind", t.Name.At, "there is no kind %s", name).
				Suggest(c.near(name, func() []string { return keys(c.index.kinds) }))
			return ir.Type{}
		}
		return ir.Type{Kind: ir.CardOf, Ref: k}
	}
	if name == "list" {
		if t.Elem == nil {
			c.errorf("invalid-type", t.At, "a list is a list of something: write list<int>, for example")
			return ir.Type{}
		}
		e := c.typeOf(*t.Elem)
		if e.Kind == ir.Bad {
			return ir.Type{}
		}
		if e.IsList() || e.Optional || e.Kind == ir.TextType {
			c.errorf("invalid-type", t.Elem.At, "a list cannot hold %s", c.p.TypeName(e))
			return ir.Type{}
		}
		return ir.ListOf(e)
	}
	if k, ok := scalarTypes[name]; ok {
		return ir.Type{Kind: k}
	}
	for _, in := range []struct {
		index map[string]int
		kind  ir.TypeKind
	}{{c.index.enums, ir.EnumType}, {c.index.kinds, ir.Inst}, {c.index.bags, ir.BagType}, {c.index.events, ir.Record}} {
		if i, ok := in.index[name]; ok {
			return ir.Type{Kind: in.kind, Ref: i}
		}
	}
	if name != "" {
		c.unknown("undefined-type", t.Name.At, "there is no type %s", name).Suggest(c.near(name, func() []string { return c.typeNames() }))
	}
	return ir.Type{}
}

func (c *checker) typeNames() []string {
	names := slices.Concat(typeWords, keys(c.index.enums), keys(c.index.kinds), keys(c.index.bags), keys(c.index.events))
	slices.Sort(names)
	return names
}

// kindOf resolves a written kind; -1 when it is none.
func (c *checker) kindOf(n syntax.Name) int {
	k, ok := c.index.kinds[n.Text]
	if !ok {
		c.unknown("undefined-kind", n.At, "there is no kind %s", n.Text).Suggest(c.near(n.Text, func() []string { return keys(c.index.kinds) }))
		return -1
	}
	return k
}

// keys are the names of a map, sorted.
func keys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// isA tells whether kind k is or extends kind of.
func (c *checker) isA(k, of int) bool {
	for ; k >= 0; k = c.p.Kinds[k].Parent {
		if k == of {
			return true
		}
	}
	return false
}

// common is the nearest kind that both are; -1 when they are unrelated.
func (c *checker) common(a, b int) int {
	for ; a >= 0; a = c.p.Kinds[a].Parent {
		if c.isA(b, a) {
			return a
		}
	}
	return -1
}

// declaring is the kind that declares field i of kind k, so that a stat has one identity.
func (c *checker) declaring(k, i int) int {
	for k >= 0 {
		parent := c.p.Kinds[k].Parent
		if parent < 0 || i >= len(c.p.Kinds[parent].Fields) {
			return k
		}
		k = parent
	}
	return k
}
