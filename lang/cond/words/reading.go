package words

import "github.com/kdsl-lang/kdsl/lang/diag"

// slip is a spelling from elsewhere and ours.
var slip = map[string]string{"=": "==", "<>": "!=", "=>": ">=", "=<": "<=", "&": "&&", "|": "||",
	"and": "&&", "or": "||", "not": "!",
	"≥": ">=", "≤": "<=", "≠": "!=", "×": "*", "−": "-", "–": "-", "∧": "&&", "∨": "||", "¬": "!",
	"\u00a0": " ", "\u202f": " ", "\ufeff": ""}

// reading is the state of the check: what is open, and whether a value or an operator comes next.
type reading struct {
	t         *Text
	out       *diag.List
	known     func(name string) bool
	needValue bool
	open      []int // brackets and question marks that wait for their other half
}

func (c *reading) bad(i int, code, format string, args ...any) *diag.Diagnostic {
	return c.out.Errorf(code, c.t.Token(i), format, args...)
}

// value notes that a value stands here, which only an operator may precede.
func (c *reading) value(i int, w string) bool {
	if !c.needValue {
		c.bad(i, "invalid-expression", "an operator is missing before %s", Quote(w))
		return false
	}
	c.needValue = false
	return true
}
