package syntax

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// What is said where the word of a clause stands wrongly, or another word in its place.

// ended is how many tokens say `at the end of` or the like from one on; 0 when none do.
func (p *parsing) ended(from int) int {
	n := 0
	for ; from+n < len(p.tokens)-1; n++ {
		switch p.tokens[from+n].Value {
		case "at", "the", "end":
			continue
		case "of":
			if n > 0 && p.tokens[from+n-1].Value == "end" {
				return n + 1
			}
		}
		return 0
	}
	return 0
}

// misspeltClause reports the word of a labelled clause, when it is nearly one of the words: `LABEL: WORD
// EVENT` was then read as a field and its value.
func (p *parsing) misspeltClause(at int) bool {
	word := p.clauseAt(at)
	if word < 0 || word > at {
		return false
	}
	t, labelled := p.tokens[word], p.tokens[max(word-1, 0)].Value == ":"
	if n := p.ended(word); n > 0 && labelled && p.token(word+n+1).Value != "of" {
		d := p.diags.Errorf("bad-syntax", p.over(p.tokens[word:word+n]), "got %q, want the word of a clause: the end of something is after it", p.over(p.tokens[word:word+n]).Text())
		d.Mend(diag.Replace(d.Span, "after", "write after"))
		return true
	}
	near, next := cmp.Or(meantHook[t.Value], meant[t.Value]), p.tokens[word+1]
	switch {
	case labelled && word == at:
		return false
	case labelled && near == "":
		near = oneEdit(t.Value, HookWords)
	case !labelled && (!hooks[near] && near != "when" || !slices.Contains([]string{"(", "{", "when"}, p.token(word+2).Value)):
		return false
	case near == "when":
		near = meantHook[near]
	}
	if t.Type != tokIdent || next.Type != tokIdent || reserved[t.Value] && meantHook[t.Value] == "" || near == "" {
		return false
	}
	if near == "after" && p.contributes(word) {
		near = "while"
	}
	for i := word + 1; i < at; i++ {
		if hooks[p.tokens[i].Value] { // the condition stands before the event
			return false
		}
	}
	if follows := p.token(word + 2); near == "after" || near == "while" && meantHook[t.Value] == "after" {
		if follows.Type == tokIdent && !slices.Contains([]string{"when", "during", "may", "or", "as"}, follows.Value) && meant[follows.Value] == "" && follows.Value != "if" {
			p.diags.Errorf("bad-syntax", p.span(t), "a clause names an event and, in brackets, what is given to it, as in EVENT(FIELD: bearer)")
			return true
		}
	}
	if t.Value == "can" && next.Value == "not" {
		p.diags.Errorf("bad-syntax", p.span(t).Join(p.span(next)), "got \"can not\", want the word of a clause").Rewrite(near)
		return true
	}
	if said := p.conditionWord(word); said.File != nil {
		d := p.diags.Errorf("bad-syntax", p.span(t).Join(said), "got %s, want the word of a clause", describe(t))
		meant := near + p.file.Text[p.span(t).End:said.Start] + "when"
		d.Rewrite(meant)
		return true
	}
	p.diags.Errorf("bad-syntax", p.span(t), "got %s, want the word of a clause", describe(t)).Suggest(near)
	return true
}

// contributes tells whether a step of the clause with a word contributes.
func (p *parsing) contributes(word int) bool {
	open := word
	for p.token(open).Value != "{" && p.token(open).Type != tokEOL && open < len(p.tokens)-1 {
		open++
	}
	if p.token(open).Value != "{" {
		return false
	}
	for i := open + 1; i < after(p.tokens, open); i++ {
		if t := p.tokens[i]; contributions[t.Value] && (p.tokens[i-1].Type == tokEOL || p.tokens[i-1].Value == "{") {
			return true
		}
	}
	return false
}

// scripts are the words of declarations whose lines are steps.
var scripts = wordSet([]string{"test", "odds", "scenario", "setup"})

var contributions = wordSet([]string{"add", "set", "raise", "cap", "multiply", "divide"})

// conditionWord is where a word that is meant for when stands behind the event of a clause; nowhere if there is none.
func (p *parsing) conditionWord(word int) (at source.Span) {
	end := word + 2
	if p.token(end).Value == "(" {
		end = after(p.tokens, end)
	}
	if t := p.token(end); t.Value == "if" || meant[t.Value] == "if" || meant[t.Value] == "when" || meant[t.Value] == "&&" {
		return p.span(t)
	}
	return at
}

// clauseAt is the index of what stands where the word of a clause does, on the line of a body of a declaration before a
// token: behind a label, or first; -1 where there is none.
func (p *parsing) clauseAt(at int) int {
	head := p.head(at)
	for i := at - 2; i > head; i-- {
		if p.tokens[i].Value == ":" && p.tokens[i-1].Type == tokIdent && (i-1 == head || p.tokens[i-2].Type == tokString) {
			return i + 1
		}
	}
	if open := p.opener(at); open >= 0 && p.head(open) == p.index && !scripts[p.tokens[p.index].Value] {
		return head
	}
	return -1
}

// hookOf is the word of the clause in whose head the token stands, or "".
func (p *parsing) hookOf(at int) string {
	head := p.head(at)
	for i := at - 1; i >= head; i-- {
		if hooks[p.tokens[i].Value] && (i == head || p.tokens[i-1].Value == ":" || p.tokens[i-1].Type == tokString) {
			return p.tokens[i].Value
		}
	}
	return ""
}
