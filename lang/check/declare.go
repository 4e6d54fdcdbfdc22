package check

import (
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// declarer gives everything that has a name its number, its fields and their types.
type declarer struct{ *names }

// declare gives everything its number, then its fields and types.
func (c *declarer) declare() {
	c.index = index{tags: map[string]int{}, fields: map[*ir.Field]*fieldSyntax{}, givers: map[int]giver{},
		bodies: map[int]*syntax.BodyMember{}}
	c.number()
	for _, s := range c.decls.all() {
		for _, e := range s.sorted() {
			onceEach(c.names, e.members)
		}
	}
	c.declareTags()
	c.declareParents()
	c.declareEnums()
	c.declareKinds()
	for i, e := range c.index.bags.decls {
		c.p.Bags[i].Fields = c.fieldsOf(e.decl.(*syntax.BagDecl).Fields, map[string]source.Span{})
		for _, f := range c.p.Bags[i].Fields {
			f.Param = false
			if f.Name == "count" {
				c.errorf("reserved-name", f.At, "every group has count already: choose another name")
			}
			if f.Type.IsList() {
				c.errorf("invalid-type", f.At, "a group's field is one value, got %s", c.p.TypeName(f.Type))
				f.Type = ir.Type{Kind: ir.Bad} // groups in groups have no end
			}
		}
	}
	c.declareCallables()
	c.declareCards()
	c.declareEvents()
}

// number walks the namespaces in the order of names.
func (c *declarer) number() {
	p, x := c.p, &c.index
	for i, name := range []string{"player", "rule", "scenario"} {
		p.Kinds = append(p.Kinds, &ir.Kind{ID: i, Name: name, Parent: -1, Root: i})
		x.kinds.add(name, &entry{})
	}
	for _, e := range c.decls.types.sorted() {
		switch d := e.decl.(type) {
		case *syntax.EnumDecl:
			x.enums.add(e.name, e)
			p.Enums = append(p.Enums, &ir.Enum{Name: e.name, At: e.at})
		case *syntax.BagDecl:
			x.bags.add(e.name, e)
			p.Bags = append(p.Bags, &ir.Bag{Name: e.name, At: e.at})
		case *syntax.KindDecl:
			if isPlayer(e) {
				x.kinds.decls[ir.PlayerKind] = e
				p.Kinds[ir.PlayerKind].At = d.At
				continue
			}
			p.Kinds = append(p.Kinds, &ir.Kind{ID: x.kinds.add(e.name, e), Name: e.name, At: e.at, Parent: -1})
		}
	}
	for _, e := range c.decls.events.sorted() {
		word := ir.PlainEvent
		switch d := e.decl.(type) {
		case *syntax.FuncDecl:
			p.Funcs = append(p.Funcs, &ir.Func{ID: x.funcs.add(e.name, e), Name: e.name, At: e.at})
			continue
		case *syntax.TableDecl:
			if len(d.On) == 0 {
				p.Tables = append(p.Tables, &ir.Table{ID: x.tables.add(e.name, e), Name: e.name, At: e.at})
				continue
			}
		case *syntax.EventDecl:
			word = map[string]ir.EventWord{"event": ir.PlainEvent, "span": ir.SpanEvent, "action": ir.ActionEvent}[d.Word.Text]
		}
		p.Events = append(p.Events, &ir.Event{ID: x.events.add(e.name, e), Name: e.name, At: e.at, Word: word, Giver: -1, Pack: e.pack})
	}
	for _, e := range c.decls.zones.sorted() {
		d := e.decl.(*syntax.ZoneDecl)
		seen := map[string]ir.ViewedBy{"all": ir.ByAll, "owner": ir.ByOwner, "nobody": ir.ByNobody}
		by, ok := seen[d.SeenBy.Text]
		if !ok {
			c.unknown("undefined-name", d.SeenBy.At, "a zone is seen by all, owner or nobody, got %s", d.SeenBy.Text).
				Suggest(diag.Nearest(d.SeenBy.Text, keys(seen)))
		}
		x.zones.add(e.name, e)
		p.Zones = append(p.Zones, &ir.Zone{Name: e.name, At: e.at, OfPlayers: d.OfPlayers, Seen: by})
	}
	c.numberCards()
}

// numberCards numbers the options and the cards: cards proper, rules, scenarios, and the one card
// that players are made of.
func (c *declarer) numberCards() {
	p, x := c.p, &c.index
	all := maps.Clone(c.decls.values.entries)
	for name, e := range c.decls.scripts.entries {
		if d := e.decl.(*syntax.ScriptDecl); d.Word.Text == "scenario" {
			all[scenarioCard(name)] = e
		}
	}
	all["player"] = &entry{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		e := all[name]
		kind := ir.PlayerKind
		switch d := e.decl.(type) {
		case *syntax.OptionDecl:
			x.options.add(name, e)
			p.Options = append(p.Options, &ir.Option{Name: name, At: e.at})
			continue
		case *syntax.CardDecl:
			kind = x.kinds.of[d.Word.Text]
			c.bind(d.Word.At, x.kinds.decls[kind].at)
		case *syntax.ScriptDecl:
			kind = ir.ScenarioKind
		}
		p.Cards = append(p.Cards, &ir.Card{ID: x.cards.add(name, e), Name: name, Kind: kind, At: e.at, Pack: e.pack})
	}
}

// declareTags numbers the tags: they exist by being written on something.
func (c *declarer) declareTags() {
	found := map[string][]syntax.Name{}
	for _, e := range slices.Concat(c.index.kinds.decls, c.index.cards.decls, c.index.events.decls) {
		for _, m := range e.members {
			var names []syntax.Name
			switch m := m.(type) {
			case *syntax.TagMember:
				names = m.Names
			case *syntax.Clause:
				if m.Body != nil {
					names = m.Body.Tags
				}
			}
			for _, n := range names {
				found[n.Text] = append(found[n.Text], n)
			}
		}
	}
	for _, n := range c.thrownFor {
		found[n.Text] = append(found[n.Text], n)
	}
	c.p.Tags = slices.Sorted(maps.Keys(found))
	c.p.TagTexts = make([]ir.Texts, len(c.p.Tags))
	for i, t := range c.p.Tags {
		for _, n := range found[t] {
			c.bind(n.At, found[t][0].At)
		}
		c.index.tags[t] = i
	}
	c.index.tagged = found
}

// tagsOfThrows are what dice are thrown for.
func (c *clauses) tagsOfThrows() []string {
	all := diag.Names(c.thrownFor, func(n syntax.Name) string { return n.Text })
	slices.Sort(all)
	return slices.Compact(all)
}

// hearable tells whether dice are thrown for a tag: cards to come may hear it.
func (c *vetter) hearable(tag string) bool {
	return slices.ContainsFunc(c.thrownFor, func(n syntax.Name) bool { return n.Text == tag })
}

func (c *declarer) declareEnums() {
	for i, e := range c.index.enums.decls {
		seen := map[string]source.Span{}
		for _, v := range e.decl.(*syntax.EnumDecl).Values {
			c.checkName(v.Name)
			if c.taken(seen, v.Name, "value") {
				continue
			}
			c.p.Enums[i].Values = append(c.p.Enums[i].Values, ir.EnumValue{Name: v.Name.Text, At: v.Name.At})
		}
	}
}

// declareCallables declares the signatures of functions and value tables, and the options.
func (c *declarer) declareCallables() {
	for i, e := range c.index.funcs.decls {
		d := e.decl.(*syntax.FuncDecl)
		c.p.Funcs[i].Params = c.named(d.Params)
		c.p.Funcs[i].Result = c.typeOf(d.Result)
		c.declareFigure(c.p.Funcs[i], d)
	}
	for i, e := range c.index.tables.decls {
		d := e.decl.(*syntax.TableDecl)
		c.p.Tables[i].Params = c.named(d.Params)
		if d.Result == nil {
			c.errorf("missing-type", d.Name.At, "table %s does not say what its values are", d.Name.Text)
			continue
		}
		c.p.Tables[i].Result = c.typeOf(*d.Result)
	}
	for i, e := range c.index.options.decls {
		d := e.decl.(*syntax.OptionDecl)
		o := c.p.Options[i]
		o.Type = c.typeOf(d.Type)
		if o.Type.IsList() {
			c.errorf("invalid-type", d.Type.At, "an option is one value, got %s", c.p.TypeName(o.Type))
		}
		o.See = diag.Names(d.See, func(s syntax.Str) string { return s.Text })
	}
}

// declareFigure declares what is contributed to a function with layers.
func (c *declarer) declareFigure(f *ir.Func, d *syntax.FuncDecl) {
	switch {
	case len(d.Layers) == 0:
		for _, bound := range []*syntax.Slice{d.Min, d.Max} {
			if bound != nil {
				c.errorf("invalid-member", bound.At, "min and max end a fold, but %s has no layers", f.Name)
			}
		}
		return
	case !numeric(f.Result) && f.Result.Kind != ir.Bad:
		c.errorf("invalid-type", d.Result.At, "only numbers can be added to, %s is %s", f.Name, c.p.TypeName(f.Result))
		return
	}
	f.Figure = &ir.Field{Name: f.Name, At: f.At, Type: f.Result, Lo: ir.None, Hi: ir.None}
	c.layers(f.Figure, d.Layers)
}

// layers gives a field its layers.
func (c *declarer) layers(f *ir.Field, names []syntax.Name) {
	seen := map[string]source.Span{}
	for _, l := range names {
		if !c.taken(seen, l, "layer") {
			f.Layers = append(f.Layers, l.Text)
		}
	}
}

// soleLayer is the layer of a stat that names none.
const soleLayer = "modified"

// builtinFields are what every instance answers to; no field of a kind or card may hide them.
var builtinFields = []string{"owner", "card", "bearer", "source"}

// fieldsOf declares parameters; bags and functions number them by position.
func (c *declarer) fieldsOf(params []syntax.Param, seen map[string]source.Span) []*ir.Field {
	var list []*ir.Field
	for i := range params {
		f := c.param(&params[i], seen)
		if f == nil {
			continue
		}
		f.Slot = len(list)
		list = append(list, f)
	}
	return list
}

// named declares the parameters of a function or table, which are read by their name alone.
func (c *declarer) named(params []syntax.Param) []*ir.Field {
	list := c.fieldsOf(params, map[string]source.Span{})
	for _, p := range params {
		c.checkName(p.Name)
	}
	return list
}

// checkField reports one that means something else even after a point, or would hide what clauses speak of.
func (c *declarer) checkField(n syntax.Name) {
	if slices.Contains(syntax.ValueWords, n.Text) && !slices.Contains(syntax.CELWords, n.Text) || slices.Contains(literals, n.Text) {
		c.reserved(n, "and cannot be a name")
	}
}

// literals are the words that CEL reads as values and operators even after a point.
var literals = []string{"false", "in", "null", "true"}

// newField is a field with its name and type; nil when its name is taken.
func (c *declarer) newField(n syntax.Name, t syntax.TypeExpr, seen map[string]source.Span, what string) *ir.Field {
	c.checkField(n)
	if c.taken(seen, n, what) {
		return nil
	}
	return &ir.Field{Name: n.Text, At: n.At, Type: c.typeOf(t), Lo: ir.None, Hi: ir.None}
}

// param declares one parameter; nil when its name is taken.
func (c *declarer) param(s *syntax.Param, seen map[string]source.Span) *ir.Field {
	f := c.newField(s.Name, s.Type, seen, "parameter")
	if f != nil {
		f.Class, f.Param = ir.Cell, true
		c.index.fields[f] = &fieldSyntax{rng: s.Range}
	}
	return f
}

// field declares a written field; nil when its name is taken.
func (c *declarer) field(m *syntax.FieldMember, seen map[string]source.Span) *ir.Field {
	f := c.newField(m.Name, m.Type, seen, "field")
	if f == nil {
		return nil
	}
	if t := m.Type.At; m.Default != nil && (m.Default.Text == "none" || m.Default.Text == "-") && !f.Type.Optional && !f.Type.IsList() && f.Type.Kind != ir.Bad {
		d := c.errorf("wrong-type", m.Default.At, "%s is always there: what may be absent has a ? behind its type", f.Name)
		d.Mend(diag.Replace(source.Span{File: t.File, Start: t.End, End: t.End}, "?", "write "+t.Text()+"?"))
		f.Type = ir.Type{}
	}
	c.layers(f, m.Layers)
	if f.Inner = m.Inner; m.Inner && m.Word != "cell" {
		c.errorf("invalid-member", m.Name.At, "only a cell is `inner`: what becomes of it is no news")
	}
	c.index.fields[f] = &fieldSyntax{rng: m.Range, def: m.Default, min: m.Min, max: m.Max, texts: m.Texts}
	return f
}

// give notes who gives an action.
func (c *declarer) give(m *syntax.ActionMember, g giver) {
	if m.Action == nil {
		return
	}
	ev, ok := c.index.events.of[m.Action.Name.Text]
	if !ok || c.index.events.decls[ev].decl != syntax.Decl(m.Action) {
		return
	}
	c.index.givers[ev] = g
	if g.card >= 0 {
		c.p.Events[ev].Giver = g.card
		c.p.Cards[g.card].Actions = append(c.p.Cards[g.card].Actions, ev)
	}
}
