package cond

import (
	"strings"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// parse reads the text with cel-go's parser, nil when it refuses it.
func (p *page) parse() ast.Expr {
	tree, errs := kdslParser().Parse(common.NewStringSource(p.text.String(), ""))
	if list := errs.GetErrors(); len(list) > 0 {
		p.syntaxErrors(list)
		return nil
	}
	p.info = tree.SourceInfo()
	return tree.Expr()
}

// syntaxErrors says what CEL's parser found after check passed: a message of one of kdsl's macros,
// a limit, or something unforeseen that is only placed, in words of our own.
func (p *page) syntaxErrors(list []*common.Error) {
	e := list[0]
	for _, other := range list {
		if strings.HasPrefix(other.Message, ours) {
			e = other
			break
		}
	}
	whole := p.text.All()
	switch {
	case strings.Contains(e.Message, "recursion") || strings.Contains(e.Message, "exceed"):
		p.report("bad-nesting", whole, "this expression is nested too deeply")
		return
	case strings.Contains(e.Message, "invalid int literal"):
		i := p.text.At(p.errorOffset(e))
		for i < p.text.Last() && !p.text.Number(i) {
			i++
		}
		p.report("invalid-number", p.text.Token(min(i, p.text.Last())), "%s is too large", quote(p.text.Word(i)))
		return
	}
	at := whole
	i := p.text.At(p.errorOffset(e))
	if i <= p.text.Last() && e.Location.Line() > 0 {
		at = p.text.Token(i)
	}
	if message, ok := strings.CutPrefix(e.Message, ours); ok {
		if i <= p.text.Last() {
			at = p.text.Argument(i)
		}
		p.report("invalid-expression", at, "%s", message)
		return
	}
	p.report("invalid-expression", at, "%s is not expected here", quote(at.Text()))
}

// errorOffset is the byte offset of a message of cel-go.
func (p *page) errorOffset(e *common.Error) int {
	if e.Location == nil || e.Location.Line() < 1 {
		return 0
	}
	return source.New("", p.text.String()).Offset(e.Location.Line(), e.Location.Column()+1)
}
