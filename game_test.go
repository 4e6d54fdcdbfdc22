package kdsl_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/kdsl-lang/kdsl"
)

const hands = `kind treasure { }
treasure ruby { en "Ruby" fr "Rubis" }
treasure pearl { en "Pearl" fr "Perle" }
zone hand of player seen by owner
zone pile seen by all
player { cell played: int = 0 { en "played" fr "joués" } }
span turn(who: player) {
  en "{who}'s turn" fr "Au tour {de who}"
  owner who
  do { act who }
}
action lay(who: player) {
  en "{who} plays {gem}." fr "{who} joue {gem}."
  choose by who { gem: treasure { en "which treasure" fr "quel trésor" } }
  require own: gem.owner == who { en "{gem} is not {who}'s" fr "{gem} n'est pas à {who}" }
  do {
    move gem to pile
    who.played += 1
  }
}
event look(who: player, gem: treasure) {
  en "{who} looks at {gem}." fr "{who} regarde {gem}."
  do { who.played += 0 }
}
scenario hands {
  players red "Rosa", blue "Bruno"
  given r = ruby for red at hand of red
  given b = pearl for blue at hand of blue
  when look(who: blue, gem: b)
  when look(who: red, gem: r)
  when turn(who: red)
  when turn(who: blue)
}
`

// endless goes on for ever without dice and without questions, in every sort of script.
const endless = `
event go() {
  n: int = 0
  do { repeat until n < 0 { n = 0 } }
}
test "t" { when go() }
odds "o" {
  go()
  measure 1
}
odds "late" {
  throw d6 as die
  go()
  measure 1
}
scenario s { when go() }
`

// A context that ends ends everything, promptly, and is the error.
func TestContext(t *testing.T) {
	p := load(endless)
	p.Budget.Steps = 1 << 60
	errEnough := errors.New("enough")
	for _, c := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"Test", func(ctx context.Context) error { _, err := p.Test(ctx, "t"); return err }},
		{"Next", func(ctx context.Context) error {
			g, err := p.Start("s", 1)
			if err != nil {
				return err
			}
			_, err = g.Next(ctx)
			return err
		}},
		{"Odds", func(ctx context.Context) error { _, err := p.Odds(ctx, "o"); return err }},
		{"Simulate", func(ctx context.Context) error { _, err := p.Simulate(ctx, "o", 10, 1, 2); return err }},
		{"Simulate late", func(ctx context.Context) error { _, err := p.Simulate(ctx, "late", 10, 1, 2); return err }},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(20*time.Millisecond, func() { cancel(errEnough) })
		begin := time.Now()
		if err := c.run(ctx); !errors.Is(err, errEnough) {
			t.Errorf("%s: got the error %v", c.name, err)
		}
		if d := time.Since(begin); d > 3*time.Second { // a busy machine takes its time
			t.Errorf("%s took %v", c.name, d)
		}
	}
}

// Samples that were played before the context ends are not lost.
func TestSimulateSoFar(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	s, err := load(stones).Simulate(ctx, "luck", 1<<40, 1, math.MaxInt)
	if !errors.Is(err, context.Canceled) || s == nil || s.N == 0 {
		t.Errorf("got %v and the error %v", s, err)
	}
}

// play plays a game to its end; choose answers.
func play(t *testing.T, g *kdsl.Game, choose func(*kdsl.Question) *kdsl.Game) *kdsl.Game {
	t.Helper()
	for range 10_000 {
		q, err := g.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if q == nil {
			return g
		}
		g = choose(q)
	}
	t.Fatal("the game does not end")
	return nil
}

func begin(t *testing.T, text, scenario string, seats ...string) (*kdsl.Program, *kdsl.Game) {
	t.Helper()
	p := load(text)
	g, err := p.Start(scenario, 7)
	if err == nil {
		err = g.Seat(seats...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p, g
}

// what is what everybody sees of a game.
func what(t *testing.T, g *kdsl.Game) string {
	t.Helper()
	v, err := g.View("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// chancy has questions of every sort, dice between them, and things that come and go.
const chancy = `
kind man { cell hurt: int = 0 }
kind mark on man { }
man fighter { en "Fighter" fr "Combattant" }
mark sting {
  burn: after hit may when who == bearer { 
    choose extra: int in 0..2 by who.owner
    who.hurt += extra
  }
}
span turn(who: man) { owner who.owner  do { act who until pass } }
action hit(who: man) {
  choose by who.owner { aim: int in 1..3 }
  limit 2 per who per turn
  do {
    throw d6 as die
    choose again: bool by who.owner
    if die > aim && !again { create sting on who }
  }
}
scenario c {
  given a = fighter for red at nowhere
  given b = fighter for blue at nowhere
  move a to (1, 1)
  move b to (3, 3)
  when turn(who: a)
  when turn(who: b)
  when turn(who: a)
}
`

// A game that is saved and read at every question is the game that is not.
func TestSaved(t *testing.T) {
	for _, c := range []struct{ text, scenario string }{{stones, "stones"}, {hands, "hands"}, {chancy, "c"}} {
		p, g := begin(t, c.text, c.scenario, "red", "blue")
		questions := 0
		whole := play(t, g, func(*kdsl.Question) *kdsl.Game {
			questions++
			if err := g.Answer(); err != nil {
				t.Fatal(err)
			}
			return g
		})
		_, h := begin(t, c.text, c.scenario, "red", "blue")
		saved := 0
		parts := play(t, h, func(q *kdsl.Question) *kdsl.Game {
			saved++
			b, err := h.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if h, err = p.Resume(b); err != nil {
				t.Fatal(err)
			}
			again, err := h.Next(t.Context())
			if err != nil || again == nil || again.Text("fr") != q.Text("fr") {
				t.Fatalf("got the question %v and the error %v, want %s", again, err, q.Text("fr"))
			}
			if c, err := h.MarshalJSON(); err != nil || string(c) != string(b) {
				t.Fatalf("written again it is\n%s, was\n%s", c, b)
			}
			if err := h.Answer(); err != nil {
				t.Fatal(err)
			}
			return h
		})
		if a, b := what(t, whole), what(t, parts); a != b || questions != saved || questions == 0 {
			t.Errorf("%s: %d questions, %d saved\n%s\n%s", c.scenario, questions, saved, a, b)
		}
		for _, who := range []string{"", "red", "blue"} { // all of it is in the journal, also what was before it was read
			a, err := whole.Journal(who)
			b, bad := parts.Journal(who)
			if err != nil || bad != nil || len(a) == 0 || !reflect.DeepEqual(a, b) {
				t.Errorf("%s: %q is told %d entries, %v, and when it was saved %d, %v", c.scenario, who, len(a), err, len(b), bad)
			}
		}
	}
}

// Who is asked whether a clause is used is told on what: the event has not happened yet, so nothing was told of it.
func TestMayOnWhat(t *testing.T) {
	_, g := begin(t, `
kind man { cell hurt: int = 0 }
man fighter { en "Fighter" fr "Combattant"  ducks: before hit(who: self) may { en "It ducks." fr "Il esquive."  cancel } }
event hit(who: man, n: int) { en "{who} is hit for {n}" fr "{who} perd {n}"  do { who.hurt += n } }
scenario s { given a = fighter for red; when hit(a, 2) }`, "s", "red")
	q, err := g.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "Fighter: It ducks. (Fighter is hit for 2)", "fr": "Combattant : Il esquive. (Le Combattant perd 2)"} {
		if !strings.Contains(q.Text(lang), want) {
			t.Errorf("asked is %q, want %q", q.Text(lang), want)
		}
	}
}

// To look costs nothing and changes nothing.
func TestLooking(t *testing.T) {
	_, plain := begin(t, chancy, "c", "red")
	_, g := begin(t, chancy, "c", "red")
	answer := func(g *kdsl.Game) func(*kdsl.Question) *kdsl.Game {
		return func(*kdsl.Question) *kdsl.Game {
			if err := g.Answer(); err != nil {
				t.Fatal(err)
			}
			return g
		}
	}
	play(t, plain, answer(plain))
	play(t, g, func(q *kdsl.Question) *kdsl.Game {
		before, _ := g.MarshalJSON()
		for i := range 3 {
			for c := range g.Candidates(0) {
				if g.Contains(0, c.Value) != c.Verdict.OK {
					t.Errorf("%s: Contains and Candidates differ", c.Name("en"))
				}
				if len(q.Fields) > 1 {
					g.Count(1, 100, c.Value)
				}
				if i == 1 {
					break
				}
			}
			if _, err := g.View("red"); err != nil {
				t.Fatal(err)
			}
		}
		if after, _ := g.MarshalJSON(); string(after) != string(before) {
			t.Fatalf("looking changes the game:\n%s\n%s", before, after)
		}
		return answer(g)(q)
	})
	if a, b := what(t, plain), what(t, g); a != b {
		t.Errorf("the game went differently:\n%s\n%s", a, b)
	}
	a, _ := plain.Journal("")
	b, _ := g.Journal("")
	if fmt.Sprint(a) != fmt.Sprint(b) || len(a) == 0 {
		t.Errorf("the journals differ")
	}
}

// Where a cost among several throws, only playing shows whether all can be paid: what is offered says so.
func TestUncertain(t *testing.T) {
	_, g := begin(t, `player { cell got: int in 0..99 = 3 }
span turn(who: player) { owner who  do { act who once } }
event roll(who: player) { do { throw d6 as die; who.got += die } }
event pay(who: player) { require rich: who.got > 0  do { who.got -= 1 } }
action gamble(who: player) { cost roll(who: who); cost pay(who: who)
  do { note "gambles" } }
action buy(who: player) { cost pay(who: who); cost pay(who: who)
  do { note "buys" } }
scenario s { players red, blue; when turn(who: red) }
`, "s", "red")
	if q, err := g.Next(t.Context()); err != nil || q == nil {
		t.Fatal(q, err)
	}
	got := map[string]bool{}
	for c := range g.Candidates(0) {
		if !c.Verdict.OK {
			t.Errorf("%s is refused: %v", c.Name("en"), c.Verdict.Refusal)
		}
		got[c.Name("en")] = c.Verdict.Certain
	}
	if certain, ok := got["gamble"]; certain || !ok || !got["buy"] {
		t.Errorf("certain are %v", got)
	}
}

// What only another player can answer is offered if he sees an answer: what he does not see is none. The reason names the event.
func TestAnotherAnswers(t *testing.T) {
	text := strings.Replace(hands, "event look(", `action guess(who: player) {
  choose by (who == players()[0] ? players()[1] : players()[0]) { gem: treasure where it.owner == who }
  do { who.played += 1 }
}
event look(`, 1)
	_, g := begin(t, text, "hands", "red")
	if q, err := g.Next(t.Context()); err != nil || q == nil {
		t.Fatal(q, err)
	}
	found := false
	for c := range g.Candidates(0) {
		if c.Name("en") == "guess" {
			found = true
			if c.Verdict.OK || c.Verdict.Refusal.Kind != "choice" || c.Verdict.Refusal.Event != "guess" {
				t.Errorf("blue sees no treasure of red's: %v %+v", c.Verdict.OK, c.Verdict.Refusal)
			}
		}
	}
	if !found {
		t.Error("the guess is told of nowhere")
	}
}

// A saved game says which kdsl wrote it: linked into another program, by itself, or built where nobody knows.
func TestVersion(t *testing.T) {
	own, another := debug.Module{Path: "github.com/kdsl-lang/kdsl", Version: "v1.2.0"}, debug.Module{Path: "example.org/table", Version: "v9.0.0"}
	for want, built := range map[string]*debug.BuildInfo{
		"v1.2.0":  {Main: another, Deps: []*debug.Module{{Path: "example.org/other", Version: "v3.0.0"}, &own}},
		"v1.3.0":  {Main: debug.Module{Path: own.Path, Version: "v1.3.0"}, Deps: []*debug.Module{&another}},
		"(devel)": {Main: debug.Module{Path: own.Path}, Deps: []*debug.Module{&another}},
		"unknown": nil,
	} {
		if got := kdsl.Version(built); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// What a player may not see is in nothing that is given to him.
func TestHidden(t *testing.T) {
	_, g := begin(t, hands, "hands", "red")
	q, err := g.Next(t.Context())
	if err != nil || q == nil {
		t.Fatal(q, err)
	}
	var told strings.Builder
	if err := g.Tell(&told, kdsl.Telling{Players: []string{"red"}, Verbose: true}); err != nil {
		t.Fatal(err)
	}
	mine, _ := g.Journal("red")
	all, _ := g.Journal("")
	if len(mine) >= len(all) || strings.Contains(fmt.Sprint(mine), "pearl") || !strings.Contains(fmt.Sprint(all), "pearl") {
		t.Errorf("the journals are\n%v\n%v", mine, all)
	}
	seen, _ := g.View("red")
	if i := slices.IndexFunc(seen, func(p kdsl.Piece) bool { return p.Card == "pearl" }); i >= 0 || len(seen) != 3 {
		t.Errorf("red sees %v", seen)
	}
	if err := g.Answer(first(t, g, 0)); err != nil {
		t.Fatal(err)
	}
	if q, err = g.Next(t.Context()); err != nil || q == nil {
		t.Fatal(q, err)
	}
	for c := range g.Candidates(0) {
		if c.Name("en") == "Pearl" || !c.Verdict.OK && strings.Contains(c.Verdict.Refusal.Error(), "Pearl") {
			t.Errorf("%s is told of", c.Name("en"))
		}
	}
	if _, err := g.View("green"); err == nil {
		t.Error("there is a player green")
	}
}

// An answer that something hidden forbids is refused without a word of what it is, and not offered again.
func TestHiddenRefusal(t *testing.T) {
	text := strings.Replace(hands, "treasure pearl {", "treasure pearl {\n  no: cannot lay when gem.card == ruby { en \"Pearls before rubies.\" }\n ", 1)
	text = strings.Replace(text, "given b = pearl for blue at hand of blue", "given r2 = topaz for red at hand of red\n  given b = pearl for blue at (5, 5)\n  hide b", 1) + "treasure topaz { en \"Topaz\" }\n"
	_, g := begin(t, text, "hands", "red")
	asked := 0
	var refusals []string
	play(t, g, func(q *kdsl.Question) *kdsl.Game {
		asked++
		for c := range g.Candidates(0) {
			if strings.Contains(fmt.Sprint(c.Verdict.Refusal), "Pearl") {
				t.Errorf("%s is refused for %v", c.Name("en"), c.Verdict.Refusal)
			}
			if q.Kind == "form" && len(refusals) > 0 && c.Name("en") == "Ruby" && c.Verdict.OK {
				t.Error("what was refused is offered again")
			}
		}
		var why *kdsl.Refusal
		if err := g.Answer(first(t, g, 0)); errors.As(err, &why) {
			refusals = append(refusals, why.Kind+why.Label+why.Clause+why.Card)
		} else if err != nil {
			t.Fatal(err)
		}
		return g
	})
	if asked != 3 || len(refusals) != 1 || refusals[0] != "hidden" {
		t.Errorf("%d questions, refused: %v", asked, refusals)
	}
	if !strings.Contains(what(t, g), `"Card":"topaz","Kind":"treasure","Owner":"red","Place":"zone","X":0,"Y":0,"Z":0,"Zone":"pile"`) {
		t.Error(what(t, g))
	}
}

func first(t *testing.T, g *kdsl.Game, field int, before ...kdsl.Value) kdsl.Value {
	t.Helper()
	for c := range g.Candidates(field, before...) {
		if c.Verdict.OK {
			return c.Value
		}
	}
	t.Fatal("nothing is offered")
	return kdsl.Value{}
}

// There is a way back within one's own action, until dice are thrown.
func TestUndo(t *testing.T) {
	_, g := begin(t, chancy, "c", "red", "blue")
	next := func() *kdsl.Question {
		t.Helper()
		q, err := g.Next(t.Context())
		if err != nil || q == nil {
			t.Fatal(q, err)
		}
		return q
	}
	next()
	if err := g.Undo(); err == nil {
		t.Error("nothing has begun, and is undone")
	}
	before := what(t, g)
	if err := g.Answer(first(t, g, 0)); err != nil {
		t.Fatal(err)
	}
	if q := next(); q.Kind != "form" {
		t.Fatalf("got a question of the kind %s", q.Kind)
	}
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	if q := next(); q.Kind != "act" || what(t, g) != before {
		t.Errorf("after the way back: %s\n%s\n%s", q.Kind, what(t, g), before)
	}
	if err := g.Answer(first(t, g, 0)); err != nil {
		t.Fatal(err)
	}
	next()
	if err := g.Answer(first(t, g, 0)); err != nil {
		t.Fatal(err)
	}
	if q := next(); q.Kind != "choose" {
		t.Fatalf("got a question of the kind %s", q.Kind)
	}
	if err := g.Undo(); err == nil {
		t.Error("dice are taken back")
	}
}

// The way back is not for somebody else.
func TestUndoOfAnother(t *testing.T) {
	_, g := begin(t, `
span turn(who: player) { owner who  do { act who } }
action dare(who: player) { do { choose ok: bool by players().filter(p, p != who)[0] } }
scenario d { when turn(who: red) }
`, "d", "red", "blue")
	for _, who := range []string{"red", "blue"} {
		q, err := g.Next(t.Context())
		if err != nil || q == nil || q.Player != who {
			t.Fatal(q, err)
		}
		if err := g.Undo(); err == nil {
			t.Errorf("%s takes back what is not his", who)
		}
		if err := g.Answer(first(t, g, 0)); err != nil {
			t.Fatal(err)
		}
	}
}

// What somebody else has answered is not taken back, a person or not: it would be a look at what he does.
func TestUndoBehindAnother(t *testing.T) {
	for _, seats := range [][]string{{"red"}, {"red", "blue"}} {
		_, g := begin(t, `
span turn(who: player) { owner who  do { act who } }
action dare(who: player) { do { choose one: bool by who; choose ok: bool by who.opponent; choose two: bool by who } }
scenario d { players red "Red", blue "Blue"; when turn(who: red) }
`, "d", seats...)
		asked := 0
		play(t, g, func(q *kdsl.Question) *kdsl.Game {
			if asked++; q.Player == "red" && q.Kind == "choose" {
				if one := q.Fields[0].Name == "one"; one && asked == 2 {
					if err := g.Undo(); err != nil {
						t.Errorf("%v: nobody else has answered, and %v", seats, err)
					}
					return g
				} else if !one {
					if err := g.Undo(); err == nil {
						t.Errorf("%v: what another has answered is taken back", seats)
					}
				}
			}
			if err := g.Answer(first(t, g, 0)); err != nil {
				t.Fatal(err)
			}
			return g
		})
		if asked < 5 {
			t.Errorf("%v: %d questions", seats, asked)
		}
	}
}

// A game is read only when it is one of this program, whole and as it was written.
func TestResume(t *testing.T) {
	p, g := begin(t, stones, "stones", "red")
	if _, err := g.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	good, err := g.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := load(hands).Resume(good); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("a game of another program: %v", err)
	}
	for i := 0; i < len(good); i += max(1, len(good)/80) {
		bad := append([]byte{}, good...)
		bad[i] ^= 0x11
		for _, b := range [][]byte{bad, good[:i], append(append([]byte{}, good...), '{')} {
			if _, err := p.Resume(b); err == nil {
				t.Errorf("byte %d: a damaged game is read", i)
			}
		}
	}
}

// Mistakes, and what is not there, are errors.
func TestLoad(t *testing.T) {
	files := fstest.MapFS{"a.kdsl": {Data: []byte("enum a { b, b }")}, "b.txt": {}}
	if p, ds, err := kdsl.Load(files, "a.kdsl"); p != nil || !ds.Errors() || !errors.Is(err, kdsl.ErrMistakes) {
		t.Errorf("got %v, %v", ds, err)
	}
	if _, _, err := kdsl.Load(files, "c.kdsl"); err == nil {
		t.Error("what is not there is loaded")
	}
	p := load(stones)
	if _, err := p.Start("stone", 1); err == nil || !strings.Contains(err.Error(), `did you mean "stones"?`) {
		t.Errorf("got the error %v", err)
	}
	if _, err := p.Card("modest", "en"); err == nil {
		t.Error("there is a card modest")
	}
}

// Scripts of one name in several files are told apart by their files.
func TestSameNames(t *testing.T) {
	coin := func(n string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("odds \"o\" { measure " + n + " }\ntest \"t\" { expect " + n + " == 1 }\n")}
	}
	p, ds, err := kdsl.Load(fstest.MapFS{"a.kdsl": coin("1"), "b.kdsl": coin("2")}, ".")
	if err != nil {
		t.Fatal(err, ds)
	}
	var names []string
	for _, s := range p.Tests() {
		r, err := p.Test(context.Background(), s.Name)
		names = append(names, fmt.Sprint(s.Name, " ", r.Passed, " ", err))
	}
	if want := []string{"a.kdsl: t true <nil>", "b.kdsl: t false <nil>"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if _, err := p.Odds(context.Background(), "o"); err == nil || !strings.Contains(err.Error(), `say "a.kdsl: o"`) {
		t.Error(err)
	}
	if a, err := p.Odds(context.Background(), "b.kdsl: o"); err != nil || a.Outcomes[0].Value != "2" {
		t.Error(a, err)
	}
}

// What is no answer is refused with its field, and says no more of what is hidden than of what is not there.
func TestNoAnswers(t *testing.T) {
	text := strings.Replace(hands, "treasure pearl {", "treasure topaz { en \"Topaz\" fr \"Topaze\" }\ntreasure pearl {", 1)
	text = strings.Replace(text, "given b = pearl for blue at hand of blue", "given t = topaz for red at hand of red\n  given b = pearl for blue at hand of blue", 1)
	_, g := begin(t, text, "hands", "red")
	play(t, g, func(q *kdsl.Question) *kdsl.Game {
		if q.Kind != "form" {
			if err := g.Answer(first(t, g, 0)); err != nil {
				t.Fatal(err)
			}
			return g
		}
		if en := q.Text("en"); en != "Rosa: lay" {
			t.Errorf("it is asked %q", en)
		}
		all, err := g.View("")
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for _, piece := range append(all, kdsl.Piece{ID: 99, Card: "pearl"}) {
			if piece.Card != "pearl" {
				continue
			}
			var why *kdsl.Refusal
			if err := g.Answer(kdsl.Number(int64(piece.ID))); !errors.As(err, &why) {
				t.Fatalf("%v is answered: %v", piece, err)
			}
			if why.Kind != "choice" || why.Label != "gem" || strings.Contains(why.Error()+why.Sentence("fr"), "Per") || strings.Contains(why.Error(), "Pearl") || !strings.Contains(why.Sentence("fr"), "n'est pas parmi les choix") {
				t.Errorf("%+v: %s, %s", *why, why.Error(), why.Sentence("fr"))
			}
			said[strings.Trim(why.Error(), "gem: #0123456789")] = true
		}
		if len(said) != 1 {
			t.Errorf("what is hidden and what is not there are told apart: %v", said)
		}
		var why *kdsl.Refusal
		if err := g.Answer(kdsl.Point(1, 2, 3)); !errors.As(err, &why) || why.Label != "gem" || !strings.Contains(why.Error(), "another sort") {
			t.Error(err)
		}
		ended, end := context.WithCancel(context.Background())
		end()
		if _, err := g.Next(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("with a context that has ended the next question comes with %v", err)
		}
		if err := g.Answer(); err != nil {
			t.Fatal(err)
		}
		return g
	})
}
