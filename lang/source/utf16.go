package source

import (
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF16 is the line and the column of a byte offset as editors count: both from 0, columns in units of UTF-16. The
// offset is clamped to the file; between the two halves of the end of a line it is the first.
func (f *File) UTF16(offset int) (line, column int) {
	offset = max(0, min(offset, len(f.Text)))
	if offset > 0 && offset < len(f.Text) && f.Text[offset-1:offset+1] == "\r\n" {
		offset--
	}
	line = sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset }) - 1
	for _, r := range f.Text[f.lines[line]:offset] {
		column += units(r)
	}
	return line, column
}

// FromUTF16 is the byte offset of a line and a column as editors count. Behind the end of a line it is that end, behind
// the last line the end of the text; the middle of a character is its beginning.
func (f *File) FromUTF16(line, column int) int {
	if line < 0 {
		return 0
	}
	if line >= len(f.lines) {
		return len(f.Text)
	}
	at := f.lines[line]
	for at < len(f.Text) && f.Text[at] != '\n' {
		r, n := utf8.DecodeRuneInString(f.Text[at:])
		if r == '\r' && at+1 < len(f.Text) && f.Text[at+1] == '\n' {
			break
		}
		if column -= units(r); column < 0 {
			break
		}
		at += n
	}
	return at
}

func units(r rune) int { return max(1, utf16.RuneLen(r)) }
