package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// bearers knows what instances lie on.
type bearers struct {
	*names
	bearer  map[int]int   // kind of what the instances of a kind lie on
	settled map[int]int   // bearer, as it was before the last round
	placed  map[int]bool  // kinds of which something is known to lie on something
	lies    map[int][]int // by kind, what its instances are put on, learnt in this round
	home    map[int]bool  // kinds that their own pack puts on something
}

// What `bearer` is. The language does not say on what the instances of a kind may lie; it follows
// from where they are put: kind K bears kind F when K carries F, or when some card of F is applied
// to (or created on) a K. The bearer of F then is what all such K have in common. A kind with a
// body, and a kind that is put on nothing, bears itself. Kinds share what is known of their
// ancestors and descendants: a card may be used wherever its ancestor is.

// inferCarried begins each round with what the kinds carry.
func (c *bearers) inferCarried() {
	c.lies = map[int][]int{}
	for _, k := range c.p.Kinds {
		for _, f := range k.Fields {
			if f.Class == ir.Carried && f.Type.Kind == ir.Inst {
				if c.packs[f.At.File] == c.packOfKind(f.Type.Ref) {
					c.home[f.Type.Ref] = true
				}
				c.liesOn(f.Type.Ref, c.declaring(k.ID, ir.FieldNamed(k.Fields, f.Name)))
			}
		}
	}
	if c.bearer == nil {
		c.settleBearers()
	}
}

// liesOn notes that an instance of kind k is put on one of kind on.
func (c *bearers) liesOn(k, on int) {
	if k < 0 || on < 0 || slices.Contains(c.lies[k], on) {
		return
	}
	c.lies[k] = append(c.lies[k], on)
}

// appliedTo notes that a card is put on what an expression gives. A bearer of which nothing is known
// yet teaches nothing.
func (c *bearers) appliedTo(card *ir.Card, on *ir.Expr, pl *place) {
	if on == nil || on.Type.Kind != ir.Inst || on.Op == ir.SelfBearer && !c.placed[pl.kind] {
		return
	}
	k := card.Kind
	if c.packs[on.At.File] == c.packOfKind(k) {
		c.home[k] = true
	} else if c.home[k] { // settled by the pack that declares the kind: others keep to it
		if b := c.bearerKind(k); b >= 0 && on.Type.Ref >= 0 && !c.p.IsA(on.Type.Ref, b) {
			c.errorf("wrong-bearer", on.At, "%s lies on what is of kind %s, this is of kind %s", card.Name, c.p.Kinds[b].Name, c.p.Kinds[on.Type.Ref].Name).
				See(c.p.Kinds[k].At, "kind %s is declared here", c.p.Kinds[k].Name)
		}
		return
	}
	c.liesOn(k, on.Type.Ref)
}

// inferApplied settles what the last round of lowering learnt, and tells whether it changed anything.
func (c *bearers) inferApplied() bool {
	old := c.bearer
	c.settleBearers()
	for k := range c.p.Kinds {
		if old[k] != c.bearer[k] {
			return true
		}
	}
	return false
}

// unsettled reports the kinds of which every round learns something else: what one of their cards does
// to its bearer decides what the bearer is.
func (c *bearers) unsettled() {
	for _, k := range c.p.Kinds {
		if c.settled[k.ID] != c.bearer[k.ID] {
			c.errorf("wrong-bearer", k.At, "what cards of kind %s lie on depends on itself: apply them to something that is no bearer", k.Name)
		}
	}
}

func (c *bearers) settleBearers() {
	c.bearer, c.placed = map[int]int{}, map[int]bool{}
	join := func(to map[int]int, k, on int) {
		switch have, found := to[k]; {
		case !found:
			to[k] = on
		case have >= 0 && on >= 0:
			to[k] = c.p.Common(have, on)
		default:
			to[k] = -1
		}
	}
	own, all := map[int]int{}, map[int]int{} // what a kind itself lies on, and with its descendants
	for k, list := range c.lies {
		for _, on := range list {
			join(own, k, on)
		}
		for up := k; up >= 0; up = c.p.Kinds[up].Parent {
			join(all, up, own[k])
		}
	}
	for _, k := range c.p.Kinds {
		c.bearer[k.ID] = k.ID
		if c.index.bodies[k.ID] != nil {
			continue
		}
		for up := k.Parent; up >= 0; up = c.p.Kinds[up].Parent {
			if on, lies := own[up]; lies {
				join(all, k.ID, on)
			}
		}
		if on, lies := all[k.ID]; lies {
			c.placed[k.ID], c.bearer[k.ID] = true, on
		}
	}
}

// bearerKind is the kind of what instances of kind k lie on, -1 when it may be several.
func (c *bearers) bearerKind(k int) int {
	if b, ok := c.bearer[k]; ok {
		return b
	}
	return k
}
