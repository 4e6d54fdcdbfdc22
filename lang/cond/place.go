package cond

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// place is the exact span of a node.
func (l *lowerer) place(e ast.Expr) source.Span {
	start, end := l.extent(e)
	start, end = l.balance(start, end)
	return l.text.span(start, end)
}

// own is the token where CEL says the node stands.
func (l *lowerer) own(e ast.Expr) int {
	r, _ := l.info.GetOffsetRange(e.ID())
	return min(l.text.tokenAt(l.text.offset(int(r.Start))), len(l.text.toks)-1)
}

// extent is the range of bytes from the first token of a node to its last, without what the
// brackets around its parts add.
func (l *lowerer) extent(e ast.Expr) (int, int) {
	i := l.own(e)
	start, end := l.text.toks[i].start, l.text.toks[i].end
	join := func(part ast.Expr) {
		s, t := l.extent(part)
		start, end = min(start, s), max(end, t)
	}
	switch e.Kind() {
	case ast.IdentKind:
		if l.text.word(i) == "." && i > 0 { // a dotted name, which CEL has made one
			start = l.text.toks[i-1].start
			end = l.text.toks[min(i+1, len(l.text.toks)-1)].end
		}
	case ast.LiteralKind:
		if l.text.word(i) == "-" && i+1 < len(l.text.toks) {
			end = l.text.toks[i+1].end
		}
	case ast.SelectKind:
		join(e.AsSelect().Operand())
		if i+1 < len(l.text.toks) {
			end = max(end, l.text.toks[i+1].end)
		}
	case ast.ComprehensionKind:
		join(e.AsComprehension().IterRange())
		end = max(end, l.closing(i))
	case ast.CallKind:
		c := e.AsCall()
		if l.text.word(i) == "(" && !operatorCall(c.FunctionName()) {
			if i > 0 {
				start = l.text.toks[i-1].start
			}
			end = max(end, l.closing(i))
		}
		if c.IsMemberFunction() {
			join(c.Target())
		}
		for _, a := range c.Args() {
			join(a)
		}
	}
	return start, end
}

func operatorCall(name string) bool {
	_, found := operators.FindReverse(name)
	return found && name != operators.In
}

// closing is the end of the bracket that token i opens.
func (l *lowerer) closing(i int) int {
	if m := l.text.toks[i].mate; m >= 0 {
		return l.text.toks[m].end
	}
	return l.text.toks[i].end
}

// balance widens a range until every bracket in it has its mate in it.
func (l *lowerer) balance(start, end int) (int, int) {
	for i := l.text.tokenAt(start); i < len(l.text.toks) && l.text.toks[i].start < end; i++ {
		m := l.text.toks[i].mate
		if m < 0 {
			continue
		}
		end = max(end, l.text.toks[m].end)
		if s := l.text.toks[m].start; s < start {
			start, i = s, m // a call's name or receiver before the bracket belongs to a part, already joined
		}
	}
	return start, end
}
