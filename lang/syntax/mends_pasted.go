package syntax

import (
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Mends of what comes from elsewhere: from a printed card, a table, or another notation.

// pasted is a line that is no rule at all, or one in another notation.
func pasted(s *scene) *mend {
	first, next := s.at == s.head, s.value(s.at+1)
	switch {
	case s.value(s.index) == "extend" && s.value(s.index+1) == "enum" && s.value(s.index+2) == "{":
		return s.tell(s.index, s.index+2, "say which list of values grows, as in extend enum NAME { VALUE }")
	case s.value(s.index) == "extend" && s.value(s.index+2) == "{" && s.at == s.index+3 && s.token(s.at).Type == tokIdent && next == "{":
		return &mend{s.index, s.index + 2, "extend enum " + s.value(s.index+1), "a list of values grows with extend enum NAME"}
	case strings.HasPrefix(s.span(s.token(s.index)).File.Text[s.token(s.index).Pos.Offset:], "<<<<<<<"):
		return s.tell(s.index, s.ends(), "two versions of this file were merged here: choose one, and leave out the lines with <<<<<<<, ======= and >>>>>>>")
	case s.head == s.index && s.at == s.index+1 && s.want == "a name" && (s.t.Value == "," || s.t.Value == ";" || s.t.Value == "|"):
		return s.tell(s.index, s.ends(), rowText)
	case s.head == s.index && s.at == s.index+1 && s.want == "a name" && s.t.Value == ":" && hooks[next]:
		return s.tell(s.index, s.at+2, "a clause stands on a card, a rule or a kind, between its braces")
	case first && s.head == s.index && s.t.Value == "card" && s.value(s.at+2) == ":" && s.value(s.at+4) == "{":
		return &mend{s.at, s.at + 4, s.value(s.at+3) + " " + next, "a card begins with its kind, as in " + s.value(s.at+3) + " " + next}
	case s.head == s.index && s.t.Value == ":" && s.wants(`"{"`) && s.token(s.at+1).Pos.Line > s.t.Pos.Line: // the line goes on behind it
		if m := indented(s, s.at); m != nil {
			m.text = " {" + strings.TrimPrefix(m.text, " {:")
			return m
		}
	case s.t.Value == ":" && s.wants(`"{"`) && slices.Contains([]string{"if", "each", "else", "repeat"}, s.value(s.head)) && s.token(s.at+1).Pos.Line > s.t.Pos.Line:
		return stepped(s)
	case first && s.t.Value == "-" && listed(s) != nil:
		return listed(s)
	case first && s.head > s.index && (s.t.Value == "-" || s.t.Value == "*") && (s.token(s.at+1).Type == tokIdent || s.token(s.at+1).Type == tokString):
		return s.instead("", "a line begins without a sign")
	case first && s.t.Type == tokString && next == ":" && object(s) != nil:
		return object(s)
	case first && s.t.Type == tokString && next == ":":
		return &mend{s.at, s.at + 2, unquoted(s), "a name stands without quotes"}
	case s.t.Value == "{" && s.want == "a value" && s.value(s.at-1) == ":":
		end := after(s.tokens, s.at)
		return &mend{s.at, end, "[" + strings.Trim(s.text(s.at, end), "{} ") + "]", "several values stand in square brackets"}
	case first && s.t.Type == tokString && s.wants("a member") && (next == "/" || next == "," || next == "|") && s.token(s.at+2).Type == tokString:
		return &mend{s.at, s.at + 3, "en " + s.t.Value + "  fr " + s.value(s.at+2), "a text stands behind its language, en or fr"}
	case first && s.t.Type == tokString && s.wants("a member") && s.token(s.at+1).Type == tokString:
		return &mend{s.at, s.at + 2, "en " + s.t.Value + "  fr " + next, "a text stands behind its language, en or fr"}
	case first && s.t.Type == tokString && (s.wants("a member") || s.wants("a statement")) && next != ":":
		return &mend{s.at, s.at + 1, "en " + s.t.Value, "a text stands behind its language, en or fr"}
	case paired(s) != nil:
		return paired(s)
	case figures(s) != nil:
		return figures(s)
	case first && sentence(s) && printed(s):
		return s.tell(s.at, s.ends(), sentenceText)
	case first && sentence(s):
		return &mend{s.at, s.ends(), `en "` + s.text(s.at, s.ends()) + `"`, sentenceText}
	case first && s.wants("a member") && called[s.t.Value] != "" && s.token(s.at+1).Type == tokString:
		return s.instead(called[s.t.Value], "what a card is called, and what is printed on it, stands behind en or fr")
	}
	return nil
}

// listed are the values of a list on lines of their own, each behind a sign, when the mistake is at the second of them.
func listed(s *scene) *mend {
	from := s.at - 1
	for from > s.index && s.value(from) != ":" {
		if t := s.token(from); t.Type != tokIdent && t.Type != tokEOL && t.Value != "-" {
			return nil
		}
		from--
	}
	var all []string
	to := from + 1
	for ; s.value(to) == "-" && s.token(to+1).Type == tokIdent; to++ {
		all = append(all, s.value(to+1))
		if to += 2; s.token(to).Type != tokEOL {
			break
		}
	}
	if len(all) < 2 {
		return nil
	}
	for s.token(to-1).Type == tokEOL {
		to--
	}
	return &mend{from + 1, to, " [" + strings.Join(all, ", ") + "]", "several values stand in square brackets"}
}

// paired are two or more figures on a line of a card, of which some lack the colon behind their names.
func paired(s *scene) *mend {
	if s.head == s.index || !value.stands(s) {
		return nil
	}
	var out []string
	lacking := false
	for i := s.head; i < s.ends(); i++ {
		name, from := s.token(i), i+1
		if s.value(from) == ":" {
			from++
		} else {
			lacking = true
		}
		i = from
		if s.value(i) == "-" {
			i++
		}
		if t := s.token(i); name.Type != tokIdent || i >= s.ends() || t.Type != tokInt && t.Type != tokNumber && t.Value != "true" && t.Value != "false" {
			return nil
		}
		out = append(out, name.Value+": "+s.text(from, i+1))
	}
	if !lacking || len(out) < 2 {
		return nil
	}
	return &mend{s.head, s.ends(), strings.Join(out, "  "), `want ":" behind the name of a figure`}
}

// figures are the figures of a card without the colons behind their names.
func figures(s *scene) *mend {
	if !(s.at == s.head && s.wants("a member")) && s.want != endOfLine || s.value(s.index) == "kind" || !value.stands(s) {
		return nil
	}
	var out []string
	i := s.at
	for i < s.ends() && s.token(i).Type == tokIdent {
		name, number := s.value(i), ""
		switch bare := strings.TrimRight(name, "0123456789"); {
		case bare != "" && bare != name: // V6  Q4+
			name, number = bare, strings.TrimPrefix(name, bare)
			i++
		case s.token(i+1).Type == tokInt || s.token(i+1).Type == tokTarget:
			number, i = s.value(i+1), i+2
		case out != nil && s.value(i+1) == "(" && s.token(i+2).Type == tokInt && s.value(i+3) == ")":
			number, i = s.value(i+2), i+4
		}
		if number == "" {
			break
		}
		if s.value(i) == "+" && !apart(s.token(i-1), s.token(i)) {
			number, i = number+"+", i+1
		}
		if s.value(i) == "," {
			i++
		}
		out = append(out, name+": "+number)
	}
	if out == nil || len(out) < 2 && s.token(s.at+1).Type != tokInt && s.value(s.at+1) != "+" {
		return nil
	}
	return &mend{s.at, i, strings.Join(out, "  "), `want ":" behind the name of a figure`}
}

// printed tells whether a text stands already between the braces around the token.
func printed(s *scene) bool {
	open := s.opener(s.at)
	for i := open + 1; open >= 0 && i < len(s.tokens)-1 && s.value(i) != "}"; i = after(s.tokens, i) {
		if s.value(i) == "en" && s.token(i+1).Type == tokString {
			return true
		}
	}
	return false
}

// Called is the language of what other notations name with a word, or "".
func Called(word string) string { return called[word] }

// called are the words with which other notations name something, and the language of each.
var called = map[string]string{"name": "en", "title": "en", "text": "en", "nom": "fr", "titre": "fr", "texte": "fr"}

// stepped puts the steps between braces that stand farther in than the line which ends with a colon.
func stepped(s *scene) *mend {
	column, last := s.token(s.head).Pos.Column, s.at
	for i := s.at + 1; i < len(s.tokens)-1; i++ {
		switch t := s.token(i); {
		case t.Type == tokEOL:
			continue
		case s.token(i-1).Type == tokEOL && t.Pos.Column <= column:
			i = len(s.tokens)
		default:
			last = i
		}
	}
	if last == s.at {
		return nil
	}
	return &mend{s.at, last + 1, " {" + strings.TrimPrefix(s.text(s.at, last+1), ":") + "\n" + strings.Repeat(" ", column-1) + "}", `got ":", want "{"`}
}

// object is a line of names in quotes with their values, parted by commas.
func object(s *scene) *mend {
	text, depth, name := "", 0, true
	for i := s.at; i < s.ends(); i++ {
		t := s.token(i)
		bare := strings.Trim(t.Value, `"`)
		switch {
		case t.Type == tokString && name && s.value(i+1) == ":":
			if i++; text != "" {
				text += "  "
			}
			if text, name = text+bare, false; bare != "en" && bare != "fr" {
				text += ":"
			}
			text += " "
		case name:
			return nil
		case t.Value == "," && depth == 0:
			name = true
		case t.Type == tokString && depth > 0 && source.IsName(bare):
			text += bare
		default:
			if t.Value == "[" {
				depth++
			} else if t.Value == "]" {
				depth--
			}
			if text += t.Value; t.Value == "," {
				text += " "
			}
		}
	}
	if depth != 0 || !strings.Contains(text, "  ") {
		return nil
	}
	return &mend{s.at, s.ends(), text, "a name stands without quotes"}
}

// unquoted is the text at the token as a name with what stands behind it.
func unquoted(s *scene) string {
	name := strings.ToLower(strings.Trim(s.t.Value, `"`))
	if name == "en" || name == "fr" {
		return name
	}
	return name + ":"
}

// sentence tells whether the line is one, as it is printed: it begins with a capital, and is made of words.
func sentence(s *scene) bool {
	if len(s.line) < 4 || s.t.Type != tokIdent || s.t.Value[0] < 'A' || 'Z' < s.t.Value[0] || !s.wants("a statement") && !s.wants("a member") {
		return false
	}
	words := 0
	for _, t := range s.line {
		switch {
		case t.Type == tokIdent:
			words++
		case t.Type == tokInt, t.Value == ",", t.Value == ".":
		default:
			return false
		}
	}
	return words > 2 && s.value(s.at+1) != ":"
}

// signs is one too many, another, or one too few between words.
func signs(s *scene) *mend {
	before, next, word := s.value(s.at-1), s.value(s.at+1), s.value(s.head)
	last := s.at - 1
	for last > s.index && s.token(last).Type == tokEOL {
		last--
	}
	switch {
	case s.token(max(last, 0)).Value == "." && (s.t.Type == tokEOL || s.t.Value == "}" || s.at > last+1):
		return &mend{last, last + 1, "", "a line ends without a full stop"}
	case s.at == s.head+1 && word == "dice" && (s.t.Value == ":" || s.t.Value == "="):
		return s.instead("", "the dice that fall stand behind dice, without a sign")
	case word == "given" && s.t.Value == ".." && s.at == s.head+2:
		return counted(s, before, next)
	case word == "answer" && s.t.Value == "=":
		return s.instead(":", "")
	case s.t.Value == "=" && s.at == s.head+1 && s.opener(s.at) >= 0 && s.value(s.parsing.head(s.opener(s.at))) == "given":
		return s.instead(":", "")
	case s.at == s.head && s.want != endOfLine && (s.t.Value == "en" || s.t.Value == "fr") && next == ":":
		return &mend{s.at, s.at + 2, s.t.Value, "a text stands behind its language, without a sign"}
	case s.t.Type == tokInt && s.at > 0 && s.token(s.at-1).Type == tokIdent && s.want == endOfLine && slices.Contains([]string{"with", ","}, s.value(s.at-2)) && word == "given":
		return &mend{s.at - 1, s.at + 1, before + "(" + s.t.Value + ")", "what a card is given stands in brackets"}
	case s.at == s.head && next != "" && s.value(s.at+2) == ":" && hooks[s.value(s.at+3)] && s.token(s.at+1).Type == tokIdent:
		return &mend{s.at, s.at + 2, s.t.Value + "_" + next, "a name is one word, with _ for a blank"}
	case s.wants("a statement") && next == ":" && (s.value(s.at+2) == "+" || s.value(s.at+2) == "-") && s.at+4 == s.ends():
		return s.change(s.t.Value, s.value(s.at+2), s.value(s.at+3))
	}
	return nil
}

// counted are the names from one with a number to another, as in c1..c4.
func counted(s *scene, first, last string) *mend {
	name := strings.TrimRight(first, "0123456789")
	from, errFrom := strconv.Atoi(strings.TrimPrefix(first, name))
	to, errTo := strconv.Atoi(strings.TrimPrefix(last, name))
	if errFrom != nil || errTo != nil || from >= to || to-from > 20 {
		return nil
	}
	var names []string
	for i := from; i <= to; i++ {
		names = append(names, name+strconv.Itoa(i))
	}
	return &mend{s.at - 1, s.at + 2, strings.Join(names, ", "), "each has its name, parted by commas"}
}

// saidOtherwise is what is said in words that the language has others for.
func saidOtherwise(s *scene) *mend {
	before, next := s.value(s.at-1), s.value(s.at+1)
	switch {
	case s.t.Value == "unless" && s.hookOf(s.at) != "" && s.wants(`"{"`):
		end := s.at + 1 + slices.IndexFunc(s.tokens[s.at+1:], func(t lexer.Token) bool { return t.Value == "{" || t.Type == tokEOL })
		if end > s.at+1 {
			return &mend{s.at, end, "when !(" + s.text(s.at+1, end) + ") ", `there is no "unless": write when !(...)`}
		}
	case s.at == s.head && (s.t.Value == "once" || s.t.Value == "twice") && next == "per":
		return &mend{s.at, s.at, "limit ", "how often something may be done is a limit"}
	case s.t.Value == "to" && (next == "be" || next == "equal") && s.value(s.head) == "expect":
		return &mend{s.at, s.at + 2, "==", "what is expected is a comparison"}
	case s.at == s.head && s.wants("a step") && (s.t.Value == "roll" || s.t.Value == "rolls" || s.t.Value == "throws") && s.token(s.at+1).Type == tokInt:
		return s.instead("dice", "the dice that fall stand behind dice")
	case s.t.Value == "or" && (before != "or") && s.value(s.at-2) == "==" && s.token(s.at+1).Type == tokInt && s.token(s.at-1).Type == tokInt:
		return &mend{s.at - 2, s.at + 2, "in [" + before + ", " + next + "]", "one of several is asked for with in"}
	case s.t.Value == "has" && s.at > s.head && s.token(s.at-1).Type == tokIdent && s.token(s.at+1).Type == tokIdent && (s.wants(`"{"`) || s.want == endOfLine):
		if strings.ToUpper(next) == next { // an abbreviation is of a figure
			return &mend{s.at - 1, s.at + 2, before + "." + next + " > 0", "of a number it is asked how large it is, with a point and a sign"}
		}
		what, end := next, s.at+2
		if slices.Contains([]string{"a", "an", "any", "the", "un", "une"}, next) && s.token(end).Type == tokIdent {
			what, end = s.value(end), end+1
		}
		return &mend{s.at - 1, end, before + ".bears(" + what + ")", "what lies on something is asked with bears"}
	case s.t.Value == "has" && before == ")" && s.wants(`"{"`):
		return s.instead("has", "what lies on something is asked with bears, as in X.bears(CARD), what is in a list with in, as in X in LIST")
	case s.t.Type == tokIdent && strings.HasPrefix(s.t.Value, "d") && len(s.t.Value) > 1 && strings.Trim(s.t.Value[1:], "0123456789") == "" && s.at > s.head && s.token(s.at-1).Type == tokInt && s.wants(`"{"`):
		return &mend{s.at - 1, s.at + 1, s.text(s.at-1, s.at+1), "dice are thrown before they are asked for, as in throw " + before + " " + s.t.Value + " as die"}
	case s.t.Value == "." && s.value(s.head) == "when" && s.at == s.head+2 && s.token(s.at+1).Type == tokIdent:
		return &mend{s.head + 1, s.at + 2, s.text(s.head+1, s.at+2), "what happens is an event with what it is given in brackets, as in " + next + "(" + before + ")"}
	case s.at == s.head && s.head > s.index && s.t.Type == tokIdent && s.token(s.at+1).Type == tokIdent && s.value(s.at+2) == "{" && !reserved[s.t.Value] && s.wants("a member") && isCardWord(s, s.t.Value):
		return &mend{s.at, s.at + 2, s.text(s.at, s.at+2), "a card stands by itself, not between the braces of another"}
	}
	return nil
}

// isCardWord tells whether a word is the name of a kind, or begins a declaration of the file.
func isCardWord(s *scene, word string) bool {
	return s.isType(word) || slices.ContainsFunc(s.tokens, func(t lexer.Token) bool { return t.Value == word && t.Pos.Column == 1 })
}
