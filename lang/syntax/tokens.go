package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// The leaves of the tree read their tokens themselves.

// failure is an error of the leaves and of lowering: at a token, in kdsl's words.
type failure struct {
	code  string
	token lexer.Token
	text  string // the whole message, or
	want  string // what would have been right; the message says what was there
}

func (f *failure) Error() string            { return f.Message() }
func (f *failure) Position() lexer.Position { return f.token.Pos }
func (f *failure) Message() string {
	if f.text != "" {
		return f.text
	}
	return "want " + f.want
}

// Parse reads one identifier.
func (n *Name) Parse(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	if t.Type != tokIdent {
		return participle.NextMatch
	}
	from := lex.RawCursor()
	lex.Next()
	n.Text, n.Tokens = t.Value, lex.Range(from, lex.RawCursor())
	return nil
}

// Parse reads a text in quotes and resolves \", \\ and \n.
func (s *Str) Parse(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	if t.Type != tokString {
		return participle.NextMatch
	}
	from := lex.RawCursor()
	lex.Next()
	s.Tokens = lex.Range(from, lex.RawCursor())
	_, first := utf8.DecodeRuneInString(t.Value)
	_, last := utf8.DecodeLastRuneInString(t.Value)
	inner := t.Value[first : len(t.Value)-last]
	if strings.IndexByte(inner, '\\') < 0 {
		s.Text = inner
		return nil
	}
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' || i+1 == len(inner) { // of a text that nothing closes
			b.WriteByte(inner[i])
			continue
		}
		i++
		switch inner[i] {
		case '"', '\\', '{', '}':
			b.WriteByte(inner[i])
		case 'n':
			b.WriteByte('\n')
		default:
			return &failure{code: "bad-string", token: t, text: `got "\` + inner[i:i+1] + `" in a text, want \", \\, \{, \} or \n`}
		}
	}
	s.Text = b.String()
	return nil
}

// Parse reads an expression: everything up to a line end, a brace, `,`, `=>`, `..`, an assignment or
// a closing bracket that was not opened here; and up to a word that stands where an operator would,
// for such a word can only belong to the statement.
func (s *Slice) Parse(lex *lexer.PeekingLexer) error {
	from := lex.RawCursor()
	var open nest
	var last lexer.Token // the last token taken
	ternary := 0
scan:
	for {
		t := *lex.Peek()
		if ends, err := open.take(t); err != nil {
			return err
		} else if ends {
			break
		}
		operand := last.Value != "" && endsOperand(last)
		switch {
		case t.Type == tokPunct:
			switch t.Value {
			case ",", "=>", "..", "=", "+=", "-=":
				if len(open) == 0 {
					break scan
				}
			case "?":
				ternary++
			case ":":
				if len(open) == 0 && ternary == 0 {
					break scan
				}
				ternary--
			case "*": // the next row of a table
				if len(open) == 0 && operand && slices.Contains([]string{",", "=>"}, ahead(lex, 2)[1].Value) {
					break scan
				}
			}
		case len(open) > 0, last.Value == ".", t.Type == tokInch && operand:
		case operand && equates(lex): // the checker knows better what is meant
			if lex.Next(); lex.Peek().Value == "not" {
				lex.Next()
			}
			last = lexer.Token{Type: tokPunct, Value: "=="}
			continue
		case operand && t.Value != "in", !operand && connects(lex):
			break scan
		case last.Value == "" && fieldEnds[t.Value]:
			next := ahead(lex, 2)[1]
			if next.Type == tokIdent && next.Value != "in" || next.Type == tokInt || next.Type == tokNumber {
				break scan // as in `layers traits`, it joins parts of a statement and is no value itself
			}
		}
		last = t
		lex.Next()
	}
	if last.Value == "" {
		return participle.NextMatch
	}
	if !endsOperand(last) {
		return &failure{token: *lex.Peek(), want: "a value"}
	}
	s.Tokens = lex.Range(from, lex.RawCursor())
	return nil
}

// equates tells whether a name is compared with a word, as in `x is y`, at the end of a condition or of a part of it.
func equates(lex *lexer.PeekingLexer) bool {
	t := ahead(lex, 4)
	if t[0].Value != "is" && t[0].Value != "est" {
		return false
	}
	n := 1
	if t[n].Value == "not" {
		n++
	}
	end := t[n+1]
	return t[n].Type == tokIdent && !reserved[t[n].Value] && (end.EOF() || end.Type == tokEOL || slices.Contains([]string{"{", "}", ")", "&&", "||", "?"}, end.Value))
}

// connects tells whether the next word, where a value may stand, joins parts of a statement: then a value follows
// it. A name is followed by an operator, or by nothing of the expression.
func connects(lex *lexer.PeekingLexer) bool {
	if t := lex.Peek(); t.Type != tokIdent || !connecting[t.Value] {
		return false
	}
	t := ahead(lex, 3)
	switch next := t[1]; {
	case next.EOF(), next.Type == tokEOL:
		return false
	case next.Type == tokIdent:
		return next.Value != "in" && !connecting[next.Value]
	case next.Type != tokPunct:
		return true
	case next.Value == "-":
		return apart(*t[0], *next) && !apart(*next, *t[2])
	default:
		return next.Value == "!" || next.Value == "[" && apart(*t[0], *next) || next.Value == "(" && t[0].Value != "during"
	}
}

// apart tells whether there is a blank between two tokens.
func apart(a, b lexer.Token) bool { return a.Pos.Offset+len(a.Value) < b.Pos.Offset }

// nest is the brackets that are open in an expression.
type nest []lexer.Token

// take follows the brackets. An expression ends with its line, at a brace, and before a bracket that closes
// none of its own.
func (n *nest) take(t lexer.Token) (ends bool, err error) {
	open := *n
	switch {
	case t.EOF(), t.Type == tokEOL, t.Value == "{", t.Value == "}":
		if len(open) > 0 {
			return true, unclosed(open)
		}
		return true, nil
	case t.Type == tokIllegal:
		return true, &failure{token: t, want: "a value"}
	case t.Value == "(", t.Value == "[":
		*n = append(open, t)
	case t.Value == ")", t.Value == "]":
		if len(open) == 0 {
			return true, nil
		}
		if open[len(open)-1].Value[0] != opener(t.Value[0]) {
			return true, unclosed(open)
		}
		*n = open[:len(open)-1]
	}
	return false, nil
}

var nothing lexer.Token

// ahead is the next n tokens, at most five; behind the last they are empty.
func ahead(lex *lexer.PeekingLexer, n int) (out [5]*lexer.Token) {
	here := lex.MakeCheckpoint()
	defer lex.LoadCheckpoint(here)
	out = [5]*lexer.Token{&nothing, &nothing, &nothing, &nothing, &nothing}
	for i := range n {
		if out[i] = lex.Peek(); out[i].EOF() {
			break
		}
		lex.Next()
	}
	return out
}

func unclosed(open []lexer.Token) error {
	t := open[len(open)-1]
	want := ")"
	if t.Value == "[" {
		want = "]"
	}
	return &failure{token: t, text: "\"" + t.Value + "\" is not closed, want \"" + want + "\""}
}

// rawSlice is a value on a card: whatever stands up to the line end, `}`, the next `NAME:` or word of members.
type rawSlice struct{ Slice }

// Parse reads the value as it stands.
func (s *rawSlice) Parse(lex *lexer.PeekingLexer) error {
	from := lex.RawCursor()
	var open nest
	var last lexer.Token
	alone := false
	for {
		t := *lex.Peek()
		if ends, err := open.take(t); err != nil {
			return err
		} else if ends && (t.Value == ")" || t.Value == "]") {
			return &failure{token: t, want: "a value"}
		} else if ends {
			break
		}
		if t.Type == tokIdent && len(open) == 0 && (last.Value == "" || endsOperand(last) || alone) {
			next := ahead(lex, 2)[1].Value
			if next == ":" || last.Value != "" && !hooks[t.Value] && beginsMember(t.Value+" "+next) { // what a hook stands behind is meant for its head
				break
			}
		}
		alone = last.Value == "" && t.Value == "-" // nothing is printed
		last = t
		lex.Next()
	}
	if last.Value == "" {
		return participle.NextMatch
	}
	s.Tokens = lex.Range(from, lex.RawCursor())
	return nil
}

// forPlayer is `for P`.
type forPlayer struct{ Slice }

// Parse reads a player, unless it is a duration.
func (f *forPlayer) Parse(lex *lexer.PeekingLexer) error {
	if lex.Peek().Value != "for" || forSpans(lex) {
		return participle.NextMatch
	}
	lex.Next()
	return f.Slice.Parse(lex)
}

// forSpans tells whether what comes next is `for N SPAN`: behind the value stands a name.
func forSpans(lex *lexer.PeekingLexer) bool {
	here := lex.MakeCheckpoint()
	defer lex.LoadCheckpoint(here)
	lex.Next()
	var times Slice
	err := times.Parse(lex)
	next := lex.Peek()
	return err == nil && next.Type == tokIdent && !connecting[next.Value]
}

// dieText is the `d10` or `d(EXPR)` of a throw. Its tokens begin at the d.
type dieText struct {
	Slice
}

// Parse reads the faces of a die.
func (d *dieText) Parse(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	if t.Type != tokIdent || t.Value[0] != 'd' || strings.Trim(t.Value[1:], "0123456789") != "" {
		return participle.NextMatch
	}
	from := lex.RawCursor()
	lex.Next()
	if t.Value == "d" {
		if lex.Peek().Value != "(" {
			return &failure{token: *lex.Peek(), want: "the faces of the die, as in d10 or d(n)"}
		}
		var faces Slice
		if err := faces.Parse(lex); err != nil {
			return err
		}
	}
	d.Tokens = lex.Range(from, lex.RawCursor())
	return nil
}

// ruleID is an id of a rulebook: names and numbers joined by dashes, without blanks.
type ruleID struct{ Name }

// Parse reads the joined tokens.
func (id *ruleID) Parse(lex *lexer.PeekingLexer) error {
	if lex.Peek().Type != tokIdent {
		return participle.NextMatch
	}
	from := lex.RawCursor()
	end := lex.Peek().Pos.Offset
	for {
		t := lex.Peek()
		joins := t.Type == tokIdent || t.Type == tokInt || t.Type == tokNumber || t.Value == "-" || t.Value == "."
		if !joins || t.Pos.Offset != end {
			break
		}
		end += len(t.Value)
		id.Text += t.Value
		lex.Next()
	}
	id.Tokens = lex.Range(from, lex.RawCursor())
	return nil
}

// beginsMember tells whether a text, which a name begins, begins a member with a word of its own, by what follows the
// word: a name is followed by an operator, or by a word that joins parts of a statement.
func beginsMember(text string) bool {
	word := text[:source.NameLen(text)]
	rest := strings.TrimLeft(text[len(word):], " \t")
	next := rest[:source.NameLen(rest)]
	switch {
	case !hooks[word] && !slices.Contains(memberWords, word) && !slices.Contains(softMemberWords, word):
		return false
	case word == "do":
		return strings.HasPrefix(rest, "{")
	case word == "choose", word == "ordered":
		return next == "by"
	case word == "one":
		return next == "per"
	}
	return next != "" && !connecting[next] || strings.HasPrefix(rest, `"`)
}
