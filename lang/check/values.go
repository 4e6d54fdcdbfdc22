package check

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond"
	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// What a card prints is a constant in the notation of its type: `6`, `4+`, `2D6+1`, `3"`, `-` for
// nothing, a name, a list. Anything else is a CEL constant.

// constant reads a text as a value of the type.
func (c *exprs) constant(s syntax.Slice, t ir.Type) (ir.Value, bool) {
	text := strings.TrimSpace(s.Text)
	if t.Kind == ir.Bad || text == "" {
		return ir.Value{}, false
	}
	if text == "-" {
		if !t.Optional {
			c.errorf("wrong-type", s.At, "got -, want %s: only a %s? may be absent", c.p.TypeName(t), c.p.TypeName(t))
			return ir.Value{}, false
		}
		return ir.Value{N: ir.None}, true
	}
	if t.Kind == ir.List && strings.HasPrefix(text, "[") {
		return c.constantList(s, t)
	}
	if v, ok := literal(text, t); ok {
		return ir.Value{N: v}, true
	}
	if t.Kind == ir.Dice || t.Kind == ir.Target {
		want := map[ir.TypeKind]string{ir.Dice: "dice such as 2D6+1", ir.Target: "a target such as 4+"}[t.Kind]
		d := c.errorf("invalid-value", s.At, "got %s, want %s", text, want)
		for _, meant := range []string{strings.Trim(text, `" `), strings.Trim(text, `"+ `) + "+"} {
			if _, ok := literal(meant, t); ok && !d.Mended() {
				d.Suggest(meant)
			}
		}
		return ir.Value{}, false
	}
	if n := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz "); t.Kind == ir.Length && n != text && n != "" {
		if _, ok := parseLength(n); ok {
			c.errorf("invalid-value", s.At, "lengths are counted in %s here: write the number alone", cmp.Or(c.p.Unit, "the unit of the pack")).Suggest(n)
			return ir.Value{}, false
		}
	}
	if misread(c, s, t) {
		c.used.scan(text)
		return ir.Value{}, false
	}
	e, diags := c.env.Compile(s.At, &cond.Scope{Constant: true, Terse: len(c.list) > diag.MaxGuesses}, t)
	c.adopt(diags)
	if diags.HasErrors() || e == nil {
		c.used.scan(text)
		return ir.Value{}, false
	}
	c.record(e, nowhere())
	v, ok := fold(e)
	if !ok {
		c.errorf("not-constant", s.At, "%s is not known before the game begins", text)
	}
	return v, ok
}

// misread reports a value in a notation that is none of an expression: of several words, as it is printed, and a list without
// its brackets.
func misread(c *exprs, s syntax.Slice, t ir.Type) bool {
	text := strings.TrimSpace(s.Text)
	if t.Kind == ir.EnumType && strings.ContainsAny(text, ` "`) {
		among := func(yield func(string, source.Span) bool) {
			for _, v := range c.p.Enums[t.Ref].Values {
				if !yield(v.Name, v.At) {
					return
				}
			}
		}
		if name, printed := inprint.As(among, text); name != "" {
			c.errorf("undefined-name", s.At, "nothing here is called `%s`", text).SuggestAs(name, printed)
			return true
		}
	}
	if typed := typedValue.FindStringSubmatch(text); typed != nil {
		c.errorf("invalid-value", s.At, "what a card says stands behind a colon").Rewrite(typed[1])
		return true
	}
	if t.Kind == ir.List && numbersOf.MatchString(text) {
		list := "[" + strings.Join(numberIn.FindAllString(text, -1), ", ") + "]"
		c.errorf("invalid-value", s.At, "several values stand in brackets: %s", list).Rewrite(list)
		return true
	}
	if t.Kind == ir.Int && strings.HasSuffix(text, "+") && strings.Trim(text[:len(text)-1], "0123456789") == "" {
		n := text[:len(text)-1]
		c.errorf("invalid-value", s.At, "a number stands alone, without a sign behind it").Suggest(n)
		return true
	}
	return false
}

// typedValue is a value with its type before it, as a kind declares it.
var typedValue = regexp.MustCompile(`^(?:int|length|bool)\b[^=]*= *([\w.]+)$`)

// numbersOf are several numbers with something between them, without brackets.
var (
	numbersOf = regexp.MustCompile(`^\d+(?:\s*(?:,|/|&|-|or|and|et|ou|puis|then)\s*\d+)+$`)
	numberIn  = regexp.MustCompile(`\d+`)
)

func (c *exprs) constantList(s syntax.Slice, t ir.Type) (ir.Value, bool) {
	items, ok := c.items(s)
	v := ir.Value{L: make([]int64, 0, len(items))}
	for _, item := range items {
		if parts := strings.Fields(item.Text); len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return strings.Trim(p, "0123456789.") != "" && !source.IsName(p) }) {
			list := strings.Join(parts, ", ")
			if ok = false; misread(c, item, t.Element()) {
				continue
			}
			c.errorf("invalid-value", item.At, "the values of a list are parted by commas: %s", list).Rewrite(list)
			continue
		}
		x, fine := c.constant(item, t.Element())
		ok = ok && fine
		v.L = append(v.L, x.N)
	}
	return v, ok
}

// literal reads the notations that are simpler than CEL.
func literal(text string, t ir.Type) (int64, bool) {
	switch t.Kind {
	case ir.Dice:
		return value.ParseDice(text)
	case ir.Target:
		return value.ParseTarget(text)
	case ir.Length:
		return parseLength(strings.TrimSuffix(text, `"`))
	}
	return 0, false
}

// oneDie tells whether dice are written as one of them: 1D6, not D6.
func oneDie(text string, t ir.Type) bool {
	return t.Kind == ir.Dice && len(text) > 1 && text[0] == '1' && strings.ContainsRune("dD", rune(text[1]))
}

// parseLength reads `3` or `2.5` in thousandths.
func parseLength(s string) (int64, bool) {
	n, ok := words.Thousandths(s, false)
	return n, ok && !strings.HasSuffix(s, ".")
}

// unnamed is a field and its value without a colon.
var unnamed = regexp.MustCompile(`^[A-Za-z_]\w* [\w\[]`)

// items splits `[a, b(2)]` into the slices of its members.
func (c *exprs) items(s syntax.Slice) ([]syntax.Slice, bool) {
	text := s.Text
	start := strings.IndexByte(text, '[') + 1
	end := strings.LastIndexByte(text, ']')
	if tail := strings.TrimLeft(text[end+1:], " "); end >= start && unnamed.MatchString(tail) { // and there begins another field
		name, from := tail[:source.NameLen(tail)], s.At.Start+len(text)-len(tail)
		c.errorf("bad-syntax", source.Span{File: s.At.File, Start: from, End: from + len(name)}, "want \":\" behind the name of a figure").Rewrite(name + ":")
		return nil, false
	}
	if end < start || strings.TrimSpace(text[end+1:]) != "" {
		c.errorf("invalid-value", s.At, "got %s, want a list such as [a, b]", strings.TrimSpace(text))
		return nil, false
	}
	return split(s, start, end), true
}

// split cuts the part [start, end) of a slice at its commas outside brackets.
func split(s syntax.Slice, start, end int) []syntax.Slice {
	var list []syntax.Slice
	depth, from := 0, start
	cut := func(to int) {
		part := s.Text[from:to]
		trimmed := strings.TrimSpace(part)
		if trimmed != "" {
			at := s.At.Start + from + strings.Index(part, trimmed)
			list = append(list, syntax.Slice{
				Node: syntax.Node{At: source.Span{File: s.At.File, Start: at, End: at + len(trimmed)}}, Text: trimmed})
		}
		from = to + 1
	}
	for i := start; i < end; i++ {
		switch s.Text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				cut(i)
			}
		}
	}
	cut(end)
	return list
}

// carried reads what a card brings with it: `[a, b(2)]`, or one card alone.
func (c *exprs) carried(s syntax.Slice, kind, on int) []ir.CardUse {
	items := []syntax.Slice{s}
	text := strings.TrimSpace(s.Text)
	if text == "-" {
		return nil
	}
	if strings.HasPrefix(text, "[") {
		items, _ = c.items(s)
	}
	var uses []ir.CardUse
	for _, item := range items {
		if unparted(c, item, kind, strings.HasPrefix(text, "[")) {
			continue
		}
		if u, ok := c.cardUse(item, kind, on); ok {
			uses = append(uses, u)
		}
	}
	return uses
}

// unparted reports several cards without commas between them.
func unparted(c *exprs, s syntax.Slice, kind int, listed bool) bool {
	cards, depth := []string{""}, 0
	if strings.Contains(s.Text, ",") && !strings.Contains(s.Text, "(") { // only brackets are missing
		return false
	}
	for _, r := range strings.TrimSpace(s.Text) {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ' ' && depth == 0:
			cards = append(cards, "")
			continue
		}
		cards[len(cards)-1] += string(r)
	}
	cards = slices.DeleteFunc(cards, func(card string) bool { return slices.Contains([]string{"", "and", "et"}, card) })
	fit := true
	for _, card := range cards {
		i, known := c.index.cards.of[card[:source.NameLen(card)]]
		if !known {
			return false
		}
		fit = fit && c.p.IsA(c.p.Cards[i].Kind, kind)
	}
	if len(cards) < 2 {
		return false
	}
	list := strings.Join(cards, ", ")
	if !listed {
		list = "[" + list + "]"
	}
	d := c.errorf("invalid-value", s.At, "several cards are parted by commas: %s", list)
	if fit {
		d.Rewrite(list)
	}
	return true
}

// cardUse reads `card` or `card(2, 4+)` with constant arguments.
func (c *exprs) cardUse(s syntax.Slice, kind, on int) (ir.CardUse, bool) {
	name, _, call := strings.Cut(s.Text, "(")
	name = strings.TrimSpace(name)
	at := s.At
	if word, given, _ := strings.Cut(strings.NewReplacer("(", " ", ")", "", `"`, "").Replace(s.Text), " "); source.IsName(word) {
		_, known := c.index.cards.of[word]
		if figure := figureOf(c, on, word); !known && figure != "" {
			c.errorf("undefined-card", at, "there is no card %s: it is a figure of its own, as in %s: %s", word, figure, cmp.Or(strings.TrimSpace(given), "VALUE"))
			return ir.CardUse{}, false
		}
	}
	if bare := strings.Trim(s.Text, `"`); bare != s.Text && bare != "" {
		use := bare
		if word, number, ok := cutLast(bare); ok {
			use = cardMeant(c, word, kind) + "(" + number + ")"
		} else if !call {
			use = cardMeant(c, bare, kind)
		}
		d := c.errorf("invalid-value", s.At, "a card is named without quotes: %s", use)
		if _, known := c.index.cards.of[use[:source.NameLen(use)]]; known {
			d.Rewrite(use)
		}
		return ir.CardUse{}, false
	}
	if word, number, ok := cutLast(name); ok && !call && (source.IsName(word) || cardMeant(c, word, kind) != word) {
		use := cardMeant(c, word, kind) + "(" + number + ")"
		c.errorf("invalid-value", s.At, "what a card is given stands in brackets: %s", use).Rewrite(use)
		return ir.CardUse{}, false
	}
	if !call && several(c, s, kind) {
		return ir.CardUse{}, false
	}
	if name == "" && call || strings.Contains(name, ",") {
		list := strings.TrimSpace(s.Text)
		if name == "" {
			list = strings.Trim(list, "()")
		}
		list = "[" + list + "]"
		c.errorf("invalid-value", s.At, "several values stand in brackets: %s", list).Rewrite(list)
		return ir.CardUse{}, false
	}
	at.End = at.Start + len(name)
	card := c.cardNamed(syntax.Name{Node: syntax.Node{At: at}, Text: name}, kind)
	if card == nil {
		return ir.CardUse{}, false
	}
	if !slices.Equal(card.On, c.p.Kinds[kind].On) { // of its kind it is said where that is carried
		c.mayLie(card.Kind, card, on, at)
	}
	use := ir.CardUse{Card: card.ID}
	var args []syntax.Slice
	if call {
		end := strings.LastIndexByte(s.Text, ')')
		if end < 0 {
			end = len(s.Text)
		}
		args = split(s, strings.IndexByte(s.Text, '(')+1, end)
	}
	given := make([]*syntax.Slice, len(card.Params))
	for i, arg := range args {
		if label, rest, named := strings.Cut(arg.Text, ":"); named && source.IsName(strings.TrimSpace(label)) {
			i = ir.FieldNamed(card.Params, strings.TrimSpace(label))
			if i >= 0 {
				start := arg.At.Start + strings.Index(arg.Text, strings.TrimSpace(label))
				c.bind(source.Span{File: arg.At.File, Start: start, End: start + len(strings.TrimSpace(label))}, card.Params[i].At)
			}
			rest = strings.TrimLeft(rest, " \t")
			arg.At.Start += len(arg.Text) - len(rest)
			arg.Text = rest
		}
		if i < 0 || i >= len(given) {
			if c.torn(card.At) { // of its parameters one could not be read
				return use, false
			}
			c.unknown("undefined-argument", arg.At, "%s takes %s", card.Name, diag.Count(len(card.Params), "parameter")).
				See(card.At, "%s is declared here", card.Name)
			return use, false
		}
		if given[i] != nil {
			c.errorf("duplicate-argument", arg.At, "%s is given twice", card.Params[i].Name).See(given[i].At, "first given here")
			return use, false
		}
		given[i] = &arg
	}
	ok := true
	for i, f := range card.Params {
		switch {
		case given[i] != nil:
			v, fine := c.constant(*given[i], f.Type)
			ok = ok && fine && c.inRange(v, f, given[i].At)
			use.Args = append(use.Args, v)
		case f.Type.Optional:
			use.Args = append(use.Args, ir.Value{N: ir.None})
		default:
			c.errorf("missing-argument", s.At, "%s needs a value for %s", card.Name, f.Name).See(f.At, "%s is declared here", f.Name)
			return use, false
		}
	}
	return use, ok
}

// cutLast parts a name from the number behind it.
func cutLast(text string) (name, number string, ok bool) {
	i := strings.LastIndexByte(text, ' ')
	if i <= 0 || i+1 == len(text) || strings.Trim(text[i+1:], "0123456789") != "" {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

// cardMeant is a card of a kind that is printed as some words, or the words.
func cardMeant(c *exprs, words string, kind int) string {
	if _, known := c.index.cards.of[words]; known {
		return words
	}
	name, _ := inprint.As(c.cardsOf(kind), words)
	return cmp.Or(name, words)
}

// fold is the value of a constant: cond has worked out what consists of constants alone.
func fold(e *ir.Expr) (ir.Value, bool) { return ir.Value{N: e.N, L: e.List}, e.Op == ir.Const }

// show writes a scalar as an author does.
func (c *names) show(n int64, t ir.Type) string {
	if t.Optional && n == ir.None {
		return "-"
	}
	switch t.Kind {
	case ir.Bool:
		return strconv.FormatBool(n != 0)
	case ir.Length:
		return ir.LengthText(n)
	case ir.Dice:
		return value.FormatDice(n)
	case ir.Target:
		return value.FormatTarget(n)
	case ir.EnumType:
		if v := c.p.Enums[t.Ref].Values; n >= 0 && n < int64(len(v)) {
			return v[n].Name
		}
	case ir.CardOf:
		if n >= 0 && n < int64(len(c.p.Cards)) {
			return c.p.Cards[n].Name
		}
	}
	return strconv.FormatInt(n, 10)
}

// showRange writes `1..5`.
func (c *names) showRange(f *ir.Field) string {
	s := ".."
	if f.Lo != ir.None {
		s = c.show(f.Lo, f.Type) + s
	}
	if f.Hi != ir.None {
		s += c.show(f.Hi, f.Type)
	}
	return s
}

// inRange reports a value outside the range of its field.
func (c *names) inRange(v ir.Value, f *ir.Field, at source.Span) bool {
	if f.Type.Optional && v.N == ir.None || (f.Lo == ir.None || v.N >= f.Lo) && (f.Hi == ir.None || v.N <= f.Hi) {
		return true
	}
	c.errorf("out-of-range", at, "%s is %s, want %s", f.Name, c.show(v.N, f.Type), c.showRange(f)).
		See(f.At, "%s is declared here", f.Name)
	return false
}

// calling looks at what a call gives to an event.
type calling struct{ *exprs }

// needs reports the fields that a call of an event has to give and does not.
func (c *calling) needs(ev *ir.Event, at source.Span, given func(i int) bool) {
	var missing []string
	var first *ir.Field
	for i, f := range ev.Fields {
		s := c.index.fields[f]
		if given(i) || f.Chosen || s == nil || s.def != nil || f.Default != nil || f.Type.Kind == ir.Bad {
			continue
		}
		if missing = append(missing, f.Name+": "+c.p.TypeName(f.Type)); first == nil {
			first = f
		}
	}
	if first != nil {
		c.errorf("missing-argument", at, "%s needs %s", ev.Name, strings.Join(missing, ", ")).See(first.At, "%s is declared here", first.Name)
	}
}

// asks looks at the call that can( ) asks about.
func (c *calling) asks(e *ir.Expr) {
	ev := c.p.Events[e.Ref]
	ev.Asked, c.unkept = true, true // whether an event may happen is a law of the whole program
	if c.unread[ev.Name] {
		return
	}
	for i, a := range e.Args {
		if v, ok := fold(a); ok {
			c.inRange(v, ev.Fields[e.List[i]], a.At)
		}
	}
	c.needs(ev, e.At, func(i int) bool { return slices.Contains(e.List, int64(i)) })
}

// labelled reports a label that no clause of a card or kind has.
func (c *calling) labelled(of int, label string, at source.Span) {
	lines := c.linesOfKind(c.p.KindAt(of))
	if card := c.p.CardAt(of); card != nil {
		lines = c.linesOf(card)
	}
	c.bindAll(at, labelsOf(lines))
	if labels := labels(lines); !slices.Contains(labels, label) {
		name := c.p.TypeName(instOf(of))
		d := c.lacking("undefined-label", at, "%s has no clause %s", name, label).See(declaredAt(c.names, of), "%s is declared here", name)
		if d.Suggest(diag.Nearest(label, labels)); !d.Mended() {
			c.suggestCard(d, of, label)
		}
	}
}

// suggestCard suggests the one card of a kind that has a label, behind whose name it stands.
func (c *calling) suggestCard(d *diag.Diagnostic, of int, label string) {
	at := source.Span{File: d.Span.File, Start: d.Span.Start - 1 - len(c.p.TypeName(instOf(of))), End: d.Span.Start - 1}
	var has []string
	for _, card := range c.p.Cards {
		if c.p.IsA(card.Kind, of) && slices.Contains(labels(c.linesOf(card)), label) {
			has = append(has, card.Name)
		}
	}
	if len(has) == 1 && at.Start >= 0 && at.Text() == c.p.TypeName(instOf(of)) {
		d.Message += "; " + has[0] + " has"
		d.Mend(diag.Replace(at, has[0], "did you mean \""+has[0]+"\""))
	}
}
