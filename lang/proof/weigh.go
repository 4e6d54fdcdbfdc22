package proof

import (
	_ "embed" // the weights
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// What speaks for a verdict and against it, in hundredths: how often it was right on texts of which it is known (see
// TestWeights, which writes it).
//
//go:embed weights.txt
var weightLines string

// weights is the weight of each sign, and what a verdict has to weigh to be told.
var weights = weightsOf(weightLines)

// weightsOf are the weights that stand in lines.
func weightsOf(lines string) map[string]int {
	out := map[string]int{}
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if end := strings.LastIndex(line, ": "); end > 0 && !strings.HasPrefix(line, "#") {
			out[line[:end]], _ = strconv.Atoi(line[end+2:])
		}
	}
	return out
}

// The lines of the weights that are no signs. What a verdict has to weigh differs by language.
const (
	start   = "every verdict"
	asHint  = "weight of a hint in "
	asError = "weight of an error in "
)

// bench hears the witnesses of a card beside a text, and weighs the verdicts.
type bench struct {
	*Proofer
	witnesses
	text    *witness
	claimed map[sense]bool // numbers that the rule claims
	backed  []bool         // of the text's facts: a witness says it
	common  []string       // signs of the text
	one     bool           // the text is one of the sentences that the pack prints
}

// bench calls the witnesses of a card.
func (x *Proofer) bench(t *Sentence, r *rule, claims []claim.Claim) *bench {
	b := &bench{Proofer: x, witnesses: x.witnesses(t.Card, t.of, claims), text: x.witness(t.Card, t.Text).halving(), one: t.At.IsValid(), claimed: map[sense]bool{}}
	if !b.one {
		b.text = x.valued(b.text, r.own)
	}
	if t.heard != nil {
		b.witnesses = *t.heard
	}
	b.aloud, b.rest = x.claiming(b.aloud, r.own), x.claiming(b.rest, r.open)
	for _, x := range slices.Concat(r.own, r.open) {
		if a := usual(&x).Amount; a.Known {
			b.claimed[sense{"number", fmt.Sprint(scaled(a.Lo, a.Length))}] = true
		}
	}
	for i := range r.own {
		if a := r.own[i].Amount; a.Known {
			all := []int64{a.Lo, a.Hi, -a.Lo}
			if a.Lo != a.Hi { // more than 3 is 4 or more
				all = append(all, a.Hi+1, a.Lo-1)
			}
			for _, n := range all {
				b.claimed[sense{"number", fmt.Sprint(scaled(n, a.Length))}] = true
			}
		}
	}
	for _, n := range t.Given {
		b.claimed[sense{"number", fmt.Sprint(n * ir.Unit)}] = true
	}
	b.card = b.card.vouching(b.aloud, b.laid, &witness{says: b.claimed})
	for i := range b.text.facts {
		means := b.text.facts[i].means
		b.backed = append(b.backed, anyOf(b.card.says, means) || anyOf(b.aloud.says, means) || anyOf(b.claimed, means))
	}
	return b
}

// weigh weighs the verdicts of the judge, and each fact of the text as a verdict of its own. What is said of the same
// words weighs as much as the heaviest of it. Doubt is what weighs too little.
func (b *bench) weigh(judged []Verdict, r *Result) []Verdict {
	for sign, yes := range map[string]bool{
		"the card prints nothing": len(b.card.facts) == 0, "several verdicts": len(judged) > 5, "many verdicts": len(judged) > 10,
		"a long text": r.Words > 45, "a short text": r.Words < 8, "a dim text": r.Known*100 < r.Words*80,
		"a rule of figures": !slices.ContainsFunc(r.rule.own, func(x claim.Claim) bool { return x.Clause != "" }),
	} {
		if yes {
			b.common = append(b.common, sign)
		}
	}
	out, numbers := slices.Clone(judged), b.ledger(r.rule.own)
	for i := range out {
		v := &out[i]
		v.signs = slices.Concat([]string{"judged: " + v.by}, v.marks, b.common, numbers.signs(v.Start, v.End))
		if v.Rank == Error {
			v.signs = append(v.signs, "judged an error")
		}
		if v.deep {
			v.signs = append(v.signs, "judged: told deeper in the rule")
		}
		b.ranks(v)
	}
	for i := range b.text.facts {
		if r.settles(&b.text.facts[i]) {
			continue
		}
		v, on := b.verdict(i), []*Verdict{}
		for k := range judged {
			if o := &out[k]; o.End > 0 && o.by != swapped && o.Start < v.End && v.Start < o.End {
				on = append(on, o)
			}
		}
		v.signs = slices.Concat(b.signs(i, on), b.common, numbers.signs(v.Start, v.End))
		if b.ranks(&v); b.mistaken(&b.text.facts[i]) {
			v.Rank = min(v.Rank, Hint)
		}
		for _, o := range on {
			if o.fact == nil || o.weight < v.weight { // it is weighed as what it lies on
				o.fact, o.weight, o.Rank = v.fact, v.weight, v.Rank
			}
		}
		if v.covered = len(on) > 0; len(v.signs) > 0 {
			out = append(out, v)
		}
	}
	out = slices.Concat(out, b.silences(r.read), b.lists(r.read))
	for i := range out {
		judge := Rank(0)
		if i < len(judged) {
			judge = judged[i].Rank
		}
		out[i].settle(judge)
	}
	return out
}

// ranks gives a verdict its weight and its rank.
func (x *Proofer) ranks(v *Verdict) {
	v.weight = x.weights[start]
	for _, s := range v.signs {
		v.weight += x.weights[s]
	}
	switch {
	case v.weight >= x.weights[asError+x.lang]:
		v.Rank = Error
	case v.weight >= x.weights[asHint+x.lang]:
		v.Rank = Hint
	default:
		v.Rank = Doubt
	}
}

// verdict is that on a fact of the text: beside it stands what a witness says in its place.
func (b *bench) verdict(i int) Verdict {
	u := &b.text.facts[i]
	v := Verdict{Kind: NotInRule, Start: u.from, End: u.to, Says: source.OneLine(b.text.text[u.from:u.to]), by: u.sort(), fact: u}
	for _, w := range []*witness{b.card, b.aloud} {
		_, o := w.matching(u, false, b.text)
		if p, q := w.line(o); p != nil {
			v.Kind, v.At, v.Clause, v.Rule, v.quote = Differs, p.at, p.clause, q.in[q.from:q.to], q
			break
		}
	}
	return v
}

// signs are what speaks for a verdict on a fact, and against it: what the witnesses say, and which verdicts lie on it.
func (b *bench) signs(i int, on []*Verdict) []string {
	u, sort := &b.text.facts[i], b.text.facts[i].sort()
	if u.plain {
		sort += ", plain"
	}
	out := []string{sort}
	words := ""
	var stands []string // to the card and the reading
	for _, w := range []struct {
		name string
		*witness
	}{{"the card", b.card}, {"the reading", b.aloud}, {"what it names", b.rest}} {
		standing := w.name + " " + w.standing(u, b.text)
		out = append(out, standing)
		if w.witness != b.rest {
			stands = append(stands, standing)
			out = append(out, sort+", "+standing)
			if with, without := w.company(u, b.text); with+without > 0 {
				out = append(out, fmt.Sprintf("%s: company beside it %d, beside another %d", w.name, min(with, 2), min(without, 2)))
				if without > with {
					out = append(out, sort+", "+w.name+": company beside another")
				}
			}
			for _, same := range []bool{true, false} {
				n, _ := w.matching(u, same, b.text)
				out = append(out, fmt.Sprint(w.name, map[bool]string{true: ": same words beside it ", false: ": same words beside another "}[same], min(n, 3)))
			}
		}
		if b.in(u, w.witness) {
			words += ", " + w.name
		}
	}
	out = append(out, "its words are those of"+words)
	if !b.backed[i] {
		far := b.far(u)
		out = append(out, far, far+", "+sort, far+", in words of"+words)
		if u.named {
			out = append(out, far+", "+u.sort()+", named")
		}
		for _, how := range u.how {
			out = append(out, far+", "+u.sort()+", "+how)
		}
		if b.displaced(u) {
			out = append(out, "its number is of what the text does not name", "its number is of what the text does not name, in words of"+words)
		}
		out = append(out, "in "+b.lang, far+", "+u.sort()+", in "+b.lang)
		if strings.HasPrefix(u.means[0].sort, "word ") || sort == "freedom" || sort == "moment" {
			out = append(out, "nobody says "+sort+" "+u.means[0].key)
		}
	}
	far := b.far(u)
	out = append(out, far+" of "+strings.Join(stands, ", "), sort+", "+far+" of "+strings.Join(stands, ", "), far+", "+b.others(i), far+", "+stands[0]+", "+b.others(i))
	out = append(out, b.others(i), fmt.Sprint("verdicts on it ", min(len(on), 3)))
	for _, v := range on {
		out = append(out, "on it: "+v.by)
		if slices.Contains(v.signs, "judged an error") {
			out = append(out, "on it: an error")
		}
		if v.deep {
			out = append(out, "on it: told deeper in the rule")
		}
		for _, m := range v.marks {
			out = append(out, "on it: "+m)
		}
	}
	return out
}

// far is how far from the rule it is said what a fact of the text says.
func (b *bench) far(u *fact) string {
	switch {
	case anyOf(b.card.says, u.means), anyOf(b.aloud.says, u.means), anyOf(b.claimed, u.means):
		return "it is said"
	case anyOf(b.rest.says, u.means):
		return "only what it names says it"
	}
	return "nobody says it"
}

// exclusive are the sorts of facts of which a card seldom says two in the same words.
var exclusive = []string{"person"}

// mistaken tells whether the card says another of what a fact of the text does, in words like those around it, and nothing else says it.
func (b *bench) mistaken(u *fact) bool {
	if !slices.Contains(exclusive, u.sort()) || b.far(u) != "nobody says it" || b.card.standing(u, b.text) != "says another" {
		return false
	}
	n, _ := b.card.matching(u, false, b.text)
	return n > 0
}

// displaced tells whether a number of something is one that the card prints of something else, of which the text says nothing.
func (b *bench) displaced(u *fact) bool {
	return u.sort() == "of" && slices.ContainsFunc(b.card.facts, func(o fact) bool {
		if o.to == 0 || o.sort() != "of" || o.means[0].key != u.means[0].key || anyOf(b.text.says, o.means) {
			return false
		}
		p, q := b.card.line(&o)
		return p.clause == "" && !b.mentions(q.in)
	})
}

// others is how many of the other facts of the text a witness says: one that says few of them is of no use against one.
func (b *bench) others(i int) string {
	said, all := 0, len(b.backed)-1
	for k, yes := range b.backed {
		if yes && k != i {
			said++
		}
	}
	switch {
	case all == 0:
		return "its only fact"
	case said == all:
		return "all others are said"
	case said*100 >= all*85:
		return "nearly all others are said"
	case said*100 >= all*70:
		return "most others are said"
	case said*2 >= all:
		return "half of the others are said"
	}
	return "few others are said"
}

// in tells whether all words of a fact are a witness's.
func (b *bench) in(u *fact, w *witness) bool {
	words := telling(b.lex, b.text.text[u.from:u.to])
	for s := range words {
		if !w.stems[s] {
			return false
		}
	}
	return len(words) > 0
}

// parted are the verdicts that are told, and the doubts: those of the judge. Of several on the same words the one that
// weighs most is told, and rather the judge's than that on the fact.
func parted(list []Verdict) (told, doubts []Verdict) {
	for i, v := range list {
		heavier := func(o Verdict) bool {
			return v.End > 0 && o.Start < v.End && v.Start < o.End && !o.covered && (o.Rank < v.Rank || o.Rank == v.Rank && o.weight > v.weight)
		}
		judged := v.judged()
		switch {
		case v.covered:
		case v.Rank == Doubt:
			if judged {
				doubts = append(doubts, v)
			}
		case v.by == outOfList && slices.ContainsFunc(list, func(o Verdict) bool { return o.judged() && o.Kind == HalfMissing && o.Clause == v.Clause }):
		case v.by == silence && slices.ContainsFunc(list, func(o Verdict) bool {
			return o.Rank != Doubt && o.by != silence && o.Clause == v.Clause && (o.fact == nil || o.fact.alike(v.fact))
		}):
			// something else stands in its place
		case v.Kind == HalfMissing && strings.ContainsAny(v.Rule, digits) && slices.ContainsFunc(list, func(o Verdict) bool {
			return o.Rank != Doubt && o.Clause == v.Clause && o.fact != nil && o.fact.sort() == "number"
		}):
			// another number does
		case !slices.ContainsFunc(list[:i], heavier) && !slices.ContainsFunc(list[i+1:], heavier):
			told = append(told, v)
		}
	}
	return told, doubts
}

const digits = "0123456789"

// judged tells whether a verdict is the judge's, and not one on a fact alone.
func (v *Verdict) judged() bool {
	return strings.HasPrefix(slices.Concat(v.signs, []string{""})[0], "judged: ")
}
