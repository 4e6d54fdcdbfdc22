package words

import (
	"math"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// strange explains what no expression contains.
func (c *reading) strange(i int, w string) {
	switch {
	case (w[0] == '"' || w[0] == '\'') && i > 0 && c.t.toks[i-1].kind == tNumber && c.t.toks[i-1].end == c.t.toks[i].start:
		d := c.out.Errorf("invalid-number", c.t.Span(c.t.toks[i].start, c.t.toks[i].start+1),
			"lengths are written without a mark: %s", Quote(c.t.Word(i-1)))
		d.Fix = &diag.Fix{Span: d.Span, Message: "leave the mark out"}
	case w[0] == '"' || w[0] == '\'':
		d := c.bad(i, "invalid-expression", "there are no strings in expressions; enum values and cards are named bare")
		if name := strings.Trim(w, `"'`); source.IsName(name) {
			d.Suggest(name)
		}
	case w == "{" || w == "}":
		c.bad(i, "invalid-expression", "there are no maps or records written with braces")
	default:
		d := c.bad(i, "invalid-expression", "%s has no place in an expression", Quote(w))
		if fix, ok := slip[w]; ok {
			d.Fix = &diag.Fix{Span: d.Span, Text: fix, Message: "write " + Quote(fix)}
		}
	}
}

// number refuses what is not a plain number of at most three decimals.
func (c *reading) number(i int, w string) bool {
	whole, decimals, pointed := strings.Cut(w, ".")
	for k := 0; k < len(w); k++ {
		if source.IsLetter(w[k]) {
			c.strangeNumber(i, w, k)
			return false
		}
	}
	switch {
	case strings.Contains(decimals, "."):
		c.bad(i, "invalid-number", "%s is no number", Quote(w))
		return false
	case len(decimals) > 3:
		c.bad(i, "invalid-number", "%s is finer than a thousandth", Quote(w)).Suggest(whole + "." + decimals[:3])
		return false
	case pointed && whole == "":
		c.bad(i, "invalid-number", "a number begins with a digit").Suggest("0" + w)
		return false
	}
	if _, ok := Thousandths(w, false); pointed && !ok {
		c.bad(i, "invalid-number", "%s is too large", Quote(w))
		return false
	}
	return true
}

// strangeNumber explains a number with letters in it, the first at k.
func (c *reading) strangeNumber(i int, w string, k int) {
	switch rest := w[k:]; {
	case rest == "e" || rest == "E" || strings.ContainsAny(rest[:1], "eE") && len(rest) > 1 && source.IsDigit(rest[1]):
		c.bad(i, "invalid-number", "numbers are written out, without an exponent")
	case rest == "u" || rest == "U":
		c.bad(i, "invalid-number", "numbers have no suffix").Suggest(w[:k])
	case (rest[0] == 'D' || rest[0] == 'd') && len(rest) > 1 && source.IsDigit(rest[1]):
		c.bad(i, "invalid-number", "dice are no number: throw them, or read a field of type dice")
	case w[0] == '0' && (rest[0] == 'x' || rest[0] == 'X'):
		c.bad(i, "invalid-number", "numbers are written in tens")
	default:
		c.bad(i, "invalid-number", "%s is no number and no name", Quote(w))
	}
}

// Thousandths reads a decimal of up to three places exactly.
func Thousandths(s string, negative bool) (int64, bool) {
	whole, decimals, _ := strings.Cut(s, ".")
	if len(decimals) > 3 || whole == "" {
		return 0, false
	}
	decimals += "000"[len(decimals):]
	n := int64(0)
	for _, c := range []byte(whole + decimals) {
		if !source.IsDigit(c) || n > (math.MaxInt64-9)/10 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}
