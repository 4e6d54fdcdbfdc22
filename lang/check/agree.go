package check

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/tongue"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// A sentence and the rule it stands on say the same numbers: a number that is written out in a text
// stands in the rule too, and the two languages show the same values.

// counted is what a rule counts with: the numbers that stand in it, in the functions that it calls and on the cards that
// it names, and the dice that it and the events that it calls throw. near are the numbers that stand in the rule itself, as
// lengths, with how they are written.
type counted struct {
	numbers, dice map[int64]bool
	near          map[int64]string
}

// agree compares the texts of a clause with the clause.
func (c *clauses) agree(h *ir.Hook, card *ir.Card) {
	known := counted{map[int64]bool{}, map[int64]bool{}, map[int64]string{}}
	unsure := false // a card that it counts with has a mistake in it, and perhaps not its numbers
	prints := func(card *ir.Card) {
		unsure = unsure || c.misprinted(card)
		c.printed(known, card)
	}
	note := func(e *ir.Expr) {
		switch e.Op {
		case ir.CallFunc:
			known.written(c.index.funcs.decls[e.N])
		case ir.CallTable:
			known.written(c.index.tables.decls[e.N])
		default: // what calls nothing has its own constants only
		}
		known.note(e)
	}
	walkExprs(h.When, note)
	walkExprs(h.Each, note)
	walkExprs(h.Costs, note)
	for _, l := range h.Limits {
		walkExprs(l.Times, note)
	}
	walkExprs(h.Do, func(e *ir.Expr) {
		note(e)
		if e.Op == ir.Const && e.Type.Kind == ir.CardOf && e.N >= 0 {
			known.written(c.index.cards.decls[e.N])
			prints(c.p.Cards[e.N])
		}
	})
	walkStmts(h.Do, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Create:
			if s.Card >= 0 {
				known.written(c.index.cards.decls[s.Card])
				prints(c.p.Cards[s.Card])
			}
		case ir.Dicing:
			known.throws(s.Site())
		case *ir.Emit:
			c.thrownIn(s.Event, known)
			for _, a := range s.Args { // they may be the faces of what it throws
				if e := a.Value; e != nil && e.Op == ir.Const && e.Type.Kind == ir.Int && e.N > 1 {
					known.dice[value.Pack(1, e.N, 0)] = true
				}
			}
		default: // these count with nothing but their expressions
		}
	})
	if card != nil {
		prints(card)
	}
	if !unsure {
		agreement{c.exprs, known}.with(h.Texts)
	}
}

// misprinted tells whether something is wrong in what a card says beside its clauses, or with what it is given.
func (c *clauses) misprinted(card *ir.Card) bool {
	e := c.index.cards.decls[card.ID]
	if !c.list.HasErrors() || e.decl == nil {
		return false
	}
	head := e.decl.Span()
	if len(e.members) > 0 && e.members[0].Span().File == head.File {
		head.End = max(head.Start, e.members[0].Span().Start)
	}
	return c.wrongIn(head) || slices.ContainsFunc(e.members, func(m syntax.Member) bool {
		_, clause := m.(*syntax.Clause)
		return !clause && c.wrongIn(m.Span())
	})
}

// note adds the constants of an expression.
func (k counted) note(e *ir.Expr) {
	switch {
	case e.Op == ir.Count, e.Op == ir.CallFunc && e.Type.Kind == ir.Int, e.Op == ir.CallPrim && (e.N == ir.PSize || e.N == ir.PWholeUp || e.N == ir.PWholeDown): // of which each is one
		k.numbers[1] = true
	case e.Op == ir.Lt || e.Op == ir.Ge: // below 5 is 4 or less
		k.beyond(e, -1)
	case e.Op == ir.Le || e.Op == ir.Gt: // above 2 is 3 or more
		k.beyond(e, 1)
	case e.Op == ir.Const && e.Type.Kind == ir.Dice:
		k.dice[e.N] = true
	case e.Op == ir.Const && (e.Type.Kind == ir.Int || e.Type.Kind == ir.Length || e.Type.Kind == ir.Target):
		k.numbers[e.N] = true
		k.numbers[-e.N] = true
		if n := max(e.N, -e.N); k.near != nil && e.Type.Kind == ir.Length {
			k.near[n] = ir.LengthText(n)
		} else if k.near != nil {
			k.near[n*ir.Unit] = strconv.FormatInt(n, 10)
		}
	case e.Type.Elem == ir.Int || e.Type.Elem == ir.Length:
		for _, n := range e.List {
			k.numbers[n] = true
		}
	}
}

// beyond adds the whole number at which the other side of a comparison begins.
func (k counted) beyond(e *ir.Expr, by int64) {
	for i, x := range e.Args {
		if x.Op == ir.Const && x.Type.Kind == ir.Int {
			k.numbers[x.N+[2]int64{-by, by}[i]] = true
		}
	}
}

// printed adds to what a rule counts with what a card prints, and its constants.
func (c *deriver) printed(k counted, card *ir.Card) {
	k.constants(c.p, c.p.CardRef(card.ID))
	for _, v := range c.valuesOf(card) {
		k.value(v)
	}
}

// unsaid adds what the cards of a kind print where they do not say otherwise, and its constants.
func (k counted) unsaid(p *ir.Program, kind int) {
	k.constants(p, kind)
	for _, f := range p.Kinds[kind].Fields {
		if (f.Class == ir.Printed || f.Class == ir.Stat) && f.Default != nil {
			k.value(ir.Value{N: f.Default.N, L: f.Default.List})
		}
	}
}

func (k counted) constants(p *ir.Program, ref int) {
	for _, l := range p.ConstantsAt(ref) {
		walkExprs(l.Value, k.note)
	}
}

func (k counted) value(v ir.Value) {
	k.numbers[v.N], k.dice[v.N] = true, true
	for _, n := range v.L {
		k.numbers[n] = true
	}
}

// agreement compares texts with what the rule counts with, and with each other.
type agreement struct {
	*exprs
	counted
}

func (c agreement) with(t ir.Texts) {
	said := map[int64]bool{}
	c.numbers(t.En, said)
	c.numbers(t.Fr, said)
	if len(said) == 0 {
		c.sameValues(t)
	}
}

// written adds the numbers and dice that stand in the declaration of a card or function.
func (k counted) written(e *entry) {
	if e == nil || e.decl == nil {
		return
	}
	figuresIn(e.decl.Span().Text(), func(number string) {
		if n, ok := parseLength(number); ok {
			k.numbers[n] = true
			if n%ir.Unit == 0 {
				k.numbers[n/ir.Unit] = true
			}
		}
	}, k.throw)
}

// throws adds the dice that are written somewhere.
func (k counted) throws(at source.Span) { figuresIn(at.Text(), func(string) {}, k.throw) }

func (k counted) throw(many, faces string) {
	if v, ok := value.ParseDice(many + "D" + faces); ok {
		k.dice[v] = true
	}
}

// figuresIn calls number for each number of a text, and dice for `2 d6`, `2d6` and `d6`; those in quotes and in
// comments count with nothing. It is asked of every rule at every edit.
func figuresIn(text string, number func(string), dice func(many, faces string)) {
	for i, thrown := 0, 0; i < len(text); {
		switch b := text[i]; {
		case b == '"':
			for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
		case strings.HasPrefix(text[i:], "//"):
			i = len(text) - len(strings.TrimLeftFunc(text[i:], func(r rune) bool { return r != '\n' }))
		case isDigit(b):
			n := digits(text[i:])
			whole := text[i : i+n]
			if i == 0 || !isWordByte(text[i-1]) {
				rest := strings.TrimPrefix(text[i+n:], " ")
				if faces := dieAt(rest); faces != "" {
					dice(whole, faces)
					thrown = len(text) - len(rest)
				}
			}
			if m := digits(strings.TrimPrefix(text[i+n:], ".")); m > 0 && text[i+n] == '.' {
				n += 1 + m
			}
			number(text[i : i+n])
			i += n
		default:
			if (i == 0 || i != thrown && !isWordByte(text[i-1])) && dieAt(text[i:]) != "" {
				dice("", dieAt(text[i:]))
			}
			i++
		}
	}
}

// dieAt are the faces of a die that a text begins with, as d6; nothing for none.
func dieAt(text string) string {
	if text == "" || text[0] != 'd' && text[0] != 'D' {
		return ""
	}
	n := digits(text[1:])
	if len(text) > 1+n && isWordByte(text[1+n]) {
		return ""
	}
	return text[1 : 1+n]
}

func digits(text string) (n int) {
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func isWordByte(b byte) bool { return isDigit(b) || b == '_' || 'a' <= b|0x20 && b|0x20 <= 'z' }

// thrownIn adds the dice that an event throws, and those that its fields stand for: a number from 1 to 5 is a D5.
func (c *clauses) thrownIn(event int, k counted) {
	e := c.index.events.decls[event]
	if e == nil || e.decl == nil {
		return
	}
	k.written(e)
	for _, f := range c.p.Events[event].Fields {
		if !f.Param && f.Lo == 1 && f.Hi > 1 && f.Hi != ir.None && f.Type.Kind == ir.Int {
			k.dice[value.Pack(1, f.Hi, 0)] = true
		}
	}
}

// has tells whether the rule counts with a constant.
func (k counted) has(e *ir.Expr) bool {
	if e.Type.Kind == ir.Dice {
		n, faces, plus := value.Unpack(e.N)
		thrown := func(n, faces int64) bool { return k.dice[value.Pack(n, faces, 0)] }
		return k.dice[e.N] || (thrown(n, faces) || thrown(n, 2*faces) || thrown(1, 2*faces)) && // a D5 is half a D10
			(plus == 0 || k.numbers[max(plus, -plus)])
	}
	return k.numbers[e.N] || e.N%ir.Unit == 0 && k.numbers[e.N/ir.Unit] || k.numbers[e.N*ir.Unit]
}

// numbers reports parameters that are plain numbers or dice which the rule does not know, each once in all languages.
func (c agreement) numbers(t *ir.Template, said map[int64]bool) {
	if t == nil {
		return
	}
	for _, p := range t.Parts {
		e := p.Expr
		if e == nil || e.Op != ir.Const || e.Type.Kind != ir.Int && e.Type.Kind != ir.Length && e.Type.Kind != ir.Dice || c.has(e) || said[e.N] {
			continue
		}
		said[e.N] = true
		if slices.ContainsFunc(c.slips, func(s source.Span) bool { return s.File == e.At.File }) { // it may stand in what was mended
			continue
		}
		d := c.lacking("text-differs", e.At, "the text says %s, which stands nowhere in this rule", strings.TrimSpace(e.At.Text()))
		if e.Type.Kind == ir.Dice && len(c.list(ir.Dice)) == 0 {
			d.Message += fmt.Sprintf("; where dice are thrown stands a step such as `throw %s as die`", strings.ToLower(strings.TrimSpace(e.At.Text())))
		}
		have := c.list(e.Type.Kind)
		switch list := strings.Join(have, ", "); {
		case len(have) == 0 || len(have) > 7:
		case e.Type.Kind == ir.Dice:
			d.Message += "; its dice are " + list
		case len(have) == 1:
			d.Message += "; its number is " + list
		default:
			d.Message += "; its numbers are " + list
		}
	}
}

// list writes what a rule counts with: the numbers that stand in it, where there are any.
func (k counted) list(sort ir.TypeKind) []string {
	var out []string
	if sort == ir.Dice {
		for _, n := range slices.Sorted(maps.Keys(k.dice)) {
			if _, faces, _ := value.Unpack(n); n > 0 && faces > 0 { // not what stands for a die that is to be known later
				out = append(out, value.FormatDice(n))
			}
		}
		return out
	}
	near := maps.Clone(k.near)
	delete(near, 0)
	if len(near) > 0 {
		for _, n := range slices.Sorted(maps.Keys(near)) {
			out = append(out, near[n])
		}
		return out
	}
	plain := map[int64]bool{}
	for n := range k.numbers {
		switch {
		case n > 0 && n < ir.Unit:
			plain[n] = true
		case n > 0 && n%ir.Unit == 0: // a length
			plain[n/ir.Unit] = true
		}
	}
	for _, n := range slices.Sorted(maps.Keys(plain)) {
		out = append(out, strconv.FormatInt(n, 10))
	}
	return out
}

// halfSaid warns of a sentence in one language on a card that has a name in both: printed in the other, it stays as it is.
func (c *clauses) halfSaid(h *ir.Hook, card *ir.Card) {
	if card == nil || card.Texts.En == nil || card.Texts.Fr == nil || (h.Texts.En == nil) == (h.Texts.Fr == nil) {
		return
	}
	said, here, lacks := h.Texts.En, "en", "fr"
	if said == nil {
		said, here, lacks = h.Texts.Fr, "fr", "en"
	}
	c.warnf("missing-words", said.At, "this sentence stands behind %s only, and the name of %s behind %s, too: write it behind %s", here, card.Name, lacks, lacks)
}

// sameValues reports a value that one language shows and the other does not, in figures or as a word.
func (c agreement) sameValues(t ir.Texts) {
	if t.En == nil || t.Fr == nil {
		return
	}
	en, fr := shown(t.En), shown(t.Fr)
	x, y := unshown(en, fr, t.Fr, tongue.French), unshown(fr, en, t.En, tongue.English)
	if len(x) == 1 && len(y) == 1 {
		c.errorf("text-differs", x[0].At, "the English text shows %s, the French one %s", strings.TrimSpace(x[0].At.Text()), strings.TrimSpace(y[0].At.Text())).
			See(y[0].At, "the French text")
		return
	}
	c.shownInBoth(x, "English", "French", t.Fr.At)
	c.shownInBoth(y, "French", "English", t.En.At)
}

// shownInBoth reports what is shown in the first language only.
func (c agreement) shownInBoth(only []*ir.Expr, first, second string, other source.Span) {
	for _, e := range only {
		c.errorf("text-differs", e.At, "the %s text shows %s, the %s one does not", first, strings.TrimSpace(e.At.Text()), second).
			See(other, "the %s text", second)
	}
}

// unshown are the numbers of a text that the other one shows neither in figures nor as a word of its language: 2 and deux.
func unshown(a, b map[string]*ir.Expr, other *ir.Template, l tongue.Language) (out []*ir.Expr) {
	written := map[int64]bool{}
	for _, p := range other.Parts {
		for _, w := range strings.FieldsFunc(p.Text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if n, ok := l.Numeral(w); ok {
				written[n] = true
			}
		}
	}
	for _, k := range keys(a) {
		if e := a[k]; b[k] == nil && !(e.Op == ir.Const && e.Type.Kind == ir.Int && written[e.N]) {
			out = append(out, e)
		}
	}
	return out
}

// shown are the numbers that a text shows, by what they are.
func shown(t *ir.Template) map[string]*ir.Expr {
	out := map[string]*ir.Expr{}
	for _, p := range t.Parts {
		if e := p.Expr; e != nil && p.Form != "plural" && (e.Type.Kind == ir.Int || e.Type.Kind == ir.Length || e.Type.Kind == ir.Dice || e.Type.Kind == ir.Target) {
			key := expr.String(e)
			if e.Op == ir.Const && e.Type.Kind == ir.Dice { // a D6 is one
				key = value.FormatDice(e.N)
			}
			out[key] = e
		}
	}
	return out
}
