package syntax

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Mends of heads, durations, limits and fields that are said in other words.

// joined are two heads with something else between them than `or`, or with the word of the clause said again: elsewhere `or` does not help.
func joined(s *scene) *mend {
	before := s.value(s.at - 1)
	const say = "heads are joined by or"
	switch {
	case before == "or" && hooks[s.t.Value], before != "or" && s.value(s.at-2) == "or" && hooks[before]:
		at := s.at
		if before != "or" {
			at--
		}
		return &mend{at, at + 1, "", "the word of a clause stands once, before all of its heads"}
	case s.value(s.head) == "given", !slices.Contains([]string{",", "and", "et", "ou", "&", "&&", "|", "||", "/", "+"}, s.t.Value), before != ")" && s.token(s.at-1).Type != tokIdent, s.token(s.at+1).Type != tokIdent:
		return nil
	case s.t.Value == ",":
		return s.instead(" or", say)
	}
	return s.instead("or", say)
}

// severalThings are several things in the place of one list, or several kinds joined by another word than a comma.
func severalThings(s *scene) *mend {
	before := s.value(s.at - 1)
	switch {
	case !s.wants(`"{"`) && s.want != endOfLine:
	case s.head == s.index && among(s.line[:s.at-s.head], "on") && slices.Contains([]string{"and", "et", "or", "ou", "&", "/"}, s.t.Value) && s.token(s.at+1).Type == tokIdent:
		return &mend{s.at - 1, s.at + 1, before + ",", "kinds stand one behind the other, with a comma between them"}
	case s.value(s.head) == "each" && s.t.Value == "," && s.value(s.head+2) == "in":
		end := s.at
		for end < s.ends() && s.value(end) != "{" {
			end++
		}
		return &mend{s.head + 3, end, "[" + s.text(s.head+3, end) + "]", "several things are a list, as in [A, B]"}
	}
	return nil
}

// lasting is how long something lasts, in other words.
func lasting(s *scene) *mend {
	last := s.at
	for last < s.ends() && s.value(last) != "{" && s.value(last) != "as" {
		last++
	}
	words := s.tokens[s.at:last]
	say := func(i int) string { return s.value(s.at + i) }
	switch {
	case s.value(s.at-1) == "until" && strings.HasPrefix(s.want, `"used"`):
		if m := untilOtherwise(s, words); m == nil || m.text != "permanent" {
			return m
		}
		return &mend{s.at - 1, last, "permanent", whole}
	case s.t.Type == tokIllegal && s.want == endOfLine: // until start of X's
		from := s.at
		for from > s.head && s.value(from-1) != "until" {
			from--
		}
		back := *s
		if back.at = from; from > s.head {
			return untilOtherwise(&back, s.tokens[from:last])
		}
		return nil
	case !strings.HasPrefix(s.want, "a duration"):
		return nil
	case strings.HasPrefix(s.t.Value, "jusqu"):
		m := untilOtherwise(s, words)
		if m != nil && m.text != "permanent" {
			m.text = "until " + m.text
		}
		return m
	case slices.Contains([]string{"forever", "permanently", "always", "toujours"}, s.t.Value):
		return s.instead("permanent", "")
	case (s.t.Value == "during" || s.t.Value == "pendant" || s.t.Value == "durant") && (s.token(s.at+1).Type == tokInt || tongue.Digits(say(1)) != ""):
		return &mend{s.at, s.at + 1, "for", "so many turns are said with for, as in for 2 SPAN"}
	}
	return nil
}

// whole is told where something is to last until the end.
const whole = "what lasts until the game is over is permanent"

// spans are what French calls how long something lasts, and what rules do.
var spans = map[string]string{"tour": "turn", "manche": "round", "partie": "game"}

// untilOtherwise is what stands behind until, in other words: `its next turn`, `next turn of X`, `the end of its turn`, `the end`; and
// `permanent` for that.
func untilOtherwise(s *scene, words []lexer.Token) *mend {
	var edge, start, next, whose bool
	var span, of string
	for i, t := range words {
		switch word := t.Value; word {
		case "the", "fin", "la", "le":
			edge = edge || word == "fin"
		case "start", "beginning", "debut":
			start = true
		case "of", "de", "du":
			if span != "" && i+1 < len(words) {
				of = s.text(s.at+i+1, s.at+len(words))
			}
		case "end":
			edge = true
		case "next", "prochain", "prochaine", "suivant":
			next = true
		case "its", "his", "her", "their", "son", "sa":
			whose = true
		default:
			if t.Type == tokIllegal && i > 0 { // X's
				of, span = words[i-1].Value, ""
				continue
			}
			if strings.HasPrefix(word, "jusqu") {
				edge = strings.Contains(word, "fin")
			} else if span == "" {
				span = cmp.Or(spans[word], word)
			}
		}
		if of != "" && span != "" {
			break
		}
	}
	end := s.at
	if s.value(s.at-1) == "until" {
		end--
	}
	if to := slices.IndexFunc(s.line, func(t lexer.Token) bool { return t.Value == "to" }); (whose || next && span != "round") && of == "" && to >= 0 && s.head+to+1 < end {
		of = s.text(s.head+to+1, end)
	}
	if edge && (span == "" || span == "game") {
		return &mend{s.at, s.at + len(words), "permanent", whole}
	}
	if span == "" || span == "used" || !edge && !start && !next {
		return nil
	}
	text := "start of "
	if edge {
		text = "end of "
	}
	if next {
		text += "next "
	}
	if text += span; of != "" {
		text += " of " + of
	}
	return &mend{s.at, s.at + len(words), text, "say whether it lasts until the start or the end of it, and whose it is, as in until start of next " + span + " of X"}
}

// often is how often something may be done, in other words.
func often(s *scene) *mend {
	if s.value(s.head) != "limit" || s.at == s.head {
		return nil
	}
	const say = "how often something may be done is said as in limit once per KEY per SPAN"
	switch {
	case s.at == s.head+3 && s.value(s.head+1) == ":" || s.t.Value == ":" && s.at == s.head+1:
		return &mend{s.head + 1, s.head + 2, "", "limit is no name: it stands without a sign"}
	case (s.t.Value == "time" || s.t.Value == "times") && s.token(s.at-1).Type == tokInt:
		return s.instead("", say)
	case s.want == endOfLine && (s.t.Value == "each" || s.t.Value == "every" || s.t.Value == "a"):
		return s.instead("per", say)
	case s.value(s.at-2) == "each" && s.wants(`"in"`):
		return &mend{s.at - 2, s.at - 1, "per", say}
	}
	return nil
}

// askedOtherwise is a condition in other signs and words.
func askedOtherwise(s *scene) *mend {
	before, next := s.value(s.at-1), s.value(s.at+1)
	condition := s.wants(`"{"`) && (s.hookOf(s.at) != "" && asks(s) || s.value(s.head) == "if") || s.want == endOfLine && (s.value(s.head) == "expect" || s.value(s.head) == "require" || asks(s))
	end := s.at
	for end < s.ends() && s.value(end) != "{" && s.t.Pos.Line == s.token(end).Pos.Line {
		end++
	}
	switch {
	case s.t.Value == "=" && (next == "!" || next == "<" || next == ">") && s.token(s.at+1).Pos.Offset == s.t.Pos.Offset+1:
		return &mend{s.at, s.at + 2, map[string]string{"!": "!=", "<": "<=", ">": ">="}[next], "a comparison is written with a sign: >, >=, <, <=, == or !="}
	case s.t.Value == "is" && next == "not", (s.t.Value == "does" || s.t.Value == "do") && next == "not":
		return &mend{s.at, s.at + 2, "!=", "a comparison is written with a sign: >, >=, <, <=, == or !="}
	case s.t.Value == "isnt" || s.t.Value == "isn":
		return s.instead("!=", "")
	case s.t.Value == "is" && s.token(s.at+1).Type == tokIdent && (s.value(s.at+2) == "of" || s.value(s.at+2) == "to"):
		return &mend{s.at - 1, s.at + 4, s.text(s.at-1, s.at+4), "what is asked is a comparison, or a function: " + next + "(" + before + ", " + s.value(s.at+3) + ") where there is one"}
	case s.t.Value == ".." && (s.value(s.head) == "if" || asks(s)) && s.token(s.at-1).Type == tokInt && s.token(s.at+1).Type == tokInt:
		if name := subjectBefore(s, "in"); name != "" {
			from := s.at - 2 - strings.Count(name, ".")*2 - 1
			return &mend{from, s.at + 2, name + " >= " + before + " && " + name + " <= " + next, "a number between two is asked for with >= and <="}
		}
	case condition && s.t.Value == "..":
		name := subjectBefore(s, "in")
		if name == "" {
			return nil
		}
		from := s.at - 2 - strings.Count(name, ".")*2 - 1
		return &mend{from, s.at + 2, name + " >= " + before + " && " + name + " <= " + next, "a number between two is asked for with >= and <="}
	case condition && s.t.Value == "," && s.value(s.at+2) == ":" && s.value(s.parsing.head(s.opener(s.at))) == "choose":
		return s.instead(";", "what stands on one line is parted by ;")
	case condition && s.t.Value == "when", condition && s.t.Value == "," && s.value(s.head) != "given" && s.opener(s.at) >= 0:
		text := " &&"
		if s.t.Value == "when" {
			text = "&&"
		}
		return s.instead(text, "what must all be true is joined by &&")
	case s.t.Type != tokIdent && strings.HasSuffix(s.t.Value, "+") && strings.Trim(s.t.Value, "0123456789") == "+" && s.token(s.at-1).Type == tokIdent && s.wants(`"{"`):
		return s.instead(">= "+strings.TrimSuffix(s.t.Value, "+"), "a comparison is written with a sign: >, >=, <, <=, == or !=")
	case condition && s.t.Value == ":" && next == "{":
		return s.instead("", "")
	case s.want == endOfLine && s.t.Type == tokIdent && s.token(s.at-1).Type == tokInt && !reserved[s.t.Value] && s.at+1 == s.ends() && !strings.HasPrefix(s.t.Value, "d"):
		return s.instead("", "a number stands without its unit")
	}
	return nil
}

// subjectBefore is the name before a word that stands before the last value.
func subjectBefore(s *scene, word string) string {
	at := s.at - 2
	if s.value(at) != word {
		return ""
	}
	from := at - 1
	for from-2 >= s.head && s.value(from-1) == "." {
		from -= 2
	}
	return s.text(from, at)
}

// fieldOtherwise is a field that is declared in other words.
func fieldOtherwise(s *scene) *mend {
	isNumber := func(i int) bool {
		return s.token(min(i, len(s.tokens)-1)).Type == tokInt || s.token(min(i, len(s.tokens)-1)).Type == tokNumber
	}
	before, next := s.value(s.at-1), s.value(s.at+1)
	switch {
	case s.want == endOfLine && s.t.Value == "from" && isNumber(s.at+1) && s.value(s.at+2) == "to":
		return &mend{s.at, s.at + 4, "in " + next + ".." + s.value(s.at+3), `got "from", want "in" before a range`}
	case s.want == endOfLine && s.t.Value == "[" && isNumber(s.at+1) && s.value(s.at+2) == ".." && s.value(s.at+4) == "]":
		return &mend{s.at, s.at + 5, " in " + s.text(s.at+1, s.at+4), `got "[", want "in" before a range`}
	case s.want == endOfLine && (s.t.Value == "default" || s.t.Value == "défaut") && isNumber(s.at+1):
		return s.instead("=", "")
	case s.want == endOfLine && s.value(s.at-2) == ":" && s.at-3 == s.head && (before == "stat" || before == "cell" || before == "derive"):
		return &mend{s.head, s.at, before + " " + s.value(s.head) + ":", "the word " + before + " stands before the name"}
	case s.at == s.head && (next == "is" || next == "est") && s.wants("a member") && isNumber(s.at+2):
		return &mend{s.at, s.at + 2, s.t.Value + ":", `got ` + describe(s.token(s.at+1)) + `, want ":" behind ` + describe(s.t)}
	case s.at == s.head && hooks[next] && s.value(s.at+2) == ":" && s.wants("a member") && !hooks[s.t.Value]:
		return &mend{s.at, s.at + 3, s.t.Value + ": " + next, "the word of a clause stands behind its label, as in " + s.t.Value + ": " + next}
	case s.t.Value == "{" && before == "always" && s.value(s.at-2) == ":" && s.at == s.head+3:
		return &mend{s.at - 1, s.at, "while true", "what always holds is said with while true"}
	case hooks[s.value(s.at-2)] && s.token(s.at).Type == tokIdent && slices.Contains([]string{"a", "an", "any", "un", "une"}, before):
		return &mend{s.at - 1, s.at + 1, s.t.Value, "an event stands without an article"}
	case s.head == s.index && s.value(s.index) == "enum" && s.t.Value == "=" && s.at == s.index+2:
		return &mend{s.at, s.ends(), "{ " + s.text(s.at+1, s.ends()) + " }", "the values of an enum stand between { and }"}
	case s.value(s.index) == "enum" && s.t.Type == tokString:
		end := s.at
		for end < len(s.tokens)-1 && (s.token(end).Type == tokString || s.value(end) == ",") {
			end++
		}
		return &mend{s.at, end, strings.ToLower(strings.ReplaceAll(s.text(s.at, end), `"`, "")), "the values of an enum are names, without quotes"}
	case s.t.Value == "/" && s.token(s.at-1).Type == tokString && (next == "en" || next == "fr"):
		return s.instead("", "")
	case s.value(s.head) == "require" && s.want == `":"` && s.at > s.head+1:
		return s.tell(s.head, s.at, "a requirement has a name, by which a refusal is told, as in require NAME: C")
	}
	return nil
}

// figured is what a clause about a function of the file makes of it, as a value or a sum.
func figured(s *scene) *mend {
	open := s.opener(s.at)
	if open < 0 || s.hookOf(open) != "while" {
		return nil
	}
	name := ""
	for i := open - 1; i > 0 && name == ""; i-- {
		if s.value(i-1) == "while" {
			name = s.value(i)
		}
	}
	line := s.line
	for len(line) > 0 && (line[0].Value == "return" || line[0].Value == "=" || line[0].Value == name) {
		line = line[1:]
	}
	if !slices.ContainsFunc(s.tokens, func(t lexer.Token) bool { return t.Value == name && s.value(s.parsing.at(t)-1) == "function" }) {
		return nil
	}
	switch said := s.text(s.ends()-len(line), s.ends()); {
	case len(line) == 1 && len(s.line) < 3 && (said == "true" || said == "false" || line[0].Type == tokInt):
		return &mend{s.head, s.ends(), "set to " + said, "what it is set to is said with set, as in set to " + said}
	case len(line) == 2 && (line[0].Value == "+" || line[0].Value == "-") && line[1].Type == tokInt:
		return &mend{s.head, s.ends(), "add " + strings.TrimPrefix(strings.ReplaceAll(said, " ", ""), "+"), "something is added with add N"}
	case s.value(s.head) == "set" && len(s.line) == 2:
		return &mend{s.head, s.ends(), "set to " + s.value(s.head+1), "what it is set to is said with set, as in set to " + s.value(s.head+1)}
	}
	return nil
}

// stopped is the end of what lasts, in other words: `end turn`, `pass`, `break`.
func stopped(s *scene) *mend {
	const say = "what lasts is ended with stop, as in stop SPAN"
	word, span := s.t.Value, s.ends()-1
	bare := span == s.at
	switch {
	case s.value(s.head) == "stop" && s.at == s.head+1 && s.want == "a name":
		return s.tell(s.head, s.at, say)
	case s.at == s.head && bare && word == "pass" && s.wants("a step"):
		return s.instead("answer pass", "what somebody answers stands behind answer")
	case s.at != s.head || !s.wants("a statement"):
		return nil
	case s.value(span) == "over" && span == s.at+1:
		span = s.at
	case !slices.Contains([]string{"pass", "end", "ends", "exit", "quit", "finish", "terminate", "abort", "break", "skip", "finir", "terminer", "quitter", "passer"}, word):
		return nil
	case span > s.at+2 || span == s.at+2 && !slices.Contains([]string{"the", "this", "le", "la"}, s.value(s.at+1)):
		return nil
	}
	if !bare {
		if isSpan(s, s.value(span)) {
			return &mend{s.at, s.ends(), "stop " + s.value(span), say}
		}
	} else if in := passed(s); word == "pass" && in != "" {
		return s.instead("stop "+in, say)
	}
	return s.tell(s.at, s.ends(), say)
}

// isSpan tells whether the file declares a span of a name.
func isSpan(s *scene, name string) bool {
	for i := range s.tokens {
		if s.value(i) == name && s.value(i-1) == "span" && s.token(i-1).Pos.Column == 1 {
			return true
		}
	}
	return false
}

// passed is the one span of the file in which somebody acts until he passes; "" where there is none, or more.
func passed(s *scene) (span string) {
	head := 0
	for i, t := range s.tokens {
		switch {
		case t.Pos.Column == 1:
			head = i
		case t.Value == "pass" && s.value(i-1) == "until" && s.value(head) == "span":
			if name := s.value(head + 1); span == "" || span == name {
				span = name
			} else {
				return ""
			}
		}
	}
	return span
}

// inZone is what lies in a zone, where a list is gone through.
func inZone(s *scene) *mend {
	zone := s.value(s.at - 1)
	if s.t.Value != "of" || s.value(s.head) != "each" || s.at != s.head+4 || !slices.ContainsFunc(s.tokens, func(t lexer.Token) bool {
		return t.Value == zone && s.value(s.parsing.at(t)-1) == "zone"
	}) {
		return nil
	}
	return s.tell(s.at-1, s.at+2, "a zone is where things lie, and no list of them; to list them let them lie on a thing of their own in the zone, as THING.items(KIND)")
}

// isDie tells whether a word is a die, as in d6.
func isDie(word string) bool {
	return len(word) > 1 && (word[0] == 'd' || word[0] == 'D') && strings.Trim(word[1:], "0123456789") == ""
}

// stepOtherwise is a step that contributes, or puts something on somebody, in other words.
func stepOtherwise(s *scene) *mend {
	word, next, last := s.t.Value, s.value(s.at+1), s.ends()-1
	switch {
	case s.value(s.head) == "throw" && s.at == s.head+2 && isDie(word):
		return &mend{s.at - 1, s.at + 1, word + " as " + s.value(s.at-1), "the dice stand before the name that they are given"}
	case s.value(s.head) == "throw" && s.at == s.head+1 && isDie(next):
		switch digits := tongue.Digits(word); {
		case digits != "":
			return s.instead(digits, "")
		case slices.Contains([]string{"a", "an", "the", "d", "D", "le", "les", "des"}, word):
			return s.instead("", strconv.Quote(word)+" is left out")
		}
		return &mend{s.at, s.at + 2, next + " as " + word, "the dice stand before the name that they are given"}
	case s.value(s.head) == "throw" && slices.Contains([]string{"named", "called", "comme", "into", "in", "nommé"}, word) && s.want == `"as"`:
		return s.instead("as", "")
	case (s.value(s.head) == "choose" || s.value(s.at-1) == "}") && s.wants(`"by"`) && (word == "for" || word == "from" || word == "of" || word == "pour"):
		return s.instead("by", "")
	case s.value(s.head) == "choose" && s.wants(`"by"`) && s.at == s.ends():
		said := s.text(s.head, s.at)
		return &mend{s.head, s.at, said, "say who chooses, as in " + said + " by bearer.owner"}
	case s.value(s.head) == "divide" && (s.t.Value == "round" || s.t.Value == "rounded") && (next == "up" || next == "down"):
		return s.instead("rounding", "")
	case s.value(s.head) == "give" && s.t.Value == "until", s.value(s.head) == "add" && (s.t.Value == "until" || s.t.Value == "permanent") && s.value(s.head+2) == "to", s.value(s.head) == "add" && s.value(s.at-2) == "to" && s.t.Value == "until":
		return &mend{s.head, s.head + 1, "apply", "a card is put on something with apply CARD to X"}
	case s.at != s.head || !s.wants("a statement"):
		return nil
	case (word == "+" || word == "-") && s.token(s.at+1).Type == tokInt && s.at+3 == s.ends() && s.token(last).Type == tokIdent:
		return s.change(s.value(last), word, next)
	case (word == "double" || word == "triple") && s.at+2 == s.ends():
		return &mend{s.at, s.ends(), "multiply " + next + " by " + map[string]string{"double": "2", "triple": "3"}[word], "something is multiplied with multiply FIELD by N"}
	case (word == "halve" || word == "half") && s.at+1 < s.ends():
		end := s.at + 1
		for end < s.ends() && s.value(end) != "rounding" {
			end++
		}
		rounding := " rounding up"
		if end < s.ends() {
			rounding = " " + s.text(end, s.ends())
		}
		return &mend{s.at, s.ends(), "divide " + s.text(s.at+1, end) + " by 2" + rounding, "something is halved with divide FIELD by 2 rounding up, or down"}
	case s.ends()-s.at == 3 && next == "*" && s.token(last).Type == tokInt:
		return &mend{s.at, s.ends(), "multiply " + word + " by " + s.value(last), "something is multiplied with multiply FIELD by N"}
	case next == "=" && s.value(s.at+2) == "throw" && s.token(s.at).Type == tokIdent:
		return &mend{s.at, s.ends(), s.text(s.at+2, s.ends()) + " as " + word, "what a step makes is named by the step, with as " + word}
	}
	return nil
}

// foreignStep is a step in other words.
func foreignStep(s *scene) *mend {
	switch {
	case s.at == s.head && s.wants("a statement") && slices.Contains([]string{"remove", "delete"}, s.t.Value) && s.at+2 == s.ends() && s.token(s.at+1).Type == tokIdent:
		return s.instead("destroy", "what leaves play for good is destroyed")
	case s.value(s.head) == "when" && s.at > s.head+1 && s.want == endOfLine && s.token(s.at).Type == tokPunct && among(s.line[s.at-s.head:], "{"):
		return &mend{s.head, s.head + 1, "if", "what is done only when something holds stands behind if"}
	case s.t.Value == "use" && s.wants(`"uses"`):
		return s.instead("uses", "")
	}
	return nil
}

// scriptOtherwise is a step of a script in other words.
func scriptOtherwise(s *scene) *mend {
	before, next := s.value(s.at-1), s.value(s.at+1)
	head := s.value(s.head)
	switch {
	case head == "expect" && (before == "that" || before == "que") && s.at == s.head+2:
		return &mend{s.at - 1, s.at, "", strconv.Quote(before) + " is left out"}
	case head == "expect" && s.t.Value == "should":
		if next == "be" || next == "equal" {
			return &mend{s.at, s.at + 2, "==", "what is expected is a comparison"}
		}
		return s.instead("==", "what is expected is a comparison")
	case head == "expect" && before == "not" && s.t.Value == "event":
		return &mend{s.at - 1, s.at, "no", "that something did not happen is said with expect no event"}
	case head == "expect" && s.t.Value == "," && s.want == endOfLine:
		return s.instead(" &&", "what must all be true is joined by &&")
	case s.at == s.head && s.wants("a step") && (s.t.Value == "then" || s.t.Value == "alors") && s.given(next) != nil:
		return s.instead("when", "what happens stands behind when")
	case s.at == s.head && s.wants("a step") && slices.Contains([]string{"assert", "attendre", "attends", "then", "check", "verify", "ensure", "alors"}, s.t.Value):
		return s.instead("expect", "what is to be true is said with expect")
	case (s.t.Value == "soit" || s.t.Value == "avec") && s.at == s.head && s.wants("a step") && next != "" && s.value(s.at+2) == "=" && among(s.line, "for", "at"):
		return s.instead("given", "")
	case head == "given":
		return givenOtherwise(s)
	case head == "answer" && s.t.Value == "," && s.at == s.head+2 && s.value(s.at+2) == ":":
		return s.instead("; answer", "what is done and what is chosen for it are two answers")
	case head == "answer" && s.t.Value == "," && s.at == s.head+2 && among(s.tokens[s.at-1:s.at], "yes", "no", "pass"):
		return s.instead("; answer", "each answer stands behind a word answer of its own")
	case head == "dice" && s.at == s.head+2 && s.t.Value == ":":
		return &mend{s.at - 1, s.at + 1, "", "the dice that fall stand behind dice, without a sign"}
	case s.head == s.index && s.value(s.index) == "use" && s.t.Value == ".":
		if s.at == s.index+1 {
			return &mend{s.at, s.at + 2, "", "a pack is used by its name, without a path"}
		}
		return &mend{s.at, s.ends(), "", "a pack is used by its name, without the end of a file's"}
	case s.value(s.index) == "use" && s.head == s.index && (s.t.Value == "and" || s.t.Value == "et" || s.t.Value == "&") && s.at > s.index+1:
		return s.instead(",", "")
	}
	return nil
}

// givenOtherwise is what is set up in other words.
func givenOtherwise(s *scene) *mend {
	before, next := s.value(s.at-1), s.value(s.at+1)
	named := s.at == s.head+2
	switch {
	case named && (s.t.Value == "is" || s.t.Value == "est" || s.t.Value == ":="):
		return s.instead("=", "")
	case named && s.t.Type == tokIdent && !reserved[s.t.Value] && spokenOf(s, s.t.Value) && !spokenOf(s, before):
		return &mend{s.at - 1, s.at + 1, s.t.Value + " = " + before, "what is set up has a name, as in given " + s.t.Value + " = " + before}
	case named && s.t.Type == tokIdent && !reserved[s.t.Value]:
		return &mend{s.at, s.at, "= ", "what is set up has a name, as in given " + before + " = " + s.t.Value}
	case s.at == s.head+4 && slices.Contains([]string{"new", "a", "an", "un", "une"}, before):
		return &mend{s.at - 1, s.at, "", strconv.Quote(before) + " is left out"}
	case s.want == endOfLine && (s.t.Value == "of" || s.t.Value == "by") && s.at == s.head+4:
		return s.instead("for", "whose it is stands behind for")
	case s.want == endOfLine && s.value(s.at-2) == "at" && (s.t.Type == tokInt || s.t.Type == tokNumber):
		return &mend{s.at - 1, s.at + 1, "(" + before + ", " + s.t.Value + ")", "a place is written (x, y)"}
	case s.want == endOfLine && s.t.Value == "," && s.value(s.at-2) == "for":
		return s.tell(s.at-2, s.ends(), "what one given sets up is of one player: the others' stand in another given")
	case s.want == endOfLine && s.t.Value == "," && next != "" && s.value(s.at+2) == "=":
		return s.instead("; given", "what is set up stands on a line of its own")
	}
	return nil
}

// saidCard is a card that is set up, or what it bears, as it is printed: several words, or a text in quotes.
func saidCard(s *scene) *mend {
	if s.value(s.head) != "given" {
		return nil
	}
	from, to := s.at, s.at+1
	for word := func(i int) bool {
		return s.token(i).Type == tokIdent && !reserved[s.value(i)] && meant[s.value(i)] == "" || s.value(i) == "-" && s.token(i+1).Type == tokIdent
	}; s.t.Type == tokIdent && s.want == endOfLine; {
		if from > s.head && word(from-1) {
			from--
		} else if to < s.ends() && word(to) {
			to++
		} else {
			break
		}
	}
	before := s.value(from - 1)
	if before != "=" && before != "with" && (before != "," || s.value(s.head+1) == "," || s.value(s.head+2) == ",") {
		return nil
	}
	switch {
	case s.t.Type == tokString && s.want == "a name":
	case to-from < 2 || reserved[s.t.Value] || meant[s.t.Value] != "":
		return nil
	}
	said := strings.Trim(s.text(from, to), `"`)
	id := strings.ToLower(strings.Join(strings.FieldsFunc(said, func(r rune) bool { return r == ' ' || r == '-' }), "_"))
	if printed := printedAs(s, said); printed != "" {
		return &mend{from, to, printed, "a card is named by its id, not as it is printed"}
	}
	return &mend{from, to, id, "a name is one word, with _ for a blank"}
}

// printedAs is the card of the file that is printed as a text; "" where none is.
func printedAs(s *scene, text string) string {
	head := 0
	for i := range s.tokens {
		switch t := s.token(i); {
		case t.Pos.Column == 1 && t.Type == tokIdent:
			head = i
		case t.Type == tokString && strings.EqualFold(strings.Trim(t.Value, `"`), text) && i > head+2 && s.token(head+1).Type == tokIdent:
			return s.value(head + 1)
		}
	}
	return ""
}

// spokenOf tells whether a name is spoken of again in the declaration, behind the line.
func spokenOf(s *scene, name string) bool {
	for i := s.ends(); i < len(s.tokens)-1 && (s.token(i).Pos.Column > 1 || s.token(i).Type != tokIdent); i++ {
		if s.value(i) == name && s.value(i-1) != "=" {
			return true
		}
	}
	return false
}
