package proof

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// ledger are the numbers of a text and those of a rule that do not meet: a number that nothing accounts for is likelier a mistake where the
// rule has one that the text leaves out, and all others are met.
type ledger struct {
	unsaid []*fact
	untold []int64
}

// ledger balances the numbers of the text with those of a rule's own claims.
func (b *bench) ledger(own []claim.Claim) *ledger {
	out := &ledger{}
	for i := range b.text.facts {
		if u := &b.text.facts[i]; u.sort() == "number" && !b.backed[i] {
			out.unsaid = append(out.unsaid, u)
		}
	}
	for i := range own {
		x := &own[i]
		if a := x.Amount; a.Known && !x.Open && !x.Untold && a.Dice == 0 {
			for _, n := range []int64{a.Lo, a.Hi} {
				if n == ir.None {
					continue
				}
				n = scaled(n, a.Length)
				n = max(n, -n)
				told := func(n int64) bool { return b.text.says[sense{"number", fmt.Sprint(n)}] }
				if n > ir.Unit && !slices.Contains(out.untold, n) && !told(n) && (a.Lo == a.Hi || !told(n+ir.Unit) && !told(n-ir.Unit)) {
					out.untold = append(out.untold, n)
				}
			}
		}
	}
	return out
}

// signs are those of a verdict on some words of the text.
func (l *ledger) signs(from, to int) []string {
	var out []string
	for _, u := range l.unsaid {
		if u.from >= to || from >= u.to {
			continue
		}
		if out == nil {
			out = []string{fmt.Sprintf("numbers: %d unsaid, %d untold", min(len(l.unsaid), 3), min(len(l.untold), 2))}
		}
		var n int64
		fmt.Sscan(u.means[0].key, &n)
		if near := func(m int64) bool { return m == 2*n || n == 2*m || m-n == ir.Unit || n-m == ir.Unit }; slices.ContainsFunc(l.untold, near) {
			return append(out, "numbers: one near it is untold")
		}
	}
	return out
}
