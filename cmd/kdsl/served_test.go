package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/tongue"
	"github.com/kdsl-lang/kdsl/lang/view"
)

const servedGame = `pack p { en "P"  fr "P" }
kind hero { en "Hero"  fr "Héros"  cell HP: int = 9 { en "HP"  fr "PV" }  carries gifts: gift { en "Gifts"  fr "Dons" } }
kind gift on hero { en "Gift"  fr "Don" }
event hit(who: hero) { en "{who} is hit"  fr "{who} est frappé"  do { } }
hero anna { en "Anna"  fr "Anna" }
gift thick {
  en "Thick"  fr "Épais"
  heals: after hit(who: bearer) {
    en "After a hit, it gains 2 HP."  fr "Après un coup, il gagne 2 PV."
    bearer.HP += 2
  }
  rolls: before hit(who: bearer) {
    en "Before a hit, a die is thrown: it loses as much."  fr "Avant un coup, un dé est lancé : il en perd autant."
    throw d6 as wound
    bearer.HP -= wound
  }
}
test "thick skin" {
  given a = anna with thick
  dice 4
  when hit(who: a)
  expect a.HP == 7
}
`

// reader is a browser that looks at the page.
type reader struct {
	t    *testing.T
	seen chan servedView
	last int
}

func read(t *testing.T, s *served) *reader {
	t.Helper()
	r, err := http.Get(s.Address() + "views")
	if err != nil {
		t.Fatal(err)
	}
	out := &reader{t: t, seen: make(chan servedView, 100)}
	go func() {
		in := bufio.NewScanner(r.Body)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			var v servedView
			if text, ok := strings.CutPrefix(in.Text(), "data: "); ok && json.Unmarshal([]byte(text), &v) == nil && v.View != nil {
				out.seen <- v
			}
		}
	}()
	t.Cleanup(func() { r.Body.Close() })
	return out
}

// until waits for a view that is as wanted.
func (r *reader) until(is func(servedView) bool) servedView {
	r.t.Helper()
	for {
		select {
		case v := <-r.seen:
			if v.Seq > r.last && is(v) {
				r.last = v.Seq
				return v
			}
		case <-time.After(2 * time.Minute):
			r.t.Fatal("no such view")
		}
	}
}

func whole(v servedView) bool { return v.View.Compared && v.View.Chances != nil }

// The page shows a card at first, then the clause that is changed, or chosen on it, and keeps a card while the text is broken.
func TestServed(t *testing.T) {
	disk := afero.NewMemMapFs()
	save(t, disk, "p/game.kdsl", servedGame)
	w := newWatched(disk, "p")
	s, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	defer s.stop()
	page := read(t, s)
	look := func(text string) {
		t.Helper()
		if text != "" {
			save(t, disk, "p/game.kdsl", text)
		}
		seen, err := w.look(context.Background())
		if err != nil || seen == nil {
			t.Fatal("nothing is seen: ", err)
		}
		s.see(context.Background(), seen, seen.state(), tongue.English)
	}
	look("")
	v := page.until(whole)
	if v.State != "sound, 1 test" || v.View.Card != "anna" || len(v.Cards) != 2 || v.Cards[1] != (servedCard{"thick", "Thick"}) {
		t.Errorf("at first: %+v", v)
	}

	look(strings.Replace(servedGame, "bearer.HP += 2", "bearer.HP += 3", 1))
	v = page.until(whole)
	if v.View.Card != "thick" || !slices.Equal(v.View.Active, []string{"heals"}) || len(v.View.Tests) != 1 || v.View.Tests[0].Passed || !v.View.Tests[0].Runs {
		t.Errorf("after a change: %+v", v.View)
	}

	r, err := http.Get(s.Address() + "pick?card=thick&clause=rolls")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	look(servedGame)
	s.pick(context.Background(), <-s.choices)
	v = page.until(func(v servedView) bool { return whole(v) && slices.Equal(v.View.Active, []string{"rolls"}) })
	if len(v.View.Chances) != 1 {
		t.Fatalf("chances: %+v", v.View.Chances)
	}
	// With six faces, and two gained: 9 - die + 2.
	c := v.View.Chances[0]
	if !c.Test || c.What != "a.HP" || c.Mean != "7.5" || len(c.Outcomes) != 6 || c.Outcomes[0].Value != "5" || c.Outcomes[0].Exact != "1/6" ||
		!slices.ContainsFunc(c.Outcomes, func(o view.Outcome) bool { return o.Value == "7" && o.Tested }) {
		t.Errorf("chances: %+v", c)
	}

	look(strings.Replace(servedGame, "throw d6", "throw d", 1))
	v = page.until(func(v servedView) bool { return v.View.Problem != nil && v.View.Compared })
	if v.View.Card != "thick" || v.View.Tests != nil || len(v.View.Sides) != 2 || v.View.Problem.Place.Start.Line != 13 {
		t.Errorf("broken: %+v", v.View)
	}
}

// A program that is broken from the beginning shows no card, and what is wrong.
func TestServedBroken(t *testing.T) {
	disk := afero.NewMemMapFs()
	save(t, disk, "p/game.kdsl", "pack p { en \"P\" }\nkind {")
	w := newWatched(disk, "p")
	s, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	defer s.stop()
	page := read(t, s)
	seen, err := w.look(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	s.see(context.Background(), seen, seen.state(), tongue.French)
	if v := page.until(func(v servedView) bool { return v.View.Problem != nil }); v.View.Card != "" || v.View.Problem.Message == "" {
		t.Errorf("%+v", v.View)
	}
}
