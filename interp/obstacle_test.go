package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

const obstacles = `kind piece {
  cell hurt: int = 0
  weary: cannot climb(who: self) when self.hurt > 1 { en "It is weary." }
}
piece runner { }
piece mule { stubborn: cannot climb(who: self) { en "It will not." } }
event toll(who: player) { require rich: false { en "{who} pays nothing." } do { } }
event climb(who: piece, over: piece?) {
  choose by who.owner { onto: piece where it != who && it.hurt == 0 }
  cost toll(who.owner)
  do { onto.hurt += 1 }
}
action rest(who: piece) {
  require tired: who.hurt > 0 { en "{who} has {who.hurt} of 1." }
  do { who.hurt = 0 }
}
action wait(who: player) { do { } }
event breathe(who: player) { do { window by players() } }
test "asked" {
  given a = runner for red at (1, 1)
  given b = mule for red at (2, 2)
  when breathe(red)
  expect a.hurt == 0
}
`

// A reason names what stands in the way in the words of the rules: whose requirement it is, which card forbids it and where it
// says so, and through which cost.
func TestObstacles(t *testing.T) {
	m := compile(t, obstacles)
	event := func(name string) int {
		for _, e := range m.P.Events {
			if e.Name == name {
				return e.ID
			}
		}
		t.Fatalf("there is no %s", name)
		return -1
	}
	hook := func(name string) int32 {
		for i := range m.P.Hooks {
			if m.HookName(i) == name {
				return int32(i)
			}
		}
		t.Fatalf("there is no %s", name)
		return -1
	}
	climb, toll := event("climb"), event("toll")
	asked := false
	drive(t, m, "asked", func(r *interp.Run, q *interp.Question) *interp.Result {
		asked = true
		const a, b = 2, 3
		for _, c := range []struct {
			why  interp.Why
			want string
		}{
			{interp.Why{Kind: journal.Requirement, Event: toll, Label: "rich", Via: -1}, "toll requires rich"},
			{interp.Why{Kind: journal.Requirement, Event: toll, Label: "rich", Via: toll}, "its cost toll requires rich"},
			{interp.Why{Kind: journal.Prohibition, Event: climb, Hook: hook("mule.stubborn"), Inst: b, Via: -1}, "mule.stubborn forbids it (text.kdsl:6)"},
			{interp.Why{Kind: journal.Prohibition, Event: climb, Hook: hook("piece.weary"), Inst: a, Via: -1}, "runner (piece.weary) forbids it (text.kdsl:3)"},
			{interp.Why{Kind: journal.Prohibition, Event: climb, Hook: hook("piece.weary"), Inst: a, Via: toll}, "its cost toll: runner (piece.weary) forbids it (text.kdsl:3)"},
			{interp.Why{Kind: journal.Limit, Via: 0}, "its cost " + m.P.Events[0].Name + ": " + interp.UsedUp},
			{interp.Why{Kind: journal.Limit, Via: -1}, interp.UsedUp},
			{interp.Why{Kind: journal.NoAnswer, Via: -1}, "there is nothing to choose"},
			{interp.Why{Kind: journal.NoAnswer, Lacks: "onto", Via: -1}, "there is nothing to choose for onto"},
			{interp.Why{Kind: journal.Target, Label: "onto", Via: -1}, "what was given for onto may not be chosen"},
			{interp.Why{Kind: journal.Cost, Via: toll}, "its cost was not paid"},
		} {
			if got := r.Obstacle(c.why); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		}
		return nil
	})
	if !asked {
		t.Error("nothing was asked")
	}
}

// What an author says of a requirement is filled with the values of the action that is not offered.
func TestSentences(t *testing.T) {
	for _, name := range []string{"rest", "a_rest", "z_rest"} { // the first event, and the last, too
		sentences(t, strings.Replace(obstacles, "action rest", "action "+name, 1))
	}
}

func sentences(t *testing.T, text string) {
	m := compile(t, text)
	said := map[string]bool{}
	drive(t, m, "asked", func(r *interp.Run, q *interp.Question) *interp.Result {
		before, viewer := r.S.Clone(), r.Env().Viewer
		for _, o := range r.Acts() {
			if !o.Verdict.OK {
				said[r.Sentence(o.Verdict.Why, interp.About{Action: &o.Option}, "en")] = true
			}
			if got := r.Sentence(interp.Why{Kind: journal.Limit, Event: o.Event}, interp.About{Action: &o.Option}, "en"); got != "" {
				t.Errorf("a limit is no requirement: %q", got)
			}
		}
		if !r.S.Equal(before) || r.Env().Viewer != viewer {
			t.Error("to say why has changed the game, or who looks")
		}
		return nil
	})
	if len(said) != 2 || !said["runner has 0 of 1."] || !said["mule has 0 of 1."] {
		t.Errorf("%v", said)
	}
}

// Who may act is who the step says: of nobody else it is told what he may do, or why he may not.
func TestActsOfOne(t *testing.T) {
	m := compile(t, strings.NewReplacer("window by players()", "act all(runner)[0]", "at (1, 1)", "at (1, 1) { hurt: 1 }").Replace(obstacles))
	asked := false
	drive(t, m, "asked", func(r *interp.Run, q *interp.Question) *interp.Result {
		asked = true
		all := r.Acts()
		for _, o := range all {
			if o.Who != 2 {
				t.Errorf("%d may act, or may not: %+v", o.Who, o)
			}
		}
		if len(all) == 0 {
			t.Error("nobody may act")
		}
		return nil
	})
	if !asked {
		t.Error("nothing was asked")
	}
}

// What is refused before its form is asked has no value for what is chosen, nor for what follows from that.
func TestRefusedIsOpen(t *testing.T) {
	m := compile(t, `kind piece { cell hurt: int = 1 }
piece runner { }
event strike(who: piece) {
  choose by who.owner { target: piece }
  twice: int = target.hurt * 2
  base: int = 3
  require fit: who.hurt == 0
  do { }
}
test "refused" { given a = runner for red; when strike(a); expect refused fit }
`)
	var got string
	for _, e := range play(t, m, "refused").Journal {
		if e.Kind == journal.Refused {
			got = fmt.Sprint(e.Names[:4], e.Ints[:4])
		}
	}
	if want := fmt.Sprint([]string{"who", "target", "twice", "base"}, []int64{2, ir.None, ir.None, 3}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Several that a caller gives stand in the order of the list that they are from, as what is chosen does.
func TestGivenIsInOrder(t *testing.T) {
	m := compile(t, `kind piece { cell n: int = 0 }
piece runner { }
event cull(who: piece) {
  choose by who.owner { prey: list<piece> in all(piece) count 0..3 }
  first: piece = prey[0]
  do { each p in prey { note "{p.n}" }; note "({first.n})" }
}
test "given" {
  given a = runner for red { n: 1 }
  given b = runner for red { n: 2 }
  given c = runner for blue { n: 3 }
  when cull(a, prey: [c, b])
  when cull(a, prey: [c, b, a])
  when cull(a, prey: [c])
  expect event cull once
}
`)
	if got := told(play(t, m, "given").Journal); got != "2 3 (2) 1 2 3 (1) 3 (3)" {
		t.Error(got)
	}
}

// Who chooses is offered first what an automatic player would like best; and within no distance, the place itself.
func TestChoicesInOrder(t *testing.T) {
	m := compile(t, `kind piece { cell n: int = 0  body round 1.0 tall 1.0 }
piece runner { }
event pick(who: piece) {
  choose by who.owner {
    one: piece where it != who prefer it.n
    spot: point within 0 of who
  }
  do { one.n += 10 }
}
test "picked" {
  given a = runner for red at (1, 1)
  given b = runner for red at (3, 1) { n: 1 }
  given c = runner for red at (5, 1) { n: 2 }
  when pick(a)
  expect c.n == 12
}
`)
	asked := 0
	drive(t, m, "picked", func(r *interp.Run, q *interp.Question) *interp.Result {
		asked++
		if all := r.Acts(); all != nil {
			t.Errorf("which action to start is not asked: %v", all)
		}
		var got []ir.Value
		for c := range r.Candidates(0) {
			got = append(got, c.Value)
		}
		for c := range r.Candidates(1, ir.Value{N: 3}) {
			got = append(got, c.Value)
		}
		if want := "[{4 []} {3 []} {0 [1000 1000 0]}]"; fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
		return nil
	})
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

// Somebody who stands askew is offered what lies straight ahead, too, step by step, and the place itself once.
func TestStraightAhead(t *testing.T) {
	m := compile(t, `kind piece { body round 1.0 tall 1.0 }
piece runner { }
event look(who: piece, far: length) {
  choose by who.owner { spot: point within far of who }
  do { }
}
test "askew" {
  given a = runner for red at (10, 10)
  rotate a to 5
  when look(a, 0)
  when look(a, 3)
  expect event look twice
}
`)
	var asked [][][]int64
	drive(t, m, "askew", func(r *interp.Run, q *interp.Question) *interp.Result {
		var all [][]int64
		for c := range r.Candidates(0) {
			all = append(all, c.Value.L)
		}
		asked = append(asked, all)
		return nil
	})
	here, there := fmt.Sprint(asked[0]), fmt.Sprint(asked[1][max(0, len(asked[1])-3):])
	if here != "[[10000 10000 0]]" || there != "[[10996 10087 0] [11992 10174 0] [12988 10261 0]]" {
		t.Errorf("%s, %s", here, there)
	}
}

// What the form of an action lacks is named: the first field that has nothing to choose, not those before it.
func TestWhatIsLacking(t *testing.T) {
	m := compile(t, `kind piece { cell n: int = 0 }
piece runner { }
action aim(who: piece) { choose by who.owner { target: piece  far: int in 1..who.n } do { } }
event breathe(who: player) { do { window by players() } }
test "asked" {
  given a = runner for red
  given b = runner for blue
  when breathe(red)
  expect a.n == 0
}
action wait(who: player) { do { } }
`)
	said := ""
	drive(t, m, "asked", func(r *interp.Run, q *interp.Question) *interp.Result {
		for _, o := range r.Acts() {
			if !o.Verdict.OK {
				said = r.Obstacle(o.Verdict.Why)
			}
		}
		return nil
	})
	if want := "there is nothing to choose for far"; said != want {
		t.Errorf("%q, want %q", said, want)
	}
}

// What a caller gives stays as he gave it while something is chosen; what follows from that is worked out.
func TestGivenStays(t *testing.T) {
	m := compile(t, `kind piece { cell n: int in 0..9 = 0 }
piece runner { }
event strike(who: piece) {
  choose by who.owner { target: piece where it != who }
  twice: int = target.n * 2
  do { note "{twice}" }
}
test "given" {
  given a = runner for red
  given b = runner for blue { n: 4 }
  when strike(a)
  when strike(a, twice: 7)
  expect event strike twice
}
`)
	questions := 0
	all := drive(t, m, "given", func(r *interp.Run, q *interp.Question) *interp.Result {
		questions++
		before := r.S.Clone()
		for c := range r.Candidates(0) {
			if !r.S.Equal(before) {
				t.Fatalf("the game is another after %v was looked at", c)
			}
		}
		return nil
	})
	if got := told(all); got != "8 7" || questions != 2 {
		t.Errorf("%q, %d questions", got, questions)
	}
}
