package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// printedCards are some cards of every pack, of every sort.
var printedCards = map[string][]string{
	"kharn_ages":        {"paladin", "bunt", "twin_daggers", "half_plate", "duellist"},
	"kharn_ages_spells": {"cult_power"},
	"aof_quest":         {"champion", "caster", "counter"},
	"saga":              {"fury", "fighting"},
	"confrontation":     {"magician", "crossbow"},
	"fortification":     {"war_wagon", "crowded_deck"},
}

// Cards print the same as they did, in both languages and all forms. -update rewrites what they are compared with;
// read the difference.
func TestPrintedCards(t *testing.T) {
	for pack, cards := range printedCards {
		for _, lang := range []string{"en", "fr"} {
			for form, flag := range map[string]string{"txt": "--color=always", "json": "--json", "md": "--md", "html": "--html"} {
				var out, said bytes.Buffer
				args := append([]string{"card", "--lang", lang, flag, pack}, cards...)
				if code := newTool(args, strings.NewReader(""), &out, &said).main(); code != exitFine {
					t.Fatalf("%v: %s", args, said.String())
				}
				got := out.String()
				if form == "html" { // the head is the same on every page
					_, got, _ = strings.Cut(got, "<main>")
					got, _, _ = strings.Cut(got, "</main>")
				}
				name := filepath.Join("testdata", "cards", pack+"."+lang+"."+form)
				if *update {
					if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("%v prints\n%s\nwant\n%s", args, got, want)
				}
			}
		}
	}
}
