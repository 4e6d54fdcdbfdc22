package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// Doc lists what a program declares.

// documented is one declaration in `doc`.
type documented struct {
	Sort string `json:"sort"` // kind, enum, event, span, action, function, table, bag, option, tag, setup, card
	Name string `json:"name"`
	Line string `json:"line"` // as an author would write its head
	Note string `json:"note,omitempty"`
	File string `json:"file,omitempty"`
	At   int    `json:"at,omitempty"`
	// Terms are what the event of that very name asks for, requires, limits and costs, what bears the tag, or what
	// the kind says of all its cards.
	Terms []string `json:"terms,omitempty"`
	// Hooks are the clauses that hear the event, or contribute to the function, of that very name, in their order.
	Hooks []hooked `json:"hooks,omitempty"`
	words []string // its fields, and what is printed
}

// hooked is a clause that hears an event or contributes to a function.
type hooked struct {
	Owner string `json:"owner"` // a card, kind or rule
	Head  string `json:"head"`  // as it is written
	File  string `json:"file"`
	At    int    `json:"at"`
}

// The sorts, in the order in which they are listed.
var sorts = []string{"kind", "enum", "span", "event", "action", "function", "table", "bag", "option", "tag", "setup", "card"}

type docCommand struct{ report }

func (c *docCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "doc [FILE|PACK [WORD]]",
		Short: "List what a pack offers to cards: events, kinds, tags ...",
		Long: `Doc lists what a program or pack declares: kinds with their fields, events
with theirs, spans, actions, functions, tables, options, tags, setups and cards,
each with the comment above it, and events with the labelled steps that an
overlay may change.

FILE is a file or folder; PACK is the id of a pack that comes with kdsl. WORD is
a sort (kinds, enums, spans, events, actions, functions, tables, options, tags,
setups, cards), a part of a name, the name of a field, or a word that is printed
on a card. Of an event of that very name the clauses that hear it are listed,
too, in the order in which they run where nothing else decides; of a function
with layers those that contribute to it; of a kind what it says of all its
cards.`,
		Example: `  kdsl doc throws events
  kdsl doc saga tags`,
		Args: atMost(2),
	}
}

func (c *docCommand) flags(fs *pflag.FlagSet) { jsonFlag(fs, &c.asJSON) }

func (c *docCommand) run(t *tool, args []string) error {
	word := ""
	if len(args) == 2 {
		args, word = args[:1], args[1]
	}
	units, err := t.subject(args)
	if err != nil {
		return err
	}
	var all []documented
	for _, u := range units {
		for _, d := range slices.Concat(declarations(u.Program), setups(u)) {
			switch {
			case strings.HasPrefix(d.Name, "_"), // a pack's own, for its tests
				word == "" && d.Sort == "card", // there are many; ask for them
				word != "" && d.Sort+"s" != word && d.Sort != word && !d.speaks(word):
				continue
			case d.Name == word:
				d.Hooks, d.Terms = hooks(u.Program, word), append(d.Terms, terms(u.Program, d)...)
			}
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		return usage("nothing here is a sort or a name like %q; the sorts are %ss", word, strings.Join(sorts, "s, "))
	}
	slices.SortStableFunc(all, func(a, b documented) int {
		return cmp.Or(slices.Index(sorts, a.Sort)-slices.Index(sorts, b.Sort), strings.Compare(a.Name, b.Name))
	})
	return c.show(t, documentOf(entry{"declarations", all}), func() {
		p := t.painter(t.out)
		for _, d := range all {
			where := ""
			if d.File != "" {
				where = fmt.Sprintf("  %s:%d", d.File, d.At)
			}
			t.print("%s%s\n", p.Paint(term.Bold, diag.Visible(d.Line)), where)
			if d.Note != "" {
				t.print("    %s\n", diag.Visible(d.Note))
			}
			for _, line := range d.Terms {
				t.print("    %s\n", diag.Visible(line))
			}
			for _, h := range d.Hooks {
				t.print("    %s %s  %s:%d\n", p.Paint(term.Bold, diag.Visible(h.Owner)), diag.Visible(h.Head), h.File, h.At)
			}
		}
	})
}

// speaks tells whether a word is a part of the name, a field, or printed.
func (d *documented) speaks(word string) bool {
	word = strings.ToLower(word)
	return strings.Contains(d.Name, word) || slices.ContainsFunc(d.words, func(w string) bool { return strings.Contains(strings.ToLower(w), word) })
}

// hooks lists the clauses that hear an event, or contribute to a function: by the steps of events, then by rank, then by their names.
func hooks(p *ir.Program, name string) []hooked {
	var found []*ir.Hook
	for _, h := range p.Hooks {
		if h.Event >= 0 && p.Events[h.Event].Name == name || h.Func >= 0 && p.Funcs[h.Func].Name == name {
			found = append(found, h)
		}
	}
	slices.SortStableFunc(found, func(a, b *ir.Hook) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Band, b.Band), strings.Compare(owner(p, a), owner(p, b)), strings.Compare(a.Label, b.Label))
	})
	var out []hooked
	for _, h := range found {
		head, _, _ := strings.Cut(h.At.Text(), "{")
		x := hooked{owner(p, h), strings.TrimSpace(head), h.At.File.Name, h.At.Pos().Line}
		if !slices.Contains(out, x) { // a clause with several heads
			out = append(out, x)
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
	var out []string
	texts := append([]ir.Texts{c.Texts}, c.Rules...)
	for _, n := range c.Hooks {
		if p.Hooks[n].Card == c.ID {
			texts = append(texts, p.Hooks[n].Texts)
		}
	}
	for _, t := range texts {
		for _, one := range []*ir.Template{t.En, t.Fr} {
			if one != nil {
				out = append(out, one.At.Text())
			}
		}
	}
	return out
}

// declarations lists what a program declares.
func declarations(p *ir.Program) []documented {
	var out []documented
	add := func(sort, name, rest string, at source.Span) {
		d := documented{Sort: sort, Name: name, Line: sort + " " + name + rest}
		if at.IsValid() {
			d.File, d.At, d.Note = at.File.Name, at.Pos().Line, comment(at)
		}
		out = append(out, d)
	}
	for _, e := range p.Enums {
		add("enum", e.Name, " { "+tell.Join(e.Values, " ", func(v ir.EnumValue) string { return v.Name })+" }", e.At)
	}
	words := [...]string{ir.Printed: "", ir.Stat: "stat ", ir.Cell: "cell ", ir.Derived: "derive ", ir.Carried: "carries "}
	for _, k := range p.Kinds[ir.BuiltinKinds:] {
		rest := " { " + tell.Join(k.Fields, "  ", func(f *ir.Field) string { return words[f.Class] + field(p, f) }) + " }"
		if len(k.On) > 0 {
			rest = " on " + tell.Join(k.On, ", ", func(n int) string { return p.TypeName(ir.Type{Kind: ir.Inst, Ref: n}) }) + rest
		}
		if k.Parent >= 0 {
			rest = " extends " + p.Kinds[k.Parent].Name + rest
		}
		add("kind", k.Name, rest, k.At)
		out[len(out)-1].words = ir.FieldNames(k.Fields)
	}
	for _, e := range p.Events {
		params := slices.DeleteFunc(slices.Clone(e.Fields), func(f *ir.Field) bool { return !f.Param })
		own := slices.DeleteFunc(slices.Clone(e.Named()), func(f *ir.Field) bool { return f.Param })
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
		add([...]string{ir.PlainEvent: "event", ir.SpanEvent: "span", ir.ActionEvent: "action"}[e.Word], e.Name, rest, e.At)
		out[len(out)-1].words = append(ir.FieldNames(e.Named()), tags...)
	}
	for _, f := range p.Funcs {
		rest := "(" + fields(p, f.Params, ", ") + "): " + p.TypeName(f.Result)
		if f.Figure != nil {
			rest += layers(f.Figure)
		}
		add("function", f.Name, rest, f.At)
	}
	for _, f := range p.Tables {
		add("table", f.Name, "("+fields(p, f.Params, ", ")+"): "+p.TypeName(f.Result), f.At)
	}
	for _, b := range p.Bags {
		add("bag", b.Name, " { "+fields(p, b.Fields, "  ")+" }", b.At)
	}
	for _, o := range p.Options {
		add("option", o.Name, ": "+p.TypeName(o.Type)+" = "+setting(p, o), o.At)
		d := &out[len(out)-1]
		d.Terms = append(d.Terms, text.Name(p, o.Texts, o.Name, "en"))
		if len(o.See) > 0 {
			d.Terms = append(d.Terms, "see "+strings.Join(o.See, ", "))
		}
	}
	for _, n := range p.Tags {
		add("tag", n, "", source.Span{})
	}
	for _, c := range p.Cards {
		if c.Kind >= ir.BuiltinKinds {
			add("card", c.Name, "", c.At)
			out[len(out)-1].Line = p.Kinds[c.Kind].Name + " " + c.Name
			if c.Inner {
				out[len(out)-1].Line += ", for tests"
			}
			out[len(out)-1].words = printed(p, c)
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

// setups are those of the program's own files, with the names of what they give.
func setups(u *load.Unit) []documented {
	var out []documented
	for _, f := range u.Own {
		for _, d := range f.Decls {
			s, ok := d.(*syntax.ScriptDecl)
			if !ok || s.Word.Text != "setup" {
				continue
			}
			d := documented{Sort: "setup", Name: s.Name.Text, Line: "setup " + s.Name.Text, File: s.At.File.Name, At: s.At.Pos().Line, Note: comment(s.At)}
			if s.In != nil {
				d.Line += " in " + s.In.Text
			}
			for _, x := range s.Body.Stmts {
				if g, ok := x.(*syntax.GivenStmt); ok {
					for _, n := range g.Names {
						d.words = append(d.words, n.Text)
					}
				}
			}
			d.Line += " { " + strings.Join(d.words, " ") + " }, for tests of this program"
			out = append(out, d)
		}
	}
	return out
}

func fields(p *ir.Program, list []*ir.Field, joint string) string {
	return tell.Join(list, joint, func(f *ir.Field) string { return field(p, f) })
}

func field(p *ir.Program, f *ir.Field) string {
	s := f.Name + ": " + p.TypeName(f.Type)
	if f.Class != ir.Derived && f.Default != nil && !f.Chosen {
		s += " = " + expr.String(f.Default)
	}
	return s + layers(f)
}

// terms are what stands in the way of an event, as it is written, and for a tag who bears it.
func terms(p *ir.Program, d documented) (lines []string) {
	add := func(word string, at source.Span) {
		lines = append(lines, word+strings.Join(strings.Fields(at.Text()), " "))
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

// comment is the comment that stands right above a declaration.
func comment(at source.Span) string {
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
