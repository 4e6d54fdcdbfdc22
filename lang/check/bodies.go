package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// bodies compiles the bodies of everything that is declared.
type bodies struct {
	*coder
	grids []*grid               // the tables whose keys are known
	early map[*entry]*ir.Script // scripts that are compiled before the others
}

// lowerRange compiles the range of a field, which every user of the field relies on.
func (c *bodies) lowerRange(f *ir.Field) {
	if s := c.index.fields[f]; s != nil && s.rng != nil {
		c.quietly(s.rng.At, func() { c.lowerEnds(f, s) })
	}
}

func (c *bodies) lowerEnds(f *ir.Field, s *fieldSyntax) {
	t := f.Type.Required()
	switch t.Kind {
	case ir.Int, ir.Length, ir.Target, ir.EnumType:
	case ir.Bad:
		return
	default:
		c.errorf("invalid-type", s.rng.At, "a %s has no range", c.p.TypeName(t))
		return
	}
	end := func(s *syntax.Slice) int64 {
		if s == nil || s.Text == "" {
			return ir.None
		}
		if v, ok := c.constant(*s, t); ok {
			return v.N
		}
		return ir.None
	}
	f.Lo, f.Hi = end(s.rng.Lo), end(s.rng.Hi)
	if f.Lo != ir.None && f.Hi != ir.None && f.Lo > f.Hi {
		c.errorf("invalid-range", s.rng.At, "the range of %s is empty", f.Name)
		f.Lo, f.Hi = ir.None, ir.None
	}
}

// lowerDefault compiles `= EXPR` of a field, and checks it against the range when it is constant.
func (c *bodies) lowerDefault(f *ir.Field, pl *place) {
	s := c.index.fields[f]
	if s == nil || c.foreign(f.At) && f.Class != ir.Derived && len(f.Layers) == 0 {
		return
	}
	switch {
	case s.def == nil:
	case f.Type.Kind == ir.Bad:
		c.used.scan(s.def.Text)
	default:
		f.Default = c.initial(*s.def, f, pl)
	}
	f.Texts = c.texts(s.texts, pl)
}

// initial compiles the first value of a field.
func (c *bodies) initial(s syntax.Slice, f *ir.Field, pl *place) *ir.Expr {
	e := c.exprOrAbsent(s, pl, f.Type)
	if e == nil {
		return nil
	}
	if v, ok := fold(e); ok {
		c.inRange(v, f, s.At)
	}
	return e
}

// lowerOptions compiles the options, and everything that has only texts and ranges.
func (c *bodies) lowerOptions() {
	bare := nowhere()
	for i, e := range c.index.enums.decls {
		d := e.decl.(*syntax.EnumDecl)
		enum := c.p.Enums[i]
		enum.Texts = c.texts(d.Texts, bare)
		written := map[string]int{}
		for j := len(d.Values) - 1; j >= 0; j-- { // of two, the first counts
			written[d.Values[j].Name.Text] = j
		}
		for j := range enum.Values {
			if v, ok := written[enum.Values[j].Name]; ok {
				enum.Values[j].Texts = c.texts(d.Values[v].Texts, bare)
			}
		}
	}
	for i, e := range c.index.options.decls {
		d, o := e.decl.(*syntax.OptionDecl), c.p.Options[i]
		if c.foreign(d.Default.At) {
			continue
		}
		if v, ok := c.constant(d.Default, o.Type); ok {
			o.Value = v.N
		}
		o.Texts = c.texts(d.Texts, bare)
	}
	for _, b := range c.p.Bags {
		for _, f := range b.Fields {
			c.lowerRange(f)
		}
	}
	for _, t := range c.p.Tables { // which any expression may read
		for _, f := range t.Params {
			c.lowerRange(f)
		}
	}
}

// lowerLets works out the constants of kinds and cards, which everything else may name.
func (c *bodies) lowerLets() {
	type waiting struct {
		*ir.Constant
		*syntax.LetMember
		of string
	}
	var all []waiting
	note := func(list []*ir.Constant, members []syntax.Member, of string) {
		for m := range syntax.Of[*syntax.LetMember](members) {
			for _, l := range list {
				if l.At == m.Name.At {
					all = append(all, waiting{l, m, of})
				}
			}
		}
	}
	for i, k := range c.p.Kinds {
		note(k.Constants, c.index.kinds.decls[i].members, k.Name)
	}
	for i, card := range c.p.Cards {
		note(card.Constants, c.index.cards.decls[i].members, card.Name)
	}
	wrong := false
	for n := len(all) + 1; len(all) < n; { // one may be read by another that comes before it
		n = len(all)
		all = slices.DeleteFunc(all, func(w waiting) bool {
			value, waits := c.let(w.LetMember)
			w.Constant.Value = value
			wrong = wrong || value == nil && !waits
			return !waits
		})
	}
	if wrong { // what is left reads one that is wrong, perhaps
		return
	}
	name := func(i int) string { return all[i].of + "." + all[i].Constant.Name }
	said := len(c.list)
	for i, w := range all {
		from, next := map[int]int{}, []int{i}
		for len(next) > 0 && from[i] == 0 {
			for j, o := range all {
				if from[j] == 0 && readsConstant(all[next[0]].LetMember.Value.Text, o.of, o.Constant.Name) {
					from[j], next = next[0]+1, append(next, j)
				}
			}
			next = next[1:]
		}
		if from[i] > 0 { // what only reads a ring is none
			ring := []string{name(i)}
			for at := from[i] - 1; at != i; at = from[at] - 1 {
				ring = append(ring, name(at))
			}
			ring = append(ring, name(i))
			slices.Reverse(ring)
			c.errorf("cyclic-definition", w.LetMember.Value.At, "%s depends on itself: %s", ring[0], strings.Join(ring, ", which reads "))
		}
	}
	for i, w := range all {
		if len(c.list) == said {
			c.errorf("cyclic-definition", w.LetMember.Value.At, "%s depends on itself", name(i))
		}
	}
}

// readsConstant tells whether a text reads the constant of that name of a card or kind, or one of that name of its own.
func readsConstant(text, of, name string) bool {
	for _, m := range pathIn.FindAllString(text, -1) {
		if m == name || m == of+"."+name {
			return true
		}
	}
	return false
}

// pathIn are names with what is read of them.
var pathIn = regexp.MustCompile(`[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*`)

// constantType is the type of a constant whose notation says it: dice and targets, which are no CEL.
func constantType(s syntax.Slice) ir.Type {
	for _, t := range []ir.Type{{Kind: ir.Dice}, {Kind: ir.Target}} {
		if notation(strings.TrimSpace(s.Text), s.At, t) != nil {
			return t
		}
	}
	return tAny
}

// let is the value of a constant, nil for none, and whether that waits for the value of another.
func (c *bodies) let(m *syntax.LetMember) (value *ir.Expr, waits bool) {
	s, t := m.Value, constantType(m.Value)
	if m.Type != nil {
		t = c.typeOf(*m.Type)
	}
	if t.Kind == ir.Dice || t.Kind == ir.Target {
		v, ok := c.constant(s, t)
		if !ok {
			return nil, false
		}
		return &ir.Expr{Op: ir.Const, Type: t, N: v.N, List: v.L, At: s.At, Name: s.Text}, false
	}
	e := c.expr(s, nowhere(), t)
	switch {
	case e == nil, e.Op == ir.Const:
		return e, false
	case e.Op == ir.BadOp:
		return nil, !c.wrongIn(s.At)
	}
	c.errorf("not-constant", s.At, "%s is not known before the game begins", s.Text)
	return nil, false
}

// lowerKinds compiles the fields and bodies of kinds. Printed defaults are constants, the others
// see self.
func (c *bodies) lowerKinds() {
	for i, k := range c.p.Kinds {
		pl := c.selfPlace(i, nil)
		own := k.Fields
		if k.Parent >= 0 {
			own = own[len(c.p.Kinds[k.Parent].Fields):]
		}
		for _, f := range own {
			c.lowerRange(f)
		}
		for _, f := range own {
			c.quietly(f.At, func() { c.lowerField(f, i, pl) })
		}
		if b := c.index.bodies[i]; b != nil && !c.foreign(b.At) {
			k.Body = c.body(b, pl)
		}
		c.declaredLimits(c.index.kinds.decls[i].members, nil, i)
		k.One = c.one(c.index.kinds.decls[i].members, i, nil)
		k.Texts = c.memberTexts(c.index.kinds.decls[i].members, nowhere())
	}
}

// lowerField compiles a field of a kind.
func (c *bodies) lowerField(f *ir.Field, kind int, pl *place) {
	s := c.index.fields[f]
	switch f.Class {
	case ir.Printed, ir.Stat:
		f.Texts = c.texts(s.texts, nowhere())
		if s.def != nil {
			if v, ok := c.constant(*s.def, f.Type); ok && c.inRange(v, f, s.def.At) {
				f.Default = &ir.Expr{Op: ir.Const, Type: f.Type, N: v.N, List: v.L, At: s.def.At}
			}
		} else if f.Type.Optional {
			f.Default = absent(f.Type, f.At)
		}
	case ir.Carried:
		f.Texts = c.texts(s.texts, nowhere())
		if f.Type.Kind == ir.Inst {
			c.mayLie(f.Type.Ref, nil, kind, f.At)
		}
		if s.def != nil {
			c.errorf("invalid-member", s.def.At, "what is carried has no default: the card names it")
		}
	default:
		c.lowerDefault(f, pl)
		if f.Class == ir.Cell && s.def == nil && (f.Type.Optional || f.Type.IsList()) {
			f.Default = absent(f.Type, f.At)
		}
	}
}

// one compiles what a kind or card says of several equal things; nil when it says nothing.
func (c *bodies) one(list []syntax.Member, kind int, card *ir.Card) *ir.One {
	for m := range syntax.Of[*syntax.OneMember](list) {
		pl := c.workingPlace(kind, card)
		one := &ir.One{At: m.At, Renewed: m.Renewed}
		said := len(c.list)
		c.quietly(m.At, func() { one.Key = c.expr(m.Key, pl, tAny) })
		switch {
		case one.Key == nil:
			if d := len(c.list) - 1; d >= said && !c.list[d].Mended() && source.IsName(m.Key.Text) && len(c.on(kind, card)) > 0 {
				c.list[d].Suggest("bearer") // a word for who has it
			}
			continue
		case one.Key.Type.IsList():
			c.errorf("wrong-type", m.Key.At, "a key is one value, got %s", c.p.TypeName(one.Key.Type))
			continue
		}
		one.Wants = *pl.wants
		return one
	}
	return nil
}

func (c *bodies) body(m *syntax.BodyMember, pl *place) *ir.Body {
	b := &ir.Body{Rect: m.Form.Text == "rect"}
	b.Width = c.expr(m.Width, pl, tLength)
	if m.Depth != nil {
		b.Depth = c.expr(*m.Depth, pl, tLength)
	}
	if b.Rect && m.Depth == nil {
		c.errorf("missing-value", m.At, "a rectangle needs its depth: write `body rect WIDTH by DEPTH`")
	}
	if !b.Rect && m.Depth != nil {
		c.errorf("invalid-member", m.Depth.At, "a round body has a diameter only")
	}
	b.Tall = c.optionalExpr(m.Tall, pl, tLength)
	return b
}

func (c *bodies) lowerFunctions() {
	for i, e := range c.index.funcs.decls {
		for _, p := range c.p.Funcs[i].Params {
			if rng := c.index.fields[p].rng; rng != nil && !c.foreign(rng.At) {
				c.errorf("invalid-range", rng.At, "a function takes whatever it is given: a range belongs to what is kept, and where it reads %s it may hold it, as in `at_least(at_most(%s, MOST), LEAST)`", p.Name, p.Name)
			}
		}
		if !c.foreign(e.at) {
			c.funcBody(i)
			d := e.decl.(*syntax.FuncDecl)
			c.p.Funcs[i].Texts, c.p.Funcs[i].Inner = c.texts(d.Texts, given(c.p.Funcs[i].Params)), d.Inner
		}
	}
}

// lowerCards compiles what the cards print, bring and remember.
func (c *bodies) lowerCards() {
	for _, card := range c.p.Cards {
		for _, f := range card.Params {
			c.lowerRange(f)
		}
	}
	for i, card := range c.p.Cards {
		list := c.index.cards.decls[i].members
		known := c.remembers(c.index.cards.decls[i])
		var pl *place
		if !known && (!c.foreign(c.index.cards.decls[i].at) || len(card.Own) > len(card.Params)) {
			pl = c.selfPlace(card.Kind, card)
		}
		for _, f := range card.Own[len(card.Params):] {
			c.lowerRange(f)
			if !known {
				c.of(c.index.cards.decls[i], func() { c.lowerDefault(f, pl) })
			}
			if s := c.index.fields[f]; s.def == nil && (f.Type.Optional || f.Type.IsList()) {
				f.Default = absent(f.Type, f.At)
			}
		}
		c.declaredLimits(list, card, card.Kind)
		card.One = c.one(list, card.Kind, card)
		for k := card.Kind; k >= 0 && card.One == nil; k = c.p.Kinds[k].Parent {
			card.One = c.p.Kinds[k].One
		}
		if !known {
			c.of(c.index.cards.decls[i], func() {
				card.Texts, card.Rules = c.nameAndRules(list, pl)
				c.cardValues(card, list)
			})
		}
	}
}

// nameAndRules compiles the texts of what is printed: the first of each language is the name, what follows are sentences.
func (c *bodies) nameAndRules(list []syntax.Member, pl *place) (name ir.Texts, rules []ir.Texts) {
	to := &name
	for m := range syntax.Of[*syntax.TextMember](list) {
		if c.foreign(m.At) {
			continue
		}
		if use(m.Text.Manners) != "" {
			addText(c.exprs, &name, m.Text, plain, pl)
			continue
		}
		if to.En != nil && m.Text.Lang.Text == "en" || to.Fr != nil && m.Text.Lang.Text == "fr" {
			rules = append(rules, ir.Texts{})
			to = &rules[len(rules)-1]
		}
		addText(c.exprs, to, m.Text, manner(to != &name), pl)
	}
	return name, rules
}

// bareField reports a field that holds or does not, without its value, behind the value of another.
func (c *bodies) bareField(s syntax.Slice, kind *ir.Kind) bool {
	words := strings.Fields(s.Text)
	if len(words) != 2 {
		return false
	}
	i := ir.FieldNamed(kind.Fields, words[1])
	if i < 0 || kind.Fields[i].Type.Kind != ir.Bool {
		return false
	}
	at := s.At
	at.Start += strings.LastIndex(s.Text, words[1])
	at.End = at.Start + len(words[1])
	c.errorf("missing-value", at, "%s says whether it holds: %s: true", words[1], words[1]).Rewrite(words[1] + ": true")
	return true
}

func (c *bodies) cardValues(card *ir.Card, list []syntax.Member) {
	kind := c.p.Kinds[card.Kind]
	card.Values = make([]ir.Value, len(kind.Fields))
	given, said := map[string]source.Span{}, len(c.list)
	var undefined []syntax.Name
	for m := range syntax.Of[*syntax.ValueMember](list) {
		if first, ok := given[m.Name.Text]; ok {
			saidAgain(c.names, m.Name.Text, first, m.Name.At)
			continue
		}
		if c.taken(given, m.Name, "field") || c.foreign(m.At) {
			continue
		}
		i := ir.FieldNamed(kind.Fields, m.Name.Text)
		if i < 0 {
			if ir.FieldNamed(card.Own, m.Name.Text) < 0 { // else it was meant for a cell
				undefined = append(undefined, m.Name)
			}
			continue
		}
		f := kind.Fields[i]
		c.bind(m.Name.At, f.At)
		switch f.Class {
		case ir.Printed, ir.Stat:
			if p := ir.FieldNamed(card.Params, strings.TrimSpace(m.Value.Text)); p >= 0 {
				c.bind(m.Value.At, card.Params[p].At)
				c.fill(card, i, card.Params[p], m)
			} else if before := len(c.list); c.bareField(m.Value, kind) || misprinted(c, m, f, kind) {
				continue
			} else if v, ok := c.constant(m.Value, f.Type); !ok && len(c.list) == before+1 {
				strange(c, &c.list[before], f, strings.TrimSpace(m.Value.Text))
			} else if ok && c.inRange(v, f, m.Value.At) {
				if card.Values[i], card.Said = v, append(card.Said, i); oneDie(strings.TrimSpace(m.Value.Text), f.Type) {
					card.Ones = append(card.Ones, i)
				}
			}
		case ir.Carried:
			if f.Type.Kind == ir.Inst {
				card.Carry = append(card.Carry, c.carried(m.Value, f.Type.Ref, card.Kind)...)
			}
		case ir.Cell:
			d := c.errorf("invalid-member", m.Name.At, "%s is memory of the instance, not printed on the card", f.Name)
			printed := slices.DeleteFunc(slices.Clone(kind.Fields), func(x *ir.Field) bool { return x.Class == ir.Cell })
			d.See(f.At, "%s is declared here", f.Name).SuggestAs(inprint.As(inprint.Fields(printed), f.Name))
			for _, x := range printed { // it begins with what is printed
				if s := c.index.fields[f]; !d.Mended() && s != nil && s.def != nil && s.def.Text == "self."+x.Name {
					d.Suggest(x.Name)
				}
			}
			alike := diag.Names(slices.DeleteFunc(printed, func(x *ir.Field) bool {
				return x.Type != f.Type || x.Class != ir.Printed && x.Class != ir.Stat
			}), func(x *ir.Field) string { return x.Name })
			if len(alike) > 0 && len(alike) < 9 && !d.Mended() {
				d.Message += "; what is printed of its type: " + strings.Join(alike, ", ")
			}
		case ir.Derived:
			c.errorf("invalid-member", m.Name.At, "%s is computed, not printed on the card", f.Name).See(f.At, "%s is declared here", f.Name)
		}
	}
	if !otherKind(c.names, card, undefined) {
		for _, n := range undefined {
			c.undefinedField(n, kind, list)
		}
	}
	var missing []*ir.Field
	for i, f := range kind.Fields {
		if _, ok := given[f.Name]; ok && card.FilledBy(i) == nil || f.Class != ir.Printed && f.Class != ir.Stat {
			continue
		}
		s := c.index.fields[f]
		switch {
		case f.Default != nil:
			card.Values[i] = ir.Value{N: f.Default.N, L: f.Default.List}
			if oneDie(f.Default.Name, f.Type) {
				card.Ones = append(card.Ones, i)
			}
		case card.FilledBy(i) != nil && f.Type.Optional:
			card.Values[i] = ir.Value{N: ir.None}
		case s.def == nil && card.FilledBy(i) != nil:
			c.errorf("missing-field", given[f.Name], "a parameter fills it, so %s alone has no %s: give the field a default", card.Name, f.Name).
				See(f.At, "%s is declared here", f.Name)
		case s.def == nil && f.Type.Kind != ir.Bad && card.At.IsValid() && !(c.foreign(card.At) && c.foreign(f.At)):
			missing = append(missing, f)
		}
	}
	if len(c.list) == said && !c.torn(card.At) { // else it may be what was meant there
		c.unsaid(card, missing)
	}
}

// unsaid reports all that a card does not say, at once: who has begun one reads what there is to say.
func (c *bodies) unsaid(card *ir.Card, fields []*ir.Field) {
	if len(fields) == 0 {
		return
	}
	first := fields[0]
	c.errorf("missing-field", card.At, "%s does not say its %s", card.Name, strings.Join(ir.FieldNames(fields), ", ")).See(first.At, "%s is declared here", first.Name)
}

// fill lets a parameter give an instance its value of field i.
func (c *bodies) fill(card *ir.Card, i int, p *ir.Field, m *syntax.ValueMember) {
	f := c.p.Kinds[card.Kind].Fields[i]
	want := f.Type
	want.Optional = p.Type.Optional
	fits := p.Type == want || p.Type.Kind == ir.CardOf && f.Type.Kind == ir.CardOf && c.p.IsA(p.Type.Ref, f.Type.Ref)
	switch {
	case !fits || p.Type.Optional && !f.Type.Optional:
		c.errorf("wrong-type", m.Value.At, "%s is %s, want %s", p.Name, c.p.TypeName(p.Type), c.p.TypeName(f.Type)).See(f.At, "%s is declared here", f.Name)
		return
	case f.Lo != ir.None && (p.Lo == ir.None || p.Lo < f.Lo), f.Hi != ir.None && (p.Hi == ir.None || p.Hi > f.Hi):
		c.errorf("out-of-range", m.Value.At, "%s may be more or less than %s: write `%s: %s in %s`", p.Name, f.Name, p.Name, c.p.TypeName(p.Type), c.showRange(f)).
			See(f.At, "%s is declared here", f.Name)
		return
	}
	if card.Filled == nil {
		card.Filled = make([]*ir.Field, len(c.p.Kinds[card.Kind].Fields))
	}
	card.Filled[i] = p
	c.used.scan(p.Name)
}

// lowerLabels gives display words to the values, fields and events that have none of their own, and to the pack and
// its unit.
func (c *bodies) lowerLabels() {
	c.p.Texts = c.texts(c.decls.title, nowhere())
	words := map[*entry]ir.Texts{}
	found := map[*entry]bool{}
	labels := c.decls.wordings()
	for _, e := range labels {
		words[e] = c.texts(e.decl.(*syntax.LabelDecl).Texts, nowhere())
	}
	labelOf := labelled(c.names)
	var bare []string // what no label names
	worded(c.names, func(name string, at source.Span, t *ir.Texts) {
		label := labelOf(name, at)
		if label == nil {
			bare = append(bare, name)
			return
		}
		w := words[label]
		found[label] = true
		en, fr := t.En == nil, t.Fr == nil
		if en {
			t.En = w.En
		}
		if fr {
			t.Fr = w.Fr
		}
		for _, more := range w.Words {
			if more.French && fr || !more.French && en {
				t.Words = append(t.Words, more)
			}
		}
	})
	for _, e := range labels {
		if found[e] || c.foreign(e.at) {
			continue
		}
		i := slices.IndexFunc(labels, func(x *entry) bool { return found[x] && x.name == e.name })
		if i >= 0 && e.pack != c.root { // it has words for what somebody else calls otherwise
			continue
		}
		if i >= 0 {
			c.errorf("undefined-name", e.at, "nothing here is called %s but what %s declares, which has words for it", e.name, labels[i].pack).
				See(labels[i].at, "these words")
		} else {
			c.unknown("undefined-name", e.at, "no value, field, kind, zone, event, tag or unit is called %s", e.name).
				Suggest(c.near(e.name, func() []string { return bare }))
		}
	}
}
