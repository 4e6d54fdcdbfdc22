package proof

import (
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// Mutant is a definition of which one claim is another, and whether the text was found to differ from it.
type Mutant struct {
	Change string // what sort of change it is
	Card   *ir.Card
	Lang   string
	Claim  claim.Claim
	Told   bool // the text speaks of the claim that was changed
	Rank   Rank // of what was reported anew; 0: nothing was
}

// change makes neighbours of a claim: what an author may have meant instead. A nil neighbour is none at all.
type change struct {
	name     string
	needs    aspect // a text that does not tell this cannot show it
	somebody bool   // nor one that speaks of nobody
	apply    func(m *mutator, x claim.Claim) []*claim.Claim
}

var changes = []change{
	{name: "number", needs: toldAmount, apply: numbers}, {name: "dice", needs: toldAmount, apply: dice}, {name: "part", needs: toldAmount, apply: part},
	{name: "characteristic or value", needs: toldNoun, apply: others}, {name: "keyword or thing", needs: toldNoun, apply: cards},
	{name: "span", needs: toldWord, apply: spans}, {name: "edge", needs: toldWord, apply: edges}, {name: "before and after", needs: toldWord, apply: moments},
	{name: "may and must", needs: toldWord, apply: freedoms}, {name: "bound", needs: toldAmount, apply: bounds}, {name: "sign", needs: toldAmount, apply: signs},
	{name: "who", needs: toldNoun, somebody: true, apply: roles}, {name: "denied", needs: toldNoun | toldAmount, apply: denied},
	{name: "condition dropped", needs: toldNoun | toldAmount, apply: dropped(claim.Condition)},
	{name: "effect dropped", needs: toldNoun | toldAmount, apply: dropped(claim.Effect)}, {name: "limit dropped", needs: toldAmount, apply: dropped(claim.Frequency)},
}

// Changes are the sorts of changes, in the order in which they are told.
func Changes() []string {
	var out []string
	for _, c := range changes {
		out = append(out, c.name)
	}
	return out
}

// mutator changes the claims of one card.
type mutator struct {
	p   *ir.Program
	all []claim.Claim
	at  int // which of them
}

// Mutate changes the definitions of cards claim by claim and proof-reads their texts again.
func Mutate(p *ir.Program, texts []Sentence) []Mutant {
	var out []Mutant
	for _, lang := range Langs {
		x := New(p, lang)
		of := map[*ir.Card][]Sentence{}
		for _, t := range texts {
			if t.Lang == lang {
				of[t.Card] = append(of[t.Card], t)
			}
		}
		for _, c := range p.Cards {
			if of[c] != nil {
				out = append(out, x.mutants(c, of[c])...)
			}
		}
	}
	return out
}

// somebody tells whether one of the sentences that may tell a clause speaks of the bearer or of somebody else.
func (x *Proofer) somebody(texts []Sentence, clause string) bool {
	return slices.ContainsFunc(texts, func(s Sentence) bool {
		return (s.Label == "" || clause == "" || s.Label == clause) && x.lex.people(s.Text) != people{}
	})
}

// mutants proof-reads texts of a card against each of its neighbours.
func (x *Proofer) mutants(c *ir.Card, texts []Sentence) []Mutant {
	all := ruleOf(x.p, c, claim.Of(x.p, c), nil)
	rest := all.open[:all.ofCard]
	told := make([]aspect, len(all.own))
	var before []string
	for _, s := range texts {
		got := x.against(slices.Concat(all.own, rest), &s)
		before = append(before, marks(got.Verdicts)...)
		for i, t := range got.rule.told {
			told[i] |= t
		}
	}
	var out []Mutant
	for i, own := range all.own {
		if own.Untold || own.Sort == claim.Figure {
			continue
		}
		m := &mutator{p: x.p, all: all.own, at: i}
		for _, change := range changes {
			for _, to := range change.apply(m, own) {
				claims := slices.Clone(all.own)
				if to == nil {
					claims = m.without()
				} else {
					m.put(claims, *to)
				}
				mutant := Mutant{Change: change.name, Card: c, Lang: x.lang, Claim: own}
				mutant.Told = told[i]&change.needs != 0 && (to != nil || told[i]&toldAmount != 0 || m.only()) && (!change.somebody || x.somebody(texts, own.Clause))
				heard := x.changed(c, all.own, claims)
				for _, s := range texts {
					if s.Label != "" && own.Clause != "" && s.Label != own.Clause { // it stands beside another clause
						continue
					}
					s.heard = heard
					for _, v := range x.against(slices.Concat(claims, rest), &s).Verdicts {
						if !slices.Contains(before, mark(v)) && (mutant.Rank == 0 || v.Rank < mutant.Rank) {
							mutant.Rank = v.Rank
						}
					}
				}
				out = append(out, mutant)
			}
		}
	}
	return out
}

// changed are the witnesses of a card whose rule claims other things: it is read aloud and laid out with these. What the pack
// prints on it stays.
func (x *Proofer) changed(c *ir.Card, was, is []claim.Claim) *witnesses {
	old, now := x.saying(c, was), x.saying(c, is)
	from, to := maps.Clone(old), maps.Clone(now)
	maps.DeleteFunc(from, func(m sense, _ bool) bool { return now[m] })
	maps.DeleteFunc(to, func(m sense, _ bool) bool { return old[m] })
	w := x.witnesses(c, nil, was)
	return &witnesses{w.card, w.laid.changed(from, to), w.aloud.changed(from, to), w.rest}
}

// saying is what claims of a card say, in the words in which the rule is told.
func (x *Proofer) saying(c *ir.Card, claims []claim.Claim) map[sense]bool {
	out := map[sense]bool{}
	for i := range claims {
		maps.Copy(out, x.witness(c, speaker{x.p, x.lang}.amount(&claims[i])).says)
	}
	return out
}

// put puts a claim in the place of the one that is changed. Its thing is another wherever its clause names it, and whose it is;
// its moment is another for all events that it hears.
func (m *mutator) put(claims []claim.Claim, to claim.Claim) {
	from := claims[m.at]
	for i := range claims {
		x := &claims[i]
		if x.Clause != from.Clause && x.Clause != "" {
			continue
		}
		if (x.Untold || x.Sort == claim.Figure) && x.Amount.Known && x.Amount == from.Amount { // it is this number, printed or handed on
			x.Amount = to.Amount
		}
		if keyOf(x.Noun) == keyOf(from.Noun) && x.Noun.Sort != claim.NoNoun {
			x.Noun = to.Noun
			if x.Role == from.Role {
				x.Role = to.Role
			}
		}
		if of := x.Amount.Of; of != nil && keyOf(*of) == keyOf(from.Noun) && of.Sort != claim.NoNoun {
			x.Amount.Of = &to.Noun
		}
		if x.Sort == claim.Trigger && from.Sort == claim.Trigger && x.Word == from.Word {
			x.Word = to.Word
		}
		if x.Sort == claim.Duration && from.Sort == claim.Duration && x.Word == from.Word && keyOf(x.Span) == keyOf(from.Span) {
			x.Word, x.Span = to.Word, to.Span // a text says of all of them once how long they last
		}
	}
	claims[m.at] = to
}

// without are the claims of the card without the one that is dropped, and without what only stands there for it: what is handed on
// to it, and that its clause holds while a figure is asked for which it changes.
func (m *mutator) without() []claim.Claim {
	x := m.all[m.at]
	others := func(is func(y *claim.Claim) bool) bool {
		for i := range m.all {
			if y := &m.all[i]; i != m.at && y.Clause == x.Clause && is(y) {
				return true
			}
		}
		return false
	}
	line := func(y *claim.Claim) bool { return y.At.Pos().Line == x.At.Pos().Line }
	alone := !others(func(y *claim.Claim) bool { return line(y) && !y.Untold })
	changed := x.Sort == claim.Effect && x.Noun.Sort == claim.FieldNoun &&
		!others(func(y *claim.Claim) bool { return y.Sort == claim.Effect && keyOf(y.Noun) == keyOf(x.Noun) })
	var out []claim.Claim
	for i := range m.all {
		y := &m.all[i]
		given := y.Clause == x.Clause && (alone && y.Untold && line(y) || changed && y.Sort == claim.Trigger && keyOf(y.Noun) == keyOf(x.Noun))
		if i != m.at && !given {
			out = append(out, *y)
		}
	}
	return out
}

// again tells whether an earlier claim of the same clause is like a claim, and was changed with it.
func (m *mutator) again(x claim.Claim) bool {
	return slices.ContainsFunc(m.all[:m.at], func(y claim.Claim) bool {
		return y.Sort == x.Sort && y.Clause == x.Clause && y.Word == x.Word && (x.Sort == claim.Trigger || keyOf(y.Span) == keyOf(x.Span))
	})
}

// only tells whether no other claim of its clause names what a claim names: else a text that names it may speak of that.
func (m *mutator) only() bool {
	x := &m.all[m.at]
	for i := range m.all {
		if y := &m.all[i]; i != m.at && y.Clause == x.Clause && slices.ContainsFunc(nouns(y), func(n claim.Noun) bool { return keyOf(n) == keyOf(x.Noun) }) {
			return false
		}
	}
	return true
}

// mark is what makes two verdicts the same.
func mark(v Verdict) string {
	if v.Kind == NotInText && v.by != silence {
		return Kinds[v.Kind] + v.Clause
	}
	return Kinds[v.Kind] + "|" + v.Says + "|" + v.Rule
}

func marks(list []Verdict) []string {
	var out []string
	for _, v := range list {
		out = append(out, mark(v))
	}
	return out
}

// with is a copy of a claim that is changed.
func with(x claim.Claim, f func(*claim.Claim)) *claim.Claim {
	f(&x)
	return &x
}

func numbers(_ *mutator, x claim.Claim) []*claim.Claim {
	if !x.Amount.Known || x.Sort == claim.Duration {
		return nil
	}
	step := int64(1)
	if x.Amount.Length {
		step = ir.Unit
	}
	var out []*claim.Claim
	for _, f := range []func(int64) int64{func(n int64) int64 { return n + step }, func(n int64) int64 { return n - step }, func(n int64) int64 { return 2 * n }} {
		out = append(out, with(x, func(y *claim.Claim) {
			for _, n := range []*int64{&y.Amount.Lo, &y.Amount.Hi} {
				if *n != ir.None {
					*n = f(*n)
				}
			}
		}))
	}
	return slices.DeleteFunc(out, func(y *claim.Claim) bool { return y.Amount == x.Amount })
}

func dice(_ *mutator, x claim.Claim) []*claim.Claim {
	if x.Amount.Dice == 0 {
		return nil
	}
	n, sides, plus := value.Unpack(x.Amount.Dice)
	return []*claim.Claim{
		with(x, func(y *claim.Claim) { y.Amount.Dice = value.Pack(n+1, sides, plus) }),
		with(x, func(y *claim.Claim) { y.Amount.Dice = value.Pack(n, sides+2, plus) }),
	}
}

func part(_ *mutator, x claim.Claim) []*claim.Claim {
	if x.Amount.Part < 2 {
		return nil
	}
	return []*claim.Claim{with(x, func(y *claim.Claim) { y.Amount.Part = 1 }), with(x, func(y *claim.Claim) { y.Amount.Part++ })}
}

// names tells whether another claim of the card names a thing, so that it is no fault to name it.
func (m *mutator) names(n claim.Noun) bool {
	return slices.ContainsFunc(m.all, func(x claim.Claim) bool {
		return slices.ContainsFunc(nouns(&x), func(k claim.Noun) bool { return keyOf(k) == keyOf(n) })
	})
}

func others(m *mutator, x claim.Claim) []*claim.Claim {
	switch n := x.Noun; {
	case n.Sort == claim.FieldNoun && n.Field != nil && n.Field.Class == ir.Stat:
		for _, k := range m.p.Kinds {
			if !slices.Contains(k.Fields, n.Field) {
				continue
			}
			for _, f := range k.Fields {
				if to := (claim.Noun{Sort: claim.FieldNoun, Field: f, Name: f.Name}); f.Class == ir.Stat && f.Type == n.Field.Type && !m.names(to) {
					return []*claim.Claim{with(x, func(y *claim.Claim) { y.Noun = to })}
				}
			}
		}
	case n.Sort == claim.ValueNoun && n.Value >= 0:
		for i, v := range m.p.Enums[n.ID].Values {
			if to := (claim.Noun{Sort: claim.ValueNoun, ID: n.ID, Value: i, Name: v.Name}); !m.names(to) {
				return []*claim.Claim{with(x, func(y *claim.Claim) { y.Noun = to })}
			}
		}
	}
	return nil
}

func cards(m *mutator, x claim.Claim) []*claim.Claim {
	if x.Noun.Sort != claim.CardNoun {
		return nil
	}
	for _, c := range m.p.Cards {
		if to := (claim.Noun{Sort: claim.CardNoun, ID: c.ID, Name: c.Name}); c.Kind == m.p.Cards[x.Noun.ID].Kind && c.ID != x.Noun.ID && !m.names(to) {
			return []*claim.Claim{with(x, func(y *claim.Claim) { y.Noun = to })}
		}
	}
	return nil
}

func spans(m *mutator, x claim.Claim) []*claim.Claim {
	if x.Sort != claim.Frequency && x.Sort != claim.Duration || x.Span.Sort == claim.NoNoun || x.Sort == claim.Duration && m.again(x) {
		return nil
	}
	for _, e := range m.p.Events {
		if e.Word == ir.SpanEvent && e.ID != x.Span.ID && worded(e.Texts) {
			return []*claim.Claim{with(x, func(y *claim.Claim) { y.Span = claim.Noun{Sort: claim.EventNoun, ID: e.ID, Name: e.Name} })}
		}
	}
	return nil
}

// swap is another word of the same sort.
func swap(x claim.Claim, sort claim.Sort, to map[string]string) []*claim.Claim {
	if word := to[x.Word]; x.Sort == sort && word != "" {
		return []*claim.Claim{with(x, func(y *claim.Claim) { y.Word = word })}
	}
	return nil
}

func edges(m *mutator, x claim.Claim) []*claim.Claim {
	if m.again(x) {
		return nil
	}
	return swap(x, claim.Duration, map[string]string{"until start": "until end", "until end": "until start", "from next": "until start"})
}

func moments(m *mutator, x claim.Claim) []*claim.Claim {
	if m.again(x) {
		return nil
	}
	if hollow(m.p, x.Noun) {
		return nil // it is the same
	}
	return swap(x, claim.Trigger, map[string]string{"before": "after", "after": "before", "instead": "after"})
}

func freedoms(_ *mutator, x claim.Claim) []*claim.Claim {
	return swap(x, claim.Freedom, map[string]string{"may": "does", "does": "may", "cannot": "may"})
}

func bounds(_ *mutator, x claim.Claim) []*claim.Claim {
	if a := x.Amount; !a.Known || (a.Lo == ir.None) == (a.Hi == ir.None) {
		return nil
	}
	return []*claim.Claim{with(x, func(y *claim.Claim) { y.Amount.Lo, y.Amount.Hi = y.Amount.Hi, y.Amount.Lo })}
}

func signs(_ *mutator, x claim.Claim) []*claim.Claim {
	if x.Word != "adds" || !x.Amount.Known || x.Amount.Lo == 0 {
		return nil
	}
	return []*claim.Claim{with(x, func(y *claim.Claim) { y.Amount.Lo, y.Amount.Hi = -y.Amount.Hi, -y.Amount.Lo })}
}

func roles(_ *mutator, x claim.Claim) []*claim.Claim {
	if x.Noun.Sort == claim.EventNoun && x.Noun.Name == x.Clause {
		return nil // an action is his whose it is
	}
	if to := map[claim.Role]claim.Role{claim.Bearer: claim.Patient, claim.Agent: claim.Patient, claim.Patient: claim.Bearer}[x.Role]; to != 0 && (x.Sort == claim.Trigger || x.Sort == claim.Effect || x.Sort == claim.Keyword) {
		return []*claim.Claim{with(x, func(y *claim.Claim) { y.Role = to })}
	}
	return nil
}

func denied(_ *mutator, x claim.Claim) []*claim.Claim {
	if x.Sort != claim.Condition {
		return nil
	}
	return []*claim.Claim{with(x, func(y *claim.Claim) { y.Denied = !y.Denied })}
}

// dropped leaves a claim out, if another of its clause stays.
func dropped(sort claim.Sort) func(*mutator, claim.Claim) []*claim.Claim {
	return func(m *mutator, x claim.Claim) []*claim.Claim {
		others := 0
		for i, y := range m.all {
			if i != m.at && y.Clause == x.Clause && y.Sort == x.Sort {
				others++
			}
		}
		if x.Sort != sort || sort == claim.Effect && others == 0 || x.Noun.Sort == claim.EventNoun && x.Noun.Name == x.Clause {
			return nil // an action without itself is none
		}
		return []*claim.Claim{nil}
	}
}
