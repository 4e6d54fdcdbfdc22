// Package layout lays cards out: what a reader sees on them, in a language, as data. Nothing internal stands on a
// card: no ids, no clauses of its kind, nothing that has no words, nothing that is false.
package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Card is a card as it is printed.
type Card struct {
	Of         *ir.Card
	Kind       string // the id of its kind
	Title      string
	Sort       string    // what its kind is called
	Classes    []string  // what it is besides: the values of the enums that its kind names as fields
	Figures    []Figure  // its characteristics, in the order of the kind
	Properties []string  // what is true of it
	Lines      []Line    // other figures, and what it carries
	Abilities  []Ability // what stands on it, in the order in which it is written
	Read       bool      // nobody wrote a sentence: what stands on it is its definition, read aloud
	Missing    []Word    // what has no words in the language
}

// Figure is a number under a name.
type Figure struct{ Name, Value string }

// Line is a name with several values.
type Line struct {
	Name  string
	Items []string
}

// Ability is a sentence of a card; that of an action may have a name, a cost and a frequency.
type Ability struct {
	Name, Cost, Frequency, Text string
	Parts                       []Part // of the text, in order; of clauses that say the same, the same part
}

// Part is what a clause or an action says in an ability.
type Part struct {
	Of       string // the label of the clause, or the id of the action; "" for a sentence of the card itself
	From, To int    // in bytes of the text
}

// say is an ability that says one thing.
func say(of, text string) Ability { return Ability{Text: text, Parts: []Part{{of, 0, len(text)}}} }

// more lets an ability go on with what a clause says.
func (a *Ability) more(of, said string) {
	a.Text += " "
	a.Parts = append(a.Parts, Part{of, len(a.Text), len(a.Text) + len(said)})
	a.Text += said
}

// Word is a thing that a card shows and that has no words in a language.
type Word struct {
	Sort string // card, kind, field, value, event, action, sentence, unit
	ID   string // as it is declared, with what it belongs to
	Lang string
	Card string // the first card that needs it
}

// Section is the cards of a kind, with what the kind says of all of them.
type Section struct {
	Title string
	Texts []string
	Cards []*Card
}

// Printed tells whether a card is one for a reader: of a kind that was declared, or a rule with a sentence, and not a
// pack's own, for its tests.
func Printed(p *ir.Program, c *ir.Card) bool {
	if !c.At.IsValid() || c.Inner || strings.HasPrefix(c.Name, "_") {
		return false
	}
	return c.Kind >= ir.BuiltinKinds || c.Kind == ir.RuleKind && slices.ContainsFunc(text.Sentences(p, c), func(s text.Sentence) bool {
		return s.Texts.En != nil || s.Texts.Fr != nil
	})
}

// Of lays a card out in a language, en or fr.
func Of(p *ir.Program, c *ir.Card, lang string) *Card {
	l := &layout{p: p, lang: lang, out: &Card{Of: c, Kind: p.Kinds[c.Kind].Name}}
	l.out.Title = l.name("card", c.Texts, c.Name, c)
	l.out.Sort = l.kind(c.Kind)
	for i, f := range p.Kinds[c.Kind].Fields {
		l.field(c, i, f)
	}
	l.abilities(c)
	return l.out
}

// Sections lays cards out, those of a kind together, in the order of their titles.
func Sections(p *ir.Program, cards []*ir.Card, lang string) []Section {
	var out []Section
	at := map[int]int{}
	for _, c := range cards {
		n, ok := at[c.Kind]
		if !ok {
			n = len(out)
			at[c.Kind] = n
			l := &layout{p: p, lang: lang, out: &Card{Of: c}}
			out = append(out, Section{Title: l.kind(c.Kind), Texts: OfKind(p, c.Kind, lang)})
		}
		out[n].Cards = append(out[n].Cards, Of(p, c, lang))
	}
	for _, s := range out {
		slices.SortStableFunc(s.Cards, func(a, b *Card) int { return strings.Compare(SortKey(a.Title), SortKey(b.Title)) })
	}
	slices.SortStableFunc(out, func(a, b Section) int { return strings.Compare(SortKey(a.Title), SortKey(b.Title)) })
	return out
}

// OfKind is what a kind says of all its cards: the sentences of its clauses, but not the reasons of refusals.
func OfKind(p *ir.Program, kind int, lang string) []string {
	var hooks []*ir.Hook
	for _, n := range p.Kinds[kind].Hooks {
		hooks = append(hooks, p.Hooks[n])
	}
	slices.SortStableFunc(hooks, func(a, b *ir.Hook) int {
		return cmp.Or(strings.Compare(a.At.File.Name, b.At.File.Name), cmp.Compare(a.At.Start, b.At.Start))
	})
	var out []string
	for _, h := range hooks {
		s := text.Clause(p, nil, h, lang)
		if h.Stage != ir.Cannot && s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Missing are the words that cards lack, each once.
func Missing(cards []*Card) []Word {
	var out []Word
	for _, c := range cards {
		for _, w := range c.Missing {
			if !slices.ContainsFunc(out, func(o Word) bool { return o.Sort == w.Sort && o.ID == w.ID }) {
				out = append(out, w)
			}
		}
	}
	return out
}

// layout is a card that is being laid out.
type layout struct {
	p    *ir.Program
	lang string
	out  *Card
}

// lack notes that something has no words.
func (l *layout) lack(sort, id string) {
	w := Word{sort, id, l.lang, l.out.Of.Name}
	if !slices.Contains(l.out.Missing, w) {
		l.out.Missing = append(l.out.Missing, w)
	}
}

// words are the text of a thing in the language; what has none is told in the other, or by its id made readable.
func (l *layout) words(sort string, t ir.Texts, id string, c *ir.Card, args ...ir.Value) string {
	if own := text.Of(t, l.lang); own != nil {
		return text.Fill(l.p, c, own, l.lang, args...)
	}
	l.lack(sort, id)
	for _, other := range []*ir.Template{t.En, t.Fr} {
		if other != nil {
			return text.Fill(l.p, c, other, l.lang, args...)
		}
	}
	return ""
}

// name is what a thing is called. id says whose it is: only its last part is shown.
func (l *layout) name(sort string, t ir.Texts, id string, c *ir.Card, args ...ir.Value) string {
	if s := l.words(sort, t, id, c, args...); s != "" {
		return s
	}
	s := id[strings.LastIndexByte(id, '.')+1:]
	return tongue.Capital(strings.TrimSpace(strings.ReplaceAll(s, "_", " ")))
}

func (l *layout) kind(k int) string {
	if k == ir.RuleKind {
		return phrases[l.lang].rule
	}
	return l.name("kind", l.p.Kinds[k].Texts, l.p.Kinds[k].Name, nil)
}

// abilities puts the sentences of a card on it. Those of one action are one ability.
func (l *layout) abilities(c *ir.Card) {
	var of *ir.Event // whose sentence was the last
	for _, s := range text.Sentences(l.p, c) {
		if s.Texts.En == nil && s.Texts.Fr == nil {
			continue
		}
		said, by := l.words("sentence", s.Texts, sentenceID(c, s), c), s.Of()
		list := l.out.Abilities
		switch {
		case again(list, by, said):
		case s.Action != nil && s.Action == of, len(list) > 0 && goesOn(list[len(list)-1].Text, said):
			list[len(list)-1].more(by, said)
		case s.Action != nil:
			of = s.Action
			a := say(by, said)
			a.Name, a.Cost, a.Frequency = l.deed(c, of), l.cost(c, of.Costs), l.frequency(c, of.Limits, said)
			l.out.Abilities = append(list, a)
		default:
			a := say(by, said)
			if s.Hook != nil {
				a.Frequency = l.frequency(c, s.Hook.Limits, said)
				if a.Cost = l.cost(c, s.Hook.Costs); strings.Contains(said, a.Cost) {
					a.Cost = ""
				}
			}
			l.out.Abilities = append(list, a)
		}
	}
	for _, n := range c.Actions {
		if a := l.p.Events[n]; len(a.Rules) == 0 {
			l.unsaid(c, a)
		}
	}
	if len(l.out.Abilities) == 0 && len(c.Rules) == 0 && c.Kind != ir.RuleKind {
		l.readings(c)
		l.out.Read = true
	}
}

// readings puts on a card on which nobody wrote a sentence what its definition says.
func (l *layout) readings(c *ir.Card) {
	for _, r := range aloud.Card(l.p, c, l.lang) {
		l.out.Abilities = append(l.out.Abilities, say(r.Clause.Label, r.Text))
	}
}

// unsaid puts an action without a sentence on its card, by its name.
func (l *layout) unsaid(c *ir.Card, a *ir.Event) {
	if name := l.deed(c, a); name != "" {
		l.out.Abilities = append(l.out.Abilities, Ability{Name: name, Cost: l.cost(c, a.Costs), Frequency: l.frequency(c, a.Limits, "")})
	} else if len(c.Rules) == 0 {
		l.lack("sentence", c.Name+"."+a.Name)
	}
}

// again notes that a clause says what stands on the card already, if that is so.
func again(list []Ability, of, said string) bool {
	for i := range list {
		for j, part := range list[i].Parts {
			if list[i].Text[part.From:part.To] == said {
				list[i].Parts = slices.Insert(list[i].Parts, j+1, Part{of, part.From, part.To})
				return true
			}
		}
	}
	return false
}

// goesOn tells whether a clause goes on with the sentence of the one before it.
func goesOn(before, said string) bool {
	first, _ := utf8.DecodeRuneInString(said)
	return strings.HasSuffix(before, ",") || !strings.HasSuffix(before, ".") && unicode.IsLower(first)
}

// sentenceID says where a sentence stands.
func sentenceID(c *ir.Card, s text.Sentence) string {
	return strings.TrimSuffix(c.Name+"."+s.Of(), ".")
}

// deed is what an action is called on its card: nothing when that is told of somebody, or the card is called so.
func (l *layout) deed(c *ir.Card, action *ir.Event) string {
	of := func(p ir.Part) bool { return p.Expr != nil }
	en, fr := action.Texts.En, action.Texts.Fr
	if en == nil && fr == nil || en != nil && slices.ContainsFunc(en.Parts, of) || fr != nil && slices.ContainsFunc(fr.Parts, of) {
		return ""
	}
	name := l.name("action", action.Texts, c.Name+"."+action.Name, c)
	if strings.EqualFold(name, l.out.Title) {
		return ""
	}
	return name
}

// SortKey orders titles as a reader does, whatever stands over the letters.
func SortKey(s string) string {
	return folded.Replace(strings.ToLower(s))
}

var folded = strings.NewReplacer("à", "a", "â", "a", "ä", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e", "î", "i", "ï", "i",
	"ô", "o", "ö", "o", "ù", "u", "û", "u", "ü", "u", "œ", "oe", "æ", "ae")
