package cond

import "github.com/kdsl-lang/kdsl/lang/ir"

// index finds the program's own names. It is rebuilt when declarations were added.
type index struct {
	stamp   [8]int
	values  map[string][]enumValue
	enums   map[string]int
	kinds   map[string]int
	cards   map[string]int
	options map[string]int
	funcs   map[string]int
	tables  map[string]int
	events  map[string]int
}

type enumValue struct{ enum, value int }

func (e *Env) names() *index {
	e.mu.Lock()
	defer e.mu.Unlock()
	p := e.p
	stamp := [8]int{len(p.Enums), len(p.Kinds), len(p.Cards), len(p.Options), len(p.Funcs), len(p.Tables), len(p.Events)}
	for _, en := range p.Enums {
		stamp[7] += len(en.Values)
	}
	if e.index != nil && e.index.stamp == stamp {
		return e.index
	}
	ix := &index{stamp: stamp, values: map[string][]enumValue{}, enums: map[string]int{}, kinds: map[string]int{},
		cards: map[string]int{}, options: map[string]int{}, funcs: map[string]int{}, tables: map[string]int{}, events: map[string]int{}}
	for i, en := range p.Enums {
		ix.enums[en.Name] = i
		for j, v := range en.Values {
			ix.values[v.Name] = append(ix.values[v.Name], enumValue{i, j})
		}
	}
	for i, k := range p.Kinds {
		ix.kinds[k.Name] = i
	}
	for i, c := range p.Cards {
		ix.cards[c.Name] = i
	}
	for i, o := range p.Options {
		ix.options[o.Name] = i
	}
	for i, f := range p.Funcs {
		ix.funcs[f.Name] = i
	}
	for i, t := range p.Tables {
		ix.tables[t.Name] = i
	}
	for i, v := range p.Events {
		ix.events[v.Name] = i
	}
	e.index = ix
	return ix
}

// root is the topmost ancestor of a kind. It walks the parents, for Kind.Root may come later.
func root(p *ir.Program, kind int) int {
	for n := 0; n < len(p.Kinds) && p.Kinds[kind].Parent >= 0; n++ {
		kind = p.Kinds[kind].Parent
	}
	return kind
}

// descends tells whether kind is ancestor or extends it.
func descends(p *ir.Program, kind, ancestor int) bool {
	for n := 0; n <= len(p.Kinds) && kind >= 0; n++ {
		if kind == ancestor {
			return true
		}
		kind = p.Kinds[kind].Parent
	}
	return false
}

// related tells whether something may be of both kinds; -1 is any kind.
func related(p *ir.Program, a, b int) bool {
	return a < 0 || b < 0 || descends(p, a, b) || descends(p, b, a)
}

func fieldOf(fields []*ir.Field, name string) (int, *ir.Field) {
	for i, f := range fields {
		if f.Name == name {
			return i, f
		}
	}
	return -1, nil
}
