package syntax

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// What was probably meant by a line that cannot be read. A mend is tried by reading the line again with it; so
// it may be a guess here, and is a fact when it is told.

// mends are tried in their order; the first that finds something has understood it.
var mends = sync.OnceValue(func() []func(*scene) *mend {
	return slices.Concat([]func(*scene) *mend{pasted, figured, stopped, inZone}, spoken(), []func(*scene) *mend{
		joined, severalThings, lasting, often, askedOtherwise, fieldOtherwise, stepOtherwise, foreignStep, scriptOtherwise,
		signs, saidOtherwise, (*scene).saidComparison, (*scene).saidPart, (*scene).saidHas, (*scene).saidTimes, (*scene).bareExpect, (*scene).saidGiven, surplus, saidCard, headSaid, (*scene).saidRange, (*scene).untyped, (*scene).layered,
		(*scene).word, (*scene).onto, (*scene).comparison, (*scene).comma, contribution, (*scene).saidChange, (*scene).increment, (*scene).negation,
		(*scene).then, (*scene).name, (*scene).colon, (*scene).numbers, (*scene).steps, (*scene).choice, (*scene).call, (*scene).typeFirst,
		(*scene).quotes, (*scene).loops, (*scene).late, (*scene).each, (*scene).pattern, (*scene).square, (*scene).braces,
		(*scene).lacking, unsure,
	})
})

// mend finds what was meant at a token of the declaration before token next.
func (p *parsing) mend(at, next int, want string) *mend {
	s := &scene{parsing: p, at: at, head: p.head(at), want: want, t: p.tokens[at]}
	if open := s.opener(at); open >= 0 && p.head(open) > p.index { // sentences may stand before a step on its line
		step := s.head
		for step < at && (p.tokens[step].Value == "en" || p.tokens[step].Value == "fr") && p.tokens[step+1].Type == tokString {
			step += 2
		}
		if v := s.value(step + 1); v == "." || v == "(" || v == "+=" || v == "-=" || v == "=" {
			s.head = step
		}
	}
	end := s.head
	for end < len(p.tokens)-1 && p.tokens[end].Type != tokEOL && p.tokens[end].Value != "}" {
		end++
	}
	s.line, s.past = p.tokens[s.head:end], s.head
	for s.past < end && (s.past == s.head || s.value(s.past-1) != "{" || s.token(s.past).Pos.Line == s.token(s.past-1).Pos.Line) {
		s.past++
	}
	s.said = s.text(s.head, s.past)
	for _, m := range mends() {
		if found := m(s); found != nil && (found.text != "" || found.from < found.to) && 0 <= found.from && found.from <= found.to && found.to <= len(p.tokens) && (found.text == p.replaced(found).Text() || p.helps(found, next)) {
			return found
		}
	}
	return nil
}

// helps tells whether the declaration can be read farther with a mend than without.
func (p *parsing) helps(m *mend, next int) bool {
	from, to, cut := p.tokens[p.index].Pos.Offset, p.tokens[next].Pos.Offset, p.replaced(m)
	if p.again -= next - p.index; cut.Start < from || cut.End > to || p.again < 0 {
		return false
	}
	whole := []byte(p.file.Text[from:to])
	for _, lost := range p.gone { // of the mistakes before this one all is said
		for i := max(lost.Start, from); i < min(lost.End, to) && lost.End <= cut.Start; i++ {
			if whole[i-from] != '\n' {
				whole[i-from] = ' '
			}
		}
	}
	text := string(whole[:cut.Start-from]) + m.text + string(whole[cut.End-from:])
	again := &parsing{lexed: lex(source.New(p.file.Name, text)), out: &File{}}
	last := len(again.tokens) - 1
	if last == 0 {
		return false // nothing is left of it
	}
	_, err := again.read(again.tokens[:last], again.tokens[last].Pos)
	if err == nil {
		return true
	}
	f, _ := translate(err)
	return !f.token.EOF() && f.token.Pos.Offset > cut.Start-from+len(m.text)
}

// replaced is the span of the tokens that a mend replaces.
func (p *parsing) replaced(m *mend) source.Span {
	if m.from == m.to {
		at := p.tokens[m.from].Pos.Offset
		if before := p.token(m.from - 1); before.Type != tokEOL && before.Pos.Line < p.tokens[m.from].Pos.Line { // what ends a line stands on it
			at = p.span(before).End
		}
		return p.between(at, at)
	}
	return p.span(p.tokens[m.from]).Join(p.span(p.tokens[m.to-1]))
}

// fix is the edit of a mend.
func (p *parsing) fix(m *mend) *diag.Mend {
	if p.replaced(m).Text() == m.text && m.from < m.to {
		return nil
	}
	title, at := "write "+source.OneLine(m.text), p.replaced(m)
	switch {
	case m.moves():
		title = "put it before the steps"
	case m.text == "":
		title = "leave it out"
	case !strings.ContainsAny(at.Text(), " \n") && !strings.Contains(m.text, "\""): // quotes in quotes cannot be read
		title = "did you mean \"" + strings.TrimSpace(m.text) + "\""
	}
	return diag.Replace(at, m.text, title)
}

// word knows the words of other languages.
func (s *scene) word() *mend {
	to := meant[s.t.Value]
	if s.t.Value == "if" && s.hookOf(s.at) != "" && s.wants(`"{"`) {
		return s.instead("when", "")
	}
	operator := to == "&&" || to == "||" || to == "=="
	switch {
	case to == "" || s.t.Type != tokIdent || reserved[s.t.Value]:
	case operator && !s.wants(`"{"`) && !s.wants(`"by"`) && s.want != endOfLine:
	case s.value(s.at+1) == "=" || s.value(s.at+1) == "+=" || s.value(s.at+1) == ":" || s.value(s.at+1) == ".":
	default:
		return s.instead(to, "")
	}
	return nil
}

// onto is a word too many before `on X`.
func (s *scene) onto() *mend {
	word := s.t.Value
	if s.value(s.at+1) != "on" || word != "at" && word != "to" {
		return nil
	}
	return &mend{s.at, s.at + 2, "on", `got "` + word + ` on", want "on": what lies on something is put on it`}
}

// comparison is `=` where something is compared, and `==` where something is written.
func (s *scene) comparison() *mend {
	switch {
	case s.t.Value == "=" && (s.wants(`"{"`) || s.value(s.head) == "expect" || s.value(s.head) == "require" || s.want == endOfLine && asks(s)):
		return s.instead("==", "")
	case s.t.Value == "=>" && s.wants(`"{"`):
		return s.instead(">=", "")
	}
	for i := s.head; i < s.ends() && s.at == s.head && s.wants("a statement"); i++ {
		if s.value(i) == "==" {
			return &mend{i, i + 1, "=", `got "==", want "=": a step writes a value, it does not compare`}
		}
	}
	return nil
}

// comma is one between steps, fields, the coordinates of a place, the digits of a number, or behind the last of
// several values.
func (s *scene) comma() *mend {
	before := lexer.Token{}
	if s.at > 0 {
		before = s.token(s.at - 1)
	}
	switch {
	case s.t.Value == "=" && s.wants(`")"`) && s.unclosed(s.at) >= s.head:
		open := s.unclosed(s.at)
		end := after(s.tokens, open)
		text := s.text(open, end)
		if given := strings.Split(text, ","); len(given) == strings.Count(text, "=") {
			for i, g := range given {
				name, value, _ := strings.Cut(g, "=")
				given[i] = strings.TrimRight(name, " ") + ": " + strings.TrimLeft(value, " ")
			}
			return &mend{open, end, strings.Join(given, ","), "what an event is given is named with a colon"}
		}
	case s.t.Value == ";" && s.wants(`")"`):
		to := s.at + 1
		for to < len(s.tokens)-1 && s.value(to) != ")" && s.token(to).Pos.Line == s.t.Pos.Line {
			to++
		}
		return &mend{s.at, to, strings.ReplaceAll(s.text(s.at, to), ";", ","), ""}
	case before.Value == "," && s.at-1 > s.head && s.t.Pos.Line > before.Pos.Line:
		return &mend{s.at - 1, s.at, "", `got "," at the end of the line, where nothing follows`}
	case s.t.Value == "," && s.hookOf(s.at) != "" && s.wants(`"{"`) && before.Type == tokIdent:
		return s.instead(" or", "heads are joined by or")
	case s.t.Value != "," || s.want != endOfLine:
		return nil
	case s.value(s.head) == "measure":
		return s.tell(s.at, s.ends(), "odds measure one value: what belongs together is made one number, as in measure a * 100 + b")
	case s.value(s.at-2) == "at":
		return &mend{s.at - 1, s.at + 2, "(" + s.text(s.at-1, s.at+2) + ")", `got ",", want brackets around a place`}
	case before.Type == tokInt && s.token(s.at+1).Type == tokInt && s.token(s.at+1).Pos.Offset == s.t.Pos.Offset+1:
		return &mend{s.at - 1, s.at + 2, before.Value + "." + s.value(s.at+1), `got ",", want "." before the decimals of a number`}
	}
	return s.instead(";", "")
}

// contribution is a sum where one is contributed.
func contribution(s *scene) *mend {
	if !s.wants("a statement") || s.at != s.head {
		return nil
	}
	if len(s.line) >= 4 && s.t.Value == "+" && among(s.line, "to") {
		return s.instead("add ", `got "+", want "add": something is added with add N to FIELD`)
	}
	return nil
}

// increment is `++` and `--`.
func (s *scene) increment() *mend {
	for i := s.head; i+1 < s.ends() && s.wants("a statement"); i++ {
		if v := s.value(i); (v == "+" || v == "-") && s.value(i+1) == v && i+2 == s.ends() {
			return &mend{i, i + 2, " " + v + "= 1", "got \"" + v + v + "\", want \"" + v + "= 1\""}
		}
	}
	return nil
}

// negation is `not C`.
func (s *scene) negation() *mend {
	not := s.at - 1
	if s.value(not) != "not" {
		return nil
	}
	if s.value(s.head) == "expect" && s.t.Value == "refused" {
		return s.tell(not, s.at+1, "a test fails by itself when something is refused: nothing need be expected")
	}
	end := s.at
	for end < s.ends() && s.value(end) != "{" && (end == s.at || !connecting[s.value(end)]) && s.value(end) != "&&" && s.value(end) != "||" {
		end = after(s.tokens, end)
	}
	return &mend{not, end, "!(" + s.text(s.at, end) + ")", `got "not", want "!"`}
}

// then is a word between a condition and what follows from it, or nothing, where a brace should stand.
func (s *scene) then() *mend {
	from := s.at
	switch {
	case s.t.Value == "then" && s.hookOf(s.at) != "" && s.value(s.at+1) == "{":
		return s.instead("", "")
	case !s.wants(`"{"`) || s.value(s.head) != "if" && s.value(s.at-1) != "else" && s.value(s.head) != "}":
		return nil
	case s.t.Value == "then":
		from++
	case s.t.Type != tokIdent:
		return nil
	}
	switch {
	case s.value(from) == "{":
		return &mend{s.at, from, "", ""}
	case from < s.ends():
		return &mend{s.at, s.ends(), "{ " + s.text(from, s.ends()) + " }", ""}
	}
	return s.instead("{", "")
}

// lacking is a word or a sign that was left out, or written otherwise.
func (s *scene) lacking() *mend {
	before := s.value(s.at - 1)
	switch {
	case before == "the" && s.t.Type == tokIdent:
		return &mend{s.at - 1, s.at + 1, s.t.Value, `"the" is left out`}
	case s.t.Value == "the": // as people say it
		words := slices.DeleteFunc(strings.Fields(s.text(s.at, s.ends())), func(w string) bool { return w == "the" })
		return &mend{s.at, s.ends(), strings.Join(words, " "), ""}
	case s.t.Value == "{" && before == "add" && s.value(s.at+2) == "}":
		return &mend{s.at, s.at + 3, s.value(s.at + 1), "braces stand around names only within a text"}
	case s.t.Value == "extend" && s.value(s.index) == "kind" && s.head == s.index:
		return s.instead("extends", "")
	case s.t.Type == tokString && s.value(s.head) == "expect" && s.value(s.head+1) == "text":
		return &mend{s.at, s.at, "en ", `got a text, want "en" or "fr" before it`}
	case s.t.Value == "where" && s.value(s.head) == "expect" && s.at == s.head+2:
		return &mend{s.head + 1, s.at, "event " + before, `got "where", want "event" before what happens`}
	case s.t.Value == "{" && s.want == `"="` && s.value(s.index) == "function":
		return s.result()
	case s.want == endOfLine && s.value(s.head) == "let" && s.value(s.head+2) == "=" && s.at-1 == s.head+3 && slices.Contains(statementWords, before):
		name := s.value(s.head + 1)
		return &mend{s.head, s.ends(), s.text(s.at-1, s.ends()) + " as " + name, "what a step makes is named by the step, with as " + name}
	case s.t.Value == "times" && s.value(s.head) == "repeat":
		return s.instead("", "")
	case s.t.Value == "{" && s.value(s.at-2) == "each" && s.want != endOfLine && s.isType(before):
		return &mend{s.at - 1, s.at, before[:1] + ": " + before, "say what each of them is called, as in each " + before[:1] + ": " + before}
	case s.t.Value == ":" && s.at == s.head && s.at > s.index && s.token(s.at-1).Type == tokEOL:
		return &mend{s.at - 1, s.at + 1, " :", "a value goes on behind an operator: put `:` at the end of the line before"}
	case s.want == `"to"` && s.t.Value == "on":
		return s.instead("to", "")
	case s.want == `"to"` && s.t.Value == "at":
		return &mend{s.at, s.at + 1, "at", "what is applied lies on something, as in apply " + before + " to X; create makes what stands by itself"}
	case s.want == `"to"` && s.t.Type == tokIdent:
		return &mend{s.at, s.at, "to ", ""}
	case s.want == "a value" && s.t.Value == "+" && before == "=":
		return &mend{s.at - 1, s.at + 1, "+=", `got "=+", want "+="`}
	case s.want == endOfLine && s.t.Value == "-" && s.value(s.head) == "use" && s.at+1 < s.ends():
		return &mend{s.at - 1, s.at + 2, before + "_" + s.value(s.at+1), "a name is one word, with _ for a blank"}
	case s.want == endOfLine && s.t.Type == tokIdent && s.value(s.head) == "use":
		return &mend{s.head + 1, s.ends(), strings.ToLower(strings.Join(strings.Fields(s.text(s.head+1, s.ends())), "_")), "a name is one word, with _ for a blank"}
	case strings.HasPrefix(s.want, `"="`) && s.t.Value == ":":
		return s.instead("=", "")
	case s.want == `"as"` && s.t.Type == tokInt && strings.HasPrefix(before, "d"):
		return &mend{s.at - 1, s.at + 1, s.t.Value + " " + before, "the number of dice stands before the die"}
	case s.want == `"as"` && s.value(s.head) == "throw" && (s.at == s.ends() || s.t.Value == "of" || s.t.Value == "for" || s.t.Value == "{"):
		return &mend{s.head, s.at, s.text(s.head, s.at) + " as die", "say what the dice that were thrown are called"}
	case s.t.Value == "}" && s.want == endOfLine && s.at > s.index && enclosing(s.tokens[s.index:], s.at-s.index) < 0:
		return &mend{s.at, s.at + 1, "", "this brace closes nothing"}
	case s.want == "a name" && s.t.Type == tokString && s.at == s.index+1:
		return s.instead(strings.ToLower(strings.Join(strings.Fields(strings.Trim(s.t.Value, `"`)), "_")), "the id of a "+before+" is one word, without quotes")
	case s.want == "a name" && s.t.Type == tokString && s.at == s.index+2 && (before == "test" || before == "odds"):
		return &mend{s.index, s.index + 1, "replace", "of a test nothing is changed alone: write replace " + before}
	case s.at == s.head && s.at+1 == s.ends() && s.t.Type == tokIdent && !reserved[s.t.Value] && s.wants("a statement") && oneEdit(s.t.Value, vocabulary([]string{"a statement"})) == "":
		return s.instead(s.t.Value+"()", "what happens is an event with what it is given in brackets, as in "+s.t.Value+"()")
	case s.want == endOfLine && slices.Contains(statementWords, s.t.Value) && (s.t.Value == "when" || !connecting[s.t.Value]) && s.head != s.index:
		return &mend{s.at, s.at, "; ", "what stands on one line is parted by ;"}
	case s.want == `":"` && (s.t.Value == "," || s.t.Value == ")") && s.at > 0 && s.token(s.at-1).Type == tokIdent:
		if s.isType(before) {
			return &mend{s.at - 1, s.at, "who: " + before, "say what it is called, as in who: " + before}
		}
		return &mend{s.at - 1, s.at, before, before + " needs a type, as in " + before + ": int"}
	}
	return nil
}

// result is what a function gives, in braces.
func (s *scene) result() *mend {
	end := after(s.tokens, s.at)
	from, to := s.at+1, end-1
	for from < to && (s.token(from).Type == tokEOL || s.value(from) == "return") {
		from++
	}
	for to > from && s.token(to-1).Type == tokEOL {
		to--
	}
	if from == to || slices.ContainsFunc(s.tokens[from:to], func(t lexer.Token) bool { return t.Type == tokEOL }) {
		return nil
	}
	return &mend{s.at, end, "= " + s.text(from, to), "a function is one value: what it gives stands behind ="}
}

// name is one with a blank or a dash in it, or none in quotes.
func (s *scene) name() *mend {
	if s.head != s.index || !s.wants(`"{"`) && s.want != endOfLine || s.at <= s.index+1 || s.at >= s.ends() || s.value(s.index) == "use" || s.t.Value == "extend" {
		return nil
	}
	end := s.index + 1
	for end < s.ends() && (s.token(end).Type == tokIdent || s.value(end) == "-") {
		end++
	}
	if end <= s.at || s.value(end) != "{" && s.value(end) != "(" {
		return nil
	}
	if in := end - 2; in > s.index+1 && s.value(in) == "in" && strings.Contains(s.file.Text, "setup "+s.value(in+1)+" ") {
		end = in
	}
	words := strings.FieldsFunc(s.text(s.index+1, end), func(r rune) bool { return r == ' ' || r == '-' })
	if head := s.value(s.index); head == "test" || head == "odds" {
		return &mend{s.index + 1, end, `"` + strings.Join(words, " ") + `"`, "the name of " + map[string]string{"test": "a test", "odds": "an odds question"}[head] + " stands in quotes"}
	}
	if s.value(s.index) == "kind" && end == s.index+3 && s.isType(words[len(words)-1]) {
		return &mend{s.index + 2, s.index + 2, "on ", "a kind says what its cards lie on, as in kind " + words[0] + " on " + words[1]}
	}
	return &mend{s.index + 1, end, strings.ToLower(strings.Join(words, "_")), "a name is one word, with _ for a blank"}
}

// colon is one that is missing behind a label or a field.
func (s *scene) colon() *mend {
	if s.at != s.head || !s.wants("a member") || s.t.Type != tokIdent || len(s.line) < 2 || oneEdit(s.t.Value, vocabulary([]string{"a member"})) != "" {
		return nil
	}
	switch next := s.token(s.at + 1); {
	case next.Value == "=":
		return &mend{s.at, s.at + 2, s.t.Value + ":", `got "=", want ":" behind the name of a field`}
	case (next.Type == tokIdent || next.Type == tokInt || next.Type == tokTarget) && !reserved[s.t.Value]:
		return &mend{s.at, s.at + 1, s.t.Value + ":", `got ` + describe(next) + `, want ":" behind ` + describe(s.t)}
	}
	return nil
}

// numbers are ranges with a dash, dice in capitals, products with an x, a percentage.
func (s *scene) numbers() *mend {
	at := s.at
	switch {
	case s.want == `".."` && at >= 3 && s.value(at-2) == "-" && s.token(at-1).Type == tokInt:
		return &mend{at - 3, at, s.value(at-3) + ".." + s.value(at-1), `got "-", want ".." between the ends of a range`}
	case s.want == "a die such as d10" && len(s.t.Value) > 1 && s.t.Value[0] == 'D' && source.IsDigit(s.t.Value[1]):
		return s.instead(strings.ToLower(s.t.Value), "")
	case s.want == "a die such as d10" && at > 0 && s.value(at-2) == "throw" && len(s.value(at-1)) > 1 && s.value(at - 1)[0] == 'D':
		die := strings.ToLower(s.value(at - 1))
		return &mend{at - 1, at, die, "got " + strconv.Quote(s.value(at-1)) + ", want a die such as d10"}
	case s.t.Value == "[" && strings.HasPrefix(s.want, "the faces of the die") && s.value(at-1) == "d" && s.value(at+2) == "]":
		return &mend{at - 1, at + 3, "d" + s.value(at+1), "a die is written as in d10, or d(n) where its faces vary"}
	case s.t.Value == "x" && s.wants(`"{"`) && at+1 < len(s.tokens) && s.token(at+1).Type == tokInt:
		return s.instead("*", "")
	case at > 0 && s.value(at-1) == "%":
		return &mend{at - 1, at, "%", `there is no "%": what is compared or added is a number`}
	}
	return nil
}

// steps are those of an event that stand outside its do, and a function in a kind.
func (s *scene) steps() *mend {
	if word := s.value(s.head); (word == "en" || word == "fr") && s.want == endOfLine && s.t.Type == tokIdent && s.opener(s.at) > 0 && slices.Contains([]string{"event", "span", "action"}, s.value(s.parsing.head(s.opener(s.at)))) {
		return &mend{s.at, s.ends(), "; do { " + s.text(s.at, s.ends()) + " }", "steps stand in do { }"}
	}
	if s.at != s.head || !s.wants("a member") {
		return nil
	}
	if s.t.Value == "function" {
		return s.instead("derive", "what a kind works out is a derive; a function stands by itself")
	}
	for i := s.at; i < s.ends(); i++ {
		if v := s.value(i); v == "+=" || v == "-=" || v == "=" || v == "(" && i == s.at+1 && i < s.ends() {
			return &mend{s.at, s.ends(), "do { " + s.text(s.at, s.ends()) + " }", "steps stand in do { }"}
		}
	}
	return nil
}

// call is one without brackets, or without a comma.
func (s *scene) call() *mend {
	switch {
	case s.wants(`")"`) && s.at > 0 && endsOperand(s.token(s.at-1)) && (s.t.Type == tokIdent || s.t.Type == tokInt) && s.t.Pos.Line == s.token(s.at-1).Pos.Line:
		if many, die := s.token(s.at-1), strings.ToLower(s.t.Value); many.Type == tokInt && isDie(die) {
			return &mend{s.at - 1, s.at + 1, s.text(s.at-1, s.at+1), "dice are thrown by a step before, as in throw " + many.Value + " " + die + " as die"}
		}
		if s.t.Value == "or" && among(s.line[:s.at-s.head], "?") {
			return s.instead(":", "a value that depends is written c ? a : b")
		}
		to := s.at
		for to < len(s.tokens)-1 && meant[s.value(to)] != "||" && meant[s.value(to)] != "&&" && (s.token(to).Type == tokIdent || s.token(to).Type == tokInt) {
			to++
		}
		return &mend{s.at - 1, to, strings.Join(strings.Fields(s.text(s.at-1, to)), ", "), ""}
	case s.wants(`")"`) && s.t.Value == "}":
		return &mend{s.at, s.at, ") ", ""}
	case s.at == s.head && s.t.Type == tokIdent && !reserved[s.t.Value] && s.wants("a statement") && len(s.line) > 3 &&
		s.token(s.at+1).Type == tokIdent && among(s.line, ","):
		if s.value(s.at+2) == "(" {
			return &mend{s.at, s.at + 2, s.t.Value + "_" + s.value(s.at+1), "a name is one word, with _ for a blank"}
		}
		return &mend{s.at, s.ends(), s.t.Value + "(" + s.text(s.at+1, s.ends()) + ")", "what an event is given stands in brackets"}
	}
	return nil
}

// quotes are those around a text, and those inside one.
func (s *scene) quotes() *mend {
	switch {
	case s.wants("a text in quotes") && s.t.Type == tokIdent:
		end := s.at
		for end < s.ends() && s.token(end).Type == tokIdent && (s.value(end) != "fr" && s.value(end) != "en") {
			end++
		}
		return &mend{s.at, end, `"` + s.text(s.at, end) + `"`, ""}
	case s.at > 1 && s.token(s.at-1).Type == tokString && s.t.Type == tokIdent && s.t.Pos.Offset == s.token(s.at-1).Pos.Offset+len(s.value(s.at-1)) &&
		s.token(s.at+1).Type == tokString:
		text := s.text(s.at-1, s.at+2)
		return &mend{s.at - 1, s.at + 2, `"` + strings.ReplaceAll(text[1:len(text)-1], `"`, `\"`) + `"`, `a quote inside a text is written \"`}
	}
	return nil
}

// each: `by each` and a list, where who is asked has no name.
func (s *scene) each() *mend {
	i := s.at
	for i > s.head && s.value(i) != "each" {
		i--
	}
	if !s.wants(`"in"`) || i == s.head || s.value(i-1) != "by" {
		return nil
	}
	list := s.value(i + 1)
	if (list == "player" || list == "players") && s.value(i+2) != "(" {
		list = "players()"
	}
	return &mend{i + 1, i + 2, "p in " + list, "say what the player is called who is asked: `by each p in LIST`"}
}

// loops are those of other languages.
func (s *scene) loops() *mend {
	if s.at != s.head || !s.wants("a statement") {
		return nil
	}
	if open := s.opener(s.at); s.value(open-1) == "do" && s.hookOf(open) != "" {
		return &mend{open - 1, open, "", "a clause says what it does between its braces, without do"}
	}
	switch {
	case s.t.Value == "for" && s.value(s.at+2) == "in" && s.isType(s.value(s.at+3)):
		return &mend{s.at, s.at + 4, "each " + s.value(s.at+1) + ": " + s.value(s.at+3), ""}
	case s.t.Value == "for" && s.value(s.at+1) == "each" && s.value(s.at+3) == "{" && s.isType(s.value(s.at+2)):
		kind := s.value(s.at + 2)
		return &mend{s.at, s.at + 3, "each " + kind[:1] + ": " + kind, "say what each of them is called, as in each " + kind[:1] + ": " + kind}
	case s.t.Value == "for" && s.value(s.at+1) == "each":
		return &mend{s.at, s.at + 2, "each", ""}
	case s.t.Value == "for" || s.t.Value == "foreach":
		return s.instead("each", "")
	case s.t.Value == "while":
		for i := s.at + 1; i < s.ends(); i++ {
			if s.value(i) == "{" && i > s.at+1 {
				return &mend{s.at, i, "repeat until !(" + s.text(s.at+1, i) + ") ", "a loop in steps is repeat until C { }"}
			}
		}
	case s.t.Value == "do" && s.value(s.at+1) != "{":
		return &mend{s.at, s.at + 1, "", `what happens is written without "do"`}
	case s.t.Value == "return":
		return &mend{s.at, s.at + 1, "", "steps give nothing back: what an event is to tell is a field of it"}
	}
	return nil
}

// What is told of what stands behind the steps of a clause.
const (
	lateText = "texts come before the steps"
	lateLine = "it comes before the steps: what a clause says of itself stands first"
)

// moves tells whether the token itself belongs elsewhere: it is told there, and not where it goes.
func (m *mend) moves() bool { return m.say == lateText || m.say == lateLine }

// late is what a clause says of itself, behind its steps.
func (s *scene) late() *mend {
	open := s.opener(s.at)
	say := lateLine
	switch s.t.Value {
	case "en", "fr":
		say = lateText
	case "tag", "limit", "cost", "prefer":
	default:
		return nil
	}
	if open < 0 || s.hookOf(open) == "" || !s.wants("a statement") && s.want != endOfLine || s.ends() <= s.at {
		return nil
	}
	from, last := open+1, s.at-1
	for from < s.at && s.token(from).Type == tokEOL {
		from++
	}
	for last > from && s.token(last).Type == tokEOL {
		last--
	}
	if last < from {
		return nil
	}
	gap := "; "
	if at := s.token(from).Pos; at.Line > s.token(open).Pos.Line {
		gap = "\n" + strings.Repeat(" ", at.Column-1)
	}
	return &mend{from, s.ends(), s.text(s.at, s.ends()) + gap + s.text(from, last+1), say}
}
