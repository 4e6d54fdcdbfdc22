package trial

import (
	"fmt"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// lacking says of a test that failed what it gives without an owner, or off the table, where others of the same kind
// have that: it was forgotten, perhaps.
func lacking(p *ir.Program, s *ir.Script) (out string) {
	var given []*ir.Create
	owned, placed := map[int]bool{}, map[int]bool{}
	for _, x := range s.Do.Stmts {
		c, ok := x.(*ir.Create)
		if !ok || !c.Given || c.Card < 0 || c.As == nil || c.To != nil {
			continue
		}
		given = append(given, c)
		kind := p.Cards[c.Card].Kind
		owned[kind] = owned[kind] || c.For != nil
		_, onTable := c.Place.(*ir.AtPoint)
		placed[kind] = placed[kind] || onTable
	}
	for _, c := range given {
		kind, line := p.Cards[c.Card].Kind, c.At.Pos().Line
		if c.For == nil && owned[kind] && !mayLackOwner(p, kind) {
			out += fmt.Sprintf("; %s of line %d has no owner, as in `for PLAYER`", c.As.Name, line)
		}
		if c.Place == nil && placed[kind] {
			out += fmt.Sprintf("; %s of line %d has no place, as in `at (X, Y)`", c.As.Name, line)
		}
	}
	return out
}

// mayLackOwner tells whether the program asks of things of a kind whether they have an owner: then to have none is meant.
func mayLackOwner(p *ir.Program, kind int) bool {
	for k := range p.Kinds {
		if p.Kinds[k].Unowned && p.IsA(kind, k) {
			return true
		}
	}
	return false
}
