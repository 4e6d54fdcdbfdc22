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

// clauses compiles the clauses of cards and kinds.
type clauses struct {
	*coder
	silent bool // of what is compiled now only what it does counts: its texts are known, or another's
}

// clauses compiles the clauses among the members of a card, or of a kind (card nil).
func (c *clauses) clauses(e *entry, card *ir.Card, kind int) []owned {
	var out []owned
	labels := map[string]source.Span{}
	n := 0
	known := c.remembers(e)
	for cl := range syntax.Of[*syntax.Clause](e.members) {
		h := ir.Hook{Card: -1, Kind: kind, At: cl.At, Band: ir.CardBand, Event: -1, Stat: -1, StatKind: -1, Func: -1,
			Label: strconv.Itoa(n), Target: ir.HookTarget{Of: -1, Tag: -1}}
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
			c.quietly(cl.At, func() {
				if !c.taken(labels, *cl.Label, "clause") {
					c.replaces(cl, card, kind)
				}
			})
		}
		var hooks []*ir.Hook
		if (known || c.headless(cl.At)) && !cl.IsLaw() {
			hooks = c.bare(cl, h, card, kind)
		} else {
			c.silent = known || c.foreign(cl.At)
			c.quietly(cl.At, func() { hooks = c.clause(cl, h, card, kind) })
		}
		for part, lowered := range hooks {
			out = append(out, owned{lowered, owner, n, part})
		}
		n++
	}
	return out
}

// replaces reports a clause that has the label of one of its kind, and does not say that it stands in its place; or says
// so where there is none.
func (c *clauses) replaces(cl *syntax.Clause, card *ir.Card, kind int) {
	above := kind
	if card == nil {
		above = c.p.Kinds[kind].Parent
	}
	for k := above; k >= 0; k = c.p.Kinds[k].Parent {
		for other := range syntax.Of[*syntax.Clause](c.index.kinds.decls[k].members) {
			if other.Label == nil || other.Label.Text != cl.Label.Text {
				continue
			}
			c.bind(cl.Label.At, other.Label.At)
			if !cl.Replaces {
				c.errorf("duplicate-name", cl.Label.At, "kind %s has a clause %s already: write `replace %s: ...` to do without it, or give this one another label",
					c.p.Kinds[k].Name, cl.Label.Text, cl.Label.Text).See(other.Label.At, "%s is first declared here", cl.Label.Text)
			}
			return
		}
	}
	if cl.Replaces {
		var have []string
		if above >= 0 {
			have = labels(c.linesOfKind(above))
		}
		c.lacking("undefined-label", cl.Label.At, "there is no clause %s above this one to replace", cl.Label.Text).
			Suggest(diag.Nearest(cl.Label.Text, have))
	}
}

// seated binds the players of a scenario for its clauses: those of its own `players` step or of a setup below it.
func (c *clauses) seated(decl syntax.Decl, pl *place) {
	names := []syntax.Name{nameless(seats[0]), nameless(seats[1])}
	d, _ := decl.(*syntax.ScriptDecl)
	for deep := 0; d != nil && deep < maxSetups; deep++ {
		i := slices.IndexFunc(d.Body.Stmts, func(s syntax.Stmt) bool { _, ok := s.(*syntax.PlayersStmt); return ok })
		if i >= 0 {
			names = nil
			for _, one := range d.Body.Stmts[i].(*syntax.PlayersStmt).Seats {
				names = append(names, one.Name)
			}
			break
		}
		if d.In == nil || c.decls.setups.entries[d.In.Text] == nil {
			break
		}
		d, _ = c.decls.setups.entries[d.In.Text].decl.(*syntax.ScriptDecl)
	}
	for n, name := range names {
		pl.bind(name, &ir.Expr{Op: ir.ScriptPlayer, Type: tPlayer, N: int64(n), Name: name.Text})
	}
}

// replacing is by card and kind, as types name them, which labels their clauses take from those above.
func (c *clauses) replacing() map[int]map[string]bool {
	out := map[int]map[string]bool{}
	note := func(ref int, list []syntax.Member) {
		for cl := range syntax.Of[*syntax.Clause](list) {
			if cl.Replaces && cl.Label != nil {
				if out[ref] == nil {
					out[ref] = map[string]bool{}
				}
				out[ref][cl.Label.Text] = true
			}
		}
	}
	for i, e := range c.index.kinds.decls {
		note(i, e.members)
	}
	for i, e := range c.index.cards.decls {
		note(c.p.CardRef(i), e.members)
	}
	return out
}

// bare are the hooks of a clause of which only the head is compiled, one for each event that it hears.
func (c *clauses) bare(cl *syntax.Clause, h ir.Hook, card *ir.Card, kind int) (out []*ir.Hook) {
	h.Stage = ir.After
	if cl.Body != nil {
		h.Tags = c.index.tagNumbers(cl.Body.Tags)
	}
	said := len(c.list)
	defer func() { c.list = c.list[:said] }()
	if head, ok := cl.Head.(*syntax.BecomesHead); ok { // which may not ask what is around it, by functions either
		h.Stage, h.When = ir.Becomes, c.expr(head.Cond, c.workingPlace(kind, card), tBool)
	}
	heads := cl.Heads()
	if heads == nil {
		return []*ir.Hook{&h}
	}
	for _, on := range c.hears(heads, h) {
		one := h
		one.Event, one.Func = on.ids()
		if c.narrows(on.heads) {
			at := c.workingPlace(kind, card)
			if _, instead := cl.Head.(*syntax.InsteadHead); instead {
				at.stage = ir.Instead
			}
			c.anyOf(on, at, c.inside(at, on))
		}
		out = append(out, &one)
	}
	return out
}

// narrows tells whether heads may take a field for a narrower kind.
func (c *clauses) narrows(heads []syntax.Head) bool {
	for _, h := range heads {
		for _, f := range h.Fields {
			name := strings.TrimSpace(f.Value.Text)
			_, kind := c.index.kinds.of[name]
			_, card := c.index.cards.of[name]
			if kind || card {
				return true
			}
		}
	}
	return false
}

// clause compiles one clause to the hooks it becomes.
func (c *clauses) clause(cl *syntax.Clause, h ir.Hook, card *ir.Card, kind int) []*ir.Hook {
	pl := c.workingPlace(kind, card)
	if kind == ir.ScenarioKind && card != nil {
		c.seated(c.index.cards.decls[card.ID].decl, pl)
	}
	switch head := cl.Head.(type) {
	case *syntax.CannotHead:
		h.Stage = ir.Cannot
		return c.heard(cl, head.Heard, h, pl)
	case *syntax.InsteadHead:
		h.Stage = either(head.May, ir.MayInstead, ir.Instead)
		return c.heard(cl, head.Heard, h, pl)
	case *syntax.BeforeHead:
		h.Stage = either(head.May, ir.MayBefore, ir.Before)
		return c.heard(cl, head.Heard, h, pl)
	case *syntax.AfterHead:
		h.Stage = either(head.May, ir.MayAfter, ir.After)
		return c.heard(cl, head.Heard, h, pl)
	case *syntax.BecomesHead:
		h.Stage = ir.Becomes
		h.When = c.expr(head.Cond, pl, tBool)
		pl.know(c.p, h.When, true)
		h.Reads = c.reads(h.When)
	case *syntax.WhileHead:
		h.Stage = ir.While
		switch on := c.whileHeard(head); {
		case on != nil:
			return c.heard(cl, *on, h, pl)
		case head.Each != nil:
			pl, h.Each = c.eachStat(head.Each, pl)
		case c.unnamed(cl, head.Cond):
			return nil
		default:
			h.When = c.condition(head.Cond, pl)
			pl.know(c.p, h.When, true)
		}
	case *syntax.IgnoreHead:
		h.Stage = ir.Ignore
		c.ignored(head, &h.Target)
		if head.During != nil {
			if pl, h.When = c.within(*head.During, pl); h.When == nil {
				return nil
			}
		}
	case *syntax.WaiveHead:
		h.Stage = ir.Waive
		h.Target.Label = head.What.Text
		return c.heard(cl, syntax.Heard{Heads: []syntax.Head{head.Of}}, h, pl)
	}
	return c.clauseBody(cl, h, pl)
}

func either(c bool, yes, no ir.Stage) ir.Stage {
	if c {
		return yes
	}
	return no
}

// clauseBody compiles what stands behind the head of a clause.
func (c *clauses) clauseBody(cl *syntax.Clause, h ir.Hook, pl *place) []*ir.Hook {
	out := &h
	said := len(c.list)
	pl.mode, pl.stage, pl.frame = hookMode, h.Stage, &out.Frame
	if h.Stage == ir.While {
		pl.mode = foldMode
	}
	if cl.When != nil {
		when := c.condition(cl.When, pl)
		pl.know(c.p, when, true)
		h.When = both(h.When, when)
	}
	switch head := cl.Head.(type) {
	case *syntax.IgnoreHead:
		h.Of = c.optionalExpr(head.Of, pl, tInst)
	case *syntax.WaiveHead:
		c.waived(head, pl.event)
	default: // these have nothing of their own
	}
	if cl.Body != nil {
		if !c.silent {
			h.Texts = c.sentences(cl.Body.Texts, pl)
		}
		h.Tags = c.index.tagNumbers(cl.Body.Tags)
		for _, m := range cl.Body.Limits {
			if !h.Stage.Acts() {
				c.errorf("invalid-member", m.At, "only a clause that does something has a limit")
			} else if l := c.uses(m, pl); l != nil {
				h.Limits = append(h.Limits, l)
			}
		}
		for _, m := range cl.Body.Costs {
			if h.Event < 0 || !h.Stage.Acts() {
				c.errorf("invalid-member", m.At, "only what happens before, instead of or after an event has a cost")
			} else if emit := c.emit(m.Call, pl, m.At); emit != nil {
				h.Costs = append(h.Costs, emit)
			}
		}
		for _, m := range cl.Body.Prefer {
			if !h.Stage.May() {
				c.errorf("invalid-member", m.At, "only what is left to a player (may) is preferred")
			} else if n := strings.TrimSpace(m.Value.At.Text()); n != "" && strings.Trim(n, "0123456789") == "" {
				is := strconv.FormatBool(strings.Trim(n, "0") != "")
				c.errorf("wrong-type", m.Value.At, "a clause is preferred when a condition holds, and always with true: got a number").Rewrite(is)
			} else {
				h.Prefer = both(h.Prefer, c.condition(&m.Value, pl))
			}
		}
		h.Do = c.block(cl.Body.Block, pl)
		if !c.silent && len(c.list) == said && !c.cut && !c.torn(cl.At) { // else what is wrong already says enough
			c.agree(out, pl.card)
			c.halfSaid(out, pl.card)
		}
	}
	h.Wants = *pl.wants
	if h.Event >= 0 && c.p.Throw != nil && h.Event == c.p.Throw.ID {
		c.hearsDice(&h)
	}
	empty := h.Do == nil || len(h.Do.Stmts) == 0
	switch h.Stage.Moment() {
	case ir.Cannot, ir.Ignore, ir.Waive:
		if !empty {
			c.errorf("invalid-statement", h.Do.Stmts[0].Site(), "%s says only what is so, it does nothing", strings.Fields(cl.Head.Span().Text())[0])
		}
	case ir.Instead:
		if cl.Body != nil && len(cl.Body.Items) == 0 && !c.torn(cl.Head.Span()) {
			c.errorf("missing-value", cl.Head.Span(), "say what happens in place of it: without any steps, write `cannot`")
		}
		c.proceedsOnce(h.Do, false)
	case ir.While:
		if h.Event < 0 && h.Func < 0 {
			return c.splitStats(&h)
		}
	}
	return []*ir.Hook{&h}
}

// splitStats makes a hook for each stat that the body contributes to.
func (c *clauses) splitStats(h *ir.Hook) []*ir.Hook {
	var order []stat
	seen := map[stat]bool{}
	walkStmts(h.Do, func(s ir.Stmt) {
		if s, ok := s.(*ir.ContributeStat); ok && !seen[stat{s.Kind, s.Index}] {
			seen[stat{s.Kind, s.Index}] = true
			order = append(order, stat{s.Kind, s.Index})
		}
	})
	var out []*ir.Hook
	for _, st := range order {
		n := *h
		n.StatKind, n.Stat = st.kind, st.index
		n.Do = only(h.Do, st)
		out = append(out, &n)
	}
	return out
}

// only is the block without the contributions to other stats.
func only(b *ir.Block, st stat) *ir.Block {
	if b == nil {
		return nil
	}
	out := &ir.Block{At: b.At}
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.ContributeStat:
			if s.Kind == st.kind && s.Index == st.index {
				out.Stmts = append(out.Stmts, s)
			}
		case *ir.If:
			n := *s
			n.Then, n.Else = only(s.Then, st), only(s.Else, st)
			if len(n.Then.Stmts) > 0 || n.Else != nil && len(n.Else.Stmts) > 0 {
				out.Stmts = append(out.Stmts, &n)
			}
		default:
			out.Stmts = append(out.Stmts, s)
		}
	}
	return out
}

// whileHeard is what a `while` hears; nil when it speaks of no event and no function.
func (c *clauses) whileHeard(head *syntax.WhileHead) *syntax.Heard {
	if head.Heard != nil {
		return head.Heard
	}
	if head.Cond == nil {
		return nil
	}
	_, event := c.index.events.of[head.Cond.Text]
	if _, figure := c.index.funcs.of[head.Cond.Text]; !event && !figure && head.Cond.Text != throwEvent {
		return nil
	}
	return &syntax.Heard{Heads: []syntax.Head{{Node: head.Cond.Node, Name: syntax.Name{Node: head.Cond.Node, Text: head.Cond.Text}}}}
}

func (c *clauses) eachStat(s *syntax.EachHead, pl *place) (*place, *ir.EachStat) {
	pl = pl.inner()
	t := c.typeOf(s.Type)
	if !c.mustBeKind(t, s.Type.At) {
		t = ir.Type{}
	}
	c.checkName(s.Name)
	e := &ir.EachStat{Kind: t.Ref, Temp: pl.temp(s.Name, t)}
	e.Where = c.condition(s.Where, pl)
	pl.know(c.p, e.Where, true)
	pl.each = pl.names[s.Name.Text]
	return pl, e
}

// ignored resolves what an ignore names: a tag, a card or kind, or a clause of one.
func (c *clauses) ignored(s *syntax.IgnoreHead, t *ir.HookTarget) {
	if s.Tag {
		if i := c.tag(s.What); i >= 0 {
			t.Tag = i
		}
		return
	}
	if k, ok := c.index.kinds.of[s.What.Text]; ok {
		t.Of = k
		c.bind(s.What.At, c.index.kinds.decls[k].at)
	} else if _, ok := c.index.cards.of[s.What.Text]; !ok {
		c.unknown("undefined-card", s.What.At, "there is no card or kind %s", s.What.Text).
			Suggest(diag.Nearest(s.What.Text, append(c.index.cards.names(), c.index.kinds.names()...)))
	} else if card := c.cardNamed(s.What, -1); card != nil {
		t.Of = c.p.CardRef(card.ID)
	}
	if s.Part == nil || t.Of < 0 {
		return
	}
	t.Label = s.Part.Text
	(&calling{c.exprs}).labelled(t.Of, t.Label, s.Part.At)
}

// waived looks for the requirement that a waive names.
func (c *clauses) waived(s *syntax.WaiveHead, ev *ir.Event) {
	var labels []string
	for r := range syntax.Of[*syntax.RequireMember](c.index.events.decls[ev.ID].members) {
		labels = append(labels, r.Label.Text)
	}
	c.bindAll(s.What.At, labelsOf(c.index.events.decls[ev.ID].members))
	if !slices.Contains(labels, s.What.Text) {
		c.lacking("undefined-label", s.What.At, "%s has no requirement %s", ev.Name, s.What.Text).
			See(ev.At, "%s is declared here", ev.Name).Suggest(diag.Nearest(s.What.Text, labels))
	}
}

// reads is the mask of what a condition depends on. What depends on places, or on everything in
// play, depends on everything.
func (c *clauses) reads(e *ir.Expr) uint64 {
	mask := uint64(0)
	c.consistsOf(e, func(e *ir.Expr) {
		switch {
		case e.Op == ir.CellOf || e.Op == ir.PrintedOf || e.Op == ir.DerivedOf:
			name := e.Name
			if f := c.p.FieldOf(e); f != nil {
				name = f.Name
			}
			mask |= ir.MaskOf(name)
		case e.Op == ir.StatOf || e.Op == ir.BaseOf || e.OfFigure() || e.Reads().Any(ir.ReadsTable): // what contributes may depend on anything
			mask = ^uint64(0)
		}
	})
	return mask
}

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
		e := c.index.cards.decls[i]
		c.of(e, func() { all = append(all, c.clauses(e, card, card.Kind)...) })
	}
	for i, k := range c.p.Kinds {
		e := c.index.kinds.decls[i]
		c.of(e, func() { all = append(all, c.clauses(e, nil, k.ID)...) })
	}
	slices.SortStableFunc(all, func(a, b owned) int {
		return cmp.Or(cmp.Compare(a.Band, b.Band), strings.Compare(a.owner, b.owner), cmp.Compare(b.Card, a.Card),
			compareLabels(a, b), cmp.Compare(a.part, b.part))
	})
	replaced := c.replacing()
	inherits := func(ref int, h *ir.Hook) bool { // nothing nearer stands in the place of that clause
		for ; ref >= 0 && ref != h.Kind; ref = c.p.Above(ref) {
			if replaced[ref][h.Label] {
				return false
			}
		}
		return ref == h.Kind
	}
	for i, h := range all {
		h.ID = i
		c.p.Hooks = append(c.p.Hooks, h.Hook)
		if h.Card >= 0 {
			c.p.Cards[h.Card].Hooks = append(c.p.Cards[h.Card].Hooks, i)
			continue
		}
		for _, k := range c.p.Kinds {
			if inherits(k.ID, h.Hook) {
				k.Hooks = append(k.Hooks, i)
			}
		}
		for _, card := range c.p.Cards {
			if inherits(c.p.CardRef(card.ID), h.Hook) {
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
	x, plainX := ordinal(a.Label)
	y, plainY := ordinal(b.Label)
	switch {
	case plainX && plainY:
		return cmp.Compare(x, y)
	case plainX:
		return -1
	case plainY:
		return 1
	}
	return strings.Compare(a.Label, b.Label)
}

// ordinal is the index that stands for a label.
func ordinal(label string) (n int, ok bool) {
	if label == "" || !isDigit(label[0]) {
		return 0, false
	}
	n, err := strconv.Atoi(label)
	return n, err == nil
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
