package proof

import (
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
)

// What a sentence names and nothing of its clause speaks of is what the rule leaves out, though the rest of the card knows it.
func TestAccounts(t *testing.T) {
	const other = `
  other: while true when bearer.bears(hammer) && bearer.speed > 3 { en "With a hammer and more than 3 Speed it has 1 more Might."; add 1 to bearer.might }`
	for _, x := range []struct{ clause, want string }{
		{`play: while true when bearer.bears(hammer) { en "Holding its Hammer it has 2 more Might."; add 2 to bearer.might }`, ""},
		{`play: while true { en "Holding its Hammer it has 2 more Might."; add 2 to bearer.might }`, "hint: Hammer"},
		{`play: while true { en "Hammer in hand, it has 2 more Might."; add 2 to bearer.might }`, "hint: Hammer"},
		{`play: while true { en "It has 2 more Might and Speed."; add 2 to bearer.might; add 2 to bearer.speed }`, ""},
		{`play: while true { en "It has 2 more Might and Speed."; add 2 to bearer.might }`, "hint: Speed"},
		{`play: while true when sturdy(bearer) { en "With its Hammer it has 2 more Might."; add 2 to bearer.might } }
function sturdy(p: piece): bool = p.bears(hammer)
charm last { en "Last"`, ""}, // the function asks for it
		{`play: while ready(p: bearer) { en "It props nobody."; set to false } }
function ready(p: piece): bool = true layers all
function prop(p: piece, q: piece): bool = ready(p) && p != q { en "{p} helps {q}" also "props" }
charm last { en "Last"`, ""}, // what is changed there is asked for by what it names
		{`play: while ready(p: bearer) { en "It props nobody."; set to false } }
function ready(p: piece): bool = true layers all
function prop(p: piece, q: piece): bool = p != q { en "{p} helps {q}" also "props" }
charm last { en "Last"`, "hint: props"},
		{`play: after lap { en "What is bogged loses 1 HP."; each p: piece { p.HP -= 1 } } }
enum state { bogged { en "bogged" } }
charm last { en "Last"`, "hint: bogged"},
	} {
		if got := own(t, other+x.clause); got != x.want {
			t.Errorf("%s: got %q, want %q", x.clause, got, x.want)
		}
	}
}

// A sentence may tell a bound from its other side: what is below 5 is 4 or less, what is forbidden to 1 is allowed to 2 or more. What is
// counted is 1 for each; a die is one.
func TestOtherSide(t *testing.T) {
	for _, x := range []struct{ clause, want string }{
		{`play: while true when bearer.speed < 5 { en "With 4 Speed or less it has 2 more Might."; add 2 to bearer.might }`, ""},
		{`play: while true when bearer.speed < 5 { en "With 4 Speed or more it has 2 more Might."; add 2 to bearer.might }`, "error: 4 Speed or more"},
		{`play: after lap { en "Throw a D6: it loses 1 HP, but on 3+."  fr "Lancez 1D6 : elle perd 1 PV, sauf sur 3+."
  throw d6 as n; if n <= 2 { bearer.HP -= 1 } }`, ""},
		{`play: cannot knock(at: bearer) when who.speed < 2 { en "It is only knocked on with 2 Speed or more." }`, ""},
		{`play: cannot knock(at: bearer) when distance(who, at) > 6 { en "It cannot be knocked on from more than 6 cm."  fr "On ne peut pas y frapper à plus de 6 cm." }`, ""},
		{`play: cannot knock(at: bearer) when distance(who, at) > 1.5 { en "It cannot be knocked on from more than 1.5 cm."  fr "On ne peut pas y frapper à plus de 1,5 cm." }`, ""},
		{`play: after throw(of: bearer, for: jumping) { en "A 1 is thrown again."; throw again all where face == 1 } }
event jump(who: piece) { do { throw d6 as n of who for jumping; who.HP += n } }
event trip(who: piece) { do { throw d6 as n of who for alighting; who.HP -= n } }
charm last { en "Last"`, ""}, // a tag is no number
		{`play: while true { add 1 to bearer.might } }
kind rite on piece { steps: list<int> = [] { en "steps" } }
rite rain { en "Rain"  steps: [14, 16]
  falls: after lap { en "At 14, it loses 1 HP; at 16, it loses 2 HP."; if bearer.might >= 16 { bearer.HP -= 2 } else { bearer.HP -= 1 } }`, ""},
		{`play: while true { en "It has 1 more Might for each tool."; add size(bearer.items(tool)) to bearer.might }`, ""},
	} {
		if got := own(t, x.clause); got != x.want {
			t.Errorf("%s: got %q, want %q", x.clause, got, x.want)
		}
	}
}

// A rule without one of its effects is without all that stands there for it, too: it hears no figure any more that it does not
// change. An action without itself is none.
func TestDropped(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("small.kdsl", pack+`charm hook { en "Hook"
  play: while true { en "It has 2 more Might and 1 more Speed."
    add 2 to bearer.might
    add 1 to bearer.speed }
  action tug(who: piece) { en "Its Might is lost: it loses 2 HP."  do { who.HP -= 2 } } }`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	dropped := 0
	for _, m := range Mutate(u.Program, Texts(u.Program, u.Program.Pack)) {
		if m.Change == "effect dropped" && m.Card.Name == "hook" && m.Lang == "en" {
			switch {
			case m.Claim.Noun.Name == "tug":
				t.Error("an action without itself")
			case m.Claim.Clause == "play" && m.Rank == 0:
				t.Errorf("%s is not missed", m.Claim.Noun.Name)
			}
			dropped++
		}
	}
	if dropped < 2 {
		t.Errorf("%d effects were dropped", dropped)
	}
}

// A text that speaks of nobody does not tell who does or suffers something; and one that names what stays does not tell that
// what goes was there.
func TestUntold(t *testing.T) {
	for _, x := range []struct {
		change, clause string
		told           bool
	}{
		{"who", `play: while true { en "2 more Might."; add 2 to bearer.might }`, false},
		{"who", `play: while true { en "It has 2 more Might."; add 2 to bearer.might }`, true},
		{"condition dropped", `play: while true when bearer.might > bearer.speed { en "It has 2 more Might."; add 2 to bearer.might }`, false},
		{"condition dropped", `play: while true when bearer.speed > 3 { en "With more than 3 Speed, it has 2 more Might."; add 2 to bearer.might }`, true},
		{"condition dropped", `play: while true when bearer.bears(hammer) { en "With a hammer it has 2 more Might."; add 2 to bearer.might }`, true},
	} {
		u, err := library.Loader(afero.NewMemMapFs()).LoadText("small.kdsl", pack+`charm hook { en "Hook"  `+x.clause+` }`)
		if err != nil || u.Program == nil {
			t.Fatal(err, u.Diags)
		}
		told := false
		for _, m := range Mutate(u.Program, Texts(u.Program, u.Program.Pack)) {
			told = told || m.Card.Name == "hook" && m.Change == x.change && m.Told
		}
		if told != x.told {
			t.Errorf("%s of %s: told %v", x.change, x.clause, told)
		}
	}
}

// A text of a card says something of the game, and nothing does it: that is told once, where neither a clause nor anything else makes it true.
func TestLacksRule(t *testing.T) {
	const tough = `charm tough { en "Tough"  en "It cannot be knocked." }`
	for more, want := range map[string]bool{
		`charm tough { en "Tough"  fr "Solide"  en "It cannot be knocked."  fr "On ne peut pas la cogner." }`:                            true,
		`charm tough { en "Tough"  en "Whatever comes, it smiles." }`:                                                                    false,
		`charm tough { en "Tough"  en "It cannot be knocked."  stays: after knock(at: bearer) { en "It gains 1 HP."  bearer.HP += 1 } }`: false,
		tough + `
charm other { en "Other"  o: cannot knock when at.bears(tough) }`: false,
		tough + `
charm other { en "Other"  o: cannot knock when size(at.items(tough)) > 0 }`: false,
		tough + `
function hard(x: piece): bool = x.bears(tough)`: false,
		tough + "\ntest \"a\" { given a = pawn; apply tough to a permanent; expect a.bears(tough) }": true,
		`kind sworn extends charm { never: cannot knock(at: bearer) { } }
sworn tough { en "Tough"  en "It cannot be knocked." }`: false,
		`charm tough(N: int) { en "Tough {N}"  en "It cannot be knocked {N} times." }`: false,
	} {
		u, err := library.Loader(afero.NewMemMapFs()).LoadText("small.kdsl", pack+more)
		if err != nil || u.Program == nil || u.Diags.HasErrors() {
			t.Fatal(err, u.Diags)
		}
		n := 0
		for _, d := range Differences(t.Context(), u.Program, u.Name) {
			if d.Code == "missing-rule" {
				n++
			}
		}
		if want != (n == 1) || n > 1 {
			t.Errorf("%s: told %d times", more, n)
		}
	}
}
