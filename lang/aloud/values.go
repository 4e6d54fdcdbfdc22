package aloud

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// value reads what an expression stands for: somebody, something, or how much.
func (r *reader) value(e *ir.Expr) phrase {
	if e == nil {
		return plain(r.say("nothing", "rien"))
	}
	if e.Type.Kind == ir.Bool && e.Op != ir.Const {
		return plain(r.say("whether {0}", "si {0}", plain(r.holds(e, true))))
	}
	return r.thing(e)
}

// thing reads what an expression stands for, as a thing.
func (r *reader) thing(e *ir.Expr) phrase {
	switch e.Op {
	case ir.Const:
		return r.constant(e)
	case ir.Self:
		if r.card == nil && r.lies(e.Type) {
			return r.that(r.typed(e.Type))
		}
		if r.card == nil || len(r.card.On) == 0 {
			return r.bearer()
		}
		if r.card.Kind != ir.RuleKind && wielded(r) {
			n := implement(r)
			return phrase{text: r.lang.Pronoun(n, false), noun: n, many: n.PluralOnly}
		}
		return r.itself()
	case ir.SelfBearer:
		return r.bearer()
	case ir.SelfOwner, ir.OwnerOf, ir.BearerOf, ir.SourceOf, ir.CardOfInst:
		return r.belonging(e)
	case ir.EventField, ir.Local:
		return r.slot(e)
	case ir.RecField:
		if several(e.Type) {
			return r.severalOf(r.fieldOf(e), r.value(e.Args[0]))
		}
		return r.partOf(e)
	case ir.Temp:
		if known, ok := r.temps[e.N]; ok {
			return known
		}
		if h := r.heard; h != nil && h.Hook != nil && h.Hook.Func >= 0 && int(e.N) < len(r.p.Funcs[h.Hook.Func].Params) {
			return r.parameter(r.p.Funcs[h.Hook.Func], int(e.N))
		}
		if e.Name == "it" && len(r.asked) > 0 {
			return r.asked[len(r.asked)-1]
		}
		return r.that(r.typed(e.Type))
	case ir.This, ir.Around:
		return r.that(r.eventNoun(r.p.Events[e.Type.Ref]))
	case ir.OptionVal:
		o := r.p.Options[e.N]
		return r.shown(o.Type, o.Value)
	case ir.CellOf:
		if e.Args[0].Op == ir.Self && r.isParam(e) {
			return r.parameterOf(r.card.Params[ir.FieldNamed(r.card.Params, e.Name)])
		}
		n := r.fieldOf(e)
		if several(e.Type) {
			return r.severalOf(n, r.value(e.Args[0]))
		}
		return r.of(r.counted(n, e.Type), r.holder(e))
	case ir.PrintedOf, ir.StatOf, ir.DerivedOf:
		n, whose := r.fieldOf(e), r.value(e.Args[0])
		if e.Op == ir.DerivedOf && !whose.bearer && n.One == whose.noun.One { // a unit as one of which it is a part: the unit
			return whose
		}
		return r.of(n, whose)
	case ir.BaseOf:
		f := r.of(r.fieldOf(e), r.value(e.Args[0]))
		f.text = r.say("{0} as printed", "{0} "+r.lang.Agree("tel", f.noun.Gender, f.many)+" qu'"+r.lang.Agree("imprimé", f.noun.Gender, f.many), f)
		return f
	case ir.CarriedBy:
		return r.severalOf(r.kind(e.Ref), r.value(e.Args[0]))
	case ir.Folded, ir.Narrowed, ir.Scale:
		return r.value(e.Args[0])
	case ir.Neg:
		if v := r.value(e.Args[0]); strings.IndexFunc(v.text, unicode.IsLetter) == 0 && len(v.text) > 1 {
			return phrase{text: r.say("the opposite of {0}", "l'opposé de {0}", v), number: true}
		}
		return phrase{text: "-" + r.value(e.Args[0]).text, number: true}
	case ir.Add, ir.Sub, ir.Mul:
		return r.sum(e)
	case ir.Cond:
		if empty(e.Args[2]) {
			v := r.value(e.Args[1])
			v.text = r.say("{0} (if {1})", "{0} (si {1})", v, plain(r.holds(e.Args[0], true)))
			return v
		}
		then, other := r.value(e.Args[1]), r.value(e.Args[2])
		if then.text == other.text || premised(r, e.Args[0]) {
			return then
		}
		return phrase{text: r.say("{0} if {1}, otherwise {2}", "{0} si {1}, sinon {2}", then, plain(r.holds(e.Args[0], true)), other), number: true}
	case ir.Stood:
		v := r.value(e.Args[2])
		v.text = r.say("{0} if {1} stood at {2}", "{0} si {1} se trouvait à {2}", v, r.value(e.Args[0]), r.value(e.Args[1]))
		return v
	case ir.Index:
		if i := e.Args[1]; i.Op == ir.Const {
			one := r.quietlyTyped(e)
			first := r.lang.Ordinal(int(i.N)+1, one.Gender == tongue.Feminine)
			if list := r.value(e.Args[0]); list.text == r.lang.All(one) {
				return r.the(tongue.Noun{One: first + " " + one.One, Gender: one.Gender}, false)
			}
			return phrase{text: r.say("{1} of {0}", "{1} de {0}", r.value(e.Args[0]), plain(r.lang.The(tongue.Noun{One: first, Gender: one.Gender}, false))), noun: one}
		}
		return phrase{text: r.say("member {1} of {0}, counted from 0,", "le numéro {1} de {0}, compté à partir de 0,", r.value(e.Args[0]), r.value(e.Args[1]))}
	case ir.MakeList:
		return r.listed(e.Args)
	case ir.AllOf:
		n := r.kind(e.Ref)
		return phrase{text: r.lang.All(n), noun: n, many: true}
	case ir.Filter, ir.Map, ir.Count, ir.Sum, ir.Most, ir.Least, ir.Best:
		return r.over(e)
	case ir.CallFunc:
		return r.function(e)
	case ir.CallTable:
		t := r.p.Tables[e.N]
		if rows, key, ok := r.entries(e); ok {
			if key.text != "" {
				rows = r.say("{0}, by {1}", "{0}, selon {1}", plain(rows), key)
			}
			return phrase{text: rows, number: true}
		}
		return phrase{text: r.say("the value of {0} for {1}", "la valeur de {0} pour {1}", r.the(r.noun("table", t.Name, t.Texts), false), r.listed(e.Args)), number: true}
	case ir.CallPrim:
		return r.primitive(e)
	}
	return plain(humane(e.Name))
}

// premised tells whether a condition is one that the clause asks for: it has been told, and holds.
func premised(r *reader, e *ir.Expr) bool {
	conds := r.conds
	r.conds = nil // they are not told by themselves
	defer func() { r.conds = conds }()
	said := r.holds(e, true)
	return slices.ContainsFunc(conds, func(c *ir.Expr) bool {
		return slices.ContainsFunc(c.Conjuncts(), func(c *ir.Expr) bool { return c != e && c.Op == e.Op && r.holds(c, true) == said })
	})
}

// holder is who has what an expression reads: with a card that tells how its bearer is, whom that names, the bearer.
func (r *reader) holder(e *ir.Expr) phrase {
	if e.Args[0].Op == ir.Self && e.Type.Kind == ir.Inst && r.card != nil && r.condition(r.card) {
		return r.bearer()
	}
	return r.value(e.Args[0])
}

// partOf is a field of an event: who does it, or has it done to him, is told by what he does.
func (r *reader) partOf(e *ir.Expr) phrase {
	n, of := r.fieldOf(e), r.value(e.Args[0])
	if does := partBy(r, e); does != "" {
		return phrase{text: r.say("{0} that {2} {1}", "{0} qui {2} {1}", r.the(n, false), of, plain(does)), noun: n}
	}
	return r.of(n, of)
}

// partBy is what whom a field of an event names does to that, which tells who it is; nothing where the field has words of its own.
func partBy(r *reader, e *ir.Expr) string {
	ev := r.p.Events[e.Args[0].Type.Ref]
	i := slices.IndexFunc(ev.Fields, func(f *ir.Field) bool { return e.Name == f.Name || strings.HasSuffix(e.Name, "."+f.Name) })
	w := r.word(ev.Texts, ir.NounWord)
	if w == nil || i < 0 || e.Type.Kind != ir.Inst || r.fieldOf(e).One != r.typed(e.Type).One {
		return ""
	}
	switch f, agent := ev.Fields[i], claim.AgentOf(ev); {
	case f == agent:
		return w.By
	case agent != nil && f.Type == agent.Type:
		return w.To
	}
	return ""
}

// bearer is who bears the card.
func (r *reader) bearer() phrase {
	n := r.bearerNoun()
	return phrase{text: r.lang.Pronoun(tongue.Noun{One: n.One, Gender: n.Gender}, false), noun: n, bearer: true, aside: r.aside}
}

// lies tells whether things of a type lie on others: then the bearer is another.
func (r *reader) lies(t ir.Type) bool {
	return t.Kind == ir.Inst && t.Ref >= 0 && len(r.p.Kinds[r.p.KindAt(t.Ref)].On) > 0
}

// bearerNoun is the kind of what bears the card, or of the card itself.
func (r *namer) bearerNoun() tongue.Noun {
	switch {
	case r.card == nil:
		return tongue.Noun{}
	case len(r.card.On) > 0:
		return r.quietly(func() tongue.Noun { return r.kind(r.card.On[0]) })
	case r.card.Kind == ir.RuleKind:
		return tongue.Noun{}
	}
	return r.quietly(func() tongue.Noun { return r.kind(r.card.Kind) })
}

// quietly misses nothing: of what stands as a pronoun only the gender is wanted.
func (r *namer) quietly(f func() tongue.Noun) tongue.Noun {
	known := r.missing
	n := f()
	r.missing = known
	return n
}

// itself is the card that speaks, by its name.
func (r *reader) itself() phrase {
	n := r.cardNoun(r.card)
	if w := r.written(r.card.Texts); r.french() && w != nil && !w.Noun.Name && (r.gendered(r.card.Texts) || r.lang.IsPlural(n.One)) { // a common noun, told of with its article
		n.Proper, n.PluralOnly = false, r.lang.IsPlural(n.One)
		return phrase{text: r.lang.Named(n), noun: n, many: n.PluralOnly}
	}
	return phrase{text: n.One, noun: n}
}

// implement is the card with which something is done, as a pronoun stands for it: by the gender of its kind, or in French by that of its
// own name, and as several where that is of several: elles.
func implement(r *reader) tongue.Noun {
	n := r.quietly(func() tongue.Noun { return r.kind(r.card.Kind) })
	if c := r.cardNoun(r.card); r.french() && (c.Gender != tongue.Unknown || r.lang.IsPlural(c.One)) {
		return tongue.Noun{One: c.One, Gender: c.Gender, PluralOnly: r.lang.IsPlural(c.One)}
	}
	return tongue.Noun{One: n.One, Gender: n.Gender}
}

// owner is whose the bearer is.
func owner(r *reader) phrase {
	return r.of(r.own("owner", "propriétaire", tongue.Masculine), phrase{bearer: true})
}

// belonging is who owns, bears or made something.
func (r *reader) belonging(e *ir.Expr) phrase {
	nouns := map[ir.Op]tongue.Noun{
		ir.SelfOwner: r.own("owner", "propriétaire", tongue.Masculine), ir.OwnerOf: r.own("owner", "propriétaire", tongue.Masculine),
		ir.BearerOf: bearing(r.voice, r.quietlyTyped(e).Gender), ir.SourceOf: r.own("source", "source", tongue.Feminine),
		ir.CardOfInst: r.own("card", "carte", tongue.Feminine),
	}
	whose := phrase{bearer: true}
	if len(e.Args) > 0 {
		whose = r.value(e.Args[0])
	}
	if r.card != nil && e.Op == ir.OwnerOf && whose.text == r.itself().text {
		whose = phrase{bearer: true}
	}
	return r.of(nouns[e.Op], whose)
}

// isParam tells whether a cell of the card's own is one of its parameters.
func (r *reader) isParam(e *ir.Expr) bool {
	return r.card != nil && ir.FieldNamed(r.card.Params, e.Name) >= 0
}

// parameterOf is a parameter of the card: the letter by which it stands in the title, or what it is called.
func (r *reader) parameterOf(f *ir.Field) phrase {
	title := r.written(r.card.Texts)
	titled := title != nil && slices.ContainsFunc(title.Parts, func(p ir.Part) bool {
		return p.Expr != nil && p.Expr.Name == f.Name && (f.Type.Kind == ir.Int || f.Type.Kind == ir.Length)
	})
	if titled || r.written(f.Texts) == nil && isUpper(rune(f.Name[0])) {
		letter := text.Letter(r.card, f)
		if f.Type.Kind == ir.Length {
			letter += r.unit()
		}
		return phrase{text: letter, number: true}
	}
	p := r.the(r.field(f), false)
	p.number = true
	return p
}

// slot is a field of what is heard, or a local.
func (r *reader) slot(e *ir.Expr) phrase {
	if known, ok := r.fixed(e); ok {
		return known
	}
	if r.heard != nil && e.Op == ir.EventField {
		if is := r.heard.Roles[int(e.N)]; is != nil && !e.Lists {
			return r.value(is)
		}
		if f := heardField(r, e); f != nil {
			return r.roleOf(r.heard.Event, f)
		}
	}
	if known, ok := r.known[e.Name]; ok && e.Op == ir.Local {
		return known
	}
	if e.Op == ir.Local && e.Name != "" {
		if e.Type.Kind == ir.Inst || e.Type.Kind == ir.CardOf || e.Type.Kind == ir.Record {
			n := r.typed(e.Type)
			if n.Proper && e.Type.Ref >= 0 && r.gendered(r.p.CardAt(e.Type.Ref).Texts) { // one of its sort
				n.Proper, n.One = false, r.lowered(n.One)
			}
			return r.that(n)
		}
		return r.the(r.localNoun(e.Name, e.Type), several(e.Type))
	}
	return r.the(r.typed(e.Type), several(e.Type))
}

// heardField is the field of what is heard that an expression reads; nil for none.
func heardField(r *reader, e *ir.Expr) *ir.Field {
	if e.Op == ir.EventField && r.heard != nil && r.heard.Event != nil {
		for _, f := range r.heard.Event.Named() {
			if f.Slot == int(e.N) && f.Type.IsList() == e.Lists {
				return f
			}
		}
	}
	return nil
}

// role is who or what a field of what is heard names.
func role(r *reader, f *ir.Field) phrase {
	return r.slot(&ir.Expr{Op: ir.EventField, N: int64(f.Slot), Type: f.Type, Lists: f.Type.IsList(), Name: f.Name})
}

// fixed is a field of an action that the card decides.
func (r *reader) fixed(e *ir.Expr) (phrase, bool) {
	known := r.fields[e.Name]
	switch {
	case e.Op != ir.EventField || known == nil:
		return phrase{}, false
	case e.Type.IsList():
		return r.eachNamed(known)
	case known.Op != ir.Const:
		return phrase{}, false
	}
	return r.constant(known), true
}

// eachNamed is a list whose members are known: Power and twice Velocity.
func (r *reader) eachNamed(list *ir.Expr) (phrase, bool) {
	var all []int64
	switch list.Op {
	case ir.Const:
		all = list.List
	case ir.MakeList:
		for _, a := range list.Args {
			if a.Op != ir.Const {
				return phrase{}, false
			}
			all = append(all, a.N)
		}
	}
	var names []string
	for i, n := range all {
		times := 0
		for _, m := range all {
			if m == n {
				times++
			}
		}
		name := r.shown(list.Type.Element(), n)
		switch {
		case slices.Contains(all[:i], n):
		case times == 1:
			names = append(names, name.text)
		case times == 2:
			names = append(names, r.say("twice {0}", "deux fois {0}", name))
		default:
			names = append(names, r.say("{1} times {0}", "{1} fois {0}", name, plain(strconv.Itoa(times))))
		}
	}
	return phrase{text: r.lang.And(names...), many: true}, len(names) > 0
}

// localNoun is what a local is called: as a field of that name where there is one with words, else as what it is.
func (r *namer) localNoun(name string, t ir.Type) tongue.Noun {
	name = name[strings.LastIndexByte(name, '.')+1:]
	for _, ev := range r.p.Events {
		if i := ir.FieldNamed(ev.Fields, name); i >= 0 && r.written(ev.Fields[i].Texts) != nil {
			return r.field(ev.Fields[i])
		}
	}
	if t.Kind == ir.Bool {
		return r.own("so", "ainsi", tongue.Masculine)
	}
	return r.typed(t)
}

// parameter is who a parameter of the function that the clause is about names.
func (r *reader) parameter(f *ir.Func, i int) phrase {
	if is := r.heard.Roles[i]; is != nil {
		return r.value(is)
	}
	param := f.Params[i]
	if param.Type.Kind != ir.Inst {
		return r.the(r.localNoun(param.Name, param.Type), several(param.Type))
	}
	n := r.kind(param.Type.Ref)
	if slices.ContainsFunc(r.conds, r.other) {
		if param.Type.Ref < 0 {
			return plain(r.say("everything else", "tout le reste"))
		}
		return phrase{text: r.say("any other {0}", r.lang.Agree("tout", max(n.Gender, tongue.Masculine), false)+" autre {0}", plain(n.One)), noun: n}
	}
	if r.whoever(f, i) {
		return phrase{text: r.say("any {0}", "n'importe quel"+map[bool]string{true: "le"}[n.Gender == tongue.Feminine]+" {0}", plain(n.One)), noun: n}
	}
	for _, o := range f.Params[:i] {
		if o.Type == param.Type {
			return plain(r.say("the other {0}", "l'autre {0}", plain(n.One)))
		}
	}
	return r.that(n)
}

// other tells that a condition says no more than that two parameters of a function that the clause is about are not the same,
// of whom one is known.
func (r *reader) other(e *ir.Expr) bool {
	if r.heard == nil || r.heard.Hook == nil || r.heard.Hook.Func < 0 || e.Op != ir.Ne || e.Args[0].Op != ir.Temp || e.Args[1].Op != ir.Temp {
		return false
	}
	return (r.heard.Roles[int(e.Args[0].N)] == nil) != (r.heard.Roles[int(e.Args[1].N)] == nil)
}

// whoever tells that a parameter is anybody at all: nothing is said of it, and it alone is not known.
func (r *reader) whoever(f *ir.Func, i int) bool {
	w := r.written(f.Texts)
	if w == nil || len(w.Parts) < 2 || w.Parts[0].Expr != nil && w.Parts[0].Expr.N == int64(i) || len(r.heard.Roles) == 0 {
		return false
	}
	return !slices.ContainsFunc(r.conds, func(e *ir.Expr) bool { return mentions(e, i) })
}

// speaks tells whether an expression, or a part of it, is so.
func speaks(e *ir.Expr, so func(*ir.Expr) bool) bool {
	return so(e) || slices.ContainsFunc(e.Args, func(a *ir.Expr) bool { return a != nil && speaks(a, so) })
}

// mentions tells whether an expression speaks of a temporary.
func mentions(e *ir.Expr, temp int) bool {
	return speaks(e, func(a *ir.Expr) bool { return a.Op == ir.Temp && a.N == int64(temp) })
}

// counted is a number of things as what there is of them: tokens. What has no plural of its own is a measure: Power.
func (r voice) counted(n tongue.Noun, t ir.Type) tongue.Noun {
	switch {
	case t.Kind != ir.Int:
	case n.Many != "" && (n.Many != n.One || r.lang.IsPlural(n.One)) && strings.ToUpper(n.One) != n.One:
		n.One, n.PluralOnly = n.Many, true
	case strings.ToUpper(n.One) == n.One: // an abbreviation
		n.PluralOnly = true
	}
	return n
}

// several tells whether a type is one of many things. A point and a path are one.
func several(t ir.Type) bool { return t.Kind == ir.List || t.Kind == ir.BagType }

// roleOf is who or what a field of an event names: by its own words, or by its kind when it is the only one of that.
func (r *reader) roleOf(ev *ir.Event, f *ir.Field) phrase {
	if who, ok := r.against(ev, f); ok {
		return who
	}
	if (r.written(f.Texts) == nil || r.head && !r.distinct(f)) && (f.Type.Kind == ir.Inst || f.Type.Kind == ir.CardOf) && f.Type.Ref >= 0 {
		alike, first := 0, true
		for _, o := range ev.Named() {
			if o.Type.Kind == f.Type.Kind && o.Type.Ref == f.Type.Ref {
				if alike++; o == f {
					first = alike == 1
				}
			}
		}
		if r.rank(ev, f) > 0 {
			return r.the(r.ranked(ev, f), false)
		}
		n := r.kind(f.Type.Ref)
		autre := tongue.Noun{One: "autre " + n.One, Gender: max(n.Gender, tongue.Masculine)}
		switch known := first && !r.bearerIs(ev, f); {
		case !known && r.head && mayBeSelf(ev, f):
			return phrase{text: r.lang.A(n, false), noun: n}
		case !known && mayBeSelf(ev, f):
			return elected(r.voice, n, false)
		case known && r.head && !n.Proper:
			return phrase{text: r.lang.A(n, false), noun: n}
		case known:
			return r.the(n, false)
		case r.head:
			return phrase{text: r.say("another "+n.One, r.lang.A(autre, false)), noun: n}
		}
		return phrase{text: r.say("the other "+n.One, "l'"+autre.One), noun: n}
	}
	if f.Type.Kind == ir.Record && r.written(f.Texts) == nil {
		return r.that(r.eventNoun(r.p.Events[f.Type.Ref]))
	}
	return r.the(r.field(f), several(f.Type))
}

// mayBeSelf tells whether who is chosen may be the one who does what he is chosen for: nothing says that it is another.
func mayBeSelf(ev *ir.Event, f *ir.Field) bool {
	i := slices.IndexFunc(ev.Form, func(o *ir.FormField) bool { return o.Field == f })
	if i < 0 {
		return false
	}
	where := ev.Form[i].Where
	return where == nil || !slices.ContainsFunc(where.Conjuncts(), func(e *ir.Expr) bool {
		return e.Op == ir.Ne && speaks(e, func(a *ir.Expr) bool { return a.Op == ir.Temp && int(a.N) == ev.Form[i].It })
	})
}

// rank is which of several alike that are chosen a field without words of its own is; 0: there is but one.
func (r *reader) rank(ev *ir.Event, f *ir.Field) int {
	rank, alike := 0, 0
	for _, o := range ev.Named() {
		if o.Chosen && o.Type == f.Type && o.Type.Kind == ir.Inst && r.written(o.Texts) == nil {
			if alike++; o == f {
				rank = alike
			}
		}
	}
	if alike < 2 {
		return 0
	}
	return rank
}

// ranked is what one of several alike is called: the second unit.
func (r *reader) ranked(ev *ir.Event, f *ir.Field) tongue.Noun {
	was := r.nth
	defer func() { r.nth = was }()
	r.nth = r.rank(ev, f)
	return r.numbered(r.typed(f.Type))
}

// against is who does what is heard, told by that where another of the same sort is chosen, who would be taken for him.
func (r *reader) against(ev *ir.Event, f *ir.Field) (phrase, bool) {
	w := r.word(ev.Texts, ir.NounWord)
	if len(r.asked) == 0 || w == nil || w.By == "" || f.Type.Kind != ir.Inst || f.Type.Ref < 0 || r.distinct(f) || f != claim.AgentOf(ev) {
		return phrase{}, false
	}
	n := r.kind(f.Type.Ref)
	if r.asked[len(r.asked)-1].noun.One != n.One {
		return phrase{}, false
	}
	doing := r.that(r.asNoun(r.name(&w.Template), w.Noun))
	return phrase{text: r.say("{0} that {2} {1}", "{0} qui {2} {1}", r.the(n, false), doing, plain(w.By)), noun: n}, true
}

// theEvent is what is heard, as what something is told of: the test. What has no noun, and one of several, is this.
func (r *reader) theEvent() phrase {
	if h := r.heard; h != nil && h.Event != nil && !r.many {
		if n, _, ok := r.event(h.Event, ir.NounWord); ok {
			if one, how, ok := cutLast(n.One); ok && !strings.Contains(how, "'") && r.lang.Bends(how) { // the shot, for the successful shot
				n.One = one
			}
			return r.the(n, false)
		}
	}
	return plain(r.say("this", "cela"))
}

// cutLast cuts the last word off.
func cutLast(words string) (before, last string, ok bool) {
	i := strings.LastIndexByte(words, ' ')
	return words[:max(i, 0)], words[i+1:], i > 0
}

// bearerIs tells whether the bearer has another part in what is heard, that somebody of the same kind could have.
func (r *reader) bearerIs(ev *ir.Event, f *ir.Field) bool {
	if r.heard == nil || r.heard.Event != ev {
		return false
	}
	for _, o := range ev.Named() {
		if is := r.heard.Roles[o.Slot]; o != f && o.Type.Kind == ir.Inst && o.Type.Ref == f.Type.Ref && is != nil && (is.Op == ir.SelfBearer || is.Op == ir.Self) {
			return true
		}
	}
	return false
}

// typed is what a value of a type is called.
func (r *namer) typed(t ir.Type) tongue.Noun {
	if several(t) {
		t = t.Element()
	}
	switch t.Kind {
	case ir.Inst, ir.CardOf:
		return r.kind(t.Ref)
	case ir.Record:
		return r.eventNoun(r.p.Events[t.Ref])
	case ir.EnumType:
		return r.noun("enum", r.p.Enums[t.Ref].Name, r.p.Enums[t.Ref].Texts)
	case ir.Point:
		return r.own("point", "point", tongue.Masculine)
	case ir.Path:
		return r.own("way", "chemin", tongue.Masculine)
	case ir.Length:
		return r.own("distance", "distance", tongue.Feminine)
	case ir.Dice:
		return r.own("dice", "dés", tongue.Masculine)
	}
	return r.own("number", "nombre", tongue.Masculine)
}

// fieldOf is the field that an expression reads of an instance or an event.
func (r *namer) fieldOf(e *ir.Expr) tongue.Noun {
	f := r.p.FieldOf(e)
	switch {
	case f == nil:
		return r.noun("field", e.Name[strings.LastIndexByte(e.Name, '.')+1:], ir.Texts{})
	case f.Class == ir.Cell && r.written(f.Texts) == nil && (f.Type.Kind == ir.Record || f.Type.Kind == ir.Inst):
		return r.typed(f.Type)
	case e.Op == ir.CellOf:
		return r.tally(f)
	}
	return r.field(f)
}

// constant is a number, dice, a name.
func (r *namer) constant(e *ir.Expr) phrase {
	if e.Type.IsList() {
		var all []string
		for _, n := range e.List {
			all = append(all, r.shown(e.Type.Element(), n).text)
		}
		if len(all) == 0 {
			return plain(r.say("nothing", "rien"))
		}
		return phrase{text: r.lang.Or(all...), many: len(all) > 1}
	}
	return r.shown(e.Type, e.N)
}

func (r *namer) shown(t ir.Type, n int64) phrase {
	switch {
	case n == ir.None:
		return plain(r.say("nothing", "rien"))
	case t.Kind == ir.Length:
		return phrase{text: r.length(n), number: true}
	case t.Kind == ir.EnumType:
		v := r.p.Enums[t.Ref].Values[n]
		noun := r.noun("value", v.Name, v.Texts)
		if w := r.written(v.Texts); w != nil {
			noun.One = r.name(w)
		}
		return phrase{text: noun.One, noun: noun}
	case t.Kind == ir.CardOf:
		noun := r.cardNoun(r.p.Cards[n])
		return phrase{text: noun.One, noun: noun}
	case t.Kind == ir.Bool:
		return plain(r.say(map[bool]string{true: "yes", false: "no"}[n != 0], map[bool]string{true: "oui", false: "non"}[n != 0]))
	}
	return phrase{text: text.Show(r.p, t, n, code(r.lang)), number: true}
}

// unit is the unit of lengths behind a letter or a figure, in the plural.
func (r *namer) unit() string {
	return strings.TrimLeft(r.length(2*1000), "0123456789")
}

// length is a length with its unit.
func (r *namer) length(n int64) string {
	return text.Length(r.p, n, code(r.lang))
}
