package coverage_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/coverage"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// form is the smallest program for one statement: what stands in the deed of `go` or elsewhere, and
// the test that shows what it does.
type form struct{ do, more, test string }

const around = `kind piece on piece { body round 1.0  stat s: int = 0  cell n: int = 0 }
kind mark on piece { }
piece pawn { en "Pawn" }
zone pile seen by all
bag lot { of_what: int }
option extra: int = 1
function one(): int = 1
span turn { do { } }
event other { n: int = 1 do { } }
action leap(who: piece) { do { who.n = 9 } }
event go(who: piece) {
  sum: int = 0 layers effects
  do { %s }
}
%s
test "t" { given a = pawn for red at (5, 5)
 %s }
`

var forms = map[string]form{
	"Let":             {do: `let x = 2; who.n = x`, test: `when go(a); expect a.n == 2`},
	"SetField":        {do: `sum = sum + 2; who.n = sum`, test: `when go(a); expect a.n == 2`},
	"SetCell":         {do: `who.n += 2`, test: `when go(a); expect a.n == 2`},
	"Emit":            {do: `let r = other(); who.n = r.n`, test: `when go(a); expect a.n == 1`},
	"If":              {do: `if who.n == 0 { who.n = 2 } else { who.n = 3 }`, test: `when go(a); expect a.n == 2`},
	"Each":            {do: `each x in [1, 2] { who.n += x }`, test: `when go(a); expect a.n == 3`},
	"Repeat":          {do: `repeat 3 { who.n += 1 }`, test: `when go(a); expect a.n == 3`},
	"Throw":           {do: `throw 2 d6 as d; who.n = d[0]`, test: `dice 3, 5; when go(a); expect a.n == 5`},
	"OnDice":          {do: `throw 2 d6 as d; who.n = d[1]`, more: `rule turned { ones: after throw { set face to 2 where face == 1 } }`, test: `dice 1 4; when go(a); expect a.n == 2`},
	"Draw":            {do: `draw x in [4]; who.n = x`, test: `dice 1; when go(a); expect a.n == 4`},
	"Put":             {do: `let l = empty(); put 2 into l.here { of_what: 3 }`, more: `event empty { here: lot do { put 2 into here { of_what: 3 } } }`, test: `when empty()`},
	"Choose":          {do: `choose x: int in 1..5 by who.owner; who.n = x`, test: `answer x: 4; when go(a); expect a.n == 4`},
	"Create":          {do: `apply pest to who permanent`, more: `mark pest { }`, test: `when go(a); expect a.bears(pest)`},
	"Destroy":         {do: `destroy who`, test: `when go(a); expect !in_play(a)`},
	"Move":            {do: `move who to (1, 1)`, test: `when go(a); expect position(a) == point(1, 1)`},
	"Give":            {do: `give who to blue_one()`, more: `function blue_one(): player = players()[1]`, test: `when go(a); expect a.owner == blue`},
	"Hide":            {do: `hide who`, test: `when go(a); expect hidden(a)`},
	"Reveal":          {do: `hide who; reveal who`, test: `when go(a); expect !hidden(a)`},
	"Rotate":          {do: `rotate who to 90`, test: `when go(a); expect facing(a) == 90`},
	"Push":            {do: `let b = 1; each x: piece where x != who { push x from who by 1.0 as p; who.n = p.edge ? 1 : 2 }`, test: `given b = pawn for red at (8, 5); when go(a); expect a.n == 2`},
	"Travel":          {do: `travel who along direct(who, point(9, 5)) { touch z: piece { who.n = 1 } }`, test: `given b = pawn for red at (8, 5); when go(a); expect a.n == 1`},
	"ContributeField": {do: `who.n = sum`, more: `rule more { while go { add 3 to sum layer effects } }`, test: `when go(a); expect a.n == 3`},
	"ContributeStat":  {do: `who.n = who.s`, more: `mark fury { while true { add 3 to bearer.s } }`, test: `given f = fury on a; when go(a); expect a.n == 3`},
	"Act":             {do: `act who once`, test: `answer leap; when go(a); expect a.n == 9`},
	"Stop":            {do: `who.n = 1; inner(who: who)`, more: `span inner(who: piece) { do { stop inner; who.n = 2 } }`, test: `when go(a); expect a.n == 1`},
	"Cancel":          {do: `who.n = 1`, more: `rule no { before go { cancel } }`, test: `when go(a); expect a.n == 0`},
	"Proceed":         {do: `who.n += 1`, more: `rule b1 { instead go { who.n = 2; proceed { who: who } } }`, test: `when go(a); expect a.n == 3`},
	"Always":          {do: `inner(who: who)`, more: `span inner(who: piece) { do { stop inner; always { who.n = 2 } } }`, test: `when go(a); expect a.n == 2`},
	"Note":            {do: `note "Hear."`, test: `when go(a)`},
	"Manual":          {do: `manual "Do it."`, test: `when go(a)`},
	"During":          {do: `who.n = 1`, test: `during turn() { when go(a) }; expect a.n == 1`},
	"SetOption":       {do: `who.n = extra`, test: `option extra = 3; when go(a); expect a.n == 3`},
	"Stub":            {do: `who.n = one()`, test: `stub one = 5; when go(a); expect a.n == 5`},
	"GiveDice":        {do: `throw d6 as d; who.n = d`, test: `dice 3; when go(a); expect a.n == 3`},
	"Answer":          {do: `choose x: int in 1..5 by who.owner; who.n = x`, test: `answer x: 4; when go(a); expect a.n == 4`},
	"ExpectCond":      {test: `expect a.n == 0`},
	"ExpectRefused":   {do: `strict(who: who)`, more: `event strict(who: piece) { require able: who.n > 0  do { } }`, test: `when go(a); expect refused able`},
	"ExpectEvent":     {do: `other()`, test: `when go(a); expect event other once where n == 1; expect no event other where n == 2`},
	"ExpectEnds":      {do: `who.n = 1`, test: `for 3 seeds { when go(a); expect ends within 2 turn }`},
	"ExpectText":      {more: `rule b1 { l: after go { en "Hear." } }`, test: `expect text b1.l en "Hear."`},
	"Measure":         {do: `who.n = 1`, more: `odds "o" { given a = pawn for red; when go(a); measure a.n }`, test: `when go(a); expect a.n == 1`},
}

// A statement that one half of the house does not know is found here: each has a program that is
// checked, assembled, played, printed and measured.
func TestEveryStatement(t *testing.T) {
	for _, s := range ir.Stmts {
		name := reflect.TypeOf(s).Elem().Name()
		t.Run(name, func(t *testing.T) {
			f, ok := forms[name]
			if !ok {
				t.Fatal("has no program")
			}
			whole(t, f, func(p *ir.Program) bool {
				return holds(reflect.ValueOf([]any{p.Events, p.Hooks, p.Scripts}), ofType(reflect.TypeOf(s)))
			})
		})
	}
	if len(forms) != len(ir.Stmts) {
		t.Errorf("%d programs for %d statements", len(forms), len(ir.Stmts))
	}
}

// A place and an ending are known to both halves too.
func TestEveryPlace(t *testing.T) {
	programs := map[string]form{
		"Nowhere":    {do: `move who to nowhere`, test: `when go(a); expect !on_table(a)`},
		"OnInstance": {do: `each x: piece where x != who { move who on x }`, test: `given b = pawn for red; when go(a); expect a.bearer == b`},
		"AtPoint":    {do: `move who to (1, 1)`, test: `when go(a); expect position(a) == point(1, 1)`},
		"InZone":     {do: `move who to pile`, test: `when go(a); expect !on_table(a)`},
	}
	var all []any
	for _, p := range ir.Places {
		all = append(all, p)
	}
	for _, one := range all {
		of := reflect.TypeOf(one)
		t.Run(of.Elem().Name(), func(t *testing.T) {
			f, ok := programs[of.Elem().Name()]
			if !ok {
				t.Fatal("has no program")
			}
			whole(t, f, func(p *ir.Program) bool { return holds(reflect.ValueOf(p.Events), ofType(of)) })
		})
	}
}

func TestEveryEnding(t *testing.T) {
	programs := map[ir.Ending]form{
		ir.Permanent:    lasting(`permanent`, `during turn() { when go(a) }; expect a.bears(pest)`),
		ir.WhileSource:  lasting(`while source`, `when go(a); expect a.bears(pest)`),
		ir.UntilUsed:    lasting(`until used`, `when go(a); expect a.bears(pest); when other(); expect !a.bears(pest)`),
		ir.ForSpans:     lasting(`for 2 turn`, `during turn() { when go(a) }; expect a.bears(pest); when turn(); expect !a.bears(pest)`),
		ir.UntilStart:   lasting(`until start of next turn`, `when go(a); expect a.bears(pest); during turn() { expect !a.bears(pest) }`),
		ir.UntilEnd:     lasting(`until end of turn`, `during turn() { when go(a); expect a.bears(pest) }; expect !a.bears(pest)`),
		ir.FromNext:     lasting(`from start of next turn until its end`, `when go(a); expect !a.bears(pest); during turn() { expect a.bears(pest) }; expect !a.bears(pest)`),
		ir.UntilNextEnd: lasting(`until end of next turn`, `during turn() { when go(a) }; expect a.bears(pest); when turn(); expect !a.bears(pest)`),
	}
	for n, name := range ir.Endings {
		t.Run(name, func(t *testing.T) {
			f, ok := programs[ir.Ending(n)]
			if !ok {
				t.Fatal("has no program")
			}
			whole(t, f, func(p *ir.Program) bool {
				return holds(reflect.ValueOf(p.Events), func(v reflect.Value) bool {
					d, ok := v.Interface().(*ir.Duration)
					return ok && d.Ending == ir.Ending(n)
				})
			})
		})
	}
}

func lasting(d, test string) form {
	return form{do: `apply pest to who ` + d, more: `mark pest { after other { } }`, test: test}
}

func TestEveryStage(t *testing.T) {
	programs := map[ir.Stage]form{
		ir.Ignore:     {do: `who.n = 1`, more: "rule a1 { l: after go { who.n = 2 } }\nrule b1 { ignore a1.l }", test: `when go(a); expect a.n == 1`},
		ir.Waive:      {do: `strict(who: who)`, more: "event strict(who: piece) { require able: false  do { who.n = 2 } }\nrule b1 { waive able of strict }", test: `when go(a); expect a.n == 2`},
		ir.Cannot:     {do: `who.n = 1`, more: `rule b1 { cannot go }`, test: `when go(a); expect refused; expect a.n == 0`},
		ir.Instead:    {do: `who.n = 1`, more: `rule b1 { instead go { who.n = 2 } }`, test: `when go(a); expect a.n == 2`},
		ir.MayInstead: {do: `who.n = 1`, more: `rule b1 { instead go may { who.n = 2 } }`, test: `answer yes; when go(a); expect a.n == 2`},
		ir.Before:     {do: `who.n += 1`, more: `rule b1 { before go { who.n = 2 } }`, test: `when go(a); expect a.n == 3`},
		ir.MayBefore:  {do: `who.n += 1`, more: `rule b1 { before go may { who.n = 2 } }`, test: `answer yes; when go(a); expect a.n == 3`},
		ir.While:      {do: `who.n = sum`, more: `rule b1 { while go { add 3 to sum } }`, test: `when go(a); expect a.n == 3`},
		ir.Becomes:    {do: `who.n = 1`, more: `mark m { becomes bearer.n == 1 { bearer.n = 5 } }`, test: `given f = m on a; when go(a); expect a.n == 5`},
		ir.After:      {do: `who.n = 1`, more: `rule b1 { after go { who.n += 2 } }`, test: `when go(a); expect a.n == 3`},
		ir.MayAfter:   {do: `who.n = 1`, more: `rule b1 { after go may { who.n += 2 } }`, test: `answer yes; when go(a); expect a.n == 3`},
	}
	for stage := ir.BadStage + 1; stage < ir.Stages; stage++ {
		f, ok := programs[stage]
		if !ok {
			t.Errorf("stage %d has no program", stage)
			continue
		}
		whole(t, f, func(p *ir.Program) bool {
			for _, h := range p.Hooks {
				if h.Stage == stage {
					return true
				}
			}
			return false
		})
	}
}

// holds tells whether something of the sort can be reached.
func holds(v reflect.Value, is func(reflect.Value) bool) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || v.Type() == reflect.TypeFor[*ir.Field]() {
			return false
		}
		return is(v) || holds(v.Elem(), is)
	case reflect.Slice:
		for i := range v.Len() {
			if holds(v.Index(i), is) {
				return true
			}
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[ir.Base[ir.Stmt]]() || v.Type() == reflect.TypeFor[ir.Expr]() {
			return false
		}
		for i := range v.NumField() {
			if holds(v.Field(i), is) {
				return true
			}
		}
	}
	return false
}

// whole loads a program, wants something in it, and takes it through the house.
func whole(t *testing.T, f form, want func(*ir.Program) bool) {
	t.Helper()
	src := fmt.Sprintf(around, f.do, f.more, strings.ReplaceAll(f.test, ";", " \n"))
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("form.kdsl", src)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range u.Diags {
		if d.Code != "unused-name" && d.Code != "missing-expectation" {
			t.Errorf("%d: %s [%s]", d.Span.Pos().Line, d.Message, d.Code)
		}
	}
	if u.Diags.HasErrors() {
		t.FailNow()
	}
	if !want(u.Program) {
		t.Error("the program does not have it")
	}
	m := interp.New(u.Program)
	for i, s := range u.Program.Scripts {
		if s.Word != ir.TestScript {
			continue
		}
		if r := trial.Run(m, i, trial.Options{}); !r.Passed {
			t.Errorf("line %d: %s", r.At.Pos().Line, r.Message)
		}
	}
	for _, c := range u.Program.Cards {
		for _, lang := range []string{"en", "fr"} {
			text.Card(u.Program, c, lang)
		}
	}
	r := coverage.Run([]*load.Unit{u})
	if r.Tests != 1 || r.Failed != 0 {
		t.Errorf("%d of %d tests fail when they are measured", r.Failed, r.Tests)
	}
}

func ofType(t reflect.Type) func(reflect.Value) bool {
	return func(v reflect.Value) bool { return v.Type() == t }
}
