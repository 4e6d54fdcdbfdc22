package syntax

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// What people write who have written other languages before, French among them. The lexer reads it as what
// it was meant for, says so once and gives the mend; so nothing follows from it.

// meant are words of French and of other languages, and what they are here.
var meant = map[string]string{
	"après": "after", "avant": "before", "quand": "when", "lorsque": "when", "si": "if", "sinon": "else", "otherwise": "else", "est": "==", "english": "en", "EN": "en", "French": "fr", "french": "fr", "français": "fr", "anglais": "en", "féminin": "f", "masculin": "m", "FR": "fr", "English": "en", "utilise": "use", "utiliser": "use", "pour": "for", "avec": "with",
	"réponse": "answer", "tirer": "throw", "pendant": "while", "ajouter": "add", "ajoute": "add", "jeter": "throw", "jette": "throw", "appliquer": "apply", "applique": "apply",
	"attendre": "expect", "attendu": "expect", "donné": "given", "soit": "let", "limite": "limit", "jusque": "until", "à": "to",
	"fonction": "function", "sorte": "kind", "scénario": "scenario", "import": "use", "include": "use",
	"chaque": "each", "essai": "test", "carte": "card", "règle": "rule", "événement": "event", "dé": "dice", "dés": "dice",
	"and": "&&", "or": "||", "et": "&&", "ou": "||", "AND": "&&", "OR": "||", "is": "==", "equals": "==",
	"roll": "throw", "elseif": "else if", "elif": "else if", "elsif": "else if",
	"number": "int", "integer": "int", "boolean": "bool", "float": "length", "double": "length",
}

// meantHook are words for the word of a clause, where one stands.
var meantHook = map[string]string{
	"during": "while", "can": "cannot", "never": "cannot", "forbid": "cannot", "prevent": "cannot", "when": "after", "whenever": "after", "on": "after", "upon": "after",
}

// Meant is what a word of another language is here, or "".
func Meant(word string) string { return meant[word] }

// quotes are the signs that open a text elsewhere, and those that close it.
var quotes = map[rune]rune{'“': '”', '„': '“', '«': '»', '‘': '’', '\'': '\''}

// french is until, in French, with the words between it and how long.
var french = regexp.MustCompile(`^jusqu['’](à|aux?\b|a\b)( la\b| le\b)?( fin\b| début\b| debut\b)?( de l['’]| de la\b| du\b| des?\b)?`)

// slip reads what is no sign of the language but was clearly meant for one, and returns the offset behind
// it, or -1.
func (l *lexed) slip(text string, at int) int {
	r, n := utf8.DecodeRuneInString(text[at:])
	line := text[at:lineEnd(text, at)]
	switch last := len(l.tokens) - 1; {
	case unicode.IsLetter(r):
		return l.strangeWord(text, at)
	case last >= 0 && l.tokens[last].Value == "jusqu" && strings.HasSuffix(text[:at], "jusqu") && french.MatchString(text[at-len("jusqu"):]): // nothing is wrong yet: the parser knows what is meant
		begin := at - len("jusqu")
		end := begin + len(french.FindString(text[begin:]))
		l.tokens = l.tokens[:last]
		l.add(tokIdent, begin, end)
		return end
	case quotes[r] != 0 && last >= 0 && l.tokens[last].Type == tokIdent && source.IsLetter(text[at-1]) && r <= '\'' || r == '’' && at > 0 && source.IsLetter(text[at-1]):
		return l.apostrophe(text, at, n)
	case quotes[r] != 0:
		end := strings.IndexRune(line[n:], quotes[r])
		if end < 0 {
			return -1
		}
		end += n + utf8.RuneLen(quotes[r])
		l.wrong(at, at+end, `"`+strings.TrimFunc(strings.Trim(line[:end], "“”„«»‘’'"), unicode.IsSpace)+`"`, "a text stands in \"straight quotes\"")
		l.add(tokString, at, at+end)
		return at + end
	case unicode.IsSpace(r):
		l.wrong(at, at+n, " ", "this is a blank that does not look it (%U): write an ordinary one", r)
		return at + n
	case strings.HasPrefix(line, "```"):
		d := l.wrong(at, at+len(line), "", "this line is no rule")
		d.Mend(diag.Replace(d.Span, "", "leave it out"))
		return at + len(line)
	case strings.HasPrefix(line, "…") && !strings.HasPrefix(text[at+n:], " ") && at > 0 && source.IsDigit(text[at-1]), (r == '–' || r == '—') && at > 0 && source.IsDigit(text[at-1]) && len(line) > n && source.IsDigit(line[n]):
		l.wrong(at, at+n, "..", "a range is written with two dots")
		l.add(tokPunct, at, at+n)
		return at + n
	case r == '…':
		l.wrong(at, at+n, "", "this stands for nothing")
		return at + n
	case strings.HasPrefix(line, "..."):
		l.wrong(at, at+3, "..", "a range is written with two dots")
		l.add(tokPunct, at, at+2)
		return at + 3
	case r == '#' && (last < 0 || l.tokens[last].Type == tokEOL || l.tokens[last].Value == "{"):
		l.wrong(at, at+1, "//", "a comment begins with //").Mends[0].Rank = diag.Safe
		return at + len(line)
	case strings.HasPrefix(line, "/*"):
		end := at + len(line)
		if closed := strings.Index(text[at:], "*/"); closed >= 0 {
			end = at + closed + 2
		}
		l.wrong(at, end, remark(text[at:end], text[end:lineEnd(text, end)]), "a comment begins with // and ends with the line").Mends[0].Rank = diag.Safe
		return end
	}
	return -1
}

// maxBelow is on how many lines below it a text may be closed that is open where its line ends.
const maxBelow = 4

var lineBreak = regexp.MustCompile(`[ \t\r]*\n[ \t]*`)

// closedBelow is the offset behind a text that goes on on the next lines; 0 where none of them closes it, and it alone.
func closedBelow(text string, at int) int {
	from := lineEnd(text, at) + 1
	for range maxBelow {
		if from >= len(text) {
			break
		}
		line := text[from:lineEnd(text, from)]
		quote := strings.IndexByte(line, '"')
		switch n := strings.Count(line, `"`); {
		case n%2 == 1 && quote > 0 && !source.IsDigit(line[quote-1]) && !strings.Contains(line, `\"`):
			if words := strings.Fields(line[:quote]); len(words) == 0 || line[quote-1] == ' ' && slices.Contains([]string{"en", "fr", "m", "f"}, words[len(words)-1]) {
				return 0 // it opens another
			}
			return from + quote + 1
		case n > 0, strings.TrimSpace(line) == "":
			return 0
		}
		from += len(line) + 1
	}
	return 0
}

// remark is a comment with signs around it, with signs before its lines, and what stands behind it on a line of its own.
func remark(text, rest string) string {
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/"), "\n")
	if last := len(lines) - 1; last > 0 && strings.TrimSpace(lines[last]) == "" {
		lines = lines[:last]
	}
	for i, line := range lines {
		lines[i] = "// " + strings.Trim(line, " \t\r*")
	}
	if strings.TrimSpace(rest) != "" {
		lines = append(lines, "")
	}
	return strings.Join(lines, "\n")
}

// strangeWord reads a word with letters that are not ASCII.
func (l *lexed) strangeWord(text string, at int) int {
	end := at
	for end < len(text) {
		r, n := utf8.DecodeRuneInString(text[end:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			break
		}
		end += n
	}
	plain := Plain(text[at:end])
	if word := meant[text[at:end]]; word != "" {
		plain = word
	}
	if !source.IsName(plain) {
		plain = ""
	}
	l.wrong(at, end, plain, "%q cannot be a name: names are written with the letters a to z, digits and _", text[at:end])
	l.add(tokIdent, at, end)
	return end
}

// Plain is a text without the accents on its letters.
func Plain(s string) string {
	out, _, _ := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), s)
	return out
}

// apostrophe reads the one in `bearer's speed`, and in a name.
func (l *lexed) apostrophe(text string, at, n int) int {
	rest := strings.TrimPrefix(text[at+n:], "s")
	after := strings.TrimLeft(rest, " ")
	if len(rest) < len(text[at+n:]) && len(after) < len(rest) && after != "" && source.IsLetter(after[0]) {
		end := len(text) - len(after)
		l.wrong(at, end, ".", "what a thing has is written with a point")
		l.add(tokIllegal, at, end)
		return end
	}
	last := len(l.tokens) - 1
	begin := l.tokens[last].Pos.Offset
	end := at + n + source.NameLen(text[at+n:])
	l.tokens = l.tokens[:last]
	l.wrong(begin, end, text[begin:at]+text[at+n:end], "a name has no apostrophe")
	l.add(tokIdent, begin, end)
	return end
}

// wrong complains of a piece of the text, and says what to write in its place; nothing, when fix is empty and
// the piece is a name.
func (l *lexed) wrong(at, end int, fix, format string, args ...any) *diag.Diagnostic {
	d := l.diags.Errorf("bad-character", source.Span{File: l.file, Start: at, End: end}, format, args...)
	switch {
	case fix != "":
		d.Mend(diag.Replace(d.Span, fix, "write "+fix))
	case end-at <= 3:
		d.Mend(diag.Replace(d.Span, "", "leave it out"))
	}
	return d
}
