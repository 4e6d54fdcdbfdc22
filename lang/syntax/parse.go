package syntax

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Grammar is the grammar in EBNF: what participle prints of each production, and the tables.
func Grammar() string {
	sums := []string{
		"Root = Decl .", decls.grammar("Decl"), "Replaceable = " + strings.Join(replacements.names(), " | ") + " .",
		statements.grammar("Stmt"), "Plain = AssignStmt | CallStmt .", durations.grammar("Duration"), places.grammar("Place"),
		"FieldItem = (Clause | ActionMember | FieldMember | Line) LineEnd .", "ValueItem = (Clause | ActionMember | ValueMember | Line) LineEnd .",
		`LineEnd = (?= <eol> | "}" | <ident> ":" | "action" | "` + strings.Join(slices.Concat(HookWords, lines.firsts()), `" | "`) + `") .`,
		"ScriptItem = TextMember | Clause | ActionMember | Stmt .", clauses.ebnf(), actions.ebnf(), fields.ebnf(), values.ebnf(),
		heads.grammar("ClauseHead"), lines.grammar("Line"),
	}
	seen := map[string]bool{}
	var out strings.Builder
	for line := range strings.Lines(strings.Join(sums, "\n") + "\n") {
		if name, _, _ := strings.Cut(line, " = "); !seen[name] {
			seen[name] = true
			out.WriteString(line)
		}
	}
	return out.String()
}

// Parse parses a file. The tree holds every declaration that could be read; the list says what is
// wrong with the others, one diagnostic for each. A file that is too large or nested too deep gives
// no declarations at all, and one with more than 200 mistakes only those before the last of them.
func Parse(file *source.File) (*File, diag.List) {
	l := lex(file)
	p := &parsing{lexed: l, again: rereadable, out: &File{Source: file, Comments: l.comments, Cut: l.fatal}}
	for _, d := range l.diags {
		p.out.Slips = append(p.out.Slips, d.Span)
	}
	if !l.fatal {
		p.run()
	}
	p.diags.Sort()
	return p.out, p.diags
}

// parsing is the work on one file.
type parsing struct {
	*lexed
	out   *File
	index int // of the current declaration's first token
	again int // how many tokens may still be read once more, after a mistake
}

// rereadable is how much of a file is read again, to see what is left of it and what mends it.
const rereadable = 100_000 // tokens

// run parses one declaration after the other. After a mistake it goes on at the next name in column
// 1: any name, so that a misspelt word is reported rather than swallowed.
func (p *parsing) run() {
	peek, err := lexer.Upgrade(&replay{p.tokens})
	if err != nil {
		panic(err) // replay has no errors
	}
	lexical := p.diags // in the order of the text
	for {
		for peek.Peek().Type == tokEOL {
			peek.Next()
		}
		if peek.Peek().EOF() {
			return
		}
		start := peek.MakeCheckpoint()
		p.index = int(peek.RawCursor())
		d, err := p.decl(peek)
		if err == nil {
			p.out.Decls = append(p.out.Decls, d)
			continue
		}
		// Go back to the first token and on to the next declaration.
		next := p.index + 1
		for next < len(p.tokens)-1 && !(p.tokens[next].Type == tokIdent && p.tokens[next].Pos.Column == 1) {
			next++
		}
		p.report(err, next, lexical)
		f, _ := translate(err)
		p.rescue(f.token, next)
		if len(p.diags) >= maxMistakes {
			p.out.Cut = true
			p.diags.Stop(p.span(p.tokens[next]))
			return
		}
		peek.LoadCheckpoint(start)
		for int(peek.RawCursor()) < next {
			peek.Next()
		}
	}
}

// decl reads one declaration.
func (p *parsing) decl(peek *lexer.PeekingLexer) (Decl, error) {
	if err := p.begins(*peek.Peek()); err != nil {
		return nil, err
	}
	d, err := decls.read(peek)
	if t := *peek.Peek(); err == nil && !t.EOF() && t.Type != tokEOL {
		err = &failure{token: t, want: "the end of the line"}
	}
	if err != nil {
		return nil, err
	}
	return p.lower(d)
}

// begins refuses what cannot begin a declaration. Any word that is not of the language is taken for
// the kind of a card; whether there is such a kind is the checker's to say.
func (p *parsing) begins(t lexer.Token) error {
	if t.Type != tokIdent || reserved[t.Value] && !declarations[t.Value] {
		return &failure{token: t, want: "a declaration"}
	}
	return nil
}

// rescue reads what is left of a declaration after the mistake that was reported, at the token. The next
// declaration begins at token next.
func (p *parsing) rescue(wrong lexer.Token, next int) {
	tokens := p.tokens[p.index:next]
	if at := p.forgottenOpening(next); at >= 0 {
		brace := lexer.Token{Type: tokPunct, Value: "{", Pos: p.tokens[at].Pos}
		if d, err := p.read(slices.Insert(slices.Clone(tokens), at-p.index, brace)); err == nil {
			p.out.Decls = append(p.out.Decls, d)
			return
		}
	}
	whole, at := tokens, index(tokens, wrong)
	for {
		rest, lost := without(tokens, at)
		if p.again -= len(tokens); rest == nil || p.again < 0 {
			p.lose(whole)
			return
		}
		p.lose(lost)
		d, err := p.read(rest)
		if err == nil {
			p.lose(whole[:min(2, len(whole))])
			p.out.Decls = append(p.out.Decls, d)
			return
		}
		f, _ := translate(err)
		further := index(rest, f.token)
		if further == len(rest) || len(lost) == 0 || further <= index(rest, lost[0]) { // it comes of the mistake before
			p.lose(whole)
			return
		}
		p.report(err, next, nil)
		tokens, at = rest, further
	}
}

// read reads one declaration, which has to be all that the tokens are.
func (p *parsing) read(tokens []lexer.Token) (Decl, error) {
	last := tokens[len(tokens)-1]
	tokens = append(slices.Clip(tokens), lexer.Token{Type: lexer.EOF, Pos: last.Pos})
	peek, err := lexer.Upgrade(&replay{tokens})
	if err != nil {
		panic(err) // replay has no errors
	}
	return p.decl(peek)
}

// lose notes what could not be read.
func (p *parsing) lose(tokens []lexer.Token) {
	for _, t := range tokens {
		if t.Type == tokIdent {
			p.out.Broken = append(p.out.Broken, Name{Node: Node{At: p.span(t)}, Text: t.Value})
		}
	}
}

func (p *parsing) span(t lexer.Token) source.Span {
	return source.Span{File: p.file, Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}
}
