package trial

import (
	"fmt"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// uses lists what was used of what the test gives.
func (t *trial) uses() (out []Use) {
	faces, n := facesOf(t.out.Script.Do), int64(0)
	for _, c := range t.thrown {
		n += c.N
	}
	if t.run != nil && int64(len(faces)) == n+int64(len(t.run.S.Dice)) { // else a step is done more than once
		at := int64(0)
		for _, c := range t.thrown {
			out = append(out, Use{faces[at], false, fmt.Sprintf("%dd%d %s", c.N, c.Faces, thrownAs(c))})
			at += c.N
		}
	}
	return append(out, t.used...)
}

// facesOf is where the faces stand that the steps of a test give, in the order of the steps.
func facesOf(b *ir.Block) (out []source.Span) {
	for _, s := range b.Stmts {
		if dice, ok := s.(*ir.GiveDice); ok {
			for _, x := range dice.Faces {
				out = append(out, x.At)
			}
		}
		if during, ok := s.(*ir.During); ok {
			out = append(out, facesOf(during.Body)...)
		}
	}
	return out
}

// thrownAs is what dice are for, as the statement says that throws them: the name that it gives them, or what it does to
// others.
func thrownAs(c interp.Chance) string {
	words := strings.FieldsFunc(c.At.Text(), func(r rune) bool { return r == ' ' || r == '\n' || r == '{' })
	for i, w := range words {
		if w == "as" && i+1 < len(words) {
			return words[i+1]
		}
	}
	return strings.Join(words[min(1, len(words)):min(2, len(words))], " ")
}
