package aloud

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// phrase is a part of a sentence that stands for a thing or a number.
type phrase struct {
	text   string
	noun   tongue.Noun // for what agrees with it
	many   bool
	bearer bool // it is the bearer: a pronoun
	aside  bool // it is the bearer, of whom the sentence is not told: what is its own would be another's
	number bool // a number, or what comes to one
	chosen bool // somebody chose it: what is told of is that choice
}

func plain(s string) phrase { return phrase{text: s} }

// asThe is the bearer as one of whom the sentence is not told: by a noun.
func (r voice) asThe(who phrase) phrase {
	if !who.aside {
		return who
	}
	return r.the(bearing(r, who.noun.Gender), false)
}

// bearing is the bearer as a noun: of the gender of what it is, as its pronoun.
func bearing(r voice, g tongue.Gender) tongue.Noun {
	g = max(g, tongue.Masculine)
	return r.own("bearer", r.lang.Agree("porteur", g, false), g)
}

// written is the text of a thing in the language of the reader.
func (r *namer) written(t ir.Texts) *ir.Template {
	if r.french() {
		return t.Fr
	}
	return t.En
}

// gendered tells whether a thing is called by a noun: its French word has a gender.
func (r voice) gendered(t ir.Texts) bool { return t.Fr != nil && t.Fr.Noun.Gendered }

// noun is what a thing is called. What has no words is called by its id, and missed.
func (r *namer) noun(sort, id string, t ir.Texts) tongue.Noun {
	if w := r.written(t); w != nil {
		if name := r.name(w); len(name) == 1 { // a letter is read as what it stands for
			if also := r.word(t, ir.AlsoWord); also != nil {
				return r.asNoun(r.name(&also.Template), also.Noun)
			}
		}
		if name := r.name(w); name != "" {
			return r.asNoun(name, w.Noun)
		}
	}
	r.miss(sort, id)
	return r.guessed(humane(id))
}

// guessed is a noun of which the language has to tell by its form what it is.
func (r voice) guessed(name string) tongue.Noun {
	n := r.lang.Guess(name)
	n.Proper = false
	return n
}

func (r *namer) asNoun(name string, n ir.Noun) tongue.Noun {
	out := r.guessed(name)
	out.Many, out.Aspirated = r.lowered(n.Plural), n.Odd
	if n.Plural != "" && n.Plural != name || strings.ToUpper(name) == name { // one that is its own plural is several
		out.PluralOnly = false
	}
	if n.Gendered {
		out.Gender = tongue.Masculine
		if n.Feminine {
			out.Gender = tongue.Feminine
		}
	}
	out.One = r.lowered(name)
	return out
}

// lowered is a name that is written as a title, within a sentence: in English each word has a capital there.
func (r voice) lowered(name string) string {
	initial := []rune(name)
	if len(initial) < 2 || isUpper(initial[1]) || initial[1] == ' ' {
		return name
	}
	if words := strings.Split(name, " "); !r.french() && isUpper(initial[0]) {
		for i, w := range words {
			words[i] = small(w)
		}
		return strings.Join(words, " ")
	}
	if one, other, ok := strings.Cut(name, " / "); ok { // either of two
		return r.lowered(one) + " / " + r.lowered(other)
	}
	return small(name)
}

// small is a word, or a sentence, without the capital of its first letter; an abbreviation keeps it.
func small(s string) string {
	if rs := []rune(s); len(rs) > 1 && !isUpper(rs[1]) {
		return strings.ToLower(string(rs[:1])) + string(rs[1:])
	}
	return s
}

func isUpper(c rune) bool {
	return strings.ToUpper(string(c)) == string(c) && strings.ToLower(string(c)) != string(c)
}

// name is a template without parameters, or with those that are known on the card.
func (r *namer) name(t *ir.Template) string {
	var b strings.Builder
	for _, part := range t.Parts {
		switch {
		case part.Expr == nil:
			b.WriteString(part.Text)
		case part.Form == "plural":
			b.WriteString(part.Many)
		default:
			b.WriteString(humane(part.Expr.Name))
		}
	}
	return b.String()
}

// humane is an id as words.
func humane(id string) string { return strings.ReplaceAll(id, "_", " ") }

// word is a further word for a thing: nil when it has none.
func (r *namer) word(t ir.Texts, use ir.WordUse) *ir.Word {
	for _, w := range t.Words {
		if w.Use == use && w.French == r.french() {
			return w
		}
	}
	return nil
}

func (r voice) the(n tongue.Noun, many bool) phrase {
	return phrase{text: r.lang.The(n, many), noun: n, many: many || n.PluralOnly}
}

func (r voice) that(n tongue.Noun) phrase {
	return phrase{text: r.lang.That(n, false), noun: n, many: n.PluralOnly}
}

// thatOne is one that has just been spoken of, as against any other.
func (r voice) thatOne(n tongue.Noun) phrase {
	switch {
	case !r.french():
		return phrase{text: "that one", noun: n}
	case n.Gender == tongue.Feminine:
		return phrase{text: "celle-ci", noun: n}
	}
	return phrase{text: "celui-ci", noun: n}
}

// of is a thing and whose it is: its Power, the Power of the victim.
func (r voice) of(n tongue.Noun, whose phrase) phrase {
	many := n.PluralOnly
	whose = r.asThe(whose)
	if part, whole, ok := r.partOfIts(n, whose); ok {
		return phrase{text: r.say("{0} of {1}", "{0} de {1}", plain(r.lang.The(part, many)), plain(r.lang.Its(whole, false))), noun: part, many: many}
	}
	if whose.bearer {
		return phrase{text: r.lang.Its(n, many), noun: n, many: many}
	}
	if whose.text == "" {
		return r.the(n, many)
	}
	the := r.lang.The(n, many)
	out := phrase{text: r.say("{0} of {1}", "{0} de {1}", plain(the), whose), noun: n, many: many}
	if strings.HasSuffix(the, strings.TrimPrefix(out.text, the)) { // its name says whose it is: the total of the roll
		out.text = the
	}
	return out
}

// partOfIts cuts a noun that tells of what it is a part, which is the bearer's: the depth of its area.
func (r voice) partOfIts(n tongue.Noun, whose phrase) (part, whole tongue.Noun, ok bool) {
	joint, g := " of the ", tongue.Unknown
	if r.french() {
		if joint, g = " de la ", tongue.Feminine; !strings.Contains(n.One, joint) {
			joint, g = " du ", tongue.Masculine
		}
	}
	one, other, ok := strings.Cut(n.One, joint)
	part, whole = n, r.guessed(other)
	part.One, whole.Gender = one, g
	return part, whole, ok && whose.bearer
}

// severalOf is several things and whose they are. Cards have no plural.
func (r voice) severalOf(n tongue.Noun, whose phrase) phrase {
	whose = r.asThe(whose)
	if n.Proper && whose.bearer {
		return phrase{text: r.say("each {0} it has", "chaque {0} qu'{1} a", plain(n.One), plain(whose.text)), noun: n}
	}
	if n.Proper {
		return phrase{text: r.say("each {0} of {1}", "chaque {0} de {1}", plain(n.One), whose), noun: n}
	}
	if whose.bearer {
		return phrase{text: r.lang.Its(n, true), noun: n, many: true}
	}
	return phrase{text: r.say("{0} of {1}", "{0} de {1}", plain(r.lang.The(n, true)), whose), noun: n, many: true}
}

func (r *namer) field(f *ir.Field) tongue.Noun {
	if r.written(f.Texts) == nil && f.Name != "" && isUpper(rune(f.Name[0])) { // an abbreviation is what it is
		if !r.french() {
			return tongue.Noun{One: f.Name, Many: f.Name}
		}
	}
	if t := f.Type; r.written(f.Texts) == nil && t.Kind == ir.EnumType && f.Name == r.p.Enums[t.Ref].Name { // called as its type is
		return r.typed(t)
	}
	return r.noun("field", f.Name, f.Texts)
}

// tally is what a number of a thing's own counts. An id without words may tell of several.
func (r *namer) tally(f *ir.Field) tongue.Noun {
	n := r.field(f)
	if many := n.One; f.Type.Kind == ir.Int && r.written(f.Texts) == nil && tongue.English.IsPlural(many) {
		n.One, n.Many, n.PluralOnly = tongue.English.Single(many), many, false
	}
	return n
}

func (r *namer) kind(ref int) tongue.Noun {
	switch {
	case ref < 0:
		return r.own("thing", "chose", tongue.Feminine)
	case ref == ir.PlayerKind && r.written(r.p.Kinds[ref].Texts) == nil:
		return r.own("player", "joueur", tongue.Masculine)
	}
	if c := r.p.CardAt(ref); c != nil {
		return r.cardNoun(c)
	}
	return r.noun("kind", r.p.Kinds[ref].Name, r.p.Kinds[ref].Texts)
}

// allOfKind is a card, or all things of a kind.
func (r *namer) allOfKind(ref int) phrase {
	n := r.kind(ref)
	if n.Proper {
		return phrase{text: n.One, noun: n}
	}
	return phrase{text: r.lang.All(n), noun: n, many: true}
}

// own is a noun of the language itself.
func (r voice) own(en, fr string, g tongue.Gender) tongue.Noun {
	if r.french() {
		return tongue.Noun{One: fr, Gender: g}
	}
	return tongue.Noun{One: en}
}

// cardNoun is the name of a card, which takes no article, and tells none of the parameters at its end: whoever has a card may have
// one of any.
func (r *namer) cardNoun(c *ir.Card) tongue.Noun {
	n := tongue.Noun{One: text.Name(r.p, c.Texts, humane(c.Name), code(r.lang)), Proper: true}
	if w := r.written(c.Texts); w != nil && len(w.Parts) > 1 && w.Parts[0].Expr == nil {
		if name := strings.TrimRight(w.Parts[0].Text, " /(\u00a0"); w.Parts[1].Expr != nil && name != "" {
			n.One = name
		}
	}
	if w := r.written(c.Texts); w == nil {
		r.miss("card", c.Name)
	} else if w.Noun.Feminine {
		n.Gender = tongue.Feminine
	} else if w.Noun.Gendered {
		n.Gender = tongue.Masculine
	} else if !participle(n.One) {
		n.Gender = r.lang.Guess(n.One).Gender
	}
	return n
}

func code(l tongue.Language) string {
	if l == tongue.French {
		return "fr"
	}
	return "en"
}

// card is the name of a card, with the values of its parameters in their places.
func (r *reader) cardWith(c *ir.Card, args []*ir.Expr) phrase {
	w := r.written(c.Texts)
	if w == nil || len(args) == 0 {
		n := r.cardNoun(c)
		return phrase{text: n.One, noun: n}
	}
	var b strings.Builder
	for _, part := range w.Parts {
		if part.Expr == nil {
			b.WriteString(part.Text)
			continue
		}
		if i := ir.FieldNamed(c.Params, part.Expr.Name); i >= 0 && i < len(args) && args[i] != nil {
			b.WriteString(r.value(args[i]).text)
		} else {
			b.WriteString(humane(part.Expr.Name))
		}
	}
	return phrase{text: b.String(), noun: tongue.Noun{One: b.String(), Proper: true}}
}

// condition tells whether a card says how somebody is, and not what he has: it is put on him for a time, and called by no noun.
func (r *namer) condition(c *ir.Card) bool {
	return len(c.On) > 0 && c.Kind >= ir.BuiltinKinds && state(r.p, r.p.Kinds[c.Kind]) && r.written(c.Texts) != nil && !r.gendered(c.Texts)
}

// state tells whether the things of a kind are put on somebody for a time, as an affliction is: nothing is done with one.
func state(p *ir.Program, kind *ir.Kind) bool {
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f.Class == ir.Carried && p.IsA(kind.ID, f.Type.Ref) {
				return false
			}
		}
	}
	return true
}

// conditionOf is the card that an expression names, when that says how somebody is.
func (r *namer) conditionOf(e *ir.Expr) (*ir.Card, bool) {
	if e.Op != ir.Const || e.Type.Kind != ir.CardOf || e.N < 0 {
		return nil, false
	}
	c := r.p.Cards[e.N]
	return c, r.condition(c)
}

// event is an event as a noun; false when it has none.
func (r *namer) event(e *ir.Event, use ir.WordUse) (tongue.Noun, *ir.Word, bool) {
	if use == ir.MomentWord {
		if w := r.word(e.Texts, ir.MomentWord); w != nil {
			return r.asNoun(r.name(&w.Template), w.Noun), w, true
		}
	}
	if w := r.word(e.Texts, ir.NounWord); w != nil {
		return r.asNoun(r.name(&w.Template), w.Noun), w, true
	}
	if w := r.written(e.Texts); w != nil && e.Word == ir.SpanEvent && len(w.Parts) == 1 {
		return r.asNoun(r.name(w), w.Noun), nil, true
	}
	return tongue.Noun{}, nil, false
}

// eventNoun is an event as a noun, by its id when it has none.
func (r *namer) eventNoun(e *ir.Event) tongue.Noun {
	if n, _, ok := r.event(e, ir.NounWord); ok {
		return n
	}
	r.miss("event", e.Name)
	return r.guessed(humane(e.Name))
}

// subject tells whether a line begins with somebody, and goes on.
func subject(t *ir.Template) bool {
	if len(t.Parts) < 2 || t.Parts[0].Expr == nil {
		return false
	}
	if !slices.ContainsFunc(t.Parts[1:], func(p ir.Part) bool { return p.Expr == nil && strings.IndexFunc(p.Text, unicode.IsLetter) >= 0 }) {
		return false
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(t.Parts[1].Text), " "); slices.Contains([]string{"and", "et", "'s", "’s"}, first) { // with somebody else, or his
		return false
	}
	k := t.Parts[0].Expr.Type.Kind
	return k == ir.Inst || k == ir.CardOf || k == ir.Record
}
