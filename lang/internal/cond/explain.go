package cond

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// explainer is a page with what its names may mean: it says why something is no expression here.
type explainer struct {
	*page
	*names
}

// meant adds a suggestion to a diagnostic. Very short names are all alike: only another case counts. After
// many mistakes nobody looks for what was meant.
func (x *explainer) meant(d *diag.Diagnostic, name string, among func() []string) {
	if x.in.Terse || len(x.diags) > diag.MaxGuesses {
		return
	}
	names := among()
	if len(name) < 3 {
		names = slices.DeleteFunc(names, func(s string) bool { return !strings.EqualFold(s, name) })
	}
	d.Suggest(diag.Nearest(name, names))
}

// printed suggests which of some things was meant by what it is printed as.
func (x *explainer) printed(d *diag.Diagnostic, name string, among ...inprint.Named) {
	for _, things := range among {
		if !d.Mended() && !x.in.Terse && len(x.diags) <= diag.MaxGuesses {
			d.SuggestAs(inprint.As(things, name))
		}
	}
}

// event finds an event by its name.
func (x *explainer) event(name string, at source.Span) (id int, ok bool) {
	if id, ok = x.events[name]; !ok {
		if name == "throw" {
			x.report("undefined-event", at, "a throw has no record: it is asked about in the head of a clause, as in during throw")
			return id, ok
		}
		d := x.report("undefined-event", at, "there is no event %s", quote(name))
		x.meant(d, name, func() []string { return diag.Names(x.p.Events, func(ev *ir.Event) string { return ev.Name }) })
	}
	return id, ok
}

// slipped suggests a name for one that the words cannot know: of an event, or of what is written in quotes, as it is printed.
func (x *explainer) slipped(d *diag.Diagnostic) {
	text := d.Span.Text()
	switch quoted := strings.Trim(text, `"'`); {
	case d.Mended():
	case d.Code == "undefined-event" && x.isEvent(text):
		d.Code, d.Message = "undefined-function", quote(text)+" is an event; it happens in a statement and is no value"
	case d.Code == "undefined-event":
		x.meant(d, text, func() []string { return diag.Names(x.p.Events, func(ev *ir.Event) string { return ev.Name }) })
	case quoted != text:
		x.printed(d, quoted, x.scopeNamed, x.cardsNamed, x.valuesNamed(ir.Type{}))
	}
}

// undefined explains a name that stands for no value here, where one of a type is wanted.
func (x *explainer) undefined(e ast.Expr, name string, want ir.Type) {
	at := x.place(e)
	if x.in.Hint != nil {
		if why := x.in.Hint(name); why != "" {
			d := x.report("undefined-name", at, "%s may not be used here: %s", quote(name), why)
			if before := at.File.Text[:at.Start]; x.local("it") != nil && strings.Contains(before[strings.LastIndexByte(before, '\n')+1:], name+": ") {
				d.Suggest("it") // what is chosen, in its own where
			}
			return
		}
	}
	switch {
	case x.hasPart(name):
		x.report("undefined-name", at, "%s is no value by itself; read one of its fields: %s", quote(name), strings.Join(x.parts(name), ", "))
		return
	case x.isKind(name):
		d := x.report("wrong-type", at, "%s is a kind, not a value; x.is(%[2]s) asks whether x is of it, all(%[2]s) lists its instances, cards(%[2]s) its cards", quote(name), name)
		if x.listed(at) {
			d.Rewrite(expr.Instances(name))
		}
		return
	case x.isEnum(name):
		d := x.report("wrong-type", at, "%s is an enum, not a value; its values are %s", quote(name), strings.Join(x.valuesOf(name), ", "))
		if x.listed(at) {
			d.Rewrite(x.listOf(name))
		}
		return
	case x.isZone(name):
		x.noList(at, name)
		return
	case x.calledAlone(name):
		x.report("wrong-type", at, "%s is a function; it is called as %s(...)", quote(name), name).Suggest(name + "()")
		return
	case x.isEvent(name):
		d := x.report("wrong-type", at, "%s is an event, not a value; it happens in a statement", quote(name))
		if before := strings.TrimRight(at.File.Text[:at.Start], " "); strings.HasSuffix(before, "expect") {
			d.Message = "that an event happened is asked with event"
			line, _, _ := strings.Cut(at.File.Text[at.End:], "\n")
			asked := "event " + name
			if rest := strings.TrimRight(line, " \t\r}"); strings.HasPrefix(rest, ".") { // what it was
				asked += " where " + strings.ReplaceAll(rest[1:], name+".", "")
				at.End += len(rest)
			}
			d.Mend(diag.Replace(at, asked, "write "+asked))
			return
		}
		if len(name) > 2 {
			var near []string
			x.scopeNamed(func(other string, _ source.Span) bool { near = append(near, other); return true })
			slices.Sort(near)
			d.Suggest(diag.Within(1, name, near))
		}
		return
	}
	if _, _, ok := x.signature(name); ok || len(primsNamed[primKey(name, false)]) > 0 {
		x.report("wrong-type", at, "%s is a function; it is called as %s(...)", quote(name), name)
		return
	}
	if len(name) > 1 && (name[0] == 'D' || name[0] == 'd') && strings.Trim(name[1:], "0123456789") == "" {
		x.report("undefined-name", at, "dice such as %s are no part of an expression; a field of type dice is: a die is thrown in a step before, as in throw %s as die", quote(name), strings.ToLower(name))
		return
	}
	d := x.report("undefined-name", at, "nothing here is called %s", quote(name))
	if digits := tongue.Digits(name); digits != "" {
		d.Suggest(digits)
		return
	}
	if digit := map[string]string{"O": "0", "o": "0", "l": "1", "I": "1"}[name]; digit != "" && (want.Kind == ir.Int || want.Kind == ir.Length || want.Kind == ir.Bad) {
		d.Message += "; " + digit + " is a number"
		d.Suggest(digit)
		return
	}
	if word := words.French[strings.ToLower(name)]; word != "" && (x.known(word) || word == "bearer" || word == "none" || word == "true" || word == "false") {
		d.Suggest(word)
		return
	}
	switch yes, said := words.Said[strings.ToLower(name)]; {
	case said && !yes && want.Optional && want.Kind != ir.Bool:
		d.Suggest("none")
		return
	case said:
		d.Message += "; what holds is true, what does not is false"
		d.Suggest(strconv.FormatBool(yes))
		return
	}
	if (name == "die" || name == "dice") && x.local("face") != nil {
		d.Suggest("face")
		return
	}
	if of := x.whose(name); of != "" {
		d.Suggest(of + "." + name)
		return
	}
	among := []inprint.Named{x.scopeNamed}
	switch {
	case want.Kind == ir.EnumType:
		among = append(among, x.valuesNamed(want))
	case want.Kind == ir.Bad:
		among = append(among, x.cardsNamed, x.valuesNamed(want))
	case want.Kind == ir.CardOf || want.Kind == ir.Inst && want.Ref != ir.PlayerKind && want.Ref >= 0:
		among = append(among, x.cardsNamed)
	}
	if x.printed(d, name, among...); d.Mended() {
		return
	}
	if x.meant(d, name, func() []string { return x.fitting(want) }); d.Mended() {
		return
	}
	if want.Kind == ir.EnumType {
		if values := x.oneOf(want); values != "" {
			d.Message += values
			return
		}
	}
	d.Message += x.there()
}

// fitting are the names of values, but for those of the language that are never of a type.
func (x *explainer) fitting(t ir.Type) []string {
	thing := t.Kind == ir.Inst && (t.Ref < 0 || t.Ref == ir.PlayerKind)
	return slices.DeleteFunc(x.allNames(), func(name string) bool {
		if thing && x.local(name) == nil && (x.isCard(name) || len(x.values[name]) > 0) {
			return true
		}
		switch name {
		case "true", "false":
			return t.Kind != ir.Bad && t.Kind != ir.Bool
		case "none":
			return t.Kind != ir.Bad && !t.Optional
		}
		return false
	})
}

// whose is the name of what has a field that was written alone, its bearer's first; "" when nothing here has it.
func (x *explainer) whose(field string) string {
	for _, of := range []string{"bearer", "self", "who", "this", "owner"} {
		if v := x.local(of); v != nil && v.Type.Kind == ir.Inst && v.Type.Ref >= 0 && ir.FieldNamed(x.p.Kinds[x.p.KindAt(v.Type.Ref)].Fields, field) >= 0 {
			return of
		}
	}
	return ""
}

// there lists the names that the text itself has, when these are few.
func (x *explainer) there() string {
	var names []string
	for _, v := range x.vars {
		names = append(names, v.name)
	}
	for name := range x.in.Names {
		if !strings.Contains(name, ".") && !slices.Contains([]string{"self", "bearer", "owner", "this", "it"}, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if x.in.Terse {
		return ""
	}
	return diag.Others(names, diag.Few)
}

// oneOf is what else is said where a value of an enum is wanted: which there are, when these are not many.
func (x *explainer) oneOf(want ir.Type) string {
	en := x.p.Enums[want.Ref]
	if len(en.Values) > 20 {
		return ""
	}
	return "; " + en.Name + " is one of " + strings.Join(x.valuesOf(en.Name), ", ")
}

// meantOf suggests the field that was meant, or lists those that there are, when these are few.
func (x *explainer) meantOf(d *diag.Diagnostic, field string, fields []string) {
	if x.meant(d, field, func() []string { return fields }); !d.Mended() && len(fields) <= 12 && !x.in.Terse {
		d.Message += "; it has " + strings.Join(fields, ", ")
	}
}

// missingPart explains a dotted name of which only the first half is known.
func (x *explainer) missingPart(e ast.Expr, name, field string) bool {
	switch {
	case x.hasPart(name):
		x.meantOf(x.report("undefined-field", x.fieldAt(e), "%s has no field %s", quote(name), quote(field)), field, x.parts(name))
		return true
	case x.isEnum(name) && len(x.candidates(name)) == 0:
		d := x.report("undefined-name", x.fieldAt(e), "the enum %s has no value %s", quote(name), quote(field))
		x.meant(d, field, func() []string { return x.valuesOf(name) })
		return true
	}
	return false
}

// unknownCall explains a call of something that is no function.
func (x *explainer) unknownCall(e ast.Expr) {
	c := e.AsCall()
	name, method, at := c.FunctionName(), c.IsMemberFunction(), x.callAt(e)
	_, _, isFunc := x.signature(name)
	_, isMacro := macroOps[name]
	switch {
	case method && isMacro:
		x.report("wrong-arguments", at, "%[1]s is called as list.%[2]s(m, ...), where m names the member", quote(name), name)
	case !method && isMacro:
		x.report("wrong-arguments", at, "%s is asked of a list: list.%s(m, ...)", quote(name), name)
	case method && kindPrims[name] != 0, !method && name == "has":
		x.report("wrong-arguments", at, "%s takes 1 value", quote(name))
	case method && (isFunc || len(primsNamed[primKey(name, false)]) > 0):
		args := []string{flat(x.place(c.Target()).Text())}
		for _, a := range c.Args() {
			args = append(args, flat(x.place(a).Text()))
		}
		call := name + "(" + strings.Join(args, ", ") + ")"
		d := x.report("undefined-function", at, "%s is a function, not a method: write %s", quote(name), call)
		d.Mend(diag.Replace(x.place(e), call, "write "+call))
	case !method && len(primsNamed[primKey(name, true)]) > 0:
		x.report("undefined-function", at, "%s is a method: x.%s(...)", quote(name), name)
	case x.isEvent(name):
		x.report("undefined-function", at, "%s is an event; it happens in a statement and is no value", quote(name))
	case !method && len(c.Args()) == 1 && x.liesOn(e, name):
	case !method && x.isCard(name):
		x.report("undefined-function", x.place(e), "%s is a card: a value names it alone, without what it is given", quote(name)).Rewrite(name)
	case method && name == "contains" && len(c.Args()) == 1 && !(c.Args()[0].Kind() == ast.IdentKind && x.isCard(c.Args()[0].AsIdent())):
		x.asksIn(e, c.Args()[0], c.Target())
	case method && (name == "has" || name == "contains") && len(c.Args()) == 1:
		x.report("undefined-function", at, "there is no method %s: what lies on something is asked with bears, and what is in a list with in", quote(name)).Suggest("bears")
	case !method && slices.Contains([]string{"roll", "random", "rand", "dice", "throw", "jet"}, name):
		x.report("undefined-function", at, "dice are thrown by a step of their own: throw d6 as die")
	case !method && len(c.Args()) == 1 && x.has(c.Args()[0], name):
		of := flat(x.place(c.Args()[0]).Text())
		x.report("undefined-function", x.place(e), "what a thing has is written with a point: %s", of+"."+name).Rewrite(of + "." + name)
	case !method && len(c.Args()) == 3 && (strings.EqualFold(name, "if") || strings.EqualFold(name, "si")):
		var part []string
		for _, a := range c.Args() {
			part = append(part, flat(x.place(a).Text()))
		}
		choice := part[0] + " ? " + part[1] + " : " + part[2]
		x.report("undefined-function", x.place(e), "a value that depends is written c ? a : b").Rewrite(choice)
	case !method && x.lookedIn(e, name):
	case !method && len(c.Args()) == 2 && words.Within[strings.ToLower(name)]:
		x.asksIn(e, c.Args()[0], c.Args()[1])
	case !method && len(c.Args()) == 2 && words.Functions[strings.ToLower(name)] == "within":
		x.report("undefined-function", x.place(e), "how near two things are is asked with within, as in within(%s, %s, 3)", flat(x.place(c.Args()[0]).Text()), flat(x.place(c.Args()[1]).Text()))
	case words.Functions[strings.ToLower(name)] != "":
		x.otherFunction(e, words.Functions[strings.ToLower(name)])
	case method && x.noMethod(e, name):
	case method && words.Macros[name] != "":
		x.report("undefined-function", at, "there is no function %s", quote(name)).Suggest(words.Macros[name])
	default:
		d := x.report("undefined-function", at, "there is no function %s", quote(name))
		x.meant(d, name, func() []string { return x.functionNames(method) })
	}
}

// asksIn explains a call that asks whether something is in a list.
func (x *explainer) asksIn(e, member, list ast.Expr) {
	if list.Kind() == ast.LiteralKind {
		x.report("undefined-function", x.place(e), "how near two things are is asked with within, as in within(bearer, %s, %s)", flat(x.place(member).Text()), x.place(list).Text())
		return
	}
	in := flat(x.place(member).Text()) + " in " + flat(x.place(list).Text())
	x.report("undefined-function", x.place(e), "what is in a list is asked with in: %s", in).Rewrite(in)
}

// lookedIn explains `x in f(y)`, where the pack asks this with a function in_f.
func (x *explainer) lookedIn(e ast.Expr, name string) bool {
	at := x.place(e)
	before := strings.TrimRight(at.File.Text[:at.Start], " ")
	i, known := x.funcs["in_"+name]
	if !known || !strings.HasSuffix(before, " in") || x.p.Funcs[i].Result.Kind != ir.Bool {
		return false
	}
	call := "in_" + name + "(" + strings.Join(ir.FieldNames(x.p.Funcs[i].Params), ", ") + ")"
	x.report("wrong-type", at, "whether something is in it is asked with %v", call)
	return true
}

// nearBy explains `x in f(y)`, where f says how far something reaches.
func (x *explainer) nearBy(e, reach ast.Expr, a, list *ir.Expr) bool {
	if reach.Kind() != ast.CallKind {
		return false
	}
	c := reach.AsCall()
	if x.lookedIn(reach, c.FunctionName()) {
		return true
	}
	of := list
	if of.Op == ir.Folded {
		of = of.Args[0]
	}
	if list.Type.Kind != ir.Length || a.Type.Kind != ir.Inst || len(of.Args) == 0 || of.Args[0].Type.Kind != ir.Inst {
		return false
	}
	call := "within(" + flat(x.place(c.Args()[0]).Text()) + ", " + flat(a.At.Text()) + ", " + flat(list.At.Text()) + ")"
	x.report("wrong-type", x.place(e), "how near something is, is asked with within").Rewrite(call)
	return true
}

// calledAlone tells whether a name is that of a function that is given nothing.
func (x *explainer) calledAlone(name string) bool {
	params, _, ok := x.signature(name)
	return ok && len(params) == 0 || slices.ContainsFunc(primsNamed[primKey(name, false)], func(n int) bool { return len(ir.Prims[n].Params) == 0 })
}

// liesOn explains a card that is asked like a function whether it lies on something.
func (x *explainer) liesOn(e ast.Expr, name string) bool {
	card := slices.IndexFunc(x.p.Cards, func(c *ir.Card) bool { return c.Name == name && len(c.On) > 0 && len(c.Params) == 0 })
	if card < 0 {
		return false
	}
	what := flat(x.place(e.AsCall().Args()[0]).Text())
	if what == "" || strings.Trim(what, "0123456789") == "" {
		return false
	}
	x.report("undefined-function", x.place(e), "what lies on something is asked with bears").Rewrite(what + ".bears(" + name + ")")
	return true
}

// has tells whether a name stands for something with a field.
func (x *explainer) has(e ast.Expr, field string) bool {
	v := x.local(flat(x.place(e).Text()))
	return v != nil && v.Type.Kind == ir.Inst && v.Type.Ref >= 0 && ir.FieldNamed(x.p.Kinds[x.p.KindAt(v.Type.Ref)].Fields, field) >= 0
}

// otherFunction explains a call of a function that has another name here.
func (x *explainer) otherFunction(e ast.Expr, here string) {
	c := e.AsCall()
	var args []string
	if c.IsMemberFunction() {
		args = append(args, flat(x.place(c.Target()).Text()))
	}
	for _, a := range c.Args() {
		args = append(args, flat(x.place(a).Text()))
	}
	call := here + "(" + strings.Join(args, ", ") + ")"
	if len(primsNamed[primKey(here, true)]) > 0 && len(args) > 0 {
		call = args[0] + "." + here + "(" + strings.Join(args[1:], ", ") + ")"
	}
	d := x.report("undefined-function", x.callAt(e), "there is no function %s; write %s", quote(c.FunctionName()), call)
	d.Mend(diag.Replace(x.place(e), call, "write "+call))
}

func (x *explainer) cannot(e ast.Expr, verb string, a *ir.Expr, preposition string, b *ir.Expr) {
	if isNone(a) || isNone(b) {
		other := a
		if isNone(a) {
			other = b
		}
		name := flat(other.At.Text())
		ask := map[string]string{operators.Equals: "!has(" + name + ")", operators.NotEquals: "has(" + name + ")"}[e.AsCall().FunctionName()]
		switch {
		case other.Op == ir.OwnerOf && ask != "": // which is no value that may be absent, and fails where there is none
			x.report("wrong-type", x.place(e), "%s is no value that may be none: whether it has an owner asks %s", quote(name), ask).Rewrite(ask)
		case other.Op == ir.Index:
			x.report("wrong-type", x.place(e), "a list has no place that is empty: whether there is a first one asks size(%s) > 0", flat(other.Args[0].At.Text()))
		default:
			x.report("wrong-type", x.place(e), "%s is always present: it is never none", quote(name))
		}
		return
	}
	if a.Type.Kind == ir.Bool && ir.Ops[a.Op].Shape == ir.ComparisonShape && verb == "compare" && b.Type.Kind == a.Args[1].Type.Kind {
		middle := source.Span{File: a.At.File, Start: a.Args[1].At.Start, End: b.At.End}
		both := flat(a.At.Text()) + " && " + flat(middle.Text())
		x.report("wrong-type", x.place(e), "a comparison is of two values: write %s", both).Rewrite(both)
		return
	}
	d := x.report("wrong-type", x.place(e), "cannot %s %s %s %s", verb, x.p.TypeName(a.Type), preposition, x.p.TypeName(b.Type))
	bearer, related, alone := x.in.Names["bearer"], x.related, x.listAlone
	p := x.p
	has := func(kind int, field string) bool {
		return kind >= 0 && ir.FieldNamed(p.Kinds[p.KindAt(kind)].Fields, field) >= 0
	}
	lies := func(card *ir.Expr, kind int) bool {
		i := slices.IndexFunc(p.Cards, func(c *ir.Card) bool { return c.Name == card.At.Text() })
		return i >= 0 && kind >= 0 && len(p.Cards[i].On) > 0 && p.IsA(p.KindAt(kind), p.CommonOf(p.Cards[i].On)) && !related(kind, card.Type.Ref)
	}
	not := ""
	if e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.NotEquals {
		not = "!"
	}
	for i, x := range [2][2]*ir.Expr{{a, b}, {b, a}} {
		name, other := x[0].At.Text(), x[1].At.Text()
		switch {
		case x[0].Type.Kind == ir.Target && x[1].Type.Kind == ir.Int && verb == "compare":
			said := enough(e.AsCall().FunctionName(), name, x[1], i == 1)
			d.Message += "; what is enough for a target is asked with meets"
			d.Rewrite(said)
		case x[0].Type.Kind == ir.EnumType && valueOf(p, x[0].Type, other) != "":
			d.Mend(diag.Replace(x[1].At, valueOf(p, x[0].Type, other), "did you mean \""+valueOf(p, x[0].Type, other)+"\""))
		case x[0].Type.Kind == ir.Inst && x[1].Type.Kind == ir.CardOf && lies(x[1], x[0].Type.Ref):
			said := not + name + ".bears(" + other + ")"
			d.Message += "; what lies on something is asked with bears"
			d.Rewrite(said)
		case x[0].Type.Kind == ir.Inst && x[1].Type.Kind == ir.CardOf: // an instance is not its card
			d.Message += "; an instance of a card is asked with " + name + ".is(" + other + ")"
		case x[0].Type.Kind == ir.Inst && x[1].Op == ir.CellOf && has(x[0].Type.Ref, x[1].Name):
			d.Mend(diag.Replace(x[0].At, name+"."+x[1].Name, "did you mean \""+name+"."+x[1].Name+"\""))
		case x[0].Type.IsList() && x[1].Type.Kind == ir.Int && x[0].Type != ir.ListOf(ir.Type{Kind: ir.Int}):
			d.Mend(diag.Replace(x[0].At, "size("+name+")", "did you mean \"size("+name+")\""))
		case x[0].Type.Kind == ir.Inst && x[0].Type.Ref == ir.PlayerKind && x[1].Type.Kind == ir.Inst:
			d.Mend(diag.Replace(x[1].At, other+".owner", "did you mean \""+other+".owner\""))
		case x[0].Type.Kind == ir.List && x[1].Type == x[0].Type.Element():
			alone(d, x[0])
		case x[0].Type.Kind == ir.Inst && x[1].Type.Kind == ir.Inst && name == "self" && bearer != nil && bearer.Type.Kind == ir.Inst && related(bearer.Type.Ref, x[1].Type.Ref):
			d.Mend(diag.Replace(x[0].At, "bearer", "did you mean \"bearer\""))
		}
	}
	for _, pair := range [2][2]*ir.Expr{{a, b}, {b, a}} {
		if !d.Mended() {
			x.turned(d, pair[1], pair[0].Type)
		}
	}
	if !d.Mended() && a.Type.Kind == ir.Inst && b.Type.Kind == ir.Inst {
		d.Message += "; " + flat(a.At.Text()) + " is a " + x.p.TypeName(a.Type) + ", " + flat(b.At.Text()) + " a " + x.p.TypeName(b.Type)
	}
}

// enough is a comparison of a target with a number, as calls: a number from which on it is met. turned is that the number stands first.
func enough(operator, target string, n *ir.Expr, turned bool) string {
	meets := func(less int64) string {
		number := n.At.Text()
		switch {
		case n.Op == ir.Const:
			number = strconv.FormatInt(n.N-less, 10)
		case less > 0:
			number = flat(number) + " - " + strconv.FormatInt(less, 10)
		}
		return "meets(" + number + ", " + target + ")"
	}
	if turned {
		operator = cmp.Or(map[string]string{operators.Less: operators.Greater, operators.Greater: operators.Less,
			operators.LessEquals: operators.GreaterEquals, operators.GreaterEquals: operators.LessEquals}[operator], operator)
	}
	switch operator {
	case operators.LessEquals:
		return meets(0)
	case operators.Greater:
		return "!" + meets(0)
	case operators.Less:
		return meets(1)
	case operators.GreaterEquals:
		return "!" + meets(1)
	case operators.NotEquals:
		return "!(" + meets(0) + " && !" + meets(1) + ")"
	}
	return meets(0) + " && !" + meets(1)
}

// turned offers the one function or table that makes of a value of an enum one of another type.
func (x *explainer) turned(d *diag.Diagnostic, a *ir.Expr, want ir.Type) {
	var turning []string
	turns := func(name string, params []*ir.Field, result ir.Type) {
		if len(params) == 1 && params[0].Type == a.Type && result == want && want.Kind != a.Type.Kind && a.Type.Kind == ir.EnumType {
			turning = append(turning, name)
		}
	}
	for _, f := range x.p.Funcs {
		turns(f.Name, f.Params, f.Result)
	}
	for _, t := range x.p.Tables {
		turns(t.Name, t.Params, t.Result)
	}
	if len(turning) == 1 {
		call := turning[0] + "(" + flat(a.At.Text()) + ")"
		d.Mend(diag.Replace(a.At, call, "did you mean \""+call+"\""))
	}
}

// anyOf says how something is asked of whatever there is of a card.
func (x *explainer) anyOf(d *diag.Diagnostic, e ast.Expr, card *ir.Expr, asked func(each string) string) {
	if d.Mended() || !source.IsName(card.At.Text()) {
		return
	}
	said := "all(" + card.At.Text() + ").exists(x, " + asked("x") + ")"
	d.Message += "; " + card.At.Text() + " is the card: of any that is in play it is asked with exists"
	d.Mend(diag.Replace(x.place(e), said, "write "+said))
}

func (x *explainer) notNumbers(e ast.Expr, op ir.Op, a, b *ir.Expr) {
	at := x.place(e)
	switch {
	case a.Type.Kind == ir.Dice && b.Type.Kind == ir.Int && op == ir.Add:
		x.report("wrong-type", at, "dice are added to with .plus(%s)", b.At.Text())
	case a.Type.Kind == ir.Target && b.Type.Kind == ir.Int && op != ir.Mul:
		x.report("wrong-type", at, "a target is changed with .improve(%[1]s) or .worsen(%[1]s)", b.At.Text())
	case a.Type.Kind == ir.List && op == ir.Add:
		x.report("wrong-type", at, "lists are not added; .plus(v) adds one member to a list of int")
	case op == ir.Sub:
		x.cannot(e, "subtract", b, "from", a)
	case op == ir.Mul:
		x.cannot(e, "multiply", a, "by", b)
	default:
		x.cannot(e, "add", a, "and", b)
	}
}
