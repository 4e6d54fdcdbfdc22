package syntax

import (
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2/ebnf"
)

// participle tells what it expected as a piece of EBNF. To speak like a person we find out with what
// that piece may begin: the classical FIRST set, over the text of the grammar.

// plainly names the productions that are better named than spelt out.
var plainly = map[string]string{
	"Name": "a name", "Slice": "a value", "rawSlice": "a value", "Str": "a text in quotes", "dieText": "a die such as d10",
	"ruleID": "the id of a rule", "TypeExpr": "a type", "Stmt": "a statement", "FieldItem": "a member",
	"ValueItem": "a member", "ScriptItem": "a step", "Duration": "a duration", "Place": "a place", "TableRow": "a row",
	"Call": "a name", "<ident>": "a name", "<eol>": "the end of the line", "<string>": "a text in quotes", "Range": "a value",
	"TableKey": "a key", "Decl": "a declaration", "Replaceable": "a declaration",
}

// productions are those of the grammar, by name.
var productions = sync.OnceValue(func() map[string]*ebnf.Expression {
	grammar, err := ebnf.ParseString(Grammar())
	if err != nil {
		panic(err) // it is always the same
	}
	all := map[string]*ebnf.Expression{}
	for _, p := range grammar.Productions {
		all[p.Production] = p.Expression
	}
	return all
})

var firstsOf sync.Map // by EBNF: it is asked for at every key of what is not whole yet

// firsts returns with what the EBNF may begin: words and signs in quotes, names of things without. Nobody may change it.
func firsts(text string) []string {
	if known, ok := firstsOf.Load(text); ok {
		return known.([]string)
	}
	var out []string
	if piece, err := ebnf.ParseString("Piece = " + text + " ."); err == nil {
		set, _ := begins(piece.Productions[0].Expression)
		for _, s := range set {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	firstsOf.Store(text, slices.Clip(out))
	return slices.Clip(out)
}

// begins returns with what an expression may begin, and whether it may be empty.
func begins(e *ebnf.Expression) (set []string, empty bool) {
	for _, alternative := range e.Alternatives {
		open := true
		for _, t := range alternative.Terms {
			if open {
				var s []string
				s, open = beginsTerm(t)
				set = append(set, s...)
			}
		}
		empty = empty || open
	}
	return set, empty
}

func beginsTerm(t *ebnf.Term) (set []string, empty bool) {
	name := t.Name
	if t.Token != "" {
		name = "<" + t.Token + ">"
	}
	switch {
	case t.Group != nil && t.Group.Lookahead == ebnf.LookaheadAssertionNegative:
		return nil, true
	case t.Group != nil && t.Group.Lookahead == ebnf.LookaheadAssertionPositive:
		set, _ = begins(t.Group.Expr) // what is looked for says more than the name that follows
		return set, false
	case t.Group != nil:
		set, empty = begins(t.Group.Expr)
	case t.Literal != "":
		set = []string{t.Literal}
	case plainly[name] != "":
		set = []string{plainly[name]}
	case productions()[name] != nil:
		set, empty = begins(productions()[name])
	}
	return set, empty || t.Repetition == "?" || t.Repetition == "*"
}
