package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"

	"github.com/kdsl-lang/kdsl/internal/pool"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

//go:embed pages.html site.css search.js
var assets embed.FS

// templates are those of pages, in the languages of the frame around what packs say.
var templates = map[string]*template.Template{"en": parsed("en"), "fr": parsed("fr")}

func parsed(lang string) *template.Template {
	in := func(s string) string { return in(lang, s) }
	return template.Must(template.New("").Funcs(template.FuncMap{"in": in}).ParseFS(assets, "pages.html"))
}

// File is a page, or what pages need. Its name goes from the site's root, with slashes.
type File struct {
	Name string
	Text []byte
}

// Manual is what the site shows besides packs.
type Manual struct {
	Docs    []Doc
	Drawn   []File                                 // what pages show, by its path in the module
	Words   string                                 // the path of the page with a row for each word of the language
	Spec    string                                 // the path of the specification
	Grammar string                                 // the productions of the grammar, one a line
	Explain func(code, lang string) (string, bool) // the page of a diagnostic, in Markdown, in en or fr
}

// Undocumented is what nothing says anything of, and what nothing uses: titles of things, in order.
type Undocumented struct{ Unsaid, Unused []string }

// Site is the site of some packs.
type Site struct {
	Manual
	lang           string // of the frame: what packs say stands in both
	docs           []Doc
	packs          []*pack
	owners         map[string][]owned
	files          map[*source.File]*pack
	pages          map[string]bool // addresses and folders that are taken, in small letters
	painted        map[*syntax.File][]ask.Piece
	words          []*thing          // of the language
	word, function map[string]*thing // by name
	spoken         map[string]row
	written        map[string]written // pages of the manual, by path
	entries        []entry
	setups         map[string][]*spoken
	right          map[string]rightly // by the codes of diagnostics
	replaced       []*thing           // that stand in the place of what another pack declares
}

// New makes the site of units, which have no errors. lang is the language of what stands around what they say: en, or fr.
func New(units []*load.Unit, m Manual, lang string) (*Site, error) {
	s := &Site{Manual: m, lang: lang, docs: m.Docs, owners: map[string][]owned{}, files: map[*source.File]*pack{}, pages: map[string]bool{"language": true, "diagnostics": true, "manual": true}, painted: map[*syntax.File][]ask.Piece{},
		setups: map[string][]*spoken{}, word: map[string]*thing{}, function: map[string]*thing{}, written: map[string]written{}, right: map[string]rightly{}}
	s.spoken = rows(m.text(m.Words))
	s.language()
	s.gather(units)
	for _, p := range s.packs {
		for _, f := range p.Own {
			s.painted[f] = p.paint(f)
		}
		s.index(p)
	}
	inherit(s)
	set(s)
	play(s)
	for _, t := range s.all() {
		t.choose()
	}
	right(s)
	for _, d := range s.docs {
		w, err := s.markdown(d, d.page())
		if err != nil {
			return nil, err
		}
		s.written[d.Path] = w
	}
	return s, nil
}

func (m Manual) text(path string) string {
	for _, d := range m.Docs {
		if d.Path == path {
			return d.Text
		}
	}
	return ""
}

// all is what has a page of a thing.
func (s *Site) all() []*thing {
	out := slices.Clone(s.words)
	for _, p := range s.packs {
		out = append(out, p.things...)
	}
	return out
}

// language makes things of the words of the language, and of its functions.
func (s *Site) language() {
	add := func(sort, name string) *thing {
		t := &thing{page: "language/" + sort + "-" + name + ".html"}
		t.Sort, t.Name, t.Note = sort, name, s.spoken[name].en
		s.words = append(s.words, t)
		return t
	}
	for _, w := range syntax.Words {
		s.word[w] = add("word", w)
	}
	for w := range s.spoken {
		if s.word[w] == nil {
			s.word[w] = add("word", w)
		}
	}
	slices.SortFunc(s.words, func(a, b *thing) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range ir.Prims {
		t := s.function[f.Name]
		if t == nil {
			t = add("function", f.Name)
			s.function[f.Name] = t
		}
		t.Note = f.Doc
		t.Terms = append(t.Terms, call(f))
	}
}

// call is how a function of the language is written.
func call(f ir.Prim) string {
	none := ir.Program{Kinds: []*ir.Kind{ir.PlayerKind: {Name: "player"}, ir.RuleKind: {Name: "rule"}, ir.ScenarioKind: {Name: "scenario"}}}
	var params []string
	for _, t := range f.Params {
		params = append(params, typeName(&none, t))
	}
	out := f.Name + "(" + strings.Join(params, ", ") + ")"
	if f.Method {
		out = params[0] + "." + f.Name + "(" + strings.Join(params[1:], ", ") + ")"
	}
	return out + ": " + typeName(&none, f.Result)
}

// typeName is a type of the language itself: a name of any kind is KIND.
func typeName(p *ir.Program, t ir.Type) string {
	if t.Kind == ir.TextType {
		return "KIND"
	}
	if t.Kind == ir.Bad {
		return "member"
	}
	return p.TypeName(t)
}

// row is what is said of a word.
type row struct{ en, fr string }

// rows reads the table of a page: "| `word` | English | French |".
func rows(page string) map[string]row {
	out := map[string]row{}
	for line := range strings.Lines(page) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		name := strings.TrimSpace(cells[0])
		if len(cells) == 3 && len(name) > 2 && strings.HasPrefix(name, "`") && strings.HasSuffix(name, "`") {
			out[strings.Trim(name, "`")] = row{strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])}
		}
	}
	return out
}

// Undocumented lists what lacks something.
func (s *Site) Undocumented() (u Undocumented) {
	for _, t := range s.all() {
		if !t.said() {
			u.Unsaid = append(u.Unsaid, t.listed())
		}
		if !t.usedAtAll() {
			u.Unused = append(u.Unused, t.listed())
		}
	}
	slices.Sort(u.Unsaid)
	slices.Sort(u.Unused)
	return u
}

// listed is how a thing stands in a list of all.
func (t *thing) listed() string {
	if t.pack == nil {
		return "language " + t.Sort + " " + t.Name
	}
	return t.pack.Name + " " + t.Sort + " " + t.title()
}

// job is a page to be written.
type job struct {
	page string
	make func() (view, error)
}

// Files writes the site.
func (s *Site) Files() ([]File, error) {
	jobs := s.jobs()
	out := make([]File, len(jobs))
	var once sync.Once
	var failed error
	pool.Each(jobs, func(i int, j job) {
		text, err := s.write(j)
		if err != nil {
			once.Do(func() { failed = fmt.Errorf("%s: %w", j.page, err) })
		}
		out[i] = File{j.page, text}
	})
	if failed != nil {
		return nil, failed
	}
	for _, name := range []string{"site.css", "search.js"} {
		b, err := assets.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, File{name, b})
	}
	for _, f := range s.Drawn {
		out = append(out, File{"manual/" + drawn(f.Name), f.Text})
	}
	return append(out, File{"index.js", s.searchIndex()}), nil
}

// view is a page: what stands around it, and the template and data of its body. Lang is that of what it says, "" for that of the frame.
type view struct {
	Title, Kicker, Lang, Part string
	body                      string // a template
	data                      any
}

func (s *Site) write(j job) ([]byte, error) {
	v, err := j.make()
	if err != nil {
		return nil, err
	}
	var body, whole bytes.Buffer
	if err := templates[s.lang].ExecuteTemplate(&body, v.body, v.data); err != nil {
		return nil, err
	}
	type link struct{ Page, Title, Part string }
	nav := []link{{"language/index.html", s.in("Language"), "language"}, {"packs.html", s.in("Packs"), "packs"},
		{map[string]string{"en": "names.html", "fr": "noms.html"}[s.lang], s.in("Names"), "names"}, {"diagnostics/index.html", s.in("Diagnostics"), "diagnostics"}}
	if len(s.docs) > 0 {
		nav = slices.Insert(nav, 0, link{"manual.html", s.in("Manual"), "manual"})
	}
	err = templates[s.lang].ExecuteTemplate(&whole, "page", struct {
		view
		Frame, Root string
		Nav         []link
		Body        template.HTML
	}{v, s.lang, rootOf(j.page), nav, template.HTML(body.String())})
	return visible(whole.Bytes()), err
}

// visible is a page of which nothing is hidden or turned round.
func visible(page []byte) []byte {
	var out []byte
	for line := range bytes.Lines(page) {
		text := bytes.TrimSuffix(line, []byte("\n"))
		out = append(append(out, diag.Visible(string(text))...), line[len(text):]...)
	}
	return out
}

// codes are the diagnostics that have a page.
func (s *Site) codes() (out []check.Code) {
	for _, c := range check.Codes {
		if s.Explain != nil {
			if _, ok := s.Explain(c.Code, "en"); ok {
				out = append(out, c)
			}
		}
	}
	return out
}
