package syntax

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// What people write who have written other languages before, French among them. The lexer reads it as what
// it was meant for, says so once and gives the mend; so nothing follows from it.

// meant are words of French and of other languages, and what they are here.
var meant = map[string]string{
	"après": "after", "avant": "before", "quand": "when", "lorsque": "when", "si": "if", "sinon": "else", "otherwise": "else", "est": "==", "english": "en", "EN": "en", "eng": "en", "French": "fr", "french": "fr", "français": "fr", "anglais": "en", "féminin": "f", "masculin": "m", "FR": "fr", "English": "en", "utilise": "use", "utiliser": "use", "pour": "for", "avec": "with",
	"réponse": "answer", "tirer": "throw", "pendant": "while", "ajouter": "add", "ajoute": "add", "jeter": "throw", "jette": "throw", "appliquer": "apply", "applique": "apply",
	"attendre": "expect", "attendu": "expect", "donné": "given", "soit": "let", "limite": "limit", "jusque": "until", "à": "to",
	"état": "status", "détruire": "destroy", "détruit": "destroy", "révéler": "reveal", "révèle": "reveal", "déplacer": "move", "déplace": "move",
	"peut": "may", "fonction": "function", "sorte": "kind", "scénario": "scenario", "import": "use", "include": "use",
	"chaque": "each", "essai": "test", "carte": "card", "règle": "rule", "événement": "event", "dé": "dice", "dés": "dice",
	"and": "&&", "or": "||", "et": "&&", "ou": "||", "AND": "&&", "OR": "||", "is": "==", "equals": "==",
	"roll": "throw", "elseif": "else if", "elif": "else if", "elsif": "else if",
	"égal": "==", "égale": "==", "refusé": "refused", "refusée": "refused", "entier": "int", "nombre": "int", "booléen": "bool", "booleen": "bool", "joueur": "player",
	"number": "int", "integer": "int", "boolean": "bool", "float": "length", "double": "length",
}

func init() {
	for word, here := range maps.Clone(meant) { // an accent is easily forgotten
		if plain := tongue.Plain(word); meant[plain] == "" && len(plain) > 2 {
			meant[plain] = here
		}
	}
}

// meantHook are words for the word of a clause, where one stands.
var meantHook = map[string]string{
	"during": "while", "whilst": "while", "can": "cannot", "never": "cannot", "forbid": "cannot", "prevent": "cannot", "when": "after", "whenever": "after", "on": "after", "upon": "after",
	"replace": "instead", "replaces": "instead",
}

// meantCall are French words with accents for what is called with brackets. Those without are told where a condition is read.
var meantCall = map[string]string{
	"portée": "distance", "écart": "distance", "à_portée": "within", "à_portée_de": "within", "à_moins_de": "within", "près": "within", "près_de": "within", "à_proximité": "within",
	"à_vue": "sees", "possède": "has", "moitié": "half_up", "arrondi_supérieur": "half_up", "arrondi_inférieur": "half_down",
}

// Meant is what a word of another language is here, or "".
func Meant(word string) string { return meant[word] }

// quotes are the signs that open a text elsewhere, and those that close it.
var quotes = map[rune]rune{'“': '”', '„': '“', '«': '»', '‘': '’', '\'': '\''}

// inchSigns are signs that stand for them behind a number.
var inchSigns = regexp.MustCompile(`^(?:\x27\x27|’’|″|”|′′)`)

// french is until, in French, with the words between it and how long.
var french = regexp.MustCompile(`^jusqu['’](à|aux?\b|a\b)( la\b| le\b)?( fin\b| début\b| debut\b)?( de l['’]| de la\b| du\b| des?\b)?`)

// slip reads what is no sign of the language but was clearly meant for one, and returns the offset behind
// it, or -1.
func (l *lexed) slip(text string, at int) int {
	r, n := utf8.DecodeRuneInString(text[at:])
	line := text[at:lineEnd(text, at)]
	switch last := len(l.tokens) - 1; {
	case unicode.IsLetter(r):
		if after := l.bare(text, at); after > 0 {
			return after
		}
		return l.strangeWord(text, at)
	case last >= 0 && l.tokens[last].Value == "jusqu" && strings.HasSuffix(text[:at], "jusqu") && french.MatchString(text[at-len("jusqu"):]): // nothing is wrong yet: the parser knows what is meant
		begin := at - len("jusqu")
		end := begin + len(french.FindString(text[begin:]))
		l.tokens = l.tokens[:last]
		l.add(tokIdent, begin, end)
		return end
	case quotes[r] != 0 && last >= 0 && l.tokens[last].Type == tokIdent && source.IsLetter(text[at-1]) && r <= '\'' || r == '’' && at > 0 && source.IsLetter(text[at-1]):
		return l.apostrophe(text, at, n)
	case at > 0 && source.IsDigit(text[at-1]) && inchSigns.MatchString(line):
		end := at + len(inchSigns.FindString(line))
		l.wrong(at, end, `"`, "inches are written with a straight sign")
		l.add(tokInch, at, end)
		return end
	case quotes[r] != 0:
		end := strings.IndexRune(line[n:], quotes[r])
		if speaks := l.speaks(); speaks {
			if end = closes(line[n:], quotes[r]); end < 0 && r != '\'' {
				return l.unclosed(text, at, n)
			}
		}
		if end < 0 {
			return -1
		}
		end += n + utf8.RuneLen(quotes[r])
		l.wrong(at, at+end, `"`+strings.TrimFunc(strings.Trim(line[:end], "“”„«»‘’'"), unicode.IsSpace)+`"`, "a text stands in \"straight quotes\"")
		l.add(tokString, at, at+end)
		return at + end
	case unicode.Is(unicode.Cf, r):
		d := l.wrong(at, at+n, "", "this is a sign that nobody sees (%U)", r)
		d.Mends[0].Rank = diag.Safe
		return at + n
	case unicode.IsSpace(r):
		d := l.wrong(at, at+n, " ", "this is a blank that does not look it (%U, %s): write an ordinary one", r, blanks(r))
		d.Mends[0].Title = "write an ordinary blank"
		return at + n
	case r == '`' && !strings.HasPrefix(line, "```"):
		if last := at + strings.LastIndexByte(line, '`'); strings.IndexByte(text[l.lineAt:at], '`') < 0 {
			d := l.diags.Errorf("bad-character", l.between(at, last+1), "rules stand without this sign: `")
			d.Mend(diag.Replace(d.Span, strings.ReplaceAll(d.Span.Text(), "`", ""), "leave it out"))
		}
		return at + 1
	case l.begins() && outlined.MatchString(line):
		n := len(outlined.FindString(line))
		l.diags.Errorf("bad-character", l.between(at, at+n), "a line begins without a sign").LeaveOut()
		return at + n
	case at == l.lineAt && ruled.MatchString(line):
		l.diags.Errorf("bad-character", source.Span{File: l.file, Start: at, End: at + len(strings.TrimRight(line, " \t\r"))}, "this line is no rule").LeaveOut()
		return at + len(line)
	case at == l.lineAt && len(l.open) == 0 && remarked.MatchString(line):
		n := len(remarked.FindString(line))
		if bare := strings.TrimRight(line, " \t\r"); strings.HasSuffix(bare, "-->") {
			l.wrong(at, at+len(bare), "// "+strings.TrimSpace(bare[n:len(bare)-len("-->")]), "a comment begins with //")
			return at + len(line)
		}
		d := l.diags.Errorf("bad-character", l.between(at, at+n), "a comment begins with //")
		d.Mend(diag.Replace(d.Span, "// ", "write //"))
		return at + len(line)
	case r == '\\' && strings.TrimSpace(line[1:]) == "" && at+len(line) < len(text):
		next := at + len(line)
		next += len(text[next:]) - len(strings.TrimLeft(text[next:], " \t\r\n"))
		d := l.diags.Errorf("bad-character", l.between(at, at+1), "a line goes on behind an operator or a comma, and within brackets, without a sign")
		if at > 0 && text[at-1] == ' ' {
			at--
		}
		d.Mend(diag.Replace(l.between(at, next), " ", "join the lines"))
		return next
	case entity(line) != "":
		return l.entity(text, at)
	case strings.HasPrefix(line, "```"):
		d := l.wrong(at, at+len(line), "", "this line is no rule")
		d.LeaveOut()
		return at + len(line)
	case strings.HasPrefix(line, "…") && !strings.HasPrefix(text[at+n:], " ") && at > 0 && source.IsDigit(text[at-1]), (r == '–' || r == '—') && at > 0 && source.IsDigit(text[at-1]) && len(line) > n && source.IsDigit(line[n]):
		l.wrong(at, at+n, "..", "a range is written with two dots")
		l.add(tokPunct, at, at+n)
		return at + n
	case r == '…':
		l.wrong(at, at+n, "", "this stands for nothing")
		return at + n
	case strings.HasPrefix(line, "...") && (at == 0 || text[at-1] == ' ' || text[at-1] == '\t') && !source.IsDigit((line + "   ")[3]):
		d := l.wrong(at, at+3, "", "this stands for nothing")
		d.Mends = nil
		d.LeaveOut()
		return at + 3
	case strings.HasPrefix(line, "..."):
		l.wrong(at, at+3, "..", "a range is written with two dots")
		l.add(tokPunct, at, at+2)
		return at + 3
	case r == '#' && last >= 0 && l.tokens[last].Type == tokEOL && heading.MatchString(line), r == '#' && last < 0 && heading.MatchString(line):
		n := len(line) - len(strings.TrimLeft(line, "# "))
		l.wrong(at, at+n, "", "a line begins without a sign")
		return at + n
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

// blanks are what people call a blank of a word processor.
func blanks(r rune) string {
	switch r {
	case '\u00a0', '\u202f':
		return "a no-break space"
	case '\u3000':
		return "a wide space"
	}
	return "a space of its own width"
}

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
	if said := comparedFrench(text[at:]); said > 0 {
		return l.compared(text, at, at+said)
	}
	if end, ok := l.strangeName(text, at); ok {
		return end
	}
	plain := tongue.Plain(text[at:end])
	if rest := strings.TrimLeft(text[end:], " "); plain == "a" && rest != "" && (rest[0] == '(' || source.IsDigit(rest[0])) {
		plain = "at"
	} else if word := meantCall[text[at:end]]; word != "" && rest != "" && rest[0] == '(' && !l.declares(text[at:end]) {
		plain = word
	} else if word := meant[text[at:end]]; word != "" {
		plain = word
	} else if !source.IsName(plain) {
		plain = ""
	}
	if said := text[at:end]; plain != "" && plain != tongue.Plain(said) {
		l.wrong(at, end, plain, "%q is written %s here", said, plain)
	} else {
		d := l.wrong(at, end, plain, "%q cannot be a name: names are written with the letters a to z, digits and _", said)
		if plain != "" && d.Mended() { // as it is wherever it stands
			d.Mends[0].Safely()
		}
	}
	l.add(tokIdent, at, end)
	return end
}

// declares tells whether a function or a table of the file has a name.
func (l *lexed) declares(name string) bool {
	return strings.Contains(l.file.Text, "function "+name+"(") || strings.Contains(l.file.Text, "table "+name+"(")
}

// bareTold is a step that tells something without quotes, or with brackets around it.
var bareTold = regexp.MustCompile(`^(note|manual)(?: +(\pL[\pL\d'’-]*[ ,][^"{}()\[\]=<>+*/:;]*?)| *: *(\p{Lu}[^"{}()\[\]=<>+*/:;]*?)| *\{ *(\p{Lu}[^"{}()\[\]=<>+*/:;]*?) *\}| ?\( *"([^"]*)" *\)) *$`)

// told is the offset behind such a step, or behind a text without quotes; 0 where none begins.
func (l *lexed) told(text string, at int) int {
	if c := text[at]; c != 'n' && c != 'm' || len(l.open) == 0 || !l.begins() {
		return l.bare(text, at)
	}
	m := bareTold.FindStringSubmatch(strings.TrimRight(text[at:lineEnd(text, at)], " \t\r"))
	if m == nil {
		return 0
	}
	said := strconv.Quote(m[2] + m[3] + m[4] + m[5])
	from, end := at+len(m[1]), at+len(m[0])
	l.add(tokIdent, at, from)
	d := l.diags.Errorf("bad-syntax", l.between(from+1, end), "what is told stands in quotes, without another sign")
	d.Mend(diag.Replace(l.between(from, end), " "+said, "write "+said))
	l.add(tokString, from+1, end)
	l.tokens[len(l.tokens)-1].Value = said
	return end
}

// packNames are the names of packs as they are printed, with what may stand behind them on their line.
var packNames = regexp.MustCompile(`^(\pL[\pL\d_]*(?:[ ,'’-]+[\pL\d_]+)*)[ \t\r]*(?:$|\}|//)`)

// afterTitle is what may stand behind the name of a test: its setup, and the rules that it proves.
var afterTitle = regexp.MustCompile(` in ([a-z]\w*) *$| covers [A-Z].*$`)

// strangeName reads what follows the word of a test, up to its brace, as its name, and what follows use as those of packs: who
// wrote it knows what these are called, and not how their names are written. It stands where only a name can, so that nothing
// else is complained of.
func (l *lexed) strangeName(text string, at int) (end int, ok bool) {
	n := len(l.tokens) - 1
	for n >= 0 && (l.tokens[n].Type == tokIdent || l.tokens[n].Value == "," || l.tokens[n].Value == "-") && l.tokens[n].Pos.Offset > l.lineAt && l.tokens[n].Value != "uses" {
		n--
	}
	if n < 0 || l.tokens[n].Pos.Offset != l.lineAt && l.tokens[n].Value != "uses" || l.tokens[n].Value != "uses" && len(l.open) > 0 {
		return 0, false
	}
	if n+1 < len(l.tokens) { // it begins with plain words
		at = l.tokens[n+1].Pos.Offset
	}
	line := text[at:lineEnd(text, at)]
	word := l.tokens[n].Value
	if meant[word] == "use" {
		word = "use"
	}
	switch word {
	case "test", "odds":
		name, _, block := strings.Cut(line, "{")
		if m := afterTitle.FindStringSubmatchIndex(name); m != nil && (m[2] < 0 || strings.Contains(text, "setup "+name[m[2]:m[3]]+" ")) {
			name = name[:m[0]]
		}
		if name = strings.TrimRight(name, " "); !block || strings.ContainsAny(name, `"()`) {
			return 0, false
		}
		l.tokens = l.tokens[:n+1]
		l.wrong(at, at+len(name), strconv.Quote(name), "the name of a test stands in quotes")
		l.add(tokString, at, at+len(name))
		l.tokens[n+1].Value = strconv.Quote(name)
		return at + len(name), true
	case "use", "uses":
		m := packNames.FindStringSubmatch(line)
		if m == nil {
			return 0, false
		}
		if len(l.open) == 0 {
			word = "use"
		}
		l.tokens = l.tokens[:n+1]
		l.tokens[n].Value = word
		end, ids := at, []string{}
		for i, name := range strings.Split(m[1], ",") {
			if i > 0 {
				l.add(tokPunct, end, end+1)
				end++
			}
			begin := end + len(name) - len(strings.TrimLeft(name, " "))
			end += len(name)
			ids = append(ids, strings.ToLower(strings.Join(strings.FieldsFunc(tongue.Plain(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }), "_")))
			l.add(tokIdent, begin, end)
			l.tokens[len(l.tokens)-1].Value = ids[i]
		}
		l.wrong(l.tokens[n].Pos.Offset, end, word+" "+strings.Join(ids, ", "), "a pack is used by its id, in small letters")
		return end, true
	}
	return 0, false
}

// apostrophe reads the one in `bearer's speed`, and in a name.
func (l *lexed) apostrophe(text string, at, n int) int {
	if end, ok := l.strangeName(text, at); ok {
		return end
	}
	rest := strings.TrimPrefix(text[at+n:], "s")
	after := strings.TrimLeft(rest, " ")
	if len(rest) < len(text[at+n:]) && len(after) < len(rest) && after != "" && source.IsLetter(after[0]) {
		end := len(text) - len(after)
		if !l.lasting() { // else the parser knows what is meant
			l.wrong(at, end, ".", "what a thing has is written with a point")
		}
		l.add(tokIllegal, at, end)
		return end
	}
	last := len(l.tokens) - 1
	begin := l.tokens[last].Pos.Offset
	end := at + n + source.NameLen(text[at+n:])
	l.tokens = l.tokens[:last]
	if text[begin:at]+text[at+n:end] == "cant" {
		l.wrong(begin, end, "cannot", "what nothing may do stands behind cannot")
	} else {
		l.wrong(begin, end, text[begin:at]+text[at+n:end], "a name has no apostrophe")
	}
	l.add(tokIdent, begin, end)
	return end
}

// lasting tells whether how long something lasts is being said: `until X`, `until the end of X`.
func (l *lexed) lasting() bool {
	for i := len(l.tokens) - 1; i >= 0; i-- {
		switch l.tokens[i].Value {
		case "until":
			return i < len(l.tokens)-1
		case "start", "end", "of", "the":
		default:
			if i < len(l.tokens)-1 {
				return false
			}
		}
	}
	return false
}

// heading is the first line of a declaration behind the signs of a heading.
var heading = regexp.MustCompile(`^#+ ?\w+ [\w"].*\{\s*$`)

// sentenceLine is a line that is a sentence, as it is printed: it begins with a capital, and has only words and the signs
// between them.
var sentenceLine = regexp.MustCompile(`^[ \t]*(\p{Lu}[\pL'’]*(?:[ ,;:-]+[\pL'’\d]+){4,} ?[.!?…]?)[ \t\r]*$`)

// prose is the offset behind a line that is a sentence and no rule, where words that are written without accents and
// apostrophes would make the parser see it as something else; -1 for any other.
func (l *lexed) prose(text string, at int) int {
	if l.depth != Whole || l.inBrackets() {
		return -1
	}
	line := text[at:lineEnd(text, at)]
	if first := strings.TrimLeft(line, " \t"); first == "" || first[0] < utf8.RuneSelf && (first[0] < 'A' || 'Z' < first[0]) {
		return -1
	}
	outside := len(l.open) == 0
	if !outside && !strings.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf || r == '\'' }) {
		return -1
	}
	m := sentenceLine.FindStringSubmatchIndex(line)
	if m == nil || strings.ContainsAny(line, ":") && outside {
		return -1
	}
	if n := len(l.tokens); n > 0 && l.tokens[n-1].Type != tokEOL && l.tokens[n-1].Value != "{" {
		return -1
	}
	d := l.diags.Errorf("bad-syntax", l.between(at+m[2], at+m[3]), sentenceText)
	if outside {
		d.Message = "a sentence that is no rule is a remark, and stands behind //"
		d.Mend(diag.Before(d.Span, "//"))
	}
	return at + len(line)
}

// languageOpens is a language and what follows it without a quote.
var languageOpens = regexp.MustCompile(`\b(?:en|fr)(?: [mf])?(\s*:?\s+|:\s*)([A-ZÀ-Ý][^"{}]*)$`)

// unopened is where a text begins that is only closed: behind its language. It reads it as a text.
func (l *lexed) unopened(text string, at int) int {
	m := languageOpens.FindStringSubmatchIndex(text[l.lineAt:at])
	if m == nil {
		return -1
	}
	from := l.lineAt + m[4]
	for len(l.tokens) > 0 && l.tokens[len(l.tokens)-1].Pos.Offset >= from {
		l.tokens = l.tokens[:len(l.tokens)-1]
	}
	l.diags = slices.DeleteFunc(l.diags, func(d diag.Diagnostic) bool { return d.Span.Start >= from })
	if n := len(l.tokens); n > 0 && l.tokens[n-1].Value == ":" {
		l.tokens = l.tokens[:n-1]
	}
	sign := l.between(l.lineAt+m[2], from)
	d := l.diags.Errorf("bad-string", l.between(from, at+1), "want \" to open the text")
	d.Mend(diag.Replace(sign, ` "`, `write " before it`))
	l.addText(from, at+1, text[from:at])
	return from
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
		l.addText(at, end, text[at+1:end])
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
	l.addText(at, end, fixed)
	return end
}

// french comparisons, as they are said.
var comparisons = []struct {
	said *regexp.Regexp
	sign string
}{
	{regexp.MustCompile(`^(?:est )?(?:strictement )?(?:supérieure?|plus grande?|plus élevée?) (?:à|que)(?: |$)`), ">"},
	{regexp.MustCompile(`^(?:est )?(?:strictement )?(?:inférieure?|plus petite?) (?:à|que)(?: |$)`), "<"},
	{regexp.MustCompile(`^(?:est )?supérieure? ou égale? à(?: |$)`), ">="},
	{regexp.MustCompile(`^(?:est )?inférieure? ou égale? à(?: |$)`), "<="},
	{regexp.MustCompile(`^(?:est )?égale? à(?: |$)`), "=="},
	{regexp.MustCompile(`^(?:est )?différente? de(?: |$)`), "!="},
}

// comparedFrench is how long the French comparison is with which a text begins; 0 when it is none.
func comparedFrench(text string) int {
	for _, c := range comparisons {
		if said := c.said.FindString(text); said != "" {
			return len(strings.TrimRight(said, " "))
		}
	}
	return 0
}

// compared reads a French comparison, with the verb before it.
func (l *lexed) compared(text string, at, end int) int {
	from := at
	if n := len(l.tokens) - 1; n > 0 && (l.tokens[n].Value == "est" || l.tokens[n].Value == "is") {
		from = l.tokens[n].Pos.Offset
		l.tokens = l.tokens[:n]
	}
	for _, c := range comparisons {
		if c.said.MatchString(text[at:]) {
			l.wrong(from, end, c.sign, "a comparison is written with a sign: >, >=, <, <=, == or !=")
			break
		}
	}
	l.add(tokIllegal, from, end)
	return end
}

// entities are the signs that pages of the web write with a name.
var entities = []struct{ said, sign string }{{"&amp;&amp;", "&&"}, {"&gt;=", ">="}, {"&lt;=", "<="}, {"&gt;", ">"}, {"&lt;", "<"}, {"&nbsp;", " "}}

// entity is the one with which a line begins, or "".
func entity(line string) string {
	for _, e := range entities {
		if strings.HasPrefix(line, e.said) {
			return e.said
		}
	}
	return ""
}

// entity reads a sign that a page of the web writes with a name; of those of a line it speaks once.
func (l *lexed) entity(text string, at int) int {
	name := entity(text[at:])
	end := at + len(name)
	if n := len(l.diags) - 1; n < 0 || l.diags[n].Span.End < end {
		last := end
		for i := at; i < lineEnd(text, at); i++ {
			if e := entity(text[i:]); e != "" {
				last = i + len(e)
			}
		}
		plain := text[at:last]
		for _, e := range entities {
			plain = strings.ReplaceAll(plain, e.said, e.sign)
		}
		l.wrong(at, last, plain, "this was copied from a page of the web: a sign stands for itself")
	}
	l.add(tokIllegal, at, end)
	return end
}

// What lines begin with elsewhere: the sign or the number of an outline, a line that only parts others, a remark.
var (
	outlined = regexp.MustCompile(`^(?:[•‣▪◦·●○■□★☆►▶→⇒]|[\x{2700}-\x{27BF}\x{1F300}-\x{1FAFF}]\x{FE0F}?)\s*`)
	ruled    = regexp.MustCompile(`^(?:-{3,}|={3,}|\*{3,}|~{3,})[ \t\r]*$`)
	remarked = regexp.MustCompile(`^(?:--+|<!--|={2,}|;+|%+|REM\b) ?`)
)

// begins tells whether what comes next is the first of its line, or of what stands between braces.
func (l *lexed) begins() bool {
	n := len(l.tokens) - 1
	return n < 0 || l.tokens[n].Type == tokEOL || l.tokens[n].Value == "{"
}

// sentenceText is told of what was printed, where a rule should stand.
const sentenceText = "a sentence that is printed stands in quotes, behind en or fr"
