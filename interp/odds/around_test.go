package odds_test

import (
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// What an event on the way keeps is remembered for as long as something that asks for it can still be reached. After
// that, positions meet as if nothing asked.
func TestNothingAsksAnyMore(t *testing.T) {
	const way = `
player { cell n: int = 0 }
event outer() { kept: int = 0; seen: int = 0; do { throw d6 as a; kept = a; seen = a > 3 ? 1 : 0; early(); inner(); throw d6 as b } }
event early() { do { note "early" } }
event inner() { do { throw d6 as c; tell(); each p in players() { p.n += c > 4 ? 1 : 0 } } }
event tell() { do { note "told" } }
event apart() { cost toll(); do { note "apart" } }
event toll() { do { note "toll" } }
odds "o" { outer(); throw d6 as d; measure red.n + d }
`
	const asked = way + "function asks(): bool = has(during(outer)) && during(outer).kept > 2\n"
	idle := runs(t, way)
	for _, gone := range []string{
		`rule r { x: after early during outer(kept: 2) { note "x" } }`,
		`rule r { x: after early when asks() { note "x" } }`,
		`rule r { x: cannot apart when asks() }`,
		`rule r { y: after early { note "y" }; ignore r.y during outer(kept: 2) }`,
		`rule r { x: after early { apart() }; y: cannot toll during outer(kept: 2) }`,
		`rule r { x: after tell when has(during(inner)) { note "x" } }`,
	} {
		if got := runs(t, asked+gone); got != idle {
			t.Errorf("%s\n%d runs, %d where nothing asks", gone, got, idle)
		}
	}
	all := runs(t, asked+`rule r { x: after tell during outer(kept: 2) { note "x" } }`)
	for _, ahead := range []string{
		`rule r { x: after tell when asks() { note "x" } }`,
		`rule r { x: cannot tell when asks() }`,
		`rule r { y: after tell { note "y" }; ignore r.y during outer(kept: 2) }`,
		`rule r { x: after inner { apart() }; y: cannot toll during outer(kept: 2) }`,
		`rule r { x: becomes players()[0].n > 0 { apart() }; y: after toll during outer(kept: 2) { note "y" } }`,
		`rule r { x: after tell when can(apart()) { note "x" }; y: cannot apart when asks() }`,
	} {
		if got := runs(t, asked+ahead); got < all {
			t.Errorf("%s\n%d runs, %d where a die of six faces is asked for", ahead, got, all)
		}
	}
	if few := runs(t, asked+`rule r { x: after tell during outer(seen: 1) { note "x" } }`); few <= idle || few >= all {
		t.Errorf("%d runs where one of the fields is asked for, %d where nothing is, %d for the other", few, idle, all)
	}
}

// answer is that to the one question of a program.
func answer(t *testing.T, text string) *odds.Answer {
	t.Helper()
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("around.kdsl", text)
	if err != nil || u.Diags.HasErrors() {
		t.Fatalf("%s: %v %v", text, err, u.Diags)
	}
	a, err := odds.Ask(interp.New(u.Program), 0, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// runs is how often something is played for it.
func runs(t *testing.T, text string) int {
	t.Helper()
	return answer(t, text).Runs
}

// What a script does inside of a span is still to come while a clause before the span throws: the slots of the script are asked for
// there.
func TestThrowBeforeDuring(t *testing.T) {
	const text = `
player { cell n: int = 2 }
span turn(whom: player) { }
rule luck { throws: before turn { throw d4 as face } }
odds "o" { let more = 5; during turn(blue) { red.n += more }; measure red.n }
`
	a := answer(t, text)
	if len(a.Outcomes) != 1 || a.Outcomes[0].Value != "7" {
		t.Errorf("got %+v, want 7", a.Outcomes)
	}
}

// What is read inside of a span alone is still to come before it.
func TestReadInsideDuring(t *testing.T) {
	const text = `
player { cell kept: int = 0 }
span turn(whom: player) { }
event tell() { do { throw d6 as face } }
odds "o" { throw d4 as low; tell(); during turn(blue) { tell(); red.kept = low }; tell(); measure red.kept }
`
	a := answer(t, text)
	if len(a.Outcomes) != 4 {
		t.Errorf("got %+v, want 1 to 4", a.Outcomes)
	}
}

// What a part that always runs reads is still to come while an event throws of which it takes over the result.
func TestReadInAlways(t *testing.T) {
	const text = `
player { cell n: int = 2 }
event tell() { do { throw d6 as face } }
event keep() { got: int = 0  do { throw d4 as face; got = face; tell() } }
event outer() {
  kept: int = 0
  do {
    let k = keep()
    tell()
    always { kept = k.got }
  }
}
odds "o" { let o = outer(); measure o.kept }
`
	a := answer(t, text)
	if len(a.Outcomes) != 4 {
		t.Errorf("got %+v, want 1 to 4", a.Outcomes)
	}
}
