package site

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/reference"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// thingView is the page of a thing.
type thingView struct {
	Words       []worded
	Note        string
	Form        []string
	File        string
	Source      template.HTML
	FieldsTitle string
	Fields      []fieldView
	TermsTitle  string
	Terms       []string
	Pipeline    []step
	Hooks       []hookView
	Printed     []shown
	Read        []worded
	Example     *exampleView
	Elsewhere   template.HTML // of what no card uses: a declaration that does
	From        string
	Unused      string
	Write       string
	Tests       []template.HTML
	MoreTests   string
	Sections    []item
	Users       []list
}

type worded struct{ Lang, Text string }

type fieldView struct{ Page, Name, Line, En, Fr string }

type hookView struct {
	Page, Owner, Pack, Text string
	Head                    template.HTML
}

type step struct {
	Name, What string
	Hooks      []hookView
}

// said is what stands above an example.
func (h how) said(s *Site) string {
	switch h {
	case inPlay:
		return s.in("A card in play where it is used")
	case bearing:
		return s.in("A card that has it")
	case together:
		return s.in("A card that is written with it")
	}
	return s.in("A card that uses it")
}

type exampleView struct {
	Said               string // how it shows the thing
	Page, Title, Where string
	By                 []item // what lies between
	Proved             bool
	Source             template.HTML
	Printed            []shown
	Test               template.HTML // of the card, where that is what is shown
}

// thingPage is the page of a thing.
func (s *Site) thingPage(t *thing) (view, error) {
	root := rootOf(t.page)
	v := thingView{Note: t.Note}
	for i, w := range t.words() {
		if lang := map[int]string{0: "en", 1: "fr"}[i]; lang != "" && w == t.called(lang) {
			v.Words = append(v.Words, worded{lang, w})
		} else {
			v.Words = append(v.Words, worded{"", w})
		}
	}
	kicker, part := s.in("Of the language"), "language"
	if t.pack == nil {
		s.ofLanguage(t, &v, root)
	} else {
		part = "packs"
		kicker = tongue.Capital(s.in(t.Sort)) + " · " + t.pack.name(s.lang) + " (" + t.pack.Name + ")"
		s.declared(t, &v, root)
	}
	if err := s.shown(t, &v, root); err != nil {
		return view{}, err
	}
	s.users(t, &v, root)
	title := t.title()
	if t.card != nil && t.called(s.lang) != "" {
		title = t.called(s.lang)
	}
	return view{Title: title, Kicker: kicker, Part: part, body: "thing", data: v}, nil
}

// ofLanguage says of a word how it is written, and where the specification speaks of it.
func (s *Site) ofLanguage(t *thing, v *thingView, root string) {
	v.Words, v.Note = nil, ""
	if t.Note != "" {
		v.Words = append(v.Words, worded{"en", t.Note})
	}
	if fr := s.spoken[t.Name].fr; fr != "" && t.Sort == "word" {
		v.Words = append(v.Words, worded{"fr", fr})
	}
	v.Form = append(v.Form, t.Terms...)
	if t.Sort == "word" {
		quoted := `"` + t.Name + `"`
		for line := range strings.Lines(s.Grammar) {
			if strings.Contains(line, quoted) && !strings.HasPrefix(line, "LineEnd ") {
				v.Form = append(v.Form, strings.TrimSpace(line))
			}
		}
	}
	spec := s.text(s.Spec)
	w := s.written[s.Spec]
	word := regexp.MustCompile("`[^`\n]*\\b" + regexp.QuoteMeta(t.Name) + "\\b[^`\n]*`|(?m)^    .*\\b" + regexp.QuoteMeta(t.Name) + "\\b")
	for i, part := range strings.Split("\n"+spec, "\n#")[1:] {
		title := strings.ReplaceAll(strings.TrimLeft(strings.SplitN(part, "\n", 2)[0], "# "), "`", "")
		if i == 0 || !strings.Contains(part, t.Name) || !word.MatchString(part) {
			continue
		}
		for _, h := range w.Headings {
			if h.Title == title {
				v.Sections = append(v.Sections, item{Page: root + Doc{Path: s.Spec}.page() + "#" + h.ID, Title: title})
			}
		}
	}
}

// declared says of what a pack declares how it is written, its fields, and what hooks in.
func (s *Site) declared(t *thing, v *thingView, root string) {
	p := t.pack
	if t.Span.IsValid() {
		v.File = fmt.Sprintf("%s:%d", t.File, t.At)
		v.Source = s.source(p, t.whole, root)
	}
	field := func(f *ir.Field, line string) {
		view := fieldView{Name: f.Name, Line: line, En: sentence(f.Texts.En), Fr: sentence(f.Texts.Fr)}
		for _, o := range s.packs {
			for _, x := range o.things {
				if x.field != nil && place(x.field) == place(f) && place(f) != "" {
					view.Page = root + x.page
				}
			}
		}
		v.Fields = append(v.Fields, view)
	}
	switch {
	case t.event != nil:
		v.FieldsTitle = s.in("What it knows")
		for _, f := range t.event.Named() {
			field(f, reference.Param(p.Program, f))
		}
	case t.Sort == "kind":
		v.FieldsTitle = s.in("Its figures")
		for _, k := range p.Program.Kinds {
			if k.At == t.Span {
				for _, f := range k.Fields {
					field(f, reference.Field(p.Program, f))
				}
			}
		}
	}
	v.Terms = t.Terms
	switch t.Sort {
	case "kind":
		v.TermsTitle = s.in("What it says of all its cards")
	case "option":
		v.TermsTitle = s.in("How it may be set")
	case "tag":
		v.TermsTitle = s.in("What bears it")
	default:
		v.TermsTitle = s.in("What stands in its way")
	}
	switch {
	case t.event != nil:
		v.Pipeline = s.pipeline(t, root)
	case t.Sort == "function":
		v.Hooks = s.hooked(t, root, func(*ir.Hook) bool { return true })
	}
	if t.printed() && t.Sort == "card" {
		v.Write = t.another()
	}
}

// another is the command that begins a card like this one; "" where there is none.
func (t *thing) another() string {
	if t.pack.begin == "" {
		return ""
	}
	return strings.TrimSpace("kdsl new " + t.pack.Program.Kinds[t.card.Kind].Name + " NAME --like " + t.Name + t.pack.begin)
}

// pipeline are the steps of an event, with the clauses that act at each.
func (s *Site) pipeline(t *thing, root string) []step {
	at := func(stages ...ir.Stage) []hookView {
		return s.hooked(t, root, func(h *ir.Hook) bool { return slices.Contains(stages, h.Stage) })
	}
	all := []step{
		{"propose", s.in("its parameters and fields, then what is chosen"), nil},
		{"forbid", s.in("what it requires, its limits, and every cannot"), at(ir.Ignore, ir.Waive, ir.Cannot)},
		{"costs", s.in("what has to be paid"), nil},
		{"instead", s.in("a clause may do its steps in place of the event"), at(ir.Instead, ir.MayInstead)},
	}
	for stage := ir.MayInstead + 1; stage < ir.Stages; stage++ {
		switch {
		case stage == ir.While:
			all = append(all, step{"fold", s.in("what contributes to its fields"), at(stage)},
				step{"do", s.in("its own steps: from here on it is done"), nil})
		case stage == ir.Becomes:
			all = append(all, step{stage.Word(), s.in("what has turned true"), at(stage)})
		case !stage.May():
			all = append(all, step{stage.Word(), s.in("forced clauses, then optional ones"), at(stage, stage+1)})
		}
	}
	return all
}

// hooked are the clauses of all packs that hear a thing, those of its own pack first.
func (s *Site) hooked(t *thing, root string, wanted func(*ir.Hook) bool) (out []hookView) {
	seen := map[string]bool{}
	packs := slices.Clone(s.packs)
	slices.SortStableFunc(packs, func(a, b *pack) int { return -compare(a == t.pack, b == t.pack) })
	for _, p := range packs {
		if p != t.pack && p.links[roleOf[t.Sort]][t.Name] != t {
			continue // it does not know it
		}
		for _, h := range p.hooks[t.Name] {
			at := fmt.Sprint(h.File, ":", h.Clause.At.Start)
			from := s.packOf(h.Clause.At.File)
			if seen[at] || !wanted(h.Clause) || from != p {
				continue
			}
			seen[at] = true
			view := hookView{Owner: h.Owner, Head: s.head(p, h, root)}
			var c *ir.Card
			name := ""
			if h.Clause.Card >= 0 {
				c = p.Program.Cards[h.Clause.Card]
				name = c.Name
			} else {
				name = p.Program.Kinds[h.Clause.Kind].Name
			}
			for _, role := range []ask.Role{ask.Card, ask.Type} {
				if x := p.links[role][name]; x != nil && (x.card != nil) == (c != nil) {
					view.Page = root + x.page
				}
			}
			if view.Page == "" {
				view.Page = root + p.folder + "/index.html"
			}
			if p != t.pack {
				view.Pack = "· " + p.name(s.lang)
			}
			view.Text = text.Clause(p.Program, c, h.Clause, s.lang)
			out = append(out, view)
		}
	}
	return out
}

// head is the head of a clause, with its colours.
func (s *Site) head(p *pack, h reference.Hook, root string) template.HTML {
	at := h.Clause.At
	at.End = at.Start + len(h.Head)
	return s.source(p, at, root)
}

// shown shows a card as it is printed and as its rule reads, with its tests; or the card that uses a thing.
func (s *Site) shown(t *thing, v *thingView, root string) (err error) {
	if t.printed() {
		if v.Printed, err = inPrint(s, t); err != nil {
			return err
		}
		for _, lang := range langs(s) {
			if r := strings.Join(ask.Reads(t.pack.Program, t.card, lang), " "); r != "" {
				v.Read = append(v.Read, worded{lang, r})
			}
		}
		s.proof(t, v, root)
		return nil
	}
	if t.example == nil {
		if p, at, ok := t.elsewhere(); ok {
			v.Elsewhere, v.From = s.source(p, at, root), fmt.Sprintf("%s, %s:%d", p.name(s.lang), at.File.Name, at.Pos().Line)
		} else if d, body := inManual(s.docs, t); body != "" {
			v.Elsewhere, v.From = s.example(body, root), s.written[d.Path].Title
		} else if t.Sort != "rule" {
			v.Unused = s.in("Nothing in these packs uses it.")
		}
		return nil
	}
	e := t.example
	if t.where != nil {
		p, at := t.where.pack, t.where.at
		v.Elsewhere, v.From = s.source(p, at, root), fmt.Sprintf("%s, %s:%d", p.name(s.lang), at.File.Name, at.Pos().Line)
	}
	if v.Example, err = exampleOf(s, e, root); err != nil {
		return err
	}
	v.Example.Said, v.Example.Proved = t.how.said(s), t.proved
	for _, by := range t.by {
		v.Example.By = append(v.Example.By, item{Page: root + by.page, Title: by.title()})
	}
	if e.printed() && e.Sort == "card" {
		v.Write = e.another()
	}
	return nil
}

// exampleOf is a card as an example.
func exampleOf(s *Site, e *thing, root string) (v *exampleView, err error) {
	v = &exampleView{Page: root + e.page, Title: titleOf(s, e), Source: s.source(e.pack, e.whole, root),
		Where: e.pack.Program.Kinds[e.card.Kind].Name + " · " + e.pack.name(s.lang)}
	if e.printed() {
		v.Printed, err = inPrint(s, e)
	}
	return v, err
}

var (
	// fenced finds the examples of a page of the manual.
	fenced = regexp.MustCompile("(?ms)^```kdsl[^\n]*\n(.*?)^```")
	// aside finds what is said in an example to people.
	aside = regexp.MustCompile(`"[^"]*"|//.*`)
)

// inManual is the shortest example of the manual that uses a word or function of the language, and its page.
func inManual(docs []Doc, t *thing) (in Doc, example string) {
	if t.pack != nil {
		return in, ""
	}
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(t.Name) + `\b`)
	for _, d := range docs {
		for _, m := range fenced.FindAllStringSubmatch(d.Text, -1) {
			if body := m[1]; (example == "" || len(body) < len(example)) && word.MatchString(aside.ReplaceAllString(body, "")) {
				in, example = d, body
			}
		}
	}
	return in, example
}

// proof shows the shortest tests of a card.
func (s *Site) proof(t *thing, v *thingView, root string) {
	const shown = 2
	all := slices.Clone(t.pack.tests[t.Name])
	slices.SortStableFunc(all, func(a, b *spoken) int { return len(a.at.Text()) - len(b.at.Text()) })
	for _, o := range all[:min(shown, len(all))] {
		v.Tests = append(v.Tests, s.source(t.pack, o.at, root))
	}
	if more := len(all) - shown; more > 0 {
		v.MoreTests = fmt.Sprintf(s.in("%d more tests speak of it."), more)
	}
}

// users lists who speaks of a thing.
func (s *Site) users(t *thing, v *thingView, root string) {
	for _, sort := range sorts {
		var items []item
		for _, u := range t.uses {
			if u.by.Sort == sort.sort {
				note := ""
				if u.by.pack != t.pack {
					note = u.by.pack.name(s.lang)
				}
				items = append(items, item{Page: root + u.by.page, Title: titleOf(s, u.by), Note: note})
			}
		}
		slices.SortStableFunc(items, func(a, b item) int { return strings.Compare(tongue.Folded(a.Title), tongue.Folded(b.Title)) })
		if len(items) == 0 || t.pack == nil && len(items) > 400 {
			continue
		}
		v.Users = append(v.Users, listOf(s, fmt.Sprintf("%s (%d)", s.in(sort.many), len(items)), items))
	}
}
