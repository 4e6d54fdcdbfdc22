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

// emit compiles a call of an event.
func (c *exprs) emit(call syntax.Call, pl *place, at source.Span) *ir.Emit {
	ev := c.event(call.Name)
	if ev == nil {
		return nil
	}
	if ev == c.p.Throw {
		c.errorf("invalid-statement", call.Name.At, "dice are thrown by a statement: `throw N dF as NAME`")
		return nil
	}
	c.used.events.add(int64(ev.ID))
	if pl.script == nil || pl.script.Word == ir.ScenarioScript {
		c.used.begun.add(int64(ev.ID))
	}
	if c.unread[ev.Name] { // not all of its fields are known
		c.used.scan(at.Text())
		return nil
	}
	out := &ir.Emit{Base: ir.At(at), Event: ev.ID}
	given := map[string]source.Span{}
	params, misnamed, disordered, unnamed, before := len(ev.Params()), false, false, -1, len(c.list)
	for i, a := range call.Args {
		index := -1
		switch {
		case a.Name != nil:
			index = ir.FieldNamed(ev.Fields, a.Name.Text)
			if index < 0 || index == len(ev.Fields)-1 {
				d := c.unknown("undefined-argument", a.Name.At, "%s has no field %s", ev.Name, a.Name.Text)
				if c.meant(d.See(ev.At, "%s is declared here", ev.Name), a.Name.Text, printedFields(c.names)(ev.Named())); !d.Mended() {
					d.Message += isGiven(ev)
				}
				misnamed = true
				continue
			}
		case i >= params:
			if unnamed < 0 {
				unnamed = i
			}
			continue
		default:
			index = i
		}
		f := ev.Fields[index]
		if a.Name != nil {
			c.bind(a.Name.At, f.At)
		}
		if c.givenTwice(given, f.Name, a.At) {
			continue
		}
		said := len(c.list)
		if e := c.argument(a.Value, f, pl); e != nil {
			out.Args = append(out.Args, ir.EmitArg{Field: index, Value: e})
		} else if len(c.list) > said && c.list[said].Code == "wrong-type" {
			c.list = c.list[:said+1]
			if a.Name == nil {
				c.list[said].Message += "; " + c.takes(ev)
			}
			if disordered { // in another order: one mistake
				c.list = c.list[:said]
			}
			disordered = disordered || a.Name == nil
		}
	}
	switch {
	case disordered:
		if d := &c.list[len(c.list)-1]; d.Code == "wrong-type" && !d.Mended() && len(call.Args) == params {
			byName(c, d, ev, call.Args, pl)
		}
	case unnamed >= 0 && slices.ContainsFunc(c.list[before:], func(d diag.Diagnostic) bool { return d.Code == "invalid-expression" }): // an argument in two pieces
	case unnamed >= 0:
		d := c.unknown("undefined-argument", call.Args[unnamed].At.Join(call.Args[len(call.Args)-1].At), "%s, in this order: name what else it is given", c.takes(ev))
		byName(c, d.See(ev.At, "%s is declared here", ev.Name), ev, call.Args, pl)
	}
	if misnamed || disordered || unnamed >= 0 { // it may be what is missing
		return out
	}
	(&calling{c}).needs(ev, call.At, func(i int) bool { _, ok := given[ev.Fields[i].Name]; return ok })
	return out
}

// byName offers to name what an event is given by position, or to put it in order: each of it is the first field that it fits.
func byName(c *exprs, d *diag.Diagnostic, ev *ir.Event, args []syntax.Arg, pl *place) {
	free := slices.Clone(ev.Named())
	for _, a := range args {
		if a.Name != nil {
			free = slices.DeleteFunc(free, func(f *ir.Field) bool { return f.Name == a.Name.Text })
		}
	}
	var texts []string
	ordered := make([]string, len(ev.Params()))
	for _, a := range args {
		text := source.OneLine(a.At.Text())
		if a.Name == nil {
			i := slices.IndexFunc(free, func(f *ir.Field) bool {
				e, _ := c.compile(a.Value, pl, f.Type)
				return (f.Param || f.Chosen) && f.Type.Kind != ir.Bad && e != nil
			})
			if i < 0 {
				return
			}
			if at := ir.FieldNamed(ev.Fields, free[i].Name); at < len(ordered) {
				ordered[at] = text
			}
			text = free[i].Name + ": " + text
			free = slices.Delete(free, i, i+1)
		}
		texts = append(texts, text)
	}
	if len(ordered) == len(args) && !slices.Contains(ordered, "") {
		texts = ordered
	}
	named := strings.Join(texts, ", ")
	d.Mend(diag.Replace(args[0].At.Join(args[len(args)-1].At), named, "write "+named))
}

// takes says what an event is given.
func (c *exprs) takes(ev *ir.Event) string {
	params := diag.Names(ev.Params(), func(f *ir.Field) string { return f.Name + ": " + c.p.TypeName(f.Type) })
	return ev.Name + " takes " + cmp.Or(strings.Join(params, ", "), "nothing")
}

// argument compiles one value that a field or parameter is given.
func (c *exprs) argument(s syntax.Slice, f *ir.Field, pl *place) *ir.Expr {
	if f.Type.Kind == ir.Bad {
		return nil
	}
	e := c.exprOrAbsent(s, pl, f.Type)
	if e == nil {
		return nil
	}
	if v, ok := fold(e); ok && !c.inRange(v, f, s.At) {
		return nil
	}
	return e
}

// isGiven lists what an event is given.
func isGiven(ev *ir.Event) string {
	var names []string
	for _, f := range ev.Fields {
		flag := f.Type.Kind == ir.Bool && len(f.Layers) == 0
		if f.Param || f.Chosen || flag {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; it has " + strings.Join(names, ", ")
}

// cardArgs compiles the arguments of a card's parameters, in their order.
func (c *exprs) cardArgs(card *ir.Card, call syntax.Call, pl *place) []*ir.Expr {
	args := make([]*ir.Expr, len(card.Params))
	given := map[string]source.Span{}
	for i, a := range call.Args {
		index := i
		if a.Name != nil {
			index = ir.FieldNamed(card.Params, a.Name.Text)
		}
		if index < 0 || index >= len(card.Params) {
			if c.torn(card.At) { // of its parameters one could not be read
				continue
			}
			d := c.unknown("undefined-argument", a.At, "%s takes %s", card.Name, diag.Count(len(card.Params), "parameter"))
			d.See(card.At, "%s is declared here", card.Name)
			if a.Name != nil {
				d.Span = a.Name.At
				c.meant(d, a.Name.Text, printedFields(c.names)(card.Params))
			}
			continue
		}
		if a.Name != nil {
			c.bind(a.Name.At, card.Params[index].At)
		}
		if f := card.Params[index]; !c.givenTwice(given, f.Name, a.At) {
			args[index] = c.argument(a.Value, f, pl)
		}
	}
	for i, f := range card.Params {
		if _, ok := given[f.Name]; ok {
			continue
		}
		if f.Type.Optional {
			args[i] = absent(f.Type, call.At)
			continue
		}
		c.errorf("missing-argument", call.At, "%s needs %s", card.Name, f.Name).See(f.At, "%s is declared here", f.Name)
	}
	return args
}

// uses compiles a limit of an event or clause: one of its own, or `limit NAME` for one that its card or kind
// declares, for all that name it together.
func (c *exprs) uses(m *syntax.LimitMember, pl *place) *ir.Limit {
	if m.As != nil {
		c.errorf("invalid-member", m.As.At, "a card or kind declares what several share: here `limit %s` is enough", m.As.Text)
		return nil
	}
	if m.SpanName != nil || len(m.Keys) > 0 || !source.IsName(m.Times.Text) {
		return c.limit(m, pl)
	}
	shared := c.sharedLimits(pl.card, pl.kind)
	for _, s := range shared {
		if s.As.Text == m.Times.Text {
			l := c.limit(s, withoutEvent(pl))
			if l != nil {
				l.Tries = l.Tries || m.Tries
			}
			return l
		}
	}
	if len(shared) == 0 {
		return c.limit(m, pl)
	}
	names := diag.Names(shared, func(m *syntax.LimitMember) string { return m.As.Text })
	c.lacking("undefined-name", m.Times.At, "there is no limit %s", m.Times.Text).Suggest(diag.Nearest(m.Times.Text, names))
	return nil
}

// sharedLimits are the limits that a card and its kinds declare, the nearest first.
func (c *names) sharedLimits(card *ir.Card, kind int) []*syntax.LimitMember {
	lines := c.linesOfKind(kind)
	if card != nil {
		lines = c.linesOf(card)
	}
	var out []*syntax.LimitMember
	for m := range syntax.Of[*syntax.LimitMember](lines) {
		if m.As != nil {
			out = append(out, m)
		}
	}
	return out
}

// withoutEvent is where a limit stands that a card or kind declares, as a clause or action of it sees it.
func withoutEvent(pl *place) *place {
	out := &place{kind: pl.kind, card: pl.card, alone: pl.alone, unborne: pl.unborne, wants: pl.wants}
	for _, name := range []string{"self", "bearer", "owner"} {
		if e := pl.names[name]; e != nil {
			copied := *e
			out.bind(nameless(name), &copied)
		}
	}
	if pl.card != nil {
		ownCells(out, pl.card, pl.names["self"])
	}
	return out
}

// declaredLimits compiles the limits among the members of a card, or of a kind (card nil): what is wrong with one is
// said even when nothing names it.
func (c *exprs) declaredLimits(list []syntax.Member, card *ir.Card, kind int) {
	seen := map[string]source.Span{}
	for m := range syntax.Of[*syntax.LimitMember](list) {
		switch {
		case m.As == nil:
			c.errorf("missing-name", m.At, "a limit that stands here is shared: name it, `limit ... as NAME`, and write `limit NAME` in the clauses")
		case !c.taken(seen, *m.As, "limit"):
			c.checkName(*m.As)
			c.limit(m, c.workingPlace(kind, card))
		}
	}
}

// limit compiles `limit [tries] N per KEYS per SPAN`.
func (c *exprs) limit(m *syntax.LimitMember, pl *place) *ir.Limit {
	l, said := &ir.Limit{At: m.At, Tries: m.Tries, Span: -1}, len(c.list)
	if n, err := strconv.ParseInt(m.Times.Text, 10, 64); err == nil { // once and twice are numbers too
		l.Times = &ir.Expr{Op: ir.Const, Type: tInt, N: n, At: m.Times.At}
	} else {
		l.Times = c.expr(m.Times, pl, tInt)
	}
	keys, span := m.Keys, m.SpanName
	if parts := strings.Split(strings.ReplaceAll(m.Times.Text, " ", ""), "/"); span == nil && len(keys) == 0 && len(parts) > 1 { // 1/round
		if c.list = c.list[:said]; len(parts) == 3 && c.isSpan(parts[2]) {
			often := strings.Join(parts, " per ")
			c.errorf("invalid-expression", m.Times.At, "how often something may be done is said as in limit once per KEY per SPAN").Rewrite(often)
			return nil
		}
		span = &syntax.Name{Node: m.Times.Node, Text: parts[1]}
	}
	if span != nil && len(keys) == 0 && !c.isSpan(span.Text) { // `per bearer` alone
		keys, span = []syntax.Slice{{Node: span.Node, Text: span.Text}}, nil
	}
	if span == nil && len(keys) > 0 { // `per round` alone: a span where a key should be
		if last := keys[len(keys)-1]; c.isSpan(last.Text) {
			span = &syntax.Name{Node: last.Node, Text: last.Text}
			keys = keys[:len(keys)-1]
		}
	}
	if len(keys) == 0 {
		per, whose := "SPAN", "bearer"
		switch {
		case pl.kind < 0 && pl.event != nil && len(pl.event.Fields) > 0:
			whose = pl.event.Fields[0].Name
		case pl.alone != "":
			whose = "self"
		}
		if span != nil {
			per = span.Text
		}
		c.list = c.list[:said]
		c.errorf("missing-key", m.At, "say whose limit it is: `limit %s per %s per %s`", oftenSaid(m.Times), whose, per)
		return nil
	}
	if span == nil && len(keys) == 1 && source.IsName(keys[0].Text) && pl.names[keys[0].Text] == nil && !slices.Contains([]string{"bearer", "self", "owner", "it"}, keys[0].Text) {
		c.span(syntax.Name{Node: keys[0].Node, Text: keys[0].Text}) // `per turn`, where no span is called so
		return nil
	}
	if span == nil {
		c.errorf("missing-span", m.At, "say how long the limit counts: `per SPAN`, or `per game`")
		return nil
	}
	if i := slices.IndexFunc(keys, func(k syntax.Slice) bool { return c.isSpan(k.Text) }); i >= 0 && !c.isSpan(span.Text) {
		d := c.errorf("missing-span", keys[i].At.Join(span.At), "what is counted for stands before how long: `per %s per %s`", span.Text, keys[i].Text)
		if len(keys) == 1 {
			d.Mend(diag.Replace(d.Span, span.Text+" per "+keys[i].Text, "write per "+span.Text+" per "+keys[i].Text))
		}
		return nil
	}
	if span.Text != "game" {
		if l.Span = c.span(*span); l.Span < 0 {
			return nil
		}
		c.unkept = c.unkept || pl.event != nil && pl.event.ID == l.Span // see checkLimits
	}
	for _, k := range keys {
		e := c.expr(k, pl, tAny)
		if e == nil {
			continue
		}
		if e.Type.IsList() {
			c.errorf("wrong-type", k.At, "a limit counts for one value, got %s", c.p.TypeName(e.Type))
			continue
		}
		l.Keys = append(l.Keys, e)
	}
	if n := len(keys); n > ir.MaxKeys {
		c.errorf("invalid-member", m.At, "a limit counts by at most %d values together, got %d", ir.MaxKeys, n)
		return nil
	}
	return l
}

// formField compiles one field of a form. `it`, the candidate, has the type of the field: for a
// selection of several it is the whole selection. ev is nil in a `choose` statement.
func (c *exprs) formField(s *syntax.FormField, f *ir.Field, pl *place, ev *ir.Event) *ir.FormField {
	t := f.Type.Required()
	own := -1
	if known := c.index.fields[f]; known != nil && known.each != nil {
		t = f.Type.Element()
		own = pl.temps
		pl.temps++
	}
	if t.Kind == ir.Bad {
		return nil
	}
	for _, a := range s.Again {
		saidAgain(c.names, a.What, a.First, a.At)
	}
	ff := &ir.FormField{Field: f, Type: t, All: -1, Own: own}
	ff.Type.Optional = f.Type.Optional
	c.candidates(ff, s, t, pl, ev)
	it := pl.inner()
	ff.It = it.temp(nameless("it"), t)
	said := len(c.list)
	ff.Where = c.condition(s.Where, it)
	if s.Within != nil && t.Kind != ir.Point && t.Kind != ir.Path { // the condition lacks what stands behind within
		c.list = c.list[:said]
	}
	it.know(c.p, ff.Where, true)
	ff.Prefer = c.preference(s.Prefer, ff.Type, pl, it)
	return ff
}

// preference compiles which candidates an automatic player prefers. Of yes and no it prefers what a
// condition says; of others those with the best score, which has to tell them apart, be it only from none.
func (c *exprs) preference(s *syntax.Slice, t ir.Type, pl, it *place) *ir.Expr {
	if s == nil {
		return nil
	}
	candidate := it.names["it"]
	if t.Kind == ir.Bool {
		pl = pl.inner()
		pl.temps = it.temps
		yes := c.condition(s, pl)
		if yes == nil {
			return nil
		}
		return &ir.Expr{Op: ir.Eq, Type: tBool, Args: []*ir.Expr{candidate, yes}, At: s.At}
	}
	score, reads := c.score(s, it), false
	score.Walk(func(e *ir.Expr) bool {
		reads = reads || e.Op == ir.BadOp || e.Op == ir.Temp && e.N == candidate.N
		return true
	})
	if score != nil && !reads && !t.Optional {
		c.errorf("constant-preference", s.At, "this is the same for every candidate: a preference reads `it`, the candidate")
	}
	return score
}

// candidates compiles where the answers come from.
func (c *exprs) candidates(ff *ir.FormField, s *syntax.FormField, t ir.Type, pl *place, ev *ir.Event) {
	f := ff.Field
	if s.Of != nil && s.Within == nil {
		c.errorf("missing-value", s.Of.At, "say within what length of it %s lies: `within LENGTH of X`", f.Name)
	}
	switch {
	case s.Within != nil:
		if t.Kind != ir.Point && t.Kind != ir.Path {
			c.errorf("wrong-type", s.Within.At, "only a point or a path lies within a length, %s is %s; how far away something is is asked behind where, as in distance(it, X) <= N", f.Name, c.p.TypeName(t))
			return
		}
		if s.In != nil || s.Range != nil {
			c.errorf("invalid-member", s.At, "%s lies within a length, and is chosen from no list: what it may be besides is asked behind where", f.Name)
		}
		ff.Within = c.expr(*s.Within, pl, tLength)
		switch {
		case s.Of != nil:
			ff.Of = c.expr(*s.Of, pl, tAny)
			if e := ff.Of; e != nil && e.Op != ir.BadOp && e.Type.Kind != ir.Inst && e.Type.Kind != ir.Point {
				c.errorf("wrong-type", s.Of.At, "got %s, want an instance or a point", c.p.TypeName(e.Type))
			}
		case ev != nil && c.firstKind(ev) >= 0: // the one whose event it is
			ff.Of = eventField(ev.Fields[0])
			ff.Of.At = s.Within.At
		default:
			c.errorf("missing-value", s.At, "say within what of whom: `within LENGTH of X`")
		}
	case t.Kind == ir.Point || t.Kind == ir.Path:
		c.errorf("missing-value", s.At, "say where %s may lie: `within LENGTH of X`", f.Name)
	case t.Kind == ir.List:
		if s.Count == nil {
			c.errorf("missing-value", s.At, "say how many: `%s: list<...> in LIST count N`", f.Name)
			return
		}
		ff.Some = true
		ff.CountLo = c.optionalExpr(s.Count.Lo, pl, tInt)
		ff.CountHi = ff.CountLo
		if s.Count.Hi != nil {
			ff.CountHi = c.optionalExpr(s.Count.Hi, pl, tInt)
		}
		notEmpty(c, ff.CountLo, ff.CountHi, s.Count.At)
		ff.Repeat = c.optionalExpr(s.Repeat, pl, tInt)
		c.members(ff, s, t.Element(), pl)
		switch { // some of them are picked from a list, though none is written
		case ff.All >= 0 && ff.In == nil:
			ff.In = &ir.Expr{Op: ir.AllOf, Type: ir.ListOf(t.Element()), Ref: ff.All, At: s.At}
			ff.All = -1
		case ff.Bool:
			ff.In = &ir.Expr{Op: ir.Const, Type: ir.ListOf(t.Element()), List: []int64{0, 1}, At: s.At}
			ff.Bool = false
		}
	case s.Count != nil || s.Repeat != nil:
		c.errorf("wrong-type", s.At, "only a list is chosen by count, %s is %s", f.Name, c.p.TypeName(t))
	case s.Range != nil:
		if t.Kind != ir.Int && t.Kind != ir.Length && t.Kind != ir.Target {
			c.errorf("wrong-type", s.Range.At, "only a number has a range, %s is %s", f.Name, c.p.TypeName(t))
			return
		}
		ff.Lo, ff.Hi = c.optionalExpr(s.Range.Lo, pl, t), c.optionalExpr(s.Range.Hi, pl, t)
		if s.Range.Lo == nil || s.Range.Hi == nil {
			c.errorf("missing-value", s.Range.At, "a number that is chosen has both ends: `in LO..HI`")
		}
		notEmpty(c, ff.Lo, ff.Hi, s.Range.At)
	default:
		c.members(ff, s, t, pl)
	}
}

// notEmpty reports a range that holds nothing, where both of its ends are known.
func notEmpty(c *exprs, from, to *ir.Expr, at source.Span) {
	if from != nil && to != nil && from.Op == ir.Const && to.Op == ir.Const && from.N > to.N {
		c.errorf("invalid-range", at, "this range is empty").Rewrite(to.At.Text() + ".." + from.At.Text())
	}
}

// members compiles `in LIST`, or takes everything that the type has.
func (c *exprs) members(ff *ir.FormField, s *syntax.FormField, t ir.Type, pl *place) {
	switch {
	case s.In != nil:
		ff.In = c.expr(*s.In, pl, ir.ListOf(t))
	case t.Kind == ir.Inst && t.Ref < 0:
		ff.In = &ir.Expr{Op: ir.AllOf, Type: ir.ListOf(t), Ref: t.Ref, At: s.At}
	case t.Kind == ir.Inst:
		ff.All = t.Ref
	case t.Kind == ir.Bool:
		ff.Bool = true
	case t.Kind == ir.EnumType:
		ff.In = c.allValues(t, s.At)
	case t.Kind == ir.CardOf:
		ff.In = &ir.Expr{Op: ir.Const, Type: ir.ListOf(t), At: s.At}
		for _, card := range c.p.Cards {
			if !card.Inner && c.p.IsA(card.Kind, t.Ref) {
				ff.In.List = append(ff.In.List, int64(card.ID))
			}
		}
	default:
		c.errorf("missing-value", s.At, "say out of what %s is chosen: `in LIST` or `in LO..HI`", ff.Field.Name)
	}
}

// oftenSaid is how often something may be, as it is written.
func oftenSaid(times syntax.Slice) string {
	switch n := times.Text; {
	case n == "2":
		return "twice"
	case n == "1", strings.Trim(n, "0123456789") != "":
		return "once"
	default:
		return n
	}
}
