package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// A clause becomes a hook. The clause of a kind is one hook for all cards of the kind. A `while` that
// contributes to several stats becomes one hook for each, so that reading a stat meets only what
// concerns it.

// owned is a hook with what orders it.
type owned struct {
	*ir.Hook
	owner string // id of the card or kind
	index int    // of the clause
	part  int    // of a clause that became several hooks
}

// lowerHooks compiles all clauses and numbers them in their static order: band, owner, label.
func (c *clauses) lowerHooks() {
	var all []owned
	for i, card := range c.p.Cards {
		all = append(all, c.clauses(c.index.cards.decls[i].members, card, card.Kind)...)
	}
	for i, k := range c.p.Kinds {
		all = append(all, c.clauses(c.index.kinds.decls[i].members, nil, k.ID)...)
	}
	slices.SortStableFunc(all, func(a, b owned) int {
		return cmp.Or(cmp.Compare(a.Band, b.Band), strings.Compare(a.owner, b.owner), cmp.Compare(b.Card, a.Card),
			compareLabels(a, b), cmp.Compare(a.part, b.part))
	})
	for i, h := range all {
		h.ID = i
		c.p.Hooks = append(c.p.Hooks, h.Hook)
		if h.Card >= 0 {
			c.p.Cards[h.Card].Hooks = append(c.p.Cards[h.Card].Hooks, i)
			continue
		}
		for _, k := range c.p.Kinds {
			if c.p.IsA(k.ID, h.Kind) {
				k.Hooks = append(k.Hooks, i)
			}
		}
		for _, card := range c.p.Cards {
			if c.p.IsA(card.Kind, h.Kind) {
				card.Hooks = append(card.Hooks, i)
			}
		}
	}
	for _, card := range c.p.Cards {
		slices.Sort(card.Hooks)
	}
	c.numberLimits()
}

// compareLabels orders clauses without labels by their index, before those with labels.
func compareLabels(a, b owned) int {
	x, errX := strconv.Atoi(a.Label)
	y, errY := strconv.Atoi(b.Label)
	switch {
	case errX == nil && errY == nil:
		return cmp.Compare(x, y)
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return strings.Compare(a.Label, b.Label)
}

// numberLimits numbers the limits of events, then of hooks. The hooks that one clause became share
// its limits.
func (c *clauses) numberLimits() {
	seen := map[source.Span]int{}
	number := func(list []*ir.Limit) {
		for _, l := range list {
			n, ok := seen[l.At]
			if !ok {
				n = len(seen)
				seen[l.At] = n
			}
			l.ID = n
		}
	}
	for _, ev := range c.p.Events {
		number(ev.Limits)
	}
	for _, h := range c.p.Hooks {
		number(h.Limits)
	}
}
