package eval

import (
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// New compiles functions, derived values and continuous modifiers of a program. A report, if not nil,
// hears which ways the program goes.
func New(p *ir.Program, report Report) *Compiled {
	c := &Compiled{P: p, ops: &byOperation, report: report, derived: map[*ir.Field]Int{}}
	c.number()
	c.print()
	c.hushes()
	c.compile()
	return c
}

// number gives kinds, stats and the slots of the index their places.
func (c *Compiled) number() {
	p := c.P
	c.statBase, c.heard = make([]int, len(p.Kinds)), map[int]bool{}
	c.isKind = make([][]bool, len(p.Kinds))
	for k := range p.Kinds {
		c.isKind[k] = make([]bool, len(p.Cards))
		for i, card := range p.Cards {
			c.isKind[k][i] = p.IsA(card.Kind, k)
		}
	}
	c.slots = len(p.Events) * int(ir.Stages)
	for i, k := range p.Kinds {
		if k.Root == i {
			c.statBase[i] = c.slots
			n := 0
			for _, d := range p.Kinds {
				if d.Root == i {
					n = max(n, len(d.Fields))
				}
			}
			c.slots += n
		}
	}
	c.figures = c.slots
	c.becomes = c.figures + len(p.Funcs)
	c.slots = c.becomes + 2
	for i, h := range p.Hooks {
		c.heard[c.slotOf(h)] = true
		c.rank = append(c.rank, state.MakeKey(int32(h.Band), 0, 0, int32(i)))
	}
	c.concerns()
}

// print lays out what is printed on the cards, field by field; what no card prints is 0.
func (c *Compiled) print() {
	n := 0
	for _, k := range c.P.Kinds {
		n = max(n, len(k.Fields))
	}
	c.columns, c.filled = make([][]int64, n), make([]bool, n)
	for i := range c.columns {
		c.columns[i] = make([]int64, len(c.P.Cards))
	}
	for i, card := range c.P.Cards {
		for n, v := range card.Values {
			c.columns[n][i] = v.N
			c.filled[n] = c.filled[n] || card.FilledBy(n) != nil
		}
	}
}

func (c *Compiled) compile() {
	p := c.P
	c.funcs = make([]function, len(p.Funcs))
	for i, f := range p.Funcs {
		switch {
		case f.Body == nil:
		case f.Result.IsList():
			c.funcs[i] = function{l: c.List(f.Body), size: c.size(f.Body)}
		case f.Result.Kind == ir.Bool:
			c.funcs[i] = function{b: c.Bool(f.Body)}
		default:
			c.funcs[i] = function{i: c.Int(f.Body)}
		}
		c.called(i, f)
	}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f.Class == ir.Derived && f.Default != nil && c.derived[f] == nil {
				c.derived[f] = c.Int(f.Default)
			}
		}
	}
	c.bodies = make([]body, len(p.Kinds))
	for i, k := range p.Kinds {
		if k.Body != nil {
			c.bodies[i] = c.body(k.Body)
		}
	}
	c.bounds = make([]bounds, len(p.Funcs))
	for i, f := range p.Funcs {
		if f.Figure != nil {
			c.bounds[i] = bounds{c.Opt(f.Figure.Min), c.Opt(f.Figure.Max)}
		}
	}
	c.stats, c.bases = make([]statHook, len(p.Hooks)), make([]statHook, len(p.Hooks))
	c.during, c.hookConds = make([]giver, len(p.Hooks)), make([]hookCond, len(p.Hooks))
	c.keys, c.keyWants = make([]Int, len(p.Cards)), make([]*wants, len(p.Cards))
	for i, card := range p.Cards {
		if card.One != nil {
			c.keys[i], c.keyWants[i] = c.Int(card.One.Key), wantsOf(p, card.One.Wants)
		}
	}
	c.wants = make([]*wants, len(p.Hooks))
	for i, h := range p.Hooks {
		c.wants[i] = wantsOf(p, h.Wants)
		if h.Stage == ir.While && h.Stat < 0 {
			c.during[i] = c.gives(h, c.contributions(h, h.Do, false))
		}
		if h.Stage == ir.While && h.Stat >= 0 {
			c.stats[i], c.bases[i] = c.statHook(h, false), c.statHook(h, true)
		}
		c.hookConds[i] = hookCond{c.awake(int32(i), c.when(h)), c.Opt(h.Of), plainWhen(c, h)}
	}
}

// byOperation is how each operation is worked out; what is called in Args is seen to by its own row.
var byOperation = operations{
	ir.Const:        {i: constant, b: truth, l: constantList},
	ir.Local:        {i: local, l: listAt((*Env).ListSlot)},
	ir.EventField:   {i: eventField, l: listAt((*Env).FieldList)},
	ir.RecField:     {i: recordField, l: recordList},
	ir.Temp:         {i: temporary, l: listAt(func(v *Env, n int) *[]int64 { return &v.tl[v.base+n] })},
	ir.Self:         {i: self},
	ir.This:         {i: this},
	ir.Folded:       {i: folded},
	ir.Became:       {b: became},
	ir.Around:       {i: around},
	ir.Can:          {b: can},
	ir.Ignored:      {b: ignored},
	ir.OptionVal:    {i: option},
	ir.CellOf:       {i: cell, l: cellList},
	ir.PrintedOf:    {i: printed, l: printedList},
	ir.CarriedBy:    {l: carried},
	ir.StatOf:       {i: stat},
	ir.BaseOf:       {i: stat},
	ir.DerivedOf:    {i: derived},
	ir.OwnerOf:      {i: owner},
	ir.CardOfInst:   {i: card},
	ir.BearerOf:     {i: bearer},
	ir.SourceOf:     {i: origin},
	ir.Narrowed:     {i: narrowed},
	ir.SelfBearer:   {i: selfBearer},
	ir.SelfOwner:    {i: selfOwner},
	ir.ScriptPlayer: {i: constant},
	ir.Neg:          {i: negated},
	ir.Not:          {b: not},
	ir.Add:          {i: arithmetic},
	ir.Sub:          {i: arithmetic},
	ir.Mul:          {i: arithmetic},
	ir.Scale:        {i: scaled},
	ir.Eq:           {b: compare},
	ir.Ne:           {b: compare},
	ir.Lt:           {b: compare},
	ir.Le:           {b: compare},
	ir.Gt:           {b: compare},
	ir.Ge:           {b: compare},
	ir.And:          {b: and},
	ir.Or:           {b: or},
	ir.Cond:         {i: matched, b: either((*Compiled).Bool), l: either((*Compiled).List), size: either((*Compiled).size)},
	ir.Stood:        {i: stood((*Compiled).Int), b: stood((*Compiled).Bool), l: stood((*Compiled).List)},
	ir.Has:          {b: present},
	ir.In:           {b: member},
	ir.Index:        {i: element},
	ir.MakeList:     {l: literal},
	ir.Exists:       {b: quantifier},
	ir.ForAll:       {b: quantifier},
	ir.ExistsOne:    {b: quantifier},
	ir.Filter:       {l: collected, size: kept},
	ir.Map:          {l: collected},
	ir.Count:        {i: measure},
	ir.Sum:          {i: measure},
	ir.Most:         {i: measure},
	ir.Least:        {i: measure},
	ir.Best:         {l: best},
	ir.AllOf:        {l: everything},
	ir.CallFunc: {i: called((*Compiled).Int, func(f *function) *Int { return &f.i }, func(x int64) int64 { return x }),
		b:    called((*Compiled).Bool, func(f *function) *Bool { return &f.b }, func(x int64) bool { return x != 0 }),
		l:    called((*Compiled).List, func(f *function) *List { return &f.l }, nil),
		size: called((*Compiled).size, func(f *function) *Int { return &f.size }, nil)},
	ir.CallTable: {i: lookup},
	ir.CallPrim:  {i: primInt, b: primBool, l: worked("list", func(p primitive) func(*Env, *args) []int64 { return p.l })},
}
