package kdsl_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing/fstest"

	"github.com/kdsl-lang/kdsl"
)

// stones is a whole game: who takes stones off the heap, and how many. One card stands in Rosa's way.
const stones = `kind charm { }
player { cell stones: int in 0..99 = 0 { en "stones" fr "cailloux" } }
option heap: int = 7 { en "stones on the heap" fr "cailloux sur le tas" }
function left(): int = heap - players().sum(p, p.stones)

charm modesty {
  en "Modesty" fr "Modestie"
  small: cannot take when who == self.owner && many == 3 { en "It does not take three." fr "Elle n'en prend pas trois." }
}

span turn(who: player) {
  en "{who}'s turn" fr "Au tour {de who}"
  owner who
  do { act who }
}
action take(who: player) {
  en "{who} takes {many} {many|stone|stones}." fr "{who} prend {many} {many|caillou|cailloux}."
  choose by who {
    many: int in 1..3 prefer it { en "how many" fr "combien" }
  }
  require enough: many <= left() { en "only {left()} are left" fr "il n'en reste que {left()}" }
  require fair: left() - many != 1 { en "one may not be left alone" fr "il ne peut en rester un seul" }
  do { who.stones += many }
}
event luck(who: player) {
  do {
    throw d6 as die
    if die == 6 { who.stones += 1 }
  }
}

test "a turn brings three stones" {
  when turn(who: red)
  expect red.stones == 3
}
test "one of two is taken" {
  option heap = 2
  when turn(who: red)
  expect red.stones == 1
}
odds "luck" {
  luck(who: red)
  measure red.stones
}
scenario stones {
  en "Stones" fr "Les cailloux"
  players red "Rosa", blue "Bruno"
  given m = modesty for red
  when turn(who: red)
  when turn(who: blue)
  when turn(who: red)
}
`

// load loads a program of one file, which must be right.
func load(text string) *kdsl.Program {
	p, mistakes, err := kdsl.Load(fstest.MapFS{"game.kdsl": {Data: []byte(text)}}, "game.kdsl")
	if err != nil {
		panic(fmt.Sprint(err, mistakes))
	}
	return p
}

// Mistakes come with their places, all in one pass.
func ExampleLoad() {
	files := fstest.MapFS{"wrong.kdsl": {Data: []byte("player { cell score: int = 0 }\nevent win(who: player) {\n  do { who.scor += 1 }\n}\n")}}
	_, mistakes, err := kdsl.Load(files, "wrong.kdsl")
	if errors.Is(err, kdsl.ErrMistakes) {
		for _, m := range mistakes {
			fmt.Println(m)
		}
	}
	// Output:
	// wrong.kdsl:3:12: player has no field `scor` [undefined-field] (did you mean "score")
}

// The tests that stand beside the rules.
func ExampleProgram_Test() {
	p := load(stones)
	for _, t := range p.Tests() {
		r, err := p.Test(context.Background(), t.Name)
		if err != nil {
			panic(err)
		}
		if r.Passed {
			fmt.Println("pass:", t.Name)
		} else {
			fmt.Printf("FAIL: %s (line %d): %s\n", t.Name, r.Line, r.Message)
		}
	}
	// Output:
	// pass: a turn brings three stones
	// FAIL: one of two is taken (line 39): expected red.stones == 1, red.stones is 2
}

// Rosa is a person, Bruno is not. She wants three stones, is told why not, and takes what she may.
func ExampleGame() {
	ctx := context.Background()
	g, err := load(stones).Start("stones", 1)
	if err != nil {
		panic(err)
	}
	if err := g.Seat("red"); err != nil {
		panic(err)
	}
	for {
		q, err := g.Next(ctx)
		if err != nil {
			panic(err)
		}
		if q == nil {
			break
		}
		fmt.Println(q.Text("en"))
		best := kdsl.Value{}
		for c := range g.Candidates(0) {
			if c.Verdict.OK && best.Name("en") == "" {
				best = c.Value
			}
			if c.Verdict.OK {
				fmt.Printf("  %s / %s\n", c.Name("en"), c.Name("fr"))
			} else {
				fmt.Printf("  not %s: %v\n", c.Name("en"), c.Verdict.Refusal)
			}
		}
		if q.Kind == "form" {
			var why *kdsl.Refusal
			if err := g.Answer(kdsl.Number(3)); errors.As(err, &why) {
				fmt.Printf("  3 is refused, %s: %s\n", why.Kind, why.Sentence("fr"))
			}
		}
		if err := g.Answer(best); err != nil {
			panic(err)
		}
	}
	seen, err := g.View("red")
	if err != nil {
		panic(err)
	}
	for _, p := range seen {
		if p.Kind == "player" {
			fmt.Println(p.Name("en"), "has", p.Cells["stones"])
		}
	}
	// Output:
	// What does Rosa do?
	//   take / prend …
	//   pass / passer
	// Rosa: take
	//   not 3: Modesty: It does not take three.
	//   2 / 2
	//   1 / 1
	//   3 is refused, prohibition: Modestie : Elle n'en prend pas trois.
	// What does Rosa do?
	//   take / prend …
	//   pass / passer
	// Rosa: take
	//   not 3: only 2 are left
	//   2 / 2
	//   not 1: one may not be left alone
	//   3 is refused, requirement: il n'en reste que 2
	// Rosa has 4
	// Bruno has 3
}

// A game is saved at a question and goes on elsewhere.
func ExampleProgram_Resume() {
	ctx := context.Background()
	p := load(stones)
	g, err := p.Start("stones", 1)
	if err != nil {
		panic(err)
	}
	_ = g.Seat("red")
	if _, err := g.Next(ctx); err != nil {
		panic(err)
	}
	saved, err := g.MarshalJSON()
	if err != nil {
		panic(err)
	}

	g, err = p.Resume(saved)
	if err != nil {
		panic(err)
	}
	_ = g.Tell(os.Stdout, kdsl.Telling{Lang: "fr"})
	for q, err := g.Next(ctx); q != nil || err != nil; q, err = g.Next(ctx) {
		if err != nil {
			panic(err)
		}
		if err := g.Answer(); err != nil { // as an automatic player would
			panic(err)
		}
	}
	// Output:
	// Rosa prend 2 cailloux.  cailloux 0 → 2
	//
	// == Au tour de Bruno ==
	//   Bruno prend 3 cailloux.  cailloux 0 → 3
	//
	// == Au tour de Rosa ==
	//   Rosa prend 2 cailloux.  cailloux 2 → 4
}

// Chances are exact, as fractions.
func ExampleProgram_Odds() {
	a, err := load(stones).Odds(context.Background(), "luck")
	if err != nil {
		panic(err)
	}
	for _, o := range a.Outcomes {
		fmt.Println(o.Value, o.P)
	}
	// Output:
	// 0 5/6
	// 1 1/6
}

// A card, as it is printed in both languages.
func ExampleProgram_Card() {
	p := load(stones)
	for _, lang := range []string{"en", "fr"} {
		c, err := p.Card("modesty", lang)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %s\n", c.Name, c.Text)
	}
	// Output:
	// Modesty: It does not take three.
	// Modestie: Elle n'en prend pas trois.
}

// A pack that comes with kdsl is loaded by its id.
func ExampleLoadPacks() {
	for _, id := range kdsl.Packs()[:3] {
		fmt.Println(id)
	}
	p, err := kdsl.LoadPacks("saga")
	if err != nil {
		panic(err)
	}
	fmt.Println(len(p.Tests()) > 0)
	// Output:
	// aof_quest
	// bids
	// confrontation
	// true
}

// All cards, as they are printed: here one of them.
func ExampleProgram_Cards() {
	p, err := kdsl.LoadPacks("saga")
	if err != nil {
		panic(err)
	}
	for _, c := range p.Cards("en") {
		if c.ID != "warlord" {
			continue
		}
		fmt.Printf("%s (%s)\n", c.Name, c.Sort)
		for _, f := range c.Figures {
			fmt.Println(" ", f.Name, f.Value)
		}
	}
	// Output:
	// Warlord (Unit)
	//   Figures when it musters 1
	//   Armour in melee 5
	//   Armour when shot at 6
	//   SAGA dice 2
	//   Attack dice per figure in melee 5
	//   Exhaustion limit 4
}
