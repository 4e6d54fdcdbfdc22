package cond

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

func quote(s string) string { return words.Quote(s) }

// flat is a text in one line, with one space between its words.
func flat(s string) string {
	for i := range len(s) { // mostly it is
		if b := s[i]; b < ' ' || b > '~' || b == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return source.OneLine(s)
		}
	}
	return s
}

// page is a text with its tokens, and what is said about it.
type page struct {
	text  *words.Text
	info  *ast.SourceInfo
	diags diag.List
}

// report adds an error, unless the text has said the same already.
func (p *page) report(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	var one diag.List
	d := one.Errorf(code, at, format, args...)
	for i := range p.diags {
		// A suggestion may have been appended to the earlier message.
		if p.diags[i].Code == code && strings.HasPrefix(p.diags[i].Message, d.Message) {
			return d
		}
	}
	p.diags = append(p.diags, *d)
	return &p.diags[len(p.diags)-1]
}

// compared tells of what is compared in words, in a text that is sound but for these.
func (p *page) compared() {
	for _, at := range p.text.Compared() {
		sign := "=="
		if strings.HasSuffix(at.Text(), "not") {
			sign = "!="
		}
		p.report("bad-syntax", at, "a comparison is written with a sign: >, >=, <, <=, == or !=").Rewrite(sign)
	}
}

// refuse reports that there is no expression.
func (p *page) refuse(code string, at source.Span, format string, args ...any) *ir.Expr {
	p.report(code, at, format, args...)
	return nil
}

// place is the exact span of a node.
func (p *page) place(e ast.Expr) source.Span {
	at := p.extent(e)
	return p.text.Between(at, at)
}

// own is the token where CEL says the node stands.
func (p *page) own(e ast.Expr) int {
	r, _ := p.info.GetOffsetRange(e.ID())
	return min(p.text.At(p.text.Offset(int(r.Start))), p.text.Last())
}

// extent reaches from the first token of a node to its last, without what the brackets around its parts
// add.
func (p *page) extent(e ast.Expr) source.Span {
	i := p.own(e)
	at := p.text.Token(i)
	next := p.text.Token(min(i+1, p.text.Last()))
	join := func(part ast.Expr) { at = at.Join(p.extent(part)) }
	switch e.Kind() {
	case ast.LiteralKind:
		if p.text.Word(i) == "-" {
			at = at.Join(next)
		}
	case ast.SelectKind:
		join(e.AsSelect().Operand())
		at = at.Join(next)
	case ast.CallKind:
		c := e.AsCall()
		if p.text.Word(i) == "(" && !operatorCall(c.FunctionName()) {
			at = at.Join(p.text.Token(max(i-1, 0))).Join(p.text.Closing(i))
		}
		if c.IsMemberFunction() {
			join(c.Target())
		}
		for _, a := range c.Args() {
			join(a)
		}
	default: // a name, a list or what is no expression here: its first token
	}
	return at
}

func operatorCall(name string) bool {
	_, found := operators.FindReverse(name)
	return found && name != operators.In
}

// callAt is the place of the name that is called.
func (p *page) callAt(e ast.Expr) source.Span {
	i := p.own(e)
	if i > 0 && p.text.Word(i) == "(" {
		i--
	}
	return p.text.Token(i)
}

// fieldAt is the place of the field's name in x.f.
func (p *page) fieldAt(e ast.Expr) source.Span {
	i := p.own(e)
	return p.text.Token(min(i+1, p.text.Last()))
}

// node builds a node with its place and source text; nil when an argument is.
func (p *page) node(e ast.Expr, op ir.Op, t ir.Type, args ...*ir.Expr) *ir.Expr {
	if slices.Contains(args, nil) {
		return nil
	}
	at := p.place(e)
	return &ir.Expr{Op: op, Type: t, Args: args, At: at, Name: flat(at.Text())}
}

// read builds the node that reads a field; its Name is the field's.
func (p *page) read(e ast.Expr, op ir.Op, field string, t ir.Type, args ...*ir.Expr) *ir.Expr {
	x := p.node(e, op, t, args...)
	if x != nil {
		x.Name = field
	}
	return x
}

// roomFor refuses an expression that names more things than the machine keeps for one.
func (p *page) roomFor(temps int, at source.Span) bool {
	if temps > ir.MaxTemps {
		p.report("bad-nesting", at, "too many things have a name here: %d, at most %d", temps, ir.MaxTemps)
		return false
	}
	return true
}
