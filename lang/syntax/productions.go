package syntax

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Statements, members, durations, places and the heads of clauses are chosen by their first word, each
// in one table. What stands in a table is a grammar of its own, so that no alternatives are tried.

// form is one entry of a table: a word, and the production that begins with it.
type form[T any] struct {
	word string
	*production[T]
}

// production is the grammar of one node.
type production[T any] struct {
	name  string
	parse func(*lexer.PeekingLexer) (T, error)
	ebnf  func() string
}

// table is the forms of a sum; what begins with none of the words is read by rest, if there is one.
type table[T any] struct {
	forms []form[T]
	rest  *production[T]
	words map[string]*production[T]
}

func tableOf[T any](rest *production[T], forms ...form[T]) *table[T] {
	t := &table[T]{forms: forms, rest: rest, words: map[string]*production[T]{}}
	for _, f := range forms {
		t.words[f.word] = f.production
	}
	return t
}

// word is what a node begins with: a word, or two of which the second stands later; nothing, when it is a name here.
func (t *table[T]) word(lex *lexer.PeekingLexer) string {
	word := lex.Peek().Value
	switch {
	case t.words[word] == nil:
		return word
	case any(t) == any(statements) && isName(lex):
		return ""
	case any(t) == any(durations) && word == "for" && !forSpans(lex):
		return ""
	case word != "throw" && !softStatement[word]:
		return word
	case softStatement[word]:
		if next := ahead(lex, 2)[1]; next.Type != tokIdent && next.Type != tokInt {
			return ""
		}
		return word
	}
	here := lex.MakeCheckpoint()
	defer lex.LoadCheckpoint(here)
	if lex.Next(); lex.Peek().Value == "again" {
		return "throw again"
	}
	var last [2]string
	for t := lex.Peek(); !t.EOF() && t.Type != tokEOL && t.Value != "{" && t.Value != "}"; t = lex.Peek() {
		last = [2]string{last[1], t.Value}
		lex.Next()
	}
	if last[1] == "more" && last[0] != "as" && last[0] != "throw" {
		return "throw more"
	}
	return word
}

// isName tells whether the word that comes next is the name of what is written, or of the event that is called.
func isName(lex *lexer.PeekingLexer) bool {
	switch next := ahead(lex, 2)[1]; next.Value {
	case "=", "+=", "-=", ".":
		return true
	case "(":
		return !asked[lex.Peek().Value] && endsWithCall(lex)
	}
	return false
}

// endsWithCall tells whether the line, or what stands between braces, ends where the bracket is closed that follows.
func endsWithCall(lex *lexer.PeekingLexer) bool {
	here := lex.MakeCheckpoint()
	defer lex.LoadCheckpoint(here)
	lex.Next()
	for depth := 0; ; {
		switch t := lex.Peek(); {
		case t.EOF(), t.Type == tokEOL, t.Value == "{", t.Value == "}":
			return false
		case t.Value == "(":
			depth++
		case t.Value == ")":
			depth--
		}
		if lex.Next(); depth == 0 {
			t := lex.Peek()
			return t.EOF() || t.Type == tokEOL || t.Value == "}"
		}
	}
}

// read reads a node; what cannot begin one is left to who asked.
func (t *table[T]) read(lex *lexer.PeekingLexer) (T, error) {
	p := t.words[t.word(lex)]
	if p == nil || lex.Peek().Type != tokIdent {
		p = t.rest
	}
	if p == nil {
		var none T
		return none, participle.NextMatch
	}
	return p.parse(lex)
}

// productions are those of the table, each once.
func (t *table[T]) productions() []*production[T] {
	var out []*production[T]
	add := func(p *production[T]) {
		if p != nil && !slices.ContainsFunc(out, func(o *production[T]) bool { return o.name == p.name }) {
			out = append(out, p)
		}
	}
	for _, f := range t.forms {
		add(f.production)
	}
	add(t.rest)
	return out
}

func (t *table[T]) names() []string {
	var out []string
	for _, p := range t.productions() {
		out = append(out, p.name)
	}
	return out
}

// firsts are the words of the table, sorted; of two the first stands by itself, too.
func (t *table[T]) firsts() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(t.words)), func(w string) bool { return strings.Contains(w, " ") })
}

// grammar is the table in EBNF, with its productions.
func (t *table[T]) grammar(name string) string {
	out := []string{name + " = " + strings.Join(t.names(), " | ") + " ."}
	for _, p := range t.productions() {
		out = append(out, p.ebnf())
	}
	return strings.Join(out, "\n")
}

// on is a node that stands in the tree as it is read.
func on[N, T any](word string) form[T] { return form[T]{word, direct[N, T]()} }

// numbered is a node whose word a number follows: `for` alone begins no statement.
func numbered[T any](f form[T]) form[T] {
	p := *f.production
	p.parse = func(lex *lexer.PeekingLexer) (T, error) {
		if ahead(lex, 2)[1].Type != tokInt {
			var none T
			return none, participle.NextMatch
		}
		return f.parse(lex)
	}
	return form[T]{f.word, &p}
}

func direct[N, T any]() *production[T] {
	return produce(func(n *N) T { return any(n).(T) })
}

// produce makes a production of a grammar and of what the tree has in its place.
func produce[N, T any](node func(*N) T, more ...participle.Option) *production[T] {
	parser := sync.OnceValue(func() *participle.Parser[N] { return participle.MustBuild[N](append(slices.Clone(shared), more...)...) })
	typ := reflect.TypeFor[N]().Name()
	return &production[T]{
		name: strings.ToUpper(typ[:1]) + typ[1:],
		parse: func(lex *lexer.PeekingLexer) (T, error) {
			n, err := parser().ParseFromLexer(lex, participle.AllowTrailing(true))
			if err != nil {
				var none T
				return none, err
			}
			return node(n), nil
		},
		ebnf: func() string { return parser().String() },
	}
}

// The tables. They are filled by init, for productions hold each other.
var (
	statements *table[Stmt]
	durations  *table[Duration]
	places     *table[Place]
	heads      *table[ClauseHead]
	lines      *table[Member] // of any body, but for what begins with `NAME:`
	decls      *table[Decl]

	replacements *table[Decl] // what may stand after `replace`

	clauses, actions, fields, values *production[Member]
	calls                            *production[*Call]

	shared []participle.Option // the lexer and the tables, of every production
)
