package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// A text that goes through results, as in 1: it explodes; 2-3: it burns, is held against the branches of the rule that ask for them.

// branch is what comes of a number, or of a range of them: in a text, or in a rule.
type branch struct {
	lo, hi int64 // in thousandths; hi is open where there is none
	stems  map[string]bool
	from   int // in the text, in bytes
	to     int
	asks   *claim.Claim // the condition of the rule
	names  []string     // of what comes of it there
}

// fewest is how many branches make a table.
const fewest = 3

// branches are those of a sentence of a text.
func branches(j *judge) []branch {
	var out []branch
	heads := func(i int) bool {
		t := &j.list[i]
		return t.openings || t.heads || j.list[i-1].shape == pauseShape && strings.ContainsAny(j.text[j.list[i-1].at:t.at], ";•")
	}
	end := func(i int) {
		if len(out) > 0 {
			b := &out[len(out)-1]
			b.stems = stemsIn(j, b.to, j.list[i-1].end)
			b.to = j.list[i-1].end
		}
	}
	for i := 0; i < len(j.list); i++ {
		t := &j.list[i]
		if t.shape != numberShape || i > 0 && !heads(i) {
			continue
		}
		b, k := branch{lo: t.n, hi: t.n, from: t.at}, i+1
		if k+1 < len(j.list) && j.list[k+1].shape == numberShape && (j.list[k].form == "-" || j.lex.does(&j.list[k], "to") || j.lex.does(&j.list[k], "or")) {
			b.hi, k = j.list[k+1].n, k+2
		} else if k < len(j.list) && j.list[k].form == "+" {
			b.hi, k = open, k+1
		} else if w, n := j.lex.find(j.list[k:]); w != nil && n > 1 && w.class == "least" {
			b.hi, k = open, k+n
		}
		if k == len(j.list) || j.list[k].form != ":" && !strings.ContainsAny(j.text[j.list[k-1].end:j.list[k].at], "-–—=") {
			continue
		}
		if i > 0 {
			end(i)
		}
		b.to = j.list[k-1].end // until its end is known
		out = append(out, b)
		i = k
	}
	end(len(j.list))
	return out
}

// stemsIn are the stems of the words of a part of a text, and of what they name.
func stemsIn(j *judge, from, to int) map[string]bool {
	called := j.text[from:to]
	for i := range j.said {
		s := &j.said[i]
		if s.topic == nounTopic && j.list[s.from].at >= from && j.list[s.to-1].end <= to {
			for _, n := range s.nouns {
				called += "\n" + j.say().called(n.Noun)
			}
		}
	}
	return telling(j.lex, called)
}

// asked are the branches of a rule, of each number that it asks for.
func asked(j *judge) [][]branch {
	all := slices.Concat(j.own, j.open)
	var order []string
	groups := map[string][]branch{}
	for i := range all {
		y := &all[i]
		if y.Sort != claim.Condition || y.Word != "is" || !y.Amount.Known || y.Noun.Sort != claim.FieldNoun || y.Denied {
			continue
		}
		b := branch{lo: scaled(y.Amount.Lo, false), hi: open, asks: y, stems: map[string]bool{}}
		if y.Amount.Hi != ir.None {
			b.hi = scaled(y.Amount.Hi, false)
		}
		for _, x := range all[i+1:] {
			if x.Clause != y.Clause || !strings.HasPrefix(x.Row, y.Row+"+") {
				break
			}
			for _, n := range nouns(&x) {
				called := j.say().called(n)
				for s := range telling(j.lex, called) {
					b.stems[s] = true
				}
				if called != "" && !slices.Contains(b.names, called) {
					b.names = append(b.names, called)
				}
			}
		}
		of := y.Clause + " " + y.Noun.Name
		if groups[of] == nil {
			order = append(order, of)
		}
		groups[of] = append(groups[of], b)
	}
	var out [][]branch
	for _, name := range order {
		if len(groups[name]) >= fewest {
			out = append(out, groups[name])
		}
	}
	return out
}

// like is how many words two branches have in common.
func (b *branch) like(o *branch) int {
	n := 0
	for s := range b.stems {
		if o.stems[s] {
			n++
		}
	}
	return n
}

// at tells whether a branch of a text asks for what one of a rule does.
func (b *branch) at(o *branch) bool {
	return b.lo == o.lo && (b.hi == o.hi || b.hi == b.lo && o.hi == open)
}

// branched reports the branches of a text that the rule has for other numbers, where it has most of them for those of the text.
func (j opposer) branched(said []branch) {
	if len(said) < fewest {
		return
	}
	for _, rule := range asked(j.judge) {
		own := func(b *branch) *branch {
			if i := slices.IndexFunc(rule, func(o branch) bool { return b.at(&o) }); i >= 0 {
				return &rule[i]
			}
			return nil
		}
		agree := 0
		for i := range said {
			if o := own(&said[i]); o != nil && said[i].like(o) > 0 {
				agree++
			}
		}
		if 2*agree < len(said) || agree < 2 {
			continue
		}
		for i := range said {
			b, o := &said[i], own(&said[i])
			if o != nil && (b.like(o) > 0 || len(o.stems) == 0) {
				continue
			}
			var elsewhere *branch
			for k := range rule {
				if b.like(&rule[k]) > 0 && (elsewhere == nil || b.like(&rule[k]) > b.like(elsewhere)) {
					elsewhere = &rule[k]
				}
			}
			if o == nil && elsewhere == nil {
				continue
			}
			v := Verdict{Rank: Error, Kind: Differs, by: swapped, Start: b.from, End: b.to, Says: source.OneLine(j.text[b.from:b.to])}
			if o == nil {
				o = elsewhere
			}
			if v.At, v.Clause = o.asks.At, o.asks.Clause; elsewhere == nil {
				v.Rank = Hint
			}
			v.Rule = j.say().amount(o.asks) + phrase(j.lang, ": ", " : ") + strings.Join(o.names, ", ")
			j.out = append(j.out, v)
		}
		return
	}
}
