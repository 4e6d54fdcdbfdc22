package view_test

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/view"
)

var update = flag.Bool("update", false, "write the goldens anew")

// texts is what stands in the sentences of a side, and the clauses of each.
func texts(s view.Side) (all []string, of map[string][]string) {
	of = map[string][]string{}
	for _, a := range s.Abilities {
		whole := []string{}
		for _, p := range a.Parts {
			text := ""
			for _, x := range p.Pieces {
				text += x.Text
			}
			whole = append(whole, text)
			for _, c := range p.Clauses {
				of[c] = append(of[c], text)
			}
		}
		all = append(all, strings.Join(whole, " "))
	}
	return all, of
}

// Of every card of every game: the sentences are those that are printed; the caret anywhere in a clause finds it; and every clause
// that has a sentence of its own lights one.
func TestEveryCard(t *testing.T) {
	cards, clauses := 0, 0
	for _, game := range library.Games() {
		u, err := library.Loader(afero.NewMemMapFs()).LoadPack(game)
		if err != nil {
			t.Fatal(err)
		}
		p := u.Program
		for _, c := range p.Cards {
			if c.Pack != p.Pack || !layout.Printed(p, c) {
				continue
			}
			cards++
			v := view.Show(p, view.Subject{Card: c.Name})
			lit := map[string][]string{}
			for i, lang := range []string{"en", "fr"} {
				var want []string
				for _, a := range layout.Of(p, c, lang).Abilities {
					want = append(want, a.Text)
				}
				got, of := texts(v.Sides[i])
				if !slices.Equal(got, want) {
					t.Errorf("%s %s, %s: %q, want %q", game, c.Name, lang, got, want)
				}
				for id, said := range of {
					lit[id] = append(lit[id], said...)
				}
			}
			for _, cl := range claim.Clauses(p, c) {
				if cl.At.File == nil || len(cl.Texts) == 0 {
					continue
				}
				clauses++
				if len(lit[cl.Label]) == 0 && !switchedOff(p, c, cl) {
					t.Errorf("%s %s: nothing is lit for %s", game, c.Name, cl.Label)
				}
			}
		}
	}
	if cards < 350 || clauses < 250 {
		t.Errorf("only %d cards with %d clauses", cards, clauses)
	}
}

// switchedOff tells whether a clause stands on no card since the figures of the card switch it off.
func switchedOff(p *ir.Program, c *ir.Card, cl *claim.Clause) bool {
	for _, lang := range []string{"en", "fr"} {
		for _, a := range layout.Of(p, c, lang).Abilities {
			for _, part := range a.Parts {
				if part.Of == cl.Label {
					return false
				}
			}
		}
	}
	return len(cl.When) > 0
}

// homebrew is the example that modders copy.
func homebrew(t *testing.T) (*ir.Program, *source.File) {
	t.Helper()
	raw, err := os.ReadFile("../../examples/homebrew.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("homebrew.kdsl", string(raw))
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	return u.Program, source.New("homebrew.kdsl", string(raw))
}

// Wherever the caret stands, something sensible is found, and in a text that is cut off there, too.
func TestSubjects(t *testing.T) {
	p, f := homebrew(t)
	tree := func(f *source.File) *syntax.File {
		read, _ := syntax.Parse(f)
		return read
	}
	at := func(before string) view.Subject {
		return view.SubjectAt(p, tree(f), strings.Index(f.Text, before), "")
	}
	for before, want := range map[string]view.Subject{
		"add X to":                       {Sort: "skill", Card: "grudge", Clause: "pays_back"},
		"cell against":                   {Sort: "skill", Card: "grudge"},
		"barbs: after":                   {Sort: "weapon", Card: "eel_spear", Clause: "barbs"},
		"use kharn_ages":                 {},
		"given pool":                     {Sort: "scenario", Script: "homebrew", Card: "mire_witch"},
		"expect !enemy.bears(bleeding)":  {Sort: "test", Script: "the barbs of an eel spear stay in a wound that is critical", Card: "reed_cutter"},
		"dice 9 2":                       {Sort: "test", Script: "a grudge makes the next attack better, once", Card: "grudge"},
		"extend enum faction { fenfolk ": {Sort: "extend"},
	} {
		if got := at(before); got != want {
			t.Errorf("before %q: %+v, want %+v", before, got, want)
		}
	}
	if got := view.SubjectAt(p, tree(f), strings.Index(f.Text, "expect !enemy"), "eel_spear"); got.Card != "reed_cutter" {
		t.Errorf("a test that does not name the card before: %+v", got)
	}
	if got := view.SubjectAt(p, tree(f), strings.Index(f.Text, "dice 4 2"), "novice"); got.Card != "novice" {
		t.Errorf("a test that names the card before: %+v", got)
	}
	for i := 0; i <= len(f.Text); i += 7 {
		cut := source.New(f.Name, f.Text[:i])
		view.SubjectAt(p, tree(cut), i, "")
		view.SubjectAt(nil, tree(cut), i, "grudge")
	}
	// The same, though what stands before has changed since it was read.
	moved := source.New(f.Name, strings.Replace(f.Text, "  remembers:", "  // a line more, or what is as long as a clause, "+strings.Repeat("and longer, ", 40)+"\n  remembers:", 1))
	if got := view.SubjectAt(p, tree(moved), strings.Index(moved.Text, "add X to"), ""); got.Card != "grudge" || got.Clause != "pays_back" {
		t.Errorf("in a text that was changed: %+v", got)
	}
}

// What is told of a card, written down. A change of it is a change of what editors and pages read.
func TestGolden(t *testing.T) {
	p, _ := homebrew(t)
	for _, s := range []view.Subject{{Sort: "skill", Card: "grudge", Clause: "pays_back"}, {Sort: "spell", Card: "quagmire", Clause: "drags_down"}, {Sort: "profile", Card: "mire_witch"}} {
		v := view.Show(p, s)
		for _, side := range v.Sides {
			v.Compare(p, proof.New(p, side.Lang), side.Lang)
		}
		got, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		name := "testdata/" + s.Card + ".json"
		if *update {
			if err := os.WriteFile(name, append(got, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got)+"\n" != string(want) {
			t.Errorf("%s: go test ./lang/view -update writes it anew:\n%s", name, got)
		}
	}
}

// A number that is changed in a sentence differs, wherever it stands; the words around it stay as they are.
func TestVerdicts(t *testing.T) {
	for from, want := range map[string]string{
		"suffers Bleeding 1.":         "On a critical hit, its victim suffers Bleeding {1 agrees}.",
		"suffers Bleeding 4.":         "On a critical hit, its victim suffers Bleeding {4 differs Bleeding 1}.",
		"suffers Bleeding 4. é 🦔 7!":  "On a critical hit, its victim suffers Bleeding {4 differs Bleeding 1}. é 🦔 {7 differs Bleeding 1}!",
		"suffers Bleeding.":           "On a critical hit, its victim suffers Bleeding.",
		"suffers Bleeding 1 and 1D6.": "On a critical hit, its victim suffers Bleeding {1 agrees} and {1D6 unread}.",
	} {
		raw, err := os.ReadFile("../../examples/homebrew.kdsl")
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(raw), "suffers Bleeding 1.", from, 1)
		u, err := library.Loader(afero.NewMemMapFs()).LoadText("homebrew.kdsl", text)
		if err != nil {
			t.Fatal(err)
		}
		v := view.Show(u.Program, view.Subject{Card: "eel_spear", Clause: "barbs"})
		v.Compare(u.Program, proof.New(u.Program, "en"), "en")
		got := ""
		for _, x := range v.Sides[0].Abilities[0].Parts[0].Pieces {
			if x.Verdict == "" {
				got += x.Text
			} else {
				got += "{" + strings.TrimSpace(x.Text+" "+x.Verdict+" "+x.Rule) + "}"
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", from, got, want)
		}
	}
}
