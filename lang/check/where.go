package check

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// place compiles where something goes; nil after an error.
func (c *exprs) place(s syntax.Place, pl *place) ir.Place {
	switch s := s.(type) {
	case *syntax.NowherePlace:
		return &ir.Nowhere{}
	case *syntax.OnPlace:
		return &ir.OnInstance{Inst: c.expr(s.Value, pl, tInst)}
	case *syntax.AtPlace:
		return c.placeAt(s, pl)
	}
	return nil
}

// placeAt compiles a point or a zone.
func (c *exprs) placeAt(s *syntax.AtPlace, pl *place) ir.Place {
	name := strings.TrimSpace(s.Value.Text)
	zone, ok := c.index.zones.of[name]
	if !ok || pl.names[name] != nil {
		if s.Of != nil || source.IsName(name) && pl.names[name] == nil {
			c.undeclared(&c.index.zones, "zone", syntax.Name{Node: s.Value.Node, Text: name})
			return nil
		}
		e := c.point(s.Value, pl)
		if e == nil {
			return nil
		}
		return &ir.AtPoint{Point: e}
	}
	out := &ir.InZone{Zone: zone}
	z := c.p.Zones[zone]
	switch {
	case z.OfPlayers && s.Of == nil:
		c.errorf("missing-value", s.At, "every player has a %s: write `%s of PLAYER`", z.Name, z.Name)
	case !z.OfPlayers && s.Of != nil:
		c.errorf("invalid-member", s.Of.At, "%s belongs to no player", z.Name).See(z.At, "%s is declared here", z.Name)
	case s.Of != nil:
		out.Of = c.expr(*s.Of, pl, tPlayer)
	}
	return out
}

// point compiles a point: an expression, or `(x, y)`, which CEL does not know.
func (c *exprs) point(s syntax.Slice, pl *place) *ir.Expr {
	parts := coordinates(s)
	if parts == nil {
		return c.expr(s, pl, tPoint)
	}
	e := &ir.Expr{Op: ir.CallPrim, N: ir.PPoint, Type: tPoint, At: s.At}
	if len(parts) == 3 {
		e.N = ir.PPoint3
	}
	for _, p := range parts {
		x := c.expr(p, pl, ir.Type{Kind: ir.Length})
		if x == nil {
			return nil
		}
		e.Args = append(e.Args, x)
	}
	return e
}

// coordinates takes `(x, y)` or `(x, y, z)` apart; nil when it is something else.
func coordinates(s syntax.Slice) []syntax.Slice {
	end := len(s.Text) - 1
	if end < 1 || s.Text[0] != '(' || s.Text[end] != ')' {
		return nil
	}
	depth := 0
	for i, b := range s.Text {
		if strings.ContainsRune("([", b) {
			depth++
		} else if strings.ContainsRune(")]", b) {
			depth--
		}
		if depth == 0 && i < end {
			return nil
		}
	}
	if out := split(s, 1, end); len(out) == 2 || len(out) == 3 {
		return out
	}
	return nil
}

func (c *exprs) duration(s syntax.Duration, pl *place) ir.Duration {
	span := func(name syntax.Name, of *syntax.Slice) ir.SpanOf {
		return ir.SpanOf{Event: c.span(name), Of: c.optionalExpr(of, pl, tInst)}
	}
	ahead := func(nth int, next bool) {
		if nth > 0 && !next {
			c.errorf("invalid-duration", s.Span(), "what is counted lies ahead: write `of second next`")
		}
	}
	switch s := s.(type) {
	case *syntax.Permanent:
		return &ir.Permanent{At: s.At}
	case *syntax.WhileSource:
		return &ir.WhileSource{At: s.At}
	case *syntax.UntilUsed:
		return &ir.UntilUsed{At: s.At}
	case *syntax.ForSpans:
		return &ir.ForSpans{At: s.At, Times: c.expr(s.Times, pl, tInt), Span: span(s.SpanName, s.Of)}
	case *syntax.UntilStart:
		ahead(s.Nth, s.Next)
		return &ir.UntilStart{At: s.At, Span: span(s.SpanName, s.Of), Nth: s.Nth}
	case *syntax.UntilEnd:
		ahead(s.Nth, s.Next)
		return &ir.UntilEnd{At: s.At, Span: span(s.SpanName, s.Of), Next: s.Next, Nth: s.Nth}
	case *syntax.FromNext:
		return &ir.FromNext{At: s.At, Span: span(s.SpanName, s.Of)}
	}
	return nil
}
