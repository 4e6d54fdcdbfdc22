package check

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// names is what is declared: each name with its number and its syntax. Everything that resolves a name
// asks it.
type names struct {
	report
	binder
	root    string
	p       *ir.Program
	heads   bool // see foreign.go
	extends bool // something foreign, so that nothing is
	short   bool // the heads were not enough
	unkept  bool // something that is not remembered
	memory  *memorable
	ctx     context.Context
	in      []Input
	files   map[*source.File]Input
	sight   sight
	decls   declarations
	index   index
	used    usage
	narrow  map[*ir.Field][]narrowing

	thrownFor []syntax.Name // the tags of throws
}

// narrowing is a clause that takes a field of its event for a narrower kind.
type narrowing struct {
	kind  int
	at    source.Span
	stage ir.Stage // of the clause
}

// checkName reports a name that means something else wherever a value stands.
func (c *names) checkName(n syntax.Name) {
	if slices.Contains(syntax.ValueWords, n.Text) {
		c.reserved(n, "and cannot be a name")
	}
}

// taken reports a name that is declared twice in one list, and remembers it.
func (c *names) taken(seen map[string]source.Span, n syntax.Name, what string) bool {
	if first, ok := seen[n.Text]; ok {
		c.errorf("duplicate-name", n.At, "%s %s is declared twice: give one of them another name", what, n.Text).See(first, "%s is first declared here", n.Text)
		return true
	}
	seen[n.Text] = n.At
	return false
}

// typeOf resolves a written type. A type that is not known is reported and Bad.
func (c *names) typeOf(t syntax.TypeExpr) ir.Type {
	r := c.plainType(t)
	if t.Optional && r.Kind != ir.Bad {
		if r.IsList() && r.Kind != ir.Point && r.Kind != ir.Path {
			c.errorf("invalid-type", t.At, "a list cannot be absent: leave it empty")
			return r
		}
		r.Optional = true
	}
	return r
}

func (c *names) plainType(t syntax.TypeExpr) ir.Type {
	name := t.Name.Text
	if name == anyKind {
		if t.Card {
			return ir.Type{Kind: ir.CardOf, Ref: -1}
		}
		return tInst
	}
	if t.Card {
		if k := c.kindOf(t.Name); k >= 0 {
			return ir.Type{Kind: ir.CardOf, Ref: k}
		}
		return ir.Type{}
	}
	if name == "list" {
		if t.Elem == nil {
			c.errorf("invalid-type", t.At, "a list is a list of something: write list<int>, for example")
			return ir.Type{}
		}
		e := c.typeOf(*t.Elem)
		if e.Kind == ir.Bad {
			return ir.Type{}
		}
		if e.IsList() || e.Optional || e.Kind == ir.TextType {
			c.errorf("invalid-type", t.Elem.At, "a list cannot hold %s", c.p.TypeName(e))
			return ir.Type{}
		}
		return ir.ListOf(e)
	}
	if k, ok := scalarTypes[name]; ok {
		return ir.Type{Kind: k}
	}
	for _, in := range []struct {
		numbered
		kind ir.TypeKind
	}{{c.index.enums, ir.EnumType}, {c.index.kinds, ir.Inst}, {c.index.bags, ir.BagType}, {c.index.events, ir.Record}} {
		if i, ok := in.of[name]; ok {
			c.bind(t.Name.At, in.decls[i].at)
			return ir.Type{Kind: in.kind, Ref: i}
		}
	}
	if i, ok := c.index.cards.of[name]; ok {
		c.bind(t.Name.At, c.index.cards.decls[i].at)
		return instOf(c.p.CardRef(i))
	}
	if strings.EqualFold(name, "string") {
		c.unknown("undefined-type", t.Name.At, "there is no type %s: what is one of some words is an enum, a sentence is an `en` or `fr`", name)
		return ir.Type{}
	}
	if name != "" {
		d := c.unknown("undefined-type", t.Name.At, "there is no type %s", name).Suggest(syntax.Meant(name))
		if !d.Mended() {
			d.SuggestAs(inprint.As(c.index.kinds.named, name))
		}
		if !d.Mended() {
			d.Suggest(c.near(name, c.typeNames))
		}
	}
	return ir.Type{}
}

func (c *names) typeNames() []string {
	names := slices.Concat(typeWords, c.index.enums.names(), c.index.kinds.names(), c.index.bags.names(), c.index.events.names(), c.index.cards.names())
	slices.Sort(names)
	return names
}

// number is the number of a declaration of some sort; a name that none of them has is reported, and -1.
func (c *names) number(in *numbered, what string, n syntax.Name) int {
	if i, ok := in.of[n.Text]; ok {
		c.bind(n.At, in.decls[i].at)
		return i
	}
	c.undeclared(in, what, n)
	return -1
}

// undeclared reports a name that no declaration of some sort has.
func (c *names) undeclared(in *numbered, what string, n syntax.Name) {
	for _, s := range c.decls.all() {
		if e := s.entries[n.Text]; e != nil && e.decl != nil {
			c.unknown("undefined-"+what, n.At, "%s is no %s: it is declared with %q", n.Text, what, e.word).See(e.at, "%s is declared here", n.Text)
			return
		}
	}
	d := c.unknown("undefined-"+what, n.At, "there is no %s %s", what, n.Text)
	if c.meant(d, n.Text, in.named); !d.Mended() {
		d.Message += few(n.Text, slices.DeleteFunc(in.names(), func(name string) bool { return in == &c.index.cards && name == "player" })) // which nobody puts anywhere
	}
}

// few lists what there is, when it is not much; else what begins like a name.
func few(name string, names []string) string {
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "rule" || n == "scenario" || strings.HasPrefix(n, "_") })
	if len(names) > diag.Few && len(name) >= 4 {
		names = slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, name[:4]) })
	}
	return diag.Others(names, diag.Few)
}

// listed lists names behind some words, when they are few.
func listed(lead string, names []string) string {
	if len(names) == 0 || len(names) > diag.Few {
		return ""
	}
	return lead + strings.Join(names, ", ")
}

// kindOf resolves a written kind; -1 when it is none.
func (c *names) kindOf(n syntax.Name) int { return c.number(&c.index.kinds, "kind", n) }

// allValues is the list of the values of an enum.
func (c *names) allValues(t ir.Type, at source.Span) *ir.Expr {
	e := &ir.Expr{Op: ir.Const, Type: ir.ListOf(t), At: at}
	for i := range c.p.Enums[t.Ref].Values {
		e.List = append(e.List, int64(i))
	}
	return e
}

// mustBeKind reports a type whose values are no instances of a kind.
func (c *names) mustBeKind(t ir.Type, at source.Span) bool {
	if t.Kind != ir.Inst && t.Kind != ir.Bad {
		c.errorf("wrong-type", at, "got %s, want a kind", c.p.TypeName(t))
	}
	return t.Kind == ir.Inst
}

// declaring is the kind that declares field i of kind k, so that a stat has one identity.
func (c *names) declaring(k, i int) int {
	for k >= 0 {
		parent := c.p.Kinds[k].Parent
		if parent < 0 || i >= len(c.p.Kinds[parent].Fields) {
			return k
		}
		k = parent
	}
	return k
}

// declaredAt is where a card or kind is declared.
func declaredAt(c *names, ref int) source.Span {
	if card := c.p.CardAt(ref); card != nil {
		return card.At
	}
	return c.p.Kinds[ref].At
}

// ownerRef is the card or kind of a clause, as types name it.
func ownerRef(c *names, h *ir.Hook) int {
	if h.Card >= 0 {
		return c.p.CardRef(h.Card)
	}
	return h.Kind
}

// ownerOf names the card or kind of a clause.
func (c *names) ownerOf(h *ir.Hook) string {
	if h.Card >= 0 {
		return c.p.Cards[h.Card].Name
	}
	return c.p.Kinds[h.Kind].Name
}

// entry is one declaration, as overlays left it.
type entry struct {
	word string // as written: kind, event, span, a card's kind, ...
	name string
	at   source.Span // of the name
	decl syntax.Decl
	pack string
	// members are the lines of the declaration, those that overlays added among them; body tells whether it
	// has such lines at all.
	members []syntax.Member
	body    bool
	changed map[string]touched // the parts that overlays have changed
	patched []patched          // what overlays have put in the place of something
}

// space is a namespace. Types may be called like cards, and cards like events; within a space
// names are unique.
type space struct {
	entries map[string]*entry
}

func newSpace() *space { return &space{entries: map[string]*entry{}} }

// sorted gives the entries by name, the order in which they are numbered.
func (s *space) sorted() []*entry {
	return slices.SortedFunc(maps.Values(s.entries), func(a, b *entry) int { return strings.Compare(a.name, b.name) })
}

func (s *space) names() []string { return keys(s.entries) }

// declarations are all declarations of the program by namespace.
type declarations struct {
	types    *space // enums, kinds, bags
	events   *space // events, spans, actions, tables of statements; functions and value tables too
	values   *space // cards, options
	zones    *space
	scripts  *space
	setups   *space // what scripts build on
	labels   *space
	relabels []*entry           // labels of a name that another pack has one for, too
	overlaid map[[2]string]bool // (pack, pack that it overlays)
	title    []syntax.Text      // of the root pack
}

// all are the namespaces.
func (d *declarations) all() []*space {
	return []*space{d.types, d.events, d.values, d.zones, d.scripts, d.setups, d.labels}
}

// index says which number a name has, and keeps the syntax of what has a number.
type index struct {
	enums, kinds, bags, events, funcs, tables, cards, options, zones numbered

	tags   map[string]int
	fields map[*ir.Field]*fieldSyntax
	tagged map[string][]syntax.Name // where each tag is written on something
	cells  []ir.Frame               // slots that the cells of a kind take
	givers map[int]giver
	bodies map[int]*syntax.BodyMember // by kind
	chosen map[string][]ir.Type       // what forms ask for, by name; see chosenTypes
}

// numbered are the declarations of one sort, each at its number. Built-in kinds and the card of players
// are declared by an entry without a declaration.
type numbered struct {
	of    map[string]int
	decls []*entry
}

// add gives a declaration the next number, under a name.
func (n *numbered) add(name string, e *entry) int {
	if n.of == nil {
		n.of = map[string]int{}
	}
	n.of[name] = len(n.decls)
	n.decls = append(n.decls, e)
	return n.of[name]
}

func (n *numbered) names() []string { return keys(n.of) }

// named are the declarations by name, in order.
func (n *numbered) named(yield func(string, source.Span) bool) {
	for _, name := range n.names() {
		if !yield(name, n.decls[n.of[name]].at) {
			return
		}
	}
}

// giver is who gives an action: a card, or every card of a kind.
type giver struct {
	card, kind int // -1
}

// fieldSyntax is what is compiled of a field once all names are known.
type fieldSyntax struct {
	rng      *syntax.Range
	def      *syntax.Slice
	min, max *syntax.Slice
	texts    []syntax.Text
	form     *syntax.FormField
	each     *syntax.Name // several players answer, each for himself, who is called so
}

// scenarioCard is the id of the card on which a scenario's clauses live. No text can name it, so that
// a scenario may have the name of a card.
func scenarioCard(name string) string { return "scenario " + name }

// cardsOf are the cards of a kind.
func (c *names) cardsOf(kind int) inprint.Named {
	return func(yield func(string, source.Span) bool) {
		for _, card := range c.p.Cards {
			if c.p.IsA(card.Kind, kind) && !yield(card.Name, card.At) {
				return
			}
		}
	}
}

// strangeWords tells of words with letters that no name has, which are how something is printed: what it is called.
func strangeWords(c *names) {
	for _, strange := range c.slips {
		word := strange.Text()
		if c.foreign(strange) || strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 || source.IsName(word) {
			continue
		}
		printed := printedFields(c)
		everything := func(yield func(string, source.Span) bool) {
			all := []inprint.Named{c.index.kinds.named, c.index.cards.named}
			for _, k := range c.p.Kinds {
				all = append(all, printed(k.Fields))
			}
			for _, ev := range c.p.Events {
				all = append(all, printed(ev.Named()))
			}
			for _, names := range all {
				for name, at := range names {
					if at != strange && !yield(name, at) {
						return
					}
				}
			}
			for _, en := range c.p.Enums {
				for _, v := range en.Values {
					if v.At != strange && !yield(v.Name, v.At) {
						return
					}
				}
			}
		}
		if name, as := inprint.As(everything, word); name != "" {
			c.list.Errorf("undefined-name", strange, "nothing here is called `%s`", word).SuggestAs(name, as)
		}
	}
}

// noCard reports that there is no card of a name, with those of a kind that may be meant.
func (c *names) noCard(n syntax.Name, kind int) {
	var names []string
	for name := range c.cardsOf(kind) {
		names = append(names, name)
	}
	d := c.unknown("undefined-card", n.At, "there is no card %s", n.Text)
	if c.meant(d, n.Text, c.cardsOf(kind)); !d.Mended() {
		d.Message += few(n.Text, names)
	}
}

// cardNamed finds a card of a kind (-1: any), or reports that there is none.
func (c *names) cardNamed(n syntax.Name, kind int) *ir.Card {
	if _, known := c.index.cards.of[n.Text]; !known && kind >= 0 && c.decls.types.entries[n.Text] == nil && c.decls.events.entries[n.Text] == nil {
		c.noCard(n, kind)
		return nil
	}
	i := c.number(&c.index.cards, "card", n)
	if i < 0 || c.doubled[n.Text] {
		return nil
	}
	card := c.p.Cards[i]
	if kind >= 0 && !c.p.IsA(card.Kind, kind) {
		c.errorf("wrong-type", n.At, "%s is a %s, want a %s", n.Text, c.p.Kinds[card.Kind].Name, c.p.Kinds[kind].Name).
			See(card.At, "%s is declared here", n.Text)
		return nil
	}
	return card
}

func (c *names) isCardOption(name string) bool {
	i, ok := c.index.options.of[name]
	return ok && c.p.Options[i].Type.Kind == ir.CardOf
}

// alsoText is where the text of another language begins.
var alsoText = regexp.MustCompile(`\s*[,;]?\s*\b(en|fr)\s*[:=]\s*`)

// undefinedField reports a field that a kind has not, among the members of a card of it: what these say already is not what
// was meant.
func (c *names) undefinedField(n syntax.Name, kind *ir.Kind, members []syntax.Member) {
	said := map[string]bool{}
	for m := range syntax.Of[*syntax.ValueMember](members) {
		said[m.Name.Text] = true
	}
	if n.Text == "en" || n.Text == "fr" {
		d := c.errorf("bad-syntax", n.At, "a text stands behind its language, without a sign")
		line, _, _ := strings.Cut(n.At.File.Text[n.At.End:], "\n")
		d.Span.End += strings.IndexByte(line+":", ':') + 1
		if m := bareText.FindStringSubmatch(n.At.File.Text[n.At.End:]); m != nil {
			d.Span.End = n.At.End + len(m[0])
			text := n.Text + m[1] + ` "` + alsoText.ReplaceAllString(m[2], `"  $1 "`) + `"`
			d.Rewrite(text)
			return
		}
		d.Rewrite(n.Text)
		return
	}
	line, _, _ := strings.Cut(n.At.File.Text[n.At.End:], "\n")
	if language, rest := syntax.Called(n.Text), strings.TrimLeft(line, " :"); language != "" && strings.HasPrefix(rest, `"`) {
		d := c.errorf("bad-syntax", n.At, "what a card is called, and what is printed on it, stands behind en or fr")
		d.Span.End += len(line) - len(rest)
		d.Mend(diag.Replace(d.Span, language+" ", "write "+language))
		return
	}
	if m := tagsOfColon.FindStringSubmatch(line); m != nil && (n.Text == "tags" || n.Text == "keywords") {
		at := n.At
		at.End += len(m[0])
		d := c.errorf("bad-syntax", at, "tags stand behind tag, without a sign")
		d.Mend(diag.Replace(at, "tag "+m[1]+m[2], "write tag "+m[1]+m[2]))
		return
	}
	if clauseOfColons.MatchString(line) {
		at := n.At
		at.Start, at.End = n.At.End+strings.LastIndexByte(line, ':'), n.At.End+len(strings.TrimRight(line, " \t\r"))
		d := c.errorf("bad-syntax", at, "the steps of a clause stand between { and }")
		d.Mend(diag.Replace(at, " {"+at.Text()[1:]+" }", "write them between braces"))
		return
	}
	if before := n.At.File.Text[:n.At.Start]; clauseWord.MatchString(before[strings.LastIndexByte(before, '\n')+1:]) {
		return // of the clause in which it stands all is said
	}
	var printed []*ir.Field
	for _, f := range kind.Fields {
		if !said[f.Name] && (f.Class == ir.Printed || f.Class == ir.Stat || f.Class == ir.Carried) {
			printed = append(printed, f)
		}
	}
	d := c.lackingIn(c.p.Declaring(kind.ID), "undefined-field", n.At, "kind %s has no field %s", kind.Name, n.Text)
	if kind.At.IsValid() {
		d.See(kind.At, "%s is declared here", kind.Name)
	}
	if c.meant(d, n.Text, printedFields(c)(printed)); !d.Mended() { // what lies on it is named by its own field, not by its kind
		for _, f := range printed {
			if f.Class == ir.Carried && f.Type.Kind == ir.Inst && f.Type.Ref >= 0 && c.p.Kinds[c.p.KindAt(f.Type.Ref)].Name == strings.TrimSuffix(n.Text, "s") {
				d.Suggest(f.Name)
			}
		}
	}
	if begun := slices.DeleteFunc(ir.FieldNames(printed), func(name string) bool { return !strings.HasPrefix(strings.ToLower(name), strings.ToLower(n.Text)) }); !d.Mended() && len(begun) == 1 {
		d.Suggest(begun[0]) // an abbreviation
	}
	if d.Mended() || d.Message == "" {
		return
	}
	having := having(c, kind, []syntax.Name{n})
	if slices.Contains([]string{"uses", "utilisations"}, n.Text) {
		d.Message += "; how often something may be used is said where it is used, as in limit 2 per self per game"
	} else if len(having) > 0 && len(having) <= 4 {
		d.Message += "; it is one of " + strings.Join(having, ", ")
	}
}

// having are the kinds, other than one, on whose cards all of some fields stand.
func having(c *names, kind *ir.Kind, fields []syntax.Name) (names []string) {
	for _, k := range c.p.Kinds {
		if !strings.HasPrefix(k.Name, "_") && !c.p.IsA(kind.ID, k.ID) && !slices.ContainsFunc(fields, func(n syntax.Name) bool {
			i := ir.FieldNamed(k.Fields, n.Text)
			return i < 0 || k.Fields[i].Class == ir.Cell
		}) {
			names = append(names, k.Name)
		}
	}
	return names
}

// otherKind reports several fields that a card's kind has not, and others have: its kind is what is wrong.
func otherKind(c *names, card *ir.Card, fields []syntax.Name) bool {
	d, ok := c.index.cards.decls[card.ID].decl.(*syntax.CardDecl)
	if !ok || len(fields) < 2 {
		return false
	}
	having := having(c, c.p.Kinds[card.Kind], fields)
	if len(having) == 0 || len(having) > 4 {
		return false
	}
	said := c.lacking("undefined-field", d.Word.At, "kind %s has no field %s; they are of %s", d.Word.Text,
		strings.Join(diag.Names(fields, func(n syntax.Name) string { return n.Text }), ", "), strings.Join(having, ", "))
	if len(having) == 1 {
		said.Suggest(having[0])
	}
	return true
}

// clauseOfColons is the rest of a line behind the label of a clause whose steps stand behind a colon, and clauseWord is a line
// up to its event.
var (
	clauseOfColons = regexp.MustCompile(`^\s*:\s*(?:after|before|instead|while|cannot)\s+\w+(?:\([^(){}]*\))?\s*:\s*[^\s{][^{}:]*$`)
	clauseWord     = regexp.MustCompile(`^\s*\w+\s*:\s*(?:after|before|instead|while|cannot)\s+$`)
)

// tagsOfColon are names behind a colon, in brackets or not.
var tagsOfColon = regexp.MustCompile(`^\s*:\s*(?:\[\s*(\w+(?:\s*,\s*\w+)*)\s*\]|(\w+(?:\s*,\s*\w+)*))`)

// bareText is what stands behind a language, when it is a colon and a text without quotes.
var bareText = regexp.MustCompile(`^\s*:( [mf])?\s*([A-ZÀ-Ý][^"{}\r\n]*[^"{}\s])`)

// cellNamed finds a cell of a card's instances, its own or its kind's.
func (c *names) cellNamed(card *ir.Card, n syntax.Name) *ir.Field {
	var cells []*ir.Field
	for _, list := range [][]*ir.Field{card.Own, c.p.Kinds[card.Kind].Fields} {
		for _, f := range list {
			if f.Class != ir.Cell || f.Param {
				continue
			}
			if f.Name == n.Text {
				c.bind(n.At, f.At)
				return f
			}
			cells = append(cells, f)
		}
	}
	d := c.lackingIn(append(c.p.Declaring(card.Kind), card.Name), "undefined-field", n.At, "%s has no cell %s", card.Name, n.Text)
	c.meant(d.See(card.At, "%s is declared here", card.Name), n.Text, printedFields(c)(cells))
	return nil
}

// event resolves the name of an event; nil when there is none.
func (c *names) event(n syntax.Name) *ir.Event {
	if n.Text == throwEvent {
		return c.throws()
	}
	i, ok := c.index.events.of[n.Text]
	if ok {
		c.bind(n.At, c.p.Events[i].At)
		return c.p.Events[i]
	}
	c.used.scan(n.Text)
	if e := c.decls.events.entries[n.Text]; e != nil {
		c.unknown("undefined-event", n.At, "%s is a %s, it gives a value and does nothing", n.Text, e.word).See(e.at, "%s is declared here", n.Text)
	} else {
		c.undeclared(&c.index.events, "event", n)
	}
	return nil
}

func (c *names) isSpan(name string) bool {
	i, ok := c.index.events.of[name]
	return name == "game" || ok && c.p.Events[i].Word == ir.SpanEvent
}

// span resolves the name of a span; -1 when it is none.
func (c *names) span(n syntax.Name) int {
	i, ok := c.index.events.of[n.Text]
	if ok && c.p.Events[i].Word == ir.SpanEvent {
		c.bind(n.At, c.p.Events[i].At)
		return i
	}
	if ok {
		c.unknown("undefined-span", n.At, "%s is no span, it does not last", n.Text).See(c.p.Events[i].At, "%s is declared here", n.Text)
		return -1
	}
	spans := map[string]source.Span{"game": {}}
	for _, ev := range c.p.Events {
		if ev.Word == ir.SpanEvent {
			spans[ev.Name] = ev.At
		}
	}
	d := c.unknown("undefined-span", n.At, "there is no span %s", n.Text)
	if c.meant(d, n.Text, inOrder(spans)); !d.Mended() {
		delete(spans, "game")
		d.Message += few(n.Text, append(keys(spans), "game"))
	}
	return -1
}

// firstKind is the kind of an event's first parameter; -1 when it is none.
func (c *names) firstKind(ev *ir.Event) int {
	if len(ev.Fields) > 0 && ev.Fields[0].Type.Kind == ir.Inst {
		return ev.Fields[0].Type.Ref
	}
	return -1
}

// tag resolves a tag, that should be one of some, if there are any.
func (c *names) tag(n syntax.Name, among ...string) int {
	i, ok := c.index.tags[n.Text]
	c.used.tags.add(int64(i))
	if !ok {
		if len(among) == 0 {
			among = c.p.Tags
		}
		d := c.lacking("undefined-tag", n.At, "nothing has the tag %s", n.Text).Suggest(c.near(n.Text, func() []string { return among }))
		if !d.Mended() {
			d.Message += few(n.Text, among)
		}
		return -1
	}
	if all := c.index.tagged[n.Text]; len(all) > 0 {
		c.bind(n.At, all[0].At)
	}
	return i
}

func (c *names) tags(list []syntax.Member) []int {
	var tags []syntax.Name
	for t := range syntax.Of[*syntax.TagMember](list) {
		tags = append(tags, t.Names...)
	}
	return c.index.tagNumbers(tags)
}

func (x *index) tagNumbers(names []syntax.Name) []int {
	var tags []int
	for _, n := range names {
		tags = append(tags, x.tags[n.Text])
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// linesOf are the members of a card and of its kinds.
func (c *names) linesOf(card *ir.Card) []syntax.Member {
	return append(slices.Clone(c.index.cards.decls[card.ID].members), c.linesOfKind(card.Kind)...)
}

// linesOfKind are the members of a kind and of those above it.
func (c *names) linesOfKind(k int) []syntax.Member {
	var list []syntax.Member
	for ; k >= 0; k = c.p.Kinds[k].Parent {
		list = append(list, c.index.kinds.decls[k].members...)
	}
	return list
}

// labels are the labels of clauses among members.
func labels(list []syntax.Member) []string {
	var labels []string
	for cl := range syntax.Of[*syntax.Clause](list) {
		if cl.Label != nil {
			labels = append(labels, cl.Label.Text)
		}
	}
	return labels
}
