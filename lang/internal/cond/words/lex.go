package words

import (
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// New reads the text of a span.
func New(at source.Span) *Text {
	t := &Text{at: at, text: at.Text()}
	for i := 0; i < len(t.text); i++ {
		if t.text[i] >= utf8.RuneSelf {
			for at := range t.text {
				t.points = append(t.points, at)
			}
			break
		}
	}
	t.lex()
	return t
}

// twoBytes are the operators of two characters, and slips for them.
var twoBytes = map[string]bool{"&&": true, "||": true, "==": true, "!=": true, "<=": true, ">=": true,
	"=>": true, "=<": true, "<>": true, "..": true, "++": true, "--": false, "?.": true, "+=": true, "-=": true}

func (t *Text) lex() {
	s := t.text
	var open []int
	for i := 0; i < len(s); {
		c := s[i]
		start := i
		kind := tOp
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '/' && i+1 < len(s) && s[i+1] == '/':
			for i < len(s) && s[i] != '\n' {
				i++
			}
			continue
		case source.IsLetter(c):
			kind = tName
			i += source.NameLen(s[i:])
		case source.IsDigit(c) || c == '.' && i+1 < len(s) && source.IsDigit(s[i+1]) && !t.afterOperand():
			kind = tNumber
			i = numberEnd(s, i)
		case c == '"' || c == '\'':
			kind = tStrange
			i++
			for i < len(s) && s[i] != c && s[i] != '\n' {
				i++
			}
			if i < len(s) && s[i] == c {
				i++
			}
		case c >= utf8.RuneSelf:
			kind = tStrange
			for i < len(s) && s[i] >= utf8.RuneSelf {
				i++
			}
		case i+1 < len(s) && twoBytes[s[i:i+2]]:
			i += 2
		default:
			i++
			if !operator(c) {
				kind = tStrange
			}
		}
		t.toks = append(t.toks, token{kind: kind, start: start, end: i, mate: -1})
		if kind != tOp || i-start != 1 {
			continue
		}
		n := len(t.toks) - 1
		switch c {
		case '(', '[':
			open = append(open, n)
		case ')', ']':
			if k := len(open) - 1; k >= 0 && (s[t.toks[open[k]].start] == '(') == (c == ')') {
				t.toks[n].mate, t.toks[open[k]].mate = open[k], n
				open = open[:k]
			}
		}
	}
}

// numberEnd is where a number ends: digits, letters and points, but not the two points of a range.
func numberEnd(s string, i int) int {
	for i < len(s) {
		switch {
		case source.IsDigit(s[i]) || source.IsLetter(s[i]):
			i++
		case s[i] == '.' && i+1 < len(s) && source.IsDigit(s[i+1]):
			i++
		default:
			return i
		}
	}
	return i
}

// afterOperand tells whether the tokens so far end in a value.
func (t *Text) afterOperand() bool {
	n := len(t.toks)
	if n == 0 {
		return false
	}
	w := t.Word(n - 1)
	return t.toks[n-1].kind <= tNumber || w == ")" || w == "]"
}

func operator(c byte) bool {
	switch c {
	case '(', ')', '[', ']', ',', '.', '?', ':', '+', '-', '*', '/', '%', '<', '>', '=', '!', '&', '|':
		return true
	}
	return false
}
