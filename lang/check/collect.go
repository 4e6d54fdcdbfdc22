package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// collector sorts the declarations into their namespaces.
type collector struct {
	*names
	changed map[string]touched // the declarations and options that overlays have changed
	done    []operation        // in their order
}

// collect sorts the declarations into their namespaces and applies the overlays.
func (c *collector) collect(in []Input) {
	c.decls = declarations{
		types: newSpace(), events: newSpace(), values: newSpace(),
		zones: newSpace(), scripts: newSpace(), setups: newSpace(), labels: newSpace(),
		overlaid: map[[2]string]bool{},
	}
	var ops []operation
	for _, f := range in {
		if f.File == nil {
			continue
		}
		for _, d := range f.File.Decls {
			switch d := d.(type) {
			case *syntax.PackDecl:
				for _, n := range d.Overlays {
					c.decls.overlaid[[2]string{f.Pack, n.Text}] = true
				}
				if f.Pack == c.root {
					c.decls.title = d.Texts
					c.complete(d)
				}
				if len(d.Units) > 0 && (c.p.Unit == "" || f.Pack == c.root) {
					c.p.Unit = d.Units[0].Text
				}
				for _, n := range d.Units[min(1, len(d.Units)):] {
					saidAgain(c.names, "unit", d.Units[0].At, n.At)
				}
			case *syntax.UseDecl:
			case *syntax.ScriptDecl:
				if !f.Used {
					c.add(newEntry(d, f.Pack))
				}
			case *syntax.ExtendDecl, *syntax.ReplaceDecl, *syntax.RemoveDecl, *syntax.PatchDecl, *syntax.SetDecl:
				if !f.Used || !ofScript(d) {
					ops = append(ops, operation{decl: d, pack: f.Pack})
				}
			default:
				c.add(newEntry(d, f.Pack))
			}
		}
	}
	c.overlay(ops)
	c.joinPlayers()
	for _, s := range []*space{c.decls.types, c.decls.values} {
		for _, e := range s.sorted() {
			c.collectGiven(e)
		}
	}
	c.checkWords()
}

// ofScript tells whether an operation is on a script.
func ofScript(d syntax.Decl) bool {
	word := ""
	switch d := d.(type) {
	case *syntax.ExtendDecl:
		word = d.Word.Text
	case *syntax.PatchDecl:
		word = d.Word.Text
	case *syntax.RemoveDecl:
		word = d.Word.Text
	case *syntax.ReplaceDecl:
		_, script := d.Decl.(*syntax.ScriptDecl)
		return script
	}
	return word == "test" || word == "odds" || word == "scenario" || word == "setup"
}

// joinPlayers puts the members of the built-in kind into an order that does not depend on the files.
func (c *collector) joinPlayers() {
	if e := c.decls.types.entries["player"]; e != nil {
		slices.SortStableFunc(e.members, func(a, b syntax.Member) int { return strings.Compare(memberKey(a), memberKey(b)) })
	}
}

// collectGiven enters the actions that a card or kind gives: they are events like any other.
func (c *collector) collectGiven(e *entry) {
	for a := range syntax.Of[*syntax.ActionMember](e.members) {
		if a.Action != nil {
			c.add(newEntry(a.Action, e.pack))
		}
	}
}

// mostKinds is how many kinds are listed where a card names none of them.
const mostKinds = 16

// checkWords reports cards whose kind nobody declared. The author may have misspelt a word of the
// language instead: both are candidates.
func (c *collector) checkWords() {
	var kinds []string
	candidates := map[string]source.Span{}
	for _, e := range c.decls.types.sorted() {
		if e.word == "kind" && !strings.HasPrefix(e.name, "_") {
			kinds = append(kinds, e.name)
			candidates[e.name] = e.at
		}
	}
	for _, word := range syntax.DeclarationWords {
		candidates[word] = source.Span{}
	}
	for _, e := range c.decls.values.sorted() {
		d, ok := e.decl.(*syntax.CardDecl)
		if !ok || d.Word.Text == "rule" {
			continue
		}
		if k := c.decls.types.entries[d.Word.Text]; k == nil || k.word != "kind" {
			c.unread[e.name] = true
			said := c.unknown("undefined-kind", d.Word.At, "there is no kind %s", d.Word.Text)
			c.meant(said, d.Word.Text, inOrder(candidates))
			if !said.Mended() {
				said.Message += diag.Others(kinds, mostKinds)
			}
			c.gaps = append(c.gaps, d.Span())
			c.cut = c.cut || len(d.Params) > 0 // it was to be an event, perhaps
			delete(c.decls.values.entries, e.name)
		}
	}
}

// newEntry describes a declaration.
func newEntry(d syntax.Decl, pack string) *entry {
	e := &entry{decl: d, pack: pack}
	e.members, e.body = syntax.Members(d)
	e.word, e.name, e.at = syntax.Named(d)
	return e
}

// isCallOnly tells whether the declaration is only ever called, and so is no type.
func isCallOnly(e *entry) bool {
	d, table := e.decl.(*syntax.TableDecl)
	return e.word == "function" || table && len(d.On) == 0
}

// share tells whether two declarations of different spaces may not have one name: events and types, cards and kinds.
func share(a, b *entry) bool {
	if isCard(a) || isCard(b) {
		return a.word == "kind" || b.word == "kind"
	}
	return a.word != "option" && b.word != "option" && !isCallOnly(a) && !isCallOnly(b)
}

func isCard(e *entry) bool { _, ok := e.decl.(*syntax.CardDecl); return ok }

func isPlayer(e *entry) bool { return e.word == "kind" && e.name == "player" }

// space is the namespace of the declarations with a word.
func (c *collector) space(word string) *space {
	switch word {
	case "enum", "kind", "bag":
		return c.decls.types
	case "event", "span", "action", "function", "table":
		return c.decls.events
	case "zone":
		return c.decls.zones
	case "test", "odds", "scenario":
		return c.decls.scripts
	case "setup":
		return c.decls.setups
	case "label":
		return c.decls.labels
	}
	return c.decls.values
}

// checkDeclared reports a name under which the declaration could not be used: a card begins with the name of its
// kind, a step with that of its event.
func (c *collector) checkDeclared(s *space, e *entry) {
	n := syntax.Name{Node: syntax.Node{At: e.at}, Text: e.name}
	switch {
	case s == c.decls.labels, s == c.decls.setups:
	case slices.Contains(syntax.ValueWords, e.name):
		c.checkName(n)
	case e.word == "kind" && slices.Contains(syntax.Words, e.name):
		c.reserved(n, "and cannot be a kind: cards begin with the name of their kind")
	case s == c.decls.events && (slices.Contains(syntax.CallWords, e.name) || cond.IsBuiltin(e.name)):
		c.reserved(n, "and means something of its own when it is called")
	case e.word == "action" && (e.name == "pass" || e.name == "yes" || e.name == "no"):
		c.reserved(n, "and cannot be an action: a test would answer with it")
	case s == c.decls.values && e.name == "player":
		c.reserved(n, "and cannot be a card: every player is one")
	case s == c.decls.zones && (e.name == "nowhere" || e.name == "on"):
		c.reserved(n, "and cannot be a zone: it is a place already")
	}
}

// add enters a declaration, or reports that the name is taken.
func (c *collector) add(e *entry) {
	s := c.space(e.word)
	if s == c.decls.scripts && strings.TrimSpace(e.name) == "" && e.at.Text() != "" {
		c.errorf("bad-syntax", e.at, "got %s, want a name that is not empty", e.at.Text())
	}
	if e.name == "" {
		return
	}
	name, player := e.name, isPlayer(e)
	if s == c.decls.scripts {
		name = `"` + name + `"`
	} else if !player {
		c.checkDeclared(s, e)
	}
	if s == c.decls.types && slices.Contains(typeWords, e.name) {
		c.errorf("reserved-name", e.at, "%q is a type of the language and cannot be a name", e.name)
	}
	if player {
		c.addPlayer(e)
		return
	}
	others := []*space{s}
	switch s {
	case c.decls.types: // an event is the type of its records
		others = append(others, c.decls.events)
	case c.decls.events:
		others = append(others, c.decls.types)
	case c.decls.values: // a card is the type of its instances
		others = append(others, c.decls.types)
	}
	if e.word == "kind" {
		others = append(others, c.decls.values)
	}
	for _, o := range others {
		if first := o.entries[e.name]; first != nil && (o == s || share(first, e)) {
			if s == c.decls.labels && !slices.ContainsFunc(append(c.decls.relabels, first), func(x *entry) bool { return x.name == e.name && x.pack == e.pack }) {
				c.decls.relabels = append(c.decls.relabels, e) // each gives words to what its own pack declares
				return
			}
			if e.pack != c.root && first.pack == c.root { // what is one's own is where something can be done
				first, e = e, first
			}
			said := fmt.Sprintf("%s %s is declared twice: give one of them another name", e.word, name)
			if first.word != e.word {
				said = fmt.Sprintf("%s is the name of %s already: give this %s another name", name, articled(first.word), e.word)
			}
			d := c.errorf("duplicate-name", e.at, "%s", said).
				See(first.at, "%s is first declared here", first.name)
			if s == c.decls.values {
				if c.doubled == nil {
					c.doubled = map[string]bool{}
				}
				c.doubled[e.name] = true
			}
			if first.pack != e.pack && first.word == e.word && (e.word == "enum" || e.word == "kind") {
				d.Message = fmt.Sprintf("%s has %s %s already: what adds to it begins with extend", first.pack, articled(e.word), name)
				d.Mend(diag.Before(e.decl.Span(), "extend"))
			}
			c.cut = c.cut || s != c.decls.scripts && s != c.decls.labels // one of the two was to have another name
			return
		}
	}
	c.cut = c.cut || c.slipped(e.at)
	s.entries[e.name] = e
}

// articled is a word of the language with its article.
func articled(word string) string {
	if strings.ContainsAny(word[:1], "aeio") {
		return "an " + word
	}
	return "a " + word
}

// addPlayer keeps the parts of the built-in kind; several packs may each add cells.
func (c *collector) addPlayer(e *entry) {
	if d, ok := e.decl.(*syntax.KindDecl); ok && (d.Extends != nil || len(d.On) > 0) {
		c.errorf("reserved-name", e.at, "players are no things that lie on others, and of no other kind: write player { ... } with what each has")
	}
	if first := c.decls.types.entries["player"]; first != nil {
		first.members = append(first.members, e.members...)
		return
	}
	c.decls.types.entries["player"] = e
}

// complete keeps the languages in which a pack says that nothing lacks words.
func (c *collector) complete(d *syntax.PackDecl) {
	for _, n := range d.Complete {
		switch {
		case n.Text != "en" && n.Text != "fr":
			c.unknown("undefined-name", n.At, "a pack is complete in en or fr, got %s", n.Text)
		case !slices.Contains(c.p.Complete, n.Text):
			c.p.Complete = append(c.p.Complete, n.Text)
		}
	}
}
