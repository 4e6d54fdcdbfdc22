package main

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	played "github.com/kdsl-lang/kdsl/examples"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/start"
)

// pack begins a folder with a card of each usual kind of a game, and a game to play.
func (c *newCommand) pack(t *tool, n start.Names) error {
	if c.in != "" || c.like != "" {
		return usage("a new pack is a folder of its own: leave --in and --like out")
	}
	units, err := c.games(t)
	if err != nil {
		return err
	}
	u := units[0]
	if err := t.admit("."); err != nil {
		return err
	}
	if err := absent(t, n.ID); err != nil {
		return err
	}
	game, err := opening(u.Name)
	if err != nil {
		return err
	}
	uses := []string{u.Name}
	if game != nil {
		uses = append(uses, slices.DeleteFunc(game.Uses, func(name string) bool { return name == u.Name })...)
	}
	b := &bed{file: path.Join(n.ID, n.ID+".kdsl"), head: start.PackHead(u.Program, uses, n), unit: u, space: library.Open(t.disk)}
	all := &start.Copy{}
	several := usual(uses)
	if game != nil {
		for _, at := range game.Given() { // what plays in the scenario
			if c := cardNamed(u.Program, at.Text()); c != nil {
				several[u.Program.Kinds[c.Kind].Name] = u
			} else if kind := game.Kind(at.Text()); kind != "" && several[kind] == nil {
				several[kind] = u
			}
		}
	}
	for _, k := range u.Program.Kinds {
		from := several[k.Name]
		if from == nil {
			continue
		}
		other, err := c.other(from, k.Name)
		if err != nil {
			continue // there is no card of it
		}
		out, err := start.Like(other, ofKind(n, k), setupsOf(b, other))
		if err != nil {
			return err
		}
		all.Card += out.Card + "\n"
		all.Tests = append(all.Tests, out.Tests[:min(2, len(out.Tests))]...)
	}
	text, err := withOpening(b, all, game, n)
	if err != nil {
		return err
	}
	if err := t.disk.Mkdir(n.ID, 0o755); err != nil {
		return err
	}
	if err := c.write(t, b.file, nil, text); err != nil {
		t.disk.Remove(n.ID)
		return err
	}
	t.say("it holds a card of each of the usual kinds, with %s; what to decide is marked with // change:", count(len(all.Tests), "test"))
	return nil
}

// opening is a game to begin with, of those that come with kdsl; nil for none.
func opening(game string) (*start.Opening, error) {
	names, err := fs.Glob(played.FS, "*.kdsl")
	if err != nil {
		return nil, err
	}
	var texts []*source.File
	for _, name := range names {
		b, err := fs.ReadFile(played.FS, name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, source.New(name, string(b)))
	}
	return start.OpeningOf(game, texts), nil
}

// withOpening is the text of a pack with a game behind its cards, in which one of them plays: in the place of the first that it
// can stand for.
func withOpening(b *bed, all *start.Copy, game *start.Opening, n start.Names) (string, error) {
	if game == nil {
		return b.proved(all)
	}
	cards := all.Card
	for _, at := range game.Given() {
		kind := game.Kind(at.Text())
		if c := cardNamed(b.unit.Program, at.Text()); c != nil {
			kind = b.unit.Program.Kinds[c.Kind].Name
		}
		id := n.ID + "_" + kind
		if !strings.Contains(cards, " "+id+" ") {
			continue
		}
		all.Card = cards + game.Text(at, id)
		if text, err := b.proved(all); err == nil {
			return text, nil
		}
	}
	all.Card = cards + game.Text(source.Span{}, "")
	return b.proved(all)
}

// mostKinds is how many sorts of cards a new pack begins with: what has many cards in the book is what one writes.
const mostKinds = 7

// usual are the kinds of which packs of the library have most cards, of those that lie on something or that something lies on, each
// with the pack that has most of them; all of those where there are none.
func usual(packs []string) map[string]*load.Unit {
	from, most := map[string]*load.Unit{}, map[string]int{}
	var names, bare []string
	for _, id := range packs {
		u := ofLibrary(id)
		if u == nil {
			continue
		}
		count := map[string]int{}
		for _, c := range u.Program.Cards {
			if (c.Pack == u.Name || id == packs[0]) && c.Kind != ir.RuleKind && c.At.File != nil && layout.Printed(u.Program, c) {
				count[u.Program.Kinds[c.Kind].Name]++
			}
		}
		for _, k := range u.Program.Kinds {
			if n := count[k.Name]; n > most[k.Name] {
				carries := slices.ContainsFunc(k.Fields, func(f *ir.Field) bool { return f.Class == ir.Carried })
				switch {
				case most[k.Name] > 0:
				case len(k.On) > 0 || carries:
					names = append(names, k.Name)
				default:
					bare = append(bare, k.Name)
				}
				from[k.Name], most[k.Name] = u, n
			}
		}
	}
	if len(names) == 0 {
		names = bare
	}
	slices.SortStableFunc(names, func(a, b string) int { return most[b] - most[a] })
	out := map[string]*load.Unit{}
	for _, name := range names[:min(len(names), mostKinds)] {
		out[name] = from[name]
	}
	return out
}

// ofKind are the names of a card of a kind in a new pack: what the book calls the kind, in both languages.
func ofKind(n start.Names, k *ir.Kind) start.Names {
	said := func(t *ir.Template) string {
		if t == nil || firstWords(t) == "" {
			return strings.ReplaceAll(k.Name, "_", " ")
		}
		return firstWords(t)
	}
	return start.Names{ID: n.ID + "_" + k.Name, En: n.En + " " + strings.ToLower(said(k.Texts.En)), Fr: said(k.Texts.Fr) + ", " + n.Fr}
}
