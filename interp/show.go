package interp

import (
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// Show writes a scalar of a type as a reader expects it.
func (r *Run) Show(t ir.Type, n int64) string {
	if n == ir.None {
		return "none"
	}
	switch t.Kind {
	case ir.Bool:
		return yesNo(n != 0)
	case ir.Length:
		return Length(n)
	case ir.Dice:
		return value.FormatDice(n)
	case ir.Target:
		return value.FormatTarget(n)
	case ir.EnumType:
		if v := r.M.P.Enums[t.Ref].Values; n >= 0 && n < int64(len(v)) {
			return v[n].Name
		}
	case ir.Inst:
		return r.Name(n)
	case ir.CardOf:
		if n >= 0 && n < int64(len(r.M.P.Cards)) {
			return r.M.P.Cards[n].Name
		}
	case ir.Record:
		return "event"
	}
	return strconv.FormatInt(n, 10)
}

// ShowValue writes a value of either sort.
func (r *Run) ShowValue(t ir.Type, v ir.Value) string {
	if !t.IsList() {
		return r.Show(t, v.N)
	}
	item := t.Element()
	if t.Kind != ir.List {
		item = ir.Type{Kind: ir.Int}
		if t.Kind != ir.BagType {
			item.Kind = ir.Length
		}
	}
	var b strings.Builder
	b.WriteByte('[')
	for i, n := range v.L {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(r.Show(item, n))
	}
	b.WriteByte(']')
	return b.String()
}

// Length writes a length in units, without useless zeros.
func Length(n int64) string {
	s := ""
	if n < 0 {
		s, n = "-", -n
	}
	s += strconv.FormatInt(n/ir.Unit, 10)
	if f := n % ir.Unit; f != 0 {
		s += strings.TrimRight("."+strconv.FormatInt(ir.Unit+f, 10)[1:], "0")
	}
	return s
}

// Text fills a template with the values of the frame that is bound.
func (r *Run) Text(t *ir.Template) string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range t.Parts {
		switch {
		case p.Expr == nil:
			b.WriteString(p.Text)
		case p.Form == "plural":
			n := r.M.C.Int(p.Expr)(r.V)
			if n == 1 {
				b.WriteString(p.One)
			} else {
				b.WriteString(p.Many)
			}
		case p.Expr.Type.IsList():
			b.WriteString(r.ShowValue(p.Expr.Type, ir.Value{L: r.M.C.List(p.Expr)(r.V)}))
		default:
			b.WriteString(r.Show(p.Expr.Type, r.M.C.Int(p.Expr)(r.V)))
		}
	}
	return b.String()
}
