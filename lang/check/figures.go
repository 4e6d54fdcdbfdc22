package check

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// The figures of a card as they are printed, or as another notation has them.

// unsigned is a figure behind which stand others, whose names have no sign behind them; oneUnsigned is one of these.
var (
	unsigned    = regexp.MustCompile(`^(?:[\w+."]+|\[[^\[\]]*\])((?:\s+[A-Za-z]\w*(?:(?: +| *= *)\d[\w+.]*"?| *\(\s*-?\d[\w+.]*"?\s*\)| +\[[^\[\]]*\]))+)$`)
	oneUnsigned = regexp.MustCompile(`([A-Za-z]\w*) *=? *(?:\(\s*([^()]*?)\s*\)|(\d[\w+.]*"?|\[[^\[\]]*\]))`)
)

// printedAlone is a number behind letters for what it is; soMany is so many of something.
var (
	printedAlone = regexp.MustCompile(`^[A-Za-z]+(\d+)$`)
	soMany       = regexp.MustCompile(`^(?:([1-9])\s*x?\s+([^()]*[^()\s])|([^()]*[^()\s])\s+x\s?([1-9]))$`)
)

// misprinted reports a figure of a card that is not written as a value is, but as on paper.
func misprinted(c *bodies, m *syntax.ValueMember, f *ir.Field, kind *ir.Kind) bool {
	text := strings.TrimSpace(m.Value.Text)
	end := m.Value.At.Start + strings.Index(m.Value.Text, text) + len(text)
	if at := unsigned.FindStringSubmatchIndex(text); at != nil && end <= m.Value.At.End { // else a mend has put it there
		tail := strings.TrimSpace(text[at[2]:at[3]])
		var figures []string
		for _, one := range oneUnsigned.FindAllStringSubmatch(tail, -1) {
			name := one[1]
			if meant, _ := inprint.As(printedFields(c.names)(kind.Fields), name); meant != "" {
				name = meant
			}
			figures = append(figures, name+": "+one[2]+one[3])
		}
		c.errorf("bad-syntax", source.Span{File: m.Value.At.File, Start: end - len(tail), End: end}, "want \":\" behind the name of a figure").
			Rewrite(strings.Join(figures, "  "))
		return true
	}
	if slices.Contains([]string{"-", "none", "n/a", `"-"`, "/"}, text) && !f.Type.Optional && f.Default != nil && (f.Type.Kind == ir.Int || f.Type.Kind == ir.Length) {
		d := c.errorf("wrong-type", m.Value.At, "got %s, want %s%s", text, c.p.TypeName(f.Type), leftOut(c, f))
		if f.Default.N == 0 {
			d.Mend(diag.Replace(m.At, "", "leave it out"))
		}
		return true
	}
	return false
}

// leftOut says what a figure is where a card says nothing of it.
func leftOut(c *bodies, f *ir.Field) string {
	return fmt.Sprintf("; %s is a number, and %s where it is left out", f.Name, c.show(f.Default.N, f.Type))
}

// strange says more of a name that stands where a figure does, when nothing is called so.
func strange(c *bodies, d *diag.Diagnostic, f *ir.Field, text string) {
	if d.Mended() || d.Span.Text() != text || f.Type.Kind != ir.Int && f.Type.Kind != ir.Length {
		return
	}
	if n := printedAlone.FindStringSubmatch(text); n != nil {
		d.Suggest(n[1])
	} else if f.Default != nil && source.IsName(text) { // a word for it, as it is printed
		d.Message += leftOut(c, f)
	}
}

// figureOf is the figure of a kind that is called, or printed, as a word; "" when there is none.
func figureOf(c *exprs, kind int, word string) string {
	if kind < 0 {
		return ""
	}
	var figures []*ir.Field
	for _, f := range c.p.Kinds[c.p.KindAt(kind)].Fields {
		if f.Class == ir.Printed || f.Class == ir.Stat {
			figures = append(figures, f)
		}
	}
	if ir.FieldNamed(figures, word) >= 0 {
		return word
	}
	name, _ := inprint.As(printedFields(c.names)(figures), word)
	return name
}

// several reports so many of a card, in numbers.
func several(c *exprs, s syntax.Slice, kind int) bool {
	m := soMany.FindStringSubmatch(strings.TrimSpace(s.Text))
	if m == nil {
		return false
	}
	said := m[2] + m[3]
	card := cardMeant(c, said, kind)
	if _, known := c.index.cards.of[card]; !known {
		var names []string
		for name := range c.cardsOf(kind) {
			names = append(names, name)
		}
		if card = diag.Nearest(strings.ToLower(said), names); card == "" {
			c.noCard(syntax.Name{Node: s.Node, Text: said}, kind)
			return true
		}
	}
	n, _ := strconv.Atoi(m[1] + m[4])
	list := strings.Join(slices.Repeat([]string{card}, n), ", ")
	c.errorf("invalid-value", s.At, "each of several is named: %s", list).Rewrite(list)
	return true
}
