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
	parser := sync.OnceValue(func() *participle.Parser[N] { return participle.MustBuild[N](append(options(), more...)...) })
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
