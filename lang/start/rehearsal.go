package start

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Rehearsal is a test that does what another does, with something else in play. What the other expects is left out.
type Rehearsal struct {
	Name  string
	Plays bool     // it answers and throws as the other does
	Has   bool     // the first of the names stands in it
	Names []string // of what is given in it, the nearest first
	on    []setup
	in    string
	steps []step
	first int // the step before which something is given
}

// step is a line of a rehearsal.
type step struct {
	text  string
	let   *syntax.LetStmt // whose step it is; nil
	plays []string        // what the other answers and throws for it
	dice  []string        // that are given besides
	at    int             // where it stands in the last text
}

// Rehearsals are those that the tests of some files make of which the text has one of some names: those with the
// first name first, of these the shortest. Setups are
// those that the tests may build on; copied: they are copied with them. happens tells whether a name is that of an event.
func Rehearsals(files []*syntax.File, names []string, setups map[string]*syntax.ScriptDecl, id string, copied bool, happens func(string) bool) (out []*Rehearsal) {
	type found struct {
		*syntax.ScriptDecl
		near, long int
	}
	var all []found
	for d := range syntax.Scripts("test", files...) {
		has := ask.Names(d.Span().Text())
		if near := slices.IndexFunc(names, func(n string) bool { return has[n] }); near >= 0 {
			all = append(all, found{d, min(near, 2), d.Span().End - d.Span().Start})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Or(cmp.Compare(a.near, b.near), cmp.Compare(a.long, b.long)) })
	for _, d := range all {
		a := &Rehearsal{Has: d.near == 0}
		if d.In != nil {
			a.in = d.In.Text
		}
		if copied {
			w := writing{file: d.Span().File, from: d.Span().Start, to: d.Span().End}
			if a.on = w.setUp(d.ScriptDecl, setups, id); len(a.on) > 0 {
				a.in = a.on[len(a.on)-1].name
			}
		}
		a.read(&d.Body)
		a.unnamed(happens)
		for a.first < len(a.steps) && strings.HasPrefix(a.steps[a.first].text, "given ") {
			a.first++
		}
		for in := d.In; in != nil && setups[in.Text] != nil; in = setups[in.Text].In {
			for _, s := range setups[in.Text].Body.Stmts {
				a.given(s)
			}
			if setups[in.Text].In == in {
				break
			}
		}
		out = append(out, a)
	}
	return out
}

func (a *Rehearsal) given(s syntax.Stmt) {
	if g, ok := s.(*syntax.GivenStmt); ok {
		for _, n := range g.Names {
			if !slices.Contains(a.Names, n.Text) {
				a.Names = append(a.Names, n.Text)
			}
		}
	}
}

// read takes the steps over that expect nothing.
func (a *Rehearsal) read(b *syntax.Block) {
	var plays []string
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *syntax.DiceStmt, *syntax.AnswerStmt:
			plays = append(plays, s.Span().Text())
			continue
		case *syntax.ExpectCondStmt, *syntax.ExpectRefusedStmt, *syntax.ExpectEventStmt,
			*syntax.ExpectTextStmt, *syntax.ExpectEndsStmt, *syntax.MeasureStmt:
		case *syntax.SeedsStmt:
			a.read(&s.Body)
		case *syntax.DuringStmt:
			a.steps = append(a.steps, step{text: "during " + s.Call.Span().Text() + " {", plays: plays})
			a.read(&s.Body)
			a.steps = append(a.steps, step{text: "}"})
		default:
			a.given(s)
			let, _ := s.(*syntax.LetStmt)
			a.steps = append(a.steps, step{text: s.Span().Text(), plays: plays, let: let})
		}
		plays = nil
	}
}

// unnamed takes away the names that only what was expected has used: what happens happens without one, and what is worked out for
// nothing is left out.
func (a *Rehearsal) unnamed(happens func(string) bool) {
	used := map[string]bool{}
	for i, s := range slices.Backward(a.steps) {
		if let := s.let; let != nil && !used[let.Name.Text] {
			if let.Call == nil || !happens(let.Call.Name.Text) {
				a.steps = slices.Delete(a.steps, i, i+1)
				continue
			}
			a.steps[i].text = "when " + let.Call.Span().Text()
		}
		for _, text := range append(slices.Clone(s.plays), a.steps[i].text) {
			for name := range ask.Names(text) {
				used[name] = true
			}
		}
	}
}

// With is the test with a card on what has a name in it, or, for none, by itself, and with a line at the end. There may be no
// card: then all is there.
func (a *Rehearsal) With(name, card, expected string) Test {
	given, at := "  given tried = "+card+"\n", -1
	switch {
	case card == "":
		given = ""
	case name != "":
		given = "  given " + name + " with " + card + "\n"
		at = slices.IndexFunc(a.steps, func(s step) bool { return strings.HasPrefix(s.text, "given "+name+" ") })
	}
	var b strings.Builder
	fmt.Fprintf(&b, "test %q", a.Name)
	if a.in != "" {
		b.WriteString(" in " + a.in)
	}
	b.WriteString(" {\n")
	for i := range a.steps {
		if i == a.first && at < 0 {
			b.WriteString(given)
		}
		if a.Plays {
			for _, line := range a.steps[i].plays {
				b.WriteString("  " + line + "\n")
			}
		}
		if len(a.steps[i].dice) > 0 {
			b.WriteString("  dice " + strings.Join(a.steps[i].dice, ", ") + "\n")
		}
		a.steps[i].at = b.Len() + 2
		b.WriteString("  " + a.steps[i].text)
		if i == at {
			b.WriteString(" with " + card)
		}
		b.WriteString("\n")
	}
	if a.first == len(a.steps) && at < 0 {
		b.WriteString(given)
	}
	b.WriteString(expected + "}\n")
	return Test{Name: a.Name, on: a.on, text: b.String()}
}

// Throw gives dice to the step at a place of the last text, counted from where the test begins; ok is false where there is none.
func (a *Rehearsal) Throw(at int, dice string) (ok bool) {
	for i := range a.steps {
		if s := &a.steps[i]; s.at <= at && at < s.at+len(s.text) {
			s.dice = append(s.dice, dice)
			return true
		}
	}
	return false
}

// Stop leaves out what happens: what is given stays.
func (a *Rehearsal) Stop() { a.steps, a.Has = a.steps[:a.first], false }

// Forget takes all dice away.
func (a *Rehearsal) Forget() {
	for i := range a.steps {
		a.steps[i].dice = nil
	}
}

// Given writes a card with a value for each of its parameters; ok is false where nobody can say one.
func Given(p *ir.Program, c *ir.Card) (text string, ok bool) {
	var values []string
	for _, f := range c.Params {
		value := valueOf(p, f)
		if value == "" {
			return "", false
		}
		values = append(values, value)
	}
	return called(c, values), true
}

// called is a card with the values of its parameters.
func called(c *ir.Card, values []string) string {
	if len(values) == 0 {
		return c.Name
	}
	return c.Name + "(" + strings.Join(values, ", ") + ")"
}

// valueOf is a value for a parameter; "" where nobody can say one.
func valueOf(p *ir.Program, f *ir.Field) string {
	within := func(n int64) int64 {
		if f.Lo != ir.None {
			n = max(n, f.Lo)
		}
		if f.Hi != ir.None {
			n = min(n, f.Hi)
		}
		return n
	}
	switch f.Type.Kind {
	case ir.Int:
		return fmt.Sprint(within(1))
	case ir.Length: // in thousandths
		return strconv.FormatFloat(float64(within(ir.Unit))/ir.Unit, 'f', 1, 64)
	case ir.EnumType:
		return p.Enums[f.Type.Ref].Values[0].Name
	}
	return ""
}
