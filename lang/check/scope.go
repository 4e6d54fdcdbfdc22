package check

import (
	"maps"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/cond"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// mode is the sort of code a place belongs to; it decides which statements are allowed.
type mode int

const (
	pureMode      mode = iota // no statements: defaults, conditions
	eventMode                 // the `do` of an event
	hookMode                  // the body of a clause
	foldMode                  // the body of a `while`
	scriptMode                // steps
	measuringMode             // steps of odds
)

// place is where a text stands: what its bare names mean, what is known to be present, and where
// locals live. A block has its own copy, so that what it declares ends with it.
type place struct {
	names  map[string]*ir.Expr
	facts  map[string]bool
	frame  *ir.Frame
	temps  int
	mode   mode
	stage  ir.Stage   // in hookMode
	event  *ir.Event  // in whose pipeline the code runs; nil when in none
	card   *ir.Card   // whose own cells are in scope; nil
	kind   int        // of self; -1
	script *ir.Script // in scriptMode and measuringMode
	// clash holds names that both the event and the card declare, with what the card's is.
	clash map[string]string
	// parts are the fields of finished events, groups and pushes, by their name; "r.total" is in names.
	parts map[string][]string
}

// nowhere is a place without any names.
func nowhere() *place { return &place{kind: -1} }

// inner is a place inside this one: what it learns and declares is not seen outside.
func (pl *place) inner() *place {
	n := *pl
	n.names = maps.Clone(pl.names)
	n.facts = maps.Clone(pl.facts)
	n.clash = maps.Clone(pl.clash)
	return &n
}

// bind gives a name its meaning; the parts of a record that had the name go with it.
func (pl *place) bind(name string, e *ir.Expr) {
	if pl.names == nil {
		pl.names = map[string]*ir.Expr{}
	}
	for _, part := range pl.parts[name] {
		delete(pl.names, name+"."+part)
	}
	pl.names[name] = e
	delete(pl.clash, name)
}

// know adds what is certain when e holds (or does not hold).
func (pl *place) know(e *ir.Expr, holds bool) {
	if e == nil {
		return
	}
	for _, k := range expr.Facts(e, holds) {
		pl.knowKey(k)
	}
}

func (pl *place) knowKey(k string) {
	if pl.facts == nil {
		pl.facts = map[string]bool{}
	}
	pl.facts[k] = true
}

// temp binds a name to the next temporary.
func (pl *place) temp(name string, t ir.Type) int {
	n := pl.temps
	pl.bind(name, &ir.Expr{Op: ir.Temp, Type: t, N: int64(n), Name: name, Lists: t.IsList()})
	pl.temps++
	return n
}

// hint says why a name that exists elsewhere may not be used here.
func (pl *place) hint(name string) string {
	if parts := pl.parts[name]; parts != nil {
		return name + " is over, only its parts are known: " + name + "." + strings.Join(parts, ", "+name+".")
	}
	if pl.event != nil && pl.names[name] == nil {
		if i := fieldIndex(pl.event.Fields, name); i >= 0 {
			return name + " is declared below, in line " + strconv.Itoa(pl.event.Fields[i].At.Pos().Line) + ": a field sees only what stands above it"
		}
	}
	switch name {
	case "self", "bearer", "owner":
		return name + " is known only in the clauses of a card, rule or kind"
	case "this":
		return "no event is under way here"
	case "it":
		return "it is the candidate: it is known only after where and prefer"
	}
	return ""
}

// expr compiles a text as a value of type want (tAny: any). It is nil after an error.
func (c *checker) expr(s syntax.Slice, pl *place, want ir.Type) *ir.Expr {
	return c.oneOf(s, pl, want)
}

// oneOf compiles a text as the first type that fits; what is wrong is told of the first type.
func (c *checker) oneOf(s syntax.Slice, pl *place, types ...ir.Type) *ir.Expr {
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
	c.adopt(first)
	c.used.scan(s.Text)
	return nil
}

// compile compiles a text, and tells what is wrong with it.
func (c *checker) compile(s syntax.Slice, pl *place, want ir.Type) (*ir.Expr, diag.List) {
	text := strings.TrimSpace(s.Text)
	if text == "" {
		return nil, nil // the parser has said so
	}
	if e := notation(text, s.At, want); e != nil {
		return e, nil
	}
	key := pl.meaning(s.At, want)
	if e := c.compiled[key]; e != nil {
		return e, nil
	}
	e, diags := c.env.Compile(s.At, &cond.Scope{Names: pl.names, Facts: pl.facts, Temps: pl.temps, Hint: pl.hint}, want)
	if diags.HasErrors() {
		return nil, diags
	}
	if e != nil && len(diags) == 0 {
		if c.compiled == nil {
			c.compiled = map[meaning]*ir.Expr{}
		}
		c.compiled[key] = e
	}
	return e, diags
}

// meaning is all that decides what a text compiles to: where it stands, what is wanted, and what
// its words and the facts about them mean. The rounds of lower compile a text again only when
// something of it has changed.
type meaning struct {
	at    source.Span
	want  ir.Type
	temps int
	words string
}

func (pl *place) meaning(at source.Span, want ir.Type) meaning {
	var b []byte
	names := func(name string, e *ir.Expr) {
		b = append(append(b, name...), '=')
		for ; e != nil; e = e.Args[0] {
			for _, n := range []int64{int64(e.Op), int64(e.Type.Kind), int64(e.Type.Ref), int64(e.Type.Elem), int64(e.Type.ElemRef), e.N} {
				b = append(strconv.AppendInt(b, n, 36), ',')
			}
			if e.Type.Optional {
				b = append(b, '?')
			}
			if len(e.Args) == 0 {
				break
			}
		}
		b = append(b, ';')
	}
	for _, w := range words(at.Text()) {
		if e := pl.names[w]; e != nil {
			names(w, e)
		}
		for _, part := range pl.parts[w] {
			names(w+"."+part, pl.names[w+"."+part])
		}
	}
	for _, f := range keys(pl.facts) {
		b = append(append(b, f...), '&')
	}
	return meaning{at, want, pl.temps, string(b)}
}

// words are the identifiers of a text.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
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
func (c *checker) record(e *ir.Expr, pl *place) {
	e.Walk(func(e *ir.Expr) bool {
		c.used.expr(e, pl.frame)
		if e.Op == ir.EventField && pl.clash[e.Name] != "" {
			c.errorf("ambiguous-name", e.At, "%s is a field of %s and a %s of the card: write this.%s for the field, or rename the other",
				e.Name, pl.event.Name, pl.clash[e.Name], e.Name)
		}
		return true
	})
}

// optionalExpr compiles a text that may be missing.
func (c *checker) optionalExpr(s *syntax.Slice, pl *place, want ir.Type) *ir.Expr {
	if s == nil {
		return nil
	}
	return c.expr(*s, pl, want)
}

// condition compiles a text that may be missing as a condition.
func (c *checker) condition(s *syntax.Slice, pl *place) *ir.Expr { return c.optionalExpr(s, pl, tBool) }

// selfPlace is where the clauses and expressions of kind k stand, or of a card of it.
func (c *checker) selfPlace(k int, card *ir.Card) *place {
	pl := &place{kind: k, card: card}
	self := &ir.Expr{Op: ir.Self, Type: instOf(k), Ref: k, Name: "self"}
	pl.bind("self", self)
	b := c.bearerKind(k)
	bearer := &ir.Expr{Op: ir.SelfBearer, Type: instOf(b), Ref: b, Name: "bearer"}
	pl.bind("bearer", bearer)
	pl.bind("owner", &ir.Expr{Op: ir.OwnerOf, Type: tPlayer, Args: []*ir.Expr{bearer}, Name: "owner"})
	if card != nil {
		for _, f := range card.Own {
			pl.bind(f.Name, &ir.Expr{Op: ir.CellOf, Type: f.Type, N: int64(f.Slot), Args: []*ir.Expr{self}, Name: f.Name, Lists: f.Type.IsList()})
		}
	}
	return pl
}

// inEvent adds the bare names of an event's fields; only the first n fields, or all with n < 0.
func (c *checker) inEvent(pl *place, ev *ir.Event, n int) *place {
	pl = pl.inner()
	pl.event = ev
	pl.clash = map[string]string{}
	for i, f := range ev.Fields {
		if i == n {
			break
		}
		if f.Name == doneField && pl.mode != scriptMode {
			continue
		}
		old := pl.names[f.Name]
		pl.bind(f.Name, eventField(f))
		if pl.card != nil && old != nil && old.Op == ir.CellOf {
			pl.clash[f.Name] = "cell"
			for _, p := range pl.card.Params {
				if p.Name == f.Name {
					pl.clash[f.Name] = "parameter"
				}
			}
		}
	}
	pl.bind("this", &ir.Expr{Op: ir.This, Type: ir.Type{Kind: ir.Record, Ref: ev.ID}, Ref: ev.ID, Name: "this"})
	return pl
}

func eventField(f *ir.Field) *ir.Expr {
	return &ir.Expr{Op: ir.EventField, Type: f.Type, N: int64(f.Slot), Name: f.Name, Lists: f.Type.IsList()}
}

// local takes a slot of the frame; it is bound when it has a name.
func (pl *place) local(name string, t ir.Type) ir.Var {
	v := ir.Var{Name: name, Type: t, Slot: take(pl.frame, name, t)}
	if name != "" {
		pl.bind(name, localExpr(v))
	}
	return v
}

// hidden takes a slot that no text can name.
func (pl *place) hidden(t ir.Type) ir.Var { return ir.Var{Type: t, Slot: take(pl.frame, "", t)} }

// rows takes a slot, which no text can name, for a list of rows with a head before them.
func (pl *place) rows(head, row []ir.Type) ir.Var {
	t := ir.ListOf(tInt)
	return ir.Var{Type: t, Slot: takeSlot(pl.frame, ir.SlotName{Type: t, Head: head, Row: row})}
}

func localExpr(v ir.Var) *ir.Expr {
	return &ir.Expr{Op: ir.Local, Type: v.Type, N: int64(v.Slot), Name: v.Name, Lists: v.Type.IsList()}
}

// record binds a name to a value of several parts, each a local of its own: `r.total` is one name.
// The bare name means nothing.
func (pl *place) record(name string, vars []ir.Var) {
	pl.parts = maps.Clone(pl.parts)
	if pl.parts == nil {
		pl.parts = map[string][]string{}
	}
	pl.bind(name, nil)
	delete(pl.names, name)
	pl.parts[name] = nil
	for _, v := range vars {
		part := v.Name[len(name)+1:]
		pl.parts[name] = append(pl.parts[name], part)
		pl.names[v.Name] = localExpr(v)
	}
}
