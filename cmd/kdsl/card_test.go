package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"html"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/layout"
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

// drawnCards is how many cards of each pack are drawn, of all books.
var drawnCards = []struct {
	pack string
	many int
}{{"kharn_ages", 4}, {"kharn_ages_spells", 2}, {"kharn_ages_fr", 2}, {"aof_quest", 5}, {"saga", 3}, {"confrontation", 2}, {"fortification", 2}}

// Cards that nobody chose are printed as they were read aloud, in both languages. They are drawn by a sum of their names: a new card
// changes one of them at most. -update rewrites what they are compared with; read the difference as a player would.
func TestDrawnCards(t *testing.T) {
	print := func(args ...string) string {
		var out, said bytes.Buffer
		if code := newTool(append([]string{"card", "--color=never"}, args...), strings.NewReader(""), &out, &said).main(); code != exitFine || said.Len() > 0 {
			t.Fatalf("%v: %s", args, said.String())
		}
		return out.String()
	}
	got := map[string]*strings.Builder{"en": {}, "fr": {}}
	for _, x := range drawnCards {
		var all struct{ Cards []struct{ Card string } }
		if err := json.Unmarshal([]byte(print("--json", x.pack)), &all); err != nil || len(all.Cards) < x.many {
			t.Fatalf("%s has %d cards, %v", x.pack, len(all.Cards), err)
		}
		lot := func(card string) string {
			sum := sha256.Sum256([]byte("1 " + x.pack + " " + card))
			return string(sum[:])
		}
		slices.SortFunc(all.Cards, func(a, b struct{ Card string }) int { return cmp.Compare(lot(a.Card), lot(b.Card)) })
		for _, c := range all.Cards[:x.many] {
			for lang, b := range got {
				b.WriteString(x.pack + " " + c.Card + "\n\n" + print("--lang", lang, x.pack, c.Card) + "\n")
			}
		}
	}
	for lang, b := range got {
		name := filepath.Join("testdata", "cards", "drawn."+lang+".txt")
		if *update {
			if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("the cards that were drawn print\n%s\nwant\n%s", b.String(), want)
		}
	}
}

// english are small words of English that are none of French, and words of the tool that a French card has no use for.
var english = regexp.MustCompile(`(?i)(?:^|[^\pL_-])(the|of|and|with|its|their|his|are|is|was|from|to|by|when|if|or|not|no|has|have|gets?|each|may|must|cannot|than|within|another|after|before|during|until|once|per turn|all|any|yes|none|rule|card|cards|turn|search|without)(?:[^\pL_-]|$)`)

// What is printed in French is French in every form, whatever the pack: no small word of English, and no id.
func TestFrenchCards(t *testing.T) {
	labels := regexp.MustCompile(`(?m)^  [a-z_0-9]+: |^[a-z_0-9]+$`) // of clauses and rules, as their author calls them
	hidden := regexp.MustCompile(`(?s)<(style|script).*?</(style|script)>|<[^>]*>`)
	keys := regexp.MustCompile(`(?m)^ *"(card|kind|file|lang|format_version|line|clause)": .*$|^ *"[a-z_]+":`)
	seen := regexp.MustCompile(`(?:placeholder|aria-label|alt|title)="[^"]*"`)
	id := regexp.MustCompile(`\pL_\pL`)
	lines := 0
	for _, pack := range append(slices.Collect(maps.Keys(printedCards)), "kharn_ages_fr") {
		for form, ignored := range map[string]*regexp.Regexp{"--color=never": nil, "--md": nil, "--html": hidden, "--json": keys, "--plain": labels} {
			var out, said bytes.Buffer
			if code := newTool([]string{"card", "--lang", "fr", form, pack}, strings.NewReader(""), &out, &said).main(); code != exitFine {
				t.Fatalf("%s %s: %s", pack, form, said.String())
			}
			if said.Len() > 0 {
				t.Errorf("%s %s: %s", pack, form, said.String())
			}
			text := out.String()
			if form == "--html" { // what stands in tags and is seen, or heard
				text += strings.Join(seen.FindAllString(text, -1), "\n")
			}
			if ignored != nil {
				text = ignored.ReplaceAllString(text, " ")
			}
			for line := range strings.Lines(html.UnescapeString(text)) {
				lines++
				line = strings.ReplaceAll(strings.TrimSpace(line), "Age of Fantasy", "") // the game is called so
				if found := english.FindStringSubmatch(line); found != nil {
					t.Errorf("%s %s: %q in %q", pack, form, found[1], line)
				}
				if id.MatchString(line) {
					t.Errorf("%s %s: an id in %q", pack, form, line)
				}
			}
		}
	}
	if lines < 10000 {
		t.Errorf("only %d lines were read", lines)
	}
}

// Cards that are read aloud stand in the order of their names, as a reader of the language looks for them; rules without a name are last.
func TestReadAloudInOrder(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		for pack := range printedCards {
			var out, said bytes.Buffer
			if code := newTool([]string{"card", "--plain", "--lang", lang, pack}, strings.NewReader(""), &out, &said).main(); code != exitFine {
				t.Fatalf("%s: %s", pack, said.String())
			}
			var names []string
			for _, name := range regexp.MustCompile(`(?m)^\S.*`).FindAllString(out.String(), -1) {
				if strings.HasPrefix(name, "(") {
					name = "\uffff"
				}
				names = append(names, layout.SortKey(name))
			}
			if len(names) < 5 || !slices.IsSorted(names) {
				t.Errorf("%s %s: the %d names are in the order %q", pack, lang, len(names), names)
			}
		}
	}
}
