package words

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// New reads the text of a span.
func New(at source.Span) *Text {
	t := &Text{at: at, text: at.Text()}
	t.signed()
	t.lex()
	t.translate()
	return t
}

// comparing are words between two names that say a comparison.
var comparing = regexp.MustCompile(`[\w)\]]( +)((?:is|est)( +not)?) +\w`)

// signed puts a sign of the same length for each word that says a comparison.
func (t *Text) signed() {
	if !strings.Contains(t.text, " is ") && !strings.Contains(t.text, " est ") {
		return
	}
	b := []byte(t.text)
	for _, m := range comparing.FindAllStringSubmatchIndex(t.text, -1) {
		sign := "=="
		if m[6] >= 0 {
			sign = "!="
		}
		copy(b[m[4]:m[5]], sign+strings.Repeat(" ", m[5]-m[4]-len(sign)))
		t.said = append(t.said, [2]int{m[4], m[5]})
	}
	t.text = string(b)
}

// translate puts the named values of calls into braces, and counts code points where they are not bytes.
func (t *Text) translate() {
	t.cel = t.text
	braces := t.braces()
	if braces == nil && strings.IndexFunc(t.text, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return
	}
	var b strings.Builder
	for at, c := range t.text {
		if braces[at] != 0 {
			b.WriteByte(braces[at])
			t.points = append(t.points, at)
		}
		b.WriteRune(c)
		t.points = append(t.points, at)
	}
	t.cel = b.String()
}

// braces are where the braces stand of those values that have names.
func (t *Text) braces() (out map[int]byte) {
	for i := range t.toks {
		if !t.Named(i) {
			continue
		}
		if end := t.toks[t.toks[t.opens(i)].mate].start; out[end] == 0 { // the first of them
			if out == nil {
				out = map[int]byte{}
			}
			out[t.toks[i].start], out[end] = '{', '}'
		}
	}
	return out
}

// Named tells whether a token is the name of a value: in the call that `can` asks about, and of whom `ignored` asks.
func (t *Text) Named(i int) bool {
	if t.toks[i].kind != tName || t.Word(i+1) != ":" {
		return false
	}
	open := t.opens(i)
	asked := t.Word(open-2) == "(" && t.Word(open-3) == "can" || t.Word(open-1) == "ignored"
	return open >= 0 && asked && t.toks[open].mate >= 0
}

// opens is the bracket that opens the list in which a token begins a member, -1 when it begins none.
func (t *Text) opens(i int) int {
	if w := t.Word(i - 1); w != "(" && w != "," {
		return -1
	}
	for i--; i >= 0 && t.Word(i) != "("; i-- {
		if m := t.toks[i].mate; m >= 0 && m < i {
			i = m
		}
	}
	return i
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
