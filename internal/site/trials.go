package site

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/internal/pool"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// try is a test, as it was played.
type try struct {
	of     *spoken // where it stands, with the cards that it names
	passed bool
	came   []*thing // what came up in it: what happened, what was asked for, whose clauses were asked
	acted  []*thing // the cards in hand of which a clause took effect
}

// set gives scripts the cards of their setups.
func set(s *Site) {
	var whole func(o *spoken)
	whole = func(o *spoken) {
		name := o.in
		o.in = "" // its cards are here
		for _, setup := range s.setups[name] {
			if setup.pack != o.pack && !o.pack.uses(setup.pack, s) {
				continue
			}
			whole(setup)
			for _, c := range setup.cards {
				if !slices.Contains(o.cards, c) {
					o.cards = append(o.cards, c)
				}
			}
		}
	}
	for _, p := range s.packs {
		for _, o := range p.script {
			whole(o)
		}
	}
}

// play plays the tests of all packs, and notes for each thing in which it came up.
func play(s *Site) {
	pool.Each(s.packs, func(_ int, p *pack) { p.play() })
	for _, p := range s.packs {
		means := nodes(s, p)
		for _, n := range p.played {
			x := &try{of: n.of, passed: n.passed}
			n.of.try = x
			for node, took := range n.reached {
				t := means[node]
				if t == nil {
					continue
				}
				x.came = append(x.came, t)
				if _, ok := node.(*ir.Hook); ok && took && t.printed() {
					x.acted = append(x.acted, t)
				}
			}
			for _, list := range []*[]*thing{&x.came, &x.acted} { // a clause of a card is the card, and a row its table
				slices.SortFunc(*list, func(a, b *thing) int { return cmp.Compare(a.page, b.page) })
				*list = slices.Compact(*list)
			}
			for _, t := range x.came {
				t.tries = append(t.tries, x)
			}
		}
	}
}

// played is what a test of a pack reached, and what of that took effect.
type played struct {
	of      *spoken
	passed  bool
	reached map[any]bool
}

// play plays the tests of a pack.
func (p *pack) play() {
	reached := map[any]bool{}
	trial.Cover(p.Program, func(_ int, of any, took bool) { reached[of] = reached[of] || took }, func(test int, r trial.Result) bool {
		if of := p.script[test]; of != nil { // else it stands in a pack that this one overlays
			p.played = append(p.played, played{of, r.Passed, reached})
		}
		reached = map[any]bool{}
		return true
	})
}

// nodes are the things that the nodes of a program belong to.
func nodes(s *Site, p *pack) map[any]*thing {
	type place struct {
		pack *pack
		file string
		at   int
	}
	declared := map[place]*thing{}
	for _, o := range s.packs {
		for _, t := range o.things {
			if t.Span.IsValid() {
				declared[place{o, t.Span.File.Name, t.Span.Start}] = t
			}
		}
	}
	at := func(x source.Span) *thing {
		if o := s.packOf(x.File); o != nil {
			return declared[place{o, x.File.Name, x.Start}]
		}
		return nil
	}
	out := map[any]*thing{}
	for _, e := range p.Program.Events {
		out[e] = at(e.At)
	}
	for _, f := range p.Program.Funcs {
		out[f] = at(f.At)
	}
	for _, f := range p.Program.Tables {
		for i := range f.Rows {
			out[&f.Rows[i]] = at(f.At)
		}
	}
	for _, h := range p.Program.Hooks {
		if h.Card >= 0 {
			out[h] = at(p.Program.Cards[h.Card].At)
		} else {
			out[h] = at(p.Program.Kinds[h.Kind].At)
		}
	}
	return out
}

// met are the sorts of things of which it is known exactly in which test they come up. Of others, such as an option, what speaks of
// them tells.
var met = []string{"action", "event", "span", "function", "table", "rule", "card"}

// trialsOf are the tests in which a thing comes up, or that speak of it.
func (t *thing) trialsOf() (out []*try) {
	for all, i := []*thing{t}, 0; i < len(all); i++ {
		x := all[i]
		out = append(out, x.tries...)
		for _, o := range x.others {
			if o.try != nil {
				out = append(out, o.try)
			}
		}
		if slices.Contains(met, x.Sort) {
			continue
		}
		for _, u := range x.uses {
			if !slices.Contains(all, u.by) {
				all = append(all, u.by)
			}
		}
	}
	return out
}

// inPlay finds a card in play where a thing comes up, in a test that passes: a card of a kind before a rule that is printed as one, and
// one of which a clause takes effect before one that is only there. The test comes first that is of the thing's own pack and the shortest.
func (t *thing) inPlay() (card *thing, in *spoken) {
	type found struct {
		card *thing
		rank int
		try  *try
	}
	var all []found
	for _, x := range t.trialsOf() {
		if !x.passed {
			continue
		}
		for i, cards := range [][]*thing{both(x.of.cards, x.acted), x.acted, x.of.cards} { // best one that acts and that it is about
			for _, c := range shortest(cards) {
				if c.printed() {
					all = append(all, found{c, i + 3*compare(c.Sort == "rule", false), x})
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	best := slices.MinFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), -compare(a.try.of.pack == t.pack, b.try.of.pack == t.pack), cmp.Compare(len(a.try.of.at.Text()), len(b.try.of.at.Text())))
	})
	return best.card, best.try.of
}

// both are the things that stand in both lists.
func both(a, b []*thing) (out []*thing) {
	for _, t := range a {
		if slices.Contains(b, t) {
			out = append(out, t)
		}
	}
	return out
}
