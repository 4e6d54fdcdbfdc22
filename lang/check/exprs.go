package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// exprs compiles expressions, and what consists of them: values, texts, calls, forms.
type exprs struct {
	*names
	env *cond.Env
}

// env is what compiles texts.
func compiler(c *names) *cond.Env {
	env := cond.New(c.p)
	env.Bound, env.Sees = c.binder, c.sight.sees
	return env
}

// records are where the names are declared that only their parts are names of.
func (c *exprs) records(pl *place) map[string]source.Span {
	if c.binder == nil || len(pl.parts) == 0 {
		return nil
	}
	out := map[string]source.Span{}
	for name, p := range pl.parts {
		out[name] = p.at
	}
	return out
}

// expr compiles a text as a value of type want (tAny: any). It is nil after an error.
func (c *exprs) expr(s syntax.Slice, pl *place, want ir.Type) *ir.Expr {
	return c.oneOf(s, pl, want)
}

// exprOrAbsent is expr, with `-` for what may be absent.
func (c *exprs) exprOrAbsent(s syntax.Slice, pl *place, want ir.Type) *ir.Expr {
	if s.Text == "-" && want.Optional {
		return absent(want, s.At)
	}
	return c.expr(s, pl, want)
}

// oneOf compiles a text as the first type that fits; what is wrong is told of the first type.
func (c *exprs) oneOf(s syntax.Slice, pl *place, types ...ir.Type) *ir.Expr {
	var first diag.List
	for i, t := range types {
		e, diags := c.compile(s, pl, t)
		if e != nil {
			c.adopt(diags)
			c.record(e, pl)
			return e
		}
		if i == 0 {
			first = diags
		}
	}
	for i := range first {
		d := &first[i]
		if unlet(c, d); pl.event != nil && d.Code == "undefined-name" && !d.Mended() {
			here := slices.DeleteFunc(slices.Clone(pl.event.Fields), func(f *ir.Field) bool { return pl.names[f.Name] == nil })
			if d.SuggestAs(inprint.As(printedFields(c.names)(here), d.Span.Text())); d.Mended() {
				d.Message = diag.Alone(d.Message)
			}
		}
	}
	c.adopt(pl.caused(first))
	c.used.scan(s.Text)
	return nil
}

// happens is a step that calls something.
var happens = regexp.MustCompile(`(?:[{;\n]\s*)(\w+)\(`)

// unlet says of a name that nothing has that it was meant for what an event before came to, where that has the field that is read.
func unlet(c *exprs, d *diag.Diagnostic) {
	if d.Code != "undefined-name" || d.Span.File == nil {
		return
	}
	text, name := d.Span.File.Text, d.Span.Text()
	field, selected := strings.CutPrefix(text[d.Span.End:], ".")
	if !selected || !source.IsName(name) {
		return
	}
	from := d.Span.Start
	for from > 0 && (text[from-1] != '\n' || !source.IsLetter(text[from])) {
		from--
	}
	steps := happens.FindAllStringSubmatchIndex(text[from:d.Span.Start], -1)
	for _, at := range slices.Backward(steps) {
		event := text[from+at[2] : from+at[3]]
		i, known := c.index.events.of[event]
		if !known || ir.FieldNamed(c.p.Events[i].Fields, field[:source.NameLen(field)]) < 0 {
			continue
		}
		d.Message = "nothing here is called `" + name + "`: what an event came to is kept with let, as in let " + name + " = " + event + "(...)"
		d.Mends = nil
		d.Mend(diag.Replace(source.Span{File: d.Span.File, Start: from + at[2], End: from + at[2]}, "let "+name+" = ", "write let "+name+" = before "+event))
		return
	}
}

// compile compiles a text, and tells what is wrong with it.
func (c *exprs) compile(s syntax.Slice, pl *place, want ir.Type) (*ir.Expr, diag.List) {
	text := strings.TrimSpace(s.Text)
	if text == "" || c.slipped(s.At) {
		return nil, nil // the parser has said so
	}
	if e := notation(text, s.At, want); e != nil {
		return e, nil
	}
	e, diags := c.env.Compile(s.At, &cond.Scope{Names: pl.names, Under: pl.under, Records: c.records(pl), Facts: pl.facts, Temps: pl.temps, Hint: pl.hint,
		Terse: len(c.list) > diag.MaxGuesses}, want)
	if diags.HasErrors() {
		return nil, diags
	}
	return e, diags
}

// notation reads dice and targets, which are no CEL.
func notation(text string, at source.Span, want ir.Type) *ir.Expr {
	parse := value.ParseDice
	switch want.Kind {
	case ir.Dice:
	case ir.Target:
		parse = value.ParseTarget
	default:
		return nil
	}
	if v, ok := parse(text); ok {
		return &ir.Expr{Op: ir.Const, Type: want.Required(), N: v, At: at, Name: text}
	}
	return nil
}

// record notes what an expression uses, and reports names that mean two things.
func (c *exprs) record(e *ir.Expr, pl *place) {
	e.Walk(func(e *ir.Expr) bool {
		c.used.expr(e, pl.frame)
		switch e.Op {
		case ir.Around:
			c.p.Events[e.Ref].Around = true
		case ir.CallTable:
			for i, f := range c.p.Tables[e.N].Params {
				if v, ok := fold(e.Args[i]); ok {
					c.inRange(v, f, e.Args[i].At)
				}
			}
		case ir.Has:
			if of := e.Args[0]; of.Op == ir.OwnerOf && of.Args[0].Type.Kind == ir.Inst && of.Args[0].Type.Ref >= 0 {
				c.p.Kinds[c.p.KindAt(of.Args[0].Type.Ref)].Unowned = true
			}
		case ir.Can:
			(&calling{c}).asks(e)
		case ir.Ignored:
			if label := e.Label(); label != "" {
				at := e.At
				head, _, _ := strings.Cut(at.Text(), ",")
				at.Start += strings.LastIndex(head, label)
				at.End = at.Start + len(label)
				(&calling{c}).labelled(e.Ref, label, at)
			}
		case ir.RecField:
			c.p.Faces = c.p.Faces || c.p.Throw != nil && e.Lists && e.Args[0].Type.Ref == c.p.Throw.ID
		case ir.SelfBearer:
			pl.wants.On = c.on(pl.kind, pl.card)
		case ir.SelfOwner:
			if pl.wants != nil {
				pl.wants.Owner = true
			}
		}
		field := e.Op == ir.EventField || e.Op == ir.Folded && e.Args[0].Op == ir.EventField
		switch what := pl.clash[e.Name]; {
		case what == "":
		case field:
			c.errorf("ambiguous-name", e.At, "%s is a field of %s and a %s of the card: write this.%s for the field, or rename the other",
				e.Name, pl.event.Name, what, e.Name)
		case pl.figure != nil && e.Op == ir.Temp && e.N < int64(len(pl.figure.Params)):
			c.errorf("ambiguous-name", e.At, "%s is a parameter of %s and a %s of the card: rename that", e.Name, pl.figure.Name, what)
		}
		return e.Op != ir.Folded || !field
	})
}

// optionalExpr compiles a text that may be missing.
func (c *exprs) optionalExpr(s *syntax.Slice, pl *place, want ir.Type) *ir.Expr {
	if s == nil {
		return nil
	}
	return c.expr(*s, pl, want)
}

// condition compiles a text that may be missing as a condition.
func (c *exprs) condition(s *syntax.Slice, pl *place) *ir.Expr { return c.optionalExpr(s, pl, tBool) }

// player compiles a text as a player, who may be absent.
func (c *exprs) player(s syntax.Slice, pl *place) *ir.Expr {
	t := tPlayer
	t.Optional = true
	return c.expr(s, pl, t)
}

// players compiles a text as a player or a list of players.
func (c *exprs) players(s syntax.Slice, pl *place) *ir.Expr {
	e := c.expr(s, pl, tAny)
	if e == nil || e.Op == ir.BadOp {
		return nil
	}
	t := scalar(e.Type)
	if t.Kind != ir.Inst || t.Ref != ir.PlayerKind || e.Type.Optional {
		d := c.errorf("wrong-type", s.At, "got %s, want a player or a list of players", c.p.TypeName(e.Type))
		if e.Type.Kind == ir.Inst && t.Ref != ir.PlayerKind {
			d.Suggest(strings.TrimSpace(s.Text) + ".owner")
		}
		return nil
	}
	return e
}

// score compiles a preference: a number, or a condition; nil gives nil.
func (c *exprs) score(s *syntax.Slice, pl *place) *ir.Expr {
	if s == nil {
		return nil
	}
	e := c.expr(*s, pl, tAny)
	if e != nil && e.Type.Kind != ir.Int && e.Type.Kind != ir.Length && e.Type.Kind != ir.Bool && e.Type.Kind != ir.Bad {
		c.errorf("wrong-type", s.At, "a preference is a number, got %s", c.p.TypeName(e.Type))
		return nil
	}
	return e
}

// selfPlace is where the expressions of kind k stand, or of a card of it. What they are about may lie on
// nothing: they see a bearer that may be absent.
func (c *exprs) selfPlace(k int, card *ir.Card) *place {
	pl := &place{kind: k, card: card}
	constants(c.p, pl, k)
	self := &ir.Expr{Op: ir.Self, Type: instOf(k), Ref: k, Name: "self"}
	pl.bind(nameless("self"), self)
	if on := c.on(k, card); len(on) > 0 {
		t := instOf(c.p.CommonOf(on))
		t.Optional = true
		pl.bind(nameless("bearer"), &ir.Expr{Op: ir.BearerOf, Type: t, Ref: t.Ref, Args: []*ir.Expr{self}, Name: "bearer"})
	} else {
		name := c.p.Kinds[k].Name
		pl.alone = "a " + name + " lies on nothing: write self"
		if k >= ir.BuiltinKinds {
			pl.unborne = unborne(name)
			pl.alone = "kind " + name + " does not say what it lies on: write `kind " + name + " on KIND`, or self for the thing itself"
		}
	}
	if k != ir.RuleKind && k != ir.ScenarioKind { // which are nobody's
		pl.bind(nameless("owner"), &ir.Expr{Op: ir.SelfOwner, Type: tPlayer, Name: "owner"})
	}
	if card != nil {
		self.Type = instOf(c.p.CardRef(card.ID))
		constants(c.p, pl, self.Type.Ref)
		ownCells(pl, card, self)
	}
	return pl
}

// ownCells binds the parameters of a card and what it remembers.
func ownCells(pl *place, card *ir.Card, self *ir.Expr) {
	for _, f := range card.Own {
		pl.bind(nameOf(f), &ir.Expr{Op: ir.CellOf, Type: f.Type, N: int64(f.Slot), Args: []*ir.Expr{self}, Name: f.Name, Lists: f.Type.IsList()})
	}
}

// constants binds what a card or kind says once and for all.
func constants(p *ir.Program, pl *place, ref int) {
	for _, l := range slices.Backward(p.ConstantsAt(ref)) {
		n := syntax.Name{Node: syntax.Node{At: l.At}, Text: l.Name}
		if l.Value == nil {
			pl.bind(n, &ir.Expr{Op: ir.BadOp, Name: l.Name})
		} else {
			value := *l.Value
			pl.bind(n, &value)
		}
	}
}

// workingPlace is where the clauses of kind k stand, or of a card of it, and the actions that it gives to
// what it lies on: where one speaks of its bearer, there is one.
func (c *exprs) workingPlace(k int, card *ir.Card) *place {
	pl := c.selfPlace(k, card)
	pl.wants = new(ir.Wants)
	if on := c.on(k, card); len(on) > 0 {
		b := c.p.CommonOf(on)
		if card != nil && len(on) > 1 {
			for _, k := range on {
				pl.on = append(pl.on, c.p.Kinds[k].Name)
			}
		}
		pl.bind(nameless("bearer"), &ir.Expr{Op: ir.SelfBearer, Type: instOf(b), Ref: b, Name: "bearer"})
	}
	return pl
}

// on are the kinds of what instances of kind k lie on, or of a card of it.
func (c *exprs) on(k int, card *ir.Card) []int {
	if card != nil {
		return card.On
	}
	return c.p.Kinds[k].On
}

// unborne is the one cause of whatever is wrong because a kind does not say what it lies on.
func unborne(kind string) string { return "kind " + kind + " lies on nothing" }

// liesOn reports a card, or (nil) a card of kind k that is not known, that is put on what it does not lie on.
func (c *exprs) liesOn(k int, card *ir.Card, on *ir.Expr) {
	if on != nil && on.Type.Kind == ir.Inst {
		c.mayLie(k, card, on.Type.Ref, on.At)
	}
}

// lying names the kinds that lie on what is of a kind, when there are few.
func (c *exprs) lying(on int) string {
	var names []string
	for _, k := range c.p.Kinds {
		if len(k.On) > 0 && c.p.IsOne(on, k.On) {
			names = append(names, k.Name)
		}
	}
	return listed("; on "+c.p.TypeName(instOf(on))+" lie ", names)
}

// folderOf is the folder in which the file of a place lies.
func folderOf(at source.Span) string {
	return at.File.Name[:strings.LastIndexByte(at.File.Name, '/')+1]
}

// listing is the function that lists of something of a kind what is of one of others; "" where there is none. Of several it is
// the shortest name.
func listing(c *exprs, of int, kinds []int) (best string) {
	for _, f := range c.p.Funcs {
		if len(f.Params) != 1 || f.Params[0].Type.Kind != ir.Inst || f.Params[0].Type.Ref < 0 || !c.p.IsA(of, f.Params[0].Type.Ref) || !f.Result.IsList() {
			continue
		}
		if e := f.Result.Element(); e.Kind == ir.Inst && e.Ref >= 0 && slices.Contains(kinds, e.Ref) && (best == "" || len(f.Name) < len(best)) {
			best = f.Name
		}
	}
	return best
}

// mayLie is the same for what is of kind on, and is put there at a place in the text.
func (c *exprs) mayLie(k int, card *ir.Card, on int, at source.Span) {
	if only := c.p.CardAt(k); only != nil {
		k, card = only.Kind, only
	}
	what, written, declared, kinds := "a thing of any kind", "", source.Span{}, []int(nil)
	if k >= 0 {
		kind := c.p.Kinds[k]
		kinds, written, declared = c.on(k, card), "kind "+kind.Name, kind.At
		what = "what is of " + written
		if card != nil {
			what = card.Name
		}
		if card != nil && !slices.Equal(card.On, kind.On) {
			written, declared = card.Name, card.At
		}
	}
	name := func(k int) string { return c.p.TypeName(instOf(k)) }
	var d *diag.Diagnostic
	switch {
	case c.p.IsOne(on, kinds):
		return
	case len(kinds) == 0:
		d = c.errorf("wrong-bearer", at, "%s lies on nothing%s", what, c.lying(on))
		if k >= 0 {
			d.Cause = unborne(c.p.Kinds[k].Name)
		}
	default:
		d = c.errorf("wrong-bearer", at, "%s lies on %s, this is of kind %s", what, strings.Join(diag.Names(kinds, name), " or "), name(on))
		if c.p.IsA(kinds[0], on) {
			d.Message += c.p.OfOneKind(name(kinds[0]))
		}
	}
	if list := listing(c, on, kinds); list != "" && at.File != nil && declared.File != nil && folderOf(declared) != folderOf(at) {
		list += "(" + at.Text() + ")"
		d.Message += "; " + list + " lists them, as in each x in " + list + " { ... }"
	} else if written != "" && k != ir.PlayerKind {
		if card := c.p.CardAt(on); card != nil { // others of its kind will bear it, too
			on = card.Kind
		}
		d.See(declared, "say what it lies on here: `%s on %s`", written, name(on))
	}
}

// inEvent adds the bare names of an event's fields; only the first n fields, or all with n < 0.
func (c *exprs) inEvent(pl *place, ev *ir.Event, n int) *place {
	pl = pl.inner()
	pl.event = ev
	pl.clash = map[string]string{}
	for i, f := range ev.Fields {
		if i == n {
			break
		}
		if f.Name == outcomeField {
			if pl.mode == scriptMode {
				for name, e := range became(eventField(f)) {
					pl.bind(nameless(name), e)
				}
			}
			continue
		}
		old := pl.names[f.Name]
		pl.cover(f.Name, old)
		if pl.done {
			pl.bind(nameOf(f), eventField(f))
		} else {
			pl.bind(nameOf(f), comesTo(ev, i))
		}
		pl.clashes(f.Name, old)
	}
	this := &ir.Expr{Op: ir.This, Type: ir.Type{Kind: ir.Record, Ref: ev.ID}, Ref: ev.ID, Name: "this"}
	switch {
	case pl.done:
		this.N = ir.IsDone
	case n >= 0:
		this.N = ir.OnlyFirst(n)
	}
	pl.bind(nameless("this"), this)
	return pl
}

// inFigure adds the parameters of a function to which a clause contributes: the temporaries that its body reads, too.
func (c *exprs) inFigure(pl *place, f *ir.Func) *place {
	pl = pl.inner()
	pl.figure, pl.temps = f, 0
	pl.clash = map[string]string{}
	for _, p := range f.Params {
		old := pl.names[p.Name]
		pl.temp(nameOf(p), p.Type)
		pl.clashes(p.Name, old)
	}
	return pl
}

// place compiles where something goes; nil after an error.
func (c *exprs) place(s syntax.Place, pl *place) ir.Place {
	switch s := s.(type) {
	case *syntax.NowherePlace:
		return &ir.Nowhere{}
	case *syntax.OnPlace:
		return &ir.OnInstance{Inst: c.expr(s.Value, pl, tInst)}
	case *syntax.AtPlace:
		return c.placeAt(s, pl)
	}
	return nil
}

// placeAt compiles a point or a zone.
func (c *exprs) placeAt(s *syntax.AtPlace, pl *place) ir.Place {
	name := strings.TrimSpace(s.Value.Text)
	zone, ok := c.index.zones.of[name]
	if !ok || pl.given(&c.sight, name, s.At) != nil {
		if s.Of != nil || source.IsName(name) && pl.names[name] == nil {
			c.undeclared(&c.index.zones, "zone", syntax.Name{Node: s.Value.Node, Text: name})
			return nil
		}
		said := len(c.list)
		e := c.point(s.Value, pl)
		if e == nil {
			if said+1 == len(c.list) && strings.HasSuffix(c.list[said].Message, ", want point") {
				c.list[said].Message += "; what is put on something has on before it, as in on " + name
			}
			return nil
		}
		return &ir.AtPoint{Point: e}
	}
	out := &ir.InZone{Zone: zone}
	z := c.p.Zones[zone]
	c.bind(s.Value.At, z.At)
	switch {
	case z.OfPlayers && s.Of == nil:
		c.errorf("missing-value", s.At, "every player has a %s: write `%s of PLAYER`", z.Name, z.Name)
	case !z.OfPlayers && s.Of != nil:
		c.errorf("invalid-member", s.Of.At, "%s belongs to no player", z.Name).See(z.At, "%s is declared here", z.Name)
	case s.Of != nil:
		out.Of = c.expr(*s.Of, pl, tPlayer)
	}
	return out
}

// point compiles a point: an expression, or `(x, y)`, which CEL does not know.
func (c *exprs) point(s syntax.Slice, pl *place) *ir.Expr {
	parts := coordinates(s)
	if m := withCommas.FindStringSubmatch(s.Text); m != nil {
		text := "(" + m[1] + "." + m[2] + ", " + m[3] + "." + m[4] + ")"
		c.errorf("invalid-number", s.At, "a decimal is written with a point: %s", text).Rewrite(text)
		return nil
	}
	if m := heightOfCommas.FindStringSubmatch(s.Text); m != nil {
		x, y := m[1]+"."+m[2], m[3]
		if m[4] != "" {
			x, y = m[4], m[5]+"."+m[6]
		}
		text := "(" + x + ", " + y + ")"
		c.warnf("invalid-number", s.At, "this is read as a place with a height; a decimal is written with a point: %s", text).Rewrite(text)
	}
	if text, said := otherPlace(s.Text); text != "" {
		c.errorf("invalid-expression", s.At, "%s", said).Rewrite(text)
		return nil
	}
	if inner, called := strings.CutPrefix(s.Text, "point"); called && coordinates(syntax.Slice{Text: strings.TrimSpace(inner)}) != nil {
		d := c.errorf("invalid-expression", s.At, "where a place is meant a point is written (x, y)")
		d.Mend(diag.Replace(s.At, strings.TrimSpace(inner), "leave `point` out"))
		return nil
	}
	if parts == nil {
		return c.expr(s, pl, tPoint)
	}
	e := &ir.Expr{Op: ir.CallPrim, N: ir.PPoint, Type: tPoint, At: s.At}
	if len(parts) == 3 {
		e.N = ir.PPoint3
	}
	for _, p := range parts {
		x := c.expr(p, pl, ir.Type{Kind: ir.Length})
		if x == nil {
			return nil
		}
		e.Args = append(e.Args, x)
	}
	return e
}

// withCommas are two coordinates with a comma in each.
var withCommas = regexp.MustCompile(`^\(\s*(\d+),(\d+)\s*[,;]?\s+(\d+),(\d+)\s*\)$`)

// heightOfCommas are three coordinates of which two stand closer together than the others: one number with a comma.
var heightOfCommas = regexp.MustCompile(`^\(\s*(?:(\d+),(\d+)\s*[,;]?\s+(\d+)|(\d+)\s*,\s+(\d+),(\d+))\s*\)$`)

// placeOtherwise are two coordinates in another notation: with square brackets, with their names, without a comma; placeAnd is a
// place with what stands in brackets behind it.
var (
	placeOtherwise = regexp.MustCompile(`^(?:\[\s*-?[\d.]+\s*[,;]?\s*-?[\d.]+\s*\]|\(\s*[xX]\s*[:=]\s*-?[\d.]+\s*[,;]?\s*[yY]\s*[:=]\s*-?[\d.]+\s*\)|\(\s*-?[\d.]+\s+-?[\d.]+\s*\)|\(?\s*-?[\d.]+\s*/\s*-?[\d.]+\s*\)?)$`)
	placeAnd       = regexp.MustCompile(`^(\([^()]*\))\s*\((\w+\s*:[^(){}]*)\)$`)
	numbersIn      = regexp.MustCompile(`-?[\d.]+`)
)

// otherPlace is a place in another notation as it is written here, or "".
func otherPlace(text string) (place, said string) {
	if placeOtherwise.MatchString(text) {
		return "(" + strings.Join(numbersIn.FindAllString(text, -1), ", ") + ")", "a place is written (x, y)"
	}
	if m := placeAnd.FindStringSubmatch(text); m != nil {
		return m[1] + " { " + m[2] + " }", "what its cells hold stands between { and }"
	}
	return "", ""
}

// coordinates takes `(x, y)` or `(x, y, z)` apart; nil when it is something else.
func coordinates(s syntax.Slice) []syntax.Slice {
	end := len(s.Text) - 1
	if end < 1 || s.Text[0] != '(' || s.Text[end] != ')' {
		return nil
	}
	depth := 0
	for i, b := range s.Text {
		if strings.ContainsRune("([", b) {
			depth++
		} else if strings.ContainsRune(")]", b) {
			depth--
		}
		if depth == 0 && i < end {
			return nil
		}
	}
	if out := split(s, 1, end); len(out) == 2 || len(out) == 3 {
		return out
	}
	return nil
}

// duration compiles how long something lasts; nil when nothing is said.
func (c *exprs) duration(s syntax.Duration, pl *place) *ir.Duration {
	if s == nil {
		return nil
	}
	out := &ir.Duration{At: s.Span()}
	span := func(name syntax.Name, of *syntax.Slice) {
		out.Span = &ir.SpanOf{Event: c.span(name), Of: c.optionalExpr(of, pl, tInst)}
	}
	ahead := func(nth int, next bool) {
		if out.Nth = nth; nth > 0 && !next {
			c.errorf("invalid-duration", s.Span(), "what is counted lies ahead: write `of second next`")
		}
	}
	switch s := s.(type) {
	case *syntax.Permanent:
		out.Ending = ir.Permanent
	case *syntax.WhileSource:
		out.Ending = ir.WhileSource
	case *syntax.UntilUsed:
		out.Ending = ir.UntilUsed
	case *syntax.ForSpans:
		out.Ending, out.Times = ir.ForSpans, c.expr(s.Times, pl, tInt)
		span(s.SpanName, s.Of)
	case *syntax.UntilStart:
		out.Ending = ir.UntilStart
		ahead(s.Nth, s.Next)
		span(s.SpanName, s.Of)
	case *syntax.UntilEnd:
		if out.Ending = ir.UntilEnd; s.Next {
			out.Ending = ir.UntilNextEnd
		}
		ahead(s.Nth, s.Next)
		span(s.SpanName, s.Of)
	case *syntax.FromNext:
		out.Ending = ir.FromNext
		span(s.SpanName, s.Of)
	}
	return out
}
