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

// plainWords are words that the parser reads as such: it knows what is meant.
var plainWords = regexp.MustCompile(`^[A-Za-z0-9_ ]*$`)

// bare reads a text without quotes, in which there is more than words; it is the offset behind it, 0 where none begins.
func (l *lexed) bare(text string, at int) int {
	r, _ := utf8.DecodeRuneInString(text[at:])
	if !unicode.IsLetter(r) || !l.speaks() {
		return 0
	}
	line := text[at:lineEnd(text, at)]
	end := bareEnd(line)
	said := line[:end]
	if word := line[:source.NameLen(line)]; manner[word] && strings.HasPrefix(line[len(word):], " ") || plainWords.MatchString(said) || strings.Contains(said, `"`) {
		return 0
	}
	l.wrong(at, at+end, `"`+said+`"`, "a text stands in quotes")
	l.add(tokString, at, at+end)
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
	l.add(tokString, at, at+end)
	return at + end
}

// opensAnother is the language of another text, right before that.
var opensAnother = regexp.MustCompile(`\s+(?:en|fr)\s+(?:(?:[mfh]|an|name)\s+)*$`)

// inner reads a text with quotes inside, of which the first is at a place; it is the offset behind it, 0 where it is none.
func (l *lexed) inner(text string, at, quote int) int {
	r, _ := utf8.DecodeRuneInString(text[quote+1:])
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) || !l.speaks() {
		return 0
	}
	if m := opensAnother.FindStringIndex(text[at+1 : quote]); m != nil {
		end := at + 1 + m[0]
		d := l.diags.Errorf("bad-string", l.between(at, end), "want \" to close the text")
		d.Mend(diag.Replace(l.between(end, end), `"`, `write " behind it`))
		l.add(tokString, at, end)
		return end
	}
	line := text[quote+1 : lineEnd(text, quote)]
	end := closes(line, '"')
	if end < 0 {
		return 0
	}
	said, end := text[at+1:quote+1+end], quote+1+end+1
	say, fixed := `a quote inside a text is written \"`, strings.ReplaceAll(strings.ReplaceAll(said, `\"`, `"`), `"`, `\"`)
	if before, _ := utf8.DecodeLastRuneInString(text[:quote]); strings.Count(said, `"`) == 1 && unicode.IsLetter(before) {
		say, fixed = "an apostrophe is no quote", strings.Replace(said, `"`, "'", 1)
	}
	d := l.diags.Errorf("bad-string", l.between(at, end), "%s", say)
	d.Rewrite(`"` + fixed + `"`)
	l.add(tokString, at, end)
	return end
}
