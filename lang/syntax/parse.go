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
func Parse(file *source.File) (*File, diag.List) { return ParseTo(Whole, file) }

// ParseTo parses a file to a depth.
func ParseTo(depth Depth, file *source.File) (*File, diag.List) { return ParseAfter(nil, depth, file) }

// ParseAfter parses a file to a depth, and reads nothing again that stands in another, or an earlier one, of that depth.
func ParseAfter(before *File, depth Depth, file *source.File) (*File, diag.List) {
	l := lexTo(depth, file)
	var known Done
	tags := l.thrownFor()
	if !l.fatal {
		known = l.bodies(depth == Heads)
	}
	p := &parsing{lexed: l, known: before.known(), again: rereadable, out: &File{Source: file, Comments: l.comments, Cut: l.fatal, Words: l.words(), For: tags, Done: known}}
	for _, d := range l.diags {
		p.out.Slips = append(p.out.Slips, d.Span)
	}
	if !l.fatal {
		p.run()
	}
	p.silence(p.left)
	p.diags.Sort()
	return p.out, p.diags
}

// parsing is the work on one file.
type parsing struct {
	*lexed
	out   *File
	index int               // of the current declaration's first token
	known map[string]*sound // what has been read before
	left  []source.Span     // the scripts that are not read
	gone  []source.Span     // what of the current declaration was left out after a mistake
	again int               // how many tokens may still be read once more, after a mistake
}

// rereadable is how much of a file is read again, to see what is left of it and what mends it.
const rereadable = 100_000 // tokens

// run parses one declaration after the other. After a mistake it goes on at the next name in column
// 1: any name, so that a misspelt word is reported rather than swallowed.
func (p *parsing) run() {
	lexical := p.diags // in the order of the text
	for {
		for p.tokens[p.index].Type == tokEOL {
			p.index++
		}
		if p.tokens[p.index].EOF() {
			return
		}
		end, closed := p.extent()
		if p.depth < Whole && p.atScript() {
			if !closed { // what comes next is where that is said
				end = p.next()
			}
			p.left = append(p.left, p.over(p.tokens[p.index:end]))
			p.index = end
			continue
		}
		err := p.declaration(end)
		if err == nil {
			p.index = end
			continue
		}
		next, said := p.next(), len(p.diags)
		p.gone = nil
		p.report(err, next, lexical)
		f, _ := translate(err)
		var fix *diag.Edit
		if said < len(p.diags) {
			fix = p.diags[said].Edit()
		}
		p.rescue(f.token, fix, next)
		if fix == nil && p.at(f.token) == p.index+1 && (f.token.Type == tokInt || f.token.Type == tokNumber) && said < len(p.diags) { // it has a name that nobody knows
			p.out.Cut = true
		}
		if len(p.diags) >= maxMistakes {
			p.out.Cut = true
			p.diags.Stop(p.span(p.tokens[next]))
			return
		}
		p.index = next
	}
}

// atScript says whether the current declaration is a script, or replaces one.
func (p *parsing) atScript() bool {
	word := p.tokens[p.index].Value
	if word == "replace" {
		word = p.tokens[p.index+1].Value
	}
	return scriptWords[word]
}

// declaration reads the tokens before end as a declaration.
func (p *parsing) declaration(end int) error {
	at, asked := p.span(p.tokens[p.index]).Join(p.span(p.tokens[end-1])), len(p.out.Chosen)
	s := p.known[at.Text()]
	if s != nil {
		s = s.to(at)
		p.out.Chosen = append(p.out.Chosen, s.chosen...)
	} else {
		d, err := p.read(p.tokens[p.index:end], p.tokens[end].Pos)
		if err != nil {
			return err
		}
		s = &sound{at, d, p.out.Chosen[asked:len(p.out.Chosen):len(p.out.Chosen)]}
	}
	p.out.Decls = append(p.out.Decls, s.decl)
	p.out.sound = append(p.out.sound, *s)
	return nil
}

// extent is the index behind the declaration that begins at p.index, if it is one, and whether its braces are
// closed: a line end outside of braces always ends it.
func (p *parsing) extent() (end int, closed bool) {
	depth := 0
	for i := p.index; ; i++ {
		switch t := &p.tokens[i]; {
		case t.EOF():
			return i, depth <= 0
		case t.Value == "{":
			depth++
		case t.Value == "}":
			depth--
		case t.Type == tokEOL && depth <= 0:
			return i + 1, true
		}
	}
}

// next is the index of the next name in column 1 after p.index, or of the end.
func (p *parsing) next() int {
	i := p.index + 1
	for i < len(p.tokens)-1 && !(p.tokens[i].Type == tokIdent && p.tokens[i].Pos.Column == 1) {
		i++
	}
	return i
}

// read reads tokens as one declaration, and the rest of the file is at a place after them. participle has only
// these before it, so that it copies no more of the file than it reads.
func (p *parsing) read(tokens []lexer.Token, rest lexer.Position) (Decl, error) {
	if err := p.begins(tokens[0]); err != nil {
		return nil, err
	}
	peek := p.peek(tokens, rest)
	d, err := decls.read(peek)
	if err != nil {
		return nil, err
	}
	if t := *peek.Peek(); !t.EOF() && t.Type != tokEOL {
		return nil, &failure{token: t, want: "the end of the line"}
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

// rescue reads a declaration with the mend that was told, or else what is left of it after the mistake that was
// reported, at the token. The next declaration begins at token next.
func (p *parsing) rescue(wrong lexer.Token, fix *diag.Edit, next int) {
	tokens := p.tokens[p.index:next]
	if p.again -= len(tokens); fix != nil && p.again >= 0 {
		with, lost := p.mended(tokens, fix)
		if len(with) == 0 {
			p.lose(lost)
			return
		}
		if d, err := p.read(with, p.tokens[next].Pos); err == nil {
			p.lose(lost)
			p.out.Slips = append(p.out.Slips, fix.Span)
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
		if len(lost) > 0 && p.tokens[p.index].Pos.Offset <= lost[0].Pos.Offset {
			p.gone = append(p.gone, p.over(lost))
		}
		d, err := p.read(rest, p.tokens[next].Pos)
		if err == nil {
			p.lose(whole[:min(2, len(whole))])
			p.out.Decls = append(p.out.Decls, d)
			return
		}
		f, _ := translate(err)
		further := index(rest, f.token)
		if further == len(rest) || len(lost) == 0 || further < index(rest, lost[0]) || further == index(rest, lost[0]) && lost[len(lost)-1].Type != tokEOL { // it comes of the mistake before
			p.lose(whole)
			return
		}
		p.report(err, next, nil)
		tokens, at = rest, further
	}
}

// mended are the tokens with a mend, and those that it replaced. What is new stands where the same word stood that
// was replaced, or else where the mend begins.
func (p *parsing) mended(tokens []lexer.Token, fix *diag.Edit) (with, lost []lexer.Token) {
	from := index(tokens, lexer.Token{Pos: lexer.Position{Offset: fix.Span.Start}})
	to := max(from, index(tokens, lexer.Token{Pos: lexer.Position{Offset: fix.Span.End}}))
	lost = tokens[from:to]
	put := lex(source.New(p.file.Name, fix.Text)).tokens
	put = put[:len(put)-1]
	here := tokens[max(0, from-1)].Pos
	if from < to {
		here = lost[0].Pos
	}
	for i := range put {
		t := &put[i]
		if j := slices.IndexFunc(lost, func(x lexer.Token) bool { return x.Value == t.Value && x.Pos.Offset >= here.Offset }); j >= 0 {
			here = lost[j].Pos
		}
		t.Pos = here
	}
	return slices.Concat(tokens[:from], put, tokens[to:]), lost
}

// peek is what participle reads the tokens from.
func (p *parsing) peek(tokens []lexer.Token, rest lexer.Position) *lexer.PeekingLexer {
	peek, err := lexer.Upgrade(&replay{tokens, lexer.EOFToken(rest)})
	if err != nil {
		panic(err) // replay has no errors
	}
	return peek
}

// lose notes what could not be read.
func (p *parsing) lose(tokens []lexer.Token) {
	for _, t := range tokens {
		if t.Type == tokIdent {
			p.out.Broken = append(p.out.Broken, Name{Node: Node{At: p.span(t)}, Text: t.Value})
		}
	}
}

// span is where a token stands; one that a mend put there may be longer than what is left of the file.
func (p *parsing) span(t lexer.Token) source.Span {
	return p.between(t.Pos.Offset, min(t.Pos.Offset+len(t.Value), len(p.file.Text)))
}
