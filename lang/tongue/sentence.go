package tongue

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// And lists things: a, b and c.
func (l Language) And(things ...string) string { return l.join(things, "and", "et") }

// Or lists things of which one counts: a, b or c.
func (l Language) Or(things ...string) string { return l.join(things, "or", "ou") }

func (l Language) join(things []string, en, fr string) string {
	joint := en
	if l == French {
		joint = fr
	}
	last := len(things) - 1
	if last < 1 {
		return strings.Join(things, "")
	}
	return strings.Join(things[:last], ", ") + " " + joint + " " + things[last]
}

// Sentence makes a sentence of what is said: a capital at its beginning, a stop at its end, and in French
// a space before : ; ? and !.
func (l Language) Sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	if l == French {
		s = spaced(s)
	}
	if r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "\"'»”’) ")); !strings.ContainsRune(".!?…:;", r) {
		s += "."
	}
	return Capital(s)
}

// spaced puts a space before the signs that have one in French, where none is. Signs beside each other stay so,
// and so do those between figures.
func spaced(s string) string {
	var b strings.Builder
	var before rune
	for i, r := range s {
		if strings.ContainsRune(":;?!", r) && !strings.ContainsRune(":;?!(\"", before) && !unicode.IsSpace(before) && before != 0 {
			next, _ := utf8.DecodeRuneInString(s[i+1:])
			if !unicode.IsDigit(before) || !unicode.IsDigit(next) {
				b.WriteByte(' ')
			}
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// Typeset is a text as it is printed: a minus sign before a figure and an arrow where signs of the keyboard stand for them, and no
// line that ends before a French sign which has a blank before it, or behind a quote that opens.
func (l Language) Typeset(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i, r := range runes {
		var before, after rune
		if i > 0 {
			before = runes[i-1]
		}
		if i+1 < len(runes) {
			after = runes[i+1]
		}
		switch {
		case r == '-' && after == '>':
			r = '→'
		case r == '>' && before == '-':
			continue
		case r == '-' && unicode.IsDigit(after) && !unicode.IsLetter(before) && !unicode.IsDigit(before) && !strings.ContainsRune("-+.,′″'\"]", before):
			r = '−'
		case l == French && r == ' ' && (before == '«' || strings.ContainsRune(":;!?»", after)):
			r = '\u00a0'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// IndexWords is where words first stand by themselves in a text, with no letter before or behind them; -1 for nowhere.
func IndexWords(text, words string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return -1
		}
		i += from
		from = i + len(words)
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[from:])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return i
		}
	}
}
