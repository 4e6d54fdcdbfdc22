package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// thing is what is declared and has names.
type thing struct {
	claim.Noun
	texts ir.Texts
	span  bool
}

// thingsOf are the things of a program, each field once: a kind has those of the kind that it extends.
func thingsOf(p *ir.Program) (out []thing) {
	add := func(n claim.Noun, t ir.Texts) { out = append(out, thing{n, t, false}) }
	had := map[*ir.Field]bool{}
	field := func(f *ir.Field) {
		if f.Name != "" && !had[f] {
			had[f] = true
			add(claim.Noun{Sort: claim.FieldNoun, Field: f, Name: f.Name}, f.Texts)
		}
	}
	for _, k := range p.Kinds {
		if k.ID >= ir.BuiltinKinds {
			add(claim.Noun{Sort: claim.KindNoun, ID: k.ID, Name: k.Name}, k.Texts)
		}
		for _, f := range k.Fields {
			field(f)
		}
	}
	for _, c := range p.Cards {
		if c.Inner || c.Kind == ir.PlayerKind {
			continue
		}
		add(claim.Noun{Sort: claim.CardNoun, ID: c.ID, Name: c.Name}, c.Texts)
		for _, f := range c.Own {
			if !f.Param || worded(f.Texts) {
				field(f)
			}
		}
	}
	for _, e := range p.Events {
		add(claim.Noun{Sort: claim.EventNoun, ID: e.ID, Name: e.Name}, e.Texts)
		out[len(out)-1].span = e.Word == ir.SpanEvent
		for _, f := range e.Named() {
			if worded(f.Texts) {
				field(f)
			}
		}
	}
	for _, f := range p.Funcs {
		add(claim.Noun{Sort: claim.FuncNoun, ID: f.ID, Name: f.Name}, f.Texts)
	}
	for i, e := range p.Enums {
		for n, v := range e.Values {
			add(claim.Noun{Sort: claim.ValueNoun, ID: i, Value: n, Name: v.Name}, v.Texts)
		}
	}
	for i, z := range p.Zones {
		add(claim.Noun{Sort: claim.ZoneNoun, ID: i, Name: z.Name}, z.Texts)
	}
	for i, t := range p.Tables {
		add(claim.Noun{Sort: claim.TableNoun, ID: i, Name: t.Name}, t.Texts)
	}
	return out
}

func worded(t ir.Texts) bool { return t.En != nil || t.Fr != nil }

// of makes a lexicon that of the things of another program, where they have the same names; it tells whether they have.
func (l *lexicon) of(unit string, things []thing) bool {
	if l.inch != unit || !slices.EqualFunc(l.things, things, thing.like) {
		return false
	}
	now := map[*ir.Field]*ir.Field{}
	for i, x := range l.things {
		if x.Field != nil {
			now[x.Field] = things[i].Field
		}
	}
	l.things, l.meanings = things, map[[2]*word]*word{}
	for _, words := range []map[string]*word{l.forms, l.stems} {
		for _, w := range words {
			for i := range w.nouns {
				if f := w.nouns[i].Field; f != nil {
					w.nouns[i].Field = now[f]
				}
			}
		}
	}
	return true
}

// like tells whether two things of two programs have the same names, and are the same in all but the field that each is.
func (a thing) like(b thing) bool {
	x, y := a.Noun, b.Noun
	x.Field, y.Field = nil, nil
	return x == y && a.span == b.span &&
		spelled(a.texts.En, b.texts.En) && spelled(a.texts.Fr, b.texts.Fr) &&
		slices.EqualFunc(a.texts.Words, b.texts.Words, func(a, b *ir.Word) bool {
			return a == b || a.French == b.French && spelled(&a.Template, &b.Template)
		})
}

// spelled tells whether two names are spelled alike, whatever stands for their parameters.
func spelled(a, b *ir.Template) bool {
	return a == b || a != nil && b != nil && a.Noun.Plural == b.Noun.Plural && slices.EqualFunc(a.Parts, b.Parts, func(a, b ir.Part) bool {
		return a.Text == b.Text && (a.Expr == nil) == (b.Expr == nil)
	})
}
