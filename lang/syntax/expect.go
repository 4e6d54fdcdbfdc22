package syntax

import (
	"strconv"
	"strings"
	"sync"
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

var productions = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(Grammar()) {
		if name, body, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), " ."), " = "); ok {
			all[name] = body
		}
	}
	return all
})

// firsts returns with what the EBNF may begin: words and signs in quotes, names of things without.
func firsts(text string) []string {
	r := &ebnfReader{rest: text}
	set, _ := r.choice()
	var out []string
	seen := map[string]bool{}
	for _, s := range set {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// ebnfReader reads a piece of EBNF from left to right; each method returns what its piece may begin
// with and whether the piece may be empty.
type ebnfReader struct{ rest string }

func (r *ebnfReader) choice() (set []string, empty bool) {
	for {
		s, e := r.sequence()
		set, empty = append(set, s...), empty || e
		r.blanks()
		if !strings.HasPrefix(r.rest, "|") {
			return set, empty
		}
		r.rest = r.rest[1:]
	}
}

func (r *ebnfReader) sequence() (set []string, empty bool) {
	empty = true
	for {
		r.blanks()
		if r.rest == "" || r.rest[0] == ')' || r.rest[0] == '|' {
			return set, empty
		}
		s, e := r.term()
		if empty {
			set, empty = append(set, s...), e
		}
	}
}

func (r *ebnfReader) term() (set []string, empty bool) {
	switch {
	case strings.HasPrefix(r.rest, "(?!"):
		r.rest = r.rest[3:]
		r.choice()
		r.close()
		return nil, true
	case strings.HasPrefix(r.rest, "(?="):
		// What is looked for says more than the name that follows.
		r.rest = r.rest[3:]
		set, _ = r.choice()
		r.close()
		return set, false
	case r.rest[0] == '(':
		r.rest = r.rest[1:]
		set, empty = r.choice()
		r.close()
	case r.rest[0] == '"':
		quoted, err := strconv.QuotedPrefix(r.rest)
		if err != nil {
			r.rest = ""
			return nil, true
		}
		r.rest = r.rest[len(quoted):]
		set = []string{quoted}
	default:
		end := strings.IndexAny(r.rest, " ()|?*+!")
		if end <= 0 {
			end = 1
			if !strings.ContainsAny(r.rest, " ()|?*+!") {
				end = len(r.rest)
			}
		}
		name := r.rest[:end]
		r.rest = r.rest[end:]
		if plain, ok := plainly[name]; ok {
			set = []string{plain}
		} else if body, ok := productions()[name]; ok {
			set, empty = (&ebnfReader{rest: body}).choice()
		}
	}
	for r.rest != "" && strings.IndexByte("?*+!", r.rest[0]) >= 0 {
		empty = empty || r.rest[0] == '?' || r.rest[0] == '*'
		r.rest = r.rest[1:]
	}
	return set, empty
}

func (r *ebnfReader) blanks() { r.rest = strings.TrimLeft(r.rest, " ") }

func (r *ebnfReader) close() {
	r.blanks()
	r.rest = strings.TrimPrefix(r.rest, ")")
}
