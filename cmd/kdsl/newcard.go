package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/start"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// card begins a card of a kind.
func (c *newCommand) card(t *tool, kind string, n start.Names) error {
	b, err := c.bed(t, n)
	if err != nil {
		return err
	}
	other, err := c.other(b.unit, kind)
	if err != nil {
		return err
	}
	if cardNamed(b.unit.Program, n.ID) != nil {
		return usage("there is a card %s already: add --id with another name for the rules", n.ID)
	}
	out, err := start.Like(other, n, setupsOf(b, other))
	if err != nil {
		return err
	}
	brought := len(out.Tests)
	text, bare, err := begun(b, other, n, out)
	if err != nil {
		return err
	}
	if err := c.write(t, b.file, b.old, text); err != nil {
		return err
	}
	t.say("it is a copy of %s, with %s; what to decide is marked with // change:", other.Name, count(len(out.Tests), "test"))
	lost := brought - len(out.Tests)
	if bare {
		lost = brought
	}
	if lost > 0 {
		t.say("%s of %s left out: what was true of the one card is not of the other", count(lost, "test"), other.Name)
	}
	if bare {
		t.say("its test only puts it in play: what happens then is for you to write")
	}
	return nil
}

// begun is what a file says with a copy of a card and those of its tests that pass; where there are none, with one that only puts
// it in play, which is bare.
func begun(b *bed, other *ir.Card, n start.Names, out *start.Copy) (text string, bare bool, err error) {
	if text, err = b.proved(out); err != nil || len(out.Tests) > 0 {
		return text, false, err
	}
	for _, x := range out.Skeletons(b.unit.Program, other, n) {
		out.Tests = []start.Test{x}
		with, err := b.proved(out)
		if err != nil || len(out.Tests) > 0 {
			return with, err == nil, err
		}
	}
	return text, false, nil
}

// other is the card to copy.
func (c *newCommand) other(u *load.Unit, kind string) (*ir.Card, error) {
	var ofKind, named []*ir.Card
	var kinds, known []string
	for _, card := range u.Program.Cards {
		if !layout.Printed(u.Program, card) || card.At.File == nil {
			continue
		}
		is := u.Program.Kinds[card.Kind].Name
		if !slices.Contains(kinds, is) {
			kinds = append(kinds, is)
		}
		if calls(card, c.like) {
			named = append(named, card)
		}
		if is == kind {
			ofKind, known = append(ofKind, card), append(known, card.Name)
		}
	}
	switch {
	case len(ofKind) == 0:
		if at := slices.IndexFunc(u.Program.Kinds, func(k *ir.Kind) bool { return k.Name == kind }); at >= 0 {
			packs := elsewhere(u.Name, func(p *ir.Program, card *ir.Card) bool {
				k := p.Kinds[card.Kind]
				return k.Name == kind && k.At.File.Name == u.Program.Kinds[at].At.File.Name
			})
			if len(packs) > 0 {
				return nil, usage("%s has no card of the kind %s to begin like: write --for %s", u.Name, kind, strings.Join(packs, " or --for "))
			}
		}
		if diag.Nearest(kind, kinds) == "" {
			return nil, usage("%s has no cards of a kind %q; its kinds with cards are %s", u.Name, kind, strings.Join(kinds, ", "))
		}
		return nil, unknown("kind of card", kind, kinds, "")
	case c.like == "":
		return plainest(ofKind), nil
	}
	for _, card := range named {
		if slices.Contains(ofKind, card) {
			return card, nil
		}
	}
	if len(named) > 0 {
		is := u.Program.Kinds[named[0].Kind].Name
		return nil, usage("%s is a %s: write `kdsl new %s`", named[0].Name, is, is)
	}
	return nil, unknown(kind+" in "+u.Name, c.like, known, "")
}

// plainest is the card with the least to read of those that have a clause of their own, if there are any: one without shows little of
// what cards can say.
func plainest(of []*ir.Card) *ir.Card {
	files := map[*source.File]map[source.Span]int{} // how much there is to read in each card
	work := func(c *ir.Card) int {
		sizes := files[c.At.File]
		if sizes == nil {
			sizes = map[source.Span]int{}
			f, _ := syntax.Parse(c.At.File)
			for _, d := range f.Decls {
				_, _, at := syntax.Named(d)
				members, _ := syntax.Members(d)
				if sizes[at] = len(d.Span().Text()); !slices.ContainsFunc(members, acts) {
					sizes[at] += load.MaxFile
				}
			}
			files[c.At.File] = sizes
		}
		return sizes[c.At]
	}
	return slices.MinFunc(of, func(a, b *ir.Card) int { return cmp.Compare(work(a), work(b)) })
}

// acts tells whether a member is a clause or an action.
func acts(m syntax.Member) bool {
	switch m.(type) {
	case *syntax.Clause, *syntax.ActionMember:
		return true
	}
	return false
}
