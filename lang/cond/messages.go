package cond

import (
	"strings"

	"github.com/google/cel-go/common"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// syntaxErrors says what CEL's parser found after check passed: a message of one of kdsl's macros,
// a limit, or something unforeseen that is only placed, in words of our own.
func (l *lowerer) syntaxErrors(list []*common.Error) {
	e := list[0]
	for _, other := range list {
		if strings.HasPrefix(other.Message, ours) {
			e = other
			break
		}
	}
	whole := l.text.span(0, len(l.text.text))
	switch {
	case strings.Contains(e.Message, "recursion") || strings.Contains(e.Message, "exceed"):
		l.report("bad-nesting", whole, "this expression is nested too deeply")
		return
	case strings.Contains(e.Message, "invalid int literal"):
		i := l.text.tokenAt(l.errorOffset(e))
		for i < len(l.text.toks)-1 && l.text.toks[i].kind != tNumber {
			i++
		}
		l.report("invalid-number", l.text.tokenSpan(min(i, len(l.text.toks)-1)), "%s is too large", quote(l.text.word(i)))
		return
	}
	at := whole
	i := l.text.tokenAt(l.errorOffset(e))
	if i < len(l.text.toks) && e.Location.Line() > 0 {
		at = l.text.tokenSpan(i)
	}
	if message, ok := strings.CutPrefix(e.Message, ours); ok {
		if i < len(l.text.toks) {
			at = l.text.argument(i)
		}
		l.report("invalid-expression", at, "%s", message)
		return
	}
	l.report("invalid-expression", at, "%s is not expected here", quote(at.Text()))
}

// errorOffset is the byte offset of a message of cel-go.
func (l *lowerer) errorOffset(e *common.Error) int {
	if e.Location == nil || e.Location.Line() < 1 {
		return 0
	}
	return source.New("", l.text.text).Offset(e.Location.Line(), e.Location.Column()+1)
}

// celErrors passes on what only CEL's checker found. Lowering is meant to find everything first.
func (l *lowerer) celErrors(list []*common.Error) {
	e := list[0]
	at := l.text.span(0, len(l.text.text))
	if i := l.text.tokenAt(l.errorOffset(e)); i < len(l.text.toks) && e.Location.Line() > 0 {
		at = l.text.tokenSpan(i)
	}
	message := strings.NewReplacer("kind:", "", "event:", "", "bag:", "", kindName, "", funcName, "", "double", "length").Replace(e.Message)
	l.report("wrong-type", at, "this does not fit together: %s", message)
}
