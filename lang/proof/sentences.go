package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// Sentence is a text of a card.
type Sentence struct {
	Card   *ir.Card
	Label  string // the clause or action that it belongs to; "" when that is not known
	Lang   string
	Text   string
	At     source.Span      // of a sentence of the pack
	of     []*claim.Clause  // of the kind or event that it is of
	action bool             // it is an action's, whose cost and limit are printed beside it
	filled bool             // something is printed in it
	Given  map[string]int64 // parameters that its title gives
	heard  *witnesses       // of a rule that was changed; nil: those of the card
	Result
}

// Sentences proof-reads the sentences of a pack: each against its own clause, never one language against the other. When
// ctx ends, so does the list.
func Sentences(ctx context.Context, p *ir.Program, pack string) []Sentence {
	return sentencesBy(ctx, Readers(p, nil), p, pack, func() {})
}

func sentencesBy(ctx context.Context, readers map[string]*Proofer, p *ir.Program, pack string, between func()) []Sentence {
	var out []Sentence
	for _, lang := range Langs {
		x := readers[lang]
		for _, c := range p.Cards {
			if c.Pack == pack && !c.Inner && ctx.Err() == nil {
				out = append(out, x.Own(c)...)
				between()
			}
		}
	}
	return out
}

// Own proof-reads the sentences that the pack of a card prints on it, each against its own clause.
func (x *Proofer) Own(c *ir.Card) []Sentence {
	out := printed(x.p, c, x.lang)
	if len(out) == 0 {
		return nil
	}
	claims := claim.Of(x.p, c)
	for i := range out {
		out[i].Result = x.against(claims, &out[i])
		if out[i].Label != "" {
			continue
		}
		begun, asked := begun(x.p, c), len(x.read.links.askers[c.ID]) > 0
		for k := range out[i].Verdicts { // what others say who ask for the card is its rule, too
			if v := &out[i].Verdicts[k]; begun || asked && v.Kind == NotInRule {
				v.Rank = max(v.Rank, Hint)
			}
		}
	}
	return out
}

// begun tells whether a card does nothing yet that its kind does not: what it says of itself has no rule to differ from.
func begun(p *ir.Program, c *ir.Card) bool {
	return len(c.Actions) == 0 && !slices.ContainsFunc(c.Hooks, func(id int) bool { return p.Hooks[id].Card == c.ID })
}

// Differences are the errors in the sentences of a pack, and as warnings what is nearly sure, as far as they are found until ctx ends.
func Differences(ctx context.Context, p *ir.Program, pack string) diag.List {
	return DifferencesBy(ctx, Readers(p, nil), p, pack, func() {})
}

// DifferencesBy are the Differences that some proof-readers of the program find. between is called between cards: it may wait.
func DifferencesBy(ctx context.Context, readers map[string]*Proofer, p *ir.Program, pack string, between func()) diag.List {
	var list diag.List
	lacking := map[*ir.Card]bool{}
	for _, s := range sentencesBy(ctx, readers, p, pack, between) {
		if s.lacksRule(p) {
			if !lacking[s.Card] {
				list.Warnf("missing-rule", s.At, "nothing does what the text says: %s has no clause, and no rule asks for it", s.Card.Name).
					Hint = "write the rule with its text in a clause of the card, or take the text out"
			}
			lacking[s.Card] = true
		}
		for _, v := range s.Verdicts {
			tell := list.Errorf
			if v.Rank != Error {
				tell = list.Warnf
			}
			if v.Rank != Error && !v.warns {
				continue
			}
			d := tell("text-differs", s.place(&v), "the text says %q, the rule %q", v.Says, v.Rule)
			switch {
			case v.Kind == NotInRule:
				d.Message = fmt.Sprintf("the rule does not say %q", v.Says)
			case v.Says == "":
				d.Message = fmt.Sprintf("the text leaves out %q", v.Rule)
			}
			if v.head != "" {
				d.Message, d.Hint = "the text speaks of nobody else, and the clause hears it of whoever it is", fmt.Sprintf("where it is meant as the text says it, write %s", v.head)
			}
			if v.At.IsValid() {
				d.See(v.At, "the rule")
			}
		}
	}
	return list
}

// lacksRule tells whether a sentence says something of the game that nothing does: its card has no clause, nothing asks for it, and it names
// nothing of which that can be seen.
func (s *Sentence) lacksRule(p *ir.Program) bool {
	return s.Label == "" && s.Claims > 0 && !s.rule.speaks() && len(s.Card.Hooks) == 0 && !s.filled && !claim.Named(p, s.Card)
}

// place is where in its file a verdict stands: on the words of which it speaks, where they stand there once as they are printed, else
// on the whole text.
func (s *Sentence) place(v *Verdict) source.Span {
	at := s.At
	if v.End <= v.Start || v.End > len(s.Text) {
		return at
	}
	words, raw := s.Text[v.Start:v.End], at.Text()
	if strings.Count(raw, words) == 1 {
		at.Start += strings.Index(raw, words)
		at.End = at.Start + len(words)
	}
	return at
}

// Texts are the sentences that a pack prints on its cards.
func Texts(p *ir.Program, pack string) []Sentence {
	var out []Sentence
	for _, lang := range Langs {
		for _, c := range p.Cards {
			if c.Pack == pack && !c.Inner {
				out = append(out, printed(p, c, lang)...)
			}
		}
	}
	return out
}

// printed are the sentences of a card.
func printed(p *ir.Program, c *ir.Card, lang string) []Sentence {
	var out []Sentence
	add := func(label string, action bool, t ir.Texts) {
		if of := text.Of(t, lang); of != nil {
			filled := slices.ContainsFunc(of.Parts, func(x ir.Part) bool { return x.Expr != nil })
			out = append(out, Sentence{Card: c, Label: label, Lang: lang, Text: text.Fill(p, c, of, lang), At: of.At, action: action, filled: filled})
		}
	}
	for _, t := range c.Rules {
		add("", false, t)
	}
	for _, cl := range claim.Clauses(p, c) {
		for _, t := range cl.Texts {
			add(cl.Label, cl.Action != nil, t)
		}
	}
	return out
}

// labels are the clauses of which a sentence is known to speak; none: that is to be found out.
func (s *Sentence) labels() []string {
	if s.Label == "" {
		return nil
	}
	return []string{s.Label}
}
