// Package source owns files and coordinates. It is the only place that converts between byte offsets
// and lines and columns.
package source

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// File is one source text. Name is slash-separated and relative to its root.
type File struct {
	Name  string
	Text  string
	lines []int // byte offset of each line's first byte
}

// New makes a file of the text.
func New(name, text string) *File {
	f := &File{Name: name, Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// Span is the half-open range of bytes [Start, End) of a file. The zero Span is nowhere.
type Span struct {
	File       *File
	Start, End int
}

// Pos is a place as people count: line and column from 1, columns in code points.
type Pos struct {
	Line, Column int
}

// Pos returns the place of the byte offset, clamped to the file.
func (f *File) Pos(offset int) Pos {
	if offset < 0 {
		offset = 0
	}
	if offset > len(f.Text) {
		offset = len(f.Text)
	}
	line := sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset })
	start := f.lines[line-1]
	return Pos{Line: line, Column: utf8.RuneCountInString(f.Text[start:offset]) + 1}
}

// Offset returns the byte offset of a line and column (both from 1, column in code points).
// Past the end of the line it is the offset of the line's end.
func (f *File) Offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(f.lines) {
		return len(f.Text)
	}
	at := f.lines[line-1]
	for ; column > 1 && at < len(f.Text) && f.Text[at] != '\n'; column-- {
		_, n := utf8.DecodeRuneInString(f.Text[at:])
		at += n
	}
	return at
}

// Line returns the text of a line (from 1) without its end.
func (f *File) Line(line int) string {
	if line < 1 || line > len(f.lines) {
		return ""
	}
	start, end := f.lines[line-1], len(f.Text)
	if line < len(f.lines) {
		end = f.lines[line] - 1
	}
	if end > start && f.Text[end-1] == '\r' {
		end--
	}
	return f.Text[start:end]
}

// IsValid tells whether the span is somewhere.
func (s Span) IsValid() bool { return s.File != nil }

// Contains tells whether another span lies in it.
func (s Span) Contains(t Span) bool {
	return s.File == t.File && s.Start <= t.Start && t.End <= s.End
}

// Text returns the text the span covers.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	return s.File.Text[s.Start:s.End]
}

// Pos returns where the span begins.
func (s Span) Pos() Pos {
	if s.File == nil {
		return Pos{}
	}
	return s.File.Pos(s.Start)
}

// EndPos returns where the span ends.
func (s Span) EndPos() Pos {
	if s.File == nil {
		return Pos{}
	}
	return s.File.Pos(s.End)
}

// Join returns the smallest span that covers both; both are in one file.
func (s Span) Join(t Span) Span {
	if s.File == nil {
		return t
	}
	if t.File == nil {
		return s
	}
	return Span{s.File, min(s.Start, t.Start), max(s.End, t.End)}
}

// OneLine is a text with one blank between its words.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// IsLetter tells whether a name may begin with the byte.
func IsLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// IsDigit tells whether a number consists of such bytes; a name may go on with one.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// NameLen is how many bytes the name has with which a text begins, 0 when it begins with none.
func NameLen(text string) int {
	n := 0
	for n < len(text) && (IsLetter(text[n]) || n > 0 && IsDigit(text[n])) {
		n++
	}
	return n
}

// IsName tells whether a text is one name.
func IsName(text string) bool { return text != "" && NameLen(text) == len(text) }
