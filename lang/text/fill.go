package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Fill writes a template with what is known without a game: constants, what is printed on the card (nil: on none)
// and the values that a use gives its parameters. A parameter without a value is a letter.
func Fill(p *ir.Program, c *ir.Card, t *ir.Template, lang string, args ...ir.Value) string {
	if t == nil {
		return ""
	}
	f := filler{p, c, args, lang}
	var b strings.Builder
	for _, part := range t.Parts {
		if part.Expr == nil || part.Text != "" {
			b.WriteString(part.Text)
			continue
		}
		n, known := f.constant(part.Expr)
		who, somebody := f.somebody(part.Expr)
		switch {
		case somebody:
			said := tongue.For(lang).The(who, false)
			if part.Form == "de" {
				said = tongue.For(lang).Of(who, false)
			}
			if b.Len() == 0 {
				said = tongue.Capital(said)
			}
			b.WriteString(said)
		case part.Form == "plural":
			if known && tongue.For(lang).Singular(n) {
				b.WriteString(part.One)
			} else {
				b.WriteString(part.Many)
			}
		case part.Form != "" && known:
			b.WriteString(Led(p, part.Form, part.Expr.Type, n, f.show(part.Expr)))
		case part.Form != "":
			b.WriteString(tongue.Elide(part.Form, f.show(part.Expr)))
		default:
			b.WriteString(f.show(part.Expr))
		}
	}
	return b.String()
}

// Known is the value of an expression that a reader of a card knows without a game.
func Known(p *ir.Program, c *ir.Card, e *ir.Expr) (int64, bool) {
	return filler{p: p, card: c}.constant(e)
}

// filler knows what a template is filled with.
type filler struct {
	p    *ir.Program
	card *ir.Card
	args []ir.Value
	lang string
}

// constant is the value of an expression that does not depend on a game.
func (f filler) constant(e *ir.Expr) (int64, bool) {
	switch e.Op {
	case ir.Const:
		return e.N, !e.Type.IsList()
	case ir.OptionVal:
		return f.p.Options[e.N].Value, true
	case ir.PrintedOf, ir.StatOf, ir.BaseOf:
		if c := f.printed(e); c != nil {
			return c.Values[e.N].N, true
		}
	case ir.CellOf: // a cell of the card's own begins with a figure that it prints
		if own, i := f.own(e); own == nil || e.Type.IsList() {
			break
		} else if i < len(f.args) {
			return f.args[i].N, true
		} else if !own.Param && own.Default != nil {
			return f.constant(own.Default)
		}
	case ir.DerivedOf:
		if f.card != nil && e.Args[0].Op == ir.Self {
			return f.constant(f.p.Kinds[f.card.Kind].Fields[e.N].Default)
		}
	case ir.Scale:
		n, ok := f.constant(e.Args[0])
		return n * ir.Unit, ok
	case ir.Neg, ir.Add, ir.Sub, ir.Mul:
		a, ok := f.constant(e.Args[0])
		b, also := f.constant(e.Args[len(e.Args)-1])
		n, fits := e.Op.Apply(a, b)
		return n, ok && also && fits
	}
	return 0, false
}

// printed is the card on which an expression stands: the one whose text this is, or one that the text names.
func (f filler) printed(e *ir.Expr) *ir.Card {
	if e.Op != ir.PrintedOf && e.Op != ir.StatOf && e.Op != ir.BaseOf {
		return nil
	}
	c := f.card
	if e.Args[0].Op == ir.Const && e.Args[0].Type.Kind == ir.CardOf {
		c = f.p.Cards[e.Args[0].N]
	} else if e.Args[0].Op != ir.Self {
		return nil
	}
	if c == nil || int(e.N) >= len(c.Values) || e.Type.IsList() || c.FilledBy(int(e.N)) != nil {
		return nil
	}
	return c
}

// own is the cell of the card's own that an expression reads, and its number; nil when it is none.
func (f filler) own(e *ir.Expr) (*ir.Field, int) {
	if f.card == nil || e.Op != ir.CellOf || e.Args[0].Op != ir.Self {
		return nil, 0
	}
	for i, own := range f.card.Own {
		if own.Slot == int(e.N) && own.Type.IsList() == e.Type.IsList() {
			return own, i
		}
	}
	return nil, 0
}

// somebody is what is called who is known only in a game, in the text of a card: the target, or the fighter that has the card.
func (f filler) somebody(e *ir.Expr) (tongue.Noun, bool) {
	if f.card == nil || e.Type.Kind != ir.Inst || e.Op != ir.SelfBearer && e.Op != ir.EventField {
		return tongue.Noun{}, false
	}
	said := ir.Texts{}
	if k := f.p.KindAt(e.Type.Ref); k >= 0 {
		said = f.p.Kinds[k].Texts
	}
	for _, ev := range f.p.Events {
		for _, field := range ev.Named() {
			if e.Op == ir.EventField && field.Name == e.Name && field.Type == e.Type && Of(field.Texts, f.lang) != nil {
				said = field.Texts
			}
		}
	}
	name := Name(f.p, said, "", f.lang)
	if name == "" {
		return tongue.Noun{}, false
	}
	who := Noun(said, name, f.lang)
	if first, n := utf8.DecodeRuneInString(name); strings.ToUpper(name) != name { // within a sentence
		who.One = string(unicode.ToLower(first)) + name[n:]
	}
	who.Proper = false
	return who, true
}

// show writes a value, or what stands for it.
func (f filler) show(e *ir.Expr) string {
	if c := f.printed(e); c != nil {
		return Printed(f.p, c, int(e.N), e.Type, f.lang)
	}
	if n, known := f.constant(e); known {
		return Show(f.p, e.Type, n, f.lang)
	}
	if own, _ := f.own(e); own != nil && own.Param {
		return Letter(f.card, own)
	}
	switch e.Op {
	case ir.PrintedOf, ir.StatOf, ir.BaseOf:
		if f.card != nil && e.Args[0].Op == ir.Self && f.card.FilledBy(int(e.N)) != nil {
			return Letter(f.card, f.card.FilledBy(int(e.N)))
		}
		if k := f.p.KindAt(e.Args[0].Type.Ref); k >= 0 && e.Args[0].Type.Kind == ir.Inst {
			name := Name(f.p, f.p.Kinds[k].Fields[e.N].Texts, strings.ReplaceAll(e.Name, "_", " "), f.lang)
			if f.card == nil && e.Args[0].Op == ir.Self { // of all cards of a kind: each has its own
				return "‹" + name + "›"
			}
			return name
		}
	case ir.Scale:
		return f.show(e.Args[0])
	case ir.Neg:
		return "−" + f.show(e.Args[0])
	case ir.Add, ir.Sub, ir.Mul:
		return f.show(e.Args[0]) + " " + map[ir.Op]string{ir.Add: "+", ir.Sub: "−", ir.Mul: "×"}[e.Op] + " " + f.show(e.Args[1])
	}
	return strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(e.At.Text()), "self."), "_", " ")
}

// Letter is what stands on a card for a parameter without a value: its name when that is a letter, else X, Y or Z.
func Letter(c *ir.Card, param *ir.Field) string {
	if len(param.Name) == 1 {
		return param.Name
	}
	taken := ""
	for _, f := range c.Params {
		if len(f.Name) == 1 {
			taken += f.Name
		}
	}
	free := strings.Map(func(r rune) rune {
		if strings.ContainsRune(taken, r) {
			return -1
		}
		return r
	}, "XYZWVUTSRQPONMLKJIHGFEDCBA")
	for _, f := range c.Params {
		if f == param || len(free) == 0 {
			break
		}
		if len(f.Name) > 1 {
			free = free[1:]
		}
	}
	return free[:min(1, len(free))]
}
