package syntax

import (
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// The lexer is written by hand: it knows where a line end closes a statement, which no list of
// patterns does. It looks at every byte once and never fails; what it cannot read becomes an
// Illegal token and a diagnostic.
//
// A run of line ends and semicolons is one EOL token. None is made
//   - at the beginning of the file, after `{` and inside ( ) and [ ],
//   - between `}` and `else`, and before a word that goes on with the head of a clause,
//   - after `,` and `:`, and after an operator that follows an operand and a blank: the expression
//     goes on. (`item?` and `4+` touch their operand and do not continue the line.)
//
// Braces never stand in an expression, and a declaration begins in column 1; so a brace, or a name
// in column 1, ends round and square brackets that were left open, and one forgotten bracket does
// not swallow the rest of the file.

// The kinds of tokens. Every token's Value is its text, byte for byte.
const (
	tokIdent lexer.TokenType = -(iota + 2)
	tokInt
	tokNumber // 2.5
	tokTarget // 4+
	tokInch   // the " of 3"
	tokString // with its quotes
	tokPunct
	tokEOL
	tokIllegal
)

// Limits of what is read at all: deeper or longer texts are refused, not parsed. Sizes are in bytes.
// That of lines bounds every text, condition and comment, too: none goes on behind the end of a line
// without a token between.
const (
	maxNesting  = 200
	maxSize     = 1 << 20
	maxLine     = 10_000
	maxWords    = 200_000 // and signs, ends of lines and comments: what is made of them takes more memory than their text
	maxName     = 200
	maxMistakes = 200 // after which the rest of a file is not read
	maxShown    = 20  // of characters that cannot be read, in a message
)

// definition is the lexer as participle wants to see it.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Ident": tokIdent, "Int": tokInt, "Number": tokNumber, "Target": tokTarget,
		"Inch": tokInch, "String": tokString, "Punct": tokPunct, "EOL": tokEOL, "Illegal": tokIllegal,
	}
}

func (d definition) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	tokens := lex(source.New(name, string(text))).tokens
	last := len(tokens) - 1
	return &replay{tokens[:last], tokens[last]}, nil
}

// replay hands out tokens that are already made, and then that of the end.
type replay struct {
	tokens []lexer.Token
	eof    lexer.Token
}

func (r *replay) Next() (lexer.Token, error) {
	if len(r.tokens) == 0 {
		return r.eof, nil
	}
	t := r.tokens[0]
	r.tokens = r.tokens[1:]
	return t, nil
}

// Depth is how much of a file is read. Of what is left out nothing is said.
type Depth int

const (
	Heads Depth = iota // what those who use its pack are checked against: see heads.go
	Rules              // what they play: all but its scripts
	Whole
)

// lexed is a file cut into tokens.
type lexed struct {
	file     *source.File
	depth    Depth
	tokens   []lexer.Token
	comments []Comment
	diags    diag.List
	fatal    bool // too deep, too long or too wrong: do not parse
	open     []byte
	lists    int   // `list<` seen on this line: types nest without brackets
	steps    bool  // a script is being read, in which `when` and `during` begin steps
	joined   []int // where a line goes on with the head of a clause
	line     int
	lineAt   int
}

// operators, longest first.
var operators = []string{
	"..", "=>", "->", "+=", "-=", "==", "!=", "<=", ">=", "&&", "||",
}

// bytesPerToken is how many bytes of text there are to a token, or a little less.
const bytesPerToken = 4

const single = "{}()[],:=<>+-*/%!?.#|&@;"

func lex(file *source.File) *lexed { return lexTo(Whole, file) }

func lexTo(depth Depth, file *source.File) *lexed {
	l := &lexed{file: file, depth: depth, line: 1, tokens: make([]lexer.Token, 0, min(min(len(file.Text), maxSize)/bytesPerToken, maxWords)+1)}
	if len(file.Text) > maxSize {
		l.fatal = true
		l.diags.Errorf("bad-size", source.Span{File: file}, "the file has %d bytes, at most %d are read", len(file.Text), maxSize)
		l.add(lexer.EOF, 0, 0)
		return l
	}
	text := file.Text
	if l.encoded(text) || l.longLine(text) {
		l.add(lexer.EOF, 0, 0)
		return l
	}
	at := 0
	if strings.HasPrefix(text, "\ufeff") {
		at = 3
	}
	for at < len(text) && !l.fatal {
		if at = l.next(text, at); len(l.diags) >= maxMistakes {
			l.fatal = true
			l.diags.Stop(source.Span{File: file, Start: at, End: at})
		} else if l.words() > maxWords && !l.fatal {
			l.fatal = true
			l.diags.Errorf("bad-size", source.Span{File: file, Start: at, End: at}, "up to here the file has %d words and signs, and no more are read: divide it into several", maxWords)
		}
	}
	l.trimEOL()
	l.add(lexer.EOF, at, at)
	return l
}

// words is how much has been read that memory is taken for.
func (l *lexed) words() int { return len(l.tokens) + len(l.comments) }

// longLine refuses a file with a line that is too long.
func (l *lexed) longLine(text string) bool {
	at := 0
	for line := range strings.Lines(text) {
		if n := len(strings.TrimSuffix(line, "\n")); n > maxLine {
			l.fatal = true
			l.diags.Errorf("bad-size", l.between(at, at+n), "the line has %d bytes, at most %d are read", n, maxLine)
			return true
		}
		at += len(line)
	}
	return false
}

// next reads what begins at the offset and returns the offset behind it.
func (l *lexed) next(text string, at int) int {
	c := text[at]
	if at == l.lineAt {
		if end := l.prose(text, at); end > at {
			return end
		}
	}
	switch {
	case c == ' ' || c == '\t' || c == '\r':
		return at + 1
	case c == '\n':
		l.eol(at)
		l.line++
		l.lineAt = at + 1
		if at+1 < len(text) && source.IsLetter(text[at+1]) && l.inBrackets() {
			l.dropBrackets()
			l.eol(at)
		}
		return at + 1
	case c == ';' && at == l.lineAt && len(l.open) == 0 && strings.HasPrefix(text[at:], "; "):
		return l.slip(text, at)
	case c == ';':
		if l.inBrackets() {
			l.dropBrackets()
		}
		l.eol(at)
		return at + 1
	case strings.HasPrefix(text[at:], "//"):
		end := lineEnd(text, at)
		stop := len(strings.TrimRight(text[at:end], " \t\r")) + at
		l.comments = append(l.comments, Comment{l.between(at, stop), text[at:stop]})
		return end
	case source.IsLetter(c):
		end := at + source.NameLen(text[at:])
		if after := l.script(text, at, end); after > 0 {
			return after
		}
		if after := l.told(text, at); after > 0 {
			return after
		}
		if r, _ := utf8.DecodeRuneInString(text[end:]); unicode.IsLetter(r) {
			return l.strangeWord(text, at)
		}
		if end-at > maxName {
			return l.refuse("bad-size", at, end, "the name has %d bytes, at most %d are read", end-at, maxName)
		}
		n := len(l.tokens)
		if len(l.open) == 0 && (at == l.lineAt || n > 0 && l.tokens[n-1].Value == "replace") {
			l.steps = scriptWords[text[at:end]]
		}
		switch {
		case text[at:end] == "else" && n > 1 && l.tokens[n-1].Type == tokEOL && l.tokens[n-2].Value == "}":
			l.trimEOL()
		case l.goesOn(text[at:end], text[end:]):
			l.trimEOL()
			l.joined = append(l.joined, at)
		}
		l.add(tokIdent, at, end)
		return end
	case source.IsDigit(c) && at == l.lineAt && len(l.open) == 0 && inOutline.MatchString(text[at:lineEnd(text, at)]):
		n := len(inOutline.FindString(text[at:]))
		l.diags.Errorf("bad-character", l.between(at, at+n), "a line begins without a sign").LeaveOut()
		return at + n
	case source.IsDigit(c):
		return l.number(text, at)
	case c == '"':
		return l.str(text, at)
	}
	if end := l.slip(text, at); end >= 0 {
		return end
	}
	for _, op := range operators {
		if strings.HasPrefix(text[at:], op) {
			l.add(tokPunct, at, at+2)
			return at + 2
		}
	}
	if strings.IndexByte(single, c) >= 0 {
		l.bracket(c, at)
		l.add(tokPunct, at, at+1)
		return at + 1
	}
	return l.illegal(text, at)
}

// script is the offset behind a script that is not read and begins with the word from at to end; 0 when it is read, or
// does not end plainly: then the parser sees where it ends.
func (l *lexed) script(text string, at, end int) int {
	n := len(l.tokens)
	if l.depth == Whole || at != l.lineAt || len(l.open) > 0 || n > 0 && l.tokens[n-1].Type != tokEOL || !scriptWords[text[at:end]] {
		return 0
	}
	depth, lines, lineAt := 0, 0, l.lineAt
	for i := end; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n' && depth == 0, c >= utf8.RuneSelf, c == '\'', c == '"' && source.IsDigit(text[i-1]):
			return 0
		case c == '\n':
			lines, lineAt = lines+1, i+1
		case c == '"':
			for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
				if text[i] == '\\' && i+1 < len(text) && text[i+1] != '\n' {
					i++
				}
			}
			if i >= len(text) || text[i] == '\n' {
				return 0
			}
		case strings.HasPrefix(text[i:], "//"):
			i = lineEnd(text, i) - 1
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth > 0 {
				continue
			}
			if rest := text[i+1 : lineEnd(text, i)]; strings.TrimSpace(rest) != "" {
				return 0
			}
			l.line, l.lineAt = l.line+lines, lineAt
			return i + 1
		}
	}
	return 0
}

// illegal reads a run of what begins nothing: one complaint for all of it, such as a whole word in
// letters that are not ASCII, or a piece of a file that is no text.
func (l *lexed) illegal(text string, at int) int {
	end, runes := at, 0
	for end < len(text) && (end == at || beginsNothing(text[end])) {
		_, n := utf8.DecodeRuneInString(text[end:])
		end += n
		runes++
	}
	span := l.between(at, end)
	switch {
	case runes > maxShown:
		l.diags.Errorf("bad-character", span, "got %q and %d characters more, want an ASCII letter, a number, a text in quotes or a sign",
			string([]rune(span.Text())[:maxShown]), runes-maxShown)
	default:
		d := l.diags.Errorf("bad-character", span, "got %q, want an ASCII letter, a number, a text in quotes or a sign", span.Text())
		if same := alike(span.Text()); same != "" {
			d.Rewrite(same)
		}
	}
	l.add(tokIllegal, at, end)
	return end
}

// beginsNothing tells whether no token and no blank begins with the byte.
func beginsNothing(c byte) bool {
	return !source.IsLetter(c) && !source.IsDigit(c) && strings.IndexByte(" \t\r\n\"", c) < 0 && strings.IndexByte(single, c) < 0
}

// alike is the text with each character replaced by the sign it stands for, or "" when one of them
// stands for none.
func alike(text string) string {
	var b strings.Builder
	for _, r := range text {
		if lookalike[r] == "" {
			return ""
		}
		b.WriteString(lookalike[r])
	}
	return b.String()
}

// lookalike holds what typographers and keyboards put in place of a sign.
var lookalike = map[rune]string{
	'“': `"`, '”': `"`, '«': `"`, '»': `"`, '‘': `"`, '’': `"`, '–': "-", '−': "-", '—': "-", '×': "*",
	'½': "0.5", '¼': "0.25", '¾': "0.75", '≤': "<=", '≥': ">=", '≠': "!=", '…': "..", '→': "=>", '\u00a0': " ", '\u202f': " ",
}

// number reads 12, 2.5 or 4+ .
func (l *lexed) number(text string, at int) int {
	digits := func(i int) int {
		for i < len(text) && source.IsDigit(text[i]) {
			i++
		}
		return i
	}
	end := digits(at)
	kind := tokInt
	if end+1 < len(text) && text[end] == '.' && source.IsDigit(text[end+1]) {
		end = digits(end + 1)
		kind = tokNumber
		if end+1 < len(text) && text[end] == '.' && source.IsDigit(text[end+1]) {
			end = digits(end + 1)
			return l.refuse("bad-number", at, end, "got %q, want a number with one point", text[at:end])
		}
	}
	if end-at > 19 {
		return l.refuse("bad-number", at, end, "got a number of %d digits, want at most 19", end-at)
	}
	if kind == tokInt && endsTarget(text, end) {
		l.add(tokTarget, at, end+1)
		return end + 1
	}
	l.add(kind, at, end)
	return end
}

// endsTarget tells whether the text at i is the + of `4+`: one that touches its number and that no
// operand follows on the line.
func endsTarget(text string, i int) bool {
	if i >= len(text) || text[i] != '+' || strings.HasPrefix(text[i:], "+=") {
		return false
	}
	rest := strings.TrimLeft(text[i+1:], " \t\r")
	if rest == "" || strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "..") || strings.IndexByte("\n;,)]}{:?=&|<>", rest[0]) >= 0 {
		return true
	}
	end := 0
	for end < len(rest) && source.IsLetter(rest[end]) {
		end++
	}
	word := rest[:end]
	// `4+ layers x`, and what comes next on the same line: `4+  A: 3`, `4+  cell n: int = 0`, `4+  tag loud`.
	return len(rest) < len(text[i+1:]) && end > 0 && (connecting[word] || fieldEnds[word] || followedByColon(rest[end:]) || beginsMember(rest))
}

func followedByColon(rest string) bool {
	rest = strings.TrimLeft(strings.TrimLeft(rest, "0123456789_"), " \t")
	return strings.HasPrefix(rest, ":")
}

// str reads a text in quotes. A quote that touches a digit before it is an inch mark.
func (l *lexed) str(text string, at int) int {
	if n := len(l.tokens); n > 0 && at > 0 && source.IsDigit(text[at-1]) && l.tokens[n-1].Type != tokIdent {
		l.add(tokInch, at, at+1)
		return at + 1
	}
	for end := at + 1; end < len(text) && text[end] != '\n'; end++ {
		switch text[end] {
		case '\\':
			if end+1 < len(text) && text[end+1] != '\n' {
				end++
			}
		case '"':
			if between.MatchString(text[at+1:end]) && l.unopened(text, at) >= 0 {
				return at + 1
			}
			if after := l.inner(text, at, end); after > 0 {
				return after
			}
			l.add(tokString, at, end+1)
			return end + 1
		}
	}
	if end := closedBelow(text, at); end > 0 {
		l.diags.Errorf("bad-string", l.between(at, end), "a text stands on one line").
			Mend(diag.Replace(l.between(at, end), lineBreak.ReplaceAllString(text[at:end], " "), "join the lines"))
		l.add(tokString, at, end)
		return end
	}
	if from := l.unopened(text, at); from >= 0 {
		return at + 1
	}
	end := at + len(strings.TrimRight(text[at:lineEnd(text, at)], " \t\r"))
	return l.refuse("bad-string", at, end, "got the end of the line, want \" to close the text")
}

// lineEnd is where the line ends in which a place of the text lies.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// between is the span from one offset to another.
func (l *lexed) between(start, end int) source.Span {
	return source.Span{File: l.file, Start: start, End: end}
}

// refuse complains of a piece of the text, which becomes one illegal token, and returns the offset behind it.
func (l *lexed) refuse(code string, at, end int, format string, args ...any) int {
	l.diags.Errorf(code, l.between(at, end), format, args...)
	l.add(tokIllegal, at, end)
	return end
}

func (l *lexed) add(kind lexer.TokenType, at, end int) {
	value := l.file.Text[at:end]
	if kind == tokPunct && value == "<" && len(l.tokens) > 0 && l.tokens[len(l.tokens)-1].Value == "list" {
		if l.lists++; l.lists > maxNesting {
			l.tooDeep(at)
		}
	}
	l.tokens = append(l.tokens, lexer.Token{Type: kind, Value: value, Pos: lexer.Position{
		Filename: l.file.Name, Offset: at, Line: l.line, Column: at - l.lineAt + 1,
	}})
}

// bracket keeps the stack of open brackets.
func (l *lexed) bracket(c byte, at int) {
	switch c {
	case '{':
		l.dropBrackets()
		fallthrough
	case '(', '[':
		l.open = append(l.open, c)
		if len(l.open) > maxNesting && !l.fatal {
			l.tooDeep(at)
		}
	case '}':
		l.dropBrackets()
		l.trimEOL()
		fallthrough
	case ')', ']':
		if n := len(l.open); n > 0 && l.open[n-1] == opener(c) {
			l.open = l.open[:n-1]
		}
	}
}

func (l *lexed) tooDeep(at int) {
	l.fatal = true
	l.diags.Errorf("bad-nesting", l.between(at, at+1), "brackets are nested more than %d deep", maxNesting)
}

func (l *lexed) inBrackets() bool {
	n := len(l.open)
	return n > 0 && l.open[n-1] != '{'
}

func (l *lexed) dropBrackets() {
	for l.inBrackets() {
		l.open = l.open[:len(l.open)-1]
	}
}

// eol ends the line, where a line end means something.
func (l *lexed) eol(at int) {
	l.lists = 0
	if len(l.tokens) == 0 || l.inBrackets() {
		return
	}
	last := l.tokens[len(l.tokens)-1]
	if last.Type == tokEOL || last.Type == tokPunct && l.continues(last) {
		return
	}
	l.add(tokEOL, at, at+1)
}

// goesOn tells whether a word at the beginning of a line goes on with the head of a clause on the line before.
func (l *lexed) goesOn(word, rest string) bool {
	n := len(l.tokens)
	if !headWords[word] || n < 2 || l.tokens[n-1].Type != tokEOL || l.tokens[n-1].Value == ";" || followedByColon(rest) {
		return false
	}
	for i := n - 2; i >= 0; i-- {
		switch t := &l.tokens[i]; {
		case t.Type == tokEOL || t.Value == "{" || t.Value == "}":
			return false
		case len(l.joined) > 0 && t.Pos.Offset == l.joined[len(l.joined)-1]:
			return true
		case t.Type == tokIdent && hooks[t.Value] && (i == 0 || l.tokens[i-1].Type == tokEOL || l.tokens[i-1].Value == "{" || l.tokens[i-1].Value == ":"):
			return !bareHeads[t.Value] || !l.steps
		}
	}
	return false
}

// trimEOL takes back a line end before `}` and the end of the file.
func (l *lexed) trimEOL() {
	if n := len(l.tokens); n > 0 && l.tokens[n-1].Type == tokEOL {
		l.tokens = l.tokens[:n-1]
	}
}

// continues tells whether a line that ends with the sign goes on.
func (l *lexed) continues(last lexer.Token) bool {
	switch last.Value {
	case "{", ",", ":":
		return true
	case "=", "+=", "-=", "=>":
		return l.apart()
	case "&&", "||", "?", "+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "->":
		return l.apart() && endsOperand(l.tokens[len(l.tokens)-2])
	}
	return false
}

// apart tells whether there is a blank before the last token.
func (l *lexed) apart() bool {
	n := len(l.tokens)
	return n > 1 && apart(l.tokens[n-2], l.tokens[n-1])
}

// endsOperand tells whether a value may end with the token.
func endsOperand(t lexer.Token) bool {
	switch t.Type {
	case tokIdent:
		return t.Value != "in"
	case tokInt, tokNumber, tokTarget, tokInch, tokString, tokIllegal:
		return true
	}
	return t.Type == tokPunct && (t.Value == ")" || t.Value == "]")
}

func opener(c byte) byte {
	switch c {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}

// The words of the language. They are identifiers like any other, told apart by their place. The lists say what is
// suggested, where one reads on after a mistake, and which names would be read as something else.

// What begins with a word of its own has it from the table beside its node.
var (
	HookWords        []string // begin a clause, sorted
	DeclarationWords []string // begin a declaration, sorted; a card begins with the name of its kind instead
	Words            []string // every word of the language that begins or joins something, sorted
	CallWords        []string // which of them may not be called, for they would be read as what they are
	statementWords   []string // begin a statement or a step of a script
	memberWords      []string // begin a member
)

// ValueWords mean something wherever a value stands, in kdsl or in CEL.
var ValueWords = append([]string{"bearer", "it", "none", "self", "this"}, CELWords...)

// CELWords are those that CEL keeps.
var CELWords = []string{
	"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let",
	"loop", "namespace", "null", "package", "return", "true", "var", "void", "while",
}

// asked are the words of statements that may consist of a value: one in brackets is not told from a call.
var asked = wordSet([]string{"act", "destroy", "dice", "each", "expect", "hide", "if", "measure", "repeat", "reveal", "stop", "throw"})

// softMemberWords begin members and are words of games, too: a card may be called `body`, a kind `owner`.
var softMemberWords = []string{"body", "cost", "inner", "needs", "one", "ordered", "owner", "step"}

// softStatement are words that begin a statement where a value follows them, and are names everywhere else.
var softStatement = map[string]bool{"drop": true, "step": true}

// connectingWords join the parts of a statement, with those that begin a duration. An expression ends before one.
var connectingWords = []string{
	"along", "among", "as", "at", "by", "count", "during", "for", "from", "into", "layer", "limit",
	"of", "on", "per", "prefer", "repeat", "rounding", "to", "when", "where", "with",
}

// otherWords stand between other words.
var otherWords = []string{
	"card", "covers", "else", "extends", "in", "may", "nowhere", "seen", "self", "bearer", "this", "it",
	"true", "false", "within",
}

// fieldEnds are words that may follow a default. They may still be names.
var fieldEnds = wordSet([]string{"layers", "min", "max", "tall"})

var (
	connecting, declarations, reserved, hooks map[string]bool

	scriptWords map[string]bool // begin a script
)

func wordSet(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, w := range list {
		set[w] = true
	}
	return set
}

// inOutline is what a line of an outline begins with.
var inOutline = regexp.MustCompile(`^\d{1,2}[.)] +`)

// between is what stands between two texts.
var between = regexp.MustCompile(`^\s+(?:en|fr)(?: [mf])?\s+$`)
