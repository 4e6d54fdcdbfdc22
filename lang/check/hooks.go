package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
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
func (c *checker) lowerHooks() {
	var all []owned
	for i, card := range c.p.Cards {
		if e := c.index.cardDecls[i]; e != nil {
			all = append(all, c.clauses(members(e.decl), card, card.Kind)...)
		}
	}
	for i, k := range c.p.Kinds {
		if e := c.index.kindDecls[i]; e != nil {
			all = append(all, c.clauses(members(e.decl), nil, k.ID)...)
		}
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
			if c.isA(k.ID, h.Kind) {
				k.Hooks = append(k.Hooks, i)
			}
		}
		for _, card := range c.p.Cards {
			if c.isA(card.Kind, h.Kind) {
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
func (c *checker) numberLimits() {
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

// clauses compiles the clauses among the members of a card, or of a kind (card nil).
func (c *checker) clauses(list []syntax.Member, card *ir.Card, kind int) []owned {
	var out []owned
	labels := map[string]source.Span{}
	n := 0
	for _, m := range list {
		cl, ok := m.(*syntax.Clause)
		if !ok {
			continue
		}
		h := ir.Hook{Card: -1, Kind: kind, At: cl.At, Band: ir.CardBand, Event: -1, Stat: -1, StatKind: -1,
			Label: strconv.Itoa(n), Target: ir.HookTarget{Card: -1, Tag: -1}}
		owner := c.p.Kinds[kind].Name
		if card != nil {
			h.Card, h.Kind, owner = card.ID, -1, card.Name
		}
		switch kind {
		case ir.ScenarioKind:
			h.Band = ir.ScenarioBand
		case ir.RuleKind, ir.PlayerKind:
			h.Band = ir.RuleBand
		}
		if cl.Label != nil {
			h.Label = cl.Label.Text
			c.taken(labels, *cl.Label, "clause")
		}
		for part, lowered := range c.everyEvent(cl, h, card, kind) {
			out = append(out, owned{lowered, owner, n, part})
		}
		n++
	}
	return out
}

// everyEvent compiles a clause; one on a tag becomes a hook for every event that bears the tag.
func (c *checker) everyEvent(cl *syntax.Clause, h ir.Hook, card *ir.Card, kind int) []*ir.Hook {
	if !cl.Every {
		return c.clause(cl, h, card, kind)
	}
	tag := c.tag(*cl.Event)
	var out []*ir.Hook
	for _, ev := range c.p.Events {
		if tag >= 0 && slices.Contains(ev.Tags, tag) {
			one := *cl
			one.Event = &syntax.Name{Node: cl.Event.Node, Text: ev.Name}
			out = append(out, c.clause(&one, h, card, kind)...)
		}
	}
	return out
}

var stages = map[string]ir.Stage{
	"cannot": ir.Cannot, "instead": ir.Instead, "before": ir.Before, "after": ir.After,
	"becomes": ir.Becomes, "while": ir.While, "ignore": ir.Ignore, "waive": ir.Waive,
}

// clause compiles one clause to the hooks it becomes.
func (c *checker) clause(cl *syntax.Clause, h ir.Hook, card *ir.Card, kind int) []*ir.Hook {
	h.Stage = stages[cl.Word.Text]
	if cl.May {
		switch h.Stage {
		case ir.Before:
			h.Stage = ir.MayBefore
		case ir.After:
			h.Stage = ir.MayAfter
		}
	}
	pl := c.selfPlace(kind, card)
	pl.mode, pl.stage, pl.frame = hookMode, h.Stage, &h.Frame
	var each *ir.EachStat
	switch h.Stage {
	case ir.While:
		pl.mode = foldMode
		if ev := c.whileEvent(cl); ev != nil {
			h.Event = ev.ID
			pl = c.inEvent(pl, ev, -1)
		} else if cl.Each != nil {
			pl, each = c.eachStat(cl.Each, pl)
			h.Each = each
		} else {
			h.When = c.condition(cl.Cond, pl)
			pl.know(h.When, true)
		}
	case ir.Becomes:
		h.When = c.condition(cl.Cond, pl)
		pl.know(h.When, true)
		h.Reads = c.reads(h.When)
	case ir.Ignore:
		c.ignored(cl, &h.Target)
		if cl.Event != nil {
			ev := c.event(*cl.Event)
			if ev == nil {
				return nil
			}
			h.Event = ev.ID
			pl = c.inEvent(pl, ev, -1)
		}
		h.Of = c.optionalExpr(cl.Of, pl, tInst)
	default:
		if cl.Event == nil {
			return nil
		}
		ev := c.event(*cl.Event)
		if ev == nil {
			return nil // the body would only repeat it
		}
		h.Event = ev.ID
		pl = c.inEvent(pl, ev, -1)
		if h.Stage == ir.Waive {
			c.waived(cl, ev, &h.Target)
		}
	}
	if cl.When != nil {
		when := c.condition(cl.When, pl)
		pl.know(when, true)
		h.When = both(h.When, when)
	}
	if cl.Prefer != nil {
		h.Prefer = c.score(cl.Prefer, pl)
	}
	return c.clauseBody(cl, h, pl)
}

// clauseBody compiles what stands between the braces.
func (c *checker) clauseBody(cl *syntax.Clause, h ir.Hook, pl *place) []*ir.Hook {
	out := &h
	pl.frame = &out.Frame
	if cl.Body != nil {
		var parametric bool
		h.Texts, parametric = c.sentences(cl.Body.Texts, pl)
		h.Tags = c.tagNumbers(cl.Body.Tags)
		for _, m := range cl.Body.Limits {
			if l := c.limit(m, pl); l != nil {
				h.Limits = append(h.Limits, l)
			}
		}
		for _, m := range cl.Body.Costs {
			if h.Event < 0 || h.Stage == ir.While || h.Stage == ir.Cannot {
				c.errorf("invalid-member", m.At, "only what happens before, instead of or after an event has a cost")
			} else if emit := c.emit(m.Call, pl, m.At); emit != nil {
				h.Costs = append(h.Costs, emit)
			}
		}
		h.Do = c.block(cl.Body.Block, pl)
		if parametric { // a text that is wrong already says enough
			c.agree(out, pl.card)
		}
	}
	empty := h.Do == nil || len(h.Do.Stmts) == 0
	switch h.Stage {
	case ir.Cannot, ir.Ignore, ir.Waive:
		if !empty {
			c.errorf("invalid-statement", h.Do.Stmts[0].Site(), "%s says only what is so, it does nothing", cl.Word.Text)
		}
	case ir.While:
		if h.Event < 0 {
			return c.splitStats(&h)
		}
	}
	return []*ir.Hook{&h}
}

// whileEvent tells whether `while X` speaks of an event.
func (c *checker) whileEvent(cl *syntax.Clause) *ir.Event {
	if cl.Event != nil {
		return c.event(*cl.Event)
	}
	if cl.Cond == nil {
		return nil
	}
	if i, ok := c.index.events[strings.TrimSpace(cl.Cond.Text)]; ok {
		return c.p.Events[i]
	}
	return nil
}

func (c *checker) eachStat(s *syntax.EachHead, pl *place) (*place, *ir.EachStat) {
	pl = pl.inner()
	t := c.typeOf(s.Type)
	if t.Kind != ir.Inst && t.Kind != ir.Bad {
		c.errorf("wrong-type", s.Type.At, "got %s, want a kind", c.p.TypeName(t))
		t = ir.Type{}
	}
	c.checkName(s.Name)
	e := &ir.EachStat{Kind: t.Ref, Temp: pl.temp(s.Name.Text, t)}
	e.Where = c.condition(s.Where, pl)
	pl.know(e.Where, true)
	return pl, e
}

// ignored resolves what an ignore names: a tag, a card, or a clause of a card.
func (c *checker) ignored(cl *syntax.Clause, t *ir.HookTarget) {
	if cl.What == nil {
		return
	}
	if cl.Tag {
		if i := c.tag(*cl.What); i >= 0 {
			t.Tag = i
		}
		return
	}
	card := c.cardNamed(*cl.What, -1)
	if card == nil {
		return
	}
	t.Card = card.ID
	if cl.Part == nil {
		return
	}
	t.Label = cl.Part.Text
	labels := c.labels(card)
	if !slices.Contains(labels, t.Label) {
		c.lacking("undefined-label", cl.Part.At, "%s has no clause %s", card.Name, t.Label).
			See(card.At, "%s is declared here", card.Name).Suggest(diag.Nearest(t.Label, labels))
	}
}

// labels are the labels of a card's own clauses and those of its kind.
func (c *checker) labels(card *ir.Card) []string {
	lists := [][]syntax.Member{}
	if e := c.index.cardDecls[card.ID]; e != nil {
		lists = append(lists, members(e.decl))
	}
	for k := card.Kind; k >= 0; k = c.p.Kinds[k].Parent {
		if e := c.index.kindDecls[k]; e != nil {
			lists = append(lists, members(e.decl))
		}
	}
	var labels []string
	for _, list := range lists {
		for _, m := range list {
			if cl, ok := m.(*syntax.Clause); ok && cl.Label != nil {
				labels = append(labels, cl.Label.Text)
			}
		}
	}
	return labels
}

func (c *checker) tag(n syntax.Name) int {
	i, ok := c.index.tags[n.Text]
	mark(&c.used.tags, int64(i))
	if !ok {
		c.lacking("undefined-tag", n.At, "nothing has the tag %s", n.Text).Suggest(c.near(n.Text, func() []string { return c.p.Tags }))
		return -1
	}
	return i
}

// waived resolves the requirement that a waive names.
func (c *checker) waived(cl *syntax.Clause, ev *ir.Event, t *ir.HookTarget) {
	if cl.What == nil {
		return
	}
	t.Label = cl.What.Text
	var labels []string
	for _, m := range members(c.index.eventDecls[ev.ID].decl) {
		if r, ok := m.(*syntax.RequireMember); ok {
			labels = append(labels, r.Label.Text)
		}
	}
	if !slices.Contains(labels, t.Label) {
		c.lacking("undefined-label", cl.What.At, "%s has no requirement %s", ev.Name, t.Label).
			See(ev.At, "%s is declared here", ev.Name).Suggest(diag.Nearest(t.Label, labels))
	}
}

// both is the condition that both hold; either may be nil.
func both(a, b *ir.Expr) *ir.Expr {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return &ir.Expr{Op: ir.And, Type: tBool, Args: []*ir.Expr{a, b}, At: a.At.Join(b.At)}
}
