package cond

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

const (
	kPiece = ir.BuiltinKinds + iota
	kBig
	kEffect
)

var (
	tInt    = ir.Type{Kind: ir.Int}
	tBool   = ir.Type{Kind: ir.Bool}
	tLength = ir.Type{Kind: ir.Length}
	tTone   = ir.Type{Kind: ir.EnumType, Ref: 0}
	tShade  = ir.Type{Kind: ir.EnumType, Ref: 1}
	tPiece  = inst(kPiece)
	tBig    = inst(kBig)
	tEffect = inst(kEffect)
	tPlayer = inst(ir.PlayerKind)
	tAny    = inst(-1)
	tInts   = ir.ListOf(tInt)
)

func inst(kind int) ir.Type { return ir.Type{Kind: ir.Inst, Ref: kind} }

func opt(t ir.Type) ir.Type { t.Optional = true; return t }

func values2(names ...string) (out []ir.EnumValue) {
	for _, n := range names {
		out = append(out, ir.EnumValue{Name: n})
	}
	return out
}

// board is a small program about pieces with effects on them.
func board() *ir.Program {
	piece := []*ir.Field{
		{Name: "size", Class: ir.Printed, Type: tInt},
		{Name: "V", Class: ir.Stat, Type: tInt},
		{Name: "reach", Class: ir.Stat, Type: tLength},
		{Name: "tone", Class: ir.Printed, Type: tTone},
		{Name: "hp", Class: ir.Cell, Type: tInt, Slot: 0},
		{Name: "faces", Class: ir.Cell, Type: tInts, Slot: 0},
		{Name: "twice", Class: ir.Derived, Type: tInt},
		{Name: "die", Class: ir.Printed, Type: ir.Type{Kind: ir.Dice}},
		{Name: "aim", Class: ir.Printed, Type: ir.Type{Kind: ir.Target}},
		{Name: "foe", Class: ir.Cell, Type: opt(tPiece), Slot: 1},
		{Name: "pool", Class: ir.Cell, Type: ir.Type{Kind: ir.BagType, Ref: 0}, Slot: 1},
		{Name: "gear", Class: ir.Carried, Type: tEffect},
		{Name: "route", Class: ir.Cell, Type: ir.Type{Kind: ir.Path}, Slot: 2},
		{Name: "known", Class: ir.Printed, Type: ir.ListOf(ir.Type{Kind: ir.CardOf, Ref: kEffect})},
		{Name: "tones", Class: ir.Printed, Type: ir.ListOf(tTone)},
	}
	big := append(piece[:len(piece):len(piece)], &ir.Field{Name: "tall", Class: ir.Printed, Type: tLength})
	return &ir.Program{
		Enums: []*ir.Enum{
			{Name: "mood", Values: values2("low", "mid", "high")},
			{Name: "shade", Values: values2("light", "mid", "dark")},
		},
		Kinds: []*ir.Kind{
			{ID: 0, Name: "player", Parent: -1, Fields: []*ir.Field{{Name: "score", Class: ir.Cell, Type: tInt}}},
			{ID: 1, Name: "rulebook", Parent: -1, Root: 1},
			{ID: 2, Name: "scene", Parent: -1, Root: 2},
			{ID: kPiece, Name: "piece", Parent: -1, Root: kPiece, Fields: piece},
			{ID: kBig, Name: "big", Parent: kPiece, Root: kPiece, Fields: big},
			{ID: kEffect, Name: "effect", Parent: -1, Root: kEffect, Fields: []*ir.Field{{Name: "level", Class: ir.Cell, Type: tInt}}},
		},
		Cards: []*ir.Card{
			{ID: 0, Name: "ann", Kind: kPiece},
			{ID: 1, Name: "bob", Kind: kBig},
			{ID: 2, Name: "curse", Kind: kEffect},
			{ID: 3, Name: "glow", Kind: kEffect},
		},
		Events: []*ir.Event{{ID: 0, Name: "meet", Fields: []*ir.Field{
			{Name: "who", Type: tPiece, Slot: 0},
			{Name: "other", Type: opt(tPiece), Slot: 1},
			{Name: "total", Type: tInt, Slot: 2},
			{Name: "ways", Type: tInts, Slot: 0},
			{Name: "far", Type: tLength, Slot: 3},
			{Name: "done", Type: tBool, Slot: 4},
		}}},
		Bags: []*ir.Bag{{Name: "chips", Fields: []*ir.Field{{Name: "worth", Type: tInt}, {Name: "tint", Type: tShade}}}},
		Funcs: []*ir.Func{
			{ID: 0, Name: "near", Params: []*ir.Field{{Name: "a", Type: tPiece}, {Name: "b", Type: tPiece}, {Name: "by", Type: tLength}}, Result: tBool},
			{ID: 1, Name: "best", Params: []*ir.Field{{Name: "n", Type: tInt}}, Result: tInt},
			{ID: 2, Name: "rank", Params: []*ir.Field{{Name: "x", Type: opt(tPiece)}, {Name: "t", Type: tTone}}, Result: tInt},
			{ID: 3, Name: "width", Params: []*ir.Field{{Name: "n", Type: tInt}}, Result: tInt}, // also a primitive: the program's wins
		},
		Tables:  []*ir.Table{{ID: 0, Name: "wear", Params: []*ir.Field{{Name: "n", Type: tInt}}, Result: tInt}, {ID: 1, Name: "breadth", Params: []*ir.Field{{Name: "t", Type: tTone}}, Result: tLength}},
		Options: []*ir.Option{{Name: "strict", Type: tBool}, {Name: "ceiling", Type: tInt}},
	}
}

func slot(op ir.Op, n int64, t ir.Type) *ir.Expr {
	return &ir.Expr{Op: op, N: n, Type: t, Lists: t.IsList()}
}

// inClause is the scope of a clause of an effect on a piece during a meeting.
func inClause() *Scope {
	return &Scope{
		Names: map[string]*ir.Expr{
			"self": {Op: ir.Self, Type: tEffect}, "bearer": {Op: ir.SelfBearer, Type: tPiece},
			"owner": {Op: ir.OwnerOf, Type: tPlayer, Args: []*ir.Expr{{Op: ir.SelfBearer, Type: tPiece}}},
			"this":  {Op: ir.This, Type: ir.Type{Kind: ir.Record, Ref: 0}},
			"who":   slot(ir.EventField, 0, tPiece), "other": slot(ir.EventField, 1, opt(tPiece)),
			"total": slot(ir.EventField, 2, tInt), "ways": slot(ir.EventField, 0, tInts),
			"far": slot(ir.EventField, 3, tLength), "giant": slot(ir.Local, 5, tBig),
			"thing": slot(ir.Local, 6, tAny), "cards": slot(ir.Local, 1, ir.ListOf(ir.Type{Kind: ir.CardOf, Ref: kEffect})),
			"r": slot(ir.Local, 7, ir.Type{Kind: ir.Record, Ref: 0}), "g": slot(ir.Local, 10, ir.Type{Kind: ir.Group, Ref: 0}),
			"shot.moved": slot(ir.Local, 20, tLength), "shot.obstacle": slot(ir.Local, 21, opt(tAny)),
			"perhaps": slot(ir.Local, 22, opt(tInt)), "tint": slot(ir.Local, 23, tShade), "ann_": slot(ir.Local, 24, tPiece),
			"walk": {Op: ir.Local, N: 4, Type: ir.Type{Kind: ir.Path}, Lists: true}, "spot": {Op: ir.Local, N: 3, Type: ir.Type{Kind: ir.Point}, Lists: true},
		},
		Temps: 1,
		Hint: func(name string) string {
			if name == "it" {
				return "`it` is the candidate of a `where`"
			}
			return ""
		},
	}
}

// shape writes a lowered expression as it is, with slots.
func shape(e *ir.Expr) string {
	if e == nil {
		return "nil"
	}
	ops := map[ir.Op]string{ir.Local: "L", ir.EventField: "E", ir.RecField: "rec", ir.Temp: "T", ir.Self: "self", ir.This: "this",
		ir.OptionVal: "opt", ir.CellOf: "cell", ir.PrintedOf: "printed", ir.StatOf: "stat", ir.BaseOf: "base", ir.DerivedOf: "derived",
		ir.OwnerOf: "owner", ir.CardOfInst: "card", ir.BearerOf: "bearer", ir.SourceOf: "source", ir.SelfBearer: "bearer", ir.Neg: "neg",
		ir.Add: "+", ir.Sub: "-", ir.Mul: "*", ir.Scale: "scale", ir.Eq: "==", ir.Ne: "!=", ir.Lt: "<", ir.Le: "<=", ir.Gt: ">", ir.Ge: ">=",
		ir.And: "and", ir.Or: "or", ir.Not: "not", ir.Cond: "if", ir.Has: "has", ir.In: "in", ir.Index: "index", ir.MakeList: "list",
		ir.Exists: "exists", ir.ForAll: "all", ir.ExistsOne: "one", ir.Filter: "filter", ir.Map: "map", ir.Count: "count", ir.Sum: "sum",
		ir.Most: "most", ir.Least: "least", ir.Best: "best", ir.AllOf: "every", ir.CallFunc: "func", ir.CallTable: "table", ir.CallPrim: "prim"}
	s := ops[e.Op]
	switch e.Op {
	case ir.Const:
		if e.Type.Optional && e.N == ir.None {
			return "none"
		}
		suffix := map[ir.TypeKind]string{ir.Length: "m", ir.Bool: "b", ir.EnumType: "e", ir.CardOf: "c"}[e.Type.Kind]
		if e.Type.Kind == ir.List {
			return strings.ReplaceAll(fmt.Sprint(e.List), " ", ",") + map[ir.TypeKind]string{ir.Length: "m", ir.EnumType: "e", ir.CardOf: "c"}[e.Type.Elem]
		}
		return fmt.Sprintf("%d%s", e.N, suffix)
	case ir.Local, ir.EventField, ir.RecField, ir.Temp, ir.OptionVal, ir.CellOf, ir.PrintedOf, ir.StatOf, ir.BaseOf, ir.DerivedOf,
		ir.Exists, ir.ForAll, ir.ExistsOne, ir.Filter, ir.Map, ir.Count, ir.Sum, ir.Most, ir.Least, ir.Best, ir.CallFunc, ir.CallTable:
		s += fmt.Sprint(e.N)
	case ir.CallPrim:
		s = ir.Prims[e.N].Name
		if ir.Prims[e.N].Tie == ir.NamesKind {
			s += fmt.Sprint(e.Ref)
		}
	case ir.AllOf:
		s += fmt.Sprint(e.Ref)
	}
	if e.Lists {
		s += "l"
	}
	if len(e.Args) == 0 {
		return s
	}
	for _, a := range e.Args {
		s += " " + shape(a)
	}
	return "(" + s + ")"
}

func compileIn(t testing.TB, s *Scope, text string, want ir.Type) (*ir.Expr, diag.List) {
	t.Helper()
	f := source.New("t.kdsl", text)
	return New(board()).Compile(source.Span{File: f, Start: 0, End: len(text)}, s, want)
}

func describe(l diag.List) string {
	var out []string
	for _, d := range l {
		fix := ""
		if d.Mended() {
			fix = " [" + d.Edit().Text + "]"
		}
		p, q := d.Span.Pos(), d.Span.EndPos()
		out = append(out, fmt.Sprintf("%d:%d-%d:%d %s: %s%s", p.Line, p.Column, q.Line, q.Column, d.Code, d.Message, fix))
	}
	return strings.Join(out, "\n")
}

func TestLowering(t *testing.T) {
	p := board()
	for _, c := range []struct{ text, want, typ string }{
		{"1", "1", "int"}, {"-3", "-3", "int"}, {"2.5", "2500m", "length"}, {"-0.125", "-125m", "length"}, {"true", "1b", "bool"},
		{"2 + 3 * 4", "14", "int"}, {"2.5 * 2", "5000m", "length"}, {"2 + 0.5", "2500m", "length"}, {"-(4 - 6)", "2", "int"},
		{"3 < 2.5", "0b", "bool"}, {"!true", "0b", "bool"},
		{"total + 1", "(+ E2 1)", "int"}, {"far + 1", "(+ E3 1000m)", "length"}, {"1 - far", "(- 1000m E3)", "length"},
		{"far + total", "(+ E3 (scale E2))", "length"}, {"total - far", "(- (scale E2) E3)", "length"},
		{"far * total", "(* E3 E2)", "length"}, {"2 * far", "(* 2 E3)", "length"}, {"-total", "(neg E2)", "int"},
		{"total < far", "(< (scale E2) E3)", "bool"}, {"far >= 9", "(>= E3 9000m)", "bool"}, {"far == total", "(== E3 (scale E2))", "bool"},
		{"who.V > 3", "(> (stat1 E0) 3)", "bool"}, {"who.hp", "(cell0 E0)", "int"}, {"who.faces", "(cell0l E0)", "list<int>"},
		{"who.size", "(printed0 E0)", "int"}, {"who.twice", "(derived6 E0)", "int"}, {"giant.V", "(stat1 L5)", "int"},
		{"giant.tall", "(printed15 L5)", "length"}, {"printed(who.V)", "(printed1 E0)", "int"}, {"base(who.reach)", "(base2 E0)", "length"},
		{"printed(who.size)", "(printed0 E0)", "int"}, {"who.gear", "(items5 E0)", "list<effect>"},
		{"who.owner", "(owner E0)", "player"}, {"who.card", "(card E0)", "card piece"}, {"who.bearer", "(bearer E0)", "thing?"},
		{"who.source", "(source E0)", "thing?"}, {"has(thing.owner) ? thing.owner.score : 0", "(if (has (owner L6)) (cell0 (owner L6)) 0)", "int"},
		{"this.total", "E2", "int"}, {"this.ways", "E0l", "list<int>"}, {"r.total", "(rec2 L7)", "int"}, {"r.done", "(rec4 L7)", "bool"},
		{"r.ways", "(rec0l L7)", "list<int>"}, {"g.worth", "L10", "int"}, {"g.tint", "L11", "shade"}, {"g.count", "L12", "int"},
		{"shot.moved", "L20", "length"}, {"has(shot.obstacle)", "(has L21)", "bool"},
		{"low", "0e", "mood"}, {"dark", "2e", "shade"}, {"mood.mid", "1e", "mood"}, {"shade.mid", "1e", "shade"},
		{"who.tone == mid", "(== (printed3 E0) 1e)", "bool"}, {"mid != tint", "(!= 1e L23)", "bool"}, {"who.tone < high", "(< (printed3 E0) 2e)", "bool"},
		{"mid in [low, high]", "(in 1e [0,2]e)", "bool"}, {"tint in [mid, dark]", "(in L23 [1,2]e)", "bool"}, {"mid in who.tones", "(in 1e (printed14 E0))", "bool"},
		{"who.card == ann", "(== (card E0) 0c)", "bool"}, {"who.is(bob)", "(is E0 1c)", "bool"}, {"thing.is(piece) && thing.V > 1", "(and (is3 L6) (> (stat1 L6) 1))", "bool"}, {"bob in cards(piece)", "(in 1c [0,1]c)", "bool"}, {"thing.card == curse", "(== (card L6) 2c)", "bool"},
		{"curse in who.known", "(in 2c (printed13 E0))", "bool"}, {"strict", "opt0", "bool"}, {"ceiling + 1", "(+ opt1 1)", "int"},
		{"near(who, giant, 9)", "(func0 E0 L5 9000m)", "bool"}, {"best(wear(total))", "(func1 (table0 E2))", "int"},
		{"rank(other, mid)", "(func2 E1 1e)", "int"}, {"rank(none, low)", "(func2 none 0e)", "int"},
		{"who == giant", "(== E0 L5)", "bool"}, {"who == thing", "(== E0 L6)", "bool"}, {"other == who", "(== E1 E0)", "bool"}, {"other != none", "(!= E1 none)", "bool"},
		{"who.bearer == who", "(== (bearer E0) E0)", "bool"},
		{"has(other) && other.V > 2", "(and (has E1) (> (stat1 E1) 2))", "bool"}, {"!has(other) || other.V > 2", "(or (not (has E1)) (> (stat1 E1) 2))", "bool"},
		{"has(other) ? other.V : 0", "(if (has E1) (stat1 E1) 0)", "int"}, {"other != none && other.V > 2", "(and (!= E1 none) (> (stat1 E1) 2))", "bool"},
		{"has(other) && has(other.foe) && other.foe.V > 1", "(and (and (has E1) (has (cell1 E1))) (> (stat1 (cell1 E1)) 1))", "bool"},
		{"has(this.other) && other.V > 2", "(and (has E1) (> (stat1 E1) 2))", "bool"}, {"other == who && other.V == 1", "(and (== E1 E0) (== (stat1 E1) 1))", "bool"},
		{"has(perhaps) && perhaps > 1", "(and (has L22) (> L22 1))", "bool"}, {"has(other) ? other : none", "(if (has E1) E1 none)", "piece?"},
		{"has(who.bearer) ? who.bearer : who", "(if (has (bearer E0)) (bearer E0) E0)", "thing"},
		{"true && strict && total > 1 && far > 1", "(and (and (and 1b opt0) (> E2 1)) (> E3 1000m))", "bool"},
		{"strict ? 1 : 2", "(if opt0 1 2)", "int"}, {"who.bears(curse)", "(bears E0 2c)", "bool"}, {"who.number(curse) * 2", "(* (number E0 2c) 2)", "int"},
		{"has(who.borne(curse)) && who.borne(curse).level > 2", "(and (has (borne E0 2c)) (> (cell0 (borne E0 2c)) 2))", "bool"},
		{"around(spot, 2)", "(around L3l 2000m)", "list<thing>"}, {"around(who, 2).only(piece).exists(p, p.V > 1)", "(exists1 (only3 (around E0 2000m)) (> (stat1 T1) 1))", "bool"},
		{"corridor(who, giant).exists(x, x == who)", "(exists1 (corridor E0 L5) (== T1 E0))", "bool"}, {"all(piece).nearest_to(giant)", "(nearest_to every3 L5)", "list<piece>"},
		{"sees(who, giant, all(big))", "(sees E0 L5 every4)", "bool"}, {"sees(who, giant)", "(sees E0 L5)", "bool"}, {"all(piece).only(big)", "(only4 every3)", "list<big>"},
		{"who.items(effect)", "(items5 E0)", "list<effect>"}, {"size(who.items(effect))", "(size (items5 E0))", "int"}, {"size(who.pool)", "(size (cell1l E0))", "int"},
		{"players()", "players", "list<player>"}, {"owner.opponent", "(opponent (owner bearer))", "player"}, {"owner.opponent()", "(opponent (owner bearer))", "player"},
		{"active() == owner", "(== active (owner bearer))", "bool"},
		{"half_up(total)", "(half_up E2)", "int"}, {"half(total)", "(half E2)", "length"}, {"half(far)", "(half E3)", "length"}, {"ceil_div(total, 3)", "(ceil_div E2 3)", "int"},
		{"at_most(total, 3)", "(at_most E2 3)", "int"}, {"at_least(far, 1)", "(at_least E3 1000m)", "length"}, {"at_most(total, far)", "(at_most (scale E2) E3)", "length"},
		{"whole_up(far)", "(whole_up E3)", "int"}, {"abs(total)", "(abs E2)", "int"},
		{"distance(who, giant) <= 9", "(<= (distance E0 L5) 9000m)", "bool"}, {"distance(who, spot)", "(distance E0 L3l)", "length"},
		{"distance(who, point(1.5, 2))", "(distance E0 (point 1500m 2000m))", "length"}, {"within(who, giant, 3)", "(within E0 L5 3000m)", "bool"},
		{"length_of(toward(who, thing, 4)) < 2", "(< (length_of (toward E0 L6 4000m)) 2000m)", "bool"}, {"length_of(walk)", "(length_of L4l)", "length"},
		{"ways.highest()", "(highest E0l)", "int"}, {"ways.without(3).plus(4).total()", "(total (plus (without E0l 3) 4))", "int"}, {"ways.times(3)", "(times E0l 3)", "int"},
		{"ways.shares([1, 2])", "(shares E0l [1,2])", "bool"}, {"ways[0]", "(index E0l 0)", "int"}, {"who.die.plus(1)", "(plus (printed7 E0) 1)", "dice"},
		{"meets(total, who.aim)", "(meets E2 (printed8 E0))", "bool"}, {"who.aim.improve(1)", "(improve (printed8 E0) 1)", "target"}, {"chance(2, 6, 4)", "(chance 2 6 4)", "int"},
		{"[1, 2]", "[1,2]", "list<int>"}, {"[total, 2]", "(list E2 2)", "list<int>"}, {"[who, giant]", "(list E0 L5)", "list<piece>"}, {"3 in [1, 3]", "(in 3 [1,3])", "bool"},
		{"who in [giant, who]", "(in E0 (list L5 E0))", "bool"},
		{"all(piece).exists(m, m.V > 3)", "(exists1 every3 (> (stat1 T1) 3))", "bool"}, {"all(piece)", "every3", "list<piece>"},
		{"all(piece).all(m, m != who)", "(all1 every3 (!= T1 E0))", "bool"}, {"ways.exists_one(m, m == 6)", "(one1 E0l (== T1 6))", "bool"},
		{"all(piece).filter(m, m.hp > 0)", "(filter1 every3 (> (cell0 T1) 0))", "list<piece>"}, {"all(piece).map(m, m.hp)", "(map1 every3 (cell0 T1))", "list<int>"},
		{"all(piece).count(m, m.owner == owner)", "(count1 every3 (== (owner T1) (owner bearer)))", "int"}, {"all(piece).sum(m, m.hp)", "(sum1 every3 (cell0 T1))", "int"},
		{"all(piece).most(m, m.reach)", "(most1 every3 (stat2 T1))", "length"}, {"all(big).least(m, m.tall)", "(least1 every4 (printed15 T1))", "length"},
		{"all(piece).best(m, m.reach)", "(best1 every3 (stat2 T1))", "list<piece>"},
		{"all(piece).exists(a, all(piece).exists(b, a != b && near(a, b, 2.5)))", "(exists1 every3 (exists2 every3 (and (!= T1 T2) (func0 T1 T2 2500m))))", "bool"},
		{"all(piece).exists(m, m.hp > 1) && ways.exists(m, m > 1)", "(and (exists1 every3 (> (cell0 T1) 1)) (exists1 E0l (> T1 1)))", "bool"},
		{"who.pool.count(c, c.worth > 3)", "(count1 (cell1l E0) (> T1 3))", "int"}, {"who.pool.sum(c, c.worth * c.count)", "(sum1 (cell1l E0) (* T1 T3))", "int"},
		{"who.pool.filter(c, c.tint == mid)", "(filter1 (cell1l E0) (== T2 1e))", "chips"}, {"who.pool.exists(c, ways.exists(w, w == c.worth))", "(exists1 (cell1l E0) (exists4 E0l (== T4 T1)))", "bool"},
		{"all(piece).filter(m, m.V > 1).map(m, m.hp).highest()", "(highest (map1 (filter1 every3 (> (stat1 T1) 1)) (cell0 T1)))", "int"},
		{"all(piece).exists(m, has(m.foe) && m.foe.hp > 0)", "(exists1 every3 (and (has (cell1 T1)) (> (cell0 (cell1 T1)) 0)))", "bool"},
		{"[who.V, 2,\n  3].sum(n, n)", "(sum1 (list (stat1 E0) 2 3) T1)", "int"}, {"thing.owned_by(owner)", "(owned_by L6 (owner bearer))", "bool"},
		{"who.tone == mood.mid", "(== (printed3 E0) 1e)", "bool"}, {"in_play(thing) // still here", "(in_play L6)", "bool"},
		{"strict ? far : 3.0", "(if opt0 E3 3000m)", "length"}, {"!(strict && total > 1)", "(not (and opt0 (> E2 1)))", "bool"},
		{"ways == []", "(== E0l [])", "bool"}, {"ways == [1, 2]", "(== E0l [1,2])", "bool"}, {"width(total)", "(func3 E2)", "int"},
		{"self.bearer", "(bearer self)", "thing?"}, {"self.level", "(cell0 self)", "int"}, {"self == thing", "(== self L6)", "bool"},
	} {
		x, diags := compileIn(t, inClause(), c.text, ir.Type{})
		if len(diags) > 0 {
			t.Errorf("%s\n%s", c.text, describe(diags))
			continue
		}
		if got := shape(x); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
		if got := p.TypeName(x.Type); got != c.typ {
			t.Errorf("%s: type %s, want %s", c.text, got, c.typ)
		}
	}
}
