package site

import (
	"cmp"
	"html/template"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// form is what a text is made of: a node of the tree by its type, of what is another thing elsewhere with that of its declaration; or a
// function of the language.
type form struct {
	node, in reflect.Type
	function *thing
}

// formOf is the form of a node. A statement, what a clause hears and how long it lasts are the same wherever they stand, and so are most
// lines of what is declared: a parameter, a field or a range is that of a card, or of a function.
func formOf(n syntax.Spanned, in syntax.Decl) form {
	_, field := n.(*syntax.FieldMember)
	_, member := n.(syntax.Member)
	_, stmt := n.(syntax.Stmt)
	_, head := n.(syntax.ClauseHead)
	_, lasts := n.(syntax.Duration)
	out := form{node: reflect.TypeOf(n)}
	if !stmt && !head && !lasts && (field || !member) {
		out.in = reflect.TypeOf(in)
	}
	return out
}

// formsOf are those of a declaration, each once.
func formsOf(s *Site, d syntax.Decl, pieces []ask.Piece) (out []form) {
	made(s, d, pieces, func(source.Span) bool { return true }, func(f form) { out = append(out, f) })
	return out
}

// made tells of each form that a declaration is made of, once, where its place is wanted.
func made(s *Site, d syntax.Decl, pieces []ask.Piece, wanted func(source.Span) bool, tell func(form)) {
	had := map[form]bool{}
	note := func(f form, at source.Span) {
		if !had[f] && wanted(at) {
			had[f] = true
			tell(f)
		}
	}
	syntax.Walk(d, func(n syntax.Spanned) bool {
		note(formOf(n, d), n.Span())
		return true
	})
	for _, x := range pieces {
		if f := s.function[x.At.Text()]; f != nil && (x.Role == ask.Function || x.Role == ask.Property) {
			note(form{function: f}, x.At)
		}
	}
}

var (
	// rights and wrongs find the examples of the page of a diagnostic.
	rights = regexp.MustCompile("(?ms)^```kdsl(?: [^\n]*)?\n(.*?)^```")
	wrongs = regexp.MustCompile("(?ms)^```kdsl-error[^\n]*\n(.*?)^```")
	// slip finds the file and the card in which a page makes the mistake.
	slip = regexp.MustCompile("(?m)^```kdsl-slip \\S*?([^/\\s]+) (\\w+)$")
)

// mended are the forms in those lines of the right examples of a page that no wrong one has.
func mended(s *Site, page string) (out []form) {
	wrong := map[string]bool{}
	for _, m := range wrongs.FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(m[1]) {
			wrong[strings.TrimSpace(line)] = true
		}
	}
	for _, m := range rights.FindAllStringSubmatch(page, -1) {
		f, _ := syntax.Parse(source.New("example.kdsl", m[1]))
		pieces := ask.Paint(f, nil)
		changed := func(at source.Span) bool {
			line, _, _ := strings.Cut(m[1][strings.LastIndexByte(m[1][:at.Start], '\n')+1:], "\n")
			return !wrong[strings.TrimSpace(line)]
		}
		for _, d := range f.Decls {
			own := slices.DeleteFunc(slices.Clone(pieces), func(x ask.Piece) bool { return x.At.Start < d.Span().Start || d.Span().End < x.At.End })
			made(s, d, own, changed, func(x form) {
				if !slices.Contains(out, x) {
					out = append(out, x)
				}
			})
		}
	}
	return out
}

// users are the cards in hand that have a form: by themselves, or else by what they use.
type users struct {
	cards []*thing
	by    map[*thing]*thing // of a card what it uses that has it; nil: it has it itself
}

// makers are who has which form.
type makers struct {
	hand  map[*thing]bool // the cards that a reader has in hand, each with a passing test
	cards map[form]*users
	tests map[form][]*spoken // that pass, and name such a card
}

// everyday is the share of the cards, in hundredths, from which on a form says nothing of those that have it.
const everyday = 50

// formed finds who has which form.
func formed(s *Site) *makers {
	m := &makers{hand: map[*thing]bool{}, cards: map[form]*users{}, tests: map[form][]*spoken{}}
	note := func(c, by *thing, list []form) {
		for _, f := range list {
			u := m.cards[f]
			if u == nil {
				u = &users{by: map[*thing]*thing{}}
				m.cards[f] = u
			}
			if _, had := u.by[c]; !had {
				u.by[c] = by
				u.cards = append(u.cards, c)
			}
		}
	}
	for _, p := range s.packs {
		for _, t := range p.things {
			if t.Sort == "card" && t.printed() && t.passes() {
				m.hand[t] = true
				note(t, nil, t.made)
			}
		}
	}
	direct := map[form]bool{}
	for f := range m.cards {
		direct[f] = true
	}
	for _, t := range s.all() {
		if t.card != nil || t.Sort == "figure" {
			continue
		}
		list := slices.DeleteFunc(slices.Clone(t.made), func(f form) bool { return direct[f] })
		for _, u := range t.uses {
			if m.hand[u.by] {
				note(u.by, t, list)
			}
		}
	}
	for _, p := range s.packs {
		for _, o := range p.script {
			if o.try == nil || !o.try.passed || !slices.ContainsFunc(o.cards, func(c *thing) bool { return m.hand[c] }) {
				continue
			}
			for _, f := range o.made {
				m.tests[f] = append(m.tests[f], o)
			}
		}
	}
	return m
}

// rightly is a card that does what the page of a diagnostic shows to be right.
type rightly struct {
	card  *thing
	by    *thing  // what the card uses that does it; nil: it does it itself
	where *spoken // a test that names the card and does it; nil: the card does it
	slip  bool    // the page makes the mistake in this card
}

// rightly finds the shortest card in hand that has the rarest of some forms, and as many of the others as go with it; or the shortest test of
// which that is true, with a card that it names.
func (m *makers) rightly(of []form) (out rightly, ok bool) {
	ofCards := slices.DeleteFunc(slices.Clone(of), func(f form) bool { return m.cards[f] == nil })
	if rarest, cards := narrowed(ofCards, func(f form) []*thing { return m.cards[f].cards }); len(cards) > 0 && len(m.cards[rarest].cards)*100 <= len(m.hand)*everyday {
		out.card = shortest(cards)[0]
		out.by = m.cards[rarest].by[out.card]
		return out, true
	}
	ofTests := slices.DeleteFunc(slices.Clone(of), func(f form) bool { return m.cards[f] != nil || m.tests[f] == nil })
	if _, tests := narrowed(ofTests, func(f form) []*spoken { return m.tests[f] }); len(tests) > 0 {
		out.where = slices.MinFunc(tests, func(a, b *spoken) int {
			return cmp.Or(cmp.Compare(len(a.at.Text()), len(b.at.Text())), strings.Compare(a.at.File.Name, b.at.File.Name), cmp.Compare(a.at.Start, b.at.Start))
		})
		out.card = shortest(slices.DeleteFunc(slices.Clone(out.where.cards), func(c *thing) bool { return !m.hand[c] }))[0]
		return out, true
	}
	return out, false
}

// right finds for each diagnostic the card in which its page makes the mistake, or one that does what it shows to be right.
func right(s *Site) {
	m := formed(s)
	for _, c := range s.codes() {
		page, _ := s.Explain(c.Code, "en")
		if x := slip.FindStringSubmatch(page); x != nil {
			if card := cardOf(s, x[1], x[2]); card != nil {
				s.right[c.Code] = rightly{card: card, slip: true}
			}
		} else if r, ok := m.rightly(mended(s, page)); ok {
			s.right[c.Code] = r
		}
	}
	for _, p := range s.packs { // no page needs them
		for _, t := range p.things {
			t.made = nil
		}
		for _, o := range p.script {
			o.made = nil
		}
	}
}

// cardOf is a card that a file declares, or else any of its name that is printed; nil for none.
func cardOf(s *Site, file, name string) (found *thing) {
	for _, p := range s.packs {
		for _, t := range p.things {
			switch {
			case t.Sort != "card" || t.Name != name || !t.printed():
			case path.Base(t.whole.File.Name) == file:
				return t
			case found == nil:
				found = t
			}
		}
	}
	return found
}

// shownRight shows the card of a diagnostic, if there is one.
func shownRight(s *Site, code, root string) (template.HTML, error) {
	r, ok := s.right[code]
	if !ok {
		return "", nil
	}
	v, err := exampleOf(s, r.card, root)
	if err != nil {
		return "", err
	}
	v.Said, v.Proved = s.in("A card of the books that does this"), true
	if r.slip {
		v.Said = s.in("A card of the books that is right without this mistake")
	}
	if r.by != nil {
		v.By = append(v.By, item{Page: root + r.by.page, Title: r.by.title()})
	}
	if r.where != nil {
		v.Said = s.in("A card of the books of which a test does this")
		v.Test = s.source(r.where.pack, r.where.at, root)
	}
	var b strings.Builder
	err = templates[s.lang].ExecuteTemplate(&b, "example", v)
	return template.HTML(b.String()), err
}

// narrowed are those who have the rarest of some forms, and as many of the others as go with it, the rarest first.
func narrowed[T comparable](forms []form, who func(form) []T) (rarest form, left []T) {
	slices.SortStableFunc(forms, func(a, b form) int { return cmp.Compare(len(who(a)), len(who(b))) })
	for i, f := range forms {
		if i == 0 {
			rarest, left = f, who(f)
			continue
		}
		has := map[T]bool{}
		for _, x := range who(f) {
			has[x] = true
		}
		if both := slices.DeleteFunc(slices.Clone(left), func(x T) bool { return !has[x] }); len(both) > 0 {
			left = both
		}
	}
	return rarest, left
}
