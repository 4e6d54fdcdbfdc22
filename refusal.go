package kdsl

import (
	"errors"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/catalog"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Refusal is why something may not be answered.
type Refusal struct {
	Kind   string // requirement, prohibition, limit, cost, choice (there is none, or it is none), hidden
	Label  string // of the requirement; the field that is not answered rightly
	Clause string // `card.label` of the prohibition
	Card   string // whose clause it is
	Event  string // of which event the reason is: of the one at hand, or of one of its costs
	text   [2]string
}

// Error is the sentence in English.
func (r *Refusal) Error() string { return r.text[0] }

// Sentence is the reason in a language, en or fr, in the words of the author where there are any.
func (r *Refusal) Sentence(lang string) string { return r.text[which(lang)] }

// hidden is why something is not, as far as a player may know.
func hidden() *Refusal {
	return &Refusal{Kind: "hidden", text: inBoth("something that cannot be seen from here is in the way")}
}

// figures writes the figures of a French sentence as French does, and leaves what stands in quotes.
func figures(s string) string {
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	out, quoted := []byte(s), false
	for i, c := range out {
		if c == '"' {
			quoted = !quoted
		}
		if c == '.' && !quoted && i > 0 && i+1 < len(out) && digit(out[i-1]) && digit(out[i+1]) {
			out[i] = ','
		}
	}
	return string(out)
}

// inBoth is a sentence of kdsl itself in both languages.
func inBoth(sentence string) [2]string {
	return [2]string{sentence, catalog.Say(tongue.French, sentence)}
}

// refusal words a reason for the player who is asked. said is what else is known of it.
func (g *Game) refusal(why interp.Why, about interp.About, said error) *Refusal {
	p := g.m.P
	if why.Kind == journal.Unseen || why.Inst >= 0 && !g.seen(int64(why.Inst), g.run.Step().Ask.Players[0]) {
		return hidden()
	}
	r := &Refusal{Kind: why.Kind.String(), Label: why.Label}
	if why.Event >= 0 {
		r.Event = p.Events[why.Event].Name
	}
	switch why.Kind {
	case journal.Requirement:
		r.text = g.both(func(lang string) string { return g.run.Sentence(why, about, lang) })
	case journal.Prohibition:
		r.Label, r.Clause = "", why.Label
		if why.Hook >= 0 {
			r.text = g.clause(int(why.Hook), int64(why.Inst))
			c := p.Hooks[why.Hook].Card
			if c < 0 { // the word is its kind's
				c = g.run.CardOf(int64(why.Inst))
			}
			if c >= 0 {
				r.Card = p.Cards[c].Name
			}
		}
	case journal.Limit:
		r.Label = ""
		r.text = inBoth(interp.UsedUp)
	case journal.NoAnswer, journal.NoWhy:
		r.Kind, r.Label = "choice", ""
		r.text = inBoth("there is nothing to choose")
	case journal.Target:
		r.text = [2]string{tell.Plain(why.Label) + ": this cannot be chosen", tell.Plain(why.Label) + " : ce choix n'est pas permis"}
	}
	for i, lang := range [...]string{"en", "fr"} {
		if r.text[i] == "" && why.Kind == journal.Requirement && why.Event >= 0 {
			r.text[i] = aloud.Unmet(p, p.Events[why.Event], why.Label, lang)
		}
		if r.text[i] == "" {
			r.text[i] = tell.Plain(why.Label)
		}
		if said != nil && (why.Kind == journal.Target || why.Kind == journal.NoAnswer || why.Kind == journal.NoWhy) {
			if sentence, known := catalog.French(said.Error()); i == 0 {
				r.text[i] = said.Error()
			} else if known {
				r.text[i] = figures(sentence)
			}
		}
	}
	if why.Via >= 0 {
		r.Kind = "cost"
		r.text = [2]string{"its cost cannot be paid: " + r.text[0], "son coût ne peut pas être payé : " + r.text[1]}
	}
	return r
}

// refused makes a refusal of an error to an answer.
func (g *Game) refused(q *Question, values []Value, err error) *Refusal {
	var r *Refusal
	var m *interp.Refusal
	switch {
	case errors.As(err, &r):
		return r
	case !errors.As(err, &m):
		return &Refusal{Kind: "choice", text: [2]string{err.Error(), err.Error()}}
	case m.Why.Kind == journal.Unseen:
		return hidden()
	}
	about := interp.About{}
	for _, v := range values {
		about.Answers = append(about.Answers, v.machine())
	}
	if q.ask.Kind != interp.AskForm && q.ask.Kind != interp.AskChoice {
		about.Answers = nil
	}
	return g.refusal(m.Why, about, m)
}
