// Package aloud reads definitions aloud: each clause and each action of a card as one sentence, in English or French,
// from the definition alone. What it says is what package claim finds in a clause; how it says it is the plan of a
// sentence (clause.go), with the words that the things of a game are declared with (nouns.go) and the grammar of
// package tongue.
package aloud

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Reading is a clause read aloud.
type Reading struct {
	Clause  *claim.Clause
	Text    string
	Missing []Missing // the words that it would need, in the order in which they were missed
}

// Missing is a thing that has no words in the language: its sort (event, field ...), and its name.
type Missing struct{ Sort, Name string }

// Card reads the clauses and actions of a card in a language: en or fr.
func Card(p *ir.Program, c *ir.Card, lang string) []Reading {
	return Of(p, c, claim.Clauses(p, c), lang)
}

// Of reads clauses as those of a card; nil: of none. What the options as they stand switch off is not read, nor what is
// said of an inner function.
func Of(p *ir.Program, c *ir.Card, clauses []*claim.Clause, lang string) []Reading {
	var out []Reading
	for _, cl := range clauses {
		if cl = standing(p, cl); cl == nil {
			continue
		}
		cl = parted(cl)
		r := newReader(p, c, lang)
		text := planner{teller{truth{r}}}.clause(cl)
		for _, ev := range cl.Opaque {
			r.miss("event", ev.Name)
		}
		out = append(out, Reading{cl, text, r.missing})
	}
	return out
}

// Clause reads a clause of a card (-1: of none); "" where words are missing, or where it does nothing as the options stand.
func Clause(p *ir.Program, card int, h *ir.Hook, lang string) string {
	var c *ir.Card
	if card >= 0 {
		c = p.Cards[card]
	}
	read := Of(p, c, claim.OfHook(p, c, h), lang)
	if len(read) == 0 || len(read[0].Missing) > 0 {
		return ""
	}
	return read[0].Text
}

// Once reads that of several of a card only one counts, and for whom; "" where each does.
func Once(p *ir.Program, c *ir.Card, lang string) string {
	if c.One == nil {
		return ""
	}
	r := newReader(p, c, lang)
	said := r.say("{0} counts but once for {1}", "{0} ne compte qu'une fois pour {1}", plain(text.Title(p, c, lang)), r.value(c.One.Key))
	if c.One.Renewed {
		said += r.say(", and another gives it its own duration", ", et un autre lui donne sa propre durée")
	}
	return tongue.Capital(said) + "."
}

// voice puts phrases together in a language.
type voice struct{ lang tongue.Language }

// namer names the things of a program, and notes what has no words.
type namer struct {
	voice
	p       *ir.Program
	card    *ir.Card
	missing []Missing
}

// reader reads what stands for something: values.go.
type reader struct {
	namer
	heard   *claim.Moment
	conds   []*ir.Expr          // what the clause says must hold
	temps   map[int64]phrase    // what the temporaries of macros stand for
	asked   []phrase            // what `it` is in a form
	throws  int                 // how many throws were told of
	last    string              // the dice of the last of them
	nth     int                 // which of several alike is chosen
	fields  map[string]*ir.Expr // what the fields of an action are on this card
	shows   map[string]*ir.Expr // what the die shows by which a local is true
	chooser *ir.Expr            // who chooses, while it is told from what
	known   map[string]phrase   // what the locals stand for that were told of, by name
	head    bool                // it is told when the clause stands: nobody has been named yet
	many    bool                // several events are heard
	aside   bool                // it is told of another who could have what the bearer has
	since   bool                // something was done since that has an outcome of its own: what is heard is no longer "this"
}

func newReader(p *ir.Program, c *ir.Card, lang string) *reader {
	return &reader{namer: namer{voice: voice{tongue.For(lang)}, p: p, card: c}, temps: map[int64]phrase{}, known: map[string]phrase{}, shows: map[string]*ir.Expr{}}
}

// truth reads what holds, or does not: conditions.go, comparisons.go.
type truth struct{ *reader }

// teller reads what is done: deeds.go, figures.go, choices.go.
type teller struct{ truth }

// planner makes a sentence of a clause: clause.go, premises.go, moments.go.
type planner struct{ teller }

func (r *reader) holds(e *ir.Expr, yes bool) string { return truth{r}.holds(e, yes) }

func (r voice) french() bool { return r.lang == tongue.French }

// say is a pattern of the language with its places filled. In French the place after `de`, `à`, `que` or the like is
// melted with its article or elided.
func (r voice) say(en, fr string, args ...phrase) string {
	pattern := en
	if r.french() {
		pattern = fr
	}
	var b strings.Builder
	for pattern != "" {
		i := strings.IndexByte(pattern, '{')
		if i < 0 || i+2 >= len(pattern) || pattern[i+2] != '}' {
			b.WriteString(pattern)
			break
		}
		b.WriteString(pattern[:i])
		if n := int(pattern[i+1] - '0'); n >= 0 && n < len(args) {
			if args[n].aside && owned.MatchString(b.String()) {
				r.join(&b, r.asThe(args[n]).text)
			} else if !args[n].bearer || !r.possessed(&b) {
				text := args[n].text
				if args[n].bearer && b.Len() > 0 && !subjective(r, b.String(), pattern[i+3:]) {
					text = r.tonic(text)
				}
				r.join(&b, text)
			}
		}
		pattern = pattern[i+3:]
	}
	return b.String()
}

// What is said of the bearer with `of` is its own: a thing at the end of what was said, with its article.
var (
	thingOf  = regexp.MustCompile(`(?:^|\b)(?:an?|the) ([a-z-]+(?: of [a-z-]+)?) of $`)
	choseDe  = regexp.MustCompile(`(?:^|\b)(?:(un|une|le|la|du|au) |l')([\p{L}-]+(?: de [\p{L}-]+)?) de $`)
	chosesDe = regexp.MustCompile(`(?:^|\b)les ([\p{L}-]+) de $`)
)

// owned is a thing of which there is but one with somebody: its zone, and not an ally of it.
var owned = regexp.MustCompile(`(?:^|\b)(?:the|le|la|les|du|au|l')(?: |\b)[\p{L}-]+(?: (?:of|de) [\p{L}-]+)? (?:of|de) $`)

// possessed makes the thing that was said last the bearer's: its ally, for an ally of it.
func (r voice) possessed(b *strings.Builder) bool {
	said := small(b.String()) // a line begins with a capital
	if r.french() {
		at := choseDe.FindStringSubmatchIndex(said)
		if many := chosesDe.FindStringSubmatchIndex(said); many != nil {
			b.Reset()
			b.WriteString(said[:many[0]] + "ses " + said[many[2]:many[3]])
			return true
		}
		if at == nil {
			return false
		}
		n := r.lang.Guess(said[at[4]:at[5]])
		if at[2] >= 0 {
			n.Gender = map[bool]tongue.Gender{true: tongue.Feminine, false: tongue.Masculine}[said[at[2]:at[3]] == "une" || said[at[2]:at[3]] == "la"]
		}
		led := map[string]string{"du ": "de ", "au ": "à "}[said[at[0]:at[4]]]
		b.Reset()
		b.WriteString(said[:at[0]] + led + r.lang.Its(n, false))
		return true
	}
	at := thingOf.FindStringSubmatchIndex(said)
	if at == nil {
		return false
	}
	b.Reset()
	b.WriteString(said[:at[0]] + "its " + said[at[2]:at[3]])
	return true
}

// tonic is a French pronoun where it is no subject: lui for il.
func (r voice) tonic(pronoun string) string {
	switch {
	case r.french() && pronoun == "il":
		return "lui"
	case r.french() && pronoun == "ils":
		return "eux"
	}
	return pronoun
}

// subjective tells whether what stands between two texts is the subject of the second in French: le couvert qu'il a, la direction à laquelle il
// fait face.
func subjective(r voice, before, after string) bool {
	verb, _, _ := strings.Cut(strings.TrimPrefix(after, " "), " ")
	words := strings.Fields(before)
	return r.french() && len(words) > 0 && slices.Contains([]string{"que", "laquelle", "lequel", "où", "quand", "si", "dont"}, words[len(words)-1]) && r.predicated("", []string{verb})
}

// thing is how what has a definite article begins.
var thing = regexp.MustCompile(`^(?:the |l[ea] |l')`)

// definite is how a French thing begins before which `en` is `dans`: en Force, dans la caractéristique.
var definite = regexp.MustCompile(`^(?:l[ea] |les |l'|chacune? )`)

// join writes what follows, melted with the word before it.
func (r voice) join(b *strings.Builder, text string) {
	if !r.french() {
		b.WriteString(text)
		return
	}
	before := b.String()
	trimmed := strings.TrimSuffix(before, " ")
	at := strings.LastIndexAny(trimmed, " '") + 1
	word := trimmed[at:]
	if word == "en" && definite.MatchString(text) {
		b.Reset()
		b.WriteString(trimmed[:at] + "dans " + text)
		return
	}
	if trimmed == before || !slices.Contains([]string{"de", "à", "que", "si", "jusqu'à", "le", "la"}, word) {
		b.WriteString(text)
		return
	}
	b.Reset()
	b.WriteString(trimmed[:at] + tongue.Elide(word, text))
}

// miss notes that a thing has no words.
func (r *namer) miss(sort, name string) {
	if m := (Missing{sort, name}); !slices.Contains(r.missing, m) {
		r.missing = append(r.missing, m)
	}
}
