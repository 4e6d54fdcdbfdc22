package view

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// number is a number, die or parameter as a sentence has it.
var number = regexp.MustCompile(`\d+(?:[.,]\d+)?(?:[dD]\d+)?|\b[A-Z]\b`)

// numbers are those of a text.
func numbers(c *ir.Card, s string) (out [][]int) {
	for _, at := range number.FindAllStringIndex(s, -1) {
		if what := s[at[0]:at[1]]; isFigure(what) || slices.ContainsFunc(c.Params, func(f *ir.Field) bool { return text.Letter(c, f) == what }) {
			out = append(out, at)
		}
	}
	return out
}

// isFigure tells whether a word begins with a digit.
func isFigure(s string) bool { return s != "" && source.IsDigit(s[0]) }

// Compare holds the sentences of a view in a language against their rules. It changes only the side of that language.
func (v *View) Compare(p *ir.Program, x *proof.Proofer, lang string) {
	c := cardCalled(p, v.Card)
	i := slices.IndexFunc(v.Sides, func(s Side) bool { return s.Lang == lang })
	if c == nil || i < 0 {
		return
	}
	side := &v.Sides[i]
	for _, said := range x.Own(c) {
		for a := range side.Abilities {
			for n := range side.Abilities[a].Parts {
				part := &side.Abilities[a].Parts[n]
				if part.text == said.Text && (said.Label == "" || slices.Contains(part.Clauses, said.Label)) {
					part.judge(c, said, side.reading(part.Clauses))
				}
			}
		}
	}
}

// Judged are the sides of a view with what is said of their sentences; those of the view stay as they are.
func (v *View) Judged(p *ir.Program, readers map[string]*proof.Proofer) []Side {
	w := View{Card: v.Card, Sides: slices.Clone(v.Sides)}
	var all sync.WaitGroup
	for i := range w.Sides {
		s := &w.Sides[i]
		s.Abilities = slices.Clone(s.Abilities)
		for a := range s.Abilities {
			s.Abilities[a].Parts = slices.Clone(s.Abilities[a].Parts)
		}
		all.Go(func() { w.Compare(p, readers[s.Lang], s.Lang) })
	}
	all.Wait()
	return w.Sides
}

// reading is what the rules of some clauses say.
func (s *Side) reading(clauses []string) string {
	var out []string
	for _, r := range s.Readings {
		if slices.Contains(clauses, r.Clause) {
			out = append(out, r.Text)
		}
	}
	return strings.Join(out, " ")
}

// judge cuts a sentence into pieces where something is said of it.
func (s *Sentence) judge(c *ir.Card, said proof.Sentence, rule string) {
	type mark struct {
		from, to int
		Cut
	}
	var marks []mark
	s.Verdicts = []Verdict{}
	for _, v := range said.Verdicts {
		switch {
		case v.End <= v.Start:
			s.Verdicts = append(s.Verdicts, Verdict{v.Rank == proof.Error, diag.Visible(v.Rule), diag.Visible(v.Note)})
		case v.End <= len(s.text):
			marks = append(marks, mark{v.Start, v.End, Cut{Verdict: "differs", Sure: v.Rank == proof.Error, Rule: diag.Visible(v.Rule), Note: diag.Visible(v.Note)}})
		}
	}
	of := map[string]bool{}
	for _, at := range numbers(c, rule) {
		of[strings.ToLower(rule[at[0]:at[1]])] = true
	}
	for _, at := range numbers(c, s.text) {
		verdict := "unread"
		if of[strings.ToLower(s.text[at[0]:at[1]])] {
			verdict = "agrees"
		}
		marks = append(marks, mark{at[0], at[1], Cut{Verdict: verdict}})
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return a.from - b.from })
	s.Pieces = []Cut{}
	at := 0
	put := func(p Cut, from, to int) {
		if from < to {
			p.Text = diag.Visible(s.text[from:to])
			s.Pieces = append(s.Pieces, p)
		}
	}
	for _, m := range marks {
		if m.from < at {
			continue
		}
		put(Cut{}, at, m.from)
		put(m.Cut, m.from, m.to)
		at = m.to
	}
	put(Cut{}, at, len(s.text))
}
