package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// names is what is declared: each name with its number and its syntax. Everything that resolves a name
// asks it.
type names struct {
	report
	root  string
	p     *ir.Program
	packs map[*source.File]string // of each file
	decls declarations
	index index
	used  usage
}

// checkName reports a reserved word that is declared as a name.
func (c *names) checkName(n syntax.Name) {
	if reserved(n.Text) {
		c.errorf("reserved-name", n.At, "%q is a word of the language and cannot be a name", n.Text)
	}
}

// taken reports a name that is declared twice in one list, and remembers it.
func (c *names) taken(seen map[string]source.Span, n syntax.Name, what string) bool {
	if first, ok := seen[n.Text]; ok {
		c.errorf("duplicate-name", n.At, "%s %s is declared twice", what, n.Text).See(first, "%s is first declared here", n.Text)
		return true
	}
	seen[n.Text] = n.At
	return false
}

// typeOf resolves a written type. A type that is not known is reported and Bad.
func (c *names) typeOf(t syntax.TypeExpr) ir.Type {
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

func (c *names) plainType(t syntax.TypeExpr) ir.Type {
	name := t.Name.Text
	if t.Card {
		if k := c.kindOf(t.Name); k >= 0 {
			return ir.Type{Kind: ir.CardOf, Ref: k}
		}
		return ir.Type{}
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
		numbered
		kind ir.TypeKind
	}{{c.index.enums, ir.EnumType}, {c.index.kinds, ir.Inst}, {c.index.bags, ir.BagType}, {c.index.events, ir.Record}} {
		if i, ok := in.of[name]; ok {
			return ir.Type{Kind: in.kind, Ref: i}
		}
	}
	if name != "" {
		c.unknown("undefined-type", t.Name.At, "there is no type %s", name).Suggest(c.near(name, c.typeNames))
	}
	return ir.Type{}
}

func (c *names) typeNames() []string {
	names := slices.Concat(typeWords, c.index.enums.names(), c.index.kinds.names(), c.index.bags.names(), c.index.events.names())
	slices.Sort(names)
	return names
}

// number is the number of a declaration of some sort; a name that none of them has is reported, and -1.
func (c *names) number(in *numbered, what string, n syntax.Name) int {
	if i, ok := in.of[n.Text]; ok {
		return i
	}
	c.undeclared(in, what, n)
	return -1
}

// undeclared reports a name that no declaration of some sort has.
func (c *names) undeclared(in *numbered, what string, n syntax.Name) {
	c.unknown("undefined-"+what, n.At, "there is no %s %s", what, n.Text).Suggest(c.near(n.Text, in.names))
}

// kindOf resolves a written kind; -1 when it is none.
func (c *names) kindOf(n syntax.Name) int { return c.number(&c.index.kinds, "kind", n) }

// mustBeKind reports a type whose values are no instances of a kind.
func (c *names) mustBeKind(t ir.Type, at source.Span) bool {
	if t.Kind != ir.Inst && t.Kind != ir.Bad {
		c.errorf("wrong-type", at, "got %s, want a kind", c.p.TypeName(t))
	}
	return t.Kind == ir.Inst
}

// declaring is the kind that declares field i of kind k, so that a stat has one identity.
func (c *names) declaring(k, i int) int {
	for k >= 0 {
		parent := c.p.Kinds[k].Parent
		if parent < 0 || i >= len(c.p.Kinds[parent].Fields) {
			return k
		}
		k = parent
	}
	return k
}

// packOfKind is the pack that declares a kind.
func (c *names) packOfKind(k int) string { return c.index.kinds.decls[k].pack }

// ownerOf names the card or kind of a clause.
func (c *names) ownerOf(h *ir.Hook) string {
	if h.Card >= 0 {
		return c.p.Cards[h.Card].Name
	}
	return c.p.Kinds[h.Kind].Name
}
