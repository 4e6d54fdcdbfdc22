package view

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
)

// langs are the languages of a view.
var langs = []string{"en", "fr"}

// Show lays out what an author works at. Its sentences are not compared yet.
func Show(p *ir.Program, s Subject) *View {
	v := &View{FormatVersion: FormatVersion, Sort: s.Sort, Script: s.Script, Active: []string{}, Clauses: []Shown{}, Sides: []Side{}}
	c := cardCalled(p, s.Card)
	if c == nil {
		return v
	}
	at := PlaceOf(c.At)
	v.Card, v.Place = c.Name, &at
	for _, cl := range claim.Clauses(p, c) {
		x := Shown{ID: cl.Label, Place: PlaceOf(cl.At), event: -1}
		for _, m := range cl.Moments {
			x.hooks = append(x.hooks, m.Hook.ID)
		}
		if cl.Action != nil {
			x.event = cl.Action.ID
		}
		v.Clauses = append(v.Clauses, x)
		if cl.Label == s.Clause && s.Clause != "" {
			v.Active = append(v.Active, cl.Label)
		}
	}
	for _, lang := range langs {
		v.Sides = append(v.Sides, side(p, c, lang))
	}
	return v
}

// side is a card in a language.
func side(p *ir.Program, c *ir.Card, lang string) Side {
	l := layout.Of(p, c, lang)
	s := Side{Lang: lang, Title: diag.Visible(l.Title), Sort: diag.Visible(strings.Join(append([]string{l.Sort}, l.Classes...), " · ")),
		Figures: []Figure{}, Properties: visible(l.Properties), Lines: []Row{}, Abilities: []Ability{}, Readings: []Reading{}}
	for _, f := range l.Figures {
		s.Figures = append(s.Figures, Figure{diag.Visible(f.Name), diag.Visible(f.Value)})
	}
	for _, r := range l.Lines {
		s.Lines = append(s.Lines, Row{diag.Visible(r.Name), visible(r.Items)})
	}
	for _, a := range l.Abilities {
		terms := a.Cost
		if a.Cost != "" && a.Frequency != "" {
			terms += ", "
		}
		s.Abilities = append(s.Abilities, Ability{diag.Visible(a.Name), diag.Visible(terms + a.Frequency), parts(a)})
	}
	for _, r := range aloud.Card(p, c, lang) {
		if r.Text != "" && len(r.Missing) == 0 {
			s.Readings = append(s.Readings, Reading{r.Clause.Label, diag.Visible(r.Text)})
		}
	}
	return s
}

func visible(list []string) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, diag.Visible(s))
	}
	return out
}

// parts are the sentences of an ability, each with its clauses.
func parts(a layout.Ability) (out []Sentence) {
	for _, p := range a.Parts {
		said := a.Text[p.From:p.To]
		same := slices.IndexFunc(out, func(s Sentence) bool { return s.text == said })
		if same < 0 {
			same = len(out)
			out = append(out, Sentence{Clauses: []string{}, Pieces: []Cut{{Text: diag.Visible(said)}}, Verdicts: []Verdict{}, text: said})
		}
		if p.Of != "" {
			out[same].Clauses = append(out[same].Clauses, p.Of)
		}
	}
	return out
}
