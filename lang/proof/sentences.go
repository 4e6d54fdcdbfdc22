package proof

import (
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// Sentence is a sentence that a pack prints itself, and what was found out about it.
type Sentence struct {
	Card   *ir.Card
	Label  string // of the clause; "" for the card
	Lang   string
	Text   string
	Places []*ir.Template
	Result
}

// Sentences proof-reads the sentences of a pack: each against its own clause, never one language against the other.
func Sentences(p *ir.Program, pack string) []Sentence {
	var out []Sentence
	for _, lang := range Langs {
		x := New(p, lang)
		for _, c := range p.Cards {
			if c.Pack != pack {
				continue
			}
			claims := claim.Of(p, c)
			for _, s := range printed(p, c, lang) {
				var labels []string
				if s.Label != "" {
					labels = []string{s.Label}
				}
				s.Result = x.against(c, claims, s.Text, labels, nil)
				out = append(out, s)
			}
		}
	}
	return out
}

// printed are the sentences of a card.
func printed(p *ir.Program, c *ir.Card, lang string) []Sentence {
	var out []Sentence
	add := func(label string, t ir.Texts) {
		if of := text.Of(t, lang); of != nil {
			out = append(out, Sentence{Card: c, Label: label, Lang: lang, Text: text.Fill(p, c, of, lang), Places: []*ir.Template{of}})
		}
	}
	for _, t := range c.Rules {
		add("", t)
	}
	for _, cl := range claim.Clauses(p, c) {
		for _, t := range cl.Texts {
			add(cl.Label, t)
		}
	}
	return out
}
