package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// use is that a declaration speaks of a thing.
type use struct {
	by   *thing
	head bool // in its head, or in the head of one of its lines
}

// used notes a use; what is in the head counts for more than what is not.
func (t *thing) used(by *thing, head bool) {
	if t == by {
		return
	}
	for i, u := range t.uses {
		if u.by == by {
			t.uses[i].head = u.head || head
			return
		}
	}
	t.uses = append(t.uses, use{by, head})
}

// index notes who speaks of what, in the texts of a pack.
func (s *Site) index(p *pack) {
	at := map[int]*thing{} // by where it begins, in one file
	for _, f := range p.Own {
		clear(at)
		for _, t := range p.things {
			if t.whole.File == f.Source && t.Sort != "figure" {
				at[t.whole.Start] = t
			}
		}
		pieces := s.painted[f]
		for _, d := range f.Decls {
			from, _ := slices.BinarySearchFunc(pieces, d.Span().Start, func(x ask.Piece, at int) int { return cmp.Compare(x.At.Start, at) })
			of := pieces[from:]
			to := 0
			for to < len(of) && of[to].At.Start < d.Span().End {
				to++
			}
			by := at[d.Span().Start]
			if by == nil {
				by = p.changed(d)
			}
			if _, ok := d.(*syntax.ReplaceDecl); ok && by != nil {
				s.replaced = append(s.replaced, by)
			}
			in := s.read(p, d, by, of[:to])
			made := &in.made
			if by != nil {
				made = &by.made
			}
			*made = append(*made, formsOf(s, d, of[:to])...)
			noteThrows(s, p, f, d, by)
		}
	}
	s.figures(p)
}

// changed is what a declaration adds to, of whichever pack; nil for nothing.
func (p *pack) changed(d syntax.Decl) *thing {
	var word, name syntax.Name
	switch d := d.(type) {
	case *syntax.ExtendDecl:
		word, name = d.Word, d.Name
	case *syntax.PatchDecl:
		word, name = d.Word, d.Name
	case *syntax.RemoveDecl:
		word, name = d.Word, d.Name
	}
	_, extends := d.(*syntax.ExtendDecl) // of which no word means a kind, and of the others a card
	role, ok := roleOf[cmp.Or(word.Text, map[bool]string{true: "kind", false: "card"}[extends])]
	if !ok { // a kind stands before the name of a card
		role = ask.Card
	}
	return p.links[role][name.Text]
}

// inherit gives what stands in the place of something the uses of that.
func inherit(s *Site) {
	for _, t := range s.replaced {
		for _, o := range s.packs {
			for _, was := range o.things {
				if o != t.pack && was.Sort == t.Sort && was.title() == t.title() && t.pack.uses(o, s) {
					for _, u := range was.uses {
						t.used(u.by, u.head)
					}
				}
			}
		}
	}
}

// noteThrows notes for what dice are thrown: a tag that stands only behind the for of a throw is used by what throws.
func noteThrows(s *Site, p *pack, f *syntax.File, d syntax.Decl, by *thing) {
	for _, n := range f.For {
		if at := d.Span(); by == nil || n.At.Start < at.Start || at.End < n.At.End {
			continue
		}
		var tag *thing
		for _, o := range s.packs {
			for _, t := range o.things {
				if t.Sort == "tag" && t.Name == n.Text && (o == p || tag == nil && p.uses(o, s)) {
					tag = t
				}
			}
		}
		if tag != nil {
			tag.used(by, false)
		}
	}
}

// paint lists the pieces of a text with what they mean.
func (p *pack) paint(f *syntax.File) []ask.Piece {
	if p.known == nil {
		p.known = ask.RolesOf(p.Program)
	}
	return ask.Paint(f, p.known)
}

// read notes what a declaration speaks of, and answers it as what speaks. by is nil for what has no page, such as a test.
func (s *Site) read(p *pack, d syntax.Decl, by *thing, pieces []ask.Piece) *spoken {
	text, begin := d.Span().Text(), d.Span().Start
	depth, i := 0, 0
	in := &spoken{pack: p, at: d.Span()}
	test := false
	if r, ok := d.(*syntax.ReplaceDecl); ok {
		d = r.Decl
	}
	script, ok := d.(*syntax.ScriptDecl)
	if ok && script.In != nil {
		in.in = script.In.Text
	}
	if ok && script.Word.Text == "setup" {
		s.setups[script.Name.Text] = append(s.setups[script.Name.Text], in)
	}
	if ok && script.Word.Text == "test" {
		n := slices.IndexFunc(p.Program.Scripts, func(x *ir.Script) bool {
			return x.At.File != nil && x.At.File.Name == d.Span().File.Name && x.At.Start == d.Span().Start
		})
		if test = n >= 0; test {
			p.script[n] = in
		}
	}
	for _, x := range pieces {
		if gap := x.At.Start - begin; gap > i { // remarks and sentences are pieces
			depth += strings.Count(text[i:gap], "{") - strings.Count(text[i:gap], "}")
		}
		i = max(i, x.At.End-begin)
		target := p.means(x)
		if target == nil {
			target = s.known(x)
		}
		switch {
		case target == nil || x.Declared && target == by:
		case by != nil:
			target.used(by, depth < 2)
		default:
			if n := len(target.others); n == 0 || target.others[n-1] != in {
				target.others = append(target.others, in)
			}
			if target.card != nil && !slices.Contains(in.cards, target) {
				in.cards = append(in.cards, target)
			}
			if list := p.tests[target.Name]; test && target.pack == p && target.card != nil && !slices.Contains(list, in) {
				p.tests[target.Name] = append(list, in)
			}
		}
	}
	return in
}

// known is what a piece of a text means in every program: a word of the language, or a function that it knows; else nil.
func (s *Site) known(x ask.Piece) *thing {
	switch x.Role {
	case ask.Keyword, ask.Type:
		return s.word[x.At.Text()]
	case ask.Function, ask.Property: // p.opponent() is written without its brackets, too
		return s.function[x.At.Text()]
	}
	return nil
}

// means is what a piece of a text of a pack names; nil for nothing that has a page.
func (p *pack) means(x ask.Piece) *thing {
	if x.Role == ask.Keyword || x.Role == ask.Remark || x.Role == ask.Quoted || x.Role == ask.Number {
		return nil
	}
	return p.links[x.Role][x.At.Text()]
}

// figures notes which cards print a figure themselves, and which clauses change it: that is known exactly, even of those
// whose names several kinds share.
func (s *Site) figures(p *pack) {
	of := map[*ir.Field]*thing{}
	at := map[string]*thing{} // of other packs, by where they stand
	for _, o := range s.packs {
		for _, t := range o.things {
			if t.field != nil {
				of[t.field], at[place(t.field)] = t, t
			}
		}
	}
	find := func(f *ir.Field) *thing {
		if t := of[f]; t != nil {
			return t
		}
		return at[place(f)]
	}
	tagged := func(t *thing, tags []int) {
		for _, o := range s.packs {
			for _, x := range o.things {
				if x.Sort == "tag" && slices.ContainsFunc(tags, func(n int) bool { return p.Program.Tags[n] == x.Name }) && (o == p || p.uses(o, s)) {
					x.used(t, true)
				}
			}
		}
	}
	for _, t := range p.things {
		for _, part := range t.parts() {
			ir.Visit(part, func(x any) bool {
				var f *ir.Field
				switch x := x.(type) {
				case *ir.Expr:
					f = p.Program.FieldOf(x)
				case *ir.SetCell:
					f = x.Field
				}
				if f != nil {
					if named := find(f); named != nil {
						named.used(t, false)
					}
				}
				return true
			})
		}
		if t.event != nil {
			tagged(t, t.event.Tags)
			for _, x := range p.things { // an action that a card gives
				if g := t.event.Giver; g >= 0 && x.card == p.Program.Cards[g] {
					t.used(x, true)
				}
			}
		}
		if t.card == nil {
			continue
		}
		for _, n := range t.card.Said {
			if f := find(p.Program.Kinds[t.card.Kind].Fields[n]); f != nil {
				f.used(t, true)
			}
		}
		for _, f := range p.Program.Kinds[t.card.Kind].Fields {
			lies := func(u ir.CardUse) bool { return p.Program.IsA(p.Program.Cards[u.Card].Kind, f.Type.Ref) }
			if x := find(f); x != nil && f.Class == ir.Carried && f.Type.Ref >= 0 && slices.ContainsFunc(t.card.Carry, lies) {
				x.used(t, true)
			}
		}
		tags := slices.Clone(t.card.Tags)
		for _, n := range t.card.Hooks {
			if h := p.Program.Hooks[n]; h.Card == t.card.ID {
				tags = append(append(tags, h.Tags...), h.For...)
			}
		}
		tagged(t, tags)
		for _, n := range t.card.Hooks {
			h := p.Program.Hooks[n]
			if h.Card != t.card.ID || h.Stat < 0 || h.StatKind < 0 {
				continue
			}
			if f := find(p.Program.Kinds[h.StatKind].Fields[h.Stat]); f != nil {
				f.used(t, true)
			}
		}
	}
}

// parts are what a thing does, as the machine plays it.
func (t *thing) parts() (out []any) {
	if t.event != nil {
		out = append(out, t.event)
	}
	p := t.pack.Program
	if t.card != nil {
		for _, n := range t.card.Hooks {
			if h := p.Hooks[n]; h.Card == t.card.ID {
				out = append(out, h)
			}
		}
	}
	if t.Sort == "function" {
		for _, f := range p.Funcs {
			if f.Name == t.Name && f.At.File == t.whole.File {
				out = append(out, f.Body)
			}
		}
	}
	return out
}

// uses tells whether a pack uses another.
func (p *pack) uses(o *pack, s *Site) bool {
	return slices.ContainsFunc(p.All, func(f *source.File) bool { return s.packOf(f) == o })
}

// place is where a field is declared.
func place(f *ir.Field) string {
	if f.At.File == nil {
		return ""
	}
	return f.At.File.Name + ":" + f.Name + ":" + f.At.Text()
}

// choose finds the card that shows a thing: one that a reader has in hand, that has a passing test and uses it in its
// head or in the head of a clause; of these one of the same pack, and the shortest. Where there is none, what is asked of it last is
// given up first; and where only rules speak of the thing, a card that uses what uses it comes before them.
func (t *thing) choose() {
	if t.printed() {
		return // it shows itself
	}
	cards := t.cards()
	if t.example = proven(cards); t.example != nil {
		t.proved = true
		return
	}
	if len(cards) > 0 && cards[0].Sort == "card" {
		t.example = cards[0]
		return
	}
	if t.example, t.by = t.through(func(x *thing) *thing { return proven(x.cards()) }); t.example != nil {
		t.proved = true
		return
	} else if len(cards) > 0 {
		t.example = cards[0]
		return
	}
	if t.example, t.where = t.inPlay(); t.example != nil {
		t.proved, t.how = true, inPlay
		return
	}
	if t.example = proven(t.bearers()); t.example != nil {
		t.proved, t.how = true, bearing
		return
	}
	if t.example, t.where = t.together(); t.example != nil {
		t.proved, t.how = true, together
	}
}

// how an example shows a thing.
type how int

const (
	itself   how = iota // it uses it, or by way of others
	inPlay              // it is in play where the thing comes up, in a test
	bearing             // it has the figure
	together            // it is named with it, or written in the same file or pack
)

// bearers are the cards of a kind, or of one that extends it, that have a figure of it.
func (t *thing) bearers() []*thing {
	var out []*thing
	if t.field != nil {
		for _, c := range t.pack.things {
			if c.card != nil && slices.Contains(t.pack.Program.Kinds[c.card.Kind].Fields, t.field) {
				out = append(out, c)
			}
		}
	}
	return shortest(out)
}

// together finds a proven card that a declaration names that speaks of a thing, or else one of the same file, or pack.
func (t *thing) together() (card *thing, where *spoken) {
	for _, of := range []func(*spoken) []*thing{
		func(o *spoken) []*thing { return o.cards },
		func(o *spoken) []*thing {
			return slices.DeleteFunc(slices.Clone(o.pack.things), func(c *thing) bool { return c.whole.File != o.at.File })
		},
		func(o *spoken) []*thing { return o.pack.things },
	} {
		for _, o := range t.spoken() {
			if card = proven(shortest(of(o))); card != nil {
				return card, o
			}
		}
	}
	return nil, nil
}

// enough is in how many declarations that speak of a thing a card is looked for: of a word of the language there are a thousand.
const enough = 200

// spoken are the declarations without a page that speak of a thing: of its own pack before others, the shortest first.
func (t *thing) spoken() []*spoken {
	all := slices.Clone(t.others)
	slices.SortStableFunc(all, func(a, b *spoken) int {
		return cmp.Or(-compare(a.pack == t.pack, b.pack == t.pack), cmp.Compare(len(a.at.Text()), len(b.at.Text())))
	})
	return all[:min(len(all), enough)]
}

// shortest are the cards among some things, the shortest first.
func shortest(things []*thing) []*thing {
	out := slices.DeleteFunc(slices.Clone(things), func(t *thing) bool { return t.card == nil })
	slices.SortStableFunc(out, func(a, b *thing) int { return cmp.Compare(len(a.whole.Text()), len(b.whole.Text())) })
	return out
}

// cards are those that use a thing, the best to show first.
func (t *thing) cards() (out []*thing) {
	all := slices.DeleteFunc(slices.Clone(t.uses), func(u use) bool { return u.by.card == nil })
	slices.SortStableFunc(all, func(a, b use) int {
		return cmp.Or(-compare(a.by.printed(), b.by.printed()), -compare(a.by.Sort == "card", b.by.Sort == "card"), -compare(a.head, b.head), -compare(a.by.pack == t.pack, b.by.pack == t.pack),
			cmp.Compare(len(a.by.whole.Text()), len(b.by.whole.Text())), strings.Compare(a.by.page, b.by.page))
	})
	for _, u := range all {
		out = append(out, u.by)
	}
	return out
}

// proven is the first card that a reader has in hand and that a test proves; nil for none.
func proven(cards []*thing) *thing {
	for _, c := range cards {
		if c.printed() && c.passes() {
			return c
		}
	}
	return nil
}

// farthest is how many things may lie between a thing and the card that shows it.
const farthest = 4

// through finds a card for a thing, or else for what uses it, by as few things as can be: it, and those between, the last
// first.
func (t *thing) through(find func(*thing) *thing) (card *thing, by []*thing) {
	from := map[*thing]*thing{t: nil}
	edge := []*thing{t}
	for range farthest + 1 {
		var next []*thing
		for _, x := range edge {
			if card = find(x); card != nil {
				for ; x != t; x = from[x] {
					by = append(by, x)
				}
				return card, by
			}
			for _, u := range x.uses {
				if _, seen := from[u.by]; !seen && u.by.card == nil {
					from[u.by] = x
					next = append(next, u.by)
				}
			}
		}
		slices.SortStableFunc(next, func(a, b *thing) int {
			return cmp.Or(-compare(a.pack == t.pack, b.pack == t.pack), strings.Compare(a.page, b.page))
		})
		edge = next
	}
	return nil, nil
}

// elsewhere is the shortest declaration that speaks of a thing, or else the shortest without a page, of its own pack before others.
func (t *thing) elsewhere() (p *pack, at source.Span, ok bool) {
	better := func(o *pack, here source.Span) {
		own := compare(o == t.pack, p == t.pack)
		if p == nil || own > 0 || own == 0 && len(here.Text()) < len(at.Text()) {
			p, at = o, here
		}
	}
	for _, u := range t.uses {
		if u.by.Sort != "figure" {
			better(u.by.pack, u.by.whole)
		}
	}
	if p == nil {
		for _, x := range t.others {
			better(x.pack, x.at)
		}
	}
	return p, at, p != nil
}

// usedAtAll tells whether anything at all speaks of a thing.
func (t *thing) usedAtAll() bool {
	return t.printed() || len(t.uses) > 0 || len(t.others) > 0 || t.Sort == "rule"
}

func compare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
