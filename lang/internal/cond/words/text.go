// Package words reads the words of an expression: where each of them stands, and what is a slip that
// a parser would explain badly. Text knows the places, Check finds the slips.
package words

import (
	"sort"

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

// Text is the text of an expression with its tokens, which are counted from 0. Parsers that count code
// points are told by Offset where their places are.
type Text struct {
	at     source.Span
	text   string
	toks   []token
	said   [][2]int // where the words are that stand for a comparison
	cel    string   // the text as CEL reads it
	points []int    // byte offset in the text of each code point of that; nil when they are equal and all are ASCII
}

// CEL is the whole text as a parser of CEL reads it: the named values of a call, at its end, are a map.
func (t *Text) CEL() string { return t.cel }

// String is the whole text as its author wrote it.
func (t *Text) String() string { return t.text }

// In is the same text at another place.
func (t *Text) In(at source.Span, text string) *Text {
	cel := t.cel
	if cel == t.text {
		cel = text
	}
	return &Text{at, text, t.toks, nil, cel, t.points}
}

// Compared are the places of the words that stand for `==` and `!=`, and are read as these.
func (t *Text) Compared() (at []source.Span) {
	for _, s := range t.said {
		at = append(at, t.Span(s[0], s[1]))
	}
	return at
}

// Last is the index of the last token, -1 when there is none.
func (t *Text) Last() int { return len(t.toks) - 1 }

// Word is the text of a token, "" when there is no such token.
func (t *Text) Word(i int) string {
	if i < 0 || i >= len(t.toks) {
		return ""
	}
	return t.text[t.toks[i].start:t.toks[i].end]
}

// Number tells whether a token is a number.
func (t *Text) Number(i int) bool { return t.toks[i].kind == tNumber }

// Closing is the bracket that closes the one which a token opens; any other token itself.
func (t *Text) Closing(i int) source.Span { return t.Token(max(i, t.toks[i].mate)) }

// Offset is the byte offset of a code point.
func (t *Text) Offset(point int) int {
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

// At is the index of the token that holds a byte of the text, or of the first one after it.
func (t *Text) At(offset int) int {
	return sort.Search(len(t.toks), func(i int) bool { return t.toks[i].end > offset })
}

// Span is the place of the bytes [start, end) of the text.
func (t *Text) Span(start, end int) source.Span {
	return source.Span{File: t.at.File, Start: t.at.Start + start, End: t.at.Start + end}
}

// All is the place of the whole text.
func (t *Text) All() source.Span { return t.Span(0, len(t.text)) }

// Token is the place of a token.
func (t *Text) Token(i int) source.Span { return t.Span(t.toks[i].start, t.toks[i].end) }

// Between is the place of all from the beginning of one place of the text to the end of another, and
// further until every bracket in it has its mate in it.
func (t *Text) Between(a, b source.Span) source.Span {
	start, end := a.Start-t.at.Start, b.End-t.at.Start
	for i := t.At(start); i < len(t.toks) && t.toks[i].start < end; i++ {
		m := t.toks[i].mate
		if m < 0 {
			continue
		}
		end = max(end, t.toks[m].end)
		if s := t.toks[m].start; s < start {
			start, i = s, m // a call's name or receiver before the bracket belongs to a part, already joined
		}
	}
	return t.Span(start, end)
}

// Argument is the place of the value of a call that a token is part of.
func (t *Text) Argument(i int) source.Span {
	first, last := i, i
	for first > 0 && t.Word(first-1) != "(" && t.Word(first-1) != "," {
		first--
		if m := t.toks[first].mate; m >= 0 && m < first {
			first = m
		}
	}
	for last+1 < len(t.toks) && t.Word(last+1) != ")" && t.Word(last+1) != "," {
		last++
		if m := t.toks[last].mate; m > last {
			last = m
		}
	}
	return t.Token(first).Join(t.Token(last))
}

// Quote writes a piece of source in a message, on one line and not too long.
func Quote(s string) string {
	s = source.OneLine(s)
	if r := []rune(s); len(r) > 60 {
		s = string(r[:57]) + "..."
	}
	return "`" + s + "`"
}
