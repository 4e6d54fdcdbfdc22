package kdsl_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/kdsl-lang/kdsl"
)

// savedHands are games of a program at each of their first questions.
func savedHands(t testing.TB) (p *kdsl.Program, games [][]byte) {
	p, ds, err := kdsl.Load(one(func(int) string { return hands + thrown })(0), ".")
	if err != nil {
		t.Fatal(ds, err)
	}
	p.Budget = kdsl.Budget{Steps: 20_000, Depth: 60, Instances: 200, Choices: 200, Journal: 1 << 20}
	for _, scenario := range []string{"hands", "thrown"} {
		g, err := p.Start(scenario, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Seat("red", "blue"); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			q, err := g.Next(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if q == nil {
				break
			}
			b, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, b)
			if err := g.Answer(firstOf(g)...); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(games) < 4 {
		t.Fatalf("only %d games", len(games))
	}
	return p, games
}

// thrown has dice, lists, durations and a choice inside a rule.
const thrown = `
kind charm { en "Charm" fr "Charme"; cell used: int = 0 }
charm luck {
  en "Luck" fr "Chance"
  more: before toss(who: owner) may { en "One more." fr "Un de plus."; choose extra: int in 1..2 by who; n += extra; self.used += 1 }
}
player { cell sum: int = 0  cell seen: list<int> = [] }
event toss(who: player) {
  n: int = 2
  do { throw n d6 as dice; who.sum += dice.total(); who.seen = who.seen.plus(dice.total()) }
}
scenario thrown {
  players red "Rosa", blue "Bruno"
  given l = luck for red
  when toss(who: red)
  when toss(who: blue)
  when toss(who: red)
}
`

// firstOf is the first answer that may be given.
func firstOf(g *kdsl.Game) []kdsl.Value {
	for c := range g.Candidates(0) {
		if c.Verdict.Refusal == nil {
			return []kdsl.Value{c.Value}
		}
	}
	return nil
}

// resumed resumes a game and plays it on; whatever it holds, an error is all that may come of it.
func resumed(p *kdsl.Program, data []byte) error {
	g, err := p.Resume(data)
	if err != nil {
		return err
	}
	if _, err := json.Marshal(g); err != nil {
		return err
	}
	for range 12 {
		q, err := g.Next(context.Background())
		if err != nil || q == nil {
			return err
		}
		if err := g.Answer(firstOf(g)...); err != nil {
			return err
		}
	}
	return nil
}

// FuzzResume: whatever a file holds, it is refused or played, without a panic; one of which something was changed is refused, or it is the same game.
func FuzzResume(f *testing.F) {
	p, games := savedHands(f)
	for i, b := range games {
		f.Add(b, uint8(i), uint16(0), []byte(nil))
		for _, at := range []uint16{20, 100, 250, 400, 800} {
			f.Add([]byte(nil), uint8(i), at, []byte("9"))
			f.Add([]byte(nil), uint8(i), at, []byte("-7,99999"))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8, at uint16, put []byte) {
		if len(data) > 20_000 || len(put) > 200 {
			return
		}
		if len(data) > 0 {
			resumed(p, data)
			return
		}
		good := games[int(which)%len(games)]
		from := int(at) % len(good)
		bad := append(append(bytes.Clone(good[:from]), put...), good[min(len(good), from+len(put)):]...)
		if _, err := p.Resume(bad); err != nil {
			return
		}
		var is, was bytes.Buffer // blanks say nothing
		if json.Compact(&is, bad) != nil || json.Compact(&was, good) != nil || !bytes.Equal(is.Bytes(), was.Bytes()) {
			t.Fatalf("it is another game, though %q stands at %d", put, from)
		}
	})
}
