package check

import (
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// declare gives everything its number, then its fields and types.
func (c *declarer) declare() {
	c.index = index{
		enums: map[string]int{}, kinds: map[string]int{}, bags: map[string]int{}, events: map[string]int{},
		funcs: map[string]int{}, tables: map[string]int{}, cards: map[string]int{}, options: map[string]int{},
		zones: map[string]int{}, tags: map[string]int{},
		fields: map[*ir.Field]*fieldSyntax{}, givers: map[int]giver{}, bodies: map[int]*syntax.BodyMember{},
	}
	c.number()
	c.declareTags()
	c.declareParents()
	c.declareEnums()
	c.declareKinds()
	for i, e := range c.index.bagDecls {
		c.p.Bags[i].Fields = c.fieldsOf(e.decl.(*syntax.BagDecl).Fields, map[string]source.Span{})
		for _, f := range c.p.Bags[i].Fields {
			f.Param = false
			if f.Type.IsList() {
				c.errorf("invalid-type", f.At, "a group's field is one value, got %s", c.p.TypeName(f.Type))
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
		x.kinds[name] = i
		x.kindDecls = append(x.kindDecls, nil)
	}
	for _, e := range c.decls.types.sorted() {
		switch d := e.decl.(type) {
		case *syntax.EnumDecl:
			x.enums[e.name] = len(p.Enums)
			p.Enums = append(p.Enums, &ir.Enum{Name: e.name, At: e.at})
			x.enumDecls = append(x.enumDecls, e)
		case *syntax.BagDecl:
			x.bags[e.name] = len(p.Bags)
			p.Bags = append(p.Bags, &ir.Bag{Name: e.name, At: e.at})
			x.bagDecls = append(x.bagDecls, e)
		case *syntax.KindDecl:
			if isPlayer(e) {
				x.kindDecls[ir.PlayerKind] = e
				p.Kinds[ir.PlayerKind].At = d.At
				continue
			}
			x.kinds[e.name] = len(p.Kinds)
			p.Kinds = append(p.Kinds, &ir.Kind{ID: len(p.Kinds), Name: e.name, At: e.at, Parent: -1})
			x.kindDecls = append(x.kindDecls, e)
		}
	}
	for _, e := range c.decls.events.sorted() {
		word := ir.PlainEvent
		switch d := e.decl.(type) {
		case *syntax.FuncDecl:
			x.funcs[e.name] = len(p.Funcs)
			p.Funcs = append(p.Funcs, &ir.Func{ID: len(p.Funcs), Name: e.name, At: e.at})
			x.funcDecls = append(x.funcDecls, e)
			continue
		case *syntax.TableDecl:
			if len(d.On) == 0 {
				x.tables[e.name] = len(p.Tables)
				p.Tables = append(p.Tables, &ir.Table{ID: len(p.Tables), Name: e.name, At: e.at})
				x.tableDecls = append(x.tableDecls, e)
				continue
			}
		case *syntax.EventDecl:
			switch d.Word.Text {
			case "span":
				word = ir.SpanEvent
			case "action":
				word = ir.ActionEvent
			}
		}
		x.events[e.name] = len(p.Events)
		p.Events = append(p.Events, &ir.Event{ID: len(p.Events), Name: e.name, At: e.at, Word: word, Giver: -1, Pack: e.pack})
		x.eventDecls = append(x.eventDecls, e)
	}
	for _, e := range c.decls.zones.sorted() {
		d := e.decl.(*syntax.ZoneDecl)
		seen := map[string]ir.ViewedBy{"all": ir.ByAll, "owner": ir.ByOwner, "nobody": ir.ByNobody}
		by, ok := seen[d.SeenBy.Text]
		if d.SeenBy.Text == "" {
			by = ir.ByAll
		} else if !ok {
			c.unknown("undefined-name", d.SeenBy.At, "a zone is seen by all, owner or nobody, got %s", d.SeenBy.Text).
				Suggest(diag.Nearest(d.SeenBy.Text, keys(seen)))
		}
		x.zones[e.name] = len(p.Zones)
		p.Zones = append(p.Zones, &ir.Zone{Name: e.name, At: e.at, OfPlayers: d.OfPlayers, Seen: by})
		x.zoneDecls = append(x.zoneDecls, e)
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
	all["player"] = nil
	for _, name := range slices.Sorted(maps.Keys(all)) {
		e := all[name]
		card := &ir.Card{ID: len(p.Cards), Name: name, Kind: ir.PlayerKind}
		if e != nil {
			card.At, card.Pack = e.at, e.pack
			switch d := e.decl.(type) {
			case *syntax.OptionDecl:
				x.options[name] = len(p.Options)
				p.Options = append(p.Options, &ir.Option{Name: name, At: e.at})
				x.optionDecls = append(x.optionDecls, e)
				continue
			case *syntax.CardDecl:
				card.Kind = x.kinds[d.Word.Text]
			case *syntax.ScriptDecl:
				card.Kind = ir.ScenarioKind
			}
		}
		x.cards[name] = card.ID
		p.Cards = append(p.Cards, card)
		x.cardDecls = append(x.cardDecls, e)
	}
}

// declareTags numbers the tags: they exist by being written on something.
func (c *declarer) declareTags() {
	found := map[string][]syntax.Name{}
	add := func(names []syntax.Name) {
		for _, n := range names {
			found[n.Text] = append(found[n.Text], n)
		}
	}
	visit := func(list []syntax.Member) {
		for _, m := range list {
			switch m := m.(type) {
			case *syntax.TagMember:
				add(m.Names)
			case *syntax.Clause:
				if m.Body != nil {
					add(m.Body.Tags)
				}
			}
		}
	}
	for _, list := range [][]*entry{c.index.kindDecls, c.index.cardDecls, c.index.eventDecls} {
		for _, e := range list {
			if e != nil {
				visit(members(e.decl))
			}
		}
	}
	c.p.Tags = slices.Sorted(maps.Keys(found))
	for i, t := range c.p.Tags {
		c.index.tags[t] = i
	}
	c.index.tagged = found
}

func (c *declarer) declareEnums() {
	for i, e := range c.index.enumDecls {
		seen := map[string]source.Span{}
		for _, v := range e.decl.(*syntax.EnumDecl).Values {
			c.checkName(v.Name)
			if c.taken(seen, v.Name, "value") {
				continue
			}
			c.p.Enums[i].Values = append(c.p.Enums[i].Values, ir.EnumValue{Name: v.Name.Text})
		}
	}
}

// declareCallables declares the signatures of functions and value tables, and the options.
func (c *declarer) declareCallables() {
	for i, e := range c.index.funcDecls {
		d := e.decl.(*syntax.FuncDecl)
		c.p.Funcs[i].Params = c.fieldsOf(d.Params, map[string]source.Span{})
		c.p.Funcs[i].Result = c.typeOf(d.Result)
	}
	for i, e := range c.index.tableDecls {
		d := e.decl.(*syntax.TableDecl)
		c.p.Tables[i].Params = c.fieldsOf(d.Params, map[string]source.Span{})
		if d.Result == nil {
			c.errorf("missing-type", d.Name.At, "table %s does not say what its values are", d.Name.Text)
			continue
		}
		c.p.Tables[i].Result = c.typeOf(*d.Result)
	}
	for i, e := range c.index.optionDecls {
		d := e.decl.(*syntax.OptionDecl)
		o := c.p.Options[i]
		o.Type = c.typeOf(d.Type)
		if o.Type.IsList() {
			c.errorf("invalid-type", d.Type.At, "an option is one value, got %s", c.p.TypeName(o.Type))
		}
		for _, s := range d.See {
			o.See = append(o.See, s.Text)
		}
	}
}
