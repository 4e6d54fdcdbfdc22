package proof

import (
	_ "embed" // the weights
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// What speaks for a verdict and against it, in hundredths: how often it was right on texts of which it is known (see
// TestWeights, which writes it).
//
//go:embed weights.txt
var weightLines string

// weights is the weight of each sign, and what a verdict has to weigh to be told.
var weights = func() map[string]int {
	out := map[string]int{}
	for line := range strings.Lines(weightLines) {
		if sign, n, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			out[sign], _ = strconv.Atoi(n)
		}
	}
	return out
}()

// The lines of the weights that are no signs.
const (
	start  = "every verdict"
	asHint = "weight of a hint"
)

// bench hears what the pack prints on a card and its rule read aloud beside a text, and weighs the verdicts.
type bench struct {
	*Proofer
	text, shown, read witness
	amounts           map[sense]bool // that the rule claims
	figures           []int64        // that the rule prints, in thousandths
}

// bench calls the witnesses of a card.
func (x *Proofer) bench(t *Sentence, r *rule) *bench {
	b := &bench{Proofer: x, text: x.witness(t.Card, t.Text, nil), amounts: map[sense]bool{}}
	b.shown, b.read = x.witnesses(t.Card, t.of)
	amount := func(n int64) { b.amounts[sense{"number", fmt.Sprint(n)}] = true }
	for i := range r.own {
		if a := r.own[i].Amount; a.Known {
			if r.own[i].Sort == claim.Figure && !r.own[i].Untold && a.Lo == a.Hi && a.Lo != 0 {
				b.figures = append(b.figures, scaled(a.Lo, a.Length))
			}
			for _, n := range []int64{a.Lo, a.Hi, -a.Lo, a.Hi + 1, a.Lo - 1} {
				amount(scaled(n, a.Length))
			}
		}
	}
	for _, n := range t.Given {
		amount(n * ir.Unit)
	}
	return b
}

// witnesses are what the pack prints on a card, and its rule read aloud. Each is heard once.
func (x *Proofer) witnesses(c *ir.Card, of []*claim.Clause) (printedText, readAloud witness) {
	if _, ok := x.heard[c]; !ok {
		var shown, read strings.Builder
		lines := printed(x.p, c, x.lang)
		for _, s := range lines {
			shown.WriteString(spaced(s.Text) + "\n")
		}
		for _, p := range x.read.of(c, of).own {
			read.WriteString(p.text + "\n")
		}
		x.heard[c] = [2]witness{x.witness(c, shown.String(), lines), x.witness(c, read.String(), nil)}
	}
	return x.heard[c][0], x.heard[c][1]
}

// misplaced are verdicts on cues that nothing tells, in the place of which the pack's card has others.
func (b *bench) misplaced() []Verdict {
	var out []Verdict
	for i := range b.text.cues {
		u := &b.text.cues[i]
		if anyOf(b.shown.says, u.means) || anyOf(b.read.says, u.means) || anyOf(b.amounts, u.means) {
			continue
		}
		if o, _ := u.instead(b.text.says, &b.shown); o != nil {
			sort, _, _ := strings.Cut(u.means[0].sort, " ")
			line, q := b.shown.line(o)
			out = append(out, Verdict{Rank: Hint, Kind: Differs, At: line.At, Clause: line.Label, Start: u.from, End: u.to, Says: spaced(b.text.text[u.from:u.to]),
				Rule: spaced(b.shown.text[o.from:o.to]), by: "another " + sort, quote: q})
		}
	}
	return out
}

// line is the sentence in which a cue of what the pack prints stands, and where in it.
func (w *witness) line(u *cue) (*Sentence, quote) {
	from := strings.LastIndex(w.text[:u.from], "\n") + 1
	in, _, _ := strings.Cut(w.text[from:], "\n")
	return &w.lines[strings.Count(w.text[:from], "\n")], quote{in, u.from - from, min(u.to-from, len(in)), true}
}

// spaced is a text with one blank between its words.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// weigh gives verdicts their ranks.
func (b *bench) weigh(list []Verdict, r *Result) {
	for i := range list {
		list[i].signs = b.signs(&list[i], list, r)
	}
	for i := range list {
		v := &list[i]
		v.weight = weights[start]
		for _, s := range v.signs {
			v.weight += weights[s]
		}
		if v.weight < weights[asHint] {
			v.Rank = Doubt
		}
	}
}

// parted are the verdicts that are told, and the doubts. Of several on the same words the one that weighs most is told.
func parted(list []Verdict) (told, doubts []Verdict) {
	for i, v := range list {
		heavier := func(o Verdict) bool {
			return v.End > 0 && o.Start < v.End && v.Start < o.End && (o.Rank < v.Rank || o.Rank == v.Rank && o.weight > v.weight)
		}
		switch {
		case v.Rank == Doubt:
			doubts = append(doubts, v)
		case !slices.ContainsFunc(list[:i], heavier) && !slices.ContainsFunc(list[i+1:], heavier):
			told = append(told, v)
		}
	}
	return told, doubts
}

// signs are what speaks for a verdict, and against it.
func (b *bench) signs(v *Verdict, all []Verdict, r *Result) []string {
	out := []string{v.by}
	say := func(sign string, yes bool) {
		if yes {
			out = append(out, sign)
		}
	}
	say("sure by itself", v.Rank == Error)
	out = append(out, v.marks...)
	say("told deeper in the rule", v.deep)
	say("the card prints nothing", len(b.shown.stems) == 0)
	say("several verdicts", len(all) > 5)
	say("many verdicts", len(all) > 10)
	say("a long text", r.Words > 45)
	say("a short text", r.Words < 8)
	say("a rule of figures", !slices.ContainsFunc(r.rule.own, func(x claim.Claim) bool { return x.Clause != "" }))
	say("a dim text", r.Known*100 < r.Words*80)
	if v.End == 0 {
		return out
	}
	if i := slices.IndexFunc(b.text.cues, func(u cue) bool { return u.from < v.End && v.Start < u.to }); i >= 0 {
		u := &b.text.cues[i]
		o, alike := u.instead(b.text.says, &b.shown)
		say("the card says it", anyOf(b.shown.says, u.means))
		say("the reading says it", anyOf(b.read.says, u.means) || anyOf(b.amounts, u.means))
		say("the card says another", o != nil)
		say("beside the same word", alike > 0)
		say("beside the same words", alike > 1)
		lacks := b.lacking(u)
		say("the text lacks one of its sort", lacks)
		say("the text has all of its sort", !lacks)
	}
	others := 0
	for i := range all {
		if all[i].Start < v.End && v.Start < all[i].End {
			others++
		}
	}
	say("in words of the card", b.in(v, &b.shown))
	say("in words of the reading", b.in(v, &b.read))
	say("another verdict on it", others > 1)
	say("two more verdicts on it", others > 2)
	return out
}

// one is the number that an article is, too.
var one = sense{"number", "1000"}

// lacking tells whether the rule has something of the sort of a cue that the text does not have.
func (b *bench) lacking(u *cue) bool {
	for _, w := range []*witness{&b.shown, &b.read} {
		for i := range w.cues {
			if o := &w.cues[i]; u.alike(o) && !anyOf(b.text.says, o.means) && o.means[0] != one {
				return true
			}
		}
	}
	return u.means[0].sort == "number" && slices.ContainsFunc(b.figures, func(n int64) bool {
		return !b.text.says[sense{"number", fmt.Sprint(n)}] && !b.text.says[sense{"number", fmt.Sprint(-n)}]
	})
}

// in tells whether all words that a verdict speaks of are a witness's.
func (b *bench) in(v *Verdict, w *witness) bool {
	for _, s := range sentences(v.Says) {
		for _, t := range s {
			if b.lex.tells(t) && !w.stems[stem(t.form, b.lang)] {
				return false
			}
		}
	}
	return true
}
