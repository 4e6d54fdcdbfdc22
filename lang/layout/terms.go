package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// phrases are the words of the layout itself.
var phrases = map[string]struct{ rule, once, twice, times, game, and string }{
	"en": {"Rule", "once per ", "twice per ", " times per ", "game", ", "},
	"fr": {"Règle", "une fois par ", "deux fois par ", " fois par ", "partie", ", "},
}

// frequency is how often something may be used, when that is fixed, counted for its owner alone, and not told
// already by the sentence.
func (l *layout) frequency(c *ir.Card, limits []*ir.Limit, said string) string {
	say := phrases[l.lang]
	low := strings.ToLower(said)
	var out []string
	for _, limit := range limits {
		times, known := text.Known(l.p, c, limit.Times)
		if !known || !slices.ContainsFunc(limit.Keys, ofOwner) || len(limit.Keys) > 1 || strings.Contains(low, say.once) || strings.Contains(low, say.times) {
			continue
		}
		often := strconv.FormatInt(times, 10) + say.times
		switch times {
		case 1:
			often = say.once
		case 2:
			often = say.twice
		}
		span := say.game
		if limit.Span >= 0 {
			span = l.span(l.p.Events[limit.Span])
		}
		out = append(out, often+span)
	}
	return strings.Join(out, say.and)
}

// span is what one span is called, within which something may be done so often.
func (l *layout) span(e *ir.Event) string {
	for _, w := range e.Texts.Words {
		if w.Use == ir.NounWord && w.French == (l.lang == "fr") {
			return text.Fill(l.p, nil, &w.Template, l.lang)
		}
	}
	l.lack("span", e.Name)
	return strings.ReplaceAll(e.Name, "_", " ")
}

// ofOwner tells whether a key of a limit is the thing itself, what it lies on, or whoever acts.
func ofOwner(e *ir.Expr) bool {
	switch e.Op {
	case ir.Self, ir.SelfBearer:
		return true
	case ir.EventField, ir.Local:
		return e.N == 0
	}
	return false
}

// cost is what has to be paid, as far as that is a number: what the sentence of the paying event says from its
// number on, `2 AP` of "she spends 2 AP".
func (l *layout) cost(c *ir.Card, costs []*ir.Emit) string {
	var out []string
	for _, emit := range costs {
		e := l.p.Events[emit.Event]
		t := text.Of(e.Texts, l.lang)
		if t == nil && (e.Texts.En != nil || e.Texts.Fr != nil) {
			l.lack("event", e.Name)
		}
		if t == nil {
			continue
		}
		if s := l.amount(c, e, emit, t); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, phrases[l.lang].and)
}

// amount is the end of the sentence of an event from its first number on, when all of that is fixed.
func (l *layout) amount(c *ir.Card, e *ir.Event, emit *ir.Emit, t *ir.Template) string {
	var rest ir.Template
	for _, part := range t.Parts {
		if part.Expr != nil {
			part.Expr = given(e, emit, part.Expr)
			_, known := text.Known(l.p, c, part.Expr)
			if !known || !numeric(part.Expr.Type) {
				rest.Parts = nil
				continue
			}
		} else if len(rest.Parts) == 0 {
			continue
		}
		rest.Parts = append(rest.Parts, part)
	}
	return text.Fill(l.p, c, &rest, l.lang)
}

// given is what a field of an event is set to by a call: by what the caller gives, or by what it begins with.
func given(e *ir.Event, emit *ir.Emit, x *ir.Expr) *ir.Expr {
	for range e.Fields { // each field begins with what those before it are
		if x.Op != ir.EventField && x.Op != ir.Local {
			break
		}
		i := slices.IndexFunc(e.Fields, func(f *ir.Field) bool { return f.Slot == int(x.N) && f.Type.IsList() == x.Type.IsList() })
		if i < 0 {
			break
		}
		if a := slices.IndexFunc(emit.Args, func(a ir.EmitArg) bool { return a.Field == i }); a >= 0 {
			return emit.Args[a].Value
		}
		if e.Fields[i].Default == nil {
			break
		}
		x = e.Fields[i].Default
	}
	return x
}
