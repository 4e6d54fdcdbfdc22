package reference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// forms are what is built in besides the primitives, with what each gives: C is a condition and E a value, of a member m of a list.
var forms = map[string][]struct{ line, doc string }{
	"all":        {{"all(KIND): list", "every instance of the kind that is in play, by arrival"}, {"list.all(m, C): bool", "whether the condition holds for every member"}},
	"base":       {{"base(x.stat)", "the stat after its first layer; of a field or function with layers, what it was given"}},
	"best":       {{"list.best(m, E): list", "the members of which the value is largest"}},
	"can":        {{"can(EVENT(...)): bool", "whether the event may happen now"}},
	"cards":      {{"cards(KIND): list<card>", "every card of the kind, by name; known before the game"}},
	"count":      {{"list.count(m, C): int", "for how many members the condition holds"}},
	"exists":     {{"list.exists(m, C): bool", "whether the condition holds for some member"}},
	"exists_one": {{"list.exists_one(m, C): bool", "whether the condition holds for exactly one member"}},
	"filter":     {{"list.filter(m, C): list", "the members for which the condition holds"}},
	"has":        {{"has(x): bool", "whether something that may be absent is there"}},
	"ignored":    {{"ignored(CARD.LABEL, of: thing): bool", "whether the clause is ignored for the thing"}},
	"least":      {{"list.least(m, E): int", "the smallest value; 0 of nothing"}},
	"map":        {{"list.map(m, E): list", "the value of each member"}},
	"most":       {{"list.most(m, E): int", "the largest value; 0 of nothing"}},
	"printed":    {{"printed(x.stat)", "the stat as it stands on the card"}},
	"standing":   {{"standing(thing, point, E)", "what the value would be if the thing stood there"}},
	"sum":        {{"list.sum(m, E): int", "the sum of the values; 0 of nothing"}},
}

// Builtin lists what may be called in conditions and values without being declared, by its names.
func Builtin() []Declared {
	var out []Declared
	add := func(name, line, doc string) {
		out = append(out, Declared{Sort: "builtin", Name: name, Line: "builtin " + line, Note: doc})
	}
	for i := range ir.Prims {
		p := &ir.Prims[i]
		add(p.Name, Call(p)+": "+Gives(p), p.Doc)
	}
	for name, all := range forms {
		for _, x := range all {
			add(name, x.line, x.doc)
		}
	}
	slices.SortStableFunc(out, func(a, b Declared) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Line, b.Line)) })
	return out
}

// Call is how a primitive is called, with the types that it takes.
func Call(p *ir.Prim) string {
	var params []string
	for _, t := range p.Params {
		params = append(params, typeOf(t))
	}
	if p.Method {
		return params[0] + "." + p.Name + "(" + strings.Join(params[1:], ", ") + ")"
	}
	return p.Name + "(" + strings.Join(params, ", ") + ")"
}

// Gives is the type of what a primitive gives.
func Gives(p *ir.Prim) string { return typeOf(p.Result) }

var types = map[ir.TypeKind]string{ir.Bool: "bool", ir.Int: "int", ir.Length: "length", ir.Dice: "dice", ir.Target: "target", ir.Point: "point",
	ir.Path: "path", ir.CardOf: "card", ir.TextType: "KIND", ir.Bad: "member"}

// typeOf writes a type of the signature of a primitive.
func typeOf(t ir.Type) string {
	s := types[t.Kind]
	switch {
	case t.Kind == ir.List && t.Elem == ir.Bad:
		s = "list"
	case t.Kind == ir.List:
		s = "list<" + typeOf(t.Element()) + ">"
	case t.Kind == ir.Inst && t.Ref == ir.PlayerKind:
		s = "player"
	case t.Kind == ir.Inst:
		s = "thing"
	}
	if t.Optional {
		s += "?"
	}
	return s
}
