package cond

import (
	"sort"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// tokenKind is the sort of a token.
type tokenKind uint8

const (
	tName tokenKind = iota
	tNumber
	tOp      // also brackets, by their text
	tStrange // anything that no expression contains
)

// token is a word of the text; start and end are byte offsets in it. mate is the index of the
// matching bracket, or -1.
type token struct {
	kind       tokenKind
	start, end int
	mate       int
}

// text is the text of an expression with its tokens. cel-go counts code points; offset turns
// them into bytes.
type text struct {
	at     source.Span
	text   string
	toks   []token
	points []int // byte offset of each code point; nil when all are ASCII
}

func newText(at source.Span) *text {
	t := &text{at: at, text: at.Text()}
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

// offset is the byte offset of a code point.
func (t *text) offset(point int) int {
	switch {
	case point < 0:
		return 0
	case t.points == nil:
		return min(point, len(t.text))
	case point >= len(t.points):
		return len(t.text)
	}
	return t.points[point]
}

// span is the place of the bytes [start, end) of the text.
func (t *text) span(start, end int) source.Span {
	return source.Span{File: t.at.File, Start: t.at.Start + start, End: t.at.Start + end}
}

func (t *text) word(i int) string {
	if i < 0 || i >= len(t.toks) {
		return ""
	}
	return t.text[t.toks[i].start:t.toks[i].end]
}

func (t *text) tokenSpan(i int) source.Span { return t.span(t.toks[i].start, t.toks[i].end) }

// at returns the index of the token that holds the byte, or the first one after it.
func (t *text) tokenAt(offset int) int {
	return sort.Search(len(t.toks), func(i int) bool { return t.toks[i].end > offset })
}

// argument is the span of the value of a call that token i is part of.
func (t *text) argument(i int) source.Span {
	first, last := i, i
	for first > 0 && t.word(first-1) != "(" && t.word(first-1) != "," {
		first--
		if m := t.toks[first].mate; m >= 0 && m < first {
			first = m
		}
	}
	for last+1 < len(t.toks) && t.word(last+1) != ")" && t.word(last+1) != "," {
		last++
		if m := t.toks[last].mate; m > last {
			last = m
		}
	}
	return t.tokenSpan(first).Join(t.tokenSpan(last))
}

// twoBytes are the operators of two characters, and slips for them.
var twoBytes = map[string]bool{"&&": true, "||": true, "==": true, "!=": true, "<=": true, ">=": true,
	"=>": true, "=<": true, "<>": true, "..": true, "++": true, "--": false, "?.": true, "+=": true, "-=": true}

func (t *text) lex() {
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
		case letter(c):
			kind = tName
			for i < len(s) && (letter(s[i]) || digit(s[i])) {
				i++
			}
		case digit(c) || c == '.' && i+1 < len(s) && digit(s[i+1]) && !t.afterOperand():
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
		case digit(s[i]) || letter(s[i]):
			i++
		case s[i] == '.' && i+1 < len(s) && digit(s[i+1]):
			i++
		default:
			return i
		}
	}
	return i
}

// afterOperand tells whether the tokens so far end in a value.
func (t *text) afterOperand() bool {
	n := len(t.toks)
	if n == 0 {
		return false
	}
	w := t.word(n - 1)
	return t.toks[n-1].kind <= tNumber || w == ")" || w == "]"
}

func letter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func digit(c byte) bool { return '0' <= c && c <= '9' }

func operator(c byte) bool {
	switch c {
	case '(', ')', '[', ']', ',', '.', '?', ':', '+', '-', '*', '/', '%', '<', '>', '=', '!', '&', '|':
		return true
	}
	return false
}
