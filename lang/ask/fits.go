package ask

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Fits knows which names of a program fit at a place of a text, by what stands before it: the fields of what stands before a
// point, the events that a clause may hear and their fields, the cards of a kind, the layers of a field, the values of an enum.
type Fits struct {
	p      *ir.Program
	fields map[string][]*ir.Field // of kinds, cards and events, by name
	kinds  map[string]*ir.Kind
	events map[string]*ir.Event
}

// FitsOf knows what fits in a program; nil for none.
func FitsOf(p *ir.Program) *Fits {
	if p == nil {
		return nil
	}
	f := &Fits{p: p, fields: map[string][]*ir.Field{}, kinds: map[string]*ir.Kind{}, events: map[string]*ir.Event{}}
	add := func(list []*ir.Field) {
		for _, x := range list {
			if !slices.Contains(f.fields[x.Name], x) {
				f.fields[x.Name] = append(f.fields[x.Name], x)
			}
		}
	}
	for _, x := range p.Kinds {
		f.kinds[x.Name] = x
		add(x.Fields)
	}
	for _, x := range p.Cards {
		add(x.Params)
		add(x.Own)
	}
	for _, x := range p.Events {
		f.events[x.Name] = x
		add(x.Fields)
	}
	return f
}

// at are the names that fit behind some tokens; nil where nothing is known of it. The place is where these end.
func (f *Fits) at(list []token, pl *place) map[string]bool {
	word := func(back int) string {
		if back > len(list) {
			return ""
		}
		return list[len(list)-back].word
	}
	out := map[string]bool{}
	call := ""
	if n := len(pl.calls); n > 0 {
		call = pl.calls[n-1]
	}
	switch last := word(1); {
	case last == ".":
		for _, t := range f.typesOf(word(2), pl) {
			f.parts(t, out)
		}
	case last == "layer":
		for _, x := range f.fields[word(2)] {
			for _, l := range x.Layers {
				out[l] = true
			}
		}
	case slices.Contains(syntax.HookWords, last) && word(2) == ":" || last == "or" && slices.Contains(syntax.HookWords, pl.line):
		for name := range f.events {
			out[name] = true
		}
		for _, x := range f.p.Funcs {
			if x.Figure != nil {
				out[x.Name] = true
			}
		}
		out["true"], out["throw"] = true, true
	case last == "[" || last == "," && call == "[":
		from := len(list) - 1
		for from > 1 && list[from].word != "[" && list[from].word != lineEnd {
			from--
		}
		if from > 1 && list[from].word == "[" && list[from-1].word == ":" {
			f.valuesOf(list[from-2].word, out)
		}
	case last == ":" && source.IsName(word(2)):
		if f.valuesOf(word(2), out); len(out) == 0 && f.events[call] != nil && slices.Contains(syntax.DeclarationWords, pl.decl) {
			given(list, out)
		}
	case (last == "(" || last == ",") && f.events[call] != nil:
		for _, x := range f.events[call].Fields {
			if x.Param || x.Chosen || len(x.Layers) == 0 && slices.Contains(syntax.HookWords, pl.line) {
				out[x.Name] = true
			}
		}
	case last == "to" && (pl.line == "add" || pl.line == "raise"):
		for name, list := range f.fields {
			if slices.ContainsFunc(list, func(x *ir.Field) bool { return len(x.Layers) > 0 }) {
				out[name] = true
			}
		}
		out["bearer"] = true
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// given adds what a script has in play: the names behind given, let and as, from its first line on.
func given(list []token, out map[string]bool) {
	for i := len(list) - 1; i > 0 && !slices.Contains([]string{"test", "odds", "scenario", "setup"}, list[i].word); i-- {
		if slices.Contains([]string{"given", "let", "as"}, list[i-1].word) {
			for ; i < len(list) && source.IsName(list[i].word); i += 2 {
				out[list[i].word] = true
				if i+1 < len(list) && list[i+1].word != "," {
					break
				}
			}
			for i > 0 && !slices.Contains([]string{"given", "let", "as"}, list[i-1].word) {
				i--
			}
		}
	}
}

// typesOf are what a name may be of.
func (f *Fits) typesOf(name string, pl *place) (out []ir.Type) {
	add := func(t ir.Type) {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	if k := f.kinds[pl.decl]; k != nil {
		switch name {
		case "bearer":
			for _, on := range k.On {
				add(ir.Type{Kind: ir.Inst, Ref: on})
			}
		case "self":
			add(ir.Type{Kind: ir.Inst, Ref: k.ID})
		}
	}
	switch name {
	case "owner", "opponent":
		add(ir.Type{Kind: ir.Inst, Ref: ir.PlayerKind})
	}
	for _, x := range f.fields[name] {
		add(x.Type.Required())
	}
	return out
}

// parts adds what is read behind a point of something of a type.
func (f *Fits) parts(t ir.Type, out map[string]bool) {
	switch {
	case t.Kind == ir.Inst || t.Kind == ir.CardOf:
		if k := f.p.KindAt(t.Ref); k >= 0 {
			for _, x := range f.p.Kinds[k].Fields {
				out[x.Name] = true
			}
		}
		for _, name := range []string{"owner", "card", "bearer", "source"} {
			out[name] = true
		}
	case t.Kind == ir.Record:
		for _, x := range f.p.Events[t.Ref].Fields {
			out[x.Name] = true
		}
	}
	for _, x := range ir.Prims {
		if x.Method {
			out[x.Name] = true
		}
	}
}

// valuesOf adds what may be given to a field of a name, where its type has names for that.
func (f *Fits) valuesOf(name string, out map[string]bool) {
	for _, x := range f.fields[name] {
		t := x.Type.Required()
		switch {
		case x.Class == ir.Carried:
			t = ir.Type{Kind: ir.CardOf, Ref: t.Ref}
		case t.Kind == ir.List:
			t = t.Element()
		}
		switch t.Kind {
		case ir.EnumType:
			for _, v := range f.p.Enums[t.Ref].Values {
				out[v.Name] = true
			}
		case ir.Bool:
			out["true"], out["false"] = true, true
		case ir.CardOf:
			for _, c := range f.p.Cards {
				if t.Ref >= 0 && f.p.IsA(c.Kind, t.Ref) {
					out[c.Name] = true
				}
			}
		}
	}
	if len(out) > 0 {
		out["none"], out["self"], out["bearer"] = true, true, true
	}
}
