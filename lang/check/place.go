package check

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
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
	names   map[string]*ir.Expr
	under   map[string]*ir.Expr // what names meant that a field of the event has taken
	facts   expr.Known
	frame   *ir.Frame
	temps   int
	mode    mode
	stage   ir.Stage   // in hookMode
	done    bool       // the event is done: its fields are what they have come to
	event   *ir.Event  // in whose pipeline the code runs; nil when in none
	figure  *ir.Func   // to which the clause contributes; nil
	each    *ir.Expr   // whose stats the clause changes, of those who are in play; nil
	card    *ir.Card   // whose own cells are in scope; nil
	kind    int        // of self; -1
	on      []string   // the kinds of what the card may lie on, if there are several
	alone   string     // why self lies on nothing, when it does not
	unborne string     // the cause of it, when its kind does not say what it lies on
	script  *ir.Script // in scriptMode and measuringMode
	// wants are those who are named here; nil where no clause or action stands.
	wants *ir.Wants
	// clash holds names that both the event and the card declare, with what the card's is.
	clash map[string]string
	// steps are the labels that are taken, directly in a `do`; nil elsewhere.
	steps map[string]source.Span
	// declared are the names that the statements of this block have declared so far.
	declared map[string]source.Span
	// parts are the fields of finished events, groups and pushes, by their name; "r.total" is in names.
	parts map[string]parts
}

// parts are those of a name that means nothing by itself, and where it is declared.
type parts struct {
	names []string
	at    source.Span
}

// nameless is a name that no text declares.
func nameless(name string) syntax.Name { return syntax.Name{Text: name} }

// nameOf is the name of a field, where it is declared.
func nameOf(f *ir.Field) syntax.Name { return syntax.Name{Node: syntax.Node{At: f.At}, Text: f.Name} }

// nowhere is a place without any names.
func nowhere() *place { return &place{kind: -1} }

// given is a place in which parameter i is temporary i.
func given(params []*ir.Field) *place {
	pl := nowhere()
	for _, p := range params {
		pl.temp(nameOf(p), p.Type)
	}
	return pl
}

// inner is a place inside this one: what it learns and declares is not seen outside.
func (pl *place) inner() *place {
	n := *pl
	n.names, n.under = maps.Clone(pl.names), maps.Clone(pl.under)
	n.facts = maps.Clone(pl.facts)
	n.clash = maps.Clone(pl.clash)
	n.steps, n.declared = nil, nil
	return &n
}

// bind gives a name that is declared at a place (or nowhere in a text) its meaning; the parts of a record that had the name
// go with it.
func (pl *place) bind(n syntax.Name, e *ir.Expr) {
	name := n.Text
	if pl.names == nil {
		pl.names = map[string]*ir.Expr{}
	}
	for _, part := range pl.parts[name].names {
		delete(pl.names, name+"."+part)
	}
	if e != nil {
		e.At = n.At
	}
	pl.names[name] = e
	delete(pl.clash, name)
}

// cover remembers what a name meant that a field takes: of its pack, whoever reads it may know nothing.
func (pl *place) cover(name string, old *ir.Expr) {
	if old == nil {
		return
	}
	if pl.under == nil {
		pl.under = map[string]*ir.Expr{}
	}
	if pl.under[name] == nil { // a field of an event in its own steps is bound again
		pl.under[name] = old
	}
}

// given is what a name means to a text that stands at a place, if it is one of those that the place itself gives.
func (pl *place) given(s *sight, name string, at source.Span) *ir.Expr {
	x := pl.names[name]
	if x != nil && x.At.File != nil && !s.sees(at.File, x.At.File) {
		return pl.under[name]
	}
	return x
}

// forget binds a name whose value is in error, so that its uses say nothing more.
func (pl *place) forget(n syntax.Name) {
	pl.bind(n, &ir.Expr{Op: ir.BadOp, Name: n.Text})
}

// clashes notes that a name means something else now than the cell of the card that it was.
func (pl *place) clashes(name string, old *ir.Expr) {
	if old != nil && old.Op == ir.Const {
		pl.clash[name] = "constant"
	}
	if pl.card == nil || old == nil || old.Op != ir.CellOf {
		return
	}
	pl.clash[name] = "cell"
	if ir.FieldNamed(pl.card.Params, name) >= 0 {
		pl.clash[name] = "parameter"
	}
}

// know adds what is certain when e holds (or does not hold).
func (pl *place) know(p *ir.Program, e *ir.Expr, holds bool) {
	if e == nil {
		return
	}
	for _, f := range expr.Facts(p, e, holds) {
		pl.assume(f)
	}
}

func (pl *place) assume(f expr.Fact) {
	if pl.facts == nil {
		pl.facts = expr.Known{}
	}
	pl.facts[f] = true
}

// unknow forgets what was known of a value.
func (pl *place) unknow(key string) {
	maps.DeleteFunc(pl.facts, func(f expr.Fact, _ bool) bool { return f.Key == key })
}

// temp binds a name to the next temporary.
func (pl *place) temp(name syntax.Name, t ir.Type) int {
	n := pl.temps
	pl.bind(name, &ir.Expr{Op: ir.Temp, Type: t, N: int64(n), Name: name.Text, Lists: t.IsList()})
	pl.temps++
	return n
}

// local takes a slot of the frame for a name.
func (pl *place) local(name syntax.Name, t ir.Type) ir.Var {
	v := ir.Var{Name: name.Text, Type: t, Slot: take(pl.frame, name.Text, t)}
	pl.bind(name, localExpr(v))
	return v
}

// hidden takes a slot that no text can name.
func (pl *place) hidden(t ir.Type) ir.Var { return ir.Var{Type: t, Slot: take(pl.frame, "", t)} }

// rows takes a slot, which no text can name, for a list of rows with a head before them.
func (pl *place) rows(head, row []ir.Type) ir.Var {
	t := ir.ListOf(tInt)
	return ir.Var{Type: t, Slot: takeSlot(pl.frame, ir.SlotName{Type: t, Head: head, Row: row})}
}

// part takes a slot for a part of the value of that name; see record.
func (pl *place) part(of, name string, t ir.Type) ir.Var {
	if of != "" {
		name = of + "." + name
	}
	return ir.Var{Name: name, Type: t, Slot: take(pl.frame, name, t)}
}

// record binds a name to a value of several parts, each a local of its own: `r.total` is one name.
// The bare name means nothing. Its first parts are fields.
func (pl *place) record(n syntax.Name, vars []ir.Var, fields []*ir.Field) {
	name := n.Text
	pl.parts = maps.Clone(pl.parts)
	if pl.parts == nil {
		pl.parts = map[string]parts{}
	}
	pl.bind(n, nil)
	delete(pl.names, name)
	all := parts{at: n.At}
	for i, v := range vars {
		all.names = append(all.names, v.Name[len(name)+1:])
		pl.names[v.Name] = localExpr(v)
		if i < len(fields) {
			pl.names[v.Name].At = fields[i].At
		}
	}
	pl.parts[name] = all
}

// happening binds a name to the record of an event that is over: its fields, and what one asks of its outcome,
// which is the last of them.
func (pl *place) happening(n syntax.Name, vars []ir.Var, fields []*ir.Field) {
	pl.record(n, vars[:len(vars)-1], fields)
	outcome := localExpr(vars[len(vars)-1])
	outcome.Name = n.Text
	all := pl.parts[n.Text]
	for word, e := range became(outcome) {
		all.names = append(all.names, word)
		pl.names[n.Text+"."+word] = e
	}
	slices.Sort(all.names)
	pl.parts[n.Text] = all
}

// caused is what is wrong with an expression; that there is no bearer has one cause, however often one is named.
func (pl *place) caused(diags diag.List) diag.List {
	for i, d := range diags {
		said, _, _ := strings.Cut(d.Message, ";") // a bearer stands in no list
		if _, want, _ := strings.Cut(said, ", want "); d.Code == "wrong-type" && d.Span.Text() == "bearer" && slices.Contains(pl.on, want) {
			diags[i].Message = said
			diags[i].Hint = "its kind lies on " + strings.Join(pl.on, ", ") + "; that this card lies on one of them alone is said at its head: `" + pl.card.Name + " on " + want + "`"
		}
		if d.Code == "missing-guard" && strings.HasSuffix(d.Span.Text(), ".bearer") && pl.event != nil && pl.event.Word == ir.ActionEvent && pl.kind >= 0 {
			diags[i].Hint = "an action that stands in a card is offered to its bearer alone; one for others stands outside of cards, as `action NAME(who: KIND, on_whom: KIND)`"
		}
		if d.Code == "undefined-name" && d.Span.Text() == "bearer" {
			diags[i].Cause = pl.unborne
		}
	}
	return diags
}

// seats are the players of a script that names none.
var seats = []string{"red", "blue"}

// hint says why a name that exists elsewhere may not be used here.
func (pl *place) hint(name string) string {
	if parts := pl.parts[name].names; parts != nil {
		return name + " is over, only its parts are known: " + name + "." + strings.Join(parts, ", "+name+".")
	}
	if pl.event != nil && pl.names[name] == nil {
		if i := ir.FieldNamed(pl.event.Fields, name); i >= 0 {
			return name + " is declared below, in line " + strconv.Itoa(pl.event.Fields[i].At.Pos().Line) + ": a field sees only what stands above it"
		}
	}
	if name == "bearer" && pl.event != nil && (pl.kind == ir.RuleKind || pl.kind == ir.ScenarioKind) {
		for _, f := range pl.event.Fields {
			if f.Type.Kind == ir.Inst {
				return "a rule lies on nothing: what happens is about " + f.Name
			}
		}
	}
	if name == "bearer" && pl.alone != "" {
		return pl.alone
	}
	if name == "owner" && pl.names["self"] != nil {
		return "this belongs to nobody: say whose owner is meant, as in who.owner"
	}
	if pl.mode != scriptMode && slices.Contains(seats, name) {
		return "players have names in scripts alone, here they are owners, as in bearer.owner"
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
