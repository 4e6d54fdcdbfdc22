package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/reference"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// pack is a program with what it declares itself.
type pack struct {
	*load.Unit
	folder string // of its pages
	begin  string // how a new card says for which game it is; " " where that is known, "" where it is for none
	things []*thing
	hooks  map[string][]reference.Hook
	known  ask.Known
	links  map[ask.Role]map[string]*thing // what its texts mean by a name
	tests  map[string][]*spoken           // the tests that speak of a card
	script map[int]*spoken                // the tests, by their numbers among the scripts
	played []played
}

// name is what a pack is called.
func (p *pack) name(lang string) string { return text.Name(p.Program, p.Program.Texts, p.Name, lang) }

// thing is what a pack declares, or a word of the language.
type thing struct {
	reference.Declared
	pack  *pack  // nil: of the language
	of    string // the kind of a figure, which stands before its name
	page  string // its address, from the site's root
	card  *ir.Card
	event *ir.Event
	field *ir.Field
	whole source.Span // all of its declaration; of a tag none

	uses    []use
	example *thing   // a card that uses it; nil when none does
	by      []*thing // what the example uses, which uses the thing; none when it does so itself
	where   *spoken  // where the thing is used and the example named, or to what it belongs, when that is how it shows it
	proved  bool     // a test of the example passes
	how     how
	others  []*spoken
	tries   []*try // the tests in which it came up
	made    []form // what its declaration is made of
}

// spoken is that a declaration without a page, such as a test, speaks of a thing.
type spoken struct {
	pack  *pack
	at    source.Span
	in    string   // the setup on which it builds; "" for none
	cards []*thing // that it names, too; of a script also those of its setup
	try   *try     // of a test: how it went
	made  []form   // what it is made of
}

// sorts are those of things, in the order in which they are listed, with what several are called.
var sorts = []struct{ sort, many string }{
	{"action", "Actions"}, {"event", "Events"}, {"span", "Spans"}, {"kind", "Kinds"}, {"figure", "Figures"}, {"function", "Functions"}, {"table", "Tables"},
	{"option", "Options"}, {"enum", "Enums"}, {"tag", "Tags"}, {"zone", "Zones"}, {"bag", "Bags"}, {"rule", "Rules"}, {"card", "Cards"},
}

// title is how a thing is written: a figure with its kind.
func (t *thing) title() string {
	if t.of != "" {
		return t.of + "." + t.Name
	}
	return t.Name
}

// called is what it is called in a language; "" for nothing.
func (t *thing) called(lang string) string {
	if t.pack == nil {
		return ""
	}
	if t.card != nil {
		if text.Of(t.card.Texts, lang) == nil {
			return ""
		}
		return text.Title(t.pack.Program, t.card, lang)
	}
	return sentence(text.Of(t.Texts, lang))
}

// sentence is a text in which its parameters stand by their names.
func sentence(t *ir.Template) string {
	if t == nil || !t.At.IsValid() {
		return ""
	}
	return strings.Trim(t.At.Text(), `"`)
}

// words are all that it is called, in both languages.
func (t *thing) words() (out []string) {
	for _, lang := range []string{"en", "fr"} {
		if s := t.called(lang); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, w := range t.Texts.Words {
		if s := strings.Trim(w.At.Text(), `"`); w.At.IsValid() && s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// said tells whether anything says what it is, besides its name.
func (t *thing) said() bool {
	return t.Note != "" || t.Texts.En != nil || t.Texts.Fr != nil || t.card != nil && len(t.card.Rules)+len(t.card.Hooks)+len(t.card.Said) > 0 && t.card.Texts.En != nil
}

// gather makes packs of units, each with what it declares.
func (s *Site) gather(units []*load.Unit) {
	games := library.Games()
	for _, u := range units {
		begin := ""
		if len(u.Local()) > 0 { // where it lies, it is known
			begin = " "
		} else if slices.Contains(games, u.Name) {
			begin = " --for " + u.Name
		}
		s.packs = append(s.packs, &pack{Unit: u, begin: begin, folder: free(s.pages, folder(u.Name), ""), hooks: reference.Hooks(u.Program), links: map[ask.Role]map[string]*thing{}, tests: map[string][]*spoken{}, script: map[int]*spoken{}})
	}
	for _, p := range s.packs {
		for _, f := range p.Own {
			s.owners[f.Source.Name] = append(s.owners[f.Source.Name], owned{f.Source, p})
		}
	}
	for _, p := range s.packs {
		s.declare(p)
	}
	for _, p := range s.packs {
		s.resolve(p)
	}
}

// owned is a file of a pack.
type owned struct {
	file *source.File
	pack *pack
}

// packOf is the pack of a file, however deep it was read; nil for none.
func (s *Site) packOf(f *source.File) *pack {
	if f == nil {
		return nil
	}
	if p, ok := s.files[f]; ok {
		return p
	}
	var found *pack
	for _, o := range s.owners[f.Name] {
		if o.file == f || o.file.Text == f.Text {
			found = o.pack
		}
	}
	s.files[f] = found
	return found
}

// folder is a name as one of a folder.
func folder(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == ':' || r == '.' {
			return '-'
		}
		return r
	}, strings.TrimSuffix(name, ".kdsl"))
}

// free is an address that nothing has yet: the name, or with a number behind it. Files that differ in capitals are one file to
// some systems.
func free(taken map[string]bool, name, suffix string) string {
	address := name + suffix
	for n := 2; taken[strings.ToLower(address)]; n++ {
		address = name + "-" + strconv.Itoa(n) + suffix
	}
	taken[strings.ToLower(address)] = true
	return address
}

// declare lists what a pack declares itself.
func (s *Site) declare(p *pack) {
	program := p.Program
	add := func(d reference.Declared, of string) *thing {
		if strings.HasPrefix(d.Name, "_") {
			return nil
		}
		t := &thing{Declared: d, pack: p, of: of}
		t.page = free(s.pages, p.folder+"/"+d.Sort+"-"+t.title(), ".html")
		p.things = append(p.things, t)
		return t
	}
	for _, d := range reference.Of(program, "en") {
		if d.Sort == "kind" && d.Span == program.Kinds[ir.PlayerKind].At { // whose figures have pages of their own
			continue
		}
		if d.Sort == "tag" && s.taggedBelow(p, d.Name) || d.Sort != "tag" && s.packOf(d.Span.File) != p {
			continue
		}
		d.Terms = append(d.Terms, reference.Terms(program, d)...)
		if t := add(d, ""); t != nil && d.Span.IsValid() {
			for _, e := range program.Events {
				if e.At == d.Span {
					t.event = e
				}
			}
		}
	}
	for _, t := range p.things {
		for _, c := range program.Cards {
			if t.Span.IsValid() && c.At == t.Span && (t.Sort == "card" || t.Sort == "rule") {
				t.card = c
			}
		}
	}
	p.things = slices.DeleteFunc(p.things, func(t *thing) bool { return t.card != nil && t.card.Inner }) // they serve tests
	for _, k := range program.Kinds {
		for _, f := range k.Fields {
			inherited := k.Parent >= 0 && slices.Contains(program.Kinds[k.Parent].Fields, f)
			if !inherited && s.packOf(f.At.File) == p && !slices.ContainsFunc(p.things, func(t *thing) bool { return t.field == f }) {
				d := reference.Declared{Sort: "figure", Name: f.Name, Line: reference.Field(program, f), Note: reference.Comment(f.At), Span: f.At, Texts: f.Texts}
				if t := add(d, k.Name); t != nil {
					t.field = f
				}
			}
		}
	}
	for _, t := range p.things {
		if t.Span.IsValid() {
			t.whole = p.whole(t.Span)
			t.File, t.At = t.Span.File.Name, t.Span.Pos().Line
		}
	}
	slices.SortStableFunc(p.things, func(a, b *thing) int {
		return cmp.Or(cmp.Compare(rank(a.Sort), rank(b.Sort)), strings.Compare(a.title(), b.title()))
	})
}

// whole is the declaration in which a place lies; of a field of a kind its line.
func (p *pack) whole(at source.Span) source.Span {
	for _, f := range p.Own {
		if f.Source.Name != at.File.Name {
			continue
		}
		for _, d := range f.Decls {
			here := d.Span()
			if at.Start < here.Start || here.End < at.End {
				continue
			}
			if members, ok := syntax.Members(d); ok {
				for _, m := range members {
					if x, ok := m.(*syntax.FieldMember); ok && x.Name.At.Start == at.Start {
						return m.Span()
					}
				}
			}
			return here
		}
	}
	return at
}

func rank(sort string) int {
	for i, s := range sorts {
		if s.sort == sort {
			return i
		}
	}
	return len(sorts)
}

// taggedBelow tells whether a tag comes from a pack that this one uses.
func (s *Site) taggedBelow(p *pack, tag string) bool {
	for _, f := range p.All {
		if o := s.packOf(f); o != nil && o != p && slices.Contains(o.Program.Tags, tag) {
			return true
		}
	}
	return false
}

// roleOf is the role of names that mean a sort of things.
var roleOf = map[string]ask.Role{"action": ask.Event, "event": ask.Event, "span": ask.Event, "kind": ask.Type, "enum": ask.Type, "bag": ask.Type,
	"function": ask.Function, "table": ask.Function, "option": ask.Option, "zone": ask.Option, "card": ask.Card, "rule": ask.Card, "figure": ask.Property}

// resolve notes what the texts of a pack mean by names: its own things before those of the packs that it uses. A figure that
// several kinds have is none of them.
func (s *Site) resolve(p *pack) {
	seen := map[*pack]bool{}
	for _, f := range append(own(p), p.All...) {
		o := s.packOf(f)
		if o == nil || seen[o] {
			continue
		}
		seen[o] = true
		for _, t := range o.things {
			if role, ok := roleOf[t.Sort]; ok {
				p.link(role, t.Name, t)
			}
			if t.Sort == "enum" {
				for _, e := range o.Program.Enums {
					for _, v := range e.Values {
						if e.At == t.Span {
							p.link(ask.Member, v.Name, t)
						}
					}
				}
			}
		}
	}
}

// link notes that a name means a thing: the first that has it, but of figures and values, which several may share, none.
func (p *pack) link(role ask.Role, name string, t *thing) {
	if p.links[role] == nil {
		p.links[role] = map[string]*thing{}
	}
	if was, there := p.links[role][name]; !there {
		p.links[role][name] = t
	} else if (role == ask.Property || role == ask.Member) && was != t {
		p.links[role][name] = nil
	}
}

func own(p *pack) (out []*source.File) {
	for _, f := range p.Own {
		out = append(out, f.Source)
	}
	return out
}

// printed tells whether a reader has a thing in hand.
func (t *thing) printed() bool { return t.card != nil && layout.Printed(t.pack.Program, t.card) }

// passes tells whether a test passes that speaks of a card, or in which it acts.
func (t *thing) passes() bool {
	return slices.ContainsFunc(t.pack.tests[t.Name], func(o *spoken) bool { return o.try.passed }) ||
		slices.ContainsFunc(t.tries, func(x *try) bool { return x.passed && slices.Contains(x.acted, t) })
}
