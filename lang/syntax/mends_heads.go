package syntax

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// Mends of declarations and of the heads of clauses.

// typeFirst is `int n` for `n: int`, or `n int`: which of them is the type is told by the rest of the file.
func (s *scene) typeFirst() *mend {
	if s.want != `":"` || s.at == 0 || s.token(s.at-1).Type != tokIdent || s.hookOf(s.at) != "" {
		return nil
	}
	before := s.value(s.at - 1)
	switch first, second := s.isType(before), s.isType(s.t.Value); {
	case first && !second:
		to, text := s.at+1, s.t.Value+": "+before
		for s.value(to) == "," && s.isType(s.value(to+1)) && s.token(to+2).Type == tokIdent {
			to, text = to+3, text+", "+s.value(to+2)+": "+s.value(to+1)
		}
		return &mend{s.at - 1, to, text, "the name stands before the type"}
	case second && !first:
		return &mend{s.at - 1, s.at + 1, before + ": " + s.t.Value, "got " + describe(s.t) + `, want ":" before the type`}
	}
	return nil
}

// choice is `if C then A else B` where a value stands.
func (s *scene) choice() *mend {
	from := s.at - 1
	if s.value(from) != "if" || from == s.head || s.t.Pos.Line != s.token(from).Pos.Line {
		return nil
	}
	then, other, end := 0, 0, s.at+1
	for ; end < s.ends(); end++ {
		t, word := s.token(end), s.token(end).Type == tokIdent || s.token(end).Type == tokInt
		switch {
		case t.Value == "else":
			other = end
		case then == 0 && word && t.Value != "in" && endsOperand(s.token(end-1)):
			then = end
		}
	}
	if then == 0 || other <= then {
		return nil
	}
	yes := then
	if s.value(then) == "then" {
		yes++
	}
	if yes >= other || other+1 >= end {
		return nil
	}
	return &mend{from, end, s.text(s.at, then) + " ? " + s.text(yes, other) + " : " + s.text(other+1, end), "a value that depends is written c ? a : b"}
}

// pattern is what a head is given in other ways: a value without its name, a comparison, no brackets.
func (s *scene) pattern() *mend {
	if s.hookOf(s.at) == "" {
		return nil
	}
	open := s.unclosed(s.at)
	end := s.at // of a value with points
	for s.value(end) == "." && s.token(end+1).Type == tokIdent {
		end += 2
	}
	switch {
	case open < s.head && s.t.Value == "{":
		end := s.head + slices.IndexFunc(s.line, func(t lexer.Token) bool { return t.Value == "when" || t.Value == "{" })
		for i := s.head + 1; i+2 < end; i++ {
			if hooks[s.value(i-1)] && s.token(i).Type == tokIdent && s.token(i+1).Type == tokIdent && s.value(i+2) == ":" {
				return &mend{i + 1, end, "(" + s.text(i+1, end) + ") ", "what a head is given stands in brackets"}
			}
		}
		return nil
	case open < s.head || s.want != `":"`:
		return nil
	case s.t.Value == "=":
		return s.instead(":", "")
	case s.t.Value == "==" && strings.Contains(s.text(open, after(s.tokens, open)), ","):
		end := after(s.tokens, open)
		fields := strings.Split(strings.Trim(s.text(open, end), "()"), ",")
		for i, f := range fields {
			name, value, given := strings.Cut(strings.Replace(f, "==", ":", 1), ":")
			if !given {
				value = "true"
			}
			fields[i] = strings.TrimSpace(name) + ": " + strings.TrimSpace(value)
		}
		return &mend{open, end, "(" + strings.Join(fields, ", ") + ")", "a head says what its fields are, with `:`"}
	case s.t.Type == tokIdent && (s.value(s.at+1) == ")" || s.value(s.at+1) == ",") && s.value(s.at-2) == "(":
		return &mend{s.at, s.at, ": ", ""}
	case s.t.Type == tokPunct && s.value(end) != "," && s.value(end) != ")":
		return s.condition(open)
	}
	if m := unnamed(s); m != nil {
		return m
	}
	event, value := s.value(open-1), s.text(s.at-1, end)
	m := &mend{s.at - 1, end, value, ""}
	field, given := "FIELD", s.given(event)
	if len(given) == 1 {
		field = given[0]
		m.text = field + ": " + value
	}
	m.say = "say of which field it speaks, as in " + event + "(" + field + ": " + value + ")"
	if len(given) > 1 {
		m.say += "; " + event + " has " + strings.Join(given, ", ")
	}
	return m
}

// unnamed are several heads that are given values without names, and may have something else between them than `or`: all is told at once.
func unnamed(s *scene) *mend {
	from := s.head
	for from < s.at && !hooks[s.value(from-1)] {
		from++
	}
	text, say, sure, several, i := "", "say of which field they speak, as in ", true, false, from
	for ; s.token(i).Type == tokIdent && s.value(i+1) == "("; i++ {
		event, close := s.value(i), after(s.tokens, i+1)
		var given []string
		for _, arg := range strings.Split(s.text(i+2, close-1), ",") {
			if arg = strings.TrimSpace(arg); !strings.Contains(arg, ":") {
				field := "FIELD"
				if fields := s.given(event); len(fields) == 1 {
					field = fields[0]
				}
				arg, sure = field+": "+arg, sure && field != "FIELD"
			}
			given = append(given, arg)
		}
		text += event + "(" + strings.Join(given, ", ") + ")"
		if i = close; closesHead(s.value(i)) {
			break
		}
		several = true
		switch s.value(i) {
		case "during":
			text += " during "
			continue
		case "or":
		default:
			say = "heads are joined by or, and say of which field they speak, as in "
		}
		text += " or "
	}
	switch {
	case !several || !closesHead(s.value(i)):
		return nil
	case !sure:
		return s.tell(from, i, say+text)
	}
	return &mend{from, i, text + " ", say + text}
}

// condition is a comparison in the brackets of a head.
func (s *scene) condition(open int) *mend {
	end := after(s.tokens, open)
	from, before := open+1, ""
	for i := from; i < s.at; i++ {
		if s.value(i) == "," { // it is the last of what the head is given
			from, before = i+1, s.text(open, i)+")"
		}
	}
	if among(s.tokens[from:end], ",", ":") {
		return nil
	}
	m := &mend{open, end, before + " when " + s.text(from, end-1), "a head says what its fields are, with `:`; what else is asked stands behind `when`"}
	switch s.value(end) {
	case "{":
		return m
	case "when":
		m.to, m.text = end+1, m.text+" &&"
		return m
	}
	return nil
}

// given are the parameters of an event of the file.
func (s *scene) given(event string) (names []string) {
	for i := 1; i+2 < len(s.tokens); i++ {
		if s.value(i) != event || s.value(i+1) != "(" || !declarations[s.value(i-1)] || s.token(i-1).Pos.Column != 1 {
			continue
		}
		for at := i + 2; at < len(s.tokens)-1 && s.value(at) != ")"; at++ {
			if s.value(at+1) == ":" && s.token(at).Type == tokIdent {
				names = append(names, s.value(at))
			}
		}
	}
	return names
}

// square are brackets of another kind around what an event is given.
func (s *scene) square() *mend {
	if s.t.Value != "[" || s.head != s.index || s.at != s.index+2 {
		return nil
	}
	end := after(s.tokens, s.at)
	return &mend{s.at - 1, end, s.value(s.at-1) + "(" + strings.Trim(s.text(s.at, end), "[]") + ")", "what is given stands in round brackets"}
}

// braces are those that the lines of a declaration lack.
func (s *scene) braces() *mend {
	if s.head == s.index && s.want == endOfLine && lines.words[s.t.Value] != nil && s.at > s.index+1 {
		return &mend{s.at, s.ends(), "{ " + s.text(s.at, s.ends()) + " }", "what belongs to a declaration stands between { and }"}
	}
	if s.want != `"{"` || s.t.Type != tokEOL || s.head != s.index {
		return nil
	}
	return indented(s, s.at)
}

// indented puts the lines between braces that stand behind the end of a line, and begin farther in; nil where there are none.
func indented(s *scene, eol int) *mend {
	last := eol
	for i := eol + 1; i < len(s.tokens)-1 && (s.token(i).Type != tokIdent || s.token(i).Pos.Column > 1); i++ {
		if s.token(i).Type != tokEOL {
			last = i
		}
	}
	if last == eol {
		return nil
	}
	return &mend{eol, last + 1, " {" + s.text(eol, last+1) + "\n}", "what belongs to a declaration stands between { and }"}
}

// unsure is what can be told of, and nobody but its author can mend.
func unsure(s *scene) *mend {
	switch before := s.token(s.at - 1); {
	case s.t.Value == "{" && s.wants(`"{"`) && s.hookOf(s.at) != "" && among(s.line[:s.at-s.head], "cost", "limit"):
		from := s.at - 1
		for s.value(from) != "cost" && s.value(from) != "limit" {
			from--
		}
		return &mend{from, s.at + 1, "{ " + s.text(from, s.at) + ";", "what a clause costs, and how often it may act, stands in its braces, before its steps"}
	case s.wants(`"{"`) && (before.Type == tokInt || before.Type == tokNumber) && s.t.Type == tokIdent && !reserved[s.t.Value] && s.value(s.at+1) == "{":
		return s.instead("", "a number stands without its unit")
	case s.value(s.head) == "let" && s.at == s.head+2 && s.at == s.ends():
		return s.tell(s.head, s.at, "let gives a value a name, as in let "+s.value(s.at-1)+" = VALUE")
	case s.want == `"as"` && (s.t.Value == "+" || s.t.Value == "-" || s.t.Value == "*"):
		name := "die"
		if s.value(s.ends()-2) == "as" {
			name = s.value(s.ends() - 1)
		}
		return s.tell(s.at, s.at+1, "a throw is of dice alone: what is added stands where they are used, as in "+name+" "+s.t.Value+" "+s.value(s.at+1))
	case s.t.Value == "{" && s.value(s.at-2) == "each" && s.want != endOfLine:
		return s.tell(s.at-1, s.at, "say what each of them is called, and of what kind it is, as in each x: KIND")
	case s.want == endOfLine && s.value(s.head) == "when" && s.at == s.head+2 && s.t.Type == tokIdent:
		return s.tell(s.head+1, s.ends(), "what happens is an event with what it is given in brackets, as in EVENT("+s.value(s.head+1)+")")
	case s.hookOf(s.at) != "" && s.t.Type == tokIdent && !reserved[s.t.Value] && s.value(s.at-2) == "or" && s.token(s.at-1).Type == tokIdent && s.wants(`"{"`) && oneEdit(s.t.Value, []string{"when", "during"}) == "":
		return s.tell(s.at-2, s.at+1, "each event stands with its own brackets, as in or "+s.t.Value+"(FIELD: "+s.value(s.at-1)+")")
	case s.hookOf(s.at) != "" && s.value(s.at-1) == ")" && slices.Contains([]string{"in", "inside", "near", "within", "dans"}, s.t.Value) && s.token(s.at+1).Type == tokIdent:
		return s.tell(s.at, s.at+2, "what else is asked stands behind when, as in when within(bearer, X, 4)")
	case s.hookOf(s.at) != "" && s.t.Type == tokIdent && s.token(s.at-1).Type == tokIdent && s.wants(`"{"`) && (!reserved[s.t.Value] || s.t.Value == "by" || s.t.Value == "of" || s.t.Value == "in") && oneEdit(s.t.Value, []string{"when", "during", "or", "may"}) == "" &&
		!among(s.line[:s.at-s.head], "when", "("):
		return s.tell(s.at-1, s.at+1, "a clause names an event and, in brackets, what is given to it, as in EVENT(FIELD: bearer)")
	case s.at == s.head && s.wants("a step") && s.at+2 == s.ends() && !reserved[s.t.Value] && s.t.Type == tokIdent && s.token(s.at+1).Type == tokIdent && oneEdit(s.t.Value, vocabulary([]string{"a step"})) == "":
		return s.tell(s.at, s.at+2, "this begins no step: what happens stands behind when, as in when EVENT("+s.value(s.at+1)+"), and what is there at first behind given")
	case s.at == s.head && s.wants("a step") && s.at+1 == s.ends() && !reserved[s.t.Value] && s.t.Type == tokIdent && oneEdit(s.t.Value, vocabulary([]string{"a step"})) == "":
		return s.tell(s.at, s.at+1, "this begins no step: what happens stands behind when, as in when "+s.t.Value+"()")
	case s.at == s.head && s.wants("a statement") && s.given(s.t.Value) != nil && (s.token(s.at+1).Type == tokIdent || s.token(s.at+1).Type == tokInt):
		return s.tell(s.at, s.ends(), "what an event is given stands in brackets, as in "+s.t.Value+"("+strings.Join(s.given(s.t.Value), ", ")+")")
	case s.at == s.head && s.wants("a statement") && s.t.Type == tokIdent && s.token(s.at+1).Type == tokIdent && slices.Contains([]string{"=", "+=", "-="}, s.value(s.at+2)) && oneEdit(s.t.Value, vocabulary([]string{"a statement"})) == "":
		return &mend{s.at, s.at + 2, s.t.Value + "." + s.value(s.at+1), "what a thing has is written with a point"}
	case s.at == s.head && s.wants("a statement") && s.at+1 < s.ends() && (!reserved[s.t.Value] || slices.Contains(ValueWords, s.t.Value)) && s.t.Type == tokIdent &&
		(s.token(s.at+1).Type == tokIdent || s.token(s.at+1).Type == tokInt) && oneEdit(s.t.Value, vocabulary([]string{"a statement"})) == "":
		example := "EVENT(" + s.t.Value + ")"
		if s.at+2 == s.ends() && s.token(s.at+1).Type == tokIdent {
			example = s.t.Value + "(" + s.value(s.at+1) + ")"
		} else if strings.Contains(s.t.Value, "_") { // no word of a sentence
			example = s.t.Value + "(" + strings.Join(strings.Fields(s.text(s.at+1, s.ends())), ", ") + ")"
		}
		return s.tell(s.at, s.at+2, "this begins no step: a step is an event, as in "+example+", a change, as in "+s.t.Value+".FIELD += 1, or begins with a word such as apply, if or throw")
	}
	return nil
}

// closesHead tells of a word that it ends the heads of a clause.
func closesHead(word string) bool { return word == "{" || word == "when" || word == "may" }
