package syntax

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// Mends of declarations and of the heads of clauses.

// typeFirst is `int n` for `n: int`, or `n int`: which of them is the type is told by the rest of the file.
func (s *scene) typeFirst() *mend {
	if s.want != `":"` || s.t.Type != tokIdent || s.at == 0 || s.tokens[s.at-1].Type != tokIdent || s.hookOf(s.at) != "" {
		return nil
	}
	before := s.value(s.at - 1)
	switch first, second := s.isType(before), s.isType(s.t.Value); {
	case first && !second:
		to, text := s.at+1, s.t.Value+": "+before
		for s.value(to) == "," && s.isType(s.value(to+1)) && s.tokens[to+2].Type == tokIdent {
			to, text = to+3, text+", "+s.value(to+2)+": "+s.value(to+1)
		}
		return &mend{s.at - 1, to, text, "the name stands before the type"}
	case second && !first:
		return &mend{s.at - 1, s.at + 1, before + ": " + s.t.Value, "got " + describe(s.t) + `, want ":" before the type`}
	}
	return nil
}

// isType tells whether a word is the name of a type, or stands where one does somewhere.
func (s *scene) isType(word string) bool {
	if slices.Contains([]string{"int", "bool", "length", "text", "dice", "target", "player"}, word) || meant[word] == "int" {
		return true
	}
	for i := 1; i < len(s.tokens)-1; i++ {
		if s.value(i) != word {
			continue
		}
		switch s.value(i - 1) {
		case "kind", "enum", "extends", "bag", "on":
			return true
		case ":":
			if i > 3 && (s.value(i-3) == "(" || s.value(i-3) == ",") && s.isHead(i) {
				return true
			}
		}
	}
	return false
}

// isHead tells whether a token stands in the head of an event or the like, where types are.
func (s *scene) isHead(at int) bool {
	for at > 0 && s.tokens[at-1].Type != tokEOL && s.value(at-1) != "{" {
		at--
	}
	return s.tokens[at].Pos.Column == 1
}

// choice is `if C then A else B` where a value stands.
func (s *scene) choice() *mend {
	from := s.at - 1
	if s.value(from) != "if" || from == s.head || s.t.Pos.Line != s.tokens[from].Pos.Line {
		return nil
	}
	then, other, end := 0, 0, s.at+1
	for ; end < s.ends(); end++ {
		t, word := s.tokens[end], s.tokens[end].Type == tokIdent || s.tokens[end].Type == tokInt
		switch {
		case t.Value == "else":
			other = end
		case then == 0 && word && t.Value != "in" && endsOperand(s.tokens[end-1]):
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
	switch {
	case open < s.head && s.t.Value == "{":
		end := s.head + slices.IndexFunc(s.line, func(t lexer.Token) bool { return t.Value == "when" || t.Value == "{" })
		for i := s.head + 1; i+2 < end; i++ {
			if hooks[s.value(i-1)] && s.tokens[i].Type == tokIdent && s.tokens[i+1].Type == tokIdent && s.value(i+2) == ":" {
				return &mend{i + 1, end, "(" + s.text(i+1, end) + ") ", "what a head is given stands in brackets"}
			}
		}
		return nil
	case open < s.head || s.want != `":"`:
		return nil
	case s.t.Value == "=":
		return s.instead(":", "")
	case s.t.Type == tokPunct && s.t.Value != "," && s.t.Value != ")":
		return s.condition(open)
	}
	event, value := s.value(open-1), s.value(s.at-1)
	m := &mend{s.at - 1, s.at, value, ""}
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

// condition is a comparison in the brackets of a head.
func (s *scene) condition(open int) *mend {
	end := after(s.tokens, open)
	if slices.ContainsFunc(s.tokens[open:end], func(t lexer.Token) bool { return t.Value == "," || t.Value == ":" }) {
		return nil
	}
	m := &mend{open, end, " when " + s.text(open+1, end-1), "a head says what its fields are, with `:`; what else is asked stands behind `when`"}
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
		if s.value(i) != event || s.value(i+1) != "(" || !declarations[s.value(i-1)] || s.tokens[i-1].Pos.Column != 1 {
			continue
		}
		for at := i + 2; at < len(s.tokens)-1 && s.value(at) != ")"; at++ {
			if s.value(at+1) == ":" && s.tokens[at].Type == tokIdent {
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
	last := s.at
	for i := s.at + 1; i < len(s.tokens)-1 && (s.tokens[i].Type != tokIdent || s.tokens[i].Pos.Column > 1); i++ {
		if s.tokens[i].Type != tokEOL {
			last = i
		}
	}
	if last == s.at {
		return nil
	}
	return &mend{s.at, last + 1, " {" + s.text(s.at, last+1) + "\n}", "what belongs to a declaration stands between { and }"}
}

// unsure is what can be told of, and nobody but its author can mend.
func (s *scene) unsure() *mend {
	tell := func(from, to int, say string) *mend { return &mend{from, to, s.text(from, to), say} }
	switch {
	case s.value(s.head) == "let" && s.at == s.head+2 && s.at == s.ends():
		return tell(s.head, s.at, "let gives a value a name, as in let "+s.value(s.at-1)+" = VALUE")
	case s.want == `"as"` && (s.t.Value == "+" || s.t.Value == "-" || s.t.Value == "*"):
		name := "die"
		if s.value(s.ends()-2) == "as" {
			name = s.value(s.ends() - 1)
		}
		return tell(s.at, s.at+1, "a throw is of dice alone: what is added stands where they are used, as in "+name+" "+s.t.Value+" "+s.value(s.at+1))
	case s.t.Value == "{" && s.value(s.at-2) == "each" && s.want != endOfLine:
		return tell(s.at-1, s.at, "say what each of them is called, and of what kind it is, as in each x: KIND")
	case s.want == endOfLine && s.value(s.head) == "when" && s.at == s.head+2 && s.t.Type == tokIdent:
		return tell(s.head+1, s.ends(), "what happens is an event with what it is given in brackets, as in EVENT("+s.value(s.head+1)+")")
	case s.hookOf(s.at) != "" && s.t.Type == tokIdent && s.tokens[s.at-1].Type == tokIdent && strings.Contains(s.want, `"{"`) && (!reserved[s.t.Value] || s.t.Value == "by" || s.t.Value == "of") && oneEdit(s.t.Value, []string{"when", "during", "or", "may"}) == "" &&
		!slices.ContainsFunc(s.line[:s.at-s.head], func(t lexer.Token) bool { return t.Value == "when" || t.Value == "(" }):
		return tell(s.at-1, s.at+1, "a clause names an event and, in brackets, what is given to it, as in EVENT(FIELD: bearer)")
	case s.at == s.head && strings.Contains(s.want, "a statement") && s.at+1 < s.ends() && (!reserved[s.t.Value] || slices.Contains(ValueWords, s.t.Value)) && s.t.Type == tokIdent &&
		(s.tokens[s.at+1].Type == tokIdent || s.tokens[s.at+1].Type == tokInt) && oneEdit(s.t.Value, vocabulary([]string{"a statement"})) == "":
		return tell(s.at, s.at+2, "this begins no step: a step is an event, as in EVENT("+s.t.Value+"), a change, as in "+s.t.Value+".FIELD += 1, or begins with a word such as apply, if or throw")
	}
	return nil
}
