package interp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// Show writes a scalar of a type as a reader expects it.
func (g *game) Show(t ir.Type, n int64) string {
	if n == ir.None {
		return "none"
	}
	switch t.Kind {
	case ir.Bool:
		return yesNo(n != 0)
	case ir.Length:
		return ir.LengthText(n)
	case ir.Dice:
		return value.FormatDice(n)
	case ir.Target:
		return value.FormatTarget(n)
	case ir.EnumType:
		if v := g.M.P.Enums[t.Ref].Values; n >= 0 && n < int64(len(v)) {
			return v[n].Name
		}
	case ir.Inst:
		return g.Name(n)
	case ir.CardOf:
		if n >= 0 && n < int64(len(g.M.P.Cards)) {
			return g.M.P.Cards[n].Name
		}
	case ir.Record:
		return "event"
	}
	return strconv.FormatInt(n, 10)
}

// ShowValue writes a value of either sort.
func (g *game) ShowValue(t ir.Type, v ir.Value) string {
	if !t.IsList() {
		return g.Show(t, v.N)
	}
	item := t.Element()
	if t.Kind != ir.List {
		item = ir.Type{Kind: ir.Int}
		if t.Kind != ir.BagType {
			item.Kind = ir.Length
		}
	}
	return "[" + joined(v.L, func(n int64) string { return g.Show(item, n) }) + "]"
}

// joined writes the members of a list, each as show does.
func joined(l []int64, show func(int64) string) string {
	var parts []string
	for _, n := range l {
		parts = append(parts, show(n))
	}
	return strings.Join(parts, ", ")
}

// TextIn fills a template with the values of the frame that is bound, by the manners of a language: its plurals,
// its little words, what agrees with whom it tells of, and the display names of enum values and cards. What has
// no value when it is told is a question mark: to tell changes nothing, so that it cannot fail either.
func (g *game) TextIn(t *ir.Template, lang string) string {
	if t == nil {
		return ""
	}
	line := tongue.Line{Language: tongue.For(lang)}
	was := g.V.Err
	for _, p := range t.Parts {
		switch {
		case p.Expr == nil:
			line.Say(p.Text)
			continue
		case p.Expr.Type.Kind == ir.Inst && p.Form == "":
			if n := g.M.C.LateInt(p.Expr)(g.V); g.V.Err == was {
				line.Name(g.Noun(n, lang))
				continue
			}
		default:
			s := partOf(g, p, lang)
			if g.V.Err != was {
				break
			}
			switch k := p.Expr.Type.Kind; {
			case p.Form == "" && k == ir.CardOf:
				line.Name(cardNoun(g, g.M.C.LateInt(p.Expr)(g.V), s, lang))
			case p.Form == "" && k == ir.EnumType:
				line.Name(tongue.Noun{One: s, Proper: true})
			default:
				line.Say(s)
			}
			continue
		}
		g.V.Err = was
		line.Say("?")
	}
	return line.String()
}

// CardName is the name of the card of an instance, with what its parameters are; "" when it has none.
func (r *Run) CardName(n int64, lang string) string {
	defer r.V.Back(r.V.Here())
	t := r.M.P.Cards[r.CardOf(n)].Texts
	name := text.Of(t, lang)
	if name == nil {
		name = t.En
	}
	r.V.Self, r.V.Err = int32(n), nil
	return r.TextIn(name, lang)
}

// Noun is what an instance is called in a language. Of what is told of as `le` the gender is known by that.
func (g *game) Noun(n int64, lang string) tongue.Noun {
	if p := playerNamed(g, n); p != nil {
		return text.PlayerNoun(*p, g.Name(n), lang)
	}
	var texts ir.Texts
	if c := g.CardOf(n); c >= 0 {
		texts = g.M.P.Cards[c].Texts
	}
	noun := text.Noun(texts, g.Name(n), lang)
	if l := tongue.For(lang); l == tongue.French && noun.Gender == tongue.Unknown && strings.HasPrefix(l.Named(noun), "le ") {
		noun.Gender = tongue.Masculine
	}
	return noun
}

// cardNoun is a card that a text names: with an article where its gender is said, for that is called by a common noun.
func cardNoun(r *game, card int64, name, lang string) tongue.Noun {
	if card < 0 {
		return tongue.Noun{One: name, Proper: true}
	}
	return text.ByName(r.M.P.Cards[card].Texts, name, lang)
}

// partOf is what stands in a text for a value.
func partOf(r *game, p ir.Part, lang string) string {
	switch {
	case p.Form == "plural":
		n := r.M.C.LateInt(p.Expr)(r.V)
		if p.Expr.Type.Kind == ir.Length {
			n /= ir.Unit
		}
		if tongue.For(lang).Singular(n) {
			return p.One
		}
		return p.Many
	case p.Expr.Type.IsList():
		return r.ShowIn(p.Expr.Type, ir.Value{L: r.M.C.LateList(p.Expr)(r.V)}, lang)
	}
	n := r.M.C.LateInt(p.Expr)(r.V)
	switch noun := p.Expr.Type.Kind == ir.Inst; {
	case noun && p.Form == "de":
		return tongue.French.Of(r.Noun(n, lang), false)
	case noun && p.Form == "le":
		return tongue.French.Named(r.Noun(n, lang))
	}
	s := r.ShowIn(p.Expr.Type, ir.Value{N: n}, lang)
	if p.Form != "" {
		s = text.Led(r.M.P, p.Form, p.Expr.Type, n, s)
	}
	return s
}

// ShowIn writes a value for a reader of a language, with display names.
func (g *game) ShowIn(t ir.Type, v ir.Value, lang string) string {
	switch item := t.Element(); {
	case t.Kind == ir.List:
		return joined(v.L, func(n int64) string { return g.ShowIn(item, ir.Value{N: n}, lang) })
	case t.IsList() || v.N == ir.None || t.Kind == ir.Inst || t.Kind == ir.Record:
		return g.ShowValue(t, v)
	}
	return text.Show(g.M.P, t, v.N, lang)
}

// EventText is the sentence of what an entry tells, filled in with the values of the event: the text
// that the event declares, or a note's own. It is asked while the entry is recorded, when the machine
// stands in that event.
func (g *game) EventText(e *journal.Entry, lang string) (out string) {
	filled(g, e, lang, func(t *ir.Template) { out = g.TextIn(t, lang) })
	return out
}

// filled hands over the sentence of an entry, as the values of the event on top stand.
func filled(g *game, e *journal.Entry, lang string, use func(*ir.Template)) {
	t := e.Say
	if t == nil && e.Event >= 0 {
		t = &g.M.P.Events[e.Event].Texts
	}
	if t == nil {
		return
	}
	said := text.Of(*t, lang)
	if said == nil {
		said = t.En
	}
	v := g.V
	defer v.Back(v.Here())
	if n := g.S.Top(); n >= 0 {
		v.Bind(n)
	}
	if v.Err = nil; said != nil {
		use(said)
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// Called gives things the names that a script gives them, where they have none.
func (g *game) Called(s *ir.Script) {
	if len(g.S.Frames) == 0 {
		return
	}
	for _, n := range slices.Backward(s.Frame.Slots) { // of two names the first is that of a given
		if n.Name == "" || strings.Contains(n.Name, ".") || n.Type.Kind != ir.Inst || n.Type.Ref == ir.PlayerKind {
			continue
		}
		if x := *g.S.Int(0, n.Slot); x >= int64(g.S.Players) && x < int64(len(g.S.Insts)) {
			g.Labels = append(g.Labels, make([]string, max(0, int(x)+1-len(g.Labels)))...)
			g.Labels[x] = n.Name
		}
	}
}

// Measured writes what a script measures: a thing as the script's given calls it. Of another its card is told, and, where
// more of these are there without a name, which of them it is, whatever else may be measured.
func Measured(r *Run, s *ir.Script, t ir.Type, n int64) string {
	if t.Kind != ir.Inst || n < int64(r.S.Players) || n >= int64(len(r.S.Insts)) {
		return r.Show(t, n)
	}
	named := givens(nil, s.Do.Stmts)
	for _, g := range named {
		if *r.S.Int(0, g.Slot) == n {
			return g.Name
		}
	}
	card, at, all := r.S.Insts[n].Card, 0, 0
	for i := range r.S.Insts {
		x := &r.S.Insts[i]
		if x.Card != card || x.Where == state.Gone || slices.ContainsFunc(named, func(g *ir.Var) bool { return *r.S.Int(0, g.Slot) == int64(i) }) {
			continue
		}
		if all++; int64(i) == n {
			at = all
		}
	}
	if at == 0 || all == 1 {
		return r.Name(n)
	}
	return fmt.Sprintf("%s #%d", r.Name(n), at)
}

// MeasuredIn writes what is measured for readers of a language: whether something is so is a word of theirs.
func MeasuredIn(s *ir.Script, value string, l tongue.Language) string {
	whether := false
	ir.Visit(s.Do, func(x any) bool {
		if m, ok := x.(*ir.Measure); ok {
			whether = m.Value.Type.Kind == ir.Bool
		}
		return !whether
	})
	switch {
	case !whether || l != tongue.French:
		return value
	case value == yesNo(true):
		return "oui"
	case value == yesNo(false):
		return "non"
	}
	return value
}

// givens adds to some names those that steps give, each to one thing.
func givens(names []*ir.Var, steps []ir.Stmt) []*ir.Var {
	for _, x := range steps {
		if made, ok := x.(*ir.Create); ok && made.Given && made.As != nil {
			names = append(names, made.As)
		}
		if in, ok := x.(*ir.During); ok {
			names = givens(names, in.Body.Stmts)
		}
	}
	return names
}
