package syntax

import (
	"reflect"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Lowering makes the tree out of what participle caught: it moves the parts of the helpers to their
// places, finds the spans, and refuses the few things that the grammar lets through.

// lowerer is a node that has something to move.
type lowerer interface{ lower(p *parsing) error }

func (p *parsing) lower(d Decl) (Decl, error) {
	var err error
	var askers []asker
	Walk(d, func(n Spanned) bool {
		if err != nil {
			return false
		}
		if l, ok := n.(lowerer); ok {
			if err = l.lower(p); err != nil {
				return false
			}
		}
		p.place(n)
		if s, ok := n.(asker); ok {
			askers = append(askers, s)
		}
		return true
	})
	if err == nil {
		for _, s := range askers { // whose parts have their places now
			if asked := s.asks(); asked != nil {
				p.out.Chosen = append(p.out.Chosen, *asked)
			}
		}
	}
	return d, err
}

// place sets the span of a node, and the text of a slice.
func (p *parsing) place(n Spanned) {
	node := n.(interface{ base() *Node }).base()
	if node.Tokens == nil {
		return
	}
	node.At = p.over(node.Tokens)
	node.Tokens = nil
	if s, ok := n.(*Slice); ok && s.Text == "" {
		s.Text = node.At.Text()
	}
}

// over is the span of the tokens without the line ends around them.
func (p *parsing) over(tokens []lexer.Token) source.Span {
	for len(tokens) > 0 && tokens[0].Type == tokEOL {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].Type == tokEOL {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return source.Span{}
	}
	return p.span(tokens[0]).Join(p.span(tokens[len(tokens)-1]))
}

// end is the index of the token that follows the node; there is always one, for the last is EOF.
func (p *parsing) end(n *Node) int { return p.at(n.Tokens[len(n.Tokens)-1]) + 1 }

func (p *parsing) missing(n *Node, want string) error {
	return &failure{token: p.tokens[p.end(n)], want: want}
}

func (k *TableKey) lower(*parsing) error {
	if k.Range != nil && !k.Range.dots() {
		k.Value, k.Range = k.Range.Lo, nil
	}
	return nil
}

// dots tells whether the range was written with `..`.
func (r *Range) dots() bool {
	return r.Lo == nil || r.Hi != nil || r.Tokens[len(r.Tokens)-1].Value == ".."
}

// mustRange refuses a single value where `LO..HI` is wanted.
func (p *parsing) mustRange(r *Range) error {
	if r != nil && !r.dots() {
		return p.missing(&r.Node, `".."`)
	}
	return nil
}

func (d *Param) lower(p *parsing) error       { return p.mustRange(d.Range) }
func (m *FieldMember) lower(p *parsing) error { return p.mustRange(m.Range) }

// once moves a part to its place, or notes that it stands there already. said is where each has been said.
func once[T any](p *parsing, said map[string]source.Span, again *[]Again, what string, at *Node, to *T, part T) {
	if reflect.ValueOf(&part).Elem().IsZero() {
		return
	}
	here := p.over(at.Tokens)
	if first, ok := said[what]; ok {
		*again = append(*again, Again{what, first, here})
		return
	}
	said[what], *to = here, part
}

func (f *FormField) lower(p *parsing) error {
	said := map[string]source.Span{}
	for i := range f.Parts {
		part := &f.Parts[i]
		once(p, said, &f.Again, "in", &part.Node, &f.Range, part.In)
		once(p, said, &f.Again, "count", &part.Node, &f.Count, part.Count)
		once(p, said, &f.Again, "repeat", &part.Node, &f.Repeat, part.Repeat)
		once(p, said, &f.Again, "within", &part.Node, &f.Within, part.Within)
		once(p, said, &f.Again, "of", &part.Node, &f.Of, part.Of)
		once(p, said, &f.Again, "where", &part.Node, &f.Where, part.Where)
		once(p, said, &f.Again, "prefer", &part.Node, &f.Prefer, part.Prefer)
	}
	f.formParts = formParts{}
	if f.Range != nil && !f.Range.dots() {
		f.In, f.Range = f.Range.Lo, nil
	}
	return nil
}

// lower refuses `x =+ 1`.
func (s *AssignStmt) lower(p *parsing) error {
	if first := p.at(s.Value.Tokens[0]); p.tokens[first].Value == "+" {
		return &failure{token: p.tokens[first], want: `a value`}
	}
	return nil
}

func (d *ScriptDecl) lower(p *parsing) error {
	for i, t := range d.Tokens {
		if t.Value == "{" {
			d.Body.Tokens = d.Tokens[i:]
			break
		}
	}
	if titled := d.Word.Text == "test" || d.Word.Text == "odds"; titled == (d.Title == nil) {
		want := "a name"
		if d.Title == nil {
			want = "a text in quotes"
		}
		return &failure{token: d.Tokens[1], want: want}
	}
	if d.Title != nil {
		d.Name = *d.Title
	} else {
		d.Name = Str{Node: d.Id.Node, Text: d.Id.Text}
	}
	for _, id := range d.Points {
		d.Covers = append(d.Covers, id.Name)
	}
	for _, item := range d.Items {
		if s, ok := item.(Stmt); ok {
			d.Body.Stmts = append(d.Body.Stmts, s)
		} else {
			d.Members = append(d.Members, item.(Member))
		}
	}
	d.scriptHead, d.scriptCovers, d.scriptBody = scriptHead{}, scriptCovers{}, scriptBody{}
	return nil
}

func (d *ExtendDecl) lower(*parsing) error {
	switch f := d.extendForms; {
	case f.Fields != nil:
		d.Name, d.Members = f.Fields.Name, members(f.Fields.Items)
		d.Word = Name{Text: "kind"}
		if f.Fields.Word != nil {
			d.Word = *f.Fields.Word
		} else {
			d.Word.Tokens = d.Name.Tokens[:1]
		}
	case f.Enum != nil:
		d.Word, d.Name, d.Values, d.Texts = f.Enum.Word, f.Enum.Name, f.Enum.Values, f.Enum.Texts
	default:
		d.Word, d.Name, d.Members = f.Cards.Word, f.Cards.Name, members(f.Cards.Items)
	}
	d.extendForms = extendForms{}
	return nil
}

func (d *RemoveDecl) lower(p *parsing) error {
	f := d.removed
	d.removed, d.Str, d.Label = removed{}, f.Title, f.Dot
	switch {
	case f.Second != nil:
		d.Word, d.Name = *f.First, *f.Second
	case f.Title != nil:
		d.Word = *f.First
	case f.Dot != nil:
		d.Name = *f.First
	default:
		return p.missing(&d.Node, "a name")
	}
	return nil
}

func (d *PatchDecl) lower(*parsing) error {
	if f := d.patchForms.Fields; f != nil {
		d.Word, d.Name, d.Members = f.Word, f.Name, members(f.Items)
	} else {
		f := d.patchForms.Cards
		d.Word, d.Name, d.Members = f.Word, f.Name, members(f.Items)
	}
	d.patchForms = patchForms{}
	return nil
}

func (m *ValueMember) lower(*parsing) error {
	m.Value, m.written = m.Raw.Slice, written{}
	return nil
}

func (m *LetMember) lower(*parsing) error {
	m.Value, m.written = m.Raw.Slice, written{}
	return nil
}

func (m *LimitMember) lower(p *parsing) error {
	if len(m.Times.Tokens) == 1 {
		switch m.Times.Tokens[0].Value {
		case "once":
			m.Times.Text = "1"
		case "twice":
			m.Times.Text = "2"
		}
	}
	pers := m.Pers
	m.limitPers = limitPers{}
	if n := len(pers); n > 2 {
		return &failure{token: pers[2].Tokens[0], want: "the end of the line"}
	} else if n > 0 {
		last := pers[n-1].Keys
		if t := last[0].Tokens; len(last) > 1 || len(t) > 1 || t[0].Type != tokIdent {
			return p.missing(&pers[n-1].Node, `"per" and the span that the limit holds for`)
		}
		m.SpanName = &Name{Node: last[0].Node, Text: last[0].Tokens[0].Value}
		if n == 2 {
			m.Keys = pers[0].Keys
		}
	}
	return nil
}

func (c *Clause) lower(p *parsing) error {
	c.word = c.Head.(interface{ base() *Node }).base().Tokens[0].Value
	if c.Body == nil && !bareHeads[c.word] {
		return p.missing(&c.Node, `"{"`)
	}
	return nil
}

func (b *ClauseBody) lower(*parsing) error {
	b.Block = Block{Node: b.Node, Stmts: b.Items}
	return nil
}

func (s *LetStmt) lower(p *parsing) error {
	t := s.Value.Tokens
	if len(t) < 3 || t[0].Type != tokIdent || t[1].Value != "(" {
		return nil
	}
	depth, named := 0, false
	for i, tok := range t[1:] {
		switch tok.Value {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case ":":
			// An argument's name shows that a call is meant; its mistakes are reported.
			before := t[i-1].Value
			named = named || depth == 1 && t[i].Type == tokIdent && (before == "(" || before == ",")
		}
		if depth == 0 && i+2 < len(t) {
			return nil // f(x) + 1
		}
	}
	peek := p.peek(t, p.tokens[p.end(&s.Value.Node)].Pos)
	call, err := calls.parse(peek)
	if err == nil && peek.Peek().EOF() {
		s.Call = call
	} else if named {
		return err
	}
	return nil
}

// maxArms is how many `else if` one `if` may have: each is a level of the tree.
const maxArms = maxNesting

func (s *IfStmt) lower(p *parsing) error {
	arms := s.Arms
	s.elseArms = elseArms{}
	if len(arms) == 0 {
		return nil
	}
	if len(arms) > maxArms {
		return &failure{code: "bad-nesting", token: arms[maxArms].Tokens[0], text: "an if has more than 200 else"}
	}
	arm := arms[0]
	if arm.Cond == nil {
		if len(arms) > 1 {
			return &failure{token: arms[1].Tokens[0], want: "the end of the line"}
		}
		s.Else = &arm.Body
		return nil
	}
	// The rest of the chain is an if in the else: its tokens are those behind `else`.
	rest := p.tokens[p.at(arm.Tokens[1]):p.end(&arms[len(arms)-1].Node)]
	next := &IfStmt{as: as[Stmt]{Node{caught: caught{rest}}}, Cond: *arm.Cond, Then: arm.Body, elseArms: elseArms{arms[1:]}}
	s.Else = &Block{Node: next.Node, Stmts: []Stmt{next}}
	return nil
}

func (s *CreateStmt) lower(*parsing) error {
	if s.Player != nil {
		s.For = &s.Player.Slice
	}
	s.createFor = createFor{}
	return nil
}

func (s *GivenStmt) lower(p *parsing) error {
	first := s.Tokens[2*len(s.Names)]
	said := map[string]source.Span{}
	for i := range s.Parts {
		part := &s.Parts[i]
		once(p, said, &s.Again, "its card", &part.Node, &s.Card, part.Card)
		once(p, said, &s.Again, "how long it stays", &part.Node, &s.Duration, part.Duration)
		once(p, said, &s.Again, "for", &part.Node, &s.For, part.For)
		once(p, said, &s.Again, "at", &part.Node, &s.At, part.At)
		s.With, s.Cells = append(s.With, part.With...), append(s.Cells, part.Cells...)
	}
	s.givenParts = givenParts{}
	if s.Card != nil && first.Value != "=" {
		return &failure{token: first, want: `"="`}
	}
	return nil
}

func (s *ThrowStmt) lower(p *parsing) error {
	die := s.One
	if die == nil {
		s.Count, die = s.Many, s.Die
	}
	s.thrown = thrown{}
	at := p.over(die.Tokens)
	at.Start++ // the d
	s.Faces = Slice{Node: Node{At: at}, Text: at.Text()}
	if s.By != nil && s.Count != nil && s.Body == nil {
		return p.missing(&s.Node, `"{"`)
	}
	return nil
}

func (s *ChooseStmt) lower(*parsing) error {
	if s.Score != nil {
		s.Field.Parts = append(s.Field.Parts, formPart{Node: Node{caught: caught{s.Score.Tokens}}, Prefer: s.Score})
	}
	return nil
}

func (s *DivideStmt) lower(p *parsing) error {
	if s.Round == "" {
		return p.missing(&s.Node, `"rounding up" or "rounding down"`)
	}
	return nil
}

func (s *NoteStmt) lower(*parsing) error {
	s.Texts = worded(s.Bare, s.Texts)
	s.noteBare = noteBare{}
	return nil
}

func (s *ManualStmt) lower(*parsing) error {
	s.Texts = worded(s.Bare, s.Texts)
	s.manualBare = manualBare{}
	return nil
}

// worded is a string without a language as a text, or else the texts.
func worded(b *Str, texts []Text) []Text {
	if b == nil {
		return texts
	}
	return []Text{{Node: b.Node, Lang: Name{Text: "en"}, Str: *b}}
}
