package syntax

import "github.com/alecthomas/participle/v2/lexer"

// scene is where the parser stopped.
type scene struct {
	*parsing
	at   int           // the token that it did not want
	head int           // the first token of its line
	want string        // what it wanted
	t    lexer.Token   // the token at
	line []lexer.Token // from the first of the line to its end
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

// text is what stands from one token to another.
func (s *scene) text(from, to int) string {
	return s.span(s.tokens[from]).Join(s.span(s.tokens[to-1])).Text()
}

func (s *scene) value(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].Value
}

// ends is the index behind the line.
func (s *scene) ends() int { return s.head + len(s.line) }
