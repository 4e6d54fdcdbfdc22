package proof

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Found is the card that a title names. A kind with its clauses, an event and a table stand for cards of their own.
type Found struct {
	Card  *ir.Card
	Near  bool             // the title is only near its name
	Given map[string]int64 // parameters that the title gives: NAME 2
	of    []*claim.Clause  // of a kind or an event
	table *ir.Table        // it names, which is no card
	rows  *ir.Table        // that is called so, too: of it a text of rows is
	title string           // as the text has it
	known string           // the name that it is, as the pack has it
}

// Called is the name of what was found in a language.
func (f *Found) Called(p *ir.Program, lang string) string {
	if f.of != nil || f.table != nil { // what an event prints is a sentence
		return f.known
	}
	return text.Title(p, f.Card, lang)
}

// Finder finds cards by their names in either language.
type Finder struct {
	p      *ir.Program
	names  map[string][]*ir.Card
	spelt  map[string]string            // names as they are written
	labels map[string]bool              // of kinds and fields
	prints map[string]bool              // those of the fields
	of     map[*ir.Card][]*claim.Clause // of the kinds and events that stand for cards
	tables map[*ir.Card]*ir.Table       // that do
}

// NewFinder makes a finder.
func NewFinder(p *ir.Program) *Finder {
	f := &Finder{p: p, names: map[string][]*ir.Card{}, spelt: map[string]string{}, labels: map[string]bool{}, prints: map[string]bool{}, of: map[*ir.Card][]*claim.Clause{}, tables: map[*ir.Card]*ir.Table{}}
	for _, lang := range Langs {
		for line := range strings.Lines(core(lang)) {
			if list, ok := strings.CutPrefix(strings.TrimSpace(line), partLine); ok {
				for part := range strings.SplitSeq(list, ", ") {
					f.labels[part] = true
				}
			}
		}
	}
	for _, c := range p.Cards {
		if c.Inner || c.Kind == ir.PlayerKind || c.Kind == ir.ScenarioKind {
			continue
		}
		f.called(c)
	}
	for _, k := range p.Kinds {
		f.label(k.Texts)
		for _, field := range k.Fields {
			for _, key := range f.label(field.Texts) {
				f.prints[key] = true
			}
		}
		if all := claim.OfKind(p, k); len(all) > 0 && k.ID >= ir.BuiltinKinds {
			f.stands(&ir.Card{ID: -1, Name: k.Name, Kind: k.ID, At: k.At, Texts: k.Texts}, all)
		}
	}
	for _, ev := range p.Events {
		kind := subject(p, ev)
		if kind < 0 && ev.Do != nil && ev.Word != ir.SpanEvent { // it is about nothing, as a rule is
			kind = ir.RuleKind
		}
		if kind > ir.PlayerKind && kind != ir.ScenarioKind && !ev.Inner {
			f.stands(&ir.Card{ID: -1, Name: ev.Name, Kind: kind, At: ev.At, Texts: ev.Texts, Pack: ev.Pack}, []*claim.Clause{claim.OfEvent(p, ev)})
		}
	}
	for _, t := range p.Tables {
		if len(t.Params) > 0 && worded(t.Texts) {
			c := &ir.Card{ID: -1, Name: t.Name, Kind: ir.RuleKind, At: t.At, Texts: t.Texts}
			f.tables[c] = t
			f.called(c)
		}
	}
	for _, list := range f.names { // the card of this pack that says most stands for others of its name
		slices.SortStableFunc(list, func(a, b *ir.Card) int { return f.weight(b) - f.weight(a) })
	}
	return f
}

// subject is the kind of what an event is about, -1 when it is about nothing.
func subject(p *ir.Program, ev *ir.Event) int {
	if len(ev.Fields) == 0 || ev.Fields[0].Type.Kind != ir.Inst {
		return -1
	}
	return p.KindAt(ev.Fields[0].Type.Ref)
}

// stands lets clauses be found that belong to no card.
func (f *Finder) stands(c *ir.Card, clauses []*claim.Clause) {
	f.of[c] = clauses
	f.called(c)
}

// called adds all names of a card.
func (f *Finder) called(c *ir.Card) {
	f.add(strings.ReplaceAll(c.Name, "_", " "), c)
	for _, t := range []*ir.Template{c.Texts.En, c.Texts.Fr} {
		if t != nil {
			f.add(literal(t), c)
		}
	}
	for _, w := range c.Texts.Words {
		f.add(literal(&w.Template), c)
	}
}

func (f *Finder) weight(c *ir.Card) int {
	n := len(c.Hooks) + len(c.Actions) + len(c.Rules)
	if c.Pack == f.p.Pack {
		n += 1000
	}
	return n
}

func (f *Finder) add(name string, c *ir.Card) {
	if key, _ := title(name); key != "" && !slices.Contains(f.names[key], c) {
		f.names[key] = append(f.names[key], c)
		f.spelt[key] = cmp.Or(f.spelt[key], strings.TrimSpace(name))
	}
}

var numbersOf = regexp.MustCompile(`\d+`)

// title is a name without its parameters, and the numbers that stand there in their place.
func title(s string) (key string, given []int64) {
	for _, n := range numbersOf.FindAllString(s, -1) {
		if v, err := strconv.ParseInt(n, 10, 64); err == nil {
			given = append(given, v)
		}
	}
	s, _, _ = strings.Cut(s, "(")
	var words []string
	for _, list := range sentences(s) {
		for _, t := range list {
			if t.shape == wordShape {
				words = append(words, t.form)
			}
		}
	}
	for len(words) > 1 && len(words[len(words)-1]) == 1 {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " "), given
}

// Heads tells whether a line of a text is a heading: the name of a card, or, where it stands apart, nearly so.
func (f *Finder) Heads(line string, apart bool) bool {
	key, _ := title(line)
	return f.names[key] != nil || apart && f.Find(line) != nil
}

// Cards tells whether a name is that of a card, and not of an event, a kind or a table alone, nor what cards call their parts; of several
// names it tells nothing.
func (f *Finder) Cards(line string) bool {
	key, _ := title(line)
	if f.names[key] == nil {
		key = f.near(key)
	}
	return !f.labels[key] && slices.ContainsFunc(f.names[key], func(c *ir.Card) bool { return f.of[c] == nil && f.tables[c] == nil })
}

// partLine begins the line of a table with the words for the parts of a card.
const partLine = "also part: "

// Labels tells whether a line of a text says what stands below it: the name of a kind or of a field, or a word for a part of a card.
func (f *Finder) Labels(line string) bool {
	key, _ := title(line)
	return f.labels[key]
}

// Figures tells whether a word is the name of a field.
func (f *Finder) Figures(word string) bool {
	key, _ := title(word)
	return f.prints[key]
}

// label notes what a thing is called, and answers how titles are compared with it.
func (f *Finder) label(t ir.Texts) (keys []string) {
	for _, lang := range Langs {
		said := text.Of(t, lang)
		if said == nil {
			continue
		}
		one := literal(said)
		for _, name := range []string{one, tongue.For(lang).Plural(one), said.Noun.Plural} {
			key, _ := title(name)
			f.labels[key] = true
			keys = append(keys, key)
		}
	}
	return keys
}

// Find finds the card of a title; nil when there is none.
func (f *Finder) Find(name string) *Found {
	key, given := title(name)
	list, near := f.names[key], false
	if list == nil {
		near = true
		if key = f.near(key); key == "" {
			return f.oneOf(name)
		}
		list = f.names[key]
	}
	card := list[0]
	for _, c := range list { // of two by one name that which has a parameter, where the title has one
		if f.p.Pack == c.Pack == (f.p.Pack == card.Pack) && varies(name) != (len(card.Params) > 0) && varies(name) == (len(c.Params) > 0) {
			card = c
			break
		}
	}
	out := &Found{Card: card, Near: near, Given: map[string]int64{}, of: f.of[card], table: f.tables[card], title: name, known: f.spelt[key]}
	for _, c := range list {
		if out.table == nil && f.tables[c] != nil {
			out.rows = f.tables[c]
		}
	}
	for i, p := range out.Card.Params {
		if i < len(given) {
			out.Given[p.Name] = given[i]
		}
	}
	return out
}

// parameter is how a title gives a parameter, or the letter for one.
var parameter = regexp.MustCompile(`\d|\(\pL+\)|[\s/]\pL$`)

// varies tells whether a title has a parameter.
func varies(name string) bool { return parameter.MatchString(strings.TrimSpace(name)) }

// oneOf finds what one of several names in a title names: `Giving / taking`.
func (f *Finder) oneOf(name string) *Found {
	one, rest, several := strings.Cut(name, "/")
	if !several {
		return nil
	}
	if found := f.Find(strings.TrimSpace(one)); found != nil {
		return found
	}
	return f.Find(strings.TrimSpace(rest))
}

// near is the only name that is one letter away, of those from five letters on; of several of one card the first. "" for none.
func (f *Finder) near(key string) string {
	found := ""
	for known, cards := range f.names {
		if len(known) < 5 || !oneApart(key, known) {
			continue
		}
		if found != "" && f.names[found][0] != cards[0] {
			return ""
		}
		if found == "" || known < found {
			found = known
		}
	}
	return found
}

// oneApart tells whether two words differ by one letter that is another, is missing, or is too much.
func oneApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == b {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return a[i+1:] == b[i+1:]
	}
	return a[i:] == b[i+1:]
}

// Lang guesses the language of some texts of cards by their smallest words or, where these do not tell, by the titles.
func (f *Finder) Lang(titles []string, text string) string {
	count := f.titled(titles)
	switch lang := Lang(text); {
	case lang != "":
		return lang
	case count["fr"] > count["en"]:
		return "fr"
	}
	return "en"
}

// LangOf is the language of one card among texts of a language: another where its words, or its title and its words, clearly are.
func (f *Finder) LangOf(title, text, among string) string {
	small, titled := smallest(text), f.titled([]string{title})
	for _, lang := range Langs {
		if lang != among && (small[lang] >= 2+2*small[among] || titled[lang] > titled[among] && small[lang] > small[among]) {
			return lang
		}
	}
	return among
}

// titled counts titles by the languages in which they are names.
func (f *Finder) titled(titles []string) map[string]int {
	count := map[string]int{}
	for _, name := range titles {
		if found := f.Find(name); found != nil {
			for lang, t := range map[string]*ir.Template{"en": found.Card.Texts.En, "fr": found.Card.Texts.Fr} {
				if t != nil && strings.HasPrefix(fold(name), fold(literal(t))) {
					count[lang]++
				}
			}
		}
	}
	return count
}

// Lang guesses the language of a text by its smallest words; nothing when they do not tell.
func Lang(text string) string {
	switch count := smallest(text); {
	case count["fr"] > count["en"]:
		return "fr"
	case count["en"] > count["fr"]:
		return "en"
	}
	return ""
}

// smallest counts the smallest words of a text by the languages that have them.
func smallest(text string) map[string]int {
	small := map[string]map[string]bool{}
	for _, lang := range Langs {
		small[lang] = map[string]bool{}
		for line := range strings.Lines(core(lang)) {
			if forms, ok := strings.CutPrefix(strings.TrimSpace(line), "filler: "); ok {
				for f := range strings.SplitSeq(forms, ", ") {
					small[lang][f] = true
				}
			}
		}
	}
	count := map[string]int{}
	for _, s := range sentences(text) {
		for _, t := range s {
			for _, lang := range Langs {
				if small[lang][t.form] && (len(t.form) > 1 || !t.capital()) { // not the name of a figure
					count[lang]++
				}
			}
		}
	}
	return count
}
