package syntax

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/ebnf"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// This is the one place where participle's errors become kdsl's.

// report turns the error of the declaration that begins at p.index into a diagnostic; the next
// declaration begins at token next. Where the lexer has already complained, the parser keeps silent.
func (p *parsing) report(err error, next int, lexical diag.List) {
	from, to := p.tokens[p.index].Pos.Offset, p.tokens[next].Pos.Offset
	i := sort.Search(len(lexical), func(i int) bool { return lexical[i].Span.Start >= from })
	if i < len(lexical) && (lexical[i].Span.Start < to || next == len(p.tokens)-1) {
		return
	}
	f, wants := translate(err)
	at := p.at(f.token)
	if f.text != "" {
		d := p.diags.Errorf(f.codeOr("bad-syntax"), p.span(f.token), "%s", f.text)
		if strings.Contains(f.text, " is not closed, want ") {
			p.unclosedMend(d, at)
		}
		return
	}
	if i := p.forgottenOpening(next); i >= 0 {
		for k := p.head(i); k < i; k++ { // a line goes on behind a colon
			if t := p.tokens[k]; t.Value == ":" && p.tokens[k+1].Pos.Line > t.Pos.Line {
				d := p.diags.Errorf("bad-syntax", p.span(t), "got %q, want %q", ":", "{")
				d.Mend(diag.Replace(d.Span, " {", "open the brace here"))
				return
			}
		}
		d := p.diags.Errorf("bad-syntax", p.span(p.tokens[i]), "got the end of the line, want %q", "{")
		d.Mend(diag.Replace(d.Span, " {"+d.Span.Text(), "open the brace here"))
		return
	}
	if p.earlyBrace() || p.forgottenBrace(at, next) || p.misspeltDeclaration(at) || p.misspeltClause(at) {
		return
	}
	if p.nameless(at) {
		return
	}
	if f.token.Value == "{" && p.forgottenDo(at) {
		return
	}
	if f.token.Value == "{" && at > p.index && p.tokens[at-1].Type == tokEOL {
		at--
		f, wants = &failure{token: p.tokens[at]}, []string{`"{"`}
	}
	if word := p.hookOf(at); word != "" && len(wants) == 1 && wants[0] == "the end of the line" {
		wants = []string{`"{"`}
		if bareHeads[word] {
			wants = []string{`"{"`, "the end of the line"}
		}
		if f.token.Value == "may" { // where it is no word of this clause
			wants = []string{`"when"`, `"{"`}
		}
	}
	if len(wants) == 1 && wants[0] == endOfLine && p.tokens[p.head(at)].Value == "add" && f.token.Type == tokIdent {
		wants = []string{`"to"`}
	}
	if len(wants) == 1 && wants[0] == `"}"` {
		wants = slices.Concat(p.lineOf(at), wants)
	}
	if len(wants) == 1 && wants[0] == "a name" && at > p.index && (p.tokens[at-1].Value == ":" || p.tokens[at-1].Value == "<") {
		wants = []string{"a type"}
	}
	want := f.want
	if want == "" {
		want = list(wants)
	}
	code := f.codeOr("bad-syntax")
	if want == "a duration" {
		code, want = "missing-duration", "a duration, such as `until end of SPAN`, `while source` or `permanent`"
	}
	if m := p.mend(at, next, want); m != nil {
		if m.say == "" {
			p.diags.Errorf(code, p.spot(f.token, at), "got %s, want %s", describe(f.token), want).Mend(p.fix(m))
		} else {
			spot := p.replaced(m)
			if n := len(p.diags); m.say == rowText && n > 0 && p.diags[n-1].Message == rowText {
				return // of the rows of a table one is enough
			}
			if m.moves() {
				spot = p.spot(f.token, at)
			}
			p.diags.Errorf(code, spot, "%s", m.say).Mend(p.fix(m))
		}
		return
	}
	open := p.unclosed(at)
	if before := p.tokens[max(at-1, 0)]; open >= 0 && strings.Contains(want, `")"`) && before.Pos.Line < f.token.Pos.Line && p.tokens[open].Pos.Line == before.Pos.Line {
		end := p.span(before).End
		d := p.diags.Errorf(code, source.Span{File: p.file, Start: end, End: end}, "got the end of the line, want %q", ")")
		d.See(p.span(p.tokens[open]), "this bracket is not closed")
		d.Mend(diag.Replace(d.Span, ")", "close it here"))
		return
	}
	d := p.diags.Errorf(code, p.spot(f.token, at), "got %s, want %s", describe(f.token), want)
	p.suggest(d, at, want, wants)
	if open >= 0 && strings.Contains(want, `")"`) {
		d.See(p.span(p.tokens[open]), "this bracket is not closed")
	}
}

// unclosedMend says what to write where a bracket is not closed: the bracket of its kind for one of another, a comma for
// what ends a line, or the bracket at the end of the line.
func (p *parsing) unclosedMend(d *diag.Diagnostic, at int) {
	open := p.tokens[at]
	closer := map[string]string{"(": ")", "[": "]"}[open.Value]
	depth := 0
	for i := at + 1; i < len(p.tokens)-1; i++ {
		switch t := p.tokens[i]; {
		case t.Pos.Line > open.Pos.Line || t.Value == "{" || t.Value == "}":
			return
		case t.Value == "(" || t.Value == "[":
			depth++
		case depth > 0 && (t.Value == ")" || t.Value == "]"):
			depth--
		case t.Value == ")" || t.Value == "]":
			if t.Value == closer {
				from := source.Span{File: p.file, Start: d.Span.Start, End: t.Pos.Offset + 1}
				text := strings.ReplaceAll(from.Text(), ";", ",")
				d.Message, d.Span = "several values are parted by commas", from
				d.Mend(diag.Replace(from, text, "write "+text))
				return
			}
			d.Message = fmt.Sprintf("%q is closed by %q", open.Value, t.Value)
			d.Mend(diag.Replace(p.span(t), closer, "write "+closer))
			return
		}
	}
}

// forgottenDo reports the steps of an event in braces, behind a line of the event that takes none.
func (p *parsing) forgottenDo(at int) bool {
	if at < p.index+2 || p.tokens[at-1].Type != tokEOL || !slices.Contains([]string{"event", "span", "action"}, p.tokens[p.index].Value) || p.head(p.opener(at)) != p.index {
		return false
	}
	line := p.head(at - 1)
	word, second := p.tokens[line].Value, p.tokens[line+1].Value
	if second == ":" && hooks[p.tokens[line+2].Value] || second != ":" && word != "en" && word != "fr" && word != "tag" && word != "limit" {
		return false
	}
	d := p.diags.Errorf("bad-syntax", p.span(p.tokens[at]), "steps stand in do { }")
	d.Mend(diag.Replace(source.Span{File: p.file, Start: d.Span.Start, End: d.Span.Start}, "do ", "write do before it"))
	return true
}

// nameless reports an operation on a script that does not say on which.
func (p *parsing) nameless(at int) bool {
	if at != p.index+2 {
		return false
	}
	op, word, name := p.tokens[p.index].Value, p.tokens[p.index+1].Value, "NAME"
	switch word {
	case "test", "odds":
		name = `"NAME"`
	case "scenario", "setup":
	default:
		return false
	}
	done := map[string]string{"replace": "replaced", "remove": "removed"}[op]
	if done != "" {
		p.diags.Errorf("bad-syntax", p.spot(p.tokens[at], at), "got %s, want which %s is %s: `%s %s %s`", describe(p.tokens[at]), word, done, op, word, name)
	}
	return done != ""
}

// spot is where the token at an index stands; the end of the file, or of a body, is behind the last thing that
// is there.
func (p *parsing) spot(t lexer.Token, at int) source.Span {
	if !t.EOF() && (t.Value != "}" || at == 0 || p.tokens[at-1].Pos.Line == t.Pos.Line || p.tokens[at-1].Value == "{") {
		return p.span(t)
	}
	for at--; at > 0 && p.tokens[at].Type == tokEOL; at-- {
	}
	if at < 0 {
		return p.span(t)
	}
	end := p.span(p.tokens[at]).End
	return source.Span{File: p.file, Start: end, End: end}
}

func (f *failure) codeOr(code string) string {
	if f.code != "" {
		return f.code
	}
	return code
}

const endOfLine = "the end of the line"

// translate makes a failure of any error of a parse, and says what would have been right.
func translate(err error) (*failure, []string) {
	var f *failure
	if errors.As(err, &f) {
		if f.want == endOfLine {
			return &failure{token: f.token}, []string{endOfLine}
		}
		return f, nil
	}
	var u *participle.UnexpectedTokenError
	if errors.As(err, &u) {
		f = &failure{token: u.Unexpected}
		_, expected, ok := strings.Cut(u.Message(), " (expected ")
		if !ok { // a lookahead: they close lines
			return f, []string{endOfLine}
		}
		return f, firsts(strings.TrimSuffix(expected, ")"))
	}
	var e participle.Error
	if errors.As(err, &e) {
		return &failure{token: lexer.Token{Pos: e.Position()}, text: "this cannot be read"}, nil
	}
	return &failure{text: "this cannot be read"}, nil
}

// at is the index of the token.
func (p *parsing) at(t lexer.Token) int {
	return sort.Search(len(p.tokens)-1, func(i int) bool { return p.tokens[i].Pos.Offset >= t.Pos.Offset })
}

// earlyBrace reports the brace that closed the declaration before, when what begins now is one more line of it.
func (p *parsing) earlyBrace() bool {
	before := p.index - 1
	for before > 0 && p.tokens[before].Type == tokEOL {
		before--
	}
	t := p.tokens[p.index]
	if before < 1 || p.tokens[before].Value != "}" || t.Pos.Column == 1 || t.Pos.Line == p.tokens[before].Pos.Line || declarations[t.Value] {
		return false
	}
	d := p.diags.Errorf("bad-syntax", p.span(p.tokens[before]), "this brace closes the declaration, and more of it follows")
	d.See(p.span(t), "this stands behind it")
	if p.tokens[before-1].Type != tokEOL {
		d.Mend(diag.Replace(d.Span, "", "leave it out"))
	}
	return true
}

// forgottenBrace reports a body that is still open where the next declaration begins.
func (p *parsing) forgottenBrace(at, next int) bool {
	if at < next {
		return false
	}
	opener := p.opener(next)
	if opener < 0 {
		return false
	}
	t := p.tokens[next]
	d := p.diags.Errorf("bad-syntax", p.spot(t, next), "got %s, want %q", describe(t), "}")
	d.See(p.span(p.tokens[opener]), "this brace is not closed")
	d.Mend(diag.Replace(source.Span{File: p.file, Start: d.Span.Start, End: d.Span.Start}, "}\n", "close it before this"))
	return true
}

// forgottenOpening is the index of the line end before which a brace is missing, when the declaration closes
// more than it opens: behind the first head of a clause, an event or a script that opens none; or -1.
func (p *parsing) forgottenOpening(next int) int {
	open, line, head := 0, p.index, -1
	for i := p.index; i < next; i++ {
		switch t := p.tokens[i]; {
		case t.Value == "{":
			open++
			line = i + 1
		case t.Value == "}":
			open--
		case t.Type == tokEOL:
			word := p.tokens[line].Value
			if p.tokens[line+1].Value == ":" {
				word = p.tokens[line+2].Value
			}
			if head < 0 && line < i && (hooks[word] && !bareHeads[word] || declarations[word] || line == p.index) && open < 2 && p.tokens[i-1].Value != "}" {
				head = i
			}
			line = i + 1
		}
	}
	if open >= 0 {
		return -1
	}
	return head
}

// opener is the index of the innermost brace of the declaration that is open at the token, or -1.
func (p *parsing) opener(at int) int {
	for open := p.openAt(at); open >= 0; open = p.openAt(open) {
		if p.tokens[open].Value == "{" {
			return open
		}
	}
	return -1
}

// openAt is the index of the innermost bracket of the declaration that is open at the token, or -1.
func (p *parsing) openAt(at int) int {
	if open := enclosing(p.tokens[p.index:], at-p.index); open >= 0 {
		return p.index + open
	}
	return -1
}

// unclosed is the index of the last round bracket before the token that was not closed, or -1.
func (p *parsing) unclosed(at int) int {
	if open := p.openAt(at); open >= 0 && p.tokens[open].Value == "(" {
		return open
	}
	return -1
}

// ended is how many tokens say `at the end of` or the like from one on; 0 when none do.
func (p *parsing) ended(from int) int {
	n := 0
	for ; from+n < len(p.tokens)-1; n++ {
		switch p.tokens[from+n].Value {
		case "at", "the", "end":
			continue
		case "of":
			if n > 0 && p.tokens[from+n-1].Value == "end" {
				return n + 1
			}
		}
		return 0
	}
	return 0
}

// misspeltClause reports the word of a labelled clause, when it is nearly one of the words: `LABEL: WORD
// EVENT` was then read as a field and its value.
func (p *parsing) misspeltClause(at int) bool {
	word := p.clauseAt(at)
	if word < 0 || word > at {
		return false
	}
	t, labelled := p.tokens[word], p.tokens[max(word-1, 0)].Value == ":"
	if n := p.ended(word); n > 0 && labelled {
		d := p.diags.Errorf("bad-syntax", p.over(p.tokens[word:word+n]), "got %q, want the word of a clause: the end of something is after it", p.over(p.tokens[word:word+n]).Text())
		d.Mend(diag.Replace(d.Span, "after", "write after"))
		return true
	}
	near, next := cmp.Or(meantHook[t.Value], meant[t.Value]), p.tokens[word+1]
	switch {
	case labelled && word == at:
		return false
	case labelled && near == "":
		near = oneEdit(t.Value, HookWords)
	case !labelled && (!hooks[near] && near != "when" || !slices.Contains([]string{"(", "{", "when"}, p.token(word+2).Value)):
		return false
	case near == "when":
		near = meantHook[near]
	}
	if t.Type != tokIdent || next.Type != tokIdent || reserved[t.Value] && meantHook[t.Value] == "" || near == "" {
		return false
	}
	if near == "after" && p.contributes(word) {
		near = "while"
	}
	for i := word + 1; i < at; i++ {
		if hooks[p.tokens[i].Value] { // the condition stands before the event
			return false
		}
	}
	if follows := p.token(word + 2); near == "after" || near == "while" && meantHook[t.Value] == "after" {
		if follows.Type == tokIdent && !slices.Contains([]string{"when", "during", "may", "or", "as"}, follows.Value) && meant[follows.Value] == "" && follows.Value != "if" {
			p.diags.Errorf("bad-syntax", p.span(t), "a clause names an event and, in brackets, what is given to it, as in EVENT(FIELD: bearer)")
			return true
		}
	}
	if t.Value == "can" && next.Value == "not" {
		d := p.diags.Errorf("bad-syntax", p.span(t).Join(p.span(next)), "got \"can not\", want the word of a clause")
		d.Mend(diag.Replace(d.Span, near, "write "+near))
		return true
	}
	if said := p.conditionWord(word); said.File != nil {
		d := p.diags.Errorf("bad-syntax", p.span(t).Join(said), "got %s, want the word of a clause", describe(t))
		meant := near + p.file.Text[p.span(t).End:said.Start] + "when"
		d.Mend(diag.Replace(d.Span, meant, "write "+meant))
		return true
	}
	p.diags.Errorf("bad-syntax", p.span(t), "got %s, want the word of a clause", describe(t)).Suggest(near)
	return true
}

// contributes tells whether a step of the clause with a word contributes.
func (p *parsing) contributes(word int) bool {
	open := word
	for p.token(open).Value != "{" && p.token(open).Type != tokEOL && open < len(p.tokens)-1 {
		open++
	}
	if p.token(open).Value != "{" {
		return false
	}
	for i := open + 1; i < after(p.tokens, open); i++ {
		if t := p.tokens[i]; contributions[t.Value] && (p.tokens[i-1].Type == tokEOL || p.tokens[i-1].Value == "{") {
			return true
		}
	}
	return false
}

// scripts are the words of declarations whose lines are steps.
var scripts = wordSet([]string{"test", "odds", "scenario", "setup"})

var contributions = wordSet([]string{"add", "set", "raise", "cap", "multiply", "divide"})

// conditionWord is where a word that is meant for when stands behind the event of a clause; nowhere if there is none.
func (p *parsing) conditionWord(word int) (at source.Span) {
	end := word + 2
	if p.token(end).Value == "(" {
		end = after(p.tokens, end)
	}
	if t := p.token(end); t.Value == "if" || meant[t.Value] == "if" || meant[t.Value] == "when" || meant[t.Value] == "&&" {
		return p.span(t)
	}
	return at
}

// clauseAt is the index of what stands where the word of a clause does, on the line of a body of a declaration before a
// token: behind a label, or first; -1 where there is none.
func (p *parsing) clauseAt(at int) int {
	head := p.head(at)
	for i := at - 2; i > head; i-- {
		if p.tokens[i].Value == ":" && p.tokens[i-1].Type == tokIdent && (i-1 == head || p.tokens[i-2].Type == tokString) {
			return i + 1
		}
	}
	if open := p.opener(at); open >= 0 && p.head(open) == p.index && !scripts[p.tokens[p.index].Value] {
		return head
	}
	return -1
}

// head is the index of the first token of the line, or of what stands between braces, in which the
// token stands.
func (p *parsing) head(at int) int {
	for at > p.index && p.tokens[at-1].Type != tokEOL && p.tokens[at-1].Value != "{" && p.tokens[at-1].Value != "}" {
		at--
	}
	return at
}

// hookOf is the word of the clause in whose head the token stands, or "".
func (p *parsing) hookOf(at int) string {
	head := p.head(at)
	for i := at - 1; i >= head; i-- {
		if hooks[p.tokens[i].Value] && (i == head || p.tokens[i-1].Value == ":" && i > head+1 || p.tokens[i-1].Type == tokString) {
			return p.tokens[i].Value
		}
	}
	return ""
}

// misspeltDeclaration reports the first word, when it is nearly one that begins a declaration and the
// mistake is in the declaration's head: that was then read by the wrong rule.
func (p *parsing) misspeltDeclaration(at int) bool {
	for i := p.index; i < at; i++ {
		if p.tokens[i].Value == "{" {
			return false
		}
	}
	t := p.tokens[p.index]
	near := cmp.Or(meant[t.Value], oneEdit(t.Value, DeclarationWords))
	if t.Type != tokIdent || reserved[t.Value] || near == "" {
		return false
	}
	p.diags.Errorf("bad-syntax", p.span(t), "got %s, want a declaration", describe(t)).Suggest(near)
	return true
}

// lineOf names what may stand on a line of the body that surrounds the token.
func (p *parsing) lineOf(at int) []string {
	opener := p.opener(at)
	if opener < 0 {
		return nil
	}
	head := p.head(opener)
	word := p.tokens[head].Value
	if p.tokens[head+1].Value == ":" { // a label
		word = p.tokens[head+2].Value
	}
	if head == p.index && (word == "replace" || word == "extend" || word == "patch") {
		word = p.tokens[head+1].Value
	}
	if lines := bodyLines[word]; lines != nil {
		return lines
	}
	if hooks[word] || head > p.index && word != "action" {
		return []string{"a statement"}
	}
	return []string{"a member"}
}

// bodyLines is what stands on the lines of a body, by the word before it.
var bodyLines = map[string][]string{
	"test": {"a step"}, "odds": {"a step"}, "scenario": {"a step"}, "setup": {"a step"}, "enum": {"a value"}, "bag": {"a field"}, "choose": {"a field"},
	"pack": {`"en"`, `"fr"`, `"unit"`, `"uses"`, `"overlays"`}, "label": {"a text"}, "option": {"a text"}, "require": {"a text"},
	"note": {"a text"}, "travel": {`"enter"`, `"leave"`, `"touch"`}, "table": {"a row"},
}

// suggest attaches a fix, when it is clear what was meant.
func (p *parsing) suggest(d *diag.Diagnostic, at int, want string, wants []string) {
	t := p.tokens[at]
	head := strings.Contains(want, `"{"`) && (p.opener(at) >= 0 || t.Type == tokEOL)
	switch {
	case t.Type == tokEOL && head && p.tokens[at+1].Value == "{":
		brace := p.span(p.tokens[at+1])
		gap := source.Span{File: p.file, Start: t.Pos.Offset, End: brace.End}
		if strings.TrimSpace(strings.TrimSuffix(gap.Text(), "{")) == "" {
			d.Mend(diag.Replace(gap, " {", "put the brace on the line before"))
		}
	case t.Type == tokIdent && !reserved[t.Value]:
		d.Suggest(oneEdit(t.Value, vocabulary(wants)))
	}
}

// vocabulary is the words that may begin what is wanted.
func vocabulary(wants []string) []string {
	var words []string
	for _, w := range wants {
		switch w {
		case "a statement", "a step":
			words = append(append(words, statementWords...), memberWords...)
		case "a member":
			words = append(append(append(words, memberWords...), softMemberWords...), HookWords...)
		case "a declaration":
			words = append(words, DeclarationWords...)
		case "a duration":
			words = append(words, durations.firsts()...)
		case `"{"`, "the end of the line":
			words = append(append(words, connectingWords...), "may")
		default:
			if strings.HasPrefix(w, `"`) {
				words = append(words, strings.Trim(w, `"`))
			}
		}
	}
	return words
}

// oneEdit is the word that is one edit away, or "".
func oneEdit(name string, words []string) string {
	near := diag.Within(1, name, words)
	if len(name) < 3 && len(near) < 3 {
		return ""
	}
	return near
}

func describe(t lexer.Token) string {
	switch {
	case t.EOF():
		return "the end of the file"
	case t.Type == tokEOL && t.Value == ";":
		return `";"`
	case t.Type == tokEOL:
		return "the end of the line"
	case t.Type == tokString:
		return "a text"
	}
	return fmt.Sprintf("%q", t.Value)
}

// list writes the things as `a, b or c`.
func list(things []string) string {
	switch n := len(things); n {
	case 0:
		return "something else"
	case 1:
		return things[0]
	default:
		return strings.Join(things[:n-1], ", ") + " or " + things[n-1]
	}
}

// participle tells what it expected as a piece of EBNF. To speak like a person we find out with what
// that piece may begin: the classical FIRST set, over the text of the grammar.

// plainly names the productions that are better named than spelt out.
var plainly = map[string]string{
	"Name": "a name", "Slice": "a value", "rawSlice": "a value", "Str": "a text in quotes", "dieText": "a die such as d10",
	"ruleID": "the id of a rule", "TypeExpr": "a type", "Stmt": "a statement", "FieldItem": "a member",
	"ValueItem": "a member", "ScriptItem": "a step", "Duration": "a duration", "Place": "a place", "TableRow": "a row",
	"Call": "a name", "<ident>": "a name", "<eol>": "the end of the line", "<string>": "a text in quotes", "Range": "a value",
	"TableKey": "a key", "Decl": "a declaration", "Replaceable": "a declaration",
}

// productions are those of the grammar, by name.
var productions = sync.OnceValue(func() map[string]*ebnf.Expression {
	grammar, err := ebnf.ParseString(Grammar())
	if err != nil {
		panic(err) // it is always the same
	}
	all := map[string]*ebnf.Expression{}
	for _, p := range grammar.Productions {
		all[p.Production] = p.Expression
	}
	return all
})

// firsts returns with what the EBNF may begin: words and signs in quotes, names of things without.
func firsts(text string) []string {
	piece, err := ebnf.ParseString("Piece = " + text + " .")
	if err != nil {
		return nil
	}
	var out []string
	set, _ := begins(piece.Productions[0].Expression)
	for _, s := range set {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// begins returns with what an expression may begin, and whether it may be empty.
func begins(e *ebnf.Expression) (set []string, empty bool) {
	for _, alternative := range e.Alternatives {
		open := true
		for _, t := range alternative.Terms {
			if open {
				var s []string
				s, open = beginsTerm(t)
				set = append(set, s...)
			}
		}
		empty = empty || open
	}
	return set, empty
}

func beginsTerm(t *ebnf.Term) (set []string, empty bool) {
	name := t.Name
	if t.Token != "" {
		name = "<" + t.Token + ">"
	}
	switch {
	case t.Group != nil && t.Group.Lookahead == ebnf.LookaheadAssertionNegative:
		return nil, true
	case t.Group != nil && t.Group.Lookahead == ebnf.LookaheadAssertionPositive:
		set, _ = begins(t.Group.Expr) // what is looked for says more than the name that follows
		return set, false
	case t.Group != nil:
		set, empty = begins(t.Group.Expr)
	case t.Literal != "":
		set = []string{t.Literal}
	case plainly[name] != "":
		set = []string{plainly[name]}
	case productions()[name] != nil:
		set, empty = begins(productions()[name])
	}
	return set, empty || t.Repetition == "?" || t.Repetition == "*"
}
