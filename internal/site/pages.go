package site

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/internal/sheet"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// item is a link of a list.
type item struct{ Page, Title, Note, Lang string }

// list is some links, of which those that are many are folded away.
type list struct {
	Title, Note string
	Items, Rest []item
	More        string
}

// most is how many links of a list are shown at once.
const most = 60

func listOf(s *Site, title string, items []item) list {
	l := list{Title: title, Items: items}
	if len(items) > most {
		l.Items, l.Rest, l.More = items[:most], items[most:], fmt.Sprintf(s.in("%d more"), len(items)-most)
	}
	return l
}

// lists is a page of lists.
type lists struct {
	Intro []string
	Links []item
	Lists []section
}

type section struct {
	ID, Title string
	Body      list
}

// sections is a section with a list, if there is anything in it.
func sections(id, title string, items []item) []section {
	if len(items) == 0 {
		return nil
	}
	return []section{{id, title, list{Items: items}}}
}

// rowView is a row of a table of words.
type rowView struct{ Page, Title, En, Fr string }

type table struct {
	Intro, Head []string
	French      bool
	Rows        []rowView
}

// jobs lists the pages, and fills the search index.
func (s *Site) jobs() (out []job) {
	page := func(name string, v view) {
		out = append(out, job{name, func() (view, error) { return v, nil }})
	}
	page("index.html", s.firstPage())
	if len(s.docs) > 0 {
		page("manual.html", s.manualPage())
	}
	for _, d := range s.docs {
		w := s.written[d.Path]
		s.find(w.Title, d.page(), s.in("manual"))
		for _, h := range w.Headings {
			s.find(h.Title, d.page()+"#"+h.ID, w.Title)
		}
		page(d.page(), view{Title: w.Title, Lang: d.Lang, Part: "manual", body: "manual", data: contents(d.Lang, w)})
	}
	packs, programs := s.packLinks()
	page("packs.html", view{Title: s.in("Packs"), Part: "packs", body: "lists", data: lists{Intro: []string{s.in("Each pack with what it declares, and its cards as they are printed.")}, Links: packs,
		Lists: sections("programs", s.in("Programs"), programs)}})
	page("language/index.html", s.languagePage())
	for _, t := range s.words {
		s.find(t.Name, t.page, s.in("language"), t.Note, s.spoken[t.Name].fr)
		out = append(out, job{t.page, func() (view, error) { return s.thingPage(t) }})
	}
	page("diagnostics/index.html", s.diagnosticsPage())
	for _, c := range s.codes() {
		s.find(c.Code, "diagnostics/"+c.Code+".html", s.in("diagnostic"), c.Summary, s.explained(c.Code, "fr"))
		out = append(out, job{"diagnostics/" + c.Code + ".html", func() (view, error) { return s.diagnosticPage(c.Code) }})
	}
	for _, p := range s.packs {
		s.find(p.name(s.lang), p.folder+"/index.html", s.in("pack"), p.Name, p.name("en"), p.name("fr"))
		page(p.folder+"/index.html", s.packPage(p))
		for _, lang := range []string{"en", "fr"} {
			out = append(out, job{p.gallery(lang), func() (view, error) { return s.galleryPage(p, lang) }})
		}
		for _, t := range p.things {
			s.find(titleOf(s, t), t.page, s.in(t.Sort)+" · "+p.name(s.lang), append(t.words(), t.Name, t.of)...)
			out = append(out, job{t.page, func() (view, error) { return s.thingPage(t) }})
		}
	}
	page("names.html", s.namesPage("en"))
	page("noms.html", s.namesPage("fr"))
	page("undocumented.html", s.undocumentedPage())
	return out
}

// titleOf is a thing as it is looked for: a card by what it is called.
func titleOf(s *Site, t *thing) string {
	if name := t.called(s.lang); t.card != nil && name != "" {
		if also := t.called(langs(s)[1]); also != "" && also != name {
			return name + " / " + also
		}
		return name
	}
	return t.title()
}

func (p *pack) gallery(lang string) string {
	return p.folder + "/" + map[string]string{"en": "cards.html", "fr": "cartes.html"}[lang]
}

// contents is a page of the manual, which speaks a language, with a list of its headings.
func contents(lang string, w written) any {
	type data struct {
		Headings []heading
		Contents string
		Open     bool
		Body     template.HTML
	}
	out := data{Contents: in(lang, "On this page"), Body: w.Body}
	for _, h := range w.Headings {
		if h.Level == 2 {
			out.Headings = append(out.Headings, h)
		}
	}
	if len(out.Headings) < 3 {
		out.Headings = nil
	}
	out.Open = len(out.Headings) < 20
	return out
}

func (s *Site) packLinks() (packs, programs []item) {
	for _, p := range s.packs {
		if strings.HasSuffix(p.Name, ".kdsl") {
			programs = append(programs, item{Page: p.folder + "/index.html", Title: p.Name, Note: p.remark(), Lang: "en"})
			continue
		}
		cards := 0
		for _, t := range p.things {
			if t.printed() {
				cards++
			}
		}
		note := amounts(s.lang, p.Name, len(p.things)-cards, cards)
		packs = append(packs, item{Page: p.folder + "/index.html", Title: p.name(s.lang), Note: note})
	}
	return packs, programs
}

// amounts is how much a pack declares, and how many of that are cards.
func amounts(lang, pack string, declarations, cards int) string {
	l := tongue.For(lang)
	note := pack + in(lang, ": ") + l.Count(int64(declarations), tongue.Noun{One: in(lang, "declaration")})
	if cards > 0 {
		note += ", " + l.Count(int64(cards), tongue.Noun{One: in(lang, "card")})
	}
	return note
}

// remark is the first sentence of the remark with which a program begins.
func (p *pack) remark() string {
	var lines []string
	for line := range strings.Lines(p.Own[0].Source.Text) {
		text, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		lines = append(lines, text)
	}
	return sentenceOf(strings.Join(lines, " "))
}

func (s *Site) firstPage() view {
	first := lists{Intro: []string{s.in("kdsl is a small language in which the rules and cards of tabletop games are written. Here is all that can be said in it, and all that the packs declare: each thing with a card that uses it, as it is written and as it is printed.")}}
	if len(s.docs) > 0 {
		first.Links = append(first.Links, s.manualLinks()...)
	}
	packs, programs := s.packLinks()
	first.Lists = append(append(sections("packs", s.in("Packs"), packs), sections("programs", s.in("Programs"), programs)...), section{"more", s.in("More"), list{Items: []item{
		{Page: "names.html", Title: "All names in English", Lang: "en"}, {Page: "noms.html", Title: "Tous les noms en français", Lang: "fr"}, {Page: "language/index.html", Title: s.in("The words of the language")},
		{Page: "diagnostics/index.html", Title: s.in("What kdsl says of a text")}, {Page: "undocumented.html", Title: s.in("What is not documented")}}}})
	return view{Title: "kdsl", body: "lists", data: first}
}

// intro is the first sentence of a page.
func intro(d Doc) string {
	_, rest, _ := strings.Cut(d.Text, "\n\n")
	first, _, _ := strings.Cut(rest, "\n\n")
	return sentenceOf(first) + "."
}

// sentenceOf is the first sentence of a text, without the signs of Markdown, and without its full stop.
func sentenceOf(text string) string {
	text = source.OneLine(strings.NewReplacer("`", "", "*", "").Replace(text))
	text, _, _ = strings.Cut(text, ". ")
	return strings.TrimSuffix(text, ".")
}

func (s *Site) manualPage() view {
	return view{Title: s.in("Manual"), Part: "manual", body: "lists", data: lists{Links: s.manualLinks()}}
}

func (s *Site) manualLinks() (out []item) {
	for _, d := range s.docs {
		out = append(out, item{Page: d.page(), Title: s.written[d.Path].Title, Lang: d.Lang, Note: intro(d)})
	}
	slices.SortStableFunc(out, func(a, b item) int { return -compare(a.Lang == s.lang, b.Lang == s.lang) })
	return out
}

func (s *Site) languagePage() view {
	t := table{Intro: []string{s.in("Every word that the language keeps, then every function that it knows.")}, Head: []string{s.in("word"), "what it says", "ce qu'il dit"}, French: true}
	for _, w := range s.words {
		t.Rows = append(t.Rows, rowView{rootOf("language/x") + w.page, w.Name, w.Note, s.spoken[w.Name].fr})
	}
	return view{Title: s.in("Language"), Part: "language", body: "table", data: t}
}

// explained is what the page of a diagnostic says in a language, without its title and its examples.
func (s *Site) explained(code, lang string) string {
	text, _ := s.Explain(code, lang)
	_, text, _ = strings.Cut(text, "\n\n")
	for _, example := range []string{"\nWrong:", "\nRight:", "\nFaux :", "\nJuste :"} {
		text, _, _ = strings.Cut(text, example)
	}
	return strings.TrimSpace(text)
}

// diagnosticPage is the page of a code: in the language of the frame with its examples and a card that does it right, then in the other.
func (s *Site) diagnosticPage(code string) (view, error) {
	page := func(text string) (written, error) {
		return s.markdown(Doc{Path: "docs/explain/" + code + ".md", Text: text}, "diagnostics/x.html")
	}
	text, _ := s.Explain(code, s.lang)
	w, err := page(text)
	if err != nil {
		return view{}, err
	}
	lang, title := "fr", "En français"
	if s.lang == "fr" {
		lang, title = "en", "In English"
	}
	example, err := shownRight(s, code, rootOf("diagnostics/x.html"))
	if err != nil {
		return view{}, err
	}
	other, err := page(s.explained(code, lang))
	w.Body += example + template.HTML("<h2 lang=\""+lang+"\">"+title+"</h2>\n<div class=\"prose\" lang=\""+lang+"\">"+string(other.Body)+"</div>\n")
	return view{Title: code, Kicker: s.in("Diagnostic"), Part: "diagnostics", body: "manual", data: contents(s.lang, written{Body: w.Body})}, err
}

func (s *Site) diagnosticsPage() view {
	t := table{Intro: []string{s.in("What kdsl says of a text, by its code: what it means, with a wrong and a right example.")}, Head: []string{"code", "what is wrong", "ce qui ne va pas"}, French: true}
	for _, c := range s.codes() {
		t.Rows = append(t.Rows, rowView{Page: c.Code + ".html", Title: c.Code, En: c.Summary, Fr: sentenceOf(s.explained(c.Code, "fr"))})
	}
	return view{Title: s.in("Diagnostics"), Part: "diagnostics", body: "table", data: t}
}

func (s *Site) packPage(p *pack) view {
	l := lists{}
	if other := p.name(langs(s)[1]); other != p.name(s.lang) {
		l.Intro = append(l.Intro, other)
	}
	if slices.ContainsFunc(p.things, (*thing).printed) {
		for lang, title := range map[string]string{"en": "All cards, as they are printed", "fr": "Toutes les cartes, comme elles sont imprimées"} {
			l.Links = append(l.Links, item{Page: "../" + p.gallery(lang), Title: title, Lang: lang})
		}
		slices.SortFunc(l.Links, func(a, b item) int { return strings.Compare(a.Page, b.Page) })
	}
	for _, sort := range sorts {
		var items []item
		for _, t := range p.things {
			if t.Sort == sort.sort {
				items = append(items, item{Page: "../" + t.page, Title: t.title(), Note: t.called(s.lang)})
			}
		}
		if len(items) > 0 {
			l.Lists = append(l.Lists, section{sort.sort, fmt.Sprintf("%s (%d)", s.in(sort.many), len(items)), listOf(s, "", items)})
		}
	}
	return view{Title: p.name(s.lang), Kicker: s.in("Pack") + " " + p.Name, Part: "packs", body: "lists", data: l}
}

// shown is a card as it is printed, in a language.
type shown struct {
	Lang string
	Card template.HTML
}

// inPrint prints a card in both languages, that of the frame first.
func inPrint(s *Site, t *thing) (out []shown, err error) {
	for _, lang := range langs(s) {
		c, err := sheet.Card(layout.Of(t.pack.Program, t.card, lang), lang)
		if err != nil {
			return nil, err
		}
		out = append(out, shown{lang, c})
	}
	return out, nil
}

func (s *Site) galleryPage(p *pack, lang string) (view, error) {
	type card struct {
		Page string
		Card template.HTML
	}
	type kind struct {
		Title string
		Cards []card
	}
	var cards []*ir.Card
	pages := map[*ir.Card]string{}
	for _, t := range p.things {
		if t.printed() {
			cards = append(cards, t.card)
			pages[t.card] = t.page
		}
	}
	var out []kind
	for _, sec := range layout.Sections(p.Program, cards, lang) {
		k := kind{Title: sec.Title}
		for _, c := range sec.Cards {
			html, err := sheet.Card(c, lang)
			if err != nil {
				return view{}, err
			}
			k.Cards = append(k.Cards, card{"../" + pages[c.Of], html})
		}
		out = append(out, k)
	}
	title := map[string]string{"en": ": all cards", "fr": " : toutes les cartes"}[lang]
	return view{Title: p.name(lang) + title, Kicker: s.in("Pack") + " " + p.Name, Lang: lang, Part: "packs", body: "gallery", data: out}, nil
}

// namesPage is the index by name in a language.
func (s *Site) namesPage(lang string) view {
	byLetter := map[string][]item{}
	for _, t := range s.all() {
		titles := []string{t.called(lang)}
		if t.card == nil {
			titles = append(titles, t.title())
		}
		for i, title := range titles {
			if title == "" || i > 0 && title == titles[0] {
				continue
			}
			letter := "·"
			for _, r := range strings.ToUpper(tongue.Folded(title)) {
				if unicode.IsLetter(r) {
					letter = string(r)
				}
				break
			}
			note := in(lang, t.Sort)
			if t.pack != nil {
				note += ", " + t.pack.name(lang)
			}
			byLetter[letter] = append(byLetter[letter], item{Page: t.page, Title: title, Note: note})
		}
	}
	l := lists{Links: []item{{Page: "names.html", Title: "Names in English", Lang: "en"}, {Page: "noms.html", Title: "Noms en français", Lang: "fr"}}}
	for letter, items := range byLetter {
		slices.SortFunc(items, func(a, b item) int {
			return cmp.Or(strings.Compare(tongue.Folded(a.Title), tongue.Folded(b.Title)), strings.Compare(a.Page, b.Page))
		})
		l.Lists = append(l.Lists, section{"letter-" + strings.ToLower(letter), letter, list{Items: items}})
	}
	slices.SortFunc(l.Lists, func(a, b section) int { return strings.Compare(a.Title, b.Title) })
	title := map[string]string{"en": "Names in English", "fr": "Noms en français"}[lang]
	return view{Title: title, Lang: lang, Part: "names", body: "lists", data: l}
}

func (s *Site) undocumentedPage() view {
	var unsaid, unused []item
	for _, t := range s.all() {
		i := item{Page: t.page, Title: t.listed()}
		if !t.said() {
			unsaid = append(unsaid, i)
		}
		if !t.usedAtAll() {
			unused = append(unused, i)
		}
	}
	return view{Title: s.in("Undocumented"), body: "lists", data: lists{
		Intro: []string{s.in("What nothing says anything of but its name, and what nothing uses. Neither list may grow.")},
		Lists: []section{{"unsaid", fmt.Sprintf(s.in("Without words or a comment (%d)"), len(unsaid)), list{Items: unsaid}}, {"unused", fmt.Sprintf(s.in("Used by nothing (%d)"), len(unused)), list{Items: unused}}}}}
}
