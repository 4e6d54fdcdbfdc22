package syntax

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// Mends of what is said as people say it at the table, and not as it is written.

// compared are the words of comparisons, with what they are.
var compared = map[string]string{
	"more than": ">", "greater than": ">", "higher than": ">", "larger than": ">", "less than": "<", "fewer than": "<", "lower than": "<",
	"smaller than": "<", "at least": ">=", "at most": "<=", "or more": ">=", "or higher": ">=", "or greater": ">=", "or less": "<=", "or fewer": "<=", "or lower": "<=",
}

// saidComparison is `N or more`, `more than N`, `between A and B`.
func (s *scene) saidComparison() *mend {
	if s.at == s.head || !s.wants(`"{"`) && s.want != endOfLine {
		return nil
	}
	at, pair := s.at, func(i int) string { return s.value(i) + " " + s.value(i+1) }
	if s.t.Value == "is" {
		at++
	}
	const say = "a comparison is written with a sign: >, >=, <, <=, == or !="
	switch {
	case compared[pair(at)] != "" && s.value(at) != "or":
		return &mend{s.at, at + 2, compared[pair(at)], say}
	case s.t.Value == "is" && s.value(at+1) == "or" && compared[pair(at+1)] != "":
		return &mend{s.at, at + 3, compared[pair(at+1)] + " " + s.value(at), say}
	case s.t.Value == "or" && compared[pair(at)] != "" && (s.value(at-2) == "==" || s.value(at-2) == "="):
		return &mend{s.at - 2, at + 2, compared[pair(at)] + " " + s.value(at-1), say}
	case s.value(at) == "between" && s.value(at+2) == "and":
		return &mend{s.at, at + 4, ">= " + s.value(at+1) + " && " + s.subject() + " <= " + s.value(at+3), say}
	}
	return nil
}

// subject is the name before the token, with its points.
func (s *scene) subject() string {
	from := s.at - 1
	for from-2 >= s.head && s.value(from-1) == "." {
		from -= 2
	}
	return s.text(from, s.at)
}

// owners are words for whose something is: of what the card lies on.
var owners = map[string]bool{"its": true, "his": true, "her": true, "their": true, "my": true, "son": true, "sa": true, "ses": true, "leur": true, "mon": true}

// saidPart is a field without the point before it.
func (s *scene) saidPart() *mend {
	before, next := s.value(s.at-1), s.value(s.at+1)
	if s.at == s.head || s.t.Type != tokIdent || reserved[s.t.Value] || s.token(s.at-1).Type != tokIdent || s.want != endOfLine && !s.wants(`"{"`) {
		return nil
	}
	if owners[before] {
		return &mend{s.at - 1, s.at + 1, "bearer." + s.t.Value, "what a thing has is written with a point"}
	}
	if before == "not" || reserved[before] && !slices.Contains([]string{"bearer", "it", "self", "this"}, before) || !slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, next) &&
		!(s.value(s.head) == "expect" && s.at == s.head+2 && s.at+1 == s.ends()) {
		return nil
	}
	return &mend{s.at - 1, s.at + 1, before + "." + s.t.Value, "what a thing has is written with a point"}
}

// saidHas is `expect X has N FIELD`.
func (s *scene) saidHas() *mend {
	if s.value(s.head) != "expect" || s.t.Value != "has" || s.token(s.at+1).Type != tokInt || s.at+3 != s.ends() {
		return nil
	}
	return &mend{s.at - 1, s.at + 3, s.value(s.at-1) + "." + s.value(s.at+2) + " == " + s.value(s.at+1), "what is expected is a comparison"}
}

// saidTimes is `expect N event X`.
func (s *scene) saidTimes() *mend {
	if s.value(s.head) != "expect" || s.at != s.head+2 || s.token(s.at-1).Type != tokInt || s.t.Value != "event" && s.t.Value != "events" || s.at+2 > s.ends() {
		return nil
	}
	often := s.value(s.at-1) + " times"
	switch s.value(s.at - 1) {
	case "1":
		often = "once"
	case "2":
		often = "twice"
	}
	return &mend{s.at - 1, s.at + 2, "event " + s.value(s.at+1) + " " + often, "how often an event happened stands behind its name"}
}

// losses and gains are what is said of numbers that go down and up.
var (
	losses = map[string]string{"subtract": "from", "remove": "from", "deduct": "from", "take": "from", "reduce": "by", "decrease": "by", "lower": "by", "loses": "", "lose": "", "perd": ""}
	gains  = map[string]string{"increase": "by", "gains": "", "gain": "", "gets": "", "gagne": ""}
)

// saidChange is a number that goes up or down: `subtract 1 from X`, `reduce X by 1`, `X loses 1 FIELD`, `X - 1`.
func (s *scene) saidChange() *mend {
	if s.at != s.head || !s.wants("a statement") || s.ends()-s.at < 3 {
		return nil
	}
	sign, word := "-", losses[s.t.Value]
	if gains[s.t.Value] != "" {
		sign, word = "+", gains[s.t.Value]
	}
	last := s.ends() - 1
	switch middle := slices.IndexFunc(s.line, func(t lexer.Token) bool { return t.Value == word }); {
	case word == "from" && middle == 2:
		return s.change(s.text(s.at+3, s.ends()), sign, s.value(s.at+1))
	case word == "by" && middle > 1 && s.at+middle+2 == s.ends():
		return s.change(s.text(s.at+1, s.at+middle), sign, s.value(last))
	}
	_, down := losses[s.value(s.at+1)]
	_, up := gains[s.value(s.at+1)]
	if (down || up) && last == s.at+3 && s.token(s.at+2).Type == tokInt {
		if up {
			sign = "+"
		}
		return s.change(s.t.Value+"."+s.value(last), sign, s.value(s.at+2))
	}
	if _, down := losses[s.t.Value]; (down || gains[s.t.Value] != "") && last == s.at+2 && s.token(s.at+1).Type == tokInt && s.token(last).Type == tokIdent {
		return s.tell(s.at, s.ends(), "a number goes up with += and down with -=, and says whose it is, as in X."+s.value(last)+" "+sign+"= "+s.value(s.at+1))
	}
	op := s.value(last - 1)
	if s.token(last).Type != tokInt && s.token(last).Type != tokIdent || op != "+" && op != "-" {
		return nil
	}
	for i := s.at; i < last-1; i++ {
		if t := s.token(i); (i-s.at)%2 == 0 && t.Type != tokIdent || (i-s.at)%2 == 1 && t.Value != "." {
			return nil
		}
	}
	return s.change(s.text(s.at, last-1), op, s.value(last))
}

// change makes a number go up or down: where a clause contributes it adds, anywhere else it writes.
func (s *scene) change(what, sign, n string) *mend {
	for open := s.opener(s.at); open >= 0; open = s.opener(open) {
		if s.hookOf(open) == "while" {
			return &mend{s.at, s.ends(), "add " + strings.TrimPrefix(sign, "+") + n + " to " + what, "something is added with add N to FIELD"}
		}
	}
	return &mend{s.at, s.ends(), what + " " + sign + "= " + n, "a number goes up with += and down with -="}
}

// layered is a write that names a layer: only what contributes does.
func (s *scene) layered() *mend {
	if s.t.Value != "layer" || s.want != endOfLine {
		return nil
	}
	if s.value(s.head+1) == ":" {
		return s.instead("layers", "")
	}
	for i := s.head; i < s.at; i++ {
		if v := s.value(i); v == "+=" || v == "-=" {
			return &mend{s.head, s.at, "add " + strings.TrimPrefix(v[:1], "+") + s.text(i+1, s.at) + " to " + s.text(s.head, i), "something is added with add N to FIELD"}
		}
	}
	return nil
}

// bareExpect is a comparison that stands as a step of a script.
func (s *scene) bareExpect() *mend {
	if s.at != s.head || !s.wants("a step") || !among(s.line, "==", "!=") {
		return nil
	}
	if meant[s.t.Value] == "expect" {
		return nil
	}
	if strings.HasPrefix(s.t.Value, "expect") {
		return s.instead("expect", "what is to be true is said with expect")
	}
	return &mend{s.at, s.at, "expect ", "what is to be true is said with expect"}
}

// saidGiven is what a script sets up, in other words.
func (s *scene) saidGiven() *mend {
	if s.value(s.head) != "given" {
		return nil
	}
	switch s.t.Value {
	case "carrying", "having", "wearing", "bearing", "portant", "ayant", "and", "et", "+":
		if among(s.line[:s.at-s.head], "with") {
			return s.instead(",", "")
		}
		return s.instead("with", "")
	case ".":
		if s.at == s.head+2 {
			return &mend{s.head, s.at, s.value(s.at - 1), "given sets something up: what a thing has is written by itself"}
		}
	}
	return nil
}

// saidRange is a range without in, or with to.
func (s *scene) saidRange() *mend {
	switch {
	case s.want != endOfLine:
	case s.t.Type == tokInt && s.value(s.at+1) == ".." && (s.value(s.at-1) == "int" || s.value(s.at-1) == "length"):
		return &mend{s.at, s.at, "in ", `got a number, want "in" before a range`}
	case s.t.Value == "to" && s.value(s.at-2) == "in":
		return &mend{s.at - 1, s.at + 2, s.value(s.at-1) + ".." + s.value(s.at+1), `got "to", want ".." between the ends of a range`}
	}
	return nil
}

// untyped is a field that a kind or an event declares, without its type or with the type first.
func (s *scene) untyped() *mend {
	if !slices.Contains([]string{"kind", "player", "event", "span", "action", "extend", "option"}, s.value(s.index)) {
		return nil
	}
	name, value := s.at-1, s.at+1
	switch {
	case s.at == s.head && s.wants("a member") && s.isType(s.t.Value) && s.token(s.at+1).Type == tokIdent:
		return &mend{s.at, s.at + 2, s.value(s.at+1) + ": " + s.t.Value, "the name stands before the type"}
	case s.at == s.head && s.wants("a member") && s.value(s.at+1) == "=":
		name, value = s.at, s.at+2
	case s.want == `":"` && s.t.Value == "=":
	case s.want == "a type":
		name, value = s.at-2, s.at
	default:
		return nil
	}
	t := "bool"
	switch v := s.token(value); {
	case v.Type == tokInt:
		t = "int"
	case v.Type == tokNumber:
		t = "length"
	case v.Value != "true" && v.Value != "false":
		return nil
	}
	return &mend{name, value, s.value(name) + ": " + t + " =", "a field is declared with its type, as in " + s.value(name) + ": " + t}
}

// surplus is a word or a sign too many beside a value.
func surplus(s *scene) *mend {
	before := s.token(s.at - 1)
	switch {
	case s.t.Type == tokString && before.Value == "{" && (s.value(s.at-2) == "note" || s.value(s.at-2) == "manual"):
		return &mend{s.at, s.at, "en ", "between { and } a text says in which language it is"}
	case s.want == endOfLine && meant[s.t.Value] == "&&" && s.head != s.index && writes(s, s.head, s.at) && s.at+1 < s.ends():
		return s.instead(";", "what stands on one line is parted by ;")
	case s.want == endOfLine && s.head != s.index && writes(s, s.head, s.at) && writes(s, s.at, s.ends()):
		return &mend{s.at, s.at, "; ", "what stands on one line is parted by ;"}
	case s.want == endOfLine && s.at == s.head && before.Value == "}" && s.head != s.index && s.t.Type == tokIdent && (writes(s, s.at, s.ends()) || s.value(s.at+1) == "("):
		return &mend{s.at, s.at, "; ", "what stands on one line is parted by ;"}
	case s.want == `":"` && s.t.Value == "=" && s.hookOf(s.at) == "" && s.at == s.head+1 && s.value(s.parsing.head(s.opener(s.at))) == "choose":
		return s.instead(":", "")
	case s.t.Value == ")" && before.Value == "," && s.wants("a value"):
		return &mend{s.at - 1, s.at, "", "a comma stands between two values only"}
	case s.value(s.at-2) == "add" && (before.Type == tokInt || before.Type == tokNumber) && s.t.Type == tokIdent && s.value(s.at+1) == "to":
		return s.instead("", "a number stands without its unit")
	case s.t.Value == "." && before.Type == tokString && (s.token(s.at+1).Type == tokEOL || s.value(s.at+1) == "}" || s.value(s.at+1) == "en" || s.value(s.at+1) == "fr"):
		return &mend{s.at - 1, s.at + 1, strings.TrimRight(strings.TrimSuffix(before.Value, `"`), ".") + `."`, "the full stop of a sentence stands before the closing quotes"}
	case (s.value(s.head) == "tag" || s.value(s.head) == "tags") && s.value(s.head+1) == ":" && s.at > s.head+1:
		return &mend{s.head, s.head + 2, "tag", "tags stand behind tag, without a sign"}
	case s.t.Type == tokTarget && before.Value == "face" && s.want == `"as"`:
		return s.instead(">= "+strings.TrimSuffix(s.t.Value, "+"), "a comparison is written with a sign: >, >=, <, <=, == or !=")
	case before.Value == "proceed" && s.t.Value == "with":
		end := s.at + 1
		var given []string
		for end+1 < s.ends() && s.token(end).Type == tokIdent {
			value := end + 1
			if v := s.value(value); v == ":" || v == "=" {
				value++
			}
			given = append(given, s.value(end)+": "+s.value(value))
			if end = value + 1; s.value(end) == "," || s.value(end) == "and" {
				end++
			}
		}
		if len(given) > 0 && end == s.ends() {
			return &mend{s.at, end, "{ " + strings.Join(given, "  ") + " }", "how an event goes on stands in braces, as in proceed { FIELD: VALUE }"}
		}
	}
	return nil
}

// writes tells whether what stands from a token to another writes a value.
func writes(s *scene, from, to int) bool {
	return s.token(from).Type == tokIdent && !slices.Contains(statementWords, s.value(from)) && among(s.tokens[from:to], "+=", "-=", "=")
}

// headSaid is a head as it is said.
func headSaid(s *scene) *mend {
	if s.hookOf(s.at) != "" && s.t.Value == "for" && s.value(s.at-1) == "throw" && s.token(s.at+1).Type == tokIdent {
		return &mend{s.at - 1, s.at + 2, "throw(for: " + s.value(s.at+1) + ")", "what a throw is for stands in brackets"}
	}
	return nil
}
