package syntax

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// phraseSort is on which lines a phrase stands.
type phraseSort int

const (
	anywhere    phraseSort = iota
	declaration            // the first line of a declaration
	head                   // the head of a clause
	step                   // of a clause or a script
	inWhile                // a step of a clause that contributes
	member                 // of a card, a kind or an event
	value                  // of a card
	script                 // a step of a test, odds, a scenario or a setup
)

// scene is where the parser stopped.
type scene struct {
	*parsing
	at   int           // the token that it did not want
	head int           // the first token of its line
	want string        // what it wanted
	t    lexer.Token   // the token at
	line []lexer.Token // from the first of the line to its end

	said          string // the line as phrases are held against it, with the first line of what it opens
	past          int    // the token that follows on it
	asked, ofSort [script + 1]bool
}

// mend is an edit of some tokens, and what is wrong, in other words than the parser's; there is nothing to edit when
// they stay as they are.
type mend struct {
	from, to int // tokens
	text     string
	say      string
}

// instead replaces the token, or some from it on.
func (s *scene) instead(text, say string) *mend { return &mend{s.at, s.at + 1, text, say} }

// tell says what is wrong with some tokens, and leaves them as they are: only their author can mend them.
func (s *scene) tell(from, to int, say string) *mend {
	return &mend{from, to, s.text(from, to), say}
}

// wants tells whether something is among what the parser wanted.
func (s *scene) wants(what string) bool { return strings.Contains(s.want, what) }

// text is what stands from one token to another; "" where there are none.
func (s *scene) text(from, to int) string {
	if from < 0 || from >= to || to > len(s.tokens) {
		return ""
	}
	return s.span(s.tokens[from]).Join(s.span(s.tokens[to-1])).Text()
}

func (s *scene) value(i int) string { return s.token(i).Value }

// token is the token at an index; one of no type and no text where there is none.
func (p *parsing) token(i int) lexer.Token {
	if i < 0 || i >= len(p.tokens) {
		return lexer.Token{}
	}
	return p.tokens[i]
}

// among tells whether one of some texts stands among tokens.
func among(tokens []lexer.Token, texts ...string) bool {
	return slices.ContainsFunc(tokens, func(t lexer.Token) bool { return slices.Contains(texts, t.Value) })
}

// ends is the index behind the line.
func (s *scene) ends() int { return s.head + len(s.line) }

// rowText is told of a row of a table, once for all of them.
const rowText = "this is a row of a table: `kdsl new KIND --printed FILE` begins cards from a table or a printed sheet"

// asks tells whether what stands before in the line is a condition.
func asks(s *scene) bool {
	for i := s.at - 1; i >= s.head; i-- {
		switch s.value(i) {
		case "{", "}":
			return false
		case "when", "while", "becomes", "where", "require":
			return true
		}
	}
	return false
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
	for at > 0 && s.token(at-1).Type != tokEOL && s.value(at-1) != "{" {
		at--
	}
	return s.token(at).Pos.Column == 1
}
