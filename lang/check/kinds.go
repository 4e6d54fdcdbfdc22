package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// lowerOptions compiles the options, and everything that has only texts and ranges.
func (c *bodies) lowerOptions() {
	bare := nowhere()
	for i, e := range c.index.enums.decls {
		d := e.decl.(*syntax.EnumDecl)
		enum := c.p.Enums[i]
		enum.Texts = c.texts(d.Texts, bare)
		written := map[string]int{}
		for j := len(d.Values) - 1; j >= 0; j-- { // of two, the first counts
			written[d.Values[j].Name.Text] = j
		}
		for j := range enum.Values {
			if v, ok := written[enum.Values[j].Name]; ok {
				enum.Values[j].Texts = c.texts(d.Values[v].Texts, bare)
			}
		}
	}
	for i, e := range c.index.options.decls {
		d, o := e.decl.(*syntax.OptionDecl), c.p.Options[i]
		if v, ok := c.constant(d.Default, o.Type); ok {
			o.Value = v.N
		}
		o.Texts = c.texts(d.Texts, bare)
	}
	for _, b := range c.p.Bags {
		for _, f := range b.Fields {
			c.lowerRange(f)
		}
	}
}

// lowerKinds compiles the fields and bodies of kinds. Printed defaults are constants, the others
// see self.
func (c *bodies) lowerKinds() {
	for i, k := range c.p.Kinds {
		pl := c.selfPlace(i, nil)
		own := k.Fields
		if k.Parent >= 0 {
			own = own[len(c.p.Kinds[k.Parent].Fields):]
		}
		for _, f := range own {
			c.lowerRange(f)
		}
		for _, f := range own {
			s := c.index.fields[f]
			switch f.Class {
			case ir.Printed, ir.Stat:
				f.Texts = c.texts(s.texts, nowhere())
				f.Default = nil
				if s.def != nil {
					if v, ok := c.constant(*s.def, f.Type); ok && c.inRange(v, f, s.def.At) {
						f.Default = &ir.Expr{Op: ir.Const, Type: f.Type, N: v.N, List: v.L, At: s.def.At}
					}
				} else if f.Type.Optional {
					f.Default = absent(f.Type, f.At)
				}
			case ir.Carried:
				f.Texts = c.texts(s.texts, nowhere())
				if s.def != nil {
					c.errorf("invalid-member", s.def.At, "what is carried has no default: the card names it")
				}
			default:
				c.lowerDefault(f, pl)
				if f.Class == ir.Cell && s.def == nil && (f.Type.Optional || f.Type.IsList()) {
					f.Default = absent(f.Type, f.At)
				}
			}
		}
		if b := c.index.bodies[i]; b != nil {
			k.Body = c.body(b, pl)
		}
		k.Texts = c.memberTexts(c.index.kinds.decls[i].members, nowhere())
	}
}

func (c *bodies) body(m *syntax.BodyMember, pl *place) *ir.Body {
	b := &ir.Body{Rect: m.Form.Text == "rect"}
	b.Width = c.expr(m.Width, pl, tLength)
	if m.Depth != nil {
		b.Depth = c.expr(*m.Depth, pl, tLength)
	}
	if b.Rect && m.Depth == nil {
		c.errorf("missing-value", m.At, "a rectangle needs its depth: write `body rect WIDTH by DEPTH`")
	}
	if !b.Rect && m.Depth != nil {
		c.errorf("invalid-member", m.Depth.At, "a round body has a diameter only")
	}
	b.Tall = c.optionalExpr(m.Tall, pl, tLength)
	return b
}

// lowerFunctions compiles the bodies of functions; parameter i is temporary i.
func (c *bodies) lowerFunctions() {
	for i, e := range c.index.funcs.decls {
		d, f := e.decl.(*syntax.FuncDecl), c.p.Funcs[i]
		pl := nowhere()
		for _, p := range f.Params {
			c.lowerRange(p)
			p.Slot = pl.temp(p.Name, p.Type)
		}
		f.Body = c.expr(d.Body, pl, f.Result)
	}
}
