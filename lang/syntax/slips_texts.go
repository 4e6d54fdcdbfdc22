package syntax

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// manner are the words between a language and its text.
var manner = wordSet([]string{"noun", "moment", "name", "m", "f", "h", "an"})

// speaks tells whether a text follows the last token: that says in which language, or what it is as a noun.
func (l *lexed) speaks() bool {
	n := len(l.tokens) - 1
	for n > 0 && manner[l.tokens[n].Value] {
		n--
	}
	if n < 0 || l.tokens[n].Value != "en" && l.tokens[n].Value != "fr" {
		return n > 0 && l.tokens[n].Value == "plural" && l.tokens[n-1].Type == tokString
	}
	return n == 0 || l.tokens[n-1].Type == tokEOL || l.tokens[n-1].Type == tokString || slices.Contains([]string{"{", ";"}, l.tokens[n-1].Value)
}

// Where a text without quotes ends: before one in another language, before a remark.
var endsBare = regexp.MustCompile(`\s{2,}(?:en|fr)\s|\s(?:en|fr)\s+(?:(?:[mfh]|an|name)\s+)*"|\s//|\s*$`)

// bareEnd is where a text ends that nothing closes: in its line, before a brace that closes what is around it.
func bareEnd(line string) int {
	line = line[:endsBare.FindStringIndex(line)[0]]
	for strings.HasSuffix(line, "}") && strings.Count(line, "{") < strings.Count(line, "}") {
		line = strings.TrimRight(line[:len(line)-1], " \t")
	}
	return len(line)
}

// onlyWords is what the parser reads itself: it knows what is meant.
var onlyWords = regexp.MustCompile(`^[A-Za-z0-9_ ]*$`)

// bare reads a text without quotes, in which there is more than words; it is the offset behind it, 0 where none begins.
func (l *lexed) bare(text string, at int) int {
	r, _ := utf8.DecodeRuneInString(text[at:])
	if !unicode.IsLetter(r) || !l.speaks() {
		return 0
	}
	line := text[at:lineEnd(text, at)]
	end := bareEnd(line)
	said := line[:end]
	if word := line[:source.NameLen(line)]; manner[word] && strings.HasPrefix(line[len(word):], " ") || onlyWords.MatchString(said) || strings.ContainsAny(said, `"\`) {
		return 0
	}
	l.wrong(at, at+end, `"`+said+`"`, "a text stands in quotes")
	l.addText(at, at+end, said)
	return at + end
}

// unclosed reads a text that a typesetter's sign opens and another sign closes, or none.
func (l *lexed) unclosed(text string, at, n int) int {
	line := text[at:lineEnd(text, at)]
	end := n + bareEnd(line[n:])
	said := strings.TrimFunc(line[n:end], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"“”„«»", r) })
	if strings.ContainsAny(said, "\"\\") {
		return -1
	}
	l.wrong(at, at+end, `"`+said+`"`, "a text stands in \"straight quotes\"")
	l.addText(at, at+end, said)
	return at + end
}

// addText adds a text that was meant by what stands at a place.
func (l *lexed) addText(at, end int, said string) {
	l.add(tokString, at, end)
	l.tokens[len(l.tokens)-1].Value = `"` + said + `"`
}

// closes is where a text ends that is closed by a sign which may stand within it, too, as an apostrophe: before what may
// follow a text; or where the sign stands first.
func closes(line string, sign rune) int {
	for from := 0; ; {
		i := strings.IndexRune(line[from:], sign)
		if i < 0 {
			return strings.IndexRune(line, sign)
		}
		from += i
		rest := strings.TrimLeft(line[from+utf8.RuneLen(sign):], " \t\r")
		if word := rest[:source.NameLen(rest)]; rest == "" || rest[0] == '}' || rest[0] == ';' || strings.HasPrefix(rest, "//") || word == "en" || word == "fr" || word == "plural" || word == "also" {
			return from
		}
		from += utf8.RuneLen(sign)
	}
}

// wrong complains of a piece of the text, and says what to write in its place; nothing, when fix is empty and
// the piece is a name.
func (l *lexed) wrong(at, end int, fix, format string, args ...any) *diag.Diagnostic {
	d := l.diags.Errorf("bad-character", l.between(at, end), format, args...)
	switch {
	case fix != "":
		d.Rewrite(fix)
	case end-at <= 3:
		d.LeaveOut()
	}
	return d
}
