package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// rule is what the definition of a card claims: its own claims, and those that a text may tell and need not.
type rule struct {
	p      *ir.Program
	card   *ir.Card
	own    []claim.Claim
	open   []claim.Claim
	told   []aspect // of own
	near   int      // how many of open are of the card and of the cards that it names; the rest is said of every card of its kind
	ofCard int      // how many of open are claims of the card itself
}

// aspect is what of a claim a text tells.
type aspect uint8

const (
	toldAmount aspect = 1 << iota
	toldNoun
	toldWord // before or after, may or must, until when
)

// key is what makes two nouns the same. Fields are the same by their name, and so is a value that names one.
type key struct {
	sort      claim.NounSort
	id, value int
	name      string
}

func keyOf(n claim.Noun) key {
	if n.Sort == claim.FieldNoun || n.Sort == claim.ValueNoun {
		return key{sort: claim.FieldNoun, name: n.Name}
	}
	return key{n.Sort, n.ID, n.Value, ""}
}

// ruleOf is the rule of a card: its claims, with the values that are given for its parameters.
func ruleOf(p *ir.Program, c *ir.Card, claims []claim.Claim, given map[string]int64) *rule {
	r := &rule{p: p, card: c}
	claims = chosen(claims)
	for i, x := range claims {
		if n, ok := given[x.Amount.Var]; ok && !x.Amount.Known { // a parameter that the title of the text gives
			if x.Amount.Minus {
				n = -n
			}
			x.Amount.Known, x.Amount.Lo, x.Amount.Hi = true, n, n
		}
		switch {
		case x.Open:
			r.open = append(r.open, x)
		case x.Word == together: // they are counted anew
		case !shadow(claims, i):
			r.own = append(r.own, x)
		}
	}
	r.own = append(r.own, thrown(r.own)...)
	r.ofCard = len(r.open)
	named := map[int]bool{c.ID: true}
	for _, x := range slices.Clone(r.own) { // what the cards say that it names
		if x.Sort == claim.Keyword && x.Noun.Sort == claim.CardNoun && !named[x.Noun.ID] {
			named[x.Noun.ID] = true
			for _, y := range claim.Of(p, p.Cards[x.Noun.ID]) {
				if y.Clause != "" {
					r.open = append(r.open, y)
				}
			}
		}
	}
	r.near = len(r.open)
	r.open = append(r.open, claim.OfKindItself(p, p.Kinds[c.Kind])...)
	r.told = make([]aspect, len(r.own))
	return r
}

// together is the word of a claim that counts the dice of several.
const together = "throws together"

// thrown are the dice of claims that throw the same dice one after another: a text counts them together.
func thrown(claims []claim.Claim) []claim.Claim {
	var out []claim.Claim
	sum := map[string]int{}
	for i := range claims {
		x := &claims[i]
		if x.Amount.Dice == 0 {
			continue
		}
		n, sides, plus := value.Unpack(x.Amount.Dice)
		key := fmt.Sprint(x.Clause, " ", x.Word, " ", sides, " ", plus)
		k, ok := sum[key]
		switch {
		case plus != 0:
		case !ok:
			sum[key] = len(out)
			y := *x
			y.Untold, y.Word = true, together
			out = append(out, y)
		default:
			all, _, _ := value.Unpack(out[k].Amount.Dice)
			out[k].Amount.Dice = value.Pack(all+n, sides, 0)
		}
	}
	return slices.DeleteFunc(out, func(y claim.Claim) bool {
		return slices.ContainsFunc(claims, func(x claim.Claim) bool { return x.Clause == y.Clause && x.Amount.Dice == y.Amount.Dice })
	})
}

// shadow tells whether a claim only repeats a number of the claim that it stands in.
func shadow(claims []claim.Claim, i int) bool {
	x := &claims[i]
	return x.Untold && x.Amount.Known && x.Sort == claim.Condition && slices.ContainsFunc(claims, func(y claim.Claim) bool {
		return !y.Untold && y.Amount.Known && y.Clause == x.Clause && y.At.Pos().Line == x.At.Pos().Line &&
			(y.Amount.Lo == x.Amount.Lo || y.Amount.Lo == -x.Amount.Lo || y.Amount.Hi == x.Amount.Hi)
	})
}

// nouns are all things that a claim names.
func nouns(x *claim.Claim) []claim.Noun {
	out := []claim.Noun{x.Noun}
	if x.Span.Sort != claim.NoNoun {
		out = append(out, x.Span)
	}
	if x.Amount.Of != nil {
		out = append(out, *x.Amount.Of)
	}
	return out
}

// names tells whether a claim names one of some things, itself or by what it calls.
func (r *rule) names(x *claim.Claim, list []name) bool {
	for _, n := range nouns(x) {
		for _, m := range list {
			if keyOf(n) == keyOf(m.Noun) || namesakes(n, m.Noun) || speaksOf(n, m.Noun) || (x.Sort == claim.Effect || x.Sort == claim.Cost) && n.Sort == claim.EventNoun && m.Sort == claim.FieldNoun && r.touches(n.ID, m.Name, 2) {
				return true
			}
		}
	}
	return false
}

// namesakes tells whether a field says that what happens is an event of another name: a blow that is a riposte.
func namesakes(a, b claim.Noun) bool {
	return a.Sort == claim.FieldNoun && b.Sort == claim.EventNoun && a.Name == b.Name && a.Field != nil && a.Field.Type.Kind == ir.Bool
}

// speaksOf tells whether the name of a figure has that of another in it: "AP recovered" speaks of AP.
func speaksOf(a, b claim.Noun) bool {
	if a.Sort != claim.FieldNoun || b.Sort != claim.FieldNoun || a.Field == nil || b.Field == nil {
		return false
	}
	if fold(a.Name) == fold(b.Name) {
		return true
	}
	of := spellings(b.Field.Texts)
	return slices.ContainsFunc(spellings(a.Field.Texts), func(x string) bool {
		return slices.ContainsFunc(of, func(y string) bool { return strings.Contains(" "+x+" ", " "+y+" ") })
	})
}

// spellings are all that a thing is called.
func spellings(t ir.Texts) []string {
	var out []string
	for _, t := range []*ir.Template{t.En, t.Fr} {
		if t != nil {
			out = append(out, fold(literal(t)))
		}
	}
	for _, w := range t.Words {
		out = append(out, fold(literal(&w.Template)))
	}
	return out
}

// touches tells whether an event writes a field: who pays or suffers it speaks of that.
func (r *rule) touches(event int, field string, deep int) bool {
	ev := r.p.Events[event]
	if ir.FieldNamed(ev.Fields, field) >= 0 {
		return true
	}
	return ev.Do != nil && r.writes(ev.Do.Stmts, field, deep)
}

// spends tells whether an event itself makes a cell more or less.
func (r *rule) spends(event int) bool {
	ev := r.p.Events[event]
	return ev.Do != nil && slices.ContainsFunc(ev.Do.Stmts, func(s ir.Stmt) bool {
		set, ok := s.(*ir.SetCell)
		return ok && set.Field.Type.Kind == ir.Int
	})
}

func (r *rule) writes(list []ir.Stmt, field string, deep int) bool {
	return slices.ContainsFunc(list, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.SetCell:
			return s.Field.Name == field
		case *ir.If:
			return r.writes(s.Then.Stmts, field, deep) || s.Else != nil && r.writes(s.Else.Stmts, field, deep)
		case *ir.Emit:
			return deep > 0 && r.touches(s.Event, field, deep-1)
		default: // the others write no cell
		}
		return false
	})
}

// fit is how a number of a text stands to an amount of a rule.
type fit uint8

const (
	otherwise fit = iota
	turned        // the same number, as the other bound
	fits
)

// fitting compares a number of a text with an amount.
func fitting(s *said, x *claim.Claim) fit {
	a := x.Amount
	if a.Dice != 0 {
		n, sides, plus := value.Unpack(a.Dice)
		switch {
		case (s.sides == sides || s.halved && s.sides == 2*sides) && (s.n == 0 || s.n == n*1000), s.sides == 0 && (s.n == n*1000 || s.n == plus*1000 && plus != 0), s.sides == 0 && s.part == 2 && n == 1 && sides%2 == 1:
			return fits
		}
		return otherwise
	}
	if s.sides != 0 {
		return otherwise
	}
	if s.part != 0 {
		if a.Part == s.part || a.Known && a.Length && a.Lo == ir.Unit/s.part {
			return fits
		}
		return otherwise
	}
	if !a.Known || s.length && !a.Length && s.lo != s.hi && a.Lo == a.Hi {
		return otherwise
	}
	lo, hi, next := scaled(a.Lo, a.Length), scaled(a.Hi, a.Length), scaled(1, a.Length)
	same := func(m int64) bool {
		return m != ir.None && (m == s.n || m == -s.n || s.than != 0 && x.Word == "adds" && (m == s.n-s.than || m == s.than-s.n))
	}
	over, under := s.lo == s.n+1000, s.hi == s.n-1000 // more than 3 is 4 or more, and no 3
	switch {
	case s.rest && x.Sort == claim.Condition && (s.hi == ir.None && lo == ir.None && hi == s.lo-next || s.lo == ir.None && hi == ir.None && lo == s.hi+next):
		return fits // what is left when the rule forbids the others
	case s.lo != s.hi && lo != hi && (lo == ir.None) != (s.lo == ir.None) && (lo == ir.None || hi == ir.None) && !x.Denied && (x.Sort == claim.Condition || x.Sort == claim.Area):
		if same(lo) || same(hi) {
			return turned
		}
	case over && lo == s.n+next, under && hi == s.n-next, under && a.Length && lo == ir.None && hi == s.n: // within it, as it is measured
		return fits
	case (over && hi == ir.None || under && lo == ir.None) && !x.Denied:
	case same(lo), same(hi):
		return fits
	case lo == hi && s.lo == s.hi && s.n == inverse(lo): // half a one for each is one for two
		return fits
	case !a.Length && s.lo == s.hi && lo == ir.None && hi == s.n-1000: // with it the next row begins
		return fits
	}
	return otherwise
}

// inverse is what goes into one as often as a whole number says, in thousandths; -1 for what is no such number, or one.
func inverse(n int64) int64 {
	if n <= ir.Unit || n > 9*ir.Unit || n%ir.Unit != 0 {
		return -1
	}
	return ir.Unit * ir.Unit / n
}

func scaled(n int64, length bool) int64 {
	if length || n == ir.None {
		return n
	}
	return n * 1000
}

// measured tells whether a claim has a number to compare with.
func measured(s *said, x *claim.Claim) bool {
	a := x.Amount
	if s.sides != 0 {
		return a.Dice != 0
	}
	if s.part != 0 {
		return a.Part > 1 || a.Known && a.Length || a.Dice != 0
	}
	return a.Known || a.Dice != 0
}
