// Package reference lists what programs declare, as data: each declaration as an author would write its head, with what is said
// of it, what stands in its way, and the clauses that hear it.
package reference

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// Declared is one declaration.
type Declared struct {
	Sort string `json:"sort"` // one of Sorts
	Name string `json:"name"`
	Line string `json:"line"`           // as an author would write its head
	Note string `json:"note,omitempty"` // the comment above it
	File string `json:"file,omitempty"`
	At   int    `json:"at,omitempty"` // its line
	// Terms are what the event asks for, requires, limits and costs, how an option may be set, what bears the tag, or what
	// the kind says of all its cards.
	Terms []string `json:"terms,omitempty"`
	// Hooks are the clauses that hear the event, or contribute to the function or to the field that is asked for, in their order.
	Hooks []Hook `json:"hooks,omitempty"`

	Span  source.Span `json:"-"` // all of it; of a tag none
	Texts ir.Texts    `json:"-"` // what it is called
	Words []string    `json:"-"` // its fields, and what is printed
}

// Hook is a clause that hears an event or contributes to a function.
type Hook struct {
	Owner string `json:"owner"` // a card, kind or rule
	Head  string `json:"head"`  // as it is written
	File  string `json:"file"`
	At    int    `json:"at"` // its line

	Clause *ir.Hook `json:"-"`
}

// Sorts are the sorts of declarations, in the order in which they are listed.
var Sorts = []string{"kind", "enum", "span", "event", "action", "function", "table", "bag", "option", "zone", "tag", "setup", "card", "rule", "builtin", "word"}

// Speaks tells whether a word is a part of the name, a field, or printed.
func (d *Declared) Speaks(word string) bool {
	word = strings.ToLower(word)
	return strings.Contains(d.Name, word) || slices.ContainsFunc(d.Words, func(w string) bool { return strings.Contains(strings.ToLower(w), word) })
}

// Hooks lists the clauses that hear an event, or contribute to a function, of each name, and those that contribute to a field, as
// KIND.FIELD or EVENT.FIELD: by the steps of events, then by rank, then by their names.
func Hooks(p *ir.Program) map[string][]Hook {
	found := map[string][]*ir.Hook{}
	add := func(name string, h *ir.Hook) { found[name] = append(found[name], h) }
	for _, h := range p.Hooks {
		switch {
		case h.Event >= 0:
			add(p.Events[h.Event].Name, h)
		case h.Func >= 0:
			add(p.Funcs[h.Func].Name, h)
		case h.Stat >= 0:
			for k, of := range p.Kinds {
				if p.IsA(k, h.StatKind) {
					add(of.Name+"."+p.Kinds[h.StatKind].Fields[h.Stat].Name, h)
				}
			}
		}
		if h.Event >= 0 && h.Stage == ir.While {
			for i, f := range p.Events[h.Event].Fields {
				if eval.Gives(h.Do)&(1<<i) != 0 {
					add(p.Events[h.Event].Name+"."+f.Name, h)
				}
			}
		}
	}
	out := map[string][]Hook{}
	for name, all := range found {
		slices.SortStableFunc(all, func(a, b *ir.Hook) int {
			return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Band, b.Band), strings.Compare(owner(p, a), owner(p, b)), strings.Compare(a.Label, b.Label))
		})
		for _, h := range all {
			head, _, _ := strings.Cut(h.At.Text(), "{")
			x := Hook{owner(p, h), strings.TrimSpace(head), h.At.File.Name, h.At.Pos().Line, h}
			if !slices.ContainsFunc(out[name], func(o Hook) bool { return o.Clause.At == h.At }) { // a clause with several heads
				out[name] = append(out[name], x)
			}
		}
	}
	return out
}

// owner is the card or kind that a clause belongs to.
func owner(p *ir.Program, h *ir.Hook) string {
	if h.Card >= 0 {
		return p.Kinds[p.Cards[h.Card].Kind].Name + " " + p.Cards[h.Card].Name
	}
	return "kind " + p.Kinds[h.Kind].Name
}

// printed is what stands on a card, as it is written.
func printed(p *ir.Program, c *ir.Card) []string {
	texts := c.Rules
	for _, n := range c.Hooks {
		if p.Hooks[n].Card == c.ID {
			texts = append(slices.Clip(texts), p.Hooks[n].Texts)
		}
	}
	return written(texts...)
}

// written are texts as they are written.
func written(texts ...ir.Texts) (out []string) {
	for _, t := range texts {
		for _, one := range []*ir.Template{t.En, t.Fr} {
			if one != nil {
				out = append(out, one.At.Text())
			}
		}
		for _, w := range t.Words {
			out = append(out, w.At.Text())
		}
	}
	return out
}

// Of lists what a program declares, with what it uses; what an option is about, in a language.
func Of(p *ir.Program, lang string) []Declared {
	var out []Declared
	add := func(sort, name, rest string, at source.Span, texts ir.Texts) {
		d := Declared{Sort: sort, Name: name, Line: sort + " " + name + rest, Span: at, Texts: texts}
		if at.IsValid() {
			d.File, d.At, d.Note = at.File.Name, at.Pos().Line, Comment(at)
		}
		d.Words = written(texts)
		out = append(out, d)
	}
	words := func(more []string) { d := &out[len(out)-1]; d.Words = append(d.Words, more...) }
	for _, e := range p.Enums {
		add("enum", e.Name, " { "+tell.Join(e.Values, " ", func(v ir.EnumValue) string { return v.Name })+" }", e.At, e.Texts)
	}
	if k := p.Kinds[ir.PlayerKind]; k.At.IsValid() && len(k.Fields) > 0 {
		add("kind", k.Name, " { "+tell.Join(k.Fields, "  ", func(f *ir.Field) string { return Field(p, f) })+" }", k.At, k.Texts)
		words(ir.FieldNames(k.Fields))
	}
	for _, k := range p.Kinds[ir.BuiltinKinds:] {
		rest := " { " + tell.Join(k.Fields, "  ", func(f *ir.Field) string { return Field(p, f) }) + " }"
		if len(k.On) > 0 {
			rest = " on " + tell.Join(k.On, ", ", func(n int) string { return p.TypeName(ir.Type{Kind: ir.Inst, Ref: n}) }) + rest
		}
		if k.Parent >= 0 {
			rest = " extends " + p.Kinds[k.Parent].Name + rest
		}
		add("kind", k.Name, rest, k.At, k.Texts)
		words(ir.FieldNames(k.Fields))
	}
	for _, e := range p.Events {
		params := e.Params()
		own := e.Named()[len(params):]
		rest := "(" + fields(p, params, ", ") + ")"
		if len(own) > 0 {
			rest += " { " + fields(p, own, "  ") + " }"
		}
		var tags []string
		for _, n := range e.Tags {
			tags = append(tags, "#"+p.Tags[n])
			rest += " #" + p.Tags[n]
		}
		for _, s := range e.Steps {
			rest += " step " + s
		}
		add([...]string{ir.PlainEvent: "event", ir.SpanEvent: "span", ir.ActionEvent: "action"}[e.Word], e.Name, rest, e.At, e.Texts)
		words(append(ir.FieldNames(e.Named()), tags...))
	}
	for _, f := range p.Funcs {
		rest := "(" + fields(p, f.Params, ", ") + "): " + p.TypeName(f.Result)
		if f.Figure != nil {
			rest += layers(f.Figure)
		}
		add("function", f.Name, rest, f.At, f.Texts)
	}
	for _, f := range p.Tables {
		add("table", f.Name, "("+fields(p, f.Params, ", ")+"): "+p.TypeName(f.Result), f.At, f.Texts)
	}
	for _, b := range p.Bags {
		add("bag", b.Name, " { "+fields(p, b.Fields, "  ")+" }", b.At, ir.Texts{})
	}
	for _, o := range p.Options {
		add("option", o.Name, ": "+p.TypeName(o.Type)+" = "+setting(p, o), o.At, o.Texts)
		d := &out[len(out)-1]
		d.Terms = append(d.Terms, text.Name(p, o.Texts, o.Name, lang))
		if len(o.See) > 0 {
			d.Terms = append(d.Terms, "see "+strings.Join(o.See, ", "))
		}
	}
	for _, z := range p.Zones {
		rest := " seen by " + [...]string{ir.ByAll: "all", ir.ByOwner: "owner", ir.ByNobody: "nobody"}[z.Seen]
		if z.OfPlayers {
			rest = " of player" + rest
		}
		add("zone", z.Name, rest, z.At, z.Texts)
	}
	for i, n := range p.Tags {
		add("tag", n, "", source.Span{}, p.TagTexts[i])
	}
	for _, c := range p.Cards {
		if c.Kind >= ir.BuiltinKinds {
			add("card", c.Name, "", c.At, c.Texts)
			out[len(out)-1].Line = p.Kinds[c.Kind].Name + " " + c.Name
			if len(c.Params) > 0 {
				out[len(out)-1].Line += "(" + fields(p, c.Params, ", ") + ")"
			}
			if c.Inner {
				out[len(out)-1].Line += ", for tests"
			}
			words(printed(p, c))
		}
		if c.Kind == ir.RuleKind && c.At.IsValid() {
			add("rule", c.Name, "", c.At, c.Texts)
			words(printed(p, c))
		}
	}
	return out
}

// setting is how an option stands, and how else it may be set.
func setting(p *ir.Program, o *ir.Option) string {
	var others []string
	switch o.Type.Kind {
	case ir.Bool:
		return fmt.Sprintf("%v, or %v", o.Value != 0, o.Value == 0)
	case ir.EnumType:
		for i, v := range p.Enums[o.Type.Ref].Values {
			if int64(i) != o.Value {
				others = append(others, v.Name)
			}
		}
		return p.Enums[o.Type.Ref].Values[o.Value].Name + ", or " + strings.Join(others, ", ")
	case ir.Length:
		return ir.LengthText(o.Value)
	default:
		return strconv.FormatInt(o.Value, 10)
	}
}

// Setups are those of the program's own files, with the names of what they give.
func Setups(u *load.Unit) []Declared {
	var out []Declared
	for s := range syntax.Scripts("setup", u.Own...) {
		d := Declared{Sort: "setup", Name: s.Name.Text, Line: "setup " + s.Name.Text, File: s.At.File.Name, At: s.At.Pos().Line, Note: Comment(s.At), Span: s.At}
		if s.In != nil {
			d.Line += " in " + s.In.Text
		}
		for g := range syntax.Of[*syntax.GivenStmt](s.Body.Stmts) {
			for _, n := range g.Names {
				d.Words = append(d.Words, n.Text)
			}
		}
		d.Line += " { " + strings.Join(d.Words, " ") + " }, for tests of this program"
		out = append(out, d)
	}
	return out
}

func fields(p *ir.Program, list []*ir.Field, joint string) string {
	return tell.Join(list, joint, func(f *ir.Field) string { return Param(p, f) })
}

var classes = [...]string{ir.Printed: "", ir.Stat: "stat ", ir.Cell: "cell ", ir.Derived: "derive ", ir.Carried: "carries "}

// Field is a field of a kind, as it is declared.
func Field(p *ir.Program, f *ir.Field) string { return classes[f.Class] + Param(p, f) }

// Param is a parameter or field of an event, as it is declared.
func Param(p *ir.Program, f *ir.Field) string {
	s := f.Name + ": " + p.TypeName(f.Type)
	if f.Lo != ir.None || f.Hi != ir.None {
		s += " in " + end(p, f, f.Lo) + ".." + end(p, f, f.Hi)
	}
	switch {
	case f.Class == ir.Derived, f.Default == nil, f.Chosen, f.Type.Kind == ir.BagType:
	case f.Default.At == f.At: // which is not written
		s += " = " + expr.String(f.Default)
	default:
		s += " = " + source.OneLine(f.Default.At.Text())
	}
	return s + layers(f)
}

// end is an end of the range of a field, as it is written; "" where it has none.
func end(p *ir.Program, f *ir.Field, n int64) string {
	switch {
	case n == ir.None:
		return ""
	case f.Type.Kind == ir.Length:
		return ir.LengthText(n)
	case f.Type.Kind == ir.Target:
		return value.FormatTarget(n)
	case f.Type.Kind == ir.EnumType:
		return p.Enums[f.Type.Ref].Values[n].Name
	}
	return strconv.FormatInt(n, 10)
}

// Terms are what stands in the way of an event, as it is written, and for a tag who bears it.
func Terms(p *ir.Program, d Declared) (lines []string) {
	add := func(word string, at source.Span) {
		lines = append(lines, word+source.OneLine(at.Text()))
	}
	for _, k := range p.Kinds {
		if d.Sort == "kind" && k.Name == d.Name {
			lines = append(lines, layout.OfKind(p, k.ID, "en")...)
		}
	}
	var bearers []string
	for _, e := range p.Events {
		if d.Sort == "tag" && slices.ContainsFunc(e.Tags, func(n int) bool { return p.Tags[n] == d.Name }) {
			bearers = append(bearers, e.Name)
		}
		if e.At.File == nil || e.Name != d.Name || e.At.File.Name != d.File {
			continue
		}
		for _, r := range e.Requires {
			add("require "+r.Label+": ", r.Cond.At)
		}
		for _, l := range e.Limits {
			add("", l.At)
		}
		for _, c := range e.Costs {
			add("", c.At)
		}
	}
	if len(bearers) > 0 {
		lines = append(lines, "of "+strings.Join(bearers, ", "))
	}
	return lines
}

// layers are those of a field or function, as they are declared.
func layers(f *ir.Field) string {
	if len(f.Layers) == 0 {
		return ""
	}
	return " layers " + strings.Join(f.Layers, ", ")
}

// Comment is the comment that stands right above a declaration.
func Comment(at source.Span) string {
	var lines []string
	for n := at.Pos().Line - 1; n > 0; n-- {
		l := strings.TrimSpace(at.File.Line(n))
		if !strings.HasPrefix(l, "//") {
			break
		}
		lines = append([]string{strings.TrimSpace(strings.TrimPrefix(l, "//"))}, lines...)
	}
	return strings.Join(lines, " ")
}
