package syntax

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// This is the one place where participle's errors become kdsl's.

// report turns the error of the declaration that begins at p.index into a diagnostic; the next
// declaration begins at token next. Where the lexer has already complained, the parser keeps silent.
func (p *parsing) report(err error, next int, lexical diag.List) {
	f, wants := translate(err)
	from, to := p.tokens[p.index].Pos.Offset, p.tokens[next].Pos.Offset
	i := sort.Search(len(lexical), func(i int) bool { return lexical[i].Span.Start >= from })
	for ; i < len(lexical) && (lexical[i].Span.Start < to || next == len(p.tokens)-1); i++ {
		if said := lexical[i]; said.Message != sentenceText || p.file.Pos(said.Span.End).Line >= f.token.Pos.Line {
			return
		}
	}
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
	if p.nameless(at) || forgottenEnd(p, at) {
		return
	}
	if f.token.Value == "{" && (p.forgottenDo(at) || forgottenForm(p, at)) {
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
		d := p.diags.Errorf(code, p.between(end, end), "got the end of the line, want %q", ")")
		d.See(p.span(p.tokens[open]), "this bracket is not closed")
		d.Mend(diag.Replace(d.Span, ")", "close it here"))
		return
	}
	got := describe(f.token)
	if f.token.Value == "}" && p.token(at-1).Pos.Line < f.token.Pos.Line {
		got = endOfLine
	}
	d := p.diags.Errorf(code, p.spot(f.token, at), "got %s, want %s", got, want)
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
		case t.Value == "{" && t.Pos.Line == open.Pos.Line && depth == 0 && i > at+1 && !compound(p.tokens[at+1:i]):
			end := p.span(p.tokens[i-1]).End
			d.Mend(diag.Replace(p.between(end, end), closer, "close it here"))
			return
		case t.Pos.Line > open.Pos.Line || t.Value == "{" || t.Value == "}":
			return
		case t.Value == "(" || t.Value == "[":
			depth++
		case depth > 0 && (t.Value == ")" || t.Value == "]"):
			depth--
		case t.Value == ")" || t.Value == "]":
			if t.Value == closer {
				from := p.between(d.Span.Start, t.Pos.Offset+1)
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

// compound tells whether tokens are parted by an operator: then a bracket before them may close between them, too.
func compound(tokens []lexer.Token) bool {
	return slices.ContainsFunc(tokens, func(t lexer.Token) bool {
		return t.Type == tokPunct && t.Value != "." && t.Value != "," && t.Value != ":" && t.Value != "(" && t.Value != ")" && t.Value != "[" && t.Value != "]"
	})
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
	d.Mend(diag.Before(d.Span, "do"))
	return true
}

// forgottenForm reports a form that is still open where the steps of its event begin.
func forgottenForm(p *parsing, at int) bool {
	opener := p.opener(at)
	if at < 2 || p.tokens[at-1].Value != "do" || p.tokens[at-2].Type != tokEOL || opener < 0 || p.tokens[p.head(opener)].Value != "choose" {
		return false
	}
	return openBrace(p, opener, at-1)
}

// forgottenEnd reports a clause that is still open where the next one begins.
func forgottenEnd(p *parsing, at int) bool {
	opener := p.opener(at)
	if at < 1 || p.tokens[at-1].Type != tokEOL || p.token(at+1).Value != ":" || !hooks[p.token(at+2).Value] || opener < 0 {
		return false
	}
	if head := p.head(opener); p.token(head+1).Value != ":" || !hooks[p.token(head+2).Value] {
		return false
	}
	return openBrace(p, opener, at)
}

// openBrace reports a brace that is still open at a token, which goes on a line of its own, as far in as it stands.
func openBrace(p *parsing, opener, at int) bool {
	t := p.tokens[at]
	d := p.diags.Errorf("bad-syntax", p.span(t), "got %s, want %q", describe(t), "}")
	d.See(p.span(p.tokens[opener]), "this brace is not closed")
	start := d.Span.Start
	indent := p.file.Text[strings.LastIndexByte(p.file.Text[:start], '\n')+1 : start]
	d.Mend(diag.Replace(p.between(start, start), "}\n"+indent, "close it before this"))
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
	return p.between(end, end)
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
		d.LeaveOut()
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
	d.Mend(diag.Replace(p.between(d.Span.Start, d.Span.Start), "}\n", "close it before this"))
	return true
}

// blocks are the words of steps behind which a brace opens on their line.
var blocks = wordSet([]string{"if", "else", "each", "repeat", "always", "travel"})

// forgottenOpening is the index of the line end before which a brace is missing, when the declaration closes
// more than it opens: behind the first head of a clause, an event, a script or a step that opens none; or -1.
func (p *parsing) forgottenOpening(next int) int {
	open, line, head := 0, p.index, -1
	for i := p.index; i < next; i++ {
		switch t := p.tokens[i]; {
		case t.Value == "{":
			open++
			line = i + 1
		case t.Value == "}":
			open--
			line = i + 1
		case t.Type == tokEOL:
			word := p.tokens[line].Value
			if p.tokens[line+1].Value == ":" {
				word = p.tokens[line+2].Value
			}
			if near := cmp.Or(meant[word], oneEdit(word, HookWords)); !hooks[word] && p.tokens[line+1].Value == ":" && hooks[near] {
				word = near
			}
			if head < 0 && line < i && ((hooks[word] && !bareHeads[word] || declarations[word] || line == p.index) && open < 2 || blocks[word]) && p.tokens[i-1].Value != "}" && p.tokens[i-1].Value != "{" {
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

// head is the index of the first token of the line, or of what stands between braces, in which the
// token stands.
func (p *parsing) head(at int) int {
	for at > p.index && p.tokens[at-1].Type != tokEOL && p.tokens[at-1].Value != "{" && p.tokens[at-1].Value != "}" {
		at--
	}
	return at
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
		gap := p.between(t.Pos.Offset, brace.End)
		if strings.TrimSpace(strings.TrimSuffix(gap.Text(), "{")) == "" {
			d.Mend(diag.Replace(gap, " {", "put the brace on the line before"))
		}
	case t.Type == tokIdent && !reserved[t.Value] && meant[t.Value] == "" && t.Value != "has" && t.Value != "then": // these are no slips of the keyboard
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
