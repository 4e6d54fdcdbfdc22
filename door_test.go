package kdsl_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl"
)

// What is no answer of the sort that is asked for is refused, and the list of answers ends with its question.
func TestSortsOfAnswers(t *testing.T) {
	_, g := begin(t, hands, "hands", "red")
	acts := 0
	play(t, g, func(q *kdsl.Question) *kdsl.Game {
		if q.Kind == "act" {
			acts++
		}
		for _, v := range []kdsl.Value{{}, kdsl.Path(), kdsl.Point(0, 0, 0)} {
			var why *kdsl.Refusal
			if err := g.Answer(v); !errors.As(err, &why) || why.Kind != "choice" {
				t.Errorf("%s: the answer %q: %v", q.Kind, v.Name("en"), err)
			}
		}
		var why *kdsl.Refusal
		if err := g.Answer(kdsl.Number(0), kdsl.Number(0)); !errors.As(err, &why) || why.Sentence("fr") != "lu 2 réponses, attendu 1 au plus" {
			t.Errorf("two answers to one field: %v", err)
		}
		listed, after := g.Candidates(0), 0
		for c := range g.Candidates(0) {
			if after++; c.Verdict.OK {
				if err := g.Answer(c.Value); err != nil {
					t.Fatal(err)
				}
				after = 0
			}
		}
		if after > 0 {
			t.Errorf("%s: %d are listed behind the answer", q.Kind, after)
		}
		for c := range listed {
			t.Errorf("%s: %s is listed behind the answer", q.Kind, c.Name("en"))
		}
		return g
	})
	if acts == 0 {
		t.Error("no action is asked for")
	}
	if !kdsl.Path(1, 2, 3).Is(kdsl.Point(1, 2, 3)) || kdsl.Number(0).Is(kdsl.Value{}) || kdsl.Number(0).Is(kdsl.Path()) {
		t.Error("a point is a path of one point, and nothing is no number")
	}
}

// What cannot be is an error, not the end of the process.
func TestNothingToRead(t *testing.T) {
	if _, _, err := kdsl.Load(nil, "a.kdsl"); err == nil {
		t.Error("nothing is read")
	}
	p := load(hands)
	p.Budget = kdsl.Budget{Steps: -1}
	if _, err := p.Start("hands", 1); err == nil || !strings.Contains(err.Error(), "-1 Steps") {
		t.Error(err)
	}
	if _, err := p.Resume([]byte("{}")); err == nil || !strings.Contains(err.Error(), "-1 Steps") {
		t.Error(err)
	}
}

// The reasons of refusals have one wording, and figures as the language writes them.
func TestRefusalsInFrench(t *testing.T) {
	_, g := begin(t, `player { cell far: length = 0 }
event walk(who: player) { choose by who { way: length in 0.5..2.5 } do { who.far += way } }
scenario s { players red "Red"; when walk(who: red) }
`, "s", "red")
	if _, err := g.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	var why *kdsl.Refusal
	if err := g.Answer(kdsl.Number(-99999)); !errors.As(err, &why) {
		t.Fatal(err)
	}
	if en, fr := why.Error(), why.Sentence("fr"); en != "way: got -99.999, want 0.5 to 2.5" || fr != "way : lu -99,999, attendu 0,5 à 2,5" {
		t.Errorf("%s; %s", en, fr)
	}
}
