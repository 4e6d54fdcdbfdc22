package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

const (
	maxTokens = 4000
	maxNest   = 60
)

// binary are the operators between two values.
var binary = map[string]bool{"&&": true, "||": true, "==": true, "!=": true, "<": true, "<=": true, ">": true,
	">=": true, "+": true, "-": true, "*": true, "in": true, "?": true, ":": true}

// reserved are words that CEL keeps for itself.
var reserved = map[string]bool{"as": true, "break": true, "const": true, "continue": true, "else": true, "for": true,
	"function": true, "if": true, "import": true, "let": true, "loop": true, "package": true, "namespace": true,
	"null": true, "return": true, "var": true, "void": true, "while": true}

// Check looks the tokens over in the order of reading, as an alternation of values and operators, and
// reports the first slip. A parser need see only what passes. Known tells whether a word is a name or a
// function where the text stands.
func (t *Text) Check(out *diag.List, known func(name string) bool) bool {
	if len(t.toks) == 0 {
		out.Errorf("invalid-expression", t.All(), "an expression is missing")
		return false
	}
	if len(t.toks) > maxTokens {
		out.Errorf("bad-nesting", t.All(), "this expression is too long: %d words, at most %d", len(t.toks), maxTokens)
		return false
	}
	c := reading{t: t, out: out, known: known, needValue: true}
	for i := range t.toks {
		if !c.token(i) {
			return false
		}
	}
	return c.end()
}

// token checks token i where it stands.
func (c *reading) token(i int) bool {
	t, w := c.t, c.t.Word(i)
	switch t.toks[i].kind {
	case tStrange:
		c.strange(i, w)
		return false
	case tNumber:
		if !c.number(i, w) {
			return false
		}
		return c.value(i, w)
	case tName:
		return c.name(i, w)
	}
	if fix, ok := slip[w]; ok {
		c.bad(i, "invalid-expression", "%s is written %s here", Quote(w), Quote(fix)).Suggest(fix)
		return false
	}
	switch w {
	case "/", "%":
		if len(c.open) == 0 && t.Word(i+2) == ":" {
			return c.parted(i, w)
		}
		if text := decimal(c.t.Word(i-1), c.t.Word(i+1)); text != "" && w == "/" && len(t.toks) == 3 {
			c.out.Errorf("invalid-number", c.t.Token(i-1).Join(c.t.Token(i+1)), "a fraction is written as a decimal: %s", text).Rewrite(text)
			return false
		}
		if w == "%" {
			of, by, _ := strings.Cut(c.operands(i), ", ")
			return c.refuse(i, "invalid-expression", "there is no %s: what a division leaves is %s", Quote(w), of+" - "+by+" * floor_div("+of+", "+by+")")
		}
		d := c.bad(i, "invalid-expression", "there is no %s: say how to round, as in ceil_div(%s), with ceil_div, floor_div, half_up or half_down", Quote(w), c.operands(i))
		if t.Word(i+1) == "2" {
			d.Message += "; a length is halved with half"
		}
		return false
	case "(", "[":
		return c.opening(i, w)
	case ")", "]":
		return c.closing(i, w)
	case ".":
		if c.needValue || i+1 >= len(t.toks) || t.toks[i+1].kind != tName {
			return c.refuse(i, "invalid-expression", "a field is read as x.field")
		}
		return true
	case "!":
		if !c.needValue {
			return c.refuse(i, "invalid-expression", "an operator is missing before `!`")
		}
		return true
	case ",":
		return c.comma(i)
	}
	if w == "-" && c.needValue {
		if c.t.Word(i-1) == "!" {
			return c.refuse(i, "wrong-type", "`!` is asked of a bool, `-` makes a number")
		}
		return true
	}
	if w == ".." {
		return c.refuse(i, "invalid-expression", "a range has no place in an expression: write x >= 1 && x <= 6")
	}
	if !binary[w] {
		return c.refuse(i, "invalid-expression", "%s has no place in an expression", Quote(w))
	}
	if c.needValue && w == "+" && i == 0 && len(t.toks) == 2 && t.toks[1].kind == tNumber {
		d := c.bad(i, "invalid-number", "a number stands alone, without a sign before it")
		d.LeaveOut()
		return false
	}
	if c.needValue && (t.Word(i-1) == "&&" || t.Word(i-1) == "||") && strings.ContainsAny(w, "<>=") {
		if subject := c.compared(i - 2); subject != "" {
			d := c.bad(i, "invalid-expression", "each comparison names what it compares: %s", subject+" "+w+" "+t.Word(i+1))
			d.Mend(diag.Before(d.Span, subject))
			return false
		}
	}
	if c.needValue {
		return c.refuse(i, "invalid-expression", "a value is missing before %s", Quote(w))
	}
	c.needValue = true
	return w == ":" && c.t.Named(i-1) || c.ternary(i, w)
}

func (c *reading) ternary(i int, w string) bool {
	if w == "?" {
		return c.push(i)
	}
	if w == ":" {
		n := len(c.open) - 1
		if n < 0 || c.t.Word(c.open[n]) != "?" {
			if before := c.t.Word(i - 2); before == "(" || before == "," {
				if k := c.called(); k >= 0 && !c.known(c.t.Word(k)) {
					return c.refuse(k, "undefined-event", "there is no event %s", c.t.Word(k))
				}
				return c.refuse(i, "invalid-expression", "the values of a function are given in order, without names")
			}
			return c.refuse(i, "invalid-expression", "`:` has no `?` before it")
		}
		c.open = c.open[:n]
	}
	return true
}

// called is the name before the innermost open bracket, -1 for none.
func (c *reading) called() int {
	if n := len(c.open) - 1; n >= 0 && c.t.Word(c.open[n]) == "(" && c.open[n] > 0 && c.t.toks[c.open[n]-1].kind == tName {
		return c.open[n] - 1
	}
	return -1
}

func (c *reading) push(i int) bool {
	if len(c.open) >= maxNest {
		return c.refuse(i, "bad-nesting", "brackets nest deeper than %d", maxNest)
	}
	c.open = append(c.open, i)
	return true
}

// name checks a word: a value, a field after a point, or a slip.
func (c *reading) name(i int, w string) bool {
	if i > 0 && c.t.Word(i-1) == "." {
		return true
	}
	if joins[w] && !c.needValue && c.inList() && !c.known(w) {
		d := c.bad(i, "invalid-expression", "several values are parted by commas, without a word between them")
		d.Span = c.t.Span(c.t.toks[i-1].end, c.t.toks[i].end)
		d.Mend(diag.Replace(d.Span, ",", "write a comma"))
		return false
	}
	if fix := slip[w]; fix != "" && (w == "not") == c.needValue && !c.known(w) {
		c.bad(i, "invalid-expression", "%s is written %s", Quote(w), Quote(fix)).Suggest(fix)
		return false
	}
	if w == "in" {
		if c.needValue {
			return c.refuse(i, "invalid-expression", "a value is missing before `in`")
		}
		c.needValue = true
		return true
	}
	if w == "null" {
		c.bad(i, "invalid-expression", "what is absent is written none").Suggest("none")
		return false
	}
	if reserved[w] {
		return c.refuse(i, "invalid-expression", "%s is a reserved word and no name", Quote(w))
	}
	return c.value(i, w)
}

func (c *reading) opening(i int, w string) bool {
	if c.t.toks[i].mate < 0 {
		if j := c.marked(i); j >= 0 { // what stands behind the mark was taken for a text
			c.strange(j, c.t.Word(j))
		} else if j := c.mismatch(i); j >= 0 {
			c.bad(i, "unbalanced-bracket", "%s is closed by %s", Quote(w), Quote(c.t.Word(j))).See(c.t.Token(j), "here")
		} else {
			c.bad(i, "unbalanced-bracket", "%s is never closed", Quote(w))
		}
		return false
	}
	call := i > 0 && c.t.toks[i-1].kind == tName && !c.needValue
	if mate := c.t.toks[i].mate; w == "(" && !c.needValue && !call && mate == len(c.t.toks)-1 && mate > i+2 && c.t.toks[i+1].kind == tName && c.t.toks[i+2].kind == tName {
		d := c.out.Errorf("invalid-expression", c.t.Token(i).Join(c.t.Token(mate)), "a comment begins with //")
		d.Mend(diag.Replace(d.Span, "// "+strings.Trim(d.Span.Text(), "() "), "write //"))
		return false
	}
	if w == "(" && !c.needValue && !call {
		return c.refuse(i, "invalid-expression", "an operator is missing before `(`")
	}
	if (call || w == "[" && c.needValue) && c.t.toks[i].mate == i+1 {
		c.needValue = false // f() and []
		c.open = append(c.open, i)
		return true
	}
	c.needValue = true
	return c.push(i)
}

// mismatch is the first bracket after i that closes nothing.
func (c *reading) mismatch(i int) int {
	for j := i + 1; j < len(c.t.toks); j++ {
		if w := c.t.Word(j); (w == ")" || w == "]") && c.t.toks[j].mate < 0 {
			return j
		}
	}
	return -1
}

// marked is the first mark of inches, or feet, right behind a number after i.
func (c *reading) marked(i int) int {
	for j := i + 2; j < len(c.t.toks); j++ {
		if w := c.t.Word(j); (w[0] == '"' || w[0] == '\'') && c.t.toks[j-1].kind == tNumber && c.t.toks[j-1].end == c.t.toks[j].start {
			return j
		}
	}
	return -1
}

func (c *reading) closing(i int, w string) bool {
	if !c.unasked() {
		return false
	}
	n := len(c.open) - 1
	if n < 0 || c.t.toks[i].mate != c.open[n] {
		return c.refuse(i, "unbalanced-bracket", "%s closes nothing", Quote(w))
	}
	if c.needValue {
		return c.refuse(i, "invalid-expression", "a value is missing before %s", Quote(w))
	}
	c.open = c.open[:n]
	return true
}

func (c *reading) comma(i int) bool {
	if !c.unasked() {
		return false
	}
	n := len(c.open) - 1
	if n < 0 && c.t.Word(i+2) == ":" {
		return c.parted(i, ",")
	}
	if n >= 0 && c.open[n] > 1 && c.t.Word(c.open[n]) == "(" && c.t.Word(c.open[n]-1) == "in" {
		d := c.bad(c.open[n]-1, "invalid-expression", "where something stands is said with at")
		d.Mend(diag.Replace(d.Span, "at", "write at"))
		return false
	}
	if n >= 0 && !c.needValue && !c.listed(c.open[n]) && c.t.Word(c.open[n]) == "(" && strings.Trim(c.t.Word(i-1)+c.t.Word(i+1), "0123456789.") == "" {
		d := c.bad(c.open[n], "invalid-expression", "a place in a condition is written point(x, y)")
		d.Mend(diag.Replace(d.Span, "point(", "write point("))
		return false
	}
	if before, after := i-1, i+1; n < 0 && !c.needValue && after < len(c.t.toks) && c.t.toks[before].kind == tNumber && c.t.toks[after].kind == tNumber && c.t.toks[before].end+1 == c.t.toks[after].start {
		number := c.t.Word(before) + "." + c.t.Word(after)
		c.out.Errorf("invalid-number", c.t.Token(before).Join(c.t.Token(after)), "a decimal is written with a point: %s", number).Rewrite(number)
		return false
	}
	if n < 0 || c.needValue || !c.listed(c.open[n]) {
		return c.refuse(i, "invalid-expression", "`,` only parts the values of a call or list")
	}
	c.needValue = true
	return true
}

// parted reports signs between what a card says.
func (c *reading) parted(i int, sign string) bool {
	d := c.bad(i, "invalid-expression", "what a card says is parted by blanks, without commas")
	if sign != "," {
		d.Message = "what a card says is parted by blanks, without signs"
	}
	from, text, signs := c.t.toks[i].start, strings.Builder{}, 0
	last := c.t.Last()
	for depth, k := 0, i; k <= last; k++ {
		switch w := c.t.Word(k); {
		case w == "(" || w == "[":
			depth++
		case w == ")" || w == "]":
			depth--
		case w == sign && depth == 0:
			signs++
			text.WriteString(strings.TrimRight(c.t.text[from:c.t.toks[k].start], " "))
			from = c.t.toks[k].end
		}
	}
	if signs == 1 {
		d.LeaveOut()
		return false
	}
	text.WriteString(c.t.text[from:c.t.toks[last].end])
	d.Mend(diag.Replace(c.t.Span(c.t.toks[i].start, c.t.toks[last].end), text.String(), "leave them out"))
	return false
}

// listed tells whether the bracket holds values parted by commas.
func (c *reading) listed(open int) bool {
	prev := open - 1
	value := prev >= 0 && (c.t.toks[prev].kind <= tNumber && c.t.Word(prev) != "in" || c.t.Word(prev) == ")" || c.t.Word(prev) == "]")
	return value == (c.t.Word(open) == "(")
}

// unasked reports a question without its second half.
func (c *reading) unasked() bool {
	n := len(c.open) - 1
	if n >= 0 && c.t.Word(c.open[n]) == "?" {
		return c.refuse(c.open[n], "invalid-expression", "`?` needs `:` and a second value: c ? a : b")
	}
	return true
}

func (c *reading) end() bool {
	last := len(c.t.toks) - 1
	if c.t.Word(last) == "+" && last > 1 && c.t.toks[last-1].kind == tNumber && c.t.toks[last-1].end == c.t.toks[last].start && (c.t.Word(last-2) == "==" || c.t.Word(last-2) == ">=") {
		d := c.out.Errorf("invalid-expression", c.t.Token(last-2).Join(c.t.Token(last)), "so many or more is written >= %s", c.t.Word(last-1))
		d.Mend(diag.Replace(d.Span, ">= "+c.t.Word(last-1), "write >= "+c.t.Word(last-1)))
		return false
	}
	if c.t.Word(last) == "." && last == 1 && c.t.toks[0].kind == tNumber {
		d := c.bad(last, "invalid-number", "a number ends with a digit")
		d.LeaveOut()
		return false
	}
	if c.needValue || c.t.Word(last) == "!" || c.t.Word(last) == "-" {
		return c.refuse(last, "invalid-expression", "a value is missing after %s", Quote(c.t.Word(last)))
	}
	return c.unasked()
}

// slip is a spelling from elsewhere and ours.
var slip = map[string]string{"=": "==", "<>": "!=", "=>": ">=", "=<": "<=", "&": "&&", "|": "||",
	"and": "&&", "or": "||", "not": "!",
	"≥": ">=", "≤": "<=", "≠": "!=", "×": "*", "−": "-", "–": "-", "∧": "&&", "∨": "||", "¬": "!",
	"\u00a0": " ", "\u202f": " ", "\ufeff": ""}

// French are French words for what conditions and values say.
var French = map[string]string{"porteur": "bearer", "me": "bearer", "porteuse": "bearer", "my": "bearer", "its": "bearer", "null": "none", "none": "none", "vrai": "true", "faux": "false", "toujours": "true", "always": "true", "jamais": "false", "never": "false", "aucun": "none", "aucune": "none", "rien": "none", "personne": "none", "nothing": "none", "nobody": "none", "nil": "none",
	"rouge": "red", "bleu": "blue", "bleue": "blue", "proprietaire": "owner", "possesseur": "owner", "cible": "target", "auteur": "author", "victime": "victim", "qui": "who", "arme": "arm", "degats": "points"}

// Said are the words for yes and no.
var Said = map[string]bool{"yes": true, "on": true, "oui": true, "no": false, "off": false, "non": false}

// joins are the words that join the last of several values to the others.
var joins = map[string]bool{"and": true, "et": true, "or": true, "ou": true, "plus": true}

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

// compared is the name, with its points, that is compared by the comparison which ends with a token; "" where none is.
func (c *reading) compared(last int) string {
	if op := c.t.Word(last - 1); op != "<" && op != ">" && op != "<=" && op != ">=" && op != "==" && op != "!=" {
		return ""
	}
	from := last - 2
	for from > 1 && c.t.Word(from-1) == "." && c.t.toks[from-2].kind == tName {
		from -= 2
	}
	if from < 0 || c.t.toks[from].kind != tName {
		return ""
	}
	return c.t.Token(from).Join(c.t.Token(last - 2)).Text()
}

// decimal is a fraction as a decimal, if there is one of at most three digits.
func decimal(a, b string) string {
	x, errA := strconv.ParseInt(a, 10, 32)
	y, errB := strconv.ParseInt(b, 10, 32)
	if errA != nil || errB != nil || y == 0 || x%y == 0 || x*1000%y != 0 {
		return ""
	}
	n := x * 1000 / y
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%03d", n/1000, n%1000), "0"), ".")
}

// operands are the names or numbers on both sides of a sign.
func (c *reading) operands(i int) string {
	from, to := i, i+1
	for from > 0 && (c.t.toks[from-1].kind == tName || c.t.toks[from-1].kind == tNumber || c.t.Word(from-1) == ".") {
		from--
	}
	if to < len(c.t.toks) && (c.t.toks[to].kind == tName || c.t.toks[to].kind == tNumber) {
		to++
	}
	if from == i || to == i+1 {
		return "a, b"
	}
	return c.t.Token(from).Join(c.t.Token(i-1)).Text() + ", " + c.t.Word(to-1)
}

// refuse reports a slip: the text does not pass.
func (c *reading) refuse(i int, code, format string, args ...any) bool {
	c.bad(i, code, format, args...)
	return false
}

// value notes that a value stands here, which only an operator may precede.
func (c *reading) value(i int, w string) bool {
	if before := i - 1; !c.needValue && c.t.toks[before].kind == tNumber && c.t.toks[i].kind == tName && i == len(c.t.toks)-1 && (!c.known(w) || i == 1 && strings.ToUpper(w) == w) {
		d := c.bad(i, "invalid-expression", "a number stands alone, without its unit")
		d.Mend(diag.Replace(c.t.Span(c.t.toks[before].end, c.t.toks[i].end), "", "leave it out"))
		return false
	}
	if !c.needValue && i > 0 && c.t.toks[i].kind == tNumber && c.t.toks[i-1].kind == tNumber && len(w) == 3 && len(c.t.Word(i-1)) <= 3 && !c.inList() {
		c.out.Errorf("invalid-number", c.t.Token(i-1).Join(c.t.Token(i)), "a number has no blank within it").Rewrite(c.t.Word(i-1) + w)
		return false
	}
	if !c.needValue && c.inList() {
		c.unparted(i)
		return false
	}
	if !c.needValue && c.t.Word(i-1) == "layer" && i > 2 && c.t.Word(i-2) == "(" && c.t.Word(i+1) == ")" {
		d := c.out.Errorf("invalid-expression", c.t.Token(i-2).Join(c.t.Token(i+1)), "the layer stands behind the field without brackets")
		d.Mend(diag.Replace(d.Span, "layer "+w, "write layer "+w))
		return false
	}
	if !c.needValue {
		return c.refuse(i, "invalid-expression", "an operator is missing before %s", Quote(w))
	}
	c.needValue = false
	return true
}

// inList tells whether what is open last is a list.
func (c *reading) inList() bool {
	n := len(c.open) - 1
	return n >= 0 && c.t.Word(c.open[n]) == "[" && c.listed(c.open[n])
}

// unparted reports that a comma is missing before a value of a list, and as well before those behind it.
func (c *reading) unparted(i int) {
	last, text := i, c.t.Word(i-1)+", "+c.t.Word(i)
	for c.t.Word(last+1) != "" && c.t.toks[last+1].kind <= tNumber && !binary[c.t.Word(last+1)] && !joins[c.t.Word(last+1)] {
		last++
		text += ", " + c.t.Word(last)
	}
	c.out.Errorf("invalid-expression", c.t.Token(i-1).Join(c.t.Token(last)), "the values of a list are parted by commas: %s", text).Rewrite(text)
}

// strange explains what no expression contains.
func (c *reading) strange(i int, w string) {
	switch {
	case i > 0 && c.marked(i-2) == i:
		d := c.out.Errorf("invalid-number", c.t.Span(c.t.toks[i].start, c.t.toks[i].start+1),
			"lengths are written without a mark: %s", Quote(c.t.Word(i-1)))
		d.Mend(diag.Replace(d.Span, "", "leave the mark out"))
	case w[0] == '"' || w[0] == '\'':
		d := c.bad(i, "invalid-expression", "there are no strings in expressions; enum values and cards are named bare")
		switch bare := strings.Trim(w, `"'`); {
		case source.IsName(bare) && c.known(bare):
			d.Mend(diag.Replace(d.Span, bare, "write "+bare+" without quotes"))
		case tongue.Digits(bare) != "":
			d.Suggest(tongue.Digits(bare))
		case bare != "" && strings.Trim(bare, "0123456789.") == "":
			d.Message = "a number stands without quotes"
			d.Rewrite(bare)
		case len(c.t.toks) == 1 && strings.Contains(bare, " "):
			d.Message = "a condition stands bare, without quotes"
			d.Mend(diag.Replace(d.Span, bare, "leave the quotes out"))
		}
	case w == "{" || w == "}":
		c.bad(i, "invalid-expression", "there are no maps or records written with braces")
	default:
		d := c.bad(i, "invalid-expression", "%s has no place in an expression", Quote(w))
		if fix, ok := slip[w]; ok {
			d.Mend(diag.Replace(d.Span, fix, "write "+Quote(fix)))
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
		return c.refuse(i, "invalid-number", "%s is no number", Quote(w))
	case len(decimals) > 3:
		c.bad(i, "invalid-number", "%s is finer than a thousandth", Quote(w)).Suggest(whole + "." + decimals[:3])
		return false
	case pointed && whole == "":
		c.bad(i, "invalid-number", "a number begins with a digit").Suggest("0" + w)
		return false
	}
	if _, ok := Thousandths(w, false); pointed && !ok {
		return c.refuse(i, "invalid-number", "%s is too large", Quote(w))
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
	case strings.Trim(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "":
		c.bad(i, "invalid-number", "a number stands alone, without its unit").Suggest(w[:k])
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

// Macros are what is asked of a list, by names that it has elsewhere.
var Macros = map[string]string{"every": "all", "each": "all", "any": "exists", "some": "exists", "where": "filter", "select": "map"}

// Functions are how functions of other languages are called here.
var Functions = map[string]string{"max": "at_least", "maximum": "at_least", "min": "at_most", "minimum": "at_most", "sum": "total", "somme": "total", "len": "size", "length_of_list": "size", "count": "size",
	"floor": "whole_down", "ceil": "whole_up", "ceiling": "whole_up", "absolute": "abs", "moitie": "half_up", "nombre": "size", "taille": "size", "longueur": "size", "arrondi_sup": "half_up", "arrondi_inf": "half_down",
	"plus_grand": "highest", "plus_petit": "lowest", "meilleur": "highest", "absolu": "abs", "distance_entre": "distance", "proche": "within", "touche": "touching", "voit": "sees", "possede": "has", "existe": "has",
	"portee": "distance", "ecart": "distance", "distance_de": "distance", "a_portee": "within", "a_portee_de": "within", "a_moins_de": "within", "pres": "within", "pres_de": "within", "proche_de": "within",
	"contact": "touching", "au_contact": "touching", "en_contact": "touching", "a_vue": "sees", "en_vue": "sees", "en_jeu": "in_play", "peut": "can", "tous": "all", "toutes": "all", "porte": "bears", "au_moins": "at_least", "au_plus": "at_most", "valeur_absolue": "abs"}

// Within are the words that ask whether something is in a list, as functions are called.
var Within = map[string]bool{"dans": true, "parmi": true, "est_dans": true, "is_in": true, "among": true, "member": true}
